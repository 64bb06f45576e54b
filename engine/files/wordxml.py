"""Elements of WordprocessingML: made, found and put where the schema wants them."""

from __future__ import annotations

from typing import Any, Final

import docx.opc.oxml
import docx.oxml
from docx.oxml.ns import nsdecls, qn

from .prefixes import xml_library

xml_library()
_oxml: Any = docx.oxml
_opc: Any = docx.opc.oxml

_AFTER_BORDERS: Final = (
    "shd tabs suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi "
    "adjustRightInd snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection "
    "textAlignment textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange"
)
_AFTER_KEEP: Final = "pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr " + _AFTER_BORDERS
"""What follows in a paragraph's properties (ECMA-376 part 1, §17.3.1.26)."""


def new(tag: str, **attributes: str | int) -> Any:
    """An element ``w:tag`` with attributes of the same name space."""
    element = _oxml.OxmlElement(f"w:{tag}")
    for name, value in attributes.items():
        element.set(q(name), str(value))
    return element


def bare(space: str, prefix: str, tag: str) -> Any:
    """An element of another name space."""
    return _oxml.parse_xml(f'<{prefix}:{tag} xmlns:{prefix}="{space}"/>')


def parsed(xml: str | bytes) -> Any:
    """An element from XML; in a text the first tag may have a place ``{ns}`` for the name space."""
    if isinstance(xml, bytes):
        return _oxml.parse_xml(xml)
    return _oxml.parse_xml(xml.replace("{ns}", nsdecls("w"), 1))


def serialized(element: Any) -> bytes:
    """A part's bytes from its root element."""
    return bytes(_opc.serialize_part_xml(element))


def q(name: str) -> str:
    """The qualified name of ``w:name``."""
    return str(qn(f"w:{name}"))


def properties(paragraph: Any) -> Any:
    """A paragraph's properties, which it then has."""
    return paragraph.get_or_add_pPr()


def set_paragraph_border(
    form: Any, side: str, *, size: int = 6, color: str = "808080", space: int = 1
) -> None:
    """Draw a line at one side of a paragraph, or of the paragraphs of a style.

    Args:
        form: The properties of the paragraph or style.
        side: top, bottom, left or right.
        size: Of the line, in eighths of a point.
        color: Hexadecimal.
        space: To the text, in points.
    """
    borders = form.find(q("pBdr"))
    if borders is None:
        borders = new("pBdr")
        form.insert_element_before(borders, *(f"w:{one}" for one in _AFTER_BORDERS.split()))
    borders.append(new(side, val="single", sz=size, space=space, color=color))


def keep_lines(paragraph: Any) -> None:
    """Let a paragraph not be torn apart by the end of a page."""
    properties(paragraph).insert_element_before(
        new("keepLines"), *(f"w:{one}" for one in _AFTER_KEEP.split())
    )


def shade(form: Any, fill: str) -> None:
    """Fill the background of a cell, given its properties."""
    for old in form.findall(q("shd")):
        form.remove(old)
    form.append(new("shd", val="clear", color="auto", fill=fill))


def align(paragraph: Any, how: str) -> None:
    """Align a paragraph: left, center, right or both."""
    properties(paragraph).get_or_add_jc().set(q("val"), how)


def indent(paragraph: Any, *, left: int = 0, right: int = 0, hanging: int = 0) -> None:
    """Indent a paragraph, in twentieths of a point."""
    element = properties(paragraph).get_or_add_ind()
    for name, value in (("left", left), ("right", right), ("hanging", hanging)):
        if value:
            element.set(q(name), str(value))


def space(
    paragraph: Any, *, before: int | None = None, after: int | None = None, exact: int | None = None
) -> None:
    """Set a paragraph's distances, in twentieths of a point; ``exact`` is the height of a line."""
    element = properties(paragraph).get_or_add_spacing()
    for name, value in (("before", before), ("after", after), ("line", exact)):
        if value is not None:
            element.set(q(name), str(value))
    if exact is not None:
        element.set(q("lineRule"), "exact")
