"""Criteria that wait for a judge: they count neither way, and the scorecard says what share of the weight is left."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tenure.personas.problems import AuthoringErrors
from tenure.verifiers.opinion import WAITING, Opinion
from tests.verifiers.journal import Paper, rubric_of

JUDGED = """
  - id: reasons
    title: It says why
    weight: 2
    kind: judge
    question: Does the memo say why?
    reads: {drive: /memo.md}
    choices:
      - {choice: It does not., example: The limit is 5.}
      - {choice: It names a reason., example: The limit is 5 because of the hull.}
      - {choice: It weighs the evidence., example: The second survey was made in dock., score: 1}
"""
EXACT = "  - {id: long, title: t, weight: 3, kind: document, of: {drive: /memo.md}, checks: [{words: {min: 2}}]}\n"


def test_what_waits_counts_neither_way() -> None:
    paper = Paper()
    paper.write("/memo.md", "two words")
    card = paper.score(f"criteria:\n{EXACT}{JUDGED}")
    assert card.score == 1
    row = card.row("reasons")
    assert (row.verdict.status, row.verdict.explanation, row.counts) == ("not_judged", WAITING, False)
    assert card.settled == Decimal("0.6")
    assert card.waiting == (row,)
    assert not card.complete
    as_json = card.as_json()
    assert (as_json["settled"], as_json["waiting"]) == (0.6, ["reasons"])
    assert as_json["criteria"][1]["met"] is None
    assert Paper().score(f"criteria:\n{EXACT}{JUDGED}").score == 0
    assert paper.curve(f"criteria:\n{EXACT}{JUDGED}")[-1][1] == 1


def test_choices_are_evenly_spaced_unless_said() -> None:
    opinion = rubric_of(f"criteria:\n{EXACT}{JUDGED}").criterion("reasons")
    assert isinstance(opinion, Opinion)
    assert opinion.scores == (0, Decimal("0.5"), 1)


@pytest.mark.parametrize(
    ("was", "instead", "said"),
    [
        ("Does the memo say why?", "The memo says why.", "asks nothing"),
        ("It names a reason.", "It does not.", "same choice"),
        ("The limit is 5 because of the hull.", "The limit is 5.", "same example"),
        (", example: The limit is 5.}", "}", "example"),
        ("score: 1", "score: '0.4'", "the last 1"),
        ("hull.}", "hull., score: 1}", "Order the choices|no more than"),
        ("    reads: {drive: /memo.md}\n", "", "reads"),
    ],
)
def test_lint_of_opinions(was: str, instead: str, said: str) -> None:
    with pytest.raises(AuthoringErrors, match=said):
        rubric_of(f"criteria:\n{EXACT}{JUDGED.replace(was, instead)}")


def test_one_choice_is_none() -> None:
    lines = [line for line in JUDGED.split("\n") if "reason." not in line and "weighs" not in line]
    with pytest.raises(AuthoringErrors, match="nothing to choose"):
        rubric_of(f"criteria:\n{EXACT}" + "\n".join(lines))


def test_gates_rest_on_what_is_settled() -> None:
    with pytest.raises(AuthoringErrors, match="waits for a judge"):
        rubric_of(f"criteria:\n{EXACT}{JUDGED}gates: [{{criterion: reasons, cap: '0.4'}}]")
    with pytest.raises(AuthoringErrors, match="nothing that can be settled"):
        rubric_of(f"criteria:\n{JUDGED}")
