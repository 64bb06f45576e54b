"""Scratch paper of decisions under way: where a mind keeps how far it has come, outside the digest.

Rows live in memory, go to the run file with whatever is written next, and are removed when the decision takes effect
or is given up, so most never reach the disk. They are never needed to go on: a resumed decision may begin anew, with
its earlier calls answered from the ledger. A mind that does go on in the middle must set ``Calls.index`` to the number
of calls it had made, or the same call would be kept under another number.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from .blobs import pack, unpack

if TYPE_CHECKING:
    from .journal import Journal

_TABLE: Final = (
    "CREATE TABLE IF NOT EXISTS graph_steps(actor TEXT NOT NULL, decision INTEGER NOT NULL, key TEXT NOT NULL,"
    " data BLOB NOT NULL, PRIMARY KEY(actor, decision, key)) WITHOUT ROWID"
)


class Scratch:
    """One decision's rows, by a key of the mind's own."""

    def __init__(self, paper: ScratchPaper, actor: str, decision: int) -> None:
        self._paper = paper
        self._of = (actor, decision)
        self._mine: dict[str, None] = {}

    def become(self, decision: int) -> None:
        """Its rows go on under another number; several decisions begun early may have shared the old one."""
        rows = [(key, data) for key, data in self.find() if key in self._mine]
        for key, _ in rows:
            self._paper.drop(self._of, key)
        self._of = (self._of[0], decision)
        for key, data in rows:
            self._paper.put(self._of, key, data)

    def put(self, key: str, data: bytes) -> None:
        """Keep a row; one of the same key is replaced."""
        self._mine[key] = None
        self._paper.put(self._of, key, data)

    def get(self, key: str) -> bytes | None:
        """A row."""
        return self._paper.rows(self._of).get(key)

    def find(self, prefix: str = "") -> Iterator[tuple[str, bytes]]:
        """The rows whose keys begin so, by key."""
        rows = self._paper.rows(self._of)
        return iter([(key, rows[key]) for key in sorted(rows) if key.startswith(prefix)])

    def drop(self, prefix: str = "") -> None:
        """Remove the rows whose keys begin so."""
        for key, _ in self.find(prefix):
            self._paper.drop(self._of, key)


class ScratchPaper:
    """All decisions' rows of a run.

    Args:
        journal: Of the run; without one, as in a replay, there is nothing to begin with and nothing is kept.
    """

    def __init__(self, journal: Journal | None) -> None:
        self._journal = journal
        self._rows: dict[tuple[str, int], dict[str, bytes]] = {}
        self._unwritten: dict[tuple[str, int, str], None] = {}
        self._written: set[tuple[str, int, str]] = set()
        if journal is None:
            return
        for actor, decision, key, data in journal.rows_if("graph_steps"):
            self._rows.setdefault((actor, decision), {})[key] = unpack(data)
            self._written.add((actor, decision, key))
        journal.before_flush.append(self._write)

    def of(self, actor: str, decision: int) -> Scratch:
        """One decision's."""
        return Scratch(self, actor, decision)

    def rows(self, of: tuple[str, int]) -> dict[str, bytes]:
        """A decision's rows; not to be changed."""
        return self._rows.get(of, {})

    def put(self, of: tuple[str, int], key: str, data: bytes) -> None:
        """Keep a row."""
        self._rows.setdefault(of, {})[key] = data
        self._unwritten[(*of, key)] = None

    def drop(self, of: tuple[str, int], key: str) -> None:
        """Remove a row."""
        if self._rows.get(of, {}).pop(key, None) is None:
            return
        self._unwritten.pop((*of, key), None)
        if self._journal is not None and (*of, key) in self._written:
            self._written.discard((*of, key))
            sql = "DELETE FROM graph_steps WHERE actor = ? AND decision = ? AND key = ?"
            self._journal.write_beside(_TABLE, sql, (*of, key))

    def clear(self, actor: str, decision: int) -> None:
        """A decision is over."""
        for key in list(self.rows((actor, decision))):
            self.drop((actor, decision), key)
        self._rows.pop((actor, decision), None)

    def _write(self) -> None:
        assert self._journal is not None
        sql = "INSERT OR REPLACE INTO graph_steps VALUES(?, ?, ?, ?)"
        for actor, decision, key in self._unwritten:
            data = pack(self._rows[actor, decision][key])
            self._journal.write_beside(_TABLE, sql, (actor, decision, key, data))
            self._written.add((actor, decision, key))
        self._unwritten.clear()
