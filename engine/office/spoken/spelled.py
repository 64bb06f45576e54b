"""Numbers in words, read from the pieces of a text: the grammar of eight languages, and what only looks so."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from .numerals import LANGUAGES, Form, Token, lexicon, read_words, unit_of, word_values


class Run(NamedTuple):
    """A number in words."""

    last: int
    """Its last token."""
    values: tuple[int, ...]
    """What it may stand for, in thousandths; the likeliest first."""
    form: Form


def counts(pieces: list[Token], at: int) -> bool:
    """Whether ``one`` is a number here: a unit follows or another number word, or it is named as one."""
    after = pieces[at + 1].text if at + 1 < len(pieces) else ""
    before = pieces[at - 1].text if at else ""
    if pieces[at].text == "grand":
        return False
    return (
        bool(unit_of(after))
        or after in lexicon().numbers["en"]
        or after in ("point", "and")
        or (
            before in ("a", "digit", "number", "figure", "is", "with", "then")
            and after not in ("of", "that", "which")
        )
        or before in lexicon().numbers["en"]
    )


def surely(pieces: list[Token], at: int, language: str) -> bool:
    """Whether a word can only be a number of a language that the text doesn't seem to be in."""
    if language in _lone(pieces[at].text):
        return True
    after = _after(pieces, at)
    if after < len(pieces) and pieces[after].text in ("e", "y", "et", "und", "en"):
        after += 1
    if after >= len(pieces) or pieces[at].text in lexicon().english:
        return False
    return language in _lone(pieces[after].text) or bool(
        word_values(pieces[after].text, language) and pieces[after].text not in lexicon().english
    )


@lru_cache(maxsize=4_096)
def _lone(word: str) -> tuple[str, ...]:
    """Languages in which a word can only be a number, whatever language the text seems to be in."""
    terms = lexicon()
    if len(word) < 4 or word in terms.english or word in _HOMOGRAPHS:
        return ()
    return tuple(name for name in LANGUAGES[1:] if word_values(word, name))


_HOMOGRAPHS: Final = frozenset(
    "cent cents sept once elf due otto mille million billion null nove acht vent mila nine sete seize "
    "quince set mil grand een venti milord dos sei tres tre dix onze quinze doze cinque".split()
)
"""Number words that are something else in English, or names."""


def number_from(pieces: list[Token], at: int, language: str) -> Run | None:
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
        found = word_values(piece.text, language) if piece.kind == "word" else ()
        if language == "fr" and piece.text == "quatre" and following(pieces, here) in ("vingt", "vingts"):
            values.append((80,))
            here = _after(pieces, here) + 1
            last = here - 1
            continue
        if found:
            values.append(found)
            last = here
        elif piece.text in ("point", "comma", "komma", "virgule", "coma", "virgola") and values:
            digits = [
                word_values(one.text, language) for one in pieces[here + 1 : here + 4] if one.kind == "word"
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
            factor = word_values(following(pieces, here), language)
            if factor and factor[0] >= 1_000:
                whole = read_words(values, inverted=language in ("de", "nl"))
                value = (whole[0] + fraction) * factor[0] if whole else 0
                return Run(here + 1, (value,), form_of(language))
        elif piece.text in joints and values and here + 1 < len(pieces):
            after = word_values(pieces[here + 1].text, language)
            flat = values[-1][-1]
            joins = bool(after) and (
                (language == "en" and flat in (100, 1_000, 1_000_000))
                or (language in ("fr", "es", "pt") and flat >= 20)
                or (language in ("de", "nl") and (flat < 10 <= after[0] < 100 or flat >= 100))
            )
            if not joins:
                break
        elif piece.kind == "end" and piece.text in ("-", ",") and values and here + 1 < len(pieces):
            after = word_values(pieces[here + 1].text, language)
            flat = values[-1][-1]
            digits = bool(after) and all(one[-1] < 10 for one in values) and after[0] < 10
            if not (after and (digits or (piece.text == "-" and pieces[here].glued))):
                break
        else:
            break
        here += 1
    readings = read_words(values, inverted=language in ("de", "nl"))
    if not readings:
        # what doesn't read as one number is several: take the first
        values = values[:1]
        last = at
        readings = read_words(values, inverted=False)
        if not readings:
            return None
    return Run(last, tuple(one + fraction for one in readings), form_of(language))


def following(pieces: list[Token], at: int) -> str:
    after = _after(pieces, at)
    return pieces[after].text if after < len(pieces) else ""


def _after(pieces: list[Token], at: int) -> int:
    return at + 2 if at + 1 < len(pieces) and pieces[at + 1].text == "-" else at + 1


def form_of(language: str) -> Form:
    return "words" if language == "en" else "foreign"
