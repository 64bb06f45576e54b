"""What coworkers have opened and looked up, as far as they remember: what they can speak of when asked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, NamedTuple

from ..kernel.blobs import BlobRef, Blobs
from ..kernel.events import Event, Payload
from ..kernel.state import Apply, Component
from .events import Attached, FileRead
from .model import Setup
from .percept import Finding

KEPT: Final = 16
"""Files that a person remembers."""
PATH: Final = re.compile(r"(?<![\w/])/[\w.%+-]+(?:[/ ][\w.%+-]+)*?\.\w{1,5}\b")
"""A file's path in a text."""
LOOK: Final = re.compile(
    r"\b(?:look|check|review|read|go (?:over|through)|comment|opinion|thoughts|feedback|see if|correct|wrong|miss)",
    re.IGNORECASE,
)
"""A text that wants something opened."""


def wanted(text: str, attached: Sequence[Attached] = ()) -> list[str]:
    """The files of the drive that a text asks its reader to look at, named in it or sent along; at most three."""
    if not LOOK.search(text):
        return []
    paths = [one.path for one in attached if one.path]
    return list(dict.fromkeys([*PATH.findall(text), *paths]))[:3]


class Desktops(Component):
    """The files that each coworker opened last, with the version they saw."""

    name = "desktops"

    def __init__(self, setup: Setup) -> None:
        self._coworkers = frozenset(one.id for one in setup.people.values() if one.is_coworker)
        self.opened: dict[str, dict[str, int]] = {}

    def listens(self) -> Mapping[str, Apply]:
        return {FileRead.kind: self._read}

    def _read(self, event: Event) -> None:
        read: Any = event.payload
        if read.person not in self._coworkers:
            return
        mine = self.opened.setdefault(read.person, {})
        mine.pop(read.path, None)
        mine[read.path] = read.version
        while len(mine) > KEPT:
            del mine[next(iter(mine))]

    def dump(self) -> Any:
        return {person: dict(files) for person, files in self.opened.items()}

    def load(self, data: Any) -> None:
        self.opened = {person: dict(files) for person, files in data.items()}


# Looking things up ---------------------------------------------------------------------------------------------------

THREADS: Final = 8
"""Things of a person that are remembered to have been looked up for, or held back from."""
MOST_FOUND: Final = 4
"""Findings on one thing."""


class Found(Payload):
    """Somebody looked something up before answering, and this came of it."""

    kind: ClassVar[str] = "desk.found"

    person: str
    key: str
    """Of the thing that waits for them."""
    about: str
    """What it was looked up for: the first message that waited, or the errand."""
    tool: str
    arguments: str
    """JSON."""
    text: BlobRef
    ok: bool = True


class HeldBack(Payload):
    """A text that somebody's model worded could not go out: the world refused it, or it gives away too much."""

    kind: ClassVar[str] = "desk.held_back"

    person: str
    key: str
    about: str
    facts: tuple[str, ...] = ()
    """What it gives away that its readers may not be told."""


class _Row(NamedTuple):
    tool: str
    arguments: str
    text: BlobRef
    ok: bool


class Findings(Component):
    """What people looked up for what waits for them, and how often a text of theirs could not go out there."""

    name = "findings"

    def __init__(self, blobs: Blobs) -> None:
        self._blobs = blobs
        self._found: dict[str, dict[str, tuple[str, list[_Row]]]] = {}
        self._held: dict[str, dict[str, tuple[str, int]]] = {}

    def of(self, person: str, key: str, about: str) -> tuple[Finding, ...]:
        """What somebody looked up for a thing, oldest first."""
        kept, rows = self._found.get(person, {}).get(key, ("", ()))
        if kept != about:
            return ()
        return tuple(
            Finding(tool=o.tool, arguments=o.arguments, text=self._blobs.text(o.text), ok=o.ok) for o in rows
        )

    def held(self, person: str, key: str, about: str) -> int:
        """How often a text about a thing could not go out."""
        kept, times = self._held.get(person, {}).get(key, ("", 0))
        return times if kept == about else 0

    def listens(self) -> Mapping[str, Apply]:
        return {Found.kind: self._on_found, HeldBack.kind: self._on_held}

    def _on_found(self, event: Event) -> None:
        found = event.payload
        assert isinstance(found, Found)
        mine = self._found.setdefault(found.person, {})
        kept, rows = mine.pop(found.key, ("", []))
        before = rows if kept == found.about else []
        row = _Row(found.tool, found.arguments, found.text, found.ok)
        mine[found.key] = (found.about, [*before, row][-MOST_FOUND:])
        _bound(mine)

    def _on_held(self, event: Event) -> None:
        held = event.payload
        assert isinstance(held, HeldBack)
        mine = self._held.setdefault(held.person, {})
        kept, times = mine.pop(held.key, ("", 0))
        mine[held.key] = (held.about, (times if kept == held.about else 0) + 1)
        _bound(mine)

    def dump(self) -> Any:
        return {
            "found": {
                person: {key: [about, [list(row) for row in rows]] for key, (about, rows) in mine.items()}
                for person, mine in self._found.items()
            },
            "held": {
                person: {key: list(one) for key, one in mine.items()} for person, mine in self._held.items()
            },
        }

    def load(self, data: Any) -> None:
        self._found = {
            person: {key: (about, [_Row(*row) for row in rows]) for key, (about, rows) in mine.items()}
            for person, mine in data["found"].items()
        }
        self._held = {
            person: {key: (one[0], one[1]) for key, one in mine.items()}
            for person, mine in data["held"].items()
        }


def _bound(mine: dict[str, Any]) -> None:
    while len(mine) > THREADS:
        del mine[next(iter(mine))]
