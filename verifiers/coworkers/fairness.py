"""What a fair reader takes a question to ask for: the yardstick for coworkers who did not understand one.

It is the rule-based reader that scripted coworkers use, over every fact of the world rather than those of one person,
and it must find one fact with room to spare. So a coworker is blamed only for what plain reading gives.
"""

from __future__ import annotations

from typing import Final

from ...engine.minds.understanding import ASKING, FactCard, FactIndex, understand
from ...engine.minds.understanding.index import content
from ...engine.office.model import Setup

_SURE: Final = 750
"""Per mille of a question in the card's own words: clearly above what the scripted reader needs to decide."""
_WORDS: Final = 2
"""Words of substance that a question must have in common with the fact."""
_APART: Final = 100
"""Per mille by which the best fact must lead."""


class FairReader:
    """Reads questions against every fact of a world.

    Args:
        setup: The world's facts.
    """

    def __init__(self, setup: Setup) -> None:
        self._cards = [
            FactCard(one.id, one.statement, one.asks, one.topic) for one in setup.facts.values() if one.asks
        ]
        self._words = {
            one.id: frozenset(
                token.stem for text in (one.topic, one.statement, *one.asks) for token in content(text)
            )
            for one in self._cards
        }
        self._index: FactIndex | None = None
        self._read: dict[str, tuple[str, ...]] = {}

    def asks_for(self, text: str) -> tuple[str, ...]:
        """The facts that the text plainly asks for; none if it is vague, or fits several about equally."""
        if not self._cards or not text.strip():
            return ()
        if text not in self._read:
            self._read[text] = self._plainly(text)
        return self._read[text]

    def _plainly(self, text: str) -> tuple[str, ...]:
        if self._index is None:
            self._index = FactIndex(self._cards)
        found: list[str] = []
        for act in understand(text, self._index).acts:
            if act.kind not in ASKING or not act.matches or act.ambiguous:
                continue
            best, *others = act.matches
            if (
                best.score >= _SURE
                and self._says_enough(act.text, best.fact_id)
                and all(best.score - one.score >= _APART for one in others)
            ):
                found.append(best.fact_id)
        return tuple(dict.fromkeys(found))

    def _says_enough(self, text: str, fact: str) -> bool:
        """Whether the question names its subject itself, rather than go on from what was said before."""
        card = self._words[fact]
        return sum(token.stem in card for token in content(text)) >= _WORDS
