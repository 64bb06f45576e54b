"""Writing cells into a workbook's XML one by one, so that everything around them stays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .bookcells import sheet_parts
from .bookmodel import Contents
from .bookparts import BadWorkbook, Package
from .bookxml import escaped, etree, main
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

    def formula(self, place: Place, formula: str, value: Value, area: Area | None = None) -> None:
        """Write a formula and the value that the file remembers for it.

        Args:
            place: Its cell.
            formula: With ``=``.
            value: What it gives.
            area: What it fills, if that is more than its own cell.
        """
        self.clear(place)
        element = self.element(place)
        child = etree.SubElement(element, _FORMULA)
        child.text = prefixed(formula.removeprefix("="))
        if area is not None:
            child.set("t", "array")
            child.set("ref", str(area))
        self._remember(element, value)

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


def remember(package: Package, whole: Contents, values: Mapping[str, Mapping[Place, Value]]) -> None:
    """Write computed values into the file wherever it remembers others."""
    for sheet in sheet_parts(package):
        cells = whole.sheets.get(sheet.name, {})
        computed = values.get(sheet.name, {})
        changed = {
            place: computed.get(place)
            for place, cell in cells.items()
            if cell.formula and not _same(cell.value, computed.get(place))
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
