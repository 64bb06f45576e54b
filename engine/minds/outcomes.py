"""What is asked of a model and what comes of it, as plain values.

A model's failure is a value, never an exception: it is recorded in the run's ledger before it is used.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Protocol, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

Status: TypeAlias = Literal["ok", "timeout", "refusal", "malformed", "over_budget", "unavailable"]

Fault: TypeAlias = Literal[
    "credentials",
    "quota",
    "context_window",
    "rate_limit",
    "server",
    "connection",
    "timeout",
    "request",
    "filtered",
    "empty",
    "not_installed",
]
"""What exactly was wrong, where the status alone doesn't say what would mend it."""


class ToolCall(BaseModel):
    """One call that a model asked for; ``arguments`` is the text it wrote, well-formed or not."""

    model_config = ConfigDict(frozen=True)

    id: str
    name: str
    arguments: str


class Tokens(BaseModel):
    """What a call used, as the server says; ``None`` where it doesn't."""

    model_config = ConfigDict(frozen=True)

    input: int | None = None
    """The whole prompt, what was cached of it included."""
    output: int | None = None
    """The whole answer, reasoning included."""
    cached: int | None = None
    reasoning: int | None = None


class Outcome(BaseModel):
    """What came of a request: exactly what the server returned, or how it failed."""

    model_config = ConfigDict(frozen=True)

    status: Status
    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    finish_reason: str | None = None
    """``length``: the answer was cut at ``max_tokens``."""
    tokens: Tokens = Tokens()
    revision: str | None = None
    """The model as the server names it."""
    token_ids: tuple[int, ...] | None = None
    logprobs: tuple[float, ...] | None = None
    cost: str | None = None
    """US dollars, decimal text; ``None`` if the model's price or its use is not known."""
    error: str = ""
    """What went wrong and what would mend it; never holds a key."""
    fault: Fault | None = None
    attempts: int = 1


class Request(BaseModel):
    """One request, and all that its answer depends on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str
    """A litellm name, such as ``openai/my-model``, or ``local``."""
    messages: tuple[Mapping[str, Any], ...]
    tools: tuple[Mapping[str, Any], ...] = ()
    temperature: float | None = None
    max_tokens: int | None = None
    seed: int | None = None
    response_format: Mapping[str, Any] | None = None
    logprobs: bool = False
    extra: Mapping[str, Any] = Field(default_factory=dict)


class ModelClient(Protocol):
    """Anything that answers requests."""

    async def complete(self, request: Request) -> Outcome:
        """The outcome of a request; never raises for a model's failure."""
        ...
