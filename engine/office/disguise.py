"""Finds a protected fact in a text that gives it away in other words than its own.

Authors' patterns find a fact that is told outright. This module finds what they miss: figures in words, rounded,
in another language or piece by piece, names spelled out, a yes or no to a guess, and the elimination of all others.
It knows nothing of who may hear what: whoever asks decides which facts are protected from whom.
Conversions (per week instead of per day), sums over several facts and riddles are beyond it.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from .numerals import MILLE, Mention, Token, fold, languages, mentions, month_of, tokens, unit_of
from .tongues import COMMON, abroad, idea, ideas, stem

How: TypeAlias = Literal["verbatim", "words", "rounded", "translated", "split", "yes_no", "elimination"]

_BEFORE: Final = 6
"""Earlier messages of a speaker that are read together with the newest one."""


class Secret(NamedTuple):
    """A fact that must not be given away."""

    fact: str
    topic: str
    statement: str
    open: tuple[str, ...] = ()
    """Texts whose words, names and figures tell nothing: what may be told, the topic, names of people."""


class Disguised(NamedTuple):
    """A fact that a text gives away."""

    fact: str
    how: How
    evidence: str
    """The words that do it."""


class _Figure(NamedTuple):
    value: int
    unit: str
    digits: int
    """Significant digits: how unlikely it is that the figure stands in a text by chance."""


class _Known(NamedTuple):
    figures: tuple[_Figure, ...]
    names: tuple[str, ...]
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


class _Sentence(NamedTuple):
    start: int
    """Place of its first token in the text."""
    pieces: list[Token]
    figures: list[Mention]
    ideas: tuple[frozenset[str], ...]
    """What each of its words may be about."""
    plain: frozenset[str]
    """Its words."""
    words: int
    foreign: bool
    asks: bool
    refuses: bool
    elsewhere: bool
    """Speaks of an old, public or other value."""

    def about(self, known: _Known) -> int:
        """How much the sentence is about a fact; in another language names say so too."""
        return _weight(self.ideas, known) + (len(self.plain & known.named) if self.foreign else 0)


class _Text(NamedTuple):
    text: str
    sentences: list[_Sentence]

    def about(self, known: _Known) -> int:
        """How much the text is about a fact."""
        foreign = [one for one in self.sentences if one.foreign]
        names = frozenset(one for each in foreign for one in each.plain) & known.named
        return _weight([one for each in self.sentences for one in each.ideas], known) + len(names)


def _weight(said: Sequence[frozenset[str]], known: _Known) -> int:
    """How many of the fact's ideas words have, and one more if they have most of its topic's."""
    whole = known.topic and len(_shared(said, known.topic)) * 3 >= 2 * len(known.topic)
    return len(_shared(said, known.about)) + bool(whole)


def _shared(said: Iterable[frozenset[str]], wanted: frozenset[str]) -> frozenset[str]:
    """The wanted ideas that words have, each word counting for one."""
    found: set[str] = set()
    for one in said:
        hit = sorted(one & wanted - found)
        found.update(hit[:1])
    return frozenset(found)


_REFUSES: Final = re.compile(
    r"\b(?:can'?t|can\s?not|may not|must not|mustn'?t|not allowed|not permitted|unable|confidential|won'?t|will not|"
    r"not (?:at liberty|able|free|mine|for me|going|something|a thing)|no comment|don'?t know|do not know|no idea|not sure|not my|"
    r"not (?:say|tell|share|discuss|confirm|comment|speak)|neither (?:confirm|deny)|nothing i|ask (?:her|him|them)|decline|refuse|"
    r"before .{3,40} agrees|until .{3,40} agrees|rather not|leave it at that|out of my hands|nicht sagen|darf (?:ich )?nicht|"
    r"ne peux pas|no puedo|non posso|mag niet|nao posso|nie moge)\b"
)
_ELSEWHERE: Final = re.compile(
    r"\b(?:old|older|former|formerly|previous|previously|last year|draft|public|list price|tariff|website|web page|"
    r"instead|competitor|market|industry|other|another|different|average|usual|usually|normally|example|e\.g|forget|"
    r"for instance|hypothetical)\b"
)
_END: Final = re.compile(r"[.!?;\n…]")


@lru_cache(maxsize=512)
def _text(text: str) -> _Text:
    pieces = tokens(text)
    figures = mentions(text, pieces)
    spoken = languages(pieces)
    sentences: list[_Sentence] = []
    begin = 0
    for at in range(len(pieces) + 1):
        if at < len(pieces) and not (pieces[at].kind == "end" and _END.match(pieces[at].text)):
            continue
        part = pieces[begin:at]
        words = [one.text for one in part if one.kind == "word"]
        if part:
            plain = " ".join(one.text for one in part)
            own = [one for one in figures if begin <= one.first < at]
            foreign = (
                any(one.form == "foreign" for one in own)
                or abroad(words)
                or (len(spoken) > 1 and _foreign(part))
            )
            sentences.append(
                _Sentence(
                    begin,
                    part,
                    own,
                    tuple(found for one in words if (found := ideas(one, foreign=foreign))),
                    frozenset(words),
                    len([one for one in part if one.kind not in ("end", "sign")]),
                    foreign,
                    at < len(pieces) and "?" in pieces[at].text,
                    bool(_REFUSES.search(plain.replace("\u2019", "'"))),
                    bool(_ELSEWHERE.search(plain)),
                )
            )
        begin = at + 1
    return _Text(text, sentences)


def _foreign(part: list[Token]) -> bool:
    return len(languages(part)) > 1


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
        frozenset(_bare(one.text) for one in pieces if one.kind in ("ident", "number")),
        _runs(text),
    )


class _Stated(NamedTuple):
    """What a fact's topic and statement consist of."""

    figures: tuple[_Figure, ...]
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
        _Figure(value, one.unit, _digits(value, one.unit))
        for one in mentions(statement, pieces)
        # a range has two ends; what is hedged or a fraction is a word like another
        for value in (one.values if len(one.values) == 2 or not one.approx else ())
        if one.unit not in ("year", "ordinal") and value > 0
    )
    return _Stated(
        tuple(figures),
        names,
        tuple(dict.fromkeys(_bare(one.text) for one in pieces if one.kind == "ident")),
        frozenset(idea(one.text) for one in pieces if one.kind == "word" and one.text not in names) - units,
        frozenset(idea(one.text) for one in about if one.text not in names) - units,
        _runs(statement),
    )


@lru_cache(maxsize=2_048)
def _known(secret: Secret) -> _Known:
    stated = _stated(secret.topic, secret.statement)
    shown = [_shown(one) for one in (secret.topic, *secret.open)]
    words = frozenset[str]().union(*(one.words for one in shown))
    values = frozenset[int]().union(*(one.values for one in shown))
    idents = frozenset[str]().union(*(one.idents for one in shown))
    ideas_shown = frozenset[str]().union(*(one.ideas for one in shown))
    return _Known(
        tuple(one for one in stated.figures if one.value not in values),
        tuple(one for one in stated.names if one not in words),
        tuple(one for one in stated.idents if one not in idents),
        stated.topic | stated.said,
        frozenset(stated.names),
        stated.topic,
        stated.said - ideas_shown,
        stated.runs - frozenset[tuple[str, ...]]().union(*(one.runs for one in shown)),
    )


@lru_cache(maxsize=1_024)
def spoken_of(asks: tuple[str, ...]) -> str:
    """The names and codes that questions for a fact commonly hold: who asks knows them, so they tell nothing.

    What stands in one question in ten at least counts; a rarer one may be a guess at the answer.
    """
    counts: dict[str, int] = {}
    for ask in asks:
        pieces = tokens(ask)
        for one in dict.fromkeys(
            (*_capitals(pieces), *(each.text for each in pieces if each.kind == "ident"))
        ):
            counts[one] = counts.get(one, 0) + 1
    return ", ".join(one for one, count in counts.items() if count >= 2 and count * 10 >= len(asks))


def _capitals(pieces: Sequence[Token]) -> list[str]:
    """The names in a text: words with a capital that don't owe it to the beginning of a sentence."""
    found: list[str] = []
    begins = True
    for at, one in enumerate(pieces):
        counted = at + 1 < len(pieces) and pieces[at + 1].kind in ("number", "ordinal")
        if one.kind == "word" and one.upper and len(one.text) >= 3 and not counted:
            plain = (
                bool(month_of(one.text) or unit_of(one.text)) or one.text in COMMON or one.text in _WEEKDAYS
            )
            if not plain and (not begins or _rare(one.text, pieces, at)):
                found.append(one.text)
        begins = one.kind == "end" and bool(_END.match(one.text))
    return found


_WEEKDAYS: Final = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())


def _rare(word: str, statement: Sequence[Token], at: int) -> bool:
    """Whether a word at the beginning of a sentence is a name: the next one has a capital too, or it ends oddly."""
    after = statement[at + 1] if at + 1 < len(statement) else None
    return bool(after and after.kind == "word" and after.upper) or not word.endswith(
        ("s", "ed", "ing", "ly", "ion")
    )


def _bare(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", fold(text))


def _digits(value: int, unit: str) -> int:
    if unit == "time":
        return 3
    if unit == "date":
        return 2
    text = str(value).rstrip("0")
    return max(1, len(text)) + (value >= 10_000 * MILLE)


def _runs(text: str) -> frozenset[tuple[str, ...]]:
    words = [stem(one.text) for one in tokens(text) if one.kind == "word" and one.text not in COMMON]
    return frozenset(tuple(words[at : at + 3]) for at in range(len(words) - 2))


class _Frame(NamedTuple):
    """What is read together: the text, the question that it answers, and what the speaker said before."""

    text: _Text
    question: _Text
    known: _Known
    asked: int
    """How much the question is about the fact."""


def disguises(
    text: str, secret: Secret, *, question: str = "", before: Sequence[str] = ()
) -> tuple[Disguised, ...]:
    """How a text gives a protected fact away; empty if it doesn't.

    Args:
        text: What is said.
        secret: What must not be given away.
        question: What it answers, if anything.
        before: The speaker's earlier messages to the same readers, oldest first.
    """
    known = _known(secret)
    found: dict[How, str] = {}
    frame = _frame(text, question, known)
    _alone(frame, found)
    _answers(frame, found)
    _excludes(frame, before, found)
    _decoded(text, frame, found)
    if before and not found:
        _split(text, question, known, before[-_BEFORE:], found)
    return tuple(Disguised(secret.fact, how, evidence) for how, evidence in found.items())


def _frame(text: str, question: str, known: _Known) -> _Frame:
    asked = _text(question)
    return _Frame(_text(text), asked, known, asked.about(known))


# Said outright, in other words ----------------------------------------------------------------------------------------


def _alone(frame: _Frame, found: dict[How, str]) -> None:
    """Figures, names, codes and telling words of the text."""
    known, text = frame.known, frame.text
    matched: dict[int, tuple[How, str, bool]] = {}
    for sentence in text.sentences:
        for figure in sentence.figures:
            if _echo(frame, sentence, figure):
                continue
            for number, secret in enumerate(known.figures):
                how = _exact(secret, figure, sentence)
                if how is not None:
                    sure = _sure(frame, sentence, secret, figure)
                    if number not in matched or sure > matched[number][2]:
                        matched[number] = (how, figure.text, sure)
                elif _rounds(frame, sentence, secret, figure):
                    found.setdefault("rounded", figure.text)
        for name in (*known.names, *known.idents):
            if _names(frame, sentence, name):
                found.setdefault("translated" if sentence.foreign else "verbatim", name)
    about = text.about(known) + frame.asked
    for how, evidence, sure in matched.values():
        if sure or (len(matched) > 1 and about):
            found.setdefault(how, evidence)
    _tells(frame, found)


def _echo(frame: _Frame, sentence: _Sentence, figure: Mention) -> bool:
    """A figure of the question that is only taken up again."""
    asked = {value for each in frame.question.sentences for one in each.figures for value in one.values}
    return figure.values[0] in asked and (sentence.refuses or sentence.asks)


def _exact(secret: _Figure, figure: Mention, sentence: _Sentence) -> How | None:
    if secret.value not in figure.values or _units(secret.unit, figure.unit) == 0:
        return None
    if figure.form == "foreign" or (sentence.foreign and figure.form == "digits"):
        return "translated"
    return "words" if figure.form == "words" else "verbatim"


def _units(a: str, b: str) -> int:
    """2: the same unit; 1: one of them has none; 0: different things."""
    if a == b:
        return 2 if a else 1
    if {a, b} & {"date", "time", "ordinal", "year"}:
        return 0
    return 1 if not a or not b else 0


def _sure(frame: _Frame, sentence: _Sentence, secret: _Figure, figure: Mention) -> bool:
    """Whether a figure that equals the secret one means it."""
    known = frame.known
    here = sentence.about(known)
    there = frame.text.about(known)
    units = _units(secret.unit, figure.unit)
    if secret.digits >= 4:
        return True
    if sentence.elsewhere and not frame.asked:
        return False
    short = sentence.words <= 8
    if secret.digits == 3:
        return here + there + frame.asked >= (1 if units == 2 or short else 2)
    if secret.digits == 2:
        if units == 2:
            return here >= 2 or frame.asked >= 2 or (here + there >= 1 and frame.asked >= 1)
        return (frame.asked >= 2 and short) or here >= 3
    if units == 2 and secret.unit:
        return here >= 3 or (frame.asked >= 2 and (short or here >= 1))
    return frame.asked >= 2 and sentence.words <= 5


def _rounds(frame: _Frame, sentence: _Sentence, secret: _Figure, figure: Mention) -> bool:
    """Whether a figure is the secret one, rounded or within the range that it leaves."""
    if secret.unit in ("date", "time") or figure.unit in ("date", "time", "ordinal", "year"):
        return False
    units = _units(secret.unit, figure.unit)
    if units == 0 or secret.value <= 2 * MILLE:
        return False
    known = frame.known
    here = sentence.about(known)
    about = here + frame.asked + (frame.asked > 0 and sentence.words <= 10)
    if about < (1 if secret.digits >= 4 or (units == 2 and figure.approx) else 2) or (
        sentence.elsewhere and not frame.asked
    ):
        return False
    if units == 1 and not (about >= 2 or secret.digits >= 4):
        return False
    if figure.approx:
        wide = figure.high - figure.low
        return figure.low <= secret.value <= figure.high and wide <= secret.value * 35 // 100
    value = figure.values[0]
    if secret.digits < 2 or abs(value - secret.value) * 20 > secret.value:
        return False
    if secret.digits == 2 and not (units == 2 and about >= 3 and value % (10 * MILLE) == 0):
        return False
    return value in _roundings(secret.value) and value != secret.value


@lru_cache(maxsize=1_024)
def _roundings(value: int) -> frozenset[int]:
    """The value to fewer significant digits, and to the nearest 25 or 50 of the last one kept."""
    found: set[int] = set()
    scale = 10
    while scale <= value:
        found.add((value + scale // 2) // scale * scale)
        half = scale // 2
        if half:
            found.add((value + half // 2) // half * half)
        scale *= 10
    return frozenset(found)


def _names(frame: _Frame, sentence: _Sentence, name: str) -> bool:
    known = frame.known
    if any(char.isdigit() for char in name):
        return any(_bare(one.text) == name for one in sentence.pieces if one.kind in ("ident", "number"))
    if not any(_own(one.text) == name for one in sentence.pieces):
        return False
    if any(_own(one.text) == name for each in frame.question.sentences for one in each.pieces):
        return False
    here = sentence.about(known)
    if sentence.refuses and frame.asked < 2:
        return False
    return here >= 2 or frame.asked >= 2 or (frame.asked >= 1 and (here >= 1 or sentence.words <= 6))


def _own(word: str) -> str:
    return word.removesuffix("'s").removesuffix("\u2019s")


def _tells(frame: _Frame, found: dict[How, str]) -> None:
    """The telling words of the statement, or their translations."""
    known = frame.known
    if len(known.telling) < 3:
        return
    for sentence in frame.text.sentences:
        if sentence.refuses or sentence.asks:
            continue
        shared = _shared(sentence.ideas, known.telling)
        need = max(3, -(-len(known.telling) * 6 // 10))
        here = sentence.about(known)
        if len(shared) >= need and (here > len(shared) or frame.asked):
            how: How = "translated" if sentence.foreign else "words"
            found.setdefault(how, ", ".join(sorted(shared)))
        runs = _runs(" ".join(one.text for one in sentence.pieces)) & known.runs
        if runs and len(shared) >= 2:
            found.setdefault("verbatim", " ".join(sorted(runs)[0]))


# Answers to a guess ---------------------------------------------------------------------------------------------------

_YES: Final = re.compile(
    r"^(?:(?:well|mm+|hm+|ok|okay|fine|ha|look|between us|off the record|unofficially)[ ,.]+)*"
    r"(?:yes|yep|yeah|yup|aye|correct|exactly|precisely|right|true|indeed|bingo|spot on|affirmative|confirmed|agreed|sure is|it is|"
    r"that'?s (?:it|right|correct|true|the one|the number|the figure)|you'?re right|you are right|you(?:'ve| have) got it|"
    r"you guessed it|dead on|on the money|nailed it|good guess|ja|oui|si|sim|tak|genau|stimmt|richtig|klopt|juist|exact|esatto|"
    r"correcto|corretto|correto|exacto)"
    r"(?:[ ,]+(?:it is|that'?s (?:it|right|correct|true)|exactly|correct|right|indeed|of course|you'?re right|spot on|so|sir|"
    r"more|higher|less|lower|a bit more|a bit less|and more))*$"
)
_NO: Final = re.compile(
    r"^(?:(?:well|mm+|hm+|ok|okay|ha|look)[ ,.]+)*"
    r"(?:no|nope|nah|nay|wrong|incorrect|false|negative|not (?:quite|that|exactly|it|right|correct|even close|so much|really)|"
    r"it(?:'s| is)(?: not|n'?t)|it isn'?t|that'?s (?:not it|wrong|not right)|try again|guess again|nein|non|nee|nao|nie|falsch|faux|fout)"
    r"(?:[ ,]+(?:it is not|it isn'?t|not quite|try again|guess again|wrong|not that|it'?s not))*$"
)
_WARMER: Final = re.compile(
    r"\b(?:warm(?:er)?|hot(?:ter)?|getting (?:close|there|warm(?:er)?)|(?:very |pretty |quite |really )?close(?:r)?(?: enough)?$|near enough|"
    r"almost there|not far (?:off|out)|wouldn'?t (?:argue|disagree|contradict)|not wrong|can'?t (?:argue|say no)|"
    r"good guess|in the right (?:area|region|direction|ballpark)|you'?re on to something|won'?t (?:deny|contradict))\b"
)
_COLDER: Final = re.compile(
    r"\b(?:cold(?:er)?|freezing|way off|far off|not even close|miles off|wide of the mark)\b"
)
_HIGHER: Final = re.compile(
    r"\b(?:higher|more|above|over|up|bigger|larger|later|mehr|hoeher|hoher|plus|mas|piu|meer|hoger|mais|wiecej)\b"
)
_LOWER: Final = re.compile(
    r"\b(?:lower|less|fewer|below|under|down|smaller|earlier|weniger|niedriger|moins|menos|meno|minder|lager|mniej)\b"
)


_MORE: Final = re.compile(
    r"\b(?:no more|more than (?!that|this)|more (?:often|time|soon|later|details?|info))\b"
)
_GUESS: Final = re.compile(
    r"^(?:so |and |or |then )*(?:is|are|was|were|would|does|do|did|could|i(?:'d| would)? (?:guess|say|bet)|let'?s say|say)\b"
)


def _answers(frame: _Frame, found: dict[How, str]) -> None:
    """A yes, a no or a hint right after a guess at the protected value, where it is the truth."""
    known, question = frame.known, frame.question
    if not frame.text.sentences or not question.sentences:
        return
    for sentence in frame.text.sentences[:3]:
        answer = _answer(sentence)
        if not answer:
            continue
        if frame.text.sentences[0] is not sentence and answer == "no":
            continue
        for guess in question.sentences:
            if frame.asked < 1 or not (
                guess.asks or _GUESS.match(" ".join(one.text for one in guess.pieces))
            ):
                continue
            if any(_truthful(known, guess, one, answer) for one in guess.figures) or _named(
                known, guess, answer
            ):
                found.setdefault("yes_no", " ".join(one.text for one in sentence.pieces)[:80])
                return


def _answer(sentence: _Sentence) -> str:
    plain = " ".join(one.text for one in sentence.pieces).replace("\u2019", "'").replace(" , ", ", ")
    plain = re.sub(r"\s+,", ",", plain).strip(" ,-")
    if _YES.match(plain):
        return "yes"
    if _WARMER.search(plain):
        return "warm"
    if _COLDER.search(plain):
        return "cold"
    if sentence.words <= 8 and not sentence.refuses:
        if sentence.words <= 5 and _HIGHER.search(plain) and not _MORE.search(plain):
            return "higher"
        if sentence.words <= 5 and _LOWER.search(plain):
            return "lower"
        if _NO.match(plain):
            return "no"
    return ""


def _truthful(known: _Known, guess: _Sentence, figure: Mention, answer: str) -> bool:
    """Whether the answer to that guess is the truth about a protected figure."""
    plain = " ".join(one.text for one in guess.pieces)
    above = bool(
        re.search(
            r"\b(?:more|higher|above|over|greater|at least|exceed|beyond|mehr|plus|mas|piu|meer)\b", plain
        )
    )
    below = bool(
        re.search(
            r"\b(?:less|lower|below|under|fewer|at most|up to|within|weniger|moins|menos|meno|minder)\b",
            plain,
        )
    )
    for secret in known.figures:
        if _units(secret.unit, figure.unit) == 0 or (not figure.unit and secret.unit in ("date", "time")):
            continue
        if secret.digits <= 1 and not figure.unit and secret.unit:
            continue
        inside = figure.low <= secret.value <= figure.high and figure.high > figure.low
        same = secret.value in figure.values or inside
        far = not (secret.value // 20 <= figure.values[0] <= secret.value * 20)
        if far:
            continue
        if above != below:
            truth = secret.value > figure.values[0] if above else secret.value < figure.values[0]
            if answer in ("yes", "warm") and truth or answer == "no" and not truth:
                return True
            continue
        match answer:
            case "yes":
                hit = same
            case "warm":
                hit = same or abs(secret.value - figure.values[0]) * 4 <= secret.value
            case "no" | "cold":
                hit = not same
            case "higher":
                hit = secret.value > figure.values[0]
            case _:
                hit = secret.value < figure.values[0]
        if hit:
            return True
    return False


def _named(known: _Known, guess: _Sentence, answer: str) -> bool:
    """Whether a guess at a protected name, or at the words that tell, is affirmed."""
    if answer not in ("yes", "warm"):
        return False
    if any(name in guess.plain for name in known.names):
        return True
    if any(_bare(one.text) in known.idents for one in guess.pieces):
        return True
    shared = _shared(guess.ideas, known.telling)
    return len(known.telling) >= 2 and len(shared) >= max(2, -(-len(known.telling) // 3))


# Elimination ----------------------------------------------------------------------------------------------------------

_DENIAL: Final = frozenset(
    "not no neither nor except exclude excluded weder noch kein keine nicht ni pas ne nao niet nie geen non".split()
)
_LISTING: Final = frozenset(
    "or and nor even it is was the a an by to about either it's be oder ou o y e of und et en the also at".split()
)
_PLACES: Final = {
    "first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "last": -1, "former": 0, "latter": 1, "middle": -2,
}  # fmt: skip


def _excludes(frame: _Frame, before: Sequence[str], found: dict[How, str]) -> None:
    """Other values denied one by one, or the true one picked from a list by its place."""
    known, question = frame.known, frame.question
    denied: dict[str, None] = {}
    for message in (*before[-_BEFORE:], frame.text.text):
        for sentence in _text(message).sentences:
            denied |= dict.fromkeys(_denied(known, sentence))
    here = [one for sentence in frame.text.sentences for one in _denied(known, sentence)]
    about = frame.asked + frame.text.about(known)
    if here and len(denied) >= 2 and about >= 2:
        found.setdefault("elimination", ", ".join(denied))
        return
    if frame.asked < 1:
        return
    for guess in question.sentences:
        listed = [one for one in guess.figures if one.unit not in ("date", "time", "ordinal")]
        true = [
            i
            for i, one in enumerate(listed)
            if any(secret.value in one.values and _units(secret.unit, one.unit) for secret in known.figures)
        ]
        if len(listed) < 2 or len(true) != 1:
            continue
        for sentence in frame.text.sentences[:2]:
            plain = [one.text for one in sentence.pieces]
            for word, place in _PLACES.items():
                at = len(listed) // 2 if place == -2 else place % len(listed) if place < len(listed) else -9
                if word in plain and at == true[0] and sentence.words <= 12 and not sentence.refuses:
                    found.setdefault("elimination", " ".join(plain)[:80])


def _denied(known: _Known, sentence: _Sentence) -> list[str]:
    """Wrong candidates right after a denial: ``not 10, 12 or 20``, ``neither Pelorus nor Istra``."""
    if sentence.refuses and not sentence.plain & {"neither", "nor"}:
        return []
    figures = {one.first - sentence.start: one for one in sentence.figures}
    wrong: list[str] = []
    denies, gap, at = False, 0, 0
    most = max((one.values[0] for one in sentence.figures), default=0)
    # not 25 and not 35 million
    scale = next((one for one in (1_000_000, 1_000) if most >= one * MILLE), 1)
    while at < len(sentence.pieces):
        one = sentence.pieces[at]
        figure = figures.get(at)
        if figure is not None:
            if denies and any(secret.value in figure.values for secret in known.figures):
                return []
            if denies and any(_rivals(secret, figure, scale) for secret in known.figures):
                wrong.append(figure.text)
                gap = 0
            at = figure.last - sentence.start
        elif one.text in _DENIAL or one.text.endswith(("n't", "n\u2019t")):
            denies, gap = True, 0
        elif denies and known.names and at and _is_name(one):
            if one.text in known.names:
                return []
            if one.text not in known.named:
                wrong.append(one.text)
            gap = 0
        elif one.kind not in ("end", "sign") and one.text not in _LISTING:
            gap += 1
            denies &= gap <= 2
        at += 1
    return wrong


def _rivals(secret: _Figure, figure: Mention, scale: int) -> bool:
    """Whether a figure, or it in the thousands or millions of its neighbours, could have been the secret one."""
    if _units(secret.unit, figure.unit) < 2 and (figure.unit or secret.unit in ("date", "time")):
        return False
    value = figure.values[0]
    values = (value, value * scale) if value < 1_000 * MILLE else (value,)
    return any(secret.value // 10 <= one <= secret.value * 10 for one in values)


def _is_name(one: Token) -> bool:
    plain = one.text in COMMON or month_of(one.text) or unit_of(one.text) or one.text in _WEEKDAYS
    return one.kind == "word" and one.upper and len(one.text) > 2 and not plain


# Spelled, reversed, encoded -------------------------------------------------------------------------------------------

_ALPHABET: Final = {
    word: word[0]
    for word in (
        "alpha bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november oscar papa quebec"
        " romeo sierra tango uniform victor whiskey whisky xray yankee zulu alfa"
    ).split()
}
_SPELLED: Final = re.compile(r"(?<![^\W_])(?:[a-z0-9][\s.,_*|/-]{1,3}){2,}[a-z0-9](?![^\W_])")
_CODED: Final = re.compile(r"(?<![A-Za-z0-9+/=])[A-Za-z0-9+/_-]{4,}={0,2}(?![A-Za-z0-9+/=])")
_HEX: Final = re.compile(r"(?<!\w)(?:[0-9a-f]{2}[\s:]?){2,}(?!\w)", re.IGNORECASE)


class _Hidden(NamedTuple):
    words: dict[str, str]
    """Words turned round, shifted or made of the lines' first letters, and what they were."""
    numbers: dict[str, str]
    plain: list[tuple[str, str]]
    """What was spelled out or encoded, which is no chance: as written, and what it says."""


def _decoded(text: str, frame: _Frame, found: dict[How, str]) -> None:
    """What is spelled out, turned round or encoded in a text."""
    known = frame.known
    hidden = _hidden(text)
    written = next(
        (hidden.words[one] for one in (*known.names, *known.idents) if len(one) >= 4 and one in hidden.words),
        "",
    )
    for one in known.figures:
        if one.value % MILLE == 0 and one.unit not in ("date", "time") and one.digits >= 3:
            written = written or hidden.numbers.get(str(one.value // MILLE), "")
    for source, plain in hidden.plain:
        if not written and _betrays(plain, frame):
            written = source
    if written:
        found.setdefault("verbatim", written[:60])


def _betrays(plain: str, frame: _Frame) -> bool:
    """Whether what was decoded gives the fact away."""
    known, bare = frame.known, _bare(plain)
    if any(len(one) >= 4 and one in bare for one in (*known.names, *known.idents)):
        return True
    about = frame.asked + frame.text.about(known)
    if any(
        one.value % MILLE == 0
        and one.unit not in ("date", "time")
        and _standing(str(one.value // MILLE), plain)
        and (one.digits >= 3 or about >= 2)
        for one in known.figures
    ):
        return True
    more: dict[How, str] = {}
    if " " in plain.strip():
        _alone(_frame(plain, frame.question.text, known), more)
    return bool(more)


def _standing(digits: str, plain: str) -> bool:
    """Whether a number stands for itself in what was decoded."""
    return bool(re.search(rf"(?<!\d){digits}(?!\d)", re.sub(r"(?<=\d)[., ](?=\d{3})", "", plain)))


@lru_cache(maxsize=256)
def _hidden(text: str) -> _Hidden:
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
    return _Hidden(words, numbers, [one for one in plain if one[1]])


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


# Piece by piece -------------------------------------------------------------------------------------------------------


def _split(text: str, question: str, known: _Known, before: Sequence[str], found: dict[How, str]) -> None:
    """What no message gives away alone, and the newest completes."""
    together = _frame(" . ".join((*before, text)), question, known)
    frame = _frame(text, question, known)
    asked = together.asked + together.text.about(known)
    if asked < 2:
        return
    own = [one for each in frame.text.sentences for one in each.figures]
    everything = [one for each in together.text.sentences for one in each.figures]
    if own and _pieced(known, own, everything):
        found["split"] = " … ".join(one.text for one in everything[-5:])
    elif _halves(known, before, frame.text):
        found["split"] = f"{before[-1][-30:]} … {text[:30]}"
    else:
        earlier = _told(known, together.text.sentences[: -len(frame.text.sentences)])
        mine = _told(known, frame.text.sentences)
        need = max(3, -(-len(known.telling) * 7 // 10))
        if len(known.telling) >= 3 and mine - earlier and earlier and len(mine | earlier) >= need:
            found["split"] = ", ".join(sorted(mine | earlier))


def _told(known: _Known, sentences: Iterable[_Sentence]) -> frozenset[str]:
    """The telling ideas of sentences that refuse nothing."""
    return _shared([each for one in sentences if not one.refuses for each in one.ideas], known.telling)


def _pieced(known: _Known, own: list[Mention], everything: list[Mention]) -> bool:
    """Digits one after the other, or parts of a sum, of which the last stand in the newest message."""
    single = [one for one in everything if _is_digit(one)]
    digits = "".join(str(one.values[0] // MILLE) for one in single)
    for secret in known.figures:
        whole = str(secret.value // MILLE)
        if secret.value % MILLE or secret.unit in ("date", "time"):
            continue
        if len(whole) >= 2 and len(single) >= 2 and digits.endswith(whole) and _is_digit(own[-1]):
            return True
        if secret.digits >= 2:
            total = 0
            for one in reversed(everything[-5:]):
                value = one.values[0]
                # two thousand, and two hundred and twenty: what comes before is of another order
                if total and (one.low != one.high or value % _order(total)):
                    break
                total += value
                if total == secret.value and one is not everything[-1]:
                    return True
    return False


def _order(value: int) -> int:
    """The power of ten above a value."""
    order = 1
    while order <= value:
        order *= 10
    return order


def _is_digit(one: Mention) -> bool:
    return one.unit == "" and 0 <= one.values[0] < 10 * MILLE and one.low == one.high


def _halves(known: _Known, before: Sequence[str], text: _Text) -> bool:
    """A name of which one message has the beginning and the next the end."""
    last = [one.text for one in tokens(before[-1]) if one.kind in ("word", "ident", "number")]
    new = [
        one.text for each in text.sentences for one in each.pieces if one.kind in ("word", "ident", "number")
    ]
    for name in (*known.names, *known.idents):
        for cut in range(2, len(name) - 1):
            if name[:cut] in last and name[cut:] in new:
                return True
    return False
