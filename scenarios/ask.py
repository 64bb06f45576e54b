"""Asking a coworker: what would this person answer, at that time, and which rule decides it?

The question travels the way every message does; only the wait until the person looks is left out.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from ..engine.apps.base import Acting, ToolError
from ..engine.apps.surface import parse_call
from ..engine.kernel.clock import DAY
from ..engine.kernel.ledger import Calls
from ..engine.kernel.minds import Decided, Decisions, Looked
from ..engine.kernel.run import Run
from ..engine.kernel.thinking import percept_hash
from ..engine.minds.scripted import ScriptedMind
from ..engine.office.events import MessageSent, Typing
from ..engine.office.percept import Decision, Percept
from ..engine.office.queues import Item, Turned, item_text
from .conditions import Words
from .pack import Pack
from .play import new_run, pack_in, play, policy_named, world_of
from .source import PackSource

_PATIENCE: Final = 30 * DAY


@dataclass(frozen=True)
class Near:
    """A fact that the question fits, per mille."""

    fact: str
    score: int
    statement: str


@dataclass(frozen=True)
class Ruled:
    """What the rules say about telling a fact, and in whose hands that lies."""

    fact: str
    verdict: str
    rule: str


@dataclass(frozen=True)
class Answer:
    """What came of a question.

    Attributes:
        person: Id of who was asked.
        asker: Id of who asked.
        at: When, on the wall clock of who was asked.
        question: The question as sent.
        text: The answer as written; empty if there is none.
        app: How it was asked and answered.
        matched: What it was taken to ask for, in its order.
        near: Runners-up, best first.
        verdicts: What the rules say on what was matched.
        does: What the message was taken to do: fact, chase, thanks …
        rules: What decided, step by step.
        why: The decision in one line.
        minutes: Minutes of reading and writing until the answer would go out, once the person looked.
        promises: What was promised with it.
    """

    person: str
    asker: str
    at: str
    question: str
    text: str
    app: str
    matched: tuple[Near, ...] = ()
    near: tuple[Near, ...] = ()
    verdicts: tuple[Ruled, ...] = ()
    does: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    why: str = ""
    minutes: int = 0
    promises: tuple[str, ...] = field(default_factory=tuple)

    def as_json(self) -> dict[str, Any]:
        """As JSON values."""
        return asdict(self)


def ask(
    pack: str | PackSource,
    person: str,
    questions: Sequence[str],
    *,
    asker: str | None = None,
    at: str | None = None,
    task: str | None = None,
    seed: int = 1,
    given: Mapping[str, str] | None = None,
) -> list[Answer]:
    """Ask a person of a pack some questions, one after the other, and get the answers with their reasons.

    Args:
        pack: A pack's name or folder, or its source.
        person: Whom: a person's id, name or address.
        questions: What, in order; each is asked when the one before has been answered.
        asker: Who asks; the person in the task's seat if None.
        at: When, as authors write times; a quarter of an hour after the task is handed over if None.
        task: Which task; the default one if None.
        seed: Of params and of everything random.
        given: Params set by hand.

    Raises:
        UnknownPerson: Nobody goes by that name.
        ValueError: The person has no mind, the time can't be read, or the message can't be sent.
    """
    run = new_run(pack, task=task, seed=seed, given=given, policies={})
    with run:
        loaded, office = pack_in(run), world_of(run).office
        who = office.resolve(person)
        by = office.resolve(asker) if asker else loaded.person(loaded.task.header.to)
        if not world_of(run).setup.people[who].is_coworker:
            raise ValueError(
                f"{world_of(run).setup.people[who].name} has no mind to ask: a policy or the story plays them"
            )
        if who == by:
            raise ValueError("nobody asks themselves: give another --as")
        begin = loaded.clock.at(at) if at else loaded.task.at + 15 * 60_000
        _play_to(run, loaded, begin)
        return [_asked(run, loaded, who, by, question, max(begin, run.now)) for question in questions]


def _play_to(run: Run, pack: Pack, until: int) -> None:
    policies = {seat: policy_named("null", pack) for seat in pack.seats}
    asyncio.run(play(run, policies, until=until))


def _asked(run: Run, pack: Pack, person: str, asker: str, question: str, at: int) -> Answer:
    world = world_of(run)
    while (pending := run.state.get(Decisions).pending.get(person)) is not None:
        at = max(at, pending.commit_at)
        _play_to(run, pack, at)
    people = world.setup.people
    app = "mail" if people[person].outside != people[asker].outside else "chat"
    message = _send(run, person, asker, question, at, app)
    item = _waiting(run, person, message, at)
    step = run.loop.open_step(at)
    if item.key in world.attention.queues.waiting.get(person, {}):
        step.emit(Turned(person=person, key=item.key, messages=item.messages), person)
    percept = world.percept(person, item, at)
    mind = world.mind(person)
    number = run.state.get(Decisions).begun.get(person, 0) + 1
    decision = asyncio.run(mind.decide(percept, Calls(run.ledger, person, number)))  # pyright: ignore[reportArgumentType]
    assert isinstance(decision, Decision)
    looked = Looked(
        actor=person,
        decision=number,
        commit_at=at,
        hash=percept_hash(percept.model_dump_json().encode()),
        subject=item_text(item),
        outcome=decision.model_dump_json(),
    )
    step.emit(looked, person)
    step.emit(Decided(actor=person, decision=number), person)
    world.commit(step, person, item_text(item), decision)
    sent_at = max((e.payload.sends_at for e in step.events if isinstance(e.payload, Typing)), default=at)
    run.loop.close_step(step)
    after = run.last_seq
    _play_to(run, pack, sent_at)
    text = " / ".join(
        run.blobs.text(event.payload.body)
        for event in run.journal.events(after, None, (MessageSent.kind,))
        if isinstance(event.payload, MessageSent)
        and event.payload.sender == person
        and asker in (*event.payload.to, *event.payload.cc)
    )
    return _explained(run, pack, percept, decision, person, asker, question, text, app, at, sent_at)


def _send(run: Run, person: str, asker: str, question: str, at: int, app: str) -> str:
    """Put the question to the person as a message; its id."""
    world = world_of(run)
    arguments: dict[str, Any] = {"to": person, "text": question}
    if app == "mail":
        arguments = {"to": [person], "subject": "A question", "body": question}
    step = run.loop.open_step(at)
    try:
        tool, parsed = parse_call(world.tools, f"{app}.send", json.dumps(arguments))
        tool.run(Acting(step, asker), parsed)
    except ToolError as error:
        raise ValueError(f"{error.message}. {error.hint}".strip()) from None
    sent = next(e.payload for e in step.events if isinstance(e.payload, MessageSent))
    run.loop.close_step(step)
    return sent.message


def _waiting(run: Run, person: str, message: str, at: int) -> Item:
    """The message as it waits for the person."""
    for item in world_of(run).attention.queues.waiting.get(person, {}).values():
        if message in item.messages:
            return item
    sent = world_of(run).office.threads.message(message)
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


def _explained(
    run: Run,
    pack: Pack,
    percept: Percept,
    decision: Decision,
    person: str,
    asker: str,
    question: str,
    text: str,
    app: str,
    at: int,
    sent_at: int,
) -> Answer:
    world = world_of(run)
    mind = world.fallback(person)
    assert isinstance(mind, ScriptedMind)
    told = mind.explain(percept)
    replies = [one for one in decision.intents if one.kind == "reply"]
    return Answer(
        person=person,
        asker=asker,
        at=f"{world.office.local(person, at):%a %d %b %H:%M}",
        question=question,
        text=text,
        app=app,
        matched=tuple(_near(pack, one.id, one.score) for one in told.matched),
        near=tuple(_near(pack, one.id, one.score) for one in told.near),
        verdicts=tuple(
            Ruled(fact, verdict, _rule(run, pack, person, fact)) for fact, verdict in told.verdicts
        ),
        does=told.kinds,
        rules=told.rules,
        why=decision.why or told.why,
        minutes=round((sent_at - at) / 60_000),
        promises=tuple(one.what for reply in replies for one in reply.promises),
    )


def _near(pack: Pack, name: str, score: int) -> Near:
    knowledge = pack.knowledge
    if name in knowledge.facts:
        return Near(name, score, knowledge.facts[name].statement)
    other = knowledge.approvals.get(name) or knowledge.requests.get(name)
    return Near(name, score, other.topic if other is not None else "")


def _rule(run: Run, pack: Pack, person: str, fact: str) -> str:
    """The rule that decides whether the person may tell the fact, in words."""
    if fact not in pack.knowledge.facts:
        return ""
    knowledge, words = world_of(run).office.knowledge, Words(pack)
    if knowledge.holds(person, fact) is None:
        return f"{words.who(person)} does not hold it"
    rule, owner = knowledge.rule_of(person, fact)
    text = {
        "open": "told unasked when it fits",
        "on_request": "told on request",
        "never": "never told",
        "restricted": "told on request",
    }[rule.kind]
    if rule.to:
        text += f", to {', '.join(rule.to)} only"
    if rule.after is not None:
        text += f", once {words.clause(rule.after)}"
    banned = pack.knowledge.facts[fact].not_to
    if banned:
        text += f"; never to {', '.join(str(one) if isinstance(one, str) else 'others' for one in banned)}"
    return f"{text} (the rule of {words.who(owner)})" if owner != person else text
