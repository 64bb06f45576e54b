"""The ledger of promises, and what becomes of them: remembered or not, done on the promiser's work clock, kept, broken.

Whether a promise will be remembered is drawn when it is made. A forgotten one is done only after a reminder. What is
promised is delivered as an errand of the promiser, so a busy or absent person delivers late.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, Literal

from ..kernel.clock import MINUTE
from ..kernel.events import Entry, Event
from ..kernel.state import Component
from ..kernel.step import React, Step
from ..kernel.world import Core
from .events import (
    FactShared,
    MessageSent,
    PromiseBroken,
    PromiseKept,
    PromiseMade,
    PromiseMoved,
    PromiseReminded,
)
from .knowledge import Knowledge
from .ledger import Ledger, Promise
from .links import Links
from .model import Setup
from .percept import Errand
from .threads import Threads

DUE: Final = "promise.due"
DONE: Final = "promise.done"
"""Agenda kind: the promiser has done the work and can deliver."""
DELIVERS: Final = "deliver/"
"""Beginning of the id of an errand that keeps a promise; the promise's id follows."""

_DELIVERING: Final = ("deliver", "answer", "inform")


class Promises:
    """Makes promises, works on them, and notices when they are kept or broken."""

    def __init__(
        self, setup: Setup, core: Core, threads: Threads, knowledge: Knowledge, links: Links
    ) -> None:
        self._setup = setup
        self._core = core
        self._threads = threads
        self._knowledge = knowledge
        self._links = links
        self.ledger = Ledger(setup)

    def components(self) -> tuple[Component, ...]:
        return (self.ledger,)

    def reactors(self) -> Mapping[str, React]:
        return {
            PromiseMade.kind: self._on_made,
            PromiseReminded.kind: self._on_reminded,
            PromiseMoved.kind: self._on_moved,
            MessageSent.kind: self._on_message,
            FactShared.kind: self._on_shared,
        }

    def handlers(self) -> Mapping[str, Callable[[Step, Entry], None]]:
        return {DUE: self._on_due, DONE: self._on_done}

    # Queries ----------------------------------------------------------------------------------------------

    def get(self, promise: str) -> Promise | None:
        """The promise of that id."""
        return self.ledger.promises.get(promise)

    def between(self, a: str, b: str) -> tuple[Promise, ...]:
        """Open promises that one of the two made to the other."""
        mine = [one for one in self.ledger.of(a) if one.open and one.to == b]
        return (*mine, *(one for one in self.ledger.of(b) if one.open and one.to == a))

    def concerning(self, person: str) -> Iterator[Promise]:
        """The promises that the person made, and those made to them."""
        return (one for one in self.ledger.promises.values() if person in (one.by, one.to))

    def about(self, by: str, to: str, item: str) -> Promise | None:
        """The newest promise of one person to another about that item."""
        found = [one for one in self.ledger.of(by) if one.to == to and one.item == item]
        return found[-1] if found else None

    def status(self, request: str, to: str) -> Literal["free", "promised", "done", "blocked"]:
        """How a request stands for the person who may want it."""
        one = self._setup.requests[request]
        promise = self.about(one.person, to, request)
        if promise is not None:
            return "promised" if promise.open else "done"
        if one.after is not None and not self._links.conditions.holds(one.after):
            return "blocked"
        return "free"

    def due_if_made(self, request: str, at: int) -> int:
        """When a request would be due if promised now."""
        one = self._setup.requests[request]
        return self._setup.calendar_of(one.person).add_work(at, one.due_work)

    def due_if_late(self, by: str, item: str, at: int) -> int:
        """When a promise that is overdue could be kept if its maker took it up at ``at``: the work, and some room."""
        request = self._setup.requests.get(item)
        work = request.takes if request is not None else 15 * MINUTE
        return self._setup.calendar_of(by).add_work(at, work + work // 4 + 30 * MINUTE)

    def will_remember(self, by: str, to: str, item: str, promise: str) -> bool:
        """Draw whether a promise will be remembered without a reminder.

        A request's author says how likely; otherwise it is the persona's share of promises remembered unprompted.
        """
        request = self._setup.requests.get(item)
        persona = self._setup.people[by].persona
        if request is not None:
            forgets = request.forgets
        else:
            forgets = 1000 - persona.reliability.remembers_unprompted if persona is not None else 0
        return not self._core.streams.stream("remembers", by, to, item or promise).chance(forgets)

    # Commands ---------------------------------------------------------------------------------------------

    def make(
        self,
        step: Step,
        by: str,
        to: str,
        what: str,
        item: str,
        due: int,
        message: str,
        cause: Event | None = None,
    ) -> str:
        """Record a promise; the same one again (same item, still open) only gives the id it has."""
        if item:
            old = self.about(by, to, item)
            if old is not None and old.open:
                return old.id
        promise = f"{by}/p{self.ledger.counts.get(by, 0) + 1}"
        made = PromiseMade(
            promise=promise,
            by=by,
            to=to,
            what=what,
            item=item,
            due=max(due, step.at),
            message=message,
            remembers=self.will_remember(by, to, item, promise),
        )
        step.emit(made, by, cause=cause)
        return promise

    def remind(self, step: Step, promise: str, by: str, message: str, cause: Event | None = None) -> bool:
        """Somebody reminded the promiser, who understood it; False if there is nothing to remind of."""
        one = self.get(promise)
        if one is None or not one.open:
            return False
        step.emit(PromiseReminded(promise=promise, by=by, message=message), one.by, cause=cause)
        return True

    def delivered(self, step: Step, promise: str, message: str = "", cause: Event | None = None) -> bool:
        """What was promised is with whom it was promised to; False if that was so already."""
        one = self.get(promise)
        if one is None or not one.open:
            return False
        step.cancel(f"{DUE}/{promise}")
        step.cancel(f"{DONE}/{promise}")
        step.emit(PromiseKept(promise=promise, late=step.at > one.due, message=message), one.by, cause=cause)
        return True

    # Course of a promise ----------------------------------------------------------------------------------

    def _on_made(self, step: Step, event: Event) -> None:
        made = event.payload
        assert isinstance(made, PromiseMade)
        if made.by not in self._setup.people or self._setup.people[made.by].seat:
            return
        step.set(f"{DUE}/{made.promise}", max(made.due, step.at), DUE, made.by, "", priority=1)
        if made.remembers:
            step.set(f"{DONE}/{made.promise}", self._done_at(made, step.at), DONE, made.by)

    def _done_at(self, made: PromiseMade, at: int) -> int:
        """When the promiser is ready to deliver: after the work, in time as often as their persona keeps promises."""
        calendar = self._setup.calendar_of(made.by)
        persona = self._setup.people[made.by].persona
        draw = self._core.streams.stream("keeps", made.by, made.to, made.item or made.promise)
        request = self._setup.requests.get(made.item)
        ready = calendar.add_work(at, request.takes) if request is not None else at
        room = max(0, calendar.work_between(ready, made.due))
        if persona is None or draw.chance(persona.reliability.keeps_promises):
            return calendar.add_work(ready, int(room * draw.uniform(0.1, 0.75)))
        late = max(30 * MINUTE, calendar.work_between(at, made.due))
        return calendar.add_work(max(ready, made.due), int(late * draw.uniform(0.05, 0.4)))

    def _on_reminded(self, step: Step, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, PromiseReminded)
        one = self.get(payload.promise)
        if one is None or not one.open:
            return
        request = self._setup.requests.get(one.item)
        work = request.takes if request is not None else 15 * MINUTE
        ready = self._setup.calendar_of(one.by).add_work(step.at, work)
        entry = f"{DONE}/{one.id}"
        booked = step.due(entry)
        if booked is None or booked > ready:
            step.set(entry, ready, DONE, one.by)

    def _on_moved(self, step: Step, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, PromiseMoved)
        one = self.get(payload.promise)
        if one is not None and one.open:
            step.set(f"{DUE}/{one.id}", max(payload.due, step.at), DUE, one.by, "", priority=1)

    def _on_due(self, step: Step, entry: Entry) -> None:
        one = self.get(entry.id.removeprefix(f"{DUE}/"))
        if one is not None and one.status == "made":
            step.emit(PromiseBroken(promise=one.id), one.by)

    def _on_done(self, step: Step, entry: Entry) -> None:
        one = self.get(entry.id.removeprefix(f"{DONE}/"))
        if one is None or not one.open:
            return
        request = self._setup.requests.get(one.item)
        fact = (
            request.gives.fact if request is not None else one.item if one.item in self._setup.facts else ""
        )
        errand = Errand(
            errand=f"{DELIVERS}{one.id}",
            kind="deliver" if request is not None else "answer",
            to=one.to,
            to_name=self._setup.people[one.to].name if one.to in self._setup.people else one.to,
            topic=request.topic if request is not None else one.what,
            # Where the result lies, so that whoever delivers it can say so.
            detail=request.gives.to if request is not None and request.gives.to else one.id,
            fact=fact,
            item=one.item,
        )
        if request is not None and fact and not self._knowledge.knows_truth(one.by, fact):
            # Who did the work knows what came of it.
            self._knowledge.learn(step, one.by, fact, f"request:{request.id}")
        message = self._threads.message(one.message)
        on = message if message is not None and message.app in ("mail", "chat") else None
        self._links.errands.add_errand(
            step,
            one.by,
            errand,
            step.at,
            app=on.app if on is not None else None,
            thread=on.thread if on is not None else "",
        )

    def _on_message(self, step: Step, event: Event) -> None:
        """A coworker's message that delivers an item keeps the promise about it."""
        sent = event.payload
        assert isinstance(sent, MessageSent)
        if not sent.acts or sent.past:
            return
        for act in sent.acts:
            if act.item and act.kind in _DELIVERING and act.item not in self._setup.facts:
                for one in self.ledger.of(sent.sender):
                    if one.open and one.item == act.item and (one.to in sent.to or one.to in sent.cc):
                        self.delivered(step, one.id, sent.message, event)

    def _on_shared(self, step: Step, event: Event) -> None:
        """Telling a fact keeps the promise to tell it."""
        shared = event.payload
        assert isinstance(shared, FactShared)
        for one in self.ledger.of(shared.by):
            if one.open and one.to == shared.to and one.item == shared.fact:
                self.delivered(step, one.id, shared.message, event)
