"""What a scorecard prints of criteria that wait for a judge."""

from __future__ import annotations

from tenure.engine.cli.scorecard import waiting_lines
from tests.verifiers.journal import Paper

RUBRIC = """
criteria:
  - {id: long, title: Long enough, weight: 3, kind: document, of: {drive: /memo.md}, checks: [{words: {min: 2}}]}
  - id: reasons
    title: It says why
    weight: 1
    kind: judge
    question: Does the memo say why?
    reads: {drive: /memo.md}
    choices: [{choice: No., example: It is 5.}, {choice: Yes., example: It is 5 because of the hull.}]
"""


def test_the_share_that_is_settled_and_what_waits() -> None:
    card = Paper().score(RUBRIC).as_json()
    assert waiting_lines(card) == [
        "settled exactly: 75% of the weight; the score is of what was judged",
        "waits   It says why (reasons, 25%)",
    ]


def test_nothing_is_said_where_all_is_settled() -> None:
    card = Paper().score(RUBRIC[: RUBRIC.index("  - id: reasons")]).as_json()
    assert waiting_lines(card) == []
