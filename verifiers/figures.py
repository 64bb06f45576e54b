"""Numbers and dates in a text, in whatever way people write them, with where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Final, NamedTuple

NBSP: Final = "\u00a0"
"""What blanks of every kind become that don't part words."""
_CURRENCY: Final = r"(?:EUR|USD|GBP|SGD|CHF|JPY|CNY|SEK|NOK|DKK|PLN|US\$|S\$|[€$£¥])"
_BODY: Final = rf"\d{{1,3}}(?: \d{{3}})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,'{NBSP}]\d+)*"
_TOKEN: Final = re.compile(
    r"(?P<junk>"
    r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?(?!\d)"
    r"|(?<![\d.,])\d{1,2}([/.-])\d{1,2}\2(?:\d{4}|\d{2})(?![\d,]|\.\d)"
    r"|\d{1,2}:\d{2}(?::\d{2})?(?!\d)"
    r"|https?://\S+|[\w.+-]{1,64}@[\w.-]+"
    r")|(?P<number>(?:(?<![\w)])(?P<minus>-|minus )\s?)?"
    rf"(?:(?<![A-Za-z])(?P<money>{_CURRENCY})[ {NBSP}]?)?(?P<inner>-)?(?P<body>{_BODY}))"
    r"(?![.,]?\d|(?:st|nd|rd|th)\b)"
    rf"(?:[ {NBSP}\n]?(?:(?P<scale>k|thousand|mn|mio|mill|million|m|bn|billion|mrd)\b"
    r"|(?P<percent>%|per[ -]?cent\b|pct\b)))?"
    r"|(?P<name>(?<!\w)[A-Za-z]\w*(?:[-_]\w+)*)",
    re.IGNORECASE,
)
_SCALES: Final = {
    **dict.fromkeys(("k", "thousand"), 3),
    **dict.fromkeys(("m", "mn", "mio", "mill", "million"), 6),
    **dict.fromkeys(("bn", "billion", "mrd"), 9),
}


class Figure(NamedTuple):
    """A number in a text; characters ``start`` to ``end``."""

    start: int
    end: int
    readings: tuple[Decimal, ...]
    """What it may mean: ``1.250`` is 1250 to some and 1.25 to others; ``60%`` is 60 and 0.6."""
    scale: int = 0
    """The power of ten that a word after it stands for: 6 for ``88.4 million``."""

    def rounds(self, value: Decimal) -> bool:
        """Whether it is the value, rounded correctly to at least three significant digits."""
        for reading in self.readings:
            digits, exponent = reading.as_tuple().digits, int(reading.as_tuple().exponent)
            text = "".join(map(str, digits)).lstrip("0")
            if exponent >= self.scale:  # zeros at the end of a whole number may be rounding
                stripped = text.rstrip("0")
                exponent += len(text) - len(stripped)
                text = stripped
            given = abs(value) if value >= 0 else value
            found = abs(reading) if value >= 0 else reading
            if found == given or (len(text) >= 3 and abs(found - given) * 2 <= Decimal(1).scaleb(exponent)):
                return True
        return False

    def scaled(self, power: int) -> Figure:
        """The same under a heading that says thousands or millions."""
        if self.scale or not power:
            return self
        return self._replace(
            readings=(*self.readings, *(one.scaleb(power) for one in self.readings)), scale=power
        )


def figures(text: str) -> Iterator[Figure]:
    """The numbers of a text. What is part of a date, a time of day or a name such as ``AB-26-0417`` is none."""
    for match in _TOKEN.finditer(text):
        body = match["body"]
        if body is None:
            continue
        start, end = match.span("body")
        negative = bool(match["minus"] or match["inner"]) or _in_brackets(text, match.start(), match.end())
        scale = _SCALES.get((match["scale"] or "").lower(), 0)
        for first, last, values in _parts(body):
            found = [*values, *(value.scaleb(scale) for value in values if scale)]
            if match["percent"]:
                found += [value.scaleb(-2) for value in values]
            if negative and first == 0:
                found = [-value for value in found]
            yield Figure(start + first, start + last if last < len(body) else end, tuple(found), scale)


def _in_brackets(text: str, start: int, end: int) -> bool:
    """Bookkeepers write (1,250.00) for a negative amount."""
    return (
        text[start - 1 : start] == "("
        and text[end : end + 1] == ")"
        and any(c in ".," for c in text[start:end])
    )


def _parts(body: str) -> Iterator[tuple[int, int, list[Decimal]]]:
    """The number that a run of digits and separators is; several, where it may be several."""
    joined = readings(body.replace(" ", ""))
    if joined:
        yield 0, len(body), joined
    if " " in body or not joined:
        at = 0
        for piece in re.split(r"[ ]" if joined else r"[ .,']", body):
            if single := readings(piece):
                yield at, at + len(piece), single
            at += len(piece) + 1


def readings(digits: str) -> list[Decimal]:
    """What digits with separators may mean, the likeliest first; empty if they are no single number."""
    for mark in ("'", NBSP):
        digits = digits.replace(mark, "")
    comma, point = digits.count(","), digits.count(".")
    if not comma and not point:
        return [Decimal(digits)] if digits.isascii() and digits.isdigit() else []
    if comma and point:
        last = "," if digits.rfind(",") > digits.rfind(".") else "."
        whole, _, part = digits.rpartition(last)
        if last in whole or not _grouped(re.split(r"[.,]", whole)):
            return []
        return [Decimal(f"{re.sub(r'[.,]', '', whole)}.{part}")]
    groups = re.split(r"[.,]", digits)
    if len(groups) > 2:
        return [Decimal("".join(groups))] if _grouped(groups) else []
    as_decimal = Decimal(".".join(groups))
    if _grouped(groups) and groups[0].strip("0"):
        whole = Decimal("".join(groups))
        return [whole, as_decimal] if comma else [as_decimal, whole]
    return [as_decimal]


def _grouped(groups: list[str]) -> bool:
    """Whether thousands are parted as people do: 1,250,000 or 12,50,000."""
    if not 1 <= len(groups[0]) <= 3:
        return False
    return len(groups) == 1 or (len(groups[-1]) == 3 and all(len(one) in (2, 3) for one in groups[1:-1]))


_HEADED: Final = re.compile(
    rf"\b(?:in|{_CURRENCY})[ {NBSP}]?(?P<m>m|mn|mio|mill|millions?)\b|(?<![\w.,])'?(?P<k>000)s?\b"
    rf"|\b(?:in|{_CURRENCY})[ {NBSP}]?(?P<k2>k|thousands?)\b|\b(?P<b>bn|billions?)\b|\((?P<m2>millions?|m)\)",
    re.IGNORECASE,
)


def power_of(heading: str) -> int:
    """The power of ten in which a column or row is told: 6 for ``Limit (USD m)``, 3 for ``USD '000``, else 0."""
    match = _HEADED.search(heading)
    if match is None:
        return 0
    return 6 if match["m"] or match["m2"] else 9 if match["b"] else 3


# Dates ----------------------------------------------------------------------------------------------------

_MONTHS: Final = {
    name[:size]: number
    for number, name in enumerate(
        "january february march april may june july august september october november december".split(), 1
    )
    for size in (3, len(name))
} | {"sept": 9}
_MONTH: Final = "(?:" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + ")"
_YEAR: Final = r"(?:\d{4}|'?\d{2})(?![\d:])"
_DATE: Final = re.compile(
    r"(?<![\d-])(?P<y1>\d{4})[-/.](?P<m1>\d{1,2})[-/.](?P<d1>\d{1,2})(?![\d-])"
    rf"|(?<!\d)(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?(?:\s+of)?[\s.-]{{0,2}}(?P<m2>{_MONTH})\b\.?(?:,?[\s-]{{1,2}}(?P<y2>{_YEAR}))?"
    rf"|\b(?P<m3>{_MONTH})\b\.?[\s-]{{1,2}}(?:the\s+)?(?P<d3>\d{{1,2}})(?:st|nd|rd|th)?(?![\d:.]\d|\d)(?:,?\s+(?P<y3>\d{{4}}))?"
    r"|(?<![\d/.-])(?P<a>\d{1,2})(?P<mark>[/.-])(?P<b>\d{1,2})(?:(?P=mark)(?P<y4>\d{4}|\d{2}))?(?![\d/-]|[.,]\d)",
    re.IGNORECASE,
)


class DateFound(NamedTuple):
    """A date in a text."""

    start: int
    end: int
    readings: tuple[tuple[int | None, int, int], ...]
    """Year (None if it isn't said), month, day: ``12/3`` is the 12th of March to some and December 3rd to others."""

    def may_be(self, day: date) -> bool:
        """Whether it can be that day."""
        return any(
            year in (None, day.year) and (month, number) == (day.month, day.day)
            for year, month, number in self.readings
        )


def dates(text: str) -> Iterator[DateFound]:
    """The dates of a text, weekdays left aside. ``12.3`` without a year is taken for one as well as for a number."""
    text = text.replace(NBSP, " ")
    for match in _DATE.finditer(text):
        found: list[tuple[int | None, int, int]]
        if match["y1"]:
            found = [(int(match["y1"]), int(match["m1"]), int(match["d1"]))]
        elif match["m2"]:
            found = [(_year(match["y2"]), _MONTHS[match["m2"].lower()], int(match["d2"]))]
        elif match["m3"]:
            found = [(_year(match["y3"]), _MONTHS[match["m3"].lower()], int(match["d3"]))]
        else:
            year, a, b = _year(match["y4"]), int(match["a"]), int(match["b"])
            if year is None and match["mark"] == "-":
                continue  # a range of numbers
            found = [(year, b, a), (year, a, b)]
        real = tuple((y, m, d) for y, m, d in found if 1 <= m <= 12 and 1 <= d <= 31)
        if real:
            yield DateFound(match.start(), match.end(), real)


def _year(text: str | None) -> int | None:
    if not text:
        return None
    number = int(text.strip("'"))
    return number if number > 99 else 2000 + number
