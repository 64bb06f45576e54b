"""Whether a text gives a fact: by the figures that only the fact has, else by most of its words of substance.

A mind sees no author's patterns, only the fact's words, so this is an estimate: it decides what a message is entered
as telling. What was really given away is found by the office from the patterns, whatever a mind says it told.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ...office.matching import words
from ...office.percept import KnownFact
from ..understanding.index import content

_SHARE: Final = 500
"""Per mille of a statement's own words of substance that a text must have to give it, where it has no figures."""
_NEAR: Final = 200
"""Per mille of them that a text must have besides its figures: a figure alone may be another thing's."""


def stems(text: str) -> frozenset[str]:
    """The words of substance of a text."""
    return frozenset(token.stem for token in content(text))


def figures(text: str) -> frozenset[str]:
    """The numbers of a text, in every way in which they can be read; full hours count by their hour."""
    found: set[str] = set()
    for word in words(text):
        if word.text[:1].isdigit() and word.text.strip("0"):
            found.update(word.readings or (word.text,))
    return frozenset(found)


@lru_cache(maxsize=2_048)
def _own(statement: str, about: str) -> tuple[frozenset[str], frozenset[str]]:
    """Figures and words that a statement has and what it is about has not."""
    return figures(statement) - figures(about), stems(statement) - stems(about)


def gives(text: str, fact: KnownFact) -> bool:
    """Whether a text says what a fact says."""
    about = " ".join((fact.topic, *fact.asks))
    said_figures, said = figures(text), stems(text)
    for statement in (fact.statement, *fact.says):
        numbers, own = _own(statement, about)
        whole = stems(statement)
        if numbers:
            if len(numbers & said_figures) * 2 >= len(numbers) and _share(whole, said) >= _NEAR:
                return True
        elif own:
            if _share(own, said) >= _SHARE:
                return True
        elif whole and _share(whole, said) >= 2 * _SHARE * 4 // 5:
            return True
    return False


def _share(its: frozenset[str], said: frozenset[str]) -> int:
    return 1000 * len(its & said) // len(its) if its else 1000


def shared(text: frozenset[str], about: str) -> int:
    """How many words of substance a text shares with what something is about."""
    return len(text & _stems(about))


@lru_cache(maxsize=4_096)
def _stems(about: str) -> frozenset[str]:
    return stems(about)
