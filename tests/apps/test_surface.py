from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenure.engine.apps.base import ToolError
from tenure.engine.apps.mail import Mail
from tenure.engine.apps.premises import Premises
from tenure.engine.apps.surface import describe, function_name, functions, parse_call

from .conftest import Office, setup


@pytest.fixture(scope="module")
def tools():
    office = Office()
    yield office.world.tools
    office.run.close()


def malformed(tools, name: str, arguments: Any) -> ToolError:
    with pytest.raises(ToolError) as caught:
        parse_call(tools, name, arguments)
    return caught.value


def test_a_call_is_parsed_under_either_name(tools) -> None:
    for name in ("mail.send", "mail_send"):
        tool, args = parse_call(tools, name, '{"to": ["ines"], "body": " hi "}')
        assert tool.name == "mail.send"
        assert (args.to, args.body) == (["ines"], "hi")  # type: ignore[attr-defined]
    assert (
        parse_call(tools, "drive_read_version", '{"path": "/a", "version": 1}')[0].name
        == "drive.read_version"
    )
    assert parse_call(tools, "mail.inbox", "")[1] == parse_call(tools, "mail.inbox", "{}")[1]
    assert (
        parse_call(tools, "chat.read", {"with_": "ines"})[1]
        == parse_call(tools, "chat.read", {"with": "ines"})[1]
    )


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("mail.sent", "mail.send"),
        ("mail.zap", "mail.forward"),
        ("email.send", "mail.send"),
        ("send", "mail.send or chat.send"),
        ("xyzzy", "directory.search"),
    ],
)
def test_an_unknown_tool_is_met_with_the_nearest(tools, name: str, says: str) -> None:
    error = malformed(tools, name, "{}")
    assert error.code == "unknown_tool"
    assert says in error.hint


@pytest.mark.parametrize(
    ("name", "arguments", "says"),
    [
        ("mail.send", '{"to": ["ines"]}', ["`body` is missing"]),
        ("mail.send", '{"to": ["ines"], "bdy": "x"}', ["`body` is missing", "`bdy`", "Did you mean body?"]),
        ("mail.read", '{"message": "a", "part": "two"}', ["`part`", "integer", "'two'"]),
        ("mail.inbox", '{"folder": "drafts"}', ["`folder`", "'inbox'", "'drafts'"]),
        ("mail.inbox", '{"folder": ', ["not JSON"]),
        ("mail.inbox", "[1]", ["must be an object, not list"]),
        ("mail.inbox", '"{}"', ["must be an object, not str"]),
        ("meetings.leave", '{"meeting": "x"}', ["no argument `meeting`", "takes none"]),
        ("mail.send", '{"to": [], "body": "x"}', ["`to`"]),
        ("notes.write", '{"name": "\\ud800", "text": "x"}', ["`name`"]),
        (
            "calendar.invite",
            '{"title": "t", "start": "x", "people": ["a"], "minutes": 1}',
            ["`minutes`", "5", "not 1"],
        ),
    ],
)
def test_malformed_arguments_say_field_value_and_what_is_right(
    tools, name: str, arguments: str, says: list[str]
) -> None:
    error = malformed(tools, name, arguments)
    assert error.code == "malformed_arguments"
    for part in says:
        assert part in error.message
    assert error.hint.startswith(f"{name}(")
    error.message.encode()


def test_huge_arguments_make_short_errors(tools) -> None:
    error = malformed(tools, "mail.read", {"message": ["x" * 10_000]})
    assert len(error.message) < 300


@given(st.text(max_size=60))
def test_no_text_breaks_the_parser(text: str) -> None:
    error = malformed(_TOOLS, "mail.send", text)
    assert error.code == "malformed_arguments"


_TOOLS = Mail(Premises(setup(), None, None, None)).tools()  # type: ignore[arg-type]


LONGEST = {
    "drive": 6_000,
    "docs": 5_200,
    "sheets": 6_200,
    "slides": 3_800,
    "tickets": 4_400,
    "crm": 4_400,
    "library": 900,
    "phone": 1_000,
}
"""Characters of an app's tool list without spaces."""


def test_function_schemas_are_small_and_valid(tools) -> None:
    made = functions(tools)
    assert len(made) == len(tools)
    text = json.dumps(made)
    assert '"title": "' not in text.replace('"title": {"', "")
    assert "anyOf" not in text
    assert "$ref" not in text
    sizes = dict.fromkeys(("rest", *LONGEST), 0)
    for function in made:
        app = function["function"]["name"].partition(".")[0]
        sizes[app if app in LONGEST else "rest"] += len(json.dumps(function, separators=(",", ":"))) + 1
    assert {app: size for app, size in sizes.items() if size > LONGEST.get(app, 13_500)} == {}
    for one in made:
        function = one["function"]
        assert function["name"] in tools
        assert set(function_name(function["name"])) <= set("abcdefghijklmnopqrstuvwxyz_")
        assert function["description"]
        assert function["parameters"]["type"] == "object"
    send = next(one["function"] for one in made if one["function"]["name"] == "mail.send")
    assert send["parameters"]["required"] == ["to", "body"]
    assert send["parameters"]["properties"]["to"]["items"] == {"type": "string"}
    read = next(one["function"] for one in made if one["function"]["name"] == "chat.read")
    assert "with" in read["parameters"]["properties"]


def test_people_can_read_the_list(tools) -> None:
    text = describe(tools)
    assert "mail.send(to, body, [cc], [subject], [attachments])" in text
    assert "Send a mail; it starts a thread." in text
