"""What a cell can hold: numbers, texts, truth values, dates as numbers, and errors."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Final, TypeAlias

EPOCH: Final = datetime(1899, 12, 30)  # noqa: DTZ001 - serial numbers know no time zone
"""Day 0 of serial numbers; right from 1 March 1900 on, where all spreadsheets agree."""


class CellError(str):
    """An error as a cell shows it, such as ``#DIV/0!``; a text to everybody who only compares."""

    __slots__ = ()


Value: TypeAlias = bool | int | float | str | CellError | None
"""A cell's value; ``None`` for an empty cell. Dates are numbers that a format shows as dates."""


def serial(moment: date | datetime) -> int | float:
    """A date as the number that a spreadsheet keeps: whole for a date, with a fraction for a time of day."""
    if isinstance(moment, datetime):
        since = moment.replace(tzinfo=None) - EPOCH
        return since.days if not since.seconds else (since.days * 86_400 + since.seconds) / 86_400
    return moment.toordinal() - EPOCH.toordinal()


def moment(number: float) -> datetime:
    """The date and time of a serial number, to the second.

    Raises:
        ValueError: There is no such date.
    """
    try:
        return EPOCH + timedelta(seconds=round(number * 86_400))
    except OverflowError:
        raise ValueError(f"{number} is no date") from None
