"""Criteria that an author writes in Python: what passes, what fails, and what harm the tests can't do."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tenure.engine import confinement
from tenure.engine.confinement import possible
from tenure.personas.problems import AuthoringErrors
from tenure.verifiers import Rubric, criteria_of, pytests
from tenure.verifiers.pytests import Outcome, run_tests
from tests.verifiers import books
from tests.verifiers.journal import Paper, rubric_of

confined = pytest.mark.skipif(bool(possible()), reason=possible())

GOOD = """
import json
import openpyxl

PARAMS = json.load(open("params.json"))

def test_tonnage():
    sheet = openpyxl.load_workbook("model.xlsx")["Model"]
    assert str(sheet["B3"].value) == PARAMS["tonnage"]

def test_a_formula():
    assert openpyxl.load_workbook("model.xlsx")["Model"]["B9"].value.startswith("=")
"""

RUBRIC = """
criteria:
  - {id: words, title: t, kind: document, of: {drive: /Work/note.md}, checks: [{words: {min: 1}}]}
  - id: it
    title: t
    kind: test
    run: checks/test_model.py
    files: {model.xlsx: {drive: /Work/model.xlsx}}
    params: {tonnage: "52400"}
"""


def rubric(source: str = GOOD, more: str = "") -> Rubric:
    with criteria_of({"tasks/one/checks/test_model.py": source.encode()}, "tasks/one"):
        return rubric_of(RUBRIC + more)


def outcome(source: str, *, seconds: int = 20, memory_mb: int = 512) -> Outcome:
    return run_tests(
        source.encode(), (("model.xlsx", books.one_column()),), (("tonnage", "52400"),), seconds, memory_mb
    )


@confined
def test_a_criterion_is_met_when_its_tests_pass() -> None:
    paper = Paper()
    assert "There is no model.xlsx" in paper.score(rubric()).row("it").verdict.explanation
    paper.write("/Work/model.xlsx", books.dead())
    verdict = paper.score(rubric()).row("it").verdict
    assert (verdict.met, verdict.score) == (False, 0)
    assert verdict.explanation.startswith("0 of 2 tests pass. test_tonnage:")
    right = paper.write("/Work/model.xlsx", books.one_column())
    card = paper.score(rubric())
    assert card.row("it").verdict.met
    assert card.row("it").verdict.documents == ("drive:/Work/model.xlsx@2",)
    assert card.row("it").settled_at == right.seq
    assert paper.curve(rubric())[-1][1] == card.score


@confined
def test_parts_score_the_share_that_passes() -> None:
    paper = Paper()
    paper.write("/Work/model.xlsx", books.one_column())
    mixed = GOOD + "\ndef test_never():\n    assert False\n"
    assert paper.score(rubric(mixed, "    parts: true\n")).row("it").verdict.score == 666
    assert paper.score(rubric(mixed)).row("it").verdict.score == 0


@confined
@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import time\n    time.sleep(100)", "more than 1 seconds"),
        ("x = [bytes(1 << 28) for _ in range(40)]", "MemoryError"),
        ("import os\n    os._exit(0)", "no result"),
        (
            "import os\n    while True:\n        try: os.fork()\n        except OSError: pass",
            "processes|seconds|MB",
        ),
        ("import socket\n    socket.create_connection(('127.0.0.1', 80), 1)", "not permitted"),
        ("open('/usr/evil', 'w')", "Read-only|ermission"),
        ("open('model.xlsx', 'w')", "Read-only|ermission"),
        ("import tenure", "No module named 'tenure'"),
        ("import os, signal\n    os.kill(1, signal.SIGKILL)", "not permitted"),
    ],
)
def test_hostile_tests_fail_and_do_no_harm(code: str, said: str) -> None:
    found = outcome(f"def test_it():\n    {code}\n", seconds=1 if "100" in code else 20)
    assert found.passed == 0
    assert any(part in found.said for part in said.split("|")), found.said


@confined
def test_the_pack_the_run_and_the_home_are_out_of_sight(tmp_path: Path) -> None:
    (tmp_path / "run.db").write_text("secret")
    places = [str(Path(confinement.__file__).parents[1]), str(tmp_path), str(Path.home()), os.getcwd()]  # noqa: PTH109
    listed = "import os\nfound = []\n"
    for place in places:
        listed += f"try: found += [n for n in os.listdir({place!r}) if n not in ('.venv', '.pyenv')]\n"
        listed += "except OSError: pass\n"
    code = f"{listed}\ndef test_it():\n    assert found == []\n    assert 'model.xlsx' in os.listdir('.')\n"
    code += "    assert 'TENURE' not in ' '.join(os.environ)\n"
    assert outcome(code).passed == 1, outcome(code).said


@confined
@pytest.mark.parametrize(
    "code",
    [
        "def test_it(:\n",
        "raise RuntimeError('x')\n",
        "x = 1\n",
        "import pytest\n@pytest.mark.skip\ndef test_it(): pass\n",
    ],
)
def test_tests_that_do_not_run_are_not_passed(code: str) -> None:
    assert outcome(code).passed == 0


@confined
def test_the_same_tests_find_the_same() -> None:
    code = "import random, os\nfrom hypothesis import given, strategies as st\n@given(st.integers())\n"
    code += "def test_it(x):\n    assert x < 1000 and hash('a') != 7\n"
    first = outcome(code)
    run_tests.cache_clear()
    assert outcome(code) == first


def test_without_the_means_it_is_not_judged_and_never_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def impossible(*, loopback: bool = False) -> str:
        return "no new namespaces for an ordinary user here"

    run_tests.cache_clear()
    monkeypatch.setattr(pytests, "possible", impossible)
    paper = Paper()
    paper.write("/Work/model.xlsx", books.one_column())
    paper.write("/Work/note.md", "x")
    card = paper.score(rubric())
    run_tests.cache_clear()
    assert card.row("it").verdict.status == "not_judged"
    assert "no new namespaces" in card.row("it").verdict.explanation
    assert card.score == 1
    assert (card.complete, float(card.settled)) == (False, 0.5)


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, "no file `checks/test_model.py`"),
        ({"tasks/two/checks/test_model.py": b"x = 1"}, "no file `checks/test_model.py`"),
        ({"tasks/one/checks/test_model.py": b"def x(:"}, "can't be read"),
    ],
)
def test_lint_of_tests(files: dict[str, bytes], said: str) -> None:
    with criteria_of(files, "tasks/one"), pytest.raises(AuthoringErrors, match=said):
        rubric_of(RUBRIC)


@pytest.mark.parametrize("name", ["../x.xlsx", "a/b.xlsx", "test_x.py", ".hidden", "params.json"])
def test_file_names_stay_beside_the_tests(name: str) -> None:
    with pytest.raises(AuthoringErrors, match="no name for a file"):
        rubric_of(RUBRIC.replace("model.xlsx: {", f"{name}: {{"))
