"""Seats: places that policies act from, each busy, waiting or to move; the clock never passes one that is to move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, Literal, NamedTuple, Protocol, TypeAlias

from .blobs import BlobRef
from .events import Event, Payload
from .state import Apply, Component

RETURN: Final = "seat.return"
"""Kind of the agenda entry at which a seat's call ends."""


class Expected(Payload):
    """A seat will be opened later: until its episode has ended the run goes on."""

    kind: ClassVar[str] = "seat.expected"

    seat: str


class Opened(Payload):
    """A seat was taken up: from now on its policy moves."""

    kind: ClassVar[str] = "seat.opened"

    seat: str


class Called(Payload):
    """A seat's policy called a tool."""

    kind: ClassVar[str] = "seat.called"

    seat: str
    call: int
    """The seat's own count of calls."""
    tool: str
    arguments: str
    """Canonical JSON as it was given."""
    ends_at: int
    reads: BlobRef | None = None
    """A read's result, taken at the start of the call."""
    waits: bool = False


class Returned(Payload):
    """A call ended and its observation went to the policy."""

    kind: ClassVar[str] = "seat.returned"

    seat: str
    call: int
    tool: str
    ok: bool
    observation: BlobRef


class Noted(Payload):
    """A policy's turn that was no call, or what it said about itself (dropped context, text without a call, …)."""

    kind: ClassVar[str] = "seat.noted"

    seat: str
    note: Literal["text", "malformed", "cut", "context", "remark"]
    text: BlobRef


class Ended(Payload):
    """A seat's episode ended."""

    kind: ClassVar[str] = "seat.ended"

    seat: str
    how: Literal["terminated", "truncated"]
    why: str


class Call(NamedTuple):
    """What a policy asks for: a tool by name with its arguments as JSON text."""

    tool: str
    arguments: str
    call_id: str | None = None
    """A caller's own name for the call; repeating it returns the stored result. Outside the digest."""


class Note(NamedTuple):
    """A policy's turn without a call."""

    note: Literal["text", "malformed", "cut", "context", "remark"]
    text: str


class Stop(NamedTuple):
    """The policy is over."""

    how: Literal["terminated", "truncated"]
    why: str


Move: TypeAlias = Call | Note | Stop


class Begun(NamedTuple):
    """What a world answers to a call: when it ends, and its result if that is settled at the start."""

    ends_at: int
    result: dict[str, Any] | None = None
    """A read's or a refusal's result; ``None``: the call acts when it ends."""
    waits: bool = False
    """The call may be ended early by `wake`."""


class Port(Protocol):
    """A policy's end of a seat."""

    @property
    def external(self) -> bool:
        """Its moves come from outside the process: each is durable before its result leaves."""
        ...

    async def move(self) -> Move | None:
        """The policy's next move, once it is to move; ``None`` pauses the run. May be cancelled and called again."""
        ...

    def deliver(self, call: int, observation: dict[str, Any]) -> None:
        """A call ended; ``call`` counts from 1."""
        ...


class Seat:
    """One seat's state."""

    __slots__ = ("busy", "calls", "ended", "how", "opened", "why")

    def __init__(self) -> None:
        self.opened = False
        self.ended = False
        self.how = self.why = ""
        self.calls = 0
        self.busy: tuple[str, str, int, str | None, bool] | None = None
        """The call in flight: tool, arguments, end, read result, waits."""

    @property
    def to_move(self) -> bool:
        return self.opened and not self.ended and self.busy is None


class Seats(Component):
    """All seats of a run."""

    name = "seats"

    def __init__(self) -> None:
        self.seats: dict[str, Seat] = {}

    def listens(self) -> Mapping[str, Apply]:
        return {
            Expected.kind: self._expected,
            Opened.kind: self._opened,
            Called.kind: self._called,
            Returned.kind: self._returned,
            Ended.kind: self._ended,
        }

    def movers(self) -> list[str]:
        """Seats that are to move, in order of name."""
        return sorted(name for name, seat in self.seats.items() if seat.to_move)

    @property
    def over(self) -> bool:
        """Every seat's episode has ended (and there was at least one)."""
        return bool(self.seats) and all(seat.ended for seat in self.seats.values())

    def _expected(self, event: Event) -> None:
        assert isinstance(event.payload, Expected)
        self.seats.setdefault(event.payload.seat, Seat())

    def _opened(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, Opened)
        self.seats.setdefault(payload.seat, Seat()).opened = True

    def _called(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, Called)
        seat = self.seats[payload.seat]
        seat.calls = payload.call
        seat.busy = (payload.tool, payload.arguments, payload.ends_at, payload.reads, payload.waits)

    def _returned(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, Returned)
        self.seats[payload.seat].busy = None

    def _ended(self, event: Event) -> None:
        payload = event.payload
        assert isinstance(payload, Ended)
        seat = self.seats[payload.seat]
        seat.ended, seat.how, seat.why = True, payload.how, payload.why

    def dump(self) -> Any:
        return {
            name: [
                seat.opened,
                seat.ended,
                seat.how,
                seat.why,
                seat.calls,
                list(seat.busy) if seat.busy else None,
            ]
            for name, seat in self.seats.items()
        }

    def load(self, data: Any) -> None:
        self.seats = {}
        for name, (opened, ended, how, why, calls, busy) in data.items():
            seat = self.seats[name] = Seat()
            seat.opened, seat.ended, seat.how, seat.why, seat.calls = opened, ended, how, why, calls
            seat.busy = tuple(busy) if busy else None
