"""The office: its people, and the modules that hold what they know, promised, feel and say, in one place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Protocol

from ...personas.problems import did_you_mean
from ..kernel.events import Entry
from ..kernel.state import Component
from ..kernel.step import React, Step
from ..kernel.world import Core
from .approvals import Approvals
from .desktops import Desktops
from .hints import Hints
from .knowledge import Knowledge
from .links import Conditions, Errands, Links, Loads
from .memory import Memories
from .model import Setup
from .org import Org
from .perceive import Perceiver
from .promises import Promises
from .rapport import Rapport
from .recollect import Recollecting
from .sentences import Sentences
from .telling import Telling
from .threads import Threads

Handle = Callable[[Step, Entry], None]


class UnknownPerson(LookupError):
    """A name that means nobody here; the message suggests who may be meant."""


class Module(Protocol):
    """A part of the office."""

    def components(self) -> Iterable[Component]:
        """The state it owns."""
        ...

    def reactors(self) -> Mapping[str, React]:
        """Event kind to what it does in the same step."""
        ...

    def handlers(self) -> Mapping[str, Handle]:
        """Agenda entry kind to its handler."""
        ...


class _Part:
    """A module made of components, reactors and handlers that are given."""

    def __init__(
        self,
        components: Iterable[Component] = (),
        reactors: Mapping[str, React] | None = None,
        handlers: Mapping[str, Handle] | None = None,
    ) -> None:
        self._components = tuple(components)
        self._reactors = dict(reactors or {})
        self._handlers = dict(handlers or {})

    def components(self) -> tuple[Component, ...]:
        return self._components

    def reactors(self) -> Mapping[str, React]:
        return self._reactors

    def handlers(self) -> Mapping[str, Handle]:
        return self._handlers


class Office:
    """Builds the modules and ties them together.

    What stands on top of it (attention, the conditions' tracker) is handed in with `connect`.

    Args:
        setup: The office at the start of the run.
        core: What the run provides.
    """

    def __init__(self, setup: Setup, core: Core) -> None:
        self.setup = setup
        self.core = core
        self.links = Links()
        self.org = Org(setup)
        self.threads = Threads(setup)
        self.sentences = Sentences(setup, core.blobs, self.links)
        self.knowledge = Knowledge(setup, core, self.org, self.links)
        self.telling = Telling(setup, core, self.org, self.threads, self.knowledge, self.links)
        self.hints = Hints(setup, core, self.org, self.threads, self.knowledge, self.links)
        self.approvals = Approvals(setup, core, self.links)
        self.promises = Promises(setup, core, self.threads, self.knowledge, self.links)
        self.rapport = Rapport(setup, self.org, self.threads, self.promises)
        self.desktops = Desktops(setup)
        self.memories = Memories(setup)
        self.perceiver = Perceiver(
            setup,
            core,
            self.org,
            self.threads,
            self.knowledge,
            self.approvals,
            self.promises,
            self.rapport,
            self.sentences,
            self.links,
            self.desktops,
            Recollecting(
                setup,
                core.blobs,
                self.memories,
                self.promises.concerning,
                lambda ref: [fact for fact, _ in self.knowledge.facts_in_blob(ref)],
            ),
        )
        self._addresses = {one.address.casefold(): one.id for one in setup.people.values() if one.address}
        self._names = self._people_by_name()

    def connect(
        self,
        *,
        conditions: Conditions | None = None,
        errands: Errands | None = None,
        loads: Loads | None = None,
    ) -> None:
        """Hand in what is built on top of the office; before the run starts, the conditions' tracker once."""
        if errands is not None:
            self.links.errands = errands
        if loads is not None:
            self.links.loads = loads
        if conditions is not None:
            self.links.conditions = conditions
            self.telling.watch()

    def modules(self) -> tuple[Module, ...]:
        """The modules, in the order in which their reactors must run."""
        return (
            _Part((self.threads, self.sentences, self.desktops)),
            _Part((self.memories,) if self.setup.thinkers else ()),
            _Part(self.knowledge.components(), self.telling.reactors()),
            _Part((), self.hints.reactors()),
            _Part(self.approvals.components(), self.approvals.reactors()),
            _Part(self.promises.components(), self.promises.reactors(), self.promises.handlers()),
            _Part(self.rapport.components(), self.rapport.reactors()),
        )

    # People -----------------------------------------------------------------------------------------------

    def resolve(self, name: str) -> str:
        """The id of the person meant by an id, a full or first name, a mail address, or its local part.

        Raises:
            UnknownPerson: Nobody is meant, or several people are.
        """
        if name in self.setup.people:
            return name
        wanted = " ".join(name.strip().lstrip("@").casefold().split())
        if wanted.endswith(">") and "<" in wanted:
            wanted = wanted[wanted.rindex("<") + 1 : -1]
        found = self._addresses.get(wanted)
        if found is not None:
            return found
        people = self._names.get(wanted, ())
        if len(people) == 1:
            return people[0]
        if people:
            names = ", ".join(f"{self.setup.people[one].name} (`{one}`)" for one in people)
            raise UnknownPerson(f"`{name}` fits several people: {names}. Give the id or the mail address.")
        known = [one.name for one in self.setup.people.values()]
        hint = did_you_mean(name, [*self.setup.people, *known, *self._addresses])
        raise UnknownPerson(f"there is nobody called `{name}`. {hint or 'The directory lists everybody.'}")

    def _people_by_name(self) -> dict[str, tuple[str, ...]]:
        names: dict[str, dict[str, None]] = {}
        for one in self.setup.people.values():
            local = one.address.partition("@")[0]
            for name in (one.id, one.name, one.first, local):
                if name:
                    names.setdefault(" ".join(name.casefold().split()), {})[one.id] = None
        return {name: tuple(people) for name, people in names.items()}

    def local(self, person: str, at: int) -> datetime:
        """The wall time at the person's desk."""
        return self.setup.calendar_of(person).local(at)
