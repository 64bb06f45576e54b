"""A workbook on somebody's desk: opened from the drive, read, edited against the version that was read, and saved."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final, TypeAlias

from ..files.bookcalc import Outcome
from ..files.bookcells import SheetPart
from ..files.bookcharts import charts
from ..files.bookedit import Typed, Workbook, blank
from ..files.booknotes import notes
from ..files.bookparts import BadWorkbook
from ..files.booksheets import check_name
from ..files.cellrefs import Area, BadReference, Place, unquote
from ..files.cellvalues import CellError
from ..office.events import Notice
from .base import Acting, ToolError
from .drivecomments import mentioned
from .pages import PART, shorten
from .premises import FileStore, OpenFile, Premises
from .readings import text_key
from .sheetscalls import MAX_CELLS, EditArguments, Edited, Entry, Rows, SheetRow
from .sheetstyping import typed
from .sheetsview import Grid, Line, block_of, blocks, cell_name, csv_rows, find_range, name_of

_KEPT: Final = 6
"""Computed workbooks that are kept at hand."""
_SHOWN: Final = 12
"""Cells that an edit's result shows."""
_NOTED: Final = 500
"""Rows of an edit that count as read."""


Moved: TypeAlias = Callable[[str, Place], Sequence[tuple[str, Place]]]


@dataclass(slots=True)
class Opened:
    """A file as opened: a workbook, or a .csv as if it were one."""

    path: str
    version: int
    book: Workbook
    grid: Grid


class Desk:
    """Opens and saves workbooks for the app."""

    def __init__(self, premises: Premises) -> None:
        self._premises = premises
        self._rehearsed: tuple[tuple[str, date], Outcome] | None = None
        self._kept: OrderedDict[tuple[str, str], tuple[Workbook, Grid]] = OrderedDict()

    @property
    def files(self) -> FileStore:
        """The drive.

        Raises:
            ToolError: The pack has none.
        """
        if self._premises.files is None:
            raise ToolError("unavailable", "there is no drive to keep workbooks on")
        return self._premises.files

    def open(self, acting: Acting, path: str) -> Opened:
        """A workbook or .csv file to read, computed as of now.

        Raises:
            ToolError: It isn't there, or is neither.
        """
        file = self.files.open(acting.person, path)
        wall = self._premises.calendar(acting.person).local(acting.at)
        key = (file.blob, wall.date().isoformat())
        kept = self._kept.get(key)
        if kept is None or kept[0].volatile:
            book = self._book(file)
            try:
                kept = (book, self.grid(book, acting))
            except BadWorkbook as error:
                raise ToolError("invalid", f"{file.path}: {error}") from None
            self._kept[key] = kept
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return Opened(file.path, file.version, *kept)

    def _book(self, file: OpenFile) -> Workbook:
        name = file.path.casefold()
        try:
            if name.endswith(".csv"):
                return _from_csv(file.data, file.path)
            if name.endswith((".xlsx", ".xlsm")):
                return Workbook(file.data)
        except BadWorkbook as error:
            raise ToolError(
                "invalid", f"{file.path} can't be opened: {error}", "An earlier version may be whole."
            ) from None
        raise ToolError("invalid", f"{file.path} is no workbook", "Sheets opens .xlsx and reads .csv.")

    def grid(self, book: Workbook, acting: Acting) -> Grid:
        """A workbook's values as of now."""
        return Grid(book, self.compute(book, acting).values)

    def compute(self, book: Workbook, acting: Acting) -> Outcome:
        """A workbook computed as of now."""
        wall = self._premises.calendar(acting.person).local(acting.at)
        return book.compute(at=wall, seed=self._premises.core.streams.seed)

    def computed(self, key: str, book: Workbook, acting: Acting) -> Outcome:
        """As `compute`; an edit that was rehearsed is not computed again when it is made."""
        day = self._premises.calendar(acting.person).local(acting.at).date()
        if self._rehearsed is not None and self._rehearsed[0] == (key, day) and key:
            return self._rehearsed[1]
        outcome = self.compute(book, acting)
        self._rehearsed = None if book.volatile else ((key, day), outcome)
        return outcome

    def now(self, acting: Acting) -> datetime:
        """Now, aware, for a file's dates."""
        start = datetime.fromisoformat(self._premises.calendar(acting.person).start)
        return start.astimezone(UTC) + timedelta(milliseconds=acting.at)

    def row(self, grid: Grid, sheet: SheetPart) -> SheetRow:
        """What a sheet holds, for lists."""
        used = grid.used(sheet)
        cells = grid.book.cells(sheet)
        return SheetRow(
            sheet=sheet.name,
            used=str(used) if used is not None else "",
            formulas=sum(bool(one.formula) for one in cells.values()),
            tables=[f"{one.name} {one.area}" for one in grid.book.contents.tables if one.sheet == sheet.name][
                :5
            ],
            charts=[shorten(one, 80) for one in charts(grid.book.package, sheet)[:5]],
            comments=len(notes(grid.book.package, sheet)),
            hidden=sheet.state != "visible",
        )

    def read(self, acting: Acting, opened: Opened, contents: Sequence[tuple[str, int]]) -> int:
        """Note contents as read; the words of those that were new to the reader."""
        if opened.path:
            self.files.note_opened(acting, opened.path, opened.version)
        words = {text_key(text): count for text, count in contents}
        new = self._premises.readings.read(acting, list(words))
        return sum(words[one] for one in new)

    @staticmethod
    def said(book: Workbook, sheet: SheetPart, area: Area) -> list[str]:
        """The comments on a range, as many as can be taken in with its cells; those on a single cell whole."""
        found: list[str] = []
        left = PART // 3 if area.size > 1 else PART // 2
        for one in notes(book.package, sheet):
            if area.holds(one.place):
                line = f"{cell_name(sheet, one.place)} {one.author}: {one.text}"
                if len(line) > left:
                    found.append(
                        "More comments: read their cells alone." if area.size > 1 else line[:left] + "…"
                    )
                    break
                left -= len(line)
                found.append(line)
        return found

    @staticmethod
    def picked(grid: Grid, sheet: SheetPart, row: int, columns: Sequence[int]) -> Line:
        """Some cells of a row as a line."""
        texts = [" ".join(grid.text(sheet, (row, column)).split()) for column in columns]
        return Line(row, f"{row}: {' | '.join(texts)}", sum(max(1, len(one.split())) for one in texts if one))

    def create(self, acting: Acting, path: str, sheet: str, rows: Rows, csv: str) -> Edited:
        """Put a new workbook on the drive.

        Raises:
            ToolError: It can't be made, or something lies there.
        """
        if not path.casefold().endswith(".xlsx"):
            raise ToolError("invalid", f"{path} is not named as a workbook", "End it with .xlsx.")
        author = self._premises.people.name(acting.person)
        book = Workbook(blank("Sheet1", author=author, at=self.now(acting)))
        edit = Edit(self, acting, book, path, None)
        edit.change(lambda: check_name(book.package, sheet, "Sheet1"))
        if sheet.strip() != "Sheet1":
            from ..files.booksheets import rename_sheet

            rename_sheet(book.package, book.sheets[0], sheet)
            book.changed()
        entries: Sequence[Sequence[Entry]] = rows
        cells: dict[Place, Typed] = {}
        if csv:
            if rows:
                raise ToolError("invalid", "rows and csv exclude each other", "Give one of them.")
            source = self.files.open(acting.person, csv)
            if not source.path.casefold().endswith((".csv", ".tsv")):
                raise ToolError("invalid", f"{source.path} is no .csv file")
            cells = {
                (r, c): Typed(value)
                for r, row in enumerate(csv_rows(_decoded(source.data, source.path)), start=1)
                for c, value in enumerate(row, start=1)
                if value is not None
            }
        elif sum(map(len, entries)) > MAX_CELLS:
            raise ToolError(
                "invalid", f"more than {MAX_CELLS:,} cells", "Create it with fewer and append the rest."
            )
        else:
            cells = {
                (r, c): typed(entry, (r, c), [book.sheets[0].name])
                for r, row in enumerate(entries, start=1)
                for c, entry in enumerate(row, start=1)
            }
        return edit.type(book.sheets[0], cells) if cells else edit.save(book.sheets[0].name)

    @contextmanager
    def edit(self, acting: Acting, args: EditArguments) -> Generator[Edit]:
        """A workbook to be edited against the version that was read.

        Args:
            acting: Whose edit it is.
            args: The call, which names the file and the version.

        Raises:
            ToolError: The version has moved, the person may not, or the file is no workbook.
        """
        version = args.version
        file = self.files.open(acting.person, args.path, write=True)
        if file.version != version:
            # the drive knows who changed it and when, and says so
            self.files.save(acting, file.path, file.data, version=version)
        if not file.path.casefold().endswith(".xlsx"):
            hint = "Make a workbook of it: sheets.create with csv=…" if file.path.endswith(".csv") else ""
            raise ToolError("invalid", f"{file.path} is no workbook that can be edited", hint)
        try:
            yield Edit(self, acting, self._book(file), file.path, version, f"{file.blob} {args!r}")
        except (BadReference, BadWorkbook) as error:
            raise ToolError("invalid", str(error)) from None

    def _may_open(self, person: str, path: str) -> bool:
        try:
            self.files.open(person, path)
        except ToolError:
            return False
        return True

    def mention(self, acting: Acting, path: str, text: str) -> None:
        """Tell those whom a comment mentions."""
        people = [
            one
            for one in mentioned(text, self._premises.people)
            if one != acting.person and self._may_open(one, path)
        ]
        if people:
            by = self._premises.people.name(acting.person)
            notice = Notice(
                people=tuple(people),
                app="sheets",
                item=path,
                title=shorten(text, 120),
                what=f"{by} mentioned you in a comment",
            )
            acting.step.emit(notice, acting.person)


class Edit:
    """One change to a workbook on its way to a new version."""

    def __init__(
        self, desk: Desk, acting: Acting, book: Workbook, path: str, version: int | None, key: str = ""
    ) -> None:
        self._desk = desk
        self._acting = acting
        self._path = path
        self._version = version
        self._key = key
        self.book = book
        self._broken = _errors(
            {
                sheet: {place: cell.value for place, cell in cells.items()}
                for sheet, cells in book.contents.sheets.items()
            }
        )

    def sheet(self, name: str) -> SheetPart:
        """A sheet of cells by its name.

        Raises:
            ToolError: There is none.
        """
        try:
            sheet = self.book.sheet(name)
        except BadReference as error:
            raise ToolError("not_found", str(error)) from None
        if sheet.kind != "worksheet":
            raise ToolError("invalid", f"{sheet.name!r} holds a chart, no cells")
        return sheet

    def start(self, at: str) -> tuple[SheetPart, Place]:
        """Where typing begins: the cell named, or below the last row of the sheet named.

        Raises:
            ToolError: Nothing is called that.
        """
        names = [one.name.casefold() for one in self.book.sheets]
        bare = unquote(at.strip().removesuffix("!"))
        if bare.casefold() in names:
            sheet = self.sheet(bare)
            used = self.book.used(sheet)
            return sheet, (used.bottom + 1 if used else 1, 1)
        sheet, area = find_range(self.book, at)
        return sheet, (area.top, area.left)

    def cell(self, name: str) -> tuple[SheetPart, Place]:
        """A single cell by its name.

        Raises:
            ToolError: It is none.
        """
        sheet, area = find_range(self.book, name)
        if area.size > 1:
            raise ToolError("invalid", f"{name!r} is {area.size} cells", "Name one, such as Sheet!B3.")
        return sheet, (area.top, area.left)

    def change(self, act: Callable[[], object], moved: Moved | None = None) -> None:
        """Change the workbook's parts.

        Args:
            act: Changes them.
            moved: Where a cell is afterwards, by its sheet and place; ``None`` if all stay where they are.

        Raises:
            ToolError: It can't be done.
        """
        try:
            act()
        except BadReference as error:
            raise ToolError("invalid", str(error)) from None
        if moved is not None:
            self._broken = {to: error for at, error in self._broken.items() for to in moved(*at)}
        self.book.changed()

    def type(self, sheet: SheetPart, cells: Mapping[Place, Typed]) -> Edited:
        """Type into cells and save.

        Raises:
            ToolError: It can't be done, or a formula would refer to itself.
        """
        self.book.write(sheet, cells)
        rows, columns = zip(*cells, strict=True)
        return self.save(name_of(sheet, Area(min(rows), min(columns), max(rows), max(columns))), sheet, cells)

    def save(
        self, what: str = "", sheet: SheetPart | None = None, cells: Mapping[Place, Typed] | None = None
    ) -> Edited:
        """Compute and save.

        Args:
            what: The range that was changed, for the result.
            sheet: Where something was typed.
            cells: What was typed there.

        Raises:
            ToolError: A typed formula refers to itself, or the version has moved meanwhile.
        """
        outcome = self._desk.computed(self._key, self.book, self._acting)
        sheets = {one.name: one for one in self.book.sheets}
        typed = {place for place, one in (cells or {}).items() if one.formula}
        circle = [place for where, place in outcome.circular if sheet is not None and where == sheet.name]
        if typed.intersection(circle):
            names = ", ".join(cell_name(sheets[where], place) for where, place in outcome.circular[:6])
            raise ToolError(
                "invalid", f"a circular reference: {names} refer to themselves", "Break the circle."
            )
        if sheet is not None and cells:
            self._fit(Grid(self.book, outcome.values), sheet, cells)
        data = self.book.save(outcome, at=self._desk.now(self._acting))
        path, version = self._desk.files.save(self._acting, self._path, data, version=self._version)
        grid = Grid(self.book, outcome.values)
        if sheet is not None and cells:
            self._note_typed(grid, sheet, cells)
        shown = (
            [f"{cell_name(sheet, place)} = {grid.text(sheet, place)[:80]}" for place in sorted(typed)]
            if sheet
            else []
        )
        broken = _errors(outcome.values)
        fresh = [
            one
            for one in broken
            if one not in self._broken and not (sheet and one[0] == sheet.name and one[1] in typed)
        ]
        cut = shown[:_SHOWN]
        cut += [
            f"{cell_name(sheets[where], place)} = {broken[where, place]}" for where, place in fresh[:_SHOWN]
        ]
        notes = [f"{len(shown) - _SHOWN} more formulas"] if len(shown) > _SHOWN else []
        notes += [f"{len(fresh)} other cells show new errors"] if fresh else []
        unknown = sorted({name for _, _, name in outcome.unknown})
        if unknown:
            notes.append(f"{', '.join(unknown)} can't be computed here: those cells keep their last value")
        return Edited(path=path, version=version, range=what, cells=cut, note="; ".join(notes))

    def _fit(self, grid: Grid, sheet: SheetPart, cells: Mapping[Place, Typed]) -> None:
        """Widen columns for figures, as spreadsheets do, and in a new workbook for texts."""
        lengths: dict[int, int] = {}
        for place, one in cells.items():
            value = grid.values[sheet.name].get(place)
            if one.formula or not isinstance(value, str) or self._version is None:
                longest = max(map(len, grid.text(sheet, place).split("\n")))
                lengths[place[1]] = max(longest, lengths.get(place[1], 0))
        self.book.fit(sheet, lengths)

    def _note_typed(self, grid: Grid, sheet: SheetPart, cells: Mapping[Place, Typed]) -> None:
        """What one has typed counts as read: where one typed it, and in the whole rows."""
        rows = sorted({row for row, _ in cells})[:_NOTED]
        columns = [column for _, column in cells]
        used = grid.used(sheet)
        spans = [Area(rows[0], min(columns), rows[-1], max(columns))]
        if used is not None:
            spans.append(Area(1, 1, used.bottom, used.right))
        for span in spans:
            lines = [one for one in grid.lines(sheet, span) if span is spans[0] or _near(one.row, rows)]
            self._desk.read(self._acting, Opened("", 0, self.book, grid), blocks(sheet.name, lines))


def _near(row: int, rows: Sequence[int]) -> bool:
    return block_of(rows[0]) <= block_of(row) <= block_of(rows[-1])


def _errors(values: Mapping[str, Mapping[Place, object]]) -> dict[tuple[str, Place], str]:
    return {
        (sheet, place): str(value)
        for sheet, cells in values.items()
        for place, value in cells.items()
        if isinstance(value, CellError)
    }


def _decoded(data: bytes, path: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ToolError("invalid", f"{path} is no text") from None


def _from_csv(data: bytes, path: str) -> Workbook:
    name = (
        "".join(one for one in path.rpartition("/")[2].rpartition(".")[0] if one not in "[]:*?/\\'")[:31]
        or "Sheet1"
    )
    book = Workbook(blank(name))
    rows = csv_rows(_decoded(data, path))
    cells = {
        (r, c): Typed(value)
        for r, row in enumerate(rows, start=1)
        for c, value in enumerate(row, start=1)
        if value is not None
    }
    if cells:
        book.write(book.sheets[0], cells)
    return book
