"""What people remember, as state: episodes, notes to themselves, a word about each other person, reflections.

Folded from events alone and only for people who have or may get a mind that remembers. An episode refers to the text
that it is about and copies nothing; what is bounded away is counted. What happened today is not yet part of what is
recalled (see `recollect`), so a percept does not change because something else came in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final, Literal, NamedTuple

from ..kernel.blobs import BlobRef
from ..kernel.events import Event, Payload
from ..kernel.state import Apply, Component
from .events import (
    Cancelled,
    FactLearned,
    FactShared,
    Invited,
    Joined,
    MeetingEnded,
    MessageSent,
    PromiseBroken,
    PromiseMade,
)
from .model import Setup
from .queues import Turned

KEPT: Final = 400
"""Episodes of a person that are kept from one day to the next."""
KEPT_UNREAD: Final = 200
"""Messages that reached a person and that they have not taken up yet."""
KEPT_PEOPLE: Final = 60
"""People about whom somebody keeps a note."""
REFLECTS_AT: Final = 150
"""Importance gathered since the last reflection at which somebody takes stock (Park et al. 2023, section 4.2)."""
WEEK_PER_POINT: Final = 7
"""Days by which a point of importance outlives another when memory is full (no measurement known)."""

EpisodeKind = Literal["heard", "said", "learned", "met", "noted", "reflected"]
NoteKind = Literal["self", "person", "reflection"]

_OF_ACT: Final[Mapping[str, int]] = {
    "social": 1,
    "acknowledge": 1,
    "thanks": 1,
    "clarify": 2,
    "inform": 3,
    "request": 3,
    "pointer": 3,
    "answer": 4,
    "refusal": 5,
    "promise": 5,
    "chase": 5,
    "escalate": 8,
}
"""Importance of a message by what it does, 1 to 10 as in Park et al. 2023, but read from the kind of event."""
_PLAIN: Final = 3
_FACT: Final = 6
_MET: Final = 4
_PROMISED: Final = 6
_BROKEN: Final = 7
_OF_NOTE: Final = {"self": 4, "reflection": 8}
_RECENT: Final = 12
"""Episodes among which a message is looked for when it turns out to carry a fact."""


class MemoryNoted(Payload):
    """Somebody keeps something in mind from now on."""

    kind: ClassVar[str] = "memory.noted"

    person: str
    note: NoteKind
    about: str = ""
    """Id of the person it is about, if it is about one."""
    text: BlobRef


class Episode(NamedTuple):
    """Something that happened to a person."""

    number: int
    """From the person's own counter."""
    day: int
    """Ordinal of the date at their desk on which they took it in."""
    kind: EpisodeKind
    importance: int
    """1 to 10."""
    people: tuple[str, ...]
    """Whom they had it from or with, or told; the person of the note."""
    thread: str
    message: str
    ref: BlobRef
    """The text it is about; empty if there is none."""
    item: str
    """The fact that was learned, or a meeting's title."""
    facts: tuple[str, ...]
    """Facts that the text carries."""

    @property
    def keeping(self) -> tuple[int, int]:
        """What stays when memory is full: the important and the recent."""
        return (self.importance * WEEK_PER_POINT + self.day, self.number)


class _Unread(NamedTuple):
    sender: str
    thread: str
    ref: BlobRef
    importance: int
    facts: tuple[str, ...]


class Memories(Component):
    """What people remember who have or may get a mind that remembers (`Setup.thinkers`); of others nothing is kept.

    Args:
        setup: The office at the start of the run.
    """

    name = "memories"

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self.thinkers = setup.thinkers
        self._clear()

    def _clear(self) -> None:
        self._episodes: dict[str, dict[int, Episode]] = {}
        self._made: dict[str, int] = {}
        self._unread: dict[str, dict[str, _Unread]] = {}
        self._meetings: dict[str, tuple[str, dict[str, None]]] = {}
        self._about: dict[str, dict[str, list[tuple[int, BlobRef]]]] = {}
        self._gathered: dict[str, tuple[int, int, int]] = {}
        self.forgotten: dict[str, dict[str, int]] = {}
        """Person to kind to how many episodes (``unread``: messages; ``person``: notes) are no longer kept."""

    def listens(self) -> Mapping[str, Apply]:
        if not self.thinkers:
            return {}
        return {
            MessageSent.kind: self._sent,
            Turned.kind: self._turned,
            FactShared.kind: self._shared,
            FactLearned.kind: self._learned,
            Invited.kind: self._invited,
            Joined.kind: self._joined,
            MeetingEnded.kind: self._ended,
            Cancelled.kind: self._cancelled,
            PromiseMade.kind: self._promised,
            PromiseBroken.kind: self._broken,
            MemoryNoted.kind: self._noted,
        }

    # Queries ----------------------------------------------------------------------------------------------

    def day(self, person: str, at: int) -> int:
        """The ordinal of the date at the person's desk."""
        return self._setup.calendar_of(person).local(at).toordinal()

    def before(self, person: str, day: int) -> list[Episode]:
        """What the person remembers from before that day, oldest first: at most `KEPT` episodes."""
        return _kept(one for one in self._episodes.get(person, {}).values() if one.day < day)

    def today(self, person: str, day: int) -> list[Episode]:
        """What happened to the person on that day, oldest first."""
        return [one for one in self._episodes.get(person, {}).values() if one.day == day]

    def about(self, person: str, other: str, day: int) -> BlobRef:
        """The person's note about somebody as it stood before that day; empty if there was none."""
        notes = self._about.get(person, {}).get(other, ())
        return next((ref for noted, ref in reversed(notes) if noted < day), "")

    def gathered(self, person: str, day: int) -> int:
        """Importance of what happened to the person since they last took stock and before that day."""
        on, before, today = self._gathered.get(person, (0, 0, 0))
        return before + (today if on < day else 0)

    def reflects(self, person: str, day: int) -> bool:
        """Whether enough has happened for the person to take stock."""
        return self.gathered(person, day) >= REFLECTS_AT

    def size(self, person: str) -> int:
        """How many episodes of the person are kept now."""
        return len(self._episodes.get(person, {}))

    # Fold -------------------------------------------------------------------------------------------------

    def _sent(self, event: Event) -> None:
        sent = event.payload
        assert isinstance(sent, MessageSent)
        at = event.at if sent.sent_at is None else sent.sent_at
        facts = tuple(told.fact for told in sent.told)
        importance = self._weight(sent)
        if sent.sender in self.thinkers:
            others = tuple(dict.fromkeys(one for one in (*sent.to, *sent.cc) if one != sent.sender))
            mine = max(1, importance - 1)
            self._add(
                sent.sender, at, "said", mine, others, sent.thread, sent.message, sent.body, "", facts,
                counts=not sent.past,
            )  # fmt: skip
        for person in dict.fromkeys((*sent.to, *sent.cc)):
            if person not in self.thinkers or person == sent.sender:
                continue
            if sent.past or sent.app in ("meeting", "phone"):
                who = (sent.sender,)
                self._add(
                    person, at, "heard", importance, who, sent.thread, sent.message, sent.body, "", facts,
                    counts=not sent.past,
                )  # fmt: skip
                continue
            # Mail and chat are taken in when they are taken up.
            unread = self._unread.setdefault(person, {})
            unread[sent.message] = _Unread(sent.sender, sent.thread, sent.body, importance, facts)
            if len(unread) > KEPT_UNREAD:
                del unread[next(iter(unread))]
                self._forget(person, "unread")

    def _weight(self, sent: MessageSent) -> int:
        weight = max((_OF_ACT.get(act.kind, _PLAIN) for act in sent.acts), default=_PLAIN)
        if sent.told:
            weight = max(weight, _FACT)
        sender = self._setup.people.get(sent.sender)
        return min(10, weight + (sender is not None and (sender.outside or sender.seat is not None)))

    def _turned(self, event: Event) -> None:
        turned = event.payload
        assert isinstance(turned, Turned)
        unread = self._unread.get(turned.person)
        if not unread:
            return
        for message in turned.messages:
            one = unread.pop(message, None)
            if one is not None:
                self._add(
                    turned.person, event.at, "heard", one.importance, (one.sender,), one.thread, message, one.ref,
                    "", one.facts,
                )  # fmt: skip

    def _shared(self, event: Event) -> None:
        """A message turns out to carry a fact: that makes it worth more, and says what must not be repeated from it."""
        shared = event.payload
        assert isinstance(shared, FactShared)
        for person in (shared.by, shared.to):
            if person not in self.thinkers:
                continue
            unread = self._unread.get(person, {}).get(shared.message)
            if unread is not None:
                if shared.fact not in unread.facts:
                    self._unread[person][shared.message] = unread._replace(
                        facts=(*unread.facts, shared.fact), importance=max(_FACT, unread.importance)
                    )
                continue
            mine = self._episodes.get(person, {})
            for number in list(reversed(mine))[:_RECENT]:
                one = mine[number]
                if one.message == shared.message and shared.message:
                    if shared.fact not in one.facts:
                        mine[number] = one._replace(facts=(*one.facts, shared.fact))
                    break

    def _learned(self, event: Event) -> None:
        learned = event.payload
        assert isinstance(learned, FactLearned)
        if learned.person not in self.thinkers:
            return
        who = (learned.source,) if learned.source and learned.source != learned.person else ()
        message = "" if ":" in learned.via else learned.via
        self._add(
            learned.person, event.at, "learned", _FACT, who, "", message, "", learned.fact, (learned.fact,)
        )

    def _invited(self, event: Event) -> None:
        invited = event.payload
        assert isinstance(invited, Invited)
        if not invited.past and not self.thinkers.isdisjoint(invited.people):
            self._meetings[invited.meeting] = (invited.title, {})

    def _joined(self, event: Event) -> None:
        joined = event.payload
        assert isinstance(joined, Joined)
        meeting = self._meetings.get(joined.meeting)
        if meeting is not None:
            meeting[1][joined.person] = None

    def _ended(self, event: Event) -> None:
        ended = event.payload
        assert isinstance(ended, MeetingEnded)
        title, people = self._meetings.pop(ended.meeting, ("", {}))
        for person in people:
            if person in self.thinkers and len(people) > 1:
                others = tuple(one for one in people if one != person)
                self._add(person, event.at, "met", _MET, others, ended.meeting, "", "", title, ())

    def _cancelled(self, event: Event) -> None:
        cancelled = event.payload
        assert isinstance(cancelled, Cancelled)
        self._meetings.pop(cancelled.meeting, None)

    def _promised(self, event: Event) -> None:
        made = event.payload
        assert isinstance(made, PromiseMade)
        for person in (made.by, made.to):
            if person in self.thinkers:
                self._gather(person, self.day(person, event.at), _PROMISED)

    def _broken(self, event: Event) -> None:
        if event.actor in self.thinkers:
            self._gather(event.actor, self.day(event.actor, event.at), _BROKEN)

    def _noted(self, event: Event) -> None:
        noted = event.payload
        assert isinstance(noted, MemoryNoted)
        if noted.person not in self.thinkers:
            return
        day = self.day(noted.person, event.at)
        if noted.note == "person" and noted.about:
            notes = self._about.setdefault(noted.person, {})
            older = [one for one in notes.pop(noted.about, []) if one[0] < day]
            notes[noted.about] = [*older[-1:], (day, noted.text)]
            if len(notes) > KEPT_PEOPLE:
                del notes[next(iter(notes))]
                self._forget(noted.person, "person")
            return
        kind: EpisodeKind = "reflected" if noted.note == "reflection" else "noted"
        who = (noted.about,) if noted.about else ()
        self._add(
            noted.person, event.at, kind, _OF_NOTE.get(noted.note, _PLAIN), who, "", "", noted.text, "", (),
            counts=False,
        )  # fmt: skip
        if kind == "reflected":
            on, _, today = self._gathered.get(noted.person, (day, 0, 0))
            self._gathered[noted.person] = (day, 0, today if on == day else 0)

    # Keeping ----------------------------------------------------------------------------------------------

    def _add(
        self,
        person: str,
        at: int,
        kind: EpisodeKind,
        importance: int,
        people: tuple[str, ...],
        thread: str,
        message: str,
        ref: BlobRef,
        item: str,
        facts: tuple[str, ...],
        *,
        counts: bool = True,
    ) -> None:
        day = self.day(person, at)
        mine = self._episodes.setdefault(person, {})
        if len(mine) > KEPT and mine[next(reversed(mine))].day < day:
            self._trim(person, mine)
        number = self._made[person] = self._made.get(person, 0) + 1
        mine[number] = Episode(number, day, kind, importance, people, thread, message, ref, item, facts)
        if counts:
            self._gather(person, day, importance)

    def _trim(self, person: str, mine: dict[int, Episode]) -> None:
        """A new day: what is over the bound goes, the least important and oldest first."""
        kept = {one.number for one in _kept(mine.values())}
        for one in [one for one in mine.values() if one.number not in kept]:
            del mine[one.number]
            self._forget(person, one.kind)

    def _forget(self, person: str, kind: str) -> None:
        counts = self.forgotten.setdefault(person, {})
        counts[kind] = counts.get(kind, 0) + 1

    def _gather(self, person: str, day: int, importance: int) -> None:
        on, before, today = self._gathered.get(person, (day, 0, 0))
        if on < day:
            before, today = before + today, 0
        self._gathered[person] = (day, before, today + importance)

    # Dump -------------------------------------------------------------------------------------------------

    def dump(self) -> Any:
        return {
            "episodes": {
                person: [[*one[:4], list(one.people), *one[5:9], list(one.facts)] for one in mine.values()]
                for person, mine in self._episodes.items()
            },
            "made": dict(self._made),
            "unread": {
                person: [[message, *one[:4], list(one.facts)] for message, one in unread.items()]
                for person, unread in self._unread.items()
            },
            "meetings": {
                meeting: [title, list(people)] for meeting, (title, people) in self._meetings.items()
            },
            "about": {
                person: {other: [list(note) for note in notes] for other, notes in mine.items()}
                for person, mine in self._about.items()
            },
            "gathered": {person: list(sums) for person, sums in self._gathered.items()},
            "forgotten": {person: dict(counts) for person, counts in self.forgotten.items()},
        }

    def load(self, data: Any) -> None:
        self._clear()
        for person, rows in data["episodes"].items():
            self._episodes[person] = {
                row[0]: Episode(
                    row[0],
                    row[1],
                    row[2],
                    row[3],
                    tuple(row[4]),
                    row[5],
                    row[6],
                    row[7],
                    row[8],
                    tuple(row[9]),
                )
                for row in rows
            }
        self._made = dict(data["made"])
        for person, rows in data["unread"].items():
            self._unread[person] = {
                row[0]: _Unread(row[1], row[2], row[3], row[4], tuple(row[5])) for row in rows
            }
        self._meetings = {
            meeting: (title, dict.fromkeys(people)) for meeting, (title, people) in data["meetings"].items()
        }
        self._about = {
            person: {other: [(day, ref) for day, ref in notes] for other, notes in mine.items()}
            for person, mine in data["about"].items()
        }
        self._gathered = {
            person: (on, before, today) for person, (on, before, today) in data["gathered"].items()
        }
        self.forgotten = {person: dict(counts) for person, counts in data["forgotten"].items()}


def _kept(episodes: Iterable[Episode]) -> list[Episode]:
    """At most `KEPT` of them, in their order: the important and recent ones."""
    everything = list(episodes)
    if len(everything) <= KEPT:
        return everything
    kept = {one.number for one in sorted(everything, key=lambda one: one.keeping)[-KEPT:]}
    return [one for one in everything if one.number in kept]
