"""A small office by hand, and steps to let things happen in it: no packs, no minds, real state."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from tenure.engine.kernel.agenda import Agenda
from tenure.engine.kernel.blobs import Blobs
from tenure.engine.kernel.clock import HOUR, MINUTE, Calendar
from tenure.engine.kernel.events import Entry, Event
from tenure.engine.kernel.state import State
from tenure.engine.kernel.step import React, Step
from tenure.engine.kernel.streams import Streams
from tenure.engine.kernel.world import Core
from tenure.engine.office.conditions.model import Agreed, AgreedOf, Beat, BeatOf, Condition
from tenure.engine.office.events import Act, Attached, Channel, MessageSent, Told
from tenure.engine.office.model import (
    Approval,
    Fact,
    Gift,
    Holding,
    KnowsWho,
    Mistake,
    Person,
    Request,
    Rule,
    Setup,
    Tie,
)
from tenure.engine.office.office import Module, Office
from tenure.engine.office.percept import Band, Errand
from tenure.personas.behaviour import Patience, Reliability
from tenure.personas.schema import Persona, Role

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
AGREED = Agreed(agreed=AgreedOf(approval="may_share"))
NOTICE = Beat(beat=BeatOf(id="notice"))


def persona(name: str, **more: Any) -> Persona:
    return Persona(id=name.lower(), name=f"{name} Test", role=Role(profession="clerk"), **more)


def people() -> dict[str, Person]:
    def person(name: str, **more: Any) -> Person:
        more.setdefault("persona", persona(name, **more.pop("habits", {})))
        return Person(
            id=name.lower(),
            name=f"{name} Test",
            first=name,
            title=more.pop("title", "Clerk"),
            calendar="office",
            address=f"{name.lower()}@office.example",
            **more,
        )

    keeps = Reliability(keeps_promises=1000)
    everybody = [
        person("Dewi", title="Manager"),
        person(
            "Ines",
            manager="dewi",
            ties=(Tie("noor", "works_with", 700),),
            knows_who=(KnowsWho("manifests and box lists", "pieter"),),
            habits={"patience": Patience(tolerates_repeats=2, recovers_per_day=1, at_threshold="escalates")},
        ),
        person("Pieter", manager="dewi", department="Operations", habits={"reliability": keeps}),
        person("Noor", manager="dewi", persona=None, seat="analyst"),
        person("Joost", persona=None, outside=True, company="Client BV", ties=(Tie("dewi", "client_of"),)),
    ]
    return {one.id: one for one in everybody}


def facts() -> dict[str, Fact]:
    rate = Fact(
        id="rate",
        statement="Demurrage costs EUR 1,340.00 per box.",
        topic="the demurrage rate",
        asks=("What do we pay for demurrage?",),
        reveals=(("1,340.00",),),
        not_to=("clients",),
        holders=(
            Holding("ines", Rule("on_request"), says=("It's EUR 1,340 a box.",)),
            Holding(
                "pieter",
                Rule("on_request"),
                sure=700,
                mistake=Mistake("Demurrage costs EUR 990 per box.", ("It's 990.",), (("990",),)),
                corrected_by=NOTICE,
                tells_again=True,
            ),
        ),
    )
    buy = Fact(
        id="buy_rate",
        statement="The carrier charges EUR 812.50.",
        topic="the carrier buy rate",
        asks=("What is the buy rate?",),
        reveals=(("812.50",),),
        holders=(Holding("ines", Rule("restricted", ("works_with",), AGREED)),),
    )
    boxes = Fact(
        id="boxes",
        statement="Seven boxes are held at Antwerp.",
        topic="the boxes held at Antwerp",
        asks=("How many boxes are held?",),
        reveals=(("seven", "7"), ("Antwerp",)),
        holders=(Holding("pieter", Rule("open")),),
    )
    return {one.id: one for one in (rate, buy, boxes)}


def setup(**more: Any) -> Setup:
    approval = Approval("may_share", "dewi", "sharing the buy rate", ("May I?",), ("Yes.",), tells=("ines",))
    rerun = Request(
        "rerun",
        "pieter",
        "a corrected manifest",
        ("Could you rerun the manifest?",),
        takes=3 * HOUR,
        due_work=8 * HOUR,
        forgets=0,
        gives=Gift(file="manifest", to="/manifest.csv", fact="boxes", says=("Here it is.",)),
    )
    values: dict[str, Any] = {
        "people": people(),
        "calendars": {"office": Calendar.resolve(START, "UTC")},
        "zone_calendar": "office",
        "domain": "office.example",
        "facts": facts(),
        "approvals": {"may_share": approval},
        "requests": {"rerun": rerun},
        "channels": {"ops": ("dewi", "ines", "pieter", "noor")},
        "ambient": False,
    }
    return Setup(**(values | more))


class Given:
    """Conditions that a test says hold."""

    def __init__(self) -> None:
        self.met: list[Condition] = []
        self.watched: list[tuple[Condition, Callable[[Step], None]]] = []

    def holds(self, condition: Condition) -> bool:
        return condition in self.met

    def watch(self, condition: Condition, tell: Callable[[Step], None]) -> None:
        self.watched.append((condition, tell))


class Bureau:
    """An office whose time a test moves by hand.

    Errands are collected instead of run. After every step the whole state is dumped, loaded and dumped again, so no
    test passes on state that a checkpoint would lose.
    """

    def __init__(self, given: Setup | None = None, seed: int = 1) -> None:
        self.blobs = Blobs(lambda ref: None)
        self.agenda = Agenda()
        core = Core(Streams(seed), self.blobs, self.agenda, {}, {})
        self.office = Office(given or setup(), core)
        self.given = Given()
        self.errands: list[tuple[str, Errand, int]] = []
        self.office.connect(conditions=self.given, errands=self, loads=self)
        self.reactors: dict[str, list[React]] = {}
        self.handlers: dict[str, Callable[[Step, Entry], None]] = {}
        self.parts: list[Module] = []
        self.join(*self.office.modules())
        self.now = 0
        self.events: list[Event] = []
        self.steps = 0

    def join(self, *parts: Module) -> None:
        """Add modules, before anything happens."""
        self.parts += parts
        self.state = State(component for part in self.parts for component in part.components())
        for part in parts:
            for kind, react in part.reactors().items():
                self.reactors.setdefault(kind, []).append(react)
            self.handlers.update(part.handlers())

    def add_errand(
        self,
        step: Step,
        person: str,
        errand: Errand,
        at: int,
        *,
        app: Channel | None = None,
        thread: str = "",
    ) -> None:
        self.errands.append((person, errand, at))

    def load(self, person: str, at: int) -> Band:
        return 1

    def step(self, act: Callable[[Step], object], fired: Entry | None = None) -> list[Event]:
        step = Step(
            self.steps, self.now, len(self.events), self.state, self.agenda, self.blobs, self.reactors, fired
        )
        act(step)
        events = step.close()
        self.steps += 1
        self.events += events
        before = self.state.dump()
        self.state.load(before)
        assert self.state.dump() == before
        return events

    def pass_until(self, at: int, but: tuple[str, ...] = ()) -> list[Event]:
        """Let everything happen that is due until then, but for entries of some kinds."""
        found: list[Event] = []
        while (entry := self.agenda.pop(at)) is not None:
            self.now = entry.at
            handle = (lambda step, entry: None) if entry.kind in but else self.handlers[entry.kind]
            found += self.step(lambda step, entry=entry, handle=handle: handle(step, entry), entry)
        self.now = at
        return found

    def say(
        self,
        sender: str,
        to: str | tuple[str, ...],
        text: str,
        *,
        told: tuple[str | Told, ...] = (),
        acts: tuple[Act, ...] | None = None,
        thread: str = "",
        app: Channel = "mail",
        cc: tuple[str, ...] = (),
        past: bool = False,
        attachments: tuple[Attached, ...] = (),
    ) -> str:
        """Send a message; coworkers' messages say what they do, as their minds would."""
        self.now += MINUTE
        message = self.office.threads.next_id(sender)
        if acts is None:
            acts = (Act(kind="inform"),) if self.office.setup.people[sender].is_coworker else ()
        sent = MessageSent(
            message=message,
            app=app,
            thread=thread or message,
            sender=sender,
            to=(to,) if isinstance(to, str) else to,
            cc=cc,
            subject="A subject",
            body=self.blobs.put_text(text),
            words=len(text.split()),
            told=tuple(one if isinstance(one, Told) else Told(fact=one) for one in told),
            acts=acts,
            attachments=attachments,
            past=past,
            sent_at=-HOUR if past else None,
        )
        self.step(lambda step: step.emit(sent, sender))
        return message

    def meet(self, condition: Condition) -> None:
        """A condition becomes true."""
        self.given.met.append(condition)
        for watched, tell in self.given.watched:
            if watched == condition:
                self.step(tell)

    def of_kind(self, kind: str) -> list[Any]:
        return [event.payload for event in self.events if event.kind == kind]
