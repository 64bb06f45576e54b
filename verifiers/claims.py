"""Which of several figures a text puts forward: one that stands by its claim, not one that is merely listed."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Final, NamedTuple

from .figures import Figure, figures, power_of
from .near import any_of
from .plaintext import Text

LISTED: Final = 3
"""So many candidates in one sentence: it lists them and claims none. A row of a table with two compares them."""
REACH: Final = 2_000
"""Characters before a figure that can deny or hedge it: more than any sentence that is meant to be read."""
_DENIED: Final = re.compile(
    r"\b(?:not|n't|never|nor|rather than|instead of|no longer|as opposed to|replac\w+|supersed\w+|up from|down from)\b"
    r"[^.;:|]{0,40}$",
    re.IGNORECASE,
)
_SUPPOSED: Final = re.compile(
    r"\b(?:would|could|might|may|if|had|were|assum\w+|hypothetical\w*|alternative(?:ly)?|unless|whether|"
    r"according to)\b",
    re.IGNORECASE,
)
"""Words that make a whole sentence a supposition."""
_ASCRIBED: Final = re.compile(
    r"\b(?:wrong(?:ly)?|incorrect(?:ly)?|mistaken(?:ly)?|erroneous(?:ly)?|alleg\w+|assert\w*|contend\w*|"
    r"argu(?:e|es|ed)|claims? (?:that|of|to)|claimed|on the (?:basis|figures|footing) of|scenarios?|overstat\w+|"
    r"understat\w+|earlier|previous(?:ly)?|superseded|draft|suggest\w*|disputed|reject\w*|"
    r"gives|puts|yields|produces|implies|says|states)\b[^,;:]*$",
    re.IGNORECASE,
)
"""Words that ascribe what follows in their clause to others, or take it back."""


class Claims(NamedTuple):
    """How often a figure is put forward: plainly, and in sentences that hedge."""

    plain: int = 0
    hedged: int = 0


def claims(
    text: Text, near: Iterable[str], candidates: Mapping[Decimal, Callable[[Figure], bool]]
) -> dict[Decimal, Claims]:
    """Count for each candidate the sentences, rows and cells in which it is the one that stands by the words.

    Args:
        text: The text.
        near: What is claimed, in any of these words.
        candidates: The values that may be meant, each with what recognises it.
    """
    pattern = any_of(near)
    found = dict.fromkeys(candidates, Claims())
    for piece in _pieces(text, pattern):
        value, hedged = _claimed(piece, pattern, candidates)
        if value is not None:
            had = found[value]
            found[value] = Claims(had.plain + (not hedged), had.hedged + hedged)
    return found


class _Piece(NamedTuple):
    """A stretch with the words in it."""

    said: str
    power: int
    """The power of ten that its column or row tells."""
    is_row: bool = False


def _pieces(text: Text, pattern: re.Pattern[str]) -> Iterator[_Piece]:
    """Sentences, rows of tables, and cells together with the heads of their columns."""
    if not text.is_sheet:
        rows = {text.starts[line] for table in text.tables for line in table.lines}
        for start, end in text.sentences:
            if start not in rows and pattern.search(text.plain, start, end):
                yield _Piece(text.plain[start:end], 0)
    for table in text.tables:
        powers = [power_of(name) for name in table.header]
        named = [bool(pattern.search(name)) for name in table.header]
        for row in (table.header, *table.rows) if text.is_sheet else table.rows:
            power = power_of(row[0]) if row else 0
            if any(pattern.search(cell) for cell in row):
                yield _Piece(" | ".join(row), power or max(powers, default=0), is_row=True)
                continue
            for cell, name, is_named, head in zip(row, table.header, named, powers, strict=True):
                if is_named and cell:
                    yield _Piece(f"{name}: {cell}", head or power)


def _claimed(
    piece: _Piece, pattern: re.Pattern[str], candidates: Mapping[Decimal, Callable[[Figure], bool]]
) -> tuple[Decimal | None, bool]:
    """The candidate that a stretch puts forward, and whether it hedges."""
    said, power, is_row = piece
    standing: list[tuple[Figure, Decimal]] = []
    for figure in figures(said):
        whole = figure.scaled(power)
        standing += [(whole, value) for value, fits in candidates.items() if fits(whole)][:1]
    different = len({value for _, value in standing})
    if not standing or different >= LISTED or (is_row and different > 1):
        return None, False
    words = [match.span() for match in pattern.finditer(said)]
    starts = [start for start, _ in words]

    def distance(figure: Figure) -> int:
        # they stand in order, none over another: only the one before and the one after can be nearest
        after = bisect_right(starts, figure.start)
        beside = words[max(0, after - 1) : after + 1]
        return min(max(start - figure.end, figure.start - end, 0) for start, end in beside)

    begin = 0
    for figure, value in sorted(standing, key=lambda one: (distance(one[0]), one[0].start)):
        before = said[max(begin, figure.start - REACH) : figure.start]
        if _DENIED.search(before):
            begin = figure.end
            continue
        return value, bool(_SUPPOSED.search(before) or _ASCRIBED.search(before))
    return None, False
