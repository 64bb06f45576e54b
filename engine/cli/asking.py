"""The command that asks a coworker."""

from __future__ import annotations

from typing import Any

import typer

from .console import console, emit
from .options import AsJson, pairs


def ask(
    pack: str = typer.Argument(help="A pack's name or folder.", show_default=False),
    person: str = typer.Argument(help="Whom to ask: id, name or address.", show_default=False),
    question: str = typer.Argument(help="What to ask.", show_default=False),
    then: list[str] = typer.Option([], "--then", help="Ask this next, in the same conversation; repeatable."),
    asker: str | None = typer.Option(None, "--as", help="Who asks; the person in the task's seat otherwise."),
    at: str | None = typer.Option(None, "--at", help='When, such as "Tue 10:00"; after the brief otherwise.'),
    task: str | None = typer.Option(None, "--task", "-t", help="Which task; the default one otherwise."),
    seed: int = typer.Option(1, "--seed", "-s", help="Of the params and of everything random."),
    given: list[str] = typer.Option([], "--set", help="Set a param by hand, name=value; repeatable."),
    as_json: bool = AsJson,
) -> None:
    """Ask a coworker, and see which fact was matched and which rule decided.

    The world is played to that time with nobody at work in the seats; then the question is put and the person decides
    on it at once, as they would when they looked.

    Examples:
        tenure ask first_week ines "What do we pay Corvane for demurrage?" --at "Tue 10:00"

        tenure ask first_week ines "And detention?" --as marek --then "Thanks, that helps."
    """
    from ...scenarios.ask import ask as put

    answers = put(
        pack,
        person,
        [question, *then],
        asker=asker,
        at=at,
        task=task,
        seed=seed,
        given=pairs("--set", given),
    )
    if as_json:
        emit([one.as_json() for one in answers])
        return
    for one in answers:
        _show(one)


def _show(one: Any) -> None:
    from rich.padding import Padding
    from rich.table import Table

    out = console()
    out.print(f"[bold]{one.asker} → {one.person}[/], {one.app}, {one.at}")
    out.print(Padding(one.question, (0, 0, 0, 2)), markup=False)
    out.print(f"[bold]{one.person}[/] [dim]after about {one.minutes} min of reading and writing[/]")
    out.print(Padding(one.text or "(no answer)", (0, 0, 0, 2)), markup=False)
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", min_width=10)
    table.add_column()
    for label, rows in (("matched", one.matched), ("runner-up", one.near[:3])):
        for row in rows:
            table.add_row(label, f"{row.fact}  {row.score / 1000:.2f}  {row.statement}")
    if not one.matched:
        table.add_row("matched", "nothing")
    for ruled in one.verdicts:
        table.add_row(
            "rule",
            f"{ruled.fact}: {ruled.verdict.replace('_', ' ')}{f'; {ruled.rule}' if ruled.rule else ''}",
        )
    for promise in one.promises:
        table.add_row("promises", promise)
    table.add_row("decided by", ", ".join(one.rules) or one.why or "–")
    if one.why and one.rules:
        table.add_row("why", one.why)
    out.print(table)
    out.print()
