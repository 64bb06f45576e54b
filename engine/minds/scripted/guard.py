"""A last look before words leave: nothing of what may not be told stands in them, however it came there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from ...office.percept import KnownFact, Percept
from ..understanding.index import content

_NUMBER: Final = re.compile(r"\d[\d.,:/ ]*\d|\d")
_RUN: Final = 3
"""Words of substance in a row that give a statement away."""


def numbers(text: str) -> frozenset[str]:
    """The numbers of a text, as bare digits."""
    return frozenset(re.sub(r"\D", "", found) for found in _NUMBER.findall(text))


def runs(text: str) -> frozenset[tuple[str, ...]]:
    """Every run of words of substance."""
    words = [token.stem for token in content(text)]
    return frozenset(tuple(words[at : at + _RUN]) for at in range(len(words) - _RUN + 1))


def closed(percept: Percept) -> tuple[KnownFact, ...]:
    """The facts that may not be told here."""
    return tuple(one for one in percept.facts if one.verdict != "may_tell")


def gives_away(text: str, fact: KnownFact, free: Iterable[str]) -> bool:
    """Whether a text says something of a fact's statement that its topic and what may be said don't say anyhow."""
    known = list(free)
    secret = numbers(fact.statement) - frozenset[str]().union(*(numbers(one) for one in (fact.topic, *known)))
    if secret & numbers(text):
        return True
    open_runs = frozenset[tuple[str, ...]]().union(*(runs(one) for one in (fact.topic, *known)))
    return bool((runs(fact.statement) - open_runs) & runs(text))


def leaks(text: str, percept: Percept, free: Sequence[str]) -> tuple[str, ...]:
    """The facts that a text would give away against the rules.

    Args:
        text: What is about to be said.
        percept: What the person sees.
        free: Texts whose words are open here: what may be told, and topics.
    """
    return tuple(one.fact for one in closed(percept) if gives_away(text, one, free))
