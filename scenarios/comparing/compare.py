"""The whole comparison: recorded looks given to each mind, then runs with each."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from ...engine.kernel import loop
from ...engine.minds.client import close_clients
from ..build import pack_of
from ..pack import Pack
from ..source import PackSource, find_pack
from .contender import Contender, Purse
from .looks import Agreement, Faced, agreements, face, recorded, sample
from .plays import Moved, Played, moved, play_all


@dataclass
class Comparison:
    """What came of it.

    Attributes:
        faced: What each mind made of the same looks.
        agreements: How often each two chose the same.
        played: Every run.
        moved: How far scores and figures move from those of the first mind.
    """

    pack: str
    task: str
    looks: int
    of_looks: int
    """How many the run had from which they are taken."""
    faced: list[Faced] = field(default_factory=list[Faced])
    agreements: list[Agreement] = field(default_factory=list[Agreement])
    played: list[Played] = field(default_factory=list[Played])
    moved: list[Moved] = field(default_factory=list[Moved])
    cost: Decimal = Decimal(0)
    stopped: str = ""

    def as_json(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "pack": self.pack,
            "task": self.task,
            "looks": self.looks,
            "of_looks": self.of_looks,
            "faced": [one.as_json() for one in self.faced],
            "agreements": [
                {**one._asdict(), "interval": None if one.interval is None else list(one.interval)}
                for one in self.agreements
            ],
            "played": [one.as_json() for one in self.played],
            "moved": [
                {**vars(one), "interval": None if one.interval is None else list(one.interval)}
                for one in self.moved
            ],
            "cost": str(self.cost),
            "stopped": self.stopped,
        }


def compare(
    pack: str,
    minds: Sequence[Contender],
    *,
    task: str | None = None,
    policies: Sequence[str] = ("reference", "chatty"),
    seeds: int = 2,
    first_seed: int = 1,
    looks: int = 120,
    given: Mapping[str, str] | None = None,
    ambient: bool = True,
    most: Decimal | None = None,
    on_step: Callable[[int], None] | None = None,
) -> Comparison:
    """Compare minds on a pack.

    Args:
        pack: A pack's name or folder, ``name:task`` included.
        minds: At least two; the first is what the others are held beside.
        task: Which task; the default one if None.
        policies: Who holds the task's seat in the runs.
        seeds: How many seeds are played with each; 0 plays none.
        first_seed: The first of them, and the seed of the run whose looks are given to all.
        looks: How many looks at most; 0 gives none.
        given: Params set by hand.
        ambient: People also write to each other about their own work.
        most: Dollars after which nothing more is asked.
        on_step: Told of looks and runs done, as they count in `steps_of`.

    Raises:
        ValueError: Fewer than two minds.
        UnknownPackError: No such pack or task.
    """
    if len(minds) < 2:
        raise ValueError(
            "a comparison needs two minds: give --mind twice, such as --mind scripted --mind a=MODEL"
        )
    source, named = find_pack(pack)
    loaded = pack_of(source.dump(), task or named, first_seed, given or {})
    purse = Purse(most)
    found = Comparison(loaded.scenario.id, loaded.task.id, 0, 0)
    with _quiet():
        _measure(found, source, loaded, minds, policies, range(first_seed, first_seed + seeds), looks, given, ambient,
                 purse, on_step)  # fmt: skip
    found.cost = purse.spent
    if purse.empty:
        found.stopped = f"the models cost ${purse.spent}, and the limit is ${purse.most}"
    return found


def _measure(
    found: Comparison,
    source: PackSource,
    loaded: Pack,
    minds: Sequence[Contender],
    policies: Sequence[str],
    seeds: Sequence[int],
    looks: int,
    given: Mapping[str, str] | None,
    ambient: bool,
    purse: Purse,
    on_step: Callable[[int], None] | None,
) -> None:
    if looks:
        asyncio.run(_face(found, loaded, minds, looks, ambient, purse, on_step))
    if seeds:
        found.played = play_all(
            source,
            loaded.task.id,
            minds,
            policies,
            seeds,
            purse,
            given=given,
            ambient=ambient,
            on_run=None if on_step is None else lambda _: on_step(1),
        )
        found.moved = moved(found.played)


@contextmanager
def _quiet() -> Generator[None]:
    """Failures of minds are rows of the report: they are not told one by one."""
    log = logging.getLogger(loop.__name__)
    before, log.disabled = log.disabled, True
    try:
        yield
    finally:
        log.disabled = before


async def _face(
    found: Comparison,
    pack: Pack,
    minds: Sequence[Contender],
    most: int,
    ambient: bool,
    purse: Purse,
    on_step: Callable[[int], None] | None,
) -> None:
    model = next((one for one in minds if one.spec is not None), None)
    every, run = await recorded(pack, model, ambient=ambient)
    with run:
        chosen = sample(every, most)
        found.looks, found.of_looks = len(chosen), len(every)
        for contender in minds:
            step = None if on_step is None else (lambda: on_step(0))
            found.faced.append(await face(pack, contender, chosen, purse, step))
            if on_step is not None:
                on_step(1)
    await close_clients()  # connections belong to the loop that ends here
    found.agreements = agreements(found.faced)


def steps_of(minds: int, policies: int, seeds: int, looks: int) -> int:
    """How many steps a comparison tells of: one for each mind's looks, one for each run."""
    return (minds if looks else 0) + minds * policies * seeds
