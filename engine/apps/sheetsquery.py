"""Rows picked out of a range by conditions, and put in order: what filters and sorting ask of cells."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from ..files.cellrefs import Area, Place
from ..files.cellvalues import CellError, Value
from .base import ToolError
from .sheetstyping import constant
from .sheetsview import find_column

_WHERE = re.compile(
    r"(?P<column>.+?)\s*(?P<sign>>=|<=|<>|!=|==|=|>|<|\bnot contains\b|\bcontains\b|\bstarts with\b|\bis not empty\b|"
    r"\bis empty\b|\bis not\b|\bis\b)\s*(?P<value>.*)",
    re.IGNORECASE | re.DOTALL,
)
_WORDS = {"is": "=", "==": "=", "is not": "<>", "!=": "<>"}

Test: TypeAlias = Callable[[Value, str], bool]
"""Takes a cell's value and how it is shown."""


class Condition(NamedTuple):
    """A column's number and what its cells must be."""

    column: int
    holds: Test


def parse_condition(text: str, heads: Sequence[str], area: Area) -> Condition:
    """A condition such as ``Amount >= 1000``.

    Raises:
        ToolError: It is none, or names no column.
    """
    found = _WHERE.fullmatch(text.strip())
    if found is None:
        raise ToolError(
            "invalid",
            f"{text!r} is no condition",
            "Write a title, one of = <> > >= < <= contains, not contains, starts with, is empty, and a value.",
        )
    column = find_column(found["column"], heads, area)
    sign = _WORDS.get(found["sign"].lower(), found["sign"].lower())
    return Condition(column, _test(sign, found["value"].strip().strip("\"'")))


def _test(sign: str, wanted: str) -> Test:
    fold = wanted.casefold()
    if sign == "is empty":
        return lambda value, shown: not shown.strip()
    if sign == "is not empty":
        return lambda value, shown: bool(shown.strip())
    if sign == "contains":
        return lambda value, shown: fold in shown.casefold()
    if sign == "not contains":
        return lambda value, shown: fold not in shown.casefold()
    if sign == "starts with":
        return lambda value, shown: shown.casefold().startswith(fold)
    number = constant(wanted)

    def compared(value: Value, shown: str) -> int | None:
        """Below, at or above what is wanted; ``None`` if the two can't be compared."""
        if isinstance(number, bool) or isinstance(value, bool):
            return 0 if shown.casefold() == fold else None
        if isinstance(number, int | float):
            # the tolerance forgives what a decimal loses as a binary fraction
            if isinstance(value, int | float):
                close = abs(value - number) <= 1e-9 * max(1.0, abs(number))
                return 0 if close else -1 if value < number else 1
            return None
        text = shown.strip().casefold()
        return 0 if text == fold else None if not text else -1 if text < fold else 1

    def test(value: Value, shown: str) -> bool:
        order = compared(value, shown)
        if sign == "<>":
            return order != 0
        if order is None:
            return False
        return {"=": order == 0, ">": order > 0, ">=": order >= 0, "<": order < 0, "<=": order <= 0}[sign]

    return test


def ordered(
    rows: Sequence[int], keys: Sequence[tuple[int, bool]], values: Mapping[Place, Value]
) -> list[int]:
    """Rows sorted as spreadsheets do: numbers, texts, truth values, errors; empty cells last whichever way.

    Args:
        rows: Their numbers; rows alike in all keys stay in order.
        keys: (column, descending), the most important first.
        values: The cells.
    """
    result = list(rows)
    for column, descending in reversed(keys):
        filled = [row for row in result if values.get((row, column)) not in (None, "")]
        empty = [row for row in result if values.get((row, column)) in (None, "")]
        filled.sort(key=lambda row: _rank(values.get((row, column))), reverse=descending)
        result = filled + empty
    return result


def _rank(value: Value) -> tuple[int, float, str]:
    if isinstance(value, bool):
        return 2, float(value), ""
    if isinstance(value, int | float):
        return 0, float(value), ""
    return (3, 0.0, "") if isinstance(value, CellError) else (1, 0.0, str(value).casefold())
