"""Presentations from an outline in markdown, in a clean theme with real layouts, placeholders, tables and notes."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from .markup import Block, Front, Heading, PageBreak, Paragraph, Rule, Run, inline, parse, plain
from .normal import normalise

if TYPE_CHECKING:
    from .deckbuild import SlideText

_NOTES: Final = re.compile(
    r"^\s{0,3}(?:>\s*)?(?:\*\*|__)?(?:speaker'?s? )?notes?\s*:(?:\*\*|__)?\s*(.*)$", re.IGNORECASE
)
_SLIDE: Final = re.compile(r"^#{1,2}\s")
_FENCE: Final = re.compile(r"^\s{0,3}(```|~~~)")


def from_outline(text: str, *, at: datetime, author: str = "", title: str = "") -> bytes:
    """A presentation.

    ``# Title`` begins the title slide, or a section's if it isn't the first; ``## Title`` a slide. Below it stand
    bullets (nested), paragraphs, numbered lists, ``|`` tables and ``### subheadings``; ``Notes: …`` begins what the
    speaker says, up to the next slide. Front matter may give ``title``, ``author``, ``date`` and ``footer``.

    Args:
        text: The outline.
        at: Now, in simulated time, aware.
        author: Who made it, if front matter doesn't say.
        title: Its title, if neither front matter nor a first heading says.

    Raises:
        MarkupError: The text can't be made into slides; says which line.
    """
    from .deckbuild import SlideBuilder
    from .decktheme import new_presentation

    front, slides = read_outline(text, title=title, author=author)
    presentation = new_presentation()
    name = front.title or title or (plain(slides[0].title) if slides else "")
    builder = SlideBuilder(presentation, footer=front.footer or front.header or name)
    for slide in slides:
        builder.add(slide)
    core = presentation.core_properties
    core.author = core.last_modified_by = (front.author or author)[:255]
    core.title = name[:255]
    core.comments = ""
    core.revision = 1
    core.created = core.modified = at.astimezone(UTC).replace(tzinfo=None)
    return saved(presentation, at)


def saved(presentation: Any, at: datetime, *, before: bytes | None = None) -> bytes:
    """A presentation's file in its one form."""
    out = io.BytesIO()
    presentation.save(out)
    return normalise("made.pptx", out.getvalue(), at, before=before)


def read_outline(text: str, *, title: str = "", author: str = "") -> tuple[Front, list[SlideText]]:
    """The front matter and the slides of an outline.

    Raises:
        MarkupError: It can't be read; says which line.
    """
    from .deckbuild import SlideText

    lines, notes = _take_notes(text.replace("\r\n", "\n").split("\n"))
    markup = parse("\n".join(lines))
    front = markup.front
    slides: list[SlideText] = []
    blocks: list[Block] = []
    heads: list[Heading | None] = []
    for block in markup.blocks:
        if isinstance(block, Heading) and block.level <= 2:
            if heads or blocks:
                slides.append(_slide(SlideText, heads[-1] if heads else None, blocks, first=not slides))
            heads.append(block)
            blocks = []
        elif not isinstance(block, PageBreak | Rule):
            blocks.append(block)
    if heads or blocks:
        slides.append(_slide(SlideText, heads[-1] if heads else None, blocks, first=not slides))
    # notes are counted by the headings before them
    lead = 0 if heads and slides and len(slides) == len(heads) else 1
    for number, note in notes.items():
        place = max(0, number - 1 + lead) if number else 0
        if place < len(slides):
            slides[place] = replace(slides[place], notes=note)
    if slides and not slides[0].title:
        slides[0] = replace(slides[0], title=(Run(front.title or title),))
    name = front.title or title
    if name and not (slides and (slides[0].kind == "title" or plain(slides[0].title) == name)):
        slides.insert(0, SlideText("title", (Run(name),)))
    if slides and slides[0].kind == "title":
        slides[0] = _signed(slides[0], front, author)
    return front, slides


def slide_texts(text: str) -> list[SlideText]:
    """The slides of an outline that is added to a presentation: what comes first is no title slide by itself.

    Raises:
        MarkupError: It can't be read; says which line.
    """
    return [
        replace(slide, kind="section" if slide.kind == "title" else slide.kind)
        for slide in read_outline(text)[1]
    ]


def _slide(make: type[SlideText], head: Heading | None, blocks: Sequence[Block], *, first: bool) -> SlideText:
    if head is None or head.level == 2:
        return make("content", head.runs if head else (), tuple(blocks))
    # a first heading over a slide's content is a content slide's title after all
    if first and not any(isinstance(block, Paragraph) for block in blocks) and blocks:
        return make("content", head.runs, tuple(blocks))
    return make("title" if first else "section", head.runs, tuple(blocks))


def _signed(slide: SlideText, front: Front, author: str) -> SlideText:
    """The title slide with who made it and when, unless it says so."""
    said = "\n".join(plain(block.runs) for block in slide.blocks if isinstance(block, Paragraph)).casefold()
    made = (one for one in (front.author or author, front.date) if one and one.casefold() not in said)
    line = " · ".join(made)
    return replace(slide, blocks=(*slide.blocks, Paragraph(inline(line)))) if line else slide


def _take_notes(lines: Sequence[str]) -> tuple[list[str], dict[int, str]]:
    """The lines without speaker notes, empty lines in their place; notes by the number of headings before them."""
    kept: list[str] = []
    notes: dict[int, list[str]] = {}
    heads, inside, fenced = 0, False, False
    for line in lines:
        if _FENCE.match(line):
            fenced = not fenced
        if not fenced and _SLIDE.match(line):
            heads, inside = heads + 1, False
        match = None if fenced else _NOTES.match(line)
        if match is not None:
            inside = True
            notes.setdefault(heads, []).append(match[1])
            kept.append("")
        elif inside:
            notes[heads].append(line.strip().removeprefix("> "))
            kept.append("")
        else:
            kept.append(line)
    return kept, {number: "\n".join(said).strip() for number, said in notes.items()}
