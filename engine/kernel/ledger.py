"""The ledger of model calls: what was asked, what came back, written before it is used.

Rows are kept under (actor, decision, index, request hash). A resumed run uses exact matches and makes the other calls
again; a replay never calls; a fork reads its parent's answers only as far as its `Grant` goes.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any, Final, TypeAlias, cast

from .blobs import pack, unpack
from .events import JournalError
from .grant import Grant
from .journal import Journal
from .scratch import ScratchPaper
from .usage import Used

DECISION: Final = -1
"""Index of the row that holds a recorded mind's whole decision."""

Json: TypeAlias = Any
Make: TypeAlias = Callable[[], Awaitable[Json]]


class ReplayDivergence(JournalError):
    """A replay asked for something else than the recorded run; names the first field that differs."""


class Ledger:
    """Answers of models and people, by what was asked."""

    def __init__(self, journal: Journal, *, grant: Grant | None = None, replay: bool = False) -> None:
        self._journal = journal
        self.grant = grant
        self.replay = replay
        self.made = 0
        """Calls made by this process (not answered from the record)."""
        self.paper = ScratchPaper(None if replay else journal)
        """A replay reads the file of the run that it plays again, and leaves its scratch paper alone."""
        self._spent: Used | None = None

    def find(self, actor: str, decision: int, index: int, request: str) -> Json | None:
        """The recorded outcome of exactly that request, or ``None``."""
        journal: Journal | None = self._journal
        grant = self.grant
        while journal is not None:
            for (outcome,) in journal.rows(
                "SELECT outcome FROM model_calls WHERE actor = ? AND decision = ? AND idx = ? AND request = ?",
                (actor, decision, index, request),
            ):
                return json.loads(unpack(outcome))
            if grant is None or not grant.allows(actor, decision):
                return None
            journal = journal.parent
            grant = None if journal is None else journal.grant()
        return None

    def spare(self, actor: str, index: int, request: str) -> tuple[int, Json] | None:
        """An answer to exactly that request that no decision has used: of one begun early, before the process ended.

        Returns:
            Under which decision it is kept, and the outcome.
        """
        found = self._journal.rows(
            "SELECT decision, outcome FROM model_calls"
            " WHERE actor = ? AND idx = ? AND request = ? AND discarded = 0 ORDER BY decision",
            (actor, index, request),
        )
        for decision, outcome in list(found):
            if request not in self._journal.charged(actor, decision):
                return decision, json.loads(unpack(outcome))
        return None

    def told(self, actor: str, decision: int) -> bool:
        """Whether the parent of an unchanged fork came to that decision: it needs no asking then, and no guessing."""
        grant, journal = self.grant, self._journal.parent
        while grant is not None and grant.everything and journal is not None:
            sql = "SELECT 1 FROM model_calls WHERE actor = ? AND decision = ? AND idx >= 0 LIMIT 1"
            if any(journal.rows(sql, (actor, decision))):
                return True
            journal, grant = journal.parent, journal.grant()
        return False

    def move(self, actor: str, decision: int, to: int, requests: Sequence[str]) -> None:
        """Keep the answers of an early decision under the number that it got; durable with the look's step."""
        self._journal.write_beside(
            "",
            "UPDATE OR REPLACE model_calls SET decision = ?"
            " WHERE actor = ? AND decision = ? AND request IN (SELECT value FROM json_each(?))",
            (to, actor, decision, json.dumps(requests)),
        )

    def spent(self) -> Used:
        """What all calls that were really made for this run have used, in vain or not, seats' models included."""
        if self._spent is None:
            rows = self._journal.rows("SELECT outcome FROM model_calls WHERE idx >= 0")
            self._spent = Used.all(json.loads(unpack(outcome))["outcome"] for (outcome,) in rows)
        return self._spent

    def wasted(self) -> Used:
        """Of these, what early decisions used that did not stand."""
        rows = self._journal.rows("SELECT outcome FROM model_calls WHERE idx >= 0 AND discarded = 1")
        return Used.all(json.loads(unpack(outcome))["outcome"] for (outcome,) in rows)

    def record(self, actor: str, decision: int, index: int, request: str, outcome: Json) -> None:
        """Keep an outcome durably."""
        self._journal.write_row(
            "INSERT OR REPLACE INTO model_calls VALUES(?, ?, ?, ?, ?, 0, ?)",
            # outside the simulation: the time stamp is for people who read the table
            (
                actor,
                decision,
                index,
                request,
                pack(json.dumps(outcome).encode()),
                datetime.now(UTC).isoformat(timespec="seconds"),
            ),
        )

    def count(self, outcome: Json) -> None:
        """Count a call that was just made."""
        self.made += 1
        if self._spent is not None:
            self._spent = self._spent.plus(Used.of(outcome))

    def discard(self, actor: str, decision: int, requests: Sequence[str]) -> None:
        """Mark the calls of an early decision that did not stand."""
        self._journal.write_row(
            "UPDATE model_calls SET discarded = 1 WHERE actor = ? AND decision = ?"
            " AND request IN (SELECT value FROM json_each(?))",
            (actor, decision, json.dumps(requests)),
        )

    def outcomes(self, actor: str, until: int) -> list[Json]:
        """What was answered to that actor in its decisions up to ``until``, ancestors' included where granted."""
        journal: Journal | None = self._journal
        grant = self.grant
        found: dict[tuple[int, int, str], Json] = {}
        while journal is not None:
            for decision, index, request, outcome in journal.rows(
                "SELECT decision, idx, request, outcome FROM model_calls"
                " WHERE actor = ? AND decision <= ? AND idx >= 0",
                (actor, until),
            ):
                found.setdefault((decision, index, request), json.loads(unpack(outcome))["outcome"])
            if grant is not None and not grant.everything:
                until = min(until, grant.begun.get(actor, 0))
            journal = journal.parent
            grant = None if journal is None else journal.grant()
        return [found[key] for key in sorted(found)]

    def recorded(self, actor: str, decision: int, index: int) -> list[tuple[str, Json]]:
        """All recorded (request hash, outcome) at that place, for saying what differs."""
        journal: Journal | None = self._journal
        found: list[tuple[str, Json]] = []
        while journal is not None:
            found += [
                (request, json.loads(unpack(outcome)))
                for request, outcome in journal.rows(
                    "SELECT request, outcome FROM model_calls WHERE actor = ? AND decision = ? AND idx = ?",
                    (actor, decision, index),
                )
            ]
            journal = journal.parent
        return found


class Calls:
    """The calls of one decision: numbers them, answers from the ledger, and records what is new."""

    def __init__(self, ledger: Ledger, actor: str, decision: int, *, spare: bool = False) -> None:
        self._ledger = ledger
        self._spare = spare
        self.actor = actor
        self.decision = decision
        self.index = 0
        self.requests: list[str] = []
        self.fresh = 0
        """Calls really made."""
        self.used: list[Json] = []
        """Outcomes, from the record or fresh, in order."""
        self.scratch = ledger.paper.of(actor, decision)
        """Where the mind may keep how far it has come."""

    async def call(self, request: Mapping[str, Json], make: Make) -> Json:
        """The outcome of ``request``: from the record, else by ``make``, kept before it is returned.

        Args:
            request: All that the answer depends on, as JSON values; its hash is the key.
            make: Makes the call. Must return JSON values and never raise for a model's failure.

        Raises:
            ReplayDivergence: In a replay, when the record holds no such request here.
        """
        text = json.dumps(request, sort_keys=True, separators=(",", ":"))
        key = blake2b(text.encode(), digest_size=16).hexdigest()
        index = self.index
        self.index += 1
        self.requests.append(key)
        outcome = self._ledger.find(self.actor, self.decision, index, key)
        if outcome is not None:
            self.used.append(outcome["outcome"])
            return outcome["outcome"]
        spare = None if self._ledger.replay or not self._spare else self._ledger.spare(self.actor, index, key)
        if spare is not None:
            self._ledger.move(self.actor, spare[0], self.decision, [key])
            self.used.append(spare[1]["outcome"])
            return spare[1]["outcome"]
        if self._ledger.replay:
            raise ReplayDivergence(self._difference(index, request))
        self.fresh += 1
        made = await make()
        self._ledger.record(self.actor, self.decision, index, key, {"request": request, "outcome": made})
        self._ledger.count(made)
        self.used.append(made)
        return made

    def become(self, decision: int) -> None:
        """An early decision gets its number: the person had something else to decide before they came to it."""
        if decision == self.decision:
            return
        if self.requests:
            self._ledger.move(self.actor, self.decision, decision, self.requests)
        self.scratch.become(decision)
        self.decision = decision

    def take_up(self, keys: Sequence[str]) -> bool:
        """Go on after calls that were made before the process stopped, as if they had been made again.

        Args:
            keys: Hashes of their requests, in order.

        Returns:
            False, and nothing is changed, if the record lacks one of them or other calls were made already.
        """
        if self.index:
            return False
        found = [self._ledger.find(self.actor, self.decision, index, key) for index, key in enumerate(keys)]
        if any(one is None for one in found):
            return False
        self.used += [one["outcome"] for one in found if one is not None]
        self.requests += keys
        self.index = len(found)
        return True

    def discard(self) -> None:
        """Mark the recorded calls of this decision as made for nothing (it was begun early and did not stand)."""
        self.scratch.drop()
        if self.requests:
            self._ledger.discard(self.actor, self.decision, self.requests)

    def _difference(self, index: int, request: Mapping[str, Json]) -> str:
        where = f"{self.actor}, decision {self.decision}, call {index}"
        stored = self._ledger.recorded(self.actor, self.decision, index)
        if not stored:
            return f"{where}: the recorded run made no such call"
        before = stored[0][1]["request"]
        return f"{where}: {first_difference(before, request) or 'the request'} differs from the recorded run"


def first_difference(a: Json, b: Json, path: str = "") -> str | None:
    """The path of the first value that differs between two JSON values, with both values; ``None`` if equal."""
    for where, x, y in _parts(a, b):
        found = first_difference(
            x, y, f"{path}{where}" if where.startswith("[") or not path else f"{path}.{where}"
        )
        if found:
            return found
    return None if a == b else f"{path or 'value'} ({_short(a)} became {_short(b)})"


def _parts(a: Json, b: Json) -> list[tuple[str, Json, Json]]:
    if isinstance(a, dict) and isinstance(b, dict):
        x, y = cast("dict[str, Json]", a), cast("dict[str, Json]", b)
        return [(key, x.get(key), y.get(key)) for key in sorted({**x, **y})]
    if isinstance(a, list) and isinstance(b, list):
        p, q = cast("list[Json]", a), cast("list[Json]", b)
        return [(f"[{i}]", one, other) for i, (one, other) in enumerate(zip(p, q, strict=False))]
    return []


def _short(value: Json) -> str:
    text = json.dumps(value, default=str)
    return text if len(text) <= 80 else text[:77] + "…"
