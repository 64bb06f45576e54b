"""The coworkers of a run, measured: everything in one report, with what to look at first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final, NamedTuple, cast

from ...engine.kernel.clock import HOUR
from ...engine.kernel.run import Run
from ...engine.kernel.usage import Used
from ...engine.office.model import Setup
from .contradictions import Contradiction, contradictions
from .disclosure import Disclosures, disclosures
from .habits import UNLIKELY, Channel, Figure, channels, figures, turns_of
from .promises import Word, words_kept
from .record import Record
from .repeats import Repeats, repeats, shared_sentences
from .slips import Slip, slips
from .style import Drift, Manner, Styles, styles
from .trouble import Trouble, kinds_of, troubles

_CITED: Final = 6
"""Events that a remark names."""
_MUCH_REPEATED: Final = 0.15
"""Share of long sentences said before from which it is remarked (no measurement known)."""
_FEW_TURNS: Final = 8
"""Questions from which a habit is compared with its persona."""
_DRIFT_P: Final = 0.005
"""What mixing reaches in at most none of 200 draws."""
_DRIFT_BY: Final = 1.15
"""Times the distance that mixing gives: less is no change that a reader notices (no measurement known)."""


class Remark(NamedTuple):
    """Something to look at."""

    weight: int
    """0 to 100: how much it takes from the worth of the run."""
    person: str
    """Empty: the run as a whole."""
    what: str
    events: tuple[int, ...] = ()


@dataclass
class Coworker:
    """One person's report."""

    person: str
    name: str
    title: str
    persona: str
    disclosures: Disclosures
    contradictions: list[Contradiction] = field(default_factory=list[Contradiction])
    slips: list[Slip] = field(default_factory=list[Slip])
    word: Word | None = None
    habits: dict[str, Channel] = field(default_factory=dict[str, Channel])
    manner: Manner | None = None
    repeats: Repeats | None = None
    trouble: Trouble | None = None
    spent: Used | None = None
    notes: int = 0
    """Memories they wrote down."""


@dataclass
class Report:
    """The report of a run."""

    people: dict[str, Coworker]
    styles: Styles
    figures: tuple[Figure, ...]
    shared: float
    """Share of long sentences that several people used."""
    shared_most: str
    spent: Used | None
    hours: float
    """Hours of the run, round the clock."""
    worked: float
    """Working hours of all coworkers together."""
    remarks: tuple[Remark, ...]

    def __getitem__(self, person: str) -> Coworker:
        """One person's report.

        Raises:
            KeyError: No mind decides for anybody of that id.
        """
        return self.people[person]

    def totals(self) -> dict[str, float]:
        """The figures by which runs are compared."""
        every = list(self.people.values())
        failures, mended = self.trouble_kinds()
        answered = next((one.value for one in self.figures if one.name == "answered"), 0.0)
        manners = [one.manner for one in every if one.manner is not None]
        messages = sum(one.messages for one in manners)
        drifted = [one.drift for one in manners if one.drift is not None]
        return {
            "asked": sum(one.disclosures.asked for one in every),
            "told": sum(one.disclosures.told for one in every),
            "volunteered": sum(one.disclosures.volunteered for one in every),
            "leaked": sum(len(one.disclosures.leaked) for one in every),
            "hinted": sum(one.disclosures.hints for one in every),
            "wrongly_refused": sum(len(one.disclosures.wrongly_refused) for one in every),
            "rightly_refused": sum(one.disclosures.rightly_refused for one in every),
            "put_off": sum(one.disclosures.put_off for one in every),
            "not_understood": sum(len(one.disclosures.not_understood) for one in every),
            "plainly_asked": sum(len(one.disclosures.plain) for one in every),
            "sent_astray": sum(len(one.disclosures.astray) for one in every),
            "unanswered": sum(len(one.disclosures.unanswered) for one in every),
            "contradictions": sum(len(one.contradictions) for one in every),
            "slips": sum(len(one.slips) for one in every),
            "promises": sum(one.word.made for one in every if one.word is not None),
            "kept": sum(one.word.became.get("kept", 0) for one in every if one.word is not None),
            "answered_share": answered,
            "messages": messages,
            "words": sum(one.words for one in manners) / messages if messages else 0.0,
            "own_words": sum(one.own_words * one.messages for one in manners) / messages if messages else 0.0,
            "style_distance": self.styles.mean_distance or 0.0,
            "guessed": self.styles.guessed or 0.0,
            "drifted": sum(_drifted(one) for one in drifted),
            "shared_sentences": self.shared,
            "repeated": _mean([one.repeats.share for one in every if one.repeats is not None]),
            "failures": failures.total(),
            "mended": mended.total(),
        }

    def trouble_kinds(self) -> tuple[Counter[str], Counter[str]]:
        """Failures of minds, and troubles mended, by kind."""
        return kinds_of(
            {person: one.trouble for person, one in self.people.items() if one.trouble is not None}
        )

    def as_json(self) -> dict[str, Any]:
        """As JSON values."""
        failures, mended = self.trouble_kinds()
        return {
            "totals": {name: _round(value) for name, value in self.totals().items()},
            "remarks": [one._asdict() for one in self.remarks],
            "people": {person: _as_json(one) for person, one in self.people.items()},
            "styles": {
                **{
                    name: _plain(value)
                    for name, value in asdict(self.styles).items()
                    if name not in ("people", "pairs")
                },
                "pairs": [_plain(one._asdict()) for one in self.styles.pairs],
            },
            "figures": [{**_plain(asdict(one)), "ok": one.ok} for one in self.figures],
            "shared_sentences": {"share": _round(self.shared), "most": self.shared_most},
            "failures": dict(sorted(failures.items())),
            "mended": dict(sorted(mended.items())),
            "spent": None if self.spent is None else self.spent.dump(),
            "hours": round(self.hours, 1),
            "worked_hours": round(self.worked, 1),
        }


def report(run: Run, setup: Setup, *, until: int | None = None, seed: int = 0, times: int = 200) -> Report:
    """Measure a run's coworkers from its journal.

    Args:
        run: The run; it is not played.
        setup: Who is who in it.
        until: The last event that counts.
        seed: Of the permutation tests.
        times: Permutations for each test.
    """
    record = Record.of(run, setup, until=until)
    return report_on(record, seed=seed, times=times, spent=run.meter.spent, by_actor=run.meter.by_actor)


def report_on(
    record: Record,
    *,
    seed: int = 0,
    times: int = 200,
    spent: Used | None = None,
    by_actor: Mapping[str, Used] | None = None,
) -> Report:
    """Measure the coworkers of a record."""
    told, kept, said = disclosures(record), words_kept(record), repeats(record)
    turns = turns_of(record)
    habits, minds, written = channels(record, turns), troubles(record), styles(record, seed=seed, times=times)
    people: dict[str, Coworker] = {}
    for person in record.coworkers:
        one = record.setup.people[person]
        assert one.persona is not None
        people[person] = Coworker(
            person=person,
            name=one.name,
            title=one.title,
            persona=one.persona.id,
            disclosures=told[person],
            word=kept.get(person),
            habits=habits.get(person, {}),
            manner=written.people.get(person),
            repeats=said.get(person),
            trouble=minds.get(person),
            spent=(by_actor or {}).get(person),
            notes=record.noted[person],
        )
    for found in contradictions(record):
        people[found.person].contradictions.append(found)
    for slip in slips(record):
        people[slip.person].slips.append(slip)
    shared, most = shared_sentences(record)
    measured = figures(record, turns)
    worked = sum(record.setup.calendar_of(person).work_between(0, max(0, record.ended)) for person in people)
    return Report(
        people=people,
        styles=written,
        figures=measured,
        shared=shared,
        shared_most=most,
        spent=spent,
        hours=record.ended / HOUR,
        worked=worked / HOUR,
        remarks=tuple(sorted(_remarks(people, written, measured, shared, most), key=_first)),
    )


def _first(remark: Remark) -> tuple[int, str, str]:
    return (-remark.weight, remark.person, remark.what)


def _remarks(
    people: Mapping[str, Coworker],
    written: Styles,
    measured: Sequence[Figure],
    shared: float,
    most: str,
) -> list[Remark]:
    found: list[Remark] = []
    for person, one in people.items():
        found += _of_person(person, one)
    if written.guessed_p is not None and written.guessed_p > UNLIKELY:
        found.append(
            Remark(
                55,
                "",
                f"people can't be told apart by how they write: {written.guessed:.0%} of messages are guessed right, "
                f"chance gives {written.chance:.0%}",
            )
        )
    if written.converging is not None and written.converging[1] < 0.8 * written.converging[0]:
        early, late = written.converging
        found.append(
            Remark(
                50, "", f"people write more alike as the run goes on: distance {early:.2f}, then {late:.2f}"
            )
        )
    if shared > _MUCH_REPEATED:
        found.append(
            Remark(30, "", f"{shared:.0%} of long sentences are used by several people, most often “{most}”")
        )
    found += [
        Remark(
            20,
            "",
            f"{one.about}: {one.value:.2f} {one.unit}, real people {one.low:g} to {one.high:g} ({one.source})",
        )
        for one in measured
        if not one.ok and one.of >= 30
    ]
    return found


def _of_person(person: str, one: Coworker) -> list[Remark]:
    found: list[Remark] = []

    def note(weight: int, count: int, what: str, events: Sequence[int]) -> None:
        if count:
            found.append(Remark(weight, person, what, tuple(events[:_CITED])))

    told = one.disclosures
    note(100, len(told.leaked), f"gave away {_times(len(told.leaked))} what must stay inside", told.leaked)
    hints = [seq for seqs in told.hinted.values() for seq in seqs]
    kinds = ", ".join(f"{how.replace('_', ' ')} {len(seqs)}" for how, seqs in sorted(told.hinted.items()))
    note(90, len(hints), f"gave away {_times(len(hints))} in disguise what must stay inside ({kinds})", hints)
    wrongly = told.wrongly_refused
    note(80, len(wrongly), f"refused {_times(len(wrongly))} what they owe", wrongly)
    note(
        70, len(told.plain), f"did not understand {_times(len(told.plain))} what is plainly asked", told.plain
    )
    note(60, len(told.astray), f"named {_times(len(told.astray))} somebody who can't help", told.astray)
    note(40, len(told.unanswered), f"let {_times(len(told.unanswered))} a question drop", told.unanswered)
    for kind in dict.fromkeys(two.kind for two in one.contradictions):
        mine = [two for two in one.contradictions if two.kind == kind]
        note(
            75, len(mine), f"contradicts themselves: {mine[0].said}", [s for two in mine for s in two.events]
        )
    for kind in dict.fromkeys(two.kind for two in one.slips):
        mine = [two for two in one.slips if two.kind == kind]
        weight = 85 if kind in ("as_ai", "fourth_wall") else 45
        what = f"falls out of their role ({kind.replace('_', ' ')}) {_times(len(mine))}: “{mine[0].quote}”"
        note(weight, len(mine), what, [two.seq for two in mine])
    word = one.word
    if word is not None and word.chance is not None and word.chance < UNLIKELY:
        what = f"kept {word.became.get('kept', 0)} of {word.settled} promises in time, declared {word.declared / 10:g}%"
        note(50, 1, what, word.events)
    found += _of_habits(person, one)
    found += _of_mind(person, one)
    return found


def _of_habits(person: str, one: Coworker) -> list[Remark]:
    found: list[Remark] = []
    for app, channel in one.habits.items():
        if channel.turns >= _FEW_TURNS and channel.never_p is not None and channel.never_p < UNLIKELY:
            never = 1 - channel.answered / channel.turns
            found.append(
                Remark(
                    25,
                    person,
                    f"never answers {never:.0%} of what is asked by {app}, declared {channel.never_declared / 10:.0f}%",
                )
            )
        if channel.answered >= _FEW_TURNS and channel.minutes_p is not None and channel.minutes_p < UNLIKELY:
            found.append(
                Remark(
                    20,
                    person,
                    f"answers {app} after {channel.minutes:.0f} working min (median), "
                    f"declared {channel.declared_minutes}",
                )
            )
        if len(channel.lengths) >= _FEW_TURNS and channel.outside > 0.2:
            found.append(
                Remark(
                    25,
                    person,
                    f"{channel.outside:.0%} of {app} messages are shorter or longer than declared "
                    f"({channel.shortest} to {channel.longest} words)",
                )
            )
    manner, said = one.manner, one.repeats
    if manner is not None and manner.drift is not None and _drifted(manner.drift):
        drift = manner.drift
        found.append(
            Remark(
                45,
                person,
                f"writes {drift.app} otherwise at the end than at the beginning: distance {drift.distance:.2f}, "
                f"by chance {drift.by_chance:.2f}; own phrases in {drift.own_words[0]:.0%}, then "
                f"{drift.own_words[1]:.0%} of sentences",
                drift.events,
            )
        )
    if said is not None and said.share > _MUCH_REPEATED and said.again > 3:
        found.append(
            Remark(
                30,
                person,
                f"{said.share:.0%} of their long sentences they said before, most often “{said.most}” ({said.times}×)",
            )
        )
    return found


def _of_mind(person: str, one: Coworker) -> list[Remark]:
    found: list[Remark] = []
    mind = one.trouble
    if mind is None:
        return found
    for why, seqs in sorted(mind.failures.items()):
        found.append(
            Remark(
                65 if len(seqs) * 10 > mind.decisions else 35,
                person,
                f"their model failed {_times(len(seqs))} of {mind.decisions} ({why.replace('_', ' ')}); the "
                "scripted mind stood in",
                tuple(seqs[:_CITED]),
            )
        )
    for what, times, first in mind.stuck:
        found.append(Remark(55, person, f"tries the same in vain {times} times: {what}", (first,)))
    return found


def _drifted(drift: Drift) -> bool:
    return drift.p <= _DRIFT_P and drift.distance >= _DRIFT_BY * drift.by_chance


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _round(value: float) -> float:
    return value if isinstance(value, int) else round(value, 4)


def _plain(value: Any) -> Any:
    """Floats rounded, records as mappings, tuples as lists: nothing that JSON can't hold."""
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, Mapping):
        items = cast("Mapping[str, Any]", value).items()
        return {key: _plain(one) for key, one in items}
    if isinstance(value, list | tuple):
        parts = cast("Sequence[Any]", value)
        names: Sequence[str] | None = getattr(parts, "_fields", None)
        if names is not None:
            return {name: _plain(one) for name, one in zip(names, parts, strict=True)}
        return [_plain(one) for one in parts]
    return value


def _as_json(one: Coworker) -> dict[str, Any]:
    habits = {app: {**asdict(channel), "outside": channel.outside} for app, channel in one.habits.items()}
    for app, channel in one.habits.items():
        ordered = sorted(channel.lengths)
        middle = ordered[len(ordered) // 2] if ordered else None
        habits[app]["lengths"] = {"messages": len(ordered), "median": middle}
    return _plain(
        {
            "name": one.name,
            "title": one.title,
            "persona": one.persona,
            "disclosures": {**asdict(one.disclosures), "refused": one.disclosures.refused},
            "contradictions": [two._asdict() for two in one.contradictions],
            "slips": [two._asdict() for two in one.slips],
            "promises": None if one.word is None else asdict(one.word),
            "habits": habits,
            "manner": None if one.manner is None else asdict(one.manner),
            "repeats": None if one.repeats is None else {**asdict(one.repeats), "share": one.repeats.share},
            "mind": None if one.trouble is None else {**asdict(one.trouble), "failed": one.trouble.failed},
            "spent": None if one.spent is None else one.spent.dump(),
            "notes": one.notes,
        }
    )
