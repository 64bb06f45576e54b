"""What came of a run: its score with evidence, and the one-line result that tools read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

from ..engine.apps.base import App
from ..engine.kernel.blobs import Blobs
from ..engine.kernel.clock import HOUR
from ..engine.kernel.events import Event
from ..engine.kernel.run import Run
from ..engine.kernel.state import State
from ..engine.version import VERSION
from ..verifiers import scoring
from ..verifiers.pins import Pins
from ..verifiers.realism import Logged
from ..verifiers.scene import Scene
from ..verifiers.scorecard import Scorecard
from .casting import coworkers_pin
from .play import ending, main_seat, pack_in, world_of


def score_run(run: Run, *, at: int | None = None, seat: str | None = None) -> Scorecard:
    """Score a run from its file alone.

    Args:
        run: The run; it is not played.
        at: Score it as it stood after this event; the whole run if None.
        seat: Whose work; the seat that the task is handed to if None.
    """
    return scoring.score(_View(run), pack_in(run).task.rubric, scene_of(run, seat), at=at, pins=pins_of(run))


def curve_of(run: Run, *, seat: str | None = None) -> list[tuple[int, Decimal]]:
    """The score after each event that changed it, as ``(seq, score)``."""
    return scoring.curve(_View(run), pack_in(run).task.rubric, scene_of(run, seat))


def scene_of(run: Run, seat: str | None = None) -> Scene:
    """Who is who in a run, for scoring."""
    pack = pack_in(run)
    return Scene(world_of(run).setup, seat or main_seat(run), named=pack.named, times=pack.clock)


def pins_of(run: Run) -> Pins:
    """What the run's result depends on."""
    policies: Mapping[str, str] = run.meta.get("policies", {})
    seat = main_seat(run)
    others = [f"{name}={policy}" for name, policy in sorted(policies.items()) if name != seat]
    return Pins(
        pack=run.meta.get("pack_hash", ""),
        rubric=run.meta.get("rubric_hash", ""),
        engine=run.meta.get("engine", VERSION),
        policy=" ".join([policies.get(seat, ""), *others]),
        coworkers=coworkers_of(run),
        params={name: str(value) for name, value in run.settings.get("params", {}).items()},
    )


def coworkers_of(run: Run) -> str:
    """What decides for the coworkers: ``scripted``, each kind of mind with how many have it, or the models bound."""
    return coworkers_pin(pack_in(run), run.settings, run.meta)


class Hours(NamedTuple):
    """How long a seat's episode took, in milliseconds."""

    work: int
    """Of its calendar, from the brief to the delivery, less leave."""
    effort: int
    """Charged to it; waiting never counts."""
    elapsed: int
    """Round the clock."""
    causes: Mapping[str, int]


def hours_of(run: Run, seat: str | None = None) -> Hours:
    """How long a seat's episode took so far."""
    seat = seat or main_seat(run)
    world = world_of(run)
    begun = ended = None
    for event in run.events(("seat.opened", "seat.ended")):
        if getattr(event.payload, "seat", None) == seat:
            if event.kind == "seat.opened":
                begun = event.at if begun is None else begun
            else:
                ended = event.at
    causes = dict(world.desk.budgets.of(seat).effort)
    if begun is None:
        return Hours(0, 0, 0, causes)
    end = run.now if ended is None else ended
    calendar = world.desk.calendar(seat)
    work = calendar.work_between(begun, end)
    for leave in world.setup.people[world.desk.person(seat)].leave:
        a, b = max(begun, leave.start), min(end, leave.end)
        work -= calendar.work_between(a, b) if a < b else 0
    return Hours(work, sum(causes.values()), end - begun, causes)


def result_of(run: Run, card: Scorecard | None = None) -> dict[str, Any]:
    """The result of a run as it stands, as JSON values: what `tenure run --json` prints.

    Args:
        run: The run, at its last step.
        card: Its scorecard, if it was made already.
    """
    card = card or score_run(run)
    seat = main_seat(run)
    hours = hours_of(run, seat)
    settings, lineage = run.settings, run.meta.get("lineage")
    return {
        "run": None if run.path is None else shown_path(run.path),
        "pack": settings["pack"],
        "task": settings["task"],
        "seed": settings["seed"],
        "params": settings.get("params", {}),
        "digest": run.digest,
        "pack_hash": run.meta.get("pack_hash", ""),
        "rubric_hash": run.meta.get("rubric_hash", ""),
        "engine": run.meta.get("engine", VERSION),
        "policy": run.meta.get("policies", {}).get(seat, ""),
        "policies": run.meta.get("policies", {}),
        "coworkers": coworkers_of(run),
        "seat": seat,
        "end": ending(run) or {"how": "paused", "why": "the run goes on"},
        "score": None if card.score is None else float(card.score),
        "score_charged": None if card.charged is None else float(card.charged),
        "score_excused": None if card.excused is None else float(card.excused),
        "passed": card.passed,
        "pass_mark": float(card.pass_mark),
        "complete": card.complete,
        "settled": float(card.settled),
        "waiting": [row.id for row in card.waiting],
        "work_hours": _hours(hours.work),
        "effort_hours": _hours(hours.effort),
        "elapsed_hours": _hours(hours.elapsed),
        "effort": {cause: _hours(spent) for cause, spent in sorted(hours.causes.items())},
        "events": run.last_seq + 1,
        "calls": world_of(run).desk.budgets.of(seat).calls,
        "wall_s": run.meta.get("wall_s", 0.0),
        "models": {**run.ledger.spent().dump(), "cost": str(run.ledger.spent().cost)},
        "criteria": [row.as_json() for row in card.criteria],
        "gates": [
            {"criterion": gate.criterion, "cap": float(gate.cap), "shut": gate.shut} for gate in card.gates
        ],
        "penalties": [
            {"id": one.id, "title": one.title, "minus": float(one.minus), "incurred": one.incurred}
            for one in card.penalties
        ],
        "social": card.social.as_json(),
        "parent": None if lineage is None else {"run": lineage["path"], "at": lineage["seq"]},
    }


def shown_path(path: Path) -> str:
    """A path as short as it can be given: relative to the working folder where it lies below it."""
    whole = path.resolve()
    return str(whole.relative_to(Path.cwd()) if whole.is_relative_to(Path.cwd()) else whole)


def message_log(run: Run) -> list[Logged]:
    """Mail and chat that were sent in the run, for measuring their rhythm; the past and the seats' own left out.

    A coworker's answer to a seat is left out too: what a seat's policy does is no property of the office.
    """
    setup = world_of(run).setup
    seats = {person.id for person in setup.people.values() if person.seat}
    log: list[Logged] = []
    for event in run.events(("message.sent",)):
        sent: Any = event.payload
        if sent.past or sent.app not in ("mail", "chat") or sent.sender in seats:
            continue
        to = tuple(
            dict.fromkeys(one for one in (*sent.to, *sent.cc) if one not in seats and one != sent.sender)
        )
        if to:
            log.append(Logged(sent.sender, to, event.at, setup.calendar_of(sent.sender).local(event.at)))
    return log


def _hours(milliseconds: int) -> float:
    return round(milliseconds / HOUR, 2)


class _Apps(NamedTuple):
    apps: Mapping[str, App]


class _View:
    """A run as scoring sees it: a world whose apps go by name."""

    def __init__(self, run: Run) -> None:
        self._run = run

    @property
    def blobs(self) -> Blobs:
        return self._run.blobs

    def events(self, kinds: Sequence[str] = (), *, until: int | None = None) -> Iterator[Event]:
        return self._run.events(kinds, until=until)

    def state_at(self, seq: int) -> tuple[Any, State, int]:
        world, state, end = self._run.state_at(seq)
        apps: Any = getattr(world, "apps")  # noqa: B009  (the kernel's protocol knows no apps)
        return _Apps({app.name: app for app in apps}), state, end
