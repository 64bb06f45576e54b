"""Office files as other programs make them, for tests of what reads them."""

from __future__ import annotations

import io
from typing import Any

import docx
import openpyxl
import pptx


def saved(made: Any) -> bytes:
    """The bytes of a library's document."""
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def word(*paragraphs: str) -> bytes:
    """A document of these paragraphs."""
    made = docx.Document()
    for one in paragraphs:
        made.add_paragraph(one)
    return saved(made)


def book(*rows: list[Any]) -> bytes:
    """A workbook of one sheet."""
    made: Any = openpyxl.Workbook()
    for row in rows:
        made.active.append(row)
    return saved(made)


def deck(*slides: tuple[str, str], notes: str = "") -> bytes:
    """A deck with a title and a text a slide; the notes stand on the last."""
    made: Any = pptx.Presentation()
    for title, text in slides:
        slide = made.slides.add_slide(made.slide_layouts[1])
        slide.shapes.title.text = title
        slide.placeholders[1].text_frame.text = text
        if notes and title == slides[-1][0]:
            slide.notes_slide.notes_text_frame.text = notes
    return saved(made)
