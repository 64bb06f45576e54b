"""What every app is built on: the office as it was set up, its threads and calendar, and what apps share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from ..kernel.blobs import Blobs
from ..kernel.clock import Calendar
from ..kernel.state import Component
from ..kernel.world import Core
from ..office.events import Attached
from ..office.meetings import Meetings
from ..office.model import Person, Setup
from ..office.threads import Threads
from .base import Acting
from .people import AddressBook
from .presence import Presence
from .readings import Readings
from .walltime import stamp


class FileSource(Protocol):
    """An app whose items can go along with a message."""

    def attachment(self, person: str, name: str) -> Attached | None:
        """The item that the person means by ``name``, if there is one and they may read it."""
        ...


SaveFile: TypeAlias = Callable[[Acting, str, Attached], tuple[str, int]]
"""Puts an attachment at a path for the acting person; gives back the path and the version it has there."""


@dataclass
class Premises:
    """Handed to every app's constructor."""

    setup: Setup
    core: Core
    threads: Threads
    meetings: Meetings
    """Calendars, and what happens in meetings."""
    access: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    """Drive folder to the ids or departments that may open it; other folders are open to everybody inside."""
    people: AddressBook = field(init=False)
    presence: Presence = field(init=False)
    readings: Readings = field(init=False)
    file_sources: list[FileSource] = field(default_factory=list["FileSource"])
    """Where attachments come from, asked in order; apps that hold files add themselves."""

    save_file: SaveFile | None = None
    """Set by the app that holds everybody's files."""

    def __post_init__(self) -> None:
        self.people = AddressBook(self.setup.people)
        self.presence = Presence(self.setup)
        self.readings = Readings(self.seated)

    @property
    def blobs(self) -> Blobs:
        return self.core.blobs

    @property
    def seated(self) -> list[str]:
        """The people of seats, whose boxes and readings are kept whole."""
        return [person.id for person in self.setup.people.values() if person.seat is not None]

    def components(self) -> Iterable[Component]:
        """The state that apps share."""
        return (self.presence, self.readings)

    def calendar(self, person: str) -> Calendar:
        return self.setup.calendar_of(person)

    def stamp(self, person: str, at: int) -> str:
        """An instant in the person's own wall time."""
        return stamp(self.calendar(person), at)

    def card(self, person: str) -> str:
        """How a person is written in lists: ``Ines Marchetti (ines)``; empty for nobody (the world itself)."""
        if not person:
            return ""
        return f"{self.people.name(person)} ({person})"

    def person(self, person: str) -> Person:
        return self.setup.people[person]
