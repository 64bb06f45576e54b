"""Which documents are meant: files on the drive, messages and what came with them, by whom, and which of several."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from typing import Annotated, Any, Literal, NamedTuple, Protocol

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, Tag

from ..engine.kernel.blobs import BlobRef
from ..engine.kernel.events import Event
from ..engine.office.conditions.leaves import path_pattern
from ..engine.office.conditions.model import Alternatives, DrivePath, People, Written, one_key_of
from ..engine.office.events import FileMoved, FileWritten, MessageSent
from ..engine.office.matching import Matcher
from .criterion import some
from .evidence import Evidence
from .scene import Scene

LISTENS = (FileWritten.kind, FileMoved.kind, MessageSent.kind)
"""Kinds of events by which documents come and go."""


class DriveFile(Written):
    """A file on the shared drive, as it is now."""

    path: DrivePath
    by: People | None = Field(
        None, description="Who wrote its last version; whoever sits in the seat if not given."
    )


def _path_alone(value: Any) -> Any:
    return {"path": value} if isinstance(value, str) else value


class Posted(Written):
    """A message."""

    by: People | None = Field(None, description="Who sent it; whoever sits in the seat if not given.")
    to: str | None = Field(
        None, description="A person or group, or a channel such as `#ops`; anybody if not given."
    )
    which: Literal["last", "first", "any"] = "last"
    subject: Alternatives | None = Field(None, description="Mail only: the subject holds one of these.")
    attachment: str | None = Field(
        None, description="Read the attached file of that name (`*.md`), not the body."
    )


class OnDrive(Written):
    """A document on the drive."""

    drive: Annotated[DriveFile, BeforeValidator(_path_alone, json_schema_input_type=DrivePath | DriveFile)]


class InMail(Written):
    """A mail."""

    mail: Posted


class InChat(Written):
    """A chat message."""

    chat: Posted


_SOURCES: dict[str, type[Written]] = {"drive": OnDrive, "mail": InMail, "chat": InChat}
_known, _kind = one_key_of(
    "document", _SOURCES, "{drive: /Reports/x.md}", "a list, the first that exists counts"
)
Source = Annotated[
    Annotated[OnDrive, Tag("drive")] | Annotated[InMail, Tag("mail")] | Annotated[InChat, Tag("chat")],
    Discriminator(_kind),
    BeforeValidator(_known),
]


def _listed(value: Any) -> Any:
    return [value] if isinstance(value, Mapping | Written) else value


Sources = Annotated[
    tuple[Source, ...],
    AfterValidator(some),
    BeforeValidator(_listed, json_schema_input_type=Source | tuple[Source, ...]),
]


def name_of(source: Source) -> str:
    """The file's name or pattern; empty for a message's own text."""
    match source:
        case OnDrive(drive=of):
            return of.path
        case InMail(mail=of) | InChat(chat=of):
            return of.attachment or ""


class Found(NamedTuple):
    """A document that is there."""

    name: str
    blob: BlobRef
    seq: int
    cite: str
    subject: str = ""
    is_message: bool = False


class Place(Protocol):
    """Where documents are looked for while a run's events pass by."""

    def fold(self, event: Event) -> bool:
        """See an event. True: what is found there may have changed."""
        ...

    def documents(self, evidence: Evidence) -> list[Found]:
        """What is there now."""
        ...


def listened(sources: Iterable[Source]) -> tuple[str, ...]:
    """The kinds of events by which what is found at these can change."""
    on_drive = (FileWritten.kind, FileMoved.kind)
    kinds = [
        kind for one in sources for kind in (on_drive if isinstance(one, OnDrive) else (MessageSent.kind,))
    ]
    return tuple(dict.fromkeys(kinds))


def place_of(source: Source, scene: Scene) -> Place:
    """Where a source looks."""
    match source:
        case OnDrive(drive=of):
            return _DrivePlace(of, scene)
        case InMail(mail=of):
            return _PostPlace(of, True, scene)
        case InChat(chat=of):
            return _PostPlace(of, False, scene)


class _DrivePlace:
    def __init__(self, of: DriveFile, scene: Scene) -> None:
        self._path = path_pattern(of.path)
        self._by = frozenset(scene.named(of.by or scene.seat))

    def fold(self, event: Event) -> bool:
        payload = event.payload
        if isinstance(payload, FileWritten):
            return bool(self._path.fullmatch(payload.path))
        if isinstance(payload, FileMoved):
            return bool(self._path.fullmatch(payload.path) or self._path.fullmatch(payload.to))
        return False

    def documents(self, evidence: Evidence) -> list[Found]:
        return [
            Found(one.path.rpartition("/")[2], one.blob, one.seq, f"drive:{one.path}@{one.version}")
            for one in evidence.drive.matching(self._path)
            if one.by in self._by and not one.past
        ]


class _PostPlace:
    def __init__(self, of: Posted, is_mail: bool, scene: Scene) -> None:
        self._of = of
        self._app = "mail" if is_mail else "chat"
        self._by = frozenset(scene.named(of.by or scene.seat))
        self._channel = of.to if of.to is not None and of.to.startswith("#") else None
        self._to = None if of.to is None or self._channel else frozenset(scene.named(of.to))
        self._subject = Matcher([(0, (of.subject,))]) if of.subject else None
        self._found: list[Found] = []

    def fold(self, event: Event) -> bool:
        sent = event.payload
        if (
            not isinstance(sent, MessageSent)
            or sent.past
            or sent.app != self._app
            or sent.sender not in self._by
        ):
            return False
        if self._to is not None and self._to.isdisjoint((*sent.to, *sent.cc)):
            return False
        if self._channel is not None and sent.thread.partition("/")[0] != self._channel:
            return False
        if self._subject is not None and not self._subject.find(sent.subject):
            return False
        found = self._read(sent, event.seq)
        if found and not (self._of.which == "first" and self._found):
            self._found = [*self._found, *found] if self._of.which == "any" else found
        return bool(found)

    def _read(self, sent: MessageSent, seq: int) -> list[Found]:
        if self._of.attachment is None:
            return [Found("", sent.body, seq, f"message:{sent.message}", sent.subject, is_message=True)]
        return [
            Found(one.name, one.blob, seq, f"message:{sent.message}/{one.name}")
            for one in sent.attachments
            if fnmatchcase(one.name, self._of.attachment)
        ]

    def documents(self, evidence: Evidence) -> list[Found]:
        return self._found
