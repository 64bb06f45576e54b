"""Mail: threads by reply, copies, attachments, folders and search over one's own box."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..kernel.state import Component
from ..office.events import Attached, MessageRead, MessageSent
from ..office.texts import as_text
from ..office.threads import Message
from . import effort
from .base import Acting, App, ToolError, tool
from .mailbox import DELETED, FLAGGED, SENT, UNREAD, Mailboxes, MailMarked, lies_in
from .mailcalls import (
    AttachmentArguments,
    AttachmentText,
    FlagArguments,
    ForwardArguments,
    InboxArguments,
    Letter,
    MarkArguments,
    Marked,
    ReadArguments,
    ReplyArguments,
    Row,
    Rows,
    SaveArguments,
    Saved,
    SearchArguments,
    SendArguments,
    Sent,
    Thread,
    ThreadArguments,
)
from .mailsearch import MailQuery
from .pages import PART, bounded, page_of, part_of, shorten
from .people import did_you_mean
from .premises import Premises
from .readings import content, part_key
from .search import Document, Index

_THREAD_BODY = 1_500


def _reading_thread(args: Any, result: Any) -> int:
    return effort.HANDLING + effort.reading(sum(one.words for one in result.messages))


def _writing(args: Any, result: Any) -> int:
    return effort.composing(f"{getattr(args, 'subject', '')} {args.body}") + effort.HANDLING * len(
        getattr(args, "attachments", ())
    )


class Mail(App):
    """Everybody's mail."""

    name = "mail"

    def __init__(self, premises: Premises) -> None:
        self._premises = premises
        self._boxes = Mailboxes(premises.seated)
        self._indices: dict[str, Index] = {}

    def components(self) -> Iterable[Component]:
        return (self._boxes,)

    # Sending ---------------------------------------------------------------------------------------------------------

    @tool("write", effort=_writing, cause="writing")
    async def send(self, acting: Acting, args: SendArguments) -> Sent:
        """Send a mail; it starts a thread."""
        people = self._premises.people
        to = people.all_of(args.to)
        cc = people.all_of(args.cc, but=to)
        attachments = self._attachments(acting.person, args.attachments)
        if not args.body and not args.subject and not attachments:
            raise ToolError("invalid", "the mail is empty", "Give it a subject and a body.")
        return self._send(acting, to, cc, args.subject, args.body, attachments)

    @tool("write", effort=_writing, cause="writing")
    async def reply(self, acting: Acting, args: ReplyArguments) -> Sent:
        """Answer a mail in its thread."""
        post = self._mine(acting.person, args.message)
        me = acting.person
        attachments = self._attachments(me, args.attachments)
        if not args.body and not attachments:
            raise ToolError("invalid", "the answer is empty", "Write a body.")
        first = [post.sender] if post.sender != me else list(post.to)
        others = [*post.to, *post.cc] if args.all else []
        to = tuple(one for one in dict.fromkeys(first) if one != me or len(first) == 1)
        if args.all:
            to = tuple(dict.fromkeys([*to, *(one for one in post.to if one != me)]))
        cc = tuple(one for one in dict.fromkeys(others) if one != me and one not in to)
        return self._send(acting, to, cc, _prefixed("Re", post.subject), args.body, attachments, post)

    @tool("write", effort=_writing, cause="writing")
    async def forward(self, acting: Acting, args: ForwardArguments) -> Sent:
        """Send a mail on to others, with its attachments."""
        post = self._mine(acting.person, args.message)
        people = self._premises.people
        to = people.all_of(args.to)
        cc = people.all_of(args.cc, but=to)
        sender = self._premises.people.name(post.sender)
        head = f"---- Forwarded: {post.subject}\nFrom {sender}, {self._premises.stamp(acting.person, post.at)}\n\n"
        body = f"{args.body}\n\n{head}{self._premises.blobs.text(post.body)}".strip()
        return self._send(acting, to, cc, _prefixed("Fwd", post.subject), body, tuple(post.attachments))

    def _send(
        self,
        acting: Acting,
        to: tuple[str, ...],
        cc: tuple[str, ...],
        subject: str,
        body: str,
        attachments: tuple[Attached, ...],
        answered: Message | None = None,
    ) -> Sent:
        premises = self._premises
        message = premises.threads.next_id(acting.person)
        payload = MessageSent(
            message=message,
            app="mail",
            thread=answered.thread if answered else message,
            sender=acting.person,
            to=to,
            cc=cc,
            subject=subject,
            body=acting.step.blobs.put_text(body),
            words=effort.count_words(body),
            reply_to=answered.id if answered else None,
            attachments=attachments,
            told=acting.told,
            acts=acting.acts,
            expects_reply=acting.expects_reply,
        )
        acting.step.emit(payload, acting.person)
        return Sent(
            message=message,
            thread=payload.thread,
            to=_cards(premises, to),
            cc=_cards(premises, cc),
            subject=subject,
            attachments=[one.name for one in attachments],
        )

    def _attachments(self, person: str, names: Sequence[str]) -> tuple[Attached, ...]:
        found: list[Attached] = []
        for name in names:
            for source in self._premises.file_sources:
                item = source.attachment(person, name)
                if item is not None:
                    found.append(item)
                    break
            else:
                raise ToolError(
                    "not_found",
                    f"there is nothing called {name!r} to attach",
                    "Give a path on the drive or a note's name.",
                )
        return tuple(found)

    # Reading ---------------------------------------------------------------------------------------------------------

    @tool("read", effort=effort.listing, cause="searching")
    async def inbox(self, acting: Acting, args: InboxArguments) -> Rows:
        """List your mail, newest first: the inbox, or the sent, archive, flagged or bin folder."""
        me = acting.person
        box = self._boxes.box(me)
        wanted = [
            message
            for message, state in reversed(box.items())
            if lies_in(state, args.folder)
            and (state & UNREAD or not args.unread_only)
            and self._premises.threads.message(message) is not None
        ]
        unread = sum(1 for state in box.values() if state & UNREAD and not state & DELETED)
        rows, more = page_of(wanted, args.page)
        shown = [self._row(me, message, box[message]) for message in rows]
        return Rows(messages=shown, found=len(wanted), unread=unread, more=more)

    @tool("read", effort=effort.opening, cause="reading")
    async def read(self, acting: Acting, args: ReadArguments) -> Letter:
        """Read a mail."""
        post = self._mine(acting.person, args.message)
        mail = self._open(acting, post, args.part, PART)
        self._mark_read(acting, [post.id])
        return mail

    @tool("read", effort=_reading_thread, cause="reading")
    async def thread(self, acting: Acting, args: ThreadArguments) -> Thread:
        """Read a thread, oldest message first; very long messages are cut (mail.read shows them whole)."""
        me = acting.person
        box = self._boxes.box(me)
        known = self._premises.threads.message(args.thread)
        thread = self._premises.threads.get(known.thread if known else args.thread)
        mine = (
            [post for post in thread.messages if _is_party(post, me) and not box.get(post.id, 0) & DELETED]
            if thread is not None and thread.app == "mail"
            else []
        )
        if thread is None or not mine:
            raise self._no_message(me, args.thread)
        chunks = _from_the_end(mine, PART, self._premises)
        shown, more = page_of(chunks, args.page, 1)
        if not shown:
            raise ToolError(
                "invalid", f"page={args.page}: the thread has {len(chunks)} pages, counted from 1"
            )
        mails = [self._open(acting, post, 1, _THREAD_BODY) for post in shown[0]]
        self._mark_read(acting, [post.id for post in shown[0]])
        return Thread(thread=thread.id, subject=mine[0].subject, messages=mails, more=more)

    @tool("read", effort=effort.listing, cause="searching")
    async def search(self, acting: Acting, args: SearchArguments) -> Rows:
        """Search your mail by words and filters (from:, to:, subject:, before:, after:, has:attachment, in:, is:)."""
        me = acting.person
        query = MailQuery.read(args.query, me, self._premises, acting.at)
        box = self._boxes.box(me)
        snippets: dict[str, str] = {}
        if query.words:
            index = self._indices.setdefault(me, Index())
            index.sync(
                {one: one for one in box if self._premises.threads.message(one)},
                lambda one: self._document(me, one),
            )
            snippets = {hit.id: hit.snippet for hit in index.find(query.words)}
            order: Iterable[str] = snippets
        else:
            order = reversed(box)
        posts = ((one, self._premises.threads.message(one)) for one in order if one in box)
        found = [one for one, post in posts if post is not None and query.fits(post, box[one])]
        rows, more = page_of(found, args.page)
        shown = [self._row(me, one, box[one], snippets.get(one)) for one in rows]
        return Rows(messages=shown, found=len(found), more=more)

    @tool("read", effort=effort.opening, cause="reading")
    async def read_attachment(self, acting: Acting, args: AttachmentArguments) -> AttachmentText:
        """Read an attachment as text."""
        attached = self._attached(acting.person, args.message, args.name)
        text = as_text(attached.name, self._premises.blobs.get(attached.blob))
        if text is None:
            note = "Not a text: save it to the drive with mail.save_attachment and open it there."
            return AttachmentText(name=attached.name, size=attached.size, note=note)
        shown, _, more = part_of(text, args.part)
        key = part_key(attached.name, attached.blob, shown, args.part)
        new = self._premises.readings.read(acting, [key])
        words = effort.count_words(shown.replace("|", " ")) if new else 0
        return AttachmentText(
            name=attached.name, size=attached.size, text=shown, more=more, seen=not new, words=words
        )

    # Keeping order ---------------------------------------------------------------------------------------------------

    @tool("write", effort=effort.handling)
    async def mark(self, acting: Acting, args: MarkArguments) -> Marked:
        """Mark mails as read, unread, archived, deleted, back in the inbox, flagged or unflagged."""
        return self._mark(acting, args.messages, args.as_)

    @tool("write", effort=effort.handling)
    async def flag(self, acting: Acting, args: FlagArguments) -> Marked:
        """Flag mails to come back to, or take the flag off."""
        return self._mark(acting, args.messages, "flagged" if args.flagged else "unflagged")

    @tool("write", effort=effort.handling)
    async def save_attachment(self, acting: Acting, args: SaveArguments) -> Saved:
        """Save an attachment to the drive."""
        attached = self._attached(acting.person, args.message, args.name)
        save = self._premises.save_file
        if save is None:
            raise ToolError("unavailable", "there is no drive here")
        path = args.path + attached.name if args.path.endswith("/") else args.path
        path, version = save(acting, path, attached)
        return Saved(path=path, version=version)

    def _mark(self, acting: Acting, messages: Sequence[str], how: str) -> Marked:
        me = acting.person
        box = self._boxes.box(me)
        chosen = [self._mine(me, one).id for one in messages]
        changed = tuple(one for one in dict.fromkeys(chosen) if Mailboxes.marked(box[one], how) != box[one])
        if how == "read":
            self._mark_read(acting, changed)
        elif changed:
            acting.step.emit(MailMarked(person=me, messages=changed, how=how), me)
        return Marked(changed=len(changed))

    # Shared ----------------------------------------------------------------------------------------------------------

    def _mine(self, person: str, message: str) -> Message:
        post = self._premises.threads.message(message)
        if post is None or post.app != "mail" or message not in self._boxes.box(person):
            raise self._no_message(person, message)
        return post

    def _no_message(self, person: str, message: str) -> ToolError:
        recent = list(self._boxes.box(person))[-200:]
        hint = did_you_mean(message, recent) or "mail.inbox and mail.search show the ids of your mails."
        return ToolError("not_found", f"you have no mail {message!r}", hint)

    def _attached(self, person: str, message: str, name: str) -> Attached:
        attachments = self._mine(person, message).attachments
        for one in attachments:
            if one.name.casefold() == name.casefold():
                return one
        names = ", ".join(one.name for one in attachments) or "none"
        raise ToolError("not_found", f"{message} has no attachment {name!r}", f"It has: {names}.")

    def _row(self, me: str, message: str, state: int, snippet: str | None = None) -> Row:
        post = self._premises.threads.message(message)
        assert post is not None
        text = snippet if snippet is not None else self._premises.blobs.text(post.body)
        sent = bool(state & SENT)
        return Row(
            message=message,
            sender=self._premises.card(post.sender),
            to=shorten(", ".join(self._premises.people.name(one) for one in post.to), 60) if sent else "",
            subject=shorten(post.subject, 70),
            at=self._premises.stamp(me, post.at),
            unread=bool(state & UNREAD),
            flagged=bool(state & FLAGGED),
            attachments=len(post.attachments),
            text=shorten(text, 70),
        )

    def _open(self, acting: Acting, post: Message, part: int, size: int) -> Letter:
        premises = self._premises
        whole = premises.blobs.text(post.body)
        body, _, more = part_of(whole, part) if size == PART else (whole[:size], 1, "")
        if size < PART and len(whole) > size:
            more = f"mail.read shows all {len(whole)} characters"
        key = content(post.body, part)
        new = post.sender != acting.person and bool(premises.readings.read(acting, [key]))
        return Letter(
            message=post.id,
            thread=post.thread,
            sender=premises.card(post.sender),
            to=_cards(premises, post.to),
            cc=_cards(premises, post.cc),
            subject=post.subject,
            at=premises.stamp(acting.person, post.at),
            body=body,
            attachments=[f"{one.name} ({one.size} bytes)" for one in post.attachments],
            more=more,
            seen=not new,
            words=effort.count_words(body) if new else 0,
        )

    def _mark_read(self, acting: Acting, messages: Sequence[str]) -> None:
        box = self._boxes.box(acting.person)
        unread = tuple(one for one in messages if box.get(one, 0) & UNREAD)
        if unread:
            acting.step.emit(MessageRead(person=acting.person, messages=unread), acting.person)

    def _document(self, me: str, message: str) -> Document:
        post = self._premises.threads.message(message)
        assert post is not None
        people = self._premises.people
        names = " ".join(people.name(one) for one in (post.sender, *post.to, *post.cc))
        files = " ".join(one.name for one in post.attachments)
        return Document(f"{post.subject} {files}", f"{self._premises.blobs.text(post.body)}\n{names}")

    def rows(self, table: str = "") -> Iterable[Mapping[str, Any]]:
        if table not in ("", "messages"):
            raise KeyError(table)
        for message in self._boxes.sent():
            post = self._premises.threads.message(message)
            if post is not None:
                yield {
                    "message": message,
                    "thread": post.thread,
                    "sender": post.sender,
                    "to": list(post.to),
                    "cc": list(post.cc),
                    "subject": post.subject,
                    "at": post.at,
                    "attachments": [one.name for one in post.attachments],
                }


def _is_party(post: Message, person: str) -> bool:
    return person == post.sender or person in post.to or person in post.cc


def _cards(premises: Premises, people: Sequence[str]) -> list[str]:
    return bounded(premises.cards(people), 10)


def _prefixed(prefix: str, subject: str) -> str:
    if re.match(rf"{prefix}\s*:", subject, re.IGNORECASE):
        return subject
    return f"{prefix}: {subject}"[:300]


def _from_the_end(posts: Sequence[Message], size: int, premises: Premises) -> list[list[Message]]:
    """Runs of messages that fit one observation, the newest run first; a run's messages are in order."""
    runs: list[list[Message]] = [[]]
    room = size
    for post in reversed(posts):
        need = min(len(premises.blobs.text(post.body)), _THREAD_BODY) + 400
        if runs[-1] and need > room:
            runs.append([])
            room = size
        runs[-1].insert(0, post)
        room -= need
    return runs
