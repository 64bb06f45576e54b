"""The one way an author's YAML is read: text in, a validated model or a list of faults with their fixes out.

It reads text and not paths, because runs keep what authors wrote by content and are rebuilt from that alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from pydantic import BaseModel, ValidationError

from .advice import advise
from .document import LineMap, load_document, replaced, split_path
from .problems import AuthoringError, AuthoringErrors, Misfit, Path, Position, did_you_mean, dotted

__all__ = [
    "AuthoringError",
    "AuthoringErrors",
    "LineMap",
    "Misfit",
    "Path",
    "Position",
    "did_you_mean",
    "dotted",
    "load_document",
    "parse",
    "parse_located",
    "split_path",
    "validate",
]

ModelT = TypeVar("ModelT", bound=BaseModel)


def parse(model: type[ModelT], text: str, file: str) -> ModelT:
    """Read one YAML document into a model.

    Args:
        model: The pydantic model that the whole document must fit.
        text: The file's content.
        file: Its name, used in errors.

    Raises:
        AuthoringErrors: With every fault found, not only the first.
    """
    return parse_located(model, text, file)[0]


def parse_located(model: type[ModelT], text: str, file: str) -> tuple[ModelT, LineMap]:
    """As `parse`, with the `LineMap` for checks that come after the schema's."""
    data, lines = load_document(text, file)
    return validate(model, data, lines), lines


def validate(model: type[ModelT], data: Any, lines: LineMap) -> ModelT:
    """Fit data that was read (and perhaps merged) to a model.

    A number or truth value written without quotes where text is wanted becomes the text the author wrote.

    Raises:
        AuthoringErrors: With every fault found.
    """
    if data is None:
        required = [f"`{name}`" for name, field in model.model_fields.items() if field.is_required()]
        fix = (
            f"It must hold at least {', '.join(required)}."
            if required
            else "Write `{}` to accept every default."
        )
        if required or () not in lines.keys:
            raise AuthoringErrors([lines.error((), "the file is empty", fix)])
    if not isinstance(data, Mapping):
        message = f"the file holds {_kind(data)} where `key: value` lines are expected"
        raise AuthoringErrors([lines.error((), message, "Start with keys at the left margin: `key: value`.")])
    document: Any = cast("Mapping[str, Any]", data)
    try:
        return model.model_validate(document)
    except ValidationError as fault:
        failure = fault
    respelled = False
    for error in failure.errors(include_url=False, include_context=False, include_input=False):
        path = _within(document, error["loc"])
        if error["type"] == "string_type" and path in lines.spelled and lines.spelled[path]:
            document, respelled = replaced(document, path, lines.spelled[path]), True
    if respelled:
        try:
            return model.model_validate(document)
        except ValidationError as fault:
            failure = fault
    raise AuthoringErrors(advise(model, document, lines, failure))


def _within(data: Any, loc: tuple[int | str, ...]) -> Path:
    """The part of an error's location that exists in the data; union tags and the like are dropped."""
    path: list[int | str] = []
    here = data
    for part in loc:
        if isinstance(here, Mapping) and part in here:
            here = cast("Mapping[Any, Any]", here)[part]
        elif isinstance(here, list) and isinstance(part, int) and part < len(cast("list[Any]", here)):
            here = cast("list[Any]", here)[part]
        else:
            continue
        path.append(part)
    return tuple(path)


def _kind(data: Any) -> str:
    return "a list" if isinstance(data, list) else "a single value" if data is not None else "nothing"
