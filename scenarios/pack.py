"""A loaded pack: everything a world is built from, typed, rendered for one run, and unchanging."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import BaseModel

from ..engine.apps.premises import Page
from ..engine.files.authored import Shelf
from ..personas import Persona
from ..personas.problems import Position
from ..verifiers.rubric import Rubric
from .history import PastChat, PastMail
from .params import Params
from .schema.cast import CastMember
from .schema.facts import Knowledge
from .schema.scenario import Scenario, Seat
from .schema.storyline import Storyline
from .schema.task import TaskHeader
from .source import PackSource
from .timewords import PackClock


@dataclass(frozen=True)
class Person:
    """One person of the world.

    Attributes:
        id: The name of the file in cast/.
        name: Full name.
        mail: Full mail address.
        calendar: Name of their working calendar.
        member: Their job here.
        persona: Who they are; None for a seat without a persona.
    """

    id: str
    name: str
    mail: str
    calendar: str
    member: CastMember
    persona: Persona | None

    @property
    def first_name(self) -> str:
        """What colleagues call them."""
        return self.persona.short_name if self.persona and not self.member.name else self.name.split()[0]


@dataclass(frozen=True)
class Task:
    """One task over the world.

    Attributes:
        id: The name of its folder.
        header: Who hands it over, where, when, and the limits.
        brief: The brief's text.
        at: When it is handed over, milliseconds since the run's start.
        rubric: How it is scored.
        rubric_hash: SHA-256 of `rubric.yaml` as written, params unfilled.
        folder: Its path within the pack.
    """

    id: str
    header: TaskHeader
    brief: str
    at: int
    rubric: Rubric
    rubric_hash: str
    folder: str


@dataclass(frozen=True)
class Pack:
    """A pack with one task, rendered for one run.

    Attributes:
        source: The content it was read from.
        seed: What the params were drawn from.
        params: The run's params.
        scenario: `scenario.yaml`.
        task: The task played.
        people: By person id, in the order of their ids.
        seats: By seat id, as in the scenario.
        groups: `clients`, `outside`, `inside`, `anyone` to person ids.
        knowledge: Facts, approvals and requests, the task's overlay merged in.
        storyline: Meetings and beats, the task's overlay merged in.
        drive: Drive path (`/Pricing/tariffs.csv`) to content.
        access: Drive folder to the people who may open it; where nothing is said, everybody inside.
        configs: App to what `world/<app>.yaml` says for it.
        pages: App to its pages in `world/<app>/`, in order of their paths.
        files: Pack path (`world-later/notice.md`) to content: what beats, requests and briefs may bring in.
            Files that authors wrote as text are made when asked for.
        mail: Past mail in order of time.
        chat: Past chat in order of time.
        clock: Turns the pack's times into milliseconds.
        where: File and line of each part by name: `facts.x`, `beats.x`, `cast.x`, `params.x` …
    """

    source: PackSource
    seed: int
    params: Params
    scenario: Scenario
    task: Task
    people: Mapping[str, Person]
    seats: Mapping[str, Seat]
    groups: Mapping[str, tuple[str, ...]]
    knowledge: Knowledge
    storyline: Storyline
    drive: Shelf
    access: Mapping[str, tuple[str, ...]]
    configs: Mapping[str, BaseModel]
    pages: Mapping[str, tuple[Page, ...]]
    files: Shelf
    mail: tuple[PastMail, ...]
    chat: tuple[PastChat, ...]
    clock: PackClock
    where: Mapping[str, Position]

    @property
    def hash(self) -> str:
        """The pack's content hash."""
        return self.source.pack_hash

    @property
    def shelves(self) -> tuple[Shelf, Shelf]:
        """Every file once: the drive's as the drive will hold them, and all others."""
        return self.drive, self.files.without(lambda path: path.startswith("world/drive/"))

    @property
    def coworkers(self) -> tuple[str, ...]:
        """Ids of the people for whom a mind decides: those with a persona who sit in no seat."""
        seated = {seat.person for seat in self.seats.values()}
        return tuple(
            one.id for one in self.people.values() if one.persona is not None and one.id not in seated
        )

    def person(self, actor: str) -> str:
        """The person id of a person or seat id."""
        return self.seats[actor].person if actor in self.seats else actor

    def named(self, people: str) -> tuple[str, ...]:
        """The person ids that a word of a condition stands for: a group, a seat, or one person."""
        return self.groups[people] if people in self.groups else (self.person(people),)
