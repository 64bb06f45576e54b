"""Recognises mistyped words: a letter missed, doubled, swapped with its neighbour or hit on the next key.

A substitution counts only between neighbouring keys, since *late* is no misprint of *rate*; long words may hold two
slips.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_SHORTEST, _LONG = 4, 8
_DOUBLE = re.compile(r"(.)\1")
_VOWELS = "aeiouy"
_SOUNDS = frozenset(frozenset(pair) for pair in ("cs", "ck", "sz", "iy"))
"""Letters that are taken for one another by ear."""


def _neighbours() -> dict[str, str]:
    near: dict[str, set[str]] = {}
    for row_number, row in enumerate(_ROWS):
        for column, key in enumerate(row):
            beside = {row[at] for at in (column - 1, column + 1) if 0 <= at < len(row)}
            if row_number:
                above = _ROWS[row_number - 1]
                beside |= {above[at] for at in (column, column + 1) if at < len(above)}
            for other in sorted(beside):
                near.setdefault(key, set()).add(other)
                near.setdefault(other, set()).add(key)
    return {key: "".join(sorted(others)) for key, others in near.items()}


_NEAR = _neighbours()


def slips(written: str, meant: str, most: int) -> int:
    """How many slips of the hand turn one word into another; more than `most` is returned as `most + 1`.

    A wrong letter costs one slip between neighbouring keys or between vowels of a longer word, and two otherwise.
    """
    if abs(len(written) - len(meant)) > most:
        return most + 1
    before_last: list[int] = []
    last = list(range(len(meant) + 1))
    for row, sign in enumerate(written, start=1):
        current = [row]
        for column, other in enumerate(meant, start=1):
            if sign == other:
                cost = last[column - 1]
            else:
                alike = len(meant) > 4 and (
                    (
                        len(meant) > 5
                        and (other in _NEAR.get(sign, "") or (sign in _VOWELS and other in _VOWELS))
                    )
                    or frozenset((sign, other)) in _SOUNDS
                )
                cost = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (1 if alike else 2))
                if row > 1 and column > 1 and sign == meant[column - 2] and written[row - 2] == other:
                    cost = min(cost, before_last[column - 2] + 1)
            current.append(cost)
        if min(current) > most:
            return most + 1
        before_last, last = last, current
    return min(last[-1], most + 1)


def _letters(word: str) -> int:
    """The letters of a word as a set of bits; a slip changes two of them at most."""
    bits = 0
    for sign in word:
        bits |= 1 << (ord(sign) & 31)
    return bits


class Speller:
    """Corrects words to a list of known ones.

    Args:
        words: the known words in lower case, in a fixed order; the first of equally near ones is taken.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self._known = frozenset(words)
        self._doubled: dict[str, str] = {}
        for word in words:
            if len(word) == _SHORTEST and (found := _DOUBLE.sub(r"\1", word)) != word:
                self._doubled.setdefault(found, word)
        self._by_start: dict[str, list[tuple[str, int]]] = {}
        for word in words:
            if len(word) >= _SHORTEST and word.isalpha():
                self._by_start.setdefault(word[0], []).append((word, _letters(word)))
        self._corrected: dict[str, str | None] = {}

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_corrected": {}}

    def correct(self, word: str) -> str | None:
        """The known word that was meant, the word itself if it is known, or None."""
        if word in self._known:
            return word
        if word in self._doubled:
            return self._doubled[word]
        if len(word) < _SHORTEST or len(word) > 24 or not word.isalpha():
            return None
        if word not in self._corrected:
            if len(self._corrected) > 20_000:
                self._corrected.clear()
            self._corrected[word] = self._nearest(word)
        return self._corrected[word]

    def _nearest(self, word: str) -> str | None:
        most = 2 if len(word) >= _LONG else 1
        best: tuple[int, str] | None = None
        letters = _letters(word)
        for start in dict.fromkeys((word[0], word[1])):
            for known, known_letters in self._by_start.get(start, ()):
                if abs(len(word) - len(known)) > most or (letters ^ known_letters).bit_count() > 2 * most:
                    continue
                if start != word[0] and known[1] != word[0]:
                    continue
                distance = slips(word, known, most)
                if distance <= most and (best is None or distance < best[0]):
                    best = (distance, known)
        return best[1] if best else None
