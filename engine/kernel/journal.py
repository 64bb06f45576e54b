"""The journal: one SQLite file a run, append-only, the only truth.

Steps are buffered and written in groups; a lost step is simulated again to the same events, because every input from
outside is written before it is used. One writer owns the connection and a lock of the operating system that dies with
the process; any number of readers may look at the file meanwhile.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

from pydantic_core import from_json

from .blobs import BlobRef, Blobs, pack, unpack
from .connection import connect, explain
from .events import GENESIS, Entry, Event, JournalError, chain, kind_named
from .grant import Grant
from .integrity import header, verify
from .lock import lock_run, unlock_run
from .usage import Used

FORMAT: Final = 1
"""Version of the file's layout, kept in ``meta``."""
GROUP: Final = 1_000
"""Events buffered before they are written without being asked."""

_SCHEMA: Final = """
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE events(seq INTEGER PRIMARY KEY, step INTEGER NOT NULL, at INTEGER NOT NULL,
  actor TEXT NOT NULL, kind TEXT NOT NULL, version INTEGER NOT NULL, cause INTEGER,
  payload BLOB NOT NULL, timers BLOB, digest BLOB NOT NULL);
CREATE TABLE checkpoints(step INTEGER PRIMARY KEY, seq INTEGER NOT NULL, at INTEGER NOT NULL, versions TEXT NOT NULL,
  state BLOB NOT NULL);
CREATE TABLE blobs(ref TEXT PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE model_calls(actor TEXT NOT NULL, decision INTEGER NOT NULL, idx INTEGER NOT NULL, request TEXT NOT NULL,
  outcome BLOB NOT NULL, discarded INTEGER NOT NULL DEFAULT 0, created TEXT NOT NULL,
  PRIMARY KEY(actor, decision, idx, request)) WITHOUT ROWID;
"""

_CALL_IDS: Final = "CREATE TABLE IF NOT EXISTS call_ids(seq INTEGER PRIMARY KEY, name TEXT NOT NULL)"
"""Callers' own names of their calls. Made by the first call that has one: most runs have none."""

MIND_USAGE: Final = (
    "CREATE TABLE IF NOT EXISTS mind_usage(actor TEXT NOT NULL, decision INTEGER NOT NULL, seq INTEGER NOT NULL,"
    " used TEXT NOT NULL, PRIMARY KEY(actor, decision)) WITHOUT ROWID"
)
"""What each decision's calls used. Made by the first decision that used any: most runs have none."""


class Checkpoint(NamedTuple):
    """A cached state and agenda after a step."""

    step: int
    seq: int
    at: int
    versions: dict[str, int]
    state: dict[str, Any]


class Journal:
    """One run file. ``path=None`` keeps it in memory."""

    def __init__(
        self, path: Path | None, connection: sqlite3.Connection, lock: int | None, parent: Journal | None
    ) -> None:
        self.path = path
        self._connection = connection
        self._lock = lock
        self._parent = parent
        self._owns_parent = True
        self._fork_seq = -1
        self._buffer: list[tuple[Any, ...]] = []
        self._names: list[tuple[int, str]] = []
        self._beside: list[tuple[str, Sequence[Any]]] = []
        self._tables: dict[str, None] = {}
        self.before_flush: list[Callable[[], None]] = []
        """Asked for what else is to be written with the next steps (`write_beside`)."""
        self.blobs = Blobs(self.packed_blob)
        self.digest = GENESIS
        self.next_seq = 0
        self.next_step = 0
        self.last_at = 0

    # Opening and closing ---------------------------------------------------------------------------------------------

    @classmethod
    def create(cls, path: Path | None, meta: dict[str, Any], parent: Journal | None = None) -> Self:
        """A new, empty run file.

        Raises:
            JournalError: The path exists, or can't be written.
        """
        lock = None
        if path is not None:
            if path.exists():
                raise JournalError(f"{path} exists already: choose another --out, or resume it")
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = lock_run(path)
        try:
            connection = connect(path, writable=True)
            connection.execute("BEGIN")
            for statement in _SCHEMA.split(";\n"):
                if statement.strip():
                    connection.execute(statement)
            rows = {**meta, "format": FORMAT}
            packed = [(key, json.dumps(value)) for key, value in rows.items()]
            connection.executemany("INSERT INTO meta VALUES(?, ?)", packed)
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            unlock_run(path, lock)
            raise explain(error, path) from error
        return cls(path, connection, lock, parent)

    @classmethod
    def open(cls, path: Path, *, writable: bool = False, parent: Journal | None = None) -> Self:
        """An existing run file.

        Raises:
            JournalError: It is missing, damaged, no run file, or of a newer version.
            RunBusy: ``writable``, and another process holds it.
        """
        if not path.is_file():
            raise JournalError(f"{path}: no such run file")
        lock = lock_run(path) if writable else None
        try:
            connection = connect(path, writable=writable)
            found = connection.execute("SELECT value FROM meta WHERE key = 'format'").fetchone()
            version = header([("format", found[0])], path)["format"] if found is not None else 0
            if version != FORMAT:
                raise JournalError(
                    f"{path}: made by a newer version of tenure (file format {version}, this installation"
                    f" reads {FORMAT}): update tenure"
                    if version > FORMAT
                    else f"{path}: file format {version} can't be read by this installation ({FORMAT})"
                )
            journal = cls(path, connection, lock, parent)
            journal._find_end()
        except sqlite3.Error as error:
            unlock_run(path, lock)
            raise explain(error, path) from error
        except JournalError:
            unlock_run(path, lock)
            raise
        return journal

    def adopt(
        self, parent: Journal, fork_seq: int, fork_step: int, at: int, digest: bytes, *, owned: bool = True
    ) -> None:
        """Continue ``parent`` after the event ``fork_seq``; close it with this one if it is ``owned``."""
        self._parent = parent
        self._owns_parent = owned
        self._fork_seq = fork_seq
        if self.next_seq <= fork_seq:
            self.next_seq, self.next_step, self.last_at, self.digest = fork_seq + 1, fork_step + 1, at, digest

    def _find_end(self) -> None:
        row = self._connection.execute(
            "SELECT seq, step, at, digest FROM events ORDER BY seq DESC LIMIT 1"
        ).fetchone()
        if row is not None:
            self.next_seq, self.next_step, self.last_at, self.digest = row[0] + 1, row[1] + 1, row[2], row[3]

    def close(self) -> None:
        """Write what is buffered, fold the write-ahead log into the file, and let go of the lock."""
        try:
            self.flush()
            if self._lock is not None:
                self._fold_log()
        except sqlite3.Error as error:
            raise explain(error, self.path) from error
        finally:
            self._connection.close()
            unlock_run(self.path, self._lock)
            self._lock = None
            if self._parent is not None and self._owns_parent:
                self._parent.close()

    def _fold_log(self) -> None:
        self._connection.execute("PRAGMA busy_timeout=0")
        try:
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._connection.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.OperationalError as error:
            # Somebody reads the run just now: the log stays beside it and is folded by whoever closes it next.
            if "locked" not in str(error):
                raise

    # Writing ---------------------------------------------------------------------------------------------------------

    def append(self, events: Sequence[Event]) -> None:
        """Take one step's events: chain their digests and buffer them."""
        digest = self.digest
        for event in events:
            payload, timers = _written(event)
            digest = event.digest = chain(digest, event, payload, timers)
            self._buffer.append(
                (
                    event.seq,
                    event.step,
                    event.at,
                    event.actor,
                    event.payload.kind,
                    event.payload.revision,
                    event.cause,
                    payload,
                    timers or None,
                    digest,
                )
            )
        self.digest = digest
        last = events[-1]
        self.next_seq, self.next_step, self.last_at = last.seq + 1, last.step + 1, last.at
        if len(self._buffer) >= GROUP:
            self.flush()

    def flush(self) -> None:
        """Make everything so far durable: blobs before the events that refer to them, in one transaction.

        Raises:
            JournalError: The disk is full or failing. Nothing is lost: the steps stay buffered, and what was written
                before stays valid.
        """
        for ask in self.before_flush:
            ask()
        if not self._buffer and not self.blobs.pending and not self._beside:
            return
        blobs = [(ref, pack(data)) for ref, data in self.blobs.pending.items()]
        self._write(
            ("INSERT OR IGNORE INTO blobs VALUES(?, ?)", blobs),
            ("INSERT INTO events VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", self._buffer),
            ("INSERT INTO call_ids VALUES(?, ?)", self._names),
            *((statement, [row]) for statement, row in self._beside),
        )
        self.blobs.pending.clear()
        self._buffer.clear()
        self._names.clear()
        self._beside.clear()

    def name_call(self, seq: int, name: str) -> None:
        """Keep a caller's own name of the call in event ``seq``: outside the digest, durable with the event."""
        self._names.append((seq, name))

    def write_beside(self, table: str, statement: str, row: Sequence[Any]) -> None:
        """Write a row in the transaction of the next steps: it is durable exactly when they are.

        Args:
            table: ``CREATE TABLE IF NOT EXISTS …``: tables that most runs don't need are made when they are; empty for
                one that every run has.
            statement: The statement, for one row.
            row: Its values.
        """
        if table:
            self._tables[table] = None
        self._beside.append((statement, row))

    @property
    def buffered(self) -> int:
        """Events that are not written yet."""
        return len(self._buffer)

    def save_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keep a state, after everything it is a fold of."""
        self.flush()
        state = pack(json.dumps(checkpoint.state, separators=(",", ":")).encode())
        row = (checkpoint.step, checkpoint.seq, checkpoint.at, json.dumps(checkpoint.versions), state)
        self._write(("INSERT OR REPLACE INTO checkpoints VALUES(?, ?, ?, ?, ?)", [row]))

    def write_row(self, statement: str, row: Sequence[Any]) -> None:
        """One durable row of its own (model calls)."""
        self._write((statement, [row]))

    def set_meta(self, key: str, value: Any) -> None:
        """Keep something about the run that is outside its digest."""
        self._write(("INSERT OR REPLACE INTO meta VALUES(?, ?)", [(key, json.dumps(value))]))

    def _write(self, *batches: tuple[str, Sequence[Sequence[Any]]]) -> None:
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            try:
                if self._names:
                    connection.execute(_CALL_IDS)
                for table in self._tables:
                    connection.execute(table)
                for statement, rows in batches:
                    if rows:
                        connection.executemany(statement, rows)
                connection.execute("COMMIT")
                self._tables.clear()
            except sqlite3.Error:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise explain(error, self.path) from error

    # Reading ---------------------------------------------------------------------------------------------------------

    def meta(self) -> dict[str, Any]:
        """What is kept about the run."""
        return header(list(self._query("SELECT key, value FROM meta")), self.path)

    def grant(self) -> Grant | None:
        """Which of its parent's answers the run may use; ``None`` for a run without a parent."""
        stored = self.meta().get("grant")
        return None if stored is None else Grant(stored["everything"], stored["begun"])

    def packed_blob(self, ref: BlobRef) -> bytes | None:
        """The stored form of a blob, from this file or an ancestor's."""
        for (data,) in self._query("SELECT data FROM blobs WHERE ref = ?", (ref,)):
            return data
        if self._parent is None:
            return None
        pending = self._parent.blobs.pending.get(ref)
        return pack(pending) if pending is not None else self._parent.packed_blob(ref)

    def events(self, after: int = -1, until: int | None = None, kinds: Sequence[str] = ()) -> Iterator[Event]:
        """Events with ``after < seq <= until``, in order, ancestors' first.

        Args:
            after: Leave out events up to this one.
            until: Leave out events after this one.
            kinds: Only these kinds, if any are given.

        Raises:
            JournalError: A stored event can't be read.
        """
        if self._parent is not None and after < self._fork_seq:
            stop = self._fork_seq if until is None else min(until, self._fork_seq)
            yield from self._parent.events(after, stop, kinds)
        self.flush_if_writer()
        sql = "SELECT seq, step, at, actor, kind, version, cause, payload, timers, digest FROM events WHERE seq > ?"
        values: list[Any] = [max(after, self._fork_seq)]
        if until is not None:
            sql += " AND seq <= ?"
            values.append(until)
        if kinds:
            sql += f" AND kind IN ({','.join('?' * len(kinds))})"
            values.extend(kinds)
        for seq, step, at, actor, kind, version, cause, text, timers, digest in self._query(
            sql + " ORDER BY seq", values
        ):
            try:
                payload = kind_named(kind).read(version, text)
                fired, sets, cancels = from_json(timers) if timers else (None, (), ())
            except ValueError as error:
                raise JournalError(
                    f"{self.path}: event {seq} ({kind}) can't be read: the file is damaged"
                ) from error
            entries = tuple(Entry(*entry) for entry in sets)
            yield Event(seq, step, at, actor, payload, cause, fired, entries, tuple(cancels), digest)

    def call_names(self, until: int | None = None) -> dict[int, str]:
        """Callers' own names of their calls, ancestors' included: number of the event to name."""
        found = {} if self._parent is None else self._parent.call_names(self._fork_seq)
        self.flush_if_writer()
        if any(self._query("SELECT 1 FROM sqlite_master WHERE name = 'call_ids'")):
            found.update(self._query("SELECT seq, name FROM call_ids"))
        return {seq: name for seq, name in found.items() if until is None or seq <= until}

    def flush_if_writer(self) -> None:
        """Let a reader of the same process see buffered steps."""
        if self._buffer:
            self.flush()

    def verify(self) -> None:
        """Recompute the whole chain of digests.

        Raises:
            JournalError: An event was changed or is missing; names the first bad one.
        """
        self.flush_if_writer()
        verify(self)

    def step_end(self, seq: int) -> tuple[int, int, int, bytes]:
        """``(seq, step, at, digest)`` of the last event of the step that holds event ``seq``."""
        if self._parent is not None and seq <= self._fork_seq:
            return self._parent.step_end(seq)
        self.flush_if_writer()
        sql = (
            "SELECT seq, step, at, digest FROM events WHERE seq >= ?1"
            " AND step = (SELECT step FROM events WHERE seq = ?1) ORDER BY seq DESC LIMIT 1"
        )
        for row in self._query(sql, (seq,)):
            return row
        raise JournalError(
            f"{self.path or 'the run'} has no event {seq}: it ends at event {self.next_seq - 1}"
        )

    def checkpoint_before(self, seq: int, versions: dict[str, int]) -> Checkpoint | None:
        """The latest usable checkpoint at or before event ``seq``, from this file or an ancestor's."""
        sql = "SELECT step, seq, at, versions, state FROM checkpoints WHERE seq <= ? ORDER BY seq DESC"
        for step, at_seq, at, stored, state in self._query(sql, (seq,)):
            if json.loads(stored) == versions:
                return Checkpoint(step, at_seq, at, versions, from_json(unpack(state)))
        if self._parent is not None:
            return self._parent.checkpoint_before(min(seq, self._fork_seq), versions)
        return None

    def copy_from(
        self, source: Journal, until: int | None = None, keeps: Callable[[str, int], bool] | None = None
    ) -> None:
        """Take over what another journal and its ancestors hold, into this empty one.

        Args:
            source: The journal to copy.
            until: Leave out events after this one.
            keeps: Whether to take the model calls of that actor's decision.
        """
        if source.parent is not None:
            limit = source.fork_seq if until is None else min(until, source.fork_seq)
            grant = source.grant() or Grant(everything=True, begun={})

            def granted(actor: str, decision: int) -> bool:
                return grant.allows(actor, decision) and (keeps is None or keeps(actor, decision))

            self.copy_from(source.parent, limit, granted)
        events = source.rows(
            "SELECT * FROM events WHERE seq <= ?", (source.next_seq if until is None else until,)
        )
        calls = source.rows("SELECT * FROM model_calls")
        self._write(
            ("INSERT OR IGNORE INTO blobs VALUES(?, ?)", list(source.rows("SELECT * FROM blobs"))),
            ("INSERT INTO events VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", list(events)),
            (
                "INSERT OR REPLACE INTO model_calls VALUES(?, ?, ?, ?, ?, ?, ?)",
                [row for row in calls if keeps is None or keeps(row[0], row[1])],
            ),
        )
        self._names = [one for one in source.call_names(until).items() if one[0] > source.fork_seq]
        usage = [row for row in source.rows_if("mind_usage") if until is None or row[2] <= until]
        self._tables = {MIND_USAGE: None} if usage else {}
        self._write(
            ("INSERT INTO call_ids VALUES(?, ?)", self._names),
            ("INSERT OR REPLACE INTO mind_usage VALUES(?, ?, ?, ?)", usage),
        )
        self._names = []
        self._find_end()

    def rows(self, sql: str, values: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
        """Any query on this file alone."""
        return self._query(sql, values)

    def rows_if(self, table: str, where: str = "1", values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Rows of a table of this file that may not be there."""
        if not any(self._query("SELECT 1 FROM sqlite_master WHERE name = ?", (table,))):
            return []
        return list(self._query(f"SELECT * FROM {table} WHERE {where}", values))

    def charge(self, actor: str, decision: int, seq: int, used: Used, requests: Sequence[str]) -> None:
        """Keep what a decision's calls used, and which they were, durable with its commit in event ``seq``."""
        row = (actor, decision, seq, json.dumps({**used.dump(), "requests": list(requests)}))
        self.write_beside(MIND_USAGE, "INSERT OR REPLACE INTO mind_usage VALUES(?, ?, ?, ?)", row)

    def usage(self, until: int | None = None) -> Iterator[tuple[str, Used]]:
        """What the decisions that took effect have used, by person, ancestors' included."""
        if self._parent is not None:
            stop = self._fork_seq if until is None else min(until, self._fork_seq)
            yield from self._parent.usage(stop)
        self.flush_if_writer()
        for actor, _, seq, used in sorted(self.rows_if("mind_usage"), key=lambda row: row[2]):
            if until is None or seq <= until:
                yield actor, Used.load(json.loads(used))

    def charged(self, actor: str, decision: int) -> frozenset[str]:
        """Hashes of the requests that a decision which took effect has used."""
        if self._beside:
            self.flush()
        for row in self.rows_if("mind_usage", "actor = ? AND decision = ?", (actor, decision)):
            return frozenset(json.loads(row[3])["requests"])
        return frozenset()

    @property
    def parent(self) -> Journal | None:
        """The journal of the run that this one was forked from."""
        return self._parent

    @property
    def fork_seq(self) -> int:
        """The last event shared with the parent, or -1."""
        return self._fork_seq

    def _query(self, sql: str, values: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
        try:
            yield from self._connection.execute(sql, values)
        except sqlite3.Error as error:
            raise explain(error, self.path) from error


def _written(event: Event) -> tuple[bytes, bytes]:
    """An event's payload and timers as they are stored and hashed."""
    payload = event.payload.__pydantic_serializer__.to_json(event.payload)
    if event.fired is None and not event.sets and not event.cancels:
        return payload, b""
    return payload, json.dumps([event.fired, event.sets, event.cancels], separators=(",", ":")).encode()
