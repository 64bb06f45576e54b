"""A seat for the owner of a run, in the owner's own process: the same commands without a server."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Coroutine, Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from ...scenarios.play import main_seat, open_run, world_of
from .host import Host, SeatDoor, others

T = TypeVar("T")


class UnknownSeatError(LookupError):
    """The run has no such seat."""


class Owned:
    """A seat of a run that is open in this process."""

    def __init__(self, door: SeatDoor, loop: asyncio.AbstractEventLoop) -> None:
        self._door = door
        self._loop = loop

    def call(self, tool: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Call a tool; the observation."""
        return _wait(self._loop, self._door.call(tool, json.dumps(arguments, ensure_ascii=False)))

    def tools(self) -> Sequence[Mapping[str, Any]]:
        """Function schemas of all tools."""
        return self._door.all_tools()

    def briefing(self) -> Mapping[str, Any]:
        """What the seat knows when it begins."""
        return self._door.briefing()


@contextmanager
def owned(path: Path, seat: str | None = None) -> Generator[Owned]:
    """A seat of a run, which is opened here and played as far as the seat's calls go.

    Args:
        path: The run file.
        seat: Which seat; the task's if None.

    Raises:
        UnknownSeatError: The run has no such seat.
        JournalError: It can't be opened, or can't go on.
    """
    loop = asyncio.new_event_loop()
    # a run belongs to the thread that opened it, and ours is the caller's
    thread = threading.Thread(target=loop.run_forever, name="run", daemon=True)
    thread.start()
    try:
        host = _wait(loop, _opened(path, seat))
        try:
            yield Owned(next(iter(host.doors.values())), loop)
        finally:
            _wait(loop, _closed(host))
        if host.error is not None:
            raise host.error
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _opened(path: Path, seat: str | None) -> Host:
    run = open_run(path, writable=True)
    try:
        chosen = seat or main_seat(run)
        if chosen not in world_of(run).desk.limits:
            raise UnknownSeatError(
                f"the run has no seat {chosen}; it has {', '.join(world_of(run).desk.limits)}"
            )
        return await Host(run, [chosen], others(run, [chosen])).__aenter__()
    except BaseException:
        run.close()
        raise


async def _closed(host: Host) -> None:
    try:
        await host.__aexit__(None, None, None)
    finally:
        host.run.close()


def _wait(loop: asyncio.AbstractEventLoop, coroutine: Coroutine[Any, Any, T]) -> T:
    return asyncio.run_coroutine_threadsafe(coroutine, loop).result()
