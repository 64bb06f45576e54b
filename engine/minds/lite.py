"""Asking through litellm, with retries, timeouts and the limit on calls in flight of our own.

Libraries differ in which of theirs they honour: of litellm's retries some are never made. Here every attempt is made by
this module and counted, waiting for a place is no part of an attempt's time, and nothing that a server does raises.
"""

from __future__ import annotations

import asyncio
import contextlib
import copy
import logging
import os
import random
import sys
import warnings
from collections.abc import Sequence
from decimal import Decimal
from importlib import import_module
from typing import Any, Final
from weakref import WeakKeyDictionary

from .faults import KEY_VARIABLE, MOST_WAIT_S, Failed, cleaned, failed, key_belongs_to_address
from .outcomes import Outcome, Request, Tokens, ToolCall
from .prices import FREE, Price, decimal_text

TIMEOUT_S: Final = 120.0
RETRIES: Final = 4
IN_FLIGHT: Final = 16
_BACKOFF_S: Final = 1.0
_MOST_BACKOFF_S: Final = 30.0
_MORE_S: Final = 5.0
"""By how much a library's own timeout, which some hangs escape, is longer than ours."""
_MOST_TOKENS: Final = 10**9
"""Of one call: far above what any model reads."""
_LOGGING: Final = "litellm.litellm_core_utils.logging_worker"


class _Door:
    """Where calls of one event loop pass: so many at a time, and none before the server's pause is over."""

    def __init__(self, in_flight: int) -> None:
        self.gate = asyncio.Semaphore(in_flight)
        self.closed_until = 0.0
        self.connections: Any = None
        """To a server given by its address: ours alone, so that closing them ends nobody else's calls."""

    async def wait(self) -> None:
        """Let a pause pass that the server asked for, whichever call it was told."""
        # outside the simulation: a pause in the real world
        await asyncio.sleep(max(0.0, self.closed_until - asyncio.get_running_loop().time()))


class LiteLLM:
    """Any model that litellm reaches, or an OpenAI-compatible server.

    Args:
        api_base: Address of a server. A model whose name has no provider is then asked for as ``openai/<name>``.
        api_key: Key for this client alone. By default litellm reads the provider's environment variable; for an
            OpenAI-compatible server given by its address it is ``TENURE_API_KEY``, so that no provider's key goes to
            somebody else. Never stored.
        timeout: Seconds for one attempt.
        retries: Attempts after the first, on timeouts, rate limits and failures of the server.
        in_flight: Requests at one time.
        price: What its tokens cost; by default as litellm knows.
        backoff: Seconds before the second attempt, where the server doesn't say; doubled with each further one.
        rename: What the server calls the model, if not as the request does.
    """

    def __init__(
        self,
        *,
        api_base: str | None = None,
        api_key: str | None = None,
        timeout: float = TIMEOUT_S,
        retries: int = RETRIES,
        in_flight: int = IN_FLIGHT,
        price: Price | None = None,
        backoff: float = _BACKOFF_S,
        rename: str | None = None,
    ) -> None:
        self._base = api_base
        self._key = api_key
        self._timeout = timeout
        self._retries = retries
        self._in_flight = in_flight
        self._price = price
        self._backoff = backoff
        self._rename = rename
        self._doors: WeakKeyDictionary[asyncio.AbstractEventLoop, _Door] = WeakKeyDictionary()
        self._plain: set[str] = set()
        """Models that can't promise a shape."""

    async def complete(self, request: Request) -> Outcome:
        """The outcome of a request."""
        litellm = await imported()
        loop = asyncio.get_running_loop()
        door = self._doors.get(loop)
        if door is None:
            door = self._doors[loop] = _Door(self._in_flight)
        attempt = 0
        while True:
            attempt += 1
            keywords = self._keywords(request, door)
            try:
                async with door.gate:
                    await door.wait()
                    async with asyncio.timeout(self._timeout):
                        response = await litellm.acompletion(**keywords, num_retries=0)
                return self._read(litellm, request, response, attempt)
            except asyncio.CancelledError:
                raise
            except Exception as error:  # noqa: BLE001  (every failure of a model is a typed outcome)
                found = self._failed(litellm, request, error)
            if found.plainly and request.model not in self._plain:
                self._plain.add(request.model)
            elif not found.again or attempt > self._retries:
                charged = (
                    found.status == "timeout" and self._price != FREE
                )  # perhaps; what is refused costs nothing
                cost = None if charged else "0"
                return Outcome(
                    status=found.status, error=found.error, fault=found.fault, cost=cost, attempts=attempt
                )
            else:
                await self._pause(door, found, attempt)

    async def close(self) -> None:
        """Close the connections, and let litellm finish what it still writes.

        Unless it has an OpenAI-compatible server of its own, a client shares litellm's connections with all others of
        its kind: they are closed for all, and opened again by whoever asks next.
        """
        door = self._doors.pop(asyncio.get_running_loop(), None)
        if door is None:
            return
        litellm = await imported()
        if door.connections is not None:
            await door.connections.close()
        with contextlib.suppress(ImportError, AttributeError):  # parts that litellm doesn't promise
            await import_module(_LOGGING).GLOBAL_LOGGING_WORKER.flush()
        if door.connections is None:
            await litellm.close_litellm_async_clients()
            litellm.in_memory_llm_clients_cache.flush_cache()  # else it would go on using the closed ones

    def _keywords(self, request: Request, door: _Door) -> dict[str, Any]:
        model = self._rename or request.model
        theirs = self._base is not None and key_belongs_to_address(model)
        key = self._key or (os.environ.get(KEY_VARIABLE) or "none" if theirs else None)
        keywords: dict[str, Any] = {
            "model": f"openai/{model}" if theirs and "/" not in model else model,
            # litellm rewrites messages for some providers: it gets its own
            "messages": copy.deepcopy([dict(message) for message in request.messages]),
            "tools": copy.deepcopy([dict(tool) for tool in request.tools]) or None,
            "temperature": request.temperature,
            "max_tokens": request.max_tokens,
            "seed": request.seed,
            "response_format": None
            if request.model in self._plain
            else copy.deepcopy(request.response_format),
            "logprobs": request.logprobs or None,
            "api_base": self._base,
            "api_key": key,
            "client": self._connections(door, key) if theirs else None,
            "cache_control_injection_points": _breakpoints(request, model),
            "drop_params": True,
            **request.extra,
        }
        return {name: value for name, value in keywords.items() if value is not None}

    def _connections(self, door: _Door, key: str | None) -> Any:
        if door.connections is None:
            openai: Any = import_module("openai")
            door.connections = openai.AsyncOpenAI(
                base_url=self._base, api_key=key, max_retries=0, timeout=self._timeout + _MORE_S
            )
        return door.connections

    def _failed(self, litellm: Any, request: Request, error: Exception) -> Failed:
        secrets = () if self._key is None else (self._key,)
        return failed(litellm, error, request, base=self._base, timeout=self._timeout, secrets=secrets)

    async def _pause(self, door: _Door, found: Failed, attempt: int) -> None:
        if found.wait is not None:
            # outside the simulation: a pause in the real world
            until = asyncio.get_running_loop().time() + min(found.wait, MOST_WAIT_S)
            door.closed_until = max(door.closed_until, until)
            return
        wait = min(_MOST_BACKOFF_S, self._backoff * 2 ** (attempt - 1))
        # outside the simulation: jitter of a wait in the real world; its length reaches no event
        await asyncio.sleep(wait * (0.5 + random.random() / 2))

    def _read(self, litellm: Any, request: Request, response: Any, attempts: int) -> Outcome:
        choices: Sequence[Any] = response.choices or ()
        if not choices:
            return Outcome(
                status="malformed", error="the answer has no choices", fault="empty", attempts=attempts
            )
        choice = choices[0]
        message = choice.message
        calls = tuple(
            ToolCall(
                id=call.id or f"call_{i}",
                name=call.function.name or "",
                arguments=call.function.arguments or "",
            )
            for i, call in enumerate(message.tool_calls or ())
        )
        text = message.content or ""
        finish = choice.finish_reason
        tokens = _tokens(getattr(response, "usage", None))
        refused = finish == "content_filter" or bool(getattr(message, "refusal", None))
        empty = not refused and not calls and not text.strip()
        error = ""
        if empty:
            error = "the answer is empty"
            if finish == "length":
                error = f"all {request.max_tokens} tokens went into thinking: allow longer answers"
        elif refused:
            error = cleaned(str(getattr(message, "refusal", None) or "the provider's filter"), ())
        return Outcome(
            status="refusal" if refused else "malformed" if empty else "ok",
            text=text,
            tool_calls=calls,
            finish_reason=finish,
            tokens=tokens,
            revision=getattr(response, "model", None),
            token_ids=_token_ids(choice),
            logprobs=_logprobs(choice),
            cost=self._cost(litellm, response, tokens),
            error=error,
            fault="filtered" if refused else "empty" if empty else None,
            attempts=attempts,
        )

    def _cost(self, litellm: Any, response: Any, tokens: Tokens) -> str | None:
        if self._price is not None:
            cost = self._price.cost(tokens)
            return None if cost is None else decimal_text(cost)
        if self._base is not None:
            return None  # litellm would charge its own provider's price for whatever has the same name
        try:
            told = litellm.completion_cost(response)
        except Exception:  # noqa: BLE001  (litellm raises many kinds for a model whose price it does not know)
            return None
        return decimal_text(Decimal(str(told))) if told else None  # it says 0 of what it doesn't know


async def imported() -> Any:
    """litellm, imported on a thread of its own the first time: it takes seconds, and other people go on meanwhile."""
    return _litellm() if "litellm" in sys.modules else await asyncio.to_thread(_litellm)


def _litellm() -> Any:
    # litellm fetches a price list at import unless told otherwise
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    litellm: Any = import_module("litellm")
    litellm.suppress_debug_info = True
    logging.getLogger("LiteLLM").setLevel(
        logging.CRITICAL
    )  # its records repeat requests; ours are in the run
    # it makes a request on a thread before it awaits it: one that is given up there leaves a coroutine behind
    warnings.filterwarnings("ignore", r"coroutine '.*\.acompletion' was never awaited", RuntimeWarning)
    warnings.filterwarnings("ignore", "Pydantic serializer warnings", UserWarning)  # of a server's odd answer
    return litellm


def _breakpoints(request: Request, model: str) -> list[dict[str, Any]] | None:
    """Where a prompt's beginning is to be kept, for the one family of models that keeps nothing unless it is told to.

    Keeping costs a quarter more than reading once. It pays for what never changes, and, where tools are called turn
    after turn, for all that went before.
    """
    if "claude" not in model:
        return None
    points: list[dict[str, Any]] = [{"location": "message", "role": "system"}]
    return [*points, {"location": "message", "index": -1}] if request.tools else points


def _tokens(usage: Any) -> Tokens:
    return Tokens(
        input=_count(usage, "prompt_tokens"),
        output=_count(usage, "completion_tokens"),
        cached=_count(getattr(usage, "prompt_tokens_details", None), "cached_tokens"),
        reasoning=_count(getattr(usage, "completion_tokens_details", None), "reasoning_tokens"),
    )


def _count(told: Any, name: str) -> int | None:
    """A count of tokens; what can't be one is as good as not told, and no bound is reached or moved by it."""
    value = getattr(told, name, None)
    return value if isinstance(value, int) and 0 <= value <= _MOST_TOKENS else None


def _token_ids(choice: Any) -> tuple[int, ...] | None:
    """Ids of the answer's tokens, as vLLM gives them if asked (``return_token_ids``)."""
    more: Any = getattr(choice, "provider_specific_fields", None) or {}
    found: Any = getattr(choice, "token_ids", None) or more.get("token_ids")
    return tuple(found) if found else None


def _logprobs(choice: Any) -> tuple[float, ...] | None:
    content = getattr(getattr(choice, "logprobs", None), "content", None)
    return tuple(one.logprob for one in content) if content else None
