"""One of the minds that are compared, and what it may still spend."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from ...engine.kernel.run import Run
from ...engine.kernel.usage import Used
from ...engine.minds.model.spec import MindSpec
from ...engine.minds.registry import SCRIPTED
from ..casting import Casting


@dataclass(frozen=True)
class Contender:
    """A mind that is compared.

    Attributes:
        name: What it is called in the report.
        spec: The model behind it; None: the scripted mind.
    """

    name: str
    spec: MindSpec | None = None

    def casting(self, left: Decimal | None = None) -> Casting | None:
        """How a run is cast with it; people whom the pack doesn't mark stay scripted.

        Args:
            left: Dollars that its coworkers may still use.
        """
        if self.spec is None:
            return None
        budget: Mapping[str, Any] = {} if left is None else {"cost": str(left)}
        return Casting(coworkers=self.spec, budget=budget)


def contenders(bound: Mapping[str, MindSpec], scripted: bool) -> list[Contender]:
    """The minds to compare, the scripted one first."""
    first = [Contender(SCRIPTED)] if scripted else []
    return [*first, *(Contender(name, spec) for name, spec in bound.items())]


@dataclass
class Purse:
    """What the comparison may cost, and what it has cost."""

    most: Decimal | None = None
    spent: Decimal = Decimal(0)
    told: list[str] = field(default_factory=list[str])

    @property
    def left(self) -> Decimal | None:
        """Dollars left; None without a limit."""
        return None if self.most is None else max(Decimal(0), self.most - self.spent)

    @property
    def empty(self) -> bool:
        """Nothing is left."""
        return self.most is not None and self.spent >= self.most

    def pay(self, run: Run) -> Used:
        """Enter what a run's models really cost, thrown away decisions and the agent's own included."""
        spent = run.ledger.spent()
        self.spent += spent.cost
        return spent
