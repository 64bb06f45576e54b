"""Attention: what waits for each person, when they look, what they take up first, and what they never answer.

A reply's delay is not one number. A message that finds somebody at their messages is often answered in minutes; any
other waits for a later sitting, in which several things are dealt with in a row. Two log-normals for the two cases
(Stouffer, Malmgren and Amaral 2006) on the reader's own working clock, and sittings that pull waiting things forward,
give both the heavy tail and the bursts that measured message logs show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from ..kernel.clock import DAY, MINUTE, SECOND
from ..kernel.events import Entry, Event
from ..kernel.loop import LOOK, look_id
from ..kernel.state import Component
from ..kernel.step import React, Step
from ..kernel.world import Core
from .availability import Availability, Gate
from .calls import GREETING, is_live
from .events import Channel, MessageSent
from .latency import Latency
from .model import Person, Setup
from .percept import Band, Errand
from .queues import (
    NEVER,
    SITTING,
    Asked,
    Deferred,
    Item,
    Meant,
    Queued,
    Queues,
    Turned,
    item_from,
    item_row,
    item_text,
)

PULLED: Final = 140
"""Share of waiting things that a sitting takes up before their time, per mille (fitted to same-day burstiness 0.12)."""
ERRAND_PULLED: Final = 120
PULL_WITHIN: Final = 300 * MINUTE
"""What would be taken up later than this is not pulled forward."""
FORGOTTEN: Final = 10 * DAY
"""What somebody never answered for so long is not brought back by whatever else the same sender writes."""
BETWEEN: Final = 20 * SECOND
"""Median pause between two things in a sitting."""

READING: Final = 238
"""Words a minute, silent reading (Brysbaert 2019)."""
SPEAKING: Final = 150
"""Words a minute, speech."""
WRITING: Final = 30
"""Words a minute of composing: between copying (33) and composing (19) in Karat et al. 1999."""
THINKING: Final = 20 * SECOND
COMPOSED_SPREAD: Final = 0.5
"""Log-sd of a message's length about what the person usually writes (no measurement of one person's known)."""


class Attention:
    """Queues what reaches people, books their one look, and says what they take up when they look.

    Give it what keeps people from their messages with `watch`.
    """

    def __init__(self, setup: Setup, core: Core, gates: Iterable[Gate] = ()) -> None:
        self._setup = setup
        self._core = core
        self.queues = Queues()
        self._availability = Availability(setup, core, self.queues, gates)
        self._latency = Latency(setup, core, self.queues, self._availability)
        self._speed: dict[str, int] = {}

    def watch(self, gate: Gate) -> None:
        """Let ``gate`` keep people from their messages too."""
        self._availability.gates.append(gate)

    def components(self) -> Sequence[Component]:
        return (self.queues,)

    def reactors(self) -> Mapping[str, React]:
        return {MessageSent.kind: self._sent}

    def handlers(self) -> Mapping[str, Callable[[Step, Entry], None]]:
        return {}

    # What arrives ----------------------------------------------------------------------------------------------------

    def _sent(self, step: Step, event: Event) -> None:
        said = event.payload
        assert isinstance(said, MessageSent)
        if said.past:
            return
        rows: list[tuple[str, str, bool, int, int, int, bool]] = []
        people = self._setup.people
        for direct, names in ((True, said.to), (False, said.cc)):
            for name in names:
                person = people.get(name)
                if person is not None and name != said.sender and person.is_coworker:
                    self._arrives(rows, step, person, said, direct=direct)
        if rows:
            step.emit(
                Queued(
                    message=said.message, app=said.app, thread=said.thread, sender=said.sender, words=said.words,
                    rows=tuple(rows),
                ),
                said.sender,
                cause=event,
            )  # fmt: skip
            for name in {row[0]: None for row in rows}:
                self.book(step, name)

    def _arrives(
        self,
        rows: list[tuple[str, str, bool, int, int, int, bool]],
        step: Step,
        person: Person,
        said: MessageSent,
        *,
        direct: bool,
    ) -> None:
        key = f"t:{said.thread}"
        queue = self.queues.waiting.get(person.id, {})
        if is_live(said.app, said.thread):
            if self._concerned(person.id, said):
                # Words reach the others when they have been said: the time that takes has passed.
                rows.append((person.id, key, True, step.at, 3, 0, True))
            return
        # An unanswered thing of the same sender's is chased by whatever they write next.
        chased = [
            item
            for item in queue.values()
            if item.kind == "thread" and item.sender == said.sender and item.key != key
            and 120 * MINUTE < step.at - item.arrived < FORGOTTEN
        ]  # fmt: skip
        for item in chased[-3:]:
            ready = self._latency.when(
                step, person, said, item.urgency + 1, item.chases + 1, item.key, direct=True
            )
            if item.ready != NEVER:
                ready = item.ready if ready == NEVER else min(item.ready, ready)
            rows.append(
                (person.id, item.key, False, ready, min(3, item.urgency + 1), item.chases + 1, item.pierces)
            )
        old = queue.get(key)
        chases = 0 if old is None else old.chases + (old.sender == said.sender)
        urgency = min(3, self._latency.urgency(said, step) + (chases > 0) + (person.id in said.mentions))
        pierces = self._latency.pierces(person, said, urgency)
        ready = self._latency.when(step, person, said, urgency, chases, "", direct=direct, pierces=pierces)
        if old is not None and old.ready != NEVER:
            ready = old.ready if ready == NEVER else min(ready, max(old.ready, step.at))
        rows.append((person.id, key, True, ready, urgency, chases, pierces))

    def _concerned(self, person: str, said: MessageSent) -> bool:
        """Whether somebody who hears it turns to whoever said it."""
        if said.app == "phone":
            return not any(act.kind == GREETING for act in said.acts)
        if said.mentions:
            return person in said.mentions
        sender = self._setup.people.get(said.sender)
        if sender is not None and sender.seat is not None:
            return True
        return len(said.to) == 1 and any(act.kind in ("request", "clarify") for act in said.acts)

    def ask(self, step: Step, meeting: str, organiser: str, people: Iterable[str], start: int) -> None:
        """Let an invitation wait for the answers of the coworkers among ``people``; some never answer."""
        rows: list[tuple[str, int]] = []
        for name in people:
            person = self._setup.people.get(name)
            if person is None or not person.is_coworker or name == organiser:
                continue
            ready = self._latency.invitation(person, meeting, step.at)
            if ready != NEVER and ready < start:
                rows.append((name, ready))
        if rows:
            step.emit(Asked(meeting=meeting, organiser=organiser, rows=tuple(rows)), organiser)
            for name, _ in rows:
                self.book(step, name)

    # What people mean to do ------------------------------------------------------------------------------------------

    def errand_id(self, person: str) -> str:
        """The id that the person's next errand must have."""
        return f"{person}/e{self.queues.errands.get(person, 0) + 1}"

    def add_errand(
        self,
        step: Step,
        person: str,
        errand: Errand,
        at: int,
        *,
        app: Channel | None = None,
        thread: str = "",
    ) -> None:
        """Let a coworker turn to a colleague, not before ``at``.

        Args:
            step: The open step.
            person: Who means to write.
            errand: What about; its id comes from `errand_id`.
            at: When they want to; they do it when they are next at their messages.
            app: Mail or chat; drawn if not given.
            thread: Where it belongs, if it goes on with a thread.
        """
        if not self._setup.people[person].is_coworker:
            return  # whoever holds a seat decides for themselves whom to write to
        ready = self.free(person, max(at, step.at))
        step.emit(
            Meant(
                person=person, app=app or self._app(person, errand), errand=errand, ready=ready, thread=thread
            ),
            person,
        )
        self.book(step, person)

    def _app(self, person: str, errand: Errand) -> Channel:
        me, other = self._setup.people[person], self._setup.people.get(errand.to)
        if other is None or other.outside or me.outside:
            return "mail"
        share = 700 if errand.kind == "social" else 450
        return "chat" if self._core.streams.stream("app", person, errand.errand).chance(share) else "mail"

    # Looks -----------------------------------------------------------------------------------------------------------

    def book(self, step: Step, person: str) -> None:
        """Set the person's one look to when they next take something up, if anything waits."""
        if person in self.queues.hand:
            return
        at = self._next(person, step.at)
        if at is None:
            step.cancel(look_id(person))
        elif step.due(look_id(person)) != at:
            step.set(look_id(person), at, LOOK, person, priority=1)

    def _next(self, person: str, at: int) -> int | None:
        queue = self.queues.waiting.get(person)
        if not queue:
            return None
        busy = self.queues.busy.get(person, at)
        spoken = [item for item in queue.values() if is_live(item.app, item.thread)]
        if spoken:
            # Whoever sits in a meeting, or is on the phone, hears what is said there, and nothing else reaches them.
            first = min(item.ready for item in spoken)
            return max(first, at) if _by_telephone(queue) else max(first, busy, at)
        pulled = self._pulled(person, at, queue)
        if pulled is not None:
            pause = self._core.streams.stream("between", person, busy).lognormal(BETWEEN, 0.8)
            return self.free(person, max(at, busy + int(pause)), pierces=pulled.pierces)
        found: int | None = None
        for pierces in (True, False):
            times = [item.ready for item in queue.values() if item.ready != NEVER and item.pierces is pierces]
            if times:
                first = self.free(person, max(min(times), busy, at), pierces=pierces)
                found = first if found is None else min(found, first)
        return found

    def _pulled(self, person: str, at: int, queue: Mapping[str, Item]) -> Item | None:
        """What the person takes up now, being at their messages already: the most pressing thing, if any."""
        busy = self.queues.busy.get(person)
        sitting = busy is not None and at - busy <= SITTING
        if not sitting:
            return None
        best, score = None, -1
        begun = self.queues.sitting.get(person, 0)
        for item in queue.values():
            if item.ready == NEVER:
                continue
            if item.ready > at:
                if item.kind == "errand" and item.arrived > at:
                    continue
                share = ERRAND_PULLED if item.kind == "errand" else PULLED
                if item.ready - at > PULL_WITHIN or is_live(item.app, item.thread):
                    continue
                if not self._core.streams.stream("pull", person, item.key, item.arrived, begun).chance(share):
                    continue
            mine = self._pressing(person, item, at)
            if mine > score:
                best, score = item, mine
        return best

    def _pressing(self, person: str, item: Item, at: int) -> int:
        """How much it presses; only the order counts. Rank brings no faster answer (Karagiannis, Vojnović 2009)."""
        hours = max(0, at - item.arrived) // (60 * MINUTE)
        tie = next((tie.trust for tie in self._setup.people[person].ties if tie.to == item.sender), 500)
        overdue = 400 if item.ready <= at else 0
        return (
            1000 * item.urgency
            + 500 * item.chases
            + min(hours, 40) * 20
            + tie // 4
            + overdue
            + is_live(item.app, item.thread) * 9000
        )

    def look(self, step: Step, entry: Entry) -> Item | None:
        """What the person takes up at this look; ``None`` if nothing now (they look again later)."""
        person = entry.target
        item = self._pick(person, step.at)
        if item is None:
            self.book(step, person)
            return None
        step.emit(Turned(person=person, key=item.key, messages=item.messages), person)
        return item

    def foresee(self, entry: Entry) -> Item | None:
        """What the person would take up at a booked look if nothing else arrived; changes nothing."""
        return self._pick(entry.target, entry.at)

    def _pick(self, person: str, at: int) -> Item | None:
        queue = self.queues.waiting.get(person)
        if not queue or person in self.queues.hand:
            return None
        # What somebody is writing waits while they are on the phone.
        if self.queues.busy.get(person, at) > at and not _by_telephone(queue):
            return None
        due = [item for item in queue.values() if item.ready != NEVER and item.ready <= at]
        pulled = self._pulled(person, at, queue)
        if pulled is not None and pulled.ready > at:
            due.append(pulled)
        if not due:
            return None
        due.sort(key=lambda item: (-self._pressing(person, item, at), item.key))
        open_to = {pierces: self.free(person, at, pierces=pierces) <= at for pierces in (True, False)}
        return next((item for item in due if is_live(item.app, item.thread) or open_to[item.pierces]), None)

    def current(self, person: str) -> Item | None:
        """What the person has in hand: taken up, and not decided yet."""
        return self.queues.hand.get(person)

    def done(self, step: Step, person: str, item: Item | None = None) -> None:
        """The decision on what the person had in hand took effect: go on to the next thing."""
        self.book(step, person)

    def defer(self, step: Step, person: str, item: Item, at: int) -> None:
        """Let it wait until ``at``."""
        later = item._replace(ready=self.free(person, max(at, step.at)))
        step.emit(Deferred(person=person, item=tuple(item_row(later))), person)
        self.book(step, person)

    # Time ------------------------------------------------------------------------------------------------------------

    def lookahead(self, person: str, item: Item, at: int) -> int:
        """Milliseconds of reading and thinking, drawn before the decision is made."""
        draw = self._core.streams.stream("thinking", person, item.key, at)
        if is_live(item.app, item.thread):
            return int(draw.lognormal(3 * SECOND, 0.5))
        reading = item.words * MINUTE // READING
        return reading + max(SECOND, int(draw.lognormal(THINKING, 0.8)))

    def composing(self, person: str, item: Item) -> int:
        """Milliseconds of writing that are drawn before a decision is made, for a mind that takes real time.

        Nobody sees a text before it is sent, so what somebody writes may be settled as late as that: the longer its
        commit lies ahead, the more minds think at once. `writing_time` counts only as far as it is longer.
        """
        persona = self._setup.people[person].persona
        if persona is None or is_live(item.app, item.thread):
            return 0
        words = persona.style.words
        typical = words.mail.typical if item.app == "mail" else words.chat.typical
        draw = self._core.streams.stream("composing", person, item.key)
        return self.writing_time(person, int(draw.lognormal(max(1, typical), COMPOSED_SPREAD)))

    def writing_time(self, person: str, words: int) -> int:
        """Milliseconds that the person needs to write that many words."""
        speed = self._speed.get(person)
        if speed is None:
            # A person's own speed stays theirs whatever the run's seed becomes at a fork.
            persona = self._setup.people[person].persona
            base = WRITING if persona is None else WRITING + (persona.big_five.extraversion - 50) // 10
            speed = self._speed[person] = max(12, base)
        return 4 * SECOND + words * MINUTE // speed

    def speaking_time(self, words: int) -> int:
        """Milliseconds that saying that many words takes."""
        return 2 * SECOND + words * MINUTE // SPEAKING

    def load(self, person: str, at: int) -> Band:
        """How much waits for the person, in four steps."""
        return self._latency.load(person)

    def kept(self, person: str, at: int, *, but: Gate | None = None) -> int:
        """From when on nothing that was given to `watch` keeps the person, ``but`` left out."""
        for gate in self._availability.gates:
            if gate is not but:
                at = gate.free_from(person, at)
        return at

    def breaks_in(self, person: str, app: Channel, sender: str) -> bool:
        """Whether something of that app from that sender gets through when the person wants no interruption."""
        return self._latency.breaks_in(self._setup.people[person], app, sender)

    def free(self, person: str, at: int, *, pierces: bool = False) -> int:
        """The first instant from ``at`` on at which the person can turn to messages (see `Availability.free`)."""
        return self._availability.free(person, at, pierces=pierces)


def _by_telephone(queue: Mapping[str, Item]) -> bool:
    return any(item.app == "phone" and is_live(item.app, item.thread) for item in queue.values())


__all__ = ["NEVER", "Attention", "Gate", "Item", "Queues", "item_from", "item_text"]
