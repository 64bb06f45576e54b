"""Which messages of one app the people of seats have not opened yet."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from ..kernel.events import Event
from ..kernel.state import Apply, Component
from ..office.events import Channel, MessageRead, MessageSent


class Unopened(Component):
    """Per person of a seat the ids of unopened messages, each with its place.

    Args:
        app: Whose messages; the component bears its name.
        seated: The people of seats.
    """

    def __init__(self, app: Channel, seated: Collection[str], name: str = "") -> None:
        self.name = name or app  # pyright: ignore[reportAttributeAccessIssue]
        self._app: Channel = app
        self._seated = frozenset(seated)
        self._unopened: dict[str, dict[str, str]] = {}

    def listens(self) -> Mapping[str, Apply]:
        return {MessageSent.kind: self._sent, MessageRead.kind: self._read}

    def of(self, person: str) -> Mapping[str, str]:
        """The person's unopened messages, oldest first."""
        return self._unopened.get(person, {})

    def _sent(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, MessageSent)
        if payload.app == self._app:
            for person in payload.to:
                if person in self._seated and person != payload.sender:
                    self._unopened.setdefault(person, {})[payload.message] = place_of(payload.thread)

    def _read(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, MessageRead)
        unopened = self._unopened.get(payload.person, {})
        for message in payload.messages:
            unopened.pop(message, None)

    def dump(self) -> Any:
        return {person: dict(unopened) for person, unopened in self._unopened.items()}

    def load(self, data: Any) -> None:
        self._unopened = {person: dict(unopened) for person, unopened in data.items()}


def place_of(thread: str) -> str:
    """The channel or conversation that a thread belongs to; a meeting is its own."""
    return thread.partition("/")[0] if thread.startswith("#") else thread
