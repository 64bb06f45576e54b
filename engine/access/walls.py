"""An agent with a shell of its own, started so that of the simulation it reaches its seat alone."""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from ..confinement import Limits, confine

_CLIENT: Final = Path(__file__).with_name("client.py")


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
        NoSeatError: The file holds no seat on this machine.
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
    with tempfile.TemporaryDirectory(prefix="tenure-seat-") as folder:
        tools = Path(folder)
        program = tools / "tenure"
        program.write_text(f"#!{sys.executable} -I\n{_CLIENT.read_text('utf-8')}", "utf-8")
        program.chmod(0o755)
        known = tools / "seat.json"
        known.write_text(json.dumps({"url": f"http://127.0.0.1:{port}", "token": token}), "utf-8")
        path = f"{folder}:/usr/local/bin:/usr/bin:/bin"
        with confine(
            [_found(command[0], path), *command[1:]],
            read=[tools, *read],
            write=[home] if home is not None else [],
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


def _found(program: str, path: str) -> str:
    found = shutil.which(program, path=path)
    if found is None:
        raise NoSeatError(
            f"there is no program {program!r} inside the walls; give its path and --read its folder"
        )
    return found
