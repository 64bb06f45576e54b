"""Code of a user's own: Python files that lie in a pack, taken by content, or in a folder on `TENURE_PATH`.

Apps, minds, policies and kinds of criteria are looked for here and in installed packages, so that nobody needs a fork
of this repository.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Mapping, Sequence
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


def module_from(source: bytes, name: str, file: str, beside: Mapping[str, bytes] | None = None) -> ModuleType:
    """A module from its source as kept in a run; not entered under a name that anything else could import.

    Args:
        source: The module's text.
        name: Its name while it is made.
        file: Shown in tracebacks.
        beside: Module name to source of what lies in the same folder, for imports such as ``from . import _shared``.

    Raises:
        SyntaxError: The source is not Python.
    """
    module = ModuleType(name)
    module.__file__ = file
    module.__package__ = name
    module.__path__ = []
    code = compile(source, file, "exec")
    finder = _Beside(name, beside or {}, file.rpartition("/")[0])
    kept = {key: one for key, one in sys.modules.items() if key == name or key.startswith(f"{name}.")}
    for key in kept:
        del sys.modules[key]
    sys.modules[name] = module  # dataclasses look their module up while the code runs
    sys.meta_path.insert(0, finder)
    try:
        exec(code, module.__dict__)  # a pack's own code, which the user chose to run
    finally:
        sys.meta_path.remove(finder)
        for key in [key for key in sys.modules if key == name or key.startswith(f"{name}.")]:
            del sys.modules[key]
        sys.modules.update(kept)
    return module


class _Beside(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Imports the files that lie beside a module, from their sources."""

    def __init__(self, package: str, sources: Mapping[str, bytes], folder: str) -> None:
        self._package = package
        self._sources = sources
        self._folder = folder

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        package, _, name = fullname.rpartition(".")
        if package != self._package or name not in self._sources:
            return None
        return importlib.util.spec_from_loader(fullname, self, origin=f"{self._folder}/{name}.py")

    def get_source(self, fullname: str) -> str:
        return self._sources[fullname.rpartition(".")[2]].decode()
