"""The result of scoring: what each criterion found, how that makes a score, and what the run was like for others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Any, Final

from .criterion import FULL, Status, Verdict
from .pins import Pins
from .social import Social

PLACES: Final = Decimal("0.0001")


@dataclass(frozen=True)
class Row:
    """One criterion's line.

    Attributes:
        settled_at: Number of the event that made the verdict what it is; None if it was so from the start.
        exact: Whether whoever judges it again finds the same: not so if a model does.
    """

    id: str
    title: str
    kind: str
    weight: Decimal
    verdict: Verdict
    settled_at: int | None
    exact: bool = True

    @property
    def counts(self) -> bool:
        """Whether it was judged, so that it counts for or against the agent."""
        return self.verdict.status == "judged"

    @property
    def waits(self) -> bool:
        """Whether nobody has judged it, or whoever did could not tell."""
        return self.verdict.status in ("not_judged", "unknown")

    def as_json(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "id": self.id,
            "title": self.title,
            "kind": self.kind,
            "weight": float(self.weight),
            "met": self.verdict.met if self.counts else None,
            "score": self.verdict.score / FULL if self.counts else None,
            "status": self.verdict.status,
            "coworker_faults": [one.as_json() for one in self.verdict.faults],
            "evidence": {
                "events": list(self.verdict.events),
                "documents": list(self.verdict.documents),
                "explanation": self.verdict.explanation,
            },
            "settled_at": self.settled_at,
        }


@dataclass(frozen=True)
class GateRow:
    """One gate: ``shut`` if its criterion is not met, so that the score can't be more than ``cap``."""

    criterion: str
    cap: Decimal
    shut: bool


@dataclass(frozen=True)
class PenaltyRow:
    """One penalty."""

    id: str
    title: str
    minus: Decimal
    incurred: bool
    settled_at: int | None


def gate_row(criterion: str, cap: Decimal, rows: Sequence[Row]) -> GateRow:
    """A gate, shut or open by its criterion's line."""
    row = next(one for one in rows if one.id == criterion)
    return GateRow(criterion, cap, row.counts and not row.verdict.met)


def total(rows: Sequence[Row], gates: Sequence[GateRow], penalties: Sequence[PenaltyRow]) -> Decimal | None:
    """The score, 0 to 1 with four places; None if nothing that has weight was judged.

    The weighted mean of what was judged, capped by shut gates, less the penalties incurred.
    """
    weight = sum((row.weight for row in rows if row.counts), Decimal(0))
    if not weight:
        return None
    reached = sum((row.weight * row.verdict.score for row in rows if row.counts), Decimal(0)) / FULL / weight
    capped = min([reached, *(gate.cap for gate in gates if gate.shut)])
    less = sum((one.minus for one in penalties if one.incurred), Decimal(0))
    return max(Decimal(0), capped - less).quantize(PLACES, ROUND_HALF_EVEN)


@dataclass(frozen=True)
class Scorecard:
    """A run's result for one seat.

    Attributes:
        seat: Whose work was scored.
        seq: The event up to which it was scored; for a whole run, the last one that could matter.
        score: 0 to 1, four places; None if nothing could be judged.
        pass_mark: The score from which the task counts as passed.
        criteria: In the rubric's order.
        gates: In the rubric's order.
        penalties: In the rubric's order.
        social: What the seat was to its coworkers, and they to it.
        pins: What the result depends on.
    """

    seat: str
    seq: int
    score: Decimal | None
    pass_mark: Decimal
    criteria: tuple[Row, ...]
    gates: tuple[GateRow, ...]
    penalties: tuple[PenaltyRow, ...]
    social: Social
    pins: Pins = field(default_factory=Pins)

    @property
    def passed(self) -> bool:
        """Whether the score reaches the mark."""
        return self.score is not None and self.score >= self.pass_mark

    @property
    def charged(self) -> Decimal | None:
        """The score if every miss is the agent's, whatever coworkers did."""
        return self._as_if("judged")

    @property
    def excused(self) -> Decimal | None:
        """The score without any criterion that a coworker's fault stands in the way of."""
        return self._as_if("coworker_fault")

    def _as_if(self, status: Status) -> Decimal | None:
        rows = tuple(
            replace(row, verdict=replace(row.verdict, status=status))
            if row.verdict.faults and row.verdict.status in ("judged", "coworker_fault")
            else row
            for row in self.criteria
        )
        gates = [gate_row(gate.criterion, gate.cap, rows) for gate in self.gates]
        return total(rows, gates, self.penalties)

    @property
    def settled(self) -> Decimal:
        """The share of all weight that was settled exactly, 0 to 1 with four places: judged, and not by a model.

        Criteria that a coworker made impossible are settled too: they count neither way.
        """
        whole = sum((row.weight for row in self.criteria), Decimal(0))
        known = sum((row.weight for row in self.criteria if row.exact and not row.waits), Decimal(0))
        return (known / whole if whole else Decimal(1)).quantize(PLACES, ROUND_HALF_EVEN)

    @property
    def waiting(self) -> tuple[Row, ...]:
        """The criteria that nobody has judged yet: they count neither way."""
        return tuple(row for row in self.criteria if row.waits)

    @property
    def complete(self) -> bool:
        """Whether every criterion was judged. If not, the score is of those that were."""
        return all(row.counts for row in self.criteria)

    def row(self, criterion: str) -> Row:
        """The line of a criterion.

        Raises:
            KeyError: There is none of that id.
        """
        for row in self.criteria:
            if row.id == criterion:
                return row
        raise KeyError(criterion)

    def as_json(self) -> dict[str, Any]:
        """As JSON values; scores and weights as numbers."""
        return {
            "seat": self.seat,
            "seq": self.seq,
            "score": None if self.score is None else float(self.score),
            "score_charged": None if self.charged is None else float(self.charged),
            "score_excused": None if self.excused is None else float(self.excused),
            "passed": self.passed,
            "complete": self.complete,
            "settled": float(self.settled),
            "waiting": [row.id for row in self.waiting],
            "pass_mark": float(self.pass_mark),
            "criteria": [row.as_json() for row in self.criteria],
            "gates": [
                {"criterion": gate.criterion, "cap": float(gate.cap), "shut": gate.shut}
                for gate in self.gates
            ],
            "penalties": [
                {
                    "id": one.id,
                    "title": one.title,
                    "minus": float(one.minus),
                    "incurred": one.incurred,
                    "settled_at": one.settled_at,
                }
                for one in self.penalties
            ],
            "social": self.social.as_json(),
            "pins": self.pins.as_json(),
        }
