"""A seat's tools over the Model Context Protocol, for any client that speaks it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
import threading
from collections.abc import Generator
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from ..apps.surface import function_name
from ..version import VERSION
from .host import SeatDoor

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server

CALL_ID: Final = "tenure/call-id"
"""Key of a request's ``_meta`` under which a client may name its call, to repeat it safely."""


def server_for(door: SeatDoor) -> Server[Any]:
    """An MCP server of one seat; a client is told of it when it connects."""
    from mcp import types
    from mcp.server.lowlevel import Server

    async def list_tools(context: Any, params: Any) -> types.ListToolsResult:
        offered = [one["function"] for one in door.tools]
        return types.ListToolsResult(
            tools=[
                types.Tool(
                    name=function_name(one["name"]),
                    description=one["description"],
                    input_schema={"type": "object", **one["parameters"]},
                )
                for one in offered
            ]
        )

    async def call_tool(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        meta = params.meta or {}
        named = meta.get(CALL_ID)
        arguments = json.dumps(params.arguments or {}, ensure_ascii=False)
        raw = await door.call(params.name, arguments, str(named) if named else None)
        text = json.dumps(raw, ensure_ascii=False, separators=(",", ":"))
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=text)],
            structured_content=raw,
            is_error=not raw["ok"],
        )

    return Server(
        "tenure",
        version=VERSION,
        instructions=door.guide,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


class Wires(NamedTuple):
    """Descriptors of what was this process's standard input and output."""

    reading: int
    writing: int


@contextlib.contextmanager
def standard_wires() -> Generator[Wires]:
    """Standard input and output for the protocol alone.

    Meanwhile whatever else is printed, by policies or programs that they start, goes to standard error, and whatever
    else reads finds nothing.
    """
    sys.stdout.flush()
    wires = Wires(os.dup(0), os.dup(1))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield wires
    finally:
        sys.stdout.flush()
        os.dup2(wires.reading, 0)
        os.dup2(wires.writing, 1)
        os.close(wires.writing)  # the other one: a thread may still wait for it


async def serve_stdio(door: SeatDoor, wires: Wires) -> None:
    """Serve one seat over standard input and output until the client hangs up."""
    import anyio
    from mcp.server.stdio import stdio_server

    server = server_for(door)
    lines = _Lines(wires.reading, asyncio.get_running_loop())
    with os.fdopen(wires.writing, "w", encoding="utf-8", closefd=False) as out:
        async with stdio_server(stdin=cast("Any", lines), stdout=anyio.wrap_file(out)) as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())


def hung_up(error: BaseException) -> bool:
    """Whether serving ended because its client was gone in the middle of something."""
    import anyio

    gone = (OSError, anyio.BrokenResourceError, anyio.ClosedResourceError)
    if isinstance(error, BaseExceptionGroup):
        inner = cast("tuple[BaseException, ...]", error.exceptions)
        return all(hung_up(one) for one in inner)
    return isinstance(error, gone)


class _Lines:
    """Lines of a file that a thread waits for: unlike the library's, it holds nobody up who wants to stop."""

    def __init__(self, file: int, loop: asyncio.AbstractEventLoop) -> None:
        self._file = file
        self._loop = loop
        self._read: asyncio.Queue[bytes] = asyncio.Queue()
        self._held = b""
        threading.Thread(target=self._reading, name="standard input", daemon=True).start()

    def _reading(self) -> None:
        more = b"more"
        while more:
            try:
                more = os.read(self._file, 1 << 16)
            except OSError:
                more = b""
            with contextlib.suppress(RuntimeError):  # nobody listens any more
                self._loop.call_soon_threadsafe(self._read.put_nowait, more)

    def __aiter__(self) -> _Lines:
        return self

    async def __anext__(self) -> str:
        pieces = [self._held]
        while b"\n" not in pieces[-1]:
            more = await self._read.get()
            if not more:
                self._read.put_nowait(b"")
                self._held = b""
                if not any(pieces):
                    raise StopAsyncIteration
                break
            pieces.append(more)
        else:
            last, _, self._held = pieces[-1].partition(b"\n")
            pieces[-1] = last
        return b"".join(pieces).decode("utf-8", "replace")
