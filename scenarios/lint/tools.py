"""Lint of what people of the pack do with apps: tools that exist, arguments that they take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...engine.apps.base import Tool, ToolError
from ...engine.apps.registry import UnknownAppError
from ...engine.apps.surface import parse_call
from ...engine.apps.using import wants_version
from ...engine.kernel.agenda import Agenda
from ...engine.kernel.blobs import Blobs
from ...engine.kernel.streams import Streams
from ...engine.kernel.world import Core
from ...personas.problems import Position
from ..build import world_for
from ..pack import Pack
from ..schema.common import ToolUse
from ..schema.storyline import DoPhone, DoUse
from .finding import Finding, at


def lint_tools(pack: Pack) -> Iterator[Finding]:
    """Findings about `use` in beats, requests and people's work."""
    if "phone" not in pack.scenario.apps:
        for beat in pack.storyline.beats:
            for number, action in enumerate(beat.do):
                if isinstance(action, DoPhone):
                    message = f"the beat `{beat.id}` rings somebody, but phone is not among the apps"
                    where = pack.where.get(f"beats.{beat.id}.{number}")
                    yield at(where, "error", "tool", message, "Add the app in scenario.yaml.")
    uses = list(_uses(pack))
    if not uses:
        return
    try:
        tools = tools_of(pack)
    except UnknownAppError as error:
        yield Finding("error", "app", "scenario.yaml", 1, str(error))
        return
    for whose, where, use in uses:
        app = use.tool.partition(".")[0]
        if app not in pack.scenario.apps:
            message = f"{whose} uses `{use.tool}`, but {app} is not among the apps"
            yield at(where, "error", "tool", message, "Add the app in scenario.yaml.")
            continue
        try:
            found, _ = parse_call(tools, use.tool, _whole(tools, use))
        except ToolError as error:
            yield at(where, "error", "tool", f"{whose}: {error.message}", error.hint)
            continue
        if found.kind == "wait":
            message = f"{whose} uses `{use.tool}`, which waits: only a seat can"
            yield at(where, "error", "tool", message, "Use a tool that acts at once.")


def tools_of(pack: Pack) -> Mapping[str, Tool]:
    """All tools of the pack's apps.

    Raises:
        UnknownAppError: One of the apps can't be found.
    """
    key = (pack.source.pack_hash, pack.task.id)
    if key not in _tools:
        core = Core(Streams(pack.seed), Blobs(lambda _: None), Agenda(), pack.source.dump(), {})
        _tools.clear()
        _tools[key] = world_for(core, pack).tools
    return _tools[key]


_tools: dict[tuple[str, str], Mapping[str, Tool]] = {}


def _uses(pack: Pack) -> Iterator[tuple[str, Position | None, ToolUse]]:
    for beat in pack.storyline.beats:
        for number, action in enumerate(beat.do):
            if isinstance(action, DoUse):
                yield f"the beat `{beat.id}`", pack.where.get(f"beats.{beat.id}.{number}"), action.use
    for person in pack.people.values():
        for number, work in enumerate(person.member.work):
            for place, use in enumerate(work.use):
                where = pack.where.get(f"cast.{person.id}.work.{number}.{place}")
                yield f"{person.first_name}'s work `{work.title}`", where, use
    for name, request in pack.knowledge.requests.items():
        for number, use in enumerate(request.gives.use):
            yield f"the request `{name}`", pack.where.get(f"requests.{name}.use.{number}"), use


def _whole(tools: Mapping[str, Tool], use: ToolUse) -> dict[str, Any]:
    """The arguments, with some version where it may be left out."""
    given = dict(use.arguments)
    tool = tools.get(use.tool)
    if tool is not None and wants_version(tool):
        given.setdefault("version", 1)
    return given
