"""Runs programs that are not trusted: an author's tests on an agent's files, an agent's own shell.

Behind the walls of `enclosure` a process sees the system's programs and the folders it was given, no network (or one
port of this machine), no other process, and a limited share of memory and time. On a machine that can't build them,
`CannotConfine` says why: nothing is ever run without.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final, Literal, NamedTuple, TypeAlias, cast

Why: TypeAlias = Literal["ended", "time", "memory", "processes"]
Stream: TypeAlias = int | IO[Any] | None

_ENCLOSURE: Final = Path(__file__).with_name("enclosure.py")
_PACKAGE: Final = Path(__file__).parents[1]
_GRACE: Final = 10.0
"""Seconds within which the walls stand, and within which a process inside is gone after its time."""


class CannotConfine(RuntimeError):
    """This machine can't confine a process; the text says what is missing."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a confined program may use, its children together.

    Attributes:
        seconds: Wall time; None: no limit.
        memory_mb: Memory in MB of 2**20 bytes, for each process and for all of them.
        processes: Processes and threads.
        output_bytes: Bytes kept of each captured stream; the rest is dropped.
        file_mb: Size of one file that it writes.
        scratch_mb: Size of its own /tmp.
    """

    seconds: float | None = 60.0
    memory_mb: int = 1024
    processes: int = 64
    output_bytes: int = 200_000
    file_mb: int = 256
    scratch_mb: int = 256


class Ended(NamedTuple):
    """How a confined program ended.

    Attributes:
        code: Its exit code; minus the signal that ended it; 137 if a limit did.
        stdout: What was captured, bounded.
        stderr: Likewise.
        why: By itself, or by which limit.
    """

    code: int
    stdout: bytes
    stderr: bytes
    why: Why


@lru_cache(maxsize=2)
def possible(*, loopback: bool = False) -> str:
    """Why this machine can't confine a process; empty if it can. Tried once.

    Args:
        loopback: Whether it must reach a port of this machine.
    """
    try:
        port = 1 if loopback else None
        with confine(["true"], loopback_port=port, limits=Limits(seconds=10)) as process:
            ended = process.result()
    except CannotConfine as error:
        return str(error)
    return "" if ended.code == 0 else f"a confined process ended with {ended.code}: {ended.stderr[:200]!r}"


def confine(
    argv: Sequence[str],
    *,
    read: Iterable[Path] = (),
    write: Iterable[Path] = (),
    hide: Iterable[Path] = (),
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    loopback_port: int | None = None,
    python: bool = False,
    limits: Limits | None = None,
    stdin: Stream = subprocess.DEVNULL,
    stdout: Stream = subprocess.PIPE,
    stderr: Stream = subprocess.PIPE,
) -> Confined:
    """Start a program that sees and reaches only what it is given.

    Args:
        argv: The program and its arguments; it must lie in the system's folders or under `read`.
        read: Files and folders that it may read, at the same paths.
        write: Files and folders that it may change, at the same paths.
        hide: Folders below these that look empty to it. Where this package is installed always does.
        cwd: Where it starts; an empty /tmp of its own if None.
        env: Its environment beside PATH, HOME, LANG, TMPDIR and PYTHONHASHSEED; nothing of ours is passed on.
        loopback_port: The one port of 127.0.0.1 that it reaches, at the same number inside; None: no network.
        python: Whether it may use the Python that runs this, with its libraries.
        limits: What it may use.
        stdin: As for `subprocess.Popen`; nothing if not given.
        stdout: Likewise; captured if not given.
        stderr: Likewise.

    Raises:
        CannotConfine: This machine can't. Nothing was run.
        FileNotFoundError: A path to be read or written does not exist.
    """
    if not sys.platform.startswith("linux"):
        raise CannotConfine("only Linux can confine a process")
    limits = limits or Limits()
    seen = [one.resolve(strict=True) for one in (*read, *(_python() if python else ()))]
    written = [one.resolve(strict=True) for one in write]
    place = (cwd or Path("/tmp")).resolve()
    base = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/tmp", "TMPDIR": "/tmp", "LANG": "C.UTF-8"}
    wanted = {
        "argv": list(argv),
        "read": [str(one) for one in seen],
        "write": [str(one) for one in written],
        "hide": [str(one.resolve()) for one in (*hide, *_own())],
        "folders": [str(place)] if place.is_relative_to("/tmp") else [],
        "cwd": str(place),
        "env": {**base, "PYTHONHASHSEED": "0", **(env or {})},
        "port": loopback_port,
        **asdict(limits),
    }
    return Confined(wanted, limits, loopback_port, stdin, stdout, stderr)


def _python() -> list[Path]:
    """Where the Python that runs this has its programs and libraries."""
    roots = {Path(one).resolve() for one in (sys.prefix, sys.base_prefix, sys.exec_prefix)}
    shared = Path("/usr")
    return sorted(one for one in roots if one.is_dir() and not shared.is_relative_to(one) and one != shared)


def _own() -> list[Path]:
    """Where this package is installed, and what its links lead to: packs with their rubrics lie there."""
    if _PACKAGE.name != "tenure" and not (_PACKAGE / "scenarios").is_dir():
        return []
    linked = [one.resolve() for one in sorted(_PACKAGE.iterdir()) if one.is_symlink()]
    return [_PACKAGE, *(one for one in linked if one.is_dir())]


class Confined:
    """A confined program under way. Leaving it as a context kills what is left of it.

    Raises:
        CannotConfine: The walls could not be built.
    """

    def __init__(
        self,
        wanted: dict[str, Any],
        limits: Limits,
        port: int | None,
        stdin: Stream,
        stdout: Stream,
        stderr: Stream,
    ) -> None:
        self._limits = limits
        self._root = tempfile.mkdtemp(prefix="tenure-")
        ours, theirs = socket.socketpair()
        self._control = ours
        self._pending = b""
        try:
            # by number: its own path would show inside, in the list of processes
            with theirs, _ENCLOSURE.open("rb") as code:
                self._process = subprocess.Popen(
                    [sys.executable, "-I", "-S", f"/dev/fd/{code.fileno()}", str(theirs.fileno())],
                    stdin=stdin,
                    stdout=stdout,
                    stderr=stderr,
                    env={},
                    cwd="/",
                    pass_fds=[theirs.fileno(), code.fileno()],
                    start_new_session=True,
                )
        except OSError as error:
            self._close()
            raise CannotConfine(f"no process can be started: {error}") from error
        self._relay: _Relay | None = None
        self._start({**wanted, "root": self._root}, port)
        self._kept: dict[str, bytes] = {}
        self._readers = [
            self._reader(name, stream)
            for name, stream in (("out", self._process.stdout), ("err", self._process.stderr))
            if stream is not None
        ]

    def _start(self, wanted: dict[str, Any], port: int | None) -> None:
        try:
            self._control.settimeout(_GRACE)
            self._control.sendall(json.dumps(wanted).encode() + b"\n")
            told, sent = self._told()
        except OSError as error:
            self._give_up()
            raise CannotConfine(f"the walls don't stand: {error or 'no answer'}") from error
        if "started" not in told:
            self._give_up()
            raise CannotConfine(told.get("error", "the walls fell before anything was run"))
        if port is not None:
            if not sent:
                self._give_up()
                raise CannotConfine("no port could be opened inside")
            self._relay = _Relay(socket.socket(fileno=sent[0]), port)

    def _told(self) -> tuple[dict[str, Any], list[int]]:
        """The next line from inside, with a socket if one came along; empty if it fell silent."""
        sent: list[int] = []
        while b"\n" not in self._pending:
            data, fds, _, _ = socket.recv_fds(self._control, 1 << 16, 1)
            sent += fds
            if not data:
                return {}, sent
            self._pending += data
        line, _, self._pending = self._pending.partition(b"\n")
        return cast("dict[str, Any]", json.loads(line)), sent

    def _reader(self, name: str, stream: IO[bytes]) -> threading.Thread:
        def read() -> None:
            kept = b""
            with contextlib.suppress(OSError, ValueError):
                while piece := os.read(stream.fileno(), 1 << 16):
                    kept += piece[: max(0, self._limits.output_bytes - len(kept))]
                    self._kept[name] = kept

        thread = threading.Thread(target=read, name=f"confined {name}", daemon=True)
        thread.start()
        return thread

    @property
    def pid(self) -> int:
        """The process outside that keeps the inside alive."""
        return self._process.pid

    @property
    def stdin(self) -> IO[bytes] | None:
        """Where to write its input, if it was opened with a pipe."""
        return self._process.stdin

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end, and return its exit code.

        Raises:
            subprocess.TimeoutExpired: It goes on.
        """
        return self.result(timeout).code

    def result(self, timeout: float | None = None) -> Ended:
        """Wait for its end.

        Args:
            timeout: Seconds; its own limit of time holds besides.

        Raises:
            subprocess.TimeoutExpired: It goes on.
        """
        own = None if self._limits.seconds is None else self._limits.seconds + _GRACE
        wait = min((one for one in (timeout, own) if one is not None), default=None)
        self._control.settimeout(wait)
        try:
            told, _ = self._told()
        except TimeoutError:
            if timeout is not None and (own is None or timeout < own):
                raise subprocess.TimeoutExpired("a confined program", timeout) from None
            told = {"code": 137, "why": "time"}
        except OSError:
            told = {}
        self.kill()
        for thread in self._readers:
            thread.join(_GRACE)
        code = int(told.get("code", 137))
        return Ended(
            code,
            self._kept.get("out", b""),
            self._kept.get("err", b""),
            cast("Why", told.get("why", "ended")),
        )

    def kill(self) -> None:
        """End it and everything it started."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._close()

    def _give_up(self) -> None:
        self.kill()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()

    def _close(self) -> None:
        relay = getattr(self, "_relay", None)
        if relay is not None:
            relay.close()
        self._control.close()
        with contextlib.suppress(OSError):
            Path(self._root).rmdir()

    def __enter__(self) -> Confined:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._give_up()


class _Relay:
    """Carries connections from a listener that stands inside to the same port of this machine."""

    def __init__(self, listener: socket.socket, port: int) -> None:
        self._listener = listener
        self._port = port
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._closed = False
        threading.Thread(target=self._accept, name="confined port", daemon=True).start()

    def _accept(self) -> None:
        self._listener.settimeout(None)
        while not self._closed:
            try:
                inside, _ = self._listener.accept()
            except OSError:
                return
            try:
                outside = socket.create_connection(("127.0.0.1", self._port), timeout=10)
            except OSError:
                inside.close()
                continue
            outside.settimeout(None)
            with self._lock:
                self._open |= {inside, outside}
            for a, b in ((inside, outside), (outside, inside)):
                threading.Thread(target=self._carry, args=(a, b), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                target.sendall(data)
        with contextlib.suppress(OSError):
            target.shutdown(socket.SHUT_WR)
        with self._lock:
            self._open.discard(source)
            if target not in self._open:  # the other direction is done too
                source.close()
                target.close()

    def close(self) -> None:
        """End every connection."""
        self._closed = True
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        with self._lock:
            for one in self._open:
                with contextlib.suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)
