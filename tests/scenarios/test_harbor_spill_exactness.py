"""Weeks at fourteen apps come out the same in any process, after any cut, and through any fork."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tenure.engine.cli import app
from tenure.engine.kernel.events import Event
from tenure.engine.kernel.run import Run
from tenure.engine.kernel.seats import Call
from tenure.scenarios.play import main_seat, new_run, open_run, pack_in, play, policy_named, world_of
from tenure.scenarios.source import PackSource, find_pack

from .colleagues import SLOW
from .cuts import finished, killed_and_finished

PACK = "harbor_spill"
SEED = 11
EVERY_APP = str(Path(__file__).with_name("every_app.py"))
SCRIPT = """
import asyncio, sys
from pathlib import Path
from tenure.scenarios.play import main_seat, new_run, open_run, pack_in, play, policy_named
path, policy, limits = Path(sys.argv[1]), sys.argv[2], {"work_hours": int(sys.argv[3])}
known = path.exists()
run = open_run(path, writable=True) if known else new_run("harbor_spill", seed=11, limits=limits, path=path)
print("ready", flush=True)
asyncio.run(play(run, {main_seat(run): policy_named(policy, pack_in(run))}))
run.close()
print(run.digest)
"""
SHORT, LONG = 44, 180
"""Work hours at most: of the policy that uses every app, and of six weeks."""
HOUR = 3_600_000


@dataclass(frozen=True)
class Whole:
    """A played run: its file, the file as it was before the first move, and its last digest."""

    path: Path
    begun: Path
    digest: str


async def played(run: Run, policy: str = EVERY_APP, **more: Any) -> Run:
    await play(run, {main_seat(run): policy_named(policy, pack_in(run))}, **more)
    return run


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """Six days with a policy that uses every app; made once, since making a data room is most of the work."""
    folder = tmp_path_factory.mktemp("whole")
    begun, path = folder / "begun.db", folder / "run.db"
    new_run(PACK, seed=SEED, limits={"work_hours": SHORT}, path=begun).close()
    shutil.copy(begun, path)
    with open_run(path, writable=True) as run:
        asyncio.run(played(run))
        return Whole(path, begun, run.digest)


async def test_the_policy_uses_every_app_and_nothing_is_refused(whole: Whole) -> None:
    with open_run(whole.path) as run:
        moves = [record for record in run.moves(main_seat(run)) if isinstance(record.move, Call)]
        refused = [one for one in moves if one.observation is None or not one.observation["ok"]]
        assert not refused
        used = {one.move.tool.partition(".")[0] for one in moves if isinstance(one.move, Call)}
        offered = {name.partition(".")[0] for name in world_of(run).tools if "." in name}
        assert offered - used == {"directory", "meetings"}
        kinds = {event.kind.partition(".")[0] for event in run.events()}
        assert kinds >= {"drive", "tickets", "crm", "phone", "message", "meeting"}


def test_hash_seeds_and_processes_don_t_matter(whole: Whole, tmp_path: Path) -> None:
    assert finished(SCRIPT, tmp_path / "run.db", EVERY_APP, str(SHORT), hashseed="4242") == whole.digest


def test_killed_at_random_moments_nothing_is_lost(whole: Whole, tmp_path: Path) -> None:
    path = Path(shutil.copy(whole.begun, tmp_path / "run.db"))
    done = killed_and_finished(SCRIPT, path, EVERY_APP, str(SHORT), kills=2, events=4_000)
    assert done == whole.digest


async def test_a_replay_equals_the_run_and_makes_no_call(whole: Whole) -> None:
    with open_run(whole.path) as run:
        replayed = await run.replay()
        assert (replayed.digest, replayed.ledger.made) == (whole.digest, 0)
        run.verify()


async def forks_equal_their_parent(whole: Whole, number: int, policy: str, *, earliest: int = 0) -> None:
    draw = random.Random(number)
    with open_run(whole.path) as run:
        past = {event.seq: event.digest for event in run.events()}
        for _ in range(number):
            fork = run.fork(draw.randrange(earliest, run.last_seq))
            assert {event.seq: event.digest for event in fork.events()} == {
                seq: digest for seq, digest in past.items() if seq <= fork.last_seq
            }
            assert (await played(fork, policy)).digest == whole.digest, fork.meta["lineage"]["seq"]


async def test_forks_at_random_events_equal_their_parent(whole: Whole) -> None:
    await forks_equal_their_parent(whole, 4, EVERY_APP)


async def forks_part_where_they_are_changed(whole: Whole, policy: str) -> None:
    with open_run(whole.path) as run:
        past = {event.seq: event.digest for event in run.events()}
        for seed, other in ((900, policy), (None, "null")):
            fork = run.fork(run.last_seq // 2, seed=seed, changed=True)
            last = fork.last_seq - (seed is not None)
            await played(fork, other)
            mine = {event.seq: event.digest for event in fork.events()}
            assert all(mine[seq] == past[seq] for seq in range(last + 1))
            assert mine[last + 1] != past[last + 1] or other == "null"
            assert fork.over
            assert fork.digest != whole.digest


async def test_changed_forks_part_after_the_fork_and_never_diverge(whole: Whole) -> None:
    await forks_part_where_they_are_changed(whole, EVERY_APP)


async def round_trips(whole: Whole, tmp_path: Path, policy: str, every: int) -> None:
    with open_run(Path(shutil.copy(whole.begun, tmp_path / "run.db")), writable=True) as run:
        steps = 0

        def round_trip(_: list[Event]) -> None:
            nonlocal steps
            steps += 1
            if steps % every == 0:
                kept = json.loads(json.dumps(run.state.dump()))
                run.state.load(kept)
                run.agenda.load(run.agenda.dump(), run.now)

        run.loop.after_step.append(round_trip)
        await played(run, policy)
        assert run.digest == whole.digest
        assert steps > 40 * every


async def test_dump_and_load_after_a_step_change_nothing(whole: Whole, tmp_path: Path) -> None:
    await round_trips(whole, tmp_path, EVERY_APP, every=29)


async def test_paused_and_resumed_from_the_file(whole: Whole, tmp_path: Path) -> None:
    path = Path(shutil.copy(whole.begun, tmp_path / "run.db"))
    for until in (2 * HOUR, 26 * HOUR, None):
        with open_run(path, writable=True) as run:
            await played(run, until=until)
    with open_run(path) as run:
        assert run.digest == whole.digest


def states_are_the_fold_of_events(whole: Whole, number: int) -> None:
    draw = random.Random(number)
    with open_run(whole.path) as run:
        for _ in range(number):
            at = draw.randrange(run.last_seq)
            _, state, end = run.state_at(at)
            fork = run.fork(at)
            assert (fork.last_seq, fork.state.dump()) == (end, state.dump())
        cached = run.state.dump()
    copy = Path(shutil.copy(whole.path, whole.path.with_name("folded.db")))
    with open_run(copy, writable=True) as run:
        run.journal.write_row("DELETE FROM checkpoints WHERE seq >= ?", (0,))
        assert run.state_at(run.last_seq)[1].dump() == cached


def test_the_state_at_any_event_is_the_fold_of_events(whole: Whole) -> None:
    states_are_the_fold_of_events(whole, 4)


def tenure_json(*arguments: str | Path) -> Any:
    done = CliRunner().invoke(app, [*map(str, arguments), "--json"])
    assert done.exit_code == 0, f"{done.output}\n{done.exception!r}"
    return json.loads(done.stdout)


def scores_add_up(whole: Whole) -> list[Decimal]:
    """The curve's increments sum to the final score, and `--at` gives each of its points."""
    card = tenure_json("score", whole.path)
    curve = tenure_json("score", whole.path, "--curve")["curve"]
    values = [Decimal(str(one["score"])) for one in curve]
    steps = [after - before for before, after in pairwise([Decimal(0), *values])]
    assert sum(steps) == values[-1] == Decimal(str(card["score"]))
    for one in (curve[0], curve[len(curve) // 2], curve[-1]):
        if one["seq"] >= 0:
            assert tenure_json("score", whole.path, "--at", str(one["seq"]))["score"] == one["score"]
    return steps


def test_scores_over_time_end_at_the_score(whole: Whole) -> None:
    scores_add_up(whole)


def slow_office(people: tuple[str, ...]) -> PackSource:
    """The pack, with some people who take their time to decide."""
    source, _ = find_pack(PACK)
    files = dict(source.files)
    files["minds/slow.py"] = SLOW
    for person in people:
        files[f"cast/{person}.yaml"] += b"\nmind: slow\n"
    return PackSource(files, source.personas)


async def slow_minds_come_out_alike(make: Callable[[bool], Run], policy: str) -> None:
    digests: set[str] = set()
    early = 0
    for speculate in (True, False):
        run = await played(make(speculate), policy)
        digests.add(run.digest)
        early += run.loop.tally.early
    assert early > 0
    assert len(digests) == 1


async def test_slow_minds_come_out_alike_decided_early_or_not(whole: Whole) -> None:
    source = slow_office(("joss", "maren", "beatrix", "odile"))

    def make(speculate: bool) -> Run:
        return new_run(source, seed=SEED, limits={"work_hours": 16}, speculate=speculate)

    await slow_minds_come_out_alike(make, EVERY_APP)


# All six weeks with the reference --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def six_weeks(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """All six weeks with the reference, played in a process of its own."""
    folder = tmp_path_factory.mktemp("six_weeks")
    begun, path = folder / "begun.db", folder / "run.db"
    new_run(PACK, seed=SEED, limits={"work_hours": LONG}, path=begun).close()
    return Whole(path, begun, finished(SCRIPT, path, "reference", str(LONG)))


@pytest.mark.accept
def test_six_weeks_with_another_hash_seed(six_weeks: Whole, tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    assert finished(SCRIPT, path, "reference", str(LONG), hashseed="4242") == six_weeks.digest


@pytest.mark.accept
def test_six_weeks_killed_twenty_times(six_weeks: Whole, tmp_path: Path) -> None:
    with open_run(six_weeks.path) as run:
        events = run.last_seq
    path = tmp_path / "run.db"
    done = killed_and_finished(SCRIPT, path, "reference", str(LONG), kills=20, events=events)
    assert done == six_weeks.digest


@pytest.mark.accept
async def test_six_weeks_replayed(six_weeks: Whole) -> None:
    await test_a_replay_equals_the_run_and_makes_no_call(six_weeks)


@pytest.mark.accept
async def test_six_weeks_forked(six_weeks: Whole) -> None:
    await forks_equal_their_parent(six_weeks, 10, "reference")
    await forks_part_where_they_are_changed(six_weeks, "reference")


@pytest.mark.accept
async def test_six_weeks_dumped_and_loaded(six_weeks: Whole, tmp_path: Path) -> None:
    await round_trips(six_weeks, tmp_path, "reference", every=10)


@pytest.mark.accept
async def test_dump_and_load_after_every_step_change_nothing(whole: Whole, tmp_path: Path) -> None:
    await round_trips(whole, tmp_path, EVERY_APP, every=1)


@pytest.mark.accept
def test_the_state_at_any_event_of_six_weeks(six_weeks: Whole) -> None:
    states_are_the_fold_of_events(six_weeks, 20)


@pytest.mark.accept
def test_the_score_grows_by_what_the_reference_does(six_weeks: Whole) -> None:
    assert len([one for one in scores_add_up(six_weeks) if one]) >= 10


@pytest.mark.accept
async def test_six_weeks_of_slow_minds_come_out_alike(six_weeks: Whole) -> None:
    source = slow_office(("joss", "maren", "beatrix", "lennart", "odile", "renske", "renner"))

    def make(speculate: bool) -> Run:
        return new_run(source, seed=SEED, speculate=speculate)

    await slow_minds_come_out_alike(make, "reference")
