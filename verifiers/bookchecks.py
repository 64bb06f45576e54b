"""What can be asked of a workbook: labelled values, live formulas, sheets, no errors."""

from __future__ import annotations

from abc import abstractmethod
from decimal import Decimal
from typing import ClassVar, Literal

from pydantic import Field, model_validator

from ..engine.files.kinds import Kind
from ..engine.office.conditions.model import Alternatives, Patterns, Written
from ..personas.problems import Misfit
from .figures import Figure
from .finding import WORKBOOK, Checking, Finding
from .numbers import Number, Tolerance, is_that
from .places import Candidate, Place, find, stems
from .plaintext import Text, flat
from .workbook import Spot, Workbook, flag_of, number_of, text_of

GUESSES = 12
"""Different numbers that may stand by one label, above which none of them is stated."""
_THOUSAND, _MILLION, _HUNDREDTH = Decimal(1000), Decimal(1_000_000), Decimal("0.01")


def units(value: Decimal) -> tuple[Decimal, ...]:
    """What a cell's number may have to be multiplied with to be a value: thousands, millions, percent."""
    if abs(value) >= _THOUSAND:
        return (Decimal(1), _THOUSAND, _MILLION)
    return (Decimal(1), _HUNDREDTH) if 0 < abs(value) <= 1 else (Decimal(1),)


def same_number(
    found: Decimal, value: Decimal, tolerance: str, unit: Decimal | None = None
) -> Decimal | None:
    """The unit in which a cell's number is a value; None if it is not.

    Args:
        found: The cell's number.
        value: What it should be.
        tolerance: How far off it may be.
        unit: The only unit allowed; any if None.
    """
    for one in units(value) if unit is None else (unit,):
        if is_that(value, tolerance, Figure(0, 0, (round(found * one, 9),))):
            return one
    return None


class BookCheck(Checking):
    """Base of checks that look into a workbook."""

    kinds: ClassVar[frozenset[Kind]] = WORKBOOK

    def finding(self, text: Text) -> Finding:
        if text.file is None or text.file.kind != "xlsx":
            return Finding(False, "it is no workbook")
        book = text.file.book
        return Finding(False, book.problem) if book.problem else self.look(book)

    @abstractmethod
    def look(self, book: Workbook) -> Finding:
        """Look at the workbook."""


class CellAt(Written):
    """What a labelled cell holds."""

    at: Place
    value: Number | None = None
    tolerance: Tolerance = "0"
    text: Alternatives | None = None

    @model_validator(mode="after")
    def _one(self) -> CellAt:
        if (self.value is None) == (self.text is None):
            raise Misfit("a cell holds either a number or a text", "Write one of `value:` and `text:`.")
        return self


class HasCell(BookCheck):
    """A labelled cell holds this."""

    cell: CellAt

    def look(self, book: Workbook) -> Finding:
        of = self.cell
        if of.text is not None:
            found = find(book, of.at, "text")
            wanted = [f" {flat(one)} " for one in of.text]
            for one in found:
                held = f" {flat(str(book.cells[one.spot].value))} "
                if any(text in held for text in wanted):
                    return Finding(True, f"{one.spot.name} is {of.text[0]}")
            return _missing(book, of.at, found, of.text[0])
        assert of.value is not None
        found = find(book, of.at)
        numbers = {one.spot: number_of(book.cells[one.spot].value) or Decimal(0) for one in found}
        if of.value in (0, 1):  # yes and no are written in more ways than one
            marked = find(book, of.at, "text")
            flags = {
                one.spot: flag for one in marked if (flag := flag_of(book.cells[one.spot].value)) is not None
            }
            numbers |= {spot: Decimal(flag) for spot, flag in flags.items()}
            found += [one for one in marked if one.spot in flags]
        if len(set(numbers.values())) > GUESSES:
            said = f"{len(set(numbers.values()))} different numbers stand by {of.at.called}: that is guessing"
            return Finding(False, said)
        for spot, number in numbers.items():
            if same_number(number, of.value, of.tolerance) is not None:
                return Finding(True, f"{spot.name} is {of.value}")
        return _missing(book, of.at, found, str(of.value))


def _missing(book: Workbook, place: Place, found: list[Candidate], wanted: str) -> Finding:
    if not found:
        return Finding(False, nothing_called(book, place))
    held = ", ".join(f"{one.spot.name} {_shown(book, one.spot)}" for one in found[:3])
    return Finding(False, f"{place.called} is not {wanted} but {held}")


def _shown(book: Workbook, spot: Spot) -> str:
    number = number_of(book.cells[spot].value)
    return text_of(round(number, 6)) if number is not None else repr(book.cells[spot].value)


def nothing_called(book: Workbook, place: Place) -> str:
    """Why a place was not found, with labels that come close."""
    wanted = {word for one in place.label for word in stems(one)}
    near = [
        (len(wanted & stems(cell.value)), cell.value)
        for cell in book.cells.values()
        if isinstance(cell.value, str) and wanted & stems(cell.value)
    ]
    near.sort(key=lambda one: -one[0])
    labels = list(dict.fromkeys(f"“{text[:40]}”" for _, text in near))[:3]
    hint = f"; labels that come close: {', '.join(labels)}" if labels else ""
    where = f" on a sheet called {' / '.join(place.sheet)}" if place.sheet else ""
    return f"no cell is labelled {place.called}{where}{hint}"


class FormulaAt(Written):
    """A labelled cell is computed."""

    at: Place
    depends_on: tuple[Place, ...] = Field(
        (), description="Each of these feeds it, through any chain of formulas."
    )


class HasFormula(BookCheck):
    """A labelled cell is a live formula, fed by what it should be."""

    formula: FormulaAt

    def look(self, book: Workbook) -> Finding:
        of = self.formula
        found = find(book, of.at)
        if not found:
            return Finding(False, nothing_called(book, of.at))
        live = [one for one in found if _is_live(book, one.spot)]
        if not live:
            return Finding(False, f"{found[0].spot.name} ({of.at.called}) is a typed-in number, no formula")
        inputs: list[list[Spot]] = []
        for place in of.depends_on:
            spots = [one.spot for one in find(book, place, "any")]
            if not spots:
                return Finding(False, nothing_called(book, place))
            inputs.append(spots)
        said = ""
        for one in live:
            fed = book.feeding(one.spot)
            lacking = [
                place.called
                for place, spots in zip(of.depends_on, inputs, strict=True)
                if fed.isdisjoint(spots)
            ]
            if not lacking:
                return Finding(True, f"{one.spot.name} is a live formula")
            said = said or f"{one.spot.name} ({of.at.called}) doesn't depend on {lacking[0]}"
        return Finding(False, said)


def _is_live(book: Workbook, spot: Spot) -> bool:
    """Whether a cell is computed from others: ``=88400000`` is as good as typed in."""
    return bool(book.cells[spot].formula) and book.is_fed(spot)


class FormulasOf(Written):
    """How much of a workbook is computed."""

    min: int = Field(1, ge=1, description="Formulas that rest on other cells.")
    min_share: Decimal | None = Field(
        None, gt=0, le=1, description="Their share among the cells with numbers."
    )


class Formulas(BookCheck):
    """So much of it is computed."""

    formulas: FormulasOf

    def look(self, book: Workbook) -> Finding:
        of = self.formulas
        numbers = [
            spot for spot, cell in book.cells.items() if cell.formula or number_of(cell.value) is not None
        ]
        live = sum(_is_live(book, spot) for spot in numbers)
        share = Decimal(live) / len(numbers) if numbers else Decimal(0)
        said = f"{live} of {len(numbers)} numbers are live formulas"
        if live < of.min:
            return Finding(False, f"{said}; at least {of.min} are wanted")
        if of.min_share is not None and share < of.min_share:
            return Finding(False, f"{said}; a share of {of.min_share} is wanted")
        return Finding(True, said)


class NoErrors(BookCheck):
    """No cell shows an error after it was computed anew."""

    no_errors: Literal[True]

    @property
    def asks(self) -> bool:
        return False

    def look(self, book: Workbook) -> Finding:
        if not book.errors:
            return Finding(True, "no cell shows an error")
        shown = ", ".join(f"{name} {error}" for name, error in book.errors[:3])
        return Finding(False, f"{len(book.errors)} cells show an error: {shown}")


class SheetsOf(Written):
    """Which sheets there are."""

    min: int = Field(1, ge=1)
    names: Patterns | None = Field(None, description="Each of the outer list in one sheet's name.")


class Sheets(BookCheck):
    """It has these sheets."""

    sheets: SheetsOf

    def look(self, book: Workbook) -> Finding:
        of = self.sheets
        if len(book.sheets) < of.min:
            return Finding(False, f"it has {len(book.sheets)} sheets, {of.min} are wanted")
        there = [stems(name) for name in book.sheets]
        for alternatives in of.names or ():
            if not any(stems(one) <= name for one in alternatives for name in there):
                return Finding(False, f"it has no sheet {' / '.join(alternatives[:4])}")
        return Finding(True, f"it has the sheets {', '.join(book.sheets[:6])}")
