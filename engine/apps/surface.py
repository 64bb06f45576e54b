"""Tools as their users meet them: function schemas for models, calls checked with precise errors, a list for people."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, cast

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from .base import Arguments, Tool, ToolError
from .people import did_you_mean

_SHOWN: Final = 60
_ERRORS: Final = 4
_NOISE: Final = ("title", "additionalProperties")


def parse_call(
    tools: Mapping[str, Tool], name: str, arguments: str | Mapping[str, Any]
) -> tuple[Tool, Arguments]:
    """The tool that is called and its arguments, checked.

    Args:
        tools: By name.
        name: As it was given; ``mail_send`` is taken for ``mail.send``.
        arguments: JSON text of an object, or the object.

    Raises:
        ToolError: ``unknown_tool`` or ``malformed_arguments``; says which field, what was given and what is right.
    """
    tool = tools.get(name) or tools.get(_by_function(tools).get(name, ""))
    if tool is None:
        raise ToolError("unknown_tool", f"there is no tool {_short(name)}", _tool_hint(tools, name))
    given = _object(tool, arguments)
    try:
        return tool, tool.arguments.model_validate(given)
    except ValidationError as error:
        found = error.errors(include_url=False)
        lines = [_say(tool, one) for one in found[:_ERRORS]]
        if len(found) > _ERRORS:
            lines.append(f"and {len(found) - _ERRORS} more")
        raise ToolError("malformed_arguments", f"{tool.name}: {'; '.join(lines)}", signature(tool)) from None


def function_name(tool: str) -> str:
    """The tool's name where dots are not allowed, as in function calling."""
    return tool.replace(".", "_")


def functions(tools: Mapping[str, Tool]) -> list[dict[str, Any]]:
    """The tools in the function schema that chat models take, without what a model has no use for.

    Names keep their dots, so that calls are journaled alike for all policies; `function_name` is for models' servers
    that refuse dots, and `parse_call` takes either.
    """
    return [
        {
            "type": "function",
            "function": {
                "name": name,
                "description": tool.document,
                "parameters": parameters(tool),
            },
        }
        for name, tool in tools.items()
    ]


def parameters(tool: Tool) -> dict[str, Any]:
    """The JSON Schema of a tool's arguments: titles, null alternatives and empty defaults are left out."""
    schema = tool.schema()
    definitions = cast("dict[str, Any]", schema.pop("$defs", {}))
    compact = _compact(schema, definitions)
    compact.pop("description", None)
    compact.setdefault("properties", {})
    return compact


def describe(tools: Mapping[str, Tool]) -> str:
    """One line a tool, app by app, for people."""
    lines: list[str] = []
    app = ""
    for name, tool in tools.items():
        owner = name.partition(".")[0] if "." in name else ""
        if lines and owner != app:
            lines.append("")
        app = owner
        lines.append(f"{signature(tool)}\n    {tool.document}")
    return "\n".join(lines)


def signature(tool: Tool) -> str:
    """``mail.send(to, body, [cc], [subject])``: what must be given first."""
    names = [
        (_public(name, field.alias), field.is_required())
        for name, field in tool.arguments.model_fields.items()
    ]
    words = [name for name, required in names if required]
    words += [f"[{name}]" for name, required in names if not required]
    return f"{tool.name}({', '.join(words)})"


def _public(name: str, alias: str | None) -> str:
    return alias or name


def _by_function(tools: Mapping[str, Tool]) -> dict[str, str]:
    return {function_name(name): name for name in tools}


def _tool_hint(tools: Mapping[str, Tool], name: str) -> str:
    app = name.replace("_", ".").partition(".")[0]
    inside = [one for one in tools if one.startswith(f"{app}.")]
    close = did_you_mean(name, tools)
    if inside:
        return f"{close} {app} has {', '.join(inside)}.".strip()
    if close:
        return close
    verbs = [one for one in tools if one.rpartition(".")[2] == name]
    return f"Did you mean {' or '.join(verbs)}?" if verbs else f"Tools: {', '.join(tools)}."


def _object(tool: Tool, arguments: str | Mapping[str, Any]) -> Mapping[str, Any]:
    value: Any = arguments
    if isinstance(arguments, str):
        try:
            value = json.loads(arguments) if arguments.strip() else {}
        except (ValueError, RecursionError) as error:
            raise ToolError(
                "malformed_arguments", f"{tool.name}: the arguments are not JSON: {error}", signature(tool)
            ) from None
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        what = type(value).__name__
        raise ToolError(
            "malformed_arguments",
            f"{tool.name}: the arguments must be an object, not {what}",
            signature(tool),
        )
    return cast("Mapping[str, Any]", value)


def _say(tool: Tool, error: ErrorDetails) -> str:
    where = ".".join(str(part) for part in error["loc"]) or "arguments"
    if error["type"] == "missing":
        return f"`{where}` is missing"
    if error["type"] == "extra_forbidden":
        known = [_public(name, field.alias) for name, field in tool.arguments.model_fields.items()]
        hint = did_you_mean(where, known) or (f"It takes {', '.join(known)}." if known else "It takes none.")
        return f"there is no argument `{where}`. {hint}"
    message = error["msg"].removeprefix("Value error, ").removeprefix("Input ")
    return f"`{where}` {message}, not {_short(error['input'])}"


def _short(value: Any) -> str:
    text = ascii(value) if _has_surrogates(value) else repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _has_surrogates(value: Any) -> bool:
    return any("\ud800" <= char <= "\udfff" for char in str(value))


def _compact(node: Any, definitions: Mapping[str, Any]) -> Any:
    if isinstance(node, list):
        return [_compact(one, definitions) for one in cast("list[Any]", node)]
    if not isinstance(node, dict):
        return node
    schema = dict(cast("dict[str, Any]", node))
    if "$ref" in schema:
        schema = {**definitions[schema.pop("$ref").rpartition("/")[2]], **schema}
    options = schema.get("anyOf")
    if options is not None:
        real = [one for one in options if one != {"type": "null"}]
        if len(real) == 1:
            del schema["anyOf"]
            schema = {**real[0], **schema}
    kept: dict[str, Any] = {}
    for key, value in schema.items():
        if key in _NOISE and not isinstance(value, dict):
            continue
        if key == "default" and value in (None, "", [], False):
            continue
        if key == "properties":
            fields = cast("dict[str, Any]", value)
            kept[key] = {name: _compact(one, definitions) for name, one in fields.items()}
        else:
            kept[key] = _compact(value, definitions)
    return kept
