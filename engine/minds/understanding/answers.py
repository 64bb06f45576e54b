"""Tells what kind of answer a question wants, and what kinds a statement can give: a person, a time, an amount …."""

from __future__ import annotations

from functools import lru_cache

from .openings import mend_openings
from .phrases import says
from .tokens import plain, words

KINDS = ("who", "when", "amount", "length", "why", "where")


@lru_cache(maxsize=4096)
def answers_wanted(text: str) -> frozenset[str]:
    """The kinds of answer that a question asks for; empty if its form does not tell."""
    low = " ".join(words(mend_openings(text)))
    return frozenset(kind for kind in KINDS if says(f"answer_{kind}", low))


def answers_hinted(statement: str) -> frozenset[str]:
    """The kinds of answer that a statement may contain, generously."""
    statement = plain(statement)
    return frozenset(kind for kind in KINDS if says(f"hint_{kind}", statement))
