"""What stands around a document's text: its head (title, memo lines, letterhead), running lines, page numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_TAB_ALIGNMENT
from docx.shared import Pt, RGBColor, Twips

from .markup import Block, Front, Paragraph, Run, Table, inline, plain, runs_of
from .wordbuild import Builder
from .wordstyles import Design
from .wordxml import align, new, parsed, properties, q, set_paragraph_border, space

if TYPE_CHECKING:
    from docx.document import Document

_HEAD_BLOCKS: Final = 8
"""Blocks at the start of a text in which its head may already be written out."""
_LABEL: Final = 1_250
"""Width of the labels of a memo's head, in twentieths of a point."""
_ADDRESSEE: Final = ("to", "addressee")
_SUBJECTS: Final = ("re", "subject")


class Head:
    """The elements before a document's text."""

    def __init__(self, builder: Builder, design: Design, front: Front, blocks: Sequence[Block]) -> None:
        self._builder = builder
        self._design = design
        self._front = front
        start = blocks[:_HEAD_BLOCKS]
        self._said = "\n".join("".join(run.text for run in runs_of(block)) for block in start).casefold()
        self._lists_fields = any(_lists_fields(block) for block in start)

    def elements(self, title: str) -> Iterator[Any]:
        """The head of a document of that title."""
        front = self._front
        if front.style == "letter":
            yield from self._letter()
        elif front.style == "memo":
            yield from self._memo(title)
        else:
            if title:
                yield self._builder.paragraph((Run(title),), "Title")
            line = " · ".join(
                one for one in (front.author if front.style == "report" else "", self._date()) if one
            )
            if line:
                yield self._builder.paragraph((Run(line),), "Subtitle")
            if front.fields:
                yield from self._fields(list(front.fields.items()), boxed=front.style == "form")

    def _date(self) -> str:
        date = self._front.date
        return "" if date.casefold() in self._said else date

    def _letter(self) -> Iterator[Any]:
        fields = dict(self._front.fields)
        date = self._date()
        if date:
            yield self._builder.paragraph((Run(date),))
        for key in [key for key in fields if key.casefold() in _ADDRESSEE]:
            text = fields.pop(key)
            if text.casefold() not in self._said:
                yield self._builder.paragraph((Run(text.replace("; ", "\n")),))
        subjects = {key: fields.pop(key) for key in list(fields) if key.casefold() in _SUBJECTS}
        lines = "\n".join(f"{_label(key)}: {value}" for key, value in (*fields.items(), *subjects.items()))
        if lines:
            yield self._builder.paragraph((Run(lines, bold=bool(subjects)),))

    def _memo(self, title: str) -> Iterator[Any]:
        front = self._front
        fields = dict(front.fields)
        lower = {key.casefold() for key in fields}
        named = title.casefold()
        if title and ("memo" in named or "note" in named or front.title != title):
            yield self._builder.paragraph((Run(title),), "Title")
        else:
            yield self._builder.paragraph((Run("Memorandum"),), "Title")
            if title and not lower & {*_SUBJECTS} and not self._lists_fields and named not in self._said:
                fields["Re"] = title
        if not self._lists_fields:
            if front.author and "from" not in lower:
                fields["From"] = front.author
            if self._date() and "date" not in lower:
                fields["Date"] = front.date
        order = {"to": 0, "cc": 1, "from": 2, "date": 3}
        rows = sorted(
            fields.items(),
            key=lambda row: 9 if row[0].casefold() in _SUBJECTS else order.get(row[0].casefold(), 5),
        )
        if rows:
            yield from self._fields(rows)

    def _fields(self, rows: Sequence[tuple[str, str]], *, boxed: bool = False) -> Iterator[Any]:
        """Lines of a head as a table of two columns, with a rule below it."""
        if boxed:
            cells = tuple(((Run(_label(key)),), inline(value)) for key, value in rows)
            yield from self._builder.elements(Table((), cells, ("", "")))
            return
        width = self._design.width
        label = max(_LABEL, *(160 * len(key) for key, _ in rows))
        table = parsed(
            f'<w:tbl {{ns}}><w:tblPr><w:tblW w:w="{width}" w:type="dxa"/><w:tblBorders>'
            '<w:top w:val="single" w:sz="8" w:space="0" w:color="404040"/>'
            '<w:bottom w:val="single" w:sz="8" w:space="0" w:color="404040"/></w:tblBorders>'
            '<w:tblLayout w:type="fixed"/><w:tblCellMar><w:left w:w="0" w:type="dxa"/></w:tblCellMar>'
            '<w:tblLook w:val="0480" w:firstRow="0" w:lastRow="0" w:firstColumn="1" w:lastColumn="0" w:noHBand="0"'
            ' w:noVBand="1"/></w:tblPr>'
            f'<w:tblGrid><w:gridCol w:w="{label}"/><w:gridCol w:w="{width - label}"/></w:tblGrid></w:tbl>'
        )
        for key, value in rows:
            row = new("tr")
            subject = key.casefold() in _SUBJECTS
            texts = (
                (Run(f"{_label(key)}:", bold=True),),
                tuple(_bold(inline(value)) if subject else inline(value)),
            )
            for wide, runs in zip((label, width - label), texts, strict=True):
                cell = new("tc")
                cell.get_or_add_tcPr().append(new("tcW", w=wide, type="dxa"))
                paragraph = self._builder.paragraph(runs)
                space(paragraph, before=50, after=50)
                align(paragraph, "left")
                cell.append(paragraph)
                row.append(cell)
            table.append(row)
        yield table
        yield self._builder.paragraph(())


def _label(key: str) -> str:
    return key if key[:1].isupper() else key.capitalize()


def _parted(lines: Sequence[str]) -> list[str]:
    """A letterhead's lines: of a single one, the name and the address are parted."""
    if len(lines) == 1 and not lines[0].isupper():
        name, comma, rest = lines[0].partition(", ")
        return [name, rest] if comma else [name]
    return list(lines)


def _lists_fields(block: Block) -> bool:
    """Whether a block is a head that the author wrote out: lines or rows that begin with To or From."""
    if isinstance(block, Table):
        rows = (block.head, *block.rows)
        return any(row and plain(row[0]).strip(" :*").casefold() in ("to", "from") for row in rows)
    return isinstance(block, Paragraph) and plain(block.runs).casefold().startswith(("to:", "from:"))


def set_edges(document: Document, design: Design, front: Front, title: str) -> None:
    """Letterhead, running lines and page numbers."""
    section: Any = document.sections[0]
    if front.style == "letter":
        section.different_first_page_header_footer = True
        lines = _parted(front.letterhead or [line for line in front.header.split("\n") if line])
        _letterhead(section.first_page_header, lines, design)
        running = " · ".join(one for one in ((lines or [front.author])[0], front.date) if one)
        if front.letterhead and front.header:
            running = front.header
        _lines(section.header, [running] if running else [])
        _footer(section.first_page_footer, front.footer, design, numbers=False)
        _footer(section.footer, front.footer, design)
        return
    if front.letterhead:
        section.different_first_page_header_footer = True
        _letterhead(section.first_page_header, front.letterhead, design)
        _footer(section.first_page_footer, front.footer, design)
    header = [line for line in front.header.split("\n") if line]
    if not header and front.style in ("report", "contract") and title:
        header = [title]
        section.different_first_page_header_footer = True
        if not front.letterhead:
            _lines(section.first_page_header, [])
            _footer(section.first_page_footer, front.footer, design)
    _lines(section.header, header)
    _footer(section.footer, front.footer, design)


def set_properties(document: Document, *, author: str, title: str, at: datetime) -> None:
    """The document's own record of who made it and when."""
    core = document.core_properties
    core.author, core.last_modified_by = author[:255], author[:255]
    core.title = title[:255]
    core.comments = ""
    core.created = core.modified = at.astimezone(UTC).replace(tzinfo=None)
    core.revision = 1


def _bold(runs: Sequence[Run]) -> Iterator[Run]:
    return (replace(run, bold=True) for run in runs)


def _letterhead(header: Any, lines: Sequence[str], design: Design) -> None:
    header.is_linked_to_previous = False
    paragraph = header.paragraphs[0]
    for number, line in enumerate(lines):
        if number:
            paragraph = header.add_paragraph()
        paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
        run = paragraph.add_run(line)
        run.font.size = Pt(17 if number == 0 else 9)
        run.font.bold = number == 0
        if number == 0:
            run.font.color.rgb = RGBColor.from_string(design.accent)
            paragraph.paragraph_format.space_after = Pt(2)
    if lines:
        paragraph.paragraph_format.space_after = Pt(16)
        set_paragraph_border(properties(paragraph._p), "bottom", size=8, color=design.accent, space=6)


def _lines(header: Any, lines: Sequence[str]) -> None:
    header.is_linked_to_previous = False
    paragraph = header.paragraphs[0]
    for number, line in enumerate(lines):
        if number:
            paragraph = header.add_paragraph()
        paragraph.add_run(line)
    if lines:
        set_paragraph_border(properties(paragraph._p), "bottom", size=4, color="A6A6A6", space=4)
        paragraph.paragraph_format.space_after = Pt(10)


def _footer(footer: Any, text: str, design: Design, *, numbers: bool = True) -> None:
    footer.is_linked_to_previous = False
    paragraph = footer.paragraphs[0]
    lines = [line for line in text.split("\n") if line]
    for line in lines[:-1]:
        paragraph.add_run(line)
        paragraph = footer.add_paragraph()
    stops = paragraph.paragraph_format.tab_stops
    stops.add_tab_stop(Twips(design.width), WD_TAB_ALIGNMENT.RIGHT)
    if lines:
        paragraph.add_run(lines[-1])
    if numbers:
        # the style's own stops at the middle and the right are of another page width
        for position in (4_320, 8_640, 4_680, 9_360, 4_536, 9_072):
            paragraph._p.pPr.find(q("tabs")).append(new("tab", val="clear", pos=position))
        paragraph.add_run("\tPage ")
        _field(paragraph, "PAGE")
        paragraph.add_run(" of ")
        _field(paragraph, "NUMPAGES")


def _field(paragraph: Any, code: str) -> None:
    for element in (
        '<w:fldChar w:fldCharType="begin"/>',
        f'<w:instrText xml:space="preserve"> {code} </w:instrText>',
        '<w:fldChar w:fldCharType="separate"/>',
        "<w:t>1</w:t>",
        '<w:fldChar w:fldCharType="end"/>',
    ):
        paragraph._p.append(parsed(f"<w:r {{ns}}>{element}</w:r>"))
