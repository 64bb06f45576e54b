"""Minds compared: the same looks and the same seeds for each, and no failure of one ends anything."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal

import pytest

from tenure.engine.minds.model.spec import MindSpec
from tenure.scenarios.comparing.compare import Comparison, compare, steps_of
from tenure.scenarios.comparing.contender import Contender, Purse, contenders
from tenure.scenarios.comparing.looks import Decided, Faced, Recorded, agreements, sample
from tenure.scenarios.comparing.plays import Played, moved
from tests.minds import rules
from tests.minds.coworker_server import CoworkerServer

LOOKS = 16


def spec(server: CoworkerServer, **more: object) -> MindSpec:
    return MindSpec.model_validate(
        {
            "model": "openai/rule",
            "api_base": server.address,
            "retries": 0,
            "timeout": 5,
            "price": ("1", "0.5", "2"),
            **more,
        }
    )


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")


@pytest.fixture(scope="module")
def servers() -> Iterator[tuple[CoworkerServer, CoworkerServer]]:
    with (
        CoworkerServer(rules.cooperative) as good,
        CoworkerServer(rules.leaking, failures=lambda number, _: "500" if number % 4 == 3 else None) as bad,
    ):
        yield good, bad


@pytest.fixture(scope="module")
def found(servers: tuple[CoworkerServer, CoworkerServer]) -> Comparison:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPENAI_API_KEY", "none")
        good, bad = servers
        minds = [
            Contender("scripted"),
            Contender("good", spec(good)),
            Contender("bad", spec(bad, secrets=True, guard=False)),
            Contender(
                "away", MindSpec(model="openai/x", api_base="http://127.0.0.1:9/v1", retries=0, timeout=2)
            ),
        ]
        return compare("first_week", minds, looks=LOOKS, seeds=1, policies=("reference",), ambient=False)


def faced(found: Comparison, name: str) -> Faced:
    return next(one for one in found.faced if one.name == name)


def test_each_decides_on_the_same_looks(found: Comparison) -> None:
    assert found.looks == LOOKS <= found.of_looks
    numbers = [[one.number for one in mind.decided] for mind in found.faced]
    assert all(mine == numbers[0] for mine in numbers)
    assert faced(found, "scripted").spent.calls == 0
    assert faced(found, "good").spent.calls > 0
    assert Decimal(faced(found, "good").spent.cost) > 0
    assert faced(found, "good").told > 0


def test_what_leaks_without_a_guard_is_seen(found: Comparison) -> None:
    assert faced(found, "bad").leaks > 0
    assert faced(found, "bad").leaks_caught == 0
    assert faced(found, "good").leaks == 0
    assert faced(found, "scripted").leaks == 0


def test_a_mind_that_fails_is_a_row_and_not_the_end(found: Comparison) -> None:
    assert faced(found, "bad").failures.get("unavailable", 0) > 0
    away = faced(found, "away")
    assert away.failures["unavailable"] > 0
    assert away.looks == LOOKS
    played = {one.mind: one for one in found.played}
    assert played.keys() == {"scripted", "good", "bad", "away"}
    assert all(one.score is not None and not one.error for one in played.values())
    assert played["away"].failures["unavailable"] > 0
    assert played["away"].score == played["scripted"].score  # the scripted minds stood in


def test_scores_and_figures_are_told_beside_the_first(found: Comparison) -> None:
    rows = {(one.what, one.mind): one for one in found.moved}
    assert rows["score of reference", "scripted"].by is None
    assert rows["score of reference", "away"].by == 0
    assert rows["failures", "away"].by is not None
    assert rows["failures", "away"].by > 0  # type: ignore[operator]
    assert rows["failures", "scripted"].mean == 0
    assert found.cost > 0
    json.dumps(found.as_json())


def test_agreement_with_oneself_is_whole(found: Comparison) -> None:
    mine = faced(found, "scripted")
    twin = Faced("twin", decided=list(mine.decided))
    (one,) = agreements([mine, twin])
    assert (one.rate, one.told, one.looks) == (1.0, 1.0, LOOKS)


def test_disagreement_is_counted() -> None:
    def decided(number: int, choice: str, told: tuple[str, ...] = ()) -> Decided:
        return Decided(number, "ines", choice, "x", told, (), (), ())  # type: ignore[arg-type]

    one = Faced(
        "a",
        decided=[
            decided(0, "tells", ("f",)),
            decided(1, "refuses"),
            decided(2, "silent"),
            decided(3, "replies"),
        ],
    )
    other = Faced(
        "b", decided=[decided(0, "tells", ("g",)), decided(1, "tells", ("h",)), decided(2, "silent")]
    )
    (found,) = agreements([one, other])
    assert found.looks == 3
    assert found.rate == pytest.approx(2 / 3)
    assert found.told == 0
    assert found.interval is not None
    assert found.interval.low < 2 / 3 < found.interval.high


def test_intervals_are_paired_by_seed() -> None:
    """Seeds differ far more than minds do; paired, a small difference is still seen."""

    def runs(mind: str, shift: float) -> list[Played]:
        return [Played(mind, "reference", seed, score=seed / 10 + shift) for seed in range(6)]

    rows = {(one.what, one.mind): one for one in moved([*runs("a", 0.0), *runs("b", -0.05)])}
    found = rows["score of reference", "b"]
    assert found.by == pytest.approx(-0.05)
    assert found.interval is not None
    assert found.interval.high < 0
    assert found.seeds == 6


def test_a_seed_that_one_did_not_play_is_left_out() -> None:
    a = [Played("a", "reference", seed, score=0.5) for seed in (1, 2)]
    b = [Played("b", "reference", 1, score=0.7), Played("b", "reference", 2, error="down")]
    rows = {(one.what, one.mind): one for one in moved([*a, *b])}
    assert rows["score of reference", "b"].seeds == 1
    assert rows["score of reference", "b"].by == pytest.approx(0.2)
    assert rows["score of reference", "b"].interval is None


def test_the_money_ends(servers: tuple[CoworkerServer, CoworkerServer]) -> None:
    good, _ = servers
    minds = [
        Contender("scripted"),
        Contender("good", spec(good, price=("1000", "1000", "1000"), in_flight=1)),
    ]
    found = compare(
        "first_week", minds, looks=12, seeds=1, policies=("reference",), ambient=False, most=Decimal("0.01")
    )
    assert found.stopped
    assert faced(found, "good").looks < faced(found, "scripted").looks
    assert [one.error for one in found.played if one.mind == "scripted"] == [""]
    assert "limit of cost" in next(one.error for one in found.played if one.mind == "good")


def test_two_minds_are_needed() -> None:
    with pytest.raises(ValueError, match="two minds"):
        compare("first_week", [Contender("scripted")])
    assert [one.name for one in contenders({}, scripted=True)] == ["scripted"]


def test_samples_are_spread() -> None:
    looks = [Recorded(number, "ines", None) for number in range(100)]  # type: ignore[arg-type]
    assert [one.number for one in sample(looks, 4)] == [0, 25, 50, 75]
    assert sample(looks, 200) == looks


def test_steps_and_purses() -> None:
    assert steps_of(3, 2, 4, 10) == 3 + 24
    assert steps_of(3, 2, 0, 0) == 0
    assert Purse().left is None
    assert not Purse().empty
    assert Purse(Decimal(1), Decimal(2)).empty
    assert Purse(Decimal(1), Decimal(2)).left == 0
