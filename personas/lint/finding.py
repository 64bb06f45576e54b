"""What was found in a persona, said so that its author can mend it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from ..problems import AuthoringError, Path, dotted
from ..whole import Whole

Severity: TypeAlias = Literal["error", "warning", "note"]
ORDER: Final[dict[Severity, int]] = {"error": 0, "warning": 1, "note": 2}


@dataclass(frozen=True)
class Finding:
    """What was found, where, why it matters, and how to mend it.

    Attributes:
        severity: error: it does not load; warning: two things can't both be meant; note: worth a look.
        code: A word for the kind of finding, for filters: `contradiction`, `vague`, `near-duplicate`.
        file: The file, as the author knows it.
        line: Counted from 1.
        path: The value's dotted path; empty for the whole file.
        message: What was found.
        why: What it does in a run.
        fix: What would be right.
    """

    severity: Severity
    code: str
    file: str
    line: int
    path: str
    message: str
    why: str = ""
    fix: str = ""

    def __str__(self) -> str:
        head = (
            f"{self.file}:{self.line}: {self.severity}: {self.path}{': ' if self.path else ''}{self.message}"
        )
        return " ".join([f"{head}.", *(part for part in (self.why, self.fix) if part)])

    def record(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "severity": self.severity,
            "code": self.code,
            "file": self.file,
            "line": self.line,
            "path": self.path,
            "message": self.message,
            "why": self.why,
            "fix": self.fix,
        }

    @property
    def rank(self) -> tuple[int, str, int, str]:
        """Errors first, then by file and line."""
        return ORDER[self.severity], self.file, self.line, self.message


def of_error(error: AuthoringError) -> Finding:
    """A loader's error as a finding."""
    why = "The persona can't be loaded until this is right."
    return Finding("error", "invalid", error.file, error.line, error.path, error.message, why, error.fix)


def found(
    whole: Whole, severity: Severity, code: str, paths: tuple[Path, ...], message: str, why: str, fix: str
) -> Finding:
    """A finding about the values at some paths, placed at the one that its author can change."""
    position = whole.place(*paths)
    written = [path for path in paths if whole.written(path) and whole.lines.where(path) == position]
    path = dotted((written or list(paths))[-1])
    return Finding(severity, code, position.file, position.line, path, message, why, fix)
