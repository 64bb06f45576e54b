"""Simulated time: integer milliseconds since a run's start, and calendars that turn them into dates and working hours.

A calendar resolves its offsets and working intervals once, when a run is created, and is stored in the run: a later
release of the time zone database can't move a run's meetings.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Final, TypeAlias
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict

SECOND: Final = 1_000
MINUTE: Final = 60 * SECOND
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

WEEKDAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

Hours: TypeAlias = Mapping[str, Sequence[str]]
"""Weekday (``mon`` … ``sun``) to working intervals in wall time, such as ``"08:30-12:30"``."""

OFFICE_HOURS: Final[Hours] = dict.fromkeys(WEEKDAYS[:5], ("09:00-12:30", "13:00-17:30"))


class Calendar(BaseModel):
    """One place's wall clock and working hours, resolved for a run.

    All methods take and return milliseconds since the run's start (``at``); negative values lie before it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    zone: str
    start: str
    """The run's start in UTC, ISO 8601."""
    offsets: tuple[tuple[int, int], ...]
    """``(at, offset)``: from ``at`` on, wall time is UTC plus ``offset`` milliseconds."""
    intervals: tuple[tuple[int, int], ...]
    """Working intervals ``(opens, closes)``, sorted and disjoint."""
    holidays: tuple[str, ...] = ()

    # Cached properties, as looking up a pydantic private attribute costs ten times as much.

    @cached_property
    def _opens(self) -> list[int]:
        return [opens for opens, _ in self.intervals]

    @cached_property
    def _closes(self) -> list[int]:
        return [closes for _, closes in self.intervals]

    @cached_property
    def _before(self) -> list[int]:
        return [0, *accumulate(closes - opens for opens, closes in self.intervals)]

    @cached_property
    def _origin(self) -> datetime:
        return datetime.fromisoformat(self.start).replace(tzinfo=None)

    @cached_property
    def _starts(self) -> list[int]:
        return [at for at, _ in self.offsets]

    @classmethod
    def resolve(
        cls,
        start: datetime,
        zone: str,
        hours: Hours = OFFICE_HOURS,
        holidays: Sequence[date] = (),
        *,
        days_before: int = 60,
        days_after: int = 500,
    ) -> Calendar:
        """Work out every offset and working interval around a run.

        Args:
            start: The run's start; must carry a time zone.
            zone: IANA name of the calendar's own time zone.
            hours: Working intervals by weekday, wall time.
            holidays: Days without working hours.
            days_before: How far before the start the calendar reaches.
            days_after: How far after the start it reaches.

        Raises:
            ValueError: ``start`` is naive, or an interval is malformed or not ascending.
        """
        if start.tzinfo is None:
            raise ValueError("a calendar needs a start with a time zone")
        place = ZoneInfo(zone)
        origin = start.astimezone(UTC)
        first = (origin - timedelta(days=days_before)).date()
        closed = set(holidays)
        spans = {day: [_span(text) for text in hours.get(day, ())] for day in WEEKDAYS}
        intervals: list[tuple[int, int]] = []
        offsets: list[tuple[int, int]] = []
        for number in range(days_before + days_after):
            day = first + timedelta(days=number)
            for hour in range(24):
                moment = datetime.combine(day, time(hour), UTC)
                offset = moment.astimezone(place).utcoffset() or timedelta()
                shift = offset // timedelta(milliseconds=1)
                if not offsets or offsets[-1][1] != shift:
                    offsets.append(((moment - origin) // timedelta(milliseconds=1), shift))
            if day in closed:
                continue
            for opens, closes in spans[WEEKDAYS[day.weekday()]]:
                a = datetime.combine(day, opens, place).astimezone(UTC) - origin
                b = datetime.combine(day, closes, place).astimezone(UTC) - origin
                intervals.append((a // timedelta(milliseconds=1), b // timedelta(milliseconds=1)))
        intervals.sort()
        if any(b[0] < a[1] for a, b in pairwise(intervals)):
            raise ValueError(f"working hours of {zone} overlap: {dict(hours)}")
        return cls(
            zone=zone,
            start=origin.isoformat(),
            offsets=tuple(offsets),
            intervals=tuple(intervals),
            holidays=tuple(day.isoformat() for day in sorted(closed)),
        )

    def local(self, at: int) -> datetime:
        """The wall time at ``at``, naive, in this calendar's zone."""
        return self._origin + timedelta(milliseconds=at + self._offset(at))

    def at(self, wall: datetime) -> int:
        """The instant of a naive wall time; in a repeated hour the first, in a skipped one the moment after."""
        flat = (wall - self._origin) // timedelta(milliseconds=1)
        at = flat - self._offset(flat)
        earlier = flat - self._offset(at - HOUR)
        if earlier + self._offset(earlier) == flat:
            return earlier
        return flat - self._offset(at)

    def _offset(self, at: int) -> int:
        return self.offsets[max(0, bisect_right(self._starts, at) - 1)][1]

    def is_open(self, at: int) -> bool:
        """Whether ``at`` lies in working hours (the closing instant does not)."""
        i = bisect_right(self._opens, at) - 1
        return i >= 0 and at < self._closes[i]

    def next_open(self, at: int) -> int:
        """``at`` itself if it lies in working hours, else the next opening.

        Raises:
            ValueError: There is none: the calendar ends before.
        """
        i = bisect_right(self._closes, at)
        if i >= len(self._opens):
            raise ValueError(f"{self.local(at):%Y-%m-%d} lies beyond the calendar of {self.zone}")
        return max(at, self._opens[i])

    def end_of_day(self, at: int) -> int:
        """The last closing time on the wall date of ``at``, or ``at`` if there is none left."""
        day = self.local(at).date()
        i = bisect_right(self._closes, at)
        last = at
        while i < len(self._opens) and self.local(self._opens[i]).date() == day:
            last = self._closes[i]
            i += 1
        return last

    def work_between(self, a: int, b: int) -> int:
        """Milliseconds of working time between two instants, negative if ``b`` is earlier."""
        return self._worked(b) - self._worked(a)

    def add_work(self, at: int, work: int) -> int:
        """The instant at which ``work`` milliseconds of working time after ``at`` have passed."""
        if work <= 0:
            return at
        target = self._worked(at) + work
        i = bisect_left(self._before, target) - 1
        if i >= len(self._opens):
            raise ValueError(
                f"{work} ms of work after {self.local(at)} lie beyond the calendar of {self.zone}"
            )
        return self._opens[i] + target - self._before[i]

    def _worked(self, at: int) -> int:
        i = bisect_right(self._opens, at) - 1
        if i < 0:
            return 0
        return self._before[i] + min(at, self._closes[i]) - self._opens[i]


def _span(text: str) -> tuple[time, time]:
    opens, dash, closes = text.partition("-")
    try:
        a, b = time.fromisoformat(opens.strip()), time.fromisoformat(closes.strip())
    except ValueError:
        dash = ""
        a = b = time()
    if not dash or a >= b:
        raise ValueError(f"working hours {text!r}: write them as '08:30-12:30', the earlier time first")
    return a, b
