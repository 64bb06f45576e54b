"""Drawing a run's params from its seed.

Each param has a generator of its own, seeded by the run's seed and the param's name: adding, removing or
fixing one param never changes what another draws.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from hashlib import sha256
from typing import Any

from ..personas.problems import AuthoringError, AuthoringErrors, Misfit, did_you_mean
from ..personas.source import LineMap
from .schema.params import Param
from .templates import Templates, Value


@dataclass(frozen=True)
class Params(Mapping[str, Value]):
    """The params of one run: an immutable mapping.

    Attributes:
        drawn: The values by name, in the order of the pack.
    """

    drawn: Mapping[str, Value]

    def __getitem__(self, name: str) -> Value:
        return self.drawn[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.drawn)

    def __len__(self) -> int:
        return len(self.drawn)

    def dump(self) -> dict[str, str]:
        """As text, for digests and journals: numbers without exponent, dates in ISO 8601, names sorted."""
        return {name: text_of(self.drawn[name]) for name in sorted(self.drawn)}


def text_of(value: Value) -> str:
    """The canonical text of a param's value."""
    if isinstance(value, Decimal):
        return f"{value:f}"
    return value.isoformat() if isinstance(value, date) else str(value)


def draw_params(
    specs: Mapping[str, Param],
    seed: int,
    overrides: Mapping[str, str] | None = None,
    lines: LineMap | None = None,
) -> Params:
    """Draw the params of a run.

    Args:
        specs: The pack's params in order.
        seed: The run's seed.
        overrides: Values set by hand (`--set name=value`) as text.
        lines: Where the specs stand in `scenario.yaml`, under `params`, for errors.

    Raises:
        AuthoringErrors: A formula can't be computed.
        Misfit: An override names no param, sets a formula, or lies outside the param's range.
    """
    given = dict(overrides or {})
    for name in given:
        if name not in specs:
            fix = did_you_mean(name, specs) or f"Params: {', '.join(specs) or 'none'}."
            raise Misfit(f"--set {name}: there is no such param", fix)
    values: dict[str, Value] = {}
    errors: list[AuthoringError] = []
    for name, spec in specs.items():
        try:
            if spec.formula is not None:
                if name in given:
                    raise Misfit(
                        f"--set {name}: it follows from `{spec.formula}`", "Set the params it is made of."
                    )
                values[name] = Templates(values).compute(spec.formula)
            elif name in given:
                values[name] = read_value(name, spec, given[name])
            else:
                values[name] = draw(spec, generator(seed, name))
        except Misfit as fault:
            if lines is None or name in given:
                raise
            path = ("params", name, "formula")
            errors.append(lines.error(path, f"the formula of `{name}`: {fault}", fault.fix, value=True))
            values[name] = 1
    if errors:
        raise AuthoringErrors(errors)
    return Params(values)


def generator(seed: int, name: str) -> random.Random:
    """The generator of one param."""
    return random.Random(int.from_bytes(sha256(f"{seed}\x1fparam\x1f{name}".encode()).digest()))


def draw(spec: Param, chance: random.Random) -> Value:
    """Draw a value of a param that is not a formula."""
    if (number := spec.integer) is not None:
        return number.min + number.step * chance.randrange((number.max - number.min) // number.step + 1)
    if (amount := spec.decimal) is not None:
        steps = int((amount.max - amount.min) / amount.step)
        return amount.min + amount.step * chance.randrange(steps + 1)
    if (day := spec.date) is not None:
        return chance.choice(list(day.days()))
    options = spec.choice or spec.person or []
    return chance.choice(options)


def read_value(name: str, spec: Param, text: str) -> Value:
    """Read a value set by hand.

    Raises:
        Misfit: It is not of the param's kind, or outside its range or choices.
    """

    def refuse(wanted: str) -> Misfit:
        return Misfit(f"--set {name}={text}: not {wanted}", f"`{name}` is {_describe(spec)}.")

    if spec.integer is not None:
        try:
            number = int(text)
        except ValueError:
            raise refuse("a whole number") from None
        if not spec.integer.min <= number <= spec.integer.max:
            raise refuse("within its range")
        return number
    if spec.decimal is not None:
        try:
            amount = Decimal(text)
        except InvalidOperation:
            raise refuse("a decimal number") from None
        if not amount.is_finite() or not spec.decimal.min <= amount <= spec.decimal.max:
            raise refuse("within its range")
        exponent: Any = (spec.decimal.min + spec.decimal.step).as_tuple().exponent
        places: Any = amount.as_tuple().exponent
        return amount if places <= exponent else amount.quantize(Decimal(1).scaleb(exponent))
    if spec.date is not None:
        try:
            day = date.fromisoformat(text)
        except ValueError:
            raise refuse("a date such as 2026-03-05") from None
        if not spec.date.min <= day <= spec.date.max:
            raise refuse("within its range")
        return day
    options = spec.choice or spec.person or []
    if text not in options:
        raise Misfit(f"--set {name}={text}: not one of its choices", f"Choose {' or '.join(options)}.")
    return text


def _describe(spec: Param) -> str:
    for limits, noun in (
        (spec.integer, "a whole number"),
        (spec.decimal, "a decimal"),
        (spec.date, "a date"),
    ):
        if limits is not None:
            return f"{noun} from {limits.min} to {limits.max}"
    return "one of its choices"
