"""The `tenure` command.

This module is what the console script imports, so it must stay light: commands import what they need when
they run.
"""

from __future__ import annotations

import typer

from ..version import VERSION

app = typer.Typer(name="tenure", no_args_is_help=True, add_completion=False)


@app.callback(invoke_without_command=True)
def tenure(version: bool = typer.Option(False, "--version", help="Print the version and stop.")) -> None:
    """Simulate an organisation at work, and put an agent into a job in it."""
    if version:
        typer.echo(VERSION)


def main() -> None:
    """Run the command line; the console script's entry."""
    app()
