"""A written document as its reader sees it: without markup, comments and the variety of quotes, dashes and blanks."""

from __future__ import annotations

import csv
import html
import re
import unicodedata
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from ..engine.office.matching import Reading, reading
from .figures import NBSP, Figure, figures
from .sentences import sentences_of

if TYPE_CHECKING:
    from .officefile import OfficeFile
    from .shelf import Shelf

LIMIT: Final = 400_000
"""Characters that are read; a longer document is cut."""
COLUMNS: Final = 200
"""Columns of a table that are read."""
_COMMENT: Final = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_LINK: Final = re.compile(r"!?\[([^\[\]\n]{0,300})\]\([^)\s]{0,1000}\)")
_EMPHASIS: Final = re.compile(
    r"\*+|`+|~~|__|(?<![A-Za-z0-9])_(?=[^\s_])|(?<=[^\s_])_(?![A-Za-z0-9])|\\(?=[^\w\s])"
)
_TAG: Final = re.compile(
    r"</?(?:b|i|u|em|strong|span|sub|sup|br|p|td|th|tr|table|code)\b[^<>\n]{0,300}>", re.IGNORECASE
)
_RULE: Final = re.compile(r"\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*")
_HEADING: Final = re.compile(r"[ ]{0,3}#{1,6}\s+(?P<text>.+?)\s*#*\s*")
_UNDERLINE: Final = re.compile(r"\s*(?:=|-){3,}\s*")
_NUMBERED: Final = re.compile(r"\s*(?:\d{1,2}|[IVX]{1,4}|[A-Z])(?:[.)]\d{1,2})*[.)]?\s+(?P<text>\S.{0,78})")
_CHARACTERS: Final = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u2032\u02bc", "'"),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
        **dict.fromkeys("\u2009\u202f\u2007\u00a0", NBSP),
        **dict.fromkeys("\u200b\u200c\u200d\ufeff\u2060\u00ad"),
    }
)
_QUOTES: Final = str.maketrans(dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb\u2033", '"'))


class Table(NamedTuple):
    """A table of a document; every row is as long as the header."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...] = ()
    """Markdown: the line of each row, from 0. CSV: empty."""


class Heading(NamedTuple):
    """A heading of a document."""

    line: int
    level: int
    """1 to 6 as marked; 7 to 9 for lines that only look like headings, of one look each."""
    text: str


class Text:
    """A document's text.

    Args:
        raw: As it was written, or of an office file as markdown.
        name: The file's name, which tells how to read it; messages have none.
        tables: Its tables where they are known, instead of those that the text shows.

    Attributes:
        is_sheet: Whether it is made of tables alone: a CSV, a workbook.
        file: The office file it was read from; None for other texts.
        shelf: The documents that it may refer to; None if nobody said.
    """

    def __init__(self, raw: str, name: str = "", *, tables: list[Table] | None = None) -> None:
        self.name = name
        self.is_sheet = tables is not None or name.lower().endswith((".csv", ".tsv"))
        self.file: OfficeFile | None = None
        self.shelf: Shelf | None = None
        self._given = tables
        text = unicodedata.normalize("NFC", raw[:LIMIT]).replace("\r\n", "\n").replace("\r", "\n")
        text = text.translate(_CHARACTERS)
        self.plain = text if self.is_sheet else _unmarked(text)
        self._source = text

    @classmethod
    def decoded(cls, data: bytes, name: str) -> Text:
        """The text of a file."""
        try:
            return cls(data.decode("utf-8-sig"), name)
        except UnicodeDecodeError:
            return cls(data.decode("cp1252", errors="replace"), name)

    @cached_property
    def words(self) -> int:
        """Runs with at least one letter or digit in them."""
        return sum(any(char.isalnum() for char in run) for run in self.plain.split())

    @cached_property
    def reading(self) -> Reading:
        """The plain text made ready for being matched."""
        return reading(self.plain)

    @cached_property
    def figures(self) -> list[Figure]:
        """The numbers of the plain text."""
        return list(figures(self.plain))

    @cached_property
    def sentences(self) -> list[tuple[int, int]]:
        """Where the sentences of the plain text stand."""
        return sentences_of(self.plain, self.lines, self.starts)

    @cached_property
    def lines(self) -> list[str]:
        """The plain text's lines."""
        return self.plain.split("\n")

    @cached_property
    def starts(self) -> list[int]:
        """Where each line starts in the plain text."""
        found, at = [0], 0
        for line in self.lines[:-1]:
            at += len(line) + 1
            found.append(at)
        return found

    @property
    def headings(self) -> list[str]:
        """Markdown headings, and short lines that are set bold, numbered or underlined as if they were."""
        return [heading.text for heading in self.outline]

    @cached_property
    def outline(self) -> list[Heading]:
        """The headings with their places, in order."""
        found: list[Heading] = []
        lines = self._visible
        for number, line in enumerate(lines):
            below = lines[number + 1] if number + 1 < len(lines) else ""
            bare = line.strip()
            if match := _HEADING.fullmatch(line):
                level = len(line.lstrip()) - len(line.lstrip().lstrip("#"))
                found.append(Heading(number, level, _unmarked(match["text"])))
            elif not bare or len(bare) > 80:
                continue
            elif _UNDERLINE.fullmatch(below) and "|" not in bare:
                found.append(Heading(number, 1 if "=" in below else 2, _unmarked(bare)))
            elif (bare.startswith(("**", "__")) and bare.rstrip(":").endswith(("**", "__"))) or (
                bare.isupper() and len(bare) > 3 and not bare.endswith(":") and not _NUMBERED.fullmatch(line)
            ):
                found.append(Heading(number, 7, _unmarked(bare)))
            elif match := _NUMBERED.fullmatch(line):
                if not match["text"].rstrip().endswith((".", ";", ",")):
                    found.append(Heading(number, 8, _unmarked(match["text"])))
            elif bare.endswith(":") or (bare.isupper() and len(bare) > 3):
                found.append(Heading(number, 9, _unmarked(bare)))
        return found

    @cached_property
    def _visible(self) -> list[str]:
        return _COMMENT.sub("", self._source).split("\n")

    def part(self, heading: Heading) -> Text:
        """The text from a heading, itself included, to the next one of its level or above."""
        end = next(
            (one.line for one in self.outline if one.line > heading.line and one.level <= heading.level), None
        )
        part = Text("\n".join(self._visible[heading.line : end]), "")
        part.shelf = self.shelf
        return part

    @cached_property
    def tables(self) -> list[Table]:
        """A sheet's one table, a workbook's, or a text's markdown tables."""
        if self._given is not None:
            return self._given
        if self.is_sheet:
            return _sheet(self.plain)
        return _markdown(self.lines)


def _unmarked(text: str) -> str:
    text = html.unescape(_TAG.sub(" ", _COMMENT.sub("", text))).translate(_CHARACTERS).translate(_QUOTES)
    return _EMPHASIS.sub("", _LINK.sub(r"\1", text))


def _sheet(text: str) -> list[Table]:
    lines = [line for line in text.split("\n") if line.strip()]
    if not lines:
        return []
    sample = "\n".join(lines[:20])
    mark = max(
        "\t;|,", key=lambda mark: min(line.count(mark) for line in lines[-20:]) * 1000 + sample.count(mark)
    )
    try:
        rows = [tuple(cell.strip() for cell in row) for row in csv.reader(lines, delimiter=mark)]
    except csv.Error:
        return []
    width = min(COLUMNS, max(len(row) for row in rows))
    # a title above the header has fewer filled cells than the header
    first = next(i for i, row in enumerate(rows) if sum(map(bool, row)) * 2 > width or i == len(rows) - 1)
    body = tuple(_wide(row, width) for row in rows[first + 1 :] if any(row))
    return [Table(_wide(rows[first], width), body)]


def _markdown(lines: list[str]) -> list[Table]:
    found: list[Table] = []
    number = 0
    while number + 1 < len(lines):
        head, rule = lines[number], lines[number + 1]
        if "|" not in head or "|" not in rule or len(rule) > 10 * COLUMNS or not _RULE.fullmatch(rule):
            number += 1
            continue
        header = _cells(head)[:COLUMNS]
        rows: list[tuple[str, ...]] = []
        places: list[int] = []
        at = number + 2
        while at < len(lines) and "|" in lines[at]:
            row = _cells(lines[at])
            if any(row):
                rows.append(_wide(row, len(header)))
                places.append(at)
            at += 1
        found.append(Table(header, tuple(rows), tuple(places)))
        number = at
    return found


def _cells(line: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|"))


def _wide(row: tuple[str, ...], width: int) -> tuple[str, ...]:
    return (row + ("",) * width)[:width]


def flat(text: str) -> str:
    """A label in the form used for comparing: lower case, words parted by single blanks."""
    if text.isascii():
        return " ".join(re.findall(r"[^\W_]+", text.lower()))
    text = unicodedata.normalize("NFKD", text.casefold())
    return " ".join(re.findall(r"[^\W_]+", "".join(c for c in text if not unicodedata.combining(c))))
