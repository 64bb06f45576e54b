"""A company's own pack, persona, app, mind, policy and kind of criterion work from outside the tree.

They may lie in the pack's folder, in a folder on `TENURE_PATH`, or in an installed package.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tenure.engine.apps import registry as apps
from tenure.engine.minds import registry as minds
from tenure.personas import library as personas
from tenure.scenarios import source as packs

OWN = Path(__file__).parent / "private"
PARTS = ("apps", "criteria", "minds", "policies", "personas")
ENTRY_POINTS = """\
[tenure.scenarios]
quayside = quayside.packs
[tenure.personas]
quayside = quayside.personas
[tenure.apps]
bookings = quayside.bookings:Bookings
[tenure.minds]
curt = quayside.curt:Curt
[tenure.policies]
planner = quayside.planner:Planner
[tenure.criteria]
booked = quayside.booked
"""


@dataclass
class Place:
    """Where the company keeps it all, and how a command gets to know."""

    pack: str
    cwd: Path
    environment: dict[str, str] = field(default_factory=dict[str, str])
    gone: Callable[[], None] = lambda: None
    """Takes away all that a run must not need once it is made."""

    def command(self, *arguments: str | Path, code: int = 0, hash_seed: str = "0") -> str:
        """Run `tenure` in a process of its own, far from the pack."""
        environment = {**os.environ, "COLUMNS": "120", "PYTHONHASHSEED": hash_seed, **self.environment}
        done = subprocess.run(
            [sys.executable, "-c", "from tenure.engine.cli import main; main()", *map(str, arguments)],
            cwd=self.cwd,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        assert done.returncode == code, done.stderr or done.stdout
        return done.stdout if code == 0 else done.stderr

    def json(self, *arguments: str | Path, hash_seed: str = "0") -> dict[str, Any]:
        """The object that a command prints last."""
        return json.loads(self.command(*arguments, "--json", hash_seed=hash_seed).splitlines()[-1])


def in_the_pack(root: Path, cwd: Path) -> Place:
    pack = root / "quay"
    shutil.copytree(OWN / "quay", pack)
    for part in PARTS:
        shutil.copytree(OWN / part, pack / part)
    return Place(str(pack), cwd, gone=lambda: shutil.rmtree(pack))


def on_the_path(root: Path, cwd: Path) -> Place:
    shutil.copytree(OWN / "quay", root / "scenarios" / "quay")
    for part in PARTS:
        shutil.copytree(OWN / part, root / part)

    def gone() -> None:
        # the policy is whoever plays, no part of the world: it stays
        for part in {*PARTS, "scenarios"} - {"policies"}:
            shutil.rmtree(root / part)

    return Place("quay", cwd, {"TENURE_PATH": str(root)}, gone)


def installed(root: Path, cwd: Path) -> Place:
    package = root / "quayside"
    shutil.copytree(OWN / "quay", package / "packs" / "quay")
    shutil.copytree(OWN / "personas", package / "personas")
    for module in ("apps/bookings", "minds/curt", "policies/planner", "criteria/booked"):
        shutil.copy(OWN / f"{module}.py", package)
    for folder in (package, package / "packs", package / "personas"):
        (folder / "__init__.py").touch()
    info = root / "quayside-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: quayside\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)

    def gone() -> None:
        shutil.rmtree(package / "packs")
        shutil.rmtree(package / "personas")
        text = (info / "entry_points.txt").read_text().partition("[tenure.apps]")
        (info / "entry_points.txt").write_text(text[1] + text[2])

    path = os.pathsep.join(filter(None, (str(root), os.environ.get("PYTHONPATH", ""))))
    return Place("quay", cwd, {"PYTHONPATH": path}, gone)


@pytest.fixture(params=[in_the_pack, on_the_path, installed])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    root, cwd = tmp_path / "company", tmp_path / "elsewhere"
    root.mkdir()
    cwd.mkdir()
    return request.param(root, cwd)


def test_it_runs_stops_resumes_forks_and_replays_without_its_folder(place: Place) -> None:
    whole = place.json("run", place.pack, "--agent", "planner", "--seed", "3", "--out", "whole")
    assert whole["end"] == {"how": "terminated", "why": "finished"}
    assert (whole["score"], whole["policy"], whole["coworkers"]) == (1.0, "planner", "1 curt, 1 scripted")
    assert {one["id"]: (one["kind"], one["met"]) for one in whole["criteria"]} == {
        "booked": ("booked", True),
        "asked": ("conduct", True),
    }

    paused = ["run", place.pack, "--agent", "planner", "--seed", "3", "--out", "cut", "--until", "Mon 08:49"]
    assert place.json(*paused, hash_seed="42")["end"]["how"] == "paused"
    place.gone()
    resumed = place.json("resume", "cut", hash_seed="7")
    assert (resumed["digest"], resumed["score"]) == (whole["digest"], 1.0)
    assert place.json("replay", "whole")["digest"] == whole["digest"]

    at = str(whole["criteria"][0]["settled_at"] - 3)
    same = place.json("fork", "whole", "--at", at, "--out", "same", "--play")
    assert same["digest"] == whole["digest"]
    other = place.json("fork", "whole", "--at", at, "--agent", "null", "--out", "other", "--play")
    assert other["digest"] != whole["digest"]
    assert {one["id"]: one["met"] for one in other["criteria"]} == {"booked": False, "asked": True}


@pytest.mark.parametrize("make", [on_the_path, installed])
def test_packs_and_personas_are_found_by_name(make: Callable[[Path, Path], Place], tmp_path: Path) -> None:
    (tmp_path / "company").mkdir()
    place = make(tmp_path / "company", tmp_path)
    assert "dock_planner" in place.command("personas")
    assert "quay" in place.command("scenarios")
    question = "When does the truck from Lyon arrive?"
    assert ":00" in place.command("ask", "quay", "lotte", question, "--as", "robin")


def test_an_edited_pack_leaves_earlier_runs_alone(tmp_path: Path) -> None:
    place = in_the_pack(tmp_path / "company", tmp_path)
    first = place.json("run", place.pack, "--agent", "planner", "--seed", "3", "--out", "first")
    app = Path(place.pack) / "apps" / "bookings.py"
    app.write_text(app.read_text().replace("2 * MINUTE", "20 * MINUTE"))
    second = place.json("run", place.pack, "--agent", "planner", "--seed", "3", "--out", "second")
    assert second["effort_hours"] > first["effort_hours"]
    assert second["pack_hash"] != first["pack_hash"]
    assert place.json("replay", "first")["digest"] == first["digest"]


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    place = installed(tmp_path / "company", tmp_path / "elsewhere")
    place.json("run", place.pack, "--agent", "planner", "--seed", "3", "--out", "run", "--until", "Mon 08:49")
    root = tmp_path / "company"
    points = root / "quayside-1.0.dist-info" / "entry_points.txt"
    for group, said in (
        ("tenure.apps", "there is no app 'bookings'"),
        ("tenure.minds", "there is no mind `curt`"),
        ("tenure.criteria", "there is no kind of criterion `booked`"),
        ("tenure.policies", "no policy 'planner'"),
    ):
        points.write_text(ENTRY_POINTS.replace(f"[{group}]", "[nobody.s]"))
        assert said in place.command("resume", "run", code=2), group
    points.write_text(ENTRY_POINTS)
    assert place.json("resume", "run")["score"] == 1.0


GUIDE = Path(__file__).parents[1] / "docs" / "extending.md"
BLOCK = re.compile(r"(?:^`(?P<file>[^`\n]+)`:\n\n)?^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.M | re.S)


def test_every_snippet_of_the_guide_works(tmp_path: Path) -> None:
    commands = 0
    place = Place("", tmp_path)
    written: list[str] = []
    for block in BLOCK.finditer(GUIDE.read_text()):
        if block["file"]:
            target = tmp_path / block["file"]
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(block["text"])
            written.append(target.name)
        elif block["language"] == "bash":
            for line in block["text"].splitlines():
                commands += 1
                if line.startswith("tenure "):
                    place.command(*shlex.split(line)[1:])
                else:
                    subprocess.run(line, shell=True, cwd=tmp_path, check=True)
        elif block["language"] == "toml":
            points = tomllib.loads(block["text"])["project"]["entry-points"]
            groups = {one.ENTRY_POINTS for one in (apps, minds, personas, packs)}
            groups |= {"tenure.criteria", "tenure.policies"}
            assert set(points) == groups
    assert written == ["loans.py", "lender.py", "lent.py", "rubric.yaml", "parrot.py"]
    assert commands == 8
    assert place.json("score", "mine/again")["score"] == 1.0
    result = place.json("run", "mine/lamp_desk/", "--agent", "mine/lender.py", "--out", "mine/third")
    assert (result["score"], result["coworkers"]) == (1.0, "1 parrot, 1 scripted")
