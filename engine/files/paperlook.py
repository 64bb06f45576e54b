"""How PDFs look: fonts, margins, running lines; and the greyness, stamps and skew of what was scanned."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from reportlab.lib.colors import Color, HexColor
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from .markup import Front

_CM: Final = 72 / 2.54
_SIGNS: Final = str.maketrans(
    {
        "☐": "[ ]",
        "☒": "[x]",
        "☑": "[x]",
        "✓": "x",
        "≤": "<=",
        "≥": ">=",
        "≠": "!=",
        "−": "-",
        "→": "->",
        "←": "<-",
        "\u2009": " ",
        "\u202f": "\u00a0",
        "\u2011": "-",
        "\u2033": '"',
        "\u2032": "'",
        "ł": "l",
        "Ł": "L",
        "đ": "d",
        "ı": "i",
    }
)


@dataclass(frozen=True)
class Look:
    """One kind of paper. Lengths in points."""

    body: tuple[str, str, str, str]
    """Fonts: regular, bold, italic, both."""
    heading: str
    size: float
    accent: str
    margins: tuple[float, float, float, float] = (2.4 * _CM, 2.4 * _CM, 2.2 * _CM, 2.4 * _CM)
    """Top, right, bottom, left."""
    page: tuple[float, float] = A4
    leading: float = 1.28
    """Line height, as a multiple of the size."""
    after: float = 7
    sizes: tuple[float, float, float] = (14, 12, 11)
    justified: bool = False
    centred: bool = False
    scanned: bool = False

    @property
    def width(self) -> float:
        """Of the text."""
        return self.page[0] - self.margins[1] - self.margins[3]


_TIMES: Final = ("Times-Roman", "Times-Bold", "Times-Italic", "Times-BoldItalic")
_SANS: Final = ("Helvetica", "Helvetica-Bold", "Helvetica-Oblique", "Helvetica-BoldOblique")
_TYPED: Final = ("Courier", "Courier-Bold", "Courier-Oblique", "Courier-BoldOblique")

LOOKS: Final[dict[str, Look]] = {
    "": Look(_TIMES, "Helvetica-Bold", 11, "#1F3552"),
    "letter": Look(_TIMES, "Times-Bold", 11.5, "#1F2A44", sizes=(12.5, 12, 11.5)),
    "memo": Look(_TIMES, "Helvetica-Bold", 11, "#1F2A44", sizes=(12.5, 11.5, 11)),
    "contract": Look(_TIMES, "Times-Bold", 11, "#000000", justified=True, centred=True, sizes=(12, 11.5, 11)),
    "report": Look(_SANS, "Helvetica-Bold", 10, "#17406D", leading=1.4, sizes=(15, 12.5, 11)),
    "form": Look(
        _SANS,
        "Helvetica-Bold",
        9.5,
        "#333333",
        margins=(1.9 * _CM, 1.9 * _CM, 1.8 * _CM, 1.9 * _CM),
        after=5,
        sizes=(12, 10.5, 10),
    ),
    "scan": Look(
        _TYPED, "Courier-Bold", 9.8, "#2A2A2E", leading=1.35, sizes=(12, 10.5, 10), scanned=True, after=8
    ),
}


def ink(text: str) -> str:
    """A text in the characters that the standard fonts of PDF have (WinAnsi): the nearest for all others."""
    try:
        text.encode("cp1252")
        return text
    except UnicodeEncodeError:
        out: list[str] = []
        for char in text.translate(_SIGNS):
            try:
                char.encode("cp1252")
                out.append(char)
            except UnicodeEncodeError:
                bare = "".join(
                    one for one in unicodedata.normalize("NFKD", char) if not unicodedata.combining(one)
                )
                out.append(bare if bare.isascii() and bare else "?")
        return "".join(out)


class Page:
    """What stands on every page around and under its text."""

    def __init__(self, look: Look, front: Front, stamp: Sequence[str], chance: random.Random) -> None:
        self._look = look
        self._front = front
        self._stamp = [ink(line) for line in stamp]
        self._chance = chance

    def canvas(self, *args: Any, **more: Any) -> Canvas:
        """A canvas that knows at the end how many pages there are."""
        return _Counted(self, *args, **more)

    def below(self, canvas: Canvas, document: object) -> None:
        """Before a page's text: paper and letterhead."""
        look = self._look
        wide, high = look.page
        if look.scanned:
            canvas.setFillColor(Color(0.962, 0.958, 0.947))
            canvas.rect(0, 0, wide, high, stroke=0, fill=1)
            # specks and the shadow of the edge
            for _ in range(90):
                grey = self._chance.uniform(0.6, 0.85)
                canvas.setFillColor(Color(grey, grey, grey))
                x, y = self._chance.uniform(0, wide), self._chance.uniform(0, high)
                canvas.circle(x, y, self._chance.uniform(0.15, 0.6), stroke=0, fill=1)
            canvas.setFillColor(Color(0.84, 0.83, 0.82))
            canvas.rect(0, 0, self._chance.uniform(2, 5), high, stroke=0, fill=1)
            canvas.translate(wide / 2, high / 2)
            canvas.rotate(self._chance.uniform(-0.55, 0.55))
            canvas.translate(-wide / 2, -high / 2)
        if document is not None and canvas.getPageNumber() == 1:
            self._letterhead(canvas)

    def above(self, canvas: Canvas, document: object) -> None:
        """After a page's text: what was stamped on it."""
        if self._look.scanned and self._stamp and canvas.getPageNumber() == 1:
            self._draw_stamp(canvas)

    def edges(self, canvas: Canvas, number: int, pages: int) -> None:
        """Running lines, once the number of pages is known."""
        look, front = self._look, self._front
        wide, high = look.page
        left, right = look.margins[3], wide - look.margins[1]
        font = look.body[0]
        canvas.setFont(font, 8)
        canvas.setFillColor(HexColor("#595959"))
        header = front.header if not (number == 1 and front.letterhead) else ""
        if header:
            canvas.drawString(left, high - look.margins[0] * 0.55, ink(header.split("\n")[0]))
        if front.footer:
            canvas.drawString(left, look.margins[2] * 0.5, ink(front.footer.split("\n")[0]))
        if pages > 1:
            canvas.drawRightString(right, look.margins[2] * 0.5, f"{number} of {pages}")

    def _letterhead(self, canvas: Canvas) -> None:
        look = self._look
        lines = [ink(line) for line in self._front.letterhead]
        if not lines:
            return
        wide, high = look.page
        y = high - 1.3 * _CM
        canvas.setFillColor(HexColor(look.accent))
        canvas.setFont(look.heading, look.size + 3)
        canvas.drawString(look.margins[3], y, lines[0])
        canvas.setFillColor(HexColor("#555555"))
        canvas.setFont(look.body[0], 8)
        for line in lines[1:]:
            y -= 10
            canvas.drawString(look.margins[3], y, line)
        canvas.setStrokeColor(HexColor(look.accent))
        canvas.setLineWidth(0.6)
        canvas.line(look.margins[3], y - 6, wide - look.margins[1], y - 6)

    def _draw_stamp(self, canvas: Canvas) -> None:
        look = self._look
        size = 11.0
        width = max(stringWidth(line, "Helvetica-Bold", size) for line in self._stamp) + 18
        height = len(self._stamp) * (size + 3) + 11
        canvas.saveState()
        x = look.page[0] - look.margins[1] - width + self._chance.uniform(-14, 8)
        y = look.page[1] - look.margins[0] - height + self._chance.uniform(18, 34)
        canvas.translate(x, y)
        canvas.rotate(self._chance.uniform(-7, 7))
        colour = self._chance.choice([Color(0.68, 0.12, 0.15, 0.78), Color(0.13, 0.2, 0.55, 0.75)])
        canvas.setStrokeColor(colour)
        canvas.setFillColor(colour)
        canvas.setLineWidth(1.6)
        canvas.roundRect(0, 0, width, height, 4, stroke=1, fill=0)
        canvas.setFont("Helvetica-Bold", size)
        for place, line in enumerate(self._stamp):
            canvas.drawCentredString(width / 2, height - (place + 1) * (size + 3) - 1, line)
        canvas.restoreState()


class _Counted(Canvas):
    """Draws the running lines when the document is whole."""

    def __init__(self, page: Page, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)  # pyright: ignore[reportUnknownMemberType]  it has no types
        self._page = page
        self._states: list[dict[str, Any]] = []

    def showPage(self) -> None:  # noqa: N802  the library's name
        """Keep the page until all are there."""
        self._states.append(dict(self.__dict__))
        self._startPage()  # pyright: ignore

    def save(self) -> None:
        """Write all pages."""
        states = self._states
        for number, state in enumerate(states, start=1):
            self.__dict__.update(state)
            self._page.edges(self, number, len(states))
            super().showPage()
        super().save()
