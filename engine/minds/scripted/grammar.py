"""Small English: joining, capitals, topics that are clauses, and patterns with alternatives.

A pattern is a sentence with slots (``{topic}``) and alternatives in round brackets (``(today|this week|)``), so that
a few patterns give very many sentences.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from typing import Final

from ...kernel.streams import Stream

_CHOICE: Final = re.compile(r"\(([^()]*)\)")
_SPACES: Final = re.compile(r" {2,}")
_BEFORE_MARK: Final = re.compile(r" +([,.?!;:])")
_DOUBLE_MARK: Final = re.compile(r"([,;:])\s*([.?!])|([.?!])\.(?=\s|$)")
SENTENCE: Final = re.compile(r"(?<=[.!?…])\s+|\n+")
_CLAUSE: Final = re.compile(r"(?:who|whom|whose|which|what|when|where|why|how|whether|if)\b", re.IGNORECASE)
_WEEKDAYS: Final = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
_PLAIN_STARTS: Final = frozenset(
    "a about after all also an and any as ask at before boxes both but by can check contract each for "
    "forget four from have here how if in internal internally it it's its just last look my no not "
    "nothing of official on once one only our per please planned received so some still take that that's "
    "the their then there there's these they this through to under until up use was we we've what when "
    "what's where's which while who who's with wrong yes you your".split()
)


def spin(pattern: str, draw: Stream) -> str:
    """One sentence out of a pattern; slots stay."""
    return _CHOICE.sub(lambda found: draw.choice(found[1].split("|")), pattern)


def tidy(text: str) -> str:
    """Without doubled spaces and marks, as they arise where an alternative is empty."""
    text = _SPACES.sub(" ", text)
    text = _BEFORE_MARK.sub(r"\1", text)
    text = _DOUBLE_MARK.sub(lambda found: found[2] or found[3], text)
    return text.strip(" ")


def is_clause(topic: str) -> bool:
    """Whether a topic is a clause (*which box was scanned*) and no noun phrase."""
    return _CLAUSE.match(topic) is not None


def label(topic: str, formality: int, draw: Stream) -> str:
    """How to begin a part of a message about that topic."""
    if is_clause(topic):
        return f"As to {topic}:"
    words = (
        ("As regards", "Concerning", "Regarding")
        if formality > 70
        else ("On", "About", "As for")
        if formality > 30
        else ("On", "About", "Re")
    )
    return f"{draw.choice(words)} {topic}:"


def capital(text: str) -> str:
    """With a capital at its start."""
    return text[:1].upper() + text[1:]


def small(text: str, keep: Collection[str] = ()) -> str:
    """As it would stand after a comma: a small first letter, unless the first word is a name, a code or *I*."""
    first = re.split(r"[\s,.!?:;]", text, maxsplit=1)[0]
    bare = first.split("'")[0]
    if bare == "I" or not first[:1].isupper() or (len(bare) > 1 and not bare[1:].islower()):
        return text
    if first in keep or bare in keep or bare.lower() in _WEEKDAYS:
        return text
    return text[0].lower() + text[1:]


def small_if_plain(text: str, low: Collection[str] = ()) -> str:
    """Like `small`, for an author's sentence: only where its first word is surely no name."""
    first = re.split(r"[\s,.!?:;]", text, maxsplit=1)[0]
    return small(text) if first.lower() in _PLAIN_STARTS or first.lower() in low else text


def alternatives(topics: Sequence[str], last: str = "or") -> str:
    """``A, B or C``."""
    if len(topics) < 2:
        return "".join(topics)
    return f"{', '.join(topics[:-1])} {last} {topics[-1]}"


def sentences(text: str) -> list[str]:
    """The sentences of a text, with their marks."""
    return [piece for piece in SENTENCE.split(text) if piece.strip()]


def count_words(text: str) -> int:
    """Words of a text."""
    return len(text.split())


def closed(text: str) -> str:
    """Ending with a mark."""
    return text if text[-1:] in ".!?…:" else text + "."


def called(person: str, name: str) -> str:
    """What somebody is called among colleagues: the part of their name that their id spells, else its first word."""
    parts = name.split()
    for size in range(len(parts), 0, -1):
        for at in range(len(parts) - size + 1):
            if _spelled("".join(parts[at : at + size])) == _spelled(person):
                return " ".join(parts[at : at + size])
    return parts[0] if parts else person


def _spelled(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.lower())
    return "".join(letter for letter in plain if letter.isalnum())
