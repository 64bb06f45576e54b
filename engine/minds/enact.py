"""What a coworker decided, done: every intent runs as a command against the world as it is at its commit.

Texts go out after the time it takes to write them; the rules on telling are checked again at that moment, and of a text
that a model worded, whatever it says it tells, its words themselves. A refusal is journaled, and the person looks
again; where they can't, or have often enough, the words of rule go out instead.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from pydantic_core import to_json

from ..apps.base import Acting, ToolError
from ..apps.surface import parse_call
from ..apps.using import Using
from ..kernel.clock import MINUTE
from ..kernel.events import Entry, Event
from ..kernel.step import Step
from ..office.attention import Attention
from ..office.calling import Calling, Then
from ..office.calls import is_live
from ..office.desktops import HeldBack
from ..office.events import (
    Act,
    ApprovalAsked,
    CommandRefused,
    FactAsked,
    FactReferred,
    FactRefused,
    MessageSent,
    NotUnderstood,
    PromiseMoved,
    Typing,
)
from ..office.meetings import MeetingError, Meetings
from ..office.memory import MemoryNoted
from ..office.office import Office
from ..office.percept import (
    AnswerInvitation,
    Decision,
    Defer,
    Escalate,
    Ignore,
    Intent,
    NewPromise,
    Note,
    Refusal,
    Reply,
    UseTool,
    Write,
)
from ..office.promises import DELIVERS
from ..office.queues import Item, item_from, item_text
from .dates import instant
from .deskwork import DeskWork, about
from .draft import COMMENT, SAY, Draft, anew, subject_of
from .lastlook import LastLook
from .margins import Margins

SEND: Final = "desk.send"
"""Agenda kind: a text is written and goes out."""
AGAIN: Final = 2 * MINUTE
"""After a refused command the person looks again: the time to notice that it failed."""
_LONGEST_WAIT: Final = 365 * 24 * 60
"""Minutes that a thing is left for later at most: longer than any run, and a date that calendars have."""
_TRIES: Final = 3
BYE: Final = "bye"
"""Kind of the act after which the speaker hangs up."""
RINGS_BACK: Final = 350
"""Share of answers to a voicemail that are given by phone, per mille (no measurement known)."""
_SAYABLE: Final = 60
"""Words: what is longer is written."""


class Enactor:
    """Runs coworkers' intents."""

    def __init__(
        self,
        office: Office,
        meetings: Meetings,
        attention: Attention,
        using: Using,
        desk: DeskWork,
        margins: Margins,
        calling: Calling | None = None,
    ) -> None:
        self._office = office
        self._meetings = meetings
        self._attention = attention
        self._using = using
        self._desk = desk
        self._margins = margins
        self._calling = calling
        self._last_look = LastLook(office)
        self.composed: Callable[[str, Item], int] = lambda _person, _item: 0
        """How much of a text's writing time lies before the commit already."""
        self.scripted: Callable[[str, Item, int], Decision] | None = None
        """What somebody's scripted mind would decide on a thing at an instant."""

    def handlers(self) -> Mapping[str, Callable[[Step, Entry], None]]:
        """The agenda kinds it owns."""
        return {SEND: self._send}

    def commit(self, step: Step, person: str, subject: str, decision: Decision) -> None:
        """Run the intents of a decision on what ``subject`` describes."""
        item = item_from(subject)
        waits = False
        for number, intent in enumerate(decision.intents):
            if isinstance(intent, Defer):
                self._attention.defer(
                    step, person, item, step.at + min(intent.minutes, _LONGEST_WAIT) * MINUTE
                )
                waits = True
            elif isinstance(intent, UseTool) and self._desk.is_look_up(intent.tool):
                name = f"{step.events[0].seq}/{number}"
                self._desk.look_up(step, person, item, intent.tool, intent.arguments, name)
                waits = True
            else:
                self._run(step, person, item, intent, number, guarded=decision.guarded)
        for note in decision.notes:
            self._note(step, person, note)
        if not waits:
            self._attention.done(step, person, item)

    def _run(
        self, step: Step, person: str, item: Item, intent: Intent, number: int, *, guarded: bool = False
    ) -> None:
        if isinstance(intent, Ignore):
            return
        if isinstance(intent, Reply):
            self._reply(step, person, item, intent, number, guarded=guarded)
        elif isinstance(intent, Write):
            self._write(step, person, item, intent, number, guarded=guarded)
        elif isinstance(intent, Escalate):
            acts = (Act(kind="escalate", topic=intent.about),)
            write = Write(app="chat", to=(intent.to,), text=intent.text, acts=acts)
            self._write(step, person, item, write, number, guarded=guarded)
        elif isinstance(intent, AnswerInvitation):
            self._answer_invitation(step, person, intent)
        elif isinstance(intent, UseTool):
            self._desk.use(step, person, intent.tool, intent.arguments, f"{step.events[0].seq}/{number}")

    def _note(self, step: Step, person: str, note: Note) -> None:
        """Somebody keeps something in mind."""
        text = step.blobs.put_text(note.text)
        step.emit(MemoryNoted(person=person, note=note.kind, about=note.about, text=text), person)

    # Texts -----------------------------------------------------------------------------------------------------------

    def _reply(
        self, step: Step, person: str, item: Item, reply: Reply, number: int, *, guarded: bool = False
    ) -> None:
        message = item.messages[-1] if item.messages else ""
        other = item.sender
        if not item.refused and not self._desk.findings.held(person, item.key, about(item)):
            self._asked(step, person, other, message, reply)
        if not reply.text:  # silence: what was not answered is entered all the same
            for refusal in reply.refused:
                self._refused(step, person, other, refusal, message)
            return
        tool, arguments = self._where(person, item, reply)
        draft = Draft(
            tool=tool,
            arguments=json.dumps(arguments, ensure_ascii=False),
            item=item_text(item),
            tries=item.refused + 1,
            other=other,
            message=message,
            told=reply.told,
            acts=reply.acts,
            refused=reply.refused,
            referred=reply.referred,
            not_understood=reply.not_understood,
            candidates=reply.candidates,
            approves=reply.approves,
            disapproves=reply.disapproves,
            promises=tuple((one.what, one.item, self._due(person, one, step.at)) for one in reply.promises),
            moved=reply.moved,
            guarded=guarded,
            expects_reply=any(act.kind in ("clarify", "request") for act in reply.acts),
            rings=self._rings_back(step, person, item, reply),
        )
        self._book(step, person, item, draft, reply.text, number)

    def _asked(self, step: Step, person: str, other: str, message: str, reply: Reply) -> None:
        """Enter what was asked for by what is answered; once, however often somebody sets about the answer."""
        office = self._office
        for fact in reply.asked:
            step.emit(FactAsked(fact=fact, asker=other, holder=person, message=message), other)
        for approval in reply.approval_asked:
            decider = office.setup.approvals[approval].decides
            step.emit(ApprovalAsked(approval=approval, asker=other, decider=decider, message=message), other)
        for promise in reply.reminded:
            office.promises.remind(step, promise, other, message)
        for reason in reply.rapport:
            office.rapport.move(step, person, other, reason)

    def _due(self, person: str, promise: NewPromise, at: int) -> int:
        """When a promise is due; one in somebody's own words, by their calendar."""
        if promise.due or not promise.by:
            return promise.due
        return instant(promise.by, self._office.setup.calendar_of(person), at)

    def _where(self, person: str, item: Item, reply: Reply) -> tuple[str, dict[str, Any]]:
        if item.app == "meeting":
            return "meetings.say", {"text": reply.text}
        if is_live(item.app, item.thread):
            return SAY, {"text": reply.text}
        message = self._office.threads.message(item.messages[-1]) if item.messages else None
        if message is None:  # the thread is older than what is kept of coworkers' own talk
            if item.app == "mail":
                return "mail.send", {"to": [item.sender], "subject": "Your message", "body": reply.text}
            return "chat.send", {"to": item.sender, "text": reply.text}
        if item.app == "comment" and self._margins.where(item.thread, message.subject) is not None:
            return COMMENT, {"item": message.subject, "text": reply.text}
        if item.app in ("phone", "comment") and self._abroad(person, item.sender):
            about = "Your call" if item.app == "phone" else "Your comment"
            return "mail.send", {"to": [item.sender], "subject": about, "body": reply.text}
        if item.app == "mail":
            everybody = (
                len(message.readers) > 1 and set(reply.to) - {item.sender} != set() if reply.to else False
            )
            return "mail.reply", {"message": message.id, "body": reply.text, "all": everybody}
        if message.thread.startswith("#") and not (reply.to and reply.to == (item.sender,)):
            channel = message.thread.removeprefix("#").split("/")[0]
            return "chat.send", {"channel": channel, "text": reply.text, "reply_to": message.id}
        return "chat.send", {"to": item.sender, "text": reply.text}

    def _write(
        self, step: Step, person: str, item: Item, write: Write, number: int, *, guarded: bool = False
    ) -> None:
        errand = item.errand
        delivers = errand.item if errand is not None and errand.kind == "deliver" else ""
        answered = self._goes_on(person, item, write) if write.app == "mail" else ""
        if answered:
            arguments: dict[str, Any] = {"message": answered, "body": write.text, "all": False}
            tool = "mail.reply"
        elif write.app == "mail" or self._abroad(person, *write.to):  # outsiders are not in the chat
            arguments = {
                "to": list(write.to),
                "subject": write.subject or subject_of(write),
                "body": write.text,
            }
            if write.cc:
                arguments["cc"] = list(write.cc)
            tool = "mail.send"
        else:
            arguments = {"to": write.to[0], "text": write.text}
            tool = "chat.send"
        draft = Draft(
            tool=tool,
            arguments=json.dumps(arguments, ensure_ascii=False),
            item=item_text(item),
            tries=item.refused + 1,
            other=write.to[0],
            told=write.told,
            acts=write.acts,
            expects_reply=write.expects_reply,
            delivers=delivers if delivers in self._office.setup.requests else "",
            guarded=guarded,
        )
        self._book(step, person, item, draft, write.text, number)

    def _abroad(self, *persons: str) -> bool:
        people = self._office.setup.people
        return any(people[one].outside for one in persons if one in people)

    def _rings_back(self, step: Step, person: str, item: Item, reply: Reply) -> str:
        """Whom the person rings instead of writing to: somebody who left words on the voicemail, at times."""
        if item.app != "phone" or is_live(item.app, item.thread) or self._calling is None:
            return ""
        if len(reply.text.split()) > _SAYABLE or not item.messages:
            return ""
        draw = self._office.core.streams.stream("rings back", person, item.messages[-1])
        return item.sender if draw.chance(RINGS_BACK) else ""

    def _goes_on(self, person: str, item: Item, write: Write) -> str:
        """The mail that a text on somebody's own account answers: the last of its thread that leads to its reader."""
        if item.errand is None or not item.thread or write.cc or len(write.to) != 1:
            return ""
        for one in reversed(self._office.threads.last(item.thread, 3)):
            if one.app == "mail" and (
                one.sender == write.to[0] or (one.sender == person and one.to == write.to)
            ):
                return one.id
        return ""

    def _book(self, step: Step, person: str, item: Item, draft: Draft, text: str, number: int) -> None:
        words = len(text.split())
        if item.app == "meeting" and draft.tool == "meetings.say":
            start = self._meetings.floor(item.thread, step.at)
            at = start + self._attention.speaking_time(words)
        elif draft.tool == SAY and self._calling is not None:
            at = self._calling.floor(person, step.at) + self._attention.speaking_time(words)
        elif draft.rings:
            at = step.at + self._attention.speaking_time(0)
        else:
            at = step.at + max(0, self._attention.writing_time(person, words) - self.composed(person, item))
        step.emit(Typing(person=person, thread=item.thread, sends_at=at), person)
        decision = step.events[0].seq
        step.set(f"{SEND}/{person}/{decision}/{number}", at, SEND, person, to_json(draft).decode())

    def _send(self, step: Step, entry: Entry) -> None:
        draft = Draft.model_validate_json(entry.payload)
        person = entry.target
        item = item_from(draft.item)
        withdrawn = self._last_look.withdrawn(person, item, draft)
        if withdrawn:
            self._refuse(
                step, person, item, draft, "forbidden", f"may no longer be told: {', '.join(withdrawn)}"
            )
            return
        given = self._last_look.given_away(person, item, draft)
        if given:
            message = f"gives away what may not be told: {', '.join(given)}"
            self._refuse(step, person, item, draft, "forbidden", message, given)
            return
        if draft.rings and self._ring(step, person, draft):
            return
        if draft.delivers:
            self._deliver(step, person, draft.delivers)
        try:
            event = self._call_or_anew(step, person, draft)
        except ToolError as error:
            self._refuse(step, person, item, draft, error.code, error.message)
            return
        self._consequences(step, person, draft, event)
        self._attention.book(step, person)

    def _ring(self, step: Step, person: str, draft: Draft) -> bool:
        """Ring instead of writing, if that can be done now."""
        calling, other = self._calling, draft.rings
        if calling is None or not calling.may_ring(person, other, step.at):
            return False
        written = draft.model_copy(update={"rings": ""})
        text = draft.text
        said = written.model_copy(update={"tool": SAY, "arguments": json.dumps({"text": text})})
        then = Then(
            kind=SEND,
            answered=said.model_dump_json(),
            words=len(text.split()),
            unanswered=written.model_dump_json(),
        )
        calling.ring(step, person, other, then)
        return True

    def _call_or_anew(self, step: Step, person: str, draft: Draft) -> Event:
        """Send a text; an answer to a mail that its writer has no more goes to its sender as a mail of its own."""
        try:
            return self._call(step, person, draft)
        except ToolError as error:
            if draft.tool != "mail.reply" or error.code != "not_found":
                raise
        answered = self._office.threads.message(json.loads(draft.arguments)["message"])
        return self._call(step, person, anew(draft, answered.subject if answered is not None else ""))

    def _call(self, step: Step, person: str, draft: Draft) -> Event:
        if draft.tool == SAY:
            return self._say(step, person, draft)
        if draft.tool == COMMENT:
            return self._comment(step, person, draft)
        tool, arguments = parse_call(self._using.tools, draft.tool, draft.arguments)
        acting = Acting(step, person, told=draft.told, acts=draft.acts, expects_reply=draft.expects_reply)
        before = len(step.events)
        try:
            tool.run(acting, arguments)
        except MeetingError as error:
            raise ToolError(error.code, error.message, error.hint) from error
        return next(e for e in step.events[before:] if isinstance(e.payload, MessageSent))

    def _comment(self, step: Step, person: str, draft: Draft) -> Event:
        item, given = item_from(draft.item), json.loads(draft.arguments)
        margin = self._margins.where(item.thread, given["item"])
        assert margin is not None
        return self._margins.answer(step, person, margin, draft.text, item.thread, draft.other, draft.acts)

    def _say(self, step: Step, person: str, draft: Draft) -> Event:
        """By telephone; whoever takes leave hangs up."""
        assert self._calling is not None
        try:
            event = self._calling.say(
                step, person, draft.text, told=draft.told, acts=draft.acts, expects_reply=draft.expects_reply
            )
        except MeetingError as error:
            raise ToolError(error.code, error.message, error.hint) from error
        if any(act.kind == BYE for act in draft.acts):
            self._calling.hang_up(step, person)
        return event

    def _consequences(self, step: Step, person: str, draft: Draft, event: Event) -> None:
        """What a text that has gone out also does, entered in the ledgers."""
        office, sent = self._office, event.payload
        assert isinstance(sent, MessageSent)
        for refusal in draft.refused:
            self._refused(step, person, draft.other, refusal, sent.message, event)
        for fact, who in draft.referred:
            step.emit(FactReferred(fact=fact, by=person, to=draft.other, who=who), person, cause=event)
        for text in draft.not_understood:
            payload = NotUnderstood(
                person=person,
                asker=draft.other,
                message=draft.message,
                text=text[:500],
                candidates=draft.candidates,
            )
            step.emit(payload, person, cause=event)
        for approval in draft.approves:
            office.approvals.decide(step, approval, draft.other, granted=True, cause=event)
        for approval in draft.disapproves:
            office.approvals.decide(step, approval, draft.other, granted=False, cause=event)
        for what, thing, due in draft.promises:
            office.promises.make(step, person, draft.other, what, thing, due, sent.message, cause=event)
        errand = item_from(draft.item).errand
        if errand is not None and errand.errand.startswith(DELIVERS) and not errand.item:
            # what somebody promised in their own words is done when they come back to it
            office.promises.delivered(step, errand.errand.removeprefix(DELIVERS), sent.message, event)
        for promise, due in draft.moved:
            step.emit(
                PromiseMoved(promise=promise, due=max(due, step.at), message=sent.message),
                person,
                cause=event,
            )

    def _refused(
        self, step: Step, person: str, other: str, refusal: Refusal, message: str, cause: Event | None = None
    ) -> None:
        """Enter a refusal, and whether the asker had a right to the fact."""
        knowledge = self._office.knowledge
        holds = knowledge.holds(person, refusal.fact) is not None
        may = holds and knowledge.verdict(person, refusal.fact, (other,)).verdict == "may_tell"
        payload = FactRefused(
            fact=refusal.fact,
            by=person,
            to=other,
            message=message,
            reason=refusal.reason,
            approval=refusal.approval,
            owed=may or refusal.reason in ("busy", "patience"),
        )
        step.emit(payload, person, cause=cause)

    def _refuse(
        self,
        step: Step,
        person: str,
        item: Item,
        draft: Draft,
        code: str,
        message: str,
        given: Sequence[str] = (),
    ) -> None:
        """The world refuses a text: its writer looks again and sets about it anew, a few times.

        What gave away what its readers may not be told, and can't be set about again, is said by rule.
        """
        step.emit(CommandRefused(person=person, intent=draft.tool, code=code, message=message), person)
        again = draft.tries < _TRIES and item.kind == "thread" and not is_live(item.app, item.thread)
        if given or self._office.links.thinks(person):
            step.emit(HeldBack(person=person, key=item.key, about=about(item), facts=tuple(given)), person)
            again = again and self._desk.findings.held(person, item.key, about(item)) < _TRIES
        if again:
            later = item._replace(refused=draft.tries)
            self._attention.defer(step, person, later, step.at + AGAIN * draft.tries)
            return
        by_rule = self.scripted(person, item, step.at).intents if given and self.scripted is not None else ()
        for number, intent in enumerate(by_rule):
            if not isinstance(intent, Defer):
                self._run(step, person, item, intent, number)
        self._attention.book(step, person)

    # Other intents ---------------------------------------------------------------------------------------------------

    def _deliver(self, step: Step, person: str, request: str) -> None:
        """Put what was asked for where it belongs."""
        gift = self._office.setup.requests[request].gives
        if gift.file:
            content = self._office.setup.files[gift.file]
            arguments = {"path": gift.to, "content": base64.b64encode(content).decode()}
            self._using.attempt(step, person, "drive.upload", json.dumps(arguments))
        for use in gift.use:
            self._using.attempt(step, person, use.tool, use.arguments)

    def _answer_invitation(self, step: Step, person: str, intent: AnswerInvitation) -> None:
        try:
            self._meetings.answer(step, person, intent.meeting, intent.answer, intent.text)
        except MeetingError as error:
            step.emit(
                CommandRefused(
                    person=person, intent="answer_invitation", code=error.code, message=error.message
                ),
                person,
            )
