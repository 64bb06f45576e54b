"""What every part of a persona is made of: a strict, frozen model and the units its numbers are in."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field


class Model(BaseModel):
    """A frozen, hashable part of a persona that refuses unknown keys."""

    model_config = ConfigDict(extra="forbid", frozen=True)


PerMille = Annotated[int, Field(ge=0, le=1000, strict=True)]
"""Thousandths: 0 never, 1000 always. Whole numbers keep runs exact."""

Level = Annotated[int, Field(ge=0, le=100, strict=True)]
"""A trait from 0 (not at all) to 100 (extremely), 50 being average."""

Count = Annotated[int, Field(ge=0, le=100_000, strict=True)]
"""A whole number, 0 or more."""

Text = Annotated[str, Field(min_length=1)]
"""Text that is not empty."""

Slug = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,63}$")]
"""A lower-case id: letters, digits and underscores, starting with a letter."""

TimeOfDay = Annotated[str, Field(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]
"""Local time of day, `09:30`."""


def minutes_of(time_of_day: str) -> int:
    """Minutes since midnight of an `HH:MM` text."""
    hours, minutes = time_of_day.split(":")
    return int(hours) * 60 + int(minutes)
