"""Playing a run at the terminal: progress in simulated time, and stops that keep everything."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from .console import console, say
from .counts import counted
from .terminal import AtTerminal, Terminal
from .wording import headline, shortened

if TYPE_CHECKING:
    from rich.live import Live

    from ...scenarios.pack import Pack
    from ..agents.session import Policy
    from ..kernel.events import Event
    from ..kernel.run import Run

_REFRESH: Final = 0.15
"""Seconds between redrawings."""


@dataclass
class Played:
    """How playing went."""

    interrupted: bool
    paused: bool
    """The person in the seat asked for a pause."""
    seconds: float
    """By the wall clock, all sessions of the run together."""
    cost: Decimal | None = None
    """What all models cost, if that stopped the run."""


class Brake:
    """Stops a run after the step under way, on SIGINT, SIGTERM or a person's wish; a second signal aborts."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._loop: asyncio.AbstractEventLoop | None = None
        self.signalled = False
        self.pulled = False

    @contextmanager
    def ready(self) -> Generator[None]:
        """Within an event loop: signals stop the run."""
        self._loop = asyncio.get_running_loop()
        self._run.loop.after_step.append(self._after_step)
        before = {number: signal.signal(number, self._signal) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
            self._run.loop.after_step.remove(self._after_step)

    def pull(self) -> None:
        """Stop after the step under way."""
        self.pulled = True
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._run.loop.stop)

    def _signal(self, number: int, frame: Any) -> None:
        if self.signalled:
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
        self.signalled = True
        say("\nStopping after this step; once more to abort.")
        self.pull()

    def _after_step(self, events: list[Event]) -> None:
        # the loop may go a long way without letting other callbacks run
        if self.pulled:
            self._run.loop.stop()


def play_run(
    run: Run,
    agents: Mapping[str, str],
    options: Mapping[str, Any],
    *,
    until: int | None = None,
    most: Decimal | None = None,
) -> Played:
    """Play a run on until it ends, reaches ``until``, or is stopped; shows how far it is.

    Args:
        run: An open, writable run.
        agents: Seat to the name of its policy.
        options: Options of model policies.
        until: Milliseconds since the run's start.
        most: Stop once all models of the run together have cost that many dollars.

    Raises:
        LookupError: There is no policy of that name.
        JournalError: The run can't be written, or a restored policy moves otherwise than it did.
    """
    from ...scenarios.play import pack_in, play, world_of
    from ..minds.client import close_clients

    brake = Brake(run)
    pack = pack_in(run)
    terminal = Terminal(brake)
    policies = {seat: policy_for(name, pack, options, brake, terminal) for seat, name in agents.items()}
    began = time.monotonic()
    played_by_hand = played_by_humans(run)
    quiet = bool(played_by_hand) or any(name == "human" for name in agents.values())
    purse = Purse(run, most, brake)
    if played_by_hand:
        world_of(run).terminal = AtTerminal(terminal, brake)

    async def playing() -> None:
        try:
            with brake.ready(), purse.watched():
                if not purse.empty:
                    await play(run, policies, until=until)
        finally:
            await close_clients()

    logging.basicConfig(level=logging.WARNING, format="%(message)s", stream=sys.stderr)
    try:
        with progress(run, quiet=quiet):
            asyncio.run(playing())
    finally:
        seconds = round(run.meta.get("wall_s", 0.0) + time.monotonic() - began, 3)
        run.meta["wall_s"] = seconds
        run.journal.set_meta("wall_s", seconds)
    paused = brake.pulled and not brake.signalled and purse.spent is None
    return Played(brake.signalled, paused, seconds, purse.spent)


def played_by_humans(run: Run) -> list[str]:
    """The coworkers whom somebody at the terminal plays."""
    from ..minds.registry import HUMAN

    minds: Mapping[str, str] = run.settings.get("minds", {})
    return [person for person, mind in minds.items() if mind == HUMAN]


class Purse:
    """Stops a run when all its models together have cost what they may."""

    def __init__(self, run: Run, most: Decimal | None, brake: Brake) -> None:
        self._run = run
        self._most = most
        self._brake = brake
        self._seen = -1
        self.spent: Decimal | None = None
        """What was spent when it stopped the run."""

    @contextmanager
    def watched(self) -> Generator[None]:
        """Within an event loop: look after every step that followed a call."""
        if self._most is None:
            yield
            return
        self._run.loop.after_step.append(self._look)
        try:
            self._look([])
            yield
        finally:
            self._run.loop.after_step.remove(self._look)

    @property
    def empty(self) -> bool:
        """It was spent before anything was played."""
        return self.spent is not None

    def _look(self, events: list[Event]) -> None:
        made = self._run.ledger.made
        if made == self._seen or self._most is None:
            return
        self._seen = made
        cost = self._run.ledger.spent().cost
        if cost >= self._most and self.spent is None:
            self.spent = cost
            self._brake.pull()


def policy_for(
    name: str, pack: Pack, options: Mapping[str, Any], brake: Brake, terminal: Terminal | None = None
) -> Policy:
    """A policy by name; a person at the terminal can be interrupted while they think."""
    from ...scenarios.play import policy_named

    if name != "human":
        return policy_named(name, pack, options=options)
    from ..agents.policies.human import Human

    return Human(read=(terminal or Terminal(brake)).read, write=say, pause=brake.pull)


# Progress ------------------------------------------------------------------------------------------------------------


@contextmanager
def progress(run: Run, *, quiet: bool = False) -> Generator[None]:
    """Show how far a run is: redrawn in place on a terminal, else a line for each simulated day."""
    if quiet:
        yield
        return
    shown = console(error=True)
    watch = _Watch(run)
    if not shown.is_terminal:
        tell = watch.by_day
        run.loop.after_step.append(tell)
        try:
            yield
        finally:
            run.loop.after_step.remove(tell)
        return
    from rich.live import Live

    with Live(console=shown, auto_refresh=False, transient=True) as live:
        redraw = watch.on(live)
        run.loop.after_step.append(redraw)
        try:
            yield
        finally:
            run.loop.after_step.remove(redraw)


class _Watch:
    """Follows a run's steps."""

    def __init__(self, run: Run) -> None:
        from ...scenarios.play import main_seat, world_of

        self._run = run
        self._world = world_of(run)
        self._seat = main_seat(run)
        self._calendar = self._world.desk.calendar(self._seat)
        self._limit = self._world.desk.limits[self._seat].work_hours
        self._last = ""
        self._day = ""
        self._drawn = 0.0

    def by_day(self, events: list[Event]) -> None:
        """A line when a simulated day begins."""
        wall = self._calendar.local(self._run.now)
        day = f"{wall:%a %d %b}"
        if day != self._day:
            self._day = day
            say(f"{day}  {self._run.last_seq + 1:>7,} events  {self._calls:>4} calls")

    def on(self, live: Live) -> Callable[[list[Event]], None]:
        """Redraws now and then."""

        def redraw(events: list[Event]) -> None:
            for event in events:
                text = headline(event.payload, self._name)
                if text is not None:
                    self._last = text
            now = time.monotonic()
            if now - self._drawn >= _REFRESH:
                self._drawn = now
                live.update(self._picture(), refresh=True)

        return redraw

    @property
    def _calls(self) -> int:
        return self._world.desk.budgets.of(self._seat).calls

    def _name(self, person: str) -> str:
        one = self._world.setup.people.get(person)
        return one.first if one is not None else person

    def _picture(self) -> Any:
        from rich.table import Table
        from rich.text import Text

        wall = self._calendar.local(self._run.now)
        worked = max(0.0, self._calendar.work_between(0, self._run.now) / 3_600_000)
        share = min(1.0, worked / self._limit)
        bar = Text("━" * round(24 * share), "green") + Text("━" * (24 - round(24 * share)), "bright_black")
        grid = Table.grid(padding=(0, 2))
        grid.add_row(
            Text(f"{wall:%a %d %b %H:%M}", "bold"),
            bar,
            f"{worked:.1f} h",
            counted(self._run.last_seq + 1, "event"),
            counted(self._calls, "call"),
        )
        whole = Table.grid()
        whole.add_row(grid)
        whole.add_row(Text(shortened(self._last, 96), "dim"))
        return whole
