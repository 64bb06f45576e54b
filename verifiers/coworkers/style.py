"""How differently the people of a run write, how true each stays to themselves, and how they change over the run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median
from typing import Final, NamedTuple

from .banks import in_own_words, rank_of_own
from .chance import at_least, permutation
from .record import Line, Record
from .writing import (
    BULLET,
    CONTRACTION,
    EMOJI,
    EXPANDED,
    apart,
    deltas,
    grams,
    hellinger,
    profile,
    sentences,
    share,
)

FEWEST: Final = 8
"""Messages that somebody needs for a style of their own."""
FEWEST_TO_DRIFT: Final = 18
"""Messages of one channel, so that a third holds six."""
SHORTEST: Final = 4
"""Words: shorter messages have no style."""
MOST: Final = 80
"""Messages of a person that are compared; more are thinned out evenly."""


class Apart(NamedTuple):
    """How far two people's writing lies apart."""

    one: str
    other: str
    distance: float
    """Hellinger distance of masked character trigrams, 0 to 1."""
    delta: float | None
    """Burrows' Delta over function words."""
    by_chance: float
    """The distance that the same messages have when their writers are mixed."""
    p: float
    """How often mixing reaches the distance."""


@dataclass
class Drift:
    """One person's first third against their last, in the channel that they use most."""

    app: str
    messages: int
    distance: float
    by_chance: float
    p: float
    words: tuple[float, float]
    """Median words, first and last third."""
    own_words: tuple[float, float]
    """Share of sentences in the persona's own phrases, first and last third."""
    events: tuple[int, int]
    """The first and the last message."""


@dataclass
class Manner:
    """How one person writes."""

    messages: int
    words: int
    by_app: dict[str, int] = field(default_factory=dict[str, int])
    median_words: dict[str, float] = field(default_factory=dict[str, float])
    sentence_words: float = 0.0
    exclamations: float = 0.0
    """Share of sentences."""
    questions: float = 0.0
    contractions: float | None = None
    """Of the places where one could stand; None if there was none."""
    emoji: float = 0.0
    """Share of messages."""
    bullets: float = 0.0
    small_letters: float | None = None
    """Share of chat messages that begin with a small letter."""
    greets: float | None = None
    """Share of mails that begin with a line of their own ending in a comma or dash."""
    own_words: float = 0.0
    """Share of sentences that hold a phrase of the persona's own."""
    own_rank: int | None = None
    """Place of the own persona among all by likeness of manner; 1: nearest."""
    told_apart: float | None = None
    """Share of messages whose writer is guessed from their manner alone."""
    nearest: str = ""
    drift: Drift | None = None


@dataclass
class Styles:
    """How the people of a run write."""

    people: dict[str, Manner]
    pairs: tuple[Apart, ...]
    """The pairs that are hardest to tell apart, nearest first."""
    mean_distance: float | None
    """Over all pairs."""
    guessed: float | None
    """Share of messages whose writer is guessed from manner alone."""
    chance: float | None
    """What guessing at random would give."""
    guessed_p: float | None
    """How likely chance alone would do as well."""
    compared: int
    """People with enough messages."""
    converging: tuple[float, float] | None
    """Mean distance between people in the first and in the last third of the run: falling, they become alike."""


def styles(record: Record, *, seed: int = 0, closest: int = 5, times: int = 200) -> Styles:
    """Measure how everybody writes.

    Args:
        record: The run.
        seed: Of the permutation tests.
        closest: How many of the nearest pairs are tested.
        times: Permutations for each test.
    """
    lines = {person: record.own_lines(person) for person in record.coworkers}
    lines = {person: mine for person, mine in lines.items() if mine}
    people = {person: _manner(record, person, mine) for person, mine in lines.items()}
    texts = {person: _texts(mine) for person, mine in lines.items()}
    texts = {person: mine for person, mine in texts.items() if len(mine) >= FEWEST}
    personas = {
        name: persona
        for name in record.coworkers
        if (persona := record.setup.people[name].persona) is not None
    }
    for person, mine in texts.items():
        people[person].own_rank = rank_of_own(person, personas, mine)
    for person, mine in lines.items():
        people[person].drift = _drift(record, person, mine, seed, times)
    distances = _distances(texts)
    delta = deltas(texts)
    for person in texts:
        others = [(far, b if a == person else a) for (a, b), far in distances.items() if person in (a, b)]
        people[person].nearest = min(others)[1] if others else ""
    nearest = sorted(distances.items(), key=lambda row: (row[1], row[0]))[:closest]
    pairs: list[Apart] = []
    for (a, b), far in nearest:
        _, by_chance, p = permutation(texts[a], texts[b], apart, seed=seed, times=times)
        pairs.append(Apart(a, b, far, delta.get((a, b)), by_chance, p))
    right = attributions(texts)
    for person, hits in right.items():
        people[person].told_apart = sum(hits) / len(hits)
    every = [hit for hits in right.values() for hit in hits]
    chance = 1 / len(texts) if len(texts) > 1 else None
    return Styles(
        people=people,
        pairs=tuple(pairs),
        mean_distance=fmean(distances.values()) if distances else None,
        guessed=sum(every) / len(every) if every else None,
        chance=chance,
        guessed_p=None if chance is None or not every else at_least(sum(every), len(every), chance),
        compared=len(texts),
        converging=_converging(lines),
    )


def _texts(lines: Sequence[Line]) -> list[str]:
    found = [one.text for one in lines if len(one.text.split()) >= SHORTEST]
    if len(found) <= MOST:
        return found
    return [found[number * len(found) // MOST] for number in range(MOST)]


def _manner(record: Record, person: str, mine: Sequence[Line]) -> Manner:
    texts = [one.text for one in mine]
    said = [one for text in texts for one in sentences(text)]
    by_app: dict[str, list[int]] = {}
    for one in mine:
        by_app.setdefault(one.app, []).append(len(one.text.split()))
    joined = "\n".join(texts)
    short, long = len(CONTRACTION.findall(joined)), len(EXPANDED.findall(joined))
    chats = [one.text for one in mine if one.app == "chat" and one.text[:1].isalpha()]
    mails = [one.text for one in mine if one.app == "mail"]
    persona = record.setup.people[person].persona
    own, whole = in_own_words(persona, texts) if persona is not None else (0, 0)
    return Manner(
        messages=len(mine),
        words=sum(len(text.split()) for text in texts),
        by_app={app: len(found) for app, found in sorted(by_app.items())},
        median_words={app: float(median(found)) for app, found in sorted(by_app.items())},
        sentence_words=fmean([len(one.split()) for one in said]) if said else 0.0,
        exclamations=sum(one.endswith("!") for one in said) / len(said) if said else 0.0,
        questions=sum(one.endswith("?") for one in said) / len(said) if said else 0.0,
        contractions=short / (short + long) if short + long else None,
        emoji=share(texts, EMOJI),
        bullets=share(texts, BULLET),
        small_letters=sum(one[0].islower() for one in chats) / len(chats) if chats else None,
        greets=sum(_greets(one) for one in mails) / len(mails) if mails else None,
        own_words=own / whole if whole else 0.0,
    )


def _greets(text: str) -> bool:
    first = text.split("\n", 1)[0].strip()
    return 0 < len(first.split()) <= 5 and first[-1:] in ",-!–"


def _distances(texts: Mapping[str, Sequence[str]]) -> dict[tuple[str, str], float]:
    profiles = {person: profile(mine) for person, mine in texts.items()}
    names = sorted(profiles)
    return {
        (a, b): hellinger(profiles[a], profiles[b])
        for number, a in enumerate(names)
        for b in names[number + 1 :]
    }


def attributions(texts: Mapping[str, Sequence[str]]) -> dict[str, list[bool]]:
    """For each message, whether its writer is the one whose other messages it is most like (leave one out)."""
    if len(texts) < 2:
        return {}
    profiles = {person: profile(mine) for person, mine in texts.items()}
    found: dict[str, list[bool]] = {}
    for person, mine in texts.items():
        hits: list[bool] = []
        for text in mine:
            own = Counter(profiles[person])
            own.subtract(grams(text))
            own = +own
            far = {name: hellinger(grams(text), one) for name, one in profiles.items() if name != person}
            hits.append(hellinger(grams(text), own) < min(far.values()))
        found[person] = hits
    return found


def thirds(lines: Sequence[Line]) -> tuple[list[Line], list[Line]]:
    """The first and the last third of somebody's messages."""
    size = len(lines) // 3
    return list(lines[:size]), list(lines[len(lines) - size :])


def _drift(record: Record, person: str, mine: Sequence[Line], seed: int, times: int) -> Drift | None:
    persona = record.setup.people[person].persona
    by_app = Counter(one.app for one in mine)
    app = min(by_app, key=lambda name: (-by_app[name], name))
    used = [one for one in mine if one.app == app and len(one.text.split()) >= SHORTEST]
    if len(used) < FEWEST_TO_DRIFT or persona is None:
        return None
    first, last = (_texts(part) for part in thirds(used))
    distance, by_chance, p = permutation(first, last, apart, seed=seed, times=times)
    shares: list[float] = []
    for part in (first, last):
        own, whole = in_own_words(persona, part)
        shares.append(own / whole if whole else 0.0)
    lengths = [float(median([len(one.split()) for one in part])) for part in (first, last)]
    return Drift(
        app,
        len(used),
        distance,
        by_chance,
        p,
        (lengths[0], lengths[1]),
        (shares[0], shares[1]),
        (used[0].seq, used[-1].seq),
    )


def _converging(lines: Mapping[str, Sequence[Line]]) -> tuple[float, float] | None:
    """Mean distance between people early and late, from as many messages of each at both ends."""
    early: dict[str, list[str]] = {}
    late: dict[str, list[str]] = {}
    for person, mine in lines.items():
        used = [one for one in mine if len(one.text.split()) >= SHORTEST]
        if len(used) >= FEWEST_TO_DRIFT:
            first, last = thirds(used)
            early[person], late[person] = _texts(first), _texts(last)
    if len(early) < 2:
        return None
    return fmean(_distances(early).values()), fmean(_distances(late).values())
