"""What a failed attempt at a model means: whether trying again may help, how long to wait, and what would mend it.

The texts say what to do and never repeat a key, whatever a server puts into its error.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Final, NamedTuple

from .outcomes import Fault, Request, Status

KEY_VARIABLE: Final = "TENURE_API_KEY"
"""Environment variable with the key for a server given by its address."""
MOST_WAIT_S: Final = 120.0
"""A server that asks for a longer pause is given up."""

_MOST_TEXT: Final = 600
_SECRET_NAMES: Final = re.compile(r"(?:_KEY|_TOKEN|_SECRET|_PASSWORD|_CREDENTIALS)$", re.IGNORECASE)
_SECRETS: Final = re.compile(
    r"(?<![\w-])(?:sk|pk|rk|gsk|xai|hf|key|pplx|r8|nvapi)[-_][A-Za-z0-9*._-]{8,}|AIza[\w-]{20,}"
    r"|(?<=[Bb]earer )[^\s\"',]+|(?<=://)[^/\s@]+(?=@)|(?<=[?&]key=)[^&\s\"']+"
)
_TRACEBACK: Final = re.compile(r"\s*Traceback \(most recent call last\).*", re.DOTALL)
"""litellm puts its own into some of its messages; its paths have no place in a run."""
_FORMAT: Final = re.compile(r"response_format|json_schema|structured output|grammar", re.IGNORECASE)
_WINDOW: Final = re.compile(
    r"context (?:window|length|size|limit)|maximum (?:context|prompt)|prompt is too long|too many (?:input )?tokens",
    re.IGNORECASE,
)
_MISSING_KEY: Final = re.compile(
    r"api_key client option must be set|missing (?:\w+ )?(?:credentials|api[ _]key)|no api key", re.IGNORECASE
)
_UNREACHED: Final = re.compile(r"cannot connect|connection error|connection refused", re.IGNORECASE)
_EITHER: Final = frozenset({"GOOGLE_API_KEY", "GEMINI_API_KEY"})
"""Of these, one is enough."""
_QUOTA: Final = re.compile(
    r"insufficient_quota|exceeded your current quota|billing|credit balance", re.IGNORECASE
)


class Failed(NamedTuple):
    """A failed attempt."""

    status: Status
    fault: Fault
    error: str
    again: bool = False
    """Another attempt may help."""
    wait: float | None = None
    """Seconds that the server asks to wait."""
    plainly: bool = False
    """The server can't promise a shape: another attempt without ``response_format`` may help."""


def failed(
    litellm: Any,
    error: Exception,
    request: Request,
    *,
    base: str | None,
    timeout: float,
    secrets: Iterable[str],
) -> Failed:
    """What an exception out of litellm means.

    Args:
        litellm: The module, whose exception classes it is one of.
        error: What was raised.
        request: What was asked.
        base: Address of the server, if one was given.
        timeout: Seconds that an attempt was given.
        secrets: Keys that were used, to be kept out of the text.
    """
    said = cleaned(str(error), secrets)
    short = _TRACEBACK.sub("", said).removeprefix(f"litellm.{type(error).__name__}: ")[:_MOST_TEXT].strip()
    model = request.model
    if isinstance(error, TimeoutError | litellm.Timeout):
        return Failed("timeout", "timeout", f"no answer within {timeout:g} s", again=True)
    if isinstance(error, litellm.ContentPolicyViolationError):
        return Failed("refusal", "filtered", f"the provider's filter: {short}")
    if isinstance(error, litellm.AuthenticationError | litellm.PermissionDeniedError) or _MISSING_KEY.search(
        said
    ):
        return Failed("unavailable", "credentials", f"{_credentials(litellm, model, base)} ({short})")
    if isinstance(error, litellm.ContextWindowExceededError) or (
        isinstance(error, litellm.BadRequestError) and _WINDOW.search(said)
    ):
        size = sum(len(str(message.get("content") or "")) for message in request.messages)
        text = (
            f"the prompt of {size} characters is too long for {model}: give it shorter prompts, or a model that reads "
            f"more ({short})"
        )
        return Failed("unavailable", "context_window", text)
    if isinstance(error, litellm.RateLimitError):
        if _QUOTA.search(said):
            return Failed(
                "unavailable", "quota", f"the account is out of money or quota: top it up ({short})"
            )
        wait = retry_after(error)
        if wait is not None and wait > MOST_WAIT_S:
            text = f"rate limit: the server asks to wait {wait:.0f} s; go on later with `tenure resume` ({short})"
            return Failed("unavailable", "rate_limit", text)
        return Failed("unavailable", "rate_limit", f"rate limit: {short}", again=True, wait=wait)
    if isinstance(
        error, litellm.InternalServerError | litellm.ServiceUnavailableError | litellm.BadGatewayError
    ):
        fault: Fault = "connection" if _UNREACHED.search(said) else "server"
        return Failed("unavailable", fault, short, again=True, wait=_bounded(retry_after(error)))
    if isinstance(error, litellm.APIConnectionError):
        return Failed("unavailable", "connection", short, again=True)
    if isinstance(error, litellm.JSONSchemaValidationError | litellm.APIResponseValidationError):
        return Failed("malformed", "server", short, again=True)
    if isinstance(error, litellm.NotFoundError):
        return Failed("unavailable", "request", f"there is no model {model} there: check its name ({short})")
    if "LLM Provider NOT provided" in said:
        text = (
            f"{model} names no provider: write openai/{model} for an OpenAI-compatible server with an address"
        )
        return Failed("unavailable", "request", text)
    plainly = request.response_format is not None and _FORMAT.search(said) is not None
    return Failed("unavailable", "request", short, plainly=plainly)


def cleaned(text: str, secrets: Iterable[str]) -> str:
    """A text without keys: those given, those in the environment, and whatever looks like one."""
    known = {one for one in secrets if len(one) > 3}
    known |= {value for name, value in os.environ.items() if _SECRET_NAMES.search(name) and len(value) > 7}
    for one in sorted(sorted(known), key=len, reverse=True):
        text = text.replace(one, "[key]")
    return _SECRETS.sub("[key]", text)


def retry_after(error: Exception) -> float | None:
    """Seconds that a server asks to wait, from ``Retry-After`` in seconds or as a date."""
    headers: Mapping[str, str] | None = None
    for holder in (error, getattr(error, "response", None)):
        for name in ("litellm_response_headers", "headers"):
            headers = headers or getattr(holder, name, None)
    value = None if headers is None else headers.get("retry-after", headers.get("Retry-After"))
    if value is None:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        until = parsedate_to_datetime(value)
    except ValueError:
        return None
    # outside the simulation: a server's date against the real clock; the pause reaches no event
    return max(0.0, (until - datetime.now(UTC)).total_seconds())


def missing_credentials(litellm: Any, model: str, base: str | None) -> list[str]:
    """Environment variables that a model needs and that are not set."""
    if base and key_belongs_to_address(model):
        return []
    try:
        found = litellm.validate_environment(model=model)
    except Exception:  # noqa: BLE001  (a name that litellm doesn't know is told of when it is asked)
        return []
    return [str(name) for name in found["missing_keys"]]


def variables(names: Iterable[str]) -> str:
    """Environment variables to set, in words."""
    return (" or " if _EITHER.issuperset(names) else " and ").join(sorted(names))


def key_belongs_to_address(model: str) -> bool:
    """Whether a server given by its address speaks OpenAI's protocol, so that no provider's own key is due there."""
    return "/" not in model or model.startswith(("openai/", "hosted_vllm/", "lm_studio/", "llamafile/"))


def _credentials(litellm: Any, model: str, base: str | None) -> str:
    missing = missing_credentials(litellm, model, base)
    if missing:
        return f"no key for {model}: set the environment variable {variables(missing)}"
    if base and key_belongs_to_address(model):
        state = "refused the key in" if os.environ.get(KEY_VARIABLE) else "wants a key: set"
        return f"the server at {cleaned(base, ())} {state} the environment variable {KEY_VARIABLE}"
    return f"the key for {model} was refused: check the provider's environment variable"


def _bounded(wait: float | None) -> float | None:
    return None if wait is None else min(wait, MOST_WAIT_S)
