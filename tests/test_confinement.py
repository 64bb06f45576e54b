"""What a confined program can't do, tried by programs that mean harm. On machines that can't confine, nothing runs."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tenure.engine import confinement
from tenure.engine.confinement import CannotConfine, Ended, Limits, confine, possible

confined = pytest.mark.skipif(bool(possible(loopback=True)), reason=f"{possible(loopback=True)}")


def shell(script: str, *, limits: Limits | None = None, **paths: Any) -> Ended:
    with confine(["/bin/sh", "-c", script], limits=limits or Limits(seconds=20), **paths) as process:
        return process.result()


def python(code: str, *, limits: Limits | None = None, port: int | None = None) -> Ended:
    argv = [sys.executable, "-c", code]
    with confine(argv, python=True, loopback_port=port, limits=limits or Limits(seconds=20)) as process:
        return process.result()


@confined
def test_it_sees_what_it_is_given_and_nothing_else(tmp_path: Path) -> None:
    given, kept = tmp_path / "given", tmp_path / "kept"
    for folder in (given, kept):
        folder.mkdir()
        (folder / "x.txt").write_text("text")
    ended = shell(f"cat {given}/x.txt && ls {tmp_path} && ! cat {kept}/x.txt", read=[given])
    assert (ended.code, ended.stdout) == (0, b"textgiven\n")
    for place in (Path(confinement.__file__).parent, Path.home(), Path.cwd(), Path("/var"), Path("/root")):
        assert shell(f"ls {place}").code != 0, place


@confined
def test_it_writes_only_where_it_may(tmp_path: Path) -> None:
    read, write = tmp_path / "read", tmp_path / "write"
    read.mkdir()
    write.mkdir()
    script = f"echo 1 > {write}/a && echo 2 > /tmp/b && cat /tmp/b; echo 3 > {read}/c; echo 4 > /usr/d; echo 5 > /e"
    ended = shell(script, read=[read], write=[write])
    assert (write / "a").read_text() == "1\n"
    assert list(read.iterdir()) == []
    assert not Path("/usr/d").exists()
    assert ended.stdout == b"2\n"
    assert ended.stderr.count(b"annot create") == 3


@confined
def test_a_folder_can_be_hidden(tmp_path: Path) -> None:
    (tmp_path / "a/secret").mkdir(parents=True)
    (tmp_path / "a/secret/x").write_text("x")
    assert (
        shell(f"ls -A {tmp_path}/a/secret", read=[tmp_path / "a"], hide=[tmp_path / "a/secret"]).stdout == b""
    )


@confined
def test_pythons_libraries_are_there_and_this_project_is_not() -> None:
    ended = python("import pytest, openpyxl, tenure")
    assert b"No module named 'tenure'" in ended.stderr


@confined
def test_nothing_of_the_callers_environment_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TENURE_SECRET", "do-not-tell")
    ended = shell("env; tr '\\0' '\\n' < /proc/1/environ")
    assert b"PYTHONHASHSEED=0" in ended.stdout
    assert b"do-not-tell" not in ended.stdout


@confined
@pytest.mark.parametrize(
    "kind", ["AF_INET, socket.SOCK_STREAM", "AF_INET6, socket.SOCK_DGRAM", "AF_NETLINK, 3"]
)
def test_it_has_no_network(kind: str) -> None:
    ended = python(f"import socket\nsocket.socket(socket.{kind}).connect(('127.0.0.1', 80))")
    assert ended.code == 1
    assert b"not permitted" in ended.stderr


@confined
def test_sleeping_for_ever_ends_with_the_time() -> None:
    ended = shell("sleep 1000 & sleep 1000", limits=Limits(seconds=0.3))
    assert (ended.code, ended.why) == (137, "time")


@confined
def test_a_fork_bomb_ends_itself() -> None:
    bomb = "import os\nwhile True:\n    try: os.fork()\n    except OSError: pass"
    assert python(bomb, limits=Limits(seconds=10)).why in ("processes", "memory")


@confined
def test_memory_is_bounded_for_one_process_and_for_all() -> None:
    assert b"MemoryError" in python("bytearray(10 << 30)").stderr
    hoard = "import os, time\nfor _ in range(8): x = os.fork() or bytearray(b'x' * (60 << 20))\ntime.sleep(9)"
    assert python(hoard, limits=Limits(seconds=9, memory_mb=256)).why == "memory"


@confined
def test_files_and_scratch_space_are_bounded() -> None:
    ended = shell("head -c 20000000 /dev/zero > /tmp/a; ls /tmp", limits=Limits(seconds=20, scratch_mb=8))
    assert b"No space left" in ended.stderr
    ended = shell("head -c 20000000 /dev/zero > /tmp/a; wc -c < /tmp/a", limits=Limits(seconds=20, file_mb=1))
    assert int(ended.stdout) <= 1 << 20


@confined
def test_output_is_bounded_and_a_flood_does_not_block() -> None:
    ended = shell("head -c 5000000 /dev/zero; echo done >&2", limits=Limits(seconds=20, output_bytes=1000))
    assert (len(ended.stdout), ended.stderr, ended.why) == (1000, b"done\n", "ended")


@confined
def test_it_cannot_touch_other_processes() -> None:
    ended = shell(
        f"kill -9 {os.getpid()}; kill -9 1; kill -9 -1; ls /proc | grep -c '^[0-9]'; cat /proc/1/maps"
    )
    assert ended.why == "ended"
    assert b"ermission denied" in ended.stderr or ended.code in (-9, 137)
    code = (
        "import os, signal\ntry: os.kill(os.getppid(), signal.SIGKILL)\nexcept OSError as error: print(error)"
    )
    assert b"not permitted" in python(code).stdout or b"No such process" in python(code).stdout


@confined
def test_no_way_back_out_through_namespaces_mounts_or_the_kernels_settings() -> None:
    for attempt in (
        "unshare -Ur true",
        "mount -t tmpfs x /tmp",
        "umount /usr",
        "echo x > /proc/sys/kernel/core_pattern",
        "chroot /tmp true",
        "nsenter -t 1 -m true",
    ):
        assert shell(attempt).code != 0, attempt


@confined
def test_what_it_left_running_dies_with_it(tmp_path: Path) -> None:
    with confine(
        ["/bin/sh", "-c", f"(setsid sh -c 'sleep 0.6; echo late > {tmp_path}/late' &) ; echo out"],
        write=[tmp_path],
    ) as process:
        assert process.result().stdout == b"out\n"
    subprocess.run(["sleep", "0.9"], check=True)
    assert not (tmp_path / "late").exists()


class _Hello(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "5")
        self.end_headers()
        self.wfile.write(b"hello")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.fixture
def servers() -> Iterator[tuple[int, int]]:
    found = [ThreadingHTTPServer(("127.0.0.1", 0), _Hello) for _ in range(2)]
    for one in found:
        threading.Thread(target=one.serve_forever, args=(0.01,), daemon=True).start()
    yield found[0].server_port, found[1].server_port
    for one in found:
        one.shutdown()
        one.server_close()


GET = "import urllib.request\nprint(urllib.request.urlopen('http://127.0.0.1:{}/', timeout=5).read())\n"


@confined
def test_one_port_is_reached_and_no_other(servers: tuple[int, int]) -> None:
    open_, shut = servers
    ended = python(GET.format(open_) * 20, port=open_)
    assert ended.stdout == b"b'hello'\n" * 20
    assert b"refused" in python(GET.format(shut), port=open_).stderr
    datagram = (
        "import socket\nsocket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 53))"
    )
    assert b"unreachable" in python(datagram, port=open_).stderr


@confined
def test_a_service_that_is_not_there_is_refused_not_waited_for() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        ended = python(GET.format(unused.getsockname()[1]), port=unused.getsockname()[1])
    assert ended.code == 1


@confined
def test_input_can_be_given_and_it_can_be_killed() -> None:
    with confine(["cat"], stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write(b"hi")
        process.stdin.close()
        assert process.result().stdout == b"hi"
    with confine(["sleep", "100"]) as process, pytest.raises(subprocess.TimeoutExpired):
        process.wait(0.05)


@confined
def test_a_program_that_is_not_there_says_so() -> None:
    with confine(["/nowhere/at/all"]) as process:
        ended = process.result()
    assert ended.code == 127
    assert b"/nowhere/at/all" in ended.stderr


def test_without_the_means_nothing_is_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def no_process(*_: object, **__: object) -> None:
        raise OSError("none left")

    monkeypatch.setattr(subprocess, "Popen", no_process)
    with pytest.raises(CannotConfine, match="none left"):
        confine(["touch", str(tmp_path / "x")], write=[tmp_path])
    monkeypatch.setattr(sys, "platform", "other")
    with pytest.raises(CannotConfine, match="only Linux"):
        confine(["true"])
    assert list(tmp_path.iterdir()) == []


def test_walls_that_do_not_stand_are_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken: Callable[[str], Path] = lambda text: _written(tmp_path / "code.py", text)  # noqa: E731
    monkeypatch.setattr(confinement, "_ENCLOSURE", broken("raise SystemExit(1)"))
    with pytest.raises(CannotConfine):
        confine(["true"])


def _written(path: Path, text: str) -> Path:
    path.write_text(text)
    return path
