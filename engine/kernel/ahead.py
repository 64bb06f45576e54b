"""Running ahead: while the loop waits for one mind, find out who else will soon have to think about what.

A copy of the world plays on as if the decisions that are still awaited came to nothing. Looks that it comes to are
begun early, on exactly what the copy perceives; where an awaited decision did bear on it, the percept turns out
different and the early decision doesn't stand, like any other. So talk between some people never holds up others, and
the run stays what it is: the copy writes nothing, and nothing of it is kept.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeAlias

from pydantic_core import from_json, to_json

from .agenda import Agenda
from .blobs import Blobs, pack
from .events import Entry
from .ledger import Calls, Ledger
from .minds import Decided, Decisions, Looked, Value
from .seats import RETURN, Seats
from .state import State
from .step import Step
from .thinking import percept_hash, run_now
from .world import World

MOST_LOOKS: Final = 16
"""Looks that one run ahead finds."""
MOST_ENTRIES: Final = 300
"""Agenda entries that it plays."""

log = logging.getLogger(__name__)

Known: TypeAlias = Callable[[str, str], Value | None]
"""The decision of that person on a percept of that hash, if it has been made."""


class Copy(NamedTuple):
    """A world of its own, with state and agenda, that stores what it makes elsewhere than the run."""

    world: World
    state: State
    agenda: Agenda
    blobs: Blobs


class Ahead:
    """Plays copies of a run on.

    Args:
        build: Makes a world with its state and agenda over a store of blobs.
        blobs: The run's.
        ledger: The run's; instant minds get it, and make no calls.
    """

    def __init__(
        self, build: Callable[[Blobs], tuple[World, State, Agenda]], blobs: Blobs, ledger: Ledger
    ) -> None:
        self._build = build
        self._blobs = blobs
        self._ledger = ledger
        self._copy: Copy | None = None

    def looks(
        self, state: State, agenda: Agenda, waiting: Entry, known: Known
    ) -> Iterator[tuple[str, Value]]:
        """Who will look at what, as far as that can be told.

        Args:
            state: The run's.
            agenda: The run's.
            waiting: The entry, taken off the agenda, that the loop waits for.
            known: Decisions that have been made already.

        Yields:
            Persons whose minds think outside the process, with what they will perceive, in the order of their looks.
        """
        try:
            copy = self._taken(state, agenda, waiting)
            yield from _played(copy, waiting.at, known, self._ledger)
        except Exception as error:  # noqa: BLE001  (a guess at what comes must never stop what is)
            log.debug("running ahead stopped: %s: %s", type(error).__name__, error)

    def _taken(self, state: State, agenda: Agenda, waiting: Entry) -> Copy:
        if self._copy is None:
            blobs = Blobs(lambda ref: pack(self._blobs.get(ref)))
            self._copy = Copy(*self._build(blobs), blobs)
        copy = self._copy
        copy.state.load(from_json(to_json(state.dump())))
        entries = agenda.dump()
        copy.agenda.load({**entries, "entries": [*entries["entries"], list(waiting)]}, waiting.at)
        return copy


def _played(copy: Copy, at: int, known: Known, ledger: Ledger) -> Iterator[tuple[str, Value]]:
    world, state, agenda = copy.world, copy.state, copy.agenda
    decisions = state.get(Decisions)
    made: dict[str, Value | None] = {
        actor: known(actor, one.hash) for actor, one in decisions.pending.items() if one.outcome is None
    }
    looks = 0
    for number in range(MOST_ENTRIES):
        entry = agenda.pop()
        if entry is None or entry.kind == RETURN or (entry.at > world.horizon and not state.get(Seats).seats):
            return
        step = Step(number, entry.at, number * 1_000, state, agenda, copy.blobs, world.reactors, entry)
        actor = entry.target
        if entry.kind == "commit":
            pending = decisions.pending[actor]
            told = pending.outcome
            decision = made.pop(actor, None) if told is None else world.read_decision(actor, told.encode())
            step.emit(Decided(actor=actor, decision=pending.decision), actor)
            world.commit(step, actor, pending.subject, decision or world.nothing())
        elif entry.kind == "look":
            if actor in decisions.pending:
                step.set(
                    entry.id, max(decisions.pending[actor].commit_at, step.at), "look", actor, entry.payload
                )
            elif (found := _look(step, entry, world, decisions, known, made, ledger)) is not None:
                yield actor, found
                looks += 1
        else:
            world.handle(step, entry)
        step.close()
        if looks >= MOST_LOOKS:
            return


def _look(
    step: Step,
    entry: Entry,
    world: World,
    decisions: Decisions,
    known: Known,
    made: dict[str, Value | None],
    ledger: Ledger,
) -> Value | None:
    """Let somebody look; what they perceive, if their mind thinks outside the process."""
    actor = entry.target
    look = world.look(step, entry)
    if look is None:
        return None
    mind = world.mind(actor)
    number = decisions.begun.get(actor, 0) + 1
    outcome = None
    hash_ = percept_hash(to_json(look.percept))
    if mind.instant:
        decision = run_now(mind.decide(look.percept, Calls(ledger, actor, number)))
        outcome = to_json(decision).decode()
    else:
        made[actor] = known(actor, hash_)
    looked = Looked(
        actor=actor,
        decision=number,
        commit_at=look.commit_at,
        hash=hash_,
        subject=look.subject,
        outcome=outcome,
    )
    step.emit(looked, actor)
    step.set(f"commit/{actor}", look.commit_at, "commit", actor)
    return None if mind.instant or mind.recorded else look.percept
