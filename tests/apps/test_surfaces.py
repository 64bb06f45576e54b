"""Three lists of the same tools: what they offer, what their calls mean, and that they leave the same events."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tenure.engine.agents.session import Session
from tenure.engine.apps.surfaces import FIND, SHOW, SURFACES, USE, Looked, Surface, SurfaceName, ToCall
from tenure.scenarios.play import briefing_of, main_seat, new_run, play, world_of


def surface(name: SurfaceName) -> Surface:
    return Surface(world_of(new_run("first_week")).desk.tools, name)


def size(surface: Surface) -> int:
    return len(json.dumps(surface.functions(), ensure_ascii=False, separators=(",", ":")))


def test_each_list_is_smaller_than_the_one_before() -> None:
    full, apps, search = (size(surface(name)) for name in ("full", "apps", "search"))
    assert full > apps > search
    assert search <= 6_000


def test_the_list_of_apps_has_one_tool_an_app_and_all_of_its_actions() -> None:
    offered = {one["function"]["name"]: one["function"] for one in surface("apps").functions()}
    assert {"mail", "drive", "wait", "finish"} <= set(offered)
    assert "send" in offered["mail"]["parameters"]["properties"]["action"]["enum"]
    assert "send(to, body" in offered["mail"]["description"]


def test_an_action_means_its_tool_however_its_arguments_are_given() -> None:
    apps, meant = surface("apps"), ToCall("drive.read", '{"path": "/a.md"}')
    assert apps.read("drive", '{"action": "read", "arguments": {"path": "/a.md"}}') == meant
    assert apps.read("drive", '{"action": "drive.read", "path": "/a.md"}') == meant
    assert apps.read("drive", json.dumps({"action": "read", "arguments": '{"path": "/a.md"}'})) == meant
    assert apps.read("drive.read", '{"path": "/a.md"}') == meant
    assert apps.read("drive", "no json") == ToCall("drive", "no json")


def test_tools_are_found_by_what_they_do() -> None:
    search = surface("search")
    found = search.read(FIND, '{"query": "send a mail to somebody"}')
    assert isinstance(found, Looked)
    assert found.data["tools"][0].startswith("mail.send(")
    everything = search.read(FIND, '{"query": "drive"}')
    assert isinstance(everything, Looked)
    assert all(line.startswith("drive.") for line in everything.data["tools"])
    nothing = search.read(FIND, '{"query": "zzz"}')
    assert isinstance(nothing, Looked)
    assert nothing.data["tools"] == []
    assert "mail" in nothing.data["apps"]


def test_tools_are_read_in_full_and_used() -> None:
    search = surface("search")
    shown = search.read(SHOW, '{"names": ["mail.send"]}')
    assert isinstance(shown, Looked)
    assert "to" in shown.data["tools"][0]["arguments"]["properties"]
    assert search.read(USE, '{"name": "mail.send", "arguments": {"to": ["ines"]}}') == ToCall(
        "mail.send", '{"to": ["ines"]}'
    )


@pytest.mark.parametrize(
    ("tool", "arguments", "says"),
    [
        (SHOW, '{"names": ["mail.sned"]}', "mail.send"),
        (SHOW, "{}", FIND),
        (USE, "{}", FIND),
        (USE, "[1]", ""),
    ],
)
def test_what_cant_be_looked_up_says_how(tool: str, arguments: str, says: str) -> None:
    looked = surface("search").read(tool, arguments)
    assert isinstance(looked, Looked)
    assert looked.error is not None
    assert says in looked.error[2]


class Errand:
    """Reads a file and writes to somebody, by whatever list it is given."""

    name = "errand"

    def __init__(self, surface: SurfaceName) -> None:
        self._surface = surface

    async def play(self, session: Session) -> None:
        async def use(tool: str, **arguments: Any) -> Any:
            app, _, verb = tool.partition(".")
            if self._surface == "apps":
                return await session.call(app, action=verb, arguments=arguments)
            if self._surface == "search":
                await session.call(FIND, query=verb)
                await session.call(SHOW, names=[tool])
                return await session.call(USE, name=tool, arguments=arguments)
            return await session.call(tool, **arguments)

        listing = await use("drive.list", path="/")
        assert listing["folders"]
        refused = await use("drive.read", path="/nowhere.md")
        assert refused.error.code == "not_found"
        sent = await use("mail.send", to=["marek"], subject="Hello", body="I have begun.")
        assert sent.ok
        await session.wait(minutes=90)
        await session.finish("begun")


async def played(name: SurfaceName) -> str:
    run = new_run("first_week", seed=3, surface=name)
    await play(run, {main_seat(run): Errand(name)})
    return run.digest


async def test_all_lists_leave_the_same_events() -> None:
    digests = {name: await played(name) for name in ("full", "apps", "search")}
    assert set(digests) == set(SURFACES)
    assert len(set(digests.values())) == 1


async def test_the_list_is_kept_with_the_run() -> None:
    run = new_run("first_week", surface="search")
    names = [one["function"]["name"] for one in briefing_of(run, main_seat(run)).tools]
    assert names == [FIND, SHOW, USE, "wait", "finish"]


class Browser:
    """Looks tools up for ever."""

    name = "browser"

    async def play(self, session: Session) -> None:
        while True:
            await session.call(FIND, query="mail")


async def test_looking_up_for_ever_ends() -> None:
    run = new_run("first_week", surface="search", limits={"idle_calls": 10})
    await play(run, {main_seat(run): Browser()})
    ended = list(run.events(["seat.ended"]))
    assert "without progress" in ended[0].payload.why  # pyright: ignore[reportAttributeAccessIssue]
