"""The figures of a text with what stands around them: units, dates, hedges, ranges, fractions.

Used to find a protected figure that is given away in other words.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from .numerals import (
    LANGUAGES,
    MILLE,
    Form,
    Token,
    decimal,
    languages,
    lexicon,
    month_of,
    tokens,
    unit_of,
    word_values,
)
from .spelled import counts, following, form_of, number_from, surely
from .tongues import COMMON


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


_SIGN_UNIT: Final = {"%": "percent", "€": "money", "$": "money", "£": "money", "¥": "money"}
_NUMBERED: Final = frozenset(
    "no nr number section sections rule clause page pages item items para paragraph schedule table "
    "article appendix annex amendment addendum rev revision version step tab row line exhibit berth room "
    "floor gate week quarter phase chapter invoice claim".split()
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
    "more": 1,
    "less": -1,
    "fewer": -1,
}
_THIRDS: Final = {"low": (0, 4), "lower": (0, 4), "early": (0, 4), "mid": (3, 7), "middle": (3, 7), "high": (6, 10),
                  "upper": (6, 10), "late": (6, 10)}  # fmt: skip
_BANDS: Final = {
    "teens": (10, 20), "twenties": (20, 30), "thirties": (30, 40), "forties": (40, 50), "fifties": (50, 60),
    "sixties": (60, 70), "seventies": (70, 80), "eighties": (80, 90), "nineties": (90, 100),
}  # fmt: skip
_SKIPPED: Final = frozenset(
    "full free more extra further additional calendar working whole of metric gross net about or so odd "
    "freie freien weitere jours libres libre gratuits gratuit kostenlose kostenfreie vrije gratis liberi "
    "gratuiti livres wolnych darmowych volle dias zusätzliche supplémentaires".split()
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
    terms = lexicon()
    day = _ORDINALS.get(word, 0)
    if day:
        return _spelled_day(pieces, at, day)
    if word in _BANDS:
        low, high = _BANDS[word]
        return _band(pieces, at, at, low * MILLE, high * MILLE)
    if word in terms.fractions and word not in (
        "quart",
        "media",
        "mitad",
        "terzo",
        "quarto",
        "third",
        "second",
    ):
        return _fraction(pieces, at, at, terms.fractions[word], spoken)
    if word == "thirds" and at:
        return _fraction(pieces, at, at, (1, 3), spoken)
    share = _one_in(pieces, at, spoken)
    if share is not None:
        return share
    for language in dict.fromkeys((*spoken, *LANGUAGES)):
        values = word_values(word, language)
        if not values or (language not in spoken and not surely(pieces, at, language)):
            continue
        if not (language == "en" and word in ("one", "grand") and not counts(pieces, at)):
            return _spelled(pieces, at, language)
    if word in ("a", "an") and at + 1 < len(pieces) and pieces[at + 1].text in (
        "hundred", "thousand", "million", "billion", "dozen", "fortnight",
    ):  # fmt: skip
        return _spelled(pieces, at + 1, "en")
    if word in ("hundreds", "thousands", "millions"):
        return None
    month = month_of(word)
    if month and at + 1 < len(pieces) and pieces[at + 1].kind == "number" and len(pieces[at + 1].text) <= 2:
        day = int(pieces[at + 1].text)
        if 1 <= day <= 31 and not (at and pieces[at - 1].kind == "number" and len(pieces[at - 1].text) <= 2):
            return _exact(pieces, at, at + 1, ((month * 100 + day) * MILLE,), "date", "digits")
    return None


def _spelled(pieces: list[Token], at: int, language: str) -> Mention | None:
    run = number_from(pieces, at, language)
    return None if run is None else _numbered(pieces, at, run.last, run.values, run.form)


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
        above, below = (word_values(pieces[one].text, language) for one in (at, joint + 1))
        if len(above) == len(below) == 1 and 0 < above[0] < below[0] <= 20:
            value = 100 * MILLE * above[0] // below[0]
            text = " ".join(one.text for one in pieces[at : joint + 2])
            form = form_of(language)
            return Mention(
                (value,), value * 93 // 100, value * 107 // 100, True, "percent", form, at, joint + 1, text
            )
    return None


_ORDINALS: Final = {
    word: number
    for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
        "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(),
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


def _numbered(
    pieces: list[Token], first: int, last: int, values: tuple[int, ...], form: Form
) -> Mention | None:
    """A number with what stands around it: scale, unit, hedges, and a range if there is one."""
    terms = lexicon()
    after = last + 1
    # 16.2 million; three hundreds
    while after < len(pieces) and pieces[after].kind == "word" and form == "digits":
        scale = next(
            (
                terms.numbers[name][pieces[after].text]
                for name in LANGUAGES
                if terms.numbers[name].get(pieces[after].text, 0) >= 1_000
            ),
            0,
        )
        if not scale or (pieces[after].text in ("mil",) and scale == 0):
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
    head = first - 2 if first > 1 and pieces[first - 1].text == "." else first - 1  # No. 4
    if first and pieces[head].text in _NUMBERED and form == "digits":
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
    if not unit and form != "foreign" and _counts_things(pieces, after):
        unit = "thing"
    approx, low, high = _hedged(pieces, begin, reach if reach else after, values[0])
    text = " ".join(one.text for one in pieces[max(0, begin) : max(last, reach) + 1])
    return Mention(values, low, high, approx, unit, form, begin, max(last, reach), text)


def _counts_things(pieces: list[Token], after: int) -> bool:
    """Whether a number counts something that is no unit: ``23 parking spaces``."""
    if [one.text for one in pieces[after : after + 2]] in (["of", "us"], ["of", "you"]):
        return True
    for one in pieces[after : after + 2]:
        if one.kind not in ("word", "ident") or one.text in COMMON:
            return False
        if one.text.endswith("s") and len(one.text) > 3 and not one.text.endswith(("ss", "'s", "us", "is")):
            return True
    return False


_BEFORE_YEAR: Final = frozenset(
    "in of since from until during early late mid before after year ab seit im en de del nel van w "
    "docking".split()
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
        if piece.text in ("per", "por", "pour", "pro", "von", "sur") and following(pieces, at) in (
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
    known = lexicon().approximate
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
    if upper is None or upper.low != upper.high or (upper.unit not in ("", unit) and unit):
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


_OF: Final = frozenset("of a an eine einer d de un una van een uma di".split())


def _fraction(
    pieces: list[Token], first: int, last: int, part: tuple[int, int], spoken: tuple[str, ...]
) -> Mention | None:
    """``a third of a million``, ``two thirds``; of nothing in particular it is a share."""
    above = part[0]
    before = pieces[first - 1].text if first else ""
    for language in spoken:
        values = word_values(before, language)
        if len(values) == 1 and 1 < values[0] < part[1]:
            above = values[0]
    after = last + 1
    while after < len(pieces) and pieces[after].text in _OF:
        after += 1
    scale = 0
    if after < len(pieces) and after > last + 1:
        for name in LANGUAGES:
            scale = scale or lexicon().numbers[name].get(pieces[after].text, 0)
    text = " ".join(one.text for one in pieces[max(0, first - 1) : min(len(pieces), after + 1)])
    if scale >= 100:
        value = scale * MILLE * above // part[1]
        unit, last = _unit_after(pieces, after + 1)[0], after
    else:
        value, unit = 100 * MILLE * above // part[1], "percent"
    begin = first - 1 if before in ("a", "one", "an") else first
    hedged, low, high = _hedged(pieces, begin, last + 1, value)
    if not hedged:
        low, high = value * 93 // 100, value * 107 // 100
    return Mention((value,), low, high, True, unit, "words", first, last, text)
