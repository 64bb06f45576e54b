"""Absence: planned leave, leave that the story gives, and days on which people are ill.

Somebody who is away works on nothing and notices nothing; what reached them waits until they are back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from ..kernel.clock import Calendar
from ..kernel.events import Entry, Event
from ..kernel.state import Apply, Component
from ..kernel.step import React, Step
from ..kernel.world import Core
from .events import AbsenceKind, Away, Back
from .model import Setup

SICK_BEGINS: Final = 20
"""Chance that somebody falls ill on a working day, per mille. With spells of two days on average this makes about 4% of
person-days (9.4 days a year: CIPD 2025)."""
SICK_GOES_ON: Final = 500
"""Chance that somebody ill stays ill for another working day, per mille (fitted to the 4%)."""
LONGEST: Final = 10
"""Working days of the longest illness that is drawn."""
LOOK_AHEAD: Final = 60
"""Days among which the next illness is looked for at a time."""


class Absences(Component):
    """Who is away, why, and until when."""

    name = "absence"

    def __init__(self) -> None:
        self.away: dict[str, tuple[int, str]] = {}

    def listens(self) -> Mapping[str, Apply]:
        return {Away.kind: self._away, Back.kind: self._back}

    def _away(self, event: Event) -> None:
        said: Any = event.payload
        self.away[said.person] = (said.until, said.why)

    def _back(self, event: Event) -> None:
        said: Any = event.payload
        self.away.pop(said.person, None)

    def dump(self) -> Any:
        return {person: list(row) for person, row in self.away.items()}

    def load(self, data: Any) -> None:
        self.away = {person: (row[0], row[1]) for person, row in data.items()}


class Absence:
    """Lets people go and come back.

    Nobody on whom a fact, an approval or a request depends is drawn ill: there the pack's author decides.
    """

    def __init__(self, setup: Setup, core: Core) -> None:
        self._setup = setup
        self._core = core
        self.state = Absences()
        needed = {holding.person for fact in setup.facts.values() for holding in fact.holders}
        needed |= {approval.decides for approval in setup.approvals.values()}
        needed |= {request.person for request in setup.requests.values()}
        self._needed = frozenset(needed)

    def components(self) -> Sequence[Component]:
        return (self.state,)

    def reactors(self) -> Mapping[str, React]:
        return {}

    def handlers(self) -> Mapping[str, Callable[[Step, Entry], None]]:
        return {
            "absence.begin": self._begin,
            "absence.end": self._end,
            "absence.ill": self._ill,
            "absence.healthy": self._healthy,
        }

    def start(self, step: Step) -> None:
        """Book everybody's planned leave and first illness."""
        for person in self._setup.people.values():
            for number, leave in enumerate(person.leave):
                if leave.end > step.at:
                    self._book(step, f"{person.id}/{number}", person.id, leave.start, leave.end, leave.why)
        for person in self._drawn():
            self._next_illness(step, person, step.at)

    def leave(self, step: Step, person: str, start: int, end: int, why: AbsenceKind) -> None:
        """Let somebody be away between two instants (the story says so)."""
        if end > step.at:
            self._book(step, f"{person}/at{start}", person, start, end, why)

    def is_away(self, person: str, at: int) -> bool:
        """Whether the person is away at ``at``, as far as is known now."""
        return self.free_from(person, at) > at

    def until(self, person: str, at: int) -> int | None:
        """When somebody who is away will be back; ``None`` if they are there."""
        free = self.free_from(person, at)
        return free if free > at else None

    def why(self, person: str) -> str:
        """Why the person is away; empty if they are there."""
        return self.state.away.get(person, (0, ""))[1]

    def free_from(self, person: str, at: int) -> int:
        """``at``, or the end of the absence that it falls into."""
        row = self.state.away.get(person)
        return at if row is None else max(at, row[0])

    def _drawn(self) -> Iterable[str]:
        return (
            one.id for one in self._setup.people.values() if one.is_coworker and one.id not in self._needed
        )

    def _book(self, step: Step, name: str, person: str, start: int, end: int, why: str) -> None:
        payload = f'["{why}",{end}]'
        step.set(f"absence.begin/{name}", max(start, step.at), "absence.begin", person, payload, priority=-1)

    def _begin(self, step: Step, entry: Entry) -> None:
        why, _, end = entry.payload.strip("[]").partition(",")
        self._go(step, entry.target, int(end), why.strip('"'))

    def _go(self, step: Step, person: str, until: int, why: Any) -> None:
        if until <= max(step.at, self.free_from(person, step.at)):
            return
        step.emit(Away(person=person, why=why, until=until), person)
        step.set(f"absence.end/{person}", until, "absence.end", person, priority=-1)

    def _end(self, step: Step, entry: Entry) -> None:
        step.emit(Back(person=entry.target), entry.target)

    # Illness ---------------------------------------------------------------------------------------------------------

    def _next_illness(self, step: Step, person: str, at: int) -> None:
        calendar = self._setup.calendar_of(person)
        today = calendar.local(at).date()
        for number in range(1, LOOK_AHEAD):
            day = today + timedelta(days=number)
            span = _working(calendar, day)
            if span is None:
                continue
            draw = self._core.streams.stream("ill", person, day.isoformat())
            if not draw.chance(SICK_BEGINS):
                continue
            until, days = span[1], 1
            for later in range(1, 2 * LONGEST):
                more = _working(calendar, day + timedelta(days=later))
                if more is None:
                    continue
                if days == LONGEST or not draw.chance(SICK_GOES_ON):
                    break
                until, days = more[1], days + 1
            step.set(f"absence.ill/{person}", span[0], "absence.ill", person, str(until), priority=-1)
            return
        again = calendar.at(datetime.combine(today + timedelta(days=LOOK_AHEAD - 1), time(1)))
        step.set(f"absence.ill/{person}", max(again, at), "absence.healthy", person)

    def _ill(self, step: Step, entry: Entry) -> None:
        until = int(entry.payload)
        self._go(step, entry.target, until, "sick")
        self._next_illness(step, entry.target, until)

    def _healthy(self, step: Step, entry: Entry) -> None:
        self._next_illness(step, entry.target, step.at)


def _working(calendar: Calendar, day: date) -> tuple[int, int] | None:
    """A wall date's first opening and last closing; ``None`` for a day off, or beyond the calendar."""
    morning = calendar.at(datetime.combine(day, time(0)))
    try:
        opens = calendar.next_open(morning)
    except ValueError:
        return None
    if calendar.local(opens).date() != day:
        return None
    return opens, calendar.end_of_day(opens)
