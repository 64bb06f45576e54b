"""What stands behind the tools of presentations: decks opened, edited, drawn and saved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from ..files import deck
from ..files.deckcharts import add_chart, add_picture
from ..files.deckdraw import draw
from ..files.deckfile import DeckFile, slide_lines
from ..files.markup import MarkupError
from ..files.opening import FileError
from . import effort
from .base import Acting, ToolError
from .filedesk import FileDesk, packed, part_at, refused
from .pages import page_of, shorten, split
from .premises import OpenFile, Premises, may_open
from .slidescalls import (
    ChartArguments,
    CreateArguments,
    EditArguments,
    Edited,
    Outline,
    OutlineArguments,
    PictureArguments,
    ReadArguments,
    RenderArguments,
    Rendered,
    Text,
)

MAX_SLIDES: Final = 300
"""Slides of one deck that tools work on."""
TITLES: Final = 40
"""Rows of an outline's page."""


class SlidesDesk(FileDesk):
    """Presentations at work."""

    def __init__(self, premises: Premises) -> None:
        super().__init__(premises, "slides", "pptx")

    def outline(self, acting: Acting, args: OutlineArguments) -> Outline:
        """See `Slides.outline`."""
        opened, file = self._open(acting, args.path)
        rows = [
            f"{number} {shorten(lines[0].removeprefix('## ') or '(no title)', 90)} ({_told(lines)})"
            for number, lines in enumerate(map(slide_lines, file.slides), 1)
        ]
        shown, more = page_of(rows, args.page, TITLES)
        return Outline(
            path=opened.path, version=opened.version, slides=list(shown), found=len(rows), more=more
        )

    def read(self, acting: Acting, args: ReadArguments) -> Text:
        """See `Slides.read`."""
        opened, file = self._open(acting, args.path)
        if args.slide is not None:
            try:
                file.slide(args.slide)
            except FileError as error:
                raise refused(error) from None
        texts = [
            "\n".join([f"## Slide {number}: {lines[0].removeprefix('## ')}", *lines[1:]])
            for number, lines in enumerate(map(slide_lines, file.slides), 1)
            if args.slide is None or number == args.slide
        ]
        shown, more = part_at(packed([piece for text in texts for piece in split(text)]), args.part)
        new = self.note_read(acting, opened, _pieces(shown), _of(file))
        return Text(
            path=opened.path,
            version=opened.version,
            text="\n\n".join(shown),
            more=more,
            seen=bool(shown) and not new,
            words=sum(effort.count_words(one) for one in new),
        )

    def create(self, acting: Acting, args: CreateArguments) -> Edited:
        """See `Slides.create`."""
        self.check(args.path)
        try:
            data = deck.from_outline(args.text, at=self.now(acting), author=self.author(acting))
        except MarkupError as error:
            raise ToolError("invalid", str(error)) from None
        file = DeckFile(data, args.path)
        count = len(file.slides)
        if not count:
            raise ToolError("invalid", "the outline has no slide", "Begin each with ## and its title.")
        _check_count(count)
        path, version = self.files.save(acting, args.path, data, version=None)
        self.wrote(acting, [], _of(file))
        return Edited(path=path, version=version, slides=list(range(1, count + 1)))

    def edit(self, acting: Acting, args: EditArguments, change: Callable[[DeckFile], list[int]]) -> Edited:
        """Open a deck, change it and save it.

        Raises:
            ToolError: It can't be opened or changed so, or has moved on.
        """
        opened = self.current(acting, args.path, args.version)
        file = _file(opened)
        before = _of(file) if self.reads(acting.person) else []
        try:
            changed = change(file)
        except FileError as error:
            raise refused(error) from None
        except MarkupError as error:
            raise ToolError("invalid", str(error)) from None
        _check_count(len(file.slides))
        data = file.save(self.now(acting), self.author(acting))
        path, version = self.files.save(acting, opened.path, data, version=opened.version)
        if self.reads(acting.person):
            self.wrote(acting, before, _of(file))
        return Edited(path=path, version=version, slides=changed)

    def chart(self, acting: Acting, args: ChartArguments) -> Edited:
        """See `Slides.chart`."""

        def change(file: DeckFile) -> list[int]:
            slide = file.slide(args.slide)
            add_chart(file.presentation, slide, args.kind, args.labels, args.series)
            return [args.slide]

        return self.edit(acting, args, change)

    def picture(self, acting: Acting, args: PictureArguments) -> Edited:
        """See `Slides.picture`."""
        picture = self.files.open(acting.person, args.file)

        def change(file: DeckFile) -> list[int]:
            add_picture(file.presentation, file.slide(args.slide), picture.data, picture.path)
            return [args.slide]

        return self.edit(acting, args, change)

    def render(self, acting: Acting, args: RenderArguments) -> Rendered:
        """See `Slides.render`."""
        if not args.to.casefold().endswith(".png"):
            raise ToolError(
                "invalid", f"{args.to} is no .png", "Give the picture a name that ends with .png."
            )
        _, file = self._open(acting, args.path)
        try:
            look = draw(file.presentation, file.slide(args.slide))
        except FileError as error:
            raise refused(error) from None
        version: int | None = None
        if may_open(self.files, acting.person, args.to):
            version = self.files.open(acting.person, args.to, write=True).version
        path, version = self.files.save(acting, args.to, look.picture, version=version)
        return Rendered(path=path, version=version, shapes=look.shapes[:30], faults=look.faults[:15])

    def _open(self, acting: Acting, path: str) -> tuple[OpenFile, DeckFile]:
        opened = self.files.open(acting.person, path)
        self.check(opened.path)
        return opened, _file(opened)


def _file(opened: OpenFile) -> DeckFile:
    try:
        file = DeckFile(opened.data, opened.path)
    except FileError as error:
        raise refused(error) from None
    _check_count(len(file.slides))
    return file


def _check_count(count: int) -> None:
    if count > MAX_SLIDES:
        raise ToolError("invalid", f"a deck of {count} slides is too large", f"At most {MAX_SLIDES}.")


def _of(file: DeckFile) -> list[str]:
    """The pieces of a deck that are read or not: its lines, whatever their slide's number."""
    return [line for slide in file.slides for line in _pieces(["\n".join(slide_lines(slide))])]


def _pieces(texts: Sequence[str]) -> list[str]:
    lines = [line for text in texts for line in text.split("\n")]
    heads = [
        line.partition(": ")[2] if line.startswith("## Slide ") else line.removeprefix("## ")
        for line in lines
    ]
    return [line for line in heads if line.strip() and not line.startswith("|---")]


def _told(lines: Sequence[str]) -> str:
    notes = any(line.startswith("Notes: ") for line in lines)
    tables = sum(line.startswith("|---") for line in lines)
    others = sum(line.startswith("[") for line in lines)
    texts = sum(not line.startswith(("|", "[", "Notes: ")) for line in lines[1:])
    parts = [f"{texts} lines" if texts != 1 else "1 line"]
    parts += ["table"] * bool(tables) + ["picture or chart"] * bool(others) + ["notes"] * notes
    return ", ".join(parts)
