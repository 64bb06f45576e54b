"""Every check there is, and those that are made of others: any, all, not, within a section, within a sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, ClassVar, cast

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, Tag, model_validator

from ..engine.files.kinds import Kind
from ..engine.office.conditions.model import Patterns, Written, one_key_of
from ..engine.office.matching import Matcher
from ..personas.problems import Misfit
from .bookchecks import Formulas, HasCell, HasFormula, NoErrors, Sheets
from .citations import Cites
from .criterion import some
from .filechecks import Comments, Slides, Suggestions
from .finding import WORKBOOK, Checking, Finding
from .numbers import HasNumber
from .places import Labels, stems
from .plaintext import Text, flat
from .reading import book_text
from .recompute import Recompute
from .textchecks import Absent, HasDate, HasHeading, HasTable, Headings, Mentions, Tables, Words


class Any_(Checking):  # noqa: N801
    """One of these holds."""

    any: Annotated[tuple[Check, ...], AfterValidator(some)]

    @property
    def asks(self) -> bool:
        return all(one.asks for one in self.any)

    def finding(self, text: Text) -> Finding:
        found = [check.finding(text) for check in self.any]
        holding = [one for one in found if one.holds]
        return holding[0] if holding else Finding(False, "; ".join(one.said for one in found))


class All(Checking):
    """All of these hold."""

    all: Annotated[tuple[Check, ...], AfterValidator(some)]

    @property
    def asks(self) -> bool:
        return any(one.asks for one in self.all)

    def finding(self, text: Text) -> Finding:
        return first_failing(self.all, text)


class Not(Checking):
    """This does not hold."""

    not_: Check = Field(alias="not")

    @property
    def asks(self) -> bool:
        return False

    def finding(self, text: Text) -> Finding:
        found = self.not_.finding(text)
        return Finding(not found.holds, f"{found.said}, which it should not" if found.holds else found.said)


def _alternatives(value: Any) -> Any:
    if isinstance(value, str):
        return [[value]]
    if isinstance(value, list | tuple):
        items = cast("list[Any]", value)
        return [items] if items and all(isinstance(one, str) for one in items) else items
    return value


class SectionOf(Written):
    """A part of a document, from its heading to the next of the same or a higher level; of a deck, a slide."""

    heading: Annotated[
        Patterns, BeforeValidator(_alternatives, json_schema_input_type=str | tuple[str, ...] | Patterns)
    ] = Field(
        description="Words in the heading: alternatives, or several lists of them that must all be there."
    )
    checks: Annotated[tuple[Check, ...], AfterValidator(some)]

    @model_validator(mode="after")
    def _of_text(self) -> SectionOf:
        for number, check in enumerate(self.checks):
            if check.kinds:
                raise Misfit(
                    "this looks at a whole file", "Put it beside the section.", at=("checks", number)
                )
        return self


class Section(Checking):
    """Checks that hold within one section."""

    section: SectionOf

    @property
    def asks(self) -> bool:
        return True

    def finding(self, text: Text) -> Finding:
        matched = [one for one in text.outline if self._meant(one.text)]
        if not matched:
            return Finding(False, f"it has no section {' '.join(one[0] for one in self.section.heading)}")
        found = [(one, first_failing(self.section.checks, text.part(one))) for one in matched]
        heading, best = next((pair for pair in found if pair[1].holds), found[0])
        return Finding(best.holds, f"in “{heading.text[:40]}”: {best.said}")

    def _meant(self, heading: str) -> bool:
        there = f" {flat(heading)} "
        return all(any(f" {flat(one)} " in there for one in words) for words in self.section.heading)


class SheetOf(Written):
    """One sheet of a workbook."""

    name: Labels = Field(min_length=1)
    checks: Annotated[tuple[Check, ...], AfterValidator(some)]


class Sheet(Checking):
    """Checks that hold within one sheet."""

    kinds: ClassVar[frozenset[Kind]] = WORKBOOK

    sheet: SheetOf

    def finding(self, text: Text) -> Finding:
        if text.file is None or text.file.kind != "xlsx":
            return Finding(False, "it is no workbook")
        book = text.file.book
        found: list[Finding] = []
        for name in book.sheets:
            if any(stems(one) <= stems(name) for one in self.sheet.name):
                part = book_text(book, (name,))
                part.file, part.shelf = text.file.within((name,)), text.shelf
                one = first_failing(self.sheet.checks, part)
                found.append(Finding(one.holds, f"on “{name}”: {one.said}"))
        if not found:
            return Finding(False, book.problem or f"it has no sheet {' / '.join(self.sheet.name)}")
        return next((one for one in found if one.holds), found[0])


_KINDS: dict[str, type[Written]] = {
    "number": HasNumber,
    "mentions": Mentions,
    "absent": Absent,
    "words": Words,
    "heading": HasHeading,
    "headings": Headings,
    "date": HasDate,
    "table": HasTable,
    "tables": Tables,
    "section": Section,
    "cites": Cites,
    "comments": Comments,
    "suggestions": Suggestions,
    "slides": Slides,
    "sheet": Sheet,
    "sheets": Sheets,
    "cell": HasCell,
    "formula": HasFormula,
    "formulas": Formulas,
    "recompute": Recompute,
    "no_errors": NoErrors,
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
    | Annotated[HasHeading, Tag("heading")]
    | Annotated[Headings, Tag("headings")]
    | Annotated[HasDate, Tag("date")]
    | Annotated[HasTable, Tag("table")]
    | Annotated[Tables, Tag("tables")]
    | Annotated[Section, Tag("section")]
    | Annotated[Cites, Tag("cites")]
    | Annotated[Comments, Tag("comments")]
    | Annotated[Suggestions, Tag("suggestions")]
    | Annotated[Slides, Tag("slides")]
    | Annotated[Sheet, Tag("sheet")]
    | Annotated[Sheets, Tag("sheets")]
    | Annotated[HasCell, Tag("cell")]
    | Annotated[HasFormula, Tag("formula")]
    | Annotated[Formulas, Tag("formulas")]
    | Annotated[Recompute, Tag("recompute")]
    | Annotated[NoErrors, Tag("no_errors")]
    | Annotated[Any_, Tag("any")]
    | Annotated[All, Tag("all")]
    | Annotated[Not, Tag("not")]
)
Check = Annotated[_AnyCheck, Discriminator(_kind), BeforeValidator(_known)]
for _model in (Any_, All, Not, SectionOf, Section, SheetOf, Sheet):
    _model.model_rebuild()


def first_failing(checks: Iterable[Checking], text: Text) -> Finding:
    """The first of the checks that does not hold; if all do, what they found."""
    said: list[str] = []
    for check in checks:
        finding = check.finding(text)
        if not finding.holds:
            return finding
        said.append(finding.said)
    return Finding(True, "; ".join(dict.fromkeys(said)))


def parts(check: Checking) -> Iterator[Checking]:
    """A check and all that it is made of."""
    yield check
    match check:
        case Any_(any=inner) | All(all=inner):
            pass
        case Not(not_=one):
            inner = (one,)
        case Section(section=of):
            inner = of.checks
        case Sheet(sheet=of):
            inner = of.checks
        case _:
            inner = ()
    for one in inner:
        yield from parts(one)


def contradiction(checks: Iterable[Checking]) -> str:
    """Why no document can meet these checks together; empty if one can."""
    listed = list(checks)
    flattened = [
        one for check in listed for one in ((*check.all, check) if isinstance(check, All) else (check,))
    ]
    for absent in (one for one in flattened if isinstance(one, Absent)):
        matcher = Matcher([(0, absent.absent)])
        for other in flattened:
            if isinstance(other, Mentions):
                for alternatives in other.mentions:
                    if all(matcher.find(one) for one in alternatives):
                        return f"it must say {' / '.join(alternatives[:3])} and must not"
            elif isinstance(other, HasNumber) and matcher.find(f"{other.number.value:f}"):
                return f"it must hold {other.number.value} and must not"
    return ""
