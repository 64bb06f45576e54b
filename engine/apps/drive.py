"""The shared drive: folders and files as bytes with versions, shares, a trash, and search in names and texts."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Mapping
from typing import Any

from ..kernel.blobs import BlobRef
from ..kernel.state import Component
from ..office.events import Attached, FileMoved, FileRead, FileShared, FileWritten
from ..office.texts import as_text, is_table, is_text
from . import effort
from .base import Acting, App, ToolError, tool
from .drivecalls import (
    MAX_FILE,
    AppendArguments,
    Bytes,
    DownloadArguments,
    EditArguments,
    FileRow,
    ListArguments,
    Listing,
    MoveArguments,
    PathArguments,
    ReadArguments,
    ReadVersionArguments,
    SearchArguments,
    ShareArguments,
    Shared,
    Text,
    UploadArguments,
    VersionRow,
    Versions,
    VersionsArguments,
    WriteArguments,
    Written,
)
from .drivepaths import Access, closest, parse_path
from .drivestate import File, Files, Version
from .pages import page_of, part_of, shorten, split
from .premises import OpenFile, Premises
from .readings import content
from .search import Document, Index

_SLICE = 3_300
"""Bytes of a download's part."""


def _reading(args: Any, result: Any) -> int:
    rate = effort.studying if is_table(result.path) else effort.reading
    return effort.HANDLING + rate(result.words)


def _writing(args: Any, result: Any) -> int:
    text = args.new if isinstance(args, EditArguments) else args.text
    return effort.copying(text) if is_table(args.path) else effort.composing(text)


class Drive(App):
    """The organisation's files."""

    name = "drive"

    def __init__(self, premises: Premises) -> None:
        self._premises = premises
        self._files = Files()
        self._access = Access(premises.setup.people, premises.access)
        self._indices: dict[str, Index] = {}
        premises.file_sources.append(self)
        premises.save_file = self._save
        premises.files = self

    def components(self) -> Iterable[Component]:
        return (self._files,)

    # Reading ---------------------------------------------------------------------------------------------------------

    @tool("read", effort=effort.listing, cause="searching")
    async def list(self, acting: Acting, args: ListArguments) -> Listing:
        """List a folder, or the trash."""
        me = acting.person
        if args.path.strip("/ ").casefold() == "trash":
            gone = [file for file in self._files.trash() if self._access.may_read(me, file)]
            rows, more = page_of(gone[::-1], args.page)
            return Listing(
                path="trash", files=[self._row(me, one) for one in rows], found=len(gone), more=more
            )
        path = parse_path(args.path)
        under = "/" if path == "/" else f"{path}/"
        folders: dict[str, int] = {}
        files: list[File] = []
        for file in self._visible(me):
            if file.path.startswith(under):
                inner, slash, _ = file.path[len(under) :].partition("/")
                if slash:
                    folders[inner] = folders.get(inner, 0) + 1
                else:
                    files.append(file)
        if not folders and not files and path != "/":
            raise self._not_found(me, args.path)
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
        """Read a file: texts whole or in parts, of other kinds what they are."""
        file = self._file(acting.person, args.path)
        return self._read(acting, file, file.version, args.part)

    @tool("read", effort=_reading, cause="reading")
    async def read_version(self, acting: Acting, args: ReadVersionArguments) -> Text:
        """Read an earlier version of a file."""
        file = self._file(acting.person, args.path)
        return self._read(acting, file, self._version(file, args.version), args.part)

    @tool("read", effort=effort.handling)
    async def download(self, acting: Acting, args: DownloadArguments) -> Bytes:
        """Get a file's bytes in base64, in parts."""
        file = self._file(acting.person, args.path)
        number = file.version if args.version is None else self._version(file, args.version)
        data = self._premises.blobs.get(file.versions[number - 1].blob)
        parts = max(1, -(-len(data) // _SLICE))
        if not 1 <= args.part <= parts:
            raise ToolError("invalid", f"part={args.part}: there are {parts} parts, counted from 1")
        self._note_read(acting, file, number)
        piece = data[(args.part - 1) * _SLICE : args.part * _SLICE]
        return Bytes(
            path=file.path,
            version=number,
            size=len(data),
            content=base64.b64encode(piece).decode(),
            more=f"part={args.part + 1} of {parts}" if args.part < parts else "",
        )

    @tool("read", effort=effort.listing, cause="searching")
    async def versions(self, acting: Acting, args: VersionsArguments) -> Versions:
        """List a file's versions, the newest first."""
        me = acting.person
        file = self._file(me, args.path)
        numbers, more = page_of(range(file.version, 0, -1), args.page)
        rows = [self._version_row(me, number, file.versions[number - 1]) for number in numbers]
        return Versions(path=file.path, versions=rows, more=more)

    @tool("read", effort=effort.listing, cause="searching")
    async def search(self, acting: Acting, args: SearchArguments) -> Listing:
        """Search the names and texts of the files you may see."""
        me = acting.person
        folder = parse_path(args.under)
        under = "/" if folder == "/" else f"{folder}/"
        visible = {file.id: file for file in self._visible(me)}
        index = self._indices.setdefault(me, Index())
        current = {id_: f"{file.path}\n{file.now.blob}" for id_, file in visible.items()}
        index.sync(current, lambda id_: self._document(visible[id_]))
        hits = [hit for hit in index.find(args.query) if visible[hit.id].path.startswith(under)]
        rows, more = page_of(hits, args.page)
        files = [self._row(me, visible[hit.id], hit.snippet) for hit in rows]
        return Listing(path=folder, files=files, found=len(hits), more=more)

    # Writing ---------------------------------------------------------------------------------------------------------

    @tool("write", effort=_writing, cause="writing")
    async def write(self, acting: Acting, args: WriteArguments) -> Written:
        """Write a text file whole; folders come into being with it."""
        path = self._text_path(args.path)
        written = self._write(acting, path, args.text.encode(), args.expected_version)
        # one knows what one wrote
        blob = acting.step.blobs.put_text(args.text)
        self._premises.readings.read(
            acting, [content(blob, part + 1) for part in range(len(split(args.text)))]
        )
        return written

    @tool("write", effort=_writing, cause="writing")
    async def edit(self, acting: Acting, args: EditArguments) -> Written:
        """Replace one passage of a text file."""
        file = self._file(acting.person, args.path)
        text = self._text(file)
        count = text.count(args.old)
        if count != 1:
            what = "does not stand" if count == 0 else f"stands {count} times"
            raise ToolError(
                "invalid", f"the passage {what} in {file.path}", "Give it exactly, with enough around it."
            )
        return self._write(
            acting, file.path, text.replace(args.old, args.new).encode(), args.expected_version
        )

    @tool("write", effort=_writing, cause="writing")
    async def append(self, acting: Acting, args: AppendArguments) -> Written:
        """Add lines to the end of a text file; it is created if there is none."""
        path = self._text_path(args.path)
        known = self._files.at(path)
        before = ""
        if known is not None and self._access.may_read(acting.person, known):
            before = self._text(known)
        joint = "\n" if before and not before.endswith("\n") else ""
        return self._write(acting, path, (before + joint + args.text).encode(), None)

    @tool("write", effort=effort.handling)
    async def upload(self, acting: Acting, args: UploadArguments) -> Written:
        """Put a file of any kind on the drive."""
        path = parse_path(args.path)
        try:
            data = base64.b64decode("".join(args.content.split()), validate=True)
        except (binascii.Error, ValueError):
            raise ToolError("invalid", "content is not base64") from None
        return self._write(acting, path, data, args.expected_version)

    @tool("write", effort=effort.handling)
    async def move(self, acting: Acting, args: MoveArguments) -> Written:
        """Move or rename a file; it keeps its versions."""
        file = self._file(acting.person, args.path, write=True)
        to = self._free_path(acting.person, file, args.to)
        acting.step.emit(FileMoved(path=file.path, file=file.id, to=to, by=acting.person), acting.person)
        return Written(path=to, version=file.version, size=file.now.size)

    @tool("write", effort=effort.handling)
    async def copy(self, acting: Acting, args: MoveArguments) -> Written:
        """Copy a file's newest version."""
        file = self._file(acting.person, args.path)
        to = self._free_path(acting.person, file, args.to)
        return self._put(acting, to, file.now.blob, file.now.size)

    @tool("write", effort=effort.handling)
    async def trash(self, acting: Acting, args: PathArguments) -> Written:
        """Put a file into the trash; drive.restore brings it back."""
        file = self._file(acting.person, args.path, write=True)
        acting.step.emit(FileMoved(path=file.path, file=file.id, to="", by=acting.person), acting.person)
        return Written(path=file.path, version=file.version, size=file.now.size)

    @tool("write", effort=effort.handling)
    async def restore(self, acting: Acting, args: PathArguments) -> Written:
        """Bring a file back from the trash to where it lay, as a new version."""
        path = parse_path(args.path)
        gone = [
            file
            for file in self._files.trash()
            if file.path == path and self._access.may_write(acting.person, file)
        ]
        if not gone:
            raise ToolError(
                "not_found", f"there is no {path} in the trash that you may restore", "See drive.list trash."
            )
        if self._files.at(path) is not None:
            raise ToolError("conflict", f"another file lies at {path} now", "Move that one first.")
        file = gone[-1]
        return self._put(acting, path, file.now.blob, file.now.size, file)

    @tool("write", effort=effort.handling)
    async def share(self, acting: Acting, args: ShareArguments) -> Shared:
        """Let people open a file, outsiders included, wherever it lies."""
        file = self._file(acting.person, args.path, write=True)
        people = self._premises.people.all_of(args.people, but=[acting.person])
        if not people:
            raise ToolError("invalid", "you have it already", "Name somebody else.")
        payload = FileShared(
            path=file.path, file=file.id, by=acting.person, people=people, may_write=args.may_write
        )
        acting.step.emit(payload, acting.person)
        cards = [self._premises.card(one) for one in people]
        return Shared(path=file.path, people=cards, may_write=args.may_write)

    def attachment(self, person: str, name: str) -> Attached | None:
        """A file that the person may read, to send along."""
        try:
            file = self._files.at(parse_path(name))
        except ToolError:
            return None
        if file is None or not self._access.may_read(person, file):
            return None
        return Attached(name=file.name, blob=file.now.blob, size=file.now.size, path=file.path)

    # What other apps keep their files in ----------------------------------------------------------------------------

    def open(self, person: str, path: str, *, write: bool = False, version: int | None = None) -> OpenFile:
        """See `FileStore.open`."""
        file = self._file(person, path, write=write)
        number = file.version if version is None else self._version(file, version)
        blob = file.versions[number - 1].blob
        return OpenFile(file.path, number, self._premises.blobs.get(blob), blob)

    def save(self, acting: Acting, path: str, data: bytes, *, version: int | None) -> tuple[str, int]:
        """See `FileStore.save`."""
        written = self._write(acting, parse_path(path), data, 0 if version is None else version)
        return written.path, written.version

    def _save(self, acting: Acting, path: str, attached: Attached) -> tuple[str, int]:
        """Write an attachment to the drive; its path and version."""
        path = parse_path(path)
        self._check_target(acting.person, path)
        written = self._put(acting, path, attached.blob, attached.size)
        return written.path, written.version

    # Shared ----------------------------------------------------------------------------------------------------------

    def _visible(self, person: str) -> list[File]:
        return [file for file in self._files if self._access.may_read(person, file)]

    def _file(self, person: str, text: str, *, write: bool = False) -> File:
        path = parse_path(text)
        file = self._files.at(path)
        if file is None or not self._access.may_read(person, file):
            raise self._not_found(person, text)
        if write and not self._access.may_write(person, file):
            raise ToolError(
                "forbidden", f"you may read {path} but not change it", "Copy it, or ask who shared it."
            )
        return file

    def _not_found(self, person: str, text: str) -> ToolError:
        paths = [file.path for file in self._visible(person)]
        folders = dict.fromkeys(path.rpartition("/")[0] for path in paths)
        hint = closest(text, [*paths, *(one for one in folders if one)])
        return ToolError("not_found", f"there is no {text!r}", hint or "See drive.list and drive.search.")

    def _version(self, file: File, number: int) -> int:
        if not 1 <= number <= file.version:
            raise ToolError("not_found", f"{file.path} has versions 1 to {file.version}, not {number}")
        return number

    def _text(self, file: File) -> str:
        text = as_text(file.name, self._premises.blobs.get(file.now.blob))
        if text is None:
            raise ToolError("invalid", f"{file.path} is not a text", "Use drive.download and drive.upload.")
        return text

    @staticmethod
    def _text_path(text: str) -> str:
        path = parse_path(text)
        if not is_text(path):
            raise ToolError(
                "invalid",
                f"{path} is not named as a text",
                "End it with .md, .txt or .csv; other kinds: drive.upload.",
            )
        return path

    def _check_target(self, person: str, path: str) -> File | None:
        """The file at a path that the person may write to, or ``None`` if it is free.

        Raises:
            ToolError: They may not, or the path can't be a file's.
        """
        known = self._files.at(path)
        if known is not None and self._access.may_read(person, known):
            return self._file(person, path, write=True)
        if not self._access.may_enter(person, path):
            folder = path.rpartition("/")[0]
            raise ToolError("not_found", f"there is no folder {folder or '/'} that you may write to")
        if path == "/" or any(file.path.startswith(f"{path}/") for file in self._files):
            raise ToolError("invalid", f"{path} is a folder", "Give the file a name in it.")
        above = path.rpartition("/")[0]
        while above:
            if self._files.at(above) is not None:
                raise ToolError("invalid", f"{above} is a file, not a folder")
            above = above.rpartition("/")[0]
        return None

    def _free_path(self, person: str, file: File, text: str) -> str:
        path = parse_path(text.rstrip("/") + "/" + file.name if text.rstrip().endswith("/") else text)
        if self._check_target(person, path) is not None:
            raise ToolError("conflict", f"there is a file at {path} already", "Choose another name.")
        return path

    def _write(self, acting: Acting, path: str, data: bytes, expected: int | None) -> Written:
        if len(data) > MAX_FILE:
            raise ToolError("invalid", f"the file is larger than {MAX_FILE} bytes")
        known = self._check_target(acting.person, path)
        version = known.version if known else 0
        if expected is not None and expected != version:
            raise self._conflict(acting.person, path, known, expected)
        return self._put(acting, path, acting.step.blobs.put(data), len(data))

    def _conflict(self, me: str, path: str, known: File | None, expected: int) -> ToolError:
        if known is None:
            hint = "Leave the version out to create it."
            return ToolError("conflict", f"{path} does not exist: it has no version {expected}", hint)
        by = self._premises.people.name(known.now.by) or "somebody before your time"
        now = f"version {known.version}, written by {by} on {self._premises.stamp(me, known.now.at)}"
        if expected == 0:
            hint = f"Read it and change version {known.version}, or choose another name."
            return ToolError("conflict", f"{path} exists already: it is at {now}", hint)
        if expected > known.version:
            return ToolError(
                "conflict", f"{path} is at {now}: there is no version {expected}", "Read it again."
            )
        hint = f"Read it again, put your change into version {known.version} and name that as the version."
        return ToolError("conflict", f"{path} is at {now}, not {expected}: your change was not saved", hint)

    def _put(
        self, acting: Acting, path: str, blob: BlobRef, size: int, restored: File | None = None
    ) -> Written:
        me = acting.person
        known = restored or self._files.at(path)
        version = known.version + 1 if known else 1
        file = known.id if known else self._files.next_id(me)
        acting.step.emit(FileWritten(path=path, file=file, version=version, blob=blob, size=size, by=me), me)
        return Written(path=path, version=version, size=size)

    def _read(self, acting: Acting, file: File, number: int, part: int) -> Text:
        version = file.versions[number - 1]
        me = acting.person
        text = as_text(file.name, self._premises.blobs.get(version.blob))
        shown, more = "", ""
        if text is not None:
            shown, _, more = part_of(text, part)
        self._note_read(acting, file, number)
        new = text is not None and bool(self._premises.readings.read(acting, [content(version.blob, part)]))
        cells = shown.replace(",", " ").replace(";", " ") if is_table(file.path) else shown
        return Text(
            path=file.path,
            version=number,
            size=version.size,
            by=self._premises.card(version.by),
            at=self._premises.stamp(me, version.at),
            text=shown,
            note="" if text is not None else "Not a text: get its bytes with drive.download.",
            more=more,
            seen=text is not None and not new,
            words=effort.count_words(cells) if new else 0,
        )

    def _note_read(self, acting: Acting, file: File, number: int) -> None:
        payload = FileRead(path=file.path, file=file.id, version=number, person=acting.person)
        acting.step.emit(payload, acting.person)

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

    def _document(self, file: File) -> Document:
        text = as_text(file.name, self._premises.blobs.get(file.now.blob)) or ""
        return Document(file.path.replace("/", " ").replace("_", " "), text)

    def rows(self, table: str = "") -> Iterable[Mapping[str, Any]]:
        if table not in ("", "files"):
            raise KeyError(table)
        for file in self._files:
            yield {
                "path": file.path,
                "file": file.id,
                "version": file.version,
                "size": file.now.size,
                "owner": file.owner,
                "by": file.now.by,
                "at": file.now.at,
                "shared": sorted(file.shares),
            }
