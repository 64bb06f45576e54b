"""Whether a workbook's own rules let something be typed into a cell; rules that need computing are not judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from .bookcells import SheetPart, resolve
from .bookedit import Typed, Workbook
from .bookxml import items, main
from .cellrefs import Area, BadReference, Place, a1, parse_area, quote
from .cellvalues import Value
from .shown import shown

_NUMBERS: Final = ("whole", "decimal", "date", "time")
_WORDS: Final = {
    "between": "between {} and {}",
    "notBetween": "not between {} and {}",
    "equal": "equal to {}",
    "notEqual": "other than {}",
    "greaterThan": "above {}",
    "lessThan": "below {}",
    "greaterThanOrEqual": "at least {}",
    "lessThanOrEqual": "at most {}",
}


@dataclass(frozen=True, slots=True)
class _Rule:
    areas: tuple[Area, ...]
    kind: str
    operator: str
    bounds: tuple[str, ...]
    blank: bool
    message: str


def check_typed(book: Workbook, sheet: SheetPart, cells: Mapping[Place, Typed]) -> None:
    """Refuse what a validation of the sheet doesn't allow, as spreadsheets do at the keyboard.

    Raises:
        BadReference: Something isn't allowed; the message says where, and what is.
    """
    rules = list(_rules(book, sheet))
    for place, typed in cells.items() if rules else ():
        if typed.formula or typed.value is None:
            continue
        for rule in rules:
            if any(area.holds(place) for area in rule.areas):
                wanted = _refused(book, sheet, rule, typed.value)
                if wanted:
                    given = shown(typed.value, typed.format or "General")
                    said = f" ({rule.message})" if rule.message else ""
                    raise BadReference(f"{a1(place)} takes {wanted}, not {given[:60]!r}{said}")


def _rules(book: Workbook, sheet: SheetPart) -> Iterator[_Rule]:
    for one in items(book.package.tree(sheet.part), "dataValidations"):
        if one.get("showErrorMessage") not in ("1", "true") or one.get("errorStyle", "stop") != "stop":
            continue
        bounds = (_text(one, name) for name in ("formula1", "formula2"))
        yield _Rule(
            tuple(parse_area(area) for area in str(one.get("sqref")).split()),
            str(one.get("type", "none")),
            str(one.get("operator", "between")),
            tuple(bound for bound in bounds if bound),
            one.get("allowBlank") in ("1", "true"),
            str(one.get("error", "")),
        )


def _text(rule: Any, name: str) -> str:
    found = rule.find(main(name))
    return str(found.text or "") if found is not None else ""


def _refused(book: Workbook, sheet: SheetPart, rule: _Rule, value: Value) -> str:
    """What the rule wants instead; empty if it is content or can't be judged without computing."""
    if rule.kind == "list":
        choices = _choices(book, sheet, rule.bounds[0] if rule.bounds else "")
        if choices is None or shown(value).casefold() in (one.casefold() for one in choices):
            return ""
        return f"one of {', '.join(choices[:12])}"
    if rule.kind not in (*_NUMBERS, "textLength"):
        return ""
    try:
        bounds = [float(one) for one in rule.bounds]
    except ValueError:
        return ""
    if not bounds or (rule.operator in ("between", "notBetween") and len(bounds) < 2):
        return ""
    form = "d mmm yyyy" if rule.kind == "date" else "General"
    what = {"whole": "a whole number ", "textLength": "a text whose length is ", "date": "a date "}
    wanted = what.get(rule.kind, "a number ") + _WORDS[rule.operator].format(
        *(shown(one, form) for one in bounds)
    )
    number = len(shown(value)) if rule.kind == "textLength" else value
    if isinstance(number, bool) or not isinstance(number, int | float):
        return wanted
    if rule.kind == "whole" and number != int(number):
        return wanted
    return "" if _holds(rule.operator, number, bounds) else wanted


def _holds(operator: str, number: float, bounds: list[float]) -> bool:
    low = bounds[0]
    match operator:
        case "between":
            return low <= number <= bounds[1]
        case "notBetween":
            return not low <= number <= bounds[1]
        case "equal":
            return number == low
        case "notEqual":
            return number != low
        case "greaterThan":
            return number > low
        case "lessThan":
            return number < low
        case "greaterThanOrEqual":
            return number >= low
        case _:
            return number <= low


def _choices(book: Workbook, sheet: SheetPart, source: str) -> list[str] | None:
    """What a list offers; ``None`` if that must be computed."""
    if source.startswith('"'):
        return [one.strip() for one in source.strip('"').split(",")]
    named = {name.casefold(): meaning for name, _, meaning in book.contents.names}
    source = named.get(source.casefold(), source)
    try:
        where, area = resolve(
            source if "!" in source else f"{quote(sheet.name)}!{source}", list(book.contents.sheets)
        )
    except BadReference:
        return None
    cells = book.contents.sheets[where]
    found = [cells[place].value for place in area.places() if place in cells]
    return [shown(one) for one in found if one is not None]
