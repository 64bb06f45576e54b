"""A run that is open to callers: the one process that plays it, and its seats as they are seen through a door."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Final

from ...scenarios.play import briefing_of, ending_of, pack_in, play, policy_named, surface_of, world_of
from ..agents.session import Observation, Policy
from ..apps.surface import function_name, functions
from ..apps.surfaces import ToCall
from ..kernel.events import Event
from ..kernel.run import Run
from ..kernel.seats import Call, Ended
from .external import NAME, External

UNAVAILABLE: Final = "unavailable"
"""Code of the error that a call gets while the run does not go on."""

_LONGEST_ID: Final = 200
"""Characters of a call's id that are kept as they are."""
_LAST: Final = 0.2
"""Seconds that an answer may take from the run to the door, outside the simulation."""
_PATIENCE: Final = 50
"""Tenths of a second that a run is given to stop by itself."""


class SeatDoor:
    """One seat, for whoever holds its token: its briefing and its tools, and nothing else."""

    def __init__(self, run: Run, seat: str, external: External) -> None:
        self.seat = seat
        self.closed = asyncio.Event()
        """Nothing is done here any more: the seat's episode is over, or the run does not go on."""
        if ending_of(run, seat) is not None:
            self.closed.set()
        self._run = run
        self._external = external
        self._briefing = briefing_of(run, seat)
        self._surface = surface_of(run)
        self._tools = world_of(run).desk.tools
        # models' servers refuse dots in names, and what they send back is journaled with them
        self._dotted = {function_name(name): name for name in self._tools}

    def briefing(self) -> dict[str, Any]:
        """What the seat knows when it begins, and how its tools are offered in this run."""
        brief = self._briefing
        return {
            "seat": self.seat,
            "person": brief.person,
            "name": brief.name,
            "title": brief.title,
            "organisation": brief.organisation,
            "began": brief.now,
            "guide": brief.guide,
            "task": brief.task,
            "tools": list(brief.tools),
        }

    def all_tools(self) -> list[dict[str, Any]]:
        """Every tool by itself, for command lines, whatever list models are given."""
        return functions(self._tools)

    @property
    def guide(self) -> str:
        """How to work here, and the task."""
        task = f"\n\nYour task:\n\n{self._briefing.task}" if self._briefing.task else ""
        return f"{self._briefing.guide}{task}".strip()

    @property
    def tools(self) -> Sequence[Mapping[str, Any]]:
        """The list that models are given."""
        return self._briefing.tools

    async def call(self, tool: str, arguments: str, call_id: str | None = None) -> dict[str, Any]:
        """Call a tool; the observation as JSON values.

        A caller who gives up waiting may ask again by the call's id.

        Args:
            tool: Its name, with a dot or an underscore.
            arguments: A JSON object.
            call_id: The caller's own name for the call: repeating it gives the same result and costs nothing.
        """
        tool, name = self._dotted.get(tool, tool), _bounded(call_id)
        if not self.closed.is_set():
            calling = asyncio.ensure_future(self._make(tool, arguments, name))
            calling.add_done_callback(_look_at)
            if await self._answered(calling):
                return dict(calling.result().raw)
        return self._recorded(tool, arguments, name) or self._over(tool)

    async def _make(self, tool: str, arguments: str, name: str | None) -> Observation:
        session = await self._external.session()
        return await session.call_json(tool, arguments, name)

    async def _answered(self, calling: asyncio.Future[Observation]) -> bool:
        """Whether a call has its answer before nothing is done here any more."""
        closing = asyncio.ensure_future(self.closed.wait())
        try:
            await asyncio.wait((calling, closing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            closing.cancel()
        if not calling.done():
            # the call that ended it all has its answer already, and needs a moment to bring it here
            await asyncio.wait((calling,), timeout=_LAST)
            calling.cancel()
        return calling.done() and not calling.cancelled()

    def _recorded(self, tool: str, arguments: str, name: str | None) -> dict[str, Any] | None:
        """The result of a call that is asked for again when all is over."""
        meant = self._surface.read(tool, arguments)
        if name is None or not isinstance(meant, ToCall):
            return None
        for record in self._run.moves(self.seat):
            move = record.move
            if isinstance(move, Call) and move.call_id == name and move.tool == meant.tool:
                return record.observation
        return None

    def _over(self, tool: str) -> dict[str, Any]:
        ended = ending_of(self._run, self.seat)
        if ended is not None:
            code, message, hint = "ended", f"your work on this task is over: {ended['why']}", ""
        else:
            code, message = UNAVAILABLE, "the server is stopping, or waits for another seat that nobody holds"
            hint = "Repeat the call, with its id, when it is back."
        return {"ok": False, "tool": tool, "error": {"code": code, "message": message, "hint": hint}}


def _bounded(call_id: str | None) -> str | None:
    if not call_id or len(call_id) <= _LONGEST_ID:
        return call_id or None
    return hashlib.sha256(call_id.encode("utf-8", "surrogatepass")).hexdigest()


def _look_at(calling: asyncio.Future[Any]) -> None:
    """Take the failure of a call whose caller has hung up; nobody else does, and asyncio would report it."""
    if not calling.cancelled():
        calling.exception()


def others(run: Run, doors: Sequence[str], named: Mapping[str, str] | None = None) -> dict[str, Policy]:
    """Policies of the seats that are not held from outside: those named, those who played so far, or `null`.

    A seat that was held from outside before and isn't now stays empty: nobody else knows what its holder had in mind.

    Raises:
        LookupError: There is no policy of that name.
    """
    pack = pack_in(run)
    known: dict[str, str] = {
        **dict.fromkeys(pack.seats, "null"),
        **run.meta.get("policies", {}),
        **(named or {}),
    }
    return {
        seat: policy_named(name, pack) for seat, name in known.items() if seat not in doors and name != NAME
    }


class Host:
    """Plays a run whose seats, some or all, are held from outside.

    Args:
        run: An open, writable run.
        doors: Seats that are held from outside.
        policies: Who plays the other seats.
        tokens: Seat to the secret that opens it.
    """

    def __init__(
        self,
        run: Run,
        doors: Sequence[str],
        policies: Mapping[str, Policy] | None = None,
        tokens: Mapping[str, str] | None = None,
    ) -> None:
        self.run = run
        self.over = asyncio.Event()
        """The run has ended, or can't go on."""
        self.error: Exception | None = None
        self._externals = {seat: External() for seat in doors}
        self.doors = {seat: SeatDoor(run, seat, external) for seat, external in self._externals.items()}
        self._policies: dict[str, Policy] = {**(policies or {}), **self._externals}
        self.tokens = dict(tokens or {})
        """Seat to the secret that opens it."""
        self._task: asyncio.Task[None] | None = None

    def door(self, token: str) -> SeatDoor | None:
        """The seat that a token opens. All are compared, so that the time taken tells nothing."""
        found: SeatDoor | None = None
        for seat, secret in self.tokens.items():
            if hmac.compare_digest(secret.encode(), token.encode()):
                found = self.doors.get(seat)
        return found

    @property
    def surface(self) -> str:
        """How models are offered the tools."""
        return surface_of(self.run).name

    async def __aenter__(self) -> Host:
        self.run.loop.after_step.append(self._after_step)
        self._task = asyncio.create_task(self._play(), name="host")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop after the step under way; everything is kept."""
        assert self._task is not None
        for _ in range(_PATIENCE):
            self.run.loop.stop()  # again and again: a run that has only just begun to play forgets it
            if (await asyncio.wait((self._task,), timeout=0.1))[0]:  # outside the simulation: tidying up
                break
        else:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        self.run.loop.after_step.remove(self._after_step)

    async def _play(self) -> None:
        try:
            await play(self.run, self._policies)
        except Exception as error:  # noqa: BLE001  (told to whoever started the host)
            self.error = error
        finally:
            for door in self.doors.values():
                door.closed.set()
            self.over.set()

    def _after_step(self, events: list[Event]) -> None:
        for event in events:
            if isinstance(event.payload, Ended) and event.payload.seat in self.doors:
                self.doors[event.payload.seat].closed.set()
