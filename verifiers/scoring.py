"""Scoring a run: one pass over its events feeds every criterion, so a score at any event costs no more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from functools import partial
from typing import cast

from ..engine.apps.base import App
from ..engine.kernel.events import Event
from ..engine.kernel.state import State as Folded
from ..engine.office.conditions import model
from .conditions import Conditions
from .coworkers.faults import SAID, CoworkerFault
from .criterion import Deferring, Judge, Verdict
from .dealings import Dealings
from .evidence import Evidence, HasApps, RunView
from .history import History
from .pins import Pins
from .rubric import Rubric
from .scene import Scene
from .scorecard import GateRow, PenaltyRow, Row, Scorecard, gate_row, total


def score(
    run: RunView, rubric: Rubric, scene: Scene, *, at: int | None = None, pins: Pins | None = None
) -> Scorecard:
    """Score a run; it is never played again.

    Args:
        run: The run.
        rubric: How the task is scored.
        scene: Who is who, and whose seat is scored.
        at: Number of the event up to which it is scored; the whole run if None.
        pins: What the result depends on, kept with it.

    Raises:
        LookupError: A state criterion asks for an app, table or field that the run has not.
    """
    scoring = Scoring(run, rubric, scene, lazily=True)
    for event in run.events(scoring.kinds(), until=at):
        scoring.take(event)
    return scoring.card(pins, seq=at)


def curve(run: RunView, rubric: Rubric, scene: Scene, *, at: int | None = None) -> list[tuple[int, Decimal]]:
    """The score after each event that changed it, as ``(seq, score)``; the first is the score of an empty run.

    Nothing judged counts as 0. The last one is what `score` gives.
    """
    scoring = Scoring(run, rubric, scene)
    found = [(-1, scoring.score() or Decimal(0))]
    for event in run.events(until=at):
        if scoring.take(event):
            now = scoring.score() or Decimal(0)
            if now != found[-1][1]:
                found.append((event.seq, now))
    return found


class Scoring:
    """One scoring under way.

    Args:
        run: The run that the events will come from.
        rubric: How the task is scored.
        scene: Who is who.
        lazily: Judge documents only as they are in the end, and earlier versions only to find the event that settled a
            verdict. `take` then doesn't tell whether these changed.
    """

    def __init__(self, run: RunView, rubric: Rubric, scene: Scene, *, lazily: bool = False) -> None:
        self._rubric = rubric
        self._scene = scene
        self._state: Folded | None = None
        self._folded = -1
        apps = self._open_apps(run)
        conditions = Conditions(rubric.conditions(), scene, run.blobs)
        self.evidence = Evidence(scene, run.blobs, conditions, apps)
        self._social = Dealings(scene, run.blobs)
        self._judges: list[Judge] = [one.judge(scene) for one in rubric.criteria]
        self._routes: dict[str, list[int]] = {}
        self._always: list[int] = []
        for number, one in enumerate(rubric.criteria):
            judge = self._judges[number]
            for kind in judge.listens if isinstance(judge, Deferring) else one.listens:
                self._routes.setdefault(kind, []).append(number)
            if not one.listens:
                self._always.append(number)
        self._asking = [
            number for number, one in enumerate(rubric.criteria) if any(True for _ in one.conditions())
        ]
        self._facts = [one.needed_facts() for one in rubric.criteria]
        self._seen = (conditions.changes, 0)
        self._histories: dict[int, History] = (
            {
                number: History(judge)
                for number, judge in enumerate(self._judges)
                if isinstance(judge, Deferring)
            }
            if lazily
            else {}
        )
        self._verdicts = [self._judged(number) for number in range(len(self._judges))]
        self._settled: list[int | None] = [None] * len(self._judges)
        self._incurred: list[int | None] = [None] * len(rubric.penalties)

    def _open_apps(self, run: RunView) -> Mapping[str, App] | None:
        """The apps, if any criterion looks at them; their state is folded along only if it looks at their records."""
        folded = any(one.uses_apps for one in self._rubric.criteria)
        if not folded and not any(one.uses_shelf for one in self._rubric.criteria):
            return None
        world, state, seq = run.state_at(0)
        if folded:
            self._state, self._folded = state, seq
        return cast("HasApps", world).apps

    def kinds(self) -> tuple[str, ...]:
        """The kinds of events that can change the result; empty: all of them."""
        timed = any(
            isinstance(part, model.At | model.No | model.After)
            for condition in self._rubric.conditions()
            for part in model.parts(condition)
        )
        if timed or self._always or self._state is not None:
            return ()
        return tuple(sorted({*self._routes, *self.evidence.kinds, *self._social.kinds}))

    def take(self, event: Event) -> bool:
        """Take the next event in. True: some verdict or penalty changed."""
        if self._state is not None and event.seq > self._folded:
            self._state.apply(event)
        self.evidence.fold(event)
        self._social.fold(event)
        dirty: dict[int, None] = {}
        for number in (*self._routes.get(event.payload.kind, ()), *self._always):
            if self._judges[number].fold(event, self.evidence):
                dirty[number] = None
        changed = False
        seen = (self.evidence.conditions.changes, self.evidence.faults.changes)
        if seen != self._seen:
            if seen[0] != self._seen[0]:
                changed = self._penalise(event.seq)
                dirty |= dict.fromkeys(self._asking)
            dirty |= dict.fromkeys(number for number, facts in enumerate(self._facts) if facts)
            self._seen = seen
        for number in dirty:
            changed |= self._settle(number, event.seq)
        return changed

    def _judged(self, number: int) -> Verdict:
        return self._blamed(number, self._judges[number].verdict(self.evidence), self._faults(number))

    def _faults(self, number: int) -> tuple[CoworkerFault, ...]:
        return self.evidence.faults.about(self._facts[number]) if self._facts[number] else ()

    def _blamed(self, number: int, found: Verdict, faults: tuple[CoworkerFault, ...]) -> Verdict:
        if found.met or found.status != "judged" or not faults:
            return found
        excusing = tuple(one for one in faults if one.excuses)
        if not excusing:
            return replace(found, faults=faults)
        said = " ".join(dict.fromkeys(f"A coworker {SAID[one.kind]}." for one in excusing))
        return replace(
            found,
            status="coworker_fault",
            events=(*found.events, *(one.seq for one in excusing)),
            explanation=f"{found.explanation} {said}",
            faults=faults,
        )

    def _settle(self, number: int, seq: int) -> bool:
        if number in self._histories:
            self._histories[number].note(seq, self.evidence, self._faults(number))
            return False
        old, new = self._verdicts[number], self._judged(number)
        self._verdicts[number] = new
        if (old.met, old.score, old.status) == (new.met, new.score, new.status):
            return False
        self._settled[number] = seq
        return True

    def _penalise(self, seq: int) -> bool:
        changed = False
        for number, penalty in enumerate(self._rubric.penalties):
            incurred = self.evidence.conditions.mark(penalty.when) is not None
            if incurred != (self._incurred[number] is not None):
                self._incurred[number] = seq if incurred else None
                changed = True
        return changed

    def _look_back(self) -> None:
        """Judge what was put off."""
        for number, history in self._histories.items():
            found = history.settled(self.evidence, partial(self._blamed, number))
            if found is not None:
                self._verdicts[number], self._settled[number] = found

    def _rows(self) -> Iterator[Row]:
        self._look_back()
        for one, found, settled in zip(self._rubric.criteria, self._verdicts, self._settled, strict=True):
            yield Row(one.id, one.title, one.kind, one.weight, found, settled, one.exact)

    def _gates(self, rows: tuple[Row, ...]) -> tuple[GateRow, ...]:
        return tuple(gate_row(gate.criterion, gate.cap, rows) for gate in self._rubric.gates)

    def _penalties(self) -> tuple[PenaltyRow, ...]:
        return tuple(
            PenaltyRow(one.id, one.title, one.minus, seq is not None, seq)
            for one, seq in zip(self._rubric.penalties, self._incurred, strict=True)
        )

    def score(self) -> Decimal | None:
        """The score as things stand."""
        rows = tuple(self._rows())
        return total(rows, self._gates(rows), self._penalties())

    def card(self, pins: Pins | None = None, *, seq: int | None = None) -> Scorecard:
        """The scorecard as things stand.

        Args:
            pins: What the result depends on.
            seq: The event it is for; the last one taken if None.
        """
        rows = tuple(self._rows())
        gates, penalties = self._gates(rows), self._penalties()
        return Scorecard(
            seat=self._scene.seat,
            seq=self.evidence.seq if seq is None else seq,
            score=total(rows, gates, penalties),
            pass_mark=self._rubric.pass_mark,
            criteria=rows,
            gates=gates,
            penalties=penalties,
            social=self._social.result(),
            pins=pins or Pins(),
        )
