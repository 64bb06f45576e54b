"""Comments and assignments that reach coworkers: what an app tells them of waits for them like a message does.

A comment that mentions a coworker, or answers theirs, joins a thread of its own among what waits for them; their mind
answers it by the same rules as a message, and the answer goes back as a comment beside the same thing. A ticket that
is given to somebody is taken up at one of their next looks at it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ..apps import effort
from ..apps.base import ToolError
from ..apps.using import Using
from ..kernel.clock import MINUTE
from ..kernel.events import Entry, Event
from ..kernel.step import React, Step
from ..kernel.streams import Stream
from ..office.attention import Attention
from ..office.desktops import wanted
from ..office.events import Act, FileCommented, FileShared, MessageSent, Notice
from ..office.office import Office
from ..office.queues import Item
from .deskwork import DeskWork

HANDLE: Final = "desk.handle"
"""Agenda kind: somebody turns to a file or ticket that was given to them, or waits for their decision."""
TAKES_UP: Final = 850
"""Share of tickets that are taken up when somebody first sees that they are theirs, per mille (not measured)."""
OPENS: Final = 750
"""Share of files that somebody is given which they open unasked, per mille (not measured)."""
LONGEST_LOOK: Final = 12 * MINUTE
"""That somebody gives to files that others send them, before they answer (no measurement known)."""
_THREAD: Final = "comment/"


class Margin(NamedTuple):
    """Where a thread of comments stands."""

    tool: str
    arguments: Mapping[str, Any]
    """What names the place; the text comes besides."""


class Margins:
    """Brings comments and tickets to coworkers, and their answers back."""

    def __init__(self, office: Office, attention: Attention, using: Using, desk: DeskWork) -> None:
        self._office = office
        self._attention = attention
        self._using = using
        self._desk = desk
        self._answering = False

    def reactors(self) -> Mapping[str, React]:
        return {
            Notice.kind: self._noticed,
            FileCommented.kind: self._commented,
            FileShared.kind: self._shared,
        }

    def handlers(self) -> Mapping[str, Callable[[Step, Entry], None]]:
        """The agenda kinds it owns."""
        return {HANDLE: self._handle}

    # Files -----------------------------------------------------------------------------------------------------------

    def open_files(self, step: Step, person: str, item: Item) -> int:
        """Let somebody who takes something up open the files that it asks them to look at; how long that takes."""
        takes = 0
        for message in item.messages:
            one = self._office.threads.message(message)
            if one is None or (one.acts and not one.mentions):
                continue
            paths = wanted(step.blobs.text(one.body), one.attachments)
            if one.app == "comment" and one.subject.startswith("/"):
                paths.append(one.subject)
            for path in dict.fromkeys(paths):
                takes += self._open(step, person, path)
        return min(takes, LONGEST_LOOK)

    def _open(self, step: Step, person: str, path: str) -> int:
        holdings = self._office.knowledge.holdings
        file = holdings.paths.get(path)
        newest = holdings.file(file) if file is not None else None
        seen = self._office.desktops.opened.get(person, {}).get(path)
        if newest is None or newest.version == seen:
            return 0
        try:
            read: Any = self._using.run(step, person, "drive.read", json.dumps({"path": path}))
        except ToolError:
            return 0  # they may not open it, or it is gone: their answer does not speak of it
        return effort.HANDLING + effort.reading(read.words)

    # Comments --------------------------------------------------------------------------------------------------------

    def _commented(self, step: Step, event: Event) -> None:
        """Somebody commented on a file beside it."""
        said: Any = event.payload
        text = step.blobs.text(said.text)
        called = [one for one in said.people if self._names(one, text)]
        others = [one for one in said.people if one not in called]
        root = said.reply_to or said.comment
        thread = f"{_THREAD}drive/{said.file}/{root}"
        self._send(step, event, thread, said.path, said.by, called, others, said.text, len(text.split()))

    def _noticed(self, step: Step, event: Event) -> None:
        """An app tells people of a comment, or of a ticket that is theirs now."""
        said: Any = event.payload
        if said.app == "drive" or not event.actor:
            return
        if said.what.startswith(("assigned", "waits for your approval")):
            self._given(step, event, said)
        elif "comment" in said.what or "mention" in said.what:
            text = said.text or step.blobs.put_text(said.title)
            called, others = (said.people, ()) if "mention" in said.what else ((), said.people)
            thread = f"{_THREAD}{said.app}/{said.item}" + (f"#{said.comment}" if said.comment else "")
            words = len(step.blobs.text(text).split())
            self._send(step, event, thread, said.item, event.actor, called, others, text, words)

    def _names(self, person: str, text: str) -> bool:
        who = self._office.setup.people.get(person)
        folded = text.casefold()
        return who is not None and any(
            f"@{name.casefold()}" in folded
            for name in (who.id, who.first, who.address.partition("@")[0])
            if name
        )

    def _send(
        self,
        step: Step,
        event: Event,
        thread: str,
        item: str,
        by: str,
        called: Sequence[str],
        others: Sequence[str],
        text: str,
        words: int,
    ) -> None:
        """Let it wait for the coworkers among those whom it concerns."""
        people = self._office.setup.people
        coworkers = [
            one for one in (*called, *others) if one in people and people[one].is_coworker and one != by
        ]
        if self._answering or not coworkers or by not in people:
            return
        step.emit(
            MessageSent(
                message=self._office.threads.next_id(by),
                app="comment",
                thread=thread,
                sender=by,
                to=tuple(one for one in called if one in coworkers),
                cc=tuple(one for one in others if one in coworkers),
                subject=item,
                body=text,
                words=words,
                mentions=tuple(one for one in called if one in coworkers),
            ),
            by,
            cause=event,
        )

    def where(self, thread: str, item: str) -> Margin | None:
        """Which tool answers in a thread of comments; ``None`` if the app has none for it."""
        app, _, rest = thread.removeprefix(_THREAD).partition("/")
        if app == "drive":
            return Margin("drive.comment", {"path": item, "reply_to": rest.split("/", 2)[-1]})
        comment = rest.removeprefix(f"{item}#") if "#" in rest else ""
        if comment and f"{app}.reply" in self._using.tools:
            return Margin(f"{app}.reply", {"path": item, "comment": comment})
        tool = self._using.tools.get(f"{app}.comment")
        if tool is None:
            return None
        fields = tool.arguments.model_fields
        name = next((one for one in ("ticket", "path", "record", "item") if one in fields), None)
        known = (
            {name, "text"} | {one for one, field in fields.items() if not field.is_required()} | {"version"}
        )
        return None if name is None or not set(fields) <= known else Margin(tool.name, {name: item})

    def answer(
        self, step: Step, person: str, margin: Margin, text: str, thread: str, to: str, acts: Sequence[Act]
    ) -> Event:
        """Answer in a thread of comments.

        Raises:
            ToolError: The world refuses it.
        """
        arguments = json.dumps({**margin.arguments, "text": text}, ensure_ascii=False)
        self._answering = True
        try:
            self._using.run(step, person, margin.tool, arguments)
        finally:
            self._answering = False
        item = str(margin.arguments.get("path") or next(iter(margin.arguments.values())))
        return step.emit(
            MessageSent(
                message=self._office.threads.next_id(person),
                app="comment",
                thread=thread,
                sender=person,
                to=(to,),
                subject=item,
                body=step.blobs.put_text(text),
                words=len(text.split()),
                acts=tuple(acts),
            ),
            person,
        )

    # What waits to be opened or decided -------------------------------------------------------------------------------

    def _shared(self, step: Step, event: Event) -> None:
        """Somebody is given a file, which they open when they have the time."""
        said: Any = event.payload
        for person in said.people:
            who = self._office.setup.people.get(person)
            draw = self._office.core.streams.stream("opens", person, said.file, event.at)
            if who is not None and who.is_coworker and draw.chance(OPENS):
                self._book(step, person, draw, said.path, "open")

    def _book(self, step: Step, person: str, draw: Stream, item: str, what: str) -> None:
        """Let it wait for one of the person's next looks at their mail, where apps tell them of such things."""
        persona = self._office.setup.people[person].persona
        assert persona is not None
        wait = draw.lognormal(max(1, persona.responses.mail.median_minutes) * MINUTE, 1.0)
        at = self._office.setup.calendar_of(person).add_work(step.at, max(1, int(wait)))
        payload = json.dumps({"item": item, "what": what})
        entry = f"{HANDLE}/{person}/{what}/{item}"
        step.set(entry, self._attention.free(person, at), HANDLE, person, payload, priority=2)

    # Tickets ---------------------------------------------------------------------------------------------------------

    def _given(self, step: Step, event: Event, said: Notice) -> None:
        people = self._office.setup.people
        for person in said.people:
            who = people.get(person)
            if who is None or not who.is_coworker or said.app != "tickets":
                continue
            draw = self._office.core.streams.stream("handles", person, said.app, said.item, event.at)
            if said.what.startswith("waits"):
                self._book(step, person, draw, said.item, "decide")
            elif draw.chance(TAKES_UP):
                self._book(step, person, draw, said.item, "take")

    def _handle(self, step: Step, entry: Entry) -> None:
        person, todo = entry.target, json.loads(entry.payload)
        free = self._attention.free(person, step.at, pierces=True)
        if free > step.at:
            step.set(entry.id, free, HANDLE, person, entry.payload, priority=2)
            return
        if todo["what"] == "open":
            self._open(step, person, todo["item"])
            return
        try:
            card: Any = self._using.run(step, person, "tickets.get", json.dumps({"ticket": todo["item"]}))
        except ToolError:
            return
        if todo["what"] == "take":
            self._take(step, person, card)
        else:
            self._decide(step, person, card)

    def _take(self, step: Step, person: str, card: Any) -> None:
        """Somebody takes up a ticket of theirs: the first move that they can make without more ado."""
        if person not in card.assignee:
            return
        free = [move.split(" → ")[0] for move in card.moves if "(" not in move]
        if len(free) != 1:
            return  # which way it goes is a matter of judgement
        arguments = json.dumps({"ticket": card.ticket, "to": free[0]})
        self._desk.use(step, person, "tickets.move", arguments, f"take/{card.ticket}")

    def _decide(self, step: Step, person: str, card: Any) -> None:
        """Somebody decides what their approval of the same name in `facts.yaml` says."""
        for name, approval in self._office.setup.approvals.items():
            if approval.decides == person and any(one.startswith(name) for one in card.approvals):
                grants = self._office.approvals.grants(name)
                arguments = json.dumps({"ticket": card.ticket, "approve": grants, "approval": name})
                self._desk.use(step, person, "tickets.decide", arguments, f"decide/{card.ticket}/{name}")
