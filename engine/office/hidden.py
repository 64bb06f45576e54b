"""What a text says when it is read otherwise than it is written: spelled out, turned round, shifted, encoded."""

from __future__ import annotations

import base64
import binascii
import codecs
import re
from functools import lru_cache
from typing import Final, NamedTuple

from .spoken.numerals import Token, fold, tokens

_ALPHABET: Final = {
    word: word[0]
    for word in (
        "alpha bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november oscar papa"
        " quebec romeo sierra tango uniform victor whiskey whisky xray yankee zulu alfa"
    ).split()
}
_SPELLED: Final = re.compile(r"(?<![^\W_])(?:[a-z0-9][\s.,_*|/-]{1,3}){2,}[a-z0-9](?![^\W_])")
_CODED: Final = re.compile(r"(?<![A-Za-z0-9+/=])[A-Za-z0-9+/_-]{4,}={0,2}(?![A-Za-z0-9+/=])")
_HEX: Final = re.compile(r"(?<!\w)(?:[0-9a-f]{2}[\s:]?){2,}(?!\w)", re.IGNORECASE)


class Hidden(NamedTuple):
    """What is hidden in a text."""

    words: dict[str, str]
    """Words turned round, shifted or made of the lines' first letters, and what they were."""
    numbers: dict[str, str]
    plain: list[tuple[str, str]]
    """What was spelled out or encoded, which is no chance: as written, and what it says."""


@lru_cache(maxsize=256)
def hidden_in(text: str) -> Hidden:
    """What a text says when it is read otherwise than it is written."""
    lower = fold(text)
    words: dict[str, str] = {}
    numbers: dict[str, str] = {}
    for word in re.findall(r"[^\W\d_]{4,}", lower):
        words.setdefault(word[::-1], word)
        if word.isascii():
            words.setdefault(codecs.encode(word, "rot13"), word)
    for number in re.findall(r"(?<![\w.,])\d{3,}(?![\w.,]\d)", lower):
        numbers.setdefault(number[::-1], number)
    heads = [line.strip()[:1].lower() for line in text.splitlines() if line.strip()]
    if len(heads) >= 4:
        words.setdefault("".join(heads), "first letters of the lines")
    plain = [(match.group(), re.sub(r"[^a-z0-9]", "", match.group())) for match in _SPELLED.finditer(lower)]
    plain += _called_out(text)
    for match in _CODED.finditer(text):
        plain.append((match.group(), _base64(match.group())))
    for match in _HEX.finditer(text):
        digits = re.sub(r"[^0-9a-f]", "", match.group().lower())
        if len(digits) >= 6:
            plain.append((match.group(), _printable(binascii.unhexlify(digits[: len(digits) // 2 * 2]))))
    return Hidden(words, numbers, [one for one in plain if one[1]])


def _called_out(text: str) -> list[tuple[str, str]]:
    """``papa echo lima``, by the alphabet of the telephone."""
    found: list[tuple[str, str]] = []
    run: list[tuple[str, str]] = []
    for one in (*tokens(text), Token("", "", 0, False, False)):
        letter = _ALPHABET.get(one.text, "")
        if letter or (run and one.text.isdigit()):
            run.append((letter or one.text, one.text))
        elif one.kind != "end":
            if len(run) >= 3:
                found.append((" ".join(word for _, word in run), "".join(each for each, _ in run)))
            run = []
    return found


def _base64(word: str) -> str:
    try:
        return _printable(base64.b64decode(word + "=" * (-len(word) % 4), altchars=b"-_", validate=False))
    except (binascii.Error, ValueError):
        return ""


def _printable(data: bytes) -> str:
    try:
        plain = data.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    return plain if plain.isprintable() else ""
