"""What a model's tokens cost: by hand, else from the table that litellm brings along.

The table is a JSON file; it is read where it lies, because importing litellm takes seconds.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol, cast
from urllib.parse import urlsplit

from .outcomes import Tokens

LOCAL: Final = "local"
"""The small model that is served by this process; ``local:PATH`` is another one."""

_TABLE: Final = "model_prices_and_context_window_backup.json"
_MILLION: Final = Decimal(1_000_000)
_LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1", "0.0.0.0"})


class Price(NamedTuple):
    """US dollars for a million tokens."""

    input: Decimal
    cached: Decimal
    """Of input that the server had seen before and says so."""
    output: Decimal

    def cost(self, tokens: Tokens) -> Decimal | None:
        """What a call cost; ``None`` if the server didn't say what it used.

        Where it doesn't say what was cached, nothing was. Surcharges for writing a cache or for very long prompts are
        not counted.
        """
        if tokens.input is None or tokens.output is None:
            return Decimal(0) if not any(self) else None
        cached = min(tokens.cached or 0, tokens.input)
        sum_ = (tokens.input - cached) * self.input + cached * self.cached + tokens.output * self.output
        return sum_ / _MILLION


FREE: Final = Price(Decimal(0), Decimal(0), Decimal(0))


class Priced(Protocol):
    """What a model's specification says that bears on its price."""

    @property
    def price(self) -> tuple[str, str, str] | None: ...
    @property
    def api_base(self) -> str | None: ...


def price_of(model: str, spec: Priced | None = None) -> Price | None:
    """A model's price, or ``None`` if nobody knows it.

    Args:
        model: A litellm name, or ``local``.
        spec: Its ``price`` is believed before any table; with an ``api_base`` on this machine a model is free, with any
            other the table says nothing about what that server charges.
    """
    if spec is not None and spec.price is not None:
        return by_hand(spec.price)
    if is_local(model):
        return FREE
    base = None if spec is None else spec.api_base
    if base:
        return FREE if on_this_machine(base) else None
    return _of_table(_table(), model)


def by_hand(price: tuple[str, str, str]) -> Price:
    """A price from decimal texts.

    Raises:
        ValueError: One of them is no price.
    """
    try:
        found = Price(*(Decimal(one) for one in price))
    except InvalidOperation:
        raise ValueError(f"a price is three amounts in dollars a million tokens, not {price!r}") from None
    if any(not one.is_finite() or one < 0 for one in found):
        raise ValueError(f"a price is 0 or more dollars a million tokens, not {price!r}")
    return found


def is_local(model: str) -> bool:
    """Whether that is the name of a model which this process serves."""
    return model == LOCAL or model.startswith(f"{LOCAL}:")


def on_this_machine(address: str) -> bool:
    """Whether a server's address is on this machine."""
    return urlsplit(address).hostname in _LOOPBACK


def decimal_text(amount: Decimal) -> str:
    """An amount in dollars as it is stored: eight places at most, no exponent."""
    text = f"{amount:.8f}".rstrip("0").rstrip(".")
    return text or "0"


def context_window(model: str) -> int | None:
    """Tokens of the longest prompt, where the table tells."""
    entry = _entry(_table(), model)
    most = entry.get("max_input_tokens") if entry else None
    return most if isinstance(most, int) else None


def _of_table(table: Mapping[str, Any], model: str) -> Price | None:
    entry = _entry(table, model)
    if entry is None or "input_cost_per_token" not in entry or "output_cost_per_token" not in entry:
        return None
    # by their decimal texts: a float times a million isn't what the provider's page says
    given, answered = (
        Decimal(str(entry[f"{kind}_cost_per_token"])) * _MILLION for kind in ("input", "output")
    )
    cached = entry.get("cache_read_input_token_cost")
    return Price(given, given if cached is None else Decimal(str(cached)) * _MILLION, answered)


def _entry(table: Mapping[str, Any], model: str) -> Mapping[str, Any] | None:
    """The table's row: under the full name, else without the provider's prefix if it is that provider's."""
    provider, slash, rest = model.partition("/")
    found = table.get(model)
    if found is None and slash:
        found = table.get(rest)
        if found is not None and found.get("litellm_provider") != provider:
            found = None
    return cast("Mapping[str, Any]", found) if isinstance(found, dict) else None


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Any]:
    package = find_spec("litellm")
    if package is None or package.origin is None:
        return {}
    file = Path(package.origin).parent / _TABLE
    try:
        return json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
