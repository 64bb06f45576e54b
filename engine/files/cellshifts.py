"""What becomes of references when rows or columns are inserted or deleted, and when a sheet changes its name."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from .cellrefs import MAX_COLUMN, MAX_ROW, Area, Place, column_number, letters, parse_area, quote, tokens


@dataclass(frozen=True, slots=True)
class Shift:
    """Rows or columns of one sheet that are inserted or deleted.

    Attributes:
        sheet: Where.
        axis: What.
        first: The first that is new or goes, from 1.
        count: How many.
        delete: Whether they go.
    """

    sheet: str
    axis: Literal["rows", "columns"]
    first: int
    count: int
    delete: bool = False

    @property
    def last(self) -> int:
        """The last that is new or goes."""
        return self.first + self.count - 1

    @property
    def limit(self) -> int:
        """The last that a sheet has."""
        return MAX_ROW if self.axis == "rows" else MAX_COLUMN

    def index(self, number: int) -> int | None:
        """Where a row or column is afterwards; ``None`` if it is gone."""
        if number < self.first:
            return number
        if not self.delete:
            return number + self.count
        return None if number <= self.last else number - self.count

    def span(self, low: int, high: int) -> tuple[int, int] | None:
        """Where a range of rows or columns is afterwards; ``None`` if all of it is gone."""
        if not self.delete:
            low = low + self.count if low >= self.first else low
            high = min(high + self.count, self.limit) if high >= self.first else high
            return (low, high) if low <= self.limit else None
        low = low if low < self.first else max(self.first, low - self.count)
        high = high if high < self.first else max(self.first - 1, high - self.count)
        return (low, high) if low <= high else None

    def place(self, place: Place) -> Place | None:
        """Where a cell is afterwards; ``None`` if it is gone."""
        at = self.index(place[0] if self.axis == "rows" else place[1])
        if at is None or at > self.limit:
            return None
        return (at, place[1]) if self.axis == "rows" else (place[0], at)

    def area(self, area: Area) -> Area | None:
        """Where a range is afterwards; ``None`` if it is gone."""
        if self.axis == "rows":
            span = self.span(area.top, area.bottom)
            return None if span is None else Area(span[0], area.left, span[1], area.right)
        span = self.span(area.left, area.right)
        return None if span is None else Area(area.top, span[0], area.bottom, span[1])

    def areas(self, text: str) -> str:
        """A list of ranges as files write it, afterwards; empty if all are gone."""
        moved = (self.area(parse_area(one)) for one in text.split())
        return " ".join(str(one) for one in moved if one is not None)

    def formula(self, formula: str, own: str) -> str:
        """A formula afterwards.

        Args:
            formula: With or without ``=``.
            own: The sheet that it stands on; empty for names and charts, which always say the sheet.
        """
        return rewritten(formula, own, self.sheet, self._body)

    def _body(self, kind: str, body: str) -> str | None:
        first, colon, last = body.partition(":")
        last = last if colon else first
        rows, columns = _row(first), _column(first)
        ends = [[*rows, *columns], [*_row(last), *_column(last)]]
        at = 1 if self.axis == "rows" else 3
        if ends[0][at] == "" or (kind == "rows" and self.axis == "columns"):
            return body
        span = self.span(*sorted((_number(ends[0][at], self.axis), _number(ends[1][at], self.axis))))
        if span is None:
            return None
        if not self._was_sorted(ends, at):
            span = (span[1], span[0])
        for end, number in zip(ends, span, strict=True):
            end[at] = str(number) if self.axis == "rows" else letters(number)
        written = [f"{end[2]}{end[3]}{end[0]}{end[1]}" for end in ends]
        return ":".join(written) if colon else written[0]

    def _was_sorted(self, ends: list[list[str]], at: int) -> bool:
        return _number(ends[0][at], self.axis) <= _number(ends[1][at], self.axis)


def _row(end: str) -> tuple[str, str]:
    found = re.fullmatch(r"\$?[A-Za-z]*(\$?)(\d*)|(\$)(\d+)", end)
    assert found is not None, end
    if found[4]:
        return found[3], found[4]
    if found[2] and not re.search(r"[A-Za-z]", end):
        return end[: -len(found[2])], found[2]
    return (found[1], found[2]) if found[2] else ("", "")


def _column(end: str) -> tuple[str, str]:
    found = re.match(r"(\$?)([A-Za-z]+)", end)
    return (found[1], found[2]) if found else ("", "")


def _number(text: str, axis: str) -> int:
    return int(text) if axis == "rows" else column_number(text)


def rewritten(formula: str, own: str, sheet: str, change: Callable[[str, str], str | None]) -> str:
    """A formula with the references to one sheet changed; those for which there is nothing left become ``#REF!``.

    Args:
        formula: With or without ``=``.
        own: The sheet that references without a sheet mean.
        sheet: The sheet whose references change.
        change: Takes a reference's kind and body.
    """
    if own.casefold() != sheet.casefold() and sheet.casefold() not in formula.replace("''", "'").casefold():
        return formula
    out: list[str] = []
    for token in tokens(formula):
        if token.kind in ("area", "columns", "rows") and (token.sheet or own).casefold() == sheet.casefold():
            prefix = token.written[: len(token.written) - len(token.body)]
            body = change(token.kind, token.body)
            out.append("#REF!" if body is None else prefix + body)
        else:
            out.append(token.written)
    return "".join(out)


def renamed(formula: str, old: str, new: str) -> str:
    """A formula after a sheet got another name."""
    if old.casefold() not in formula.replace("''", "'").casefold():
        return formula
    out: list[str] = []
    for token in tokens(formula):
        sheets = token.sheet.split(":")
        if token.sheet and any(one.casefold() == old.casefold() for one in sheets):
            names = [new if one.casefold() == old.casefold() else one for one in sheets]
            prefix = quote(names[0]) if len(names) == 1 else quote_span(names)
            out.append(f"{prefix}!{token.body}")
        else:
            out.append(token.written)
    return "".join(out)


def quote_span(names: list[str]) -> str:
    """``First:Last`` as a formula over several sheets writes it."""
    plain = all(quote(one) == one for one in names)
    return ":".join(names) if plain else "'" + ":".join(one.replace("'", "''") for one in names) + "'"


def orphaned(formula: str, gone: str) -> str:
    """A formula after a sheet was deleted."""
    if gone.casefold() not in formula.replace("''", "'").casefold():
        return formula
    out = [
        "#REF!"
        if token.sheet and gone.casefold() in (one.casefold() for one in token.sheet.split(":"))
        else token.written
        for token in tokens(formula)
    ]
    return "".join(out)
