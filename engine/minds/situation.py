"""A percept as somebody at a terminal reads it: who wants what, what was said, what they know and may tell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..office.percept import KnownFact, Percept

_MAY: Final = {
    "may_tell": "you may tell",
    "may_not": "not to be told",
    "does_not_know": "you don't know it",
}
_POINTERS: Final = 5
"""Things that they don't know are shown: the nearest to what was said come first."""
_STATUS: Final = {
    "free": "you can promise it",
    "promised": "promised already",
    "done": "done already",
    "blocked": "can't be done yet",
}


def situation(percept: Percept, name: str, title: str) -> str:
    """What the person perceives, as plain text.

    Args:
        percept: Of one look.
        name: The person's own name.
        title: Their title.
    """
    return "\n".join(_lines(percept, name, title))


def _lines(percept: Percept, name: str, title: str) -> Iterator[str]:
    yield f"── {name}, {title} ── {percept.day} ──"
    yield from _wanted(percept)
    if percept.present:
        yield f"Present: {', '.join(percept.present)}."
    if percept.about_other:
        yield f"What you noted about them: {percept.about_other}"
    for said in percept.said:
        mark = "*" if said.new else " "
        who = "you" if said.sender == percept.me else said.sender_name
        yield f"{mark} {said.day}  {who}:"
        yield from (f"      {line}" for line in said.text.splitlines())
    if percept.facts:
        yield "You know:"
        yield from (f"  [{one.fact}] {_telling(one)}: {one.statement}" for one in percept.facts)
    if percept.pointers:
        yield "You don't know, but know who might:"
        shown = percept.pointers[:_POINTERS]
        yield from (f"  {one.topic}: {one.who_name or 'nobody you can think of'}" for one in shown)
        if len(percept.pointers) > len(shown):
            yield f"  and {len(percept.pointers) - len(shown)} other things"
    if percept.approvals:
        yield "You decide:"
        for one in percept.approvals:
            leaning = (
                "given already" if one.given else "you would agree" if one.grants else "you would not agree"
            )
            yield f"  [{one.approval}] {one.topic} ({leaning})"
    if percept.requests:
        yield "You do for others:"
        for one in percept.requests:
            due = f", by {one.due_words}" if one.due_words and one.status == "free" else ""
            yield f"  [{one.request}] {one.topic} ({_STATUS[one.status]}{due})"
    if percept.promises:
        yield "Promised:"
        for one in percept.promises:
            whose = "you" if one.mine else (percept.other.first if percept.other else "they")
            late = ", late" if one.late else ""
            yield f"  {whose}: {one.what}, due {one.due_words}{late}"
    if percept.memories:
        yield "You remember:"
        yield from (f"  {one.day}: {one.text}" for one in percept.memories)
    for one in percept.findings:
        yield f"You looked up {one.tool} {one.arguments}:"
        yield from (f"      {line}" for line in one.text.splitlines())


def _wanted(percept: Percept) -> Iterator[str]:
    other = percept.other
    if percept.errand is not None:
        errand = percept.errand
        detail = f": {errand.detail}" if errand.detail else ""
        yield f"You mean to write to {errand.to_name} ({errand.kind}): {errand.topic}{detail}"
    elif percept.invitation is not None:
        one = percept.invitation
        clash = ", which clashes with something else" if one.clash else ""
        yield f"{one.organiser_name} invites you to {one.title}, {one.when_words}{clash}."
    elif other is not None:
        company = f" of {other.company}" if other.company else ""
        ties = f" ({', '.join(other.ties)})" if other.ties else ""
        subject = f": {percept.subject}" if percept.subject else ""
        yield f"{other.name}, {other.title}{company}{ties}, by {percept.app}{subject}"


def _telling(fact: KnownFact) -> str:
    if fact.verdict == "needs_approval":
        who = f" of {fact.approver_name}" if fact.approver_name else ""
        return f"only after the approval{who}"
    return _MAY[fact.verdict]
