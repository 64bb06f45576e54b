"""Cells as somebody sees them: ranges found by what people call them, and rows written as lines of text."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ..files.bookcells import SheetPart
from ..files.bookedit import Workbook
from ..files.cellrefs import (
    MAX_COLUMN,
    MAX_ROW,
    Area,
    BadReference,
    Place,
    a1,
    column_number,
    letters,
    parse_area,
    quote,
    split_sheet,
    unquote,
)
from ..files.cellvalues import Value
from ..files.shown import shown
from . import effort
from .base import ToolError
from .pages import PART

_LONG = 400
"""Characters of a cell among others; alone it is shown whole."""
_BLOCK = 10
"""Rows that are read as one; an edit makes one block new, not the sheet."""


class Line(NamedTuple):
    """A row as shown.

    Attributes:
        row: Its number.
        text: Its cells.
        words: Of its cells, at least one for each that holds something.
    """

    row: int
    text: str
    words: int


class Grid:
    """The values of a workbook's sheets, or of a .csv file, ready to be shown."""

    def __init__(self, book: Workbook, values: Mapping[str, Mapping[Place, Value]]) -> None:
        self.book = book
        self.values = values

    def text(self, sheet: SheetPart, place: Place, *, formulas: bool = False) -> str:
        """A cell as shown, with its formula in braces if asked for."""
        cell = self.book.cells(sheet).get(place)
        text = shown(self.values[sheet.name].get(place), self.book.format(cell))
        if formulas and cell is not None and cell.formula:
            return f"{text} {{{cell.formula}}}"
        return text

    def used(self, sheet: SheetPart) -> Area | None:
        """The range from A1 that holds all that is shown."""
        places = [place for place, value in self.values[sheet.name].items() if value is not None]
        if not places:
            return None
        return Area(1, 1, max(row for row, _ in places), max(column for _, column in places))

    def lines(self, sheet: SheetPart, area: Area, *, formulas: bool = False) -> Iterator[Line]:
        """The rows of a range that aren't empty."""
        rows: dict[int, list[int]] = {}
        limit = PART - 200 if area.size == 1 else _LONG
        for place, value in self.values[sheet.name].items():
            if value is not None and area.holds(place):
                rows.setdefault(place[0], []).append(place[1])
        for row in sorted(rows):
            cells: dict[int, str] = {}
            for column in rows[row]:
                text = " ".join(self.text(sheet, (row, column), formulas=formulas).split())
                if text:
                    cells[column] = text if len(text) <= limit else text[: limit - 1].rstrip() + "…"
            if cells:
                texts = [cells.get(column, "") for column in range(area.left, max(cells) + 1)]
                words = sum(max(1, effort.count_words(text)) for text in cells.values())
                yield Line(row, f"{row}: {' | '.join(texts)}"[:PART], words)


def header(area: Area) -> str:
    """The letters of a range's columns."""
    last = min(area.right, area.left + 59)
    return "   " + " | ".join(letters(one) for one in range(area.left, last + 1))


def block_of(row: int) -> int:
    """Which of the blocks that are read as one a row lies in."""
    return (row - 1) // _BLOCK


def blocks(sheet: str, lines: Sequence[Line]) -> list[tuple[str, int]]:
    """Lines as the contents that a reader has read or not: each its text and its words."""
    found: dict[int, tuple[list[str], int]] = {}
    for line in lines:
        block = block_of(line.row)
        texts, words = found.setdefault(block, ([sheet], 0))
        texts.append(line.text)
        found[block] = (texts, words + line.words)
    return [("\n".join(texts), words) for texts, words in found.values()]


def cut(lines: Iterable[Line], size: int = PART) -> tuple[list[Line], int]:
    """The first lines that fit, at least one, and the row that comes next; 0 if there is none."""
    length = 0
    fit: list[Line] = []
    for line in lines:
        length += len(line.text) + 1
        if length > size and fit:
            return fit, line.row
        fit.append(line)
    return fit, 0


def find_range(book: Workbook, text: str, used: Area | None = None) -> tuple[SheetPart, Area]:
    """The range that somebody means: ``Sheet!A1:C9``, ``B3``, ``Sheet``, ``Sheet!B:D``, ``5:7`` or a defined name.

    Args:
        book: The workbook.
        text: What they call it; empty: the first sheet.
        used: What whole rows, columns and sheets are cut to; ``None``: nothing is cut.

    Raises:
        ToolError: Nothing is called that.
    """
    for name, scope, meaning in book.contents.names:
        if name.casefold() == text.strip().casefold() and not scope:
            text = meaning
            break
    sheet_name, rest = split_sheet(text)
    try:
        named = {one.name.casefold() for one in book.sheets}
        # a sheet called Q1 is meant before the cell
        if not sheet_name and (unquote(rest).casefold() in named or not _looks_like_range(rest)):
            return _whole(book, unquote(rest), used)
        sheet = book.sheet(sheet_name)
        if not rest:
            return _whole(book, sheet.name, used)
        return sheet, _area(rest.replace("$", ""), used or book.used(sheet))
    except BadReference as error:
        raise ToolError(
            "invalid", str(error), "Write Sheet!A1:C9, a sheet's name or a defined name."
        ) from None


def _looks_like_range(text: str) -> bool:
    return bool(re.fullmatch(r"\$?[A-Za-z]{0,3}\$?\d*(:\$?[A-Za-z]{0,3}\$?\d*)?", text)) and (
        any(char.isdigit() for char in text) or ":" in text
    )


def _whole(book: Workbook, name: str, used: Area | None) -> tuple[SheetPart, Area]:
    sheet = book.sheet(name)
    area = used or book.used(sheet)
    return sheet, area or Area(1, 1, 1, 1)


def _area(text: str, used: Area | None) -> Area:
    first, _, last = text.partition(":")
    last = last or first
    bottom, right = (used.bottom, used.right) if used is not None else (1, 1)
    if first.isdigit() and last.isdigit():
        low, high = sorted((int(first), int(last)))
        if not 1 <= low <= high <= MAX_ROW:
            raise BadReference(f"{text!r} is no range: rows go from 1 to {MAX_ROW:,}")
        return Area(low, 1, high, right)
    if first.isalpha() and last.isalpha():
        low, high = sorted((column_number(first), column_number(last)))
        return Area(1, low, bottom, high)
    return parse_area(text)


def find_lines(book: Workbook, text: str) -> tuple[SheetPart, str, int, int]:
    """The rows or columns that somebody means: the sheet, which of the two, the first and the last.

    Raises:
        ToolError: They are none.
    """
    sheet_name, rest = split_sheet(text)
    first, _, last = rest.replace("$", "").partition(":")
    last = last or first
    try:
        sheet = book.sheet(sheet_name)
        if first.isdigit() and last.isdigit():
            low, high = sorted((int(first), int(last)))
            if not 1 <= low <= high <= MAX_ROW:
                raise BadReference(f"{rest!r}: rows go from 1 to {MAX_ROW:,}")
            return sheet, "rows", low, high
        if first.isalpha() and last.isalpha():
            low, high = sorted((column_number(first), column_number(last)))
            if high > MAX_COLUMN:
                raise BadReference(f"{rest!r}: columns go from A to XFD")
            return sheet, "columns", low, high
    except BadReference as error:
        raise ToolError("invalid", str(error)) from None
    raise ToolError("invalid", f"{text!r} names no rows or columns", "Write Sheet!5:7 or Sheet!C:D.")


def name_of(sheet: SheetPart, area: Area | None) -> str:
    """A range as it is called: ``Sheet!A1:C9``."""
    return f"{quote(sheet.name)}!{area}" if area is not None else sheet.name


def titles(grid: Grid, sheet: SheetPart, area: Area) -> list[str]:
    """What the columns of a range are called by its first row."""
    return [
        " ".join(grid.text(sheet, (area.top, column)).split()) for column in range(area.left, area.right + 1)
    ]


def find_column(name: str, heads: Sequence[str], area: Area) -> int:
    """A column by its title, or else by its letters.

    Raises:
        ToolError: There is none.
    """
    wanted = name.strip().casefold()
    for number, title in enumerate(heads):
        if title.casefold() == wanted:
            return area.left + number
    if re.fullmatch(r"[a-z]{1,3}", wanted):
        column = column_number(wanted)
        if area.left <= column <= area.right:
            return column
    known = ", ".join(title for title in heads if title)
    raise ToolError(
        "invalid", f"there is no column {name!r} in {area}", f"Its titles are {known}." if known else ""
    )


def csv_rows(text: str) -> list[list[Value]]:
    """The rows of a .csv file; what reads as a plain number is one."""
    sample = text[:4_096]
    delimiter = max(",;\t|", key=sample.count)
    return [[_csv_value(one) for one in row] for row in csv.reader(io.StringIO(text), delimiter=delimiter)]


def _csv_value(text: str) -> Value:
    if not text:
        return None
    number = re.fullmatch(r"-?(0|[1-9]\d{0,14})(\.\d+)?", text.strip())
    if number is None:
        return text
    return float(text) if number[2] else int(text)


def cell_name(sheet: SheetPart, place: Place) -> str:
    """A cell as it is called: ``Sheet!B3``."""
    return f"{quote(sheet.name)}!{a1(place)}"
