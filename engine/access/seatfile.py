"""Where a seat's address and token are kept: for whoever starts an agent, and for a server that is started again."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

TOKENS: Final = "seats.json"
"""Beside the run: seat to token. Readable by its owner alone."""


class BadSeatsError(ValueError):
    """The file with a run's tokens can't be used; says why."""


def tokens_for(run: Path, seats: Iterable[str]) -> dict[str, str]:
    """The tokens of a run's seats; made on the first serving and kept beside the run.

    Raises:
        BadSeatsError: The file beside the run is damaged.
    """
    file = run.with_name(TOKENS if run.name == "run.db" else f"{run.stem}.{TOKENS}")
    known: dict[str, str] = {}
    if file.exists():
        file.chmod(0o600)
        try:
            read: Any = json.loads(file.read_text("utf-8"))
            known = {str(seat): str(token) for seat, token in read.items()}
        except (ValueError, AttributeError):
            raise BadSeatsError(
                f"{file} is damaged: it holds seat and token as JSON. Remove it; new tokens are made then"
            ) from None
    wanted = {seat: known.get(seat) or secrets.token_urlsafe(24) for seat in seats}
    if any(known.get(seat) != token for seat, token in wanted.items()):
        write_private(file, {**known, **wanted})
    return wanted


def write_private(file: Path, value: Any) -> None:
    """Write JSON that its owner alone may read, whole or not at all."""
    scratch = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    # exclusive: in a folder that others write to, nobody has laid a link there
    descriptor = os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
            json.dump(value, stream, indent=1)
            stream.write("\n")
        scratch.replace(file)
    except BaseException:
        scratch.unlink(missing_ok=True)
        raise
