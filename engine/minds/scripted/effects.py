"""What a reply does, gathered beside its words, and the words for one matter."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from ...office.events import Act, RapportReason, Told
from ...office.percept import NewPromise, Refusal, Write

Mood: TypeAlias = Literal["normal", "terse", "escalates", "ignores"]
"""How somebody treats the other now; all but the first once patience is used up."""


@dataclass(slots=True)
class Effects:
    """What a reply does, gathered beside its words."""

    acts: list[Act] = field(default_factory=list[Act])
    asked: list[str] = field(default_factory=list[str])
    told: list[Told] = field(default_factory=list[Told])
    refused: list[Refusal] = field(default_factory=list[Refusal])
    referred: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    not_understood: list[str] = field(default_factory=list[str])
    candidates: list[str] = field(default_factory=list[str])
    approval_asked: list[str] = field(default_factory=list[str])
    approves: list[str] = field(default_factory=list[str])
    disapproves: list[str] = field(default_factory=list[str])
    promises: list[NewPromise] = field(default_factory=list[NewPromise])
    reminded: list[str] = field(default_factory=list[str])
    moved: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])
    rapport: list[RapportReason] = field(default_factory=list[RapportReason])
    writes: list[Write] = field(default_factory=list[Write])
    rules: list[str] = field(default_factory=list[str])
    """Which rule decided, for the explanation."""

    def act(self, kind: str, topic: str = "", item: str = "") -> None:
        self.acts.append(Act(kind=kind, topic=topic, item=item))


@dataclass(slots=True)
class Piece:
    """The words for one matter."""

    text: str
    lead: str = ""
    """May stand before it if there is room."""
    topic: str = ""
    labelled: bool = False
    """The text says by itself what it is about."""
    serious: bool = False
    private: bool = False
    """Not for everybody who reads the thread."""
    quoted: bool = False
    """It begins with an author's sentence, whose first word may be a name."""
    low: frozenset[str] = frozenset()
    """Words that are known not to be names."""
