"""A small office to act in: the pack that authors start with, and policies made of a function."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tenure.engine.agents.policies.script import Script
from tenure.engine.agents.session import Policy, Session
from tenure.engine.kernel.run import Run
from tenure.engine.kernel.seats import Call
from tenure.scenarios.play import new_run, play
from tenure.scenarios.scaffold import scaffold
from tenure.scenarios.source import PackSource

MINUTE = 60_000
HOUR = 60 * MINUTE
SEAT = "analyst"
Solve = Callable[[Session], Awaitable[None]]


@cache
def lamps() -> PackSource:
    """The pack that `tenure new` writes."""
    with TemporaryDirectory() as folder:
        return PackSource.read(scaffold("lamps", Path(folder)))


def new(source: PackSource | None = None, *, path: Path | None = None, seed: int = 3, **more: Any) -> Run:
    """A run of it in which people only do what the seat brings about."""
    return new_run(source or lamps(), seed=seed, path=path, ambient=False, **more)


async def played(run: Run, *policies: Policy | Solve, until: int | None = None, name: str = "mine") -> Run:
    """The run, played on by one policy in the analyst's seat."""
    (policy,) = policies
    await play(run, {SEAT: policy if hasattr(policy, "play") else Script(name, policy)}, until=until)  # type: ignore[arg-type,dict-item]
    return run


async def play_seats(run: Run, seats: Mapping[str, Solve], until: int | None = None) -> Run:
    """The run, played on by several seats."""
    await play(run, {name: Script(name, solve) for name, solve in seats.items()}, until=until)
    return run


def calls_of(run: Run, seat: str = SEAT) -> list[tuple[str, str]]:
    """What the seat called: tool and arguments."""
    moves = [one.move for one in run.moves(seat)]
    return [(move.tool, move.arguments) for move in moves if isinstance(move, Call)]


def effort_of(run: Run, seat: str = SEAT) -> dict[str, int]:
    """Milliseconds charged to the seat by cause."""
    found: dict[str, int] = {}
    for event in run.events(("seat.effort",)):
        payload: Any = event.payload
        if payload.seat == seat:
            found[payload.cause] = found.get(payload.cause, 0) + payload.milliseconds
    return found
