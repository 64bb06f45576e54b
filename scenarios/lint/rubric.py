"""Lint of how a task is scored, as far as it can be seen without a run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from ...verifiers.checks import parts
from ...verifiers.citations import Cites
from ...verifiers.criterion import Criterion
from ...verifiers.document import Document
from ..pack import Pack
from .finding import Finding
from .story import brought

SETTLED = Decimal("0.6")
"""The least share of a rubric's weight that no judge should be needed for: a model's verdicts can't be repeated."""


def lint_rubric(pack: Pack) -> Iterator[Finding]:
    """A rubric most of which waits for a judge, and documents that must be cited though nobody has them."""
    criteria = pack.task.rubric.criteria
    where = f"{pack.task.folder}/rubric.yaml"
    whole = sum((one.weight for one in criteria), Decimal(0))
    exact = sum((one.weight for one in criteria if one.exact), Decimal(0))
    if whole and exact / whole < SETTLED:
        message = f"only {exact / whole:.0%} of the weight can be settled exactly; the rest waits for a judge"
        fix = f"Bring it to {SETTLED:.0%} with criteria of other kinds, or by their weights."
        yield Finding("warning", "unsettled", where, 1, message, fix)
    known = brought(pack)
    for one in criteria:
        for alternatives in _cited(one):
            if all(path.startswith("/") for path in alternatives) and known.isdisjoint(alternatives):
                message = (
                    f"`{one.id}` wants {alternatives[0]} cited, which is neither on the drive nor brought"
                )
                yield Finding("error", "unknown-file", where, 1, message, "Check the path.")


def _cited(criterion: Criterion) -> Iterator[Sequence[str]]:
    if isinstance(criterion, Document):
        for check in criterion.checks:
            for part in parts(check):
                if isinstance(part, Cites):
                    yield from part.cites.each
