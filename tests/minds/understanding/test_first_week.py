"""How often the right fact of the pack `first_week` is understood, by people who ask in their own words."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from tenure.engine.minds.understanding import FactCard, FactIndex, understand
from tenure.scenarios.loader import load_pack
from tenure.scenarios.source import find_pack


def _read(name: str) -> dict[str, Any]:
    return YAML(typ="safe").load(Path(__file__).with_name(name))


WORDINGS = _read("first_week_wordings.yaml")
"""Of two writers who saw only the facts' statements; the matcher was tuned on them."""
SETS = {"seen": WORDINGS, "blind": _read("first_week_blind.yaml")}
"""The blind ones are of a third such writer, 20 a fact. They measure: never tune anything on them."""


@pytest.fixture(scope="module")
def cards() -> dict[str, list[FactCard]]:
    knowledge = load_pack(find_pack("first_week")[0], seed=7).knowledge
    facts = [FactCard(key, one.statement, tuple(one.asks), one.topic) for key, one in knowledge.facts.items()]
    deeds = [
        FactCard(key, one.topic, tuple(one.asks), one.topic, deed=True)
        for key, one in knowledge.requests.items()
    ]
    approvals = [
        FactCard(key, one.topic, tuple(one.asks), one.topic) for key, one in knowledge.approvals.items()
    ]
    return {"facts": facts, "all": [*facts, *deeds, *approvals]}


@pytest.mark.parametrize("written", SETS)
@pytest.mark.parametrize("known", ["facts", "all"])
def test_the_right_fact_is_understood_and_hardly_ever_a_wrong_one(
    known: str, written: str, cards: dict[str, list[FactCard]]
) -> None:
    index = FactIndex(cards[known])
    outcomes: Counter[str] = Counter()
    failed: list[str] = []
    for fact, wordings in SETS[written]["facts"].items():
        for wording in wordings:
            found = understand(wording, index).fact_ids
            outcome = "right" if found == (fact,) else "wrong" if found else "open"
            outcomes[outcome] += 1
            if outcome != "right":
                failed.append(f"{outcome}: {fact}: {wording} -> {found}")
    total = outcomes.total()
    assert total >= 280
    assert outcomes["right"] >= 0.9 * total, failed
    assert outcomes["wrong"] <= 0.02 * total, failed


@pytest.mark.parametrize("written", SETS)
@pytest.mark.parametrize("known", ["facts", "all"])
def test_what_is_off_the_subject_matches_no_fact(
    known: str, written: str, cards: dict[str, list[FactCard]]
) -> None:
    index = FactIndex(cards[known])
    texts = SETS[written]["off_topic"]
    matched = [(text, found) for text in texts if (found := understand(text, index).fact_ids)]
    assert len(matched) <= 0.02 * len(texts), matched


def test_a_fact_that_one_does_not_know_of_is_seldom_taken_for_another(
    cards: dict[str, list[FactCard]],
) -> None:
    matched: list[str] = []
    for fact, wordings in WORDINGS["facts"].items():
        index = FactIndex([card for card in cards["facts"] if card.id != fact])
        matched += [wording for wording in wordings if understand(wording, index).fact_ids]
    total = sum(len(wordings) for wordings in WORDINGS["facts"].values())
    assert len(matched) <= 0.42 * total
