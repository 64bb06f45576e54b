"""What a reader sees in a document: headings, numbered clauses, tables, notes, and what is suggested or remarked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from .packages import Element, Package, attribute, local, targets

MAX_BLOCKS: Final = 50_000
"""Paragraphs and tables that are read."""
MAX_DEPTH: Final = 12
"""Tables within tables."""
TINY: Final = 6
"""Half points: three points high, a third of what print calls small."""


def word_lines(data: bytes) -> Iterator[str]:
    """The document's text as markdown, line by line.

    Suggestions stand as ``{++added++}`` and ``{--deleted--}``, comments as ``{>>Ines: why?<<}`` after what they are
    about, footnotes as ``[^1]`` with their texts at the end.

    Raises:
        DamagedFileError: It can't be read.
    """
    package = Package(data)
    main, root = package.whole("document")
    relations = package.relations(main)
    reader = Reader(
        styles_of(package, targets(relations, "styles")),
        numberings_of(package, targets(relations, "numbering")),
        comments_of(package, targets(relations, "comments")),
    )
    for part in targets(relations, "header"):
        yield from _aside(package, part, "header")
    for body in (one for one in root if local(one) == "body"):
        yield from reader.blocks(body)
    for part in targets(relations, "footer"):
        yield from _aside(package, part, "footer")
    for kind in ("footnotes", "endnotes"):
        for part in targets(relations, kind):
            for note in package.xml(part):
                number = _own(note, "id")
                if number in reader.noted and local(note) in ("footnote", "endnote"):
                    text = " ".join(" ".join(reader.inline(one) for one in note if local(one) == "p").split())
                    yield f"[^{number}]: {text}"


def cell_line(cells: list[str]) -> str:
    """A row of a markdown table."""
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


@dataclass
class Style:
    """What reading needs of a style."""

    name: str = ""
    based: str = ""
    outline: int | None = None
    numbering: tuple[str, int] | None = None
    hidden: bool = False


@dataclass
class Level:
    """One level of a list."""

    form: str = "decimal"
    text: str = "%1."
    start: int = 1


@dataclass
class Reader:
    """Reads a document's blocks in order; it counts the items of lists as it goes."""

    styles: Mapping[str, Style]
    numberings: Mapping[str, tuple[str, Mapping[int, Level]]]
    comments: Mapping[str, str]
    noted: set[str] = field(default_factory=set[str])
    titled: bool = False
    _counts: dict[str, dict[int, int]] = field(default_factory=dict[str, dict[int, int]])
    _left: int = MAX_BLOCKS

    def blocks(self, parent: Element, depth: int = 0) -> Iterator[str]:
        """The lines of all that stands in an element, tables within tables up to a depth."""
        for one in parent:
            self._left -= 1
            if self._left < 0:
                return
            kind = local(one)
            if kind in ("p", "tbl"):
                yield from self.block(one, depth)
            elif kind in ("sdt", "sdtContent", "ins", "customXml", "smartTag") and depth < MAX_DEPTH:
                yield from self.blocks(one, depth + 1)

    def block(self, element: Element, depth: int = 0) -> Iterator[str]:
        """The lines of one paragraph or table."""
        if local(element) == "p":
            yield from self._paragraph(element)
        else:
            yield from self._table(element, depth)

    def rank(self, paragraph: Element) -> int | None:
        """Which heading a paragraph is, 0 for the highest; ``None`` for all others.

        In a document with a title all headings stand below it.
        """
        properties = _child(paragraph, "pPr")
        outline = _value(properties, "outlineLvl")
        style = self.styles.get(_value(properties, "pStyle") or "", Style())
        if style.name.casefold() == "title":
            self.titled = True
            return 0
        rank = int(outline) if outline and outline.isdecimal() else self._outline(style)
        return min(rank + self.titled, 5) if rank is not None and rank < 6 else None

    def _paragraph(self, paragraph: Element) -> Iterator[str]:
        text = self.inline(paragraph).strip()
        properties = _child(paragraph, "pPr")
        style = self.styles.get(_value(properties, "pStyle") or "", Style())
        mark, level = self._mark(properties, style)
        rank = self.rank(paragraph)
        if not text:
            return
        if rank is not None:
            yield ""
            yield f"{'#' * (rank + 1)} {mark}{text}"
            yield ""
        elif mark:
            yield f"{'  ' * level}{mark}{text}"
        else:
            quote = "> " if "quote" in style.name.casefold() else ""
            yield f"{quote}{text}"
            yield ""

    def _outline(self, style: Style, hops: int = 10) -> int | None:
        name = style.name.casefold()
        if name == "title":
            return 0
        if name.startswith("heading ") and name[8:].isdecimal():
            return int(name[8:]) - 1
        if style.outline is not None:
            return style.outline
        based = self.styles.get(style.based)
        return self._outline(based, hops - 1) if based is not None and hops else None

    def _numbering(self, style: Style, hops: int = 10) -> tuple[str, int] | None:
        if style.numbering is not None:
            return style.numbering
        based = self.styles.get(style.based)
        return self._numbering(based, hops - 1) if based is not None and hops else None

    def _mark(self, properties: Element | None, style: Style) -> tuple[str, int]:
        """The bullet or number before a paragraph, and how deep it is set in."""
        place = self._numbering(style)
        own = _child(properties, "numPr")
        if own is not None:
            level = _value(own, "ilvl") or (str(place[1]) if place else "0")
            number = _value(own, "numId") or (place[0] if place else "0")
            place = (number, int(level) if level.isdecimal() else 0)
        if place is None or place[0] not in self.numberings:
            bullet = "list bullet" in style.name.casefold()
            return ("- ", 0) if bullet else ("", 0)
        abstract, levels = self.numberings[place[0]]
        level = min(place[1], 8)
        form = levels.get(level, Level())
        if form.form in ("bullet", "none"):
            return ("- " if form.form == "bullet" else "", level)
        counts = self._counts.setdefault(f"{abstract}", {})
        counts[level] = counts.get(level, form.start - 1) + 1
        for deeper in [one for one in counts if one > level]:
            del counts[deeper]
        text = form.text
        for one in range(level + 1):
            of = levels.get(one, Level())
            text = text.replace(f"%{one + 1}", _counted(counts.get(one, of.start), of.form))
        return (f"{text} ", level)

    def _table(self, table: Element, depth: int) -> Iterator[str]:
        yield ""
        first = True
        for row in (one for one in table.iter() if local(one) == "tr" and _nearest(one, table)):
            cells: list[str] = []
            for cell in (one for one in row.iter() if local(one) == "tc" and _nearest(one, row)):
                lines = self.blocks(cell, depth + 1) if depth < MAX_DEPTH else iter(())
                cells.append(" ".join(" ".join(lines).split()))
            yield cell_line(cells)
            if first:
                yield cell_line(["---"] * len(cells))
            first = False
        yield ""

    def inline(self, parent: Element) -> str:
        """A paragraph's text."""
        out: list[str] = []
        self._inline(parent, out, 0)
        return "".join(out)

    def _inline(self, parent: Element, out: list[str], depth: int) -> None:
        if depth > 40:
            return
        if local(parent) == "r" and unseen(parent, self.styles):
            return
        for one in parent:
            kind = local(one)
            if kind in ("t", "delText"):
                out.append(one.text or "")
            elif kind == "tab":
                # a tab stop among a paragraph's properties is no tab
                out.append("\t" if local(parent) == "r" else "")
            elif kind in ("br", "cr"):
                out.append("\n" if _own(one, "type") != "page" else "")
            elif kind == "noBreakHyphen":
                out.append("-")
            elif kind in ("footnoteReference", "endnoteReference"):
                self.noted.add(_own(one, "id"))
                out.append(f"[^{_own(one, 'id')}]")
            elif kind == "commentReference":
                out.append(self.comments.get(_own(one, "id"), ""))
            elif kind == "docPr" and one.get("descr"):
                # it ends at its bracket, wherever it holds one itself
                out.append(f"[picture: {one.get('descr').replace(']', ')')}]")
            elif kind in ("ins", "del", "moveFrom", "moveTo"):
                inner: list[str] = []
                self._inline(one, inner, depth + 1)
                text = "".join(inner)
                sign = "++" if kind in ("ins", "moveTo") else "--"
                if text:
                    out.append(f"{{{sign}{text}{sign}}}")
            elif kind not in ("pPr", "rPr", "instrText", "Fallback"):
                self._inline(one, out, depth + 1)


def unseen(run: Element, styles: Mapping[str, Style]) -> bool:
    """Whether nobody can read a run: it is hidden, too small for any eye, or white on the white page."""
    own = _child(run, "rPr")
    properties = _child(next((one for one in _above(run) if local(one) == "p"), None), "pPr")
    if _child(own, "vanish") is None:
        given = (_value(own, "rStyle"), _value(properties, "pStyle"))
        if any(styles[name].hidden for name in given if name is not None and name in styles):
            return True
    if own is None:
        return False
    size, colour = _value(own, "sz") or "", (_value(own, "color") or "").upper()
    if _is_on(own, "vanish") or (size.isdecimal() and int(size) <= TINY):
        return True
    if len(colour) != 6 or not all(colour[at] in "EF" for at in (0, 2, 4)):
        return False
    # on a ground of another colour white is a look: a run's, a paragraph's, a box's, or that of a table's style
    grounds = (_child(own, "shd"), _child(own, "highlight"), _child(properties, "shd"))
    return all(one is None for one in grounds) and not any(
        local(one) in ("tbl", "txbxContent") for one in _above(run)
    )


def _above(element: Element) -> Iterator[Element]:
    above = element.getparent()
    while above is not None:
        yield above
        above = above.getparent()


def _is_on(properties: Element | None, name: str) -> bool:
    """Whether a switch is there and not switched off (ECMA-376 part 1, 17.17.4)."""
    switch = _child(properties, name)
    return switch is not None and _own(switch, "val") not in ("0", "false", "off")


def _counted(number: int, form: str) -> str:
    if form in ("lowerLetter", "upperLetter"):
        text = ""
        rest = min(number, 10_000)
        while rest > 0:
            rest, digit = divmod(rest - 1, 26)
            text = chr(97 + digit) + text
        return text.upper() if form == "upperLetter" else text
    if form in ("lowerRoman", "upperRoman"):
        text = ""
        rest = min(number, 3_999)
        for value, sign in zip(
            (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1),
            "m cm d cd c xc l xl x ix v iv i".split(),
            strict=True,
        ):
            text += sign * (rest // value)
            rest %= value
        return text.upper() if form == "upperRoman" else text
    return f"{number:02d}" if form == "decimalZero" else str(number)


def _own(element: Element, name: str) -> str:
    return attribute(element, name) or ""


def _child(parent: Element | None, name: str) -> Element | None:
    if parent is None:
        return None
    return next((one for one in parent if local(one) == name), None)


def _value(parent: Element | None, name: str) -> str | None:
    child = _child(parent, name)
    return None if child is None else _own(child, "val")


def _nearest(element: Element, table: Element) -> bool:
    """Whether a row or cell belongs to this table or row and to none inside it."""
    above = element.getparent()
    while above is not None and above is not table:
        if local(above) in ("tbl", "tr"):
            return False
        above = above.getparent()
    return True


def styles_of(package: Package, parts: list[str]) -> dict[str, Style]:
    """The styles of a document by id."""
    found: dict[str, Style] = {}
    for part in parts[:1]:
        for one in package.xml(part):
            if local(one) != "style":
                continue
            style = Style(_value(one, "name") or "", _value(one, "basedOn") or "")
            properties = _child(one, "pPr")
            outline = _value(properties, "outlineLvl")
            style.outline = int(outline) if outline and outline.isdecimal() else None
            style.hidden = _is_on(_child(one, "rPr"), "vanish")
            numbering = _child(properties, "numPr")
            if numbering is not None and (number := _value(numbering, "numId")):
                level = _value(numbering, "ilvl") or "0"
                style.numbering = (number, int(level) if level.isdecimal() else 0)
            found[_own(one, "styleId")] = style
    return found


def numberings_of(package: Package, parts: list[str]) -> dict[str, tuple[str, Mapping[int, Level]]]:
    """Its lists by number: what they count together with, and their levels."""
    for part in parts[:1]:
        abstract: dict[str, dict[int, Level]] = {}
        found: dict[str, tuple[str, Mapping[int, Level]]] = {}
        for one in package.xml(part):
            if local(one) == "abstractNum":
                abstract[_own(one, "abstractNumId")] = _levels(one)
            elif local(one) == "num":
                of = _value(one, "abstractNumId") or ""
                levels = dict(abstract.get(of, {}))
                name = of
                for override in (child for child in one if local(child) == "lvlOverride"):
                    levels.update(_levels(override))
                    level = _own(override, "ilvl")
                    start = _value(override, "startOverride")
                    if start and start.isdecimal() and level.isdecimal():
                        # a list that starts anew counts for itself
                        name = f"{of}/{_own(one, 'numId')}"
                        was = levels.get(int(level), Level())
                        levels[int(level)] = Level(was.form, was.text, int(start))
                found[_own(one, "numId")] = (name, levels)
        return found
    return {}


def _levels(parent: Element) -> dict[int, Level]:
    found: dict[int, Level] = {}
    for one in (child for child in parent if local(child) == "lvl"):
        number, start = _own(one, "ilvl"), _value(one, "start") or "1"
        if number.isdecimal():
            found[int(number)] = Level(
                _value(one, "numFmt") or "decimal",
                _value(one, "lvlText") or "",
                int(start) if start.isdecimal() else 1,
            )
    return found


def comments_of(package: Package, parts: list[str]) -> dict[str, str]:
    """Its comments by id, as they are shown."""
    return {
        _own(one, "id"): f"{{>>{_own(one, 'author')}: {' '.join(_raw(one).split())}<<}}"
        for part in parts[:1]
        for one in package.xml(part)
        if local(one) == "comment"
    }


def _raw(element: Element) -> str:
    return " ".join(
        "".join(one.text or "" for one in paragraph.iter() if local(one) == "t")
        for paragraph in element.iter()
        if local(paragraph) == "p"
    )


def _aside(package: Package, part: str, name: str) -> Iterator[str]:
    text = " ".join(_raw(package.xml(part)).split())
    if text:
        yield f"[{name}: {text}]"
        yield ""
