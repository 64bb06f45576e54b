"""What of a person's knowledge, powers and promises bears on a conversation.

The parts of a percept that are about facts come in the order in which they share words with what was said, and are cut
to a bounded number; whether something may be told is decided for those who will read the answer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Final

from ..kernel.clock import HOUR
from .approvals import Approvals
from .knowledge import Knowledge
from .matching import words
from .model import Fact, Setup
from .org import Org
from .percept import Approvable, Doable, KnownFact, OpenPromise, Pointer
from .promises import Promises

_MOST_FACTS: Final = 40
_COMMON: Final = frozenset(
    "a an and are as at be by can could do does did for from get give has have how i if in is it its me my no not of"
    " on or our please that the their them there they this to up was we were what when where which who why will with"
    " would you your know tell need hi hello thanks thank".split()
)


class Recall:
    """Looks up what somebody knows, may approve, can do and owes."""

    def __init__(
        self, setup: Setup, org: Org, knowledge: Knowledge, approvals: Approvals, promises: Promises
    ) -> None:
        self._setup = setup
        self._org = org
        self._knowledge = knowledge
        self._approvals = approvals
        self._promises = promises
        self._words = {
            fact.id: _content(" ".join((fact.topic, *fact.asks, fact.statement)))
            for fact in setup.facts.values()
        }
        self._known_for = {
            person.id: [(_content(one.about), one.person) for one in person.knows_who]
            for person in setup.people.values()
        }
        self._approvables = {
            person: [one for one in setup.approvals.values() if one.decides == person]
            for person in setup.people
        }
        self._doables = {
            person: [one for one in setup.requests.values() if one.person == person]
            for person in setup.people
        }

    def ranked(self, text: str, topics: Sequence[str]) -> tuple[list[Fact], frozenset[str]]:
        """All facts, those that share most words with the text first, then those the thread was about.

        Also the ids of the facts that the text may be about: those that share nearly as many words as the first.
        """
        said = _content(text)
        recent = {fact: len(topics) - i for i, fact in enumerate(topics)}
        shared = {fact: len(its & said) for fact, its in self._words.items()}
        facts = sorted(
            self._setup.facts.values(), key=lambda fact: (-shared[fact.id], -recent.get(fact.id, 0))
        )
        most = max(shared.values(), default=0)
        return facts, frozenset(fact for fact, n in shared.items() if n and n * 3 >= most * 2)

    def about_facts(
        self,
        me: str,
        other: str | None,
        audience: Sequence[str],
        readers: Sequence[str],
        at: int,
        facts: Iterable[Fact],
        concerned: Collection[str],
    ) -> dict[str, object]:
        """Facts that the person holds, and those that they would send somebody on for.

        Args:
            me: Who answers.
            other: Whom they answer.
            audience: Who hears an answer given in the usual way: the verdicts are for them.
            readers: Who reads the whole thread.
            at: The instant.
            facts: Which facts, the most relevant first.
            concerned: Those that what was said is about; whether all readers may hear them is asked for these alone.
        """
        known: list[KnownFact] = []
        pointers: list[Pointer] = []
        allows = True
        for fact in facts:
            version = self._knowledge.holds(me, fact.id)
            if version is None:
                if len(pointers) < _MOST_FACTS and self._may_know_of(me, fact):
                    pointers.append(self._pointer(me, other, fact))
                continue
            if len(known) < _MOST_FACTS:
                one = self._known(me, other, fact, version, audience, at)
                known.append(one)
                if other is not None and len(readers) > 1 and fact.id in concerned:
                    alone = self._knowledge.verdict(me, fact.id, (other,)).verdict
                    everybody = self._knowledge.verdict(me, fact.id, readers).verdict
                    allows &= alone != "may_tell" or everybody == "may_tell"
        return {"facts": tuple(known), "pointers": tuple(pointers), "audience_allows": allows}

    def _known(
        self, me: str, other: str | None, fact: Fact, version: str, audience: Sequence[str], at: int
    ) -> KnownFact:
        verdict, approval = self._knowledge.verdict(me, fact.id, audience)
        approver = self._knowledge.approver(approval)
        rule, _ = self._knowledge.rule_of(me, fact.id)
        holdings = self._knowledge.holdings
        return KnownFact.model_construct(
            fact=fact.id,
            version=version,
            statement=self._knowledge.statement(fact.id, version),
            topic=fact.topic,
            asks=fact.asks,
            says=self._knowledge.says(me, fact.id, version),
            refusal=tuple(fact.refusal.get(me, ())),
            verdict=verdict,
            approval=approval,
            approver=approver,
            approver_name=self._name(approver) if approver else "",
            sure=self._knowledge.sure(me, fact.id),
            rule=rule.kind,
            asked_before=holdings.asks(me, other, fact.id) if other is not None else 0,
            told_before=holdings.tellings(me, other, fact.id) if other is not None else 0,
            faded=self._knowledge.faded(me, fact.id, at),
            from_other=other is not None and self._source(me, fact.id) == other,
        )

    def _source(self, me: str, fact: str) -> str:
        """Whom the person has it from; empty if they always knew, or found it themselves."""
        held = self._knowledge.holdings.best(me, fact)
        return held.source if held is not None else ""

    def _may_know_of(self, me: str, fact: Fact) -> bool:
        """Whether the person would know that there is such a thing to know."""
        return not self._setup.people[me].outside and not self._org.covered(fact.not_to, me)

    def _pointer(self, me: str, other: str | None, fact: Fact) -> Pointer:
        who = self._who(me, other, fact)
        return Pointer.model_construct(
            fact=fact.id,
            topic=fact.topic,
            asks=fact.asks,
            statement_words=fact.statement,
            who=who,
            who_name=self._name(who) if who else "",
        )

    def _who(self, me: str, other: str | None, fact: Fact) -> str:
        """Whom the person would name: who is known to them for the subject, or a holder they work closely with."""
        holders = {holding.person for holding in fact.holders}
        best, found = (False, 0), ""
        for about, person in self._known_for[me]:
            # Whoever does hold it comes first among those who are known for something of the kind.
            shared = len(about & self._words[fact.id])
            fits = (person in holders, shared)
            if not shared or person in (me, other):
                continue
            if self._setup.people[person].outside and not fits[0]:
                continue
            if fits > best:
                best, found = fits, person
        if found and (best[0] or best[1] > 1):
            return found
        near = (
            holding.person
            for holding in fact.holders
            if holding.person not in (me, other) and self._org.ties(me, holding.person)
        )
        return next(near, found)

    def offers(self, me: str, other: str | None, at: int) -> dict[str, object]:
        """What the person could approve, do, or owes."""
        return {
            "approvals": tuple(
                Approvable(
                    approval=one.id,
                    topic=one.topic,
                    asks=one.asks,
                    says=one.says,
                    refuses=one.refuses,
                    grants=self._approvals.grants(one.id),
                    given=self._approvals.status(one.id)
                    == ("granted" if self._approvals.grants(one.id) else "refused"),
                    tells=one.tells,
                )
                for one in self._approvables[me]
            ),
            "requests": tuple(self._doable(me, other, request.id, at) for request in self._doables[me]),
            "promises": self._open_promises(me, other, at) if other is not None else (),
        }

    def _doable(self, me: str, other: str | None, request: str, at: int) -> Doable:
        one = self._setup.requests[request]
        promise = self._promises.about(me, other, request) if other is not None else None
        due = _round_up(promise.due if promise is not None else self._promises.due_if_made(request, at))
        return Doable(
            request=request,
            topic=one.topic,
            asks=one.asks,
            says=one.gives.says,
            place=one.gives.to or "",
            due=due,
            due_words=self._due_words(me, due, at),
            status=self._promises.status(request, other or ""),
            promise=promise.id if promise is not None else "",
            forgotten=promise.forgotten if promise is not None else False,
        )

    def _open_promises(self, me: str, other: str, at: int) -> tuple[OpenPromise, ...]:
        found: list[OpenPromise] = []
        for one in self._promises.between(me, other):
            late = at > one.due
            later = _round_up(self._promises.due_if_late(one.by, one.item, _round_up(at))) if late else 0
            found.append(
                OpenPromise(
                    promise=one.id,
                    mine=one.by == me,
                    what=one.what,
                    item=one.item,
                    due_words=self._due_words(me, one.due, at),
                    late=late,
                    later=later,
                    later_words=self._due_words(me, later, at) if late else "",
                )
            )
        return tuple(found)

    def _name(self, person: str) -> str:
        one = self._setup.people.get(person)
        return one.name if one is not None else person

    def _due_words(self, me: str, due: int, at: int) -> str:
        calendar = self._setup.calendar_of(me)
        return due_words(calendar.local(due), calendar.local(at))


def due_words(due: datetime, now: datetime) -> str:
    """A time as one would say it now: ``today 16:00``, ``Thursday 16:00``, ``Thursday 19 March``."""
    days = (due.date() - now.date()).days
    clock = f"{due.hour:02}:{due.minute:02}"
    if days == 0:
        return f"today {clock}"
    if days == 1:
        return f"tomorrow {clock}"
    if 1 < days < 7 - now.weekday():
        return f"{due:%A} {clock}"
    return f"{due:%A} {due.day} {due:%B}"


def _round_up(at: int) -> int:
    """To the next full half hour: a promise names no odd minutes, and a percept should not change by the second."""
    return -(-at // (HOUR // 2)) * (HOUR // 2)


def _content(text: str) -> frozenset[str]:
    return frozenset(_singular(word.text) for word in words(text)) - _COMMON


def _singular(word: str) -> str:
    if len(word) < 4 or not word.endswith("s") or word.endswith("ss"):
        return word
    return word[:-2] if word.endswith(("xes", "ches", "shes", "sses")) else word[:-1]
