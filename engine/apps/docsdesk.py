"""What stands behind the tools of documents: files opened, edited and saved, and what each person has read of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from difflib import get_close_matches
from hashlib import blake2b
from typing import Final

from ..files import word
from ..files.kinds import kind_of
from ..files.markup import MarkupError
from ..files.plain import plain
from ..files.worddiff import compare
from ..files.wordedit import anchor
from ..files.wordfile import WordError, WordFile, joined
from ..files.wordlines import NO_DATE, Editor
from ..files.wordremarks import Remark, Remarks
from ..files.wordrevise import Suggestion, suggestions
from ..files.wordtables import grid
from ..office.events import Notice
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
from .drivecomments import mentioned
from .pages import PART, page_of, shorten, split
from .premises import FileStore, OpenFile, Premises
from .readings import content

HEADINGS: Final = 60
"""Rows of an outline's page."""
_REMARK: Final = re.compile(r"\{>>.*?<<\}", re.DOTALL)
_NOTE: Final = re.compile(r"\[\^([^\]]+)\]")


class Desk:
    """Documents at work."""

    def __init__(self, premises: Premises) -> None:
        self._premises = premises

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
            pieces = self._pieces(file, args)
        except WordError as error:
            raise _refused(error) from None
        parts = _packed(pieces)
        if not 1 <= args.part <= len(parts):
            raise ToolError("invalid", f"part={args.part}: there are {len(parts)} parts, counted from 1")
        shown = parts[args.part - 1]
        new = self._note_read(acting, opened, file, shown)
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
            more=f"part={args.part + 1} of {len(parts)}" if args.part < len(parts) else "",
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
                at=self._when(me, one.date),
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
        parts = _packed(pieces)
        if not 1 <= args.part <= len(parts):
            raise ToolError("invalid", f"part={args.part}: there are {len(parts)} parts, counted from 1")
        text = joined(parts[args.part - 1])
        new = bool(text) and bool(self._premises.readings.read(acting, [_key(text)]))
        return Compared(
            path=opened.path,
            compared=f"{name} with version {opened.version}",
            changes=found.changes,
            text=text,
            more=f"part={args.part + 1} of {len(parts)}" if args.part < len(parts) else "",
            seen=bool(text) and not new,
            words=effort.count_words(text) if new else 0,
        )

    # Writing ---------------------------------------------------------------------------------------------------------

    def create(self, acting: Acting, args: CreateArguments) -> Edited:
        """See `Docs.create`."""
        _check_name(args.path)
        if args.version is not None:
            self._current(acting, args.path, args.version)
        try:
            data = word.from_markdown(args.text, at=self.now(acting), author=self.editor(acting).name)
        except MarkupError as error:
            raise ToolError("invalid", str(error)) from None
        path, version = self._files.save(acting, args.path, data, version=args.version)
        self._wrote(acting, path, data, [])
        return Edited(path=path, version=version)

    def edit(self, acting: Acting, args: EditArguments, change: Callable[[WordFile], None]) -> Edited:
        """Open a document, change it and save it.

        Raises:
            ToolError: It can't be opened or changed so, or has moved on.
        """
        opened, file = self._current(acting, args.path, args.version)
        return self._save(acting, opened, file, change)

    def comment(self, acting: Acting, args: CommentArguments) -> Edited:
        """See `Docs.comment`."""
        opened, file = self._current(acting, args.path, args.version)
        called = self._called(acting, opened, args.text)
        made: list[str] = []

        def change(file: WordFile) -> None:
            runs = anchor(file, args.passage)
            if not runs:
                raise WordError("the passage has no words to comment on")
            made.append(Remarks(file).add(runs, args.text, self.editor(acting).name))

        edited = self._save(acting, opened, file, change)
        self._tell(acting, opened.path, args.text, called, "mentioned you in a comment")
        return edited.model_copy(update={"id": made[0], "told": [self._premises.card(one) for one in called]})

    def reply(self, acting: Acting, args: ReplyArguments) -> Edited:
        """See `Docs.reply`."""
        if not args.text.strip() and args.resolved is None:
            raise ToolError("invalid", "neither a text nor resolved is given")
        me = acting.person
        opened, file = self._current(acting, args.path, args.version)
        called = self._called(acting, opened, args.text)
        made: list[str] = []
        names: list[str] = []

        def change(file: WordFile) -> None:
            remarks = Remarks(file)
            thread = remarks.get(args.comment)
            names.extend([thread.author, *(one.author for one in thread.replies)])
            if args.text.strip():
                made.append(remarks.reply(thread, args.text, self.editor(acting).name))
            if args.resolved is not None:
                remarks.resolve(thread, done=args.resolved)

        edited = self._save(acting, opened, file, change)
        people = self._premises.setup.people.values()
        writers = [one.id for one in people if one.name in names and one.id != me and one.id not in called]
        writers = [one for one in writers if self._may_read(one, opened.path)]
        title = args.text or "resolved" * bool(args.resolved) or "reopened"
        self._tell(acting, opened.path, title, called, "mentioned you in a comment")
        what = "answered your comment" if args.text.strip() else "settled your comment"
        self._tell(acting, opened.path, title, writers, what)
        told = [self._premises.card(one) for one in (*called, *writers)]
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
        """Who acts, as files name them."""
        return Editor(self._premises.people.name(acting.person))

    def now(self, acting: Acting) -> datetime:
        """The instant of an act, as files write it."""
        start = datetime.fromisoformat(self._premises.calendar(acting.person).start)
        return start + timedelta(milliseconds=acting.at)

    # Parts -----------------------------------------------------------------------------------------------------------

    @property
    def _files(self) -> FileStore:
        files = self._premises.files
        if files is None:
            raise ToolError("unavailable", "there is no drive here")
        return files

    def _open(
        self, person: str, path: str, *, write: bool = False, version: int | None = None
    ) -> tuple[OpenFile, WordFile]:
        opened = self._files.open(person, path, write=write, version=version)
        _check_name(opened.path)
        try:
            return opened, WordFile(opened.data, opened.path)
        except WordError as error:
            raise _refused(error) from None

    def _current(self, acting: Acting, path: str, version: int) -> tuple[OpenFile, WordFile]:
        """A document to change, if it is still at that version."""
        opened = self._files.open(acting.person, path, write=True)
        if opened.version != version:
            # the drive's own refusal says who moved it on, and when
            self._files.save(acting, path, opened.data, version=version)
            raise ToolError("conflict", f"{opened.path} is at version {opened.version}, not {version}")
        return self._open(acting.person, path, write=True)

    def _save(
        self, acting: Acting, opened: OpenFile, file: WordFile, change: Callable[[WordFile], None]
    ) -> Edited:
        before = [text for text in file.texts() if text] if self._reads(acting.person) else []
        try:
            change(file)
        except WordError as error:
            raise _refused(error) from None
        except MarkupError as error:
            raise ToolError("invalid", str(error)) from None
        made = [f"s{number}" for number, one in enumerate(suggestions(file), 1) if one.date == NO_DATE]
        data = file.save(self.now(acting))
        path, version = self._files.save(acting, opened.path, data, version=opened.version)
        self._wrote(acting, path, data, before)
        return Edited(path=path, version=version, suggestions=made[:40])

    def _reads(self, person: str) -> bool:
        return person in self._premises.seated

    def _wrote(self, acting: Acting, path: str, data: bytes, before: Sequence[str]) -> None:
        """What one wrote counts as read: unless one changed what one never read."""
        if not self._reads(acting.person):
            return
        readings = self._premises.readings
        file = WordFile(data, path)
        after = [text for text in file.texts() if text]
        old = {key for text in before for key in _keys(text)}
        new = [key for text in after for key in _keys(text) if key not in old]
        kept = {key for text in after for key in _keys(text)}
        gone = [key for text in before for key in _keys(text) if key not in kept]
        if new and not readings.unread(acting.person, gone):
            readings.read(acting, new)

    def _pieces(self, file: WordFile, args: ReadArguments) -> list[str]:
        """What is read, block by block; footnotes after what they belong to."""
        texts = self._texts(file)
        if args.table is not None:
            table = file.table(args.table)
            text = texts[next(number for number, block in enumerate(file.blocks()) if block is table)]
            return split(text)
        if args.section:
            section = file.section(args.section)
            texts = texts[section.start : section.end]
        marks = {number for text in texts for number in _NOTE.findall(text)}
        notes = (f"[^{number}]: {text}" for number, text in file.notes().items() if number in marks)
        return [piece for text in (*texts, *notes) if text for piece in split(text)]

    def _texts(self, file: WordFile) -> list[str]:
        """The blocks' texts, with the ids of comments."""
        texts = file.texts()
        threads = Remarks(file).all()
        for one in [one for thread in threads for one in (thread, *thread.replies)]:
            plain_form = f"{{>>{one.author}: {' '.join(one.text.split())}<<}}"
            texts = [text.replace(plain_form, f"{{>>{one.id} {plain_form[3:]}", 1) for text in texts]
        return texts

    def _note_read(self, acting: Acting, opened: OpenFile, file: WordFile, shown: Sequence[str]) -> list[str]:
        """Which pieces of what is shown are new to the reader, who has read them now."""
        readings = self._premises.readings
        me = acting.person
        whole = plain(opened.path, opened.data) or ""
        blobs = [content(opened.blob, part + 1) for part in range(len(split(whole)))]
        if not readings.unread(me, blobs) and self._reads(me):
            # read on the drive, where it stands as one text
            return []
        new: list[str] = []
        keys: list[str] = []
        for text in shown:
            bare, remarks = _REMARK.sub("", text), _REMARK.findall(text)
            for piece in (bare, *remarks):
                if piece.strip() and readings.unread(me, [_key(piece)]):
                    new.append(piece)
                    keys.append(_key(piece))
        known = {*keys}
        rest = [key for text in self._texts(file) for key in _keys(text) if key not in known]
        if not readings.unread(me, rest):
            keys += blobs
        if keys:
            readings.read(acting, keys)
        return new

    def _thread(self, me: str, one: Remark) -> Thread:
        return Thread(
            id=one.id,
            by=one.author,
            at=self._when(me, one.date),
            about=shorten(one.about, 80),
            text=shorten(one.text, 300),
            replies=[f"{reply.id} {reply.author}: {shorten(reply.text, 200)}" for reply in one.replies[-6:]],
            resolved=one.resolved,
        )

    def _when(self, person: str, date: str) -> str:
        """A date of the file in the reader's own wall time."""
        try:
            moment = datetime.fromisoformat(date)
            start = datetime.fromisoformat(self._premises.calendar(person).start)
            return self._premises.stamp(person, (moment - start) // timedelta(milliseconds=1))
        except (ValueError, TypeError, OverflowError):
            return date[:16].replace("T", " ")

    def _called(self, acting: Acting, opened: OpenFile, text: str) -> list[str]:
        """Whom a comment mentions; each must be able to open the file."""
        called = [one for one in mentioned(text, self._premises.people) if one != acting.person]
        blind = [one for one in called if not self._may_read(one, opened.path)]
        if blind:
            names = ", ".join(self._premises.people.name(one) for one in blind)
            raise ToolError(
                "forbidden", f"{names} may not open {opened.path}", "Share it first, or leave the @ out."
            )
        return called

    def _may_read(self, person: str, path: str) -> bool:
        try:
            self._files.open(person, path)
        except ToolError:
            return False
        return True

    def _tell(self, acting: Acting, path: str, title: str, people: Sequence[str], what: str) -> None:
        if people:
            notice = Notice(people=tuple(people), app="docs", item=path, title=shorten(title, 80), what=what)
            acting.step.emit(notice, acting.person)


def _check_name(path: str) -> None:
    if kind_of(path) != "docx":
        raise ToolError("invalid", f"{path} is no .docx", "Other kinds: sheets, slides, drive.")


def _refused(error: WordError) -> ToolError:
    missing = error.message.startswith(("there is no", "the passage does not"))
    return ToolError("not_found" if missing else "invalid", error.message, error.hint)


def _key(text: str) -> str:
    """Names a piece of text by its words."""
    return f"d/{blake2b(' '.join(text.split()).encode('utf-8', 'replace'), digest_size=10).hexdigest()}"


def _keys(text: str) -> list[str]:
    """The keys of a block's pieces and of the comments in it."""
    pieces = [_REMARK.sub("", piece) for piece in split(text)]
    return [_key(one) for one in (*pieces, *_REMARK.findall(text)) if one.strip()]


def _packed(pieces: Sequence[str]) -> list[list[str]]:
    """Pieces in parts of bounded length; at least one part."""
    parts: list[list[str]] = [[]]
    size = 0
    for piece in pieces:
        if parts[-1] and size + len(piece) > PART:
            parts.append([])
            size = 0
        parts[-1].append(piece)
        size += len(piece) + 2
    return parts


def _words(texts: Sequence[str]) -> int:
    return sum(effort.count_words(text) for text in texts)


def _cells(texts: Sequence[str]) -> int:
    return sum(text.count(" | ") + 1 for table in texts for text in table.split("\n") if "---" not in text)
