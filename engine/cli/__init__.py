"""The `tenure` command.

The console script imports this module, so it must stay light: commands import what they need when they run.
"""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import typer

from ..version import VERSION
from . import access, asking, authoring, costing, groups, runs, scoring
from .coworkers.command import app as coworkers
from .failures import EXIT_CODES, Commands
from .persona import app as persona
from .scenario import app as scenario
from .show import command as showing

app = typer.Typer(
    name="tenure",
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    epilog=EXIT_CODES,
    context_settings={"help_option_names": ["--help", "-h"]},
)

_GROUPS = {
    "Runs": {
        "run": runs.run,
        "resume": runs.resume,
        "fork": runs.fork,
        "replay": runs.replay,
        "diff": runs.diff,
        "digest": runs.digest,
        "flatten": runs.flatten,
        "rollouts": groups.rollouts,
        "cost": costing.cost,
    },
    "Seats held from outside": {
        "serve": access.serve,
        "do": access.do,
        "shell": access.shell,
        "confine": access.confine,
    },
    "Looking at a run": {"show": showing.show, "score": scoring.score, "realism": scoring.realism},
    "Writing packs": {
        "new": authoring.new,
        "scenarios": authoring.scenarios,
        "personas": authoring.personas,
        "lint": authoring.lint,
        "explain": authoring.explain,
        "ask": asking.ask,
        "schema": authoring.schema,
    },
}
_OPEN = {
    # what follows belongs to the tool or the program that is named, options and all
    "do": {"ignore_unknown_options": True, "allow_interspersed_args": False, "help_option_names": ["--help"]},
    "confine": {"allow_interspersed_args": False},
}
for _group, _commands in _GROUPS.items():
    for _name, _command in _commands.items():
        app.command(_name, rich_help_panel=_group, context_settings=_OPEN.get(_name))(_command)

app.add_typer(coworkers, name="coworkers", rich_help_panel="Looking at a run")
app.add_typer(persona, name="persona", rich_help_panel="Writing packs")
app.add_typer(scenario, name="scenario", rich_help_panel="Writing packs")


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(VERSION)
        raise typer.Exit


@app.callback()
def tenure(
    version: bool = typer.Option(
        False, "--version", callback=_show_version, is_eager=True, help="Print the version and stop."
    ),
    debug: bool = typer.Option(False, "--debug", help="Show the traceback of an error."),
) -> None:
    """Simulate an organisation at work, and put an agent into a job in it.

    Start with: `tenure run first_week --agent reference --seed 7`
    """


def main() -> None:
    """Run the command line; the console script's entry."""
    if not sys.stdin:  # closed by whoever started it: questions find an end, not an error
        sys.stdin = Path(os.devnull).open()  # noqa: SIM115  (as long as the process)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")  # a terminal without UTF-8 shows a mark, not an error
    app()
