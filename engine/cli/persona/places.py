"""Where an author's personas are looked for and written: `./personas`, unless told otherwise."""

from __future__ import annotations

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
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise Unusable(f"{path} exists already and is not overwritten") from None
