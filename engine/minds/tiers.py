"""Who decides for whom at the moment: people move between minds in the course of a run.

A pack may say that somebody whom a seat writes to gets a model mind, and falls back after some time without contact.
A move takes effect between two decisions of the person, never while one is under way, so that every decision has one
mind; it is an event, so that resuming, forking and replaying give the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, ClassVar, Final, NamedTuple

from ..kernel.events import Entry, Event, Payload
from ..kernel.minds import Decisions
from ..kernel.state import Apply, Component, State
from ..kernel.step import React, Step
from ..office.conditions.model import Condition
from ..office.conditions.tracker import ConditionTracker
from ..office.events import MessageSent
from ..office.model import Setup
from .registry import SCRIPTED

MOVE: Final = "mind.move"
"""Agenda kind: somebody who was deciding gets their other mind."""
BACK: Final = "mind.back"
"""Agenda kind: somebody falls back to the mind they began with, unless there was contact."""


class MindMoved(Payload):
    """From now on another mind decides for somebody."""

    kind: ClassVar[str] = "mind.moved"

    person: str
    to: str
    """Name of the mind."""
    why: str
    rule: int = -1
    """Which of the run's rules moved them, from 0; -1: they fell back."""


class Rule(NamedTuple):
    """When people get another mind."""

    who: tuple[str, ...]
    to: str
    when: Condition | None = None
    """``None``: as soon as a seat writes to them."""
    back_after: Mapping[str, int] | None = None
    """Person to the milliseconds of their working time without contact after which they fall back."""


class Tiers(Component):
    """Everybody's mind.

    Args:
        setup: The office.
        minds: The minds that people begin with; who is not named has the scripted one.
        rules: When people move.
    """

    name = "tiers"

    def __init__(
        self, setup: Setup, minds: Mapping[str, str] | None = None, rules: Iterable[Rule] = ()
    ) -> None:
        self._setup = setup
        self._home = dict(minds or {})
        self.rules = tuple(rules)
        self._moved: dict[str, tuple[str, int]] = {}
        self._decisions = Decisions()

    def bind(self, state: State) -> None:
        """Take the state that the people's decisions are part of."""
        self._decisions = state.get(Decisions)

    def watch(self, tracker: ConditionTracker) -> None:
        """Register the conditions at which people move; once, when the world is built."""
        for number, rule in enumerate(self.rules):
            if rule.when is not None:
                tracker.watch(rule.when, partial(self._all, number))

    # Asking ----------------------------------------------------------------------------------------------------------

    def of(self, person: str) -> str:
        """The name of the mind that decides for that person now."""
        moved = self._moved.get(person)
        return self._home.get(person, SCRIPTED) if moved is None else moved[0]

    def home(self, person: str) -> str:
        """The name of the mind that the person began with."""
        return self._home.get(person, SCRIPTED)

    def thinks(self, person: str) -> bool:
        """Another mind than the scripted one decides for the person now."""
        return self.of(person) != SCRIPTED

    # Moving ----------------------------------------------------------------------------------------------------------

    def components(self) -> tuple[Component, ...]:
        """The state that it is; none where nobody ever moves."""
        return (self,) if self.rules else ()

    def reactors(self) -> Mapping[str, React]:
        return {MessageSent.kind: self._on_message} if self.rules else {}

    def handlers(self) -> Mapping[str, Callable[[Step, Entry], None]]:
        """The agenda kinds it owns."""
        return {MOVE: self._due, BACK: self._fall_back}

    def _on_message(self, step: Step, event: Event) -> None:
        sent = event.payload
        assert isinstance(sent, MessageSent)
        if sent.past:
            return
        if self._seat(sent.sender):
            # a post in a channel is written to those whom it names; what is said in a meeting, to nobody in particular
            to = () if sent.app == "meeting" else sent.mentions if sent.thread.startswith("#") else sent.to
            for person in dict.fromkeys((*to, *sent.to, *sent.cc)):
                number = self._rule_for(person) if person in to else None
                if number is not None:
                    who = self._setup.people[sent.sender].first
                    self._want(step, person, number, f"{who} wrote to them")
                self._contact(step, person)
        elif any(self._seat(one) for one in (*sent.to, *sent.cc)):
            self._contact(step, sent.sender)

    def _seat(self, person: str) -> bool:
        one = self._setup.people.get(person)
        return one is not None and one.seat is not None

    def _rule_for(self, person: str) -> int | None:
        """The first rule by which a seat's message moves that person."""
        for number, rule in enumerate(self.rules):
            if rule.when is None and person in rule.who:
                return number
        return None

    def _all(self, number: int, step: Step) -> None:
        for person in self.rules[number].who:
            self._want(step, person, number, "as the pack's condition has come true")

    def _want(self, step: Step, person: str, number: int, why: str) -> None:
        """Move somebody, now or as soon as what they are deciding has taken effect."""
        to = self.rules[number].to
        if self.of(person) == to:
            return
        pending = self._decisions.pending.get(person)
        if pending is None:
            self._move(step, person, to, why, number)
            return
        entry = f"{MOVE}/{person}"
        if step.due(entry) is None:
            payload = json.dumps({"rule": number, "why": why})
            step.set(entry, max(pending.commit_at, step.at), MOVE, person, payload)

    def _move(self, step: Step, person: str, to: str, why: str, number: int) -> None:
        step.emit(MindMoved(person=person, to=to, why=why, rule=number), person)
        if number >= 0:
            self._contact(step, person)

    def _due(self, step: Step, entry: Entry) -> None:
        wanted = json.loads(entry.payload)
        self._want(step, entry.target, wanted["rule"], wanted["why"])

    def _contact(self, step: Step, person: str) -> None:
        """Somebody and a seat had to do with each other: count anew until the person falls back."""
        moved = self._moved.get(person)
        if moved is None:
            return
        quiet = self.rules[moved[1]].back_after
        if quiet is not None:
            at = self._setup.calendar_of(person).add_work(step.at, quiet[person])
            step.set(f"{BACK}/{person}", at, BACK, person)

    def _fall_back(self, step: Step, entry: Entry) -> None:
        person = entry.target
        pending = self._decisions.pending.get(person)
        if pending is not None:
            step.set(entry.id, max(pending.commit_at, step.at), BACK, person, priority=1)
        elif person in self._moved:
            self._move(step, person, self.home(person), "no contact with a seat for long", -1)

    # Folding ---------------------------------------------------------------------------------------------------------

    def listens(self) -> Mapping[str, Apply]:
        return {MindMoved.kind: self._on_moved}

    def _on_moved(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, MindMoved)
        if payload.rule < 0:
            self._moved.pop(payload.person, None)
        else:
            self._moved[payload.person] = (payload.to, payload.rule)

    def dump(self) -> Any:
        return {person: list(moved) for person, moved in self._moved.items()}

    def load(self, data: Any) -> None:
        self._moved = {person: (moved[0], moved[1]) for person, moved in data.items()}
