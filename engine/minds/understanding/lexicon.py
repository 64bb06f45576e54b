"""Reads the committed word lists: which words carry a subject, which are abbreviations, which mean about the same.

The lists are plain text so that an author can mend them; `lexicon.txt` says how a line is written.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple

from .stemming import stem

STRONG = 820
"""How far a synonym stands for a word, in per mille."""
LOOSE = 480
"""How far looser kin stands for a word, in per mille."""

_SECTIONS = ("stop", "filler", "things", "ordinary", "abbreviations", "groups")


class Lexicon(NamedTuple):
    """The word lists, by stem. An expression of several words is one stem, joined by `_`."""

    stop: frozenset[str]
    filler: frozenset[str]
    things: frozenset[str]
    ordinary: frozenset[str]
    abbreviations: dict[str, tuple[str, ...]]
    groups: dict[str, tuple[tuple[int, int], ...]]
    """Stem → (group number, strength per mille) of every group that it belongs to."""
    expressions: dict[str, tuple[tuple[str, ...], ...]]
    """First stem → the expressions that begin with it, longest first."""
    words: frozenset[str]
    """Every word of the lists, as written: what must never be taken for a typing error."""


def expression_stem(written: str) -> str:
    """The stem of a word, or the joined stems of an expression such as `sign_off`."""
    return "_".join(stem(word) for word in written.split("_"))


def _sections(text: str) -> dict[str, list[str]]:
    sections: dict[str, list[str]] = {name: [] for name in _SECTIONS}
    current = ""
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip().lower()
        if not line or line.startswith("#"):
            continue
        if line.startswith("["):
            current = line.strip("[]")
            if current not in sections:
                raise ValueError(f"lexicon.txt:{number}: unknown section [{current}]; use one of {_SECTIONS}")
        elif not current:
            raise ValueError(f"lexicon.txt:{number}: a line before the first [section]")
        else:
            sections[current].append(line)
    return sections


def parse(text: str) -> Lexicon:
    """Reads word lists from the text of a lexicon file.

    Raises:
        ValueError: a line stands in no section or in an unknown one; the message names the line.
    """
    sections = _sections(text)
    words: set[str] = set()
    memberships: dict[str, dict[int, int]] = {}
    expressions: dict[str, set[tuple[str, ...]]] = {}
    for group, line in enumerate(sections["groups"]):
        strength = LOOSE if line.startswith("~") else STRONG
        for member in line.lstrip("~ ").split():
            key = expression_stem(member)
            memberships.setdefault(key, {}).setdefault(group, strength)
            parts = member.split("_")
            words.update(parts)
            if len(parts) > 1:
                stems = tuple(stem(part) for part in parts)
                expressions.setdefault(stems[0], set()).add(stems)
    abbreviations: dict[str, tuple[str, ...]] = {}
    for line in sections["abbreviations"]:
        written, _, meant = line.partition("=")
        abbreviations[written.strip()] = tuple(meant.split())
        words.update((written.strip(), *meant.split()))
    tiers: dict[str, frozenset[str]] = {}
    for name in ("stop", "filler", "things", "ordinary"):
        listed = [word for line in sections[name] for word in line.split()]
        words.update(part for word in listed for part in word.split("_"))
        if name == "things":
            for stems in (tuple(stem(part) for part in word.split("_")) for word in listed if "_" in word):
                expressions.setdefault(stems[0], set()).add(stems)
        tiers[name] = frozenset(expression_stem(word) for word in listed)
    return Lexicon(
        stop=tiers["stop"],
        filler=tiers["filler"],
        things=tiers["things"],
        ordinary=tiers["ordinary"],
        abbreviations=abbreviations,
        groups={key: tuple(sorted(found.items())) for key, found in memberships.items()},
        expressions={
            first: tuple(sorted(found, key=lambda stems: (-len(stems), stems)))
            for first, found in expressions.items()
        },
        words=frozenset(words),
    )


@cache
def lexicon() -> Lexicon:
    """The committed word lists, read once a process."""
    return parse(files(__package__ or "").joinpath("lexicon.txt").read_text(encoding="utf-8"))
