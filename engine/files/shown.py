"""A cell's value as a spreadsheet shows it under a number format (ECMA-376 part 1, 18.8.30 and 18.8.31)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Context, Decimal, InvalidOperation
from functools import lru_cache
from typing import Final

BUILT_IN: Final[Mapping[int, str]] = {
    0: "General",
    1: "0",
    2: "0.00",
    3: "#,##0",
    4: "#,##0.00",
    9: "0%",
    10: "0.00%",
    11: "0.00E+00",
    12: "# ?/?",
    13: "# ??/??",
    14: "yyyy-mm-dd",
    15: "d-mmm-yy",
    16: "d-mmm",
    17: "mmm-yy",
    18: "h:mm AM/PM",
    19: "h:mm:ss AM/PM",
    20: "h:mm",
    21: "h:mm:ss",
    22: "yyyy-mm-dd h:mm",
    37: "#,##0 ;(#,##0)",
    38: "#,##0 ;[Red](#,##0)",
    39: "#,##0.00;(#,##0.00)",
    40: "#,##0.00;[Red](#,##0.00)",
    45: "mm:ss",
    46: "[h]:mm:ss",
    47: "mmss.0",
    48: "##0.0E+0",
    49: "@",
}
"""Formats that files name by number only. Those that depend on the reader's country (14 and 22) are shown as ISO."""

_BASES: Final = (datetime(1899, 12, 30), datetime(1904, 1, 1))  # noqa: DTZ001  cells know no time zone
"""Day 0, as most workbooks count and as those do that count from 1904."""
_WIDE: Final = Context(prec=120, rounding=ROUND_HALF_UP)
_TOKEN: Final = re.compile(
    r'"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|AM/PM|A/P|General|y+|m+|d+|h+|s+(?:\.0+)?|[#0?.,]+|E[+-]0+|%|@|.',
    re.IGNORECASE,
)
_BRACKET: Final = re.compile(r"\[\$([^-\]]*)[^\]]*\]")
_ELAPSED: Final = re.compile(r"\[(h+|m+|s+)\]", re.IGNORECASE)


def shown(value: object, code: str = "General", *, epoch_1904: bool = False) -> str:
    """A cell's value in its number format.

    Args:
        value: A number (also as Decimal), text, truth value, date or nothing.
        code: The number format, such as ``#,##0.00;(#,##0.00)``.
        epoch_1904: The workbook counts days from 1904.
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, datetime):
        base = _BASES[epoch_1904]
        value = Decimal(str((value.replace(tzinfo=None) - base) / timedelta(days=1)))
    if not isinstance(value, int | float | Decimal):
        text = str(value)
        return _sections(code)[3].replace("@", text) if len(_sections(code)) == 4 and "@" in code else text
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return str(value)
    if not number.is_finite():
        return str(value)
    if abs(number.adjusted()) > 40:
        # formats of such numbers would only be long rows of digits
        return general(number)
    sections = _sections(code)
    section = sections[0]
    if number < 0 and len(sections) > 1:
        section, number = sections[1], -number
    elif number == 0 and len(sections) > 2:
        section = sections[2]
    return _number(number, section, epoch_1904)


def is_date(code: str) -> bool:
    """Whether a number format shows a date or a time."""
    return any(
        token[0].casefold() in "ymdhs" or _ELAPSED.fullmatch(token) is not None
        for token in _tokens(_sections(code)[0])
        if token.casefold() != "general"
    )


def general(number: Decimal) -> str:
    """A number without a format: up to 11 digits, as spreadsheets show it."""
    if number == 0:
        return "0"
    if number.adjusted() >= 11 or number.adjusted() < -9:
        digits, _, power = f"{number:.5E}".partition("E")
        digits = digits.rstrip("0").rstrip(".") if "." in digits else digits
        return f"{digits}E{int(power):+03d}"
    places = max(0, 10 - max(0, number.adjusted()))
    text = f"{number.quantize(Decimal(1).scaleb(-places), context=_WIDE):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


@lru_cache(maxsize=1024)
def _sections(code: str) -> tuple[str, ...]:
    parts: list[str] = []
    start = 0
    quoted = False
    for place, char in enumerate(code):
        if char == '"':
            quoted = not quoted
        elif char == ";" and not quoted and code[place - 1 : place] != "\\":
            parts.append(code[start:place])
            start = place + 1
    return (*parts, code[start:])


@lru_cache(maxsize=1024)
def _tokens(section: str) -> tuple[str, ...]:
    return tuple(_TOKEN.findall(section))


def _literal(token: str) -> str | None:
    """The text that a token stands for; ``None`` if it stands for a part of the number."""
    if token.startswith('"'):
        return token[1:-1]
    if token.startswith("\\"):
        return token[1:]
    if token.startswith(("_", "*")) and len(token) == 2:
        return " " if token[0] == "_" else ""
    if token.startswith("[") and not _ELAPSED.fullmatch(token):
        currency = _BRACKET.fullmatch(token)
        return currency[1] if currency else ""
    return None


def _number(number: Decimal, section: str, epoch_1904: bool) -> str:
    tokens = _tokens(section)
    if not tokens:
        return ""
    if is_date(section):
        return _date(number, tokens, epoch_1904)
    scaled = number
    for token in tokens:
        if token == "%":
            scaled *= 100
    pattern = "".join(token for token in tokens if token[0] in "#0?.,")
    whole, _, fraction = pattern.partition(".")
    while pattern.endswith(","):
        scaled, pattern = scaled / 1000, pattern[:-1]
        whole, _, fraction = pattern.partition(".")
    done = False
    out: list[str] = []
    for token in tokens:
        literal = _literal(token)
        if literal is not None:
            out.append(literal)
        elif token.casefold() == "general":
            out.append(general(scaled))
        elif token[0] in "#0?.,":
            if not done:
                out.append(_digits(scaled, whole, fraction, tokens))
            done = True
        elif token == "@":
            out.append(general(scaled))
        elif not re.fullmatch(r"E[+-]0+", token, re.IGNORECASE):
            out.append(token)
    text = "".join(out).strip()
    # a negative number in a format without a section of its own
    return f"-{text.replace('-', '', 1)}" if "-" in text and not text.startswith("-") and number < 0 else text


def _digits(number: Decimal, whole: str, fraction: str, tokens: tuple[str, ...]) -> str:
    most = sum(char in "0#?" for char in fraction)
    least = sum(char == "0" for char in fraction)
    power = next((token for token in tokens if re.fullmatch(r"E[+-]0+", token, re.IGNORECASE)), "")
    if power:
        digits, _, exponent = f"{number:.{most}E}".partition("E")
        sign = "-" if int(exponent) < 0 else "+" if power[1] == "+" else ""
        return f"{digits}E{sign}{abs(int(exponent)):0{len(power) - 2}d}"
    rounded = number.quantize(Decimal(1).scaleb(-most), context=_WIDE)
    sign = "-" if rounded < 0 else ""
    ones, _, rest = f"{abs(rounded):f}".partition(".")
    zeros = whole.replace(",", "").count("0")
    ones = ones.lstrip("0").rjust(zeros, "0")
    if "," in whole:
        grouped: list[str] = []
        while len(ones) > 3:
            grouped.insert(0, ones[-3:])
            ones = ones[:-3]
        ones = ",".join([ones, *grouped])
    while len(rest) > least and rest.endswith("0"):
        rest = rest[:-1]
    return sign + ones + (f".{rest}" if rest else "")


def _date(number: Decimal, tokens: tuple[str, ...], epoch_1904: bool) -> str:
    if number < 0 or number > 2_958_466:
        return "#" * 8
    base = _BASES[epoch_1904]
    seconds = int((number * 86_400).quantize(Decimal(1), context=_WIDE))
    at = base + timedelta(seconds=seconds)
    half = any(token.upper() in ("AM/PM", "A/P") for token in tokens)
    out: list[str] = []
    for place, token in enumerate(tokens):
        literal = _literal(token)
        elapsed = _ELAPSED.fullmatch(token)
        low = token.casefold()
        if literal is not None:
            out.append(literal)
        elif elapsed:
            unit = {"h": 3600, "m": 60, "s": 1}[elapsed[1][0].casefold()]
            out.append(str(seconds // unit).rjust(len(elapsed[1]), "0"))
        elif low[0] == "y":
            out.append(f"{at:%Y}" if len(low) > 2 else f"{at:%y}")
        elif low[0] == "d":
            out.append(_one_of(low, at.day, f"{at:%a}", f"{at:%A}"))
        elif low[0] == "h":
            hour = (at.hour - 1) % 12 + 1 if half else at.hour
            out.append(f"{hour:02d}" if len(low) > 1 else str(hour))
        elif low[0] == "s":
            out.append(f"{at.second:02d}" if len(low.partition(".")[0]) > 1 else str(at.second))
        elif low[0] == "m":
            if _minutes(tokens, place):
                out.append(f"{at.minute:02d}" if len(low) > 1 else str(at.minute))
            else:
                out.append(_one_of(low, at.month, f"{at:%b}", f"{at:%B}"))
        elif low in ("am/pm", "a/p"):
            out.append(f"{at:%p}")
        else:
            out.append(token)
    return "".join(out).strip()


def _minutes(tokens: tuple[str, ...], place: int) -> bool:
    """Whether an ``m`` means minutes: after hours or before seconds."""
    parts = [token for token in tokens if token[0].casefold() in "ymdhs" or _ELAPSED.fullmatch(token)]
    here = sum(1 for token in tokens[:place] if token[0].casefold() in "ymdhs" or _ELAPSED.fullmatch(token))
    before = parts[here - 1].strip("[").casefold() if here else ""
    after = parts[here + 1].strip("[").casefold() if here + 1 < len(parts) else ""
    return before.startswith("h") or after.startswith("s")


def _one_of(token: str, number: int, short: str, long: str) -> str:
    return (str(number), f"{number:02d}", short, long)[min(len(token), 4) - 1]
