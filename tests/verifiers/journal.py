"""A real run whose journal is written by hand: what happened in an office, without anybody having to do it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from tenure.engine.apps.base import App
from tenure.engine.apps.drivestate import Files
from tenure.engine.kernel.clock import DAY, HOUR, MINUTE, Calendar
from tenure.engine.kernel.events import Event, Payload
from tenure.engine.kernel.run import Run
from tenure.engine.kernel.seats import Called, Ended, Opened
from tenure.engine.kernel.state import State
from tenure.engine.kernel.step import Step
from tenure.engine.kernel.world import Core
from tenure.engine.office import events as office
from tenure.engine.office.bookings import Bookings
from tenure.engine.office.model import Fact, Holding, Mistake, Person, Rule, Setup, Tie
from tenure.personas.source import parse
from tenure.scenarios.timewords import PackClock
from tenure.verifiers import Rubric, Scene, Scorecard, curve, scene_of, score

ZONE = "Europe/Amsterdam"
START = datetime(2026, 3, 2, 8, 30, tzinfo=ZoneInfo(ZONE))  # a Monday
CALENDAR = Calendar.resolve(START, ZONE, days_before=30, days_after=60)
CLOCK = PackClock(START.replace(tzinfo=None), ZONE, {"home": CALENDAR}, "home")


def person(name: str, **more: Any) -> Person:
    return Person(name, name.title(), name.title(), "clerk", None, "home", f"{name}@office.example", **more)


SETUP = Setup(
    people={
        one.id: one
        for one in (
            person("noor", seat="analyst"),
            person("dewi"),
            person("ines"),
            person("pieter"),
            person("joost", outside=True, ties=(Tie("dewi", "client_of"),)),
        )
    },
    calendars={"home": CALENDAR},
    zone_calendar="home",
    domain="office.example",
    facts={
        "rate": Fact(
            "rate",
            "The rate is EUR 310.",
            "the rate",
            ("What is the rate?",),
            (("310",),),
            holders=(
                Holding("ines", Rule()),
                Holding("pieter", Rule(), mistake=Mistake("The rate is EUR 290.")),
            ),
        )
    },
)
SCENE: Scene = scene_of(SETUP, "analyst", CLOCK)


class CalendarApp(App):
    name = "calendar"

    def __init__(self, bookings: Bookings) -> None:
        self._bookings = bookings

    def rows(self, table: str = "") -> list[Mapping[str, Any]]:
        if table:
            raise KeyError(table)
        return [
            {
                "meeting": one.id,
                "title": one.title,
                "organiser": one.organiser,
                "people": list(one.people),
                "start": one.start,
                "status": one.status,
            }
            for one in self._bookings.meetings.values()
        ]


class PaperWorld:
    """Components and apps, and nobody who acts."""

    def __init__(self, core: Core) -> None:
        bookings = Bookings(SETUP)
        self.components = [Files(), bookings]
        self.reactors: dict[str, Any] = {}
        self.horizon = 60 * DAY
        self.apps = {"calendar": CalendarApp(bookings)}

    def bind(self, state: State) -> None:
        pass

    def start(self, step: Step) -> None:
        pass


class Paper:
    """Writes a journal. Every method is one step at the instant of ``now``, a minute after the last one."""

    def __init__(self, world: type[PaperWorld] = PaperWorld) -> None:
        self.run = Run.create(world, {}, {}, 7)  # pyright: ignore[reportArgumentType]
        self.now = 0
        self._count: dict[str, int] = {}

    def wait(self, *, minutes: int = 0, hours: int = 0, until: str = "") -> None:
        self.now = CLOCK.at(until) if until else self.now + minutes * MINUTE + hours * HOUR

    def emit(self, payload: Payload, actor: str = "") -> Event:
        self.now += MINUTE
        step = self.run.loop.open_step(self.now)
        event = step.emit(payload, actor)
        self.run.loop.close_step(step)
        return event

    def _id(self, who: str, letter: str) -> str:
        self._count[who + letter] = self._count.get(who + letter, 0) + 1
        return f"{who}/{letter}{self._count[who + letter]}"

    def send(
        self,
        sender: str,
        to: str,
        text: str,
        *,
        app: Any = "mail",
        subject: str = "",
        thread: str = "",
        **more: Any,
    ) -> Event:
        message = self._id(sender, "m")
        body = self.run.blobs.put_text(text)
        return self.emit(
            office.MessageSent(
                message=message,
                app=app,
                thread=thread or message,
                sender=sender,
                to=tuple(to.split()),
                subject=subject,
                body=body,
                words=len(text.split()),
                **more,
            ),
            sender,
        )

    def write(self, path: str, text: str | bytes, by: str = "noor", *, past: bool = False) -> Event:
        data = text.encode() if isinstance(text, str) else text
        version = self._count.get(path, 0) + 1
        self._count[path] = version
        return self.emit(
            office.FileWritten(
                path=path,
                file=f"file:{path}",
                version=version,
                blob=self.run.blobs.put(data),
                size=len(data),
                by=by,
                past=past,
            ),
            by,
        )

    def move(self, path: str, to: str = "", by: str = "noor") -> Event:
        return self.emit(office.FileMoved(path=path, file=f"file:{path}", to=to, by=by), by)

    def invite(self, title: str, start: str, organiser: str = "noor", people: str = "dewi") -> str:
        meeting, at = self._id(organiser, "c"), CLOCK.at(start)
        self.emit(
            office.Invited(
                meeting=meeting,
                title=title,
                organiser=organiser,
                people=(organiser, *people.split()),
                start=at,
                end=at + HOUR,
            ),
            organiser,
        )
        return meeting

    def learn(self, who: str, fact: str = "rate", version: str = "truth", source: str = "ines") -> Event:
        return self.emit(
            office.FactLearned(fact=fact, person=who, version=version, via=f"{source}/m1", source=source), who
        )

    def share(
        self, by: str, to: str, fact: str = "rate", mode: Any = "asked", version: str = "truth"
    ) -> Event:
        return self.emit(
            office.FactShared(fact=fact, version=version, by=by, to=to, message=f"{by}/m1", mode=mode), by
        )

    def open(self) -> Event:
        return self.emit(Opened(seat="analyst"), "analyst")

    def call(self, number: int) -> Event:
        return self.emit(
            Called(seat="analyst", call=number, tool="x", arguments="{}", ends_at=self.now), "analyst"
        )

    def finish(self) -> Event:
        return self.emit(Ended(seat="analyst", how="terminated", why="finished"), "analyst")

    def score(self, rubric: str | Rubric, at: int | None = None) -> Scorecard:
        return score(self.run, rubric_of(rubric), SCENE, at=at)

    def curve(self, rubric: str | Rubric) -> list[tuple[int, Any]]:
        return curve(self.run, rubric_of(rubric), SCENE)


def rubric_of(rubric: str | Rubric) -> Rubric:
    return rubric if isinstance(rubric, Rubric) else parse(Rubric, rubric, "rubric.yaml")
