"""Charts put into a workbook beside those that are there."""

from __future__ import annotations

import importlib
from typing import Any, Final

from .bookcells import SheetPart
from .bookparts import Package
from .bookrules import chart_of
from .bookxml import RELATIONS, etree, section
from .bookyaml import ChartSpec
from .cellrefs import parse_cell
from .packages import local

_DRAWING: Final = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
_ART: Final = "http://schemas.openxmlformats.org/drawingml/2006/main"
_CHART: Final = "http://schemas.openxmlformats.org/drawingml/2006/chart"
_WIDTH, _HEIGHT = 5_760_000, 3_060_000
"""16 by 8.5 cm in English metric units of 1/360,000 cm."""


def add_chart(package: Package, sheet: SheetPart, spec: ChartSpec) -> None:
    """Draw a chart over ranges of a sheet, on that sheet."""
    openpyxl: Any = importlib.import_module("openpyxl")
    writing: Any = importlib.import_module("openpyxl.xml.functions")
    scratch = openpyxl.Workbook().active
    scratch.title = sheet.name
    part = package.free_name("xl/charts/chart{}.xml")
    package.put(part, writing.tostring(chart_of(scratch, spec)._write()))
    package.describe(part, "application/vnd.openxmlformats-officedocument.drawingml.chart+xml")
    drawing = _drawing(package, sheet)
    link = package.relate(drawing, "chart", part)
    root = package.touch(drawing)
    numbers = [int(one.get("id", "0")) for one in root.iter() if str(one.tag).endswith("}cNvPr")]
    number = max(numbers, default=0) + 1
    row, column = parse_cell(spec.at)
    root.append(
        etree.fromstring(
            f'<xdr:oneCellAnchor xmlns:xdr="{_DRAWING}" xmlns:a="{_ART}"><xdr:from><xdr:col>{column - 1}</xdr:col>'
            f"<xdr:colOff>0</xdr:colOff><xdr:row>{row - 1}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from>"
            f'<xdr:ext cx="{_WIDTH}" cy="{_HEIGHT}"/><xdr:graphicFrame macro=""><xdr:nvGraphicFramePr>'
            f'<xdr:cNvPr id="{number}" name="Chart {number}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm>'
            f'<a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="{_CHART}">'
            f'<c:chart xmlns:c="{_CHART}" xmlns:r="{RELATIONS}" r:id="{link}"/></a:graphicData></a:graphic>'
            "</xdr:graphicFrame><xdr:clientData/></xdr:oneCellAnchor>"
        )
    )


def _drawing(package: Package, sheet: SheetPart) -> str:
    """The part that holds a sheet's drawings, made if there is none."""
    for link in package.relations(sheet.part):
        if link.type == "drawing" and link.target in package:
            return link.target
    part = package.free_name("xl/drawings/drawing{}.xml")
    package.put(part, f'<xdr:wsDr xmlns:xdr="{_DRAWING}" xmlns:a="{_ART}"/>'.encode())
    package.describe(part, "application/vnd.openxmlformats-officedocument.drawing+xml")
    link = package.relate(sheet.part, "drawing", part)
    section(package.touch(sheet.part), "drawing").set(f"{{{RELATIONS}}}id", link)
    return part


def charts(package: Package, sheet: SheetPart) -> list[str]:
    """The charts on a sheet, each as its kind and the ranges it draws."""
    found: list[str] = []
    for link in package.relations(sheet.part):
        if link.type != "drawing" or link.target not in package:
            continue
        for inner in package.relations(link.target):
            if inner.type == "chart" and inner.target in package:
                root = package.tree(inner.target)
                kinds = [local(one) for one in root.iter() if local(one).endswith("Chart")]
                ranges = [one.text or "" for one in root.iter(f"{{{_CHART}}}f")]
                kind = kinds[0].removesuffix("Chart") if kinds else "other"
                found.append(f"{kind} of {', '.join(dict.fromkeys(ranges))}")
    return found
