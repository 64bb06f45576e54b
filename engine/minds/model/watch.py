"""The guard as the graph sees it: which facts a decision would give away, how, and what they are about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...office.percept import AnswerInvitation, Decision, Escalate, Percept, Reply, Write
from ..scripted.guard import leaks
from .graph import Held


def watch(decision: Decision, percept: Percept) -> Sequence[Held]:
    """The facts that a decision would give away against the rules."""
    topics = {one.fact: one.topic for one in percept.facts}
    open_texts = list(topics.values())
    for one in percept.facts:
        if one.verdict == "may_tell":
            open_texts += [one.statement, *one.says]
    found: dict[str, Held] = {}
    for text in texts(decision):
        for fact in leaks(text, percept, open_texts):
            found.setdefault(fact, Held(fact, topics[fact], "verbatim"))
    return tuple(found.values())


def texts(decision: Decision) -> Iterator[str]:
    """Everything that a decision sends to somebody."""
    for intent in decision.intents:
        if isinstance(intent, Reply | Write | Escalate | AnswerInvitation) and intent.text:
            yield intent.text
