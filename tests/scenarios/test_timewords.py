"""What authors write about time lands on the right instant, across zones, weeks and the change to summer time."""

from contextlib import suppress
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenure.engine.kernel.clock import HOUR, Calendar
from tenure.engine.office.conditions.timewords import read_moment, read_span
from tenure.personas.problems import Misfit
from tenure.scenarios.timewords import PackClock

START = datetime.fromisoformat("2026-03-04T08:30")  # a Wednesday
ZONE = ZoneInfo("Europe/Amsterdam")
DAYS = ("mon", "tue", "wed", "thu", "fri")
HOURS: dict[str, tuple[str, ...]] = dict.fromkeys(DAYS, ("08:30-12:30", "13:00-17:00"))
CLOCK = PackClock(
    START,
    "Europe/Amsterdam",
    {"rotterdam": Calendar.resolve(START.replace(tzinfo=ZONE), "Europe/Amsterdam", HOURS)},
    "rotterdam",
)
DAY = 24 * HOUR


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("Wed 08:30", 0),
        ("Wed 09:30", HOUR),
        ("Thu 08:30", DAY),
        ("Mon 08:30", -2 * DAY),
        ("Mon week 2 08:30", 5 * DAY),
        ("Monday week 2 8:30", 5 * DAY),
        ("2026-03-05T09:30", 25 * HOUR),
        ("2026-03-05 09:30", 25 * HOUR),
        ("Wed 16:30 Asia/Singapore", HOUR),
        ("Mon week 5 08:30", 26 * DAY - HOUR),  # summer time began on 29 March
    ],
)
def test_times(text: str, at: int) -> None:
    assert CLOCK.at(text) == at


@pytest.mark.parametrize(
    ("start", "span", "end"),
    [
        ("Wed 09:00", "45m", "Wed 09:45"),
        ("Wed 09:00", "3h", "Wed 12:00"),
        ("Fri 09:00", "2d", "Sun 09:00"),
        ("Wed 11:30", "2 work hours", "Wed 14:00"),
        ("Fri 16:00", "3 work hours", "Mon week 2 10:30"),
        ("Fri 16:00", "90 work minutes", "Mon week 2 09:00"),
        ("Thu 10:00", "1 work day", "Fri 10:00"),
        ("Fri 10:00", "1 work day", "Mon week 2 10:00"),
        ("Sat 10:00", "2 work days", "Tue week 2 10:00"),
    ],
)
def test_spans(start: str, span: str, end: str) -> None:
    assert CLOCK.text(CLOCK.after(CLOCK.at(start), span)) == CLOCK.text(CLOCK.at(end))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Wen 09:30", "`Wen` is no day of the week. Did you mean `wed`?"),
        ("Wed week 0 09:30", "weeks count from 1, the week in which the run starts"),
        ("Wed 24:00", "`24:00` is no time of day. Hours run from 00 to 23, minutes from 00 to 59."),
        ("2026-02-30T09:30", "`2026-02-30` is no date. Check month and day."),
        (
            "Wed 09:30 Europe/Amsterdm",
            '`Europe/Amsterdm` is no time zone. Use a name of the IANA list, such as "Europe/Amsterdam".',
        ),
        ("tomorrow", "`tomorrow` is not a time"),
    ],
)
def test_a_time_at_fault_is_refused(text: str, message: str) -> None:
    with pytest.raises(Misfit) as caught:
        read_moment(text)
    assert f"{caught.value}. {caught.value.fix}".startswith(message)


@given(st.text(alphabet="0123456789 hmdworkays:TueMon-", max_size=24))
def test_anything_else_is_refused_and_never_breaks(text: str) -> None:
    for read in (read_moment, read_span):
        with suppress(Misfit):
            read(text)
