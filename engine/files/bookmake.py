"""Builds the workbook that an author described, so that it looks like a professional's."""

from __future__ import annotations

import io
import re
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Any, Final

from .bookfaults import Written
from .bookrules import chart_of, highlight, validation
from .bookyaml import BookSpec, CellSpec, ColumnSpec, CommentSpec, Scalar, SheetSpec, Style
from .cellfunctions import prefixed
from .cellrefs import Place, a1, letters, parse_area, parse_cell, quote
from .cellvalues import serial
from .shown import is_date, shown

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

    Sheet = Worksheet

FONT: Final = "Calibri"
_LINE: Final = "BFBFBF"
_MIN_WIDTH, _MAX_WIDTH = 9.0, 48.0

_ISO: Final = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?")
_NUMBER: Final = re.compile(
    r"(\()?\s*([-+−])?\s*(?:[$€£]|[A-Z]{3}\s)?\s*([-+−])?(\d{1,3}(?:,\d{3})+|\d+)?(\.\d+)?\s*(%)?\s*(\))?"
)


def build(spec: BookSpec, *, author: str) -> tuple[bytes, list[Written]]:
    """The workbook's bytes, not yet computed, and its formulas."""
    from openpyxl import Workbook
    from openpyxl.workbook.defined_name import DefinedName

    book = Workbook()
    assert book.active is not None
    book.remove(book.active)
    book.properties.creator = author
    book.properties.lastModifiedBy = author
    book.properties.title = spec.title or None
    formulas: list[Written] = []
    for number, sheet in enumerate(spec.sheets):
        _Sheet(book, spec, sheet, number, author, formulas).build()
    for name, meaning in spec.names.items():
        book.defined_names[name] = DefinedName(name, attr_text=meaning.removeprefix("="))
    visible = next((n for n, sheet in enumerate(spec.sheets) if not sheet.hidden), 0)
    book.active = visible
    whole = io.BytesIO()
    book.save(whole)
    return whole.getvalue(), formulas


def value_of(value: Scalar, form: str | None) -> tuple[Any, str | None]:
    """What an author's value is in a cell, and the number format that it brings along if the author gave none."""
    if not isinstance(value, str) or form == "@":
        return (value if value is None or form != "@" else str(value)), None
    if value.startswith("'"):
        return value[1:], None
    iso = _ISO.fullmatch(value.strip())
    if iso:
        try:
            day = date(int(iso[1]), int(iso[2]), int(iso[3]))
            if iso[4] is None:
                return day, "d mmm yyyy"
            return datetime.combine(day, time(int(iso[4]), int(iso[5]), int(iso[6] or 0))), "d mmm yyyy hh:mm"
        except ValueError:
            return value, None
    if form and form != "General" and not is_date(form):
        number = number_in(value)
        if number is not None:
            return number, None
    return value, None


def number_in(text: str) -> int | float | None:
    """The number that a text reads as, with thousands, currency, percent or accountant's brackets; else ``None``."""
    found = _NUMBER.fullmatch(text.strip())
    if found is None or not (found[4] or found[5]) or bool(found[1]) != bool(found[7]):
        return None
    digits = (found[4] or "0").replace(",", "") + (found[5] or "")
    number: int | float = float(digits) if "." in digits else int(digits)
    if found[6]:
        number = float(digits) / 100
    return -number if found[1] or "-" in (found[2], found[3]) or "−" in (found[2], found[3]) else number


class _Sheet:
    """One sheet on its way into a workbook."""

    def __init__(
        self,
        book: Workbook,
        spec: BookSpec,
        sheet: SheetSpec,
        number: int,
        author: str,
        formulas: list[Written],
    ) -> None:
        self._book, self._spec, self._sheet = book, spec, sheet
        self._path: tuple[str | int, ...] = ("sheets", number)
        self._author = author
        self._formulas = formulas
        self._ws: Any = book.create_sheet(sheet.name)
        self._widths: dict[int, int] = {}
        self._top, self._left = parse_cell(sheet.at)
        self._titled = any(column.title for column in sheet.columns)
        self._first = self._top + self._titled
        self._last = self._first + len(sheet.rows) - 1

    def build(self) -> None:
        self._rows()
        self._totals()
        self._notes()
        for name, cell in self._sheet.cells.items():
            self._cell(name, cell)
        for name, style in self._sheet.styles.items():
            area = parse_area(name)
            for place in area.places():
                self._style(place, style)
        for name in self._sheet.merge:
            self._ws.merge_cells(name)
        self._extras()
        self._page()

    def _put(self, place: Place, value: Scalar, form: str | None, path: tuple[str | int, ...]) -> None:
        written, brought = value_of(value, form)
        cell = self._ws.cell(*place)
        if (
            isinstance(written, str)
            and written.startswith("=")
            and len(written) > 1
            and not (isinstance(value, str) and value.startswith("'"))
            and form != "@"
        ):
            cell.value = "=" + prefixed(written[1:])
            self._formulas.append(Written(self._sheet.name, place, written, (*self._path, *path)))
        elif isinstance(written, str):
            cell.value = written
            cell.data_type = "s"
        else:
            cell.value = written
        if brought is not None and (form is None or not is_date(form)):
            form = brought
        cell.number_format = form or "General"
        text = shown(serial(written) if isinstance(written, date) else written, cell.number_format)
        longest = 12 if text.startswith("=") else max(map(len, text.split("\n")))
        self._widths[place[1]] = max(self._widths.get(place[1], 0), longest)

    def _rows(self) -> None:
        from openpyxl.styles import Alignment, Border, Font, PatternFill, Side

        columns = self._sheet.columns
        wraps = any(column.wrap for column in columns)
        for n, column in enumerate(columns):
            if self._titled:
                cell = self._ws.cell(self._top, self._left + n, column.title)
                cell.data_type = "s"
                right = column.align == "right" or (column.align is None and self._numeric(n))
                if self._sheet.header:
                    cell.font = Font(name=FONT, size=11, bold=True, color="FFFFFF")
                    cell.fill = PatternFill("solid", start_color=self._spec.colour)
                    cell.alignment = Alignment(
                        horizontal="right" if right else "left",
                        vertical="center",
                        wrap_text=True,
                        indent=int(self._indented(n)),
                    )
                    cell.border = Border(bottom=Side("thin", color=self._spec.colour))
                word = max(map(len, column.title.split()), default=0)
                self._widths[self._left + n] = max(word, min(len(column.title), 14)) + 1
        for r, row in enumerate(self._sheet.rows):
            number = self._first + r
            for n in range(max(len(row), len(columns))):
                column = columns[n] if n < len(columns) else ColumnSpec()
                path: tuple[str | int, ...] = ("rows", r, n)
                value = row[n] if n < len(row) else None
                if value is None and column.formula is not None:
                    value, path = column.formula, ("columns", n, "formula")
                if isinstance(value, str) and value.startswith("="):
                    value = value.replace("{row}", str(number))
                self._put((number, self._left + n), value, column.format, path)
                cell = self._ws.cell(number, self._left + n)
                indented = self._indented(n)
                if column.align or wraps or indented:
                    cell.alignment = Alignment(
                        horizontal="left" if indented else column.align,
                        vertical="top" if wraps else None,
                        wrap_text=column.wrap or None,
                        indent=int(indented),
                    )
                if self._titled and self._sheet.header and self._sheet.table is None:
                    cell.border = Border(bottom=Side("hair", color=_LINE))

    def _numeric(self, n: int) -> bool:
        column = self._sheet.columns[n]
        if column.format and column.format != "@":
            return True
        values = [row[n] for row in self._sheet.rows if n < len(row) and row[n] is not None]
        return bool(values) and all(
            isinstance(one, int | float) and not isinstance(one, bool) for one in values
        )

    def _indented(self, n: int) -> bool:
        """Whether a column of text follows one of figures, which it would touch."""
        column = self._sheet.columns[n] if n < len(self._sheet.columns) else None
        return (
            column is not None
            and column.align is None
            and 0 < n < len(self._sheet.columns)
            and not self._numeric(n)
            and self._numeric(n - 1)
        )

    def _totals(self) -> None:
        from openpyxl.styles import Border, Font, Side

        columns = self._sheet.columns
        if not any(column.total for column in columns) or not self._sheet.rows:
            return
        row = self._last + 1
        for n, column in enumerate(columns):
            place = (row, self._left + n)
            if column.total:
                span = f"{letters(place[1])}{self._first}:{letters(place[1])}{self._last}"
                self._put(place, f"={column.total.upper()}({span})", column.format, ("columns", n, "total"))
            elif n == 0:
                self._put(place, "Total", None, ("columns", n))
            cell = self._ws.cell(*place)
            cell.font = Font(name=FONT, size=11, bold=True)
            cell.border = Border(top=Side("thin"), bottom=Side("double"))
        self._last = row

    def _notes(self) -> None:
        from openpyxl.styles import Font

        row = (
            max(self._last, self._top, *(parse_cell(one)[0] for one in self._sheet.cells), 0)
            if self._sheet.cells
            else max(self._last, self._top)
        )
        for n, note in enumerate(self._sheet.notes):
            cell = self._ws.cell(row + 2 + n, self._left, note)
            cell.data_type = "s"
            cell.font = Font(name=FONT, size=9, italic=True, color="595959")

    def _cell(self, name: str, cell: Scalar | CellSpec) -> None:
        place = parse_cell(name)
        if isinstance(cell, CellSpec):
            known = self._ws.cell(*place).number_format
            form = cell.format or (known if known != "General" else None)
            if cell.value is not None:
                self._put(place, cell.value, form, ("cells", name, "value"))
            self._style(place, cell)
            return
        column = place[1] - self._left
        columns = self._sheet.columns
        inside = self._first <= place[0] <= self._last and 0 <= column < len(columns)
        self._put(place, cell, columns[column].format if inside else None, ("cells", name))

    def _style(self, place: Place, style: Style) -> None:
        from openpyxl.styles import Alignment, Border, Font, PatternFill, Side

        cell = self._ws.cell(*place)
        if style.format:
            cell.number_format = style.format
        old = cell.font
        if style.bold is not None or style.italic is not None or style.colour or style.size:
            cell.font = Font(
                name=FONT,
                size=style.size or old.size,
                bold=style.bold if style.bold is not None else old.bold,
                italic=style.italic if style.italic is not None else old.italic,
                color=style.colour or old.color,
            )
        if style.fill:
            cell.fill = PatternFill("solid", start_color=style.fill)
        if style.align or style.wrap is not None:
            cell.alignment = Alignment(
                horizontal=style.align or cell.alignment.horizontal,
                vertical="top" if style.wrap else cell.alignment.vertical,
                wrap_text=style.wrap if style.wrap is not None else cell.alignment.wrap_text,
            )
        if style.border:
            thin, none = Side("thin", color="7F7F7F"), Side()
            box = style.border == "box"
            cell.border = Border(
                top=thin if box or style.border == "top" else none,
                bottom=thin if box or style.border == "bottom" else none,
                left=thin if box else none,
                right=thin if box else none,
            )

    def _extras(self) -> None:
        from openpyxl.comments import Comment
        from openpyxl.workbook.defined_name import DefinedName

        sheet, ws = self._sheet, self._ws
        for name, comment in sheet.comments.items():
            spec = comment if isinstance(comment, CommentSpec) else CommentSpec(text=comment)
            made = Comment(spec.text, spec.author or self._author or "Author")
            made.width, made.height = 260, 40 + 18 * (1 + len(spec.text) // 40)
            ws[name].comment = made
        for name, meaning in sheet.names.items():
            area = parse_area(meaning.rpartition("!")[2])
            top, bottom = f"${letters(area.left)}${area.top}", f"${letters(area.right)}${area.bottom}"
            span = top if area.size == 1 else f"{top}:{bottom}"
            self._book.defined_names[name] = DefinedName(name, attr_text=f"{quote(sheet.name)}!{span}")
        for rule in sheet.validations:
            ws.add_data_validation(validation(rule))
        for rule in sheet.highlights:
            ws.conditional_formatting.add(rule.range, highlight(rule))
        for chart in sheet.charts:
            ws.add_chart(chart_of(ws, chart), chart.at)
        if sheet.table is not None:
            from openpyxl.worksheet.table import Table, TableStyleInfo

            bottom = self._first + max(len(sheet.rows), 1) - 1
            span = f"{a1((self._top, self._left))}:{a1((bottom, self._left + len(sheet.columns) - 1))}"
            table = Table(displayName=sheet.table, ref=span)
            table.tableStyleInfo = TableStyleInfo("TableStyleMedium2", showRowStripes=True)
            ws.add_table(table)

    def _page(self) -> None:
        sheet, ws = self._sheet, self._ws
        for column, longest in self._widths.items():
            ws.column_dimensions[letters(column)].width = min(max(longest + 2.0, _MIN_WIDTH), _MAX_WIDTH)
        for n, column in enumerate(sheet.columns):
            if column.width is not None:
                ws.column_dimensions[letters(self._left + n)].width = column.width
        for name, width in sheet.widths.items():
            ws.column_dimensions[name].width = width
        if sheet.freeze is not None:
            ws.freeze_panes = sheet.freeze
        elif self._titled and sheet.rows:
            ws.freeze_panes = a1((self._first, 1))
        end = a1((max(self._first, self._last), self._left + max(len(sheet.columns), 1) - 1))
        if sheet.filter and sheet.table is None:
            ws.auto_filter.ref = f"{a1((self._top, self._left))}:{end}"
        if self._titled and sheet.rows:
            ws.print_title_rows = f"{self._top}:{self._top}"
        if self._titled and any(len(column.title) > 14 for column in sheet.columns):
            ws.row_dimensions[self._top].height = 32
        width = sum(ws.column_dimensions[letters(one)].width for one in self._widths)
        landscape = sheet.landscape if sheet.landscape is not None else bool(sheet.charts) or width > 95
        ws.page_setup.orientation = "landscape" if landscape else "portrait"
        ws.page_setup.paperSize = 9
        ws.page_setup.fitToWidth, ws.page_setup.fitToHeight = 1, 0
        ws.sheet_properties.pageSetUpPr.fitToPage = True
        ws.oddFooter.left.text, ws.oddFooter.right.text = "&A", "Page &P of &N"
        ws.oddHeader.left.text = self._spec.title.replace("&", "&&") or None
        ws.sheet_properties.tabColor = sheet.tab
        ws.sheet_state = "hidden" if sheet.hidden else "visible"
