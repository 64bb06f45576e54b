"""Mail boxes: which mails lie where for whom, and what was read. What the mails say is kept by the office's threads."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, ClassVar, Final

from ..kernel.events import Event, Payload
from ..kernel.state import Apply, Component
from ..office.events import MessageRead, MessageSent

UNREAD: Final = 1
FLAGGED: Final = 2
ARCHIVED: Final = 4
SENT: Final = 8
RECEIVED: Final = 16
DELETED: Final = 32

KEPT: Final = 300
"""Mails in the box of a coworker; the people of seats keep all of theirs."""


class MailMarked(Payload):
    """Somebody put mails in order in their own box."""

    kind: ClassVar[str] = "mail.marked"

    person: str
    messages: tuple[str, ...]
    how: str
    """unread, archived, inbox, flagged, unflagged, deleted."""


def lies_in(state: int, folder: str) -> bool:
    """Whether a mail of that state lies in ``inbox``, ``sent``, ``archive``, ``flagged`` or ``bin``."""
    if state & DELETED:
        return folder == "bin"
    match folder:
        case "inbox":
            return bool(state & RECEIVED) and not state & ARCHIVED
        case "sent":
            return bool(state & SENT)
        case "archive":
            return bool(state & ARCHIVED)
        case "flagged":
            return bool(state & FLAGGED)
        case "bin":
            return False
        case _:
            raise ValueError(folder)


class Mailboxes(Component):
    """Per person the ids of their mails, in order of arrival, each with what is known of it."""

    name = "mail"

    def __init__(self, seated: Collection[str]) -> None:
        self._seated = frozenset(seated)
        self._boxes: dict[str, dict[str, int]] = {}

    def listens(self) -> Mapping[str, Apply]:
        return {MessageSent.kind: self._sent, MessageRead.kind: self._read, MailMarked.kind: self._marked}

    def box(self, person: str) -> dict[str, int]:
        """The person's mails, oldest first, with their state as bits; to read only."""
        return self._boxes.get(person, {})

    def sent(self) -> Iterator[str]:
        """All mails that their senders' boxes still hold."""
        for box in self._boxes.values():
            for message, state in box.items():
                if state & SENT:
                    yield message

    def _sent(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, MessageSent)
        if payload.app != "mail":
            return
        self._put(payload.sender, payload.message, SENT)
        for person in (*payload.to, *payload.cc):
            # what came before the run is old for everybody but the people of seats
            new = not payload.past or person in self._seated
            self._put(person, payload.message, RECEIVED | UNREAD if new else RECEIVED)

    def _put(self, person: str, message: str, state: int) -> None:
        box = self._boxes.setdefault(person, {})
        box[message] = box.get(message, 0) | state
        if len(box) > KEPT and person not in self._seated:
            del box[next(iter(box))]

    def _read(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, MessageRead)
        box = self._boxes.get(payload.person, {})
        for message in payload.messages:
            if message in box:
                box[message] &= ~UNREAD

    def _marked(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, MailMarked)
        box = self._boxes[payload.person]
        for message in payload.messages:
            box[message] = self.marked(box[message], payload.how)

    @staticmethod
    def marked(state: int, how: str) -> int:
        """The state of a mail after it was marked."""
        match how:
            case "read":
                return state & ~UNREAD
            case "unread":
                return state | UNREAD
            case "archived":
                return state | ARCHIVED
            case "inbox":
                return state & ~(ARCHIVED | DELETED)
            case "deleted":
                return state | DELETED
            case "flagged":
                return state | FLAGGED
            case "unflagged":
                return state & ~FLAGGED
            case _:
                raise ValueError(how)

    def dump(self) -> Any:
        return {person: dict(box) for person, box in self._boxes.items()}

    def load(self, data: Any) -> None:
        self._boxes = {person: dict(box) for person, box in data.items()}
