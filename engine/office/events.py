"""What can happen in an office, as event kinds. Everything that reports, verifiers and minds know comes from these.

Long because it is a catalogue, read by section: whoever folds events finds every kind that an office has in one place.
"""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

from ..kernel.blobs import BlobRef
from ..kernel.events import Payload

Channel: TypeAlias = Literal["mail", "chat", "meeting", "phone", "comment"]
"""How words reach somebody; a comment stands beside a file, a ticket or a record."""
AbsenceKind: TypeAlias = Literal["leave", "sick", "travel"]
Answer: TypeAlias = Literal["accepted", "declined", "tentative"]
"""To an invitation."""
RefusalReason: TypeAlias = Literal["rule", "needs_approval", "unknown", "busy", "patience"]
RapportReason: TypeAlias = Literal[
    "asked_again",
    "thanked",
    "chased",
    "missed_deadline",
    "kept_promise",
    "flood",
    "do_my_work",
    "recovered",
    "leak",
    "rude",
]
EffortCause: TypeAlias = Literal["reading", "writing", "speaking", "listening", "searching", "handling"]


class Told(BaseModel):
    """A fact that a message passes on."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    fact: str
    version: str = "truth"
    """``truth``, or the id of the person whose mistaken version it is."""


class Attached(BaseModel):
    """A file that goes with a message."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    blob: BlobRef
    size: int
    """Bytes."""
    path: str | None = None
    """Where it lay on the drive."""


AGENDA = "agenda"
"""An act's item where the author has somebody say it in a booked meeting, whatever rules they keep otherwise."""


class Act(BaseModel):
    """What a message does, where its sender's mind says so. Seats' messages have none: readers must understand them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: str = ""
    """request, answer, refusal, pointer, clarify, acknowledge, promise, chase, thanks, inform, social, escalate …"""
    topic: str = ""
    item: str = ""
    """Id of the fact, approval, request or piece of work it is about."""


# Messages ------------------------------------------------------------------------------------------------------------


class MessageSent(Payload):
    """Somebody said something to somebody: mail, chat, or words in a meeting or on the phone."""

    kind: ClassVar[str] = "message.sent"

    message: str
    """Id from its sender's own counter, ``maria/m17``."""
    app: Channel
    thread: str
    """Mail: the first message. Chat: ``#channel`` or ``dm:a:b``, ``/message`` for a reply thread. Meeting: its id."""
    sender: str
    to: tuple[str, ...]
    cc: tuple[str, ...] = ()
    subject: str = ""
    body: BlobRef
    words: int
    reply_to: str | None = None
    mentions: tuple[str, ...] = ()
    attachments: tuple[Attached, ...] = ()
    told: tuple[Told, ...] = ()
    """Facts that the sender's mind means to pass on; a seat's texts are searched for facts instead."""
    acts: tuple[Act, ...] = ()
    expects_reply: bool = False
    past: bool = False
    """Part of the world's history: nobody reacts to it."""
    sent_at: int | None = None
    """Milliseconds since the run's start, negative for the past; ``None``: when the event happened."""


class MessageRead(Payload):
    """Somebody opened messages of a thread."""

    kind: ClassVar[str] = "message.read"

    person: str
    messages: tuple[str, ...]


class Typing(Payload):
    """Somebody decided what to write and is writing it; it goes out at the entry this event sets."""

    kind: ClassVar[str] = "message.writing"

    person: str
    thread: str
    sends_at: int


class CommandRefused(Payload):
    """An intent of a coworker was refused by the world as it was at the commit."""

    kind: ClassVar[str] = "command.refused"

    person: str
    intent: str
    code: str
    message: str


# Knowledge -----------------------------------------------------------------------------------------------------------


class FactAsked(Payload):
    """Somebody asked for a fact, and the reader understood that."""

    kind: ClassVar[str] = "fact.asked"

    fact: str
    asker: str
    holder: str
    """Who was asked, whether they hold it or not."""
    message: str


class FactShared(Payload):
    """A message or document carried a fact to somebody."""

    kind: ClassVar[str] = "fact.shared"

    fact: str
    version: str = "truth"
    by: str
    to: str
    message: str
    """Message id, ``drive:<path>@<version>`` or ``meeting:<id>``."""
    mode: Literal["asked", "volunteered", "leaked"]
    """``leaked``: against the rule of the holder, or to somebody who must never be told."""


class FactLearned(Payload):
    """Somebody holds a fact (or another version of it) from now on."""

    kind: ClassVar[str] = "fact.learned"

    fact: str
    person: str
    version: str = "truth"
    via: str
    """Message id, ``drive:<path>@<version>``, ``beat:<event>``, ``request:<id>`` (from doing it) or ``condition``."""
    source: str = ""
    """The person it came from, if any."""


class FactRefused(Payload):
    """Somebody who was asked for a fact did not tell it."""

    kind: ClassVar[str] = "fact.refused"

    fact: str
    by: str
    to: str
    message: str
    reason: RefusalReason
    approval: str = ""
    owed: bool = False
    """The rule allowed it: the refusal is the coworker's fault."""


class FactReferred(Payload):
    """Somebody said who might know."""

    kind: ClassVar[str] = "fact.referred"

    fact: str
    by: str
    to: str
    who: str


class NotUnderstood(Payload):
    """A question fitted no fact, or several: charged to the coworker, not to the asker."""

    kind: ClassVar[str] = "question.not_understood"

    person: str
    asker: str
    message: str
    text: str
    candidates: tuple[str, ...] = ()


class ApprovalAsked(Payload):
    kind: ClassVar[str] = "approval.asked"

    approval: str
    asker: str
    decider: str
    message: str


class ApprovalGiven(Payload):
    """A decision on an approval: granted or not."""

    kind: ClassVar[str] = "approval.given"

    approval: str
    by: str
    to: str
    granted: bool


# Promises, requests, rapport -----------------------------------------------------------------------------------------


class PromiseMade(Payload):
    kind: ClassVar[str] = "promise.made"

    promise: str
    """Id from its maker's own counter, ``pieter/p3``."""
    by: str
    to: str
    what: str
    item: str = ""
    """Id of the request, fact or piece of work."""
    due: int
    message: str = ""
    remembers: bool = True
    """Drawn when it was made: without a reminder it will be forgotten."""


class PromiseReminded(Payload):
    kind: ClassVar[str] = "promise.reminded"

    promise: str
    by: str
    message: str


class PromiseKept(Payload):
    kind: ClassVar[str] = "promise.kept"

    promise: str
    late: bool
    message: str = ""


class PromiseBroken(Payload):
    """The time passed and it was not done (it may still be kept late)."""

    kind: ClassVar[str] = "promise.broken"

    promise: str


class PromiseMoved(Payload):
    """Renegotiated."""

    kind: ClassVar[str] = "promise.renegotiated"

    promise: str
    due: int
    message: str


class RapportMoved(Payload):
    """How one person stands to another changed. All values per mille."""

    kind: ClassVar[str] = "rapport.moved"

    person: str
    towards: str
    trust: int
    patience: int
    reason: RapportReason


# Work, absence, meetings ---------------------------------------------------------------------------------------------


class WorkDone(Payload):
    """A stretch of a person's own work."""

    kind: ClassVar[str] = "work.done"

    person: str
    work: str
    minutes: int
    finished: bool


class Away(Payload):
    """Somebody is away, from now until ``until``."""

    kind: ClassVar[str] = "person.away"

    person: str
    why: AbsenceKind
    until: int


class Back(Payload):
    kind: ClassVar[str] = "person.back"

    person: str


class Invited(Payload):
    """A meeting was put into calendars."""

    kind: ClassVar[str] = "calendar.invited"

    meeting: str
    """Id from its organiser's own counter, or the pack's id."""
    title: str
    organiser: str
    people: tuple[str, ...]
    start: int
    end: int
    place: str = ""
    agenda: tuple[str, ...] = ()
    past: bool = False


class InvitationAnswered(Payload):
    kind: ClassVar[str] = "calendar.answered"

    meeting: str
    person: str
    answer: Answer
    reason: str = ""


class Moved(Payload):
    kind: ClassVar[str] = "calendar.moved"

    meeting: str
    by: str
    start: int
    end: int


class Cancelled(Payload):
    kind: ClassVar[str] = "calendar.cancelled"

    meeting: str
    by: str
    reason: str = ""


class MeetingStarted(Payload):
    kind: ClassVar[str] = "meeting.started"

    meeting: str


class Joined(Payload):
    kind: ClassVar[str] = "meeting.joined"

    meeting: str
    person: str
    late: int
    """Milliseconds after the booked start."""


class Missed(Payload):
    kind: ClassVar[str] = "meeting.missed"

    meeting: str
    person: str
    why: str = ""


class Left(Payload):
    kind: ClassVar[str] = "meeting.left"

    meeting: str
    person: str


class MeetingEnded(Payload):
    kind: ClassVar[str] = "meeting.ended"

    meeting: str


# Files ---------------------------------------------------------------------------------------------------------------


class FileWritten(Payload):
    """A file on the drive got a new version."""

    kind: ClassVar[str] = "drive.written"

    path: str
    file: str
    """Id that stays when the file is moved, from its maker's own counter."""
    version: int
    blob: BlobRef
    size: int
    by: str
    past: bool = False
    written_at: int | None = None
    """Milliseconds since the run's start, negative for the past; ``None``: when the event happened."""


class FileRead(Payload):
    kind: ClassVar[str] = "drive.read"

    path: str
    file: str
    version: int
    person: str


class FileShared(Payload):
    kind: ClassVar[str] = "drive.shared"

    path: str
    file: str
    by: str
    people: tuple[str, ...]
    """Everybody who is given it, the members of groups among them."""
    may_write: bool = False
    groups: tuple[str, ...] = ()
    """Departments and ``#channels`` that were named."""


class FileUnshared(Payload):
    """People who were given a file may open it no more, unless its folder is open to them."""

    kind: ClassVar[str] = "drive.unshared"

    path: str
    file: str
    by: str
    people: tuple[str, ...]


class FileCommented(Payload):
    """Somebody wrote a comment beside a file."""

    kind: ClassVar[str] = "drive.commented"

    path: str
    file: str
    version: int
    """Of the file, when it was written."""
    comment: str
    """Id from its maker's own counter, ``ines/k2``."""
    by: str
    text: BlobRef
    about: str = ""
    """The passage or place that it is about."""
    reply_to: str | None = None
    people: tuple[str, ...] = ()
    """Whom it is brought to the notice of."""


class CommentResolved(Payload):
    """A comment beside a file was marked as done with, or opened again."""

    kind: ClassVar[str] = "drive.resolved"

    file: str
    comment: str
    by: str
    resolved: bool = True


class UploadBegun(Payload):
    """One of several parts of a file came up; the file is written with the last of them."""

    kind: ClassVar[str] = "drive.uploading"

    path: str
    by: str
    part: int
    parts: int
    blob: BlobRef


class FileMoved(Payload):
    """Renamed, moved, or (``to`` empty) put into the trash."""

    kind: ClassVar[str] = "drive.moved"

    path: str
    file: str
    to: str
    by: str


# Apps ----------------------------------------------------------------------------------------------------------------


class Notice(Payload):
    """An app tells people of something in it that concerns them: an assignment, a mention, a decision."""

    kind: ClassVar[str] = "app.notice"

    people: tuple[str, ...]
    """Whom it tells; whoever did it needs no telling."""
    app: str
    item: str
    """What it is about, as the app's tools name it: ``DISC-4``, a path."""
    title: str
    what: str
    """What happened to it, in a few words: ``assigned to you``."""
    text: BlobRef | None = None
    """A text that goes along with it: the comment in which they are mentioned."""
    comment: str = ""
    """By which id the app's tools answer that comment, if they do."""


class RecordRead(Payload):
    """Somebody opened a record of an app and read texts in it that others wrote."""

    kind: ClassVar[str] = "app.read"

    person: str
    app: str
    item: str
    texts: tuple[tuple[str, BlobRef], ...]
    """Who wrote it (empty: nobody in particular), and what."""


# Story ---------------------------------------------------------------------------------------------------------------


class BeatFired(Payload):
    kind: ClassVar[str] = "beat.fired"

    beat: str


class Effort(Payload):
    """Time charged to a seat, by cause; waiting is never charged."""

    kind: ClassVar[str] = "seat.effort"

    seat: str
    cause: EffortCause
    milliseconds: int
