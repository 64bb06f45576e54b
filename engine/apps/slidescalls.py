"""What the tools of presentations take and give."""

from __future__ import annotations

from typing import Any

from pydantic import ConfigDict, Field

from . import effort
from .base import Arguments, Result
from .docscalls import Content


class OutlineArguments(Arguments):
    path: str
    page: int = 1


class ReadArguments(Arguments):
    path: str
    slide: int | None = None
    part: int = 1


class CreateArguments(Arguments):
    model_config = ConfigDict(str_strip_whitespace=False)

    path: str
    text: Content = Field(description="# deck, ## slide, bullets, | tables, Notes: …")


class EditArguments(Arguments):
    model_config = ConfigDict(str_strip_whitespace=False)

    path: str
    version: int


class AddArguments(EditArguments):
    text: Content
    after: int | None = Field(None, description="Slide; 0: first.")


class ChangeArguments(EditArguments):
    slide: int
    title: str | None = None
    text: Content | None = Field(None, description="Bullets, tables.")
    notes: Content | None = None


class ReplaceArguments(EditArguments):
    passage: str
    text: Content
    slide: int | None = None


class MoveArguments(EditArguments):
    slide: int
    to: int


class DeleteArguments(EditArguments):
    slide: int


class TableArguments(EditArguments):
    slide: int
    rows: list[list[str]]


class ChartArguments(EditArguments):
    slide: int
    kind: str = Field("column", description="column, stacked, bar, line or pie.")
    labels: list[str]
    series: dict[str, list[float]]


class PictureArguments(EditArguments):
    slide: int
    file: str = Field(description="On the drive.")


class RenderArguments(Arguments):
    path: str
    slide: int
    to: str = Field(description="A .png to write.")


class Edited(Result):
    path: str
    version: int
    slides: list[int] = []
    """Those that were added or changed, as they count now."""


class Outline(Result):
    path: str
    version: int
    slides: list[str] = []
    """``3 What happened (4 lines, notes)``."""
    found: int
    more: str = ""


class Text(Result):
    path: str
    version: int
    text: str
    more: str = ""
    seen: bool = False
    words: int = Field(default=0, exclude=True)


class Rendered(Result):
    path: str
    """Of the picture."""
    version: int
    shapes: list[str]
    """What stands where on the slide."""
    faults: list[str] = []


def adding(args: Any, result: Any) -> int:
    """Thinking up what is written on slides, and in their notes."""
    texts = (getattr(args, name, None) for name in ("title", "text", "notes"))
    return effort.composing(" ".join(text for text in texts if text))


def filling(args: Any, result: Any) -> int:
    """Typing the figures of a table or a chart, which are copied from elsewhere."""
    if isinstance(args, TableArguments):
        return effort.copying(" ".join(" ".join(row) for row in args.rows))
    figures = [f"{one:g}" for values in args.series.values() for one in values]
    return effort.copying(" ".join([*args.labels, *args.series, *figures]))
