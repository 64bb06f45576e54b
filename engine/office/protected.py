"""A protected fact taken apart: the figures, names and words that would give it away, and what is open around them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from .spoken.mentions import mentions
from .spoken.numerals import MILLE, Token, fold, month_of, tokens, unit_of
from .spoken.texts import END, Sentence, Text, read
from .spoken.tongues import COMMON, idea, stem

How: TypeAlias = Literal["verbatim", "words", "rounded", "translated", "split", "yes_no", "elimination"]


class Secret(NamedTuple):
    """A fact that must not be given away."""

    fact: str
    topic: str
    statement: str
    open: tuple[str, ...] = ()
    """Texts whose words, names and figures tell nothing: what may be told, the topic, names of people."""
    common: str = ""
    """Names that are on everybody's lips: one of them tells something only as a short answer to a question for it."""


class Figure(NamedTuple):
    """A protected figure."""

    value: int
    unit: str
    digits: int
    """Significant digits: how unlikely it is that the figure stands in a text by chance."""


class Known(NamedTuple):
    """What would give a fact away."""

    figures: tuple[Figure, ...]
    names: tuple[str, ...]
    common: frozenset[str]
    """Those of the names that are on everybody's lips."""
    idents: tuple[str, ...]
    about: frozenset[str]
    """What the fact is about, as ideas (see `tongues`); names are none."""
    named: frozenset[str]
    """Names in its topic and statement: what a sentence of another language may be known by."""
    topic: frozenset[str]
    """Ideas of the topic alone."""
    telling: frozenset[str]
    """Ideas of the statement that nothing open has."""
    runs: frozenset[tuple[str, ...]]


def weight(said: Sentence | Text, known: Known) -> int:
    """How much words are about a fact: its ideas that they have, and one more if they have most of its topic's.

    In another language its names say so too.
    """
    sentences = said.sentences if isinstance(said, Text) else (said,)
    words = [one for each in sentences for one in each.ideas]
    names = frozenset(one for each in sentences if each.foreign for one in each.plain) & known.named
    whole = known.topic and len(shared(words, known.topic)) * 3 >= 2 * len(known.topic)
    return len(shared(words, known.about)) + bool(whole) + len(names)


def shared(said: Iterable[frozenset[str]], wanted: frozenset[str]) -> frozenset[str]:
    """The wanted ideas that words have, each word counting for one."""
    found: set[str] = set()
    for one in said:
        hit = sorted(one & wanted - found)
        found.update(hit[:1])
    return frozenset(found)


class _Shown(NamedTuple):
    """What an open text makes open."""

    words: frozenset[str]
    values: frozenset[int]
    ideas: frozenset[str]
    idents: frozenset[str]
    runs: frozenset[tuple[str, ...]]


@lru_cache(maxsize=4_096)
def _shown(text: str) -> _Shown:
    pieces = tokens(text)
    words = frozenset(one.text for one in pieces if one.kind == "word")
    return _Shown(
        words,
        frozenset(one.values[0] for one in mentions(text, pieces)),
        frozenset(idea(one) for one in words),
        frozenset(bare(one.text) for one in pieces if one.kind in ("ident", "number")),
        runs(text),
    )


class _Stated(NamedTuple):
    """What a fact's topic and statement consist of."""

    figures: tuple[Figure, ...]
    names: tuple[str, ...]
    idents: tuple[str, ...]
    said: frozenset[str]
    topic: frozenset[str]
    runs: frozenset[tuple[str, ...]]


@lru_cache(maxsize=1_024)
def _stated(topic: str, statement: str) -> _Stated:
    pieces = tokens(statement)
    about = tokens(topic)
    names = tuple(dict.fromkeys((*_capitals(about), *_capitals(pieces))))
    units = {idea(one.text) for one in pieces if unit_of(one.text) or month_of(one.text)} | {""}
    figures = dict.fromkeys(
        Figure(value, one.unit, _digits(value, one.unit))
        for one in mentions(statement, pieces)
        # a range has two ends; what is hedged or a fraction is a word like another
        for value in (one.values[:1] if not one.approx else one.values if len(one.values) == 2 else ())
        if one.unit not in ("year", "ordinal") and value > 0 and not _denied_there(pieces, one.first)
    )
    return _Stated(
        tuple(figures),
        names,
        tuple(dict.fromkeys(bare(one.text) for one in pieces if one.kind == "ident")),
        frozenset(idea(one.text) for one in pieces if one.kind == "word" and one.text not in names) - units,
        frozenset(idea(one.text) for one in about if one.text not in names) - units,
        runs(statement),
    )


def _denied_there(pieces: Sequence[Token], at: int) -> bool:
    """Whether the statement itself says that it is not that figure."""
    return any(one.text == "not" for one in pieces[max(0, at - 2) : at])


@lru_cache(maxsize=2_048)
def known_of(secret: Secret) -> Known:
    """What would give a fact away."""
    stated = _stated(secret.topic, secret.statement)
    shown = [_shown(one) for one in (secret.topic, *secret.open)]
    words = frozenset[str]().union(*(one.words for one in shown))
    values = frozenset[int]().union(*(one.values for one in shown))
    idents = frozenset[str]().union(*(one.idents for one in shown))
    ideas_shown = frozenset[str]().union(*(one.ideas for one in shown))
    return Known(
        tuple(one for one in stated.figures if one.value not in values),
        tuple(one for one in stated.names if one not in words),
        _shown(secret.common).words if secret.common else frozenset(),
        tuple(one for one in stated.idents if one not in idents),
        stated.topic | stated.said,
        frozenset(stated.names),
        stated.topic,
        stated.said - ideas_shown,
        stated.runs - frozenset[tuple[str, ...]]().union(*(one.runs for one in shown)),
    )


@lru_cache(maxsize=4_096)
def _named(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_capitals(tokens(text))))


def common_names(facts: Iterable[Sequence[str]]) -> str:
    """The names that texts about three facts and more hold, from the texts of each fact."""
    counts: dict[str, int] = {}
    for texts in facts:
        for name in dict.fromkeys(one for text in texts for one in _named(text)):
            counts[name] = counts.get(name, 0) + 1
    return ", ".join(name for name, count in counts.items() if count >= _COMMON_FROM)


_COMMON_FROM: Final = 3


@lru_cache(maxsize=1_024)
def spoken_of(asks: tuple[str, ...]) -> str:
    """The names and codes that questions for a fact commonly hold: who asks knows them, so they tell nothing.

    What stands in one question in four at least counts; a rarer one may be a guess at the answer.
    """
    counts: dict[str, int] = {}
    for ask in asks:
        pieces = tokens(ask)
        for one in dict.fromkeys(
            (*_capitals(pieces), *(each.text for each in pieces if each.kind == "ident"))
        ):
            counts[one] = counts.get(one, 0) + 1
    return ", ".join(one for one, count in counts.items() if count >= 2 and count * 4 >= len(asks))


def _capitals(pieces: Sequence[Token]) -> list[str]:
    """The names in a text: words with a capital that don't owe it to the beginning of a sentence."""
    found: list[str] = []
    begins = True
    for at, one in enumerate(pieces):
        counted = at + 1 < len(pieces) and pieces[at + 1].kind in ("number", "ordinal")
        if one.kind == "word" and one.upper and len(one.text) >= 3 and not counted:
            plain = (
                bool(month_of(one.text) or unit_of(one.text)) or one.text in COMMON or one.text in WEEKDAYS
            )
            if not plain and (not begins or _rare(one.text, pieces, at)):
                found.append(one.text)
        begins = one.kind == "end" and bool(END.match(one.text))
    return found


WEEKDAYS: Final = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())


def _rare(word: str, statement: Sequence[Token], at: int) -> bool:
    """Whether a word at the beginning of a sentence is a name: the next one has a capital too, or it ends oddly."""
    after = statement[at + 1] if at + 1 < len(statement) else None
    return bool(after and after.kind == "word" and after.upper) or not word.endswith(
        ("s", "ed", "ing", "ly", "ion")
    )


def bare(text: str) -> str:
    """Its letters and digits alone."""
    return re.sub(r"[^a-z0-9]", "", fold(text))


def _digits(value: int, unit: str) -> int:
    if unit == "time":
        return 3
    if unit == "date":
        return 2
    significant = max(1, len(str(value).rstrip("0")))
    # a large number is told apart by its size too
    return significant + (value >= 10_000 * MILLE or (significant == 2 and value >= 1_000 * MILLE))


BEFORE: Final = 6
"""Earlier messages of a speaker that are read together with the newest one."""


def runs(text: str) -> frozenset[tuple[str, ...]]:
    """Every three words of substance in a row."""
    words = [stem(one.text) for one in tokens(text) if one.kind == "word" and one.text not in COMMON]
    return frozenset(tuple(words[at : at + 3]) for at in range(len(words) - 2))


def units_of(a: str, b: str) -> int:
    """2: the same unit; 1: one of them has none; 0: different things."""
    if a == b:
        return 2 if a else 1
    if {a, b} & {"date", "time", "ordinal", "year"}:
        return 0
    return 1 if not a or not b else 0


class Frame(NamedTuple):
    """What is read together: the text, the question that it answers, and what the speaker said before."""

    text: Text
    question: Text
    known: Known
    asked: int
    """How much the question is about the fact; a little, if only the talk before it was."""
    talk: int
    """How much the question or the talk before it is about the fact."""


def frame_of(text: str, question: str, known: Known, talk: Sequence[str] = ()) -> Frame:
    """A text and the question that it answers, as they bear on a fact.

    Args:
        text: What is said.
        question: What it answers.
        known: The fact.
        talk: What others said before the question.
    """
    asked = read(question)
    now = weight(asked, known)
    before = max((weight(read(one), known) for one in talk), default=0)
    return Frame(read(text), asked, known, max(now, min(1, before)), max(now, before))
