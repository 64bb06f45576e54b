"""A time as somebody says it becomes an instant of their calendar."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenure.engine.kernel.clock import HOUR, MINUTE, Calendar
from tenure.engine.minds.dates import instant

DAYS: dict[str, tuple[str, ...]] = dict.fromkeys(
    ("mon", "tue", "wed", "thu", "fri"), ("09:00-12:30", "13:00-17:00")
)
CALENDAR = Calendar.resolve(
    datetime(2026, 3, 2, 7, 0, tzinfo=UTC), "Europe/Amsterdam", DAYS, holidays=(date(2026, 3, 12),)
)
MONDAY_TEN = CALENDAR.at(datetime(2026, 3, 2, 10, 0))


@pytest.mark.parametrize(
    ("words", "due"),
    [
        ("tomorrow 11:00", datetime(2026, 3, 3, 11, 0)),
        ("by tomorrow", datetime(2026, 3, 3, 17, 0)),
        ("Friday", datetime(2026, 3, 6, 17, 0)),
        ("by Friday noon", datetime(2026, 3, 6, 12, 0)),
        ("next Tuesday", datetime(2026, 3, 10, 17, 0)),
        ("in an hour", datetime(2026, 3, 2, 11, 0)),
        ("end of day", datetime(2026, 3, 2, 17, 0)),
        ("today 09:00", datetime(2026, 3, 3, 9, 0)),  # it is past that already
        ("on 12 March", datetime(2026, 3, 13, 17, 0)),  # a holiday: the next day that is worked
        ("Saturday", datetime(2026, 3, 9, 17, 0)),
        ("when I get round to it", datetime(2026, 3, 3, 10, 30)),  # a working day from now
    ],
)
def test_times_as_people_say_them(words: str, due: datetime) -> None:
    assert CALENDAR.local(instant(words, CALENDAR, MONDAY_TEN)) == due


@given(words=st.text(max_size=40), hours=st.integers(0, 24 * 20))
def test_it_is_never_in_the_past_nor_beyond_reach(words: str, hours: int) -> None:
    at = MONDAY_TEN + hours * HOUR
    due = instant(words, CALENDAR, at)
    assert due >= at + 10 * MINUTE
    assert due <= at + 70 * 24 * HOUR
