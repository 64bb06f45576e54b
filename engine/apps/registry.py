"""Which apps there are: the built-in ones, those of installed packages, and Python files in folders of one's own."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.metadata import entry_points
from pathlib import Path
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
    folders: Sequence[Path] = (),
) -> list[App]:
    """The apps of those names over one office, and first what they share.

    Args:
        names: As a pack lists them; the order has no meaning.
        office: Whose apps they are.
        core: What the run provides.
        meetings: The office's calendar and meetings.
        access: Drive folder to the ids or departments that may open it.
        folders: Where else to look for `apps/*.py`, such as a pack's own folder.

    Raises:
        UnknownAppError: One of them can't be found.
    """
    premises = Premises(office.setup, core, office.threads, meetings, access or {})
    makers = {name: find_app(name, folders) for name in names}
    built_in = [name for name in BUILT_IN if name in makers]
    own = sorted(name for name in makers if name not in BUILT_IN)
    return [Commons(premises), *(makers[name](premises) for name in (*built_in, *own))]


def find_app(name: str, folders: Sequence[Path] = ()) -> Callable[[Premises], App]:
    """What makes the app of that name: a class that takes the `Premises`.

    Raises:
        UnknownAppError: There is none.
    """
    if name in BUILT_IN:
        return BUILT_IN[name]
    for folder in _folders(folders):
        found = _apps_in(folder)
        if name in found:
            return found[name]
    for point in entry_points(group=ENTRY_POINTS):
        if point.name == name:
            return _checked(point.load(), f"entry point {point.value}")
    known = available(folders)
    hint = did_you_mean(name, known) or f"Known: {', '.join(known)}."
    places = f"{SEARCH_VARIABLE}, installed packages and built-in apps"
    raise UnknownAppError(f"there is no app {name!r} in {places}. {hint}")


def available(folders: Sequence[Path] = ()) -> list[str]:
    """The names of all apps that can be found, sorted."""
    names = {*BUILT_IN, *(point.name for point in entry_points(group=ENTRY_POINTS))}
    for folder in _folders(folders):
        names.update(_apps_in(folder))
    return sorted(names)


def _folders(more: Sequence[Path]) -> list[Path]:
    variable = [Path(part) for part in os.environ.get(SEARCH_VARIABLE, "").split(os.pathsep) if part]
    return [folder / "apps" for folder in (*more, *variable) if (folder / "apps").is_dir()]


def _apps_in(folder: Path) -> dict[str, type[App]]:
    found: dict[str, type[App]] = {}
    for path in sorted(folder.glob("*.py")):
        if path.name.startswith("_"):
            continue
        module = _module(path.resolve())
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, App) and value.__module__ == module.__name__:
                found.setdefault(_checked(value, str(path)).name, value)
    return found


@lru_cache(maxsize=256)
def _module(path: Path) -> ModuleType:
    name = f"tenure_apps_{len(_module_names)}_{path.stem}"
    _module_names.append(name)
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UnknownAppError(f"{path} can't be imported as a Python file")
    module = importlib.util.module_from_spec(spec)
    # type hints of the app's methods are resolved through its module
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


_module_names: list[str] = []


def _checked(value: Any, where: str) -> type[App]:
    if not (isinstance(value, type) and issubclass(value, App)):
        raise UnknownAppError(f"{where} is no subclass of tenure.engine.apps.base.App")
    if not isinstance(getattr(value, "name", None), str):
        raise UnknownAppError(f"{where}: set the class variable `name` to the app's name")
    return value
