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
"""Per mille of all its words that a text must have beside its figures: a figure alone may be another thing's."""
_WHOLE: Final = 350
"""Per mille of all its words that a text without figures must have besides."""
_MOST: Final = 800
"""Per mille of them where the statement says nothing that its topic doesn't."""
_CLAIMED: Final = 250
"""Per mille of its words that a text must have whose writer says that it gives the fact."""
_AT_LEAST: Final = 2
"""Of its own words, if it has so many."""


def stems(text: str) -> frozenset[str]:
    """The words of substance of a text."""
    return frozenset(token.stem for token in content(text))


def figures(text: str) -> frozenset[str]:
    """Numbers and codes of a text, in every way in which they can be read; full hours count by their hour."""
    found: set[str] = set()
    for word in words(text):
        if any(letter.isdigit() for letter in word.text) and word.text.strip("0"):
            found.update(word.readings or (word.text,))
    return frozenset(found)


@lru_cache(maxsize=2_048)
def _own(statement: str, about: str) -> tuple[frozenset[str], frozenset[str]]:
    """Figures and words that a statement has and what it is about has not."""
    return figures(statement) - figures(about), stems(statement) - stems(about)


def gives(text: str, fact: KnownFact, *, claimed: bool = False) -> bool:
    """Whether a text says what a fact says.

    Args:
        text: What goes out.
        fact: One that the writer holds.
        claimed: The writer says so: then a figure of the fact's, or a good part of its words, is enough.
    """
    about = " ".join((fact.topic, *fact.asks))
    said_figures, said = figures(text), stems(text)
    for statement in (fact.statement, *fact.says):
        numbers, own = _own(statement, about)
        whole = _share(stems(statement), said)
        if claimed:
            if numbers & said_figures or whole >= _CLAIMED or (own and _share(own, said) >= _SHARE):
                return True
        elif _plainly(numbers, numbers & said_figures, own, own & said, whole):
            return True
    return False


def _plainly(
    numbers: frozenset[str],
    hits: frozenset[str],
    own: frozenset[str],
    shared_words: frozenset[str],
    whole: int,
) -> bool:
    if numbers:
        strong = any(_is_strong(one) for one in numbers)
        hit = any(_is_strong(one) for one in hits)
        enough = len(hits) * 2 >= len(numbers) and (hit or not strong)
        return enough and whole >= (_NEAR if hit else _SHARE)
    if own:
        enough = len(shared_words) >= min(_AT_LEAST, len(own))
        return enough and 1000 * len(shared_words) >= _SHARE * len(own) and whole >= _WHOLE
    return whole >= _MOST


def _is_strong(figure: str) -> bool:
    """Whether a figure is unlikely to be another thing's by chance: an amount or a code, not a day or a small count."""
    return len(figure) >= 3


def _share(its: frozenset[str], said: frozenset[str]) -> int:
    return 1000 * len(its & said) // len(its) if its else 1000


def shared(text: frozenset[str], about: str) -> int:
    """How many words of substance a text shares with what something is about."""
    return len(text & _stems(about))


@lru_cache(maxsize=4_096)
def _stems(about: str) -> frozenset[str]:
    return stems(about)
