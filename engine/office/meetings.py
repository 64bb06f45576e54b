"""Booked meetings take place: people come, come late or miss them, speak in turn, and leave.

Lines of the agenda are spoken at booked instants by those present. A seat's words make the coworkers present turn to
them at once; one person has the floor at a time. The transcript is the thread that bears the meeting's id.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from ..kernel.clock import MINUTE, SECOND
from ..kernel.events import Entry, Event
from ..kernel.state import Component
from ..kernel.step import React, Step
from ..kernel.world import Core
from .attention import Attention
from .bookings import Booking, Bookings
from .events import (
    AGENDA,
    Act,
    Answer,
    Cancelled,
    InvitationAnswered,
    Invited,
    Joined,
    Left,
    MeetingEnded,
    MeetingStarted,
    MessageSent,
    Missed,
    Moved,
    Told,
)
from .model import Line, Meeting, Setup

DELAYS: Final = ((0, 490), (5 * MINUTE, 370), (10 * MINUTE, 140))
"""Start after the booked time and its share, per mille (Allen et al. 2018): 49, 37 and 14%."""
EARLY: Final = 5 * MINUTE
"""How long before its booked start one may join."""
UNANSWERED_COMES: Final = 850
"""Share of people who come without having answered the invitation, per mille (no measurement known)."""
TENTATIVE_COMES: Final = 600
"""Share of those who answered tentatively, per mille (no measurement known)."""
LATE_SPREAD: Final = 0.6
SPOKEN_WITHIN: Final = 700
"""Lines of the agenda are spread over this part of the meeting, per mille."""
PAUSE: Final = 4 * SECOND
"""Between two speakers."""


class MeetingError(Exception):
    """What somebody tried with a meeting can't be done; nothing happened."""

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        """not_found, forbidden, unavailable, invalid or conflict."""
        self.message = message
        self.hint = hint


class Meetings:
    """Calendars and what happens in meetings.

    Args:
        setup: The office.
        core: The run's streams and texts.
        attention: People in a meeting are kept from their messages, and invitations wait for them there.
        next_message: Gives the id of a person's next message, ``maria/m17``.
        version: Which version of a fact somebody would tell; everybody the truth if not given.
    """

    def __init__(
        self,
        setup: Setup,
        core: Core,
        attention: Attention,
        *,
        next_message: Callable[[str], str],
        version: Callable[[str, str], str | None] | None = None,
    ) -> None:
        self._setup = setup
        self._core = core
        self.attention = attention
        self._next_message = next_message
        self._version = version
        self.bookings = Bookings(setup)
        self._lines: dict[str, tuple[Line, ...]] = {one.id: one.lines for one in setup.meetings if one.lines}
        attention.watch(self)

    def components(self) -> Sequence[Component]:
        return (self.bookings,)

    def reactors(self) -> Mapping[str, React]:
        return {}

    def handlers(self) -> Mapping[str, Callable[[Step, Entry], None]]:
        return {
            "meetings.start": self._start,
            "meetings.begin": self._begin,
            "meetings.join": self._join,
            "meetings.line": self._line,
            "meetings.end": self._end,
        }

    def start(self, step: Step) -> None:
        """Put the pack's meetings into everybody's calendar, accepted."""
        for one in self._setup.meetings:
            if one.end > step.at:
                self.put(step, one)

    # Calendars -------------------------------------------------------------------------------------------------------

    def get(self, meeting: str) -> Booking | None:
        """The meeting of that id, if it is still remembered."""
        return self.bookings.meetings.get(meeting)

    def of(self, person: str) -> list[Booking]:
        """The person's meetings, by start; long past ones without a seat in them are forgotten."""
        return self.bookings.of(person)

    def busy(self, person: str, a: int, b: int, *, but: str = "") -> list[Booking]:
        """The person's meetings between two instants, by start: those that are not cancelled or declined."""
        return [
            one
            for one in self.bookings.open_of(person)
            if one.start < b and one.end > a and one.answers.get(person) != "declined" and one.id != but
        ]

    def free_from(self, person: str, at: int) -> int:
        """``at``, or the end of the meeting that the person sits in or means to sit in then."""
        for one in self.bookings.open_of(person):
            if one.start > at:
                break
            if at >= one.end or one.answers.get(person) == "declined":
                continue
            if one.status == "running" and person not in one.here and at > one.start + 30 * MINUTE:
                continue
            at = one.end
        return at

    def next_id(self, organiser: str) -> str:
        """The id that the person's next meeting must have."""
        return f"{organiser}/c{self.bookings.made.get(organiser, 0) + 1}"

    def put(self, step: Step, one: Meeting, *, answers: Answer | None = "accepted") -> Event:
        """Put a meeting into calendars with its lines, as packs do; with ``answers`` nobody needs to answer."""
        if one.lines:
            self._lines[one.id] = one.lines
        event = self._invite(
            step,
            one.organiser,
            one.title,
            one.people,
            one.start,
            one.end,
            place=one.place,
            agenda=one.agenda,
            meeting=one.id,
        )
        for person in one.people:
            if answers is not None and person != one.organiser:
                step.emit(
                    InvitationAnswered(meeting=one.id, person=person, answer=answers), person, cause=event
                )
        if answers is None:
            self.attention.ask(step, one.id, one.organiser, one.people, one.start)
        return event

    def invite(
        self,
        step: Step,
        organiser: str,
        title: str,
        people: Sequence[str],
        start: int,
        end: int,
        *,
        place: str = "",
        agenda: Sequence[str] = (),
    ) -> Event:
        """Put a meeting into calendars and let people answer.

        Raises:
            MeetingError: ``invalid``, if it ends before it starts or lies in the past.
        """
        name = self.next_id(organiser)
        event = self._invite(
            step, organiser, title, people, start, end, place=place, agenda=agenda, meeting=name
        )
        self.attention.ask(step, name, organiser, people, start)
        return event

    def _invite(
        self,
        step: Step,
        organiser: str,
        title: str,
        people: Sequence[str],
        start: int,
        end: int,
        *,
        place: str,
        agenda: Sequence[str],
        meeting: str,
    ) -> Event:
        if not step.at <= start < end:
            raise MeetingError("invalid", "a meeting must start in the future and end after its start")
        everybody = tuple(dict.fromkeys((organiser, *people)))
        event = step.emit(
            Invited(
                meeting=meeting,
                title=title,
                organiser=organiser,
                people=everybody,
                start=start,
                end=end,
                place=place,
                agenda=tuple(agenda),
            ),
            organiser,
        )
        step.set(f"meetings.start/{meeting}", start, "meetings.start", meeting, priority=-1)
        return event

    def answer(self, step: Step, person: str, meeting: str, answer: Answer, reason: str = "") -> None:
        """Accept or decline.

        Raises:
            MeetingError: There is no such meeting in the person's calendar, or it is over.
        """
        one = self._mine(person, meeting)
        if one.status not in ("booked", "running"):
            raise MeetingError("unavailable", f"{one.title} is {one.status}")
        step.emit(InvitationAnswered(meeting=meeting, person=person, answer=answer, reason=reason), person)

    def move(self, step: Step, person: str, meeting: str, start: int, end: int) -> None:
        """Let it take place at another time; everybody else is asked again.

        Raises:
            MeetingError: Not the organiser, begun already, or the new time lies in the past.
        """
        one = self._organised(person, meeting)
        if not step.at <= start < end:
            raise MeetingError("invalid", "a meeting must start in the future and end after its start")
        step.emit(Moved(meeting=meeting, by=person, start=start, end=end), person)
        step.set(f"meetings.start/{one.id}", start, "meetings.start", one.id, priority=-1)
        self.attention.ask(step, one.id, one.organiser, one.people, start)

    def cancel(self, step: Step, person: str, meeting: str, reason: str = "") -> None:
        """Take it off the calendars.

        Raises:
            MeetingError: Not the organiser, or begun already.
        """
        one = self._organised(person, meeting)
        step.emit(Cancelled(meeting=meeting, by=person, reason=reason), person)
        step.cancel(f"meetings.start/{one.id}")

    def _mine(self, person: str, meeting: str) -> Booking:
        one = self.get(meeting)
        if one is None or person not in one.people:
            raise MeetingError("not_found", f"there is no meeting {meeting!r} in your calendar")
        return one

    def _organised(self, person: str, meeting: str) -> Booking:
        one = self._mine(person, meeting)
        if one.organiser != person:
            raise MeetingError(
                "forbidden", "only its organiser can change a meeting", f"Ask {one.organiser}."
            )
        if one.status != "booked":
            raise MeetingError("unavailable", f"the meeting is {one.status}")
        return one

    # The meeting itself ----------------------------------------------------------------------------------------------

    def join(self, step: Step, person: str, meeting: str) -> Booking:
        """Take a seat in a meeting.

        Raises:
            MeetingError: Not invited; too early; over; or sitting in another one.
        """
        one = self._mine(person, meeting)
        if one.status in ("ended", "cancelled"):
            raise MeetingError("unavailable", f"{one.title} is {one.status}")
        if step.at < one.start - EARLY:
            raise MeetingError(
                "unavailable", f"{one.title} has not begun", "Join from five minutes before its start on."
            )
        for other in self.bookings.open_of(person):
            if person in other.here and other.id != meeting:
                raise MeetingError("conflict", f"you still sit in {other.title}", "Leave it first.")
        if person not in one.here:
            step.emit(Joined(meeting=meeting, person=person, late=max(0, step.at - one.start)), person)
        return one

    def leave(self, step: Step, person: str, meeting: str) -> None:
        """Leave a meeting.

        Raises:
            MeetingError: The person doesn't sit in it.
        """
        one = self._sits(person, meeting)
        step.emit(Left(meeting=one.id, person=person), person)

    def floor(self, meeting: str, at: int) -> int:
        """The first instant from ``at`` on at which nobody speaks."""
        one = self.bookings.meetings[meeting]
        return at if one.floor <= at else one.floor + PAUSE

    def say(
        self,
        step: Step,
        person: str,
        meeting: str,
        text: str,
        *,
        told: Sequence[Told] = (),
        acts: Sequence[Act] = (),
        expects_reply: bool = False,
        to: Sequence[str] = (),
    ) -> Event:
        """Say something to those present (it has been said at this instant).

        Raises:
            MeetingError: The person doesn't sit in it, it has not begun, or there is nothing to say.
        """
        one = self._sits(person, meeting)
        if one.status != "running":
            raise MeetingError("unavailable", f"{one.title} has not begun yet")
        if not text.strip():
            raise MeetingError("invalid", "there are no words in it")
        mentions = tuple(name for name in one.here if name != person and self._names(name, text))
        return step.emit(
            MessageSent(
                message=self._next_message(person),
                app="meeting",
                thread=meeting,
                sender=person,
                to=tuple(to) or tuple(name for name in one.here if name != person),
                subject=one.title,
                body=step.blobs.put_text(text),
                words=len(text.split()),
                mentions=mentions,
                told=tuple(told),
                acts=tuple(acts),
                expects_reply=expects_reply,
            ),
            person,
        )

    def _names(self, person: str, text: str) -> bool:
        first = self._setup.people[person].first
        return bool(first) and re.search(rf"\b{re.escape(first)}\b", text) is not None

    def _sits(self, person: str, meeting: str) -> Booking:
        one = self._mine(person, meeting)
        if person not in one.here:
            raise MeetingError("unavailable", f"you don't sit in {one.title}", "Join it first.")
        return one

    # What happens by itself ------------------------------------------------------------------------------------------

    def _start(self, step: Step, entry: Entry) -> None:
        one = self.get(entry.target)
        if one is None or one.status != "booked":
            return
        draw = self._core.streams.stream("meeting", one.id, one.start)
        delay = draw.weighted([late for late, _ in DELAYS], [share for _, share in DELAYS])
        begins = min(step.at + delay, (one.start + one.end) // 2)
        step.set(f"meetings.begin/{one.id}", begins, "meetings.begin", one.id, priority=-1)
        step.set(f"meetings.end/{one.id}", one.end, "meetings.end", one.id, priority=-1)
        for person in one.people:
            who = self._setup.people.get(person)
            if who is not None and who.is_coworker and person not in one.here:
                self._comes(step, one, person)

    def _comes(self, step: Step, one: Booking, person: str) -> None:
        persona = self._setup.people[person].persona
        assert persona is not None
        word = persona.reliability
        draw = self._core.streams.stream("attends", person, one.id, one.start)
        answer = one.answers.get(person)
        if answer == "declined":
            step.emit(Missed(meeting=one.id, person=person, why="declined"), person)
            return
        comes = 1000 if answer == "accepted" else TENTATIVE_COMES if answer else UNANSWERED_COMES
        kept = self.attention.kept(person, step.at, but=self)
        elsewhere = next((other for other in self.bookings.open_of(person) if person in other.here), None)
        # Whoever organises it or has something to say in it does not forget it.
        needed = one.organiser == person or any(line.person == person for line in self._lines.get(one.id, ()))
        if kept > one.start + 10 * MINUTE:
            step.emit(Missed(meeting=one.id, person=person, why="away"), person)
        elif not needed and (not draw.chance(comes) or draw.chance(word.misses_meetings)):
            step.emit(Missed(meeting=one.id, person=person, why="forgot" if answer else "unanswered"), person)
        elif elsewhere is not None:
            at = min(max(elsewhere.end, step.at) + MINUTE, one.end)
            step.set(f"meetings.join/{one.id}/{person}", at, "meetings.join", person, one.id)
        elif draw.chance(word.late_to_meetings):
            late = int(draw.lognormal(max(1, word.late_minutes) * MINUTE, LATE_SPREAD))
            at = min(step.at + late, (one.start + one.end) // 2)
            step.set(f"meetings.join/{one.id}/{person}", at, "meetings.join", person, one.id)
        else:
            step.emit(Joined(meeting=one.id, person=person, late=0), person)

    def _join(self, step: Step, entry: Entry) -> None:
        one = self.get(entry.payload)
        if one is None or one.status not in ("booked", "running") or entry.target in one.here:
            return
        if any(entry.target in other.here for other in self.bookings.open_of(entry.target)):
            return
        step.emit(Joined(meeting=one.id, person=entry.target, late=step.at - one.start), entry.target)

    def _begin(self, step: Step, entry: Entry) -> None:
        one = self.get(entry.target)
        if one is None or one.status != "booked":
            return
        step.emit(MeetingStarted(meeting=one.id))
        lines = self._lines.get(one.id)
        if lines:
            left = ",".join(map(str, range(len(lines))))
            step.set(f"meetings.line/{one.id}", step.at + 20 * SECOND, "meetings.line", one.id, left)

    def _line(self, step: Step, entry: Entry) -> None:
        """Let the next of those lines be said whose speaker is there; others wait for theirs."""
        one = self.get(entry.target)
        if one is None or one.status != "running":
            return
        free = self.floor(one.id, step.at)
        if free > step.at:
            step.set(entry.id, free, entry.kind, entry.target, entry.payload)
            return
        lines = self._lines[one.id]
        left = [int(number) for number in entry.payload.split(",")]
        pace = (one.end - one.start) * SPOKEN_WITHIN // 1000 // len(lines)
        wait = MINUTE
        number = next((number for number in left if lines[number].person in one.here), None)
        if number is not None:
            line = lines[number]
            text = self._core.streams.stream("line", one.id, number).choice(line.says)
            told = [Told(fact=fact, version=self._holds(line.person, fact)) for fact in line.shares]
            self.say(
                step,
                line.person,
                one.id,
                text,
                told=told,
                acts=(Act(kind="inform", topic=one.title, item=AGENDA),),
            )
            left.remove(number)
            wait = max(self.attention.speaking_time(len(text.split())) + PAUSE, pace)
        if left and step.at + wait < one.end:
            step.set(entry.id, step.at + wait, entry.kind, entry.target, ",".join(map(str, left)))

    def _holds(self, person: str, fact: str) -> str:
        version = self._version(person, fact) if self._version is not None else None
        return version or "truth"

    def _end(self, step: Step, entry: Entry) -> None:
        one = self.get(entry.target)
        if one is None or one.status != "running":
            return
        step.cancel(f"meetings.line/{one.id}")
        for person in one.people:
            step.cancel(f"meetings.join/{one.id}/{person}")
            who = self._setup.people.get(person)
            # A seat's absence is a fact that conditions and scores need.
            if (
                who is not None
                and who.seat
                and person not in one.came
                and one.answers.get(person) != "declined"
            ):
                step.emit(Missed(meeting=one.id, person=person), person)
        step.emit(MeetingEnded(meeting=one.id))
        for person in one.people:
            if self._setup.people[person].is_coworker:
                self.attention.book(step, person)
