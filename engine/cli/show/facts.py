"""The trails of facts, and a missed criterion traced back to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....scenarios.explain import Explanation
from ....scenarios.report import score_run
from ....scenarios.trails import Trail, trails_about, trails_of
from ..counts import counted
from ..scorecard import evidence
from ..wording import headline
from .book import Book

if TYPE_CHECKING:
    from rich.console import Console


def show_facts(book: Book, out: Console) -> list[dict[str, Any]]:
    """Every fact: who held it, when it could first be had, when and how the seat got it."""
    trails = trails_of(book.run)
    for trail in trails:
        _show_trail(book, trail, out, stops=False)
    got = sum(trail.got is not None for trail in trails)
    out.print(f"{got} of {counted(len(trails), 'fact')} obtained", style="bold")
    return [told(book, trail) for trail in trails]


def _show_trail(book: Book, trail: Trail, out: Console, *, stops: bool) -> None:
    from rich.table import Table
    from rich.text import Text

    out.print(Text.assemble((trail.fact, "bold"), f"  {trail.statement}"))
    grid = Table.grid(padding=(0, 1))
    grid.add_column(style="dim", min_width=14)
    grid.add_column()
    grid.add_row(
        "  held by", Text("; ".join(f"{book.first(one)} ({rule})" for one, rule in trail.holders.items()))
    )
    if trail.could is not None:
        at, person = trail.could
        grid.add_row("  could be had", f"from {book.when(at)}, of {book.first(person)}")
    else:
        grid.add_row(
            "  could be had", Text("from nobody by asking" if trail.got else "never, by asking", "yellow")
        )
    if trail.misled is not None:
        wrong = trail.misled
        grid.add_row(
            "  told wrongly",
            Text(f"{book.when(wrong.at)} by {book.first(wrong.person)}  #{wrong.seq}", "yellow"),
        )
    if trail.got is None:
        asked = sorted({book.first(stop.person) for stop in trail.stops if stop.what == "asked"})
        text = f"never; asked {', '.join(asked)}" if asked else "never, and never asked for"
        grid.add_row("  obtained", Text(text, "red" if trail.criteria else "yellow"))
    else:
        source = f" from {book.first(trail.got.person)}" if trail.got.person else ""
        grid.add_row(
            "  obtained",
            Text(f"{book.when(trail.got.at)}{source} {trail.got.detail}  #{trail.got.seq}", "green"),
        )
    if trail.criteria:
        grid.add_row("  bears on", ", ".join(trail.criteria))
    if stops:
        for way in trail.ways:
            grid.add_row("  ways", Text(way))
        for stop in trail.stops:
            detail = f" ({stop.detail})" if stop.detail else ""
            who = book.first(stop.person) if stop.person else ""
            grid.add_row("  trail", Text(f"{book.when(stop.at)}  {stop.what} {who}{detail}  #{stop.seq}"))
    out.print(grid)
    out.print()


def _instead(book: Book, trail: Trail) -> str:
    if trail.misled is None:
        return ""
    return f"; {book.first(trail.misled.person)} told a wrong version on {book.when(trail.misled.at)}"


def told(book: Book, trail: Trail) -> dict[str, Any]:
    """A trail as JSON values with wall times."""
    row = trail.as_json()
    if trail.could is not None:
        row["could"] = {"when": book.when(trail.could[0]), "from": trail.could[1]}
    for stop in (row["got"], row["misled"], *row["stops"]):
        if stop is not None:
            stop["when"] = book.when(stop["at"])
    return row


def show_criterion(book: Book, criterion: str, out: Console) -> dict[str, Any]:
    """What a criterion found, what it rests on, and the trails of the facts that go into it.

    Raises:
        UnknownPartError: The rubric has no such criterion.
    """
    from rich.text import Text

    lines = Explanation(book.pack).criterion(criterion)
    card = score_run(book.run)
    row = card.row(criterion).as_json()
    mark = (
        Text("? not judged", "yellow")
        if row["met"] is None
        else Text("✓ met", "green")
        if row["met"]
        else Text("✗ not met", "red")
    )
    out.print(Text.assemble((row["title"], "bold"), (f"  {criterion}  ", "dim"), mark))
    out.print(evidence(row), markup=False)
    for seq in row["evidence"]["events"][:8]:
        event = next((one for one in book.run.journal.events(seq - 1, seq)), None)
        if event is not None:
            text = headline(event.payload, book.first) or f"{event.kind} by {event.actor or 'nobody'}"
            out.print(f"  {book.when(event.at)}  {text}  #{seq}", markup=False)
    if row["settled_at"] is not None:
        out.print(f"settled by event #{row['settled_at']}", style="dim")
    # What was never learnt explains a miss best, so it is told first.
    trails = sorted(
        trails_about(book.run, criterion), key=lambda one: (one.got is not None, one.misled is None)
    )
    missing = [trail for trail in trails if trail.got is None]
    if missing and not row["met"]:
        out.print()
        for trail in missing:
            out.print(f"never obtained: {trail.fact}{_instead(book, trail)}", style="red", markup=False)
    out.print()
    for line in lines:
        out.print(line, markup=False)
    out.print()
    for trail in trails:
        _show_trail(book, trail, out, stops=True)
    return {"criterion": row, "about": lines, "facts": [told(book, trail) for trail in trails]}
