"""Somebody at the terminal plays a coworker: what they type takes effect, is kept, and is never asked for twice."""

from __future__ import annotations

import asyncio
import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tenure.engine.agents.session import Session
from tenure.engine.kernel.events import JournalError
from tenure.engine.kernel.run import Run
from tenure.scenarios.casting import Casting
from tenure.scenarios.play import open_run
from tests.agents.lamps import lamps, new, played

BY_HAND = Casting(humans=("ines",))


class Typist:
    """A terminal at which prepared lines are typed."""

    def __init__(self, *lines: str, pause: Callable[[], None] | None = None) -> None:
        self.lines = list(lines)
        self.shown: list[str] = []
        self.turn = asyncio.Lock()
        self.paused = 0
        self._pause = pause

    async def ask(self, prompt: str) -> str:
        assert prompt == "Ines > "
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)

    def show(self, text: str) -> None:
        self.shown.append(text)

    def pause(self) -> None:
        self.paused += 1
        if self._pause is not None:
            self._pause()

    @property
    def situations(self) -> list[str]:
        return [one for one in self.shown if one.startswith("── ")]

    @property
    def hints(self) -> list[str]:
        return [one for one in self.shown if one.startswith("! ")]


async def asks(session: Session) -> None:
    await session.call("chat.send", to="ines", text="What price did we agree for the lamps?")
    for _ in range(6):
        seen = await session.wait(minutes=150, notification=True)
        if any(one.get("from") == "ines" for one in seen.notifications):
            break
    await session.finish()


def by_hand(*lines: str, path: Path | None = None) -> tuple[Run, Typist]:
    """A run in which somebody types those lines."""
    run = new(path=path, seed=1, casting=BY_HAND)
    typist = sit(run, *lines)
    asyncio.run(played(run, asks))
    return run, typist


def sit(run: Run, *lines: str) -> Typist:
    world: Any = run.world
    typist = world.terminal = Typist(*lines, pause=run.loop.stop)
    return typist


def happened(run: Run, *kinds: str) -> list[Any]:
    return [one.payload for one in run.events(kinds)]


def said(run: Run, who: str = "ines") -> list[str]:
    sent = happened(run, "message.sent")
    return [run.blobs.text(one.body) for one in sent if one.sender == who and not one.past]


def price(run: Run) -> str:
    return str(run.settings["params"]["price"])


def test_the_situation_is_shown_and_the_words_go_out() -> None:
    run, typist = by_hand("Let me look.\\nI'll be back.", "/ignore")
    first = typist.situations[0]
    assert first.startswith("── Inês Carvalho, Buyer ──")
    assert "Sam Okafor, Analyst" in first
    assert "What price did we agree for the lamps?" in first
    assert f"[lamp_price] you may tell: The agreed price of a lamp is EUR {price(run)}." in first
    assert said(run) == ["Let me look.\nI'll be back."]
    assert [(one.fact, one.holder) for one in happened(run, "fact.asked")] == [("lamp_price", "ines")]
    assert happened(run, "fact.shared") == []


def test_facts_in_the_words_are_told() -> None:
    lines = [f"We agreed EUR {price(new(seed=1))} a lamp."]
    run, _ = by_hand(*lines)
    (shared,) = happened(run, "fact.shared")
    assert (shared.fact, shared.by, shared.to, shared.mode) == ("lamp_price", "ines", "sam", "asked")
    assert any(one.person == "sam" for one in happened(run, "fact.learned"))


def test_a_fact_is_told_in_the_packs_words() -> None:
    run, _ = by_hand("/tell lamp_price", "/done")
    assert price(run) in said(run)[0]
    assert [one.fact for one in happened(run, "fact.shared")] == ["lamp_price"]


def test_a_fact_is_refused() -> None:
    run, _ = by_hand("/refuse lamp_price", "That has to wait, sorry.")
    (refused,) = happened(run, "fact.refused")
    assert (refused.fact, refused.by, refused.reason, refused.owed) == ("lamp_price", "ines", "busy", True)
    assert said(run) == ["That has to wait, sorry."]


def test_somebody_else_is_asked_and_it_is_left_for_later() -> None:
    run, typist = by_hand("/ask annelies May I tell Sam the price of the lamps?", "/later 30", "/ignore")
    assert said(run) == ["May I tell Sam the price of the lamps?"]
    assert "May I tell Sam" not in typist.situations[1].split("You remember:")[0]
    assert len(typist.situations) >= 2


def test_what_is_left_for_longer_than_any_calendar_just_lies_there() -> None:
    run, typist = by_hand("/later 99999999999999")
    assert len(typist.situations) == 1
    assert said(run) == []


def test_something_is_looked_up_and_then_seen() -> None:
    run, typist = by_hand("/lookup drive.search query=delivery", "Thanks, I have it.")
    found = next(one for one in typist.situations if "You looked up" in one)
    assert 'You looked up drive.search {"query": "delivery"}:' in found
    assert "/Data/delivery.csv" in found
    assert said(run) == ["Thanks, I have it."]


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("/tel lamp_price", "there is no /tel. Did you mean `/tell`?"),
        ("/tell lamp_prise", "Did you mean `lamp_price`?"),
        ("/promise x", "which request? There is none here."),
        ("/later soon", "write the minutes: /later 30"),
        ("/ask anelies hello", "Did you mean `annelies`?"),
        ("/ask annelies", "and what? /ask PERSON text"),
        ("/lookup drive.serch query=x", "Did you mean `drive.search`?"),
        ("/lookup drive.search", "drive.search needs query"),
        ("/lookup drive.search lamps", "write arguments as name=value"),
        ("/accept", "nobody invites you just now"),
        ("/done", "nothing was given yet"),
    ],
)
def test_what_cannot_be_done_is_told_and_asked_again(line: str, hint: str) -> None:
    run, typist = by_hand(line, "/help", "/again", "Fine.")
    assert hint in typist.hints[0]
    assert any("/tell FACT" in one for one in typist.shown)
    assert said(run) == ["Fine."]
    assert len(typist.situations) >= 2


# Stopping ------------------------------------------------------------------------------------------------------------


def test_a_resumed_run_asks_only_what_is_open_and_a_replay_nobody(tmp_path: Path) -> None:
    whole, typed = by_hand("Let me look.", "/ignore", path=tmp_path / "whole.db")
    run, typist = by_hand(path=tmp_path / "run.db")
    assert (typist.paused, len(typist.situations), said(run)) == (1, 1, [])
    run.close()
    with open_run(tmp_path / "run.db", writable=True) as again:
        typist = sit(again, "Let me look.")
        asyncio.run(played(again, asks))
        assert said(again) == ["Let me look."]
        rest = len(typed.situations) - 1
        assert len(typist.situations) == 1 + bool(rest)
    with open_run(tmp_path / "run.db", writable=True) as again:
        typist = sit(again, "/ignore")
        asyncio.run(played(again, asks))
        assert again.digest == whole.digest
        typist = sit(again)
        assert asyncio.run(again.replay()).digest == again.digest
        assert typist.shown == []


def test_nobody_at_the_terminal_stops_the_run_resumably(tmp_path: Path) -> None:
    run = new(path=tmp_path / "run.db", seed=1, casting=BY_HAND)
    with pytest.raises(JournalError, match=r"Inês Carvalho is played by a human: go on at a terminal"):
        asyncio.run(played(run, asks))
    run.close()
    with open_run(tmp_path / "run.db", writable=True) as again:
        sit(again, "Let me look.", "/ignore")
        asyncio.run(played(again, asks))
        assert said(again) == ["Let me look."]


# The command ---------------------------------------------------------------------------------------------------------

AGENT = """
async def solve(session):
    await session.call("chat.send", to="ines", text="What price did we agree for the lamps?")
    for _ in range(3):
        await session.wait(minutes=120, notification=True)
    await session.finish()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the small office, `lamps`, and the agent."""
    for path, data in lamps().files.items():
        file = tmp_path / "lamps" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    (tmp_path / "asker.py").write_text(AGENT, "utf-8")
    return tmp_path


def command(*arguments: str) -> Sequence[str]:
    return (sys.executable, "-c", "from tenure.engine.cli import main; main()", *arguments)


BEGIN = (
    "run",
    "./lamps",
    "--agent",
    "asker.py",
    "--human",
    "Ines",
    "--no-ambient",
    "--out",
    "kept",
    "--json",
)


def test_through_a_pipe_the_end_of_input_pauses_and_resume_goes_on(folder: Path) -> None:
    begun = subprocess.run(command(*BEGIN), cwd=folder, input="", capture_output=True, text=True, check=True)
    assert '"how": "paused"' in begun.stdout
    assert "What price did we agree for the lamps?" in begun.stderr
    assert "Go on with: tenure resume kept" in begun.stderr
    lines = "Let me look.\n" + "/ignore\n" * 5
    resumed = subprocess.run(
        command("resume", "kept", "--json"),
        cwd=folder,
        input=lines,
        capture_output=True,
        text=True,
        check=True,
    )
    assert '"how": "terminated"' in resumed.stdout
    assert '"coworkers": "ines=human"' in resumed.stdout
    replayed = subprocess.run(
        command("replay", "kept"), cwd=folder, capture_output=True, text=True, check=True
    )
    assert replayed.stdout.startswith("The same ")
    assert "── Inês" not in replayed.stderr


def test_at_a_terminal(folder: Path) -> None:
    main, terminal = pty.openpty()
    process = subprocess.Popen(
        command(*BEGIN), cwd=folder, stdin=terminal, stdout=subprocess.PIPE, stderr=terminal, text=True
    )
    os.close(terminal)
    seen, typed = "", 0
    answers = ["/help", "/tell lamp_price", "/done", *["/ignore"] * 6]
    deadline = time.monotonic() + 120
    while process.poll() is None:
        assert time.monotonic() < deadline, seen
        if not select.select([main], [], [], 0.1)[0]:
            continue
        try:
            seen += os.read(main, 65_536).decode(errors="replace")
        except OSError:  # it has ended
            break
        while seen.count("Ines > ") > typed:
            os.write(main, answers[typed].encode() + b"\n")
            typed += 1
    output, _ = process.communicate()
    os.close(main)
    assert process.returncode == 0, seen
    assert '"how": "terminated"' in output
    assert "/tell FACT" in seen
    assert typed >= 3


def test_nobody_plays_a_coworker_in_a_group_by_hand(folder: Path) -> None:
    from tenure.engine.rollouts.group import plan

    with pytest.raises(ValueError, match="nobody can play coworkers of a group"):
        plan(str(folder / "lamps"), policies={"analyst": "null"}, n=1, casting=BY_HAND)
