"""Connections to run files, and what a database's complaints mean for whoever uses the run."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from .events import JournalError
from .lock import RunBusy

_DAMAGE: Final = ("malformed", "not a database", "no such table", "no such column", "Could not decode")


def connect(path: Path | None, *, writable: bool) -> sqlite3.Connection:
    """A connection to a run file; in memory if there is no path."""
    if path is None:
        return sqlite3.connect(":memory:", isolation_level=None)
    if writable:
        connection = sqlite3.connect(path, isolation_level=None, timeout=5)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        return connection
    connection = _reading(path, "ro")
    try:
        connection.execute("SELECT 1 FROM sqlite_master")
    except sqlite3.OperationalError as error:
        if "readonly" not in str(error):
            return connection  # whatever is wrong shows at the first question
        # the writer was killed while it touched the log's index, which only somebody who may write can make anew
        connection.close()
        connection = _reading(path, "rw")
    return connection


def _reading(path: Path, mode: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{path.resolve().as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=5
    )
    connection.execute("PRAGMA query_only=ON")
    return connection


def explain(error: sqlite3.Error, path: Path | None) -> JournalError:
    """What the database said, as it concerns whoever uses the run."""
    text = str(error)
    if "full" in text or "disk I/O" in text:
        return JournalError(
            f"{path}: the disk is full or failing ({text}); free some space and resume the run"
        )
    if any(sign in text for sign in _DAMAGE):
        return JournalError(f"{path}: not a run file, or damaged ({text[:120]})")
    if "locked" in text:
        return RunBusy(f"{path}: another process holds the run file ({text})")
    return JournalError(f"{path}: {text}")
