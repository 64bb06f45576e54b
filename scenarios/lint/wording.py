"""Lint of wording: can a colleague tell from a question which of the things they know or do is meant."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.minds.understanding import DECIDE, FactCard, FactIndex
from ..pack import Pack
from .finding import Finding, at

CLOSE = 850
"""Per mille of the best score from which another thing counts as fitting about as well."""


def lint_wording(pack: Pack) -> Iterator[Finding]:
    """Questions that fit something else as well as what they are listed for, for a person who holds both."""
    told: set[tuple[str, str]] = set()
    for person in pack.people:
        cards = _cards(pack, person)
        index = FactIndex(cards)
        for card in cards:
            where = pack.where.get(f"{_section(pack, card.id)}.{card.id}")
            for ask in card.asks:
                matches = index.rank(ask)
                own = next((match.score for match in matches if match.fact_id == card.id), 0)
                if own < DECIDE:
                    if (card.id, ask) not in told:
                        told.add((card.id, ask))
                        message = f"“{ask}” does not stand out as a question for `{card.id}`"
                        fix = "Name what it is about, in words of the topic."
                        yield at(where, "warning", "ask-unclear", message, fix)
                    continue
                for match in matches:
                    pair = (card.id, match.fact_id)
                    if match.fact_id != card.id and match.score * 1000 >= own * CLOSE and pair not in told:
                        told.add(pair)
                        message = (
                            f"asked “{ask}”, {person} could mean `{match.fact_id}` as well as `{card.id}`"
                        )
                        fix = "Use words in `asks` and `topic` that only one of the two has."
                        yield at(where, "warning", "ambiguous-asks", message, fix)


def _cards(pack: Pack, person: str) -> list[FactCard]:
    """What the person can be asked for."""
    knowledge = pack.knowledge
    cards = [
        FactCard(name, fact.statement, fact.asks, fact.topic)
        for name, fact in knowledge.facts.items()
        if any(holder.person == person for holder in fact.holders)
    ]
    cards += [
        FactCard(name, approval.topic, approval.asks, approval.topic)
        for name, approval in knowledge.approvals.items()
        if approval.decides == person
    ]
    cards += [
        FactCard(name, request.topic, request.asks, request.topic)
        for name, request in knowledge.requests.items()
        if request.person == person
    ]
    return cards


def _section(pack: Pack, name: str) -> str:
    knowledge = pack.knowledge
    return "facts" if name in knowledge.facts else "approvals" if name in knowledge.approvals else "requests"
