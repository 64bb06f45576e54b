"""Tables in a Word document as grids: cells by name, rows added in the form of those that are there."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from .markup import inline
from .opening import FileError
from .packages import local
from .wordfile import WordFile
from .wordlines import Line, unwrap
from .wordxml import new, q

MAX_COLUMNS: Final = 63
"""Word's own limit."""
_CELL: Final = re.compile(r"([A-Za-z]{1,2})([1-9]\d{0,4})")


def grid(table: Any) -> list[list[str]]:
    """The cells' texts; a cell over several columns stands in the first of them."""
    return [[_text(cell) if cell is not None else "" for cell in row] for row in _cells(table)]


def set_cells(file: WordFile, number: int, cells: Mapping[str, str]) -> None:
    """Write cells; each keeps its form.

    Args:
        file: The document.
        number: Which table, from 1.
        cells: Text by cell, ``B3`` for the second column of the third row.

    Raises:
        FileError: There is no such table or cell.
    """
    rows = list(_cells(file.table(number)))
    wanted: list[tuple[Any, str]] = []
    for name, text in cells.items():
        match = _CELL.fullmatch(name.strip())
        if match is None:
            raise FileError(f"{name!r} is no cell", "Name it as B3: the second column of the third row.")
        column, row = _column(match[1]), int(match[2]) - 1
        if row >= len(rows) or column >= len(rows[row]):
            most = max((len(one) for one in rows), default=0)
            raise FileError(
                f"table {number} has {len(rows)} rows and {most} columns, no {name}",
                "docs.add_rows adds rows.",
            )
        cell = rows[row][column]
        if cell is None:
            raise FileError(f"{name} belongs to a wider cell on its left", "Write that one.")
        wanted.append((cell, text))
    for cell, text in wanted:
        _write(cell, text)


def add_rows(file: WordFile, number: int, rows: Sequence[Sequence[str]], *, after: int | None = None) -> None:
    """Add rows that look like the one they come after.

    Args:
        file: The document.
        number: Which table, from 1.
        rows: Their cells' texts.
        after: The row after which they come, from 1; ``None``: at the end.

    Raises:
        FileError: There is no such table or row, or a row has too many cells.
    """
    table = file.table(number)
    known = table.findall(q("tr"))
    if not known:
        raise FileError(f"table {number} has no rows")
    if after is not None and not 1 <= after <= len(known):
        raise FileError(f"table {number} has {len(known)} rows, counted from 1, no row {after}")
    at = known[-1] if after is None else known[after - 1]
    model = at
    if _is_head(at) and after is not None and after < len(known):
        model = known[after]
    width = len([one for one in model if local(one) in ("tc", "sdt")])
    for row in rows:
        if len(row) > width:
            raise FileError(f"a row has {len(row)} cells, the table {width}: {' | '.join(row)[:80]}")
    for row in reversed(rows):
        made = copy.deepcopy(model)
        for head in list(made.iter(q("tblHeader"))):
            head.getparent().remove(head)
        _settle(made)
        for place, cell in enumerate(made.iter(q("tc"))):
            for one in list(cell.iter(q("vMerge"))):
                one.getparent().remove(one)
            _write(cell, row[place] if place < len(row) else "")
        at.addnext(made)


def _cells(table: Any) -> Iterator[list[Any]]:
    for row in table.findall(q("tr")):
        cells: list[Any] = []
        for one in row:
            inside = [one] if local(one) == "tc" else list(one.iter(q("tc"))) if local(one) == "sdt" else []
            for cell in inside:
                cells.append(cell)
                form = cell.find(q("tcPr"))
                span = None if form is None else form.find(q("gridSpan"))
                wide = str(span.get(q("val"), "1")) if span is not None else "1"
                cells += [None] * (min(int(wide), MAX_COLUMNS) - 1 if wide.isdecimal() else 0)
        yield cells[:MAX_COLUMNS]


def _text(cell: Any) -> str:
    lines = (" ".join(Line(one).text.split()) for one in cell.iter(q("p")))
    return "\n".join(line for line in lines if line)


def _write(cell: Any, text: str) -> None:
    """Write a cell whole; its first paragraph keeps its form, further ones go."""
    found = [one for one in cell if local(one) == "p"]
    if not found:
        found = [new("p")]
        cell.append(found[0])
    for one in list(cell):
        if local(one) != "tcPr" and one is not found[0]:
            cell.remove(one)
    line = Line(found[0])
    line.replace(0, len(line.text), inline(text) if text.strip() else ())


def _settle(row: Any) -> None:
    """Take over no suggestions with a row's form."""
    for mark in list(row.iter(q("ins"), q("del"), q("moveFrom"), q("moveTo"))):
        if local(mark) in ("ins", "moveTo") and local(mark.getparent()) not in ("rPr", "trPr"):
            unwrap(mark)
        else:
            mark.getparent().remove(mark)


def _is_head(row: Any) -> bool:
    return any(local(one) == "tblHeader" for form in row.findall(q("trPr")) for one in form)


def _column(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number - 1
