"""A stock client plays the reference's week through a door, and the run is the same as the one in process."""

from __future__ import annotations

from pathlib import Path

from tenure.scenarios.play import new_run
from tests.access.doors import SEED, Week, digest_of, hosted, over_http, over_path, over_stdio, play_on, serve


async def test_over_http_with_the_token_in_the_header(week: Week, tmp_path: Path) -> None:
    with serve("first_week", "--until-over", cwd=tmp_path) as served:
        async with over_http(served) as client:
            await play_on(client, week)
        assert served.ended() == 0
    assert digest_of(served.folder) == week.digest


async def test_over_http_with_the_token_in_the_path(week: Week) -> None:
    with new_run("first_week", seed=SEED) as run:
        async with hosted(run) as served, over_path(served) as client:
            await play_on(client, week)
        assert run.digest == week.digest


async def test_over_standard_input_and_output(week: Week, tmp_path: Path) -> None:
    async with over_stdio("first_week", "--seed", "7", "--out", tmp_path / "run", cwd=tmp_path) as client:
        assert "Your task:" in (client.instructions or "")
        await play_on(client, week)
        late = await client.call_tool("mail_inbox", {})
        assert (late.structured_content or {})["error"]["code"] == "ended"
    assert digest_of(tmp_path / "run") == week.digest


async def test_over_plain_json(week: Week) -> None:
    with new_run("first_week", seed=SEED) as run:
        async with hosted(run) as served, served.http as http:
            for (tool, arguments), seen in zip(week.calls, week.seen, strict=True):
                answer = await http.post("/call", json={"tool": tool, "arguments": arguments})
                assert (answer.status_code, answer.json()) == (200, seen)
        assert run.digest == week.digest
