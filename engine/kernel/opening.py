"""Opening a run's past: its file with those it was forked from, and the state that the events add up to."""

from __future__ import annotations

from pathlib import Path

from .agenda import Agenda
from .events import JournalError
from .journal import Journal
from .state import State


def open_journal(path: Path, *, writable: bool = False) -> Journal:
    """A run file with the files it was forked from.

    Raises:
        JournalError: One of them is missing or damaged, or is not the file that the fork was made from.
    """
    journal = Journal.open(path, writable=writable)
    try:
        lineage = journal.meta().get("lineage")
        if lineage is None:
            return journal
        if lineage["path"] is None:
            raise JournalError(f"{path}: forked from a run that was kept in memory only")
        found = next(
            (p for p in (Path(lineage["path"]), path.with_name(lineage["name"])) if p.is_file()), None
        )
        if found is None:
            raise JournalError(
                f"{path}: its parent run {lineage['path']} is missing: put the file back there or beside the fork"
                f" as {lineage['name']} (`flatten` a fork to make it stand alone)"
            )
        parent = open_journal(found)
        if (
            parent.meta()["run"] != lineage["run"]
            or parent.step_end(lineage["seq"])[3].hex() != lineage["digest"]
        ):
            parent.close()
            raise JournalError(f"{path}: {found} is not the run that it was forked from")
        journal.adopt(
            parent, lineage["seq"], lineage["step"], lineage["at"], bytes.fromhex(lineage["digest"])
        )
    except BaseException:
        journal.close()
        raise
    return journal


def fold(journal: Journal, state: State, agenda: Agenda, seq: int) -> None:
    """Bring fresh components to the state after event ``seq``: from the latest checkpoint, then event by event."""
    after = -1
    checkpoint = journal.checkpoint_before(seq, state.versions()) if seq >= 0 else None
    if checkpoint is not None:
        state.load(checkpoint.state["state"])
        agenda.load(checkpoint.state["agenda"], checkpoint.at)
        after = checkpoint.seq
    for event in journal.events(after, seq):
        state.apply(event)
        agenda.apply(event)
