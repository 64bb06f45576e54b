"""Turns a piece of a message into comparable terms: stems, expressions, numbers and codes.

Abbreviations are written out, numbers in words become digits, expressions such as *in charge of* become one term.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from .lexicon import lexicon
from .stemming import stem

_TOKEN = re.compile(
    r"[€$£%]|[a-z]+\d[a-z0-9]*(?:[./-][a-z0-9]+)*|\d+(?:[.,]\d+)*[a-z]*(?:/\d+)*|w/(?:o\b)?|b/l\b|nr\.|no\.(?=\s*\d)|[a-z]+(?:'[a-z]+)?",
    re.IGNORECASE,
)
_SIGNS = {"€": "euro", "$": "dollar", "£": "pound", "%": "percent"}
_ORDINAL = re.compile(r"^(\d+)(?:st|nd|rd|th)$")
_GROUPED = re.compile(r"(?<=\d),(?=\d{3}\b)")
_THOUSANDS = re.compile(r"^(\d+(?:\.\d)?)k$")
_UNITS = {
    name: value
    for value, name in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen".split()
    )
}
_TENS = {
    name: 10 * value
    for value, name in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), start=2)
}
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000}
_BETWEEN = frozenset({"it", "this", "that", "them", "these", "those", "him", "her"})
_SHORTENED = {"can't": "can", "won't": "will", "shan't": "shall"}
_CLITICS = {
    "'re": ("are",),
    "'ve": ("have",),
    "'ll": ("will",),
    "'d": ("would",),
    "'m": ("am",),
    "n't": ("not",),
}


class Token(NamedTuple):
    """One term of a text."""

    word: str
    """As written, in lower case, abbreviations written out."""
    stem: str
    proper: bool
    """Written with a capital inside a sentence, all in capitals, or a code with digits."""


def plain(text: str) -> str:
    """The text with typographic signs and accents brought to ASCII, where there is an equivalent."""
    text = text.replace("\u2019", "'").replace("\u2018", "'").replace("\u201c", '"').replace("\u201d", '"')
    text = text.replace("\u2013", "-").replace("\u2014", " - ").replace("\u2011", "-").replace("\u00a0", " ")
    if text.isascii():
        return text
    return "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))


def _written(text: str) -> list[tuple[str, bool]]:
    """Words in lower case, contractions and abbreviations written out, with whether they look like a name."""
    lists = lexicon()
    found: list[tuple[str, bool]] = []
    text = _GROUPED.sub("", plain(text))
    shouting = text.isupper()
    for match in _TOKEN.finditer(text):
        raw = match.group()
        low = raw.lower()
        proper = raw[0].isupper() and not shouting and not _begins_sentence(text, match.start())
        if len(raw) > 1 and raw.isupper() and not shouting:
            proper = True
        if low in _SIGNS:
            found.append((_SIGNS[low], False))
            continue
        if low.endswith(("'s", "s'")):
            low = low[:-2] if low.endswith("'s") else low[:-1]
            found.append((low, proper))
            continue
        clitic = next((end for end in _CLITICS if low.endswith(end)), None)
        if clitic is not None:
            found.append((_SHORTENED.get(low, low[: -len(clitic)] or low), proper))
            found.extend((word, False) for word in _CLITICS[clitic])
            continue
        low = low.replace("'", "")
        ordinal = _ORDINAL.match(low)
        thousands = _THOUSANDS.match(low)
        if ordinal:
            low = ordinal.group(1)
        elif thousands:
            low = str(round(float(thousands.group(1)) * 1000))
        if low in lists.abbreviations and not (proper and low not in ("eta", "etd")):
            found.extend((word, False) for word in lists.abbreviations[low])
        elif low.isalpha() or not low[0].isdigit():
            found.append((low, proper or any(sign.isdigit() for sign in low)))
        else:
            number = re.match(
                r"(\d+(?:\.\d+)?)(kg|am|pm|eur|usd|days?|hrs?|h|ft|t|min|mins|hc|hq|dc|gp)$", low
            )
            found.extend(((part, False) for part in number.groups()) if number else ((low, False),))
    return found


def parts(token: Token) -> tuple[Token, ...]:
    """The words of an expression as terms of their own; none for a single word."""
    if "_" not in token.stem:
        return ()
    return tuple(Token(word, word, False) for word in token.stem.split("_"))


def _begins_sentence(text: str, at: int) -> bool:
    while at > 0 and text[at - 1] in " \t\"'(*":
        at -= 1
    return at == 0 or text[at - 1] in ".!?:\n"


def _digits(written: list[tuple[str, bool]]) -> list[tuple[str, bool]]:
    """Numbers in words, of two or more, replaced by digits."""
    done: list[tuple[str, bool]] = []
    position = 0
    while position < len(written):
        total = current = 0
        end = position
        while end < len(written):
            word = written[end][0]
            if word in _UNITS:
                current += _UNITS[word]
            elif word in _TENS:
                current += _TENS[word]
            elif word in _SCALES and end > position:
                scale = _SCALES[word]
                current = (current or 1) * scale
                if scale > 100:
                    total, current = total + current, 0
            elif not (word == "and" and end > position and _joins(written, end)):
                break
            end += 1
        if end > position and total + current > 1:
            done.append((str(total + current), False))
            position = end
        else:
            done.append(written[position])
            position += 1
    return done


def _joins(written: list[tuple[str, bool]], at: int) -> bool:
    after = written[at + 1][0] if at + 1 < len(written) else ""
    return written[at - 1][0] in _SCALES and (after in _UNITS or after in _TENS)


def _expression(stems: list[str], at: int) -> tuple[str, int] | None:
    """The longest known expression that begins at a position, and the words that it takes up."""
    for expected in lexicon().expressions.get(stems[at], ()):
        size = len(expected)
        if tuple(stems[at : at + size]) == expected:
            return "_".join(expected), size
        if size == 2 and at + 2 < len(stems) and stems[at + 1] in _BETWEEN and stems[at + 2] == expected[1]:
            return "_".join(expected), 3
    return None


def words(text: str) -> list[str]:
    """The words of a text in order, in lower case, abbreviations written out and numbers in digits."""
    return [word for word, _ in _digits(_written(text))]


@lru_cache(maxsize=4096)
def tokens(text: str) -> tuple[Token, ...]:
    """The terms of a text in order, function words included."""
    written = _digits(_written(text))
    stems = [stem(word) for word, _ in written]
    found: list[Token] = []
    position = 0
    while position < len(written):
        expression = _expression(stems, position)
        if expression is None:
            word, proper = written[position]
            found.append(Token(word, stems[position], proper))
            position += 1
        else:
            found.append(Token(expression[0], expression[0], False))
            position += expression[1]
    return tuple(found)
