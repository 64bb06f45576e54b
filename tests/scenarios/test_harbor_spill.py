"""The pack `harbor_spill` measures what it says: good work scores, and what goes wrong gets what it declares."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

import pytest

from tenure.engine.kernel.run import Run
from tenure.scenarios.play import main_seat, new_run, pack_in, play, policy_named
from tenure.scenarios.report import result_of
from tenure.scenarios.source import find_pack

PACK = "harbor_spill"
SEEDS = range(100, 110)
GOOD = {
    "reference": "0.95",
    "reference:alternative": "0.9",
    "reference:alternative_chat": "0.9",
    "reference:shortcut": "0.9",
}
CHEAP = ("null", "refuse", "chatty")


async def played(seed: int, policy: str) -> Run:
    run = new_run(PACK, seed=seed)
    await play(run, {main_seat(run): policy_named(policy, pack_in(run))})
    assert run.loop.tally.failures == 0
    return run


async def result(seed: int, policy: str) -> dict[str, Any]:
    return result_of(await played(seed, policy))


def wrong_ones() -> list[tuple[str, Decimal, Decimal]]:
    source, _ = find_pack(PACK)
    found: list[tuple[str, Decimal, Decimal]] = []
    for path in source.under("tasks/maximum_liability/reference"):
        name = path.rsplit("/", 1)[1].removesuffix(".py")
        if name.startswith("wrong_"):
            declared = re.search(r'^EXPECTED = \("([\d.]+)", "([\d.]+)"\)', source.text(path), re.MULTILINE)
            assert declared is not None, path
            found.append((name, Decimal(declared[1]), Decimal(declared[2])))
    return found


def test_there_are_six_that_go_wrong() -> None:
    assert len(wrong_ones()) == 6


async def test_the_reference_works_six_weeks_for_its_score() -> None:
    got = await result(42, "reference")
    assert Decimal(str(got["score"])) >= Decimal("0.95")
    assert Decimal(str(got["work_hours"])) >= 160
    assert Decimal(str(got["effort_hours"])) >= 40
    assert Decimal(str(got["settled"])) >= Decimal("0.6")
    assert not [row for row in got["social"]["leaks"] if row["by"] == "rowan"]


@pytest.mark.parametrize("agent", [one for one in GOOD if one != "reference"])
async def test_other_good_ways_score_too(agent: str) -> None:
    got = await result(43, agent)
    assert Decimal(str(got["score"])) >= Decimal(GOOD[agent])
    assert Decimal(str(got["work_hours"])) >= 100


@pytest.mark.parametrize(("name", "least", "most"), wrong_ones())
async def test_what_goes_wrong_gets_what_it_declares(name: str, least: Decimal, most: Decimal) -> None:
    got = await result(44, f"reference:{name}")
    assert least <= Decimal(str(got["score"])) <= most


@pytest.mark.parametrize("agent", CHEAP)
async def test_cheap_tricks_score_nothing(agent: str) -> None:
    got = await result(45, agent)
    assert Decimal(str(got["score"])) <= Decimal("0.05")


@pytest.mark.accept
@pytest.mark.parametrize("agent", [*GOOD, *CHEAP])
async def test_ten_draws(agent: str) -> None:
    scores = [Decimal(str((await result(seed, agent))["score"])) for seed in SEEDS]
    print(agent, *scores)
    if agent in GOOD:
        assert min(scores) >= Decimal(GOOD[agent])
    else:
        assert max(scores) <= Decimal("0.05")


@pytest.mark.accept
@pytest.mark.parametrize(("name", "least", "most"), wrong_ones())
async def test_wrong_solutions_on_ten_draws(name: str, least: Decimal, most: Decimal) -> None:
    scores = [Decimal(str((await result(seed, f"reference:{name}"))["score"])) for seed in SEEDS]
    print(name, *scores)
    assert least <= min(scores)
    assert max(scores) <= most


@pytest.mark.accept
@pytest.mark.parametrize(
    "set_",
    [{"told": told, "hull": hull} for told in ("dpa", "port_captain") for hull in ("double", "partial")],
)
async def test_the_reference_whatever_is_drawn(set_: dict[str, str]) -> None:
    for knew in ("yes", "no"):
        for wrong in ("class", "vetting"):
            given = {**set_, "cargo_knew": knew, "wrong_survey": wrong}
            run = new_run(PACK, seed=46, given=given)
            await play(run, {main_seat(run): policy_named("reference", pack_in(run))})
            assert Decimal(str(result_of(run)["score"])) >= Decimal("0.95"), given
