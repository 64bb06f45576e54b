"""How two personas, or two versions of one, differ, in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from .likeness import Likeness, likeness
from .voice import BANKS
from .whole import Whole

_PARTS: Final = {
    "big_five": "traits",
    "style": "writing",
    "responses": "answering",
    "hours": "answering",
    "attention": "answering",
    "reliability": "working",
    "memory": "working",
    "patience": "working",
    "help": "working",
    "security": "suspicion",
    "voice": "phrases",
}
_ORDER: Final = ("person", "traits", "writing", "answering", "working", "suspicion", "phrases")
_SHOWN: Final = 3
"""Phrases of a bank that are quoted."""


@dataclass(frozen=True)
class Row:
    """One difference.

    Attributes:
        part: What it is about: person, traits, writing, answering, working, suspicion, phrases.
        path: The value's dotted path.
        text: In plain words.
        one: The value of the first.
        other: The value of the second.
    """

    part: str
    path: str
    text: str
    one: Any
    other: Any


@dataclass(frozen=True)
class Differences:
    """How two people differ.

    Attributes:
        one: The first one's name, with the file if both have one name.
        other: The second one's.
        likeness: How far apart they are.
        rows: What differs, part by part.
    """

    one: str
    other: str
    likeness: Likeness
    rows: tuple[Row, ...]

    def record(self) -> dict[str, Any]:
        """As JSON values."""
        like = self.likeness
        return {
            "one": self.one,
            "other": self.other,
            "traits": like.traits,
            "writing": like.writing,
            "voices": like.voices,
            "sentences": like.sentences,
            "most": list(like.apart),
            "differences": [
                {"part": row.part, "path": row.path, "text": row.text, "one": row.one, "other": row.other}
                for row in self.rows
            ],
        }


def differences(one: Whole, other: Whole) -> Differences:
    """How two people differ: values, lists, phrases, and how far apart that makes them."""
    mine, theirs = one.persona.short_name, other.persona.short_name
    if mine == theirs:
        mine, theirs = f"{mine} ({one.file})", f"{theirs} ({other.file})"
    left = one.persona.model_dump(mode="json", exclude={"voice", "format"})
    right = other.persona.model_dump(mode="json", exclude={"voice", "format"})
    rows = [*_rows(left, right, ""), *_phrases(one, other)]
    rows.sort(key=lambda row: _ORDER.index(row.part))
    return Differences(mine, theirs, likeness(one.persona, other.persona), tuple(rows))


def _rows(left: Any, right: Any, path: str) -> Iterator[Row]:
    if left == right:
        return
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        for key, value in cast("Mapping[str, Any]", left).items():
            yield from _rows(
                value, cast("Mapping[str, Any]", right).get(key), f"{path}.{key}" if path else key
            )
        return
    part = _PARTS.get(path.split(".")[0], "person")
    words = path.split(".", 1)[-1] if part != "person" else path
    words = words.replace("_", " ").replace(".", ", ")
    if isinstance(left, list) and isinstance(right, list):
        gone = [one for one in cast("list[Any]", left) if one not in right]
        new = [one for one in cast("list[Any]", right) if one not in left]
        told = [
            f"{label} {'; '.join(_said(one) for one in items)}"
            for label, items in (("only the first:", gone), ("only the second:", new))
            if items
        ]
        yield Row(part, path, f"{words}: {', '.join(told) or 'in another order'}", left, right)
        return
    text = f"{words}: {_said(left)} → {_said(right)}"
    if isinstance(left, int) and isinstance(right, int) and not isinstance(left, bool):
        text += f" ({right - left:+d})"
    yield Row(part, path, text, left, right)


def _said(value: Any) -> str:
    if isinstance(value, Mapping):
        told = [
            (key.replace("_", " ") if one else "") if isinstance(one, bool) else _said(one)
            for key, one in cast("Mapping[str, Any]", value).items()
        ]
        return " ".join(part for part in told if part)
    if isinstance(value, list):
        return ", ".join(_said(one) for one in cast("list[Any]", value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = " ".join(str(value).split()) if value not in (None, "") else "nothing"
    return text if len(text) <= 90 else f"{text[:89]}…"


def _phrases(one: Whole, other: Whole) -> Iterator[Row]:
    for bank in BANKS:
        mine, theirs = one.persona.voice.bank(bank), other.persona.voice.bank(bank)
        plain = [not whole.written(("voice", bank)) for whole in (one, other)]
        if any(plain):
            if not all(plain):
                own = theirs if plain[0] else mine
                which = "second" if plain[0] else "first"
                quoted = "; ".join(f"“{phrase}”" for phrase in own[:_SHOWN])
                words = f"{bank.replace('_', ' ')}: only the {which} has phrases of their own: {quoted}"
                more = " …" if len(own) > _SHOWN else ""
                yield Row("phrases", f"voice.{bank}", words + more, list(mine), list(theirs))
            continue
        gone = [phrase for phrase in mine if phrase not in theirs]
        new = [phrase for phrase in theirs if phrase not in mine]
        if not gone and not new:
            continue
        shared = len(mine) - len(gone)
        kept = f"{shared} shared" if shared else "none shared"
        told = [
            f"{sign} {'; '.join(f'“{phrase}”' for phrase in items[:_SHOWN])}{' …' if len(items) > _SHOWN else ''}"
            for sign, items in (("−", gone), ("+", new))
            if items
        ]
        text = f"{bank.replace('_', ' ')}, {kept}: {'  '.join(told)}"
        yield Row("phrases", f"voice.{bank}", text, list(mine), list(theirs))
