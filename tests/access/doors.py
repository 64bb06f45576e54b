"""Served runs in processes of their own, and the ways to them."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from typer.testing import CliRunner

from tenure.engine.access.client import Remote
from tenure.engine.access.host import Host, others
from tenure.engine.access.httpdoor import address_of, listener, web_server
from tenure.engine.cli import app
from tenure.engine.kernel.run import Run
from tenure.engine.kernel.seats import Call
from tenure.scenarios.play import main_seat, new_run, open_run, pack_in, play, policy_named

SEED = 7
TENURE = [sys.executable, "-W", "error", "-c", "from tenure.engine.cli import main; main()"]
ROOT = Path(__file__).resolve().parents[2]
CLIENT = ROOT / "engine/access/client.py"


class Week(NamedTuple):
    """A week as the reference plays it in process: its calls, what they gave, and the digest."""

    calls: list[tuple[str, dict[str, Any]]]
    seen: list[dict[str, Any]]
    digest: str


async def reference_week() -> Week:
    with new_run("first_week", seed=SEED) as run:
        await play(run, {main_seat(run): policy_named("reference", pack_in(run))})
        records = [one for one in run.moves(main_seat(run)) if isinstance(one.move, Call)]
        calls = [(str(one.move[0]), json.loads(one.move[1])) for one in records]
        return Week(calls, [dict(one.observation or {}) for one in records], run.digest)


def digest_of(folder: Path) -> str:
    with open_run(folder) as run:
        return run.digest


@dataclass
class Served:
    """A server under way."""

    process: subprocess.Popen[str]
    folder: Path
    seats: dict[str, dict[str, str]]
    said: list[str] = field(default_factory=list[str])

    @property
    def url(self) -> str:
        return self.seats["analyst"]["url"]

    @property
    def token(self) -> str:
        return self.seats["analyst"]["token"]

    @property
    def remote(self) -> Remote:
        return Remote(self.url, self.token)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """Ctrl-C; its exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(20)

    def ended(self) -> int:
        """Wait until it ends by itself; its exit code."""
        return self.process.wait(20)


@contextmanager
def serve(target: str | Path, *options: str | Path, cwd: Path, out: Path | None = None) -> Generator[Served]:
    """Serve a pack or a run over HTTP until the block is left."""
    folder = out or (Path(target) if isinstance(target, Path) else cwd / "run")
    new = [] if isinstance(target, Path) else ["--out", folder, "--seed", SEED]
    arguments = ["serve", target, "--json", *new, *options]
    with (cwd / "server.txt").open("a") as errors:
        process = subprocess.Popen(
            [*TENURE, *map(str, arguments)], cwd=cwd, stdout=subprocess.PIPE, stderr=errors, text=True
        )
        assert process.stdout is not None
        with process.stdout:
            try:
                line = process.stdout.readline()
                assert line, (cwd / "server.txt").read_text()
                yield Served(process, folder, json.loads(line)["seats"])
            finally:
                if process.poll() is None:
                    process.terminate()
                    process.wait(20)


@dataclass
class Hosted:
    """A run that is served in the test's own process."""

    run: Run
    host: Host
    url: str
    token: str

    @property
    def http(self) -> httpx2.AsyncClient:
        headers = {"Authorization": f"Bearer {self.token}"}
        return httpx2.AsyncClient(base_url=self.url, headers=headers, timeout=20)


@asynccontextmanager
async def hosted(
    run: Run, seats: Sequence[str] = ("analyst",), address: str = "127.0.0.1"
) -> AsyncGenerator[Hosted]:
    """Serve a run over HTTP from this process."""
    tokens = {seat: f"token-of-{seat}" for seat in seats}
    made = listener(address, 0)
    async with Host(run, seats, others(run, seats), tokens) as host:
        web = web_server(host, address)
        serving = asyncio.create_task(web.serve([made]))
        try:
            yield Hosted(run, host, address_of(made, address), tokens[seats[0]])
        finally:
            web.should_exit = True
            await serving


@asynccontextmanager
async def over_http(served: Served | Hosted) -> AsyncGenerator[Client]:
    """A stock client with the token in the header."""
    headers = {"Authorization": f"Bearer {served.token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=20) as http,
        Client(streamable_http_client(f"{served.url}/mcp", http_client=http)) as client,
    ):
        yield client


@asynccontextmanager
async def over_path(served: Served | Hosted) -> AsyncGenerator[Client]:
    """A stock client that can't send headers."""
    async with Client(f"{served.url}/{served.token}/mcp") as client:
        yield client


@asynccontextmanager
async def over_stdio(target: str | Path, *options: str | Path, cwd: Path) -> AsyncGenerator[Client]:
    """A stock client that starts the server itself."""
    arguments = [*TENURE[1:], "serve", str(target), "--mcp", "stdio", *map(str, options)]
    server = StdioServerParameters(command=TENURE[0], args=arguments, env=dict(os.environ), cwd=cwd)
    async with Client(server) as client:
        yield client


def command(
    *arguments: str | Path, cwd: Path, given: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """The `tenure` command in a process of its own."""
    return run_program([*TENURE, *map(str, arguments)], cwd=cwd, given=given, **environment)


def typed(*arguments: str | Path, code: int = 0, given: str | None = None) -> str:
    """The `tenure` command in this process; what it printed."""
    result = CliRunner().invoke(app, [str(one) for one in arguments], input=given, env={"COLUMNS": "100"})
    assert result.exit_code == code, f"{result.output}\n{result.exception!r}"
    return result.output


def run_program(
    arguments: Sequence[str], *, cwd: Path, given: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("TENURE_")}
    return subprocess.run(
        list(arguments),
        cwd=cwd,
        env={**kept, **environment},
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )


def wait_for(path: Path) -> None:
    """Until a file is there."""
    for _ in range(400):
        if path.exists():
            return
        time.sleep(0.05)
    raise AssertionError(f"{path} never came")


async def play_on(client: Client, week: Week, first: int = 0, last: int | None = None) -> None:
    """Make the reference's calls; each gives what it gave in process."""
    for (tool, arguments), seen in list(zip(week.calls, week.seen, strict=True))[first:last]:
        result = await client.call_tool(tool.replace(".", "_"), arguments)
        assert result.structured_content == seen
        assert result.is_error == (not seen["ok"])
