"""Speed of the kernel: durable events a second against bare SimPy, and minds that think in parallel."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final

import simpy

from tenure.engine.kernel.agenda import Agenda
from tenure.engine.kernel.events import Entry, Event, Payload
from tenure.engine.kernel.journal import Journal
from tenure.engine.kernel.ledger import Calls
from tenure.engine.kernel.loop import LOOK, look_id
from tenure.engine.kernel.minds import Look, Mind, Value
from tenure.engine.kernel.run import Run
from tenure.engine.kernel.seats import Begun
from tenure.engine.kernel.state import Apply, Component, State
from tenure.engine.kernel.step import React, Step
from tenure.engine.kernel.world import Core

from .harness import Measured, at_least, at_most, benchmark

QUEUED: Final = 100_000
ROUNDS: Final = 3


class Tick(Payload):
    """Something small happened."""

    kind: ClassVar[str] = "benchmark.tick"

    number: int
    who: str


class Ticks(Component):
    """Counts ticks by person."""

    name = "ticks"

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}

    def listens(self) -> Mapping[str, Apply]:
        return {Tick.kind: self._tick}

    def _tick(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, Tick)
        self.counts[payload.who] = self.counts.get(payload.who, 0) + 1

    def dump(self) -> Any:
        return self.counts

    def load(self, data: Any) -> None:
        self.counts = dict(data)


def bare_simpy(delays: Sequence[int]) -> float:
    """Callbacks a second of SimPy alone: 100,000 timeouts queued, half of them robbed of their callback, run."""
    environment = simpy.Environment()
    fired = 0

    def callback(_: object) -> None:
        nonlocal fired
        fired += 1

    started = time.perf_counter()
    timeouts = [environment.timeout(delay) for delay in delays]
    hooks: list[list[Any]] = [timeout.callbacks for timeout in timeouts]  # pyright: ignore[reportUnknownMemberType]
    for hook in hooks:
        hook.append(callback)
    for hook in hooks[::2]:
        hook.clear()
    environment.run()
    return fired / (time.perf_counter() - started)


def durable(delays: Sequence[int], path: Path) -> float:
    """Events a second of the kernel on the same queue: pydantic, state, timers, digest and SQLite on."""
    journal, agenda, ticks = Journal.create(path, {}), Agenda(), Ticks()
    state = State([ticks])

    def step(at: int, fired: Entry | None = None) -> Step:
        return Step(journal.next_step, at, journal.next_seq, state, agenda, journal.blobs, {}, fired)

    started = time.perf_counter()
    opening = step(0)
    for number, delay in enumerate(delays):
        opening.set(f"tick/{number}", delay, "tick", f"p{number % 50}")
    journal.append(opening.close())
    cancelling = step(0)
    for number in range(0, len(delays), 2):
        cancelling.cancel(f"tick/{number}")
    journal.append(cancelling.close())
    while (entry := agenda.pop()) is not None:
        one = step(entry.at, entry)
        one.emit(Tick(number=entry.seq, who=entry.target), entry.target)
        journal.append(one.close())
    journal.close()
    rate = len(delays) / 2 / (time.perf_counter() - started)
    assert sum(ticks.counts.values()) == len(delays) // 2
    return rate


@benchmark("durable_events", unit="of bare SimPy", budget=at_least(0.2))
def durable_events() -> Measured:
    """Durable events a second, 100,000 queued, half later cancelled, over bare SimPy callbacks in the same run."""
    draw = random.Random(1)
    delays = [draw.randrange(10**8) for _ in range(QUEUED)]
    best = Measured(0.0, 0.0)
    for _ in range(ROUNDS):
        bare = bare_simpy(delays)
        with tempfile.TemporaryDirectory() as folder:
            rate = durable(delays, Path(folder) / "run.db")
        if rate / bare > best.value:
            best = Measured(rate / bare, bare)
    return best


# Minds that take real time ------------------------------------------------------------------------------------------

PEOPLE: Final = 50
HOURS: Final = 40
LETTERS: Final = 100
"""In circulation; gives about 2,500 decisions, one an hour and person."""
LATENCY_S: Final = 0.02
"""Stands for a model of one second: only ratios are reported."""
MINUTE: Final = 60_000


class Said(Payload):
    """Somebody wrote to somebody."""

    kind: ClassVar[str] = "benchmark.said"

    letter: str
    to: str


class Moved(Payload):
    """Something slow changed that bears on somebody's percepts."""

    kind: ClassVar[str] = "benchmark.moved"

    who: str


class Desks(Component):
    """Letters that wait, and slow state by person."""

    name = "desks"

    def __init__(self) -> None:
        self.waiting: dict[str, list[str]] = {}
        self.sent: dict[str, int] = {}
        self.mood: dict[str, int] = {}

    def listens(self) -> Mapping[str, Apply]:
        return {Said.kind: self._said, Moved.kind: self._moved, "mind.looked": self._looked}

    def _said(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, Said)
        self.waiting.setdefault(payload.to, []).append(payload.letter)
        self.sent[event.actor] = self.sent.get(event.actor, 0) + 1

    def _moved(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, Moved)
        self.mood[payload.who] = self.mood.get(payload.who, 0) + 1

    def _looked(self, event: Event) -> None:
        self.waiting[event.actor] = self.waiting.get(event.actor, [])[1:]

    def dump(self) -> Any:
        return {"waiting": self.waiting, "sent": self.sent, "mood": self.mood}

    def load(self, data: Any) -> None:
        self.waiting = {who: list(letters) for who, letters in data["waiting"].items()}
        self.sent, self.mood = dict(data["sent"]), dict(data["mood"])


class Seen(Value):
    """One letter, and the mood it is read in."""

    me: str
    letter: str
    mood: int


class Answer(Value):
    """Whom to write to."""

    to: str


class Slow:
    """Answers by rule after a fixed real time."""

    instant = False
    recorded = False

    def __init__(self) -> None:
        self.calls = 0

    async def decide(self, percept: Any, calls: Calls) -> Value:
        """Wait as for a model, then write to somebody that depends on the letter."""
        self.calls += 1
        await asyncio.sleep(LATENCY_S)
        number = sum(map(ord, percept.letter)) * 7 + int(percept.me[1:])
        return Answer(to=f"p{number % PEOPLE}")


class SlowOffice:
    """Fifty people who answer letters one thread at a time."""

    def __init__(self, core: Core, mind: Slow, moves: int) -> None:
        self.core = core
        self.desks = Desks()
        self.components: Sequence[Component] = [self.desks]
        self.reactors: Mapping[str, Sequence[React]] = {Said.kind: [self._arrived]}
        self.horizon = HOURS * 60 * MINUTE
        self._mind = mind
        self._moves = moves

    def bind(self, state: State) -> None:
        """Nothing to take."""

    def start(self, step: Step) -> None:
        """Letters for everybody."""
        for number in range(LETTERS):
            step.set(f"first/{number}", number * MINUTE, "first", f"p{number % PEOPLE}")

    def handle(self, step: Step, entry: Entry) -> None:
        """The first letters."""
        step.emit(Said(letter=f"world/{entry.id}", to=entry.target))

    def _arrived(self, step: Step, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, Said)
        if self.core.streams.stream("moves", payload.letter).chance(self._moves):
            other = self.core.streams.stream("whom", payload.letter).integer(0, PEOPLE - 1)
            step.emit(Moved(who=f"p{other}"))
        self._book(step, payload.to, payload.letter)

    def _book(self, step: Step, person: str, letter: str) -> None:
        if step.due(look_id(person)) is None:
            wait = self.core.streams.stream("latency", person, letter).lognormal(45 * MINUTE, 1.0)
            step.set(look_id(person), step.at + int(wait), LOOK, person)

    def _percept(self, person: str) -> Seen | None:
        letters = self.desks.waiting.get(person)
        return Seen(me=person, letter=letters[0], mood=self.desks.mood.get(person, 0)) if letters else None

    def look(self, step: Step, entry: Entry) -> Look | None:
        """The oldest letter."""
        percept = self._percept(entry.target)
        if percept is None:
            return None
        think = self.core.streams.stream("think", entry.target, percept.letter).integer(2, 12) * MINUTE
        return Look(entry.target, percept, step.at + think)

    def foresee(self, entry: Entry) -> Value | None:
        """The same letter, if nothing changes."""
        return self._percept(entry.target)

    def commit(self, step: Step, actor: str, subject: str, decision: Value) -> None:
        """Write, and look at the next letter."""
        assert isinstance(decision, Answer)
        number = self.desks.sent.get(actor, 0) + 1
        step.emit(Said(letter=f"{actor}/{number}", to=decision.to), actor)
        letters = self.desks.waiting.get(actor)
        if letters:
            self._book(step, actor, letters[0])

    def mind(self, actor: str) -> Mind:
        """The slow one."""
        return self._mind

    def fallback(self, actor: str) -> Mind:
        """Never needed."""
        return self._mind

    def nothing(self) -> Value:
        """Never needed."""
        raise AssertionError

    def read_percept(self, actor: str, text: bytes) -> Value:
        """From JSON."""
        return Seen.model_validate_json(text)

    def read_decision(self, actor: str, text: bytes) -> Value:
        """From JSON."""
        return Answer.model_validate_json(text)

    def begin_call(self, step: Step, seat: str, call: int, tool: str, arguments: str) -> Begun:
        """No seats."""
        raise AssertionError

    def finish_call(self, step: Step, seat: str, call: int, tool: str, arguments: str) -> dict[str, Any]:
        """No seats."""
        raise AssertionError

    def observe(self, step: Step, seat: str, result: dict[str, Any]) -> dict[str, Any]:
        """No seats."""
        raise AssertionError


def _play(moves: int, *, speculate: bool) -> tuple[float, Run, int]:
    mind = Slow()
    run = Run.create(lambda core: SlowOffice(core, mind, moves), {}, {}, 3, speculate=speculate)
    started = time.perf_counter()
    asyncio.run(run.play())
    return time.perf_counter() - started, run, mind.calls


def _compare(moves: int) -> tuple[float, float, float]:
    """(serial over lookahead, lookahead over speculation, share of calls wasted)."""
    ahead, plain, calls = _play(moves, speculate=False)
    early, run, all_calls = _play(moves, speculate=True)
    assert plain.digest == run.digest
    return calls * LATENCY_S / ahead, ahead / early, run.loop.tally.wasted / all_calls


@benchmark("lookahead", unit="x faster than serial", budget=at_least(3.0))
def lookahead() -> Measured:
    """Minds that think in parallel against the sum of their latencies: 50 people, 40 hours."""
    faster, _, _ = _compare(0)
    return Measured(faster, 1.0)


@benchmark("speculation_independent", unit="x faster than lookahead", budget=at_least(2.0))
def speculation_independent() -> Measured:
    """Early decisions on independent threads, against lookahead alone."""
    _, faster, _ = _compare(0)
    return Measured(faster, 1.0)


@benchmark("speculation_independent_waste", unit="of calls", budget=at_most(0.05))
def speculation_independent_waste() -> Measured:
    """Early decisions that did not stand, on independent threads."""
    _, _, wasted = _compare(0)
    return Measured(wasted)


@benchmark("speculation_slow_state", unit="x faster than lookahead", budget=at_least(1.5))
def speculation_slow_state() -> Measured:
    """Early decisions with slow state that bears on percepts changing on every tenth event."""
    _, faster, _ = _compare(100)
    return Measured(faster, 1.0)


@benchmark("speculation_slow_state_waste", unit="of calls", budget=at_most(0.15))
def speculation_slow_state_waste() -> Measured:
    """Early decisions that did not stand, with slow state changing on every tenth event."""
    _, _, wasted = _compare(100)
    return Measured(wasted)
