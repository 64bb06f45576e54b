"""The model client: a small protocol of ours over litellm, with typed outcomes.

A model's failure is a value, never an exception: it is recorded in the run's ledger before it is used. Retries,
timeouts and the limit on calls in flight are ours, because libraries differ in which of theirs they honour.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, Protocol, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from ..kernel.ledger import Calls

Status: TypeAlias = Literal["ok", "timeout", "refusal", "malformed", "over_budget", "unavailable"]

TIMEOUT_S: Final = 120.0
RETRIES: Final = 4
IN_FLIGHT: Final = 16
_BACKOFF_S: Final = 1.0
_MOST_BACKOFF_S: Final = 30.0


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
    output: int | None = None
    cached: int | None = None
    reasoning: int | None = None


class Outcome(BaseModel):
    """What came of a request: exactly what the server returned, or how it failed."""

    model_config = ConfigDict(frozen=True)

    status: Status
    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    finish_reason: str | None = None
    tokens: Tokens = Tokens()
    revision: str | None = None
    """The model as the server names it."""
    token_ids: tuple[int, ...] | None = None
    logprobs: tuple[float, ...] | None = None
    cost: str | None = None
    """US dollars, decimal text; ``None`` if the model's price is not known."""
    error: str = ""
    attempts: int = 1


class Request(BaseModel):
    """One request, and all that its answer depends on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str
    """A litellm name, such as ``openai/my-model``."""
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


class LiteLLM:
    """Any model that litellm reaches, or an OpenAI-compatible server.

    Args:
        api_base: Address of an OpenAI-compatible server; the model is then named ``openai/<name>``.
        api_key: Key for this client alone; by default litellm reads the provider's environment variable. Never stored.
        timeout: Seconds for one attempt.
        retries: Attempts after the first, on timeouts, rate limits and failures of the server.
        in_flight: Requests at one time.
    """

    def __init__(
        self,
        *,
        api_base: str | None = None,
        api_key: str | None = None,
        timeout: float = TIMEOUT_S,
        retries: int = RETRIES,
        in_flight: int = IN_FLIGHT,
    ) -> None:
        self._api_base = api_base
        self._api_key = api_key
        self._timeout = timeout
        self._retries = retries
        self._gate = asyncio.Semaphore(in_flight)

    async def complete(self, request: Request) -> Outcome:
        """The outcome of a request."""
        litellm = _litellm()
        keywords: dict[str, Any] = {
            "model": request.model,
            "messages": [dict(message) for message in request.messages],
            "tools": [dict(tool) for tool in request.tools] or None,
            "temperature": request.temperature,
            "max_tokens": request.max_tokens,
            "seed": request.seed,
            "response_format": request.response_format,
            "logprobs": request.logprobs or None,
            "api_base": self._api_base,
            "api_key": self._api_key or ("none" if self._api_base else None),
            **request.extra,
        }
        keywords = {key: value for key, value in keywords.items() if value is not None}
        attempt = 0
        while True:
            attempt += 1
            try:
                async with self._gate, asyncio.timeout(self._timeout):
                    response = await litellm.acompletion(**keywords, num_retries=0)
                return _read(litellm, response, attempt)
            except asyncio.CancelledError:
                raise
            except Exception as error:  # noqa: BLE001  (every failure of a model is a typed outcome)
                status, again = _classify(litellm, error)
                if not again or attempt > self._retries:
                    text = f"{type(error).__name__}: {error}"
                    return Outcome(status=status, error=text[:1_000], attempts=attempt)
                wait = min(_MOST_BACKOFF_S, _BACKOFF_S * 2 ** (attempt - 1))
                # outside the simulation: jitter of a wait in the real world; its length reaches no event
                await asyncio.sleep(wait * (0.5 + random.random() / 2))

    async def close(self) -> None:
        """Close litellm's connections."""
        closing = getattr(_litellm(), "close_litellm_async_clients", None)
        if closing is not None:
            await closing()


async def ask(client: ModelClient, calls: Calls, request: Request) -> Outcome:
    """The outcome of a request through a decision's ledger: from the record, else made and recorded."""

    async def make() -> Any:
        return (await client.complete(request)).model_dump(mode="json")

    return Outcome.model_validate(await calls.call(request.model_dump(mode="json"), make))


def _litellm() -> Any:
    # litellm fetches a price list at import unless told otherwise; importing it takes seconds, so it waits until now.
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    import litellm

    litellm.suppress_debug_info = True
    return litellm


def _classify(litellm: Any, error: Exception) -> tuple[Status, bool]:
    """The status of a failed attempt, and whether another one may help."""
    if isinstance(error, TimeoutError | litellm.Timeout):
        return "timeout", True
    if isinstance(error, litellm.ContentPolicyViolationError):
        return "refusal", False
    if isinstance(
        error, litellm.RateLimitError | litellm.InternalServerError | litellm.ServiceUnavailableError
    ):
        return "unavailable", True
    if isinstance(error, litellm.APIConnectionError):
        return "unavailable", True
    if isinstance(error, litellm.JSONSchemaValidationError | litellm.APIResponseValidationError):
        return "malformed", True
    return "unavailable", False


def _read(litellm: Any, response: Any, attempts: int) -> Outcome:
    choices: Sequence[Any] = response.choices or ()
    if not choices:
        return Outcome(status="malformed", error="the answer has no choices", attempts=attempts)
    choice = choices[0]
    message = choice.message
    calls = tuple(
        ToolCall(
            id=call.id or f"call_{i}", name=call.function.name or "", arguments=call.function.arguments or ""
        )
        for i, call in enumerate(message.tool_calls or ())
    )
    usage = getattr(response, "usage", None)
    cached = getattr(getattr(usage, "prompt_tokens_details", None), "cached_tokens", None)
    reasoning = getattr(getattr(usage, "completion_tokens_details", None), "reasoning_tokens", None)
    finish = choice.finish_reason
    refused = finish == "content_filter" or bool(getattr(message, "refusal", None))
    return Outcome(
        status="refusal" if refused else "ok",
        text=message.content or "",
        tool_calls=calls,
        finish_reason=finish,
        tokens=Tokens(
            input=getattr(usage, "prompt_tokens", None),
            output=getattr(usage, "completion_tokens", None),
            cached=cached,
            reasoning=reasoning,
        ),
        revision=getattr(response, "model", None),
        logprobs=_logprobs(choice),
        cost=_cost(litellm, response),
        attempts=attempts,
    )


def _logprobs(choice: Any) -> tuple[float, ...] | None:
    content = getattr(getattr(choice, "logprobs", None), "content", None)
    return tuple(one.logprob for one in content) if content else None


def _cost(litellm: Any, response: Any) -> str | None:
    try:
        cost = litellm.completion_cost(response)
    except Exception:  # noqa: BLE001  (litellm raises many kinds for a model whose price it does not know)
        return None
    return f"{cost:.6f}" if cost else None
