"""What people know, what they may tell whom, and the ledger of everything that was told.

Facts are an author's units of knowledge. A coworker's message says beside its text which facts it passes on; the
texts of seats, of the story and of files are searched for what gives a fact away.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Final, Literal, NamedTuple

from ..kernel.blobs import BlobRef
from ..kernel.clock import HOUR, MINUTE
from ..kernel.events import Event
from ..kernel.state import Component
from ..kernel.step import React, Step
from ..kernel.world import Core
from .conditions.model import Agreed, Condition, Not, parts
from .events import FactAsked, FactLearned, FactShared, FileRead, FileShared, MessageRead, MessageSent, Told
from .holdings import TRUTH, Holdings
from .links import Links
from .matching import Matcher
from .model import Fact, Holding, Rule, Setup
from .org import Org
from .percept import Errand, Verdict
from .threads import Threads

_SURE_OWN: Final = 800
"""Per mille: what somebody was this sure of from the start is their own subject and does not fade."""
_WORKDAY: Final = 8 * HOUR
_TEXTS: Final = (".md", ".txt", ".csv", ".tsv", ".eml", ".html", ".json", ".yaml", ".yml", ".ics", "")
_LONGEST: Final = 400_000
"""Bytes of a file that are searched."""
_CACHED: Final = 2_048
_PATH: Final = re.compile(r"(?<![\w/])/[\w.%+-]+(?:/[\w.%+-]+)*")
_ASKING: Final = ("request", "question", "ask", "clarify")

Mode = Literal["asked", "volunteered", "leaked"]


class Ruling(NamedTuple):
    """Whether somebody may tell a fact, and which approval is missing if that is what stands in the way."""

    verdict: Verdict
    approval: str = ""


class Knowledge:
    """Facts, their holders and rules; reacts to whatever carries a fact to somebody."""

    def __init__(self, setup: Setup, core: Core, org: Org, threads: Threads, links: Links) -> None:
        self._setup = setup
        self._core = core
        self._org = org
        self._threads = threads
        self._links = links
        self.holdings = Holdings(setup)
        self._matcher = Matcher(_patterns(setup.facts.values()))
        self._seen: OrderedDict[str, tuple[tuple[str, str], ...]] = OrderedDict()
        self._own = {(one.person, fact.id): one for fact in setup.facts.values() for one in fact.holders}

    def components(self) -> tuple[Component, ...]:
        return (self.holdings,)

    def reactors(self) -> Mapping[str, React]:
        return {
            MessageSent.kind: self._on_message,
            MessageRead.kind: self._on_read,
            FileRead.kind: self._on_file_read,
            FileShared.kind: self._on_file_shared,
            FactLearned.kind: self._on_learned,
        }

    def watch(self) -> None:
        """Register what corrects mistaken versions with the conditions' tracker; once, when the world is built."""
        for fact in self._setup.facts.values():
            for holding in fact.holders:
                if holding.mistake is not None and holding.corrected_by is not None:
                    self._links.conditions.watch(
                        holding.corrected_by, self._corrector(holding.person, fact.id)
                    )

    # Queries ----------------------------------------------------------------------------------------------

    def holds(self, person: str, fact: str) -> str | None:
        """The version that the person takes to be so: ``truth``, or whose mistaken one; ``None`` if none."""
        best = self.holdings.best(person, fact)
        return None if best is None else best.version

    def knows_truth(self, person: str, fact: str) -> bool:
        """Whether the person holds the fact as it is."""
        return TRUTH in self.holdings.versions(person, fact)

    def own(self, person: str, fact: str) -> Holding | None:
        """How the person held the fact from the start, if they did."""
        return self._own.get((person, fact))

    def statement(self, fact: str, version: str = TRUTH) -> str:
        """What a version of the fact says."""
        one = self._setup.facts[fact]
        holding = None if version == TRUTH else self._own.get((version, fact))
        return (
            holding.mistake.statement
            if holding is not None and holding.mistake is not None
            else one.statement
        )

    def says(self, person: str, fact: str, version: str) -> tuple[str, ...]:
        """The person's own wordings of that version, if the author gave any."""
        holding = self._own.get((person, fact))
        if holding is None:
            return ()
        if version == TRUTH:
            return holding.says
        return holding.mistake.says if holding.mistake is not None and version == person else ()

    def sure(self, person: str, fact: str) -> int:
        """How sure the person is of what they hold, per mille: hearsay counts 800."""
        holding = self._own.get((person, fact))
        version = self.holds(person, fact)
        if holding is None:
            return 800
        own_version = person if holding.mistake is not None else TRUTH
        return holding.sure if version == own_version else 900

    def faded(self, person: str, fact: str, at: int) -> bool:
        """Whether the person has not told or heard the fact for longer than their memory holds details.

        What they were sure of from the start is their own subject and stays.
        """
        holding = self._own.get((person, fact))
        if holding is not None and holding.sure >= _SURE_OWN:
            return False
        persona = self._setup.people[person].persona
        if persona is None or self.holdings.best(person, fact) is None:
            return False
        used = self.holdings.used.get(person, {}).get(fact, 0)
        worked = self._setup.calendar_of(person).work_between(used, at)
        return worked > persona.memory.fades_after_days * _WORKDAY

    def rule_of(self, person: str, fact: str) -> tuple[Rule, str]:
        """The rule under which the person holds the fact, and from whose side its ties are meant.

        Who learned a fact from somebody whose rule restricts it is bound by that rule; otherwise they tell on request.
        """
        at = person
        for _ in range(8):
            holding = self._own.get((at, fact))
            if holding is not None:
                if at == person or holding.rule.kind in ("never", "restricted"):
                    return holding.rule, at
                break
            best = self.holdings.best(at, fact)
            if best is None or not best.source or best.source == at:
                break
            at = best.source
        return Rule(kind="on_request"), person

    def verdict(self, holder: str, fact: str, audience: Sequence[str], at: int = 0) -> Ruling:
        """Whether the holder may tell a fact where all of the audience read or hear it.

        Args:
            holder: Who would tell it.
            fact: Id of the fact.
            audience: Everybody who would get to know it; the holder themselves is left out.
            at: The instant (conditions are folded, so it is now).
        """
        if self.holdings.best(holder, fact) is None:
            return Ruling("does_not_know")
        one = self._setup.facts[fact]
        readers = [person for person in audience if person != holder]
        if any(self._org.covered(one.not_to, person) for person in readers):
            return Ruling("may_not")
        rule, owner = self.rule_of(holder, fact)
        if rule.kind == "never":
            return Ruling("may_not")
        if rule.to and not all(
            (person, fact) in self._own or person == owner or self._org.admits(owner, rule.to, person)
            for person in readers
        ):
            return Ruling("may_not")
        if rule.after is not None and not self._links.conditions.holds(rule.after):
            missing = self._missing_approval(rule.after)
            return Ruling("needs_approval", missing) if missing else Ruling("may_not")
        return Ruling("may_tell")

    def approver(self, approval: str) -> str:
        """Who decides on an approval; empty for none."""
        return self._setup.approvals[approval].decides if approval else ""

    def _missing_approval(self, condition: Condition) -> str:
        denied = {
            part.not_.agreed.approval
            for part in parts(condition)
            if isinstance(part, Not) and isinstance(part.not_, Agreed)
        }
        for part in parts(condition):
            if (
                isinstance(part, Agreed)
                and part.agreed.approval not in denied
                and not self._links.conditions.holds(part)
            ):
                return part.agreed.approval
        return ""

    def facts_in(self, text: str) -> list[tuple[str, str]]:
        """The facts that a text gives away, as (fact, version); mistaken versions only without the truth."""
        found = self._matcher.find(text)
        if len(found) < 2:
            return found
        true = {fact for fact, version in found if version == TRUTH}
        return [(fact, version) for fact, version in found if version == TRUTH or fact not in true]

    def facts_in_file(self, name: str, blob: BlobRef) -> tuple[tuple[str, str], ...]:
        """The facts that a text file gives away; other kinds of files say nothing here."""
        if PurePosixPath(name).suffix.lower() not in _TEXTS:
            return ()
        return self._facts_in_blob(blob)

    def _facts_in_blob(self, blob: BlobRef) -> tuple[tuple[str, str], ...]:
        known = self._seen.get(blob)
        if known is None:
            text = self._core.blobs.get(blob)[:_LONGEST].decode(errors="replace")
            known = self._seen[blob] = tuple(self.facts_in(text))
            if len(self._seen) > _CACHED:
                self._seen.popitem(last=False)
        return known

    # Telling ----------------------------------------------------------------------------------------------

    def _on_message(self, step: Step, event: Event) -> None:
        sent = event.payload
        assert isinstance(sent, MessageSent)
        if sent.past:
            return
        sender = self._setup.people.get(sent.sender)
        by_mind = sender is not None and sender.is_coworker and bool(sent.acts)
        if (
            by_mind
            and not sent.told
            and not sent.attachments
            and sender is not None
            and sender.mind == "scripted"
        ):
            if any(act.item in self._setup.facts for act in sent.acts):
                self._asks_of_seats(step, event, sent)
            return
        carried: dict[str, str] = {}
        for told in sent.told:
            carried[told.fact] = self._really_told(sent.sender, told) if by_mind else told.version
            if not by_mind:  # The story tells the truth through somebody: then they know it.
                self.learn(step, sent.sender, told.fact, sent.message, told.version)
        if not by_mind or (sender is not None and sender.mind != "scripted"):
            self._carry(carried, sent.sender, self._facts_in_blob(sent.body))
        for attached in sent.attachments:
            self._carry(carried, sent.sender, self.facts_in_file(attached.name, attached.blob))
        if by_mind:
            self._asks_of_seats(step, event, sent)
        if carried:
            readers = dict.fromkeys((*sent.to, *sent.cc))
            readers.pop(sent.sender, None)
            self._reaches(step, event, carried, sent.sender, readers, sent.message)
        if sender is not None and sender.seat:
            self._points_to_files(step, event, sent)

    def _carry(self, carried: dict[str, str], sender: str, found: Iterable[tuple[str, str]]) -> None:
        """Add what was found in a text; of several wrong versions that read alike, the one that the sender holds."""
        for fact, version in found:
            if fact not in carried or (
                carried[fact] not in (held := self.holdings.versions(sender, fact)) and version in held
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
            file = self.holdings.paths.get(name)
            content = self.holdings.file(file) if file is not None else None
            if file is not None and content is not None and content.by == sent.sender:
                self._file_reaches(step, event, name, file, None, inside, sent.sender)

    def _really_told(self, sender: str, told: Told) -> str:
        """The version that somebody passes on, whatever their mind called it: one that they hold."""
        held = self.holdings.versions(sender, told.fact)
        if not held or told.version in held:
            return told.version
        return self.holds(sender, told.fact) or told.version

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
        self, step: Step, event: Event, carried: Mapping[str, str], by: str, readers: Iterable[str], via: str
    ) -> None:
        for reader in readers:
            for fact, version in carried.items():
                mode = self._mode(by, fact, reader)
                shared = FactShared(fact=fact, version=version, by=by, to=reader, message=via, mode=mode)
                step.emit(shared, by, cause=event)
                if self._takes(reader, fact, version, by):
                    learned = FactLearned(fact=fact, person=reader, version=version, via=via, source=by)
                    step.emit(learned, reader, cause=event)

    def _mode(self, by: str, fact: str, reader: str) -> Mode:
        if self._org.covered(self._setup.facts[fact].not_to, reader):
            return "leaked"
        if (reader, fact) not in self._own and self.verdict(by, fact, (reader,)).verdict in (
            "may_not",
            "needs_approval",
        ):
            return "leaked"
        return "asked" if self.holdings.asked_anybody(reader, fact) else "volunteered"

    def _takes(self, reader: str, fact: str, version: str, by: str) -> bool:
        """Whether the reader holds that version from now on.

        Who believes a version of their own gives it up only for the word of somebody who holds the truth: a guess in
        a question corrects nobody.
        """
        held = self.holdings.versions(reader, fact)
        if version in held or (TRUTH in held and (reader, fact) in self._own):
            return False
        holding = self._own.get((reader, fact))
        return holding is None or version != TRUTH or self.knows_truth(by, fact)

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
            self._carry(carried, message.sender, self._facts_in_blob(message.body))
            for attached in message.attachments:
                self._carry(carried, message.sender, self.facts_in_file(attached.name, attached.blob))
            for fact, version in carried.items():
                if version not in self.holdings.versions(read.person, fact):
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
        content = self.holdings.file(file, version)
        if content is None:
            return
        by = by or content.by
        carried: dict[str, str] = {}
        self._carry(carried, by, self.facts_in_file(path, content.blob))
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

    def learn(
        self, step: Step, person: str, fact: str, via: str, version: str = TRUTH, source: str = ""
    ) -> bool:
        """Let somebody hold a version from now on (a beat, a correction); False if they hold it already."""
        if version in self.holdings.versions(person, fact):
            return False
        step.emit(FactLearned(fact=fact, person=person, version=version, via=via, source=source), person)
        return True

    def _corrector(self, person: str, fact: str) -> _Correct:
        return _Correct(self, person, fact)

    def _on_learned(self, step: Step, event: Event) -> None:
        """Who finds out that they were wrong writes to those they told so, if that is their way."""
        learned = event.payload
        assert isinstance(learned, FactLearned)
        holding = self._own.get((learned.person, learned.fact))
        if holding is None or holding.mistake is None or not holding.tells_again or learned.version != TRUTH:
            return
        fact = self._setup.facts[learned.fact]
        for to in self.holdings.misled.get(learned.person, {}).get(learned.fact, ()):
            if to == learned.source or self.knows_truth(to, learned.fact):
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


class _Correct:
    """What happens when the condition that corrects a mistaken version is met."""

    def __init__(self, knowledge: Knowledge, person: str, fact: str) -> None:
        self._knowledge = knowledge
        self._person = person
        self._fact = fact

    def __call__(self, step: Step) -> None:
        self._knowledge.learn(step, self._person, self._fact, "condition")


def _patterns(facts: Iterable[Fact]) -> Iterable[tuple[tuple[str, str], Sequence[Sequence[str]]]]:
    for fact in facts:
        if fact.reveals:
            yield (fact.id, TRUTH), fact.reveals
        for holding in fact.holders:
            if holding.mistake is not None and holding.mistake.reveals:
                yield (fact.id, holding.person), holding.mistake.reveals
