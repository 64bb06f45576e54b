"""Which files can be read as text, and what they say."""

from __future__ import annotations

from typing import Final

from ..files.kinds import KINDS, kind_of
from ..files.plain import plain

TEXT_ENDINGS: Final = sorted(ending for ending, kind in KINDS.items() if kind in ("table", "text", "eml"))
"""Of files that are written as text."""


def is_text(name: str) -> bool:
    """Whether a file is written as text, by its ending."""
    return kind_of(name) in ("table", "text", "eml")


def is_readable(name: str) -> bool:
    """Whether it can be read as text, by its ending: office files and PDFs can."""
    return kind_of(name) != "other"


def has_rows(name: str) -> bool:
    """Whether what belongs together stands in one line of its text, by its ending."""
    return kind_of(name) in ("table", "xlsx")


def as_text(name: str, data: bytes) -> str | None:
    """What a reader sees of a file as text; ``None`` if it is of another kind or damaged."""
    return plain(name, data)
