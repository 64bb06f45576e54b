"""The drive behind its tools: who may do what with which file, and versions that nobody can lose."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from itertools import islice

from ..kernel.blobs import BlobRef
from ..office.events import Attached, FileRead, FileWritten
from ..office.texts import as_text, has_rows, is_text
from . import effort
from .base import Acting, ToolError
from .drivecalls import MAX_FILE, Text, Written
from .drivepaths import Access, closest, parse_path
from .drivestate import File, Files
from .pages import part_of, split
from .people import did_you_mean
from .premises import OpenFile, Premises
from .readings import part_key

EVERYBODY = ("all", "everyone", "everybody")


class Store:
    """What the drive's tools, and all apps that work on files, go through."""

    def __init__(self, premises: Premises, files: Files, access: Access) -> None:
        self._premises = premises
        self._files = files
        self._access = access

    # The store of other apps -----------------------------------------------------------------------------------------

    def open(self, person: str, path: str, *, write: bool = False, version: int | None = None) -> OpenFile:
        """See `FileStore.open`."""
        file = self.file(person, path, write=write)
        number = file.version if version is None else self.version(file, version)
        blob = file.versions[number - 1].blob
        return OpenFile(file.path, number, self._premises.blobs.get(blob), blob)

    def note_opened(self, acting: Acting, path: str, version: int) -> None:
        """See `FileStore.note_opened`."""
        self.note_read(acting, self.file(acting.person, path), version)

    def save(self, acting: Acting, path: str, data: bytes, *, version: int | None) -> tuple[str, int]:
        """See `FileStore.save`."""
        written = self.write(acting, parse_path(path), data, 0 if version is None else version)
        return written.path, written.version

    def save_attachment(self, acting: Acting, path: str, attached: Attached) -> tuple[str, int]:
        """Write an attachment to the drive; its path and version."""
        path = parse_path(path)
        self.check_target(acting.person, path)
        written = self.put(acting, path, attached.blob, attached.size)
        return written.path, written.version

    def attachment(self, person: str, name: str) -> Attached | None:
        """A file that the person may read, to send along."""
        try:
            file = self._files.at(parse_path(name))
        except ToolError:
            return None
        if file is None or not self._access.may_read(person, file):
            return None
        return Attached(name=file.name, blob=file.now.blob, size=file.now.size, path=file.path)

    # Finding ---------------------------------------------------------------------------------------------------------

    def visible(self, person: str) -> list[File]:
        """The files that the person may read."""
        return [file for file in self._files if self._access.may_read(person, file)]

    def trashed(self, person: str) -> list[File]:
        """The files in the trash that the person may read."""
        return [file for file in self._files.trash() if self._access.may_read(person, file)]

    def file(self, person: str, text: str, *, write: bool = False) -> File:
        """The file that lies at a path.

        Raises:
            ToolError: ``not_found``, also for what the person may not see; ``forbidden``: they may only read it.
        """
        path = parse_path(text)
        file = self._files.at(path)
        if file is None or not self._access.may_read(person, file):
            raise self.not_found(person, text)
        if write and not self._access.may_write(person, file):
            raise ToolError(
                "forbidden", f"you may read {path} but not change it", "Copy it, or ask who shared it."
            )
        return file

    def not_found(self, person: str, text: str) -> ToolError:
        """That there is no such file or folder, with the one that was probably meant."""
        paths = [file.path for file in self.visible(person)]
        folders = dict.fromkeys(path.rpartition("/")[0] for path in paths)
        hint = closest(text, [*paths, *(one for one in folders if one)])
        return ToolError("not_found", f"there is no {text!r}", hint or "See drive.list and drive.search.")

    @staticmethod
    def version(file: File, number: int) -> int:
        """A version's number, once it is known to exist.

        Raises:
            ToolError: It doesn't.
        """
        if not 1 <= number <= file.version:
            raise ToolError("not_found", f"{file.path} has versions 1 to {file.version}, not {number}")
        return number

    def members(self, words: Sequence[str], but: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The people that names, departments and ``#channels`` stand for, and those of the words that are groups.

        Raises:
            ToolError: One of them is neither.
        """
        setup = self._premises.setup
        departments = {one.department.casefold(): one.department for one in setup.people.values()}
        found: dict[str, None] = {}
        groups: list[str] = []
        for word in words:
            fold = word.strip().casefold()
            channel = fold.removeprefix("#")
            if channel in setup.channels and (fold.startswith("#") or fold not in departments):
                groups.append(f"#{channel}")
                found.update(dict.fromkeys(setup.channels[channel]))
            elif fold.startswith("#"):
                hint = did_you_mean(channel, setup.channels) or "See chat.channels."
                raise ToolError("not_found", f"there is no channel {word!r}", hint)
            elif fold and fold in departments:
                groups.append(departments[fold])
                inside = (one for one in setup.people.values() if not one.outside)
                found.update({one.id: None for one in inside if one.department.casefold() == fold})
            elif fold in EVERYBODY:
                groups.append("all")
                found.update({one.id: None for one in setup.people.values() if not one.outside})
            else:
                found[self._premises.people.resolve(word).id] = None
        return tuple(one for one in found if one != but), tuple(dict.fromkeys(groups))

    # Reading ---------------------------------------------------------------------------------------------------------

    def read(self, acting: Acting, file: File, number: int, part: int) -> Text:
        """A part of a version as text."""
        version = file.versions[number - 1]
        me = acting.person
        text = as_text(file.name, self._premises.blobs.get(version.blob))
        shown, more = "", ""
        if text is not None:
            shown, _, more = part_of(text, part)
        self.note_read(acting, file, number)
        keys = [part_key(file.name, version.blob, shown, part)]
        new = text is not None and bool(self._premises.readings.read(acting, keys))
        cells = shown.translate(_MARKS) if has_rows(file.path) else shown.replace("|", " ")
        return Text(
            path=file.path,
            version=number,
            size=version.size,
            by=self._premises.card(version.by),
            at=self._premises.stamp(me, version.at),
            text=shown,
            note="" if text is not None else _unreadable(file.name),
            more=more,
            seen=text is not None and not new,
            words=effort.count_words(cells) if new else 0,
        )

    def note_read(self, acting: Acting, file: File, number: int) -> None:
        """Journal that the acting person opened a version."""
        payload = FileRead(path=file.path, file=file.id, version=number, person=acting.person)
        acting.step.emit(payload, acting.person)

    def knows(self, acting: Acting, name: str, blob: BlobRef, data: bytes) -> None:
        """What one has written counts as read."""
        text = as_text(name, data)
        if text is not None:
            parts = islice(enumerate(split(text), start=1), _KNOWN)
            self._premises.readings.read(
                acting, [part_key(name, blob, shown, number) for number, shown in parts]
            )

    def has_read(self, person: str, name: str, blob: BlobRef, text: str) -> bool:
        """Whether the person has read that whole text, or wrote it."""
        keys = [part_key(name, blob, shown, part) for part, shown in enumerate(split(text), start=1)]
        return not self._premises.readings.unread(person, keys)

    def text(self, file: File) -> str:
        """The text of a file that is written as text.

        Raises:
            ToolError: It is of another kind.
        """
        if is_text(file.name):
            with contextlib.suppress(UnicodeDecodeError):
                # as it was written: a reader of a mail sees less
                return self._premises.blobs.get(file.now.blob).decode("utf-8-sig")
        raise ToolError("invalid", f"{file.path} is not a text", _editor(file.name))

    @staticmethod
    def text_path(text: str) -> str:
        """The path of a file that can be written as text.

        Raises:
            ToolError: Its ending says otherwise.
        """
        path = parse_path(text)
        if not is_text(path):
            raise ToolError(
                "invalid",
                f"{path} is not named as a text",
                f"End it with .md, .txt or .csv; {_editor(path)[0].lower()}{_editor(path)[1:]}",
            )
        return path

    # Writing ---------------------------------------------------------------------------------------------------------

    def check_target(self, person: str, path: str) -> File | None:
        """The file at a path that the person may write to, or ``None`` if it is free.

        Raises:
            ToolError: They may not, or the path can't be a file's.
        """
        known = self._files.at(path)
        if known is not None and self._access.may_read(person, known):
            return self.file(person, path, write=True)
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

    def free_path(self, person: str, file: File, text: str) -> str:
        """Where a file is to go.

        Raises:
            ToolError: Something lies there, or they may not write there.
        """
        path = parse_path(text.rstrip("/") + "/" + file.name if text.rstrip().endswith("/") else text)
        if self.check_target(person, path) is not None:
            raise ToolError("conflict", f"there is a file at {path} already", "Choose another name.")
        return path

    def write(self, acting: Acting, path: str, data: bytes, expected: int | None) -> Written:
        """Put a new version.

        Args:
            acting: Whose it is.
            path: Where.
            data: The file whole.
            expected: The version that it was made against, 0 for none; ``None``: what lies there, if they know it.

        Raises:
            ToolError: They may not, or the version has moved.
        """
        if len(data) > MAX_FILE:
            raise ToolError("invalid", f"the file is larger than {MAX_FILE:,} bytes")
        known = self.check_target(acting.person, path)
        version = known.version if known else 0
        if expected is not None and expected != version:
            raise self._conflict(acting.person, path, known, expected)
        if expected is None and known is not None and self._is_news(acting.person, known):
            raise self._unseen(acting.person, known)
        return self.put(acting, path, acting.step.blobs.put(data), len(data))

    def _is_news(self, me: str, file: File) -> bool:
        """Whether the newest version is somebody else's and the person of a seat has not seen it."""
        if file.now.by == me or me not in self._premises.seated:
            return False
        text = as_text(file.name, self._premises.blobs.get(file.now.blob)) if is_text(file.name) else None
        return text is None or not self.has_read(me, file.name, file.now.blob, text)

    def _unseen(self, me: str, file: File) -> ToolError:
        by = self._premises.people.name(file.now.by) or "somebody before your time"
        at = self._premises.stamp(me, file.now.at)
        message = (
            f"{file.path} is at version {file.version}, written by {by} on {at}, which you have not read"
        )
        hint = f"Read it first, or give version={file.version} to write over it."
        return ToolError("conflict", message, hint)

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

    def put(
        self, acting: Acting, path: str, blob: BlobRef, size: int, restored: File | None = None
    ) -> Written:
        """Put a new version without asking whether they may."""
        me = acting.person
        known = restored or self._files.at(path)
        version = known.version + 1 if known else 1
        file = known.id if known else self._files.next_id(me)
        acting.step.emit(FileWritten(path=path, file=file, version=version, blob=blob, size=size, by=me), me)
        return Written(path=path, version=version, size=size)


_KNOWN = 250
"""Parts of a text that one can have written oneself: 1.1 million characters."""
_MARKS = str.maketrans(dict.fromkeys(",;|", " "))


def _editor(name: str) -> str:
    kind = name.rpartition(".")[2].casefold()
    app = {"docx": "docs", "xlsx": "sheets", "pptx": "slides"}.get(kind)
    return f"Use the tools of {app}, or drive.upload." if app else "Use drive.download and drive.upload."


def _unreadable(name: str) -> str:
    known = name.casefold().endswith((".docx", ".xlsx", ".pptx", ".pdf"))
    what = "It can't be read as text; it may be damaged" if known else "Not a text"
    return f"{what}: get its bytes with drive.download."
