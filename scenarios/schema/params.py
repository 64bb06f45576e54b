"""The params of a pack: what is drawn for each run, so that no answer can be learned by heart."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import Annotated, Any

from pydantic import Field, model_validator

from ...engine.office.conditions.model import Written
from ...personas.problems import Misfit

MOST_VALUES = 10_000_000


class IntegerRange(Written):
    """A whole number."""

    min: int
    max: int
    step: int = Field(1, ge=1)

    @model_validator(mode="after")
    def _ordered(self) -> IntegerRange:
        _check_range(self.min, self.max)
        return self


class DecimalRange(Written):
    """An exact decimal, such as an amount of money."""

    min: Decimal
    max: Decimal
    step: Decimal = Field(Decimal("0.01"), gt=0)

    @model_validator(mode="after")
    def _ordered(self) -> DecimalRange:
        _check_range(self.min, self.max)
        if (self.max - self.min) / self.step > MOST_VALUES:
            raise Misfit("the step is too fine for the range", "Use a larger step.")
        return self


class DateRange(Written):
    """A calendar date."""

    min: date
    max: date
    weekdays_only: bool = Field(False, description="Never a Saturday or Sunday.")

    @model_validator(mode="after")
    def _ordered(self) -> DateRange:
        _check_range(self.min, self.max)
        if self.weekdays_only and not any(self.days()):
            raise Misfit("the range holds no weekday", "Widen it.")
        return self

    def days(self) -> Iterable[date]:
        """Every date that may be drawn, in order."""
        span = range(self.min.toordinal(), self.max.toordinal() + 1)
        return (d for d in map(date.fromordinal, span) if not self.weekdays_only or d.weekday() < 5)


def _check_range(low: Any, high: Any) -> None:
    if low > high:
        raise Misfit(f"min {low} is greater than max {high}", "Swap them.")


class Param(Written):
    """One param: exactly one of the kinds, and a note for readers."""

    integer: IntegerRange | None = None
    decimal: DecimalRange | None = None
    date: DateRange | None = None
    choice: Annotated[list[str], Field(min_length=1)] | None = Field(None, description="One of these texts.")
    person: Annotated[list[str], Field(min_length=1)] | None = Field(
        None, description="One of these person ids."
    )
    formula: str | None = Field(None, description="An expression over earlier params, such as `rate * days`.")
    note: str = Field("", description="What it stands for, with its unit.")

    @model_validator(mode="after")
    def _one_kind(self) -> Param:
        kinds = self.kinds()
        if len(kinds) != 1:
            raise Misfit(
                f"a param has one kind, this one has {', '.join(kinds) or 'none'}",
                "Give exactly one of integer, decimal, date, choice, person, formula.",
            )
        return self

    def kinds(self) -> list[str]:
        """The kinds given; exactly one once validated."""
        names = ("integer", "decimal", "date", "choice", "person", "formula")
        return [name for name in names if getattr(self, name) is not None]
