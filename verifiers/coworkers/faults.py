"""Coworkers' faults that stand in the way of what an agent needed, folded while a run is scored.

A fault counts only as long as the agent has not had the fact since, and only for criteria that need that fact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from ...engine.kernel.blobs import BlobRef
from ...engine.kernel.events import Event, Payload
from ...engine.kernel.minds import Decided, Looked
from ...engine.office.events import (
    FactAsked,
    FactLearned,
    FactRefused,
    MessageSent,
    NotUnderstood,
    PromiseBroken,
    PromiseKept,
    PromiseMade,
    PromiseReminded,
)
from ...engine.office.model import Setup
from ...engine.office.queues import item_from
from .disclosure import BLAMELESS
from .fairness import FairReader

Fault: TypeAlias = Literal["owed_refused", "not_understood", "promise_broken", "mind_failed"]

SAID: Final[dict[str, str]] = {
    "owed_refused": "refused what the rules allow to tell",
    "not_understood": "did not understand a question that says plainly what it asks for",
    "promise_broken": "remembered a promise, and never kept it",
    "mind_failed": "had no mind when asked: the model behind them failed",
}
"""Each fault, said of a coworker."""


class CoworkerFault(NamedTuple):
    """One fault that stands in the way of a fact."""

    seq: int
    """The event in which it shows."""
    kind: Fault
    person: str
    fact: str
    scripted: bool
    """Decided by rule: such a coworker understands and keeps their word as the pack's author tested it, so only a
    refusal of what is owed takes a criterion out of the score."""

    @property
    def excuses(self) -> bool:
        """Whether a criterion that it stands in the way of leaves the score by itself."""
        return self.kind == "owed_refused" or not self.scripted

    def as_json(self) -> dict[str, object]:
        """As JSON values."""
        return {"kind": self.kind, "person": self.person, "fact": self.fact, "event": self.seq}


@dataclass
class _Promised:
    by: str
    fact: str
    sure: bool
    """The maker did not forget it: they remembered it, or were reminded."""
    broken: int | None = None
    kept: bool = False


class Faults:
    """Folds the faults of coworkers towards one person.

    Args:
        setup: Who is who, and what there is to know.
        person: Whose work is scored.
        text: Reads a message's body.
    """

    def __init__(self, setup: Setup, person: str, text: Callable[[BlobRef], str]) -> None:
        self._setup = setup
        self._person = person
        self._text = text
        self._reader = FairReader(setup)
        self._holders = {fact.id: {one.person for one in fact.holders} for fact in setup.facts.values()}
        self._has: set[str] = set()
        """Facts whose truth the person was told or found in the run."""
        self._found: dict[str, list[CoworkerFault]] = {}
        self._promised: dict[str, _Promised] = {}
        self._sent: dict[str, MessageSent] = {}
        self._looks: dict[tuple[str, int], Looked] = {}
        self._failed: dict[tuple[str, str], int] = {}
        """(coworker, message that they could not think about) → event."""
        self._unruled: set[str] = set()
        """Coworkers whose last decision was not made by rule."""
        self._refusers: set[tuple[str, str]] = set()
        """(coworker, fact) that the rules kept back."""
        self.changes = 0

    @property
    def kinds(self) -> tuple[str, ...]:
        """Kinds of events that it is folded from; decisions only where somebody may have a mind that can fail."""
        found = (
            FactAsked.kind,
            FactRefused.kind,
            FactLearned.kind,
            NotUnderstood.kind,
            PromiseMade.kind,
            PromiseReminded.kind,
            PromiseBroken.kind,
            PromiseKept.kind,
        )
        return (*found, MessageSent.kind, Looked.kind, Decided.kind) if self._setup.thinkers else found

    def about(self, facts: Iterable[str]) -> tuple[CoworkerFault, ...]:
        """The faults in the way of these facts, which the person never got since; by event."""
        found = [one for fact in facts if fact not in self._has for one in self._found.get(fact, ())]
        return tuple(sorted(dict.fromkeys(one for one in found if self._stands(one))))

    def _stands(self, one: CoworkerFault) -> bool:
        return one.kind == "owed_refused" or (one.person, one.fact) not in self._refusers

    def fold(self, event: Event) -> None:
        """Take an event in."""
        payload = event.payload
        match payload:
            case Looked():
                self._looked(payload)
            case Decided():
                self._decided(payload, event.seq)
            case MessageSent(sender=sender, past=False) if sender == self._person:
                self._sent[payload.message] = payload
            case FactLearned():
                self._learned(payload)
            case FactAsked(asker=asker) if asker == self._person:
                failed = self._failed.get((payload.holder, payload.message))
                if failed is not None:
                    self._blame(failed, "mind_failed", payload.holder, [payload.fact])
            case FactRefused(to=to) if to == self._person:
                self._refused(payload, event.seq)
            case NotUnderstood(asker=asker) if asker == self._person:
                self._blame(event.seq, "not_understood", payload.person, self._reader.asks_for(payload.text))
            case _:
                self._promise(payload, event.seq)

    def _looked(self, look: Looked) -> None:
        if look.outcome is not None or look.failure is not None:
            self._unruled.discard(look.actor)  # decided by rule, at the look
        else:
            self._unruled.add(look.actor)
            self._looks[look.actor, look.decision] = look

    def _decided(self, done: Decided, seq: int) -> None:
        look = self._looks.pop((done.actor, done.decision), None)
        if look is None or not done.failure:
            return
        item = item_from(look.subject) if look.subject else None
        if item is None or item.sender != self._person:
            return
        for message in item.messages:
            self._failed[done.actor, message] = seq
            sent = self._sent.get(message)
            if sent is not None:
                self._blame(seq, "mind_failed", done.actor, self._reader.asks_for(self._text(sent.body)))

    def _learned(self, learned: FactLearned) -> None:
        self._holders.setdefault(learned.fact, set()).add(learned.person)
        if learned.person == self._person and learned.version == "truth":
            self._has.add(learned.fact)
            self.changes += 1

    def _refused(self, said: FactRefused, seq: int) -> None:
        if said.owed and said.reason not in BLAMELESS:
            self._note(seq, "owed_refused", said.by, said.fact)
        elif not said.owed and said.reason in ("rule", "needs_approval"):
            self._refusers.add((said.by, said.fact))
            self.changes += 1

    def _promise(self, payload: Payload, seq: int) -> None:
        if isinstance(payload, PromiseMade):
            fact = self._fact_of(payload.item)
            if payload.to == self._person and fact:
                self._promised[payload.promise] = _Promised(payload.by, fact, payload.remembers)
            return
        one = self._promised.get(str(getattr(payload, "promise", "")))
        if one is None:
            return
        if isinstance(payload, PromiseReminded):
            one.sure = True
        elif isinstance(payload, PromiseKept):
            one.kept = True
        elif isinstance(payload, PromiseBroken):
            one.broken = seq
        if one.broken is not None and one.sure and not one.kept:
            self._note(one.broken, "promise_broken", one.by, one.fact)

    def _fact_of(self, item: str) -> str:
        if item in self._setup.facts:
            return item
        request = self._setup.requests.get(item)
        return request.gives.fact if request is not None else ""

    def _blame(self, seq: int, kind: Fault, person: str, facts: Iterable[str]) -> None:
        """Whoever doesn't hold a fact can't be blamed for not telling it."""
        for fact in facts:
            if person in self._holders.get(fact, ()):
                self._note(seq, kind, person, fact)

    def _note(self, seq: int, kind: Fault, person: str, fact: str) -> None:
        fault = CoworkerFault(seq, kind, person, fact, person not in self._unruled)
        mine = self._found.setdefault(fact, [])
        if fault not in mine:
            mine.append(fault)
            self.changes += 1
