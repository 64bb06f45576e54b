"""All promises as they stand: made, reminded, moved, broken, kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple

from ..kernel.events import Event
from ..kernel.state import Apply, Component
from .events import PromiseBroken, PromiseKept, PromiseMade, PromiseMoved, PromiseReminded
from .model import Setup

_KEPT_CLOSED: Final = 400
"""Promises about ordinary work that are remembered after they were kept."""

Status = Literal["made", "broken", "kept"]


class Promise(NamedTuple):
    """One promise as it stands."""

    id: str
    by: str
    to: str
    what: str
    item: str
    due: int
    made: int
    message: str
    remembers: bool
    status: Status
    reminders: int
    kept_at: int
    """-1: not yet."""
    late: bool

    @property
    def open(self) -> bool:
        """Not kept yet, whether its time has passed or not."""
        return self.status != "kept"

    @property
    def forgotten(self) -> bool:
        """Nothing will come of it unless somebody reminds the promiser."""
        return self.open and not self.remembers and not self.reminders


class Ledger(Component):
    """All promises that are open, and those kept that anything may still ask about."""

    name = "promises"

    def __init__(self, setup: Setup) -> None:
        self._requests = setup.requests
        self._clear()

    def _clear(self) -> None:
        self.promises: dict[str, Promise] = {}
        self.counts: dict[str, int] = {}
        self._of: dict[str, dict[str, None]] = {}
        self._closed: dict[str, None] = {}

    def listens(self) -> Mapping[str, Apply]:
        return {
            PromiseMade.kind: self._made,
            PromiseReminded.kind: self._reminded,
            PromiseKept.kind: self._kept,
            PromiseBroken.kind: self._broken,
            PromiseMoved.kind: self._moved,
        }

    def of(self, person: str) -> list[Promise]:
        """The promises that the person made, oldest first."""
        return [self.promises[promise] for promise in self._of.get(person, ())]

    def _made(self, event: Event) -> None:
        made = event.payload
        assert isinstance(made, PromiseMade)
        self.counts[made.by] = self.counts.get(made.by, 0) + 1
        self._put(
            Promise(
                made.promise,
                made.by,
                made.to,
                made.what,
                made.item,
                made.due,
                event.at,
                made.message,
                made.remembers,
                "made",
                0,
                -1,
                late=False,
            )
        )

    def _put(self, promise: Promise) -> None:
        self.promises[promise.id] = promise
        self._of.setdefault(promise.by, {})[promise.id] = None

    def _reminded(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, PromiseReminded)
        promise = self.promises.get(payload.promise)
        if promise is not None:
            self._put(promise._replace(reminders=promise.reminders + 1))

    def _kept(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, PromiseKept)
        promise = self.promises.get(payload.promise)
        if promise is None:
            return
        self._put(promise._replace(status="kept", kept_at=event.at, late=payload.late))
        if promise.item in self._requests:
            return
        self._closed[promise.id] = None
        if len(self._closed) > _KEPT_CLOSED:
            old = next(iter(self._closed))
            del self._closed[old]
            del self._of[self.promises.pop(old).by][old]

    def _broken(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, PromiseBroken)
        promise = self.promises.get(payload.promise)
        if promise is not None and promise.open:
            self._put(promise._replace(status="broken", late=True))

    def _moved(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, PromiseMoved)
        promise = self.promises.get(payload.promise)
        if promise is not None and promise.open:
            self._put(promise._replace(due=payload.due, status="made", late=False))

    def dump(self) -> Any:
        return {
            "promises": [list(one) for one in self.promises.values()],
            "of": {person: list(mine) for person, mine in self._of.items()},
            "counts": dict(self.counts),
            "closed": list(self._closed),
        }

    def load(self, data: Any) -> None:
        self._clear()
        self.promises = {row[0]: Promise(*row) for row in data["promises"]}
        self._of = {person: dict.fromkeys(mine) for person, mine in data["of"].items()}
        self.counts = dict(data["counts"])
        self._closed = dict.fromkeys(data["closed"])
