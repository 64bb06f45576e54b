"""A small office whose people use apps directly, in a real run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from tenure.engine.apps.base import Acting, App, Tool, ToolError
from tenure.engine.apps.chat import Chat
from tenure.engine.apps.directory import Directory
from tenure.engine.apps.drive import Drive
from tenure.engine.apps.mail import Mail
from tenure.engine.apps.notes import Notes
from tenure.engine.apps.premises import Premises
from tenure.engine.kernel.clock import Calendar
from tenure.engine.kernel.events import Entry, Event, Payload
from tenure.engine.kernel.run import Run
from tenure.engine.kernel.state import State
from tenure.engine.kernel.step import React, Step
from tenure.engine.kernel.world import Core
from tenure.engine.office.model import Person, Setup
from tenure.engine.office.threads import Threads

START = datetime(2026, 3, 2, 7, 30, tzinfo=UTC)  # Monday 08:30 in Amsterdam


def calendars() -> dict[str, Calendar]:
    return {
        "rotterdam": Calendar.resolve(START, "Europe/Amsterdam", days_after=60),
        "singapore": Calendar.resolve(START, "Asia/Singapore", days_after=60),
    }


def person(id_: str, name: str, title: str, department: str = "", **more: Any) -> Person:
    outside = more.get("outside", False)
    domain = "elsewhere.example" if outside else "office.example"
    return Person(
        id=id_,
        name=name,
        first=name.split()[0],
        title=title,
        persona=None,
        calendar=more.pop("calendar", "rotterdam"),
        address=f"{id_}@{domain}",
        department=department,
        **more,
    )


def setup() -> Setup:
    people = [
        person("noor", "Noor de Vries", "Analyst", "Operations", seat="analyst", manager="dewi"),
        person("dewi", "Dewi Santoso", "Head of operations", "Operations"),
        person("ines", "Inês Marchetti", "Tariff specialist", "Pricing", phone="+31 10 555 0101"),
        person("pieter", "Pieter Bakker", "Controller", "Finance"),
        person("mei", "Mei Tan", "Agent", "Operations", calendar="singapore"),
        person("joost", "Joost Bakker", "Account manager", outside=True, company="Elsewhere Lines"),
    ]
    return Setup(
        people={one.id: one for one in people},
        calendars=calendars(),
        zone_calendar="rotterdam",
        domain="office.example",
        channels={"ops-desk": ("noor", "dewi", "mei"), "finance": ("pieter", "dewi")},
        channel_topics={"ops-desk": "Day to day"},
    )


ACCESS = {"/Finance": ["Finance", "dewi"], "/Finance/Shared": ["all"]}


class OfficeWorld:
    """Apps and threads without minds; steps are opened by tests."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.setup = setup()
        self.threads = Threads(self.setup)
        self.premises = Premises(self.setup, core, self.threads)
        self.apps: dict[str, App] = {
            app.name: app
            for app in (
                Directory(self.premises),
                Drive(self.premises, ACCESS),
                Notes(self.premises),
                Mail(self.premises),
                Chat(self.premises),
            )
        }
        self.tools: dict[str, Tool] = {}
        for app in self.apps.values():
            self.tools |= app.tools()
        self.components = [
            self.threads,
            *self.premises.components(),
            *(component for app in self.apps.values() for component in app.components()),
        ]
        self.reactors: Mapping[str, Sequence[React]] = {}
        self.horizon = 10**9

    def bind(self, state: State) -> None:
        self.state = state

    def start(self, step: Step) -> None:
        pass

    def handle(self, step: Step, entry: Entry) -> None:
        raise AssertionError(entry)


class Office:
    """A run of the small office, and its people at their tools."""

    def __init__(self) -> None:
        self.run = Run.create(OfficeWorld, {}, {}, seed=1)  # type: ignore[arg-type]
        self.at = 0

    @property
    def world(self) -> OfficeWorld:
        return self.run.world  # type: ignore[return-value]

    def use(self, who: str, tool: str, **arguments: Any) -> Any:
        """Call a tool as somebody; its result. The state must survive a dump and load afterwards."""
        declared = self.world.tools[tool]
        step = self.run.loop.open_step(self.at)
        try:
            return declared.run(Acting(step, who), declared.arguments.model_validate(arguments))
        except ToolError:
            assert step.events == [], "a refused call must emit nothing"
            raise
        finally:
            self.run.loop.close_step(step)

    def refused(self, who: str, tool: str, **arguments: Any) -> ToolError:
        with pytest.raises(ToolError) as caught:
            self.use(who, tool, **arguments)
        return caught.value

    def emit(self, payload: Payload, actor: str = "") -> None:
        step = self.run.loop.open_step(self.at)
        step.emit(payload, actor)
        self.run.loop.close_step(step)

    def events(self, *kinds: str) -> list[Event]:
        return list(self.run.events(kinds))

    def effort(self, who: str, tool: str, **arguments: Any) -> int:
        """What a read costs."""
        declared = self.world.tools[tool]
        args = declared.arguments.model_validate(arguments)
        result = self.use(who, tool, **arguments)
        return declared.effort(args, result)

    def check_dump(self) -> None:
        """A second world that loads the state dumps the same and answers the same."""
        dumped = self.run.state.dump()
        self.run.state.load(dumped)
        assert self.run.state.dump() == dumped


@pytest.fixture
def office() -> Iterator[Office]:
    one = Office()
    yield one
    one.check_dump()
    one.run.close()
