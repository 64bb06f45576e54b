"""Coworkers at their apps: the tools that seats call, run at once for somebody whose time the office accounts for."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from ..kernel.step import Step
from ..office.events import CommandRefused, Told
from ..office.meetings import MeetingError
from .base import Acting, App, Result, Tool, ToolError
from .drivepaths import parse_path
from .drivestate import Files
from .effort import HANDLING
from .surface import parse_call


class Using:
    """Lets people of the office use tools.

    Args:
        tools: By name; may still grow.
        apps: Where the drive is looked for, whose files have versions.
    """

    def __init__(self, tools: Mapping[str, Tool], apps: Iterable[App]) -> None:
        self.tools = tools
        self._files = next((one for app in apps for one in app.components() if isinstance(one, Files)), None)

    def run(
        self, step: Step, person: str, tool: str, arguments: str, *, told: tuple[Told, ...] = ()
    ) -> Result:
        """Use a tool now.

        Args:
            step: The open step.
            person: Who does it.
            tool: ``app.verb``.
            arguments: JSON of an object; where a tool wants the `version` that an edit was made against and none is
                given, it is the newest one.
            told: Facts that a text among the arguments tells.

        Raises:
            ToolError: The world refuses it; nothing happened.
        """
        one, given = self._given(tool, arguments)
        found, parsed = parse_call(self.tools, one.name if one else tool, given)
        try:
            return found.run(Acting(step, person, told=told), parsed)
        except MeetingError as error:
            raise ToolError(error.code, error.message, error.hint) from error

    def prepare(self, tool: str, arguments: str) -> tuple[str, int]:
        """The arguments with the version that is newest now, and how long the tool takes them, in milliseconds.

        Raises:
            ToolError: There is no such tool, or it takes no such arguments.
        """
        one, given = self._given(tool, arguments)
        found, parsed = parse_call(self.tools, one.name if one else tool, given)
        takes = found.effort(parsed, None) if found.kind == "write" else HANDLING
        return given if isinstance(given, str) else json.dumps(given, ensure_ascii=False), takes

    def attempt(
        self, step: Step, person: str, tool: str, arguments: str, *, told: tuple[Told, ...] = ()
    ) -> ToolError | None:
        """Use a tool now, and journal a refusal instead of raising it."""
        try:
            self.run(step, person, tool, arguments, told=told)
        except ToolError as error:
            refused = CommandRefused(person=person, intent=tool, code=error.code, message=error.message)
            step.emit(refused, person)
            return error
        return None

    def _given(self, tool: str, arguments: str) -> tuple[Tool | None, str | dict[str, Any]]:
        one = self.tools.get(tool)
        if one is None or not wants_version(one):
            return one, arguments
        given: dict[str, Any] = json.loads(arguments)
        if given.get("version") is None:
            version = one.app.newest(given)
            if version is None and self._files is not None and isinstance(given.get("path"), str):
                file = self._files.at(parse_path(given["path"]))
                version = None if file is None else file.version
            if version is not None:
                given["version"] = version
        return one, given


def wants_version(tool: Tool) -> bool:
    """Whether a tool must be told which version of a file is meant."""
    field = tool.arguments.model_fields.get("version")
    return field is not None and field.is_required()
