"""The pack `first_week` measures what it says: good work scores, doing nothing and every known shortcut don't."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from decimal import Decimal
from typing import Any

import pytest

from tenure.engine.agents.policies.script import Script
from tenure.engine.agents.session import Policy, Session
from tenure.engine.kernel.run import Run
from tenure.engine.kernel.seats import Call
from tenure.scenarios.play import main_seat, new_run, pack_in, play, policy_named
from tenure.scenarios.report import result_of
from tenure.scenarios.source import find_pack

PACK = "first_week"
TASKS = ("surcharge_claim", "venlo_routing")
SEEDS = range(100, 110)


async def played(task: str, seed: int, policy: str | Policy) -> Run:
    run = new_run(PACK, task=task, seed=seed)
    made = policy_named(policy, pack_in(run)) if isinstance(policy, str) else policy
    await play(run, {main_seat(run): made})
    assert run.loop.tally.failures == 0
    return run


async def score(task: str, seed: int, policy: str | Policy) -> Decimal:
    return Decimal(str(result_of(await played(task, seed, policy))["score"]))


def wrong_ones(task: str) -> list[tuple[str, Decimal, Decimal]]:
    source, _ = find_pack(PACK)
    found: list[tuple[str, Decimal, Decimal]] = []
    for path in source.under(f"tasks/{task}/reference"):
        name = path.rsplit("/", 1)[1].removesuffix(".py")
        if name.startswith("wrong_"):
            declared = re.search(r'^EXPECTED = \("([\d.]+)", "([\d.]+)"\)', source.text(path), re.MULTILINE)
            assert declared is not None, path
            found.append((name, Decimal(declared[1]), Decimal(declared[2])))
    assert len(found) == 3
    return found


class Repeat:
    """Makes the calls that solved another draw."""

    name = "repeat"

    def __init__(self, run: Run) -> None:
        self.moves = [record.move for record in run.moves(main_seat(run))]

    async def play(self, session: Session) -> None:
        for move in self.moves:
            assert isinstance(move, Call)
            await session.call_json(move.tool, move.arguments)


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize(
    ("agent", "least", "most"),
    [
        ("reference", "0.95", "1"),
        ("reference:alternative", "0.9", "1"),
        ("null", "0", "0.1"),
        ("refuse", "0", "0.1"),
        ("chatty", "0", "0.1"),
    ],
)
async def test_one_draw(task: str, agent: str, least: str, most: str) -> None:
    assert Decimal(least) <= await score(task, 42, agent) <= Decimal(most)


@pytest.mark.parametrize("task", TASKS)
async def test_wrong_solutions_get_what_they_declare(task: str) -> None:
    for name, least, most in wrong_ones(task):
        assert least <= await score(task, 43, f"reference:{name}") <= most, name


@pytest.mark.parametrize("task", TASKS)
async def test_another_draw_s_perfect_calls_don_t_help(task: str) -> None:
    solved = await played(task, 44, "reference")
    assert await score(task, 45, Repeat(solved)) <= Decimal("0.3")


@pytest.mark.parametrize("task", TASKS)
async def test_the_reference_works_for_its_score(task: str) -> None:
    result = result_of(await played(task, 46, "reference"))
    assert Decimal(str(result["effort_hours"])) >= 10
    assert len(result["params"]) >= 4
    wanted = """run pack task seed params digest pack_hash rubric_hash engine policy coworkers end score passed
        work_hours effort_hours elapsed_hours events calls wall_s criteria"""
    assert set(wanted.split()) <= set(result)


@pytest.mark.parametrize("agent", ["reference", "chatty"])
async def test_people_don_t_repeat_themselves(agent: str) -> None:
    run = await played("surcharge_claim", 47, agent)
    said: dict[str, Counter[str]] = defaultdict(Counter)
    for event in run.events(("message.sent",)):
        sent: Any = event.payload
        if sent.past or sent.sender == "noor":
            continue
        for sentence in re.split(r"(?<=[.!?])\s+|\n+", run.blobs.text(sent.body)):
            words = re.findall(r"[\w']+", sentence.lower())
            if len(words) >= 6:
                said[sent.sender][" ".join(words)] += 1
    for person, sentences in said.items():
        repeated = sum(count - 1 for count in sentences.values())
        assert repeated <= max(1, sum(sentences.values()) // 10), (person, sentences.most_common(3))


async def test_nobody_of_the_house_tells_what_the_rules_forbid() -> None:
    for agent in ("reference", "chatty"):
        run = await played("surcharge_claim", 48, agent)
        shared = [event.payload for event in run.events(("fact.shared",))]
        assert not [one for one in shared if one.mode == "leaked" and one.by != "noor"]  # type: ignore[attr-defined]


@pytest.mark.accept
@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("agent", ["reference", "reference:alternative", "null", "refuse", "chatty"])
async def test_ten_draws(task: str, agent: str) -> None:
    least = {"reference": "0.95", "reference:alternative": "0.9"}.get(agent)
    scores = [await score(task, seed, agent) for seed in SEEDS]
    print(task, agent, *scores)
    if least is not None:
        assert min(scores) >= Decimal(least)
    else:
        assert max(scores) <= Decimal("0.1")


@pytest.mark.accept
@pytest.mark.parametrize("task", TASKS)
async def test_wrong_solutions_on_ten_draws(task: str) -> None:
    for name, least, most in wrong_ones(task):
        scores = [await score(task, seed, f"reference:{name}") for seed in SEEDS]
        print(task, name, *scores)
        assert least <= min(scores)
        assert max(scores) <= most


@pytest.mark.accept
@pytest.mark.parametrize("task", TASKS)
async def test_perfect_calls_of_nine_other_draws(task: str) -> None:
    solved = await played(task, SEEDS[0], "reference")
    scores = [await score(task, seed, Repeat(solved)) for seed in SEEDS[1:]]
    print(task, "repeat", *scores)
    assert max(scores) <= Decimal("0.3")


def test_a_script_policy_needs_no_params() -> None:
    async def solve(session: Session) -> None:
        await session.finish()

    assert Script("mine", solve).name == "mine"
