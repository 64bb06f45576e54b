"""What went wrong, said so that it can be mended: one place from exceptions to messages and exit codes.

Exit codes: 0 done; 1 a check failed, or the simulation or its surroundings did; 2 what was typed or written can't be
used; 130 stopped by Ctrl-C or SIGTERM, everything kept.
"""

from __future__ import annotations

import tempfile
import traceback
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, Final

import typer
from typer.core import TyperGroup

from ..version import VERSION

FAILED: Final = 1
UNUSABLE: Final = 2
INTERRUPTED: Final = 130

EXIT_CODES: Final = """\
Exit codes: 0 done · 1 a check failed, or the simulation or something it needs did · 2 what was typed or written
can't be used · 130 stopped by Ctrl-C or SIGTERM, with everything kept."""


class Failed(Exception):
    """A check failed or a run could not go on; the message is for the person at the terminal."""


class Unusable(Exception):
    """What was asked for can't be done; the message names the fix."""


class Commands(TyperGroup):
    """The commands, with every exception turned into a message and an exit code."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        with told(debug="--debug" in (ctx.args or ()) or bool(ctx.params.get("debug"))):
            return super().invoke(ctx)


@contextmanager
def told(*, debug: bool = False) -> Generator[None]:
    """Tell what is raised inside, without a traceback, and leave with the right exit code."""
    try:
        yield
    except (typer.Exit, typer.Abort, KeyboardInterrupt, BrokenPipeError):
        raise
    except Exception as error:
        if getattr(type(error), "exit_code", None) is not None and hasattr(error, "format_message"):
            raise  # a usage error: the command line's own library shows it
        if debug:
            typer.echo("".join(traceback.format_exception(error)), err=True, nl=False)
        code, message = explained(error)
        typer.echo(message, err=True)
        raise typer.Exit(code) from None


def explained(error: Exception) -> tuple[int, str]:
    """The exit code and message for an exception."""
    from ...personas.problems import AuthoringErrors, Misfit
    from ..kernel.events import JournalError
    from ..kernel.ledger import ReplayDivergence

    match error:
        case AuthoringErrors():
            return UNUSABLE, _authoring(error)
        case Misfit():
            return UNUSABLE, f"error: {error}{'. ' + error.fix if error.fix else ''}"
        case Failed():
            return FAILED, str(error)
        case ReplayDivergence():
            return FAILED, f"error: the run diverges: {error}"
        case Unusable() | JournalError():
            return UNUSABLE, f"error: {error}"
        case KeyError():
            return FAILED, _unexpected(error)
        case LookupError() | ValueError():
            return UNUSABLE, f"error: {_text(error)}"
        case OSError():
            what = error.strerror or str(error)
            return FAILED, f"error: {error.filename}: {what}" if error.filename else f"error: {what}"
        case _:
            return FAILED, _unexpected(error)


def _text(error: Exception) -> str:
    from pydantic import ValidationError

    if isinstance(error, ValidationError):
        return "; ".join(
            f"{'.'.join(str(part) for part in one['loc']) or 'value'}: {one['msg']}" for one in error.errors()
        )
    return str(error) or type(error).__name__


def _authoring(errors: Any) -> str:
    count = len(errors.errors)
    lines = [str(one) for one in errors.errors]
    return "\n".join([*lines, f"error: {count} thing{'s' if count > 1 else ''} to mend"])


def _unexpected(error: Exception) -> str:
    text = f"tenure {VERSION}\n\n" + "".join(traceback.format_exception(error))
    with tempfile.NamedTemporaryFile(
        "w", prefix="tenure-traceback-", suffix=".txt", delete=False, encoding="utf-8"
    ) as file:
        file.write(text)
    return (
        f"error: unexpected {type(error).__name__}: {error}\n"
        f"This is a fault of Tenure or of code in the pack or agent. The traceback is in {file.name}; "
        "`tenure --debug …` shows it here."
    )
