"""Conditions that single events meet: which kinds of events they listen to, and whether one of them counts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeVar

from ...kernel.blobs import BlobRef
from ...kernel.events import Payload
from ...kernel.seats import Ended
from .. import events as office
from ..matching import Matcher, Patterns
from . import model

Test = Callable[[Payload], bool]
P = TypeVar("P", bound=Payload)


class Surroundings(Protocol):
    """What a condition needs to know beside the events themselves."""

    def named(self, people: str) -> tuple[str, ...]:
        """The person ids that a person, a seat or a group stands for."""
        ...

    def text(self, ref: BlobRef) -> str:
        """A message's body."""
        ...

    def request_of(self, promise: str) -> str:
        """The request that a promise is about; empty if it is about something else."""
        ...


@dataclass(frozen=True)
class Leaf:
    """A condition that is met by events of some kinds.

    Attributes:
        tests: Event kind to whether an event of it counts.
        need: How many must count.
    """

    tests: Mapping[str, Test]
    need: int = 1


def leaf_of(condition: model.Condition, around: Surroundings) -> Leaf | None:
    """The leaf a condition is; None for times and for what joins others."""
    match condition:
        case model.Agreed(agreed=of):
            return _leaf(office.ApprovalGiven, lambda e: e.granted and e.approval == of.approval)
        case model.Asked(asked=of):
            return _asked(of, around)
        case model.Told(told=of):
            to, by = around.named(of.to), _anybody(of.by, around)
            return _leaf(
                office.FactShared,
                lambda e: e.fact == of.fact and e.version == "truth" and e.to in to and by(e.by),
            )
        case model.Known(known=of):
            who = around.named(of.by)
            return _leaf(
                office.FactLearned, lambda e: e.fact == of.fact and e.version == "truth" and e.person in who
            )
        case model.Heard(heard=of):
            return _heard(of, around)
        case model.Sent(sent=of):
            return _sent(of, around)
        case model.Messages(messages=of):
            by, to = around.named(of.by), around.named(of.to)
            return _leaf(office.MessageSent, lambda e: _goes(e, by, to), need=of.min)
        case model.Said(said=of):
            who, holds = around.named(of.by), _contains(of.contains, around)
            return _leaf(
                office.MessageSent,
                lambda e: e.app == "meeting" and e.thread == of.meeting and e.sender in who and holds(e),
            )
        case model.Attended(attended=of):
            who = around.named(of.by)
            return _leaf(office.Joined, lambda e: e.meeting == of.meeting and e.person in who)
        case model.Delivered(delivered=of):
            return _delivered(of, around)
        case model.Shared(shared=of):
            return _shared(of, around)
        case model.Read(read=of):
            path, by = path_pattern(of.path), _anybody(of.by, around)
            return _leaf(office.FileRead, lambda e: bool(path.fullmatch(e.path)) and by(e.person))
        case model.Promise(promise=of):
            return _promise(of, around)
        case model.Finished(finished=of):
            return _leaf(Ended, lambda e: e.seat == of.seat and e.how == "terminated")
        case model.Beat(beat=of):
            return _leaf(office.BeatFired, lambda e: e.beat == of.id)
        case _:
            return None


def _leaf(kind: type[P], test: Callable[[P], bool], *, need: int = 1) -> Leaf:
    return Leaf({kind.kind: _typed(kind, test)}, need)


def _typed(kind: type[P], test: Callable[[P], bool]) -> Test:
    def checked(payload: Payload) -> bool:
        return isinstance(payload, kind) and test(payload)

    return checked


def _anybody(person: str | None, around: Surroundings) -> Callable[[str], bool]:
    if person is None:
        return lambda _: True
    people = around.named(person)
    return lambda one: one in people


def _asked(of: model.AskedOf, around: Surroundings) -> Leaf:
    person, by = _anybody(of.person, around), _anybody(of.by, around)
    if of.fact is not None:
        return _leaf(
            office.FactAsked,
            lambda e: e.fact == of.fact and person(e.holder) and by(e.asker),
            need=of.times,
        )
    if of.approval is not None:
        return _leaf(
            office.ApprovalAsked,
            lambda e: e.approval == of.approval and person(e.decider) and by(e.asker),
            need=of.times,
        )
    return _leaf(
        office.PromiseMade, lambda e: e.item == of.request and person(e.by) and by(e.to), need=of.times
    )


def _heard(of: model.HoldsOf, around: Surroundings) -> Leaf:
    who = around.named(of.by)
    return Leaf(
        {
            office.FactLearned.kind: _typed(
                office.FactLearned, lambda e: e.fact == of.fact and e.person in who
            ),
            office.FactShared.kind: _typed(office.FactShared, lambda e: e.fact == of.fact and e.to in who),
        }
    )


_WRITTEN = ("mail", "chat")


def _goes(
    message: office.MessageSent,
    by: tuple[str, ...],
    to: tuple[str, ...],
    apps: tuple[str, ...] = (*_WRITTEN, "phone"),
) -> bool:
    if message.past or message.app not in apps or message.sender not in by:
        return False
    return any(person in to for person in (*message.to, *message.cc))


def _contains(
    patterns: Patterns | None, around: Surroundings, subject: tuple[str, ...] | None = None
) -> Callable[[office.MessageSent], bool]:
    """Whether a message's subject and body hold the patterns, and its subject one of the subjects."""
    body = Matcher([(0, patterns)]) if patterns else None
    head = Matcher([(0, (subject,))]) if subject else None

    def test(message: office.MessageSent) -> bool:
        if head is not None and not head.find(message.subject):
            return False
        return body is None or bool(body.find(f"{message.subject}\n{around.text(message.body)}"))

    return test


def _sent(of: model.SentOf, around: Surroundings) -> Leaf:
    by, to = around.named(of.by), around.named(of.to or "anyone")
    holds = _contains(of.contains, around, of.subject)
    # what is said on the phone is not in writing: it is meant only where it is named
    apps = _WRITTEN if of.app == "any" else (of.app,)
    return _leaf(office.MessageSent, lambda e: _goes(e, by, to, apps) and holds(e))


def _delivered(of: model.DeliveredOf, around: Surroundings) -> Leaf:
    path, by = path_pattern(of.path), _anybody(of.by, around)
    return Leaf(
        {
            office.FileWritten.kind: _typed(
                office.FileWritten, lambda e: not e.past and bool(path.fullmatch(e.path)) and by(e.by)
            ),
            office.FileMoved.kind: _typed(
                office.FileMoved, lambda e: bool(path.fullmatch(e.to)) and by(e.by)
            ),
        }
    )


def _shared(of: model.SharedOf, around: Surroundings) -> Leaf:
    """On the drive, or as a file of the drive that goes with a message."""
    path, to, by = path_pattern(of.path), around.named(of.with_), _anybody(of.by, around)
    anybody = around.named("anyone")

    def attached(message: office.MessageSent) -> bool:
        files = (attachment.path for attachment in message.attachments)
        return (
            by(message.sender)
            and _goes(message, anybody, to)
            and any(file is not None and path.fullmatch(file) for file in files)
        )

    return Leaf(
        {
            office.FileShared.kind: _typed(
                office.FileShared,
                lambda e: bool(path.fullmatch(e.path)) and by(e.by) and any(p in to for p in e.people),
            ),
            office.MessageSent.kind: _typed(office.MessageSent, attached),
        }
    )


def _promise(of: model.PromiseOf, around: Surroundings) -> Leaf:
    request = of.request
    match of.status:
        case "made":
            return _leaf(office.PromiseMade, lambda e: e.item == request)
        case "reminded":
            return _leaf(office.PromiseReminded, lambda e: around.request_of(e.promise) == request)
        case "kept":
            return _leaf(office.PromiseKept, lambda e: around.request_of(e.promise) == request)
        case "broken":
            return _leaf(office.PromiseBroken, lambda e: around.request_of(e.promise) == request)


def path_pattern(path: str) -> re.Pattern[str]:
    """A drive path as a regular expression: `*` and `?` stay within a folder, `**` does not."""
    parts = re.split(r"(\*\*|\*|\?)", path)
    wild = {"**": ".*", "*": "[^/]*", "?": "[^/]"}
    return re.compile("".join(wild.get(part) or re.escape(part) for part in parts))
