"""Front matter: what an author says of a document between two lines of ``---`` before its text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from difflib import get_close_matches
from typing import Any, Final, cast

_FRONT: Final = re.compile(r"\A---[ \t]*\n(.*?)^---[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)


class MarkupError(ValueError):
    """A text can't be made into a document; the message names the line."""


@dataclass(frozen=True)
class Front:
    """What stands before the text between two lines of ``---``."""

    title: str = ""
    author: str = ""
    date: str = ""
    header: str = ""
    footer: str = ""
    style: str = ""
    letterhead: tuple[str, ...] = ()
    fields: Mapping[str, str] = field(default_factory=dict[str, str])
    """Everything else, such as To, From, Re: lines of a document's head."""


def human_date(value: date) -> str:
    """``4 May 2031``."""
    return f"{value.day} {value:%B %Y}"


def read_front(text: str, styles: Sequence[str], place: str) -> tuple[Front, str, int]:
    """The front matter, the text after it, and the number of lines before that text.

    Args:
        text: With or without front matter.
        styles: The styles that it may name.
        place: What errors begin with.

    Raises:
        MarkupError: It is malformed.
    """
    match = _FRONT.match(text)
    if match is None:
        return Front(), text, 0
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    try:
        reader: Any = YAML(typ="safe", pure=True)
        loaded: Any = reader.load(match[1])
    except MarkedYAMLError as error:
        told: Any = error
        line = 2 + (0 if told.problem_mark is None else int(told.problem_mark.line))
        raise MarkupError(f"{place}line {line}: front matter is no YAML: {told.problem}") from None
    except YAMLError as error:
        raise MarkupError(f"{place}line 2: front matter is no YAML: {error}") from None
    if loaded is None:
        loaded = {}
    if not isinstance(loaded, dict):
        # two rules around a paragraph, not front matter
        return Front(), text, 0
    values = {str(key): value for key, value in cast("dict[Any, Any]", loaded).items()}

    def line_of(key: str) -> int:
        for number, line in enumerate(match[1].split("\n"), 2):
            if line.startswith((f"{key}:", f"'{key}'", f'"{key}"')):
                return number
        return 2

    known = ("title", "author", "date", "header", "footer", "style", "letterhead")
    texts: dict[str, str] = {}
    lists: dict[str, tuple[str, ...]] = {}
    fields: dict[str, str] = {}
    for key, value in values.items():
        lower = key.casefold()
        if isinstance(value, dict):
            raise MarkupError(f"{place}line {line_of(key)}: {key} must be a text, not a mapping")
        if lower == "letterhead":
            parts = cast("list[Any]", value) if isinstance(value, list) else str(value or "").split("\n")
            lists[lower] = tuple(_word(one) for one in parts if _word(one))
        elif lower in known:
            texts[lower] = _word(value)
        elif near := get_close_matches(lower, known, 1, 0.8):
            raise MarkupError(f"{place}line {line_of(key)}: {key!r} is unknown; did you mean {near[0]!r}?")
        else:
            fields[key] = _word(value)
    style = texts.get("style", "")
    if styles and style and style not in styles:
        known_styles = ", ".join(styles)
        raise MarkupError(
            f"{place}line {line_of('style')}: there is no style {style!r}; known: {known_styles}"
        )
    front = Front(**texts, letterhead=lists.get("letterhead", ()), fields=fields)
    return front, text[match.end() :], text.count("\n", 0, match.end())


def _word(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return "; ".join(_word(one) for one in cast("list[Any]", value))
    if isinstance(value, datetime):
        return f"{human_date(value)}, {value:%H:%M}"
    if isinstance(value, date):
        return human_date(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).strip()
