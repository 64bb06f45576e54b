"""Runs played in processes of their own, and killed there."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from tenure.engine.kernel.journal import Journal

ROOT = Path(__file__).parents[2]


def started(script: str, path: Path, *arguments: str, hashseed: str = "0") -> subprocess.Popen[str]:
    """A process that plays the run of that file; it says ``ready``, and at its end the digest."""
    return subprocess.Popen(
        [sys.executable, "-c", script, str(path), *arguments],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONHASHSEED": hashseed},
        cwd=ROOT,
    )


def finished(script: str, path: Path, *arguments: str, hashseed: str = "0") -> str:
    """The digest of the run once it is played."""
    process = started(script, path, *arguments, hashseed=hashseed)
    out, _ = process.communicate(timeout=600)
    assert process.returncode == 0
    return out.split()[-1]


def reached(path: Path) -> int:
    """Events that are in the file by now."""
    journal = Journal.open(path)
    try:
        return journal.next_seq
    finally:
        journal.close()


def killed_and_finished(script: str, path: Path, *arguments: str, kills: int, events: int) -> str:
    """The digest of a run that was killed so many times, at random places among so many events."""
    draw = random.Random(kills)
    seen: list[int] = []
    for _ in range(kills):
        process = started(script, path, *arguments)
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        wanted = reached(path) + draw.randrange(1, 1 + events // kills)
        limit = time.monotonic() + 60
        while process.poll() is None and reached(path) < wanted and time.monotonic() < limit:
            time.sleep(0.002)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        seen.append(reached(path))
    assert len(set(seen)) > kills // 2, seen  # it got on between the kills
    return finished(script, path, *arguments)
