"""Opening, forking and looking back in a long run, and the start of the command line."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from tenure.engine.kernel.clock import HOUR
from tenure.engine.kernel.run import Run
from tenure.scenarios.synthetic import build_synthetic, synthetic_run, synthetic_setup

from .harness import at_most, benchmark

PEOPLE: Final = 50
WEEKS: Final = 25
WORK_HOURS: Final = 1_000
ROUNDS: Final = 3
ROOT: Final = Path(__file__).parents[1]


@lru_cache(maxsize=1)
def _file() -> Path:
    """A run of 1,000 work hours, made once for each state of the code."""
    code = sha256()
    for folder in ("engine", "personas", "scenarios"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            code.update(path.read_bytes())
    path = ROOT / "build" / "benchmarks" / f"hour-1000-{code.hexdigest()[:12]}.db"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        for old in path.parent.glob("hour-1000-*"):
            old.unlink()
        making = path.with_suffix(".making")
        making.unlink(missing_ok=True)
        setup = synthetic_setup(PEOPLE, WEEKS, seed=1)
        end = setup.calendars[setup.zone_calendar].add_work(0, WORK_HOURS * HOUR)
        with synthetic_run(PEOPLE, WEEKS, seed=1, path=making) as run:
            asyncio.run(run.play(until=end))
        making.rename(path)
    return path


def best(do: Callable[[], object]) -> float:
    """Seconds of the quickest of a few rounds."""
    times: list[float] = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        do()
        times.append(time.perf_counter() - started)
    return min(times)


def _open() -> Run:
    return Run.open(_file(), build_synthetic)


@benchmark("open", unit="s", budget=at_most(2.0))
def open_run() -> float:
    """Open a run of 50 people at hour 1,000."""
    _file()
    return best(lambda: _open().close())


@benchmark("fork", unit="s", budget=at_most(0.5))
def fork() -> float:
    """Fork that run at its last event."""
    with _open() as run:
        return best(lambda: run.fork(run.last_seq).close())


@benchmark("state-at", unit="s", budget=at_most(0.5))
def state_at() -> float:
    """The state of that run at an event, the slowest of nine spread over the run."""
    with _open() as run:
        places = [run.last_seq * share // 1000 for share in (111, 222, 333, 444, 555, 666, 777, 888, 999)]
        return max(best(lambda at=at: run.state_at(at)) for at in places)


@benchmark("help", unit="s", budget=at_most(0.4))
def help_text() -> float:
    """`tenure --help`, as a whole process."""
    command = [sys.executable, "-c", "from tenure.engine.cli import main; main()", "--help"]
    return best(lambda: subprocess.run(command, check=True, capture_output=True))
