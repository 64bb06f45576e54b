"""Runs of packs: made, opened, played by policies, and reported."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from ..engine.agents.policies.find import find_policy
from ..engine.agents.policies.script import Script
from ..engine.agents.session import Briefing, Policy, Session
from ..engine.apps.surfaces import Surface, SurfaceName
from ..engine.extensions import module_from
from ..engine.kernel.events import JournalError
from ..engine.kernel.run import Run
from ..engine.kernel.seats import Seats
from ..engine.version import VERSION
from .build import build_world, limits_of, pack_for, pack_of
from .casting import Casting, cast_roles
from .colleagues import GUIDE as COLLEAGUES_GUIDE
from .colleagues import brief_for, colleagues_of, with_colleagues
from .pack import Pack
from .source import PackSource, find_pack
from .world import OfficeWorld

GUIDE: Final = """\
You are {name}, {title} at {organisation}, and work through its apps, together with its people. They are busy, keep \
office hours, know different things, and may forget: ask the right person, give them time, remind them if they don't \
come back to you, and respect what they say must stay inside. Time is simulated. Reading, writing and speaking take \
working time; `wait` lets time pass until a moment or until something arrives, and costs no effort. Everything you \
are told arrives by mail, chat or in meetings; notifications give headlines only, so read what matters. Deliver your \
work as the task says, then call `finish`."""


def task_of(
    pack: str, *, task: str | None = None, seed: int = 1, given: Mapping[str, str] | None = None
) -> Pack:
    """A pack's task, rendered for a run that is still to be made.

    Args:
        pack: A pack's name or folder, ``name:task`` included.
        task: Which task; the pack's default one if not given.
        seed: What the params are drawn from.
        given: Params set by hand, as text.

    Raises:
        UnknownPackError: No such pack or task.
        AuthoringErrors: The pack is faulty.
        Misfit: A param can't be set so.
    """
    source, named = find_pack(pack)
    return pack_of(source.dump(), task or named, seed, given or {})


def new_run(
    pack: str | PackSource,
    *,
    task: str | None = None,
    seed: int = 1,
    given: Mapping[str, str] | None = None,
    limits: Mapping[str, Any] | None = None,
    policies: Mapping[str, str] | None = None,
    ambient: bool = True,
    path: Path | None = None,
    speculate: bool = True,
    surface: SurfaceName = "full",
    casting: Casting | None = None,
) -> Run:
    """A new run of a pack.

    Args:
        pack: A pack's name or folder, ``name:task`` included, or its source.
        task: Which task; the pack's default one if not given.
        seed: Of params and of everything random.
        given: Params set by hand, as text.
        limits: Limits of the episode, tightened.
        policies: Seat to policy name, kept with the run.
        ambient: People also write to each other about their own work.
        path: The run file; ``None`` keeps the run in memory.
        speculate: Begin decisions of slow minds early.
        surface: How tools are offered to whoever plays; kept with the run, outside its digest.
        casting: What is said of the coworkers' minds; if nothing is, all that needs a model is scripted.

    Raises:
        UnknownPackError: No such pack or task.
        AuthoringErrors: The pack is faulty.
        Misfit: A param can't be set so.
        ValueError: A limit would be widened.
    """
    if isinstance(pack, str):
        source, named = find_pack(pack)
        task = task or named
    else:
        source = pack
    plain = pack_of(source.dump(), task, seed, given or {})
    roles = cast_roles(plain, casting)
    loaded = with_colleagues(plain, casting.colleagues if casting is not None else ())
    for seat in loaded.seats:
        limits_of(loaded, limits or {}, seat)
    settings = {
        "pack": loaded.scenario.id,
        "task": loaded.task.id,
        "seed": seed,
        "set": dict(given or {}),
        "params": loaded.params.dump(),
        "limits": dict(limits or {}),
        "ambient": ambient,
        **roles.settings,
    }
    meta = {
        "engine": VERSION,
        "policies": dict(policies or {}),
        "pack_hash": loaded.hash,
        "rubric_hash": loaded.task.rubric_hash,
        "surface": surface,
        **roles.meta,
    }
    return Run.create(
        build_world,
        source.dump(),
        settings,
        seed,
        path=path,
        content=loaded.hash,
        meta=meta,
        speculate=speculate,
    )


def open_run(path: Path, *, writable: bool = False, speculate: bool = True) -> Run:
    """An existing run of a pack, from its file alone.

    Raises:
        JournalError: It can't be opened; says why.
    """
    return Run.open(run_file(path), build_world, writable=writable, speculate=speculate)


def run_file(path: Path) -> Path:
    """The run file meant by a path: itself, or ``run.db`` in that folder."""
    return path / "run.db" if path.is_dir() else path


def pack_in(run: Run) -> Pack:
    """The pack that a run plays, rendered for it."""
    return pack_for(run.files, run.settings)


def world_of(run: Run) -> OfficeWorld:
    """A pack run's world."""
    assert isinstance(run.world, OfficeWorld)
    return run.world


def policy_named(name: str, pack: Pack, *, options: Mapping[str, Any] | None = None) -> Policy:
    """A policy by name; ``reference`` and ``reference:<name>`` are solutions that come with the pack's task.

    Raises:
        LookupError: There is none of that name.
    """
    kind, _, which = name.partition(":")
    if kind != "reference":
        return find_policy(name, options=options, files=pack.source.files)
    folder = f"{pack.task.folder}/reference"
    path = f"{folder}/{which or 'solution'}.py"
    if path not in pack.source.files:
        names = sorted(
            p.rsplit("/", 1)[1][:-3] for p in pack.source.under(folder) if p.endswith(".py") and "/_" not in p
        )
        raise LookupError(
            f"the task has no reference {which or 'solution'!r}; it has {', '.join(names) or 'none'}"
        )
    beside = {
        p.rsplit("/", 1)[1][:-3]: pack.source.files[p] for p in pack.source.under(folder) if p.endswith(".py")
    }
    module = module_from(
        pack.source.files[path], f"tenure_reference_{pack.scenario.id}_{which or 'solution'}", path, beside
    )
    return Script(name, module.solve, dict(pack.params))


def surface_of(run: Run) -> Surface:
    """How a run offers its tools."""
    return Surface(world_of(run).desk.tools, run.meta.get("surface", "full"))


def briefing_of(run: Run, seat: str) -> Briefing:
    """What a seat knows when its episode begins."""
    pack, world = pack_in(run), world_of(run)
    person = world.setup.people[world.desk.person(seat)]
    calendar = world.desk.calendar(seat)
    mine = pack.task.header.to == seat
    guide = COLLEAGUES_GUIDE if person.id in colleagues_of(pack) else GUIDE
    words = {
        "organisation": person.company or pack.scenario.organisation.name,
        "name": person.name,
        "title": person.title,
    }
    return Briefing(
        seat=seat,
        person=person.id,
        name=person.name,
        title=person.title,
        organisation=pack.scenario.organisation.name,
        task=brief_for(pack, world.setup, seat, world.tools),
        now=calendar.local(pack.task.at if mine else 0).isoformat(timespec="minutes"),
        tools=surface_of(run).functions(),
        guide=guide.format(**words),
    )


async def play(
    run: Run,
    policies: Mapping[str, Policy],
    *,
    until: int | None = None,
    on_session: Callable[[Session], None] | None = None,
) -> None:
    """Play a run on, with a policy in each seat.

    A policy of the name that the run knows for its seat is restored by replay, from where it took over if it did;
    another one takes over and begins with what its predecessor saw.

    Args:
        run: An open, writable run.
        policies: Seat to policy; a seat without one that is to move pauses the run.
        until: Don't pass this instant, in milliseconds since the run's start.
        on_session: Told of each session before it is played.

    Raises:
        JournalError: The run has no such seat, or can't be written.
    """
    sessions: dict[str, Session] = {}
    known: dict[str, str] = dict(run.meta.get("policies", {}))
    begun: dict[str, int] = dict(run.meta.get("takeovers", {}))
    for seat, policy in policies.items():
        if seat not in world_of(run).desk.limits:
            raise JournalError(f"the run has no seat {seat!r}")
        if known.get(seat) != policy.name:
            begun[seat] = len(run.moves(seat)) if seat in known else 0
        sessions[seat] = Session(
            run,
            seat,
            policy,
            briefing_of(run, seat),
            inherited=begun.get(seat, 0),
            limits=world_of(run).desk.limits[seat],
            surface=surface_of(run),
        )
        if on_session is not None:
            on_session(sessions[seat])
    changed = {seat: policy.name for seat, policy in policies.items() if known.get(seat) != policy.name}
    if changed and run.writable:
        run.meta["policies"], run.meta["takeovers"] = {**known, **changed}, begun
        run.journal.set_meta("takeovers", begun)
        run.journal.set_meta("policies", run.meta["policies"])
    try:
        await run.play(sessions, until=until)
    finally:
        for session in sessions.values():
            await session.close()


def main_seat(run: Run) -> str:
    """The seat that the task is handed to."""
    return pack_in(run).task.header.to


def ending(run: Run) -> dict[str, str] | None:
    """How the main seat's episode ended, if it has."""
    return ending_of(run, main_seat(run))


def ending_of(run: Run, seat: str) -> dict[str, str] | None:
    """How a seat's episode ended, if it has."""
    found = run.state.get(Seats).seats.get(seat)
    if found is None or not found.ended:
        return None
    return {"how": found.how, "why": found.why}
