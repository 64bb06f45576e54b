"""Meetings: taking part in what the calendar holds. What is said there is the thread that bears the meeting's id."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from pydantic import Field

from ..kernel.clock import MINUTE
from ..kernel.state import Component
from ..office.bookings import Booking
from ..office.events import MessageRead, MessageSent
from ..office.meetings import MeetingError
from ..office.threads import Message
from . import effort
from .base import Acting, App, Arguments, NoArguments, Result, ToolError, tool
from .calendar import booking, refused
from .pages import PART, part_of
from .premises import Premises
from .readings import content
from .unopened import Unopened

EARLY: Final = 10 * MINUTE
"""How long before its start one may go to a meeting and wait."""


class AttendArguments(Arguments):
    meeting: str = Field(description="Id of the meeting.")


class Attending(Result):
    """A meeting one sits in."""

    meeting: str
    title: str
    begun: bool
    ends: str
    agenda: list[str] = []
    present: list[str]


class ListenArguments(Arguments):
    minutes: int = Field(5, ge=1, le=60)


class Said(Result):
    message: str
    sender: str
    at: str
    text: str


class Heard(Result):
    """What was said since one last listened."""

    meeting: str
    said: list[Said] = []
    present: list[str] = []
    begun: bool
    over: bool = False
    more: str = ""
    minutes: int = 0
    """Spent listening."""


class SayArguments(Arguments):
    text: str = Field(min_length=1, max_length=3_000)


class Spoken(Result):
    message: str
    meeting: str
    to: list[str]


class LeftMeeting(Result):
    meeting: str
    title: str


class TranscriptArguments(Arguments):
    meeting: str
    part: int = 1


class Transcript(Result):
    """What was said while one was there."""

    meeting: str
    title: str
    start: str
    attended: list[str]
    text: str = ""
    more: str = ""
    words: int = Field(default=0, exclude=True)
    """New to the reader."""


def _attending_until(app: Any, acting: Acting, args: AttendArguments) -> int:
    return app.attend_until(acting, args.meeting)


def _listening_until(app: Any, acting: Acting, args: ListenArguments) -> int:
    return app.listen_until(acting, args.minutes)


def _speaking_until(app: Any, acting: Acting, args: SayArguments) -> int:
    return app.free_floor(acting) + effort.speaking(args.text)


def _listening(args: Any, result: Any) -> int:
    return (args.minutes if result is None else result.minutes) * MINUTE


def _speaking(args: Any, result: Any) -> int:
    return effort.speaking(args.text)


class Meetings(App):
    """Rooms and calls."""

    name = "meetings"

    def __init__(self, premises: Premises) -> None:
        self._premises = premises
        self._meetings = premises.meetings
        self._unheard = Unopened("meeting", premises.seated, name="unheard")

    def components(self) -> Iterable[Component]:
        return (self._unheard,)

    @tool("wait", effort=lambda _args, _result: 0, cause="listening", until=_attending_until)
    async def attend(self, acting: Acting, args: AttendArguments) -> Attending:
        """Go to a meeting, from ten minutes before its start on; waits for the start, then you sit in it."""
        one = booking(self._premises, acting.person, args.meeting)
        with refused():
            self._meetings.join(acting.step, acting.person, one.id)
        return Attending(
            meeting=one.id,
            title=one.title,
            begun=one.status == "running",
            ends=self._premises.stamp(acting.person, one.end),
            agenda=list(one.agenda),
            present=self._premises.cards(one.here),
        )

    @tool("wait", effort=_listening, cause="listening", until=_listening_until)
    async def listen(self, acting: Acting, args: ListenArguments) -> Heard:
        """Listen in the meeting you sit in for some minutes, at most to its end; returns what was said."""
        me = acting.person
        unheard = self._unheard.of(me)
        one = self._sits(me) or self._last(me)
        lines = (
            self._said(one.id, [message for message, meeting in unheard.items() if meeting == one.id])
            if one
            else []
        )
        if one is None or (me not in one.here and acting.at > one.end and not lines):
            raise ToolError("unavailable", "you sit in no meeting", "Go to one with meetings.attend.")
        shown: list[Said] = []
        room = PART
        for line in lines:
            said = self._line(me, line)
            room -= len(said.text) + 120
            if shown and room < 0:
                break
            shown.append(said)
        rest = len(lines) - len(shown)
        heard = tuple(said.message for said in shown)
        self._premises.readings.read(acting, [content(line.body) for line in lines[: len(shown)]])
        if heard:
            acting.step.emit(MessageRead(person=me, messages=heard), me)
        return Heard(
            meeting=one.id,
            said=shown,
            present=self._premises.cards(one.here),
            begun=one.status in ("running", "ended"),
            over=one.status == "ended",
            more=f"listen again for {rest} more" if rest else "",
            minutes=args.minutes if acting.at <= one.end else 0,
        )

    @tool("write", effort=_speaking, cause="speaking", until=_speaking_until)
    async def say(self, acting: Acting, args: SayArguments) -> Spoken:
        """Say something in the meeting you sit in; people you name by first name know that they are meant."""
        one = self._sits(acting.person)
        if one is None:
            raise ToolError("unavailable", "you sit in no meeting", "Go to one with meetings.attend.")
        try:
            event = self._meetings.say(
                acting.step,
                acting.person,
                one.id,
                args.text,
                told=acting.told,
                acts=acting.acts,
                expects_reply=acting.expects_reply,
            )
        except MeetingError as error:
            hint = error.hint or "Wait for it with meetings.listen."
            raise ToolError(error.code, error.message, hint) from error
        sent = event.payload
        assert isinstance(sent, MessageSent)
        return Spoken(message=sent.message, meeting=one.id, to=self._premises.cards(sent.to))

    @tool("write", effort=lambda _args, _result: 0)
    async def leave(self, acting: Acting, args: NoArguments) -> LeftMeeting:
        """Leave the meeting you sit in."""
        one = self._sits(acting.person)
        if one is None:
            raise ToolError("unavailable", "you sit in no meeting")
        self._meetings.leave(acting.step, acting.person, one.id)
        return LeftMeeting(meeting=one.id, title=one.title)

    @tool("read", effort=effort.opening, cause="reading")
    async def transcript(self, acting: Acting, args: TranscriptArguments) -> Transcript:
        """Read what was said in a meeting while you were there."""
        premises, me = self._premises, acting.person
        one = booking(premises, me, args.meeting)
        if me not in one.came:
            raise ToolError("forbidden", f"you were not in {one.title}", "Ask somebody who was there.")
        thread = premises.threads.get(one.id)
        lines = (
            [line for line in thread.messages if me == line.sender or me in line.to]
            if thread is not None
            else []
        )
        calendar = premises.calendar(me)
        text = "\n".join(
            f"{calendar.local(line.at):%H:%M} {premises.card(line.sender)}: {premises.blobs.text(line.body)}"
            for line in lines
        )
        shown, _, more = part_of(text, args.part)
        others = [line for line in lines if line.sender != me]
        new = premises.readings.read(acting, [content(line.body) for line in others])
        return Transcript(
            meeting=one.id,
            title=one.title,
            start=premises.stamp(me, one.start),
            attended=self._premises.cards(one.came),
            text=shown,
            more=more,
            words=sum(line.words for line in others if content(line.body) in new),
        )

    # Waiting ---------------------------------------------------------------------------------------------------------

    def attend_until(self, acting: Acting, meeting: str) -> int:
        """When somebody who goes to a meeting now sits in it.

        Raises:
            ToolError: They can't go there now.
        """
        one = booking(self._premises, acting.person, meeting)
        if one.status in ("ended", "cancelled"):
            raise ToolError("unavailable", f"{one.title} is {one.status}")
        if acting.at < one.start - EARLY:
            start = self._premises.stamp(acting.person, one.start)
            raise ToolError("unavailable", f"{one.title} begins {start}", "Wait until ten minutes before.")
        sits = self._sits(acting.person)
        if sits is not None and sits.id != one.id:
            raise ToolError(
                "conflict", f"you still sit in {sits.title}", "Leave it first with meetings.leave."
            )
        return max(acting.at, one.start)

    def listen_until(self, acting: Acting, minutes: int) -> int:
        """When listening for so many minutes ends: at the latest with the meeting.

        Raises:
            ToolError: They sit in no meeting and nothing is left to hear.
        """
        one = self._sits(acting.person)
        if one is not None:
            return min(acting.at + minutes * MINUTE, max(acting.at, one.end))
        last = self._last(acting.person)
        if last is not None and last.id in self._unheard.of(acting.person).values():
            return acting.at
        raise ToolError("unavailable", "you sit in no meeting", "Go to one with meetings.attend.")

    def free_floor(self, acting: Acting) -> int:
        """When nobody else speaks in the meeting that the person sits in."""
        one = self._sits(acting.person)
        return acting.at if one is None else self._meetings.floor(one.id, acting.at)

    # Shared ----------------------------------------------------------------------------------------------------------

    def _sits(self, person: str) -> Booking | None:
        return next((one for one in self._meetings.bookings.open_of(person) if person in one.here), None)

    def _last(self, person: str) -> Booking | None:
        """The meeting that ended last of those the person took part in."""
        over = [one for one in self._meetings.of(person) if one.status == "ended" and person in one.came]
        return max(over, key=lambda one: (one.end, one.id), default=None)

    def _said(self, meeting: str, messages: Sequence[str]) -> list[Message]:
        found = (self._premises.threads.message(message) for message in messages)
        return [one for one in found if one is not None and one.thread == meeting]

    def _line(self, me: str, line: Message) -> Said:
        return Said(
            message=line.id,
            sender=self._premises.card(line.sender),
            at=f"{self._premises.calendar(me).local(line.at):%H:%M}",
            text=self._premises.blobs.text(line.body),
        )
