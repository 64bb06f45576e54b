"""Markdown as authors and agents write it, read into flat blocks from which documents, decks and papers are made.

It is read as leniently as a person reads it: what is no syntax stays text. Short lines under each other (an address, a
signature) stay lines; long ones are wrapped prose. What would silently lose words is an error that names the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from .blocks import (
    Block,
    Heading,
    Item,
    PageBreak,
    Paragraph,
    Rule,
    Run,
    Runs,
    Table,
    figures,
    plain,
    runs_of,
)
from .frontmatter import Front, MarkupError, read_front

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

PAGE_BREAK: Final = "---pagebreak---"
SHORT: Final = 60
"""Characters up to which every line but the last of a paragraph must stay for its line ends to be kept."""
MAX_DEPTH: Final = 8
"""The deepest level of a list, counted from 0."""

_NOTE: Final = re.compile(r"^\[\^([^\]\s]+)\]:[ \t]*(.*)$")
_NOTE_MARK: Final = re.compile(r"\[\^([^\]\s]+)\]")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_BREAK: Final = re.compile(r"<br\s*/?>", re.IGNORECASE)
_CLAUSE: Final = re.compile(
    r"^(\d+(?:\.\d+)+\.?|\((?:[a-z]{1,4}|[A-Z]{1,3}|\d{1,2})\)|§+ ?\d[\w.]*)[ \t]+(?=\S)"
)
_BOX: Final = re.compile(r"^\[([ xX])\](?=\s|$)")
_CELL: Final = re.compile(r"(?<!\\)\|")


__all__ = [
    "Block",
    "Front",
    "Heading",
    "Item",
    "Markup",
    "MarkupError",
    "PageBreak",
    "Paragraph",
    "Rule",
    "Run",
    "Runs",
    "Table",
    "figures",
    "inline",
    "parse",
    "plain",
    "runs_of",
]


@dataclass(frozen=True)
class Markup:
    """A text, read."""

    front: Front
    blocks: tuple[Block, ...]
    notes: Mapping[str, Runs]
    """Footnotes by key, in the order of their marks."""


def parse(text: str, *, styles: Sequence[str] = (), where: str = "") -> Markup:
    """Read a text with or without front matter.

    Args:
        text: The markdown.
        styles: The styles that front matter may name.
        where: The file's name, for errors.

    Raises:
        MarkupError: Front matter is malformed, or a table's row would lose cells.
    """
    place = f"{where}: " if where else ""
    text = _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n")).lstrip("\ufeff")
    front, body, offset = read_front(text, styles, place)
    lines, notes = _take_notes(body.split("\n"))
    reader = _Reader(_parser(), offset, place, lines)
    blocks = tuple(reader.blocks("\n".join(lines)))
    used = [run.note for block in blocks for run in runs_of(block) if run.note]
    found = {key: reader.inline(notes[key]) for key in dict.fromkeys(used) if key in notes}
    unused = tuple(
        Paragraph(reader.inline(f"[{key}] {note}")) for key, note in notes.items() if key not in found
    )
    # marks without a note stay text
    blocks = tuple(_plain_marks(block, found) for block in blocks)
    return Markup(front, (*blocks, *unused), found)


def inline(text: str) -> Runs:
    """One line of text with its bold, italic, code and links."""
    return _Reader(_parser(), 0, "", []).inline(text)


def _take_notes(lines: list[str]) -> tuple[list[str], dict[str, str]]:
    """Lines without the footnotes' texts (empty lines stand for them), and the notes by key."""
    kept: list[str] = []
    notes: dict[str, str] = {}
    key = ""
    for line in lines:
        match = _NOTE.match(line)
        if match is not None:
            key = match[1]
            notes[key] = f"{notes[key]} {match[2]}" if key in notes else match[2]
            kept.append("")
        elif key and line.strip() and line[:1] in " \t":
            notes[key] += f" {line.strip()}"
            kept.append("")
        else:
            key = ""
            kept.append(line)
            if line.strip() == PAGE_BREAK:
                # a paragraph of its own, whatever stands beside it, without moving the lines' numbers
                kept[-1] = f"# {PAGE_BREAK}"
    return kept, notes


def _plain_marks(block: Block, notes: Mapping[str, Runs]) -> Block:
    def mend(runs: Runs) -> Runs:
        return tuple(
            replace(run, text=f"[^{run.note}]", note="") if run.note and run.note not in notes else run
            for run in runs
        )

    if isinstance(block, Table):
        rows = tuple(tuple(mend(cell) for cell in row) for row in block.rows)
        return replace(block, head=tuple(mend(cell) for cell in block.head), rows=rows)
    if isinstance(block, Heading | Paragraph | Item):
        return replace(block, runs=mend(block.runs))
    return block


def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": 40})
    parser.enable(["table", "strikethrough"])
    # each would take words away or turn a line drawn under a paragraph into a heading
    parser.disable(["lheading", "reference", "code", "html_block", "html_inline", "image"])
    return parser


class _Reader:
    """Turns the parser's tokens into blocks."""

    def __init__(self, parser: MarkdownIt, offset: int, place: str, lines: Sequence[str]) -> None:
        self._parser = parser
        self._offset = offset
        self._place = place
        self._lines = lines
        self._lists = 0

    def inline(self, text: str) -> Runs:
        tokens = self._parser.parseInline(text)
        return _joined(self._runs(tokens[0].children or []) if tokens else ())

    def blocks(self, text: str) -> Iterator[Block]:
        tokens = self._parser.parse(text)
        lists: list[tuple[bool, int]] = []
        numbers: list[int] = []
        fresh: list[bool] = []
        quotes = 0
        index = 0
        while index < len(tokens):
            token = tokens[index]
            kind = token.type
            if kind in ("bullet_list_open", "ordered_list_open"):
                self._lists += 1
                lists.append((kind == "ordered_list_open", self._lists))
                numbers.append(int(token.attrGet("start") or 1) - 1 if kind == "ordered_list_open" else 0)
            elif kind in ("bullet_list_close", "ordered_list_close"):
                lists.pop()
                numbers.pop()
            elif kind == "list_item_open":
                numbers[-1] += 1
                fresh.append(True)
            elif kind == "list_item_close":
                fresh.pop()
            elif kind == "blockquote_open":
                quotes += 1
            elif kind == "blockquote_close":
                quotes -= 1
            elif kind == "heading_open":
                content = tokens[index + 1]
                if content.content == PAGE_BREAK:
                    yield PageBreak()
                else:
                    yield Heading(int(token.tag[1]), _joined(self._runs(content.children or [])))
            elif kind == "hr":
                yield Rule(signature=token.markup.startswith("_"))
            elif kind in ("fence", "code_block"):
                yield Paragraph((Run(token.content.rstrip("\n"), code=True),), "code")
            elif kind == "table_open":
                end = next(n for n in range(index, len(tokens)) if tokens[n].type == "table_close")
                yield self._table(tokens[index : end + 1])
                index = end
            elif kind == "inline" and tokens[index - 1].type == "paragraph_open":
                for runs in self._paragraphs(token):
                    if lists:
                        ordered, which = lists[-1]
                        depth = min(len(lists) - 1, MAX_DEPTH)
                        first = fresh[-1]
                        number = numbers[-1] if ordered and first else 0
                        yield Item(_boxed(runs), depth, ordered, which, number, first)
                        fresh[-1] = False
                    elif quotes:
                        yield Paragraph(runs, "quote")
                    else:
                        yield _clause(_boxed(runs))
            index += 1

    def _paragraphs(self, token: Token) -> Iterator[Runs]:
        """One paragraph, or several where lines begin with clause numbers or boxes of their own."""
        source = token.content.split("\n")
        kept = len(source) > 1 and all(len(line) <= SHORT for line in source[:-1])
        runs = self._runs(token.children or [], "\n" if kept else " \u0000")
        lines: list[list[Run]] = [[]]
        for run in runs:
            # a soft line end is marked until it is clear what the next line begins with
            pieces = re.split("(\n| \u0000)", run.text) if not run.note else [run.text]
            for piece in pieces:
                if piece in ("\n", " \u0000"):
                    lines[-1].append(replace(run, text=piece))
                    lines.append([])
                elif piece or run.note:
                    lines[-1].append(replace(run, text=piece))
        current: list[Run] = []
        for line in lines:
            text = plain(line)
            if current and (_CLAUSE.match(text) or _BOX.match(text)):
                yield _trimmed(current)
                current = []
            current.extend(line)
        if current:
            yield _trimmed(current)

    def _table(self, tokens: Sequence[Token]) -> Table:
        rows: list[tuple[Runs, ...]] = []
        aligns: list[Any] = []
        cells: list[Runs] = []
        for token in tokens:
            if token.type == "th_open":
                style = str(token.attrGet("style") or "")
                aligns.append(style.removeprefix("text-align:"))
            elif token.type == "inline":
                cells.append(_trimmed(list(self._runs(token.children or []))))
            elif token.type == "tr_close":
                rows.append(tuple(cells))
                cells = []
            elif token.type == "tr_open" and token.map and aligns:
                line = token.map[0]
                source = self._lines[line].strip().removeprefix("|")
                count = len(_CELL.split(source.removesuffix("|") if not source.endswith("\\|") else source))
                if count > len(aligns):
                    number = line + self._offset + 1
                    raise MarkupError(
                        f"{self._place}line {number}: the row has {count} cells, the table's head {len(aligns)}; "
                        "write \\| for a bar inside a cell"
                    )
        head = rows[0] if any(plain(cell).strip() for cell in rows[0]) else ()
        return Table(head, tuple(rows[1:]), tuple(aligns))

    def _runs(self, tokens: Sequence[Token], soft: str = " ") -> Runs:
        runs: list[Run] = []
        bold = italic = strike = 0
        link = ""
        for token in tokens:
            kind = token.type
            style = Run("", bold > 0, italic > 0, False, strike > 0, link)
            if kind == "strong_open":
                bold += 1
            elif kind == "strong_close":
                bold -= 1
            elif kind == "em_open":
                italic += 1
            elif kind == "em_close":
                italic -= 1
            elif kind == "s_open":
                strike += 1
            elif kind == "s_close":
                strike -= 1
            elif kind == "link_open":
                link = str(token.attrGet("href") or "")
            elif kind == "link_close":
                link = ""
            elif kind == "softbreak":
                runs.append(replace(style, text=soft))
            elif kind == "hardbreak":
                runs.append(replace(style, text="\n"))
            elif kind == "code_inline":
                runs.append(replace(style, text=token.content, code=True))
            elif token.content:
                runs.extend(_marked(_BREAK.sub("\n", token.content), style))
        return tuple(runs)


def _marked(text: str, style: Run) -> Iterator[Run]:
    """A text with its footnote marks as runs of their own."""
    start = 0
    for match in _NOTE_MARK.finditer(text):
        if match.start() > start:
            yield replace(style, text=text[start : match.start()])
        yield replace(style, note=match[1])
        start = match.end()
    if start < len(text):
        yield replace(style, text=text[start:])


def _joined(runs: Sequence[Run]) -> Runs:
    """Neighbours of one format as one run."""
    joined: list[Run] = []
    for run in runs:
        text = run.text.replace("\u0000", "")
        if (
            joined
            and not run.note
            and not joined[-1].note
            and replace(joined[-1], text="") == replace(run, text="")
        ):
            joined[-1] = replace(run, text=joined[-1].text + text)
        elif text or run.note:
            joined.append(replace(run, text=text))
    return tuple(joined)


def _trimmed(runs: Sequence[Run]) -> Runs:
    """Runs without white space at both ends."""
    joined = list(_joined(runs))
    while joined and not joined[-1].note and not joined[-1].text.rstrip():
        joined.pop()
    while joined and not joined[0].note and not joined[0].text.lstrip():
        joined.pop(0)
    if joined and not joined[-1].note:
        joined[-1] = replace(joined[-1], text=joined[-1].text.rstrip())
    if joined:
        joined[0] = replace(joined[0], text=joined[0].text.lstrip())
    return tuple(joined)


def _boxed(runs: Runs) -> Runs:
    """``[ ]`` and ``[x]`` at the start as boxes."""
    if runs and (match := _BOX.match(runs[0].text)):
        box = "☐" if match[1] == " " else "☒"
        return (replace(runs[0], text=box + runs[0].text[match.end() :]), *runs[1:])
    return runs


def _clause(runs: Runs) -> Paragraph:
    """A paragraph, its clause number apart."""
    if runs and "\n" not in plain(runs) and (match := _CLAUSE.match(runs[0].text)):
        return Paragraph((replace(runs[0], text=runs[0].text[match.end() :]), *runs[1:]), clause=match[1])
    return Paragraph(runs)
