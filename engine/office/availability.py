"""When people can turn to their messages: working hours, evenings, weekends, absence, meetings, focus time, batches."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, time, timedelta
from typing import Final, Protocol

from ..kernel.clock import MINUTE, WEEKDAYS, Calendar
from ..kernel.world import Core
from .model import Person, Setup
from .queues import SITTING, Queues

ARRIVING: Final = 25 * MINUTE
"""Nobody begins on the stroke of the hour: the longest until they turn to their messages (fitted)."""
SETTLING: Final = 6 * MINUTE
"""The longest until somebody comes back to their messages from a meeting or from focus (fitted)."""


class Gate(Protocol):
    """Something that keeps people from their messages: absence, meetings."""

    def free_from(self, person: str, at: int) -> int:
        """``at`` if the person is free then, else when they will be."""
        ...


class Availability:
    """Says from when on somebody can turn to messages."""

    def __init__(self, setup: Setup, core: Core, queues: Queues, gates: Iterable[Gate] = ()) -> None:
        self._setup = setup
        self._core = core
        self._queues = queues
        self.gates = list(gates)
        self._sessions: dict[tuple[int, str, int], tuple[int, int] | None] = {}

    def free(self, person: str, at: int, *, pierces: bool = False) -> int:
        """The first instant from ``at`` on at which the person can turn to messages.

        Working hours (or a session in the evening or at the weekend), absence and meetings always hold; focus time
        and batches only for what does not pierce them.
        """
        who = self._setup.people[person]
        calendar = self._setup.calendar_of(person)
        for _ in range(40):
            before = at
            for gate in self.gates:
                at = gate.free_from(person, at)
            if at != before:
                at += int(self._core.streams.stream("after", person, at).uniform(0, SETTLING))
            if not calendar.is_open(at) and not self._in_session(person, calendar, at):
                at = calendar.next_open(at)
                at += int(self._core.streams.stream("arrives", person, at).uniform(0, ARRIVING))
            if not pierces and who.persona is not None and calendar.is_open(at):
                at = self._undisturbed(who, calendar, at)
            if at == before:
                return at
        return at

    def _undisturbed(self, who: Person, calendar: Calendar, at: int) -> int:
        assert who.persona is not None
        habits = who.persona.attention
        if habits.focus:
            local = calendar.local(at)
            clock = f"{local.hour:02}:{local.minute:02}"
            for block in habits.focus:
                if WEEKDAYS[local.weekday()] in block.days and block.start <= clock < block.end:
                    end = calendar.at(datetime.combine(local.date(), time.fromisoformat(block.end)))
                    settling = self._core.streams.stream("after", who.id, end).uniform(0, SETTLING)
                    at = max(at + 1, end + int(settling))
        batch = habits.batch_minutes * MINUTE
        if batch and at - self._queues.busy.get(who.id, -SITTING - 1) > SITTING:
            number = at // batch
            begins = number * batch + self._after_batch(who.id, number, batch)
            if at > begins + SITTING:
                begins = (number + 1) * batch + self._after_batch(who.id, number + 1, batch)
            at = max(at, begins)
        return at

    def _after_batch(self, person: str, number: int, batch: int) -> int:
        """How much later than by the clock somebody turns to their batch of that number."""
        return int(self._core.streams.stream("batch", person, number).uniform(0, min(ARRIVING, batch // 2)))

    # Evenings and weekends -------------------------------------------------------------------------------------------

    def _session(self, person: str, calendar: Calendar, at: int) -> tuple[int, int] | None:
        """A stretch of work outside working hours on the wall date of ``at``, if the person has one."""
        day = calendar.local(at).date()
        cached = (self._core.streams.seed, person, day.toordinal())
        if cached in self._sessions:
            return self._sessions[cached]
        persona = self._setup.people[person].persona
        found = None
        if persona is not None:
            morning = calendar.at(datetime.combine(day, time(0)))
            works = (
                calendar.work_between(
                    morning, calendar.at(datetime.combine(day + timedelta(days=1), time(0)))
                )
                > 0
            )
            draw = self._core.streams.stream("session", person, day.isoformat())
            share = persona.responses.works_evenings if works else persona.responses.works_weekends
            if draw.chance(share):
                # Evening peak 21 to 23 h for about 30% of people (Microsoft 2022).
                start = (
                    calendar.at(datetime.combine(day, time(20 if works else 10)))
                    + draw.integer(0, 90) * MINUTE
                )
                found = (start, start + draw.integer(20, 80) * MINUTE)
        if len(self._sessions) > 20_000:
            self._sessions.clear()
        self._sessions[cached] = found
        return found

    def _in_session(self, person: str, calendar: Calendar, at: int) -> bool:
        session = self._session(person, calendar, at)
        return session is not None and session[0] <= at < session[1]

    def session_between(self, person: str, a: int, b: int) -> tuple[int, int] | None:
        """The first session that begins between two instants, looking at the day of ``a`` and the next three."""
        calendar = self._setup.calendar_of(person)
        if calendar.is_open(a) and calendar.work_between(a, b) == b - a:
            return None
        for day in range(4):
            session = self._session(person, calendar, a + day * 24 * 60 * MINUTE)
            if session is not None and a <= session[0] < b:
                return session
        return None
