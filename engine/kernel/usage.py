"""What model calls used: tokens and money, summed from what their outcomes say.

Usage stands outside the digest. What coworkers' decisions used is counted at their commits, in simulated order, so
that a budget runs out at the same look however fast a model answers, and again when the run is replayed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple, cast


class Used(NamedTuple):
    """A sum over calls."""

    calls: int = 0
    input: int = 0
    """Tokens of prompts, cached ones included."""
    cached: int = 0
    output: int = 0
    """Tokens of answers, reasoning included."""
    reasoning: int = 0
    cost: Decimal = Decimal(0)
    """US dollars, of the calls that have a price."""
    unpriced: int = 0
    """Calls whose outcome tells no cost."""

    @property
    def tokens(self) -> int:
        """Input and output."""
        return self.input + self.output

    def plus(self, other: Used) -> Used:
        """The sum of both."""
        return Used(
            self.calls + other.calls,
            self.input + other.input,
            self.cached + other.cached,
            self.output + other.output,
            self.reasoning + other.reasoning,
            self.cost + other.cost,
            self.unpriced + other.unpriced,
        )

    @classmethod
    def of(cls, outcome: Any) -> Used:
        """What one call's outcome says: ``tokens`` (``input``, ``cached``, ``output``, ``reasoning``) and ``cost``."""
        told = _mapping(outcome)
        tokens = _mapping(told.get("tokens"))
        try:
            cost, unpriced = Decimal(str(told["cost"])), 0
        except (KeyError, InvalidOperation):
            cost, unpriced = Decimal(0), 1
        return cls(
            calls=1,
            input=_count(tokens.get("input")),
            cached=_count(tokens.get("cached")),
            output=_count(tokens.get("output")),
            reasoning=_count(tokens.get("reasoning")),
            cost=cost,
            unpriced=unpriced,
        )

    @classmethod
    def all(cls, outcomes: Iterable[Any]) -> Used:
        """What several calls used."""
        total = cls()
        for outcome in outcomes:
            total = total.plus(cls.of(outcome))
        return total

    def dump(self) -> dict[str, Any]:
        """As JSON values."""
        return {**self._asdict(), "cost": str(self.cost)}

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Used:
        """From `dump`."""
        given = {name: data[name] for name in cls._fields if name != "cost"}
        return cls(**given, cost=Decimal(data["cost"]))


class Budget(NamedTuple):
    """What coworkers' models may use; ``None`` is no bound."""

    tokens: int | None = None
    cost: Decimal | None = None

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> Budget | None:
        """A run's, from its settings; ``None`` if it has none."""
        given = settings.get("mind_budget")
        if not given:
            return None
        cost = given.get("cost")
        return cls(given.get("tokens"), None if cost is None else Decimal(str(cost)))

    def spent(self, used: Used) -> bool:
        """Whether it is used up."""
        return (self.tokens is not None and used.tokens >= self.tokens) or (
            self.cost is not None and used.cost >= self.cost
        )


class Meter:
    """What the decisions that took effect have used, by person."""

    def __init__(self, rows: Iterable[tuple[str, Used]] = ()) -> None:
        self.spent = Used()
        self.by_actor: dict[str, Used] = {}
        for actor, used in rows:
            self.add(actor, used)

    def add(self, actor: str, used: Used) -> None:
        """Count a decision."""
        self.spent = self.spent.plus(used)
        self.by_actor[actor] = self.by_actor.get(actor, Used()).plus(used)


def _count(value: Any) -> int:
    return value if isinstance(value, int) else 0


def _mapping(value: Any) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}
