from __future__ import annotations

import asyncio
import json
import math
from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenure.engine.kernel.clock import DAY, HOUR, MINUTE, SECOND
from tenure.engine.kernel.streams import Streams
from tenure.scenarios.report import message_log
from tenure.scenarios.synthetic import synthetic_run
from tenure.verifiers.realism import (
    RANGES,
    Logged,
    burstiness,
    clustering,
    degree,
    gini,
    memory,
    pairs,
    realism,
    reciprocity,
    redrawn,
    replies,
    rewired,
    same_day_gaps,
    timing,
)

MONDAY = datetime(2026, 3, 2)


def one(sender: str, to: str, at: int) -> Logged:
    return Logged(sender, tuple(to.split()), at, MONDAY + timedelta(milliseconds=at))


def test_a_reply_is_the_first_message_back_after_the_last_of_a_run() -> None:
    log = [
        one("a", "b", 0),
        one("a", "b", 10 * MINUTE),
        one("b", "a", 40 * MINUTE),
        one("b", "a", 50 * MINUTE),
        one("c", "a", 55 * MINUTE),
        one("a", "b", DAY * 2),
    ]
    delays, turns = replies(log)
    assert delays == [30 * MINUTE, 2 * DAY - 50 * MINUTE]
    # a to b, b to a, c to a, and a to b again, which nobody answers
    assert turns == 4
    figures = timing(log)
    assert figures["answered_1_day"].value == 1 / 4
    assert figures["reply_1_day"].value == 1 / 2


def test_a_message_to_many_is_one_message_and_a_turn_with_each() -> None:
    log = [one("a", "b c d", 0), one("b", "a c", HOUR)]
    delays, turns = replies(log)
    assert (delays, turns) == ([HOUR], 5)
    assert pairs(log) == {("a", "b"): 1, ("a", "c"): 1, ("a", "d"): 1, ("b", "a"): 1, ("b", "c"): 1}
    assert same_day_gaps(log[:1]) == []


def test_a_later_message_is_no_reply() -> None:
    log = [one("a", "b", 0), one("b", "a", 7 * DAY + 1), one("c", "d", 0), one("d", "c", HOUR)]
    assert timing(sorted(log, key=lambda each: each.at))["reply_1_day"].value == 1


def test_burstiness_of_known_processes() -> None:
    draw = Streams(1).stream("gaps")
    assert burstiness([5.0] * 50) == -1
    assert abs(burstiness([draw.exponential(1) for _ in range(20_000)])) < 0.02
    # log-normal: the ratio of deviation and mean is sqrt(exp(s²) − 1)
    ratio = math.sqrt(math.exp(1) - 1)
    assert burstiness([draw.lognormal(1, 1) for _ in range(50_000)]) == pytest.approx(
        (ratio - 1) / (ratio + 1), abs=0.04
    )


def test_memory_of_known_processes() -> None:
    draw = Streams(2).stream("gaps")
    assert abs(memory([draw.exponential(1) for _ in range(10_000)])) < 0.05
    assert memory([1.0, 9.0] * 100) == pytest.approx(-1, abs=0.02)
    assert memory([1.0] * 50 + [9.0] * 50) > 0.9


def test_same_day_gaps_stop_at_midnight() -> None:
    log = [one("a", "b", 23 * HOUR), one("a", "b", 23 * HOUR + 5 * MINUTE), one("a", "b", 24 * HOUR + 1)]
    assert same_day_gaps(log) == [5 * MINUTE]


def test_redrawing_keeps_daily_counts_and_the_daily_profile_but_no_bursts() -> None:
    draw = Streams(3).stream("log")
    log: list[Logged] = []
    for day in range(40):
        for name in "abcdef":
            at = day * DAY + int(draw.uniform(9 * HOUR, 16 * HOUR))
            for _ in range(6):
                log.append(one(name, draw.choice("uvw"), at))
                at += int(draw.lognormal(2 * MINUTE, 0.8)) if draw.chance(750) else 80 * MINUTE
    log.sort(key=lambda each: each.at)
    null = redrawn(log, Streams(4).stream("null"))

    def counts(messages: list[Logged]) -> dict[tuple[str, object], int]:
        found: dict[tuple[str, object], int] = {}
        for each in messages:
            key = (each.sender, each.local.date())
            found[key] = found.get(key, 0) + 1
        return found

    assert counts(null) == counts(log)
    assert all(MONDAY + timedelta(milliseconds=each.at) == each.local for each in null)
    report = realism(log, seed=4)
    figure = report["same_day_burstiness"]
    assert figure.null is not None
    assert figure.value > 0.15 > 0.02 > figure.null


def test_structure_of_known_graphs() -> None:
    ring = [(str(i), str((i + 1) % 10)) for i in range(10)]
    both = ring + [(b, a) for a, b in ring]
    assert reciprocity(ring) == 0
    assert reciprocity(both) == 1
    assert degree(both) == degree(ring) == 2
    assert clustering(ring) == 0
    clique = [(a, b) for a in "abcd" for b in "abcd" if a < b]
    assert clustering(clique) == 1
    # a triangle with a tail: 1, 1, 1/3 and 0
    assert clustering([("a", "b"), ("b", "c"), ("a", "c"), ("c", "d")]) == pytest.approx((1 + 1 + 1 / 3) / 4)
    assert gini([1, 1, 1, 1]) == pytest.approx(0)
    assert gini([0, 0, 0, 1]) == pytest.approx(0.75)


@given(
    edges=st.sets(
        st.tuples(st.integers(0, 14), st.integers(0, 14)).filter(lambda pair: pair[0] != pair[1]), max_size=60
    ),
    directed=st.booleans(),
    seed=st.integers(0, 9),
)
@settings(max_examples=50, deadline=None)
def test_rewiring_keeps_everybodys_degree(edges: set[tuple[int, int]], directed: bool, seed: int) -> None:
    named = {(f"n{a:02}", f"n{b:02}") for a, b in edges}
    if not directed:
        named = {(min(pair), max(pair)) for pair in named}
    null = rewired(named, Streams(seed).stream("x"), directed=directed)
    assert len(null) == len(named)
    assert all(a != b for a, b in null)
    for side in (0, 1) if directed else (None,):

        def ends(graph: set[tuple[str, str]], side: int | None = side) -> list[str]:
            return sorted(name for pair in graph for name in (pair if side is None else (pair[side],)))

        assert ends(null) == ends(named)


def test_rewiring_destroys_reciprocity_and_clusters() -> None:
    cliques = {(f"{k}{a}", f"{k}{b}") for k in range(12) for a in range(6) for b in range(6) if a != b}
    draw = Streams(5).stream("x")
    assert reciprocity(cliques) == 1
    assert reciprocity(rewired(cliques, draw)) < 0.2
    undirected = {(a, b) for a, b in cliques if a < b}
    assert clustering(undirected) == 1
    assert clustering(rewired(undirected, draw, directed=False)) < 0.2


def test_a_report_is_repeatable_and_says_what_is_out_of_range() -> None:
    log = [one("a", "b", i * HOUR) for i in range(6)] + [
        one("b", "a", i * HOUR + 20 * SECOND) for i in range(6)
    ]
    report = realism(log, seed=1)
    assert report.as_json() == realism(list(reversed(log)), seed=1).as_json()
    assert not report.ok
    assert not report["reply_median"].ok
    assert report["gini"].ok
    assert not report["gini"].target
    assert json.loads(json.dumps(report.as_json()))["messages"] == 12
    with pytest.raises(ValueError, match="fewer than two"):
        realism(log[:1])
    with pytest.raises(KeyError):
        report["nothing"]


def wider(name: str) -> tuple[float, float]:
    low, high = RANGES[name]
    room = (high - low) / 5
    return low - room, high + room


def measured(seed: int) -> dict[str, tuple[float, float | None]]:
    with synthetic_run(people=50, weeks=6, seed=seed) as run:
        asyncio.run(run.play())
        report = realism(message_log(run), seed=seed)
    return {figure.name: (figure.value, figure.null) for figure in report.figures}


@pytest.mark.parametrize("seed", [101, 202])
def test_a_synthetic_office_has_the_rhythm_of_a_real_one(seed: int) -> None:
    figures = measured(seed)
    for name in RANGES:
        low, high = wider(name)
        assert low <= figures[name][0] <= high, name
    value, null = figures["same_day_burstiness"]
    assert null is not None
    assert abs(null) < 0.08 < value - null
    assert figures["gaps_5_minutes"][0] > 1.5 * (figures["gaps_5_minutes"][1] or 0)


@pytest.mark.accept
@pytest.mark.parametrize("seed", range(20))
def test_twenty_synthetic_offices_meet_every_range(seed: int) -> None:
    figures = measured(seed)
    for name, (low, high) in RANGES.items():
        assert low <= figures[name][0] <= high, name
