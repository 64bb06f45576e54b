"""What an office consists of when a run begins: people, facts, approvals, requests, as a pack's author set them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ...personas.schema import Persona
from ..kernel.clock import Calendar
from .conditions.model import Condition
from .events import AbsenceKind


@dataclass(frozen=True)
class Tie:
    """A directed, typed tie to another person."""

    to: str
    kind: str
    """manages, works_with, requests_from, client_of, supplier_of, mentors."""
    trust: int = 600
    """Per mille, at the start."""


@dataclass(frozen=True)
class KnowsWho:
    """Whom a person names for a subject."""

    about: str
    person: str


@dataclass(frozen=True)
class ToolStep:
    """A tool of an app that somebody uses."""

    person: str
    tool: str
    """``app.verb``."""
    arguments: str
    """JSON of an object; a `version` that is left out means the newest."""


@dataclass(frozen=True)
class WorkStep:
    """A tool that somebody uses in the course of a piece of work."""

    tool: str
    arguments: str
    """JSON of an object."""
    done: int = 100
    """Per cent of the work after which it is done."""
    at: int | None = None
    """Or when."""


@dataclass(frozen=True)
class OwnWork:
    """A piece of a person's own work."""

    id: str
    title: str
    about: str
    minutes: int
    start: int
    due: int
    with_: tuple[str, ...] = ()
    use: tuple[WorkStep, ...] = ()


@dataclass(frozen=True)
class Absence:
    """Planned time away; the person doesn't work and sees nothing."""

    start: int
    end: int
    why: AbsenceKind


@dataclass(frozen=True)
class Person:
    """Somebody in the office or dealing with it."""

    id: str
    name: str
    first: str
    title: str
    persona: Persona | None
    """None: a seat's person, or an outsider who only sends what the story says."""
    calendar: str
    address: str
    department: str = ""
    company: str = ""
    outside: bool = False
    seat: str | None = None
    phone: str = ""
    manager: str | None = None
    ties: tuple[Tie, ...] = ()
    mind: str = "scripted"
    knows_who: tuple[KnowsWho, ...] = ()
    work: tuple[OwnWork, ...] = ()
    leave: tuple[Absence, ...] = ()

    @property
    def is_coworker(self) -> bool:
        """A mind decides for them."""
        return self.persona is not None and self.seat is None


@dataclass(frozen=True)
class Rule:
    """When a holder tells a fact."""

    kind: Literal["open", "on_request", "never", "restricted"] = "on_request"
    to: tuple[str, ...] = ()
    """For ``restricted``: person ids, tie kinds or titles; empty: anybody."""
    after: Condition | None = None


@dataclass(frozen=True)
class Mistake:
    """A version of a fact that somebody wrongly or partly believes."""

    statement: str
    says: tuple[str, ...] = ()
    reveals: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class Holding:
    """One person's hold on a fact."""

    person: str
    rule: Rule
    says: tuple[str, ...] = ()
    sure: int = 950
    mistake: Mistake | None = None
    corrected_by: Condition | None = None
    tells_again: bool = False


@dataclass(frozen=True)
class Fact:
    """A unit of knowledge."""

    id: str
    statement: str
    topic: str
    asks: tuple[str, ...]
    reveals: tuple[tuple[str, ...], ...]
    """Text gives the fact away if every inner tuple has an alternative in it; numbers match in any format."""
    not_to: tuple[str, ...] = ()
    """Person ids, ``clients``, ``outside`` or ``everyone_but:id,id``."""
    holders: tuple[Holding, ...] = ()
    refusal: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])

    def holding(self, person: str) -> Holding | None:
        """How that person holds it from the start, if they do."""
        return next((one for one in self.holders if one.person == person), None)


@dataclass(frozen=True)
class Approval:
    """Something that one person may allow."""

    id: str
    decides: str
    topic: str
    asks: tuple[str, ...]
    says: tuple[str, ...]
    refuses: tuple[str, ...] = ()
    grants: Condition | bool = True
    tells: tuple[str, ...] = ()


@dataclass(frozen=True)
class Gift:
    """What a delivered request consists of."""

    file: str = ""
    """Key of the pack's content that is delivered."""
    to: str = ""
    """Path on the drive."""
    fact: str = ""
    says: tuple[str, ...] = ()
    use: tuple[ToolStep, ...] = ()
    """What the person does with apps for it."""


@dataclass(frozen=True)
class Request:
    """Work that a person does for others when asked, promising it by a time."""

    id: str
    person: str
    topic: str
    asks: tuple[str, ...]
    takes: int
    """Milliseconds of working time."""
    due_work: int
    """Milliseconds of working time from the promise to its due time."""
    forgets: int
    """Per mille: not done unless reminded."""
    gives: Gift
    after: Condition | None = None


@dataclass(frozen=True)
class Line:
    """What somebody says in a booked meeting."""

    person: str
    says: tuple[str, ...]
    shares: tuple[str, ...] = ()


@dataclass(frozen=True)
class Meeting:
    """A booked meeting."""

    id: str
    title: str
    start: int
    end: int
    organiser: str
    people: tuple[str, ...]
    """Everybody invited, the organiser included."""
    agenda: tuple[str, ...] = ()
    place: str = ""
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True)
class Setup:
    """An office at the start of a run."""

    people: Mapping[str, Person]
    calendars: Mapping[str, Calendar]
    zone_calendar: str
    """Name of the pack's own calendar."""
    domain: str
    facts: Mapping[str, Fact] = field(default_factory=dict[str, Fact])
    approvals: Mapping[str, Approval] = field(default_factory=dict[str, Approval])
    requests: Mapping[str, Request] = field(default_factory=dict[str, Request])
    meetings: tuple[Meeting, ...] = ()
    channels: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    channel_topics: Mapping[str, str] = field(default_factory=dict[str, str])
    files: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    """Contents that beats and requests bring in, by the pack's path."""
    ambient: bool = True
    """People also write to each other about their own work."""
    thinkers: frozenset[str] = frozenset()
    """Coworkers who have, or may get in the course of the run, another mind than the scripted one."""

    def calendar_of(self, person: str) -> Calendar:
        """The person's own calendar."""
        return self.calendars[self.people[person].calendar]
