"""Clients of models: which one a name or a specification stands for, and how a decision asks through its ledger.

A small protocol of ours; behind it stand litellm, for everything that is reached over a network, and the small local
model.
"""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, Protocol

from ..kernel.ledger import Calls
from .faults import key_belongs_to_address, missing_credentials, variables
from .lite import LiteLLM, imported
from .local import LocalModel, LocalModelError, gguf
from .model.spec import MindSpec
from .outcomes import Fault, ModelClient, Outcome, Request, Status, Tokens, ToolCall
from .prices import by_hand, is_local, price_of

__all__ = [
    "Fault",
    "LiteLLM",
    "LocalModel",
    "ModelClient",
    "Outcome",
    "Request",
    "SharedClient",
    "Status",
    "Tokens",
    "ToolCall",
    "ask",
    "client_for",
    "client_named",
    "close_clients",
    "standing_in",
    "unusable",
]


class SharedClient(ModelClient, Protocol):
    """A client that several people ask."""

    async def close(self) -> None:
        """Let go of connections and servers."""
        ...


_shared: dict[str, SharedClient] = {}
_lock = threading.Lock()


async def ask(client: ModelClient, calls: Calls, request: Request) -> Outcome:
    """The outcome of a request through a decision's ledger: from the record, else made and recorded."""

    async def make() -> Any:
        return (await client.complete(request)).model_dump(mode="json")

    return Outcome.model_validate(await calls.call(request.model_dump(mode="json"), make))


def client_for(spec: MindSpec) -> SharedClient:
    """The client for a mind's specification; equal ones share one, and with it the limit on calls in flight.

    Making one reaches nothing and needs nothing installed: a model that can't be had shows in its outcomes. `unusable`
    says so beforehand.
    """
    key = _key(spec)
    with _lock:
        client = _shared.get(key)
        if client is None:
            client = _shared[key] = client_named(
                spec.model,
                api_base=spec.api_base,
                timeout=spec.timeout,
                retries=spec.retries,
                in_flight=spec.in_flight,
                price=spec.price,
            )
        return client


def client_named(
    model: str, *, api_base: str | None = None, price: tuple[str, str, str] | None = None, **options: Any
) -> LiteLLM | LocalModel:
    """A client of its own for a model's name.

    Args:
        model: A litellm name, ``local`` or ``local:PATH``.
        api_base: Address of a server.
        price: Dollars a million tokens of input, cached input and output, as decimal texts.
        options: Further arguments of `LiteLLM`; of these the local model takes ``timeout`` and ``retries``.

    Raises:
        ValueError: The price is none.
    """
    if is_local(model):
        return LocalModel(
            model, **{name: options[name] for name in ("timeout", "retries") if name in options}
        )
    known = by_hand(price) if price is not None else None
    if known is None and api_base is not None:
        known = price_of(model, _Address(api_base))
    return LiteLLM(api_base=api_base, price=known, **options)


@contextmanager
def standing_in(spec: MindSpec, client: SharedClient) -> Generator[None]:
    """Let another client answer for a specification, in this process and for as long as the context lasts.

    For counting what would be asked, and for measuring without a model.
    """
    key = _key(spec)
    with _lock:
        before = _shared.get(key)
        _shared[key] = client
    try:
        yield
    finally:
        with _lock:
            if before is None:
                _shared.pop(key, None)
            else:
                _shared[key] = before


async def close_clients() -> None:
    """Close all shared clients: connections end, and the local model's server stops. They open again when asked."""
    with _lock:
        clients = list(_shared.values())
        _shared.clear()
    for client in clients:
        await client.close()


async def unusable(spec: MindSpec) -> str | None:
    """Why a model can't be had here, with what would mend it; ``None`` if nothing speaks against it.

    Looks at what is installed and which environment variables are set, and asks no server.
    """
    if is_local(spec.model):
        try:
            gguf(spec.model)
        except LocalModelError as error:
            return str(error)
        return None
    if spec.api_base and key_belongs_to_address(spec.model):
        return None
    missing = missing_credentials(await imported(), spec.model, spec.api_base)
    if not missing:
        return None
    return f"there is no key for {spec.model}: set the environment variable {variables(missing)}"


def _key(spec: MindSpec) -> str:
    """What of a specification decides how its model is reached, rather than what it is asked."""
    return spec.model_dump_json(include={"model", "api_base", "timeout", "retries", "in_flight", "price"})


class _Address:
    """A server's address, as a price is looked up with."""

    price: tuple[str, str, str] | None = None

    def __init__(self, api_base: str) -> None:
        self.api_base: str | None = api_base
