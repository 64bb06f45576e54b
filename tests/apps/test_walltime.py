from __future__ import annotations

import contextlib
from datetime import UTC, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tenure.engine.apps.base import ToolError
from tenure.engine.apps.walltime import read_day, read_time, stamp
from tenure.engine.kernel.clock import HOUR, Calendar

START = datetime(2026, 3, 2, 7, 30, tzinfo=UTC)  # Monday 08:30 in Amsterdam
AMSTERDAM = Calendar.resolve(START, "Europe/Amsterdam", days_after=60)


@pytest.mark.parametrize(
    ("text", "wall"),
    [
        ("Tue 14:00", "Tue 2026-03-03 14:00"),
        ("tuesday 9:30", "Tue 2026-03-03 09:30"),
        ("Mon 10:00", "Mon 2026-03-02 10:00"),
        ("Mon 08:00", "Mon 2026-03-09 08:00"),  # this Monday's eight o'clock is over
        ("next Mon 10:00", "Mon 2026-03-09 10:00"),
        ("next Fri 2pm", "Fri 2026-03-13 14:00"),
        ("this Fri 2:15 pm", "Fri 2026-03-06 14:15"),
        ("tomorrow 9:30", "Tue 2026-03-03 09:30"),
        ("today 16:30", "Mon 2026-03-02 16:30"),
        ("16:30", "Mon 2026-03-02 16:30"),
        ("12am", "Mon 2026-03-02 00:00"),
        ("2026-03-03 14:00", "Tue 2026-03-03 14:00"),
        ("2026-03-03T14:00", "Tue 2026-03-03 14:00"),
        ("2026-03-03T14:00:00", "Tue 2026-03-03 14:00"),
        ("12 March 14:00", "Thu 2026-03-12 14:00"),
        ("Thursday 12 March 14:00", "Thu 2026-03-12 14:00"),
        ("March 12, 14:00", "Thu 2026-03-12 14:00"),
        ("12th mar 2026 14:00", "Thu 2026-03-12 14:00"),
        ("28 feb 14:00", "Sat 2026-02-28 14:00"),
        ("Tue 21:00 Asia/Singapore", "Tue 2026-03-03 14:00"),
        ("2026-03-03 13:00 UTC", "Tue 2026-03-03 14:00"),
    ],
)
def test_times_as_people_write_them(text: str, wall: str) -> None:
    assert stamp(AMSTERDAM, read_time(text, AMSTERDAM, 0)) == wall


@pytest.mark.parametrize(
    "text",
    [
        "",
        "soon",
        "Tue",
        "Tuu 14:00",
        "25:00",
        "13pm",
        "14:99",
        "2026-02-30 10:00",
        "Tue 12 March 10:00",
        "next 10:00",
        "10",
        "Tue 10:00 Mars/Base",
    ],
)
def test_what_is_no_time_is_refused_with_what_would_be(text: str) -> None:
    with pytest.raises(ToolError) as caught:
        read_time(text, AMSTERDAM, 0)
    assert caught.value.code == "invalid"
    assert caught.value.hint


def test_a_leap_day_without_a_year_is_found_or_refused() -> None:
    assert read_day("29 feb 2028", AMSTERDAM, 0).isoformat() == "2028-02-29"
    with pytest.raises(ToolError):
        read_day("29 feb", AMSTERDAM, 0)


@given(st.integers(-40 * 24, 55 * 24))
def test_what_is_written_can_be_read(hours: int) -> None:
    at = hours * HOUR
    weekday, day, clock = stamp(AMSTERDAM, at).split()
    assert weekday
    read = read_time(f"{day} {clock}", AMSTERDAM, 0)
    assert stamp(AMSTERDAM, read) == stamp(AMSTERDAM, at)


@given(st.text(max_size=30))
@example(",")
@example(", 9:30")
@example("12 march ²")
@example("12 march " + 5_000 * "9")
def test_no_text_breaks_the_reader(text: str) -> None:
    for read in (read_time, read_day):
        with contextlib.suppress(ToolError):
            assert read(text, AMSTERDAM, 0) is not None
