"""Everything in a workbook that speaks of cells, brought along when rows, columns or sheets change.

Formulas, names, merged cells, conditional formats, validations, links, filters, tables, comments, anchors of drawings,
ranges of charts, sparklines and pivot tables: what a part says of cells is one of a few kinds of attribute or element.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from .bookcells import SheetPart, sheet_parts
from .bookparts import Package
from .bookxml import items, main, remove
from .cellrefs import Area, BadReference, a1, moved, parse_area, parse_cell
from .cellshifts import Shift
from .packages import local

FormulaChange: TypeAlias = Callable[[str, str], str]
"""(formula, the sheet it stands on or empty) to the formula afterwards."""

_FORMULAS: Final = frozenset(
    "formula formula1 formula2 calculatedColumnFormula totalsRowFormula definedName f".split()
)


def unshare(package: Package) -> None:
    """Write every shared formula out in its own cell, so that each can go its own way."""
    for sheet in sheet_parts(package):
        if sheet.kind != "worksheet" or b't="shared"' not in package.read(sheet.part):
            continue
        first: dict[str, tuple[tuple[int, int], str]] = {}
        for cell in package.touch(sheet.part).iter(main("c")):
            child = cell.find(main("f"))
            if child is None or child.get("t") != "shared":
                continue
            place, index = parse_cell(str(cell.get("r"))), str(child.get("si"))
            if child.text:
                first[index] = (place, child.text)
            elif index in first:
                (row, column), text = first[index]
                child.text = moved(text, place[0] - row, place[1] - column)
            for name in ("t", "si", "ref"):
                child.attrib.pop(name, None)


def change_formulas(package: Package, change: FormulaChange) -> None:
    """Change every formula of a workbook, wherever it stands: cells, names, rules, tables, charts, sparklines."""
    unshare(package)
    for name, owner in owners(package):
        tree = package.tree(name)
        dirty = False
        for element in tree.iter():
            if local(element) in _FORMULAS and element.text:
                after = change(element.text, owner)
                if after != element.text:
                    element.text, dirty = after, True
            elif local(element) == "hyperlink" and element.get("location"):
                after = change(element.get("location"), owner)
                if after != element.get("location"):
                    element.set("location", after)
                    dirty = True
        if dirty:
            package.touch(name)
    forget_chain(package)


def forget_chain(package: Package) -> None:
    """Drop the list of cells in the order they were computed: readers make it anew."""
    for link in package.relations(package.workbook):
        if link.type == "calcChain":
            package.unrelate(package.workbook, link.id)
            if link.target in package:
                package.drop(link.target)


def owners(package: Package) -> Iterator[tuple[str, str]]:
    """The parts that hold formulas, with the sheet that references without one mean there."""
    yield package.workbook, ""
    seen: set[str] = set()
    for sheet in sheet_parts(package):
        yield sheet.part, sheet.name
        for link in package.relations(sheet.part):
            if link.outside or link.target not in package or link.target in seen:
                continue
            seen.add(link.target)
            if link.type == "table":
                yield link.target, sheet.name
            elif link.type == "drawing":
                for inner in package.relations(link.target):
                    if (
                        inner.type in ("chart", "chartEx")
                        and inner.target in package
                        and inner.target not in seen
                    ):
                        seen.add(inner.target)
                        yield inner.target, ""
        if sheet.kind == "chartsheet":
            continue


def shift(package: Package, sheet: SheetPart, change: Shift) -> None:
    """Insert or delete rows or columns of a sheet.

    Raises:
        BadReference: It would push cells off the sheet, or tear what has to stay in one piece; the message says what.
    """
    _check(package, sheet, change)
    unshare(package)
    change_formulas(package, change.formula)
    root = package.touch(sheet.part)
    _cells(root, change)
    if change.axis == "columns":
        _columns(root, change)
    _ranges(root, change)
    for link in package.relations(sheet.part):
        if link.outside or link.target not in package:
            continue
        if link.type == "table":
            _table(package, sheet, link.target, change)
        elif link.type in ("comments", "threadedComment"):
            _comments(package.touch(link.target), change)
        elif link.type == "drawing":
            _anchors(package.touch(link.target), change)
        elif link.type == "vmlDrawing":
            _boxes(package.touch(link.target), change)
    _pivots(package, sheet.name, change)


def _check(package: Package, sheet: SheetPart, change: Shift) -> None:
    root = package.tree(sheet.part)
    for cell in root.iter(main("c")):
        place = parse_cell(str(cell.get("r")))
        if not change.delete and len(cell) and change.place(place) is None:
            raise BadReference(f"{a1(place)} would be pushed off the sheet")
        formula = cell.find(main("f"))
        if formula is not None and formula.get("t") == "array" and formula.get("ref"):
            area = parse_area(str(formula.get("ref")))
            after = change.area(area)
            if area.size > 1 and (after is None or after.size != area.size) and after is not None:
                raise BadReference(f"{area} is one array formula: it can't be torn apart")
    for link in package.relations(sheet.part):
        if link.type == "table" and change.delete:
            table = package.tree(link.target)
            area = parse_area(str(table.get("ref")))
            after = change.area(area)
            header = int(table.get("headerRowCount", "1"))
            if change.axis == "rows" and header and after is not None and change.index(area.top) is None:
                raise BadReference(f"row {area.top} is the header of the table {table.get('displayName')}")


def _cells(root: Any, change: Shift) -> None:
    data = root.find(main("sheetData"))
    for row in list(data):
        number = int(row.get("r"))
        to = change.index(number) if change.axis == "rows" else number
        if to is None or to > change.limit:
            data.remove(row)
            continue
        row.set("r", str(to))
        row.attrib.pop("spans", None)
        for cell in row.findall(main("c")):
            place = change.place(parse_cell(str(cell.get("r"))))
            if place is None:
                row.remove(cell)
                continue
            cell.set("r", a1(place))
            formula = cell.find(main("f"))
            if formula is not None and formula.get("ref"):
                area = change.area(parse_area(str(formula.get("ref"))))
                if area is not None:
                    formula.set("ref", str(area))


def _columns(root: Any, change: Shift) -> None:
    for column in items(root, "cols"):
        span = change.span(int(column.get("min")), int(column.get("max")))
        if span is None:
            remove(column)
        else:
            column.set("min", str(span[0]))
            column.set("max", str(span[1]))
    listed = root.find(main("cols"))
    if listed is not None and not len(listed):
        root.remove(listed)


def _ranges(root: Any, change: Shift) -> None:
    """Attributes and elements of a sheet that are ranges, outside its cells; what they spoke of being gone, they go."""
    for element in list(root.iter()):
        name = local(element)
        if name in ("row", "c", "f", "sheetData") or not name:
            continue
        for attribute in ("sqref", "ref", "topLeftCell", "activeCell"):
            text = element.get(attribute)
            if not text:
                continue
            try:
                after = change.areas(text)
            except BadReference:
                continue
            if after:
                element.set(attribute, after)
            elif attribute in ("topLeftCell", "activeCell") or name in ("selection", "dimension"):
                element.set(attribute, "A1")
            else:
                _remove(element)
        if name == "sqref" and element.text:
            after = change.areas(element.text)
            if after:
                element.text = after
            else:
                _remove(element.getparent())
        elif name == "brk" and local(element.getparent()) == (
            "rowBreaks" if change.axis == "rows" else "colBreaks"
        ):
            to = change.index(int(element.get("id", "0")) + 1)
            if to is None:
                _remove(element)
            else:
                element.set("id", str(to - 1))


def _remove(element: Any) -> None:
    parent = element.getparent()
    if parent is None:
        return
    parent.remove(element)
    if "count" in parent.attrib:
        parent.set("count", str(len(parent)))
    if not len(parent) and local(parent) in (
        "mergeCells", "dataValidations", "hyperlinks", "sparklines", "sparklineGroup", "conditionalFormattings",
        "protectedRanges", "ignoredErrors",
    ):  # fmt: skip
        _remove(parent)


def _table(package: Package, sheet: SheetPart, part: str, change: Shift) -> None:
    root = package.touch(part)
    area = parse_area(str(root.get("ref")))
    after = change.area(area)
    if after is None:
        _drop_table(package, sheet, part)
        return
    if change.axis == "columns":
        _table_columns(package, sheet, root, area, after, change)
    for element in root.iter():
        if element.get("ref"):
            moved_to = change.areas(str(element.get("ref")))
            if moved_to:
                element.set("ref", moved_to)


def _drop_table(package: Package, sheet: SheetPart, part: str) -> None:
    link = next(one.id for one in package.relations(sheet.part) if one.target == part)
    package.unrelate(sheet.part, link)
    package.drop(part)
    for element in list(package.touch(sheet.part).iter(main("tablePart"))):
        if link in element.attrib.values():
            listed = element.getparent()
            listed.remove(element)
            listed.set("count", str(len(listed)))
            if not len(listed):
                listed.getparent().remove(listed)


def _table_columns(
    package: Package, sheet: SheetPart, root: Any, area: Area, after: Area, change: Shift
) -> None:
    from .bookwrite import CellWriter

    listed: Any = root.find(main("tableColumns"))
    columns = list(listed)
    if change.delete:
        for at, column in enumerate(columns):
            if change.index(area.left + at) is None:
                listed.remove(column)
    elif area.left < change.first <= area.right:
        names = {str(one.get("name")).casefold() for one in columns}
        number = max((int(one.get("id", "0")) for one in columns), default=0)
        writer = CellWriter(package, sheet.part)
        for at in range(change.count):
            number += 1
            title = next(f"Column{n}" for n in range(1, 10_000) if f"column{n}" not in names)
            names.add(title.casefold())
            made = columns[0].makeelement(main("tableColumn"), {"id": str(number), "name": title})
            listed.insert(change.first - area.left + at, made)
            if int(root.get("headerRowCount", "1")):
                writer.value((after.top, change.first + at), title)
    listed.set("count", str(len(listed)))


def _comments(root: Any, change: Shift) -> None:
    for comment in [one for one in root.iter() if local(one) in ("comment", "threadedComment")]:
        place = change.place(parse_cell(str(comment.get("ref"))))
        if place is None:
            comment.getparent().remove(comment)
        else:
            comment.set("ref", a1(place))


def _anchors(root: Any, change: Shift) -> None:
    """Drawings move with the cells under their first corner; they keep their size."""
    word = "row" if change.axis == "rows" else "col"
    for anchor in list(root):
        start = next((one for one in anchor if local(one) == "from"), None)
        if start is None:
            continue
        first = next(one for one in start if local(one) == word)
        old = int(first.text)
        to = change.index(old + 1)
        new = change.first - 1 if to is None else min(to, change.limit) - 1
        for corner in anchor:
            if local(corner) in ("from", "to"):
                number = next(one for one in corner if local(one) == word)
                number.text = str(int(number.text) + new - old)


def _boxes(root: Any, change: Shift) -> None:
    """The boxes of comments."""
    for shape in list(root):
        data = next((one for one in shape.iter() if local(one) == "ClientData"), None)
        if data is None or data.get("ObjectType") != "Note":
            continue
        fields = {local(one): one for one in data}
        if "Row" not in fields or "Column" not in fields:
            continue
        place = (int(fields["Row"].text) + 1, int(fields["Column"].text) + 1)
        to = change.place(place)
        if to is None:
            root.remove(shape)
            continue
        fields["Row"].text, fields["Column"].text = str(to[0] - 1), str(to[1] - 1)
        if "Anchor" in fields:
            numbers = [int(one) for one in str(fields["Anchor"].text).split(",")]
            for at, by in (
                (0, to[1] - place[1]),
                (2, to[0] - place[0]),
                (4, to[1] - place[1]),
                (6, to[0] - place[0]),
            ):
                numbers[at] += by
            fields["Anchor"].text = ", ".join(map(str, numbers))


def _pivots(package: Package, sheet: str, change: Shift) -> None:
    """Where pivot tables take their figures from."""
    for link in package.relations(package.workbook):
        if link.type == "pivotCacheDefinition" and link.target in package:
            for source in package.tree(link.target).iter(main("worksheetSource")):
                if str(source.get("sheet", "")).casefold() == sheet.casefold() and source.get("ref"):
                    area = change.areas(str(source.get("ref")))
                    if area and area != source.get("ref"):
                        package.touch(link.target)
                        source.set("ref", area)
