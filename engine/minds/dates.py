"""A time as somebody says it, as an instant of their own calendar."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from ..kernel.clock import HOUR, MINUTE, Calendar
from .understanding import Deadline, parse_deadline

_LONGEST: Final = 62
"""Days ahead: a time that is said for later is somebody's slip."""
_UNSAID: Final = 8 * HOUR
"""Working time until something is due that was promised without a time that can be read."""
_SOONEST: Final = 10 * MINUTE


def instant(words: str, calendar: Calendar, at: int) -> int:
    """When something is due that was promised in these words.

    A day without an hour means the end of its working hours; a time that has passed means the next one.

    Args:
        words: ``tomorrow 15:00``, ``by Friday``, ``in an hour``.
        calendar: Of whoever says it.
        at: When it is said.

    Returns:
        Milliseconds since the run's start, after ``at``.
    """
    said = parse_deadline(words)
    if said is None:
        return calendar.add_work(at, _UNSAID)
    if said.minutes_ahead is not None:
        return max(at + _SOONEST, at + said.minutes_ahead * MINUTE)
    now = calendar.local(at)
    day = _day(said, now)
    if day is None or (day - now).days > _LONGEST:
        return calendar.add_work(at, _UNSAID)
    due = _hour(said, day, calendar)
    if due <= at:
        due = _hour(said, day + timedelta(days=7 if said.weekday is not None else 1), calendar)
    return max(due, at + _SOONEST)


def _day(said: Deadline, now: datetime) -> datetime | None:
    """Midnight of the day that is meant."""
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    if said.day is not None:
        return _of_month(said.day, said.month, today)
    if said.weekday is not None:
        if said.day_offset is None:
            return today + timedelta(days=(said.weekday - today.weekday()) % 7)
        there = today + timedelta(days=said.day_offset)
        return there + timedelta(days=said.weekday - there.weekday())
    return today + timedelta(days=said.day_offset or 0)


def _of_month(day: int, month: int | None, today: datetime) -> datetime | None:
    """That day of the month that is named or comes next; of a month without it, its last."""
    first = today.replace(day=1)
    for ahead in range(13):
        year, number = divmod(first.month - 1 + ahead, 12)
        begin = first.replace(year=first.year + year, month=number + 1)
        if month is not None and begin.month != month:
            continue
        end = (begin + timedelta(days=31)).replace(day=1) - timedelta(days=1)
        found = begin.replace(day=min(day, end.day))
        if found >= today:
            return found
    return None


def _hour(said: Deadline, day: datetime, calendar: Calendar) -> int:
    if said.minute_of_day is not None:
        return calendar.at(day + timedelta(minutes=said.minute_of_day))
    return calendar.end_of_day(calendar.next_open(calendar.at(day)))
