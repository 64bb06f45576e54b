"""A slide as a picture, drawn without any other program: what stands where, and what doesn't fit.

It is a look, not a print, in fonts that come with a library: the same slide gives the same picture everywhere.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from typing import Any, Final

from PIL import Image, ImageDraw, ImageFont
from pptx.oxml.ns import qn

from .deckcharts import chart_line
from .deckfile import shapes_of
from .decklooks import (
    MAPPED,
    anchor_of,
    bullet_of,
    fill_of,
    first_of,
    kind_name,
    run_style,
    styles_of,
    theme_colours,
)

WIDTH: Final = 960
"""Pixels of a drawn slide."""
_EMU: Final = 914_400
_SHRINK: Final = 0.88
"""The drawing font is wider than the theme's by this."""
_LINE: Final = 1.2
_INSET: Final = 0.1
"""Inches between a box and its text."""
_DEFAULT: Final = 18.0
"""Points of text that no style sizes."""


@dataclass
class Look:
    """A slide as drawn."""

    picture: bytes
    """A PNG."""
    shapes: list[str] = field(default_factory=list[str])
    """What stands where, one line a shape, from the top."""
    faults: list[str] = field(default_factory=list[str])
    """What a viewer would mind: texts that overflow, shapes that overlap or leave the slide."""


@dataclass(frozen=True)
class _Box:
    left: float
    top: float
    width: float
    height: float

    @property
    def bottom(self) -> float:
        return self.top + self.height

    @property
    def right(self) -> float:
        return self.left + self.width

    def common(self, other: _Box) -> float:
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, wide) * max(0.0, high)


@dataclass(frozen=True)
class _Piece:
    text: str
    size: float
    bold: bool
    italic: bool
    colour: str


def draw(presentation: Any, slide: Any) -> Look:
    """Draw a slide and say what is on it."""
    return _Drawing(presentation, slide).look()


class _Drawing:
    def __init__(self, presentation: Any, slide: Any) -> None:
        self._slide = slide
        self._wide = presentation.slide_width / _EMU
        self._high = presentation.slide_height / _EMU
        self._scale = WIDTH / self._wide
        self._colours = theme_colours(slide)
        height = max(1, round(self._high * self._scale))
        self._image = Image.new("RGB", (WIDTH, height), f"#{self._background()}")
        self._draw = ImageDraw.Draw(self._image)
        self._told = Look(b"")
        self._boxes: list[tuple[str, _Box]] = []

    def look(self) -> Look:
        layout = self._slide.slide_layout
        owners = [layout] if layout._element.get("showMasterSp") == "0" else [layout.slide_master, layout]
        for owner in owners:
            for shape in owner.shapes:
                if not shape.is_placeholder and (box := _box(shape)) is not None:
                    self._fill(shape, box)
        for shape in shapes_of(self._slide.shapes):
            box = _box(shape)
            if box is not None:
                self._shape(shape, box)
        self._faults()
        out = io.BytesIO()
        self._image.save(out, "PNG", optimize=False, compress_level=6)
        self._told.picture = out.getvalue()
        return self._told

    # Shapes ----------------------------------------------------------------------------------------------------------

    def _shape(self, shape: Any, box: _Box) -> None:
        name = kind_name(shape)
        if getattr(shape, "has_table", False) and shape.has_table:
            box = self._table(shape.table, box)
            self._tell(f"table of {len(shape.table.rows)} rows and {len(shape.table.columns)} columns", box)
        elif getattr(shape, "has_chart", False) and shape.has_chart:
            self._chart(shape.chart, box)
            self._tell(chart_line(shape.chart).strip("[]")[:160], box)
        elif int(shape.shape_type or 0) == 13:
            self._picture(shape, box)
            self._tell(f"picture {shape.name!r}", box)
        elif shape.has_text_frame:
            self._fill(shape, box)
            edge = shape.is_placeholder and int(shape.placeholder_format.type) in (13, 15, 16)
            used = self._text(shape, box)
            text = " ".join(shape.text_frame.text.split())
            if not text:
                return
            if used > box.height + 0.08 and not edge:
                over = round((used - box.height) / max(box.height, 0.1) * 100)
                self._told.faults.append(f"the text of the {name} runs over its box by {over}%")
            if not edge:
                size = max((piece.size for line in self._lines(shape, box) for piece in line[0]), default=0)
                self._tell(f"{name} {text[:60]!r} in {size:g} points", box)
        else:
            self._fill(shape, box)

    def _pixels(self, box: _Box) -> tuple[int, int, int, int]:
        x1, y1 = round(box.left * self._scale), round(box.top * self._scale)
        return x1, y1, max(x1, round(box.right * self._scale)), max(y1, round(box.bottom * self._scale))

    def _tell(self, what: str, box: _Box) -> None:
        self._boxes.append((what, box))
        place = f"{box.left:.1f}, {box.top:.1f} in, {box.width:.1f} × {box.height:.1f} in"
        self._told.shapes.append(f"{what} at {place}")

    def _faults(self) -> None:
        for number, (what, box) in enumerate(self._boxes):
            if (
                box.right > self._wide + 0.02
                or box.bottom > self._high + 0.02
                or min(box.left, box.top) < -0.02
            ):
                self._told.faults.append(f"the {what[:50]} leaves the slide")
            for other, second in self._boxes[number + 1 :]:
                least = min(box.width * box.height, second.width * second.height)
                if least > 0 and box.common(second) > 0.1 * least:
                    self._told.faults.append(f"the {what[:50]} and the {other[:50]} overlap")

    def _fill(self, shape: Any, box: _Box) -> None:
        properties = shape._element.find(qn("p:spPr"))
        fill = None if properties is None else properties.find(qn("a:solidFill"))
        line = None if properties is None else properties.find(qn("a:ln"))
        edge = None if line is None else line.find(qn("a:solidFill"))
        colour = self._colour(fill)
        outline = self._colour(edge)
        if colour or outline:
            self._draw.rectangle(
                self._pixels(box),
                fill=f"#{colour}" if colour else None,
                outline=f"#{outline}" if outline else None,
            )

    def _picture(self, shape: Any, box: _Box) -> None:
        x1, y1, x2, y2 = self._pixels(box)
        try:
            picture: Any
            with Image.open(io.BytesIO(shape.image.blob)) as picture:
                if picture.width * picture.height > 40_000_000:
                    raise ValueError("too large")
                small = picture.convert("RGB").resize((max(1, x2 - x1), max(1, y2 - y1)))
            self._image.paste(small, (x1, y1))
        except Exception:  # noqa: BLE001  whatever is wrong with a picture, a frame stands for it
            self._draw.rectangle((x1, y1, x2, y2), outline="#808080")
            self._draw.line((x1, y1, x2, y2), fill="#808080")

    def _table(self, table: Any, box: _Box) -> _Box:
        top = box.top
        widths = [column.width / _EMU for column in table.columns]
        for number, row in enumerate(table.rows):
            head = number == 0 and bool(table.first_row)
            cells: list[list[tuple[list[_Piece], float, str]]] = []
            height = row.height / _EMU
            for cell, width in zip(row.cells, widths, strict=False):
                colour = self._colours["lt1"] if head else self._colours["dk1"]
                lines = list(self._wrapped(cell.text_frame, width - 2 * _INSET, colour, bold=head))
                cells.append(lines)
                height = max(height, sum(_height(line) for line, _, _ in lines) + 0.1)
            left = box.left
            for lines, width in zip(cells, widths, strict=False):
                fill = self._colours["accent1"] if head else ("E9ECF1" if number % 2 else "F7F8FA")
                here = _Box(left, top, width, height)
                self._draw.rectangle(self._pixels(here), fill=f"#{fill}", outline="#FFFFFF")
                used = sum(_height(line) for line, _, _ in lines)
                self._write(lines, here, top + (height - used) / 2)
                left += width
            top += height
        return _Box(box.left, box.top, sum(widths), top - box.top)

    def _chart(self, chart: Any, box: _Box) -> None:
        x1, y1, x2, y2 = self._pixels(box)
        self._draw.rectangle((x1, y1, x2, y2), outline="#C8C8C8")
        try:
            series = [
                [float(one or 0) for one in each.values] for plot in chart.plots for each in plot.series
            ]
        except (AttributeError, NotImplementedError, TypeError, ValueError):
            return
        most = max((abs(one) for values in series for one in values), default=0) or 1.0
        points = max((len(values) for values in series), default=0)
        if not points:
            return
        step = (x2 - x1 - 20) / points
        for place, values in enumerate(series):
            colour = f"#{self._colours[f'accent{place % 6 + 1}']}"
            wide = step * 0.8 / len(series)
            for number, value in enumerate(values):
                left = x1 + 10 + number * step + place * wide
                high = abs(value) / most * (y2 - y1 - 20)
                self._draw.rectangle(
                    (round(left), round(y2 - 8 - high), round(left + wide * 0.9), y2 - 8), fill=colour
                )

    # Texts -----------------------------------------------------------------------------------------------------------

    def _text(self, shape: Any, box: _Box) -> float:
        """Write a shape's text; the height that it takes, in inches."""
        lines = list(self._lines(shape, box))
        used = sum(_height(line) for line, _, _ in lines) + 0.1
        anchor = anchor_of(shape)
        top = box.top + 0.05
        if anchor == "b":
            top = box.bottom - used + 0.05
        elif anchor == "ctr":
            top = box.top + (box.height - used) / 2
        self._write(lines, box, top)
        return used

    def _lines(self, shape: Any, box: _Box) -> Iterator[tuple[list[_Piece], float, str]]:
        yield from self._wrapped(shape.text_frame, box.width - 2 * _INSET, self._colours["dk1"], shape=shape)

    def _wrapped(
        self, frame: Any, width: float, colour: str, *, shape: Any = None, bold: bool = False
    ) -> Iterator[tuple[list[_Piece], float, str]]:
        """The lines of a frame: pieces, inches from the left, and how they are aligned."""
        number = 0
        for paragraph in frame.paragraphs:
            level = min(int(paragraph.level), 8)
            styles = list(styles_of(shape, level)) if shape is not None else []
            form = paragraph._p.pPr
            marked = first_of([form, *styles], "marL")
            left = int(marked) / _EMU if marked is not None else 0.0
            align = first_of([form, *styles], "algn") or "l"
            bullet = bullet_of([form, *styles])
            number = number + 1 if bullet == "1." else 0
            size = first_of([run_style(one) for one in styles], "sz")
            base = _Piece(
                "",
                int(size) / 100 if size else _DEFAULT,
                bold or first_of([run_style(one) for one in styles], "b") in ("1", "true"),
                False,
                self._colour(fill_of([run_style(one) for one in styles])) or colour,
            )
            pieces = [one for run in paragraph.runs for one in self._pieces(run, base)]
            if not pieces:
                yield [base], left, align
                continue
            if bullet:
                sign = f"{number}." if bullet == "1." else bullet
                pieces.insert(0, _Piece(f"{sign} ", pieces[0].size, False, False, pieces[0].colour))
                left = max(0.0, left - 0.25)
            for line in self._broken(pieces, width - left):
                yield line, left, align

    def _pieces(self, run: Any, base: _Piece) -> Iterator[_Piece]:
        look = run._r.find(qn("a:rPr"))
        size = None if look is None else look.get("sz")
        bold = None if look is None else look.get("b")
        italic = None if look is None else look.get("i")
        yield _Piece(
            str(run.text).replace("\v", " "),
            int(size) / 100 if size and size.isdecimal() else base.size,
            base.bold if bold is None else bold in ("1", "true"),
            base.italic if italic is None else italic in ("1", "true"),
            self._colour(None if look is None else look.find(qn("a:solidFill"))) or base.colour,
        )

    def _broken(self, pieces: Sequence[_Piece], width: float) -> Iterator[list[_Piece]]:
        """Pieces broken into lines of at most a width, in inches."""
        line: list[_Piece] = []
        used = 0.0
        for piece in pieces:
            for word in re.findall(r"\s*[^\s]+|\s+", piece.text.replace("\t", "    ")):
                wide = self._length(word, piece)
                if line and word.strip() and used + wide > width and word[:1].isspace():
                    yield line
                    line, used = [], 0.0
                    word = word.lstrip()
                    wide = self._length(word, piece)
                line.append(_Piece(word, piece.size, piece.bold, piece.italic, piece.colour))
                used += wide
        if line:
            yield line

    def _length(self, text: str, piece: _Piece) -> float:
        return _font(piece.size, piece.bold, piece.italic, self._scale).getlength(text) / self._scale

    def _write(self, lines: Sequence[tuple[list[_Piece], float, str]], box: _Box, top: float) -> None:
        for line, left, align in lines:
            wide = sum(self._length(piece.text, piece) for piece in line)
            x = box.left + _INSET + left
            if align == "ctr":
                x = box.left + (box.width - wide) / 2
            elif align == "r":
                x = box.right - _INSET - wide
            height = _height(line)
            for piece in line:
                self._draw.text(
                    (round(x * self._scale), round((top + height * 0.85) * self._scale)),
                    piece.text,
                    fill=f"#{piece.colour}",
                    font=_font(piece.size, piece.bold, piece.italic, self._scale),
                    anchor="ls",
                )
                x += self._length(piece.text, piece)
            top += height

    # Colours ---------------------------------------------------------------------------------------------------------

    def _background(self) -> str:
        layout = self._slide.slide_layout
        for owner in (self._slide, layout, layout.slide_master):
            common = owner._element.find(qn("p:cSld"))
            ground = None if common is None else common.find(qn("p:bg"))
            if ground is not None:
                properties = ground.find(qn("p:bgPr"))
                fill = None if properties is None else properties.find(qn("a:solidFill"))
                colour = self._colour(fill if fill is not None else ground.find(qn("p:bgRef")))
                if colour:
                    return colour
        return self._colours["lt1"]

    def _colour(self, fill: Any) -> str:
        """The colour of a fill, hexadecimal; empty for none."""
        if fill is None:
            return ""
        plain = fill.find(qn("a:srgbClr"))
        if plain is not None:
            value = str(plain.get("val", ""))
            return value if len(value) == 6 and all(one in "0123456789abcdefABCDEF" for one in value) else ""
        scheme = fill.find(qn("a:schemeClr"))
        if scheme is None:
            return ""
        name = str(scheme.get("val", ""))
        return self._colours.get(MAPPED.get(name, name), "")


def _box(shape: Any) -> _Box | None:
    try:
        places = (shape.left, shape.top, shape.width, shape.height)
    except (AttributeError, KeyError, ValueError):
        return None
    if any(one is None for one in places):
        return None
    left, top, width, height = (max(-100.0, min(200.0, one / _EMU)) for one in places)
    return _Box(left, top, max(0.0, width), max(0.0, height))


def _height(line: Sequence[_Piece]) -> float:
    return max((piece.size for piece in line), default=_DEFAULT) * _LINE / 72


@lru_cache(maxsize=256)
def _font(size: float, bold: bool, italic: bool, scale: float) -> Any:
    name = {(False, False): "Vera", (True, False): "VeraBd", (False, True): "VeraIt", (True, True): "VeraBI"}
    data = resources.files("reportlab").joinpath("fonts", f"{name[(bold, italic)]}.ttf").read_bytes()
    return ImageFont.truetype(io.BytesIO(data), max(4, round(size * _SHRINK * scale / 72)))
