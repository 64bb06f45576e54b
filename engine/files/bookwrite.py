"""Writing cells into a workbook's XML one by one, so that everything around them stays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .bookcalc import Outcome
from .bookcells import sheet_parts
from .bookmodel import Contents
from .bookparts import BadWorkbook, Package
from .bookxml import MAIN, escaped, etree, main
from .cellfunctions import prefixed
from .cellrefs import Area, Place, a1, parse_cell
from .cellvalues import CellError, Value

_ROW, _CELL, _VALUE, _FORMULA, _INLINE, _TEXT = (main(one) for one in ("row", "c", "v", "f", "is", "t"))
_STORED: Final[frozenset[str]] = frozenset(
    "#NULL! #DIV/0! #VALUE! #REF! #NAME? #NUM! #N/A #SPILL! #CALC!".split()
)


class CellWriter:
    """Writes cells into a sheet's XML, keeping rows and cells in order."""

    def __init__(self, package: Package, part: str) -> None:
        root = package.touch(part)
        data = root.find(main("sheetData"))
        if data is None:
            raise BadWorkbook(f"the file is damaged: {part} has no cells' part")
        self._data: Any = data
        self._columns: list[Any] = list(root.iter(main("col")))
        self._rows: dict[int, Any] = {}
        self._cells: dict[Place, Any] = {}
        number = 0
        for row in data:
            number = int(row.get("r") or number + 1)
            row.set("r", str(number))
            self._rows[number] = row
            column = 0
            for element in row.iterchildren(_CELL):
                place = parse_cell(element.get("r")) if element.get("r") else (number, column + 1)
                column = place[1]
                element.set("r", a1(place))
                self._cells[place] = element
        self._last = max(self._rows, default=0)

    def row(self, number: int) -> Any:
        """A row's element, made if there is none."""
        found = self._rows.get(number)
        if found is None:
            found = etree.Element(_ROW)
            found.set("r", str(number))
            if number > self._last:
                self._data.append(found)
                self._last = number
            else:
                after = min(one for one in self._rows if one > number)
                self._rows[after].addprevious(found)
            self._rows[number] = found
        return found

    def element(self, place: Place) -> Any:
        """A cell's element, made if there is none."""
        found = self._cells.get(place)
        if found is None:
            row = self.row(place[0])
            found = etree.Element(_CELL)
            found.set("r", a1(place))
            following = next(
                (one for one in row.iterchildren(_CELL) if parse_cell(one.get("r"))[1] > place[1]), None
            )
            if following is None:
                row.append(found)
            else:
                following.addprevious(found)
            row.attrib.pop("spans", None)
            self._cells[place] = found
        return found

    def has(self, place: Place) -> bool:
        """Whether a cell has an element."""
        return place in self._cells

    def default_style(self, place: Place) -> int:
        """The style of a cell that isn't there: its row's, else its column's."""
        row = self._rows.get(place[0])
        if row is not None and row.get("customFormat") == "1":
            return int(row.get("s", "0"))
        for one in self._columns:
            if int(one.get("min")) <= place[1] <= int(one.get("max")):
                return int(one.get("style", "0"))
        return 0

    def clear(self, place: Place) -> None:
        """Empty a cell; its style stays."""
        element = self._cells.get(place)
        if element is not None:
            for child in list(element):
                element.remove(child)
            for name in ("t", "cm", "vm", "ph"):
                element.attrib.pop(name, None)

    def style(self, place: Place, style: int) -> None:
        """Give a cell a style by its index."""
        self.element(place).set("s", str(style))

    def value(self, place: Place, value: Value) -> None:
        """Write what was typed into a cell."""
        self.clear(place)
        if value is None:
            return
        element = self.element(place)
        if isinstance(value, str) and not isinstance(value, CellError):
            element.set("t", "inlineStr")
            text = etree.SubElement(etree.SubElement(element, _INLINE), _TEXT)
            text.text = escaped(value)
            if value != value.strip() or "\n" in value:
                text.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
        else:
            self._remember(element, value)

    def formula(self, place: Place, formula: str, value: Value) -> None:
        """Write a formula, with ``=``, and the value that the file remembers for it."""
        self.clear(place)
        element = self.element(place)
        child = etree.SubElement(element, _FORMULA)
        child.text = prefixed(formula.removeprefix("="))
        self._remember(element, value)

    def spill(self, place: Place, area: Area | None, mark: str) -> None:
        """Say what a formula fills beyond its own cell.

        Args:
            place: The formula's cell.
            area: What it fills; ``None``: itself only.
            mark: The index of what marks formulas that fill what they give; empty: they are ordinary arrays.
        """
        element = self.element(place)
        child = element.find(_FORMULA)
        for name in ("t", "ref"):
            child.attrib.pop(name, None)
        element.attrib.pop("cm", None)
        if area is not None:
            child.set("t", "array")
            child.set("ref", str(area))
            if mark:
                element.set("cm", mark)

    def remember(self, place: Place, value: Value) -> None:
        """Write the value that the file remembers for a cell, and leave its formula."""
        self._remember(self.element(place), value)

    def _remember(self, element: Any, value: Value) -> None:
        for child in element.findall(_VALUE):
            element.remove(child)
        element.attrib.pop("t", None)
        if value is None:
            return
        child = etree.SubElement(element, _VALUE)
        if isinstance(value, bool):
            element.set("t", "b")
            child.text = str(int(value))
        elif isinstance(value, CellError):
            element.set("t", "e")
            # the format knows no circular reference: readers without an engine see that the cell has no value
            child.text = value if value in _STORED else "#REF!"
        elif isinstance(value, str):
            element.set("t", "str")
            child.text = escaped(value)
        else:
            child.text = repr(value)


_METADATA: Final = (
    f'<metadata xmlns="{MAIN}" xmlns:xda="http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray">'
    '<metadataTypes count="1"><metadataType name="XLDAPR" minSupportedVersion="120000" copy="1" pasteAll="1" '
    'pasteValues="1" merge="1" splitFirst="1" rowColShift="1" clearFormats="1" clearComments="1" assign="1" coerce="1" '
    'cellMeta="1"/></metadataTypes><futureMetadata name="XLDAPR" count="1"><bk><extLst>'
    '<ext uri="{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}"><xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/></ext>'
    '</extLst></bk></futureMetadata><cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>'
)
"""What marks the formulas that fill as many cells as they give (Microsoft, [MS-XLSX] §2.3.9)."""


def write_spills(package: Package, whole: Contents, outcome: Outcome) -> None:
    """Write down which cells formulas fill, where that has changed."""
    for sheet in sheet_parts(package):
        cells = whole.sheets.get(sheet.name, {})
        spills = outcome.spills.get(sheet.name, {})
        changed = {
            place: spills.get(place)
            for place, cell in cells.items()
            if cell.formula
            and (cell.dynamic or cell.array is None)
            and spills.get(place) != cell.array
            and not (cell.array is not None and cell.array.size == 1 and place not in spills)
        }
        if not changed:
            continue
        mark = metadata(package)
        writer = CellWriter(package, sheet.part)
        for place, area in changed.items():
            old = cells[place].array
            for one in old.places() if old is not None else ():
                if one != place and (area is None or not area.holds(one)):
                    writer.clear(one)
                    cells.pop(one, None)
            writer.spill(place, area, mark)


def metadata(package: Package) -> str:
    """The index by which cells name the mark of formulas that fill what they give, made if there is none."""
    known = next(
        (one.target for one in package.relations(package.workbook) if one.type == "sheetMetadata"), ""
    )
    if known:
        root = package.tree(known)
        only = root.find(main("cellMetadata"))
        types = [one.get("name") for one in root.iter(main("metadataType"))]
        return "1" if types[:1] == ["XLDAPR"] and only is not None and len(only) else ""
    part = package.free_name("xl/metadata{}.xml")
    package.put(part, _METADATA.encode())
    package.describe(part, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheetMetadata+xml")
    package.relate(package.workbook, "sheetMetadata", part)
    return "1"


def remember(package: Package, whole: Contents, values: Mapping[str, Mapping[Place, Value]]) -> None:
    """Write computed values into the file wherever it remembers others."""
    for sheet in sheet_parts(package):
        cells = whole.sheets.get(sheet.name, {})
        computed = values.get(sheet.name, {})
        changed = {
            place: computed.get(place)
            for place, cell in cells.items()
            if (cell.formula or (cell.value is None and place in computed))
            and not _same(cell.value, computed.get(place))
        }
        changed.update({place: value for place, value in computed.items() if place not in cells})
        filled = [cell.array for cell in cells.values() if cell.array is not None and cell.array.size > 1]
        for area in filled:
            for place in area.places():
                cell = cells.get(place)
                if cell is not None and not cell.formula and not _same(cell.value, computed.get(place)):
                    changed[place] = computed.get(place)
        if changed:
            writer = CellWriter(package, sheet.part)
            for place, value in changed.items():
                writer.remember(place, value)


def _same(one: Value, other: Value) -> bool:
    if isinstance(one, CellError) or isinstance(other, CellError):
        return type(one) is type(other) and (one == other or (one == "#REF!" and other == "#CIRC!"))
    return type(one) is type(other) and one == other
