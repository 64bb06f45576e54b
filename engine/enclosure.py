"""Builds the walls around a process that is not trusted, from within, and then becomes it.

Run by `confinement` as `python -I -S /dev/fd/CODE CONTROL`, never imported by anything else in the project: it uses the
standard library alone, since nothing of the project can be seen once the walls stand. It makes the namespaces, the
small file system and the limits, forks the process inside, and stays as process 1 of the namespace to watch over it.
"""

from __future__ import annotations

import ctypes
import fcntl
import json
import os
import platform
import resource
import signal
import socket
import struct
import sys
import time
from pathlib import Path
from typing import Any, Final, NoReturn

_LIBC: Final = ctypes.CDLL(None, use_errno=True)
_PROC: Final = Path("/proc")

NEW_NS: Final = 0x00020000
NEW_UTS: Final = 0x04000000
NEW_IPC: Final = 0x08000000
NEW_USER: Final = 0x10000000
NEW_PID: Final = 0x20000000
NEW_NET: Final = 0x40000000
_MS_RDONLY, _MS_NOSUID, _MS_NODEV, _MS_NOEXEC = 1, 2, 4, 8
_MS_BIND, _MS_REC, _MS_PRIVATE = 4096, 16384, 1 << 18
_ATTR_RDONLY, _ATTR_NOSUID, _ATTR_NODEV = 1, 2, 4
_SYS_PIVOT_ROOT: Final = {"x86_64": 155, "aarch64": 41}
_SYS_MOUNT_SETATTR: Final = 442
_INSIDE_ID: Final = 1000
_SYSTEM: Final = ("usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32")
_ETC: Final = (
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "alternatives",
    "ssl",
    "ca-certificates",
    "localtime",
)
_DEVICES: Final = ("null", "zero", "full", "random", "urandom", "tty")


class Failed(Exception):
    """A wall could not be built."""


def main() -> None:
    """Read what is wanted from the control socket, build the walls, run the process, tell how it ended."""
    control = socket.socket(fileno=int(sys.argv[1]))
    os.set_inheritable(control.fileno(), False)
    os.close(int(sys.argv[0].rpartition("/")[2]))
    wanted = _receive(control)
    try:
        first = _enter(wanted)
    except (OSError, Failed) as error:
        _tell(control, {"error": f"{error}"})
        sys.exit(1)
    if first:  # outside the process namespace: dies with the caller, and takes the inside along
        control.close()
        _, status = os.waitpid(first, 0)
        os._exit(os.waitstatus_to_exitcode(status) & 0xFF)
    _inside(control, wanted)


def _receive(control: socket.socket) -> dict[str, Any]:
    data = b""
    while not data.endswith(b"\n"):
        data += control.recv(1 << 16) or sys.exit(1)
    return json.loads(data)


def _tell(control: socket.socket, what: dict[str, Any], sent: socket.socket | None = None) -> None:
    socket.send_fds(control, [json.dumps(what).encode() + b"\n"], [] if sent is None else [sent.fileno()])


def _checked(result: int, what: str) -> int:
    if result < 0:
        code = ctypes.get_errno()
        raise Failed(f"{what}: {os.strerror(code)}")
    return result


def _enter(wanted: dict[str, Any]) -> int:
    """Into new namespaces; the process id of process 1 in the outer process, 0 in that process itself."""
    _die_with_parent()
    uid, gid = os.geteuid(), os.getegid()
    if uid == 0:
        os.setgroups([])
    spaces = NEW_USER | NEW_NS | NEW_PID | NEW_NET | NEW_IPC | NEW_UTS
    _checked(_LIBC.unshare(spaces), "no new namespaces for an ordinary user here")
    (_PROC / "self/setgroups").write_text("deny")
    (_PROC / "self/uid_map").write_text(f"{_INSIDE_ID} {uid} 1")
    (_PROC / "self/gid_map").write_text(f"{_INSIDE_ID} {gid} 1")
    child = os.fork()
    if not child:
        _die_with_parent()
        _no_more_users()
    return child


def _die_with_parent() -> None:
    _LIBC.prctl(1, int(signal.SIGKILL), 0, 0, 0)


def _no_more_users() -> None:
    """No user namespaces inside this one: in one of its own a process could mount again."""
    try:
        (_PROC / "sys/user/max_user_namespaces").write_text("0")
    except OSError:
        return  # the filter of system calls forbids them too


def _inside(control: socket.socket, wanted: dict[str, Any]) -> NoReturn:
    try:
        listener = _loopback(wanted["port"])
        _build(wanted)
        watched = _few_processes(wanted["processes"])
        child = os.fork()
        if not child:
            control.close()
            _become(wanted)
    except (OSError, Failed) as error:
        _tell(control, {"error": f"{error}"})
        os._exit(1)
    _tell(control, {"started": True, "watched": watched}, listener)
    if listener is not None:
        listener.close()
    for number in (0, 1, 2):  # or whoever reads them would wait for this process too
        os.close(number)
    code, why = _watch(child, wanted)
    _tell(control, {"code": code, "why": why})
    os._exit(0)


def _loopback(port: int | None) -> socket.socket | None:
    """A listener inside; who holds it outside gets the connections made to that port, and there is no other way out."""
    if port is None:
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, 0x8914, struct.pack("16sH14x", b"lo", 1))  # SIOCSIFFLAGS, IFF_UP
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    listener.listen(64)
    return listener


# The file system ------------------------------------------------------------------------------------------


def _mount(source: str, target: str, kind: str, flags: int, data: str = "") -> None:
    result = _LIBC.mount(
        source.encode(), target.encode(), kind.encode(), ctypes.c_ulong(flags), data.encode() or None
    )
    _checked(result, f"can't mount {source} on {target}")


def _build(wanted: dict[str, Any]) -> None:
    """A root of its own: the system and what was given, and nothing else."""
    _mount("none", "/", "", _MS_REC | _MS_PRIVATE)
    root = wanted["root"]
    size = f"size={wanted['scratch_mb']}m,mode=755,nr_inodes=100k"
    _mount("tmpfs", root, "tmpfs", _MS_NOSUID | _MS_NODEV, size)
    for name in _SYSTEM:
        source = Path("/", name)
        if source.is_symlink():
            Path(root, name).symlink_to(source.readlink())
        elif source.is_dir():
            _bind(str(source), root, write=False)
    for name in _ETC:
        if Path("/etc", name).exists():
            _bind(f"/etc/{name}", root, write=False)
    _etc(Path(root, "etc"))
    for name in _DEVICES:
        _device(f"/dev/{name}", root)
    for name, target in (("fd", "/proc/self/fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2")):
        Path(root, "dev", name).symlink_to(target)
    for name in ("tmp", "dev/shm", "proc", "old"):
        Path(root, name).mkdir(parents=True, exist_ok=True)
    for name in ("tmp", "dev/shm"):
        Path(root, name).chmod(0o1777)
    given = [(path, False) for path in wanted["read"]] + [(path, True) for path in wanted["write"]]
    for path, write in sorted(given, key=lambda one: one[0].count("/")):
        _bind(path, root, write=write)
    for path in wanted["hide"]:
        if Path(f"{root}{path}").is_dir():
            _mount("tmpfs", f"{root}{path}", "tmpfs", _MS_RDONLY | _MS_NOSUID | _MS_NODEV, "size=4k,mode=555")
    _mount("proc", f"{root}/proc", "proc", _MS_RDONLY | _MS_NOSUID | _MS_NODEV | _MS_NOEXEC)
    os.chdir(root)
    _checked(_LIBC.syscall(_SYS_PIVOT_ROOT[platform.machine()], b".", b"old"), "can't change the root")
    os.chdir("/")
    _checked(_LIBC.umount2(b"/old", 2), "can't leave the old file system")
    Path("/old").rmdir()
    for path in wanted["folders"]:
        Path(path).mkdir(parents=True, exist_ok=True)
    _LIBC.sethostname(b"desk", 4)


def _bind(source: str, root: str, *, write: bool) -> None:
    target = Path(f"{root}{source}")
    if Path(source).is_dir():
        target.mkdir(parents=True, exist_ok=True)
    elif not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        target.touch()
    _mount(source, str(target), "", _MS_BIND | _MS_REC)
    attributes = _ATTR_NOSUID | _ATTR_NODEV | (0 if write else _ATTR_RDONLY)
    block = struct.pack("QQQQ", attributes, 0, 0, 0)
    recursive = 0x8000
    result = _LIBC.syscall(_SYS_MOUNT_SETATTR, -100, str(target).encode(), recursive, block, len(block))
    _checked(result, f"can't restrict {source}")


def _device(path: str, root: str) -> None:
    if Path(path).exists():
        target = Path(f"{root}{path}")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.touch()
        _mount(path, str(target), "", _MS_BIND)


def _etc(folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "passwd").write_text(f"desk:x:{_INSIDE_ID}:{_INSIDE_ID}:desk:/tmp:/bin/sh\n")
    (folder / "group").write_text(f"desk:x:{_INSIDE_ID}:\n")
    (folder / "hosts").write_text("127.0.0.1 localhost desk\n")
    (folder / "nsswitch.conf").write_text("passwd: files\ngroup: files\nhosts: files\n")


# The process ----------------------------------------------------------------------------------------------


def _few_processes(most: int) -> bool:
    """A namespace's own limit of process ids (Linux 6.14), which binds the root user of the machine too."""
    try:
        Path("/proc/sys/kernel/pid_max").write_text(str(max(301, most + 310)))
    except OSError:
        return False
    return True


def _become(wanted: dict[str, Any]) -> NoReturn:
    """The process itself: limits, no privileges, no way to gain any; then the program."""
    try:
        os.setsid()
        os.closerange(3, 256)
        megabyte = 1 << 20
        for what, most in (
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_DATA, wanted["memory_mb"] * megabyte),
            (resource.RLIMIT_FSIZE, wanted["file_mb"] * megabyte),
            (resource.RLIMIT_NPROC, wanted["processes"]),
            (resource.RLIMIT_NOFILE, 1024),
        ):
            hard = resource.getrlimit(what)[1]
            allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(what, (allowed, allowed))
        for capability in range(64):
            if _LIBC.prctl(24, capability, 0, 0, 0):  # PR_CAPBSET_DROP: past the last one
                break
        _checked(_LIBC.prctl(38, 1, 0, 0, 0), "can't give up privileges")  # PR_SET_NO_NEW_PRIVS
        _landlock(wanted["write"])
        _filter(network=wanted["port"] is not None)
        os.chdir(wanted["cwd"])
        os.execvpe(wanted["argv"][0], wanted["argv"], wanted["env"])
    except (OSError, Failed) as error:
        os.write(2, f"{wanted['argv'][0]}: {error}\n".encode())
    os._exit(127)


_FS_READ: Final = 0b1101  # execute, read a file, list a folder
_FS_ALL: Final = {1: 0x1FFF, 2: 0x3FFF}


def _landlock(write: list[str]) -> None:
    """A second wall: even what a hole in the first would show can't be written to."""
    abi = _LIBC.syscall(444, None, 0, 1)
    if abi < 1:
        return  # the namespaces hold without it
    handled = _FS_ALL.get(abi, 0x7FFF)
    scoped = 0b11 if abi >= 6 else 0
    block = struct.pack("QQQ", handled, 0, scoped)[: 24 if abi >= 6 else 16 if abi >= 4 else 8]
    rules = _checked(_LIBC.syscall(444, block, len(block), 0), "no rules for files")
    allowed = [("/", _FS_READ), *((path, handled) for path in (*write, "/tmp", "/dev"))]
    for path, rights in allowed:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        is_file = not Path(path).is_dir()
        files_only = 0b111 | (1 << 14 if handled & (1 << 14) else 0)
        rule = struct.pack("=Qi", rights & files_only if is_file else rights, place)
        _checked(_LIBC.syscall(445, rules, 1, rule, 0), f"no rule for {path}")
        os.close(place)
    _checked(_LIBC.syscall(446, rules, 0), "the rules for files don't hold")
    os.close(rules)


_DENIED: Final = {
    "x86_64": (
        *(101, 155, 161, 165, 166, 167, 169, 175, 246, 248, 249, 250, 272, 298, 304, 308, 310, 311, 313, 321),
        *(323, 425, 428, 429, 430, 431, 432, 433, 438, 442),
    ),
    "aarch64": (
        *(117, 41, 51, 40, 39, 224, 142, 105, 104, 217, 218, 219, 97, 241, 265, 268, 270, 271, 273, 280, 282),
        *(425, 428, 429, 430, 431, 432, 433, 438, 442),
    ),
}
"""ptrace, roots and mounts, modules, keys, namespaces, bpf, perf, handles, others' memory, io_uring."""
_ARCH: Final = {"x86_64": (0xC000003E, 56, 41), "aarch64": (0xC00000B7, 220, 198)}
"""Audit number, and the calls `clone` and `socket`."""


def _filter(*, network: bool) -> None:
    """Refuse the system calls that walls are climbed with, and without a network all sockets but local ones."""
    machine = platform.machine()
    arch, clone, sock = _ARCH[machine]
    refuse, absent = 0x00050001, 0x00050026  # EPERM, ENOSYS
    steps: list[tuple[int, int, int, int]] = [
        (0x20, 0, 0, 4),  # the architecture
        (0x15, 1, 0, arch),
        (0x06, 0, 0, 0x80000000),  # another one: kill
        (0x20, 0, 0, 0),  # the call's number
        (0x35, 0, 1, 0x40000000),
        (0x06, 0, 0, refuse),
    ]
    for number in _DENIED[machine]:
        steps += [(0x15, 0, 1, number), (0x06, 0, 0, refuse)]
    steps += [(0x15, 0, 1, 435), (0x06, 0, 0, absent)]  # clone3 keeps its flags in memory: back to clone
    spaces = NEW_USER | NEW_NS | NEW_PID | NEW_NET | NEW_IPC | NEW_UTS
    steps += [
        (0x15, 0, 4, clone),
        (0x20, 0, 0, 16),
        (0x45, 0, 1, spaces),
        (0x06, 0, 0, refuse),
        (0x20, 0, 0, 0),
    ]
    if not network:
        steps += [(0x15, 0, 3, sock), (0x20, 0, 0, 16), (0x15, 1, 0, socket.AF_UNIX), (0x06, 0, 0, refuse)]
    steps.append((0x06, 0, 0, 0x7FFF0000))
    program = b"".join(struct.pack("HBBI", *one) for one in steps)
    kept = ctypes.create_string_buffer(program, len(program))
    head = struct.pack("HxxxxxxP", len(steps), ctypes.addressof(kept))
    _checked(_LIBC.prctl(22, 2, head, 0, 0), "system calls can't be filtered")


# Watching -------------------------------------------------------------------------------------------------


def _watch(child: int, wanted: dict[str, Any]) -> tuple[int, str]:
    """Wait for the process; its exit code and why it ended. Whatever it leaves behind dies with this one."""
    seconds = wanted["seconds"]
    deadline = None if seconds is None else time.monotonic() + seconds
    pause = 0.002
    while True:
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return 255, "ended"
            if pid == child:
                return os.waitstatus_to_exitcode(status), "ended"
            if not pid:
                break
        if deadline is not None and time.monotonic() > deadline:
            return 137, "time"
        count, pages = _usage()
        if count > wanted["processes"]:
            return 137, "processes"
        if pages * resource.getpagesize() > wanted["memory_mb"] << 20:
            return 137, "memory"
        time.sleep(pause)
        pause = min(pause * 1.5, 0.1)


def _usage() -> tuple[int, int]:
    """Processes beside this one, and the pages that are theirs alone."""
    count = pages = 0
    for name in os.listdir("/proc"):  # noqa: PTH208 - every few milliseconds
        if name.isdigit() and name != "1":
            try:
                with open(f"/proc/{name}/statm", "rb") as file:  # noqa: PTH123
                    fields = file.read().split()
            except OSError:
                continue
            count += 1
            pages += int(fields[1]) - int(fields[2])
    return count, pages


if __name__ == "__main__":
    main()
