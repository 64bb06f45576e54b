"""Times and durations as authors write them: "Tue week 2 09:30", "3 work hours".

Reading them is apart from resolving them, so that a schema can refuse a misspelt time with its line before
any run exists. Weeks count from the Monday of the week in which the run starts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, Field

from ....personas.problems import Misfit, did_you_mean
from ...kernel.clock import DAY, HOUR, MINUTE, WEEKDAYS

_WEEKLY = re.compile(
    r"(?P<day>[A-Za-z]+)(?:\s+week\s+(?P<week>\d{1,3}))?\s+(?P<hour>\d{1,2}):(?P<minute>\d{2})(?:\s+(?P<zone>\S+))?"
)
_ISO = re.compile(
    r"(?P<date>\d{4}-\d{2}-\d{2})[T ](?P<hour>\d{2}):(?P<minute>\d{2})(?::00)?(?:\s+(?P<zone>\S+))?"
)
_ELAPSED = re.compile(r"(\d{1,5})\s*(m|min|minutes?|h|hours?|d|days?)")
_WORKING = re.compile(r"(\d{1,4})\s+work(?:ing)?\s+(minutes?|hours?|days?)")
_UNIT_MS = {"m": MINUTE, "h": HOUR, "d": DAY}

TIME_FIX = 'Write "Tue 09:30", "Tue week 2 09:30" or "2026-03-03T09:30", followed by a zone if it is not the pack\'s.'
DURATION_FIX = 'Write "45m", "3h", "2d" for elapsed time, or "3 work hours", "2 work days".'


@dataclass(frozen=True, slots=True)
class Moment:
    """A wall-clock time, not yet placed in a run.

    Attributes:
        day: The calendar date, or the weekday (0 = Monday) and the week (1 = the week the run starts in).
        at: The wall-clock time.
        zone: An IANA time zone, or None for the pack's.
    """

    day: date | tuple[int, int]
    at: time
    zone: str | None

    def on(self, start: date) -> date:
        """The date it falls on in a run that starts on `start`."""
        if isinstance(self.day, date):
            return self.day
        weekday, week = self.day
        return start - timedelta(days=start.weekday()) + timedelta(days=7 * (week - 1) + weekday)

    def instant(self, start: date, zone: ZoneInfo) -> datetime:
        """The aware datetime in a run that starts on `start` in `zone`."""
        return datetime.combine(self.on(start), self.at, ZoneInfo(self.zone) if self.zone else zone)


@dataclass(frozen=True, slots=True)
class Span:
    """A length of time: elapsed milliseconds, or work on somebody's calendar.

    Attributes:
        amount: Milliseconds for `elapsed` and `work`; a whole number of days for `work days`.
        unit: How it is counted.
    """

    amount: int
    unit: Literal["elapsed", "work", "work days"]


def read_moment(text: str) -> Moment:
    """Read a time.

    Raises:
        Misfit: It is not one of the three forms, or names no real day, time or zone.
    """
    words = text.strip()
    if found := _WEEKLY.fullmatch(words):
        name = found["day"].lower()
        if name[:3] not in WEEKDAYS or (len(name) > 3 and name not in _LONG_DAYS):
            raise Misfit(f"`{found['day']}` is no day of the week", did_you_mean(name, WEEKDAYS) or TIME_FIX)
        week = int(found["week"] or 1)
        if week < 1:
            raise Misfit("weeks count from 1, the week in which the run starts", TIME_FIX)
        day: date | tuple[int, int] = (WEEKDAYS.index(name[:3]), week)
    elif found := _ISO.fullmatch(words):
        try:
            day = date.fromisoformat(found["date"])
        except ValueError:
            raise Misfit(f"`{found['date']}` is no date", "Check month and day.") from None
    else:
        raise Misfit(f"`{text}` is not a time", TIME_FIX)
    hour, minute = int(found["hour"]), int(found["minute"])
    if hour > 23 or minute > 59:
        raise Misfit(
            f"`{hour:02d}:{minute:02d}` is no time of day", "Hours run from 00 to 23, minutes from 00 to 59."
        )
    return Moment(day, time(hour, minute), _zone(found["zone"]) if found["zone"] else None)


def read_span(text: str) -> Span:
    """Read a duration.

    Raises:
        Misfit: It is not one of the known forms.
    """
    words = text.strip().lower()
    if found := _ELAPSED.fullmatch(words):
        return Span(int(found[1]) * _UNIT_MS[found[2][0]], "elapsed")
    if found := _WORKING.fullmatch(words):
        if found[2].startswith("day"):
            return Span(int(found[1]), "work days")
        return Span(int(found[1]) * _UNIT_MS[found[2][0]], "work")
    raise Misfit(f"`{text}` is not a duration", DURATION_FIX)


_LONG_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def _zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ValueError, KeyError, OSError):
        raise Misfit(
            f"`{name}` is no time zone", 'Use a name of the IANA list, such as "Europe/Amsterdam".'
        ) from None
    return name


def _check_moment(text: str) -> str:
    read_moment(text)
    return text


def _check_span(text: str) -> str:
    read_span(text)
    return text


TimeText = Annotated[
    str,
    AfterValidator(_check_moment),
    Field(description='A time: "Tue 09:30", "Tue week 2 09:30" or "2026-03-03T09:30"; a zone may follow.'),
]
SpanText = Annotated[
    str,
    AfterValidator(_check_span),
    Field(description='A duration: "45m", "3h", "2d" (elapsed), "3 work hours", "2 work days".'),
]
ZoneText = Annotated[str, AfterValidator(_zone), Field(description="A time zone of the IANA list.")]
