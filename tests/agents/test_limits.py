"""What ends an episode before its policy does: each limit, with its reason, and the same on every replay."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenure.engine.agents.limits import Limits
from tenure.engine.agents.policies.model import Model
from tenure.engine.agents.session import Session
from tenure.engine.agents.usage import Usage
from tenure.engine.minds.client import Outcome, Request, Tokens, ToolCall
from tenure.scenarios.play import ending, open_run, world_of
from tests.agents.lamps import HOUR, SEAT, calls_of, new, played

WORKED = 8 * HOUR


class Counting:
    """A model that waits an hour a turn and tells what that costs."""

    def __init__(self, tokens: Tokens | None = None, cost: str | None = "0.10") -> None:
        self.tokens = Tokens(input=900, output=100) if tokens is None else tokens
        self.cost = cost
        self.asked = 0

    async def complete(self, request: Request) -> Outcome:
        self.asked += 1
        call = ToolCall(id="one", name="wait", arguments='{"minutes": 60}')
        return Outcome(status="ok", tool_calls=(call,), tokens=self.tokens, cost=self.cost)


def model(client: Counting) -> Model:
    return Model("openai/counting", client)


# Limits of the work itself --------------------------------------------------------------------------------------------


async def resting(session: Session) -> None:
    while True:
        await session.wait(minutes=37)


async def busy(session: Session) -> None:
    for number in range(1_000):
        await session.call("notes.write", name=f"n{number}", text="x")


async def idle(session: Session) -> None:
    while True:
        await session.call("nothing.here")


@pytest.mark.parametrize(
    ("policy", "limits", "why"),
    [
        (resting, {"work_hours": 8}, "deadline: the work hours of the task are used up"),
        (busy, {"calls": 7}, "limit: 7 calls"),
        (idle, {"idle_calls": 9}, "limit: 9 turns in a row without progress"),
    ],
)
async def test_a_limit_ends_the_episode_as_truncated(policy: Any, limits: dict[str, int], why: str) -> None:
    run = await played(new(limits=limits), policy)
    assert ending(run) == {"how": "truncated", "why": why}
    assert len(calls_of(run)) == {"calls": 7, "idle_calls": 9}.get(next(iter(limits)), len(calls_of(run)))
    assert (await run.replay()).digest == run.digest


async def test_the_deadline_is_the_seat_s_working_time_from_the_brief_on() -> None:
    run = await played(new(limits={"work_hours": 8}), resting)
    begun, ended = next(iter(run.events(("seat.opened",)))), next(iter(run.events(("seat.ended",))))
    assert world_of(run).desk.calendar(SEAT).work_between(begun.at, ended.at) == WORKED
    assert run.moves(SEAT)[-1].observation is None  # the last wait was cut


async def test_time_that_passes_and_calls_that_take_time_are_progress() -> None:
    async def slow(session: Session) -> None:
        for _ in range(12):
            await session.call("nothing.here")
            await session.call("nothing.here")
            await session.wait(minutes=1)
        await session.finish()

    run = await played(new(limits={"idle_calls": 3}), slow)
    assert ending(run) == {"how": "terminated", "why": "finished"}


async def test_what_is_left_is_told() -> None:
    seen: list[dict[str, Any]] = []

    async def two(session: Session) -> None:
        await session.call("mail.inbox")
        seen.append(dict(session.left))
        await session.wait(minutes=60)
        seen.append(dict(session.left))
        await session.finish()

    await played(new(limits={"calls": 50, "work_hours": 8, "tokens": 500, "cost": "1.50"}), two)
    assert seen[0] == {"calls": 49, "work_hours": "8.0", "tokens": 500, "cost": "1.50"}
    assert seen[1]["calls"] == 48
    assert float(seen[1]["work_hours"]) == pytest.approx(7.0, abs=0.05)


# Tokens and money -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limits", "why", "turns"),
    [
        ({"tokens": 5_000}, "limit: 5000 tokens", 5),
        ({"tokens": 4_500}, "limit: 4500 tokens", 5),
        ({"cost": "0.30"}, "limit: 0.30 US dollars", 3),
        ({"tokens": 9_000, "cost": "0.25"}, "limit: 0.25 US dollars", 3),
    ],
)
async def test_tokens_and_money_end_the_episode(limits: dict[str, Any], why: str, turns: int) -> None:
    client = Counting()
    run = await played(new(limits=limits), model(client))
    assert ending(run) == {"how": "truncated", "why": why}
    assert client.asked == len(calls_of(run)) == turns
    assert (await run.replay()).digest == run.digest
    assert client.asked == turns


@pytest.mark.parametrize("hours", [1, 2, 4])
async def test_what_was_spent_is_known_after_a_stop(hours: int, tmp_path: Path) -> None:
    client = Counting()
    path = tmp_path / "run.db"
    (await played(new(limits={"tokens": 5_000}, path=path), model(client), until=hours * HOUR)).close()
    run = await played(open_run(path, writable=True), model(client))
    assert ending(run) == {"how": "truncated", "why": "limit: 5000 tokens"}
    assert client.asked == 5
    run.close()


async def test_a_successor_has_what_its_predecessor_left() -> None:
    first, second = Counting(), Counting(Tokens(input=1_500, output=500))
    run = await played(new(limits={"tokens": 6_000}), model(first))
    at = [event.seq for event in run.events(("seat.returned",))][1]
    fork = run.fork(at, changed=True)
    await played(fork, Model("openai/other", second))
    assert (first.asked, second.asked) == (6, 2)
    assert ending(fork) == {"how": "truncated", "why": "limit: 6000 tokens"}
    usage = Usage.of(fork.ledger.outcomes(f"seat:{SEAT}", 10))
    assert (usage.tokens, str(usage.cost)) == (6_000, "0.40")


async def test_a_policy_can_t_escape_by_catching_or_by_calling_on() -> None:
    async def stubborn(session: Session) -> None:
        async def make() -> Any:
            return {"tokens": {"input": 10, "output": 0}, "cost": "0"}

        number = 0
        while True:
            number += 1
            try:
                await session.ask({"number": number}, make)
            except BaseException:
                await session.call("mail.inbox")
                raise

    run = await played(new(limits={"tokens": 25}), stubborn)
    assert ending(run) == {"how": "truncated", "why": "limit: 25 tokens"}
    assert calls_of(run) == []
    assert len(run.ledger.outcomes(f"seat:{SEAT}", 1)) == 3


async def test_a_limit_that_can_t_be_held_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    client = Counting(Tokens(), cost=None)
    with caplog.at_level(logging.WARNING):
        run = await played(new(limits={"tokens": 5_000, "cost": "0.30", "work_hours": 4}), model(client))
    assert ending(run) == {"how": "truncated", "why": "deadline: the work hours of the task are used up"}
    said = [record.message for record in caplog.records]
    assert sorted(said) == [
        "the model of model:openai/counting does not tell its cost: that limit can't be held",
        "the model of model:openai/counting does not tell its tokens: that limit can't be held",
    ]


# Tightening -----------------------------------------------------------------------------------------------------------


@given(st.integers(1, 100), st.integers(1, 100))
def test_limits_can_only_be_tightened(task: int, asked: int) -> None:
    limits = Limits(work_hours=task, calls=task)
    for name in ("work_hours", "calls"):
        if asked > task:
            with pytest.raises(ValueError, match=f"limit {name} can only be tightened"):
                limits.tightened({name: asked})
        else:
            assert getattr(limits.tightened({name: asked}), name) == asked


def test_a_task_without_a_limit_on_tokens_or_money_can_get_one() -> None:
    tight = Limits().tightened({"tokens": 100, "cost": "0.50"})
    assert (tight.tokens, tight.cost) == (100, "0.50")
    with pytest.raises(ValueError, match="there is no limit 'token'"):
        Limits().tightened({"token": 1})
    with pytest.raises(ValueError, match="is a number, not 'much'"):
        tight.tightened({"cost": "much"})


def test_a_cost_may_be_given_as_a_number() -> None:
    assert Limits().tightened({"cost": 2}) == Limits(cost="2")
    with pytest.raises(ValueError, match="can only be tightened"):
        Limits(cost="2").tightened({"cost": 3})
