"""What is wrong in an author's file, said so that the author can mend it without reading code.

Every reader of authors' files (personas, packs, rubrics) reports through these types, so that the command
line, the linter and tests show the same lines whatever was read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import NamedTuple

Path = tuple[str | int, ...]
"""Where a value stands in a document: keys as `str`, list positions as `int` counted from 0."""


class Position(NamedTuple):
    """A place in an author's file; line and column count from 1."""

    file: str
    line: int
    column: int


@dataclass(frozen=True, slots=True, order=True)
class AuthoringError:
    """One thing wrong in an author's file.

    Attributes:
        file: The file's name as the author knows it.
        line: Counted from 1.
        column: Counted from 1.
        path: The value's dotted path (`home.city`, `pressures[2].about`); empty for the whole file.
        message: What is wrong.
        fix: What would be right; may be empty when the message says it all.
    """

    file: str
    line: int
    column: int
    path: str
    message: str
    fix: str = ""

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}:{self.column}"
        what = f"{self.path}: {self.message}" if self.path else self.message
        return f"{where}: {what}. {self.fix}".rstrip() if self.fix else f"{where}: {what}"


class AuthoringErrors(ValueError):
    """All that is wrong in what an author wrote, in the order of the file.

    Attributes:
        errors: At least one `AuthoringError`, sorted by file and line.
    """

    def __init__(self, errors: Iterable[AuthoringError]) -> None:
        self.errors: tuple[AuthoringError, ...] = tuple(sorted(dict.fromkeys(errors)))
        super().__init__("\n".join(str(error) for error in self.errors))

    def __reduce__(self) -> tuple[type[AuthoringErrors], tuple[tuple[AuthoringError, ...]]]:
        return (type(self), (self.errors,))


class Misfit(ValueError):
    """Raised by a schema's validators to name the fix as well as the fault.

    Args:
        message: What is wrong.
        fix: What would be right.
        at: Where, relative to the value the validator was given.
    """

    def __init__(self, message: str, fix: str = "", at: Path = ()) -> None:
        super().__init__(message)
        self.fix = fix
        self.at = at


def dotted(path: Sequence[str | int]) -> str:
    """A path as authors read it: `pressures[2].about`."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += f".{part}" if text else part
    return text


def nearest(word: str, allowed: Iterable[str]) -> str:
    """The allowed word that `word` was most likely meant to be; empty if none is near."""
    candidates = {candidate.casefold(): candidate for candidate in allowed}
    spelled = word.casefold().replace("-", "_").replace(" ", "_")
    near = get_close_matches(spelled, list(candidates), n=1, cutoff=0.6)
    return candidates[near[0]] if near else ""


def did_you_mean(word: str, allowed: Iterable[str]) -> str:
    """``Did you mean `x`?`` for the allowed word nearest to `word`; empty if none is near."""
    near = nearest(word, allowed)
    return f"Did you mean `{near}`?" if near else ""
