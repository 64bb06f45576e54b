"""The telephone: it rings, somebody picks up or does not, two people talk in turn, and one of them hangs up.

Whether somebody picks up depends on their hours, meetings, absence, load, on who rings, and how often they did so that
day; it is drawn by caller, callee and the caller's own number of the call. People on the phone are busy to everybody
else. What is said is heard at once, so coworkers answer as they do in a meeting: through their mind and its rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from ..kernel.clock import DAY, MINUTE, SECOND
from ..kernel.events import Entry, Event
from ..kernel.minds import Value
from ..kernel.state import Component
from ..kernel.step import React, Step
from ..kernel.streams import Stream
from ..kernel.world import Core
from .attention import Attention
from .calls import GREETING, VOICEMAIL, Call, Calls, End, HungUp, PickedUp, Rang
from .events import AGENDA, Act, MessageSent, Told
from .meetings import PAUSE, MeetingError
from .model import Person, Setup

DIALLING: Final = 6 * SECOND
"""Looking the number up and dialling: one operation in a window (Card, Moran and Newell 1983)."""
RINGS: Final = 25 * SECOND
"""Until the voicemail takes an unanswered call: four to five rings of six seconds (usual setting of exchanges)."""
RINGS_AT_SEAT: Final = 45 * SECOND
"""How long coworkers let a seat's phone ring."""
BUSY_TONE: Final = 5 * SECOND
PICKS_UP: Final = 8 * SECOND
"""Median until somebody at their desk picks up: the second ring (no measurement known)."""
SILENCE: Final = 3 * MINUTE
"""After so long without a word somebody hangs up."""
AGAIN_TODAY: Final = 800
"""Each call of the same person's within a day leaves this share of the chance that it is picked up, per mille."""
STRANGER: Final = 800
"""The same for a caller one has no tie with (no measurement known)."""
BY_LOAD: Final = (1000, 950, 850, 700)
"""The same by how much waits for the person, in four steps (direction: Kooti et al. 2015)."""
UNDISTURBED: Final = 550
"""The same for somebody who wants no calls just then, or none of that caller (no measurement known)."""
EVENING: Final = 400
"""The same outside working hours, for those who work then (no measurement known)."""
CALLS_BACK: Final = 450
"""Of those who return missed calls at all, the share that does so without having been left a message."""
RINGS_BACK: Final = (
    "You tried to reach me?",
    "I saw that you rang earlier. What can I do for you?",
    "I'm ringing back. What was it about?",
)


class Then(Value):
    """What a coworker who rings does next: entries of the agenda."""

    kind: str = "phone.line"
    answered: str
    """Payload of the entry due when the caller's first words have been said."""
    words: int = 12
    """How many these are."""
    unanswered: str = ""
    """Payload of the entry due when nobody picks up; empty: nothing."""


class Line(Value):
    """Words of the story, said by telephone or left on the voicemail."""

    call: str = ""
    to: str = ""
    text: str
    told: tuple[Told, ...] = ()


class Calling:
    """Lets people telephone.

    Args:
        setup: The office.
        core: The run's streams and texts.
        attention: People on the phone are kept from their messages.
        next_message: Gives the id of a person's next message.
    """

    def __init__(
        self, setup: Setup, core: Core, attention: Attention, next_message: Callable[[str], str]
    ) -> None:
        self._setup = setup
        self._core = core
        self._attention = attention
        self._next_message = next_message
        self.calls = Calls(setup)
        attention.watch(self)

    def components(self) -> Sequence[Component]:
        return (self.calls,)

    def reactors(self) -> Mapping[str, React]:
        return {}

    def handlers(self) -> Mapping[str, Callable[[Step, Entry], None]]:
        return {
            "phone.answer": self._answers,
            "phone.unanswered": self._unanswered,
            "phone.greet": self._greets,
            "phone.spoken": self._spoken,
            "phone.line": self._line,
            "phone.silence": self._silence,
            "phone.back": self._back,
            "phone.later": self._later,
        }

    def free_from(self, person: str, at: int) -> int:
        """``at``, or when the call that the person is in would end if nobody spoke any more."""
        call = self.calls.now(person)
        return at if call is None or not call.talking else max(at, call.floor + SILENCE)

    # Ringing ---------------------------------------------------------------------------------------------------------

    def ring(self, step: Step, caller: str, callee: str, then: Then | None = None) -> Call:
        """Ring somebody, now.

        Args:
            step: The open step.
            caller: Who rings.
            callee: Whom.
            then: What a coworker does when it is answered or not; a seat decides for itself.

        Raises:
            MeetingError: ``invalid``: oneself; ``conflict``: the caller is on the phone already.
        """
        if caller == callee:
            raise MeetingError("invalid", "you can't ring yourself")
        now = self.calls.now(caller)
        if now is not None:
            message = f"you are on the phone with {self._setup.people[now.other(caller)].name}"
            raise MeetingError("conflict", message)
        busy = self.calls.now(callee) is not None
        draw = self._core.streams.stream("phone", caller, callee, self.calls.made.get(caller, 0) + 1)
        call = self.calls.next_id(caller)
        at = step.at + DIALLING
        picked = None if busy else self._answered_at(caller, callee, at, draw)
        payload = "" if then is None else then.model_dump_json()
        step.emit(Rang(call=call, caller=caller, callee=callee, then=payload), caller)
        if picked is not None:
            step.set(f"phone.answer/{call}", picked, "phone.answer", callee, call)
        wait = BUSY_TONE if busy else RINGS_AT_SEAT if self._setup.people[callee].seat else RINGS
        why = "busy" if busy else "unanswered"
        step.set(f"phone.unanswered/{call}", at + wait, "phone.unanswered", call, why, priority=1)
        return self.calls.calls[call]

    def _answered_at(self, caller: str, callee: str, at: int, draw: Stream) -> int | None:
        """When the person picks up, if they do and decide for themselves."""
        wait = min(RINGS - SECOND, max(2 * SECOND, int(draw.lognormal(PICKS_UP, 0.4))))
        if not draw.chance(self.chance(caller, self._setup.people[callee], at)):
            return None
        picked = at + wait
        if self._attention.current(callee) is not None:
            # Whoever is in the middle of something lets it ring until that is done.
            picked = max(picked, self._attention.queues.busy.get(callee, at) + SECOND)
        return picked if picked < at + RINGS else None

    def chance(self, caller: str, who: Person, at: int) -> int:
        """How likely the person picks up, per mille."""
        if not who.is_coworker or who.persona is None:
            return 0
        if self._attention.free(who.id, at, pierces=True) > at or self._eats(who, at):
            return 0
        chance = 1000 - who.persona.responses.phone.never_answered
        through = self._attention.breaks_in(who.id, "phone", caller)
        if not through and self._attention.free(who.id, at) > at:
            chance = chance * UNDISTURBED // 1000
        chance = chance * BY_LOAD[self._attention.load(who.id, at)] // 1000
        if not self._setup.calendar_of(who.id).is_open(at):
            chance = chance * EVENING // 1000
        trust = max((one.trust for one in who.ties if one.to == caller), default=None)
        if trust is not None:
            chance = chance * (900 + trust // 5) // 1000
        elif caller not in (who.manager, *self._reports(who.id)):
            chance = chance * STRANGER // 1000
        for _ in range(min(6, self.calls.since(caller, who.id, at - DAY))):
            chance = chance * AGAIN_TODAY // 1000
        return min(980, chance)

    def _eats(self, who: Person, at: int) -> bool:
        """Whether the person is at lunch."""
        assert who.persona is not None
        local, hours = self._setup.calendar_of(who.id).local(at), who.persona.hours
        hour, _, minute = hours.lunch.partition(":")
        since = local.hour * 60 + local.minute - int(hour) * 60 - int(minute)
        return 0 <= since < hours.lunch_minutes

    def _reports(self, manager: str) -> Sequence[str]:
        return [one.id for one in self._setup.people.values() if one.manager == manager]

    def pick_up(self, step: Step, person: str) -> Call:
        """Answer the phone; a coworker who rang then says what for.

        Raises:
            MeetingError: It does not ring.
        """
        call = self.calls.now(person)
        if call is None or call.callee != person or call.answered is not None:
            raise MeetingError("unavailable", "your phone does not ring")
        step.cancel(f"phone.unanswered/{call.id}")
        step.cancel(f"phone.answer/{call.id}")
        step.emit(PickedUp(call=call.id, caller=call.caller, callee=person), person)
        self._listen_on(step, call)
        if self._setup.people[person].seat:
            self._begin(step, call)
        return call

    def _answers(self, step: Step, entry: Entry) -> None:
        call = self.calls.calls.get(entry.payload)
        person = entry.target
        kept = self._attention.kept(person, step.at, but=self) > step.at
        if call is None or call.answered is not None or call.ended is not None or kept:
            return
        self.pick_up(step, person)
        text = self._greeting(call)
        at = step.at + self._attention.speaking_time(len(text.split()))
        step.set(f"phone.greet/{call.id}", at, "phone.greet", person, text)

    def _greeting(self, call: Call) -> str:
        """What the person says when they pick up: their persona's words, with the name they have here."""
        who, caller = self._setup.people[call.callee], self._setup.people[call.caller]
        persona = who.persona
        assert persona is not None
        audience = "colleague" if caller.company == who.company else "outsider"
        words = persona.style.greetings.phone.to(audience)
        text = self._core.streams.stream("greets", call.callee, call.id).choice(words or (f"{who.first}.",))
        text = text.replace("{asker}", caller.first)
        if persona.name != who.name:
            text = text.replace(persona.name, who.name).replace(persona.short_name, who.first)
        return text

    def _greets(self, step: Step, entry: Entry) -> None:
        call = self.calls.now(entry.target)
        if call is not None and call.talking:
            self.say(step, entry.target, entry.payload, acts=(Act(kind=GREETING),))
            self._begin(step, call)

    def _begin(self, step: Step, call: Call) -> None:
        """Let a coworker who rang say what for."""
        if call.then:
            then = Then.model_validate_json(call.then)
            at = step.at + SECOND + self._attention.speaking_time(then.words)
            step.set(f"phone.first/{call.id}", at, then.kind, call.caller, then.answered)

    def _unanswered(self, step: Step, entry: Entry) -> None:
        call = self.calls.calls.get(entry.target)
        if call is None or call.answered is not None or call.ended is not None:
            return
        then = Then.model_validate_json(call.then) if call.then else None
        self._end(step, call, "", "busy" if entry.payload == "busy" else "unanswered")
        if then is not None:
            if then.unanswered:
                step.set(f"phone.first/{call.id}", step.at, then.kind, call.caller, then.unanswered)
            return
        who = self._setup.people[call.callee]
        if who.persona is None or not who.is_coworker or not self._setup.people[call.caller].seat:
            return
        habit = who.persona.responses.phone
        draw = self._core.streams.stream("calls back", call.callee, call.id)
        if draw.chance((1000 - habit.never_answered) * CALLS_BACK // 1000):
            wait = max(1, int(draw.lognormal(max(1, habit.median_minutes) * MINUTE, 1.0)))
            at = self._attention.free(who.id, self._setup.calendar_of(who.id).add_work(step.at, wait))
            step.set(f"phone.back/{call.id}", at, "phone.back", who.id, call.id)

    def _back(self, step: Step, entry: Entry) -> None:
        """Somebody rings back who saw that they were rung, if nothing was said since."""
        call = self.calls.calls[entry.payload]
        me, other = call.callee, call.caller
        talked = any(
            one.at > call.at and one.answered
            for one in self.calls.of(me)
            if other in (one.caller, one.callee)
        )
        if call.recorded or talked or not self.may_ring(me, other, step.at):
            return
        text = self._core.streams.stream("back", me, call.id).choice(RINGS_BACK)
        line = Line(call=self.calls.next_id(me), to=other, text=text).model_dump_json()
        self.ring(step, me, other, Then(answered=line, words=len(text.split())))

    def may_ring(self, caller: str, callee: str, at: int) -> bool:
        """Whether a coworker would ring that person now: both are at work and off the phone."""
        if self.calls.now(caller) is not None or self.calls.now(callee) is not None:
            return False
        open_there = self._setup.calendar_of(callee).is_open(at)
        return (
            open_there and self._attention.kept(caller, at) <= at and self._attention.kept(callee, at) <= at
        )

    def tell(self, step: Step, caller: str, callee: str, text: str, told: Sequence[Told] = ()) -> None:
        """Ring somebody and say that, or leave it on their voicemail; whoever is on the phone does so afterwards.

        Args:
            step: The open step.
            caller: Who; no seat.
            callee: Whom.
            text: Their first words.
            told: Facts in them.
        """
        line = Line(call=self.calls.next_id(caller), to=callee, text=text, told=tuple(told))
        if self.calls.now(caller) is not None:
            entry = f"phone.later/{caller}/{callee}/{step.number}"
            step.set(entry, step.at + SILENCE, "phone.later", caller, line.model_dump_json())
            return
        payload = line.model_dump_json()
        self.ring(step, caller, callee, Then(answered=payload, words=len(text.split()), unanswered=payload))

    def _later(self, step: Step, entry: Entry) -> None:
        line = Line.model_validate_json(entry.payload)
        self.tell(step, entry.target, line.to, line.text, line.told)

    def _line(self, step: Step, entry: Entry) -> None:
        line = Line.model_validate_json(entry.payload)
        call = self.calls.now(entry.target)
        acts = (Act(kind="inform", item=AGENDA),)
        if call is not None and call.id == line.call and call.talking:
            self.say(step, entry.target, line.text, told=line.told, acts=acts)
        elif (gone := self.calls.calls.get(line.call)) is not None and gone.answered is None:
            self.record(step, entry.target, line.text, told=line.told)

    # Talking ---------------------------------------------------------------------------------------------------------

    def floor(self, person: str, at: int) -> int:
        """The first instant from ``at`` on at which the other one doesn't speak."""
        call = self.calls.now(person)
        return at if call is None or call.floor <= at else call.floor + PAUSE // 4

    def say(
        self,
        step: Step,
        person: str,
        text: str,
        *,
        told: Sequence[Told] = (),
        acts: Sequence[Act] = (),
        expects_reply: bool = False,
    ) -> Event:
        """Say something to the other one (it has been said at this instant).

        Raises:
            MeetingError: ``unavailable``: the person talks with nobody; ``invalid``: there are no words in it.
        """
        call = self.calls.now(person)
        if call is None or not call.talking:
            raise MeetingError("unavailable", "you are not on the phone", "Ring somebody with phone.call.")
        if not text.strip():
            raise MeetingError("invalid", "there are no words in it")
        event = self._send(
            step, person, call.other(person), call.id, text, told, acts, expects_reply=expects_reply
        )
        self._listen_on(step, call)
        return event

    def record(
        self, step: Step, person: str, text: str, *, told: Sequence[Told] = (), acts: Sequence[Act] = ()
    ) -> Event:
        """Leave words on the voicemail of whoever the person rang last.

        Raises:
            MeetingError: ``unavailable``: there is no voicemail to speak to now; ``invalid``: no words.
        """
        call = next((one for one in reversed(self.calls.of(person)) if one.caller == person), None)
        if call is None or call.answered is not None or call.ended is None or call.recorded:
            raise MeetingError("unavailable", "no voicemail listens", "Ring somebody first with phone.call.")
        if step.at > call.ended + SILENCE:
            raise MeetingError("unavailable", "the voicemail has hung up", "Ring again with phone.call.")
        if not text.strip():
            raise MeetingError("invalid", "there are no words in it")
        return self._send(step, person, call.callee, VOICEMAIL + call.id, text, told, acts)

    def _send(
        self,
        step: Step,
        person: str,
        to: str,
        thread: str,
        text: str,
        told: Sequence[Told],
        acts: Sequence[Act],
        *,
        expects_reply: bool = False,
    ) -> Event:
        return step.emit(
            MessageSent(
                message=self._next_message(person),
                app="phone",
                thread=thread,
                sender=person,
                to=(to,),
                body=step.blobs.put_text(text),
                words=len(text.split()),
                told=tuple(told),
                acts=tuple(acts),
                expects_reply=expects_reply,
            ),
            person,
        )

    def speak(self, step: Step, person: str, text: str, at: int) -> None:
        """Let words have been said at that instant, if the call still goes on then."""
        call = self.calls.now(person)
        assert call is not None
        step.set(f"phone.spoken/{person}", at, "phone.spoken", person, text)

    def _spoken(self, step: Step, entry: Entry) -> None:
        call = self.calls.now(entry.target)
        if call is not None and call.talking:
            self.say(step, entry.target, entry.payload)

    def hang_up(self, step: Step, person: str) -> Call:
        """End the call that the person is in, or stop ringing.

        Raises:
            MeetingError: ``unavailable``: there is none.
        """
        call = self.calls.now(person)
        if call is None:
            raise MeetingError("unavailable", "you are not on the phone")
        self._end(step, call, person, "hung_up")
        return call

    def _listen_on(self, step: Step, call: Call) -> None:
        at = max(step.at, call.floor) + SILENCE
        step.set(f"phone.silence/{call.id}", at, "phone.silence", call.id)

    def _silence(self, step: Step, entry: Entry) -> None:
        call = self.calls.calls.get(entry.target)
        if call is None or not call.talking:
            return
        if step.at < call.floor + SILENCE:
            self._listen_on(step, call)
        else:
            self._end(step, call, "", "silence")

    def _end(self, step: Step, call: Call, by: str, why: End) -> None:
        step.emit(HungUp(call=call.id, caller=call.caller, callee=call.callee, by=by, why=why), by)
        for kind in ("answer", "unanswered", "greet", "first", "silence"):
            step.cancel(f"phone.{kind}/{call.id}")
        for person in (call.caller, call.callee):
            step.cancel(f"phone.spoken/{person}")
            if self._setup.people[person].is_coworker:
                self._attention.book(step, person)
