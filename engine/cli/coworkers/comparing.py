"""`tenure coworkers compare`: minds side by side on one pack."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from ..bars import steps
from ..console import console, emit
from ..counts import counted
from ..coworkerflags import CoworkerOption, MaxCost, bindings_of, dollars
from ..failures import Unusable
from ..options import AsJson, pairs
from .tables import bar, table

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ....scenarios.comparing.compare import Comparison
    from ....scenarios.comparing.plays import Moved
    from ....verifiers.coworkers.chance import Interval

_SHOWN = (
    ("asked", "facts asked"),
    ("told", "told when asked"),
    ("volunteered", "told unasked"),
    ("leaked", "leaked"),
    ("hinted", "hinted"),
    ("wrongly_refused", "wrongly refused"),
    ("not_understood", "not understood"),
    ("plainly_asked", "… though plain"),
    ("sent_astray", "sent astray"),
    ("unanswered", "dropped"),
    ("contradictions", "contradictions"),
    ("slips", "role slips"),
    ("answered_share", "answered in a day"),
    ("words", "words a message"),
    ("own_words", "own phrases"),
    ("style_distance", "distance between people"),
    ("guessed", "told apart"),
    ("shared_sentences", "shared sentences"),
    ("drifted", "people who drift"),
    ("failures", "minds failed"),
    ("mended", "answers mended"),
)


def compare(
    pack: str = typer.Argument(help="A pack's name or folder, with :TASK for one that is not the default."),
    mind: list[str] = typer.Option(
        [],
        "--mind",
        metavar="scripted|NAME=MODEL",
        help="A mind to compare: scripted, or a name of yours for a model. "
        "The first is what the others are held beside.",
    ),
    agent: list[str] = typer.Option(
        [],
        "--agent",
        "-a",
        help="Another policy in the task's seat, beside reference and chatty; repeatable.",
    ),
    n: int = typer.Option(
        2, "-n", min=0, help="Seeds that are played with each mind and policy; 0 plays none."
    ),
    looks: int = typer.Option(120, "--looks", min=0, help="Recorded looks given to each mind; 0 gives none."),
    seed: int = typer.Option(1, "--seed", "-s", help="The first seed."),
    task: str | None = typer.Option(None, "--task", "-t", help="Which task; the default one otherwise."),
    given: list[str] = typer.Option([], "--set", help="Set a param by hand, name=value; repeatable."),
    ambient: bool = typer.Option(
        True, "--ambient/--no-ambient", help="Whether people also write about their own work."
    ),
    coworker_option: list[str] = CoworkerOption,
    max_cost: str | None = MaxCost,
    as_json: bool = AsJson,
) -> None:
    """Compare minds: the same recorded looks given to each, then the same policies and seeds played with each.

    Says how often they choose the same, what gets out, how they write, what goes wrong and what it costs, and how far
    the scores of the reference, a chatty agent and yours move, with intervals over seeds.

    Examples:
        tenure coworkers compare first_week --mind scripted --mind small=openai/gpt-4o-mini -n 4 --max-cost 10

        tenure coworkers compare first_week --mind scripted --mind a=local --looks 40 -n 0 --json
    """
    from ....scenarios.comparing.compare import compare as measure
    from ....scenarios.comparing.compare import steps_of
    from ....scenarios.comparing.contender import contenders

    if len(mind) != len(dict.fromkeys(one.partition("=")[0] for one in mind)):
        raise Unusable("two of the minds have the same name: give each a name of its own, --mind NAME=MODEL")
    models = [one for one in mind if one != "scripted"]
    bound = bindings_of(None, models, coworker_option)
    minds = contenders(bound, "scripted" in mind)
    order = [one.partition("=")[0] for one in mind]
    minds.sort(key=lambda one: order.index(one.name))
    policies = list(dict.fromkeys(["reference", "chatty", *agent]))
    most = None if max_cost is None else dollars("--max-cost", max_cost)
    with steps("steps", steps_of(len(minds), len(policies), n, looks)) as step:
        found = measure(
            pack,
            minds,
            task=task,
            policies=policies,
            seeds=n,
            first_seed=seed,
            looks=looks,
            given=pairs("--set", given),
            ambient=ambient,
            most=most,
            on_step=step,
        )
    if as_json:
        emit(found.as_json())
    else:
        _show(found, console())


def _show(found: Comparison, out: Console) -> None:
    from rich.markup import escape

    out.print(f"[bold]{found.pack}:{found.task}[/]")
    if found.faced:
        out.print(f"{counted(found.looks, 'look')} of {found.of_looks}, decided by each", style="dim")
        out.print()
        for made in (_faced(found), _manners(found), _choices(found), _agreements(found)):
            if made.row_count:
                out.print(made)
                out.print()
        for one in found.faced:
            if one.error:
                out.print(f"[red]●[/] {escape(f'{one.name}: {one.error}')}")
    if found.played:
        for made in (_scores(found), _figures(found), _costs(found)):
            out.print(made)
            out.print()
        for one in found.played:
            if one.error:
                out.print(f"[red]●[/] {escape(f'{one.mind}, {one.policy}, seed {one.seed}: {one.error}')}")
    if found.cost:
        out.print(f"models cost ${found.cost}")
    if found.stopped:
        out.print(f"stopped: {escape(found.stopped)}", style="yellow")


def _faced(found: Comparison) -> Table:
    made = table(
        "the same looks", "", "looks", "facts told", "refused", "leaks", "held back", "role slips", "failed",
        left=("failed",),
    )  # fmt: skip
    for one in found.faced:
        made.add_row(
            one.name,
            str(one.looks),
            str(one.told or ""),
            str(one.refused or ""),
            str(one.leaks or ""),
            str(one.leaks_caught or ""),
            str(sum(one.slips.values()) or ""),
            ", ".join(f"{count} {why}" for why, count in one.failures.items()),
        )
    return made


def _manners(found: Comparison) -> Table:
    made = table(
        "how they write",
        "",
        "words",
        "off length",
        "own phrases",
        "told apart",
        "calls",
        "tokens",
        "cached",
        "cost",
    )
    for one in found.faced:
        spent = one.spent
        made.add_row(
            one.name,
            f"{one.words:g}",
            f"{one.too_long_or_short:.0%}",
            f"{one.own_words:.0%}",
            "" if one.guessed is None else f"{one.guessed:.0%}",
            str(spent.calls or ""),
            f"{spent.tokens:,}" if spent.calls else "",
            f"{spent.cached / spent.input:.0%}" if spent.input else "",
            f"${spent.cost}" if spent.calls else "",
        )
    return made


def _choices(found: Comparison) -> Table:
    kinds = sorted({choice for one in found.faced for choice in one.choices})
    made = table("what they chose", "", *(kind.replace("_", " ") for kind in kinds))
    for one in found.faced:
        made.add_row(one.name, *(str(one.choices.get(kind, "")) for kind in kinds))
    return made


def _agreements(found: Comparison) -> Table:
    made = table(
        "how often they chose the same", "", "looks", "same", "95%", "same facts told", left=("same",)
    )
    for one in found.agreements:
        made.add_row(
            f"{one.one} and {one.other}",
            str(one.looks),
            f"{bar(one.rate)} {one.rate:.0%}",
            _between(one.interval, percent=True),
            f"{one.told:.0%}",
        )
    return made


def _scores(found: Comparison) -> Table:
    from rich.text import Text

    made = table("scores", "", "mind", "seeds", "score", "moves by", "95%", left=("mind",))
    for one in found.moved:
        if one.what.startswith("score of "):
            sure = one.interval is not None and not one.interval.low <= 0 <= one.interval.high
            made.add_row(
                one.what.removeprefix("score of "),
                one.mind,
                str(one.seeds),
                "" if one.mean is None else f"{one.mean:.3f}",
                Text("" if one.by is None else f"{one.by:+.3f}", "yellow" if sure else ""),
                _between(one.interval),
            )
    return made


def _figures(found: Comparison) -> Table:
    minds = list(dict.fromkeys(one.mind for one in found.moved))
    made = table("coworkers of a run, mean", "", *minds)
    rows = {(one.what, one.mind): one for one in found.moved}
    for name, label in _SHOWN:
        cells = [rows.get((name, mind)) for mind in minds]
        if any(one is not None and one.mean for one in cells):
            made.add_row(label, *(_cell(one) for one in cells))
    return made


def _cell(one: Moved | None) -> str:
    if one is None or one.mean is None:
        return ""
    text = f"{one.mean:.2f}".rstrip("0").rstrip(".")
    if one.by is None or abs(one.by) < 0.005:
        return text
    sure = one.interval is not None and not one.interval.low <= 0 <= one.interval.high
    return f"{text} ({one.by:+.2f}{'*' if sure else ''})"


def _costs(found: Comparison) -> Table:
    made = table("runs", "", "runs", "failed", "calls", "tokens", "cost", "leaves out faults", "with faults")
    minds = list(dict.fromkeys(one.mind for one in found.played))
    for mind in minds:
        mine = [one for one in found.played if one.mind == mind]
        excused = [one.excused for one in mine if one.excused is not None]
        charged = [one.charged for one in mine if one.charged is not None]
        calls = sum(one.spent.calls for one in mine)
        made.add_row(
            mind,
            str(len(mine)),
            str(sum(bool(one.error) for one in mine) or ""),
            str(calls or ""),
            f"{sum(one.spent.tokens for one in mine):,}" if calls else "",
            f"${sum(one.spent.cost for one in mine)}" if calls else "",
            f"{sum(excused) / len(excused):.3f}" if excused else "",
            f"{sum(charged) / len(charged):.3f}" if charged else "",
        )
    return made


def _between(interval: Interval | None, *, percent: bool = False) -> str:
    if interval is None:
        return ""
    if percent:
        return f"{interval.low:.0%} to {interval.high:.0%}"
    return f"{interval.low:+.3f} to {interval.high:+.3f}"
