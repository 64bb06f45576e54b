"""What apps over files on the drive share: opening for a reader or an editor, saving, mentions, and what was read."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import blake2b

from ..files.kinds import kind_of
from ..files.opening import FileError
from ..files.plain import plain
from ..office.events import Notice
from .base import Acting, ToolError
from .mentions import mentioned_in_file
from .pages import PART, shorten, split
from .premises import FileStore, OpenFile, Premises, may_open
from .readings import part_key


class FileDesk:
    """Files of one kind at work.

    Args:
        premises: The office.
        app: The app's name, for notices.
        kind: The only kind of file that it opens, ``docx``.
    """

    def __init__(self, premises: Premises, app: str, kind: str) -> None:
        self._premises = premises
        self._app = app
        self._kind = kind

    @property
    def files(self) -> FileStore:
        """The drive.

        Raises:
            ToolError: There is none here.
        """
        files = self._premises.files
        if files is None:
            raise ToolError("unavailable", "there is no drive here")
        return files

    def author(self, acting: Acting) -> str:
        """Who acts, as files name them."""
        return self._premises.people.name(acting.person)

    def now(self, acting: Acting) -> datetime:
        """The instant of an act, as files write it."""
        return self._start(acting.person) + timedelta(milliseconds=acting.at)

    def check(self, path: str) -> None:
        """Refuse a name of another kind.

        Raises:
            ToolError: It is one.
        """
        if kind_of(path) != self._kind:
            raise ToolError(
                "invalid", f"{path} is no .{self._kind}", f"{self._app} works on .{self._kind} only."
            )

    def current(self, acting: Acting, path: str, version: int) -> OpenFile:
        """A file to change, which must still be at that version.

        Raises:
            ToolError: It has moved on, isn't there or may not be changed.
        """
        opened = self.files.open(acting.person, path, write=True)
        if opened.version != version:
            # the drive's own refusal says who moved it on, and when
            self.files.save(acting, path, opened.data, version=version)
            raise ToolError("conflict", f"{opened.path} is at version {opened.version}, not {version}")
        self.check(opened.path)
        return opened

    # Readings --------------------------------------------------------------------------------------------------------

    def reads(self, person: str) -> bool:
        """Whether it is kept what this person reads."""
        return person in self._premises.seated

    def note_read(
        self, acting: Acting, opened: OpenFile, shown: Sequence[str], whole: Sequence[str]
    ) -> list[str]:
        """Which pieces are new to the reader, who has read them now.

        Args:
            acting: The reader's act.
            opened: The file.
            shown: The pieces that are read.
            whole: All pieces of the file: who has read them all has read it on the drive too, and the other way round.
        """
        me = acting.person
        self.files.note_opened(acting, opened.path, opened.version)
        readings = self._premises.readings
        text = plain(opened.path, opened.data) or ""
        blobs = [part_key(opened.path, opened.blob, one, part) for part, one in enumerate(split(text), 1)]
        if self.reads(me) and not readings.unread(me, blobs):
            return []
        by_key = {key_of(piece): piece for piece in shown if piece.strip()}
        new = readings.unread(me, list(by_key))
        known = {*by_key}
        rest = [key for piece in whole if piece.strip() and (key := key_of(piece)) not in known]
        if not readings.unread(me, rest):
            new_blobs = readings.unread(me, blobs)
        else:
            new_blobs = []
        if new or new_blobs:
            readings.read(acting, [*new, *new_blobs])
        return [by_key[key] for key in new]

    def wrote(self, acting: Acting, before: Sequence[str], after: Sequence[str]) -> None:
        """What one wrote counts as read; unless one changed what one had never read.

        Args:
            acting: The writer's act.
            before: The pieces of the file as it was.
            after: Those that it has now.
        """
        if not self.reads(acting.person):
            return
        old = {key_of(piece) for piece in before}
        kept = {key_of(piece) for piece in after}
        new = [key for piece in after if piece.strip() and (key := key_of(piece)) not in old]
        gone = [key for piece in before if piece.strip() and (key := key_of(piece)) not in kept]
        if new and not self._premises.readings.unread(acting.person, gone):
            self._premises.readings.read(acting, new)

    def when(self, person: str, date: str) -> str:
        """A date that a file gives, in the reader's own wall time."""
        try:
            since = datetime.fromisoformat(date) - self._start(person)
            return self._premises.stamp(person, since // timedelta(milliseconds=1))
        except (ValueError, TypeError, OverflowError):
            return date[:16].replace("T", " ")

    # Notices ---------------------------------------------------------------------------------------------------------

    def called(self, acting: Acting, path: str, text: str) -> list[str]:
        """Whom a text mentions; each must be able to open the file.

        Raises:
            ToolError: Somebody can't.
        """
        return mentioned_in_file(
            text, self._premises.people, acting.person, path, lambda one: may_open(self.files, one, path)
        )

    def named(self, names: Sequence[str], *, but: Sequence[str] = ()) -> list[str]:
        """The people of these names, as files give them."""
        return [
            one.id for one in self._premises.setup.people.values() if one.name in names and one.id not in but
        ]

    def tell(
        self, acting: Acting, path: str, text: str, people: Sequence[str], what: str, comment: str = ""
    ) -> None:
        """Notify people of a comment in a file.

        Args:
            acting: Who wrote it.
            path: The file.
            text: The comment.
            people: Whom it concerns.
            what: How it concerns them.
            comment: The id by which it is answered.
        """
        if people:
            notice = Notice(
                people=tuple(people),
                app=self._app,
                item=path,
                title=shorten(text, 80),
                what=what,
                text=acting.step.blobs.put_text(text),
                comment=comment,
            )
            acting.step.emit(notice, acting.person)

    def _start(self, person: str) -> datetime:
        return datetime.fromisoformat(self._premises.calendar(person).start)


def refused(error: FileError) -> ToolError:
    """A file's own refusal as a tool's."""
    return ToolError("not_found" if error.missing else "invalid", error.message, error.hint)


def key_of(text: str) -> str:
    """Names a piece of text by its words."""
    return f"w/{blake2b(' '.join(text.split()).encode('utf-8', 'replace'), digest_size=10).hexdigest()}"


def packed(pieces: Sequence[str], size: int = PART) -> list[list[str]]:
    """Pieces in parts of bounded length; at least one part."""
    parts: list[list[str]] = [[]]
    used = 0
    for piece in pieces:
        if parts[-1] and used + len(piece) > size:
            parts.append([])
            used = 0
        parts[-1].append(piece)
        used += len(piece) + 2
    return parts


def part_at(parts: Sequence[list[str]], part: int) -> tuple[list[str], str]:
    """The part asked for, and how to get the next one.

    Raises:
        ToolError: There is no such part.
    """
    if not 1 <= part <= len(parts):
        raise ToolError("invalid", f"part={part}: there are {len(parts)} parts, counted from 1")
    return parts[part - 1], f"part={part + 1} of {len(parts)}" if part < len(parts) else ""
