"""The three lists of tools over MCP: each is fixed for a run, and leaves the same run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from tenure.engine.apps.surfaces import SurfaceName
from tenure.scenarios.play import new_run, open_run
from tests.access.doors import SEED, Week, hosted, over_http, over_path


async def through(client: Client, surface: str, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """A call as it is made out of one of the three lists."""
    app, dot, verb = tool.partition(".")
    if surface == "apps" and dot:
        result = await client.call_tool(app, {"action": verb, "arguments": arguments})
    elif surface == "search" and dot:
        result = await client.call_tool("use_tool", {"name": tool, "arguments": arguments})
    else:
        result = await client.call_tool(tool.replace(".", "_"), arguments)
    return result.structured_content or {}


@pytest.mark.parametrize("surface", ["full", "apps", "search"])
async def test_the_same_week_through_each_list(surface: SurfaceName, week: Week, tmp_path: Path) -> None:
    path, half = tmp_path / "run.db", len(week.calls) // 2
    with new_run("first_week", seed=SEED, path=path, surface=surface) as run:
        async with hosted(run) as served, over_http(served) as client:
            tools = await client.list_tools()
            for (tool, arguments), seen in list(zip(week.calls, week.seen, strict=True))[:half]:
                assert await through(client, surface, tool, arguments) == seen
            assert await client.list_tools() == tools
    with open_run(path, writable=True) as run:  # the run knows its list
        async with hosted(run) as served, over_path(served) as client:
            assert await client.list_tools() == tools
            for (tool, arguments), seen in list(zip(week.calls, week.seen, strict=True))[half:]:
                assert await through(client, surface, tool, arguments) == seen
        assert run.digest == week.digest
    names = [one.name for one in tools.tools]
    assert names[-2:] == ["wait", "finish"]
    assert {"full": "mail_send" in names, "apps": "mail" in names, "search": len(names) == 5}[surface]


async def test_lookups_in_the_list_are_no_calls(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    with new_run("first_week", seed=SEED, path=path, surface="search") as run:
        async with hosted(run) as served, over_http(served) as client:
            before = (await client.call_tool("use_tool", {"name": "mail.inbox"})).structured_content or {}
            found = await client.call_tool("find_tools", {"query": "send a mail"})
            assert "mail.send" in str(found.structured_content)
            shown = await client.call_tool("show_tools", {"names": ["mail.send"]})
            assert "subject" in str(shown.structured_content)
            # a lookup in the guise of a call would be journaled, and could not be made again after a stop
            disguised = await client.call_tool(
                "use_tool", {"name": "find_tools", "arguments": {"query": "x"}}
            )
            assert disguised.is_error
    with open_run(path, writable=True) as run:
        async with hosted(run) as served, over_http(served) as client:
            after = (await client.call_tool("use_tool", {"name": "mail.inbox"})).structured_content or {}
    assert after["left"]["calls"] == before["left"]["calls"] - 1


async def test_one_who_only_ever_looks_up_is_held_to_a_limit() -> None:
    with new_run("first_week", seed=SEED, surface="search", limits={"idle_calls": 5}) as run:
        async with hosted(run) as served, over_http(served) as client:
            seen: dict[str, Any] = {}
            for _ in range(40):
                seen = (await client.call_tool("find_tools", {"query": "mail"})).structured_content or {}
                if not seen["ok"]:
                    break
            assert seen["error"]["code"] == "ended"
