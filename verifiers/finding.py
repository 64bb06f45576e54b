"""What every check is, and what it found."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, NamedTuple

from ..engine.files.kinds import Kind
from ..engine.office.conditions.model import Written
from .plaintext import Text


class Finding(NamedTuple):
    """Whether a check holds, and what was found."""

    holds: bool
    said: str


class Checking(Written):
    """Base of all checks: what can be asked of a document."""

    kinds: ClassVar[frozenset[Kind]] = frozenset()
    """The kinds of files that can meet it; empty: any text."""
    uses_shelf: ClassVar[bool] = False
    """Whether it looks up what the document refers to."""

    @property
    def asks(self) -> bool:
        """Whether an empty document can't meet it."""
        return True

    @abstractmethod
    def finding(self, text: Text) -> Finding:
        """Look at a document."""


WORKBOOK: frozenset[Kind] = frozenset({"xlsx"})
WORD: frozenset[Kind] = frozenset({"docx"})
DECK: frozenset[Kind] = frozenset({"pptx"})
