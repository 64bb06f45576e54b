"""A person in the seat, at the terminal."""

from __future__ import annotations

import asyncio
import json
import shlex
from collections.abc import Callable, Mapping
from typing import Any, Final

from ..session import Observation, Session

HELP: Final = """\
Type a tool and its arguments, as   mail.send to=ines subject="Question" body="What is …?"
or with JSON,                       mail.send {"to": ["ines"], "subject": "Question", "body": "What is …?"}
  tools            list the tools             tool NAME        what a tool takes
  brief            read the task again        wait 30          let 30 minutes pass
  wait             until something arrives    until Tue 09:30  let time pass until then
  finish           hand in and end            pause            stop here; `tenure resume` goes on
"""


class Human:
    """Shows what the seat sees and takes commands.

    Args:
        read: Reads a line; by default from the terminal.
        write: Shows a text.
        pause: Called when the person wants to pause the run.
    """

    name = "human"
    external = True

    def __init__(
        self,
        read: Callable[[str], str] | None = None,
        write: Callable[[str], None] = print,
        pause: Callable[[], None] | None = None,
    ) -> None:
        self._read = read or input
        self._write = write
        self._pause = pause

    async def play(self, session: Session) -> None:
        """Command after command until the person finishes."""
        brief = session.briefing
        replayed = session.replaying
        if not replayed:
            self._write(
                f"You are {brief.name}, {brief.title} at {brief.organisation}.\n\n{brief.task}\n\n{HELP}"
            )
        while True:
            recorded = session.recorded_call()
            if recorded is not None:
                await session.call_json(*recorded)
                continue
            if replayed:
                self._write(f"(Going on at {session.now}.)\n{HELP}")
                replayed = False
            try:
                line = (await asyncio.to_thread(self._read, f"{session.now} > ")).strip()
            except EOFError:
                line = "pause"
            if not line:
                continue
            if line == "pause":
                if self._pause is not None:
                    self._pause()
                await asyncio.Event().wait()
            if self._local(session, line):
                continue
            try:
                tool, arguments = parse_line(line)
            except ValueError as error:
                self._write(f"! {error}")
                continue
            observation = await session.call_json(tool, json.dumps(arguments, ensure_ascii=False))
            self._write(shown(observation))
            if tool == "finish" and observation.ok:
                return

    def _local(self, session: Session, line: str) -> bool:
        word, _, rest = line.partition(" ")
        functions = [tool["function"] for tool in session.briefing.tools]
        if word in ("help", "?"):
            self._write(HELP)
        elif word == "brief":
            self._write(session.brief)
        elif word == "tools":
            self._write("\n".join(f"  {one['name']:24} {one.get('description', '')}" for one in functions))
        elif word == "tool":
            found = [one for one in functions if one["name"] == rest.strip()]
            self._write(_described(found[0]) if found else f"! no tool {rest.strip()!r}; `tools` lists them")
        else:
            return False
        return True


def parse_line(line: str) -> tuple[str, dict[str, Any]]:
    """A command line as a tool with its arguments.

    Raises:
        ValueError: It can't be read; the message says what to write.
    """
    word, _, rest = line.partition(" ")
    rest = rest.strip()
    if word == "wait":
        if not rest:
            return "wait", {"notification": True}
        if rest.isdecimal():
            return "wait", {"minutes": int(rest)}
    if word == "until":
        return "wait", {"until": rest}
    if rest.startswith("{"):
        try:
            return word, json.loads(rest)
        except json.JSONDecodeError as error:
            raise ValueError(f"the arguments are not JSON ({error})") from None
    arguments: dict[str, Any] = {}
    try:
        parts = shlex.split(rest)
    except ValueError as error:
        raise ValueError(f"{error}: put texts with spaces into double quotes") from None
    for part in parts:
        name, equals, value = part.partition("=")
        if not equals:
            raise ValueError(f"{part!r}: write arguments as name=value, texts in double quotes")
        arguments[name] = _value(value)
    return word, arguments


def _value(text: str) -> Any:
    if text.lower() in ("true", "false") or text.lstrip("-").isdecimal() or text[:1] in "[{":
        try:
            return json.loads(text.lower() if text[:1] not in "[{" else text)
        except json.JSONDecodeError:
            return text
    return text


def shown(observation: Observation) -> str:
    """An observation as text for a terminal."""
    lines: list[str] = []
    if observation.error is not None:
        lines.append(
            f"! {observation.error.message}"
            + (f" ({observation.error.hint})" if observation.error.hint else "")
        )
    lines += _lines(observation.data)
    for note in observation.notifications:
        lines.append(f"  * {_headline(note)}")
    left = ", ".join(f"{value} {name.replace('_', ' ')}" for name, value in observation.left.items())
    lines.append(f"  ({observation.now}; {left} left)")
    return "\n".join(lines)


def _headline(note: Mapping[str, Any]) -> str:
    if "earlier" in note:
        return f"{note['earlier']} earlier headlines are left out"
    words = [
        note.get("subject") or note.get("title") or note.get("path") or note.get("opening"),
        note.get("what"),
    ]
    who = note.get("name") or note.get("from")
    key = note.get("message") or note.get("meeting")
    start = " ".join(str(word) for word in (note.get("at"), note.get("app"), who and f"from {who}") if word)
    return f"{start}: {', '.join(str(word) for word in words if word)}" + (f" [{key}]" if key else "")


def _lines(value: Any, indent: str = "  ") -> list[str]:
    if isinstance(value, Mapping):
        found: list[str] = []
        for key, item in value.items():  # pyright: ignore[reportUnknownVariableType]
            if item is None or item == "":
                continue
            if isinstance(item, Mapping | list):
                found.append(f"{indent}{key}:")
                found += _lines(item, indent + "  ")
            else:
                text = _word(item)  # pyright: ignore[reportUnknownArgumentType]
                found += (
                    [f"{indent}{key}: {text}"]
                    if "\n" not in text
                    else [f"{indent}{key}:", *(f"{indent}  {x}" for x in text.splitlines())]
                )
        return found
    if isinstance(value, list):
        found = []
        for item in value:  # pyright: ignore[reportUnknownVariableType]
            inner = _lines(item, indent + "  ")
            if inner:
                found.append(f"{indent}- {inner[0].strip()}")
                found += inner[1:]
        return found
    return [f"{indent}{_word(value)}"]


def _word(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _described(function: Mapping[str, Any]) -> str:
    properties: Mapping[str, Any] = function["parameters"].get("properties", {})
    required = function["parameters"].get("required", ())
    lines = [f"{function['name']}: {function.get('description', '')}"]
    for name, field in properties.items():
        must = "" if name in required else " (optional)"
        lines.append(f"  {name}{must}: {field.get('description', field.get('type', ''))}")
    return "\n".join(lines)
