"""Whether a text says something, whatever the case and however its numbers and dates are written.

Authors write what gives a fact away as lists of alternatives; every one of the outer list must appear. Text and
patterns are brought to the same form: ``EUR 1,250.00``, ``1250 euros``, ``1.250,00`` and ``€1 250`` are one number,
``March 12th``, ``12 Mar`` and ``2026-03-12`` hold the same day. One pass over the words of a text finds all patterns.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

K = TypeVar("K")

Patterns = Sequence[Sequence[str]]
"""All of the outer list must appear, each by any of its inner alternatives."""

_CURRENCIES: Final = {
    word: code
    for code, names in {
        "eur": "euro euros €", "usd": "dollar dollars $", "gbp": "pound pounds £", "jpy": "yen ¥", "cny": "yuan",
        "sgd": "", "chf": "", "sek": "", "nok": "", "dkk": "", "pln": "",
    }.items()
    for word in (code, *names.split())
}  # fmt: skip
_MONTHS: Final = {
    short: month
    for month, shorts in {
        "january": "jan", "february": "feb", "march": "mar", "april": "apr", "may": "", "june": "jun", "july": "jul",
        "august": "aug", "september": "sep sept", "october": "oct", "november": "nov", "december": "dec",
    }.items()
    for short in (month, *shorts.split())
}  # fmt: skip
_MONTH_NAMES: Final = ("", *dict.fromkeys(_MONTHS.values()))
_IS_MONTH: Final = frozenset(_MONTH_NAMES[1:])
_NUMBER_WORDS: Final = {
    word: str(number)
    for number, word in enumerate(
        "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
        " eighteen nineteen twenty".split(),
        2,
    )
} | {"thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "ninety": "90"}

_TOKEN: Final = re.compile(
    r"(?P<iso>(?<![\w.,-])\d{4}-\d\d-\d\d(?![\w-]))"
    r"|(?P<number>(?<![^\W_])(?>\d+(?:[.,'’\u00a0\u2009\u202f]\d+)*(?: \d{3}(?!\w))*(?:[.,]\d+)?)(?![^\W_]))"
    r"|(?P<ordinal>(?<!\w)\d{1,2}(?=(?:st|nd|rd|th)\b)(?:st|nd|rd|th))"
    r"|(?P<thousands>(?<!\w)\d+(?:[.,]\d+)?k\b)"
    r"|(?P<word>[^\W_]+(?:['’][^\W_]+)?)"
    r"|(?P<sign>[€$£¥%])"
)
_GROUPS: Final = re.compile(r"\d{1,3}(?: \d{3})+(?:[.,]\d+)?")


class Word(NamedTuple):
    """One word of a text, in the form used for comparing."""

    text: str
    readings: tuple[str, ...] = ()
    """For a number that can be read in several ways (``1.250``): all of them, ``text`` included."""


def _trim(whole: str, part: str) -> str:
    part = part.rstrip("0")
    whole = whole.lstrip("0") or "0"
    return f"{whole}.{part}" if part else whole


def _readings(digits: str) -> tuple[str, ...]:
    """The values that a number without inner blanks may stand for, the likeliest first, as canonical decimal text."""
    for mark in "'’\u00a0\u2009\u202f":
        digits = digits.replace(mark, "")
    comma, point = digits.rfind(","), digits.rfind(".")
    if comma < 0 and point < 0:
        return (digits.lstrip("0") or "0",)
    if comma >= 0 and point >= 0:
        last = max(comma, point)
        return (_trim(re.sub(r"\D", "", digits[:last]), digits[last + 1 :]),)
    mark, at = (",", comma) if comma >= 0 else (".", point)
    groups = digits.split(mark)
    joined = "".join(groups).lstrip("0") or "0"
    if len(groups) > 2:
        return (joined,)
    as_decimal = _trim(digits[:at], digits[at + 1 :])
    if len(groups[1]) == 3 and len(groups[0]) <= 3 and groups[0].strip("0"):
        return (joined, as_decimal) if mark == "," else (as_decimal, joined)
    return (as_decimal,)


def _number(text: str) -> list[Word]:
    """A run of digits with separators, which may be one number or, with blanks in it, several."""
    if " " not in text:
        readings = _readings(text)
        return [Word(readings[0], readings if len(readings) > 1 else ())]
    words = [word for piece in text.split(" ") for word in _number(piece)]
    if _GROUPS.fullmatch(text):
        joined = _readings(text.replace(" ", ""))
        first = words[0]
        words[0] = Word(first.text, tuple(dict.fromkeys((first.text, *first.readings, *joined))))
    return words


class Reading(NamedTuple):
    """A text made ready for being matched, for those who match it more than once."""

    words: list[Word]
    currencies: list[tuple[int, str]]
    """Each with the number of words before it."""


def words(text: str) -> list[Word]:
    """The words and numbers of a text in comparable form; currencies and punctuation are left out."""
    return reading(text).words


def reading(text: str) -> Reading:
    """Make a text ready for `Matcher.find`."""
    if not text.isascii():
        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    found: list[Word] = []
    currencies: list[tuple[int, str]] = []
    for match in _TOKEN.finditer(text.casefold()):
        kind, piece = match.lastgroup, match.group()
        if kind == "word":
            piece = piece.removesuffix("'s").removesuffix("’s")
            currency = _CURRENCIES.get(piece)
            if currency is not None:
                currencies.append((len(found), currency))
                continue
            month = _MONTHS.get(piece)
            if month is not None:
                found.append(Word(month))
                continue
            found.append(Word(_NUMBER_WORDS.get(piece, piece)))
        elif kind == "number":
            found.extend(_number(piece))
        elif kind == "ordinal":
            found.append(Word(str(int(piece[:-2]))))
        elif kind == "iso":
            year, month, day = piece.split("-")
            if 1 <= int(month) <= 12:
                found.extend((Word(str(int(day))), Word(_MONTH_NAMES[int(month)]), Word(year)))
            else:
                found.extend(Word(str(int(part))) for part in (year, month, day))
        elif kind == "thousands":
            readings = tuple(_trim(*_shift(value)) for value in _readings(piece[:-1]))
            found.append(Word(readings[0], readings if len(readings) > 1 else ()))
        elif piece == "%":
            found.append(Word("percent"))
        else:
            currencies.append((len(found), _CURRENCIES[piece]))
    _days_first(found)
    return Reading(found, currencies)


def _shift(value: str) -> tuple[str, str]:
    whole, _, part = value.partition(".")
    part = part.ljust(3, "0")
    return whole + part[:3], part[3:]


def _days_first(found: list[Word]) -> None:
    """``march 12`` to ``12 march``, unless the month already has its day before it."""
    for i in range(len(found) - 1):
        if found[i].text in _IS_MONTH and _is_day(found[i + 1]):
            if i and _is_day(found[i - 1]):
                continue
            found[i], found[i + 1] = found[i + 1], found[i]


def _is_day(word: Word) -> bool:
    return len(word.text) <= 2 and word.text.isdigit() and 1 <= int(word.text) <= 31


def _same(a: Word, b: Word) -> bool:
    if a.text == b.text:
        return True
    if not a.readings and not b.readings:
        return False
    return any(one in (b.readings or (b.text,)) for one in (a.readings or (a.text,)))


class _Alternative(NamedTuple):
    words: tuple[Word, ...]
    pattern: int
    item: int


class Matcher(Generic[K]):
    """Finds which of many patterns a text holds, in one pass.

    Args:
        patterns: Keys with what must appear for them, see `Patterns`. A pattern without items is never found.

    Raises:
        ValueError: An alternative has no words or numbers in it.
    """

    def __init__(self, patterns: Iterable[tuple[K, Patterns]]) -> None:
        self._keys: list[K] = []
        self._needs: list[int] = []
        self._index: dict[str, list[_Alternative]] = {}
        for key, items in patterns:
            number = len(self._keys)
            self._keys.append(key)
            self._needs.append(len(items))
            for item, alternatives in enumerate(items):
                for alternative in alternatives:
                    read, currencies = reading(alternative)
                    # A currency alone is looked for; beside an amount or a word it may be written or not.
                    form = tuple(read) or tuple(Word(f"¤{code}") for _, code in currencies[:1])
                    if not form:
                        raise ValueError(
                            f"{alternative!r} ({key}) has no word or number in it: nothing could match it"
                        )
                    for first in form[0].readings or (form[0].text,):
                        self._index.setdefault(first, []).append(_Alternative(form, number, item))

    def find(self, text: str | Reading, within: int | None = None) -> list[K]:
        """The keys of all patterns that ``text`` holds, in the order given.

        Args:
            text: Any text, or its reading.
            within: All items of a pattern must stand in a stretch of that many words; ``None``: anywhere. In a long
                text, small numbers and everyday words stand somewhere without saying anything together.
        """
        if not self._index:
            return []
        hits: dict[int, list[tuple[int, int]]] = {}
        found, currencies = text if isinstance(text, Reading) else reading(text)
        index = self._index
        for at, code in currencies:
            for _, pattern, item in index.get(f"¤{code}", ()):
                hits.setdefault(pattern, []).append((at, item))
        for at, word in enumerate(found):
            for first in word.readings or (word.text,):
                for form, pattern, item in index.get(first, ()):
                    if len(form) == 1 or (
                        at + len(form) <= len(found)
                        and all(
                            _same(a, b) for a, b in zip(form[1:], found[at + 1 : at + len(form)], strict=True)
                        )
                    ):
                        hits.setdefault(pattern, []).append((at, item))
        span = len(found) + 1 if within is None else within
        return [self._keys[one] for one in sorted(hits) if _together(hits[one], self._needs[one], span)]


def _together(hits: Sequence[tuple[int, int]], need: int, span: int) -> bool:
    """Whether all items were hit within a stretch of ``span`` words."""
    last: dict[int, int] = {}
    for at, item in sorted(hits):
        last[item] = at
        if len(last) == need and at - min(last.values()) < span:
            return True
    return False


def says(text: str, patterns: Patterns) -> bool:
    """Whether ``text`` holds all of ``patterns``. For many texts or patterns, keep a `Matcher`."""
    return bool(Matcher([(0, patterns)]).find(text))
