"""What the tools of documents take and give."""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

from pydantic import AfterValidator, ConfigDict, Field

from . import effort
from .base import Arguments, Result

MAX_TEXT: Final = 60_000
"""Characters of one edit."""
MAX_COMMENT: Final = 4_000
MAX_CELLS: Final = 400
"""Cells or rows of one edit."""


def _text(value: str) -> str:
    if len(value) > MAX_TEXT:
        raise ValueError(f"has {len(value)} characters, at most {MAX_TEXT} at a time")
    return value


def _comment(value: str) -> str:
    if len(value) > MAX_COMMENT:
        raise ValueError(f"has {len(value)} characters, a comment at most {MAX_COMMENT}")
    return value


# bounds are checked here and not said in the schema, which is kept short
Content: TypeAlias = Annotated[str, AfterValidator(_text)]
Remarked: TypeAlias = Annotated[str, AfterValidator(_comment)]


class PathArguments(Arguments):
    path: str


class CreateArguments(Arguments):
    model_config = ConfigDict(str_strip_whitespace=False)

    path: str
    text: Content = Field(
        description="Markdown; front matter: title, date, header, footer, To, Re, style (letter, memo, contract, "
        "report, form)."
    )
    version: int | None = Field(None, description="To write an existing one anew.")


class OutlineArguments(Arguments):
    path: str
    page: int = 1


class ReadArguments(Arguments):
    path: str
    section: str = Field("", description="Heading or number.")
    table: int | None = None
    part: int = 1


class EditArguments(Arguments):
    model_config = ConfigDict(str_strip_whitespace=False)

    path: str
    version: int


class InsertArguments(EditArguments):
    text: Content = Field(description="Markdown.")
    after: str = Field("", description="Section or passage; else the end.")
    before: str = ""
    suggest: bool = False


class ReplaceArguments(EditArguments):
    text: Content
    passage: str = ""
    section: str = ""
    suggest: bool = False


class DeleteArguments(EditArguments):
    passage: str = ""
    section: str = ""
    table: int | None = None
    row: int | None = None
    suggest: bool = False


class FormatArguments(EditArguments):
    passage: str = ""
    section: str = ""
    style: str = ""
    bold: bool | None = None
    italic: bool | None = None
    underline: bool | None = None
    strike: bool | None = None
    highlight: bool | None = None
    align: str = ""


class SetCellsArguments(EditArguments):
    table: int
    cells: dict[str, str] = Field(description="B3: text")


class AddRowsArguments(EditArguments):
    table: int
    rows: list[list[str]]
    after: int | None = Field(None, description="Row.")


class CommentArguments(EditArguments):
    passage: str
    text: Remarked


class ReplyArguments(EditArguments):
    comment: str
    text: Remarked = ""
    resolved: bool | None = None


class DecideArguments(EditArguments):
    suggestions: list[str] = Field(description="Ids, or all.")
    accept: bool


class CompareArguments(Arguments):
    path: str
    old: int | None = Field(None, description="Version; else the one before.")
    new: int | None = None
    other: str = Field("", description="Another document.")
    part: int = 1


class ReviewArguments(Arguments):
    path: str
    page: int = 1


class Edited(Result):
    path: str
    version: int
    id: str = ""
    """Of the comment that was made."""
    suggestions: list[str] = []
    """Ids of those that were made."""
    told: list[str] = []


class Outline(Result):
    path: str
    version: int
    sections: list[str] = []
    """``3 ## 2.1 Figures (120 words)``."""
    tables: list[str] = []
    words_in_all: int
    comments: int = 0
    suggestions: int = 0
    more: str = ""


class Text(Result):
    path: str
    version: int
    text: str
    note: str = ""
    more: str = ""
    seen: bool = False
    words: int = Field(default=0, exclude=True)
    cells: int = Field(default=0, exclude=True)


class Thread(Result):
    id: str
    by: str
    at: str
    about: str = ""
    text: str
    replies: list[str] = []
    resolved: bool = False


class Proposal(Result):
    id: str
    by: str
    at: str
    what: str
    deleted: str = ""
    inserted: str = ""


class Review(Result):
    path: str
    version: int
    comments: list[Thread] = []
    suggestions: list[Proposal] = []
    more: str = ""


class Compared(Result):
    path: str
    compared: str
    changes: int
    text: str
    more: str = ""
    seen: bool = False
    words: int = Field(default=0, exclude=True)


def reading(args: Any, result: Any) -> int:
    """Opening a document and reading what is new to one, its tables with care."""
    cells = effort.studying(result.cells) if hasattr(result, "cells") else 0
    words = effort.reading(result.words) if hasattr(result, "words") else 0
    return effort.HANDLING + words + cells


def filling(args: Any, result: Any) -> int:
    """Typing cells, which are copied from elsewhere more than thought up."""
    if isinstance(args, SetCellsArguments):
        return effort.copying(" ".join(args.cells.values()))
    return effort.copying(" ".join(" ".join(row) for row in args.rows))
