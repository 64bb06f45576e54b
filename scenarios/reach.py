"""The ways in which a seat can come to know a fact: what makes a pack solvable, and what `explain` tells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from ..engine.kernel.clock import HOUR
from ..engine.office.conditions import model
from ..engine.office.conditions.model import Condition
from ..engine.office.matching import Matcher, Reading, reading
from ..engine.office.model import Holding, Setup
from ..engine.office.org import Org
from ..engine.office.texts import as_text
from .pack import Pack
from .schema.storyline import DoChat, DoMail, DoMeeting, DoPhone
from .setup import setup_of


@dataclass(frozen=True)
class Way:
    """One way to a fact.

    Attributes:
        kind: Where it comes from.
        by: The person, or the file's path, or the beat's or meeting's id.
        barred: Why it can't be taken; empty if it can.
        needs: What must be so before.
    """

    kind: Literal["person", "document", "mail", "chat", "beat", "meeting", "request"]
    by: str
    barred: str = ""
    needs: Condition | None = None


class Reach:
    """What the seat of a pack's task can come to know.

    Args:
        pack: The loaded pack.
        drive: Drive path to content, if it is at hand; else the pack's files are made.
    """

    def __init__(self, pack: Pack, drive: Mapping[str, bytes] | None = None) -> None:
        self.pack = pack
        self._drive = pack.drive if drive is None else drive
        self.setup: Setup = setup_of(pack)
        self.org = Org(self.setup)
        self.me = pack.seats[pack.task.header.to].person
        seat = pack.people[self.me]
        hours = pack.clock.calendar(seat.calendar)
        self.deadline = hours.add_work(pack.task.at, pack.task.header.limits.work_hours * HOUR)
        """When the task's work hours are used up, milliseconds since the run's start."""
        self._matchers: dict[str, Matcher[int]] = {}
        self._readings: dict[str, Reading] = {}

    def ways(self, fact: str) -> tuple[Way, ...]:
        """Every way to a fact, those that are barred included."""
        return (*self._people(fact), *self._story(fact), *self._requests(fact), *self._documents(fact))

    def reachable(self, fact: str) -> bool:
        """Whether the seat can come to know it in time."""
        return any(not way.barred for way in self.ways(fact))

    def _people(self, fact: str) -> Iterator[Way]:
        for holding in self.setup.facts[fact].holders:
            if holding.person == self.me:
                yield Way("person", holding.person)
                continue
            barred = self._barred(fact, holding)
            needs = [part for part in (holding.rule.after, holding.corrected_by) if part is not None]
            if holding.mistake is not None and holding.corrected_by is None:
                barred = "holds a wrong version that nothing corrects"
            impossible = next((why for part in needs if (why := self._never(part))), "")
            whole = needs[0] if len(needs) == 1 else model.All(all=tuple(needs)) if needs else None
            yield Way("person", holding.person, barred or impossible, whole)

    def _barred(self, fact: str, holding: Holding) -> str:
        rule = holding.rule
        if rule.kind == "never":
            return "never tells it"
        if self.org.covered(self.setup.facts[fact].not_to, self.me):
            return f"nobody may tell {self.pack.people[self.me].first_name}"
        if rule.to and not self.org.admits(holding.person, rule.to, self.me):
            return "tells only others"
        return ""

    def _never(self, condition: Condition) -> str:
        """Why a condition can't become true in time; empty if it may."""
        match condition:
            case model.Agreed(agreed=of):
                grants = self.pack.knowledge.approvals[of.approval].grants
                return f"{of.approval} is never granted" if grants == "never" else ""
            case model.At(at=text):
                return f"{text} is after the deadline" if self.pack.clock.at(text) > self.deadline else ""
            case model.All():
                return next((why for part in condition.all if (why := self._never(part))), "")
            case model.Either():
                found = [self._never(part) for part in condition.any]
                return found[0] if all(found) else ""
            case model.After(after=of):
                return self._never(of.condition)
            case model.Beat(beat=of):
                beats = {beat.id: beat for beat in self.pack.storyline.beats}
                beat = beats.get(of.id)
                return "" if beat is None or beat.when == condition else self._never(beat.when)
            case _:
                return ""

    def _story(self, fact: str) -> Iterator[Way]:
        pack = self.pack
        for beat in pack.storyline.beats:
            for action in beat.do:
                match action:
                    case DoMail(mail=one) if fact in one.shares and self.me in (*one.to, *one.cc):
                        yield Way("beat", beat.id, self._never(beat.when), beat.when)
                    case DoChat(chat=one) if fact in one.shares and self._hears(one.to, one.channel):
                        yield Way("beat", beat.id, self._never(beat.when), beat.when)
                    case DoPhone(phone=one) if fact in one.shares and one.to == self.me:
                        yield Way("beat", beat.id, self._never(beat.when), beat.when)
                    case DoMeeting(meeting=one) if any(line.shares == fact for line in one.lines):
                        barred = "" if self.me in (one.organiser, *one.with_) else "is not invited"
                        yield Way("meeting", one.id, barred or self._never(beat.when), beat.when)
                    case _:
                        pass
        for meeting in pack.storyline.meetings:
            if any(line.shares == fact for line in meeting.lines):
                barred = "" if self.me in (meeting.organiser, *meeting.with_) else "is not invited"
                late = pack.clock.at(meeting.at) > self.deadline
                yield Way("meeting", meeting.id, barred or ("is after the deadline" if late else ""))

    def _hears(self, to: str | None, channel: str | None) -> bool:
        return to == self.me or (channel is not None and self.me in self.setup.channels.get(channel, ()))

    def _requests(self, fact: str) -> Iterator[Way]:
        for name, request in self.pack.knowledge.requests.items():
            gift = request.gives
            text = self._text(gift.file, self.pack.files.get(gift.file, b"")) if gift.file else ""
            if gift.fact == fact or self._reveals(fact, text):
                yield Way("request", name, self._never(request.after) if request.after else "", request.after)

    def _documents(self, fact: str) -> Iterator[Way]:
        pack = self.pack
        for path, text in self._texts.items():
            if self._reveals(fact, text):
                yield Way("document", path, "" if self._may_open(path) else "may not be opened")
        for mail in pack.mail:
            if self.me in (mail.sender, *mail.to, *mail.cc) and self._reveals(
                fact, f"{mail.subject}\n{mail.body}"
            ):
                yield Way("mail", mail.file)
        for chat in pack.chat:
            mine = (
                self.me in chat.place
                if isinstance(chat.place, tuple)
                else self.me in self.setup.channels.get(chat.place, ())
            )
            if mine and self._reveals(fact, chat.text):
                yield Way("chat", chat.place if isinstance(chat.place, str) else "-".join(chat.place))
        if self._reveals(fact, pack.task.brief):
            yield Way("mail", f"{pack.task.folder}/task.md")

    @cached_property
    def _texts(self) -> dict[str, str]:
        return {path: self._text(path, content) for path, content in self._drive.items()}

    @staticmethod
    def _text(path: str, content: bytes) -> str:
        return as_text(path, content) or ""

    def _reveals(self, fact: str, text: str) -> bool:
        # every text is held against every fact, so both are made ready once
        if not text:
            return False
        if fact not in self._matchers:
            self._matchers[fact] = Matcher([(0, self.setup.facts[fact].reveals)])
        if text not in self._readings:
            self._readings[text] = reading(text)
        return bool(self._matchers[fact].find(self._readings[text]))

    def _may_open(self, path: str) -> bool:
        folder = path
        while folder:
            folder = folder.rpartition("/")[0]
            if (folder or "/") in self.pack.access:
                return self.me in self.pack.access[folder or "/"]
        return True
