"""Which model stands behind the name of a mind, and how it is asked.

Plain data: it is stored with the run (outside the digest, like every model's name), so it never holds a key.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field, field_validator

from ..prices import by_hand, is_local, on_this_machine

_SECRETS: Final = ("key", "token", "secret", "password", "authorization", "credential")


def is_secret(option: str) -> bool:
    """Whether an option of that name holds a key, which is never kept; bounds on tokens are none."""
    folded = option.casefold()
    return not folded.endswith("_tokens") and any(one in folded for one in _SECRETS)


class MindSpec(BaseModel):
    """A model and the way in which it plays coworkers."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str = Field(min_length=1)
    """A litellm name, such as ``openai/my-model``, or ``local`` (``local:PATH`` for a GGUF file of one's own)."""
    api_base: str | None = None
    """Address of an OpenAI-compatible server."""
    temperature: float | None = Field(default=None, ge=0, le=2)
    max_tokens: int = Field(default=700, ge=32)
    """Most tokens of one answer."""
    timeout: float = Field(default=60, gt=0)
    """Seconds for one attempt."""
    retries: int = Field(default=2, ge=0)
    """Attempts after the first, when the server fails."""
    in_flight: int = Field(default=64, ge=1)
    """Requests at one time, over all people with this mind."""
    guard: bool = True
    """Compare every outgoing text with what the person may tell."""
    early: bool | None = None
    """Begin decisions before the look they are for; ``None``: only if the model costs nothing."""
    early_most: int = Field(default=200, ge=0)
    """Decisions begun early and thrown away after which none is begun early."""
    price: tuple[str, str, str] | None = None
    """Dollars for a million tokens of input, cached input and output, as decimal text; ``None``: as litellm knows."""
    secrets: bool = False
    """Let the model read facts that may not be told: more natural evasion, and something to leak."""
    ambient: bool = False
    """Ask the model also about chatter between coworkers whose every message already says what it does."""
    facts: int = Field(default=12, ge=1)
    """Facts in a prompt at most."""
    characters: int = Field(default=12_000, ge=4_000)
    """Length of a prompt at most; the rules and the persona are never cut."""
    saved: bool = True
    """Keep the steps of a decision under way, so that a killed run goes on in the middle of it."""
    extra: dict[str, Any] = Field(default_factory=dict)
    """Further keywords for litellm."""

    @field_validator("price")
    @classmethod
    def _decimals(cls, price: tuple[str, str, str] | None) -> tuple[str, str, str] | None:
        if price is not None:
            by_hand(price)
        return price

    @field_validator("api_base")
    @classmethod
    def _address(cls, api_base: str | None) -> str | None:
        if api_base is not None and not re.match(r"https?://[^\s/]", api_base, re.IGNORECASE):
            raise ValueError(f"{api_base!r} is no address: write http://HOST:PORT/v1 or https://…")
        return api_base

    @field_validator("extra")
    @classmethod
    def _no_keys(cls, extra: dict[str, Any]) -> dict[str, Any]:
        for name in extra:
            if is_secret(name):
                raise ValueError(
                    f"{name!r} looks like a key: set the provider's environment variable instead"
                )
        return extra

    @property
    def free(self) -> bool:
        """Its calls cost nothing: it is local, stands on this machine, or has a price of 0."""
        if self.price is not None:
            return all(Decimal(one) == 0 for one in self.price)
        return is_local(self.model) or (bool(self.api_base) and on_this_machine(self.api_base or ""))

    @property
    def begins_early(self) -> bool:
        """Whether its decisions are begun early."""
        return self.free if self.early is None else self.early
