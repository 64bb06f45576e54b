"""Options that say who plays the coworkers, shared by the commands that make or go on with runs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any, Final, cast

import typer

from .console import say
from .failures import Unusable
from .options import pairs

if TYPE_CHECKING:
    from ...scenarios.casting import Casting
    from ...scenarios.pack import Pack
    from ..kernel.run import Run
    from ..minds.model.spec import MindSpec

Coworkers = typer.Option(
    None,
    "--coworkers",
    metavar="MODEL",
    help="Model behind the coworkers that the pack marks (all, if it marks none): a litellm name, or local.",
    show_default=False,
)
BindMind = typer.Option(
    [],
    "--mind",
    metavar="NAME=MODEL",
    help="The model behind a name that the pack uses for minds; repeatable.",
)
MindOf = typer.Option(
    [], "--mind-of", metavar="PERSON=NAME", help="One person's mind, whatever the pack says; repeatable."
)
CoworkerOption = typer.Option(
    [],
    "--coworker-option",
    metavar="NAME=VALUE",
    help="How coworkers' models are asked: api_base, temperature, max_tokens, timeout, retries, in_flight, guard, "
    "early, price; MIND.NAME=… for one of them. Repeatable.",
)
HumanPlays = typer.Option(
    [], "--human", metavar="PERSON", help="You play that coworker at the terminal; repeatable."
)
CoworkerBudget = typer.Option(
    [],
    "--coworker-budget",
    metavar="tokens=N|cost=DOLLARS",
    help="What coworkers' models may use; afterwards they are scripted. Repeatable.",
)
MaxCost = typer.Option(
    None,
    "--max-cost",
    metavar="DOLLARS",
    help="Stop, resumably, when all models of the run together have cost that much.",
    show_default=False,
)

_MOST_DOLLARS: Final = 1_000_000_000
"""More is a slip of the keyboard, such as 1e999."""
_PLAIN: Final = frozenset({"model", "extra"})


def casting_of(
    pack: Pack,
    *,
    coworkers: str | None = None,
    minds: Sequence[str] = (),
    mind_of: Sequence[str] = (),
    options: Sequence[str] = (),
    humans: Sequence[str] = (),
    budget: Sequence[str] = (),
    colleagues: Sequence[str] = (),
    usable: bool = True,
) -> Casting:
    """What the options say of the coworkers; with ``usable``, their models must be installed.

    Raises:
        Unusable: An option can't be read, or names somebody who is not there.
    """
    from ...scenarios.casting import Casting, unused_names

    bound = bindings_of(coworkers, minds, options, usable=usable)
    main = bound.pop("", None)
    casting = Casting(
        coworkers=main,
        minds=bound,
        mind_of=_minds_of(pack, mind_of),
        humans=tuple(dict.fromkeys(_person(pack, name) for name in humans)),
        budget=budget_of(budget),
        colleagues=tuple(colleagues),
    )
    unused = unused_names(pack, casting)
    if unused:
        shown = ", ".join(f"`{name}`" for name in unused)
        say(f"Nobody in the pack has the mind {shown}: give it to somebody with --mind-of PERSON=NAME.")
    return casting


def _minds_of(pack: Pack, given: Sequence[str]) -> dict[str, str]:
    """Person to the name of their mind."""
    found: dict[str, str] = {}
    for text in given:
        name, _, mind = (part.strip() for part in text.partition("="))
        if not name or not mind:
            raise Unusable(f"--mind-of {text}: write it as PERSON=NAME")
        person = _person(pack, name)
        if found.setdefault(person, mind) != mind:
            raise Unusable(
                f"--mind-of {text}: {person} has the mind {found[person]} already; say one of them"
            )
    return found


def bindings_of(
    coworkers: str | None, minds: Sequence[str], options: Sequence[str], *, usable: bool = True
) -> dict[str, MindSpec]:
    """Name of a mind to the model that is bound to it; the empty name is that of ``--coworkers``.

    Raises:
        Unusable: An option can't be read, or there is no model that it is for.
    """
    from ..minds.registry import HUMAN, SCRIPTED

    models = pairs("--mind", minds)
    for name in (SCRIPTED, HUMAN):
        if name in models:
            raise Unusable(f"--mind {name}={models[name]}: that name is taken and no model's; choose another")
    if coworkers is not None:
        models = {"": coworkers, **models}
    given, for_one = coworker_options(options)
    if (given or for_one) and not models:
        raise Unusable("--coworker-option is for models; say which with --coworkers or --mind")
    for name in for_one:
        if name not in models and not (name == "model" and "" in models):
            raise Unusable(
                f"--coworker-option {name}.…: no model is bound to `{name}`; say --mind {name}=MODEL"
            )
    found = {
        name: _spec(name, model, {**given, **for_one.get(name or "model", {})})
        for name, model in models.items()
    }
    if usable:
        _check_usable(found.values())
    return found


def coworker_options(options: Sequence[str]) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Options for every model of the coworkers, and those for the model of one mind."""
    given: dict[str, Any] = {}
    for_one: dict[str, dict[str, Any]] = {}
    for name, text in pairs("--coworker-option", options).items():
        try:
            value: Any = json.loads(text)
        except ValueError:
            value = text
        mind, dot, option = name.rpartition(".")
        if dot:
            for_one.setdefault(mind, {})[option] = value
        else:
            given[name] = value
    return given, for_one


def budget_of(given: Sequence[str]) -> dict[str, Any]:
    """What coworkers' models may use.

    Raises:
        Unusable: It is no budget.
    """
    found: dict[str, Any] = {}
    for name, text in pairs("--coworker-budget", given).items():
        if name == "tokens" and text.isdecimal() and int(text):
            found[name] = int(text)
        elif name == "cost":
            found[name] = str(dollars("--coworker-budget cost", text))
        else:
            raise Unusable(f"--coworker-budget {name}={text}: write tokens=200000 or cost=1.50")
    return found


def dollars(option: str, text: str) -> Decimal:
    """An amount of money.

    Raises:
        Unusable: It is none.
    """
    try:
        amount = Decimal(text.removeprefix("$"))
    except InvalidOperation:
        amount = Decimal(-1)
    if not amount.is_finite() or not 0 < amount < _MOST_DOLLARS:
        raise Unusable(f"{option} {text}: write an amount in dollars, such as 1.50")
    return amount


def rebinding(run: Run, bindings: Mapping[str, MindSpec]) -> dict[str, MindSpec]:
    """Names of the run's minds with the models that stand behind them from now on.

    Raises:
        Unusable: The run's coworkers have no such mind.
    """
    from ..minds.bound import MINDS
    from ..minds.registry import MODEL

    known: Mapping[str, Any] = run.meta.get(MINDS, {})
    main = bindings.get("")
    found = {name: spec for name, spec in bindings.items() if name}
    if main is not None:
        before = known.get(MODEL)
        alike = [name for name, one in known.items() if one == before and name not in found] if before else []
        found |= dict.fromkeys(alike or [MODEL], main)
    for name in found:
        if name not in known:
            there = f"its minds are {', '.join(known)}" if known else "its coworkers are scripted"
            raise Unusable(
                f"the run has no mind `{name}` ({there}); who has which mind is settled when a run is made"
            )
    return found


def rebind(run: Run, bindings: Mapping[str, MindSpec]) -> None:
    """Let other models stand behind the names of a run's minds from now on."""
    from ..kernel.minds import Decisions
    from ..minds.bound import rebound

    for key, value in rebound(run.meta, bindings, run.state.get(Decisions).begun).items():
        run.meta[key] = value
        run.journal.set_meta(key, value)


def tell_unbound(names: Sequence[str], casting: Casting) -> None:
    """Say that people whom the pack marks have no model behind them, to whoever said anything of coworkers' minds.

    Args:
        names: Of minds that no model stands behind.
        casting: What was said; somebody who said nothing wants scripted coworkers, and need not hear of it.
    """
    said = casting.bindings or casting.mind_of or casting.humans or casting.budget
    if names and said:
        shown = ", ".join(f"`{name}`" for name in names)
        say(
            f"No model stands behind {shown}, with which the pack marks coworkers: they are scripted. "
            "Bind one with --coworkers MODEL."
        )


def tell_unpriced(bindings: Mapping[str, MindSpec], agents: Mapping[str, str]) -> None:
    """Say, before anything is spent, which models' cost nobody knows: --max-cost does not count it."""
    from ..minds.prices import price_of

    unknown = {spec.model for spec in bindings.values() if price_of(spec.model, spec) is None}
    for policy in agents.values():
        kind, _, model = policy.partition(":")
        if kind == "model" and price_of(model) is None:
            unknown.add(model)
    if unknown:
        say(
            f"Nobody knows what {', '.join(sorted(unknown))} costs: --max-cost does not count it. Say it for coworkers "
            'with --coworker-option price=["0.15","0.075","0.60"], dollars per million tokens in, cached and out.'
        )


def _check_usable(specs: Iterable[MindSpec]) -> None:
    """Refuse a local model that isn't installed; say which keys seem to be missing, though there are other ways in."""
    import asyncio

    from ..minds.client import unusable
    from ..minds.prices import is_local

    for spec in specs:
        why = asyncio.run(unusable(spec))
        if why and is_local(spec.model):
            raise Unusable(why)
        if why:
            say(f"{why[:1].upper()}{why[1:]}. Without it their scripted minds decide.")


def _person(pack: Pack, name: str) -> str:
    """A person's id, from it or from what they are called."""
    if name in pack.people:
        return name
    folded = name.casefold()
    found = [
        one.id for one in pack.people.values() if folded in (one.name.casefold(), one.first_name.casefold())
    ]
    return found[0] if len(found) == 1 else name


def _spec(name: str, model: str, options: Mapping[str, Any]) -> MindSpec:
    from pydantic import ValidationError

    from ...personas.problems import did_you_mean
    from ..minds.model.spec import MindSpec, is_secret

    fields = [one for one in MindSpec.model_fields if one not in _PLAIN]
    known = {key: value for key, value in options.items() if key in fields}
    extra = {key: value for key, value in options.items() if key not in fields}
    for key in extra:
        if is_secret(key):
            raise Unusable(
                f"--coworker-option {key}: keys are never kept; set the provider's environment variable instead"
            )
        near = did_you_mean(key, fields)
        if near:
            raise Unusable(f"--coworker-option {key}: there is no such option. {near}")
    if isinstance(known.get("price"), list):
        known["price"] = tuple(str(one) for one in cast("list[object]", known["price"]))
    try:
        return MindSpec(model=model.removeprefix("model:"), extra=extra, **known)
    except ValidationError as error:
        one = error.errors()[0]
        where = ".".join(str(part) for part in one["loc"])
        shown = f" for {name}" if name else ""
        message = one["msg"].removeprefix("Value error, ")
        raise Unusable(f"--coworker-option {where}{shown}: {message}") from None
