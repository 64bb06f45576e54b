"""New blocks in a Word document, put beside others so that they look as if they had always stood there."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any, Final

from .markup import Block, Item, Markup
from .opening import FileError
from .packages import local
from .wordbuild import Builder
from .wordfile import WordFile
from .wordlines import Editor, Line
from .wordrevise import mark_inserted
from .wordxml import properties, q

_LOOK: Final = {"rFonts": "get_or_add_rFonts", "sz": "get_or_add_sz", "color": "get_or_add_color"}
"""What new words take over from a neighbour's run."""
_FORM: Final = ("keepLines", "widowControl", "spacing", "ind", "contextualSpacing", "jc")
"""What new paragraphs take over from a neighbour."""
_WIDTH: Final = 9_100
"""Of the text on A4, in twentieths of a point, where a document doesn't say."""


def put(
    file: WordFile,
    markup: Markup,
    at: Any,
    *,
    ahead: bool,
    editor: Editor | None,
    like: Any = None,
) -> None:
    """Build blocks and put them beside a block.

    Args:
        file: The document.
        markup: The blocks.
        at: The block that they go beside; ``None``: the end.
        ahead: They go before it.
        editor: Who suggests it; ``None``: it is done.
        like: A paragraph whose form running text takes; ``None``: the nearest.

    Raises:
        FileError: There are no blocks.
    """
    if not markup.blocks:
        raise FileError("the text is empty", "Give the markdown to put there.")
    shift = -1 if file.titled else 0
    builder = Builder(file.document, width=_width(file))
    elements = builder.build(markup, shift=shift)
    neighbour = like if like is not None else _body_near(file, at)
    if neighbour is not None:
        for element in elements:
            if local(element) == "p":
                _like(element, neighbour)
    if at is not None and local(at) == "p":
        _go_on(markup.blocks, elements, at)
    if editor is not None:
        for element in elements:
            mark_inserted(element, editor)
    if at is None:
        section = file.body.find(q("sectPr"))
        for element in elements:
            if section is None:
                file.body.append(element)
            else:
                section.addprevious(element)
    elif ahead:
        for element in elements:
            at.addprevious(element)
    else:
        for element in reversed(elements):
            at.addnext(element)


def _width(file: WordFile) -> int:
    """Of the text, in twentieths of a point."""
    form = file.body.find(q("sectPr"))
    size: Any = None if form is None else form.find(q("pgSz"))
    margins: Any = None if form is None else form.find(q("pgMar"))
    if size is None or margins is None:
        return _WIDTH
    try:
        wide = int(size.get(q("w"))) - int(margins.get(q("left"))) - int(margins.get(q("right")))
    except (TypeError, ValueError):
        return _WIDTH
    return max(3_000, wide)


def _body_near(file: WordFile, at: Any) -> Any:
    """The nearest paragraph of running text, before a block or else after it."""
    blocks = file.blocks()
    reader = file.reader()
    plain_ones = [
        n
        for n, block in enumerate(blocks)
        if local(block) == "p"
        and _is_body(block)
        and reader.rank(block) is None
        and len(Line(block).text) > 40
    ]
    here = next((n for n, block in enumerate(blocks) if block is at), len(blocks))
    before = [n for n in plain_ones if n <= here]
    after = [n for n in plain_ones if n > here]
    found = before[-1:] or after[:1]
    return blocks[found[0]] if found else None


def _is_body(paragraph: Any) -> bool:
    form = paragraph.find(q("pPr"))
    if form is None:
        return True
    style = form.find(q("pStyle"))
    named = "" if style is None else str(style.get(q("val"), "")).casefold()
    odd = any(word in named for word in ("quote", "title", "list", "code", "caption", "toc", "note"))
    return form.find(q("numPr")) is None and form.find(q("framePr")) is None and not odd


def _like(paragraph: Any, neighbour: Any) -> None:
    """Give a new paragraph of running text the neighbour's form, and all new words its font."""
    form = properties(paragraph)
    other = neighbour.find(q("pPr"))
    if other is not None and len(form) == 0:
        for name in ("pStyle", *_FORM):
            element = other.find(q(name))
            if element is not None and not (name == "ind" and element.get(q("hanging")) is not None):
                form.append(copy.deepcopy(element))
    own = form.find(q("pStyle"))
    look = next(
        (run.find(q("rPr")) for run in neighbour.iter(q("r")) if run.find(q("rPr")) is not None), None
    )
    if look is None or (own is not None and "eading" in str(own.get(q("val")))):
        return
    for run in paragraph.iter(q("r")):
        mine = run.get_or_add_rPr()
        for name in _LOOK:
            element = look.find(q(name))
            if element is None or mine.find(q(name)) is not None:
                continue
            getter = {"rFonts": "get_or_add_rFonts", "sz": "get_or_add_sz", "color": "get_or_add_color"}.get(
                name
            )
            if getter is None:
                continue
            made = getattr(mine, getter)()
            for key, value in element.attrib.items():
                made.set(key, value)


def _go_on(blocks: Sequence[Block], elements: Sequence[Any], at: Any) -> None:
    """Items put behind an item go on with its list."""
    form = at.find(q("pPr"))
    listed = None if form is None else form.find(q("numPr"))
    if form is None or listed is None:
        return
    first = blocks[0]
    if not isinstance(first, Item) or len(blocks) != len(elements):
        return
    for block, element in zip(blocks, elements, strict=True):
        if not isinstance(block, Item) or block.list != first.list:
            break
        own = properties(element)
        for child in list(own):
            own.remove(child)
        for child in form:
            if local(child) not in ("rPr", "sectPr", "pPrChange"):
                own.append(copy.deepcopy(child))
