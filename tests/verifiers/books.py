"""Liability models as different people would build them, all right and all live, and some that are dead or wrong."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

from openpyxl import Workbook
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation

TONNAGE, SHARE = 52_400, Decimal("0.6")
PER_TON = {"single": 3_000, "double": 1_900}


def limit(tonnage: int = TONNAGE, hull: str = "double") -> int:
    return 4_000_000 + PER_TON[hull] * tonnage


def owed(tonnage: int = TONNAGE, share: Decimal = SHARE, hull: str = "double") -> Decimal:
    return limit(tonnage, hull) * share


def saved(book: Workbook) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _sheet(book: Workbook, title: str, rows: Sequence[Sequence[Any]]) -> Any:
    sheet = book.create_sheet(title)
    for row in rows:
        sheet.append(list(row))
    return sheet


def _new() -> Workbook:
    book = Workbook()
    book.remove(book.worksheets[0])
    return book


def one_column() -> bytes:
    """Labels on the left, one sheet."""
    book = _new()
    sheet = _sheet(
        book,
        "Model",
        [
            ["Limitation of liability"],
            [],
            ["Gross tonnage", TONNAGE],
            ["Hull type", "double"],
            ["Owner's share of fault", 0.6],
            ["Base amount", 4_000_000],
            ["Per ton", '=IF(B4="double",1900,3000)'],
            [],
            ["Limit of liability", "=B6+B7*B3"],
            ["Owner pays", "=B9*B5"],
        ],
    )
    sheet["B5"].number_format = "0%"
    return saved(book)


def with_units() -> bytes:
    """Units between label and value, percent typed as 60, a drop-down for the hull."""
    book = _new()
    sheet = _sheet(
        book,
        "Inputs and assumptions",
        [
            ["Item", "Unit", "Value", "Source"],
            ["Tonnage of the vessel (gross)", "GT", TONNAGE, "Register 2024"],
            ["Hull construction", "", "Double hull", "Survey"],
            ["Fault share, owner", "%", 60, "Counsel"],
            ["Fault share, charterer", "%", 40, "Counsel"],
        ],
    )
    rule = DataValidation(type="list", formula1='"Double hull,Single hull"')
    rule.add("C3")
    sheet.add_data_validation(rule)
    _sheet(
        book,
        "Results",
        [
            ["", "USD"],
            ["Base", 4_000_000],
            [
                "Tonnage element",
                "='Inputs and assumptions'!C2*IF('Inputs and assumptions'!C3=\"Double hull\",1900,3000)",
            ],
            ["Maximum liability", "=SUM(B2:B3)"],
            ["thereof owner", "=B4*'Inputs and assumptions'!C4/100"],
        ],
    )
    return saved(book)


def by_party() -> bytes:
    """A table with parties in rows, defined names for inputs, in thousands, the rate from a lookup table."""
    book = _new()
    inputs = _sheet(
        book,
        "Assumptions",
        [
            ["VESSEL"],
            ["GT", 52.4, "thousand tons"],
            ["Hull (single/double)", "double"],
            [],
            ["RATES", "per ton"],
            ["single", 3000],
            ["double", 1900],
        ],
    )
    assert inputs
    book.defined_names["gt"] = DefinedName("gt", attr_text="Assumptions!$B$2")
    book.defined_names["hull"] = DefinedName("hull", attr_text="Assumptions!$B$3")
    _sheet(
        book,
        "Apportionment",
        [
            ["Party", "Share", "Pays (USD '000)"],
            ["Owner", 0.6, "=B2*$B$7"],
            ["Charterer", 0.3, "=B3*$B$7"],
            ["Cargo owner", 0.1, "=B4*$B$7"],
            ["Total", "=SUM(B2:B4)", "=SUM(C2:C4)"],
            [],
            ["Limit of liability", "=4000+gt*VLOOKUP(hull,Assumptions!A6:B7,2,FALSE)"],
        ],
    )
    return saved(book)


def headed() -> bytes:
    """Labels above their values, years ago's style; the hull as yes or no."""
    book = _new()
    _sheet(
        book,
        "Calc",
        [
            ["Tanker spill: liability calculation", None, None],
            [None],
            ["Gross tonnage", "Double hull?", "Owner share"],
            [TONNAGE, "yes", 0.6],
            [None],
            ["Limit of liability", "Owner to pay"],
            ['=4000000+A4*IF(B4="yes",1900,3000)', "=A7*C4"],
        ],
    )
    return saved(book)


RIGHT: dict[str, Callable[[], bytes]] = {
    "one column": one_column,
    "units": with_units,
    "by party": by_party,
    "headed": headed,
}


def dead() -> bytes:
    """The right numbers, typed in."""
    book = _new()
    rows = [["Gross tonnage", TONNAGE], ["Owner share", 0.6], ["Hull", "double"]]
    _sheet(book, "Model", [*rows, ["Limit of liability", limit()], ["Owner pays", float(owed())]])
    return saved(book)


def as_good_as_dead() -> bytes:
    """Formulas that rest on nothing."""
    book = _new()
    rows = [["Gross tonnage", TONNAGE], ["Owner share", 0.6], ["Hull", "double"]]
    _sheet(book, "Model", [*rows, ["Limit of liability", f"={limit()}"], ["Owner pays", f"=B4*{SHARE}"]])
    return saved(book)


def half_dead() -> bytes:
    """Live but for the hull's rate, which is typed into the formula."""
    book = _new()
    rows = [["Gross tonnage", TONNAGE], ["Owner share", 0.6], ["Hull", "double"]]
    _sheet(book, "Model", [*rows, ["Limit of liability", "=4000000+1900*B1"], ["Owner pays", "=B4*B2"]])
    return saved(book)


def wrong() -> bytes:
    """Live, with the wrong rule: no base amount."""
    book = _new()
    rows = [["Gross tonnage", TONNAGE], ["Owner share", 0.6], ["Hull", "double"]]
    rate = 'B1*IF(B3="double",1900,3000)'
    _sheet(book, "Model", [*rows, ["Limit of liability", f"={rate}"], ["Owner pays", "=B4*B2"]])
    return saved(book)


def broken() -> bytes:
    """Live, with an error in it."""
    book = _new()
    _sheet(
        book,
        "Model",
        [["Gross tonnage", TONNAGE], ["Limit of liability", "=4000000+1900*B1"], ["Per ton", "=B2/B9"]],
    )
    return saved(book)
