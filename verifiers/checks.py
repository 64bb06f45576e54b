"""What can be asked of a text: numbers, dates, what it mentions and leaves out, length, headings, tables."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from decimal import Decimal, InvalidOperation
from functools import cached_property
from typing import Annotated, Any, NamedTuple

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, Tag, model_validator

from ..engine.office.conditions.model import Alternatives, Patterns, Written, one_key_of
from ..engine.office.matching import Matcher
from ..personas.problems import Misfit
from .criterion import some
from .figures import Figure, dates, figures, readings
from .near import Spans, any_of, is_loose, spots
from .plaintext import Table, Text, flat

WITHIN = 200
"""Characters between a number and a word it must be near, where an author doesn't say."""

GUESSES = 150
"""Different numbers near the words, from which none of them is stated any more. Full reports of 700 words with tables
have up to 40."""
LOOSE_GUESSES = 1_500
"""The same for a whole text, or whole columns of a sheet."""


class Finding(NamedTuple):
    """Whether a check holds, and what was found."""

    holds: bool
    said: str


def _number(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    bare = value.strip()
    negative, digits = bare.startswith("-"), bare.lstrip("+-")
    try:
        return Decimal(bare)
    except InvalidOperation:
        found = readings(digits)
        if not found:
            raise Misfit(f"`{value}` is not a number", 'Write it as "1250.00".') from None
        return -found[0] if negative else found[0]


Number = Annotated[Decimal, BeforeValidator(_number)]


def _tolerance(value: Any) -> Any:
    text = str(value).strip()
    try:
        amount = Decimal(text.removesuffix("%"))
    except InvalidOperation:
        amount = Decimal(-1)
    if not amount.is_finite() or amount < 0:
        raise Misfit(f"`{value}` is not a tolerance", 'Write "0.5%" or an amount such as "0.01".')
    return text


def _sayable(value: tuple[str, ...]) -> tuple[str, ...]:
    for word in value:
        if not Text(word).plain.strip():
            raise Misfit(f"`{word}` is no word: it would be near everything", "Name a word.")
    return value


Near = Annotated[Alternatives, AfterValidator(_sayable)]


class NumberOf(Written):
    """A number, in any format."""

    value: Number
    tolerance: Annotated[str, BeforeValidator(_tolerance)] = Field(
        default="0", description='How far off it may be: an amount ("0.01") or a share ("0.5%").'
    )
    near: Near | None = Field(
        default=None,
        description="One of these words stands near it: before or after it, in its row, or atop its column.",
    )
    within: int = Field(
        default=WITHIN, ge=1, le=5_000, description="Characters between the number and the word."
    )
    among: int | None = Field(
        default=None,
        ge=1,
        description="If more different numbers than this stand there, it is guessing and none counts; "
        f"{GUESSES} if not given, {LOOSE_GUESSES} where no words or only a sheet's columns tell which is meant.",
    )

    @cached_property
    def margin(self) -> Decimal:
        """The tolerance as an amount."""
        if self.tolerance.endswith("%"):
            return abs(self.value) * Decimal(self.tolerance[:-1]) / 100
        return Decimal(self.tolerance)

    def fits(self, figure: Figure) -> bool:
        """Whether a number in a text is this one. The sign counts only for a negative value."""
        return any(
            abs((one if self.value < 0 else abs(one)) - self.value) <= self.margin for one in figure.readings
        )


class WordsOf(Written):
    """How long the text is."""

    min: int | None = Field(None, ge=1)
    max: int | None = Field(None, ge=1)

    @model_validator(mode="after")
    def _some(self) -> WordsOf:
        if self.min is None and self.max is None:
            raise Misfit("`words` has neither min nor max", "Write `words: {min: 200, max: 1500}`.")
        return self


class DateOf(Written):
    """A day, however it is written."""

    value: date
    near: Near | None = None
    within: int = Field(WITHIN, ge=1, le=5_000)


class CellOf(Written):
    """What stands in one column of certain rows."""

    row: dict[str, str] = Field({}, description="Column to what it holds in the row meant; empty: any row.")
    column: str
    number: Number | None = None
    tolerance: Annotated[str, BeforeValidator(_tolerance)] = "0"
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


class HasNumber(Written):
    """The number stands in it."""

    number: NumberOf

    def finding(self, text: Text) -> Finding:
        of = self.number
        found = list(spots(text, of.near, of.within))
        if any(of.fits(figure) for figure in found):
            different = len({figure.readings[0] for figure in found})
            if different > (of.among or (LOOSE_GUESSES if is_loose(text, of.near) else GUESSES)):
                return Finding(False, f"{of.value} is one of {different} numbers there: that is guessing")
            return Finding(True, f"{of.value} is there")
        where = f" near {' / '.join(of.near[:4])}" if of.near else ""
        return Finding(False, f"{of.value} is not there{where}")


class Mentions(Written):
    """All of these are mentioned, each by one of its alternatives."""

    mentions: Patterns

    @cached_property
    def _matchers(self) -> list[Matcher[int]]:
        return [Matcher([(0, (one,))]) for one in self.mentions]

    def finding(self, text: Text) -> Finding:
        for matcher, alternatives in zip(self._matchers, self.mentions, strict=True):
            if not matcher.find(text.plain):
                return Finding(False, f"it doesn't mention {' / '.join(alternatives[:4])}")
        return Finding(True, "it mentions what it should")


class Absent(Written):
    """The text does not say these (all of the outer list, each by one of its alternatives)."""

    absent: Patterns

    @cached_property
    def _matcher(self) -> Matcher[int]:
        return Matcher([(0, self.absent)])

    def finding(self, text: Text) -> Finding:
        if self._matcher.find(text.plain):
            return Finding(False, f"it says {' and '.join(one[0] for one in self.absent)}")
        return Finding(True, "it leaves out what it should")


class Words(Written):
    """It is neither too short nor too long."""

    words: WordsOf

    def finding(self, text: Text) -> Finding:
        least, most = self.words.min or 0, self.words.max
        wanted = f"{least} to {most}" if most is not None else f"at least {least}"
        holds = least <= text.words and (most is None or text.words <= most)
        return Finding(holds, f"it has {text.words} words, {wanted} are wanted")


class Heading(Written):
    """It has a heading with these words."""

    heading: str = Field(min_length=1)

    def finding(self, text: Text) -> Finding:
        wanted = f" {flat(self.heading)} "
        holds = any(wanted in f" {flat(one)} " for one in text.headings)
        return Finding(holds, f"it has {'a' if holds else 'no'} heading {self.heading!r}")


class HasDate(Written):
    """The day stands in it."""

    date: DateOf

    def finding(self, text: Text) -> Finding:
        of = self.date
        near = (
            None if of.near is None else Spans(match.span() for match in any_of(of.near).finditer(text.plain))
        )
        for found in dates(text.plain):
            if found.may_be(of.value) and (near is None or near.near(found.start, found.end, of.within)):
                return Finding(True, f"{of.value} is there")
        return Finding(False, f"{of.value} is not there{f' near {of.near[0]}' if of.near else ''}")


class HasTable(Written):
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


class Any_(Written):  # noqa: N801
    """One of these holds."""

    any: Annotated[tuple[Check, ...], AfterValidator(some)]

    def finding(self, text: Text) -> Finding:
        found = [check.finding(text) for check in self.any]
        holding = [one for one in found if one.holds]
        return holding[0] if holding else Finding(False, "; ".join(one.said for one in found))


class All(Written):
    """All of these hold."""

    all: Annotated[tuple[Check, ...], AfterValidator(some)]

    def finding(self, text: Text) -> Finding:
        return first_failing(self.all, text)


class Not(Written):
    """This does not hold."""

    not_: Check = Field(alias="not")

    def finding(self, text: Text) -> Finding:
        found = self.not_.finding(text)
        return Finding(not found.holds, f"{found.said}, which it should not" if found.holds else found.said)


_KINDS: dict[str, type[Written]] = {
    "number": HasNumber,
    "mentions": Mentions,
    "absent": Absent,
    "words": Words,
    "heading": Heading,
    "date": HasDate,
    "table": HasTable,
    "any": Any_,
    "all": All,
    "not": Not,
}
_known, _kind = one_key_of("check", _KINDS, "number: {value: …}", "several items of the list")
_AnyCheck = (
    Annotated[HasNumber, Tag("number")]
    | Annotated[Mentions, Tag("mentions")]
    | Annotated[Absent, Tag("absent")]
    | Annotated[Words, Tag("words")]
    | Annotated[Heading, Tag("heading")]
    | Annotated[HasDate, Tag("date")]
    | Annotated[HasTable, Tag("table")]
    | Annotated[Any_, Tag("any")]
    | Annotated[All, Tag("all")]
    | Annotated[Not, Tag("not")]
)
Check = Annotated[_AnyCheck, Discriminator(_kind), BeforeValidator(_known)]
for _model in (Any_, All, Not):
    _model.model_rebuild()


def asks_for_something(check: Check) -> bool:
    """Whether an empty text can't meet it."""
    match check:
        case Absent() | Not():
            return False
        case Words(words=of):
            return of.min is not None
        case Any_(any=inner):
            return all(asks_for_something(one) for one in inner)
        case All(all=inner):
            return any(asks_for_something(one) for one in inner)
        case _:
            return True


def first_failing(checks: Iterable[Check], text: Text) -> Finding:
    """The first of the checks that does not hold; if all do, what they found."""
    said: list[str] = []
    for check in checks:
        finding = check.finding(text)
        if not finding.holds:
            return finding
        said.append(finding.said)
    return Finding(True, "; ".join(dict.fromkeys(said)))


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
