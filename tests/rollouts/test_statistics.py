"""Each estimate against its definition: by full enumeration where possible, by simulation elsewhere."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenure.engine.rollouts.statistics import (
    Interval,
    bootstrap_mean,
    bootstrap_pass_at_k,
    mean_pass_at_k,
    pass_at_k,
    pass_hat_k,
    wilson,
)


@st.composite
def counts(draw: st.DrawFn, most: int = 40) -> tuple[int, int, int]:
    n = draw(st.integers(1, most))
    return n, draw(st.integers(0, n)), draw(st.integers(1, n))


@given(counts(most=9))
def test_pass_at_k_and_pass_hat_k_are_shares_of_all_subsets(drawn: tuple[int, int, int]) -> None:
    n, c, k = drawn
    subsets = list(combinations([True] * c + [False] * (n - c), k))
    assert pass_at_k(n, c, k) == pytest.approx(sum(map(any, subsets)) / len(subsets))
    assert pass_hat_k(n, c, k) == pytest.approx(sum(map(all, subsets)) / len(subsets))


@given(st.integers(1, 12), st.integers(0, 10), st.data())
def test_both_are_unbiased(n: int, tenths: int, data: st.DataObject) -> None:
    k, p = data.draw(st.integers(1, n)), Fraction(tenths, 10)
    chance = [math.comb(n, c) * p**c * (1 - p) ** (n - c) for c in range(n + 1)]
    best = sum(float(w) * (pass_at_k(n, c, k) or 0) for c, w in enumerate(chance))
    every = sum(float(w) * (pass_hat_k(n, c, k) or 0) for c, w in enumerate(chance))
    assert best == pytest.approx(float(1 - (1 - p) ** k), abs=1e-12)
    assert every == pytest.approx(float(p**k), abs=1e-12)


@given(counts())
def test_order_of_the_estimates(drawn: tuple[int, int, int]) -> None:
    n, c, k = drawn
    best, every = pass_at_k(n, c, k), pass_hat_k(n, c, k)
    assert best is not None
    assert every is not None
    assert 0 <= every <= c / n + 1e-12
    assert c / n - 1e-12 <= best <= 1
    if k < n:
        assert (pass_at_k(n, c, k + 1) or 0) >= best
        assert (pass_hat_k(n, c, k + 1) or 0) <= every


def test_large_groups_keep_their_digits() -> None:
    assert pass_at_k(100_000, 1, 10) == pytest.approx(1e-4, rel=1e-12)


def test_too_few_rollouts_give_nothing() -> None:
    assert pass_at_k(3, 3, 4) is None
    assert pass_hat_k(0, 0, 1) is None
    assert wilson(0, 0) is None
    assert bootstrap_mean([0.5]) is None
    assert mean_pass_at_k([], 1) is None
    assert mean_pass_at_k([[True, False], [True]], 2) is None
    assert bootstrap_pass_at_k([[True]], 1) is None
    assert bootstrap_pass_at_k([[True, False]], 1, over="tasks") is None


@pytest.mark.parametrize(("n", "c", "k"), [(3, 4, 1), (3, -1, 1), (-1, 0, 1), (3, 1, 0)])
def test_impossible_counts_are_refused(n: int, c: int, k: int) -> None:
    with pytest.raises(ValueError, match=r"impossible|at least 1"):
        pass_at_k(n, c, k)
    with pytest.raises(ValueError, match=r"impossible|at least 1"):
        pass_hat_k(n, c, k)


@pytest.mark.parametrize("level", [0.0, 1.0, 95.0])
def test_impossible_levels_are_refused(level: float) -> None:
    with pytest.raises(ValueError, match="confidence level"):
        wilson(1, 2, level)
    with pytest.raises(ValueError, match="confidence level"):
        bootstrap_mean([1.0, 2.0], level=level)


def test_wilson_on_published_values() -> None:
    # Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I, method 3.
    for c, n, low, high in [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ]:
        interval = wilson(c, n)
        assert interval is not None
        assert interval.low == pytest.approx(low, abs=5e-5)
        assert interval.high == pytest.approx(high, abs=5e-5)


@given(st.integers(1, 400), st.data())
def test_wilson_holds_the_proportion_and_is_symmetric(n: int, data: st.DataObject) -> None:
    c = data.draw(st.integers(0, n))
    interval, mirrored = wilson(c, n), wilson(n - c, n)
    assert interval is not None
    assert mirrored is not None
    assert 0 <= interval.low <= c / n <= interval.high <= 1
    assert interval.low == pytest.approx(1 - mirrored.high, abs=1e-12)


@pytest.mark.parametrize("n", [8, 16, 64])
def test_wilson_covers_about_95_percent(n: int) -> None:
    # Exact: the chance of each count times whether its interval holds p, averaged over p (Brown et al. 2001,
    # fig. 5).
    grid = [i / 200 for i in range(10, 191)]
    intervals = [wilson(c, n) for c in range(n + 1)]
    covered = [
        sum(math.comb(n, c) * p**c * (1 - p) ** (n - c) for c, i in enumerate(intervals) if i and p in i)
        for p in grid
    ]
    assert 0.94 <= sum(covered) / len(grid) <= 0.965


def test_bootstrap_mean_covers_and_shrinks() -> None:
    rng = Random(1)
    held, widths = 0, {20: 0.0, 80: 0.0}
    for trial in range(200):
        for n in widths:
            sample = [rng.gauss(0.6, 0.2) for _ in range(n)]
            interval = bootstrap_mean(sample, seed=trial, resamples=300)
            assert interval is not None
            held += 0.6 in interval
            widths[n] += interval.high - interval.low
    assert 0.90 <= held / 400 <= 0.98
    assert widths[20] / widths[80] == pytest.approx(2, rel=0.15)


def test_bootstrap_pass_at_k_covers() -> None:
    rng = Random(2)
    chances = [0.1, 0.3, 0.5, 0.7]
    truth = math.fsum(1 - (1 - p) ** 2 for p in chances) / len(chances)
    held = 0
    for trial in range(200):
        groups = [[rng.random() < p for _ in range(16)] for p in chances]
        interval = bootstrap_pass_at_k(groups, 2, seed=trial, resamples=300)
        assert interval is not None
        held += truth in interval
    assert 0.88 <= held / 200 <= 0.99


def test_redrawing_tasks_sees_how_tasks_differ() -> None:
    groups = [[True] * 8, [False] * 8] * 4
    assert bootstrap_pass_at_k(groups, 2) == Interval(0.5, 0.5)
    over_tasks = bootstrap_pass_at_k(groups, 2, over="tasks")
    assert over_tasks is not None
    assert over_tasks.low <= 0.25
    assert over_tasks.high >= 0.75


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=20), st.integers(0, 99))
def test_bootstrap_mean_stays_among_the_values_and_repeats(values: list[float], seed: int) -> None:
    interval = bootstrap_mean(values, seed=seed, resamples=50)
    assert interval is not None
    slack = 1e-9 * max(1.0, *map(abs, values))
    assert min(values) - slack <= interval.low <= interval.high <= max(values) + slack
    assert interval == bootstrap_mean(values, seed=seed, resamples=50)
