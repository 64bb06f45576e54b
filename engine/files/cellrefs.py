"""Where cells are, and how formulas speak of them: the A1 notation, read and rewritten.

A formula is never evaluated here. It is cut into tokens, of which only references to cells, names of sheets, names
and functions matter; everything else is carried through as written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple, TypeAlias

MAX_ROW: Final = 1_048_576
MAX_COLUMN: Final = 16_384
"""The size of a sheet in the file format (ECMA-376; Microsoft, "Excel specifications and limits")."""

Place: TypeAlias = tuple[int, int]
"""A cell as (row, column), both counted from 1."""

_CELL = re.compile(r"\$?([A-Za-z]{1,3})\$?([1-9][0-9]{0,6})")
_TOKEN = re.compile(
    r"""
    (?P<text>"(?:[^"]|"")*")
    | (?P<error>\#(?:REF!|DIV/0!|N/A|NAME\?|NULL!|NUM!|VALUE!|SPILL!|CALC!))
    | (?P<table>[^\W\d][\w.]*\[(?:[^\[\]]|\[[^\[\]]*\])*\]|\[[@\#](?:[^\[\]]|\[[^\[\]]*\])*\])
    | (?P<sheet>'(?:[^']|'')*'!|[^\W\d][\w.]*(?::[^\W\d][\w.]*)?!|\[\d+\][\w. ]*!)?
      (?:
        (?P<area>\$?[A-Za-z]{1,3}\$?[1-9][0-9]{0,6}(?::\$?[A-Za-z]{1,3}\$?[1-9][0-9]{0,6})?(?![\w.(!]))
        | (?P<columns>\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}(?![\w.(!]))
        | (?P<rows>\$?[1-9][0-9]{0,6}:\$?[1-9][0-9]{0,6}(?![\w.(!]))
        | (?P<lost>\#REF!)
        | (?P<function>[^\W\d][\w.]*(?=\())
        | (?P<name>[^\W\d][\w.\\?]*)
      )
    | (?P<number>[0-9]+\.?[0-9]*(?:[eE][-+]?[0-9]+)?|\.[0-9]+(?:[eE][-+]?[0-9]+)?)
    | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)


class BadReference(ValueError):
    """A text that should name a cell or a range doesn't; the message says what would."""


class Area(NamedTuple):
    """A rectangle of cells, ends included."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def height(self) -> int:
        """Rows."""
        return self.bottom - self.top + 1

    @property
    def width(self) -> int:
        """Columns."""
        return self.right - self.left + 1

    @property
    def size(self) -> int:
        """Cells."""
        return self.height * self.width

    def __str__(self) -> str:
        first = a1((self.top, self.left))
        last = a1((self.bottom, self.right))
        return first if first == last else f"{first}:{last}"

    def places(self) -> Iterator[Place]:
        """Its cells, row by row."""
        for row in range(self.top, self.bottom + 1):
            for column in range(self.left, self.right + 1):
                yield row, column

    def holds(self, place: Place) -> bool:
        """Whether a cell lies in it."""
        return self.top <= place[0] <= self.bottom and self.left <= place[1] <= self.right


class Token(NamedTuple):
    """A piece of a formula.

    Attributes:
        kind: text, error, table (a structured reference), area, columns, rows, lost, function, name, number or other.
        sheet: The sheet's name as written before the ``!``, unquoted; empty if none is.
        body: The piece, without the sheet.
        written: The piece as it stands.
    """

    kind: str
    sheet: str
    body: str
    written: str


def letters(column: int) -> str:
    """A column's letters: 28 is ``AB``."""
    text = ""
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(65 + rest) + text
    return text


def column_number(text: str) -> int:
    """A column's number, from 1.

    Raises:
        BadReference: There is no such column.
    """
    number = 0
    for letter in text.upper():
        if not "A" <= letter <= "Z":
            raise BadReference(f"{text!r} is no column: columns are letters, such as C or AB")
        number = number * 26 + ord(letter) - 64
    if not 1 <= number <= MAX_COLUMN:
        raise BadReference(f"{text!r} is no column: they go from A to XFD")
    return number


def a1(place: Place) -> str:
    """A cell's name: (3, 2) is ``B3``."""
    return f"{letters(place[1])}{place[0]}"


def parse_cell(text: str) -> Place:
    """A cell's row and column from its name; dollar signs are allowed.

    Raises:
        BadReference: It names no cell.
    """
    found = _CELL.fullmatch(text.strip())
    if found is None:
        raise BadReference(f"{text!r} is no cell: write it like B3")
    row = int(found[2])
    if row > MAX_ROW:
        raise BadReference(f"{text!r} is no cell: a sheet has {MAX_ROW:,} rows")
    return row, column_number(found[1])


def parse_area(text: str) -> Area:
    """A range from its name: ``B3``, ``A1:C9``; ends may stand in any order.

    Raises:
        BadReference: It names no range.
    """
    first, colon, last = text.replace("$", "").partition(":")
    try:
        one, two = parse_cell(first), parse_cell(last if colon else first)
    except BadReference as error:
        raise BadReference(f"{text!r} is no range: write it like A1:C9 ({error})") from None
    return Area(min(one[0], two[0]), min(one[1], two[1]), max(one[0], two[0]), max(one[1], two[1]))


def split_sheet(text: str) -> tuple[str, str]:
    """A sheet's name, unquoted and empty if none is given, and what follows the ``!``."""
    before, mark, after = text.strip().rpartition("!")
    return (unquote(before), after) if mark else ("", text.strip())


def unquote(text: str) -> str:
    """A sheet's name as it is, from how a formula writes it."""
    if len(text) > 1 and text[0] == text[-1] == "'":
        return text[1:-1].replace("''", "'")
    return text


def quote(sheet: str) -> str:
    """A sheet's name as a formula writes it."""
    if (
        re.fullmatch(r"[^\W\d]\w*", sheet)
        and not _CELL.fullmatch(sheet)
        and sheet.upper() not in ("R", "C", "RC")
    ):
        return sheet
    return "'" + sheet.replace("'", "''") + "'"


def tokens(formula: str) -> Iterator[Token]:
    """The pieces of a formula, which joined give it back."""
    for found in _TOKEN.finditer(formula):
        kind = found.lastgroup or "other"
        sheet = found["sheet"] or ""
        yield Token(kind, unquote(sheet[:-1]) if sheet else "", found[0][len(sheet) :], found[0])


def functions(formula: str) -> list[str]:
    """The functions that a formula calls, in capitals and without the file format's prefixes, in order."""
    names = (token.body.upper() for token in tokens(formula) if token.kind == "function")
    return list(dict.fromkeys(plain_function(name) for name in names))


def plain_function(name: str) -> str:
    """A function's name without the prefixes that the file format gives newer ones."""
    return name.removeprefix("_XLFN.").removeprefix("_XLWS.").removeprefix("_xlfn.").removeprefix("_xlws.")


def moved(formula: str, down: int, across: int) -> str:
    """The formula as it reads after copying it ``down`` and ``across``: relative references go along."""
    if not down and not across:
        return formula

    def move(row: int, column: int, fixed_row: bool, fixed_column: bool) -> Place | None:
        row = row if fixed_row else row + down
        column = column if fixed_column else column + across
        return (row, column) if 1 <= row <= MAX_ROW and 1 <= column <= MAX_COLUMN else None

    out: list[str] = []
    for token in tokens(formula):
        if token.kind in ("area", "columns", "rows"):
            prefix = token.written[: len(token.written) - len(token.body)]
            body = _each_end(token.body, move)
            out.append(prefix + (body or "#REF!"))
        else:
            out.append(token.written)
    return "".join(out)


def _each_end(body: str, move: Callable[[int, int, bool, bool], Place | None]) -> str | None:
    ends: list[str] = []
    for end in body.split(":"):
        found = re.fullmatch(r"(\$?)([A-Za-z]{0,3})(\$?)([0-9]{0,7})", end)
        assert found is not None, end
        dollar, column, second, row = found.groups()
        if not column:
            dollar, second = "", dollar or second
        to = move(
            int(row or 1), column_number(column or "A"), bool(second) or not row, bool(dollar) or not column
        )
        if to is None:
            return None
        ends.append((dollar + letters(to[1]) if column else "") + (f"{second}{to[0]}" if row else ""))
    return ":".join(ends)
