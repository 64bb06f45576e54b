"""Which model stands behind a mind's name, now and for what was decided before."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenure.engine.kernel.ledger import Calls
from tenure.engine.kernel.minds import MindFailed
from tenure.engine.minds.bound import EARLIER, MINDS, BoundMind, rebound
from tenure.engine.minds.model.facts import WorldFacts
from tenure.engine.minds.model.spec import MindSpec
from tenure.engine.office.percept import Percept
from tenure.scenarios.play import new_run


def spec(model: str) -> MindSpec:
    return MindSpec.model_validate({"model": model})


def mind(meta: dict[str, Any], name: str = "model") -> BoundMind:
    world: Any = new_run("first_week", seed=3).world
    ines = world.setup.people["ines"]
    return BoundMind(name, ines.persona, ines, WorldFacts(organisation="x"), meta)


def model_of(bound: BoundMind, decision: int | None) -> str | None:
    found = bound._spec(decision)
    return None if found is None else found.model


def apply(meta: dict[str, Any], model: str, begun: int) -> None:
    meta.update(rebound(meta, {"model": spec(model)}, {"ines": begun}))


def test_decisions_keep_the_model_that_they_were_begun_with() -> None:
    meta: dict[str, Any] = {}
    apply(meta, "a", 0)
    assert EARLIER not in meta
    apply(meta, "b", 3)
    apply(meta, "c", 7)
    bound = mind(meta)
    assert [model_of(bound, number) for number in (1, 3, 4, 7, 8)] == ["a", "a", "b", "b", "c"]
    assert model_of(bound, None) == "c"


def test_binding_the_same_again_changes_nothing() -> None:
    meta: dict[str, Any] = {}
    apply(meta, "a", 0)
    assert rebound(meta, {"model": spec("a")}, {"ines": 5}) == {}


def test_a_fork_that_stands_before_a_change_of_its_parents_has_only_its_own() -> None:
    meta: dict[str, Any] = {}
    apply(meta, "a", 0)
    apply(meta, "b", 20)
    apply(meta, "c", 5)
    bound = mind(meta)
    assert [model_of(bound, number) for number in (5, 6, 20, 21)] == ["a", "c", "c", "c"]


@given(st.lists(st.integers(0, 30), min_size=1, max_size=5))
def test_a_decision_has_one_model_whatever_is_bound_later(counts: list[int]) -> None:
    meta: dict[str, Any] = {}
    apply(meta, "m0", 0)
    for number, count in enumerate(sorted(counts), start=1):
        apply(meta, f"m{number}", count)
        assert meta[MINDS]["model"]["model"] == f"m{number}"
    before = {one["begun"]["ines"] for one in meta[EARLIER]}
    assert before == set(counts)


def test_a_name_that_nothing_is_bound_to_fails_as_unavailable() -> None:
    bound = mind({}, "careful")
    with pytest.raises(MindFailed, match="no model is bound to the mind careful") as told:
        asyncio.run(bound.decide(cast("Percept", None), cast("Calls", type("C", (), {"decision": 1})())))
    assert told.value.why == "unavailable"
    assert (bound.early, bound.early_most) == (False, None)


def test_early_decisions_follow_the_model_of_now() -> None:
    meta: dict[str, Any] = {MINDS: {"model": spec("local").model_dump(mode="json")}}
    bound = mind(meta)
    assert bound.early
    meta[MINDS] = {"model": spec("openai/paid").model_dump(mode="json")}
    assert not bound.early
