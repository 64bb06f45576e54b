"""`tenure persona fidelity`: how true a mind is to a persona, measured over a fixed set of messages."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from .bars import steps
from .console import console, emit
from .counts import counted
from .coworkerflags import CoworkerOption, Coworkers, MaxCost, bindings_of, dollars
from .options import AsJson

if TYPE_CHECKING:
    from rich.console import Console

    from ...personas.schema import Persona
    from ...scenarios.fidelity.distances import Distance
    from ...scenarios.fidelity.report import Fidelity, Mark
    from ...scenarios.fidelity.trial import Trial


def fidelity(
    persona: str = typer.Argument(help="A persona's id, or a file.", show_default=False),
    n: int = typer.Option(200, "-n", min=10, help="How many of the set's messages are answered."),
    against: list[str] = typer.Option(
        [],
        "--against",
        help="Another persona to measure the distance to; repeatable. Its trade's nearest otherwise.",
    ),
    alone: bool = typer.Option(False, "--alone", help="Compare with nobody: a third of the calls."),
    seed: int = typer.Option(1, "--seed", "-s", help="Of everything random but the set of messages."),
    coworkers: str | None = Coworkers,
    coworker_option: list[str] = CoworkerOption,
    max_cost: str | None = MaxCost,
    as_json: bool = AsJson,
) -> None:
    """Let a persona answer a fixed set of messages in a small office, and measure how true to the author that is.

    Owed and protected facts, questions that are too broad, unclear or for somebody else, requests, chases, repeats,
    thanks, praise, anger, small talk, and work that is the asker's own. Style and choices are held beside what the
    persona declares, and beside another persona of the trade and the same persona on another day.

    Examples:
        tenure persona fidelity customs_broker

        tenure persona fidelity ./personas/mine.yaml --against customs_broker -n 100 --json

        tenure persona fidelity customs_broker --coworkers openai/gpt-4o-mini -n 60 --max-cost 1
    """
    from ...personas import available, load_persona
    from ...scenarios.casting import Casting
    from ...scenarios.fidelity.distances import distance
    from ...scenarios.fidelity.report import fidelity as measure
    from ...scenarios.fidelity.trial import try_persona

    spec = bindings_of(coworkers, (), coworker_option).get("")
    casting = None if spec is None else Casting(coworkers=spec)
    mind = "scripted" if spec is None else spec.model
    most = None if max_cost is None else dollars("--max-cost", max_cost)
    place: str | Path = Path(persona) if persona.endswith((".yaml", ".yml")) or "/" in persona else persona
    me = load_persona(place)
    library = [load_persona(one) for one in available()]
    chosen: list[tuple[str | Path, int, str]] = [] if alone else _others(me, library, against, seed, place)
    total = n * (1 + len(chosen))
    with steps("messages", total) as step:

        def trial(whom: str | Path, with_seed: int) -> Trial:
            return try_persona(
                whom,
                casting=casting,
                mind=mind,
                count=n,
                seed=with_seed,
                most=most,
                on_message=lambda _: step(1),
            )

        mine = trial(place, seed)
        distances = [
            distance(mine, trial(whom, with_seed), why=why, seed=seed) for whom, with_seed, why in chosen
        ]
    found = measure(mine, library)
    if as_json:
        emit({**found.as_json(), "distances": [one.as_json() for one in distances]})
        return
    _show(found, distances, console())


def _others(
    me: Persona, library: Sequence[Persona], against: Sequence[str], seed: int, place: str | Path
) -> list[tuple[str | Path, int, str]]:
    """Whom the persona is compared with: others, and itself with another seed, which is what chance gives."""
    from ...scenarios.fidelity.distances import of_the_same_trade

    if against:
        others: list[tuple[str | Path, int, str]] = [(one, seed, "as asked") for one in against]
    else:
        others = [(one.id, seed, why) for one, why in of_the_same_trade(me, library)]
    return [*others, (place, seed + 1, "itself on another day")]


def _show(found: Fidelity, distances: Sequence[Distance], out: Console) -> None:
    from rich.markup import escape

    from .coworkers.tables import bar, table
    from .wording import shortened

    out.print(f"[bold]{escape(found.name)}[/] ({found.persona}), mind {escape(found.mind)}, "
              f"{counted(found.messages, 'message')}")  # fmt: skip
    if found.stopped:
        out.print(f"stopped early: {found.stopped}", style="yellow")
    out.print(
        f"of {found.personas} personas, {_nearer(found.own_rank)} nearer to what was written than their own",
        style="dim",
    )
    out.print()
    for title, marks in (("style", found.style), ("choices", found.choices)):
        _marks(title, marks, out)
    made = table("what they did", "", "messages", "most often", "", left=("most often", ""))
    for kind, counts in found.by_kind.items():
        whole = sum(counts.values())
        first, *rest = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
        others = ", ".join(f"{choice.replace('_', ' ')} {count}" for choice, count in rest[:3])
        made.add_row(
            kind.replace("_", " "),
            str(whole),
            f"{bar(first[1] / whole)} {first[0].replace('_', ' ')} {first[1]}",
            others,
        )
    out.print(made)
    out.print()
    for label, lines in (("given away", found.gave_away), ("out of their role", found.slips)):
        for line in lines[:5]:
            out.print(f"[red]●[/] {label}: {escape(shortened(line, 90))}")
    if found.failures or found.mended:
        told = {**found.failures, **{f"{kind} (mended)": count for kind, count in found.mended.items()}}
        out.print("mind  " + ", ".join(f"{kind} {count}" for kind, count in told.items()))
    if found.calls:
        out.print(f"model {counted(found.calls, 'call')}, {found.tokens:,} tokens, ${found.cost}")
    if distances:
        _distances(distances, out)


def _nearer(rank: int) -> str:
    return "none is" if rank == 1 else "1 is" if rank == 2 else f"{rank - 1} are"


def _marks(title: str, marks: Sequence[Mark], out: Console) -> None:
    from rich.text import Text

    from .coworkers.tables import table
    from .wording import shortened

    made = table(title, "", "found", "declared", "of", "", left=("found", "declared", ""))
    for one in marks:
        sign = Text("") if one.ok is None else Text("✓", "green") if one.ok else Text("✗", "yellow")
        made.add_row(one.name, shortened(one.found, 34), shortened(one.declared, 30), str(one.of), sign)
    out.print(made)
    out.print()


def _distances(distances: Sequence[Distance], out: Console) -> None:
    from .coworkers.tables import table

    made = table("beside others, over the same messages", "", "style", "chance", "p", "guessed", "choices", "chance",
                 "p", "differ", "pace min")  # fmt: skip
    for one in distances:
        pace = "" if one.pace is None else f"{one.pace[0]:g}/{one.pace[1]:g}"
        low, high = one.style.interval or (one.style.distance, one.style.distance)
        itself = one.why == "itself on another day"
        made.add_row(
            one.why if itself else one.persona,
            f"{one.style.distance:.2f}",
            f"{one.style.by_chance:.2f}",
            f"{one.style.p:.3f}",
            f"{one.guessed:.0%}",
            f"{one.choices.distance:.2f}",
            f"{one.choices.by_chance:.2f}",
            f"{one.choices.p:.3f}",
            f"{one.differs:.0%}",
            pace,
        )
        if not itself:
            made.caption = f"{one.persona} ({one.why}): style {low:.2f} to {high:.2f} at 95%"
            if one.most:
                most = ", ".join(f"{kind.replace('_', ' ')} {share:.0%}" for kind, share in one.most)
                made.caption += f"; they differ most over {most}"
    made.caption_justify, made.caption_style = "left", "dim"
    out.print(made)
