"""A policy's side of a seat: it calls tools and gets observations, and is restored by being played again.

Every move is journaled with its full observation. A policy that comes back after a stop starts from its beginning with
its earlier moves answered from the journal; a different move raises `ReplayDivergence`. It must take time and
randomness only from its session.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias, get_args

from ..apps.surfaces import Looked, Surface
from ..kernel.events import JournalError
from ..kernel.ledger import Calls, Ledger, ReplayDivergence, first_difference
from ..kernel.moves import CallRecord
from ..kernel.run import Run, Seeds
from ..kernel.seats import Call, Move, Note, Seats, Stop
from ..kernel.streams import Stream, Streams
from .limits import Limits
from .usage import Usage

log = logging.getLogger(__name__)

NoteKind: TypeAlias = Literal["text", "malformed", "cut", "context", "remark"]
"""What a turn that was no call was."""

_LOOKUPS = 20
"""Lookups in the list of tools in a row that are nobody's business; further ones count as turns without progress."""
_FAREWELLS = 5
"""Times that a policy is told to go."""


@dataclass(frozen=True)
class ToolFailure:
    """Why a call was refused and what to do instead."""

    code: str
    message: str
    hint: str = ""


@dataclass(frozen=True)
class Observation:
    """What a policy gets back from a call."""

    ok: bool
    tool: str
    data: Mapping[str, Any]
    error: ToolFailure | None
    now: str
    """Simulated wall time in the seat's own zone, ``2026-03-02T09:30``."""
    left: Mapping[str, Any]
    """Budgets left: work hours, calls …"""
    notifications: Sequence[Mapping[str, Any]]
    """What arrived meanwhile, as headlines."""
    raw: Mapping[str, Any] = field(repr=False, default_factory=dict[str, Any])

    @classmethod
    def of(cls, raw: Mapping[str, Any]) -> Observation:
        """From its JSON form."""
        error = raw.get("error")
        return cls(
            ok=raw["ok"],
            tool=raw["tool"],
            data=raw.get("data") or {},
            error=ToolFailure(error["code"], error["message"], error.get("hint", "")) if error else None,
            now=raw["now"],
            left=raw.get("left", {}),
            notifications=raw.get("notifications", ()),
            raw=raw,
        )

    def __getitem__(self, key: str) -> Any:
        if key not in self.data:
            what = f"{self.tool} gave {', '.join(self.data) or 'no data'}"
            raise KeyError(
                f"{key}: {what}; it was refused: {self.error.message}" if self.error else f"{key}: {what}"
            )
        return self.data[key]


class ServiceFailedError(Exception):
    """Something that a policy rests on can't be had, such as its model: no fault of the policy."""


class Policy(Protocol):
    """Plays a seat. Any object with these two is one."""

    name: str
    """Kept in the run, outside its digest; a resumed run with the same name is restored by replay."""

    async def play(self, session: Session) -> None:
        """Play the episode; return when it is over (or call ``session.finish``)."""
        ...


@dataclass(frozen=True)
class Briefing:
    """What a seat knows when its episode begins."""

    seat: str
    person: str
    name: str
    title: str
    organisation: str
    task: str
    """The brief's text, as it arrived by mail or chat."""
    now: str
    tools: Sequence[Mapping[str, Any]]
    """Function schemas."""
    guide: str
    """How to work here: apps, time, waiting, finishing; nothing of the rubric."""


class Session:
    """One seat's episode, seen by its policy. Implements the kernel's `Port`."""

    def __init__(
        self,
        run: Run,
        seat: str,
        policy: Policy,
        briefing: Briefing,
        *,
        inherited: int | None = None,
        limits: Limits | None = None,
        surface: Surface | None = None,
    ) -> None:
        self.seat = seat
        self.briefing = briefing
        self.now = briefing.now
        self._left: Mapping[str, Any] = {}
        self.transcript: list[tuple[Move, Mapping[str, Any] | None]] = []
        """Moves so far with what they observed; a policy that takes over a run begins with its predecessor's."""
        self._run = run
        self._policy = policy
        self._records: list[CallRecord] = run.moves(seat)
        self._queue: asyncio.Queue[Move] = asyncio.Queue()
        self._waiting: dict[int, tuple[Call, asyncio.Future[Mapping[str, Any]]]] = {}
        self._arrived: dict[int, Mapping[str, Any]] = {}
        self._surface = surface
        self._lookups = 0
        self._calls_made = 0
        self._model: Calls | None = None
        self._named: dict[str, tuple[Call, asyncio.Future[Mapping[str, Any]]]] = {}
        self._closed = False
        self._failed: JournalError | None = None
        self._task: asyncio.Task[None] | None = None
        if inherited is None:
            known = run.meta.get("policies", {}).get(seat)
            inherited = len(self._records) if known is not None and known != policy.name else 0
        self._inherited = self._at = min(inherited, len(self._records))
        """Moves that an earlier policy made; this one is restored by playing again what came after them."""
        self._limits = limits or Limits()
        made = max((record.number for record in self._records[: self._inherited]), default=0)
        self.usage = Usage.of(run.ledger.outcomes(f"seat:{seat}", made))
        """What the seat's policies have used of models."""
        self._warned: set[str] = set()
        self.external = bool(getattr(policy, "external", False))
        """The policy's moves come from outside the process (a person, a client): they can't be had again."""
        self.handed_over = self._inherited > 0
        """This policy continues what another one began."""

    # For policies ----------------------------------------------------------------------------------------------------

    @property
    def brief(self) -> str:
        """The task's text."""
        return self.briefing.task

    @property
    def left(self) -> Mapping[str, Any]:
        """Budgets left: work hours, calls, and tokens and cost where the task limits them."""
        return {**self._left, **self.usage.left(self._limits)}

    async def call(self, tool: str, /, **arguments: Any) -> Observation:
        """Call a tool by name. A refused call is an observation with ``ok`` false, never an exception."""
        return await self.call_json(tool, json.dumps(arguments, ensure_ascii=False, default=str))

    async def call_json(self, tool: str, arguments: str, call_id: str | None = None) -> Observation:
        """Call a tool with its arguments as JSON text, well-formed or not.

        Args:
            tool: The tool's name.
            arguments: A JSON object.
            call_id: The caller's own name for the call. Repeating it gives the stored result, or waits for the one
                on its way, and costs nothing; naming another call so is refused with ``conflict``.
        """
        self._check_open()
        if self._surface is not None:
            meant = self._surface.read(str(tool), arguments)
            if isinstance(meant, Looked):
                return await self._look_up(meant)
            tool, arguments = meant.tool, meant.arguments
            self._lookups = 0
        move = Call(storable(str(tool)), _canonical(arguments), call_id and storable(call_id))
        call_id = move.call_id
        if call_id is not None and call_id in self._named:
            first, future = self._named[call_id]
            if first[:2] != move[:2]:
                return self._conflict(move, first)
            return Observation.of(await asyncio.shield(future))
        record = self._next_record(move)
        self._calls_made += 1
        self._model = None
        future = self._expect(move, self._calls_made, record)
        if record is not None and isinstance(record.move, Call) and record.move.call_id is not None:
            self._named[record.move.call_id] = (move, future)
        if call_id is not None:
            self._named[call_id] = (move, future)
        if record is None:
            self._queue.put_nowait(move)
        # shielded: a caller who gives up waiting may ask again by the call's name
        return Observation.of(await asyncio.shield(future))

    async def _look_up(self, looked: Looked) -> Observation:
        """What the list of tools itself answers; it is no event, and costs nothing."""
        self._lookups += 1
        if self._lookups > _LOOKUPS:
            await self.note("text", f"looked up tools with {looked.tool} and called none")
        # a policy that only ever looks up would never let the run go on, nor end it
        await asyncio.sleep(0)
        while not self._queue.empty():  # noqa: ASYNC110  (whoever empties it has no event to set)
            await asyncio.sleep(0)
        error = looked.error
        raw: dict[str, Any] = {"ok": error is None, "tool": looked.tool, "data": dict(looked.data)}
        if error is not None:
            raw["error"] = dict(zip(("code", "message", "hint"), error, strict=True))
        return Observation.of({**raw, "now": self.now, "left": dict(self.left), "notifications": []})

    async def wait(
        self, *, until: str | None = None, minutes: int | None = None, notification: bool = False
    ) -> Observation:
        """Let time pass: until a moment, for some minutes, or until something arrives (whichever comes first)."""
        given = {"until": until, "minutes": minutes, "notification": notification or None}
        return await self.call("wait", **{key: value for key, value in given.items() if value is not None})

    async def finish(self, summary: str = "") -> Observation:
        """End the episode: the work is delivered."""
        return await self.call("finish", summary=summary)

    async def note(self, kind: NoteKind, text: str) -> None:
        """Journal a turn that was no call, or something about the policy itself; costs no time.

        Raises:
            ValueError: There is no such kind of note.
            TypeError: The text is no text.
        """
        self._check_open()
        # both are checked here, in the policy: the kernel, which journals them, has nobody to blame
        if kind not in get_args(NoteKind):
            raise ValueError(f"there is no note {kind!r}; notes are {', '.join(get_args(NoteKind))}")
        if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"a note's text is a str, not {type(text).__name__}")
        move = Note(kind, storable(text))
        if self._next_record(move) is None:
            self._queue.put_nowait(move)
        self.transcript.append((move, None))

    def random(self, *name: str | int) -> Stream:
        """A stream of random draws for the decision at hand."""
        seed = self._run.meta["seed"]
        at = self._records[self._at].seq if self._at < len(self._records) else None
        for seq, value in self._run.state.get(Seeds).history:
            if at is None or seq <= at:
                seed = value
        return Streams(seed).stream("policy", self.seat, self._calls_made + 1, *name)

    async def ask(self, request: Mapping[str, Any], make: Callable[[], Awaitable[Any]]) -> Any:
        """A model call through the run's ledger: answered from the record, else made and recorded.

        Args:
            request: All that the answer depends on, as JSON values.
            make: Makes the call; must return JSON values. Its ``tokens`` (``input``, ``output``) and ``cost`` are
                counted; once a limit on them is used up, the next call is not made and the episode ends.
        """
        self._check_open()
        reason = self.usage.over(self._limits)
        if reason is not None:
            self._queue.put_nowait(Stop("truncated", reason))
            await asyncio.Event().wait()  # the kernel ends the episode and lets the policy go
        if self._model is None:
            self._model = Calls(self._ledger, f"seat:{self.seat}", self._calls_made + 1)
        outcome = await self._model.call(request, make)
        self.usage.add(outcome)
        for name in sorted(self.usage.untold(self._limits) - self._warned):
            self._warned.add(name)
            log.warning(
                "the model of %s does not tell its %s: that limit can't be held", self._policy.name, name
            )
        return outcome

    @property
    def replaying(self) -> bool:
        """Earlier moves of this policy are still being answered from the journal."""
        return self._at < len(self._records)

    def recorded_call(self) -> tuple[str, str] | None:
        """The next recorded call (tool, arguments): for policies that can't be played again, such as a person."""
        while self.replaying:
            move = self._records[self._at].move
            if isinstance(move, Call):
                return move.tool, move.arguments
            self._at += 1
        return None

    # For the kernel --------------------------------------------------------------------------------------------------

    async def move(self) -> Move | None:
        """The policy's next move, or that it is over."""
        if self._task is None:
            self._task = asyncio.create_task(self._play(), name=f"policy/{self.seat}")
        getting = asyncio.ensure_future(self._queue.get())
        try:
            await asyncio.wait((getting, self._task), return_when=asyncio.FIRST_COMPLETED)
            if self._failed is not None:
                raise self._failed
            if getting.done():
                return getting.result()
            if not self._queue.empty():
                return self._queue.get_nowait()
        except asyncio.CancelledError:
            if getting.done() and not getting.cancelled():
                self._queue.put_nowait(getting.result())
            raise
        finally:
            getting.cancel()
        error = self._task.exception() if not self._task.cancelled() else asyncio.CancelledError()
        if error is None:
            return Stop("terminated", "the policy returned without finishing")
        if isinstance(error, JournalError):
            raise error
        log.error("policy %s failed: %s: %s", self._policy.name, type(error).__name__, error, exc_info=error)
        fault = "infrastructure" if isinstance(error, ServiceFailedError) else "agent"
        return Stop("truncated", f"{fault} error: {type(error).__name__}: {error}")

    def deliver(self, call: int, observation: dict[str, Any]) -> None:
        """A call ended."""
        waiting = self._waiting.pop(call, None)
        if waiting is None:
            self._arrived[call] = observation
        else:
            self._take(waiting[0], observation)
            waiting[1].set_result(observation)

    async def close(self) -> None:
        """Let the policy go."""
        if self._task is not None:
            # A policy whose last call has just returned may still end by itself.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.05):  # outside the simulation: tidying up
                    await asyncio.wait((self._task,))
            self._closed = True
            for _ in range(_FAREWELLS):
                # one that catches its cancellation and calls on gets it again from that call
                self._task.cancel()
                done, _ = await asyncio.wait((self._task,), timeout=1)  # outside the simulation: tidying up
                if done:
                    if not self._task.cancelled():
                        self._task.exception()
                    return
            log.warning("policy %s does not let go of its seat: it is left behind", self._policy.name)

    async def _play(self) -> None:
        if self._inherited:
            busy = self._run.state.get(Seats).seats[self.seat].busy
            for record in self._records[: self._inherited]:
                self._calls_made = max(self._calls_made, record.number)
                if not isinstance(record.move, Call):
                    self.transcript.append((record.move, None))
                elif record.observation is not None or busy is not None or record.number in self._arrived:
                    await self._expect(record.move, record.number, record)
        try:
            await self._policy.play(self)
        except SystemExit as error:  # left alone it would end the whole process, other runs included
            raise RuntimeError(f"the policy called exit({error.code})") from error

    @property
    def _ledger(self) -> Ledger:
        return self._run.ledger

    def _check_open(self) -> None:
        if self._closed:
            raise asyncio.CancelledError("the session is closed")

    def _next_record(self, move: Move) -> CallRecord | None:
        if self._at >= len(self._records):
            return None
        record = self._records[self._at]
        self._at += 1
        before, now = record.move, move
        if type(before) is not type(now) or before[:2] != now[:2]:
            what = first_difference(_plain(before), _plain(now)) or "the move"
            self._failed = self._failed or ReplayDivergence(f"seat {self.seat}, move {self._at}: {what}")
            raise self._failed
        return record

    def _expect(
        self, move: Call, number: int, record: CallRecord | None
    ) -> asyncio.Future[Mapping[str, Any]]:
        """The observation of a call, now or once it is delivered."""
        future: asyncio.Future[Mapping[str, Any]] = asyncio.get_running_loop().create_future()
        known = record.observation if record is not None else None
        if known is None:
            known = self._arrived.pop(number, None)
        if known is None:
            self._waiting[number] = (move, future)
        else:
            self._take(move, known)
            future.set_result(known)
        return future

    def _take(self, move: Call, raw: Mapping[str, Any]) -> None:
        self.now = raw["now"]
        self._left = raw.get("left", {})
        self.transcript.append((move, raw))

    def _conflict(self, move: Call, first: Call) -> Observation:
        error = {
            "code": "conflict",
            "message": f"the call id {move.call_id!r} was given to another call of {first.tool}",
            "hint": "Give every call an id of its own; repeat one only to get the same result again.",
        }
        raw = {"ok": False, "tool": move.tool, "error": error, "now": self.now, "left": self._left}
        return Observation.of(raw)


def storable(text: str) -> str:
    """The text as it can be written: halves of surrogate pairs, which models do emit, have no UTF-8 form."""
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _canonical(arguments: str) -> str:
    try:
        value = json.loads(arguments)
        return storable(json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")))
    except (ValueError, RecursionError):
        return storable(arguments)


def _plain(move: Move) -> Any:
    if isinstance(move, Call):
        try:
            arguments = json.loads(move.arguments)
        except (ValueError, RecursionError):
            arguments = move.arguments
        return {"tool": move.tool, "arguments": arguments}
    return move._asdict()
