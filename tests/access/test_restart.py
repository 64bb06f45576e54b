"""A server that is killed, callers that hang up, calls asked for again: nothing happens twice or is lost."""

from __future__ import annotations

import asyncio
import json
import signal
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tenure.engine.access.mcpdoor import CALL_ID
from tenure.scenarios.play import new_run, open_run, pack_in, play, policy_named
from tests.access.doors import SEED, Week, digest_of, hosted, over_http, over_path, over_stdio, play_on, serve

HELLO = {"to": "ines", "text": "Good morning Ines."}


async def test_killed_in_mid_week_and_served_again_it_goes_on_as_if_nothing_had_been(
    week: Week, tmp_path: Path
) -> None:
    third, most = len(week.calls) // 3, 2 * len(week.calls) // 3
    with serve("first_week", cwd=tmp_path) as served:
        token = served.token
        async with over_http(served) as client:
            await play_on(client, week, 0, third)
        served.kill()
    async with over_stdio(served.folder, cwd=tmp_path) as client:  # another door, the same seat
        await play_on(client, week, third, most)
    with serve(served.folder, "--until-over", cwd=tmp_path) as again:
        assert again.token == token
        async with over_path(again) as client:
            await play_on(client, week, most)
        assert again.ended() == 0
    assert digest_of(served.folder) == week.digest


async def test_a_call_that_was_answered_before_a_kill_is_known_to_the_next_server(tmp_path: Path) -> None:
    with serve("first_week", cwd=tmp_path) as served, httpx2.Client(timeout=60) as http:
        answer = http.post(
            f"{served.url}/{served.token}/call", json={"tool": "chat.send", "arguments": HELLO, "id": "h1"}
        )
        first = answer.json()
        served.kill()
    with serve(served.folder, cwd=tmp_path) as again, httpx2.Client(timeout=60) as http:
        way = f"{again.url}/{again.token}/call"
        assert http.post(way, json={"tool": "chat.send", "arguments": HELLO, "id": "h1"}).json() == first
        other = http.post(way, json={"tool": "mail.inbox", "id": "h1"}).json()
        assert other["error"]["code"] == "conflict"
        after = http.post(way, json={"tool": "chat.send", "arguments": HELLO}).json()
    assert after["left"]["calls"] == first["left"]["calls"] - 1


async def test_a_call_id_is_good_for_one_call_through_every_door() -> None:
    with new_run("first_week", seed=SEED) as run:
        async with hosted(run) as served, served.http as http, over_http(served) as client:
            body = {"tool": "chat.send", "arguments": HELLO, "id": "hello"}
            first, second = await asyncio.gather(http.post("/call", json=body), http.post("/call", json=body))
            assert first.json() == second.json()
            third = await client.call_tool("chat_send", HELLO, meta={CALL_ID: "hello"})
            assert third.structured_content == first.json()
            fourth = await http.post("/call", json={**body, "id": "x" * 10_000})
            fifth = await http.post("/call", json={**body, "id": "x" * 10_001})
            sixth = await http.post("/call", json={**body, "id": "x" * 10_000})
            assert fourth.json() == sixth.json() != fifth.json()
        assert len(run.moves("analyst")) == 3


async def test_who_hangs_up_gets_the_result_when_they_ask_again() -> None:
    with new_run("first_week", seed=SEED) as run:
        async with hosted(run) as served, served.http as http:
            body = json.dumps({"tool": "wait", "arguments": {"minutes": 1500}, "id": "w"}).encode()
            head = f"POST /call HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {served.token}\r\n"
            reader, writer = await asyncio.open_connection("127.0.0.1", int(served.url.rpartition(":")[2]))
            writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            await writer.drain()
            writer.close()  # without the answer
            del reader
            again = await http.post("/call", content=body)
            assert again.json()["ok"]
        assert len(run.moves("analyst")) == 1


async def test_the_last_result_can_be_asked_for_again_when_all_is_over(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    body = {"tool": "finish", "arguments": {"summary": "done"}, "id": "last"}
    with new_run("first_week", seed=SEED, path=path) as run:
        async with hosted(run) as served, served.http as http:
            first = (await http.post("/call", json=body)).json()
            assert first["ok"]
            await served.host.over.wait()
            assert (await http.post("/call", json=body)).json() == first
            late = (await http.post("/call", json={"tool": "mail.inbox"})).json()
            assert late["error"]["code"] == "ended"
            wrong = (await http.post("/call", json={"tool": "mail.inbox", "id": "last"})).json()
            assert wrong["error"]["code"] == "ended"
    with open_run(path, writable=True) as run:
        async with hosted(run) as served, served.http as http:
            assert (await http.post("/call", json=body)).json() == first


async def test_calls_that_wait_when_the_episode_ends_are_answered() -> None:
    with new_run("first_week", seed=SEED, limits={"calls": 3}) as run:
        async with hosted(run) as served, served.http as http:
            asked = [http.post("/call", json={"tool": "notes.list"}) for _ in range(8)]
            answers: list[Any] = [one.json() for one in await asyncio.gather(*asked)]
            assert sum(one["ok"] for one in answers) == 3
            assert {one["error"]["code"] for one in answers if not one["ok"]} == {"ended"}


async def test_calls_that_wait_when_the_server_stops_are_answered(tmp_path: Path) -> None:
    from tests.scenarios.test_world import run_of_two

    run = run_of_two()
    async with hosted(run, ["analyst", "clerk"]) as served, served.http as http:
        waiting = asyncio.ensure_future(http.post("/call", json={"tool": "notes.list"}))
        await asyncio.sleep(0.3)  # it waits for the clerk
        assert not waiting.done()
        run.loop.stop()
        answer = await waiting
    assert answer.status_code == 503
    assert answer.json()["error"]["code"] == "unavailable"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_server_that_is_stopped_keeps_everything_and_says_how_to_go_on(number: int, tmp_path: Path) -> None:
    with serve("first_week", cwd=tmp_path) as served:
        served.remote.call("chat.send", HELLO)
        served.process.send_signal(number)
        assert served.process.wait(20) == 130
    said = (tmp_path / "server.txt").read_text()
    assert f"tenure serve {served.folder}" in said
    assert "Traceback" not in said
    assert not served.folder.joinpath("run.db-wal").exists()
    with open_run(served.folder) as run:
        assert len(run.moves("analyst")) == 1


async def test_nobody_goes_on_for_a_caller_but_another_policy_can_take_over() -> None:
    with new_run("first_week", seed=SEED) as run:
        async with hosted(run) as served, served.http as http:
            await http.post("/call", json={"tool": "chat.send", "arguments": HELLO})
        with pytest.raises(LookupError, match="tenure serve"):
            policy_named(run.meta["policies"]["analyst"], pack_in(run))
        await play(run, {"analyst": policy_named("null", pack_in(run))})
        assert run.over
        assert (await run.replay()).digest == run.digest


@pytest.mark.parametrize("limit", [{}, {"calls": 2}])
async def test_a_served_run_replays(limit: dict[str, int]) -> None:
    with new_run("first_week", seed=SEED, limits=limit) as run:
        async with hosted(run) as served, served.http as http:
            for text in ("{", "[]", '{"to": 1}', '{"to": "ines", "text": "\\ud800 half"}'):
                await http.post("/call", json={"tool": "chat.send", "arguments": text})
            await http.post("/call", json={"tool": "finish", "arguments": {"summary": ""}})
        assert (await run.replay()).digest == run.digest
