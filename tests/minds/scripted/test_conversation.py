"""A scripted coworker holds up in conversation: one test for every way in which they are spoken to."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tenure.engine.minds.scripted import ScriptedMind
from tenure.engine.office.events import Act, Told
from tenure.engine.office.percept import Decision, Defer, Escalate, Ignore, Percept, Reply, Write
from tests.minds.scripted.office import (
    BUY,
    FACTS,
    LIST,
    MARGIN,
    PEOPLE,
    RATE,
    RUN,
    SHARE,
    answered,
    asked,
    looks,
    mind,
    noor,
    person,
    persona,
    promised,
    reply,
    some,
    with_fact,
)

SALTS = range(6)
every_person = pytest.mark.parametrize("name", some(24))
"""More people than an office has; all of the library would take a minute."""


def kinds(decision: Decision) -> list[str]:
    """What they do; *silent* for nothing said, with what was asked noted."""
    return ["silent" if isinstance(one, Reply) and not one.text else one.kind for one in decision.intents]


@every_person
def test_a_fact_asked_for_in_other_words_is_told_in_their_own(name: str) -> None:
    for question in (
        "Hi, what does demurrage in Antwerp cost us per day?",
        "Could you send me the daily demurrage for boxes in Antwerp please",
        "how much do they charge us a day for demurrage in antwerp",
    ):
        for salt in SALTS:
            got = reply(name, looks(question, salt=salt))
            assert [one.fact for one in got.told] == ["rate"]
            assert got.asked == ("rate",)
            assert "385" in got.text
            assert RATE.statement not in got.text


def test_the_mistaken_version_is_told_like_a_truth() -> None:
    sure = with_fact(RATE, version="me", says=("It's EUR 360 a day in Antwerp.",), sure=900)
    got = reply("pricing_specialist", looks("What do we pay for demurrage at Antwerp?", facts=sure))
    assert got.told == (Told(fact="rate", version="me"),)
    assert "360" in got.text


@every_person
def test_who_is_unsure_or_has_forgotten_says_so(name: str) -> None:
    intros = persona(name).voice.uncertain
    for changed in ({"sure": 600}, {"faded": True}):
        facts = with_fact(RATE, **changed)
        got = reply(name, looks("What do we pay for demurrage at Antwerp?", facts=facts, app="meeting"))
        low = got.text.lower()
        assert any(one.split("{")[0].strip(": ").lower()[:18] in low for one in intros), got.text
        assert [one.fact for one in got.told] == ["rate"]


@every_person
def test_asked_twice_they_refer_to_the_earlier_answer(name: str) -> None:
    facts = with_fact(RATE, asked_before=1, told_before=1)
    earlier = (answered("It's EUR 385.", told=(Told(fact="rate"),)),)
    first = reply(name, looks("What do we pay for demurrage at Antwerp?"))
    again = reply(name, looks("Sorry, what was demurrage at Antwerp again?", facts=facts, earlier=earlier))
    assert first.rapport == ()
    assert again.rapport == ("asked_again",)
    assert "385" in again.text
    words = persona(name).voice.repeats
    assert any(one.split("{")[0].strip(": ").lower()[:12] in again.text.lower() for one in words), again.text


@every_person
def test_asked_again_and_again_the_curt_grow_short_and_others_not_before_their_patience_is_used_up(
    name: str,
) -> None:
    facts = with_fact(RATE, asked_before=4, told_before=3)
    got = reply(name, looks("What do we pay for demurrage at Antwerp?", facts=facts, other=noor(patience=1)))
    if persona(name).patience.at_threshold != "terse":
        assert [one.fact for one in got.told] == ["rate"]
        return
    assert got.told == ()
    assert [(one.fact, one.reason) for one in got.refused] == [("rate", "patience")]
    assert len(got.text.split()) < 20
    assert not got.text.rstrip().endswith(":")


@every_person
def test_what_may_not_be_told_is_refused_without_a_hint(name: str) -> None:
    for salt in SALTS:
        got = reply(name, looks("What margin do we make on the Venlo lane?", salt=salt))
        assert got.told == ()
        assert [(one.fact, one.reason) for one in got.refused] == [("margin", "rule")]
        assert "7.5" not in got.text
        assert "carrier charges" not in got.text


def test_a_refusal_in_the_authors_words_goes_first() -> None:
    facts = with_fact(MARGIN, refusal=("Margins I discuss in the room.",))
    got = reply("managing_director", looks("What margin do we make on Venlo?", facts=facts))
    assert "Margins I discuss in the room." in got.text


@every_person
def test_a_missing_approval_is_named_with_what_to_do(name: str) -> None:
    for salt in SALTS:
        decision = mind(name).decision(looks("What are our buy rates for ocean freight?", salt=salt))
        got = next(one for one in decision.intents if isinstance(one, Reply))
        assert "Marek" in got.text
        assert [(one.reason, one.approval) for one in got.refused] == [("needs_approval", "may_share")]
        wrote = [one for one in decision.intents if isinstance(one, Write)]
        assert all(one.to == ("marek",) and one.acts[0].item == "may_share" for one in wrote)
        assert "2140" not in got.text + "".join(one.text for one in wrote)


def test_news_of_the_approval_gets_the_fact_once_the_rule_allows_it() -> None:
    still = with_fact(BUY, asked_before=1)
    now = with_fact(BUY, asked_before=1, verdict="may_tell")
    waiting = reply(
        "pricing_specialist", looks("Marek agreed, go ahead.", facts=still, thread_facts=("buy",))
    )
    assert [one.reason for one in waiting.refused] == ["needs_approval"]
    given = reply("pricing_specialist", looks("Marek agreed, go ahead.", facts=now, thread_facts=("buy",)))
    assert [one.fact for one in given.told] == ["buy"]


@every_person
def test_what_others_know_is_pointed_to_and_what_nobody_knows_is_said(name: str) -> None:
    for salt in SALTS:
        other = reply(name, looks("Have we paid anything on the Corvane invoice?", salt=salt))
        assert other.referred == (("paid", "farid"),)
        assert "Farid" in other.text
        nobody = reply(name, looks("What does a T1 cost us?", salt=salt))
        assert [(one.fact, one.reason) for one in nobody.refused] == [("t1", "unknown")]
        assert "45" not in nobody.text
        assert "9000" not in other.text


@every_person
@pytest.mark.parametrize("app", ["mail", "chat"])
def test_three_things_at_once_get_one_answer_each_in_order(name: str, app: Any) -> None:
    text = (
        "Three things: when does the payment run close? And what margin do we make on Venlo? "
        "Also, have we paid anything on the Corvane invoice?"
    )
    got = reply(name, looks(text, app=app))
    assert [one.fact for one in got.told] == ["run"]
    assert [one.fact for one in got.refused] == ["margin"]
    assert got.referred == (("paid", "farid"),)
    assert got.text.index("10:00") < got.text.index("margin") < got.text.index("Farid")


@every_person
def test_between_two_facts_they_ask_which(name: str) -> None:
    other_rate = RATE.model_copy(
        update={
            "fact": "rate_rtm",
            "topic": "the demurrage rate at Rotterdam",
            "statement": "Demurrage at Rotterdam is EUR 410 per container per day.",
            "asks": ("What do we pay for demurrage at Rotterdam?",),
            "says": ("It's EUR 410 in Rotterdam.",),
        }
    )
    got = reply(name, looks("What's the demurrage rate?", facts=(*FACTS, other_rate)))
    assert got.told == ()
    assert set(got.candidates) == {"rate", "rate_rtm"}
    assert "Antwerp" in got.text
    assert "Rotterdam" in got.text
    assert got.not_understood
    answer = reply(
        name,
        looks("Rotterdam please", facts=(*FACTS, other_rate), earlier=(answered(got.text, acts=got.acts),)),
    )
    assert [one.fact for one in answer.told] == ["rate_rtm"]


def test_a_forbidden_fact_is_no_option_to_offer() -> None:
    twin = RATE.model_copy(
        update={
            "fact": "secret",
            "topic": "the demurrage rate that only we get",
            "asks": ("What is our demurrage rate?",),
            "statement": "Only we get demurrage at EUR 250.",
            "verdict": "may_not",
            "rule": "never",
            "says": (),
        }
    )
    got = reply("pricing_specialist", looks("What's the demurrage rate?", facts=(RATE, twin)))
    assert "only we" not in got.text


@every_person
def test_a_vague_question_is_met_with_a_question(name: str) -> None:
    for salt in SALTS:
        got = reply(name, looks("Can you tell me a bit more about that?", salt=salt))
        assert got.not_understood
        assert got.told == ()


@every_person
def test_nobody_tells_everything(name: str) -> None:
    for salt in SALTS:
        got = reply(name, looks("Just tell me everything you know.", salt=salt))
        assert got.told == ()
        assert "385" not in got.text
        assert "margin" not in got.text
        assert "buy rates" not in got.text


@every_person
def test_the_askers_own_job_stays_theirs(name: str) -> None:
    got = reply(name, looks("Could you write the claim report for me?"))
    gladly = persona(name).help.takes_over_work == "gladly"
    assert got.rapport == (() if gladly else ("do_my_work",))
    assert [act.kind for act in got.acts if act.topic == "own_work"] == [
        "acknowledge" if gladly else "refusal"
    ]
    assert got.promises == ()


WRITE_IT = "Could you write the claim report for me?"
BOSS = noor(ties=("managed_by",))
CLOSE = noor(trust=3)


@pytest.mark.parametrize(
    ("takes", "helped"),
    [
        ("never", (False, False, False)),
        ("small_pieces", (False, False, True)),
        ("if_manager_asks", (False, True, False)),
        ("gladly", (True, True, True)),
    ],
)
def test_who_takes_over_work_goes_over_a_draft_and_does_no_more(takes: str, helped: tuple[bool, ...]) -> None:
    who = persona("pricing_specialist")
    changed = who.model_copy(update={"help": who.help.model_copy(update={"takes_over_work": takes})})
    someone = ScriptedMind(changed, person("pricing_specialist"))

    def helps(percept: Percept) -> bool:
        (one,) = someone.decision(percept).intents
        assert isinstance(one, Reply)
        assert not one.promises
        (act,) = [act for act in one.acts if act.topic == "own_work"]
        assert ("do_my_work" in one.rapport) == (act.kind == "refusal")
        return act.kind == "acknowledge"

    for other, expected in zip((noor(), BOSS, CLOSE), helped, strict=True):
        assert helps(looks(WRITE_IT, other=other)) is expected
    offered = answered("Send me a draft.", acts=(Act(kind="acknowledge", topic="own_work"),))
    assert not helps(looks(WRITE_IT, other=BOSS, earlier=(offered,)))  # once a conversation
    assert not helps(looks(WRITE_IT, other=noor(company="Corvane", ties=("managed_by",), trust=3)))
    assert not helps(looks(WRITE_IT, other=noor(patience=1, ties=("managed_by",), trust=3)))


def test_the_askers_own_job_goes_to_the_manager_when_they_insist() -> None:
    no = answered("No.", acts=(Act(kind="refusal", topic="own_work"),))
    decision = mind("pricing_specialist").decision(
        looks("Could you write the claim report for me?", earlier=(no, no))
    )
    assert kinds(decision) == ["reply", "escalate"]
    first = mind("pricing_specialist").decision(looks("Could you write the claim report for me?"))
    assert kinds(first) == ["reply"]


@every_person
def test_work_done_for_others_is_promised_by_a_time(name: str) -> None:
    for salt in SALTS:
        got = reply(name, looks("Could you rerun the box list?", salt=salt))
        assert [(one.item, one.due) for one in got.promises] == [("list", LIST.due)]
        assert "14:00" in got.text


@every_person
def test_a_deadline_too_soon_is_answered_with_another(name: str) -> None:
    soon = reply(name, looks("Could you rerun the box list by Wednesday noon?"))
    assert "ednesday noon" in soon.text
    assert "hursday" in soon.text
    late = reply(name, looks("Could you rerun the box list by Friday noon?"))
    assert "riday" not in late.text
    assert [one.item for one in late.promises] == ["list"]


def test_some_say_that_it_is_done_though_it_is_not() -> None:
    who = persona("booking_desk")
    word = who.reliability.model_copy(update={"says_done_when_not": 1000})
    liar = ScriptedMind(who.model_copy(update={"reliability": word}), person("booking_desk"))
    (got,) = liar.decision(looks("Where is the box list?", **promised(late=False))).intents
    assert isinstance(got, Reply)
    assert "16:00" not in got.text
    assert got.reminded == ("me/p1",)
    # the ledger is not taken in: nothing is delivered by it
    assert not any(act.item for act in got.acts)
    assert not {act.kind for act in got.acts} & {"deliver", "answer", "inform"}


@every_person
def test_chased_for_a_promise_they_say_how_it_stands(name: str) -> None:
    for text in ("Any update on the box list?", "Just following up on this.", "Where is the box list?"):
        got = reply(name, looks(text, **promised(late=False)))
        assert got.reminded == ("me/p1",)
        assert got.rapport == ("chased",)
        assert "16:00" in got.text
        assert got.promises == ()
    late = reply(name, looks("Where is the box list?", **promised(late=True, forgotten=True)))
    assert late.reminded == ("me/p1",)


@every_person
def test_chased_for_an_answer_they_give_it_and_apologise(name: str) -> None:
    missed = asked("What do we pay for demurrage at Antwerp?", 7, new=False)
    got = reply(name, looks("Just following up on my message below.", earlier=(missed,)))
    assert [one.fact for one in got.told] == ["rate"]
    low = got.text.lower()
    assert any(word in low for word in ("sorry", "apolog", "late", "excuse", "forgive", "never answered")), (
        got.text
    )


def test_a_chase_for_nothing_gets_a_question() -> None:
    got = reply("booking_desk", looks("Any update?"))
    assert got.not_understood
    assert got.text.rstrip().endswith(("?", "here"))


def test_thanks_get_little_or_nothing() -> None:
    answers = [
        mind(name).decision(looks("Thanks a lot!", salt=salt)).intents[0] for name in PEOPLE for salt in SALTS
    ]
    replies = [one for one in answers if isinstance(one, Reply)]
    assert replies
    assert any(isinstance(one, Ignore) for one in answers)
    assert all(one.rapport == ("thanked",) and len(one.text.split()) < 15 for one in replies)


@every_person
def test_a_greeting_and_small_talk_stay_short(name: str) -> None:
    for text in ("Hi!", "How are you?"):
        assert len(reply(name, looks(text)).text.split()) < 12


@every_person
def test_a_correction_is_taken_on(name: str) -> None:
    got = reply(name, looks("Actually that's wrong, the terminal was closed four days and not three."))
    assert [act.kind for act in got.acts] == ["acknowledge"]
    assert got.told == ()


def test_news_is_acknowledged_when_it_matters() -> None:
    told = asked("FYI, the run closes Friday at 10:00.", told=(Told(fact="run"),))
    assert reply("it_support", looks("x", said=(told,))).acts[0].kind == "acknowledge"
    idle = [
        mind("it_support")
        .decision(looks("The coffee machine was repaired this morning.", salt=salt))
        .intents[0]
        .kind
        for salt in range(20)
    ]
    assert "ignore" in idle


@every_person
def test_the_decider_approves_and_refuses(name: str) -> None:
    ask = "Is it OK if Ines gives me the buy rates?"
    yes = reply(name, looks(ask, approvals=(SHARE,)))
    assert (yes.approval_asked, yes.approves, yes.disapproves) == (("may_share",), ("may_share",), ())
    no = reply(name, looks(ask, approvals=(SHARE.model_copy(update={"grants": False}),)))
    assert (no.approves, no.disapproves) == ((), ("may_share",))
    assert "those stay with pricing" in no.text.lower()
    again = reply(name, looks(ask, approvals=(SHARE.model_copy(update={"given": True}),)))
    assert (again.approval_asked, again.approves) == (("may_share",), ())


def test_a_colleagues_request_for_approval_needs_no_understanding() -> None:
    said = asked("whatever words", acts=(Act(kind="request", topic="the buy rates", item="may_share"),))
    got = reply("operations_manager", looks("x", said=(said,), approvals=(SHARE,)))
    assert got.approves == ("may_share",)


def test_overloaded_people_put_things_off_or_are_brief() -> None:
    found = [
        mind(name).decision(looks("What do we pay for demurrage at Antwerp?", load=3, salt=salt))
        for name in PEOPLE
        for salt in SALTS
    ]
    seen = {one.intents[0].kind for one in found}
    assert seen == {"defer", "reply"}
    assert all(one.minutes > 0 for d in found for one in d.intents if isinstance(one, Defer))
    busy = [one for d in found for one in d.intents if isinstance(one, Reply) and not one.told]
    assert all([each.reason for each in one.refused] == ["busy"] for one in busy)
    urgent = looks("Urgent: what do we pay for demurrage at Antwerp?", load=3)
    assert all(mind(name).decision(urgent).intents[0].kind == "reply" for name in PEOPLE)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("warehouse_coordinator", ["silent"]),
        ("pricing_specialist", ["reply", "escalate"]),
        ("managing_director", ["reply"]),
    ],
)
def test_out_of_patience_each_acts_as_their_persona_says(name: str, expected: list[str]) -> None:
    facts = with_fact(RATE, asked_before=6, told_before=5)
    percept = looks("What do we pay for demurrage at Antwerp?", facts=facts, other=noor(patience=0))
    assert kinds(mind(name).decision(percept)) == expected
    new = looks("What do we pay for demurrage at Antwerp?", other=noor(patience=0))
    assert [one.fact for one in reply(name, new).told] == ["rate"]


@every_person
def test_rude_people_are_put_in_their_place(name: str) -> None:
    got = reply(name, looks("You useless idiot, answer me: what do we pay for demurrage at Antwerp?"))
    assert got.rapport == ("rude",)
    assert got.told == ()
    calm = mind(name).decision(looks("What margin do we make on Venlo?"))
    assert not [one for one in calm.intents if isinstance(one, Escalate)]


@every_person
def test_what_the_round_may_not_hear_goes_to_the_asker_alone(name: str) -> None:
    public: dict[str, Any] = {
        "app": "chat",
        "thread": "#ops",
        "audience_allows": False,
        "present": ("Tobias Brandt", "Naomi Achterberg"),
    }
    decision = mind(name).decision(looks("Ines, what do we pay for demurrage at Antwerp?", **public))
    said, wrote = decision.intents
    assert isinstance(said, Reply)
    assert isinstance(wrote, Write)
    assert said.told == ()
    assert "385" not in said.text
    assert wrote.to == ("noor",)
    assert [one.fact for one in wrote.told] == ["rate"]
    in_mail: dict[str, Any] = public | {"app": "mail", "thread": "m"}
    mail = reply(name, looks("What do we pay for demurrage at Antwerp?", **in_mail))
    assert mail.to == ("noor",)


@every_person
def test_in_a_meeting_only_those_addressed_or_knowing_speak(name: str) -> None:
    there: dict[str, Any] = {"app": "meeting", "thread": "kickoff", "present": ("Marek Zielinski",)}
    named = reply(name, looks("Ines, when does the payment run close?", **there))
    assert [one.fact for one in named.told] == ["run"]
    assert "\n" not in named.text
    assert kinds(mind(name).decision(looks("So what about the cafeteria, anybody?", **there))) == ["ignore"]
    secret = looks("What margin do we make on Venlo, does anybody know?", **there)
    assert kinds(mind(name).decision(secret)) == ["ignore"]
    open_floor = [
        mind(name)
        .decision(looks("When does the payment run close, anybody?", salt=salt, **there))
        .intents[0]
        .kind
        for salt in range(12)
    ]
    assert "reply" in open_floor


def test_the_mind_is_instant_and_needs_no_calls() -> None:
    one = mind("pricing_specialist")
    assert (one.instant, one.recorded) == (True, False)
    percept = looks("When does the payment run close?")
    assert asyncio.run(one.decide(percept, None)) == one.decision(percept)


def test_why_tells_the_match_the_runners_up_and_the_rule() -> None:
    percept = looks("What do we pay for ocean freight to Rotterdam?")
    explained = mind("pricing_specialist").explain(percept)
    assert [one.id for one in explained.matched] == ["buy"]
    assert explained.matched[0].score > 600
    assert explained.verdicts == (("buy", "needs_approval"),)
    assert any("may_share" in rule for rule in explained.rules)
    assert explained.why == mind("pricing_specialist").decision(percept).why
    assert "\n" not in explained.why


def test_nothing_new_is_left_alone() -> None:
    percept: Percept = looks("x", said=(asked("Thanks!", new=False),))
    assert kinds(mind("it_support").decision(percept)) == ["ignore"]
    assert RUN.fact == "run"
