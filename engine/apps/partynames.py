"""Names of parties compared as a conflict check does: whatever the case, the punctuation and the legal form."""

from __future__ import annotations

import re
import unicodedata
from difflib import SequenceMatcher
from typing import Final, Literal

_FORMS: Final = frozenset(
    (
        "ab ag and as asa bv co company corp corporation gmbh holding holdings inc incorporated kg limited llc llp lp"
        " ltd nv oy plc pte pty sa sarl sas spa srl the"
    ).split()
)
"""Legal forms and fillers: they tell no two parties apart."""
_CLOSE: Final = 0.85
"""Share of characters in common from which two names are worth a look."""
_SHORT: Final = 4
"""A single word shorter than that is no reason to look."""

Likeness = Literal["same", "close"]


def words_of(name: str) -> tuple[str, ...]:
    """The words that tell a party apart, without case, accents, punctuation and legal form."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    bare = "".join(char for char in plain if not unicodedata.combining(char))
    # initials are read as one word: `b.v.`, `S.A.`
    words = re.findall(r"\w+", re.sub(r"(?<=\b\w)\.(?=\w\b)", "", bare).replace("'", ""))
    return tuple(word for word in words if word not in _FORMS) or tuple(words)


def alike(one: tuple[str, ...], other: tuple[str, ...]) -> Likeness | None:
    """Whether two names, given by their words, are the same, or close enough that somebody should look.

    Close: one's words are all among the other's, or few letters differ.
    """
    if not one or not other:
        return None
    if one == other:
        return "same"
    fewer, more = sorted((one, other), key=len)
    if set(fewer) <= set(more) and any(len(word) >= _SHORT for word in fewer):
        return "close"
    a, b = " ".join(one), " ".join(other)
    if min(len(a), len(b)) * 2 < max(len(a), len(b)):
        return None
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    if matcher.real_quick_ratio() < _CLOSE or matcher.quick_ratio() < _CLOSE:
        return None
    return "close" if matcher.ratio() >= _CLOSE else None
