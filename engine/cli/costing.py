"""The command that says what a run's models would cost before anything is spent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

import typer

from .console import console, emit, say
from .coworkerflags import BindMind, CoworkerOption, Coworkers, MindOf, casting_of, tell_unbound
from .failures import Unusable
from .options import AsJson, pairs, surface_named

if TYPE_CHECKING:
    from ...scenarios.costs import Estimate
    from ...scenarios.rehearsal import Rehearsal
    from ..minds.model.spec import MindSpec
    from ..minds.prices import Price

_PRICE = (
    "Dollars a million tokens of input, cached input and output; MODEL=IN,CACHED,OUT for one of the models. "
    "Otherwise as litellm's table says. Repeatable."
)
_COLUMNS = ("calls", "tokens in", "cached", "out", "$ least", "$ likely", "$ most")
_ONLY_PLAYS = ("reference", "null", "refuse", "chatty", "human")


def cost(
    pack: str = typer.Argument(help="A pack's name or folder, with :TASK for one that is not the default."),
    agent: str | None = typer.Option(
        None, "--agent", "-a", metavar="MODEL", help="Model in the task's seat.", show_default=False
    ),
    coworkers: str | None = Coworkers,
    n: int = typer.Option(1, "-n", min=1, help="How many rollouts."),
    policy: str = typer.Option(
        "reference", "--policy", help="Who holds the seat in the rehearsal; its calls stand for the agent's."
    ),
    seed: int = typer.Option(1, "--seed", "-s", help="Of the first rehearsal."),
    rehearsals: int = typer.Option(1, "--rehearsals", min=1, help="Plays, each with the next seed."),
    task: str | None = typer.Option(None, "--task", "-t", help="Which task; the default one otherwise."),
    given: list[str] = typer.Option([], "--set", help="Set a param by hand, name=value; repeatable."),
    ambient: bool = typer.Option(
        True, "--ambient/--no-ambient", help="Whether people also write about their own work."
    ),
    surface: str = typer.Option("full", "--surface", help="How tools are offered: full, apps or search."),
    mind: list[str] = BindMind,
    mind_of: list[str] = MindOf,
    coworker_option: list[str] = CoworkerOption,
    price: list[str] = typer.Option([], "--price", metavar="IN,CACHED,OUT", help=_PRICE),
    as_json: bool = AsJson,
) -> None:
    """Estimate calls, tokens and money of runs with models, without asking any.

    Plays the task in memory and counts the prompts that models would get. Needs no key and no network.

    Examples:
        tenure cost first_week --agent gpt-4o-mini --coworkers gpt-4o-mini -n 16

        tenure cost first_week --coworkers openai/my-model --price 0.5,0.05,2 --json
    """
    import asyncio

    from ...scenarios.casting import cast_roles
    from ...scenarios.costs import estimate
    from ...scenarios.play import task_of
    from ...scenarios.rehearsal import rehearse
    from ..minds.model.spec import MindSpec

    params = pairs("--set", given)
    model = _model(agent)
    prices = prices_of(price)
    packs = [task_of(pack, task=task, seed=one, given=params) for one in range(seed, seed + rehearsals)]
    casting = casting_of(
        packs[0],
        coworkers=coworkers,
        minds=mind,
        mind_of=mind_of,
        options=coworker_option,
        usable=False,
    )
    roles = cast_roles(packs[0], casting)
    tell_unbound(roles.unbound, casting)
    specs = {name: MindSpec.model_validate(spec) for name, spec in roles.meta.get("minds", {}).items()}
    if not specs and model is None:
        raise Unusable("nobody would be a model: say which with --agent MODEL or --coworkers MODEL")
    plays: list[Rehearsal] = []
    for one in packs:
        say(f"Rehearsing with {policy}, seed {one.seed} …")
        plays.append(
            asyncio.run(
                rehearse(
                    one,
                    casting,
                    policy=policy,
                    agent=model is not None,
                    given=params,
                    ambient=ambient,
                    surface=surface_named(surface),
                )
            )
        )
    found = estimate(
        plays, specs, agent=model, rollouts=n, price=lambda name, spec: _price(prices, name, spec)
    )
    if as_json:
        emit({"pack": packs[0].scenario.id, "task": packs[0].task.id, "policy": policy, **found.dump()})
    else:
        show(
            found,
            f"{packs[0].scenario.id}:{packs[0].task.id}",
            early=any(s.begins_early for s in specs.values()),
        )


def prices_of(given: Sequence[str]) -> dict[str, Price]:
    """Model to price, as ``--price`` says; the empty name is every other model's.

    Raises:
        Unusable: It is no price.
    """
    from ..minds.prices import by_hand

    found: dict[str, Price] = {}
    for text in given:
        model, _, amounts = text.rpartition("=")
        parts = [part.strip().removeprefix("$") for part in amounts.split(",")]
        try:
            if len(parts) != 3:
                raise ValueError
            found[model.strip().removeprefix("model:")] = by_hand((parts[0], parts[1], parts[2]))
        except ValueError:
            raise Unusable(
                f"--price {text}: write dollars a million tokens of input, cached input and output, such as 0.5,0.05,2"
            ) from None
    return found


def show(found: Estimate, title: str, *, early: bool) -> None:
    """Print an estimate as a table, and what it assumes."""
    from rich.table import Table

    from ...scenarios.costs import AGENT, assumptions

    seeds = ", ".join(map(str, found.seeds))
    out = console()
    out.print(f"{title}, rehearsed with seed {seeds}. One rollout, likely; money also at least and at most:")
    table = Table(box=None, pad_edge=False)
    table.add_column("who", no_wrap=True)
    table.add_column("model")
    for name in _COLUMNS:
        table.add_column(name, justify="right", no_wrap=True)
    for line in found.lines:
        table.add_row(line.actor, line.model, *map(_short, line.uses[1]), *_money(line.costs))
    out.print(table)
    low, likely, high = found.uses
    many = f"All {found.rollouts} rollouts" if found.rollouts > 1 else "Together"
    least, about, most = _money(found.costs)
    out.print(
        f"{many}: {_short(likely.calls)} calls ({_short(low.calls)} to {_short(high.calls)}), "
        f"{_short(likely.input)} tokens in ({_short(low.input)} to {_short(high.input)}), "
        f"{_short(likely.output)} out ({_short(low.output)} to {_short(high.output)}), "
        f"${about} (${least} to ${most})."
    )
    agent = any(line.mind == AGENT for line in found.lines)
    coworkers = any(line.mind != AGENT for line in found.lines)
    typer.echo("Assumed (low/likely/high):")
    for sentence in assumptions(agent=agent, coworkers=coworkers, early=early):
        typer.echo(f"- {sentence}")
    for name in found.unpriced:
        typer.echo(
            f"Nobody knows what {name} costs, so it is not in the sum: say it with --price {name}=IN,CACHED,OUT"
        )


def _model(agent: str | None) -> str | None:
    """The litellm name in ``--agent``, with or without ``model:``.

    Raises:
        Unusable: It is another policy, which costs nothing.
    """
    if agent is None:
        return None
    if agent in _ONLY_PLAYS:
        raise Unusable(f"--agent {agent} asks no model; leave it out, or rehearse with it: --policy {agent}")
    return agent.removeprefix("model:")


def _price(prices: Mapping[str, Price], model: str, spec: MindSpec | None) -> Price | None:
    from ..minds.prices import price_of

    return prices.get(model) or prices.get("") or price_of(model, spec)


def _short(count: float) -> str:
    if count >= 10_000_000:
        return f"{count / 1_000_000:.0f}M"
    if count >= 1_000_000:
        return f"{count / 1_000_000:.1f}M"
    if count >= 10_000:
        return f"{count / 1_000:.0f}k"
    return f"{count / 1_000:.1f}k" if count >= 1_000 else f"{count:.0f}"


def _money(costs: tuple[Decimal, Decimal, Decimal] | None) -> list[str]:
    if costs is None:
        return ["?"] * 3
    return [f"{one:.2f}" if one >= 1 or not one else f"{one:.4f}" for one in costs]
