"""Numbers as people write them: in digits, in words of eight languages, rounded, as fractions, with their units.

Values are thousandths as integers, so that a third of a million and 0.30 are exact enough and no float is compared.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from importlib.resources import files
from typing import Final, Literal, NamedTuple

Form = Literal["digits", "words", "foreign"]

LANGUAGES: Final = ("en", "de", "fr", "es", "it", "nl", "pt", "pl")
MILLE: Final = 1_000
"""One, in the values of this module."""


class Token(NamedTuple):
    """A piece of a text, folded to lower case without accents."""

    text: str
    kind: str
    """word, number, time, date, ident, ordinal, sign, end."""
    start: int
    glued: bool
    """Follows the one before without a blank."""
    upper: bool
    """Begins with a capital."""


_TOKEN: Final = re.compile(
    r"(?P<date>(?<![\w.])\d{4}-\d\d-\d\d(?![\w-])|(?<![\w.])\d{1,2}\.\d{1,2}\.(?:\d{4}|\d\d)(?![\w])|(?<![\w.])\d{1,2}/\d{1,2}/\d{2,4}(?!\w))"
    r"|(?P<time>(?<![\w.:])\d{1,2}[:h]\d\d(?![\w:])|(?<![\w.])\d{1,2}(?:[.:]\d\d)?\s?(?:am|pm|uhr|o'clock)\b)"
    r"|(?P<ordinal>(?<!\w)\d{1,2}(?:st|nd|rd|th|\.(?=\s+[a-z]{3}))(?!\w))"
    r"|(?P<ident>(?<!\w)[a-z]{1,6}-?\d{2,}[a-z0-9]*(?:-[a-z0-9]+)*|(?<!\w)\d{3,}-\d{2,}(?:-\d+)*)"
    r"|(?P<number>(?<![\w])\d+(?:[.,'\u2019\u00a0\u2009\u202f]\d+)*(?: \d{3}(?![\d\w.,]))*(?:k|mn|mio|bn|m)?(?![^\W_]))"
    r"|(?P<word>[^\W\d_]+(?:['\u2019][^\W\d_]+)?)"
    r"|(?P<sign>[%€$£¥~≈±])"
    r"|(?P<end>[.!?;:\n…]+|[,()\u2013\u2014-])"
)
_SUFFIX: Final = {"k": 1_000, "m": 1_000_000, "mn": 1_000_000, "mio": 1_000_000, "bn": 1_000_000_000}


_LETTERS: Final = str.maketrans({"ß": "ss", "ł": "l", "Ł": "L", "œ": "oe", "Œ": "Oe", "ø": "o", "æ": "ae"})


def _plain(text: str) -> str:
    """Without accents."""
    if text.isascii():
        return text
    parts = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    return "".join(one for one in parts if not unicodedata.combining(one))


def fold(text: str) -> str:
    """Lower case without accents."""
    return _plain(text).lower()


def tokens(text: str) -> list[Token]:
    """The words, figures, signs and stops of a text."""
    plain = _plain(text)
    lower = plain.lower()
    same = len(lower) == len(plain)
    found: list[Token] = []
    end = -1
    for match in _TOKEN.finditer(lower):
        kind = match.lastgroup or "word"
        start = match.start()
        found.append(Token(match.group(), kind, start, start == end, same and plain[start].isupper()))
        end = match.end()
    return found


# Words ---------------------------------------------------------------------------------------------------------------


class Lexicon(NamedTuple):
    numbers: dict[str, dict[str, int]]
    """Language to word to value."""
    pieces: dict[str, list[str]]
    """Languages that write numbers in one word: their parts, the longest first."""
    units: dict[str, str]
    """Word of any language to unit."""
    months: dict[str, int]
    fractions: dict[str, tuple[int, int]]
    approximate: frozenset[str]
    common: dict[str, frozenset[str]]
    """Language to words by which it is known."""
    english: frozenset[str]
    """Words that are English too: no sign of another language."""


@lru_cache(maxsize=1)
def lexicon() -> Lexicon:
    numbers: dict[str, dict[str, int]] = {one: {} for one in LANGUAGES}
    units: dict[str, str] = {}
    months: dict[str, int] = {}
    fractions: dict[str, tuple[int, int]] = {}
    approximate: set[str] = set()
    common: dict[str, frozenset[str]] = {}
    text = files(__package__ or "").joinpath("numerals.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        head, _, rest = line.partition(":")
        kind, _, name = head.strip().partition(" ")
        words = [fold(one) for one in rest.split()]
        match kind:
            case "number":
                for word in words:
                    one, _, value = word.partition("=")
                    numbers[name][one] = int(value)
            case "unit":
                units |= dict.fromkeys(words, name)
            case "month":
                months |= dict.fromkeys(words, int(name))
            case "fraction":
                above, _, below = name.partition("/")
                fractions |= dict.fromkeys(words, (int(above), int(below)))
            case "about":
                approximate |= set(words)
            case "common":
                common[name] = frozenset(words)
            case _:
                continue
    pieces = {
        one: sorted(numbers[one], key=lambda word: (-len(word), word)) for one in ("de", "nl", "it", "en")
    }
    english = common["en"] | frozenset(numbers["en"])
    return Lexicon(numbers, pieces, units, months, fractions, frozenset(approximate), common, english)


@lru_cache(maxsize=4_096)
def unit_of(word: str) -> str:
    """The unit that a word of any of the languages names; empty for none."""
    return lexicon().units.get(word, "")


@lru_cache(maxsize=4_096)
def month_of(word: str) -> int:
    """The month that a word of any of the languages names; 0 for none."""
    return lexicon().months.get(word, 0)


def languages(found: list[Token]) -> tuple[str, ...]:
    """The languages that a text may be in, English first: those that enough of its everyday words belong to."""
    terms = lexicon()
    words = [one.text for one in found if one.kind == "word"]
    counts = {
        name: sum(word in known and (name == "en" or word not in terms.english) for word in words)
        for name, known in terms.common.items()
    }
    english = counts.pop("en", 0)
    spoken = [name for name, count in counts.items() if count >= 2 or (count and english <= 1)]
    return ("en", *sorted(spoken, key=lambda name: (-counts[name], name)))


@lru_cache(maxsize=8_192)
def word_values(word: str, language: str) -> tuple[int, ...]:
    """The values of the number words that a word consists of; empty if it is none."""
    terms = lexicon()
    known = terms.numbers[language]
    if word in known:
        return (known[word],)
    if language not in terms.pieces or len(word) < 7:
        return ()
    # dreihundertfuenfzig, tweeentwintig, trecentocinquanta
    values: list[int] = []
    rest = word
    joints = {"de": ("und",), "nl": ("en",), "it": (), "en": ("and",)}[language]
    while rest:
        piece = next((one for one in terms.pieces[language] if rest.startswith(one)), "")
        if piece:
            values.append(known[piece])
            rest = rest[len(piece) :]
            continue
        joint = next((one for one in joints if values and rest.startswith(one)), "")
        if not joint:
            return ()
        rest = rest[len(joint) :]
    return tuple(values) if len(values) > 1 else ()


def read_words(values: list[tuple[int, ...]], inverted: bool) -> list[int]:
    """What a run of number words says: by the grammar first, then as people say years, prices and codes."""
    flat = [one for group in values for one in group]
    total = current = 0
    room = 10**12
    """What is added next must be less than this."""
    proper = True
    for at, value in enumerate(flat):
        if value in (100, 1_000, 1_000_000, 1_000_000_000):
            if value == 100:
                current = max(1, current) * 100
            else:
                total += max(1, current) * value
                current = 0
            room = value
        elif inverted and at and 10 < value < 100 and value % 10 == 0 and 0 < flat[at - 1] < 10:
            current += value
            room = 1
        elif value >= room:
            proper = False
            break
        else:
            current += value
            room = 100 if value % 100 == 0 and value else 10 if value % 10 == 0 and value else 1
    readings: list[int] = []
    if proper:
        readings.append((total + current) * MILLE)
    if len(flat) >= 2 and all(0 <= value < 100 for value in flat):
        digits = "".join(str(value) for value in flat)
        if all(value < 10 for value in flat) or len(flat) <= 4:
            joined = int(digits) * MILLE
            grouped = _spoken_pairs(flat)
            readings += [one for one in (joined, grouped) if one and one not in readings]
    return readings


def _spoken_pairs(flat: list[int]) -> int:
    """``twenty-two twenty`` as 2220, ``three forty-two`` as 342."""
    parts: list[int] = []
    for value in flat:
        if parts and parts[-1] >= 20 and parts[-1] % 10 == 0 and value < 10:
            parts[-1] += value
        else:
            parts.append(value)
    if len(parts) != 2 or parts[1] < 10:
        return 0
    return (parts[0] * 100 + parts[1]) * MILLE


def decimal(text: str) -> tuple[int, ...]:
    """The values, in thousandths, that digits with separators may stand for."""
    for suffix in ("mio", "mn", "bn", "k", "m"):
        if text.endswith(suffix):
            factor = _SUFFIX[suffix]
            return tuple(value * factor for value in decimal(text[: -len(suffix)]))
    text = re.sub(r"['\u2019\u00a0\u2009\u202f ]", "", text)
    comma, point = text.rfind(","), text.rfind(".")
    if comma < 0 and point < 0:
        return (int(text) * MILLE,)
    if comma >= 0 and point >= 0:
        at = max(comma, point)
        return (_parts(re.sub(r"\D", "", text[:at]), text[at + 1 :]),)
    mark = "," if comma >= 0 else "."
    groups = text.split(mark)
    whole = int("".join(groups)) * MILLE
    if len(groups) > 2:
        return (whole,)
    part = _parts(groups[0], groups[1])
    if len(groups[1]) == 3 and len(groups[0]) <= 3 and groups[0].strip("0"):
        return (whole, part)
    return (part,)


def _parts(whole: str, part: str) -> int:
    return int(whole or "0") * MILLE + int((part + "000")[:3])
