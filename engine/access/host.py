"""A run that is open to callers: the one process that plays it, and its seats as they are seen through a door."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Final

from ...scenarios.play import briefing_of, ending_of, play, surface_of, world_of
from ..agents.session import Policy
from ..apps.surface import function_name, functions
from ..kernel.run import Run
from .external import External

_LONGEST_ID: Final = 200
"""Characters of a call's id."""


class SeatDoor:
    """One seat, for whoever holds its token: its briefing and its tools, and nothing else."""

    def __init__(self, run: Run, seat: str, external: External, over: asyncio.Event) -> None:
        self.seat = seat
        self._run = run
        self._external = external
        self._over = over
        self._briefing = briefing_of(run, seat)
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
        return f"{self._briefing.guide}\n\nYour task:\n\n{self._briefing.task}".strip()

    @property
    def tools(self) -> Sequence[Mapping[str, Any]]:
        """The list that models are given."""
        return self._briefing.tools

    async def call(self, tool: str, arguments: str, call_id: str | None = None) -> dict[str, Any]:
        """Call a tool; the observation as JSON values.

        Args:
            tool: Its name, with a dot or an underscore.
            arguments: A JSON object.
            call_id: The caller's own name for the call: repeating it gives the same result and costs nothing.
        """
        if call_id is not None and len(call_id) > _LONGEST_ID:
            call_id = call_id[:_LONGEST_ID]
        getting = asyncio.ensure_future(self._external.session())
        if not await self._first(getting):
            return self._ended(tool)
        session = getting.result()
        calling = asyncio.ensure_future(session.call_json(self._dotted.get(tool, tool), arguments, call_id))
        if not await self._first(calling):
            return self._ended(tool)
        try:
            return dict(calling.result().raw)
        except asyncio.CancelledError:
            return self._ended(tool)

    async def _first(self, future: asyncio.Future[Any]) -> bool:
        """Whether that came before the end of the episode."""
        if not future.done():
            ending = asyncio.ensure_future(self._over.wait())
            try:
                await asyncio.wait((future, ending), return_when=asyncio.FIRST_COMPLETED)
            finally:
                ending.cancel()
        if future.done() and not future.cancelled():
            return True
        future.cancel()
        return False

    def _ended(self, tool: str) -> dict[str, Any]:
        ended = ending_of(self._run, self.seat)
        why = f"your work on this task is over: {ended['why']}" if ended else "the server is stopping"
        code = "ended" if ended else "unavailable"
        hint = "" if ended else "Repeat the call, with its id, when it is back."
        return {"ok": False, "tool": tool, "error": {"code": code, "message": why, "hint": hint}}


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
        self.doors = {
            seat: SeatDoor(run, seat, external, self.over) for seat, external in self._externals.items()
        }
        self._policies: dict[str, Policy] = {**(policies or {}), **self._externals}
        self._tokens = dict(tokens or {})
        self._task: asyncio.Task[None] | None = None

    def door(self, token: str) -> SeatDoor | None:
        """The seat that a token opens. All are compared, so that the time taken tells nothing."""
        found: SeatDoor | None = None
        for seat, secret in self._tokens.items():
            if hmac.compare_digest(secret.encode(), token.encode()):
                found = self.doors.get(seat)
        return found

    @property
    def surface(self) -> str:
        """How models are offered the tools."""
        return surface_of(self.run).name

    async def __aenter__(self) -> Host:
        self._task = asyncio.create_task(self._play(), name="host")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop after the step under way; everything is kept."""
        assert self._task is not None
        self.run.loop.stop()
        done, _ = await asyncio.wait((self._task,), timeout=5)  # outside the simulation: tidying up
        if not done:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _play(self) -> None:
        try:
            await play(self.run, self._policies)
        except Exception as error:  # noqa: BLE001  (told to whoever started the host)
            self.error = error
        finally:
            self.over.set()
