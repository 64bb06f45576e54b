"""An estimate holds what a run then costs, is a range, and needs neither key nor network nor litellm."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from tenure.engine.agents.policies.model import Model
from tenure.engine.apps.surface import function_name
from tenure.engine.cli import app
from tenure.engine.cli.costing import prices_of, show
from tenure.engine.kernel.seats import Call
from tenure.engine.kernel.usage import Used
from tenure.engine.minds.client import client_named, close_clients
from tenure.engine.minds.model.spec import MindSpec
from tenure.engine.minds.prices import Price, by_hand, price_of
from tenure.scenarios.casting import Casting
from tenure.scenarios.costs import AGENT, CASES, Estimate, estimate
from tenure.scenarios.play import main_seat, new_run, pack_in, play, policy_named, task_of
from tenure.scenarios.rehearsal import Asked, Rehearsal, alike, rehearse
from tests.agents.rule_server import calls
from tests.minds.coworker_server import CoworkerServer
from tests.minds.rules import cooperative

SEED = 4
PRICE = ("2", "0.5", "8")


def spec(**more: Any) -> MindSpec:
    return MindSpec.model_validate({"model": "openai/rules", "price": PRICE, **more})


@pytest.fixture(scope="module")
def rehearsal() -> Rehearsal:
    import asyncio

    return asyncio.run(rehearse(task_of("first_week", seed=SEED), Casting(coworkers=spec())))


def estimated(*plays: Rehearsal, rollouts: int = 1, agent: str | None = "openai/rules") -> Estimate:
    return estimate(
        plays,
        {"model": spec()},
        agent=agent,
        rollouts=rollouts,
        price=lambda name, one: by_hand(PRICE) if one is None else price_of(name, one),
    )


def test_nobody_is_asked_and_everybody_is_counted(rehearsal: Rehearsal) -> None:
    people = rehearsal.coworkers["model"]
    assert len(people) >= 4
    for asked in people.values():
        assert all(0 <= one.shared < one.prompt for one in asked)
        assert all(one.shared > one.prompt / 2 for one in asked[1:])  # rules and persona never change
    assert sum(one.answer for asked in people.values() for one in asked) > 200
    assert len(rehearsal.agent) > 50
    assert max(one.prompt for one in rehearsal.agent) < 24_000 * 4 * 2


async def test_it_holds_what_a_run_then_uses(rehearsal: Rehearsal) -> None:
    """The same prices, coworkers by rule, and an agent that makes the reference's calls through a model."""
    script = await reference_calls()

    def rule(body: dict[str, Any]) -> Any:
        if not body.get("tools"):
            return cooperative(body) if "response_format" in body else "Asked Ines; waiting for Marek."
        tool, arguments = script.pop(0) if script else ("finish", "{}")
        return calls((function_name(tool), arguments))

    with CoworkerServer(rule) as server:
        run = new_run(
            "first_week",
            seed=SEED,
            casting=Casting(coworkers=spec(api_base=server.address)),
            speculate=False,
        )
        agent = Model("openai/rules", client_named("openai/rules", api_base=server.address, price=PRICE))
        await play(run, {main_seat(run): agent})
        await close_clients()
    found = estimated(rehearsal)
    whole, people = run.ledger.spent(), run.meter.spent
    assert people.calls >= 4
    assert within(whole, found, lambda _: True)
    assert within(people, found, lambda actor: actor != AGENT)
    assert whole.calls == len(server.requests)
    assert (whole.input, whole.cached, whole.output) == tuple(server.used.values())


def within(used: Used, found: Estimate, which: Callable[[str], bool]) -> bool:
    lines = [line for line in found.lines if which(line.actor)]
    for name in ("calls", "input", "output"):
        low, _, high = (sum(getattr(line.uses[case], name) for line in lines) for case in range(3))
        assert low <= getattr(used, name) <= high, name
    money = [line.costs for line in lines if line.costs is not None]
    low, _, high = (sum(one[case] for one in money) for case in range(3))
    assert low <= used.cost <= high
    return True


async def reference_calls() -> list[tuple[str, str]]:
    run = new_run("first_week", seed=SEED)
    await play(run, {main_seat(run): policy_named("reference", pack_in(run))})
    moves = [record.move for record in run.moves(main_seat(run))]
    return [(move.tool, move.arguments) for move in moves if isinstance(move, Call)]


def test_low_likely_high_are_in_order_and_rollouts_multiply(rehearsal: Rehearsal) -> None:
    one, many = estimated(rehearsal), estimated(rehearsal, rollouts=16)
    for line in one.lines:
        for name in ("calls", "input", "output"):
            counts = [getattr(use, name) for use in line.uses]
            assert counts == sorted(counts)
        assert line.costs is not None
        assert list(line.costs) == sorted(line.costs)
        assert all(use.cached <= use.input for use in line.uses)
    assert [round(use.input) for use in many.uses] == [round(16 * use.input) for use in one.uses]
    assert many.costs == tuple(16 * cost for cost in one.costs)
    assert json.loads(json.dumps(many.dump()))["total"]["cost"].keys() == set(CASES)


def test_several_plays_widen_the_range(rehearsal: Rehearsal) -> None:
    people = {person: asked[:1] for person, asked in rehearsal.coworkers["model"].items()}
    shorter = rehearsal._replace(seed=9, coworkers={"model": people}, agent=rehearsal.agent[:20])
    alone, both = estimated(rehearsal), estimated(rehearsal, shorter)
    assert both.uses[0].input < alone.uses[0].input
    assert both.uses[1].input < alone.uses[1].input
    assert both.uses[2].input == alone.uses[2].input
    assert both.seeds == (SEED, 9)


def test_calls_of_the_agent_end_at_the_tasks_limit() -> None:
    asked = [Asked(1_000 + 10 * number, 900, 50) for number in range(100)]
    found = estimated(Rehearsal(1, {}, asked, calls_limit=120))
    assert [round(use.calls) for use in found.uses] == [60, 124, 138]  # 120, and what is asked again of them


def test_a_model_without_a_price_is_named_and_not_summed(rehearsal: Rehearsal) -> None:
    def price(name: str, one: MindSpec | None) -> Price | None:
        return None if one is None else by_hand(PRICE)

    found = estimate([rehearsal], {"model": spec()}, agent="openai/unheard-of", price=price)
    assert found.unpriced == ("openai/unheard-of",)
    assert found.lines[0].costs is None
    assert found.costs[1] > 0


def test_decisions_begun_early_are_counted_only_where_they_are(rehearsal: Rehearsal) -> None:
    def total(one: MindSpec) -> float:
        return estimate([rehearsal], {"model": one}, price=price_of).uses[2].calls

    assert total(spec(early=True)) > total(spec())


@given(st.text("ab", max_size=30), st.text("ab", max_size=30))
def test_what_two_texts_begin_with(one: str, other: str) -> None:
    count = alike(one, other)
    assert one[:count] == other[:count]
    assert count == min(len(one), len(other)) or one[count] != other[count]


class TestCommand:
    def test_it_needs_no_key_no_network_and_no_litellm(self) -> None:
        script = (
            "import sys\n"
            "from tenure.engine.cli import app\n"
            "app(['cost', 'first_week', '--coworkers', 'gpt-4o-mini', '--agent', 'gpt-4o-mini', '-n', '16', '--json'],"
            " standalone_mode=False)\n"
            "print('litellm' in sys.modules, file=sys.stderr)"
        )
        env = {name: value for name, value in os.environ.items() if not name.endswith("_KEY")}
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True, env=env
        )
        found = json.loads(done.stdout)
        assert done.stderr.splitlines()[-1] == "False"
        assert "failed" not in done.stderr
        assert found["rollouts"] == 16
        total = found["total"]
        assert 0 < total["low"]["input"] < total["likely"]["input"] < total["high"]["input"]
        assert 0 < float(total["cost"]["low"]) < float(total["cost"]["high"])
        assert found["actors"][0]["actor"] == AGENT

    def test_prices_by_hand(self) -> None:
        found = prices_of(["openai/mine=1,0.1,4", "$2, 0.5, 8"])
        assert found["openai/mine"] == by_hand(("1", "0.1", "4"))
        assert found[""] == by_hand(("2", "0.5", "8"))

    def test_the_table_says_who_costs_what_and_what_is_assumed(
        self, rehearsal: Rehearsal, capsys: pytest.CaptureFixture[str]
    ) -> None:
        found = estimate(
            [rehearsal], {"model": spec()}, agent="openai/unheard-of", rollouts=16, price=price_of
        )
        show(found, "first_week:surcharge_claim", early=False)
        said = capsys.readouterr().out
        for person in rehearsal.coworkers["model"]:
            assert f"\n{person} " in said
        assert "All 16 rollouts:" in said
        assert "Assumed (low/likely/high):" in said
        assert "--price openai/unheard-of=IN,CACHED,OUT" in said
        assert "begun early" not in said
        assert max(map(len, said.partition("Assumed")[0].splitlines())) <= 100

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            ([], "nobody would be a model"),
            (["--agent", "reference"], "asks no model"),
            (["--coworkers", "x", "--price", "1,2"], "0.5,0.05,2"),
            (["--coworkers", "x", "--price", "a,b,c"], "0.5,0.05,2"),
        ],
    )
    def test_what_can_t_be_estimated_is_said(self, arguments: list[str], said: str) -> None:
        done = CliRunner().invoke(app, ["cost", "first_week", *arguments])
        assert done.exit_code != 0
        assert said in done.output
