"""What every view of a run needs: its people's names, its clock, and the window of time asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import Any

from ....scenarios.pack import Pack
from ....scenarios.play import main_seat, pack_in, world_of
from ...kernel.events import Event
from ...kernel.run import Run
from ...office.events import Invited, MessageSent
from ..failures import Unusable


class Book:
    """An open run with what is needed to tell of it.

    Args:
        run: The run.
        since: Begin of the window, as authors write times; the run's start if None.
        until: Its end; the run's end if None.
        day: One day instead: ``Tue``, ``Tue week 2``, ``3`` (counted from 1) or a date.
    """

    def __init__(
        self, run: Run, *, since: str | None = None, until: str | None = None, day: str | None = None
    ) -> None:
        self.run = run
        self.pack: Pack = pack_in(run)
        self.world = world_of(run)
        self.seat = main_seat(run)
        self.me = self.world.desk.person(self.seat)
        self.calendar = self.world.desk.calendar(self.seat)
        self.since = self.pack.clock.at(since) if since else 0
        self.until = self.pack.clock.at(until) if until else run.now
        if day is not None:
            self.since, self.until = self._span(day)
        if self.since > self.until:
            raise Unusable("that time ends before it begins")
        self.meetings = {
            event.payload.meeting: event.payload.title
            for event in run.events((Invited.kind,))
            if isinstance(event.payload, Invited)
        }

    def _span(self, day: str) -> tuple[int, int]:
        first = self.calendar.local(0).date()
        found = re.fullmatch(r"(?:day\s*)?(\d{1,3})", day.strip().casefold())
        if found:
            chosen = first + timedelta(days=int(found[1]) - 1)
        else:
            try:
                chosen = date.fromisoformat(day.strip())
            except ValueError:
                chosen = self.calendar.local(self.pack.clock.at(f"{day.strip()} 12:00")).date()
        begin = self.calendar.at(datetime.combine(chosen, time()))
        end = self.calendar.at(datetime.combine(chosen + timedelta(days=1), time())) - 1
        if begin > self.run.now or end < 0:
            last = self.calendar.local(self.run.now).date()
            raise Unusable(
                f"the run goes from {first:%a %d %b} to {last:%a %d %b}; {chosen:%a %d %b %Y} is outside"
            )
        return max(0, begin), min(end, self.run.now)

    def events(self, kinds: tuple[str, ...] = ()) -> Iterator[Event]:
        """The events in the window."""
        for event in self.run.events(kinds):
            if event.at > self.until:
                return
            if event.at >= self.since:
                yield event

    def messages(self) -> Iterator[tuple[Event, MessageSent]]:
        """What was written and said in the window."""
        for event in self.events((MessageSent.kind,)):
            sent = event.payload
            assert isinstance(sent, MessageSent)
            if not sent.past:
                yield event, sent

    def person(self, name: str) -> str:
        """The id of who is meant; a seat's name stands for who sits there."""
        if name in self.pack.seats:
            return self.pack.seats[name].person
        return self.world.office.resolve(name)

    def first(self, person: str) -> str:
        """What a person is called."""
        one = self.world.setup.people.get(person)
        return one.first if one is not None else person

    def name(self, person: str) -> str:
        """A person's full name."""
        one = self.world.setup.people.get(person)
        return one.name if one is not None else person

    def when(self, at: int, *, day: bool = True) -> str:
        """An instant on the seat's wall clock."""
        local = self.calendar.local(at)
        return f"{local:%a %d %b %H:%M}" if day else f"{local:%H:%M}"

    def day_of(self, at: int) -> str:
        """The date of an instant."""
        return f"{self.calendar.local(at):%a %d %b}"

    def text(self, sent: MessageSent) -> str:
        """What a message says."""
        return self.run.blobs.text(sent.body)

    def place(self, sent: MessageSent) -> str:
        """Where something was said, in words."""
        if sent.app == "meeting":
            return f"in {self.meetings.get(sent.thread, sent.thread)}"
        if sent.thread.startswith("#"):
            return f"in {sent.thread.split('/')[0]}"
        return "in a comment" if sent.app == "comment" else f"by {sent.app}"

    def people(self, ids: Any) -> str:
        """People's names, the seat's own as it is."""
        return ", ".join(self.first(one) for one in ids) or "nobody"

    def row(self, event: Event) -> dict[str, Any]:
        """An event as JSON values, with its wall time."""
        return {
            "seq": event.seq,
            "at": self.calendar.local(event.at).isoformat(timespec="seconds"),
            "actor": event.actor,
            "kind": event.kind,
            "cause": event.cause,
            "payload": event.payload.model_dump(mode="json"),
        }
