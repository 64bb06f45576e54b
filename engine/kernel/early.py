"""Decisions begun before their look: on what will be perceived if nothing else arrives, or nothing that bears on it.

An early decision stands only if the same mind then perceives exactly what it was begun on, so a run never depends on
which were begun. What it costs is bounded: each mind says whether, and how many may come to nothing.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from pydantic_core import to_json

from .agenda import Agenda
from .ahead import Ahead
from .events import Entry
from .minds import Decisions, Look, Mind, Value
from .state import State
from .thinking import Tally, Thinking, percept_hash
from .world import World

KEPT: Final = 3
"""Early decisions of one person that are kept, waiting for their look: what came between the person and one matter may
be dealt with before they get to it."""
SOON: Final = 3_600_000
"""Milliseconds: of looks that lie further ahead one in four changes before it comes (measured in an office of fifty);
running ahead finds them in time."""
WORTH: Final = 2.0
"""Running ahead must take this many times less than what is waited for."""
_TRIED: Final = 3
"""Times that it is tried before that is asked."""
_WEIGHT: Final = 0.2
"""Of the newest wait in the running average."""


class Early:
    """Everybody's early decisions.

    Args:
        world: The run's world.
        state: Its state.
        agenda: Its agenda.
        ahead: Finds looks beyond the next; ``None``: only those that are booked are begun early.
        tally: Counts them.
        begin: Begins a decision: person, percept, mind.
        allowed: Whether anything may be spent on one of that person's.
    """

    def __init__(
        self,
        world: World,
        state: State,
        agenda: Agenda,
        ahead: Ahead | None,
        tally: Tally,
        begin: Callable[[str, Value, Mind], Thinking],
        allowed: Callable[[str], bool],
    ) -> None:
        self._world = world
        self._state = state
        self._agenda = agenda
        self._decisions = state.get(Decisions)
        self._ahead = ahead
        self._tally = tally
        self._begin = begin
        self._allowed = allowed
        self._known: dict[str, list[Thinking]] = {}
        self._waited = self._cost = 0.0
        self._runs = 0

    def __len__(self) -> int:
        return sum(map(len, self._known.values()))

    def __iter__(self) -> Iterator[Thinking]:
        for known in self._known.values():
            yield from known

    def clear(self) -> None:
        """Forget them all."""
        self._known.clear()

    def take(self, look: Look, decision: int, mind: Mind) -> Thinking | None:
        """The early decision of that mind on exactly what is perceived now, if there is one."""
        known = self._known.get(look.actor, [])
        now = percept_hash(to_json(look.percept)) if known else ""
        found = next((one for one in known if one.mind is mind and one.hash == now), None)
        if found is None:
            return None
        known.remove(found)
        found.calls.become(decision)
        self._tally.decisions += 1
        self._tally.stood += 1
        return found

    def drop(self, actor: str) -> None:
        """Give up a person's."""
        for one in self._known.pop(actor, ()):
            self._waste(one)

    def foresee(self, actors: Iterable[str], look_id: Callable[[str], str], now: int) -> None:
        """Begin the decisions of looks that were booked, on the percept as it will be if nothing else arrives."""
        for actor in actors:
            if actor in self._decisions.pending:
                continue
            mind = self._world.mind(actor)
            if mind.instant or mind.recorded or not self._may(actor, mind):
                continue
            entry = self._agenda.get(look_id(actor))
            if entry is None or (self._ahead is not None and entry.at > now + SOON):
                continue
            percept = self._world.foresee(entry)
            if percept is None:
                continue
            self._add(actor, percept, mind)
            known = self._known[actor]
            if len(known) > KEPT:
                self._waste(known.pop(0))

    def run_ahead(self, waiting: Entry, thinking: Mapping[str, Thinking]) -> None:
        """Begin what others will have to decide however the awaited decision turns out.

        Args:
            waiting: The commit that the loop waits for.
            thinking: Decisions between look and commit.
        """
        if self._ahead is None or (self._runs >= _TRIED and self._waited < WORTH * self._cost):
            return

        def made(actor: str, percept: str) -> Value | None:
            now = thinking.get(actor)
            for one in (*([now] if now is not None else ()), *self._known.get(actor, ())):
                task = one.task
                if one.hash == percept and task is not None and task.done() and not task.cancelled():
                    return None if task.exception() is not None else task.result()
            return None

        # outside the simulation: whether a guess is worth its while reaches no event
        began = time.perf_counter()
        for actor, percept in self._ahead.looks(self._state, self._agenda, waiting, made):
            mind = self._world.mind(actor)
            if len(self._known.get(actor, ())) < KEPT and self._may(actor, mind):
                self._add(actor, percept, mind)
        # outside the simulation: as above
        self._cost = _averaged(self._cost, time.perf_counter() - began, self._runs)
        self._runs += 1

    def waited(self, seconds: float) -> None:
        """The loop waited so long for a decision."""
        self._waited = _averaged(self._waited, seconds, self._runs)

    def _may(self, actor: str, mind: Mind) -> bool:
        most: int | None = getattr(mind, "early_most", None)
        if not getattr(mind, "early", True) or not self._allowed(actor):
            return False
        return most is None or self._tally.wasted < most

    def _add(self, actor: str, percept: Value, mind: Mind) -> None:
        known = self._known.setdefault(actor, [])
        foreseen = percept_hash(to_json(percept))
        if not any(one.mind is mind and one.hash == foreseen for one in known):
            known.append(self._begin(actor, percept, mind))

    def _waste(self, thinking: Thinking) -> None:
        task: asyncio.Task[Value] | None = thinking.task
        assert task is not None
        task.cancel()
        self._tally.wasted += 1
        thinking.calls.discard()


def _averaged(so_far: float, newest: float, count: int) -> float:
    return newest if count == 0 else so_far + _WEIGHT * (newest - so_far)
