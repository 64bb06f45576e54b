"""How soon, how surely and at what length coworkers answer, beside their persona and what is known of real people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Final, NamedTuple

from ...engine.kernel.clock import DAY, MINUTE
from .chance import binomial_two_sided
from .record import Line, Record

_CHANNELS: Final = ("mail", "chat")
UNLIKELY: Final = 0.01
"""Below this chance a figure counts as unlike the persona."""


class Turn(NamedTuple):
    """Something that asked a coworker for an answer, and when the answer came."""

    seq: int
    person: str
    other: str
    app: str
    at: int
    answered: int | None
    """The instant of the answer."""
    answer: int | None
    """Its event."""


@dataclass
class Channel:
    """One person's answers on one channel."""

    turns: int = 0
    """Messages that asked for an answer; several before one answer are one."""
    answered: int = 0
    never_declared: int = 0
    """Share that the persona never answers at ordinary load, per mille."""
    never_p: float | None = None
    """How likely a share as far off is if the persona's holds; None if nothing was asked."""
    minutes: float | None = None
    """Median working minutes until the answer."""
    declared_minutes: int = 0
    minutes_p: float | None = None
    """How likely as uneven a split about the persona's median is (sign test)."""
    lengths: list[int] = field(default_factory=list[int])
    """Words of each message the person's mind worded there."""
    typical: int = 0
    """The persona's median words of a reply."""
    shortest: int = 0
    longest: int = 0

    @property
    def outside(self) -> float:
        """Share of messages shorter or longer than the persona's least and most."""
        out = sum(not self.shortest <= one <= self.longest for one in self.lengths)
        return out / len(self.lengths) if self.lengths else 0.0


def turns_of(record: Record) -> list[Turn]:
    """Mail and chat that asked one coworker for something, by event.

    A message of a seat asks if it holds a question mark or was understood to ask; a coworker's if its mind says so.
    Messages that were taken up together are one turn, from the first of them. An answer is what the look at them led
    to; where a journal doesn't tell that, the next message of the thread. What came less than a day before the run's
    end and was not answered is left out: it may still be.
    """
    answers = _answers(record)
    asked = {one.message for one in record.asked}
    coworkers = frozenset(record.coworkers)
    found: dict[tuple[str, int], Turn] = {}
    for line in record.lines:
        if line.app not in _CHANNELS or len(line.to) != 1 or line.thread.startswith("#"):
            continue
        person = line.to[0]
        wants = line.message in asked or (
            "?" in line.text if record.seat(line.sender) else line.expects and line.minded
        )
        if person not in coworkers or not wants:
            continue
        answer = answers.get((person, line.message))
        if answer is None:
            if line.at < record.ended - DAY:
                found[person, line.seq] = Turn(line.seq, person, line.sender, line.app, line.at, None, None)
        else:
            turn = Turn(line.seq, person, line.sender, line.app, line.at, answer.at, answer.seq)
            found.setdefault((person, answer.seq), turn)
    return sorted(found.values())


def _answers(record: Record) -> dict[tuple[str, str], Line]:
    """The first text that came of a person's look at a message."""
    looks = {
        one.decided: one.item.messages
        for one in record.choices
        if one.decided >= 0 and one.item is not None and one.item.kind == "thread"
    }
    found: dict[tuple[str, str], Line] = {}
    waiting: dict[tuple[str, str, str], list[str]] = {}
    for line in record.lines:
        if line.decided in looks:
            for message in looks[line.decided]:
                found.setdefault((line.sender, message), line)
        elif line.decided < 0:  # no booking names the decision: the next message of the thread counts
            for other in (*line.to, *line.cc):
                for message in waiting.pop((line.sender, other, line.thread), ()):
                    found.setdefault((line.sender, message), line)
            if line.reply_to is not None:
                found.setdefault((line.sender, line.reply_to), line)
        for other in line.to:
            waiting.setdefault((other, line.sender, line.thread), []).append(line.message)
    return found


def channels(record: Record, turns: Iterable[Turn] | None = None) -> dict[str, dict[str, Channel]]:
    """Each coworker's answers by channel."""
    found: dict[str, dict[str, Channel]] = {}
    answers: dict[tuple[str, str], list[float]] = {}

    def channel(person: str, app: str) -> Channel | None:
        persona = record.setup.people[person].persona
        if persona is None or app not in ("mail", "chat", "phone", "meeting"):
            return None
        mine = found.setdefault(person, {})
        if app not in mine:
            habit, length = getattr(persona.responses, app), getattr(persona.style.words, app)
            mine[app] = Channel(
                never_declared=habit.never_answered,
                declared_minutes=habit.median_minutes,
                typical=length.typical,
                shortest=length.min,
                longest=length.max,
            )
        return mine[app]

    for person in record.coworkers:
        for line in record.own_lines(person):
            one = channel(person, line.app)
            if one is not None:
                one.lengths.append(len(line.text.split()))
    for turn in turns_of(record) if turns is None else turns:
        one = channel(turn.person, turn.app)
        if one is None:
            continue
        one.turns += 1
        if turn.answered is not None:
            one.answered += 1
            calendar = record.setup.calendar_of(turn.person)
            answers.setdefault((turn.person, turn.app), []).append(
                calendar.work_between(turn.at, turn.answered) / MINUTE
            )
    for person, mine in found.items():
        for app, one in mine.items():
            if not one.turns:
                continue
            one.never_p = binomial_two_sided(one.turns - one.answered, one.turns, one.never_declared / 1000)
            took = answers.get((person, app), [])
            if took:
                one.minutes = median(took)
                sooner = sum(1 for minutes in took if minutes < one.declared_minutes)
                one.minutes_p = binomial_two_sided(sooner, len(took), 0.5)
    return found


@dataclass(frozen=True)
class Figure:
    """One figure of all coworkers together, beside what was measured of real people.

    Attributes:
        low: Lower end of the band; None if nothing comparable was measured.
        high: Upper end.
        of: On how many observations it rests.
        source: Whose measurement the band is.
    """

    name: str
    about: str
    value: float
    unit: str
    of: int
    low: float | None = None
    high: float | None = None
    source: str = ""

    @property
    def ok(self) -> bool:
        """Whether it lies in its band, if it has one."""
        return self.low is None or self.high is None or self.low <= self.value <= self.high


_KOOTI: Final = "Kooti et al. 2015 (consumer mail)"
_FIRM: Final = "Michalski et al. 2011 (one firm's mail, four to six weeks)"
_TEAMS: Final = "Microsoft 2021 (chat, half of people) and 36% in a log of students' messages"


def figures(record: Record, turns: Sequence[Turn]) -> tuple[Figure, ...]:
    """All coworkers together beside real people. Bands are wide: short runs of few people stray."""
    mails = [
        len(line.text.split())
        for person in record.coworkers
        for line in record.own_lines(person)
        if line.app == "mail"
    ]
    by_app: Mapping[str, list[Turn]] = {app: [one for one in turns if one.app == app] for app in _CHANNELS}
    made: list[Figure] = []

    def add(name: str, about: str, value: float, unit: str, of: int, *band: float, source: str = "") -> None:
        if of:
            low, high = band if band else (None, None)
            made.append(Figure(name, about, value, unit, of, low, high, source))

    took = {
        app: [one.answered - one.at for one in mine if one.answered is not None]
        for app, mine in by_app.items()
    }
    every, answered = list(turns), sum(1 for one in turns if one.answered is not None)
    in_a_day = sum(1 for one in turns if one.answered is not None and one.answered - one.at <= DAY)
    add(
        "answered",
        "questions and requests answered within a day",
        in_a_day / max(1, len(every)),
        "share",
        len(every),
        0.50,
        0.90,
        source=f"{_FIRM}: 63 to 69% of turns of all kinds, so more of what asks for something",
    )
    add("ever", "answered at all", answered / max(1, len(every)), "share", len(every))
    mail, chat = took["mail"], took["chat"]
    add(
        "mail_minutes",
        "time until a mail is answered, median, round the clock",
        median(mail) / MINUTE if mail else 0.0,
        "min",
        len(mail),
        20,
        250,
        source=f"{_FIRM}: 45 to 53 min; Avocado corporate mail: slow from 245 min",
    )
    add(
        "mail_5_minutes",
        "mail answered within five minutes",
        _within(mail, 5 * MINUTE),
        "share",
        len(mail),
        0.0,
        0.30,
        source=f"{_FIRM}: 23 to 26%",
    )
    add(
        "chat_5_minutes",
        "chat answered within five minutes",
        _within(chat, 5 * MINUTE),
        "share",
        len(chat),
        0.15,
        0.60,
        source=_TEAMS,
    )
    add(
        "mail_words",
        "words in a mail, median",
        median(mails) if mails else 0.0,
        "words",
        len(mails),
        15,
        70,
        source=f"{_KOOTI}: 43",
    )
    add(
        "long_mails",
        "mails of more than 100 words",
        sum(one > 100 for one in mails) / max(1, len(mails)),
        "share",
        len(mails),
        0.0,
        0.35,
        source=f"{_KOOTI}: 30%",
    )
    told = sum(1 for one in record.shared if one.mode == "asked" and one.by in record.coworkers)
    refused = len(record.refused)
    add("refused", "refusals of those who were asked and answered", refused / max(1, told + refused), "share",
        told + refused)  # fmt: skip
    return tuple(made)


def _within(values: Sequence[int], limit: int) -> float:
    return sum(1 for one in values if one <= limit) / len(values) if values else 0.0
