"""What is wrong with the formulas that an author wrote, said at the author's line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...personas.problems import AuthoringError, did_you_mean
from ...personas.source import LineMap
from .bookcalc import Outcome
from .bookformulas import readable, unsupported
from .bookyaml import BookSpec
from .cellrefs import Place, a1, tokens


@dataclass(frozen=True, slots=True)
class Written:
    """A formula and where its author wrote it."""

    sheet: str
    place: Place
    formula: str
    path: tuple[str | int, ...]


def faults(
    spec: BookSpec, lines: LineMap, formulas: Iterable[Written], outcome: Outcome
) -> list[AuthoringError]:
    """What is wrong with an author's formulas."""
    sheets = {sheet.name.casefold(): sheet.name for sheet in spec.sheets}
    names = {
        name.casefold(): name
        for sheet in spec.sheets
        for name in (*sheet.names, *([sheet.table] if sheet.table else []))
    }
    names |= {name.casefold(): name for name in spec.names}
    circular = set(outcome.circular)
    found: list[AuthoringError] = []
    for one in formulas:
        where = f"{one.sheet}!{a1(one.place)}"

        def fault(message: str, fix: str, one: Written = one) -> None:
            found.append(lines.error(one.path, message, fix, value=True))

        if not readable(one.formula):
            fault(
                f"`{one.formula}` in {where} is no formula",
                "Check its brackets, commas and operators; text stands in double quotes.",
            )
            continue
        for name in unsupported(one.formula):
            fault(
                f"the function {name} in {where} is unknown",
                "Use another; SUM, SUMIFS, INDEX, XLOOKUP, IF and 200 more are known.",
            )
        pieces = list(tokens(one.formula))
        bound = any(piece.body.upper() in ("LET", "LAMBDA") for piece in pieces if piece.kind == "function")
        for piece in pieces:
            if piece.sheet and piece.sheet.casefold() not in sheets and "[" not in piece.written:
                fault(
                    f"{where} refers to a sheet `{piece.sheet}` that doesn't exist",
                    did_you_mean(piece.sheet, sheets.values()) or f"There are {', '.join(sheets.values())}.",
                )
            elif (
                piece.kind == "name"
                and not bound
                and piece.body.upper() not in ("TRUE", "FALSE")
                and piece.body.casefold() not in names
            ):
                known = (
                    did_you_mean(piece.body, names.values())
                    or "Define it under `names:`, or put text in double quotes."
                )
                fault(f"`{piece.body}` in {where} is no defined name", known)
        if (one.sheet, one.place) in circular:
            fault(f"{where} refers to itself, directly or through other cells", "Break the circle.")
    return found
