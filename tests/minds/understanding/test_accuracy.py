"""How often the right fact is understood, over wordings that were not used to tune and over those that were."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tenure.engine.minds.understanding import FactIndex, understand

SPLITS = ("dev", "test")


@pytest.mark.parametrize("split", SPLITS)
def test_the_right_fact_is_understood_and_hardly_ever_a_wrong_one(
    split: str, offices: dict[str, Any], indexes: dict[str, FactIndex]
) -> None:
    outcomes: Counter[str] = Counter()
    failed: list[str] = []
    for name, office in offices.items():
        for fact in office["facts"]:
            for wording in fact[split]:
                found = understand(wording, indexes[name], asker_name="Tom Berg", me="Ines Ruth").fact_ids
                outcome = "right" if found == (fact["id"],) else "wrong" if found else "none"
                outcomes[outcome] += 1
                if outcome != "right":
                    failed.append(f"{outcome}: {fact['id']}: {wording} -> {found}")
    total = outcomes.total()
    assert total >= 250
    assert outcomes["right"] >= 0.93 * total, failed
    assert outcomes["wrong"] <= 0.02 * total, failed


def test_questions_off_the_subject_match_no_fact(
    offices: dict[str, Any], indexes: dict[str, FactIndex]
) -> None:
    questions = [
        (name, question)
        for name, office in offices.items()
        for split in SPLITS
        for question in office["off_topic"][split]
    ]
    matched = [
        (question, found)
        for name, question in questions
        if (found := understand(question, indexes[name]).fact_ids)
    ]
    assert len(questions) >= 160
    assert len(matched) <= 0.02 * len(questions), matched


def test_questions_about_another_office_match_no_fact(
    offices: dict[str, Any], indexes: dict[str, FactIndex]
) -> None:
    questions = [
        (other, question)
        for name, office in offices.items()
        for other in offices
        if other != name
        for fact in office["facts"]
        for split in SPLITS
        for question in fact[split]
    ]
    matched = [
        (question, found)
        for name, question in questions
        if (found := understand(question, indexes[name]).fact_ids)
    ]
    assert len(matched) <= 0.02 * len(questions), matched
