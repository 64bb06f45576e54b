"""Business words of eight languages and the English ones they stand for, to see what a foreign sentence is about.

A small list and a likeness of spelling: most words that businesses share across Europe look alike. It finds what a
sentence is about, not what it says.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

from .numerals import fold

COMMON: Final = frozenset(
    "a about after again all also always am an and any anybody are as ask asked at be because been before "
    "being both but by can could did do does doing done down each either else even ever every everybody "
    "few for from further gave get gets give given gives go goes going gone got had has have having he "
    "hello her here hers hi him his how i if in into is it its just keep kept know known knows last least "
    "less let like made make makes many may me mean might mine more most mr mrs ms much must my need "
    "needs never new next no nobody nor not nothing now of off on once one only or other our ours out "
    "over own per please put quite rather really regards said same say says see seen sent shall she "
    "should since so some somebody something soon still such sure take taken takes tell tells than thank "
    "thanks that the their them then there these they thing think this those though through time to today "
    "told tomorrow too under until up upon us use used very want wants was way we well went were what "
    "when where whether which while who whom whose why will wish with within without would yes yet you "
    "your yours yesterday".split()
)
"""Words that say nothing about what a sentence is about."""

_SUFFIXES: Final = (
    "ations", "ation", "ments", "ment", "ings", "ing", "ions", "ion", "ities", "ity", "ised", "ized", "ise", "ize",
    "ies", "ied", "ers", "er", "ed", "es", "ly", "al", "s", "e", "y",
)  # fmt: skip


@lru_cache(maxsize=16_384)
def stem(word: str) -> str:
    """A word without its ending, for comparing words with one another."""
    word = word.removesuffix("'s").removesuffix("\u2019s")
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 4:
            return word[: -len(suffix)].removesuffix("e")
    return word[:-1] if len(word) == 4 and word.endswith("s") and not word.endswith("ss") else word


class _Dictionary(NamedTuple):
    english: dict[str, str]
    """Stem of an English word to the stem of the first of its row."""
    foreign: dict[str, frozenset[str]]
    """Word of another language to the rows that it may stand in."""


@lru_cache(maxsize=1)
def _dictionary() -> _Dictionary:
    english: dict[str, str] = {}
    foreign: dict[str, set[str]] = {}
    text = files(__package__ or "").joinpath("tongues.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        heads, _, rest = line.partition(":")
        words = heads.split()
        row = stem(words[0])
        for word in words:
            english.setdefault(stem(word), row)
        for word in rest.split():
            foreign.setdefault(fold(word), set()).add(row)
    return _Dictionary(english, {word: frozenset(rows) for word, rows in foreign.items()})


@lru_cache(maxsize=16_384)
def idea(word: str) -> str:
    """What an English word is about: its stem, or that of a word which means the same; empty for small words."""
    if word in COMMON or len(word) < 3:
        return ""
    own = stem(word)
    return _dictionary().english.get(own, own)


@lru_cache(maxsize=16_384)
def ideas(word: str, *, foreign: bool) -> frozenset[str]:
    """What a word may be about.

    Args:
        word: A folded word.
        foreign: It stands in a sentence of another language, so it may be a word of that.
    """
    own = idea(word)
    found = frozenset((own,)) if own else frozenset[str]()
    if foreign:
        word = word.rpartition("'")[2].rpartition("\u2019")[2]  # l'acquisizione
        found |= _dictionary().foreign.get(word, frozenset())
    return found


def abroad(words: Sequence[str]) -> bool:
    """Whether enough folded words are of another language than English, and of no other."""
    known = _dictionary()
    found = [
        one for one in words if one in known.foreign and one not in COMMON and stem(one) not in known.english
    ]
    return len(found) >= 2 or (len(found) == 1 and len(words) <= 4)
