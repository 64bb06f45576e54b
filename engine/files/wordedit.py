"""Edits of a Word document as people mean them: put in, replace and delete passages, sections and tables.

Each can be done outright or as a suggestion; what is not named stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from .markup import Heading, Item, Markup, Run, inline, parse, plain
from .opening import FileError
from .packages import local
from .wordfile import Passage, Section, WordFile
from .wordlines import Editor, Line
from .wordput import put
from .wordrevise import mark_deleted, mark_row_deleted
from .wordxml import new, q


def insert(
    file: WordFile, text: str, *, after: str = "", before: str = "", editor: Editor | None = None
) -> None:
    """Put markdown into a document as paragraphs, lists and tables of its own.

    Args:
        file: The document.
        text: The markdown.
        after: A section (the text goes to its end) or a passage (after the paragraph or table that holds it);
            empty: at the end.
        before: A section (before its heading) or a passage, instead.
        editor: Who suggests it; ``None``: it is done.

    Raises:
        FileError: There is no such place.
        MarkupError: The text can't be read.
    """
    blocks = file.blocks()
    markup = _markup(text)
    if before:
        place = _place(file, before, before=True)
        put(file, markup, blocks[place], ahead=True, editor=editor)
    elif after:
        place = _place(file, after, before=False)
        put(file, markup, blocks[place], ahead=False, editor=editor)
    else:
        put(file, markup, blocks[-1] if blocks else None, ahead=False, editor=editor)


def replace_passage(
    file: WordFile, old: str, text: str, *, section: str = "", editor: Editor | None = None
) -> None:
    """Replace a passage of one paragraph; the words around it and those that stay keep their format.

    A text of several paragraphs, or of headings, lists and tables, may replace a whole paragraph only.

    Raises:
        FileError: The passage isn't there once.
        MarkupError: The text can't be read.
    """
    if not text:
        delete(file, passage=old, section=section, editor=editor)
        return
    within = file.section(section) if section else None
    passage = file.passage(old, within=within)
    line = passage.line
    whole = line.text.strip() == line.text[passage.start : passage.end].strip()
    block = file.blocks()[passage.block]
    markup = _markup(text)
    first = markup.blocks[0] if markup.blocks else None
    runs: Sequence[Run] = _inline(text)
    if len(markup.blocks) > 1 and (whole or "\n\n" in text.strip()):
        if not whole or local(block) != "p":
            raise FileError(
                "several paragraphs can't stand in the place of a part of one",
                "Replace the words, and insert the other paragraphs after them.",
            )
        put(file, markup, block, ahead=False, editor=editor)
        _delete_block(block, editor)
        return
    if whole and local(block) == "p" and isinstance(first, Heading | Item):
        if not _same_kind(file, block, first):
            put(file, markup, block, ahead=False, editor=editor)
            _delete_block(block, editor)
            return
        # it keeps its form, and the sign before it is its own
        runs = first.runs
    line.replace(passage.start, passage.end, runs, editor)


def _inline(text: str) -> tuple[Run, ...]:
    """Words to be put into a paragraph; spaces at both ends were meant."""
    if not text.strip():
        return (Run(text),)
    lead = text[: len(text) - len(text.lstrip(" "))]
    tail = text[len(text.rstrip(" ")) :]
    return tuple(run for run in (Run(lead), *inline(text.strip()), Run(tail)) if run.text)


def _same_kind(file: WordFile, paragraph: Any, block: Heading | Item) -> bool:
    """Whether a paragraph is such a heading or an item of a list already."""
    reader = file.reader()
    rank: int | None = None
    for one in file.blocks():
        rank = reader.rank(one) if local(one) == "p" else None
        if one is paragraph:
            break
    if isinstance(block, Heading):
        return rank == block.level - 1
    form = paragraph.find(q("pPr"))
    return rank is None and form is not None and form.find(q("numPr")) is not None


def replace_section(file: WordFile, section: str, text: str, *, editor: Editor | None = None) -> None:
    """Replace all that stands below a heading, which stays.

    Raises:
        FileError: There is no such section.
        MarkupError: The text can't be read.
    """
    found = file.section(section)
    blocks = file.blocks()
    markup = _markup(text)
    first = markup.blocks[0] if markup.blocks else None
    if isinstance(first, Heading) and _same(plain(first.runs), found.title):
        markup = replace(markup, blocks=markup.blocks[1:])
    start = found.start + (1 if found.number else 0)
    gone = blocks[start : found.end]
    like = next((one for one in gone if local(one) == "p" and Line(one).text), None)
    if markup.blocks:
        anchor = gone[-1] if gone else blocks[found.start] if blocks else None
        put(file, markup, anchor, ahead=False, editor=editor, like=like)
    for block in gone:
        _delete_block(block, editor)


def delete(
    file: WordFile,
    *,
    passage: str = "",
    section: str = "",
    table: int | None = None,
    row: int | None = None,
    editor: Editor | None = None,
) -> None:
    """Delete a passage (of a section), a whole section with its heading, a table or a row of it.

    Raises:
        FileError: There is no such thing, or nothing was named.
    """
    if table is not None:
        found = file.table(table)
        if row is None:
            _delete_block(found, editor)
            return
        rows = found.findall(q("tr"))
        if not 1 <= row <= len(rows):
            raise FileError(f"table {table} has {len(rows)} rows, counted from 1, no row {row}")
        if editor is not None:
            mark_row_deleted(rows[row - 1], editor)
        elif len(rows) == 1:
            _delete_block(found, editor)
        else:
            found.remove(rows[row - 1])
    elif row is not None:
        raise FileError("a row of which table?", "Give the table's number too.")
    elif passage:
        within = file.section(section) if section else None
        place = file.passage(passage, within=within)
        line = place.line
        if line.text[place.start : place.end].strip() == line.text.strip():
            block = file.blocks()[place.block]
            if local(block) == "p":
                _delete_block(block, editor)
                return
        start, end = _with_space(line.text, place.start, place.end)
        line.replace(start, end, (), editor)
    elif section:
        one = file.section(section)
        for block in file.blocks()[one.start : one.end]:
            _delete_block(block, editor)
    else:
        raise FileError("nothing is named", "Give a passage, a section or a table.")


def anchor(file: WordFile, wanted: str) -> list[Any]:
    """The runs of a passage or heading, to comment on.

    Raises:
        FileError: It isn't there once.
    """
    found = file.passages(wanted)
    if len(found) == 1:
        place = found[0]
    else:
        heads = [one for one in file.sections() if _same(one.title, wanted.strip().lstrip("# "))]
        if len(heads) == 1:
            line = Line(file.blocks()[heads[0].start])
            place = Passage(line, 0, len(line.text), heads[0].start)
        else:
            place = file.passage(wanted)
    return place.line.runs(place.start, place.end)


# Parts ---------------------------------------------------------------------------------------------------------------


def _markup(text: str) -> Markup:
    return parse(text if not text.lstrip().startswith("---") else f"\n{text}")


def _same(one: str, other: str) -> bool:
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()


def _place(file: WordFile, wanted: str, *, before: bool) -> int:
    """The index of the block after (before) which something goes."""
    section: Section | None = None
    heading = wanted.lstrip().startswith("#") or wanted.strip().isdecimal()
    if heading or any(_same(one.title, wanted) for one in file.sections()):
        section = file.section(wanted)
    if section is not None:
        return section.start if before else max(0, section.end - 1)
    try:
        return file.passage(wanted).block
    except FileError as error:
        try:
            section = file.section(wanted)
        except FileError:
            raise error from None
        return section.start if before else max(0, section.end - 1)


def _delete_block(block: Any, editor: Editor | None) -> None:
    if editor is not None:
        mark_deleted(block, editor)
        return
    form = block.find(q("pPr")) if local(block) == "p" else None
    if form is not None and form.find(q("sectPr")) is not None:
        # a section of pages ends here: its form must stay
        for child in list(block):
            if local(child) != "pPr":
                block.remove(child)
        return
    above = block.getparent()
    above.remove(block)
    if local(above) in ("tc", "sdtContent") and not any(local(one) in ("p", "tbl", "sdt") for one in above):
        above.append(new("p"))


def _with_space(text: str, start: int, end: int) -> tuple[int, int]:
    """A passage with one of the spaces around it, so that none are left double."""
    if end < len(text) and text[end] == " " and (start == 0 or text[start - 1].isspace()):
        return start, end + 1
    if start > 0 and text[start - 1] == " " and (end == len(text) or text[end] in " .,;:!?)"):
        return start - 1, end
    return start, end
