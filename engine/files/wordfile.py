"""A Word document opened for work: its blocks, sections and passages; saved so that all the rest stays as it was."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches
from functools import cached_property
from typing import Any, Final

from .markup import inline, plain
from .normal import normalise
from .opening import FileError, broken, check
from .packages import Package, local, targets
from .readword import Reader, comments_of, numberings_of, styles_of
from .wordlines import NO_DATE, Line
from .wordxml import parsed, q

MAX_DEPTH: Final = 12
"""Content controls within content controls that are looked into."""

_BLOCKS: Final = ("p", "tbl")
_MARKED: Final = ("ins", "del", "moveFrom", "moveTo", "cellIns", "cellDel")
_AROUND: Final = ("sdt", "sdtContent", "customXml", "smartTag", "ins", "moveTo")
_NOTE: Final = re.compile(r"\[\^([^\]]+)\]")
_MARKS: Final = re.compile(r"^(?:#{1,6}\s+|>\s+|[-*+•–▪]\s+|\d+[.)]\s+)")
_FOLD: Final = str.maketrans("“”„«»‘’‚\u00a0\u2007\u202f", '"""""\'\'\'   ')


@dataclass(frozen=True)
class Section:
    """A heading and what stands below it."""

    number: int
    """Counts the headings from 1; 0 is what stands before the first."""
    title: str
    rank: int
    """0 for the highest heading."""
    start: int
    """Index of the heading's block."""
    end: int
    """Index after the last block, subsections included."""
    own: int
    """Index after the last block before the first subsection."""


@dataclass(frozen=True)
class Passage:
    """A piece of one paragraph."""

    line: Line
    start: int
    end: int
    block: int
    """Index of the block that it stands in; a cell's paragraph stands in its table."""


class WordFile:
    """A document in memory; edits change it, `save` gives its new bytes.

    Args:
        data: The file.
        name: As messages call it.

    Raises:
        FileError: It can't be opened: damaged, protected, far too large, no Word document.
    """

    def __init__(self, data: bytes, name: str = "the file") -> None:
        self._data = data
        self.name = name
        self.document = _open(data, name)

    @property
    def body(self) -> Any:
        """The element that all blocks stand in."""
        return self.document.element.body

    def blocks(self) -> list[Any]:
        """Paragraphs and tables in order, those in content controls too."""
        return list(_blocks(self.body, 0))

    @cached_property
    def _shown(self) -> tuple[Any, ...]:
        package = Package(self._data)
        relations = package.relations(package.main())
        return (
            styles_of(package, targets(relations, "styles")),
            numberings_of(package, targets(relations, "numbering")),
            comments_of(package, targets(relations, "comments")),
        )

    def reader(self) -> Reader:
        """What reads blocks as markdown, from the first one on."""
        return Reader(*self._shown)

    def texts(self, *, comments: bool = True) -> list[str]:
        """Each block as markdown; empty for what shows nothing.

        Args:
            comments: With those that the file had when it was opened.
        """
        reader = self.reader()
        if not comments:
            reader.comments = {}
        return ["\n".join(reader.block(block)).strip("\n") for block in self.blocks()]

    def notes(self, texts: Sequence[str]) -> list[str]:
        """The footnotes and endnotes that are marked in blocks' texts, as lines ``[^1]: …``."""
        marks = {mark for text in texts for mark in _NOTE.findall(text)}
        if not marks:
            return []
        found: dict[str, str] = {}
        parts: Any = self.document.part.rels.values()
        for kind in ("footnotes", "endnotes"):
            # a part that was made since the file was opened is read as it is now
            for part in (
                one.target_part for one in parts if not one.is_external and one.reltype.endswith(f"/{kind}")
            ):
                root = parsed(part.blob)
                for note in root:
                    number = str(note.attrib.get(q("id"), ""))
                    inner = (self.reader().inline(one) for one in note if local(one) == "p")
                    text = " ".join(" ".join(inner).split())
                    if text and number in marks:
                        found.setdefault(number, text)
        return [f"[^{number}]: {text}" for number, text in found.items()]

    def sections(self) -> list[Section]:
        """The headings in order."""
        reader = self.reader()
        heads: list[tuple[int, str, int]] = []
        blocks = self.blocks()
        for index, block in enumerate(blocks):
            if local(block) != "p":
                continue
            rank = reader.rank(block)
            if rank is not None and (text := " ".join(Line(block).text.split())):
                heads.append((index, text, rank))
        found: list[Section] = []
        for place, (index, text, rank) in enumerate(heads):
            later = heads[place + 1 :]
            end = next((at for at, _, other in later if other <= rank), len(blocks))
            own = later[0][0] if later else len(blocks)
            found.append(Section(place + 1, text, rank, index, end, own))
        return found

    @property
    def titled(self) -> bool:
        """Whether it has a title, below which all headings stand."""
        reader = self.reader()
        return any(
            reader.rank(block) is not None and reader.titled for block in self.blocks() if local(block) == "p"
        )

    def section(self, wanted: str) -> Section:
        """The section of a number (``3``) or heading.

        Raises:
            FileError: There is none, or several.
        """
        sections = self.sections()
        text = _folded(wanted.strip())
        text = re.sub(r"^#+\s*", "", text) or text
        if text.isdecimal():
            number = int(text)
            if number == 0:
                start = sections[0].start if sections else len(self.blocks())
                return Section(0, "", 0, 0, start, start)
            if number <= len(sections):
                return sections[number - 1]
        heads = [" ".join(_folded(one.title).split()).casefold() for one in sections]
        key = " ".join(text.split()).casefold()
        found = [one for one, head in zip(sections, heads, strict=True) if head == key]
        if not found:
            found = [one for one, head in zip(sections, heads, strict=True) if key and key in head]
        if len(found) == 1:
            return found[0]
        if found:
            numbers = ", ".join(str(one.number) for one in found)
            raise FileError(f"{len(found)} headings fit {wanted!r}", f"Give the section's number: {numbers}.")
        if not sections:
            raise FileError(f"{self.name} has no headings", "Leave the section out, or name a passage.")
        close = get_close_matches(key, heads, 1, 0.5)
        hint = f"Did you mean {sections[heads.index(close[0])].title!r}?" if close else "See docs.outline."
        raise FileError(f"there is no section {wanted!r} in {self.name}", hint, missing=True)

    def passages(self, wanted: str, *, within: Section | None = None) -> list[Passage]:
        """Where a passage stands: the same words, whatever their spaces and kind of quotation marks."""
        blocks = self.blocks()
        first, last = (within.start, within.end) if within is not None else (0, len(blocks))
        for text in dict.fromkeys((wanted, _MARKS.sub("", wanted.strip()), _unmarked(wanted))):
            pattern = _pattern(text)
            if pattern is None:
                continue
            found = [
                Passage(line, match.start(), match.end(), index)
                for index, block in enumerate(blocks[first:last], first)
                for line in lines_of(block)
                for match in pattern.finditer(_folded(line.text))
            ]
            if found:
                return found
        return []

    def passage(self, wanted: str, *, within: Section | None = None) -> Passage:
        """The one place where a passage stands.

        Raises:
            FileError: It stands nowhere, or in several places.
        """
        if not wanted.strip():
            raise FileError("the passage is empty", "Give the words that stand there.")
        found = self.passages(wanted, within=within)
        if len(found) == 1:
            return found[0]
        where = f"section {within.number} of {self.name}" if within is not None else self.name
        if found:
            raise FileError(
                f"the passage stands {len(found)} times in {where}",
                "Give it with enough around it, or its section.",
            )
        if "\n" in wanted.strip() and all(
            self.passages(part, within=within) for part in wanted.split("\n") if part.strip()
        ):
            raise FileError(
                "the passage runs over several paragraphs", "Change them one at a time, or give a section."
            )
        close = self._near(wanted)
        hint = f"Nearest: {close!r}." if close else "Give it exactly as docs.read shows it."
        raise FileError(f"the passage does not stand in {where}", hint, missing=True)

    def _near(self, wanted: str) -> str:
        """The sentence that a passage most likely meant."""
        key = " ".join(_folded(wanted).split()).casefold()[:200]
        pieces = [
            piece
            for block in self.blocks()[:2_000]
            for line in lines_of(block)
            for piece in re.split(r"(?<=[.;:!?])\s+", line.text)[:40]
            if piece.strip()
        ]
        close = get_close_matches(key, [piece.casefold()[:200] for piece in pieces[:1_500]], 1, 0.6)
        return next((piece[:160] for piece in pieces if close and piece.casefold()[:200] == close[0]), "")

    def tables(self) -> list[Any]:
        """The tables in order, but those inside others."""
        return [block for block in self.blocks() if local(block) == "tbl"]

    def table(self, number: int) -> Any:
        """A table, counted from 1.

        Raises:
            FileError: There is none.
        """
        tables = self.tables()
        if not 1 <= number <= len(tables):
            count = f"{len(tables)} tables, counted from 1" if tables else "no tables"
            raise FileError(f"{self.name} has {count}, no table {number}", missing=True)
        return tables[number - 1]

    def save(self, at: datetime, by: str = "") -> bytes:
        """The file's bytes in their one form.

        Args:
            at: Now, in simulated time, aware.
            by: Who changed it.
        """
        if by:
            self.document.core_properties.last_modified_by = by[:255]
        self._number()
        out = io.BytesIO()
        self.document.save(out)
        return normalise("saved.docx", out.getvalue(), at, before=self._data)

    def _number(self) -> None:
        """Give new marks of changes ids of their own."""
        marks = [
            one for one in self.body.iter() if local(one) in _MARKED and one.get(q("author")) is not None
        ]
        numbers = [str(one.get(q("id"), "")) for one in marks]
        last = max((int(one) for one in numbers if one.isdecimal()), default=0)
        for one in marks:
            if one.get(q("date")) == NO_DATE and one.get(q("id")) == "0":
                last += 1
                one.set(q("id"), str(last))


def lines_of(block: Any) -> Iterator[Line]:
    """The paragraphs of a block: itself, or those of a table's cells."""
    if local(block) == "p":
        yield Line(block)
        return
    for paragraph in block.iter(q("p")):
        yield Line(paragraph)


def _blocks(parent: Any, depth: int) -> Iterator[Any]:
    for one in parent:
        kind = local(one)
        if kind in _BLOCKS:
            yield one
        elif kind in _AROUND and depth < MAX_DEPTH:
            yield from _blocks(one, depth + 1)


def _folded(text: str) -> str:
    """The text with one kind of quotation mark and space; as long as before."""
    return text.translate(_FOLD)


def _unmarked(text: str) -> str:
    """A passage without the marks of markdown."""
    return plain(inline(_MARKS.sub("", text.strip())))


def _pattern(text: str) -> re.Pattern[str] | None:
    words = _folded(text).split()
    return re.compile(r"\s+".join(re.escape(word) for word in words)) if words else None


def _open(data: bytes, name: str) -> Any:
    import docx

    check(data, name, "docx")
    try:
        document: Any = docx.Document(io.BytesIO(data))
        body = document.element.body
    except Exception as error:  # a hostile file can make the library raise anything
        raise broken(name, "docx") from error
    if body is None:
        raise broken(name, "docx")
    return document


def joined(texts: Sequence[str]) -> str:
    """Blocks as one markdown text: list items and table rows close together, others apart."""
    out: list[str] = []
    for text in texts:
        if not text:
            continue
        tight = bool(out) and _is_item(out[-1]) and _is_item(text)
        if out:
            out.append("\n" if tight else "\n\n")
        out.append(text)
    return "".join(out)


def _is_item(text: str) -> bool:
    return re.match(r"\s*(?:[-•]|\w{1,4}[.)])\s", text) is not None and "\n" not in text
