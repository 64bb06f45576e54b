"""Answers of a stated shape: a model is asked, its text is mended where that is safe, and pydantic has the last word.

A model that answers in another shape is asked once more, told in a few words what was wrong. Every repair is named, so
that it can be journaled and counted.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Generic, TypeAlias, TypeVar, cast

from pydantic import TypeAdapter, ValidationError

from .mending import DOUBLY, Reading, readings
from .outcomes import Outcome, Request, Status

T = TypeVar("T")

Ask: TypeAlias = Callable[[Request], Awaitable[Outcome]]

TOOL_CALL: Final = "tool call instead of text"
WRAPPED: Final = "wrapped in another object"
UNKNOWN_KEYS: Final = "unknown keys left out"
ASKED_AGAIN: Final = "asked again"

_MOST_READINGS: Final = 40
_MOST_ERRORS: Final = 3
_MOST_QUOTED: Final = 2_000
"""Characters of a wrong answer that are shown to the model again."""

_REFUSAL: Final = re.compile(
    r"\W*(?:i['’]?m (?:very |so )?sorry|sorry[,.]|as an? (?:ai|artificial|language model)|(?:unfortunately,? )?i "
    r"(?:apologi[sz]e|cannot|can['’]?t|can not|am unable|won['’]?t|will not|must decline))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """What came of asking for a shape."""

    value: T | None
    """``None`` exactly if ``status`` is not ``ok``."""
    status: Status
    repaired: tuple[str, ...]
    """What was mended, in words, in the order it was done; ``asked again (why)`` for a second question."""
    outcome: Outcome
    """The last outcome; of a second question, that one."""
    error: str = ""
    """Why there is no value, in a few words."""


async def structured(ask: Ask, request: Request, shape: type[T], *, tries: int = 2) -> Answer[T]:
    """Ask for an answer of a shape.

    Args:
        ask: Who answers a request, such as `client.ask` bound to a decision's ledger; never raises for a failure.
        request: What to ask. Unless it has a ``response_format``, the shape's JSON schema is put there; a server that
            knows no such thing is asked without it, so say in the messages what the answer looks like.
        shape: A pydantic model or any type that pydantic can validate.
        tries: Questions at most; 1 means never to ask again.

    Returns:
        The validated value, or why there is none: ``malformed`` if no answer could be read, otherwise how the
        request failed.
    """
    first = request if request.response_format is not None else formatted(request, shape)
    asked = first
    repaired: list[str] = []
    spare: Read[T] | None = None
    while True:
        outcome = await ask(asked)
        if outcome.status not in ("ok", "malformed"):
            return Answer(None, outcome.status, tuple(repaired), outcome, outcome.error)
        read = understood(outcome, shape)
        if read.value is not None and read.whole:
            return Answer(read.value, "ok", (*repaired, *read.repaired), outcome)
        if read.refused:
            return Answer(None, "refusal", tuple(repaired), outcome, read.error)
        spare = read if read.value is not None else spare
        tries -= 1
        if tries < 1:
            break
        repaired.append(f"{ASKED_AGAIN} ({read.error})")
        asked = _again(first, outcome, read.error)
    if spare is not None:  # a part is missing, and asking again brought nothing better
        return Answer(spare.value, "ok", (*repaired, *spare.repaired), outcome)
    return Answer(None, "malformed", tuple(repaired), outcome, read.error)


def formatted(request: Request, shape: type[Any]) -> Request:
    """The request with the shape's JSON schema as its ``response_format``."""
    return request.model_copy(update={"response_format": response_format(shape)})


def response_format(shape: type[Any]) -> dict[str, Any]:
    """A shape as OpenAI's ``response_format``."""
    name = re.sub(r"\W+", "_", getattr(shape, "__name__", "answer"))[:60] or "answer"
    return {"type": "json_schema", "json_schema": {"name": name, "schema": _adapter(shape).json_schema()}}


@dataclass(frozen=True, slots=True)
class Read(Generic[T]):
    """How one outcome reads as a shape."""

    value: T | None = None
    repaired: tuple[str, ...] = ()
    whole: bool = True
    refused: bool = False
    error: str = ""


def understood(outcome: Outcome, shape: type[T]) -> Read[T]:
    """Read one outcome as a shape; never raises."""
    cut = outcome.finish_reason == "length"
    adapter = _adapter(shape)
    error = ""
    for count, reading in enumerate(_all_readings(outcome, cut)):
        if count >= _MOST_READINGS:
            break
        for value, more in _forms(reading.value):
            found, why, mended = _validated(adapter, value)
            if found is not _NOTHING:
                repaired = tuple(dict.fromkeys([*reading.repaired, *more, *mended]))
                short = "" if reading.whole else "it was cut off; be shorter"
                return Read(found, repaired, reading.whole, error=short)
            error = error or why
    if not error and _REFUSAL.match(outcome.text):
        return Read(refused=True, error="the model refused")
    if cut:
        error = "it was cut off; be shorter"
    elif not error:
        error = "it was empty" if not outcome.text.strip() else "it held no JSON object"
    return Read(error=error)


def _all_readings(outcome: Outcome, cut: bool) -> Iterator[Reading]:
    yield from readings(outcome.text, cut=cut)
    for call in outcome.tool_calls:
        for reading in readings(call.arguments, cut=cut):
            yield reading._replace(repaired=(TOOL_CALL, *reading.repaired))


def _forms(value: Any) -> Iterator[tuple[Any, tuple[str, ...]]]:
    """A value as it is, then what models wrap it in: a list of one, an object with one key, a call written as text."""
    yield value, ()
    if isinstance(value, list):
        items = cast("list[Any]", value)
        if len(items) == 1 and isinstance(items[0], dict):
            yield items[0], (WRAPPED,)
    elif isinstance(value, dict):
        held = cast("dict[str, Any]", value)
        for key in ("arguments", "parameters", "input"):
            inner = held.get(key)
            if isinstance(held.get("name", held.get("function")), str) and inner is not None:
                if isinstance(inner, dict):
                    yield inner, (TOOL_CALL,)
                elif isinstance(inner, str):
                    for reading in readings(inner):
                        yield reading.value, (TOOL_CALL, *reading.repaired)
                        break
        if len(held) == 1:
            (inner,) = held.values()
            if isinstance(inner, dict | list):
                yield inner, (WRAPPED,)


def _validated(adapter: TypeAdapter[Any], value: Any) -> tuple[Any, str, tuple[str, ...]]:
    """The value as the shape, or ``_NOTHING`` and why not; with what had to be mended."""
    mended: dict[str, None] = {}
    for _ in range(3):
        try:
            return adapter.validate_json(json.dumps(value)), "", tuple(mended)
        except ValidationError as error:
            faults = error.errors(include_url=False, include_context=False)
        except (ValueError, RecursionError, TypeError, OverflowError):
            return _NOTHING, "it held no JSON object", ()
        value = json.loads(json.dumps(value))
        done = [name for name in (_mend(value, cast("Mapping[str, Any]", fault)) for fault in faults) if name]
        if not done:
            return _NOTHING, _words(faults), ()
        mended.update(dict.fromkeys(done))
    return _NOTHING, "it does not fit the schema", ()


def _mend(value: Any, fault: Mapping[str, Any]) -> str | None:
    """Mend one fault in place if that is safe; the repair's name."""
    holder, last = _place(value, fault["loc"])
    if holder is None or last is None:
        return None
    if fault["type"] == "extra_forbidden" and isinstance(holder, dict):
        known = cast("dict[str, Any]", holder)
        if len(known) < 2:
            return None  # nothing would be left of it: it is another object altogether
        del known[last]
        return UNKNOWN_KEYS
    held: Any = holder[last]
    if isinstance(held, str) and held.lstrip()[:1] in ("{", "["):
        for reading in readings(held):
            holder[last] = reading.value
            return DOUBLY
    return None


def _place(value: Any, loc: tuple[str | int, ...]) -> tuple[Any, Any]:
    """What holds the value at a pydantic location, and under what; names of union members in it are passed over."""
    holder: Any = None
    last: Any = None
    for part in loc:
        inside: Any = value if holder is None else holder[last]
        if isinstance(inside, dict):
            if part in inside:
                holder, last = cast("dict[str, Any]", inside), part
        elif isinstance(inside, list):
            items = cast("list[Any]", inside)
            if isinstance(part, int) and part < len(items):
                holder, last = items, part
    return holder, last


def _words(faults: list[Any]) -> str:
    """Validation errors in a few words."""
    said = [
        f"{'.'.join(str(part) for part in fault['loc']) or 'the answer'}: {fault['msg']}"
        for fault in faults[:_MOST_ERRORS]
    ]
    more = len(faults) - len(said)
    return "; ".join(said)[:400] + (f"; and {more} more" if more else "")


def _again(first: Request, outcome: Outcome, error: str) -> Request:
    """The question once more, with the wrong answer and what was wrong."""
    said = outcome.text or " ".join(call.arguments for call in outcome.tool_calls)
    added: list[dict[str, Any]] = []
    if said.strip():
        added.append({"role": "assistant", "content": said[:_MOST_QUOTED]})
    added.append(
        {
            "role": "user",
            "content": f"That answer could not be used: {error}. Answer again with the one JSON object that was "
            "asked for, complete, and nothing else.",
        }
    )
    return first.model_copy(update={"messages": (*first.messages, *added)})


_NOTHING: Final = object()


@lru_cache(maxsize=64)
def _adapter(shape: type[Any]) -> TypeAdapter[Any]:
    return TypeAdapter(shape)
