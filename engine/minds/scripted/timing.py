"""Times as colleagues say them: which comes first, and how one repeats them."""

from __future__ import annotations

import re
from typing import Final

from ..understanding import Deadline, parse_deadline

_DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
DAY_NAMES: Final = {
    "mon": "Monday",
    "tue": "Tuesday",
    "wed": "Wednesday",
    "thu": "Thursday",
    "fri": "Friday",
    "sat": "Saturday",
    "sun": "Sunday",
}
_DAY_CLOCK: Final = re.compile(r"^(today|tomorrow) (\d\d:\d\d)$")


def by_when(due_words: str) -> str:
    """A due time so that *by* may stand before it: *16:00 today*."""
    return _DAY_CLOCK.sub(r"\2 \1", due_words)


def _ahead(when: Deadline, today: int) -> int | None:
    """Days ahead of a time as it was said; None if it can't be told without a calendar."""
    if when.minutes_ahead is not None:
        return 0
    if when.weekday is not None:
        days = (when.weekday - today) % 7
        return days + (when.day_offset or 0) if (when.day_offset or 0) >= 7 and days == 0 else days
    if when.day is not None:
        return None
    return when.day_offset


def sooner(wanted: Deadline, due_words: str, day: str) -> bool:
    """Whether what was asked for comes before what can be promised."""
    due = parse_deadline(due_words)
    today = next((number for number, name in enumerate(_DAYS) if day.lower().startswith(name)), None)
    if due is None or today is None:
        return False
    asked, given = _ahead(wanted, today), _ahead(due, today)
    if asked is None or given is None:
        return False
    if asked != given:
        return asked < given
    end = 17 * 60
    return wanted.minutes_ahead is None and (wanted.minute_of_day or end) < (due.minute_of_day or end)


def spoken_time(text: str) -> str:
    """A time as it was asked for, as one repeats it: *Thursday noon*."""
    words = text.strip(" .,!?").split()
    while words and words[0].lower() in (
        "by",
        "before",
        "until",
        "till",
        "at",
        "on",
        "no",
        "later",
        "than",
        "the",
        "latest",
    ):
        words = words[1:]
    names = set(DAY_NAMES.values())
    fixed = [word.capitalize() if word.capitalize() in names else word for word in words]
    return " ".join(fixed) or "that"
