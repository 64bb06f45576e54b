"""What verifiers may look at: a run's files, messages, conditions and apps, folded from its events in one pass."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from ..engine.apps.base import App
from ..engine.kernel.blobs import BlobRef, Blobs
from ..engine.kernel.events import Event, Payload
from ..engine.kernel.state import State
from ..engine.kernel.world import World
from ..engine.office.events import FileMoved, FileWritten
from .conditions import Conditions
from .coworkers.faults import Faults
from .scene import Scene
from .shelf import Shelf

_OFFICE_KINDS: Final = {
    "mail": ("message.", "mail."),
    "chat": ("message.", "chat."),
    "drive": ("drive.",),
    "calendar": ("calendar.", "meeting."),
    "meetings": ("calendar.", "meeting.", "message."),
}
"""Kinds that change apps whose state belongs to the office: prefixes."""


class RunView(Protocol):
    """A run as scoring sees it; the kernel's `Run` is one."""

    @property
    def blobs(self) -> Blobs:
        """Texts and files by content."""
        ...

    def events(self, kinds: Sequence[str] = (), *, until: int | None = None) -> Iterator[Event]:
        """The run's events in order, the shared past included."""
        ...

    def state_at(self, seq: int) -> tuple[World, State, int]:
        """A world bound to the state after the step that holds event ``seq``, and that step's last event."""
        ...


class HasApps(Protocol):
    """A world that tells its apps by name; needed only for criteria of kind state."""

    @property
    def apps(self) -> Mapping[str, App]: ...


class Stored(NamedTuple):
    """A file on the drive as it is now."""

    path: str
    file: str
    version: int
    blob: BlobRef
    by: str
    """Who wrote this version."""
    seq: int
    """The event that wrote it."""
    past: bool


class Drive:
    """The files that lie on the drive."""

    kinds: Final = (FileWritten.kind, FileMoved.kind)

    def __init__(self) -> None:
        self._paths: dict[str, Stored] = {}

    def fold(self, payload: Payload, seq: int) -> None:
        """Take an event in."""
        if isinstance(payload, FileWritten):
            self._paths[payload.path] = Stored(
                payload.path, payload.file, payload.version, payload.blob, payload.by, seq, payload.past
            )
        elif isinstance(payload, FileMoved):
            one = self._paths.pop(payload.path, None)
            if one is not None and payload.to:
                self._paths[payload.to] = one._replace(path=payload.to)

    def at(self, path: str) -> Stored | None:
        """The file at that path."""
        return self._paths.get(path)

    def matching(self, path: re.Pattern[str]) -> list[Stored]:
        """The files whose whole path fits, by path."""
        return [one for where, one in sorted(self._paths.items()) if path.fullmatch(where)]


class Evidence:
    """The run up to an event.

    Attributes:
        scene: Who is who.
        blobs: Texts and files by content.
        conditions: When each condition of the rubric became true.
        drive: The files that lie on the drive.
        faults: Coworkers' faults that stand in the way of what the seat needs.
        shelf: The documents that others can refer to.
        seq: The last event taken in, -1 before the first.
        at: Its instant, milliseconds since the run's start.
    """

    def __init__(
        self,
        scene: Scene,
        blobs: Blobs,
        conditions: Conditions,
        apps: Mapping[str, App] | None = None,
    ) -> None:
        self.scene = scene
        self.blobs = blobs
        self.conditions = conditions
        self.drive = Drive()
        self.faults = Faults(scene.setup, scene.person, blobs.text)
        self.shelf = Shelf(blobs, scene.person, self._library)
        self.seq = -1
        self.at = 0
        self._apps = apps or {}

    @property
    def kinds(self) -> frozenset[str]:
        """Kinds of events that it is folded from."""
        return frozenset((*Drive.kinds, *self.faults.kinds, *Shelf.kinds, *self.conditions.kinds))

    def fold(self, event: Event) -> None:
        """Take the next event in."""
        self.seq, self.at = event.seq, event.at
        self.conditions.fold(event)
        self.drive.fold(event.payload, event.seq)
        self.faults.fold(event)
        self.shelf.fold(event.payload)

    def text(self, ref: BlobRef) -> str:
        """A text of the run."""
        return self.blobs.text(ref)

    def rows(self, app: str, table: str = "") -> list[Mapping[str, Any]]:
        """An app's records as they stand.

        Raises:
            LookupError: The run has no such app, or the app no such table.
        """
        return list(self._app(app).rows(table))

    def changes(self, app: str, kind: str) -> bool:
        """Whether events of that kind can change an app's records."""
        own = any(kind in component.listens() for component in self._app(app).components())
        return own or kind.startswith(_OFFICE_KINDS.get(app, (f"{app}.",)))

    def _library(self, table: str) -> list[Mapping[str, Any]]:
        """What the library has; nothing where there is none."""
        try:
            return list(self._apps["library"].rows(table))
        except KeyError:
            return []

    def _app(self, app: str) -> App:
        if app not in self._apps:
            raise LookupError(
                f"the run has no app {app!r}; it has {', '.join(self._apps) or 'none that this criterion reads'}"
            )
        return self._apps[app]
