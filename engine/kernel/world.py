"""What the kernel runs: a world of components, handlers and minds, built by somebody who knows what it is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from .agenda import Agenda
from .blobs import Blobs
from .events import Entry
from .minds import Look, Mind, Value
from .seats import Begun
from .state import Component, State
from .step import React, Step
from .streams import Streams


class Core(NamedTuple):
    """What a world gets from its run."""

    streams: Streams
    blobs: Blobs
    agenda: Agenda
    files: Mapping[str, bytes]
    """The content the run was created from: pack, personas."""
    settings: Mapping[str, Any]
    """What was chosen for the run (task, parameters, limits), as JSON values."""
    meta: Mapping[str, Any] = {}
    """What is kept about the run outside its digest: which models stand behind its minds."""


class World(Protocol):
    """Implemented above the kernel. Every method that gets a `Step` acts only through it."""

    @property
    def components(self) -> Sequence[Component]:
        """The state that the world is made of."""
        ...

    @property
    def reactors(self) -> Mapping[str, Sequence[React]]:
        """Called after an event of that kind was folded in; may emit more into the same step."""
        ...

    @property
    def horizon(self) -> int:
        """When a run without seats ends, in milliseconds."""
        ...

    def bind(self, state: State) -> None:
        """Take the state that the components are now part of."""
        ...

    def start(self, step: Step) -> None:
        """The first step: set the scene and book what will happen."""
        ...

    def handle(self, step: Step, entry: Entry) -> None:
        """An agenda entry came due that is neither a look, a commit nor a call's end."""
        ...

    def look(self, step: Step, entry: Entry) -> Look | None:
        """A ``look`` entry came due. ``None``: there is nothing to decide (the world may have emitted events)."""
        ...

    def foresee(self, entry: Entry) -> Value | None:
        """The percept of a booked look if nothing else arrives before it; ``None``: don't decide early."""
        ...

    def commit(self, step: Step, actor: str, subject: str, decision: Value) -> None:
        """A decision on ``subject`` takes effect: run its intents as commands against the world as it is now."""
        ...

    def mind(self, actor: str) -> Mind:
        """Who decides for that person."""
        ...

    def fallback(self, actor: str) -> Mind:
        """Who decides if the mind fails; must be instant."""
        ...

    def nothing(self) -> Value:
        """The decision to do nothing: what is left if an instant mind fails."""
        ...

    def read_percept(self, actor: str, text: bytes) -> Value:
        """A percept from its JSON."""
        ...

    def read_decision(self, actor: str, text: bytes) -> Value:
        """A decision from its JSON."""
        ...

    def begin_call(self, step: Step, seat: str, call: int, tool: str, arguments: str) -> Begun:
        """A seat calls a tool: validate it, and say when it ends. Must not refuse by raising."""
        ...

    def finish_call(self, step: Step, seat: str, call: int, tool: str, arguments: str) -> dict[str, Any]:
        """A call that acts at its end: act, and return its result."""
        ...

    def observe(self, step: Step, seat: str, result: dict[str, Any]) -> dict[str, Any]:
        """The observation made of a result: adds time, budgets and new notifications."""
        ...
