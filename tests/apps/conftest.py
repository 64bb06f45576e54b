"""A small office whose people use apps directly, in a real run."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from tenure.engine.apps.base import Acting, App, Tool, ToolError
from tenure.engine.apps.registry import BUILT_IN, build_apps
from tenure.engine.kernel.clock import DAY, Calendar
from tenure.engine.kernel.events import Entry, Event, Payload
from tenure.engine.kernel.run import Run
from tenure.engine.kernel.state import Component, State
from tenure.engine.kernel.step import React, Step
from tenure.engine.kernel.world import Core
from tenure.engine.office.attention import Attention
from tenure.engine.office.meetings import Meetings
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
    """The apps over an office without minds; steps are opened by tests."""

    def __init__(self, core: Core, **more: Any) -> None:
        self.setup = setup()
        self.threads = Threads(self.setup)
        attention = Attention(self.setup, core)
        self.meetings = Meetings(self.setup, core, attention, next_message=self.threads.next_id)
        apps = build_apps(list(BUILT_IN), self, core, meetings=self.meetings, access=ACCESS, **more)
        self.apps: dict[str, App] = {app.name: app for app in apps}
        self.tools: dict[str, Tool] = {}
        self.components: list[Component] = []
        self.reactors: dict[str, list[React]] = {}
        self._handlers: dict[str, Callable[[Step, Entry], None]] = {}
        for app in apps:
            self.tools |= app.tools()
        self.components.append(self.threads)
        for part in (attention, self.meetings, *apps):
            self.components += part.components()
            self._handlers |= part.handlers()
            for kind, react in part.reactors().items():
                self.reactors.setdefault(kind, []).append(react)
        self.horizon = 30 * DAY

    def bind(self, state: State) -> None:
        pass

    def start(self, step: Step) -> None:
        for app in self.apps.values():
            app.start(step)

    def handle(self, step: Step, entry: Entry) -> None:
        self._handlers[entry.kind](step, entry)


class Office:
    """A run of the small office, and its people at their tools.

    Args:
        more: What the pack says for apps: ``configs``, ``pages``, ``times``.
    """

    def __init__(self, **more: Any) -> None:
        self.run = Run.create(lambda core: OfficeWorld(core, **more), {}, {}, seed=1)  # type: ignore[arg-type]
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

    def acting(self, who: str, ask: Callable[[Acting], Any]) -> Any:
        """What a question about an act answers now, or how it is refused."""
        step = self.run.loop.open_step(self.at)
        try:
            return ask(Acting(step, who))
        except ToolError as error:
            return error

    def advance(self, until: int) -> None:
        """Let everything happen that is due by then."""
        asyncio.run(self.run.play({}, until=until))
        self.at = until

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
