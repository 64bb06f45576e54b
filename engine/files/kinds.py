"""Which kind of file a name stands for: told by its ending, as a desktop does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

Kind: TypeAlias = Literal["docx", "xlsx", "pptx", "pdf", "eml", "table", "text", "other"]

KINDS: Final[Mapping[str, Kind]] = {
    ".docx": "docx",
    ".xlsx": "xlsx",
    ".pptx": "pptx",
    ".pdf": "pdf",
    ".eml": "eml",
    ".csv": "table",
    ".tsv": "table",
    **dict.fromkeys(".html .ics .json .log .md .txt .xml .yaml .yml".split(), "text"),
}
"""Ending, in lower case, to kind; every other ending is ``other``."""

PACKAGES: Final = ("docx", "xlsx", "pptx")
"""Kinds that are zip packages of XML parts (ECMA-376)."""


def kind_of(name: str) -> Kind:
    """The kind of the file of that name or path."""
    file = name.rpartition("/")[2].casefold()
    return KINDS.get(f".{file.rpartition('.')[2]}", "other") if "." in file else "other"
