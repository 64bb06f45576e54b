"""Computing a workbook's formulas: every cell is handed to the calculation engine one by one, and its values taken back.

The engine never loads or saves a file. What it can't know is put into the formulas it gets: today's date and the time in
simulated time, random numbers drawn from a seed, names and structured references as the ranges they stand for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from ..kernel.streams import Streams
from .cellrefs import Area, Place, Token, a1, functions, plain_function, quote, tokens
from .cellvalues import CellError, Value, serial

if TYPE_CHECKING:
    from ironcalc import Model

MAX_FORMULA: Final = 8_192
"""Characters of a formula (Microsoft, "Excel specifications and limits")."""

_VOLATILE: Final = re.compile(r"\b(?:NOW|TODAY|RAND|RANDBETWEEN)\(", re.IGNORECASE)
_NAMES_DEPTH: Final = 16
_ERRORS: Final = frozenset(
    "#NULL! #DIV/0! #VALUE! #REF! #NAME? #NUM! #N/A #SPILL! #CALC! #CIRC! #ERROR! #N/IMPL!".split()
)


@dataclass(slots=True)
class RawCell:
    """A cell as the file holds it.

    Attributes:
        value: What was typed, or the value that the file remembers for a formula.
        formula: With ``=`` and without the file format's prefixes; empty if it has none.
        style: Index of its style.
        array: The range that a formula fills, if it is an array formula.
    """

    value: Value = None
    formula: str = ""
    style: int = 0
    array: Area | None = None


@dataclass(slots=True)
class Table:
    """A named table of a sheet, for structured references.

    Attributes:
        name: As formulas call it.
        sheet: The sheet it lies on.
        area: All of it, with header and totals.
        columns: The titles, in order.
        header: Rows of the header, 0 or 1.
        totals: Rows of totals, 0 or 1.
    """

    name: str
    sheet: str
    area: Area
    columns: list[str]
    header: int = 1
    totals: int = 0


@dataclass(slots=True)
class Contents:
    """All that a workbook computes from.

    Attributes:
        sheets: Sheet name to its cells, in the order of the workbook.
        names: (name, the sheet it holds on or empty, formula without ``=``).
        tables: Its tables.
    """

    sheets: dict[str, dict[Place, RawCell]] = field(default_factory=dict[str, "dict[Place, RawCell]"])
    names: list[tuple[str, str, str]] = field(default_factory=list["tuple[str, str, str]"])
    tables: list[Table] = field(default_factory=list[Table])


@dataclass(slots=True)
class Outcome:
    """What computing gave.

    Attributes:
        values: Sheet name to the value of every cell that has one, those that array formulas fill included.
        spills: Sheet name to the first cells of formulas that fill more cells than their own, with what they fill.
        unknown: (sheet, cell, function) for every function that isn't known to the engine; such cells keep the value that
            the file remembers.
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
    """
    import ironcalc

    model = ironcalc.create("book", "en", "UTC", "en")
    for number, sheet in enumerate(contents.sheets):
        if number == 0:
            model.rename_sheet(0, sheet)
        else:
            model.add_sheet(sheet)
    prepare = _Preparer(contents, at, Streams(seed))
    outcome = Outcome({}, {}, [], [], [])
    for number, (sheet, cells) in enumerate(contents.sheets.items()):
        for place, cell in cells.items():
            _feed(model, number, sheet, place, cell, prepare, outcome)
    model.evaluate()
    for number, (sheet, cells) in enumerate(contents.sheets.items()):
        outcome.values[sheet] = _values(model, number, sheet, cells, outcome)
    _spills(model, contents, outcome)
    return outcome


def supports(name: str) -> bool:
    """Whether formulas may call a function."""
    name = plain_function(name.upper())
    return name in ("NOW", "TODAY", "RAND", "RANDBETWEEN") or _known(name)


@lru_cache(maxsize=1024)
def _known(name: str) -> bool:
    import ironcalc

    if not re.fullmatch(r"[A-Z][A-Z0-9.]*", name):
        return False
    model = ironcalc.create("book", "en", "UTC", "en")
    model.update_cell_with_formula(0, 1, 1, f"={name}()")
    model.evaluate()
    return model.get_cell_value(0, 1, 1) != "#NAME?"


def unsupported(formula: str) -> list[str]:
    """The functions a formula calls that can't be computed."""
    called = functions(formula)
    if "LET" in called or "LAMBDA" in called:
        bound = {token.body.upper() for token in tokens(formula) if token.kind == "name"}
        called = [one for one in called if one not in bound]
    return [one for one in called if not supports(one)]


def readable(formula: str) -> bool:
    """Whether a text is a formula at all: what stands in it may still give an error."""
    import ironcalc

    if len(formula) > MAX_FORMULA or not _balanced(formula):
        return False
    bare = "".join("1" if token.kind == "table" else token.written for token in tokens(formula))
    model = ironcalc.create("book", "en", "UTC", "en")
    model.update_cell_with_formula(0, MAX_PROBE, 1, bare)
    model.evaluate()
    return model.get_cell_value(0, MAX_PROBE, 1) != "#ERROR!"


MAX_PROBE: Final = 1_048_576
"""The row on which formulas are tried: the last, which they hardly refer to."""


def _balanced(formula: str) -> bool:
    depth = 0
    before = "="
    for token in tokens(formula[1:]):
        body = token.written
        if body.isspace():
            continue
        depth += (body == "(") - (body == ")")
        depth_of_braces = body in ";"  # separates arguments in other languages than the file's
        if depth < 0 or (depth_of_braces and "{" not in formula) or (body == '"'):
            return False
        if body == ")" and before in ("+", "-", "*", "/", "^", "&", "="):
            return False
        before = body
    return depth == 0 and before not in ("+", "-", "*", "/", "^", "&", "=", "<", ">", ",", "(")


def _feed(
    model: Model, number: int, sheet: str, place: Place, cell: RawCell, prepare: _Preparer, outcome: Outcome
) -> None:
    row, column = place
    value = cell.value
    if cell.formula:
        missing = prepare.missing(cell.formula)
        if not missing:
            formula = prepare.ready(cell.formula, sheet, place)
            if cell.array is not None and cell.array.size > 1:
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


_LITERAL: Final = frozenset("#NULL! #DIV/0! #VALUE! #REF! #NAME? #NUM! #N/A".split())


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
    if isinstance(value, str) and value in _ERRORS:
        import ironcalc

        if model.get_cell_type(sheet, *place) == ironcalc.CellType.ErrorValue:
            return CellError("#NAME?" if value == "#N/IMPL!" else value)
    return value


def _spills(model: Model, contents: Contents, outcome: Outcome) -> None:
    filled: list[tuple[int, int, int]] = model.get_all_cells()
    if len(filled) <= sum(len(values) for values in outcome.values.values()):
        return
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
        for place, cell in sorted(contents.sheets[sheet].items()):
            if cell.formula:
                area = _grown(place, left)
                if area.size > 1:
                    outcome.spills.setdefault(sheet, {})[place] = area
                    left.difference_update(area.places())
        for spilled in outcome.spills.get(sheet, {}).values():
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


class _Preparer:
    """Turns a formula of the file into one the engine can compute alone."""

    def __init__(self, contents: Contents, at: datetime, streams: Streams) -> None:
        self._names: dict[tuple[str, str], str] = {}
        for name, scope, formula in contents.names:
            self._names.setdefault((scope.casefold(), name.casefold()), formula)
        self._tables = {table.name.casefold(): table for table in contents.tables}
        self._at = at
        self._streams = streams
        known = sorted({re.escape(name) for _, name in self._names}, key=len, reverse=True)
        self._named = (
            re.compile(rf"(?<![\w.])(?:{'|'.join(known)})(?![\w.(])", re.IGNORECASE) if known else None
        )
        self._missing: dict[tuple[str, ...], list[str]] = {}

    def missing(self, formula: str) -> list[str]:
        """The functions that can't be computed."""
        calls = tuple(dict.fromkeys(re.findall(r"([^\W\d][\w.]*)\(", formula)))
        if not calls:
            return []
        found = self._missing.get(calls)
        if found is None:
            found = self._missing[calls] = [one for one in calls if not supports(one)]
        return unsupported(formula) if found else found

    def ready(self, formula: str, sheet: str, place: Place) -> str:
        """The formula to compute."""
        changed = (self._named is not None and self._named.search(formula)) or "[" in formula
        if not changed and not _VOLATILE.search(formula):
            return formula
        return "=" + self._rewritten(formula[1:], sheet, place, 0, [0])

    def _rewritten(self, formula: str, sheet: str, place: Place, depth: int, draws: list[int]) -> str:
        out: list[str] = []
        pieces = list(tokens(formula))
        at = 0
        while at < len(pieces):
            piece = pieces[at]
            at += 1
            call = piece.body.upper() if piece.kind == "function" else ""
            if call in ("NOW", "TODAY", "RAND", "RANDBETWEEN"):
                inside, at = _arguments(pieces, at)
                out.append(self._volatile(call, inside, sheet, place, depth, draws))
            elif piece.kind == "name" and depth < _NAMES_DEPTH:
                meaning = self._meaning(piece, sheet)
                rewritten = (
                    None if meaning is None else self._rewritten(meaning, sheet, place, depth + 1, draws)
                )
                out.append(piece.written if rewritten is None else _wrapped(rewritten))
            elif piece.kind == "table":
                out.append(self._structured(piece.body, sheet, place) or piece.written)
            else:
                out.append(piece.written)
        return "".join(out)

    def _meaning(self, piece: Token, sheet: str) -> str | None:
        name = piece.body.casefold()
        table = self._tables.get(name)
        if table is not None:
            return self._structured(f"{table.name}[]", sheet, (0, 0))
        return self._names.get(((piece.sheet or sheet).casefold(), name)) or self._names.get(("", name))

    def _volatile(
        self, call: str, inside: Sequence[Token], sheet: str, place: Place, depth: int, draws: list[int]
    ) -> str:
        if call == "TODAY":
            return str(serial(self._at.date()))
        if call == "NOW":
            return repr(serial(self._at))
        draws[0] += 1
        draw = self._streams.stream("rand", sheet, a1(place), draws[0]).uniform()
        if call == "RAND":
            return f"{draw:.16f}"
        low, high = (
            self._rewritten("".join(one.written for one in part), sheet, place, depth, draws)
            for part in _split(inside)
        )
        return f"(ROUNDUP({low},0)+INT({draw:.16f}*(INT({high})-ROUNDUP({low},0)+1)))"

    def _structured(self, text: str, sheet: str, place: Place) -> str | None:
        """A structured reference as a range."""
        name, _, inside = text.partition("[")
        inside = inside.removesuffix("]")
        table = self._tables.get(name.casefold()) if name else self._around(sheet, place)
        if table is None:
            return None
        parts = re.findall(r"\[([^\[\]]*)\]", inside) or [inside]
        if inside.startswith("@") and parts != [inside]:
            parts = ["#This Row", *parts]
        area, (top, left, bottom, right) = table.area, table.area
        first, last = top + table.header, bottom - table.totals
        titles = [title.casefold() for title in table.columns]
        columns: list[int] = []
        for part in parts:
            word = part.strip().casefold()
            if word == "#all":
                first, last = top, bottom
            elif word == "#headers":
                first = last = top
            elif word == "#totals":
                first = last = bottom
            elif word == "#this row" or (word.startswith("@") and word):
                first = last = place[0]
                word = word.removeprefix("@").removeprefix("#this row")
            if word and not word.startswith("#"):
                if word not in titles:
                    return "#REF!"
                columns.append(left + titles.index(word))
        if columns:
            left, right = min(columns), max(columns)
        inner = Area(first, left, last, right)
        return f"{quote(table.sheet)}!{inner}" if area.size else None

    def _around(self, sheet: str, place: Place) -> Table | None:
        return next(
            (one for one in self._tables.values() if one.sheet == sheet and one.area.holds(place)), None
        )


def _wrapped(text: str) -> str:
    """A name's meaning in brackets, unless it is one reference."""
    return text if [one.kind for one in tokens(text)] in (["area"], ["columns"], ["rows"]) else f"({text})"


def _arguments(pieces: Sequence[Token], at: int) -> tuple[list[Token], int]:
    """What stands between the brackets that open at ``at``, and where it goes on after them."""
    depth, inside = 0, list[Token]()
    while at < len(pieces):
        piece = pieces[at]
        at += 1
        depth += (piece.written == "(") - (piece.written == ")")
        if depth == 0:
            break
        if depth > 1 or piece.written != "(":
            inside.append(piece)
    return inside, at


def _split(pieces: Iterable[Token]) -> tuple[list[Token], list[Token]]:
    """The two arguments of a call."""
    first, second, depth = list[Token](), list[Token](), 0
    here = first
    for piece in pieces:
        depth += (piece.written == "(") - (piece.written == ")")
        if depth == 0 and piece.written == "," and here is first:
            here = second
        else:
            here.append(piece)
    return first, second
