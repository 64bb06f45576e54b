"""Lint of the cast: people nobody is tied to, people who hold facts but can't be asked."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.minds.registry import HUMAN
from ..pack import Pack
from ..schema.minds import CROWD
from .finding import Finding, at


def lint_people(pack: Pack) -> Iterator[Finding]:
    """Findings about the cast."""
    tied: set[str] = set()
    for person in pack.people.values():
        for tie in person.member.ties:
            tied |= {person.id, tie.to}
        if person.member.manager:
            tied |= {person.id, person.member.manager}
    for id_, person in pack.people.items():
        where = pack.where.get(f"cast.{id_}")
        if id_ not in tied:
            message = f"{person.name} has no tie to anybody"
            yield at(
                where, "warning", "no-ties", message, "Add `manager:` or `ties:`, or leave the person out."
            )
        for own in person.member.work:
            if own.due is not None and pack.clock.at(own.due) <= pack.clock.at(own.start):
                message = f"{person.first_name}'s work `{own.title}` is due before it starts"
                yield at(where, "error", "times", message, "Swap start and due.")
        for leave in person.member.leave:
            if pack.clock.at(leave.to) <= pack.clock.at(leave.from_):
                message = f"{person.first_name}'s leave ends before it starts"
                yield at(where, "error", "times", message, "Swap from and to.")
        if person.member.mind == "scripted" and person.persona is None and not person.member.seat:
            message = f"{person.name} has no persona to act by"
            yield at(where, "error", "no-persona", message, "Add `persona:`.")
    yield from _seats_asked(pack)
    yield from _minds(pack)


def _minds(pack: Pack) -> Iterator[Finding]:
    """Minds of people who have none, and moves that move nobody."""
    where, marked = pack.where.get("minds"), pack.scenario.minds
    coworkers = set(pack.coworkers)
    crowd = coworkers - set(marked.people)
    for name in [*marked.people, *(name for move in marked.moves for name in move.who)]:
        if name != CROWD and name not in coworkers:
            message = f"`minds` names {name}, for whom no mind decides: a seat, or somebody without a persona"
            yield at(where, "error", "no-mind", message, "Leave the person out.")
    names = [
        one for mark in marked.people.values() for one in ([mark] if isinstance(mark, str) else mark.draw)
    ]
    if HUMAN in [*names, *(move.to for move in marked.moves)]:
        message = "whom a human plays is said by whoever runs the pack"
        yield at(where, "error", "no-mind", message, "Leave it to `tenure run … --human PERSON`.")
    for number, move in enumerate(marked.moves, start=1):
        people = {one for name in move.who for one in (crowd if name == CROWD else {name})}
        if not people or all(marked.people.get(one, marked.people.get(CROWD)) == move.to for one in people):
            message = f"move {number} moves nobody: all whom it names have the mind `{move.to}` already"
            yield at(where, "warning", "no-move", message, "Name others, or leave it out.")


def _seats_asked(pack: Pack) -> Iterator[Finding]:
    """A seat has no mind that could answer."""
    played = {seat.person for seat in pack.seats.values()}
    for name, fact in pack.knowledge.facts.items():
        for holder in fact.holders:
            if holder.person in played:
                message = f"`{name}` is held by {holder.person}, who is played: nobody would answer for them"
                yield at(
                    pack.where.get(f"facts.{name}"), "warning", "seat-asked", message, "Name somebody else."
                )
    for name, approval in pack.knowledge.approvals.items():
        if approval.decides in played:
            message = f"`{name}` is decided by {approval.decides}, who is played"
            yield at(
                pack.where.get(f"approvals.{name}"), "error", "seat-asked", message, "Name somebody else."
            )
    for name, request in pack.knowledge.requests.items():
        if request.person in played:
            message = f"`{name}` is done by {request.person}, who is played"
            yield at(
                pack.where.get(f"requests.{name}"), "error", "seat-asked", message, "Name somebody else."
            )
