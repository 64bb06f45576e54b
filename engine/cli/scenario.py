"""The sub-commands of `tenure scenario`: what an author does with a pack as a whole."""

from __future__ import annotations

from pathlib import Path

import typer

from .console import emit, say
from .options import AsJson

app = typer.Typer(
    name="scenario",
    help="Start a pack of one's own, or a copy of another.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["--help", "-h"]},
)


@app.callback()
def scenario() -> None:
    """Start a pack of one's own, or a copy of another."""


@app.command("new")
def new(
    name: str = typer.Argument(help="The pack's id.", show_default=False),
    folder: Path = typer.Option(Path(), "--in", help="Where its folder is made."),
    source: str | None = typer.Option(None, "--from", help="Copy this pack instead: its name or folder."),
    coworker: str | None = typer.Option(
        None, "--with-coworker", help="Give this persona a job in it: an id, or a file."
    ),
    as_json: bool = AsJson,
) -> None:
    """Start a pack of one's own that runs at once, to be changed step by step.

    Without --from it is a small one: three people, one fact, one task with its rubric and reference solution. A
    coworker gets a file in cast/, and in the small one knows the fact too; a persona of one's own is copied along.

    Examples:
        tenure scenario new lamps

        tenure scenario new my_week --from first_week --with-coworker personas/mirjam.yaml
    """
    from ...scenarios.scaffold import scaffold
    from .persona.places import meant, readable, search

    which = meant(coworker) if coworker is not None else None
    if isinstance(which, Path):
        readable(which)
    made = scaffold(name, folder, source=source, coworker=which, search=search())
    if as_json:
        emit({"pack": str(made)})
        return
    shown = str(made) if made.is_absolute() else f"./{made}"
    say(f"Made {made}.")
    say(f"Check it:   tenure lint {shown} --files-only")
    say(f"Read it:    tenure explain {shown}")
    say(f"Play it:    tenure run {shown}")
