"""Workbooks: any sensible layout is accepted, dead and wrong ones are told apart."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook
from openpyxl.workbook.defined_name import DefinedName
from pydantic import TypeAdapter

from tenure.personas.problems import AuthoringErrors
from tenure.verifiers.checks import Check
from tenure.verifiers.finding import Finding
from tenure.verifiers.reading import read
from tests.verifiers import books
from tests.verifiers.books import RIGHT, limit, owed, saved
from tests.verifiers.journal import rubric_of

_CHECK: TypeAdapter[Any] = TypeAdapter(Check)

GROSS = {"label": ["gross tonnage", "tonnage", "GT"], "was": "52,400"}
SHARE = {"label": ["owner share", "owner fault share", "owner's share"], "was": "60%"}
HULL = {"label": ["hull"], "was": ["double", "yes", "true"]}
LIMIT = {"label": ["limit of liability", "maximum liability"]}
PAYS = {"label": ["owner pays", "owner pay", "owner"]}


def look(check: dict[str, Any], data: bytes) -> Finding:
    return _CHECK.validate_python(check).finding(read(data, "/Work/model.xlsx"))


def recompute(output: dict[str, Any], *cases: tuple[dict[str, Any], Any]) -> dict[str, Any]:
    inputs = {"tonnage": GROSS, "share": SHARE, "hull": HULL}
    used = {name for given, _ in cases for name in given}
    return {
        "recompute": {
            "inputs": {name: place for name, place in inputs.items() if name in used},
            "output": output,
            "tolerance": "0.1%",
            "cases": [{"set": given, "then": str(then)} for given, then in cases],
        }
    }


SINGLE = ["single", "no", "false"]
ALL_CASES = recompute(
    LIMIT,
    ({"tonnage": 61_000}, limit(61_000)),
    ({"hull": SINGLE}, limit(hull="single")),
    ({"tonnage": 30_000, "hull": SINGLE}, limit(30_000, "single")),
)
SHARES = recompute(
    PAYS, ({"share": "0.45"}, owed(share=Decimal("0.45"))), ({"tonnage": 40_000}, owed(40_000))
)


@pytest.mark.parametrize("layout", RIGHT)
def test_every_layout_of_a_live_model_recomputes(layout: str) -> None:
    data = RIGHT[layout]()
    for check in (ALL_CASES, SHARES):
        found = look(check, data)
        assert found.holds, found.said


@pytest.mark.parametrize("layout", RIGHT)
def test_every_layout_has_the_value_the_formula_and_no_errors(layout: str) -> None:
    data = RIGHT[layout]()
    for check in (
        {"cell": {"at": LIMIT, "value": f"{limit()}", "tolerance": "0.1%"}},
        {"cell": {"at": PAYS, "value": f"{owed()}", "tolerance": "0.1%"}},
        {"cell": {"at": HULL, "text": ["double", "yes"]}},
        {"formula": {"at": LIMIT, "depends_on": [GROSS, HULL]}},
        {"formula": {"at": PAYS, "depends_on": [SHARE]}},
        {"formulas": {"min": 2, "min_share": "0.2"}},
        {"no_errors": True},
    ):
        found = look(check, data)
        assert found.holds, (check, found.said)


@pytest.mark.parametrize("layout", RIGHT)
def test_a_right_layout_does_not_meet_a_wrong_rule(layout: str) -> None:
    data = RIGHT[layout]()
    off = recompute(LIMIT, ({"tonnage": 61_000}, limit(60_000)), ({"tonnage": 30_000}, limit(30_000)))
    assert not look(off, data).holds
    assert not look({"cell": {"at": LIMIT, "value": f"{limit(58_000)}", "tolerance": "0.1%"}}, data).holds


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (books.dead, "typed-in number"),
        (books.as_good_as_dead, "nothing that is computed rests on"),
        (books.half_dead, "nothing that is computed rests on"),
        (books.wrong, "with Model!B1 = 61000, Model!B4 is 115900000, not 119900000"),
    ],
)
def test_what_is_no_live_and_right_model_is_told_and_why(made: Callable[[], bytes], said: str) -> None:
    found = look(ALL_CASES, made())
    assert not found.holds
    assert said in found.said


def test_a_typed_in_constant_is_no_formula_even_behind_an_equals_sign() -> None:
    for made in (books.dead, books.as_good_as_dead):
        assert "typed-in" in look({"formula": {"at": LIMIT}}, made()).said
    assert not look({"formula": {"at": LIMIT, "depends_on": [HULL]}}, books.half_dead()).holds
    assert not look({"formulas": {"min": 2}}, books.as_good_as_dead()).holds


def test_errors_are_found_after_computing() -> None:
    assert "Model!B3 #DIV/0!" in look({"no_errors": True}, books.broken()).said


def test_what_is_not_found_says_which_labels_come_close() -> None:
    found = look({"cell": {"at": {"label": ["liability ceiling"]}, "value": "1"}}, books.one_column())
    assert "no cell is labelled “liability ceiling”" in found.said
    assert "Limit of liability" in found.said


def test_a_list_of_all_candidates_by_one_label_states_none() -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for number in range(30):
        sheet.append(["Limit of liability", limit() + 1_000_000 * number])
    assert "guessing" in look({"cell": {"at": LIMIT, "value": f"{limit()}"}}, saved(book)).said


def test_the_cell_where_a_row_and_a_column_meet() -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (["", "Owner", "Charterer"], ["Share", 0.6, 0.4], ["Amount", 600, 400]):
        sheet.append(row)
    data = saved(book)
    at = {"label": ["amount"], "across": ["charterer"]}
    assert look({"cell": {"at": at, "value": "400"}}, data).holds
    assert not look({"cell": {"at": at, "value": "600"}}, data).holds
    assert look({"cell": {"at": {"label": ["charterer's amount"]}, "value": "400"}}, data).holds


def test_sheets_and_what_stands_on_one_of_them() -> None:
    data = books.with_units()
    assert look({"sheets": {"min": 2, "names": [["assumptions"], ["summary", "results"]]}}, data).holds
    assert not look({"sheets": {"names": [["sensitivity"]]}}, data).holds
    cell = {"cell": {"at": LIMIT, "value": f"{limit()}"}}
    assert look({"sheet": {"name": ["results"], "checks": [cell]}}, data).holds
    assert not look({"sheet": {"name": ["inputs"], "checks": [cell]}}, data).holds
    assert look({"sheet": {"name": ["inputs"], "checks": [{"mentions": [["counsel"]]}]}}, data).holds
    assert not look({"sheet": {"name": ["results"], "checks": [{"mentions": [["counsel"]]}]}}, data).holds


def test_text_checks_work_on_a_workbook() -> None:
    data = books.one_column()
    assert look({"number": {"value": f"{limit()}", "near": ["limit of liability"]}}, data).holds
    assert look({"number": {"value": "0.6", "near": ["share"]}}, data).holds
    assert look({"mentions": [["gross tonnage"], ["60%"]]}, data).holds
    assert look({"table": {"columns": ["Item", "Value"], "rows_min": 3}}, books.with_units()).holds


@pytest.mark.parametrize("data", [b"", b"no workbook", b"PK\x03\x04 broken"])
def test_a_damaged_workbook_meets_nothing_and_says_so(data: bytes) -> None:
    for check in (
        ALL_CASES,
        {"no_errors": True},
        {"cell": {"at": LIMIT, "value": "1"}},
        {"formulas": {"min": 1}},
    ):
        found = look(check, data)
        assert not found.holds
        assert "can't be opened" in found.said
    assert not look({"mentions": [["workbook"]]}, data).holds


@pytest.mark.parametrize(("yes", "no"), [(True, False), ("Yes", "No"), ("y", "n"), (1, 0), ("TRUE", "FALSE")])
def test_yes_and_no_in_any_writing(yes: Any, no: Any) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    test = f'"{yes}"' if isinstance(yes, str) else str(yes).upper()
    for row in (
        ["Double hull", yes],
        ["Limit lost", no],
        ["Limit", f"=IF(B1={test},100,200)+IF(B2={test},7,0)"],
    ):
        sheet.append(row)
    data = saved(book)
    inputs = {"hull": {"label": ["double hull"]}, "lost": {"label": ["limit lost"]}}
    cases = [{"set": {"hull": 0}, "then": 200}, {"set": {"hull": 1, "lost": 1}, "then": 107}]
    check = {"recompute": {"inputs": inputs, "output": {"label": ["limit"]}, "cases": cases}}
    assert look(check, data).holds, look(check, data).said
    assert look({"cell": {"at": {"label": ["double hull"]}, "value": 1}}, data).holds
    assert not look({"cell": {"at": {"label": ["double hull"]}, "value": 0}}, data).holds


@pytest.mark.parametrize(("share", "amount"), [("0.6", 20_000_000), ("60", 20_000), ("60", "20")])
def test_units_are_told_from_what_stands_there(share: str, amount: Any) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    part = "B1" if share == "0.6" else "B1/100"
    for row in (
        ["Owner share", float(share)],
        ["Removal costs", float(amount)],
        ["Owner pays", f"={part}*B2"],
    ):
        sheet.append(row)
    inputs = {"share": {"label": ["owner share"]}, "costs": {"label": ["removal costs"]}}
    cases = [
        {"set": {"share": "0.3"}, "then": 6_000_000},
        {"set": {"share": "0.5", "costs": 30_000_000}, "then": 15_000_000},
    ]
    check = {"recompute": {"inputs": inputs, "output": {"label": ["owner pays"]}, "cases": cases}}
    assert look(check, saved(book)).holds, look(check, saved(book)).said


@settings(max_examples=25, deadline=None)
@given(
    tonnage=st.integers(10_000, 200_000),
    right=st.integers(1, 30),
    down=st.integers(0, 10),
    swapped=st.booleans(),
    sheet=st.sampled_from(["Model", "Liability calc", "Tab 1"]),
    unit=st.sampled_from([None, "GT", "tons"]),
)
def test_wherever_the_block_stands_it_is_found(
    tonnage: int, right: int, down: int, swapped: bool, sheet: str, unit: str | None
) -> None:
    book = Workbook()
    page = book.active
    assert page is not None
    page.title = sheet
    column = right + 1 + (unit is not None)
    first, second = (down + 2, down + 1) if swapped else (down + 1, down + 2)
    page.cell(first, right, "Gross tonnage of the vessel")
    page.cell(second, right, "Limit of liability (USD)")
    if unit:
        page.cell(first, right + 1, unit)
    page.cell(first, column, tonnage)
    page.cell(second, column, f"=4000000+1900*{page.cell(first, column).coordinate}")
    place = {"label": ["gross tonnage"], "was": str(tonnage)}
    check = {
        "recompute": {
            "inputs": {"tonnage": place},
            "output": LIMIT,
            "cases": [
                {"set": {"tonnage": tonnage + 1}, "then": limit(tonnage + 1)},
                {"set": {"tonnage": 5}, "then": limit(5)},
            ],
        }
    }
    found = look(check, saved(book))
    assert found.holds, found.said


@pytest.mark.parametrize(
    ("check", "said"),
    [
        (
            "{recompute: {inputs: {a: {label: [x]}}, output: {label: [y]}, cases: [{set: {a: 1}, then: 2}]}}",
            "the same",
        ),
        (
            "{recompute: {inputs: {a: {label: [x]}}, output: {label: [y]}, cases: [{set: {b: 1}, then: 2}]}}",
            "no input `b`",
        ),
        ("{cell: {at: {label: [the]}, value: 1}}", "no label"),
        ("{cell: {at: {sheet: [x]}, value: 1}}", "needs a label"),
        ("{cell: {at: {label: [x]}}}", "either a number or a text"),
        ("{section: {heading: [x], checks: [{no_errors: true}]}}", "whole file"),
        ("{slides: {min: 3}}", "about pptx"),
    ],
)
def test_lint_of_checks_on_workbooks(check: str, said: str) -> None:
    with pytest.raises(AuthoringErrors, match=said):
        rubric_of(
            "criteria: [{id: it, title: t, kind: document, of: {drive: /m.xlsx},"
            f" checks: [{{words: {{min: 1}}}}, {check}]}}]"
        )


def test_long_chains_and_columns_of_totals_are_judged_at_once() -> None:
    """A cell is live if one cell feeds it: what feeds that one is not followed for each of them anew."""
    book = Workbook()
    sheet: Any = book.active
    sheet["A1"] = 1
    for row in range(2, 20_001):
        sheet[f"A{row}"] = f"=A{row - 1}+1"
    for row in range(1, 1_001):
        sheet[f"C{row}"] = "=SUM(A:A)"
    finding = look({"formulas": {"min": 20_000}}, saved(book))
    assert finding.holds, finding.said
    assert "20999 of 21000" in finding.said


def test_names_that_stand_for_each_other_many_times_are_followed_once() -> None:
    book = Workbook()
    sheet: Any = book.active
    sheet["A1"], sheet["B1"], sheet["B2"] = "Limit", "=first_of_all*2", 7
    for number in range(12):
        meaning = "+".join([f"link_{number + 1}"] * 30)
        name = "first_of_all" if number == 0 else f"link_{number}"
        book.defined_names[name] = DefinedName(name, attr_text=meaning)
    book.defined_names["link_12"] = DefinedName("link_12", attr_text=f"'{sheet.title}'!$B$2")
    check = {
        "formula": {"at": {"label": ["limit"]}, "depends_on": [{"names": ["link_12"], "label": ["nothing"]}]}
    }
    assert look(check, saved(book)).said
