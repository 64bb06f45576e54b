"""The trail of every fact through a run: who held it, when the seat could first have had it, when and how it did."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from ..engine.kernel.clock import HOUR
from ..engine.kernel.run import Run
from ..engine.kernel.seats import Opened
from ..engine.kernel.state import State
from ..engine.office.events import (
    ApprovalGiven,
    BeatFired,
    FactAsked,
    FactLearned,
    FactReferred,
    FactRefused,
    FactShared,
    FileWritten,
)
from .conditions import Words
from .explain import Explanation
from .pack import Pack
from .play import main_seat, pack_in, world_of
from .world import OfficeWorld

_TELLING: Final = (FactLearned, ApprovalGiven, BeatFired, Opened)


@dataclass(frozen=True)
class Stop:
    """One thing on a fact's way to the seat, milliseconds since the run's start."""

    seq: int
    at: int
    what: str
    """asked, refused, referred, told, told wrongly."""
    person: str
    """The coworker on the other side."""
    detail: str = ""
    """The reason, who was named, whose version, or how it came."""


@dataclass
class Trail:
    """One fact's way."""

    fact: str
    statement: str
    holders: dict[str, str] = field(default_factory=dict[str, str])
    """Who held it from the start: person to the rule, or to what they wrongly believe."""
    ways: tuple[str, ...] = ()
    """How the seat can come to know it, in sentences."""
    could: tuple[int, str] | None = None
    """When somebody would first have told the seat on asking, and who."""
    got: Stop | None = None
    """When the seat came to hold the truth."""
    misled: Stop | None = None
    """When it was first told a wrong version."""
    stops: list[Stop] = field(default_factory=list[Stop])
    criteria: tuple[str, ...] = ()
    """Criteria that rest on it."""

    def as_json(self) -> dict[str, Any]:
        """As JSON values."""
        return asdict(self)


def trails_of(run: Run) -> list[Trail]:
    """The trails of all of a run's facts, in the pack's order. Folds the run once more, event by event."""
    return _Tracing(run).trails()


def trails_about(run: Run, criterion: str) -> list[Trail]:
    """The trails of the facts that a criterion rests on.

    Raises:
        LookupError: The rubric has no such criterion.
    """
    pack = pack_in(run)
    Explanation(pack).criterion(criterion)
    needed = {one.id: one.needed_facts() for one in pack.task.rubric.criteria}[criterion]
    return [one for one in trails_of(run) if criterion in one.criteria or one.fact in needed]


def _laid_out(run: Run) -> dict[str, bytes]:
    """The drive's files of before the start, from the run, so that none is made again."""
    written = (event.payload for event in run.events((FileWritten.kind,), until=run.journal.step_end(0)[0]))
    return {one.path: run.blobs.get(one.blob) for one in written if isinstance(one, FileWritten) and one.past}


class _Tracing:
    def __init__(self, run: Run) -> None:
        self._run = run
        self._pack: Pack = pack_in(run)
        self._words = Words(self._pack)
        seat = main_seat(run)
        self._seat = seat
        self._me = world_of(run).desk.person(seat)
        told = Explanation(self._pack, _laid_out(run))
        self._trails = {
            name: Trail(
                name,
                fact.statement,
                {one.person: _rule(self._words, one) for one in fact.holders},
                ways=tuple(told.fact(name)[len(fact.holders) + 1 :]),
                criteria=told.resting_on(name),
            )
            for name, fact in self._pack.knowledge.facts.items()
        }

    def trails(self) -> list[Trail]:
        world, state, end = self._run.state_at(0)
        assert isinstance(world, OfficeWorld)
        opened, hour = False, -1
        for event in self._run.events():
            if event.seq > end:
                state.apply(event)
            payload = event.payload
            opened = opened or (isinstance(payload, Opened) and payload.seat == self._seat)
            if opened and (isinstance(payload, _TELLING) or event.at // HOUR != hour):
                hour = event.at // HOUR
                self._look_for_tellers(world, event.at)
            for fact, stop in self._stops(event.seq, event.at, payload, state):
                trail = self._trails[fact]
                trail.stops.append(stop)
                if stop.what == "learned" and trail.got is None:
                    trail.got = stop
                if stop.what == "told wrongly" and trail.misled is None:
                    trail.misled = stop
        return list(self._trails.values())

    def _look_for_tellers(self, world: OfficeWorld, at: int) -> None:
        knowledge = world.office.knowledge
        for trail in self._trails.values():
            if trail.could is not None:
                continue
            for person in world.setup.people:
                if (
                    person != self._me
                    and world.setup.people[person].is_coworker
                    and knowledge.holds(person, trail.fact) == "truth"
                    and knowledge.verdict(person, trail.fact, (self._me,)).verdict == "may_tell"
                ):
                    trail.could = (at, person)
                    break

    def _stops(self, seq: int, at: int, payload: Any, state: State) -> Iterator[tuple[str, Stop]]:
        me = self._me
        match payload:
            case FactAsked(asker=asker) if asker == me:
                yield payload.fact, Stop(seq, at, "asked", payload.holder)
            case FactRefused(to=to) if to == me:
                reason = payload.reason.replace("_", " ") + (
                    " (though the rule allowed it)" if payload.owed else ""
                )
                yield payload.fact, Stop(seq, at, "refused", payload.by, reason)
            case FactReferred(to=to) if to == me:
                yield payload.fact, Stop(seq, at, "referred", payload.by, payload.who)
            case FactShared(to=to) if to == me:
                what = "told" if payload.version == "truth" else "told wrongly"
                how = payload.mode if payload.version == "truth" else f"the version of {payload.version}"
                yield payload.fact, Stop(seq, at, what, payload.by, how)
            case FactLearned(person=person, version="truth") if person == me:
                yield payload.fact, Stop(seq, at, "learned", payload.source, self._via(payload.via))
            case _:
                pass

    def _via(self, via: str) -> str:
        message = world_of(self._run).office.threads.message(via)
        if message is not None:
            return {
                "mail": "by mail",
                "chat": "by chat",
                "meeting": "in a meeting",
                "phone": "by phone",
                "comment": "in a comment",
            }[message.app]
        kind, mark, rest = via.partition(":")
        return f"{'file' if kind == 'drive' else kind} {rest}" if mark else via


def _rule(words: Words, holder: Any) -> str:
    if holder.version is not None:
        fixed = f", until {words.clause(holder.corrected_by)}" if holder.corrected_by is not None else ""
        return f"has it wrong: {holder.version.statement}{fixed}"
    rule = holder.rule
    if isinstance(rule, str):
        return rule.replace("_", " ")
    parts = [f"to {', '.join(rule.to)}"] if rule.to else []
    if rule.after is not None:
        parts.append(f"once {words.clause(rule.after)}")
    return ", ".join(parts)
