"""A workbook with everything in it that an edit must not lose, parts included that no Python library writes."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from typing import Any

from tenure.engine.files.bookparts import Package
from tenure.engine.files.bookxml import etree, main, section
from tenure.engine.files.normal import normalise

_X14 = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"
_XM = "http://schemas.microsoft.com/office/excel/2006/main"
_THREADED = "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"
SPARKLINES = (
    f'<ext xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:x14="{_X14}" xmlns:xm="{_XM}" '
    'uri="{05C60535-1F16-4fd2-B633-F4F36F0B64E0}"><x14:sparklineGroups><x14:sparklineGroup type="line"><x14:sparklines>'
    "<x14:sparkline><xm:f>Data!B2:B7</xm:f><xm:sqref>F2</xm:sqref></x14:sparkline></x14:sparklines>"
    "</x14:sparklineGroup></x14:sparklineGroups></ext>"
)
SHAPE = (
    '<xdr:twoCellAnchor xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><xdr:from><xdr:col>9</xdr:col>'
    "<xdr:colOff>0</xdr:colOff>"
    "<xdr:row>20</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:to><xdr:col>11</xdr:col><xdr:colOff>0</xdr:colOff>"
    '<xdr:row>24</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to><xdr:sp macro="" textlink=""><xdr:nvSpPr>'
    '<xdr:cNvPr id="77" '
    'name="Draft stamp"/><xdr:cNvSpPr/></xdr:nvSpPr><xdr:spPr>'
    '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr>'
    "<xdr:txBody><a:bodyPr/><a:p><a:r><a:t>DRAFT</a:t></a:r></a:p></xdr:txBody></xdr:sp>"
    "<xdr:clientData/></xdr:twoCellAnchor>"
)


def rich() -> bytes:
    """Two sheets, ``Data`` and ``Model``."""
    openpyxl: Any = __import__("openpyxl")
    from openpyxl.chart import BarChart, LineChart, Reference
    from openpyxl.comments import Comment
    from openpyxl.formatting.rule import CellIsRule, ColorScaleRule
    from openpyxl.styles import Font, PatternFill
    from openpyxl.workbook.defined_name import DefinedName
    from openpyxl.worksheet.datavalidation import DataValidation
    from openpyxl.worksheet.table import Table

    book = openpyxl.Workbook()
    data = book.active
    data.title = "Data"
    data.append(["Line", "Amount", "Share", "Status"])
    for row in range(2, 8):
        data.append([f"Item {row}", row * 100.5, f"=B{row}/SUM($B$2:$B$7)", "open" if row % 2 else "closed"])
        data[f"B{row}"].number_format = "#,##0.00"
        data[f"C{row}"].number_format = "0.0%"
    data["A1"].font = Font(bold=True, color="FFFFFF")
    data["A1"].fill = PatternFill("solid", start_color="1F3864")
    data["B2"].comment = Comment("As surveyed", "Inês")
    data["C7"].comment = Comment("Last share", "Mei")
    data["A4"].hyperlink = "https://example.org/line"
    data.merge_cells("A10:C11")
    data["A10"] = "Notes to the figures"
    data.freeze_panes = "B2"
    data.auto_filter.ref = "A1:D7"
    data.column_dimensions["A"].width = 25
    data.row_dimensions[3].height = 33
    rule = DataValidation(type="list", formula1='"open,closed"', allow_blank=True)
    rule.add("D2:D7")
    data.add_data_validation(rule)
    data.conditional_formatting.add(
        "B2:B7", CellIsRule(operator="greaterThan", formula=["$B$3"], fill=PatternFill(bgColor="F8CBAD"))
    )
    data.conditional_formatting.add(
        "C2:C7", ColorScaleRule(start_type="min", start_color="FFFFFF", end_type="max", end_color="63BE7B")
    )
    chart = BarChart()
    chart.title = "Amounts"
    chart.add_data(Reference(data, min_col=2, min_row=1, max_row=7), titles_from_data=True)
    chart.set_categories(Reference(data, min_col=1, min_row=2, max_row=7))
    data.add_chart(chart, "H2")
    model = book.create_sheet("Model")
    model["A1"], model["B1"] = "Total", "=SUM(Data!B2:B7)"
    model["A2"], model["B2"] = "Rate", 0.05
    model["A3"], model["B3"] = "Due", "=B1*rate"
    model["A4"], model["B4"] = "Third", "=Data!B4"
    model["A5"], model["B5"] = "Table", "=SUM(Costs[Cost])"
    model["D1"], model["E1"] = "Head", "Cost"
    for row in range(2, 5):
        model[f"D{row}"], model[f"E{row}"] = f"Cost {row}", row * 7
    model.add_table(Table(displayName="Costs", ref="D1:E4"))
    line = LineChart()
    line.add_data(Reference(data, min_col=3, min_row=1, max_row=7), titles_from_data=True)
    model.add_chart(line, "A12")
    model.print_area = "A1:E9"
    book.defined_names["rate"] = DefinedName("rate", attr_text="Model!$B$2")
    book.defined_names["amounts"] = DefinedName("amounts", attr_text="Data!$B$2:$B$7")
    whole = io.BytesIO()
    book.save(whole)
    return _with_more(whole.getvalue())


def _with_more(data: bytes) -> bytes:
    """Add what the library can't: sparklines, a shape, rich text, a thread of comments, a part of somebody else's."""
    package = Package(data)
    sheet = "xl/worksheets/sheet1.xml"
    root = package.touch(sheet)
    section(root, "extLst").append(etree.fromstring(SPARKLINES))
    drawing = next(one.target for one in package.relations(sheet) if one.type == "drawing")
    package.touch(drawing).append(etree.fromstring(SHAPE))
    cell = next(one for one in root.iter(main("c")) if one.get("r") == "A5")
    for child in list(cell):
        cell.remove(child)
    cell.set("t", "inlineStr")
    rich_text = etree.fromstring(
        f'<is xmlns="{main("")[1:-1]}"><r><rPr><b/></rPr><t>Item</t></r><r><t xml:space="preserve"> 5</t></r></is>'
    )
    cell.append(rich_text)
    package.put(
        "xl/persons/person.xml",
        f'<personList xmlns="{_THREADED}"><person displayName="Mei Tan" id="{{P1}}"/></personList>'.encode(),
    )
    package.describe("xl/persons/person.xml", "application/vnd.ms-excel.person+xml")
    package.relate(
        package.workbook,
        "http://schemas.microsoft.com/office/2017/10/relationships/person",
        "xl/persons/person.xml",
    )
    thread = (
        f'<ThreadedComments xmlns="{_THREADED}"><threadedComment ref="C7" dT="2025-01-02T10:00:00.00" '
        'personId="{P1}" id="{T1}"><text>Last share, really?</text></threadedComment></ThreadedComments>'
    )
    package.put("xl/threadedComments/threadedComment1.xml", thread.encode())
    package.describe(
        "xl/threadedComments/threadedComment1.xml", "application/vnd.ms-excel.threadedcomments+xml"
    )
    package.relate(
        sheet,
        "http://schemas.microsoft.com/office/2017/10/relationships/threadedComment",
        "xl/threadedComments/threadedComment1.xml",
    )
    package.put("customXml/item1.xml", b"<matter number='2025-114'/>")
    package.describe_ending("xml", "application/xml")
    package.relate(package.workbook, "customXml", "customXml/item1.xml")
    return normalise("rich.xlsx", package.pack(), datetime(2025, 1, 2, tzinfo=UTC))
