"""A step: everything that one agenda entry, or one call of a seat, causes; written whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from .agenda import Agenda
from .events import Entry, Event, Lapsed, Payload
from .state import State

if TYPE_CHECKING:
    from .blobs import Blobs

React: TypeAlias = "Callable[[Step, Event], None]"


class Step:
    """Collects the events and timers of one step. Nothing may await while a step is open.

    An emitted event is folded into the state at once and handed to the reactors of its kind, which may emit more.
    Timers are collected and change the agenda only when the step is closed.
    """

    __slots__ = (
        "_agenda",
        "_cancels",
        "_first",
        "_reactors",
        "_sets",
        "_state",
        "at",
        "blobs",
        "events",
        "fired",
        "number",
    )

    def __init__(
        self,
        number: int,
        at: int,
        first_seq: int,
        state: State,
        agenda: Agenda,
        blobs: Blobs,
        reactors: Mapping[str, Sequence[React]],
        fired: Entry | None = None,
    ) -> None:
        self.number = number
        self.at = at
        self.fired = fired
        self.events: list[Event] = []
        self.blobs = blobs
        self._first = first_seq
        self._state = state
        self._agenda = agenda
        self._reactors = reactors
        self._sets: dict[str, tuple[int, int, str, str, str]] = {}
        self._cancels: dict[str, None] = {}

    def emit(self, payload: Payload, actor: str = "", *, cause: Event | int | None = None) -> Event:
        """Record that something happened, now.

        Args:
            payload: What happened.
            actor: The person or seat that did it; empty for the world itself.
            cause: The event that led to it. By default the first event of this step.
        """
        if cause is None:
            cause_seq = self.events[0].seq if self.events else None
        else:
            cause_seq = cause if isinstance(cause, int) else cause.seq
        event = Event(self._first + len(self.events), self.number, self.at, actor, payload, cause_seq)
        self.events.append(event)
        self._state.apply(event)
        for react in self._reactors.get(payload.kind, ()):
            react(self, event)
        return event

    def set(
        self, entry_id: str, at: int, kind: str, target: str = "", payload: str = "", *, priority: int = 0
    ) -> None:
        """Put something on the agenda; a live entry of the same id is replaced.

        Args:
            entry_id: Unique among live entries.
            at: When it is due; not before now.
            kind: Which handler of the world gets it.
            target: The person or thing that it concerns.
            payload: Canonical JSON for the handler.
            priority: Among entries due at the same instant, lower comes first.
        """
        if at < self.at:
            raise ValueError(f"agenda entry {entry_id!r} would be due at {at}, before now ({self.at})")
        self.cancel(entry_id)
        self._sets[entry_id] = (at, priority, kind, target, payload)

    def cancel(self, entry_id: str) -> bool:
        """Take something off the agenda; False if nothing of that id is due."""
        if self._sets.pop(entry_id, None) is not None:
            return True
        if entry_id in self._agenda and entry_id not in self._cancels:
            self._cancels[entry_id] = None
            return True
        return False

    def due(self, entry_id: str) -> int | None:
        """When the live entry of that id is due, seen from inside this step."""
        if entry_id in self._sets:
            return self._sets[entry_id][0]
        if entry_id in self._cancels:
            return None
        entry = self._agenda.get(entry_id)
        return None if entry is None else entry.at

    def close(self) -> list[Event]:
        """Attach the timers to the events, change the agenda, and return the events."""
        if not self.events:
            if self.fired is None and not self._sets and not self._cancels:
                return []
            self.emit(Lapsed(), self.fired.target if self.fired else "")
        count = self._agenda.count
        sets = tuple(
            Entry(at, priority, count + i, entry_id, kind, target, payload)
            for i, (entry_id, (at, priority, kind, target, payload)) in enumerate(self._sets.items())
        )
        first, last = self.events[0], self.events[-1]
        first.fired = self.fired.id if self.fired else None
        last.sets, last.cancels = sets, tuple(self._cancels)
        for entry_id in self._cancels:
            self._agenda.drop(entry_id)
        for entry in sets:
            self._agenda.add(entry)
        return self.events
