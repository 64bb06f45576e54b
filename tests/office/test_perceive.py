from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from tenure.engine.kernel.clock import DAY, HOUR
from tenure.engine.office.events import Act
from tenure.engine.office.percept import Errand, Invitation
from tenure.engine.office.recall import due_words
from tenure.engine.office.sentences import sentence_hashes

from .bureau import AGREED, Bureau, setup
from .bureau import facts as bureau_facts
from .bureau import people as bureau_people


def test_a_question_of_a_seat_brings_facts_rules_and_offers() -> None:
    bureau = Bureau()
    thread = bureau.say("noor", "ines", "What do we pay for demurrage per box?")
    percept = bureau.office.perceiver.percept("ines", thread, bureau.now)
    assert percept.other is not None
    assert (percept.other.person, percept.other.seat, percept.other.ties) == ("noor", True, ("works_with",))
    assert (percept.day, percept.app, percept.manager) == ("Mon morning", "mail", "dewi")
    assert [one.fact for one in percept.facts] == ["rate", "buy_rate"]
    rate, buy = percept.facts
    assert (rate.verdict, rate.says) == ("may_tell", ("It's EUR 1,340 a box.",))
    assert (buy.verdict, buy.approval, buy.approver_name) == ("needs_approval", "may_share", "Dewi Test")
    assert [(one.fact, one.who) for one in percept.pointers] == [("boxes", "pieter")]
    assert [one.new for one in percept.said] == [True]
    assert percept.said[0].day == "Mon 09:00"
    assert ("dewi", "Dewi Test", "Manager") in percept.colleagues


def test_who_has_a_fact_from_somebody_knows_from_whom() -> None:
    bureau = Bureau()
    bureau.step(
        lambda step: bureau.office.knowledge.learn(step, "pieter", "buy_rate", "noor/m1", source="noor")
    )
    thread = bureau.say("noor", "pieter", "What does the carrier charge?")
    known = {one.fact: one for one in bureau.office.perceiver.percept("pieter", thread, bureau.now).facts}
    assert known["buy_rate"].from_other
    assert not known["rate"].from_other


def test_a_percept_is_a_pure_function_of_state_and_item() -> None:
    bureau = Bureau()
    thread = bureau.say("noor", "ines", "What do we pay?")
    perceiver = bureau.office.perceiver
    first = perceiver.percept("ines", thread, bureau.now)
    bureau.state.load(bureau.state.dump())
    again = perceiver.percept("ines", thread, bureau.now + 60_000)
    assert first == again
    assert (
        first.model_dump_json() == type(first).model_validate_json(first.model_dump_json()).model_dump_json()
    )
    bureau.say("noor", "ines", "Well?", thread=thread)
    assert perceiver.percept("ines", thread, bureau.now) != first


def test_verdicts_hold_for_everybody_who_reads_the_answer() -> None:
    bureau = Bureau()
    thread = bureau.say("noor", "ines", "What do we pay for demurrage?", cc=("joost",))
    percept = bureau.office.perceiver.percept("ines", thread, bureau.now)
    assert percept.facts[0].verdict == "may_tell"
    assert not percept.audience_allows
    assert percept.present == ("Joost Test",)
    other = bureau.say("noor", "pieter", "How many boxes are held at Antwerp?", cc=("joost",))
    assert bureau.office.perceiver.percept("pieter", other, bureau.now).audience_allows
    bureau.say("noor", ("ines", "joost"), "What do we pay for demurrage?", thread="kickoff", app="meeting")
    percept = bureau.office.perceiver.percept("ines", "kickoff", bureau.now)
    assert (percept.facts[0].verdict, percept.audience_allows) == ("may_not", False)
    alone = bureau.say("noor", "ines", "What do we pay for demurrage?")
    assert bureau.office.perceiver.percept("ines", alone, bureau.now).audience_allows


def test_nobody_points_to_what_they_should_not_know_of() -> None:
    facts = bureau_facts()
    facts["rate"] = replace(facts["rate"], not_to=("dewi",))
    people = bureau_people()
    people["joost"] = replace(people["joost"], persona=people["ines"].persona)
    bureau = Bureau(setup(facts=facts, people=people))
    thread = bureau.say("noor", "dewi", "What do we pay for demurrage?")
    assert [one.fact for one in bureau.office.perceiver.percept("dewi", thread, bureau.now).pointers] == [
        "buy_rate",
        "boxes",
    ]
    thread = bureau.say("noor", "joost", "What do you pay for demurrage?")
    percept = bureau.office.perceiver.percept("joost", thread, bureau.now)
    assert percept.pointers == ()
    assert percept.other is not None
    assert percept.other.company == "office.example"


def test_talk_among_coworkers_brings_facts_only_if_it_is_about_one() -> None:
    bureau = Bureau()
    perceiver = bureau.office.perceiver
    thread = bureau.say("dewi", "ines", "How was the weekend?", acts=(Act(kind="social"),))
    percept = perceiver.percept("ines", thread, bureau.now)
    assert (percept.facts, percept.pointers, percept.requests) == ((), (), ())
    thread = bureau.say("dewi", "ines", "The rate?", acts=(Act(kind="request", item="rate"),))
    assert [one.fact for one in perceiver.percept("ines", thread, bureau.now).facts] == ["rate"]


def test_what_one_can_do_approve_and_owes() -> None:
    bureau = Bureau()
    office = bureau.office
    thread = bureau.say("noor", "pieter", "Could you rerun the manifest?")
    [request] = office.perceiver.percept("pieter", thread, bureau.now).requests
    assert (request.status, request.due % (HOUR // 2)) == ("free", 0)
    bureau.step(
        lambda step: office.promises.make(step, "pieter", "noor", "the manifest", "rerun", request.due, "m")
    )
    percept = office.perceiver.percept("pieter", thread, bureau.now)
    assert percept.requests[0].status == "promised"
    assert [(one.mine, one.late) for one in percept.promises] == [(True, False)]
    thread = bureau.say("noor", "dewi", "May Ines share it?")
    [approvable] = office.perceiver.percept("dewi", thread, bureau.now).approvals
    assert (approvable.grants, approvable.given) == (True, False)
    bureau.step(
        lambda step: (
            office.approvals.decide(step, "may_share", "noor", granted=True)
            and bureau.given.met.append(AGREED)
        )
    )
    assert office.perceiver.percept("dewi", thread, bureau.now).approvals[0].given


def test_an_errand_brings_its_fact_and_an_invitation_its_organiser() -> None:
    bureau = Bureau()
    errand = Errand(errand="e", kind="correct", to="noor", to_name="Noor Test", topic="the rate", fact="rate")
    percept = bureau.office.perceiver.percept("pieter", errand, 0)
    assert [one.version for one in percept.facts] == ["pieter"]
    assert percept.other is not None
    assert percept.other.person == "noor"
    invitation = Invitation(
        meeting="m",
        title="Call",
        organiser="dewi",
        organiser_name="Dewi",
        when_words="Tue 10:00",
        clash=False,
    )
    percept = bureau.office.perceiver.percept("pieter", invitation, 0)
    assert percept.invitation == invitation
    assert percept.other is not None
    assert percept.other.person == "dewi"


def test_a_meetings_words_are_heard_by_those_present() -> None:
    bureau = Bureau()
    bureau.say("dewi", ("ines", "noor"), "Shall we start?", thread="kickoff", app="meeting")
    bureau.say("noor", ("dewi", "ines"), "What do we pay for demurrage?", thread="kickoff", app="meeting")
    percept = bureau.office.perceiver.percept("ines", "kickoff", bureau.now)
    assert percept.app == "meeting"
    assert percept.other is not None
    assert percept.other.person == "noor"
    assert percept.present == ("Dewi Test",)
    assert percept.facts[0].fact == "rate"


def test_a_reply_in_a_channel_shows_the_post_it_replies_to() -> None:
    bureau = Bureau()
    root = bureau.say("noor", ("dewi", "ines", "pieter"), "Who has the boxes?", thread="#ops", app="chat")
    bureau.say("dewi", ("noor", "ines", "pieter"), "Ines?", thread=f"#ops/{root}", app="chat")
    percept = bureau.office.perceiver.percept("ines", f"#ops/{root}", bureau.now)
    assert [one.text for one in percept.said] == ["Who has the boxes?", "Ines?"]


def test_sentences_that_were_used_are_known_and_bounded() -> None:
    bureau = Bureau()
    text = "I will look it up for you this afternoon. Short one."
    bureau.say("ines", "noor", text)
    thread = bureau.say("noor", "ines", "And?")
    used = bureau.office.perceiver.percept("ines", thread, bureau.now).used
    assert used == tuple(sentence_hashes("i will look it up, for you, this AFTERNOON!"))
    for n in range(300):
        bureau.say("ines", "noor", f"This is sentence number {n} of very many.")
    assert len(bureau.office.sentences.used("ines")) == 200
    assert bureau.office.sentences.used("noor") == ()


@pytest.mark.parametrize(
    ("due", "words"),
    [
        (datetime.fromisoformat("2026-03-03T16:00"), "today 16:00"),
        (datetime.fromisoformat("2026-03-04T09:30"), "tomorrow 09:30"),
        (datetime.fromisoformat("2026-03-06T12:00"), "Friday 12:00"),
        (datetime.fromisoformat("2026-03-09T12:00"), "Monday 9 March"),
    ],
)
def test_times_are_said_as_people_say_them(due: datetime, words: str) -> None:
    assert due_words(due, datetime.fromisoformat("2026-03-03T10:00")) == words


def test_the_percept_of_a_later_day_says_so() -> None:
    bureau = Bureau()
    thread = bureau.say("noor", "ines", "Rate?")
    assert bureau.office.perceiver.percept("ines", thread, DAY + 4 * HOUR).day == "Tue afternoon"
