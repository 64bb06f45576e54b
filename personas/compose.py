"""Building a persona out of fragments.

A fragment is part of a persona that several share: how a night owl works, how somebody careful treats a
suspicious mail. Mappings merge deeply and lists extend without duplicates. Whatever includes a fragment wins
over it; two fragments side by side may not disagree about a single value unless what includes them settles
it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar, cast

from .document import LineMap, load_document
from .problems import AuthoringError, AuthoringErrors, Path, Position, did_you_mean, dotted
from .schema import Persona
from .source import validate

V = TypeVar("V")

_STAND_IN: Mapping[str, Any] = {"id": "stand_in", "name": "Stand In", "role": {"profession": "stand-in"}}
"""What a fragment is laid over to be checked on its own."""


class SourceText(NamedTuple):
    """An author's file: its name as shown in errors, and its content."""

    file: str
    text: str


@dataclass(frozen=True, slots=True)
class Located:
    """Data and where each part of it was written, which may be several files."""

    data: Mapping[str, Any]
    lines: LineMap


def compose(text: str, file: str, fragments: Mapping[str, SourceText] | None = None) -> Persona:
    """A persona from its text and the fragments it may include, by id.

    Raises:
        AuthoringErrors: In the persona or in a fragment it includes, each at the line that holds the fault.
    """
    return compose_located(text, file, fragments)[0]


def compose_located(
    text: str, file: str, fragments: Mapping[str, SourceText] | None = None
) -> tuple[Persona, Located]:
    """As `compose`, with the merged data and where each part of it was written.

    Raises:
        AuthoringErrors: In the persona or in a fragment it includes, each at the line that holds the fault.
    """
    data, lines = load_document(text, file)
    if not isinstance(data, Mapping):
        return validate(Persona, data, lines), Located({}, lines)
    whole = _expanded(Located(cast("Mapping[str, Any]", data), lines), fragments or {}, ())
    return validate(Persona, whole.data, whole.lines), whole


def check_fragment(text: str, file: str, fragments: Mapping[str, SourceText] | None = None) -> None:
    """Check a fragment on its own.

    Raises:
        AuthoringErrors: It would be refused in every persona that includes it.
    """
    data, lines = load_document(text, file)
    if not isinstance(data, Mapping):
        validate(Persona, data, lines)
    located = Located(cast("Mapping[str, Any]", data), lines)
    whole = _expanded(located, fragments or {}, ())
    merged = merge(Located(_with_defaults(whole.data), LineMap(file)), whole)
    validate(Persona, merged.data, merged.lines)


def _with_defaults(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The stand-in, with default phrases under each bank that the fragment adds to."""
    voice = data.get("voice")
    if not isinstance(voice, Mapping):
        return _STAND_IN
    plain = Persona.model_validate(_STAND_IN).voice.model_dump(mode="json")
    added = cast("Mapping[str, Any]", voice)
    return {**_STAND_IN, "voice": {bank: phrases for bank, phrases in plain.items() if bank in added}}


def includes(text: str, file: str) -> tuple[str, ...]:
    """The ids of the fragments a file names, as far as they can be read."""
    data, _ = load_document(text, file)
    named: Any = cast("Mapping[str, Any]", data).get("include") if isinstance(data, Mapping) else None
    return tuple(str(item) for item in cast("list[Any]", named)) if isinstance(named, list) else ()


def merge(lower: Located, upper: Located) -> Located:
    """`upper` over `lower`: mappings merge deeply, lists extend, single values are `upper`'s.

    Raises:
        AuthoringErrors: A value is of one kind (mapping, list, single) here and of another there.
    """
    lines = LineMap(upper.lines.file)
    errors: list[AuthoringError] = []
    data = _merged(lower.data, upper.data, (), _Sides(lower.lines, upper.lines, lines, errors))
    if errors:
        raise AuthoringErrors(errors)
    return Located(data, lines)


@dataclass(frozen=True, slots=True)
class _Sides:
    lower: LineMap
    upper: LineMap
    lines: LineMap
    errors: list[AuthoringError]


def _merged(lower: Any, upper: Any, path: Path, sides: _Sides) -> Any:
    if _kind(lower) != _kind(upper):
        at = sides.lower.where(path)
        message = f"this is {_kind(upper)}, but {_kind(lower)} in {at.file} line {at.line}"
        sides.errors.append(sides.upper.error(path, message, "Write it the same way in both.", value=True))
        return upper
    _carry(sides.upper, path, sides.lines, path, deep=False)
    if isinstance(upper, Mapping):
        below, above = cast("Mapping[str, Any]", lower), cast("Mapping[str, Any]", upper)
        result: dict[str, Any] = {}
        for key, value in below.items():
            here = (*path, key)
            if key in above:
                result[key] = _merged(value, above[key], here, sides)
            else:
                result[key] = value
                _carry(sides.lower, here, sides.lines, here)
        for key, value in above.items():
            if key not in below:
                result[key] = value
                _carry(sides.upper, (*path, key), sides.lines, (*path, key))
        return result
    if isinstance(upper, list):
        items: list[Any] = []
        for side, values in (
            (sides.lower, cast("list[Any]", lower)),
            (sides.upper, cast("list[Any]", upper)),
        ):
            for index, value in enumerate(values):
                if not any(_same(value, item) for item in items):
                    _carry(side, (*path, index), sides.lines, (*path, len(items)))
                    items.append(value)
        return items
    return upper


def _carry(source: LineMap, path: Path, target: LineMap, to: Path, *, deep: bool = True) -> None:
    """Copy what is known about a path (and all below it) from one line map to another."""
    _copy(source.keys, path, target.keys, to, deep)
    _copy(source.values, path, target.values, to, deep)
    _copy(source.spelled, path, target.spelled, to, deep)


def _copy(known: Mapping[Path, V], path: Path, kept: dict[Path, V], to: Path, deep: bool) -> None:
    if path in known:
        kept[to] = known[path]
    if deep:
        depth = len(path)
        for place, what in known.items():
            if place[:depth] == path:
                kept[to + place[depth:]] = what


def _same(one: Any, other: Any) -> bool:
    """Equality that tells 1 from true and from 1.0."""
    return type(one) is type(other) and one == other


def _kind(value: Any) -> str:
    return (
        "a mapping"
        if isinstance(value, Mapping)
        else "a list"
        if isinstance(value, list)
        else "a single value"
    )


def _expanded(located: Located, fragments: Mapping[str, SourceText], trail: tuple[str, ...]) -> Located:
    """The data laid over everything it includes; `trail` holds the fragments being expanded."""
    named: Any = located.data.get("include")
    if not isinstance(named, list) or not named:
        return located
    base: Located | None = None
    for index, item in enumerate(cast("list[Any]", named)):
        fragment = _fragment(item, ("include", index), located.lines, fragments, trail)
        if base is None:
            base = fragment
            continue
        clashes = _clashes(base, fragment, (), located.data)
        if clashes:
            raise AuthoringErrors(
                _clash_error(located.lines, index, path, base, fragment) for path in clashes
            )
        base = merge(base, fragment)
    assert base is not None
    return merge(base, located)


def _fragment(
    item: Any, at: Path, lines: LineMap, fragments: Mapping[str, SourceText], trail: tuple[str, ...]
) -> Located:
    name = str(item)
    if name in trail:
        circle = " → ".join([*trail[trail.index(name) :], name])
        raise AuthoringErrors(
            [lines.error(at, f"fragments include each other in a circle: {circle}", "Drop one.")]
        )
    source = fragments.get(name)
    if source is None:
        known = ", ".join(sorted(fragments)) or "none"
        fix = did_you_mean(name, sorted(fragments)) or f"Known fragments: {known}."
        raise AuthoringErrors([lines.error(at, f"there is no fragment `{name}`", fix)])
    data, found = load_document(source.text, source.file)
    if data is None:
        data = {}
    if not isinstance(data, Mapping):
        message = "a fragment holds `key: value` lines, like a persona"
        raise AuthoringErrors([found.error((), message, "Start with keys at the left margin: `key: value`.")])
    own = cast("Mapping[str, Any]", data)
    for key in ("id", "name"):
        if key in own:
            raise AuthoringErrors(
                [found.error((key,), f"a fragment has no `{key}`", "Remove it: the file's name is its id.")]
            )
    whole = _expanded(Located(own, found), fragments, (*trail, name))
    # A fragment's own includes are settled here; the persona keeps only those it names itself.
    return Located({key: value for key, value in whole.data.items() if key != "include"}, whole.lines)


def _clashes(one: Located, other: Located, path: Path, settled: Any) -> list[Path]:
    """Single values that two fragments give differently and that what includes them leaves open."""
    found: list[Path] = []
    todo: list[tuple[Any, Any, Any, Path]] = [(one.data, other.data, settled, path)]
    while todo:
        left, right, above, here = todo.pop()
        if isinstance(left, Mapping) and isinstance(right, Mapping):
            lower, upper = cast("Mapping[str, Any]", left), cast("Mapping[str, Any]", right)
            over: Mapping[str, Any] = cast("Mapping[str, Any]", above) if isinstance(above, Mapping) else {}
            todo.extend(
                (lower[key], upper[key], over.get(key), (*here, key)) for key in lower if key in upper
            )
        elif _kind(left) == _kind(right) == "a single value" and above is None and not _same(left, right):
            found.append(here)
    return found


def _clash_error(lines: LineMap, index: int, path: Path, one: Located, other: Located) -> AuthoringError:
    first: Position = one.lines.where(path)
    second: Position = other.lines.where(path)
    message = (
        f"the fragments disagree about `{dotted(path)}` "
        f"({first.file} line {first.line}, {second.file} line {second.line})"
    )
    return lines.error(
        ("include", index), message, f"Set `{dotted(path)}` in this file, or drop one of them."
    )
