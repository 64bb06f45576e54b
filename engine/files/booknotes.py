"""Comments on cells: read, written and moved, in the form that every spreadsheet reads, each with its box."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from .bookcells import SheetPart
from .bookparts import Package
from .bookxml import MAIN, RELATIONS, escaped, etree, main, section
from .cellrefs import Place, a1, parse_cell
from .packages import local

_VML: Final = (
    '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" '
    'xmlns:x="urn:schemas-microsoft-com:office:excel"><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/>'
    '</o:shapelayout><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" '
    'path="m,l,21600r21600,l21600,xe">'
    '<v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype></xml>'
)
_SHAPE: Final = (
    '<v:shape xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" '
    'xmlns:x="urn:schemas-microsoft-com:office:excel" id="_x0000_s{number}" type="#_x0000_t202" '
    'style="position:absolute;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/>'
    '<v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/>'
    '<v:textbox style="mso-direction-alt:auto"/>'
    '<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>{left}, 15, {top}, 2, {right}, 15, '
    "{bottom}, 4</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>{row}</x:Row><x:Column>{column}</x:Column>"
    "</x:ClientData></v:shape>"
)


class Note(NamedTuple):
    """A comment on a cell.

    Attributes:
        place: Its cell.
        author: Who wrote it; of several in a thread, the first.
        text: All of it.
    """

    place: Place
    author: str
    text: str


def notes(package: Package, sheet: SheetPart) -> list[Note]:
    """The comments on a sheet, by row and column."""
    found: dict[Place, Note] = {}
    for link in package.relations(sheet.part):
        if link.type == "comments" and link.target in package:
            root = package.tree(link.target)
            authors = [one.text or "" for one in root.iter(main("author"))]
            for comment in root.iter(main("comment")):
                place = parse_cell(str(comment.get("ref")))
                author = int(comment.get("authorId", "0"))
                name = authors[author] if author < len(authors) else ""
                text = "".join(one.text or "" for one in comment.iter(main("t")))
                found[place] = Note(place, "" if name.startswith("tc=") else name, text)
    for link in package.relations(sheet.part):
        if link.type == "threadedComment" and link.target in package:
            people = _people(package)
            threads: dict[Place, list[tuple[str, str]]] = {}
            for one in package.tree(link.target):
                place = parse_cell(str(one.get("ref")))
                said = "".join(part.text or "" for part in one if str(part.tag).endswith("}text"))
                threads.setdefault(place, []).append((people.get(str(one.get("personId")), ""), said))
            for place, said in threads.items():
                lines = [said[0][1], *(f"{name}: {text}" for name, text in said[1:])]
                found[place] = Note(place, said[0][0], "\n".join(lines))
    return [found[place] for place in sorted(found)]


def write_note(package: Package, sheet: SheetPart, place: Place, author: str, text: str) -> None:
    """Put a comment on a cell in place of any that is there; an empty text only removes it."""
    links = {link.type: link.target for link in package.relations(sheet.part) if not link.outside}
    threaded = links.get("threadedComment")
    if threaded is not None and threaded in package:
        root = package.touch(threaded)
        for one in [one for one in root if one.get("ref") == a1(place)]:
            root.remove(one)
    comments = links.get("comments")
    if comments is None:
        if not text:
            return
        comments = _new_comments(package, sheet)
    root = package.touch(comments)
    listed = root.find(main("commentList"))
    for one in [one for one in listed if one.get("ref") == a1(place)]:
        listed.remove(one)
    boxes = _boxes(package, sheet)
    _unbox(package.touch(boxes), place)
    if not text:
        return
    made = etree.Element(main("comment"), {"ref": a1(place), "authorId": str(_author(root, author))})
    run = etree.SubElement(etree.SubElement(made, main("text")), main("r"))
    look = etree.SubElement(run, main("rPr"))
    etree.SubElement(look, main("sz"), {"val": "9"})
    etree.SubElement(look, main("rFont"), {"val": "Tahoma"})
    words = etree.SubElement(run, main("t"))
    words.text = escaped(text)
    words.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    following = next((one for one in listed if parse_cell(str(one.get("ref"))) > place), None)
    if following is None:
        listed.append(made)
    else:
        following.addprevious(made)
    _box(package.touch(boxes), place, text)


def move_notes(package: Package, sheet: SheetPart, moves: Mapping[Place, Place]) -> None:
    """Take comments along with the cells they are on."""
    moving = [one for one in notes(package, sheet) if moves.get(one.place, one.place) != one.place]
    for note in moving:
        write_note(package, sheet, note.place, "", "")
    for note in moving:
        write_note(package, sheet, moves[note.place], note.author, note.text)


def _people(package: Package) -> dict[str, str]:
    for link in package.relations(package.workbook):
        if link.type == "person" and link.target in package:
            return {str(one.get("id")): str(one.get("displayName")) for one in package.tree(link.target)}
    return {}


def _new_comments(package: Package, sheet: SheetPart) -> str:
    part = package.free_name("xl/comments{}.xml")
    package.put(part, f'<comments xmlns="{MAIN}"><authors/><commentList/></comments>'.encode())
    package.describe(part, "application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml")
    package.relate(sheet.part, "comments", part)
    return part


def _boxes(package: Package, sheet: SheetPart) -> str:
    """The part that draws the boxes of a sheet's comments, made if there is none."""
    root = package.tree(sheet.part)
    drawing = root.find(main("legacyDrawing"))
    if drawing is not None:
        link = drawing.get(f"{{{RELATIONS}}}id")
        for one in package.relations(sheet.part):
            if one.id == link and one.target in package:
                return one.target
    part = package.free_name("xl/drawings/vmlDrawing{}.vml")
    package.put(part, _VML.encode())
    package.describe_ending("vml", "application/vnd.openxmlformats-officedocument.vmlDrawing")
    link = package.relate(sheet.part, "vmlDrawing", part)
    section(package.touch(sheet.part), "legacyDrawing").set(f"{{{RELATIONS}}}id", link)
    return part


def _author(root: Any, author: str) -> int:
    listed = root.find(main("authors"))
    names = [one.text or "" for one in listed]
    if author in names:
        return names.index(author)
    made = etree.SubElement(listed, main("author"))
    made.text = escaped(author)
    return len(names)


def _box(root: Any, place: Place, text: str) -> None:
    used = {str(one.get("id")) for one in root}
    number = next(one for one in range(1025, 100_000) if f"_x0000_s{one}" not in used)
    row, column = place[0] - 1, place[1] - 1
    height = max(4, 2 + len(text) // 25 + text.count("\n"))
    shape = _SHAPE.format(
        number=number, left=column + 1, top=max(row - 1, 0), right=column + 3, bottom=max(row - 1, 0) + height, row=row,
        column=column,
    )  # fmt: skip
    root.append(etree.fromstring(shape))


def _unbox(root: Any, place: Place) -> None:
    for shape in list(root):
        fields = {local(one): one.text for one in shape.iter()}
        if fields.get("Row") == str(place[0] - 1) and fields.get("Column") == str(place[1] - 1):
            root.remove(shape)
