"""The same policies and seeds played with each mind: what moves, and how far the scores do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from ...engine.agents.session import Policy
from ...engine.kernel.run import Run
from ...engine.kernel.usage import Used
from ...engine.minds.client import close_clients
from ...verifiers.coworkers.chance import Interval, bootstrap
from ...verifiers.coworkers.report import report
from ..play import main_seat, new_run, pack_in, play, policy_named, world_of
from ..report import score_run
from ..source import PackSource
from .contender import Contender, Purse


@dataclass
class Played:
    """One run.

    Attributes:
        score: None if nothing could be judged, or it came to nothing.
        charged: The score if coworkers' faults count against the agent.
        excused: The score without what they stand in the way of.
        totals: The coworkers' figures.
        error: Why it came to nothing.
    """

    mind: str
    policy: str
    seed: int
    score: float | None = None
    charged: float | None = None
    excused: float | None = None
    totals: dict[str, float] = field(default_factory=dict[str, float])
    failures: dict[str, int] = field(default_factory=dict[str, int])
    spent: Used = field(default_factory=Used)
    digest: str = ""
    error: str = ""

    def as_json(self) -> dict[str, Any]:
        """As JSON values."""
        return {**vars(self), "spent": self.spent.dump()}


@dataclass(frozen=True)
class Moved:
    """How far something stands from what it is with the first mind, paired by seed.

    Attributes:
        mean: With this mind.
        by: Mean difference to the first mind over the seeds that both played; None without any.
        interval: Of the difference: bootstrap over seeds; None with fewer than two.
        seeds: How many seeds both played.
    """

    mind: str
    what: str
    mean: float | None
    by: float | None
    interval: Interval | None
    seeds: int


def play_once(
    source: PackSource,
    task: str | None,
    contender: Contender,
    policy: str,
    seed: int,
    purse: Purse,
    *,
    given: Mapping[str, str] | None = None,
    ambient: bool = True,
) -> Played:
    """Play one run in memory, and measure it; whatever goes wrong becomes its `error`."""
    found = Played(contender.name, policy, seed)
    try:
        run = new_run(
            source,
            task=task,
            seed=seed,
            given=given,
            casting=contender.casting(purse.left),
            policies={},
            ambient=ambient,
        )
    except Exception as error:  # noqa: BLE001  (a mind that can't be had is a row of the report, not the end of it)
        found.error = f"{type(error).__name__}: {error}"[:300]
        return found
    with run:
        try:
            pack = pack_in(run)
            asyncio.run(_played(run, {main_seat(run): policy_named(policy, pack)}))
            card = score_run(run)
            measured = report(run, world_of(run).setup, times=20)
            failures, _ = measured.trouble_kinds()
            found.score = None if card.score is None else float(card.score)
            found.charged = None if card.charged is None else float(card.charged)
            found.excused = None if card.excused is None else float(card.excused)
            found.totals = measured.totals()
            found.failures = dict(sorted(failures.items()))
            found.digest = run.digest
        except Exception as error:  # noqa: BLE001  (one run that fails ends nothing)
            found.error = f"{type(error).__name__}: {error}"[:300]
        found.spent = purse.pay(run)
    return found


async def _played(run: Run, policies: Mapping[str, Policy]) -> None:
    try:
        await play(run, policies)
    finally:
        await close_clients()  # connections belong to the loop that ends here


def play_all(
    source: PackSource,
    task: str | None,
    minds: Sequence[Contender],
    policies: Sequence[str],
    seeds: Sequence[int],
    purse: Purse,
    *,
    given: Mapping[str, str] | None = None,
    ambient: bool = True,
    on_run: Callable[[Played], None] | None = None,
) -> list[Played]:
    """Play every policy and seed with every mind, seed by seed, so that what is there when the money ends is paired.

    Args:
        source: The pack.
        task: Which task; the default one if None.
        minds: The minds; the first is what the others are held beside.
        policies: Who holds the task's seat.
        seeds: Of the runs.
        purse: What may be spent.
        given: Params set by hand.
        ambient: People also write to each other about their own work.
        on_run: Told of each run.
    """
    found: list[Played] = []
    for seed in seeds:
        for policy in policies:
            for contender in minds:
                if purse.empty and contender.spec is not None:
                    made = Played(
                        contender.name, policy, seed, error="not played: the limit of cost was reached"
                    )
                else:
                    made = play_once(
                        source, task, contender, policy, seed, purse, given=given, ambient=ambient
                    )
                found.append(made)
                if on_run is not None:
                    on_run(made)
    return found


def moved(played: Iterable[Played], *, seed: int = 0) -> list[Moved]:
    """How far scores and the coworkers' figures move from the first mind's, with intervals over seeds."""
    every = list(played)
    minds = list(dict.fromkeys(one.mind for one in every))
    policies = list(dict.fromkeys(one.policy for one in every))
    found: list[Moved] = []
    for policy in policies:
        rows = {
            (one.mind, one.seed): one.score for one in every if one.policy == policy and one.score is not None
        }
        found += [_moved(f"score of {policy}", rows, mind, minds[0], seed) for mind in minds]
    names = list(dict.fromkeys(name for one in every for name in one.totals))
    for name in names:
        sums: dict[tuple[str, int], float] = {}
        for one in every:
            if one.totals:
                sums.setdefault((one.mind, one.seed), 0.0)
        for mind, with_seed in sums:
            mine = [
                one.totals[name] for one in every if (one.mind, one.seed) == (mind, with_seed) and one.totals
            ]
            sums[mind, with_seed] = fmean(mine)
        found += [_moved(name, sums, mind, minds[0], seed) for mind in minds]
    return found


def _moved(what: str, rows: Mapping[tuple[str, int], float], mind: str, first: str, seed: int) -> Moved:
    mine = {with_seed: value for (name, with_seed), value in rows.items() if name == mind}
    base = {with_seed: value for (name, with_seed), value in rows.items() if name == first}
    by = [mine[with_seed] - base[with_seed] for with_seed in sorted(mine) if with_seed in base]
    mean = fmean(mine.values()) if mine else None
    if mind == first:
        return Moved(mind, what, mean, None, None, len(mine))
    return Moved(mind, what, mean, fmean(by) if by else None, bootstrap(by, fmean, seed=seed), len(by))
