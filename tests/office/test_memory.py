from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic_core import to_json

from tenure.engine.kernel.clock import DAY, HOUR, MINUTE
from tenure.engine.office import memory as remembering
from tenure.engine.office.events import (
    FactAsked,
    FactLearned,
    FactShared,
    Invited,
    Joined,
    MeetingEnded,
    MessageSent,
    PromiseKept,
    PromiseMade,
    PromiseMoved,
    RapportMoved,
)
from tenure.engine.office.memory import KEPT, REFLECTS_AT, MemoryNoted
from tenure.engine.office.percept import Errand, Memory, Percept
from tenure.engine.office.queues import Turned
from tenure.engine.office.recollect import MOST, MOST_TODAY, gist, normalised, scores

from .bureau import Bureau, setup

MORNING = DAY + 30 * MINUTE
"""Half past nine on the second day."""


def remembers(*people: str) -> Bureau:
    """An office in which some people's minds remember."""
    thinkers = frozenset(people)
    bureau = Bureau(setup(thinkers=thinkers))
    bureau.office.links.thinks = thinkers.__contains__
    return bureau


def reads(bureau: Bureau, person: str, *messages: str) -> None:
    turned = Turned(person=person, key="t:x", messages=messages)
    bureau.step(lambda step: step.emit(turned, person))


def tells(bureau: Bureau, sender: str, to: str, text: str, **more: Any) -> str:
    """A message that its reader takes up at once."""
    message = bureau.say(sender, to, text, **more)
    reads(bureau, to, message)
    return message


def notes(bureau: Bureau, person: str, kind: Any, text: str, about: str = "") -> None:
    noted = MemoryNoted(person=person, note=kind, about=about, text=bureau.blobs.put_text(text))
    bureau.step(lambda step: step.emit(noted, person))


def looks(bureau: Bureau, person: str, thread: str, at: int) -> Percept:
    return bureau.office.perceiver.percept(person, thread, at)


def texts(memories: tuple[Memory, ...]) -> list[str]:
    return [one.text for one in memories]


# What is remembered --------------------------------------------------------------------------------------------------


def test_nobody_remembers_where_nobody_thinks() -> None:
    bureau = Bureau()
    thread = bureau.say("noor", "ines", "The crane is broken, can you reroute?")
    assert "memories" not in bureau.state.dump()
    percept = looks(bureau, "ines", thread, DAY)
    assert (percept.memories, percept.about_other, percept.reflect) == ((), "", False)
    assert b"memories" not in to_json(percept)


def test_a_fact_told_in_one_thread_comes_to_mind_in_another() -> None:
    bureau = remembers("dewi")
    tells(bureau, "ines", "dewi", "Hi Dewi, it's EUR 1,340 a box for demurrage.", told=("rate",))
    bureau.now = MORNING
    thread = bureau.say("noor", "dewi", "What do we pay for demurrage per box?")
    percept = looks(bureau, "dewi", thread, bureau.now)
    known = next(one for one in percept.facts if one.fact == "rate")
    assert (known.statement, known.verdict) == ("Demurrage costs EUR 1,340.00 per box.", "may_tell")
    heard = [one for one in percept.memories if one.kind == "heard"]
    learned = [one for one in percept.memories if one.kind == "learned"]
    assert texts(tuple(heard)) == ["it's EUR 1,340 a box for demurrage."]
    assert (heard[0].day, heard[0].people) == ("Mon 2 Mar", ("Ines Test",))
    assert (learned[0].text, learned[0].people) == ("the demurrage rate", ("Ines Test",))


def test_what_may_not_be_repeated_comes_to_mind_without_its_words() -> None:
    bureau = remembers("dewi", "ines")
    tells(
        bureau, "ines", "dewi", "For demurrage we pay EUR 1,340 a box, keep it to yourself.", told=("rate",)
    )
    notes(bureau, "dewi", "self", "Demurrage is 1340 a box, must not get out")
    bureau.now = MORNING
    thread = bureau.say("joost", "dewi", "What do you pay for demurrage per box?")
    percept = looks(bureau, "dewi", thread, bureau.now)
    assert all("1,340" not in one.text and "1340" not in one.text for one in percept.memories)
    assert [one.text for one in percept.memories if one.kind in ("heard", "noted")] == [
        "something about the demurrage rate",
        "something about the demurrage rate",
    ]


def test_mail_is_remembered_once_it_was_taken_up() -> None:
    bureau = remembers("ines")
    first = bureau.say("dewi", "ines", "The audit comes on Thursday.")
    bureau.say("pieter", "ines", "The yard is flooded.")
    reads(bureau, "ines", first)
    bureau.now = MORNING
    thread = bureau.say("noor", "ines", "Anything new?")
    assert texts(looks(bureau, "ines", thread, bureau.now).memories) == ["The audit comes on Thursday."]


def test_words_in_a_meeting_and_the_meeting_are_remembered() -> None:
    bureau = remembers("ines")

    def meet(step: Any) -> None:
        people = ("dewi", "ines", "pieter")
        invited = Invited(
            meeting="m1", title="Yard planning", organiser="dewi", people=people, start=0, end=HOUR
        )
        step.emit(invited, "dewi")
        for person in ("dewi", "ines"):
            step.emit(Joined(meeting="m1", person=person, late=0), person)

    bureau.step(meet)
    bureau.say("dewi", ("ines",), "We close gate four in April.", app="meeting", thread="m1")
    bureau.step(lambda step: step.emit(MeetingEnded(meeting="m1"), ""))
    bureau.now = MORNING
    thread = bureau.say("noor", "ines", "What about gate four?")
    found = looks(bureau, "ines", thread, bureau.now).memories
    assert {(one.kind, one.text, one.people) for one in found} == {
        ("heard", "We close gate four in April.", ("Dewi Test",)),
        ("met", "Yard planning", ("Dewi Test",)),
    }


def test_own_words_and_notes_are_remembered_and_a_word_about_the_other() -> None:
    bureau = remembers("ines")
    bureau.say("ines", "noor", "I will reroute the crane boxes by rail.")
    notes(bureau, "ines", "self", "Ask the crane people for a date")
    notes(bureau, "ines", "person", "Wants figures, hates small talk", about="noor")
    same_day = bureau.say("noor", "ines", "And the crane?")
    assert looks(bureau, "ines", same_day, bureau.now).about_other == ""
    bureau.now = MORNING
    notes(bureau, "ines", "person", "Softer than she looks", about="noor")
    thread = bureau.say("noor", "ines", "How is the crane?")
    percept = looks(bureau, "ines", thread, bureau.now)
    assert percept.about_other == "Wants figures, hates small talk"
    assert [(one.kind, one.text) for one in percept.memories] == [
        ("noted", "Ask the crane people for a date"),
        ("said", "I will reroute the crane boxes by rail."),
    ]
    assert looks(bureau, "ines", thread, bureau.now + DAY).about_other == "Softer than she looks"


def test_promises_come_from_the_ledger_and_those_with_the_other_are_perceived_anyhow() -> None:
    bureau = remembers("pieter")
    made = PromiseMade(promise="pieter/p1", by="pieter", to="dewi", what="the yard list", due=3 * DAY)
    owed = PromiseMade(promise="noor/p1", by="noor", to="pieter", what="the claim memo", due=3 * DAY)
    bureau.step(lambda step: (step.emit(made, "pieter"), step.emit(owed, "noor")))
    first = bureau.say("noor", "pieter", "Hello, anything open?")
    assert looks(bureau, "pieter", first, bureau.now).memories == ()
    bureau.now = MORNING
    thread = bureau.say("noor", "pieter", "Anything open?")
    percept = looks(bureau, "pieter", thread, bureau.now)
    promised = [one for one in percept.memories if one.kind == "promised"]
    assert [(one.text, one.people) for one in promised] == [("I promised: the yard list", ("Dewi Test",))]
    assert [one.what for one in percept.promises] == ["the claim memo"]


def test_an_errand_brings_what_fits_it_to_mind() -> None:
    bureau = remembers("ines")
    tells(bureau, "dewi", "ines", "The crane at the north quay breaks every week.")
    errand = Errand(
        errand="ines/e1",
        kind="chase",
        to="pieter",
        to_name="Pieter Test",
        topic="the crane on the north quay",
    )
    percept = bureau.office.perceiver.percept("ines", errand, MORNING)
    assert texts(percept.memories) == ["The crane at the north quay breaks every week."]


# Ranking -------------------------------------------------------------------------------------------------------------


def test_the_newer_of_two_equal_memories_scores_higher() -> None:
    older, newer = scores([10, 14], [3, 3], [1.0, 1.0], today=15)
    assert newer > older


@given(
    st.lists(st.tuples(st.integers(0, 200), st.integers(1, 10), st.integers(0, 50)), min_size=2, max_size=30),
    st.data(),
)
def test_more_recent_more_important_and_more_fitting_never_score_lower(
    rows: list[tuple[int, int, int]], data: st.DataObject
) -> None:
    days, importance, fits = (list(column) for column in zip(*rows, strict=True))
    found = scores(days, importance, [float(one) for one in fits], today=200)
    a = data.draw(st.integers(0, len(rows) - 1))
    b = data.draw(st.integers(0, len(rows) - 1))
    if all(x >= y for x, y in zip(rows[a], rows[b], strict=True)):
        assert found[a] >= found[b]
        if rows[a][0] > rows[b][0]:
            assert found[a] > found[b]


def test_each_part_is_brought_to_the_same_scale() -> None:
    assert normalised([2.0, 4.0, 3.0]) == [0.0, 1.0, 0.5]
    assert normalised([7.0, 7.0]) == [0.0, 0.0]
    assert normalised([]) == []


def test_what_fits_outranks_what_is_only_new() -> None:
    bureau = remembers("ines")
    tells(bureau, "dewi", "ines", "The Antwerp scanner takes forty minutes a truck.")
    for number in range(20):
        bureau.now += HOUR // 4
        tells(bureau, "pieter", "ines", f"Lunch at the corner place number {number}?")
    bureau.now = DAY + MORNING
    thread = bureau.say("noor", "ines", "How long does the scanner at Antwerp take for a truck?")
    found = looks(bureau, "ines", thread, bureau.now).memories
    assert found[0].text == "The Antwerp scanner takes forty minutes a truck."
    assert len(found) == MOST


def test_what_is_seen_anyhow_does_not_come_to_mind_twice() -> None:
    bureau = remembers("ines")
    thread = tells(bureau, "noor", "ines", "The crane is broken.")
    bureau.now = MORNING
    bureau.say("noor", "ines", "Still broken, the crane?", thread=thread)
    assert looks(bureau, "ines", thread, bureau.now).memories == ()


def test_of_today_only_the_last_exchanges_with_the_same_person_elsewhere() -> None:
    bureau = remembers("ines")
    for number in range(5):
        tells(bureau, "noor", "ines", f"Matter {number} is on your desk.")
        tells(bureau, "dewi", "ines", f"Errand {number} is on your desk.")
    thread = bureau.say("noor", "ines", "What is on your desk?")
    found = texts(looks(bureau, "ines", thread, bureau.now).memories)
    assert found == [f"Matter {number} is on your desk." for number in (4, 3, 2)]
    assert len(found) == MOST_TODAY


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hi Noor,\n\nThe crane is broken. We reroute.\n\nBest\nInes", "The crane is broken. We reroute."),
        ("> you wrote this\nNo, it isn't so.", "No, it isn't so."),
        ("Short.", "Short."),
    ],
)
def test_a_gist_is_the_first_sentences(text: str, expected: str) -> None:
    assert gist(text).startswith(expected)


@given(st.text(max_size=600))
def test_a_gist_is_bounded(text: str) -> None:
    assert len(gist(text)) <= 181


# Overnight -----------------------------------------------------------------------------------------------------------


def _unrelated(bureau: Bureau) -> list[Callable[[], object]]:
    """Things that may happen to Ines and have nothing to do with Noor's thread."""
    emit = bureau.step
    return [
        lambda: tells(bureau, "dewi", "ines", "The audit of the crane comes on Thursday, prepare the rates."),
        lambda: tells(bureau, "pieter", "ines", "Box count at Antwerp is up.", acts=()),
        lambda: bureau.say("ines", "pieter", "I need the crane list and the demurrage overview."),
        lambda: notes(bureau, "ines", "self", "The crane costs us demurrage"),
        lambda: notes(bureau, "ines", "person", "Late again", about="noor"),
        lambda: emit(
            lambda step: step.emit(
                FactLearned(fact="boxes", person="ines", via="beat:x", source="pieter"), "ines"
            )
        ),
        lambda: emit(
            lambda step: step.emit(
                PromiseMade(promise=f"ines/p{bureau.steps}", by="ines", to="dewi", what="crane", due=4 * DAY),
                "ines",
            )
        ),
        lambda: emit(lambda step: step.emit(PromiseKept(promise="ines/p0", late=False), "ines")),
        lambda: emit(
            lambda step: step.emit(PromiseMoved(promise="ines/p0", due=5 * DAY, message="x"), "ines")
        ),
        lambda: bureau.say("dewi", ("ines", "pieter"), "Gate four closes.", app="meeting", thread="m9"),
        lambda: emit(
            lambda step: step.emit(
                FactAsked(fact="boxes", asker="dewi", holder="pieter", message="x"), "dewi"
            )
        ),
        lambda: emit(
            lambda step: step.emit(
                RapportMoved(person="ines", towards="dewi", trust=10, patience=0, reason="thanked"), "ines"
            )
        ),
    ]


def _recalled(percept: Percept) -> str:
    """A percept without the facts that the person holds: to learn one is no unrelated thing."""
    return percept.model_dump_json(exclude={"facts", "pointers"})


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.integers(0, 11), max_size=25), st.booleans())
def test_unrelated_events_of_the_same_day_leave_a_percept_alone(order: list[int], full: bool) -> None:
    """Also where memory is over its bound and the new day trims it."""
    bureau = remembers("ines")
    made = PromiseMade(promise="ines/p0", by="ines", to="dewi", what="the crane report", due=3 * DAY)
    bureau.step(lambda step: step.emit(made, "ines"))
    tells(bureau, "dewi", "ines", "The crane causes most of our demurrage.")
    if full:
        noted = [f"Crane note {number}" for number in range(KEPT + 20)]
        bureau.step(
            lambda step: [
                step.emit(MemoryNoted(person="ines", note="self", text=bureau.blobs.put_text(one)), "ines")
                for one in noted
            ]
        )
    bureau.now = MORNING
    thread = bureau.say("noor", "ines", "How often does the crane cause demurrage?")
    later = bureau.now + 7 * HOUR
    foreseen = _recalled(looks(bureau, "ines", thread, later))
    happen = _unrelated(bureau)
    for one in order:
        happen[one]()
    assert _recalled(looks(bureau, "ines", thread, later)) == foreseen


def test_a_percept_changes_with_the_night() -> None:
    bureau = remembers("ines")
    thread = bureau.say("noor", "ines", "What about the crane?")
    bureau.now += HOUR
    tells(bureau, "dewi", "ines", "The crane is repaired.")
    assert looks(bureau, "ines", thread, bureau.now).memories == ()
    assert texts(looks(bureau, "ines", thread, MORNING).memories) == ["The crane is repaired."]


# Bounds --------------------------------------------------------------------------------------------------------------


def _weeks(bureau: Bureau, first: int, last: int, a_day: int = 24) -> None:
    """A stream of messages and notes for Ines, week by week."""
    topics = ("crane", "customs", "invoice", "yard", "driver", "permit", "client", "audit")
    for day in range(7 * first, 7 * last):
        if day % 7 > 4:
            continue
        bureau.now = day * DAY + HOUR
        for number in range(a_day):
            topic = topics[(day + number) % len(topics)]
            sender = ("noor", "dewi", "pieter")[number % 3]
            tells(
                bureau,
                sender,
                "ines",
                f"Day {day}, the {topic} case {number} needs a decision by the afternoon. More follows tomorrow.",
                thread=f"thread-{day}-{number}",
            )
        notes(bureau, "ines", "self", f"Day {day}: the {topics[day % 8]} people were late")
        notes(bureau, "ines", "person", f"Day {day}: fine", about="noor")
        if looks(bureau, "ines", f"thread-{day}-0", bureau.now).reflect:
            notes(bureau, "ines", "reflection", f"Day {day}: it is all about the yard")


class Flow(Bureau):
    """An office without the check of every step, for long streams."""

    def step(self, act: Any, fired: Any = None) -> Any:
        from tenure.engine.kernel.step import Step

        step = Step(self.steps, self.now, 0, self.state, self.agenda, self.blobs, self.reactors, fired)
        act(step)
        self.steps += 1
        return step.close()


def test_memory_of_twenty_five_weeks_is_as_large_as_that_of_five() -> None:
    bureau = Flow(setup(thinkers=frozenset({"ines"})))
    bureau.office.links.thinks = "ines".__eq__
    memories = bureau.office.memories
    sizes: dict[int, tuple[int, int]] = {}
    for week in (5, 10, 25):
        _weeks(bureau, {5: 0, 10: 5, 25: 10}[week], week)
        at = 7 * week * DAY + HOUR
        bureau.now = at
        thread = bureau.say("noor", "ines", "Any news of the crane case and the permit?", thread=f"q{week}")
        percept = looks(bureau, "ines", thread if thread in bureau.office.threads else f"q{week}", at)
        state = len(to_json(memories.dump()))
        mind = len(to_json(percept.memories)) + len(percept.about_other)
        sizes[week] = (state, mind)
        assert len(memories.before("ines", memories.day("ines", at))) <= KEPT
        assert len(percept.memories) <= MOST + MOST_TODAY
    print(f"state and percept in bytes by week: {sizes}; forgotten {memories.forgotten['ines']}")
    assert sizes[25][0] <= sizes[5][0] * 11 // 10
    assert sizes[25][1] <= sizes[5][1] * 12 // 10
    made = memories._made["ines"]  # pyright: ignore[reportPrivateUsage]
    assert sum(memories.forgotten["ines"].values()) == made - memories.size("ines")


def test_what_goes_is_the_least_important_and_oldest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembering, "KEPT", 6)
    bureau = remembers("ines")
    notes(bureau, "ines", "reflection", "The crane is the heart of it")
    for number in range(9):
        tells(bureau, "dewi", "ines", f"Remark {number}.")
    bureau.now = MORNING
    tells(bureau, "dewi", "ines", "A new day.")
    today = bureau.office.memories.day("ines", MORNING)
    kept = [bureau.blobs.text(one.ref) for one in bureau.office.memories.before("ines", today)]
    assert kept == ["The crane is the heart of it", *(f"Remark {n}." for n in range(4, 9))]
    assert bureau.office.memories.size("ines") == 7
    assert bureau.office.memories.forgotten == {"ines": {"heard": 4}}


def test_old_important_things_make_room_for_new_ones_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A memory full of old reflections must not lose all that is new."""
    monkeypatch.setattr(remembering, "KEPT", 5)
    bureau = remembers("ines")
    for number in range(5):
        notes(bureau, "ines", "reflection", f"Insight {number}")
    bureau.now = 60 * DAY
    tells(bureau, "dewi", "ines", "The crane is new.")
    kept = [bureau.blobs.text(one.ref) for one in bureau.office.memories.before("ines", 10**9)]
    assert "The crane is new." in kept


def test_enough_happening_makes_one_take_stock_the_next_day_until_they_did() -> None:
    bureau = remembers("ines")
    thread = bureau.say("noor", "ines", "What is up?")
    while bureau.office.memories.gathered("ines", 10**9) < REFLECTS_AT:
        tells(bureau, "dewi", "ines", "Something happened.")
    assert not looks(bureau, "ines", thread, bureau.now).reflect
    assert looks(bureau, "ines", thread, MORNING).reflect
    bureau.now = MORNING
    notes(bureau, "ines", "reflection", "Too much happens at once")
    assert not looks(bureau, "ines", thread, MORNING + HOUR).reflect
    assert not looks(bureau, "ines", thread, MORNING + DAY).reflect


def test_a_late_discovery_that_a_message_carried_a_fact_is_kept_with_it() -> None:
    bureau = remembers("dewi")
    message = bureau.say("noor", "dewi", "Somebody said 1,340 for demurrage.", acts=())
    assert [event.payload.fact for event in bureau.events if isinstance(event.payload, FactShared)] == [
        "rate"
    ]
    reads(bureau, "dewi", message)
    [episode] = bureau.office.memories.before("dewi", 10**9)
    assert (episode.facts, episode.importance >= 6) == (("rate",), True)


def test_messages_of_the_past_are_remembered_from_before_the_start() -> None:
    bureau = remembers("ines")
    bureau.say("dewi", "ines", "Last year's crane was cheaper.", past=True)
    thread = bureau.say("noor", "ines", "What about the crane?")
    [memory] = looks(bureau, "ines", thread, MORNING).memories
    assert (memory.kind, memory.day) == ("heard", "Mon 2 Mar")
    assert bureau.office.memories.gathered("ines", 10**9) == 0


def test_a_long_unread_pile_is_bounded_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembering, "KEPT_UNREAD", 3)
    bureau = remembers("ines")
    sent = [bureau.say("dewi", "ines", f"Mail {number}.") for number in range(5)]
    reads(bureau, "ines", *sent)
    assert bureau.office.memories.size("ines") == 3
    assert bureau.office.memories.forgotten == {"ines": {"unread": 2}}


def test_sent_events_fold_without_a_reader_who_thinks() -> None:
    bureau = remembers("ines")
    bureau.say("dewi", "pieter", "Nothing for Ines.")
    assert any(isinstance(event.payload, MessageSent) for event in bureau.events)
    assert bureau.office.memories.size("ines") == 0
