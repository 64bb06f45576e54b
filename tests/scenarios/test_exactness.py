"""A week at work comes out the same in any process, after any cut, and through any fork."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tenure.engine.agents.session import Policy
from tenure.engine.kernel.events import Event
from tenure.engine.kernel.run import Run
from tenure.scenarios.play import main_seat, new_run, open_run, pack_in, play, policy_named

from .cuts import finished, killed_and_finished

PACK = "first_week"
SCRIPT = """
import asyncio, sys
from pathlib import Path
from tenure.scenarios.play import main_seat, new_run, open_run, pack_in, play, policy_named
path, policy = Path(sys.argv[1]), sys.argv[2]
run = open_run(path, writable=True) if path.exists() else new_run("first_week", seed=11, path=path)
print("ready", flush=True)
asyncio.run(play(run, {main_seat(run): policy_named(policy, pack_in(run))}))
run.close()
print(run.digest)
"""
EVENTS = 1_200
"""About as many does the week make; kills fall among them."""


async def played(run: Run, policy: str | Policy = "reference", **more: Any) -> Run:
    made = policy_named(policy, pack_in(run)) if isinstance(policy, str) else policy
    await play(run, {main_seat(run): made}, **more)
    return run


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A whole week with the reference, in a file, and its digest."""
    path = tmp_path_factory.mktemp("whole") / "run.db"
    return path, finished(SCRIPT, path, "reference")


def test_hash_seeds_don_t_matter(whole: tuple[Path, str], tmp_path: Path) -> None:
    assert finished(SCRIPT, tmp_path / "run.db", "reference", hashseed="4242") == whole[1]


@pytest.mark.parametrize("task", ["surcharge_claim", "venlo_routing"])
async def test_dump_and_load_after_every_step_change_nothing(task: str) -> None:
    plain = await played(new_run(PACK, task=task, seed=3))
    run = new_run(PACK, task=task, seed=3)

    def round_trip(_: list[Event]) -> None:
        run.state.load(run.state.dump())
        run.agenda.load(run.agenda.dump(), run.now)

    run.loop.after_step.append(round_trip)
    await played(run)
    assert run.digest == plain.digest


async def test_a_short_run_forked_at_every_event_equals_its_parent() -> None:
    run = await played(new_run(PACK, seed=5, limits={"work_hours": 2}))
    ends = [run.journal.step_end(at)[0] for at in range(run.last_seq + 1)]
    assert all(at <= end for at, end in enumerate(ends))
    assert len(set(ends)) > 60
    for at in sorted({end: at for at, end in enumerate(ends)}.values()):  # one event of every step
        fork = run.fork(at)
        assert fork.last_seq == ends[at]
        await played(fork)
        assert fork.digest == run.digest, at


async def test_random_forks_of_a_long_run_equal_their_parent(whole: tuple[Path, str]) -> None:
    run = open_run(whole[0])
    draw = random.Random(1)
    for _ in range(20):
        at = draw.randrange(run.last_seq)
        fork = await played(run.fork(at))
        assert fork.digest == whole[1], at
    run.close()


@pytest.mark.parametrize("change", ["seed", "policy"])
async def test_a_changed_fork_parts_after_the_fork_and_never_diverges(
    change: str, whole: tuple[Path, str], tmp_path: Path
) -> None:
    run = open_run(whole[0])
    events = list(run.events())
    draw = random.Random(2)
    for number in range(4):
        at = draw.randrange(300, run.last_seq - 200)
        fork = run.fork(at, seed=900 + number if change == "seed" else None, changed=True)
        start = fork.last_seq - (change == "seed")
        await played(fork, "reference" if change == "seed" else "null")
        mine = list(fork.events())
        assert [e.digest for e in mine[: start + 1]] == [e.digest for e in events[: start + 1]]
        assert fork.digest != run.digest
        assert fork.over
    run.close()


async def test_a_replay_equals_the_run(whole: tuple[Path, str]) -> None:
    run = open_run(whole[0])
    assert (await run.replay()).digest == whole[1]
    run.journal.verify()
    run.close()


async def test_paused_at_any_hour_and_resumed_from_the_file(whole: tuple[Path, str], tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    run = new_run(PACK, seed=11, path=path)
    hour = 3_600_000
    for until in (1 * hour, 5 * hour, 26 * hour, 50 * hour, 75 * hour):
        await played(run, until=until)
        run.close()
        run = open_run(path, writable=True)
    await played(run)
    assert run.digest == whole[1]
    run.close()


def test_killed_at_random_moments_nothing_is_lost(whole: tuple[Path, str], tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    assert killed_and_finished(SCRIPT, path, "reference", kills=4, events=EVENTS) == whole[1]


@pytest.mark.accept
def test_killed_twenty_times_nothing_is_lost(whole: tuple[Path, str], tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    assert killed_and_finished(SCRIPT, path, "reference", kills=20, events=EVENTS) == whole[1]
