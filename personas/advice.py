"""Turning a schema's refusals into sentences an author can act on: what is wrong, and what would be right."""

from __future__ import annotations

import re
import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, Union, cast, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from typing_extensions import TypeAliasType

from .document import LineMap
from .problems import AuthoringError, Path, did_you_mean, dotted, nearest

_SHOWN = 60
"""Characters of an author's value that are repeated in a message."""
_LISTED = 12
"""Most allowed keys listed beside a suggestion."""

_EXPECTED = {
    "string": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "`true` or `false`",
    "list": "a list (`- item` lines, or `[a, b]`)",
    "tuple": "a list (`- item` lines, or `[a, b]`)",
    "set": "a list (`- item` lines, or `[a, b]`)",
    "frozen_set": "a list (`- item` lines, or `[a, b]`)",
    "dict": "`key: value` lines",
    "model": "`key: value` lines",
    "mapping": "`key: value` lines",
    "decimal": "a number, such as 12.50",
    "date": "a date, such as 2026-03-02",
    "time": "a time of day, such as 09:30",
    "datetime": "a date and time, such as 2026-03-02 09:30",
    "timedelta": "a length of time",
}


@dataclass(frozen=True, slots=True)
class _Fault:
    """One of pydantic's errors, placed in the author's data."""

    path: Path
    branch: tuple[tuple[Path, str], ...]
    tags: tuple[str, ...]
    type: str
    message: str
    value: Any
    context: Mapping[str, Any]


def advise(
    model: type[BaseModel], data: Any, lines: LineMap, failure: ValidationError
) -> list[AuthoringError]:
    """The faults of a failed validation, each at its place with its fix."""
    faults = [_placed(data, error) for error in failure.errors(include_url=False)]
    kept = _likeliest(faults)
    misspelt = {
        (*fault.path[:-1], name)
        for fault in kept
        if fault.type == "extra_forbidden" and (name := nearest(str(fault.path[-1]), _known(model, fault)))
    }
    kept = [fault for fault in kept if not (fault.type == "missing" and fault.path in misspelt)]
    return [_worded(model, lines, fault) for fault in kept]


def _placed(data: Any, error: Any) -> _Fault:
    path: list[str | int] = []
    branch: list[tuple[Path, str]] = []
    here: Any = data
    loc: tuple[int | str, ...] = error["loc"]
    absent = error["type"] == "missing"
    for index, part in enumerate(loc):
        last = index == len(loc) - 1
        if isinstance(here, Mapping) and part in here:
            here = cast("Mapping[Any, Any]", here)[part]
        elif isinstance(here, list) and isinstance(part, int) and part < len(cast("list[Any]", here)):
            here = cast("list[Any]", here)[part]
        elif not (absent and last):
            branch.append((tuple(path), str(part)))
            continue
        path.append(part)
    tags = tuple(tag for _, tag in branch)
    context = cast("Mapping[str, Any]", error.get("ctx") or {})
    return _Fault(tuple(path), tuple(branch), tags, error["type"], error["msg"], error["input"], context)


def _likeliest(faults: list[_Fault]) -> list[_Fault]:
    """Of the alternatives a value could have been, keep the faults of the one it comes nearest to."""
    groups: dict[Path, dict[str, list[_Fault]]] = {}
    plain: list[_Fault] = []
    for fault in faults:
        if fault.branch and fault.branch[0][1] != "[key]":
            place, tag = fault.branch[0]
            groups.setdefault(place, {}).setdefault(tag, []).append(fault)
        else:
            plain.append(fault)
    for place, alternatives in groups.items():

        def distance(group: list[_Fault], place: Path = place) -> tuple[bool, int]:
            unlike = any(f.path == place and f.type != "value_error" for f in group)
            return unlike, sum(3 if f.type in ("extra_forbidden", "literal_error") else 2 for f in group)

        plain.extend(min(alternatives.values(), key=distance))
    return plain


def _worded(model: type[BaseModel], lines: LineMap, fault: _Fault) -> AuthoringError:
    path, kind = fault.path, fault.type
    if kind == "missing":
        field = _field_at(model, path, fault.tags)
        return lines.error(path, f"`{path[-1]}` is missing", f"Add `{path[-1]}: …`{_about(field)}.")
    if kind == "extra_forbidden":
        return _unknown_key(model, lines, fault)
    field = _field_at(model, path, fault.tags)
    message, fix = _value_words(fault, field)
    inner = getattr(fault.context.get("error"), "at", ())
    return lines.error((*path, *inner), message, fix, value=True)


_SECRETS: Final = (
    "What somebody keeps to themselves is a fact of a pack (`facts.yaml`), with a rule for whom to tell."
)
_FLAWS: Final = "Say it in `background`, and in numbers in `big_five`, `reliability`, `patience`."
_NO_KEY: Final = {"secret": _SECRETS, "secrets": _SECRETS, "flaws": _FLAWS, "weaknesses": _FLAWS}
"""Words that authors look for in a persona, and where that is written."""


def _unknown_key(model: type[BaseModel], lines: LineMap, fault: _Fault) -> AuthoringError:
    path, key = fault.path, str(fault.path[-1])
    known = _known(model, fault)
    hint = _NO_KEY.get(key, "") if model.__name__ == "Persona" and len(path) == 1 else ""
    hint = hint or did_you_mean(key, known)
    if not hint:
        homes = [dotted(home) for home in _homes(model, key)]
        if homes and len(homes) <= 3:
            hint = "It belongs at " + " or ".join(f"`{home}`" for home in homes) + "."
    allowed = f"Allowed here: {', '.join(known)}." if len(known) <= _LISTED or not hint else ""
    return lines.error(path, f"`{key}` is not a known key", f"{hint} {allowed}".strip())


def _known(model: type[BaseModel], fault: _Fault) -> list[str]:
    """The keys allowed beside an unknown one."""
    owners = _models_at(model, fault.path[:-1], fault.tags)
    return sorted({_written(name, field) for owner in owners for name, field in owner.model_fields.items()})


def _value_words(fault: _Fault, field: FieldInfo | None) -> tuple[str, str]:
    kind, context, about = fault.type, fault.context, _about(field)
    shown = _shown(fault.value)
    if kind in ("literal_error", "enum"):
        allowed = re.findall(r"'([^']*)'", str(context.get("expected", "")))
        hint = did_you_mean(fault.value, allowed) if isinstance(fault.value, str) else ""
        return f"{shown} is not one of the allowed values", f"{hint} Allowed: {', '.join(allowed)}.".strip()
    if kind.startswith("union_tag"):
        allowed = re.findall(r"'([^']*)'", str(context.get("expected_tags", "")))
        tag = str(context.get("tag", ""))
        key = str(context.get("discriminator", "kind")).strip("'")
        what = f"`{key}: {tag}` is not one of the allowed kinds" if tag else f"`{key}` is missing"
        return what, f"{did_you_mean(tag, allowed)} Allowed for `{key}`: {', '.join(allowed)}.".strip()
    if kind in ("greater_than_equal", "less_than_equal", "greater_than", "less_than"):
        return f"{shown} is out of range", f"{_range(field, context)}{about}."
    if kind in ("too_short", "too_long"):
        bound = context.get("min_length", context.get("max_length"))
        side = "at least" if kind == "too_short" else "at most"
        found = context.get("actual_length")
        return f"{found} given, {side} {bound} needed", f"{_sentence(field)}"
    if kind in ("string_too_short", "string_too_long"):
        bound = context.get("min_length", context.get("max_length"))
        side = "at least" if kind == "string_too_short" else "at most"
        return "the text is empty" if not fault.value else f"{shown} has the wrong length", (
            f"Write {side} {bound} character{'s' if bound != 1 else ''}{about}."
        )
    if kind == "string_pattern_mismatch":
        pattern = str(context.get("pattern", ""))
        return f"{shown} is not written as needed", _sentence(field) or f"It must match {pattern}."
    if kind in ("value_error", "assertion_error"):
        reason = context.get("error")
        return str(reason), str(getattr(reason, "fix", ""))
    expected = _expected(kind)
    if expected:
        return f"expected {expected}, found {_found(fault.value)}", f"{_sentence(field)}"
    message = fault.message[:1].lower() + fault.message[1:]
    return f"{message} (found {_found(fault.value)})", _sentence(field)


def _expected(kind: str) -> str:
    stem = re.sub(r"_(type|parsing|parsing_size|from_float|attributes_type|from_date_parsing)$", "", kind)
    return _EXPECTED.get(stem, "")


def _range(field: FieldInfo | None, context: Mapping[str, Any]) -> str:
    bounds: dict[str, Any] = dict(context)
    for part in _constraints(field):
        for name in ("ge", "gt", "le", "lt"):
            bound = getattr(part, name, None)
            if bound is not None:
                bounds.setdefault(name, bound)
    low = f"{bounds['ge']}" if "ge" in bounds else f"more than {bounds['gt']}" if "gt" in bounds else ""
    high = f"{bounds['le']}" if "le" in bounds else f"less than {bounds['lt']}" if "lt" in bounds else ""
    if low and high:
        return f"Give {low} to {high}"
    return f"Give {low} or more" if low else f"Give {high} or less"


def _constraints(field: FieldInfo | None) -> Iterator[Any]:
    if field is None:
        return
    todo: list[Any] = list(field.metadata)
    for option in _options(field.annotation):
        if get_origin(option) is Annotated:
            todo.extend(get_args(option)[1:])
    for part in todo:
        if isinstance(part, FieldInfo):
            yield from part.metadata
        yield part


def _about(field: FieldInfo | None) -> str:
    text = (field.description or "").rstrip(".") if field is not None else ""
    return f" ({text[:1].lower() + text[1:] if text[1:2].islower() else text})" if text else ""


def _sentence(field: FieldInfo | None) -> str:
    text = (field.description or "").rstrip(".") if field is not None else ""
    return f"{text}." if text else ""


def _shown(value: Any) -> str:
    text = str(value) if not isinstance(value, str) else f"`{value}`"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _found(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, Mapping):
        return "`key: value` lines"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f"the text {_shown(value)}" if isinstance(value, str) else f"{value}"


def _written(name: str, field: FieldInfo) -> str:
    return field.alias or name


def _options(annotation: Any) -> Iterator[Any]:
    """The alternatives of an annotation, type aliases, unions and `Annotated` unwrapped."""
    if isinstance(annotation, TypeAliasType):
        yield from _options(annotation.__value__)
        return
    origin = get_origin(annotation)
    if origin is Annotated:
        yield annotation
        yield from _options(get_args(annotation)[0])
    elif origin is Union or origin is types.UnionType:
        for option in get_args(annotation):
            yield from _options(option)
    elif annotation is not None:
        yield annotation


def _steps(annotation: Any, part: str | int) -> Iterator[tuple[Any, FieldInfo | None]]:
    """What stands one step below an annotation: the annotation and, in a model, the field."""
    for option in _options(annotation):
        origin, args = get_origin(option), get_args(option)
        if isinstance(option, type) and issubclass(option, BaseModel):
            for name, field in option.model_fields.items():
                if part in (name, field.alias):
                    yield field.annotation, field
        elif isinstance(origin, type) and issubclass(origin, Mapping) and len(args) == 2:
            yield args[1], None
        elif origin in (list, tuple, set, frozenset) and isinstance(part, int):
            fixed = origin is tuple and not (len(args) == 2 and args[1] is Ellipsis)
            if not fixed:
                yield args[0], None
            elif part < len(args):
                yield args[part], None


def _below(model: type[BaseModel], path: Path, tags: tuple[str, ...]) -> list[tuple[Any, FieldInfo | None]]:
    here: list[tuple[Any, FieldInfo | None]] = [(model, None)]
    for part in path:
        here = [step for annotation, _ in here for step in _steps(_chosen(annotation, tags), part)]
    return here


def _chosen(annotation: Any, tags: tuple[str, ...]) -> Any:
    """Of a union's models, the one that an error names by class or by tag; else the annotation as it is."""
    models = [m for m in _options(annotation) if isinstance(m, type) and issubclass(m, BaseModel)]
    if len(models) < 2 or not tags:
        return annotation
    for option in models:
        if option.__name__ in tags or any(_has_tag(field, tags) for field in option.model_fields.values()):
            return option
    return annotation


def _has_tag(field: FieldInfo, tags: tuple[str, ...]) -> bool:
    return get_origin(field.annotation) is Literal and any(
        value in tags for value in get_args(field.annotation)
    )


def _models_at(model: type[BaseModel], path: Path, tags: tuple[str, ...]) -> Iterator[type[BaseModel]]:
    for annotation, _ in _below(model, path, tags):
        for option in _options(_chosen(annotation, tags)):
            if isinstance(option, type) and issubclass(option, BaseModel):
                yield option


def _field_at(model: type[BaseModel], path: Path, tags: tuple[str, ...]) -> FieldInfo | None:
    """The field that governs a path: a list item answers to its list's field."""
    while path:
        for _, field in _below(model, path, tags):
            if field is not None:
                return field
        if isinstance(path[-1], str):
            return None
        path = path[:-1]
    return None


def _homes(model: type[BaseModel], key: str) -> list[Path]:
    """Where in the schema a key of this name exists, at most three levels down."""
    found: list[Path] = []
    todo: list[tuple[type[BaseModel], Path]] = [(model, ())]
    while todo:
        owner, path = todo.pop(0)
        for name, field in owner.model_fields.items():
            written = _written(name, field)
            if written == key:
                found.append((*path, written))
            if len(path) < 3:
                below = (
                    m for m in _options(field.annotation) if isinstance(m, type) and issubclass(m, BaseModel)
                )
                todo.extend((m, (*path, written)) for m in below)
    return found
