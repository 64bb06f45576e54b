"""Randomness by name: independent of order and of process, and shaped as it says."""

from __future__ import annotations

import statistics

from tenure.engine.kernel.streams import Streams


def test_a_stream_depends_on_seed_and_name_alone() -> None:
    a, b = Streams(7), Streams(7)
    b.stream("other", 1).uniform()
    assert [a.stream("latency", "maria", "m17").bits() for _ in range(2)] == [
        b.stream("latency", "maria", "m17").bits() for _ in range(2)
    ]
    assert a.stream("x", "yz").bits() != a.stream("xy", "z").bits()
    assert Streams(8).stream("x").bits() != a.stream("x").bits()


def test_known_draws_never_change() -> None:
    stream = Streams(7).stream("latency", "maria", "m17")
    assert [stream.integer(0, 999) for _ in range(4)] == [41, 424, 71, 576]


def test_shapes() -> None:
    stream = Streams(1).stream("shape")
    uniform = [stream.uniform() for _ in range(20_000)]
    assert 0.49 < statistics.mean(uniform) < 0.51
    assert 0 <= min(uniform) < max(uniform) < 1
    normal = [stream.normal(5, 2) for _ in range(20_000)]
    assert 4.95 < statistics.mean(normal) < 5.05
    assert 1.95 < statistics.stdev(normal) < 2.05
    assert 46 < statistics.median(stream.lognormal(47, 1.2) for _ in range(20_000)) < 48.5
    assert 9.7 < statistics.mean(stream.exponential(10) for _ in range(20_000)) < 10.3
    assert 280 < sum(stream.chance(300) for _ in range(1_000)) < 320 + 20
    counts = [stream.weighted("abc", (1, 0, 3)) for _ in range(4_000)]
    assert counts.count("b") == 0
    assert 2_850 < counts.count("c") < 3_150
    assert sorted(stream.shuffled(range(50))) == list(range(50))
    assert {stream.choice("xyz") for _ in range(100)} == set("xyz")
