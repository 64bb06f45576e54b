"""The world of a pack's run: office, apps, people's minds, seats and storyline, put together for the kernel."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..engine.agents.desk import DEADLINE, Desk
from ..engine.agents.limits import Limits
from ..engine.agents.notifications import Notifications
from ..engine.apps.base import App, Tool
from ..engine.apps.phone import Phone
from ..engine.apps.using import Using
from ..engine.kernel.clock import DAY
from ..engine.kernel.events import Entry, JournalError
from ..engine.kernel.minds import Look, Mind, Value
from ..engine.kernel.seats import Begun
from ..engine.kernel.state import Component, State
from ..engine.kernel.step import React, Step
from ..engine.kernel.world import Core
from ..engine.minds.deskwork import DeskWork
from ..engine.minds.enact import Enactor
from ..engine.minds.human import Terminal
from ..engine.minds.margins import Margins
from ..engine.minds.registry import SCRIPTED
from ..engine.minds.scripted import ScriptedMind
from ..engine.minds.tiers import Tiers
from ..engine.office.absence import Absence
from ..engine.office.attention import Attention
from ..engine.office.conditions.tracker import ConditionTracker
from ..engine.office.meetings import Meetings
from ..engine.office.model import Setup
from ..engine.office.office import Office
from ..engine.office.percept import Decision, Errand, Invitation, Percept
from ..engine.office.queues import Item, item_text
from ..engine.office.work import Working


class OfficeWorld:
    """An office as the kernel plays it.

    Args:
        core: What the run provides.
        setup: The office.
        limits: Limits of every seat's episode.
        build_apps: Makes the apps.
        tiers: Who has which mind; everybody is scripted if not given.
        minds: Makes a person's mind of a name other than the scripted one.
        horizon: When a run without seats ends.
    """

    def __init__(
        self,
        core: Core,
        setup: Setup,
        *,
        limits: Mapping[str, Limits],
        build_apps: Callable[[OfficeWorld], Sequence[App]],
        tiers: Tiers | None = None,
        minds: Callable[[OfficeWorld, str, str], Mind] | None = None,
        horizon: int = 400 * DAY,
    ) -> None:
        self.core = core
        self.setup = setup
        self.horizon = horizon
        self.office = Office(setup, core)
        self.attention = Attention(setup, core)
        self.absence = Absence(setup, core)
        self.attention.watch(self.absence)
        self.meetings = Meetings(
            setup,
            core,
            self.attention,
            next_message=self.office.threads.next_id,
            version=self.office.knowledge.holds,
        )
        self.working = Working(setup, core, self.attention)
        self.tracker: ConditionTracker | None = None
        self.notifications = Notifications(setup, core.blobs)
        self.apps = list(build_apps(self))
        self.tools: dict[str, Tool] = {}
        for app in self.apps:
            self.tools |= app.tools()
        self.desk = Desk(setup, self.tools, limits, self.notifications)
        self.using = Using(self.tools, self.apps)
        self.calling = next((app.calling for app in self.apps if isinstance(app, Phone)), None)
        self.deskwork = DeskWork(self.attention, self.using, core.blobs)
        self.margins = Margins(self.office, self.attention, self.using, self.deskwork)
        self.enactor = Enactor(
            self.office, self.meetings, self.attention, self.using, self.deskwork, self.margins, self.calling
        )
        self.enactor.composed = self.composed
        self.enactor.scripted = self.by_rule
        self.tiers = tiers or Tiers(setup)
        self.office.links.thinks = self.tiers.thinks
        self.terminal: Terminal | None = None
        """Where people ask whom a human plays; outside the run's content."""
        self._minds: dict[tuple[str, str], Mind] = {}
        self._fallbacks: dict[str, Mind] = {}
        self._make_mind = minds
        self._first: list[Callable[[Step], None]] = []
        self._further: list[Mapping[str, React]] = []
        self.components: list[Component] = []
        self.reactors: dict[str, list[React]] = {}
        self._handlers: dict[str, Callable[[Step, Entry], None]] = {}

    def track(self, tracker: ConditionTracker) -> None:
        """Use that tracker for everybody's conditions; before `assemble`."""
        self.tracker = tracker
        self.office.connect(conditions=tracker, errands=self.attention, loads=self.attention)

    def first(self, do: Callable[[Step], None]) -> None:
        """Do that in the first step, before anything else is booked."""
        self._first.append(do)

    def assemble(self) -> None:
        """Collect components, reactors and handlers of all parts; once, when everything is in place."""
        parts: list[Any] = [
            *self.office.modules(),
            self.attention,
            self.absence,
            self.meetings,
            self.working,
            *self.apps,
            self.tiers,
        ]
        for part in parts:
            self._add(part.components(), part.reactors(), part.handlers())
        self._add((self.desk.budgets, self.notifications), self.notifications.reactors(), {})
        self._add((), self.desk.reactors(), {DEADLINE: self.desk.handle})
        self._add((), {}, self.enactor.handlers())
        self._add(self.deskwork.components(), {}, self.deskwork.handlers())
        self._add((), self.margins.reactors(), self.margins.handlers())
        for reactors in self._further:
            self._add((), reactors, {})
        if self.tracker is not None:
            self._add(self.tracker.components(), self.tracker.reactors(), self.tracker.handlers())

    def _add(
        self,
        components: Any,
        reactors: Mapping[str, React],
        handlers: Mapping[str, Callable[[Step, Entry], None]],
    ) -> None:
        self.components += [one for one in components if one not in self.components]
        for kind, react in reactors.items():
            self.reactors.setdefault(kind, []).append(react)
        for kind, handler in handlers.items():
            if kind in self._handlers:
                raise ValueError(f"two parts of the world handle {kind!r}")
            self._handlers[kind] = handler

    def add(self, reactors: Mapping[str, React]) -> None:
        """Have further parts of the world react; before `assemble`, after whose own reactors they come."""
        self._further.append(reactors)

    def on(self, kind: str, handler: Callable[[Step, Entry], None]) -> None:
        """Handle an agenda kind of the world's own."""
        self._handlers[kind] = handler

    # Kernel ----------------------------------------------------------------------------------------------------------

    def bind(self, state: State) -> None:
        """Take the state."""
        self.desk.bind(state)
        self.tiers.bind(state)

    def start(self, step: Step) -> None:
        """The first step."""
        for do in self._first:
            do(step)
        for app in self.apps:
            app.start(step)
        self.absence.start(step)
        self.meetings.start(step)
        self.working.start(step)
        if self.tracker is not None:
            self.tracker.start(step)

    def handle(self, step: Step, entry: Entry) -> None:
        """Hand an entry to the part that booked it."""
        handler = self._handlers.get(entry.kind)
        if handler is None:
            raise JournalError(
                f"nothing handles agenda entries of kind {entry.kind!r}: an app or package is missing"
            )
        handler(step, entry)

    def look(self, step: Step, entry: Entry) -> Look | None:
        """Somebody turns to what waits for them."""
        item = self.attention.look(step, entry)
        if item is None:
            return None
        person = entry.target
        commit_at = step.at + self.attention.lookahead(person, item, step.at)
        if item.kind == "thread":
            commit_at += self.margins.open_files(step, person, item)
        commit_at += self.composed(person, item)
        return Look(person, self.percept(person, item, step.at), commit_at, item_text(item))

    def composed(self, person: str, item: Item) -> int:
        """How much of the writing lies before the commit already: some, for minds that take real time."""
        return 0 if self.mind(person).instant else self.attention.composing(person, item)

    def foresee(self, entry: Entry) -> Value | None:
        """What they would perceive if nothing else came."""
        item = self.attention.foresee(entry)
        return None if item is None else self.percept(entry.target, item, entry.at)

    def percept(self, person: str, item: Item, at: int) -> Percept:
        """What somebody perceives of one thing that waits for them."""
        percept = self.office.perceiver.percept(
            person, self._target(person, item), at, item.messages, app=item.app, thread=item.thread
        )
        return self.deskwork.found(percept, item)

    def by_rule(self, person: str, item: Item, at: int) -> Decision:
        """What the person's scripted mind decides on a thing."""
        mind = self.fallback(person)
        assert isinstance(mind, ScriptedMind)
        return mind.decision(self.percept(person, item, at))

    def _target(self, person: str, item: Item) -> str | Errand | Invitation:
        if item.kind == "errand" and item.errand is not None:
            return item.errand
        if item.kind == "invitation":
            one = self.meetings.get(item.meeting)
            assert one is not None
            local = self.setup.calendar_of(person).local(one.start)
            organiser = self.setup.people[one.organiser]
            return Invitation(
                meeting=one.id,
                title=one.title,
                organiser=one.organiser,
                organiser_name=organiser.first,
                when_words=f"{local:%A} {local:%H:%M}",
                clash=bool(self.meetings.busy(person, one.start, one.end, but=one.id)),
            )
        return item.thread

    def commit(self, step: Step, actor: str, subject: str, decision: Value) -> None:
        """Do what somebody decided."""
        assert isinstance(decision, Decision)
        self.enactor.commit(step, actor, subject, decision)

    def mind(self, actor: str) -> Mind:
        """Who decides for that person now."""
        name = self.tiers.of(actor)
        if name == SCRIPTED or self._make_mind is None:
            return self.fallback(actor)
        mind = self._minds.get((actor, name))
        if mind is None:
            mind = self._minds[actor, name] = self._make_mind(self, actor, name)
        return mind

    def fallback(self, actor: str) -> Mind:
        """The person's scripted mind."""
        mind = self._fallbacks.get(actor)
        if mind is None:
            person = self.setup.people[actor]
            assert person.persona is not None
            mind = self._fallbacks[actor] = ScriptedMind(person.persona, person)
        return mind

    def nothing(self) -> Value:
        """Nobody does anything."""
        return Decision(intents=(), why="the mind failed")

    def read_percept(self, actor: str, text: bytes) -> Value:
        """A stored percept."""
        return Percept.model_validate_json(text)

    def read_decision(self, actor: str, text: bytes) -> Value:
        """A stored decision."""
        return Decision.model_validate_json(text)

    def begin_call(self, step: Step, seat: str, call: int, tool: str, arguments: str) -> Begun:
        """A seat calls a tool."""
        return self.desk.begin(step, seat, call, tool, arguments)

    def finish_call(self, step: Step, seat: str, call: int, tool: str, arguments: str) -> dict[str, Any]:
        """A seat's call acts."""
        return self.desk.finish(step, seat, call, tool, arguments)

    def observe(self, step: Step, seat: str, result: dict[str, Any]) -> dict[str, Any]:
        """What the seat gets to see of it."""
        return self.desk.observe(step, seat, result)
