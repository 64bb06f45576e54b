"""Style: people who write differently are told apart, people who write alike are not, and change shows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenure.personas import load_persona
from tenure.verifiers.coworkers.banks import in_own_words, likeness, rank_of_own
from tenure.verifiers.coworkers.style import attributions, styles
from tenure.verifiers.coworkers.writing import apart, deltas, distorted, grams, hellinger, profile
from tests.verifiers.coworkers.office import Desk

SUBJECTS = [
    "the April sheet",
    "the yard system",
    "the tender",
    "invoice 4711",
    "the forklift",
    "a pallet of tiles",
]


def formal(number: int) -> str:
    about = SUBJECTS[number % len(SUBJECTS)]
    return (
        f"Dear Noor,\n\nI would be grateful if you could look at {about}. It is not urgent; it must not wait."
    )


def casual(number: int) -> str:
    about = SUBJECTS[number % len(SUBJECTS)]
    return f"hey! so {about} is kinda done... gonna ping you later, ok? 👍"


def flat(number: int) -> str:
    about = SUBJECTS[number % len(SUBJECTS)]
    return f"I hope this helps. We have looked into {about} and will come back to you with more on this soon."


def office_of(*writers: tuple[str, Iterator[str]], messages: int = 24) -> Desk:
    desk = Desk()
    for _ in range(messages):
        for who, texts in writers:
            desk.says(who, next(texts), app="chat", thread=f"dm:{who}:noor")
    return desk


def of(write: object) -> Iterator[str]:
    return cycle([write(number) for number in range(12)])  # type: ignore[operator]


def test_people_with_manners_of_their_own_are_told_apart() -> None:
    found = styles(
        office_of(("ines", of(formal)), ("robin", of(casual)), ("yusuf", of(flat))).record(), times=60
    )
    assert found.guessed is not None
    assert found.guessed > 0.95
    assert found.guessed_p is not None
    assert found.guessed_p < 1e-6
    assert all(pair.distance > 1.5 * pair.by_chance and pair.p < 0.02 for pair in found.pairs)


def test_people_behind_one_pen_are_not() -> None:
    writers = [(who, of(flat)) for who in ("ines", "robin", "yusuf", "hendrik")]
    desk = office_of(*writers)
    found = styles(desk.record(), times=60)
    assert found.guessed is not None
    assert found.guessed < 0.5
    assert all(pair.p > 0.05 for pair in found.pairs)
    assert any("can't be told apart" in remark.what for remark in desk.report().remarks)


def test_the_subject_is_no_style() -> None:
    a = [f"I have looked at the {one} and it is fine." for one in ("sheet", "scanner", "tender", "pallet")]
    b = [
        f"I have looked at the {one} and it is fine." for one in ("forklift", "invoice", "contract", "router")
    ]
    assert apart(a, b) == 0
    assert distorted("I have 3 boxes in Antwerp.") == "^I have # x in X.$"


def test_drift_shows_where_somebody_changes_and_nowhere_else() -> None:
    early, late = of(formal), of(casual)
    changing = (next(early) if number < 15 else next(late) for number in range(30))
    desk = office_of(("ines", changing), ("robin", of(casual)), messages=30)
    found = styles(desk.record(), times=200)
    ines, robin = found.people["ines"].drift, found.people["robin"].drift
    assert ines is not None
    assert robin is not None
    assert ines.p < 0.01
    assert ines.distance > 2 * ines.by_chance
    assert robin.p > 0.05
    remarks = [one for one in desk.report().remarks if "otherwise at the end" in one.what]
    assert [one.person for one in remarks] in (["ines"], [])  # 40 draws can't show so small a chance


def test_becoming_alike_shows() -> None:
    def becoming(write: object) -> Iterator[str]:
        own, common = of(write), of(flat)
        return (next(own) if number < 10 else next(common) for number in range(30))

    found = styles(
        office_of(("ines", becoming(formal)), ("robin", becoming(casual)), messages=30).record(), times=20
    )
    assert found.converging is not None
    early, late = found.converging
    assert late < early / 3


def test_habits_of_writing() -> None:
    people = styles(office_of(("ines", of(formal)), ("robin", of(casual))).record(), times=20).people
    assert people["robin"].emoji == 1
    assert people["robin"].small_letters == 1
    assert people["ines"].emoji == 0
    assert people["ines"].small_letters == 0
    assert people["robin"].exclamations > 0
    assert people["ines"].exclamations == 0


def test_own_phrases_are_known_by_their_author() -> None:
    ines, robin = load_persona("pricing_specialist"), load_persona("it_support")
    own = [
        phrase.replace("{topic}", "the tariff").replace("{when}", "Thursday")
        for phrase in ines.voice.openings
    ]
    assert in_own_words(ines, own) == (len(own), len(own))
    assert in_own_words(robin, own)[0] == 0
    texts = [*ines.voice.openings, *ines.voice.done, *ines.voice.corrections]
    assert rank_of_own("ines", {"ines": ines, "robin": robin}, texts) == 1
    assert likeness(ines, texts) > likeness(robin, texts)


def test_delta_wants_three_writers_and_is_nought_for_twins() -> None:
    texts = {"a": [formal(1)], "b": [formal(1)], "c": [casual(1)]}
    found = deltas(texts)
    assert found["a", "b"] == 0
    assert found["a", "c"] > 0.5
    assert deltas({"a": [formal(1)], "b": [casual(1)]}) == {}


def test_nobody_is_told_apart_alone() -> None:
    assert attributions({"a": ["x y z"]}) == {}
    found = styles(office_of(("ines", of(formal))).record(), times=20)
    assert found.guessed is None
    assert found.chance is None


@given(st.lists(st.text(max_size=60), max_size=6), st.lists(st.text(max_size=60), max_size=6))
def test_distance_is_a_distance(a: list[str], b: list[str]) -> None:
    assert 0 <= apart(a, b) <= 1
    assert apart(a, b) == pytest.approx(apart(b, a))
    assert apart(a, a) == pytest.approx(0, abs=1e-6)


@given(st.text(max_size=80))
def test_any_text_has_grams(text: str) -> None:
    assert grams(text)
    assert hellinger(profile([text]), profile([])) == 0
