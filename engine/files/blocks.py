"""What texts are made of: flat blocks of runs, from which documents, decks and papers are built."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

_NUMERIC: Final = re.compile(
    r"^[(\-−–+~≈]?\s*(?:[A-Z]{3}|[$€£¥]|SDR)?\s*\d[\d.,  ’']*\)?\s*(?:%|‰|[A-Za-z]{1,3}|m²|m³|°)?$"
)


@dataclass(frozen=True)
class Run:
    """A piece of text in one format; a line end in it is a line break."""

    text: str
    bold: bool = False
    italic: bool = False
    code: bool = False
    strike: bool = False
    link: str = ""
    note: str = ""
    """The key of the footnote that is marked here; the text is empty."""


Runs: TypeAlias = tuple[Run, ...]


@dataclass(frozen=True)
class Heading:
    """``#`` to ``######``."""

    level: int
    runs: Runs


@dataclass(frozen=True)
class Paragraph:
    """A paragraph outside lists."""

    runs: Runs
    kind: Literal["body", "quote", "code"] = "body"
    clause: str = ""
    """A clause number that stands before the text, ``4.2`` or ``(b)``."""


@dataclass(frozen=True)
class Item:
    """An item of a list, or a further paragraph of one."""

    runs: Runs
    depth: int
    ordered: bool
    list: int
    """Which list of the text it belongs to; each counts anew."""
    number: int = 0
    """Its number in an ordered list; 0 for bullets and further paragraphs."""
    first: bool = True
    """Not a further paragraph."""


@dataclass(frozen=True)
class Table:
    """Rows of cells; the head is empty for a table that has none."""

    head: tuple[Runs, ...]
    rows: tuple[tuple[Runs, ...], ...]
    aligns: tuple[Literal["", "left", "center", "right"], ...]


@dataclass(frozen=True)
class Rule:
    """A line across; ``signature`` if it was drawn with underscores: a line to sign on."""

    signature: bool = False


@dataclass(frozen=True)
class PageBreak:
    """The text after it begins on a new page."""


Block: TypeAlias = Heading | Paragraph | Item | Table | Rule | PageBreak


def plain(runs: Sequence[Run]) -> str:
    """The text of runs without formats."""
    return "".join(run.text for run in runs)


def figures(rows: Sequence[Sequence[Runs]], column: int) -> bool:
    """Whether a column of a table holds figures only: amounts, quantities with their units, shares."""
    texts = [plain(cells[column]).strip() for cells in rows if column < len(cells)]
    filled = [text for text in texts if text and text not in "–—-"]
    return bool(filled) and all(_NUMERIC.match(text) for text in filled)


def runs_of(block: Block) -> Iterator[Run]:
    """All runs of a block, cells row by row."""
    if isinstance(block, Heading | Paragraph | Item):
        yield from block.runs
    elif isinstance(block, Table):
        for cells in (block.head, *block.rows):
            for cell in cells:
                yield from cell
