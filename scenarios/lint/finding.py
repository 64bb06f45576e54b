"""One thing that lint has to say about a pack."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from ...personas.problems import AuthoringError, Position

Severity: TypeAlias = Literal["error", "warning", "note"]
"""`error`: the pack does not work as meant. `warning`: it probably does not. `note`: worth a look."""
ORDER: dict[str, int] = {"error": 0, "warning": 1, "note": 2}


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found, where, and how to mend it.

    Attributes:
        severity: How bad it is.
        code: A word for the kind of finding, for filters: `unreachable-fact`.
        file: The file in the pack.
        line: Counted from 1.
        message: What was found.
        fix: What would be right; may be empty.
    """

    severity: Severity
    code: str
    file: str
    line: int
    message: str
    fix: str = ""

    def __str__(self) -> str:
        text = f"{self.file}:{self.line}: {self.severity}: {self.message}"
        return f"{text}. {self.fix}" if self.fix else text

    def record(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "severity": self.severity,
            "code": self.code,
            "file": self.file,
            "line": self.line,
            "message": self.message,
            "fix": self.fix,
        }

    @property
    def rank(self) -> tuple[int, str, int, str]:
        """Errors first, then by file and line."""
        return ORDER[self.severity], self.file, self.line, self.message


def of_error(error: AuthoringError) -> Finding:
    """A loader's error as a finding."""
    message = f"{error.path}: {error.message}" if error.path else error.message
    return Finding("error", "invalid", error.file, error.line, message, error.fix)


def at(where: Position | None, severity: Severity, code: str, message: str, fix: str = "") -> Finding:
    """A finding at a place of the pack; at `scenario.yaml` if the place is not known."""
    place = where or Position("scenario.yaml", 1, 1)
    return Finding(severity, code, place.file, place.line, message, fix)
