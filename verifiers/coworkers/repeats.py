"""How often people say the same again in the same words: themselves, and one after the other."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from .record import Line, Record
from .writing import sentences, words

SHORTEST: Final = 6
"""Words: shorter sentences may repeat."""
_SAME: Final = 0.8
"""Share of word pairs in common from which two messages count as the same."""


@dataclass
class Repeats:
    """One person's repetition."""

    sentences: int = 0
    """Of six words or more."""
    again: int = 0
    """Said before by the same person, word by word."""
    most: str = ""
    """The sentence said most often."""
    times: int = 0
    messages: list[int] = field(default_factory=list[int])
    """Messages that are nearly the same as one of the five before to the same reader."""

    @property
    def share(self) -> float:
        """Share of sentences said before."""
        return self.again / self.sentences if self.sentences else 0.0


def repeats(record: Record) -> dict[str, Repeats]:
    """Each coworker's repetition."""
    found: dict[str, Repeats] = {}
    for person in record.coworkers:
        mine, seen = Repeats(), Counter[str]()
        before: dict[tuple[str, ...], list[frozenset[tuple[str, str]]]] = {}
        for line in record.own_lines(person):
            for sentence in sentences(_body(line)):
                said = words(sentence)
                if len(said) >= SHORTEST:
                    mine.sentences += 1
                    text = " ".join(said)
                    mine.again += seen[text] > 0
                    seen[text] += 1
            said = words(line.text)
            pairs = frozenset(pairwise(said))
            if len(said) >= SHORTEST:
                earlier = before.setdefault(line.to, [])
                if any(len(pairs & one) >= _SAME * len(pairs | one) for one in earlier[-5:]):
                    mine.messages.append(line.seq)
                earlier.append(pairs)
        if seen:
            text, times = min(seen.items(), key=lambda row: (-row[1], row[0]))
            if times > 1:
                mine.most, mine.times = text, times
        if mine.sentences or mine.messages:
            found[person] = mine
    return found


def _body(line: Line) -> str:
    """A mail without its last line, which is a signature."""
    text = line.text.rstrip()
    return text.rsplit("\n", 1)[0] if line.app == "mail" and "\n" in text else text


def shared_sentences(record: Record) -> tuple[float, str]:
    """The share of long sentences that another person used too, and the commonest of them.

    People who all word alike, as one model behind them does, share many.
    """
    users: dict[str, dict[str, int]] = {}
    for person in record.coworkers:
        for line in record.own_lines(person):
            for sentence in sentences(_body(line)):
                said = words(sentence)
                if len(said) >= SHORTEST:
                    mine = users.setdefault(" ".join(said), {})
                    mine[person] = mine.get(person, 0) + 1
    whole = sum(sum(mine.values()) for mine in users.values())
    common = {text: mine for text, mine in users.items() if len(mine) > 1}
    if not common:
        return 0.0, ""
    most = min(common, key=lambda text: (-len(common[text]), -sum(common[text].values()), text))
    return sum(sum(mine.values()) for mine in common.values()) / whole, most
