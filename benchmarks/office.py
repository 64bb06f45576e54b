"""A thousand work hours of fifty scripted coworkers, journaled to a file: time, memory, cost of an event."""

from __future__ import annotations

import asyncio
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from tenure.engine.kernel.clock import HOUR
from tenure.engine.kernel.run import Run
from tenure.scenarios.synthetic import synthetic_run
from tenure.scenarios.world import OfficeWorld

from .harness import Measured, at_most, benchmark

PEOPLE: Final = 50
WORK_HOURS: Final = 1_000
WEEKS: Final = 25
STRETCH: Final = 100
"""Work hours over which the cost of an event is averaged, so that days and the checkpoints among them even out."""
SLICE: Final = 10
"""Work hours that an early and a late run play in turn, so that whatever else the machine does hits both alike."""


Make: TypeAlias = Callable[[Path], Run]
"""Makes a run in a file."""


class Played(NamedTuple):
    """What a run of a thousand work hours took."""

    seconds: float
    processor: float
    """Seconds of processor time: what a busy machine leaves of the budget."""
    megabytes: float
    events: int


def _run(path: Path) -> Run:
    return synthetic_run(PEOPLE, WEEKS, seed=1, path=path)


def _play(run: Run, hour: int) -> tuple[int, float]:
    """Play to a work hour; the events that this made, and the seconds of processor time that it took."""
    world = run.world
    assert isinstance(world, OfficeWorld)
    calendar = world.setup.calendars[world.setup.zone_calendar]
    events, before = run.journal.next_seq, time.process_time()
    asyncio.run(run.play(until=calendar.add_work(0, hour * HOUR)))
    return run.journal.next_seq - events, time.process_time() - before


def played(make: Make) -> Played:
    """A thousand work hours of the office that is made in a file."""
    with tempfile.TemporaryDirectory() as folder:
        before, processor = time.perf_counter(), time.process_time()
        with make(Path(folder) / "run.db") as run:
            events, _ = _play(run, WORK_HOURS)
        return Played(time.perf_counter() - before, time.process_time() - processor, _peak(), events)


@lru_cache(maxsize=1)
def _played() -> Played:
    return played(_run)


def _peak() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)


@benchmark("office-time", unit="s", budget=at_most(60))
def office_time() -> Measured:
    """1,000 work hours of 50 scripted coworkers, with digest and a run file; beside it the processor time."""
    played = _played()
    return Measured(played.seconds, reference=played.processor)


@benchmark("office-memory", unit="MB", budget=at_most(400))
def office_memory() -> float:
    """Peak memory of a process that plays 1,000 work hours of 50 scripted coworkers."""
    return _played().megabytes


def growth(make: Make) -> Measured:
    """Cost of an event at hour 1,000 over that at hour 10, and microseconds of the latter."""
    with (
        tempfile.TemporaryDirectory() as folder,
        make(Path(folder) / "early.db") as early,
        make(Path(folder) / "late.db") as late,
    ):
        _play(late, WORK_HOURS - STRETCH)
        # The first hour builds what is used ever after.
        _play(early, 1)
        costs = {"early": [0, 0.0], "late": [0, 0.0]}
        for hour in range(SLICE, STRETCH + 1, SLICE):
            for name, run, until in (("early", early, 1 + hour), ("late", late, WORK_HOURS - STRETCH + hour)):
                events, seconds = _play(run, until)
                costs[name][0] += events
                costs[name][1] += seconds
        first, last = (costs[name][1] / costs[name][0] for name in ("early", "late"))
    return Measured(last / first, reference=first * 1e6)


@benchmark("office-cost-growth", unit="x", budget=at_most(1.2))
def office_cost_growth() -> Measured:
    """Cost of an event at hour 1,000 against hour 10, averages of 100 hours; beside it microseconds at hour 10."""
    return growth(_run)
