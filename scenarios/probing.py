"""Probes: the same questions asked of a run's coworkers again and again, on forks of which nothing is kept.

What somebody says of themselves and of what they know should change only when the ledgers do. Each answer is held
beside what the person holds and may tell at that moment, and beside their first answer.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any, Final, Literal, TypeAlias

from ..engine.kernel.clock import HOUR
from ..engine.kernel.run import Run
from ..engine.kernel.seats import Call, Ended, Move, Opened
from ..engine.office.holdings import TRUTH
from ..verifiers.coworkers.writing import words
from .play import main_seat, world_of
from .talk import Talk, Turn
from .world import OfficeWorld

Kind: TypeAlias = Literal["who", "owes", "may_tell", "may_not", "how_sure"]

WHO: Final = "Who are you, and what do you do here?"
OWES: Final = "What have you promised me that is still open?"
SURE: Final = "How sure are you of that?"
MOST: Final = 12
"""Moments at which a run is probed at most; more are thinned out evenly."""


@dataclass(frozen=True)
class Probe:
    """One question at one moment.

    Attributes:
        seq: The event after which it was asked.
        when: The person's wall time.
        about: The fact it is about, if it is about one.
        truth: What the ledger holds then, in a word or two.
        outcome: What the answer came to, comparable between moments.
        wrong: What is wrong with it by the ledger; empty if nothing is.
    """

    person: str
    kind: Kind
    seq: int
    when: str
    question: str
    answer: str
    truth: str
    outcome: str
    about: str = ""
    wrong: str = ""
    failure: str = ""


@dataclass(frozen=True)
class Drift:
    """An answer that is another one than the first, though the ledger has not changed."""

    person: str
    kind: Kind
    seq: int
    first: str
    now: str


@dataclass
class Probing:
    """What came of all probes."""

    probes: list[Probe] = field(default_factory=list[Probe])
    drifts: list[Drift] = field(default_factory=list[Drift])

    @property
    def wrong(self) -> list[Probe]:
        """The answers that are wrong by the ledger."""
        return [one for one in self.probes if one.wrong]

    def as_json(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "probes": [asdict(one) for one in self.probes],
            "drifts": [asdict(one) for one in self.drifts],
            "wrong": len(self.wrong),
        }


class _Idle:
    """Somebody in a seat who only lets time pass."""

    external = False

    async def move(self) -> Move:
        """Wait."""
        return Call("wait", '{"minutes": 1440}')

    def deliver(self, call: int, observation: dict[str, Any]) -> None:
        """Take no notice."""


class _OverError(Exception):
    """The episode came to its end while somebody was being asked."""


class _Aside(Talk):
    """A talk beside a run: nobody acts from the seats meanwhile."""

    def _play_to(self, until: int) -> None:
        if self.run.over:
            raise _OverError
        idle = {seat: _Idle() for seat in world_of(self.run).desk.limits}
        self._runner.run(self.run.play(idle, until=until))


def probe(
    run: Run,
    every: int,
    *,
    people: Sequence[str] = (),
    asker: str | None = None,
    on_person: Callable[[], None] | None = None,
) -> Probing:
    """Ask the fixed questions every so often.

    Args:
        run: A run; it is neither played nor written.
        every: Milliseconds of simulated time, round the clock.
        people: Whom to ask; all coworkers if empty.
        asker: Who asks; the person in the task's seat if None.
        on_person: Told of each person asked at each moment.
    """
    world = world_of(run)
    by = asker or world.desk.person(main_seat(run))
    asked = list(people) or [one.id for one in world.setup.people.values() if one.is_coworker]
    found = Probing()
    chosen: dict[str, tuple[str, str]] = {}
    for seq in moments(run, every):
        for person in asked:
            found.probes += _ask(run, seq, person, by, chosen)
            if on_person is not None:
                on_person()
    found.drifts = drifts(found.probes)
    return found


def moments(run: Run, every: int) -> list[int]:
    """The events after which to probe: the last of the first working hour, then one every so often.

    Raises:
        ValueError: The time between two is not positive.
    """
    if every <= 0:
        raise ValueError("probes need some time between them, such as 40h")
    ends = next((event.at for event in run.events((Ended.kind,))), None)
    wanted = next((event.at for event in run.events((Opened.kind,))), 0) + HOUR
    found: list[int] = []
    last = -1
    for event in run.events():
        if ends is not None and event.at > ends - HOUR:  # what is asked then would still be open at the end
            break
        while event.at > wanted and last >= 0:
            if not found or found[-1] != last:
                found.append(last)
            wanted += every
        last = event.seq
    if last >= 0 and (not found or found[-1] != last):
        found.append(last)
    if len(found) <= MOST:
        return found
    return [found[number * (len(found) - 1) // (MOST - 1)] for number in range(MOST)]


def _ask(run: Run, seq: int, person: str, by: str, chosen: dict[str, tuple[str, str]]) -> list[Probe]:
    fork = run.fork(seq, changed=True)
    world = world_of(fork)
    found: list[Probe] = []
    at = fork.now
    if person not in chosen:
        chosen[person] = _facts(world, person, by)
    told, kept = chosen[person]
    questions: list[tuple[Kind, str, str]] = [("who", WHO, ""), ("owes", OWES, "")]
    if told:
        questions.append(("may_tell", world.setup.facts[told].asks[0], told))
        questions.append(("how_sure", SURE, told))
    if kept:
        questions.append(("may_not", world.setup.facts[kept].asks[0], kept))
    when = f"{world.office.local(person, at):%a %d %b %H:%M}"
    with _ending(fork, person, by, at) as talk:
        for kind, question, about in questions:
            truth = _truth(world, person, by, kind, about)
            turn = talk.say(question)
            outcome, wrong = _outcome(world, person, by, kind, about, truth, turn)
            found.append(
                Probe(
                    person,
                    kind,
                    seq,
                    when,
                    question,
                    turn.answer.text,
                    truth,
                    outcome,
                    about,
                    wrong,
                    turn.sights[-1].failure,
                )
            )
    return found


@contextmanager
def _ending(fork: Run, person: str, by: str, at: int) -> Generator[_Aside]:
    """A talk that stops quietly where the episode comes to its end."""
    try:
        with _Aside(fork, person, by, at) as talk:
            yield talk
    except _OverError:
        fork.close()


def _facts(world: OfficeWorld, person: str, by: str) -> tuple[str, str]:
    """One fact that the person may tell the asker, and one that they may not; empty where there is none."""
    verdicts = {
        fact: world.office.knowledge.verdict(person, fact, (by,)).verdict
        for fact, one in sorted(world.setup.facts.items())
        if one.asks and world.office.knowledge.own(person, fact) is not None
    }
    may = next((fact for fact, verdict in verdicts.items() if verdict == "may_tell"), "")
    may_not = next((fact for fact, verdict in verdicts.items() if verdict == "may_not"), "")
    return may, may_not or next((fact for fact, one in verdicts.items() if one == "needs_approval"), "")


def _truth(world: OfficeWorld, person: str, by: str, kind: Kind, about: str) -> str:
    knowledge = world.office.knowledge
    if kind == "who":
        return world.setup.people[person].name
    if kind == "owes":
        mine = [one for one in world.office.promises.between(person, by) if one.by == person]
        return ", ".join(sorted(one.what for one in mine)) or "nothing"
    if kind == "how_sure":
        return f"{knowledge.sure(person, about) // 10}%"
    verdict = knowledge.verdict(person, about, (by,)).verdict
    return f"{verdict}: {knowledge.holds(person, about) or 'not held'}"


def _outcome(
    world: OfficeWorld, person: str, by: str, kind: Kind, about: str, truth: str, turn: Turn
) -> tuple[str, str]:
    """What an answer came to, and what is wrong with it."""
    text = turn.answer.text
    decision = turn.sights[-1].decision
    given = dict(world.office.knowledge.facts_in(text))
    given |= {
        told.fact: told.version for one in decision.intents for told in getattr(one, "told", ()) if text
    }
    if kind == "who":
        me = world.setup.people[person]
        named = any(word in words(text) for word in words(f"{me.first} {me.title}") if len(word) > 2)
        other = _another(world, person, by, text)
        wrong = f"gives the name of {other}" if other else ""
        return ("says who they are" if named else "does not say" if text else "silent"), wrong
    if kind == "owes":
        open_ = [one for one in truth.split(", ") if one != "nothing"]
        said = set(words(text))
        named = sum(any(word in said for word in words(one) if len(word) > 3) for one in open_)
        return (f"names {named} of {len(open_)}" if open_ else "nothing is open"), ""
    if kind == "how_sure":
        return ("answers" if text else "silent"), ""
    if about not in given:
        return ("keeps it back" if text else "silent"), _not_told(kind, truth, turn)
    version = given[about]
    held = truth.split(": ", 1)[1]
    if kind == "may_not" or not truth.startswith("may_tell"):
        return f"tells {version}", "gives away what may not be told" if not truth.startswith(
            "may_tell"
        ) else ""
    wrong = "" if version == held else f"tells {_version(version)}, holds {_version(held)}"
    return f"tells {version}", wrong


def _not_told(kind: Kind, truth: str, turn: Turn) -> str:
    if kind != "may_tell" or not truth.startswith("may_tell"):
        return ""
    decision = turn.sights[-1].decision
    reasons = [refusal.reason for one in decision.intents for refusal in getattr(one, "refused", ())]
    return "" if any(reason in ("busy", "patience") for reason in reasons) else "does not tell what is owed"


def _version(version: str) -> str:
    return "the truth" if version == TRUTH else f"{version}'s version"


def _another(world: OfficeWorld, person: str, by: str, text: str) -> str:
    """A full name of somebody else with which the answer introduces itself."""
    folded = " ".join(text.split())
    for one in world.setup.people.values():
        if one.id not in (person, by) and any(
            f"{lead} {one.name}" in folded for lead in ("I am", "I'm", "My name is", "This is")
        ):
            return one.name
    return ""


def drifts(probes: Sequence[Probe]) -> list[Drift]:
    """Answers that came to something else than the first one, with the same truth in the ledger."""
    first: dict[tuple[str, Kind], Probe] = {}
    found: list[Drift] = []
    for one in probes:
        before = first.setdefault((one.person, one.kind), one)
        if one.truth == before.truth and one.outcome != before.outcome:
            found.append(Drift(one.person, one.kind, one.seq, before.outcome, one.outcome))
    return found
