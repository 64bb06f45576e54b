"""Policies that say what can't be written, nest too deep or call exit: an observation or an ended episode, no crash."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tenure.engine.agents.session import Session, storable
from tenure.scenarios.play import ending
from tests.agents.lamps import calls_of, new, played


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("plain", "plain"),
        ("é 💥", "é 💥"),
        ("a\ud800b", "a\ufffdb"),
        ("\ud83d\udca5", "💥"),
        ("\udfff", "\ufffd"),
    ],
)
def test_what_has_no_utf8_form_is_replaced(given: str, kept: str) -> None:
    assert storable(given) == kept


async def halves(session: Session) -> None:
    await session.call("notes.write", name="a\ud800", text="b\udfff")
    await session.call_json("chat.send", '{"to": "ines", "text": "hello \\ud83d"}', "id\ud800")
    await session.call("no\ud800tool")
    await session.note("text", "\ud800")
    await session.finish(summary="\udc00")


async def test_half_characters_are_journaled_and_replayed() -> None:
    run = await played(new(), halves)
    assert ending(run) == {"how": "terminated", "why": "finished"}
    assert ("chat.send", '{"text":"hello \ufffd","to":"ines"}') in calls_of(run)
    assert (await run.replay()).digest == run.digest


async def nested(session: Session) -> None:
    deep = "[" * 20_000 + "]" * 20_000
    for arguments in (deep, json.dumps({"to": "ines"})[:-1] + ', "text": ' + deep + "}"):
        refused = await session.call_json("chat.send", arguments)
        assert refused.error is not None
        assert refused.error.code == "malformed_arguments"
    await session.finish()


async def test_arguments_nested_too_deep_are_refused() -> None:
    run = await played(new(), nested)
    assert ending(run) == {"how": "terminated", "why": "finished"}
    assert (await run.replay()).digest == run.digest


@pytest.mark.parametrize(
    ("kind", "text", "said"),
    [
        ("nope", "x", "ValueError: there is no note 'nope'; notes are text, malformed, cut, context, remark"),
        (["text"], "x", "ValueError: there is no note ['text']; notes are text, "),
        ("text", b"x", "TypeError: a note's text is a str, not bytes"),
    ],
)
async def test_a_note_of_no_known_kind_is_the_policys_own_error(kind: Any, text: Any, said: str) -> None:
    async def notes(session: Session) -> None:
        await session.note(kind, text)

    run = await played(new(), notes)
    end = ending(run)
    assert end is not None
    assert end["how"] == "truncated"
    assert end["why"].startswith(f"agent error: {said}")


async def test_a_policy_that_exits_ends_its_episode_alone() -> None:
    async def leaves(session: Session) -> None:
        raise SystemExit(3)

    run = await played(new(), leaves)
    assert ending(run) == {
        "how": "truncated",
        "why": "agent error: RuntimeError: the policy called exit(3)",
    }
