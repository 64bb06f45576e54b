"""Which files are texts, and what they say."""

from __future__ import annotations

from typing import Final

TEXT_ENDINGS: Final = ".csv .eml .html .ics .json .log .md .tsv .txt .xml .yaml .yml".split()
TABLE_ENDINGS: Final = (".csv", ".tsv")


def is_text(name: str) -> bool:
    """By its ending."""
    return name.casefold().endswith(tuple(TEXT_ENDINGS))


def is_table(name: str) -> bool:
    """By its ending."""
    return name.casefold().endswith(TABLE_ENDINGS)


def as_text(name: str, data: bytes) -> str | None:
    """The text of a file, or ``None`` if it is of another kind."""
    if not is_text(name):
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
