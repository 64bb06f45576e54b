"""Runs are made, stopped, resumed, branched and compared from the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from .conftest import Here, call

FIELDS = {
    *(
        "run pack task seed params digest pack_hash rubric_hash engine policy coworkers end score passed".split()
    ),
    *("work_hours effort_hours elapsed_hours events calls wall_s criteria".split()),
}
AGENT = """
import os, pathlib, signal

async def solve(session):
    for number in range(12):
        if number == STOP and pathlib.Path("stop-here").exists():
            pathlib.Path("stop-here").unlink()
            os.kill(os.getpid(), signal.SIGNAL)
        await session.wait(minutes=50)
        await session.call("mail.inbox")
    await session.finish()
"""


def agent(folder: Path, stop: int = -1, signal: str = "SIGINT") -> Path:
    file = folder / "agent.py"
    file.write_text(AGENT.replace("STOP", str(stop)).replace("SIGNAL", signal), "utf-8")
    return file


def test_a_run_ends_with_one_json_object_on_one_line(tmp_path: Path) -> None:
    arguments = ["run", "first_week", "--agent", "reference", "--seed", "7", "--json", "--out", "kept"]
    done = call(arguments, tmp_path)
    assert done.returncode == 0, done.stderr
    (line,) = done.stdout.splitlines()
    result = json.loads(line)
    assert result.keys() >= FIELDS
    assert (result["pack"], result["seed"], result["policy"], result["run"]) == (
        "first_week",
        7,
        "reference",
        "kept/run.db",
    )
    assert result["end"] == {"how": "terminated", "why": "finished"}
    assert 0 <= result["score"] <= 1
    assert result["passed"] is (result["score"] >= result["pass_mark"])
    assert 0 < result["effort_hours"] < result["work_hours"] < result["elapsed_hours"]
    digest = call(["digest", "kept"], tmp_path)
    assert digest.stdout == result["digest"] + "\n"
    assert call(["digest", "kept/run.db"], tmp_path, PYTHONHASHSEED="5").stdout == digest.stdout


@pytest.mark.parametrize("signal", ["SIGINT", "SIGTERM"])
def test_a_signal_stops_cleanly_and_resuming_gives_the_uninterrupted_run(tmp_path: Path, signal: str) -> None:
    file = agent(tmp_path, stop=6, signal=signal)
    whole = call(["run", "first_week", "--agent", file, "--out", "whole", "--json"], tmp_path)
    assert whole.returncode == 0, whole.stderr
    (tmp_path / "stop-here").touch()
    stopped = call(["run", "first_week", "--agent", file, "--out", "stopped", "--json"], tmp_path)
    assert stopped.returncode == 130, stopped.stderr
    assert stopped.stdout == ""
    assert "Go on with: tenure resume stopped" in stopped.stderr
    assert not (tmp_path / "stopped" / "run.db-wal").exists()
    before = call(["digest", "stopped"], tmp_path).stdout.strip()
    resumed = json.loads(call(["resume", "stopped", "--json"], tmp_path).stdout)
    assert before != resumed["digest"] == json.loads(whole.stdout)["digest"]


def test_a_run_pauses_at_a_simulated_time_and_goes_on(here: Here, demo: Path, tmp_path: Path) -> None:
    paused = json.loads(
        here("run", "first_week", "--seed", "7", "--until", "Tue 12:00", "--out", tmp_path / "p", "--json")
    )
    assert paused["end"]["how"] == "paused"
    went_on = json.loads(here("resume", tmp_path / "p", "--json"))
    assert went_on["digest"] == here("digest", demo).strip()
    assert went_on["wall_s"] > paused["wall_s"]


def test_a_fork_is_printed_played_on_and_compared(here: Here, demo: Path, tmp_path: Path) -> None:
    made = json.loads(here("fork", demo, "--at", "900", "--out", tmp_path / "same", "--json"))
    assert made["at"] >= 900
    assert Path(made["run"]).exists()
    same = json.loads(here("resume", made["run"], "--json"))
    assert same["digest"] == here("digest", demo).strip()
    assert here("diff", demo, made["run"]).startswith("Equal: ")
    here("fork", demo, "--at", "900", "--seed", "8", "--agent", "null", "--out", tmp_path / "other")
    other = json.loads(here("resume", tmp_path / "other", "--json"))
    assert other["policy"] == "null"
    assert other["parent"]["at"] == made["at"]
    found = json.loads(here("diff", demo, tmp_path / "other", "--json", code=1))
    assert found["seq"] == made["at"] + 1


def test_a_policy_that_took_over_is_restored_from_where_it_did(
    here: Here, demo: Path, tmp_path: Path
) -> None:
    file = agent(tmp_path)
    for name in ("whole", "parts"):
        here("fork", demo, "--at", "900", "--agent", file, "--out", tmp_path / name)
    whole = json.loads(here("resume", tmp_path / "whole", "--json"))
    here("resume", tmp_path / "parts", "--until", "Tue 15:00", "--json")
    parts = json.loads(here("resume", tmp_path / "parts", "--json"))
    assert parts["policy"] == str(file)
    assert parts["digest"] == whole["digest"]
    assert json.loads(here("replay", tmp_path / "parts", "--json"))["same"]


def test_a_run_is_never_overwritten_unasked(here: Here, tmp_path: Path) -> None:
    arguments = (
        "run",
        "first_week",
        "--agent",
        "null",
        "--limit",
        "work_hours=1",
        "--json",
        "--out",
        tmp_path / "x",
    )
    first = json.loads(here(*arguments))
    refused = here(*arguments, code=2)
    assert refused == (
        f"error: {tmp_path}/x/run.db holds a run already. Go on with it: tenure resume {tmp_path}/x. Keep it and "
        "make a new one beside it: --fresh. Replace it: --force. Or give another --out.\n"
    )
    assert json.loads(here(*arguments, "--fresh"))["run"].endswith("x-2/run.db")
    assert json.loads(here(*arguments, "--fresh"))["run"].endswith("x-3/run.db")
    replaced = json.loads(here(*arguments, "--force"))
    assert replaced["run"] == first["run"]
    assert replaced["digest"] == first["digest"]


def test_replay_tells_the_same_and_a_flat_copy_stands_alone(here: Here, demo: Path, tmp_path: Path) -> None:
    assert re.match("The same [0-9,]+ events, digest ", here("replay", demo))
    made = json.loads(here("fork", demo, "--at", "500", "--out", tmp_path / "f", "--json"))
    here("flatten", made["run"], tmp_path / "flat.db")
    assert here("digest", tmp_path / "flat.db") == here("digest", tmp_path / "f")


def test_settings_limits_and_seats_are_taken(here: Here, tmp_path: Path) -> None:
    result = json.loads(
        here(
            *("run", "first_week:venlo_routing", "--agent", "analyst=null", "--set", "margin=9"),
            *("--limit", "work_hours=2", "--no-ambient", "--out", tmp_path, "--json"),
        )
    )
    assert (result["task"], result["params"]["margin"], result["work_hours"]) == ("venlo_routing", "9", 2.0)
    assert result["end"]["how"] == "truncated"


def test_a_person_can_sit_in_the_seat_and_pause(tmp_path: Path, here: Here) -> None:
    import subprocess
    import sys

    done = subprocess.run(
        [
            *(sys.executable, "-c", "from tenure.engine.cli import main; main()"),
            *("run", "first_week", "--agent", "human", "--out", str(tmp_path)),
        ],
        input="mail.inbox\nwait 30\npause\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "You are Noor Hadley" in done.stderr
    assert f"Go on with: tenure resume {tmp_path}" in done.stderr
    moves = json.loads(here("show", tmp_path, "--json"))
    assert moves[0]["calls"] == 2
    finished = subprocess.run(
        [
            *(sys.executable, "-c", "from tenure.engine.cli import main; main()"),
            "resume",
            str(tmp_path),
            "--json",
        ],
        input="finish\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert json.loads(finished.stdout)["end"] == {"how": "terminated", "why": "finished"}
