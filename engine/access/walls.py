"""An agent with a shell of its own, started so that of the simulation it reaches its seat alone."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing
from importlib.metadata import entry_points
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from ..confinement import Limits, confine
from .seatfile import TOKENS

_CLIENT: Final = Path(__file__).with_name("client.py")
_SECRETS: Final = ("run.db", "rubric.yaml", "facts.yaml", "scenario.yaml")
_LOOKED_THROUGH: Final = 50_000
"""Folders that are looked through for what an agent must not see."""


class NoSeatError(ValueError):
    """The seat's file can't be used; says why."""


def start(
    command: Sequence[str],
    seat_file: Path,
    *,
    home: Path | None = None,
    read: Sequence[Path] = (),
    memory_mb: int = 4096,
    seconds: float = 86_400,
) -> int:
    """Start a program behind walls, on this terminal; its exit code.

    It sees the system's programs, `read`, its home, and a folder on its path with `tenure`, which does what its seat's
    tools do. Of the network it reaches the seat's port.

    Args:
        command: The program and its arguments.
        seat_file: JSON with the seat's url and token.
        home: A folder it may change; if None it has an empty one that vanishes with it.
        read: Further files and folders that it may read.
        memory_mb: Memory.
        seconds: Wall time.

    Raises:
        NoSeatError: The file holds no seat on this machine, or what may be read holds a run or a pack.
        CannotConfine: This machine has no such walls; nothing was started.
    """
    try:
        seat = json.loads(seat_file.read_text("utf-8"))
        url, token = str(seat["url"]), str(seat["token"])
        where = urlsplit(url)
        port = where.port
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise NoSeatError(f"{seat_file} is no seat file: {error}") from None
    if where.hostname not in ("127.0.0.1", "localhost") or port is None:
        raise NoSeatError(f"{url}: the server must listen on 127.0.0.1 for an agent behind walls")
    hidden = _hidden()
    for one in (*read, *([home] if home is not None else [])):
        _refuse_secrets(one.resolve(), hidden)
    with tempfile.TemporaryDirectory(prefix="tenure-seat-") as folder:
        tools = Path(folder)
        program = tools / "tenure"
        client = shutil.copy(_CLIENT, tools)
        # not Python's own path behind #!: that must be short and without spaces
        begin = shlex.join([sys.executable, "-I", str(client)])
        program.write_text(f'#!/bin/sh\nexec {begin} "$@"\n', "utf-8")
        program.chmod(0o755)
        known = tools / "seat.json"
        known.write_text(json.dumps({"url": f"http://127.0.0.1:{port}", "token": token}), "utf-8")
        path = f"{folder}:/usr/local/bin:/usr/bin:/bin"
        with confine(
            [_found(command[0], path), *command[1:]],
            read=[tools, *read],
            write=[home] if home is not None else [],
            hide=hidden,
            cwd=home,
            env={"PATH": path, "TENURE_SEAT": str(known), **({"HOME": str(home.resolve())} if home else {})},
            loopback_port=port,
            python=True,
            limits=Limits(seconds=seconds, memory_mb=memory_mb, processes=512),
            stdin=sys.stdin,
            stdout=sys.stdout,
            stderr=sys.stderr,
        ) as process:
            return process.wait()


def _hidden() -> list[Path]:
    """Where packs lie that the agent's Python or what it may read could bring into its sight."""
    package = Path(__file__).parents[2]
    parts = [package, *(package / name for name in ("engine", "personas", "scenarios", "verifiers"))]
    given = [Path(one) for one in os.environ.get("TENURE_PATH", "").split(os.pathsep) if one]
    installed: list[Path] = []
    points = entry_points()
    for group in points.groups:
        if group.startswith("tenure."):
            for point in points.select(group=group):
                found = find_spec(point.module.partition(".")[0])
                installed += map(Path, (found and found.submodule_search_locations) or ())
    return list(dict.fromkeys(one.resolve() for one in (*parts, *given, *installed) if one.is_dir()))


def _refuse_secrets(folder: Path, hidden: Sequence[Path]) -> None:
    """What is given to an agent by mistake can't be taken back: a folder of runs, a pack."""
    for place, folders, files in islice(os.walk(folder), _LOOKED_THROUGH):
        folders[:] = [one for one in folders if Path(place, one) not in hidden]
        for name in files:
            if (
                name in _SECRETS
                or name.endswith(TOKENS)
                or (name.endswith(".db") and _is_run(Path(place, name)))
            ):
                raise NoSeatError(
                    f"{folder} holds {Path(place, name)}: an agent that may read it knows too much"
                )


def _is_run(file: Path) -> bool:
    for how in ("mode=ro", "immutable=1"):  # the second where nothing can be written beside it
        try:
            with closing(sqlite3.connect(f"{file.as_uri()}?{how}", uri=True)) as opened:
                return bool(
                    opened.execute("SELECT 1 FROM sqlite_master WHERE name = 'model_calls'").fetchall()
                )
        except sqlite3.Error:
            continue
    return False


def _found(program: str, path: str) -> str:
    found = shutil.which(program, path=path)
    if found is None:
        raise NoSeatError(
            f"there is no program {program!r} inside the walls; give its path and --read its folder"
        )
    return found
