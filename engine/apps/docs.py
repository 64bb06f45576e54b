"""Docs: Word documents on the drive, read by section and edited, commented and reviewed in the real file."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from . import effort
from .base import Acting, App, ToolError, tool
from .docscalls import (
    AddRowsArguments,
    CommentArguments,
    CompareArguments,
    Compared,
    CreateArguments,
    DecideArguments,
    DeleteArguments,
    Edited,
    FormatArguments,
    InsertArguments,
    Outline,
    OutlineArguments,
    ReadArguments,
    ReplaceArguments,
    ReplyArguments,
    Review,
    ReviewArguments,
    SetCellsArguments,
    Text,
    filling,
    reading,
)
from .premises import Premises

if TYPE_CHECKING:
    from ..files.wordfile import WordFile
    from .docsdesk import Desk


class Docs(App):
    """Word documents."""

    name = "docs"

    def __init__(self, premises: Premises) -> None:
        self._premises = premises
        self._made: Desk | None = None

    @property
    def _desk(self) -> Desk:
        # it brings libraries that are heavy to import
        if self._made is None:
            from .docsdesk import Desk

            self._made = Desk(self._premises)
        return self._made

    # Reading ---------------------------------------------------------------------------------------------------------

    @tool("read", effort=effort.listing, cause="searching")
    async def outline(self, acting: Acting, args: OutlineArguments) -> Outline:
        """A document's headings, tables and length."""
        return self._desk.outline(acting, args)

    @tool("read", effort=reading, cause="reading")
    async def read(self, acting: Acting, args: ReadArguments) -> Text:
        """Read a document, section or table, with comments {>>…<<} and suggestions {++…++} {--…--}."""
        return self._desk.read(acting, args)

    @tool("read", effort=effort.listing, cause="reading")
    async def review(self, acting: Acting, args: ReviewArguments) -> Review:
        """List comments and suggestions."""
        return self._desk.review(acting, args)

    @tool("read", effort=reading, cause="reading")
    async def compare(self, acting: Acting, args: CompareArguments) -> Compared:
        """What changed between two versions, or two documents."""
        return self._desk.compare(acting, args)

    # Writing ---------------------------------------------------------------------------------------------------------

    @tool("write", effort=effort.wording, cause="writing")
    async def create(self, acting: Acting, args: CreateArguments) -> Edited:
        """Write a new .docx."""
        return self._desk.create(acting, args)

    @tool("write", effort=effort.wording, cause="writing")
    async def insert(self, acting: Acting, args: InsertArguments) -> Edited:
        """Insert paragraphs, headings, lists or tables."""

        def edit(file: WordFile) -> None:
            from ..files import wordedit

            if args.after and args.before:
                raise ToolError("invalid", "either after or before, not both")
            editor = self._desk.editor(acting) if args.suggest else None
            wordedit.insert(file, args.text, after=args.after, before=args.before, editor=editor)

        return self._desk.edit(acting, args, edit)

    @tool("write", effort=effort.wording, cause="writing")
    async def replace(self, acting: Acting, args: ReplaceArguments) -> Edited:
        """Replace a passage, or all below a heading; suggest: as a tracked change."""

        def edit(file: WordFile) -> None:
            from ..files import wordedit

            editor = self._desk.editor(acting) if args.suggest else None
            if args.passage:
                wordedit.replace_passage(file, args.passage, args.text, section=args.section, editor=editor)
            elif args.section:
                wordedit.replace_section(file, args.section, args.text, editor=editor)
            else:
                raise ToolError("invalid", "nothing is named", "Give a passage or a section.")

        return self._desk.edit(acting, args, edit)

    @tool("write", effort=effort.handling)
    async def delete(self, acting: Acting, args: DeleteArguments) -> Edited:
        """Delete a passage, a section, a table or a row."""

        def edit(file: WordFile) -> None:
            from ..files import wordedit

            wordedit.delete(
                file,
                passage=args.passage,
                section=args.section,
                table=args.table,
                row=args.row,
                editor=self._desk.editor(acting) if args.suggest else None,
            )

        return self._desk.edit(acting, args, edit)

    @tool("write", effort=filling, cause="writing")
    async def set_cells(self, acting: Acting, args: SetCellsArguments) -> Edited:
        """Write cells of a table."""

        def edit(file: WordFile) -> None:
            from ..files import wordtables

            wordtables.set_cells(file, args.table, args.cells)

        return self._desk.edit(acting, args, edit)

    @tool("write", effort=filling, cause="writing")
    async def add_rows(self, acting: Acting, args: AddRowsArguments) -> Edited:
        """Add rows to a table."""

        def edit(file: WordFile) -> None:
            from ..files import wordtables

            wordtables.add_rows(file, args.table, args.rows, after=args.after)

        return self._desk.edit(acting, args, edit)

    @tool("write", effort=effort.handling)
    async def format(self, acting: Acting, args: FormatArguments) -> Edited:
        """Format a passage or section."""

        def edit(file: WordFile) -> None:
            from ..files import wordformat

            names = ("bold", "italic", "underline", "strike", "highlight")
            switches = {name: on for name in names if (on := getattr(args, name)) is not None}
            if not (switches or args.style or args.align):
                raise ToolError("invalid", "no format is given", "Give a style, align, bold, …")
            wordformat.apply_format(
                file,
                passage=args.passage,
                section=args.section,
                style=args.style,
                switches=switches,
                align=args.align,
            )

        return self._desk.edit(acting, args, edit)

    # Reviewing -------------------------------------------------------------------------------------------------------

    @tool("write", effort=effort.handling)
    async def decide(self, acting: Acting, args: DecideArguments) -> Edited:
        """Accept or reject suggestions."""

        def edit(file: WordFile) -> None:
            from ..files import wordrevise

            wanted = self._desk.suggestions(file, args.suggestions)
            decide: Callable[..., None] = wordrevise.accept if args.accept else wordrevise.reject
            decide(file, wanted)

        return self._desk.edit(acting, args, edit)

    @tool("write", effort=effort.wording, cause="writing")
    async def comment(self, acting: Acting, args: CommentArguments) -> Edited:
        """Comment on a passage or heading; @name mentions somebody."""
        return self._desk.comment(acting, args)

    @tool("write", effort=effort.wording, cause="writing")
    async def reply(self, acting: Acting, args: ReplyArguments) -> Edited:
        """Answer a comment, resolve or reopen it."""
        return self._desk.reply(acting, args)
