"""What an office file holds beside its text: comments, tracked changes, slides, cells."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Final, NamedTuple

from ..engine.files.kinds import Kind, kind_of
from ..engine.files.plain import plain
from .markings import Remark, remarks_of, suggestions_of
from .workbook import Workbook, book_of

SLIDE: Final = re.compile(r"(?m)^## Slide (\d+)(?: \(hidden\))?(?:: (.*))?$")
"""How a slide begins in a deck's plain text."""
_NOTES: Final = re.compile(r"(?m)^Notes: \S")


class Slide(NamedTuple):
    """A slide of a deck."""

    title: str
    has_notes: bool


class OfficeFile:
    """What an office file holds beside its text; read when first asked for.

    Args:
        name: The file's name.
        data: Its bytes.
    """

    def __init__(self, name: str, data: bytes) -> None:
        self.kind: Kind = kind_of(name)
        self._name = name
        self._data = data
        self._only: tuple[str, ...] | None = None

    def within(self, sheets: tuple[str, ...]) -> OfficeFile:
        """The same workbook with only some sheets looked at."""
        part = OfficeFile(self._name, self._data)
        part._only = sheets
        return part

    @cached_property
    def remarks(self) -> list[Remark]:
        """Comments that are not resolved, replies left out."""
        return remarks_of(self.kind, self._data)

    @cached_property
    def suggestions(self) -> list[Remark]:
        """Tracked insertions and deletions, one for each stretch by one author."""
        return suggestions_of(self.kind, self._data)

    @cached_property
    def slides(self) -> list[Slide]:
        """A deck's slides in order."""
        text = plain(self._name, self._data) or ""
        found = list(SLIDE.finditer(text))
        ends = [*(match.start() for match in found[1:]), len(text)]
        return [
            Slide(match[2] or "", bool(_NOTES.search(text, match.end(), end)))
            for match, end in zip(found, ends[-len(found) :] if found else (), strict=True)
        ]

    @cached_property
    def book(self) -> Workbook:
        """A workbook's cells, computed."""
        book = book_of(self._data)
        return book if self._only is None else book.within(self._only)
