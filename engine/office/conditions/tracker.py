"""Whether conditions hold, as part of a run's state.

Where time decides a condition, an agenda entry is booked and its firing recorded as an event, so that the answer is
a fold of the journal like everything else, and nothing ever scans it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Final

from pydantic_core import from_json, to_json

from ...kernel.blobs import BlobRef
from ...kernel.events import Entry, Event
from ...kernel.state import Apply, Component
from ...kernel.step import React, Step
from ..events import PromiseMade
from ..model import Setup
from . import model
from .events import ConditionMet
from .model import Condition
from .scope import Mark, Scope, Times, word_of

CONDITION: Final = "condition"
"""Kind of the agenda entries at which time decides a condition."""

Tell = Callable[[Step], None]


class ConditionTracker(Component):
    """The conditions of a world.

    Conditions are added while a world is built; one that is added later would have missed what happened before.

    Args:
        conditions: Every condition that will be asked about; the parts of conditions are tracked with them.
        named: The person ids that a person, seat or group stands for.
        times: Places times and durations.
        text: A message's body by its blob.
        knows: Fact to the people who hold its truth from the start.
    """

    name: ClassVar[str] = "conditions"

    def __init__(
        self,
        conditions: Iterable[Condition],
        *,
        named: Callable[[str], tuple[str, ...]],
        times: Times,
        text: Callable[[BlobRef], str],
        knows: Mapping[str, Iterable[str]] | None = None,
    ) -> None:
        self._named = named
        self._text = text
        self._times = times
        self._knows = {fact: frozenset(people) for fact, people in (knows or {}).items()}
        self._scopes: dict[str, Scope] = {"": Scope(self, times, self._knows)}
        self._watched: dict[tuple[str, str], list[Tell]] = {}
        self._told: dict[str, Mark] = {}
        self._requests: set[str] = set()
        self._promises: dict[str, str] = {}
        self._fresh: list[tuple[int, str, str]] = []
        for condition in conditions:
            self.add(condition)

    def add(self, condition: Condition) -> None:
        """Track a condition."""
        self._add(self._scopes[""], condition)

    def watch(self, condition: Condition, tell: Tell) -> None:
        """Call `tell` once, inside the step in which the condition first becomes true."""
        self._watch("", condition, tell)

    def repeat(self, name: str, condition: Condition, tell: Tell) -> None:
        """Call `tell` each time the condition becomes true anew.

        After each time, what has to happen again is forgotten (messages, questions, files), what lasts stays
        (knowledge, approvals, times), and `no` counts from then.

        Args:
            name: Unique among repeating watches and stable over versions of the world.
            condition: The condition.
            tell: Called inside the step.
        """
        if name in self._scopes:
            raise ValueError(f"two repeating conditions are named {name!r}")
        self._scopes[name] = Scope(self, self._times, self._knows)
        self._watch(name, condition, tell)

    def _add(self, scope: Scope, condition: Condition) -> str:
        for part in model.parts(condition):
            if isinstance(part, model.Promise):
                self._requests.add(part.promise.request)
        return scope.add(condition)

    def _watch(self, name: str, condition: Condition, tell: Tell) -> None:
        scope = self._scopes[name]
        key = self._add(scope, condition)
        if (name, key) not in self._watched:
            self._watched[name, key] = []
            scope.let_follow(key, condition)
        self._watched[name, key].append(tell)

    def named(self, people: str) -> tuple[str, ...]:
        """The person ids that a person, seat or group stands for."""
        return self._named(people)

    def text(self, ref: BlobRef) -> str:
        """A message's body."""
        return self._text(ref)

    def request_of(self, promise: str) -> str:
        """The request that a promise is about; empty if it is about something else."""
        return self._promises.get(promise, "")

    def holds(self, condition: Condition) -> bool:
        """Whether a condition that was added holds now."""
        return self.mark(condition) is not None

    def mark(self, condition: Condition) -> Mark | None:
        """When a condition that holds became true, and the event that settled it; None if it doesn't hold."""
        return self._scopes[""].mark(condition)

    # Folding -----------------------------------------------------------------------------------------------------

    def listens(self) -> Mapping[str, Apply]:
        """Every kind of event that any of the conditions waits for."""
        kinds = dict.fromkeys((kind for scope in self._scopes.values() for kind in scope.routes), self._fold)
        return {**kinds, PromiseMade.kind: self._promised, ConditionMet.kind: self._met}

    def _fold(self, event: Event) -> None:
        for name, scope in self._scopes.items():
            self._fresh += [(event.seq, name, key) for key in scope.fold(event)]

    def _promised(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, PromiseMade)
        if payload.item in self._requests:
            self._promises[payload.promise] = payload.item
        self._fold(event)

    def _met(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, ConditionMet)
        name, key = payload.scope, payload.condition
        mark = Mark(event.at, event.seq)
        scope = self._scopes.get(name)
        if scope is None:
            return
        if payload.watched and name:
            scope.restart(mark)
            return
        if payload.watched:
            self._told[key] = mark
        if key in scope.timed and scope.set(key, mark):
            self._fresh.append((event.seq, name, key))

    def dump(self) -> Any:
        """The marks of every scope, and the promises made."""
        return {
            "scopes": {name: scope.dump() for name, scope in self._scopes.items()},
            "told": {key: list(mark) for key, mark in self._told.items()},
            "promises": dict(self._promises),
        }

    def load(self, data: Any) -> None:
        """Replace them."""
        for name, scope in self._scopes.items():
            scope.load(data["scopes"][name])
        self._told = {key: Mark(*mark) for key, mark in data["told"].items()}
        self._promises = dict(data["promises"])
        self._fresh = []

    # Acting ------------------------------------------------------------------------------------------------------

    def start(self, step: Step) -> None:
        """The first step: book what time decides, tell of what holds from the start."""
        for name, scope in self._scopes.items():
            for key in scope.timed:
                self._review(step, name, key)
        for name, key in self._watched:
            self._review(step, name, key)

    def reactors(self) -> Mapping[str, React]:
        """What the world calls after events were folded in."""
        return dict.fromkeys(self.listens(), self._react)

    def handlers(self) -> Mapping[str, Callable[[Step, Entry], None]]:
        """What the world calls when an agenda entry of this kind comes due."""
        return {CONDITION: self._handle}

    def components(self) -> tuple[Component, ...]:
        """The state that the tracker is."""
        return (self,)

    def _handle(self, step: Step, entry: Entry) -> None:
        self._review(step, from_json(entry.payload), entry.target)

    def _react(self, step: Step, event: Event) -> None:
        fresh, self._fresh = self._fresh, []
        first = step.events[0].seq
        for seq, name, key in fresh:
            if seq >= first:  # What was folded before this step was seen to when it happened.
                for follower in self._scopes[name].followers(key):
                    self._review(step, name, follower)

    def _review(self, step: Step, name: str, key: str) -> None:
        scope = self._scopes[name]
        if key in scope.timed and not scope.is_set(key):
            self._book(step, name, key)
        if (name, key) in self._watched and (name or key not in self._told):
            mark = scope.mark(scope.condition(key))
            if mark is not None and (not name or mark.seq > scope.base.seq):
                self._record(step, name, key)

    def _book(self, step: Step, name: str, key: str) -> None:
        scope = self._scopes[name]
        due, entry = scope.due(key), f"condition/{name}/{key}"
        if due is None:
            step.cancel(entry)
        elif due <= step.at:
            step.cancel(entry)
            self._record(step, name, key)
        elif step.due(entry) != due:
            step.set(entry, due, CONDITION, key, to_json(name).decode(), priority=-1)

    def _record(self, step: Step, name: str, key: str) -> None:
        scope = self._scopes[name]
        watched = (name, key) in self._watched
        step.emit(
            ConditionMet(condition=key, what=word_of(scope.condition(key)), watched=watched, scope=name)
        )
        for tell in self._watched.get((name, key), ()):
            tell(step)
        if name and watched:
            for timed in scope.timed:
                self._review(step, name, timed)


def conditions_of(setup: Setup) -> Iterable[Condition]:
    """Every condition that an office's facts, approvals and requests ask about."""
    for fact in setup.facts.values():
        for holding in fact.holders:
            if holding.rule.after is not None:
                yield holding.rule.after
            if holding.corrected_by is not None:
                yield holding.corrected_by
    for approval in setup.approvals.values():
        if not isinstance(approval.grants, bool):
            yield approval.grants
    for request in setup.requests.values():
        if request.after is not None:
            yield request.after


def holders_of(setup: Setup) -> dict[str, tuple[str, ...]]:
    """Fact to the people who hold its truth from the start."""
    return {
        id_: tuple(holding.person for holding in fact.holders if holding.mistake is None)
        for id_, fact in setup.facts.items()
    }
