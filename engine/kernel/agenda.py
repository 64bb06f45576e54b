"""What is due: plain entries on SimPy's queue, cancellable, and folded from events like any other state.

SimPy's environment is queue and clock. Its processes are generators, which can be neither stored nor copied, so none
is used: an entry's whole meaning is its text. SimPy has no cancel: a dropped entry loses its callback and stays until
it is reached, and when dead entries outnumber live ones the queue is rebuilt from the live ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

import simpy

from .events import Entry, Event

_KEEP_DEAD = 64


class Agenda:
    """The live entries, in the order ``(at, priority, seq)``."""

    def __init__(self) -> None:
        self.count = 0
        """Entries ever set; the next one's ``seq``."""
        self._fired: Entry | None = None
        self._fill((), 0)

    def _fill(self, entries: Iterable[Entry], now: int) -> None:
        self._environment = simpy.Environment(initial_time=now)
        self._live: dict[str, simpy.Event] = {}
        self._entries: dict[str, Entry] = {}
        self._dead = 0
        for entry in entries:
            self._push(entry)

    def _push(self, entry: Entry) -> None:
        event = simpy.Event(self._environment)
        # An event that is triggered already, as SimPy's Timeout makes itself; succeed() would schedule it for now.
        event._ok = True  # pyright: ignore[reportPrivateUsage]
        event._value = None  # pyright: ignore[reportPrivateUsage]
        _callbacks(event).append(partial(self._fire, entry))
        # SimPy's priority is any integer and its tie-break is insertion order, which is seq.
        self._environment.schedule(event, entry.priority, entry.at - self._environment.now)  # pyright: ignore[reportArgumentType]
        self._live[entry.id] = event
        self._entries[entry.id] = entry

    def _fire(self, entry: Entry, _: simpy.Event) -> None:
        self._fired = entry

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, entry_id: str) -> bool:
        return entry_id in self._entries

    def get(self, entry_id: str) -> Entry | None:
        """The live entry with that id."""
        return self._entries.get(entry_id)

    def entries(self) -> list[Entry]:
        """All live entries, in the order in which they come due."""
        return sorted(self._entries.values())

    def add(self, entry: Entry) -> None:
        """Put an entry on the agenda; its ``seq`` must be `count`."""
        if entry.id in self._entries:
            raise ValueError(f"agenda entry {entry.id!r} is live already: cancel it first")
        self.count = entry.seq + 1
        self._push(entry)

    def drop(self, entry_id: str) -> None:
        """Cancel a live entry."""
        event = self._live.pop(entry_id)
        del self._entries[entry_id]
        _callbacks(event).clear()
        self._dead += 1
        if self._dead > _KEEP_DEAD and self._dead > len(self._entries):
            self._fill(
                sorted(self._entries.values(), key=lambda entry: entry.seq), int(self._environment.now)
            )

    def pop(self, limit: int | None = None) -> Entry | None:
        """Take the next live entry that is due by ``limit`` (``None``: whenever), or ``None``."""
        environment = self._environment
        horizon = float("inf") if limit is None else limit
        while self._entries and environment.peek() <= horizon:
            environment.step()
            entry, self._fired = self._fired, None
            if entry is None:
                self._dead -= 1
                continue
            del self._live[entry.id], self._entries[entry.id]
            return entry
        return None

    def apply(self, event: Event) -> None:
        """Fold one journaled event: what fired, then what it cancelled, then what it set."""
        if event.fired is not None and event.fired in self._entries:
            self.drop(event.fired)
        for entry_id in event.cancels:
            self.drop(entry_id)
        for entry in event.sets:
            self.add(entry)

    def dump(self) -> dict[str, Any]:
        """The agenda as JSON values."""
        return {
            "count": self.count,
            "entries": [list(entry) for entry in sorted(self._entries.values(), key=_seq)],
        }

    def load(self, data: dict[str, Any], now: int) -> None:
        """Replace everything by what `dump` returned."""
        rows: Sequence[Sequence[Any]] = data["entries"]
        self._fill((Entry(*row) for row in rows), now)
        self.count = data["count"]


def _callbacks(event: simpy.Event) -> list[Any]:
    return event.callbacks  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]


def _seq(entry: Entry) -> int:
    return entry.seq
