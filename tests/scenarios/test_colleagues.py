"""People at their apps and telephones come out the same in any process, after any cut, and however fast they think."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tenure.engine.kernel.events import Event
from tenure.engine.kernel.run import Run

from .colleagues import begin, play_file, play_on
from .cuts import finished, killed_and_finished

SCRIPT = """
import asyncio, sys
from pathlib import Path
from tests.scenarios.colleagues import play_file
print(asyncio.run(play_file(Path(sys.argv[1]))))
"""


def of(run: Run, *kinds: str) -> list[Any]:
    return [event.payload for event in run.events(kinds) if not getattr(event.payload, "past", False)]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> str:
    return finished(SCRIPT, tmp_path_factory.mktemp("whole") / "run.db")


async def test_the_office_does_what_its_pack_says(whole: str) -> None:
    run = await play_on(begin())
    assert run.digest == whole
    (ended,) = of(run, "seat.ended")
    assert ended.how == "terminated", ended.why
    notes = [one for one in of(run, "drive.written") if one.path == "/Lamps/notes.docx"]
    assert {"ines", "annelies", "sam"} <= {one.by for one in notes}
    assert [one.version for one in notes] == list(range(2, 2 + len(notes)))
    clashes = [one for one in of(run, "command.refused") if one.code == "conflict"]
    assert clashes  # two began at one moment, and one was overtaken
    assert {one.by for one in of(run, "tickets.commented")} >= {"annelies", "ines"}
    assert len(of(run, "phone.rang")) >= 3
    missing = [one for one in of(run, "command.refused") if one.intent == "drive.trash"]
    assert [one.code for one in missing] == ["not_found"]


def test_hash_seeds_don_t_matter(whole: str, tmp_path: Path) -> None:
    assert finished(SCRIPT, tmp_path / "run.db", hashseed="777") == whole


async def test_a_replay_equals_the_run(whole: str) -> None:
    run = await play_on(begin())
    assert (await run.replay()).digest == whole


async def test_dump_and_load_after_every_step_change_nothing(whole: str) -> None:
    run = begin()

    def round_trip(_: list[Event]) -> None:
        run.state.load(run.state.dump())
        run.agenda.load(run.agenda.dump(), run.now)

    run.loop.after_step.append(round_trip)
    await play_on(run)
    assert run.digest == whole


async def test_forks_at_random_events_equal_their_parent(whole: str) -> None:
    run = await play_on(begin())
    draw = random.Random(3)
    for _ in range(12):
        at = draw.randrange(run.last_seq)
        assert (await play_on(run.fork(at))).digest == whole, at


def test_killed_at_random_moments_nothing_is_lost(whole: str, tmp_path: Path) -> None:
    assert killed_and_finished(SCRIPT, tmp_path / "run.db", kills=3, events=450) == whole


async def test_paused_and_resumed_from_the_file(whole: str, tmp_path: Path) -> None:
    from tenure.scenarios.play import open_run

    path = tmp_path / "run.db"
    run = begin(path)
    for until in (3_700_000, 5 * 3_600_000, 20 * 3_600_000):
        await play_on(run, until)
        run.close()
        run = open_run(path, writable=True)
    await play_on(run)
    assert run.digest == whole
    run.close()


async def test_minds_that_think_at_their_own_pace_come_out_alike_decided_early_or_not() -> None:
    digests = {(await play_on(begin(slow=True, speculate=speculate))).digest for speculate in (True, False)}
    assert len(digests) == 1


async def test_the_digest_is_that_of_a_run_in_a_file(tmp_path: Path, whole: str) -> None:
    assert await play_file(tmp_path / "run.db") == whole
