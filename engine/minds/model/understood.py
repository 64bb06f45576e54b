"""What a message asks of somebody, as the scripted reader takes it, entered alike whoever words the answer.

A model words an answer; what was asked for, who was reminded of what, and how that moves people is a matter of the
ledgers, and must not depend on the model that happens to speak for the person.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ....personas.schema import Persona
from ...kernel.streams import Streams
from ...office.events import RapportReason
from ...office.model import Person
from ...office.percept import KnownFact, Percept, Pointer
from ..scripted.conversation import Conversation
from ..scripted.letter import Letter
from ..scripted.matters import ASKS, Matter, Reading


@dataclass(slots=True)
class Understood:
    """What the ledgers take from what was said."""

    asked: dict[str, KnownFact | Pointer] = field(default_factory=dict[str, KnownFact | Pointer])
    """Facts asked for, known or not."""
    approvals: list[str] = field(default_factory=list[str])
    """Approvals asked for."""
    requests: list[str] = field(default_factory=list[str])
    """Work asked for."""
    reminded: list[str] = field(default_factory=list[str])
    """Promises that somebody was reminded of."""
    rapport: list[RapportReason] = field(default_factory=list[RapportReason])
    open: list[str] = field(default_factory=list[str])
    """Questions that fit nothing, or several things."""
    candidates: list[str] = field(default_factory=list[str])
    """What the open questions came near to."""
    asks: bool = False
    """Something is wanted."""
    own_work: bool = False
    """The asker's own work is."""


def understood(persona: Persona, person: Person, letter: Letter, percept: Percept) -> Understood:
    """What the new messages of a thread ask, and what asking it does.

    Args:
        persona: Who reads.
        person: Who they are here.
        letter: Their way of writing, which the reader's parts are made with.
        percept: What they see.
    """
    found = Understood()
    new = [one for one in percept.said if one.new and one.sender != percept.me]
    if not new:
        return found
    draw = Streams(percept.salt).stream("scripted", person.id)
    reading = Conversation(persona, letter, percept, draw).reading()
    if reading.rude:
        found.rapport.append("rude")
    for matter in reading.matters:
        _enter(found, matter, percept)
    found.asks = any(one.kind in ASKS for one in reading.matters)
    if not found.asks:
        _besides(found, reading, percept)
    found.rapport = list(dict.fromkeys(found.rapport))
    found.reminded = list(dict.fromkeys(found.reminded))
    found.approvals = list(dict.fromkeys(found.approvals))
    return found


def _besides(found: Understood, reading: Reading, percept: Percept) -> None:
    """What a message does that asks for nothing; the first of these is what it is taken for."""
    if reading.of("correction", "complaint"):
        return
    if reading.of("deadline"):
        found.reminded += [one.promise for one in percept.promises if one.mine][:1]
    elif reading.of("thanks") and not reading.of("bye", "ping"):
        told = reading.of("inform", "refuse") and any(
            one.sender == percept.me
            and ("?" in one.text or any(act.kind in ("request", "chase", "clarify") for act in one.acts))
            for one in percept.said
        )
        if not told:
            found.rapport.append("thanked")


def _enter(found: Understood, matter: Matter, percept: Percept) -> None:
    kind = matter.kind
    if kind == "fact" and matter.fact is not None:
        _fact(found, matter, matter.fact)
    elif kind == "pointer" and matter.pointer is not None:
        found.asked[matter.pointer.fact] = matter.pointer
    elif kind == "approval" and matter.approval is not None:
        found.approvals.append(matter.approval.approval)
        if matter.approval.given:
            found.rapport.append("asked_again")
    elif kind in ("request", "chase"):
        _work(found, matter, percept)
    elif kind == "own_work":
        found.own_work = True
        found.rapport.append("do_my_work")
    elif kind in ("unmatched", "choice"):
        found.open.append(matter.text)
        found.candidates += [key[2:] for key in matter.options]


def _fact(found: Understood, matter: Matter, fact: KnownFact) -> None:
    if fact.from_other and fact.verdict == "may_tell" and not matter.overdue:
        return  # they said so themselves
    found.asked[fact.fact] = fact
    if fact.asked_before and not matter.overdue and (fact.told_before or fact.verdict != "may_tell"):
        found.rapport.append("asked_again")


def _work(found: Understood, matter: Matter, percept: Percept) -> None:
    request = matter.request
    if matter.kind == "request" and request is not None:
        found.requests.append(request.request)
        if request.status != "promised":
            return
    promise = matter.promise or next(
        (one for one in percept.promises if one.mine and request is not None and one.item == request.request),
        None,
    )
    if promise is not None:
        found.reminded.append(promise.promise)
    elif request is not None and request.promise:
        found.reminded.append(request.promise)
    elif matter.kind == "chase":
        found.open.append(matter.text)
        return
    found.rapport.append("chased")
