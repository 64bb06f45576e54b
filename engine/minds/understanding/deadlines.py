"""Reads times as colleagues give them (`by Thursday noon`, `before 3pm`, `end of day`), relative to no calendar yet."""

from __future__ import annotations

import re

from .acts import Deadline
from .phrases import phrase, says
from .tokens import plain

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "couple of": 2, "a couple of": 2, "half an": 0,
}  # fmt: skip
_PARTS = {
    "first thing": 9 * 60, "noon": 720, "midday": 720, "lunch": 720, "lunchtime": 720, "midnight": 1439,
    "tonight": 20 * 60, "this evening": 20 * 60, "evening": 20 * 60, "this afternoon": 17 * 60, "afternoon": 17 * 60,
    "this morning": 720, "morning": 720,
}  # fmt: skip
_WHOLE = ("time_ahead", "time_end_of_week", "time_week", "time_end_of_month")
"""Pieces that are read even inside one another; those below give way to what was read before them."""
_PIECES = (
    *_WHOLE,
    "time_day_month",
    "time_month_day",
    "time_day_of_month",
    "time_weekday",
    "time_relative",
    "time_part",
    "time_at_once",
)


def names_bound(text: str) -> bool:
    """Whether a text gives a time as a bound (`by Thursday`), not as one that is merely mentioned."""
    return says("bound", text)


def parse_deadline(text: str) -> Deadline | None:
    """The first time that a text gives, or None.

    Args:
        text: any piece of a message; a time after *by* or *before* goes before one that is merely mentioned.
    """
    low = plain(text[:2000])
    bound = phrase("hard_bound").search(low) or phrase("bound").search(low)
    if bound is not None:
        found = _read(low[bound.start() :])
        if found is not None and (found.weekday, found.day, found.minutes_ahead) == (None, None, None):
            wider = _read(low[max(0, bound.start() - 24) :])
            if (
                wider is not None
                and wider.minute_of_day == found.minute_of_day
                and wider.weekday != found.weekday
            ):
                return wider
            if wider is not None and wider.minute_of_day == found.minute_of_day and wider.day_offset:
                return wider
        if found is not None:
            return found
    return _read(low)


def _read(text: str) -> Deadline | None:
    weekday = offset = minute = ahead = day = month = None
    spans: list[tuple[int, int]] = []
    for piece in _PIECES:
        found = phrase(piece).search(text)
        if found is None:
            continue
        named = {name: value.lower() for name, value in found.groupdict().items() if value}
        if piece not in _WHOLE and any(start < found.end() and found.start() < end for start, end in spans):
            continue
        if spans and abs(found.start() - spans[0][0]) > 40:
            continue
        spans.append(found.span())
        if "unit" in named:
            ahead, offset = _ahead(named["ahead"], named["unit"])
        elif "endweek" in named:
            weekday, offset = 4, 7 if "next" in named["endweek"] else offset
        elif "week" in named:
            weekday = _weekday(named["inweek"]) if "inweek" in named else 4
            offset = 7 if named["week"].startswith("next") else offset
        elif "month_end" in named:
            day = 31
        elif "dayofmonth" in named and 1 <= int(named["dayofmonth"]) <= 31:
            day = int(named["dayofmonth"])
            month = 1 + _MONTHS.index(named["month"]) if "month" in named else None
        elif "weekday" in named and weekday is None and ahead is None:
            weekday = _weekday(named["weekday"])
            offset = 7 if named.get("next", "").startswith("next") else offset
        elif "relative" in named and offset is None:
            offset = {"tomorrow": 1, "tmrw": 1, "tmr": 1, "day after tomorrow": 2}.get(named["relative"], 0)
            minute = _PARTS["tonight"] if named["relative"] == "tonight" else minute
        elif "part" in named and minute is None:
            minute = _PARTS.get(named["part"])
            if weekday is None and offset is None and day is None:
                offset = 1 if named["part"] == "first thing" else 0
        elif "asap" in named and weekday is None and offset is None:
            offset = 0
    clock = phrase("time_clock").search(text)
    if clock is not None:
        read = _clock(clock)
        near = (
            not spans
            or min(abs(clock.start() - end) for _, end in spans) <= 20
            or min(abs(s - clock.end()) for s, _ in spans) <= 20
        )
        if read is not None and near and day is None:
            minute = read
            spans.append(clock.span())
            if weekday is None and offset is None and ahead is None:
                offset = 0
    if not spans:
        return None
    words = text[min(start for start, _ in spans) : max(end for _, end in spans)]
    return Deadline(weekday, offset, minute, words.strip(), ahead, day, month)


def _weekday(word: str) -> int:
    return next(number for number, day in enumerate(_DAYS) if day.startswith(word[:3]))


def _ahead(count: str, unit: str) -> tuple[int | None, int | None]:
    """Minutes ahead, or days ahead."""
    number = int(count) if count.isdigit() else _NUMBERS.get(count, 1)
    if unit.startswith(("min", "hour", "hr")):
        minutes = number if unit.startswith("min") else 60 * number
        return (minutes or 30), None
    return None, number * (7 if unit.startswith("week") else 1)


def _clock(found: re.Match[str]) -> int | None:
    """Minutes after midnight; an hour from 1 to 6 without more is in the afternoon, as in `by 3`."""
    hour = int(found["hour"] or found["hour2"] or found["hour3"])
    minute = int(found["minute"] or found["minute2"] or found["minute3"] or 0)
    half = (found["half"] or found["half2"] or "").lower()
    if half.startswith("p") and hour < 12:
        hour += 12
    elif half.startswith("a") and hour == 12:
        hour = 0
    elif not half and 1 <= hour <= 6 and not found["minute3"] and not (found["hour"] or "").startswith("0"):
        hour += 12
    return hour * 60 + minute if hour < 24 and minute < 60 else None
