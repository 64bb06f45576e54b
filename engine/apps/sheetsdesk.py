"""Workbooks on somebody's desk: opened from the drive, computed as of now, read and kept at hand."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

from ..files.bookcalc import Outcome
from ..files.bookcells import SheetPart
from ..files.bookcharts import charts
from ..files.bookedit import Typed, Workbook, blank
from ..files.booknotes import notes
from ..files.bookparts import BadWorkbook
from ..files.cellrefs import Area
from ..office.events import Notice
from .base import Acting, ToolError
from .mentions import mentioned_in_file
from .pages import PART, shorten
from .premises import FileStore, OpenFile, Premises, may_open
from .readings import text_key
from .sheetscalls import SheetRow
from .sheetsview import Grid, Line, cell_name, csv_rows

_KEPT: Final = 6
"""Computed workbooks that are kept at hand."""


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
        self.premises = premises
        self._rehearsed: tuple[tuple[str, date], Outcome] | None = None
        self._kept: OrderedDict[tuple[str, str], tuple[Workbook, Grid]] = OrderedDict()

    @property
    def files(self) -> FileStore:
        """The drive.

        Raises:
            ToolError: The pack has none.
        """
        if self.premises.files is None:
            raise ToolError("unavailable", "there is no drive to keep workbooks on")
        return self.premises.files

    def open(self, acting: Acting, path: str) -> Opened:
        """A workbook or .csv file to read, computed as of now.

        Raises:
            ToolError: It isn't there, or is neither.
        """
        file = self.files.open(acting.person, path)
        wall = self.premises.calendar(acting.person).local(acting.at)
        key = (file.blob, wall.date().isoformat())
        kept = self._kept.get(key)
        if kept is None or kept[0].volatile:
            book = self.book(file)
            try:
                kept = (book, self.grid(book, acting))
            except BadWorkbook as error:
                raise ToolError("invalid", f"{file.path}: {error}") from None
            self._kept[key] = kept
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return Opened(file.path, file.version, *kept)

    def book(self, file: OpenFile) -> Workbook:
        """A file as a workbook.

        Raises:
            ToolError: It is none, or damaged.
        """
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
        wall = self.premises.calendar(acting.person).local(acting.at)
        return book.compute(at=wall, seed=self.premises.core.streams.seed)

    def computed(self, key: str, book: Workbook, acting: Acting) -> Outcome:
        """As `compute`; an edit that was rehearsed is not computed again when it is made."""
        day = self.premises.calendar(acting.person).local(acting.at).date()
        if self._rehearsed is not None and self._rehearsed[0] == (key, day) and key:
            return self._rehearsed[1]
        outcome = self.compute(book, acting)
        self._rehearsed = None if book.volatile else ((key, day), outcome)
        return outcome

    def now(self, acting: Acting) -> datetime:
        """Now, aware, for a file's dates."""
        start = datetime.fromisoformat(self.premises.calendar(acting.person).start)
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
        new = self.premises.readings.read(acting, list(words))
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

    def called(self, acting: Acting, path: str, text: str) -> list[str]:
        """Whom a comment mentions; each must be able to open the file.

        Raises:
            ToolError: Somebody can't.
        """
        return mentioned_in_file(
            text, self.premises.people, acting.person, path, lambda one: may_open(self.files, one, path)
        )

    def mention(self, acting: Acting, path: str, text: str, people: Sequence[str]) -> None:
        """Tell those whom a comment mentions."""
        if people:
            by = self.premises.people.name(acting.person)
            notice = Notice(
                people=tuple(people),
                app="sheets",
                item=path,
                title=shorten(text, 120),
                what=f"{by} mentioned you in a comment",
            )
            acting.step.emit(notice, acting.person)


def decoded(data: bytes, path: str) -> str:
    """A file's text.

    Raises:
        ToolError: It is none.
    """
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
    rows = csv_rows(decoded(data, path))
    cells = {
        (r, c): Typed(value)
        for r, row in enumerate(rows, start=1)
        for c, value in enumerate(row, start=1)
        if value is not None
    }
    if cells:
        book.write(book.sheets[0], cells)
    return book
