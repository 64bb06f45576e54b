"""All conditions of a pack, and each in plain words."""

from __future__ import annotations

from collections.abc import Iterator

from ..engine.office.conditions import model
from ..engine.office.conditions.model import Condition
from .pack import Pack
from .schema.facts import RuleWhen

_TIMES = {1: "", 2: " twice", 3: " three times"}


def conditions_of_pack(pack: Pack) -> Iterator[Condition]:
    """Every condition of facts, approvals, requests, beats and the rubric."""
    knowledge = pack.knowledge
    for fact in knowledge.facts.values():
        for holder in fact.holders:
            if isinstance(holder.rule, RuleWhen) and holder.rule.after is not None:
                yield holder.rule.after
            if holder.corrected_by is not None:
                yield holder.corrected_by
    for approval in knowledge.approvals.values():
        if not isinstance(approval.grants, str):
            yield approval.grants
    for request in knowledge.requests.values():
        if request.after is not None:
            yield request.after
    for beat in pack.storyline.beats:
        yield beat.when
    yield from pack.task.rubric.conditions()


class Words:
    """Says conditions in plain sentences.

    Args:
        pack: Whose people and facts they are about.
    """

    def __init__(self, pack: Pack) -> None:
        self._pack = pack

    def who(self, actor: str | None) -> str:
        """A person's first name, a seat, or a group in words."""
        groups = {
            "clients": "a client",
            "outside": "somebody outside",
            "inside": "a colleague",
            "anyone": "anybody",
        }
        if actor is None:
            return "somebody"
        if actor in groups:
            return groups[actor]
        if actor in self._pack.seats:
            return f"the {actor}"
        person = self._pack.people.get(actor)
        return person.first_name if person else actor

    def topic(self, name: str) -> str:
        """The topic of a fact, approval or request."""
        knowledge = self._pack.knowledge
        for section in (knowledge.facts, knowledge.approvals, knowledge.requests):
            if name in section:
                return section[name].topic
        return name

    def clause(self, condition: Condition) -> str:
        """A condition as a clause in the perfect: `Dewi has agreed to giving the rate to the analyst`."""
        who, topic = self.who, self.topic
        match condition:
            case model.At(at=text):
                return f"it is {text} or later"
            case model.Agreed(agreed=of):
                decider = self._pack.knowledge.approvals[of.approval].decides
                return f"{who(decider)} has agreed to {topic(of.approval)}"
            case model.Asked(asked=of):
                subject = of.fact or of.approval or of.request or ""
                often = _TIMES.get(of.times, f" {of.times} times")
                return f"{who(of.by)} has asked {who(of.person)} about {topic(subject)}{often}"
            case model.Told(told=of):
                return f"{who(of.by)} has told {who(of.to)} {topic(of.fact)}"
            case model.Known(known=of):
                return f"{who(of.by)} knows {topic(of.fact)}"
            case model.Heard(heard=of):
                return f"{who(of.by)} has been told something about {topic(of.fact)}, right or wrong"
            case model.Sent(sent=of):
                what = {
                    "mail": "a mail",
                    "chat": "a chat message",
                    "phone": "something by phone",
                    "any": "a message",
                }[of.app]
                subject = f" with {_either(of.subject)} in its subject" if of.subject else ""
                holding = f" that says {_all(of.contains)}" if of.contains else ""
                return f"{who(of.by)} has sent {who(of.to or 'anyone')} {what}{subject}{holding}"
            case model.Delivered(delivered=of):
                return f"{who(of.by)} has written {of.path}"
            case model.Shared(shared=of):
                return f"{who(of.by)} has shared {of.path} with {who(of.with_)}"
            case model.Read(read=of):
                return f"{who(of.by)} has opened {of.path}"
            case model.Attended(attended=of):
                return f"{who(of.by)} has been in the meeting `{of.meeting}`"
            case model.Said(said=of):
                holding = f" {_all(of.contains)}" if of.contains else " something"
                return f"{who(of.by)} has said{holding} in the meeting `{of.meeting}`"
            case model.Promise(promise=of):
                person = who(self._pack.knowledge.requests[of.request].person)
                verb = {
                    "made": "has promised",
                    "reminded": "has been reminded of the promise of",
                    "kept": "has kept the promise of",
                    "broken": "has broken the promise of",
                }[of.status]
                return f"{person} {verb} {topic(of.request)}"
            case model.Finished(finished=of):
                return f"{who(of.seat)} has finished"
            case model.Beat(beat=of):
                return f"the beat `{of.id}` has happened"
            case model.Messages(messages=of):
                return f"{who(of.by)} has sent {who(of.to)} {of.min} messages"
            case model.No(no=of):
                start = f"since {self.clause(of.after)}" if of.after else "since the start"
                return f"{of.within} have passed {start} and it is not so that {self.clause(of.condition)}"
            case model.After(after=of):
                return f"{of.delay} have passed since {self.clause(of.condition)}"
            case model.All():
                return " and ".join(self.clause(part) for part in condition.all)
            case model.Either():
                return "either " + " or ".join(self.clause(part) for part in condition.any)
            case model.Not():
                return f"it is not so that {self.clause(condition.not_)}"


def _either(alternatives: tuple[str, ...]) -> str:
    shown = " or ".join(f"“{text}”" for text in alternatives[:3])
    return f"{shown} or the like" if len(alternatives) > 3 else shown


def _all(patterns: tuple[tuple[str, ...], ...]) -> str:
    return " and ".join(_either(alternatives) for alternatives in patterns)
