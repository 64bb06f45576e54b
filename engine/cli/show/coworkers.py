"""Who decided for the coworkers of a run, what went wrong with their models, and what they used."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from ...kernel.minds import Decided, Looked
from ...kernel.usage import Used
from ...minds.bound import MINDS
from ...minds.registry import SCRIPTED
from ...minds.tiers import MindMoved
from ..counts import counted
from .book import Book

if TYPE_CHECKING:
    from rich.console import Console


def coworkers_of(book: Book) -> dict[str, Any]:
    """Minds, moves, failures, trouble and use of models, as JSON values.

    Failures and what was mended are those of the book's window; what was used is that of the whole run.
    """
    from ....verifiers.coworkers.trouble import kind_of

    tiers = book.world.tiers
    thinkers = sorted(book.world.setup.thinkers)
    had: dict[str, list[dict[str, str]]] = {
        person: [{"mind": tiers.home(person), "from": book.when(0), "why": "as cast"}] for person in thinkers
    }
    failures: dict[str, Counter[str]] = {}
    trouble: dict[str, Counter[str]] = {}
    decisions: Counter[str] = Counter()
    for event in book.run.events((MindMoved.kind,)):
        moved = event.payload
        assert isinstance(moved, MindMoved)
        row = {"mind": moved.to, "from": book.when(event.at), "why": moved.why}
        had.setdefault(moved.person, []).append(row)
    for event in book.events((Looked.kind, Decided.kind)):
        made = event.payload
        assert isinstance(made, Looked | Decided)
        if made.failure:
            failures.setdefault(made.actor, Counter())[made.failure] += 1
        decisions[made.actor] += isinstance(made, Decided)
        if isinstance(made, Decided) and made.outcome:
            for text in json.loads(made.outcome).get("trouble", ()):
                trouble.setdefault(made.actor, Counter())[kind_of(text)] += 1
    used = book.run.meter.by_actor
    people = [person for person in book.world.setup.people if person in {*had, *failures, *trouble, *used}]
    return {
        "models": dict(book.run.meta.get(MINDS, {})),
        "people": {
            person: {
                "minds": had.get(person, [{"mind": SCRIPTED, "from": book.when(0), "why": "as cast"}]),
                "decisions": decisions[person],
                "failures": dict(sorted(failures.get(person, Counter()).items())),
                "mended": dict(sorted(trouble.get(person, Counter()).items())),
                "used": used.get(person, Used()).dump(),
            }
            for person in people
        },
        "failures": dict(sorted(sum(failures.values(), Counter[str]()).items())),
        "mended": dict(sorted(sum(trouble.values(), Counter[str]()).items())),
        "coworkers": book.run.meter.spent.dump(),
        "seats": {
            seat: used.dump()
            for seat in book.pack.seats
            if (used := Used.all(book.run.ledger.outcomes(f"seat:{seat}", _ALL))).calls
        },
        "all_calls": book.run.ledger.spent().dump(),
    }


_ALL = 2**62


def show_coworkers(book: Book, found: dict[str, Any], out: Console) -> None:
    """The same for a person to read; nothing where everybody was scripted all along."""
    from rich.table import Table

    if not found["people"]:
        return
    for name, spec in found["models"].items():
        out.print(f"mind {name}: {spec['model']}", style="dim", markup=False)
    table = Table(box=None, padding=(0, 1), header_style="dim")
    for column in (
        "coworker",
        "mind",
        "decisions",
        "failed",
        "mended",
        "calls",
        "tokens",
        "cached",
        "cost $",
    ):
        table.add_column(
            column, justify="right" if column not in ("coworker", "mind", "failed", "mended") else "left"
        )
    for person, one in found["people"].items():
        used = one["used"]
        table.add_row(
            book.first(person),
            _minds(one["minds"]),
            str(one["decisions"]),
            _counts(one["failures"]),
            _counts(one["mended"]),
            str(used["calls"]),
            f"{used['input'] + used['output']:,}",
            f"{used['cached']:,}",
            _cost(used),
        )
    out.print(table)
    every = found["all_calls"]
    for seat, used in found["seats"].items():
        out.print(f"seat {seat}: {_told(used)}", style="dim", markup=False)
    if every["calls"]:
        early = (
            every["calls"]
            - found["coworkers"]["calls"]
            - sum(one["calls"] for one in found["seats"].values())
        )
        besides = (
            f", {counted(early, 'call')} of them for decisions that did not take effect" if early > 0 else ""
        )
        out.print(f"all models together: {_told(every)}{besides}", style="dim", markup=False)


def _minds(rows: list[dict[str, str]]) -> str:
    first, *later = rows
    return "; ".join([first["mind"], *(f"{row['mind']} from {row['from']} ({row['why']})" for row in later)])


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{kind} {count}" if count > 1 else kind for kind, count in counts.items())


def _cost(used: dict[str, Any]) -> str:
    if used["unpriced"] and used["unpriced"] == used["calls"]:
        return "unknown"
    return f"{float(used['cost']):.4f}" + ("+" if used["unpriced"] else "")


def _told(used: dict[str, Any]) -> str:
    tokens = f"{used['input']:,} tokens in ({used['cached']:,} cached), {used['output']:,} out"
    return f"{counted(used['calls'], 'call')}, {tokens}, ${_cost(used)}"
