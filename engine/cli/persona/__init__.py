"""The sub-commands of `tenure persona`: everything an author does with one person.

Each stands in a module of its own and imports what it needs when it runs.
"""

from __future__ import annotations

import typer

from .. import fidelity
from . import checking, drafting, importing, making, reading, talking

app = typer.Typer(
    name="persona",
    help="Read, make, check, talk to and compare the people that a cast is made of.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["--help", "-h"]},
)
for _name, _command in {
    "list": reading.listed,
    "show": reading.show,
    "new": making.new,
    "lint": checking.lint,
    "talk": talking.talk,
    "draft": drafting.draft,
    "diff": reading.diff,
    "fidelity": fidelity.fidelity,
    "import": importing.bring,
}.items():
    app.command(_name)(_command)
