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
from .tongues import COMMON, concepts, stem

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
    """What the fact is about, as stems."""
    telling: frozenset[str]
    """Stems of the statement that nothing open has."""
    runs: frozenset[tuple[str, ...]]


class _Sentence(NamedTuple):
    pieces: list[Token]
    figures: list[Mention]
    stems: frozenset[str]
    words: int
    foreign: bool
    asks: bool
    refuses: bool
    elsewhere: bool
    """Speaks of an old, public or other value."""


class _Text(NamedTuple):
    text: str
    sentences: list[_Sentence]
    stems: frozenset[str]

    @property
    def words(self) -> int:
        return sum(one.words for one in self.sentences)


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
            sentences.append(
                _Sentence(
                    part,
                    [one for one in figures if begin <= one.first < at],
                    frozenset(idea for one in words for idea in concepts(one)),
                    len([one for one in part if one.kind not in ("end", "sign")]),
                    len(spoken) > 1 and _foreign(part),
                    at < len(pieces) and "?" in pieces[at].text,
                    bool(_REFUSES.search(plain.replace("\u2019", "'"))),
                    bool(_ELSEWHERE.search(plain)),
                )
            )
        begin = at + 1
    return _Text(text, sentences, frozenset(one for each in sentences for one in each.stems))


def _foreign(part: list[Token]) -> bool:
    return len(languages(part)) > 1


@lru_cache(maxsize=1_024)
def _known(secret: Secret) -> _Known:
    statement = tokens(secret.statement)
    shown = " . ".join((secret.topic, *secret.open))
    spoken = tokens(shown)
    open_words = {one.text for one in spoken}
    open_figures = {(one.values[0], one.unit) for one in mentions(shown, spoken)}
    open_values = {value for value, _ in open_figures}
    figures = [
        _Figure(one.values[0], one.unit, _digits(one.values[0], one.unit))
        for one in mentions(secret.statement, statement)
        if one.unit not in ("year", "ordinal") and one.values[0] not in open_values and one.values[0] > 0
    ]
    names: list[str] = []
    begins = True
    for at, one in enumerate(statement):
        if one.kind == "word" and one.upper and len(one.text) >= 3 and one.text not in open_words:
            plain = month_of(one.text) or unit_of(one.text) or one.text in COMMON or one.text in _WEEKDAYS
            if not plain and (
                not begins or not concepts(one.text) <= {stem(one.text)} or _rare(one.text, statement, at)
            ):
                names.append(one.text)
        begins = one.kind == "end" and bool(_END.match(one.text))
    idents = [
        _bare(one.text) for one in statement if one.kind == "ident" and _bare(one.text) not in _bare(shown)
    ]
    skipped = {*names}
    words = [one.text for one in statement if one.kind == "word" and one.text not in skipped]
    said = frozenset(idea for one in words for idea in concepts(one))
    topic = frozenset(
        idea for one in tokens(secret.topic) if one.kind == "word" for idea in concepts(one.text)
    )
    opened = frozenset(idea for one in spoken if one.kind == "word" for idea in concepts(one.text))
    telling = frozenset(one for one in said - opened if len(one) > 2)
    return _Known(
        tuple(dict.fromkeys(figures)),
        tuple(dict.fromkeys(names)),
        tuple(dict.fromkeys(idents)),
        frozenset(one for one in topic | said if len(one) > 2),
        telling,
        _runs(secret.statement) - _runs(shown),
    )


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
    return max(1, len(text))


def _runs(text: str) -> frozenset[tuple[str, ...]]:
    words = [stem(one.text) for one in tokens(text) if one.kind == "word" and one.text not in COMMON]
    return frozenset(tuple(words[at : at + 3]) for at in range(len(words) - 2))


class _Frame(NamedTuple):
    """What is read together: the text, the question that it answers, and what the speaker said before."""

    text: _Text
    question: _Text
    known: _Known
    asked: int
    """Stems of the fact in the question."""


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
    return _Frame(_text(text), asked, known, len(asked.stems & known.about))


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
    about = len(text.stems & known.about) + frame.asked
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
    here = len(sentence.stems & known.about)
    there = len(frame.text.stems & known.about)
    units = _units(secret.unit, figure.unit)
    if secret.digits >= 4:
        return True
    if sentence.elsewhere and not frame.asked:
        return False
    if secret.digits == 3:
        return here + there + frame.asked >= (1 if units == 2 else 2)
    short = sentence.words <= 8
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
    here = len(sentence.stems & known.about)
    about = here + frame.asked
    if about < (1 if secret.digits >= 4 else 2) or (sentence.elsewhere and not frame.asked):
        return False
    if units == 1 and not (frame.asked >= 2 or here >= 2 or secret.digits >= 4):
        return False
    if figure.approx:
        wide = figure.high - figure.low
        return figure.low <= secret.value <= figure.high and wide <= secret.value * 35 // 100
    value = figure.values[0]
    if secret.digits < 2 or abs(value - secret.value) * 20 > secret.value:
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
    if not any(one.text == name and one.kind == "word" for one in sentence.pieces):
        return False
    if any(one.text == name for each in frame.question.sentences for one in each.pieces):
        return False
    here = len(sentence.stems & known.about)
    if sentence.refuses and frame.asked < 2:
        return False
    return here >= 2 or frame.asked >= 2 or (here >= 1 and frame.asked >= 1)


def _tells(frame: _Frame, found: dict[How, str]) -> None:
    """The telling words of the statement, or their translations."""
    known = frame.known
    if len(known.telling) < 3:
        return
    for sentence in frame.text.sentences:
        if sentence.refuses or sentence.asks:
            continue
        shared = sentence.stems & known.telling
        need = max(3, -(-len(known.telling) * 6 // 10))
        here = len(sentence.stems & known.about)
        if len(shared) >= need and here > len(shared):
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
    r"(?:[ ,]+(?:it is|that'?s (?:it|right|correct|true)|exactly|correct|right|indeed|of course|you'?re right|spot on|so))*$"
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
            # the guess itself may be a bare figure, when the thread is about the fact
            if frame.asked < 1:
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
        if _HIGHER.search(plain) and not re.search(r"\b(?:no more|more than)\b", plain):
            return "higher"
        if _LOWER.search(plain):
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
    words = {one.text for one in guess.pieces if one.kind == "word"}
    if any(name in words for name in known.names):
        return True
    if any(_bare(one.text) in known.idents for one in guess.pieces):
        return True
    shared = guess.stems & known.telling
    return len(known.telling) >= 2 and len(shared) >= max(2, -(-len(known.telling) // 2))


# Elimination ----------------------------------------------------------------------------------------------------------

_DENIES: Final = re.compile(
    r"\b(?:not|no|neither|nor|n't|isn't|wasn't|aren't|except|but not|other than|rule out|ruled out|anything but|weder|noch|kein|"
    r"nicht|ni|pas|ne|nao|niet|nie|isnt|cross (?:off|out))\b"
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
    about = frame.asked + len(frame.text.stems & known.about)
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
    """Wrong candidates that a sentence denies."""
    plain = " ".join(one.text for one in sentence.pieces).replace("\u2019", "'")
    if not _DENIES.search(plain):
        return []
    # "I can't say whether it's 15 or 20" denies nothing
    if sentence.refuses and not re.search(r"\b(?:neither|nor|but (?:it'?s )?not)\b", plain):
        return []
    wrong: list[str] = []
    for figure in sentence.figures:
        fits = [
            one
            for one in known.figures
            if (_units(one.unit, figure.unit) == 2 or (not figure.unit and one.unit not in ("date", "time")))
            and one.value // 10 <= figure.values[0] <= one.value * 10
        ]
        if any(one.value in figure.values for one in known.figures):
            return []
        if fits:
            wrong.append(figure.text)
    if not wrong and known.names and not known.figures:
        capitals = [
            one.text
            for one in sentence.pieces[1:]
            if one.kind == "word" and one.upper and one.text not in COMMON and len(one.text) > 2
        ]
        if not set(capitals) & set(known.names):
            wrong += capitals
    return wrong


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


def _decoded(text: str, frame: _Frame, found: dict[How, str]) -> None:
    """What is spelled out, turned round or encoded in a text."""
    known = frame.known
    for written, plain in _hidden(text):
        bare = _bare(plain)
        hit = next(
            (one for one in (*known.names, *known.idents) if len(one) >= 4 and _bare(one) in bare), ""
        ) or next(
            (
                str(one.value // MILLE)
                for one in known.figures
                if one.value % MILLE == 0
                and one.unit not in ("date", "time")
                and _standing(str(one.value // MILLE), plain)
                and (one.digits >= 3 or frame.asked + len(frame.text.stems & known.about) >= 2)
            ),
            "",
        )
        if hit:
            found.setdefault("verbatim", written[:60])
            return
        inner = _frame(plain, frame.question.text, known)
        if len(plain) >= 6 and " " in plain.strip():
            more: dict[How, str] = {}
            _alone(inner, more)
            if more:
                found.setdefault("verbatim", written[:60])
                return


def _standing(digits: str, plain: str) -> bool:
    """Whether a number stands for itself in what was decoded."""
    return bool(re.search(rf"(?<!\d){digits}(?!\d)", re.sub(r"(?<=\d)[., ](?=\d{3})", "", plain)))


def _hidden(text: str) -> Iterable[tuple[str, str]]:
    """Parts of a text with what they say when decoded."""
    lower = fold(text)
    for match in _SPELLED.finditer(lower):
        yield match.group(), re.sub(r"[^a-z0-9]", "", match.group())
    letters = [
        (_ALPHABET.get(one.text, ""), one.text) for one in tokens(text) if one.kind in ("word", "number")
    ]
    run: list[tuple[str, str]] = []
    for letter, word in (*letters, ("", "")):
        if letter or (run and word.isdigit()):
            run.append((letter or word, word))
            continue
        if len(run) >= 3:
            yield " ".join(word for _, word in run), "".join(letter for letter, _ in run)
        run = []
    for word in re.findall(r"[^\W_]{4,}", lower):
        yield word, word[::-1]
    if len(lower) < 400:
        yield lower[:60], lower[::-1]
    for match in _CODED.finditer(text):
        word = match.group()
        decoded = _base64(word)
        if decoded:
            yield word, decoded
    for match in _HEX.finditer(text):
        digits = re.sub(r"[^0-9a-f]", "", match.group().lower())
        if len(digits) >= 6:
            decoded = _printable(binascii.unhexlify(digits[: len(digits) // 2 * 2]))
            if decoded:
                yield match.group(), decoded
    rotated = codecs.encode(lower, "rot13")
    for word, plain in zip(re.findall(r"[a-z]{5,}", lower), re.findall(r"[a-z]{5,}", rotated), strict=True):
        yield word, plain
    heads = [line.strip()[:1].lower() for line in text.splitlines() if line.strip()]
    if len(heads) >= 4:
        yield "first letters of the lines", "".join(heads)


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
    joined: dict[How, str] = {}
    together = _frame(" . ".join((*before, text)), question, known)
    frame = _frame(text, question, known)
    asked = together.asked + len(together.text.stems & known.about)
    if asked < 2:
        return
    own = [one for each in frame.text.sentences for one in each.figures]
    everything = [one for each in together.text.sentences for one in each.figures]
    if own and _pieced(known, own, everything):
        found.setdefault("split", " … ".join(one.text for one in everything[-5:]))
        return
    if _halves(known, before, frame.text):
        found.setdefault("split", before[-1][-30:] + " … " + text[:30])
        return
    spoken = [one for message in before for one in _text(message).sentences]
    earlier = frozenset(one for each in spoken for one in each.stems) & known.telling
    mine = (
        frozenset(one for each in frame.text.sentences if not each.refuses for one in each.stems)
        & known.telling
    )
    need = max(3, -(-len(known.telling) * 7 // 10))
    if len(known.telling) >= 3 and mine - earlier and earlier and len(mine | earlier) >= need:
        joined["split"] = ", ".join(sorted(mine | earlier))
    found |= joined


def _pieced(known: _Known, own: list[Mention], everything: list[Mention]) -> bool:
    """Digits one after the other, or parts of a sum, of which the last stand in the newest message."""
    single = [one for one in everything if one.unit in ("", "ordinal") and 0 <= one.values[0] < 10 * MILLE]
    digits = "".join(str(one.values[0] // MILLE) for one in single if one.unit != "ordinal")
    for secret in known.figures:
        whole = str(secret.value // MILLE)
        if secret.value % MILLE or secret.unit in ("date", "time"):
            continue
        if len(whole) >= 2 and len(single) >= 2 and digits.endswith(whole) and own[-1] in single:
            return True
        if secret.digits >= 2:
            total = 0
            least = 10**18
            for count, one in enumerate(reversed(everything[-5:])):
                value = one.values[0]
                if count and value <= least:
                    break
                least = value
                total += value
                if count and total == secret.value:
                    return True
    return False


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
