"""An answer with its reasons: what a question was taken for, what the rules say, and what decided."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from ..engine.kernel.run import Run
from ..engine.minds.scripted import ScriptedMind
from ..engine.office.percept import Decision, Percept
from .conditions import Words
from .pack import Pack
from .play import world_of


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


def explained(
    run: Run,
    pack: Pack,
    percept: Percept,
    decision: Decision,
    *,
    asker: str,
    question: str,
    text: str,
    at: int,
    sent_at: int,
) -> Answer:
    """A decision as an answer with its reasons.

    Args:
        run: In which it was made.
        pack: That the run plays.
        percept: What was decided on.
        decision: What came of it.
        asker: Who asked.
        question: As sent.
        text: The answer as written.
        at: When it was asked, in milliseconds.
        sent_at: When the answer goes out.
    """
    world = world_of(run)
    mind = world.fallback(percept.me)
    assert isinstance(mind, ScriptedMind)
    told = mind.explain(percept)
    replies = [one for one in decision.intents if one.kind == "reply"]
    return Answer(
        person=percept.me,
        asker=asker,
        at=f"{world.office.local(percept.me, at):%a %d %b %H:%M}",
        question=question,
        text=text,
        app=percept.app,
        matched=tuple(_near(pack, one.id, one.score) for one in told.matched),
        near=tuple(_near(pack, one.id, one.score) for one in told.near),
        verdicts=tuple(
            Ruled(fact, verdict, _rule(run, pack, percept.me, fact)) for fact, verdict in told.verdicts
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
