"""Suggestions in a Word document, anybody's: listed as a reader takes them, accepted or rejected."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from .packages import local
from .wordfile import WordFile
from .wordlines import Editor, is_text, mark, rename, strike, text_of, unwrap
from .wordxml import new, properties, q

Kind: TypeAlias = Literal["insert", "delete", "replace", "format"]

_INSERTED: Final = ("ins", "moveTo", "cellIns")
_DELETED: Final = ("del", "moveFrom", "cellDel")
_FORMATS: Final = (
    *("rPrChange", "pPrChange", "tblPrChange", "tblGridChange", "trPrChange", "tcPrChange", "sectPrChange"),
    *("tblPrExChange", "numberingChange"),
)
_AROUND: Final = ("hyperlink", "smartTag", "sdt", "sdtContent", "fldSimple", "customXml", "dir", "bdo")
_MOVES: Final = ("moveFromRangeStart", "moveFromRangeEnd", "moveToRangeStart", "moveToRangeEnd")


@dataclass
class Suggestion:
    """One change that somebody suggests."""

    author: str
    date: str
    """As the file has it."""
    block: int
    """Index of the block that it begins in."""
    deleted: str = ""
    inserted: str = ""
    format: bool = False
    elements: list[Any] = field(default_factory=list[Any])
    """What marks it, in order."""

    @property
    def kind(self) -> Kind:
        """What it would do."""
        if self.format:
            return "format"
        if self.deleted and self.inserted:
            return "replace"
        return "delete" if self.deleted or any(local(one) in _DELETED for one in self.elements) else "insert"


def suggestions(file: WordFile) -> list[Suggestion]:
    """All suggestions in order; what one person changed at one place at one time is one."""
    found: list[Suggestion] = []
    walker = _Walker(found)
    for index, block in enumerate(file.blocks()):
        walker.block = index
        if _inside_mark(block) is not None:
            walker.item(_inside_mark(block), "")
        walker.walk(block)
    return found


def accept(file: WordFile, wanted: Sequence[Suggestion]) -> None:
    """Make suggestions part of the text."""
    for suggestion in wanted:
        for element in suggestion.elements:
            _decide(element, accepted=True)
    _tidy(file)


def reject(file: WordFile, wanted: Sequence[Suggestion]) -> None:
    """Take suggestions out of the text."""
    for suggestion in wanted:
        for element in suggestion.elements:
            _decide(element, accepted=False)
    _tidy(file)


def mark_inserted(element: Any, editor: Editor) -> None:
    """Mark a new paragraph or table as suggested."""
    if local(element) == "tbl":
        for row in element.iter(q("tr")):
            row.get_or_add_trPr().append(mark("ins", editor))
        for paragraph in element.iter(q("p")):
            mark_inserted(paragraph, editor)
        return
    for run in list(element.iter(q("r"))):
        above = run.getparent()
        before = run.getprevious()
        if before is not None and local(before) == "ins" and before.get(q("author")) == editor.name:
            before.append(run)
            continue
        around = mark("ins", editor)
        above.replace(run, around)
        around.append(run)
    _mark_end(element, "ins", editor)


def mark_deleted(element: Any, editor: Editor) -> None:
    """Mark a paragraph or table as to be deleted; what the editor themself had suggested goes at once."""
    if local(element) == "tbl":
        for row in element.iter(q("tr")):
            mark_row_deleted(row, editor)
        return
    for run in list(element.iter(q("r"))):
        if local(run.getparent()) not in _DELETED:
            strike(run, editor)
    look = _mark_of_end(element)
    if look is not None and look.get(q("author")) == editor.name and local(look) == "ins":
        _decide(look, accepted=False)
        return
    if look is None or local(look) != "del":
        _mark_end(element, "del", editor)


def mark_row_deleted(row: Any, editor: Editor) -> None:
    """Mark a table's row as to be deleted."""
    row.get_or_add_trPr().append(mark("del", editor))
    for paragraph in row.iter(q("p")):
        mark_deleted(paragraph, editor)


class _Walker:
    """Goes through a block and gathers what is marked."""

    def __init__(self, found: list[Suggestion]) -> None:
        self.block = 0
        self._found = found
        self._open = True
        """Whether the last suggestion may go on: no settled text since."""

    def walk(self, parent: Any, depth: int = 0) -> None:
        if depth > 40:
            return
        if local(parent) == "p":
            self._paragraph(parent, depth)
            return
        for one in parent:
            kind = local(one)
            if kind == "tr":
                marks = [item for form in one.findall(q("trPr")) for item in form]
                for item in marks:
                    if local(item) in ("ins", "del"):
                        self.item(item, "")
            if kind in ("tblPr", "trPr", "tcPr", "tblGrid", "sectPr"):
                for item in one:
                    if local(item) in _FORMATS:
                        self._form(item)
                    elif local(item) in ("cellIns", "cellDel"):
                        self.item(item, "")
            elif kind in ("p", "tr", "tc", "tbl", *_AROUND, "ins", "moveTo"):
                self.walk(one, depth + 1)

    def _paragraph(self, paragraph: Any, depth: int) -> None:
        form = paragraph.find(q("pPr"))
        formats = list(_formats(paragraph))
        self._inline(paragraph, depth)
        end = None if form is None else _mark_of_end(paragraph)
        if end is not None:
            self.item(end, "\n" if self._found and _text(paragraph) else "")
        else:
            self._open = False
        for item in formats:
            self._form(item)

    def _inline(self, parent: Any, depth: int) -> None:
        if depth > 40:
            return
        for one in parent:
            kind = local(one)
            if kind in _INSERTED:
                inner = [item for item in one if local(item) in _DELETED]
                self.item(one, _text(one))
                for item in inner:
                    self.item(item, _text(item))
            elif kind in _DELETED:
                self.item(one, _text(one))
            elif kind == "r":
                if any(is_text(node) and text_of(node) for node in one):
                    self._open = False
            elif kind in _AROUND:
                self._inline(one, depth + 1)

    def item(self, element: Any, text: str) -> None:
        author, date = element.get(q("author"), ""), element.get(q("date"), "")
        last = self._found[-1] if self._found else None
        if last is None or not self._open or last.format or (last.author, last.date) != (author, date):
            last = Suggestion(author, date, self.block)
            self._found.append(last)
        self._open = True
        last.elements.append(element)
        if local(element) in _INSERTED:
            last.inserted += text
        else:
            last.deleted += text

    def _form(self, element: Any) -> None:
        author, date = element.get(q("author"), ""), element.get(q("date"), "")
        last = self._found[-1] if self._found else None
        if (
            last is None
            or not last.format
            or (last.author, last.date, last.block) != (author, date, self.block)
        ):
            last = Suggestion(author, date, self.block, format=True)
            self._found.append(last)
        last.elements.append(element)
        self._open = False


def _formats(paragraph: Any) -> Iterator[Any]:
    for element in paragraph.iter():
        if local(element) in _FORMATS:
            yield element


def _text(element: Any) -> str:
    """What an element says, deleted or not, but what is deleted inside an insertion."""
    gone = local(element) in _DELETED
    return "".join(
        text_of(node) for node in element.iter() if is_text(node) and (gone or not _within(node, element))
    )


def _within(node: Any, element: Any) -> bool:
    above = node.getparent()
    while above is not None and above is not element:
        if local(above) in _DELETED:
            return True
        above = above.getparent()
    return False


def _mark_of_end(paragraph: Any) -> Any:
    """What marks a paragraph's end as inserted or deleted."""
    form = paragraph.find(q("pPr"))
    look = None if form is None else form.find(q("rPr"))
    if look is None:
        return None
    return next((one for one in look if local(one) in (*_INSERTED, *_DELETED)), None)


def _inside_mark(block: Any) -> Any:
    """A mark that encloses whole blocks, of which this is the first."""
    above = block.getparent()
    if local(above) in ("ins", "moveTo") and block.getprevious() is None:
        return above
    return None


def _mark_end(paragraph: Any, kind: str, editor: Editor) -> None:
    form = properties(paragraph)
    look = form.find(q("rPr"))
    if look is None:
        look = new("rPr")
        form.insert_element_before(look, "w:sectPr", "w:pPrChange")
    look.insert(0, mark(kind, editor))


def _decide(element: Any, *, accepted: bool) -> None:
    above = element.getparent()
    if above is None:
        return
    kind, place = local(element), local(above)
    if kind in _FORMATS:
        if not accepted:
            _restore(above, element)
        else:
            above.remove(element)
        return
    stays = (kind in _INSERTED) == accepted
    if place == "rPr" and local(above.getparent()) == "pPr":
        paragraph = above.getparent().getparent()
        above.remove(element)
        if not stays:
            _merge(paragraph)
    elif place in ("trPr", "tcPr"):
        row = above.getparent()
        above.remove(element)
        if not stays:
            row.getparent().remove(row)
    elif stays:
        if kind in _DELETED:
            for run in list(element.iter(q("r"))):
                rename(run, "t")
        unwrap(element)
    else:
        above.remove(element)


def _restore(owner: Any, change: Any) -> None:
    """Put back the format from before a change of it."""
    old = next(iter(change), None)
    keep = [one for one in owner if local(one) in ("rPr", "sectPr", "ins", "del") and local(owner) == "pPr"]
    for one in list(owner):
        if not any(one is kept for kept in keep):
            owner.remove(one)
    if old is not None:
        for number, one in enumerate(list(old)):
            owner.insert(number, one)


def _merge(paragraph: Any) -> None:
    """A paragraph whose end is gone joins the next one, whose form it takes."""
    above = paragraph.getparent()
    if above is None:
        return
    form = paragraph.find(q("pPr"))
    if form is not None and form.find(q("sectPr")) is not None:
        return
    following = paragraph.getnext()
    content = [one for one in paragraph if local(one) != "pPr"]
    if following is not None and local(following) == "p":
        start = following.find(q("pPr"))
        for one in reversed(content):
            if start is None:
                following.insert(0, one)
            else:
                start.addnext(one)
    elif _text(paragraph):
        return
    if local(above) == "tc" and not any(local(one) == "p" and one is not paragraph for one in above):
        return
    above.remove(paragraph)


def _tidy(file: WordFile) -> None:
    """Tables without rows, cells without paragraphs and marks of moves go."""
    body = file.body
    for table in list(body.iter(q("tbl"))):
        if table.find(q("tr")) is None and table.getparent() is not None:
            table.getparent().remove(table)
    for cell in list(body.iter(q("tc"))):
        if not any(local(one) in ("p", "tbl", "sdt") for one in cell):
            cell.append(new("p"))
    if not any(local(one) in ("moveFrom", "moveTo") for one in body.iter(q("moveFrom"), q("moveTo"))):
        for name in _MOVES:
            for one in list(body.iter(q(name))):
                one.getparent().remove(one)
