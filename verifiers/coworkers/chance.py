"""What chance alone would give: exact binomial tails, permutation tests, and bootstrap intervals, seeded."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random
from typing import Final, NamedTuple, TypeVar

from ...engine.kernel.streams import Streams

T = TypeVar("T")

LEVEL: Final = 0.95
RESAMPLES: Final = 1000
"""Efron and Tibshirani (1993, §14.3) ask for at least 1,000 draws for a percentile interval at 95%."""


class Interval(NamedTuple):
    """A confidence interval at 95%, in the unit of its figure."""

    low: float
    high: float


def binomial_tail(kept: int, of: int, share: float) -> float:
    """The chance of at most ``kept`` out of ``of`` if each has a chance of ``share``: exact."""
    return min(1.0, math.fsum(_exactly(number, of, share) for number in range(kept + 1)))


def at_least(found: int, of: int, share: float) -> float:
    """The chance of at least ``found`` out of ``of``: exact."""
    return min(1.0, math.fsum(_exactly(number, of, share) for number in range(found, of + 1)))


def _exactly(found: int, of: int, share: float) -> float:
    """In logarithms: neither the binomial coefficients nor the powers fit a float for large counts."""
    if share <= 0 or share >= 1:
        return float(found == (of if share >= 1 else 0))
    ways = math.lgamma(of + 1) - math.lgamma(found + 1) - math.lgamma(of - found + 1)
    return math.exp(ways + found * math.log(share) + (of - found) * math.log1p(-share))


def binomial_two_sided(found: int, of: int, share: float) -> float:
    """The chance of a count at least as far out as ``found``: twice the smaller tail, at most 1."""
    if of == 0:
        return 1.0
    return min(1.0, 2 * min(binomial_tail(found, of, share), at_least(found, of, share)))


def randomness(seed: int, *about: str) -> Random:
    """A generator of its own for each question."""
    return Random(Streams(seed).stream("chance", *about).integer(0, 2**53))


def bootstrap(
    values: Sequence[T],
    figure: Callable[[Sequence[T]], float],
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> Interval | None:
    """The percentile interval of a figure over values drawn again; None with fewer than two values.

    Efron and Tibshirani, "An Introduction to the Bootstrap" (1993), §13.3.
    """
    if len(values) < 2:
        return None
    draw = randomness(seed, "bootstrap")
    drawn = sorted(figure(draw.choices(values, k=len(values))) for _ in range(resamples))
    tail = (1 - LEVEL) / 2
    return Interval(_quantile(drawn, tail), _quantile(drawn, 1 - tail))


def permutation(
    first: Sequence[T],
    second: Sequence[T],
    distance: Callable[[Sequence[T], Sequence[T]], float],
    *,
    seed: int = 0,
    times: int = 200,
) -> tuple[float, float, float]:
    """How far two samples lie apart, the median distance of samples mixed at random, and how often these reach it.

    Returns:
        (distance, median distance under chance, p): ``p`` counts the found distance itself as one of the draws, so that
        it is never 0 (Phipson and Smyth 2010).
    """
    found = distance(first, second)
    pool, size = [*first, *second], len(first)
    draw = randomness(seed, "permutation")
    mixed: list[float] = []
    for _ in range(times):
        draw.shuffle(pool)
        mixed.append(distance(pool[:size], pool[size:]))
    mixed.sort()
    reached = sum(1 for one in mixed if one >= found - 1e-12)
    return found, _quantile(mixed, 0.5), (reached + 1) / (times + 1)


def _quantile(ordered: Sequence[float], q: float) -> float:
    """The q-quantile, linear between neighbours (type 7 of Hyndman and Fan 1996)."""
    at = q * (len(ordered) - 1)
    below = math.floor(at)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (at - below) * (ordered[above] - ordered[below])
