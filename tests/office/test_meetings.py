from __future__ import annotations

from typing import Any

import pytest

from tenure.engine.kernel.clock import DAY, HOUR, MINUTE
from tenure.engine.office.events import (
    InvitationAnswered,
    Joined,
    MeetingEnded,
    MeetingStarted,
    MessageSent,
    Missed,
    Told,
)
from tenure.engine.office.meetings import MeetingError
from tenure.engine.office.model import Absence, Line, Meeting
from tenure.engine.office.queues import Turned
from tenure.personas.behaviour import Attention, Habit, Reliability, Responses
from tests.office.desks import Desks, office, person

PUNCTUAL = Reliability(late_to_meetings=0, misses_meetings=0)
SURE = Responses(
    mail=Habit(median_minutes=5, never_answered=0),
    chat=Habit(median_minutes=5, never_answered=0),
    meeting=Habit(median_minutes=30, never_answered=0),
    works_evenings=0,
    works_weekends=0,
)
LINES = (
    Line("ann", ("Let us begin with the rates.",), ("rate",)),
    Line("gone", ("I am not here.",)),
    Line("bob", ("The boxes are late again.",)),
)


def desks(**more: Any) -> Desks:
    people = [
        person("ann", reliability=PUNCTUAL, responses=SURE, attention=Attention(interrupts=())),
        person("bob", reliability=PUNCTUAL, responses=SURE, attention=Attention(interrupts=())),
        person("gone", reliability=PUNCTUAL, leave=(Absence(0, 5 * DAY, "leave"),)),
        person("noor", seat="analyst"),
    ]
    names = tuple(one.id for one in people)
    meeting = Meeting("kickoff", "Kick-off", HOUR, 2 * HOUR, "ann", names, lines=LINES)
    return Desks(office(*people, meetings=(meeting,)), **more)


def test_a_booked_meeting_takes_place_with_those_who_come() -> None:
    with desks() as office:
        office.until(3 * HOUR)
        assert {one.person for one in office.of(Joined)} == {"ann", "bob"}
        assert {one.person for one in office.of(Missed)} == {"gone", "noor"}
        assert len(office.of(MeetingStarted)) == len(office.of(MeetingEnded)) == 1
        spoken = office.of(MessageSent)
        assert [(one.sender, one.thread, one.app) for one in spoken] == [
            ("ann", "kickoff", "meeting"),
            ("bob", "kickoff", "meeting"),
        ]
        assert spoken[0].told == (Told(fact="rate"),)
        assert not office.of(Turned)


def test_a_seats_words_make_the_others_turn_to_them_at_once() -> None:
    with desks() as office:
        meetings = office.world.meetings
        office.step(HOUR + 12 * MINUTE, lambda step: meetings.join(step, "noor", "kickoff"))
        office.step(
            HOUR + 30 * MINUTE, lambda step: meetings.say(step, "noor", "kickoff", "What about the boxes?")
        )
        office.until(HOUR + 31 * MINUTE)
        turned = {one.person: one.key for one in office.of(Turned)}
        assert turned == {"ann": "t:kickoff", "bob": "t:kickoff"}
        office.step(
            HOUR + 32 * MINUTE, lambda step: meetings.say(step, "noor", "kickoff", "Bob, what do you think?")
        )
        office.until(HOUR + 33 * MINUTE)
        assert [one.person for one in office.of(Turned)].count("bob") == 2
        assert [one.person for one in office.of(Turned)].count("ann") == 1
        office.until(3 * HOUR)
        assert "noor" not in {one.person for one in office.of(Missed)}


def test_people_in_a_meeting_read_no_mail() -> None:
    with desks() as office:
        office.send(HOUR + 11 * MINUTE, "noor", "bob")
        office.until(2 * HOUR - 1)
        assert not office.of(Turned)
        office.until(DAY)
        assert office.of(Turned)


def test_one_has_the_floor_at_a_time() -> None:
    from tenure.engine.office.events import Typing

    with desks() as office:
        meetings = office.world.meetings
        at = HOUR + 40 * MINUTE
        assert meetings.floor("kickoff", at) == at
        office.until(at)
        office.step(
            at, lambda step: step.emit(Typing(person="ann", thread="kickoff", sends_at=at + MINUTE), "ann")
        )
        assert meetings.floor("kickoff", at) > at + MINUTE
        assert meetings.floor("kickoff", at + 2 * MINUTE) == at + 2 * MINUTE


def test_an_invitation_is_answered_moved_and_cancelled() -> None:
    with desks() as office:
        meetings = office.world.meetings

        def invite(step: Any) -> str:
            return meetings.invite(
                step, "noor", "Boxes", ["bob", "ann"], 3 * DAY, 3 * DAY + HOUR
            ).payload.meeting  # pyright: ignore[reportAttributeAccessIssue]

        name = office.step(2 * HOUR, invite)
        assert name == "noor/c1"
        office.until(2 * DAY)
        answers = [one for one in office.of(InvitationAnswered) if one.meeting == name]
        assert {one.person for one in answers} == {"ann", "bob"}
        assert [one.id for one in meetings.busy("bob", 3 * DAY, 3 * DAY + HOUR)] == [name]
        office.step(
            2 * DAY, lambda step: meetings.move(step, "noor", name, 3 * DAY + HOUR, 3 * DAY + 2 * HOUR)
        )
        assert meetings.get(name).answers == {"noor": "accepted"}  # pyright: ignore[reportOptionalMemberAccess]
        office.until(2 * DAY + 8 * HOUR)
        office.step(2 * DAY + 8 * HOUR, lambda step: meetings.cancel(step, "noor", name))
        office.until(4 * DAY)
        assert not [one for one in office.of(MeetingStarted) if one.meeting == name]


@pytest.mark.parametrize(
    ("code", "attempt"),
    [
        ("not_found", lambda meetings, step: meetings.join(step, "noor", "nothing")),
        ("unavailable", lambda meetings, step: meetings.join(step, "noor", "kickoff")),
        ("unavailable", lambda meetings, step: meetings.say(step, "noor", "kickoff", "Hello")),
        ("forbidden", lambda meetings, step: meetings.cancel(step, "noor", "kickoff")),
        ("invalid", lambda meetings, step: meetings.invite(step, "noor", "Late", ["ann"], 5, 5)),
    ],
)
def test_what_cannot_be_done_says_why_and_does_nothing(code: str, attempt: Any) -> None:
    with desks() as office:
        step = office.run.loop.open_step(0)
        with pytest.raises(MeetingError) as caught:
            attempt(office.world.meetings, step)
        assert caught.value.code == code
        assert not step.events


def test_reliability_decides_who_is_late_and_who_misses() -> None:
    sloppy = Reliability(late_to_meetings=500, late_minutes=6, misses_meetings=300)
    people = [person("boss", reliability=PUNCTUAL)]
    people += [person(f"s{number}", reliability=sloppy) for number in range(30)]
    people += [person(f"p{number}", reliability=PUNCTUAL) for number in range(30)]
    names = tuple(one.id for one in people)
    meetings = tuple(
        Meeting(f"m{day}", "Daily", day * DAY + HOUR, day * DAY + 2 * HOUR, "boss", names) for day in range(5)
    )
    with Desks(office(*people, meetings=meetings)) as office_:
        office_.until()
        joined = office_.of(Joined)
        late = [one for one in joined if one.person.startswith("s") and one.late > 0]
        came = [one for one in joined if one.person.startswith("s")]
        assert 0.35 < len(late) / len(came) < 0.65
        assert not [one for one in joined if one.person.startswith("p") and one.late > 0]
        forgot = [one for one in office_.of(Missed) if one.why == "forgot"]
        assert 25 < len(forgot) < 70
        assert {one.person[0] for one in forgot} == {"s"}


def test_many_meetings_start_late() -> None:
    people = [person(f"p{number}", reliability=PUNCTUAL) for number in range(120)]
    meetings = tuple(
        Meeting(
            f"m{number}_{hour}",
            "Talk",
            hour * HOUR,
            hour * HOUR + 30 * MINUTE,
            f"p{2 * number}",
            (f"p{2 * number}", f"p{2 * number + 1}"),
        )
        for number in range(60)
        for hour in (1, 2, 5)
    )
    with Desks(office(*people, meetings=meetings)) as office_:
        office_.until(DAY)
        starts = {
            event.payload.meeting: event.at
            for event in office_.events
            if isinstance(event.payload, MeetingStarted)
        }
        delays = [starts[one.id] - one.start for one in meetings if one.id in starts]
        assert len(delays) > 150
        assert 0.38 < sum(1 for delay in delays if delay == 0) / len(delays) < 0.6


def test_the_line_of_somebody_late_is_said_once_they_are_there() -> None:
    slow = Reliability(late_to_meetings=1000, late_minutes=40, misses_meetings=1000)
    people = [
        person("ann", reliability=slow),
        person("bob", reliability=PUNCTUAL),
        person("eve", reliability=slow),
    ]
    lines = (Line("ann", ("I am late.",)), Line("bob", ("I am not.",)))
    names = ("bob", "ann", "eve")
    meeting = Meeting("talk", "Talk", HOUR, 2 * HOUR, "bob", names, lines=lines)
    with Desks(office(*people, meetings=(meeting,))) as office_:
        office_.until(3 * HOUR)
        assert [one.sender for one in office_.of(MessageSent)] == ["bob", "ann"]
        assert [one.person for one in office_.of(Missed)] == ["eve"]
