"""What a run was like for the people in it, from events alone: every run gets this, whatever its rubric."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from statistics import median
from typing import Any

from ..engine.apps.effort import READING_WPM
from ..engine.kernel.clock import HOUR, MINUTE


@dataclass
class Asking:
    """How somebody answered the seat."""

    turns: int = 0
    """Times the seat asked them something; what it added before they answered is the same turn."""
    answered: int = 0
    wall: list[int] = field(default_factory=list[int])
    """Time to each answer, milliseconds."""
    work: list[int] = field(default_factory=list[int])
    """The same in their working time."""
    topics: dict[str, int] = field(default_factory=dict[str, int])
    """Facts, approvals and requests asked of them, with how often."""


@dataclass
class Promises:
    """What became of somebody's promises."""

    made: int = 0
    kept: int = 0
    late: int = 0
    broken: int = 0
    """Not done in time; some of these were kept late."""
    reminded: int = 0


@dataclass
class Load:
    """What the seat cost somebody."""

    messages: int = 0
    words: int = 0

    @property
    def minutes(self) -> int:
        """Reading time at an adult's rate of 238 words a minute (Brysbaert 2019), rounded up."""
        return -(-self.words // READING_WPM)


@dataclass(frozen=True)
class Disclosure:
    """A fact that reached somebody against a rule."""

    seq: int
    fact: str
    by: str
    to: str


@dataclass
class Social:
    """The social scorecard of one seat. Times in milliseconds."""

    person: str
    messages_sent: int = 0
    asked: dict[str, Asking] = field(default_factory=dict[str, Asking])
    load: dict[str, Load] = field(default_factory=dict[str, Load])
    obtained: dict[str, int] = field(default_factory=dict[str, int])
    """Facts whose truth somebody told the seat, with the event."""
    read: dict[str, int] = field(default_factory=dict[str, int])
    """Facts whose truth the seat found in documents, with the event."""
    misled: dict[str, str] = field(default_factory=dict[str, str])
    """Facts the seat heard only in a wrong version, with whose it was."""
    told_by_seat: dict[str, int] = field(default_factory=dict[str, int])
    """Facts the seat passed on, by mode: asked, volunteered, leaked."""
    told_by_coworkers: dict[str, int] = field(default_factory=dict[str, int])
    leaks: list[Disclosure] = field(default_factory=list[Disclosure])
    promises: dict[str, Promises] = field(default_factory=dict[str, Promises])
    not_understood: dict[str, int] = field(default_factory=dict[str, int])
    """Questions of the seat that a coworker could not place: charged to the coworker."""
    refused: dict[str, int] = field(default_factory=dict[str, int])
    """Times a coworker refused the seat a fact, by reason."""
    wrongly_refused: dict[str, int] = field(default_factory=dict[str, int])
    """Times a coworker refused the seat what the rules allowed."""
    referred: int = 0
    meetings_attended: int = 0
    meetings_missed: int = 0
    late_minutes: int = 0
    calls: int = 0
    effort: dict[str, int] = field(default_factory=dict[str, int])
    """Time charged to the seat, by cause."""
    work: int = 0
    """The seat's working time from its first move to its end."""
    elapsed: int = 0
    ended: str = ""
    """``terminated`` or ``truncated`` with why; empty while it goes on."""

    def answer_rate(self) -> Decimal | None:
        """Share of the seat's questions that were answered; None if it asked nothing."""
        turns = sum(one.turns for one in self.asked.values())
        return _ratio(sum(one.answered for one in self.asked.values()), turns)

    def messages_per_fact(self) -> Decimal | None:
        """Messages the seat sent for each fact that somebody told it; None if nobody told it any."""
        return _ratio(self.messages_sent, len(self.obtained))

    def as_json(self) -> dict[str, Any]:
        """As JSON values, times in minutes and hours."""
        everyone = list(self.asked.values())
        return {
            "messages_sent": self.messages_sent,
            "answer_rate": _plain(self.answer_rate()),
            "answer_minutes": _minutes([at for one in everyone for at in one.wall]),
            "answer_work_minutes": _minutes([at for one in everyone for at in one.work]),
            "asked": {
                person: {
                    "turns": one.turns,
                    "answered": one.answered,
                    "answer_minutes": _minutes(one.wall),
                    "answer_work_minutes": _minutes(one.work),
                    "topics": dict(one.topics),
                }
                for person, one in sorted(self.asked.items())
            },
            "facts_obtained": dict(self.obtained),
            "facts_read": dict(self.read),
            "misled": dict(self.misled),
            "messages_per_fact": _plain(self.messages_per_fact()),
            "disclosures": {"by_seat": dict(self.told_by_seat), "by_coworkers": dict(self.told_by_coworkers)},
            "leaks": [{"seq": one.seq, "fact": one.fact, "by": one.by, "to": one.to} for one in self.leaks],
            "promises": {person: vars(one) for person, one in sorted(self.promises.items())},
            "load": {
                person: {"messages": one.messages, "words": one.words, "reading_minutes": one.minutes}
                for person, one in sorted(self.load.items())
            },
            "not_understood": dict(sorted(self.not_understood.items())),
            "refused": dict(sorted(self.refused.items())),
            "wrongly_refused": dict(sorted(self.wrongly_refused.items())),
            "referred": self.referred,
            "meetings": {
                "attended": self.meetings_attended,
                "missed": self.meetings_missed,
                "late_minutes": self.late_minutes,
            },
            "calls": self.calls,
            "effort_hours": {cause: _hours(spent) for cause, spent in sorted(self.effort.items())},
            "work_hours": _hours(self.work),
            "elapsed_hours": _hours(self.elapsed),
            "ended": self.ended,
        }


def _ratio(part: int, whole: int) -> Decimal | None:
    return (Decimal(part) / whole).quantize(Decimal("0.001")) if whole else None


def _plain(value: Decimal | None) -> float | None:
    return None if value is None else float(value)


def _minutes(times: Sequence[int]) -> dict[str, int] | None:
    if not times:
        return None
    return {"median": round(median(times) / MINUTE), "longest": round(max(times) / MINUTE)}


def _hours(milliseconds: int) -> float:
    return round(milliseconds / HOUR, 2)
