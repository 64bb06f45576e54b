"""A presentation opened for work: its slides as text, and edits that leave everything else as it was."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from .deck import saved, slide_texts
from .deckbuild import SlideBuilder, body_of, fill_cell, put_blocks, put_runs
from .markup import Heading, Item, Paragraph, Run, Table, inline, parse, plain
from .opening import FileError, broken, check
from .packages import local

_FOLD = str.maketrans("“”„‘’\u00a0", '"""\'\' ')


class DeckFile:
    """A presentation in memory; edits change it, `save` gives its new bytes.

    Args:
        data: The file.
        name: As messages call it.

    Raises:
        FileError: It can't be opened: damaged, protected, far too large, no presentation.
    """

    def __init__(self, data: bytes, name: str = "the file") -> None:
        import pptx

        check(data, name, "pptx")
        self._data = data
        self.name = name
        try:
            self.presentation: Any = pptx.Presentation(io.BytesIO(data))
            # a deck whose slides can't be reached is no deck
            self._count = len(list(self.presentation.slides))
        except Exception as error:  # a hostile file can make the library raise anything
            raise broken(name, "pptx") from error

    @property
    def slides(self) -> list[Any]:
        """The slides in order."""
        return list(self.presentation.slides)

    def slide(self, number: int) -> Any:
        """A slide, counted from 1.

        Raises:
            FileError: There is none of that number.
        """
        slides = self.slides
        if not 1 <= number <= len(slides):
            count = f"slides 1 to {len(slides)}" if slides else "no slides"
            raise FileError(f"{self.name} has {count}, not {number}", missing=True)
        return slides[number - 1]

    def add(self, text: str, after: int | None) -> list[int]:
        """Add slides from an outline; their numbers.

        Args:
            text: ``## Title``, bullets, tables, ``Notes: …``.
            after: The slide after which they come, 0 for the start; ``None``: at the end.

        Raises:
            FileError: The outline has no slide, or there is no such place.
            MarkupError: It can't be read.
        """
        count = len(self.slides)
        if after is not None and not 0 <= after <= count:
            raise FileError(f"{self.name} has {count} slides, no slide {after}", missing=True)
        texts = slide_texts(text)
        if not texts:
            raise FileError("the outline has no slide", "Begin it with ## and the slide's title.")
        builder = SlideBuilder(self.presentation, footer=self._footer())
        for one in texts:
            builder.add(one)
        place = count if after is None else after
        for number in range(len(texts)):
            self._reorder(count + number, place + number)
        return [place + number + 1 for number in range(len(texts))]

    def edit(self, number: int, *, title: str | None, text: str | None, notes: str | None) -> None:
        """Write a slide's title, content or notes anew; what isn't given stays, pictures and charts too.

        Args:
            number: Which slide.
            title: Its title.
            text: Bullets, paragraphs and tables in place of those that are there.
            notes: What the speaker says.

        Raises:
            FileError: There is no such slide, or it has no room for it.
            MarkupError: The text can't be read.
        """
        slide = self.slide(number)
        if title is not None:
            shape = slide.shapes.title
            if shape is None:
                raise FileError(f"slide {number} has no title's place", "Give it in the text.")
            _write(shape.text_frame, inline(title.strip().lstrip("# ")))
        if text is not None:
            self._content(slide, number, text)
        if notes is not None:
            slide.notes_slide.notes_text_frame.text = notes.strip()

    def _content(self, slide: Any, number: int, text: str) -> None:
        blocks = parse(f"\n{text}").blocks
        words = [block for block in blocks if isinstance(block, Heading | Paragraph | Item)]
        tables = [block for block in blocks if isinstance(block, Table)]
        body = body_of(slide)
        if body is None and words:
            raise FileError(
                f"slide {number} has no place for text", "Add another slide, with a title and bullets."
            )
        if body is not None:
            put_blocks(body.text_frame, words)
        if tables:
            for shape in [one for one in slide.shapes if one.has_table]:
                shape._element.getparent().remove(shape._element)
        elif any(one.has_table for one in slide.shapes):
            return
        SlideBuilder(self.presentation).arrange(slide, words, tables)

    def replace(self, passage: str, text: str, number: int | None) -> int:
        """Replace a passage wherever on the slides it stands once; the number of its slide.

        Raises:
            FileError: It isn't there once.
        """
        wanted = " ".join(passage.translate(_FOLD).split())
        if not wanted:
            raise FileError("the passage is empty", "Give the words that stand there.")
        pattern = re.compile(r"\s+".join(re.escape(word) for word in wanted.split(" ")))
        found: list[tuple[int, Any, int, int]] = []
        for place, slide in enumerate(self.slides, 1):
            if number is not None and place != number:
                continue
            for paragraph in paragraphs_of(slide):
                line = "".join(run.text for run in paragraph.runs).translate(_FOLD)
                found += [(place, paragraph, match.start(), match.end()) for match in pattern.finditer(line)]
        if number is not None:
            self.slide(number)
        if len(found) != 1:
            where = f"slide {number}" if number is not None else self.name
            if not found:
                raise FileError(
                    f"the passage does not stand on {where}",
                    "Give it exactly as slides.read shows it.",
                    missing=True,
                )
            raise FileError(
                f"the passage stands {len(found)} times in {where}",
                "Give it with more around it, or its slide.",
            )
        place, paragraph, start, end = found[0]
        _splice(paragraph, start, end, plain(inline(text)) if text.strip() else text)
        return place

    def move(self, number: int, to: int) -> None:
        """Move a slide to another place.

        Raises:
            FileError: There is no such slide or place.
        """
        self.slide(number)
        self.slide(to)
        self._reorder(number - 1, to - 1)

    def delete(self, number: int) -> None:
        """Delete a slide.

        Raises:
            FileError: There is no such slide.
        """
        self.slide(number)
        ids = self.presentation.slides._sldIdLst
        element = list(ids)[number - 1]
        self.presentation.part.drop_rel(element.rId)
        ids.remove(element)

    def set_table(self, number: int, rows: Sequence[Sequence[str]]) -> None:
        """Write a slide's table; one of the same size keeps its form, another is laid out anew.

        Raises:
            FileError: There is no such slide, or the rows are no table.
        """
        slide = self.slide(number)
        width = max((len(row) for row in rows), default=0)
        if not width:
            raise FileError("the table has no cells")
        known = [one for one in slide.shapes if one.has_table]
        cells = [tuple(inline(cell) for cell in (*row, *[""] * (width - len(row)))) for row in rows]
        if known:
            table = known[0].table
            if len(table.rows) == len(rows) and len(table.columns) == width:
                for r, row in enumerate(cells):
                    for c, runs in enumerate(row):
                        fill_cell(table.cell(r, c), runs)
                return
            known[0]._element.getparent().remove(known[0]._element)
        body = body_of(slide)
        words = [
            Item((Run(paragraph.text),), min(int(paragraph.level), 4), False, 0)
            for paragraph in (body.text_frame.paragraphs if body is not None else ())
            if paragraph.text.strip()
        ]
        SlideBuilder(self.presentation).arrange(
            slide, words, [Table(cells[0], tuple(cells[1:]), ("",) * width)]
        )

    def save(self, at: datetime, by: str = "") -> bytes:
        """The file's bytes in their one form.

        Args:
            at: Now, in simulated time, aware.
            by: Who changed it.
        """
        if by:
            self.presentation.core_properties.last_modified_by = by[:255]
        return saved(self.presentation, at, before=self._data)

    def _reorder(self, index: int, to: int) -> None:
        ids = self.presentation.slides._sldIdLst
        element = list(ids)[index]
        ids.remove(element)
        ids.insert(to, element)

    def _footer(self) -> str:
        for slide in self.slides:
            for shape in slide.placeholders:
                if int(shape.placeholder_format.type) == 15 and shape.has_text_frame:
                    return str(shape.text_frame.text)
        return ""


def slide_lines(slide: Any) -> list[str]:
    """A slide as the outline from which it could be made: title, content, what else is on it, notes."""
    from .deckcharts import chart_line

    title = slide.shapes.title
    name = " ".join(title.text_frame.text.split()) if title is not None else ""
    hidden = " (hidden)" if slide._element.get("show") in ("0", "false") else ""
    lines = [f"## {name}{hidden}"]
    for shape in shapes_of(slide.shapes):
        if title is not None and shape.shape_id == title.shape_id:
            continue
        if shape.is_placeholder and int(shape.placeholder_format.type) in (13, 15, 16):
            continue
        if shape.has_text_frame:
            body = shape.is_placeholder and int(shape.placeholder_format.type) in (2, 7)
            lines += _lines(shape.text_frame, body=body)
        elif getattr(shape, "has_table", False) and shape.has_table:
            rows = [
                [" ".join(cell.text.split()).replace("|", "/") for cell in row.cells]
                for row in shape.table.rows
            ]
            for place, row in enumerate(rows):
                lines.append(f"| {' | '.join(row)} |")
                if place == 0:
                    lines.append(f"|{'---|' * len(row)}")
        elif getattr(shape, "has_chart", False) and shape.has_chart:
            lines.append(chart_line(shape.chart))
        elif int(shape.shape_type or 0) == 13:
            told = shape._element.nvPicPr.cNvPr.get("descr") or shape.name
            lines.append(f"[picture: {' '.join(str(told).split())}]")
    if slide.has_notes_slide:
        frame = slide.notes_slide.notes_text_frame
        said = "" if frame is None else " ".join(frame.text.split())
        if said:
            lines.append(f"Notes: {said}")
    return lines


def shapes_of(shapes: Any, depth: int = 0) -> Iterator[Any]:
    """All shapes, those in groups too."""
    for shape in shapes:
        if int(shape.shape_type or 0) == 6 and depth < 8:
            yield from shapes_of(shape.shapes, depth + 1)
        else:
            yield shape


def paragraphs_of(slide: Any) -> Iterator[Any]:
    """All paragraphs of a slide: texts, tables and notes."""
    for shape in shapes_of(slide.shapes):
        if shape.has_text_frame:
            yield from shape.text_frame.paragraphs
        elif getattr(shape, "has_table", False) and shape.has_table:
            for row in shape.table.rows:
                for cell in row.cells:
                    yield from cell.text_frame.paragraphs
    if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
        yield from slide.notes_slide.notes_text_frame.paragraphs


def _lines(frame: Any, *, body: bool) -> Iterator[str]:
    """A frame's paragraphs as markdown."""
    counts: dict[int, int] = {}
    for paragraph in frame.paragraphs:
        text = " ".join(paragraph.text.replace("\v", " ").split())
        if not text:
            continue
        form = paragraph._p.pPr
        kinds = [] if form is None else [local(one) for one in form]
        level = int(paragraph.level)
        counts = {deep: count for deep, count in counts.items() if deep < level or "buAutoNum" in kinds}
        if "buAutoNum" in kinds:
            counts = {deep: count for deep, count in counts.items() if deep <= level}
            counts[level] = counts.get(level, 0) + 1
            yield f"{'   ' * level}{counts[level]}. {text}"
        elif "buNone" in kinds:
            yield text
        else:
            yield f"{'  ' * level}- {text}" if body or level else text


def _write(frame: Any, runs: Sequence[Run]) -> None:
    """Write a frame's text as one paragraph in the form of its first."""
    for paragraph in list(frame.paragraphs)[1:]:
        paragraph._p.getparent().remove(paragraph._p)
    paragraph = frame.paragraphs[0]
    for child in list(paragraph._p):
        if local(child) not in ("pPr", "endParaRPr"):
            paragraph._p.remove(child)
    put_runs(paragraph, runs)


def _splice(paragraph: Any, start: int, end: int, text: str) -> None:
    """Replace characters of a paragraph; the new ones look like the first that go."""
    at = 0
    put = False
    for run in list(paragraph.runs):
        old = str(run.text)
        a, b = max(start - at, 0), min(end - at, len(old))
        at += len(old)
        if a < len(old) and b > 0 and a < b:
            run.text = old[:a] + ("" if put else text) + old[b:]
            put = True
