"""An office of attention, absence, meetings and own work alone, whose people answer by acts and not by words."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self, TypeVar

from tenure.engine.kernel.clock import Calendar
from tenure.engine.kernel.events import Entry, Event, Payload
from tenure.engine.kernel.ledger import Calls
from tenure.engine.kernel.minds import Look, Mind, Value
from tenure.engine.kernel.run import Run
from tenure.engine.kernel.seats import Begun
from tenure.engine.kernel.state import Apply, Component, State
from tenure.engine.kernel.step import React, Step
from tenure.engine.kernel.streams import Stream, Streams
from tenure.engine.kernel.world import Core
from tenure.engine.office.absence import Absence
from tenure.engine.office.attention import Attention, item_from, item_text
from tenure.engine.office.events import Act, InvitationAnswered, MessageSent, Typing
from tenure.engine.office.meetings import Meetings
from tenure.engine.office.model import Meeting, Person, Setup
from tenure.engine.office.percept import Errand
from tenure.engine.office.work import Working
from tenure.personas.schema import Persona, Role
from tenure.verifiers.realism import Logged

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
P = TypeVar("P", bound=Payload)


class Sent(Component):
    """Counts messages; keeps the log that realism is measured on."""

    name = "sent"

    def __init__(self, setup: Setup) -> None:
        self.count: dict[str, int] = {}
        self.log: list[Logged] = []
        self.last: dict[str, list[str]] = {}
        """By thread and sender: what the newest message did, and its topic."""
        self._setup = setup

    def listens(self) -> Mapping[str, Apply]:
        return {MessageSent.kind: self._sent}

    def _sent(self, event: Event) -> None:
        said: Any = event.payload
        self.count[said.sender] = self.count.get(said.sender, 0) + 1
        key = f"{said.thread}|{said.sender}"
        self.last.pop(key, None)
        self.last[key] = [said.acts[0].kind, said.acts[0].topic] if said.acts else ["", ""]
        if len(self.last) > 4000:
            del self.last[next(iter(self.last))]
        if said.app != "meeting":
            local = self._setup.calendar_of(said.sender).local(event.at)
            self.log.append(Logged(said.sender, (*said.to, *said.cc), event.at, local))

    def dump(self) -> Any:
        return {"count": dict(self.count), "last": {key: list(row) for key, row in self.last.items()}}

    def load(self, data: Any) -> None:
        self.count, self.last = dict(data["count"]), {key: list(row) for key, row in data["last"].items()}


class Seen(Value):
    """What a person of this office perceives: what was done to them, and by whom."""

    me: str
    app: str
    thread: str
    kind: str
    other: str
    act: str = ""
    topic: str = ""
    errand: Errand | None = None
    meeting: str = ""
    salt: int = 0


class Does(Value):
    """What they do: one act, of so many words; nothing if it is empty."""

    act: str = ""
    to: tuple[str, ...] = ()
    cc: tuple[str, ...] = ()
    topic: str = ""
    item: str = ""
    words: int = 0
    meeting: str = ""


ANSWERS: Mapping[str, Sequence[tuple[str, int]]] = {
    "request": (("answer", 80), ("clarify", 8), ("promise", 8), ("refusal", 4)),
    "chase": (("answer", 85), ("promise", 15)),
    "clarify": (("answer", 100),),
    "answer": (("thanks", 100),),
    "pointer": (("thanks", 100),),
    "promise": (("thanks", 100),),
    "inform": (("acknowledge", 60), ("request", 40)),
    "social": (("social", 70), ("thanks", 30)),
    "refusal": (("acknowledge", 100),),
}


class ActsMind:
    """Answers an act by an act."""

    instant = True
    recorded = False

    async def decide(self, percept: Any, calls: Calls) -> Value:
        draw = Streams(percept.salt).stream(calls.actor, calls.decision)
        if percept.errand is not None:
            errand = percept.errand
            return Does(
                act=errand.kind, to=(errand.to,), cc=errand.cc, topic=errand.topic, item=errand.errand,
                words=length(draw, percept.app),
            )  # fmt: skip
        if percept.meeting:
            return Does(meeting=percept.meeting)
        answers = ANSWERS.get(percept.act)
        if not answers:
            return Does()
        act = draw.weighted([act for act, _ in answers], [share for _, share in answers])
        words = 6 if act in ("thanks", "acknowledge") else length(draw, percept.app)
        return Does(act=act, to=(percept.other,), topic=percept.topic, words=words)


def length(draw: Stream, app: str) -> int:
    """Words of a message: about 43 in mail (Kooti et al. 2015), fewer in chat."""
    return max(2, int(draw.lognormal(14 if app == "chat" else 38, 0.7)))


class DeskWorld:
    """The smallest world in which people have the rhythm of the engine."""

    def __init__(self, core: Core, setup: Setup, weeks: int) -> None:
        self.core = core
        self.setup = setup
        self.sent = Sent(setup)
        self.attention = Attention(setup, core)
        self.absence = Absence(setup, core)
        self.attention.watch(self.absence)
        self.meetings = Meetings(setup, core, self.attention, next_message=self.next_message)
        self.working = Working(setup, core, self.attention)
        modules = (self.absence, self.attention, self.meetings, self.working)
        self.components: Sequence[Component] = [
            self.sent,
            *(one for module in modules for one in module.components()),
        ]
        self.reactors: dict[str, list[React]] = {}
        self._handlers: dict[str, Any] = {"desk.send": self._send}
        for module in modules:
            for kind, react in module.reactors().items():
                self.reactors.setdefault(kind, []).append(react)
            self._handlers.update(module.handlers())
        self.horizon = weeks * 7 * 24 * 3_600_000
        self._mind = ActsMind()

    def next_message(self, person: str) -> str:
        return f"{person}/m{self.sent.count.get(person, 0) + 1}"

    def bind(self, state: State) -> None:
        pass

    def start(self, step: Step) -> None:
        for module in (self.absence, self.meetings, self.working):
            module.start(step)

    def handle(self, step: Step, entry: Entry) -> None:
        self._handlers[entry.kind](step, entry)

    def _seen(self, person: str, item: Any, at: int) -> Seen:
        act, topic = self.sent.last.get(f"{item.thread}|{item.sender}", ("", ""))
        return Seen(
            me=person, app=item.app, thread=item.thread, kind=item.kind, other=item.sender, act=act, topic=topic,
            errand=item.errand, meeting=item.meeting, salt=self.core.streams.seed,
        )  # fmt: skip

    def look(self, step: Step, entry: Entry) -> Look | None:
        item = self.attention.look(step, entry)
        if item is None:
            return None
        ahead = self.attention.lookahead(entry.target, item, step.at)
        return Look(entry.target, self._seen(entry.target, item, step.at), step.at + ahead, item_text(item))

    def foresee(self, entry: Entry) -> Value | None:
        item = self.attention.foresee(entry)
        return None if item is None else self._seen(entry.target, item, entry.at)

    def commit(self, step: Step, actor: str, subject: str, decision: Value) -> None:
        assert isinstance(decision, Does)
        item = item_from(subject)
        if decision.meeting:
            step.emit(InvitationAnswered(meeting=decision.meeting, person=actor, answer="accepted"), actor)
        elif decision.act:
            sends_at = step.at + self.attention.writing_time(actor, decision.words)
            step.emit(Typing(person=actor, thread=item.thread, sends_at=sends_at), actor)
            note = decision.model_copy(update={"meeting": f"{item.app}|{item.thread}"}).model_dump_json()
            step.set(f"desk/{actor}/{item.key}", sends_at, "desk.send", actor, note)
        self.attention.done(step, actor, item)

    def _send(self, step: Step, entry: Entry) -> None:
        does = Does.model_validate_json(entry.payload)
        app, _, thread = does.meeting.partition("|")
        name = self.next_message(entry.target)
        chat = app == "chat"
        pair = sorted((entry.target, does.to[0]))
        step.emit(
            MessageSent(
                message=name,
                app="chat" if chat else "mail",
                thread=f"dm:{pair[0]}:{pair[1]}" if chat else thread or name,
                sender=entry.target,
                to=does.to,
                cc=does.cc,
                body=step.blobs.put_text(f"{does.act} {name} " + "word " * does.words),
                words=does.words,
                acts=(Act(kind=does.act, topic=does.topic, item=does.item),),
            ),
            entry.target,
        )

    def mind(self, actor: str) -> Mind:
        return self._mind

    def fallback(self, actor: str) -> Mind:
        return self._mind

    def nothing(self) -> Value:
        return Does()

    def read_percept(self, actor: str, text: bytes) -> Value:
        return Seen.model_validate_json(text)

    def read_decision(self, actor: str, text: bytes) -> Value:
        return Does.model_validate_json(text)

    def begin_call(self, step: Step, seat: str, call: int, tool: str, arguments: str) -> Begun:
        raise AssertionError("nobody has a seat here")

    def finish_call(self, step: Step, seat: str, call: int, tool: str, arguments: str) -> dict[str, Any]:
        raise AssertionError("nobody has a seat here")

    def observe(self, step: Step, seat: str, result: dict[str, Any]) -> dict[str, Any]:
        raise AssertionError("nobody has a seat here")


def office(*people: Person, meetings: tuple[Meeting, ...] = (), ambient: bool = False) -> Setup:
    """An office of the people given, open Monday to Friday 09:00 to 17:30 UTC with half an hour of lunch."""
    return Setup(
        people={one.id: one for one in people},
        calendars={"office": Calendar.resolve(START, "UTC", days_before=7, days_after=300)},
        zone_calendar="office",
        domain="office.example",
        meetings=meetings,
        ambient=ambient,
    )


def person(name: str, *, seat: str | None = None, **habits: Any) -> Person:
    """A coworker (or a seat's person) with the habits given; what belongs to the job goes by its own name."""
    job = {
        key: habits.pop(key) for key in ("manager", "ties", "work", "leave", "department") if key in habits
    }
    persona = Persona(id=name, name=f"{name.title()} Test", role=Role(profession="clerk"), **habits)
    return Person(
        id=name, name=persona.name, first=name.title(), title="Clerk", persona=None if seat else persona,
        calendar="office", address=f"{name}@office.example", seat=seat, **job,
    )  # fmt: skip


class Desks:
    """A run of a desk world into which messages can be put by hand; a context manager."""

    world: DeskWorld

    def __init__(self, setup: Setup, seed: int = 1, weeks: int = 2, path: Path | None = None) -> None:
        def build(core: Core) -> DeskWorld:
            self.world = DeskWorld(core, setup, weeks)
            return self.world

        self.build = build
        self.run = Run.create(build, {}, {}, seed, path=path)
        self.events: list[Event] = []
        self.run.loop.after_step.append(self.events.extend)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.run.close()

    def until(self, at: int | None = None) -> None:
        asyncio.run(self.run.play(until=at))

    def step(self, at: int, do: Callable[[Step], Any]) -> Any:
        """Play until ``at``, then let ``do`` act in a step of its own."""
        if at > self.run.loop.now:
            self.until(at)
        step = self.run.loop.open_step(at)
        made = do(step)
        self.run.loop.close_step(step)
        return made

    def send(
        self, at: int, sender: str, to: str | tuple[str, ...], text: str = "Could you help?", **more: Any
    ) -> str:
        """Let somebody send a message, and return its id."""
        return self.step(at, lambda step: self.put(step, sender, to, text, **more))

    def put(self, step: Step, sender: str, to: str | tuple[str, ...], text: str, **more: Any) -> str:
        """Let somebody send a message within a step, and return its id."""
        name = self.world.next_message(sender)
        more = {"app": "mail", "thread": name, **more}
        to = (to,) if isinstance(to, str) else to
        body = step.blobs.put_text(text)
        step.emit(
            MessageSent(message=name, sender=sender, to=to, body=body, words=len(text.split()), **more),
            sender,
        )
        return name

    def of(self, kind: type[P]) -> list[P]:
        """What happened of that kind, in order."""
        return [event.payload for event in self.events if isinstance(event.payload, kind)]

    def when(self, kind: str, person: str) -> list[int]:
        """The instants of events of that kind by that person."""
        return [event.at for event in self.events if event.kind == kind and event.actor == person]
