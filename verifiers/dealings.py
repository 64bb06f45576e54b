"""Folds a run's events into what one seat was to its coworkers, and they to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from ..engine.kernel.blobs import Blobs
from ..engine.kernel.clock import MINUTE
from ..engine.kernel.events import Event
from ..engine.kernel.seats import Called, Ended, Opened
from ..engine.office import events as office
from .scene import Scene
from .social import Asking, Disclosure, Load, Promises, Social

_CROWD: Final = 5
"""A message to more people than this asks nobody in particular, unless it mentions them."""


@dataclass
class _Turn:
    since: int
    asks: bool = False


class Dealings:
    """Folds a run's events into one seat's social scorecard."""

    def __init__(self, scene: Scene, blobs: Blobs) -> None:
        self._scene = scene
        self._blobs = blobs
        self._me = scene.person
        self._found = Social(self._me)
        self._turns: dict[tuple[str, str], _Turn] = {}
        self._threads: dict[str, str] = {}
        self._promisers: dict[str, str] = {}
        self._opened: int | None = None
        self._ended: int | None = None
        self._now = 0
        self._folds: Mapping[str, Callable[[Event], None]] = {
            office.MessageSent.kind: self._sent,
            office.FactAsked.kind: self._asked,
            office.ApprovalAsked.kind: self._asked,
            office.NotUnderstood.kind: self._not_understood,
            office.FactShared.kind: self._shared,
            office.FactLearned.kind: self._learned,
            office.FactRefused.kind: self._refused,
            office.FactReferred.kind: self._referred,
            office.PromiseMade.kind: self._promised,
            office.PromiseKept.kind: self._promise_moved,
            office.PromiseBroken.kind: self._promise_moved,
            office.PromiseReminded.kind: self._promise_moved,
            office.Joined.kind: self._met,
            office.Missed.kind: self._met,
            office.Effort.kind: self._charged,
            Called.kind: self._called,
            Opened.kind: self._open,
            Ended.kind: self._end,
        }

    @property
    def kinds(self) -> frozenset[str]:
        """Kinds of events that it is folded from."""
        return frozenset(self._folds)

    def fold(self, event: Event) -> None:
        """Take an event in."""
        self._now = event.at
        apply = self._folds.get(event.payload.kind)
        if apply is not None:
            apply(event)

    def result(self) -> Social:
        """The scorecard as it stands."""
        if self._opened is not None:
            end = self._now if self._ended is None else self._ended
            self._found.elapsed = end - self._opened
            self._found.work = self._worked(self._opened, end)
        return self._found

    def _worked(self, begun: int, ended: int) -> int:
        """The seat's working time, its leave left out."""
        calendar = self._scene.calendar
        away = self._scene.setup.people[self._me].leave
        spans = ((max(begun, one.start), min(ended, one.end)) for one in away)
        lost = sum(calendar.work_between(a, b) for a, b in spans if a < b)
        return calendar.work_between(begun, ended) - lost

    def _sent(self, event: Event) -> None:
        sent = event.payload
        assert isinstance(sent, office.MessageSent)
        if sent.past or sent.app not in ("mail", "chat"):
            return
        if sent.sender != self._me:
            turn = self._turns.get((sent.thread, sent.sender))
            if turn is not None and self._me in (*sent.to, *sent.cc, *sent.mentions):
                del self._turns[sent.thread, sent.sender]
                self._answered(sent.sender, turn, event.at)
            return
        self._found.messages_sent += 1
        self._threads[sent.message] = sent.thread
        asks = "?" in self._blobs.text(sent.body)
        for person in dict.fromkeys((*sent.to, *sent.cc)):
            if person == self._me:
                continue
            load = self._found.load.setdefault(person, Load())
            load.messages += 1
            load.words += sent.words
        for person in sent.to if len(sent.to) <= _CROWD else sent.mentions:
            if person != self._me:
                self._turns.setdefault((sent.thread, person), _Turn(event.at))
                if asks:
                    self._asks(sent.thread, person)

    def _asks(self, thread: str, person: str) -> None:
        turn = self._turns.get((thread, person))
        if turn is not None and not turn.asks:
            turn.asks = True
            self._found.asked.setdefault(person, Asking()).turns += 1

    def _answered(self, person: str, turn: _Turn, at: int) -> None:
        if not turn.asks:
            return
        one = self._found.asked[person]
        one.answered += 1
        one.wall.append(at - turn.since)
        one.work.append(self._scene.setup.calendar_of(person).work_between(turn.since, at))

    def _asked(self, event: Event) -> None:
        said = event.payload
        if isinstance(said, office.FactAsked):
            asker, person, topic = said.asker, said.holder, said.fact
        else:
            assert isinstance(said, office.ApprovalAsked)
            asker, person, topic = said.asker, said.decider, said.approval
        if asker == self._me:
            self._topic(person, topic, said.message)

    def _topic(self, person: str, topic: str, message: str) -> None:
        self._asks(self._threads.get(message, ""), person)
        topics = self._found.asked.setdefault(person, Asking()).topics
        topics[topic] = topics.get(topic, 0) + 1

    def _not_understood(self, event: Event) -> None:
        said = event.payload
        assert isinstance(said, office.NotUnderstood)
        if said.asker == self._me:
            self._asks(self._threads.get(said.message, ""), said.person)
            _count(self._found.not_understood, said.person)

    def _shared(self, event: Event) -> None:
        said = event.payload
        assert isinstance(said, office.FactShared)
        _count(self._found.told_by_seat if said.by == self._me else self._found.told_by_coworkers, said.mode)
        if said.mode == "leaked":
            self._found.leaks.append(Disclosure(event.seq, said.fact, said.by, said.to))

    def _learned(self, event: Event) -> None:
        said = event.payload
        assert isinstance(said, office.FactLearned)
        if said.person != self._me or said.source == self._me:
            return
        if said.version == "truth":
            told = said.source and not said.via.startswith("drive:")
            (self._found.obtained if told else self._found.read).setdefault(said.fact, event.seq)
            self._found.misled.pop(said.fact, None)
        elif said.fact not in self._found.obtained and said.fact not in self._found.read:
            self._found.misled[said.fact] = said.version

    def _refused(self, event: Event) -> None:
        said = event.payload
        assert isinstance(said, office.FactRefused)
        if said.to == self._me:
            _count(self._found.refused, said.reason)
            if said.owed:
                _count(self._found.wrongly_refused, said.by)

    def _referred(self, event: Event) -> None:
        said = event.payload
        assert isinstance(said, office.FactReferred)
        self._found.referred += said.to == self._me

    def _promised(self, event: Event) -> None:
        said = event.payload
        assert isinstance(said, office.PromiseMade)
        if self._me not in (said.by, said.to):
            return
        self._promisers[said.promise] = said.by
        self._found.promises.setdefault(said.by, Promises()).made += 1
        if said.to == self._me and said.item:
            self._topic(said.by, said.item, said.message)

    def _promise_moved(self, event: Event) -> None:
        said = event.payload
        assert isinstance(said, office.PromiseKept | office.PromiseBroken | office.PromiseReminded)
        by = self._promisers.get(said.promise)
        if by is None:
            return
        one = self._found.promises[by]
        if isinstance(said, office.PromiseKept):
            one.kept += 1
            one.late += said.late
        elif isinstance(said, office.PromiseBroken):
            one.broken += 1
        else:
            one.reminded += 1

    def _met(self, event: Event) -> None:
        said = event.payload
        assert isinstance(said, office.Joined | office.Missed)
        if said.person != self._me:
            return
        if isinstance(said, office.Joined):
            self._found.meetings_attended += 1
            self._found.late_minutes += said.late // MINUTE
        else:
            self._found.meetings_missed += 1

    def _charged(self, event: Event) -> None:
        said = event.payload
        assert isinstance(said, office.Effort)
        if said.seat == self._scene.seat:
            self._found.effort[said.cause] = self._found.effort.get(said.cause, 0) + said.milliseconds

    def _called(self, event: Event) -> None:
        said = event.payload
        assert isinstance(said, Called)
        self._found.calls += said.seat == self._scene.seat

    def _open(self, event: Event) -> None:
        said = event.payload
        assert isinstance(said, Opened)
        if said.seat == self._scene.seat and self._opened is None:
            self._opened = event.at

    def _end(self, event: Event) -> None:
        said = event.payload
        assert isinstance(said, Ended)
        if said.seat == self._scene.seat:
            self._ended = event.at
            self._found.ended = f"{said.how}: {said.why}" if said.why else said.how


def _count(counts: dict[str, int], name: str) -> None:
    counts[name] = counts.get(name, 0) + 1
