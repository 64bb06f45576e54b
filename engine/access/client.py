"""A command line for a seat: the standard library alone, so that this one file can be given to an agent by itself.

Run as a program it knows `do` and `shell`, takes the address and token of a seat from options, from TENURE_URL and
TENURE_TOKEN, or from the file that TENURE_SEAT names, and can do what the seat's tools do and nothing else.
"""

from __future__ import annotations

import argparse
import base64
import http.client
import io
import json
import os
import re
import shlex
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

OK, FAILED, UNUSABLE, REFUSED, OVER = 0, 1, 2, 3, 4
EXIT_CODES = (
    "exit codes: 0 done, 1 the server can't be reached, 2 not understood, 3 refused, 4 the work is over"
)
_CALL_WITH_JSON = re.compile(r"([\w.]+(?:\s+[\w.]+)?)\s*(\{.*\})")
PART = 262_144
"""Bytes of one part of a file that goes up or down."""
_TRIES = 5

HELP = """\
  APP VERB --NAME VALUE …     do something:   mail send --to ines --subject "Rates" --body "Hello Ines, …"
  APP                         what an app can do                APP VERB --help   what a verb takes
  wait --minutes 30           let time pass; also --until "Tue 09:30" or --notification
  brief                       the task                          tools             everything at a glance
  finish --summary "…"        hand in and end                   exit              leave; the seat stays yours
  A value @FILE is the text of a file, - is standard input, and a list repeats its option or gives JSON.
"""


class ClientError(Exception):
    """What was asked for can't be sent; the message says why."""

    def __init__(self, message: str, code: int = UNUSABLE) -> None:
        super().__init__(message)
        self.code = code


class Seat(Protocol):
    """Something that answers for a seat."""

    def call(self, tool: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Call a tool; the observation."""
        ...

    def tools(self) -> Sequence[Mapping[str, Any]]:
        """Function schemas of all tools."""
        ...

    def briefing(self) -> Mapping[str, Any]:
        """What the seat knows when it begins."""
        ...


class Remote:
    """A seat behind a server.

    Raises:
        ClientError: That is no address of a server, or no token.
    """

    def __init__(self, url: str, token: str) -> None:
        self._url = url.strip().rstrip("/").removesuffix("/mcp")
        self._token = token.strip()
        self._tools: list[Mapping[str, Any]] | None = None
        if not self._url.startswith(("http://", "https://")):
            raise ClientError(f"{url} is no address; one is http://127.0.0.1:8700")
        if not (self._token.isascii() and self._token.isprintable()):
            raise ClientError("that is no token")
        host = urllib.parse.urlsplit(self._url).hostname
        near = host in ("127.0.0.1", "localhost", "::1")
        # a proxy knows the way out, not the way to this machine
        self._opener = urllib.request.build_opener(*([urllib.request.ProxyHandler({})] if near else []))

    def call(self, tool: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Call a tool. If the connection breaks, the same call is asked for again by its id: it happens once."""
        return self._ask("/call", {"tool": tool, "arguments": arguments, "id": f"c-{uuid.uuid4().hex}"})

    def tools(self) -> Sequence[Mapping[str, Any]]:
        """Function schemas of all tools."""
        if self._tools is None:
            self._tools = list(self._ask("/tools")["tools"])
        return self._tools

    def briefing(self) -> Mapping[str, Any]:
        """What the seat knows when it begins."""
        return self._ask("/seat")

    def _ask(self, path: str, body: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
        request = urllib.request.Request(
            self._url + path,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"},
        )
        why = ""
        for turn in range(_TRIES):
            if turn:
                time.sleep(0.1 * 2**turn)
            try:
                with self._opener.open(request) as answer:
                    return cast("Mapping[str, Any]", json.load(answer))
            except urllib.error.HTTPError as error:
                why = _said(error)
                if error.code != 503:  # that one passes: a server that is stopped may come back
                    raise ClientError(why, FAILED if error.code >= 500 else UNUSABLE) from None
            except (OSError, http.client.HTTPException, ValueError) as error:
                why = f"no server answers at {self._url}: {getattr(error, 'reason', '') or error}"
        raise ClientError(why, FAILED)


def _said(error: urllib.error.HTTPError) -> str:
    try:
        problem = json.load(error)["error"]
        return f"{problem['message']} {problem.get('hint', '')}".strip()
    except (ValueError, KeyError, TypeError):
        return f"the server answered {error.code}"


class Command(NamedTuple):
    """A tool and its arguments, with what is done with files here."""

    tool: str
    arguments: dict[str, Any]
    save: str = ""
    """File that a download goes to."""
    send: str = ""
    """File that an upload comes from."""


def read_command(words: Sequence[str], tools: Sequence[Mapping[str, Any]]) -> Command:
    """A command line as a call.

    Args:
        words: ``mail send --to ines``; ``mail.send to=ines`` and ``mail.send {"to": ["ines"]}`` are taken too.
        tools: Function schemas of all tools.

    Raises:
        ClientError: It can't be read; says what is there instead.
    """
    known = {str(one["function"]["name"]): one["function"] for one in tools}
    name, rest = _tool_name(words, tools)
    fields: Mapping[str, Any] = known[name]["parameters"].get("properties", {})
    arguments: dict[str, Any] = {}
    files = {"save": "", "file": ""}
    waiting = list(rest)
    while waiting:
        word = waiting.pop(0)
        if word.startswith("{") and not arguments and not waiting:
            try:
                return Command(name, dict(json.loads(word)))
            except (ValueError, TypeError) as error:
                raise ClientError(f"the arguments are not a JSON object: {error}") from None
        if word.startswith("--"):
            option, equals, value = word[2:].partition("=")
        else:
            option, equals, value = word.partition("=")
            if not equals:
                raise ClientError(f"{word!r}: write --NAME VALUE. {_takes(name, fields)}")
        local = option in files and option not in fields
        field = option if local else _field(option, fields)
        if field is None:
            raise ClientError(f"{name} takes no --{option}. {_takes(name, fields)}")
        schema: Mapping[str, Any] = {"type": "string"} if local else fields[field]
        if not equals:
            if schema.get("type") == "boolean" and (not waiting or waiting[0] not in ("true", "false")):
                value = "true"
            elif not waiting:
                raise ClientError(f"--{option} needs a value")
            else:
                value = waiting.pop(0)
        if local:
            files[field] = value
        elif schema.get("type") == "array" and field in arguments:
            arguments[field] += _value(value, schema, option)
        else:
            arguments[field] = _value(value, schema, option)
    return Command(name, arguments, files["save"], files["file"])


def _verbs(app: str, tools: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The tools of an app."""
    return [one for one in tools if str(one["function"]["name"]).startswith(f"{app}.")]


def _tool_name(words: Sequence[str], tools: Sequence[Mapping[str, Any]]) -> tuple[str, Sequence[str]]:
    known = {str(one["function"]["name"]) for one in tools}
    first = words[0]
    if first in known:
        return first, words[1:]
    if len(words) > 1 and f"{first}.{words[1]}" in known:
        return f"{first}.{words[1]}", words[2:]
    verbs = _verbs(first, tools)
    if verbs:
        asked = f" {words[1]}" if len(words) > 1 else ""
        raise ClientError(f"{first} can't{asked}. It can:\n{overview(verbs)}")
    apps = dict.fromkeys(str(one["function"]["name"]).partition(".")[0] for one in tools)
    raise ClientError(f"there is no {first!r}. There are: {', '.join(apps)}")


def _field(option: str, fields: Mapping[str, Any]) -> str | None:
    plain = option.replace("-", "_")
    return next((name for name in (option, plain, f"{plain}_") if name in fields), None)


def _takes(name: str, fields: Mapping[str, Any]) -> str:
    return f"{name} takes {', '.join('--' + one for one in fields) or 'nothing'}."


def _value(text: str, schema: Mapping[str, Any], option: str) -> Any:
    kind = schema.get("type")
    if text == "-" and kind in (None, "string"):
        return sys.stdin.read()
    if text.startswith("@") and kind in (None, "string"):
        try:
            return Path(text[1:]).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ClientError(f"--{option} {text}: {error}") from None
    if kind == "array":
        if text.lstrip().startswith("["):
            return _json(text, option)
        items: Mapping[str, Any] = schema.get("items", {})
        return [_value(text, items, option)]
    if kind in ("integer", "number", "boolean", "object") or (kind is None and text[:1] in '[{"'):
        return _json(text, option)
    if kind is None or isinstance(kind, list):
        try:
            return json.loads(text)
        except ValueError:
            return text
    return text


def _json(text: str, option: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise ClientError(f"--{option} {text!r}: this is no number, true or false, or JSON") from None


# Doing ---------------------------------------------------------------------------------------------------------------


def run_command(seat: Seat, command: Command) -> Mapping[str, Any]:
    """Call the tool; files that go along are read or written here."""
    if command.send:
        return _upload(seat, command)
    if command.save:
        return _download(seat, command)
    return seat.call(command.tool, command.arguments)


def _download(seat: Seat, command: Command) -> Mapping[str, Any]:
    pieces: list[bytes] = []
    version: dict[str, Any] = {}
    while True:
        arguments = {**command.arguments, **version, "part": len(pieces) + 1, "size": PART}
        seen = seat.call(command.tool, arguments)
        if not seen["ok"] or "content" not in seen["data"]:
            return seen
        data = dict(seen["data"])
        pieces.append(base64.b64decode(data.pop("content")))
        version = {"version": data["version"]}  # somebody may write another one while this one comes
        if not data.pop("more", ""):
            break
    try:
        Path(command.save).write_bytes(b"".join(pieces))
    except OSError as error:
        raise ClientError(f"--save {command.save}: {error.strerror}") from None
    return {**seen, "data": {**data, "saved": command.save}}


def _upload(seat: Seat, command: Command) -> Mapping[str, Any]:
    try:
        data = Path(command.send).read_bytes()
    except OSError as error:
        raise ClientError(f"--file {command.send}: {error.strerror}") from None
    parts = max(1, -(-len(data) // PART))
    seen: Mapping[str, Any] = {}
    for number in range(parts):
        piece = base64.b64encode(data[number * PART : (number + 1) * PART]).decode()
        part = {"part": number + 1, "parts": parts} if parts > 1 else {}
        seen = seat.call(command.tool, {**command.arguments, "content": piece, **part})
        if not seen["ok"]:
            break
    return seen


def exit_code(seen: Mapping[str, Any]) -> int:
    """What a shell is told of an observation."""
    if seen["ok"]:
        return OK
    return OVER if seen["error"]["code"] == "ended" else REFUSED


# Showing -------------------------------------------------------------------------------------------------------------


def shown(seen: Mapping[str, Any]) -> str:
    """An observation for a terminal."""
    lines: list[str] = []
    error = seen.get("error")
    if error:
        lines.append(f"! {error['message']}" + (f" ({error['hint']})" if error.get("hint") else ""))
    lines += _lines(seen.get("data") or {})
    for note in seen.get("notifications") or ():
        lines.append("  * " + _headline(note))
    if seen.get("now"):
        budgets = cast("Mapping[str, Any]", seen.get("left") or {})
        left = ", ".join(f"{value} {name.replace('_', ' ')}" for name, value in budgets.items())
        lines.append(f"  ({seen.get('weekday', '')} {seen['now']}; left: {left})")
    return "\n".join(lines)


def _headline(note: Mapping[str, Any]) -> str:
    """A notification in a line."""
    if "earlier" in note:
        return f"{note['earlier']} earlier headlines are left out"
    return ", ".join(f"{key}: {value}" for key, value in note.items() if value not in (None, ""))


def _lines(value: Any, indent: str = "  ") -> list[str]:
    found: list[str] = []
    if isinstance(value, Mapping):
        for key, item in cast("Mapping[str, Any]", value).items():
            if item in (None, "", [], {}):
                continue
            text = "" if isinstance(item, Mapping | list) else str(cast("object", item))
            if text and "\n" not in text:
                found.append(f"{indent}{key}: {text}")
            elif text:
                found += [f"{indent}{key}:", *(f"{indent}  {line}" for line in text.splitlines())]
            else:
                found += [f"{indent}{key}:", *_lines(item, indent + "  ")]
    elif isinstance(value, list):
        for item in cast("list[Any]", value):
            inner = _lines(item, indent + "  ")
            if inner:
                found += [f"{indent}- {inner[0].strip()}", *inner[1:]]
    else:
        found += [f"{indent}{line}" for line in str(value).splitlines()]
    return found


def described(function: Mapping[str, Any]) -> str:
    """What a tool takes."""
    lines = [f"{str(function['name']).replace('.', ' ')}: {function.get('description', '')}"]
    required = function["parameters"].get("required", ())
    for name, field in function["parameters"].get("properties", {}).items():
        must = "" if name in required else " (optional)"
        choices = f" one of {', '.join(map(str, field['enum']))}" if "enum" in field else ""
        lines.append(
            f"  --{name:18} {field.get('type', '')}{choices}{must} {field.get('description', '')}".rstrip()
        )
    return "\n".join(lines)


def overview(tools: Sequence[Mapping[str, Any]]) -> str:
    """All tools, a line each."""
    functions = [one["function"] for one in tools]
    return "\n".join(
        f"  {str(one['name']).replace('.', ' '):24} {one.get('description', '')}" for one in functions
    )


# Commands ------------------------------------------------------------------------------------------------------------


def do(
    seat: Seat, words: Sequence[str], *, as_json: bool = False, write: Callable[[str], None] = print
) -> int:
    """Do one thing; the exit code."""
    helped = words[-1:] in (["--help"], ["-h"])
    asked = words[:-1] if helped else words
    if not asked or list(asked) == ["tools"]:
        write(overview(seat.tools()))
        return OK
    verbs = _verbs(asked[0], seat.tools()) if len(asked) == 1 else ()
    if verbs:
        write(overview(verbs))
        return OK
    if helped:
        write(described(_asked(asked, seat.tools())))
        return OK
    if list(words) in (["brief"], ["guide"]):
        brief = seat.briefing()
        write(json.dumps(brief, ensure_ascii=False) if as_json else f"{brief['guide']}\n\n{brief['task']}")
        return OK
    seen = run_command(seat, read_command(words, seat.tools()))
    write(json.dumps(seen, ensure_ascii=False) if as_json else shown(seen))
    return exit_code(seen)


def _asked(words: Sequence[str], tools: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    known = {str(one["function"]["name"]): one["function"] for one in tools}
    return known[_tool_name(words, tools)[0]]


def shell(
    seat: Seat,
    *,
    read: Callable[[str], str] = input,
    write: Callable[[str], None] = print,
    as_json: bool = False,
) -> int:
    """Read commands until the work is over, `exit`, or the end of the input; the exit code."""
    brief = seat.briefing()
    if not as_json:
        write(f"{brief['guide']}\n\n{brief['task']}\n\n{HELP}")
    prompt = f"{brief['person']}> " if read is not input or sys.stdin.isatty() else ""
    while True:
        try:
            line = read(prompt).strip()
        except EOFError:
            return OK
        if not line:
            continue
        if line in ("exit", "quit"):
            return OK
        if line in ("help", "?"):
            write(HELP)
            continue
        try:
            given = _CALL_WITH_JSON.fullmatch(line)
            words = [*given[1].split(), given[2]] if given else shlex.split(line)
            code = do(seat, words, as_json=as_json, write=write)
        except (ClientError, ValueError) as error:
            write(f"! {error}")
            if isinstance(error, ClientError) and error.code == FAILED:
                return FAILED
            continue
        if code == OVER or (code == OK and words[0] == "finish" and words[-1] not in ("--help", "-h")):
            return OK


def seat_from(url: str = "", token: str = "", file: str = "") -> Remote:
    """The seat meant by options or by the environment.

    Raises:
        ClientError: None is named.
    """
    if not file:  # what is given counts for more than what is set, and a part of it for a part
        url, token = url or os.environ.get("TENURE_URL", ""), token or os.environ.get("TENURE_TOKEN", "")
        file = "" if url and token else os.environ.get("TENURE_SEAT", "")
    if file:
        try:
            known = json.loads(Path(file).read_text("utf-8"))
            url, token = url or str(known["url"]), token or str(known["token"])
        except (OSError, ValueError, KeyError, TypeError):
            raise ClientError(f"{file} is no seat file: it holds url and token as JSON") from None
    if not (url and token):
        raise ClientError(
            "which seat? Give --url and --token, --seat-file, or set TENURE_URL and TENURE_TOKEN"
        )
    return Remote(url, token)


def main(argv: Sequence[str] | None = None) -> int:
    """The program; its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    parser = argparse.ArgumentParser(prog="tenure", description="Act from a seat.", epilog=EXIT_CODES)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, what in (("do", "Do one thing: do mail send --to ines …"), ("shell", "Command after command.")):
        one = commands.add_parser(name, help=what, description=what, epilog=EXIT_CODES)
        one.add_argument("--url", default="", help="address of the server (TENURE_URL)")
        one.add_argument("--token", default="", help="the seat's token (TENURE_TOKEN)")
        one.add_argument("--seat-file", default="", help="JSON file with both (TENURE_SEAT)")
        one.add_argument("--json", action="store_true", help="print observations as JSON")
        if name == "do":
            one.add_argument("words", nargs=argparse.REMAINDER, help="APP VERB --NAME VALUE …")
    given = parser.parse_args(argv)
    try:
        seat = seat_from(given.url, given.token, given.seat_file)
        if given.command == "shell":
            return shell(seat, as_json=given.json)
        return do(seat, given.words, as_json=given.json)
    except ClientError as error:
        print(f"error: {error}", file=sys.stderr)
        return error.code
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
