"""Number formats, validations and charts from what a user of the app says of them."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from ..files.bookcells import SheetPart
from ..files.bookedit import Workbook
from ..files.bookrules import validation
from ..files.bookxml import escaped, etree, items, main, remove, section
from ..files.bookyaml import FORMATS, ChartSpec, Validation
from ..files.cellrefs import Area, BadReference, parse_area, parse_cell, split_sheet
from .base import ToolError
from .sheetscalls import MAX_CHOICES, MAX_MESSAGE, ChartArguments, ValidateArguments
from .sheetsview import find_range


def format_code(text: str) -> str:
    """A number format by what somebody calls it: a word such as money, or as spreadsheets write it.

    Raises:
        ToolError: It is none.
    """
    known = FORMATS.get(text.casefold())
    if known is not None:
        return known
    if len(text) > 200 or not re.search(r"[0#?@ymdhs]|General", text, re.IGNORECASE) or text.count('"') % 2:
        raise ToolError("invalid", f"{text!r} is no number format", "Such as #,##0.00, 0.0%, d mmm yyyy, @.")
    return text


def add_validation(book: Workbook, sheet: SheetPart, area: Area, args: ValidateArguments) -> None:
    """Put a rule on a range in place of those that are there.

    Raises:
        ToolError: Its values don't fit it.
    """
    root = book.package.touch(sheet.part)
    for one in items(root, "dataValidations"):
        kept = [rest for text in str(one.get("sqref")).split() for rest in _without(parse_area(text), area)]
        if kept:
            one.set("sqref", " ".join(map(str, kept)))
        else:
            remove(one)
    if args.allow != "any":
        made = etree.fromstring(_xml(_rule(area, args)))
        section(root, "dataValidations").append(made)
    listed = root.find(main("dataValidations"))
    if listed is not None:
        listed.set("count", str(len(listed)))
        if not len(listed):
            root.remove(listed)


def _xml(rule: Validation) -> bytes:
    import importlib

    writing: Any = importlib.import_module("openpyxl.xml.functions")
    made = validation(rule).to_tree("dataValidation")
    made.set("xmlns", main("").strip("{}"))
    return writing.tostring(made)


def _rule(area: Area, args: ValidateArguments) -> Validation:
    if len(args.values) > MAX_CHOICES or len(args.message) > MAX_MESSAGE:
        hint = f"At most {MAX_CHOICES} values, and {MAX_MESSAGE} characters of message."
        raise ToolError("invalid", "that is more than a rule holds", hint)
    values, message, span = [escaped(one) for one in args.values], escaped(args.message), str(area)
    if args.allow == "list":
        if not values:
            raise ToolError(
                "invalid", "a list needs its choices", 'values=["open", "closed"], or ["=Lists!$A$1:$A$9"].'
            )
        if len(values) == 1 and values[0].startswith("="):
            return Validation(range=span, list=values[0], message=message)
        if sum(map(len, values)) + len(values) > 255 or any("," in one or '"' in one for one in values):
            raise ToolError(
                "invalid",
                "choices hold no comma or quote and 255 characters in all",
                "Put them into cells and give that range.",
            )
        return Validation(range=span, list=tuple(values), message=message)
    if len(values) != 2:
        raise ToolError("invalid", f"{args.allow} needs its lowest and highest value", 'values=["1", "100"]')
    try:
        if args.allow == "decimal":
            return Validation(range=span, decimal=(float(values[0]), float(values[1])), message=message)
        if args.allow == "date":
            low, high = (date.fromisoformat(one).isoformat() for one in values)
            return Validation(range=span, date=(low, high), message=message)
        bounds = (int(values[0]), int(values[1]))
    except ValueError:
        raise ToolError(
            "invalid", f"{values} are no bounds for {args.allow}", "Numbers, or dates such as 2025-03-14."
        ) from None
    if args.allow == "whole":
        return Validation(range=span, whole=bounds, message=message)
    return Validation(range=span, length=bounds, message=message)


def _without(area: Area, hole: Area) -> list[Area]:
    """What is left of a range without another."""
    top, left = max(area.top, hole.top), max(area.left, hole.left)
    bottom, right = min(area.bottom, hole.bottom), min(area.right, hole.right)
    if top > bottom or left > right:
        return [area]
    rest = [
        Area(area.top, area.left, top - 1, area.right),
        Area(bottom + 1, area.left, area.bottom, area.right),
        Area(top, area.left, bottom, left - 1),
        Area(top, right + 1, bottom, area.right),
    ]
    return [one for one in rest if one.top <= one.bottom and one.left <= one.right]


def chart_spec(book: Workbook, sheet: SheetPart, data: Area, args: ChartArguments) -> ChartSpec:
    """A chart as it is to be drawn.

    Raises:
        ToolError: Its ranges can't be drawn.
    """
    if data.height < 2 or data.size > 20_000 or data.width > 40:
        raise ToolError(
            "invalid",
            f"{data} can't be drawn",
            "Titles on top and at least one row below; at most 40 series.",
        )
    labels = None
    if args.labels:
        where, area = find_range(book, args.labels if "!" in args.labels else f"'{sheet.name}'!{args.labels}")
        if where.name != sheet.name or (area.width > 1 and area.height > 1):
            raise ToolError("invalid", "labels are one row or column of the same sheet", "Such as A2:A9.")
        labels = str(area)
    try:
        at = parse_cell(split_sheet(args.at)[1])
    except BadReference as error:
        raise ToolError("invalid", str(error)) from None
    from ..files.cellrefs import a1

    return ChartSpec(type=args.kind, title=escaped(args.title), data=str(data), labels=labels, at=a1(at))
