"""Bookings: which dock of the yard is whose, at what hour."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Literal

from pydantic import Field

from tenure.engine.apps.base import Acting, App, Arguments, NoArguments, Result, ToolError, tool
from tenure.engine.apps.premises import Premises
from tenure.engine.kernel.events import Event, Payload
from tenure.engine.kernel.state import Apply, Component

MINUTE = 60_000


class Booked(Payload):
    kind: ClassVar[str] = "bookings.booked"

    dock: str
    hour: int
    person: str


class Slots(Component):
    """Who has which dock at what hour."""

    name = "bookings"

    def __init__(self) -> None:
        self.taken: dict[tuple[str, int], tuple[str, int]] = {}
        """Dock and hour to the person and the event's number."""

    def listens(self) -> Mapping[str, Apply]:
        return {Booked.kind: self._booked}

    def _booked(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, Booked)
        self.taken[payload.dock, payload.hour] = (payload.person, event.seq)

    def dump(self) -> Any:
        return [[dock, hour, *who] for (dock, hour), who in self.taken.items()]

    def load(self, data: Any) -> None:
        self.taken = {(dock, hour): (person, seq) for dock, hour, person, seq in data}


class BookArguments(Arguments):
    dock: Literal["north", "south", "west", "east"]
    hour: int = Field(ge=6, le=21, description="On Wednesday, on the hour.")


class Slot(Result):
    dock: str
    hour: int
    person: str


class Slotted(Result):
    bookings: list[Slot]


class Bookings(App):
    """The yard's booking sheet."""

    name = "bookings"

    def __init__(self, premises: Premises) -> None:
        self._premises = premises
        self._slots = Slots()

    def components(self) -> Iterable[Component]:
        return (self._slots,)

    def rows(self, table: str = "") -> Iterable[Mapping[str, Any]]:
        if table:
            raise KeyError(table)
        for (dock, hour), (person, seq) in self._slots.taken.items():
            yield {"dock": dock, "hour": hour, "person": person, "seq": seq}

    @tool("read", effort=lambda args, result: MINUTE, cause="searching")
    async def list(self, acting: Acting, args: NoArguments) -> Slotted:
        """See all bookings."""
        return Slotted(
            bookings=[
                Slot(dock=row["dock"], hour=row["hour"], person=self._premises.card(row["person"]))
                for row in self.rows()
            ]
        )

    @tool("write", effort=lambda args, result: 2 * MINUTE)
    async def book(self, acting: Acting, args: BookArguments) -> Slot:
        """Book a dock for an hour."""
        if (args.dock, args.hour) in self._slots.taken:
            holder = self._slots.taken[args.dock, args.hour][0]
            raise ToolError("conflict", f"{args.dock} is taken at {args.hour}:00", f"Ask {holder}.")
        acting.step.emit(Booked(dock=args.dock, hour=args.hour, person=acting.person), acting.person)
        return Slot(dock=args.dock, hour=args.hour, person=acting.person)
