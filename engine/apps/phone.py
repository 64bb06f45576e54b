"""The phone: ringing people who may or may not pick up, talking in turn, voicemail, and one's calls as they went."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from pydantic import Field

from ..kernel.clock import MINUTE, SECOND
from ..kernel.state import Component
from ..office.calling import DIALLING, RINGS_AT_SEAT, Calling
from ..office.calls import VOICEMAIL, Call
from ..office.events import MessageRead
from ..office.model import Person
from ..office.threads import Message
from . import effort
from .base import Acting, App, Arguments, NoArguments, Result, ToolError, tool
from .calendar import refused
from .pages import PAGE, part_of
from .premises import Premises
from .readings import content
from .unopened import Unopened

WAITS: Final = 45 * SECOND
"""How long somebody on the phone waits for the other one's words (no measurement known)."""
LONGEST: Final = 3_000
"""Characters said in one go."""
OPENS: Final = 20 * SECOND
"""The same right after picking up, for the caller's first words."""


class CallArguments(Arguments):
    person: str


class TextArguments(Arguments):
    text: str


class CallsArguments(Arguments):
    call: str = ""


class Said(Result):
    sender: str
    text: str


class Heard(Result):
    """What the other one said since one last listened."""

    call: str
    person: str
    answered: bool = True
    said: list[Said] = []
    over: bool = False
    note: str = ""
    seconds: int = Field(default=0, exclude=True)
    """Spent with a phone that rings."""
    words: int = Field(default=0, exclude=True)
    """New to the listener."""


class Left(Result):
    call: str
    person: str
    message: str


class HungUp(Result):
    call: str
    person: str


class CallRow(Result):
    """One call, as its phone shows it."""

    call: str
    person: str
    at: str
    made: bool
    """By oneself."""
    what: str
    """``3 min``, ``not answered``, ``missed``, ``voicemail``."""


class PastCalls(Result):
    """One's calls, the newest first, or what was said in one of them."""

    calls: list[CallRow] = []
    call: str = ""
    text: str = ""
    more: str = ""
    words: int = Field(default=0, exclude=True)
    """Heard for the first time: a voicemail."""


def _calling_until(app: Any, acting: Acting, args: CallArguments) -> int:
    return app.ring_until(acting, args.person)


def _saying_until(app: Any, acting: Acting, args: TextArguments) -> int:
    return app.say_until(acting, args.text)


def _answering_until(app: Any, acting: Acting, args: NoArguments) -> int:
    return app.answer_until(acting)


def _ringing(args: Any, result: Any) -> int:
    return result.seconds * SECOND


def _speaking(args: Any, result: Any) -> int:
    return effort.speaking(args.text)


def _listening(args: Any, result: Any) -> int:
    return effort.listening(result.words)


def _reading(args: Any, result: Any) -> int:
    return effort.HANDLING + effort.listening(result.words)


class Phone(App):
    """Everybody's phone."""

    name = "phone"

    def __init__(self, premises: Premises) -> None:
        self._premises = premises
        self.calling = Calling(
            premises.setup, premises.core, premises.meetings.attention, premises.threads.next_id
        )
        self._unheard = Unopened("phone", premises.seated, name="unheard_calls")

    def components(self) -> Iterable[Component]:
        return (*self.calling.components(), self._unheard)

    def handlers(self) -> Any:
        return self.calling.handlers()

    @tool("wait", effort=_ringing, until=_calling_until, woken=True, heard=_listening)
    async def call(self, acting: Acting, args: CallArguments) -> Heard:
        """Ring somebody."""
        call = self._last(acting.person)
        assert call is not None
        rang = (acting.at if call.answered is None else call.answered) - call.at
        if call.answered is None:
            with refused():
                if call.ended is None:
                    self.calling.hang_up(acting.step, acting.person)
            why = "The line is busy." if call.why == "busy" else "Nobody picks up."
            return Heard(
                call=call.id,
                person=self._premises.card(call.callee),
                answered=False,
                over=True,
                note=f"{why} The voicemail listens: phone.voicemail.",
                seconds=rang // SECOND,
            )
        return self._heard(acting, call, rang // SECOND)

    @tool("wait", effort=_speaking, cause="speaking", until=_saying_until, woken=True, heard=_listening)
    async def say(self, acting: Acting, args: TextArguments) -> Heard:
        """Talk; empty: listen."""
        call = self._last(acting.person)
        assert call is not None
        return self._heard(acting, call)

    @tool("wait", effort=lambda _args, _result: 0, until=_answering_until, woken=True, heard=_listening)
    async def answer(self, acting: Acting, args: NoArguments) -> Heard:
        """Pick up."""
        call = self._last(acting.person)
        assert call is not None
        return self._heard(acting, call)

    @tool("write", effort=lambda _args, _result: 0)
    async def hang_up(self, acting: Acting, args: NoArguments) -> HungUp:
        """End the call."""
        with refused():
            call = self.calling.hang_up(acting.step, acting.person)
        return HungUp(call=call.id, person=self._premises.card(call.other(acting.person)))

    @tool("write", effort=_speaking, cause="speaking")
    async def voicemail(self, acting: Acting, args: TextArguments) -> Left:
        """Speak when nobody picks up."""
        _check_length(args.text)
        with refused():
            event = self.calling.record(
                acting.step, acting.person, args.text, told=acting.told, acts=acting.acts
            )
        sent: Any = event.payload
        return Left(
            call=sent.thread.removeprefix(VOICEMAIL),
            person=self._premises.card(sent.to[0]),
            message=sent.message,
        )

    @tool("read", effort=_reading, cause="listening")
    async def calls(self, acting: Acting, args: CallsArguments) -> PastCalls:
        """Your calls, or the words of one."""
        me = acting.person
        mine = self.calling.calls.of(me)
        if not args.call:
            rows = [self._row(me, one) for one in reversed(mine[-PAGE:])]
            return PastCalls(calls=rows)
        name, _, part = args.call.partition("#")
        call = next((one for one in mine if one.id == name), None)
        if call is None:
            raise ToolError("not_found", f"you have no call {args.call!r}", "List yours with phone.calls.")
        lines = self._lines(call)
        calendar, card, texts = self._premises.calendar(me), self._premises.card, self._premises.blobs
        text = "\n".join(
            f"{calendar.local(line.at):%H:%M} {card(line.sender)}: {texts.text(line.body)}" for line in lines
        )
        number = int(part) if part.isdecimal() else 1
        shown, parts, more = part_of(text, number)
        if more:
            more = f"call={call.id}#{number + 1}: part {number + 1} of {parts}"
        return PastCalls(call=call.id, text=shown, more=more, words=self._hear(acting, lines))

    # Time ------------------------------------------------------------------------------------------------------------

    def ring_until(self, acting: Acting, text: str) -> int:
        """Ring somebody; until when it rings at most, and they say their name.

        Raises:
            ToolError: There is nobody of that name or number, or one is on the phone.
        """
        who = self._person(text)
        with refused():
            self.calling.ring(acting.step, acting.person, who.id)
        return acting.at + DIALLING + RINGS_AT_SEAT + WAITS

    def say_until(self, acting: Acting, text: str) -> int:
        """Begin to say something; until when one waits for the answer to it.

        Raises:
            ToolError: One talks with nobody.
        """
        me = acting.person
        _check_length(text)
        call = self.calling.calls.now(me)
        if call is None or not call.talking:
            if not text and (last := self._last(me)) is not None and self._unheard_in(me, last):
                return acting.at
            raise ToolError("unavailable", "you are not on the phone", "Ring somebody with phone.call.")
        if not text:
            return acting.at if self._unheard_in(me, call) else acting.at + WAITS
        said = self.calling.floor(me, acting.at) + effort.speaking(text)
        self.calling.speak(acting.step, me, text, said)
        return said + WAITS

    def answer_until(self, acting: Acting) -> int:
        """Pick up; until when one waits for the caller's first words.

        Raises:
            ToolError: It does not ring.
        """
        with refused():
            self.calling.pick_up(acting.step, acting.person)
        return acting.at + OPENS

    # Shared ----------------------------------------------------------------------------------------------------------

    def _person(self, text: str) -> Person:
        number = _digits(text)
        if len(number) > 5 and not any(char.isalpha() for char in text):
            for person in self._premises.setup.people.values():
                if _digits(person.phone) == number:
                    return person
            raise ToolError("not_found", f"{text} is nobody's number", "See directory.search.")
        return self._premises.people.resolve(text)

    def _last(self, person: str) -> Call | None:
        """The call that the person is in, or was in last."""
        mine = self.calling.calls.of(person)
        return self.calling.calls.now(person) or (mine[-1] if mine else None)

    def _lines(self, call: Call) -> list[Message]:
        threads = self._premises.threads
        found = [threads.get(thread) for thread in (call.id, VOICEMAIL + call.id)]
        return [line for thread in found if thread is not None for line in thread.messages]

    def _unheard_in(self, me: str, call: Call) -> list[Message]:
        unheard = self._unheard.of(me)
        return [line for line in self._lines(call) if line.id in unheard]

    def _hear(self, acting: Acting, lines: list[Message]) -> int:
        """Note that these were heard; the words of those that are new."""
        others = [line for line in lines if line.sender != acting.person]
        new = self._premises.readings.read(acting, [content(line.body) for line in others])
        unheard = self._unheard.of(acting.person)
        heard = tuple(line.id for line in others if line.id in unheard)
        if heard:
            acting.step.emit(MessageRead(person=acting.person, messages=heard), acting.person)
        return sum(line.words for line in others if content(line.body) in new)

    def _heard(self, acting: Acting, call: Call, seconds: int = 0) -> Heard:
        me = acting.person
        lines = self._unheard_in(me, call)
        over = call.ended is not None
        note = ""
        if over:
            gone = call.why == "silence" or not call.talking
            note = f"{self._premises.people.name(call.other(me))} has hung up." if gone else ""
        elif not lines:
            note = "Silence at the other end."
        said = [
            Said(sender=self._premises.card(line.sender), text=self._premises.blobs.text(line.body))
            for line in lines
        ]
        return Heard(
            call=call.id,
            person=self._premises.card(call.other(me)),
            said=said,
            over=over,
            note=note,
            seconds=seconds,
            words=self._hear(acting, lines),
        )

    def _row(self, me: str, call: Call) -> CallRow:
        made = call.caller == me
        if call.answered is not None:
            end = call.ended if call.ended is not None else call.floor
            what = f"{-(-(end - call.answered) // MINUTE)} min"
        elif call.recorded:
            what = "voicemail"
        else:
            what = "not answered" if made else "missed"
        return CallRow(
            call=call.id,
            person=self._premises.card(call.other(me)),
            at=self._premises.stamp(me, call.at),
            made=made,
            what=what,
        )

    def rows(self, table: str = "") -> Iterable[dict[str, Any]]:
        if table not in ("", "calls"):
            raise KeyError(table)
        for one in self.calling.calls.calls.values():
            yield {
                "call": one.id,
                "caller": one.caller,
                "callee": one.callee,
                "at": one.at,
                "answered": one.answered is not None,
                "minutes": 0 if one.answered is None else ((one.ended or one.floor) - one.answered) // MINUTE,
                "voicemail": one.recorded,
            }


def _check_length(text: str) -> None:
    if len(text) > LONGEST:
        raise ToolError("invalid", f"that is {len(text)} characters without a breath", f"At most {LONGEST}.")


def _digits(text: str) -> str:
    return "".join(char for char in text if char.isdigit())
