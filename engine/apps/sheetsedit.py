"""A change to a workbook on its way to a new version: made, computed, saved against the version that was read."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, TypeAlias

from ..files.bookcells import SheetPart
from ..files.bookchecks import check_typed
from ..files.bookedit import Typed, Workbook, blank
from ..files.bookparts import BadWorkbook
from ..files.booksheets import check_name, rename_sheet
from ..files.cellrefs import Area, BadReference, Place, unquote
from ..files.cellvalues import CellError
from .base import Acting, ToolError
from .sheetscalls import MAX_CELLS, EditArguments, Edited, Entry, Rows
from .sheetsdesk import Desk, Opened, decoded
from .sheetstyping import typed
from .sheetsview import Grid, block_of, blocks, cell_name, csv_rows, find_range, name_of

_SHOWN: Final = 12
"""Cells that an edit's result shows."""
_NOTED: Final = 500
"""Rows of an edit that count as read."""

Moved: TypeAlias = Callable[[str, Place], Sequence[tuple[str, Place]]]


def create(desk: Desk, acting: Acting, path: str, sheet: str, rows: Rows, csv: str) -> Edited:
    """Put a new workbook on the drive.

    Raises:
        ToolError: It can't be made, or something lies there.
    """
    if not path.casefold().endswith(".xlsx"):
        raise ToolError("invalid", f"{path} is not named as a workbook", "End it with .xlsx.")
    author = desk.premises.people.name(acting.person)
    book = Workbook(blank("Sheet1", author=author, at=desk.now(acting)))
    edit = Edit(desk, acting, book, path, None)
    edit.change(lambda: check_name(book.package, sheet, "Sheet1"))
    if sheet.strip() != "Sheet1":
        rename_sheet(book.package, book.sheets[0], sheet)
        book.changed()
    entries: Sequence[Sequence[Entry]] = rows
    cells: dict[Place, Typed] = {}
    if csv:
        if rows:
            raise ToolError("invalid", "rows and csv exclude each other", "Give one of them.")
        source = desk.files.open(acting.person, csv)
        if not source.path.casefold().endswith((".csv", ".tsv")):
            raise ToolError("invalid", f"{source.path} is no .csv file")
        cells = {
            (r, c): Typed(value)
            for r, row in enumerate(csv_rows(decoded(source.data, source.path)), start=1)
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
def editing(desk: Desk, acting: Acting, args: EditArguments) -> Generator[Edit]:
    """A workbook to be edited against the version that was read.

    Args:
        desk: Where workbooks are opened.
        acting: Whose edit it is.
        args: The call, which names the file and the version.

    Raises:
        ToolError: The version has moved, the person may not, or the file is no workbook.
    """
    version = args.version
    file = desk.files.open(acting.person, args.path, write=True)
    if file.version != version:
        # the drive knows who changed it and when, and says so
        desk.files.save(acting, file.path, file.data, version=version)
    if not file.path.casefold().endswith(".xlsx"):
        hint = "Make a workbook of it: sheets.create with csv=…" if file.path.endswith(".csv") else ""
        raise ToolError("invalid", f"{file.path} is no workbook that can be edited", hint)
    try:
        yield Edit(desk, acting, desk.book(file), file.path, version, f"{file.blob} {args!r}")
    except (BadReference, BadWorkbook) as error:
        raise ToolError("invalid", str(error)) from None


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
        check_typed(self.book, sheet, cells)
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
