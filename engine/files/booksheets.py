"""The sheets of a workbook: added, renamed, copied and deleted, with all that hangs on them."""

from __future__ import annotations

import copy
import posixpath
import re
from typing import Any, Final

from .bookcells import SheetPart, sheet_parts
from .bookparts import BadWorkbook, Package
from .bookshift import change_formulas, forget_chain
from .bookxml import MAIN, RELATIONS, etree, items, main, remove
from .cellrefs import BadReference
from .cellshifts import orphaned, renamed
from .packages import local

MAX_SHEETS: Final = 200
MAX_NAME: Final = 31
"""Characters of a sheet's name (Microsoft, "Excel specifications and limits")."""

_SHEET: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
_BLANK: Final = (
    f'<worksheet xmlns="{MAIN}" xmlns:r="{RELATIONS}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'
    '<sheetViews><sheetView workbookViewId="0"/></sheetViews>'
    '<sheetFormatPr defaultRowHeight="15"/><sheetData/><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" '
    'header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/></worksheet>'
)
_OWN: Final = (
    "drawing",
    "comments",
    "vmlDrawing",
    "table",
    "chart",
    "chartEx",
    "threadedComment",
    "chartUserShapes",
)
"""Relations to parts that a copy of a sheet needs copies of; others, such as images, are shared."""
_LEFT: Final = ("pivotTable", "slicer", "timeline", "queryTable", "ctrlProp")
"""Relations that a copy goes without."""


def check_name(package: Package, name: str, but: str = "") -> str:
    """A name that a sheet may have.

    Args:
        package: The workbook.
        name: The name.
        but: A sheet that may have it already.

    Raises:
        BadReference: It can't be a sheet's name, or one has it; the message says which.
    """
    name = name.strip()
    if (
        not name
        or len(name) > MAX_NAME
        or re.search(r"[\[\]:*?/\\\x00-\x1f]", name)
        or name.strip("'") != name
    ):
        raise BadReference(
            f"{name!r} can't name a sheet: use 1 to {MAX_NAME} characters, none of [ ] : * ? / \\"
        )
    for sheet in sheet_parts(package):
        if sheet.name.casefold() == name.casefold() and sheet.name != but:
            raise BadReference(f"there is a sheet {sheet.name!r} already")
    return name


def add_sheet(package: Package, name: str) -> None:
    """Add an empty sheet after the others.

    Raises:
        BadReference: The name can't be, or there are too many sheets.
    """
    name = check_name(package, name)
    if len(sheet_parts(package)) >= MAX_SHEETS:
        raise BadReference(f"a workbook has at most {MAX_SHEETS} sheets")
    part = package.free_name("xl/worksheets/sheet{}.xml")
    package.put(part, _BLANK.encode())
    _list(package, name, part)


def _list(package: Package, name: str, part: str) -> None:
    package.describe(part, _SHEET)
    link = package.relate(package.workbook, "worksheet", part)
    listed = package.touch(package.workbook).find(main("sheets"))
    number = max(int(one.get("sheetId", "0")) for one in listed) + 1
    made = etree.SubElement(listed, main("sheet"), {"name": name, "sheetId": str(number)})
    made.set(f"{{{RELATIONS}}}id", link)


def rename_sheet(package: Package, sheet: SheetPart, name: str) -> None:
    """Give a sheet another name, in every formula that speaks of it too.

    Raises:
        BadReference: The name can't be.
    """
    name = check_name(package, name, sheet.name)
    change_formulas(package, lambda formula, _: renamed(formula, sheet.name, name))
    _entry(package, sheet).set("name", name)
    for source in _sources(package):
        if str(source.get("sheet", "")).casefold() == sheet.name.casefold():
            source.set("sheet", name)


def delete_sheet(package: Package, sheet: SheetPart) -> None:
    """Delete a sheet; what other sheets took from it becomes ``#REF!``.

    Raises:
        BadReference: It is the last that can be seen.
    """
    sheets = sheet_parts(package)
    if not any(one.state == "visible" and one.name != sheet.name for one in sheets):
        raise BadReference(f"{sheet.name!r} is the only visible sheet: a workbook has at least one")
    at = [one.name for one in sheets].index(sheet.name)
    change_formulas(package, lambda formula, _: orphaned(formula, sheet.name))
    entry = _entry(package, sheet)
    entry.getparent().remove(entry)
    package.unrelate(package.workbook, sheet.link)
    root = package.touch(package.workbook)
    for name in items(root, "definedNames"):
        scope = name.get("localSheetId")
        if scope is not None and int(scope) == at:
            remove(name)
        elif scope is not None and int(scope) > at:
            name.set("localSheetId", str(int(scope) - 1))
    names = root.find(main("definedNames"))
    if names is not None and not len(names):
        root.remove(names)
    for view in root.iter(main("workbookView")):
        for word in ("activeTab", "firstSheet"):
            number = int(view.get(word, "0"))
            view.set(word, str(max(0, number - (number >= at) if number else 0)))
    _drop(package, sheet.part)
    forget_chain(package)


def _drop(package: Package, part: str) -> None:
    """Drop a part, and what nothing else links to any more."""
    below = [link.target for link in package.relations(part) if not link.outside]
    package.drop(part)
    for target in below:
        if target in package and not any(
            link.target == target for name in list(package.names()) for link in _links(package, name)
        ):
            _drop(package, target)


def _links(package: Package, name: str) -> list[Any]:
    if name.endswith(".rels") or posixpath.basename(name) == "[Content_Types].xml":
        return []
    return [link for link in package.relations(name) if not link.outside]


def copy_sheet(package: Package, sheet: SheetPart, name: str) -> None:
    """Copy a sheet with its charts, comments and tables, after the others; pivot tables and slicers stay behind.

    Raises:
        BadReference: The name can't be, or there are too many sheets.
    """
    name = check_name(package, name)
    if len(sheet_parts(package)) >= MAX_SHEETS:
        raise BadReference(f"a workbook has at most {MAX_SHEETS} sheets")
    if sheet.kind != "worksheet":
        raise BadReference(f"{sheet.name!r} is no sheet of cells")
    at = [one.name for one in sheet_parts(package)].index(sheet.name)
    part = _copy(package, sheet.part, sheet.name, name)
    _list(package, name, part)
    root = package.touch(part)
    for view in root.iter(main("sheetView")):
        view.attrib.pop("tabSelected", None)
    for code in root.iter(main("sheetPr")):
        code.attrib.pop("codeName", None)
    _copy_names(package, at, len(sheet_parts(package)) - 1, sheet.name, name)


def _copy(package: Package, part: str, old: str, new: str) -> str:
    folder, file = posixpath.split(part)
    stem, ending = posixpath.splitext(file)
    to = package.free_name(f"{folder}/{stem.rstrip('0123456789')}{{}}{ending}")
    package.put(to, package.read(part))
    kind = package.content_type(part)
    if kind:
        package.describe(to, kind)
    root = package.tree(to)
    ids: dict[str, str] = {}
    gone: set[str] = set()
    for link in package.relations(part):
        if link.type in _LEFT:
            gone.add(link.id)
        elif link.outside:
            ids[link.id] = _relate_outside(package, part, to, link.id)
        else:
            target = _copy(package, link.target, old, new) if link.type in _OWN else link.target
            ids[link.id] = package.relate(to, _type_of(package, part, link.id), target)
    package.touch(to)
    for element in list(root.iter()):
        for key, value in list(element.attrib.items()):
            if str(key).startswith(f"{{{RELATIONS}}}") and value in ids:
                element.set(key, ids[value])
            elif (
                str(key).startswith(f"{{{RELATIONS}}}") and value in gone and element.getparent() is not None
            ):
                element.getparent().remove(element)
        if local(element) == "f" and element.text and element.tag != main("f"):
            # of charts and sparklines; formulas of cells that name the old sheet go on meaning it
            element.text = renamed(element.text, old, new)
    if root.tag == main("table"):
        _rename_table(package, root)
    return to


def _type_of(package: Package, part: str, link: str) -> str:
    folder, file = posixpath.split(part)
    for one in package.tree(f"{folder}/_rels/{file}.rels"):
        if one.get("Id") == link:
            return str(one.get("Type"))
    raise BadWorkbook(f"the file is damaged: {part} has no link {link}")


def _relate_outside(package: Package, part: str, to: str, link: str) -> str:
    made = package.relate(to, _type_of(package, part, link), "x")
    source_folder, source_file = posixpath.split(part)
    folder, file = posixpath.split(to)
    old = next(
        one for one in package.tree(f"{source_folder}/_rels/{source_file}.rels") if one.get("Id") == link
    )
    new = next(one for one in package.touch(f"{folder}/_rels/{file}.rels") if one.get("Id") == made)
    new.set("Target", str(old.get("Target")))
    new.set("TargetMode", "External")
    return made


def _rename_table(package: Package, root: Any) -> None:
    """A copied table needs a name and number of its own."""
    names: set[str] = set()
    numbers = [0]
    for part in package.names():
        if re.fullmatch(r"xl/tables/[^/]+\.xml", part):
            table = package.tree(part)
            if table is not root:
                names.add(str(table.get("displayName")).casefold())
                numbers.append(int(table.get("id", "0")))
    base = str(root.get("displayName")).rstrip("0123456789")
    number = next(one for one in range(1, 10_000) if f"{base}{one}".casefold() not in names)
    root.set("id", str(max(numbers) + 1))
    root.set("name", f"{base}{number}")
    root.set("displayName", f"{base}{number}")


def _copy_names(package: Package, old_at: int, new_at: int, old: str, new: str) -> None:
    for name in items(package.touch(package.workbook), "definedNames"):
        if name.get("localSheetId") == str(old_at):
            made = copy.deepcopy(name)
            made.set("localSheetId", str(new_at))
            made.text = renamed(made.text or "", old, new)
            name.getparent().append(made)


def _entry(package: Package, sheet: SheetPart) -> Any:
    for one in package.touch(package.workbook).find(main("sheets")):
        if one.get(f"{{{RELATIONS}}}id") == sheet.link:
            return one
    raise BadWorkbook(f"the file is damaged: its sheet {sheet.name!r} is missing")


def _sources(package: Package) -> list[Any]:
    return [
        source
        for link in package.relations(package.workbook)
        if link.type == "pivotCacheDefinition" and link.target in package
        for source in package.touch(link.target).iter(main("worksheetSource"))
    ]
