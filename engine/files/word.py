"""Word documents from markdown, as a law firm's own people would have made them.

Headings, lists, tables, notes and page numbers are Word's own structures, since readers and checks go by structure.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from .markup import Block, Heading, Markup, Paragraph, Run, parse, plain
from .normal import normalise

STYLES: Final = ("letter", "memo", "contract", "report", "form")
"""What front matter may give as ``style``."""

_SUBJECT: Final = re.compile(r"^(?:re|subject)\b\s*[:.]", re.IGNORECASE)
_SALUTATION: Final = re.compile(r"^(?:dear|to whom it may concern|sehr geehrte|madam|sirs?\b)", re.IGNORECASE)


def from_markdown(text: str, *, at: datetime, author: str = "", title: str = "") -> bytes:
    """A Word document.

    Headings, paragraphs, bold and italic, numbered and bulleted lists, tables, footnotes (``[^1]`` and
    ``[^1]: text``), quotes, ``---pagebreak---`` and rules. Front matter may give ``title``, ``author``, ``date``,
    ``header`` and ``footer`` (running lines), ``style`` (letter, memo, contract, report, form), ``letterhead`` (lines)
    and any further lines of the document's head, such as ``To``, ``From`` and ``Re``.

    Args:
        text: The markdown.
        at: Now, in simulated time, aware.
        author: Who wrote it, if front matter doesn't say.
        title: Its title, if neither front matter nor a first heading says.

    Raises:
        MarkupError: The text can't be made into a document; says which line.
    """
    from .wordbuild import Builder
    from .wordhead import Head, set_edges, set_properties
    from .wordstyles import DESIGNS, apply_design, new_document

    markup = parse(text, styles=STYLES)
    front = markup.front
    if not front.author and author:
        front = replace(front, author=author)
    design = DESIGNS[front.style]
    document: Any = new_document()
    body: Any = document.element.body
    for element in list(body)[:-1]:
        body.remove(element)
    apply_design(document, design)
    builder = Builder(document, form=front.style == "form", width=design.width)

    shown, blocks = _take_title(markup, title)
    subject = shown
    if front.style == "letter":
        given = any(key.casefold() in ("re", "subject") for key in front.fields)
        blocks = _with_subject(blocks, "" if given else shown)
        shown = ""
    head = Head(builder, design, front, blocks)
    levels = [block.level for block in blocks if isinstance(block, Heading)]
    made = builder.build(replace(markup, blocks=blocks), shift=1 - min(levels, default=1))
    for element in (*head.elements(shown), *made):
        body[-1].addprevious(element)
    set_edges(document, design, front, subject)
    set_properties(document, author=front.author, title=front.title or subject, at=at)
    out = io.BytesIO()
    document.save(out)
    return normalise("made.docx", out.getvalue(), at)


def _take_title(markup: Markup, given: str) -> tuple[str, tuple[Block, ...]]:
    """The title to be shown, and the blocks without it if it was the first of them."""
    blocks = markup.blocks
    title = markup.front.title or given
    first = blocks[0] if blocks else None
    if isinstance(first, Heading) and first.level == 1:
        alone = sum(isinstance(block, Heading) and block.level == 1 for block in blocks) == 1
        text = plain(first.runs)
        if alone or text.casefold() == title.casefold():
            return text, blocks[1:]
    return title, blocks


def _with_subject(blocks: Sequence[Block], title: str) -> tuple[Block, ...]:
    """A letter's blocks with its title as the subject line, after the salutation."""
    texts = [plain(block.runs) if isinstance(block, Heading | Paragraph) else "" for block in blocks[:15]]
    said = any(_SUBJECT.match(text) or (title and title.casefold() in text.casefold()) for text in texts)
    if not title or said:
        return tuple(blocks)
    place = next((n for n, text in enumerate(texts) if _SALUTATION.match(text)), 0)
    place = place + 1 if texts and _SALUTATION.match(texts[place]) else place
    return (*blocks[:place], Paragraph((Run(f"Re: {title}", bold=True),)), *blocks[place:])
