"""The command that plays groups of rollouts."""

from __future__ import annotations

import signal
import time
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from .console import console, emit, say
from .counts import counted
from .coworkerflags import (
    BindMind,
    CoworkerBudget,
    CoworkerOption,
    Coworkers,
    MindOf,
    casting_of,
    dollars,
    tell_unbound,
    tell_unpriced,
)
from .failures import INTERRUPTED, Unusable
from .options import AsJson, pairs, surface_named

if TYPE_CHECKING:
    from rich.console import Console

    from ..rollouts.group import Group


def rollouts(
    pack: str = typer.Argument(
        help="A pack's name or folder, with :TASK for another task.", show_default=False
    ),
    agent: list[str] = typer.Option(
        ["reference"], "--agent", "-a", help="Who plays; SEAT=… for another seat."
    ),
    n: int = typer.Option(8, "-n", min=1, help="How many rollouts there are to be in the folder."),
    parallel: int = typer.Option(
        2, "--parallel", "-j", min=1, help="How many at a time, each in its own process."
    ),
    out: Path = typer.Option(
        ..., "--out", "-o", help="The group's folder; one that is there is gone on with."
    ),
    seed: int = typer.Option(1, "--seed", "-s", help="Of the group; each rollout draws its own from it."),
    task: str | None = typer.Option(None, "--task", "-t", help="Which task; the default one otherwise."),
    given: list[str] = typer.Option([], "--set", help="Set a param by hand in every rollout; repeatable."),
    limit: list[str] = typer.Option([], "--limit", help="Tighten a limit, such as calls=200; repeatable."),
    timeout: float | None = typer.Option(None, "--timeout", help="Seconds of wall time for each rollout."),
    ambient: bool = typer.Option(
        True, "--ambient/--no-ambient", help="Whether people also write about their own work."
    ),
    surface: str = typer.Option(
        "full", "--surface", help="How tools are offered: full, apps (one an app) or search."
    ),
    model_option: list[str] = typer.Option(
        [], "--model-option", help="An option of a model policy; repeatable."
    ),
    coworkers: str | None = Coworkers,
    mind: list[str] = BindMind,
    mind_of: list[str] = MindOf,
    coworker_option: list[str] = CoworkerOption,
    coworker_budget: list[str] = CoworkerBudget,
    max_cost: str | None = typer.Option(
        None,
        "--max-cost",
        metavar="DOLLARS",
        help="Stop, resumably, when all models of the group's rollouts together have cost that much.",
        show_default=False,
    ),
    mixed: bool = typer.Option(
        False, "--mixed", help="Pool rollouts of differing pack, rubric, engine, policy or coworkers."
    ),
    retry: bool = typer.Option(
        False, "--retry", help="Play again what the clock or the infrastructure ended."
    ),
    as_json: bool = AsJson,
) -> None:
    """Play a task many times and say how far the results can be trusted.

    Each rollout is a run in the folder, to be read with `tenure show`. A second invocation finishes what is missing
    and repeats nothing; a larger -n adds to what is there.

    Examples:
        tenure rollouts first_week --agent reference -n 4 --out runs/group

        tenure rollouts first_week --agent my_agent.py -n 16 --parallel 4 --out runs/mine --json

        tenure rollouts first_week --coworkers openai/gpt-4o-mini --max-cost 20 --out runs/thinking
    """
    import asyncio

    from ...scenarios.casting import cast_roles
    from ...scenarios.colleagues import with_colleagues
    from ...scenarios.play import task_of
    from ..rollouts.group import Group, plan, summary
    from .agentflags import agents_of, colleagues_in, model_options

    params = pairs("--set", given)
    plain = task_of(pack, task=task, seed=seed, given=params)
    colleagues = colleagues_in(plain, agent)
    loaded = with_colleagues(plain, colleagues)
    casting = casting_of(
        plain,
        coworkers=coworkers,
        minds=mind,
        mind_of=mind_of,
        options=coworker_option,
        budget=coworker_budget,
        colleagues=colleagues,
    )
    tell_unbound(cast_roles(plain, casting).unbound, casting)
    most = None if max_cost is None else dollars("--max-cost", max_cost)
    if most is not None:
        tell_unpriced(casting.bindings, agents_of(loaded, agent))
    planned = plan(
        pack,
        policies=agents_of(loaded, agent),
        n=n,
        task=loaded.task.id,
        seed=seed,
        options=model_options(model_option),
        given=params,
        limits={
            name: int(value) if value.isdecimal() else value
            for name, value in pairs("--limit", limit).items()
        },
        ambient=ambient,
        timeout=timeout,
        surface=surface_named(surface),
        casting=casting,
    )
    if out.is_file():
        raise Unusable(f"{out} is a file; --out takes a folder")
    group = Group(out, planned, mixed=mixed)
    if retry:
        group.retry_failures()
    done = len(group.rows)
    if done and group.missing:
        say(f"{done} of {counted(n, 'rollout')} done; going on with the rest.")
    purse = _Purse(most, [str(row["models"]["cost"]) for row in group.rows.values() if "models" in row])
    stopped = asyncio.run(_play(group, parallel, purse))
    rows = [group.rows[number] for number in sorted(group.rows)]
    found = {
        "out": str(out),
        "pack": planned.pack,
        "task": planned.task,
        "policy": planned.pins["policy"],
        **summary(rows, criteria=loaded.task.rubric.criteria),
    }
    if purse.empty and group.missing:
        say(f"Stopped: the rollouts' models have cost ${purse.spent}, and --max-cost is ${most}.")
        say(f"{len(rows)} of {counted(n, 'rollout')} done, the rest is kept. A larger --max-cost goes on.")
    elif stopped:
        say(
            f"Stopped; {len(rows)} of {counted(n, 'rollout')} done, the rest is kept. The same command goes on."
        )
        raise typer.Exit(INTERRUPTED)
    if as_json:
        emit(found)
    else:
        _show(found, rows)


class _Purse:
    """What a group's models have cost, by rollout."""

    def __init__(self, most: Decimal | None, done: Sequence[str]) -> None:
        self._most = most
        self._done = sum(map(Decimal, done), Decimal(0))
        self._under_way: dict[int, Decimal] = {}

    def tell(self, number: int, report: Mapping[str, Any]) -> None:
        """Take a rollout's report in."""
        row = report.get("row")
        cost = report.get("cost") if row is None else row.get("models", {}).get("cost")
        if cost is not None:
            self._under_way[number] = Decimal(cost)

    @property
    def spent(self) -> Decimal:
        """All rollouts together, in dollars."""
        return self._done + sum(self._under_way.values(), Decimal(0))

    @property
    def empty(self) -> bool:
        """No more may be spent."""
        return self._most is not None and self.spent >= self._most


async def _play(group: Group, parallel: int, purse: _Purse) -> bool:
    """Play the group's missing rollouts; True if it was stopped."""
    import asyncio

    stop = asyncio.Event()
    loop = asyncio.get_running_loop()

    def halt() -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        say("\nStopping the rollouts; once more to abort.")
        stop.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, halt)
    if purse.empty:
        stop.set()
    try:
        with _Progress(group) as progress:

            def tell(number: int, report: Mapping[str, Any]) -> None:
                progress.tell(number, report)
                purse.tell(number, report)
                if purse.empty:
                    stop.set()

            await group.play(parallel, tell, stop=stop)
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)
    return stop.is_set() and bool(group.missing)


class _Progress:
    """Where each rollout is: redrawn in place on a terminal, else a line when one is done."""

    def __init__(self, group: Group) -> None:
        self._group = group
        self._console = console(error=True)
        self._under_way: dict[int, Mapping[str, Any]] = {}
        self._live: Any = None
        self._drawn = 0.0

    def __enter__(self) -> _Progress:
        if self._console.is_terminal and self._group.missing:
            from rich.live import Live

            self._live = Live(console=self._console, auto_refresh=False, transient=True)
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    def tell(self, number: int, report: Mapping[str, Any]) -> None:
        """Take a report in."""
        row = report.get("row")
        if row is not None:
            self._under_way.pop(number, None)
            if self._live is None:
                score = "–" if row["score"] is None else f"{row['score']:.3f}"
                verdict = (
                    "passed" if row["passed"] else "not passed" if row["status"] == "ok" else row["status"]
                )
                say(
                    f"rollout {number:>4}  {score}  {verdict}  {row.get('wall_s', 0):.1f} s  {row['error']}".rstrip()
                )
        else:
            self._under_way[number] = report
        if self._live is not None and time.monotonic() - self._drawn > 0.1:
            self._drawn = time.monotonic()
            self._live.update(self._picture(), refresh=True)

    def _picture(self) -> Any:
        from rich.table import Table

        rows = self._group.rows
        passed = sum(bool(row["passed"]) for row in rows.values())
        table = Table.grid(padding=(0, 2))
        table.add_row(f"{len(rows)} of {self._group.plan.n} done", f"{passed} passed", "")
        for number, report in sorted(self._under_way.items()):
            table.add_row(f"rollout {number}", str(report["at"]), counted(report["events"], "event"))
        return table


def _show(found: Mapping[str, Any], rows: list[dict[str, Any]]) -> None:
    from rich.table import Table

    out = console()
    out.print(
        f"[bold]{found['pack']}:{found['task']}[/]  {found['policy']}  {counted(found['rollouts'], 'rollout')}"
    )
    table = Table(box=None, padding=(0, 1), header_style="dim")
    for column in ("rollout", "seed", "status", "score", "passed", "calls", "effort h", "wall s"):
        table.add_column(column, justify="left" if column in ("status", "passed") else "right")
    for row in rows:
        score = "–" if row["score"] is None else f"{row['score']:.3f}"
        table.add_row(
            str(row["rollout"]),
            str(row["seed"]),
            row["status"],
            score,
            "yes" if row["passed"] else "no",
            str(row.get("calls", "")),
            str(row.get("effort_hours", "")),
            f"{row.get('wall_s', 0):.1f}",
        )
    out.print(table)
    _show_criteria(found["criteria"], out)
    out.print(f"mean score  {_figure(found['mean_score'])}")
    for name, word in (("pass_at_k", "pass@"), ("pass_hat_k", "pass^")):
        figures = [f"{word}{k} {_figure(value)}" for k, value in found[name].items()]
        out.print("   ".join(figures) or f"{word}k unknown: nothing counted")
    out.print(f"lost or failed  {_figure(found['error_share'])}")
    out.print(f"Read one with: tenure show {found['out']}/0001.db", style="dim")


def _show_criteria(criteria: list[dict[str, Any]], out: Console) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 1), header_style="dim", title_style="", title_justify="left")
    table.title = "how often each criterion was met"
    for column in ("criterion", "", "weight", "met", "mean score"):
        table.add_column(column, justify="left" if column in ("criterion", "") else "right")
    for one in criteria:
        table.add_row(
            one["id"],
            Text(one["title"]),
            "–" if one["weight"] is None else f"{one['weight']:g}",
            f"{one['met']} of {one['counted']}",
            "–" if one["mean_score"] is None else f"{one['mean_score']:.3f}",
        )
    if criteria:
        out.print()
        out.print(table)
        out.print()


def _figure(figure: Mapping[str, Any]) -> str:
    if figure["value"] is None:
        return "unknown"
    low_high = figure["interval"]
    return f"{figure['value']:.3f}" + (f" [{low_high[0]:.3f}, {low_high[1]:.3f}]" if low_high else "")
