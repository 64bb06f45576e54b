"""Where results and messages go: results to standard output, all else to standard error."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import typer

if TYPE_CHECKING:
    from rich.console import Console

WIDTH: Final = 100
"""Columns of what is laid out, unless the terminal has fewer (or `COLUMNS` says otherwise)."""


def emit(value: Any) -> None:
    """Print a result as JSON on one line."""
    typer.echo(json.dumps(value, ensure_ascii=False, default=str, separators=(", ", ": ")))


def say(text: str = "") -> None:
    """Tell the person at the terminal something that is no result."""
    typer.echo(text, err=True)


def console(*, error: bool = False) -> Console:
    """A console of at most `WIDTH` columns."""
    from rich.console import Console

    stream = sys.stderr if error else sys.stdout
    made = Console(file=stream, highlight=False, soft_wrap=False)
    if not made.is_terminal:
        columns = os.environ.get("COLUMNS", "")
        made.width = (int(columns) if columns.isdecimal() else 0) or WIDTH
    made.width = min(made.width, WIDTH) if made.is_terminal else made.width
    return made


@contextmanager
def paged() -> Generator[Console]:
    """A console whose output is paged if a person looks at it."""
    made = console()
    if not (made.is_terminal and sys.stdin.isatty()):
        yield made
        return
    os.environ.setdefault("LESS", "-FRX")
    with made.pager(styles=True):
        yield made
