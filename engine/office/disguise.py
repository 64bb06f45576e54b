"""Finds a protected fact in a text that gives it away in other words than its own.

Authors' patterns find a fact that is told outright. This module finds what they miss: figures in words, rounded,
in another language or piece by piece, names spelled out, a yes or no to a guess, and the elimination of all others.
It knows nothing of who may hear what: whoever asks decides which facts are protected from whom.
Conversions (per week instead of per day), sums over several facts and riddles are beyond it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Final, NamedTuple

from .guesses import answers, excludes
from .hidden import hidden_in
from .protected import (
    BEFORE,
    Figure,
    Frame,
    How,
    Known,
    Secret,
    bare,
    common_names,
    frame_of,
    known_of,
    runs,
    shared,
    spoken_of,
    units_of,
    weight,
)
from .spoken.mentions import Mention
from .spoken.numerals import MILLE, tokens
from .spoken.texts import Sentence, Text

__all__ = ["Disguised", "How", "Secret", "common_names", "disguises", "spoken_of"]

_SHORT: Final = 8
"""Words of a sentence that is little more than an answer."""


class Disguised(NamedTuple):
    """A fact that a text gives away."""

    fact: str
    how: How
    evidence: str
    """The words that do it."""


def disguises(
    text: str, secret: Secret, *, question: str = "", before: Sequence[str] = (), talk: Sequence[str] = ()
) -> tuple[Disguised, ...]:
    """How a text gives a protected fact away; empty if it doesn't.

    Args:
        text: What is said.
        secret: What must not be given away.
        question: What it answers, if anything.
        before: The speaker's earlier messages to the same readers, oldest first.
        talk: What others said before the question: a talk stays about its subject for a while.
    """
    known = known_of(secret)
    found: dict[How, str] = {}
    frame = frame_of(text, question, known, talk)
    alone(frame, found)
    answers(frame, found)
    excludes(frame, before, found)
    _decoded(text, frame, found)
    if before and not found:
        _split(frame, before[-BEFORE:], found)
    return tuple(Disguised(secret.fact, how, evidence) for how, evidence in found.items())


# Said outright, in other words ----------------------------------------------------------------------------------------


def alone(frame: Frame, found: dict[How, str]) -> None:
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
    about = weight(text, known) + frame.asked
    for how, evidence, sure in matched.values():
        if sure or (len(matched) > 1 and about):
            found.setdefault(how, evidence)
    _tells(frame, found)


def _echo(frame: Frame, sentence: Sentence, figure: Mention) -> bool:
    """A figure of the question that is only taken up again."""
    asked = {value for each in frame.question.sentences for one in each.figures for value in one.values}
    return figure.values[0] in asked and (sentence.refuses or sentence.asks)


def _exact(secret: Figure, figure: Mention, sentence: Sentence) -> How | None:
    if secret.value not in figure.values or units_of(secret.unit, figure.unit) == 0:
        return None
    if figure.form == "foreign" or (sentence.foreign and figure.form == "digits"):
        return "translated"
    return "words" if figure.form == "words" else "verbatim"


def _asked(frame: Frame, here: int, units: int) -> int:
    """What the question counts for a figure: who refuses and then names a bare figure speaks of something else."""
    refuses = any(one.refuses for one in frame.text.sentences)
    return 0 if refuses and units < 2 and not here else frame.asked


def _sure(frame: Frame, sentence: Sentence, secret: Figure, figure: Mention) -> bool:
    """Whether a figure that equals the secret one means it."""
    known = frame.known
    here = weight(sentence, known)
    there = weight(frame.text, known)
    units = units_of(secret.unit, figure.unit)
    if secret.digits >= 4:
        return True
    asked = _asked(frame, here, units)
    if sentence.elsewhere and not asked:
        return False
    short = sentence.words <= _SHORT
    if secret.digits == 3:
        return here + there + asked >= (1 if units == 2 or short else 2)
    if secret.digits == 2:
        if units == 2:
            answers = short and secret.unit not in ("date", "time")
            return here >= 2 or asked >= 2 or (asked >= 1 and (here + there >= 1 or answers))
        return (asked >= 2 and short) or here >= 3
    if units == 2 and secret.unit:
        return here >= 3 or (asked >= 2 and (short or here >= 1))
    return asked >= 2 and sentence.words <= 5


def _rounds(frame: Frame, sentence: Sentence, secret: Figure, figure: Mention) -> bool:
    """Whether a figure is the secret one, rounded or within the range that it leaves."""
    if secret.unit in ("date", "time") or figure.unit in ("date", "time", "ordinal", "year"):
        return False
    units = units_of(secret.unit, figure.unit)
    if units == 0 or secret.value <= 2 * MILLE:
        return False
    here = weight(sentence, frame.known)
    asked = _asked(frame, here, units)
    about = here + asked + (asked > 0 and sentence.words <= 10)
    least = 1 if secret.digits >= 4 or (units == 2 and figure.approx) else 2
    if about < least or (sentence.elsewhere and not asked):
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
    found = {value // MILLE * MILLE}
    scale = 10
    while scale <= value:
        found.add((value + scale // 2) // scale * scale)
        half = scale // 2
        if half:
            found.add((value + half // 2) // half * half)
        scale *= 10
    return frozenset(found)


def _names(frame: Frame, sentence: Sentence, name: str) -> bool:
    known = frame.known
    if any(char.isdigit() for char in name):
        return any(bare(one.text) == name for one in sentence.pieces if one.kind in ("ident", "number"))
    said = [one for one in sentence.pieces if own_form(one.text) == name]
    # an ordinary word may be part of a name; who writes no capitals writes none there either
    if not said or not (said[0].upper or not any(one.upper for one in sentence.pieces)):
        return False
    if any(own_form(one.text) == name for each in frame.question.sentences for one in each.pieces):
        return False
    here = weight(sentence, known)
    if sentence.refuses and frame.asked < 2:
        return False
    if name in known.common:
        return frame.asked >= 2 and sentence.words <= _SHORT
    return here >= 2 or frame.asked >= 2 or (frame.asked >= 1 and (here >= 1 or sentence.words <= 6))


def own_form(word: str) -> str:
    """A word without the mark of possession."""
    return word.removesuffix("'s").removesuffix("\u2019s")


def _tells(frame: Frame, found: dict[How, str]) -> None:
    """The telling words of the statement, or their translations."""
    known = frame.known
    if len(known.telling) < 3:
        return
    for sentence in frame.text.sentences:
        if sentence.refuses or sentence.asks:
            continue
        telling = shared(sentence.ideas, known.telling)
        need = max(3, -(-len(known.telling) * 6 // 10))
        here = weight(sentence, known)
        if len(telling) >= need and (here > len(telling) or frame.asked):
            how: How = "translated" if sentence.foreign else "words"
            found.setdefault(how, ", ".join(sorted(telling)))
        same = runs(" ".join(one.text for one in sentence.pieces)) & known.runs
        if same and len(telling) >= 2:
            found.setdefault("verbatim", " ".join(sorted(same)[0]))


# Spelled, reversed, encoded -------------------------------------------------------------------------------------------


def _decoded(text: str, frame: Frame, found: dict[How, str]) -> None:
    """What is spelled out, turned round or encoded in a text."""
    known = frame.known
    hidden = hidden_in(text)
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


def _betrays(plain: str, frame: Frame) -> bool:
    """Whether what was decoded gives the fact away."""
    known, letters = frame.known, bare(plain)
    if any(len(one) >= 4 and one in letters for one in (*known.names, *known.idents)):
        return True
    about = frame.talk + weight(frame.text, known)
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
        alone(frame_of(plain, frame.question.text, known), more)
    return bool(more)


def _standing(digits: str, plain: str) -> bool:
    """Whether a number stands for itself in what was decoded."""
    return bool(re.search(rf"(?<!\d){digits}(?!\d)", re.sub(r"(?<=\d)[., ](?=\d{3})", "", plain)))


# Piece by piece -------------------------------------------------------------------------------------------------------


def _split(frame: Frame, before: Sequence[str], found: dict[How, str]) -> None:
    """What no message gives away alone, and the newest completes."""
    known, text = frame.known, frame.text.text
    together = frame_of(" . ".join((*before, text)), frame.question.text, known)
    if frame.talk + weight(together.text, known) < 2:
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


def _told(known: Known, sentences: Iterable[Sentence]) -> frozenset[str]:
    """The telling ideas of sentences that refuse nothing."""
    return shared([each for one in sentences if not one.refuses for each in one.ideas], known.telling)


def _pieced(known: Known, own: list[Mention], everything: list[Mention]) -> bool:
    """Digits one after the other, or parts of a sum, of which the last stand in the newest message."""
    last = list(takewhile(_is_digit, reversed(everything)))
    single = last[::-1]
    digits = "".join(str(one.values[0] // MILLE) for one in single)
    for secret in known.figures:
        if secret.unit in ("date", "time"):
            continue
        whole, part = str(secret.value // MILLE), str(secret.value % MILLE).rstrip("0")
        spelled = len(single) >= 2 and digits.endswith((whole, whole + part))
        if len(whole) >= 2 and spelled and _is_digit(own[-1]):
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


def _halves(known: Known, before: Sequence[str], text: Text) -> bool:
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
