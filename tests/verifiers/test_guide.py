"""Every example that the author guide gives of a criterion can be read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tenure.verifiers import criteria_of
from tests.verifiers.journal import rubric_of

GUIDE = (Path(__file__).parents[2] / "docs/author-guide.md").read_text("utf-8")
PART = GUIDE[GUIDE.index("## Kinds of criteria") : GUIDE.index("## What lint looks for")]
EXAMPLES = re.findall(r"```yaml\n(.*?)```", PART, re.DOTALL)
BASE = "- {id: base, title: t, kind: document, of: {drive: /a.md}, checks: [{words: {min: 1}}]}\n"


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_is_a_criterion_or_a_check(example: str) -> None:
    numbers = iter(range(1000, 9000, 1000))
    example = re.sub(r"{{ [a-z0-9_]+ }}", lambda _: str(next(numbers)), example)
    if "kind:" not in example:
        lines = "".join(f"    {line}\n" for line in example.splitlines())
        example = f"- id: it\n  title: t\n  kind: document\n  of: {{drive: /m.xlsx}}\n  checks:\n{lines}"
    with criteria_of({"tasks/one/checks/test_model.py": b"x = 1"}, "tasks/one"):
        assert len(rubric_of(f"criteria:\n{BASE}{example}").criteria) == 2


def test_every_kind_has_an_example() -> None:
    assert set(re.findall(r"kind: ([a-z]+)", PART)) == {"document", "test", "conduct", "state", "judge"}
