"""Every way in which a model fails, against a real server: typed, told with its fix, and never told with a key."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict

from tenure.engine.minds.client import LiteLLM, Outcome, Request, client_for, close_clients
from tenure.engine.minds.faults import retry_after
from tenure.engine.minds.model.spec import MindSpec
from tenure.engine.minds.prices import by_hand
from tenure.engine.minds.structured import structured
from tests.agents.rule_server import LoopbackServer, Reply, RuleServer, failed, says
from tests.minds.coworker_server import FAILURES, INJECTION, CoworkerServer, Failure, Failures

ASK = Request(
    model="openai/rules",
    messages=({"role": "system", "content": "Be short."}, {"role": "user", "content": "What is the rate?"}),
    max_tokens=50,
)


class Words(BaseModel):
    model_config = ConfigDict(extra="forbid")

    text: str


@pytest.fixture(autouse=True)
async def closed() -> AsyncIterator[None]:
    yield
    await close_clients()


def answers(_: dict[str, Any]) -> dict[str, Any]:
    return {"text": "The rate is four. Ask Ana about the rest."}


def always(how: Failure) -> Failures:
    return lambda _number, _body: how


def client(server: CoworkerServer | RuleServer | str, **more: Any) -> LiteLLM:
    address = server if isinstance(server, str) else server.address
    return LiteLLM(api_base=address, **{"retries": 1, "timeout": 20.0, "backoff": 0.01, **more})


def spec_of(server: CoworkerServer, **more: Any) -> MindSpec:
    return MindSpec.model_validate({"model": "openai/rules", "api_base": server.address, **more})


class TestEveryWayToFail:
    """None raises; what each comes to is stated here."""

    @pytest.mark.parametrize(
        ("how", "status", "fault", "asked"),
        [
            ("429", "unavailable", "rate_limit", 3),
            ("500", "unavailable", "server", 3),
            ("empty", "malformed", "empty", 1),
            ("refusal", "ok", None, 1),
            ("fenced", "ok", None, 1),
            ("half", "ok", None, 1),
            ("wrong_tool", "ok", None, 1),
            ("over_long", "ok", None, 1),
            ("injection", "ok", None, 1),
        ],
    )
    async def test_as_an_outcome(self, how: Failure, status: str, fault: str | None, asked: int) -> None:
        with CoworkerServer(answers, always(how)) as server:
            mine = client(server, retries=2)
            found = await mine.complete(ASK)
            await mine.close()
        assert (found.status, found.fault, found.attempts) == (status, fault, asked)
        assert len(server.requests) == asked
        assert bool(found.error) == (status != "ok")

    @pytest.mark.parametrize(
        ("how", "status", "repaired"),
        [
            ("fenced", "ok", ("fenced JSON", "text around JSON")),
            ("half", "malformed", None),
            ("wrong_tool", "malformed", None),
            ("empty", "malformed", None),
            ("refusal", "refusal", ()),
            ("over_long", "ok", ()),
            ("injection", "malformed", None),
        ],
    )
    async def test_as_an_answer_of_a_shape(
        self, how: Failure, status: str, repaired: tuple[str, ...] | None
    ) -> None:
        with CoworkerServer(answers, always(how)) as server:
            mine = client(server)
            found = await structured(mine.complete, ASK, Words)
            await mine.close()
        assert found.status == status
        assert (found.value is not None) == (status == "ok")
        if repaired is None:
            assert len(found.repaired) == 1
            assert found.repaired[0].startswith("asked again")
        else:
            assert found.repaired == repaired

    @pytest.mark.parametrize("how", ["half", "wrong_tool", "empty", "injection"])
    async def test_a_second_question_mends_what_failed_once(self, how: Failure) -> None:
        with CoworkerServer(answers, {0: how}) as server:
            mine = client(server)
            found = await structured(mine.complete, ASK, Words)
            await mine.close()
        assert found.value == Words.model_validate(answers({}))
        assert [len(one["messages"]) for one in server.requests] == [2, 3 if how in ("empty",) else 4]

    async def test_an_answer_that_instructs_stays_text(self) -> None:
        with CoworkerServer(answers, always("injection")) as server:
            mine = client(server)
            found = await mine.complete(ASK)
            await mine.close()
        assert found.text == INJECTION
        assert not found.tool_calls

    def test_the_server_knows_all_ways(self) -> None:
        assert set(FAILURES) == {
            *("429", "500", "timeout", "hang", "fenced", "half", "wrong_tool", "empty", "refusal"),
            *("over_long", "injection"),
        }


class TestOurOwnClock:
    async def test_a_hang_ends_by_our_clock_and_holds_up_nobody(self) -> None:
        with CoworkerServer(answers, lambda _, body: "hang" if "slow" in str(body) else None) as server:
            mine = client(server, timeout=2.0, retries=0)
            slow = ASK.model_copy(update={"messages": ({"role": "user", "content": "slow"},)})
            await mine.complete(ASK)  # litellm's first call takes its time
            hung = asyncio.create_task(mine.complete(slow))
            quick = [await mine.complete(ASK) for _ in range(5)]
            assert not hung.done()
            assert [one.status for one in quick] == ["ok"] * 5
            found = await hung
            await mine.close()
        assert (found.status, found.fault, found.attempts) == ("timeout", "timeout", 1)
        assert found.error == "no answer within 2 s"

    async def test_a_late_answer_is_a_timeout_and_is_tried_again(self) -> None:
        with CoworkerServer(answers, {1: "timeout"}) as server:
            mine = client(server, timeout=2.0)
            await mine.complete(ASK)
            found = await mine.complete(ASK)
            await mine.close()
        assert (found.status, found.attempts) == ("ok", 2)

    async def test_waiting_for_a_place_is_no_part_of_an_attempt(self) -> None:
        """One at a time, ten calls take longer than one attempt may."""
        with CoworkerServer(answers, delay=0.3) as server:
            mine = client(server, timeout=2.0, retries=0, in_flight=1)
            await mine.complete(ASK)
            found = await asyncio.gather(*(mine.complete(ASK) for _ in range(10)))
            await mine.close()
        assert [one.status for one in found] == ["ok"] * 10
        assert server.most_in_flight == 1

    async def test_calls_in_flight_are_limited_for_all_who_share_a_client(self) -> None:
        with CoworkerServer(answers, delay=0.05) as server:
            spec = spec_of(server, in_flight=3)
            assert client_for(spec) is client_for(MindSpec(**spec.model_dump()))
            await asyncio.gather(*(client_for(spec).complete(ASK) for _ in range(20)))
        assert 1 < server.most_in_flight <= 3

    async def test_a_call_that_is_given_up_leaves_no_connection(self) -> None:
        with CoworkerServer(answers, always("hang")) as server:
            mine = client(server, timeout=60.0)
            task = asyncio.create_task(mine.complete(ASK))
            await until(lambda: bool(server.requests))
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await mine.close()


class TestRetries:
    async def test_they_are_really_made(self) -> None:
        with CoworkerServer(answers, {0: "429", 1: "500", 2: "429"}) as server:
            mine = client(server, retries=3)
            found = await mine.complete(ASK)
            await mine.close()
        assert (found.status, found.attempts, len(server.requests)) == ("ok", 4, 4)

    @pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
    async def test_what_no_retry_mends_is_not_retried(self, status: int) -> None:
        with RuleServer(lambda _: status) as server:
            mine = client(server, retries=3)
            found = await mine.complete(ASK)
            await mine.close()
        assert (found.status, found.attempts, len(server.requests)) == ("unavailable", 1, 1)

    async def test_a_pause_that_the_server_asks_for_is_kept_by_all(self) -> None:
        times: list[float] = []

        class Paused(CoworkerServer):
            def reply(self, number: int, body: dict[str, Any]) -> Reply:
                times.append(asyncio.run(_now()))
                return super().reply(number, body)

        with Paused(answers, {1: "429"}, retry_after="1") as server:
            mine = client(server, retries=1)
            await mine.complete(ASK)
            found = await mine.complete(ASK)
            await mine.close()
        assert found.attempts == 2
        assert times[2] - times[1] >= 1.0

    async def test_a_pause_that_is_too_long_is_an_outcome(self) -> None:
        with CoworkerServer(answers, always("429"), retry_after="3600") as server:
            mine = client(server, retries=5)
            found = await mine.complete(ASK)
            await mine.close()
        assert (found.status, found.attempts) == ("unavailable", 1)
        assert "3600 s" in found.error
        assert "tenure resume" in found.error

    def test_a_pause_may_be_a_date(self) -> None:
        error = Exception()
        later = datetime.now(UTC) + timedelta(minutes=10)
        error.headers = {"Retry-After": format_datetime(later)}  # type: ignore[attr-defined]
        wait = retry_after(error)
        assert wait is not None
        assert 500 < wait <= 600
        error.headers = {"Retry-After": "soon"}  # type: ignore[attr-defined]
        assert retry_after(error) is None

    async def test_an_empty_account_is_no_rate_limit(self) -> None:
        class Broke(RuleServer):
            def reply(self, number: int, body: dict[str, Any]) -> Reply:
                return failed(429, message="You exceeded your current quota (insufficient_quota)")

        with Broke(lambda _: 429) as server:
            mine = client(server, retries=3)
            found = await mine.complete(ASK)
            await mine.close()
        assert (found.fault, len(server.requests)) == ("quota", 1)

    async def test_a_refused_request_spoils_nothing_that_follows(self) -> None:
        history = [
            {"role": "user", "content": [{"type": "text", "text": "look"}]},
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [
                    {"id": "c1", "type": "function", "function": {"name": "look", "arguments": '{"a": '}}
                ],
            },
            {"role": "tool", "tool_call_id": "c1", "content": "the arguments are no JSON"},
        ]
        request = ASK.model_copy(update={"messages": tuple(history)})
        before = request.model_dump_json()

        class Once(RuleServer):
            def reply(self, number: int, body: dict[str, Any]) -> Reply:
                return failed(400, message="bad history") if number == 0 else super().reply(number, body)

        with Once(lambda _: says("ok")) as server:
            mine = client(server)
            first, second = await mine.complete(request), await mine.complete(request)
            await mine.close()
        assert (first.status, second.status) == ("unavailable", "ok")
        assert request.model_dump_json() == before
        assert server.requests[0] == server.requests[1]


class TestShapes:
    async def test_the_schema_reaches_the_server(self) -> None:
        with CoworkerServer(answers) as server:
            mine = client(server)
            await structured(mine.complete, ASK, Words)
            await mine.close()
        sent = server.requests[0]["response_format"]
        assert sent["type"] == "json_schema"
        assert sent["json_schema"]["schema"]["properties"]["text"] == {"title": "Text", "type": "string"}

    async def test_a_server_that_knows_no_schemas_is_asked_without_from_then_on(self) -> None:
        class Plain(CoworkerServer):
            def reply(self, number: int, body: dict[str, Any]) -> Reply:
                if "response_format" in body:
                    return failed(400, message="unknown field response_format")
                return super().reply(number, body)

        with Plain(answers) as server:
            mine = client(server, retries=0)
            for _ in range(3):
                assert (await structured(mine.complete, ASK, Words)).status == "ok"
            await mine.close()
        assert ["response_format" in one for one in server.requests] == [True, False, False, False]


class TestFaultsOfOthers:
    """What others' clients are known to get wrong, as far as no other test here has it."""

    async def test_a_server_that_dies_in_the_middle_is_no_hang(self) -> None:
        class Dying(CoworkerServer):
            def reply(self, number: int, body: dict[str, Any]) -> Reply:
                raise ConnectionResetError("gone")

        with Dying(answers) as server:
            mine = client(server, retries=1)
            found = await mine.complete(ASK)
            await mine.close()
        assert (found.status, found.attempts) == ("unavailable", 2)

    async def test_a_second_question_goes_to_the_same_model_in_the_same_way(self) -> None:
        with CoworkerServer(answers, {0: "injection"}) as server:
            mine = client(server)
            await structured(mine.complete, ASK.model_copy(update={"temperature": 0.5, "seed": 3}), Words)
            await mine.close()
        first, second = ({k: v for k, v in one.items() if k != "messages"} for one in server.requests)
        assert first == second
        assert (first["model"], first["temperature"], first["seed"]) == ("rules", 0.5, 3)

    async def test_a_model_without_a_price_costs_nobody_knows_what_rather_than_nothing(self) -> None:
        with CoworkerServer(answers) as server:
            mine = client(server)
            found = await mine.complete(ASK)
            await mine.close()
        assert found.status == "ok"
        assert found.cost is None

    async def test_no_price_list_is_fetched(self) -> None:
        await client("http://127.0.0.1:9/v1", retries=0).complete(ASK)
        assert os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] == "True"

    async def test_what_a_claude_model_is_to_keep_of_a_prompt_is_marked_and_counted(self) -> None:
        class Claude(LoopbackServer):
            def reply(self, number: int, body: dict[str, Any]) -> Reply:
                usage = {"input_tokens": 10, "output_tokens": 5, "cache_read_input_tokens": 90}
                said = {"type": "message", "role": "assistant", "content": [{"type": "text", "text": "Yes."}]}
                more = {"id": "m", "model": body["model"], "stop_reason": "end_turn", "usage": usage}
                return Reply(200, json.dumps({**said, **more}))

        tool = {"type": "function", "function": {"name": "look", "parameters": {"type": "object"}}}
        request = ASK.model_copy(update={"model": "anthropic/claude-sonnet-4-5"})
        with Claude() as server:
            mine = LiteLLM(
                api_base=server.address.removesuffix("/v1"),
                api_key="a-key",
                price=by_hand(("3", "0.3", "15")),
            )
            found = await mine.complete(request)
            await mine.complete(request.model_copy(update={"tools": (tool,)}))
            await mine.close()
        assert (found.tokens.input, found.tokens.cached, found.tokens.output) == (100, 90, 5)
        assert found.cost == "0.000132"
        plain, with_tools = server.requests
        assert plain["system"][-1]["cache_control"]
        assert "cache_control" not in json.dumps(plain["messages"])  # the situation comes once
        assert "cache_control" in json.dumps(with_tools["messages"])


class TestConnections:
    async def test_all_are_closed_at_the_end(self) -> None:
        with CoworkerServer(answers, delay=0.02) as server:
            spec = spec_of(server, in_flight=8)
            for _ in range(3):
                await asyncio.gather(*(client_for(spec).complete(ASK) for _ in range(24)))
            assert server.connections <= 8
            await close_clients()
            await until(lambda: not server.connections)
            assert (await client_for(spec).complete(ASK)).status == "ok"  # and open again when asked

    def test_one_client_serves_one_event_loop_after_another(self) -> None:
        with CoworkerServer(answers) as server:
            mine = client(server, in_flight=1)

            async def twice() -> tuple[Outcome, Outcome]:
                found = await asyncio.gather(mine.complete(ASK), mine.complete(ASK))
                await mine.close()
                return found

            for _ in range(3):
                assert [one.status for one in asyncio.run(twice())] == ["ok", "ok"]


class TestTheServer:
    async def test_it_tells_what_of_a_prompt_it_has_seen(self) -> None:
        long = "The rules are the same for all. " * 100
        with CoworkerServer(answers) as server:
            mine = client(server)
            found = [
                await mine.complete(
                    ASK.model_copy(update={"messages": ({"role": "system", "content": f"{long}{number}"},)})
                )
                for number in range(3)
            ]
            await mine.close()
        shares = [(one.tokens.cached or 0) / (one.tokens.input or 1) for one in found]
        assert shares[0] == 0
        assert all(share > 0.9 for share in shares[1:])
        assert server.used["input"] == sum(one.tokens.input or 0 for one in found)

    async def test_it_fails_by_number_and_counts(self) -> None:
        with CoworkerServer(answers, {0: "refusal", 2: "empty"}) as server:
            mine = client(server)
            for _ in range(3):
                await mine.complete(ASK)
            await mine.close()
        assert [server.failed[number] for number in range(3)] == ["refusal", None, "empty"]
        assert server.count("empty") == 1


async def until(done: Callable[[], bool]) -> None:
    """Wait for what another thread does."""
    for _ in range(3_000):
        if done():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never happened")


async def _now() -> float:
    return asyncio.get_running_loop().time()
