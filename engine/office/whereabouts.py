"""Who is away, as far as it is known by now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..kernel.events import Event
from ..kernel.state import Apply, Component
from .events import Away, Back


class Whereabouts(Component):
    """Folds people's absences."""

    name = "whereabouts"

    def __init__(self) -> None:
        self.away: dict[str, tuple[str, int]] = {}
        """Person to (why, until)."""

    def listens(self) -> Mapping[str, Apply]:
        return {Away.kind: self._left, Back.kind: self._back}

    def is_away(self, person: str, at: int) -> bool:
        """Whether the person is on leave, sick or travelling at that instant."""
        away = self.away.get(person)
        return away is not None and at < away[1]

    def _left(self, event: Event) -> None:
        away = event.payload
        assert isinstance(away, Away)
        self.away[away.person] = (away.why, away.until)

    def _back(self, event: Event) -> None:
        back = event.payload
        assert isinstance(back, Back)
        self.away.pop(back.person, None)

    def dump(self) -> Any:
        return {person: list(away) for person, away in self.away.items()}

    def load(self, data: Any) -> None:
        self.away = {person: (why, until) for person, (why, until) in data.items()}
