"""A persona answers the messages of the set in a run like any other: when they look, decide and write, or don't."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from importlib.resources import files as resource_files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

from ...engine.apps.base import Acting
from ...engine.apps.surface import parse_call
from ...engine.kernel.clock import MINUTE
from ...engine.kernel.run import Run
from ...engine.kernel.seats import Call, Move
from ...engine.minds.client import close_clients
from ...engine.office.events import MessageSent
from ...engine.office.percept import Decision, Defer
from ...personas import load_persona, resolve_source
from ...personas.schema import Persona
from ...verifiers.coworkers.choices import Choice, choice_of, texted
from ...verifiers.coworkers.promises import Word, words_kept
from ...verifiers.coworkers.record import Choice as Looked
from ...verifiers.coworkers.record import Line, Record
from ...verifiers.coworkers.repeats import Repeats, repeats
from ...verifiers.coworkers.slips import Slip, slips
from ...verifiers.coworkers.trouble import trouble_in
from ..casting import Casting
from ..play import new_run, world_of
from ..source import PackSource
from ..world import OfficeWorld
from .messages import Message, messages

SUBJECT: Final = "subject"
_BETWEEN: Final = 45
"""Working minutes from one scene to the next: ten a day."""
_HOP: Final = 20
"""Working minutes after which a sender looks for an answer, to go on with their scene."""
_WAITS: Final = 24
"""Hops that a sender waits for: a working day."""
_SETTLES: Final = 5 * 8 * 60
"""Working minutes at the end, in which answers and promises still count."""


@dataclass(frozen=True)
class Reaction:
    """What came of one message."""

    message: Message
    choice: Choice
    text: str
    """What was written to its sender; empty if nothing was, or if another message got the same answer."""
    told: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()
    minutes: float | None = None
    """Working minutes until the answer."""
    gave_away: tuple[str, ...] = ()
    """Facts in the text that its reader may not be told."""
    failure: str = ""
    trouble: tuple[str, ...] = ()


@dataclass(frozen=True)
class Trial:
    """A persona's answers to the set."""

    persona: Persona
    mind: str
    seed: int
    reactions: tuple[Reaction, ...]
    word: Word | None
    slips: tuple[Slip, ...] = ()
    hinted: tuple[tuple[str, str, str], ...] = ()
    """(fact, how, evidence) of what was given away in disguise, of minds that are not scripted."""
    repeats: Repeats | None = None
    calls: int = 0
    tokens: int = 0
    cost: str = "0"
    stopped: str = ""
    """Why it ended early, if it did."""

    @property
    def texts(self) -> list[str]:
        """What was written, in order."""
        return [one.text for one in self.reactions if one.text]


def office_of(persona: str | Path) -> tuple[PackSource, Persona]:
    """The small office with that persona in the middle.

    Raises:
        UnknownPersonaError: There is no such persona.
        AuthoringErrors: It has faults.
    """
    known = load_persona(persona)
    root = resource_files(__package__ or "tenure.scenarios.fidelity") / "office"
    filled = {
        path: text.replace("__persona__", known.id).replace("__title__", known.title).encode()
        for path, text in _texts(root, "")
    }
    return PackSource(filled, resolve_source(persona)), known


def _texts(folder: Traversable, prefix: str) -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda one: one.name):
        if entry.is_dir():
            yield from _texts(entry, f"{prefix}{entry.name}/")
        else:
            yield f"{prefix}{entry.name}", entry.read_text(encoding="utf-8")


class _Idle:
    """Somebody in a seat who only lets time pass: letters go out in their name."""

    external = False

    async def move(self) -> Move:
        """Wait."""
        return Call("wait", '{"minutes": 1440}')

    def deliver(self, call: int, observation: dict[str, Any]) -> None:
        """Take no notice."""


def try_persona(
    persona: str | Path,
    *,
    casting: Casting | None = None,
    mind: str = "scripted",
    count: int = 200,
    seed: int = 1,
    most: Decimal | None = None,
    on_message: Callable[[int], None] | None = None,
) -> Trial:
    """Have a persona answer the first ``count`` messages of the set.

    Args:
        persona: An id or a file.
        casting: Which mind answers; the scripted one if None.
        mind: What that mind is called in reports.
        count: How many messages.
        seed: Of everything random but the set.
        most: Dollars after which no more messages are sent.
        on_message: Told of each message sent.
    """
    source, known = office_of(persona)
    wanted = messages(count)
    with new_run(source, seed=seed, ambient=False, casting=casting) as run, _runner() as runner:
        letters = _Letters(run, runner)
        for one in wanted:
            if most is not None and run.ledger.spent().cost >= most:
                letters.stopped = f"the limit of ${most} was reached"
                break
            letters.send(one)
            if on_message is not None:
                on_message(one.number)
        letters.settle()
        return _trial(run, letters, known, mind, seed)


@contextmanager
def _runner() -> Generator[asyncio.Runner]:
    """A runner whose models' connections are closed with it."""
    with asyncio.Runner() as runner:
        try:
            yield runner
        finally:
            runner.run(close_clients())


class _Letters:
    """Sends the messages and lets the world go on in between."""

    def __init__(self, run: Run, runner: asyncio.Runner) -> None:
        self._run = run
        self._runner = runner
        self._world = world_of(run)
        self._calendar = self._world.setup.calendar_of(SUBJECT)
        self._idle = {seat: _Idle() for seat in self._world.desk.limits}
        self.sent: list[tuple[Message, str]] = []
        self.stopped = ""
        self._play(self._calendar.next_open(30 * MINUTE))

    def send(self, one: Message) -> None:
        """Send a message when its time has come: some time after the last scene, or after the answer in its own."""
        if one.new:
            self._play(self._calendar.add_work(self._run.now, _BETWEEN * MINUTE))
        else:
            before = self.sent[-1][1]
            for _ in range(_WAITS):
                self._play(self._calendar.add_work(self._run.now, _HOP * MINUTE))
                if self._answered(before):
                    break
        self.sent.append((one, self._post(one)))

    def settle(self) -> None:
        """Wait for what is still to come."""
        self._play(self._calendar.add_work(self._run.now, _SETTLES * MINUTE))

    def _play(self, until: int) -> None:
        self._runner.run(self._run.play(self._idle, until=until))

    def _answered(self, message: str) -> bool:
        threads = self._world.office.threads
        sent = threads.message(message)
        return sent is None or any(
            one.sender == SUBJECT and one.at >= sent.at for one in threads.last(sent.thread, 3)
        )

    def _post(self, one: Message) -> str:
        arguments: dict[str, Any] = {"to": SUBJECT, "text": one.text}
        if one.app == "mail":
            arguments = {"to": [SUBJECT], "subject": "A question", "body": one.text}
        step = self._run.loop.open_step(self._run.now)
        tool, parsed = parse_call(self._world.tools, f"{one.app}.send", json.dumps(arguments))
        tool.run(Acting(step, one.asker), parsed)
        sent = next(event.payload for event in step.events if isinstance(event.payload, MessageSent))
        self._run.loop.close_step(step)
        return sent.message


def _trial(run: Run, letters: _Letters, persona: Persona, mind: str, seed: int) -> Trial:
    world = world_of(run)
    record = Record.of(run, world.setup)
    looks: dict[str, Looked] = {}
    for look in record.choices:
        if look.actor == SUBJECT and look.item is not None and look.decided >= 0:
            for message in look.item.messages:
                known = looks.get(message)
                if known is None or _defers(known):
                    looks[message] = look
    written: dict[int, list[Line]] = {}
    for line in record.lines:
        if line.sender == SUBJECT and line.decided >= 0:
            written.setdefault(line.decided, []).append(line)
    last = {look.decided: message for message, look in looks.items()}
    at = {line.message: line.at for line in record.lines}
    reactions = tuple(
        _reaction(world, one, looks.get(message), written, last, message, at[message])
        for one, message in letters.sent
    )
    spent = run.meter.spent
    return Trial(
        persona,
        mind,
        seed,
        reactions,
        words_kept(record).get(SUBJECT),
        tuple(one for one in slips(record) if one.person == SUBJECT),
        tuple((one.fact, one.how, one.evidence) for one in record.hinted if one.by == SUBJECT),
        repeats(record).get(SUBJECT),
        spent.calls,
        spent.tokens,
        str(spent.cost),
        letters.stopped,
    )


def _decision(look: Looked) -> Decision:
    return Decision.model_validate_json(look.outcome) if look.outcome else Decision(intents=())


def _defers(look: Looked) -> bool:
    return any(isinstance(one, Defer) for one in _decision(look).intents)


def _reaction(
    world: OfficeWorld,
    one: Message,
    look: Looked | None,
    written: dict[int, list[Line]],
    last: dict[int, str],
    message: str,
    sent_at: int,
) -> Reaction:
    if look is None:
        return Reaction(one, "never_looks", "")
    decision = _decision(look)
    lines = [line for line in written.get(look.decided, ()) if one.asker in (*line.to, *line.cc)]
    text = "\n".join(line.text for line in lines)
    minutes = None
    if lines:
        minutes = world.setup.calendar_of(SUBJECT).work_between(sent_at, lines[0].at) / MINUTE
    return Reaction(
        one,
        choice_of(decision, text),
        text if last.get(look.decided) == message else "",
        tuple(dict.fromkeys(told.fact for reply in texted(decision) for told in reply.told)),
        tuple(act.kind for reply in texted(decision) for act in reply.acts),
        minutes,
        _given_away(world, one, text),
        look.failure,
        trouble_in(look),
    )


def _given_away(world: OfficeWorld, message: Message, text: str) -> tuple[str, ...]:
    """Facts in the text that the rules keep from its reader."""
    knowledge = world.office.knowledge
    return tuple(
        fact
        for fact, _ in knowledge.facts_in(text)
        if knowledge.verdict(SUBJECT, fact, (message.asker,)).verdict in ("may_not", "needs_approval")
    )
