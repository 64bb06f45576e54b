"""What using an app costs in time, at rates measured on real people.

All functions return milliseconds. A seat pays for the words it reads and writes and for a fixed handling of each
operation; waiting is never charged, and what was read before costs nothing (see `readings`).
"""

from __future__ import annotations

from typing import Any, Final, cast

READING_WPM: Final = 238
"""Silent reading of English prose by adults (Brysbaert 2019, a meta-analysis of 190 studies)."""
TABLE_WPM: Final = 138
"""A cell counts as a word; figures are kept in mind, as in the slowest of Carver's (1992) reading processes."""
SKIMMING_WPM: Final = 450
"""Going over a list for the line that matters (Carver 1992, "skimming")."""
COMPOSING_WPM: Final = 19
"""Thinking a text up at the keyboard (Karat et al. 1999: composition)."""
COPYING_WPM: Final = 33
"""Typing what lies before one, such as the cells of a table (Karat et al. 1999: transcription at 32.5)."""
SPEAKING_WPM: Final = 150
"""Speaking in a meeting: between lectures at 140 and radio talks at 160 (Tauroza and Allison 1990)."""
HANDLING: Final = 6_000
"""One operation in a window: two mental preparations (1.35 s) and three pointings (1.1 s) of the keystroke-level
model (Card, Moran and Newell 1983)."""

_MINUTE: Final = 60_000


def count_words(text: str) -> int:
    """Words as runs without white space; a run of scripts without spaces counts by two characters a word."""
    words = 0
    for run in text.split():
        wide = sum(1 for char in run if char >= "\u2e80")
        words += max(1, (wide + 1) // 2)
    return words


def reading(words: int) -> int:
    """Reading prose."""
    return words * _MINUTE // READING_WPM


def studying(cells: int) -> int:
    """Reading a table with care."""
    return cells * _MINUTE // TABLE_WPM


def skimming(words: int) -> int:
    """Going over a list."""
    return words * _MINUTE // SKIMMING_WPM


def composing(text: str) -> int:
    """Thinking up and typing a text."""
    return HANDLING + count_words(text) * _MINUTE // COMPOSING_WPM


def copying(text: str) -> int:
    """Typing rows of a table."""
    return HANDLING + count_words(text.replace(",", " ").replace(";", " ")) * _MINUTE // COPYING_WPM


def entering(copied: int, composed: int) -> int:
    """Filling cells: values are copied, a word each; the words of texts and the terms of formulas are thought up.

    A formula's term is taken for a word of prose: what takes time in building spreadsheets is thinking, not typing
    (Panko 1998, "What we know about spreadsheet errors").
    """
    return HANDLING + copied * _MINUTE // COPYING_WPM + composed * _MINUTE // COMPOSING_WPM


def speaking(text: str) -> int:
    """Saying a text aloud."""
    return count_words(text) * _MINUTE // SPEAKING_WPM


def listening(words: int) -> int:
    """Hearing somebody speak."""
    return words * _MINUTE // SPEAKING_WPM


def handling(args: Any, result: Any) -> int:
    """One operation, whatever its arguments."""
    return HANDLING


def opening(args: Any, result: Any) -> int:
    """Opening something and reading the words of it that are new to the reader, as its result counts them."""
    return HANDLING + reading(result.words)


def wording(args: Any, result: Any) -> int:
    """Thinking up and typing the text that is given."""
    return composing(args.text)


def filling(text: str, fields: int) -> int:
    """Filling in a form: thinking up its text, and one operation a field (keystroke-level model, as `HANDLING`)."""
    return composing(text) + fields * HANDLING


def listing(args: Any, result: Any) -> int:
    """Opening a list and going over what it shows."""
    return HANDLING + (skimming(_shown(result.record())) if result is not None else 0)


def _shown(value: Any) -> int:
    """The words of a result, without the names of its fields."""
    if isinstance(value, str):
        return count_words(value)
    if isinstance(value, dict):
        return sum(_shown(one) for one in cast("dict[str, Any]", value).values())
    if isinstance(value, list):
        return sum(_shown(one) for one in cast("list[Any]", value))
    return int(value is not None and not isinstance(value, bool))
