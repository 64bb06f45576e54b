from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenure.engine.apps import effort
from tenure.engine.apps.calendar import Agenda, MeetingRow
from tenure.engine.apps.pages import split


def test_words_are_counted_in_any_script() -> None:
    assert effort.count_words("one two\n three") == 3
    assert effort.count_words("") == 0
    assert effort.count_words("集装箱在安特卫普") == 4
    assert effort.count_words("box 集装") == 2


def test_rates_are_those_of_their_sources() -> None:
    assert (
        effort.reading(238)
        == effort.composing("word " * 19) - effort.HANDLING
        == effort.speaking("word " * 150)
        == 60_000
    )
    assert effort.studying(138) == effort.skimming(450) == 60_000


def test_going_over_a_list_costs_by_what_it_shows_not_by_its_form() -> None:
    row = MeetingRow(
        meeting="a/c1", title="Rates at Antwerp", start="Tue 10:00", end="11:00", organiser="Ines", people=2
    )
    empty = effort.listing(None, Agenda(found=0))
    assert effort.listing(None, Agenda(meetings=[row] * 45, found=45)) - empty == 45 * 9 * 60_000 // 450


@given(st.text(max_size=400), st.integers(4, 50))
def test_parts_joined_give_the_text_again(text: str, size: int) -> None:
    parts = split(text, size)
    assert "".join(parts) == text
    assert all(len(part) <= size for part in parts)
    assert all(part for part in parts) or text == ""


@pytest.mark.parametrize("text", ["a" * 100, "word " * 40, "line\n" * 40])
def test_parts_end_at_words_where_there_are_any(text: str) -> None:
    parts = split(text, 30)
    if " " in text or "\n" in text:
        assert all(part[-1] in " \n" for part in parts[:-1])
