"""What each coworker told, gave away and kept back, and whether they had a right to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from .fairness import FairReader
from .record import Record

BLAMELESS: Final = ("patience", "busy")
"""Reasons for refusing that the asker brought about or that pass."""


@dataclass
class Disclosures:
    """One person's dealings with facts. Lists hold the numbers of the events, oldest first."""

    asked: int = 0
    """Times they were asked for a fact, and understood that."""
    facts: int = 0
    """Different facts asked for."""
    told: int = 0
    """Readers who were told a fact that they, or somebody for them, had asked for."""
    volunteered: int = 0
    leaked: list[int] = field(default_factory=list[int])
    """Protected facts told in so many words."""
    hinted: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    """Protected facts given away in disguise, by how."""
    wrongly_refused: list[int] = field(default_factory=list[int])
    """They owed it, and neither overload nor the asker's own behaviour explains the refusal."""
    put_off: int = 0
    """Owed, refused for want of time or patience."""
    rightly_refused: int = 0
    """The rules forbade telling it then."""
    not_known: int = 0
    """They said that they don't know, and did not."""
    denied: list[int] = field(default_factory=list[int])
    """They said that they don't know a fact that they hold, though it was not owed: a white lie."""
    not_understood: list[int] = field(default_factory=list[int])
    plain: list[int] = field(default_factory=list[int])
    """Of these, the ones that a fair reader understands."""
    referred: int = 0
    astray: list[int] = field(default_factory=list[int])
    """They named somebody who can't help."""
    unanswered: list[int] = field(default_factory=list[int])
    """Asked, and neither told, refused, referred, promised nor asked back."""

    @property
    def hints(self) -> int:
        """Facts given away in disguise."""
        return sum(len(found) for found in self.hinted.values())

    @property
    def refused(self) -> int:
        """Refusals of any kind."""
        return (
            len(self.wrongly_refused)
            + self.put_off
            + self.rightly_refused
            + self.not_known
            + len(self.denied)
        )


def disclosures(record: Record, reader: FairReader | None = None) -> dict[str, Disclosures]:
    """What each coworker did with facts."""
    reader = reader or FairReader(record.setup)
    found = {person: Disclosures() for person in record.coworkers}
    topics: dict[str, set[str]] = {}
    for one in record.asked:
        if one.holder in found:
            found[one.holder].asked += 1
            topics.setdefault(one.holder, set()).add(one.fact)
    for person, facts in topics.items():
        found[person].facts = len(facts)
    for one in record.shared:
        mine = found.get(one.by)
        if mine is None:
            continue
        if one.mode == "leaked":
            mine.leaked.append(one.seq)
        elif one.mode == "asked":
            mine.told += 1
        else:
            mine.volunteered += 1
    for one in record.hinted:
        if one.by in found:
            found[one.by].hinted.setdefault(one.how, []).append(one.seq)
    _refusals(record, found)
    for one in record.puzzled:
        mine = found.get(one.person)
        if mine is not None:
            mine.not_understood.append(one.seq)
            if reader.asks_for(one.text):
                mine.plain.append(one.seq)
    for one in record.referred:
        mine = found.get(one.by)
        if mine is not None:
            mine.referred += 1
            if one.seq in record.wrong_referrals:
                mine.astray.append(one.seq)
    _unanswered(record, found)
    return found


def _refusals(record: Record, found: dict[str, Disclosures]) -> None:
    for one in record.refused:
        mine = found.get(one.by)
        if mine is None:
            continue
        if one.reason in BLAMELESS:
            mine.put_off += 1
        elif one.owed:
            mine.wrongly_refused.append(one.seq)
        elif one.reason != "unknown":
            mine.rightly_refused += 1
        elif one.held:
            mine.denied.append(one.seq)
        else:
            mine.not_known += 1


def _unanswered(record: Record, found: dict[str, Disclosures]) -> None:
    """Questions understood and then dropped."""
    last: dict[tuple[str, str, str], int] = {}
    for by, to, fact, seq in (
        *((one.by, one.to, one.fact, one.seq) for one in record.shared),
        *((one.by, one.to, one.fact, one.seq) for one in record.refused),
        *((one.by, one.to, one.fact, one.seq) for one in record.referred),
        *((one.by, one.to, one.item, one.seq) for one in record.pledges.values()),
    ):
        last[by, to, fact] = max(seq, last.get((by, to, fact), -1))
    for one in record.asked:
        mine = found.get(one.holder)
        if mine is not None and last.get((one.holder, one.asker, one.fact), -1) < one.seq:
            asked_back = any(
                two.person == one.holder and two.message == one.message for two in record.puzzled
            )
            if not asked_back:
                mine.unanswered.append(one.seq)
