"""Long texts and lists in parts, so that no observation grows beyond what a reader can take in at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from .base import ToolError

T = TypeVar("T")

PART: Final = 4_500
"""Characters of text in one part; with its envelope an observation stays under 6,000."""
PAGE: Final = 15
"""Rows of a list."""


def split(text: str, size: int = PART) -> list[str]:
    """A text cut into parts of at most ``size`` characters, at ends of lines or words where there are any.

    The parts joined give the text again; an empty text is one empty part.
    """
    parts: list[str] = []
    start = 0
    while len(text) - start > size:
        end = start + size
        for mark in ("\n\n", "\n", " "):
            cut = text.rfind(mark, start + size // 2, end)
            if cut >= 0:
                end = cut + len(mark)
                break
        parts.append(text[start:end])
        start = end
    parts.append(text[start:])
    return parts


def part_of(text: str, part: int, size: int = PART) -> tuple[str, int, str]:
    """The part asked for (counting from 1), how many there are, and how to get the next one.

    Raises:
        ToolError: There is no such part.
    """
    parts = split(text, size)
    if not 1 <= part <= len(parts):
        raise ToolError("invalid", f"part={part}: there are {len(parts)} parts, counted from 1")
    more = f"part={part + 1} of {len(parts)}" if part < len(parts) else ""
    return parts[part - 1], len(parts), more


def page_of(rows: Sequence[T], page: int, size: int = PAGE) -> tuple[Sequence[T], str]:
    """The rows of a page (counting from 1) and how to get the next one. A page past the end is empty.

    Raises:
        ToolError: ``page`` is below 1.
    """
    if page < 1:
        raise ToolError("invalid", f"page={page}: pages count from 1")
    pages = max(1, -(-len(rows) // size))
    more = f"page={page + 1} of {pages}" if page < pages else ""
    return rows[(page - 1) * size : page * size], more


def bounded(rows: Sequence[str], most: int) -> list[str]:
    """The first rows of a list within something else, and how many more there are."""
    return [*rows[:most], f"and {len(rows) - most} more"] if len(rows) > most else [*rows]


def shorten(text: str, size: int) -> str:
    """One line of at most ``size`` characters."""
    line = " ".join(text[: 4 * size].split())
    return line if len(line) <= size else line[: size - 1].rstrip() + "…"
