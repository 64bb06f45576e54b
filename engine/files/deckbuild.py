"""Slides in a presentation: titles, bullets, tables and notes put into real placeholders of its layouts."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from pptx.enum.text import MSO_ANCHOR, PP_ALIGN
from pptx.oxml.ns import qn
from pptx.util import Emu, Inches, Pt

from .decktheme import BODY, BODY_SIZES, HEIGHT, TITLE_SIZE, WIDTH, parsed
from .markup import Block, Heading, Item, Paragraph, Run, Table, figures, plain

MIN_SIZE: Final = 11
"""Points below which text is never made smaller."""
_EM: Final = 0.5
"""Mean width of a character of a sans serif, in ems."""
_LINE: Final = 1.22
"""Height of a line, in ems."""
_INCH: Final = 914_400
"""English metric units."""
_LONG: Final = 58
"""Characters of a title that fit into one line."""
_LEVELS: Final = len(BODY_SIZES)


@dataclass(frozen=True)
class SlideText:
    """What is on one slide."""

    kind: Literal["title", "section", "content"]
    title: tuple[Run, ...]
    blocks: tuple[Block, ...] = ()
    notes: str = ""


class SlideBuilder:
    """Adds slides to one presentation, ours or another's."""

    def __init__(self, presentation: Any, *, footer: str = "") -> None:
        self._presentation = presentation
        self._footer = footer

    def add(self, text: SlideText) -> Any:
        """Add a slide at the end."""
        tables = [block for block in text.blocks if isinstance(block, Table)]
        words = [block for block in text.blocks if isinstance(block, Heading | Paragraph | Item)]
        slide = self._presentation.slides.add_slide(self._layout(text.kind, bool(words)))
        title = slide.shapes.title
        if title is not None:
            put_runs(title.text_frame.paragraphs[0], text.title)
            long = len(plain(text.title))
            if long > _LONG and text.kind == "content":
                for run in title.text_frame.paragraphs[0].runs:
                    run.font.size = Pt(TITLE_SIZE - 6 if long <= 2 * _LONG else TITLE_SIZE - 10)
        body = body_of(slide)
        if body is not None and words:
            put_blocks(body.text_frame, words)
        elif body is not None:
            body._element.getparent().remove(body._element)
        if text.kind == "content":
            self.arrange(slide, words, tables)
        if text.notes:
            slide.notes_slide.notes_text_frame.text = text.notes
        self._edges(slide)
        return slide

    def arrange(self, slide: Any, words: Sequence[Block], tables: Sequence[Table]) -> None:
        """Size a slide's text so that it fits, and lay tables below it."""
        left, top, width, height = content_area(self._presentation, slide)
        body = body_of(slide)
        if body is not None and words:
            if tables:
                room = max(height * 0.25, height - sum(_table_height(one) for one in tables))
                used = self.upper(slide, words, room)
                top, height = top + used + 0.1, height - used - 0.1
            else:
                scale(body.text_frame, fitting(words, width, height)[0])
        elif body is not None and tables:
            body._element.getparent().remove(body._element)
        for number, table in enumerate(tables):
            share = height / (len(tables) - number)
            used = add_table(slide, table, left, top, width, share)
            top, height = top + used + 0.15, max(0.5, height - used - 0.15)

    def upper(self, slide: Any, words: Sequence[Block], room: float) -> float:
        """Let a slide's text stand in the upper part of its content; the height that it takes, in inches."""
        left, top, width, _ = content_area(self._presentation, slide)
        body = body_of(slide)
        size, used = fitting(words, width, room)
        scale(body.text_frame, size)
        used = min(room, used + 0.15)
        body.left, body.top = Inches(left), Inches(top)
        body.width, body.height = Inches(width), Inches(used)
        return used

    def _layout(self, kind: str, words: bool) -> Any:
        layouts = list(self._presentation.slide_layouts)
        wanted = {"title": "Title Slide", "section": "Section Header"}.get(
            kind, "Title and Content" if words else "Title Only"
        )
        for layout in layouts:
            if layout.name == wanted:
                return layout
        # another's template: the first layout that has what is needed
        for layout in layouts:
            kinds = {int(one.placeholder_format.type) for one in layout.placeholders}
            if kinds & {1, 3} and (not words or kinds & {2, 7}):
                return layout
        return layouts[min(1, len(layouts) - 1)]

    def _edges(self, slide: Any) -> None:
        """Footer and number, which layouts have but new slides don't."""
        tree = slide.shapes._spTree
        for shape in slide.slide_layout.placeholders:
            kind = int(shape.placeholder_format.type)
            if kind == 13 or (kind == 15 and self._footer):
                element = copy.deepcopy(shape._element)
                element.nvSpPr.cNvPr.set(
                    "id", str(max(int(one.get("id")) for one in tree.iter(qn("p:cNvPr"))) + 1)
                )
                for old in element.spPr.findall(qn("a:xfrm")):
                    element.spPr.remove(old)
                styles = element.txBody.find(qn("a:lstStyle"))
                for child in list(styles):
                    styles.remove(child)
                tree.append(element)
                if kind == 15:
                    for paragraph in element.txBody.findall(qn("a:p"))[1:]:
                        element.txBody.remove(paragraph)
                    paragraph = element.txBody.findall(qn("a:p"))[0]
                    for child in list(paragraph):
                        paragraph.remove(child)
                    # said outright: LibreOffice draws an inherited footer in its own font, in the middle
                    paragraph.append(parsed('<a:pPr {ns} algn="l"/>'))
                    run = parsed(
                        '<a:r {ns}><a:rPr lang="en-GB" sz="1000"><a:solidFill><a:schemeClr val="accent6"/>'
                        '</a:solidFill><a:latin typeface="+mn-lt"/></a:rPr><a:t/></a:r>'
                    )
                    run.find(qn("a:t")).text = self._footer
                    paragraph.append(run)


def body_of(slide: Any) -> Any:
    """The placeholder that holds a slide's text, if it has one."""
    for shape in slide.placeholders:
        form = shape.placeholder_format
        if form.idx != 0 and int(form.type) in (2, 4, 7) and shape.has_text_frame:
            return shape
    return None


def put_runs(paragraph: Any, runs: Sequence[Run]) -> None:
    """Write runs into an empty paragraph."""
    for run in runs:
        for number, line in enumerate(run.text.split("\n")):
            if number:
                paragraph.add_line_break()
            if not line:
                continue
            made = paragraph.add_run()
            made.text = line
            if run.bold:
                made.font.bold = True
            if run.italic:
                made.font.italic = True
            if run.strike:
                made._r.get_or_add_rPr().set("strike", "sngStrike")
            if run.code:
                made.font.name = "Courier New"
            if run.link.startswith(("http://", "https://", "mailto:")):
                made.hyperlink.address = run.link


def put_blocks(frame: Any, blocks: Sequence[Block]) -> None:
    """Write blocks as the paragraphs of a text frame, in place of what it holds."""
    for paragraph in list(frame.paragraphs)[1:]:
        paragraph._p.getparent().remove(paragraph._p)
    paragraph = frame.paragraphs[0]
    for child in list(paragraph._p):
        paragraph._p.remove(child)
    for number, block in enumerate(blocks):
        if number:
            paragraph = frame.add_paragraph()
        form = paragraph._p.get_or_add_pPr()
        if isinstance(block, Item):
            paragraph.level = min(block.depth, _LEVELS - 1)
            if block.ordered and block.first:
                form.append(parsed('<a:buFont {ns} typeface="+mj-lt"/>'))
                start = f' startAt="{block.number}"' if block.number > 1 else ""
                form.append(parsed(f'<a:buAutoNum {{ns}} type="arabicPeriod"{start}/>'))
            elif not block.first:
                form.append(parsed("<a:buNone {ns}/>"))
        else:
            form.set("marL", "0")
            form.set("indent", "0")
            form.append(parsed("<a:buNone {ns}/>"))
        runs: Sequence[Run] = block.runs if isinstance(block, Heading | Paragraph | Item) else ()
        if isinstance(block, Heading):
            runs = tuple(Run(run.text, True, run.italic, run.code, run.strike, run.link) for run in runs)
        if isinstance(block, Paragraph) and block.clause:
            runs = (Run(f"{block.clause} "), *runs)
        put_runs(paragraph, runs)


def fitting(blocks: Sequence[Block], width: float, height: float) -> tuple[int, float]:
    """The size in points of the first level at which text fits, and the height that it takes, in inches."""
    used = 0.0
    for size in range(BODY_SIZES[0], MIN_SIZE - 1, -1):
        used = 0.0
        for block in blocks:
            depth = block.depth if isinstance(block, Item) else 0
            points = max(MIN_SIZE, size * BODY_SIZES[min(depth, _LEVELS - 1)] / BODY_SIZES[0])
            room = (width - 0.3 - 0.3 * (depth + 1)) * 72 / (points * _EM)
            runs = block.runs if isinstance(block, Heading | Paragraph | Item) else ()
            lines = sum(max(1, -(-len(line) // max(1, int(room)))) for line in plain(runs).split("\n"))
            used += (lines * _LINE + 0.35) * points / 72
        if used <= height:
            return size, used
    return MIN_SIZE, used


def scale(frame: Any, size: int) -> None:
    """Set the sizes of a frame's text, given that of its first level; the theme's own are left as they are."""
    if size >= BODY_SIZES[0]:
        return
    for paragraph in frame.paragraphs:
        level = min(int(paragraph.level), _LEVELS - 1)
        points = max(MIN_SIZE, round(size * BODY_SIZES[level] / BODY_SIZES[0]))
        for run in paragraph.runs:
            run.font.size = Pt(points)


def add_table(slide: Any, block: Table, left: float, top: float, width: float, height: float) -> float:
    """Put a table on a slide; the height that it takes, in inches."""
    rows = [*([block.head] if block.head else []), *block.rows]
    columns = len(block.aligns)
    size = _table_size(block, height)
    frame = slide.shapes.add_table(
        len(rows), columns, Inches(left), Inches(top), Inches(width), Inches(_row_height(size) * len(rows))
    )
    table = frame.table
    table.first_row = bool(block.head)
    table.horz_banding = True
    longest = [
        max([6, *(min(46, len(plain(cells[n]))) for cells in rows if n < len(cells))]) ** 0.8
        for n in range(columns)
    ]
    aligns = [block.aligns[n] or ("right" if figures(block.rows, n) else "") for n in range(columns)]
    total = sum(longest)
    taken = 0
    for n in range(columns):
        wide = int(Inches(width) * longest[n] / total) if n < columns - 1 else int(Inches(width)) - taken
        table.columns[n].width = Emu(wide)
        taken += wide
    for r, cells in enumerate(rows):
        table.rows[r].height = Inches(_row_height(size))
        for n in range(columns):
            cell = table.cell(r, n)
            cell.margin_top = cell.margin_bottom = Inches(0.06)
            cell.vertical_anchor = MSO_ANCHOR.MIDDLE
            paragraph = cell.text_frame.paragraphs[0]
            put_runs(paragraph, cells[n] if n < len(cells) else ())
            if aligns[n] in ("right", "center"):
                paragraph.alignment = PP_ALIGN.RIGHT if aligns[n] == "right" else PP_ALIGN.CENTER
            for run in paragraph.runs:
                run.font.size = Pt(size)
    return _row_height(size) * len(rows)


def fill_cell(cell: Any, runs: Sequence[Run]) -> None:
    """Write a cell of a table; the words look as the old ones did."""
    frame = cell.text_frame
    for paragraph in list(frame.paragraphs)[1:]:
        paragraph._p.getparent().remove(paragraph._p)
    paragraph = frame.paragraphs[0]
    size = next((run.font.size for run in paragraph.runs if run.font.size), None)
    look = next((run._r.find(qn("a:rPr")) for run in paragraph.runs), None)
    for child in list(paragraph._p):
        if child.tag not in (qn("a:pPr"), qn("a:endParaRPr")):
            paragraph._p.remove(child)
    put_runs(paragraph, runs)
    for run in paragraph.runs:
        if look is not None and run._r.find(qn("a:rPr")) is None:
            run._r.insert(0, copy.deepcopy(look))
        elif size is not None:
            run.font.size = size


def _table_size(block: Table, height: float) -> int:
    rows = len(block.rows) + bool(block.head)
    for size in range(18, MIN_SIZE - 2, -1):
        if _row_height(size) * rows <= height:
            return size
    return MIN_SIZE - 2


def _table_height(block: Table) -> float:
    return _row_height(13) * (len(block.rows) + bool(block.head)) + 0.25


def _row_height(size: int) -> float:
    return size * _LINE / 72 + 0.16


def content_area(presentation: Any, slide: Any) -> tuple[float, float, float, float]:
    """Where a slide's content goes, in inches: the placeholder's place, or what is below the title."""
    for shape in slide.slide_layout.placeholders:
        if shape.placeholder_format.idx == 1 and shape.width:
            return _inches(shape)
    for shape in slide.slide_layout.slide_master.placeholders:
        if int(shape.placeholder_format.type) == 2:
            return _inches(shape)
    wide, high = presentation.slide_width / _INCH / WIDTH, presentation.slide_height / _INCH / HEIGHT
    left, top, width, height = BODY
    return left * wide, top * high, width * wide, height * high


def _inches(shape: Any) -> tuple[float, float, float, float]:
    return shape.left / _INCH, shape.top / _INCH, shape.width / _INCH, shape.height / _INCH
