"""Runs of model minds are the same again: replayed, branched, stopped anywhere, in any process; and without a call."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tenure.engine.kernel.events import Event
from tenure.engine.kernel.minds import Decided
from tenure.engine.kernel.run import Run
from tenure.engine.minds.model.spec import MindSpec
from tenure.engine.minds.tiers import MindMoved
from tenure.scenarios.casting import Casting
from tenure.scenarios.play import main_seat, new_run, open_run, pack_in, play, policy_named
from tests.agents.lamps import new, played
from tests.minds.coworker_server import FAILURES, CoworkerServer
from tests.minds.rules import cooperative
from tests.minds.test_tiers import MOVED, moves, writes
from tests.scenarios.cuts import finished
from tests.scenarios.test_casting import source

# litellm makes its request on a thread: one that is cut short there leaves a coroutine behind
pytestmark = pytest.mark.filterwarnings("ignore:coroutine .*acompletion.* was never awaited:RuntimeWarning")
DAY = 24 * 3_600_000
SEED = 42


def casting(server: CoworkerServer, **more: Any) -> Casting:
    return Casting(
        coworkers=MindSpec.model_validate({"model": "openai/rules", "api_base": server.address, **more})
    )


def week(server: CoworkerServer, path: Path | None = None, **more: Any) -> Run:
    """`first_week` with a model behind everybody, not begun."""
    return new_run("first_week", seed=SEED, path=path, casting=casting(server, **more))


def on(run: Run, days: int) -> Run:
    """The run, played on by the reference until that day's end."""
    asyncio.run(play(run, {main_seat(run): policy_named("reference", pack_in(run))}, until=days * DAY))
    return run


def failures(run: Run) -> dict[str, int]:
    """How often minds failed, by why."""
    found: dict[str, int] = {}
    for event in run.events((Decided.kind,)):
        if isinstance(event.payload, Decided) and event.payload.failure:
            found[event.payload.failure] = found.get(event.payload.failure, 0) + 1
    return found


def same_without_a_model(run: Run, days: int, cuts: int = 3) -> None:
    """Replay, and unchanged forks at a few places played on: with nobody there to answer."""
    assert asyncio.run(run.replay()).digest == run.digest
    draw = random.Random(run.last_seq)
    for at in (0, *(draw.randrange(1, run.last_seq) for _ in range(cuts))):
        fork = on(run.fork(at), days)
        assert (fork.digest, fork.ledger.made) == (run.digest, 0), at


# Without a call -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def days(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """Two days of `first_week`; the server is gone."""
    path = tmp_path_factory.mktemp("days") / "run.db"
    with CoworkerServer(cooperative) as server, week(server, path) as run:
        on(run, 2)
        assert len(server.requests) >= 10
        assert not failures(run)
    with open_run(path) as run:
        yield run


def test_a_replay_and_unchanged_forks_need_no_model(days: Run) -> None:
    same_without_a_model(days, 2)


def test_so_do_those_of_a_run_in_which_minds_failed_in_every_way(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    ways = dict(enumerate(FAILURES, start=1))
    with (
        CoworkerServer(cooperative, ways, slow_s=2) as server,
        week(server, path, retries=0, timeout=1) as run,
    ):
        on(run, 2)
        assert {how for how in server.failed.values() if how} == set(FAILURES)
        assert failures(run)
    with open_run(path) as run:
        same_without_a_model(run, 2, 2)


def test_so_do_those_of_a_run_in_which_people_moved_between_tiers(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    with CoworkerServer(cooperative) as server, new(source(MOVED), path=path, casting=casting(server)) as run:
        asyncio.run(played(run, writes))
        assert ("ines", "model") in moves(run)
        assert ("ines", "scripted") in moves(run)
    with open_run(path) as run:
        assert asyncio.run(run.replay()).digest == run.digest
        moved = [event.seq for event in run.events((MindMoved.kind,))]
        for at in (0, *moved, *(seq - 1 for seq in moved)):
            fork = run.fork(at)
            asyncio.run(played(fork, writes))
            assert (fork.digest, fork.ledger.made) == (run.digest, 0), at


# The same again -------------------------------------------------------------------------------------------------------

CHILD = """
import sys
from pathlib import Path
from tests.minds.coworker_server import CoworkerServer
from tests.minds.rules import cooperative
from tests.minds.test_repeatable import on, week
with CoworkerServer(cooperative) as server, week(server, Path(sys.argv[1])) as run:
    print("ready", flush=True)
    print(on(run, 1).digest)
"""


def test_hash_seeds_don_t_matter(tmp_path: Path) -> None:
    one = finished(CHILD, tmp_path / "one.db", hashseed="1")
    assert finished(CHILD, tmp_path / "other.db", hashseed="4242") == one


@pytest.mark.parametrize("early", [True, False])
def test_dump_and_load_after_every_step_change_nothing(early: bool) -> None:
    digests: list[str] = []
    for reload in (False, True):
        with CoworkerServer(cooperative) as server, week(server, early=early) as run:
            if reload:

                def round_trip(_: list[Event], run: Run = run) -> None:
                    run.state.load(json.loads(json.dumps(run.state.dump())))
                    run.agenda.load(json.loads(json.dumps(run.agenda.dump())), run.now)

                run.loop.after_step.append(round_trip)
            digests.append(on(run, 1).digest)
            assert server.requests
    assert digests[0] == digests[1]


def test_a_fork_anywhere_that_asks_anew_equals_its_parent(days: Run) -> None:
    """With a model that answers by rule, a fork that may use none of its parent's later answers gets the same ones."""
    draw = random.Random(5)
    with CoworkerServer(cooperative) as server:
        for _ in range(5):
            at = draw.randrange(1, days.last_seq)
            fork = days.fork(at, changed=True)
            spec = casting(server).coworkers
            assert spec is not None
            fork.meta["minds"] = {"model": spec.model_dump(mode="json")}
            assert on(fork, 2).digest == days.digest, at
        assert server.requests
