"""What scoring must know about a run beside its events: who is who, whose seat is scored, and how time is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ..engine.kernel.clock import Calendar
from ..engine.office.conditions.scope import Times
from ..engine.office.model import Setup


@dataclass(frozen=True)
class Scene:
    """The office as it was set up, seen from one seat.

    Attributes:
        setup: People, facts, calendars.
        seat: Whose work is scored.
        named: The person ids that a person, a seat or a group (`clients`, `anyone` …) stands for.
        times: Places times and durations as authors write them.
    """

    setup: Setup
    seat: str
    named: Callable[[str], tuple[str, ...]]
    times: Times
    _walls: dict[int, str] = field(default_factory=dict[int, str], repr=False, compare=False)

    @property
    def person(self) -> str:
        """The person who sits in the seat.

        Raises:
            KeyError: Nobody does.
        """
        for person in self.setup.people.values():
            if person.seat == self.seat:
                return person.id
        seats = [person.seat for person in self.setup.people.values() if person.seat]
        raise KeyError(f"nobody sits in seat {self.seat!r}; seats are {', '.join(seats) or 'none'}")

    @property
    def calendar(self) -> Calendar:
        """The seat's own calendar."""
        return self.setup.calendar_of(self.person)

    def wall(self, at: int) -> str:
        """The seat's wall time at an instant, ``Tue 3 Mar 14:05``."""
        if at not in self._walls:
            local = self.calendar.local(at)
            self._walls[at] = f"{local:%a} {local.day} {local:%b %H:%M}"
        return self._walls[at]


def groups(setup: Setup) -> dict[str, tuple[str, ...]]:
    """The person ids that `clients`, `outside`, `inside` and `anyone` stand for, from people and their ties."""
    people = setup.people.values()
    served = {tie.to for person in people for tie in person.ties if tie.kind == "supplier_of"}
    outside = [person for person in people if person.outside]
    clients = [one for one in outside if one.id in served or any(t.kind == "client_of" for t in one.ties)]
    return {
        "clients": tuple(person.id for person in clients),
        "outside": tuple(person.id for person in outside),
        "inside": tuple(person.id for person in people if not person.outside),
        "anyone": tuple(setup.people),
    }


def scene_of(setup: Setup, seat: str, times: Times) -> Scene:
    """The scene of a seat, with groups as the setup's people and ties make them."""
    words = groups(setup) | {one.seat: (one.id,) for one in setup.people.values() if one.seat}
    return Scene(setup, seat, lambda name: words.get(name, (name,)), times)
