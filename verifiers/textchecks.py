"""What can be asked of any text: what it mentions and leaves out, length, headings, dates, tables."""

from __future__ import annotations

from datetime import date
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field, model_validator

from ..engine.office.conditions.model import Alternatives, Patterns, Written
from ..engine.office.matching import Matcher
from ..personas.problems import Misfit
from .figures import dates, figures
from .finding import Checking, Finding
from .near import Spans, any_of
from .numbers import WITHIN, Near, Number, NumberOf, Tolerance
from .plaintext import Table, Text, flat


class WordsOf(Written):
    """How long the text is."""

    min: int | None = Field(None, ge=1)
    max: int | None = Field(None, ge=1)

    @model_validator(mode="after")
    def _some(self) -> WordsOf:
        if self.min is None and self.max is None:
            raise Misfit("`words` has neither min nor max", "Write `words: {min: 200, max: 1500}`.")
        if self.min is not None and self.max is not None and self.max < self.min:
            raise Misfit(f"no text has at least {self.min} and at most {self.max} words", "Swap them.")
        return self


class DateOf(Written):
    """A day, however it is written."""

    value: date
    near: Near | None = None
    within: Annotated[int, Field(ge=1, le=5_000)] | Literal["sentence"] = WITHIN


class CellOf(Written):
    """What stands in one column of certain rows."""

    row: dict[str, str] = Field({}, description="Column to what it holds in the row meant; empty: any row.")
    column: str
    number: Number | None = None
    tolerance: Tolerance = "0"
    text: Alternatives | None = None

    @model_validator(mode="after")
    def _one(self) -> CellOf:
        if (self.number is None) == (self.text is None):
            raise Misfit("a cell holds either a number or a text", "Write one of `number:` and `text:`.")
        return self


class TableOf(Written):
    """A table with certain columns."""

    columns: tuple[str, ...] = Field(min_length=1)
    rows_min: int = Field(1, ge=0)
    rows_max: int | None = Field(None, ge=1)
    cells: tuple[CellOf, ...] = ()


class Mentions(Checking):
    """All of these are mentioned, each by one of its alternatives."""

    mentions: Patterns

    @cached_property
    def _matchers(self) -> list[Matcher[int]]:
        return [Matcher([(0, (one,))]) for one in self.mentions]

    def finding(self, text: Text) -> Finding:
        for matcher, alternatives in zip(self._matchers, self.mentions, strict=True):
            if not matcher.find(text.reading):
                return Finding(False, f"it doesn't mention {' / '.join(alternatives[:4])}")
        return Finding(True, "it mentions what it should")


class Absent(Checking):
    """The text does not say these (all of the outer list, each by one of its alternatives)."""

    absent: Patterns

    @property
    def asks(self) -> bool:
        return False

    @cached_property
    def _matcher(self) -> Matcher[int]:
        return Matcher([(0, self.absent)])

    def finding(self, text: Text) -> Finding:
        if self._matcher.find(text.reading):
            return Finding(False, f"it says {' and '.join(one[0] for one in self.absent)}")
        return Finding(True, "it leaves out what it should")


class Words(Checking):
    """It is neither too short nor too long."""

    words: WordsOf

    @property
    def asks(self) -> bool:
        return self.words.min is not None

    def finding(self, text: Text) -> Finding:
        least, most = self.words.min or 0, self.words.max
        wanted = f"{least} to {most}" if most is not None else f"at least {least}"
        holds = least <= text.words and (most is None or text.words <= most)
        return Finding(holds, f"it has {text.words} words, {wanted} are wanted")


class HasHeading(Checking):
    """It has a heading with these words."""

    heading: str = Field(min_length=1)

    def finding(self, text: Text) -> Finding:
        wanted = f" {flat(self.heading)} "
        holds = any(wanted in f" {flat(one)} " for one in text.headings)
        return Finding(holds, f"it has {'a' if holds else 'no'} heading {self.heading!r}")


class Headings(Checking):
    """All of these headings are there, in any order, each by one of its alternatives."""

    headings: Patterns

    def finding(self, text: Text) -> Finding:
        there = [f" {flat(one)} " for one in text.headings]
        for alternatives in self.headings:
            if not any(f" {flat(one)} " in heading for one in alternatives for heading in there):
                return Finding(False, f"it has no heading {' / '.join(alternatives[:4])}")
        return Finding(True, "it has the headings it should")


class TablesOf(Written):
    """How many real tables there are, and how large each must be to count."""

    min: int = Field(1, ge=1)
    rows_min: int = Field(1, ge=1)
    columns_min: int = Field(2, ge=1)


class Tables(Checking):
    """It has so many tables."""

    tables: TablesOf

    def finding(self, text: Text) -> Finding:
        of = self.tables
        count = sum(len(one.rows) >= of.rows_min and len(one.header) >= of.columns_min for one in text.tables)
        return Finding(count >= of.min, f"it has {count} tables of that size, {of.min} are wanted")


class HasDate(Checking):
    """The day stands in it."""

    date: DateOf

    def finding(self, text: Text) -> Finding:
        of = self.date
        pattern = None if of.near is None else any_of(of.near)
        near = Spans(match.span() for match in pattern.finditer(text.plain)) if pattern is not None else None
        said = Spans(text.sentences) if of.within == "sentence" else None
        for found in dates(text.plain):
            if not found.may_be(of.value):
                continue
            if near is None or pattern is None:
                return Finding(True, f"{of.value} is there")
            if said is not None:
                sentence = said.around(found.start)
                holds = sentence is not None and bool(pattern.search(text.plain, *sentence))
            else:
                holds = near.near(found.start, found.end, of.within if isinstance(of.within, int) else 0)
            if holds:
                return Finding(True, f"{of.value} is there")
        return Finding(False, f"{of.value} is not there{f' near {of.near[0]}' if of.near else ''}")


class HasTable(Checking):
    """It has such a table."""

    table: TableOf

    def finding(self, text: Text) -> Finding:
        said = f"it has no table with the columns {', '.join(self.table.columns)}"
        for table in text.tables:
            finding = self._of(table)
            if finding.holds:
                return finding
            said = finding.said
        return Finding(False, said)

    def _of(self, table: Table) -> Finding:
        of = self.table
        columns = {flat(name): number for number, name in reversed(list(enumerate(table.header)))}
        missing = [name for name in of.columns if flat(name) not in columns]
        if missing:
            return Finding(False, f"its table has no column {', '.join(missing)}")
        if len(table.rows) < of.rows_min or (of.rows_max is not None and len(table.rows) > of.rows_max):
            return Finding(False, f"its table has {len(table.rows)} rows")
        for cell in of.cells:
            if not _holds(cell, table, columns):
                return Finding(
                    False, f"{cell.number if cell.text is None else cell.text[0]} is not in {cell.column}"
                )
        return Finding(True, f"its table has {len(table.rows)} rows and what it should hold")


def _holds(cell: CellOf, table: Table, columns: dict[str, int]) -> bool:
    if any(flat(name) not in columns for name in (cell.column, *cell.row)):
        return False
    for row in table.rows:
        if any(flat(row[columns[flat(name)]]) != flat(value) for name, value in cell.row.items()):
            continue
        found = row[columns[flat(cell.column)]]
        if cell.text is not None and any(f" {flat(one)} " in f" {flat(found)} " for one in cell.text):
            return True
        if cell.number is not None:
            wanted = NumberOf(value=cell.number, tolerance=cell.tolerance)
            if any(wanted.fits(figure) for figure in figures(found)):
                return True
    return False
