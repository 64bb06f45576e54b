"""Meetings as state: who is invited, what they answered, who sits in it, and who has the floor."""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias

from ..kernel.clock import DAY
from ..kernel.events import Event
from ..kernel.state import Apply, Component
from .events import (
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
    Typing,
)
from .model import Setup

Status: TypeAlias = Literal["booked", "running", "ended", "cancelled"]

KEPT: Final = 14 * DAY
"""How long a meeting in which no seat takes part is remembered after its end."""


class Booking:
    """One meeting in people's calendars."""

    __slots__ = (
        "agenda",
        "answers",
        "by",
        "came",
        "end",
        "floor",
        "here",
        "id",
        "missing",
        "organiser",
        "people",
        "place",
        "start",
        "status",
        "title",
    )

    def __init__(
        self,
        meeting: str,
        title: str,
        organiser: str,
        people: tuple[str, ...],
        start: int,
        end: int,
        place: str,
        agenda: tuple[str, ...],
    ) -> None:
        self.id = meeting
        self.title = title
        self.organiser = organiser
        self.people = people
        """Everybody invited, the organiser included."""
        self.start = start
        self.end = end
        self.place = place
        self.agenda = agenda
        self.status: Status = "booked"
        self.answers: dict[str, Answer] = {}
        self.here: dict[str, int] = {}
        """Who sits in it, and since when."""
        self.missing: dict[str, None] = {}
        """Who is known not to come (any more)."""
        self.came: dict[str, int] = {}
        """Who was ever in it, and since when."""
        self.floor = start
        """From when on somebody else may speak."""
        self.by = ""
        """Who speaks, or spoke last."""

    def row(self) -> list[Any]:
        """As JSON values."""
        fixed = [self.id, self.title, self.organiser, list(self.people), self.start, self.end, self.place]
        return [
            *fixed,
            list(self.agenda),
            self.status,
            dict(self.answers),
            dict(self.here),
            dict(self.came),
            list(self.missing),
            self.floor,
            self.by,
        ]

    @classmethod
    def of(cls, row: list[Any]) -> Booking:
        """The booking that `row` gave."""
        one = cls(row[0], row[1], row[2], tuple(row[3]), row[4], row[5], row[6], tuple(row[7]))
        one.status, one.answers, one.here, one.came = row[8], dict(row[9]), dict(row[10]), dict(row[11])
        one.missing = dict.fromkeys(row[12])
        one.floor, one.by = row[13], row[14]
        return one


class Bookings(Component):
    """All meetings that are still to come or run, those of seats, and others for a while after their end."""

    name = "meetings"

    def __init__(self, setup: Setup) -> None:
        self._seats = frozenset(person.id for person in setup.people.values() if person.seat)
        self.meetings: dict[str, Booking] = {}
        self.made: dict[str, int] = {}
        """Meetings that each organiser has made during the run."""
        self._of: dict[str, list[Booking]] = {}
        """By person: their meetings that are not over, by start."""
        self._over: dict[str, int] = {}

    def listens(self) -> Mapping[str, Apply]:
        return {
            Invited.kind: self._invited,
            InvitationAnswered.kind: self._answered,
            Moved.kind: self._moved,
            Cancelled.kind: self._cancelled,
            MeetingStarted.kind: self._started,
            Joined.kind: self._joined,
            Missed.kind: self._missed,
            Left.kind: self._left,
            MeetingEnded.kind: self._ended,
            Typing.kind: self._speaks,
            MessageSent.kind: self._spoke,
        }

    def open_of(self, person: str) -> Sequence[Booking]:
        """The person's meetings that are not over, by start."""
        return self._of.get(person, ())

    def of(self, person: str) -> list[Booking]:
        """All of the person's meetings that are still remembered, by start."""
        found = [one for one in self.meetings.values() if person in one.people]
        return sorted(found, key=lambda one: (one.start, one.id))

    def _invited(self, event: Event) -> None:
        said: Any = event.payload
        one = Booking(
            said.meeting,
            said.title,
            said.organiser,
            said.people,
            said.start,
            said.end,
            said.place,
            said.agenda,
        )
        if said.meeting.startswith(f"{said.organiser}/c"):
            self.made[said.organiser] = self.made.get(said.organiser, 0) + 1
        self.meetings[one.id] = one
        if said.past:
            one.status = "ended"
            return
        one.answers[one.organiser] = "accepted"
        self._list(one)

    def _answered(self, event: Event) -> None:
        said: Any = event.payload
        self.meetings[said.meeting].answers[said.person] = said.answer

    def _moved(self, event: Event) -> None:
        said: Any = event.payload
        one = self.meetings[said.meeting]
        self._unlist(one)
        one.start, one.end, one.floor = said.start, said.end, said.start
        one.answers = {one.organiser: "accepted"}
        self._list(one)

    def _cancelled(self, event: Event) -> None:
        said: Any = event.payload
        self._close(self.meetings[said.meeting], "cancelled", event.at)

    def _started(self, event: Event) -> None:
        said: Any = event.payload
        one = self.meetings[said.meeting]
        one.status = "running"
        one.floor = event.at

    def _joined(self, event: Event) -> None:
        said: Any = event.payload
        one = self.meetings[said.meeting]
        one.here[said.person] = event.at
        one.came.setdefault(said.person, event.at)

    def _missed(self, event: Event) -> None:
        said: Any = event.payload
        one = self.meetings[said.meeting]
        one.missing[said.person] = None
        self._of[said.person].remove(one)

    def _left(self, event: Event) -> None:
        said: Any = event.payload
        self.meetings[said.meeting].here.pop(said.person, None)

    def _ended(self, event: Event) -> None:
        said: Any = event.payload
        self._close(self.meetings[said.meeting], "ended", event.at)

    def _close(self, one: Booking, status: Status, at: int) -> None:
        one.status = status
        one.here = {}
        self._unlist(one)
        if self._seats.isdisjoint(one.people):
            self._over[one.id] = at
            for meeting in [old for old, ended in self._over.items() if ended < at - KEPT]:
                del self._over[meeting], self.meetings[meeting]

    def _speaks(self, event: Event) -> None:
        said: Any = event.payload
        one = self.meetings.get(said.thread)
        if one is not None and one.status == "running":
            one.floor, one.by = max(one.floor, said.sends_at), said.person

    def _spoke(self, event: Event) -> None:
        said: Any = event.payload
        if said.app == "meeting":
            one = self.meetings.get(said.thread)
            if one is not None and one.status == "running":
                one.floor, one.by = max(one.floor, event.at), said.sender

    def _list(self, one: Booking) -> None:
        for person in one.people:
            if person not in one.missing:
                insort(self._of.setdefault(person, []), one, key=_order)

    def _unlist(self, one: Booking) -> None:
        for person in one.people:
            if person not in one.missing:
                self._of[person].remove(one)

    def dump(self) -> Any:
        return {
            "meetings": [one.row() for one in self.meetings.values()],
            "made": dict(self.made),
            "over": dict(self._over),
        }

    def load(self, data: Any) -> None:
        self.meetings = {row[0]: Booking.of(row) for row in data["meetings"]}
        self.made = dict(data["made"])
        self._of = {}
        for one in self.meetings.values():
            if one.status in ("booked", "running"):
                self._list(one)
        self._over = dict(data["over"])


def _order(one: Booking) -> tuple[int, str]:
    return one.start, one.id
