"""The thousand work hours again with every app in use: documents, workbooks, decks, tickets and customers' records."""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from tenure.engine.apps.registry import BUILT_IN, build_apps
from tenure.engine.apps.ticketsconfig import TicketsConfig
from tenure.engine.kernel.clock import DAY
from tenure.engine.kernel.run import Run
from tenure.engine.kernel.world import Core
from tenure.engine.office.model import OwnWork, Setup, WorkStep
from tenure.scenarios.play import main_seat, new_run, open_run, pack_in, play, policy_named
from tenure.scenarios.synthetic import synthetic_setup
from tenure.scenarios.world import OfficeWorld

from .branching import best
from .harness import Measured, at_most, benchmark
from .office import PEOPLE, WEEKS, Played, growth, played

QUEUE: Final = TicketsConfig.model_validate(
    {
        "workflows": {
            "request": {
                "start": "new",
                "states": {"new": {}, "closed": {"done": True}},
                "moves": [{"name": "close", "from": ["new"], "to": "closed"}],
            }
        },
        "queues": {"REQ": {"title": "Requests", "workflow": "request", "team": ["all"]}},
    }
)


def _uses(work: OwnWork, number: int) -> tuple[WorkStep, ...]:
    """What somebody does at their apps in a piece of work: about four times what the coworkers of `harbor_spill` do.

    Every piece has files of its own, as pieces of work have: a document that grows for half a year would measure
    how long documents get.
    """
    person, _, piece = work.id.partition("/")
    place = f"/{person}/{piece}"
    first: dict[str, Any]
    then: dict[str, Any]
    match number % 6:
        case 0:
            kind, first = "docs.create", {"path": f"{place}.docx", "text": f"# {work.title}\n\nBegun.\n"}
            after, then = "docs.insert", {"path": f"{place}.docx", "text": "It can be closed."}
        case 1:
            rows = [["part", "amount"], ["first", number], ["second", "=B2*2"]]
            kind, first = "sheets.create", {"path": f"{place}.xlsx", "sheet": "Sums", "rows": rows}
            after, then = "sheets.write", {"path": f"{place}.xlsx", "at": "Sums!B2", "rows": [[number + 1]]}
        case 2 | 4:
            kind, first = "tickets.create", {"queue": "REQ", "title": work.title}
            after, then = "drive.write", {"path": f"{place}.md", "text": f"{work.title}: done.\n"}
        case 3:
            kind, first = "slides.create", {"path": f"{place}.pptx", "text": f"# {work.title}\n\n- Begun\n"}
            after, then = "drive.comment", {"path": f"{place}.pptx", "text": "To be shortened."}
        case _:
            kind, first = "drive.write", {"path": f"{place}.csv", "text": "part,amount\nfirst,1\n"}
            after, then = "drive.append", {"path": f"{place}.csv", "text": "second,2\n"}
    return WorkStep(kind, json.dumps(first), done=30), WorkStep(after, json.dumps(then), done=80)


@lru_cache(maxsize=1)
def _setup() -> Setup:
    plain = synthetic_setup(PEOPLE, WEEKS, seed=1)
    return replace(
        plain,
        people={
            id_: replace(
                person,
                work=tuple(replace(one, use=_uses(one, number)) for number, one in enumerate(person.work)),
            )
            for id_, person in plain.people.items()
        },
    )


def _build(core: Core) -> OfficeWorld:
    world = OfficeWorld(
        core,
        _setup(),
        limits={},
        build_apps=lambda world: build_apps(
            list(BUILT_IN), world.office, core, meetings=world.meetings, configs={"tickets": QUEUE}
        ),
        horizon=WEEKS * 7 * DAY,
    )
    world.office.connect(errands=world.attention, loads=world.attention)
    world.assemble()
    return world


def _run(path: Path) -> Run:
    return Run.create(_build, {}, {}, 1, path=path)


@lru_cache(maxsize=1)
def _played() -> Played:
    return played(_run)


@benchmark("apps-time", unit="s", budget=at_most(60))
def apps_time() -> Measured:
    """1,000 work hours of 50 scripted coworkers who use every app; beside it the processor time."""
    return Measured(_played().seconds, reference=_played().processor)


@benchmark("apps-memory", unit="MB", budget=at_most(400))
def apps_memory() -> float:
    """Peak memory of a process that plays them."""
    return _played().megabytes


@benchmark("apps-cost-growth", unit="x", budget=at_most(1.2))
def apps_cost_growth() -> Measured:
    """Cost of an event of theirs at hour 1,000 against hour 10; beside it microseconds at hour 10."""
    return growth(_run)


# The longest pack --------------------------------------------------------------------------------------------------

PACK: Final = "harbor_spill"


def _six_weeks(path: Path, policy: str) -> None:
    with new_run(PACK, seed=1, path=path) as run:
        asyncio.run(play(run, {main_seat(run): policy_named(policy, pack_in(run))}))


@benchmark("weeks-create", unit="s")
def weeks_create() -> Measured:
    """Make a run of `harbor_spill` with its data room in a fresh process; beside it the processor time."""
    started, processor = time.perf_counter(), time.process_time()
    new_run(PACK, seed=1).close()
    return Measured(time.perf_counter() - started, reference=time.process_time() - processor)


@benchmark("weeks-time", unit="s", budget=at_most(60))
def weeks_time() -> Measured:
    """Six weeks of `harbor_spill` with the reference, made and played; beside it the processor time."""
    with tempfile.TemporaryDirectory() as folder:
        started, processor = time.perf_counter(), time.process_time()
        _six_weeks(Path(folder) / "run.db", "reference")
        return Measured(time.perf_counter() - started, reference=time.process_time() - processor)


@benchmark("weeks-open", unit="s", budget=at_most(2.0))
def weeks_open() -> float:
    """Open six played weeks in a process that has read the pack before, as rollouts and servers do."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.db"
        _six_weeks(path, "null")
        return best(lambda: open_run(path).close())


@benchmark("weeks-fork", unit="s", budget=at_most(0.5))
def weeks_fork() -> float:
    """Fork six played weeks at their last event."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.db"
        _six_weeks(path, "null")
        with open_run(path) as run:
            return best(lambda: run.fork(run.last_seq).close())


@benchmark("weeks-state-at", unit="s", budget=at_most(0.5))
def weeks_state_at() -> float:
    """Their state at an event, the slowest of nine spread over the run."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run.db"
        _six_weeks(path, "null")
        with open_run(path) as run:
            places = [run.last_seq * share // 1000 for share in range(111, 1000, 111)]
            return max(best(lambda at=at: run.state_at(at)) for at in places)
