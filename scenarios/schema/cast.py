"""`cast/<person>.yaml`: a persona from the library in one job of this world."""

from __future__ import annotations

from typing import Annotated, Literal, Self, get_args

from pydantic import Field, model_validator

from ...engine.office.conditions.model import Ref
from ...engine.office.conditions.timewords import TimeText
from ...engine.office.events import AbsenceKind
from ...personas.problems import Misfit
from .common import Id, Line, Minutes, PerMille, PersonId, ToolUse, Written

TieKind = Literal["manages", "works_with", "requests_from", "client_of", "supplier_of", "mentors"]
TIES: tuple[str, ...] = get_args(TieKind)


class Tie(Written):
    """A directed tie to another person."""

    to: PersonId
    kind: TieKind = "works_with"
    trust: PerMille = 500


class Knows(Written):
    """Whom the person names when asked about something they don't know."""

    about: Line = Field(description="A noun phrase, such as customs codes and holds.")
    person: PersonId


class WorkUse(ToolUse):
    """A tool that the person uses in the course of a piece of work."""

    done: Annotated[int, Field(ge=1, le=100)] | None = Field(
        None, description="Per cent of the work after which it comes; spread evenly if not given."
    )
    at: TimeText | None = Field(None, description="Or a time, as soon as the person is free then.")

    @model_validator(mode="after")
    def _one_moment(self) -> Self:
        if self.done is not None and self.at is not None:
            raise Misfit("it happens once", "Give `done:` or `at:`.")
        return self


class OwnWork(Written):
    """A piece of the person's own work, which takes their time."""

    title: Line
    about: str = ""
    minutes: Minutes
    start: TimeText
    due: TimeText | None = None
    with_: tuple[PersonId, ...] = Field((), alias="with")
    use: tuple[WorkUse, ...] = Field((), description="Tools that they use for it, in this order.")


class OwnMeeting(Written):
    """A meeting the person has anyway."""

    title: Line
    at: TimeText
    minutes: Minutes = 30
    with_: tuple[PersonId, ...] = Field((), alias="with")
    repeats: Literal["no", "daily", "weekly"] = "no"


class Leave(Written):
    """Time in which the person is away."""

    from_: TimeText = Field(alias="from")
    to: TimeText
    kind: AbsenceKind = "leave"


class CastMember(Written):
    """One person of the world."""

    persona: Id | None = Field(
        None, description="A persona of the library or of the pack's personas/; none for a seat."
    )
    name: str = Field("", description="Full name; the persona's if empty.")
    title: Line
    department: str = ""
    calendar: Annotated[Id, Ref("calendar")] | None = Field(
        None, description="One of the scenario's calendars; the first if not given."
    )
    mail: Annotated[str, Field(pattern=r"^[a-z0-9._+-]+(@[a-z0-9.-]+)?$")] = Field(
        "", description="Local part; outsiders give the full address. From the name if empty."
    )
    phone: str = ""
    outside: bool = Field(False, description="Works for another company: a client, a carrier.")
    company: str = Field("", description="The outsider's company.")
    manager: PersonId | None = None
    ties: tuple[Tie, ...] = ()
    mind: Annotated[str, Field(min_length=1)] = Field("scripted", description="What decides for the person.")
    seat: bool = Field(False, description="Held by a policy, not by a mind.")
    knows_who: tuple[Knows, ...] = ()
    work: tuple[OwnWork, ...] = ()
    meetings: tuple[OwnMeeting, ...] = ()
    leave: tuple[Leave, ...] = ()

    @model_validator(mode="after")
    def _coherent(self) -> Self:
        if not self.persona and not self.seat:
            raise Misfit("`persona` is missing", "Name a persona of the library, or write `seat: true`.")
        if self.seat and not (self.name or self.persona):
            raise Misfit("`name` is missing", "A seat without a persona needs a full name.")
        if self.outside and "@" not in self.mail:
            raise Misfit("an outsider needs a full mail address", "Add `mail: name@their-company.example`.")
        if self.outside and not self.company:
            raise Misfit("an outsider needs a company", "Add `company: …`.")
        if not self.outside and "@" in self.mail:
            raise Misfit(
                "somebody inside has the organisation's mail domain",
                "Give the local part only, or write `outside: true`.",
                ("mail",),
            )
        return self
