"""The calendar: what one is invited to, who is free when, and invitations."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from typing import Any

from pydantic import Field

from ..kernel.clock import MINUTE
from ..office.bookings import Booking
from ..office.events import Answer
from ..office.meetings import MeetingError
from . import effort
from .base import Acting, App, Arguments, Result, ToolError, tool
from .pages import page_of, shorten
from .people import Names, did_you_mean
from .premises import Premises
from .walltime import read_day, read_time

_WHEN = 'In your own time: "Tue 14:00", "tomorrow 9:30", "2026-03-03 14:00".'
_SPAN_DAYS = 14
_LONGEST_DAYS = 120


class ListArguments(Arguments):
    from_: str = Field("today", alias="from", description='A day: "Tue", "today", "2026-03-03".')
    to: str | None = Field(None, description="The last day; a fortnight on if not given.")
    day: str | None = Field(None, description="One day only.")
    page: int = 1


class MeetingRow(Result):
    """A meeting in one's calendar."""

    meeting: str
    title: str
    start: str
    end: str
    place: str = ""
    organiser: str
    people: int
    answer: str = ""
    """One's own: accepted, declined, tentative; empty: not answered."""
    status: str = ""
    """booked, running, ended, cancelled."""


class Agenda(Result):
    meetings: list[MeetingRow] = []
    found: int
    more: str = ""


class MeetingArguments(Arguments):
    meeting: str = Field(description="Id of the meeting.")


class MeetingDetails(Result):
    """All about a meeting."""

    meeting: str
    title: str
    start: str
    end: str
    place: str = ""
    organiser: str
    agenda: list[str] = []
    people: list[str]
    """With their answers."""
    status: str


class FreeBusyArguments(Arguments):
    people: Names = Field(min_length=1, max_length=12)
    day: str = Field("today", description='"Tue", "tomorrow", "2026-03-03".')


class PersonDay(Result):
    """When somebody can't be had, in one's own time."""

    person: str
    hours: str
    """Working hours that day, in the asker's time."""
    busy: list[str] = []
    away: str = ""


class FreeBusy(Result):
    day: str
    people: list[PersonDay]
    free: list[str]
    """When all of them work and are free."""


class InviteArguments(Arguments):
    title: str = Field(min_length=1, max_length=150)
    start: str = Field(description=_WHEN)
    minutes: int = Field(30, ge=5, le=480)
    people: Names = Field(min_length=1, max_length=50)
    agenda: list[str] = Field([], max_length=20)
    place: str = Field("", max_length=100)


class AnswerArguments(Arguments):
    meeting: str
    reason: str = Field("", max_length=500)


class RescheduleArguments(Arguments):
    meeting: str
    start: str = Field(description=_WHEN)
    minutes: int | None = Field(None, ge=5, le=480, description="As long as before if not given.")


class Booked(Result):
    meeting: str
    title: str
    start: str
    end: str
    people: list[str] = []
    note: str = ""


class Answered(Result):
    meeting: str
    title: str
    answer: str


def _inviting(args: Any, result: Any) -> int:
    return effort.composing(" ".join([args.title, *args.agenda])) + effort.HANDLING * len(args.people)


def _declining(args: Any, result: Any) -> int:
    return effort.composing(args.reason)


class Calendar(App):
    """Everybody's calendar."""

    name = "calendar"

    def __init__(self, premises: Premises) -> None:
        self._premises = premises
        self._meetings = premises.meetings

    @tool("read", effort=effort.listing, cause="reading")
    async def list(self, acting: Acting, args: ListArguments) -> Agenda:
        """List the meetings in your calendar, from a day to a day."""
        calendar = self._premises.calendar(acting.person)
        first = read_day(args.day or args.from_, calendar, acting.at)
        last = first if args.day else first + timedelta(days=_SPAN_DAYS)
        if args.to is not None and not args.day:
            last = read_day(args.to, calendar, acting.at)
        if last < first:
            raise ToolError("invalid", f"to={last.isoformat()} lies before from={first.isoformat()}")
        a, b = self._span(acting.person, first, last)
        found = [one for one in self._meetings.of(acting.person) if one.start < b and one.end > a]
        rows, more = page_of(found, args.page)
        return Agenda(meetings=[self._row(acting.person, one) for one in rows], found=len(found), more=more)

    @tool("read", effort=effort.listing, cause="reading")
    async def show(self, acting: Acting, args: MeetingArguments) -> MeetingDetails:
        """Show a meeting: agenda, people and their answers."""
        one = self._mine(acting.person, args.meeting)
        premises, me = self._premises, acting.person
        return MeetingDetails(
            meeting=one.id,
            title=one.title,
            start=premises.stamp(me, one.start),
            end=premises.stamp(me, one.end),
            place=one.place,
            organiser=premises.card(one.organiser),
            agenda=[shorten(line, 120) for line in one.agenda],
            people=[f"{premises.card(who)}: {one.answers.get(who, 'not answered')}" for who in one.people],
            status=one.status,
        )

    @tool("read", effort=effort.listing, cause="searching")
    async def free_busy(self, acting: Acting, args: FreeBusyArguments) -> FreeBusy:
        """Show when people are busy on a day, and when all of them and you are free. What they do stays private."""
        premises, me = self._premises, acting.person
        people = premises.people.all_of(args.people)
        for who in people:
            if premises.person(who).outside:
                name = premises.people.name(who)
                raise ToolError(
                    "unavailable", f"{name} works elsewhere: their calendar can't be seen", "Ask them."
                )
        day = read_day(args.day, premises.calendar(me), acting.at)
        a, b = self._span(me, day, day)
        free: list[tuple[int, int]] = [(a, b)]
        rows: list[PersonDay] = []
        for who in dict.fromkeys([*people, me]):
            hours = _clipped(premises.calendar(who).intervals, a, b)
            busy = _clipped([(one.start, one.end) for one in self._meetings.busy(who, a, b)], a, b)
            until = premises.presence.away_until(who, acting.at)
            if until is not None:
                hours = _clipped(hours, until, b)
            free = _without(_common(free, hours), busy)
            if who in people:
                rows.append(
                    PersonDay(
                        person=premises.card(who),
                        hours=", ".join(self._words(me, hours)),
                        busy=self._words(me, busy),
                        away=f"away until {premises.stamp(me, until)}" if until is not None else "",
                    )
                )
        return FreeBusy(day=f"{day:%a} {day.isoformat()}", people=rows, free=self._words(me, free))

    @tool("write", effort=_inviting, cause="writing")
    async def invite(self, acting: Acting, args: InviteArguments) -> Booked:
        """Invite people to a meeting; it takes place with those who come."""
        premises, me = self._premises, acting.person
        start = read_time(args.start, premises.calendar(me), acting.at)
        people = premises.people.all_of(args.people, but=[me])
        if not people:
            raise ToolError("invalid", "nobody else is invited", "Name the others in `people`.")
        self._check_future(acting, start)
        end = start + args.minutes * MINUTE
        clash = self._meetings.busy(me, start, end)
        meeting = self._meetings.next_id(me)
        with refused():
            self._meetings.invite(
                acting.step, me, args.title, people, start, end, place=args.place, agenda=args.agenda
            )
        return Booked(
            meeting=meeting,
            title=args.title,
            start=premises.stamp(me, start),
            end=premises.stamp(me, end),
            people=premises.cards(people),
            note=f"You have {clash[0].title} ({clash[0].id}) then." if clash else "",
        )

    @tool("write", effort=_declining, cause="handling")
    async def accept(self, acting: Acting, args: AnswerArguments) -> Answered:
        """Accept an invitation."""
        return self._answer(acting, args, "accepted")

    @tool("write", effort=_declining, cause="handling")
    async def decline(self, acting: Acting, args: AnswerArguments) -> Answered:
        """Decline an invitation, or a meeting accepted before."""
        return self._answer(acting, args, "declined")

    @tool("write", effort=_declining, cause="handling")
    async def tentative(self, acting: Acting, args: AnswerArguments) -> Answered:
        """Answer an invitation with perhaps."""
        return self._answer(acting, args, "tentative")

    @tool("write", effort=effort.handling)
    async def reschedule(self, acting: Acting, args: RescheduleArguments) -> Booked:
        """Move a meeting that you organise; everybody is asked again."""
        premises, me = self._premises, acting.person
        one = self._mine(me, args.meeting)
        start = read_time(args.start, premises.calendar(me), acting.at)
        self._check_future(acting, start)
        end = start + (one.end - one.start if args.minutes is None else args.minutes * MINUTE)
        with refused():
            self._meetings.move(acting.step, me, one.id, start, end)
        return Booked(
            meeting=one.id, title=one.title, start=premises.stamp(me, start), end=premises.stamp(me, end)
        )

    @tool("write", effort=_declining, cause="handling")
    async def cancel(self, acting: Acting, args: AnswerArguments) -> Answered:
        """Cancel a meeting that you organise."""
        one = self._mine(acting.person, args.meeting)
        with refused():
            self._meetings.cancel(acting.step, acting.person, one.id, args.reason)
        return Answered(meeting=one.id, title=one.title, answer="cancelled")

    # Shared ----------------------------------------------------------------------------------------------------------

    def _answer(self, acting: Acting, args: AnswerArguments, answer: Answer) -> Answered:
        one = self._mine(acting.person, args.meeting)
        with refused():
            self._meetings.answer(acting.step, acting.person, one.id, answer, args.reason)
        return Answered(meeting=one.id, title=one.title, answer=answer)

    def _check_future(self, acting: Acting, start: int) -> None:
        if start < acting.at:
            premises, me = self._premises, acting.person
            now = premises.stamp(me, acting.at)
            raise ToolError(
                "invalid", f"{premises.stamp(me, start)} is over: it is {now}", "Choose a later time."
            )
        last = self._premises.calendar(acting.person).intervals[-1][1]
        if start > min(last, acting.at + _LONGEST_DAYS * 24 * 60 * MINUTE):
            raise ToolError(
                "invalid", f"{self._premises.stamp(acting.person, start)} is too far off to be booked"
            )

    def _mine(self, person: str, meeting: str) -> Booking:
        return booking(self._premises, person, meeting)

    def _span(self, person: str, first: date, last: date) -> tuple[int, int]:
        calendar = self._premises.calendar(person)
        start = datetime.combine(first, time())
        return calendar.at(start), calendar.at(datetime.combine(last, time()) + timedelta(days=1))

    def _words(self, person: str, spans: Iterable[tuple[int, int]]) -> list[str]:
        calendar = self._premises.calendar(person)
        return [f"{calendar.local(a):%H:%M}-{calendar.local(b):%H:%M}" for a, b in spans]

    def _row(self, me: str, one: Booking) -> MeetingRow:
        return MeetingRow(
            meeting=one.id,
            title=shorten(one.title, 80),
            start=self._premises.stamp(me, one.start),
            end=f"{self._premises.calendar(me).local(one.end):%H:%M}",
            place=shorten(one.place, 30),
            organiser=self._premises.people.name(one.organiser),
            people=len(one.people),
            answer=one.answers.get(me, ""),
            status=one.status,
        )

    def rows(self, table: str = "") -> Iterable[Mapping[str, Any]]:
        if table not in ("", "meetings"):
            raise KeyError(table)
        for one in self._meetings.bookings.meetings.values():
            yield {
                "meeting": one.id,
                "title": one.title,
                "organiser": one.organiser,
                "people": sorted(one.people),
                "start": one.start,
                "end": one.end,
                "place": one.place,
                "status": one.status,
                "accepted": sorted(who for who, answer in one.answers.items() if answer == "accepted"),
                "attended": sorted(one.came),
            }


@contextmanager
def refused() -> Generator[None]:
    """Inside, what can't be done with a meeting refuses the call."""
    try:
        yield
    except MeetingError as error:
        raise ToolError(error.code, error.message, error.hint) from error


def booking(premises: Premises, person: str, meeting: str) -> Booking:
    """The meeting of that id in the person's calendar.

    Raises:
        ToolError: There is none.
    """
    one = premises.meetings.get(meeting)
    if one is None or person not in one.people:
        known = [each.id for each in premises.meetings.of(person)]
        hint = did_you_mean(meeting, known) or "calendar.list shows the ids of your meetings."
        raise ToolError("not_found", f"there is no meeting {meeting!r} in your calendar", hint)
    return one


def _clipped(spans: Iterable[tuple[int, int]], a: int, b: int) -> list[tuple[int, int]]:
    """The parts of ``spans`` between two instants, overlapping ones joined."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        start, end = max(start, a), min(end, b)
        if start >= end:
            continue
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return found


def _common(one: Iterable[tuple[int, int]], other: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    others = list(other)
    pairs = ((max(a, c), min(b, d)) for a, b in one for c, d in others)
    return [(a, b) for a, b in pairs if a < b]


def _without(spans: Iterable[tuple[int, int]], taken: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    left = list(spans)
    for c, d in taken:
        left = [part for a, b in left for part in ((a, min(b, c)), (max(a, d), b)) if part[0] < part[1]]
    return left
