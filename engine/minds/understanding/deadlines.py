"""Reads times as colleagues give them (`by Thursday noon`, `before 3pm`, `end of day`), relative to no calendar yet."""

from __future__ import annotations

import re

from .acts import Deadline
from .tokens import plain

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "couple of": 2, "a couple of": 2, "half an": 0,
}  # fmt: skip
_DAY = r"(?P<weekday>mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)\b"
_MONTH = r"(?P<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_CLOCK = r"(?:(?P<hour>\d{1,2})(?:[:.h](?P<minute>\d{2}))?\s*(?P<half>a\.?m\.?|p\.?m\.?|o'?clock|hrs|h)?(?![\d%]|[.,]\d))"
_PART = (
    r"(?P<part>first thing|noon|midday|lunch(?:time)?|midnight|tonight|this evening|this afternoon|this morning|morning|afternoon|evening"
    r"|close of (?:business|play)|end of (?:the |your |my )?(?:working |business |work)?day|eod|cob|cop|end of business)"
)
_LIMIT = r"(?:by|before|until|till|no later than|not later than|at the latest by|latest|due(?: on| by)?|deadline(?: is| of)?|for|on|at|need(?:ed)?)"
_PARTS = {
    "first thing": 9 * 60, "noon": 720, "midday": 720, "lunch": 720, "lunchtime": 720, "midnight": 1439, "tonight": 20 * 60,
    "this evening": 20 * 60, "evening": 20 * 60, "this afternoon": 17 * 60, "afternoon": 17 * 60, "this morning": 720, "morning": 720,
}  # fmt: skip
_PIECES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\b(?:in|within)(?: the next)? (?P<ahead>half an|an?|a couple of|couple of|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,3}) "
        r"(?P<unit>minutes?|mins?|hours?|hrs?|days?|weeks?)\b",
        r"\b(?:by |before )?(?:the )?(?P<endweek>end of (?:the |this |next )?week|eow)\b",
        r"\b(?P<week>this week|next week)\b(?: (?:on )?" + _DAY.replace("weekday", "inweek") + ")?",
        r"\b(?P<month_end>end of (?:the |this |next )?month|month[ -]end)\b",
        rf"\b(?P<dayofmonth>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH}\b",
        rf"\b{_MONTH} (?P<dayofmonth>\d{{1,2}})(?:st|nd|rd|th)?\b",
        r"\b(?:on |by |before )the (?P<dayofmonth>\d{1,2})(?:st|nd|rd|th)\b",
        rf"\b(?P<next>next |this |coming )?{_DAY}",
        r"\b(?P<relative>day after tomorrow|tomorrow|tmrw|tmr|today|tonight)\b",
        rf"\b{_PART}\b",
        r"\b(?P<asap>asap|a\.s\.a\.p|as soon as possible|right away|straight away|immediately|urgently)\b",
    )
)
_TIME_OF_DAY = re.compile(
    rf"(?:\b(?:by|before|at|until|till|than|around|@|latest)\s+|(?<=day )|(?<=tomorrow )|(?<=today )|(?<=day, )|^\s*){_CLOCK}"
    r"|\b(?P<hour2>\d{1,2})(?:[:.](?P<minute2>\d{2}))?\s?(?P<half2>a\.?m\b\.?|p\.?m\b\.?)|\b(?P<hour3>[01]?\d|2[0-3]):(?P<minute3>[0-5]\d)\b",
    re.IGNORECASE,
)
BOUND = re.compile(
    rf"\b{_LIMIT}\s+(?:the |close of|end of|eod|cob|next |this |tomorrow|today|tonight|noon|midday|lunch|first thing|mon|tue|wed|thu|fri|sat|sun|\d)"
    r"|\b(?:end of (?:the )?(?:day|week|month|business)|eod|cob|eow|asap|as soon as possible|deadline|no later than|at the latest|due (?:today|tomorrow)"
    r"|within (?:the )?(?:next )?(?:hour|\d+)|in (?:the next )?(?:an|half an|\d+|two|three) (?:hours?|minutes?|mins?|days?))\b",
    re.IGNORECASE,
)
"""Words that make a time a bound (`by Thursday`), which tells a deadline from a time that is merely mentioned."""


def parse_deadline(text: str) -> Deadline | None:
    """The first time that a text gives, or None.

    Args:
        text: any piece of a message; a time after *by* or *before* goes before one that is merely mentioned.
    """
    low = plain(text[:2000])
    bound = BOUND.search(low)
    if bound is not None:
        found = _read(low[bound.start() :])
        if found is not None and (found.weekday, found.day, found.minutes_ahead) == (None, None, None):
            wider = _read(low[max(0, bound.start() - 24) :])
            if wider is not None and wider.minute_of_day == found.minute_of_day and wider.weekday != found.weekday:
                return wider
            if wider is not None and wider.minute_of_day == found.minute_of_day and wider.day_offset:
                return wider
        if found is not None:
            return found
    return _read(low)


def _read(text: str) -> Deadline | None:
    weekday = offset = minute = ahead = day = month = None
    spans: list[tuple[int, int]] = []
    for number, piece in enumerate(_PIECES):
        found = piece.search(text)
        if found is None:
            continue
        named = {name: value.lower() for name, value in found.groupdict().items() if value}
        if number > 3 and any(start < found.end() and found.start() < end for start, end in spans):
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
    clock = _TIME_OF_DAY.search(text)
    if clock is not None:
        read = _clock(clock)
        near = not spans or min(abs(clock.start() - end) for _, end in spans) <= 20 or min(abs(s - clock.end()) for s, _ in spans) <= 20
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
    elif not half and 1 <= hour <= 6 and not found["minute3"]:
        hour += 12
    return hour * 60 + minute if hour < 24 and minute < 60 else None
