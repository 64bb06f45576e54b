"""A world's facts and storyline with a task's overlay laid over them; each item knows its file and line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from ..personas.problems import AuthoringError, AuthoringErrors, Misfit, Path, Position
from ..personas.source import LineMap
from .schema.facts import Knowledge
from .schema.storyline import Storyline

M = TypeVar("M", bound=BaseModel)


class Placed(Generic[M]):
    """A model put together from one or two files.

    Attributes:
        model: What they say together.
    """

    def __init__(
        self, model: M, whole: LineMap, places: dict[Path, tuple[LineMap, Path]] | None = None
    ) -> None:
        self.model = model
        self._whole = whole
        self._places = places or {}

    def locate(self, path: Path) -> tuple[LineMap, Path]:
        """The line map that holds a path of the model, and the path in it."""
        lines, base = self._places.get(path[:2], (self._whole, path[:2]))
        return lines, (*base, *path[2:])

    def where(self, path: Path) -> Position:
        """File, line and column of a path of the model."""
        lines, place = self.locate(path)
        return lines.where(place)


Layer = tuple[M, LineMap]


def merge_knowledge(layers: Iterable[Layer[Knowledge]]) -> Placed[Knowledge]:
    """Facts, approvals and requests of later layers added to, or put in place of, those of earlier ones.

    Raises:
        AuthoringErrors: An id is used for two kinds of things.
    """
    merged: dict[str, dict[str, Any]] = {"facts": {}, "approvals": {}, "requests": {}}
    places: dict[Path, tuple[LineMap, Path]] = {}
    whole = LineMap("facts.yaml")
    for model, lines in layers:
        whole = lines
        for section, items in merged.items():
            for name, item in getattr(model, section).items():
                items[name] = item
                places[section, name] = (lines, (section, name))
    return Placed(_built(Knowledge, merged, whole), whole, places)


def merge_storyline(layers: Iterable[Layer[Storyline]]) -> Placed[Storyline]:
    """Meetings and beats of later layers added to, or put in place of, those of earlier ones."""
    merged: dict[str, dict[str, Any]] = {"meetings": {}, "beats": {}}
    found: dict[tuple[str, str], tuple[LineMap, Path]] = {}
    whole = LineMap("storyline.yaml")
    for model, lines in layers:
        whole = lines
        for section, items in merged.items():
            for index, item in enumerate(getattr(model, section)):
                items[item.id] = item
                found[section, item.id] = (lines, (section, index))
    places: dict[Path, tuple[LineMap, Path]] = {}
    for section, items in merged.items():
        for index, name in enumerate(items):
            places[section, index] = found[section, name]
    lists = {section: tuple(items.values()) for section, items in merged.items()}
    return Placed(_built(Storyline, lists, whole), whole, places)


def _built(model: type[M], data: dict[str, Any], lines: LineMap) -> M:
    try:
        return model(**data)
    except ValidationError as fault:
        errors: list[AuthoringError] = []
        for error in fault.errors():
            cause = error.get("ctx", {}).get("error")
            fix = cause.fix if isinstance(cause, Misfit) else ""
            errors.append(lines.error((), str(cause or error["msg"]), fix))
        raise AuthoringErrors(errors) from None
