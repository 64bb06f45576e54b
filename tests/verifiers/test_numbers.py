"""Numbers that are put forward, in any notation; and those that are merely listed, denied or one of many."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from tenure.personas.problems import AuthoringErrors
from tenure.verifiers.checks import Check
from tenure.verifiers.figures import figures, power_of
from tenure.verifiers.plaintext import Text
from tests.verifiers.journal import rubric_of

_CHECK: TypeAdapter[Any] = TypeAdapter(Check)


def holds(check: dict[str, Any], text: str, name: str = "") -> bool:
    return _CHECK.validate_python(check).finding(Text(text, name)).holds


@pytest.mark.parametrize(
    "written",
    [
        "USD 88.4 million",
        "$88,400,000",
        "88,4 Mio",
        "US$88.4m",
        "88.4 mn",
        "88 400 000",
        "88.400.000,00",
        "USD 88,400 thousand",
        "0.0884 billion",
        "88.40 million dollars",
    ],
)
def test_one_amount_in_many_notations(written: str) -> None:
    assert holds({"number": {"value": "88400000", "tolerance": "0.01%"}}, f"The limit is {written}.")


@pytest.mark.parametrize("written", ["60%", "60 %", "60 per cent", "60 percent", "0.6", "0.60", "60.0%"])
def test_a_share_is_a_share(written: str) -> None:
    assert holds({"number": {"value": "60%"}}, f"The owner bears {written} of the fault.")
    assert holds({"number": {"value": "0.6"}}, f"The owner bears {written} of the fault.")


@pytest.mark.parametrize(
    ("heading", "power"),
    [("Limit (USD m)", 6), ("in millions", 6), ("USD '000", 3), ("EUR 000s", 3), ("in thousands", 3), ("Limit", 0),
     ("USD bn", 9), ("Amount in USD", 0), ("Year 2000", 0), ("Meters", 0)],
)  # fmt: skip
def test_a_columns_head_tells_thousands_and_millions(heading: str, power: int) -> None:
    assert power_of(heading) == power
    table = f"| Party | {heading} |\n|---|---|\n| Owner | 88.4 |\n"
    value = Decimal("88.4").scaleb(power)
    assert holds({"number": {"value": str(value), "near": ["owner"]}}, table)
    assert holds(
        {"number": {"value": str(value), "near": ["owner"]}}, f"party;{heading}\nOwner;88.4\n", "x.csv"
    )


@pytest.mark.parametrize(
    ("written", "is_it"),
    [
        ("88.4 million", True),
        ("88.41 million", True),
        ("88,412,345", True),
        ("88,412 thousand", True),
        ("88 million", False),
        ("88.42 million", False),
        ("88.40 million", False),
        ("88,400,000", True),
        ("88,412,346", False),
        ("90 million", False),
    ],
)
def test_any_correct_rounding_and_no_other(written: str, is_it: bool) -> None:
    assert holds({"number": {"value": "88412345", "tolerance": "rounded"}}, f"It is {written}.") is is_it


RIGHT, WRONG, OTHER = 88_400_000, 79_200_000, 91_000_000
CLAIM = {
    "number": {
        "value": str(RIGHT),
        "tolerance": "0.1%",
        "near": ["limit of liability", "limit", "cap"],
        "rivals": [str(WRONG), str(OTHER)],
    }
}


@pytest.mark.parametrize(
    "text",
    [
        "The limit of liability is USD 88.4 million.",
        "The cap is $88,400,000, not $79.2 million as the owners' survey has it.",
        "The cap is not $79.2 million but $88.4 million.",
        "On the first survey the limit would be 79.2 million. We reject it. The limit is 88.4 million.",
        "Harrow's survey gives a limit of USD 79.2m. That survey is wrong, and the limit is USD 88.4m.",
        "We put the limit at 88.4m.\n\n| Case | Limit (USD m) |\n|---|---|\n| First | 79.2 |\n| Second | 88.4 |\n",
        "| | First survey | Second |\n|---|---|---|\n| Limit (USD m) | 79.2 | 88.4 |\n\nThe limit is therefore 88.4m.",
        "Limit of liability: 88 400 000\n\nAn earlier draft put the cap at 79.2 million.",
        "The limit\nis USD 88.4\nmillion.",
        "- Limit: USD 88.4 million\n- Rejected figures: 79.2, 91.0\n",
    ],
)
def test_ways_to_put_the_right_figure_forward(text: str) -> None:
    assert holds(CLAIM, text), text


@pytest.mark.parametrize(
    "text",
    [
        "The limit of liability is USD 79.2 million.",
        "The cap is $79.2 million, not $88.4 million.",
        "The limit could be 79.2, 88.4 or 91.0 million.",
        "The limit is 79.2 million. The limit is 88.4 million. The limit is 91.0 million.",
        "If the first survey holds, the limit is 79.2m. If the second does, the limit is 88.4m.",
        "| Scenario | Limit (USD m) |\n|---|---|\n| First | 79.2 |\n| Second | 88.4 |\n| Third | 91.0 |\n",
        "The limit is 79.2 million.\n\nThe invoice came to 88.4 million.",
        "The cap is 79.2m. See the limit of 79.2m in the annex; the limit of 88.4m is the insurer's.",
    ],
)
def test_ways_to_leave_it_open_or_get_it_wrong(text: str) -> None:
    assert not holds(CLAIM, text), text


@given(st.permutations([RIGHT, WRONG, OTHER]), st.sampled_from([", ", " or ", "; ", " / "]))
def test_a_list_of_all_candidates_never_passes(order: list[int], mark: str) -> None:
    assert not holds(CLAIM, f"The limit of liability is {mark.join(f'USD {one:,}' for one in order)}.")
    assert not holds(CLAIM, "\n".join(f"- Limit: USD {one:,}" for one in order))
    assert not holds(CLAIM, "\n\n".join(f"The limit is USD {one / 1_000_000}m." for one in order))


@given(
    st.sampled_from(["{:,}", "USD {:,}", "{}", "$ {:,}.00"]),
    st.sampled_from(
        ["The limit is {}.", "Limit of liability | {} |", "cap: {}", "We find a cap of {} (see annex 3)."]
    ),
    st.integers(0, 3),
)
def test_the_right_figure_passes_however_it_is_said(notation: str, sentence: str, asides: int) -> None:
    aside = "The survey runs to 14 pages and was made on 3 March 2026. " * asides
    assert holds(CLAIM, aside + sentence.format(notation.format(RIGHT)))


def test_a_sentence_ends_at_its_end() -> None:
    check = {"number": {"value": "88.4", "near": ["limit"], "within": "sentence"}}
    assert holds(check, "The limit under Art. 6 (Ltd. companies, e.g. owners) is 88.4.")
    assert not holds(check, "We looked at the limit. The invoice is 88.4.")
    assert not holds(check, "- the limit\n- the invoice is 88.4")
    assert holds(
        {"date": {"value": "2026-03-12", "near": ["deadline"], "within": "sentence"}},
        "The deadline is 12 March.",
    )
    assert not holds(
        {"date": {"value": "2026-03-12", "near": ["deadline"], "within": "sentence"}},
        "A deadline. We met on 12 March.",
    )


def test_figures_keep_their_places_and_scales() -> None:
    text = "from 1.5 million to 60% of 2bn"
    assert [text[one.start : one.end] for one in figures(text)] == ["1.5", "60", "2"]
    assert [one.readings[-1] for one in figures(text)] == [1_500_000, Decimal("0.60"), 2_000_000_000]


@pytest.mark.parametrize(
    ("number", "said"),
    [
        ("{value: 100, rivals: [90]}", "no.*near|words"),
        ("{value: 100, near: [x], tolerance: '5%', rivals: [97]}", "within the tolerance"),
        ("{value: 100, within: sentence}", "of which words"),
        ("{value: 100, tolerance: about}", "not a tolerance"),
    ],
)
def test_lint_of_numbers(number: str, said: str) -> None:
    with pytest.raises(AuthoringErrors, match=said):
        rubric_of(
            f"criteria: [{{id: it, title: t, kind: document, of: {{drive: /a.md}}, checks: [{{number: {number}}}]}}]"
        )


@pytest.mark.parametrize(
    "checks",
    [
        "[{mentions: [[survey]]}, {absent: [[survey]]}]",
        "[{number: {value: 1250}}, {absent: [['1,250.00']]}]",
        "[{words: {min: 200, max: 100}}]",
    ],
)
def test_checks_that_no_document_can_meet_are_refused(checks: str) -> None:
    with pytest.raises(AuthoringErrors, match=r"no document can meet|no text has"):
        rubric_of(f"criteria: [{{id: it, title: t, kind: document, of: {{drive: /a.md}}, checks: {checks}}}]")


@pytest.mark.parametrize("denied", ["", "says " * 4_000 + ", "])
def test_a_sentence_of_thousands_of_claims_is_judged_at_once(denied: str) -> None:
    """Whoever writes one to make scoring hang gets a score all the same."""
    assert holds(CLAIM, denied + "the limit is 88.4 million " * 12_000)
