"""Typed fields of records, as packs define them: one reading of a value for authors, coworkers and seats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any, Final, Literal

from pydantic import Field, model_validator

from ...personas.problems import Misfit
from ..kernel.clock import Calendar
from ..office.conditions.model import Written
from .base import ToolError
from .people import AddressBook, did_you_mean
from .walltime import read_day

FieldName = Annotated[
    str,
    Field(pattern=r"^[a-z][a-z0-9_]{0,39}$", description="Lower-case letters, digits and _, a letter first."),
]
FieldType = Literal["text", "number", "money", "date", "choice", "person", "bool"]
MAX_VALUE: Final = 2_000
"""Characters of one value."""
_YES: Final = {"true": "true", "yes": "true", "false": "false", "no": "false"}


class FieldSpec(Written):
    """One field of a record."""

    title: str = Field("", description="As people read it; made from its name if not given.")
    type: FieldType = "text"
    choices: tuple[Annotated[str, Field(min_length=1)], ...] = Field((), description="For `type: choice`.")
    currency: str = Field("", description="For `type: money`, such as USD.")

    @model_validator(mode="after")
    def _choices(self) -> FieldSpec:
        if (self.type == "choice") != bool(self.choices):
            fix = "Give `choices: [a, b]` to a field of `type: choice`, and to no other."
            raise Misfit("a field has choices exactly if its type is choice", fix)
        return self

    def named(self, name: str) -> str:
        """Its name with what people call it: ``cutoff (Answer due)``."""
        return f"{name} ({self.title})" if self.title and self.title.casefold() != name else name

    def wording(self) -> str:
        """What may be written into it: ``one of a, b``, ``a date``."""
        if self.type == "choice":
            return f"one of {', '.join(self.choices)}"
        if self.type == "money":
            return f"an amount{f' in {self.currency}' if self.currency else ''}"
        return {"bool": "yes or no", "date": "a date", "person": "a person", "number": "a number"}.get(
            self.type, "text"
        )


def plain_value(spec: FieldSpec, value: Any) -> str | None:
    """A value in its one spelling, where that needs neither people nor calendar; ``None``: it does not fit.

    ``""`` clears the field. Numbers and amounts are decimal text, dates ISO, truth values ``true`` or ``false``.
    """
    text = "" if value is None else str(value).strip()
    if isinstance(value, bool):
        text = str(value).lower()
    if not text:
        return ""
    if len(text) > MAX_VALUE or any(ord(char) < 32 and char not in "\n\t" for char in text):
        return None
    if spec.type in ("number", "money"):
        return _decimal(text, spec, places=2 if spec.type == "money" else None)
    if spec.type == "bool":
        return _YES.get(text.casefold())
    if spec.type == "choice":
        return next((one for one in spec.choices if one.casefold() == text.casefold()), None)
    if spec.type == "date":
        try:
            return date.fromisoformat(text).isoformat()
        except ValueError:
            return None
    return text


class Values:
    """Reads values that people at work write, with their own calendar and names."""

    def __init__(self, people: AddressBook, calendar: Callable[[str], Calendar]) -> None:
        self._people = people
        self._calendar = calendar

    def read(self, name: str, spec: FieldSpec, value: Any, person: str, now: int) -> str:
        """A value in its one spelling; ``""`` clears the field.

        Raises:
            ToolError: ``invalid``: it does not fit; says what would.
        """
        text = "" if value is None else str(value).strip()
        if text and spec.type == "date":
            return read_day(text, self._calendar(person), now).isoformat()
        if text and spec.type == "person":
            return self._people.resolve(text).id
        found = plain_value(spec, value)
        if found is None:
            hint = did_you_mean(text, spec.choices) if spec.choices else ""
            raise ToolError("invalid", f"{name} takes {spec.wording()}, not {text[:60]!r}", hint)
        return found

    def show(self, spec: FieldSpec, value: str) -> str:
        """A value as people read it."""
        if spec.type == "person":
            return f"{self._people.name(value)} ({value})"
        if spec.type == "bool":
            return "yes" if value == "true" else "no"
        if spec.type == "money":
            return f"{spec.currency} {Decimal(value):,.2f}".strip()
        return value


def field_named(specs: Mapping[str, FieldSpec], word: str) -> str:
    """The field that is meant by its name or its title.

    Raises:
        ToolError: ``invalid``: there is none.
    """
    fold = word.strip().casefold()
    for name, spec in specs.items():
        if fold in (name, spec.title.casefold()):
            return name
    hint = did_you_mean(fold, specs) or f"There are: {', '.join(specs) or 'none'}."
    raise ToolError("invalid", f"there is no field {word!r}", hint)


def row_values(specs: Mapping[str, FieldSpec], values: Mapping[str, str]) -> dict[str, Any]:
    """All fields as flat values for `state` criteria: whole numbers as such, an empty field as ``""``."""
    row: dict[str, Any] = {}
    for name, spec in specs.items():
        value = values.get(name, "")
        if spec.type == "bool":
            row[name] = value == "true"
        elif spec.type == "number" and value.lstrip("-").isdecimal():
            row[name] = int(value)
        else:
            row[name] = value
    return row


def _decimal(text: str, spec: FieldSpec, places: int | None) -> str | None:
    bare = (
        text.replace(",", "")
        .removeprefix(spec.currency)
        .removesuffix(spec.currency)
        .strip()
        .lstrip("€$£")
        .strip()
    )
    try:
        number = Decimal(bare)
    except InvalidOperation:
        return None
    if not number.is_finite() or abs(number) >= Decimal(10) ** 15:
        return None
    exponent = number.normalize().as_tuple().exponent
    if isinstance(exponent, int) and exponent < -(12 if places is None else places):
        return None
    return f"{number:.{places}f}" if places is not None else f"{number.normalize():f}"
