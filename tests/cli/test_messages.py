"""What people are told when something is wrong: the same words every time, no traceback, and the right exit code."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tenure.engine.cli import app, main
from tenure.engine.cli.counts import counted
from tenure.engine.cli.failures import EXIT_CODES, Failed, explained
from tenure.engine.kernel.ledger import ReplayDivergence
from tenure.personas.problems import AuthoringError, AuthoringErrors

from .conftest import Here, call

GOLDEN = {
    "run first_weak": (
        "error: there is no pack `first_weak`. Did you mean `first_week`? For "
        "a folder, give its path: ./first_weak."
    ),
    "run first_week --set rate": "error: --set rate: write it as name=value",
    "run first_week --limit calls=9999": (
        "error: limit calls can only be tightened: the task sets 600, you asked for 9999"
    ),
    "run first_week --limit hours=1": (
        "error: there is no limit 'hours'; limits are work_hours, calls, idle_calls, tokens, cost"
    ),
    "run first_week --agent boss=null": (
        "error: --agent boss=null: the pack has no seat 'boss'; it has analyst, and the coworkers annelies, farid, "
        "graziela, hendrik, hessel, ines, liwen, marek, naomi, robin, tobias, yusuf"
    ),
    "run first_week --agent nul": "error: no policy 'nul': did you mean null? Or give file.py[:name] or module:name",
    "run first_week --agent gone.py": "error: gone.py: no such file",
    "run first_week:surcharge": "error: the pack `first_week` has no task `surcharge`. Did you mean `surcharge_claim`?",
    "run first_week --limit calls=--3": "error: limit calls is a number, not '--3'",
    "run first_week:venlo_routing --task surcharge_claim": (
        "error: first_week:venlo_routing names one task and --task surcharge_claim another; give one of them"
    ),
    "run first_week --out /dev/full": (
        "error: /dev/full is a file; --out takes a folder, in which the run becomes run.db"
    ),
    "digest /dev/null": "error: /dev/null is no file; a run is one",
    "run first_week --until Blursday": (
        'error: `Blursday` is not a time. Write "Tue 09:30", "Tue week 2 09:30" or "2026-03-03T09:30", followed by a '
        "zone if it is not the pack's."
    ),
    "resume nowhere": (
        "error: there is no run at nowhere. Give a run file or a folder that holds run.db; runs are kept in runs/ "
        "unless --out says otherwise."
    ),
    "schema fact": "error: there is no schema `fact`. Did you mean `facts`?",
    "personas custom_broker": (
        "error: there is no persona `custom_broker`. Did you mean `customs_broker`? Looked in: built in."
    ),
    "explain first_week --person inez": "error: there is no person `inez`. Did you mean `ines`?",
    "explain first_week --person ines --fact rebate": "error: give one of --person, --fact and --criterion",
    "ask first_week noor hello": "error: Noor Hadley has no mind to ask: a policy or the story plays them",
    "ask first_week inez hello": "error: there is nobody called `inez`. Did you mean `ines`?",
}


@pytest.mark.parametrize("typed", GOLDEN)
def test_what_is_typed_wrong_is_told_in_these_words(here: Here, typed: str) -> None:
    assert here(*typed.split(), code=2) == GOLDEN[typed] + "\n"


def test_a_folder_without_a_run_says_where_one_is(here: Here, tmp_path: Path, demo: Path) -> None:
    assert (
        here("show", demo.parent, code=2) == f"error: {demo.parent} holds no run.db. Did you mean {demo}?\n"
    )
    assert here("digest", __file__, code=2).startswith(f"error: {__file__}: not a run file, or damaged")
    assert here("score", demo, "--at", "99999", code=2).startswith("error: the run has events 0 to ")


def test_a_fault_in_a_pack_names_file_line_and_fix(here: Here, tmp_path: Path) -> None:
    here("new", "mine", "--in", tmp_path)
    scenario = tmp_path / "mine" / "scenario.yaml"
    text = scenario.read_text("utf-8")
    line = next(n for n, one in enumerate(text.splitlines(), 1) if one.startswith("title:"))
    scenario.write_text(text.replace("title:", "titel:", 1), "utf-8")
    told = here("run", tmp_path / "mine", code=2)
    assert f"scenario.yaml:{line}:" in told
    assert "Did you mean `title`?" in told
    assert told.splitlines()[-1].endswith("to mend")


def test_exceptions_and_their_exit_codes() -> None:
    faults = AuthoringErrors([AuthoringError("a.yaml", 3, 5, "x.y", "it is wrong", "Write it right.")])
    assert explained(faults) == (2, "a.yaml:3:5: x.y: it is wrong. Write it right.\nerror: 1 thing to mend")
    assert explained(ReplayDivergence("event 3: at")) == (1, "error: the run diverges: event 3: at")
    assert explained(Failed("the disk is full")) == (1, "the disk is full")
    assert explained(LookupError("there is none")) == (2, "error: there is none")
    assert explained(FileNotFoundError(2, "No such file", "x.md")) == (1, "error: x.md: No such file")


def test_what_nobody_expected_goes_to_a_file_and_to_the_terminal_when_asked(
    here: Here, monkeypatch: pytest.MonkeyPatch, demo: Path
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the moon is in the wrong house")

    monkeypatch.setattr("tenure.engine.kernel.opening.open_journal", broken)
    told = here("digest", demo, code=1)
    assert told.startswith("error: unexpected RuntimeError: the moon is in the wrong house\n")
    assert "Traceback" not in told
    file = Path(told.partition("The traceback is in ")[2].partition(";")[0])
    assert "in broken" in file.read_text("utf-8")
    file.unlink()
    debugged = here("--debug", "digest", demo, code=1)
    assert debugged.startswith("Traceback (most recent call last):")
    Path(debugged.partition("The traceback is in ")[2].partition(";")[0]).unlink()


def test_every_command_explains_itself_with_examples_and_prints_json(here: Here) -> None:
    names = [command.name for command in app.registered_commands]
    wanted = (
        "run resume fork replay score diff digest show lint explain ask rollouts realism scenarios personas"
    )
    assert set(wanted.split()) <= set(names)
    for name in names:
        assert name is not None
        told = here(name, "--help")
        assert f"tenure {name}" in told.split("Example", 1)[1], name
        # what a confined program prints is its own
        assert "--json" in told or name == "confine", name


def test_a_folder_in_the_place_of_a_run_file_is_no_run(here: Here, tmp_path: Path) -> None:
    (tmp_path / "odd" / "run.db").mkdir(parents=True)
    odd = tmp_path / "odd"
    assert here("resume", odd, code=2) == f"error: {odd}/run.db is no file; a run is one\n"
    for more in ((), ("--force",), ("--fresh",)):
        assert here("run", "first_week", "--out", odd, *more, code=2).startswith(
            f"error: {odd}/run.db is a folder"
        )


@pytest.mark.parametrize("columns", ["0", "40", "wide"])
def test_a_terminal_that_knows_neither_width_nor_utf8_is_served(
    demo: Path, tmp_path: Path, columns: str
) -> None:
    result = call(["score", demo], tmp_path, PYTHONIOENCODING="ascii", COLUMNS=columns)
    assert result.returncode == 0, result.stderr
    assert "PASSED" in result.stdout


def test_a_slip_in_a_day_is_answered_in_whole_sentences(here: Here) -> None:
    told = here("run", "first_week", "--until", "Wedd 09:00", code=2)
    assert told == "error: `Wedd` is no day of the week. Did you mean `wed`?\n"


def test_one_of_something_is_told_as_one() -> None:
    assert [counted(one, "message") for one in (0, 1, 1.0, 0.5, 1200)] == [
        "0 messages",
        "1 message",
        "1 message",
        "0.5 messages",
        "1,200 messages",
    ]


def test_help_keeps_its_placeholders(here: Here) -> None:
    shown = " ".join(here("run", "--help").replace("│", " ").split())
    assert "model:NAME" in shown


def test_help_says_what_exit_codes_mean(here: Here) -> None:
    shown = " ".join(here("--help").split())
    assert " ".join(EXIT_CODES.split()) in shown


def test_help_imports_nothing_heavy() -> None:
    script = (
        "import sys\n"
        "from tenure.engine.cli import main\n"
        "sys.argv = ['tenure', '--help']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print(sorted({name.split('.')[0] for name in sys.modules}), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = set(eval(done.stderr))
    assert not loaded & {
        "pydantic",
        "litellm",
        "langgraph",
        "networkx",
        "simpy",
        "ruamel",
        "jinja2",
        "asyncio",
    }


def test_a_closed_standard_input_is_the_end_of_the_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", None)
    monkeypatch.setattr(sys, "argv", ["tenure", "persona", "new", "somebody"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code in (None, 0)
    sys.stdin.close()
