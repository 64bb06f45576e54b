"""Blocks of markdown as what reportlab lays out on pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, Final

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY, TA_LEFT, TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import HRFlowable, LongTable, PageBreak, Paragraph, Preformatted, Spacer, TableStyle

from . import markup
from .markup import Block, Front, Run, Runs
from .paperlook import Look, ink

_INDENT: Final = 18.0
"""Points that a level of a list stands in."""
_ALIGN: Final = {"": TA_LEFT, "left": TA_LEFT, "center": TA_CENTER, "right": TA_RIGHT}
_SUBJECTS: Final = ("re", "subject")
_ORDER: Final = {"to": 0, "cc": 1, "from": 2, "date": 3}


class Builder:
    """Lays blocks out in one look."""

    def __init__(self, look: Look, *, form: bool = False) -> None:
        self._look = look
        self._form = form
        regular, bold, italic, both = look.body
        self._fonts = {
            (False, False): regular,
            (True, False): bold,
            (False, True): italic,
            (True, True): both,
        }
        self._body = ParagraphStyle(
            "body",
            fontName=regular,
            fontSize=look.size,
            leading=look.size * look.leading,
            spaceAfter=look.after,
            textColor=HexColor("#2E2E33" if look.scanned else "#111111"),
            alignment=TA_JUSTIFY if look.justified else TA_LEFT,
            splitLongWords=1,
            bulletFontName=regular,
            bulletFontSize=look.size,
        )

    def empty(self) -> Any:
        """What stands on a page without text."""
        return Spacer(1, 1)

    def head(self, front: Front, title: str) -> Iterator[Any]:
        """Title, date and the lines of a document's head."""
        look = self._look
        if front.letterhead:
            yield Spacer(1, 10.0 * len(front.letterhead) + 4)
        rows = dict(front.fields)
        lower = {key.casefold() for key in rows}
        if front.style == "memo":
            named = "memo" in title.casefold()
            yield self._paragraph(escape(ink(title)) if named else "MEMORANDUM", self._heading(0, 8))
            if front.author and "from" not in lower:
                rows["From"] = front.author
            if front.date and "date" not in lower:
                rows["Date"] = front.date
            if title and not named and not lower & set(_SUBJECTS):
                rows["Re"] = title
        elif front.style == "letter":
            if front.date:
                yield self._paragraph(escape(ink(front.date)), self._body)
        else:
            if title:
                style = self._heading(0, 4)
                style.fontSize += 0 if look.scanned else 4
                style.leading = style.fontSize * 1.2
                yield self._paragraph(escape(ink(title)), style)
            if front.date:
                # a reader finds the author in the head of a report only
                words = [front.author, front.date] if front.style == "report" else [front.date]
                line = " · ".join(ink(one) for one in words if one)
                yield self._paragraph(
                    escape(line), self._like(self._body, spaceAfter=10, alignment=self._middle)
                )
        yield from self._fields(front, rows, title if front.style == "letter" else "")
        subjects = [value for key, value in rows.items() if key.casefold() in _SUBJECTS]
        twice = front.style == "letter" or (front.style == "memo" and "memo" not in title.casefold())
        if twice and title and subjects and title not in subjects:
            yield self._paragraph(escape(ink(title)), self._heading(1))

    def _fields(self, front: Front, rows: Mapping[str, str], subject: str) -> Iterator[Any]:
        ordered = sorted(
            rows.items(),
            key=lambda row: 9 if row[0].casefold() in _SUBJECTS else _ORDER.get(row[0].casefold(), 5),
        )
        if front.style == "letter":
            for key, value in ordered:
                if key.casefold() in _SUBJECTS:
                    subject = value
                elif key.casefold() in ("to", "addressee"):
                    lines = "<br/>".join(escape(ink(one.strip())) for one in value.split(";"))
                    yield self._paragraph(lines, self._body)
                else:
                    yield self._paragraph(f"{escape(ink(key))}: {escape(ink(value))}", self._body)
            if subject:
                yield self._paragraph(f"<b>Re: {escape(ink(subject))}</b>", self._body)
            return
        if not ordered:
            return
        bold = self._fonts[True, False]
        size = self._look.size
        label = max(stringWidth(ink(f"{key}:"), bold, size) for key, _ in ordered) + 12
        label = min(label, self._look.width * 0.4)
        tight = self._like(self._body, spaceAfter=0, alignment=TA_LEFT)
        cells = [
            [
                self._paragraph(f'<font name="{bold}">{escape(ink(key))}:</font>', tight),
                self._paragraph(self._marks(markup.inline(value)), tight),
            ]
            for key, value in ordered
        ]
        line = HexColor("#8A8A8A")
        commands: list[Any] = [("VALIGN", (0, 0), (-1, -1), "TOP"), ("LEFTPADDING", (0, 0), (0, -1), 3)]
        if self._form:
            commands.append(("GRID", (0, 0), (-1, -1), 0.5, line))
        else:
            commands += [
                ("LINEABOVE", (0, 0), (-1, 0), 0.8, line),
                ("LINEBELOW", (0, -1), (-1, -1), 0.8, line),
            ]
        yield LongTable(cells, [label, self._look.width - label], style=TableStyle(commands), hAlign="LEFT")
        yield Spacer(1, 10)

    @property
    def _middle(self) -> Any:
        return TA_CENTER if self._look.centred else TA_LEFT

    def build(self, blocks: Sequence[Block], notes: Mapping[str, Runs]) -> Iterator[Any]:
        """The blocks in order, and the footnotes after them."""
        numbers = {key: number for number, key in enumerate(notes, start=1)}
        levels = [block.level for block in blocks if isinstance(block, markup.Heading)]
        shift = 1 - min(levels, default=1)
        for block in blocks:
            yield from self._block(block, numbers, shift)
        if notes:
            yield HRFlowable(
                "30%", 0.5, color=HexColor("#777777"), spaceBefore=8, spaceAfter=4, hAlign="LEFT"
            )
            size = self._look.size - 1.5
            small = self._like(self._body, fontSize=size, leading=size * 1.25, spaceAfter=2)
            for key, runs in notes.items():
                yield self._paragraph(f"[{numbers[key]}] {self._marks(runs, numbers)}", small)

    def _block(self, block: Block, numbers: Mapping[str, int], shift: int) -> Iterator[Any]:
        if isinstance(block, markup.Heading):
            yield self._paragraph(self._marks(block.runs, numbers), self._heading(block.level + shift))
        elif isinstance(block, markup.Item):
            indent = _INDENT * (block.depth + 1)
            style = self._like(self._body, leftIndent=indent, spaceAfter=3, alignment=TA_LEFT)
            mark = (
                f"{block.number}." if block.ordered and block.number else "" if not block.first else "\u2022"
            )
            text = self._marks(block.runs, numbers)
            yield Paragraph(text, self._like(style, bulletIndent=indent - 14), bulletText=mark or None)
        elif isinstance(block, markup.Table):
            yield from self._table(block, numbers)
        elif isinstance(block, markup.Rule):
            if block.signature:
                yield Spacer(1, 26)
                yield HRFlowable(200, 0.7, color=HexColor("#222222"), spaceAfter=3, hAlign="LEFT")
            else:
                yield HRFlowable("100%", 0.6, color=HexColor("#9A9A9A"), spaceBefore=5, spaceAfter=8)
        elif isinstance(block, markup.PageBreak):
            yield PageBreak()
        elif block.kind == "code":
            style = self._like(self._body, fontName="Courier", fontSize=8.5, leading=10.5, leftIndent=8)
            yield Preformatted(ink(markup.plain(block.runs)), style, maxLineLength=88)
        else:
            text = self._marks(block.runs, numbers)
            if block.clause:
                style = self._like(self._body, leftIndent=34, firstLineIndent=0, bulletIndent=0)
                yield Paragraph(text, style, bulletText=ink(block.clause))
            elif block.kind == "quote":
                yield self._paragraph(text, self._like(self._body, leftIndent=26, rightIndent=26))
            else:
                yield self._paragraph(text, self._body)

    def _table(self, table: markup.Table, numbers: Mapping[str, int]) -> Iterator[Any]:
        look = self._look
        size = look.size - 1
        base = self._like(
            self._body, fontSize=size, leading=size * 1.22, spaceAfter=0, alignment=TA_LEFT, splitLongWords=1
        )
        rows = [*([table.head] if table.head else []), *table.rows]
        columns = max((len(row) for row in rows), default=0)
        if not columns:
            return
        cells = [
            [
                self._paragraph(
                    self._marks(row[column], numbers, bold=bool(table.head) and place == 0)
                    if column < len(row)
                    else "",
                    self._like(
                        base, alignment=_ALIGN[table.aligns[column] if column < len(table.aligns) else ""]
                    ),
                )
                for column in range(columns)
            ]
            for place, row in enumerate(rows)
        ]
        style: list[Any] = [
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("GRID", (0, 0), (-1, -1), 0.4, HexColor("#8F8F8F")),
            ("TOPPADDING", (0, 0), (-1, -1), 2.5),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 3.5),
        ]
        if table.head and not look.scanned:
            style.append(("BACKGROUND", (0, 0), (-1, 0), HexColor("#E9EDF2")))
        widths = self._widths([[markup.plain(cell) for cell in row] for row in rows], columns, size)
        yield Spacer(1, 3)
        yield LongTable(
            cells,
            widths,
            style=TableStyle(style),
            repeatRows=1 if table.head else 0,
            hAlign="LEFT",
            splitInRow=1,
        )
        yield Spacer(1, look.after + 3)

    def _widths(self, rows: Sequence[Sequence[str]], columns: int, size: float) -> list[float]:
        """Column widths: what the longest words need, and the rest by how much text there is."""
        font = self._fonts[True, False]
        least, wanted = [0.0] * columns, [0.0] * columns
        for row in rows:
            for column, text in enumerate(row):
                words = ink(text).split() or [""]
                longest = max(stringWidth(word, font, size) for word in words) + 14
                whole = stringWidth(ink(text), font, size) + 14
                least[column] = max(least[column], min(longest, 160.0))
                wanted[column] = max(wanted[column], min(whole, 320.0))
        room = self._look.width
        if sum(wanted) <= room:
            return [one * min(room / sum(wanted), 1.25) for one in wanted]
        if sum(least) >= room:
            return [one * room / sum(least) for one in least]
        more = [a - b for a, b in zip(wanted, least, strict=True)]
        share = (room - sum(least)) / sum(more)
        return [one + extra * share for one, extra in zip(least, more, strict=True)]

    def _marks(self, runs: Runs, numbers: Mapping[str, int] | None = None, *, bold: bool = False) -> str:
        """Runs in reportlab's markup."""
        return "".join(self._mark(run, numbers or {}, bold) for run in runs)

    def _mark(self, run: Run, numbers: Mapping[str, int], bold: bool) -> str:
        if run.note:
            # a raised number would be a line of its own to programs that read the page
            return f'<font size="{self._look.size - 2.5}">[{numbers.get(run.note, "")}]</font>'
        text = escape(ink(run.text)).replace("\n", "<br/>")
        if run.strike:
            text = f"<strike>{text}</strike>"
        font = "Courier" if run.code else self._fonts[run.bold or bold, run.italic]
        return f'<font name="{font}">{text}</font>' if font != self._body.fontName else text

    def _heading(self, level: int, after: float = 4) -> ParagraphStyle:
        look = self._look
        size = look.sizes[max(0, min(level, 3) - 1)]
        return ParagraphStyle(
            f"heading {level}",
            parent=self._body,
            fontName=look.heading,
            fontSize=size,
            leading=size * 1.2,
            spaceBefore=12 if level == 1 else 9,
            spaceAfter=after,
            keepWithNext=1,
            textColor=HexColor(look.accent),
            alignment=self._middle if level == 0 else TA_LEFT,
        )

    def _like(self, style: ParagraphStyle, **more: Any) -> ParagraphStyle:
        return ParagraphStyle("own", parent=style, **more)

    def _paragraph(self, text: str, style: ParagraphStyle) -> Paragraph:
        return Paragraph(text, style)
