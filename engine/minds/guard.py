"""The last look before a model's words leave: nothing of what may not be told stands in them, in whatever form.

Every text of a decision is held against the facts that are closed to whoever will read it. What is open there (what
may be told, topics, the names of people at hand) tells nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple, cast

from ..office.disguise import How, Secret, common_names, disguises, spoken_of
from ..office.percept import (
    AnswerInvitation,
    Decision,
    Escalate,
    Intent,
    KnownFact,
    Percept,
    Reply,
    UseTool,
    Write,
)
from .scripted.guard import runs

_OPEN_NAMES: Final = 40
_WORD: Final = re.compile(r"\w+")
_TALK: Final = 2
"""Messages of others before the question that say what the talk is about."""
_READING: Final = frozenset(("search", "find", "read", "get", "list", "free_busy", "show"))
"""Verbs of tools that only look something up: what is searched for reaches nobody."""


class Breach(NamedTuple):
    """A text of a decision that would give a closed fact away."""

    fact: str
    topic: str
    """What may be said of it: that it is about this."""
    how: How
    evidence: str
    """The words that do it; not to be shown to whoever is to mend them."""
    intent: int
    """Which of the decision's intents."""


class Outgoing(NamedTuple):
    """A text on its way out, and the facts that are closed to its readers."""

    intent: int
    text: str
    closed: tuple[KnownFact, ...]
    answers: bool
    """It answers what was said last."""


class _Heard(NamedTuple):
    """What was said before a text."""

    question: str = ""
    before: tuple[str, ...] = ()
    """By the person themselves."""
    talk: tuple[str, ...] = ()
    """By others, before the question."""


class Guard:
    """Compares what is about to be said with what may be.

    Args:
        reading: Further tools that only look something up.
    """

    def __init__(self, reading: Iterable[str] = ()) -> None:
        self._reading = frozenset(reading)

    def check(self, decision: Decision, percept: Percept) -> tuple[Breach, ...]:
        """The facts that a decision would give away, each once an intent.

        Args:
            decision: What a mind wants to do.
            percept: What it decided on.
        """
        heard = _heard(percept)
        common = common_names((one.topic, one.statement, *one.asks) for one in percept.facts)
        found: dict[tuple[int, str], Breach] = {}
        for number, intent in enumerate(decision.intents):
            for fact in _declared(intent, percept):
                found[number, fact.fact] = Breach(
                    fact.fact, fact.topic, "verbatim", "said to be told", number
                )
        for out in self.outgoing(decision, percept):
            for fact in out.closed:
                if (out.intent, fact.fact) in found:
                    continue
                hit = _given(out.text, fact, percept, common, heard if out.answers else _Heard())
                if hit is not None:
                    found[out.intent, fact.fact] = Breach(fact.fact, fact.topic, *hit, out.intent)
        return tuple(found.values())

    def outgoing(self, decision: Decision, percept: Percept) -> Iterator[Outgoing]:
        """Every text that a decision sends to somebody, with what is closed to its readers."""
        for number, intent in enumerate(decision.intents):
            for text in self._texts(intent):
                if text.strip():
                    yield Outgoing(number, text, closed_to(intent, percept), _answers(intent, percept))

    def _texts(self, intent: Intent) -> Iterator[str]:
        """What an intent sends to somebody."""
        match intent:
            case Reply():
                yield intent.text
                yield from (one.what for one in intent.promises)
            case Write():
                yield f"{intent.subject}\n{intent.text}" if intent.subject else intent.text
            case Escalate() | AnswerInvitation():
                yield intent.text
            case UseTool():
                if intent.tool not in self._reading and intent.tool.rpartition(".")[2] not in _READING:
                    yield "\n".join(_strings(intent.arguments))
            case _:
                return


def closed_to(intent: Intent, percept: Percept) -> tuple[KnownFact, ...]:
    """The facts that may not be told to whoever gets what an intent sends.

    To the other person of the percept its verdicts apply; to anybody else only open facts may go, and those that the
    mind says it tells, which the office checks when the text goes out.
    """
    match intent:
        case Reply():
            readers = set(intent.to)
            alone = percept.other is not None and readers <= {percept.other.person}
            if readers and not alone and not percept.audience_allows:
                return _not_open(percept, ())
            return _forbidden(percept)
        case Write():
            readers = {*intent.to, *intent.cc}
            if percept.other is not None and readers == {percept.other.person}:
                return _forbidden(percept)
            return _not_open(percept, [one.fact for one in intent.told])
        case AnswerInvitation():
            return _forbidden(percept)
        case Escalate() | UseTool():
            return _not_open(percept, ())
        case _:
            return ()


def _forbidden(percept: Percept) -> tuple[KnownFact, ...]:
    return tuple(one for one in percept.facts if one.verdict != "may_tell" and not one.from_other)


def _not_open(percept: Percept, told: Iterable[str]) -> tuple[KnownFact, ...]:
    spared = set(told)
    return tuple(
        one
        for one in percept.facts
        if (one.rule != "open" and one.fact not in spared) or one.verdict == "may_not"
    )


def _answers(intent: Intent, percept: Percept) -> bool:
    if isinstance(intent, Reply):
        return True
    return isinstance(intent, Write) and percept.other is not None and intent.to == (percept.other.person,)


def _declared(intent: Intent, percept: Percept) -> list[KnownFact]:
    if not isinstance(intent, Reply | Write):
        return []
    told = {one.fact for one in intent.told}
    return [one for one in closed_to(intent, percept) if one.fact in told]


def _given(
    text: str, fact: KnownFact, percept: Percept, common: str, heard: _Heard
) -> tuple[How, str] | None:
    """How a text gives a fact away, and by which words."""
    shown = open_texts(percept, fact)
    whole = _plain(fact.statement)
    if whole in _plain(text) and not any(whole in _plain(one) for one in shown):
        return "verbatim", fact.statement
    free = frozenset[tuple[str, ...]]().union(*(runs(one) for one in shown))
    same = (runs(fact.statement) - free) & runs(text)
    if same:
        return "verbatim", " ".join(sorted(same)[0])
    secret = Secret(fact.fact, fact.topic, fact.statement, shown, common)
    for one in disguises(text, secret, question=heard.question, before=heard.before, talk=heard.talk):
        return one.how, one.evidence
    return None


def _plain(text: str) -> str:
    """The words of a text alone."""
    return f" {' '.join(_WORD.findall(text.casefold()))} "


def open_texts(percept: Percept, fact: KnownFact) -> tuple[str, ...]:
    """Texts whose words tell nothing here: what may be told, topics, the author's refusals, names of people at hand."""
    texts = [fact.topic, spoken_of(fact.asks), *fact.refusal]
    for one in percept.facts:
        if one.fact == fact.fact:
            continue
        texts.append(one.topic)
        if one.verdict == "may_tell" and one.rule == "open":
            texts += [one.statement, *one.says]
    texts += [one.topic for one in percept.pointers]
    texts += [f"{one.topic} {' '.join(one.says)} {' '.join(one.refuses)}" for one in percept.approvals]
    texts += [one.topic for one in percept.requests]
    texts += [one.what for one in percept.promises]
    names = [percept.first, *(name for _, name, _ in percept.colleagues), *percept.present[:_OPEN_NAMES]]
    if percept.other is not None:
        names += [percept.other.name, percept.other.company]
    names += [fact.approver_name]
    texts.append(", ".join(one for one in names if one))
    return tuple(dict.fromkeys(one for one in texts if one))


def _heard(percept: Percept) -> _Heard:
    """What was said last by others and waits for an answer, and what was said before it."""
    others = [one for one in percept.said if one.sender != percept.me]
    fresh = [one for one in others if one.new] or others[-1:]
    earlier = [one.text for one in others if one not in fresh]
    # what the person said today to the same reader in other threads, then in this one
    name = percept.other.name if percept.other is not None else ""
    elsewhere = [one.text for one in percept.memories if one.kind == "said" and name in one.people]
    mine = [one.text for one in percept.said if one.sender == percept.me]
    return _Heard(
        "\n".join(one.text for one in fresh), (*reversed(elsewhere), *mine), tuple(earlier[-_TALK:])
    )


def _strings(arguments: str) -> Iterator[str]:
    try:
        value: Any = json.loads(arguments)
    except ValueError:
        yield arguments
        return
    yield from _within(value)


def _within(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in cast("dict[str, object]", value).values():
            yield from _within(one)
    elif isinstance(value, list):
        for one in cast("list[object]", value):
            yield from _within(one)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield str(value)
