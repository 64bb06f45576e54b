"""The arithmetic of the Act: the limit, what is payable, who contributes. All amounts in whole dollars."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction


@dataclass(frozen=True)
class Schedule:
    """Schedule 1 and the rates of section 23, as the statute's text gives them.

    Attributes:
        first: Amount up to 5,000 tons.
        bands: For each further band its upper end (None: open) and the amount a ton.
        factor: What the limit of a ship that is not double-hulled is multiplied by.
        rate: Civil penalty for each barrel.
        rate_lost: The same where section 11 applies.
    """

    first: int
    bands: tuple[tuple[int | None, int], ...]
    factor: Fraction
    rate: int
    rate_lost: int

    def limit(self, tons: int, *, double_hull: bool) -> int:
        """The limit of liability."""
        amount, low = self.first, 5000
        for high, each in self.bands:
            top = tons if high is None else min(tons, high)
            amount += max(0, top - low) * each
            low = high or low
        return amount if double_hull else round(amount * self.factor)


def schedule_of(act: str) -> Schedule:
    """The amounts from the text of an edition of the Act."""

    def money(pattern: str) -> int:
        found = re.search(pattern, act)
        assert found is not None, pattern
        return int(found[1].replace(",", ""))

    factor = re.search(r"multiplied by (\d)\.(\d\d)", act)
    assert factor is not None
    return Schedule(
        first=money(r"not more than 5,000 tons[^$]*\$([\d,]+)"),
        bands=(
            (30000, money(r"from 5,001 to 30,000[^$]*\$([\d,]+)")),
            (60000, money(r"from 30,001 to 60,000[^$]*\$([\d,]+)")),
            (None, money(r"above 60,000[^$]*\$([\d,]+)")),
        ),
        factor=Fraction(int(factor[1] + factor[2]), 100),
        rate=money(r"civil penalty of \$([\d,]+) for each barrel"),
        rate_lost=money(r"the penalty is \$([\d,]+) for each barrel"),
    )


@dataclass(frozen=True)
class Inputs:
    """What the sums rest on.

    Attributes:
        tons: Gross tonnage.
        double_hull: Whether every space around the cargo is free of oil and not fitted for it.
        lost: Whether section 11 takes the limit away.
        knew: Whether the cargo owner is bound to contribute.
        charterer: Its share by the Record, per cent.
        cargo: The cargo owner's share by the Record, per cent.
        cap: The most that the charterer contributes.
        barrels: Discharged.
        removal: Removal costs, section 7.
        claims: Presented third-party claims by head.
        twice: The invoice that stands in the ledger as well.
        outside: Claims from outside the affected zone.
    """

    tons: int
    double_hull: bool
    lost: bool
    knew: bool
    charterer: int
    cargo: int
    cap: int
    barrels: int
    removal: int
    claims: Mapping[str, int]
    twice: int
    outside: int

    @property
    def presented(self) -> int:
        """All claims as presented."""
        return sum(self.claims.values())

    @property
    def admissible(self) -> int:
        """Claims that count."""
        return self.presented - self.twice - self.outside

    @property
    def owner(self) -> int:
        """The owner's share by the Record, per cent."""
        return 100 - self.charterer - self.cargo


@dataclass(frozen=True)
class Exposure:
    """What comes out in one scenario."""

    limit: int
    third: int
    penalty: int
    gross: int
    base: int
    share: Fraction
    full: int
    charterer: int
    cargo: int
    net: int

    @property
    def capped(self) -> bool:
        """Whether the cap binds."""
        return self.charterer < self.full


def exposure(law: Schedule, it: Inputs) -> Exposure:
    """Gross and net in the scenario of `it.lost`."""
    limit = law.limit(it.tons, double_hull=it.double_hull)
    third = it.admissible if it.lost else min(limit, it.admissible)
    penalty = it.barrels * (law.rate_lost if it.lost else law.rate)
    base = it.removal + third
    share = Fraction(it.charterer, 100 if it.knew else 100 - it.cargo)
    full = (base * share + Fraction(1, 2)).__floor__()
    charterer = min(full, it.cap)
    cargo = (base * it.cargo + 50) // 100 if it.knew else 0
    return Exposure(
        limit=limit,
        third=third,
        penalty=penalty,
        gross=base + penalty,
        base=base,
        share=share,
        full=full,
        charterer=charterer,
        cargo=cargo,
        net=base + penalty - charterer - cargo,
    )


@dataclass(frozen=True)
class Answer:
    """Both scenarios of one set of inputs.

    Attributes:
        it: The inputs, with the scenario that we say applies.
        law: The amounts.
        held: If the limit holds.
        gone: If it falls away.
    """

    it: Inputs
    law: Schedule
    held: Exposure = field(init=False)
    gone: Exposure = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "held", exposure(self.law, replace(self.it, lost=False)))
        object.__setattr__(self, "gone", exposure(self.law, replace(self.it, lost=True)))

    @property
    def ours(self) -> Exposure:
        """The scenario that applies."""
        return self.gone if self.it.lost else self.held

    @property
    def other(self) -> Exposure:
        """The one that does not."""
        return self.held if self.it.lost else self.gone

    def but(self, **changed: object) -> Exposure:
        """The scenario that applies, with some inputs changed."""
        return exposure(self.law, replace(self.it, **changed))  # type: ignore[arg-type]


def dollars(amount: int) -> str:
    """In full: ``$88,412,345``."""
    return f"${amount:,}" if amount >= 0 else f"-${-amount:,}"


def millions(amount: int) -> str:
    """To one decimal of a million: ``$88.4 million``."""
    tenths = (abs(amount) + 50_000) // 100_000
    return f"{'-' if amount < 0 else ''}${tenths // 10}.{tenths % 10} million"
