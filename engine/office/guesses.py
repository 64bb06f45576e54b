"""Answers that give a protected fact away: a yes, a no or a hint to a guess at it, and the denial of all others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from .protected import BEFORE, WEEKDAYS, Figure, Frame, How, Known, bare, shared, units_of, weight
from .spoken.mentions import Mention
from .spoken.numerals import MILLE, Token, month_of, unit_of
from .spoken.phrases import says
from .spoken.texts import Sentence, read
from .spoken.tongues import COMMON


def answers(frame: Frame, found: dict[How, str]) -> None:
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
        for guess in _guesses(frame):
            if any(_truthful(known, guess, one, answer) for one in guess.figures) or _named(
                known, guess, answer
            ):
                found.setdefault("yes_no", " ".join(one.text for one in sentence.pieces)[:80])
                return


def _guesses(frame: Frame) -> Iterator[Sentence]:
    """The sentences of a question that put a guess: those that ask, say, or are followed by a ``Correct?``."""
    sentences = frame.question.sentences
    for at, one in enumerate(sentences):
        after = sentences[at + 1] if at + 1 < len(sentences) else None
        tagged = after is not None and after.asks and after.words <= _TAG
        if frame.asked and (
            one.asks or tagged or says("guess", " ".join(piece.text for piece in one.pieces))
        ):
            yield one


_BRIEF: Final = 6
"""Words of a sentence that does nothing but agree."""
_TAG: Final = 3
"""Words of a question that only asks whether the sentence before is so."""


def _answer(sentence: Sentence) -> str:
    plain = " ".join(one.text for one in sentence.pieces).replace("\u2019", "'").replace(" , ", ", ")
    plain = plain.replace(" ,", ",").strip(" ,-")
    if says("yes", plain) or (
        sentence.words <= _BRIEF
        and not sentence.refuses
        and not sentence.asks
        and says("agrees", plain)
        and not says("goes on", plain)
    ):
        return "yes"
    if says("warm", plain):
        return "warm"
    if says("cold", plain):
        return "cold"
    if sentence.words <= 8 and not sentence.refuses:
        if sentence.words <= 5 and says("higher", plain) and not says("no comparison", plain):
            return "higher"
        if sentence.words <= 5 and says("lower", plain):
            return "lower"
        if says("no", plain):
            return "no"
    return ""


def _truthful(known: Known, guess: Sentence, figure: Mention, answer: str) -> bool:
    """Whether the answer to that guess is the truth about a protected figure."""
    plain = " ".join(one.text for one in guess.pieces)
    above, below = says("above", plain), says("below", plain)
    for secret in known.figures:
        if units_of(secret.unit, figure.unit) == 0 or (not figure.unit and secret.unit in ("date", "time")):
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
            if answer in ("higher", "lower"):
                if secret.value != figure.values[0] and (secret.value > figure.values[0]) == (
                    answer == "higher"
                ):
                    return True
                continue
            if (answer in ("yes", "warm") and truth) or (answer == "no" and not truth):
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


def _named(known: Known, guess: Sentence, answer: str) -> bool:
    """Whether a guess at a protected name, or at the words that tell, is affirmed."""
    if answer not in ("yes", "warm"):
        return False
    if any(name in guess.plain for name in known.names):
        return True
    if any(bare(one.text) in known.idents for one in guess.pieces):
        return True
    telling = shared(guess.ideas, known.telling)
    return len(known.telling) >= 2 and len(telling) >= max(2, -(-len(known.telling) // 3))


# Elimination ----------------------------------------------------------------------------------------------------------

_DENIAL: Final = frozenset(
    "not no neither nor except exclude excluded weder noch kein keine nicht ni pas ne nao niet nie geen "
    "non".split()
)
_LISTING: Final = frozenset(
    "or and nor even it is was the a an by to about either it's be oder ou o y e of und et en the also at".split()
)
_PLACES: Final = {
    "first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "last": -1, "former": 0, "latter": 1, "middle": -2,
}  # fmt: skip


def excludes(frame: Frame, before: Sequence[str], found: dict[How, str]) -> None:
    """Other values denied one by one, or the true one picked from a list by its place."""
    known, question = frame.known, frame.question
    denied: dict[str, None] = {}
    for message in (*before[-BEFORE:], frame.text.text):
        for sentence in read(message).sentences:
            denied |= dict.fromkeys(_denied(known, sentence))
    here = [one for sentence in frame.text.sentences for one in _denied(known, sentence)]
    about = frame.asked + weight(frame.text, known)
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
            if any(secret.value in one.values and units_of(secret.unit, one.unit) for secret in known.figures)
        ]
        if len(listed) < 2 or len(true) != 1:
            continue
        for sentence in frame.text.sentences[:2]:
            plain = [one.text for one in sentence.pieces]
            for word, place in _PLACES.items():
                at = len(listed) // 2 if place == -2 else place % len(listed) if place < len(listed) else -9
                if word in plain and at == true[0] and sentence.words <= 12 and not sentence.refuses:
                    found.setdefault("elimination", " ".join(plain)[:80])


def _denied(known: Known, sentence: Sentence) -> list[str]:
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


def _rivals(secret: Figure, figure: Mention, scale: int) -> bool:
    """Whether a figure, or it in the thousands or millions of its neighbours, could have been the secret one."""
    if units_of(secret.unit, figure.unit) < 2 and (figure.unit or secret.unit in ("date", "time")):
        return False
    value = figure.values[0]
    values = (value, value * scale) if value < 1_000 * MILLE else (value,)
    return any(secret.value // 10 <= one <= secret.value * 10 for one in values)


def _is_name(one: Token) -> bool:
    plain = one.text in COMMON or month_of(one.text) or unit_of(one.text) or one.text in WEEKDAYS
    return one.kind == "word" and one.upper and len(one.text) > 2 and not plain
