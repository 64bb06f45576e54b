"""Whose failure a missed criterion is: the agent's, or a coworker's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .tables import table

if TYPE_CHECKING:
    from rich.console import Console

    from ....verifiers import Scorecard
    from ....verifiers.coworkers.report import Report


def blame_as_json(card: Scorecard) -> dict[str, Any]:
    """The missed criteria with the faults that stand in their way, and the scores with and without these."""
    return {
        "score": _number(card.score),
        "score_charged": _number(card.charged),
        "score_excused": _number(card.excused),
        "missed": [
            {
                "criterion": row.id,
                "status": row.verdict.status,
                "coworker_faults": [one.as_json() for one in row.verdict.faults],
            }
            for row in card.criteria
            if not row.verdict.met and not row.waits
        ],
    }


def show_blame(card: Scorecard, report: Report, out: Console) -> None:
    """Print the criteria that a coworker's fault stands in the way of, and how the misses divide."""
    from ....verifiers.coworkers.faults import SAID

    missed = [row for row in card.criteria if not row.verdict.met and not row.waits]
    if not missed:
        out.print("[bold]the agent[/] missed no criterion")
        return
    theirs = [row for row in missed if row.verdict.faults]
    out.print(
        f"[bold]the agent[/] missed {'1 criterion' if len(missed) == 1 else f'{len(missed)} criteria'}: "
        f"{len(missed) - len(theirs)} by itself, {len(theirs)} with a coworker's fault in the way"
    )
    if not theirs:
        return
    made = table("", "criterion", "in the way", "left out", left=("in the way", "left out"))
    for row in theirs:
        for number, one in enumerate(row.verdict.faults[:3]):
            name = report.people[one.person].name if one.person in report.people else one.person
            made.add_row(
                "" if number else row.id,
                f"{name} {SAID[one.kind]}: {one.fact} #{one.seq}",
                "" if number else "yes" if row.verdict.status == "coworker_fault" else "no: scripted",
            )
    out.print(made)
    out.print(
        f"score {_text(card.score)}; {_text(card.charged)} if every miss is the agent's, {_text(card.excused)} without "
        "what coworkers stand in the way of"
    )


def _number(score: Any) -> float | None:
    return None if score is None else float(score)


def _text(score: Any) -> str:
    return "not judged" if score is None else f"{score:.3f}"
