"""What a reader sees in a workbook: sheet by sheet, row by row, every value as it is shown, without its formula."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Final

from .normal import DamagedFileError
from .packages import Element, Package, attribute, local, targets
from .shown import BUILT_IN, shown

if TYPE_CHECKING:
    from .book import Book

MAX_CELLS: Final = 300_000
"""Filled cells that are read, of all sheets together."""
MAX_PENDING: Final = 20_000
"""Formulas of a book that are computed for its text: half a second's work."""
_VOLATILE: Final = re.compile(rb"\b(?:NOW|TODAY|RAND\w*|OFFSET|INDIRECT|CELL|INFO)\(", re.IGNORECASE)
_EPOCH: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""No formula that is computed here depends on it."""
_ROWS: Final = 1_048_576
_COLUMNS: Final = 16_384


def book_lines(data: bytes) -> Iterator[str]:
    """The workbook's text, line by line: ``## Sheet``, then ``3 | Hull | double`` with the row's number first.

    Raises:
        DamagedFileError: It can't be read.
    """
    package = Package(data)
    main, book = package.whole("workbook")
    relations = package.relations(main)
    strings = _strings(package, targets(relations, "sharedStrings"))
    formats = _formats(package, targets(relations, "styles"))
    epoch_1904 = any(
        attribute(one, "date1904") in ("1", "true") for one in book if local(one) == "workbookPr"
    )
    pending = _Pending(data)
    cells = 0
    for sheet in (one for one in book.iter() if local(one) == "sheet"):
        relation = relations.get(attribute(sheet, "id") or "")
        if relation is None or relation.kind != "worksheet":
            continue
        hidden = " (hidden)" if sheet.get("state", "visible") != "visible" else ""
        yield f"## {sheet.get('name', '')}{hidden}"
        root = package.xml(relation.target)
        for number, row in _rows(root):
            values: dict[int, str] = {}
            for column, cell in _cells(row):
                text = _value(cell, strings, formats, epoch_1904)
                if not text and any(local(one) == "f" for one in cell):
                    text = pending.shown(sheet.get("name", ""), f"{letters(column)}{number}", cell)
                if text:
                    values[column] = " ".join(text.split())
                cells += 1
            if cells > MAX_CELLS:
                yield f"… only the first {MAX_CELLS} cells are shown"
                return
            if values:
                last = max(values)
                first = min(values)
                shown_cells = [values.get(column, "") for column in range(1, last + 1)]
                # a lone value far to the right is named by its cell rather than led up to
                if last - len(values) > 40:
                    shown_cells = [f"{letters(c)}: {values[c]}" for c in sorted(values) if c >= first]
                yield f"{number} | {' | '.join(shown_cells)}"
        yield from _remarks(package, relation.target)
        yield ""


class _Pending:
    """Formulas that were written without their values, as programs write them: computed when first needed.

    A spreadsheet computes them when it opens the file. Where the moment of opening matters, and in very large books,
    the formula stands for its value.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._book: Book | None = None
        self._tried = False

    def shown(self, sheet: str, name: str, cell: Element) -> str:
        if not self._tried:
            self._tried = True
            self._book = self._computed()
        computed = self._book.cells.get(sheet, {}).get(name) if self._book is not None else None
        if computed is not None and computed.value is not None:
            return computed.shown
        formula = next((one.text or "" for one in cell if local(one) == "f"), "")
        return f"={formula}" if formula else ""

    def _computed(self) -> Book | None:
        from .book import recalculate

        package = Package(self._data)
        sheets = [one for one in package.names if one.startswith("xl/worksheets/")]
        parts = [package.read(one) for one in sheets]
        if sum(part.count(b"<f") for part in parts) > MAX_PENDING or any(
            _VOLATILE.search(one) for one in parts
        ):
            return None
        try:
            return recalculate(self._data, at=_EPOCH)
        except (ValueError, LookupError):
            return None


def letters(column: int) -> str:
    """A column's name: 28 is ``AB``."""
    name = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        name = chr(65 + rest) + name
    return name


def _rows(root: Element) -> Iterator[tuple[int, Element]]:
    number = 0
    for data in (one for one in root if local(one) == "sheetData"):
        for row in data:
            given = row.get("r", "")
            number = int(given) if given.isdecimal() and len(given) < 8 else number + 1
            if number <= _ROWS:
                yield number, row


def _cells(row: Element) -> Iterator[tuple[int, Element]]:
    column = 0
    for cell in row:
        column += 1
        place = 0
        for char in cell.get("r", "")[:4]:
            if not "A" <= char <= "Z":
                break
            place = place * 26 + ord(char) - 64
        column = place or column
        if column <= _COLUMNS:
            yield column, cell


def _value(cell: Element, strings: list[str], formats: list[str], epoch_1904: bool) -> str:
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        return "".join(one.text or "" for one in cell.iter() if local(one) == "t")
    raw = next((one.text or "" for one in cell if local(one) == "v"), "")
    if not raw:
        return ""
    style = cell.get("s", "0")
    code = formats[int(style)] if style.isdecimal() and int(style) < len(formats) else "General"
    if kind == "s":
        if not raw.isdecimal() or int(raw) >= len(strings):
            raise DamagedFileError("a cell names a text that the file lacks")
        return shown(strings[int(raw)], code)
    if kind == "b":
        return shown(raw == "1")
    if kind in ("str", "e", "d"):
        return raw
    try:
        return shown(Decimal(raw), code, epoch_1904=epoch_1904)
    except (InvalidOperation, ValueError, OverflowError):
        return raw


def _strings(package: Package, parts: list[str]) -> list[str]:
    found: list[str] = []
    for part in parts[:1]:
        for item in package.xml(part):
            # readings of characters (rPh) are no part of the text
            pieces = (
                text.text or ""
                for one in item
                if local(one) in ("t", "r")
                for text in one.iter()
                if local(text) == "t"
            )
            found.append("".join(pieces))
    return found


def _formats(package: Package, parts: list[str]) -> list[str]:
    """The number format of each cell style."""
    for part in parts[:1]:
        root = package.xml(part)
        own = {
            one.get("numFmtId"): one.get("formatCode", "") for one in root.iter() if local(one) == "numFmt"
        }
        for styles in (one for one in root if local(one) == "cellXfs"):
            ids = [one.get("numFmtId", "0") for one in styles]
            return [
                own.get(id_) or BUILT_IN.get(int(id_) if id_.isdecimal() else 0, "General") for id_ in ids
            ]
    return []


def _remarks(package: Package, sheet: str) -> Iterator[str]:
    relations = package.relations(sheet)
    people = _people(package)
    threaded = targets(relations, "threadedComment")
    for part in threaded or targets(relations, "comments"):
        root = package.xml(part)
        authors = [one.text or "" for one in root.iter() if local(one) == "author"]
        for one in root.iter():
            if local(one) == "threadedComment":
                text = " ".join(child.text or "" for child in one if local(child) == "text")
                author = people.get(one.get("personId", ""), "")
            elif local(one) == "comment":
                text = "".join(child.text or "" for child in one.iter() if local(child) == "t")
                number = one.get("authorId", "")
                author = authors[int(number)] if number.isdecimal() and int(number) < len(authors) else ""
            else:
                continue
            by = f" by {author}" if author else ""
            yield f"[comment on {one.get('ref', '')}{by}: {' '.join(text.split())}]"


def _people(package: Package) -> dict[str, str]:
    return {
        one.get("id", ""): one.get("displayName", "")
        for name in package.names
        if name.startswith("xl/persons/") and name.endswith(".xml")
        for one in package.xml(name)
    }
