"""Slides: presentations on the drive, read as outlines and edited in the real file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import effort
from .base import Acting, App, tool
from .premises import Premises
from .slidescalls import (
    AddArguments,
    ChangeArguments,
    ChartArguments,
    CreateArguments,
    DeleteArguments,
    Edited,
    MoveArguments,
    Outline,
    OutlineArguments,
    PictureArguments,
    ReadArguments,
    RenderArguments,
    Rendered,
    ReplaceArguments,
    TableArguments,
    Text,
    adding,
    filling,
)

if TYPE_CHECKING:
    from ..files.deckfile import DeckFile
    from .slidesdesk import SlidesDesk


class Slides(App):
    """Presentations."""

    name = "slides"

    def __init__(self, premises: Premises) -> None:
        self._premises = premises
        self._made: SlidesDesk | None = None

    @property
    def _desk(self) -> SlidesDesk:
        # it brings libraries that are heavy to import
        if self._made is None:
            from .slidesdesk import SlidesDesk

            self._made = SlidesDesk(self._premises)
        return self._made

    @tool("read", effort=effort.listing, cause="searching")
    async def outline(self, acting: Acting, args: OutlineArguments) -> Outline:
        """List a deck's slides."""
        return self._desk.outline(acting, args)

    @tool("read", effort=effort.opening, cause="reading")
    async def read(self, acting: Acting, args: ReadArguments) -> Text:
        """Read a deck or one slide, notes too."""
        return self._desk.read(acting, args)

    @tool("write", effort=adding, cause="writing")
    async def create(self, acting: Acting, args: CreateArguments) -> Edited:
        """Make a new .pptx from an outline."""
        return self._desk.create(acting, args)

    @tool("write", effort=adding, cause="writing")
    async def add(self, acting: Acting, args: AddArguments) -> Edited:
        """Add slides."""
        return self._desk.edit(acting, args, lambda deck: deck.add(args.text, args.after))

    @tool("write", effort=adding, cause="writing")
    async def edit(self, acting: Acting, args: ChangeArguments) -> Edited:
        """Write a slide's title, text or notes anew."""

        def change(deck: DeckFile) -> list[int]:
            deck.edit(args.slide, title=args.title, text=args.text, notes=args.notes)
            return [args.slide]

        return self._desk.edit(acting, args, change)

    @tool("write", effort=adding, cause="writing")
    async def replace(self, acting: Acting, args: ReplaceArguments) -> Edited:
        """Replace a passage."""
        return self._desk.edit(acting, args, lambda deck: [deck.replace(args.passage, args.text, args.slide)])

    @tool("write", effort=effort.handling)
    async def move(self, acting: Acting, args: MoveArguments) -> Edited:
        """Move a slide."""

        def change(deck: DeckFile) -> list[int]:
            deck.move(args.slide, args.to)
            return [args.to]

        return self._desk.edit(acting, args, change)

    @tool("write", effort=effort.handling)
    async def delete(self, acting: Acting, args: DeleteArguments) -> Edited:
        """Delete a slide."""

        def change(deck: DeckFile) -> list[int]:
            deck.delete(args.slide)
            return []

        return self._desk.edit(acting, args, change)

    @tool("write", effort=filling, cause="writing")
    async def table(self, acting: Acting, args: TableArguments) -> Edited:
        """Write a slide's table."""

        def change(deck: DeckFile) -> list[int]:
            deck.set_table(args.slide, args.rows)
            return [args.slide]

        return self._desk.edit(acting, args, change)

    @tool("write", effort=filling, cause="writing")
    async def chart(self, acting: Acting, args: ChartArguments) -> Edited:
        """Put a chart on a slide."""
        return self._desk.chart(acting, args)

    @tool("write", effort=effort.handling)
    async def picture(self, acting: Acting, args: PictureArguments) -> Edited:
        """Put a picture on a slide."""
        return self._desk.picture(acting, args)

    @tool("write", effort=effort.handling)
    async def render(self, acting: Acting, args: RenderArguments) -> Rendered:
        """Draw a slide, for a look."""
        return self._desk.render(acting, args)
