"""`scenario.yaml`: what the world is, where and when it is, and what is drawn for each run."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date as Date  # noqa: N812  (a field is named `date`)
from typing import Annotated, Literal, Self

from pydantic import Field, field_validator, model_validator

from ...engine.office.conditions.model import Ref
from ...engine.office.conditions.timewords import ZoneText, read_moment
from ...personas.problems import Misfit, did_you_mean
from .common import Id, Line, PersonId, Weekday, Written
from .minds import Minds
from .params import Param
from .task import Limits


class Organisation(Written):
    """The company."""

    name: Line
    mail_domain: Annotated[
        str, Field(pattern=r"^[a-z0-9.-]+\.[a-z]{2,}$", description="Domain of everybody inside.")
    ]
    about: str = ""


class Holiday(Written):
    """A day on which nobody of the calendar works."""

    date: Date
    name: str = ""


class WorkCalendar(Written):
    """Working hours at one place."""

    time_zone: ZoneText
    hours: dict[Weekday, tuple[Line, ...]] = Field(
        description='Weekday to intervals: `mon: ["08:30-12:30"]`.'
    )
    holidays: tuple[Holiday, ...] = ()

    @field_validator("hours")
    @classmethod
    def _intervals(cls, hours: dict[Weekday, tuple[str, ...]]) -> dict[Weekday, tuple[str, ...]]:
        for day, intervals in hours.items():
            last = ""
            for index, text in enumerate(intervals):
                opens, _, closes = (part.strip() for part in text.partition("-"))
                if not (_is_time(opens) and _is_time(closes)) or opens >= closes or opens < last:
                    raise Misfit(
                        f"`{text}` is not a working interval",
                        'Write "08:30-12:30", the earlier time first; in order, without overlap. A night is two: '
                        '"22:00-23:59" and, the day after, "00:00-06:00".',
                        (day, index),
                    )
                last = closes
        return hours


def _is_time(text: str) -> bool:
    hour, colon, minute = text.partition(":")
    return (
        bool(colon)
        and len(text) == 5
        and hour.isdecimal()
        and minute.isdecimal()
        and int(hour) < 24
        and int(minute) < 60
    )


class Channel(Written):
    """A chat channel."""

    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$")]
    topic: str = ""
    members: tuple[Annotated[Line, Ref("member")], ...] = Field(
        ("all",), description="People, or `all` for everybody inside."
    )


class Seat(Written):
    """A place in the simulation that a policy acts from."""

    person: PersonId = Field(description="A person in cast/ with `seat: true`.")
    kind: Literal["employee", "attacker", "defender"] = "employee"
    brief: str = Field(
        default="",
        description="What whoever holds it is told, unless the task says it: `briefs:` in task.md.",
    )
    limits: Limits | None = Field(default=None, description="Of its own; those of the task if not given.")


class Scenario(Written):
    """One world."""

    schema_: Literal[1] = Field(alias="schema", description="Version of this format.")
    id: Id
    title: Line
    summary: Line
    version: Annotated[str, Field(pattern=r"^\d+\.\d+\.\d+$", description="Semantic version, such as 1.0.0.")]
    authors: tuple[Line, ...] = Field(min_length=1)
    licence: Line = Field(description="SPDX identifier, such as Apache-2.0.")
    use: Literal["train", "eval-only"]
    canary: Annotated[
        str,
        Field(
            pattern=r"^tenure-canary-[0-9a-f-]{16,}$",
            description="`tenure-canary-` and at least 16 hex digits; no training set may hold it.",
        ),
    ]
    domain: Line
    occupations: tuple[Annotated[str, Field(pattern=r"^\d{2}-\d{4}\.\d{2}$")], ...] = Field(
        (), description="O*NET-SOC codes of the seats' jobs."
    )
    organisation: Organisation
    start: str = Field(description="When a run starts, wall time: 2026-03-02T08:30.")
    time_zone: ZoneText
    calendars: Mapping[Id, WorkCalendar] = Field(min_length=1, description="The first is the default.")
    apps: tuple[Annotated[Id, Ref("app")], ...] = Field(min_length=1)
    channels: tuple[Channel, ...] = ()
    seats: Mapping[Id, Seat] = Field(min_length=1)
    minds: Minds = Field(
        default=Minds(), description="Which people have which mind; the others are scripted."
    )
    default_task: Annotated[Id, Ref("task")]
    params: Mapping[Annotated[str, Field(pattern=r"^[a-z_][a-z0-9_]*$")], Param] = Field({})

    @field_validator("start")
    @classmethod
    def _start(cls, start: str) -> str:
        moment = read_moment(start)
        if not isinstance(moment.day, Date) or moment.zone:
            raise Misfit(f"`{start}` is not a date and time", "Write it as 2026-03-02T08:30, without a zone.")
        return start

    @model_validator(mode="after")
    def _distinct(self) -> Self:
        names = [channel.name for channel in self.channels]
        for index, name in enumerate(names):
            if name in names[:index]:
                raise Misfit(f"there are two channels `{name}`", "Rename one.", ("channels", index, "name"))
        if "directory" not in self.apps:
            fix = did_you_mean("directory", self.apps)
            raise Misfit("the app `directory` is missing", fix or "Every organisation has one.", ("apps",))
        return self
