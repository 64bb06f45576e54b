"""The ledger of leaks in disguise: who gave a protected fact away to whom in other words than the fact's own.

Facts that are told outright are `FactShared` already, leaked or not. This looks at what people write who word for
themselves (seats, and minds that are not scripted), and only for facts that a reader may not hear and does not hold.
Nothing is learned from a hint, and no criterion counts it unless it asks for it. Files' contents are not looked into.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final, NamedTuple

from ..kernel.events import Event, Payload
from ..kernel.step import React, Step
from ..kernel.world import Core
from .disguise import How, Secret, common_names, disguises, spoken_of
from .events import FileCommented, Invited, MessageSent, Notice
from .knowledge import Knowledge
from .links import Links
from .model import Fact, Setup
from .org import Org
from .threads import Threads

_LONGEST: Final = 6_000
"""Characters of a text that are looked at."""
_EARLIER: Final = 12
"""Messages of a thread among which the question and what the speaker said before are looked for."""
_EVIDENCE: Final = 80
_TALK: Final = 2
"""Messages of others before the question that say what the talk is about."""


class _Course(NamedTuple):
    """What was said before a text."""

    question: str = ""
    before: tuple[str, ...] = ()
    """By the same person."""
    talk: tuple[str, ...] = ()
    """By others, before the question."""


class Hinted(Payload):
    """A text gave a protected fact away in disguise."""

    kind: ClassVar[str] = "knowledge.hinted"

    fact: str
    by: str
    to: str
    message: str
    """Message id, ``drive:<path>#<comment>``, ``<app>:<item>`` or ``meeting:<id>``."""
    how: How
    evidence: str
    """The words that do it."""


class Hints:
    """Reacts to what people write in their own words."""

    def __init__(
        self, setup: Setup, core: Core, org: Org, threads: Threads, knowledge: Knowledge, links: Links
    ) -> None:
        self._setup = setup
        self._core = core
        self._org = org
        self._threads = threads
        self._knowledge = knowledge
        self._links = links
        self._common = common_names((one.topic, one.statement, *one.asks) for one in setup.facts.values())

    def reactors(self) -> Mapping[str, React]:
        return {
            MessageSent.kind: self._on_message,
            FileCommented.kind: self._on_comment,
            Notice.kind: self._on_notice,
            Invited.kind: self._on_invited,
        }

    # What people write ------------------------------------------------------------------------------------

    def _on_message(self, step: Step, event: Event) -> None:
        sent = event.payload
        assert isinstance(sent, MessageSent)
        if sent.past or sent.app == "comment" or not self._words_freely(sent.sender):
            return
        readers = dict.fromkeys((*sent.to, *sent.cc))
        text = self._core.blobs.text(sent.body)
        self._look(step, event, sent.sender, readers, sent.message, text, self._course(sent))

    def _on_comment(self, step: Step, event: Event) -> None:
        comment = event.payload
        assert isinstance(comment, FileCommented)
        if self._words_freely(comment.by):
            via = f"drive:{comment.path}#{comment.comment}"
            text = self._core.blobs.text(comment.text)
            self._look(step, event, comment.by, comment.people, via, text)

    def _on_notice(self, step: Step, event: Event) -> None:
        notice = event.payload
        assert isinstance(notice, Notice)
        if notice.text is not None and self._words_freely(event.actor):
            via = f"{notice.app}:{notice.item}"
            self._look(step, event, event.actor, notice.people, via, self._core.blobs.text(notice.text))

    def _on_invited(self, step: Step, event: Event) -> None:
        invited = event.payload
        assert isinstance(invited, Invited)
        if not invited.past and self._words_freely(invited.organiser):
            text = "\n".join((invited.title, *invited.agenda, invited.place))
            self._look(step, event, invited.organiser, invited.people, f"meeting:{invited.meeting}", text)

    def _words_freely(self, person: str) -> bool:
        one = self._setup.people.get(person)
        return one is not None and (one.seat is not None or self._links.thinks(person))

    def _course(self, sent: MessageSent) -> _Course:
        """What the message answers, and what was said before it in the thread."""
        text = self._core.blobs.text
        earlier = [one for one in self._threads.last(sent.thread, _EARLIER) if one.id != sent.message]
        others = [one for one in earlier if one.sender != sent.sender]
        answered = next((one for one in others if one.id == sent.reply_to), None)
        asking = answered or (others[-1] if others else None)
        return _Course(
            text(asking.body)[:_LONGEST] if asking is not None else "",
            tuple(text(one.body)[:_LONGEST] for one in earlier if one.sender == sent.sender),
            tuple(text(one.body)[:_LONGEST] for one in others[-1 - _TALK : -1]),
        )

    # Looking ----------------------------------------------------------------------------------------------

    def _look(
        self,
        step: Step,
        event: Event,
        by: str,
        readers: Iterable[str],
        via: str,
        text: str,
        course: _Course | None = None,
    ) -> None:
        people = [one for one in readers if one != by and one in self._setup.people]
        protected = [
            (fact, barred)
            for fact in self._setup.facts.values()
            if (barred := [one for one in people if self._barred(by, fact, one)])
        ]
        if not protected:
            return
        course = course or _Course()
        text = text[:_LONGEST]
        outright = {fact for fact, _ in self._knowledge.facts_in(text)}
        shown = self._open(by, people)
        for fact, barred in protected:
            if fact.id in outright:
                continue
            version = self._knowledge.holds(by, fact.id)
            assert version is not None
            statement = self._knowledge.statement(fact.id, version)
            secret = Secret(fact.id, fact.topic, statement, (*shown, spoken_of(fact.asks)), self._common)
            found = disguises(text, secret, question=course.question, before=course.before, talk=course.talk)
            for one in found[:1]:
                for person in barred:
                    hinted = Hinted(
                        fact=fact.id,
                        by=by,
                        to=person,
                        message=via,
                        how=one.how,
                        evidence=one.evidence[:_EVIDENCE],
                    )
                    step.emit(hinted, by, cause=event)

    def _barred(self, by: str, fact: Fact, reader: str) -> bool:
        """Whether ``by`` holds a fact that the reader neither holds nor may hear from them."""
        knowledge = self._knowledge
        if knowledge.holds(by, fact.id) is None or knowledge.holds(reader, fact.id) is not None:
            return False
        if self._org.covered(fact.not_to, reader):
            return True
        return knowledge.verdict(by, fact.id, (reader,)).verdict in ("may_not", "needs_approval")

    def _open(self, by: str, readers: Sequence[str]) -> tuple[str, ...]:
        """What tells nothing: topics, facts that anybody here tells unasked, and the names of who is there."""
        texts = [fact.topic for fact in self._setup.facts.values()]
        texts += [
            fact.statement
            for fact in self._setup.facts.values()
            if any(holding.rule.kind == "open" for holding in fact.holders)
            and all(self._knowledge.holds(one, fact.id) is not None for one in readers)
        ]
        here = [self._setup.people[one] for one in (by, *readers)]
        texts.append(", ".join(f"{one.name} {one.company}" for one in here))
        return tuple(texts)
