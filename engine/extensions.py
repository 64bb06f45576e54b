"""Code of a user's own: Python files that lie in a pack, taken by content, or in a folder on `TENURE_PATH`.

Apps, minds, policies and kinds of criteria are looked for here and in installed packages, so that nobody needs a fork
of this repository.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import PurePosixPath
from types import ModuleType
from typing import Final, NamedTuple

from ..personas.library import search_folders


class Own(NamedTuple):
    """One file of a user's own."""

    file: str
    """As it is named in messages."""
    source: bytes


def own_files(folder: str, files: Mapping[str, bytes] | None = None) -> dict[str, Own]:
    """The files `<folder>/*.py`, a pack's before those on `TENURE_PATH`, by name without the ending.

    Args:
        folder: `apps`, `minds`, `policies` or `criteria`.
        files: A pack by content, as read from a folder or as runs keep it (below `pack/`).

    Returns:
        Of two files with one name the first found. Names that begin with `_` are left out.
    """
    found: dict[str, Own] = {}
    for path, source in sorted((files or {}).items()):
        inside = PurePosixPath(path.removeprefix("pack/"))
        if str(inside.parent) == folder and inside.suffix == ".py" and not inside.name.startswith("_"):
            found.setdefault(inside.stem, Own(path, source))
    for place in search_folders():
        for path in sorted((place / folder).glob("[!_]*.py")):
            found.setdefault(path.stem, Own(str(path), path.read_bytes()))
    return found


def own_module(folder: str, name: str, own: Own) -> ModuleType:
    """Run such a file and keep it as a module.

    It keeps its name when it is edited, so that its kinds of events may be defined anew.
    """
    known = f"tenure_{folder}_{name}"
    kept = _kept.get(known)
    if kept is not None and kept[0] == own.source:
        return kept[1]
    module = ModuleType(known)
    module.__file__ = own.file
    sys.modules[known] = module  # pydantic resolves annotations through it
    exec(
        compile(own.source, own.file, "exec"), module.__dict__
    )  # the user's own code, which they chose to run
    _kept[known] = (own.source, module)
    return module


_kept: Final[dict[str, tuple[bytes, ModuleType]]] = {}
