"""Who said what to whom, thread by thread, in all apps: what people perceive and what mailboxes and channels show.

Messages that a seat can read are all kept. Threads among coworkers alone, which nobody can open, are kept as far as
people still answer them: their last messages, and the threads that moved last. The journal has everything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from ..kernel.blobs import BlobRef
from ..kernel.events import Event
from ..kernel.state import Apply, Component
from .events import Act, Attached, Channel, FactAsked, FactRefused, FactShared, MessageSent, Told
from .model import Setup

KEPT_MESSAGES: Final = 8
"""Of a thread that no seat can read."""
KEPT_THREADS: Final = 3_000
"""Threads that no seat can read."""
_TOPICS: Final = 8


class Message(NamedTuple):
    """One message, without its text."""

    id: str
    app: Channel
    thread: str
    sender: str
    to: tuple[str, ...]
    cc: tuple[str, ...]
    subject: str
    body: BlobRef
    words: int
    at: int
    """When it was sent; negative before the run's start."""
    reply_to: str | None
    mentions: tuple[str, ...]
    acts: tuple[Act, ...]
    told: tuple[Told, ...]
    attachments: tuple[Attached, ...]
    expects_reply: bool
    past: bool

    @property
    def readers(self) -> tuple[str, ...]:
        """Everybody it was addressed to, its sender left out."""
        return tuple(dict.fromkeys(person for person in (*self.to, *self.cc) if person != self.sender))

    def packed(self) -> list[Any]:
        """As JSON values."""
        row: list[Any] = list(self)
        for at in (4, 5, 11):
            row[at] = list(row[at])
        # Most messages have nothing but acts, and a checkpoint packs thousands of them.
        row[12] = [[act.kind, act.topic, act.item] for act in self.acts]
        row[13] = [[told.fact, told.version] for told in self.told] if self.told else []
        row[14] = (
            [[one.name, one.blob, one.size, one.path] for one in self.attachments] if self.attachments else []
        )
        return row

    @classmethod
    def unpacked(cls, row: list[Any]) -> Message:
        """The message that `packed` gave."""
        row = list(row)
        for at in (4, 5, 11):
            row[at] = tuple(row[at])
        row[12] = tuple(Act(kind=kind, topic=topic, item=item) for kind, topic, item in row[12])
        row[13] = tuple(Told(fact=fact, version=version) for fact, version in row[13])
        row[14] = tuple(
            Attached(name=name, blob=blob, size=size, path=path) for name, blob, size, path in row[14]
        )
        return cls._make(row)


class Thread:
    """A conversation: mail thread, channel, direct messages, or a meeting's transcript."""

    __slots__ = ("app", "count", "id", "messages", "moved", "open", "people", "subject", "topics")

    def __init__(self, thread: str, app: Channel, subject: str) -> None:
        self.id = thread
        self.app: Channel = app
        self.subject = subject
        self.people: dict[str, None] = {}
        """Everybody who wrote or was written to, in order of appearance."""
        self.messages: list[Message] = []
        """Oldest first; of a thread that no seat can read, the last ones."""
        self.topics: list[str] = []
        """Facts that it was about, the most recent first."""
        self.open = False
        """A seat can read it."""
        self.moved = 0
        """Number of the newest message among all messages of the run."""
        self.count = 0
        """Messages ever."""


class Threads(Component):
    """All conversations. Reads nothing but messages and what is asked and told in them."""

    name = "threads"

    def __init__(self, setup: Setup) -> None:
        self._seats = frozenset(person.id for person in setup.people.values() if person.seat)
        self._clear()

    def _clear(self) -> None:
        self._threads: dict[str, Thread] = {}
        self._rows: dict[str, list[Any]] = {}
        self._messages: dict[str, Message] = {}
        self._of: dict[str, dict[str, None]] = {}
        self._closed: dict[str, None] = {}
        self._made: dict[str, int] = {}
        self.count = 0

    def listens(self) -> Mapping[str, Apply]:
        return {
            MessageSent.kind: self._sent,
            FactAsked.kind: self._about,
            FactShared.kind: self._about,
            FactRefused.kind: self._about,
        }

    # Queries ----------------------------------------------------------------------------------------------

    def __contains__(self, thread: str) -> bool:
        return thread in self._threads

    def __iter__(self) -> Iterator[Thread]:
        return iter(self._threads.values())

    def get(self, thread: str) -> Thread | None:
        """The thread of that id, if anything was said in it (and it is still kept)."""
        return self._threads.get(thread)

    def message(self, message: str) -> Message | None:
        """The message of that id, if it is still kept."""
        return self._messages.get(message)

    def next_id(self, sender: str) -> str:
        """The id of the next message that ``sender`` sends, by any app: ``maria/m17``."""
        return f"{sender}/m{self._made.get(sender, 0) + 1}"

    def last(self, thread: str, n: int = 1) -> tuple[Message, ...]:
        """The last ``n`` messages, oldest first."""
        one = self._threads.get(thread)
        return tuple(one.messages[-n:]) if one is not None and n > 0 else ()

    def of_person(self, person: str) -> tuple[Thread, ...]:
        """The threads that the person takes part in, the one that moved last first."""
        threads = [self._threads[thread] for thread in self._of.get(person, ())]
        return tuple(sorted(threads, key=lambda thread: -thread.moved))

    def unanswered(self, person: str, thread: str) -> tuple[Message, ...]:
        """Messages of others that reached the person after their own last one, oldest first; the past left out."""
        one = self._threads.get(thread)
        if one is None:
            return ()
        found: list[Message] = []
        for message in reversed(one.messages):
            if message.sender == person or message.past:
                break
            if person in message.to or person in message.cc:
                found.append(message)
        return tuple(reversed(found))

    def audience(self, message: Message | MessageSent) -> tuple[str, ...]:
        """Everybody who reads it, its sender left out."""
        readers = dict.fromkeys((*message.to, *message.cc))
        readers.pop(message.sender, None)
        return tuple(readers)

    # Fold -------------------------------------------------------------------------------------------------

    def _sent(self, event: Event) -> None:
        sent = event.payload
        assert isinstance(sent, MessageSent)
        thread = self._threads.get(sent.thread)
        if thread is None:
            thread = self._threads[sent.thread] = Thread(sent.thread, sent.app, sent.subject)
        message = Message(
            sent.message,
            sent.app,
            thread.id,
            sent.sender,
            sent.to,
            sent.cc,
            sent.subject,
            sent.body,
            sent.words,
            event.at if sent.sent_at is None else sent.sent_at,
            sent.reply_to,
            sent.mentions,
            sent.acts,
            sent.told,
            sent.attachments,
            sent.expects_reply,
            sent.past,
        )
        self.count += 1
        self._made[sent.sender] = self._made.get(sent.sender, 0) + 1
        thread.count += 1
        thread.moved = self.count
        for person in (sent.sender, *sent.to, *sent.cc):
            if person not in thread.people:
                thread.people[person] = None
                self._of.setdefault(person, {})[thread.id] = None
                if person in self._seats:
                    thread.open = True
        thread.messages.append(message)
        self._messages[message.id] = message
        if not thread.open:
            if len(thread.messages) > KEPT_MESSAGES:
                self._drop(thread.messages.pop(0).id)
            self._closed.pop(thread.id, None)
            self._closed[thread.id] = None
            if len(self._closed) > KEPT_THREADS:
                self._forget(next(iter(self._closed)))
        else:
            self._closed.pop(thread.id, None)

    def _forget(self, thread: str) -> None:
        one = self._threads.pop(thread)
        del self._closed[thread]
        for message in one.messages:
            self._drop(message.id)
        for person in one.people:
            del self._of[person][thread]

    def _about(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, FactAsked | FactShared | FactRefused)
        message = self._messages.get(payload.message)
        if message is None:
            return
        topics = self._threads[message.thread].topics
        if payload.fact in topics:
            topics.remove(payload.fact)
        topics.insert(0, payload.fact)
        del topics[_TOPICS:]

    def _drop(self, message: str) -> None:
        del self._messages[message]
        self._rows.pop(message, None)

    # Dump -------------------------------------------------------------------------------------------------

    def _row(self, message: Message) -> list[Any]:
        """The message as JSON values; packed once, as the next checkpoint holds most of the same messages."""
        row = self._rows.get(message.id)
        if row is None:
            row = self._rows[message.id] = message.packed()
        return row

    def dump(self) -> Any:
        return {
            "count": self.count,
            "closed": list(self._closed),
            "made": dict(self._made),
            "threads": [
                [
                    one.id,
                    one.app,
                    one.subject,
                    list(one.people),
                    [self._row(message) for message in one.messages],
                    list(one.topics),
                    one.open,
                    one.moved,
                    one.count,
                ]
                for one in self._threads.values()
            ],
        }

    def load(self, data: Any) -> None:
        self._clear()
        self.count = data["count"]
        for thread, app, subject, people, messages, topics, is_open, moved, count in data["threads"]:
            one = self._threads[thread] = Thread(thread, app, subject)
            one.people = dict.fromkeys(people)
            one.messages = [Message.unpacked(row) for row in messages]
            one.topics = list(topics)
            one.open, one.moved, one.count = is_open, moved, count
            for message in one.messages:
                self._messages[message.id] = message
            for person in people:
                self._of.setdefault(person, {})[thread] = None
        self._closed = dict.fromkeys(data["closed"])
        self._made = dict(data["made"])
