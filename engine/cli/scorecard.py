"""A run's result as a person reads it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .console import console
from .counts import counted
from .wording import shortened

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ..kernel.run import Run


def show_result(run: Run, result: dict[str, Any], *, place: str, on: Console | None = None) -> None:
    """Print a result: outcome, criteria with evidence, gates, penalties, the social side, effort, where to look."""
    from rich.text import Text

    out = on or console()
    name = _namer(run)
    score = "not judged" if result["score"] is None else f"{result['score']:.3f}"
    verdict = Text(" PASSED ", "black on green") if result["passed"] else Text(" NOT PASSED ", "white on red")
    title = f"{result['pack']}:{result['task']}  seed {result['seed']}  {result['policy'] or 'nobody'}"
    out.print()
    out.print(Text(title, "bold"))
    out.print(
        Text.assemble("score ", (score, "bold"), f" of 1 (passes at {result['pass_mark']:g})  ", verdict)
    )
    end = result["end"]
    out.print(
        f"{end['how']}: {end['why']} · {counted(result['work_hours'], 'work hour')}, "
        f"{result['effort_hours']:g} of effort, "
        f"{result['elapsed_hours']:g} elapsed · {counted(result['calls'], 'call')} · "
        f"{counted(result['events'], 'event')} · "
        f"{result['wall_s']:.1f} s of wall time",
        style="dim",
    )
    out.print()
    out.print(criteria_table(result, name))
    for line in (*_caps(result), *waiting_lines(result), *fault_lines(result)):
        out.print(line)
    if result["params"]:
        shown = "  ".join(f"{key}={value}" for key, value in list(result["params"].items())[:6])
        more = len(result["params"]) - 6
        out.print(f"params  {shown}{f'  and {more} more (--json)' if more > 0 else ''}", style="dim")
    out.print()
    out.print(social_table(result["social"], name))
    if result["effort"]:
        effort = ", ".join(f"{cause} {hours:g} h" for cause, hours in result["effort"].items())
        out.print(f"effort  {effort}")
    out.print()
    missed = [row["id"] for row in result["criteria"] if row["met"] is False]
    hints = [
        ("the week, day by day", f"tenure show {place}"),
        ("who knew what, when", f"tenure show {place} --facts"),
    ]
    if result["end"]["how"] == "paused":
        hints.insert(0, ("go on", f"tenure resume {place}"))
    elif missed:
        hints.insert(0, ("why it was missed", f"tenure show {place} --criterion {missed[0]}"))
    for what, command in hints:
        out.print(Text.assemble((f"{what:<22}", "dim"), command))


def criteria_table(result: dict[str, Any], name: Callable[[str], str] = str) -> Table:
    """Criteria with what was found, and coworkers' faults that stand in the way of those that are missed."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 1), show_edge=False, header_style="dim", expand=True)
    table.add_column("", width=1)
    table.add_column("criterion", ratio=3)
    table.add_column("score", justify="right")
    table.add_column("weight", justify="right")
    table.add_column("evidence", ratio=4)
    for row in result["criteria"]:
        if row["met"] is None:
            mark, score = Text("?", "yellow"), row["status"].replace("_", " ")
        else:
            mark = Text("✓", "green") if row["met"] else Text("✗", "red")
            score = f"{row['score']:.2f}"
        table.add_row(
            mark,
            Text.assemble(row["title"], (f" {row['id']}", "dim")),
            score,
            f"{row['weight']:g}",
            Text.assemble((shortened(evidence(row), 110), "dim"), (_faults(row, name), "yellow")),
        )
    return table


def _faults(row: dict[str, Any], name: Callable[[str], str]) -> str:
    """Coworkers' faults in the way of a criterion, each on a line of its own."""
    from ...verifiers.coworkers.faults import SAID

    return "".join(
        f"\n{name(one['person'])} {SAID[one['kind']]}: {one['fact']} #{one['event']}"
        for one in row["coworker_faults"][:3]
    )


def fault_lines(result: dict[str, Any]) -> list[str]:
    """The score with and without coworkers' faults, if any stands in the way of a criterion."""
    if not any(row["coworker_faults"] for row in result["criteria"]):
        return []
    with_, without = (
        "not judged" if result[key] is None else f"{result[key]:.3f}"
        for key in ("score_charged", "score_excused")
    )
    return [
        f"coworkers' faults stand in the way: {with_} if every miss is the agent's, {without} without those criteria"
    ]


def evidence(row: dict[str, Any]) -> str:
    """What a verdict rests on, in words."""
    found = row["evidence"]
    text = (found["explanation"] or ("met" if row["met"] else "not met")).replace("drive:", "")
    cited = [one.removeprefix("drive:") for one in found["documents"]]
    cited = [one for one in cited if one not in text] + [f"#{seq}" for seq in found["events"][:4]]
    return f"{text} [{', '.join(cited)}]" if cited else text


def _caps(result: dict[str, Any]) -> list[str]:
    lines = [
        f"gate    {gate['criterion']} not met: the score can't be more than {gate['cap']:g}"
        for gate in result["gates"]
        if gate["shut"]
    ]
    lines += [f"penalty {one['title']}: −{one['minus']:g}" for one in result["penalties"] if one["incurred"]]
    return lines


def waiting_lines(result: dict[str, Any]) -> list[str]:
    """What share of the weight was settled exactly, and what is left, if anything is."""
    if result["settled"] == 1:
        return []
    lines = [f"settled exactly: {result['settled']:.0%} of the weight; the score is of what was judged"]
    by_id = {row["id"]: row for row in result["criteria"]}
    whole = sum(row["weight"] for row in result["criteria"]) or 1
    for name in result["waiting"]:
        row = by_id[name]
        why = "" if row["kind"] == "judge" else f": {row['evidence']['explanation']}"
        lines.append(f"waits   {row['title']} ({name}, {row['weight'] / whole:.0%}){why}")
    return lines


def social_table(social: dict[str, Any], name: Callable[[str], str]) -> Table:
    """What the seat was to each person and each person to it."""
    from rich.table import Table

    people = sorted({*social["asked"], *social["load"], *social["promises"]})
    table = Table(box=None, padding=(0, 1), show_edge=False, header_style="dim", title_style="")
    for column in (
        "coworker",
        "written to",
        "asked",
        "answered",
        "median reply",
        "promises",
        "not understood",
    ):
        table.add_column(column, justify="left" if column == "coworker" else "right")
    for person in people:
        asked = social["asked"].get(person, {"turns": 0, "answered": 0, "answer_minutes": None})
        promises = social["promises"].get(person)
        load = social["load"].get(person, {"messages": 0})
        table.add_row(
            name(person),
            _count(load["messages"]),
            _count(asked["turns"]),
            _count(asked["answered"]) if asked["turns"] else "",
            _minutes(asked["answer_minutes"]),
            f"{promises['kept']} of {promises['made']} kept" if promises else "",
            _count(social["not_understood"].get(person, 0)),
        )
    rate, per_fact = social["answer_rate"], social["messages_per_fact"]
    told = social["disclosures"]["by_seat"]
    table.caption = " · ".join(
        [
            f"answer rate {'–' if rate is None else f'{rate:.0%}'}",
            f"{counted(len(social['facts_obtained']), 'fact')} obtained",
            f"{'– messages' if per_fact is None else counted(per_fact, 'message')} per fact",
            f"{sum(told.values())} passed on, {told.get('leaked', 0)} of them against a rule",
            f"meetings {social['meetings']['attended']} attended, {social['meetings']['missed']} missed",
        ]
    )
    table.caption_justify = "left"
    table.caption_style = ""
    return table


def _count(number: int) -> str:
    return str(number) if number else ""


def _minutes(times: dict[str, int] | None) -> str:
    if times is None:
        return ""
    median = times["median"]
    return f"{median} min" if median < 100 else f"{median / 60:.1f} h"


def _namer(run: Run) -> Callable[[str], str]:
    from ...scenarios.play import world_of

    people = world_of(run).setup.people

    def name(person: str) -> str:
        return people[person].name if person in people else person

    return name
