"""Criteria about what was written: files on the drive, mails and chat messages, by the one whose work is scored."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, Tag, model_validator

from ..engine.files.kinds import kind_of
from ..engine.kernel.blobs import BlobRef
from ..engine.kernel.events import Event
from ..engine.office.conditions.leaves import path_pattern
from ..engine.office.conditions.model import Alternatives, DrivePath, People, Written, one_key_of
from ..engine.office.events import FileMoved, FileWritten, MessageSent
from ..engine.office.matching import Matcher
from ..personas.problems import Misfit
from .checks import Check, contradiction, first_failing, parts
from .criterion import Criterion, Judge, Verdict, some, verdict
from .evidence import Evidence
from .finding import Finding
from .plaintext import Text
from .reading import read
from .scene import Scene


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


class Document(Criterion):
    """Met when a document holds what it should. Gone, or written over, it no longer counts."""

    listens: ClassVar[tuple[str, ...]] = (
        FileWritten.kind,
        FileMoved.kind,
        MessageSent.kind,
    )

    kind: Literal["document"]  # pyright: ignore[reportIncompatibleVariableOverride, reportGeneralTypeIssues]
    of: Sources = Field(description="Where it is looked for; of several places, the first that holds one.")
    checks: tuple[Check, ...] = Field(description="What must hold of it, all together.")

    @model_validator(mode="after")
    def _asks(self) -> Document:
        if not self.checks:
            raise Misfit(
                "there is nothing to check", "Add `- mentions: [[…]]` or another check.", at=("checks",)
            )
        if not any(check.asks for check in self.checks):
            fix = "Add a check of what it must hold, such as `words: {min: 50}`."
            raise Misfit("an empty document would meet it", fix, at=("checks",))
        against = contradiction(self.checks)
        if against:
            raise Misfit(f"no document can meet it: {against}", "Mend one of the two.", at=("checks",))
        kinds = {name: kind_of(name) for name in map(_name, self.of) if name}
        for number, check in enumerate(self.checks):
            for one in parts(check):
                if one.kinds and kinds and not one.kinds & {*kinds.values(), "other"}:
                    word = next(iter(type(one).model_fields))
                    raise Misfit(
                        f"no document can meet `{word}`: it is about {' or '.join(sorted(one.kinds))}, "
                        f"not {', '.join(kinds)}",
                        "Look at another file, or ask for something else.",
                        at=("checks", number),
                    )
        return self

    @property
    def uses_shelf(self) -> bool:
        return any(one.uses_shelf for check in self.checks for one in parts(check))

    def judge(self, scene: Scene) -> Judge:
        return _DocumentJudge(self, scene)


def _name(source: Source) -> str:
    """The file's name or pattern; empty for a message's own text."""
    match source:
        case OnDrive(drive=of):
            return of.path
        case InMail(mail=of) | InChat(chat=of):
            return of.attachment or ""


class _Found(NamedTuple):
    name: str
    blob: BlobRef
    seq: int
    cite: str
    subject: str = ""
    is_message: bool = False


class _DocumentJudge:
    def __init__(self, criterion: Document, scene: Scene) -> None:
        self._checks = criterion.checks
        self._uses_shelf = criterion.uses_shelf
        self._places = [
            _DrivePlace(one.drive, scene)
            if isinstance(one, OnDrive)
            else _PostPlace(one.mail if isinstance(one, InMail) else one.chat, isinstance(one, InMail), scene)
            for one in criterion.of
        ]
        self._read: dict[tuple[str, str, BlobRef, int], Finding] = {}

    def fold(self, event: Event, evidence: Evidence) -> bool:
        concerned = [place.fold(event) for place in self._places]
        return any(concerned)

    def verdict(self, evidence: Evidence) -> Verdict:
        for place in self._places:
            documents = place.documents(evidence)
            if documents:
                break
        else:
            return verdict(False, "There is no such document.")
        found = [(one, self._finding(one, evidence)) for one in documents]
        best, finding = next((pair for pair in found if pair[1].holds), found[-1])
        said = f"{best.cite}: {finding.said}."
        return verdict(finding.holds, said, events=(best.seq,), documents=(best.cite,))

    def _finding(self, one: _Found, evidence: Evidence) -> Finding:
        key = (one.name, one.subject, one.blob, evidence.shelf.version if self._uses_shelf else 0)
        if key not in self._read:
            data = evidence.blobs.get(one.blob)
            if one.is_message:
                text = Text(f"{one.subject}\n{_own_words(data.decode())}")
            else:
                text = read(data, one.name)
            text.shelf = evidence.shelf
            self._read[key] = first_failing(self._checks, text)
        return self._read[key]


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

    def documents(self, evidence: Evidence) -> list[_Found]:
        return [
            _Found(one.path.rpartition("/")[2], one.blob, one.seq, f"drive:{one.path}@{one.version}")
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
        self._found: list[_Found] = []

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

    def _read(self, sent: MessageSent, seq: int) -> list[_Found]:
        if self._of.attachment is None:
            return [_Found("", sent.body, seq, f"message:{sent.message}", sent.subject, is_message=True)]
        return [
            _Found(one.name, one.blob, seq, f"message:{sent.message}/{one.name}")
            for one in sent.attachments
            if fnmatchcase(one.name, self._of.attachment)
        ]

    def documents(self, evidence: Evidence) -> list[_Found]:
        return self._found


def _own_words(body: str) -> str:
    """A message without the lines it quotes: those are somebody else's."""
    return "\n".join(line for line in body.split("\n") if not line.lstrip().startswith(">"))
