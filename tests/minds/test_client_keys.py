"""What is wrong is told with what mends it, and never with a key."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tenure.engine.kernel.blobs import unpack
from tenure.engine.kernel.journal import Journal
from tenure.engine.kernel.ledger import Calls, Ledger
from tenure.engine.minds.client import LiteLLM, ask, client_for, close_clients, unusable
from tenure.engine.minds.faults import KEY_VARIABLE, cleaned
from tenure.engine.minds.model.spec import MindSpec
from tests.agents.rule_server import Reply, RuleServer, failed, says
from tests.minds.coworker_server import CoworkerServer
from tests.minds.test_client_failures import ASK, always, answers, client

KEY = "sk-live-0123456789abcdefghij"


@pytest.fixture(autouse=True)
async def closed() -> AsyncIterator[None]:
    yield
    await close_clients()


class TestFixes:
    async def test_a_missing_key_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("OPENAI_API_KEY", raising=False)
        spec = MindSpec.model_validate({"model": "openai/gpt-4o-mini"})
        found = await client_for(spec).complete(ASK.model_copy(update={"model": spec.model}))
        assert (found.status, found.fault, found.attempts) == ("unavailable", "credentials", 1)
        assert "OPENAI_API_KEY" in found.error
        assert "Traceback" not in found.error
        assert "OPENAI_API_KEY" in str(await unusable(spec))
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        assert await unusable(spec) is None

    async def test_a_server_by_address_gets_its_own_key_and_no_providers(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        monkeypatch.delenv(KEY_VARIABLE, raising=False)
        with RuleServer(lambda _: 401) as server:
            mine = client(server)
            found = await mine.complete(ASK)
            assert KEY_VARIABLE in found.error
            await mine.close()
            monkeypatch.setenv(KEY_VARIABLE, "another-key-123456")
            await mine.complete(ASK)
            await mine.close()
        assert KEY not in " ".join(server.authorizations)
        assert server.authorizations[-1] == "Bearer another-key-123456"

    async def test_a_prompt_that_is_too_long(self) -> None:
        class Small(RuleServer):
            def reply(self, number: int, body: dict[str, Any]) -> Reply:
                return failed(400, message="the request exceeds the available context size (4096 tokens)")

        with Small(lambda _: 400) as server:
            mine = client(server, retries=3)
            found = await mine.complete(ASK)
            await mine.close()
        assert (found.status, found.fault, found.attempts) == ("unavailable", "context_window", 1)
        assert "shorter prompts" in found.error

    async def test_a_name_without_a_provider(self) -> None:
        found = await LiteLLM(retries=3).complete(ASK.model_copy(update={"model": "rules"}))
        assert (found.status, found.attempts) == ("unavailable", 1)
        assert "openai/rules" in found.error

    async def test_with_an_address_a_bare_name_will_do(self) -> None:
        with CoworkerServer(answers) as server:
            mine = client(server)
            found = await mine.complete(ASK.model_copy(update={"model": "rules"}))
            await mine.close()
        assert found.status == "ok"
        assert server.requests[0]["model"] == "rules"

    async def test_thinking_that_ate_the_whole_answer_is_said(self) -> None:
        with RuleServer(lambda _: says("", "length")) as server:
            mine = client(server)
            found = await mine.complete(ASK)
            await mine.close()
        assert found.status == "malformed"
        assert "longer answers" in found.error


class TestNoKeyIsKept:
    @pytest.mark.parametrize("how", ["echo", "hang", "works"])
    async def test_in_no_run_no_log_and_no_output(
        self,
        how: str,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capfd: pytest.CaptureFixture[str],
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        """A server that repeats the key in its error, one that hangs, one that works."""
        caplog.set_level(logging.DEBUG)
        monkeypatch.setenv(KEY_VARIABLE, KEY)
        by_hand = "by-hand-9876543210zyxw"

        class Echo(CoworkerServer):
            def reply(self, number: int, body: dict[str, Any]) -> Reply:
                if how == "echo":
                    said = f"Incorrect API key provided: {self.authorizations[-1].split()[-1]}."
                    return failed(401, message=said)
                return super().reply(number, body)

        path = tmp_path / "run.db"
        with Echo(answers, always("hang") if how == "hang" else None) as server:
            journal = Journal.create(path, {"seed": 1})
            ledger = Ledger(journal)
            for number, mine in enumerate(
                (client(server, timeout=1.0), client(server, timeout=1.0, api_key=by_hand))
            ):
                outcome = await ask(mine, Calls(ledger, "ines", number), ASK)
                assert outcome.status == {"echo": "unavailable", "hang": "timeout", "works": "ok"}[how]
                assert KEY not in outcome.error
                assert by_hand not in outcome.error
                if how == "echo":
                    assert "[key]" in outcome.error
                await mine.close()
            journal.close()
        assert server.authorizations[0] == f"Bearer {KEY}"
        assert f"Bearer {by_hand}" in server.authorizations
        kept = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
        kept += b"".join(unpacked(path))
        out = capfd.readouterr()
        everything = kept + (out.out + out.err + caplog.text).encode()
        assert KEY.encode() not in everything
        assert by_hand.encode() not in everything
        assert b"What is the rate?" in everything  # so that a key would have been seen

    @pytest.mark.parametrize(
        "text",
        [
            f"Incorrect API key provided: {KEY}",
            "Authorization: Bearer abcdefghijkl",
            "https://user:hunter22@example.org/v1 refused",
            "https://example.org/v1?key=abc123 refused",
            "Incorrect API key provided: sk-liv*****ghij",
        ],
    )
    def test_what_looks_like_a_key_is_taken_out(self, text: str) -> None:
        found = cleaned(text, ())
        assert "[key]" in found
        for secret in (KEY, "abcdefghijkl", "hunter22", "abc123", "ghij"):
            assert secret not in found

    def test_plain_words_stay(self) -> None:
        text = "no answer within 60 s; the tokens of key-value stores; risk-free and ask-me-anything"
        assert cleaned(text, ()) == text


def unpacked(path: Path) -> list[bytes]:
    """Every compressed value of a run, as it reads."""
    found: list[bytes] = []
    database = sqlite3.connect(path)
    for (table,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        for row in database.execute(f"SELECT * FROM {table}"):
            for value in row:
                if isinstance(value, bytes):
                    try:
                        found.append(unpack(value))
                    except Exception:  # noqa: BLE001  (a digest is no compressed text)
                        found.append(value)
                else:
                    found.append(json.dumps(value, default=str).encode())
    database.close()
    return found
