"""The command lines of a seat: `do` and `shell` with a server, as a file by itself, and for a run's owner."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tenure.engine.access.client import (
    PART,
    ClientError,
    Command,
    Remote,
    do,
    exit_code,
    read_command,
    run_command,
    seat_from,
    shell,
)
from tenure.scenarios.play import new_run, open_run
from tests.access.doors import CLIENT, SEED, Served, Week, command, digest_of, run_program, serve, typed


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("served")
    with serve("first_week", "--seat-file", folder / "seat.json", cwd=folder) as one:
        yield one


@pytest.fixture
def seat_file(served: Served) -> Path:
    return served.folder.parent / "seat.json"


def alone(seat_file: Path, *words: str, given: str = "", options: tuple[str, ...] = ()) -> Any:
    """The one file that agents get, as a program of its own."""
    program = [sys.executable, "-I", str(CLIENT), "do", *options, *words]
    return run_program(program, cwd=seat_file.parent, given=given, TENURE_SEAT=str(seat_file))


# The week ------------------------------------------------------------------------------------------------------------


def test_the_week_begins_by_command_and_ends_by_command(week: Week, tmp_path: Path) -> None:
    with serve("first_week", "--seat-file", tmp_path / "seat.json", "--until-over", cwd=tmp_path) as one:
        for (tool, arguments), seen in list(zip(week.calls, week.seen, strict=True))[:10]:
            done = alone(tmp_path / "seat.json", tool, json.dumps(arguments), options=("--json",))
            assert (done.returncode, json.loads(done.stdout)) == (0 if seen["ok"] else 3, seen), done.stderr
        remote = one.remote
        for (tool, arguments), seen in list(zip(week.calls, week.seen, strict=True))[10:-2]:
            assert remote.call(tool, arguments) == seen
        for tool, arguments in week.calls[-2:]:
            words = [tool.replace(".", " "), json.dumps(arguments)]
            done = command(
                "do", "--seat-file", tmp_path / "seat.json", *words[0].split(), words[1], cwd=tmp_path
            )
            assert done.returncode == 0, done.stderr
        assert one.ended() == 0
    assert digest_of(one.folder) == week.digest


# Reading a command ---------------------------------------------------------------------------------------------------

TOOLS: list[dict[str, Any]] = [
    {
        "function": {
            "name": "mail.send",
            "description": "Send.",
            "parameters": {
                "properties": {
                    "to": {"type": "array", "items": {"type": "string"}},
                    "subject": {"type": "string"},
                    "body": {"type": "string"},
                    "urgent": {"type": "boolean"},
                    "page": {"type": "integer"},
                    "from_": {"type": "string"},
                    "cells": {},
                },
                "required": ["to"],
            },
        }
    },
    {
        "function": {
            "name": "wait",
            "description": "Wait.",
            "parameters": {"properties": {"minutes": {"type": "integer"}}},
        }
    },
]


@pytest.mark.parametrize(
    ("words", "arguments"),
    [
        (
            ["mail", "send", "--to", "a", "--to", "b", "--subject", "x y"],
            {"to": ["a", "b"], "subject": "x y"},
        ),
        (["mail.send", "to=a", "subject=x=y"], {"to": ["a"], "subject": "x=y"}),
        (["mail.send", '{"to": ["a"], "page": 2}'], {"to": ["a"], "page": 2}),
        (["mail", "send", '--to=["a", "b"]', "--page", "3"], {"to": ["a", "b"], "page": 3}),
        (["mail", "send", "--urgent", "--to", "a"], {"urgent": True, "to": ["a"]}),
        (["mail", "send", "--urgent", "false"], {"urgent": False}),
        (["mail", "send", "--from", "x", "--body", "--dashes--"], {"from_": "x", "body": "--dashes--"}),
        (["mail", "send", "--subject", "12", "--cells", "[[1]]"], {"subject": "12", "cells": [[1]]}),
        (["mail", "send", "--subject", "{not json}"], {"subject": "{not json}"}),
    ],
)
def test_a_command_is_read(words: list[str], arguments: dict[str, Any]) -> None:
    assert read_command(words, TOOLS) == Command("mail.send", arguments)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["mial", "send"], "There are: mail, wait"),
        (["mail", "sned"], "mail can't sned. It can:"),
        (["mail", "send", "--tu", "a"], "takes no --tu. mail.send takes --to"),
        (["mail", "send", "--page", "two"], "no number"),
        (["mail", "send", "--subject"], "needs a value"),
        (["mail", "send", "hello"], "write --NAME VALUE"),
        (["mail", "send", "{bad"], "not a JSON object"),
        (["mail", "send", "--body", "@/no/such/file"], "No such file"),
    ],
)
def test_a_command_that_is_none_says_what_is_there_instead(words: list[str], says: str) -> None:
    with pytest.raises(ClientError) as told:
        read_command(words, TOOLS)
    assert says in str(told.value)
    assert told.value.code == 2


# One thing -----------------------------------------------------------------------------------------------------------


def test_exit_codes(served: Served, seat_file: Path) -> None:
    assert alone(seat_file, "mail", "inbox").returncode == 0
    refused = alone(seat_file, "mail", "send", "--to", "nobody.at.all", "--body", "x")
    assert (refused.returncode, refused.stdout[:2]) == (3, "! ")
    assert alone(seat_file, "mail", "inbox", "--nothing", "x").returncode == 2
    gone = alone(seat_file, "mail", "inbox", options=("--url", "http://127.0.0.1:9"))
    assert (gone.returncode, "no server answers" in gone.stderr) == (1, True)
    wrong = alone(seat_file, "mail", "inbox", options=("--url", served.url, "--token", "wrong"))
    assert (wrong.returncode, "no seat opens with this token" in wrong.stderr) == (2, True)
    elsewhere = alone(seat_file, "mail", "inbox", options=("--url", "file:///etc/passwd", "--token", "x"))
    assert (elsewhere.returncode, "is no address" in elsewhere.stderr) == (2, True)
    assert exit_code({"ok": False, "error": {"code": "ended"}}) == 4


def test_help_needs_no_call(served: Served, seat_file: Path) -> None:
    before = served.remote.call("notes.list", {})["left"]["calls"]
    assert "mail send" in alone(seat_file).stdout
    assert "mail reply" in alone(seat_file, "mail").stdout
    assert "--subject" in alone(seat_file, "mail", "send", "--help").stdout
    assert "Your first one" in alone(seat_file, "brief").stdout
    assert json.loads(alone(seat_file, "brief", options=("--json",)).stdout)["person"] == "noor"
    assert served.remote.call("notes.list", {})["left"]["calls"] == before - 1


def test_text_comes_from_a_file_or_from_standard_input(
    served: Served, seat_file: Path, tmp_path: Path
) -> None:
    (tmp_path / "note.txt").write_text("Grüße – from a file", "utf-8")
    for value, given in ((f"@{tmp_path / 'note.txt'}", ""), ("-", "Grüße – from a file")):
        assert alone(seat_file, "notes", "write", "--name", "n", "--text", value, given=given).returncode == 0
        assert "Grüße – from a file" in alone(seat_file, "notes", "read", "--name", "n").stdout


@pytest.mark.parametrize("size", [0, 1, PART, 2 * PART + 17])
def test_files_go_up_and_come_down_byte_for_byte(served: Served, tmp_path: Path, size: int) -> None:
    data = bytes(range(256)) * (size // 256 + 1)
    (tmp_path / "up.bin").write_bytes(data[:size])
    words = ["drive", "upload", "--path", f"/Up/{size}.bin", "--file", str(tmp_path / "up.bin")]
    assert do(served.remote, words, write=lambda text: None) == 0
    words = ["drive", "download", "--path", f"/Up/{size}.bin", "--save", str(tmp_path / "down.bin")]
    assert do(served.remote, words, write=lambda text: None) == 0
    assert (tmp_path / "down.bin").read_bytes() == data[:size]


def test_a_file_that_is_not_there_costs_no_call(served: Served, tmp_path: Path) -> None:
    with pytest.raises(ClientError, match="No such file"):
        run_command(served.remote, Command("drive.upload", {"path": "/x"}, send=str(tmp_path / "missing")))


def test_which_seat_is_meant(seat_file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("TENURE_URL", "TENURE_TOKEN", "TENURE_SEAT"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(ClientError, match="which seat"):
        seat_from()
    monkeypatch.setenv("TENURE_SEAT", str(seat_file))
    assert "first one" in seat_from().briefing()["task"]
    monkeypatch.setenv("TENURE_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("TENURE_TOKEN", "t")
    with pytest.raises(ClientError, match="no server answers"):
        seat_from().briefing()
    assert "first one" in seat_from(file=str(seat_file)).briefing()["task"]  # what is typed counts for more
    (tmp_path / "bad.json").write_text("[]")
    with pytest.raises(ClientError, match="is no seat file"):
        seat_from(file=str(tmp_path / "bad.json"))


def test_a_proxy_is_not_asked_the_way_to_this_machine(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    assert Remote(served.url, served.token).briefing()["person"] == "noor"


# Command after command -----------------------------------------------------------------------------------------------

LINES = """\
help
notes write --name plan --text "a { b } c"
notes.write {"name": "more", "text": "x"}

notes wrong
mail send --to "unclosed
notes list
exit
mail send --to ines --body "never sent"
"""


def test_a_shell_reads_commands_from_a_pipe(served: Served, seat_file: Path) -> None:
    program = [sys.executable, "-I", str(CLIENT), "shell", "--seat-file", str(seat_file)]
    done = run_program(program, cwd=seat_file.parent, given=LINES)
    assert done.returncode == 0, done.stderr
    assert "plan" in done.stdout
    assert "more" in done.stdout
    assert "notes can't wrong" in done.stdout
    assert "No closing quotation" in done.stdout
    assert "noor>" not in done.stdout  # no prompt for a pipe
    assert "never sent" not in str(served.remote.call("mail.inbox", {"folder": "sent"}))


def test_a_shell_in_json_prints_observations_alone(served: Served, seat_file: Path) -> None:
    program = [sys.executable, "-I", str(CLIENT), "shell", "--json", "--seat-file", str(seat_file)]
    done = run_program(program, cwd=seat_file.parent, given="notes list\nmail inbox\n")
    assert [json.loads(line)["tool"] for line in done.stdout.splitlines()] == ["notes.list", "mail.inbox"]


# The owner -----------------------------------------------------------------------------------------------------------


def test_the_owner_needs_no_server(week: Week, tmp_path: Path) -> None:
    with new_run("first_week", seed=SEED, path=tmp_path / "run.db"):
        pass
    (tool, arguments), seen = week.calls[0], week.seen[0]
    told = typed("do", "--run", tmp_path, "--json", tool, json.dumps(arguments))
    assert json.loads(told) == seen
    told = typed(
        "shell", "--run", tmp_path, "--json", given=f"{week.calls[1][0]} {json.dumps(week.calls[1][1])}\n"
    )
    assert json.loads(told.splitlines()[-1]) == week.seen[1]
    assert "there is no seat" not in typed("do", "--run", tmp_path, "brief")
    assert "has no seat nobody" in typed("do", "--run", tmp_path, "--seat", "nobody", "brief", code=2)
    assert "no run at" in typed("do", "--run", tmp_path / "missing", "brief", code=2)
    with open_run(tmp_path / "run.db") as run:
        assert len(run.moves("analyst")) == 2
    typed("do", "--run", tmp_path, "finish", "--summary", "enough")
    typed("do", "--run", tmp_path, "mail", "inbox", code=4)


def test_a_run_that_is_served_is_not_opened_by_another(served: Served) -> None:
    told = typed("do", "--run", served.folder, "mail", "inbox", code=2)
    assert str(os.getpid()) not in told
    assert "in use" in told or "busy" in told or "open" in told
    assert typed("serve", served.folder, code=2)


# Last: it ends the served run ----------------------------------------------------------------------------------------


def test_a_shell_leaves_when_the_work_is_over(served: Served) -> None:
    lines = iter(["finish --help", 'finish --summary "done"', "mail inbox"])
    said: list[str] = []
    assert shell(served.remote, read=lambda prompt: next(lines), write=said.append) == 0
    assert list(lines) == ["mail inbox"]
    assert do(served.remote, ["mail", "inbox"], write=said.append) == 4
