"""Servers that say what cannot be: told in one clean line, and counted as nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tenure.engine.minds.client import LiteLLM, Outcome, Request
from tenure.engine.minds.prices import by_hand
from tests.agents.rule_server import LoopbackServer, Reply, completion, says

ASK = Request(model="openai/odd", messages=({"role": "user", "content": "What is the rate?"},), max_tokens=50)


class Odd(LoopbackServer):
    """Answers with some parts replaced."""

    def __init__(self, **parts: Any) -> None:
        super().__init__()
        self.parts = parts

    def reply(self, number: int, body: dict[str, Any]) -> Reply:
        return Reply(200, json.dumps(completion(body, says("Four."), 100, 10, 0) | self.parts))


async def outcome(**parts: Any) -> Outcome:
    with Odd(**parts) as server:
        mine = LiteLLM(api_base=server.address, timeout=20, retries=0, price=by_hand(("1", "1", "1")))
        found = await mine.complete(ASK)
        await mine.close()
    return found


@pytest.mark.parametrize(("told", "kept"), [(-(10**6), None), (10**30, None), (100, 100)])
async def test_tokens_that_cannot_be_are_as_good_as_not_told(told: int, kept: int | None) -> None:
    usage = {"prompt_tokens": told, "completion_tokens": 10, "total_tokens": told + 10}
    found = await outcome(usage=usage)
    assert found.status == "ok"
    assert found.tokens.input == kept
    assert (found.cost is None) == (kept is None)


@pytest.mark.parametrize(
    "parts",
    [
        {"usage": {"prompt_tokens": "many", "completion_tokens": [1], "total_tokens": {}}},
        {"choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": {}}}]},
        {"choices": {"0": 1}, "usage": "lots"},
    ],
)
async def test_wrong_types_fail_in_one_line_without_anybodys_paths(parts: dict[str, Any]) -> None:
    found = await outcome(**parts)
    assert found.status != "ok"
    assert found.error
    assert "Traceback" not in found.error
    assert 'File "' not in found.error
