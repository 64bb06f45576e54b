"""The XML library under one name, for it has no types; and the names of elements in workbooks."""

from __future__ import annotations

import importlib
import re
from typing import Any, Final

etree: Any = importlib.import_module("lxml.etree")

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
