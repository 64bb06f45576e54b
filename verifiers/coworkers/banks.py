"""How far texts are in the words that a persona's author gave them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from ...personas.schema import Persona
from ...personas.voice import BANKS
from .writing import hellinger, profile, sentences

_SLOT: Final = re.compile(r"\\\{[^{}]*\\\}")
_LEAST: Final = 2
"""Words: shorter phrases prove nothing."""


def phrases(persona: Persona) -> tuple[str, ...]:
    """Everything the persona's author worded for them: phrase banks, hedges, turns of phrase, greetings, sign-offs."""
    style = persona.style
    found = [phrase for bank in BANKS for phrase in persona.voice.bank(bank)]
    found += [*style.habits.phrases, *style.habits.hedges]
    for kind in (style.greetings, style.sign_offs):
        for name in type(kind).model_fields:
            audience = getattr(kind, name)
            found += [*audience.colleague, *audience.senior, *audience.outsider]
    return tuple(dict.fromkeys(found))


def _pattern(persona: Persona) -> re.Pattern[str]:
    return _pattern_of(phrases(persona))


@lru_cache(maxsize=256)
def _pattern_of(worded: tuple[str, ...]) -> re.Pattern[str]:
    pieces = [
        _SLOT.sub(r".{1,120}?", re.escape(_plain(phrase)))
        for phrase in worded
        if len(phrase.split()) >= _LEAST
    ]
    return re.compile("|".join(sorted(pieces, key=len, reverse=True)) or "(?!)")


def _plain(text: str) -> str:
    return " ".join(text.lower().replace("’", "'").split()).rstrip(" .,:;!")


def in_own_words(persona: Persona, texts: Iterable[str]) -> tuple[int, int]:
    """How many sentences hold a phrase of the persona's own, and how many there are."""
    pattern = _pattern(persona)
    found = whole = 0
    for text in texts:
        for sentence in sentences(text):
            whole += 1
            found += pattern.search(_plain(sentence)) is not None
    return found, whole


@lru_cache(maxsize=256)
def _written(worded: tuple[str, ...]) -> Mapping[str, int]:
    return profile(worded)


def likeness(persona: Persona, texts: Sequence[str]) -> float:
    """How near the texts' manner is to the persona's banks: 1 less the Hellinger distance of masked trigrams."""
    return 1 - hellinger(_written(phrases(persona)), profile(texts))


def rank_of_own(own: str, personas: Mapping[str, Persona], texts: Sequence[str]) -> int:
    """The place of the writer's own persona among all by likeness to the texts; 1: none is nearer."""
    mine = likeness(personas[own], texts)
    return 1 + sum(1 for name, one in personas.items() if name != own and likeness(one, texts) > mine)
