"""Runs are exact, durable and cheap to branch, whatever the minds' latency and wherever they are cut."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tenure.engine.kernel.events import Event
from tenure.engine.kernel.journal import Journal, JournalError
from tenure.engine.kernel.ledger import Calls, Ledger, ReplayDivergence
from tenure.engine.kernel.minds import Decisions
from tenure.engine.kernel.run import Run
from tenure.engine.kernel.seats import Seats
from tests.kernel.toy import Mover, builder

ROOT = Path(__file__).parents[2]
FILES = {"pack/scenario.yaml": b"id: toy", "pack/a.txt": b"text"}


def new(path: Path | None = None, *, seed: int = 7, speculate: bool = True, **world: Any) -> Run:
    return Run.create(
        builder(**world), FILES, {"task": "t"}, seed, path=path, content="abc", speculate=speculate
    )


async def played(run: Run, **ports: Any) -> Run:
    await run.play(ports)
    return run


async def test_latency_and_speculation_never_change_a_run() -> None:
    digests: set[str] = set()
    for speculate in (False, True):
        for latency in (0.0, 0.002):
            run = await played(new(instant=False, latency=latency, speculate=speculate))
            digests.add(run.digest)
    assert len(digests) == 1
    assert run.last_seq > 300


async def test_speculation_takes_early_decisions_that_stand() -> None:
    run = await played(new(instant=False, latency=0.001))
    tally = run.loop.tally
    assert tally.early > 0
    assert tally.decisions > tally.early - tally.wasted >= 0
    assert tally.early > tally.wasted


@pytest.mark.parametrize("instant", [True, False])
async def test_a_fork_anywhere_equals_its_parent(instant: bool, tmp_path: Path) -> None:
    run = await played(new(tmp_path / "run.db", instant=instant, latency=0.0, hours=3))
    for at in range(run.last_seq + 1):
        fork = await played(run.fork(at))
        assert fork.digest == run.digest, at
    run.close()


async def test_a_fork_with_another_seed_parts_at_the_fork_and_never_diverges(tmp_path: Path) -> None:
    run = await played(new(tmp_path / "run.db", instant=False, use_ledger=True, hours=4))
    events = list(run.events())
    fresh: list[str] = []
    for number in range(16):
        fork = run.fork(120, seed=100 + number)
        start = fork.last_seq
        await fork.play()
        mine = list(fork.events())
        assert [e.digest for e in mine[: start - 1]] == [e.digest for e in events[: start - 1]]
        assert fork.digest != run.digest
        after = [e for e in mine if e.seq > start and e.kind == "mind.decided"]
        begun = dict(run.state_at(120)[1].get(Decisions).begun)
        first = next(e.payload for e in after if e.payload.decision > begun.get(e.actor, 0))  # type: ignore[attr-defined]
        fresh.append(str(first))
    assert len(set(fresh)) == 16


async def test_an_unchanged_fork_reads_the_parents_answers_and_a_changed_one_samples_anew(
    tmp_path: Path,
) -> None:
    run = await played(new(tmp_path / "run.db", instant=False, use_ledger=True, hours=4))
    same = await played(run.fork(100))
    assert (same.digest, same.ledger.made) == (run.digest, 0)
    changed = await played(run.fork(100, changed=True))
    assert changed.ledger.made > 0
    assert changed.digest != run.digest
    begun = run.state_at(100)[1]
    in_flight = [a for a, p in begun.get(Decisions).pending.items() if p.percept]
    for actor in in_flight:
        mine = next(e for e in changed.events(("mind.decided",)) if e.actor == actor and e.seq > 100)
        theirs = next(e for e in run.events(("mind.decided",)) if e.actor == actor and e.seq > 100)
        assert mine.payload == theirs.payload


async def test_forks_of_forks_and_flattening(tmp_path: Path) -> None:
    run = await played(new(tmp_path / "run.db", instant=False, use_ledger=True, hours=4))
    child = run.fork(80, path=tmp_path / "child.db", seed=3)
    await child.play()
    grandchild = child.fork(140, path=tmp_path / "grandchild.db")
    await grandchild.play()
    assert grandchild.digest == child.digest
    grandchild.flatten(tmp_path / "alone.db")
    grandchild.close()
    (tmp_path / "run.db").rename(tmp_path / "elsewhere.db")
    with pytest.raises(JournalError, match=r"parent run .* is missing"):
        Run.open(tmp_path / "child.db", builder(instant=False, use_ledger=True, hours=4))
    alone = Run.open(tmp_path / "alone.db", builder(instant=False, use_ledger=True, hours=4))
    assert alone.digest == child.digest
    alone.journal.verify()
    assert (await alone.replay()).digest == alone.digest


async def test_a_parent_is_found_beside_its_fork(tmp_path: Path) -> None:
    there, here = tmp_path / "there", tmp_path / "here"
    there.mkdir()
    run = await played(new(there / "run.db", hours=3))
    run.fork(40, path=there / "fork.db").close()
    run.close()
    there.rename(here)
    fork = Run.open(here / "fork.db", builder(hours=3), writable=True)
    await fork.play()
    assert fork.digest == run.digest


async def test_dump_and_load_after_every_step_change_nothing() -> None:
    plain = await played(new(hours=4))
    run = new(hours=4)

    def round_trip(_: list[Event]) -> None:
        run.state.load(run.state.dump())
        run.agenda.load(run.agenda.dump(), run.now)

    run.loop.after_step.append(round_trip)
    await run.play()
    assert run.digest == plain.digest


@pytest.mark.parametrize("cut", [0, 1, 7, 60, 61, 200])
async def test_state_is_the_fold_of_events(cut: int, tmp_path: Path) -> None:
    run = await played(new(tmp_path / "run.db", hours=4))
    _, state, end = run.state_at(cut)
    fork = run.fork(cut)
    assert fork.last_seq == end
    assert fork.state.dump() == state.dump()


async def test_checkpoints_are_only_a_cache(tmp_path: Path) -> None:
    run = await played(new(tmp_path / "run.db", hours=4))
    run.save_checkpoint()
    with_cache = run.state_at(run.last_seq)[1].dump()
    run.journal.write_row("DELETE FROM checkpoints WHERE seq >= ?", (0,))
    assert run.state_at(run.last_seq)[1].dump() == with_cache


async def test_a_replay_makes_no_call_and_comes_out_equal(tmp_path: Path) -> None:
    run = await played(new(tmp_path / "run.db", instant=False, use_ledger=True, seat=True), agent=Mover())
    replayed = await run.replay()
    assert replayed.digest == run.digest
    assert replayed.ledger.made == 0


async def test_a_replay_names_what_differs(tmp_path: Path) -> None:
    run = await played(new(tmp_path / "run.db", instant=False, use_ledger=True, hours=3))
    run.builder = builder(people=9, instant=False, use_ledger=True, hours=3)
    with pytest.raises(ReplayDivergence, match=r"event \d+: "):
        await run.replay()


async def test_a_ledger_tells_the_first_field_that_differs(tmp_path: Path) -> None:
    run = new(tmp_path / "run.db")

    async def answer() -> str:
        return "yes"

    await Calls(run.ledger, "maria", 1).call({"model": "m", "messages": [{"text": "a"}]}, answer)
    replay = Ledger(run.journal, replay=True)
    with pytest.raises(ReplayDivergence, match=r'messages\[0\]\.text \("a" became "b"\)'):
        await Calls(replay, "maria", 1).call({"model": "m", "messages": [{"text": "b"}]}, answer)
    with pytest.raises(ReplayDivergence, match="made no such call"):
        await Calls(replay, "maria", 2).call({"model": "m"}, answer)


async def test_a_failing_mind_falls_back_and_never_ends_the_run() -> None:
    run = await played(new(instant=False, fail=True, hours=4))
    failures = [e for e in run.events(("mind.decided",)) if e.payload.failure]  # type: ignore[attr-defined]
    assert len(failures) == run.loop.tally.failures > 10


async def test_a_failing_instant_mind_does_nothing_and_never_ends_the_run(
    caplog: pytest.LogCaptureFixture,
) -> None:
    run = await played(new(instant=True, fail=True, hours=4))
    failed = [e for e in run.events(("mind.looked",)) if e.payload.failure]  # type: ignore[attr-defined]
    assert len(failed) == run.loop.tally.failures > 3
    assert "do nothing this time" in caplog.text
    assert (await run.replay()).digest == run.digest


async def test_pausing_and_going_on_change_nothing(tmp_path: Path) -> None:
    whole = await played(new(seat=True, hours=6), agent=Mover(9))
    path = tmp_path / "run.db"
    run = new(path, seat=True, hours=6)
    made = 0
    while not run.over:
        until = run.now + 40 * 60_000
        await run.play({"agent": Mover(9, made)}, until=until)
        made = run.state.get(Seats).seats["agent"].calls
        run.close()
        run = Run.open(path, builder(seat=True, hours=6), writable=True)
        if until > 7 * 3_600_000:
            break
    assert run.digest == whole.digest


async def test_stopping_in_the_middle_of_slow_decisions(tmp_path: Path) -> None:
    whole = await played(new(instant=False, hours=3))
    path = tmp_path / "run.db"
    run = new(path, instant=False, latency=0.01, hours=3)
    stops = 0
    while True:
        task = asyncio.create_task(run.play())
        await asyncio.sleep(0.004)
        done = task.done()
        run.loop.stop()
        await task
        run.close()
        run = Run.open(path, builder(instant=False, latency=0.01, hours=3), writable=True)
        stops += 1
        if done or stops > 200:
            break
    assert stops > 3
    assert run.digest == whole.digest


CHILD = """
import asyncio, sys
from pathlib import Path
from tenure.engine.kernel.run import Run
from tests.kernel.toy import builder
path = Path(sys.argv[1])
world = builder(
    people=30, start_letters=90, instant=False, latency=float(sys.argv[2]), hours=int(sys.argv[3]), think=400
)
if path.exists():
    run = Run.open(path, world, writable=True)
else:
    run = Run.create(world, {"a": b"b"}, {"task": "t"}, 7, path=path, content="abc")
print("ready", flush=True)
asyncio.run(run.play())
run.close()
print(run.digest)
"""


def child(path: Path, latency: float, hours: int = 20, hashseed: str = "0") -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONHASHSEED": hashseed, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", CHILD, str(path), str(latency), str(hours)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)


def finished(path: Path, latency: float, hours: int = 20, hashseed: str = "0") -> str:
    out, _ = child(path, latency, hours, hashseed).communicate(timeout=120)
    return out.split()[-1]


def test_hash_seeds_don_t_matter(tmp_path: Path) -> None:
    assert finished(tmp_path / "a.db", 0, hashseed="1") == finished(tmp_path / "b.db", 0, hashseed="4242")


async def test_twenty_decisions_and_more_are_in_flight_where_runs_are_killed() -> None:
    run = new(people=30, start_letters=90, instant=False, hours=20, think=400)
    most = 0

    def count(_: list[Event]) -> None:
        nonlocal most
        most = max(most, len(run.state.get(Decisions).pending))

    run.loop.after_step.append(count)
    await run.play()
    assert most >= 20


def test_twenty_kills_lose_nothing(tmp_path: Path) -> None:
    whole = finished(tmp_path / "whole.db", 0)
    path = tmp_path / "killed.db"
    draw = random.Random(3)
    reached: list[int] = []
    for _ in range(20):
        process = child(path, 0.05)
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(draw.random() * 0.2)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        journal = Journal.open(path)
        reached.append(journal.next_seq)
        journal.close()
    assert len(set(reached)) > 3, reached  # it got on between the kills
    assert finished(path, 0.0) == whole
