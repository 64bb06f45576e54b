"""Limits of a seat's episode, and what is left of them."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from ..kernel.events import Event
from ..kernel.seats import Called, Noted, Opened, Returned
from ..kernel.state import Apply, Component
from ..office.events import Effort


class Limits(BaseModel):
    """When a seat's episode is cut short. A task sets them; a run may tighten them."""

    model_config = ConfigDict(frozen=True, extra="forbid", coerce_numbers_to_str=True)

    work_hours: int = Field(default=40, ge=1, description="Hours of the seat's calendar from the brief on.")
    calls: int = Field(default=2_000, ge=1, description="Tool calls.")
    idle_calls: int = Field(
        default=60, ge=3, description="Calls or turns in a row that change nothing and let no time pass."
    )
    tokens: int | None = Field(default=None, ge=1, description="Model tokens, input and output.")
    cost: str | None = Field(
        default=None, description="Money spent on the model, decimal text in US dollars."
    )

    def allows(self, name: str, value: Any) -> bool:
        """Whether a limit may be set to that value: one that is not wider."""
        mine = getattr(self, name, None)
        try:
            return mine is None or Decimal(str(value)) <= Decimal(str(mine))
        except InvalidOperation:
            return True  # `tightened` says what is wrong with it

    def tightened(self, other: Mapping[str, Any]) -> Limits:
        """These limits with some of them replaced by smaller ones.

        Raises:
            ValueError: There is no such limit, or a value is larger than the task allows.
        """
        for name, value in other.items():
            if name not in Limits.model_fields:
                raise ValueError(f"there is no limit {name!r}; limits are {', '.join(Limits.model_fields)}")
            mine = getattr(self, name)
            try:
                wider = mine is not None and Decimal(str(value)) > Decimal(str(mine))
            except InvalidOperation:
                raise ValueError(f"limit {name} is a number, not {value!r}") from None
            if wider:
                raise ValueError(
                    f"limit {name} can only be tightened: the task sets {mine}, you asked for {value}"
                )
        return Limits.model_validate({**self.model_dump(), **other})


class Spent:
    """What a seat has used up."""

    __slots__ = ("calls", "effort", "idle", "last_at")

    def __init__(self) -> None:
        self.calls = 0
        self.idle = 0
        self.last_at = 0
        self.effort: dict[str, int] = {}


class Budgets(Component):
    """How much of their limits the seats have used."""

    name = "budgets"

    def __init__(self) -> None:
        self.spent: dict[str, Spent] = {}

    def listens(self) -> Mapping[str, Apply]:
        return {
            Opened.kind: self._opened,
            Called.kind: self._called,
            Returned.kind: self._returned,
            Noted.kind: self._noted,
            Effort.kind: self._effort,
        }

    def of(self, seat: str) -> Spent:
        """What that seat has used."""
        return self.spent.setdefault(seat, Spent())

    def _opened(self, event: Event) -> None:
        assert isinstance(event.payload, Opened)
        self.of(event.payload.seat).last_at = event.at

    def _called(self, event: Event) -> None:
        assert isinstance(event.payload, Called)
        self.of(event.payload.seat).calls += 1

    def _returned(self, event: Event) -> None:
        assert isinstance(event.payload, Returned)
        spent = self.of(event.payload.seat)
        if event.at > spent.last_at:
            spent.idle = 0
            spent.last_at = event.at
        else:
            spent.idle += 1

    def _noted(self, event: Event) -> None:
        assert isinstance(event.payload, Noted)
        if event.payload.note in ("text", "malformed", "cut"):
            self.of(event.payload.seat).idle += 1

    def _effort(self, event: Event) -> None:
        assert isinstance(event.payload, Effort)
        effort = self.of(event.payload.seat).effort
        effort[event.payload.cause] = effort.get(event.payload.cause, 0) + event.payload.milliseconds

    def dump(self) -> Any:
        return {name: [one.calls, one.idle, one.last_at, one.effort] for name, one in self.spent.items()}

    def load(self, data: Any) -> None:
        self.spent = {}
        for name, (calls, idle, last_at, effort) in data.items():
            spent = self.spent[name] = Spent()
            spent.calls, spent.idle, spent.last_at, spent.effort = calls, idle, last_at, dict(effort)
