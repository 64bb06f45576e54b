"""What a reader sees in a deck: slide by slide its title, bullets, tables, notes and comments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .packages import Element, Package, local, targets
from .readword import cell_line

MAX_SLIDES: Final = 500


def deck_lines(data: bytes) -> Iterator[str]:
    """The deck's text, line by line: ``## Slide 3: title``, bullets, tables, ``Notes: …``.

    Raises:
        DamagedFileError: It can't be read.
    """
    package = Package(data)
    main, whole = package.whole("presentation")
    relations = package.relations(main)
    ids = [_relation_id(one) for one in whole.iter() if local(one) == "sldId"]
    slides = [relations[id_].target for id_ in ids if id_ in relations]
    for number, part in enumerate(slides[:MAX_SLIDES], start=1):
        root = package.xml(part)
        shapes = [one for one in root.iter() if local(one) in ("sp", "graphicFrame", "pic")]
        title = next((shape for shape in shapes if _place(shape) in ("title", "ctrTitle")), None)
        name = " ".join(" ".join(_paragraphs(title)).split()) if title is not None else ""
        hidden = " (hidden)" if root.get("show") in ("0", "false") else ""
        yield f"## Slide {number}{hidden}" + (f": {name}" if name else "")
        for shape in shapes:
            if shape is not title and _place(shape) not in ("dt", "ftr", "sldNum"):
                yield from _shape(shape)
        around = package.relations(part)
        for notes in targets(around, "notesSlide"):
            said = [
                line
                for shape in package.xml(notes).iter()
                if local(shape) == "sp" and _place(shape) == "body"
                for line in _paragraphs(shape)
            ]
            if any(line.strip() for line in said):
                yield "Notes: " + " ".join(" ".join(said).split())
        for part_of_comments in targets(around, "comments"):
            yield from _comments(package, part_of_comments)
        yield ""


def _relation_id(element: Element) -> str:
    # the slide's own id has no namespace
    return next((str(value) for key, value in element.attrib.items() if str(key).endswith("}id")), "")


def _place(shape: Element) -> str:
    """The placeholder that a shape fills; empty for none."""
    for one in shape.iter():
        if local(one) == "ph":
            return one.get("type", "body")
    return ""


def _shape(shape: Element) -> Iterator[str]:
    kind = local(shape)
    if kind == "pic":
        told = next((one.get("descr", "") for one in shape.iter() if local(one) == "cNvPr"), "")
        if told:
            yield f"[picture: {' '.join(told.split()).replace(']', ')')}]"
        return
    if kind == "graphicFrame":
        first = True
        for row in (one for one in shape.iter() if local(one) == "tr"):
            cells = [" ".join(" ".join(_paragraphs(cell)).split()) for cell in row if local(cell) == "tc"]
            yield cell_line(cells)
            if first:
                yield cell_line(["---"] * len(cells))
            first = False
        return
    body = _place(shape) in ("body", "obj", "subTitle")
    for text, level in _levels(shape):
        if text.strip():
            yield f"{'  ' * level}- {text.strip()}" if body else text.strip()


def _levels(shape: Element) -> Iterator[tuple[str, int]]:
    for paragraph in (one for one in shape.iter() if local(one) == "p"):
        level = next((one.get("lvl", "0") for one in paragraph if local(one) == "pPr"), "0")
        yield _text(paragraph), int(level) if level.isdecimal() and len(level) < 2 else 0


def _paragraphs(shape: Element) -> list[str]:
    return [_text(one) for one in shape.iter() if local(one) == "p"]


def _text(paragraph: Element) -> str:
    return "".join(
        (one.text or "") if local(one) == "t" else " " if local(one) == "br" else ""
        for one in paragraph.iter()
    )


def _comments(package: Package, part: str) -> Iterator[str]:
    authors = {
        one.get("id", ""): one.get("name", "")
        for name in package.names
        if name in ("ppt/commentAuthors.xml", "ppt/authors.xml")
        for one in package.xml(name)
    }
    for one in package.xml(part).iter():
        if local(one) in ("cm", "reply"):
            pieces = [
                child.text or ""
                for child in one.iter()
                if local(child) in ("text", "t") and not (local(one) == "cm" and _inside_reply(child, one))
            ]
            author = authors.get(one.get("authorId", ""), "")
            by = f" by {author}" if author else ""
            yield f"[comment{by}: {' '.join(' '.join(pieces).split())}]"


def _inside_reply(element: Element, comment: Element) -> bool:
    above = element.getparent()
    while above is not None and above is not comment:
        if local(above) == "reply":
            return True
        above = above.getparent()
    return False
