"""Which of a text's numbers stand near certain words: in the same sentence, table row, or column."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import pairwise

from .figures import Figure, figures
from .plaintext import Text


def any_of(words: Iterable[str]) -> re.Pattern[str]:
    """Finds any of the words, alone or as a plural, whatever the case and the blanks between their parts."""
    forms = sorted(
        (r"\s+".join(map(re.escape, Text(one).plain.split())) for one in words), key=len, reverse=True
    )
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(forms)})s?(?![^\W_])", re.IGNORECASE)


def spots(text: Text, near: Iterable[str] | None, within: int) -> Iterator[Figure]:
    """The numbers of a text that stand near one of the words."""
    pattern = None if near is None else any_of(near)
    if text.is_sheet:
        yield from _sheet_spots(text, pattern)
        return
    if pattern is None:
        yield from figures(text.plain)
        return
    words = Spans(match.span() for match in pattern.finditer(text.plain))
    rows = Spans(_rows_near(text, pattern))
    for figure in figures(text.plain):
        if words.near(figure.start, figure.end, within) or rows.near(figure.start, figure.end, 0):
            yield figure


def _sheet_spots(text: Text, pattern: re.Pattern[str] | None) -> Iterator[Figure]:
    """In a sheet the words stand in the number's row or atop its column."""
    for table in text.tables:
        atop = [pattern is None or bool(pattern.search(name)) for name in table.header]
        for row in (table.header, *table.rows):
            beside = pattern is None or any(pattern.search(cell) for cell in row)
            for cell, named in zip(row, atop, strict=True):
                if beside or named:
                    yield from figures(cell)


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
                    span for span, named in zip(_spans(text.lines[line], start), atop, strict=False) if named
                ]
    return found


def _spans(line: str, start: int) -> list[tuple[int, int]]:
    """Where each cell of a markdown row stands."""
    marks = [at for at, char in enumerate(line) if char == "|"]
    edges = marks if line.lstrip().startswith("|") else [-1, *marks]
    if not line.rstrip().endswith("|"):
        edges = [*edges, len(line)]
    return [(start + a + 1, start + b) for a, b in pairwise(edges)]
