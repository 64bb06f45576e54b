"""The XML library under one name, for it has no types; and the names of elements in workbooks."""

from __future__ import annotations

import re
from typing import Any, Final

from .prefixes import xml_library


class _Library:
    """The library, imported when it is first used."""

    def __getattr__(self, name: str) -> Any:
        found = getattr(xml_library(), name)
        setattr(self, name, found)
        return found


etree: Any = _Library()

MAIN: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE: Final = "http://schemas.openxmlformats.org/package/2006/relationships"
TYPES: Final = "http://schemas.openxmlformats.org/package/2006/content-types"


def main(name: str) -> str:
    """An element's name in the spreadsheet namespace."""
    return f"{{{MAIN}}}{name}"


def escaped(text: str) -> str:
    """A text without the characters that XML can't hold."""
    return re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "", text)


_ORDER: Final[tuple[str, ...]] = tuple(
    (
        "sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection protectedRanges "
        "scenarios autoFilter sortState dataConsolidate customSheetViews mergeCells phoneticPr conditionalFormatting "
        "dataValidations hyperlinks printOptions pageMargins pageSetup headerFooter rowBreaks colBreaks "
        "customProperties cellWatches ignoredErrors smartTags drawing legacyDrawing legacyDrawingHF drawingHF picture "
        "oleObjects controls webPublishItems tableParts extLst"
    ).split()
)
"""The order of a sheet's elements (ECMA-376 §18.3.1.99)."""


def items(root: Any, name: str) -> list[Any]:
    """What an element lists under a child of that name; nothing if it has none."""
    found = root.find(main(name))
    return [] if found is None else list(found)


def remove(element: Any) -> None:
    """Take an element out of its parent."""
    element.getparent().remove(element)


def section(root: Any, name: str) -> Any:
    """A sheet's element of that name, put where the format wants it if there is none."""
    found = root.find(main(name))
    if found is not None:
        return found
    made = etree.Element(main(name))
    at = _ORDER.index(name)
    for number, child in enumerate(root):
        word = str(child.tag).rpartition("}")[2]
        if word in _ORDER and _ORDER.index(word) > at:
            root.insert(number, made)
            return made
    root.append(made)
    return made
