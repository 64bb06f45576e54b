"""Which of a text's numbers stand near certain words: in the same sentence, table row, or column."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import pairwise

from .figures import Figure, figures, power_of
from .plaintext import Text


def any_of(words: Iterable[str]) -> re.Pattern[str]:
    """Finds any of the words, alone or as a plural, whatever the case and the blanks between their parts."""
    forms = sorted(
        (r"\s+".join(map(re.escape, Text(one).plain.split())) for one in words), key=len, reverse=True
    )
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(forms)})s?(?![^\W_])", re.IGNORECASE)


def spots(text: Text, near: Iterable[str] | None, within: int | None) -> Iterator[Figure]:
    """The numbers of a text that stand near one of the words.

    Args:
        text: The text.
        near: The words; all numbers if None.
        within: Characters between; None: in the same sentence. Beside or below them in a table always counts.
    """
    pattern = None if near is None else any_of(near)
    if text.is_sheet:
        yield from _sheet_spots(text, pattern)
        return
    powers = _Powers(text)
    if pattern is None:
        for figure in text.figures:
            yield powers.applied(figure)
        return
    found = [match.span() for match in pattern.finditer(text.plain)]
    if not found:
        return
    words = Spans(found)
    rows = Spans(_rows_near(text, pattern))
    said = Spans(text.sentences) if within is None else None
    naming = {said.index(start) for start, _ in found} if said is not None else set[int | None]()
    for figure in text.figures:
        if rows.near(figure.start, figure.end, 0):
            yield powers.applied(figure)
        elif said is not None:
            if said.index(figure.start) in naming:
                yield powers.applied(figure)
        elif words.near(figure.start, figure.end, within or 0):
            yield powers.applied(figure)


class _Powers:
    """Thousands and millions that the heading of a number's column, or its row's first cell, tells."""

    def __init__(self, text: Text) -> None:
        found: list[tuple[int, int, int]] = []
        for table in text.tables:
            heads = [power_of(name) for name in table.header]
            for row, line in zip(table.rows, table.lines, strict=True):
                start = text.starts[line]
                beside = power_of(row[0]) if row else 0
                if beside or any(heads):
                    spans = cell_spans(text.lines[line], start)
                    found += [
                        (*span, head or beside)
                        for span, head in zip(spans, heads, strict=False)
                        if head or beside
                    ]
        self._powers = [power for _, _, power in found]
        self._spans = Spans((start, end) for start, end, _ in found)

    def applied(self, figure: Figure) -> Figure:
        at = self._spans.index(figure.start)
        return figure if at is None else figure.scaled(self._powers[at])


def _sheet_spots(text: Text, pattern: re.Pattern[str] | None) -> Iterator[Figure]:
    """In a sheet the words stand in the number's row or atop its column."""
    for table in text.tables:
        atop = [pattern is None or bool(pattern.search(name)) for name in table.header]
        powers = [power_of(name) for name in table.header]
        for row in (table.header, *table.rows):
            beside = pattern is None or any(pattern.search(cell) for cell in row)
            power = power_of(row[0]) if row else 0
            for cell, named, head in zip(row, atop, powers, strict=True):
                if beside or named:
                    yield from (figure.scaled(head or power) for figure in figures(cell))


def is_loose(text: Text, near: Iterable[str] | None) -> bool:
    """Whether many numbers are to be expected: nothing tells which is meant, or a sheet's column does."""
    if near is None:
        return True
    pattern = any_of(near)
    return text.is_sheet and any(pattern.search(name) for table in text.tables for name in table.header)


class Spans:
    """Stretches of a text in their order, none over another."""

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        self._spans = list(spans)
        self._starts = [start for start, _ in self._spans]

    def index(self, at: int) -> int | None:
        """Which of them holds a character."""
        number = bisect_right(self._starts, at) - 1
        return number if number >= 0 and at < self._spans[number][1] else None

    def around(self, at: int) -> tuple[int, int] | None:
        """The one that holds a character."""
        number = self.index(at)
        return None if number is None else self._spans[number]

    def near(self, start: int, end: int, within: int) -> bool:
        """Whether one of them is at most so many characters away."""
        after = bisect_right(self._starts, start)
        if after and start - self._spans[after - 1][1] <= within:
            return True
        return after < len(self._spans) and self._starts[after] - end <= within


def _rows_near(text: Text, pattern: re.Pattern[str]) -> list[tuple[int, int]]:
    """Stretches of the text that are cells beside or below one of the words in a table."""
    found: list[tuple[int, int]] = []
    for table in text.tables:
        atop = [bool(pattern.search(name)) for name in table.header]
        for row, line in zip(table.rows, table.lines, strict=True):
            start = text.starts[line]
            if any(pattern.search(cell) for cell in row):
                found.append((start, start + len(text.lines[line])))
            elif any(atop):
                found += [
                    span
                    for span, named in zip(cell_spans(text.lines[line], start), atop, strict=False)
                    if named
                ]
    return found


def cell_spans(line: str, start: int) -> list[tuple[int, int]]:
    """Where each cell of a markdown row stands."""
    marks = [at for at, char in enumerate(line) if char == "|"]
    edges = marks if line.lstrip().startswith("|") else [-1, *marks]
    if not line.rstrip().endswith("|"):
        edges = [*edges, len(line)]
    return [(start + a + 1, start + b) for a, b in pairwise(edges)]
