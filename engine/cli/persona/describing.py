"""Fragments found by describing a person: `always in meetings, never answers mail`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

_SMALL: Final = frozenset(
    "a an the and or but of to in on at by for with from as is are be has have who which that it its they them "
    "their he she his her what when where how more than too very never always not no in out one some".split()
)


@dataclass(frozen=True)
class Fragment:
    """A fragment that can be chosen.

    Attributes:
        id: Its name.
        about: What its first comment says.
        words: Stems of everything that it says, for matching.
    """

    id: str
    about: str
    words: frozenset[str]


def fragments_known(search: Any) -> dict[str, Fragment]:
    """Every fragment that can be found, by id."""
    from ....personas.library import fragments

    found: dict[str, Fragment] = {}
    for name, source in fragments(search).items():
        comment: list[str] = []
        for line in source.text.splitlines():
            if not line.startswith("#"):
                break
            comment.append(line.lstrip("# ").strip())
        about = " ".join(comment)
        keys = re.findall(r"^\s*-?\s*\{?(\w+):", source.text, re.MULTILINE)
        found[name] = Fragment(name, about, stems(f"{about} {name.replace('_', ' ')} {' '.join(keys)}"))
    return found


def stems(text: str) -> frozenset[str]:
    """The words that count, cut to their stems."""
    words = re.findall(r"[a-z]{3,}", text.casefold().replace("_", " "))
    return frozenset(re.sub(r"(ings?|ed|ly|ies|es|s|e)$", "", word) for word in words if word not in _SMALL)


def described(text: str, known: Mapping[str, Fragment], most: int = 4) -> list[Fragment]:
    """The fragments that fit a description best, best first; none if nothing fits."""
    wanted = stems(text)
    scored = [
        (2 * len(wanted & stems(one.id)) + len(wanted & one.words) + _starts(wanted, one.words), one)
        for one in known.values()
    ]
    fitting = sorted((row for row in scored if row[0] > 0), key=lambda row: (-row[0], row[1].id))
    return [one for _, one in fitting[:most]]


def _starts(wanted: frozenset[str], words: frozenset[str]) -> int:
    """Words that only begin alike: `mistrust` and `mistrustful`."""
    rest = wanted - words
    return sum(
        any(
            len(one) >= 4 and (word.startswith(one) or (one.startswith(word) and len(word) >= 4))
            for word in words
        )
        for one in rest
    )
