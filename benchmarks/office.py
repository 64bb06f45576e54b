"""A thousand work hours of fifty scripted coworkers, journaled to a file: time, memory, cost of an event."""

from __future__ import annotations

import asyncio
import resource
import sys
import tempfile
import time
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from tenure.engine.kernel.clock import HOUR
from tenure.engine.kernel.run import Run
from tenure.scenarios.synthetic import synthetic_run, synthetic_setup

from .harness import Measured, at_most, benchmark

PEOPLE: Final = 50
WORK_HOURS: Final = 1_000
WEEKS: Final = 25
STRETCH: Final = 100 * HOUR
"""Working time over which the cost of an event is averaged, so that days and the checkpoints among them even out."""


class Played(NamedTuple):
    """What a run of a thousand work hours took."""

    seconds: float
    processor: float
    """Seconds of processor time: what a busy machine leaves of the budget."""
    megabytes: float
    events: int
    early: float
    """Seconds of processor time an event, from hour 1 to 101."""
    late: float
    """The same from hour 900 to 1,000."""


@lru_cache(maxsize=1)
def _played() -> Played:
    setup = synthetic_setup(PEOPLE, WEEKS, seed=1)
    calendar = setup.calendars[setup.zone_calendar]
    with tempfile.TemporaryDirectory() as folder:
        before, processor = time.perf_counter(), time.process_time()
        with synthetic_run(PEOPLE, WEEKS, seed=1, path=Path(folder) / "run.db") as run:
            # The first hour builds what is used ever after.
            _cost(run, calendar.add_work(0, HOUR))
            early = _cost(run, calendar.add_work(0, HOUR + STRETCH))
            _cost(run, calendar.add_work(0, WORK_HOURS * HOUR - STRETCH))
            late = _cost(run, calendar.add_work(0, WORK_HOURS * HOUR))
            events = run.journal.next_seq
        seconds, processor = time.perf_counter() - before, time.process_time() - processor
    return Played(seconds, processor, _peak(), events, early, late)


def _cost(run: Run, until: int) -> float:
    events, before = run.journal.next_seq, time.process_time()
    asyncio.run(run.play(until=until))
    return (time.process_time() - before) / max(1, run.journal.next_seq - events)


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


@benchmark("office-cost-growth", unit="x", budget=at_most(1.2))
def office_cost_growth() -> Measured:
    """Cost of an event at hour 1,000 against hour 10, averages of 100 hours; beside it microseconds at hour 10."""
    played = _played()
    return Measured(played.late / played.early, reference=played.early * 1e6)
