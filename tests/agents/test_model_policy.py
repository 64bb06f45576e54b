"""A model in the seat, over a real server: turns, failures, a bounded context, restoring and forks."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tenure.engine.agents.policies.model import Model
from tenure.engine.kernel.run import Run
from tenure.engine.minds.client import LiteLLM
from tenure.scenarios.play import ending, main_seat, new_run, open_run, play
from tests.agents.rule_server import Answer, RuleServer, calls, says

# litellm logs in tasks of its own and drops them when a loop ends; that is not what is tested here
pytestmark = [
    pytest.mark.filterwarnings("ignore:coroutine .* was never awaited:RuntimeWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

Rule = Callable[[dict[str, Any]], Answer | int | str]


def turns(body: dict[str, Any]) -> int:
    """The model's own turns that a request still shows."""
    return sum(message["role"] == "assistant" for message in body["messages"])


def scripted(*answers: Answer | int | str) -> Rule:
    left = list(answers)

    def rule(_: dict[str, Any]) -> Answer | int | str:
        return left.pop(0) if left else calls(("finish", {"summary": "done"}))

    return rule


def notes(run: Run) -> list[str]:
    return [e.payload.note for e in run.events(("seat.noted",))]  # type: ignore[attr-defined]


def model(server: RuleServer, **more: Any) -> Model:
    return Model("openai/rules", LiteLLM(api_base=server.address, retries=1, timeout=20), **more)


async def played(run: Run, policy: Model, **more: Any) -> Run:
    await play(run, {main_seat(run): policy}, **more)
    return run


async def test_it_calls_tools_and_finishes() -> None:
    rule = scripted(
        calls(("mail_inbox", {}), ("directory_search", {"query": "ines"})),
        calls(
            ("chat_send", {"to": "ines", "text": "Good morning Ines, where is the amendment with Corvane?"})
        ),
        calls(("wait", {"minutes": 90})),
    )
    with RuleServer(rule) as server:
        run = await played(new_run("first_week", seed=4), model(server))
        first = server.requests[0]
    assert ending(run) == {"how": "terminated", "why": "finished"}
    moves = [record.move for record in run.moves(main_seat(run))]
    assert [move.tool for move in moves] == [  # type: ignore[union-attr]
        "mail.inbox",
        "directory.search",
        "chat.send",
        "wait",
        "finish",
    ]
    assert first["messages"][0]["role"] == "system"
    assert "rubric" not in json.dumps(first).lower()
    names = [tool["function"]["name"] for tool in first["tools"]]
    assert "mail_send" in names
    assert all("." not in name for name in names)


async def test_text_malformed_and_cut_are_three_observations_none_fatal() -> None:
    rule = scripted(
        says("I shall first think about it."),
        says("A very long answer that never", finish="length"),
        calls(("mail_send", '{"to": ["ines"], "subject": ')),
        calls(("mail_teleport", {})),
        calls(("mail_send", {"to": ["ines"], "subjekt": "x", "body": "y"})),
        says("", finish="content_filter"),
    )
    with RuleServer(rule) as server:
        run = await played(new_run("first_week", seed=4), model(server))
        last = server.requests[-1]["messages"]
    assert notes(run)[:2] == ["text", "cut"]
    errors = [
        r.observation["error"]["code"]
        for r in run.moves(main_seat(run))
        if r.observation and "error" in r.observation
    ]
    assert errors[:3] == ["malformed_arguments", "unknown_tool", "malformed_arguments"]
    assert any("Nothing happened" in str(m["content"]) for m in last if m["role"] == "user")
    assert any("cut off" in str(m["content"]) for m in last if m["role"] == "user")
    assert any("subject" in str(m["content"]) for m in last if m["role"] == "tool")
    assert ending(run) == {"how": "terminated", "why": "finished"}


async def test_one_that_only_talks_is_stopped_by_the_limit_without_progress() -> None:
    with RuleServer(lambda _: says("Let me think.")) as server:
        run = await played(new_run("first_week", seed=4, limits={"idle_calls": 8}), model(server))
    assert ending(run) == {"how": "truncated", "why": "limit: 8 turns in a row without progress"}


async def test_a_model_that_can_t_be_had_is_an_infrastructure_error() -> None:
    with RuleServer(lambda _: 500) as server:
        run = await played(new_run("first_week", seed=4), model(server))
    found = ending(run)
    assert found is not None
    assert found["how"] == "truncated"
    assert found["why"].startswith("infrastructure error: ModelFailedError")


async def test_the_context_stays_bounded_and_dropped_turns_are_journaled() -> None:
    def rule(body: dict[str, Any]) -> Answer:
        if "Write the notes" in str(body["messages"][-1]["content"]):
            return says("Asked Ines for the amendment on Monday; nothing back yet.")
        if turns(body) and len(server.requests) > 70:
            return calls(("finish", {}))
        return calls(("drive_list", {"path": "/"}), ("wait", {"minutes": 20}))

    with RuleServer(rule) as server:
        run = await played(new_run("first_week", seed=4), model(server, context_tokens=14_000))
        sizes = [len(json.dumps(body["messages"])) for body in server.requests]
        assert any("Your notes so far" in json.dumps(body) for body in server.requests)
    assert "context" in notes(run)
    assert len(sizes) > 70
    assert max(sizes) <= 14_000 * 4 + 4_000  # one more turn may be on top


@pytest.mark.parametrize("cut", [2, 30, 61])
async def test_it_is_restored_without_asking_again(cut: int, tmp_path: Path) -> None:
    hour = 3_600_000

    def rule(body: dict[str, Any]) -> Answer:
        if turns(body) >= 12:
            return calls(("finish", {}))
        return calls(("wait", {"minutes": 240, "notification": True}), ("mail_inbox", {}))

    with RuleServer(rule) as server:
        whole = await played(new_run("first_week", seed=4), model(server))
        asked = len(server.requests)
        path = tmp_path / "run.db"
        run = await played(new_run("first_week", seed=4, path=path), model(server), until=cut * hour)
        run.close()
        run = open_run(path, writable=True)
        await played(run, model(server))
        assert run.digest == whole.digest
        assert len(server.requests) == 2 * asked
        replay = await run.replay()
        assert replay.digest == whole.digest
        assert len(server.requests) == 2 * asked
        run.close()


async def test_sixteen_forks_make_sixteen_fresh_first_calls(tmp_path: Path) -> None:
    samples = iter(range(1000))

    def rule(body: dict[str, Any]) -> Answer:
        if turns(body) >= 6:
            return calls(("finish", {"summary": f"sample {next(samples)}"}))
        return calls(
            ("notes_write", {"name": "thought", "text": f"sample {next(samples)}"}), ("wait", {"minutes": 60})
        )

    with RuleServer(rule) as server:
        run = await played(new_run("first_week", seed=4, path=tmp_path / "run.db"), model(server))
        called = [e.seq for e in run.events(("seat.called",))]
        at = called[5]
        firsts: list[str] = []
        for number in range(16):
            fork = run.fork(at, seed=50 + number)
            before = fork.last_seq
            asked = len(server.requests)
            await played(fork, model(server))
            assert len(server.requests) > asked
            fresh = [e.payload for e in fork.events(("seat.called",)) if e.seq > before]
            firsts.append(next(p.arguments for p in fresh if "sample" in p.arguments))  # type: ignore[attr-defined]
            assert [e.digest for e in fork.events(until=at)] == [e.digest for e in run.events(until=at)]
        same = await played(run.fork(at), model(server))
        assert same.digest == run.digest
    assert len(set(firsts)) == 16
    run.close()
