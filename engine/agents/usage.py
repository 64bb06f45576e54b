"""What a seat's policy has used of models, counted from the run's ledger so that it comes out the same again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, cast

from .limits import Limits


class Usage:
    """Tokens and money, by what the outcomes say; what an outcome doesn't say is not guessed."""

    def __init__(self) -> None:
        self.tokens = 0
        """Input and output."""
        self.cost = Decimal(0)
        """US dollars."""
        self.unknown: set[str] = set()
        """Which of ``tokens`` and ``cost`` some outcome did not tell."""

    @classmethod
    def of(cls, outcomes: Iterable[Any]) -> Usage:
        """The sum over outcomes."""
        usage = cls()
        for outcome in outcomes:
            usage.add(outcome)
        return usage

    def add(self, outcome: Any) -> None:
        """Count one outcome: a mapping with ``tokens`` (``input``, ``output``) and ``cost``, as model clients give."""
        told = _mapping(outcome)
        counts = _mapping(told.get("tokens"))
        parts = [counts.get("input"), counts.get("output")]
        known = [part for part in parts if isinstance(part, int)]
        self.tokens += sum(known)
        if not known:
            self.unknown.add("tokens")
        try:
            self.cost += Decimal(str(told["cost"]))
        except (KeyError, InvalidOperation):
            self.unknown.add("cost")

    def over(self, limits: Limits) -> str | None:
        """Why no further model call may be made, or ``None``."""
        if limits.tokens is not None and self.tokens >= limits.tokens:
            return f"limit: {limits.tokens} tokens"
        if limits.cost is not None and self.cost >= Decimal(limits.cost):
            return f"limit: {limits.cost} US dollars"
        return None

    def left(self, limits: Limits) -> dict[str, Any]:
        """What is left of the limits that are set."""
        found: dict[str, Any] = {}
        if limits.tokens is not None:
            found["tokens"] = max(0, limits.tokens - self.tokens)
        if limits.cost is not None:
            found["cost"] = f"{max(Decimal(0), Decimal(limits.cost) - self.cost):f}"
        return found

    def untold(self, limits: Limits) -> set[str]:
        """Limits that are set but can't be held, because some outcome did not tell what it used."""
        given = {"tokens": limits.tokens, "cost": limits.cost}
        return {name for name in self.unknown if given[name] is not None}


def _mapping(value: Any) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}
