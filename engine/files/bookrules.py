"""Validations, conditional formats and charts, from what an author or an app's user says of them."""

from __future__ import annotations

import importlib
import re
from datetime import date
from typing import Any, Final

from .bookyaml import ChartSpec, Highlight, Validation
from .cellrefs import parse_area
from .cellvalues import serial
from .shown import shown


def validation(rule: Validation) -> Any:
    """A rule of what may be typed, for the library."""
    DataValidation: Any = importlib.import_module("openpyxl.worksheet.datavalidation").DataValidation  # noqa: N806

    def bounds(kind: str, low: object, high: object) -> Any:
        return DataValidation(type=kind, operator="between", formula1=str(low), formula2=str(high))

    if rule.list is not None:
        choices = (
            rule.list if isinstance(rule.list, str) else '"' + ",".join(shown(one) for one in rule.list) + '"'
        )
        made = DataValidation(type="list", formula1=choices.removeprefix("="), allow_blank=True)
    elif rule.whole is not None:
        made = bounds("whole", *rule.whole)
    elif rule.decimal is not None:
        made = bounds("decimal", *rule.decimal)
    elif rule.date is not None:
        made = bounds("date", *(serial(date.fromisoformat(one)) for one in rule.date))
    elif rule.length is not None:
        made = bounds("textLength", *rule.length)
    else:
        made = DataValidation(type="custom", formula1=(rule.formula or "").removeprefix("="))
    made.allow_blank = True
    made.showErrorMessage = True
    if rule.message:
        made.error, made.prompt, made.showInputMessage = rule.message, rule.message, True
    made.add(rule.range)
    return made


_COMPARED: Final = {
    ">": "greaterThan", ">=": "greaterThanOrEqual", "<": "lessThan", "<=": "lessThanOrEqual", "=": "equal",
    "<>": "notEqual",
}  # fmt: skip


def highlight(rule: Highlight) -> Any:
    """A conditional format, for the library."""
    rules: Any = importlib.import_module("openpyxl.formatting.rule")
    from openpyxl.styles import Font, PatternFill

    look: dict[str, Any] = {"fill": PatternFill(bgColor=rule.fill, fill_type="solid")}
    if rule.bold:
        look["font"] = Font(bold=True)
    when = rule.when.strip()
    between = re.fullmatch(r"between\s+(\S+)\s+and\s+(\S+)", when, re.IGNORECASE)
    compared = re.fullmatch(r"(<=|>=|<>|<|>|=)\s*(.+)", when)
    contains = re.fullmatch(r"contains\s+(.+)", when, re.IGNORECASE)
    if between:
        return rules.CellIsRule(operator="between", formula=[between[1], between[2]], **look)
    if contains:
        top = rule.range.partition(":")[0]
        text = contains[1].strip('"').replace('"', '""')
        return rules.FormulaRule(formula=[f'ISNUMBER(SEARCH("{text}",{top}))'], **look)
    if compared and not (compared[1] == "=" and re.search(r"[<>=(]", compared[2])):
        return rules.CellIsRule(operator=_COMPARED[compared[1]], formula=[compared[2]], **look)
    return rules.FormulaRule(formula=[when.removeprefix("=")], **look)


def chart_of(sheet: Any, spec: ChartSpec) -> Any:
    """A chart over ranges of a sheet."""
    from openpyxl.chart import BarChart, LineChart, PieChart, Reference

    made: Any = {"line": LineChart, "pie": PieChart}.get(spec.type, BarChart)()
    if spec.type in ("bar", "column"):
        made.type = "bar" if spec.type == "bar" else "col"
    data = parse_area(spec.data)
    made.add_data(
        Reference(sheet, min_col=data.left, min_row=data.top, max_col=data.right, max_row=data.bottom),
        titles_from_data=True,
    )
    if spec.labels:
        labels = parse_area(spec.labels)
        made.set_categories(
            Reference(
                sheet, min_col=labels.left, min_row=labels.top, max_col=labels.right, max_row=labels.bottom
            )
        )
    made.title = spec.title or None
    if spec.type != "pie":
        # without this, axes are written as deleted and readers draw none
        made.x_axis.delete = False
        made.y_axis.delete = False
        if data.width == 1:
            made.legend = None
    made.width, made.height = 16, 8.5
    return made
