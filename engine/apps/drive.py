"""The shared drive: folders and files with versions, shares, comments, a trash, and search in names and texts."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Mapping
from typing import Any

from ..files.kinds import PACKAGES, kind_of
from ..kernel.state import Component
from ..office.events import (
    CommentResolved,
    FileCommented,
    FileMoved,
    FileShared,
    FileUnshared,
    Notice,
    UploadBegun,
)
from ..office.texts import as_text, has_rows
from . import effort
from .base import Acting, App, ToolError, tool
from .drivecalls import (
    COMMENTS,
    AccessList,
    AccessRow,
    AppendArguments,
    Bytes,
    CommentArguments,
    Commented,
    CommentList,
    CommentRow,
    DownloadArguments,
    EditArguments,
    FileRow,
    ListArguments,
    Listing,
    MoveArguments,
    PageArguments,
    PathArguments,
    ReadArguments,
    ReadVersionArguments,
    ResolveArguments,
    RestoreArguments,
    SearchArguments,
    ShareArguments,
    Shared,
    Text,
    UnshareArguments,
    UploadArguments,
    VersionRow,
    Versions,
    WriteArguments,
    Written,
)
from .drivecomments import Comments
from .drivepaths import Access, parse_path
from .drivestate import File, Files, Version
from .drivestore import Store
from .mentions import mentioned_in_file
from .pages import page_of, shorten
from .people import did_you_mean
from .premises import Premises
from .search import Corpus, Entry

_OWN_COMMENTS = {"docx": "docs", "xlsx": "sheets"}
"""Apps whose comments stand in the file itself."""


def _reading(args: Any, result: Any) -> int:
    rate = effort.studying if has_rows(result.path) else effort.reading
    return effort.HANDLING + rate(result.words)


def _writing(args: Any, result: Any) -> int:
    text = args.new if isinstance(args, EditArguments) else args.text
    return effort.copying(text) if has_rows(args.path) else effort.composing(text)


class Drive(App):
    """The organisation's files."""

    name = "drive"

    def __init__(self, premises: Premises) -> None:
        self._premises = premises
        self._files = Files()
        self._comments = Comments()
        self._access = Access(premises.setup.people, premises.access)
        self._store = Store(premises, self._files, self._access)
        self._corpus = Corpus()
        premises.file_sources.append(self._store)
        premises.save_file = self._store.save_attachment
        premises.files = self._store

    def components(self) -> Iterable[Component]:
        return (self._files, self._comments)

    # Reading ---------------------------------------------------------------------------------------------------------

    @tool("read", effort=effort.listing, cause="searching")
    async def list(self, acting: Acting, args: ListArguments) -> Listing:
        """List a folder, or the trash."""
        me = acting.person
        if args.path.strip("/ ").casefold() == "trash":
            gone = self._store.trashed(me)
            rows, more = page_of(gone[::-1], args.page)
            return Listing(
                path="trash", files=[self._row(me, one) for one in rows], found=len(gone), more=more
            )
        path = parse_path(args.path)
        under = "/" if path == "/" else f"{path}/"
        folders: dict[str, int] = {}
        files: list[File] = []
        for file in self._store.visible(me):
            if file.path.startswith(under):
                inner, slash, _ = file.path[len(under) :].partition("/")
                if slash:
                    folders[inner] = folders.get(inner, 0) + 1
                else:
                    files.append(file)
        if not folders and not files and path != "/":
            raise self._store.not_found(me, args.path)
        entries = [*sorted(folders), *sorted(files, key=lambda one: one.path)]
        shown, more = page_of(entries, args.page)
        return Listing(
            path=path,
            folders=[f"{one}/ ({folders[one]})" for one in shown if isinstance(one, str)],
            files=[self._row(me, one) for one in shown if isinstance(one, File)],
            found=len(entries),
            more=more,
        )

    @tool("read", effort=_reading, cause="reading")
    async def read(self, acting: Acting, args: ReadArguments) -> Text:
        """Read a file as text, in parts; also docx, xlsx, pptx, pdf, eml."""
        file = self._store.file(acting.person, args.path)
        return self._store.read(acting, file, file.version, args.part)

    @tool("read", effort=_reading, cause="reading")
    async def read_version(self, acting: Acting, args: ReadVersionArguments) -> Text:
        """Read an earlier version of a file."""
        file = self._store.file(acting.person, args.path)
        return self._store.read(acting, file, self._store.version(file, args.version), args.part)

    @tool("read", effort=effort.handling)
    async def download(self, acting: Acting, args: DownloadArguments) -> Bytes:
        """Get a file's bytes in base64, in parts."""
        file = self._store.file(acting.person, args.path)
        number = file.version if args.version is None else self._store.version(file, args.version)
        data = self._premises.blobs.get(file.versions[number - 1].blob)
        parts = max(1, -(-len(data) // args.size))
        if not 1 <= args.part <= parts:
            raise ToolError("invalid", f"part={args.part}: there are {parts} parts, counted from 1")
        self._store.note_read(acting, file, number)
        piece = data[(args.part - 1) * args.size : args.part * args.size]
        more = f"part={args.part + 1} of {parts}" if args.part < parts else ""
        if more and args.part == 1 and parts > 3:
            more += "; a program may ask for larger parts with size"
        return Bytes(
            path=file.path,
            version=number,
            size=len(data),
            content=base64.b64encode(piece).decode(),
            more=more,
        )

    @tool("read", effort=effort.listing, cause="searching")
    async def versions(self, acting: Acting, args: PageArguments) -> Versions:
        """List a file's versions, the newest first."""
        me = acting.person
        file = self._store.file(me, args.path)
        numbers, more = page_of(range(file.version, 0, -1), args.page)
        rows = [self._version_row(me, number, file.versions[number - 1]) for number in numbers]
        return Versions(path=file.path, versions=rows, more=more)

    @tool("read", effort=effort.listing, cause="searching")
    async def search(self, acting: Acting, args: SearchArguments) -> Listing:
        """Search the names and texts of the files you may see."""
        me = acting.person
        folder = parse_path(args.under)
        under = "/" if folder == "/" else f"{folder}/"
        visible = {file.id: file for file in self._store.visible(me)}
        self._corpus.keep(_content(file) for file in self._files)
        documents = {id_: Entry(_title(file), _content(file)) for id_, file in visible.items()}
        hits = self._corpus.find(args.query, documents, lambda id_: self._words(visible[id_]))
        hits = [hit for hit in hits if visible[hit.id].path.startswith(under)]
        rows, more = page_of(hits, args.page)
        files = [self._row(me, visible[hit.id], hit.snippet) for hit in rows]
        return Listing(path=folder, files=files, found=len(hits), more=more)

    @tool("read", effort=effort.listing, cause="searching")
    async def access(self, acting: Acting, args: PageArguments) -> AccessList:
        """Who may open a file."""
        file = self._store.file(acting.person, args.path)
        rows, more = page_of(list(file.shares.items()), args.page)
        return AccessList(
            path=file.path,
            folder=self._access.told(file.path, self._premises.people.name),
            shared=[AccessRow(who=self._premises.card(one), may_write=may) for one, may in rows],
            found=len(file.shares),
            more=more,
        )

    # Writing ---------------------------------------------------------------------------------------------------------

    @tool("write", effort=_writing, cause="writing")
    async def write(self, acting: Acting, args: WriteArguments) -> Written:
        """Write a text file whole; folders come with it."""
        path = self._store.text_path(args.path)
        written = self._store.write(acting, path, args.text.encode(), args.version)
        data = args.text.encode()
        self._store.knows(acting, path, acting.step.blobs.put(data), data)
        return written

    @tool("write", effort=_writing, cause="writing")
    async def edit(self, acting: Acting, args: EditArguments) -> Written:
        """Replace one passage of a text file."""
        file = self._store.file(acting.person, args.path)
        text, before = self._store.text(file), file.now.blob
        count = text.count(args.old)
        if count != 1:
            what = "does not stand" if count == 0 else f"stands {count} times"
            raise ToolError(
                "invalid", f"the passage {what} in {file.path}", "Give it exactly, with enough around it."
            )
        data = text.replace(args.old, args.new).encode()
        # the passage stands in what lies there now: nobody else's change is lost
        against = file.version if args.version is None else args.version
        written = self._store.write(acting, file.path, data, against)
        self._still_knows(acting, file.name, before, text, data)
        return written

    @tool("write", effort=_writing, cause="writing")
    async def append(self, acting: Acting, args: AppendArguments) -> Written:
        """Add lines to a text file, or create it."""
        path = self._store.text_path(args.path)
        known = self._files.at(path)
        text, before = "", ""
        if known is not None and self._access.may_read(acting.person, known):
            text, before = self._store.text(known), known.now.blob
        joint = "\n" if text and not text.endswith("\n") else ""
        data = (text + joint + args.text).encode()
        written = self._store.write(acting, path, data, known.version if known else None)
        self._still_knows(acting, path, before, text, data)
        return written

    @tool("write", effort=effort.handling)
    async def upload(self, acting: Acting, args: UploadArguments) -> Written:
        """Put a file of any kind on the drive, whole or in parts."""
        path = parse_path(args.path)
        try:
            data = base64.b64decode("".join(args.content.split()), validate=True)
        except (binascii.Error, ValueError):
            raise ToolError("invalid", "content is not base64") from None
        if args.part > args.parts:
            raise ToolError("invalid", f"part={args.part} of parts={args.parts}", "Parts count from 1.")
        me = acting.person
        if args.parts > 1:
            have = self._files.upload(me, path, args.parts)
            missing = [one for one in range(1, args.parts + 1) if one != args.part and one not in have]
            if missing:
                self._store.check_target(me, path)
                blob = acting.step.blobs.put(data)
                begun = UploadBegun(path=path, by=me, part=args.part, parts=args.parts, blob=blob)
                acting.step.emit(begun, me)
                known = self._files.at(path)
                told = ", ".join(str(one) for one in missing[:10])
                more = f"still missing: part {told}{' …' if len(missing) > 10 else ''}"
                return Written(path=path, version=known.version if known else 0, size=len(data), more=more)
            pieces = {one: self._premises.blobs.get(blob) for one, blob in have.items()}
            pieces[args.part] = data
            data = b"".join(pieces[one] for one in sorted(pieces))
        written = self._store.write(acting, path, data, args.version)
        self._store.knows(acting, path, acting.step.blobs.put(data), data)
        return written

    @tool("write", effort=effort.handling)
    async def move(self, acting: Acting, args: MoveArguments) -> Written:
        """Move or rename a file; it keeps its versions."""
        file = self._store.file(acting.person, args.path, write=True)
        to = self._store.free_path(acting.person, file, args.to)
        acting.step.emit(FileMoved(path=file.path, file=file.id, to=to, by=acting.person), acting.person)
        return Written(path=to, version=file.version, size=file.now.size)

    @tool("write", effort=effort.handling)
    async def copy(self, acting: Acting, args: MoveArguments) -> Written:
        """Copy a file's newest version."""
        file = self._store.file(acting.person, args.path)
        to = self._store.free_path(acting.person, file, args.to)
        return self._store.put(acting, to, file.now.blob, file.now.size)

    @tool("write", effort=effort.handling)
    async def trash(self, acting: Acting, args: PathArguments) -> Written:
        """Put a file into the trash."""
        file = self._store.file(acting.person, args.path, write=True)
        acting.step.emit(FileMoved(path=file.path, file=file.id, to="", by=acting.person), acting.person)
        return Written(path=file.path, version=file.version, size=file.now.size)

    @tool("write", effort=effort.handling)
    async def restore(self, acting: Acting, args: RestoreArguments) -> Written:
        """Bring a file back from the trash, or an earlier version of one."""
        if args.version is not None:
            file = self._store.file(acting.person, args.path, write=True)
            old = file.versions[self._store.version(file, args.version) - 1]
            return self._store.put(acting, file.path, old.blob, old.size)
        path = parse_path(args.path)
        gone = [one for one in self._store.trashed(acting.person) if one.path == path]
        gone = [one for one in gone if self._access.may_write(acting.person, one)]
        if not gone:
            raise ToolError(
                "not_found", f"there is no {path} in the trash that you may restore", "See drive.list trash."
            )
        if self._files.at(path) is not None:
            raise ToolError("conflict", f"another file lies at {path} now", "Move that one first.")
        file = gone[-1]
        return self._store.put(acting, path, file.now.blob, file.now.size, file)

    # With others -----------------------------------------------------------------------------------------------------

    @tool("write", effort=effort.handling)
    async def share(self, acting: Acting, args: ShareArguments) -> Shared:
        """Let others open a file, outsiders included."""
        file = self._store.file(acting.person, args.path, write=True)
        people, groups = self._store.members(args.people, acting.person)
        if not people:
            raise ToolError("invalid", "you have it already", "Name somebody else.")
        payload = FileShared(
            path=file.path,
            file=file.id,
            by=acting.person,
            people=people,
            may_write=args.may_write,
            groups=groups,
        )
        acting.step.emit(payload, acting.person)
        return Shared(
            path=file.path, people=self._premises.cards(people), groups=list(groups), may_write=args.may_write
        )

    @tool("write", effort=effort.handling)
    async def unshare(self, acting: Acting, args: UnshareArguments) -> Shared:
        """Take back what was shared."""
        file = self._store.file(acting.person, args.path, write=True)
        people, groups = self._store.members(args.people, "")
        having = tuple(one for one in people if one in file.shares)
        if not having:
            who = ", ".join(self._premises.people.name(one) for one in people[:3]) or "nobody"
            raise ToolError(
                "invalid",
                f"{file.path} was not shared with {who}",
                "See drive.access; folders keep their own rule.",
            )
        unshared = FileUnshared(path=file.path, file=file.id, by=acting.person, people=having)
        acting.step.emit(unshared, acting.person)
        still = [one for one in having if self._access.may_enter(one, file.path)]
        note = f"Its folder stays open to {', '.join(self._premises.cards(still[:5]))}." if still else ""
        return Shared(path=file.path, people=self._premises.cards(having), groups=list(groups), note=note)

    @tool("read", effort=effort.opening, cause="reading")
    async def comments(self, acting: Acting, args: PageArguments) -> CommentList:
        """Read the comments beside a file."""
        me = acting.person
        file = self._store.file(me, args.path)
        known = self._comments.of(file.id)
        rows, more = page_of(known, args.page, COMMENTS)
        texts = {one.id: self._premises.blobs.text(one.text) for one in rows}
        new = set(self._premises.readings.read(acting, [one.text for one in rows]))
        inside = kind_of(file.name) in PACKAGES
        return CommentList(
            path=file.path,
            comments=[
                CommentRow(
                    comment=one.id,
                    by=self._premises.card(one.by),
                    at=self._premises.stamp(me, one.at),
                    text=texts[one.id],
                    about=one.about,
                    reply_to=one.reply_to,
                    version=one.version,
                    resolved=one.resolved,
                )
                for one in rows
            ],
            found=len(known),
            more=more,
            note="Comments that stand in the document itself show when it is read." if inside else "",
            words=sum(effort.count_words(texts[one.id]) for one in rows if one.text in new),
        )

    @tool("write", effort=effort.wording, cause="writing")
    async def comment(self, acting: Acting, args: CommentArguments) -> Commented:
        """Comment on a file of any kind, beside it."""
        me = acting.person
        file = self._store.file(me, args.path)
        known = {one.id: one for one in self._comments.of(file.id)}
        above = known.get(args.reply_to) if args.reply_to else None
        if args.reply_to and above is None:
            hint = did_you_mean(args.reply_to, known) or "See drive.comments."
            raise ToolError("not_found", f"{file.path} has no comment {args.reply_to!r}", hint)
        called = mentioned_in_file(
            args.text, self._premises.people, me, file.path, lambda one: self._access.may_read(one, file)
        )
        thread = [above.by] if above else []
        thread += [one.by for one in known.values() if above and one.reply_to == above.id]
        writer = file.owner if file.owner in self._premises.setup.people else ""
        told = [one for one in dict.fromkeys([*called, *thread, writer]) if one and one != me]
        told = [one for one in told if self._access.may_read(one, file)]
        comment = self._comments.next_id(me)
        blob = acting.step.blobs.put_text(args.text)
        payload = FileCommented(
            path=file.path,
            file=file.id,
            version=file.version,
            comment=comment,
            by=me,
            text=blob,
            about=args.about,
            reply_to=above.id if above else None,
            people=tuple(told),
        )
        event = acting.step.emit(payload, me)
        for people, what in ((called, "mentioned you in a comment"), (told, "commented")):
            chosen = tuple(
                one for one in people if one != me and (what == "commented") == (one not in called)
            )
            if chosen:
                notice = Notice(
                    people=chosen, app="drive", item=file.path, title=shorten(args.text, 80), what=what
                )
                acting.step.emit(notice, me, cause=event)
        self._premises.readings.read(acting, [blob])
        app = _OWN_COMMENTS.get(kind_of(file.name), "")
        note = f"It stands beside the file; {app}.comment puts one into it." if app else ""
        return Commented(path=file.path, comment=comment, told=self._premises.cards(told), note=note)

    @tool("write", effort=effort.handling)
    async def resolve(self, acting: Acting, args: ResolveArguments) -> Commented:
        """Mark a comment as done with, or open it again."""
        file = self._store.file(acting.person, args.path)
        known = {one.id: one for one in self._comments.of(file.id)}
        if args.comment not in known:
            hint = did_you_mean(args.comment, known) or "See drive.comments."
            raise ToolError("not_found", f"{file.path} has no comment {args.comment!r}", hint)
        payload = CommentResolved(
            file=file.id, comment=args.comment, by=acting.person, resolved=args.resolved
        )
        acting.step.emit(payload, acting.person)
        return Commented(path=file.path, comment=args.comment)

    # Shared ----------------------------------------------------------------------------------------------------------

    def _still_knows(self, acting: Acting, name: str, before: str, text: str, data: bytes) -> None:
        """Who had read the whole text and changed it has read what it is now."""
        if not text or self._store.has_read(acting.person, name, before, text):
            self._store.knows(acting, name, acting.step.blobs.put(data), data)

    def _row(self, me: str, file: File, snippet: str = "") -> FileRow:
        return FileRow(
            path=file.path,
            size=file.now.size,
            version=file.version,
            by=self._premises.people.name(file.now.by),
            at=self._premises.stamp(me, file.now.at),
            text=shorten(snippet, 80),
        )

    def _version_row(self, me: str, number: int, version: Version) -> VersionRow:
        by = self._premises.people.name(version.by)
        return VersionRow(version=number, size=version.size, by=by, at=self._premises.stamp(me, version.at))

    def _words(self, file: File) -> str:
        return as_text(file.name, self._premises.blobs.get(file.now.blob)) or ""

    def rows(self, table: str = "") -> Iterable[Mapping[str, Any]]:
        if table == "comments":
            return self._comments.rows(self._premises.blobs.text, self._path_of)
        if table not in ("", "files"):
            raise KeyError(table)
        return self._files.rows()

    def _path_of(self, file: str) -> str:
        known = self._files.get(file)
        return known.path if known else ""


def _title(file: File) -> str:
    return file.path.replace("/", " ").replace("_", " ")


def _content(file: File) -> str:
    """Names what is searched: the same bytes are read by their ending."""
    return f"{file.now.blob}.{file.name.rpartition('.')[2].casefold()}"
