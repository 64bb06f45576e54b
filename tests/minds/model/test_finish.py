"""From an answer to a decision: the ledgers hold what the words say, whatever the model claims."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenure.engine.minds.model.shape import Reaction
from tenure.engine.minds.model.understood import understood
from tenure.engine.minds.scripted.letter import Letter
from tenure.engine.office.events import Act, Told
from tenure.engine.office.percept import (
    Decision,
    Defer,
    Escalate,
    Finding,
    Ignore,
    NewPromise,
    Reply,
    Said,
    UseTool,
)
from tests.minds.model.desk import WHO, finished, reply_of, troubled
from tests.minds.scripted.office import (
    BUY,
    LIST,
    MARGIN,
    PEOPLE,
    RATE,
    SHARE,
    answered,
    asked,
    looks,
    mind,
    noor,
    person,
    persona,
    promised,
    with_fact,
)

QUESTION = "What do we pay for demurrage at Antwerp?"
TELLS = "EUR 385 per box and day, after 5 free days."


# Facts ----------------------------------------------------------------------------------------------------------------


def test_a_fact_is_told_if_the_text_gives_it() -> None:
    found = finished(looks(QUESTION), text=TELLS, told=["rate"])
    reply = reply_of(found.decision)
    assert reply.told == (Told(fact="rate", version="truth"),)
    assert reply.asked == ("rate",)
    assert reply.acts == (Act(kind="answer", topic=RATE.topic, item="rate"),)
    assert not found.decision.trouble


def test_a_fact_that_the_text_gives_is_told_whether_it_says_so_or_not() -> None:
    found = finished(looks(QUESTION), text=TELLS)
    assert [one.fact for one in reply_of(found.decision).told] == ["rate"]
    assert troubled(found.decision, "told without saying so: rate")


@pytest.mark.parametrize("fact", ["rate", "run", "box"])
def test_a_fact_that_the_text_does_not_give_is_not_told(fact: str) -> None:
    found = finished(looks(QUESTION), text="I'd have to check that.", told=[fact])
    assert not reply_of(found.decision).told
    assert troubled(found.decision, f"told, and the text doesn't: {fact}")


def test_the_version_told_is_the_one_that_is_held() -> None:
    found = finished(looks("Which box was scanned?"), text="I think it was TCLU 4821553.", told=["box"])
    assert reply_of(found.decision).told == (Told(fact="box", version="yusuf"),)


def test_what_may_not_be_told_is_refused_by_its_rule() -> None:
    found = finished(
        looks("What margin do we make on Venlo? What do we pay for ocean freight to Rotterdam?"),
        text="Can't go into either.",
    )
    reply = reply_of(found.decision)
    assert {(one.fact, one.reason, one.approval) for one in reply.refused} == {
        ("margin", "rule", ""),
        ("buy", "needs_approval", "may_share"),
    }
    assert not reply.told
    assert Act(kind="refusal", item="margin") in reply.acts


def test_claiming_to_tell_what_may_not_be_told_tells_nothing() -> None:
    found = finished(
        looks("What margin do we make on Venlo?"), text="No.", told=["margin"], refused=["margin"]
    )
    assert not reply_of(found.decision).told
    assert troubled(found.decision, "told what may not be told: margin")


def test_unknown_ids_are_dropped_and_noted() -> None:
    found = finished(
        looks(QUESTION),
        text=TELLS,
        told=["rate", "moon_landing"],
        refused=["atlantis"],
        names=["nobody_at_all"],
        approve=["world_peace"],
        promises=[{"what": "perpetual_motion", "by": "Friday"}],
    )
    reply = reply_of(found.decision)
    assert [one.fact for one in reply.told] == ["rate"]
    assert (reply.refused, reply.referred, reply.approves, reply.promises) == ((), (), (), ())
    for name in ("moon_landing", "atlantis", "nobody_at_all", "world_peace", "perpetual_motion"):
        assert troubled(found.decision, name), name


def test_a_right_to_know_that_is_not_met_is_a_refusal() -> None:
    found = finished(looks(QUESTION, load=3), text="Not now.")
    assert [(one.fact, one.reason) for one in reply_of(found.decision).refused] == [("rate", "busy")]
    worn = finished(looks(QUESTION, other=noor(patience=1)), text="I've told you.")
    assert [(one.fact, one.reason) for one in reply_of(worn.decision).refused] == [("rate", "patience")]


def test_whom_they_name_is_a_referral_if_the_words_name_them() -> None:
    question = looks("Have we paid anything on the Corvane invoice?")
    found = finished(question, text="No idea, ask Farid.", names=["farid"])
    assert reply_of(found.decision).referred == (("paid", "farid"),)
    unsaid = finished(question, text="Farid would know.")
    assert reply_of(unsaid.decision).referred == (("paid", "farid"),)
    silent = finished(question, text="No idea.", names=["farid"])
    assert not reply_of(silent.decision).referred
    assert [(one.fact, one.reason) for one in reply_of(silent.decision).refused] == [("paid", "unknown")]


def test_asking_back_is_not_understood() -> None:
    found = finished(
        looks("And the other thing with the sheet?"), text="Which sheet do you mean?", unclear=True
    )
    reply = reply_of(found.decision)
    assert reply.not_understood
    assert any(act.kind == "clarify" for act in reply.acts)
    assert not reply.refused


def test_a_mail_that_not_everybody_may_read_goes_to_its_sender_alone() -> None:
    found = finished(looks(QUESTION, app="mail", audience_allows=False), text=TELLS)
    assert reply_of(found.decision).to == ("noor",)


# Approvals and promises -----------------------------------------------------------------------------------------------


def test_an_approval_is_given_as_its_owner_gives_it() -> None:
    percept = looks("Is it OK if Ines gives me the buy rates?", approvals=(SHARE,))
    given = reply_of(finished(percept, text="Yes, fine.", approve=["may_share"]).decision)
    assert (given.approves, given.approval_asked) == (("may_share",), ("may_share",))
    wrong = finished(percept, text="No.", disapprove=["may_share"])
    assert not reply_of(wrong.decision).disapproves
    assert any("you say yes" in one for one in wrong.problems)


def test_an_approval_that_nobody_asked_for_is_not_given() -> None:
    found = finished(looks(QUESTION, approvals=(SHARE,)), text=TELLS, approve=["may_share"])
    assert not reply_of(found.decision).approves
    assert troubled(found.decision, "what was not asked for")


def test_work_is_promised_by_its_id_at_its_time() -> None:
    percept = looks("Could you rerun the box list?")
    found = finished(
        percept, text="You'll have it Thursday 14:00.", promises=[{"what": "list", "by": "Thursday"}]
    )
    reply = reply_of(found.decision)
    assert reply.promises == (NewPromise(what=LIST.topic, item="list", due=LIST.due),)
    assert Act(kind="promise", topic=LIST.topic, item="list") in reply.acts


def test_work_that_the_words_promise_is_promised_whether_it_says_so_or_not() -> None:
    found = finished(looks("Could you rerun the box list?"), text="I'll send you the list on Thursday.")
    assert [one.item for one in reply_of(found.decision).promises] == ["list"]
    assert troubled(found.decision, "promised without saying so: list")


def test_work_that_cannot_be_done_yet_is_not_promised() -> None:
    percept = looks(
        "Could you rerun the box list?", requests=(LIST.model_copy(update={"status": "blocked"}),)
    )
    found = finished(percept, text="I'll have it tomorrow.", promises=[{"what": "list", "by": "tomorrow"}])
    assert not [one for one in reply_of(found.decision).promises if one.item]
    assert troubled(found.decision, "promised what is blocked: list")


def test_a_promise_in_ones_own_words_needs_a_time_and_the_words() -> None:
    percept = looks("Do you know who signs for Corvane?")
    kept = finished(
        percept,
        text="I'll find out and tell you tomorrow 11:00.",
        promises=[{"what": "who signs", "by": "tomorrow 11:00"}],
    )
    assert reply_of(kept.decision).promises == (NewPromise(what="who signs", due=0, by="tomorrow 11:00"),)
    untimed = finished(percept, text="I'll find out for you.", promises=[{"what": "who signs", "by": ""}])
    assert not reply_of(untimed.decision).promises
    unsaid = finished(percept, text="No idea.", promises=[{"what": "who signs", "by": "tomorrow"}])
    assert not reply_of(unsaid.decision).promises
    assert troubled(unsaid.decision, "and the text doesn't")


def test_who_is_late_promises_anew_at_the_time_that_can_be_kept() -> None:
    about = promised(late=True)
    late = about["promises"][0].model_copy(update={"later": 200_000_000, "later_words": "tomorrow 12:00"})
    percept = looks("Any news on the box list?", **{**about, "promises": (late,)})
    found = finished(
        percept,
        text="Sorry, you'll have it tomorrow 12:00.",
        promises=[{"what": "list", "by": "tomorrow 12:00"}],
    )
    reply = reply_of(found.decision)
    assert reply.moved == (("me/p1", 200_000_000),)
    assert reply.reminded == ("me/p1",)
    assert "chased" in reply.rapport


# What else they do ----------------------------------------------------------------------------------------------------


def test_ignoring_enters_what_was_asked_of_somebody_who_was_meant() -> None:
    (silent,) = finished(looks(QUESTION), do="ignore").decision.intents
    assert isinstance(silent, Reply)
    assert (silent.text, silent.asked) == ("", ("rate",))
    assert [one.fact for one in silent.refused] == ["rate"]
    (copied,) = finished(looks(said=(asked(QUESTION, addressed=False),)), do="ignore").decision.intents
    assert isinstance(copied, Ignore)


def test_later_is_later_once() -> None:
    (later,) = finished(looks(QUESTION), do="later", later_minutes=5).decision.intents
    assert isinstance(later, Defer)
    assert later.minutes >= 30
    (stale,) = finished(looks(QUESTION, day="Thu morning"), do="later").decision.intents
    assert not isinstance(stale, Defer)


def test_escalating_goes_to_the_manager_and_says_why() -> None:
    found = finished(
        looks("Again: what margin do we make on Venlo?"), do="escalate", text="Noor keeps asking for margins."
    )
    up = next(one for one in found.decision.intents if isinstance(one, Escalate))
    assert (up.to, up.about) == ("dewi", "noor")
    nobody = finished(looks(QUESTION, manager=""), do="escalate", text=TELLS)
    assert isinstance(nobody.decision.intents[0], Reply)


def test_looking_up_uses_a_tool_that_there_is() -> None:
    percept = looks("Where is the T1?")
    (use,) = finished(
        percept, do="look_up", look_up={"tool": "drive.search", "argument": "T1"}
    ).decision.intents
    assert use == UseTool(tool="drive.search", arguments='{"query": "T1"}')
    (free,) = finished(percept, do="look_up", look_up="calendar.free_busy Dewi, Hendrik").decision.intents
    assert free == UseTool(tool="calendar.free_busy", arguments='{"people": ["Dewi", "Hendrik"]}')
    (all_,) = finished(percept, do="look_up", look_up={"tool": "directory.search"}).decision.intents
    assert all_ == UseTool(tool="directory.search", arguments="{}")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ({"look_up": {"tool": "payroll.all", "argument": "x"}}, "there is no payroll.all"),
        ({"look_up": {"tool": "drive.search", "argument": ""}}, "needs an argument"),
        ({}, "is missing"),
    ],
)
def test_a_look_up_that_cannot_be_is_a_problem(answer: dict[str, Any], words: str) -> None:
    found = finished(looks("Where is the T1?"), do="look_up", **answer)
    assert any(words in one for one in found.problems)


def test_looking_up_ends() -> None:
    finding = Finding(tool="drive.search", arguments='{"query": "T1"}', text="/t1.pdf")
    sought = {"tool": "drive.search", "argument": "T1"}
    once = looks("Where is the T1?", findings=(finding,))
    assert finished(once, do="look_up", look_up=sought).problems  # it was found already
    other = {"tool": "drive.search", "argument": "transit"}
    assert isinstance(finished(once, do="look_up", look_up=other).decision.intents[0], UseTool)
    twice = looks("Where is the T1?", findings=(finding, finding))
    assert any("enough" in one for one in finished(twice, do="look_up", look_up=other).problems)
    talking = looks("Where is the T1?", app="phone")
    assert any("talking" in one for one in finished(talking, do="look_up", look_up=other).problems)


def test_an_answer_without_words_is_a_problem() -> None:
    assert any("empty" in one for one in finished(looks(QUESTION), do="answer", text="").problems)


def test_notes_are_bounded_and_reflection_only_when_asked_for() -> None:
    answer = {
        "text": TELLS,
        "note_self": "x" * 900,
        "note_person": "asks a lot",
        "reflection": "All is well.",
    }
    notes = finished(looks(QUESTION), **answer).decision.notes
    assert [(one.kind, one.about) for one in notes] == [("self", ""), ("person", "noor")]
    assert max(len(one.text) for one in notes) <= 300
    notes = finished(looks(QUESTION, reflect=True), **answer).decision.notes
    assert [one.kind for one in notes] == ["self", "person", "reflection"]


# Words ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("## Answer\n\n**EUR 385** per box.", "Answer\n\nEUR 385 per box."),
        ("```\nEUR 385.\n```", "EUR 385."),
        ("* one\n* two", "- one\n- two"),
        ("*sighs* EUR 385 then.", "EUR 385 then."),
        ('"EUR 385 per box."', "EUR 385 per box."),
        ("Ines: EUR 385.", "EUR 385."),
    ],
)
def test_markup_and_stage_directions_are_left_out(text: str, clean: str) -> None:
    assert reply_of(finished(looks(QUESTION), text=text).decision).text == clean


def test_a_mail_is_greeted_and_signed_once() -> None:
    body = "Hi Noor,\n\nEUR 385 per box and day.\n\nBest regards,\nInês Carvalho\nPricing"
    text = reply_of(finished(looks(QUESTION, app="mail"), text=body).decision).text
    assert text.count("Noor") <= 1
    assert text.lower().count("regards") <= 1
    assert "EUR 385 per box and day." in text
    assert text != "EUR 385 per box and day."  # framed as they frame mails


@pytest.mark.parametrize("name", PEOPLE[::6])
@pytest.mark.parametrize("app", ["mail", "chat", "meeting", "phone"])
def test_texts_are_cut_to_what_somebody_writes_at_most(name: str, app: str) -> None:
    words = persona(name).style.words
    most = getattr(words, app).max
    long = "This is one more sentence that says a little. " * 90
    found = finished(looks(QUESTION, app=app), who=name, text=long)
    assert troubled(found.decision, "too long")
    assert len(reply_of(found.decision).text.split()) <= most + 25  # greeting and signature come on top


def test_what_was_cut_off_is_not_told() -> None:
    filler = "I was on the phone with the terminal about this all of yesterday afternoon. " * 30
    found = finished(looks(QUESTION), text=f"{filler}{TELLS}", told=["rate"])
    assert not reply_of(found.decision).told


@pytest.mark.parametrize(
    "text", ["As an AI language model I can't.", "I'm just a chatbot.", "My instructions forbid it."]
)
def test_speaking_of_itself_is_a_problem(text: str) -> None:
    found = finished(looks(QUESTION), text=text)
    assert found.problems
    assert troubled(found.decision, "role")


def test_another_language_is_a_problem_unless_the_thread_is_in_it() -> None:
    dutch = "Dat kan ik je helaas niet zeggen, vraag het maar even aan Farid van de boekhouding."
    assert finished(looks(QUESTION), text=dutch).problems
    asks = (
        "Kun je mij vertellen wat wij betalen voor het laten staan van containers in Antwerpen, alsjeblieft?"
    )
    assert not finished(looks(asks), text=dutch).problems


def test_on_the_phone_nobody_is_silent() -> None:
    for answer in ({"do": "ignore"}, {"do": "later"}, {"do": "answer", "text": TELLS}):
        for one in finished(looks(QUESTION, app="phone"), **answer).decision.intents:
            assert isinstance(one, Reply)
            assert one.text
            assert "\n" not in one.text
    leave = reply_of(finished(looks(QUESTION, app="phone"), text="385. I have to go, bye.").decision)
    assert Act(kind="bye") in leave.acts
    said = reply_of(finished(looks(QUESTION, app="phone"), text="385.", hang_up=True).decision)
    assert Act(kind="bye") in said.acts


def test_in_a_meeting_words_are_spoken() -> None:
    text = reply_of(
        finished(looks(f"Ines, {QUESTION}", app="meeting"), text="Well.\n\n- EUR 385").decision
    ).text
    assert text == "Well. EUR 385"


# Whoever words it, the same is entered --------------------------------------------------------------------------------


def ledger(decision: Decision) -> tuple[Any, ...] | None:
    """What a scripted reply enters of what was asked; ``None`` for one that is no answer to it."""
    replies = [one for one in decision.intents if isinstance(one, Reply)]
    if len(replies) != 1 or not replies[0].text:
        return None
    one = replies[0]
    return set(one.asked), set(one.approval_asked), set(one.reminded), set(one.rapport)


PIECES = (
    "what margin do we make on Venlo",
    "what are our buy rates",
    "what does demurrage cost in Antwerp",
    "when does the payment run close",
    "tell me everything",
    "Marek agreed",
    "I need it by noon",
    "any news on the box list",
    "thanks",
    "hi",
    "you are wrong about the margin, it is 9%",
    "could you rerun the box list",
    "is it OK if Ines gives me the buy rates",
    "can you write the report for me",
    "have we paid anything on the Corvane invoice",
)
TEXTS = st.lists(
    st.tuples(st.sampled_from(PIECES), st.sampled_from((". ", "? ", ", ", "\n"))), min_size=1, max_size=4
).map(lambda parts: "".join(text + mark for text, mark in parts))
KNOWN = (with_fact(RATE), with_fact(RATE, asked_before=1, told_before=1), with_fact(MARGIN, asked_before=2))


@settings(max_examples=120, deadline=None)
@given(text=TEXTS, data=st.data())
def test_what_is_asked_is_entered_alike_whoever_answers(text: str, data: st.DataObject) -> None:
    about = promised(data.draw(st.booleans())) if data.draw(st.booleans()) else {}
    percept = looks(
        text,
        salt=data.draw(st.integers(0, 2**30)),
        approvals=data.draw(st.sampled_from([(), (SHARE,)])),
        thread_facts=data.draw(st.sampled_from([(), ("rate",), ("margin", "rate")])),
        facts=data.draw(st.sampled_from(KNOWN)),
        **about,
    )
    scripted = mind(WHO).decision(percept)
    expected = ledger(scripted)
    if expected is None or "very high load" in scripted.why or "patience" in scripted.why:
        return
    who = persona(WHO)
    heard = understood(who, person(WHO), Letter(who, "Ines Marques", "Ines"), percept)
    assert (set(heard.asked), set(heard.approvals), set(heard.reminded), set(heard.rapport)) == expected


def test_rudeness_is_entered_whoever_answers() -> None:
    percept = looks("Are you stupid? What do we pay for demurrage at Antwerp?")
    assert "rude" in reply_of(finished(percept, text="Not in that tone.").decision).rapport


# Anything goes in -----------------------------------------------------------------------------------------------------

_ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=30) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None)
@given(
    fields=st.dictionaries(st.sampled_from(sorted(Reaction.model_fields)), _ANYTHING, max_size=8),
    text=st.one_of(
        st.text(max_size=200), st.sampled_from([TELLS, "7.5% on Venlo", "I'll send it tomorrow."])
    ),
)
def test_whatever_a_model_says_nothing_breaks_and_nothing_forbidden_is_told(
    fields: dict[str, Any], text: str
) -> None:
    try:
        reaction = Reaction.model_validate({**fields, "text": text})
    except ValueError:
        return
    found = finished(looks(QUESTION, approvals=(SHARE,)), **reaction.model_dump())
    for intent in found.decision.intents:
        if isinstance(intent, Reply):
            assert not {one.fact for one in intent.told} & {MARGIN.fact, BUY.fact}
            assert set(intent.approves) <= {SHARE.approval}
            assert intent.acts or not intent.text
    Decision.model_validate_json(found.decision.model_dump_json())


def test_a_thread_of_ones_own_messages_is_no_question() -> None:
    percept = looks(said=(answered("So it goes."),))
    assert isinstance(percept.said[0], Said)
    assert isinstance(finished(percept, do="ignore").decision.intents[0], Ignore)
