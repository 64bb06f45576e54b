"""Numbers as people write them: in digits, in words of eight languages, rounded, as fractions, with their units.

Used to find a protected figure that is given away in other words. Values are thousandths as integers, so that a third of
a million and 0.30 are exact enough and no float is compared.
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


class Mention(NamedTuple):
    """A figure in a text."""

    values: tuple[int, ...]
    """What it may stand for, in thousandths; the likeliest first. Dates: month * 100 + day; times: minutes."""
    low: int
    high: int
    """The range that it leaves open: both the value where it is exact."""
    approx: bool
    unit: str
    """``percent``, ``money``, ``day`` …, ``date``, ``time``, ``year``, ``ordinal``; a noun; empty: bare."""
    form: Form
    first: int
    last: int
    """Tokens that it consists of."""
    text: str


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


class _Lexicon(NamedTuple):
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
def _lexicon() -> _Lexicon:
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
    return _Lexicon(numbers, pieces, units, months, fractions, frozenset(approximate), common, english)


@lru_cache(maxsize=4_096)
def unit_of(word: str) -> str:
    """The unit that a word of any of the languages names; empty for none."""
    return _lexicon().units.get(word, "")


@lru_cache(maxsize=4_096)
def month_of(word: str) -> int:
    """The month that a word of any of the languages names; 0 for none."""
    return _lexicon().months.get(word, 0)


def languages(found: list[Token]) -> tuple[str, ...]:
    """The languages that a text may be in, English first: those that enough of its everyday words belong to."""
    lexicon = _lexicon()
    words = [one.text for one in found if one.kind == "word"]
    counts = {
        name: sum(word in known and (name == "en" or word not in lexicon.english) for word in words)
        for name, known in lexicon.common.items()
    }
    english = counts.pop("en", 0)
    spoken = [name for name, count in counts.items() if count >= 2 or (count and english <= 1)]
    return ("en", *sorted(spoken, key=lambda name: (-counts[name], name)))


@lru_cache(maxsize=8_192)
def _word_values(word: str, language: str) -> tuple[int, ...]:
    """The values of the number words that a word consists of; empty if it is none."""
    lexicon = _lexicon()
    known = lexicon.numbers[language]
    if word in known:
        return (known[word],)
    if language not in lexicon.pieces or len(word) < 7:
        return ()
    # dreihundertfuenfzig, tweeentwintig, trecentocinquanta
    values: list[int] = []
    rest = word
    joints = {"de": ("und",), "nl": ("en",), "it": (), "en": ("and",)}[language]
    while rest:
        piece = next((one for one in lexicon.pieces[language] if rest.startswith(one)), "")
        if piece:
            values.append(known[piece])
            rest = rest[len(piece) :]
            continue
        joint = next((one for one in joints if values and rest.startswith(one)), "")
        if not joint:
            return ()
        rest = rest[len(joint) :]
    return tuple(values) if len(values) > 1 else ()


def _read(values: list[tuple[int, ...]], inverted: bool) -> list[int]:
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


# Mentions ------------------------------------------------------------------------------------------------------------

_SIGN_UNIT: Final = {"%": "percent", "€": "money", "$": "money", "£": "money", "¥": "money"}
_NUMBERED: Final = frozenset(
    "no nr number section sections rule clause page pages item items para paragraph schedule table article appendix"
    " annex amendment addendum rev revision version step tab row line exhibit berth room floor gate week quarter phase chapter invoice claim".split()
)
"""What stands before a number that only counts something off."""
_LOOSE: Final = {
    "over": 1,
    "above": 1,
    "upwards": 1,
    "under": -1,
    "below": -1,
    "nearly": -1,
    "almost": -1,
    "shy": -1,
}
_THIRDS: Final = {"low": (0, 4), "lower": (0, 4), "early": (0, 4), "mid": (3, 7), "middle": (3, 7), "high": (6, 10),
                  "upper": (6, 10), "late": (6, 10)}  # fmt: skip
_BANDS: Final = {
    "teens": (10, 20), "twenties": (20, 30), "thirties": (30, 40), "forties": (40, 50), "fifties": (50, 60),
    "sixties": (60, 70), "seventies": (70, 80), "eighties": (80, 90), "nineties": (90, 100),
}  # fmt: skip
_SKIPPED: Final = frozenset(
    "full free more extra further additional calendar working whole of metric gross net about or so odd"
    " freie freien weitere jours libres libre gratuits gratuit kostenlose kostenfreie vrije gratis liberi gratuiti livres"
    " wolnych darmowych volle dias zusätzliche supplémentaires".split()
)


def mentions(text: str, found: list[Token] | None = None) -> list[Mention]:
    """The figures of a text, in order.

    Args:
        text: Any text.
        found: Its tokens, if they are at hand.
    """
    pieces = tokens(text) if found is None else found
    spoken = languages(pieces)
    result: list[Mention] = []
    at = 0
    while at < len(pieces):
        mention = _mention(pieces, at, spoken)
        if mention is None:
            at += 1
            continue
        result.append(mention)
        at = mention.last + 1
    return result


def _mention(pieces: list[Token], at: int, spoken: tuple[str, ...]) -> Mention | None:
    one = pieces[at]
    match one.kind:
        case "date":
            return _dated(pieces, at)
        case "time":
            minutes = _minutes(one.text)
            return _exact(pieces, at, at, (minutes * MILLE,), "time", "digits")
        case "ordinal":
            return _ordinal(pieces, at)
        case "number":
            return _numbered(pieces, at, at, decimal(one.text), "digits")
        case "word":
            return _worded(pieces, at, spoken)
        case _:
            return None


def _exact(
    pieces: list[Token], first: int, last: int, values: tuple[int, ...], unit: str, form: Form
) -> Mention:
    text = " ".join(one.text for one in pieces[first : last + 1])
    return Mention(values, values[0], values[0], False, unit, form, first, last, text)


def _minutes(text: str) -> int:
    digits = re.findall(r"\d+", text)
    hour, minute = int(digits[0]), int(digits[1]) if len(digits) > 1 else 0
    if "pm" in text and hour < 12:
        hour += 12
    return hour * 60 + minute


def _dated(pieces: list[Token], at: int) -> Mention:
    parts = [int(part) for part in re.findall(r"\d+", pieces[at].text)]
    iso = pieces[at].text[4:5] == "-"
    month, day = (parts[1], parts[2]) if iso else (parts[1], parts[0])
    values = [(month * 100 + day) * MILLE]
    if not iso and "/" in pieces[at].text:
        values.append((day * 100 + month) * MILLE)
    return _exact(pieces, at, at, tuple(values), "date", "digits")


def _ordinal(pieces: list[Token], at: int) -> Mention:
    day = int(re.sub(r"\D", "", pieces[at].text))
    for beside in (at + 1, at + 2, at - 1):
        month = month_of(pieces[beside].text) if 0 <= beside < len(pieces) else 0
        if month:
            return _exact(
                pieces, min(at, beside), max(at, beside), ((month * 100 + day) * MILLE,), "date", "digits"
            )
    return _exact(pieces, at, at, (day * MILLE,), "ordinal", "digits")


def _worded(pieces: list[Token], at: int, spoken: tuple[str, ...]) -> Mention | None:
    word = pieces[at].text
    lexicon = _lexicon()
    day = _ORDINALS.get(word, 0)
    if day:
        return _spelled_day(pieces, at, day)
    if word in _BANDS:
        low, high = _BANDS[word]
        return _band(pieces, at, at, low * MILLE, high * MILLE)
    if word in lexicon.fractions and word not in (
        "quart",
        "media",
        "mitad",
        "terzo",
        "quarto",
        "third",
        "second",
    ):
        return _fraction(pieces, at, at, lexicon.fractions[word], spoken)
    if word == "thirds" and at:
        return _fraction(pieces, at, at, (1, 3), spoken)
    share = _one_in(pieces, at, spoken)
    if share is not None:
        return share
    for language in dict.fromkeys((*spoken, *LANGUAGES)):
        values = _word_values(word, language)
        if not values or (language not in spoken and not _surely(pieces, at, language)):
            continue
        if not (language == "en" and word in ("one", "grand") and not _counts(pieces, at)):
            return _run(pieces, at, language)
    if word in ("a", "an") and at + 1 < len(pieces) and pieces[at + 1].text in (
        "hundred", "thousand", "million", "billion", "dozen", "fortnight",
    ):  # fmt: skip
        return _run(pieces, at + 1, "en")
    if word in ("hundreds", "thousands", "millions"):
        return None
    month = month_of(word)
    if month and at + 1 < len(pieces) and pieces[at + 1].kind == "number" and len(pieces[at + 1].text) <= 2:
        day = int(pieces[at + 1].text)
        if 1 <= day <= 31 and not (at and pieces[at - 1].kind == "number" and len(pieces[at - 1].text) <= 2):
            return _exact(pieces, at, at + 1, ((month * 100 + day) * MILLE,), "date", "digits")
    return None


def _one_in(pieces: list[Token], at: int, spoken: tuple[str, ...]) -> Mention | None:
    """``one in seven``, ``two out of three``: a share."""
    joint = at + 2 if [one.text for one in pieces[at + 1 : at + 3]] == ["out", "of"] else at + 1
    if joint + 1 >= len(pieces) or pieces[joint].text not in (
        "in",
        "of",
        "von",
        "sur",
        "de",
        "su",
        "op",
        "em",
        "na",
    ):
        return None
    if pieces[joint].text == "of" and joint == at + 1:
        return None
    for language in spoken:
        above, below = (_word_values(pieces[one].text, language) for one in (at, joint + 1))
        if len(above) == len(below) == 1 and 0 < above[0] < below[0] <= 20:
            value = 100 * MILLE * above[0] // below[0]
            text = " ".join(one.text for one in pieces[at : joint + 2])
            form = _form(language)
            return Mention(
                (value,), value * 93 // 100, value * 107 // 100, True, "percent", form, at, joint + 1, text
            )
    return None


_ORDINALS: Final = {
    word: number
    for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth"
        " sixteenth seventeenth eighteenth nineteenth twentieth".split(),
        1,
    )
} | {"thirtieth": 30}


def _spelled_day(pieces: list[Token], at: int, day: int) -> Mention | None:
    """``the third of June``, ``May the twenty-first``; otherwise a fraction or nothing."""
    first = at
    tens = {"twenty": 20, "thirty": 30}.get(
        pieces[at - 2].text if at > 1 and pieces[at - 1].text == "-" else "", 0
    )
    if tens:
        day, first = tens + day, at - 2
    for beside in (at + 1, at + 2, first - 1, first - 2):
        month = month_of(pieces[beside].text) if 0 <= beside < len(pieces) else 0
        if (
            month
            and (beside != at + 2 or pieces[at + 1].text == "of")
            and (beside != first - 2 or pieces[first - 1].text == "the")
        ):
            return _exact(
                pieces, min(first, beside), max(at, beside), ((month * 100 + day) * MILLE,), "date", "words"
            )
    if day >= 3 and at and pieces[at - 1].text in ("a", "one", "two", "three"):
        return _fraction(pieces, at, at, (1, day), ("en",))
    return None


def _counts(pieces: list[Token], at: int) -> bool:
    """Whether ``one`` is a number here: a unit follows or another number word, or it is named as one."""
    after = pieces[at + 1].text if at + 1 < len(pieces) else ""
    before = pieces[at - 1].text if at else ""
    if pieces[at].text == "grand":
        return False
    return (
        bool(unit_of(after))
        or after in _lexicon().numbers["en"]
        or after in ("point", "and")
        or (
            before in ("a", "digit", "number", "figure", "is", "with", "then")
            and after not in ("of", "that", "which")
        )
        or before in _lexicon().numbers["en"]
    )


def _surely(pieces: list[Token], at: int, language: str) -> bool:
    """Whether a word can only be a number of a language that the text doesn't seem to be in."""
    if language in _lone(pieces[at].text):
        return True
    after = _after(pieces, at)
    if after < len(pieces) and pieces[after].text in ("e", "y", "et", "und", "en"):
        after += 1
    if after >= len(pieces) or pieces[at].text in _lexicon().english:
        return False
    return language in _lone(pieces[after].text) or bool(
        _word_values(pieces[after].text, language) and pieces[after].text not in _lexicon().english
    )


@lru_cache(maxsize=4_096)
def _lone(word: str) -> tuple[str, ...]:
    """Languages in which a word can only be a number, whatever language the text seems to be in."""
    lexicon = _lexicon()
    if len(word) < 4 or word in lexicon.english or word in _HOMOGRAPHS:
        return ()
    return tuple(name for name in LANGUAGES[1:] if _word_values(word, name))


_HOMOGRAPHS: Final = frozenset(
    "cent cents sept once elf due otto mille million billion null nove acht vent mila nine sete seize quince set mil"
    " grand een venti milord dos sei tres tre dix onze quinze doze cinque".split()
)
"""Number words that are something else in English, or names."""


def _run(pieces: list[Token], at: int, language: str) -> Mention | None:
    """A number in words, from its first word on."""
    joints = {"en": ("and",), "fr": ("et",), "es": ("y",), "pt": ("e",), "de": ("und",), "nl": ("en",)}.get(
        language, ()
    )
    values: list[tuple[int, ...]] = []
    last = at
    here = at
    fraction = 0
    while here < len(pieces):
        piece = pieces[here]
        found = _word_values(piece.text, language) if piece.kind == "word" else ()
        if language == "fr" and piece.text == "quatre" and _next(pieces, here) in ("vingt", "vingts"):
            values.append((80,))
            here = _after(pieces, here) + 1
            last = here - 1
            continue
        if found:
            values.append(found)
            last = here
        elif piece.text in ("point", "comma", "komma", "virgule", "coma", "virgola") and values:
            digits = [
                _word_values(one.text, language) for one in pieces[here + 1 : here + 4] if one.kind == "word"
            ]
            taken = 0
            scale = 100
            for digit in digits:
                if len(digit) != 1 or digit[0] > 9:
                    break
                fraction += digit[0] * scale
                scale //= 10
                taken += 1
            if not taken:
                break
            here += taken
            last = here
            factor = _word_values(_next(pieces, here), language)
            if factor and factor[0] >= 1_000:
                whole = _read(values, inverted=language in ("de", "nl"))
                value = (whole[0] + fraction) * factor[0] if whole else 0
                return _numbered(pieces, at, here + 1, (value,), _form(language))
        elif piece.text in joints and values and here + 1 < len(pieces):
            after = _word_values(pieces[here + 1].text, language)
            flat = values[-1][-1]
            joins = bool(after) and (
                (language == "en" and flat in (100, 1_000, 1_000_000))
                or (language in ("fr", "es", "pt") and flat >= 20)
                or (language in ("de", "nl") and (flat < 10 <= after[0] < 100 or flat >= 100))
            )
            if not joins:
                break
        elif piece.kind == "end" and piece.text in ("-", ",") and values and here + 1 < len(pieces):
            after = _word_values(pieces[here + 1].text, language)
            flat = values[-1][-1]
            digits = bool(after) and all(one[-1] < 10 for one in values) and after[0] < 10
            if not (after and (digits or (piece.text == "-" and pieces[here].glued))):
                break
        else:
            break
        here += 1
    readings = _read(values, inverted=language in ("de", "nl"))
    if not readings:
        # what doesn't read as one number is several: take the first
        values = values[:1]
        last = at
        readings = _read(values, inverted=False)
        if not readings:
            return None
    return _numbered(pieces, at, last, tuple(one + fraction for one in readings), _form(language))


def _next(pieces: list[Token], at: int) -> str:
    after = _after(pieces, at)
    return pieces[after].text if after < len(pieces) else ""


def _after(pieces: list[Token], at: int) -> int:
    return at + 2 if at + 1 < len(pieces) and pieces[at + 1].text == "-" else at + 1


def _form(language: str) -> Form:
    return "words" if language == "en" else "foreign"


def _numbered(
    pieces: list[Token], first: int, last: int, values: tuple[int, ...], form: Form
) -> Mention | None:
    """A number with what stands around it: scale, unit, hedges, and a range if there is one."""
    lexicon = _lexicon()
    after = last + 1
    # 16.2 million; three hundreds
    while after < len(pieces) and pieces[after].kind == "word" and form == "digits":
        scale = next(
            (
                lexicon.numbers[name][pieces[after].text]
                for name in LANGUAGES
                if lexicon.numbers[name].get(pieces[after].text, 0) >= 1_000
            ),
            0,
        )
        if not scale or pieces[after].text in ("mil",) and scale == 0:
            break
        values = tuple(value * scale for value in values)
        last = after
        after += 1
    if after < len(pieces) and pieces[after].text in ("hundreds", "thousands", "millions"):
        scale = {"hundreds": 100, "thousands": 1_000, "millions": 1_000_000}[pieces[after].text]
        return _band(pieces, first, after, values[0] * scale, (values[0] + MILLE) * scale)
    date = _as_date(pieces, first, last, values, form)
    if date is not None:
        return date
    if first and pieces[first - 1].text in _NUMBERED and form == "digits":
        return _exact(pieces, first, last, values, "ordinal", form)
    unit, reach = _unit_after(pieces, after)
    begin = first
    if not unit and first:
        before = pieces[first - 1]
        if before.text in _SIGN_UNIT:
            unit, begin = _SIGN_UNIT[before.text], first - 1
        elif unit_of(before.text) == "money":
            unit, begin = "money", first - 1
    if not unit and form == "digits" and len(values) == 1 and _is_year(pieces, first, values[0]):
        unit = "year"
    ranged = _range(pieces, begin, last, values, unit, form)
    if ranged is not None:
        return ranged
    approx, low, high = _hedged(pieces, begin, reach if reach else after, values[0])
    text = " ".join(one.text for one in pieces[max(0, begin) : max(last, reach) + 1])
    return Mention(values, low, high, approx, unit, form, begin, max(last, reach), text)


_BEFORE_YEAR: Final = frozenset(
    "in of since from until during early late mid before after year ab seit im en de del nel van w docking".split()
)


def _is_year(pieces: list[Token], at: int, value: int) -> bool:
    if not (
        1980 * MILLE <= value <= 2040 * MILLE and pieces[at].text.isdigit() and len(pieces[at].text) == 4
    ):
        return False
    before = pieces[at - 1] if at else None
    return before is not None and (
        before.text in _BEFORE_YEAR or bool(month_of(before.text)) or before.kind in ("ordinal", "date")
    )


def _as_date(
    pieces: list[Token], first: int, last: int, values: tuple[int, ...], form: Form
) -> Mention | None:
    """``17 May``, ``dix-sept mai``, ``17 de mayo``."""
    day = values[0] // MILLE
    if not (1 <= day <= 31 and values[0] % MILLE == 0):
        return None
    for beside in (last + 1, last + 2):
        if beside < len(pieces) and (month := month_of(pieces[beside].text)):
            if beside == last + 2 and pieces[last + 1].text not in ("of", "de", "di", "."):
                continue
            return _exact(pieces, first, beside, ((month * 100 + day) * MILLE,), "date", form)
    return None


def _unit_after(pieces: list[Token], after: int) -> tuple[str, int]:
    """The unit that follows a number, and the last token that belongs to it; 0 for none."""
    for at in range(after, min(len(pieces), after + 4)):
        piece = pieces[at]
        if piece.kind == "sign":
            return _SIGN_UNIT.get(piece.text, ""), at
        if piece.kind == "end" and piece.text == "-":
            continue
        if piece.kind != "word":
            return "", 0
        if piece.text in ("per", "por", "pour", "pro", "von", "sur") and _next(pieces, at) in (
            "cent", "ciento", "cento", "hundert", "hundred",
        ):  # fmt: skip
            return "percent", at + 1
        unit = unit_of(piece.text)
        if unit and not (unit == "percent" and piece.text == "cento"):
            return unit, at
        if piece.text not in _SKIPPED:
            return "", 0
    return "", 0


def _hedged(pieces: list[Token], first: int, after: int, value: int) -> tuple[bool, int, int]:
    """Whether a number is hedged, and the range that this leaves: on one side of it, or on both."""
    before = [one.text for one in pieces[max(0, first - 4) : first] if one.kind in ("word", "sign")]
    behind = [one.text for one in pieces[after : after + 3] if one.kind == "word"]
    known = _lexicon().approximate
    wide = value * 15 // 100
    side = next((_LOOSE[one] for one in reversed(before) if one in _LOOSE), 0)
    if any(one in ("~", "≈", "±") for one in before) or any(one in known for one in before[-3:]):
        if side > 0:
            return True, value, value + wide
        if side < 0:
            return True, value - wide, value
        return True, value - wide, value + wide
    if behind[:2] == ["or", "so"] or behind[:1] in (["odd"], ["ish"]) or behind[:2] == ["give", "or"]:
        return True, value - wide, value + wide
    if behind[:2] == ["and", "change"] or behind[:2] == ["and", "something"]:
        return True, value, value + wide
    return False, value, value


def _range(
    pieces: list[Token], first: int, last: int, values: tuple[int, ...], unit: str, form: Form
) -> Mention | None:
    """``between 300 and 400``, ``80 to 85 euros``."""
    joint = last + 1
    while joint < len(pieces) and unit and unit_of(pieces[joint].text):
        joint += 1
    if joint + 1 >= len(pieces):
        return None
    between = first and any(
        one.text in ("between", "zwischen", "entre", "tra", "fra", "tussen", "from", "miedzy")
        for one in pieces[max(0, first - 2) : first]
    )
    word = pieces[joint].text
    if not (
        (between and word in ("and", "und", "et", "y", "e", "en", "to", "i", "a"))
        or word in ("to", "bis", "-", "–", "tot", "à")
    ):
        return None
    upper = _mention(pieces, joint + 1, languages(pieces))
    if upper is None or upper.low != upper.high or upper.unit not in ("", unit) and unit:
        return None
    lower = next(
        (
            values[0] * scale
            for scale in (1, 100, 1_000, 1_000_000, 1_000_000_000)
            if values[0] * scale < upper.low <= values[0] * scale * 4
        ),
        0,
    )
    if not lower:
        return None
    text = " ".join(one.text for one in pieces[first : upper.last + 1])
    return Mention(
        (lower, upper.low), lower, upper.low, True, upper.unit or unit, form, first, upper.last, text
    )


def _band(pieces: list[Token], first: int, last: int, low: int, high: int) -> Mention:
    """``the mid three hundreds``, ``low twenties``."""
    before = [one.text for one in pieces[max(0, first - 2) : first] if one.kind == "word"]
    part = next((_THIRDS[one] for one in reversed(before) if one in _THIRDS), (0, 10))
    width = high - low
    unit, reach = _unit_after(pieces, last + 1)
    bottom, top = low + width * part[0] // 10, low + width * part[1] // 10
    text = " ".join(one.text for one in pieces[max(0, first - 1) : max(last, reach) + 1])
    return Mention((low,), bottom, top, True, unit, "words", first, max(last, reach), text)


def _fraction(
    pieces: list[Token], first: int, last: int, part: tuple[int, int], spoken: tuple[str, ...]
) -> Mention | None:
    """``a third of a million``, ``two thirds``; of nothing in particular it is a share."""
    above = part[0]
    before = pieces[first - 1].text if first else ""
    for language in spoken:
        values = _word_values(before, language)
        if len(values) == 1 and 1 < values[0] < part[1]:
            above = values[0]
    after = last + 1
    while after < len(pieces) and pieces[after].text in (
        "of",
        "a",
        "an",
        "eine",
        "einer",
        "d",
        "de",
        "un",
        "una",
        "van",
        "een",
        "uma",
        "di",
    ):
        after += 1
    scale = 0
    if after < len(pieces) and after > last + 1:
        for name in LANGUAGES:
            scale = scale or _lexicon().numbers[name].get(pieces[after].text, 0)
    text = " ".join(one.text for one in pieces[max(0, first - 1) : min(len(pieces), after + 1)])
    if scale >= 100:
        value = scale * MILLE * above // part[1]
        unit, _ = _unit_after(pieces, after + 1)
        return Mention(
            (value,), value * 93 // 100, value * 107 // 100, True, unit, "words", first, after, text
        )
    value = 100 * MILLE * above // part[1]
    return Mention(
        (value,), value * 93 // 100, value * 107 // 100, True, "percent", "words", first, last, text
    )
