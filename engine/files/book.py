"""Workbooks: made from what an author writes, and computed under changed inputs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from difflib import get_close_matches
from typing import TypeAlias

from ...personas.problems import AuthoringErrors
from .bookcalc import Outcome, compute
from .bookcells import contents, number_formats, resolve
from .bookedit import Workbook
from .bookfaults import faults
from .bookmake import build
from .bookmodel import Contents, RawCell
from .bookparts import BadWorkbook, Package
from .bookyaml import BookSpec, parse
from .cellrefs import Area, BadReference, a1, column_number, parse_cell, tokens
from .cellvalues import CellError, Value, serial
from .normal import normalise
from .shown import shown

__all__ = [
    "BadWorkbook",
    "Book",
    "Cell",
    "CellError",
    "Input",
    "InputError",
    "Value",
    "from_yaml",
    "recalculate",
]

Input: TypeAlias = bool | int | float | str | Decimal | date | datetime | None
"""What an input may be set to; a text that starts with ``=`` is a formula."""


class InputError(LookupError):
    """An input names no cell and no defined name, or can't be set; the message says what would be right."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A computed cell.

    Attributes:
        value: Its value; dates are numbers, errors are `CellError`.
        formula: As typed, with ``=``; empty if it has none.
        format: Its number format.
    """

    value: Value
    formula: str = ""
    format: str = "General"

    @property
    def shown(self) -> str:
        """Its value as the spreadsheet shows it."""
        return shown(self.value, self.format)


@dataclass(frozen=True, slots=True)
class Book:
    """A workbook's computed cells.

    Attributes:
        cells: Sheet name to its cells by name (``B3``), row by row; sheets in the order of their tabs.
        names: Defined name to what it stands for, such as ``Inputs!$B$2``.
        unknown: (cell, function) for functions that can't be computed here; such a cell keeps the value that the file
            remembers. Cells are named ``Sheet!B3`` here and below.
        circular: Cells that refer to themselves.
    """

    cells: Mapping[str, Mapping[str, Cell]]
    names: Mapping[str, str]
    unknown: tuple[tuple[str, str], ...] = ()
    circular: tuple[str, ...] = ()

    @property
    def sheets(self) -> tuple[str, ...]:
        """The names of the sheets, in order."""
        return tuple(self.cells)

    def cell(self, name: str) -> Cell:
        """A cell by ``Sheet!B3``, by ``B3`` on the first sheet, or by a defined name; an empty one if nothing is in it.

        Raises:
            InputError: Nothing is called that.
        """
        sheet, area = self._resolve(name)
        return self.cells[sheet].get(a1((area.top, area.left)), Cell(None))

    def value(self, name: str) -> Value:
        """The value of a cell, named as in `cell`."""
        return self.cell(name).value

    def rows(self, name: str) -> list[list[Value]]:
        """The values of a range (``Sheet!A1:C9``), row by row.

        Raises:
            InputError: Nothing is called that.
        """
        sheet, area = self._resolve(name)
        cells = self.cells[sheet]
        return [
            [
                cells[at].value if (at := a1((row, column))) in cells else None
                for column in range(area.left, area.right + 1)
            ]
            for row in range(area.top, area.bottom + 1)
        ]

    def errors(self) -> Iterator[tuple[str, str]]:
        """(cell, error) for every cell that shows an error."""
        for sheet, cells in self.cells.items():
            for name, cell in cells.items():
                if isinstance(cell.value, CellError):
                    yield f"{sheet}!{name}", str(cell.value)

    def formulas(self) -> Iterator[tuple[str, str]]:
        """(cell, formula) for every cell that has one."""
        for sheet, cells in self.cells.items():
            for name, cell in cells.items():
                if cell.formula:
                    yield f"{sheet}!{name}", cell.formula

    def _resolve(self, name: str) -> tuple[str, Area]:
        return _resolve(name, self.names, list(self.cells))


def from_yaml(text: str, *, at: datetime, author: str = "", file: str = "workbook.xlsx.yaml") -> bytes:
    """A workbook from what an author wrote; `bookyaml` describes the form, ``docs`` shows it.

    Args:
        text: YAML.
        at: When it was made, in simulated time, aware.
        author: Who made it.
        file: The text's name, for errors.

    Raises:
        AuthoringErrors: With file, line, what is wrong and what would be right, for every fault found; a formula that
            can't be read, calls an unknown function or refers to itself is a fault.
    """
    spec, lines = parse(text, file)
    data, formulas = build(spec, author=author)
    if formulas:
        book = Workbook(data)
        try:
            outcome = book.compute(at=at)
        except BadWorkbook as error:
            raise AuthoringErrors(
                [lines.error((), str(error), "Look for dates and powers beyond reason.")]
            ) from None
        found = faults(spec, lines, formulas, outcome)
        if found:
            raise AuthoringErrors(found)
        _fit(book, spec, outcome)
        data = book.save(outcome, at=at)
    return normalise("workbook.xlsx", data, at)


def _fit(book: Workbook, spec: BookSpec, outcome: Outcome) -> None:
    """Widen columns for what their formulas give, but for those whose width the author gave."""
    for part, sheet in zip(book.sheets, spec.sheets, strict=True):
        left = parse_cell(sheet.at)[1]
        given = {left + n for n, column in enumerate(sheet.columns) if column.width is not None}
        given |= {column_number(name) for name in sheet.widths}
        lengths: dict[int, int] = {}
        for (row, column), cell in book.cells(part).items():
            value = outcome.values[part.name].get((row, column))
            if cell.formula and not (isinstance(value, str) and not isinstance(value, CellError)):
                lengths[column] = max(lengths.get(column, 0), len(shown(value, book.format(cell))))
        book.fit(part, lengths, given)


def recalculate(
    data: bytes, inputs: Mapping[str, Input] | None = None, *, at: datetime, seed: int = 0
) -> Book:
    """Compute a workbook, with some of its inputs set to other values.

    Args:
        data: The ``.xlsx`` file.
        inputs: What to set: ``Sheet!B3``, ``B3`` on the first sheet, or a defined name, to its value. A name that
            stands for a cell sets the cell; one that stands for a constant or a formula is itself set.
        at: Now, for ``NOW`` and ``TODAY``; its own wall time counts.
        seed: What random numbers are drawn from.

    Raises:
        BadWorkbook: The file is no workbook, or damaged.
        InputError: An input names nothing, or more than one cell.
    """
    package = Package(data)
    whole = contents(package)
    formats = number_formats(package)
    for name, value in (inputs or {}).items():
        _set(whole, name, value)
    return _book(whole, compute(whole, at=at, seed=seed), formats)


def _set(whole: Contents, name: str, value: Input) -> None:
    raw = _raw(value)
    named = next(
        (n for n, one in enumerate(whole.names) if one[0].casefold() == name.strip().casefold()), None
    )
    if named is not None:
        known, scope, meaning = whole.names[named]
        if not _is_reference(meaning):
            text = raw.formula[1:] if raw.formula else _literal(raw.value)
            whole.names[named] = (known, scope, text)
            return
    sheet, area = _resolve(name, {one[0]: one[2] for one in whole.names}, list(whole.sheets))
    if area.size > 1:
        raise InputError(
            f"the input {name!r} stands for {sheet}!{area}, which is {area.size} cells: set one cell"
        )
    place = (area.top, area.left)
    cells = whole.sheets[sheet]
    old = cells.get(place)
    raw.style = old.style if old is not None else 0
    if raw.value is None and not raw.formula:
        cells.pop(place, None)
    else:
        cells[place] = raw


def _raw(value: Input) -> RawCell:
    if isinstance(value, str) and value.startswith("=") and len(value) > 1:
        return RawCell(formula=value)
    if isinstance(value, date):
        return RawCell(serial(value))
    return RawCell(float(value) if isinstance(value, Decimal) else value)


def _literal(value: Value) -> str:
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, str):
        return '"' + value.replace('"', '""') + '"'
    return "" if value is None else repr(value)


def _is_reference(meaning: str) -> bool:
    return [one.kind for one in tokens(meaning)] in (["area"], ["columns"], ["rows"])


def _resolve(name: str, names: Mapping[str, str], sheets: list[str]) -> tuple[str, Area]:
    name = name.strip()
    meaning = next((text for known, text in names.items() if known.casefold() == name.casefold()), name)
    try:
        return resolve(meaning, sheets)
    except BadReference as error:
        near = get_close_matches(name, names, n=1, cutoff=0.6)
        hint = f"did you mean the name {near[0]!r}?" if near else f"{error}"
        if not near and names:
            hint += f"; defined names are {', '.join(sorted(names)[:20])}"
        raise InputError(f"the workbook has no cell or name {name!r}: {hint}") from None


def _book(whole: Contents, outcome: Outcome, formats: list[str]) -> Book:
    sheets: dict[str, dict[str, Cell]] = {}
    for sheet, cells in whole.sheets.items():
        values = outcome.values[sheet]
        found: dict[str, Cell] = {}
        for place in sorted({*values, *(one for one, cell in cells.items() if cell.formula)}):
            raw = cells.get(place) or RawCell()
            form = formats[raw.style] if raw.style < len(formats) else "General"
            found[a1(place)] = Cell(values.get(place), raw.formula, form)
        sheets[sheet] = found
    return Book(
        sheets,
        {name: meaning for name, _, meaning in whole.names},
        tuple((f"{sheet}!{a1(place)}", function) for sheet, place, function in outcome.unknown),
        tuple(f"{sheet}!{a1(place)}" for sheet, place in outcome.circular),
    )
