"""An agent with a shell behind the walls gets at nothing but its seat, and with a token at nothing but its tools."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

import tenure.scenarios
from tenure.engine.access.walls import NoSeatError, start
from tenure.engine.confinement import possible
from tests.access.doors import ROOT, Served, command, serve, typed

confined = pytest.mark.skipif(bool(possible(loopback=True)), reason=f"{possible(loopback=True)}")
PACKS = Path(tenure.scenarios.__file__).resolve().parent / "packs"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("served")
    with serve("first_week", "--seat-file", folder / "seat.json", cwd=folder) as one:
        yield one


def agent(served: Served, script: str, *options: str | Path, **environment: str) -> tuple[int, str]:
    """What an agent with a shell gets done, started as the guide says; the script is its file."""
    folder = served.folder.parent
    seat = ["--seat-file", folder / "seat.json"]
    done = command("confine", *seat, *options, "--", "bash", "-c", script, cwd=folder, **environment)
    return done.returncode, done.stdout + done.stderr


def got(said: str) -> list[str]:
    return [line for line in said.splitlines() if "GOT" in line]


@confined
def test_it_can_work(served: Served) -> None:
    script = "tenure do brief && tenure do mail inbox && echo 'notes list' | tenure shell; exit 7"
    code, said = agent(served, script)
    assert code == 7, said
    assert "Your first one is a fat one" in said
    assert "marek/m15" in said


@confined
def test_it_finds_nothing_of_the_run_the_pack_or_the_server(served: Served, tmp_path: Path) -> None:
    run = served.folder
    (tmp_path / "of_others").write_text("another agent's data")
    inside = str(run)[1:]
    wanted = [
        run / "run.db",
        run / "seats.json",
        run,
        run.parent / "seat.json",
        run.parent / "server.txt",
        tmp_path / "of_others",
        PACKS / "first_week/facts.yaml",
        PACKS / "first_week/tasks/surcharge_claim/rubric.yaml",
        ROOT / ".git",
        ROOT / "build/dev/tenure/engine",
        ROOT / "engine/access/host.py",
        Path.home() / ".bashrc",
        Path("/etc/shadow"),
        *(
            Path("/proc", process, link, inside, "run.db")
            for process in (str(served.process.pid), "1", "self")
            for link in ("root", "cwd")
        ),
    ]
    tries = [
        f"for f in '{one}' '{one}'/*; do cat \"$f\" >/dev/null 2>&1 && echo GOT $f; done" for one in wanted
    ]
    code, said = agent(served, "\n".join([*tries, "echo tried"]))
    assert (code, got(said)) == (0, [])
    assert "tried" in said


SEARCH = r"""
find / -xdev \( -name run.db -o -name '*seats.json' -o -name facts.yaml -o -name rubric.yaml -o -name storyline.yaml \
  -o -name 'first_week*' -o -name .git \) -not -path '/proc/*' 2>/dev/null
find / -path /proc -prune -o -type d -name tenure -print 2>/dev/null | while read -r d; do find "$d" -type f; done
find /tmp /dev/shm "$HOME" -mindepth 1 -not -path '/tmp/tenure-seat-*' -type f -not -path '*/site-packages/*' \
  -not -path '{python}/*'
grep -rls --exclude-dir=site-packages contract_rates /tmp /home /var /opt /srv {own} 2>/dev/null
echo done
"""


@confined
def test_a_search_of_the_whole_file_system_finds_nothing(served: Served) -> None:
    # a checkout may lie in /tmp itself, and its Python is seen
    code, said = agent(
        served, SEARCH.replace("{python}", sys.prefix).replace("{own}", f"{Path.home()} {ROOT.parent}")
    )
    assert (code, said.splitlines()) == (0, ["done"])


IMPORT = """
import sys
sys.path[:0] = [{root!r}, {root!r} + "/build/dev"]
for name in ("tenure", "tenure.scenarios", "tenure.engine.kernel", "engine.version", "scenarios.play"):
    try:
        __import__(name)
        if getattr(sys.modules[name], "__file__", None):
            print("GOT", name)
    except ImportError as error:
        print("no", error)
print("tried")
"""


@confined
def test_no_python_inside_knows_the_engine(served: Served, tmp_path: Path) -> None:
    (tmp_path / "import.py").write_text(IMPORT.format(root=str(ROOT)))
    for program in (sys.executable, "python3"):
        script = f"{program} {tmp_path}/import.py || command -v {program} || echo tried"
        _, said = agent(served, script, "--read", tmp_path)
        assert got(said) == []
        assert "tried" in said, said


PROCESSES = """
kill -0 {server} 2>/dev/null && grep -q serve /proc/{server}/cmdline && echo GOT kill
for p in /proc/[0-9]*; do
  tr '\\0' ' ' < $p/cmdline 2>/dev/null | grep first_week && echo GOT $p
  tr '\\0' ' ' < $p/environ 2>/dev/null | grep SECRET_OF_THE_OWNER && echo GOT $p
done
unshare -Ur true 2>/dev/null && echo GOT user
mount -t tmpfs x /tmp 2>/dev/null && echo GOT mount
nsenter -t 1 -m true 2>/dev/null && echo GOT nsenter
ipcs -m 2>/dev/null | grep -E '^0x' && echo GOT memory
for f in /proc/self/fd/*; do
  case "$(readlink $f)" in *run.db*|*seats.json*|*socket:*) echo GOT $f $(readlink $f);; esac
done
echo tried
"""
TRACE = """
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
for pid in (1, os.getppid(), {server}, {parent}):
    if libc.ptrace(16, pid, 0, 0) == 0:
        print("GOT ptrace", pid)
    if pid not in (os.getpid(), os.getppid()):
        try:
            open(f"/proc/{{pid}}/mem", "rb").read(1)
            print("GOT mem", pid)
        except OSError:
            pass
print("traced")
"""


@confined
def test_it_reaches_no_process_of_others(served: Served, tmp_path: Path) -> None:
    (tmp_path / "trace.py").write_text(TRACE.format(server=served.process.pid, parent=os.getpid()))
    (tmp_path / "try.sh").write_text(PROCESSES.format(server=served.process.pid))  # or it would find itself
    script = f"bash {tmp_path}/try.sh; {sys.executable} {tmp_path}/trace.py"
    _, said = agent(served, script, "--read", tmp_path, SECRET_OF_THE_OWNER="x")
    assert got(said) == []
    assert "tried" in said
    assert "traced" in said


NETWORK = """
import socket
def tell(what, call):
    try:
        call()
        print("GOT", what)
    except OSError as error:
        print("no", what, error)
for where in {addresses}:
    tell(where, lambda: socket.create_connection(where, timeout=1))
    tell(("datagram", where), lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(where))
for host in ("example.com", {name!r}):
    tell(host, lambda: socket.getaddrinfo(host, 80))
tell("raw", lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1))
tell("abstract", lambda: socket.socket(socket.AF_UNIX).connect("\\0tenure-test"))
print("tried")
"""


@confined
def test_it_reaches_no_other_port_and_no_network(served: Served, tmp_path: Path) -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as other,
        socket.create_server(("0.0.0.0", 0)) as wide,
        socket.socket(socket.AF_UNIX) as abstract,
    ):
        abstract.bind("\0tenure-test")
        abstract.listen()
        ports = [one.getsockname()[1] for one in (other, wide)]
        addresses = [*(("127.0.0.1", port) for port in ports), ("192.0.2.1", 53), ("10.0.0.1", 80)]
        (tmp_path / "net.py").write_text(NETWORK.format(addresses=addresses, name=socket.gethostname()))
        _, said = agent(served, f"{sys.executable} {tmp_path}/net.py", "--read", tmp_path)
        # a datagram to this machine itself goes nowhere: inside, nobody listens
        assert [line for line in got(said) if "'datagram', ('127.0.0.1'" not in line] == []
        assert "tried" in said
        for one in (other, wide, abstract):
            one.setblocking(False)
            with pytest.raises(BlockingIOError):  # nobody called
                one.accept()


@confined
def test_what_it_is_given_must_not_hold_a_run_or_a_pack(served: Served, tmp_path: Path) -> None:
    seat = served.folder.parent / "seat.json"
    for folder in (served.folder, served.folder.parent, PACKS / "first_week", ROOT / "scenarios"):
        with pytest.raises(NoSeatError, match="knows too much"):
            start(["true"], seat, read=[folder])
        with pytest.raises(NoSeatError, match="knows too much"):
            start(["true"], seat, home=folder)
    (tmp_path / "work").mkdir()
    (tmp_path / "work/notes.db").write_text("not a database")
    _, said = agent(served, "cat notes.db && echo new > mine.txt", "--home", tmp_path / "work")
    assert "not a database" in said
    assert (tmp_path / "work/mine.txt").read_text() == "new\n"
    # the engine looks empty even to one who is given it
    _, said = agent(served, f"ls -A {ROOT}/engine; echo tried", "--read", ROOT / "engine")
    assert said.split() == ["tried"]


def test_a_seat_on_another_machine_or_none_is_refused(tmp_path: Path) -> None:
    for text in ("", "[]", '{"url": "http://127.0.0.1:1"}', '{"url": "http://example.com:80", "token": "x"}'):
        (tmp_path / "seat.json").write_text(text)
        with pytest.raises(NoSeatError):
            start(["true"], tmp_path / "seat.json")
    (tmp_path / "seat.json").write_text('{"url": "http://127.0.0.1:1", "token": "x"}')
    with pytest.raises(NoSeatError, match="no program"):
        start(["no-such-program"], tmp_path / "seat.json")


def test_without_walls_nothing_is_started(
    served: Served, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "platform", "plan9")
    seat = served.folder.parent / "seat.json"
    told = typed("confine", "--seat-file", seat, "--", "touch", tmp_path / "x", code=1)
    assert "was not started: only Linux" in told
    assert not (tmp_path / "x").exists()


NAMES = """
show score fork replay digest run runs events journal state facts rubric seats seats.json run.db docs openapi.json
metrics debug admin static files mcp/../show seat/../../run.db %2e%2e/run.db ..%2frun.db .git/config sse messages ws
""".split()
METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD")
ASKED = (
    "resources/list",
    "resources/read",
    "prompts/list",
    "completion/complete",
    "tasks/list",
    "tenure/score",
)


def test_a_token_opens_its_tools_and_nothing_else(served: Served) -> None:
    """By no path, method or name of a tool."""
    headers = {"Authorization": f"Bearer {served.token}", "Accept": "application/json, text/event-stream"}
    with httpx2.Client(base_url=served.url, headers=headers, timeout=20) as http:
        for number, name in enumerate(NAMES):
            ways = (f"/{name}", f"/{served.token}/{name}", f"/tools/{name}", f"/seat/{name}", f"/call/{name}")
            for way, method in zip(ways, METHODS[number % 3 :], strict=False):
                answer = http.request(method, way)
                assert answer.status_code in (404, 405), (method, way, answer.text)
                assert "first_week" not in answer.text
        for way, method in (("/seat", "PUT"), ("/tools", "DELETE"), ("/call", "PATCH"), ("/mcp", "GET")):
            assert http.request(method, way).status_code == 405
        for name in NAMES[:12]:
            for tool in (name, f"tenure.{name}", f"run.{name}"):
                seen = http.post("/call", json={"tool": tool, "arguments": {}}).json()
                assert (seen["ok"], seen["error"]["code"]) == (False, "unknown_tool")
        for asked in ASKED:
            body = {"jsonrpc": "2.0", "id": 1, "method": asked, "params": {}}
            assert "error" in http.post("/mcp", json=body).json()
        listed = [one["function"]["name"] for one in http.get("/tools").json()["tools"]]
        assert not {"show", "score", "fork", "replay", "facts"} & {one.partition(".")[0] for one in listed}
