"""How much a message log looks like one of real people at work, each figure beside what chance alone gives.

Definitions and ranges are those of measured logs (Michalski et al. 2011: one firm's internal mail; Kooti et al. 2015).
A figure that a null model also reaches proves nothing, so times are redrawn (each sender keeps their counts a day, the
time of day is drawn anew from everybody's) and edges are rewired (everybody keeps how many they write to, and are
written to by).
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, time, timedelta
from itertools import pairwise
from statistics import fmean, median, pstdev
from typing import Any, Final, Literal, NamedTuple

from ..engine.kernel.clock import DAY, HOUR, MINUTE
from ..engine.kernel.streams import Stream, Streams
from .contacts import clustering, degree, reciprocity, rewired, weighted_reciprocity

WINDOW: Final = 7 * DAY
"""A message after a longer silence is no reply."""
FOUR_WEEKS: Final = 28 * DAY
FEWEST_GAPS: Final = 10
"""Same-day gaps that a sender needs for a burstiness of their own."""
FEWEST_SENT: Final = 20
"""Messages that a sender needs for a concentration of their own."""


class Logged(NamedTuple):
    """One message of a log."""

    sender: str
    recipients: tuple[str, ...]
    at: int
    """Milliseconds since any fixed instant."""
    local: datetime
    """The same instant on the sender's wall clock, naive."""


@dataclass(frozen=True)
class Figure:
    """One measured quantity."""

    name: str
    about: str
    value: float
    unit: str
    low: float | None = None
    high: float | None = None
    null: float | None = None
    """The same quantity in the null model."""
    against: Literal["", "redrawn times", "rewired graph"] = ""

    @property
    def target(self) -> bool:
        """Whether the value must lie in a range."""
        return self.low is not None and self.high is not None

    @property
    def ok(self) -> bool:
        """Whether it does; true of a figure without a range."""
        return self.low is None or self.high is None or self.low <= self.value <= self.high


@dataclass(frozen=True)
class Report:
    """What was measured in a log."""

    messages: int
    people: int
    days: int
    figures: tuple[Figure, ...]

    @property
    def ok(self) -> bool:
        """Whether every figure with a range lies in it."""
        return all(figure.ok for figure in self.figures)

    def __getitem__(self, name: str) -> Figure:
        """The figure of that name.

        Raises:
            KeyError: There is none.
        """
        for figure in self.figures:
            if figure.name == name:
                return figure
        raise KeyError(name)

    def as_json(self) -> dict[str, Any]:
        """The report as JSON values."""
        figures = [{**asdict(figure), "ok": figure.ok} for figure in self.figures]
        counts = {"messages": self.messages, "people": self.people, "days": self.days}
        return {"ok": self.ok, **counts, "figures": figures}


RANGES: Final[Mapping[str, tuple[float, float]]] = {
    "reply_median": (30, 70),
    "reply_5_minutes": (0.18, 0.30),
    "reply_1_day": (0.78, 0.92),
    "answered_1_day": (0.60, 0.75),
    "same_day_burstiness": (0.03, 0.31),
    "reciprocity": (0.75, 0.90),
}
"""What a log of six weeks must show. Measured: 45 to 53 min, 23 to 26%, 83 to 86%, 63 to 69%, 0.12, 0.85 to 0.86."""


def realism(
    log: Iterable[Logged], *, seed: int = 0, ranges: Mapping[str, tuple[float, float]] = RANGES
) -> Report:
    """Measure a log.

    Args:
        log: Messages in any order; who is written to in a meeting or by a story may be left out by the caller.
        seed: Of the null models.
        ranges: Name of a figure to the range that it must lie in.

    Raises:
        ValueError: The log holds fewer than two messages.
    """
    messages = sorted(log, key=lambda one: (one.at, one.sender, one.recipients))
    if len(messages) < 2:
        raise ValueError("a log of fewer than two messages has no rhythm to measure")
    streams = Streams(seed)
    nulls = timing(redrawn(messages, streams.stream("redrawn")))
    figures = [
        replace(one, null=nulls[one.name].value, against="redrawn times") for one in timing(messages).values()
    ]
    figures += network(messages, streams.stream("rewired"))
    bounded = [
        replace(one, low=ranges[one.name][0], high=ranges[one.name][1]) if one.name in ranges else one
        for one in figures
    ]
    people = {one.sender for one in messages} | {name for one in messages for name in one.recipients}
    days = len({one.local.date() for one in messages})
    return Report(len(messages), len(people), days, tuple(bounded))


# Timing --------------------------------------------------------------------------------------------------------------


def timing(messages: Sequence[Logged]) -> dict[str, Figure]:
    """Figures about when messages are sent and answered; ``messages`` sorted by time."""
    delays, turns = replies(messages)
    soon = sorted(delay for delay in delays if delay <= WINDOW)
    by_sender = _by_sender(messages)
    gaps = {name: same_day_gaps(mine) for name, mine in by_sender.items()}
    every = sorted(gap for mine in gaps.values() for gap in mine)
    same_day = [burstiness(mine) for mine in gaps.values() if len(mine) >= FEWEST_GAPS]
    whole = [_differences(mine) for mine in by_sender.values()]
    counts = [_daily_counts(mine, messages) for mine in by_sender.values()]
    figures = [
        Figure("reply_median", "Time to reply, median", _median(soon) / MINUTE, "min"),
        Figure("reply_5_minutes", "Replies within 5 minutes", _share(soon, 5 * MINUTE), "share"),
        Figure("reply_1_hour", "Replies within an hour", _share(soon, HOUR), "share"),
        Figure("reply_1_day", "Replies within a day", _share(soon, DAY), "share"),
        Figure("answered_1_day", "Turns answered within a day", _part(delays, turns, DAY), "share"),
        Figure("same_day_burstiness", "Burstiness within a day, median sender", _median(same_day), "B"),
        Figure("gaps_1_minute", "Same-day gaps under a minute", _share(every, MINUTE - 1), "share"),
        Figure("gaps_5_minutes", "Same-day gaps under 5 minutes", _share(every, 5 * MINUTE - 1), "share"),
        Figure("gap_median", "Same-day gap, median", _median(every) / MINUTE, "min"),
        Figure(
            "burstiness",
            "Burstiness over the whole log, median sender",
            _median([burstiness(mine) for mine in whole if len(mine) >= FEWEST_GAPS]),
            "B",
        ),
        Figure(
            "memory",
            "Memory coefficient, median sender",
            _median([memory(mine) for mine in whole if len(mine) > FEWEST_GAPS]),
            "M",
        ),
        Figure(
            "overdispersion",
            "Variance of daily counts over their mean, median sender",
            _median([pstdev(mine) ** 2 / fmean(mine) for mine in counts if fmean(mine) > 0]),
            "ratio",
        ),
        Figure(
            "sent_a_day",
            "Sent on a working day, median sender",
            _median([fmean(mine) for mine in counts]),
            "msgs",
        ),
    ]
    return {figure.name: figure for figure in figures}


def replies(messages: Sequence[Logged]) -> tuple[list[int], int]:
    """Delays of replies, in milliseconds, and the number of turns, answered or not.

    A turn is a run of messages from A to B; its reply is the first message from B to A after the last of them. So
    unrelated messages count as replies, as in logs without thread ids.
    """
    last: dict[tuple[str, str], tuple[str, int]] = {}
    delays: list[int] = []
    turns = 0
    for one in messages:
        for other in dict.fromkeys(one.recipients):
            if other == one.sender:
                continue
            pair = (one.sender, other) if one.sender < other else (other, one.sender)
            before = last.get(pair)
            if before is None or before[0] != one.sender:
                turns += 1
                if before is not None:
                    delays.append(one.at - before[1])
            last[pair] = (one.sender, one.at)
    return delays, turns


def same_day_gaps(mine: Sequence[Logged]) -> list[int]:
    """Milliseconds between one sender's consecutive messages of one wall date; ``mine`` sorted by time."""
    return [b.at - a.at for a, b in pairwise(mine) if a.local.date() == b.local.date()]


def burstiness(gaps: Sequence[float]) -> float:
    """(σ − μ) / (σ + μ) of gaps: −1 for a metronome, 0 for Poisson, towards 1 for bursts (Goh and Barabási 2008)."""
    if not gaps:
        return 0.0
    mean, spread = fmean(gaps), pstdev(gaps)
    return 0.0 if mean + spread == 0 else (spread - mean) / (spread + mean)


def memory(gaps: Sequence[float]) -> float:
    """Correlation of consecutive gaps (Goh and Barabási 2008)."""
    a, b = gaps[:-1], gaps[1:]
    if len(a) < 2 or pstdev(a) == 0 or pstdev(b) == 0:
        return 0.0
    mean_a, mean_b = fmean(a), fmean(b)
    return fmean([(x - mean_a) * (y - mean_b) for x, y in zip(a, b, strict=True)]) / (pstdev(a) * pstdev(b))


def redrawn(messages: Sequence[Logged], draw: Stream) -> list[Logged]:
    """The same log with every time of day drawn anew from all of the log's; who writes how much on which day stays."""
    clocks = [_clock(one.local) for one in messages]
    moved: list[Logged] = []
    for one in messages:
        clock = draw.choice(clocks)
        local = datetime.combine(one.local.date(), time()) + timedelta(milliseconds=clock)
        moved.append(one._replace(at=one.at + clock - _clock(one.local), local=local))
    return sorted(moved, key=lambda one: (one.at, one.sender, one.recipients))


def _clock(local: datetime) -> int:
    return (local - datetime.combine(local.date(), time())) // timedelta(milliseconds=1)


def _by_sender(messages: Sequence[Logged]) -> dict[str, list[Logged]]:
    found: dict[str, list[Logged]] = {}
    for one in messages:
        found.setdefault(one.sender, []).append(one)
    return found


def _differences(mine: Sequence[Logged]) -> list[int]:
    return [b.at - a.at for a, b in pairwise(mine)]


def _daily_counts(mine: Sequence[Logged], messages: Sequence[Logged]) -> list[int]:
    """Messages on each weekday between the log's first and last day, days without any included."""
    counts = Counter(one.local.date() for one in mine)
    first = min(one.local.date() for one in messages)
    last = max(one.local.date() for one in messages)
    days = [first + timedelta(days=number) for number in range((last - first).days + 1)]
    return [counts[day] for day in days if day.weekday() < 5]


def _median(values: Sequence[float]) -> float:
    return median(values) if values else 0.0


def _share(ordered: Sequence[float], limit: float) -> float:
    return bisect_right(ordered, limit) / len(ordered) if ordered else 0.0


def _part(delays: Sequence[int], turns: int, limit: int) -> float:
    return sum(1 for delay in delays if delay <= limit) / turns if turns else 0.0


# Network -------------------------------------------------------------------------------------------------------------


def network(messages: Sequence[Logged], draw: Stream) -> list[Figure]:
    """Figures about who writes to whom, over the first four weeks of the log, and over all of it for concentration."""
    start = messages[0].at
    weights = pairs(one for one in messages if one.at < start + FOUR_WEEKS)
    edges = set(weights)
    contacts = {(a, b) if a < b else (b, a) for a, b in edges}
    sent = Counter(one.sender for one in messages)

    return [
        Figure(
            "reciprocity",
            "Edges that go both ways, four weeks",
            reciprocity(edges),
            "share",
            null=reciprocity(rewired(edges, draw)),
            against="rewired graph",
        ),
        Figure(
            "weighted_reciprocity",
            "Messages that are matched by one the other way, four weeks",
            weighted_reciprocity(weights),
            "share",
        ),
        Figure(
            "clustering",
            "Contacts of a person who are in contact, four weeks",
            clustering(contacts),
            "share",
            null=clustering(rewired(contacts, draw, directed=False)),
            against="rewired graph",
        ),
        Figure("degree", "People one is in contact with, mean, four weeks", degree(edges), "people"),
        Figure(
            "top_5", "Outgoing messages to the five closest, median sender", _concentration(messages), "share"
        ),
        Figure("gini", "Inequality of messages sent", gini(list(sent.values())), "Gini"),
        Figure(
            "single",
            "Messages to one person",
            sum(1 for one in messages if len(one.recipients) == 1) / len(messages),
            "share",
        ),
    ]


def pairs(messages: Iterable[Logged]) -> Counter[tuple[str, str]]:
    """Messages by (sender, recipient)."""
    found: Counter[tuple[str, str]] = Counter()
    for one in messages:
        found.update((one.sender, other) for other in dict.fromkeys(one.recipients) if other != one.sender)
    return found


def _concentration(messages: Sequence[Logged]) -> float:
    outgoing: dict[str, Counter[str]] = {}
    for (a, b), n in pairs(messages).items():
        outgoing.setdefault(a, Counter())[b] = n
    shares = [
        sum(n for _, n in mine.most_common(5)) / mine.total()
        for mine in outgoing.values()
        if mine.total() >= FEWEST_SENT
    ]
    return _median(shares)


def gini(values: Sequence[float]) -> float:
    """Gini coefficient: 0 if all are equal, towards 1 if one has everything."""
    ordered = sorted(values)
    n, total = len(ordered), math.fsum(ordered)
    if n == 0 or total == 0:
        return 0.0
    return (2 * math.fsum((i + 1) * value for i, value in enumerate(ordered)) / (n * total)) - (n + 1) / n
