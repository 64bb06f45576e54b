from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenure.engine.office.matching import Matcher, says


@pytest.mark.parametrize(
    "text",
    [
        "EUR 1,340.00 per box",
        "1340 euros",
        "it is 1.340,00 a box",
        "€1,340",
        "€1340.",
        "EUR 1 340,00",
        "1'340.00 CHF",
        "1\u202f340",
        "(1340.0)",
        "about 1.34k",
        "rate=1340;",
        "1.340",
    ],
)
@pytest.mark.parametrize("pattern", ["1,340.00", "1340", "EUR 1.340,00"])
def test_a_number_is_found_in_any_format(text: str, pattern: str) -> None:
    assert says(text, [[pattern]])


@pytest.mark.parametrize(
    "text", ["13400", "134", "1340.5", "0.1340", "A1340", "1340B", "21,340.00", "1,340,000", "13 40", ""]
)
def test_other_numbers_are_not_found(text: str) -> None:
    assert not says(text, [["1,340.00"]])


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("12 March", "by March 12th at noon"),
        ("12 March", "on 12 Mar."),
        ("12 March", "due 2026-03-12, firm"),
        ("March 12", "the 12th of the month: 12 march"),
        ("7 free days", "seven free days"),
        ("seven", "7 boxes"),
        ("12.5%", "12,50 %"),
        ("São Paulo", "in Sao Paulo"),
        ("free time", "Free  Time!"),
        ("MSKU-447", "box msku 447"),
        ("Ines", "Ines's list"),
        ("8471.30", "HS 8471.30"),
    ],
)
def test_dates_words_and_codes_are_found(pattern: str, text: str) -> None:
    assert says(text, [[pattern]])


@pytest.mark.parametrize(
    ("pattern", "text"), [("free", "freedom"), ("hold", "holds"), ("12 March", "13 March"), ("a b", "a c b")]
)
def test_whole_words_in_order_count(pattern: str, text: str) -> None:
    assert not says(text, [[pattern]])


def test_all_items_are_needed_each_by_any_alternative() -> None:
    patterns = [["seven", "several"], ["Antwerp", "ANR"]]
    assert says("7 at anr", patterns)
    assert not says("seven boxes", patterns)
    assert not says("Antwerp", patterns)


def test_many_patterns_in_one_pass() -> None:
    matcher = Matcher([(n, [[f"{n}.50"], ["total", "sum"]]) for n in range(200)])
    assert matcher.find("The sum: 12,50 or 17.5 or 250") == [12, 17]


@pytest.mark.parametrize(
    ("text", "there"), [("costs €5", True), ("5 euros", True), ("USD 5", False), ("neuro", False)]
)
def test_a_currency_alone_is_looked_for(text: str, there: bool) -> None:
    assert says(text, [["EUR"]]) == there
    assert says(f"{text} for 7", [["EUR"], ["7"]]) == there


def test_what_is_said_in_different_places_says_nothing_together() -> None:
    matcher = Matcher([(1, [["7"], ["free"], ["Antwerp"]])])
    text = "Antwerp has 7 boxes. " + "And so on. " * 30 + "They are free, 7 of them"
    assert matcher.find(text) == [1]
    assert matcher.find(text, 60) == []
    assert matcher.find(text + ", in Antwerp", 60) == [1]
    assert matcher.find("7 free in Antwerp", 4) == [1]
    assert matcher.find("7 free in Antwerp", 3) == []


def test_an_alternative_without_words_is_an_error() -> None:
    with pytest.raises(ValueError, match="no word or number"):
        Matcher([("x", [["…"]])])


@given(
    st.decimals(min_value=0, max_value=10**7, places=2), st.sampled_from(["{:,.2f}", "{:.2f}", "EUR {:,.2f}"])
)
def test_every_amount_is_found_in_european_and_plain_form(amount: object, form: str) -> None:
    english = form.format(amount)
    european = english.replace(",", "\0").replace(".", ",").replace("\0", ".")
    plain = str(amount).rstrip("0").rstrip(".") if "." in str(amount) else str(amount)
    for text in (english, european, plain):
        assert says(f"We pay {text}, as agreed", [[english]])


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    Matcher([(1, [["1,340.00"]]), (2, [["Antwerp"]])]).find(text)
