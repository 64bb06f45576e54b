"""The scripted mind: a complete coworker without a model, a pure function of what they perceive and who they are."""

from __future__ import annotations

from dataclasses import dataclass

from ....personas.schema import Persona
from ...kernel.ledger import Calls
from ...kernel.minds import Value
from ...kernel.streams import Stream, Streams
from ...office.model import Person
from ...office.percept import Decision, Ignore, Percept
from .colleagues import Colleague
from .conversation import Conversation
from .letter import Letter, audience
from .matters import ASKS
from .speaker import Speaker
from .telephone import on_the_line


class Near(Value):
    """A fact that came near to what was asked."""

    id: str
    score: int
    """Per mille."""


class Explanation(Value):
    """Why a scripted coworker reacts to a message as they do, for authors."""

    matched: tuple[Near, ...] = ()
    """What the message was taken to ask for, in its order."""
    near: tuple[Near, ...] = ()
    """Runners-up of the first question, best first."""
    verdicts: tuple[tuple[str, str], ...] = ()
    """(fact, may_tell | needs_approval | may_not | does_not_know) of what was matched."""
    kinds: tuple[str, ...] = ()
    """What the message does: fact, approval, request, chase, thanks, …"""
    rules: tuple[str, ...] = ()
    """What decided."""
    why: str = ""
    """All of it in one line."""


@dataclass(frozen=True, slots=True)
class _Self:
    id: str
    persona: Persona
    letter: Letter


class ScriptedMind:
    """Decides and words for one person, from rules and the persona's own phrases.

    Args:
        persona: Who they are.
        person: Who they are here: id, name and what they are called.
    """

    instant = True
    recorded = False

    def __init__(self, persona: Persona, person: Person) -> None:
        self._me = _Self(person.id, persona, Letter(persona, person.name, person.first))

    async def decide(self, percept: Percept, calls: Calls | None = None) -> Decision:
        """What the person does; never calls a model."""
        del calls
        return self.decision(percept)

    def decision(self, percept: Percept) -> Decision:
        """Like `decide`, without waiting."""
        decision = self._decision(percept)
        if percept.app != "phone":
            return decision
        other = percept.other
        speaker = Speaker(
            self._me.persona,
            self._draw(percept),
            percept.used,
            other.first if other is not None else "",
            up=audience(other) != "colleague",
            app="phone",
        )
        return on_the_line(decision, percept, speaker, self._me.letter)

    def _decision(self, percept: Percept) -> Decision:
        draw = self._draw(percept)
        me = self._me
        if percept.errand is not None:
            return Colleague(me.persona, me.letter, percept, draw).errand(percept.errand)
        if percept.invitation is not None and not any(one.new for one in percept.said):
            intent = Colleague(me.persona, me.letter, percept, draw).invitation()
            return Decision(intents=(intent,), why=f"invitation: {getattr(intent, 'answer', '')}")
        new = tuple(one for one in percept.said if one.new and one.sender != percept.me)
        if not new:
            return Decision(intents=(Ignore(reason="nothing new"),), why="nothing new")
        if among_colleagues(percept):
            return Colleague(me.persona, me.letter, percept, draw).back(new)
        return Conversation(me.persona, me.letter, percept, draw).decide()

    def explain(self, percept: Percept) -> Explanation:
        """Why they would decide as they do."""
        if percept.errand is not None or percept.invitation is not None:
            return Explanation(why=self.decision(percept).why)
        conversation = Conversation(self._me.persona, self._me.letter, percept, self._draw(percept))
        reading = conversation.reading()
        decision = self.decision(percept)
        asked = [one for one in reading.matters if one.kind in ASKS and one.id]
        matched = tuple(Near(id=one.id, score=one.score) for one in asked)
        ids = {one.id for one in matched}
        conversation.decide()
        return Explanation(
            matched=matched,
            near=tuple(
                Near(id=match.fact_id[2:], score=match.score)
                for match in reading.matches
                if match.fact_id[2:] not in ids
            ),
            verdicts=tuple(
                (one.id, one.fact.verdict if one.fact is not None else "does_not_know")
                for one in asked
                if one.fact is not None or one.pointer is not None
            ),
            kinds=tuple(dict.fromkeys(one.kind for one in reading.matters)),
            rules=tuple(conversation.effects.rules),
            why=decision.why,
        )

    def _draw(self, percept: Percept) -> Stream:
        return Streams(percept.salt).stream("scripted", self._me.id)


def among_colleagues(percept: Percept) -> bool:
    """Everything new says what it does, and is about nothing that has rules."""
    new = [one for one in percept.said if one.new and one.sender != percept.me]
    if not all(any(act.kind for act in one.acts) for one in new):
        return False
    if percept.facts or percept.pointers or percept.approvals or percept.requests:
        items = {act.item for one in new for act in one.acts if act.item}
        known = {one.fact for one in percept.facts} | {one.fact for one in percept.pointers}
        known |= {one.approval for one in percept.approvals} | {one.request for one in percept.requests}
        return not items & known
    return True
