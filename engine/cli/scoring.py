"""Commands that score a run and measure how it looks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from .console import console, emit
from .counts import counted
from .failures import FAILED, Unusable
from .options import AsJson, RunArgument


def score(
    run: Path = RunArgument,
    at: int | None = typer.Option(None, "--at", min=0, help="As it stood after this event."),
    curve: bool = typer.Option(False, "--curve", help="The score after each event that changed it."),
    as_json: bool = AsJson,
) -> None:
    """Score a run from its file; nothing is played.

    Examples:
        tenure score runs/demo

        tenure score runs/demo --curve

        tenure score runs/demo --at 900 --json
    """
    from ...scenarios.play import open_run
    from ...scenarios.report import curve_of, result_of, score_run
    from .places import existing
    from .scorecard import show_result

    path = existing(run)
    with open_run(path) as opened:
        opened.verify()
        if at is not None and at > opened.last_seq:
            raise Unusable(f"the run has events 0 to {opened.last_seq}; there is no event {at}")
        if curve:
            steps = [(seq, value) for seq, value in curve_of(opened) if at is None or seq <= at]
            if as_json:
                emit(
                    {"run": str(run), "curve": [{"seq": seq, "score": float(value)} for seq, value in steps]}
                )
            else:
                _show_curve(opened, steps)
            return
        card = score_run(opened, at=at)
        if as_json:
            emit({"run": str(run), **card.as_json()})
        elif at is None:
            show_result(opened, result_of(opened, card), place=str(run))
        else:
            result = {**result_of(opened, card), "events": card.seq + 1}
            show_result(opened, result, place=str(run))


def _show_curve(run: Any, steps: list[tuple[int, Any]]) -> None:
    from rich.table import Table

    from ...scenarios.play import main_seat, world_of

    calendar = world_of(run).desk.calendar(main_seat(run))
    times = {seq: run.journal.step_end(seq)[2] for seq, _ in steps if seq >= 0}
    table = Table(box=None, padding=(0, 1), header_style="dim")
    for column in ("event", "when", "score", ""):
        table.add_column(column, justify="right" if column in ("event", "score") else "left")
    for seq, value in steps:
        when = f"{calendar.local(times[seq]):%a %d %b %H:%M}" if seq in times else "before the start"
        table.add_row(str(seq) if seq >= 0 else "", when, f"{value:.4f}", "█" * round(float(value) * 40))
    console().print(table)


def realism(
    run: Path = RunArgument,
    check: bool = typer.Option(False, "--check", help="Exit code 1 if a target is missed."),
    seed: int = typer.Option(0, "--seed", help="Of the null models."),
    as_json: bool = AsJson,
) -> None:
    """Measure how much the coworkers' messages look like those of real people, beside what chance gives.

    Targets are those of an office of 50 over six weeks; a short run of a few people strays further.

    Example:
        tenure realism runs/demo
    """
    from ...scenarios.play import open_run
    from ...scenarios.report import message_log
    from ...verifiers.realism import realism as measure
    from .places import existing

    with open_run(existing(run)) as opened:
        report = measure(message_log(opened), seed=seed)
    if as_json:
        emit({"run": str(run), **report.as_json()})
    else:
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, padding=(0, 1), header_style="dim")
        for column in ("", "measured", "target", "by chance", ""):
            table.add_column(
                column, justify="right" if column in ("measured", "target", "by chance") else "left"
            )
        for one in report.figures:
            target = f"{one.low:g} to {one.high:g}" if one.target else ""
            mark = Text("") if not one.target else Text("✓", "green") if one.ok else Text("✗", "red")
            null = "" if one.null is None else f"{one.null:.2f} ({one.against})"
            table.add_row(one.about, f"{one.value:.2f} {one.unit}", target, null, mark)
        out = console()
        people = "1 person" if report.people == 1 else f"{report.people} people"
        out.print(f"{counted(report.messages, 'message')} of {people} on {counted(report.days, 'day')}")
        out.print(table)
    if check and not report.ok:
        raise typer.Exit(FAILED)
