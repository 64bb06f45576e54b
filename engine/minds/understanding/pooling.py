"""Tells which fact a question is likeliest about by the words of all its known wordings together.

People ask for the same thing in many ways, and a new way mixes words of several known ones. What counts is how often a
word, or one that stands for it, occurs in the wordings of a fact against how often it occurs in those of the others.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from .lexicon import lexicon

_SMOOTHING = 2.0
"""Wordings' worth of belief that a fact is asked for in the words of any other."""
_UNHEARD = 0.004
"""The least share of wordings that a word is taken to occur in."""
_KIN = 700
"""How far a word of the same meaning in a wording counts as the word itself, per mille of their kinship."""
_TYPICAL = 6
"""The number of wordings that a word's absence from a fact is judged by, however many there are: few words of a long
message are known for the fact that it asks for."""


class Pool:
    """The wordings of several facts, compared by how often each uses a word.

    Args:
        wordings: for each fact, in order, the ways in which it is asked for; each by the stems of its words of
            substance and the kinds of answer that it wants (as `?who`).
    """

    def __init__(self, wordings: Sequence[Sequence[Sequence[str]]]) -> None:
        self._sizes = [max(1, len(ways)) for ways in wordings]
        self._uses: dict[str, list[tuple[int, int]]] = {}
        self._kin: dict[int, list[tuple[int, int, int]]] = {}
        way_number = 0
        for number, ways in enumerate(wordings):
            for way in ways:
                for term in dict.fromkeys(way):
                    self._uses.setdefault(term, []).append((number, way_number))
                    for group, kinship in lexicon().groups.get(term, ()):
                        self._kin.setdefault(group, []).append((number, way_number, kinship))
                way_number += 1
        self._found: dict[str, dict[int, float]] = {}

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_found": {}}

    def _evidence(self, term: str) -> dict[int, float]:
        """Fact number → how much a term speaks for the fact, as a logarithm; `-1` for the facts without it."""
        known = self._found.get(term)
        if known is None:
            if len(self._found) > 20_000:
                self._found.clear()
            known = self._found[term] = self._weigh(term)
        return known

    def _weigh(self, term: str) -> dict[int, float]:
        strengths: dict[tuple[int, int], int] = {}
        for group, kinship in lexicon().groups.get(term, ()):
            for number, way, other in self._kin.get(group, ()):
                strength = min(kinship, other) * _KIN // 1000
                if strength > strengths.get((number, way), 0):
                    strengths[number, way] = strength
        for number, way in self._uses.get(term, ()):
            strengths[number, way] = 1000
        counts: dict[int, float] = {}
        for (number, _), strength in strengths.items():
            counts[number] = counts.get(number, 0.0) + strength / 1000
        if not counts:
            return {}
        shares = {number: count / self._sizes[number] for number, count in counts.items()}
        common = sum(shares.values()) / len(self._sizes) + _UNHEARD
        found = {
            number: math.log((count + _SMOOTHING * common) / (self._sizes[number] + _SMOOTHING) / common)
            for number, count in counts.items()
        }
        found[-1] = math.log(_SMOOTHING / (_TYPICAL + _SMOOTHING))
        return found

    def evidence(self, terms: Mapping[str, int]) -> list[float]:
        """How much a question's terms speak for each fact, as logarithms.

        Args:
            terms: the question's terms with how strongly each counts, per mille.
        """
        absent = 0.0
        found = [0.0] * len(self._sizes)
        for term, strength in terms.items():
            one = self._evidence(term)
            if not one:
                continue
            without = one[-1] * strength
            absent += without
            for number, speaks in one.items():
                if number >= 0:
                    found[number] += speaks * strength - without
        return [(one + absent) / 1000 for one in found]

    def likely(self, terms: Mapping[str, int]) -> list[int]:
        """How likely a question is about each fact rather than about another or about none, per mille."""
        found = self.evidence(terms)
        top = max(0.0, *found)
        parts = [math.exp(one - top) for one in found]
        whole = sum(parts) + math.exp(-top)
        return [round(1000 * part / whole) for part in parts]
