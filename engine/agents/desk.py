"""A seat's desk: turns a policy's calls into tool runs, charges their time, and makes observations of the results."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from pydantic import Field

from ..apps.base import Acting, App, Arguments, Result, Tool, ToolError, tool
from ..apps.surface import parse_call
from ..apps.walltime import read_time
from ..kernel.clock import HOUR, MINUTE, WEEKDAYS, Calendar
from ..kernel.events import Entry, Event
from ..kernel.loop import return_id
from ..kernel.seats import Begun, Ended, Noted, Returned, Seats
from ..kernel.state import State
from ..kernel.step import React, Step
from ..office.events import Effort, EffortCause
from ..office.model import Setup
from .limits import Budgets, Limits
from .notifications import SHOWN, Notifications

DEADLINE: Final = "desk.deadline"
WEEK: Final = 7
"""Days after which a weekday comes again."""


class WaitArguments(Arguments):
    """How long to let time pass; with several, whichever comes first."""

    until: str | None = Field(
        default=None, description="A moment in your own time: 'Tue 09:30' or '2026-03-03 09:30'."
    )
    minutes: int | None = Field(default=None, ge=1, le=7 * 24 * 60, description="For so many minutes.")
    notification: bool = Field(default=False, description="Until something arrives for you (at most a day).")


class FinishArguments(Arguments):
    """What you hand in."""

    summary: str = Field(
        default="", max_length=4_000, description="One or two sentences on what you delivered and where."
    )


class Done(Result):
    """Nothing to report."""

    done: bool = True


class SeatApp(App):
    """What a seat can do besides using apps: let time pass, and say that it is done."""

    name = "seat"

    @tool("wait", effort=lambda _args, _result: 0)
    async def wait(self, acting: Acting, args: WaitArguments) -> Done:
        """Let time pass, without effort. Ends early if your phone rings; with `notification`, if anything arrives."""
        return Done()

    @tool("write", effort=lambda _args, _result: 0)
    async def finish(self, acting: Acting, args: FinishArguments) -> Done:
        """End your work on this task: everything is delivered. You can't do anything afterwards."""
        return Done()


class Desk:
    """All seats' desks."""

    def __init__(
        self,
        setup: Setup,
        tools: Mapping[str, Tool],
        limits: Mapping[str, Limits],
        notifications: Notifications,
    ) -> None:
        own = {one.name.removeprefix("seat."): one for one in SeatApp().tools().values()}
        self.tools: dict[str, Tool] = {**tools, **own}
        self.limits = limits
        self.budgets = Budgets()
        self.notifications = notifications
        self._setup = setup
        self._person = {person.seat: person.id for person in setup.people.values() if person.seat}
        self._seats: Seats

    def bind(self, state: State) -> None:
        """Take the state that the seats' component is part of."""
        self._seats = state.get(Seats)
        self.notifications.bind(self._seats)

    def person(self, seat: str) -> str:
        """Who sits there."""
        return self._person[seat]

    def calendar(self, seat: str) -> Calendar:
        """The calendar of who sits there."""
        return self._setup.calendar_of(self._person[seat])

    def open(self, step: Step, seat: str) -> None:
        """Book the end of a seat's episode: its work hours from now, on its own calendar."""
        ends = self.calendar(seat).add_work(step.at, self.limits[seat].work_hours * HOUR)
        step.set(f"{DEADLINE}/{seat}", ends, DEADLINE, seat, priority=10)

    def close(self, step: Step, seat: str, why: str) -> None:
        """End a seat's episode, unless it has ended."""
        found = self._seats.seats.get(seat)
        if found is not None and not found.ended:
            self._end(step, seat, "terminated", why)

    def reactors(self) -> Mapping[str, React]:
        """Ends episodes: on `finish`, and when a limit is reached."""
        return {Returned.kind: self._after_return, Noted.kind: self._after_note}

    def handle(self, step: Step, entry: Entry) -> None:
        """A seat's time is up."""
        if not self._seats.seats[entry.target].ended:
            self._end(step, entry.target, "truncated", "deadline: the work hours of the task are used up")

    # Calls -----------------------------------------------------------------------------------------------------------

    def begin(self, step: Step, seat: str, call: int, name: str, arguments: str) -> Begun:
        """Validate a call, free of charge; take a read's result; say when it ends."""
        try:
            found, parsed = parse_call(self.tools, name, arguments)
            if name == "wait":
                return self._begin_wait(step, seat, parsed)
            if found.kind == "read":
                acting = Acting(step, self._person[seat])
                result = found.run(acting, parsed)
                effort = found.effort(parsed, result)
                self._charge(step, seat, found.cause, effort)
                return Begun(step.at + effort, _answer(name, result))
            return Begun(found.ends(Acting(step, self._person[seat]), parsed), waits=found.woken)
        except ToolError as error:
            return Begun(step.at, _refusal(name, error))

    def finish(self, step: Step, seat: str, call: int, name: str, arguments: str) -> dict[str, Any]:
        """Run a call that acts at its end."""
        try:
            found, parsed = parse_call(self.tools, name, arguments)
            result = found.run(Acting(step, self._person[seat]), parsed)
            effort = found.effort(parsed, result if found.kind == "wait" else None)
            if name != "wait":
                self._charge(step, seat, found.cause, effort)
            if found.heard is not None:
                self._charge(step, seat, "listening", found.heard(parsed, result))
        except ToolError as error:
            return _refusal(name, error)
        return _answer(name, result)

    def observe(self, step: Step, seat: str, result: dict[str, Any]) -> dict[str, Any]:
        """Add the time, the budgets left and what arrived meanwhile."""
        unseen = self.notifications.unseen[seat]
        calendar = self.calendar(seat)
        shown = [{**line, "at": _minute(calendar.local(line["at"]))} for line in unseen[-SHOWN:]]
        if len(unseen) > SHOWN:
            shown.insert(0, {"earlier": len(unseen) - SHOWN})
        limits, spent = self.limits[seat], self.budgets.of(seat)
        deadline = step.due(f"{DEADLINE}/{seat}")
        left: dict[str, Any] = {"calls": max(0, limits.calls - spent.calls)}
        if deadline is not None:
            left["work_hours"] = f"{calendar.work_between(step.at, deadline) / HOUR:.1f}"
        now = calendar.local(step.at)
        return {
            **result,
            "now": _minute(now),
            "weekday": WEEKDAYS[now.weekday()].title(),
            "left": left,
            "notifications": shown,
        }

    def _begin_wait(self, step: Step, seat: str, args: Any) -> Begun:
        assert isinstance(args, WaitArguments)
        calendar = self.calendar(seat)
        ends: list[int] = []
        if args.minutes is not None:
            ends.append(step.at + args.minutes * MINUTE)
        if args.until is not None:
            ends.append(_not_a_week_off(args.until, calendar, step.at))
        if not ends:
            if not args.notification:
                raise ToolError("invalid", "wait for what?", "give until, minutes, or notification=true")
            ends.append(step.at + 24 * HOUR)
        end = min(ends)
        if end <= step.at:
            raise ToolError(
                "invalid",
                f"{args.until} is over: it is {calendar.local(step.at):%a %H:%M}",
                "give a later moment",
            )
        if args.notification and self.notifications.unseen[seat]:
            end = step.at
        # whoever only waits hears the phone
        woken = args.notification or any(name.startswith("phone.") for name in self.tools)
        return Begun(end, None if end > step.at else _answer("wait", Done()), waits=woken)

    def _charge(self, step: Step, seat: str, cause: EffortCause, effort: int) -> None:
        if effort > 0:
            step.emit(Effort(seat=seat, cause=cause, milliseconds=effort), seat)

    # Ends ------------------------------------------------------------------------------------------------------------

    def _after_return(self, step: Step, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, Returned)
        if payload.tool == "finish" and payload.ok:
            self._end(step, payload.seat, "terminated", "finished")
            return
        self._check(step, payload.seat)

    def _after_note(self, step: Step, event: Event) -> None:
        assert isinstance(event.payload, Noted)
        self._check(step, event.payload.seat)

    def _check(self, step: Step, seat: str) -> None:
        limits, spent = self.limits[seat], self.budgets.of(seat)
        if spent.calls >= limits.calls:
            self._end(step, seat, "truncated", f"limit: {limits.calls} calls")
        elif spent.idle >= limits.idle_calls:
            self._end(step, seat, "truncated", f"limit: {limits.idle_calls} turns in a row without progress")

    def _end(self, step: Step, seat: str, how: Any, why: str) -> None:
        step.cancel(return_id(seat))
        step.cancel(f"{DEADLINE}/{seat}")
        step.emit(Ended(seat=seat, how=how, why=why), seat)


def _not_a_week_off(text: str, calendar: Calendar, now: int) -> int:
    """The instant meant; "Mon 09:50" on a Monday at 09:57 means no day a week away.

    Raises:
        ToolError: ``invalid``: it is over, or can't be read.
    """
    at = read_time(text, calendar, now)
    here, there = calendar.local(now), calendar.local(at)
    first = text.strip().split()[:1]
    named = bool(first) and first[0].rstrip(",").isalpha() and first[0].casefold() != "next"
    if named and len(text.split()) == 2 and (there.date() - here.date()).days == WEEK:
        message = f"{text} is over: it is {here:%a %H:%M}, and the next is a week from now"
        raise ToolError("invalid", message, f'If that is meant, write "{there:%Y-%m-%d %H:%M}".')
    return at


def _minute(moment: datetime) -> str:
    return moment.isoformat(timespec="minutes")


def _answer(name: str, result: Result) -> dict[str, Any]:
    return {"ok": True, "tool": name, "data": result.model_dump(mode="json", exclude_none=True)}


def _refusal(name: str, error: ToolError) -> dict[str, Any]:
    return {
        "ok": False,
        "tool": name,
        "error": {"code": error.code, "message": error.message, "hint": error.hint},
    }
