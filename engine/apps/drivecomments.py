"""Comments beside files: on any kind of file, kept with the file and not in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..kernel.blobs import BlobRef
from ..kernel.events import Event
from ..kernel.state import Apply, Component
from ..office.events import CommentResolved, FileCommented


@dataclass
class Comment:
    """One comment of a file."""

    id: str
    file: str
    version: int
    by: str
    at: int
    text: BlobRef
    about: str
    reply_to: str | None
    people: tuple[str, ...]
    resolved: bool = False


class Comments(Component):
    """All comments by id, in the order in which they were written."""

    name = "drive_comments"

    def __init__(self) -> None:
        self._comments: dict[str, Comment] = {}
        self._of_file: dict[str, list[str]] = {}
        self._made: dict[str, int] = {}

    def listens(self) -> Mapping[str, Apply]:
        return {FileCommented.kind: self._commented, CommentResolved.kind: self._resolved}

    def __iter__(self) -> Iterator[Comment]:
        return iter(self._comments.values())

    def of(self, file: str) -> list[Comment]:
        """A file's comments, the oldest first."""
        return [self._comments[one] for one in self._of_file.get(file, ())]

    def rows(self, text: Callable[[BlobRef], str], path: Callable[[str], str]) -> Iterator[Mapping[str, Any]]:
        """The comments as flat rows.

        Args:
            text: Gives a comment's text.
            path: Gives a file's path.
        """
        for one in self:
            yield {
                "comment": one.id,
                "path": path(one.file),
                "file": one.file,
                "version": one.version,
                "by": one.by,
                "at": one.at,
                "text": text(one.text),
                "about": one.about,
                "reply_to": one.reply_to or "",
                "told": list(one.people),
                "resolved": one.resolved,
            }

    def next_id(self, person: str) -> str:
        """The id of the next comment that the person writes, ``ines/k2``."""
        return f"{person}/k{self._made.get(person, 0) + 1}"

    def _commented(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, FileCommented)
        self._made[payload.by] = self._made.get(payload.by, 0) + 1
        self._add(
            Comment(
                payload.comment,
                payload.file,
                payload.version,
                payload.by,
                event.at,
                payload.text,
                payload.about,
                payload.reply_to,
                payload.people,
            )
        )

    def _add(self, comment: Comment) -> None:
        self._comments[comment.id] = comment
        self._of_file.setdefault(comment.file, []).append(comment.id)

    def _resolved(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, CommentResolved)
        self._comments[payload.comment].resolved = payload.resolved

    def dump(self) -> Any:
        rows = [[*vars(one).values()] for one in self._comments.values()]
        return {"comments": rows, "made": dict(self._made)}

    def load(self, data: Any) -> None:
        self._comments, self._of_file = {}, {}
        for row in data["comments"]:
            values = list(row)
            values[8] = tuple(values[8])
            self._add(Comment(*values))
        self._made = dict(data["made"])
