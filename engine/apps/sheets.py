"""Spreadsheets: real .xlsx workbooks on the drive, really computed; .csv files can be read as one."""

from __future__ import annotations

from typing import Any

from ..files.bookcharts import add_chart
from ..files.bookedit import Typed, Workbook, absolute
from ..files.booknotes import notes, write_note
from ..files.booksheets import add_sheet, check_name, copy_sheet, delete_sheet, rename_sheet
from ..files.cellrefs import MAX_COLUMN, MAX_ROW, Area, Place, parse_cell, tokens
from ..files.cellshifts import Shift
from . import effort
from .base import Acting, App, ToolError, tool
from .pages import PART, page_of
from .premises import Premises
from .sheetscalls import (
    MAX_CELLS,
    MAX_COMMENT,
    MAX_CONDITIONS,
    MAX_FORMATTED,
    MAX_KEYS,
    MAX_LINES,
    MAX_SORTED,
    MAX_WIDTH,
    ChartArguments,
    CommentArguments,
    CreateArguments,
    Edited,
    FilterArguments,
    FindArguments,
    FormatArguments,
    Hits,
    LinesArguments,
    NameArguments,
    PathArguments,
    ReadArguments,
    Rows,
    SheetArguments,
    Sheets,
    SortArguments,
    ValidateArguments,
    View,
    WriteArguments,
)
from .sheetsdesk import Desk
from .sheetsedit import create, editing
from .sheetsquery import ordered, parse_condition
from .sheetsrules import add_validation, chart_spec, format_code
from .sheetstyping import entering, typed
from .sheetsview import (
    Grid,
    blocks,
    cell_name,
    cut,
    find_column,
    find_lines,
    find_range,
    header,
    name_of,
    titles,
)


def _studying(args: Any, result: Any) -> int:
    return effort.HANDLING + effort.studying(result.words)


def _typing(args: Any, result: Any) -> int:
    if isinstance(args, WriteArguments):
        try:
            return entering(args.rows, parse_cell(args.at.rpartition("!")[2]))
        except ValueError:
            pass
    return entering(args.rows)


class SheetsApp(App):
    """Workbooks under the hands of one person at a time; nobody loses another's change."""

    name = "sheets"

    def __init__(self, premises: Premises) -> None:
        self._premises = premises
        self._desk = Desk(premises)

    # Reading ---------------------------------------------------------------------------------------------------------

    @tool("read", effort=effort.listing, cause="searching")
    async def list(self, acting: Acting, args: PathArguments) -> Sheets:
        """List a workbook's sheets and names, and what is in them."""
        opened = self._desk.open(acting, args.path)
        return Sheets(
            path=opened.path,
            version=opened.version,
            sheets=[self._desk.row(opened.grid, sheet) for sheet in opened.book.sheets[:40]],
            names=[f"{name} = {meaning}" for name, _, meaning in opened.book.contents.names[:40]],
            more="read a sheet for the rest" if len(opened.book.sheets) > 40 else "",
        )

    @tool("read", effort=_studying, cause="reading")
    async def read(self, acting: Acting, args: ReadArguments) -> View:
        """Read cells as shown, with formulas in braces on request."""
        opened = self._desk.open(acting, args.path)
        sheet, area = find_range(opened.book, args.range)
        used = opened.grid.used(sheet)
        said = self._desk.said(opened.book, sheet, area)
        lines = opened.grid.lines(sheet, area, formulas=args.formulas)
        shown, following = cut(lines, PART - sum(map(len, said)))
        more = ""
        if following:
            more = f"range={name_of(sheet, Area(following, area.left, area.bottom, area.right))}"
        new = self._desk.read(
            acting, opened, [*blocks(sheet.name, shown), *((one, effort.count_words(one)) for one in said)]
        )
        what = f"used in {used}" if used else "empty"
        note = "" if shown else f"Nothing stands there; {sheet.name} is {what}."
        return View(
            path=opened.path,
            version=opened.version,
            range=name_of(sheet, area),
            text="\n".join([header(area), *(line.text for line in shown)]) if shown else "",
            comments=said,
            note=note,
            more=more,
            seen=bool(shown) and not new,
            words=new,
        )

    @tool("read", effort=effort.listing, cause="searching")
    async def find(self, acting: Acting, args: FindArguments) -> Hits:
        """Find a text in all sheets."""
        if not args.text:
            raise ToolError("invalid", "there is no text to find", "Give text=…")
        opened = self._desk.open(acting, args.path)
        wanted = args.text.casefold()
        hits: list[str] = []
        for sheet in opened.book.sheets:
            for place in sorted(opened.grid.values[sheet.name]):
                text = opened.grid.text(sheet, place, formulas=args.formulas)
                if wanted in text.casefold():
                    hits.append(f"{cell_name(sheet, place)}: {' '.join(text.split())[:120]}")
        cells, more = page_of(hits, args.page)
        return Hits(path=opened.path, version=opened.version, found=len(hits), cells=[*cells], more=more)

    @tool("read", effort=_studying, cause="reading")
    async def filter(self, acting: Acting, args: FilterArguments) -> View:
        """See the rows of a range that meet conditions; the file stays as it is."""
        opened = self._desk.open(acting, args.path)
        sheet, area = find_range(opened.book, args.range)
        grid = opened.grid
        heads = titles(grid, sheet, area)
        if not 1 <= len(args.where) <= MAX_CONDITIONS:
            raise ToolError("invalid", f"{len(args.where)} conditions: give 1 to {MAX_CONDITIONS}")
        conditions = [parse_condition(one, heads, area) for one in args.where]
        columns = [find_column(one, heads, area) for one in args.columns]
        values = grid.values[sheet.name]
        body = Area(area.top + 1, area.left, max(area.bottom, area.top + 1), area.right)
        met = [
            line
            for line in grid.lines(sheet, body)
            if all(
                one.holds(values.get((line.row, one.column)), grid.text(sheet, (line.row, one.column)))
                for one in conditions
            )
        ]
        if columns:
            met = [self._desk.picked(grid, sheet, line.row, columns) for line in met]
        shown, following = cut(met)
        new = self._desk.read(acting, opened, blocks(sheet.name, shown))
        picked = [heads[one - area.left] for one in columns] if columns else heads
        rest = len(met) - len(shown)
        return View(
            path=opened.path,
            version=opened.version,
            range=name_of(sheet, area),
            text="\n".join([f"{area.top}: {' | '.join(picked)}", *(line.text for line in shown)]),
            note=f"{len(met)} of {body.height} rows",
            more=f"{rest} more: name fewer columns, or a range from row {following}" if following else "",
            seen=bool(shown) and not new,
            words=new,
        )

    # Writing ---------------------------------------------------------------------------------------------------------

    @tool("write", effort=_typing, cause="writing")
    async def create(self, acting: Acting, args: CreateArguments) -> Edited:
        """Create a workbook, empty, with rows, or from a .csv file."""
        return create(self._desk, acting, args.path, args.sheet, args.rows, args.csv)

    @tool("write", effort=_typing, cause="writing")
    async def write(self, acting: Acting, args: WriteArguments) -> Edited:
        """Write cells, and see what the formulas give."""
        with editing(self._desk, acting, args) as edit:
            sheet, start = edit.start(args.at)
            return edit.type(sheet, self._typed(edit.book, args.rows, start))

    @tool("write", effort=effort.handling)
    async def insert(self, acting: Acting, args: LinesArguments) -> Edited:
        """Insert empty rows or columns before those named; formulas shift."""
        return self._shift(acting, args, delete=False)

    @tool("write", effort=effort.handling)
    async def delete(self, acting: Acting, args: LinesArguments) -> Edited:
        """Delete rows or columns; formulas shift."""
        return self._shift(acting, args, delete=True)

    @tool("write", effort=effort.handling)
    async def sort(self, acting: Acting, args: SortArguments) -> Edited:
        """Sort the rows of a range."""
        with editing(self._desk, acting, args) as edit:
            sheet, area = find_range(edit.book, args.range)
            _bound(area, MAX_SORTED)
            if not 1 <= len(args.by) <= MAX_KEYS:
                raise ToolError("invalid", f"by {len(args.by)} columns: give 1 to {MAX_KEYS}")
            values = edit.book.remembered()
            grid = Grid(edit.book, values) if values is not None else self._desk.grid(edit.book, acting)
            heads = titles(grid, sheet, area) if args.header else []
            keys = [
                (find_column(one.lstrip("-"), heads, area), one.startswith("-"))
                for one in map(str.strip, args.by)
            ]
            rows = range(area.top + bool(args.header), area.bottom + 1)
            if not rows:
                raise ToolError("invalid", f"{area} has no rows to sort")
            order = ordered(rows, keys, grid.values[sheet.name])
            moves = dict(zip(order, rows, strict=True))
            edit.change(
                lambda: edit.book.sort(sheet, moves, area.left, area.right),
                lambda where, at: [(where, (moves.get(at[0], at[0]) if _inside(area, at) else at[0], at[1]))],
            )
            return edit.save(name_of(sheet, area))

    @tool("write", effort=effort.handling)
    async def format(self, acting: Acting, args: FormatArguments) -> Edited:
        """Change how cells look."""
        with editing(self._desk, acting, args) as edit:
            sheet, area = find_range(edit.book, args.range)
            looks: dict[str, str | bool | None] = {
                "number_format": format_code(args.number_format) if args.number_format else None,
                "bold": args.bold,
                "fill": _colour(args.fill),
                "align": args.align,
                "wrap": args.wrap,
            }
            looks = {name: one for name, one in looks.items() if one is not None}
            if not looks and args.width is None:
                raise ToolError(
                    "invalid", "nothing to change is given", "Give number_format, bold, fill, width …"
                )
            if looks:
                _bound(area, MAX_FORMATTED)
                edit.change(lambda: edit.book.restyle(sheet, area, **looks))
            if args.width is not None:
                if not 1 <= args.width <= MAX_WIDTH:
                    raise ToolError(
                        "invalid", f"width={args.width}: columns are 1 to {MAX_WIDTH} characters wide"
                    )
                edit.book.widen(sheet, area.left, area.right, args.width)
            return edit.save(name_of(sheet, area))

    @tool("write", effort=effort.handling)
    async def name_(self, acting: Acting, args: NameArguments) -> Edited:
        """Give a range a name that formulas can use."""
        with editing(self._desk, acting, args) as edit:
            known = [name for name, scope, _ in edit.book.contents.names if not scope]
            if not args.range:
                if args.name.casefold() not in (one.casefold() for one in known):
                    raise ToolError(
                        "not_found", f"there is no name {args.name!r}", f"Names: {', '.join(known)}."
                    )
                edit.book.define(args.name, "")
                return edit.save()
            kinds = [one.kind for one in tokens(args.name)]
            if kinds != ["name"] or len(args.name) > 255 or args.name.upper() in ("R", "C", "TRUE", "FALSE"):
                raise ToolError(
                    "invalid", f"{args.name!r} can't be a name", "Letters, digits, _ and .; not like a cell."
                )
            sheet, area = find_range(edit.book, args.range)
            edit.book.define(args.name, absolute(sheet.name, area))
            return edit.save(name_of(sheet, area))

    @tool("write", effort=effort.wording, cause="writing")
    async def comment(self, acting: Acting, args: CommentArguments) -> Edited:
        """Comment on a cell, below what others said there; @name mentions somebody."""
        with editing(self._desk, acting, args) as edit:
            sheet, place = edit.cell(args.cell)
            me = self._premises.people.name(acting.person)
            text = args.text.strip()
            if len(text) > MAX_COMMENT:
                raise ToolError("invalid", f"a comment has at most {MAX_COMMENT:,} characters")
            if text:
                before = next((one for one in notes(edit.book.package, sheet) if one.place == place), None)
                whole = f"{before.text}\n{me}: {text}" if before is not None else text
                write_note(
                    edit.book.package, sheet, place, before.author if before is not None else me, whole
                )
            else:
                write_note(edit.book.package, sheet, place, "", "")
            called = self._desk.called(acting, args.path, text)
            edited = edit.save(cell_name(sheet, place))
            self._desk.mention(acting, edited.path, text, called)
            return edited

    @tool("write", effort=effort.handling)
    async def validate(self, acting: Acting, args: ValidateArguments) -> Edited:
        """Say what may be typed into a range; any removes the rule."""
        with editing(self._desk, acting, args) as edit:
            sheet, area = find_range(edit.book, args.range)
            add_validation(edit.book, sheet, area, args)
            return edit.save(name_of(sheet, area))

    @tool("write", effort=effort.handling)
    async def chart(self, acting: Acting, args: ChartArguments) -> Edited:
        """Draw a chart on the sheet that its data are on."""
        with editing(self._desk, acting, args) as edit:
            sheet, area = find_range(edit.book, args.data)
            add_chart(edit.book.package, sheet, chart_spec(edit.book, sheet, area, args))
            return edit.save(name_of(sheet, area))

    @tool("write", effort=effort.handling)
    async def sheet(self, acting: Acting, args: SheetArguments) -> Edited:
        """Add, rename, copy or delete a sheet."""
        with editing(self._desk, acting, args) as edit:
            book = edit.book
            name = args.name.strip()
            if args.action != "delete" and not name:
                raise ToolError("invalid", f"{args.action} needs a name", "Give name=…")
            if args.action == "add":
                edit.change(lambda: add_sheet(book.package, name))
                return edit.save(check_name(book.package, name, name))
            if not args.sheet.strip():
                raise ToolError("invalid", f"say which sheet to {args.action}", "Give sheet=…")
            sheet = edit.sheet(args.sheet)
            if args.action == "rename":
                edit.change(
                    lambda: rename_sheet(book.package, sheet, name),
                    lambda where, at: [(name if where == sheet.name else where, at)],
                )
            elif args.action == "copy":
                edit.change(
                    lambda: copy_sheet(book.package, sheet, name),
                    lambda where, at: [(where, at), (name, at)] if where == sheet.name else [(where, at)],
                )
            else:
                edit.change(lambda: delete_sheet(book.package, sheet))
            return edit.save(name)

    # Shared ----------------------------------------------------------------------------------------------------------

    def _typed(self, book: Workbook, rows: Rows, start: Place) -> dict[Place, Typed]:
        count = sum(map(len, rows))
        if not count:
            raise ToolError(
                "invalid", "there are no cells to write", 'rows=[["Item", 12.5], ["Total", "=SUM(B1:B1)"]]'
            )
        if count > MAX_CELLS:
            raise ToolError(
                "invalid", f"{count:,} cells are too many", f"Write at most {MAX_CELLS:,} in one call."
            )
        names = [sheet.name for sheet in book.sheets]
        cells: dict[Place, Typed] = {}
        for down, row in enumerate(rows):
            for across, entry in enumerate(row):
                place = (start[0] + down, start[1] + across)
                if place[0] > MAX_ROW or place[1] > MAX_COLUMN:
                    raise ToolError("invalid", f"a sheet ends at row {MAX_ROW:,} and column XFD")
                cells[place] = typed(entry, place, names)
        return cells

    def _shift(self, acting: Acting, args: LinesArguments, *, delete: bool) -> Edited:
        with editing(self._desk, acting, args) as edit:
            sheet, axis, first, last = find_lines(edit.book, args.lines)
            count = last - first + 1
            if count > MAX_LINES:
                raise ToolError(
                    "invalid", f"{count:,} {axis} are too many", f"At most {MAX_LINES:,} in one call."
                )
            shift = Shift(sheet.name, "rows" if axis == "rows" else "columns", first, count, delete)
            edit.change(lambda: edit.book.shift(sheet, shift), lambda where, at: _shifted(shift, where, at))
            return edit.save(args.lines)


def _inside(area: Area, place: Place) -> bool:
    return area.left <= place[1] <= area.right


def _shifted(shift: Shift, sheet: str, place: Place) -> list[tuple[str, Place]]:
    to = shift.place(place) if sheet == shift.sheet else place
    return [] if to is None else [(sheet, to)]


def _bound(area: Area, most: int) -> None:
    if area.size > most:
        raise ToolError("invalid", f"{area} is {area.size:,} cells", f"At most {most:,} in one call.")


def _colour(text: str | None) -> str | None:
    if text is None:
        return None
    code = text.strip().removeprefix("#").upper()
    if code in ("", "NONE"):
        return ""
    if len(code) != 6 or any(char not in "0123456789ABCDEF" for char in code):
        raise ToolError("invalid", f"{text!r} is no colour", "Six digits such as FFF2CC, or none.")
    return code
