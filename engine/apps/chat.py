"""Chat: channels with their reply threads, and direct messages between two people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import Field

from ..kernel.state import Component
from ..office.events import MessageRead, MessageSent
from ..office.threads import Message
from . import effort
from .base import Acting, App, Arguments, Result, ToolError, tool
from .mentions import mentioned_of, names_in
from .pages import PART, page_of, shorten
from .people import did_you_mean
from .premises import Premises
from .readings import content
from .search import Document, Index
from .unopened import Unopened, place_of

_EVERYBODY = ("all", "channel", "here", "everyone")


class SendArguments(Arguments):
    to: str = Field("", description="A person, or a channel such as #ops-desk.")
    channel: str = Field("", description="A channel, instead of `to`.")
    text: str = Field(min_length=1, max_length=4_000)
    reply_to: str | None = Field(
        None, description="Id of the message this answers; in a channel it opens or continues its thread."
    )


class Sent(Result):
    message: str
    place: str
    thread: str


class ReadArguments(Arguments):
    with_: str = Field(alias="with", description="A person, or a channel such as #ops-desk.")
    limit: int = Field(20, ge=1, le=100)
    before: str | None = Field(None, description="Show what came before the message of this id.")


class Line(Result):
    """A message as it stands in a channel or a conversation."""

    message: str
    sender: str
    at: str
    text: str
    reply_to: str = ""
    new: bool = False
    place: str = ""
    """In search results."""


class Lines(Result):
    """Messages, oldest first."""

    place: str
    messages: list[Line] = []
    more: str = ""
    words: int = Field(default=0, exclude=True)
    """New to the reader."""


class ChannelsArguments(Arguments):
    page: int = 1


class Place(Result):
    name: str
    topic: str = ""
    members: str = ""
    unread: int = 0
    last: str = ""
    """When somebody last wrote."""


class Places(Result):
    channels: list[Place] = []
    direct: list[Place] = []
    more: str = ""


class SearchArguments(Arguments):
    query: str = Field(description='Words or "exact words".', min_length=1)
    in_: str | None = Field(None, alias="in", description="A person or channel to search in.")
    page: int = 1


class Found(Result):
    messages: list[Line] = []
    found: int
    more: str = ""


class PersonArguments(Arguments):
    person: str


class Status(Result):
    person: str
    presence: str
    local_time: str


def direct(a: str, b: str) -> str:
    """The thread of two people's direct messages."""
    return f"dm:{min(a, b)}:{max(a, b)}"


class Chat(App):
    """The company's chat."""

    name = "chat"

    def __init__(self, premises: Premises) -> None:
        self._premises = premises
        self._unread = Unopened("chat", premises.seated)
        self._indices: dict[str, Index] = {}
        inside = [person.id for person in premises.setup.people.values() if not person.outside]
        self._members: dict[str, tuple[str, ...]] = {
            name.removeprefix("#"): tuple(inside if "all" in members else members)
            for name, members in premises.setup.channels.items()
        }

    def components(self) -> Iterable[Component]:
        return (self._unread,)

    @tool("write", effort=effort.wording, cause="writing")
    async def send(self, acting: Acting, args: SendArguments) -> Sent:
        """Write to a person or a channel; @name mentions somebody."""
        premises, me = self._premises, acting.person
        if bool(args.to) == bool(args.channel):
            raise ToolError(
                "invalid", "name a person or a channel in `to`", "Such as to=ines or to=#ops-desk."
            )
        place = self._place(me, args.to or f"#{args.channel.removeprefix('#')}")
        if place.startswith("#"):
            to = tuple(one for one in self._members[place[1:]] if one != me)
        else:
            to = (self._partner(place, me),)
        thread = place
        if args.reply_to is not None:
            answered = self._visible(me, args.reply_to)
            if place_of(answered.thread) != place:
                where = self._label(me, place_of(answered.thread))
                raise ToolError(
                    "invalid", f"{args.reply_to} was written in {where}", f"Send the reply to {where}."
                )
            if place.startswith("#"):
                thread = answered.thread if "/" in answered.thread else f"{place}/{answered.id}"
        message = premises.threads.next_id(me)
        payload = MessageSent(
            message=message,
            app="chat",
            thread=thread,
            sender=me,
            to=to,
            body=acting.step.blobs.put_text(args.text),
            words=effort.count_words(args.text),
            reply_to=args.reply_to,
            mentions=self._mentions(args.text, to),
            told=acting.told,
            acts=acting.acts,
            expects_reply=acting.expects_reply,
        )
        acting.step.emit(payload, me)
        return Sent(message=message, place=self._label(me, place), thread=thread)

    @tool("read", effort=effort.opening, cause="reading")
    async def read(self, acting: Acting, args: ReadArguments) -> Lines:
        """Read the latest messages of a channel or with a person, oldest first."""
        me = acting.person
        place = self._place(me, args.with_)
        messages = self._messages(me, place)
        if args.before is not None:
            ids = [one.id for one in messages]
            if args.before not in ids:
                raise ToolError(
                    "not_found", f"there is no message {args.before!r} in {self._label(me, place)}"
                )
            messages = messages[: ids.index(args.before)]
        unread = self._unread.of(me)
        lines: list[Line] = []
        opened: list[Message] = []
        room = PART
        for one in reversed(messages[-args.limit :]):
            line = self._line(me, one, new=one.id in unread)
            need = len(line.text) + 130
            if lines and need > room:
                break
            room -= need
            lines.insert(0, line)
            opened.insert(0, one)
        others = [content(one.body) for one in opened if one.sender != me]
        new = self._premises.readings.read(acting, others)
        words = sum(one.words for one in opened if one.sender != me and content(one.body) in new)
        marked = tuple(one.id for one in opened if one.id in unread)
        if marked:
            acting.step.emit(MessageRead(person=me, messages=marked), me)
        older = len(messages) - len(opened)
        more = f"before={opened[0].id} for {older} older" if older and opened else ""
        return Lines(place=self._label(me, place), messages=lines, more=more, words=words)

    @tool("read", effort=effort.listing, cause="searching")
    async def channels(self, acting: Acting, args: ChannelsArguments) -> Places:
        """List your channels and direct conversations, with unread counts."""
        me = acting.person
        counts: dict[str, int] = {}
        for place in self._unread.of(me).values():
            counts[place] = counts.get(place, 0) + 1
        last: dict[str, int] = {}
        for thread in self._premises.threads.of_person(me):
            if thread.app == "chat" and thread.messages:
                place = place_of(thread.id)
                last[place] = max(last.get(place, thread.messages[-1].at), thread.messages[-1].at)
        channels = [f"#{name}" for name in self._members if me in self._members[name]]
        talks = sorted((one for one in last if one.startswith("dm:")), key=lambda one: (-last[one], one))
        shown, more = page_of([*channels, *talks], args.page)

        def row(place: str) -> Place:
            members = self._members.get(place[1:], ())
            names = shorten(", ".join(members), 120)
            return Place(
                name=self._label(me, place),
                topic=self._premises.setup.channel_topics.get(place[1:], ""),
                members=f"{len(members)}: {names}" if members else "",
                unread=counts.get(place, 0),
                last=self._premises.stamp(me, last[place]) if place in last else "",
            )

        return Places(
            channels=[row(one) for one in shown if one.startswith("#")],
            direct=[row(one) for one in shown if not one.startswith("#")],
            more=more,
        )

    @tool("read", effort=effort.listing, cause="searching")
    async def search(self, acting: Acting, args: SearchArguments) -> Found:
        """Search the messages of your channels and conversations."""
        me = acting.person
        place = self._place(me, args.in_) if args.in_ else None
        threads = self._premises.threads
        mine = {
            one.id: one.id
            for thread in threads.of_person(me)
            if thread.app == "chat" and self._may_read(me, place_of(thread.id))
            for one in thread.messages
        }
        index = self._indices.setdefault(me, Index())
        index.sync(mine, self._document)
        hits: list[Line] = []
        for hit in index.find(args.query):
            one = threads.message(hit.id)
            assert one is not None
            if place is None or place_of(one.thread) == place:
                where = self._label(me, place_of(one.thread))
                hits.append(self._line(me, one, text=shorten(hit.snippet, 120), place=where))
        rows, more = page_of(hits, args.page)
        return Found(messages=list(rows), found=len(hits), more=more)

    @tool("read", effort=effort.handling)
    async def presence(self, acting: Acting, args: PersonArguments) -> Status:
        """Whether somebody is available, in a meeting, away or off."""
        premises = self._premises
        person = premises.people.resolve(args.person)
        if person.outside:
            raise ToolError("unavailable", f"{person.name} works elsewhere: their status isn't shown here")
        return Status(
            person=premises.card(person.id),
            presence=premises.presence.words(person.id, acting.at, acting.person),
            local_time=f"{premises.stamp(person.id, acting.at)} {premises.calendar(person.id).zone}",
        )

    # Shared ----------------------------------------------------------------------------------------------------------

    def _place(self, me: str, text: str) -> str:
        """The channel or conversation meant; a channel one isn't in doesn't exist."""
        name = text.strip().removeprefix("#").casefold()
        mine = {channel.casefold(): channel for channel, members in self._members.items() if me in members}
        if name in mine:
            return f"#{mine[name]}"
        if text.strip().startswith("#"):
            hint = (
                did_you_mean(name, mine)
                or f"Your channels: {', '.join(f'#{one}' for one in mine.values()) or 'none'}."
            )
            raise ToolError("not_found", f"you are in no channel {text!r}", hint)
        try:
            person = self._premises.people.resolve(text)
        except ToolError as error:
            hint = did_you_mean(name, mine)
            raise ToolError(error.code, error.message, hint or error.hint) from None
        if person.id == me:
            raise ToolError("invalid", "that is yourself", "Keep things for yourself with notes.write.")
        if person.outside != self._premises.person(me).outside:
            raise ToolError(
                "unavailable", f"{person.name} is not in this chat", f"Write to {person.address} by mail."
            )
        return direct(me, person.id)

    def _may_read(self, me: str, place: str) -> bool:
        if place.startswith("#"):
            return me in self._members.get(place[1:], ())
        return me in place.split(":")[1:]

    @staticmethod
    def _partner(place: str, me: str) -> str:
        _, a, b = place.split(":")
        return b if a == me else a

    def _label(self, me: str, place: str) -> str:
        return place if place.startswith("#") else self._premises.card(self._partner(place, me))

    def _messages(self, me: str, place: str) -> list[Message]:
        """All of a channel's or conversation's messages, its reply threads among them, oldest first."""
        found: list[Message] = []
        for thread in self._premises.threads.of_person(me):
            if thread.app == "chat" and place_of(thread.id) == place:
                found += thread.messages
        return sorted(
            found, key=lambda one: (one.at, one.reply_to is not None, one.sender, len(one.id), one.id)
        )

    def _visible(self, me: str, message: str) -> Message:
        one = self._premises.threads.message(message)
        if one is None or one.app != "chat" or not self._may_read(me, place_of(one.thread)):
            raise ToolError(
                "not_found", f"you see no chat message {message!r}", "chat.read shows the ids of messages."
            )
        return one

    def _mentions(self, text: str, members: Sequence[str]) -> tuple[str, ...]:
        called = mentioned_of(text, self._premises.people, members)
        everybody = members if any(name.casefold() in _EVERYBODY for name in names_in(text)) else ()
        return tuple(dict.fromkeys([*called, *everybody]))

    def _line(
        self, me: str, one: Message, *, new: bool = False, text: str | None = None, place: str = ""
    ) -> Line:
        return Line(
            message=one.id,
            sender=self._premises.card(one.sender),
            at=self._premises.stamp(me, one.at),
            text=self._premises.blobs.text(one.body) if text is None else text,
            reply_to=one.reply_to or "",
            new=new,
            place=place,
        )

    def _document(self, message: str) -> Document:
        one = self._premises.threads.message(message)
        assert one is not None
        return Document(self._premises.people.name(one.sender), self._premises.blobs.text(one.body))

    def rows(self, table: str = "") -> Iterable[Mapping[str, Any]]:
        if table not in ("", "messages"):
            raise KeyError(table)
        for thread in self._premises.threads:
            if thread.app != "chat":
                continue
            for one in thread.messages:
                yield {
                    "message": one.id,
                    "place": place_of(thread.id),
                    "thread": thread.id,
                    "sender": one.sender,
                    "to": list(one.to),
                    "text": self._premises.blobs.text(one.body),
                    "at": one.at,
                }
