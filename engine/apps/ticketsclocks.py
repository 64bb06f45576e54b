"""Service levels: clocks that run in business hours, stand still in given states, and tell when they are missed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Final

from ..kernel.clock import Calendar
from ..kernel.step import Step
from ..office.conditions.timewords import Span
from .ticketsconfig import ServiceLevel, TicketsConfig
from .ticketsstate import Clock, ClockStatus, Ticket, TicketBreached, TicketClock

BREACH: Final = "tickets.breach"
"""Agenda kind: a service level's time is up."""


class Clocks:
    """The clocks of all tickets."""

    def __init__(self, config: TicketsConfig, calendars: Mapping[str, Calendar], default: str) -> None:
        self._config = config
        self.tell: Callable[[Step, Ticket, str], None] | None = None
        """Told of a service level that is missed."""
        self._calendars = {key: calendars[queue.calendar or default] for key, queue in config.queues.items()}

    def levels(self, ticket: Ticket) -> dict[str, tuple[ServiceLevel, Span]]:
        """The service levels that hold for a ticket, with their targets at its priority."""
        levels = self._config.queues[ticket.queue].service_levels
        found = {name: (level, level.target(ticket.priority)) for name, level in levels.items()}
        return {name: (level, target) for name, (level, target) in found.items() if target is not None}

    def used(self, ticket: Ticket, name: str, at: int) -> int:
        """Milliseconds that a clock has counted by then."""
        clock = ticket.clocks.get(name)
        if clock is None:
            return 0
        return clock.used + (0 if clock.since is None else self._between(ticket, name, clock.since, at))

    def due(self, ticket: Ticket, name: str) -> int | None:
        """When a clock will have counted all that was promised; ``None``: not within the calendar, or it stands."""
        clock, held = ticket.clocks.get(name), self.levels(ticket).get(name)
        if clock is None or clock.since is None or held is None:
            return None
        left = held[1].amount - clock.used
        if held[1].unit == "elapsed":
            return clock.since + max(0, left)
        try:
            return self._calendars[ticket.queue].add_work(clock.since, left)
        except ValueError:
            return None

    def sync(self, step: Step, ticket: Ticket, at: int | None = None) -> None:
        """Let the clocks follow what became of a ticket.

        Args:
            step: The open step.
            ticket: After the change.
            at: When that was, before the run; ``None``: now.
        """
        when = step.at if at is None else at
        held = self.levels(ticket)
        for name in self._config.queues[ticket.queue].service_levels:
            self.check(step, ticket, name, when, past=at is not None)
            clock = ticket.clocks.get(name)
            if name in held:
                status = self._status(ticket, held[name][0])
            elif clock is None or clock.status == "met":
                continue
            else:
                status = "paused"
            if clock is None or clock.status != status:
                used = self.used(ticket, name, when)
                step.emit(TicketClock(ticket=ticket.key, level=name, status=status, used=used, at=at))
                # a clock that goes on under a shorter promise may have run out already
                self.check(step, ticket, name, when, past=at is not None)
            if at is None:
                self._book(step, ticket, name)

    def check(self, step: Step, ticket: Ticket, name: str, when: int, *, past: bool = False) -> None:
        """Tell of a clock that ran out by ``when``, if that was not told; ``past``: it did so before the run."""
        clock, due = ticket.clocks.get(name), self.due(ticket, name)
        if clock is None or due is None or due > when or clock.breached is not None:
            return
        step.emit(TicketBreached(ticket=ticket.key, level=name, at=due if past else None))
        if self.tell is not None and not past:
            self.tell(step, ticket, name)

    def open(self, step: Step, ticket: Ticket) -> None:
        """Book the clocks of a ticket that was there before the run."""
        for name in ticket.clocks:
            self.check(step, ticket, name, step.at, past=True)
            self._book(step, ticket, name)

    def _book(self, step: Step, ticket: Ticket, name: str) -> None:
        entry, due, clock = f"{BREACH}/{ticket.key}/{name}", self.due(ticket, name), ticket.clocks.get(name)
        if due is None or clock is None or clock.breached is not None:
            step.cancel(entry)
        elif step.due(entry) != max(due, step.at):
            step.set(entry, max(due, step.at), BREACH, ticket.key, json.dumps(name))

    def _status(self, ticket: Ticket, level: ServiceLevel) -> ClockStatus:
        workflow = self._config.workflows[self._config.queues[ticket.queue].workflow]
        met = ticket.answered if level.until == "response" else workflow.states[ticket.state].done
        if met:
            return "met"
        return "paused" if ticket.state in level.pauses_in else "running"

    def _between(self, ticket: Ticket, name: str, a: int, b: int) -> int:
        level = self._config.queues[ticket.queue].service_levels[name]
        return b - a if level.unit == "elapsed" else self._calendars[ticket.queue].work_between(a, b)

    def words(self, ticket: Ticket, name: str, at: int) -> tuple[str, str]:
        """How a clock stands: ``running``, ``paused``, ``met`` or ``missed``, and what is left: ``1h 20m``."""
        clock = ticket.clocks[name]
        held = self.levels(ticket).get(name)
        left = 0 if held is None else held[1].amount - self.used(ticket, name, at)
        return _standing(clock), span_words(left)


def _standing(clock: Clock) -> str:
    if clock.breached is None:
        return clock.status
    return "missed, met late" if clock.status == "met" else f"missed, {clock.status}"


def span_words(milliseconds: int) -> str:
    """A length of time to the minute: ``1h 20m``, ``-5m``."""
    minutes = abs(milliseconds) // 60_000
    hours, rest = divmod(minutes, 60)
    words = " ".join(
        part for part in (f"{hours}h" if hours else "", f"{rest}m" if rest or not hours else "") if part
    )
    return f"-{words}" if milliseconds < 0 and minutes else words
