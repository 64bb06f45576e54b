"""An office with nobody in it but one persona and whoever talks to them: where a persona is heard without a pack."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ..personas import Persona, load_persona, resolve_source
from ..personas.writing import scalar
from .scaffold import cast_persona, with_coworker
from .source import PackSource, find_pack

VISITOR: Final = "visitor"
"""Who talks, in a bare office."""
_PERSON: Final = "somebody"
_SCENARIO: Final = """\
schema: 1
id: bare_office
title: A bare office
summary: One person, and somebody who talks to them.
version: 1.0.0
authors: [Tenure]
licence: Apache-2.0
use: train
canary: tenure-canary-00000000000000ba
domain: general office work
organisation: {{name: Bare Office, mail_domain: bare-office.example}}
start: 2026-03-02T00:00
time_zone: {zone}
calendars:
  office:
    time_zone: {zone}
    hours:
{hours}
apps: [directory, mail, chat, calendar, meetings, drive]
seats:
  visitor: {{person: visitor}}
default_task: talk
"""
_DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_TASK: Final = """\
---
title: Talk
from: {person}
to: visitor
at: "{begin}"
limits: {{work_hours: 400}}
split: train
---
Say what you like.
"""
_RUBRIC: Final = """\
criteria:
  - id: noted
    title: Something was written down
    weight: 1
    kind: document
    of: {drive: /Notes.md}
    checks: [{words: {min: 1}}]
"""


def bare_office(given: str | Path, search: Sequence[Path] = ()) -> tuple[PackSource, str]:
    """A pack of one persona and a visitor.

    Args:
        given: The persona's id or file.
        search: Folders in which personas are looked for first.

    Returns:
        The pack, and the id of the person in it.

    Raises:
        UnknownPersonaError: There is no such persona.
        AuthoringErrors: It has faults.
    """
    persona = load_persona(given, search)
    hours = persona.hours
    days = hours.days
    first = next(day for day in _DAYS if day in days)
    rows = "\n".join(f'      {day}: ["{hours.start}-{hours.end}"]' for day in _DAYS if day in days)
    person = _PERSON if persona.id == VISITOR else persona.id
    files = {
        "scenario.yaml": _SCENARIO.format(zone=persona.home.time_zone, hours=rows),
        "facts.yaml": "facts: {}\n",
        "cast/visitor.yaml": f"name: Sam Visitor\ntitle: Colleague\nseat: true\nties: [{{to: {person}}}]\n",
        f"cast/{person}.yaml": f"persona: {persona.id}\ntitle: {scalar(persona.title)}\nties: [{{to: visitor}}]\n",
        "tasks/talk/task.md": _TASK.format(person=person, begin=f"{first.capitalize()} {hours.start}"),
        "tasks/talk/rubric.yaml": _RUBRIC,
    }
    source = PackSource(
        {path: text.encode() for path, text in files.items()}, resolve_source(given, search), ""
    )
    return source, person


def placed(
    pack: str, given: str | Path, search: Sequence[Path] = ()
) -> tuple[PackSource, str | None, str, bool]:
    """A pack with a persona in it: where its cast has them already, else with a job for them, in memory.

    Args:
        pack: The pack's name or folder, ``:task`` included.
        given: A person of the pack (id or name), or a persona's id or file.
        search: Folders in which personas are looked for first.

    Returns:
        The pack, the task named or None, the id (or name) of the person in it, and whether they were given a job.

    Raises:
        UnknownPackError: There is no such pack or task.
        UnknownPersonaError: There is neither such a person nor such a persona.
    """
    source, task = find_pack(pack)
    if isinstance(given, str):
        found = _in_cast(source, given)
        if found:
            return source, task, found, False
    folder = Path(source.place)
    where = (*search, folder) if folder.is_dir() else tuple(search)
    persona = load_persona(given, where)
    found = _cast_as(source, persona)
    if found and (
        isinstance(given, str) or source.personas.get(f"{persona.id}.yaml") == Path(given).read_bytes()
    ):
        return source, task, found, False
    files, mine = dict(source.files), resolve_source(given, where)
    if found:  # the pack has another version of this persona: this one stands in for it
        return PackSource(files, {**source.personas, **mine}, source.place), task, found, False
    person, added = with_coworker(files, persona, given, where)
    return PackSource({**files, **added}, {**source.personas, **mine}, source.place), task, person, True


def _in_cast(source: PackSource, name: str) -> str:
    """A person of the pack by id or by name; empty if there is none."""
    if f"cast/{name}.yaml" in source.files:
        return name
    folded = name.casefold()
    for path in source.under("cast"):
        stem = path.removeprefix("cast/").removesuffix(".yaml")
        words = source.text(path).casefold()
        if f"name: {folded}" in words or (" " in name and folded in words):
            return stem
    return ""


def _cast_as(source: PackSource, persona: Persona) -> str:
    """Who in the cast is that persona; empty if nobody is."""
    return next(
        (
            path.removeprefix("cast/").removesuffix(".yaml")
            for path in source.under("cast")
            if cast_persona(source.files, path) == persona.id
        ),
        "",
    )
