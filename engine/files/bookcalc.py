"""Computing a workbook: every cell is handed to the calculation engine one by one, and its value taken back.

The engine never loads or saves a file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from ..kernel.streams import Streams
from .bookformulas import Preparer
from .bookmodel import Contents, RawCell
from .bookparts import BadWorkbook
from .cellrefs import Area, Place
from .cellvalues import CellError, Value

if TYPE_CHECKING:
    from ironcalc import Model

MAX_TEXT: Final = 32_767
"""Characters of a cell (Microsoft, "Excel specifications and limits")."""
MAX_SPILLED: Final = 100_000
"""Cells that formulas fill besides their own."""

_ERRORS: Final = frozenset(
    "#NULL! #DIV/0! #VALUE! #REF! #NAME? #NUM! #N/A #SPILL! #CALC! #CIRC! #ERROR! #N/IMPL!".split()
)


@dataclass(slots=True)
class Outcome:
    """What computing gave.

    Attributes:
        values: Sheet name to the value of every cell that has one, those that array formulas fill included.
        spills: Sheet name to the first cells of formulas that fill more cells than their own, with what they fill.
        unknown: (sheet, cell, function) for every function that the engine doesn't know; such cells keep
            the value that the file remembers.
        circular: (sheet, cell) of the cells that refer to themselves.
        unreadable: (sheet, cell) of formulas that are none.
    """

    values: dict[str, dict[Place, Value]]
    spills: dict[str, dict[Place, Area]]
    unknown: list[tuple[str, Place, str]]
    circular: list[tuple[str, Place]]
    unreadable: list[tuple[str, Place]]


def compute(contents: Contents, *, at: datetime, seed: int = 0) -> Outcome:
    """Compute every formula of a workbook.

    Args:
        contents: Its cells, names and tables.
        at: Now, for ``NOW`` and ``TODAY``; its own wall time counts.
        seed: What ``RAND`` and ``RANDBETWEEN`` draw from, by sheet and cell.

    Raises:
        BadWorkbook: The engine gives up, at a date a million months away for one.
    """
    try:
        return _compute(contents, at, seed)
    except BaseException as error:
        # what goes wrong inside the engine is an exception of its own that no library exports
        if type(error).__name__ not in ("PanicException", "WorkbookError"):
            raise
        raise BadWorkbook(f"the workbook can't be computed ({str(error)[:120]})") from None


def _compute(contents: Contents, at: datetime, seed: int) -> Outcome:
    import ironcalc

    model = ironcalc.create("book", "en", "UTC", "en")
    for number, sheet in enumerate(contents.sheets):
        if number == 0:
            model.rename_sheet(0, sheet)
        else:
            model.add_sheet(sheet)
    prepare = Preparer(contents, at, Streams(seed))
    outcome = Outcome({}, {}, [], [], [])
    filled = {sheet: contents.filled(sheet) for sheet in contents.sheets}
    for number, (sheet, cells) in enumerate(contents.sheets.items()):
        for place, cell in cells.items():
            if place not in filled[sheet]:
                _feed(model, number, sheet, place, cell, prepare, outcome)
    model.evaluate()
    for number, (sheet, cells) in enumerate(contents.sheets.items()):
        alone = {place: cell for place, cell in cells.items() if place not in filled[sheet]}
        outcome.values[sheet] = _values(model, number, sheet, alone, outcome)
    _spills(model, contents, outcome)
    return outcome


def _feed(
    model: Model, number: int, sheet: str, place: Place, cell: RawCell, prepare: Preparer, outcome: Outcome
) -> None:
    row, column = place
    value = cell.value
    if cell.formula:
        missing = prepare.missing(cell.formula)
        if not missing:
            formula = prepare.ready(cell.formula, sheet, place)
            if cell.array is not None and not cell.dynamic and cell.array.size > 1:
                model.set_user_array_formula(
                    number, row, column, cell.array.width, cell.array.height, formula
                )
            else:
                model.update_cell_with_formula(number, row, column, formula)
            return
        outcome.unknown.extend((sheet, place, one) for one in missing if one)
        value = cell.value if cell.value is not None else CellError("#NAME?")
    if isinstance(value, CellError):
        model.update_cell_with_formula(number, row, column, f"={value}" if value in _LITERAL else "=NA()")
    elif isinstance(value, bool):
        model.update_cell_with_bool(number, row, column, value)
    elif isinstance(value, int | float):
        model.update_cell_with_number(number, row, column, float(value))
    elif isinstance(value, str):
        model.update_cell_with_text(number, row, column, value)


_LITERAL: Final[frozenset[str]] = frozenset("#NULL! #DIV/0! #VALUE! #REF! #NAME? #NUM! #N/A".split())


def _values(
    model: Model, number: int, sheet: str, cells: Mapping[Place, RawCell], outcome: Outcome
) -> dict[Place, Value]:
    unknown = {place for where, place, _ in outcome.unknown if where == sheet}
    values: dict[Place, Value] = {}
    for place, cell in cells.items():
        if not cell.formula:
            if cell.value is not None:
                values[place] = cell.value
            continue
        if place in unknown or not cell.formula:
            values[place] = cell.value if cell.value is not None else CellError("#NAME?")
            continue
        value = _value(model, number, place)
        if value == "#CIRC!" and isinstance(value, CellError):
            outcome.circular.append((sheet, place))
        elif value == "#ERROR!" and isinstance(value, CellError):
            if "[" in cell.formula and cell.value is not None:
                value = cell.value  # another workbook's cell: the file remembers its value
            else:
                outcome.unreadable.append((sheet, place))
                value = CellError("#NAME?")
        values[place] = value
    return values


def _value(model: Model, sheet: int, place: Place) -> Value:
    value: Any = model.get_cell_value(sheet, *place)
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < 1e15 else value
    if isinstance(value, str) and len(value) > MAX_TEXT:
        return CellError("#VALUE!")
    if isinstance(value, str) and value in _ERRORS:
        import ironcalc

        if model.get_cell_type(sheet, *place) == ironcalc.CellType.ErrorValue:
            return CellError("#NAME?" if value == "#N/IMPL!" else value)
    return value


def _spills(model: Model, contents: Contents, outcome: Outcome) -> None:
    filled: list[tuple[int, int, int]] = model.get_all_cells()
    extras = len(filled) - sum(len(values) for values in outcome.values.values())
    if not 0 < extras <= MAX_SPILLED:
        return  # a formula of older days over whole columns means one cell of them
    sheets = list(contents.sheets)
    extra: dict[str, set[Place]] = {}
    for number, row, column in filled:
        sheet = sheets[number]
        if (row, column) not in outcome.values[sheet]:
            extra.setdefault(sheet, set()).add((row, column))
    for sheet in sheets:
        left = extra.get(sheet)
        if not left:
            continue
        number = sheets.index(sheet)
        spills = outcome.spills.setdefault(sheet, {})
        for place, cell in sorted(contents.sheets[sheet].items()):
            if cell.formula:
                fixed = cell.array is not None and not cell.dynamic
                area = cell.array if cell.array is not None and fixed else _grown(place, left)
                if area.size > 1:
                    spills[place] = area
                    left.difference_update(area.places())
        for spilled in spills.values():
            for place in spilled.places():
                if place not in outcome.values[sheet]:
                    value = _value(model, number, place)
                    if value is not None:
                        outcome.values[sheet][place] = value


def _grown(place: Place, left: set[Place]) -> Area:
    """What a formula fills: the cells to the right and below that no other cell accounts for."""
    row, column = place
    right = column
    while (row, right + 1) in left:
        right += 1
    bottom = row
    while all((bottom + 1, one) in left for one in range(column + (right > column), right + 1)) and (
        right > column or (bottom + 1, column) in left
    ):
        bottom += 1
    return Area(row, column, bottom, right)
