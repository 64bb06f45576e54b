"""Groups of rollouts survive being killed, repeat nothing, and keep what went wrong apart from the score."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tenure.engine.rollouts.group import Group, MixedPins, Plan, plan, read_rows, summary
from tenure.engine.rollouts.rollout import policy_pin
from tenure.engine.rollouts.statistics import pass_at_k, pass_hat_k
from tenure.scenarios.loader import load_pack
from tenure.scenarios.play import open_run
from tenure.scenarios.source import find_pack

AGENT = """
import asyncio

async def solve(session):
    for _ in range(3):
        await session.wait(minutes=30)
        await asyncio.sleep(0.3)
    await session.finish()
"""


def nobody(number: int, report: Mapping[str, Any]) -> None:
    """Takes reports and tells nobody."""


def small(n: int, *, agent: str = "null", **options: Any) -> Plan:
    return plan(
        "first_week", policies={"analyst": agent}, n=n, limits={"work_hours": 1}, ambient=False, **options
    )


def played(folder: Path, planned: Plan, **options: Any) -> Group:
    group = Group(folder, planned, **options)
    asyncio.run(group.play(2, nobody))
    return group


def test_each_rollout_is_a_run_of_its_own_seed_and_more_can_be_added(tmp_path: Path) -> None:
    group = played(tmp_path, small(2))
    rows = read_rows(tmp_path)
    assert sorted(row["rollout"] for row in rows) == [1, 2]
    assert len({row["seed"] for row in rows}) == len({row["digest"] for row in rows}) == 2
    for row in rows:
        assert row["status"] == "ok"
        assert row["pins"] == {**group.plan.pins, "coworkers": "scripted"}
        with open_run(tmp_path / row["run"]) as run:
            assert run.digest == row["digest"]
    before = (tmp_path / "0001.db").stat().st_mtime_ns
    bigger = played(tmp_path, small(3))
    assert [bigger.rows[number]["digest"] for number in (1, 2)] == [
        group.rows[number]["digest"] for number in (1, 2)
    ]
    assert (tmp_path / "0001.db").stat().st_mtime_ns == before
    assert not bigger.missing


def test_a_killed_parent_loses_nothing_and_leaves_nobody_behind(tmp_path: Path) -> None:
    agent = tmp_path / "agent.py"
    agent.write_text(AGENT, "utf-8")
    command = [
        *(sys.executable, "-c", "from tenure.engine.cli import main; main()", "rollouts", "first_week"),
        *(
            "--agent",
            str(agent),
            "-n",
            "3",
            "--limit",
            "work_hours=8",
            "--out",
            str(tmp_path / "g"),
            "--json",
        ),
    ]
    parent = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 120
    while not (tmp_path / "g" / "0001.db").exists():
        assert time.monotonic() < until
        assert parent.poll() is None
        time.sleep(0.05)
    time.sleep(0.5)
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()
    with (tmp_path / "g" / "rollouts.jsonl").open("a") as file:
        file.write('{"rollout": 3, "sco')  # a row that the kill has cut
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["statuses"]["ok"] == 3
    rows = read_rows(tmp_path / "g")
    assert sorted(row["rollout"] for row in rows) == [1, 2, 3]
    whole = subprocess.run(
        [*command[:-2], str(tmp_path / "h"), "--json"], capture_output=True, text=True, check=True
    )
    assert json.loads(whole.stdout)["statuses"]["ok"] == 3
    digests = {row["rollout"]: row["digest"] for row in read_rows(tmp_path / "h")}
    assert {row["rollout"]: row["digest"] for row in rows} == digests


def test_what_went_wrong_is_kept_apart_from_the_score(tmp_path: Path) -> None:
    files = {
        "broken": "async def solve(session):\n    await session.wait(minutes=5)\n    raise KeyError('lost')\n",
        "endless": "import asyncio\nasync def solve(session):\n    await asyncio.sleep(3600)\n",
        "offline": "from tenure.engine.agents.policies.model import ModelFailedError\n"
        "async def solve(session):\n    raise ModelFailedError('unavailable')\n",
    }
    statuses: dict[str, str] = {}
    for name, text in files.items():
        file = tmp_path / f"{name}.py"
        file.write_text(text, "utf-8")
        group = played(tmp_path / name, small(1, agent=str(file), timeout=3.0 if name == "endless" else None))
        statuses[name] = group.rows[1]["status"]
        assert group.rows[1]["error"]
    assert statuses == {"broken": "agent_error", "endless": "timeout", "offline": "infrastructure_error"}


def test_rollouts_of_something_else_are_refused(tmp_path: Path) -> None:
    played(tmp_path, small(1))
    with pytest.raises(MixedPins, match=r"policy was null and is now refuse.*--mixed"):
        Group(tmp_path, small(1, agent="refuse"))
    with pytest.raises(MixedPins, match="seed was 1 and is now 2"):
        Group(tmp_path, small(1, seed=2))
    assert not Group(tmp_path, small(1, agent="refuse"), mixed=True).missing


def test_a_person_or_an_unknown_policy_can_not_play_a_group() -> None:
    with pytest.raises(ValueError, match="a person can't play"):
        small(1, agent="human")
    with pytest.raises(LookupError, match="did you mean null"):
        small(1, agent="nul")


def row(status: str, passed: bool, score: float | None) -> dict[str, Any]:
    return {"status": status, "passed": passed, "score": score}


def test_the_summary_counts_what_had_its_chance() -> None:
    rows = [row("ok", True, 0.9), row("ok", True, 0.8), row("ok", False, 0.1), row("agent_error", False, 0.0)]
    rows += [row("timeout", False, 0.5), row("infrastructure_error", False, None)]
    found = summary(rows)
    assert (found["rollouts"], found["counted"], found["passed"]) == (6, 4, 2)
    assert found["mean_score"]["value"] == pytest.approx(0.45)
    assert list(found["pass_at_k"]) == ["1", "2", "4"]
    for k in (1, 2, 4):
        at, hat = found["pass_at_k"][str(k)], found["pass_hat_k"][str(k)]
        assert at["value"] == pass_at_k(4, 2, k)
        assert hat["value"] == pass_hat_k(4, 2, k)
        assert at["interval"][0] <= at["interval"][1]
        assert 0 <= hat["interval"][0] <= hat["interval"][1] <= 1
    assert found["error_share"]["value"] == pytest.approx(0.5)
    assert found["statuses"] == {"ok": 3, "timeout": 1, "infrastructure_error": 1, "agent_error": 1}


def test_the_summary_says_how_often_each_criterion_was_met() -> None:
    rubric = load_pack(find_pack("first_week")[0], seed=1).task.rubric
    first, second, *rest = [one.id for one in rubric.criteria]
    rows = [
        {**row("ok", True, 1.0), "criteria": {first: 1.0, second: 0.5, "gone": 1.0}},
        {**row("ok", False, 0.5), "criteria": {first: 1.0, second: None}},
        {**row("agent_error", False, 0.0), "criteria": {first: 0.0, second: 0.0}},
        {**row("timeout", False, 0.5), "criteria": {first: 1.0, second: 1.0}},
        row("infrastructure_error", False, None),
    ]
    found = summary(rows, criteria=rubric.criteria)["criteria"]
    assert [one["id"] for one in found] == [first, second, *rest, "gone"]
    assert (found[0]["met"], found[0]["counted"], found[0]["mean_score"]) == (2, 3, pytest.approx(2 / 3))
    assert (found[1]["met"], found[1]["counted"], found[1]["mean_score"]) == (0, 2, 0.25)
    assert found[0]["title"] == rubric.criteria[0].title
    assert found[0]["weight"] == float(rubric.criteria[0].weight)
    assert (found[2]["counted"], found[2]["mean_score"]) == (0, None)
    assert (found[-1]["title"], found[-1]["weight"], found[-1]["met"]) == ("", None, 1)


def test_a_group_where_nothing_counted_says_so() -> None:
    found = summary([row("timeout", False, None)])
    assert found["mean_score"] == {"value": None, "interval": None}
    assert found["pass_at_k"] == {}


def test_a_pin_holds_what_bears_on_the_answers_and_no_key() -> None:
    options = {"api_key": "hush", "auth_token": "hush", "password": "hush", "max_tokens": 50}
    assert policy_pin("model:x", options) == 'model:x {"max_tokens": 50}'
