"""Criteria about how things stand in an app: a meeting that is booked, a file that is shared."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any, ClassVar, Literal, cast

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from ..engine.kernel.events import Event
from ..engine.office.conditions.model import Condition, Written
from ..engine.office.conditions.timewords import TimeText, read_moment
from ..engine.office.events import MessageSent
from ..personas.problems import Misfit
from .conduct import comes_by_itself
from .criterion import Criterion, Judge, Verdict, verdict
from .evidence import Evidence
from .plaintext import flat
from .scene import Scene

Plain = str | int | bool


def _compiles(value: str) -> str:
    try:
        re.compile(value)
    except re.error as error:
        raise Misfit(
            f"`{value}` is no regular expression: {error}", "Quote special signs with a backslash."
        ) from None
    return value


class Filter(Written):
    """What a field must be; all that is given must hold."""

    eq: Plain | None = None
    ne: Plain | None = Field(None, description="What it must not be.")
    contains: str | None = Field(None, description="Text in it, whatever the case; or an item of a list.")
    regex: Annotated[str, AfterValidator(_compiles)] | None = None
    in_: tuple[Plain, ...] | None = Field(None, alias="in", min_length=1)
    after: TimeText | None = Field(None, description="A time that it is not before.")
    before: TimeText | None = Field(None, description="A time that it is before.")
    min: Decimal | None = Field(None, description="Of a number or an amount; of a list, how many it has.")
    max: Decimal | None = None

    @model_validator(mode="after")
    def _some(self) -> Filter:
        if not self.model_fields_set:
            raise Misfit("a filter asks for nothing", "Write `{contains: …}`, or the value itself.")
        if self.min is not None and self.max is not None and self.max < self.min:
            raise Misfit(f"nothing is at least {self.min} and at most {self.max}", "Swap them.")
        if self.eq is not None and self.eq == self.ne:
            raise Misfit(f"nothing is {self.eq} and is not", "Remove one of the two.")
        return self


def _bare(value: Any) -> Any:
    return cast("Any", value) if isinstance(value, Mapping | Filter) else {"eq": value}


class CountOf(Written):
    """How many rows there are."""

    min: int = Field(default=1, ge=0)
    max: int | None = Field(default=None, ge=0)

    @model_validator(mode="after")
    def _ordered(self) -> CountOf:
        if self.max is not None and self.max < self.min:
            raise Misfit(
                f"max {self.max} is less than min {self.min}", "Write `count: {min: 0, max: 0}` for none."
            )
        if self.min == 0 and self.max is None:
            raise Misfit("any number of rows would do", "Write `count: {min: 1}`.")
        return self


class State(Criterion):
    """Met when an app has such records. Undone, they no longer count."""

    listens: ClassVar[tuple[str, ...]] = ()
    uses_apps: ClassVar[bool] = True

    kind: Literal["state"]  # pyright: ignore[reportIncompatibleVariableOverride, reportGeneralTypeIssues]
    app: str = Field(min_length=1)
    table: str = Field("", description="One of the app's tables; its main one if not given.")
    find: dict[str, Annotated[Filter, BeforeValidator(_bare, json_schema_input_type=Plain | Filter)]] = Field(
        min_length=1,
        description="Field to what it must be: a value, or a filter. `a.b` is the field b of the field a.",
    )
    count: CountOf = Field(default_factory=CountOf)
    needs: Condition | None = Field(None, description="It counts only once this has happened.")

    @property
    def pays_for_nothing(self) -> bool:
        return self.count.min == 0 and (self.needs is None or comes_by_itself(self.needs))

    def conditions(self) -> Iterator[Condition]:
        if self.needs is not None:
            yield self.needs

    def judge(self, scene: Scene) -> Judge:
        return _StateJudge(self, scene)


class _StateJudge:
    def __init__(self, criterion: State, scene: Scene) -> None:
        self._of = criterion
        self._scene = scene
        self._kinds: dict[str, bool] = {}

    def fold(self, event: Event, evidence: Evidence) -> bool:
        payload = event.payload
        if isinstance(payload, MessageSent) and self._scene.person not in (
            payload.sender,
            *payload.to,
            *payload.cc,
        ):
            return False
        if payload.kind not in self._kinds:
            self._kinds[payload.kind] = evidence.changes(self._of.app, payload.kind)
        return self._kinds[payload.kind]

    def verdict(self, evidence: Evidence) -> Verdict:
        needs = self._of.needs
        if needs is not None and evidence.conditions.mark(needs) is None:
            return verdict(False, "What has to be done first was not done.")
        rows = evidence.rows(self._of.app, self._of.table)
        known = dict.fromkeys(name for row in rows for name in row)
        found = [
            row
            for row in rows
            if all(self._fits(row, name, one, known) for name, one in self._of.find.items())
        ]
        count = self._of.count
        holds = count.min <= len(found) and (count.max is None or len(found) <= count.max)
        wanted = f"{count.min} to {count.max}" if count.max is not None else f"at least {count.min}"
        said = f"{len(found)} such rows in {self._of.app}; {wanted} are wanted."
        return verdict(holds, said, documents=[_cite(self._of.app, row) for row in found[:5]])

    def _fits(self, row: Mapping[str, Any], name: str, one: Filter, known: Iterable[str]) -> bool:
        value = self._field(row, name, known)
        if one.ne is not None and self._same(value, one.ne):
            return False
        if one.eq is not None and not self._same(value, one.eq):
            return False
        if one.in_ is not None and not any(self._same(value, item) for item in one.in_):
            return False
        if one.contains is not None and not self._contains(value, one.contains):
            return False
        if one.regex is not None and not re.search(one.regex, str(value)):
            return False
        if (one.after or one.before) and not self._lies(self._instant(value), one):
            return False
        if one.min is None and one.max is None:
            return True
        number = _amount(value)
        return number is not None and (
            (one.min is None or number >= one.min) and (one.max is None or number <= one.max)
        )

    def _field(self, row: Mapping[str, Any], name: str, known: Iterable[str]) -> Any:
        """A field, or one inside it; empty where only other records have it, as with fields of a queue's own."""
        if name in row:
            return row[name]
        first, dot, rest = name.partition(".")
        inner = row.get(first)
        if dot and isinstance(inner, Mapping):
            return cast("Mapping[str, Any]", inner).get(rest, "")
        if name in known or (dot and first in known):
            return ""
        raise LookupError(
            f"criterion {self._of.id!r}: {self._of.app} has no field {name!r}; there are {', '.join(known)}"
        )

    def _lies(self, at: int | None, one: Filter) -> bool:
        if at is None:
            return False
        times = self._scene.times
        return (one.after is None or at >= times.at(one.after)) and (
            one.before is None or at < times.at(one.before)
        )

    def _same(self, value: Any, wanted: Plain) -> bool:
        if isinstance(wanted, bool) or isinstance(value, bool):
            return value is wanted or str(value).lower() == str(wanted).lower()
        text = str(value)
        if text == str(wanted) or self._scene.named(str(wanted)) == (text,):
            return True
        return bool(flat(text)) and flat(text) == flat(str(wanted))

    def _contains(self, value: Any, wanted: str) -> bool:
        if isinstance(value, list | tuple):
            people = self._scene.named(wanted)
            return any(str(item) == wanted or str(item) in people for item in cast("Sequence[Any]", value))
        return wanted.casefold() in str(value).casefold()

    def _instant(self, value: Any) -> int | None:
        if isinstance(value, int):
            return value
        try:
            read_moment(str(value))
        except ValueError:
            return None
        return self._scene.times.at(str(value))


def _amount(value: Any) -> Decimal | None:
    """A number, an amount as text, or how many a list has; None for what is none of these."""
    if isinstance(value, list | tuple):
        return Decimal(len(cast("Sequence[Any]", value)))
    try:
        found = Decimal(str(value))
    except InvalidOperation:
        return None
    return found if found.is_finite() else None


def _cite(app: str, row: Mapping[str, Any]) -> str:
    first = next(iter(row.values()), "")
    return f"{app}:{first}"
