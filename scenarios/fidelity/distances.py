"""How far two personas lie apart who answered the same messages, and how much of that chance would give."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any, Final, NamedTuple

from ...personas.schema import Persona
from ...verifiers.coworkers.chance import Interval, at_least, bootstrap, randomness
from ...verifiers.coworkers.style import attributions
from ...verifiers.coworkers.writing import apart
from .trial import Reaction, Trial

TIMES: Final = 200
"""Permutations; the smallest p is then 0.005."""


class Pair(NamedTuple):
    """Two answers to one message."""

    one: str
    other: str


class Tested(NamedTuple):
    """A distance with what chance gives."""

    distance: float
    by_chance: float
    """The median when each pair of answers is swapped by the toss of a coin."""
    p: float
    """How often tossing reaches the distance; the distance itself counts as one toss."""
    interval: Interval | None
    """Bootstrap over messages."""


@dataclass(frozen=True)
class Distance:
    """How far two trials lie apart.

    Attributes:
        style: Hellinger distance of masked character trigrams, 0 to 1.
        guessed: Share of answers whose writer of the two is guessed from manner alone; half would be chance.
        differs: Share of messages about which the two did something else.
        choices: Half the summed difference of how often each does what (total variation), over kinds of messages.
        most: Kinds of messages that they differ about most, with the share.
    """

    persona: str
    name: str
    profession: str
    why: str
    messages: int
    style: Tested
    guessed: float
    guessed_p: float
    differs: float
    differs_interval: Interval | None
    choices: Tested
    most: tuple[tuple[str, float], ...]
    pace: tuple[float, float] | None
    """Median working minutes until an answer, mine and theirs."""
    pace_p: float
    """How often tossing whose time is whose gives as large a difference of mean logarithms."""
    answered: tuple[float, float]
    """Share of messages answered, mine and theirs."""
    words: tuple[float, float]
    """Mean words of an answer, mine and theirs."""

    def as_json(self) -> dict[str, Any]:
        """As JSON values."""
        found = asdict(self)
        for name in ("style", "choices"):
            tested: Tested = getattr(self, name)
            found[name] = {**tested._asdict(), "interval": _plain(tested.interval)}
        found["differs_interval"] = _plain(self.differs_interval)
        return found


def _plain(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [interval.low, interval.high]


def distance(mine: Trial, theirs: Trial, *, why: str = "", seed: int = 0, times: int = TIMES) -> Distance:
    """Compare two trials over the messages that both answered.

    Args:
        mine: One persona's answers.
        theirs: Another's, to the same messages.
        why: Why they are compared.
        seed: Of permutations and bootstrap.
        times: Permutations.
    """
    rows = list(zip(mine.reactions, theirs.reactions, strict=False))
    pairs = [Pair(a.text, b.text) for a, b in rows if a.text and b.text]
    chosen = [(a.message.kind, a.choice, b.choice) for a, b in rows]
    texts = {"mine": [one.one for one in pairs], "theirs": [one.other for one in pairs]}
    hits = [hit for found in attributions(texts).values() for hit in found] if pairs else []
    by_kind: dict[str, list[bool]] = {}
    for kind, a, b in chosen:
        by_kind.setdefault(kind, []).append(a != b)
    most = sorted(((kind, sum(found) / len(found)) for kind, found in by_kind.items()), key=_largest)
    other = theirs.persona
    return Distance(
        persona=other.id,
        name=other.name,
        profession=other.role.profession,
        why=why,
        messages=len(rows),
        style=paired(pairs, _style, seed=seed, times=times),
        guessed=sum(hits) / len(hits) if hits else 0.0,
        guessed_p=at_least(sum(hits), len(hits), 0.5) if hits else 1.0,
        differs=sum(a != b for _, a, b in chosen) / len(chosen) if chosen else 0.0,
        differs_interval=bootstrap(chosen, _differs, seed=seed),
        choices=paired(
            [Pair(f"{kind}/{a}", f"{kind}/{b}") for kind, a, b in chosen], _varied, seed=seed, times=times
        ),
        most=tuple((kind, found) for kind, found in most[:3] if found),
        **_paced(rows, seed, times),
        answered=(_answered(mine), _answered(theirs)),
        words=(_words(mine), _words(theirs)),
    )


def _paced(rows: Sequence[tuple[Reaction, Reaction]], seed: int, times: int) -> dict[str, Any]:
    both = [(a.minutes, b.minutes) for a, b in rows if a.minutes is not None and b.minutes is not None]
    if not both:
        return {"pace": None, "pace_p": 1.0}
    logs = [math.log1p(a) - math.log1p(b) for a, b in both]
    found = abs(math.fsum(logs))
    draw = randomness(seed, "pace")
    reached = sum(
        abs(math.fsum(one if draw.random() < 0.5 else -one for one in logs)) >= found - 1e-9
        for _ in range(times)
    )
    return {
        "pace": (round(median([a for a, _ in both]), 1), round(median([b for _, b in both]), 1)),
        "pace_p": (reached + 1) / (times + 1),
    }


def _answered(trial: Trial) -> float:
    return sum(one.minutes is not None for one in trial.reactions) / max(1, len(trial.reactions))


def _largest(row: tuple[str, float]) -> tuple[float, str]:
    return (-row[1], row[0])


def _words(trial: Trial) -> float:
    texts = trial.texts
    return round(sum(len(text.split()) for text in texts) / len(texts), 1) if texts else 0.0


def _differs(rows: Sequence[tuple[str, str, str]]) -> float:
    return sum(a != b for _, a, b in rows) / len(rows)


def _style(pairs: Sequence[Pair]) -> float:
    return apart([one.one for one in pairs], [one.other for one in pairs])


def _varied(pairs: Sequence[Pair]) -> float:
    a, b = Counter(one.one for one in pairs), Counter(one.other for one in pairs)
    return sum(abs(a[key] - b[key]) for key in {**a, **b}) / (2 * len(pairs)) if pairs else 0.0


def paired(
    pairs: Sequence[Pair], figure: Callable[[Sequence[Pair]], float], *, seed: int = 0, times: int = TIMES
) -> Tested:
    """A distance of paired answers with a sign-flip permutation test and a bootstrap interval.

    If it made no difference who answers, the two answers to a message could be swapped at will.
    """
    found = figure(pairs) if pairs else 0.0
    draw = randomness(seed, "pairs")
    tossed = sorted(
        figure([one if draw.random() < 0.5 else Pair(one.other, one.one) for one in pairs])
        for _ in range(times)
    )
    reached = sum(one >= found - 1e-12 for one in tossed)
    interval = bootstrap(pairs, figure, seed=seed, resamples=times) if pairs else None
    return Tested(found, tossed[len(tossed) // 2] if tossed else 0.0, (reached + 1) / (times + 1), interval)


def of_the_same_trade(
    persona: Persona, library: Sequence[Persona], most: int = 1
) -> list[tuple[Persona, str]]:
    """Whom to compare a persona with: of the same profession, else whose field is nearest; with why.

    The field is the words of profession, title and topics of expertise.
    """
    others = [one for one in library if one.id != persona.id]
    same = [one for one in others if one.role.profession == persona.role.profession]
    if same:
        return [(one, f"also {persona.role.profession}") for one in same[:most]]
    mine = _field(persona)

    def near(other: Persona) -> tuple[float, str]:
        theirs = _field(other)
        return (-len(mine & theirs) / max(1, len(mine | theirs)), other.id)

    return [(one, f"nearest field: {one.role.profession}") for one in sorted(others, key=near)[:most]]


def _field(persona: Persona) -> frozenset[str]:
    expertise = persona.expertise
    texts = (persona.role.profession, persona.title, *expertise.expert, *expertise.working, *expertise.aware)
    return frozenset(word.strip(",.").casefold() for text in texts for word in text.split() if len(word) > 3)
