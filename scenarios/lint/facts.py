"""Lint of facts: can they be had, are they needed, does what gives them away give away that and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.office.conditions import model
from ...engine.office.matching import says
from ..conditions import conditions_of_pack
from ..pack import Pack
from ..reach import Reach
from ..schema.facts import Fact
from ..schema.storyline import DoChat, DoLearn, DoMail, DoMeeting, DoPhone
from ..uses import Uses
from .finding import Finding, at


def lint_facts(pack: Pack) -> Iterator[Finding]:
    """Findings about facts, approvals and requests."""
    needed = _needed(pack)
    reach = Reach(pack)
    for name, fact in pack.knowledge.facts.items():
        where = pack.where.get(f"facts.{name}")
        criteria = needed.get(name, ())
        if not reach.reachable(name):
            barred = "; ".join(f"{way.by} {way.barred}" for way in reach.ways(name)) or "nobody holds it"
            if criteria:
                message = f"`{name}` can't be had ({barred}), but {_listed(criteria)} rest on it"
                yield at(
                    where,
                    "error",
                    "unreachable-fact",
                    message,
                    "Give it a holder who may tell, or a document.",
                )
            elif not fact.not_to and any(holder.rule != "never" for holder in fact.holders):
                message = f"`{name}` can't be had ({barred})"
                yield at(where, "note", "unreachable-fact", message)
        if not criteria and not fact.needed_for and name not in _named(pack):
            message = f"nothing rests on `{name}`"
            yield at(where, "note", "unused-fact", message, "A distraction? Then say so in `needed_for:`.")
        if len(fact.asks) < 4:
            message = f"`{name}` lists {len(fact.asks)} ways to ask for it"
            yield at(where, "note", "few-asks", message, "4 to 8 are good.")
        yield from _reveals(pack, name, fact)
    for name in pack.knowledge.approvals:
        if not any(
            isinstance(part, model.Agreed) and part.agreed.approval == name
            for condition in conditions_of_pack(pack)
            for part in model.parts(condition)
        ):
            message = f"nothing waits for the approval `{name}`"
            yield at(pack.where.get(f"approvals.{name}"), "note", "unused-approval", message)


def _needed(pack: Pack) -> dict[str, tuple[str, ...]]:
    """Fact to the criteria that rest on it: named by them, or holding a value they check."""
    uses = Uses(pack)
    named: dict[str, list[str]] = {name: list(uses.only_from(name)) for name in pack.knowledge.facts}
    for criterion in pack.task.rubric.criteria:
        for fact in criterion.needed_facts():
            named.setdefault(fact, []).append(criterion.id)
    return {fact: tuple(dict.fromkeys(criteria)) for fact, criteria in named.items()}


def _named(pack: Pack) -> frozenset[str]:
    """Facts that conditions, beats, meetings and requests name."""
    found: set[str] = set()
    for condition in conditions_of_pack(pack):
        for part in model.parts(condition):
            match part:
                case model.Asked(asked=of) if of.fact:
                    found.add(of.fact)
                case model.Told(told=of):
                    found.add(of.fact)
                case model.Known(known=of) | model.Heard(heard=of):
                    found.add(of.fact)
                case _:
                    pass
    meetings = list(pack.storyline.meetings)
    for beat in pack.storyline.beats:
        for action in beat.do:
            match action:
                case DoMail(mail=one):
                    found.update(one.shares)
                case DoChat(chat=one):
                    found.update(one.shares)
                case DoPhone(phone=one):
                    found.update(one.shares)
                case DoLearn(learn=one):
                    found.add(one.fact)
                case DoMeeting(meeting=one):
                    meetings.append(one)
                case _:
                    pass
    found |= {line.shares for meeting in meetings for line in meeting.lines if line.shares}
    found |= {request.gives.fact for request in pack.knowledge.requests.values() if request.gives.fact}
    return frozenset(found)


def _reveals(pack: Pack, name: str, fact: Fact) -> Iterator[Finding]:
    where = pack.where.get(f"facts.{name}")
    if not says(fact.statement, fact.reveals):
        message = f"what gives `{name}` away is not in its own statement"
        yield at(where, "error", "reveals", message, "Let `reveals` hold words or numbers of the statement.")
    asking = [text for text in (*fact.asks, fact.topic) if says(text, fact.reveals)]
    if asking:
        message = f"to ask for `{name}` would give it away: “{asking[0]}” holds all that `reveals` wants"
        yield at(
            where, "error", "reveals", message, "Add to `reveals` what only somebody who knows it would say."
        )
    for holder in fact.holders:
        truth = holder.version is None
        reveals = fact.reveals if truth or holder.version is None else holder.version.reveals
        statement = fact.statement if holder.version is None else holder.version.statement
        words = holder.says if holder.version is None else holder.version.says
        for text in words or (statement,):
            if not says(text, reveals):
                message = f"what {holder.person} says of `{name}` does not hold what gives it away: “{text}”"
                yield at(
                    where, "error", "reveals", message, "Put the value into `says`, or loosen `reveals`."
                )
            elif not truth and says(text, fact.reveals):
                message = (
                    f"the wrong version of `{name}` that {holder.person} tells also gives the truth away"
                )
                yield at(where, "error", "reveals", message, "Make the two differ in what `reveals` wants.")
    for other, another in pack.knowledge.facts.items():
        if other != name and says(another.statement, fact.reveals):
            message = f"the statement of `{other}` gives `{name}` away as well"
            yield at(
                where,
                "warning",
                "reveals",
                message,
                f"Add to `reveals` of `{name}` what sets it apart.",
            )


def _listed(names: tuple[str, ...]) -> str:
    shown = ", ".join(f"`{name}`" for name in names[:4])
    return f"{shown} and {len(names) - 4} more" if len(names) > 4 else shown
