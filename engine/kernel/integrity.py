"""Whether a run file is whole: what it keeps about the run, and the chain of digests from its first event."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from .events import GENESIS, JournalError, link

_NEEDED: Final[Mapping[str, type]] = {"format": int, "run": str, "files": dict, "settings": dict, "seed": int}
_POSSIBLE: Final[Mapping[str, type]] = {
    "policies": dict,
    "next_policies": dict,
    "policy_options": dict,
    "takeovers": dict,
}
_PARTS: Final[Mapping[str, Mapping[str, type]]] = {
    "lineage": {"run": str, "seq": int, "step": int, "at": int, "digest": str},
    "grant": {"everything": bool, "begun": dict},
}


class Chain(Protocol):
    """What is read of a journal to follow its chain of digests."""

    @property
    def path(self) -> Path | None: ...
    @property
    def parent(self) -> Chain | None: ...
    @property
    def fork_seq(self) -> int: ...
    @property
    def next_seq(self) -> int: ...
    def rows(self, sql: str, values: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]: ...


def header(rows: Iterable[tuple[str, str]], path: Path | None) -> dict[str, Any]:
    """What a run file keeps about its run, each known value of its right type.

    Raises:
        JournalError: A value can't be read.
    """
    found: dict[str, Any] = {}
    for key, text in rows:
        try:
            found[key] = value = json.loads(text)
        except (TypeError, ValueError):
            raise _damaged(path, key) from None
        wanted = _NEEDED.get(key) or _POSSIBLE.get(key)
        if wanted is not None and not isinstance(value, wanted):
            raise _damaged(path, key)
        for part, kind in _PARTS.get(key, {}).items() if value is not None else ():
            if not isinstance(value, dict) or not isinstance(value.get(part), kind):  # type: ignore[unknownMemberType]
                raise _damaged(path, key)
    return found


def complete(meta: Mapping[str, Any], path: Path | None) -> None:
    """Nothing that a run needs is missing from its header.

    Raises:
        JournalError: Something is.
    """
    for key in _NEEDED:
        if key not in meta:
            raise JournalError(f"{path}: not a run file, or damaged: it does not say its {key!r}")


def verify(journal: Chain) -> None:
    """Recompute the whole chain of digests, ancestors' part included, from the stored text alone.

    Raises:
        JournalError: An event was changed or is missing; names the first bad one.
    """
    _chained(journal, None)


def _chained(journal: Chain, until: int | None) -> bytes:
    parent, expected = journal.parent, journal.fork_seq + 1
    shared = journal.fork_seq if until is None else min(until, journal.fork_seq)
    digest = GENESIS if parent is None else _chained(parent, shared)
    if until is not None and until < expected:
        return digest
    rows = journal.rows(
        "SELECT seq, at, actor, kind, version, cause, payload, timers, digest FROM events"
        " WHERE seq >= ? AND seq <= ? ORDER BY seq",
        (expected, journal.next_seq if until is None else until),
    )
    for seq, at, actor, kind, version, cause, payload, timers, stored in rows:
        digest = link(digest, (at, actor, kind, version, cause), _bytes(payload), _bytes(timers or b""))
        if seq != expected or digest != stored:
            raise JournalError(
                f"{journal.path}: the journal is damaged at event {expected}: what is written there is not what the "
                "run did. Use another copy of the file"
            )
        expected += 1
    return digest


def _bytes(stored: bytes | str) -> bytes:
    return stored.encode() if isinstance(stored, str) else stored


def _damaged(path: Path | None, key: str) -> JournalError:
    return JournalError(f"{path}: not a run file, or damaged: what it keeps under {key!r} can't be read")
