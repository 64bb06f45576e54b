"""Reads the words that make a question of a sentence where they are mistyped or run together (*waht, whos*).

A subject word that is mistyped is mended against the cards; these words are on no card, yet tell what a clause does.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from .lexicon import lexicon
from .typos import Speller

_ASKING = ("what", "when", "where", "which", "whose", "whether", "could", "would", "should", "does", "please")
_WH = frozenset({"who", "what", "when", "where", "which", "why", "how"})
_THEIR_OWN = frozenset({"wheat", "whim", "whine", "whale", "wharf", "thick", "shield"})
"""Words that look like misprints of question words and are none."""
_WORD = re.compile(r"[A-Za-z]+(?!['\w])")


@cache
def _speller() -> Speller:
    return Speller(_ASKING)


@lru_cache(maxsize=8192)
def _meant(word: str) -> str:
    lists = lexicon()
    written_out = lists.abbreviations.get(word)
    if written_out is not None:
        return " ".join(written_out) if written_out[0] in _WH else word
    if word in lists.words or word in _THEIR_OWN:
        return word
    return _speller().correct(word) or word


def mend_openings(text: str) -> str:
    """The text with its mistyped or shortened question words in full."""

    def mended(found: re.Match[str]) -> str:
        word = found.group().lower()
        meant = _meant(word)
        return found.group() if meant == word else meant

    return _WORD.sub(mended, text)
