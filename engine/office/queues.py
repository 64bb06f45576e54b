"""What waits for each person, as state: messages, errands, invitations, and what somebody has in hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Literal, NamedTuple

from pydantic_core import from_json, to_json

from ..kernel.clock import MINUTE
from ..kernel.events import Event, Payload
from ..kernel.state import Apply, Component
from .calls import HungUp
from .events import Channel, InvitationAnswered, MeetingEnded, Typing
from .percept import Errand

NEVER: Final = -1
"""Readiness of what will not be answered unless it is chased."""
SITTING: Final = 8 * MINUTE
"""A pause longer than this ends a sitting (fitted)."""

Kind = Literal["thread", "errand", "invitation"]


class Item(NamedTuple):
    """One thing that waits for a person."""

    key: str
    kind: Kind
    app: Channel
    thread: str
    """Empty for an errand that starts one."""
    sender: str
    """Who wrote last; for an errand, whom it concerns; for an invitation, the organiser."""
    messages: tuple[str, ...]
    """The waiting messages, oldest first."""
    words: int
    arrived: int
    """When the first of them came."""
    ready: int
    """When they would take it up; `NEVER`: not unless chased."""
    urgency: int
    """0 to 3."""
    chases: int
    pierces: bool
    """Gets through focus time and batches."""
    errand: Errand | None = None
    meeting: str = ""
    refused: int = 0
    """How often the world has refused what its person made of it; none again once somebody adds to it."""


class Queued(Payload):
    """A message, or a chase, waits for people."""

    kind: ClassVar[str] = "attention.queued"

    message: str
    app: Channel
    thread: str
    sender: str
    words: int
    rows: tuple[tuple[str, str, bool, int, int, int, bool], ...]
    """(person, key, new: the message joins that item, ready, urgency, chases, pierces)."""


class Meant(Payload):
    """Somebody means to turn to a colleague."""

    kind: ClassVar[str] = "attention.errand"

    person: str
    app: Channel
    errand: Errand
    ready: int
    thread: str = ""


class Asked(Payload):
    """An invitation waits for answers."""

    kind: ClassVar[str] = "attention.invitation"

    meeting: str
    organiser: str
    rows: tuple[tuple[str, int], ...]
    """(person, ready)."""


class Turned(Payload):
    """Somebody took up one of the things that waited, having read its messages."""

    kind: ClassVar[str] = "attention.turned"

    person: str
    key: str
    messages: tuple[str, ...]


class Deferred(Payload):
    """Somebody left a thing for later."""

    kind: ClassVar[str] = "attention.deferred"

    person: str
    item: tuple[Any, ...]


class AtWork(Payload):
    """Somebody uses a tool of an app for a while; what they do takes effect at its end."""

    kind: ClassVar[str] = "desk.working"

    person: str
    tool: str
    until: int


class Queues(Component):
    """What waits for everybody, what they have in hand, and when they were last at their messages."""

    name = "attention"
    KEEP = 24
    """Things never to be answered that are remembered, in case they are chased."""

    def __init__(self) -> None:
        self.waiting: dict[str, dict[str, Item]] = {}
        self.hand: dict[str, Item] = {}
        self.busy: dict[str, int] = {}
        """Until when somebody reads, thinks or writes."""
        self.sitting: dict[str, int] = {}
        """When the current or last sitting began."""
        self.errands: dict[str, int] = {}

    def listens(self) -> Mapping[str, Apply]:
        return {
            Queued.kind: self._queued,
            Meant.kind: self._meant,
            Asked.kind: self._asked,
            InvitationAnswered.kind: self._answered,
            Turned.kind: self._turned,
            Deferred.kind: self._deferred,
            Typing.kind: self._typing,
            AtWork.kind: self._at_work,
            MeetingEnded.kind: self._ended,
            HungUp.kind: self._hung_up,
            "mind.looked": self._looked,
            "mind.decided": self._decided,
        }

    def _queued(self, event: Event) -> None:
        said: Any = event.payload
        for person, key, joins, ready, urgency, chases, pierces in said.rows:
            queue = self.waiting.setdefault(person, {})
            old = queue.get(key)
            if not joins:
                if old is not None:
                    queue[key] = old._replace(ready=ready, urgency=urgency, chases=chases, pierces=pierces)
                continue
            before, words, arrived = (old.messages, old.words, old.arrived) if old else ((), 0, event.at)
            queue[key] = Item(
                key, "thread", said.app, said.thread, said.sender, (*before, said.message)[-12:],
                words + said.words, arrived, ready, urgency, chases, pierces,
            )  # fmt: skip
            if ready == NEVER and len(queue) > self.KEEP:
                lost = [k for k, item in queue.items() if item.ready == NEVER]
                for k in lost[: len(lost) - self.KEEP]:
                    del queue[k]

    def _meant(self, event: Event) -> None:
        said: Any = event.payload
        errand = said.errand
        key = f"e:{errand.errand}"
        self.errands[said.person] = self.errands.get(said.person, 0) + 1
        urgency = 1 if errand.kind in ("deliver", "correct", "chase") else 0
        self.waiting.setdefault(said.person, {})[key] = Item(
            key,
            "errand",
            said.app,
            said.thread,
            errand.to,
            (),
            0,
            event.at,
            said.ready,
            urgency,
            0,
            False,
            errand,
        )

    def _asked(self, event: Event) -> None:
        said: Any = event.payload
        key = f"i:{said.meeting}"
        for person, ready in said.rows:
            self.waiting.setdefault(person, {})[key] = Item(
                key,
                "invitation",
                "mail",
                "",
                said.organiser,
                (),
                25,
                event.at,
                ready,
                0,
                0,
                False,
                None,
                said.meeting,
            )

    def _answered(self, event: Event) -> None:
        said: Any = event.payload
        self.waiting.get(said.person, {}).pop(f"i:{said.meeting}", None)

    def _turned(self, event: Event) -> None:
        said: Any = event.payload
        if event.at - self.busy.get(said.person, -SITTING - 1) > SITTING:
            self.sitting[said.person] = event.at
        self.hand[said.person] = self.waiting[said.person].pop(said.key)

    def _deferred(self, event: Event) -> None:
        said: Any = event.payload
        item = item_of(said.item)
        queue = self.waiting.setdefault(said.person, {})
        newer = queue.get(item.key)
        if newer is not None:
            item = newer._replace(messages=(*item.messages, *newer.messages)[-12:], arrived=item.arrived)
        queue[item.key] = item

    def _typing(self, event: Event) -> None:
        said: Any = event.payload
        self.busy[said.person] = max(self.busy.get(said.person, 0), said.sends_at)

    def _at_work(self, event: Event) -> None:
        said: Any = event.payload
        self.busy[said.person] = max(self.busy.get(said.person, 0), said.until)

    def _ended(self, event: Event) -> None:
        said: Any = event.payload
        self._over(said.meeting)

    def _hung_up(self, event: Event) -> None:
        said: Any = event.payload
        self._over(said.call)

    def _over(self, thread: str) -> None:
        for queue in self.waiting.values():
            queue.pop(f"t:{thread}", None)

    def _looked(self, event: Event) -> None:
        said: Any = event.payload
        self.busy[said.actor] = max(self.busy.get(said.actor, 0), said.commit_at)

    def _decided(self, event: Event) -> None:
        said: Any = event.payload
        self.hand.pop(said.actor, None)

    def dump(self) -> Any:
        return {
            "waiting": {
                person: [item_row(item) for item in queue.values()] for person, queue in self.waiting.items()
            },
            "hand": {person: item_row(item) for person, item in self.hand.items()},
            "busy": dict(self.busy),
            "sitting": dict(self.sitting),
            "errands": dict(self.errands),
        }

    def load(self, data: Any) -> None:
        self.waiting = {
            person: {item.key: item for item in map(item_of, rows)}
            for person, rows in data["waiting"].items()
        }
        self.hand = {person: item_of(row) for person, row in data["hand"].items()}
        self.busy, self.sitting = dict(data["busy"]), dict(data["sitting"])
        self.errands = dict(data["errands"])


def item_row(item: Item) -> list[Any]:
    values: list[Any] = list(item)
    if not item.refused:  # as rows were before anybody counted
        values.pop()
    values[5] = list(item.messages)
    values[12] = None if item.errand is None else item.errand.model_dump()
    return values


def item_of(row: Sequence[Any]) -> Item:
    values: list[Any] = list(row)
    values[5] = tuple(values[5])
    values[12] = None if values[12] is None else Errand.model_validate(values[12])
    return Item(*values)


def item_text(item: Item) -> str:
    """An item as JSON, for a look's subject."""
    return to_json(item_row(item)).decode()


def item_from(text: str) -> Item:
    """The item that `item_text` made."""
    return item_of(from_json(text))
