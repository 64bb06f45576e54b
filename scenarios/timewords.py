"""The times of a pack placed in a run: "Tue week 2 09:30" becomes milliseconds since the run's start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from ..engine.kernel.clock import Calendar
from ..engine.office.conditions.timewords import Span, read_moment, read_span

_MS = timedelta(milliseconds=1)


@dataclass(frozen=True)
class PackClock:
    """Resolves what authors write about time against a pack's start and calendars.

    Attributes:
        start: The run's start, wall time of the pack's zone, naive.
        zone: The pack's time zone.
        calendars: The working calendars by name.
        default: The name of the calendar used where none is named.
    """

    start: datetime
    zone: str
    calendars: Mapping[str, Calendar]
    default: str

    def at(self, text: str) -> int:
        """Milliseconds from the run's start to a time such as "Tue week 2 09:30"; negative before the start.

        Raises:
            Misfit: The text is not a time.
        """
        zone = ZoneInfo(self.zone)
        origin = self.start.replace(tzinfo=zone).astimezone(UTC)
        return (read_moment(text).instant(self.start.date(), zone).astimezone(UTC) - origin) // _MS

    def text(self, at: int) -> str:
        """The wall time of the pack's zone at `at`, ISO 8601 to the minute."""
        return self.calendar().local(at).isoformat(timespec="minutes")

    def calendar(self, name: str | None = None) -> Calendar:
        """A calendar by name; the default one if `name` is None."""
        return self.calendars[name or self.default]

    def after(self, at: int, span: str | Span, calendar: str | None = None) -> int:
        """The instant a duration after `at`.

        A work day later is the same wall time on the next day that has working hours.

        Args:
            at: Milliseconds since the run's start.
            span: A duration, such as "3h" or "2 work days".
            calendar: Whose working hours count; the default one if None.

        Raises:
            Misfit: `span` is not a duration.
        """
        length = read_span(span) if isinstance(span, str) else span
        if length.unit == "elapsed":
            return at + length.amount
        hours = self.calendar(calendar)
        if length.unit == "work":
            return hours.add_work(at, length.amount)
        return self._work_days_later(at, length.amount, hours)

    @staticmethod
    def _work_days_later(at: int, days: int, hours: Calendar) -> int:
        wall = hours.local(at)
        day: date = wall.date()
        for _ in range(days):
            midnight = datetime.combine(day + timedelta(days=1), time())
            day = hours.local(hours.next_open(hours.at(midnight))).date()
        return hours.at(datetime.combine(day, wall.time()))
