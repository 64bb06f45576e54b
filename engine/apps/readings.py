"""What the people of seats have read, by content: reading the same text again costs no time."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from ..kernel.blobs import blob_ref
from ..kernel.events import Event, Payload
from ..kernel.state import Apply, Component
from ..office.texts import is_text
from .base import Acting


class ContentRead(Payload):
    """The person of a seat read contents that they had not read before."""

    kind: ClassVar[str] = "content.read"

    person: str
    contents: tuple[str, ...]
    """Blob names; a later part of a long text has its number behind ``#``."""


class Readings(Component):
    """The contents that each seat's person has read."""

    name = "readings"

    def __init__(self, readers: Collection[str]) -> None:
        self._readers = frozenset(readers)
        self._read: dict[str, dict[str, None]] = {}

    def listens(self) -> Mapping[str, Apply]:
        return {ContentRead.kind: self._apply}

    def _apply(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, ContentRead)
        self._read.setdefault(payload.person, {}).update(dict.fromkeys(payload.contents))

    def unread(self, person: str, contents: Sequence[str]) -> list[str]:
        """Those of ``contents`` that the person reads for the first time. A coworker's reading isn't kept."""
        read = self._read.get(person, {})
        return [one for one in dict.fromkeys(contents) if one not in read]

    def read(self, acting: Acting, contents: Sequence[str]) -> list[str]:
        """Record that the acting person read these, and return which of them were new to them."""
        new = self.unread(acting.person, contents)
        if new and acting.person in self._readers:
            acting.step.emit(ContentRead(person=acting.person, contents=tuple(new)), acting.person)
        return new

    def dump(self) -> Any:
        return {person: list(read) for person, read in self._read.items()}

    def load(self, data: Any) -> None:
        self._read = {person: dict.fromkeys(read) for person, read in data.items()}


def content(blob: str, part: int = 1) -> str:
    """The key of one part of a content."""
    return blob if part == 1 else f"{blob}#{part}"


def text_key(text: str) -> str:
    """The key of a text by its own content: a part of a file that stays the same while the file changes."""
    return blob_ref(text.encode("utf-8", "surrogatepass"))


def part_key(name: str, blob: str, text: str, part: int) -> str:
    """The key of one part of a file's text.

    An edit changes every byte of an office file, but few parts of its text: those go by their own content.

    Args:
        name: The file's name.
        blob: Its bytes.
        text: The part's text.
        part: Its number, from 1.
    """
    return content(blob, part) if is_text(name) else text_key(text)
