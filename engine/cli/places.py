"""Which files a command reads and makes: run files, numbered folders, and what is never overwritten unasked."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from .failures import Unusable

RUNS: Final = Path("runs")
"""Where runs are kept unless told otherwise."""
FILE: Final = "run.db"


def existing(run: Path) -> Path:
    """The run file that is meant.

    Raises:
        Unusable: There is none.
    """
    if not run.exists():
        raise Unusable(
            f"there is no run at {run}. Give a run file or a folder that holds {FILE}; "
            f"runs are kept in {RUNS}/ unless --out says otherwise."
        )
    if run.is_dir() and not (run / FILE).exists():
        inside = sorted(path.parent for path in run.glob(f"*/{FILE}"))
        hint = f" Did you mean {inside[-1]}?" if inside else ""
        raise Unusable(f"{run} holds no {FILE}.{hint}")
    found = run / FILE if run.is_dir() else run
    if not found.is_file():
        raise Unusable(f"{found} is no file; a run is one")
    return found


def new_file(out: Path | None, name: str, *, fresh: bool = False, force: bool = False) -> Path:
    """Where a new run goes.

    Args:
        out: The folder asked for; None picks ``runs/<name>-<number>``.
        name: What the folder is called if none was asked for.
        fresh: Take the next free numbered folder if there is a run already.
        force: Replace a run that is there.

    Raises:
        Unusable: There is a run already.
    """
    if out is None:
        return numbered(RUNS / name, first=True) / FILE
    if out.exists() and not out.is_dir():
        raise Unusable(f"{out} is a file; --out takes a folder, in which the run becomes {FILE}")
    target = out / FILE
    if target.is_dir():
        raise Unusable(f"{target} is a folder; a run becomes a file of that name. Give another --out.")
    if target.exists():
        if fresh:
            return numbered(out) / FILE
        if not force:
            raise Unusable(
                f"{target} holds a run already. Go on with it: tenure resume {out}. Keep it and make a new one beside "
                "it: --fresh. Replace it: --force. Or give another --out."
            )
        _refuse_if_busy(target)
        for suffix in ("", "-wal", "-shm"):
            target.with_name(target.name + suffix).unlink(missing_ok=True)
    return target


def _refuse_if_busy(target: Path) -> None:
    from ..kernel.events import JournalError
    from ..kernel.journal import Journal
    from ..kernel.lock import RunBusy

    try:
        Journal.open(target, writable=True).close()
    except RunBusy:
        raise
    except JournalError:
        return  # what is damaged or half made may be replaced too


def numbered(folder: Path, *, first: bool = False) -> Path:
    """The first of ``folder-2``, ``folder-3`` … (``first``: from ``folder-1``) that holds no run."""
    number = 1 if first else 2
    while (candidate := folder.with_name(f"{folder.name}-{number}")).exists():
        number += 1
    return candidate


def beside(run: Path, word: str) -> Path:
    """A new run file for something made from ``run``: ``…/demo/run.db`` gives ``…/demo-fork-1/run.db``."""
    folder = run.parent if run.name == FILE else run.with_suffix("")
    if folder.name in ("", ".", ".."):
        folder = folder.resolve()
    return numbered(folder.with_name(f"{folder.name}-{word}"), first=True) / FILE
