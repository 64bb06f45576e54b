"""People's own work, and the messages that it makes them write to each other.

Work takes as long as it takes: estimates are overrun log-normally. While they work, people need their colleagues: most
often the same few, in bursts, and they come back to those who don't answer. What is to be written is an errand; the
person's mind finds the words.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, time, timedelta
from typing import Any, ClassVar, Final

from ..kernel.clock import HOUR, MINUTE
from ..kernel.events import Entry, Event
from ..kernel.state import Apply, Component
from ..kernel.step import React, Step
from ..kernel.streams import Stream
from ..kernel.world import Core
from .attention import Attention
from .events import Channel, MessageSent, WorkDone
from .model import OwnWork, Person, Setup
from .percept import Errand

OVERRUN_SPREAD: Final = 0.9
"""Standard deviation of ln(actual / estimated) for one person; over people of different medians about 1.09, as mean
1.81× at median 1.0× implies (Bernhardsson 2019; shape: Little 2006)."""
LONGEST: Final = 8
"""Cap of the overrun, in estimates."""
FOCUSED: Final = 550
"""Share of working hours left for own work beside messages and meetings, per mille (57% is communication in firms that
live in their mailboxes, Microsoft 2023; less elsewhere)."""
AT_ONCE: Final = 3
"""Pieces of work that one day is spread over."""

USE: Final = "desk.use"
"""Agenda kind: somebody's work has come to where they use a tool of an app."""
BEGUN_A_DAY: Final = 2.0
"""Conversations that a person of average contacts begins on a working day (fitted: 2.3 mails sent a day, plus chat)."""
BEGUN_SMALL: Final = 0.4
"""The same in an office of a dozen people or fewer, so that its log can be read."""
SMALL: Final = 15
RATE_SPREAD: Final = 0.6
"""Between people: log-sd of volume 0.76, less what contacts and answering add (Michalski et al. 2011)."""
DAY_SPREAD: Final = 0.5
"""Between one person's days: variance of daily counts over their mean 2.4 (same source)."""
RANK: Final = 0.7
"""Contacts are written to as their rank to this power falls (fitted: with answers, the first five get 0.5 to 0.6; 54%
measured, same source)."""
STRANGER: Final = 55
"""Share of conversations with a contact's contact instead, per mille (triadic closure, same source)."""
BURST: Final = 18 * MINUTE
"""Mean wait within a burst (fitted)."""
BURSTS: Final = (300, 400, 300)
"""Share of days on which what somebody begins comes in one, two or three bursts, per mille (fitted)."""
KINDS: Final = (("request", 560), ("inform", 310), ("social", 130))
"""What people turn to each other for, per mille (no measurement known)."""
COPIED: Final[Mapping[str, tuple[int, int, int]]] = {"inform": (600, 310, 90), "request": (860, 130, 10)}
"""One, two to four, or many recipients, per mille (fitted to reciprocity; 86% go to one, 2% to more than five, same
source)."""
FURTHER: Final = 200
"""Share of those in copy who stand close to the one addressed (fitted)."""

FOLLOW_UP: Final = 320
"""Share of answers that lead to a further question, per mille (fitted to 63 to 69% of turns answered within a day)."""
FOLLOW_UP_AFTER: Final = 6 * MINUTE
CHASES: Final = (600, 350)
"""Share of unanswered requests that are chased once, and again, per mille (no measurement known)."""
CHASE_AFTER: Final = 9 * HOUR
"""Median working time until somebody chases."""

REQUESTS: Final = (
    "the current status",
    "the latest figures",
    "a date",
    "a second pair of eyes",
    "ten minutes",
    "a missing detail",
    "a decision",
    "the last version",
)
NEWS: Final = (
    "a change of plan",
    "a small delay",
    "it is moving again",
    "a new version",
    "something to keep in mind",
    "a question from outside",
)
THEIRS: Final = frozenset({"the current status", "the latest figures", "a date", "the last version"})
"""What is asked about the other's work, not one's own."""
OF_A_TRADE: Final = ("a missing detail", "ten minutes")
"""What can be asked about a subject that is no piece of work with a date and a state."""
FURTHER_ASKS: Final = ("a missing detail", "ten minutes", "a decision")
"""What an answer leads to."""
ABROAD: Final = (
    ("our open orders", "the current status"),
    ("the planning for the coming weeks", "the current status"),
    ("the open points from our last call", "the current status"),
    ("the list of contacts", "the last version"),
    ("the paperwork of last month", "a missing detail"),
)
"""What people of different companies have to do with each other, whatever their trades, and what they ask about it."""
PARTS: Final = (
    (15, "just started"),
    (42, "about a third done"),
    (60, "about half done"),
    (85, "two thirds done"),
)
"""How far something is, by per cent of its estimate spent; beyond the last, nearly done."""
TALK: Final = ("lunch", "the weekend", "coffee", "the weather", "the office", "holidays")


class Progress(Component):
    """How far everybody's work is, and whom they wait for."""

    name = "work"
    OPEN_ASKS: ClassVar[int] = 4_000

    def __init__(self, setup: Setup) -> None:
        self._coworkers = frozenset(person.id for person in setup.people.values() if person.is_coworker)
        self.begun: dict[str, int] = {}
        """Pieces of work that the person has taken up so far."""
        self.open: dict[str, dict[str, int]] = {}
        """Minutes spent on those not finished."""
        self.asked: dict[str, tuple[str, str, int]] = {}
        """``asker|asked`` to thread, topic and number of chases."""

    def listens(self) -> Mapping[str, Apply]:
        return {WorkDone.kind: self._worked, MessageSent.kind: self._sent}

    def _worked(self, event: Event) -> None:
        said: Any = event.payload
        mine = self.open.setdefault(said.person, {})
        if said.work not in mine:
            self.begun[said.person] = self.begun.get(said.person, 0) + 1
        mine[said.work] = mine.get(said.work, 0) + said.minutes
        if said.finished:
            del mine[said.work]

    def _sent(self, event: Event) -> None:
        said: Any = event.payload
        if said.past or said.app in ("meeting", "phone", "comment") or said.sender not in self._coworkers:
            return
        for other in said.to:
            self.asked.pop(f"{other}|{said.sender}", None)
        if len(said.to) == 1 and said.to[0] in self._coworkers:
            for act in said.acts:
                if act.kind in ("request", "chase"):
                    key = f"{said.sender}|{said.to[0]}"
                    before = self.asked.pop(key, None)
                    chases = (before[2] if before else 0) + 1 if act.kind == "chase" else 0
                    self.asked[key] = (said.thread, act.topic, chases)
                    break
            if len(self.asked) > self.OPEN_ASKS:
                del self.asked[next(iter(self.asked))]

    def dump(self) -> Any:
        return {
            "begun": dict(self.begun),
            "open": {person: dict(works) for person, works in self.open.items()},
            "asked": {key: list(row) for key, row in self.asked.items()},
        }

    def load(self, data: Any) -> None:
        self.begun = dict(data["begun"])
        self.open = {person: dict(works) for person, works in data["open"].items()}
        self.asked = {key: (row[0], row[1], row[2]) for key, row in data["asked"].items()}


class Working:
    """Lets people do their own work, and turn to each other because of it."""

    def __init__(self, setup: Setup, core: Core, attention: Attention) -> None:
        self._setup = setup
        self._core = core
        self._attention = attention
        self.progress = Progress(setup)
        self._works = {
            person.id: sorted(person.work, key=lambda one: (one.start, one.id))
            for person in setup.people.values()
        }
        self._by_id = {work.id: work for works in self._works.values() for work in works}
        self._contacts = {person.id: _contacts(setup, person) for person in setup.people.values()}
        coworkers = sum(1 for person in setup.people.values() if person.is_coworker)
        self._rate = BEGUN_A_DAY if coworkers > SMALL else BEGUN_SMALL

    def components(self) -> Sequence[Component]:
        return (self.progress,)

    def reactors(self) -> Mapping[str, React]:
        return {MessageSent.kind: self._sent}

    def handlers(self) -> Mapping[str, Callable[[Step, Entry], None]]:
        return {"work.day": self._day, "work.chase": self._chase}

    def start(self, step: Step) -> None:
        """Book everybody's first working day."""
        for person in self._setup.people.values():
            if person.is_coworker:
                self._book(step, person, step.at)
                for work in person.work:
                    for number, use in enumerate(work.use):
                        if use.at is not None:
                            self._book_use(step, person, work, number, max(step.at, use.at))

    def _book(self, step: Step, person: Person, at: int) -> None:
        opens = self._setup.calendar_of(person.id).next_open(at)
        step.set(f"work.day/{person.id}", opens, "work.day", person.id, priority=2)

    # A day -----------------------------------------------------------------------------------------------------------

    def _day(self, step: Step, entry: Entry) -> None:
        person = self._setup.people[entry.target]
        calendar = self._setup.calendar_of(person.id)
        closes = calendar.end_of_day(step.at)
        midnight = calendar.at(datetime.combine(calendar.local(step.at).date() + timedelta(days=1), time(0)))
        self._book(step, person, max(closes, midnight))
        if self._attention.kept(person.id, step.at) >= closes:
            return
        draw = self._core.streams.stream("day", person.id, calendar.local(step.at).date().isoformat())
        hours = calendar.work_between(step.at, closes)
        self._work(step, person, hours * FOCUSED // 1000 // MINUTE, draw)
        if self._setup.ambient and self._contacts[person.id][0]:
            self._turn_to_others(step, person, hours, draw)

    def _work(self, step: Step, person: Person, minutes: int, draw: Stream) -> None:
        works = self._works[person.id]
        mine = self.progress.open.get(person.id, {})
        now = [self._by_id[work] for work in mine]
        begun = self.progress.begun.get(person.id, 0)
        while len(now) < AT_ONCE and begun < len(works) and works[begun].start <= step.at + 8 * HOUR:
            now.append(works[begun])
            begun += 1
        now.sort(key=lambda one: (one.due, one.id))
        for number, work in enumerate(now[:AT_ONCE]):
            share = minutes if number + 1 == len(now) else minutes * draw.integer(400, 700) // 1000
            needed = self.takes(person, work) - mine.get(work.id, 0)
            spent = max(0, min(share, needed))
            minutes -= spent
            finished = spent >= needed
            self._use(step, person, work, mine.get(work.id, 0), spent)
            step.emit(WorkDone(person=person.id, work=work.id, minutes=spent, finished=finished), person.id)
            if finished or (step.at <= work.due < step.at + 24 * HOUR):
                self._report(step, person, work, draw, finished=finished)

    def _use(self, step: Step, person: Person, work: OwnWork, before: int, spent: int) -> None:
        """Book the tools that the person uses in today's part of a piece of work, as it goes on over the day."""
        if not work.use or not spent:
            return
        takes = self.takes(person, work)
        calendar = self._setup.calendar_of(person.id)
        hours = calendar.work_between(step.at, calendar.end_of_day(step.at))
        for number, use in enumerate(work.use):
            due = takes * use.done // 100
            if use.at is None and before < due <= before + spent:
                draw = self._core.streams.stream("uses", person.id, work.id, number)
                share = (due - before) * 1000 // spent * draw.integer(80, 100) // 100
                at = calendar.add_work(step.at, hours * min(980, max(20, share)) // 1000)
                self._book_use(step, person, work, number, at)

    def _book_use(self, step: Step, person: Person, work: OwnWork, number: int, at: int) -> None:
        use = work.use[number]
        name = f"{work.id}/{number}"
        payload = {"id": name, "tool": use.tool, "arguments": use.arguments}
        step.set(f"{USE}/{person.id}/{name}", at, USE, person.id, json.dumps(payload), priority=2)

    def contacts(self, person: str) -> tuple[str, ...]:
        """The coworkers that a person turns to, the closest first."""
        return self._contacts[person][0]

    def takes(self, person: Person, work: OwnWork) -> int:
        """Minutes that a piece of work really takes; its estimate, overrun."""
        median = 100 if person.persona is None else person.persona.reliability.overrun_percent
        factor = self._core.streams.stream("overrun", person.id, work.id).lognormal(
            median / 100, OVERRUN_SPREAD
        )
        return max(1, int(work.minutes * min(factor, LONGEST)))

    def _report(self, step: Step, person: Person, work: OwnWork, draw: Stream, *, finished: bool) -> None:
        """Tell those it was done with, or the manager, that it is done or will be late."""
        told = [
            name
            for name in (*work.with_, person.manager or "")
            if self._is_coworker(name) and name != person.id
        ]
        if not told or not self._setup.ambient or not draw.chance(500):
            return
        words = "it is done" if finished else "it will be later than planned"
        at = step.at + draw.integer(30, 420) * MINUTE
        detail = self._told(person, work, words, step.at)
        self._mean(step, person, "inform", told[0], subject(work), detail, at, item=work.id)

    def _turn_to_others(self, step: Step, person: Person, hours: int, draw: Stream) -> None:
        own = self._core.streams.stream("volume", person.id).lognormal(1.0, RATE_SPREAD)
        begins = _poisson(draw, self._rate * own * draw.lognormal(0.8, DAY_SPREAD))
        if not begins:
            return
        bursts = 1 + draw.weighted(range(len(BURSTS)), BURSTS)
        times = [draw.uniform(0.03, 0.97) for _ in range(bursts)]
        calendar = self._setup.calendar_of(person.id)
        for _ in range(min(begins, 12)):
            at = calendar.add_work(step.at, int(hours * draw.choice(times))) + int(draw.exponential(BURST))
            kind = draw.weighted([kind for kind, _ in KINDS], [share for _, share in KINDS])
            to = self._contact(person, draw)
            work: OwnWork | None = None
            other = self._setup.people[to]
            if kind == "social":
                topic, detail = draw.choice(TALK), ""
            elif person.outside != other.outside:
                work = None
                topic, asked = draw.choice(ABROAD)
                detail = asked if kind == "request" else "nothing open on this side"
            else:
                detail = draw.choice(REQUESTS if kind == "request" else NEWS)
                whose = other if detail in THEIRS else person
                work = self._current(whose, draw)
                topic = subject(work) if work is not None else _trade(whose, draw)
                if work is None and kind == "request":
                    detail = draw.choice(OF_A_TRADE)
                if kind == "inform" and work is not None:
                    detail = self._told(person, work, detail, at)
            cc = self._copied(person, kind, to, draw)
            self._mean(step, person, kind, to, topic, detail, at, item=work.id if work else "", cc=cc)

    def _told(self, person: Person, work: OwnWork, news: str, at: int) -> str:
        """News of a piece of work: what kind, how far it is, and when it is due if that is soon."""
        spent = self.progress.open.get(person.id, {}).get(work.id, 0) * 100 // max(1, work.minutes)
        part = next((words for most, words in PARTS if spent < most), "nearly done")
        calendar = self._setup.calendar_of(person.id)
        ahead = (calendar.local(work.due).date() - calendar.local(at).date()).days
        day = f"{calendar.local(work.due):%A}" if 0 < ahead < 6 else ""
        return f"{news}|{part}|{day}"

    def _current(self, person: Person, draw: Stream) -> OwnWork | None:
        """One of the pieces of work that the person has in hand."""
        mine = self.progress.open.get(person.id)
        return self._by_id[draw.choice(tuple(mine))] if mine else None

    def _contact(self, person: Person, draw: Stream) -> str:
        names, weights = self._contacts[person.id]
        to = draw.weighted(names, weights)
        if draw.chance(STRANGER):
            further = [name for name in self._contacts.get(to, ((), ()))[0] if name != person.id]
            if further:
                return draw.choice(further)
        return to

    def _copied(self, person: Person, kind: str, to: str, draw: Stream) -> tuple[str, ...]:
        shares = COPIED.get(kind)
        if shares is None:
            return ()
        more = (0, draw.integer(1, 3), draw.integer(4, 8))[draw.weighted(range(3), shares)]
        names = self._contacts[person.id][0]
        found: dict[str, None] = {}
        for _ in range(more):
            name = draw.choice(names)
            if draw.chance(FURTHER):
                name = draw.choice(self._contacts.get(to, ((), ()))[0] or (name,))
            found[name] = None
        return tuple(name for name in found if name not in (to, person.id))

    def _is_coworker(self, name: str) -> bool:
        person = self._setup.people.get(name)
        return person is not None and person.is_coworker and not person.outside

    def _mean(
        self,
        step: Step,
        person: Person,
        kind: Any,
        to: str,
        topic: str,
        detail: str,
        at: int,
        *,
        item: str = "",
        thread: str = "",
        cc: tuple[str, ...] = (),
    ) -> None:
        errand = Errand(
            errand=self._attention.errand_id(person.id),
            kind=kind,
            to=to,
            to_name=self._setup.people[to].name,
            topic=topic,
            detail=detail,
            item=item,
            cc=cc,
        )
        app: Channel | None = None
        if thread:
            app = "chat" if thread.startswith(("dm:", "#")) else "mail"
        self._attention.add_errand(step, person.id, errand, at, app=app, thread=thread)

    # Waiting for others ----------------------------------------------------------------------------------------------

    def _sent(self, step: Step, event: Event) -> None:
        said = event.payload
        assert isinstance(said, MessageSent)
        if (
            said.past
            or not self._setup.ambient
            or len(said.to) != 1
            or said.app in ("meeting", "phone", "comment")
        ):
            return
        sender, to = self._setup.people.get(said.sender), self._setup.people.get(said.to[0])
        if sender is None or to is None or not sender.is_coworker or not to.is_coworker:
            return
        step.cancel(f"work.chase/{to.id}|{sender.id}")
        kinds = {act.kind for act in said.acts}
        if "request" in kinds or "chase" in kinds:
            key = f"{sender.id}|{to.id}"
            chases = self.progress.asked[key][2] if key in self.progress.asked else 0
            draw = self._core.streams.stream("chase", sender.id, said.message)
            if chases < len(CHASES) and draw.chance(CHASES[chases]):
                wait = int(draw.lognormal(CHASE_AFTER, 0.6))
                at = self._setup.calendar_of(sender.id).add_work(step.at, wait)
                step.set(f"work.chase/{key}", at, "work.chase", sender.id, key)
        if "answer" in kinds:
            draw = self._core.streams.stream("follow", to.id, said.message)
            if draw.chance(FOLLOW_UP):
                at = step.at + int(draw.lognormal(FOLLOW_UP_AFTER, 1.0))
                topic = next((act.topic for act in said.acts if act.kind == "answer"), "")
                detail = draw.choice(FURTHER_ASKS)
                self._mean(
                    step, to, "request", sender.id, topic or said.subject, detail, at, thread=said.thread
                )

    def _chase(self, step: Step, entry: Entry) -> None:
        row = self.progress.asked.get(entry.payload)
        if row is None:
            return
        person = self._setup.people[entry.target]
        _, _, to = entry.payload.partition("|")
        if self._attention.kept(to, step.at) > step.at + 24 * HOUR:
            return
        self._mean(step, person, "chase", to, row[1], "", step.at, thread=row[0])


def _contacts(setup: Setup, person: Person) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The coworkers that a person turns to, the closest first, and how often relative to each other."""
    ties: dict[str, int] = {}
    for tie in person.ties:
        other = setup.people.get(tie.to)
        if other is not None and other.is_coworker and not other.outside and other.id != person.id:
            ties[other.id] = max(tie.trust, ties.get(other.id, 0))
    manager = setup.people.get(person.manager or "")
    if manager is not None and manager.is_coworker:
        ties.setdefault(manager.id, 600)
    names = sorted(ties, key=lambda name: (-ties[name], name))
    return tuple(names), tuple(max(1, int(10_000 / (rank + 1) ** RANK)) for rank in range(len(names)))


_DEEDS: Final = frozenset(
    "answer book build call check clean clear close collect compile count draft file finish fix get handle hire keep"
    " make meet move order plan prepare print read reconcile renew repair review run send set settle sort start"
    " test train update visit work write".split()
)
"""First words of titles that say what to do (*Close February*), unless *of* or *for* follows (*Review of …*)."""
_COMMON: Final = frozenset(
    "annual audit bills bookings brief budget campaign carrier catalogue claims closing contract customer daily"
    " delivery draft final first forecast handbook hiring inventory invoice invoices launch letter list maintenance"
    " manual memo migration minutes monthly new newsletter offer onboarding order overview payment payroll plan"
    " policy presentation pricing proposal prototype quarterly quote quotes rate release repair report review roster"
    " sales schedule second service sheet space stock summary survey table tender test tests training weekly"
    " yearly".split()
)
"""First words of titles that are no names, so that they are written small inside a sentence."""


def subject(work: OwnWork) -> str:
    """What colleagues call a piece of work: *the rate sheet for April*; its subject if its title says what to do."""
    first, _, rest = work.title.partition(" ")
    if first.lower() in _DEEDS and not rest.startswith(("of ", "for ")):
        return work.about
    if first.lower() in ("the", "our", "my"):
        return f"the {rest}"
    return f"the {first.lower() if first.lower() in _COMMON else first} {rest}".rstrip()


def _trade(person: Person, draw: Stream) -> str:
    """A subject of the person's trade, for those without work of their own."""
    assert person.persona is not None
    known = (*person.persona.expertise.expert, *person.persona.expertise.working)
    return draw.choice(known) if known else person.persona.role.profession


def _poisson(draw: Stream, mean: float) -> int:
    """A Poisson draw, by counting exponential waits (Knuth 1969)."""
    count, left = 0, mean
    while True:
        left -= draw.exponential(1.0)
        if left < 0:
            return count
        count += 1
