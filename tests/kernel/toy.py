"""A small world for the kernel's tests: people who pass letters on, minds of any latency, a seat that may join in."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tenure.engine.kernel.events import Entry, Event, Payload
from tenure.engine.kernel.ledger import Calls
from tenure.engine.kernel.loop import LOOK, look_id, wake
from tenure.engine.kernel.minds import Look, Mind, Value
from tenure.engine.kernel.seats import Begun, Ended, Opened, Seats
from tenure.engine.kernel.state import Apply, Component, State
from tenure.engine.kernel.step import React, Step
from tenure.engine.kernel.world import Core

MINUTE = 60_000


class Sent(Payload):
    kind: ClassVar[str] = "toy.sent"

    letter: str
    to: str
    hops: int
    text: str


class Letters(Component):
    name = "letters"

    def __init__(self) -> None:
        self.boxes: dict[str, list[list[Any]]] = {}
        self.made: dict[str, int] = {}
        self.total = 0

    def listens(self) -> Mapping[str, Apply]:
        return {Sent.kind: self._sent, "mind.looked": self._looked}

    def _sent(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, Sent)
        self.boxes.setdefault(payload.to, []).append([payload.letter, event.actor, payload.hops])
        self.made[event.actor] = self.made.get(event.actor, 0) + 1
        self.total += 1

    def _looked(self, event: Event) -> None:
        self.boxes[event.actor] = []

    def dump(self) -> Any:
        return {"boxes": self.boxes, "made": self.made, "total": self.total}

    def load(self, data: Any) -> None:
        self.boxes = {name: [list(row) for row in rows] for name, rows in data["boxes"].items()}
        self.made, self.total = dict(data["made"]), data["total"]


class Waiting(Value):
    me: str
    letters: tuple[tuple[str, str, int], ...]


class Passing(Value):
    to: tuple[str, ...]
    text: str


class ToyMind:
    """Answers by rule after a random wall-clock latency; with ``calls`` through the ledger."""

    recorded = False

    def __init__(
        self, people: int, *, instant: bool, latency: float, use_ledger: bool, fail: bool = False
    ) -> None:
        self.people = people
        self.instant = instant
        self.latency = latency
        self.use_ledger = use_ledger
        self.fail = fail
        self.asked = 0

    async def decide(self, percept: Any, calls: Calls) -> Value:
        self.asked += 1
        if not self.instant:
            await asyncio.sleep(random.random() * self.latency)
        if self.fail:
            raise RuntimeError("this mind always fails")
        to = tuple(f"p{(int(percept.me[1:]) * 7 + hops) % self.people}" for _, _, hops in percept.letters)
        text = "passed on"
        if self.use_ledger:
            request = {"seen": [row[0] for row in percept.letters]}
            text = await calls.call(request, lambda: self._answer())
        return Passing(to=to, text=text)

    async def _answer(self) -> str:
        await asyncio.sleep(random.random() * self.latency)
        return f"sampled {random.random()}"


class ToyWorld:
    """People p0 … pn; the seat ``agent`` sends letters and waits for its own."""

    def __init__(
        self, core: Core, mind: Mind, people: int, *, seat: bool, hours: int, start_letters: int, think: int
    ) -> None:
        self.core = core
        self.letters = Letters()
        self.components: Sequence[Component] = [self.letters]
        self.reactors: Mapping[str, Sequence[React]] = {Sent.kind: [self._arrived]}
        self.horizon = hours * 60 * MINUTE
        self._mind = mind
        self._people = people
        self._seat = seat
        self._letters = start_letters
        self._think = think
        self._seats: Seats

    def bind(self, state: State) -> None:
        self._seats = state.get(Seats)

    def start(self, step: Step) -> None:
        if self._seat:
            step.emit(Opened(seat="agent"))
            step.set("deadline", self.horizon, "deadline")
        for i in range(self._letters):
            step.set(f"first/{i}", i * 1000, "first", f"p{i % self._people}")

    def handle(self, step: Step, entry: Entry) -> None:
        if entry.kind == "first":
            self._send(step, "", entry.target, 0, "hello")
        elif entry.kind == "deadline":
            step.emit(Ended(seat="agent", how="truncated", why="deadline"))

    def _send(self, step: Step, sender: str, to: str, hops: int, text: str) -> None:
        number = self.letters.made.get(sender, 0)
        step.emit(Sent(letter=f"{sender}/m{number}", to=to, hops=hops, text=text), sender)

    def _arrived(self, step: Step, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, Sent)
        if payload.to == "agent":
            wake(step, self._seats, "agent")
            return
        draw = self.core.streams.stream("latency", payload.to, payload.letter)
        at = step.at + int(draw.lognormal(20 * MINUTE, 1.0))
        due = step.due(look_id(payload.to))
        if due is None or at < due:
            step.set(look_id(payload.to), at, LOOK, payload.to)

    def _percept(self, actor: str) -> Waiting:
        rows = self.letters.boxes.get(actor, [])
        return Waiting(me=actor, letters=tuple((row[0], row[1], row[2]) for row in rows))

    def look(self, step: Step, entry: Entry) -> Look | None:
        think = self.core.streams.stream("think", entry.target, step.number).integer(1, self._think) * MINUTE
        return Look(entry.target, self._percept(entry.target), step.at + think)

    def foresee(self, entry: Entry) -> Value | None:
        return self._percept(entry.target)

    def commit(self, step: Step, actor: str, subject: str, decision: Value) -> None:
        assert isinstance(decision, Passing)
        for i, to in enumerate(decision.to):
            self._send(step, actor, to, i + self.letters.made.get(actor, 0) + 1, decision.text)

    def mind(self, actor: str) -> Mind:
        return self._mind

    def fallback(self, actor: str) -> Mind:
        return ToyMind(self._people, instant=True, latency=0, use_ledger=False)

    def nothing(self) -> Value:
        return Passing(to=(), text="")

    def read_percept(self, actor: str, text: bytes) -> Value:
        return Waiting.model_validate_json(text)

    def read_decision(self, actor: str, text: bytes) -> Value:
        return Passing.model_validate_json(text)

    def begin_call(self, step: Step, seat: str, call: int, tool: str, arguments: str) -> Begun:
        values = json.loads(arguments)
        if tool == "wait":
            return Begun(step.at + values["minutes"] * MINUTE, None, waits=True)
        if tool == "look":
            return Begun(step.at + MINUTE, {"ok": True, "total": self.letters.total})
        if tool == "send":
            return Begun(step.at + 5 * MINUTE)
        return Begun(step.at, {"ok": False, "error": f"no tool {tool}"})

    def finish_call(self, step: Step, seat: str, call: int, tool: str, arguments: str) -> dict[str, Any]:
        values = json.loads(arguments)
        if tool == "send":
            self._send(step, seat, values["to"], 1, "from the seat")
        return {"ok": True}

    def observe(self, step: Step, seat: str, result: dict[str, Any]) -> dict[str, Any]:
        return {**result, "now": step.at}


class Mover:
    """A policy that is a pure function of what it has observed; restored by giving it the calls it made."""

    external = False

    def __init__(self, turns: int = 12, made: int = 0) -> None:
        self.turns = turns
        self.made = made
        self.seen: list[dict[str, Any]] = []

    async def move(self) -> Any:
        from tenure.engine.kernel.seats import Call, Stop

        n = self.made
        self.made += 1
        if n >= self.turns:
            return Stop("terminated", "done")
        kind = n % 3
        if kind == 0:
            return Call("send", json.dumps({"to": f"p{n}"}))
        return Call("look", "{}") if kind == 1 else Call("wait", json.dumps({"minutes": 120}))

    def deliver(self, call: int, observation: dict[str, Any]) -> None:
        self.seen.append(observation)


def builder(
    people: int = 8,
    *,
    instant: bool = True,
    latency: float = 0.0,
    use_ledger: bool = False,
    fail: bool = False,
    seat: bool = False,
    hours: int = 8,
    start_letters: int = 8,
    think: int = 5,
) -> Any:
    """A builder of toy worlds with one kind of mind."""

    def build(core: Core) -> ToyWorld:
        mind = ToyMind(people, instant=instant, latency=latency, use_ledger=use_ledger, fail=fail)
        return ToyWorld(core, mind, people, seat=seat, hours=hours, start_letters=start_letters, think=think)

    return build
