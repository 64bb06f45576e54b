"""A workbook as checks look at it: computed cells, what feeds what, and the same under changed inputs."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from copy import copy
from datetime import UTC, datetime
from decimal import Decimal
from functools import cached_property, lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from ..engine.files.cellrefs import a1, quote, tokens

if TYPE_CHECKING:
    from ..engine.files.book import Book, Cell
else:
    Book = Cell = object

Value: TypeAlias = "bool | int | float | str | None"
Row: TypeAlias = "Mapping[int, Cell]"

_NOW: Final = datetime(2026, 1, 1, 12, tzinfo=UTC)
"""What ``TODAY()`` is while a workbook is looked at: a score must not depend on when it is asked for."""
_DATES: Final = re.compile(r'"[^"]*"|\[[^\]]*\]|\\.')
KEPT: Final = 64
"""Workbooks that are kept computed, and variants of each."""
MAX_FEEDING: Final = 50_000
"""Cells that are followed backwards from one cell."""
MAX_LOOKS: Final = 500_000
"""Times that cells are met on the way."""
MAX_NAMES: Final = 100
"""Names that one formula rests on."""


class Spot(NamedTuple):
    """A cell of a workbook; row and column count from 1."""

    sheet: str
    row: int
    column: int

    @property
    def name(self) -> str:
        """As people write it: ``Inputs!B3``."""
        return f"{self.sheet}!{a1((self.row, self.column))}"


class Workbook:
    """A workbook's cells, computed. Ask `problem` first: a damaged one is empty.

    Args:
        data: The file.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._changed: dict[tuple[tuple[str, str], ...], Book] = {}
        self.looked_at: tuple[str, ...] | None = None
        """The sheets on which labels are looked for; all if None."""

    def within(self, sheets: tuple[str, ...]) -> Workbook:
        """The same workbook with labels looked for on some sheets alone."""
        part = copy(self)
        part.looked_at = sheets
        return part

    @cached_property
    def _read(self) -> tuple[Book | None, str]:
        from ..engine.files.book import recalculate

        try:
            return recalculate(self._data, at=_NOW), ""
        except Exception as error:  # noqa: BLE001 - a file made by anybody can fail in any library in any way
            return None, f"the workbook can't be opened: {error}"

    @property
    def problem(self) -> str:
        """Why it can't be read; empty if it can."""
        return self._read[1]

    @property
    def names(self) -> Mapping[str, str]:
        """Defined name to what it stands for, such as ``Inputs!$B$2``."""
        book = self._read[0]
        return book.names if book is not None else {}

    @cached_property
    def cells(self) -> dict[Spot, Cell]:
        """Every cell that holds something, in order of sheets and rows."""
        book = self._read[0]
        found: dict[Spot, Cell] = {}
        for sheet, cells in book.cells.items() if book is not None else ():
            placed = sorted((place_of(name), cell) for name, cell in cells.items() if _holds(cell))
            found.update((Spot(sheet, *place), cell) for place, cell in placed)
        return found

    @property
    def sheets(self) -> tuple[str, ...]:
        """Its sheets, in order."""
        book = self._read[0]
        return book.sheets if book is not None else ()

    @cached_property
    def _grid(self) -> dict[str, dict[int, dict[int, Cell]]]:
        found: dict[str, dict[int, dict[int, Cell]]] = {sheet: {} for sheet in self.sheets}
        for spot, cell in self.cells.items():
            found[spot.sheet].setdefault(spot.row, {})[spot.column] = cell
        return found

    def rows(self, sheet: str) -> Iterator[tuple[int, dict[int, Cell]]]:
        """A sheet's filled rows: number, and its cells by column."""
        return iter(sorted(self._grid.get(sheet, {}).items()))

    def at(self, sheet: str, row: int, column: int) -> Cell | None:
        """A cell; None if nothing is in it."""
        return self._grid.get(sheet, {}).get(row, {}).get(column)

    def width(self, sheet: str) -> int:
        """The last column that holds something."""
        return max((max(row) for row in self._grid.get(sheet, {}).values()), default=0)

    @staticmethod
    def shown(cell: Cell) -> str:
        """A cell's value in full: percents and dates as such, other numbers unrounded."""
        value = cell.value
        if isinstance(value, bool) or value is None:
            return str(value or "").upper()
        if isinstance(value, str):
            return " ".join(value.replace("|", "/").split())
        code = _DATES.sub("", cell.format).casefold()
        if "%" in code:
            return f"{text_of(Decimal(str(value)) * 100)}%"
        if any(letter in code for letter in "yd") and code != "general":
            return cell.shown
        return text_of(Decimal(str(value)))

    @cached_property
    def errors(self) -> list[tuple[str, str]]:
        """Cells that show an error, with it."""
        book = self._read[0]
        return list(book.errors()) if book is not None else []

    def choices(self, spot: Spot) -> list[str]:
        """What the drop-down list of a cell offers; empty if it has none."""
        return self._lists.get((spot.sheet, spot.row, spot.column), [])

    @cached_property
    def _lists(self) -> dict[tuple[str, int, int], list[str]]:
        from ..engine.files.bookcells import sheet_parts
        from ..engine.files.bookparts import Package

        found: dict[tuple[str, int, int], list[str]] = {}
        package = Package(self._data)
        for sheet in sheet_parts(package):
            for one in package.tree(sheet.part).iter("{*}dataValidation"):
                source = "".join(text.text or "" for text in one.iter("{*}formula1"))
                if one.get("type") == "list" and source:
                    offered = self._offered(source, sheet.name)
                    for area in str(one.get("sqref", "")).split()[:50]:
                        first, _, last = area.partition(":")
                        (top, left), (bottom, right) = place_of(first), place_of(last or first)
                        for row in range(top, min(bottom, top + 200) + 1):
                            for column in range(left, min(right, left + 20) + 1):
                                found[sheet.name, row, column] = offered
        return found

    def _offered(self, source: str, sheet: str) -> list[str]:
        if source.startswith('"'):
            return [one.strip() for one in source.strip('"').split(",")]
        return [str(self.cells[spot].value) for spot in self._named(source, sheet)]

    # What feeds what -----------------------------------------------------------------------------------------

    @cached_property
    def _areas(self) -> Mapping[str, tuple[str, str]]:
        """Tables by name in lower case: their sheet and range."""
        from ..engine.files.bookcells import contents
        from ..engine.files.bookparts import Package

        return {
            one.name.casefold(): (one.sheet, str(one.area)) for one in contents(Package(self._data)).tables
        }

    def feeding(self, spot: Spot) -> set[Spot]:
        """The cells that a cell's value comes from, however far back, itself left out."""
        if spot not in self._fed:
            seen: set[Spot] = set()
            waiting = [spot]
            looks = 0
            while waiting and len(seen) < MAX_FEEDING and looks < MAX_LOOKS:
                for one in islice(self._sources(waiting.pop()), MAX_LOOKS - looks):
                    looks += 1
                    if one not in seen:
                        seen.add(one)
                        waiting.append(one)
            seen.discard(spot)
            self._fed[spot] = seen
        return self._fed[spot]

    def is_fed(self, spot: Spot) -> bool:
        """Whether a cell's value comes from any other."""
        return any(one != spot for one in self._sources(spot))

    @cached_property
    def _fed(self) -> dict[Spot, set[Spot]]:
        return {}

    def _sources(self, spot: Spot) -> Iterator[Spot]:
        cell = self.cells.get(spot)
        return self._named(cell.formula, spot.sheet) if cell is not None and cell.formula else iter(())

    @cached_property
    def _meanings(self) -> dict[str, str]:
        return {name.casefold(): meaning for name, meaning in self.names.items()}

    def _named(self, formula: str, sheet: str, met: set[tuple[str, str]] | None = None) -> Iterator[Spot]:
        """The filled cells that a formula names, those that its names stand for included."""
        met = set[tuple[str, str]]() if met is None else met
        for token in tokens(formula):
            where = self._sheet(token.sheet) if token.sheet else sheet
            if token.kind in ("area", "columns", "rows"):
                yield from self._within(where, token.body.replace("$", ""))
            elif token.kind == "name" and (meaning := self._meanings.get(token.body.casefold())) is not None:
                name = (token.body.casefold(), where)
                if name not in met and len(met) < MAX_NAMES:
                    met.add(name)
                    yield from self._named(meaning, where, met)
            elif token.kind == "table" and (area := self._areas.get(token.body.partition("[")[0].casefold())):
                yield from self._within(*area)

    def _sheet(self, name: str) -> str:
        return next((one for one in self.sheets if one.casefold() == name.casefold()), name)

    def _within(self, sheet: str, area: str) -> Iterator[Spot]:
        first, _, last = area.partition(":")
        (top, left), (bottom, right) = _corner(first, 1), _corner(last or first, 1 << 20)
        columns = self._columns.get(sheet, {})
        for column in range(left, right + 1) if right - left < len(columns) else columns:
            if left <= column <= right and column in columns:
                rows = columns[column]
                for row in rows[bisect_left(rows, top) : bisect_right(rows, bottom)]:
                    yield Spot(sheet, row, column)

    @cached_property
    def _columns(self) -> dict[str, dict[int, list[int]]]:
        """The filled rows of each column, in order."""
        found: dict[str, dict[int, list[int]]] = {}
        for spot in self.cells:
            found.setdefault(spot.sheet, {}).setdefault(spot.column, []).append(spot.row)
        return found

    def after(self, inputs: Mapping[Spot, Value]) -> Book | None:
        """The workbook computed anew with some cells set; None if that fails."""
        from ..engine.files.book import recalculate

        key = tuple(sorted((spot.name, repr(value)) for spot, value in inputs.items()))
        if key not in self._changed:
            given = {
                f"{quote(spot.sheet)}!{a1((spot.row, spot.column))}": value for spot, value in inputs.items()
            }
            if len(self._changed) >= KEPT:
                self._changed.clear()
            try:
                self._changed[key] = recalculate(self._data, given, at=_NOW)
            except Exception:  # noqa: BLE001 - see above
                return None
        return self._changed[key]


@lru_cache(maxsize=KEPT)
def book_of(data: bytes) -> Workbook:
    """The workbook in a file, kept by content."""
    return Workbook(data)


def number_in(book: Book, spot: Spot) -> Decimal | None:
    """A cell's number in a computed workbook; None if it holds something else."""
    cell = book.cells.get(spot.sheet, {}).get(a1((spot.row, spot.column)))
    return number_of(cell.value) if cell is not None else None


def number_of(value: Value) -> Decimal | None:
    """A cell's value as an exact number; None if it is none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return Decimal(str(value))


_YES: Final = {"yes": 1, "y": 1, "true": 1, "x": 1, "no": 0, "n": 0, "false": 0}


def flag_of(value: Value) -> int | None:
    """A cell's value as yes (1) or no (0); None if it says neither."""
    if isinstance(value, bool):
        return int(value)
    return _YES.get(value.strip().casefold()) if isinstance(value, str) else None


def like(held: Value, flag: int) -> Value:
    """Yes or no as a cell says it that holds one of the two."""
    if not isinstance(held, str):
        return bool(flag)
    pairs = (("yes", "no"), ("y", "n"), ("true", "false"), ("x", ""))
    word = next((pair[1 - flag] for pair in pairs if held.strip().casefold() in pair), str(flag))
    return (
        word.upper()
        if held.isupper() and len(held) > 1
        else word.capitalize()
        if held[:1].isupper()
        else word
    )


def text_of(number: Decimal) -> str:
    """A number without an exponent or trailing zeros."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def place_of(name: str) -> tuple[int, int]:
    """Row and column of ``B3``."""
    return _corner(name, 1)


def _corner(text: str, missing: int) -> tuple[int, int]:
    column = 0
    digits = ""
    for char in text.upper():
        if "A" <= char <= "Z":
            column = column * 26 + ord(char) - 64
        elif char.isdigit():
            digits += char
    return int(digits) if digits else missing, column or missing


def _holds(cell: Cell) -> bool:
    return cell.formula != "" or (cell.value is not None and cell.value != "")
