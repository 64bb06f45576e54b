"""A process that dies while many models think: whoever goes on pays for no answer again that it had."""

from __future__ import annotations

import asyncio
import json
import random
import signal
import time
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tenure.engine.kernel.blobs import unpack
from tenure.engine.kernel.journal import Journal
from tenure.engine.minds.model.spec import MindSpec
from tests.agents.rule_server import Reply
from tests.minds import staff
from tests.minds.coworker_server import CoworkerServer
from tests.minds.rules import cooperative
from tests.scenarios.cuts import started

# litellm makes its request on a thread: one that is cut short there leaves a coroutine behind
pytestmark = pytest.mark.filterwarnings("ignore:coroutine .*acompletion.* was never awaited:RuntimeWarning")
MANY = 20
"""Calls in flight at a kill."""
SHORT, LONG = 40 * 60_000, 100 * 60_000
"""Milliseconds: until everybody has been asked once, and three times."""
LIMIT_S = 180

CHILD = """
import asyncio, sys
from pathlib import Path
from tenure.engine.kernel.run import Run
from tests.minds import staff
from tests.minds.test_killed import spec
path, address, early, until = Path(sys.argv[1]), sys.argv[2], sys.argv[3] == "early", int(sys.argv[4])
mind = spec(address, early)
if path.exists():
    run = Run.open(path, staff.building(mind), writable=True, speculate=early)
else:
    run = staff.begun(mind, path=path, speculate=early)
print("ready", flush=True)
asyncio.run(run.play(until=until))
run.close()
print(run.digest)
"""


class Slow(CoworkerServer):
    """Takes its time, and knows what it has answered."""

    def __init__(self) -> None:
        super().__init__(cooperative)
        self.slow = True
        self.answered: list[int] = []

    def reply(self, number: int, body: dict[str, Any]) -> Reply:
        if self.slow:
            self.closing.wait(0.3 + number * 7 % 10 / 8)
        made = super().reply(number, body)
        with self.lock:
            self.answered.append(number)
        return made


def spec(address: str, early: bool) -> MindSpec:
    given = {"model": "openai/rules", "api_base": address, "early": early, "ambient": True, "in_flight": 48}
    return MindSpec.model_validate(given)


def asked(body: dict[str, Any]) -> str:
    """A request, as what it says."""
    return json.dumps(body["messages"], sort_keys=True)


def kept(path: Path) -> dict[str, bool]:
    """Every request whose answer is in the run file, and whether it belongs to a guess that was given up."""
    journal = Journal.open(path)
    try:
        rows = journal.rows("SELECT outcome, discarded FROM model_calls WHERE idx >= 0")
        found: dict[str, bool] = {}
        for outcome, discarded in rows:
            row = json.loads(unpack(outcome))
            assert row["outcome"]["status"] == "ok"
            found[asked(row["request"])] = bool(discarded)
        return found
    finally:
        journal.close()


class Kill(NamedTuple):
    """How a process ended."""

    flying: int
    """Calls in flight."""
    answered: int
    """Answers that had left the server."""


def killed(server: Slow, path: Path, variant: str, until: int, least: int) -> Kill:
    """Let a process play until many calls are in flight and some answers are kept, and kill it there."""
    before = len(kept(path)) if path.exists() else 0
    process = started(CHILD, path, server.address, variant, str(until))
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    limit = time.monotonic() + LIMIT_S
    while process.poll() is None and time.monotonic() < limit:
        if server.in_flight >= MANY and len(kept(path)) >= before + least:
            break
        time.sleep(0.02)
    kill = Kill(server.in_flight, len(server.answered))
    process.send_signal(signal.SIGKILL)
    process.communicate()
    while server.in_flight and time.monotonic() < limit:
        time.sleep(0.01)
    return kill


def whole(early: bool, until: int) -> str:
    """The digest of the run that nobody kills."""
    with CoworkerServer(cooperative) as server:
        run = staff.begun(spec(server.address, early), speculate=early)
        asyncio.run(run.play(until=until))
        assert len(set(map(asked, server.requests))) == len(server.requests)
        return run.digest


def dies(path: Path, variant: str, until: int, kills: int) -> None:
    draw = random.Random(kills)
    flying: list[int] = []
    known: list[int] = []
    lost = 0
    with Slow() as server:
        for _ in range(kills):
            before = kept(path) if path.exists() else {}
            begun, answered = len(server.requests), len(server.answered)
            kill = killed(server, path, variant, until, draw.randrange(1, 12))
            after = kept(path)
            flying.append(kill.flying)
            known.append(len(after))
            assert before.keys() <= after.keys()
            again = [one for one in map(asked, server.requests[begun:]) if one in before]
            assert not again, f"{len(again)} asked again that were answered before the kill, first {again[0]}"
            sent = {asked(server.requests[number]) for number in server.answered[answered : kill.answered]}
            lost += len(sent - after.keys())  # on their way when the process died
        server.slow = False
        before, begun = kept(path), len(server.requests)
        process = started(CHILD, path, server.address, variant, str(until))
        out, _ = process.communicate(timeout=LIMIT_S)
        assert process.returncode == 0
        assert not [one for one in map(asked, server.requests[begun:]) if one in before]
        total, different = len(server.requests), len(set(map(asked, server.requests)))
    print(
        f"{variant}: {flying} in flight, {known} kept, {lost} lost on their way, {total} asked, {different} different"
    )
    assert max(flying) >= MANY
    assert known[0] > 0
    assert out.split()[-1] == whole(variant == "early", until)


def test_a_kill_with_many_calls_in_flight(tmp_path: Path) -> None:
    dies(tmp_path / "run.db", "early", SHORT, 1)


@pytest.mark.accept
@pytest.mark.parametrize("variant", ["plain", "early"])
def test_many_kills_with_many_calls_in_flight(tmp_path: Path, variant: str) -> None:
    dies(tmp_path / "run.db", variant, LONG, 6)
