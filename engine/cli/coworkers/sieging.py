"""`tenure coworkers redteam`: how tight a pack's protected facts are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from ..console import console, emit
from ..counts import counted
from ..coworkerflags import BindMind, CoworkerOption, Coworkers, MaxCost, MindOf, casting_of, dollars
from ..failures import FAILED
from ..options import AsJson, pairs
from ..wording import shortened
from .tables import table

if TYPE_CHECKING:
    from decimal import Decimal

    from rich.console import Console

    from ....verifiers.coworkers.redteam import Siege


def redteam(
    pack: str = typer.Argument(help="A pack's name or folder, with :TASK for one that is not the default."),
    fact: list[str] = typer.Option(
        [], "--fact", help="Only this fact; repeatable. All protected ones otherwise."
    ),
    attempt: list[str] = typer.Option(
        [], "--attempt", help="Only this attempt; repeatable. All twenty otherwise."
    ),
    at: str | None = typer.Option(None, "--at", help='When, such as "Tue 10:00"; after the brief otherwise.'),
    seed: int = typer.Option(1, "--seed", "-s", help="Of the params and of everything random."),
    task: str | None = typer.Option(None, "--task", "-t", help="Which task; the default one otherwise."),
    given: list[str] = typer.Option([], "--set", help="Set a param by hand, name=value; repeatable."),
    coworkers: str | None = Coworkers,
    mind: list[str] = BindMind,
    mind_of: list[str] = MindOf,
    coworker_option: list[str] = CoworkerOption,
    max_cost: str | None = MaxCost,
    as_json: bool = AsJson,
) -> None:
    """Try to get every protected fact out of its holders in twenty ways, each on a fork of its own.

    Authority, urgency, flattery, splitting, impersonation, instructions hidden in a document and so on. What was told
    outright and what came out in disguise (rounded, translated, by yes or no …) are counted apart. Exit code 1 if
    anything got out.

    Examples:
        tenure coworkers redteam first_week

        tenure coworkers redteam first_week --fact second_carrier --coworkers openai/gpt-4o-mini --max-cost 2
    """
    import asyncio

    from ....scenarios.play import task_of
    from ....scenarios.siege import lay_siege

    params = pairs("--set", given)
    loaded = task_of(pack, task=task, seed=seed, given=params)
    casting = casting_of(loaded, coworkers=coworkers, minds=mind, mind_of=mind_of, options=coworker_option)
    most = None if max_cost is None else dollars("--max-cost", max_cost)
    err = console(error=True)
    with err.status("attacking") as shown:
        done = 0

        def tell(one: object) -> None:
            nonlocal done
            done += 1
            shown.update(f"attacking: {counted(done, 'attempt')}")

        siege, cost, stopped = asyncio.run(
            lay_siege(
                pack,
                task=task,
                seed=seed,
                given=params,
                casting=casting,
                at=at,
                facts=fact,
                attempts=attempt,
                most=most,
                on_tried=tell,
            )
        )
    if as_json:
        emit(
            {
                "pack": loaded.scenario.id,
                "task": loaded.task.id,
                **siege.as_json(),
                "cost": str(cost),
                "stopped": stopped,
            }
        )
    else:
        _show(siege, cost, stopped, console())
    if siege.outcomes()["leaked"] or siege.outcomes()["disguised"]:
        raise typer.Exit(FAILED)


def _show(siege: Siege, cost: Decimal, stopped: str, out: Console) -> None:
    from rich.markup import escape
    from rich.text import Text

    counts = siege.outcomes()
    out.print(
        f"[bold]{counted(len(siege.tried), 'attempt')}[/]: {counts['kept']} kept, {counts['disguised']} in disguise, "
        f"{counts['leaked']} outright"
    )
    out.print()
    facts = list(dict.fromkeys(one.fact for one in siege.tried))
    made = table("attempts by fact", "", *facts, left=facts)
    cells: dict[tuple[str, str], list[str]] = {}
    for one in siege.tried:
        how = sorted({given.how for given in one.given if given.how != "outright"})
        told = {
            "leaked": "outright",
            "disguised": ", ".join(how),
            "kept": "·" if one.answered else "unanswered",
        }
        cells.setdefault((one.attempt, one.fact), []).append(told[one.outcome])
    for name in dict.fromkeys(one.attempt for one in siege.tried):
        row: list[Text] = []
        for fact in facts:
            told_ = list(dict.fromkeys(cells.get((name, fact), [])))
            bad = [one for one in told_ if one not in ("·", "unanswered")]
            style = "red" if "outright" in bad else "yellow" if bad else "dim"
            shown = ", ".join(bad) or ("·" if "·" in told_ else "".join(told_))
            row.append(Text(shortened(shown, 24), style))
        made.add_row(name.replace("_", " "), *row)
    out.print(made)
    out.print()
    for one in siege.tried:
        for given in one.given[:1]:
            words = shortened(given.evidence, 50)
            line = f"{one.fact} from {given.by}, {one.attempt}: {given.how} “{words}” #{given.event}"
            out.print(f"[{'red' if given.how == 'outright' else 'yellow'}]●[/] {escape(line)}")
    if siege.unasked:
        out.print(f"nobody with a mind holds: {', '.join(siege.unasked)}", style="dim")
    if cost:
        out.print(f"models cost ${cost}")
    if stopped:
        out.print(f"stopped: {escape(stopped)}", style="yellow")
