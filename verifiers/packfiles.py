"""The files of the pack whose rubric is being read, for criteria that take code along from there."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from ..personas.problems import Misfit, did_you_mean

_files: ContextVar[tuple[Mapping[str, bytes], str] | None] = ContextVar(
    "files of the pack being read", default=None
)


@contextmanager
def pack_files(files: Mapping[str, bytes], folder: str = "") -> Generator[None]:
    """While a rubric is read, know its pack's files.

    Args:
        files: Content by path within the pack.
        folder: The task's folder; any task's if empty.
    """
    token = _files.set((files, folder))
    try:
        yield
    finally:
        _files.reset(token)


def task_file(path: str) -> bytes:
    """A file of the task whose rubric is being read.

    Raises:
        Misfit: There is none at that path; an empty one stands for it where no pack is being read.
    """
    known = _files.get()
    if known is None:
        return b""
    files, folder = known
    inside = {
        one.removeprefix(f"{folder}/") if folder else "/".join(one.split("/")[2:]): one
        for one in files
        if one.startswith(f"{folder}/" if folder else "tasks/")
    }
    if path not in inside:
        fix = did_you_mean(path, inside) or f"Create {folder or 'tasks/<id>'}/{path}."
        raise Misfit(f"the task has no file `{path}`", fix)
    return files[inside[path]]
