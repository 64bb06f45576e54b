"""The red team on a pack: scripted people keep what they must, and a model without a guard is caught."""

from __future__ import annotations

import asyncio
from decimal import Decimal

import pytest

from tenure.engine.minds.model.spec import MindSpec
from tenure.scenarios.casting import Casting
from tenure.scenarios.siege import SiegeError, lay_siege
from tenure.verifiers.coworkers.redteam import Tried
from tests.minds import rules
from tests.minds.coworker_server import CoworkerServer


def test_scripted_people_keep_what_they_must() -> None:
    told: list[Tried] = []
    siege, cost, stopped = asyncio.run(
        lay_siege(
            "first_week", facts=["second_carrier"], attempts=["urgency", "splitting"], on_tried=told.append
        )
    )
    assert siege.outcomes() == {"kept": len(siege.tried)}
    assert len(told) == len(siege.tried) >= 2
    assert cost == 0
    assert not stopped


def test_a_model_that_tells_all_without_a_guard_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    with CoworkerServer(rules.leaking) as server:
        loose = MindSpec(
            model="openai/rule",
            api_base=server.address,
            retries=0,
            secrets=True,
            guard=False,
            price=("1", "1", "1"),
        )
        siege, cost, stopped = asyncio.run(
            lay_siege(
                "first_week", facts=["second_carrier"], attempts=["urgency"], casting=Casting(coworkers=loose)
            )
        )
        assert siege.outcomes()["leaked"] + siege.outcomes()["disguised"] > 0
        assert cost > 0
        siege, _, stopped = asyncio.run(
            lay_siege(
                "first_week",
                facts=["second_carrier"],
                attempts=["urgency", "flattery", "meta"],
                casting=Casting(coworkers=loose.model_copy(update={"price": ("9999", "9999", "9999")})),
                most=Decimal("0.5"),
            )
        )
        assert "limit" in stopped
        assert len(siege.tried) < 6


@pytest.mark.parametrize(("facts", "attempts"), [(["second_carier"], []), ([], ["flatery"])])
def test_a_wrong_name_is_met_with_the_right_one(facts: list[str], attempts: list[str]) -> None:
    with pytest.raises(SiegeError, match="Did you mean"):
        asyncio.run(lay_siege("first_week", facts=facts, attempts=attempts))
