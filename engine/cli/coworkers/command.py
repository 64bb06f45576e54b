"""`tenure coworkers RUN`: how good the coworkers of a run were."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ..bars import steps
from ..console import console, emit
from ..defaulting import Defaulting
from ..failures import Unusable
from ..options import AsJson, RunArgument
from . import comparing, sieging

if TYPE_CHECKING:
    from ....scenarios.probing import Probing
    from ...kernel.run import Run


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


app.command()(comparing.compare)
app.command()(sieging.redteam)


@app.command()
def report(
    run: Path = RunArgument,
    person: str | None = typer.Option(None, "--person", "-p", help="One person in full: id or name."),
    at: int | None = typer.Option(None, "--at", min=0, help="As it stood after this event."),
    probe_every: str | None = typer.Option(
        None,
        "--probe-every",
        metavar="SPAN",
        help="Ask fixed questions again after every so many simulated hours, such as 40h.",
        show_default=False,
    ),
    seed: int = typer.Option(0, "--seed", help="Of the permutation tests."),
    as_json: bool = AsJson,
) -> None:
    """Report on the coworkers of a run, from its file alone; the command's name may be left out.

    Examples:
        tenure coworkers runs/demo

        tenure coworkers runs/demo --person ines

        tenure coworkers runs/demo --probe-every 40h
    """
    from ....scenarios.play import open_run, world_of
    from ....scenarios.report import score_run
    from ....verifiers.coworkers.report import report as measure
    from ..places import existing
    from .blame import blame_as_json, show_blame
    from .tables import show_person, show_probing, show_report

    with open_run(existing(run)) as opened:
        setup = world_of(opened).setup
        chosen = None if person is None else world_of(opened).office.resolve(person)
        if chosen is not None and not setup.people[chosen].is_coworker:
            raise Unusable(
                f"no mind decides for {setup.people[chosen].name}: a policy or the story plays them"
            )
        found = measure(opened, setup, until=at, seed=seed)
        card = score_run(opened, at=at)
        probed = None if probe_every is None else _probe(opened, probe_every, chosen)
        settings = opened.settings
    if as_json:
        told = found.as_json()
        if chosen is not None:
            told = {
                **told["people"][chosen],
                "remarks": [one for one in told["remarks"] if one["person"] == chosen],
            }
        told["agent"] = blame_as_json(card)
        emit({"run": str(run), **told, **({} if probed is None else {"probing": probed.as_json()})})
    elif chosen is not None:
        show_person(found, chosen, console())
    else:
        title = f"coworkers of {settings['pack']}:{settings['task']}  seed {settings['seed']}"
        show_report(found, console(), title=title)
        show_blame(card, found, console())
    if probed is not None and not as_json:
        show_probing(probed, found, console())


def _probe(run: Run, every: str, person: str | None) -> Probing:
    from ....scenarios.play import world_of
    from ....scenarios.probing import moments, probe
    from ...kernel.clock import HOUR

    hours = every.strip().removesuffix("h").strip()
    if not hours.isdecimal() or not int(hours):
        raise Unusable(f"--probe-every {every}: write a whole number of hours, such as 40h")
    people = [one.id for one in world_of(run).setup.people.values() if one.is_coworker]
    asked = [person] if person is not None else people
    span = int(hours) * HOUR
    with steps("probes", len(moments(run, span)) * len(asked)) as step:
        return probe(run, span, people=asked, on_person=lambda: step(1))
