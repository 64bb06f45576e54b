"""A file of any kind as the text that checks look at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from ..engine.files.kinds import Kind, kind_of
from ..engine.files.plain import plain
from .officefile import SLIDE, OfficeFile
from .plaintext import Table, Text
from .workbook import Workbook

_COMMENT: Final = re.compile(r"\{>>.*?<<\}", re.DOTALL)
_DELETED: Final = re.compile(r"\{--.*?--\}", re.DOTALL)
_ADDED: Final = re.compile(r"\{\+\+(.*?)\+\+\}", re.DOTALL)
_REMARK: Final = re.compile(r"(?m)^\[comment\b.*\]$\n?")
_ASIDE: Final = re.compile(r"(?m)^\[(?:header|footer): (.*)\]$")
_PICTURE: Final = re.compile(r"\[picture: [^\]]*\]")
_PAGE: Final = re.compile(r"(?m)^## Page \d+$\n?")


@lru_cache(maxsize=128)
def read(data: bytes, name: str) -> Text:
    """The text of a file.

    Args:
        data: The file whole.
        name: Its name, whose ending tells its kind. What can't be read has no words.
    """
    kind = kind_of(name)
    if kind in ("text", "table", "other"):
        return Text.decoded(data, name)
    file = OfficeFile(name, data)
    if kind == "xlsx":
        text = book_text(file.book)
    else:
        text = Text(_clean(kind, plain(name, data) or ""), "")
    text.name = name
    text.file = file
    return text


def _clean(kind: Kind, text: str) -> str:
    """The text as it stands if all suggestions are accepted, without remarks and what is told of pictures."""
    if kind in ("docx", "pptx"):
        text = _PICTURE.sub("", text)
    if kind == "docx":
        text = _COMMENT.sub("", _ADDED.sub(r"\1", _DELETED.sub("", text)))
        return _ASIDE.sub(r"\1", text)
    if kind == "pptx":
        text = _REMARK.sub("", text)
        return SLIDE.sub(lambda match: f"## {match[2] or f'Slide {match[1]}'}", text)
    if kind == "pdf":
        return _PAGE.sub("", text)
    return text


def book_text(book: Workbook, sheets: tuple[str, ...] | None = None) -> Text:
    """A workbook's sheets as tables, parted by empty rows, with values as they are stored.

    Args:
        book: The workbook.
        sheets: Only these; all if None.
    """
    lines: list[str] = []
    tables: list[Table] = []
    for sheet in book.sheets if sheets is None else sheets:
        lines += [f"## {sheet}", ""]
        for block in _blocks(book, sheet):
            lines += [f"| {' | '.join(row)} |" for row in block]
            lines.append("")
            tables.append(Table(block[0], tuple(block[1:])))
    return Text("\n".join(lines), "", tables=tables)


def _blocks(book: Workbook, sheet: str) -> Iterator[list[tuple[str, ...]]]:
    block: list[tuple[str, ...]] = []
    width = min(200, book.width(sheet))
    last = None
    for number, row in book.rows(sheet):
        if block and number != (last or 0) + 1:
            yield block
            block = []
        block.append(
            tuple(book.shown(row[column]) if column in row else "" for column in range(1, width + 1))
        )
        last = number
    if block:
        yield block
