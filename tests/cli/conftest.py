"""A played run to look at, and the command in a process of its own or in this one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tenure.engine.cli import app

Tenure = Callable[..., subprocess.CompletedProcess[str]]


def call(arguments: Sequence[str | Path], cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", "from tenure.engine.cli import main; main()", *map(str, arguments)],
        cwd=cwd,
        env={**os.environ, "COLUMNS": "100", **environment},
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )


class Here:
    """The command in this process."""

    def __init__(self) -> None:
        self._runner = CliRunner()

    def __call__(self, *arguments: str | Path, code: int = 0, given: str | None = None) -> str:
        """Run it, expect an exit code, and give what it printed."""
        result = self._runner.invoke(
            app, [str(one) for one in arguments], input=given, env={"COLUMNS": "100"}
        )
        assert result.exit_code == code, f"{result.output}\n{result.exception!r}"
        return result.stdout or result.stderr


@pytest.fixture(scope="session")
def here() -> Here:
    return Here()


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory, here: Here) -> Path:
    """A week of the reference policy; not to be written to."""
    folder = tmp_path_factory.mktemp("runs") / "demo"
    here("run", "first_week", "--seed", "7", "--out", folder, "--json")
    return folder
