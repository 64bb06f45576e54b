"""A new pack that runs at once, for authors to change step by step."""

from __future__ import annotations

import re
import secrets  # outside the simulation: names a file that an author is about to write
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

ID = re.compile(r"[a-z][a-z0-9_]{0,63}")


class ScaffoldError(ValueError):
    """A pack can't be created there; the message says why."""


def scaffold(name: str, folder: Path) -> Path:
    """Write a minimal pack: three people, one fact, one task with its rubric and a reference solution.

    Args:
        name: The pack's id.
        folder: Where its folder is created.

    Returns:
        The pack's folder.

    Raises:
        ScaffoldError: The name is no id, or the folder exists already.
    """
    if not ID.fullmatch(name):
        raise ScaffoldError(f"`{name}` is no id: use lower-case letters, digits and _, a letter first")
    pack = folder / name
    if pack.exists():
        raise ScaffoldError(f"{pack} exists already")
    words = {
        "__id__": name,
        "__title__": name.replace("_", " ").capitalize(),
        "__canary__": f"tenure-canary-{secrets.token_hex(8)}",  # outside the simulation: written once, by hand
    }
    _copy(files(__package__ or "tenure.scenarios") / "starter", pack, words)
    return pack


def _copy(source: Traversable, target: Path, words: dict[str, str]) -> None:
    target.mkdir(parents=True)
    for entry in source.iterdir():
        if entry.is_dir():
            if entry.name != "__pycache__":
                _copy(entry, target / entry.name, words)
        else:
            text = entry.read_text("utf-8")
            for mark, word in words.items():
                text = text.replace(mark, word)
            (target / entry.name).write_text(text, "utf-8")
