"""Which kinds of criteria there are: the built-in ones, those of installed packages, a user's and a pack's own."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import entry_points
from types import ModuleType

from ..engine.extensions import Own, module_from, own_files
from ..personas.problems import AuthoringError, AuthoringErrors
from .conduct import Conduct
from .criterion import Criterion, kind_of
from .document import Document
from .opinion import Opinion
from .packfiles import pack_files
from .pytests import Tests
from .state import State

ENTRY_POINTS = "tenure.criteria"
"""Entry point group; each names a class, or a module with classes."""
BUILT_IN: tuple[type[Criterion], ...] = (Document, State, Conduct, Tests, Opinion)

_pack: ContextVar[Mapping[str, type[Criterion]]] = ContextVar("criteria of the pack being read")
_known: ContextVar[dict[str, type[Criterion]] | None] = ContextVar(
    "all kinds, looked up once a rubric", default=None
)


@contextmanager
def criteria_of(files: Mapping[str, bytes], folder: str = "") -> Generator[None]:
    """While a pack's rubric is read, know the kinds in its ``criteria/`` folder, and the tests of its task.

    Args:
        files: The pack's content by path.
        folder: The task's folder; any task's if empty.

    Raises:
        AuthoringErrors: One of these files can't be run.
    """
    found: dict[str, type[Criterion]] = {}
    for path, source in sorted(files.items()):
        if path.startswith("criteria/") and path.endswith(".py"):
            found |= _read(source, path)
    token, known = _pack.set(found), _known.set({})
    try:
        with pack_files(files, folder):
            yield
    finally:
        _known.reset(known)
        _pack.reset(token)


def kinds() -> dict[str, type[Criterion]]:
    """Every kind by the word written in ``kind:``. A pack's own come before a user's, these before installed ones."""
    known = _known.get()
    if known:
        return known
    found = {kind_of(one): one for one in BUILT_IN}
    for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda point: point.name):
        loaded = point.load()
        found |= _classes(loaded) if isinstance(loaded, ModuleType) else {kind_of(loaded): loaded}
    for own in reversed(own_files("criteria").values()):
        found |= _read(own.source, own.file)
    found |= _pack.get({})
    if known is not None:
        known |= found
    return found


def file_of(kind: str, files: Mapping[str, bytes]) -> Own | None:
    """The pack's or a user's own file that defines a kind, if one does."""
    if kind in {kind_of(one) for one in BUILT_IN}:
        return None
    return next(
        (own for own in own_files("criteria", files).values() if kind in _read(own.source, own.file)), None
    )


def _read(source: bytes, file: str) -> dict[str, type[Criterion]]:
    try:
        return _of_source(source, file)
    except Exception as error:  # an author's own code may fail in any way
        lines = [
            frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file
        ]
        line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else 1
        said = f"this file of criteria can't be run: {type(error).__name__}: {error}"
        raise AuthoringErrors(
            [AuthoringError(file, line or 1, 1, "", said, "Mend it, or remove it.")]
        ) from error


@lru_cache(maxsize=256)
def _of_source(source: bytes, file: str) -> dict[str, type[Criterion]]:
    name = f"tenure_criteria_{sha256(source).hexdigest()[:12]}"
    return _classes(module_from(source, name, file))


def _classes(module: ModuleType) -> dict[str, type[Criterion]]:
    own = (one for one in vars(module).values() if inspect.isclass(one) and one.__module__ == module.__name__)
    return {kind_of(one): one for one in own if issubclass(one, Criterion)}
