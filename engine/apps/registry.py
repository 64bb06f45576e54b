"""Which apps there are: the built-in ones, those of installed packages, and Python files of a pack or a folder."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.metadata import entry_points
from pathlib import Path, PurePath
from types import ModuleType
from typing import Any, Final, Protocol

from ..kernel.state import Component
from ..kernel.world import Core
from ..office.meetings import Meetings as OfficeMeetings
from ..office.model import Setup
from ..office.threads import Threads
from .base import App
from .calendar import Calendar
from .chat import Chat
from .directory import Directory
from .drive import Drive
from .mail import Mail
from .meetings import Meetings
from .notes import Notes
from .people import did_you_mean
from .premises import Premises

ENTRY_POINTS: Final = "tenure.apps"
"""Entry point group; each names an `App` subclass, under the app's name."""
SEARCH_VARIABLE: Final = "TENURE_PATH"
"""Folders, separated as in PATH, each of which may hold `apps/*.py`."""

BUILT_IN: Final[Mapping[str, Callable[[Premises], App]]] = {
    app.name: app for app in (Directory, Drive, Notes, Mail, Chat, Calendar, Meetings)
}


_IN_PACK: Final = re.compile(r"(?:pack/)?apps/[^_/][^/]*\.py")


class UnknownAppError(LookupError):
    """No app of that name was found; the message names the nearest and where was looked."""


class Office(Protocol):
    """What the apps need of the office."""

    @property
    def setup(self) -> Setup: ...
    @property
    def threads(self) -> Threads: ...


class Commons(App):
    """The state that apps share; it has no tools."""

    name = "commons"

    def __init__(self, premises: Premises) -> None:
        self._premises = premises

    def components(self) -> Iterable[Component]:
        return self._premises.components()


def build_apps(
    names: Sequence[str],
    office: Office,
    core: Core,
    *,
    meetings: OfficeMeetings,
    access: Mapping[str, Sequence[str]] | None = None,
) -> list[App]:
    """The apps of those names over one office, and first what they share.

    Args:
        names: As a pack lists them; the order has no meaning.
        office: Whose apps they are.
        core: What the run provides; `apps/*.py` of the pack come from its files.
        meetings: The office's calendar and meetings.
        access: Drive folder to the ids or departments that may open it.

    Raises:
        UnknownAppError: One of them can't be found.
    """
    premises = Premises(office.setup, core, office.threads, meetings, access or {})
    makers = {name: find_app(name, core.files) for name in names}
    built_in = [name for name in BUILT_IN if name in makers]
    own = sorted(name for name in makers if name not in BUILT_IN)
    return [Commons(premises), *(makers[name](premises) for name in (*built_in, *own))]


def find_app(name: str, files: Mapping[str, bytes] | None = None) -> Callable[[Premises], App]:
    """What makes the app of that name: a class that takes the `Premises`.

    Args:
        name: The app's name.
        files: A pack by content, as runs keep it; its `apps/*.py` come before all others but the built-in ones.

    Raises:
        UnknownAppError: There is none.
    """
    if name in BUILT_IN:
        return BUILT_IN[name]
    for file, source in _sources(files or {}):
        found = _apps_in(file, source)
        if name in found:
            return found[name]
    for point in entry_points(group=ENTRY_POINTS):
        if point.name == name:
            return _checked(point.load(), f"entry point {point.value}")
    known = available(files)
    hint = did_you_mean(name, known) or f"Known: {', '.join(known)}."
    places = f"the pack's apps/, {SEARCH_VARIABLE} and installed packages"
    raise UnknownAppError(f"there is no app {name!r} in {places}. {hint}")


def available(files: Mapping[str, bytes] | None = None) -> list[str]:
    """The names of all apps that can be found, sorted."""
    names = {*BUILT_IN, *(point.name for point in entry_points(group=ENTRY_POINTS))}
    for file, source in _sources(files or {}):
        names.update(_apps_in(file, source))
    return sorted(names)


def _sources(files: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """Python files that may hold apps: name and content."""
    for path in sorted(files):
        if _IN_PACK.fullmatch(path):
            yield path, files[path]
    for part in os.environ.get(SEARCH_VARIABLE, "").split(os.pathsep):
        folder = Path(part) / "apps"
        if part and folder.is_dir():
            for path in sorted(folder.glob("[!_]*.py")):
                yield str(path), path.read_bytes()


@lru_cache(maxsize=256)
def _apps_in(file: str, source: bytes) -> dict[str, type[App]]:
    # the module keeps its name when the file is edited, so that its event kinds may be defined anew
    module = ModuleType(f"tenure_apps_{PurePath(file).stem}")
    module.__file__ = file
    # pydantic resolves annotations through it
    sys.modules[module.__name__] = module
    try:
        exec(compile(source, file, "exec"), module.__dict__)  # the user's own code, which they chose to run
    except Exception as error:
        raise UnknownAppError(f"{file} can't be imported: {type(error).__name__}: {error}") from error
    found: dict[str, type[App]] = {}
    for value in vars(module).values():
        if isinstance(value, type) and issubclass(value, App) and value.__module__ == module.__name__:
            found.setdefault(_checked(value, file).name, value)
    return found


def _checked(value: Any, where: str) -> type[App]:
    if not (isinstance(value, type) and issubclass(value, App)):
        raise UnknownAppError(f"{where} is no subclass of tenure.engine.apps.base.App")
    if not isinstance(getattr(value, "name", None), str):
        raise UnknownAppError(f"{where}: set the class variable `name` to the app's name")
    return value
