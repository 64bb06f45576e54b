"""What a model meant as JSON, read from what it wrote.

Models fence their JSON, talk around it, stop in the middle, quote with apostrophes or encode it twice. A reading never
raises, takes time in proportion to the text, and names everything that it mended: whoever counts a model's faults needs
to know. A value that was cut off is never completed by guessing: a sentence that stops early is shortened to its last
whole sentence, and an item that stops early is left out.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple, cast

from .jsonscan import Scan, scan

FENCED: Final = "fenced JSON"
AROUND: Final = "text around JSON"
DOUBLY: Final = "doubly encoded JSON"
UNCLOSED: Final = "unclosed brackets"
DROPPED: Final = "cut off, last item dropped"
SHORTENED: Final = "cut off, rest missing"

MOST_CHARACTERS: Final = 200_000
"""Of a longer text only the beginning is read."""
_MOST_STARTS: Final = 24
"""Places in a text where JSON may begin that are tried."""
_MOST_LEVELS: Final = 8
"""Levels of nesting at which the item that was cut may be left out."""

_FENCE: Final = re.compile(r"```[\w+-]*[ \t]*\n?")
_THOUGHT: Final = re.compile(r"\s*<think(?:ing)?>")
_THOUGHT_END: Final = re.compile(r"</think(?:ing)?>")
_START: Final = re.compile(r"[{\[]")
_SENTENCE: Final = re.compile(r"[.!?](?=\s)|\n")


class Reading(NamedTuple):
    """One way to read a text as JSON."""

    value: Any
    repaired: tuple[str, ...]
    """What had to be mended, in words; empty for JSON as it should be."""
    whole: bool = True
    """Nothing is known to be missing from the value, or what is missing is an item of a list that was left out."""


def readings(text: str, *, cut: bool = False) -> Iterator[Reading]:
    """The ways to read a text as JSON, the most probable first: whole ones, then ones with a part missing.

    Args:
        text: What a model wrote; anything.
        cut: The server says that the answer was cut by length: where only a bracket is missing, more may be.
    """
    text = text[:MOST_CHARACTERS].strip().lstrip("\ufeff").strip()
    if not text:
        return
    found = _strict(text)
    if found is not None:
        yield found
        return
    late: list[Reading] = []
    for reading in _searched(text, cut):
        if reading.whole:
            yield reading
        else:
            late.append(reading)
    yield from late


def _strict(text: str) -> Reading | None:
    """The text as JSON, also if it was encoded twice."""
    escaped = re.match(r'[{\[]\s*\\"', text) is not None
    value = _loaded(f'"{text}"') if escaped else _loaded(text)
    if value is _NOTHING:
        return None
    twice: tuple[str, ...] = ()
    for _ in range(2):
        if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "[", '"'):
            break
        inner = _loaded(value)
        if inner is _NOTHING:
            mended = next(_searched(value, cut=False), None)
            return None if mended is None else mended._replace(repaired=(DOUBLY, *mended.repaired))
        value, twice = inner, (DOUBLY,)
    return None if isinstance(value, str) else Reading(value, twice)


def _searched(text: str, cut: bool) -> Iterator[Reading]:
    """Readings of the JSON that stands somewhere in a text; of several whole ones the last first."""
    bare = _after_thought(text)
    thought = bare != text
    fenced = bare.endswith("```")
    if fenced:
        bare = bare[:-3].rstrip()
    scans: list[tuple[int, Scan]] = []
    at = 0
    for _ in range(_MOST_STARTS):
        start = _START.search(bare, at)
        if start is None:
            break
        one = scan(bare, start.start())
        if one is None:
            at = start.start() + 1
            continue
        scans.append((start.start(), one))
        at = one.end
    # whole ones first, the last of them before the others: what a model writes last is what it means
    scans.sort(key=lambda pair: (pair[1].open is not None, -pair[0]))
    for where, one in scans:
        before, after = bare[:where].strip(), bare[one.end :].strip()
        names: list[str] = []
        mark = list(_FENCE.finditer(before))
        if mark and mark[-1].end() >= len(before):
            names.append(FENCED)
            before = before[: mark[-1].start()].strip()
            after = after.removeprefix("```").strip()
        elif fenced:
            names.append(FENCED)
        if thought or before or after:
            names.append(AROUND)
        for value, more, whole in _variants(one, cut):
            yield Reading(value, tuple(dict.fromkeys([*names, *one.repaired, *more])), whole)


def _after_thought(text: str) -> str:
    """A text without the thinking aloud that some models put before their answer."""
    if _THOUGHT.match(text) is None:
        return text
    ends = list(_THOUGHT_END.finditer(text))
    return text[ends[-1].end() :].strip() if ends else text


def _variants(one: Scan, cut: bool) -> Iterator[tuple[Any, tuple[str, ...], bool]]:
    opened = one.open
    if opened is None:
        yield one.value, (), True
        return
    if not opened.inside and not cut:
        yield one.value, (UNCLOSED,), True
        return
    for depth in range(len(opened.path), max(-1, len(opened.path) - _MOST_LEVELS), -1):
        held = _at(one.value, opened.path[:depth])
        if not isinstance(held, list):
            continue
        items = cast("list[Any]", held)
        if depth == len(opened.path):  # the list itself is open; the item that was cut never got in
            if items and opened.inside:
                yield one.value, (DROPPED,), True
        elif len(items) > 1:
            shorter = copy.deepcopy(one.value)
            _at(shorter, opened.path[:depth]).pop()
            yield shorter, (DROPPED,), True
    kept = _sentences(opened.text)
    if kept:
        value = copy.deepcopy(one.value)
        holder = _at(value, opened.path)
        if isinstance(holder, list):
            cast("list[Any]", holder).append(kept)
        elif opened.key is not None:
            holder[opened.key] = kept
        yield value, (SHORTENED,), False
    yield one.value, (SHORTENED,), False


def _at(value: Any, path: tuple[str | int, ...]) -> Any:
    for part in path:
        value = value[part]
    return value


def _sentences(text: str | None) -> str:
    """A text that was cut off, as far as its sentences are whole."""
    if not text:
        return ""
    ends = [found.end() for found in _SENTENCE.finditer(text)]
    return text[: ends[-1]].strip() if ends else ""


_NOTHING: Final = object()


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return _NOTHING
