"""A seat's tools over the Model Context Protocol, for any client that speaks it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from ..apps.surface import function_name
from ..version import VERSION
from .host import SeatDoor

if TYPE_CHECKING:
    from mcp.server.lowlevel import Server

CALL_ID: Final = "tenure/call-id"
"""Key of a request's ``_meta`` under which a client may name its call, to repeat it safely."""


def server_for(door: Callable[[], SeatDoor], instructions: str = "") -> Server[Any]:
    """An MCP server.

    Args:
        door: The seat of the request under way; raises if there is none.
        instructions: What a client is told of the seat when it connects, where one server serves one seat.
    """
    from mcp import types
    from mcp.server.lowlevel import Server

    async def list_tools(context: Any, params: Any) -> types.ListToolsResult:
        offered = [one["function"] for one in door().tools]
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
        named = meta.get(CALL_ID) if hasattr(meta, "get") else None
        arguments = json.dumps(params.arguments or {}, ensure_ascii=False)
        raw = await door().call(params.name, arguments, str(named) if named else None)
        text = json.dumps(raw, ensure_ascii=False, separators=(",", ":"))
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=text)],
            structured_content=raw,
            is_error=not raw["ok"],
        )

    return Server(
        "tenure",
        version=VERSION,
        instructions=instructions or None,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


async def serve_stdio(door: SeatDoor) -> None:
    """Serve one seat over standard input and output until the client hangs up."""
    from mcp.server.stdio import stdio_server

    server = server_for(lambda: door, door.guide)
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())
