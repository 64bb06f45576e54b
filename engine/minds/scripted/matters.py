"""What a thread asks of its reader: each thing that wants an answer, as a matter, in the order of the message."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from ...office.percept import Approvable, Doable, KnownFact, OpenPromise, Percept, Pointer
from ..understanding import Deadline, FactCard, FactIndex, Match

Kind: TypeAlias = Literal[
    "fact",
    "pointer",
    "approval",
    "request",
    "choice",
    "unmatched",
    "everything",
    "own_work",
    "chase",
    "deadline",
    "thanks",
    "greeting",
    "inform",
    "correction",
    "apology",
    "agree",
    "refuse",
    "meeting",
    "social",
    "ping",
    "bye",
    "presence",
    "doubt",
    "conflict",
    "ready",
    "anything_else",
    "counsel",
    "bidding",
    "complaint",
    "other",
]

ASKS: Final = frozenset(
    {
        "fact",
        "pointer",
        "approval",
        "request",
        "choice",
        "unmatched",
        "everything",
        "own_work",
        "chase",
        "meeting",
        "presence",
        "doubt",
        "conflict",
        "ready",
        "anything_else",
        "counsel",
    }
)
"""Matters that want an answer."""


@dataclass(slots=True)
class Matter:
    """One thing to react to."""

    kind: Kind
    text: str = ""
    fact: KnownFact | None = None
    pointer: Pointer | None = None
    approval: Approvable | None = None
    request: Doable | None = None
    promise: OpenPromise | None = None
    options: tuple[str, ...] = ()
    """Prefixed ids between which the question doesn't decide."""
    when: Deadline | None = None
    score: int = 0
    asks: bool = True
    """It is put as a question, not as a reason (*I need the tickets*)."""
    overdue: bool = False
    """It was asked before the newest message and never answered."""

    @property
    def id(self) -> str:
        """What it is about."""
        one = self.fact or self.pointer
        if one is not None:
            return one.fact
        if self.approval is not None:
            return self.approval.approval
        if self.request is not None:
            return self.request.request
        return self.promise.promise if self.promise is not None else ""

    @property
    def topic(self) -> str:
        """The noun phrase for it."""
        for one in (self.fact, self.pointer, self.approval, self.request):
            if one is not None:
                return one.topic
        return self.promise.what if self.promise is not None else ""


@dataclass(slots=True)
class Reading:
    """A thread as its reader takes it."""

    matters: list[Matter] = field(default_factory=list[Matter])
    matches: tuple[Match, ...] = ()
    """The best candidates for the first question, for explanations."""
    rude: bool = False
    urgent: bool = False
    thanked: bool = False
    text: str = ""

    def of(self, *kinds: str) -> list[Matter]:
        """The matters of these kinds."""
        return [one for one in self.matters if one.kind in kinds]


class Things:
    """Everything in a percept that a message can be about, by prefixed id."""

    def __init__(self, percept: Percept) -> None:
        self.facts = {f"f:{one.fact}": one for one in percept.facts}
        self.pointers = {
            f"p:{one.fact}": one for one in percept.pointers if f"f:{one.fact}" not in self.facts
        }
        self.approvals = {f"a:{one.approval}": one for one in percept.approvals}
        self.requests = {f"r:{one.request}": one for one in percept.requests}

    def cards(self) -> tuple[FactCard, ...]:
        """What each can be recognised by, in an order that doesn't depend on the message."""
        found = [FactCard(key, one.statement, one.asks, one.topic) for key, one in self.facts.items()]
        found += [
            FactCard(key, one.statement_words, one.asks, one.topic) for key, one in self.pointers.items()
        ]
        found += [FactCard(key, one.topic, one.asks, one.topic) for key, one in self.approvals.items()]
        found += [FactCard(key, one.topic, one.asks, one.topic) for key, one in self.requests.items()]
        return tuple(sorted(found))

    def key(self, item: str) -> str:
        """The prefixed id of an item that a colleague's message names, or nothing."""
        for prefix, group in (
            ("f:", self.facts),
            ("p:", self.pointers),
            ("a:", self.approvals),
            ("r:", self.requests),
        ):
            if prefix + item in group:
                return prefix + item
        return ""

    def matter(self, key: str, text: str = "", when: Deadline | None = None, score: int = 0) -> Matter:
        """The matter of asking for that thing."""
        if key in self.facts:
            return Matter("fact", text, fact=self.facts[key], when=when, score=score)
        if key in self.pointers:
            return Matter("pointer", text, pointer=self.pointers[key], when=when, score=score)
        if key in self.approvals:
            return Matter("approval", text, approval=self.approvals[key], when=when, score=score)
        return Matter("request", text, request=self.requests[key], when=when, score=score)

    def topic(self, key: str) -> str:
        """The noun phrase for a thing."""
        return self.matter(key).topic


@lru_cache(maxsize=512)
def index_of(cards: tuple[FactCard, ...]) -> FactIndex:
    return FactIndex(cards)
