"""The wheel as users get it: complete, its dependencies declared, playing the demo outside the repository."""

from __future__ import annotations

import ast
import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("engine", "personas", "scenarios", "verifiers")
FIELDS = {"run", "pack", "task", "seed", "digest", "score"}


def call(command: Sequence[str | Path], cwd: Path, **environment: str) -> str:
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "TENURE"))}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=inherited | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def copy_sources(target: Path) -> None:
    """What the build reads, without what earlier builds left behind."""
    ignored = shutil.ignore_patterns("__pycache__", "*.pyc")
    for folder in (*FOLDERS, "src"):
        shutil.copytree(ROOT / folder, target / folder, ignore=ignored)
    for file in ("pyproject.toml", "setup.py", "LICENSE", "README.md"):
        shutil.copy(ROOT / file, target / file)


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sources")
    copy_sources(folder)
    # Kinds of data nobody has thought of yet must come along without anyone editing a list.
    odd = folder / "scenarios" / "packs" / "odd pack" / "tasks" / "t" / "checks"
    odd.mkdir(parents=True)
    for name in ("test_it.py", "no_ending", "mail.eml", ".hidden.yaml", "brief.ü.md"):
        (odd / name).write_text("x = 1\n", "utf-8")
    return folder


@pytest.fixture(scope="module")
def wheel(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    call([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out], sources)
    (built,) = out.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of commands of a clean environment with the wheel in it.

    Its other packages are those of the environment that runs the tests, borrowed by a path file; path files
    in a folder so named aren't read, so the links to this repository stay behind.
    """
    folder = tmp_path_factory.mktemp("clean")
    venv.create(folder, with_pip=False)
    bin_ = folder / ("Scripts" if os.name == "nt" else "bin")
    python = bin_ / "python"
    query = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = Path(call([python, "-c", query], folder).strip())
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    pip = [sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check", "install", "-qq"]
    call([*pip, "--no-deps", "--no-index", wheel], folder)
    return bin_


def test_every_file_of_the_four_folders_is_in_the_wheel(sources: Path, wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if not name.split("/")[0].endswith(".dist-info")}
    here = {
        f"tenure/{path.relative_to(sources).as_posix()}"
        for folder in FOLDERS
        for path in (sources / folder).rglob("*")
        if path.is_file()
    }
    assert packed == here | {"tenure/__init__.py", "tenure/py.typed"}


def test_version_and_licence(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (metadata,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        text = archive.read(metadata).decode()
        assert any(name.endswith("/LICENSE") for name in archive.namelist())
    version = re.search(r'VERSION = "(.+)"', (ROOT / "engine" / "version.py").read_text("utf-8"))
    assert version is not None
    assert f"\nVersion: {version[1]}\n" in text
    assert "\nLicense-Expression: Apache-2.0\n" in text


def test_the_demo_plays_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    script = (
        "import tenure, tenure.scenarios, tenure.engine; print(tenure.__file__, tenure.scenarios.__file__)"
    )
    for file in call([installed / "python", "-c", script], tmp_path).split():
        assert Path(file).is_relative_to(installed.parent)
    out = call(
        [installed / "tenure", "run", "first_week", "--agent", "reference", "--seed", "7", "--json"], tmp_path
    )
    result = json.loads(out.splitlines()[-1])
    assert result.keys() >= FIELDS
    assert (result["pack"], result["seed"]) == ("first_week", 7)
    assert isinstance(result["score"], float)
    assert re.fullmatch("[0-9a-f]{32,}", result["digest"])
    assert (tmp_path / result["run"]).is_file()


def test_what_is_imported_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    lines = [*project["dependencies"], *(x for extra, xs in extras.items() if extra != "dev" for x in xs)]
    declared = {normal(re.split(r"[^\w.-]", line, maxsplit=1)[0]) for line in lines}
    providers = importlib.metadata.packages_distributions()
    undeclared: list[str] = []
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            for name in imported(ast.parse(path.read_text("utf-8"))):
                known = {normal(distribution) for distribution in providers.get(name, [name])}
                if name not in sys.stdlib_module_names and name != "tenure" and not known & declared:
                    undeclared.append(f"{path.relative_to(ROOT)} imports {name}")
    assert not undeclared, "\n".join(undeclared)


def imported(tree: ast.AST) -> set[str]:
    """Top-level names that a module imports absolutely."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names.add(node.module.partition(".")[0])
    return names


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
