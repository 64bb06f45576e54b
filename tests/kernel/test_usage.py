"""What models use is counted in simulated order, and a budget runs out at the same look however fast they answer."""

from __future__ import annotations

import asyncio
import random
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenure.engine.kernel.journal import Journal
from tenure.engine.kernel.ledger import Calls
from tenure.engine.kernel.minds import Decided, Looked, MindFailed, Value
from tenure.engine.kernel.run import Run
from tenure.engine.kernel.scratch import ScratchPaper
from tenure.engine.kernel.usage import Budget, Meter, Used
from tenure.engine.kernel.world import Core
from tests.kernel.toy import Passing, ToyMind, ToyWorld

PEOPLE = 12


class Paid(ToyMind):
    """Answers at a price, after a random wait; at times it fails, as the letters say."""

    def __init__(self, *, fails: bool = False, early: bool = True, early_most: int | None = None) -> None:
        super().__init__(PEOPLE, instant=False, latency=0.001, use_ledger=False)
        self.fails = fails
        self.early = early
        self.early_most = early_most

    async def decide(self, percept: Any, calls: Calls) -> Value:
        request = {"seen": [row[0] for row in percept.letters], "me": percept.me}
        calls.scratch.put("step", b"begun")
        await calls.call(request, self._price)
        if self.fails and len(percept.letters) % 2:
            raise MindFailed("timeout", "it hung")
        return Passing(
            to=tuple(f"p{(int(percept.me[1:]) * 7 + hops) % PEOPLE}" for _, _, hops in percept.letters),
            text="passed on",
        )

    async def _price(self) -> Any:
        await asyncio.sleep(random.random() * self.latency)
        tokens = {"input": 100, "cached": 60, "output": 10, "reasoning": None}
        return {"tokens": tokens, "cost": "0.001"}


def run_with(
    mind: Paid, path: Path | None = None, *, budget: dict[str, Any] | None = None, speculate: bool = True
) -> Run:
    def build(core: Core) -> ToyWorld:
        return ToyWorld(core, mind, PEOPLE, seat=False, hours=8, start_letters=20, think=30)

    settings = {"mind_budget": budget} if budget else {}
    return Run.create(build, {}, settings, 5, path=path, speculate=speculate)


async def test_what_decisions_use_is_counted_at_their_commits() -> None:
    run = run_with(Paid())
    await run.play()
    made = len(decided(run))
    spent = run.meter.spent
    assert made > 50
    assert (spent.calls, spent.input, spent.cached, spent.output) == (made, 100 * made, 60 * made, 10 * made)
    assert spent.cost == Decimal("0.001") * made
    assert sum(used.calls for used in run.meter.by_actor.values()) == made
    whole = run.ledger.spent()
    assert whole.calls == run.ledger.made == made + run.ledger.wasted().calls + in_flight(run)


def decided(run: Run) -> list[Decided]:
    return [event.payload for event in run.events((Decided.kind,)) if isinstance(event.payload, Decided)]


def in_flight(run: Run) -> int:
    """Calls that were made for decisions that have not taken effect."""
    rows = run.journal.rows("SELECT actor, decision, request FROM model_calls WHERE discarded = 0")
    return sum(request not in run.journal.charged(actor, decision) for actor, decision, request in list(rows))


@pytest.mark.parametrize("budget", [{"tokens": 4_400}, {"cost": "0.04"}])
async def test_a_budget_runs_out_at_the_same_look_however_fast_models_answer(budget: dict[str, Any]) -> None:
    digests: set[str] = set()
    for speculate in (True, False, True):
        run = run_with(Paid(), budget=budget, speculate=speculate)
        await run.play()
        digests.add(run.digest)
        looks = [event.payload for event in run.events((Looked.kind,))]
        poor = [one for one in looks if isinstance(one, Looked) and one.failure == "over_budget"]
        assert poor, "the budget was never used up"
        assert all(one.outcome is not None for one in poor)
        assert 40 <= run.meter.spent.calls <= 40 + PEOPLE
    assert len(digests) == 1


async def test_the_meter_survives_stops_forks_and_flattening(tmp_path: Path) -> None:
    whole = run_with(Paid(), budget={"tokens": 4_400})
    await whole.play()
    path = tmp_path / "run.db"
    run = run_with(Paid(), path, budget={"tokens": 4_400})
    for minutes in range(20, 480, 35):
        await run.play(until=minutes * 60_000)
        spent = run.meter.spent
        run.close()
        run = Run.open(path, run.builder, writable=True)
        assert run.meter.spent == spent
    await run.play()
    assert run.digest == whole.digest
    assert run.meter.spent == whole.meter.spent
    half = run.last_seq // 2
    fork = run.fork(half, path=tmp_path / "fork.db")
    assert fork.meter.spent == Meter(run.journal.usage(fork.journal.fork_seq)).spent
    await fork.play()
    assert fork.digest == run.digest
    assert fork.ledger.made == 0
    fork.flatten(tmp_path / "flat.db")
    spent = fork.meter.spent
    fork.close()
    run.close()
    with Run.open(tmp_path / "flat.db", run.builder) as flat:
        assert flat.meter.spent == spent


async def test_a_failed_mind_says_why_and_the_replay_knows_it_too(tmp_path: Path) -> None:
    run = run_with(Paid(fails=True), tmp_path / "run.db", budget={"tokens": 9_000})
    await run.play()
    assert {one.failure for one in decided(run)} == {None, "timeout"}
    copy = await run.replay()
    assert copy.digest == run.digest
    assert copy.meter.spent == run.meter.spent
    run.close()


async def test_minds_may_decline_to_be_begun_early_and_waste_is_bounded() -> None:
    digests: set[str] = set()
    free = run_with(Paid())
    await free.play()
    assert free.loop.tally.wasted > 6
    never = run_with(Paid(early=False))
    await never.play()
    assert never.loop.tally.early == 0
    some = run_with(Paid(early_most=3))
    await some.play()
    assert 3 <= some.loop.tally.wasted <= 3 + 3 * PEOPLE  # those under way when it was used up
    assert 0 < some.loop.tally.early < free.loop.tally.early
    digests |= {free.digest, never.digest, some.digest}
    assert len(digests) == 1


async def test_scratch_paper_goes_with_its_decision(tmp_path: Path) -> None:
    run = run_with(Paid(), tmp_path / "run.db")
    await run.play(until=90 * 60_000)
    run.journal.flush()
    rows = list(run.journal.rows_if("graph_steps"))
    run.close()
    again = Run.open(tmp_path / "run.db", run.builder, writable=True)
    await again.play()
    again.journal.flush()
    left = {(actor, decision) for actor, decision, *_ in again.journal.rows_if("graph_steps")}
    done = {(one.actor, one.decision) for one in decided(again)}
    assert not left & done
    assert all(len(row) == 4 for row in rows)
    again.close()


def test_scratch_rows_come_back_after_a_stop(tmp_path: Path) -> None:
    journal = Journal.create(tmp_path / "a.db", {})
    paper = ScratchPaper(journal)
    one = paper.of("ada", 3)
    one.put("b", b"2")
    one.put("a", b"1")
    paper.of("ada", 4).put("a", b"other")
    journal.flush()
    one.put("a", b"new")
    one.drop("b")
    journal.close()
    journal = Journal.open(tmp_path / "a.db", writable=True)
    paper = ScratchPaper(journal)
    assert list(paper.of("ada", 3).find()) == [("a", b"new")]
    paper.clear("ada", 3)
    paper.clear("ada", 4)
    journal.close()
    journal = Journal.open(tmp_path / "a.db")
    assert journal.rows_if("graph_steps") == []
    journal.close()


async def test_a_replay_leaves_the_scratch_paper_of_its_record_alone(tmp_path: Path) -> None:
    run = run_with(Paid(), tmp_path / "run.db")
    await run.play(until=90 * 60_000)
    for one in decided(run):  # as after a stop in the middle of them
        run.ledger.paper.of(one.actor, one.decision).put("step", b"begun")
    run.close()
    read = Run.open(tmp_path / "run.db", run.builder)
    before = read.journal.rows_if("graph_steps")
    copy = await read.replay()
    assert before
    assert read.journal.rows_if("graph_steps") == before
    assert copy.digest == read.digest
    copy.close()
    read.close()


counts = st.builds(
    Used,
    calls=st.integers(0, 9),
    input=st.integers(0, 9_000),
    cached=st.integers(0, 900),
    output=st.integers(0, 900),
    reasoning=st.integers(0, 90),
    cost=st.decimals(0, 9, places=6),
    unpriced=st.integers(0, 3),
)


@given(st.lists(counts, max_size=6))
def test_used_adds_up_and_survives_being_stored(parts: list[Used]) -> None:
    total = Used()
    for part in parts:
        assert Used.load(part.dump()) == part
        total = total.plus(part)
    assert total.calls == sum(part.calls for part in parts)
    assert total.cost == sum((part.cost for part in parts), Decimal(0))
    assert total.tokens == sum(part.input + part.output for part in parts)


def test_what_an_outcome_does_not_tell_is_not_guessed() -> None:
    assert Used.of({"tokens": {"input": None, "output": 7}, "cost": None}) == Used(1, output=7, unpriced=1)
    assert Used.of("no outcome at all") == Used(1, unpriced=1)
    assert Budget.of({}) is None
    assert not Budget(tokens=10).spent(Used(input=5, output=4))
    assert Budget(cost=Decimal("0.5")).spent(Used(cost=Decimal("0.5")))
