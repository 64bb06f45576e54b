"""How authors write workbooks: sheets as columns and rows, with single cells and formats where they need them.

A number is a number. A text stays the text that the author wrote, with three exceptions that a spreadsheet makes too:

- what starts with ``=`` is a formula; ``{row}`` in a column's own formula is the number of its row;
- an ISO date (``2025-03-14``, ``2025-03-14 09:30``) is a date;
- in a column (or cell) whose format is one of numbers or dates, a text that reads as one, such as ``"1,250.00"``,
  ``"$1,250"`` or ``"12.5%"``, is one. Without such a format ``"1,250.00"`` stays text, as a careless clerk
  would leave it.

A leading apostrophe keeps anything text: ``"'=SUM(A1:A3)"``, ``"'2025-03-14"``; so does ``format: text``.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, field_validator, model_validator

from ...personas.source import LineMap, Misfit, did_you_mean, parse_located
from .cellrefs import BadReference, parse_area, parse_cell

MAX_ROWS: Final = 20_000
"""Rows of one sheet that an author writes."""

FORMATS: Final = {
    "general": "General",
    "text": "@",
    "integer": "#,##0",
    "number": "#,##0.00",
    "money": "#,##0.00;(#,##0.00)",
    "dollars": '"$"#,##0.00;("$"#,##0.00)',
    "percent": "0.0%",
    "date": "d mmm yyyy",
    "datetime": "d mmm yyyy hh:mm",
    "time": "hh:mm",
    "year": "0",
}
"""Number formats by a word; any other format is written as spreadsheets write it, such as ``#,##0.000``."""

Scalar: TypeAlias = bool | int | float | str | None


class _Spec(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True, strict=True)


def _place(value: str) -> str:
    try:
        parse_cell(value)
    except BadReference as error:
        raise Misfit(str(error), "Write a cell such as `B3`.") from None
    return value.replace("$", "").upper()


def _range(value: str) -> str:
    try:
        return str(parse_area(value))
    except BadReference as error:
        raise Misfit(str(error), "Write a range such as `A1:C9`.") from None


def _column(value: str) -> str:
    return _place(f"{value}1")[:-1]


def _colour(value: str) -> str:
    known = COLOURS.get(value.casefold())
    code = (known or value).removeprefix("#").upper()
    if len(code) != 6 or any(one not in "0123456789ABCDEF" for one in code):
        raise Misfit(
            f"`{value}` is no colour", f"Write one of {', '.join(COLOURS)}, or six digits such as `DDEBF7`."
        )
    return code


def _format(value: str) -> str:
    known = FORMATS.get(value.casefold())
    if known is None and value.isalpha() and not set(value.casefold()) <= set("ymdhs"):
        near = did_you_mean(value, FORMATS)
        words = f"{near} Words are {', '.join(FORMATS)}; or write it as spreadsheets do: `#,##0.00`.".strip()
        raise Misfit(f"`{value}` is no number format", words)
    return known or value


COLOURS: Final = {
    "yellow": "FFF2CC", "green": "E2EFDA", "blue": "DDEBF7", "red": "F8CBAD", "grey": "EDEDED", "orange": "FCE4D6",
    "white": "FFFFFF",
}  # fmt: skip
"""Fills that a professional's workbook uses."""

CellName: TypeAlias = Annotated[
    str, BeforeValidator(lambda value: _place(value) if isinstance(value, str) else value)
]
RangeName: TypeAlias = Annotated[
    str, BeforeValidator(lambda value: _range(value) if isinstance(value, str) else value)
]
Colour: TypeAlias = Annotated[
    str, BeforeValidator(lambda value: _colour(value) if isinstance(value, str) else value)
]
NumberFormat: TypeAlias = Annotated[
    str, BeforeValidator(lambda value: _format(value) if isinstance(value, str) else value)
]


def _as_tuple(value: Any) -> Any:
    return tuple(cast("list[Any]", value)) if isinstance(value, list) else value


class Style(_Spec):
    """How cells look."""

    format: NumberFormat | None = None
    bold: bool | None = None
    italic: bool | None = None
    colour: Colour | None = Field(default=None, description="Of the text.")
    fill: Colour | None = None
    align: Literal["left", "center", "right"] | None = None
    wrap: bool | None = None
    size: int | None = Field(default=None, ge=6, le=36)
    border: Literal["top", "bottom", "box", "none"] | None = None


class CellSpec(Style):
    """A single cell with a look of its own."""

    value: Scalar = None


class ColumnSpec(_Spec):
    """A column of a sheet's rows."""

    title: str = ""
    width: float | None = Field(default=None, gt=0, le=200, strict=False)
    format: NumberFormat | None = None
    align: Literal["left", "center", "right"] | None = None
    wrap: bool = False
    formula: str | None = Field(default=None, description="For every row: `=B{row}*C{row}`.")
    total: Literal["sum", "average", "count", "min", "max"] | None = Field(
        default=None, description="A row of totals below."
    )


class CommentSpec(_Spec):
    """A comment on a cell."""

    text: str
    author: str = ""


class Validation(_Spec):
    """What may be typed into a range: one of `list`, `whole`, `decimal`, `date`, `length`, `formula`."""

    range: RangeName
    list: tuple[Scalar, ...] | str | None = Field(default=None, description="Choices, or `=Lists!$A$1:$A$4`.")
    whole: tuple[int, int] | None = None
    decimal: tuple[float, float] | None = Field(default=None, strict=False)
    date: tuple[str, str] | None = None
    length: tuple[int, int] | None = None
    formula: str | None = None
    message: str = ""

    @field_validator("list", "whole", "decimal", "date", "length", mode="before")
    @classmethod
    def _listed(cls, value: Any) -> Any:
        return _as_tuple(value)

    @model_validator(mode="after")
    def _one(self) -> Validation:
        given = [
            one
            for one in ("list", "whole", "decimal", "date", "length", "formula")
            if getattr(self, one) is not None
        ]
        if len(given) != 1:
            raise Misfit(
                "a validation gives exactly one rule",
                "Give one of list, whole, decimal, date, length, formula.",
            )
        return self


class Highlight(_Spec):
    """Cells that look different under a condition."""

    range: RangeName
    when: str = Field(description="`> 100`, `between 1 and 5`, `contains draft`, or a formula: `=$C2>$B2`.")
    fill: Colour = "F8CBAD"
    bold: bool = False


class ChartSpec(_Spec):
    """A simple chart."""

    type: Literal["bar", "column", "line", "pie"] = "column"
    title: str = ""
    data: RangeName = Field(description="Series in columns, the first row their titles.")
    labels: RangeName | None = None
    at: CellName = "H2"


class SheetSpec(_Spec):
    """One sheet."""

    name: str
    at: CellName = Field(default="A1", description="Where the header of columns and rows begins.")
    columns: tuple[ColumnSpec, ...] = ()
    rows: tuple[tuple[Scalar, ...], ...] = ()
    cells: dict[CellName, Scalar | CellSpec] = Field(default_factory=dict)
    styles: dict[RangeName, Style] = Field(default_factory=dict)
    widths: dict[str, float] = Field(default_factory=dict)
    merge: tuple[RangeName, ...] = ()
    freeze: CellName | None = Field(
        default=None, description="The first cell that scrolls; below the header if columns have titles."
    )
    filter: bool = Field(default=False, description="Filter buttons on the header.")
    table: str | None = Field(default=None, description="Make columns and rows a table of this name.")
    names: dict[str, str] = Field(default_factory=dict, description="Name to cell or range of this sheet.")
    comments: dict[CellName, str | CommentSpec] = Field(default_factory=dict)
    validations: tuple[Validation, ...] = ()
    highlights: tuple[Highlight, ...] = ()
    charts: tuple[ChartSpec, ...] = ()
    notes: tuple[str, ...] = Field(default=(), description="Lines below the rows.")
    tab: Colour | None = None
    hidden: bool = False
    landscape: bool | None = Field(
        default=None, description="Wide sheets print across unless told otherwise."
    )
    header: bool = Field(default=True, description="Style the row of titles as a header.")

    @field_validator("columns", mode="before")
    @classmethod
    def _columns(cls, value: Any) -> Any:
        if not isinstance(value, list):
            return value
        return tuple({"title": one} if isinstance(one, str) else one for one in cast("list[Any]", value))

    @field_validator("rows", mode="before")
    @classmethod
    def _rows(cls, value: Any) -> Any:
        if not isinstance(value, list):
            return value
        rows = cast("list[Any]", value)
        if len(rows) > MAX_ROWS:
            raise Misfit(f"a sheet has more than {MAX_ROWS:,} rows", "Write fewer.")
        return tuple(_as_tuple(one) for one in rows)

    @field_validator("merge", "validations", "highlights", "charts", mode="before")
    @classmethod
    def _tuples(cls, value: Any) -> Any:
        return _as_tuple(value)

    @field_validator("notes", mode="before")
    @classmethod
    def _notes(cls, value: Any) -> Any:
        return (value,) if isinstance(value, str) else _as_tuple(value)

    @field_validator("name")
    @classmethod
    def _name(cls, value: str) -> str:
        if not 1 <= len(value) <= 31 or any(one in value for one in "[]:*?/\\") or value.strip("'") != value:
            raise Misfit(
                f"`{value}` can't name a sheet", "Use at most 31 characters, none of [ ] : * ? / \\."
            )
        return value

    @field_validator("widths")
    @classmethod
    def _widths(cls, value: dict[str, float]) -> dict[str, float]:
        return {_column(name): width for name, width in value.items()}

    @model_validator(mode="after")
    def _fits(self) -> SheetSpec:
        for number, row in enumerate(self.rows):
            if self.columns and len(row) > len(self.columns):
                fix = "Add columns, or check for a comma too many: `1,250` outside quotes is two values."
                raise Misfit(
                    f"the row has {len(row)} values for {len(self.columns)} columns", fix, ("rows", number)
                )
        if self.table is not None and not (self.columns and all(one.title for one in self.columns)):
            raise Misfit("a table needs columns with titles", "Give every column a title.", ("table",))
        return self


class BookSpec(_Spec):
    """A workbook."""

    title: str = ""
    colour: Colour = Field(default="1F3864", description="Of the headers.")
    names: dict[str, str] = Field(
        default_factory=dict, description="Name to what it stands for: `Inputs!$B$2`."
    )
    sheets: tuple[SheetSpec, ...]

    @field_validator("sheets", mode="before")
    @classmethod
    def _sheets(cls, value: Any) -> Any:
        return _as_tuple(value)

    @model_validator(mode="after")
    def _distinct(self) -> BookSpec:
        if not self.sheets:
            raise Misfit("the workbook has no sheets", "Give at least one under `sheets:`.", ("sheets",))
        seen: set[str] = set()
        for number, sheet in enumerate(self.sheets):
            if sheet.name.casefold() in seen:
                raise Misfit(
                    f"two sheets are called `{sheet.name}`", "Rename one.", ("sheets", number, "name")
                )
            seen.add(sheet.name.casefold())
        return self


def parse(text: str, file: str) -> tuple[BookSpec, LineMap]:
    """Read what an author wrote.

    Raises:
        AuthoringErrors: With every fault found.
    """
    return parse_located(BookSpec, text, file)
