"""Builds a pack's world from what a run has stored: the one builder that creates, resumes, forks and scores use."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from ..engine.agents.limits import Limits
from ..engine.apps.base import App
from ..engine.apps.registry import build_apps
from ..engine.kernel.blobs import Blobs
from ..engine.kernel.events import Entry, Event
from ..engine.kernel.minds import Mind
from ..engine.kernel.seats import Ended, Expected, Opened
from ..engine.kernel.step import Step
from ..engine.kernel.world import Core
from ..engine.minds.bound import BoundMind
from ..engine.minds.heard import Heard
from ..engine.minds.human import HumanMind
from ..engine.minds.model.facts import world_facts
from ..engine.minds.registry import HUMAN, MODEL, SCRIPTED, find_mind
from ..engine.minds.tiers import Tiers
from ..engine.office.conditions.model import Condition
from ..engine.office.conditions.tracker import ConditionTracker, conditions_of, holders_of
from ..engine.office.model import Setup
from ..engine.office.storyline import (
    Action,
    Beat,
    CallMeeting,
    GoAway,
    Learn,
    PutFile,
    Ring,
    SendChat,
    SendMail,
    Storyline,
)
from .casting import minds_of, rules_of
from .colleagues import OVER, colleagues_of, with_colleagues
from .loader import load_pack
from .pack import Pack
from .schema import storyline as written
from .setup import meeting_of, setup_of, tool_step, working_time
from .source import PackSource
from .stage import Stage
from .world import OfficeWorld

BRIEF: Final = "world.brief"
"""Agenda kind: the task is handed over."""


def build_world(core: Core) -> OfficeWorld:
    """The world of a run, from its content and settings.

    Settings: ``task``, ``set`` (params set by hand), ``limits`` (tightened), ``ambient``, and of the coworkers' minds
    ``minds`` and ``tiers``.
    """
    return world_for(core, pack_for(core.files, core.settings))


def world_for(core: Core, pack: Pack) -> OfficeWorld:
    """The world of a pack that has been loaded already."""
    settings = core.settings
    minds = minds_of(pack, settings)
    rules = rules_of(settings.get("tiers", ()), partial(working_time, pack))
    setup = setup_of(
        pack,
        ambient=settings.get("ambient", True),
        minds=minds,
        thinkers=[person for rule in rules for person in rule.who],
    )
    world = OfficeWorld(
        core,
        setup,
        limits={seat: limits_of(pack, settings.get("limits", {}), seat) for seat in pack.seats},
        build_apps=lambda world: _apps(pack, world),
        tiers=Tiers(setup, minds, rules),
        minds=_minds(core, pack, setup, {*minds.values(), *(rule.to for rule in rules)}),
    )
    beats = [
        Beat(beat.id, beat.when, tuple(_action(pack, one) for one in beat.do), beat.repeats)
        for beat in pack.storyline.beats
    ]
    moves = (rule.when for rule in rules if rule.when is not None)
    world.track(tracker_of(pack, setup, core.blobs, (*(beat.when for beat in beats), *moves)))
    assert world.tracker is not None
    world.tiers.watch(world.tracker)
    stage = Stage(
        world.office,
        world.meetings,
        world.absence,
        lambda: world.tools,
        pack.files,
        world.using,
        world.calling,
    )
    Storyline(beats, world.tracker, stage)
    world.add(Heard(world.office, colleagues_of(pack)).reactors())
    if colleagues_of(pack):
        world.add({Ended.kind: lambda step, event: _end_colleagues(step, event, world, pack)})
    world.assemble()
    world.first(lambda step: _begin(step, world, pack, stage))
    world.on(BRIEF, lambda step, entry: _hand_over(step, entry, world, pack, stage))
    return world


def pack_for(files: Mapping[str, bytes], settings: Mapping[str, Any]) -> Pack:
    """The pack of a run with that content and those settings."""
    pack = pack_of(files, settings["task"], settings["seed"], settings.get("set", {}))
    return with_colleagues(pack, settings.get("colleagues", ()))


def pack_of(files: Mapping[str, bytes], task: str | None, seed: int, given: Mapping[str, str]) -> Pack:
    """The pack of a run, rendered for it; kept for the next fork of the same run.

    Args:
        files: The pack's content as stored.
        task: A task's id; the default task if None.
        seed: What the params are drawn from.
        given: Params set by hand, as text.
    """
    source = PackSource.load(files)
    chosen = tuple(sorted(given.items()))
    found = _packs.get((source.pack_hash, task, seed, chosen))
    if found is None:
        found = load_pack(source, task=task, seed=seed, params=dict(given))
        while len(_packs) >= _KEPT_PACKS:
            del _packs[next(iter(_packs))]
        for name in (found.task.id, task):
            _packs[source.pack_hash, name, seed, chosen] = found
    return found


_KEPT_PACKS: Final = 16
_packs: dict[tuple[Any, ...], Pack] = {}


def limits_of(pack: Pack, tightened: Mapping[str, Any], seat: str | None = None) -> Limits:
    """The limits of a seat's episode, tightened for a run.

    Args:
        pack: With the task that sets them.
        tightened: Limit to value for the task's seat (and for others, where that is less than theirs);
            ``seat.limit`` for one seat.
        seat: Which; the task's if None.

    Raises:
        ValueError: A limit would be widened, or there is no such seat.
    """
    main = pack.task.header.to
    seat = seat or main
    own = pack.seats[seat].limits or pack.task.header.limits
    given = own.model_dump(exclude_none=True)
    if "cost" in given:
        given["cost"] = str(given["cost"])
    limits = Limits.model_validate(given)
    for name in tightened:
        if "." in name and name.partition(".")[0] not in pack.seats:
            raise ValueError(
                f"limit {name}: there is no seat {name.partition('.')[0]!r}, only {', '.join(pack.seats)}"
            )
    everybody = {name: value for name, value in tightened.items() if "." not in name}
    if seat != main:
        everybody = {name: value for name, value in everybody.items() if limits.allows(name, value)}
    mine = {name.partition(".")[2]: value for name, value in tightened.items() if name.startswith(f"{seat}.")}
    return limits.tightened({**everybody, **mine})


def tracker_of(pack: Pack, setup: Setup, blobs: Blobs, more: Iterable[Condition]) -> ConditionTracker:
    """A tracker of the office's conditions and some more."""
    return ConditionTracker(
        [*conditions_of(setup), *more],
        named=pack.named,
        times=pack.clock,
        text=blobs.text,
        knows=holders_of(setup),
    )


def brief_of(pack: Pack) -> SendMail:
    """The task as the mail that hands it over."""
    header = pack.task.header
    return SendMail(
        sender=header.from_,
        to=(pack.seats[header.to].person,),
        cc=(),
        subject=header.subject or header.title,
        body=pack.task.brief,
        attach=header.attach,
    )


def _begin(step: Step, world: OfficeWorld, pack: Pack, stage: Stage) -> None:
    stage.lay_out(step, pack)
    for seat in pack.seats:
        if seat == pack.task.header.to:
            if len(pack.seats) > 1:
                step.emit(Expected(seat=seat), world.desk.person(seat))
            step.set(BRIEF, max(step.at, pack.task.at), BRIEF, seat)
        else:
            _open(step, world, seat)


def _hand_over(step: Step, entry: Entry, world: OfficeWorld, pack: Pack, stage: Stage) -> None:
    brief = brief_of(pack)
    if pack.task.header.app == "mail":
        stage.mail(step, brief)
    else:
        stage.chat(step, SendChat(brief.sender, brief.body, to=brief.to[0]))
    _open(step, world, entry.target)


def _open(step: Step, world: OfficeWorld, seat: str) -> None:
    step.emit(Opened(seat=seat), world.desk.person(seat))
    world.desk.open(step, seat)


def _end_colleagues(step: Step, event: Event, world: OfficeWorld, pack: Pack) -> None:
    """Coworkers in seats have no task of their own: their part ends with the main one."""
    assert isinstance(event.payload, Ended)
    if event.payload.seat == pack.task.header.to:
        for seat in colleagues_of(pack):
            world.desk.close(step, seat, OVER)


def _apps(pack: Pack, world: OfficeWorld) -> Sequence[App]:
    return build_apps(
        pack.scenario.apps,
        world.office,
        world.core,
        meetings=world.meetings,
        access=pack.access,
        configs=pack.configs,
        pages=pack.pages,
        times=pack.clock,
    )


def _minds(
    core: Core, pack: Pack, setup: Setup, names: Collection[str]
) -> Callable[[OfficeWorld, str, str], Mind]:
    """Makes minds by name; the pack's own are looked for at once: a missing one is told before anything is played."""
    bound = core.meta.get("minds", {})
    own = {
        name: find_mind(name, core.files)
        for name in sorted(names)
        if name not in (*bound, MODEL, HUMAN, SCRIPTED)
    }

    def mind(world: OfficeWorld, actor: str, name: str) -> Mind:
        person = setup.people[actor]
        assert person.persona is not None
        if name in own:
            return own[name](person.persona, person)
        organisation = pack.scenario.organisation
        facts = world_facts(
            setup, actor, organisation=organisation.name, about=organisation.about, tools=world.tools
        )
        if name == HUMAN:
            return HumanMind(person.persona, person, facts, lambda: world.terminal)
        return BoundMind(name, person.persona, person, facts, core.meta)

    return mind


def _action(pack: Pack, one: written.Action) -> Action:
    if isinstance(one, written.DoMail):
        mail = one.mail
        return SendMail(mail.from_, mail.to, mail.cc, mail.subject, mail.body, mail.attach, mail.shares)
    if isinstance(one, written.DoChat):
        chat = one.chat
        return SendChat(chat.from_, chat.body, chat.to, chat.channel, chat.shares)
    if isinstance(one, written.DoFile):
        return PutFile(one.file.path, one.file.from_, one.file.by)
    if isinstance(one, written.DoLearn):
        return Learn(one.learn.person, one.learn.fact)
    if isinstance(one, written.DoLeave):
        leave = one.leave
        start = None if leave.from_ == "now" else pack.clock.at(leave.from_)
        return GoAway(leave.person, start, pack.clock.at(leave.to), leave.kind)
    if isinstance(one, written.DoPhone):
        phone = one.phone
        return Ring(phone.from_, phone.to, phone.says, phone.shares)
    if isinstance(one, written.DoUse):
        return tool_step(one.use.person, one.use)
    return CallMeeting(meeting_of(pack, one.meeting))
