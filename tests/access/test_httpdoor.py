"""What the web door lets in, what it refuses, and how."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tenure.engine.access.client import ClientError, Remote
from tenure.engine.access.httpdoor import LARGEST, CannotListenError, listener
from tenure.engine.kernel.seats import Seats
from tenure.scenarios.play import new_run
from tests.access.doors import SEED, Hosted, hosted, over_http, over_path, serve, typed
from tests.scenarios.test_world import run_of_two


@pytest.fixture
async def served() -> AsyncGenerator[Hosted]:
    with new_run("first_week", seed=SEED) as run:
        async with hosted(run) as one:
            yield one


WRONG = [
    None,
    "",
    "Bearer",
    "Bearer wrong",
    "Basic token-of-analyst",
    "token-of-analyst",
    "Bearer token-of-analyst2",
    "Bearer tök",
    "Bearer token-of-analyst token-of-analyst",
]


@pytest.mark.parametrize("path", ["/", "/seat", "/tools", "/call", "/mcp", "/wrong/mcp", "/token-of-analyst"])
async def test_nothing_opens_without_the_token(served: Hosted, path: str) -> None:
    async with httpx2.AsyncClient(base_url=served.url) as http:
        for header in WRONG:
            headers = {} if header is None else {"Authorization": header.encode("latin-1")}
            for method in ("GET", "POST", "DELETE", "OPTIONS", "HEAD"):
                answer = await http.request(method, path, headers=headers, content=b"{}")
                assert answer.status_code == 401, answer.text
                assert answer.headers["www-authenticate"] == "Bearer"
                assert "analyst" not in answer.text


async def test_health_is_told_to_everybody(served: Hosted) -> None:
    async with httpx2.AsyncClient(base_url=served.url) as http:
        assert (await http.get("/healthz")).json() == {"ok": True}


BOTH = ("analyst", "clerk")
MALFORMED: list[bytes] = [
    b"",
    b"{",
    b"null",
    b"[]",
    b"3",
    b'"text"',
    b"{}",
    b'{"tool": 3}',
    b'{"tool": null}',
    b'{"tool": "mail.inbox", "id": 3}',
    b'{"tool": "mail.inbox", "id": {}}',
    b"\xff\xfe",
    b"[" * 100_000,
    b'{"tool": "mail.inbox", "arguments": ' + b"[" * 100_000,
    b'{"tool": "x", "arguments": ' + b"9" * 10_000 + b"}",
]


async def test_a_body_that_is_no_call_is_refused_and_is_none(served: Hosted) -> None:
    async with served.http as http:
        for body in MALFORMED:
            answer = await http.post("/call", content=body)
            assert (answer.status_code, answer.json()["error"]["code"]) == (400, "malformed"), body[:50]
    assert served.run.moves("analyst") == []


ODD: list[Any] = [
    None,
    [],
    3,
    "text",
    "{",
    {"to": {"a": [1]}},
    {"page": float("inf")},
    {"x" * 5000: 1},
    "\ud800",
]


async def test_odd_arguments_are_observations(served: Hosted) -> None:
    async with served.http as http:
        for arguments in ODD:
            answer = await http.post(
                "/call", content=json.dumps({"tool": "mail.send", "arguments": arguments})
            )
            assert answer.status_code == 200
            assert answer.json()["error"]["code"] == "malformed_arguments"


async def test_a_huge_body_is_refused_whether_it_says_so_or_not(served: Hosted) -> None:
    async def endless() -> AsyncGenerator[bytes]:
        for _ in range(LARGEST // 1_000_000 + 2):
            yield b" " * 1_000_000

    async with served.http as http:
        assert (await http.post("/call", content=b" " * (LARGEST + 1))).status_code == 413
        assert (await http.post("/call", content=endless())).status_code == 413
        assert (await http.post("/call", json={"tool": "mail.inbox"})).json()["ok"]


async def test_the_largest_body_that_is_taken(served: Hosted) -> None:
    async with served.http as http:
        content = "A" * (LARGEST - 4000)
        answer = await http.post(
            "/call", json={"tool": "drive.upload", "arguments": {"path": "/x.bin", "content": content}}
        )
        assert answer.status_code == 200
        assert answer.json()["tool"] == "drive.upload"


async def test_an_address_with_a_slash_too_many_still_works(served: Hosted) -> None:
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    taken = {"Accept": "application/json, text/event-stream"}
    async with httpx2.AsyncClient(base_url=f"{served.url}/{served.token}") as http:
        for path in ("/mcp", "/mcp/", "/mcp//"):
            assert (await http.post(path, json=ping, headers=taken)).status_code == 200


async def test_a_page_from_elsewhere_can_not_speak_to_a_server_on_this_machine(served: Hosted) -> None:
    async with served.http as http:
        ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        for header in ({"Host": "evil.example"}, {"Origin": "http://evil.example"}):
            assert (await http.post("/mcp", json=ping, headers=header)).status_code in (403, 421)


async def test_methods_that_are_not_meant_are_refused(served: Hosted) -> None:
    async with served.http as http:
        assert (await http.get("/call")).status_code == 405
        assert (await http.post("/seat")).status_code == 405
        assert (await http.get("/nowhere")).status_code == 404
        assert (await http.get("/")).status_code == 404


async def test_two_clients_on_one_seat_take_turns(served: Hosted) -> None:
    async with over_http(served) as one, over_path(served) as two:
        calls = [
            client.call_tool("notes_write", {"name": f"n{number}", "text": "x"})
            for number in range(6)
            for client in (one, two)
        ]
        results = [await one for one in asyncio.as_completed(calls)]
    left = [result.structured_content["left"]["calls"] for result in results if result.structured_content]
    assert sorted(left) == list(range(left[0] - 11, left[0] + 1)) or len(set(left)) == 12


async def test_what_fails_inside_is_told_without_its_cause(
    served: Hosted, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails(*given: Any) -> Any:
        raise RuntimeError("facts.yaml: seed 7")

    door = served.host.doors["analyst"]
    monkeypatch.setattr(door, "_make", fails)
    monkeypatch.setattr(door, "briefing", lambda: json.loads("facts.yaml"))
    async with served.http as http, over_http(served) as client:
        for answer in (await http.post("/call", json={"tool": "mail.inbox"}), await http.get("/seat")):
            assert answer.status_code == 500
            assert answer.json()["error"]["message"] == "the server could not do this"
        with pytest.raises(Exception, match="nternal") as told:  # the client library's own class of error
            await client.call_tool("mail_inbox", {})
        assert "facts" not in str(told.value)
    assert "facts.yaml" in caplog.text  # whoever runs the server gets to know


# Two seats -----------------------------------------------------------------------------------------------------------


WAIT = {"tool": "wait", "arguments": {"minutes": 60}}
LIST = {"tool": "notes.list"}
BYE = {"tool": "finish", "arguments": {"summary": ""}, "id": "bye"}


def of_clerk(served: Hosted) -> httpx2.AsyncClient:
    return httpx2.AsyncClient(base_url=f"{served.url}/token-of-clerk", timeout=20)


async def test_two_seats_each_see_their_own() -> None:
    run = run_of_two()
    async with hosted(run, BOTH) as served, served.http as sam, of_clerk(served) as kim:
        assert (await sam.get("/seat")).json()["person"] == "sam"
        brief = (await kim.get("/seat")).json()
        assert (brief["person"], brief["task"]) == ("kim", "You are Kim Lund, Clerk at Lantern Works.")
        waiting = asyncio.ensure_future(kim.post("/call", json=WAIT))  # while she waits, he can act
        wrote = {"tool": "notes.write", "arguments": {"name": "mine", "text": "a secret of Sam's"}}
        assert (await sam.post("/call", json=wrote)).json()["ok"]
        assert "mine" in (await sam.post("/call", json=LIST)).text
        # an id that another seat used too is another call's
        assert (await sam.post("/call", json=BYE)).json()["ok"]
        assert (await waiting).json()["ok"]
        assert (await sam.post("/call", json=LIST)).json()["error"]["code"] == "ended"
        seen = (await kim.post("/call", json=LIST)).json()
        assert seen["ok"]
        assert "mine" not in str(seen)
        assert (await kim.post("/call", json=BYE)).json()["ok"]
        await served.host.over.wait()
    assert run.state.get(Seats).over


async def test_a_seat_that_is_over_stays_so_when_the_run_is_served_again(tmp_path: Path) -> None:
    with run_of_two(path=tmp_path / "run.db") as run:
        async with hosted(run, BOTH) as served, served.http as sam, of_clerk(served) as kim:
            waiting = asyncio.ensure_future(kim.post("/call", json=WAIT))
            first = await sam.post("/call", json=BYE)
            assert (await waiting).json()["ok"]
        async with hosted(run, BOTH) as served, served.http as sam:
            assert (await sam.post("/call", json=BYE)).json() == first.json()
            assert (await sam.post("/call", json=LIST)).json()["error"]["code"] == "ended"


async def test_a_seat_held_here_beside_one_that_a_policy_plays() -> None:
    run = run_of_two()
    async with hosted(run, ["clerk"]) as served, served.http as http:  # the analyst does nothing
        assert (await http.post("/call", json={"tool": "wait", "arguments": {"minutes": 60}})).json()["ok"]
        assert (await http.post("/call", json={"tool": "finish", "arguments": {"summary": ""}})).json()["ok"]
        await served.host.over.wait()
    assert run.state.get(Seats).over


# Addresses -----------------------------------------------------------------------------------------------------------


def test_a_port_that_is_taken_is_told_before_a_run_is_made(tmp_path: Path) -> None:
    with listener("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        told = typed("serve", "first_week", "--port", str(port), "--out", tmp_path / "run", code=1)
        assert f"port {port} of 127.0.0.1" in told
        assert "--port" in told
        with pytest.raises(CannotListenError):
            listener("127.0.0.1", port)
    assert not (tmp_path / "run").exists()
    with pytest.raises(CannotListenError):
        listener("no-such-host.invalid", 0)


async def test_over_the_newer_internet_protocol() -> None:
    if not socket.has_ipv6:
        pytest.skip("this Python knows no IPv6")
    try:
        listener("::1", 0).close()
    except CannotListenError as error:
        pytest.skip(f"this machine has no IPv6: {error}")
    with new_run("first_week", seed=SEED) as run:
        async with hosted(run, address="::1") as served, over_http(served) as client:
            assert served.url.startswith("http://[::1]:")
            assert not (await client.call_tool("mail_inbox", {})).is_error


def test_a_server_that_is_gone_is_told_after_some_tries(tmp_path: Path) -> None:
    with listener("127.0.0.1", 0) as made:
        port = made.getsockname()[1]
    with pytest.raises(ClientError, match="no server answers") as told:
        Remote(f"http://127.0.0.1:{port}", "x").call("mail.inbox", {})
    assert told.value.code == 1


async def test_the_tokens_are_the_owners_alone(tmp_path: Path) -> None:
    with serve("first_week", "--seat-file", tmp_path / "seat.json", cwd=tmp_path) as served:
        for file in (tmp_path / "seat.json", served.folder / "seats.json"):
            assert file.stat().st_mode & 0o777 == 0o600
        seat = json.loads((tmp_path / "seat.json").read_text())
        assert seat == {"seat": "analyst", **served.seats["analyst"]}
        assert len(seat["token"]) >= 32
    (served.folder / "seats.json").write_text("{")
    told = typed("serve", served.folder, code=2)
    assert "seats.json is damaged" in told
