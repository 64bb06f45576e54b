"""`python -m benchmarks [NAME…] [--json] [--list]`: run benchmarks and hold them against their budgets."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable

from rich.console import Console
from rich.table import Table

from .harness import Benchmark, Outcome, discover, run


def main(arguments: list[str] | None = None) -> int:
    """Run what the arguments name; 0 if every budget was met, 1 if one was missed, 2 for an unknown name."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="benchmarks to run (default: all)")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line for each")
    parser.add_argument("--list", action="store_true", help="name the benchmarks and stop")
    options = parser.parse_args(arguments)
    known = discover()
    unknown = [name for name in options.names if name not in known]
    if unknown:
        print(f"no benchmark named {', '.join(unknown)}; there are: {', '.join(known)}", file=sys.stderr)
        return 2
    chosen = [known[name] for name in options.names or known]
    if options.list:
        _show_list(chosen, as_json=options.json)
        return 0
    outcomes: list[Outcome] = []
    for each in chosen:
        outcome = run(each)
        outcomes.append(outcome)
        if outcome.error:
            print(outcome.error, file=sys.stderr)
        if options.json:
            print(json.dumps(outcome.line()), flush=True)
    if not options.json:
        _show_table(outcomes)
    return 0 if all(outcome.ok for outcome in outcomes) else 1


def _show_list(chosen: Iterable[Benchmark], *, as_json: bool) -> None:
    if as_json:
        for each in chosen:
            budget = str(each.budget) if each.budget else None
            print(json.dumps({"name": each.name, "unit": each.unit, "budget": budget, "about": each.about}))
        return
    table = Table("benchmark", "unit", "budget", "what it measures")
    for each in chosen:
        table.add_row(each.name, each.unit, str(each.budget or ""), each.about)
    Console().print(table)


def _show_table(outcomes: Iterable[Outcome]) -> None:
    table = Table("benchmark", "value", "unit", "budget", "", "reference")
    for outcome in outcomes:
        verdict = "[green]ok[/]" if outcome.ok else f"[red]{'failed' if outcome.error else 'missed'}[/]"
        table.add_row(
            outcome.name,
            _figure(outcome.value),
            outcome.unit,
            outcome.budget or "",
            verdict,
            _figure(outcome.reference),
        )
    Console().print(table)


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:,.4g}" if abs(value) < 1000 else f"{value:,.0f}"


if __name__ == "__main__":
    raise SystemExit(main())
