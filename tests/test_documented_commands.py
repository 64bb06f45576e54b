"""Every command that the README and the guides show is run, in order, in a copy of the repository.

Commands are the lines of ```bash blocks, and the lines after a `$ ` in ```console blocks (the rest is output,
which isn't compared). All of one document run in one shell, so a `cd` or a variable lasts, and the first that
fails stops the document. A block that can't run here has `<!-- not run: why -->` on the line before it.
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
SECONDS = 600
FENCE = re.compile(r"\s*(```+|~~~+)\s*(\w*)")
NOT_RUN = re.compile(r"\s*<!-- not run: \S.*-->\s*$")


@dataclass(frozen=True)
class Command:
    """One command of a document; a heredoc or a continued line is one command."""

    line: int
    text: str


def commands(document: str) -> list[Command]:
    """The commands of a document, top to bottom, without those of blocks marked as not run."""
    found: list[Command] = []
    fence, language, started, skipped = "", "", 0, False
    block: list[str] = []
    before = ""
    for number, line in enumerate(document.splitlines(), 1):
        mark = FENCE.match(line)
        if not fence and mark:
            fence, language, started = mark[1], mark[2], number
            skipped, block = bool(NOT_RUN.match(before)), []
        elif fence and line.strip() == fence:
            if language in ("bash", "console") and not skipped:
                found += split(block, started + 1, prompted=language == "console")
            fence = ""
        elif fence:
            block.append(line)
        before = line if line.strip() else before
    assert not fence, f"the block that starts at line {started} is never closed"
    return found


def split(block: list[str], first: int, *, prompted: bool) -> list[Command]:
    """The commands of one block whose first line has the number `first` in its document."""
    found: list[Command] = []
    waiting: list[str] = []
    heredoc, started = "", 0
    for number, line in enumerate(block, first):
        if waiting:
            waiting.append(line.removeprefix("> ") if prompted else line)
        elif prompted and not line.startswith("$ "):
            continue
        elif line.strip() and not line.lstrip().startswith("#"):
            started = number
            waiting = [line.removeprefix("$ ") if prompted else line]
            opened = re.search(r"<<-?\s*(['\"]?)(\w+)\1", line)
            heredoc = opened[2] if opened else ""
        if waiting and not (waiting[-1].strip() != heredoc if heredoc else waiting[-1].endswith("\\")):
            found.append(Command(started, "\n".join(waiting)))
            waiting = []
    assert not waiting, f"the command at line {started} isn't finished in its block"
    return found


def script(found: list[Command]) -> str:
    """A shell script that says which command it is at, and stops at the first that fails."""
    lines = ["exec 2>&1"]
    for index, command in enumerate(found):
        lines += [f"printf '\\n%s\\n' {shlex.quote(marker(index))}", command.text, "(exit $?) || exit $?"]
    return "\n".join(lines)


def marker(index: int) -> str:
    return f"[documented command {index}]"


def play(document: str, name: str, cwd: Path, environment: dict[str, str]) -> str | None:
    """Run a document's commands; the place, command and output of what failed, or `None` if nothing did."""
    found = commands(document)
    with TemporaryFile("w+", encoding="utf-8") as said_so_far:
        shell = subprocess.Popen(
            ["bash", "-c", script(found)],
            cwd=cwd,
            env=environment,
            stdin=subprocess.DEVNULL,
            # a file and no pipe: what runs on in the background holds a pipe open long after the shell has ended
            stdout=said_so_far,
            start_new_session=True,
        )
        try:
            outcome = f"exit code {shell.wait(timeout=SECONDS)}"
        except subprocess.TimeoutExpired:
            outcome = f"not done after {SECONDS} s"
        with contextlib.suppress(ProcessLookupError):
            os.killpg(shell.pid, signal.SIGKILL)  # the shell and whatever the commands had started
        shell.wait()
        said_so_far.seek(0)
        output = said_so_far.read()
    if shell.returncode == 0:
        return None
    at = max(index for index in range(len(found)) if f"\n{marker(index)}\n" in output)
    said = output.partition(f"\n{marker(at)}\n")[2]
    return f"{name}:{found[at].line}: {outcome}\n$ {found[at].text}\n{said}"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """What a reader has after cloning and `make .venv`: the files as they are here, linked to themselves."""
    names = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    copy = tmp_path / "tenure"
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)
    # the same libraries; the command in it is pointed to the copy by `reader`
    (copy / ".venv").symlink_to(sys.prefix)
    subprocess.run(
        [sys.executable, "-c", "import setup_venv as s; s.lay_links()"], cwd=copy / ".ci", check=True
    )
    return copy


@pytest.fixture
def reader(clone: Path) -> dict[str, str]:
    """The environment in which a reader types."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("TENURE", "PYTEST"))}
    kept["PATH"] = f"{Path(sys.prefix) / 'bin'}{os.pathsep}{kept['PATH']}"
    return kept | {"PYTHONPATH": str(clone / "build" / "dev"), "TERM": "dumb", "COLUMNS": "110"}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_documented_commands_run(path: Path, clone: Path, reader: dict[str, str]) -> None:
    failure = play(path.read_text("utf-8"), str(path.relative_to(ROOT)), clone, reader)
    assert failure is None, failure


def test_the_copy_runs_its_own_code(clone: Path, reader: dict[str, str]) -> None:
    (clone / "engine" / "version.py").write_text('VERSION = "9.9.9"\n', "utf-8")
    assert play("```bash\ntest $(tenure --version) = 9.9.9\n```\n", "x.md", clone, reader) is None


SAMPLE = """\
```bash
# a comment
one
two \\
  --more

cat > f <<'END'
$ not a prompt
END
```
<!-- not run: it never ends -->

```bash
endless
```
```python
print()
```
```console
$ three
its output
$ four \\
>   --more
```
```
plain
```
"""


def test_what_counts_as_a_command() -> None:
    assert commands(SAMPLE) == [
        Command(3, "one"),
        Command(4, "two \\\n  --more"),
        Command(7, "cat > f <<'END'\n$ not a prompt\nEND"),
        Command(20, "three"),
        Command(22, "four \\\n  --more"),
    ]


def test_commands_share_a_shell_and_the_first_failure_is_told(tmp_path: Path) -> None:
    text = (
        "```bash\nmkdir d && cd d\nx=1\n```\n"
        "```console\n$ test $x = 1 && test $(basename $PWD) = d\n```\n"
        "```bash\necho before; ls missing-file\ntouch ../reached\n```\n"
    )
    failure = play(text, "docs/guide.md", tmp_path, dict(os.environ))
    assert failure is not None
    assert failure.startswith("docs/guide.md:9: exit code ")
    assert "\n$ echo before; ls missing-file\nbefore\n" in failure
    assert "missing-file" in failure.splitlines()[-1]
    assert not (tmp_path / "reached").exists()


def test_a_command_that_never_ends_is_stopped_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{__name__}.SECONDS", 0.5)
    failure = play("```bash\necho waiting; sleep 1000 | cat\n```\n", "x.md", tmp_path, dict(os.environ))
    assert failure == "x.md:2: not done after 0.5 s\n$ echo waiting; sleep 1000 | cat\nwaiting\n"


def test_what_runs_on_in_the_background_neither_hides_a_failure_nor_outlives_the_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{__name__}.SECONDS", 60)
    text = "```bash\nsleep 1000 & echo $! > pid\nfalse\n```\n"
    failure = play(text, "x.md", tmp_path, dict(os.environ))
    assert failure == "x.md:3: exit code 1\n$ false\n"
    left = Path("/proc") / (tmp_path / "pid").read_text().strip() / "cmdline"
    for _ in range(50):  # a process that was killed may take a moment to go
        if not left.exists() or "sleep" not in left.read_text():
            return
        time.sleep(0.1)
    pytest.fail("what ran in the background is still there")


def test_a_document_without_commands_passes(tmp_path: Path) -> None:
    assert play("# Title\n", "x.md", tmp_path, dict(os.environ)) is None
