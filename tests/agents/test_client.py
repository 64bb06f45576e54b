"""The model client against a real server: every failure of a model is a typed outcome."""

from __future__ import annotations

from typing import Any

import pytest

from tenure.engine.minds.client import LiteLLM, Outcome, Request
from tests.agents.rule_server import Answer, RuleServer, calls, says

# litellm logs in tasks of its own and drops them when a loop ends; that is not what is tested here
pytestmark = [
    pytest.mark.filterwarnings("ignore:coroutine .* was never awaited:RuntimeWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

ASK = Request(model="openai/rules", messages=({"role": "user", "content": "hello"},), max_tokens=50)


async def outcome_of(
    *answers: Answer | int | str, retries: int = 1, timeout: float = 20.0
) -> tuple[Outcome, int]:
    left = list(answers)

    def rule(_: dict[str, Any]) -> Answer | int | str:
        return left.pop(0) if len(left) > 1 else left[0]

    with RuleServer(rule) as server:
        client = LiteLLM(api_base=server.address, retries=retries, timeout=timeout)
        found = await client.complete(ASK)
        await client.close()
        return found, len(server.requests)


async def test_an_answer_with_all_that_the_server_said() -> None:
    found, asked = await outcome_of(says("good morning"))
    assert (found.status, found.text, found.finish_reason, asked) == ("ok", "good morning", "stop", 1)
    assert found.tokens.cached == 7
    assert found.tokens.output == 20
    assert found.revision is not None
    assert "rules-1" in found.revision
    assert found.logprobs is None


async def test_tool_calls_keep_their_arguments_as_text() -> None:
    found, _ = await outcome_of(calls(("mail_send", '{"to": ["ines"], "bod')))
    assert found.tool_calls[0].name == "mail_send"
    assert found.tool_calls[0].arguments == '{"to": ["ines"], "bod'


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_a_passing_failure_is_tried_again(status: int) -> None:
    found, asked = await outcome_of(status, says("at last"))
    assert (found.status, found.text, found.attempts, asked) == ("ok", "at last", 2, 2)


@pytest.mark.parametrize(("status", "attempts"), [(429, 2), (500, 2), (401, 1), (400, 1)])
async def test_a_lasting_failure_is_unavailable(status: int, attempts: int) -> None:
    found, asked = await outcome_of(status)
    assert (found.status, found.attempts, asked) == ("unavailable", attempts, attempts)
    assert str(status) in found.error or "fail" in found.error


async def test_a_hanging_server_times_out() -> None:
    found, _ = await outcome_of("hang", retries=0, timeout=1.0)
    assert found.status == "timeout"


async def test_half_an_answer_is_no_crash() -> None:
    found, _ = await outcome_of('{"choices": [{"mess', retries=0)
    assert found.status in ("unavailable", "malformed")


async def test_nobody_listens() -> None:
    client = LiteLLM(api_base="http://127.0.0.1:9/v1", retries=0)
    found = await client.complete(ASK)
    assert found.status == "unavailable"


async def test_content_filters_are_refusals() -> None:
    found, _ = await outcome_of(says("", "content_filter"))
    assert found.status == "refusal"
