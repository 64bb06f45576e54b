"""The benchmark command over a folder of its own: what it finds, prints and returns."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SAMPLES = '''
import os
from .harness import Measured, at_least, at_most, benchmark

@benchmark("met", unit="x", budget=at_least(0.2))
def met():
    """Keeps its budget.

    More that the list leaves out.
    """
    return Measured(0.25, reference=4000)

@benchmark("missed", unit="s", budget=at_most(60))
def missed():
    return 61.0

@benchmark("free", unit="process")
def free():
    return os.getpid()

@benchmark("raises", unit="s", budget=at_most(1))
def raises():
    raise OSError("disk full")

@benchmark("dies", unit="s", budget=at_most(1))
def dies():
    os._exit(3)

@benchmark("nan", unit="s", budget=at_most(1))
def nan():
    return float("nan")
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "benchmarks").mkdir()
    for name in ("__init__.py", "__main__.py", "harness.py"):
        shutil.copy(ROOT / "benchmarks" / name, tmp_path / "benchmarks")
    (tmp_path / "benchmarks" / "samples.py").write_text(SAMPLES, "utf-8")
    return tmp_path


def call(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "benchmarks", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_one_line_of_json_each(folder: Path) -> None:
    done = call(folder, "met", "missed", "--json")
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        {"name": "met", "value": 0.25, "unit": "x", "budget": ">= 0.2", "ok": True, "reference": 4000},
        {"name": "missed", "value": 61.0, "unit": "s", "budget": "<= 60", "ok": False, "reference": None},
    ]
    assert done.returncode == 1


def test_each_runs_in_a_process_of_its_own(folder: Path) -> None:
    done = call(folder, "free", "free", "--json")
    assert done.returncode == 0
    first, second = (json.loads(line)["value"] for line in done.stdout.splitlines())
    assert first != second


def test_one_that_fails_is_reported_and_the_next_still_runs(folder: Path) -> None:
    done = call(folder, "raises", "dies", "nan", "met", "--json")
    outcomes = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(o["value"], o["ok"]) for o in outcomes] == [(None, False)] * 3 + [(0.25, True)]
    assert "disk full" in done.stderr
    assert done.returncode == 1


def test_table_list_and_unknown_name(folder: Path) -> None:
    table = call(folder, "met")
    assert table.returncode == 0
    assert "0.25" in table.stdout
    assert "4,000" in table.stdout
    listed = call(folder, "--list")
    assert all(name in listed.stdout for name in ("met", "missed", "free", "raises", "dies", "nan"))
    assert "Keeps its budget." in listed.stdout
    unknown = call(folder, "mett")
    assert unknown.returncode == 2
    assert "no benchmark named mett; there are: " in unknown.stderr


def test_two_modules_cannot_share_a_name(folder: Path) -> None:
    shutil.copy(folder / "benchmarks" / "samples.py", folder / "benchmarks" / "twin.py")
    done = call(folder, "--list")
    assert done.returncode != 0
    assert "benchmarks.twin and benchmarks.samples both name a benchmark" in done.stderr


def test_the_projects_own_benchmarks_load() -> None:
    done = call(ROOT, "--list", "--json")
    assert done.returncode == 0, done.stderr
    assert all(json.loads(line)["about"] for line in done.stdout.splitlines())
