"""`storyline.yaml`: meetings, and beats: what happens by itself at a time or on a condition."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import BeforeValidator, Discriminator, Field, Tag, model_validator

from ...engine.office.conditions.model import Condition, Ref, one_key_of
from ...engine.office.conditions.timewords import read_moment
from ...engine.office.events import AbsenceKind
from ...personas.problems import Misfit
from .common import Attachment, FactRef, Id, Line, MeetingPlan, PackFile, PersonId, PersonUse, Written

__all__ = [
    "Action",
    "Beat",
    "ChatAction",
    "FileAction",
    "LearnAction",
    "LeaveAction",
    "MailAction",
    "Storyline",
]


class MailAction(Attachment):
    """A mail arrives."""

    from_: PersonId = Field(alias="from")
    to: Annotated[tuple[PersonId, ...], Field(min_length=1)]
    cc: tuple[PersonId, ...] = ()
    subject: Line
    body: Line
    shares: tuple[FactRef, ...] = Field((), description="Facts told truthfully in it.")


class ChatAction(Written):
    """Somebody writes in the chat."""

    from_: PersonId = Field(alias="from")
    to: PersonId | None = Field(None, description="A direct message to this person.")
    channel: Annotated[str, Ref("channel")] | None = Field(None, description="Or a message in this channel.")
    body: Line
    shares: tuple[FactRef, ...] = ()

    @model_validator(mode="after")
    def _one_place(self) -> Self:
        if (self.to is None) == (self.channel is None):
            raise Misfit("a chat message goes to one place", "Give `to: person` or `channel: name`.")
        return self


class FileAction(Written):
    """A file is written on the drive."""

    path: str = Field(pattern=r"^/", description="Path on the drive.")
    from_: PackFile = Field(alias="from")
    by: PersonId


class LearnAction(Written):
    """Somebody comes to hold the truth of a fact."""

    person: PersonId
    fact: FactRef


class LeaveAction(Written):
    """Somebody is away for a while."""

    person: PersonId
    from_: str = Field("now", alias="from", description="`now` or a time.")
    to: str = Field(description="A time.")
    kind: AbsenceKind = "sick"

    @model_validator(mode="after")
    def _times(self) -> Self:
        for name, text in (("from", self.from_), ("to", self.to)):
            if (name, text) != ("from", "now"):
                try:
                    read_moment(text)
                except Misfit as fault:
                    raise Misfit(str(fault), fault.fix, (name,)) from None
        return self


class DoMail(Written):
    """A mail arrives."""

    mail: MailAction


class DoChat(Written):
    """Somebody writes in the chat."""

    chat: ChatAction


class DoFile(Written):
    """A file is written on the drive."""

    file: FileAction


class DoLearn(Written):
    """Somebody comes to hold the truth."""

    learn: LearnAction


class DoLeave(Written):
    """Somebody is away."""

    leave: LeaveAction


class DoMeeting(Written):
    """A meeting is called."""

    meeting: MeetingPlan


class PhoneAction(Written):
    """Somebody rings somebody, says something, and talks on if there is anything to talk about."""

    from_: PersonId = Field(alias="from")
    to: PersonId
    says: Line = Field(description="Their first words; left on the voicemail if nobody picks up.")
    shares: tuple[FactRef, ...] = ()


class DoPhone(Written):
    """Somebody rings somebody."""

    phone: PhoneAction


class DoUse(Written):
    """Somebody uses a tool of an app."""

    use: PersonUse


ACTIONS: dict[str, type[Written]] = {
    "mail": DoMail,
    "chat": DoChat,
    "file": DoFile,
    "learn": DoLearn,
    "leave": DoLeave,
    "meeting": DoMeeting,
    "phone": DoPhone,
    "use": DoUse,
}
_check, _kind_of = one_key_of("action", ACTIONS, "learn: {person: …, fact: …}", "several items of `do`")

Action = Annotated[
    Annotated[DoMail, Tag("mail")]
    | Annotated[DoChat, Tag("chat")]
    | Annotated[DoFile, Tag("file")]
    | Annotated[DoLearn, Tag("learn")]
    | Annotated[DoLeave, Tag("leave")]
    | Annotated[DoMeeting, Tag("meeting")]
    | Annotated[DoPhone, Tag("phone")]
    | Annotated[DoUse, Tag("use")],
    Discriminator(_kind_of),
    BeforeValidator(_check),
    Field(description="One of mail, chat, file, learn, leave, meeting, phone, use."),
]


class Beat(Written):
    """Something that happens by itself, once unless it repeats."""

    id: Id
    when: Condition
    repeats: bool = Field(False, description="Fires again whenever the condition becomes met anew.")
    do: tuple[Action, ...] = Field(min_length=1)


class Storyline(Written):
    """All of `storyline.yaml`."""

    meetings: tuple[MeetingPlan, ...] = ()
    beats: tuple[Beat, ...] = ()

    @model_validator(mode="after")
    def _ids_once(self) -> Self:
        for section, ids in (
            ("meetings", [m.id for m in self.meetings]),
            ("beats", [b.id for b in self.beats]),
        ):
            for index, name in enumerate(ids):
                if name in ids[:index]:
                    raise Misfit(f"`{name}` is used twice", "Rename one of the two.", (section, index, "id"))
        return self
