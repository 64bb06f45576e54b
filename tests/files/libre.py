"""LibreOffice as a second opinion, where it is installed: workbooks converted by it, several in one start."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest


def convert(folder: Path, files: dict[str, bytes], to: str) -> dict[str, Path]:
    """The files as LibreOffice saves them in another format; the test is skipped where it is missing."""
    program = shutil.which("soffice")
    if program is None:
        pytest.skip("LibreOffice is not installed")
    source, target = folder / "in", folder / "out"
    source.mkdir()
    for name, data in files.items():
        (source / name).write_bytes(data)
    profile = (folder / "profile").as_uri()
    command = [
        program,
        "--headless",
        f"-env:UserInstallation={profile}",
        "--convert-to",
        to,
        "--outdir",
        str(target),
    ]
    command += [str(source / name) for name in files]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    made = {name: target / f"{Path(name).stem}.{to}" for name in files}
    missing = [name for name, path in made.items() if not path.exists()]
    assert not missing, f"LibreOffice made nothing of {missing}: {done.stdout} {done.stderr}"
    return made
