"""Conditions of a rubric, folded from a journal whose run never tracked them."""

from __future__ import annotations

from collections.abc import Iterable

from ..engine.kernel.blobs import BlobRef, Blobs
from ..engine.kernel.events import Event
from ..engine.office.conditions import model
from ..engine.office.conditions.model import Condition
from ..engine.office.conditions.scope import Mark
from ..engine.office.conditions.scope import Scope as Tracked
from ..engine.office.conditions.tracker import holders_of
from ..engine.office.events import PromiseMade
from .scene import Scene


class Conditions:
    """When each condition became true. Uses the same leaves and joins as the run's own conditions.

    Args:
        conditions: Every condition that will be asked about.
        scene: Who is who, and how times are placed.
        blobs: The run's texts.
    """

    def __init__(self, conditions: Iterable[Condition], scene: Scene, blobs: Blobs) -> None:
        self._scene = scene
        self._blobs = blobs
        self._promises: dict[str, str] = {}
        self._requests: set[str] = set()
        knows = {fact: frozenset(people) for fact, people in holders_of(scene.setup).items()}
        self._tracked = Tracked(self, _Placed(scene), knows)
        for condition in conditions:
            self._tracked.add(condition)
            self._requests |= {
                part.promise.request for part in model.parts(condition) if isinstance(part, model.Promise)
            }
        self.changes = 0
        """How often anything became true."""
        self._next = self._due()

    @property
    def kinds(self) -> frozenset[str]:
        """Kinds of events that any of them waits for."""
        return frozenset((*self._tracked.routes, PromiseMade.kind))

    def named(self, people: str) -> tuple[str, ...]:
        """The person ids that a person, seat or group stands for."""
        return self._scene.named(people)

    def text(self, ref: BlobRef) -> str:
        """A message's body."""
        return self._blobs.text(ref)

    def request_of(self, promise: str) -> str:
        """The request that a promise is about; empty if it is about something else."""
        return self._promises.get(promise, "")

    def mark(self, condition: Condition) -> Mark | None:
        """When a condition that holds became true; None if it doesn't hold."""
        return self._tracked.mark(condition)

    def fold(self, event: Event) -> None:
        """Take an event in, after what time alone had decided by its instant."""
        self.settle(event.at)
        payload = event.payload
        if isinstance(payload, PromiseMade) and payload.item in self._requests:
            self._promises[payload.promise] = payload.item
        if payload.kind in self._tracked.routes:
            met = self._tracked.fold(event)
            if met:
                self.changes += len(met)
                self._next = self._due()
                self.settle(event.at)

    def settle(self, now: int) -> None:
        """Decide what time alone decides up to `now`."""
        while self._next is not None and self._next[0] <= now:
            at, key = self._next
            self._tracked.set(key, Mark(at, 0))
            self.changes += 1
            self._next = self._due()

    def _due(self) -> tuple[int, str] | None:
        dues = ((due, key) for key in self._tracked.timed if (due := self._tracked.due(key)) is not None)
        return min(dues, default=None)


class _Placed:
    """Times, each text read once."""

    def __init__(self, scene: Scene) -> None:
        self._times = scene.times
        self._known: dict[str, int] = {}

    def at(self, text: str) -> int:
        if text not in self._known:
            self._known[text] = self._times.at(text)
        return self._known[text]

    def after(self, at: int, span: str) -> int:
        return self._times.after(at, span)
