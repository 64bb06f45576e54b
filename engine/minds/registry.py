"""Which minds there are: the scripted one, a pack's own, a user's, and those of installed packages."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from typing import Any, Final, TypeAlias

from ...personas import Persona
from ...personas.library import SEARCH_VARIABLE
from ...personas.problems import did_you_mean
from ..extensions import Own, own_files, own_module
from ..kernel.minds import Mind
from ..office.model import Person
from .scripted import ScriptedMind

ENTRY_POINTS: Final = "tenure.minds"
"""Entry point group; each names a class, under the word that is written in ``mind:``."""
SCRIPTED: Final = "scripted"
MODEL: Final = "model"
"""Whatever model a run binds to that name."""
HUMAN: Final = "human"
"""Somebody at the terminal."""

Maker: TypeAlias = Callable[[Persona, Person], Mind]
"""Makes the mind of one person, of who they are and what they are here."""


class UnknownMindError(LookupError):
    """No mind goes by that name; the message names the nearest and where was looked."""


def find_mind(name: str, files: Mapping[str, bytes] | None = None) -> Maker:
    """What makes minds of that name.

    Args:
        name: As a cast file says in ``mind:``.
        files: A pack by content; its `minds/*.py` come first.

    Raises:
        UnknownMindError: There is none.
    """
    if name == SCRIPTED:
        return ScriptedMind
    own = _own(files)
    if name in own:
        return own[name][0]
    points = {point.name: point for point in entry_points(group=ENTRY_POINTS)}
    if name in points:
        return points[name].load()
    known = [SCRIPTED, *known_minds(files)]
    hint = did_you_mean(name, known) or f"There are: {', '.join(known)}."
    raise UnknownMindError(
        f"there is no mind `{name}` in the pack's minds/, {SEARCH_VARIABLE} and installed packages. {hint}"
    )


def known_minds(files: Mapping[str, bytes] | None = None) -> tuple[str, ...]:
    """Names of the minds that need no binding, besides the scripted one: a pack's own, a user's, installed ones."""
    return tuple(sorted({*_own(files), *(point.name for point in entry_points(group=ENTRY_POINTS))}))


def file_of(name: str, files: Mapping[str, bytes] | None = None) -> Own | None:
    """The pack's or user's own file that defines the mind of that name, if one does."""
    found = None if name == SCRIPTED else _own(files).get(name)
    return None if found is None else found[1]


def _own(files: Mapping[str, bytes] | None) -> dict[str, tuple[Maker, Own]]:
    """Classes with a ``name`` and ``decide``, by that name."""
    found: dict[str, tuple[Maker, Own]] = {}
    for stem, own in own_files("minds", files).items():
        try:
            module = own_module("minds", stem, own)
        except Exception as error:
            raise UnknownMindError(
                f"{own.file} can't be imported: {type(error).__name__}: {error}"
            ) from error
        for value in vars(module).values():
            if inspect.isclass(value) and value.__module__ == module.__name__ and hasattr(value, "decide"):
                made: Any = value
                if isinstance(getattr(made, "name", None), str):
                    found.setdefault(made.name, (made, own))
    return found
