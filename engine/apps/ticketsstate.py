"""The state of tickets: what was opened, changed, moved, said, decided, and how long their clocks have run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict

from ..kernel.blobs import BlobRef
from ..kernel.events import Event, Payload
from ..kernel.state import Apply, Component

INVERSE: Final[Mapping[str, str]] = {
    "blocks": "blocked by",
    "blocked by": "blocks",
    "relates to": "relates to",
    "duplicates": "duplicated by",
    "duplicated by": "duplicates",
}
ClockStatus = Literal["running", "paused", "met"]


class FieldChange(BaseModel):
    """One thing that was changed: ``title``, ``text`` (as blobs), ``priority``, ``assignee``, or a field's name."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    old: str
    new: str


class TicketPayload(Payload):
    """Something happened to a ticket."""

    ticket: str
    by: str = ""
    at: int | None = None
    """Milliseconds since the run's start where it happened before the run; ``None``: when the event happened."""


class TicketOpened(TicketPayload):
    kind: ClassVar[str] = "tickets.opened"

    queue: str
    title: str
    text: BlobRef
    state: str
    priority: str
    assignee: str = ""
    fields: dict[str, str] = {}
    watchers: tuple[str, ...] = ()
    restricted: tuple[str, ...] = ()


class TicketChanged(TicketPayload):
    kind: ClassVar[str] = "tickets.changed"

    changes: tuple[FieldChange, ...]
    voids: bool = False
    """Approvals were given for what it was before."""


class TicketMoved(TicketPayload):
    kind: ClassVar[str] = "tickets.moved"

    move: str
    was: str
    to: str
    answers: bool = False
    """The first that the team did about it."""


class TicketCommented(TicketPayload):
    kind: ClassVar[str] = "tickets.commented"

    comment: str
    """Id from its maker's own counter, ``ines/t2``."""
    text: BlobRef
    internal: bool = False
    mentions: tuple[str, ...] = ()
    answers: bool = False


class TicketLinked(TicketPayload):
    kind: ClassVar[str] = "tickets.linked"

    link: str
    other: str
    removed: bool = False


class TicketWatched(TicketPayload):
    kind: ClassVar[str] = "tickets.watched"

    person: str
    watching: bool


class TicketDecided(TicketPayload):
    kind: ClassVar[str] = "tickets.decided"

    approval: str
    granted: bool
    note: str = ""


class TicketClock(TicketPayload):
    """A service level's clock started, stopped for a while, or did its duty."""

    kind: ClassVar[str] = "tickets.clock"

    level: str
    status: ClockStatus
    used: int
    """Milliseconds counted so far."""


class TicketBreached(TicketPayload):
    """A service level was missed."""

    kind: ClassVar[str] = "tickets.breached"

    level: str


class Comment(NamedTuple):
    """What somebody said on a ticket."""

    id: str
    by: str
    at: int
    text: BlobRef
    internal: bool


class Entry(NamedTuple):
    """A line of a ticket's history."""

    at: int
    by: str
    what: str
    """opened, changed, moved, commented, linked, unlinked, watched, unwatched, approved, refused, breached."""
    detail: tuple[str, ...]
    version: int


class Clock:
    """One service level's clock on one ticket."""

    __slots__ = ("breached", "since", "status", "used")

    def __init__(
        self, status: ClockStatus, used: int, since: int | None, breached: int | None = None
    ) -> None:
        self.status = status
        self.used = used
        """Milliseconds counted before ``since``."""
        self.since = since
        """Since when it runs."""
        self.breached = breached
        """When it was missed."""


class Ticket:
    """A ticket with its history."""

    def __init__(self, key: str, queue: str, reporter: str, created: int) -> None:
        self.key, self.queue, self.reporter, self.created = key, queue, reporter, created
        self.updated = created
        self.title = self.state = self.priority = self.assignee = ""
        self.text: BlobRef = ""
        self.version = 1
        self.answered = False
        self.fields: dict[str, str] = {}
        self.watchers: dict[str, None] = {}
        self.restricted: tuple[str, ...] = ()
        self.comments: list[Comment] = []
        self.links: dict[tuple[str, str], None] = {}
        """(kind, other ticket), from this ticket's side."""
        self.decisions: dict[tuple[str, str], tuple[bool, int]] = {}
        """(approval, person) to whether it was granted, and when."""
        self.clocks: dict[str, Clock] = {}
        self.history: list[Entry] = []

    @property
    def number(self) -> int:
        return int(self.key.rpartition("-")[2])

    def dump(self) -> dict[str, Any]:
        """As JSON values."""
        plain = {name: value for name, value in vars(self).items() if isinstance(value, str | int | bool)}
        return {
            **plain,
            "fields": dict(self.fields),
            "watchers": list(self.watchers),
            "restricted": list(self.restricted),
            "comments": [list(one) for one in self.comments],
            "links": [list(one) for one in self.links],
            "decisions": [[*key, *value] for key, value in self.decisions.items()],
            "clocks": [
                [name, one.status, one.used, one.since, one.breached] for name, one in self.clocks.items()
            ],
            "history": [[*one[:3], list(one.detail), one.version] for one in self.history],
        }

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Ticket:
        """What `dump` gave."""
        ticket = cls(data["key"], data["queue"], data["reporter"], data["created"])
        for name in ("updated", "title", "state", "priority", "assignee", "text", "version", "answered"):
            setattr(ticket, name, data[name])
        ticket.fields = dict(data["fields"])
        ticket.watchers = dict.fromkeys(data["watchers"])
        ticket.restricted = tuple(data["restricted"])
        ticket.comments = [Comment(*row) for row in data["comments"]]
        ticket.links = dict.fromkeys((kind, other) for kind, other in data["links"])
        ticket.decisions = {(row[0], row[1]): (row[2], row[3]) for row in data["decisions"]}
        ticket.clocks = {row[0]: Clock(*row[1:]) for row in data["clocks"]}
        ticket.history = [Entry(row[0], row[1], row[2], tuple(row[3]), row[4]) for row in data["history"]]
        return ticket


class Tickets(Component):
    """All tickets by key, in the order in which they were opened."""

    name = "tickets"

    def __init__(self) -> None:
        self._tickets: dict[str, Ticket] = {}
        self._comments: dict[str, int] = {}

    def listens(self) -> Mapping[str, Apply]:
        kinds = (
            TicketOpened,
            TicketChanged,
            TicketMoved,
            TicketCommented,
            TicketLinked,
            TicketWatched,
            TicketDecided,
            TicketClock,
            TicketBreached,
        )
        return {kind.kind: self._apply for kind in kinds}

    def __iter__(self) -> Iterator[Ticket]:
        return iter(self._tickets.values())

    def get(self, key: str) -> Ticket | None:
        """The ticket of that key."""
        return self._tickets.get(key)

    def next_key(self, queue: str) -> str:
        """The key of the next ticket of a queue."""
        numbers = [one.number for one in self._tickets.values() if one.queue == queue]
        return f"{queue}-{max(numbers, default=0) + 1}"

    def next_comment(self, person: str) -> str:
        """The id of the next comment that the person writes, ``ines/t2``."""
        return f"{person}/t{self._comments.get(person, 0) + 1}"

    def _apply(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, TicketPayload)
        at = event.at if payload.at is None else payload.at
        if isinstance(payload, TicketOpened):
            one = self._tickets[payload.ticket] = Ticket(payload.ticket, payload.queue, payload.by, at)
            one.title, one.text, one.state = payload.title, payload.text, payload.state
            one.priority, one.assignee = payload.priority, payload.assignee
            one.fields, one.restricted = dict(payload.fields), payload.restricted
            one.watchers = dict.fromkeys(payload.watchers)
            one.history.append(Entry(at, payload.by, "opened", (), 1))
            return
        one = self._tickets[payload.ticket]
        if isinstance(payload, TicketClock):
            old = one.clocks.get(payload.level)
            since = at if payload.status == "running" else None
            one.clocks[payload.level] = Clock(
                payload.status, payload.used, since, old.breached if old else None
            )
            return
        if isinstance(payload, TicketBreached):
            one.clocks[payload.level].breached = at
            one.history.append(Entry(at, "", "breached", (payload.level,), one.version))
            return
        one.updated = max(one.updated, at)
        match payload:
            case TicketChanged():
                self._changed(one, payload, at)
            case TicketMoved():
                one.version += 1
                one.state = payload.to
                one.answered = one.answered or payload.answers
                one.decisions = {}
                one.history.append(Entry(at, payload.by, "moved", (payload.was, payload.to), one.version))
            case TicketCommented():
                self._comments[payload.by] = self._comments.get(payload.by, 0) + 1
                one.answered = one.answered or payload.answers
                one.comments.append(Comment(payload.comment, payload.by, at, payload.text, payload.internal))
                one.history.append(Entry(at, payload.by, "commented", (payload.comment,), one.version))
            case TicketLinked():
                self._linked(one, payload, at)
            case TicketWatched():
                one.watchers.pop(payload.person, None)
                if payload.watching:
                    one.watchers[payload.person] = None
                what = "watched" if payload.watching else "unwatched"
                one.history.append(Entry(at, payload.by, what, (payload.person,), one.version))
            case TicketDecided():
                one.version += 1
                one.decisions[payload.approval, payload.by] = (payload.granted, at)
                what = "approved" if payload.granted else "refused"
                detail = (payload.approval, payload.note)
                one.history.append(Entry(at, payload.by, what, detail, one.version))
            case _:
                raise AssertionError(event)

    def _changed(self, one: Ticket, payload: TicketChanged, at: int) -> None:
        one.version += 1
        if payload.voids:
            one.decisions = {}
        for change in payload.changes:
            if change.name in ("title", "text", "priority", "assignee"):
                setattr(one, change.name, change.new)
            elif change.new:
                one.fields[change.name] = change.new
            else:
                one.fields.pop(change.name, None)
            detail = (change.name, change.old, change.new)
            one.history.append(Entry(at, payload.by, "changed", detail, one.version))

    def _linked(self, one: Ticket, payload: TicketLinked, at: int) -> None:
        other = self._tickets[payload.other]
        what = "unlinked" if payload.removed else "linked"
        for ticket, kind, end in ((one, payload.link, other), (other, INVERSE[payload.link], one)):
            ticket.links.pop((kind, end.key), None)
            if not payload.removed:
                ticket.links[kind, end.key] = None
            ticket.history.append(Entry(at, payload.by, what, (kind, end.key), ticket.version))
            ticket.updated = max(ticket.updated, at)

    def dump(self) -> Any:
        return {"tickets": [one.dump() for one in self._tickets.values()], "comments": dict(self._comments)}

    def load(self, data: Any) -> None:
        self._tickets = {row["key"]: Ticket.load(row) for row in data["tickets"]}
        self._comments = dict(data["comments"])
