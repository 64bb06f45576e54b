"""Documents are judged only where it matters, and still the event that settled a verdict is named."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tenure.verifiers.history import STEPS
from tests.verifiers.journal import Paper

RUBRIC = (
    'criteria: [{id: it, title: t, kind: document, of: {drive: /a.md}, checks: [{mentions: [["1250"]]}]}]'
)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, STEPS - 1))
def test_the_event_since_which_it_is_so(before: int, right: int, after: int) -> None:
    paper = Paper()
    written = [paper.write("/a.md", f"It is {n}.") for n in range(before)]
    written += [paper.write("/a.md", f"It is 1250, version {n}.") for n in range(right)]
    written += [paper.write("/a.md", f"It is 99, version {n}.") for n in range(after)]
    row = paper.score(RUBRIC).row("it")
    assert row.verdict.met is bool(right and not after)
    changes = paper.curve(RUBRIC)[1:]
    if row.verdict.met:
        assert row.settled_at == written[before].seq == changes[-1][0]
    elif right:
        assert row.settled_at == written[before + right].seq == changes[-1][0]
    else:
        assert row.settled_at is None


@given(st.lists(st.booleans(), min_size=1, max_size=20))
def test_the_score_is_where_the_curve_ends(rights: list[bool]) -> None:
    paper = Paper()
    for number, right in enumerate(rights):
        paper.write("/a.md", f"It is {1250 if right else 7}, version {number}.")
    card = paper.score(RUBRIC)
    assert paper.curve(RUBRIC)[-1][1] == card.score
    settled = card.row("it").settled_at
    if settled is not None:
        assert paper.score(RUBRIC, at=settled).score == card.score


def test_a_file_that_is_removed_takes_its_verdict_along() -> None:
    paper = Paper()
    paper.write("/a.md", "It is 1250.")
    gone = paper.move("/a.md")
    row = paper.score(RUBRIC).row("it")
    assert (row.verdict.met, row.settled_at) == (False, gone.seq)
