"""The same recorded percepts given to each mind: what each decides on exactly the same look."""

from __future__ import annotations

import asyncio
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from statistics import fmean
from typing import Any, Final, NamedTuple

from ...engine.kernel.events import Entry
from ...engine.kernel.ledger import Calls
from ...engine.kernel.minds import Look, MindFailed
from ...engine.kernel.run import Run
from ...engine.kernel.step import Step
from ...engine.kernel.usage import Used
from ...engine.minds.guard import Guard
from ...engine.minds.model.mind import is_ambient
from ...engine.office.percept import Decision, Percept
from ...verifiers.coworkers.banks import in_own_words
from ...verifiers.coworkers.chance import Interval, bootstrap
from ...verifiers.coworkers.choices import Choice, choice_of, texted
from ...verifiers.coworkers.record import Line, Record
from ...verifiers.coworkers.slips import slips
from ...verifiers.coworkers.style import FEWEST, attributions
from ...verifiers.coworkers.trouble import kind_of
from ..pack import Pack
from ..play import main_seat, new_run, pack_in, play, policy_named, world_of
from ..world import OfficeWorld
from .contender import Contender, Purse

_AT_ONCE: Final = 64


class Recorded(NamedTuple):
    """One look of a run, to be decided again by others."""

    number: int
    person: str
    percept: Percept


@dataclass(frozen=True)
class Decided:
    """What a mind decided on one look."""

    number: int
    person: str
    choice: Choice
    text: str
    told: tuple[str, ...]
    refused: tuple[str, ...]
    leaks: tuple[str, ...]
    """How protected facts got out in spite of all: fact and way."""
    trouble: tuple[str, ...]
    failure: str = ""


@dataclass
class Faced:
    """What one mind made of all looks."""

    name: str
    looks: int = 0
    decided: list[Decided] = field(default_factory=list[Decided])
    failures: dict[str, int] = field(default_factory=dict[str, int])
    trouble: dict[str, int] = field(default_factory=dict[str, int])
    choices: dict[str, int] = field(default_factory=dict[str, int])
    told: int = 0
    refused: int = 0
    leaks: int = 0
    leaks_caught: int = 0
    """Held back by the guard."""
    slips: dict[str, int] = field(default_factory=dict[str, int])
    words: float = 0.0
    too_long_or_short: float = 0.0
    """Share of texts outside the persona's lengths."""
    own_words: float = 0.0
    """Share of sentences in the persona's own phrases."""
    guessed: float | None = None
    """Share of texts whose writer is guessed from manner alone."""
    spent: Used = field(default_factory=Used)
    error: str = ""
    """Why it came to nothing as a whole."""

    def as_json(self) -> dict[str, Any]:
        """As JSON values, without the single decisions."""
        told = {key: value for key, value in asdict(self).items() if key != "decided"}
        return {**told, "spent": self.spent.dump()}


class Agreement(NamedTuple):
    """How often two minds chose the same on the same looks."""

    one: str
    other: str
    looks: int
    rate: float
    interval: Interval | None
    told: float
    """Of the looks on which either told a fact, the share on which both told the same."""


async def recorded(
    pack: Pack, contender: Contender | None, *, policy: str = "reference", ambient: bool = True
) -> tuple[list[Recorded], Run]:
    """The looks of a run in which everybody is scripted and the people concerned remember as the contender's would.

    Args:
        pack: The task, rendered for a seed.
        contender: Whose people are concerned; everybody if it is None or the scripted mind.
        policy: Who holds the seat.
        ambient: People also write to each other about their own work.

    Returns:
        The looks that a model would be asked about, in order; and the run, which is to be closed.
    """
    run = new_run(
        pack.source,
        task=pack.task.id,
        seed=pack.seed,
        casting=None if contender is None else contender.casting(),
        policies={},
        ambient=ambient,
    )
    world = world_of(run)
    thinkers = world.setup.thinkers or tuple(one.id for one in world.setup.people.values() if one.is_coworker)
    found: list[Recorded] = []
    look = world.look

    def noting(step: Step, entry: Entry) -> Look | None:
        seen = look(step, entry)
        if seen is None or seen.actor not in thinkers or not isinstance(seen.percept, Percept):
            return seen
        if not is_ambient(seen.percept):
            found.append(Recorded(len(found), seen.actor, seen.percept))
        return seen

    world.look = noting
    world.mind = world.fallback  # the scripted mind decides, whoever is cast
    seat = main_seat(run)
    await play(run, {seat: policy_named(policy, pack_in(run))})
    return found, run


def sample(looks: Sequence[Recorded], most: int) -> list[Recorded]:
    """At most so many, spread evenly over the run."""
    if len(looks) <= most:
        return list(looks)
    return [looks[number * len(looks) // most] for number in range(most)]


async def face(
    pack: Pack,
    contender: Contender,
    looks: Sequence[Recorded],
    purse: Purse,
    on_look: Callable[[], None] | None = None,
) -> Faced:
    """Have a mind decide on each of the looks; no failure of it ends anything.

    Args:
        pack: The task of which the looks are.
        contender: The mind.
        looks: What is to be decided.
        purse: What may be spent; looks that it doesn't reach for are left out.
        on_look: Told of each look decided.
    """
    found = Faced(contender.name)
    try:
        run = new_run(
            pack.source, task=pack.task.id, seed=pack.seed, casting=contender.casting(), policies={}
        )
    except Exception as error:  # noqa: BLE001  (a mind that can't be had is a row of the report, not the end of it)
        found.error = _told(error)
        return found
    with run:
        world = world_of(run)
        limit = asyncio.Semaphore(_AT_ONCE if contender.spec is None else contender.spec.in_flight)
        before = purse.spent

        async def one(look: Recorded) -> Decided | None:
            async with limit:
                if purse.most is not None and before + run.ledger.spent().cost >= purse.most:
                    return None
                decided = await _decide(run, world, contender, look)
                if on_look is not None:
                    on_look()
                return decided

        made = await asyncio.gather(*(one(look) for look in looks))
        found.decided = [decided for decided in made if decided is not None]
        found.spent = purse.pay(run)
        _sum_up(found, world, looks)
    return found


async def _decide(run: Run, world: OfficeWorld, contender: Contender, look: Recorded) -> Decided:
    failure = ""
    try:
        mind: Any = world.fallback(look.person) if contender.spec is None else world.mind(look.person)
        calls = Calls(run.ledger, look.person, look.number + 1)
        decision = await mind.decide(look.percept, calls)
        assert isinstance(decision, Decision)
    except MindFailed as failed:
        decision, failure = Decision(intents=()), failed.why
    except Exception as error:  # noqa: BLE001  (one bad decision ends nothing)
        decision, failure = Decision(intents=(), trouble=(f"error: {_told(error)}",)), "error"
    text = "\n".join(one.text for one in texted(decision))
    leaks = tuple(f"{one.fact} {one.how}" for one in Guard().check(decision, look.percept))
    return Decided(
        look.number,
        look.person,
        choice_of(decision, text),
        text,
        tuple(dict.fromkeys(told.fact for one in texted(decision) for told in one.told)),
        tuple(refusal.fact for one in texted(decision) for refusal in getattr(one, "refused", ())),
        leaks,
        decision.trouble,
        failure,
    )


def _told(error: Exception) -> str:
    last = traceback.extract_tb(error.__traceback__)[-1:]
    where = f" ({last[0].name})" if last else ""
    return f"{type(error).__name__}: {error}{where}"[:300]


def _sum_up(found: Faced, world: OfficeWorld, looks: Sequence[Recorded]) -> None:
    """Fill in the figures."""
    by_number = {look.number: look for look in looks}
    decided = found.decided
    found.looks = len(decided)
    found.failures = dict(sorted(Counter(one.failure for one in decided if one.failure).items()))
    kinds = [kind_of(text) for one in decided for text in one.trouble]
    found.trouble = dict(sorted(Counter(kinds).items()))
    found.leaks_caught = sum("guard" in text for one in decided for text in one.trouble)
    good = [one for one in decided if not one.failure]
    found.choices = dict(sorted(Counter(str(one.choice) for one in good).items()))
    found.told = sum(len(one.told) for one in good)
    found.refused = sum(len(one.refused) for one in good)
    found.leaks = sum(len(one.leaks) for one in good)
    texts: dict[str, list[str]] = {}
    own = whole = outside = 0
    record = Record(world.setup, world.core.blobs)
    for one in good:
        if not one.text:
            continue
        texts.setdefault(one.person, []).append(one.text)
        persona = world.setup.people[one.person].persona
        percept = by_number[one.number].percept
        if persona is not None:
            mine, of = in_own_words(persona, [one.text])
            own, whole = own + mine, whole + of
            length = getattr(persona.style.words, percept.app, persona.style.words.mail)
            outside += not length.min <= len(one.text.split()) <= length.max
        other = percept.other.person if percept.other is not None else ""
        record.lines.append(
            Line(one.number, 0, one.person, str(one.number), percept.app, percept.thread, (other,), (), one.text,
                 ("answer",), one.told, None, False, True)
        )  # fmt: skip
    count = sum(len(mine) for mine in texts.values())
    found.slips = dict(sorted(Counter(str(one.kind) for one in slips(record)).items()))
    found.words = (
        round(fmean([len(text.split()) for mine in texts.values() for text in mine]), 1) if count else 0.0
    )
    found.too_long_or_short = round(outside / count, 3) if count else 0.0
    found.own_words = round(own / whole, 3) if whole else 0.0
    hits = attributions({person: mine for person, mine in texts.items() if len(mine) >= FEWEST})
    every = [hit for mine in hits.values() for hit in mine]
    found.guessed = round(sum(every) / len(every), 3) if every else None


def agreements(faced: Iterable[Faced], *, seed: int = 0) -> list[Agreement]:
    """How often each two of the minds chose the same, over the looks that both decided."""
    every: list[Faced] = [one for one in faced if one.decided]
    return [_agreement(one, other, seed) for number, one in enumerate(every) for other in every[number + 1 :]]


def _agreement(one: Faced, other: Faced, seed: int) -> Agreement:
    theirs: Mapping[int, Decided] = {two.number: two for two in other.decided if not two.failure}
    pairs = [
        (mine, theirs[mine.number]) for mine in one.decided if not mine.failure and mine.number in theirs
    ]
    same = [float(a.choice == b.choice) for a, b in pairs]
    telling = [(a, b) for a, b in pairs if a.told or b.told]
    told = sum(sorted(a.told) == sorted(b.told) for a, b in telling) / len(telling) if telling else 1.0
    rate = fmean(same) if same else 0.0
    return Agreement(one.name, other.name, len(pairs), rate, bootstrap(same, fmean, seed=seed), told)
