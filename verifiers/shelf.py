"""The documents of a run that another document can refer to: files on the drive, at any time, and the library's."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from ..engine.files.plain import plain
from ..engine.kernel.blobs import BlobRef, Blobs
from ..engine.kernel.events import Payload
from ..engine.office.events import FileMoved, FileWritten, MessageSent

_HEADING: Final = re.compile(r"(?m)^#{1,2} (?!Page \d|Slide \d)(.{6,120})$")
MOST_READ: Final = 600
"""Documents whose text is looked into for one that is cited by something in it."""


class Entry(NamedTuple):
    """A document that can be cited."""

    kind: str
    """``drive`` or ``library``."""
    key: str
    """Its path, or its id in the library."""
    titles: tuple[str, ...]
    """What it is called, beside its path."""


class Shelf:
    """What there is to cite, as far as the run has come.

    Args:
        blobs: The run's files.
        person: Whose own files don't count.
        library: Gives the library's rows; asked at most once.
    """

    kinds: Final = (FileWritten.kind, FileMoved.kind, MessageSent.kind)

    def __init__(
        self, blobs: Blobs, person: str, library: Callable[[str], Iterable[Mapping[str, Any]]]
    ) -> None:
        self._blobs = blobs
        self._person = person
        self._library = library
        self._files: dict[str, BlobRef] = {}
        self._own: set[str] = set()
        self._attached: set[str] = set()
        self._shelved: list[Entry] | None = None
        self._said = (-1, "")
        self._carried: dict[str, tuple[int, dict[Entry, set[str]]]] = {}
        self.version = 0
        """Goes up whenever something comes onto it."""

    def fold(self, payload: Payload) -> None:
        """Take an event in."""
        if isinstance(payload, FileWritten):
            if payload.path not in self._files:
                self.version += 1
                if payload.by == self._person and not payload.past:
                    self._own.add(payload.path)
            self._files[payload.path] = payload.blob
        elif isinstance(payload, FileMoved):
            if payload.to and payload.path in self._files:
                self._files[payload.to] = self._files[payload.path]
                self.version += 1
                if payload.path in self._own:
                    self._own.add(payload.to)
        elif isinstance(payload, MessageSent):
            self._attached |= {one.name for one in payload.attachments}

    def entries(self) -> Iterator[Entry]:
        """Everything that may be cited: files that are not one's own, and the library."""
        for path in self._files:
            if path not in self._own:
                yield Entry("drive", path, ())
        if self._shelved is None:
            self._shelved = [
                Entry("library", str(row["document"]), (str(row["title"]),)) for row in self._library("")
            ]
        yield from self._shelved

    def file_names(self) -> Iterator[str]:
        """The names of all files that ever were on the drive or came with a message, one's own too."""
        yield from self._files
        yield from self._attached

    def text(self, path: str) -> str:
        """A file's text; empty if it has none."""
        ref = self._files.get(path)
        return _text(self._blobs, path.rpartition("/")[2], ref) if ref is not None else ""

    def heading(self, path: str) -> str:
        """The title that stands in a file; empty if none does."""
        found = _HEADING.search(self.text(path)[:4_000])
        return found[1] if found else ""

    @property
    def said(self) -> str:
        """All that the texts say."""
        if self._said[0] != self.version:
            self._said = (self.version, "\n".join(text for _, text in self.texts()))
        return self._said[1]

    def carried(self, pattern: re.Pattern[str]) -> Mapping[Entry, set[str]]:
        """What each document holds of a pattern."""
        known = self._carried.get(pattern.pattern)
        if known is None or known[0] != self.version:
            found = {one: {match.group() for match in pattern.finditer(text)} for one, text in self.texts()}
            known = self._carried[pattern.pattern] = (self.version, found)
        return known[1]

    def texts(self) -> Iterator[tuple[Entry, str]]:
        """The texts of what is not one's own, at most `MOST_READ`."""
        for number, entry in enumerate(self.entries()):
            if number >= MOST_READ:
                return
            if entry.kind == "drive":
                yield entry, self.text(entry.key)
        for row in self._library("texts"):
            yield Entry("library", str(row["document"]), ()), str(row["text"])


def _text(blobs: Blobs, name: str, ref: BlobRef) -> str:
    return plain(name, blobs.get(ref)) or ""
