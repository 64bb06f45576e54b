"""A pack by content: its files and the personas it uses, from a folder or from what a run stored.

Everything later (loading, resuming, scoring) reads a `PackSource` and never a folder, so a run keeps working
after its pack was edited or deleted.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fnmatch import fnmatch
from functools import cached_property
from hashlib import sha256
from importlib.metadata import entry_points
from importlib.resources import files as resource_files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, cast

from ..personas import UnknownPersonaError, resolve_source
from ..personas.library import search_folders
from ..personas.problems import AuthoringError, AuthoringErrors, did_you_mean
from ..personas.source import load_document
from .borrowed import borrowed

ENTRY_POINTS = "tenure.scenarios"
"""Entry point group; each names a package whose folder is a pack or holds packs."""
MAX_BYTES = 512 * 1024 * 1024
"""Largest pack read."""

_IGNORED = (
    "__pycache__",
    ".*",
    "*~",
    "*.swp",
    "*.swo",
    "*.bak",
    "*.orig",
    "*.tmp",
    "*.pyc",
    "#*#",
    "Thumbs.db",
)
_KEPT = (".access.yaml",)
_MAIN = "scenario.yaml"


class UnknownPackError(LookupError):
    """No such pack or task was found; the message names the nearest and where was looked."""


@dataclass(frozen=True)
class PackSource:
    """A pack's files and the personas its cast is made of.

    Attributes:
        files: Path within the pack, with `/`, to content.
        personas: `<id>.yaml` and `fragments/<id>.yaml` to content.
        place: Where it was found, for messages and lint; not part of the hash.
    """

    files: Mapping[str, bytes]
    personas: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    place: str = ""

    @cached_property
    def pack_hash(self) -> str:
        """SHA-256 over all files and personas in order of their names."""
        whole = sha256()
        for path, content in sorted(self.dump().items()):
            name = path.encode()
            whole.update(len(name).to_bytes(4) + name + len(content).to_bytes(8) + content)
        return whole.hexdigest()

    def dump(self) -> dict[str, bytes]:
        """All content under one namespace, to be stored in a run: `pack/…` and `personas/…`."""
        stored = {f"pack/{path}": content for path, content in self.files.items()}
        stored.update({f"personas/{path}": content for path, content in self.personas.items()})
        return dict(sorted(stored.items()))

    @classmethod
    def load(cls, stored: Mapping[str, bytes], place: str = "") -> PackSource:
        """The source that `dump` stored."""

        def under(prefix: str) -> dict[str, bytes]:
            return {
                path.removeprefix(prefix): content
                for path, content in stored.items()
                if path.startswith(prefix)
            }

        return cls(under("pack/"), under("personas/"), place)

    @classmethod
    def read(cls, folder: Path | Traversable) -> PackSource:
        """Read a pack's folder and the personas it uses.

        Raises:
            UnknownPackError: The folder holds no `scenario.yaml`, or is far too large.
        """
        root: Traversable = folder
        if not (root / _MAIN).is_file():
            raise UnknownPackError(f"{folder} is no pack: it holds no {_MAIN}")
        files: dict[str, bytes] = {}
        size = 0
        for path, entry in _walk(root, ""):
            files[path] = entry.read_bytes()
            size += len(files[path])
            if size > MAX_BYTES:
                raise UnknownPackError(
                    f"{folder} holds more than {MAX_BYTES // 1024 // 1024} MB; is it the right folder?"
                )
        files = {**files, **borrowed(files)}
        search = (folder,) if isinstance(folder, Path) else ()
        return cls(files, _personas_of(files, search), str(folder))

    def text(self, path: str) -> str:
        """A file as text.

        Raises:
            AuthoringErrors: It does not exist or is not UTF-8.
        """
        if path not in self.files:
            raise AuthoringErrors([AuthoringError(path, 1, 1, "", "the file is missing", "Create it.")])
        content = self.files[path]
        try:
            return content.decode("utf-8-sig")
        except UnicodeDecodeError as fault:
            line = content.count(b"\n", 0, fault.start) + 1
            error = AuthoringError(path, line, 1, "", "the file is not UTF-8 text", "Save it as UTF-8.")
            raise AuthoringErrors([error]) from None

    def under(self, folder: str) -> Iterator[str]:
        """Paths of all files below a folder, sorted."""
        prefix = folder.rstrip("/") + "/"
        return (path for path in sorted(self.files) if path.startswith(prefix))

    def tasks(self) -> tuple[str, ...]:
        """The ids of the pack's tasks, sorted."""
        names = {path.split("/")[1] for path in self.under("tasks") if path.count("/") >= 2}
        return tuple(sorted(name for name in names if f"tasks/{name}/task.md" in self.files))


def _walk(folder: Traversable, prefix: str) -> Iterator[tuple[str, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        name = entry.name
        if name not in _KEPT and any(fnmatch(name, pattern) for pattern in _IGNORED):
            continue
        if entry.is_dir():
            yield from _walk(entry, f"{prefix}{name}/")
        elif entry.is_file():
            yield f"{prefix}{name}", entry


def _personas_of(files: Mapping[str, bytes], search: tuple[Path, ...]) -> dict[str, bytes]:
    """What the cast's personas are made of; a persona that does not exist is told by the loader, with its line."""
    found: dict[str, bytes] = {}
    for path in sorted(files):
        if not is_cast_file(path):
            continue
        try:
            data, _ = load_document(PackSource(files).text(path), path)
        except AuthoringErrors:
            continue
        name = cast("Mapping[str, Any]", data).get("persona") if isinstance(data, Mapping) else None
        if isinstance(name, str) and f"{name}.yaml" not in found:
            with suppress(UnknownPersonaError):
                found.update(resolve_source(name, search))
    return found


def is_cast_file(path: str) -> bool:
    """Whether a path within a pack is a person of the cast or of a task's overlay."""
    parts = path.split("/")
    in_cast = len(parts) == 2 and parts[0] == "cast"
    in_overlay = len(parts) == 5 and parts[0] == "tasks" and parts[2:4] == ["overlay", "cast"]
    return (in_cast or in_overlay) and path.endswith(".yaml")


def packs() -> dict[str, Traversable]:
    """Every pack that can be found by name: on `TENURE_PATH` (also in `scenarios/` there), in packages, built in."""
    found: dict[str, Traversable] = {}

    def collect(folder: Traversable) -> None:
        if folder.is_dir():
            for entry in sorted(folder.iterdir(), key=lambda item: item.name):
                if entry.is_dir() and (entry / _MAIN).is_file():
                    found.setdefault(entry.name, entry)

    for folder in search_folders():
        collect(folder / "scenarios")
        collect(folder)
    for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda p: p.name):
        package = resource_files(point.value)
        if (package / _MAIN).is_file():
            found.setdefault(point.name, package)
        collect(package)
    here = resource_files(__package__ or "tenure.scenarios") / "packs"
    collect(Path(str(here)) if Path(str(here)).is_dir() else here)
    return dict(sorted(found.items()))


def find_pack(name_or_path: str) -> tuple[PackSource, str | None]:
    """A pack by name (`first_week`) or path (`./my_pack`); `:task` may follow for one that is not the default.

    Returns:
        The pack's content, and the task named or None.

    Raises:
        UnknownPackError: There is no such pack, or no such task in it.
    """
    text, task = name_or_path, ""
    if not Path(text).is_dir() and ":" in text:
        text, _, task = text.rpartition(":")
    if _is_path(text):
        folder = Path(text)
        if not folder.is_dir():
            raise UnknownPackError(f"there is no folder {folder}")
        source = PackSource.read(folder)
    else:
        known = packs()
        if text not in known:
            if (Path(text) / _MAIN).is_file():
                raise UnknownPackError(
                    f"there is no pack `{text}` by name. For the folder here, write ./{text}."
                )
            hint = did_you_mean(text, known) or f"There are: {', '.join(known) or 'none'}."
            raise UnknownPackError(
                f"there is no pack `{text}`. {hint} For a folder, give its path: ./{text}."
            )
        source = PackSource.read(known[text])
    if task and task not in source.tasks():
        tasks = source.tasks()
        hint = did_you_mean(task, tasks) or f"There are: {', '.join(tasks) or 'none'}."
        raise UnknownPackError(f"the pack `{text}` has no task `{task}`. {hint}")
    return source, task or None


def _is_path(text: str) -> bool:
    return "/" in text or os.sep in text or text in (".", "..")
