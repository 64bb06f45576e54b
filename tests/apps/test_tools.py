"""What holds for every tool: declarations, rehearsals, effort."""

from __future__ import annotations

import pytest

from tenure.engine.apps.base import Acting, ToolError
from tenure.engine.kernel.clock import MINUTE
from tenure.engine.kernel.step import Step

from .conftest import Office


@pytest.mark.parametrize(
    ("tool", "args", "code"),
    [
        ("mail.send", {"to": ["nobody"], "body": "x"}, "not_found"),
        ("mail.send", {"to": ["ines"], "body": "x", "attachments": ["/no.md"]}, "not_found"),
        ("mail.reply", {"message": "ines/m9", "body": "x"}, "not_found"),
        ("chat.send", {"to": "#finance", "text": "x"}, "not_found"),
        ("drive.write", {"path": "/Finance/x.md", "text": "x"}, "not_found"),
        ("drive.write", {"path": "/x.md", "text": "x", "version": 3}, "conflict"),
        ("calendar.invite", {"title": "x", "start": "yesterday 10:00", "people": ["ines"]}, "invalid"),
        ("meetings.say", {"text": "x"}, "unavailable"),
        ("notes.delete", {"name": "x"}, "not_found"),
    ],
)
def test_what_cannot_be_done_is_refused_before_time_is_spent(
    office: Office, tool: str, args: dict[str, object], code: str
) -> None:
    declared = office.world.tools[tool]
    refused = office.acting(
        "noor", lambda acting: declared.ends(acting, declared.arguments.model_validate(args))
    )
    assert isinstance(refused, ToolError)
    assert refused.code == code


@pytest.mark.parametrize(
    ("tool", "args"),
    [
        ("directory.show", {"person": "x" * 40_000}),
        ("chat.presence", {"person": "x " * 20_000}),
        ("drive.list", {"path": "/" + "x/" * 20_000}),
        ("meetings.transcript", {"meeting": "\x00" * 40_000}),
    ],
)
def test_a_refusal_stays_short_whatever_it_quotes(office: Office, tool: str, args: dict[str, object]) -> None:
    with pytest.raises(ToolError) as refused:
        office.use("noor", tool, **args)
    assert len(refused.value.message) + len(refused.value.hint) < 4_000


@pytest.mark.parametrize(
    ("tool", "args"),
    [
        ("mail.send", {"to": ["ines"], "body": "x"}),
        ("chat.send", {"to": "ines", "text": "x"}),
        ("drive.write", {"path": "/x.md", "text": "x"}),
        ("drive.upload", {"path": "/x.bin", "content": "AAAA"}),
        ("calendar.invite", {"title": "x", "start": "12:00", "people": ["ines"]}),
        ("notes.write", {"name": "x", "text": "x"}),
    ],
)
def test_a_rehearsal_does_nothing(office: Office, tool: str, args: dict[str, object]) -> None:
    declared = office.world.tools[tool]
    before = office.run.state.dump()
    step: list[Step] = []

    def ask(acting: Acting) -> int:
        step.append(acting.step)
        return declared.ends(acting, declared.arguments.model_validate(args))

    assert office.acting("noor", ask) > 0
    assert step[0].events == []
    assert office.run.state.dump() == before
    assert office.run.blobs.pending == {}
    office.use("noor", tool, **args)
    assert office.run.state.dump() != before


def test_one_waits_for_the_floor_before_one_speaks(office: Office) -> None:
    meeting = office.use("noor", "calendar.invite", title="x", start="10:00", people=["ines"]).meeting
    office.advance(90 * MINUTE)
    for person in ("noor", "ines"):
        office.use(person, "meetings.attend", meeting=meeting)
    office.advance(105 * MINUTE)
    office.use("ines", "meetings.say", text="One moment.")
    say = office.world.tools["meetings.say"]
    office.at -= 1
    ends = office.acting(
        "noor", lambda acting: say.ends(acting, say.arguments.model_validate({"text": "word " * 150}))
    )
    assert ends > office.at + MINUTE


def test_every_tool_is_declared_whole(office: Office) -> None:
    for name, tool in office.world.tools.items():
        assert tool.document.endswith("."), name
        assert tool.kind in ("read", "write", "wait")
        assert name.partition(".")[0] == tool.app.name
        assert tool.arguments.model_config.get("extra") == "forbid", name
        assert tool.result.model_config.get("extra") == "forbid", name


@pytest.mark.parametrize(
    ("tool", "args", "field"),
    [
        ("mail.inbox", {}, "messages"),
        ("mail.search", {"query": "x"}, "messages"),
        ("chat.channels", {}, "channels"),
        ("chat.search", {"query": "x"}, "messages"),
        ("chat.read", {"with": "dewi"}, "messages"),
        ("drive.list", {}, "files"),
        ("drive.list", {"path": "trash"}, "files"),
        ("drive.search", {"query": "x"}, "files"),
        ("notes.list", {}, "notes"),
        ("notes.search", {"query": "x"}, "notes"),
        ("calendar.list", {}, "meetings"),
    ],
)
def test_where_nothing_is_the_list_is_empty(
    office: Office, tool: str, args: dict[str, object], field: str
) -> None:
    result = office.use("ines", tool, **args).record()
    assert result[field] == []
    assert result["more"] == ""
    assert [event.kind for event in office.events()] == ["run.started"]


def test_pages_past_the_end_are_empty_and_below_one_refused(office: Office) -> None:
    office.use("noor", "notes.write", name="n", text="x")
    assert office.use("noor", "notes.list", page=9).notes == []
    assert office.refused("noor", "notes.list", page=0).code == "invalid"
