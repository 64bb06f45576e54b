"""Business words of eight languages and the English ones they stand for, to see what a foreign sentence is about.

A small list and a likeness of spelling: most words that businesses share across Europe look alike. It finds what a
sentence is about, not what it says.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Final

from .numerals import fold

COMMON: Final = frozenset(
    "a about after again all also always am an and any anybody are as ask asked at be because been before being both but by"
    " can could did do does doing done down each either else even ever every everybody few for from further gave get gets"
    " give given gives go goes going gone got had has have having he hello her here hers hi him his how i if in into is it"
    " its just keep kept know known knows last least less let like made make makes many may me mean might mine more most"
    " mr mrs ms much must my need needs never new next no nobody nor not nothing now of off on once one only or other our"
    " ours out over own per please put quite rather really regards said same say says see seen sent shall she should since"
    " so some somebody something soon still such sure take taken takes tell tells than thank thanks that the their them"
    " then there these they thing think this those though through time to today told tomorrow too under until up upon us"
    " use used very want wants was way we well went were what when where whether which while who whom whose why will wish"
    " with within without would yes yet you your yours yesterday".split()
)
"""Words that say nothing about what a sentence is about."""

_SUFFIXES: Final = (
    "ations", "ation", "ments", "ment", "ings", "ing", "ions", "ion", "ities", "ity", "ised", "ized", "ise", "ize", "ies",
    "ied", "ers", "er", "ed", "es", "ly", "al", "s", "e", "y",
)  # fmt: skip


@lru_cache(maxsize=16_384)
def stem(word: str) -> str:
    """A word without its ending, for comparing words with one another."""
    word = word.removesuffix("'s").removesuffix("\u2019s")
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 4:
            return word[: -len(suffix)]
    return word[:-1] if len(word) == 4 and word.endswith("s") and not word.endswith("ss") else word


@lru_cache(maxsize=1)
def _dictionary() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    text = files(__package__ or "").joinpath("tongues.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        english, _, rest = line.partition(":")
        heads = [stem(fold(one)) for one in english.split()]
        for word in (*english.split(), *rest.split()):
            found.setdefault(fold(word), set()).update(heads)
            found.setdefault(stem(fold(word)), set()).update(heads)
    return {word: frozenset(heads) for word, heads in found.items()}


@lru_cache(maxsize=16_384)
def concepts(word: str) -> frozenset[str]:
    """What a word may be about, as stems: its own and those of the English words it translates; none for small words."""
    if word in COMMON or len(word) < 3:
        return frozenset()
    own = stem(word)
    known = _dictionary()
    return frozenset((own,)) | known.get(word, frozenset()) | known.get(own, frozenset())
