"""Whether a model is alive: with its inputs changed, its output becomes what it should."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations, islice, product
from typing import Annotated, Any, Final, cast

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from ..engine.office.conditions.model import Written
from ..personas.problems import Misfit, did_you_mean
from .bookchecks import BookCheck, nothing_called, same_number
from .criterion import some
from .figures import readings
from .finding import Finding
from .numbers import Number, Tolerance
from .places import Candidate, Place, find, named, stems
from .workbook import Book, Spot, Value, Workbook, flag_of, like, number_in, number_of, text_of

TRIALS: Final = 16
"""Ways to take the labels that are tried before it is said that none works."""
_LARGE: Final = Decimal(100_000)
"""From here on people may count in thousands or millions."""
_FAR: Final = Decimal("0.02")
"""A cell that holds so small a share of what it is to be set to counts in another unit."""
_UNITS: Final = (Decimal(1), Decimal("0.001"), Decimal("0.000001"), Decimal(100), Decimal("0.01"))


def _setting(value: Any) -> Any:
    return [value] if isinstance(value, str | int | float | Decimal | bool) else value


Setting = Annotated[
    tuple[Annotated[str, Field(min_length=1)], ...],
    AfterValidator(some),
    BeforeValidator(_setting, json_schema_input_type=str | int | float | tuple[str, ...]),
]


class Case(Written):
    """Inputs set to other values, and what the output must then be."""

    set: dict[str, Setting] = Field(
        min_length=1, description="Input to its new value: a number, or alternatives of a text."
    )
    then: Number


class RecomputeOf(Written):
    """Inputs, an output, and cases; each case starts from the workbook as it was delivered."""

    inputs: dict[str, Place] = Field(min_length=1)
    output: Place
    tolerance: Tolerance = "0.1%"
    cases: Annotated[tuple[Case, ...], AfterValidator(some)]

    @model_validator(mode="after")
    def _sound(self) -> RecomputeOf:
        for number, case in enumerate(self.cases):
            for name in case.set:
                if name not in self.inputs:
                    fix = did_you_mean(name, self.inputs) or f"There are: {', '.join(self.inputs)}."
                    raise Misfit(f"there is no input `{name}`", fix, at=("cases", number, "set", name))
        values = {case.then for case in self.cases} | {
            one for text in self.output.was if (one := as_number(text)) is not None
        }
        if len(values) < 2:
            raise Misfit(
                "the output is the same in every case: a typed-in number would do",
                "Add a case with another result, or say what the output `was`.",
                at=("cases",),
            )
        unused = [name for name in self.inputs if not any(name in case.set for case in self.cases)]
        if unused:
            raise Misfit(
                f"no case sets `{unused[0]}`", "Set it in a case, or remove it.", at=("inputs", unused[0])
            )
        return self


def as_number(text: str) -> Decimal | None:
    """A setting as a number, in any notation; None if it is a text."""
    bare = text.strip()
    found = readings(bare.removesuffix("%").strip().lstrip("+-"))
    if not found:
        return None
    value = -found[0] if bare.startswith("-") else found[0]
    return value / 100 if bare.endswith("%") else value


@dataclass(frozen=True)
class _Input:
    """One way to take an input: the cells that hold it, and the unit in which it counts there."""

    spots: tuple[Spot, ...]
    unit: Decimal = Decimal(1)


class Recompute(BookCheck):
    """With its inputs changed it gives what it should."""

    recompute: RecomputeOf

    def look(self, book: Workbook) -> Finding:
        of = self.recompute
        outputs = [one.spot for one in find(book, of.output) if book.cells[one.spot].formula]
        if not outputs:
            return Finding(False, self._no_output(book))
        fed = {spot: book.feeding(spot) for spot in outputs}
        feeding = set[Spot]().union(*fed.values())
        ways: dict[str, list[_Input]] = {}
        for name, place in of.inputs.items():
            wanted = [
                one
                for case in of.cases
                if name in case.set and (one := as_number(case.set[name][0])) is not None
            ]
            found = _ways(book, place, feeding, wanted)
            if isinstance(found, str):
                return Finding(False, f"{name}: {found}")
            ways[name] = found
        said = ""
        for chosen in _choices(ways):
            finding = self._tried(book, dict(zip(ways, chosen, strict=True)), outputs)
            if finding.holds:
                return finding
            said = said or finding.said
        return Finding(False, said)

    def _no_output(self, book: Workbook) -> str:
        of = self.recompute.output
        typed = find(book, of)
        if typed:
            return f"{typed[0].spot.name} ({of.called}) is a typed-in number, no formula"
        return nothing_called(book, of)

    def _tried(self, book: Workbook, inputs: Mapping[str, _Input], outputs: Sequence[Spot]) -> Finding:
        """Whether one output gives every case, all in one unit."""
        of = self.recompute
        units: dict[Spot, Decimal | None] = dict.fromkeys(outputs)
        for case in of.cases:
            left: dict[Spot, Decimal | None] = {}
            given: dict[Spot, Value] = {}
            found: Decimal | None = None
            for given in islice(_settings(book, case, inputs), 4):
                computed = book.after(given)
                if computed is None:
                    continue
                first = number_in(computed, outputs[0])
                found = first if found is None else found
                left = dict(self._fitting(computed, units, case.then))
                if left:
                    break
            if not left:
                said = " and ".join(f"{spot.name} = {value}" for spot, value in given.items())
                gave = "no number" if found is None else text_of(round(found, 4))
                return Finding(False, f"with {said}, {outputs[0].name} is {gave}, not {case.then}")
            units = left
        spot = next(iter(units))
        return Finding(True, f"{spot.name} gives what it should in {len(of.cases)} cases")

    def _fitting(
        self, computed: Book, units: Mapping[Spot, Decimal | None], then: Decimal
    ) -> Iterator[tuple[Spot, Decimal | None]]:
        for spot, unit in units.items():
            number = number_in(computed, spot)
            if number is None:
                continue
            fits = same_number(number, then, self.recompute.tolerance, unit)
            if fits is not None:
                yield spot, fits


def _ways(
    book: Workbook, place: Place, feeding: set[Spot], settings: Sequence[Decimal]
) -> list[_Input] | str:
    """The ways to take an input, the likeliest first; or why there is none."""
    numeric = bool(settings) if not place.was else as_number(place.was[0]) is not None
    found = find(book, place, "number" if numeric else "any")
    if numeric and {*settings} <= {Decimal(0), Decimal(1)}:
        found += [one for one in find(book, place, "text") if flag_of(book.cells[one.spot].value) is not None]
    typed = [one for one in found if not book.cells[one.spot].formula]
    if not typed:  # what is named as an input may be computed from details: whoever changes it types over it
        typed = [one for one in found if one.spot in {*named(book, place)}]
    if not found:
        return nothing_called(book, place)
    if not typed:
        return f"{found[0].spot.name} ({place.called}) is computed, no input"
    live = [one for one in typed if one.spot in feeding]
    if not live:
        return f"nothing that is computed rests on {typed[0].spot.name} ({place.called})"
    holding = [
        (one, unit) for one in live if place.was and (unit := _unit(book, one.spot, place)) is not None
    ]
    if not holding:  # then its label is all there is to go by
        return [_Input((one.spot,), _guessed(book, one, settings)) for one in live]
    ways = [_Input((one.spot,), unit) for one, unit in holding]
    best = [one for one in holding if one[0][:2] == holding[0][0][:2] and one[1] == holding[0][1]]
    if len(best) > 1:  # the same input typed in twice
        ways.append(_Input(tuple(one.spot for one, _ in best), best[0][1]))
    return ways


def _unit(book: Workbook, spot: Spot, place: Place) -> Decimal | None:
    """The unit in which a cell holds what the input was; None if it doesn't."""
    value = book.cells[spot].value
    was = as_number(place.was[0])
    if was is not None:
        number = number_of(value)
        if number is None:
            return None
        return next((unit for unit in _UNITS if abs(number - was * unit) <= abs(was * unit) / 100_000), None)
    words = stems(str(value))
    return Decimal(1) if any(stems(one) <= words for one in place.was if stems(one)) else None


def _guessed(book: Workbook, one: Candidate, settings: Sequence[Decimal]) -> Decimal:
    """The unit of a cell, from what it holds beside what it is to be set to: percent, thousands, millions."""
    held = number_of(book.cells[one.spot].value)
    sizes = sorted(abs(value) for value in settings if value)
    if not held or not sizes:
        return Decimal(1)
    if sizes[-1] <= 1:
        return Decimal(100) if 1 < abs(held) <= 100 and sizes[0] < 1 else Decimal(1)
    ratio = abs(held) / sizes[len(sizes) // 2]
    if sizes[-1] < _LARGE or ratio > _FAR:
        return Decimal(1)
    return Decimal("0.001") if ratio > _FAR / 1000 else Decimal("0.000001")


def _choices(ways: Mapping[str, list[_Input]]) -> Iterator[tuple[_Input, ...]]:
    """Ways to take all inputs: the likeliest, then with one of them taken otherwise, then with two."""
    every = list(ways.values())
    ranks = [tuple[int, ...](0 for _ in every)]
    for several in (1, 2):
        for rank in range(1, 4):
            ranks += [
                tuple(rank if at in changed else 0 for at in range(len(every)))
                for changed in combinations(range(len(every)), several)
                if all(rank < len(every[at]) for at in changed)
            ]
    for chosen in ranks[:TRIALS]:
        yield tuple(one[rank] for one, rank in zip(every, chosen, strict=True))


def _settings(book: Workbook, case: Case, inputs: Mapping[str, _Input]) -> Iterator[dict[Spot, Value]]:
    """What to type where; several ways where an input is a text."""
    typed: list[list[dict[Spot, Value]]] = []
    for name, values in case.set.items():
        one = inputs[name]
        number = as_number(values[0])
        held = book.cells[one.spots[0]].value
        if number in (0, 1) and flag_of(held) is not None:
            typed.append([dict.fromkeys(one.spots, like(held, int(number)))])
        elif number is not None and (number_of(held) is not None or len(values) == 1):
            scaled = number * one.unit
            typed.append([dict.fromkeys(one.spots, cast("Value", _plain(scaled)))])
        else:
            typed.append([dict.fromkeys(one.spots, value) for value in _texts(book, one.spots[0], values)])
    for chosen in product(*typed):
        yield {spot: value for part in chosen for spot, value in part.items()}


def _plain(number: Decimal) -> int | float:
    return int(number) if number == number.to_integral_value() else float(number)


def _texts(book: Workbook, spot: Spot, values: Sequence[str]) -> list[Value]:
    """How a text may be said in this workbook: as its list offers it, as others of its cells say it, or as given."""
    held = book.cells[spot].value
    if isinstance(held, bool):
        return [not held]
    if number_of(held) is not None:
        numbers = [number for one in values if (number := as_number(one)) is not None]
        return [_plain(number) for number in numbers] or [1 if held == 0 else 0]
    offered = book.choices(spot)
    known = [*offered, *(cell.value for cell in book.cells.values() if isinstance(cell.value, str))]
    found: list[Value] = []
    for one in values:
        words = stems(one)
        found += [
            text for text in known if words and words <= stems(text) and len(stems(text)) <= len(words) + 2
        ]
    found += values if not offered else ()
    return list(dict.fromkeys(one for one in found if one != held)) or list(values)
