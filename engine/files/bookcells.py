"""The cells of a workbook's sheets as its XML holds them: read, and written back one by one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from .bookmodel import Contents, RawCell, Table
from .bookparts import BadWorkbook, Package
from .bookxml import RELATIONS, main
from .cellfunctions import plain
from .cellrefs import Area, BadReference, Place, moved, parse_area, parse_cell, split_sheet
from .cellvalues import CellError, Value, serial
from .shown import BUILT_IN

MAX_CELLS: Final = 400_000
"""Cells of one workbook that are read."""

_ROW, _CELL, _VALUE, _FORMULA, _INLINE = main("row"), main("c"), main("v"), main("f"), main("is")
_TEXT, _RUN, _PHONETIC = main("t"), main("r"), main("rPh")


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
        is_sheet = sheet.kind == "worksheet"
        # a sheet that is too large is told from its text: its tree would fill the memory
        if is_sheet and count + package.raw(sheet.part).count(b"<c ") > MAX_CELLS:
            raise BadWorkbook(f"the workbook has more than {MAX_CELLS:,} cells")
        cells = read_cells(package, sheet.part, texts) if is_sheet else {}
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
                if cell.array.size > MAX_CELLS:
                    raise BadWorkbook(f"a formula fills {cell.array.size:,} cells")
                cell.dynamic = element.get("cm") is not None
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
