"""What an answer enters in the ledgers: told, refused, referred, decided, promised, and what it does."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from ...office.events import Act, RefusalReason, Told
from ...office.percept import Approvable, KnownFact, NewPromise, Percept, Pointer, Refusal
from .evidence import gives, shared, stems
from .facts import WorldFacts
from .shape import Reaction
from .understood import Understood
from .vows import vowed

_BYE: Final = re.compile(
    r"\b(?:good ?bye|bye(?: for now)?|talk (?:to you )?(?:later|soon)|see you(?: \w+)?)\W*$", re.IGNORECASE
)
_ASKS_BACK: Final = re.compile(
    r"\?\W*$|\b(?:which|what) (?:do you mean|one|exactly)\b|\bnot sure what\b", re.IGNORECASE
)
_ASKED_FOR: Final = 2
"""Words of substance that an approval and a message share at least where the message asks for it in its own words."""


@dataclass(slots=True)
class Entries:
    """What a reply does, beside its words."""

    told: list[Told] = field(default_factory=list[Told])
    refused: list[Refusal] = field(default_factory=list[Refusal])
    referred: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    not_understood: list[str] = field(default_factory=list[str])
    approves: list[str] = field(default_factory=list[str])
    disapproves: list[str] = field(default_factory=list[str])
    promises: list[NewPromise] = field(default_factory=list[NewPromise])
    moved: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])
    acts: list[Act] = field(default_factory=list[Act])
    trouble: list[str] = field(default_factory=list[str])
    problems: list[str] = field(default_factory=list[str])


def enter(percept: Percept, facts: WorldFacts, reaction: Reaction, text: str, heard: Understood) -> Entries:
    """The entries of an answer.

    Args:
        percept: What the person sees.
        facts: Their place in the world, for the names of people.
        reaction: What the model says that it does.
        text: The words that go out.
        heard: What was asked of them.
    """
    entries = Entries()
    _telling(entries, percept, reaction, text)
    named = _named(entries, percept, facts, reaction, text)
    _asking_back(entries, percept, reaction, text, heard)
    _withholding(entries, percept, reaction, heard, named)
    _deciding(entries, percept, reaction, heard)
    _promising(entries, percept, reaction, text, heard)
    _acting(entries, percept, reaction, text, heard)
    return entries


def _telling(entries: Entries, percept: Percept, reaction: Reaction, text: str) -> None:
    known = {one.fact: one for one in percept.facts}
    for fact in reaction.told:
        one = known.get(fact)
        if one is None:
            entries.trouble.append(f"told what they don't know: {fact[:40]}")
        elif one.verdict != "may_tell":
            entries.trouble.append(f"told what may not be told: {fact}")
        elif not gives(text, one, claimed=True):
            entries.trouble.append(f"told, and the text doesn't: {fact}")
    for one in percept.facts:
        claimed = one.fact in reaction.told
        if one.verdict == "may_tell" and gives(text, one, claimed=claimed):
            if not claimed:
                entries.trouble.append(f"told without saying so: {one.fact}")
            entries.told.append(Told(fact=one.fact, version=one.version))


def _named(entries: Entries, percept: Percept, facts: WorldFacts, reaction: Reaction, text: str) -> list[str]:
    """The people whom the text sends somebody to, by id."""
    people = {one.id: one.name for one in facts.colleagues}
    people |= {person: name for person, name, _ in percept.colleagues}
    people |= {one.who: one.who_name for one in percept.pointers if one.who}
    people |= {one.approver: one.approver_name for one in percept.facts if one.approver}
    other = percept.other.person if percept.other is not None else ""
    named: list[str] = []
    for given in reaction.names:
        person = given if given in people else next((k for k, name in people.items() if name == given), "")
        if not person:
            entries.trouble.append(f"named somebody they don't know: {given[:40]}")
        elif person != other and person != percept.me and _mentions(text, people[person]):
            named.append(person)
    for pointer in percept.pointers:
        if pointer.who and pointer.who not in (*named, other) and _mentions(text, pointer.who_name):
            named.append(pointer.who)
    return named


def _mentions(text: str, name: str) -> bool:
    low = text.casefold()
    return any(
        len(part) > 1 and re.search(rf"\b{re.escape(part.casefold())}\b", low) for part in name.split()
    )


def _asking_back(
    entries: Entries, percept: Percept, reaction: Reaction, text: str, heard: Understood
) -> None:
    asks_back = reaction.unclear or (
        bool(heard.open) and not entries.told and _ASKS_BACK.search(text) is not None
    )
    if asks_back:
        new = [one.text for one in percept.said if one.new and one.sender != percept.me]
        entries.not_understood += heard.open or new[-1:]


def _withholding(
    entries: Entries, percept: Percept, reaction: Reaction, heard: Understood, named: list[str]
) -> None:
    """What was asked for and not told is refused, referred, or left open by asking back."""
    told = {one.fact for one in entries.told}
    known: Mapping[str, KnownFact] = {one.fact: one for one in percept.facts}
    asked: dict[str, KnownFact | Pointer] = dict(heard.asked)
    for fact in reaction.refused:
        if fact in known and known[fact].verdict != "may_tell":
            asked.setdefault(fact, known[fact])  # the model took it to be asked for
        elif fact not in asked and fact not in {one.fact for one in percept.pointers}:
            entries.trouble.append(f"refused what was not asked for: {fact[:40]}")
    for fact, one in asked.items():
        if fact in told:
            continue
        if isinstance(one, Pointer) or one.verdict == "does_not_know":
            who = named[0] if named else ""
            if isinstance(one, Pointer) and one.who in named:
                who = one.who
            if who:
                entries.referred.append((fact, who))
            else:
                entries.refused.append(Refusal(fact=fact, reason="unknown"))
            continue
        if one.verdict == "may_tell" and entries.not_understood and fact not in reaction.refused:
            continue
        entries.refused.append(
            Refusal(
                fact=fact,
                reason=_reason(one, percept),
                approval=one.approval if one.verdict == "needs_approval" else "",
            )
        )


def _reason(fact: KnownFact, percept: Percept) -> RefusalReason:
    if fact.verdict == "needs_approval":
        return "needs_approval"
    if fact.verdict == "may_tell":
        if percept.other is not None and percept.other.patience <= 1:
            return "patience"
        if percept.load >= 2:
            return "busy"
    return "rule"


def _deciding(entries: Entries, percept: Percept, reaction: Reaction, heard: Understood) -> None:
    mine = {one.approval: one for one in percept.approvals}
    for said, yes in ((reaction.approve, True), (reaction.disapprove, False)):
        for approval in said:
            one = mine.get(approval)
            if one is None:
                entries.trouble.append(f"decided what isn't theirs: {approval[:40]}")
            elif one.grants != yes:
                entries.trouble.append(f"decided otherwise than they do: {approval}")
                word = "yes" if one.grants else "no"
                entries.problems.append(f"to [{approval}] {one.topic} you say {word}")
            elif not one.given and _asked_for(one, percept, heard):
                (entries.approves if yes else entries.disapproves).append(approval)
            elif not one.given:
                entries.trouble.append(f"decided what was not asked for: {approval}")


def _asked_for(one: Approvable, percept: Percept, heard: Understood) -> bool:
    """Whether an approval was asked for: as the reader took it, or plainly enough in other words."""
    if one.approval in heard.approvals:
        return True
    said = stems(" ".join(said.text for said in percept.said if said.new and said.sender != percept.me))
    if shared(said, " ".join((one.topic, *one.asks))) < _ASKED_FOR:
        return False
    heard.approvals.append(one.approval)
    return True


def _promising(entries: Entries, percept: Percept, reaction: Reaction, text: str, heard: Understood) -> None:
    found = vowed(reaction.promises, text, percept, heard.requests)
    entries.promises += found.made
    entries.moved += found.moved
    entries.trouble += found.trouble


def _acting(entries: Entries, percept: Percept, reaction: Reaction, text: str, heard: Understood) -> None:
    topics = {one.fact: one.topic for one in (*percept.pointers, *percept.facts)}
    topics |= {one.approval: one.topic for one in percept.approvals}
    acts = entries.acts
    acts += [Act(kind="answer", topic=topics.get(one.fact, ""), item=one.fact) for one in entries.told]
    closed = {one.fact for one in percept.facts if one.rule == "never"}
    acts += [
        Act(kind="refusal", topic="" if one.fact in closed else topics.get(one.fact, ""), item=one.fact)
        for one in entries.refused
    ]
    acts += [Act(kind="pointer", topic=topics.get(fact, ""), item=fact) for fact, _ in entries.referred]
    decided = (*entries.approves, *entries.disapproves)
    acts += [Act(kind="answer", topic=topics.get(one, ""), item=one) for one in decided]
    acts += [Act(kind="promise", topic=one.what, item=one.item) for one in entries.promises]
    if entries.not_understood:
        offered = [one for one in heard.candidates if one in topics and one not in closed][:3]
        acts += [Act(kind="clarify", topic=topics[one], item=one) for one in offered] or [Act(kind="clarify")]
    if heard.own_work and not entries.told and not entries.promises:
        acts.append(Act(kind="refusal", topic="own_work"))
    if not acts:
        acts.append(Act(kind="clarify" if text.rstrip().endswith("?") else "acknowledge"))
    if percept.app == "phone" and (reaction.hang_up or _BYE.search(text)):
        acts.append(Act(kind="bye"))
