"""A workbook under the hands of somebody who edits it: changes go into its parts, then it is computed and saved."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from .bookcalc import Outcome, compute
from .bookcells import MAX_CELLS, SheetPart, contents, number_formats, sheet_parts
from .bookmodel import Contents, RawCell
from .bookparts import Package
from .bookshift import forget_chain, shift
from .bookstyles import Styles
from .bookwrite import CellWriter, metadata, remember, write_spills
from .bookxml import etree, items, main, section
from .cellrefs import Area, BadReference, Place, a1, moved, quote
from .cellshifts import Shift
from .cellvalues import Value
from .normal import normalise

_WIDTH: Final = 8.43
"""Characters of a column that nobody changed."""
_WIDEST: Final = 48


_NEVER: Final = datetime(1980, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Typed:
    """What is typed into a cell.

    Attributes:
        value: A value; ``None`` empties the cell.
        formula: With ``=``; then there is no value.
        format: The number format that the typing brings along, as ``12%`` does; a format that is there stays.
    """

    value: Value = None
    formula: str = ""
    format: str = ""


class Workbook:
    """An open workbook."""

    def __init__(self, data: bytes) -> None:
        """Open a workbook.

        Raises:
            BadWorkbook: The file is none, or damaged.
        """
        self._data = data
        self.package = Package(data)
        self._contents: Contents | None = None
        self._formats: list[str] | None = None
        self._styles: Styles | None = None

    @property
    def sheets(self) -> list[SheetPart]:
        """Its sheets, in order."""
        return sheet_parts(self.package)

    @property
    def contents(self) -> Contents:
        """What it computes from, as it is now."""
        if self._contents is None:
            self._contents = contents(self.package)
        return self._contents

    @property
    def volatile(self) -> bool:
        """Whether its values change with the time of day."""
        return any(
            "NOW(" in cell.formula.upper()
            for cells in self.contents.sheets.values()
            for cell in cells.values()
        )

    def sheet(self, name: str) -> SheetPart:
        """A sheet by its name, in whatever case; the first if the name is empty.

        Raises:
            BadReference: There is none; the message names those there are.
        """
        sheets = self.sheets
        if not name:
            return next((one for one in sheets if one.state == "visible"), sheets[0])
        for one in sheets:
            if one.name.casefold() == name.strip().casefold():
                return one
        raise BadReference(
            f"there is no sheet {name!r}: there are {', '.join(repr(one.name) for one in sheets)}"
        )

    def cells(self, sheet: SheetPart) -> dict[Place, RawCell]:
        """The cells of a sheet."""
        return self.contents.sheets[sheet.name]

    def used(self, sheet: SheetPart) -> Area | None:
        """The range from A1 that holds all that is in a sheet; ``None`` if nothing is."""
        filled = [
            place for place, cell in self.cells(sheet).items() if cell.value is not None or cell.formula
        ]
        if not filled:
            return None
        return Area(1, 1, max(row for row, _ in filled), max(column for _, column in filled))

    def format(self, cell: RawCell | None) -> str:
        """The number format of a cell."""
        if self._formats is None:
            self._formats = number_formats(self.package)
        style = cell.style if cell is not None else 0
        return self._formats[style] if style < len(self._formats) else "General"

    # Changes ---------------------------------------------------------------------------------------------------------

    def write(self, sheet: SheetPart, typed: Mapping[Place, Typed]) -> None:
        """Type into cells.

        Raises:
            BadReference: One is part of an array formula that isn't overwritten whole, or lies inside a merged cell.
        """
        cells = self.cells(sheet)
        self._check_size(len(typed))
        self._check_arrays(sheet, typed)
        self._check_merged(sheet, typed)
        writer = CellWriter(self.package, sheet.part)
        filled = self.contents.filled(sheet.name)
        self._collapse(
            sheet, writer, {source for one, source in filled.items() if one in typed or source in typed}
        )
        for place, one in typed.items():
            old = cells.get(place)
            style = old.style if old is not None else writer.default_style(place)
            if one.format and self.format(RawCell(style=style)) == "General":
                style = self._style(style, number_format=one.format)
            if one.formula:
                writer.formula(place, one.formula, None)
            else:
                writer.value(place, one.value)
            if style:
                writer.style(place, style)
            cells[place] = RawCell(one.value, one.formula, style)
        forget_chain(self.package)

    def _check_size(self, more: int) -> None:
        count = sum(map(len, self.contents.sheets.values()))
        if count + more > MAX_CELLS:
            raise BadReference(f"a workbook has at most {MAX_CELLS:,} cells, and this one has {count:,}")

    def _collapse(self, sheet: SheetPart, writer: CellWriter, sources: Collection[Place]) -> None:
        """Take back what formulas fill beyond their own cells; computing fills it again, or says what is in the way."""
        cells = self.cells(sheet)
        for place, source in self.contents.filled(sheet.name).items():
            if source in sources:
                writer.clear(place)
                cells[place].value = None
        for source in sources:
            cell = cells[source]
            cell.array = Area(*source, *source)
            writer.spill(source, cell.array, metadata(self.package) if cell.dynamic else "")

    def _check_arrays(self, sheet: SheetPart, typed: Mapping[Place, Typed]) -> None:
        for place, source in self.contents.filled(sheet.name).items():
            cell = self.cells(sheet)[source]
            if place in typed and source not in typed and not cell.dynamic:
                raise BadReference(
                    f"{a1(place)} is part of the array formula {cell.array}: change that one whole"
                )

    def _check_merged(self, sheet: SheetPart, typed: Mapping[Place, Typed]) -> None:
        for area in self.merged(sheet):
            for place, one in typed.items():
                if (
                    area.holds(place)
                    and place != (area.top, area.left)
                    and (one.value is not None or one.formula)
                ):
                    raise BadReference(
                        f"{a1(place)} lies inside the merged cell {area}: write to {a1(area[:2])}"
                    )

    def merged(self, sheet: SheetPart) -> list[Area]:
        """The merged cells of a sheet."""
        from .cellrefs import parse_area

        return [
            parse_area(str(one.get("ref"))) for one in self.package.tree(sheet.part).iter(main("mergeCell"))
        ]

    def _style(self, style: int, **changes: str | bool | None) -> int:
        if self._styles is None:
            self._styles = Styles(self.package)
        self._formats = None
        return self._styles.changed(style, **changes)  # pyright: ignore[reportArgumentType]

    def restyle(self, sheet: SheetPart, area: Area, **changes: str | bool | None) -> None:
        """Change the look of cells; `Styles.changed` says what there is."""
        self._check_size(area.size)
        writer = CellWriter(self.package, sheet.part)
        cells = self.cells(sheet)
        for place in area.places():
            old = cells.get(place)
            style = self._style(old.style if old is not None else writer.default_style(place), **changes)
            writer.style(place, style)
            if old is not None:
                old.style = style
            else:
                cells[place] = RawCell(style=style)

    def widen(self, sheet: SheetPart, first: int, last: int, width: float, *, fitted: bool = False) -> None:
        """Set the width of columns, in characters; one that was fitted may be fitted again."""
        root = self.package.touch(sheet.part)
        listed = section(root, "cols")
        kept: list[tuple[int, int, dict[str, str]]] = []
        for one in list(listed):
            low, high = int(one.get("min")), int(one.get("max"))
            for start, end in ((low, min(high, first - 1)), (max(low, last + 1), high)):
                if start <= end:
                    kept.append((start, end, dict(one.attrib)))
            listed.remove(one)
        kept.append(
            (first, last, {"width": f"{width:g}", "customWidth": "1", **({"bestFit": "1"} if fitted else {})})
        )
        for start, end, attributes in sorted(kept, key=lambda one: one[0]):
            made = etree.SubElement(listed, main("col"))
            for name, value in {**attributes, "min": str(start), "max": str(end)}.items():
                made.set(name, value)

    def fit(self, sheet: SheetPart, lengths: Mapping[int, int], given: Collection[int] | None = None) -> None:
        """Widen columns whose figures would show as ``###``; those to which somebody gave a width keep it.

        Args:
            sheet: Where.
            lengths: Column to the longest text that it has to show.
            given: The columns to which somebody gave a width; ``None``: as the file says.
        """
        root = self.package.tree(sheet.part)
        widths: dict[int, float] = {}
        chosen = set(given or ())
        for one in items(root, "cols"):
            low, high = int(one.get("min")), int(one.get("max"))
            for column in range(low, min(high, low + 500) + 1):
                widths[column] = float(one.get("width") or _WIDTH)
                if given is None and one.get("customWidth") in ("1", "true") and one.get("bestFit") != "1":
                    chosen.add(column)
        form = root.find(main("sheetFormatPr"))
        usual = float(form.get("defaultColWidth") or _WIDTH) if form is not None else _WIDTH
        for column, length in sorted(lengths.items()):
            wanted = min(length, _WIDEST) + 1.5
            if column not in chosen and wanted > widths.get(column, usual):
                self.widen(sheet, column, column, wanted, fitted=True)

    def shift(self, sheet: SheetPart, change: Shift) -> None:
        """Insert or delete rows or columns; everything that speaks of cells comes along.

        Raises:
            BadReference: It can't be done; the message says why.
        """
        dynamic = {
            place for place, cell in self.cells(sheet).items() if cell.dynamic and cell.array is not None
        }
        if dynamic:
            self._collapse(sheet, CellWriter(self.package, sheet.part), dynamic)
        shift(self.package, sheet, change)
        self._contents = None

    def changed(self) -> None:
        """Say that parts were changed from outside."""
        self._contents = None
        self._formats = None

    def sort(self, sheet: SheetPart, order: Mapping[int, int], left: int, right: int) -> None:
        """Put rows in another order, formulas as if they were copied there.

        Args:
            sheet: Where.
            order: Row to the row it goes to; a permutation.
            left: The first column that goes along.
            right: The last.

        Raises:
            BadReference: Merged cells or array formulas lie among them.
        """
        from .booknotes import move_notes

        cells = self.cells(sheet)
        area = Area(min(order), left, max(order), right)
        for merged in self.merged(sheet):
            if area.holds(merged[:2]) or area.holds(merged[2:]):
                raise BadReference(f"the merged cell {merged} can't be sorted")
        moving = {place: cell for place, cell in cells.items() if area.holds(place)}
        for place, cell in moving.items():
            if cell.array is not None:
                raise BadReference(f"the array formula in {a1(place)} can't be sorted")
        writer = CellWriter(self.package, sheet.part)
        for place in moving:
            writer.clear(place)
            cells.pop(place)
        for place in area.places():
            if place not in moving and writer.has(place):
                writer.style(place, 0)
        styles = {place: cell.style for place, cell in moving.items()}
        moves: dict[Place, Place] = {}
        for (row, column), cell in moving.items():
            to = (order[row], column)
            moves[row, column] = to
            if cell.formula:
                cell.formula = moved(cell.formula, to[0] - row, 0)
                writer.formula(to, cell.formula, cell.value)
            else:
                writer.value(to, cell.value)
            cells[to] = cell
        vacated = set(moving) - set(moves.values())
        for place in vacated:
            writer.style(place, 0)
        for place, to in moves.items():
            if styles[place] or writer.has(to):
                writer.style(to, styles[place])
        for row in order:
            for column in range(left, right + 1):
                moves.setdefault((row, column), (order[row], column))
        move_notes(self.package, sheet, moves)
        forget_chain(self.package)

    def define(self, name: str, meaning: str) -> None:
        """Define a name for the whole workbook, or remove it if ``meaning`` is empty.

        Args:
            name: As formulas will call it.
            meaning: A formula without ``=``; ranges with their sheet and dollar signs.
        """
        root = self.package.touch(self.package.workbook)
        listed = root.find(main("definedNames"))
        if listed is None:
            if not meaning:
                return
            listed = etree.Element(main("definedNames"))
            root.find(main("sheets")).addnext(listed)
            externals = root.find(main("externalReferences"))
            if externals is not None:
                externals.addnext(listed)
        for one in list(listed):
            if str(one.get("name")).casefold() == name.casefold() and one.get("localSheetId") is None:
                listed.remove(one)
        if meaning:
            etree.SubElement(listed, main("definedName"), {"name": name}).text = meaning
            ordered = sorted(listed, key=lambda one: str(one.get("name")).casefold())
            for one in ordered:
                listed.append(one)
        elif not len(listed):
            root.remove(listed)
        self._contents = None

    # Computing and saving --------------------------------------------------------------------------------------------

    def remembered(self) -> dict[str, dict[Place, Value]] | None:
        """The values that the file remembers; ``None`` if it lacks some, as files do that no engine wrote."""
        if any(
            cell.formula and cell.value is None
            for cells in self.contents.sheets.values()
            for cell in cells.values()
        ):
            return None
        return {
            sheet: {place: cell.value for place, cell in cells.items() if cell.value is not None}
            for sheet, cells in self.contents.sheets.items()
        }

    def compute(self, *, at: datetime, seed: int = 0) -> Outcome:
        """Its values, as it is now."""
        return compute(self.contents, at=at, seed=seed)

    def save(self, outcome: Outcome, *, at: datetime) -> bytes:
        """The file, with computed values in it, in its one form."""
        write_spills(self.package, self.contents, outcome)
        remember(self.package, self.contents, outcome.values)
        return normalise("workbook.xlsx", self.package.pack(), at, before=self._data)


def blank(sheet: str, *, author: str = "", at: datetime = _NEVER) -> bytes:
    """An empty workbook of one sheet, made at that time."""
    import io

    from openpyxl import Workbook as New
    from openpyxl.worksheet.properties import PageSetupProperties

    book = New()
    assert book.active is not None
    book.active.title = sheet
    page = book.active.page_setup
    # a sheet is printed on pages of its full width, as its rows are read
    page.paperSize, page.orientation, page.fitToWidth, page.fitToHeight = 9, "landscape", 1, 0
    book.active.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    book.properties.creator = author
    book.properties.lastModifiedBy = author
    whole = io.BytesIO()
    book.save(whole)
    return normalise("workbook.xlsx", whole.getvalue(), at)


def absolute(sheet: str, area: Area) -> str:
    """A range as a name's meaning: ``'My sheet'!$A$1:$C$9``."""
    from .cellrefs import letters

    first = f"${letters(area.left)}${area.top}"
    last = f"${letters(area.right)}${area.bottom}"
    return f"{quote(sheet)}!{first if area.size == 1 else f'{first}:{last}'}"
