"""Where an author's personas are looked for and written: `./personas`, unless told otherwise."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

from ..failures import Unusable

HOME: Final = Path("personas")
"""Where new personas go."""


def search() -> tuple[Path, ...]:
    """Folders searched before the personas that come with Tenure."""
    return (HOME,) if HOME.is_dir() and not (HOME / "__init__.py").exists() else ()


def meant(name: str) -> str | Path:
    """A persona as it was named: a file if it looks like one, else an id."""
    return Path(name) if name.endswith((".yaml", ".yml")) or "/" in name else name


def readable(path: Path) -> None:
    """Refuse what can't be a persona's file, before it is read.

    Raises:
        Unusable: It is missing, a folder, far too large, or not text.
    """
    from ....personas.document import MAX_CHARACTERS

    if path.is_dir():
        raise Unusable(f"{path} is a folder; name the files in it: {path}/*.yaml")
    if not path.is_file():
        raise Unusable(f"there is no file {path}")
    if path.stat().st_size > 4 * MAX_CHARACTERS:
        raise Unusable(f"{path} has {path.stat().st_size:,} bytes; a persona's file has a few thousand")


def target(folder: Path, name: str, suffix: str = ".yaml") -> Path:
    """The file of a new persona; nothing is ever overwritten.

    Raises:
        Unusable: There is one already, or the folder is a file.
    """
    path = folder / f"{name}{suffix}"
    if folder.exists() and not folder.is_dir():
        raise Unusable(f"{folder} is a file; --out takes a folder")
    if path.exists():
        raise Unusable(
            f"{path} exists already and is not overwritten. Choose another id, or --out another folder."
        )
    return path


def write(path: Path, text: str) -> None:
    """Write a new file; never over one that is there.

    Raises:
        Unusable: Somebody has made it in the meantime.
    """
    data = _encoded(path, text)
    _make(path.parent)
    try:
        with path.open("xb") as file:
            file.write(data)
    except FileExistsError:
        raise Unusable(f"{path} exists already and is not overwritten") from None
    except OSError as fault:
        raise Unusable(f"{path} can't be written: {fault.strerror}") from None


def keep(path: Path, text: str) -> None:
    """Write a draft, over what was kept of it before.

    Raises:
        Unusable: It can't be written; what was there is left as it was.
    """
    data = _encoded(path, text)
    _make(path.parent)
    try:
        path.write_bytes(data)
    except OSError as fault:
        raise Unusable(f"{path} can't be written: {fault.strerror}") from None


def check_folder(folder: Path) -> None:
    """Refuse a folder that can't be made or written to, before work goes into what it is for; nothing is left there.

    Raises:
        Unusable: It can't be.
    """
    try:
        if folder.exists() and not folder.is_dir():
            raise Unusable(f"{folder} is a file; --out takes a folder")
        missing = [one for one in (folder, *folder.parents) if not one.exists()]
    except OSError as fault:
        raise Unusable(f"--out: {folder} can't be used: {fault.strerror}") from None
    try:
        _make(folder)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as fault:
        raise Unusable(f"--out: nothing can be written in the folder {folder}: {fault.strerror}") from None
    finally:
        with suppress(OSError):
            for one in missing:
                one.rmdir()


def check_file(path: Path) -> None:
    """Refuse a file that can't be written, before work goes into it; nothing is left there.

    Raises:
        Unusable: It can't be, or there is one already.
    """
    check_folder(path.parent)
    try:
        if path.exists():
            raise Unusable(f"{path} exists already and is not overwritten")
        if path.parent.exists():
            path.touch(exist_ok=False)
            path.unlink()
    except OSError as fault:
        raise Unusable(f"--out: {path} can't be written: {fault.strerror}") from None


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise Unusable(f"--out: the folder {folder} can't be made: {fault.strerror}") from None


def _encoded(path: Path, text: str) -> bytes:
    """The text's bytes, before its file is opened: a fault leaves no empty file."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as fault:
        wrong = text[fault.start]
        raise Unusable(f"{path} is not written: a text holds {wrong!r}, which is no character") from None
