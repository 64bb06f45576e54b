"""Comments and tracked changes that are left in an office file, with who made them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..engine.files.kinds import Kind
from ..engine.files.normal import DamagedFileError
from ..engine.files.packages import Element, Package, attribute, local, targets


class Remark(NamedTuple):
    """A comment or suggestion in a file."""

    author: str
    text: str


def remarks_of(kind: Kind, data: bytes) -> list[Remark]:
    """A file's comments that are not resolved; replies and damaged files have none."""
    try:
        package = Package(data)
        if kind == "docx":
            return list(_in_document(package))
        if kind == "xlsx":
            return list(_in_workbook(package))
        if kind == "pptx":
            return list(_in_deck(package))
    except DamagedFileError:
        pass
    return []


def suggestions_of(kind: Kind, data: bytes) -> list[Remark]:
    """A document's tracked insertions and deletions, in order; a run of them by one author is one."""
    if kind != "docx":
        return []
    try:
        package = Package(data)
        root = package.xml(package.main())
    except DamagedFileError:
        return []
    found: list[Remark] = []
    for parent in root.iter():
        goes_on = False
        for one in parent:
            is_change = local(one) in ("ins", "del", "moveFrom", "moveTo")
            text = _inserted(one) if is_change else ""
            author = attribute(one, "author") or "" if is_change else ""
            if text and goes_on and found[-1].author == author:
                found[-1] = Remark(author, found[-1].text + text)
            elif text:
                found.append(Remark(author, text))
            goes_on = bool(text)
    return found


def _inserted(element: Element) -> str:
    return "".join(part.text or "" for part in element.iter() if local(part) in ("t", "delText"))


def _in_document(package: Package) -> Iterator[Remark]:
    relations = package.relations(package.main())
    settled: set[str] = set()
    replies: set[str] = set()
    for part in targets(relations, "commentsExtended"):
        for one in package.xml(part):
            paragraph = attribute(one, "paraId") or ""
            if attribute(one, "done") in ("1", "true"):
                settled.add(paragraph)
            if attribute(one, "paraIdParent"):
                replies.add(paragraph)
    for part in targets(relations, "comments"):
        for one in package.xml(part):
            if local(one) != "comment":
                continue
            own = {attribute(child, "paraId") or "" for child in one.iter() if local(child) == "p"} - {""}
            if own & (settled | replies):
                continue
            yield Remark(attribute(one, "author") or "", _text(one))


def _in_workbook(package: Package) -> Iterator[Remark]:
    people = {
        attribute(one, "id") or "": attribute(one, "displayName") or ""
        for name in package.names
        if name.startswith("xl/persons/") and name.endswith(".xml")
        for one in package.xml(name)
    }
    threaded = [name for name in package.names if name.startswith("xl/threadedComments/")]
    for name in threaded:
        for one in package.xml(name):
            if not attribute(one, "parentId") and attribute(one, "done") not in ("1", "true"):
                yield Remark(people.get(attribute(one, "personId") or "", ""), _text(one))
    if threaded:
        return
    for name in package.names:
        if name.startswith("xl/comments") and name.endswith(".xml"):
            root = package.xml(name)
            authors = [one.text or "" for one in root.iter() if local(one) == "author"]
            for one in root.iter():
                if local(one) == "comment":
                    number = attribute(one, "authorId") or ""
                    known = number.isdecimal() and int(number) < len(authors)
                    yield Remark(authors[int(number)] if known else "", _text(one))


def _in_deck(package: Package) -> Iterator[Remark]:
    authors = {
        attribute(one, "id") or "": attribute(one, "name") or ""
        for name in package.names
        if name in ("ppt/commentAuthors.xml", "ppt/authors.xml")
        for one in package.xml(name)
    }
    for name in package.names:
        if name.startswith("ppt/comments/") and name.endswith(".xml"):
            for one in package.xml(name).iter():
                if local(one) == "cm" and attribute(one, "status") not in ("resolved", "closed"):
                    yield Remark(authors.get(attribute(one, "authorId") or "", ""), _text(one))


def _text(element: Element) -> str:
    return " ".join("".join(one.text or "" for one in element.iter() if local(one) in ("t", "text")).split())
