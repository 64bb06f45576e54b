"""What is constant for one person in one world: the part of a prompt between who they are and what happens to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, get_origin

from pydantic import BaseModel, ConfigDict

from ...apps.base import Tool
from ...office.model import Person, Setup

_LOOK_UPS: Final = (
    ("drive.search", "files on the drive by their words"),
    ("drive.read", "what a file says"),
    ("mail.search", "your own mail"),
    ("mail.read", "one mail"),
    ("calendar.list", "your own calendar"),
    ("calendar.free_busy", "when people are free"),
    ("directory.search", "people by name, title or department"),
    ("tickets.search", "tickets"),
    ("tickets.get", "one ticket"),
    ("crm.search", "records of clients"),
    ("crm.get", "one record"),
    ("notes.search", "your own notes"),
    ("library.search", "works of reference"),
)
"""Tools that people look things up with, the most used first; any other takes more to explain than it is worth."""
_MOST_TOOLS: Final = 8
_MOST_COLLEAGUES: Final = 14
_MOST_WORK: Final = 5
_LONGEST_ABOUT: Final = 400
_TIES: Final = {
    "manages": "reports to you",
    "managed_by": "your manager",
    "works_with": "you work together",
    "requests_from": "you ask them for things",
    "requested_by": "asks you for things",
    "client_of": "you are their client",
    "has_client": "your client",
    "supplier_of": "you supply them",
    "has_supplier": "your supplier",
    "mentors": "you mentor them",
    "mentored_by": "mentors you",
}
"""Kinds of ties, as one says them of the other person."""


def tie_words(kind: str) -> str:
    """A kind of tie in words: ``your manager``."""
    return _TIES.get(kind, kind.replace("_", " "))


class _Fact(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Colleague(_Fact):
    """Somebody whom the person knows by name and trade."""

    id: str
    name: str
    title: str
    tie: str = ""
    """How they stand to the person, as the person would say it: ``your manager``."""


class LookUp(_Fact):
    """A tool that brings something to know."""

    tool: str
    """``app.verb``."""
    about: str
    arguments: tuple[str, ...] = ()
    """Name of the argument that it must be given, if there is one."""
    optional: str = ""
    """Name of the argument that it may be given, if it needs none."""
    many: bool = False
    """The argument is a list."""


class WorldFacts(_Fact):
    """A person's place in their world."""

    organisation: str
    about: str = ""
    """What the organisation does, in a sentence or two."""
    title: str = ""
    department: str = ""
    company: str = ""
    """Where they work if it isn't the organisation."""
    colleagues: tuple[Colleague, ...] = ()
    work: tuple[str, ...] = ()
    """Titles of their own work."""
    tools: tuple[LookUp, ...] = ()


def world_facts(
    setup: Setup, person: str, *, organisation: str, about: str = "", tools: Mapping[str, Tool] | None = None
) -> WorldFacts:
    """A person's place in an office, bounded whatever its size.

    Args:
        setup: The office.
        person: Id of a coworker.
        organisation: Its name.
        about: What it does.
        tools: The world's tools, of which those to look things up with are kept.
    """
    me = setup.people[person]
    return WorldFacts(
        organisation=organisation,
        about=" ".join(about.split())[:_LONGEST_ABOUT],
        title=me.title,
        department=me.department,
        company=me.company if me.outside else "",
        colleagues=tuple(_colleagues(setup, me)),
        work=tuple(dict.fromkeys(one.title for one in me.work))[:_MOST_WORK],
        tools=() if me.outside else look_ups(tools or {}),
    )


def look_ups(tools: Mapping[str, Tool]) -> tuple[LookUp, ...]:
    """Those of a world's tools with which people look things up."""
    found: list[LookUp] = []
    for name, about in _LOOK_UPS:
        one = tools.get(name)
        if one is None or one.kind != "read":
            continue
        fields = one.arguments.model_fields
        needed = [key for key, field in fields.items() if field.is_required()]
        if len(needed) > 1:
            continue
        optional = "" if needed else next((key for key in ("query", "day") if key in fields), "")
        many = bool(needed) and get_origin(fields[needed[0]].annotation) in (list, tuple)
        names = tuple(fields[key].alias or key for key in needed)
        found.append(LookUp(tool=name, about=about, arguments=names, optional=optional, many=many))
    return tuple(found[:_MOST_TOOLS])


def _colleagues(setup: Setup, me: Person) -> Iterable[Colleague]:
    """Manager, ties and department first, then whoever else there is; outsiders only if there is a tie."""
    ties: dict[str, str] = {}
    if me.manager:
        ties[me.manager] = "your manager"
    for one in setup.people.values():
        if one.manager == me.id:
            ties.setdefault(one.id, "reports to you")
    for tie in me.ties:
        ties.setdefault(tie.to, tie_words(tie.kind))
    for known in me.knows_who:
        ties.setdefault(known.person, f"known for {known.about}")
    near = [*ties, *(one.id for one in setup.people.values() if one.department == me.department)]
    rest = [one.id for one in setup.people.values() if not one.outside and not me.outside]
    for name in list(dict.fromkeys((*near, *rest)))[: _MOST_COLLEAGUES + 1]:
        one = setup.people.get(name)
        if one is not None and name != me.id and not (one.outside and name not in ties):
            yield Colleague(id=one.id, name=one.name, title=one.title, tie=ties.get(name, ""))
