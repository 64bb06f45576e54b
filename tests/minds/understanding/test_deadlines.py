"""Times as colleagues give them."""

from __future__ import annotations

import pytest

from tenure.engine.minds.understanding import Deadline, parse_deadline


@pytest.mark.parametrize(
    ("text", "weekday", "day_offset", "minute_of_day"),
    [
        ("by Thursday noon", 3, None, 720),
        ("before 3pm", None, 0, 900),
        ("end of day", None, 0, None),
        ("tomorrow 10:30", None, 1, 630),
        ("this week", 4, None, None),
        ("by the end of next week", 4, 7, None),
        ("next Tuesday", 1, 7, None),
        ("in two days", None, 2, None),
        ("asap", None, 0, None),
        ("by Fri 5pm", 4, None, 1020),
        ("first thing tomorrow", None, 1, 540),
        ("by 3", None, 0, 900),
        ("no later than Monday 9am", 0, None, 540),
        ("on Thursday at 06:00", 3, None, 360),
        ("by close of business on Wednesday", 2, None, None),
        ("can we meet tomorrow at 3pm?", None, 1, 900),
        ("the client called on Monday, I need it by noon on Friday", 4, None, 720),
    ],
)
def test_a_time_is_read(
    text: str, weekday: int | None, day_offset: int | None, minute_of_day: int | None
) -> None:
    found = parse_deadline(text)
    assert found is not None
    assert (found.weekday, found.day_offset, found.minute_of_day) == (weekday, day_offset, minute_of_day)


def test_spans_and_dates_are_read() -> None:
    assert parse_deadline("in half an hour") == Deadline(
        None, None, None, "in half an hour", minutes_ahead=30
    )
    assert parse_deadline("within 2 hours") == Deadline(None, None, None, "within 2 hours", minutes_ahead=120)
    assert parse_deadline("by 14 March") == Deadline(None, None, None, "14 March", day=14, month=3)


@pytest.mark.parametrize("text", ["nothing here", "95 euros a day", "", "we have 4 containers at Antwerp"])
def test_what_is_no_time_is_none(text: str) -> None:
    assert parse_deadline(text) is None
