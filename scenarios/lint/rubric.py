"""Lint of how a task is scored, as far as it can be seen without a run."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from ..pack import Pack
from .finding import Finding

SETTLED = Decimal("0.6")
"""The least share of a rubric's weight that no judge should be needed for: a model's verdicts can't be repeated."""


def lint_rubric(pack: Pack) -> Iterator[Finding]:
    """A rubric most of which waits for a judge."""
    criteria = pack.task.rubric.criteria
    whole = sum((one.weight for one in criteria), Decimal(0))
    exact = sum((one.weight for one in criteria if one.exact), Decimal(0))
    if whole and exact / whole < SETTLED:
        message = f"only {exact / whole:.0%} of the weight can be settled exactly; the rest waits for a judge"
        fix = f"Bring it to {SETTLED:.0%} with criteria of other kinds, or by their weights."
        yield Finding("warning", "unsettled", f"{pack.task.folder}/rubric.yaml", 1, message, fix)
