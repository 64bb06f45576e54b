"""Commands that make, play and compare runs."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from .agentflags import agents_of, colleagues_in, keep_options, model_options, shareable
from .console import emit, say
from .counts import counted
from .coworkerflags import (
    BindMind,
    CoworkerBudget,
    CoworkerOption,
    Coworkers,
    HumanPlays,
    MaxCost,
    MindOf,
    bindings_of,
    casting_of,
    dollars,
    rebind,
    rebinding,
    tell_unbound,
    tell_unpriced,
)
from .failures import FAILED, INTERRUPTED, Failed, Unusable
from .options import AsJson, RunArgument, pairs, surface_named

if TYPE_CHECKING:
    from ...scenarios.pack import Pack
    from ..kernel.run import Run

_AGENT = (
    "Who plays: reference, null, refuse, chatty, human, model:NAME (of litellm), file.py[:name], module:name, or "
    "an installed policy; SEAT=… for another seat than the task's, PERSON=… for a coworker, who then has no mind."
)
_SURFACE = "How tools are offered: full (each by itself), apps (one tool an app) or search (find, read, use)."
_OPTION = (
    "An option of a model policy, such as temperature=0.2 or api_base=http://127.0.0.1:8000/v1; repeatable."
)


def run(
    pack: str = typer.Argument(help="A pack's name or folder, with :TASK for one that is not the default."),
    agent: list[str] = typer.Option(["reference"], "--agent", "-a", help=_AGENT),
    seed: int = typer.Option(1, "--seed", "-s", help="Of the params and of everything random."),
    task: str | None = typer.Option(
        None, "--task", "-t", help="Which task; the pack's default one otherwise."
    ),
    given: list[str] = typer.Option([], "--set", help="Set a param by hand, name=value; repeatable."),
    limit: list[str] = typer.Option([], "--limit", help="Tighten a limit, such as calls=200; repeatable."),
    out: Path | None = typer.Option(
        None, "--out", "-o", help="Folder that gets run.db; otherwise runs/PACK-SEED-N."
    ),
    until: str | None = typer.Option(None, "--until", help='Pause at a simulated time, such as "Wed 12:00".'),
    ambient: bool = typer.Option(
        True, "--ambient/--no-ambient", help="Whether people also write to each other about their own work."
    ),
    surface: str = typer.Option("full", "--surface", help=_SURFACE),
    model_option: list[str] = typer.Option([], "--model-option", help=_OPTION),
    coworkers: str | None = Coworkers,
    mind: list[str] = BindMind,
    mind_of: list[str] = MindOf,
    coworker_option: list[str] = CoworkerOption,
    human: list[str] = HumanPlays,
    coworker_budget: list[str] = CoworkerBudget,
    max_cost: str | None = MaxCost,
    fresh: bool = typer.Option(
        False, "--fresh", help="If --out holds a run, use the next free numbered folder."
    ),
    force: bool = typer.Option(False, "--force", help="If --out holds a run, replace it."),
    as_json: bool = AsJson,
) -> None:
    """Play a task of a pack and score it.

    Examples:
        tenure run first_week --seed 7

        tenure run first_week:venlo_routing --agent model:openai/gpt-4o-mini --limit calls=300 --out runs/mine

        tenure run ./my_pack --agent my_agent.py --set rate=350 --json

        tenure run first_week --coworkers openai/gpt-4o-mini --coworker-budget cost=2.00 --max-cost 5
    """
    from ...scenarios.casting import cast_roles
    from ...scenarios.colleagues import with_colleagues
    from ...scenarios.play import new_run, policy_named, task_of

    if task is not None and pack.rpartition(":")[2] not in (pack, task) and not Path(pack).is_dir():
        raise Unusable(f"{pack} names one task and --task {task} another; give one of them")
    params = pairs("--set", given)
    limits = {name: number(value) for name, value in pairs("--limit", limit).items()}
    options = model_options(model_option)
    plain = task_of(pack, task=task, seed=seed, given=params)
    colleagues = colleagues_in(plain, agent)
    loaded = with_colleagues(plain, colleagues)
    casting = casting_of(
        plain,
        coworkers=coworkers,
        minds=mind,
        mind_of=mind_of,
        options=coworker_option,
        humans=human,
        budget=coworker_budget,
        colleagues=colleagues,
    )
    unbound = cast_roles(plain, casting).unbound
    most = None if max_cost is None else dollars("--max-cost", max_cost)
    agents = agents_of(loaded, agent)
    if most is not None:
        tell_unpriced(casting.bindings, agents)
    for name in agents.values():
        if name != "human":
            policy_named(name, loaded, options=options)
    stop_at = None if until is None else moment(loaded, until)
    target = new_file_for(out, loaded, seed, fresh=fresh, force=force)
    target.parent.mkdir(parents=True, exist_ok=True)
    if out is not None and target.parent != out:
        say(f"{out} holds a run; this one goes to {target.parent}")
    tell_unbound(unbound, casting)
    made = new_run(
        loaded.source,
        task=loaded.task.id,
        seed=seed,
        given=params,
        limits=limits,
        policies=agents,
        ambient=ambient,
        path=target,
        surface=surface_named(surface),
        casting=casting,
    )
    with made:
        keep_options(made, options)
        finish(made, agents, options, until=stop_at, most=most, as_json=as_json)


def resume(
    run: Path = RunArgument,
    agent: list[str] = typer.Option([], "--agent", "-a", help=f"{_AGENT} Otherwise whoever played so far."),
    until: str | None = typer.Option(None, "--until", help='Pause at a simulated time, such as "Wed 12:00".'),
    model_option: list[str] = typer.Option([], "--model-option", help=_OPTION),
    coworkers: str | None = Coworkers,
    mind: list[str] = BindMind,
    coworker_option: list[str] = CoworkerOption,
    max_cost: str | None = MaxCost,
    as_json: bool = AsJson,
) -> None:
    """Play a stopped, killed or forked run on.

    Another model behind a name makes the decisions that are begun from now on; who has which mind stays as it is.


    Examples:
        tenure resume runs/demo

        tenure resume runs/demo-fork-1 --agent human

        tenure resume runs/demo --max-cost 10
    """
    from ...scenarios.play import open_run, pack_in
    from .places import existing

    with open_run(existing(run), writable=True) as opened:
        pack = pack_in(opened)
        options = {**opened.meta.get("policy_options", {}), **model_options(model_option)}
        agents = {**opened.meta.get("policies", {}), **opened.meta.get("next_policies", {})}
        if agent:
            agents |= agents_of(pack, agent)
        keep_options(opened, options)
        bindings = bindings_of(coworkers, mind, coworker_option)
        if bindings:
            rebind(opened, rebinding(opened, bindings))
        stop_at = None if until is None else moment(pack, until)
        most = None if max_cost is None else dollars("--max-cost", max_cost)
        finish(opened, agents, options, until=stop_at, most=most, as_json=as_json)


def fork(
    run: Path = RunArgument,
    at: int = typer.Option(..., "--at", min=0, help="An event's number; the fork stands after its step."),
    seed: int | None = typer.Option(
        None, "--seed", "-s", help="Draw everything afterwards from another seed."
    ),
    agent: list[str] = typer.Option(
        [], "--agent", "-a", help="Another policy takes over when it is resumed."
    ),
    model_option: list[str] = typer.Option([], "--model-option", help=_OPTION),
    coworkers: str | None = Coworkers,
    mind: list[str] = BindMind,
    coworker_option: list[str] = CoworkerOption,
    out: Path | None = typer.Option(
        None, "--out", "-o", help="Folder that gets run.db; otherwise beside the run."
    ),
    play: bool = typer.Option(False, "--play", help="Play it on at once."),
    force: bool = typer.Option(False, "--force", help="If --out holds a run, replace it."),
    as_json: bool = AsJson,
) -> None:
    """Branch a run at an event: a new run that shares its past.

    Examples:
        tenure fork runs/demo --at 900 --seed 8 --out runs/branch

        tenure fork runs/demo --at 900 --agent null --play --json
    """
    from ...scenarios.play import open_run, pack_in
    from .places import beside, existing, new_file

    source = existing(run)
    with open_run(source) as parent:
        pack = pack_in(parent)
        agents = agents_of(pack, agent) if agent else {}
        options = {**parent.meta.get("policy_options", {}), **model_options(model_option)}
        if at > parent.last_seq:
            raise Unusable(f"the run has events 0 to {parent.last_seq}; there is no event {at}")
        target = new_file(out, "", force=force) if out is not None else beside(source, "fork")
        target.parent.mkdir(parents=True, exist_ok=True)
        known = parent.meta.get("policies", {})
        bindings = bindings_of(coworkers, mind, coworker_option)
        bound = rebinding(parent, bindings) if bindings else {}
        changed = bool(model_option) or any(known.get(seat) != name for seat, name in agents.items())
        branch = parent.fork(
            at,
            path=target,
            seed=seed,
            changed=changed or bool(bindings),
            meta={"next_policies": agents, "policy_options": shareable(options), "wall_s": 0.0},
        )
    with branch:
        rebind(branch, bound)
        used = branch.meta["lineage"]["seq"]
        if play:
            finish(branch, {**known, **agents}, options, as_json=as_json)
            return
        result = {
            "run": str(target),
            "parent": str(source),
            "at": used,
            "seed": branch.meta["seed"] if seed is None else seed,
            "policy": {**known, **agents},
            "digest": branch.digest,
        }
    if as_json:
        emit(result)
    else:
        typer.echo(str(target))
        say(f"Forked after event {used}.")
        say(f"Play it on with: tenure resume {target.parent}")


def replay(
    run: Path = RunArgument,
    as_json: bool = AsJson,
) -> None:
    """Play a run again from its record and check that every event comes out the same.

    Makes no model call. Exit code 1 and the first difference if it does not.

    Example:
        tenure replay runs/demo
    """
    import asyncio

    from ...scenarios.play import open_run
    from ..kernel.ledger import ReplayDivergence
    from .places import existing

    with open_run(existing(run)) as opened:
        try:
            copy = asyncio.run(opened.replay())
        except ReplayDivergence as error:
            if as_json:
                emit({"run": str(run), "same": False, "difference": str(error)})
            raise Failed(f"The replay differs: {error}") from error
        count = copy.last_seq + 1
        same = {"run": str(run), "same": True, "events": count, "digest": copy.digest}
        copy.close()
    if as_json:
        emit(same)
    else:
        typer.echo(f"The same {counted(count, 'event')}, digest {same['digest']}")


def diff(
    a: Path = typer.Argument(help="A run.", show_default=False),
    b: Path = typer.Argument(help="Another run.", show_default=False),
    as_json: bool = AsJson,
) -> None:
    """Say where two runs part: the first event and field that differ. Exit code 1 if they do.

    Example:
        tenure diff runs/demo runs/demo-fork-1
    """
    from ...scenarios.play import main_seat, open_run, world_of
    from .places import existing

    with open_run(existing(a)) as mine, open_run(existing(b)) as other:
        found = mine.diff(other)
        if found is None:
            result: dict[str, Any] = {"same": True, "digest": mine.digest}
        else:
            result = {
                "same": False,
                "seq": found.seq,
                "difference": found.field,
                "a": _event(found.mine),
                "b": _event(found.other),
            }
        calendar = world_of(mine).desk.calendar(main_seat(mine))
        if as_json:
            emit(result)
        elif found is None:
            typer.echo(f"Equal: {mine.digest}")
        else:
            first = found.mine or found.other
            assert first is not None
            typer.echo(f"Equal up to event {found.seq - 1}; then, {calendar.local(first.at):%a %d %b %H:%M}:")
            for name, event in (("a", found.mine), ("b", found.other)):
                typer.echo(f"  {name}  {_plain(event)}")
            typer.echo(f"  {found.field}")
    if found is not None:
        raise typer.Exit(FAILED)


def digest(
    run: Path = RunArgument,
    at: int | None = typer.Option(None, "--at", min=0, help="After the step that holds this event."),
    as_json: bool = AsJson,
) -> None:
    """Print a run's digest, alone. Two runs are equal exactly when their digests are.

    Example:
        tenure digest runs/demo
    """
    from ..kernel.opening import open_journal
    from .places import existing

    journal = open_journal(existing(run))
    try:
        seq = journal.next_seq - 1 if at is None else at
        if seq >= journal.next_seq:
            raise Unusable(f"the run has events 0 to {journal.next_seq - 1}; there is no event {at}")
        used, _, _, value = journal.step_end(seq)
    finally:
        journal.close()
    if as_json:
        emit({"run": str(run), "digest": value.hex(), "seq": used})
    else:
        typer.echo(value.hex())


def flatten(
    run: Path = RunArgument,
    file: Path = typer.Argument(help="The file to write.", show_default=False),
    as_json: bool = AsJson,
) -> None:
    """Write a run as one file that needs no parent, to keep or to send.

    Example:
        tenure flatten runs/demo-fork-1 branch.db
    """
    from ...scenarios.play import open_run
    from .places import existing

    if file.exists():
        raise Unusable(f"{file} exists already; give another name")
    with open_run(existing(run)) as opened:
        file.parent.mkdir(parents=True, exist_ok=True)
        opened.flatten(file)
        count = opened.last_seq + 1
        result = {"run": str(file), "digest": opened.digest, "events": count}
    if as_json:
        emit(result)
    else:
        say(f"Wrote {file}: {counted(count, 'event')}")


# Parts ---------------------------------------------------------------------------------------------------------------


def finish(
    run: Run,
    agents: Mapping[str, str],
    options: Mapping[str, Any],
    *,
    until: int | None = None,
    most: Decimal | None = None,
    as_json: bool,
) -> None:
    """Play a run as far as it goes and print what came of it; leaves with the exit code."""
    from ...scenarios.report import result_of
    from .playing import play_run
    from .scorecard import show_result

    # What a policy prints is no result: with --json, standard output is for the object alone.
    with contextlib.redirect_stdout(sys.stderr) if as_json else contextlib.nullcontext():
        played = play_run(run, agents, options, until=until, most=most)
    path = run.path
    assert path is not None
    if played.interrupted:
        wall = _now(run)
        say(f"Stopped on {wall}, after event {run.last_seq}; everything is kept.")
        say(f"Go on with: tenure resume {_shown(path)}")
        run.close()
        raise typer.Exit(INTERRUPTED)
    result = result_of(run)
    if as_json:
        emit(result)
    else:
        show_result(run, result, place=_shown(path))
    if played.cost is not None:
        spent, more = played.cost, _more(played.cost)
        say(f"Stopped on {_now(run)}: the run's models have cost ${spent}, and --max-cost is ${most}.")
        say(f"Everything is kept. Go on with: tenure resume {_shown(path)} --max-cost {more}")
    elif played.paused or result["end"]["how"] == "paused":
        say(f"Paused on {_now(run)}. Go on with: tenure resume {_shown(path)}")
    elif result["end"]["why"].startswith(("infrastructure error: ", "agent error: ")):
        raise Failed(
            f"The run was cut short: {result['end']['why']}. Look at it with: tenure show {_shown(path)}"
        )


def new_file_for(out: Path | None, pack: Pack, seed: int, *, fresh: bool, force: bool) -> Path:
    """Where a new run of the pack goes."""
    from .places import new_file

    return new_file(out, f"{pack.scenario.id}-{seed}", fresh=fresh, force=force)


def moment(pack: Pack, text: str) -> int:
    """A simulated time as typed, in milliseconds since the run's start."""
    return pack.clock.at(text)


def number(value: str) -> Any:
    return int(value) if value.removeprefix("-").isdecimal() else value


def _now(run: Run) -> str:
    from ...scenarios.play import main_seat, world_of

    return f"{world_of(run).desk.calendar(main_seat(run)).local(run.now):%a %d %b %H:%M}"


def _more(spent: Decimal) -> str:
    """A limit to suggest: twice what was spent, in round figures."""
    return f"{(spent * 2).normalize():.2f}" if spent >= Decimal("0.01") else f"{spent * 2:f}"


def _shown(path: Path) -> str:
    from .places import FILE

    return str(path.parent if path.name == FILE else path)


def _event(event: Any) -> dict[str, Any] | None:
    if event is None:
        return None
    return {
        "seq": event.seq,
        "at": event.at,
        "actor": event.actor,
        "kind": event.kind,
        "payload": event.payload.model_dump(mode="json"),
    }


def _plain(event: Any) -> str:
    if event is None:
        return "(ends here)"
    from .wording import shortened

    payload = json.dumps(event.payload.model_dump(mode="json", exclude_defaults=True), ensure_ascii=False)
    return f"{event.seq} {event.actor or '-'} {event.kind} {shortened(payload, 140)}"
