"""Coworkers in seats: a policy holds the job of somebody of the cast, briefed with what the pack says of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from ..engine.minds.model.facts import world_facts
from ..engine.minds.model.portrait import place, portrait
from ..engine.office.model import Setup
from ..personas.problems import Misfit, did_you_mean
from .conditions import Words
from .pack import Pack
from .pack import Person as PackPerson
from .schema.facts import EveryoneBut, Fact, Holder, RuleWhen
from .schema.scenario import Seat

OVER: Final = "the task is over"
"""Why the episodes of coworkers in seats end with the main one."""
GUIDE: Final = """\
You are {name}, {title} at {organisation}, and work through its apps, together with its people. Time is simulated. \
Reading, writing and speaking take working time; `wait` lets time pass until a moment or until something arrives, and \
costs no effort. Notifications give headlines only, so read what matters, and answer what is asked of you as the \
person you are would: in your own time, in your own words, and within what you may tell. The task of these days is \
somebody else's; when it is over, so is your part. Until then wait for what comes, and go home in between."""


def with_colleagues(pack: Pack, people: Iterable[str]) -> Pack:
    """A pack in which some coworkers sit in seats of their own, named like them.

    Raises:
        Misfit: Somebody is no coworker of the pack.
    """
    wanted = tuple(dict.fromkeys(people))
    if not wanted:
        return pack
    for person in wanted:
        if person not in pack.coworkers:
            fix = did_you_mean(person, pack.coworkers) or f"Its coworkers are {', '.join(pack.coworkers)}."
            raise Misfit(f"the pack has no coworker `{person}` whom a policy could hold", fix)
    return replace(pack, seats={**pack.seats, **{person: Seat(person=person) for person in wanted}})


def colleagues_of(pack: Pack) -> tuple[str, ...]:
    """The coworkers who sit in seats of a pack that `with_colleagues` made."""
    return tuple(seat.person for name, seat in pack.seats.items() if name not in pack.scenario.seats)


def brief_for(pack: Pack, setup: Setup, seat: str, tools: Mapping[str, Any]) -> str:
    """What a seat is told of its work: the task's own words, the seat's, or what the pack says of the person.

    Args:
        pack: The pack, with its colleagues.
        setup: The office that it makes.
        seat: Which one.
        tools: The world's.
    """
    header = pack.task.header
    if seat == header.to:
        return pack.task.brief
    said = header.briefs.get(seat) or pack.seats[seat].brief
    if said:
        return said
    return "\n".join(_Brief(pack, setup, pack.seats[seat].person, tools).lines()).strip()


class _Brief:
    def __init__(self, pack: Pack, setup: Setup, person: str, tools: Mapping[str, Any]) -> None:
        self._pack = pack
        self._setup = setup
        self._one: PackPerson = pack.people[person]
        self._tools = tools
        # the conditions of a coworker's rules speak of people, whoever sits in a seat
        self._words = Words(replace(pack, seats=pack.scenario.seats))

    def lines(self) -> Iterator[str]:
        pack, me = self._pack, self._one.id
        organisation = pack.scenario.organisation
        person = self._setup.people[me]
        if person.persona is not None:
            facts = world_facts(
                self._setup, me, organisation=organisation.name, about=organisation.about, tools=self._tools
            )
            yield portrait(person.persona, person)
            yield ""
            yield place(facts)
        else:
            yield f"You are {person.name}, {person.title} at {person.company or organisation.name}."
        yield from _section("# Your work these days", self._work())
        yield from _section("# What you know, and whom you may tell", self._knows())
        yield from _section("# What you decide", self._decides())
        yield from _section("# What you do for others when asked", self._does())
        yield from _section("# Whom you would name", self._names())

    def _work(self) -> Iterator[str]:
        for work in self._one.member.work:
            about = f": {work.about}" if work.about else ""
            due = f", due {work.due}" if work.due else ""
            with_ = f", with {self._people(work.with_)}" if work.with_ else ""
            yield f"{work.title}{about} (from {work.start}{due}{with_})"
        for leave in self._one.member.leave:
            yield f"you are away from {leave.from_} to {leave.to} ({leave.kind})"

    def _knows(self) -> Iterator[str]:
        for fact in self._pack.knowledge.facts.values():
            for holder in fact.holders:
                if holder.person == self._one.id:
                    statement = fact.statement if holder.version is None else holder.version.statement
                    sure = "" if holder.sure >= 800 else " You are not sure of it."
                    yield f"{statement}{sure} {self._rule(fact, holder)}"

    def _rule(self, fact: Fact, holder: Holder) -> str:
        rule = holder.rule
        if rule == "never":
            return "You tell nobody."
        if rule == "open":
            text = "You mention it where it fits"
        elif isinstance(rule, RuleWhen):
            whom = _joined([self._listener(word) for word in rule.to]) if rule.to else "whoever asks"
            text = f"You tell {whom}"
            if rule.after is not None:
                text += f", and only after {self._words.clause(rule.after)}"
        else:
            text = "You tell whoever asks"
        never = self._never(fact)
        return f"{text}; never {never}." if never else f"{text}."

    def _never(self, fact: Fact) -> str:
        names: list[str] = []
        for audience in fact.not_to:
            if isinstance(audience, EveryoneBut):
                names.append(f"anybody but {self._people(audience.everyone_but)}")
            else:
                names.append({"clients": "clients", "outside": "anybody outside"}.get(audience) or audience)
        return _joined([self._first(name) for name in names], "or")

    def _decides(self) -> Iterator[str]:
        for approval in self._pack.knowledge.approvals.values():
            if approval.decides != self._one.id:
                continue
            match approval.grants:
                case "always":
                    answer = "you say yes to whoever asks"
                case "never":
                    answer = "you say no"
                case condition:
                    answer = f"you say yes only if {self._words.clause(condition)}"
            tells = f", and let {self._people(approval.tells)} know" if approval.tells else ""
            yield f"{approval.topic}: {answer}{tells}. Say so plainly, in writing, to whoever asked."

    def _does(self) -> Iterator[str]:
        for request in self._pack.knowledge.requests.values():
            if request.person != self._one.id:
                continue
            place = f"; it belongs at {request.gives.to}" if request.gives.to else ""
            after = f", and only after {self._words.clause(request.after)}" if request.after else ""
            due = f"you promise it within {request.promise.due}{after}{place}"
            yield f"{request.topic}: it takes {request.takes}, and {due}"

    def _names(self) -> Iterator[str]:
        for knows in self._one.member.knows_who:
            yield f"for {knows.about}: {self._first(knows.person)}"

    def _listener(self, word: str) -> str:
        groups = {
            "clients": "clients",
            "outside": "people outside",
            "inside": "colleagues",
            "anyone": "anybody",
        }
        ties = {
            "manages": "the people you manage",
            "works_with": "those you work with",
            "requests_from": "those who ask you for work",
            "client_of": "your suppliers",
            "supplier_of": "your clients",
            "mentors": "those you mentor",
        }
        return groups.get(word) or ties.get(word) or self._first(word)

    def _first(self, name: str) -> str:
        one = self._pack.people.get(self._pack.person(name))
        return name if one is None else one.first_name

    def _people(self, names: Iterable[str]) -> str:
        return _joined([self._first(name) for name in names])


def _section(title: str, lines: Iterable[str]) -> Iterator[str]:
    found = list(lines)
    if found:
        yield ""
        yield title
        yield from (f"- {line}" for line in found)


def _joined(parts: list[str], word: str = "and") -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"
