"""Lint of wording: can a colleague tell from a question which fact is meant."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.minds.understanding import DECIDE, FactCard, FactIndex
from ..pack import Pack
from .finding import Finding, at

CLOSE = 850
"""Per mille of the best score from which another fact counts as fitting about as well."""


def lint_wording(pack: Pack) -> Iterator[Finding]:
    """Questions that fit another fact as well as, or better than, their own."""
    knowledge = pack.knowledge
    cards = [
        FactCard(name, f"{item.topic}. {item.statement}", item.asks, item.topic)
        for name, item in knowledge.facts.items()
    ]
    cards += [
        FactCard(name, item.topic, item.asks, item.topic)
        for section in (knowledge.approvals, knowledge.requests)
        for name, item in section.items()
    ]
    if len(cards) < 2:
        return
    index = FactIndex(cards)
    told: set[tuple[str, str]] = set()
    for card in cards:
        where = pack.where.get(f"{_section(pack, card.id)}.{card.id}")
        for ask in card.asks:
            matches = index.rank(ask)
            own = next((match.score for match in matches if match.fact_id == card.id), 0)
            if own < DECIDE:
                message = f"“{ask}” does not stand out as a question for `{card.id}`"
                yield at(
                    where, "warning", "ask-unclear", message, "Name what it is about, in words of the topic."
                )
                continue
            for match in matches:
                pair = (card.id, match.fact_id)
                if match.fact_id != card.id and match.score * 1000 >= own * CLOSE and pair not in told:
                    told.add(pair)
                    message = f"“{ask}” fits `{match.fact_id}` about as well as `{card.id}`"
                    fix = "Use words in `asks` and `topic` that only one of the two has."
                    yield at(where, "warning", "ambiguous-asks", message, fix)


def _section(pack: Pack, name: str) -> str:
    knowledge = pack.knowledge
    return "facts" if name in knowledge.facts else "approvals" if name in knowledge.approvals else "requests"
