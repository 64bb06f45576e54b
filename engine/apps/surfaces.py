"""The three lists in which tools are offered: every tool, one tool an app, or a search for tools.

All three are made from the same declarations and lead to the same calls, so that the events of a run don't tell which
was used. A list is fixed for a run, so that what a model's server caches of it holds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias, cast, get_args

from .base import Tool
from .people import did_you_mean
from .surface import functions, parameters, signature

SurfaceName: TypeAlias = Literal["full", "apps", "search"]
SURFACES: Final[tuple[str, ...]] = get_args(SurfaceName)

FIND: Final = "find_tools"
SHOW: Final = "show_tools"
USE: Final = "use_tool"

_FOUND: Final = 8
"""Tools that one search brings up."""
_SHOWN: Final = 12
"""Tools that are shown in full at once."""
_ALWAYS: Final = ("wait", "finish")
"""Tools that stand in every list as they are."""


@dataclass(frozen=True)
class ToCall:
    """A call of a tool, whatever list it was found in."""

    tool: str
    arguments: str


@dataclass(frozen=True)
class Looked:
    """Something was looked up in the list itself: nothing happens in the world."""

    tool: str
    data: Mapping[str, Any]
    error: tuple[str, str, str] | None = None
    """Code, message and hint, if it was refused."""


class Surface:
    """A seat's list of tools, and what a call out of it means."""

    def __init__(self, tools: Mapping[str, Tool], name: SurfaceName = "full") -> None:
        self.name: SurfaceName = name
        self._tools = tools
        self._apps: dict[str, list[Tool]] = {}
        for one in tools.values():
            if "." in one.name and one.name in tools:
                self._apps.setdefault(one.name.partition(".")[0], []).append(one)

    def functions(self) -> list[dict[str, Any]]:
        """The list as function schemas."""
        if self.name == "full":
            return functions(self._tools)
        always = functions({name: self._tools[name] for name in _ALWAYS if name in self._tools})
        if self.name == "apps":
            return [*(_app_function(app, tools) for app, tools in self._apps.items()), *always]
        return [*self._search_functions(), *always]

    def read(self, name: str, arguments: str) -> ToCall | Looked:
        """What a call means. A call that can't be read goes on as it is, to be refused with a hint."""
        if self.name == "apps" and name in self._apps and name not in self._tools:
            given = _object(arguments)
            action = str((given or {}).get("action", "")).removeprefix(f"{name}.")
            if given is None or not action:
                return ToCall(name, arguments)
            return ToCall(f"{name}.{action}", _inner(given, "action"))
        if self.name == "search" and name in (FIND, SHOW, USE):
            given = _object(arguments)
            if given is None:
                return _refused(name, "the arguments are no JSON object", "")
            if name == FIND:
                return self._find(str(given.get("query", "")))
            if name == SHOW:
                return self._show(given.get("names"))
            chosen = str(given.get("name", ""))
            if not chosen:
                return _refused(USE, "`name` is missing", f"Give a tool's name; {FIND} finds them.")
            if chosen in (FIND, SHOW, USE):  # journaled, it could not be told from a lookup when played again
                return _refused(
                    USE, f"{chosen} is called by itself", f"{USE} is for the tools that {FIND} finds."
                )
            return ToCall(chosen, _inner(given, "name"))
        return ToCall(name, arguments)

    # The search ------------------------------------------------------------------------------------------------------

    def _search_functions(self) -> list[dict[str, Any]]:
        apps = ", ".join(f"{app} ({len(tools)})" for app, tools in self._apps.items())
        text = {"type": "string"}
        return [
            _function(
                FIND,
                f"Find tools by what they do. Apps and how many tools each has: {apps}. "
                "A query that is an app's name lists all of its tools.",
                {"query": text},
                ["query"],
            ),
            _function(
                SHOW, "Read tools in full: what they do and take.", {"names": _list_of_text()}, ["names"]
            ),
            _function(
                USE,
                "Use a tool. Its result comes as from any tool.",
                {"name": text, "arguments": {"type": "object", "description": "What the tool takes."}},
                ["name"],
            ),
        ]

    def _find(self, query: str) -> Looked:
        wanted = _words(query)
        app = query.strip().casefold()
        if app in self._apps:
            found = self._apps[app]
        else:
            ranked = [(self._likeness(one, wanted), one.name, one) for one in self._tools.values()]
            found = [
                one for score, _, one in sorted(ranked, key=lambda row: (-row[0], row[1]))[:_FOUND] if score
            ]
        if not found:
            return Looked(FIND, {"tools": [], "apps": {app: len(tools) for app, tools in self._apps.items()}})
        return Looked(FIND, {"tools": [f"{signature(one)}: {one.document}" for one in found]})

    @staticmethod
    def _likeness(one: Tool, wanted: Sequence[str]) -> int:
        name, text = _words(one.name), _words(one.document)
        fields = _words(" ".join(one.arguments.model_fields))
        score = 0
        for word in wanted:
            stem = word[: max(4, len(word) - 2)]
            score += 5 * any(other.startswith(stem) for other in name)
            score += 2 * any(other.startswith(stem) for other in text)
            score += any(other.startswith(stem) for other in fields)
        return score

    def _show(self, names: Any) -> Looked:
        if isinstance(names, str):
            names = [names]
        if not isinstance(names, list) or not names:
            return _refused(SHOW, "`names` is missing", f"Give tools' names; {FIND} finds them.")
        wanted = [str(one) for one in cast("list[Any]", names)][:_SHOWN]
        unknown = [one for one in wanted if one not in self._tools]
        if unknown:
            hint = did_you_mean(unknown[0], self._tools) or f"{FIND} finds tools."
            return _refused(SHOW, f"there is no tool {unknown[0]!r}", hint)
        return Looked(
            SHOW,
            {
                "tools": [
                    {
                        "name": one,
                        "description": self._tools[one].document,
                        "arguments": parameters(self._tools[one]),
                    }
                    for one in wanted
                ]
            },
        )


def _app_function(app: str, tools: Sequence[Tool]) -> dict[str, Any]:
    lines = [f"{signature(one).removeprefix(f'{app}.')}: {one.document}" for one in tools]
    return _function(
        app,
        "Actions, with what each takes ([optional]):\n" + "\n".join(lines),
        {
            "action": {"type": "string", "enum": [one.name.partition(".")[2] for one in tools]},
            "arguments": {"type": "object", "description": "What the action takes."},
        },
        ["action"],
    )


def _function(
    name: str, description: str, properties: Mapping[str, Any], required: Sequence[str]
) -> dict[str, Any]:
    return {
        "type": "function",
        "function": {
            "name": name,
            "description": description,
            "parameters": {"type": "object", "properties": dict(properties), "required": list(required)},
        },
    }


def _list_of_text() -> dict[str, Any]:
    return {"type": "array", "items": {"type": "string"}}


def _object(arguments: str) -> dict[str, Any] | None:
    try:
        value: Any = json.loads(arguments) if arguments.strip() else {}
    except (ValueError, RecursionError):
        return None
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


def _inner(given: Mapping[str, Any], key: str) -> str:
    """The arguments proper: in `arguments`, as an object or as JSON text, or beside the key."""
    inner = given.get("arguments")
    if isinstance(inner, str):
        return inner
    if inner is None:
        inner = {name: value for name, value in given.items() if name not in (key, "arguments")}
    return json.dumps(inner, ensure_ascii=False)


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z]+", text.casefold())


def _refused(tool: str, message: str, hint: str) -> Looked:
    return Looked(tool, {}, ("malformed_arguments", message, hint))
