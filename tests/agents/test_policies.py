"""Policies by name: files, modules, folders of one's own; and a person at the terminal who stops and comes back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tenure.engine.agents.policies.find import UnknownPolicyError, find_policy
from tenure.engine.agents.policies.human import Human
from tenure.scenarios.play import ending, open_run
from tests.agents.lamps import calls_of, new, played

FUNCTION = """
async def solve(session):
    await session.call("mail.inbox")
    await session.finish(summary="by a function")
"""
CLASS = """
class Inspector:
    name = "written in the class"

    async def play(self, session):
        await session.call("directory.search", query="ines")
        await session.finish(summary="by a class")

class Other:
    '''Plays nothing.'''

async def elsewhere(session):
    await session.finish(summary="by another attribute")
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "policies").mkdir()
    (tmp_path / "policies" / "inspector.py").write_text(CLASS)
    (tmp_path / "mine.py").write_text(FUNCTION)
    (tmp_path / "my_module_of_policies.py").write_text(CLASS)
    monkeypatch.setenv("TENURE_PATH", str(tmp_path))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "tool"),
    [
        ("mine.py", "mail.inbox"),
        ("mine.py:solve", "mail.inbox"),
        ("inspector", "directory.search"),
        ("inspector:elsewhere", "finish"),
        ("my_module_of_policies:Inspector", "directory.search"),
        ("my_module_of_policies:elsewhere", "finish"),
    ],
)
async def test_policies_are_found_and_resumed_by_the_name_they_were_asked_for(
    name: str, tool: str, folder: Path
) -> None:
    policy = find_policy(name)
    assert policy.name == name
    run = await played(new(), policy)
    assert calls_of(run)[0][0] == tool
    assert ending(run) == {"how": "terminated", "why": "finished"}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nul", "did you mean null"),
        ("inspectr", "did you mean inspector"),
        ("nowhere.py", "no such file"),
        ("mine.py:play_it", "has no 'play_it'"),
        ("empty.py", "define `class Policy`"),
    ],
)
def test_what_can_t_be_found_is_said(name: str, said: str, folder: Path) -> None:
    (folder / "empty.py").write_text("x = 1\n")
    with pytest.raises(UnknownPolicyError, match=said):
        find_policy(name)


def lines(*typed: str) -> Iterator[str]:
    yield from typed


def person(*typed: str) -> tuple[Human, list[str]]:
    """Somebody who types these lines, then goes away; and what they were shown."""
    left, shown = lines(*typed), list[str]()

    def read(prompt: str) -> str:
        shown.append(prompt)
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    return Human(read, shown.append), shown


async def test_a_person_at_the_terminal_stops_and_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    run = new(path=path)
    typed = (
        "tools",
        "brief",
        "mail.inbox",
        'notes.write name=plan text="Ask Ines."',
        "what",
        'chat.send {"to": ',
    )
    first, shown = person(*typed)
    first = Human(first._read, shown.append, pause=run.loop.stop)  # pyright: ignore[reportPrivateUsage]
    await played(run, first)
    assert [tool for tool, _ in calls_of(run)] == ["mail.inbox", "notes.write", "what"]
    assert any("drive.write" in text for text in shown)
    assert any("arguments are not JSON" in text for text in shown)
    run.close()

    run = open_run(path, writable=True)
    second, shown = person("notes.read name=plan", "finish")
    await played(run, second)
    assert any("Going on at" in text for text in shown)
    assert [tool for tool, _ in calls_of(run)][3:] == ["notes.read", "finish"]
    assert ending(run) == {"how": "terminated", "why": "finished"}
    assert (await run.replay()).digest == run.digest
    run.close()
