"""PDFs from markdown: what was printed and filed, and what came in on paper and was scanned."""

from __future__ import annotations

import io
import random
import re
from dataclasses import replace
from datetime import datetime
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

from .markup import Heading, Markup, parse, plain
from .normal import normalise

if TYPE_CHECKING:
    from .paperlook import Look

STYLES: Final = ("letter", "memo", "contract", "report", "form", "scan")
"""What front matter may give as ``style``; ``scan`` looks typed, stamped and scanned."""

_TITLE_LEVEL: Final = 1


def from_markdown(text: str, *, at: datetime, author: str = "", title: str = "") -> bytes:
    """A PDF whose text can be selected.

    The same markdown and front matter as `word.from_markdown`, and the style ``scan``; a scan may have a ``stamp``
    (one line, or several parted by ``;``) and lies a little askew, by the text's own chance.

    Args:
        text: The markdown.
        at: Now, in simulated time, aware.
        author: Who wrote it, if front matter doesn't say.
        title: Its title, if neither front matter nor a first heading says.

    Raises:
        MarkupError: The text can't be made into a document; says which line.
    """
    from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate

    from .paperbuild import Builder
    from .paperlook import LOOKS, Page

    markup = parse(text, styles=STYLES)
    front = markup.front
    fields = dict(front.fields)
    stamp = next((fields.pop(key) for key in list(fields) if key.casefold() == "stamp"), "")
    front = replace(front, author=front.author or author, title=front.title or title, fields=fields)
    shown, blocks = _titled(markup, front.title)
    look: Look = LOOKS[front.style]
    builder = Builder(look, form=front.style in ("form", "scan"))
    chance = random.Random(blake2b(text.encode("utf-8", "replace"), digest_size=8).digest())
    page = Page(look, front, [one.strip() for one in re.split(r"[;\n]", stamp) if one.strip()], chance)
    story: list[Any] = [*builder.head(front, shown), *builder.build(blocks, markup.notes)]
    out = io.BytesIO()
    document = BaseDocTemplate(
        out,
        pagesize=(look.page[0], look.page[1]),
        leftMargin=look.margins[3],
        rightMargin=look.margins[1],
        topMargin=look.margins[0],
        bottomMargin=look.margins[2],
        title=shown or front.title,
        author=front.author,
        creator="",
        producer="",
        invariant=1,
        pageCompression=1,
    )
    frame = Frame(
        document.leftMargin,
        document.bottomMargin,
        document.width,
        document.height,
        leftPadding=0,
        rightPadding=0,
        topPadding=0,
        bottomPadding=0,
    )
    document.addPageTemplates([PageTemplate("page", [frame], onPage=page.below, onPageEnd=page.above)])
    document.build(story or [builder.empty()], canvasmaker=page.canvas)
    return normalise("made.pdf", out.getvalue(), at)


def _titled(markup: Markup, given: str) -> tuple[str, tuple[Any, ...]]:
    """The title to be shown, and the blocks without it if it was the first of them."""
    blocks = markup.blocks
    first = blocks[0] if blocks else None
    if isinstance(first, Heading) and first.level == _TITLE_LEVEL:
        text = plain(first.runs)
        alone = sum(isinstance(one, Heading) and one.level == _TITLE_LEVEL for one in blocks) == 1
        if alone or text.casefold() == given.casefold():
            return text, blocks[1:]
    return given, blocks
