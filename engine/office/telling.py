"""The ledger of telling: who was told what by which message or file, and whether they had asked or should not know.

A coworker's message says beside its text which facts it passes on; the texts of seats, of the story and of files are
searched for what gives a fact away.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Final, Literal

from ..kernel.clock import MINUTE
from ..kernel.events import Event
from ..kernel.step import React, Step
from ..kernel.world import Core
from .events import (
    AGENDA,
    FactAsked,
    FactLearned,
    FactShared,
    FileCommented,
    FileRead,
    FileShared,
    MessageRead,
    MessageSent,
    Notice,
    RecordRead,
    Told,
)
from .holdings import TRUTH
from .knowledge import Knowledge
from .links import Links
from .model import Setup
from .org import Org
from .percept import Errand
from .threads import Threads

_PATH: Final = re.compile(r"(?<![\w/])/[\w.%+-]+(?:/[\w.%+-]+)*")
_ASKING: Final = ("request", "question", "ask", "clarify")

Mode = Literal["asked", "volunteered", "leaked"]


class Telling:
    """Reacts to whatever carries a fact to somebody."""

    def __init__(
        self, setup: Setup, core: Core, org: Org, threads: Threads, knowledge: Knowledge, links: Links
    ) -> None:
        self._setup = setup
        self._core = core
        self._org = org
        self._threads = threads
        self._knowledge = knowledge
        self._holdings = knowledge.holdings
        self._links = links

    def reactors(self) -> Mapping[str, React]:
        return {
            MessageSent.kind: self._on_message,
            MessageRead.kind: self._on_read,
            FileRead.kind: self._on_file_read,
            FileShared.kind: self._on_file_shared,
            FileCommented.kind: self._on_file_commented,
            Notice.kind: self._on_notice,
            RecordRead.kind: self._on_record_read,
            FactLearned.kind: self._on_learned,
        }

    def watch(self) -> None:
        """Register what corrects mistaken versions with the conditions' tracker; once, when the world is built."""
        for fact in self._setup.facts.values():
            for one in fact.holders:
                if one.mistake is not None and one.corrected_by is not None:
                    self._links.conditions.watch(
                        one.corrected_by, partial(self._correct, one.person, fact.id)
                    )

    # Telling ----------------------------------------------------------------------------------------------

    def _on_message(self, step: Step, event: Event) -> None:
        sent = event.payload
        assert isinstance(sent, MessageSent)
        if sent.past or sent.app == "comment":  # what a comment tells is known from the comment itself
            return
        sender = self._setup.people.get(sent.sender)
        by_mind = sender is not None and sender.is_coworker and bool(sent.acts)
        if by_mind and not sent.told and not sent.attachments and sent.sender not in self._setup.thinkers:
            if any(act.item in self._setup.facts for act in sent.acts):
                self._asks_of_seats(step, event, sent)
            return
        carried: dict[str, str] = {}
        for told in sent.told:
            if told.fact not in self._setup.facts:  # A model may name what does not exist.
                continue
            carried[told.fact] = self._really_told(sent.sender, told) if by_mind else told.version
            if not by_mind:  # The story tells the truth through somebody: then they know it.
                self._knowledge.learn(step, sent.sender, told.fact, sent.message, told.version)
        if not by_mind or sent.sender in self._setup.thinkers:
            found = self._knowledge.facts_in_blob(sent.body)
            told = sent.told if by_mind else ()
            self._carry(carried, sent.sender, self._knowledge.beyond(sent.sender, told, found))
        for attached in sent.attachments:
            self._carry(carried, sent.sender, self._knowledge.facts_in_file(attached.name, attached.blob))
        if by_mind:
            self._asks_of_seats(step, event, sent)
        if carried:
            readers = dict.fromkeys((*sent.to, *sent.cc))
            readers.pop(sent.sender, None)
            story = not by_mind or any(act.item == AGENDA for act in sent.acts)
            if sender is not None and sender.seat:
                story = False
            self._reaches(step, event, carried, sent.sender, readers, sent.message, story=story)
        if sender is not None and sender.seat:
            self._points_to_files(step, event, sent)

    def _carry(self, carried: dict[str, str], sender: str, found: Iterable[tuple[str, str]]) -> None:
        """Add what was found in a text; of several wrong versions that read alike, the one that the sender holds."""
        for fact, version in found:
            if fact not in carried or (
                carried[fact] not in (held := self._holdings.versions(sender, fact)) and version in held
            ):
                carried[fact] = version

    def _points_to_files(self, step: Step, event: Event, sent: MessageSent) -> None:
        """A colleague who is sent the path of one's file on the drive opens it."""
        inside = [
            one
            for one in (*sent.to, *sent.cc)
            if one in self._setup.people and not self._setup.people[one].outside
        ]
        for path in _PATH.findall(self._core.blobs.text(sent.body)):
            name = path.rstrip(".")
            file = self._holdings.paths.get(name)
            content = self._holdings.file(file) if file is not None else None
            if file is not None and content is not None and content.by == sent.sender:
                self._file_reaches(step, event, name, file, None, inside, sent.sender)

    def _really_told(self, sender: str, told: Told) -> str:
        """The version that somebody passes on, whatever their mind called it: one that they hold."""
        held = self._holdings.versions(sender, told.fact)
        if not held or told.version in held:
            return told.version
        return self._knowledge.holds(sender, told.fact) or told.version

    def _asks_of_seats(self, step: Step, event: Event, sent: MessageSent) -> None:
        """A coworker's question to a seat needs no understanding: its mind says what it asks for."""
        for act in sent.acts:
            if act.kind in _ASKING and act.item in self._setup.facts:
                for person in sent.to:
                    if person in self._setup.people and self._setup.people[person].seat:
                        asked = FactAsked(
                            fact=act.item, asker=sent.sender, holder=person, message=sent.message
                        )
                        step.emit(asked, sent.sender, cause=event)

    def _reaches(
        self,
        step: Step,
        event: Event,
        carried: Mapping[str, str],
        by: str,
        readers: Iterable[str],
        via: str,
        *,
        story: bool = False,
    ) -> None:
        for reader in readers:
            for fact, version in carried.items():
                mode = self._mode(by, fact, reader, story=story)
                shared = FactShared(fact=fact, version=version, by=by, to=reader, message=via, mode=mode)
                step.emit(shared, by, cause=event)
                if self._takes(reader, fact, version, by):
                    learned = FactLearned(fact=fact, person=reader, version=version, via=via, source=by)
                    step.emit(learned, reader, cause=event)

    def _mode(self, by: str, fact: str, reader: str, *, story: bool = False) -> Mode:
        """How it is told. What the story has somebody say is the author's decision, unless nobody may ever be told."""
        if self._org.covered(self._setup.facts[fact].not_to, reader):
            return "leaked"
        if (
            not story
            and self._knowledge.own(reader, fact) is None
            and self._knowledge.verdict(by, fact, (reader,)).verdict
            in (
                "may_not",
                "needs_approval",
            )
        ):
            return "leaked"
        return "asked" if self._holdings.asked_anybody(reader, fact) else "volunteered"

    def _takes(self, reader: str, fact: str, version: str, by: str) -> bool:
        """Whether the reader holds that version from now on.

        A seat's guess, in a question or otherwise, teaches nobody. Who believes a version of their own gives it up
        only for the word of somebody who holds the truth.
        """
        teller = self._setup.people.get(by)
        if teller is not None and teller.seat and version not in self._holdings.versions(by, fact):
            return False
        held = self._holdings.versions(reader, fact)
        if version in held or (TRUTH in held and self._knowledge.own(reader, fact) is not None):
            return False
        holding = self._knowledge.own(reader, fact)
        return holding is None or version != TRUTH or self._knowledge.knows_truth(by, fact)

    # Reading ----------------------------------------------------------------------------------------------

    def _on_read(self, step: Step, event: Event) -> None:
        """Old messages, sent before the run, tell a seat what stands in them when it opens them."""
        read = event.payload
        assert isinstance(read, MessageRead)
        person = self._setup.people.get(read.person)
        if person is None or person.seat is None:
            return
        for name in read.messages:
            message = self._threads.message(name)
            if message is None or not message.past or message.sender == read.person:
                continue
            carried: dict[str, str] = {}
            self._carry(carried, message.sender, self._knowledge.facts_in_blob(message.body))
            for attached in message.attachments:
                self._carry(
                    carried, message.sender, self._knowledge.facts_in_file(attached.name, attached.blob)
                )
            for fact, version in carried.items():
                if version not in self._holdings.versions(read.person, fact):
                    learned = FactLearned(
                        fact=fact, person=read.person, version=version, via=name, source=message.sender
                    )
                    step.emit(learned, read.person, cause=event)

    def _on_file_read(self, step: Step, event: Event) -> None:
        read = event.payload
        assert isinstance(read, FileRead)
        self._file_reaches(step, event, read.path, read.file, read.version, (read.person,))

    def _on_file_shared(self, step: Step, event: Event) -> None:
        """Being given access and told so counts as having the content: it is out of the sharer's hands."""
        shared = event.payload
        assert isinstance(shared, FileShared)
        self._file_reaches(step, event, shared.path, shared.file, None, shared.people, shared.by)

    def _on_file_commented(self, step: Step, event: Event) -> None:
        """A comment tells those who are told of it what stands in it."""
        comment = event.payload
        assert isinstance(comment, FileCommented)
        carried: dict[str, str] = {}
        self._carry(carried, comment.by, self._knowledge.facts_in_blob(comment.text))
        if carried:
            readers = [one for one in comment.people if one in self._setup.people]
            self._reaches(
                step, event, carried, comment.by, readers, f"drive:{comment.path}#{comment.comment}"
            )

    def _on_notice(self, step: Step, event: Event) -> None:
        """What goes along with a notice reaches those whom it tells."""
        notice = event.payload
        assert isinstance(notice, Notice)
        if notice.text is not None and event.actor in self._setup.people:
            carried: dict[str, str] = {}
            self._carry(carried, event.actor, self._knowledge.facts_in_blob(notice.text))
            if carried:
                via = f"{notice.app}:{notice.item}"
                self._reaches(step, event, carried, event.actor, notice.people, via)

    def _on_record_read(self, step: Step, event: Event) -> None:
        """Texts in an app's records tell their readers what stands in them."""
        read = event.payload
        assert isinstance(read, RecordRead)
        via = f"{read.app}:{read.item}"
        for by, text in read.texts:
            carried: dict[str, str] = {}
            self._carry(carried, by, self._knowledge.facts_in_blob(text))
            if not carried or by == read.person:
                continue
            if by in self._setup.people and self._setup.people[by].seat:
                self._reaches(step, event, carried, by, (read.person,), via)
                continue
            # What others wrote there is there for those who may open it: access is its rule.
            for fact, held in carried.items():
                if self._takes(read.person, fact, held, by):
                    learned = FactLearned(fact=fact, person=read.person, version=held, via=via, source=by)
                    step.emit(learned, read.person, cause=event)

    def _file_reaches(
        self,
        step: Step,
        event: Event,
        path: str,
        file: str,
        version: int | None,
        people: Sequence[str],
        by: str = "",
    ) -> None:
        content = self._holdings.file(file, version)
        if content is None:
            return
        by = by or content.by
        carried: dict[str, str] = {}
        self._carry(carried, by, self._knowledge.facts_in_file(path, content.blob))
        if not carried:
            return
        via = f"drive:{path}@{content.version}"
        readers = [person for person in people if person != by and person in self._setup.people]
        if by in self._setup.people and self._setup.people[by].seat:
            self._reaches(step, event, carried, by, readers, via)
            return
        # What an author put on the drive is there for those who may open it: access is its rule.
        for reader in readers:
            for fact, held in carried.items():
                if self._takes(reader, fact, held, by):
                    step.emit(
                        FactLearned(fact=fact, person=reader, version=held, via=via), reader, cause=event
                    )

    # Corrections ------------------------------------------------------------------------------------------

    def _correct(self, person: str, fact: str, step: Step) -> None:
        self._knowledge.learn(step, person, fact, "condition")

    def _on_learned(self, step: Step, event: Event) -> None:
        """Who finds out that they were wrong writes to those they told so, if that is their way."""
        learned = event.payload
        assert isinstance(learned, FactLearned)
        holding = self._knowledge.own(learned.person, learned.fact)
        if holding is None or holding.mistake is None or not holding.tells_again or learned.version != TRUTH:
            return
        fact = self._setup.facts[learned.fact]
        for to in self._holdings.misled.get(learned.person, {}).get(learned.fact, ()):
            if to == learned.source or self._knowledge.knows_truth(to, learned.fact):
                continue
            draw = self._core.streams.stream("correct", learned.person, learned.fact, to)
            at = self._setup.calendar_of(learned.person).add_work(step.at, draw.integer(5, 50) * MINUTE)
            errand = Errand(
                errand=f"correct/{learned.person}/{learned.fact}/{to}",
                kind="correct",
                to=to,
                to_name=self._setup.people[to].name,
                topic=fact.topic,
                detail=fact.statement,
                fact=learned.fact,
            )
            self._links.errands.add_errand(step, learned.person, errand, at)
