"""The loop: take the next entry, make its step, and let minds think meanwhile.

A decision starts when a person looks and takes effect at a later simulated instant that was drawn before, so minds
think in parallel and the order of effects never depends on how fast a model answers: conservative parallel
simulation, with thinking time as the lookahead.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Mapping
from typing import Any, Final

from pydantic_core import from_json, to_json

from .agenda import Agenda
from .ahead import Ahead
from .early import Early
from .events import Entry, Event, Lapsed
from .journal import Checkpoint, Journal, JournalError
from .ledger import Calls, Ledger
from .minds import Decided, Decisions, Looked, Mind, MindFailed, Value
from .seats import RETURN, Call, Called, Ended, Note, Noted, Port, Returned, Seats, Stop
from .state import State
from .step import Step
from .thinking import Made, Tally, Thinking, decide, described, percept_hash, run_now
from .usage import Budget, Meter, Used
from .world import World

LOOK: Final = "look"
"""Kind of the entries at which a person looks; their id is ``look/<person>``, their target the person."""
COMMIT: Final = "commit"
_YIELD_EVERY: Final = 16
_WORTH_WRITING: Final = 64
"""Events that are written before the loop waits for somebody."""

log = logging.getLogger(__name__)


def look_id(actor: str) -> str:
    """Id of a person's one booked look."""
    return f"look/{actor}"


class Loop:
    """Plays a run's agenda until it is over, paused, or past ``until``."""

    def __init__(
        self,
        world: World,
        state: State,
        agenda: Agenda,
        journal: Journal,
        ledger: Ledger,
        *,
        speculate: bool = True,
        meter: Meter | None = None,
        budget: Budget | None = None,
        ahead: Ahead | None = None,
    ) -> None:
        self.world = world
        self.state = state
        self.agenda = agenda
        self.journal = journal
        self.ledger = ledger
        self.speculate = speculate
        self.now = journal.last_at
        self.meter = meter or Meter()
        self.budget = budget
        self.tally = Tally()
        self.after_step: list[Callable[[list[Event]], None]] = []
        """Told of every closed step (progress, checkpoints, tests)."""
        self._seats = state.get(Seats)
        self._decisions = state.get(Decisions)
        self._thinking: dict[str, Thinking] = {}
        self._booked: set[str] = set()
        self._early = Early(world, state, agenda, ahead, self.tally, self._begin_early, self._may_guess)
        self._stop = asyncio.Event()
        self.since_checkpoint = 0

    # Steps -----------------------------------------------------------------------------------------------------------

    def open_step(self, at: int, fired: Entry | None = None) -> Step:
        """Begin a step at instant ``at``."""
        journal = self.journal
        return Step(
            journal.next_step,
            at,
            journal.next_seq,
            self.state,
            self.agenda,
            journal.blobs,
            self.world.reactors,
            fired,
        )

    def close_step(self, step: Step) -> None:
        """Write a step down."""
        events = step.close()
        if not events:
            return
        self.now = step.at
        self.journal.append(events)
        self.since_checkpoint += len(events)
        if self.speculate:
            for entry in events[-1].sets:
                if entry.kind == LOOK:
                    self._booked.add(entry.target)
        for tell in self.after_step:
            tell(events)

    def stop(self) -> None:
        """Pause after the step under way; a decision or move still awaited is asked for again on resuming."""
        self._stop.set()

    # Playing ---------------------------------------------------------------------------------------------------------

    async def play(self, ports: Mapping[str, Port], until: int | None = None) -> None:
        """Play on.

        Args:
            ports: Policies' ends of the seats. A seat without one that is to move pauses the run.
            until: Don't pass this instant.
        """
        self._stop.clear()
        self._restart_decisions()
        try:
            count = 0
            while not self._stop.is_set() and not self._seats.over:
                movers = self._seats.movers()
                limit = self.now if movers else until
                entry = self.agenda.pop(limit)
                if entry is not None:
                    if entry.at > self.world.horizon and not self._seats.seats:
                        self._put_back(entry)
                        return
                    await self._process(entry, ports)
                elif movers:
                    if any(name not in ports for name in movers):
                        return
                    await self._move(movers, ports)
                else:
                    return
                if self._booked:
                    self._foresee()
                count += 1
                if count % _YIELD_EVERY == 0 and (self._thinking or self._early):
                    await asyncio.sleep(0)
        finally:
            await self._cancel()

    def _put_back(self, entry: Entry) -> None:
        # Popping changed no event, so the entry goes back under its own number.
        count = self.agenda.count
        self.agenda.add(entry)
        self.agenda.count = count

    async def _process(self, entry: Entry, ports: Mapping[str, Port]) -> None:
        if entry.kind == COMMIT:
            made = await self._decision(entry)
            if made is None:
                self._put_back(entry)
                return
            step = self.open_step(entry.at, entry)
            self._commit(step, entry.target, made)
        elif entry.kind == LOOK:
            step = self.open_step(entry.at, entry)
            self._look(step, entry)
        elif entry.kind == RETURN:
            step = self.open_step(entry.at, entry)
            observation = self._return(step, entry.target)
            call = self._seats.seats[entry.target].calls
            self.close_step(step)
            if entry.target in ports:
                self._deliver(ports[entry.target], call, observation)
            return
        else:
            step = self.open_step(entry.at, entry)
            self.world.handle(step, entry)
        self.close_step(step)

    # Minds -----------------------------------------------------------------------------------------------------------

    def _look(self, step: Step, entry: Entry) -> None:
        actor = entry.target
        pending = self._decisions.pending.get(actor)
        if pending is not None:
            # One decision in flight a person: look again when it has taken effect.
            step.set(entry.id, max(pending.commit_at, step.at), LOOK, actor, entry.payload, priority=1)
            step.emit(Lapsed(why="busy"), actor)
            return
        look = self.world.look(step, entry)
        if look is None:
            return
        decision = self._decisions.begun.get(actor, 0) + 1
        mind = self.world.mind(actor)
        broke = not (mind.instant or mind.recorded) and self._broke()
        if broke:
            mind = self.world.fallback(actor)
        if mind.instant:
            # begun while there was money for it, or by a mind that the person had before
            self._early.drop(actor)
            calls = Calls(self.ledger, actor, decision)
            made, failure = self._at_once(mind, actor, look.percept, calls)
            text = look.percept.__pydantic_serializer__.to_json(look.percept)
            looked = Looked(
                actor=actor,
                decision=decision,
                commit_at=look.commit_at,
                hash=percept_hash(text),
                subject=look.subject,
                outcome=made.__pydantic_serializer__.to_json(made).decode(),
                failure=failure or ("over_budget" if broke else None),
            )
        else:
            thinking = self._early.take(look, decision, mind)
            thinking = thinking or self._think(look.percept, actor, decision, mind, early=False)
            self._thinking[actor] = thinking
            looked = Looked(
                actor=actor,
                decision=decision,
                commit_at=look.commit_at,
                hash=thinking.hash,
                subject=look.subject,
                percept=step.blobs.put(to_json(look.percept)),
            )
        step.emit(looked, actor)
        step.set(f"commit/{actor}", look.commit_at, COMMIT, actor)

    def _broke(self) -> bool:
        """Whether what coworkers' models may use is used up, by the decisions that took effect so far."""
        return self.budget is not None and self.budget.spent(self.meter.spent)

    def _think(self, percept: Value, actor: str, decision: int, mind: Mind, *, early: bool) -> Thinking:
        calls = Calls(self.ledger, actor, decision, spare=True)
        thinking = Thinking(percept, to_json(percept), calls, mind, early=early)
        thinking.task = asyncio.create_task(
            decide(mind, thinking, self.ledger, self.world), name=f"{actor}/{decision}"
        )
        self.tally.decisions += not early
        self.tally.early += early
        return thinking

    def _may_guess(self, actor: str) -> bool:
        """Whether a call may be made for what somebody will probably decide."""
        return not self._broke() and not self.ledger.told(actor, self._decisions.begun.get(actor, 0) + 1)

    def _begin_early(self, actor: str, percept: Value, mind: Mind) -> Thinking:
        return self._think(percept, actor, self._decisions.begun.get(actor, 0) + 1, mind, early=True)

    def _foresee(self) -> None:
        booked, self._booked = sorted(self._booked), set[str]()
        self._early.foresee(booked, look_id, self.now)

    def _restart_decisions(self) -> None:
        for actor, pending in self._decisions.pending.items():
            if pending.percept is None or actor in self._thinking:
                continue
            percept = self.world.read_percept(actor, self.journal.blobs.get(pending.percept))
            mind = self.world.mind(actor)
            self._thinking[actor] = self._think(percept, actor, pending.decision, mind, early=False)
        if self.speculate:
            self._booked.update(entry.target for entry in self.agenda.entries() if entry.kind == LOOK)
            self._foresee()

    async def _decision(self, entry: Entry) -> Made | None:
        """The pending decision and why its mind failed, if it did; ``None`` if the run is to pause first."""
        actor = entry.target
        pending = self._decisions.pending[actor]
        if pending.outcome is not None:
            return Made(self.world.read_decision(actor, pending.outcome.encode()))
        thinking = self._thinking[actor]
        assert thinking.task is not None
        if not await self._thought(thinking.task, entry):
            return None
        del self._thinking[actor]
        used, requests = thinking.calls.used, thinking.calls.requests
        try:
            return Made(thinking.task.result(), None, used, requests)
        except JournalError:
            raise
        except Exception as error:  # noqa: BLE001  (a mind's failure never ends a run)
            log.warning("the mind of %s failed (%s): their scripted mind decides", actor, described(error))
            self.tally.failures += 1
            mind, calls = self.world.fallback(actor), Calls(self.ledger, actor, pending.decision)
            instead = self._at_once(mind, actor, thinking.percept, calls)[0]
            return Made(instead, error.why if isinstance(error, MindFailed) else "error", used, requests)

    async def _thought(self, task: asyncio.Future[Any], entry: Entry) -> bool:
        """Wait for a decision, others being begun meanwhile; False if the run is to pause before it is made."""
        if not self.speculate or task.done():
            return await self._first(task)
        await asyncio.sleep(0)
        if task.done():
            return True
        clock = asyncio.get_running_loop().time
        began = clock()
        self._early.run_ahead(entry, self._thinking)
        done = await self._first(task)
        self._early.waited(clock() - began)
        return done

    def _at_once(self, mind: Mind, actor: str, percept: Value, calls: Calls) -> tuple[Value, str | None]:
        """An instant mind's decision, or that the person does nothing because it failed."""
        try:
            return run_now(mind.decide(percept, calls)), None
        except JournalError:
            raise
        except Exception:
            log.exception("the mind of %s failed: they do nothing this time", actor)
            self.tally.failures += 1
            return self.world.nothing(), "error"

    def _commit(self, step: Step, actor: str, made: Made) -> None:
        pending = self._decisions.pending[actor]
        outcome = to_json(made.decision).decode() if pending.percept is not None else None
        decided = Decided(actor=actor, decision=pending.decision, outcome=outcome, failure=made.failure)
        event = step.emit(decided, actor)
        if made.used:
            used = Used.all(made.used)
            self.meter.add(actor, used)
            self.journal.charge(actor, pending.decision, event.seq, used, made.requests)
        self.ledger.paper.clear(actor, pending.decision)
        self.world.commit(step, actor, pending.subject, made.decision)

    async def _first(self, task: asyncio.Future[Any]) -> bool:
        """Wait for ``task``; False if the run is to pause before it is done."""
        if task.done():
            return True
        if self.journal.buffered >= _WORTH_WRITING:
            self.journal.flush()  # there is time: what was played so far need not be played again after a kill
        stop = asyncio.ensure_future(self._stop.wait())
        try:
            await asyncio.wait((task, stop), return_when=asyncio.FIRST_COMPLETED)
        finally:
            stop.cancel()
        return task.done()

    async def _cancel(self) -> None:
        tasks: list[asyncio.Task[Value]] = []
        for thinking in (*self._thinking.values(), *self._early):
            if thinking.task is not None:
                thinking.task.cancel()
                tasks.append(thinking.task)
        self._thinking.clear()
        self._early.clear()
        for task in tasks:
            with contextlib.suppress(BaseException):
                await task

    # Seats -----------------------------------------------------------------------------------------------------------

    async def _move(self, movers: list[str], ports: Mapping[str, Port]) -> None:
        """Wait until every seat that is to move has moved, then act in order of seat name."""
        tasks = {name: asyncio.ensure_future(ports[name].move()) for name in movers}
        moving = asyncio.gather(*tasks.values())
        moving.add_done_callback(_look_at)
        try:
            if not await self._first(moving):
                return
            moves = dict(zip(movers, moving.result(), strict=True))
        finally:
            for task in tasks.values():
                task.cancel()
        for name in movers:
            move = moves[name]
            if move is None:
                self.stop()
                return
            if self._seats.seats[name].ended:
                continue
            step = self.open_step(self.now)
            observation = self._act(step, name, move)
            self.close_step(step)
            if observation is not None:
                self._deliver(ports[name], self._seats.seats[name].calls, observation)
            elif ports[name].external:
                self.journal.flush()

    def _deliver(self, port: Port, call: int, observation: dict[str, Any]) -> None:
        if port.external:
            self.journal.flush()
        port.deliver(call, observation)

    def _act(self, step: Step, name: str, move: Any) -> dict[str, Any] | None:
        seat = self._seats.seats[name]
        if isinstance(move, Stop):
            step.emit(Ended(seat=name, how=move.how, why=move.why), name)
            return None
        if isinstance(move, Note):
            step.emit(Noted(seat=name, note=move.note, text=step.blobs.put_text(move.text)), name)
            return None
        assert isinstance(move, Call)
        begun = self.world.begin_call(step, name, seat.calls + 1, move.tool, move.arguments)
        reads = step.blobs.put(to_json(begun.result)) if begun.result is not None else None
        called = Called(
            seat=name,
            call=seat.calls + 1,
            tool=move.tool,
            arguments=move.arguments,
            ends_at=begun.ends_at,
            reads=reads,
            waits=begun.waits,
        )
        event = step.emit(called, name)
        if move.call_id is not None:
            self.journal.name_call(event.seq, move.call_id)
        if begun.ends_at <= step.at and begun.result is not None:
            return self._return(step, name)
        step.set(return_id(name), begun.ends_at, RETURN, name)
        return None

    def _return(self, step: Step, name: str) -> dict[str, Any]:
        seat = self._seats.seats[name]
        assert seat.busy is not None
        tool, arguments, _, reads, _ = seat.busy
        if reads is not None:
            result: dict[str, Any] = from_json(self.journal.blobs.get(reads))
        else:
            result = self.world.finish_call(step, name, seat.calls, tool, arguments)
        observation = self.world.observe(step, name, result)
        step.emit(
            Returned(
                seat=name,
                call=seat.calls,
                tool=tool,
                ok=bool(result.get("ok", True)),
                observation=step.blobs.put(to_json(observation)),
            ),
            name,
        )
        return observation

    # Checkpoints -----------------------------------------------------------------------------------------------------

    def checkpoint(self) -> Checkpoint:
        """State and agenda as they are now, between steps."""
        journal = self.journal
        state = {"state": self.state.dump(), "agenda": self.agenda.dump()}
        return Checkpoint(journal.next_step - 1, journal.next_seq - 1, self.now, self.state.versions(), state)


def return_id(seat: str) -> str:
    """Id of the agenda entry at which a seat's call ends."""
    return f"return/{seat}"


def wake(step: Step, seats: Seats, name: str) -> bool:
    """End a seat's waiting call now; False if it isn't waiting."""
    seat = seats.seats.get(name)
    if seat is None or seat.busy is None or not seat.busy[4]:
        return False
    due = step.due(return_id(name))
    if due is None or due <= step.at:
        return False
    step.set(return_id(name), step.at, RETURN, name)
    return True


def _look_at(done: asyncio.Future[Any]) -> None:
    """Take the cancellation of moves that a pause cut short; nobody else does, and asyncio would report it."""
    if not done.cancelled():
        done.exception()
