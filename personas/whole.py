"""A persona with its sources: what it comes to, and where each of its values was written.

Everything that talks to authors about a persona (reading it back, checking it, comparing it) needs to say which file
and line a value stands in, be it the persona's own, a fragment's, or nobody's: a default.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path as File
from pathlib import PurePath
from typing import Any

from .compose import Located, SourceText, compose_located
from .document import LineMap
from .library import find_source, fragments, same_name
from .problems import Path, Position
from .schema import Persona


@dataclass(frozen=True)
class Origin:
    """Where a value comes from.

    Attributes:
        kind: The persona's own file, a fragment it includes, or the default.
        fragment: The fragment's id, if it is one.
        position: Where it is written; the nearest key above it for a default.
    """

    kind: str
    fragment: str
    position: Position

    def __str__(self) -> str:
        if self.kind == "default":
            return "default"
        name = f"fragment {self.fragment}" if self.fragment else PurePath(self.position.file).name
        return f"{name}:{self.position.line}"


@dataclass(frozen=True)
class Whole:
    """A persona and all that is known about how it was written.

    Attributes:
        persona: What it comes to.
        file: The persona's own file.
        text: That file's content.
        data: Everything written, fragments merged in, defaults left out.
        lines: Where each part of `data` stands.
    """

    persona: Persona
    file: str
    text: str
    data: Mapping[str, Any]
    lines: LineMap

    @classmethod
    def load(
        cls,
        id_or_path: str | File,
        search: Sequence[File] = (),
        known: Mapping[str, SourceText] | None = None,
    ) -> Whole:
        """A persona by id or from a file.

        Args:
            id_or_path: An id, or the path of a file; `fragments/` beside it comes first.
            search: Folders searched before all others.
            known: The fragments there are, if they have been read already; only for a persona by id.

        Raises:
            UnknownPersonaError: Nothing of that id, or no such file.
            AuthoringErrors: The persona, or a fragment it includes, has faults.
        """
        source, where = find_source(id_or_path, search)
        persona, located = _composed(source.text, source.file, tuple((known or fragments(where)).items()))
        same_name(persona, source)
        return cls(persona, source.file, source.text, located.data, located.lines)

    def written(self, path: Path) -> bool:
        """Whether an author wrote the value at a path, in the persona or in a fragment."""
        here: Any = self.data
        for part in path:
            try:
                here = here[part]
            except (KeyError, IndexError, TypeError):
                return False
        return True

    def origin(self, path: Path) -> Origin:
        """Where the value at a path comes from."""
        position = self.lines.where(path)
        if not self.written(path):
            return Origin("default", "", position)
        if position.file == self.file:
            return Origin("file", "", position)
        return Origin("fragment", PurePath(position.file).stem, position)

    def place(self, *paths: Path) -> Position:
        """Where to point at when several values don't fit: the last one that was written in the persona's own file.

        A value that only a fragment gives is mended in the persona too, so its own line is the better place.
        """
        written = [self.lines.where(path) for path in paths if self.written(path)]
        own = [position for position in written if position.file == self.file]
        return (own or written or [self.lines.where(())])[-1]


@lru_cache(maxsize=256)  # every check compares with everybody there is
def _composed(text: str, file: str, parts: tuple[tuple[str, SourceText], ...]) -> tuple[Persona, Located]:
    return compose_located(text, file, dict(parts))
