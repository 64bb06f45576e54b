"""Every name in a pack must name something: a person, a fact, a meeting, a file.

The schemas mark what a text refers to (`Ref`); this walks any validated model and looks each name up, so
that a new schema or condition is checked without code of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import UnionType
from typing import Annotated, Any, NamedTuple, Union, cast, get_args, get_origin

from pydantic import BaseModel

from ..engine.apps.ticketsconfig import ROLES
from ..engine.office.conditions.model import GROUPS, KINDS, Ref
from ..personas.problems import AuthoringError, Path, did_you_mean
from ..personas.source import LineMap
from .schema.facts import RULE_WORDS
from .schema.minds import CROWD

NOUNS = {
    "person": "person",
    "actor": "person or seat",
    "people": "person, seat or group",
    "member": "person, title or department",
    "listener": "person, tie, title or department",
    "worker": "person, title, department or assignee, reporter, approver, team",
    "audience": "person or group",
    "minded": "person",
    "fact": "fact",
    "approval": "approval",
    "request": "request",
    "meeting": "meeting",
    "beat": "beat",
    "seat": "seat",
    "calendar": "calendar",
    "channel": "channel",
    "app": "app",
    "task": "task",
    "file": "file in the pack",
}


class Found(NamedTuple):
    """A marked text in a model: where, what kind of thing it names, and the name."""

    path: Path
    kind: str
    name: str


def references(model: BaseModel) -> Iterator[Found]:
    """Every marked text of a validated model, in the order of its fields."""
    yield from _model(model, ())


def _model(model: BaseModel, path: Path) -> Iterator[Found]:
    for name, field in type(model).model_fields.items():
        value = getattr(model, name)
        if value is not None:
            here = (*path, field.alias or name)
            kinds = tuple(item.kind for item in field.metadata if isinstance(item, Ref))
            yield from _value(value, field.annotation, here, kinds)


def _value(value: Any, annotation: Any, path: Path, kinds: tuple[str, ...]) -> Iterator[Found]:
    if isinstance(value, BaseModel):
        yield from _model(value, path)
        return
    kinds = (*kinds, *_kinds(annotation))
    if isinstance(value, str):
        for kind in dict.fromkeys(kinds):
            yield Found(path, kind, value)
    elif isinstance(value, tuple):
        for index, item in enumerate(cast("tuple[Any, ...]", value)):
            yield from _value(item, _inner(annotation, tuple, 0), (*path, index), ())
    elif isinstance(value, Mapping):
        for key, item in cast("Mapping[str, Any]", value).items():
            yield from _value(key, _inner(annotation, Mapping, 0), (*path, key), ())
            yield from _value(item, _inner(annotation, Mapping, 1), (*path, key), ())


def _arms(annotation: Any) -> Iterator[Any]:
    """An annotation and, if it is a union or annotated, what it is made of."""
    yield annotation
    if get_origin(annotation) is Annotated:
        yield from _arms(get_args(annotation)[0])
    elif get_origin(annotation) in (Union, UnionType):
        for arm in get_args(annotation):
            yield from _arms(arm)


def _kinds(annotation: Any) -> Iterator[str]:
    for arm in _arms(annotation):
        if get_origin(arm) is Annotated:
            yield from (item.kind for item in arm.__metadata__ if isinstance(item, Ref))


def _inner(annotation: Any, container: Any, index: int) -> Any:
    for arm in _arms(annotation):
        if get_origin(arm) is container:
            return get_args(arm)[index]
    return Any


class Names:
    """What there is in a pack, by kind.

    Args:
        people: Person ids.
        seats: Seat ids.
        words: Ties, titles and departments that a rule may name; None if they are not all known.
        others: Names of the remaining kinds.
    """

    def __init__(
        self,
        people: Iterable[str],
        seats: Iterable[str],
        words: Iterable[str] | None,
        others: Mapping[str, Iterable[str]],
    ) -> None:
        persons, chairs = tuple(people), tuple(seats)
        self._known: dict[str, tuple[str, ...]] = {
            "person": persons,
            "seat": chairs,
            "actor": (*persons, *chairs),
            "people": (*persons, *chairs, *GROUPS),
            "audience": (*persons, "clients", "outside"),
            "minded": (*persons, CROWD),
            **{kind: tuple(names) for kind, names in others.items()},
        }
        if words is not None:
            titles = tuple(words)
            self._known |= {"member": (*persons, "all", *titles), "listener": (*persons, *GROUPS, *titles)}
            self._known["worker"] = (*self._known["member"], *ROLES)

    def of(self, kind: str) -> tuple[str, ...]:
        """All names of a kind."""
        return self._known.get(kind, ())

    def check(
        self, model: BaseModel, locate: Callable[[Path], tuple[LineMap, Path]]
    ) -> Iterator[AuthoringError]:
        """What a model names that is not there.

        Args:
            model: A validated part of the pack.
            locate: The line map that holds a path of the model, and the path in it.
        """
        for found in references(model):
            known = self._known.get(found.kind)
            if known is None or found.name in known:
                continue
            noun = NOUNS.get(found.kind, found.kind)
            lines, path = locate(found.path)
            yield lines.error(path, f"there is no {noun} `{found.name}`", self._fix(found, known), value=True)

    def _fix(self, found: Found, known: tuple[str, ...]) -> str:
        if near := did_you_mean(found.name, known):
            return near
        if found.kind == "file":
            return "Create it, or correct the path; paths start at the pack's folder."
        for kind in ("person", "seat", "fact", "approval", "request", "meeting", "beat"):
            if kind != found.kind and found.name in self._known.get(kind, ()):
                return f"`{found.name}` is a {kind}."
        if found.kind == "listener" and found.name in (*RULE_WORDS, *KINDS):
            return "Name whom it may be told to."
        shown = ", ".join(known[:12]) + (", …" if len(known) > 12 else "")
        return (
            f"There are: {shown}."
            if known
            else f"The pack has no {NOUNS.get(found.kind, found.kind)} at all."
        )
