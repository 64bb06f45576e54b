"""Blocks of markdown as elements of a Word document: paragraphs, real lists, tables, links and footnotes.

Works on new documents and on those of others, whose own styles are used where they have them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from docx.opc.constants import CONTENT_TYPE, RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml.ns import qn
from docx.parts.numbering import NumberingPart

from .markup import Block, Heading, Item, Markup, PageBreak, Paragraph, Rule, Run, Table, figures, plain
from .wordstyles import MONO, ensure_style
from .wordxml import (
    align,
    indent,
    keep_lines,
    new,
    parsed,
    properties,
    q,
    serialized,
    set_paragraph_border,
    shade,
    space,
)

if TYPE_CHECKING:
    from docx.document import Document

_INDENT: Final = 397
"""Twentieths of a point that a level of a list stands in from the one above."""
_CLAUSE_INDENT: Final = 680
_CHARACTER: Final = 112
"""Width of a character of running text, in twentieths of a point."""
_PADDING: Final = 2.5
"""Characters that the edges of a cell take."""
_BULLETS: Final = "•–▪"
_FOOTNOTES: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"
_FOOTNOTES_TYPE: Final = "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"


class Builder:
    """Makes elements for one document; they still have to be put where they belong."""

    def __init__(self, document: Document, *, form: bool = False, width: int = 9_100) -> None:
        """Prepare.

        Args:
            document: For which elements are made: styles, lists and links are added to it as needed.
            form: Tables are drawn as a form's, with all lines.
            width: Of the text, in twentieths of a point.
        """
        self._document = document
        self._form = form
        self._width = width
        self._lists: dict[int, int] = {}
        self._abstracts: dict[bool, int] = {}
        self._styles: dict[str, str] = {}
        self._notes: dict[str, Sequence[Run]] = {}

    def build(self, markup: Markup, *, shift: int = 0) -> list[Any]:
        """The elements of a text, in order.

        Args:
            markup: The text.
            shift: Added to the level of each heading.
        """
        self._lists = {}
        self._notes = dict(markup.notes)
        return [element for block in markup.blocks for element in self.elements(block, shift=shift)]

    def elements(self, block: Block, *, shift: int = 0) -> Iterable[Any]:
        """The elements of one block."""
        match block:
            case Heading():
                level = min(6, max(1, block.level + shift))
                yield self.paragraph(block.runs, f"Heading {level}")
            case Paragraph(kind="quote"):
                yield self.paragraph(block.runs, "Quote")
            case Paragraph(kind="code"):
                yield self.paragraph(block.runs, "Code")
            case Paragraph():
                yield self._body(block)
            case Item():
                yield self._item(block)
            case Table():
                yield self._table(block)
                yield self._gap()
            case Rule():
                yield self._rule(block)
            case PageBreak():
                paragraph = self.paragraph((), "")
                run = new("r")
                run.append(new("br", type="page"))
                paragraph.append(run)
                yield paragraph

    def paragraph(self, runs: Sequence[Run], style: str = "") -> Any:
        """A paragraph of a style, by name; empty: the document's own default."""
        paragraph = new("p")
        if style:
            paragraph.get_or_add_pPr().style = self.style(style)
        for run in runs:
            for element in self.runs(run):
                paragraph.append(element)
        return paragraph

    def style(self, name: str) -> str:
        """The id of a style, which is added if the document lacks it."""
        if name not in self._styles:
            self._styles[name] = ensure_style(self._document, name)
        return self._styles[name]

    def runs(self, run: Run) -> Iterable[Any]:
        """The elements of a run of text: one, or a link around it, or a footnote's mark."""
        if run.note:
            yield self._note(run.note)
            return
        element = new("r")
        if run.bold or run.italic or run.code or run.strike:
            form = element.get_or_add_rPr()
            if run.code:
                form.append(new("rFonts", ascii=MONO, hAnsi=MONO, cs=MONO))
            for wanted, tag in ((run.bold, "b"), (run.italic, "i"), (run.strike, "strike")):
                if wanted:
                    form.append(new(tag))
        element.text = run.text
        if not run.link.startswith(("http://", "https://", "mailto:")):
            yield element
            return
        link = new("hyperlink")
        link.set(
            qn("r:id"), self._document.part.relate_to(run.link, RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
        )
        element.get_or_add_rPr().insert(0, new("rStyle", val=self.style("Hyperlink")))
        link.append(element)
        yield link

    # Blocks ----------------------------------------------------------------------------------------------------------

    def _body(self, block: Paragraph) -> Any:
        if not block.clause:
            paragraph = self.paragraph(block.runs)
            if "\n" in plain(block.runs):
                # lines of an address or a signature stay at the left in justified documents
                align(paragraph, "left")
                keep_lines(paragraph)
            return paragraph
        dots = block.clause.rstrip(".").count(".")
        depth = 1 if block.clause[0] == "(" else max(0, min(dots - 1, 3)) if block.clause[0] != "§" else 0
        paragraph = self.paragraph((Run(f"{block.clause}\t"), *block.runs))
        indent(paragraph, left=_CLAUSE_INDENT * (depth + 1), hanging=_CLAUSE_INDENT)
        return paragraph

    def _item(self, block: Item) -> Any:
        style = "List Continue" if not block.first else "List Number" if block.ordered else "List Bullet"
        paragraph = self.paragraph(block.runs, style)
        left = _INDENT * (block.depth + 1)
        if block.first:
            number = self._list(block)
            listed = properties(paragraph).get_or_add_numPr()
            listed.get_or_add_ilvl().val = block.depth
            listed.get_or_add_numId().val = number
            indent(paragraph, left=left, hanging=_INDENT)
        else:
            indent(paragraph, left=left)
        return paragraph

    def _list(self, block: Item) -> int:
        if block.list not in self._lists:
            numbering = self._numbering()
            if block.ordered not in self._abstracts:
                self._abstracts[block.ordered] = _add_abstract(numbering, ordered=block.ordered)
            number = numbering.add_num(self._abstracts[block.ordered])
            if block.ordered:
                override = number.add_lvlOverride(ilvl=block.depth)
                override.add_startOverride(block.number or 1)
            self._lists[block.list] = number.numId
        return self._lists[block.list]

    def _numbering(self) -> Any:
        """The root of the document's lists; the part is added if there is none."""
        part: Any = self._document.part
        if not any(one.reltype == RELATIONSHIP_TYPE.NUMBERING for one in part.rels.values()):
            name, root = PackURI("/word/numbering.xml"), parsed("<w:numbering {ns}/>")
            made = NumberingPart(name, CONTENT_TYPE.WML_NUMBERING, root, part.package)
            part.relate_to(made, RELATIONSHIP_TYPE.NUMBERING)
        return part.numbering_part.element

    def _table(self, block: Table) -> Any:
        columns = len(block.aligns)
        rows = [*([block.head] if block.head else []), *block.rows]
        widths = self._widths(rows, columns, full=self._form or not block.head)
        style = self.style("Form Table" if self._form else "Ruled Table")
        head = int(bool(block.head))
        table = parsed(
            "<w:tbl {ns}><w:tblPr>"
            f'<w:tblStyle w:val="{style}"/>'
            f'<w:tblW w:w="{sum(widths)}" w:type="dxa"/><w:tblLayout w:type="fixed"/>'
            f'<w:tblLook w:val="{"0420" if head else "0400"}" w:firstRow="{head}" w:lastRow="0" w:firstColumn="0"'
            f' w:lastColumn="0" w:noHBand="0" w:noVBand="1"/></w:tblPr><w:tblGrid/></w:tbl>'
        )
        grid = table.find(q("tblGrid"))
        for width in widths:
            grid.append(new("gridCol", w=width))
        aligns = [block.aligns[n] or ("right" if figures(block.rows, n) else "") for n in range(columns)]
        for number, cells in enumerate(rows):
            row = new("tr")
            form = row.get_or_add_trPr()
            form.append(new("cantSplit"))
            if head and number == 0:
                form.append(new("tblHeader"))
            for n, width in enumerate(widths):
                runs = cells[n] if n < len(cells) else ()
                row.append(self._cell(runs, width, aligns[n], label=self._form and not head and n == 0))
            table.append(row)
        return table

    def _cell(self, runs: Sequence[Run], width: int, side: str, *, label: bool) -> Any:
        cell = new("tc")
        form = cell.get_or_add_tcPr()
        form.append(new("tcW", w=width, type="dxa"))
        if label:
            shade(form, "F0F0F0")
        paragraph = self.paragraph(runs)
        space(paragraph, before=40, after=40)
        align(paragraph, side or "left")
        cell.append(paragraph)
        return cell

    def _widths(self, rows: Sequence[Sequence[Sequence[Run]]], columns: int, *, full: bool) -> list[int]:
        """Column widths by what stands in them: short columns get what they need, long texts share the rest."""
        longest = [2.0] * columns
        words = [2.0] * columns
        for cells in rows:
            for n, cell in enumerate(cells[:columns]):
                text = plain(cell)
                longest[n] = max(longest[n], *(len(line) for line in text.split("\n")))
                words[n] = max(words[n], *(min(26, len(word)) for word in text.split() or [""]))
        room = self._width / _CHARACTER - _PADDING * columns
        # a narrow table needn't fill the page, but one to be filled in does
        if not full and sum(longest) < 0.7 * room:
            room = max(sum(longest) * 1.15, 0.5 * room)
        given = [0.0] * columns
        left, open_ = room, list(range(columns))
        while open_:
            fair = left / len(open_)
            short = [n for n in open_ if longest[n] <= fair]
            if not short:
                break
            for n in short:
                given[n] = longest[n]
                left -= longest[n]
            open_ = [n for n in open_ if n not in short]
        if open_:
            total = sum(longest[n] ** 0.6 for n in open_)
            for n in open_:
                given[n] = max(words[n], left * longest[n] ** 0.6 / total)
        elif left > 0:
            # what is over goes to all alike; behind labels, to what they label
            given = [
                one + (0 if full and not n and columns > 1 else left / columns) for n, one in enumerate(given)
            ]
        weights = [one + _PADDING for one in given]
        width = min(self._width, int((room + _PADDING * columns) * _CHARACTER))
        widths = [int(width * weight / sum(weights)) for weight in weights]
        widths[-1] += width - sum(widths)
        return widths

    def _gap(self) -> Any:
        """A low empty paragraph: it keeps tables apart and texts at a distance."""
        paragraph = self.paragraph(())
        space(paragraph, before=0, after=0, exact=160)
        return paragraph

    def _rule(self, block: Rule) -> Any:
        paragraph = self.paragraph(())
        set_paragraph_border(properties(paragraph), "bottom", color="000000" if block.signature else "A0A0A0")
        if block.signature:
            space(paragraph, before=480, after=40)
            indent(paragraph, right=self._width // 2)
        return paragraph

    # Footnotes -------------------------------------------------------------------------------------------------------

    def _note(self, key: str) -> Any:
        """The mark of a footnote, whose text is added to the document's footnotes."""
        notes = _Footnotes(self._document)
        body = self.paragraph((), "footnote text")
        mark = parsed(
            "<w:r {ns}><w:rPr>"
            f'<w:rStyle w:val="{self.style("footnote reference")}"/></w:rPr>'
            "<w:footnoteRef/></w:r>"
        )
        body.append(mark)
        for run in (Run(" "), *self._notes.get(key, ())):
            for element in self.runs(run if not run.note else Run(f"[^{run.note}]")):
                body.append(element)
        number = notes.add(body)
        return parsed(
            "<w:r {ns}><w:rPr>"
            f'<w:rStyle w:val="{self.style("footnote reference")}"/></w:rPr>'
            f'<w:footnoteReference w:id="{number}"/></w:r>'
        )


class _Footnotes:
    """The part of a document that holds its footnotes; added if there is none."""

    def __init__(self, document: Document) -> None:
        self._part: Part
        for relation in document.part.rels.values():
            if relation.reltype == _FOOTNOTES:
                self._part = relation.target_part
                break
        else:
            empty = (
                '<w:footnotes {ns}><w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r>'
                '</w:p></w:footnote><w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r>'
                "<w:continuationSeparator/></w:r></w:p></w:footnote></w:footnotes>"
            )
            package = document.part.package
            made = serialized(parsed(empty))
            self._part = Part(PackURI("/word/footnotes.xml"), _FOOTNOTES_TYPE, made, package)
            document.part.relate_to(self._part, _FOOTNOTES)

    def add(self, paragraph: Any) -> int:
        """Add a footnote; its id."""
        root: Any = parsed(self._part.blob)
        number = 1 + max(0, *(int(one.get(q("id"))) for one in root.findall(q("footnote"))))
        note = new("footnote", id=number)
        note.append(paragraph)
        root.append(note)
        self._part._blob = serialized(root)  # pyright: ignore[reportPrivateUsage]
        return number


def _add_abstract(numbering: Any, *, ordered: bool) -> int:
    """Define a list of nine levels; its id."""
    known = [int(one.get(q("abstractNumId"))) for one in numbering.findall(q("abstractNum"))]
    number = max(known, default=-1) + 1
    levels: list[str] = []
    for level in range(9):
        if ordered:
            # as they stand in the text, so that what refers to "2." finds it
            form, text, font = "decimal", f"%{level + 1}.", ""
        else:
            form, text = "bullet", _BULLETS[level % 3]
            font = '<w:rPr><w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:cs="Arial" w:hint="default"/></w:rPr>'
        levels.append(
            f'<w:lvl w:ilvl="{level}"><w:start w:val="1"/><w:numFmt w:val="{form}"/><w:lvlText w:val="{text}"/>'
            f'<w:lvlJc w:val="left"/><w:pPr><w:ind w:left="{_INDENT * (level + 1)}" w:hanging="{_INDENT}"/></w:pPr>'
            f"{font}</w:lvl>"
        )
    element = parsed(
        f'<w:abstractNum {{ns}} w:abstractNumId="{number}"><w:multiLevelType w:val="hybridMultilevel"/>'
        f"{''.join(levels)}</w:abstractNum>"
    )
    first = numbering.find(q("num"))
    if first is None:
        numbering.append(element)
    else:
        first.addprevious(element)
    return number
