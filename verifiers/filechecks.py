"""What can be asked of an office file beside its text: comments, tracked changes, slides."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, Field, model_validator

from ..engine.files.kinds import Kind
from ..engine.office.conditions.model import Patterns, Written
from ..engine.office.matching import Matcher
from ..personas.problems import Misfit
from .finding import DECK, WORD, WORKBOOK, Checking, Finding
from .markings import Remark
from .places import Labels
from .plaintext import Text, flat


def _named(value: object) -> object:
    return [value] if isinstance(value, str) else value


class RemarksOf(Written):
    """How many there are, by whom and about what."""

    min: int = Field(default=0, ge=0)
    max: int | None = Field(default=None, ge=0)
    by: Annotated[tuple[str, ...], BeforeValidator(_named, json_schema_input_type=str | tuple[str, ...])] = (
        Field(
            default=(),
            description="Only those by these authors, named as the file names them, or by a part of it.",
        )
    )
    says: Patterns | None = Field(default=None, description="Only those that say this.")

    @model_validator(mode="after")
    def _asks(self) -> RemarksOf:
        if not self.min and self.max is None:
            raise Misfit("any number would do", "Write `{max: 0}` for none left, or `{min: 1}`.")
        if self.max is not None and self.max < self.min:
            raise Misfit(f"there can't be at least {self.min} and at most {self.max}", "Swap them.")
        return self

    @cached_property
    def _matcher(self) -> Matcher[int] | None:
        return Matcher([(0, self.says)]) if self.says is not None else None

    def finding(self, found: Sequence[Remark], noun: str) -> Finding:
        """Judge what was found."""
        meant = [one for one in found if self._by(one.author) and self._says(one.text)]
        by = f" by {meant[0].author}" if meant and meant[0].author else ""
        said = f"{len(meant)} {noun}" + (f", the first{by}: “{meant[0].text[:60]}”" if meant else "")
        holds = self.min <= len(meant) and (self.max is None or len(meant) <= self.max)
        return Finding(holds, f"it has {said}")

    def _by(self, author: str) -> bool:
        return not self.by or any(f" {flat(one)} " in f" {flat(author)} " for one in self.by)

    def _says(self, text: str) -> bool:
        return self._matcher is None or bool(self._matcher.find(text))


class Comments(Checking):
    """Comments that nobody has resolved."""

    kinds: ClassVar[frozenset[Kind]] = WORD | DECK | WORKBOOK

    comments: RemarksOf

    @property
    def asks(self) -> bool:
        return self.comments.min > 0

    def finding(self, text: Text) -> Finding:
        return self.comments.finding(text.file.remarks if text.file else (), "open comments")


class Suggestions(Checking):
    """Tracked insertions and deletions that are left."""

    kinds: ClassVar[frozenset[Kind]] = WORD

    suggestions: RemarksOf

    @property
    def asks(self) -> bool:
        return self.suggestions.min > 0

    def finding(self, text: Text) -> Finding:
        return self.suggestions.finding(text.file.suggestions if text.file else (), "tracked changes")


class SlidesOf(Written):
    """How a deck is made up."""

    min: int = Field(default=1, ge=1)
    max: int | None = Field(default=None, ge=1)
    titles: tuple[Labels, ...] = Field(
        default=(), description="Each of the outer list in some slide's title, by one of its alternatives."
    )
    notes: Annotated[int, Field(ge=1)] | Literal["all"] | None = Field(
        default=None, description="How many slides have speaker notes."
    )

    @model_validator(mode="after")
    def _ordered(self) -> SlidesOf:
        if self.max is not None and self.max < self.min:
            raise Misfit(f"no deck has at least {self.min} and at most {self.max} slides", "Swap them.")
        if self.max is not None and isinstance(self.notes, int) and self.notes > self.max:
            raise Misfit(f"{self.notes} slides with notes are more than {self.max} slides", "Lower `notes`.")
        return self


class Slides(Checking):
    """It has such slides."""

    kinds: ClassVar[frozenset[Kind]] = DECK

    slides: SlidesOf

    def finding(self, text: Text) -> Finding:
        if text.file is None or text.file.kind != "pptx":
            return Finding(False, "it is no deck")
        of, found = self.slides, text.file.slides
        if len(found) < of.min or (of.max is not None and len(found) > of.max):
            wanted = f"{of.min} to {of.max}" if of.max is not None else f"at least {of.min}"
            return Finding(False, f"it has {len(found)} slides, {wanted} are wanted")
        titles = [f" {flat(one.title)} " for one in found]
        for alternatives in of.titles:
            if not any(f" {flat(one)} " in title for one in alternatives for title in titles):
                return Finding(False, f"no slide is titled {' / '.join(alternatives[:4])}")
        noted = sum(one.has_notes for one in found)
        wanted_notes = len(found) if of.notes == "all" else of.notes or 0
        if noted < wanted_notes:
            return Finding(False, f"{noted} of {len(found)} slides have notes, {wanted_notes} are wanted")
        return Finding(True, f"it has {len(found)} slides")
