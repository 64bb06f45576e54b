"""The prefixes of XML name spaces, the same whichever libraries a process has loaded.

openpyxl registers its own for everybody who writes XML with lxml, once it is imported. A process that goes on with a
run may not have imported it yet where the one before had, and would write ``ns0:id`` in place of ``r:id``.
"""

from __future__ import annotations

import importlib
from typing import Any, Final

PREFIXES: Final = {
    "dcterms": "http://purl.org/dc/terms/",
    "dcmitype": "http://purl.org/dc/dcmitype/",
    "cp": "http://schemas.openxmlformats.org/package/2006/metadata/core-properties",
    "c": "http://schemas.openxmlformats.org/drawingml/2006/chart",
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "s": "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    "r": "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "vt": "http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes",
    "xdr": "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing",
    "cdr": "http://schemas.openxmlformats.org/drawingml/2006/chartDrawing",
    "cust": "http://schemas.openxmlformats.org/officeDocument/2006/custom-properties",
}
"""Those of openpyxl, which can't be kept from registering them."""


def xml_library() -> Any:
    """lxml.etree, with these prefixes; it has no types."""
    etree: Any = importlib.import_module("lxml.etree")
    for prefix, uri in PREFIXES.items():
        etree.register_namespace(prefix, uri)
    return etree
