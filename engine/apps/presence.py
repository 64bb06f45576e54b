"""Where people are just now, as their colleagues' apps show it: away, in a meeting, off, or available."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..kernel.events import Event
from ..kernel.state import Apply, Component
from ..office.events import Away, Back, Joined, Left, MeetingEnded
from ..office.model import Setup
from .walltime import stamp


class Presence(Component):
    """Who is away until when, and who sits in which meeting."""

    name = "presence"

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._away: dict[str, int] = {}
        self._meeting: dict[str, str] = {}

    def listens(self) -> Mapping[str, Apply]:
        return {
            Away.kind: self._apply,
            Back.kind: self._apply,
            Joined.kind: self._apply,
            Left.kind: self._apply,
            MeetingEnded.kind: self._apply,
        }

    def _apply(self, event: Event) -> None:
        match event.payload:
            case Away(person=person, until=until):
                self._away[person] = until
            case Back(person=person):
                self._away.pop(person, None)
            case Joined(person=person, meeting=meeting):
                self._meeting[person] = meeting
            case Left(person=person):
                self._meeting.pop(person, None)
            case MeetingEnded(meeting=meeting):
                self._meeting = {who: where for who, where in self._meeting.items() if where != meeting}
            case _:
                raise AssertionError(event)

    def meeting(self, person: str) -> str | None:
        """The meeting they sit in."""
        return self._meeting.get(person)

    def away_until(self, person: str, at: int) -> int | None:
        """When somebody who is away will be back; ``None`` if they are there."""
        until = self._away.get(person, at)
        return until if until > at else None

    def words(self, person: str, at: int, viewer: str) -> str:
        """What a colleague's app shows, times in the viewer's wall time. Why somebody is away is not shown."""
        calendar = self._setup.calendar_of(person)
        until = self.away_until(person, at)
        if until is not None:
            return f"away until {stamp(self._setup.calendar_of(viewer), until)}"
        if person in self._meeting:
            return "in a meeting"
        return "available" if calendar.is_open(at) else "off hours"

    def dump(self) -> Any:
        return {"away": self._away, "meeting": self._meeting}

    def load(self, data: Any) -> None:
        self._away, self._meeting = dict(data["away"]), dict(data["meeting"])
