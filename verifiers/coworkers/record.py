"""What coworkers said and did in a run, folded from its events in one pass: the raw material of every measure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Protocol

from ...engine.kernel.blobs import Blobs
from ...engine.kernel.events import Event
from ...engine.kernel.minds import Decided, Looked
from ...engine.office import events as office
from ...engine.office import hints
from ...engine.office.events import AGENDA
from ...engine.office.memory import MemoryNoted
from ...engine.office.model import Setup
from ...engine.office.queues import Item, item_from

_SEND: Final = "desk.send"
"""The agenda entry by which a decided text goes out."""


class Journal(Protocol):
    """A run as far as measuring needs it; the kernel's `Run` is one."""

    @property
    def blobs(self) -> Blobs:
        """Texts and files by content."""
        ...

    def events(self, kinds: Sequence[str] = (), *, until: int | None = None) -> Iterator[Event]:
        """The run's events in order."""
        ...


class Line(NamedTuple):
    """One message that somebody sent in the run."""

    seq: int
    at: int
    """Milliseconds since the run's start."""
    sender: str
    message: str
    app: str
    thread: str
    to: tuple[str, ...]
    cc: tuple[str, ...]
    text: str
    acts: tuple[str, ...]
    """Kinds of what it does, as its sender's mind said."""
    told: tuple[str, ...]
    reply_to: str | None
    expects: bool
    """It expects an answer, as far as its sender said so."""
    minded: bool
    """Worded by whoever decides for the sender, and not by the pack's author."""
    decided: int = -1
    """The event of the decision that it carries out; -1 if it carries out none."""


class Choice(NamedTuple):
    """One decision: a look and what came of it."""

    seq: int
    """The look's event."""
    at: int
    actor: str
    item: Item | None
    outcome: str
    """The decision as JSON; empty if it was never committed, or the mind failed without another."""
    scripted: bool
    decided: int
    """The event in which it took effect; -1 if it has not."""
    failure: str


class Asked(NamedTuple):
    """Somebody asked for a fact."""

    seq: int
    at: int
    fact: str
    asker: str
    holder: str
    message: str


class Shared(NamedTuple):
    """A fact reached somebody."""

    seq: int
    at: int
    fact: str
    version: str
    by: str
    to: str
    message: str
    mode: str


class Learned(NamedTuple):
    """Somebody holds a version of a fact from now on."""

    seq: int
    fact: str
    person: str
    version: str


class Refused(NamedTuple):
    """A fact was not told."""

    seq: int
    at: int
    fact: str
    by: str
    to: str
    message: str
    reason: str
    owed: bool
    held: bool
    """Whoever refused held some version of it."""


class Referred(NamedTuple):
    """Somebody was named who might know."""

    seq: int
    fact: str
    by: str
    to: str
    who: str


class Puzzled(NamedTuple):
    """A question was not understood, or taken to fit several things."""

    seq: int
    at: int
    person: str
    asker: str
    message: str
    text: str
    candidates: tuple[str, ...]


class Hinted(NamedTuple):
    """A protected fact was given away in disguise."""

    seq: int
    fact: str
    by: str
    to: str
    how: str
    evidence: str


@dataclass
class Pledge:
    """A promise and what became of it. Times in milliseconds."""

    seq: int
    promise: str
    by: str
    to: str
    what: str
    item: str
    due: int
    at: int
    remembers: bool
    message: str
    kept: int | None = None
    """The event."""
    late: bool = False
    broken: int | None = None
    reminded: list[int] = field(default_factory=list[int])
    moved: list[int] = field(default_factory=list[int])

    @property
    def became(self) -> str:
        """kept, late, forgotten, broken or open."""
        if self.kept is not None:
            return "late" if self.late or self.broken is not None else "kept"
        if self.broken is None:
            return "open"
        return "broken" if self.remembers or self.reminded else "forgotten"


class Stopped(NamedTuple):
    """The world refused an intent."""

    seq: int
    person: str
    intent: str
    code: str
    message: str


class Record:
    """Folds a run.

    Args:
        setup: Who is who.
        blobs: The run's texts.
    """

    def __init__(self, setup: Setup, blobs: Blobs) -> None:
        self.setup = setup
        self.blobs = blobs
        self.lines: list[Line] = []
        self.choices: list[Choice] = []
        self.asked: list[Asked] = []
        self.shared: list[Shared] = []
        self.learned: list[Learned] = []
        self.refused: list[Refused] = []
        self.referred: list[Referred] = []
        self.wrong_referrals: set[int] = set()
        self.puzzled: list[Puzzled] = []
        self.hinted: list[Hinted] = []
        self.pledges: dict[str, Pledge] = {}
        self.stopped: list[Stopped] = []
        self.noted: Counter[str] = Counter()
        self.started = 0
        self.ended = 0
        self._holds: dict[str, set[str]] = {}
        for fact in setup.facts.values():
            for one in fact.holders:
                self._holds.setdefault(one.person, set()).add(fact.id)
        self._looks: dict[tuple[str, int], tuple[Event, Looked]] = {}
        self._fired = ""
        self._step = -1
        self._folds: Mapping[str, Callable[[Event, Any], None]] = {
            office.MessageSent.kind: self._sent,
            Looked.kind: self._looked,
            Decided.kind: self._decided,
            office.FactAsked.kind: self._asked,
            office.FactShared.kind: self._shared,
            office.FactLearned.kind: self._learned,
            office.FactRefused.kind: self._refused,
            office.FactReferred.kind: self._referred,
            office.NotUnderstood.kind: self._puzzled,
            office.PromiseMade.kind: self._promised,
            office.PromiseReminded.kind: self._reminded,
            office.PromiseKept.kind: self._kept,
            office.PromiseBroken.kind: self._broken,
            office.PromiseMoved.kind: self._moved,
            office.CommandRefused.kind: self._stopped,
            hints.Hinted.kind: self._hinted,
            MemoryNoted.kind: self._noted,
        }

    @classmethod
    def of(cls, run: Journal, setup: Setup, *, until: int | None = None) -> Record:
        """What a run holds, up to an event."""
        made = cls(setup, run.blobs)
        for event in run.events(until=until):
            made.fold(event)
        made.close()
        return made

    @property
    def coworkers(self) -> tuple[str, ...]:
        """Everybody for whom a mind decides."""
        return tuple(one.id for one in self.setup.people.values() if one.is_coworker)

    def seat(self, person: str) -> bool:
        """Whether a policy acts for that person."""
        one = self.setup.people.get(person)
        return one is not None and one.seat is not None

    def holds(self, person: str, fact: str) -> bool:
        """Whether the person holds some version of the fact, as far as was folded."""
        return fact in self._holds.get(person, ())

    def own_lines(self, person: str) -> list[Line]:
        """What the person's mind worded."""
        return [one for one in self.lines if one.sender == person and one.minded]

    def fold(self, event: Event) -> None:
        """Take the next event in."""
        if event.step != self._step:
            self._step, self._fired = event.step, event.fired or ""
        self.ended = event.at
        fold = self._folds.get(event.payload.kind)
        if fold is not None:
            fold(event, event.payload)

    def close(self) -> None:
        """Enter the decisions that never took effect."""
        for event, look in self._looks.values():
            self._choice(event, look, -1, "", "")
        self._looks.clear()
        self.choices.sort(key=lambda one: one.seq)

    def _sent(self, event: Event, said: office.MessageSent) -> None:
        if said.past:
            return
        acts = tuple(act.kind for act in said.acts)
        authored = any(act.item == AGENDA for act in said.acts)
        self.lines.append(
            Line(
                event.seq,
                event.at,
                said.sender,
                said.message,
                said.app,
                said.thread,
                said.to,
                said.cc,
                self.blobs.text(said.body),
                acts,
                tuple(one.fact for one in said.told),
                said.reply_to,
                said.expects_reply or "request" in acts or "question" in acts,
                not authored and (bool(acts) or self._fired.startswith(_SEND)),
                self._decision(),
            )
        )

    def _decision(self) -> int:
        """Sent texts are booked as ``desk.send/<person>/<event of the decision>/<number>``."""
        parts = self._fired.split("/")
        return int(parts[2]) if parts[0] == _SEND and len(parts) == 4 and parts[2].isdigit() else -1

    def _looked(self, event: Event, look: Looked) -> None:
        self._looks[look.actor, look.decision] = (event, look)

    def _decided(self, event: Event, done: Decided) -> None:
        found = self._looks.pop((done.actor, done.decision), None)
        if found is not None:
            self._choice(*found, event.seq, done.outcome or "", done.failure or "")

    def _choice(self, event: Event, look: Looked, decided: int, outcome: str, failure: str) -> None:
        try:
            item = item_from(look.subject) if look.subject else None
        except (ValueError, TypeError):
            item = None
        self.choices.append(
            Choice(
                event.seq,
                event.at,
                look.actor,
                item,
                look.outcome or outcome,
                look.outcome is not None or look.failure is not None,
                decided,
                failure or look.failure or "",
            )
        )

    def _asked(self, event: Event, said: office.FactAsked) -> None:
        self.asked.append(Asked(event.seq, event.at, said.fact, said.asker, said.holder, said.message))

    def _shared(self, event: Event, said: office.FactShared) -> None:
        self.shared.append(
            Shared(event.seq, event.at, said.fact, said.version, said.by, said.to, said.message, said.mode)
        )

    def _learned(self, event: Event, said: office.FactLearned) -> None:
        self.learned.append(Learned(event.seq, said.fact, said.person, said.version))
        self._holds.setdefault(said.person, set()).add(said.fact)

    def _refused(self, event: Event, said: office.FactRefused) -> None:
        self.refused.append(
            Refused(
                event.seq,
                event.at,
                said.fact,
                said.by,
                said.to,
                said.message,
                said.reason,
                said.owed,
                self.holds(said.by, said.fact),
            )
        )

    def _referred(self, event: Event, said: office.FactReferred) -> None:
        self.referred.append(Referred(event.seq, said.fact, said.by, said.to, said.who))
        if self._astray(said):
            self.wrong_referrals.add(event.seq)

    def _astray(self, said: office.FactReferred) -> bool:
        """Whether somebody was named who can't help, though the author did not have it so.

        Fine is whoever holds the fact, decides on its approval, does the work that yields it, or is whom the author has
        this person name.
        """
        setup = self.setup
        if said.who not in setup.people or said.who in (said.by, said.to):
            return True
        by = setup.people.get(said.by)
        if self.holds(said.who, said.fact) or (by is not None and said.who == by.manager):
            return False
        if by is not None and any(one.person == said.who for one in by.knows_who):
            return False
        if any(one.decides == said.who and said.fact in one.tells for one in setup.approvals.values()):
            return False
        return not any(
            one.person == said.who and one.gives.fact == said.fact for one in setup.requests.values()
        )

    def _puzzled(self, event: Event, said: office.NotUnderstood) -> None:
        self.puzzled.append(
            Puzzled(event.seq, event.at, said.person, said.asker, said.message, said.text, said.candidates)
        )

    def _promised(self, event: Event, said: office.PromiseMade) -> None:
        self.pledges[said.promise] = Pledge(
            event.seq,
            said.promise,
            said.by,
            said.to,
            said.what,
            said.item,
            said.due,
            event.at,
            said.remembers,
            said.message,
        )

    def _reminded(self, event: Event, said: office.PromiseReminded) -> None:
        if said.promise in self.pledges:
            self.pledges[said.promise].reminded.append(event.seq)

    def _kept(self, event: Event, said: office.PromiseKept) -> None:
        one = self.pledges.get(said.promise)
        if one is not None:
            one.kept, one.late = event.seq, said.late

    def _broken(self, event: Event, said: office.PromiseBroken) -> None:
        if said.promise in self.pledges:
            self.pledges[said.promise].broken = event.seq

    def _moved(self, event: Event, said: office.PromiseMoved) -> None:
        if said.promise in self.pledges:
            self.pledges[said.promise].moved.append(event.seq)

    def _stopped(self, event: Event, said: office.CommandRefused) -> None:
        self.stopped.append(Stopped(event.seq, said.person, said.intent, said.code, said.message))

    def _hinted(self, event: Event, said: hints.Hinted) -> None:
        self.hinted.append(Hinted(event.seq, said.fact, said.by, said.to, said.how, said.evidence))

    def _noted(self, event: Event, said: MemoryNoted) -> None:
        self.noted[said.person] += 1
