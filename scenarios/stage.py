"""Carries out what the storyline says and lays out the past, with the same apps that everybody uses."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from ..engine.apps.base import Acting, Tool, ToolError
from ..engine.apps.surface import parse_call
from ..engine.apps.using import Using
from ..engine.kernel.events import Event, JournalError
from ..engine.kernel.step import Step
from ..engine.office.absence import Absence
from ..engine.office.calling import Calling
from ..engine.office.events import Attached, FileWritten, MessageSent, Told
from ..engine.office.meetings import Meetings
from ..engine.office.model import ToolStep
from ..engine.office.office import Office
from ..engine.office.storyline import Action, GoAway, Learn, PutFile, Ring, SendChat, SendMail
from ..personas.problems import AuthoringErrors
from .documents import made_faults
from .pack import Pack


class StoryError(JournalError):
    """The storyline asks for something that the world refuses; names what and why."""


class Stage:
    """Performs beats, and plays the pack's past into the first step."""

    def __init__(
        self,
        office: Office,
        meetings: Meetings,
        absence: Absence,
        tools: Callable[[], Mapping[str, Tool]],
        files: Mapping[str, bytes],
        using: Using,
        calling: Calling | None,
    ) -> None:
        self._office = office
        self._meetings = meetings
        self._absence = absence
        self._tools = tools
        self._files = files
        self._using = using
        self._calling = calling

    # Beats -----------------------------------------------------------------------------------------------------------

    def perform(self, step: Step, action: Action, beat: Event) -> None:
        """Do what a beat says, now."""
        if isinstance(action, SendMail):
            self.mail(step, action)
        elif isinstance(action, SendChat):
            self.chat(step, action)
        elif isinstance(action, PutFile):
            content = base64.b64encode(self._files[action.content]).decode()
            self._run(step, action.by, "drive.upload", {"path": action.path, "content": content})
        elif isinstance(action, Learn):
            self._office.knowledge.learn(step, action.person, action.fact, f"beat:{beat.seq}")
        elif isinstance(action, GoAway):
            start = step.at if action.start is None else action.start
            self._absence.leave(step, action.person, start, action.end, action.why)
        elif isinstance(action, Ring):
            self._ring(step, action)
        elif isinstance(action, ToolStep):
            self._using.attempt(step, action.person, action.tool, action.arguments)
        else:
            self._meetings.put(step, action.meeting)

    def _ring(self, step: Step, ring: Ring) -> None:
        calling = self._calling
        if calling is None:
            raise StoryError(f"the storyline can't go on: {ring.caller} has no phone. Add `phone` to `apps`")
        told = tuple(Told(fact=fact) for fact in ring.shares)
        calling.tell(step, ring.caller, ring.callee, ring.says, told)

    def chat(self, step: Step, chat: SendChat) -> None:
        """Somebody of the story writes in the chat."""
        where = {"channel": chat.channel} if chat.channel else {"to": chat.to}
        told = tuple(Told(fact=fact) for fact in chat.shares)
        self._run(step, chat.sender, "chat.send", {**where, "text": chat.body}, told)

    def mail(self, step: Step, mail: SendMail) -> None:
        """A mail of the story arrives, with the pack's files attached."""
        sender, blobs = mail.sender, step.blobs
        attachments = tuple(
            Attached(
                name=path.rsplit("/", 1)[-1], blob=blobs.put(self._files[path]), size=len(self._files[path])
            )
            for path in mail.attach
        )
        message = self._office.threads.next_id(sender)
        step.emit(
            MessageSent(
                message=message,
                app="mail",
                thread=message,
                sender=sender,
                to=mail.to,
                cc=mail.cc,
                subject=mail.subject,
                body=blobs.put_text(mail.body.strip()),
                words=len(mail.body.split()),
                attachments=attachments,
                told=tuple(Told(fact=fact) for fact in mail.shares),
                expects_reply="?" in mail.body,
            ),
            sender,
        )

    def _run(
        self, step: Step, person: str, name: str, arguments: Mapping[str, Any], told: tuple[Told, ...] = ()
    ) -> None:
        try:
            tool, parsed = parse_call(self._tools(), name, json.dumps(arguments))
            tool.run(Acting(step, person, told=told), parsed)
        except ToolError as error:
            what = f"{name} by {person}: {error.message} {error.hint}".strip()
            raise StoryError(f"the storyline can't go on: {what}") from error

    # The past --------------------------------------------------------------------------------------------------------

    def lay_out(self, step: Step, pack: Pack) -> None:
        """Files, mail and chat from before the run's start.

        Raises:
            AuthoringErrors: A file of the pack, of now or later, can't be made from its author's text.
        """
        blobs = step.blobs
        if faults := made_faults(*pack.shelves):
            raise AuthoringErrors(faults)
        start = pack.clock.start.replace(tzinfo=ZoneInfo(pack.clock.zone))
        for number, (path, content) in enumerate(sorted(pack.drive.items()), start=1):
            dated = pack.drive.dated(path)
            step.emit(
                FileWritten(
                    path=path,
                    file=f"world/f{number}",
                    version=1,
                    blob=blobs.put(content),
                    size=len(content),
                    by="",
                    past=True,
                    written_at=None if dated is None else (dated - start) // timedelta(milliseconds=1),
                )
            )
        known: dict[str, tuple[str, str]] = {}
        past: list[tuple[int, int, Any]] = [(mail.at, 0, mail) for mail in pack.mail]
        past += [(chat.at, 1, chat) for chat in pack.chat]
        for at, kind, one in sorted(past, key=lambda row: row[:2]):
            message = self._office.threads.next_id(one.sender)
            text = one.body if kind == 0 else one.text
            common: dict[str, Any] = {
                "message": message,
                "sender": one.sender,
                "body": blobs.put_text(text.strip()),
                "words": len(text.split()),
                "past": True,
                "sent_at": at,
            }
            if kind == 0:
                answers = known.get(one.in_reply_to)
                thread = answers[1] if answers else message
                known[one.message_id] = (message, thread)
                attached = tuple(
                    Attached(name=file.name, blob=blobs.put(file.content), size=len(file.content))
                    for file in one.attachments
                )
                sent = MessageSent(
                    app="mail",
                    thread=thread,
                    to=one.to,
                    cc=one.cc,
                    subject=one.subject,
                    reply_to=answers[0] if answers else None,
                    attachments=attached,
                    **common,
                )
            elif isinstance(one.place, str):
                members = self._office.setup.channels.get(one.place, ())
                to = tuple(person for person in members if person != one.sender)
                sent = MessageSent(app="chat", thread=f"#{one.place}", to=to, **common)
            else:
                a, b = sorted(one.place)
                sent = MessageSent(
                    app="chat", thread=f"dm:{a}:{b}", to=(b if one.sender == a else a,), **common
                )
            step.emit(sent, one.sender)
