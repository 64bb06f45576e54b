"""`tenure coworkers RUN`: how good the coworkers of a run were."""

from __future__ import annotations

from pathlib import Path

import typer

from ..console import console, emit
from ..defaulting import Defaulting
from ..failures import Unusable
from ..options import AsJson, RunArgument


class _Coworkers(Defaulting):
    default = "report"


app = typer.Typer(
    cls=_Coworkers,
    help="Measure coworkers: `tenure coworkers RUN`, or several minds side by side with `compare`.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)


@app.callback()
def coworkers() -> None:
    """Measure coworkers as carefully as the agent.

    `tenure coworkers RUN` reports on the coworkers of a run: what they told, gave away, kept back and
    misunderstood, where they contradict themselves or fall out of their role, how they write, answer and keep their
    word.

    Example: `tenure coworkers runs/demo --person ines`
    """


@app.command()
def report(
    run: Path = RunArgument,
    person: str | None = typer.Option(None, "--person", "-p", help="One person in full: id or name."),
    at: int | None = typer.Option(None, "--at", min=0, help="As it stood after this event."),
    seed: int = typer.Option(0, "--seed", help="Of the permutation tests."),
    as_json: bool = AsJson,
) -> None:
    """Report on the coworkers of a run, from its file alone; the command's name may be left out.

    Examples:
        tenure coworkers runs/demo

        tenure coworkers runs/demo --person ines
    """
    from ....scenarios.play import open_run, world_of
    from ....verifiers.coworkers.report import report as measure
    from ..places import existing
    from .tables import show_person, show_report

    with open_run(existing(run)) as opened:
        setup = world_of(opened).setup
        chosen = None if person is None else world_of(opened).office.resolve(person)
        if chosen is not None and not setup.people[chosen].is_coworker:
            raise Unusable(
                f"no mind decides for {setup.people[chosen].name}: a policy or the story plays them"
            )
        found = measure(opened, setup, until=at, seed=seed)
        settings = opened.settings
    if as_json:
        told = found.as_json()
        if chosen is not None:
            told = {
                **told["people"][chosen],
                "remarks": [one for one in told["remarks"] if one["person"] == chosen],
            }
        emit({"run": str(run), **told})
    elif chosen is not None:
        show_person(found, chosen, console())
    else:
        title = f"coworkers of {settings['pack']}:{settings['task']}  seed {settings['seed']}"
        show_report(found, console(), title=title)
