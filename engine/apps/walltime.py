"""Times as people at work write and read them: "Tue 14:00", "tomorrow 9:30", in their own wall time."""

from __future__ import annotations

import contextlib
import re
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from ..kernel.clock import WEEKDAYS, Calendar
from .base import ToolError
from .people import did_you_mean

FORMS = (
    'Write a time as "Tue 14:00" (the next Tuesday), "next Tue 14:00" (of next week), "today 16:30", "tomorrow 9:30", '
    '"2026-03-03 14:00" or "12 March 14:00".'
)
_MONTHS = ("january february march april may june july august september october november december").split()
_DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_CLOCK = re.compile(r"(\d{1,2})(?::(\d{2}))?(?::00)?\s*(am|pm)?", re.IGNORECASE)


def stamp(calendar: Calendar, at: int) -> str:
    """The wall time of an instant, to the minute: ``Tue 2026-03-03 14:05``."""
    return f"{calendar.local(at):%a %Y-%m-%d %H:%M}"


def read_time(text: str, calendar: Calendar, now: int) -> int:
    """The instant meant by a wall time, in milliseconds since the run's start.

    Args:
        text: A day and a time; the time alone means today. An IANA zone may follow.
        calendar: Of the person who says it.
        now: When they say it.

    Raises:
        ToolError: ``invalid``: it can't be read, and which forms can.
    """
    words = text.strip()
    head, _, last = words.rpartition(" ")
    zone: ZoneInfo | None = None
    if "/" in last or last == "UTC":
        try:
            zone = ZoneInfo(last)
        except (ValueError, KeyError, OSError):
            raise ToolError(
                "invalid", f"{last!r} is no time zone", 'Use one such as "Asia/Singapore".'
            ) from None
        words = head.strip()
    found = re.search(
        r"(?:^|[\sT])(\d{1,2}(?::\d{2}(?::\d{2})?)?\s*(?:am|pm)|\d{1,2}:\d{2}(?::\d{2})?)$",
        words,
        re.IGNORECASE,
    )
    if found is None:
        raise ToolError("invalid", f"{text!r} names no time of day", FORMS)
    clock = _clock(found[1], text)
    today = _wall(calendar, zone, now).date()
    day = _day(words[: found.start()].strip(" ,"), today, text)
    wall = datetime.combine(day, clock)
    if isinstance(day, _Weekday) and _instant(calendar, zone, wall) < now:
        wall += timedelta(days=7)
    return _instant(calendar, zone, wall)


def read_day(text: str, calendar: Calendar, now: int) -> date:
    """The date meant by "Tue", "today", "tomorrow", "2026-03-03" or "12 March".

    Raises:
        ToolError: ``invalid``: it can't be read, and which forms can.
    """
    return _day(text.strip(), calendar.local(now).date(), text)


class _Weekday(date):
    """A date that was named by its weekday alone: past today's hour it means a week later."""


def _day(words: str, today: date, text: str) -> date:
    fold = words.casefold()
    if fold in ("", "today"):
        return today
    if fold in ("tomorrow", "yesterday"):
        return today + timedelta(days=1 if fold == "tomorrow" else -1)
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", fold):
        try:
            return date.fromisoformat(fold)
        except ValueError:
            raise ToolError("invalid", f"{words!r} is no date", "Check month and day.") from None
    parts = fold.replace(",", " ").split()
    following = parts[:1] == ["next"]
    parts = parts[1:] if parts and parts[0] in ("next", "this", "on") else parts
    weekday = _weekday(parts[0]) if parts else None
    if weekday is not None and len(parts) == 1:
        days = (weekday - today.weekday()) % 7
        if following:
            days = 7 - today.weekday() + weekday
            return today + timedelta(days=days)
        named = today + timedelta(days=days)
        return _Weekday(named.year, named.month, named.day)
    rest = parts[1:] if weekday is not None else parts
    if len(rest) in (2, 3):
        named = _date(rest, today)
        if named is not None:
            if weekday is not None and named.weekday() != weekday:
                raise ToolError(
                    "invalid", f"{words!r}: {named.isoformat()} is a {named:%A}", "Check the day."
                )
            return named
    hint = did_you_mean(parts[0], [*_DAYS, "today", "tomorrow"]) if parts else ""
    raise ToolError("invalid", f"{text!r} can't be read as a day", f"{hint} {FORMS}".strip())


def _weekday(word: str) -> int | None:
    for number, (short, long) in enumerate(zip(WEEKDAYS, _DAYS, strict=True)):
        if word == short or (len(word) > 3 and long.startswith(word)):
            return number
    return None


def _date(parts: list[str], today: date) -> date | None:
    numbers = [re.sub(r"(?<=\d)(st|nd|rd|th)$", "", part) for part in parts]
    if not numbers[0].isdecimal():
        numbers[0], numbers[1] = numbers[1], numbers[0]
    month = next(
        (i for i, name in enumerate(_MONTHS, 1) if len(numbers[1]) >= 3 and name.startswith(numbers[1])), 0
    )
    if not month or any(not one.isdecimal() or len(one) > 4 for one in (numbers[0], *numbers[2:])):
        return None
    # without a year: the nearest such date
    years = [int(numbers[2])] if len(numbers) == 3 else [today.year + shift for shift in (-1, 0, 1)]
    found: list[date] = []
    for year in years:
        with contextlib.suppress(ValueError):
            found.append(date(year, month, int(numbers[0])))
    return min(found, key=lambda day: abs(day - today), default=None)


def _clock(words: str, text: str) -> time:
    found = _CLOCK.fullmatch(words.strip())
    assert found is not None
    hour, minute, half = int(found[1]), int(found[2] or 0), (found[3] or "").lower()
    if half and not 1 <= hour <= 12:
        raise ToolError(
            "invalid", f"{text!r}: {words} is no time of day", "With am or pm, hours run from 1 to 12."
        )
    if half:
        hour = hour % 12 + (12 if half == "pm" else 0)
    if hour > 23 or minute > 59:
        raise ToolError(
            "invalid", f"{text!r}: {words} is no time of day", "Hours run from 0 to 23, minutes to 59."
        )
    return time(hour, minute)


def _wall(calendar: Calendar, zone: ZoneInfo | None, at: int) -> datetime:
    if zone is None:
        return calendar.local(at)
    start = datetime.fromisoformat(calendar.start)
    return (start + timedelta(milliseconds=at)).astimezone(zone).replace(tzinfo=None)


def _instant(calendar: Calendar, zone: ZoneInfo | None, wall: datetime) -> int:
    if zone is None:
        return calendar.at(wall)
    start = datetime.fromisoformat(calendar.start)
    return (wall.replace(tzinfo=zone) - start) // timedelta(milliseconds=1)
