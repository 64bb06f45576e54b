"""Looking something up before answering: which tool, with what, and whether there is time for it."""

from __future__ import annotations

import json
from typing import Any, Final

from ...office.percept import Percept
from .facts import LookUp, WorldFacts
from .situation import MOST_LOOK_UPS

_LONGEST: Final = 200


def may_look_up(percept: Percept, facts: WorldFacts) -> str:
    """Why the person can't look anything up now; empty if they can."""
    if not facts.tools:
        return "there is nothing to look things up with"
    if percept.app in ("phone", "meeting"):
        return "you can't look things up while you are talking: say that you will check, or what you know"
    if len(percept.findings) >= MOST_LOOK_UPS:
        return "you have looked up enough: answer with what you have, or say that you didn't find it"
    return ""


def arguments_of(tool: LookUp, argument: str, percept: Percept) -> str | None:
    """A tool's arguments as JSON; ``None`` if it needs one and none was given.

    A look-up that was made already is not made again: its result is in the percept.
    """
    argument = " ".join(argument.split())[:_LONGEST]
    given: dict[str, Any] = {}
    if tool.arguments:
        if not argument:
            return None
        name = tool.arguments[0]
        given[name] = [one.strip() for one in argument.split(",")] if tool.many else argument
    elif tool.optional and argument:
        given[tool.optional] = argument
    text = json.dumps(given, ensure_ascii=False, sort_keys=True)
    made = any(one.tool == tool.tool and one.arguments == text for one in percept.findings)
    return None if made else text
