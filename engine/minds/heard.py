"""What a coworker who is held by a policy is asked and allows: read from the messages, for nobody's mind says it.

A coworker's mind says beside its words what it was asked and what it grants. A policy writes words only, so the ledgers
of questions and approvals are kept by the reader that scripted coworkers read with.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache

from ..kernel.events import Event
from ..kernel.step import React, Step
from ..office.events import ApprovalAsked, FactAsked, MessageSent
from ..office.office import Office
from .model.understood import Understood, understood
from .scripted.letter import Letter
from .understanding import understand
from .understanding.acts import ActKind
from .understanding.index import FactIndex


class Heard:
    """Keeps the ledgers for coworkers in seats.

    Args:
        office: The office.
        colleagues: Ids of the people with a persona whom policies hold.
    """

    def __init__(self, office: Office, colleagues: Collection[str]) -> None:
        self._office = office
        self._colleagues = frozenset(colleagues)

    def reactors(self) -> Mapping[str, React]:
        return {MessageSent.kind: self._on_message} if self._colleagues else {}

    def _on_message(self, step: Step, event: Event) -> None:
        sent = event.payload
        assert isinstance(sent, MessageSent)
        if sent.past or sent.app == "comment":
            return
        for person in sent.to:
            if person in self._colleagues and person != sent.sender:
                self._asked(step, event, sent, person)
        if sent.sender in self._colleagues:
            self._allowed(step, event, sent)

    def _asked(self, step: Step, event: Event, sent: MessageSent, person: str) -> None:
        """Enter what a message asks a colleague for; of coworkers' questions for facts it is known from them."""
        approvals = self._office.setup.approvals
        if sent.acts:
            asked = [act.item for act in sent.acts if act.item in approvals]
            facts: list[str] = []
        else:
            read = self._read(step, sent, person)
            asked, facts = read.approvals, list(read.asked)
        for fact in facts:
            told = FactAsked(fact=fact, asker=sent.sender, holder=person, message=sent.message)
            step.emit(told, sent.sender, cause=event)
        for approval in dict.fromkeys(asked):
            if approvals[approval].decides == person:
                payload = ApprovalAsked(
                    approval=approval, asker=sent.sender, decider=person, message=sent.message
                )
                step.emit(payload, sent.sender, cause=event)

    def _read(self, step: Step, sent: MessageSent, person: str) -> Understood:
        who = self._office.setup.people[person]
        assert who.persona is not None
        percept = self._office.perceiver.percept(person, sent.thread, step.at, (sent.message,))
        return understood(who.persona, who, Letter(who.persona, who.name, who.first), percept)

    def _allowed(self, step: Step, event: Event, sent: MessageSent) -> None:
        """Enter the approval that a colleague gives to somebody who asked them for it, or refuses."""
        office = self._office
        waiting = [
            (name, to)
            for name, approval in office.setup.approvals.items()
            for to in sent.to
            if approval.decides == sent.sender
            and office.approvals.decisions.asked.get(name, {}).get(to)
            and office.approvals.status(name) != "granted"
        ]
        if not waiting:
            return
        text = step.blobs.text(sent.body)
        answer = agreement(text)
        if answer is None:
            return
        named = [(name, to) for name, to in waiting if _names(text, office.setup.approvals[name].topic)]
        for name, to in named or waiting[-1:]:
            office.approvals.decide(step, name, to, granted=answer, cause=event)


def agreement(text: str) -> bool | None:
    """Whether a text agrees to what was asked or refuses it; ``None`` if it does neither, or both."""
    found = understand(text, _no_facts())
    agrees, refuses = bool(found.of(ActKind.AGREE)), bool(found.of(ActKind.REFUSE))
    return None if agrees == refuses else agrees


def _names(text: str, topic: str) -> bool:
    """Whether a text speaks of a topic by any of its longer words."""
    folded = text.casefold()
    return any(len(word) > 4 and word in folded for word in topic.casefold().split())


@cache
def _no_facts() -> FactIndex:
    return FactIndex(())
