"""Finding personas and fragments: in folders, on `TENURE_PATH`, in installed packages and in this one.

What a run needs is handed out by content (`resolve_source`) and read back from content
(`persona_from_files`), so that a run never depends on a folder again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import entry_points
from importlib.resources import files as resource_files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath

from .compose import SourceText, compose, includes
from .document import load_document
from .problems import AuthoringError, AuthoringErrors, did_you_mean
from .schema import Persona

ENTRY_POINTS = "tenure.personas"
"""Entry point group; each names a package whose folder holds personas and `fragments/`."""
SEARCH_VARIABLE = "TENURE_PATH"
"""Names folders, separated as in PATH, for a user's own: each may hold `personas/`, packs, and code."""
DRAFT = ".draft.yaml"
"""How the name of a draft ends: what somebody still works on, and nothing ever loads as a persona."""
_SUFFIX = ".yaml"


class UnknownPersonaError(LookupError):
    """No persona of that id was found; the message names the nearest and where was looked."""


def search_folders() -> list[Path]:
    """The folders on `TENURE_PATH`, in order."""
    return [Path(part) for part in os.environ.get(SEARCH_VARIABLE, "").split(os.pathsep) if part]


@dataclass(frozen=True, slots=True)
class Shelf:
    """A folder of personas with their fragments."""

    name: str
    personas: Traversable
    fragments: Traversable

    def texts(self, folder: Traversable) -> dict[str, SourceText]:
        if not folder.is_dir():
            return {}
        found = sorted(
            (
                entry
                for entry in folder.iterdir()
                if entry.name.endswith(_SUFFIX) and not entry.name.endswith(DRAFT)
            ),
            key=lambda e: e.name,
        )
        return {entry.name.removesuffix(_SUFFIX): _read(entry, str(entry)) for entry in found}


def shelves(search: Sequence[Path] = ()) -> Iterator[Shelf]:
    """Where personas are looked for, in order: `search`, `TENURE_PATH`, installed packages, this package."""
    for folder in search:
        inner = folder / "personas"
        root = inner if inner.is_dir() else folder
        yield Shelf(str(root), root, root / "fragments")
    for folder in search_folders():
        root = folder / "personas"
        yield Shelf(str(root), root, root / "fragments")
    for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda p: p.name):
        package = resource_files(point.value)
        yield Shelf(f"package {point.value}", package, package / "fragments")
    here = resource_files(__package__ or "tenure.personas")
    yield Shelf("built in", here / "library", here / "fragments")


def available(search: Sequence[Path] = ()) -> tuple[str, ...]:
    """The ids of all personas that can be found, sorted."""
    found: set[str] = set()
    for shelf in shelves(search):
        found.update(shelf.texts(shelf.personas))
    return tuple(sorted(found))


def fragments(search: Sequence[Path] = ()) -> dict[str, SourceText]:
    """All fragments that can be found, by id; of two with one id the first found counts."""
    found: dict[str, SourceText] = {}
    for shelf in shelves(search):
        for name, source in shelf.texts(shelf.fragments).items():
            found.setdefault(name, source)
    return dict(sorted(found.items()))


def load_persona(id_or_path: str | Path, search: Sequence[Path] = ()) -> Persona:
    """A persona by id, or from a file.

    Args:
        id_or_path: An id (`customs_broker`), or the path of a file; `fragments/` beside it comes first.
        search: Folders searched before all others, each holding personas or a folder `personas/`.

    Raises:
        UnknownPersonaError: Nothing of that id, or no such file.
        AuthoringErrors: The persona, or a fragment it includes, has faults.
    """
    source, where = find_source(id_or_path, search)
    return _composed(source.text, source.file, tuple(fragments(where).items()))


def resolve_source(id_or_path: str | Path, search: Sequence[Path] = ()) -> dict[str, bytes]:
    """All files a persona is made of: `<id>.yaml` and the `fragments/<id>.yaml` it includes, directly or not.

    Raises:
        UnknownPersonaError: Nothing of that id, or no such file.
        AuthoringErrors: A file can't be read as YAML; unknown fragments are left to `persona_from_files`.
    """
    source, where = find_source(id_or_path, search)
    known = fragments(where)
    found = {f"{Path(source.file).stem}{_SUFFIX}": source.text.encode()}
    todo = list(includes(source.text, source.file))
    while todo:
        name = todo.pop(0)
        key = f"fragments/{name}{_SUFFIX}"
        if key not in found and name in known:
            found[key] = known[name].text.encode()
            todo.extend(includes(known[name].text, known[name].file))
    return dict(sorted(found.items()))


def persona_from_files(files: Mapping[str, bytes], persona_id: str) -> Persona:
    """The persona `<persona_id>.yaml` rebuilt from what `resolve_source` gave, without looking anywhere else.

    Raises:
        UnknownPersonaError: `<persona_id>.yaml` is not among the files.
        AuthoringErrors: The persona or a fragment has faults; files are named as in `files`.
    """
    name = f"{persona_id}{_SUFFIX}"
    if name not in files:
        raise UnknownPersonaError(f"no `{name}` among the files: {', '.join(sorted(files)) or 'none'}")
    parts = tuple(
        (PurePosixPath(file).stem, SourceText(file, decoded(content, file)))
        for file, content in sorted(files.items())
        if file.startswith("fragments/")
    )
    return _composed(decoded(files[name], name), name, parts)


@lru_cache(maxsize=256)
def _composed(text: str, file: str, parts: tuple[tuple[str, SourceText], ...]) -> Persona:
    return same_name(compose(text, file, dict(parts)), SourceText(file, text))


def same_name(persona: Persona, source: SourceText) -> Persona:
    """The persona, if its id is its file's name.

    Raises:
        AuthoringErrors: It is not.
    """
    stem = PurePosixPath(source.file.replace(os.sep, "/")).stem
    if persona.id != stem:
        _, lines = load_document(source.text, source.file)
        fix = f"Write `id: {stem}`, or rename the file to {persona.id}{_SUFFIX}."
        message = f"the id `{persona.id}` is not the file's name"
        raise AuthoringErrors([lines.error(("id",), message, fix, value=True)])
    return persona


def find_source(id_or_path: str | Path, search: Sequence[Path] = ()) -> tuple[SourceText, Sequence[Path]]:
    """A persona's file, and the folders to search for its fragments.

    Raises:
        UnknownPersonaError: Nothing of that id, no such file, or a draft.
        AuthoringErrors: The file is not UTF-8 text.
    """
    text = str(id_or_path)
    if text.endswith(DRAFT):
        raise UnknownPersonaError(
            f"{text} is a draft, which is never loaded as a persona. Finish it with `tenure persona new` or "
            "`tenure persona draft`."
        )
    if isinstance(id_or_path, Path) or text.endswith((".yaml", ".yml")) or "/" in text or os.sep in text:
        path = Path(id_or_path)
        if not path.is_file():
            raise UnknownPersonaError(f"there is no file {path}")
        return _read(path, str(path)), (path.parent, *search)
    places: list[str] = []
    for shelf in shelves(search):
        places.append(shelf.name)
        entry = shelf.personas / f"{text}{_SUFFIX}"
        if entry.is_file():
            return _read(entry, str(entry)), search
    ids = available(search)
    hint = did_you_mean(text, ids) or f"Known: {', '.join(ids)}."
    raise UnknownPersonaError(f"there is no persona `{text}`. {hint} Looked in: {', '.join(places)}.")


def _read(entry: Traversable, file: str) -> SourceText:
    return SourceText(file, decoded(entry.read_bytes(), file))


def decoded(content: bytes, file: str) -> str:
    """A file's text.

    Raises:
        AuthoringErrors: It is not UTF-8.
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = content.count(b"\n", 0, fault.start) + 1
        column = fault.start - content.rfind(b"\n", 0, fault.start)
        error = AuthoringError(file, line, column, "", "the file is not UTF-8 text", "Save it as UTF-8.")
        raise AuthoringErrors([error]) from None
