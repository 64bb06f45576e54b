"""A server on standard input and output: only the protocol is written there, and it goes when its client does."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tenure.scenarios.play import open_run
from tests.access.doors import TENURE, typed
from tests.scenarios.test_world import two_seats

HELLO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "a client", "version": "1"},
}


@contextmanager
def server(*arguments: str | Path, cwd: Path) -> Generator[subprocess.Popen[str]]:
    with (
        (cwd / "errors.txt").open("w") as errors,
        subprocess.Popen(
            [*TENURE, "serve", *map(str, arguments), "--mcp", "stdio"],
            cwd=cwd,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            bufsize=1,
        ) as process,
    ):
        try:
            yield process
        finally:
            process.kill()


def ask(process: subprocess.Popen[str], number: int, method: str, params: Mapping[str, Any]) -> Any:
    """A request as raw text, and its answer."""
    assert process.stdin is not None
    assert process.stdout is not None
    asked = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    process.stdin.write(json.dumps(asked) + "\n")
    return json.loads(process.stdout.readline())


def greet(process: subprocess.Popen[str]) -> Any:
    assert process.stdin is not None
    answer = ask(process, 0, "initialize", HELLO)
    process.stdin.write('{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
    return answer


LOUD = """
import os, sys

class Policy:
    name = "loud"

    async def play(self, session):
        print("on standard output")
        os.system("echo from a child")
        os.write(1, b"on the descriptor")
        assert sys.stdin.read() == ""
        await session.wait(minutes=1000)
        print("awake again")
        await session.finish()
"""


def test_nothing_but_the_protocol_is_written_and_nothing_but_it_is_read(tmp_path: Path) -> None:
    for name, data in two_seats().files.items():
        (tmp_path / "pack" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "pack" / name).write_bytes(data)
    (tmp_path / "loud.py").write_text(LOUD)
    with server("./pack", "--agent", "clerk=loud.py", "--out", "run", cwd=tmp_path) as process:
        assert process.stdin is not None
        assert greet(process)["result"]["serverInfo"]["name"] == "tenure"
        process.stdin.write("{not json\n\n[]\n")
        called = ask(process, 1, "tools/call", {"name": "wait", "arguments": {"minutes": 120}})
        while (
            "id" not in called or called["id"] != 1
        ):  # a line that is no message may be answered by an error
            assert "error" in called
            assert process.stdout is not None
            called = json.loads(process.stdout.readline())
        assert called["result"]["structuredContent"]["ok"], called
        process.stdin.close()  # the client hangs up
        assert process.wait(20) == 0
        assert process.stdout is not None
        assert process.stdout.read() == ""
    said = (tmp_path / "errors.txt").read_text()
    assert "on standard output" in said
    assert "from a child" in said
    assert "Traceback" not in said
    with open_run(tmp_path / "run") as run:
        assert len(run.moves("analyst")) == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_it_though_its_client_is_still_there(number: int, tmp_path: Path) -> None:
    with server("first_week", "--out", "run", cwd=tmp_path) as process:
        greet(process)
        process.send_signal(number)
        assert process.wait(20) == 130
    assert "Everything is kept" in (tmp_path / "errors.txt").read_text()
    assert not (tmp_path / "run/run.db-wal").exists()


def test_what_makes_no_sense_is_told_before_anything_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "http or stdio" in typed("serve", "first_week", "--mcp", "smoke", code=2)
    assert "no such folder" in typed("serve", "first_week", "--seat-file", "missing/seat.json", code=2)
    assert "no pack" in typed("serve", "no_such_pack", "--mcp", "stdio", code=2).replace("there is ", "")
    assert list(tmp_path.iterdir()) == []
    assert "has analyst" in typed("serve", "first_week", "--seat", "clerk", "--out", tmp_path / "a", code=2)
    assert "held from outside" in typed("serve", tmp_path / "a", "--agent", "analyst=null", code=2)
    assert "the run has" in typed("serve", tmp_path / "a", "--agent", "clerk=null", code=2)
    assert "for a new run" in typed("serve", tmp_path / "a", "--limit", "calls=3", code=2)
