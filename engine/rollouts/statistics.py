"""What a group of rollouts says about a policy: pass@k, pass^k, and how far each figure can be trusted.

A rollout passes or fails; a group is `n` rollouts of one task, `c` of which passed. Everything here is pure
arithmetic on such counts, apart from where they come from, so that another tool can check any figure by hand.
A figure that the data can't give (`n < k`, nothing played) is `None`, never a number.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from statistics import NormalDist
from typing import Literal

LEVEL = 0.95
"""Confidence level of every interval unless another is asked for."""
RESAMPLES = 2000
"""Bootstrap draws: Efron and Tibshirani (1993, §14.3) ask for at least 1,000 for a percentile interval at
95%."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A confidence interval, both ends included, in the unit of the figure that it belongs to."""

    low: float
    high: float
    level: float = LEVEL

    def __contains__(self, value: float) -> bool:
        """Whether the value lies in the interval."""
        return self.low <= value <= self.high


def pass_at_k(n: int, c: int, k: int) -> float | None:
    """The chance that at least one of `k` rollouts passes, estimated without bias from `c` of `n`.

    `1 − C(n−c, k) / C(n, k)`: Chen et al., "Evaluating Large Language Models Trained on Code" (2021), eq. 1.
    The binomials are exact integers, so no `n` overflows or loses digits.

    Args:
        n: Rollouts that ended with a verdict; those lost to the infrastructure are not among them.
        c: How many of them passed.
        k: Attempts allowed.

    Returns:
        A probability in [0, 1], or `None` if `n < k`: fewer rollouts than attempts can't tell.

    Raises:
        ValueError: If the counts are impossible (`c` outside 0…n, `n` below 0, `k` below 1).
    """
    _check(n, c, k)
    return None if n < k else float(1 - Fraction(math.comb(n - c, k), math.comb(n, k)))


def pass_hat_k(n: int, c: int, k: int) -> float | None:
    """The chance that all of `k` rollouts pass (pass^k), estimated without bias from `c` of `n`.

    `C(c, k) / C(n, k)`: Yao et al., "τ-bench" (2024), §4. Where pass@k says what a policy can do at its best,
    this says whether it can be relied on.

    Args:
        n: Rollouts that ended with a verdict.
        c: How many of them passed.
        k: Times in a row that it has to pass.

    Returns:
        A probability in [0, 1], or `None` if `n < k`.

    Raises:
        ValueError: If the counts are impossible (`c` outside 0…n, `n` below 0, `k` below 1).
    """
    _check(n, c, k)
    return None if n < k else float(Fraction(math.comb(c, k), math.comb(n, k)))


def wilson(c: int, n: int, level: float = LEVEL) -> Interval | None:
    """The Wilson score interval for a proportion: `c` of `n`.

    Wilson, "Probable Inference, the Law of Succession, and Statistical Inference" (1927); recommended for
    small `n` by Brown, Cai and DasGupta (2001). Unlike the textbook `p ± z·s` it stays inside [0, 1] and has
    width at 0 of n.

    Returns:
        The interval, or `None` if `n` is 0.

    Raises:
        ValueError: If `c` is outside 0…n or the level outside (0, 1).
    """
    _check(n, c, 1)
    z = NormalDist().inv_cdf((1 + _checked(level)) / 2)
    if n == 0:
        return None
    p, z2 = c / n, z * z
    centre = (p + z2 / (2 * n)) / (1 + z2 / n)
    half = z / (1 + z2 / n) * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n))
    # At the ends the formula is exactly 0 or 1; rounding must not leave the proportion outside its own
    # interval.
    return Interval(0.0 if c == 0 else centre - half, 1.0 if c == n else centre + half, level)


def bootstrap_mean(
    values: Sequence[float], *, seed: int = 0, resamples: int = RESAMPLES, level: float = LEVEL
) -> Interval | None:
    """The percentile bootstrap interval for the mean of `values` (scores, hours, costs).

    Efron and Tibshirani, "An Introduction to the Bootstrap" (1993), §13.3. The same seed gives the same
    interval.

    Returns:
        The interval, in the values' unit, or `None` with fewer than two values: one value says nothing of
        spread.

    Raises:
        ValueError: If `resamples` is below 1 or the level outside (0, 1).
    """
    if len(values) < 2:
        return None
    n = len(values)
    return _bootstrap(lambda rng: math.fsum(rng.choices(values, k=n)) / n, seed, resamples, level)


def mean_pass_at_k(groups: Sequence[Sequence[bool]], k: int) -> float | None:
    """Pass@k averaged over tasks, each weighing the same however many rollouts it has.

    Args:
        groups: For each task, whether each of its rollouts passed.
        k: Attempts allowed.

    Returns:
        A probability in [0, 1], or `None` if there is no task or one has fewer than `k` rollouts.
    """
    each = [pass_at_k(len(group), sum(group), k) for group in groups]
    known = [value for value in each if value is not None]
    return math.fsum(known) / len(known) if known and len(known) == len(each) else None


def bootstrap_pass_at_k(
    groups: Sequence[Sequence[bool]],
    k: int,
    *,
    over: Literal["rollouts", "tasks"] = "rollouts",
    seed: int = 0,
    resamples: int = RESAMPLES,
    level: float = LEVEL,
) -> Interval | None:
    """The percentile bootstrap interval for `mean_pass_at_k`.

    Efron and Tibshirani (1993), §13.3. What is drawn again decides what the interval is about: `rollouts`
    redraws within each task (what these same tasks would show if played again), `tasks` redraws whole tasks
    (what other tasks of the kind would show; Davison and Hinkley 1997, §3.8, on why lower levels are then
    left alone).

    Args:
        groups: For each task, whether each of its rollouts passed.
        k: Attempts allowed.
        over: What is drawn again.
        seed: The same seed gives the same interval.
        resamples: Bootstrap draws.
        level: Confidence level.

    Returns:
        The interval, or `None` if pass@k itself is unknown or there are fewer than two of what is drawn
        again.

    Raises:
        ValueError: If `k` or `resamples` is below 1 or the level outside (0, 1).
    """
    if mean_pass_at_k(groups, k) is None:
        return None
    counts = [(len(group), sum(group)) for group in groups]
    if over == "tasks":
        if len(counts) < 2:
            return None
        known = [pass_at_k(n, c, k) or 0.0 for n, c in counts]
        return _bootstrap(
            lambda rng: math.fsum(rng.choices(known, k=len(known))) / len(known), seed, resamples, level
        )
    if any(n < 2 for n, _ in counts):
        return None
    # A redrawn group is known by its count alone, so pass@k is computed once for each count that can come up.
    tables = [[pass_at_k(n, c, k) or 0.0 for c in range(n + 1)] for n, _ in counts]

    def once(rng: Random) -> float:
        drawn = (
            table[sum(rng.random() * n < c for _ in range(n))]
            for (n, c), table in zip(counts, tables, strict=True)
        )
        return math.fsum(drawn) / len(counts)

    return _bootstrap(once, seed, resamples, level)


def _bootstrap(draw: Callable[[Random], float], seed: int, resamples: int, level: float) -> Interval:
    if resamples < 1:
        raise ValueError(f"resamples must be at least 1, not {resamples}")
    tail = (1 - _checked(level)) / 2
    rng = Random(seed)
    drawn = sorted(draw(rng) for _ in range(resamples))
    return Interval(_quantile(drawn, tail), _quantile(drawn, 1 - tail), level)


def _quantile(ordered: Sequence[float], q: float) -> float:
    """The q-quantile, linear between neighbours (type 7 of Hyndman and Fan 1996)."""
    at = q * (len(ordered) - 1)
    below = math.floor(at)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (at - below) * (ordered[above] - ordered[below])


def _check(n: int, c: int, k: int) -> None:
    if not 0 <= c <= n:
        raise ValueError(f"{c} passed of {n} rollouts is impossible: c must lie in 0…n")
    if k < 1:
        raise ValueError(f"k must be at least 1, not {k}")


def _checked(level: float) -> float:
    if not 0 < level < 1:
        raise ValueError(f"a confidence level lies between 0 and 1, such as 0.95; got {level}")
    return level
