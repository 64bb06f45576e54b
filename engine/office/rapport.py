"""How people stand to each other: trust and patience of one person towards another, moved by what happens between them.

Patience recovers with working time; it is computed from the last move when it is needed, so no timers are kept.
All values are per mille.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from ..kernel.clock import DAY, HOUR
from ..kernel.events import Event
from ..kernel.state import Apply, Component
from ..kernel.step import React, Step
from .calls import is_live
from .events import FactShared, MessageSent, PromiseBroken, PromiseKept, RapportMoved, RapportReason
from .model import Setup
from .org import Org
from .percept import Band
from .promises import Promises
from .threads import Threads

Mood: TypeAlias = Literal["normal", "terse", "escalates", "ignores"]

# Sizes are modelling choices: trust is slow to build and quick to lose (Slovic 1993), patience is counted in repeats.
_TRUST: Final[Mapping[str, int]] = {
    "thanked": 10,
    "kept_promise": 30,
    "missed_deadline": -60,
    "leak": -250,
    "rude": -80,
    "do_my_work": -15,
    "flood": -10,
}
_REPEATS: Final[Mapping[str, int]] = {
    "asked_again": 100,
    "chased": 50,
    "flood": 60,
    "do_my_work": 60,
    "rude": 150,
    "missed_deadline": 50,
    "thanked": -40,
}
"""How much patience each costs, in percent of one repeated request."""
_FLOOD: Final = 5
"""Messages in a row without an answer, within a day, from which on they are too many."""
_WORKDAY: Final = 8 * HOUR


class Stand(NamedTuple):
    """One person's stand towards another at its last move."""

    trust: int
    patience: int
    at: int


class Standings(Component):
    """The directed pairs that ever moved, and runs of unanswered messages."""

    name = "rapport"

    def __init__(self, setup: Setup) -> None:
        self._people = setup.people
        self.pairs: dict[str, dict[str, Stand]] = {}
        self.runs: dict[str, dict[str, tuple[int, int]]] = {}
        """Reader to sender: messages since the reader last wrote to them, and when the first of these came."""

    def listens(self) -> Mapping[str, Apply]:
        return {RapportMoved.kind: self._moved, MessageSent.kind: self._sent}

    def _moved(self, event: Event) -> None:
        moved = event.payload
        assert isinstance(moved, RapportMoved)
        self.pairs.setdefault(moved.person, {})[moved.towards] = Stand(moved.trust, moved.patience, event.at)

    def _sent(self, event: Event) -> None:
        sent = event.payload
        assert isinstance(sent, MessageSent)
        if sent.past or is_live(sent.app, sent.thread):
            return
        mine = self.runs.get(sent.sender)
        if mine:
            for person in (*sent.to, *sent.cc):
                mine.pop(person, None)
        if len(sent.to) > 3:
            return
        for person in sent.to:
            if person != sent.sender and person in self._people and self._people[person].is_coworker:
                runs = self.runs.setdefault(person, {})
                count, since = runs.get(sent.sender, (0, event.at))
                runs[sent.sender] = (1, event.at) if event.at - since > DAY else (count + 1, since)

    def dump(self) -> Any:
        return {
            "pairs": {a: {b: list(stand) for b, stand in to.items()} for a, to in self.pairs.items()},
            "runs": {a: {b: list(run) for b, run in by.items()} for a, by in self.runs.items()},
        }

    def load(self, data: Any) -> None:
        self.pairs = {a: {b: Stand(*stand) for b, stand in to.items()} for a, to in data["pairs"].items()}
        self.runs = {a: {b: (run[0], run[1]) for b, run in by.items()} for a, by in data["runs"].items()}


class Rapport:
    """Trust and patience between people, and what they do to behaviour."""

    def __init__(self, setup: Setup, org: Org, threads: Threads, promises: Promises) -> None:
        self._setup = setup
        self._org = org
        self._threads = threads
        self._promises = promises
        self.standings = Standings(setup)

    def components(self) -> tuple[Component, ...]:
        return (self.standings,)

    def reactors(self) -> Mapping[str, React]:
        return {
            MessageSent.kind: self._on_message,
            PromiseBroken.kind: self._on_broken,
            PromiseKept.kind: self._on_kept,
            FactShared.kind: self._on_shared,
        }

    # Queries ----------------------------------------------------------------------------------------------

    def trust(self, person: str, towards: str) -> int:
        """How far the person trusts the other."""
        stand = self.standings.pairs.get(person, {}).get(towards)
        return stand.trust if stand is not None else self._org.trust(person, towards)

    def patience(self, person: str, towards: str, at: int) -> int:
        """How much patience the person has with the other at that instant, recovered since the last move."""
        stand = self.standings.pairs.get(person, {}).get(towards)
        persona = self._setup.people[person].persona
        if stand is None or persona is None:
            return 1000
        if stand.patience >= 1000:
            return 1000
        worked = max(0, self._setup.calendar_of(person).work_between(stand.at, at))
        return min(
            1000,
            stand.patience + self._repeat(person) * persona.patience.recovers_per_day * worked // _WORKDAY,
        )

    def trust_band(self, person: str, towards: str) -> Band:
        """Trust in four coarse steps."""
        trust = self.trust(person, towards)
        return 0 if trust < 250 else 1 if trust < 500 else 2 if trust < 750 else 3

    def patience_band(self, person: str, towards: str, at: int) -> Band:
        """Patience in four coarse steps; 0 means it is used up."""
        patience = self.patience(person, towards, at)
        return 0 if patience <= 0 else 1 if patience < 350 else 2 if patience < 700 else 3

    def mood(self, person: str, towards: str, at: int) -> Mood:
        """How the person treats the other now: as their persona does once patience is used up."""
        persona = self._setup.people[person].persona
        if persona is None or self.patience(person, towards, at) > 0:
            return "normal"
        return persona.patience.at_threshold

    def _repeat(self, person: str) -> int:
        """What one repeated request costs: patience is used up with the first one beyond what the persona tolerates."""
        persona = self._setup.people[person].persona
        return 1000 // (persona.patience.tolerates_repeats + 1) + 1 if persona is not None else 0

    # Moves ------------------------------------------------------------------------------------------------

    def move(
        self, step: Step, person: str, towards: str, reason: RapportReason, cause: Event | None = None
    ) -> bool:
        """Something happened that changes how the person stands to the other; only people with a mind have a stand."""
        one = self._setup.people.get(person)
        if one is None or not one.is_coworker or person == towards or towards not in self._setup.people:
            return False
        trust = min(1000, max(0, self.trust(person, towards) + _TRUST.get(reason, 0)))
        patience = (
            self.patience(person, towards, step.at) - self._repeat(person) * _REPEATS.get(reason, 0) // 100
        )
        patience = 1000 if reason == "recovered" else min(1000, max(0, patience))
        old = self.standings.pairs.get(person, {}).get(towards)
        if old is None and (trust, patience) == (self._org.trust(person, towards), 1000):
            return False
        moved = RapportMoved(person=person, towards=towards, trust=trust, patience=patience, reason=reason)
        step.emit(moved, person, cause=cause)
        return True

    def _on_message(self, step: Step, event: Event) -> None:
        sent = event.payload
        assert isinstance(sent, MessageSent)
        if sent.past or is_live(sent.app, sent.thread) or len(sent.to) > 3:
            return
        for person in sent.to:
            run = self.standings.runs.get(person, {}).get(sent.sender)
            if run is not None and run[0] >= _FLOOD:
                self.move(step, person, sent.sender, "flood", event)

    def _on_broken(self, step: Step, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, PromiseBroken)
        promise = self._promises.get(payload.promise)
        if promise is not None:
            self.move(step, promise.to, promise.by, "missed_deadline", event)

    def _on_kept(self, step: Step, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, PromiseKept)
        promise = self._promises.get(payload.promise)
        if promise is not None and not payload.late:
            self.move(step, promise.to, promise.by, "kept_promise", event)

    def _on_shared(self, step: Step, event: Event) -> None:
        """A holder who sees their confidence passed on to somebody who must not have it trusts less."""
        shared = event.payload
        assert isinstance(shared, FactShared)
        message = self._threads.message(shared.message)
        fact = self._setup.facts.get(shared.fact)
        if shared.mode != "leaked" or message is None or fact is None:
            return
        for holding in fact.holders:
            if holding.person not in message.readers:
                continue
            noticed = any(
                isinstance(one.payload, RapportMoved)
                and one.payload.reason == "leak"
                and one.actor == holding.person
                for one in step.events
            )
            if not noticed:
                self.move(step, holding.person, shared.by, "leak", event)
