"""Calendars agree with the time zone database, and working time is exact."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenure.engine.kernel.clock import DAY, HOUR, MINUTE, OFFICE_HOURS, Calendar

START = datetime(2026, 3, 2, 8, 30, tzinfo=ZoneInfo("Europe/Amsterdam"))
ZONES = ("Europe/Amsterdam", "Asia/Singapore", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe")
CALENDARS = {zone: Calendar.resolve(START, zone, holidays=[date(2026, 4, 6)]) for zone in ZONES}
instants = st.integers(-30 * DAY, 300 * DAY)


@given(st.sampled_from(ZONES), instants)
def test_local_time_is_the_zone_s(zone: str, at: int) -> None:
    expected = (START.astimezone(UTC) + timedelta(milliseconds=at)).astimezone(ZoneInfo(zone))
    assert CALENDARS[zone].local(at) == expected.replace(tzinfo=None)


@given(st.sampled_from(ZONES), instants)
def test_back_and_forth(zone: str, at: int) -> None:
    calendar = CALENDARS[zone]
    wall = calendar.local(at)
    again = calendar.at(wall)
    assert calendar.local(again) == wall
    assert again in (at, at - HOUR, at - HOUR // 2)  # the first of a repeated hour


@given(st.sampled_from(ZONES), instants, st.integers(1, 400 * HOUR // 10))
def test_adding_work_adds_exactly_that_much(zone: str, at: int, work: int) -> None:
    calendar = CALENDARS[zone]
    end = calendar.add_work(at, work)
    assert calendar.work_between(at, end) == work
    assert end >= at + work


@given(st.sampled_from(ZONES), instants)
def test_opening(zone: str, at: int) -> None:
    calendar = CALENDARS[zone]
    opening = calendar.next_open(at)
    assert calendar.is_open(opening)
    assert calendar.work_between(at, opening) == 0
    assert (opening == at) == calendar.is_open(at)


def test_a_week_has_its_hours_and_a_holiday_none() -> None:
    calendar = CALENDARS["Europe/Amsterdam"]
    assert calendar.work_between(0, 7 * DAY) == 5 * 8 * HOUR
    easter_monday = calendar.at(datetime(2026, 4, 6))
    assert calendar.work_between(easter_monday, easter_monday + DAY) == 0


def test_summer_time_begins_where_it_does() -> None:
    calendar = CALENDARS["Europe/Amsterdam"]
    before = calendar.at(datetime(2026, 3, 29, 1, 59))
    assert calendar.local(before + MINUTE) == datetime(2026, 3, 29, 3, 0)
    assert calendar.local(calendar.at(datetime(2026, 3, 29, 2, 30))) == datetime(2026, 3, 29, 3, 30)


def test_it_survives_being_stored() -> None:
    calendar = CALENDARS["Asia/Singapore"]
    copy = Calendar.model_validate_json(calendar.model_dump_json())
    assert copy.add_work(12_345, 99 * HOUR) == calendar.add_work(12_345, 99 * HOUR)


@pytest.mark.parametrize("text", ["8-12", "12:00-08:00", "08:30", "25:00-26:00"])
def test_malformed_hours_are_named(text: str) -> None:
    with pytest.raises(ValueError, match="write them as"):
        Calendar.resolve(START, "Europe/Amsterdam", {"mon": (text,)})


def test_overlapping_hours_and_naive_starts_are_refused() -> None:
    with pytest.raises(ValueError, match="overlap"):
        Calendar.resolve(START, "Europe/Amsterdam", {"mon": ("08:00-12:00", "11:00-15:00")})
    with pytest.raises(ValueError, match="time zone"):
        Calendar.resolve(START.replace(tzinfo=None), "Europe/Amsterdam", OFFICE_HOURS)
