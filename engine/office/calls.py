"""Phone calls as state: who rings whom, who talks, and when somebody last spoke. What is said is the call's thread."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final, Literal, TypeAlias

from ..kernel.events import Event, Payload
from ..kernel.state import Apply, Component
from .events import Channel, MessageSent, Typing
from .model import Setup

VOICEMAIL: Final = "voicemail/"
"""What the thread of a message on somebody's voicemail begins with; the call's id follows."""

GREETING: Final = "greeting"
"""Kind of the act with which somebody picks up; the caller speaks next without being asked to."""

End: TypeAlias = Literal["hung_up", "silence", "unanswered", "busy"]


class Rang(Payload):
    """Somebody rings somebody."""

    kind: ClassVar[str] = "phone.rang"

    call: str
    """Id from the caller's own counter, ``noor/tel3``."""
    caller: str
    callee: str
    then: str = ""
    """What a caller who is no seat does next (`calling.Then`)."""


class PickedUp(Payload):
    """Who was rung has answered: the two talk."""

    kind: ClassVar[str] = "phone.answered"

    call: str
    caller: str
    callee: str


class HungUp(Payload):
    """A call is over, or came to nothing."""

    kind: ClassVar[str] = "phone.ended"

    call: str
    caller: str
    callee: str
    by: str = ""
    """Who ended it; empty: it ended by itself."""
    why: End


def is_live(app: Channel, thread: str) -> bool:
    """Whether words of that app in that thread are heard as they are said: in a meeting, or by telephone."""
    return app == "meeting" or (app == "phone" and not thread.startswith(VOICEMAIL))


class Call:
    """One call."""

    __slots__ = ("answered", "at", "callee", "caller", "ended", "floor", "id", "recorded", "then", "why")

    def __init__(self, call: str, caller: str, callee: str, at: int, then: str = "") -> None:
        self.id = call
        self.caller = caller
        self.callee = callee
        self.at = at
        """When it began to ring."""
        self.answered: int | None = None
        self.ended: int | None = None
        self.why = ""
        self.then = then
        self.floor = at
        """From when on somebody else may speak."""
        self.recorded = False
        """The caller left a message on the voicemail."""

    @property
    def talking(self) -> bool:
        return self.answered is not None and self.ended is None

    def other(self, person: str) -> str:
        """Who is at the other end of the line."""
        return self.callee if person == self.caller else self.caller

    def row(self) -> list[Any]:
        """As JSON values."""
        first = [self.id, self.caller, self.callee, self.at]
        return [*first, self.answered, self.ended, self.why, self.floor, self.recorded, self.then]

    @classmethod
    def of(cls, row: list[Any]) -> Call:
        """The call that `row` gave."""
        one = cls(row[0], row[1], row[2], row[3])
        one.answered, one.ended, one.why, one.floor, one.recorded, one.then = row[4:]
        return one


class Calls(Component):
    """The calls under way, and all calls that a seat took part in."""

    name = "calls"

    def __init__(self, setup: Setup) -> None:
        self._seats = frozenset(person.id for person in setup.people.values() if person.seat)
        self.calls: dict[str, Call] = {}
        self.made: dict[str, int] = {}
        """Calls that each person has made."""
        self._open: dict[str, str] = {}
        """Person to the call that they are in, ringing or talking."""

    def listens(self) -> Mapping[str, Apply]:
        return {
            Rang.kind: self._rang,
            PickedUp.kind: self._picked_up,
            HungUp.kind: self._hung_up,
            MessageSent.kind: self._said,
            Typing.kind: self._speaks,
        }

    def now(self, person: str) -> Call | None:
        """The call that the person is in, ringing or talking."""
        call = self._open.get(person)
        return None if call is None else self.calls[call]

    def of(self, person: str) -> list[Call]:
        """The person's calls that are remembered, oldest first."""
        return [one for one in self.calls.values() if person in (one.caller, one.callee)]

    def since(self, caller: str, callee: str, at: int) -> int:
        """How often one person has rung another since that instant."""
        return sum(
            one.callee == callee and one.at >= at for one in self.calls.values() if one.caller == caller
        )

    def next_id(self, caller: str) -> str:
        """The id that the person's next call must have."""
        return f"{caller}/tel{self.made.get(caller, 0) + 1}"

    def _rang(self, event: Event) -> None:
        said: Any = event.payload
        self.made[said.caller] = self.made.get(said.caller, 0) + 1
        self.calls[said.call] = Call(said.call, said.caller, said.callee, event.at, said.then)
        for person in (said.caller, said.callee):
            self._open.setdefault(person, said.call)

    def _picked_up(self, event: Event) -> None:
        said: Any = event.payload
        one = self.calls[said.call]
        one.answered = one.floor = event.at

    def _hung_up(self, event: Event) -> None:
        said: Any = event.payload
        one = self.calls[said.call]
        one.ended, one.why, one.then = event.at, said.why, ""
        for person in (one.caller, one.callee):
            if self._open.get(person) == one.id:
                del self._open[person]
        if self._seats.isdisjoint((one.caller, one.callee)):
            del self.calls[one.id]

    def _said(self, event: Event) -> None:
        said: Any = event.payload
        if said.app != "phone":
            return
        one = self.calls.get(said.thread.removeprefix(VOICEMAIL))
        if one is None:
            return
        if said.thread.startswith(VOICEMAIL):
            one.recorded = True
        else:
            one.floor = max(one.floor, event.at)

    def _speaks(self, event: Event) -> None:
        said: Any = event.payload
        one = self.calls.get(said.thread)
        if one is not None and one.talking:
            one.floor = max(one.floor, said.sends_at)

    def dump(self) -> Any:
        return {
            "calls": [one.row() for one in self.calls.values()],
            "made": dict(self.made),
            "open": dict(self._open),
        }

    def load(self, data: Any) -> None:
        self.calls = {row[0]: Call.of(row) for row in data["calls"]}
        self.made = dict(data["made"])
        self._open = dict(data["open"])
