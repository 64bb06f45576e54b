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


def tokens_for(run: Path, seats: Iterable[str]) -> dict[str, str]:
    """The tokens of a run's seats; made on the first serving and kept beside the run."""
    file = run.with_name(TOKENS if run.name == "run.db" else f"{run.stem}.{TOKENS}")
    known: dict[str, str] = {}
    if file.exists():
        read: Any = json.loads(file.read_text("utf-8"))
        known = {str(seat): str(token) for seat, token in read.items()}
    wanted = {seat: known.get(seat) or secrets.token_urlsafe(24) for seat in seats}
    if wanted != {seat: known.get(seat) for seat in wanted} or not file.exists():
        write_private(file, {**known, **wanted})
    return wanted


def write_private(file: Path, value: Any) -> None:
    """Write JSON that its owner alone may read, whole or not at all."""
    scratch = file.with_name(f".{file.name}.new")
    descriptor = os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        json.dump(value, stream, indent=1)
        stream.write("\n")
    scratch.replace(file)
