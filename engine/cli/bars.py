"""A bar for what takes a while, on a terminal only."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager

from .console import console


@contextmanager
def steps(what: str, total: int) -> Generator[Callable[[int], None]]:
    """A bar on standard error that moves by as many steps as it is told; nothing where nobody watches.

    Args:
        what: What is counted, in the plural.
        total: How many there will be.
    """
    err = console(error=True)
    if not err.is_terminal:
        yield _nothing
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True) as shown:
        task = shown.add_task(what, total=total)

        def step(number: int) -> None:
            shown.advance(task, number)

        yield step


def _nothing(number: int) -> None:
    del number
