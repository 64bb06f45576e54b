"""One writer a run: a lock of the operating system, which dies with the process that holds it."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from .events import JournalError


class RunBusy(JournalError):
    """Another process has this run open for writing."""


def _lock_path(path: Path) -> Path:
    return path.with_name(path.name + "-lock")


def lock_run(path: Path) -> int:
    """Take the lock of a run file, without waiting; returns a descriptor for `unlock_run`.

    Raises:
        RunBusy: Another process has it.
        JournalError: The folder can't be written.
    """
    # A file of its own: closing any descriptor of the database would drop SQLite's own locks on it.
    name = _lock_path(path)
    while True:
        try:
            descriptor = os.open(name, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise JournalError(f"{path}: can't write here ({error.strerror})") from error
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            raise RunBusy(
                f"{path}: another process has this run open; wait for it, or fork the run"
            ) from None
        try:
            if name.stat().st_ino == os.fstat(descriptor).st_ino:
                return descriptor
        except FileNotFoundError:
            pass
        os.close(descriptor)  # its last owner removed the file between our open and our lock


def unlock_run(path: Path | None, lock: int | None) -> None:
    """Let go of a run file's lock, if there is one."""
    if lock is not None and path is not None:
        _lock_path(path).unlink(missing_ok=True)
        os.close(lock)
