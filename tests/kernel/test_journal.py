"""Run files that are damaged, newer, busy or out of room: a clear error, and nothing lost."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tenure.engine.kernel.journal import Journal, JournalError
from tenure.engine.kernel.lock import RunBusy
from tenure.engine.kernel.run import Run
from tests.kernel.toy import builder

ROOT = Path(__file__).parents[2]
WORLD = builder(hours=3)


async def made(path: Path) -> str:
    with Run.create(WORLD, {"a": b"b" * 500}, {"task": "t"}, 7, path=path) as run:
        await run.play()
        return run.digest


async def test_a_closed_run_is_one_file(tmp_path: Path) -> None:
    await made(tmp_path / "run.db")
    assert [p.name for p in tmp_path.iterdir()] == ["run.db"]


async def test_not_a_run_file(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    path.write_text("a text, not a database, and long enough to be taken for one" * 40)
    with pytest.raises(JournalError, match="not a run file, or damaged"):
        Run.open(path, WORLD)
    with pytest.raises(JournalError, match="no such run file"):
        Run.open(tmp_path / "other.db", WORLD)
    path.write_bytes(b"")
    with pytest.raises(JournalError, match="not a run file, or damaged"):
        Run.open(path, WORLD)


async def test_a_newer_version_is_named(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    await made(path)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE meta SET value = '99' WHERE key = 'format'")
    connection.close()
    with pytest.raises(JournalError, match=r"newer version of tenure .*99.*: update tenure"):
        Run.open(path, WORLD)


async def test_a_newer_event_kind_is_named(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    await made(path)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE events SET version = 9 WHERE seq = 5")
        connection.execute("DELETE FROM checkpoints")
    connection.close()
    with pytest.raises(JournalError, match="has version 9; this installation knows"):
        Run.open(path, WORLD)


async def test_a_changed_event_is_found(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    await made(path)
    with sqlite3.connect(path) as connection:
        connection.execute(
            "UPDATE events SET payload = replace(payload, 'passed on', 'passed 0n') WHERE seq = 60"
        )
        connection.execute("UPDATE events SET at = at + 1 WHERE seq = 60")
    connection.close()
    with pytest.raises(JournalError, match="damaged at event 60"):
        Journal.open(path).verify()


async def test_a_garbled_event_is_named(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    await made(path)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE events SET payload = x'7b7b' WHERE seq = 60")
        connection.execute("DELETE FROM checkpoints")
    connection.close()
    with pytest.raises(JournalError, match=r"event 60 .* can't be read: the file is damaged"):
        Run.open(path, WORLD)


async def test_a_truncated_file(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    await made(path)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2 // 4096 * 4096])
    with pytest.raises(JournalError, match="damaged"):
        Run.open(path, WORLD).journal.verify()


async def test_a_missing_blob(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    await made(path)
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM blobs")
    connection.close()
    with pytest.raises(JournalError, match=r"blob .* is missing"):
        Run.open(path, WORLD)


async def test_two_processes_can_t_write_one_run(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    await made(path)
    code = (
        "import sys; from pathlib import Path; from tenure.engine.kernel.run import Run;"
        "from tests.kernel.toy import builder; run = Run.open(Path(sys.argv[1]), builder(hours=3), writable=True);"
        "print('open', flush=True); sys.stdin.read()"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    other = subprocess.Popen(
        [sys.executable, "-c", code, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert other.stdout is not None
    assert other.stdout.readline() == "open\n"
    with pytest.raises(RunBusy, match="another process has this run open"):
        Run.open(path, WORLD, writable=True)
    reader = Run.open(path, WORLD)
    assert reader.last_seq > 100
    reader.close()
    other.kill()
    other.communicate()
    Run.open(path, WORLD, writable=True).close()


async def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    whole = await made(tmp_path / "whole.db")
    path = tmp_path / "run.db"
    run = Run.create(WORLD, {"a": b"b" * 500}, {"task": "t"}, 7, path=path)
    pages = next(run.journal.rows("PRAGMA page_count"))[0]
    list(run.journal.rows(f"PRAGMA max_page_count = {pages + 2}"))
    with pytest.raises(JournalError, match=r"the disk is full or failing .*; free some space and resume"):
        await run.play()
    list(run.journal.rows("PRAGMA max_page_count = 1000000"))
    run.close()
    run = Run.open(path, WORLD, writable=True)
    await run.play()
    assert run.digest == whole
    run.close()


async def test_an_existing_file_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    digest = await made(path)
    with pytest.raises(JournalError, match="exists already"):
        Run.create(WORLD, {}, {}, 1, path=path)
    assert Run.open(path, WORLD).digest == digest


async def test_a_failed_creation_leaves_nothing(tmp_path: Path) -> None:
    def broken(core: Any) -> Any:
        raise ValueError("the pack is wrong")

    with pytest.raises(ValueError, match="the pack is wrong"):
        Run.create(broken, {}, {}, 1, path=tmp_path / "run.db")
    assert list(tmp_path.iterdir()) == []


async def test_an_interrupted_creation_says_so(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    Journal.create(path, {"files": {}, "settings": {}, "seed": 1, "run": "x"}).close()
    with pytest.raises(JournalError, match="never begun"):
        Run.open(path, WORLD)


async def test_meta_is_json(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    await made(path)
    with sqlite3.connect(path) as connection:
        rows = dict(connection.execute("SELECT key, value FROM meta"))
    connection.close()
    assert json.loads(rows["seed"]) == 7
