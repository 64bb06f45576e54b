"""Lint plays a pack and sees whether its score can be trusted."""

from collections.abc import Mapping

import pytest

from tenure.scenarios.lint import Finding, lint_runs
from tenure.scenarios.lint.runs import expected_of
from tenure.scenarios.source import PackSource

RUBRIC = "tasks/price_check/rubric.yaml"
REFERENCE = "tasks/price_check/reference"


def findings(source: PackSource, files: Mapping[str, bytes], draws: int = 2) -> dict[str, Finding]:
    changed = PackSource({**source.files, **files}, source.personas)
    return {finding.code: finding for finding in lint_runs(changed, seeds=range(1, 1 + draws))}


def test_the_example_is_sound(example: PackSource) -> None:
    told: list[str] = []
    found = lint_runs(example, seeds=range(1, 3), tell=told.append)
    assert [finding.code for finding in found if finding.severity == "error"] == []
    assert any(line == "price_check: solution, seed 1: 1.0000" for line in told)


def test_a_rubric_that_pays_for_nothing_or_one_answer_is_found(example: PackSource) -> None:
    rubric = b"""criteria:
  - id: there
    title: There is a report
    weight: 3
    kind: document
    of: {drive: /Reports/claim.md}
    checks: [{words: {min: 3, max: 5000}}]
  - id: length
    title: It is long
    weight: 1
    kind: document
    of: {drive: /Reports/claim.md}
    checks: [{words: {min: 4000, max: 5000}}]
"""
    found = findings(example, {RUBRIC: rubric})
    assert found["cheap-score"].message == "`plead`, which does no work, scores 0.7500"
    assert found["cheap-score"].fix == "Let these ask for a right result first: there."
    assert found["learned-by-heart"].severity == "error"
    assert found["never-met"].message == "no run met the criterion `length`"
    assert "missing length" in found["reference-score"].message


def test_references_that_do_not_do_as_they_say_are_found(example: PackSource) -> None:
    lazy = b'''"""Does nothing."""

EXPECTED = ("0.5", "0.6")


async def solve(session):
    await session.finish(summary="done")
'''
    found = findings(
        example, {f"{REFERENCE}/wrong_lazy.py": lazy, f"{REFERENCE}/_shared.py": b"X = 1\n"}, draws=1
    )
    assert found["reference-score"].message.startswith(
        "`wrong_lazy` must score 0.5 to 0.6, but scores 0.0000 with seed 1"
    )
    assert found["reference-score"].file == f"{REFERENCE}/wrong_lazy.py"
    undeclared = findings(example, {f"{REFERENCE}/other.py": lazy.replace(b"EXPECTED", b"HOPED")}, draws=1)
    assert undeclared["reference"].message == "`other` does not say what it must score"


@pytest.mark.parametrize(
    "code", ["", "EXPECTED = 1", "EXPECTED = low, high", "def f(:", 'EXPECTED = ("a", "b")']
)
def test_a_range_that_can_not_be_read_is_none(code: str) -> None:
    assert expected_of(code) is None
