"""Asking for a number: in any notation, near certain words, and put forward rather than merely listed."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from functools import cached_property, partial
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from ..engine.office.conditions.model import Alternatives, Written
from ..personas.problems import Misfit
from .claims import claims
from .figures import Figure, readings
from .finding import Checking, Finding
from .near import is_loose, spots
from .plaintext import Text

WITHIN = 200
"""Characters between a number and a word it must be near, where an author doesn't say."""

GUESSES = 150
"""Different numbers near the words, from which none of them is stated any more. Full reports of 700 words with tables
have up to 40."""
LOOSE_GUESSES = 1_500
"""The same for a whole text, or whole columns of a sheet."""


def _number(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    bare = value.strip()
    share = bare.endswith("%")
    bare = bare.removesuffix("%").strip()
    negative, digits = bare.startswith("-"), bare.lstrip("+-")
    try:
        found = Decimal(bare)
    except InvalidOperation:
        read = readings(digits)
        if not read:
            raise Misfit(f"`{value}` is not a number", 'Write it as "1250.00".') from None
        found = -read[0] if negative else read[0]
    return found / 100 if share else found


Number = Annotated[Decimal, BeforeValidator(_number)]

ROUNDED = "rounded"
"""A tolerance: any correct rounding with at least three significant digits."""


def _tolerance(value: Any) -> Any:
    text = str(value).strip()
    if text == ROUNDED:
        return text
    try:
        amount = Decimal(text.removesuffix("%"))
    except InvalidOperation:
        amount = Decimal(-1)
    if not amount.is_finite() or amount < 0:
        raise Misfit(f"`{value}` is not a tolerance", 'Write "0.5%", an amount such as "0.01", or rounded.')
    return text


Tolerance = Annotated[str, BeforeValidator(_tolerance)]


def margin_of(value: Decimal, tolerance: str) -> Decimal:
    """A tolerance as an amount; 0 for ``rounded``."""
    if tolerance == ROUNDED:
        return Decimal(0)
    if tolerance.endswith("%"):
        return abs(value) * Decimal(tolerance[:-1]) / 100
    return Decimal(tolerance)


def is_that(value: Decimal, tolerance: str, figure: Figure) -> bool:
    """Whether a number in a text is a value. The sign counts only for a negative one."""
    if tolerance == ROUNDED:
        return figure.rounds(value)
    margin = margin_of(value, tolerance)
    return any(abs((one if value < 0 else abs(one)) - value) <= margin for one in figure.readings)


def _sayable(value: tuple[str, ...]) -> tuple[str, ...]:
    for word in value:
        if not Text(word).plain.strip():
            raise Misfit(f"`{word}` is no word: it would be near everything", "Name a word.")
    return value


Near = Annotated[Alternatives, AfterValidator(_sayable)]


class NumberOf(Written):
    """A number, in any format."""

    value: Number
    tolerance: Tolerance = Field(
        default="0",
        description='How far off it may be: an amount ("0.01"), a share ("0.5%"), or `rounded`: any correct rounding '
        "that keeps at least three significant digits.",
    )
    near: Near | None = Field(
        default=None,
        description="One of these words stands near it: before or after it, in its row, or atop its column.",
    )
    within: Annotated[int, Field(ge=1, le=5_000)] | Literal["sentence"] = Field(
        default=WITHIN,
        description="Characters between the number and the word, or `sentence`: the same sentence, bullet or row.",
    )
    rivals: tuple[Number, ...] = Field(
        default=(),
        description="Plausible wrong values: the number must be put forward (stand nearest to the words) in some "
        "sentence, row or cell, and more often than any of these.",
    )
    among: int | None = Field(
        default=None,
        ge=1,
        description="If more different numbers than this stand there, it is guessing and none counts; "
        f"{GUESSES} if not given, {LOOSE_GUESSES} where no words or only a sheet's columns tell which is meant.",
    )

    @model_validator(mode="after")
    def _sound(self) -> NumberOf:
        if self.rivals and self.near is None:
            raise Misfit("`rivals` compete for words, and there are none", "Add `near:`.", at=("rivals",))
        if self.within == "sentence" and self.near is None:
            raise Misfit("`within: sentence` of which words?", "Add `near:`.", at=("within",))
        for number, rival in enumerate(self.rivals):
            if abs(rival - self.value) <= self.margin or abs(rival - self.value) <= margin_of(
                rival, self.tolerance
            ):
                raise Misfit(
                    f"the rival {rival} is within the tolerance of {self.value}: it could never be missed by it",
                    "Remove it, or narrow the tolerance.",
                    at=("rivals", number),
                )
        return self

    @cached_property
    def margin(self) -> Decimal:
        """The tolerance as an amount."""
        return margin_of(self.value, self.tolerance)

    def fits(self, figure: Figure) -> bool:
        """Whether a number in a text is this one. The sign counts only for a negative value."""
        return is_that(self.value, self.tolerance, figure)


class HasNumber(Checking):
    """The number stands in it."""

    number: NumberOf

    def finding(self, text: Text) -> Finding:
        of = self.number
        found = list(spots(text, of.near, None if of.within == "sentence" or of.rivals else of.within))
        where = f" near {' / '.join(of.near[:4])}" if of.near else ""
        if not any(of.fits(figure) for figure in found):
            others = (
                list(dict.fromkeys(f"{figure.readings[-1]:f}" for figure in found))[:5] if of.near else []
            )
            instead = f"; there are {', '.join(others)}" if others else ""
            return Finding(False, f"{of.value} is not there{where}{instead}")
        different = len({figure.readings[0] for figure in found})
        if different > (of.among or (LOOSE_GUESSES if is_loose(text, of.near) else GUESSES)):
            return Finding(False, f"{of.value} is one of {different} numbers there: that is guessing")
        return self._claimed(text, where) if of.rivals else Finding(True, f"{of.value} is there")

    def _claimed(self, text: Text, where: str) -> Finding:
        of = self.number
        assert of.near is not None
        values = (of.value, *of.rivals)
        candidates = {value: partial(is_that, value, of.tolerance) for value in values}
        found = claims(text, of.near, candidates)
        own = found.pop(of.value)
        if not own.plain and not own.hedged:
            return Finding(False, f"{of.value} is there but not put forward{where}")
        for rival, had in found.items():
            if had.plain and had.plain >= own.plain:
                return Finding(
                    False, f"{rival} is put forward{where} {had.plain} times, {of.value} {own.plain} times"
                )
            if not own.plain and had.hedged:
                return Finding(False, f"{of.value} is only one possibility{where}, as is {rival}")
        return Finding(True, f"{of.value} is put forward{where}")
