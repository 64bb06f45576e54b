"""What the tools of sheets take and give."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BeforeValidator, ConfigDict, Field, WithJsonSchema

from .base import Arguments, Result

MAX_CELLS = 5_000
"""Cells that one call writes."""
MAX_FORMATTED = 100_000
"""Cells that one call formats."""
MAX_LINES = 5_000
"""Rows or columns that one call inserts or deletes."""
MAX_SORTED = 50_000
"""Cells that one call sorts."""
MAX_KEYS = 5
MAX_CONDITIONS = 10
MAX_WIDTH = 200
MAX_COMMENT = 8_000
MAX_CHOICES = 100
MAX_MESSAGE = 255
"""As spreadsheets have it."""

Entry: TypeAlias = str | int | float | bool | None


def _rows(value: object) -> object:
    """One row, or one value, is taken for rows of it."""
    if isinstance(value, list):
        rows: list[object] = value  # pyright: ignore[reportUnknownVariableType]
        return rows if any(isinstance(one, list) for one in rows) else [rows]
    return [[value]] if isinstance(value, str | int | float) else value  # pyright: ignore[reportUnknownVariableType]


Rows: TypeAlias = Annotated[
    list[list[Entry]],
    BeforeValidator(_rows),
    # what a cell takes needs no saying in three tools
    WithJsonSchema({"type": "array", "items": {"type": "array", "items": {}}}),
]


class Typing(Arguments):
    """Base of what takes typed text as it is."""

    model_config = ConfigDict(str_strip_whitespace=False)


class PathArguments(Arguments):
    path: str


class CreateArguments(Typing):
    path: str
    sheet: str = "Sheet1"
    rows: Rows = []
    csv: str = Field("", description="Path of a .csv to start from.")


class ReadArguments(Arguments):
    path: str
    range: str = Field("", description="Sheet!A1:F40, Sheet or a name; empty: the first sheet.")
    formulas: bool = False


class FindArguments(Arguments):
    path: str
    text: str
    formulas: bool = Field(False, description="Search formulas too.")
    page: int = 1


class FilterArguments(Arguments):
    path: str
    range: str = Field(description="Its first row holds the titles.")
    where: list[str] = Field(description="All must hold: Amount >= 1000, Status = open, Name contains oil.")
    columns: list[str] = Field([], description="Titles to show; empty: all.")


class EditArguments(Typing):
    path: str
    version: int


class WriteArguments(EditArguments):
    at: str = Field(description="First cell: Sheet!B2; a sheet alone: below its last row.")
    rows: Rows = Field(description="As typed: numbers, text, =formulas; null empties a cell.")


class LinesArguments(EditArguments):
    lines: str = Field(description="Rows Sheet!5:7 or columns Sheet!C:D.")


class SortArguments(EditArguments):
    range: str
    by: list[str] = Field(description="Titles or letters; -Amount: descending.")
    header: bool = True


class FormatArguments(EditArguments):
    range: str
    number_format: str = Field("", description="#,##0.00, 0.0%, d mmm yyyy …")
    bold: bool | None = None
    fill: str | None = Field(None, description="RRGGBB; none removes it.")
    align: Literal["left", "center", "right"] | None = None
    wrap: bool | None = None
    width: int | None = Field(None, description="Of its columns, in characters.")


class NameArguments(EditArguments):
    name: str
    range: str = Field("", description="Empty: remove the name.")


class CommentArguments(EditArguments):
    cell: str
    text: str = Field("", description="Empty: remove it.")


class ValidateArguments(EditArguments):
    range: str
    allow: Literal["list", "whole", "decimal", "date", "length", "any"]
    values: list[str] = Field([], description="Choices, or lowest and highest.")
    message: str = ""


class ChartArguments(EditArguments):
    kind: Literal["bar", "column", "line", "pie"]
    data: str = Field(description="Series in columns, titles on top.")
    labels: str = ""
    title: str = ""
    at: str = Field(description="Its top left cell.")


class SheetArguments(EditArguments):
    action: Literal["add", "rename", "copy", "delete"]
    sheet: str = Field("", description="Which; not for add.")
    name: str = Field("", description="The new name; not for delete.")


class SheetRow(Result):
    """One sheet."""

    sheet: str
    used: str = ""
    formulas: int = 0
    tables: list[str] = []
    charts: list[str] = []
    comments: int = 0
    hidden: bool = False


class Sheets(Result):
    """A workbook's contents."""

    path: str
    version: int
    sheets: list[SheetRow]
    names: list[str] = []
    more: str = ""


class View(Result):
    """Cells as shown, a line for each row that isn't empty."""

    path: str
    version: int
    range: str
    text: str
    comments: list[str] = []
    note: str = ""
    more: str = ""
    seen: bool = False
    words: int = Field(default=0, exclude=True)
    """New to the reader; a cell has at least one."""


class Hits(Result):
    """Cells that hold a text."""

    path: str
    version: int
    found: int
    cells: list[str]
    more: str = ""


class Edited(Result):
    """A workbook's new version."""

    path: str
    version: int
    range: str = ""
    cells: list[str] = []
    """What formulas give, and other cells in which an error came up."""
    note: str = ""
