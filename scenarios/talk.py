"""Talking to a coworker at a given moment of a task: several turns in one conversation, nothing of it kept.

The world is played to that time in memory with nobody at work in the seats. A message then travels the way every
message does; only the wait until the person looks is left out. After each turn one can see what they perceived, what
came to their mind, what they decided and why.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final, Self

from ..engine.apps.base import Acting, ToolError
from ..engine.apps.surface import parse_call
from ..engine.kernel.clock import DAY, MINUTE
from ..engine.kernel.ledger import Calls
from ..engine.kernel.minds import Decided, Decisions, Looked, MindFailed
from ..engine.kernel.run import Run
from ..engine.kernel.thinking import percept_hash
from ..engine.kernel.usage import Used
from ..engine.minds.bound import MINDS
from ..engine.minds.situation import situation
from ..engine.office.events import MessageSent, Typing
from ..engine.office.percept import Decision, Percept, UseTool
from ..engine.office.queues import Item, Turned, item_text
from .answers import Answer, explained
from .casting import Casting
from .pack import Pack
from .play import new_run, pack_in, play, policy_named, world_of
from .source import PackSource

_LOOKS: Final = 3
"""Looks at one message: the first, and one after each thing that was looked up for it."""
_LOOKING_UP: Final = 90
"""Minutes that are waited for what somebody looks up."""
_NOTHING: Final = Used()


@dataclass(frozen=True)
class Sight:
    """One look at the message: what was perceived, and what came of it.

    Attributes:
        percept: What they perceived.
        decision: What they decided.
        failure: Why their mind failed and the scripted one stood in, if it did.
        detail: What went wrong then.
        used: What it took of a model.
    """

    percept: Percept
    decision: Decision
    failure: str = ""
    detail: str = ""
    used: Used = _NOTHING


@dataclass(frozen=True)
class Turn:
    """One message and what came of it.

    Attributes:
        answer: The answer with its reasons.
        sights: The looks it took, the last one last.
        off_hours: When the person would really have seen it, in words; empty if they are at work.
    """

    answer: Answer
    sights: tuple[Sight, ...]
    off_hours: str = ""

    def record(self) -> dict[str, Any]:
        """As JSON values."""
        last = self.sights[-1]
        return {
            **self.answer.as_json(),
            "off_hours": self.off_hours,
            "perceived": perceived(last.percept),
            "recalled": [one.text for one in last.percept.memories],
            "looked_up": [f"{one.tool} {one.arguments}" for one in last.percept.findings],
            "decided": [one.kind for one in last.decision.intents],
            "trouble": list(last.decision.trouble),
            "failure": last.failure,
            "detail": last.detail,
            "calls": sum(one.used.calls for one in self.sights),
            "tokens": sum(one.used.tokens for one in self.sights),
            "cost": str(sum((one.used.cost for one in self.sights), Decimal(0))),
        }


class Talk:
    """A conversation with one person. Use it as a context manager, or call `close`.

    Args:
        run: A run in memory, of which nothing is kept.
        person: Whom one talks to.
        asker: Who talks.
        at: When it begins, in milliseconds since the run's start.
    """

    def __init__(self, run: Run, person: str, asker: str, at: int) -> None:
        self.run = run
        self.pack: Pack = pack_in(run)
        self.person = person
        self.asker = asker
        self.turns: list[Turn] = []
        self._at = at
        self._runner = asyncio.Runner()
        world = world_of(run)
        # what came before is played by scripted minds, whoever decides afterwards: it asks no model and costs nothing
        vars(world)["mind"] = world.fallback
        try:
            self._play_to(at)
        finally:
            del vars(world)["mind"]

    @classmethod
    def begin(
        cls,
        pack: str | PackSource,
        person: str,
        *,
        asker: str | None = None,
        at: str | None = None,
        task: str | None = None,
        seed: int = 1,
        given: Mapping[str, str] | None = None,
        casting: Casting | None = None,
    ) -> Self:
        """Play a pack to a moment, and begin to talk.

        Args:
            pack: A pack's name or folder, or its source.
            person: Whom to talk to: a person's id, name or address.
            asker: Who talks; the person in the task's seat if None.
            at: When, as authors write times; a quarter of an hour after the task is handed over if None.
            task: Which task; the default one if None.
            seed: Of params and of everything random.
            given: Params set by hand.
            casting: Which minds the coworkers have.

        Raises:
            UnknownPerson: Nobody goes by that name.
            ValueError: The person has no mind, or the time can't be read.
        """
        run = new_run(pack, task=task, seed=seed, given=given, policies={}, casting=casting)
        try:
            loaded, world = pack_in(run), world_of(run)
            who = world.office.resolve(person)
            by = world.office.resolve(asker) if asker else loaded.person(loaded.task.header.to)
            if not world.setup.people[who].is_coworker:
                raise ValueError(
                    f"{world.setup.people[who].name} has no mind to ask: a policy or the story plays them"
                )
            if who == by:
                raise ValueError("nobody asks themselves: give another --as")
            begin = loaded.clock.at(at) if at else loaded.task.at + 15 * MINUTE
            return cls(run, who, by, begin)
        except BaseException:
            run.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the conversation; nothing of it is kept."""
        try:
            if self.run.meta.get(MINDS):
                from ..engine.minds.client import close_clients

                self._runner.run(close_clients())
        finally:
            self._runner.close()
            self.run.close()

    # What can be done ------------------------------------------------------------------------------------------------

    def say(self, text: str) -> Turn:
        """Send a message, and have the person decide on it at once.

        Raises:
            ValueError: The message can't be sent.
        """
        at = max(self._at, self.run.now)
        while (pending := self.run.state.get(Decisions).pending.get(self.person)) is not None:
            at = max(at, pending.commit_at)
            self._play_to(at)
        before = self.run.last_seq
        people = world_of(self.run).setup.people
        app = "mail" if people[self.person].outside != people[self.asker].outside else "chat"
        message = self._send(text, at, app)
        off = self._off_hours(at)
        sights: list[Sight] = []
        now, sent_at = at, at
        for _ in range(_LOOKS):
            item = self._waiting(message, now)
            sight, sent_at = self._look(item, now)
            sights.append(sight)
            self._play_to(max(now, sent_at))
            if not _looks_up(sight.decision) or self._written(before):
                break
            now = self._looked_up(item, now)
        answer = explained(
            self.run,
            self.pack,
            sights[-1].percept,
            sights[-1].decision,
            asker=self.asker,
            question=text,
            text=" / ".join(self._written(before)),
            at=at,
            sent_at=max(now, sent_at),
        )
        self._at = max(self._at, self.run.now, now, sent_at)
        self.turns.append(Turn(answer, tuple(sights), off))
        return self.turns[-1]

    def wait(self, minutes: int) -> list[str]:
        """Let time pass; what the person writes to the asker meanwhile.

        Args:
            minutes: Round the clock.
        """
        before = self.run.last_seq
        self._at = max(self._at, self.run.now) + minutes * MINUTE
        self._play_to(self._at)
        return self._written(before)

    @property
    def now(self) -> str:
        """The time on the person's wall clock."""
        return f"{world_of(self.run).office.local(self.person, max(self._at, self.run.now)):%a %d %b %H:%M}"

    @property
    def mind(self) -> str:
        """The name of the mind that decides for the person at the moment."""
        return world_of(self.run).tiers.of(self.person)

    def percept(self) -> str:
        """What the person perceived at their last look, as text; empty before the first."""
        if not self.turns:
            return ""
        one = world_of(self.run).setup.people[self.person]
        return situation(self.turns[-1].sights[-1].percept, one.name, one.title)

    # How it is done --------------------------------------------------------------------------------------------------

    def _play_to(self, until: int) -> None:
        policies = {seat: policy_named("null", self.pack) for seat in self.pack.seats}
        self._runner.run(play(self.run, policies, until=until))

    def _look(self, item: Item, at: int) -> tuple[Sight, int]:
        """Have the person look at something now; what came of it, and when their answer goes out."""
        world, person = world_of(self.run), self.person
        step = self.run.loop.open_step(at)
        if item.key in world.attention.queues.waiting.get(person, {}):
            step.emit(Turned(person=person, key=item.key, messages=item.messages), person)
        percept = world.percept(person, item, at)
        number = self.run.state.get(Decisions).begun.get(person, 0) + 1
        sight = self._decided(percept, Calls(self.run.ledger, person, number))
        looked = Looked(
            actor=person,
            decision=number,
            commit_at=at,
            hash=percept_hash(percept.model_dump_json().encode()),
            subject=item_text(item),
            outcome=sight.decision.model_dump_json(),
        )
        step.emit(looked, person)
        step.emit(Decided(actor=person, decision=number, failure=sight.failure or None), person)
        world.commit(step, person, item_text(item), sight.decision)
        sent_at = max((e.payload.sends_at for e in step.events if isinstance(e.payload, Typing)), default=at)
        self.run.loop.close_step(step)
        return sight, sent_at

    def _decided(self, percept: Percept, calls: Calls) -> Sight:
        """What the person's mind decides; the scripted one, if it fails."""
        world, person = world_of(self.run), self.person
        mind: Any = world.mind(person)
        try:
            decision = self._runner.run(mind.decide(percept, calls))
        except MindFailed as failed:
            stand_in: Any = world.fallback(person)
            decision = self._runner.run(stand_in.decide(percept, calls))
            return Sight(percept, decision, failed.why, failed.detail, Used.all(calls.used))
        assert isinstance(decision, Decision)
        return Sight(percept, decision, used=Used.all(calls.used))

    def _send(self, text: str, at: int, app: str) -> str:
        """Put a message to the person; its id."""
        world = world_of(self.run)
        arguments: dict[str, Any] = {"to": self.person, "text": text}
        if app == "mail":
            arguments = {"to": [self.person], "subject": "A question", "body": text}
        step = self.run.loop.open_step(at)
        try:
            tool, parsed = parse_call(world.tools, f"{app}.send", json.dumps(arguments))
            tool.run(Acting(step, self.asker), parsed)
        except ToolError as error:
            raise ValueError(f"{error.message}. {error.hint}".strip()) from None
        sent = next(e.payload for e in step.events if isinstance(e.payload, MessageSent))
        self.run.loop.close_step(step)
        return sent.message

    def _waiting(self, message: str, at: int) -> Item:
        """The message as it waits for the person."""
        world = world_of(self.run)
        for item in world.attention.queues.waiting.get(self.person, {}).values():
            if message in item.messages:
                return item
        sent = world.office.threads.message(message)
        assert sent is not None
        return Item(
            f"t:{sent.thread}",
            "thread",
            sent.app,
            sent.thread,
            sent.sender,
            (message,),
            sent.words,
            at,
            at,
            0,
            0,
            False,
        )

    def _looked_up(self, item: Item, at: int) -> int:
        """Play on until the person has what they looked up, or has answered by themselves; the time then."""
        world = world_of(self.run)
        held = len(world.deskwork.found(self._bare(item, at), item).findings)
        for minute in range(1, _LOOKING_UP + 1):
            now = at + minute * MINUTE
            self._play_to(now)
            if len(world.deskwork.found(self._bare(item, now), item).findings) > held:
                return max(now, self.run.now)
        return max(at + _LOOKING_UP * MINUTE, self.run.now)

    def _bare(self, item: Item, at: int) -> Percept:
        return world_of(self.run).percept(self.person, item, at).model_copy(update={"findings": ()})

    def _written(self, after: int) -> list[str]:
        """What the person has written to the asker since."""
        return [
            self.run.blobs.text(event.payload.body)
            for event in self.run.journal.events(after, None, (MessageSent.kind,))
            if isinstance(event.payload, MessageSent)
            and event.payload.sender == self.person
            and self.asker in (*event.payload.to, *event.payload.cc)
        ]

    def _off_hours(self, at: int) -> str:
        """When the person would see a message, if they are not at work then."""
        world = world_of(self.run)
        calendar = world.setup.calendar_of(self.person)
        away = next((one for one in world.setup.people[self.person].leave if one.start <= at < one.end), None)
        seen = calendar.next_open(away.end if away is not None else at)
        return (
            ""
            if seen <= at or seen - at > 30 * DAY
            else f"{world.office.local(self.person, seen):%a %d %b %H:%M}"
        )


def _looks_up(decision: Decision) -> bool:
    return any(isinstance(one, UseTool) for one in decision.intents)


def perceived(percept: Percept) -> str:
    """What bore on the decision, in one line."""
    parts = [f"{len(percept.said)} message{'' if len(percept.said) == 1 else 's'} of the thread"]
    verdicts = {"may_tell": "may tell", "needs_approval": "needs an approval for", "may_not": "may not tell"}
    for verdict, words in verdicts.items():
        facts = [one.fact for one in percept.facts if one.verdict == verdict]
        if facts:
            parts.append(f"{words} {', '.join(facts[:6])}{' …' if len(facts) > 6 else ''}")
    if percept.promises:
        parts.append(f"{len(percept.promises)} open promise{'' if len(percept.promises) == 1 else 's'}")
    if percept.other is not None:
        parts.append(
            f"trusts {percept.other.first} {('not', 'little', 'as most', 'much')[percept.other.trust]}, patience "
            f"{('used up', 'nearly used up', 'some left', 'plenty')[percept.other.patience]}"
        )
    parts.append(("a quiet day", "an ordinary day", "a lot on", "swamped")[percept.load])
    return "; ".join(parts)
