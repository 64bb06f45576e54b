"""How near two people are: in what they are like, and in what they say.

Measured on what authors write, before anything is played; how far two people differ in a run is another question.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import log2, sqrt
from typing import Final

from .base import minutes_of
from .schema import Persona
from .voice import BANKS, Voice

_FEATURES: Final[tuple[tuple[str, Callable[[Persona], float], float], ...]] = (
    ("openness", lambda p: p.big_five.openness, 40),
    ("conscientiousness", lambda p: p.big_five.conscientiousness, 40),
    ("extraversion", lambda p: p.big_five.extraversion, 40),
    ("agreeableness", lambda p: p.big_five.agreeableness, 40),
    ("neuroticism", lambda p: p.big_five.neuroticism, 40),
    ("formality", lambda p: p.style.formality, 50),
    ("mail length", lambda p: log2(1 + p.style.words.mail.typical), 2),
    ("chat length", lambda p: log2(1 + p.style.words.chat.typical), 2),
    ("mail delay", lambda p: log2(1 + p.responses.mail.median_minutes), 3),
    ("chat delay", lambda p: log2(1 + p.responses.chat.median_minutes), 3),
    ("mails unanswered", lambda p: p.responses.mail.never_answered, 250),
    ("promises kept", lambda p: p.reliability.keeps_promises, 300),
    ("promises remembered", lambda p: p.reliability.remembers_unprompted, 300),
    ("memory", lambda p: log2(p.memory.fades_after_days), 3),
    ("patience", lambda p: p.patience.tolerates_repeats, 4),
    ("volunteering", lambda p: p.help.volunteers, 300),
    ("suspicion", lambda p: p.security.verifies_by_call_back, 500),
    ("start of the day", lambda p: minutes_of(p.hours.start), 180),
)
"""What people differ in, and the difference that counts as fully different (about two standard deviations)."""

_WRITING: Final[tuple[tuple[str, Callable[[Persona], float], float], ...]] = (
    ("formality", lambda p: p.style.formality, 50),
    ("mail length", lambda p: log2(1 + p.style.words.mail.typical), 2),
    ("chat length", lambda p: log2(1 + p.style.words.chat.typical), 2),
    ("exclamation marks", lambda p: p.style.habits.exclamation, 200),
    ("hedging", lambda p: p.style.habits.hedging, 200),
    ("emoji", lambda p: p.style.habits.emoji_use, 250),
    ("splitting of messages", lambda p: p.style.habits.splits_messages, 300),
    ("contractions", lambda p: float(p.style.habits.contractions), 1),
    ("capitals in chat", lambda p: float(p.style.habits.lowercase_chat), 1),
)


@dataclass(frozen=True)
class Likeness:
    """How near two people are.

    Attributes:
        traits: Distance in what they are like, 0 (the same) to 100 (different in everything).
        writing: Distance in how they write (formality, length, habits), 0 to 100.
        voices: Share of the shorter voice's three-word runs that the other has too, per cent.
        sentences: Whole sentences that both say.
        apart: The features that differ most, most first.
    """

    traits: int
    writing: int
    voices: int
    sentences: int
    apart: tuple[str, ...]


def likeness(one: Persona, other: Persona) -> Likeness:
    """How near two people are."""
    gaps = {name: min(1.0, abs(of(one) - of(other)) / span) for name, of, span in _FEATURES}
    mine, theirs = runs(one.voice), runs(other.voice)
    shared = len(mine & theirs) / max(1, min(len(mine), len(theirs)))
    return Likeness(
        traits=_mean(list(gaps.values())),
        writing=_mean([min(1.0, abs(of(one) - of(other)) / span) for _, of, span in _WRITING]),
        voices=round(100 * shared),
        sentences=len(sentences(one.voice) & sentences(other.voice)),
        apart=tuple(sorted((name for name in gaps if gaps[name] >= 0.25), key=lambda name: -gaps[name])),
    )


def _mean(gaps: list[float]) -> int:
    """Root mean square, so that one large difference counts for more than many small ones; 0 to 100."""
    return round(100 * sqrt(sum(gap * gap for gap in gaps) / len(gaps)))


def sentences(voice: Voice) -> frozenset[str]:
    """What a voice says in whole sentences, written by its author: without case, punctuation and lone slots."""
    return _sentences(_written(voice))


def _written(voice: Voice) -> tuple[str, ...]:
    """All phrases of the banks that an author wrote."""
    return tuple(phrase for bank in BANKS if bank in voice.model_fields_set for phrase in voice.bank(bank))


@lru_cache(maxsize=512)
def _sentences(phrases: tuple[str, ...]) -> frozenset[str]:
    return frozenset(sentence for phrase in phrases for sentence in split_sentences(phrase))


def split_sentences(phrase: str) -> list[str]:
    """The sentences of a phrase, without case and punctuation; those of a lone slot are left out."""
    whole = [
        re.sub(r"[^\w{}' ]", "", part.casefold()).strip() for part in re.split(r"(?<=[.!?:])\s+", phrase)
    ]
    return [text for text in whole if text and not re.fullmatch(r"\{\w+\}", text)]


def runs(voice: Voice) -> frozenset[tuple[str, ...]]:
    """The three-word runs of a voice; a sentence of two words counts as one."""
    return _runs(_written(voice))


@lru_cache(maxsize=512)
def _runs(phrases: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
    found: set[tuple[str, ...]] = set()
    for sentence in _sentences(phrases):
        words = sentence.split()
        found.update(tuple(words[index : index + 3]) for index in range(len(words) - 2))
        if len(words) == 2:
            found.update(pairwise(words))
    return frozenset(found)
