"""The cells of a workbook's sheets as its XML holds them: read, and written back one by one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from lxml import etree

from .bookcalc import Contents, RawCell, Table
from .bookparts import RELATIONS, BadWorkbook, Package, main
from .cellrefs import (
    Area,
    BadReference,
    Place,
    a1,
    moved,
    parse_area,
    parse_cell,
    plain_function,
    split_sheet,
    tokens,
)
from .cellvalues import CellError, Value, serial
from .shown import BUILT_IN

MAX_CELLS: Final = 400_000
"""Cells of one workbook that are read."""

_ROW, _CELL, _VALUE, _FORMULA, _INLINE = main("row"), main("c"), main("v"), main("f"), main("is")
_TEXT, _RUN, _PHONETIC = main("t"), main("r"), main("rPh")
_STORED: Final = frozenset("#NULL! #DIV/0! #VALUE! #REF! #NAME? #NUM! #N/A #SPILL! #CALC!".split())
_PREFIXED: Final = re.compile(r"_xl(?:fn|ws|pm|udf)\.", re.IGNORECASE)

# Functions added since 2010 are stored under a prefix (Microsoft, "Issue: an _xlfn. prefix is displayed").
_NEWER: Final = frozenset(
    """ACOT ACOTH ARABIC BASE BITAND BITOR BITXOR CEILING.MATH COMBINA CONCAT COT COTH CSC CSCH DAYS DECIMAL FILTERXML
    FLOOR.MATH FORMULATEXT GAMMA GAUSS IFNA IFS ISFORMULA MAXIFS MINIFS MUNIT NUMBERVALUE PDURATION RRI SEC SECH
    SHEET SHEETS SWITCH TEXTJOIN UNICHAR UNICODE XOR XLOOKUP XMATCH LET LAMBDA SEQUENCE UNIQUE RANDARRAY SORTBY
    TEXTSPLIT TEXTBEFORE TEXTAFTER VSTACK HSTACK TAKE DROP CHOOSECOLS CHOOSEROWS EXPAND TOCOL TOROW WRAPCOLS WRAPROWS
    MAP REDUCE SCAN BYROW BYCOL MAKEARRAY ISOMITTED STDEV.S STDEV.P VAR.S VAR.P MODE.SNGL MODE.MULT RANK.EQ RANK.AVG
    PERCENTILE.INC PERCENTILE.EXC QUARTILE.INC QUARTILE.EXC PERCENTRANK.INC PERCENTRANK.EXC NORM.DIST NORM.INV
    NORM.S.DIST NORM.S.INV T.DIST T.DIST.2T T.DIST.RT T.INV T.INV.2T CHISQ.DIST CHISQ.INV F.DIST F.INV BINOM.DIST
    BINOM.INV POISSON.DIST EXPON.DIST GAMMA.DIST LOGNORM.DIST WEIBULL.DIST BETA.DIST CONFIDENCE.NORM CONFIDENCE.T
    COVARIANCE.P COVARIANCE.S FORECAST.LINEAR NETWORKDAYS.INTL WORKDAY.INTL AGGREGATE""".split()
)
_OFFICE_2010: Final = frozenset("NETWORKDAYS.INTL WORKDAY.INTL AGGREGATE".split())
_SHEETWISE: Final = frozenset("FILTER SORT".split())


@dataclass(slots=True)
class SheetPart:
    """One sheet of a workbook's list.

    Attributes:
        name: As its tab says.
        part: The name of its part.
        state: visible, hidden or veryHidden.
        kind: worksheet, or what else a tab can hold, such as chartsheet.
        link: The id of the workbook's relation to it.
    """

    name: str
    part: str
    state: str
    kind: str
    link: str


def sheet_parts(package: Package) -> list[SheetPart]:
    """The sheets of a workbook, in order."""
    links = {one.id: one for one in package.relations(package.workbook)}
    found: list[SheetPart] = []
    listed = package.tree(package.workbook).find(main("sheets"))
    for sheet in listed if listed is not None else ():
        link = links.get(str(sheet.get(f"{{{RELATIONS}}}id")))
        if link is None or link.target not in package:
            raise BadWorkbook(f"the file is damaged: its sheet {sheet.get('name')!r} is missing")
        found.append(
            SheetPart(
                str(sheet.get("name")), link.target, str(sheet.get("state", "visible")), link.type, link.id
            )
        )
    if not found:
        raise BadWorkbook("the workbook has no sheets")
    return found


def shared_texts(package: Package) -> list[str]:
    """The texts that cells refer to by number."""
    part = next(
        (one.target for one in package.relations(package.workbook) if one.type == "sharedStrings"), ""
    )
    if not part or part not in package:
        return []
    return [_joined(one) for one in package.tree(part).iterchildren(main("si"))]


def _joined(item: Any) -> str:
    """The text of a rich or plain string, without phonetic hints."""
    parts: list[str] = []
    for child in item:
        if child.tag == _TEXT:
            parts.append(child.text or "")
        elif child.tag == _RUN:
            parts.extend(one.text or "" for one in child.iterchildren(_TEXT))
    return re.sub(r"_x([0-9A-Fa-f]{4})_", lambda found: chr(int(found[1], 16)), "".join(parts))


def contents(package: Package) -> Contents:
    """All that a workbook computes from.

    Raises:
        BadWorkbook: It is damaged or holds too many cells.
    """
    texts = shared_texts(package)
    whole = Contents()
    count = 0
    for sheet in sheet_parts(package):
        cells = read_cells(package, sheet.part, texts) if sheet.kind == "worksheet" else {}
        count += len(cells)
        if count > MAX_CELLS:
            raise BadWorkbook(f"the workbook has more than {MAX_CELLS:,} cells")
        whole.sheets[sheet.name] = cells
        if sheet.kind == "worksheet":
            whole.tables.extend(tables(package, sheet))
    whole.names = names(package)
    return whole


def names(package: Package) -> list[tuple[str, str, str]]:
    """The defined names: (name, the sheet it holds on or empty, formula without ``=``); the hidden ones left out."""
    listed = package.tree(package.workbook).find(main("definedNames"))
    sheets = [sheet.name for sheet in sheet_parts(package)]
    found: list[tuple[str, str, str]] = []
    for one in listed if listed is not None else ():
        name, scope = str(one.get("name")), one.get("localSheetId")
        if name.startswith("_xlnm.") or one.get("hidden") == "1" or not one.text:
            continue
        where = sheets[int(scope)] if scope is not None and int(scope) < len(sheets) else ""
        found.append((name, where, str(one.text)))
    return found


def tables(package: Package, sheet: SheetPart) -> list[Table]:
    """The tables that lie on a sheet."""
    found: list[Table] = []
    for link in package.relations(sheet.part):
        if link.type == "table":
            root = package.tree(link.target)
            found.append(
                Table(
                    str(root.get("displayName")),
                    sheet.name,
                    parse_area(str(root.get("ref"))),
                    [str(one.get("name")) for one in root.iter(main("tableColumn"))],
                    int(root.get("headerRowCount", "1")),
                    int(root.get("totalsRowCount", "0")),
                )
            )
    return found


def read_cells(package: Package, part: str, texts: list[str]) -> dict[Place, RawCell]:
    """The cells of a sheet that hold something or have a style, row by row.

    Raises:
        BadWorkbook: The sheet is damaged.
    """
    data = package.tree(part).find(main("sheetData"))
    cells: dict[Place, RawCell] = {}
    shared: dict[str, tuple[Place, str]] = {}
    row_number = 0
    try:
        for row in data if data is not None else ():
            row_number = int(row.get("r") or row_number + 1)
            column = 0
            for element in row.iterchildren(_CELL):
                name = element.get("r")
                place = parse_cell(name) if name else (row_number, column + 1)
                column = place[1]
                cells[place] = _read(element, place, texts, shared)
    except (ValueError, IndexError) as error:
        raise BadWorkbook(
            f"the file is damaged: a cell of row {row_number} can't be read ({error})"
        ) from None
    return cells


def _read(element: Any, place: Place, texts: list[str], shared: dict[str, tuple[Place, str]]) -> RawCell:
    cell = RawCell(style=int(element.get("s", "0")))
    kind = element.get("t", "n")
    for child in element:
        tag = child.tag
        if tag == _VALUE:
            cell.value = _stored(kind, child.text or "", texts)
        elif tag == _INLINE:
            cell.value = _joined(child)
        elif tag == _FORMULA:
            form, text = child.get("t", "normal"), child.text or ""
            if form == "shared":
                index = str(child.get("si"))
                if text:
                    shared[index] = (place, text)
                elif index in shared:
                    (row, column), text = shared[index]
                    text = moved(text, place[0] - row, place[1] - column)
            elif form == "array" and child.get("ref"):
                cell.array = parse_area(str(child.get("ref")))
            if text and form != "dataTable":
                cell.formula = "=" + plain(text)
    return cell


def _stored(kind: str, text: str, texts: list[str]) -> Value:
    match kind:
        case "s":
            return texts[int(text)]
        case "b":
            return text in ("1", "true")
        case "e":
            return CellError(text)
        case "str":
            return text
        case "d":
            return serial(datetime.fromisoformat(text.removesuffix("Z")))
        case _:
            if not text:
                return None
            number = float(text)
            return int(number) if number.is_integer() and abs(number) < 1e15 else number


def plain(formula: str) -> str:
    """A formula without the file format's prefixes."""
    return _PREFIXED.sub("", formula) if "_xl" in formula else formula


def prefixed(formula: str) -> str:
    """A formula with the file format's prefixes for newer functions."""
    pieces = list(tokens(formula))
    calls = {plain_function(one.body.upper()) for one in pieces if one.kind == "function"}
    if not calls & (_NEWER | _SHEETWISE):
        return formula
    bound = _bound([one.written for one in pieces]) if calls & {"LET", "LAMBDA"} else set[str]()
    out: list[str] = []
    for piece in pieces:
        name = piece.body.upper()
        if piece.kind == "function" and name in _NEWER - _OFFICE_2010:
            out.append("_xlfn." + name)
        elif piece.kind == "function" and name in _SHEETWISE:
            out.append("_xlfn._xlws." + name)
        elif piece.kind in ("name", "function") and not piece.sheet and name in bound:
            out.append("_xlpm." + piece.body)
        else:
            out.append(piece.written)
    return "".join(out)


def _bound(words: list[str]) -> set[str]:
    """The names that LET and LAMBDA of a formula bind, in capitals."""
    words = [word for word in words if not word.isspace()]
    names: set[str] = set()
    opened: list[tuple[str, int]] = []
    for at, word in enumerate(words):
        if word == "(":
            opened.append((words[at - 1].upper() if at else "", 0))
        elif word == ")" and opened:
            opened.pop()
        elif word == "," and opened:
            opened[-1] = (opened[-1][0], opened[-1][1] + 1)
        elif opened and at + 1 < len(words) and words[at + 1] == "," and words[at - 1] in ("(", ","):
            call, number = opened[-1]
            if (call == "LAMBDA" or (call == "LET" and number % 2 == 0)) and word[:1].isalpha():
                names.add(word.upper())
    return names


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


def escaped(text: str) -> str:
    """A text without the characters that XML can't hold."""
    return re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "", text)


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


def number_formats(package: Package) -> list[str]:
    """The number format of every style, by the style's index."""
    part = next((one.target for one in package.relations(package.workbook) if one.type == "styles"), "")
    if not part or part not in package:
        return []
    root = package.tree(part)
    own: dict[int, str] = {}
    listed = root.find(main("numFmts"))
    for one in listed if listed is not None else ():
        own[int(one.get("numFmtId"))] = str(one.get("formatCode"))
    formats = root.find(main("cellXfs"))
    found: list[str] = []
    for one in formats if formats is not None else ():
        number = int(one.get("numFmtId", "0"))
        found.append(own.get(number) or BUILT_IN.get(number, "General"))
    return found


def resolve(text: str, sheets: list[str]) -> tuple[str, Area]:
    """A range with or without a sheet; without one it is on the first.

    Raises:
        BadReference: It names no range, or no sheet of the workbook.
    """
    sheet, rest = split_sheet(text)
    if not sheet:
        return sheets[0], parse_area(rest)
    for one in sheets:
        if one.casefold() == sheet.casefold():
            return one, parse_area(rest)
    raise BadReference(f"there is no sheet {sheet!r}: there are {', '.join(sheets)}")
