"""Which files of the drive coworkers have opened, as far as they remember: what they can speak of when asked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ..kernel.events import Event
from ..kernel.state import Apply, Component
from .events import Attached, FileRead
from .model import Setup

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
