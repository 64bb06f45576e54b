"""What stands behind the tools of documents: files opened, edited and saved, and what each person has read of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Final

from ..files import word
from ..files.markup import MarkupError
from ..files.opening import FileError
from ..files.worddiff import compare
from ..files.wordedit import anchor
from ..files.wordfile import WordFile, joined
from ..files.wordlines import NO_DATE, Editor
from ..files.wordremarks import Remark, Remarks
from ..files.wordrevise import Suggestion, suggestions
from ..files.wordtables import grid
from . import effort
from .base import Acting, ToolError
from .docscalls import (
    CommentArguments,
    CompareArguments,
    Compared,
    CreateArguments,
    EditArguments,
    Edited,
    Outline,
    OutlineArguments,
    Proposal,
    ReadArguments,
    ReplyArguments,
    Review,
    ReviewArguments,
    Text,
    Thread,
)
from .filedesk import FileDesk, key_of, packed, part_at, refused
from .pages import page_of, shorten, split
from .premises import OpenFile, Premises, may_open

HEADINGS: Final = 60
"""Rows of an outline's page."""
_REMARK: Final = re.compile(r"\{>>.*?<<\}", re.DOTALL)
_ID: Final = re.compile(r"\{>>c\d+ ")


class Desk(FileDesk):
    """Documents at work."""

    def __init__(self, premises: Premises) -> None:
        super().__init__(premises, "docs", "docx")

    # Reading ---------------------------------------------------------------------------------------------------------

    def outline(self, acting: Acting, args: OutlineArguments) -> Outline:
        """See `Docs.outline`."""
        opened, file = self._open(acting.person, args.path)
        texts = file.texts()
        rows = [
            f"{one.number} {'#' * (one.rank + 1)} {shorten(one.title, 90)} ({_words(texts[one.start : one.own])} words)"
            for one in file.sections()
        ]
        shown, more = page_of(rows, args.page, HEADINGS)
        tables = [
            f"{number}: {len(rows)} rows, {max((len(row) for row in rows), default=0)} columns: "
            + shorten(" | ".join(rows[0]) if rows else "", 60)
            for number, rows in enumerate((grid(table) for table in file.tables()), 1)
        ]
        return Outline(
            path=opened.path,
            version=opened.version,
            sections=list(shown),
            tables=tables[:20] if args.page == 1 else [],
            words_in_all=_words(texts),
            comments=sum(1 + len(one.replies) for one in Remarks(file).all()),
            suggestions=len(suggestions(file)),
            more=more,
        )

    def read(self, acting: Acting, args: ReadArguments) -> Text:
        """See `Docs.read`."""
        opened, file = self._open(acting.person, args.path)
        try:
            pieces = self._shown(file, args)
        except FileError as error:
            raise refused(error) from None
        shown, more = part_at(packed(pieces), args.part)
        new = self.note_read(acting, opened, _pieces(shown), _pieces(_whole(file)))
        remarks, open_ = Remarks(file).all(), len(suggestions(file))
        note = ", ".join(
            f"{count} {name if count != 1 else name[:-1]}"
            for count, name in ((len(remarks), "comments"), (open_, "suggestions"))
            if count and args.part == 1
        )
        return Text(
            path=opened.path,
            version=opened.version,
            text=joined(shown),
            note=f"It has {note}: docs.review." if note else "" if pieces else "It says nothing.",
            more=more,
            seen=bool(shown) and not new,
            words=_words([one for one in new if not one.startswith("|")]),
            cells=_cells([one for one in new if one.startswith("|")]),
        )

    def review(self, acting: Acting, args: ReviewArguments) -> Review:
        """See `Docs.review`."""
        me = acting.person
        opened, file = self._open(me, args.path)
        rows: list[Thread | Proposal] = [self._thread(me, one) for one in Remarks(file).all()]
        rows += [
            Proposal(
                id=f"s{number}",
                by=one.author,
                at=self.when(me, one.date),
                what=one.kind,
                deleted=shorten(one.deleted, 200),
                inserted=shorten(one.inserted, 200),
            )
            for number, one in enumerate(suggestions(file), 1)
        ]
        shown, more = page_of(rows, args.page)
        return Review(
            path=opened.path,
            version=opened.version,
            comments=[one for one in shown if isinstance(one, Thread)],
            suggestions=[one for one in shown if isinstance(one, Proposal)],
            more=more,
        )

    def compare(self, acting: Acting, args: CompareArguments) -> Compared:
        """See `Docs.compare`."""
        me = acting.person
        opened, later = self._open(me, args.path, version=args.new)
        if args.other:
            first, old = self._open(me, args.other, version=args.old)
            name = f"{first.path} version {first.version}"
        else:
            before = opened.version - 1 if args.old is None else args.old
            if before < 1:
                raise ToolError("not_found", f"{opened.path} has no version before its first")
            first, old = self._open(me, args.path, version=before)
            name = f"version {first.version}"
        found = compare(old, later)
        pieces = [piece for text in found.text.split("\n\n") if text for piece in split(text)]
        pieces = [piece for text in found.text.split("\n\n") if text for piece in split(text)]
        shown, more = part_at(packed(pieces), args.part)
        text = joined(shown)
        new = bool(text) and bool(self._premises.readings.read(acting, [key_of(text)]))
        return Compared(
            path=opened.path,
            compared=f"{name} with version {opened.version}",
            changes=found.changes,
            text=text,
            more=more,
            seen=bool(text) and not new,
            words=effort.count_words(text) if new else 0,
        )

    # Writing ---------------------------------------------------------------------------------------------------------

    def create(self, acting: Acting, args: CreateArguments) -> Edited:
        """See `Docs.create`."""
        self.check(args.path)
        if args.version is not None:
            self.current(acting, args.path, args.version)
        try:
            data = word.from_markdown(args.text, at=self.now(acting), author=self.author(acting))
        except MarkupError as error:
            raise ToolError("invalid", str(error)) from None
        path, version = self.files.save(acting, args.path, data, version=args.version)
        self._wrote(acting, path, data, [])
        return Edited(path=path, version=version)

    def edit(self, acting: Acting, args: EditArguments, change: Callable[[WordFile], None]) -> Edited:
        """Open a document, change it and save it.

        Raises:
            ToolError: It can't be opened or changed so, or has moved on.
        """
        opened = self.current(acting, args.path, args.version)
        return self._save(acting, opened, _file(opened), change)

    def comment(self, acting: Acting, args: CommentArguments) -> Edited:
        """See `Docs.comment`."""
        opened = self.current(acting, args.path, args.version)
        called = self.called(acting, opened.path, args.text)
        made: list[str] = []

        def change(file: WordFile) -> None:
            runs = anchor(file, args.passage)
            if not runs:
                raise FileError("the passage has no words to comment on")
            made.append(Remarks(file).add(runs, args.text, self.author(acting)))

        edited = self._save(acting, opened, _file(opened), change)
        self.tell(acting, opened.path, args.text, called, "mentioned you in a comment", made[0])
        return edited.model_copy(update={"id": made[0], "told": self._premises.cards(called)})

    def reply(self, acting: Acting, args: ReplyArguments) -> Edited:
        """See `Docs.reply`."""
        if not args.text.strip() and args.resolved is None:
            raise ToolError("invalid", "neither a text nor resolved is given")
        me = acting.person
        opened = self.current(acting, args.path, args.version)
        called = self.called(acting, opened.path, args.text)
        made: list[str] = []
        names: list[str] = []

        def change(file: WordFile) -> None:
            remarks = Remarks(file)
            thread = remarks.get(args.comment)
            names.extend([thread.author, *(one.author for one in thread.replies)])
            if args.text.strip():
                made.append(remarks.reply(thread, args.text, self.author(acting)))
            if args.resolved is not None:
                remarks.resolve(thread, done=args.resolved)

        edited = self._save(acting, opened, _file(opened), change)
        writers = self.named(names, but=[me, *called])
        writers = [one for one in writers if may_open(self.files, one, opened.path)]
        title = args.text or "resolved" * bool(args.resolved) or "reopened"
        self.tell(acting, opened.path, title, called, "mentioned you in a comment", args.comment)
        what = "answered your comment" if args.text.strip() else "settled your comment"
        self.tell(acting, opened.path, title, writers, what, args.comment)
        told = self._premises.cards([*called, *writers])
        return edited.model_copy(update={"id": made[0] if made else "", "told": told})

    def suggestions(self, file: WordFile, ids: Sequence[str]) -> list[Suggestion]:
        """Those of these ids; ``all`` for all.

        Raises:
            ToolError: There is none of an id.
        """
        found = suggestions(file)
        if not found:
            raise ToolError("not_found", f"{file.name} has no suggestions")
        if any(one.strip().casefold() == "all" for one in ids):
            return found
        by_id = {f"s{number}": one for number, one in enumerate(found, 1)}
        for one in ids:
            if one not in by_id:
                close = get_close_matches(one, by_id, 1, 0.3)
                hint = f"There are s1 to s{len(found)}; see docs.review." if close or by_id else ""
                raise ToolError("not_found", f"there is no suggestion {one!r}", hint)
        return [by_id[one] for one in dict.fromkeys(ids)]

    def editor(self, acting: Acting) -> Editor:
        """Who acts, as tracked changes name them."""
        return Editor(self.author(acting))

    # Parts -----------------------------------------------------------------------------------------------------------

    def _open(self, person: str, path: str, *, version: int | None = None) -> tuple[OpenFile, WordFile]:
        opened = self.files.open(person, path, version=version)
        self.check(opened.path)
        return opened, _file(opened)

    def _save(
        self, acting: Acting, opened: OpenFile, file: WordFile, change: Callable[[WordFile], None]
    ) -> Edited:
        before = _whole(file) if self.reads(acting.person) else []
        try:
            change(file)
        except FileError as error:
            raise refused(error) from None
        except MarkupError as error:
            raise ToolError("invalid", str(error)) from None
        made = [f"s{number}" for number, one in enumerate(suggestions(file), 1) if one.date == NO_DATE]
        data = file.save(self.now(acting), self.author(acting))
        path, version = self.files.save(acting, opened.path, data, version=opened.version)
        self._wrote(acting, path, data, before)
        return Edited(path=path, version=version, suggestions=made[:40])

    def _wrote(self, acting: Acting, path: str, data: bytes, before: Sequence[str]) -> None:
        if self.reads(acting.person):
            self.wrote(acting, _pieces(before), _pieces(_whole(WordFile(data, path))))

    def _shown(self, file: WordFile, args: ReadArguments) -> list[str]:
        """What is read, block by block; footnotes after what they belong to."""
        texts = self._texts(file)
        if args.table is not None:
            table = file.table(args.table)
            text = texts[next(number for number, block in enumerate(file.blocks()) if block is table)]
            return split(text)
        if args.section:
            section = file.section(args.section)
            texts = texts[section.start : section.end]
        return [piece for text in (*texts, *file.notes(texts)) if text for piece in split(text)]

    def _texts(self, file: WordFile) -> list[str]:
        """The blocks' texts, with the ids of comments."""
        texts = file.texts()
        threads = Remarks(file).all()
        for one in [one for thread in threads for one in (thread, *thread.replies)]:
            plain_form = f"{{>>{one.author}: {' '.join(one.text.split())}<<}}"
            texts = [text.replace(plain_form, f"{{>>{one.id} {plain_form[3:]}", 1) for text in texts]
        return texts

    def _thread(self, me: str, one: Remark) -> Thread:
        return Thread(
            id=one.id,
            by=one.author,
            at=self.when(me, one.date),
            about=shorten(one.about, 80),
            text=shorten(one.text, 300),
            replies=[f"{reply.id} {reply.author}: {shorten(reply.text, 200)}" for reply in one.replies[-6:]],
            resolved=one.resolved,
        )


def _file(opened: OpenFile) -> WordFile:
    try:
        return WordFile(opened.data, opened.path)
    except FileError as error:
        raise refused(error) from None


def _whole(file: WordFile) -> list[str]:
    """All that a document says, block by block."""
    texts = file.texts()
    return [*texts, *file.notes(texts)]


def _pieces(texts: Sequence[str]) -> list[str]:
    """What is read or not read: pieces of blocks, and the comments in them by themselves, without their ids."""
    pieces: list[str] = []
    for text in texts:
        for piece in split(text):
            pieces += [_REMARK.sub("", piece), *(_ID.sub("{>>", one) for one in _REMARK.findall(piece))]
    return pieces


def _words(texts: Sequence[str]) -> int:
    return sum(effort.count_words(text) for text in texts)


def _cells(texts: Sequence[str]) -> int:
    return sum(text.count(" | ") + 1 for table in texts for text in table.split("\n") if "---" not in text)
