"""Kinds of values that several files of a pack share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from ...engine.office.conditions.model import Ref, Written
from ...engine.office.conditions.timewords import TimeText

Id = Annotated[
    str,
    Field(pattern=r"^[a-z][a-z0-9_]{0,63}$", description="Lower-case letters, digits and _, a letter first."),
]
PersonId = Annotated[Id, Ref("person")]
FactRef = Annotated[Id, Ref("fact")]
PackFile = Annotated[
    str, Field(min_length=1, description="A path in the pack, such as world-later/x.csv."), Ref("file")
]
Line = Annotated[str, Field(min_length=1)]
PerMille = Annotated[int, Field(ge=0, le=1000, description="Thousandths: 0 never, 1000 always.")]
Minutes = Annotated[int, Field(ge=1, le=100_000, description="Minutes.")]
Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]


def _listed(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


Texts = Annotated[
    tuple[Line, ...],
    Field(min_length=1),
    BeforeValidator(_listed, json_schema_input_type=Line | tuple[Line, ...]),
    Field(description="One text or, better, two or three ways to say it."),
]


class Attachment(Written):
    """Base of what carries files of the pack along."""

    attach: tuple[PackFile, ...] = Field((), description="Files of the pack.")


class ToolUse(Written):
    """Base of what names a tool of an app and what it is given."""

    tool: Annotated[
        str,
        Field(
            pattern=r"^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$",
            description="`app.verb`, as seats call it: docs.comment.",
        ),
    ]
    arguments: Mapping[str, Any] = Field(
        {}, description="As a seat gives them. `version` may be left out: the newest is meant."
    )


class PersonUse(ToolUse):
    """A tool that somebody uses."""

    person: PersonId


class MeetingLine(Written):
    """What somebody says in a meeting, in order."""

    person: PersonId
    says: Texts
    shares: FactRef | None = Field(None, description="A fact that everybody present learns from it.")


class MeetingPlan(Written):
    """A meeting on everybody's calendar."""

    id: Id
    title: Line
    at: TimeText
    minutes: Minutes = 30
    organiser: PersonId
    with_: Annotated[tuple[PersonId, ...], Field(min_length=1)] = Field(
        alias="with", description="Who is invited, besides the organiser."
    )
    agenda: tuple[Line, ...] = ()
    room: str = ""
    lines: tuple[MeetingLine, ...] = Field(
        (), description="What people say, in order; the seat may ask besides."
    )
