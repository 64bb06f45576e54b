"""One decision on its way: begun when somebody looks, or earlier on what they will see if nothing else comes."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

from pydantic_core import to_json

from .ledger import DECISION, Calls, Ledger, ReplayDivergence
from .minds import Mind, MindFailed, Value
from .world import World


class Thinking:
    """One decision under way."""

    __slots__ = ("calls", "early", "hash", "mind", "percept", "task")

    def __init__(self, percept: Value, text: bytes, calls: Calls, mind: Mind, *, early: bool) -> None:
        self.percept = percept
        self.mind = mind
        self.hash = percept_hash(text)
        self.calls = calls
        self.early = early
        self.task: asyncio.Task[Value] | None = None


class Made(NamedTuple):
    """A decision that is ready to take effect."""

    decision: Value
    failure: str | None = None
    used: Sequence[Any] = ()
    """Outcomes of the model calls it rests on."""
    requests: Sequence[str] = ()
    """Hashes of their requests."""


class Tally:
    """What speculation did, for reports; outside the digest."""

    def __init__(self) -> None:
        self.decisions = 0
        """Decisions of minds that think outside the process."""
        self.early = 0
        """Of these, decided before the look."""
        self.stood = 0
        """Of these, those that were what the look then saw."""
        self.wasted = 0
        """Early decisions that were given up."""
        self.failures = 0


def percept_hash(text: bytes) -> str:
    """The hash by which two percepts are the same."""
    return blake2b(text, digest_size=12).hexdigest()


async def decide(mind: Mind, thinking: Thinking, ledger: Ledger, world: World) -> Value:
    """The mind's decision; one that can't be had again by asking is taken from the record, or kept there first.

    Raises:
        ReplayDivergence: In a replay, when the record holds no answer to this percept.
    """
    calls = thinking.calls
    if not mind.recorded:
        return await mind.decide(thinking.percept, calls)
    stored = ledger.find(calls.actor, calls.decision, DECISION, thinking.hash)
    if stored is not None:
        return world.read_decision(calls.actor, stored["outcome"].encode())
    if ledger.replay:
        raise ReplayDivergence(
            f"{calls.actor}, decision {calls.decision}: the record holds no answer to this percept"
        )
    made = await mind.decide(thinking.percept, calls)
    ledger.record(calls.actor, calls.decision, DECISION, thinking.hash, {"outcome": to_json(made).decode()})
    return made


def described(error: Exception) -> str:
    """What went wrong with a mind, for the log."""
    return str(error) if isinstance(error, MindFailed) else f"{type(error).__name__}: {error}"


def run_now(decision: Coroutine[Any, Any, Value]) -> Value:
    """Run a coroutine that must not wait for anything."""
    try:
        decision.send(None)
    except StopIteration as done:
        return done.value
    decision.close()
    raise RuntimeError("an instant mind waited for something: only minds with instant=False may")
