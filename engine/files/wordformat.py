"""Styles, alignment and the look of words, set on passages and sections of a Word document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .opening import FileError
from .wordfile import WordFile, lines_of
from .wordlines import switch
from .wordstyles import ensure_style
from .wordxml import properties, q

_SWITCHES: Final = {"bold": "b", "italic": "i", "strike": "strike"}
_ALIGNS: Final = {"left": "left", "center": "center", "right": "right", "justify": "both"}


def apply_format(
    file: WordFile,
    *,
    passage: str = "",
    section: str = "",
    style: str = "",
    switches: Mapping[str, bool],
    align: str = "",
) -> None:
    """Format a passage, or all paragraphs of a section.

    Args:
        file: The document.
        passage: Words of one paragraph; a style or an alignment goes to the whole paragraph.
        section: Where the passage stands, or what is formatted if there is none.
        style: A paragraph style by name, such as ``Heading 2``.
        switches: ``bold``, ``italic``, ``strike``, ``underline``, ``highlight`` to on or off.
        align: Of paragraphs: left, center, right or justify.

    Raises:
        FileError: There is no such place or style.
    """
    if align and align not in _ALIGNS:
        raise FileError(f"there is no alignment {align!r}", f"There are {', '.join(_ALIGNS)}.")
    within = file.section(section) if section else None
    if passage:
        place = file.passage(passage, within=within)
        targets = [(place.line, place.start, place.end)]
    elif within is not None:
        start = within.start + (1 if within.number and within.end > within.start + 1 else 0)
        lines = [line for block in file.blocks()[start : within.end] for line in lines_of(block)]
        targets = [(line, 0, len(line.text)) for line in lines]
    else:
        raise FileError("nothing is named", "Give a passage or a section.")
    style_id = _style(file, style) if style else ""
    for line, start, end in targets:
        form = properties(line.paragraph)
        if style_id:
            form.style = style_id
        if align:
            form.get_or_add_jc().set(q("val"), _ALIGNS[align])
        if not switches or end <= start:
            continue
        for run in line.runs(start, end):
            look = run.get_or_add_rPr()
            for name, on in switches.items():
                _switch(look, name, on)


def _style(file: WordFile, name: str) -> str:
    for style in file.document.styles:
        if str(style.name).casefold() == name.casefold():
            if int(style.type) != 1:
                raise FileError(f"{name!r} is no style of paragraphs")
            return str(style.style_id)
    try:
        return ensure_style(file.document, name)
    except KeyError:
        known = sorted(
            str(style.name)
            for style in file.document.styles
            if int(style.type) == 1 and not style.hidden and style.name
        )
        raise FileError(f"there is no style {name!r}", f"Some there are: {', '.join(known[:25])}.") from None


def _switch(look: Any, name: str, on: bool) -> None:
    if name in _SWITCHES:
        switch(look, _SWITCHES[name], on=on)
    elif name == "underline":
        look.get_or_add_u().set(q("val"), "single" if on else "none")
    else:
        look.get_or_add_highlight().set(q("val"), "yellow" if on else "none")
