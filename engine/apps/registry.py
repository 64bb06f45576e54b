"""Which apps there are: the built-in ones, those of installed packages, and Python files of a pack or a folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.metadata import entry_points
from typing import Any, Final, Protocol

from pydantic import BaseModel

from ...personas.library import SEARCH_VARIABLE
from ..extensions import Own, own_files, own_module
from ..kernel.state import Component
from ..kernel.world import Core
from ..office.conditions.scope import Times
from ..office.meetings import Meetings as OfficeMeetings
from ..office.model import Setup
from ..office.threads import Threads
from .base import App
from .calendar import Calendar
from .chat import Chat
from .crm import Crm
from .directory import Directory
from .docs import Docs
from .drive import Drive
from .library import Library
from .mail import Mail
from .meetings import Meetings
from .notes import Notes
from .people import did_you_mean
from .phone import Phone
from .premises import Page, Premises
from .sheets import SheetsApp
from .slides import Slides
from .tickets import TicketsApp

ENTRY_POINTS: Final = "tenure.apps"
"""Entry point group; each names an `App` subclass, under the app's name."""

BUILT_IN: Final[Mapping[str, Callable[[Premises], App]]] = {
    app.name: app
    for app in (
        Directory,
        Drive,
        Docs,
        Slides,
        Notes,
        Mail,
        Chat,
        Calendar,
        Meetings,
        Library,
        Phone,
        TicketsApp,
        Crm,
        SheetsApp,
    )
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
    configs: Mapping[str, BaseModel] | None = None,
    pages: Mapping[str, Sequence[Page]] | None = None,
    times: Times | None = None,
) -> list[App]:
    """The apps of those names over one office, and first what they share.

    Args:
        names: As a pack lists them; the order has no meaning.
        office: Whose apps they are.
        core: What the run provides; `apps/*.py` of the pack come from its files.
        meetings: The office's calendar and meetings.
        access: Drive folder to the ids or departments that may open it.
        configs: What the pack says for apps, by app.
        pages: The pack's pages for apps, by app.
        times: Places the times in configs.

    Raises:
        UnknownAppError: One of them can't be found.
    """
    premises = Premises(
        office.setup, core, office.threads, meetings, access or {}, configs or {}, pages or {}, times
    )
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
    own = _own(files)
    if name in own:
        return own[name][0]
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
    return sorted({*names, *_own(files)})


def file_of(name: str, files: Mapping[str, bytes] | None = None) -> Own | None:
    """The pack's or user's own file that defines the app of that name, if one does."""
    found = None if name in BUILT_IN else _own(files).get(name)
    return None if found is None else found[1]


def _own(files: Mapping[str, bytes] | None) -> dict[str, tuple[type[App], Own]]:
    found: dict[str, tuple[type[App], Own]] = {}
    for stem, own in own_files("apps", files).items():
        try:
            module = own_module("apps", stem, own)
        except Exception as error:
            raise UnknownAppError(f"{own.file} can't be imported: {type(error).__name__}: {error}") from error
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, App) and value.__module__ == module.__name__:
                found.setdefault(_checked(value, own.file).name, (value, own))
    return found


def _checked(value: Any, where: str) -> type[App]:
    if not (isinstance(value, type) and issubclass(value, App)):
        raise UnknownAppError(f"{where} is no subclass of tenure.engine.apps.base.App")
    if not isinstance(getattr(value, "name", None), str):
        raise UnknownAppError(f"{where}: set the class variable `name` to the app's name")
    return value
