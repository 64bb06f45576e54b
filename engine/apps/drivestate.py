"""The drive's state: files that keep their id when they move, with all their versions, shares and the trash."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ..kernel.blobs import BlobRef
from ..kernel.events import Event
from ..kernel.state import Apply, Component
from ..office.events import FileMoved, FileShared, FileUnshared, FileWritten, UploadBegun


class Version(NamedTuple):
    """One state of a file."""

    blob: BlobRef
    size: int
    by: str
    at: int


class File:
    """A file with its history."""

    __slots__ = ("id", "owner", "path", "shares", "trashed", "versions")

    def __init__(self, id_: str, path: str, owner: str) -> None:
        self.id = id_
        self.path = path
        """Where it lies, or lay when it was put into the trash."""
        self.owner = owner
        self.versions: list[Version] = []
        """The first one is version 1."""
        self.shares: dict[str, bool] = {}
        """Person to whether they may write."""
        self.trashed = False

    @property
    def version(self) -> int:
        return len(self.versions)

    @property
    def now(self) -> Version:
        return self.versions[-1]

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]


class Files(Component):
    """All files by id, and those not in the trash by path."""

    name = "drive"
    version = 2

    def __init__(self) -> None:
        self._files: dict[str, File] = {}
        self._paths: dict[str, File] = {}
        self._made: dict[str, int] = {}
        self._uploads: dict[str, tuple[str, int, dict[int, BlobRef]]] = {}

    def listens(self) -> Mapping[str, Apply]:
        return {
            FileWritten.kind: self._written,
            FileShared.kind: self._shared,
            FileUnshared.kind: self._unshared,
            FileMoved.kind: self._moved,
            UploadBegun.kind: self._uploading,
        }

    def __iter__(self) -> Iterator[File]:
        """The files that lie somewhere, in the order in which they came to lie there."""
        return iter(self._paths.values())

    def at(self, path: str) -> File | None:
        """The file at that path."""
        return self._paths.get(path)

    def get(self, file: str) -> File | None:
        """The file of that id, in the trash or not."""
        return self._files.get(file)

    def trash(self) -> list[File]:
        """The files in the trash."""
        return [file for file in self._files.values() if file.trashed]

    def rows(self) -> Iterator[Mapping[str, Any]]:
        """The files that lie somewhere, as flat rows."""
        for file in self:
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

    def next_id(self, person: str) -> str:
        """The id of the next file that the person creates, ``ines/f2``."""
        return f"{person}/f{self._made.get(person, 0) + 1}"

    def upload(self, person: str, path: str, parts: int) -> dict[int, BlobRef]:
        """The parts, by number from 1, that the person has sent of a file in so many parts."""
        where, many, have = self._uploads.get(person, ("", 0, {}))
        return dict(have) if (where, many) == (path, parts) else {}

    def _uploading(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, UploadBegun)
        have = self.upload(payload.by, payload.path, payload.parts)
        # one file at a time: who begins another gives the first one up
        self._uploads[payload.by] = (payload.path, payload.parts, {**have, payload.part: payload.blob})

    def _written(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, FileWritten)
        if self._uploads.get(payload.by, ("",))[0] == payload.path:
            del self._uploads[payload.by]
        file = self._files.get(payload.file)
        if file is None:
            file = self._files[payload.file] = File(payload.file, payload.path, payload.by)
            self._made[payload.by] = self._made.get(payload.by, 0) + 1
        file.path, file.trashed = payload.path, False
        self._paths[payload.path] = file
        at = event.at if payload.written_at is None else payload.written_at
        file.versions.append(Version(payload.blob, payload.size, payload.by, at))

    def _shared(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, FileShared)
        file = self._files[payload.file]
        for person in payload.people:
            file.shares[person] = payload.may_write or file.shares.get(person, False)

    def _unshared(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, FileUnshared)
        for person in payload.people:
            self._files[payload.file].shares.pop(person, None)

    def _moved(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, FileMoved)
        file = self._paths.pop(payload.path)
        if payload.to:
            file.path = payload.to
            self._paths[payload.to] = file
        else:
            file.trashed = True

    def dump(self) -> Any:
        return {
            "files": [
                [
                    one.id,
                    one.path,
                    one.owner,
                    [list(version) for version in one.versions],
                    dict(one.shares),
                    one.trashed,
                ]
                for one in self._files.values()
            ],
            "order": [one.id for one in self._paths.values()],
            "made": dict(self._made),
            "uploads": {
                person: [path, parts, [[part, blob] for part, blob in have.items()]]
                for person, (path, parts, have) in self._uploads.items()
            },
        }

    def load(self, data: Any) -> None:
        self._files = {}
        for id_, path, owner, versions, shares, trashed in data["files"]:
            file = self._files[id_] = File(id_, path, owner)
            file.versions = [Version(*row) for row in versions]
            file.shares, file.trashed = dict(shares), trashed
        self._paths = {self._files[id_].path: self._files[id_] for id_ in data["order"]}
        self._made = dict(data["made"])
        self._uploads = {
            person: (path, parts, dict(have)) for person, (path, parts, have) in data["uploads"].items()
        }
