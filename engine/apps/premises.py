"""What every app is built on: the office as it was set up, its threads and calendar, and what apps share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from pydantic import BaseModel

from ..kernel.blobs import BlobRef, Blobs
from ..kernel.clock import Calendar
from ..kernel.state import Component
from ..kernel.world import Core
from ..office.conditions.scope import Times
from ..office.events import Attached
from ..office.meetings import Meetings
from ..office.model import Person, Setup
from ..office.threads import Threads
from .base import Acting, ToolError
from .people import AddressBook
from .presence import Presence
from .readings import Readings
from .walltime import stamp

C = TypeVar("C", bound=BaseModel)


class Page(NamedTuple):
    """A text that a pack wrote for an app."""

    path: str
    """Below `world/<app>/`."""
    front: BaseModel
    text: str


class FileSource(Protocol):
    """An app whose items can go along with a message."""

    def attachment(self, person: str, name: str) -> Attached | None:
        """The item that the person means by ``name``, if there is one and they may read it."""
        ...


class OpenFile(NamedTuple):
    """A file of the drive as somebody may see it."""

    path: str
    """In its one form, ``/Reports/claim.docx``."""
    version: int
    """Counts from 1; what an edit names as the one it was made against."""
    data: bytes
    blob: BlobRef


class FileStore(Protocol):
    """The drive as the store of all apps that work on files; whoever acts needs the same permissions as there."""

    def open(self, person: str, path: str, *, write: bool = False, version: int | None = None) -> OpenFile:
        """A file's newest version, or an earlier one.

        Args:
            person: Who opens it.
            path: As they wrote it.
            write: They mean to change it.
            version: An earlier one; ``None``: the newest.

        Raises:
            ToolError: ``not_found``: there is none that they may see, or no such version; ``forbidden``: they may
                read it only.
        """
        ...

    def note_opened(self, acting: Acting, path: str, version: int) -> None:
        """Journal that somebody read a version: what stands in it has reached them.

        Args:
            acting: Who read it.
            path: As `open` gave it.
            version: Which.
        """
        ...

    def save(self, acting: Acting, path: str, data: bytes, *, version: int | None) -> tuple[str, int]:
        """Put a new version of a file, or a new file, into the drive.

        Args:
            acting: Whose change it is.
            path: Where; folders come into being with it.
            data: The file whole, normalised by its writer.
            version: The version that the change was made against; ``None``: the file must be new.

        Returns:
            The path in its one form, and the version that the file has now.

        Raises:
            ToolError: ``conflict``: the version has moved (the message names who changed it, when, and the version
                now) or a file lies there already; ``not_found``, ``forbidden`` or ``invalid``: not there, not by
                them. Nothing was emitted.
        """
        ...


SaveFile: TypeAlias = Callable[[Acting, str, Attached], tuple[str, int]]
"""Puts an attachment at a path for the acting person; gives back the path and the version it has there."""


def may_open(files: FileStore, person: str, path: str) -> bool:
    """Whether somebody can open a file."""
    try:
        files.open(person, path)
    except ToolError:
        return False
    return True


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
    configs: Mapping[str, BaseModel] = field(default_factory=dict[str, BaseModel])
    """What the pack says for apps in `world/<app>.yaml`, by app."""
    pages: Mapping[str, Sequence[Page]] = field(default_factory=dict[str, Sequence[Page]])
    """The pack's pages in `world/<app>/`, by app."""
    times: Times | None = None
    """Places the times that configs hold."""
    people: AddressBook = field(init=False)
    presence: Presence = field(init=False)
    readings: Readings = field(init=False)
    file_sources: list[FileSource] = field(default_factory=list["FileSource"])
    """Where attachments come from, asked in order; apps that hold files add themselves."""

    save_file: SaveFile | None = None
    """Set by the app that holds everybody's files."""

    files: FileStore | None = None
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

    def config(self, app: str, model: type[C]) -> C:
        """What the pack says for that app; the model's defaults if it says nothing.

        Raises:
            TypeError: It was read with another model.
        """
        found = self.configs.get(app)
        if found is None:
            return model()
        if not isinstance(found, model):
            raise TypeError(f"the config of {app} is a {type(found).__name__}, not a {model.__name__}")
        return found

    def instant(self, text: str) -> int:
        """Milliseconds since the run's start of a time that a config holds, such as "Tue 09:30".

        Raises:
            ValueError: Nobody has said how times are placed.
        """
        if self.times is None:
            raise ValueError(f"{text!r} can't be placed: these premises have no clock for configs")
        return self.times.at(text)

    def card(self, person: str) -> str:
        """How a person is written in lists: ``Ines Marchetti (ines)``; empty for nobody (the world itself)."""
        if not person:
            return ""
        return f"{self.people.name(person)} ({person})"

    def cards(self, people: Iterable[str]) -> list[str]:
        """People as lists write them."""
        return [self.card(one) for one in people]

    def person(self, person: str) -> Person:
        return self.setup.people[person]
