"""Whether a run file is whole: any change of what it says is found, with a message and never a surprise."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tenure.engine.kernel.events import JournalError
from tenure.engine.kernel.journal import Journal
from tenure.engine.kernel.opening import open_journal
from tenure.engine.kernel.run import Run
from tests.kernel.toy import builder

WORLD = builder(hours=2)


async def made(path: Path) -> int:
    with Run.create(WORLD, {"a": b"b"}, {"task": "t", "limits": {}}, 7, path=path) as run:
        await run.play()
        return run.last_seq


def change(path: Path, sql: str, *values: object) -> None:
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(sql, values)
    connection.close()


async def test_a_whole_file_passes_and_so_does_a_fork_of_a_fork(tmp_path: Path) -> None:
    last = await made(tmp_path / "run.db")
    with Run.open(tmp_path / "run.db", WORLD) as run:
        run.verify()
        with run.fork(last // 2, path=tmp_path / "a.db") as a:
            await a.play()
            a.verify()
            with a.fork(last // 3, path=tmp_path / "b.db") as b:
                await b.play()
                b.verify()
                assert b.digest == run.digest


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE events SET at = at + 1 WHERE seq = 9",
        "UPDATE events SET actor = 'x' WHERE seq = 9",
        "UPDATE events SET cause = 1234 WHERE seq = 9",
        "UPDATE events SET payload = CAST(replace(CAST(payload AS TEXT), ':', ': ') AS BLOB) WHERE seq = 9",
        "UPDATE events SET digest = zeroblob(16) WHERE seq = 9",
        "DELETE FROM events WHERE seq = 9",
    ],
)
async def test_any_change_of_an_event_is_found_where_it_is(sql: str, tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    await made(path)
    change(path, sql)
    journal = Journal.open(path)
    with pytest.raises(JournalError, match="damaged at event 9"):
        journal.verify()
    journal.close()


@pytest.mark.parametrize(("key", "value"), [("seed", "8"), ("settings", '{"task": "other", "limits": {}}')])
async def test_what_was_chosen_at_the_start_can_t_be_changed(key: str, value: str, tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    await made(path)
    change(path, "UPDATE meta SET value = ? WHERE key = ?", value, key)
    with Run.open(path, WORLD) as run, pytest.raises(JournalError, match="not those of event 0"):
        run.verify()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *[(key, "not json") for key in ("format", "run", "files", "settings", "seed", "policies")],
        ("format", '"one"'),
        ("seed", '"x"'),
        ("files", "[]"),
        ("policies", "[]"),
        ("policy_options", "3"),
        ("lineage", "{}"),
        ("grant", '{"everything": 1}'),
        ("run", b"\xff\xfe"),
    ],
)
async def test_a_garbled_header_is_named(key: str, value: object, tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    await made(path)
    change(path, "INSERT OR REPLACE INTO meta VALUES(?, ?)", key, value)
    with pytest.raises(JournalError, match=f"run.db: not a run file, or damaged: .*'{key}'"):
        Run.open(path, WORLD)


@pytest.mark.parametrize("key", ["run", "files", "settings", "seed"])
async def test_what_is_missing_from_a_header_is_named(key: str, tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    await made(path)
    change(path, "DELETE FROM meta WHERE key = ?", key)
    with pytest.raises(JournalError, match=f"does not say its '{key}'"):
        Run.open(path, WORLD)


async def test_a_fork_of_a_fork_whose_middle_is_missing(tmp_path: Path) -> None:
    last = await made(tmp_path / "run.db")
    with (
        Run.open(tmp_path / "run.db", WORLD) as run,
        run.fork(last // 2, path=tmp_path / "a.db") as a,
        a.fork(last // 3, path=tmp_path / "b.db") as b,
    ):
        await b.play()
    (tmp_path / "a.db").unlink()
    with pytest.raises(JournalError, match=r"its parent run .*a\.db is missing"):
        open_journal(tmp_path / "b.db")
