"""How the kernel sees whoever decides for a person: a percept goes in, a decision comes out, both plain values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, Literal, NamedTuple, Protocol, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict

from .blobs import BlobRef
from .events import Event, Payload
from .ledger import Calls
from .state import Apply, Component

Failure: TypeAlias = Literal["timeout", "refusal", "malformed", "over_budget", "unavailable", "error"]
"""Why a mind could not decide."""
FAILURES: Final[tuple[str, ...]] = get_args(Failure)


class MindFailed(Exception):
    """A mind could not decide: its fallback does, on the same percept, and the journal says why.

    Args:
        why: What kind of failure.
        detail: What went wrong, for the log: what a server said stands in the ledger, outside the digest.
    """

    def __init__(self, why: Failure, detail: str = "") -> None:
        super().__init__(f"{why}: {detail}" if detail else why)
        self.why: Failure = why
        self.detail = detail


class Value(BaseModel):
    """Base of percepts and decisions: immutable, and fully described by its JSON."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Mind(Protocol):
    """Decides for a person. Reads nothing but the percept; may call models through ``calls``.

    A mind may also have ``early`` (false: never begin its decisions before the look) and ``early_most`` (how many
    early decisions may come to nothing before no more are begun).
    """

    @property
    def instant(self) -> bool:
        """Decides without waiting for anything outside the process: its decision is journaled at the look."""
        ...

    @property
    def recorded(self) -> bool:
        """Its decision can't be had again by asking (a human): it is kept durably before it is used."""
        ...

    async def decide(self, percept: Any, calls: Calls) -> Value:
        """What the person does about what they perceive."""
        ...


class Look(NamedTuple):
    """What a world answers when a person looks: what they perceive and how long they need for it."""

    actor: str
    percept: Value
    commit_at: int
    """When the decision takes effect: now plus the time to read and think, drawn before the decision is made."""
    subject: str = ""
    """What the look is about, as the world's own JSON; handed back at the commit."""


class Looked(Payload):
    """A person looked at what waits for them and began to decide."""

    kind: ClassVar[str] = "mind.looked"

    actor: str
    decision: int
    """The person's own count of decisions."""
    commit_at: int
    hash: str
    """Of the percept."""
    subject: str = ""
    percept: BlobRef | None = None
    """For a decision made outside the process: exactly what was seen, so that it can be asked again."""
    outcome: str | None = None
    """An instant mind's decision, as JSON."""
    failure: str | None = None
    """The instant mind failed, and the person did nothing; ``over_budget``: their scripted mind decided at once."""


class Decided(Payload):
    """A decision took effect."""

    kind: ClassVar[str] = "mind.decided"

    actor: str
    decision: int
    outcome: str | None = None
    """The decision as JSON, unless the look holds it."""
    failure: str | None = None
    """Why the mind failed and another decided instead: timeout, refusal, malformed, over_budget, unavailable, error."""


class Pending(NamedTuple):
    """A decision between its look and its commit."""

    decision: int
    looked_at: int
    commit_at: int
    hash: str
    percept: str | None
    outcome: str | None
    subject: str = ""


class Decisions(Component):
    """Who is deciding, and how many decisions everybody has begun."""

    name = "decisions"

    def __init__(self) -> None:
        self.begun: dict[str, int] = {}
        self.pending: dict[str, Pending] = {}

    def listens(self) -> Mapping[str, Apply]:
        return {Looked.kind: self._looked, Decided.kind: self._decided}

    def _looked(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, Looked)
        self.begun[payload.actor] = payload.decision
        self.pending[payload.actor] = Pending(
            payload.decision,
            event.at,
            payload.commit_at,
            payload.hash,
            payload.percept,
            payload.outcome,
            payload.subject,
        )

    def _decided(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, Decided)
        del self.pending[payload.actor]

    def dump(self) -> Any:
        return {"begun": self.begun, "pending": {actor: list(one) for actor, one in self.pending.items()}}

    def load(self, data: Any) -> None:
        self.begun = dict(data["begun"])
        self.pending = {actor: Pending(*row) for actor, row in data["pending"].items()}
