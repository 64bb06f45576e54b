"""What a text says is found however it is written, and not found where it does not say it."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from tenure.verifiers.checks import Check
from tenure.verifiers.figures import dates, figures, readings
from tenure.verifiers.plaintext import Text

_CHECK: TypeAdapter[Any] = TypeAdapter(Check)


def holds(check: dict[str, Any], text: str, name: str = "x.md") -> bool:
    return _CHECK.validate_python(check).finding(Text(text, name)).holds


WAYS = (
    lambda v: f"{v:,.2f}",
    lambda v: f"{v:,.2f}".translate(str.maketrans(",.", ".,")),
    lambda v: f"{v:,.2f}".replace(",", " "),
    lambda v: f"{v:,.2f}".replace(",", "\u00a0"),
    lambda v: f"{v:,.2f}".replace(",", "'"),
    lambda v: f"{v:,.2f}".replace(",", "’"),
    lambda v: f"{v:.2f}",
    lambda v: f"{v:.2f}".replace(".", ","),
)
AROUND = (
    "{}",
    "EUR {}",
    "€{}",
    "EUR\u00a0{}",
    "{} euros",
    "**{}**",
    "| {} |",
    "({} in all)",
    "`{}`",
    "€ {}.",
    "US$ {},",
)


@given(
    st.decimals(min_value=Decimal("0.01"), max_value=Decimal("99999999.99"), places=2),
    st.sampled_from(WAYS),
    st.sampled_from(AROUND),
)
def test_an_amount_is_found_in_any_format(value: Decimal, way: Any, around: str) -> None:
    text = f"The total comes to {around.format(way(value))}"
    assert holds({"number": {"value": str(value)}}, text)
    assert holds({"number": {"value": str(value), "near": ["total"]}}, text)
    assert not holds({"number": {"value": str(value + 1), "tolerance": "0.5"}}, f"The total is {value:,.2f}.")


@given(st.integers(1, 10**9), st.sampled_from(("{:,}", "{}", "{:,d}.", "EUR {:,}")))
def test_a_whole_number_is_found(value: int, way: str) -> None:
    assert holds({"number": {"value": value}}, f"We owe {way.format(value)}")


@pytest.mark.parametrize(
    ("text", "value", "tolerance"),
    [
        ("about 1.3k", "1300", "0"),
        ("EUR 2.5 million", "2500000", "0"),
        ("12 thousand", "12000", "0"),
        ("12.5%", "12.5", "0"),
        ("EUR1250", "1250", "0"),
        ("1250EUR", "1250", "0"),
        ("a 5-day stay", "5", "0"),
        ("40ft boxes: 34", "34", "0"),
        ("1,25,000 rupees", "125000", "0"),
        ("roughly 1,262", "1250", "1%"),
        ("balance of -320.50", "-320.50", "0"),
        ("balance (320.50)", "-320.50", "0"),
        ("minus 320.50", "-320.50", "0"),
        ("between 300-400", "400", "0"),
        ("1.250,- all in", "1250", "0"),
        ("\\$1250", "1250", "0"),
        ("&euro;1250", "1250", "0"),
    ],
)
def test_numbers_as_people_write_them(text: str, value: str, tolerance: str) -> None:
    assert holds({"number": {"value": value, "tolerance": tolerance}}, text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("claim CVL-26-0417", "417"),
        ("box CVNU7194728", "7194728"),
        ("on 2026-03-12", "12"),
        ("on 12/03/2026", "2026"),
        ("at 09:30", "30"),
        ("the 12th of May", "1"),
        ("the 3rd of May", "3"),
        ("see https://a.example/310", "310"),
        ("1250.50", "1250"),
        ("12500", "1250"),
        ("balance 320.50", "-320.50"),
        ("<!-- 1250 -->", "1250"),
    ],
)
def test_what_only_looks_like_the_number_is_not_it(text: str, value: str) -> None:
    assert not holds({"number": {"value": value}}, text)


def test_near_words_bind_a_number_to_its_meaning() -> None:
    text = "The claim is EUR 4,300. " + "We looked at every box. " * 12 + "We owe EUR 1,250."
    near = {"value": "1250", "near": ["owe", "total"], "within": 30}
    assert holds({"number": near}, text)
    assert not holds({"number": {**near, "value": "4300"}}, text)
    assert not holds({"number": near}, "The power bill is EUR 1,250.")


def test_a_tables_row_and_column_name_its_numbers() -> None:
    table = "| Party | Amount owed | Free days |\n|---|---:|---|\n| Corvane | 1.250,00 | 7 |\n| Istra | 980,00 | 9 |\n"
    assert holds({"number": {"value": "1250", "near": ["Corvane"], "within": 2}}, table)
    assert holds({"number": {"value": "980", "near": ["owed"], "within": 2}}, table)
    assert not holds({"number": {"value": "9", "near": ["owed"], "within": 2}}, table)


def test_in_a_sheet_only_the_row_and_the_columns_name_count() -> None:
    sheet = "container,owed_eur,reason\nAAAU1,497.00,late\nBBBU2,12.00,ok\n"
    assert holds({"number": {"value": "497", "near": ["AAAU1"]}}, sheet, "x.csv")
    assert not holds({"number": {"value": "497", "near": ["BBBU2"]}}, sheet, "x.csv")
    assert holds({"number": {"value": "497", "near": ["owed_eur"]}}, sheet, "x.csv")
    assert holds({"number": {"value": "497"}}, sheet.replace(",", ";").replace(".00", ",00"), "x.csv")


def test_guessing_many_numbers_states_none_of_them() -> None:
    check = {"value": "310", "near": ["total"]}
    guesses = " ".join(f"total {n}" for n in range(200, 400))
    assert not holds({"number": check}, guesses)
    assert holds({"number": {**check, "among": 500}}, guesses)
    assert holds({"number": check}, "total: 310, up from 290 " + " ".join("total 990" for _ in range(200)))
    assert not holds({"number": {**check, "among": 1}}, "total: 310, up from 290")
    assert not holds({"number": {"value": "310"}}, " ".join(map(str, range(2_000))))
    rows = "\n".join(f"AAAU1,{n}" for n in range(200, 400))
    assert not holds({"number": {"value": "310", "near": ["AAAU1"]}}, f"container,eur\n{rows}", "x.csv")
    assert holds({"number": {"value": "310", "near": ["eur"]}}, f"container,eur\n{rows}", "x.csv")


DAY_WAYS = (
    lambda d: d.isoformat(),
    lambda d: f"{d.day} {d:%B}",
    lambda d: f"{d:%A} {d.day} {d:%B}",
    lambda d: f"{d:%a} {d.day} {d:%b} {d.year}",
    lambda d: f"{d:%B} {d.day}, {d.year}",
    lambda d: f"{d:%B} {d.day}th",
    lambda d: f"the {d.day}th of {d:%B}",
    lambda d: f"{d.day}/{d.month}",
    lambda d: f"{d.month}/{d.day}/{d.year}",
    lambda d: f"{d.day:02}.{d.month:02}.{d.year}",
    lambda d: f"{d.day:02}-{d.month:02}-{d.year}",
    lambda d: f"{d.day}-{d:%b}-{d:%y}",
    lambda d: f"**{d.day} {d:%b}**",
    lambda d: f"{d.day}\u00a0{d:%B} {d.year}",
)


@given(st.dates(date(2025, 1, 1), date(2027, 12, 31)), st.sampled_from(DAY_WAYS))
def test_a_day_is_found_in_any_format(day: date, way: Any) -> None:
    text = f"We must dispute it by {way(day)}, no later."
    assert holds({"date": {"value": day.isoformat(), "near": ["dispute"]}}, text)


@given(st.dates(date(2025, 1, 1), date(2027, 12, 31)), st.integers(1, 20), st.sampled_from(DAY_WAYS[:7]))
def test_another_day_is_not_it(day: date, off: int, way: Any) -> None:
    assert not holds({"date": {"value": day + timedelta(days=off)}}, f"by {way(day)}")


def test_a_date_with_another_year_is_not_it() -> None:
    assert not holds({"date": {"value": "2026-03-12"}}, "12 March 2025")
    assert not holds({"date": {"value": "2026-03-12"}}, "3-12 boxes")


def test_mentions_and_absences_see_the_text_and_not_its_markup() -> None:
    text = "## Result\n\nThe **free** *days* for “Antwerp”\u00a0are used up. See [the tariff](x.md). <!-- Koper -->"
    assert holds({"mentions": [["free days", "free time"], ["antwerp"], ["tariff"]]}, text)
    assert not holds({"mentions": [["Koper"]]}, text)
    assert holds({"absent": [["Koper"]]}, text)
    assert not holds({"absent": [["Koper", "Antwerp"]]}, text)


def test_length_headings_and_nesting() -> None:
    text = "# Memo\n\n**Recommendation:**\nQuote the client.\n\n3. What is left\n\nNothing\n-------\nat all"
    for heading in ("Memo", "recommendation", "what is left", "Nothing"):
        assert holds({"heading": heading}, text), heading
    assert not holds({"heading": "client"}, text)
    assert holds({"words": {"min": 5, "max": 40}}, text)
    assert not holds({"words": {"min": 50}}, text)
    assert holds(
        {"any": [{"heading": "Nope"}, {"all": [{"heading": "Memo"}, {"not": {"heading": "Nope"}}]}]}, text
    )
    assert not holds({"not": {"any": [{"heading": "Memo"}]}}, text)


def test_tables_by_columns_rows_and_cells() -> None:
    sheet = 'Claim lines,,\n\nContainer,BL no,Owed EUR\nA1,L9,"1,250.00"\nB2,L9,12\n'
    table = {"columns": ["container", "owed_eur"], "rows_min": 2}
    cell = {"row": {"container": "A1"}, "column": "owed_eur", "number": "1250"}
    assert holds({"table": {**table, "cells": [cell]}}, sheet, "x.csv")
    assert not holds({"table": {**table, "cells": [{**cell, "row": {"container": "B2"}}]}}, sheet, "x.csv")
    assert not holds({"table": {**table, "rows_min": 3}}, sheet, "x.csv")
    assert not holds({"table": {"columns": ["container", "reason"]}}, sheet, "x.csv")
    markdown = "Text\n\n| Container | Owed EUR |\n|:--|--:|\n| **A1** | 1.250,00 |\n| B2 | 12 |\n\nmore"
    assert holds({"table": {**table, "cells": [cell, {"column": "container", "text": ["B2"]}]}}, markdown)


@given(st.text(max_size=300))
def test_any_text_can_be_read(text: str) -> None:
    for name in ("x.md", "x.csv", ""):
        read = Text(text, name)
        for figure in figures(read.plain):
            assert read.plain[figure.start : figure.end]
            assert figure.readings
        assert all(found.readings for found in dates(read.plain))
        assert len(read.starts) == len(read.lines)
        assert read.headings is not None
        for table in read.tables:
            assert all(len(row) == len(table.header) for row in table.rows)
    Text.decoded(text.encode("utf-16"), "x.md")


@given(
    st.lists(
        st.sampled_from(["|", "-", "1", ",", ".", "\n", " ", "a", ":", "total", ";", '"', "*"]), max_size=60
    )
)
def test_any_table_like_text_can_be_checked(parts: list[str]) -> None:
    text = "".join(parts)
    for name in ("x.md", "x.csv"):
        holds({"number": {"value": "11", "near": ["total", "a"]}}, text, name)
        holds({"table": {"columns": ["a"]}}, text, name)


def test_ambiguous_separators_are_read_both_ways() -> None:
    assert readings("1.250") == [Decimal("1.250"), Decimal(1250)]
    assert readings("1,250") == [Decimal(1250), Decimal("1.250")]
    assert readings("0.250") == [Decimal("0.250")]
    assert readings("1,250,000.5") == [Decimal("1250000.5")]
    assert readings("1.2.3") == []


def test_which_checks_ask_for_something() -> None:
    for check, asks in (
        ({"absent": [["x"]]}, False),
        ({"words": {"max": 9}}, False),
        ({"words": {"min": 9}}, True),
        ({"any": [{"mentions": [["x"]]}, {"absent": [["y"]]}]}, False),
        ({"all": [{"mentions": [["x"]]}, {"absent": [["y"]]}]}, True),
        ({"not": {"absent": [["x"]]}}, False),
    ):
        assert _CHECK.validate_python(check).asks is asks


@pytest.mark.parametrize(
    "piece", ["[", "<b ", "a.", "1 total ", "1,", "<!--", "| a ", "**", "12 march ", "-- ", "1 000 ", "_a"]
)
def test_hostile_texts_take_no_longer_than_others(piece: str) -> None:
    """Every text is read in one pass: quadratic work would show as a test that hardly ends."""
    text = piece * (60_000 // len(piece))
    table = f"| total | b |\n|---|---|\n{text}\n{text}"
    for body, name in ((text, "x.md"), (text, "x.csv"), (table, "x.md")):
        holds({"number": {"value": "77", "near": ["total"]}}, body, name)
        holds({"date": {"value": "2026-03-13", "near": ["total"]}}, body, name)
        holds({"any": [{"heading": "x"}, {"table": {"columns": ["x"]}}]}, body, name)
