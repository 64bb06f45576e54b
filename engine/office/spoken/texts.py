"""A text taken apart for comparing: sentence by sentence its figures, what its words may be about, and what it does."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from .mentions import Mention, mentions
from .numerals import Token, languages, tokens
from .phrases import says
from .tongues import abroad, ideas

END: Final = re.compile(r"[.!?;\n…]")
"""What ends a sentence."""


class Sentence(NamedTuple):
    """One sentence of a text."""

    start: int
    """Place of its first token in the text."""
    pieces: list[Token]
    figures: list[Mention]
    ideas: tuple[frozenset[str], ...]
    """What each of its words may be about."""
    plain: frozenset[str]
    """Its words."""
    words: int
    foreign: bool
    asks: bool
    refuses: bool
    elsewhere: bool
    """Speaks of an old, public or other value."""


class Text(NamedTuple):
    """A text by sentences."""

    text: str
    sentences: list[Sentence]


@lru_cache(maxsize=512)
def read(text: str) -> Text:
    """Take a text apart."""
    pieces = tokens(text)
    figures = mentions(text, pieces)
    spoken = languages(pieces)
    sentences: list[Sentence] = []
    begin = 0
    for at in range(len(pieces) + 1):
        if at < len(pieces) and not (pieces[at].kind == "end" and END.match(pieces[at].text)):
            continue
        part = pieces[begin:at]
        words = [one.text for one in part if one.kind == "word"]
        if part:
            plain = " ".join(one.text for one in part)
            own = [one for one in figures if begin <= one.first < at]
            foreign = (
                any(one.form == "foreign" for one in own)
                or abroad(words)
                or (len(spoken) > 1 and _foreign(part))
            )
            sentences.append(
                Sentence(
                    begin,
                    part,
                    own,
                    tuple(found for one in words if (found := ideas(one, foreign=foreign))),
                    frozenset(words),
                    len([one for one in part if one.kind not in ("end", "sign")]),
                    foreign,
                    at < len(pieces) and "?" in pieces[at].text,
                    says("refuses", plain.replace("\u2019", "'")),
                    says("elsewhere", plain),
                )
            )
        begin = at + 1
    return Text(text, sentences)


def _foreign(part: list[Token]) -> bool:
    return len(languages(part)) > 1
