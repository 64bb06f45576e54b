"""How long something waits before its reader takes it up, and what is never answered: drawn once, when it arrives.

Two log-normals (Stouffer, Malmgren and Amaral 2006): a glance for what finds somebody at their messages, and a later
sitting for the rest, both on the reader's own working clock.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from ...personas.behaviour import Habit, Interrupt
from ..kernel.clock import MINUTE, SECOND
from ..kernel.step import Step
from ..kernel.world import Core
from .availability import Availability
from .events import Channel, MessageSent
from .model import Person, Setup
from .percept import Band
from .queues import NEVER, Queues

# Shape of the delay. Medians come from the persona; the two-part shape is from Stouffer et al. 2006. The rest is
# fitted so that a synthetic office meets the ranges of workplace mail (Michalski et al. 2011), as the tests hold it to.
ACTIVE: Final = 12 * MINUTE
"""Somebody counts as at their messages this long after the last thing they did with them (fitted)."""
QUICK_ACTIVE: Final = 620
"""Share answered at a glance while at their messages, per mille (fitted; half of chat within 5 min, Microsoft 2021)."""
QUICK_IDLE: Final[Mapping[Channel, int]] = {
    "mail": 90, "chat": 240, "phone": 500, "meeting": 80, "comment": 90,
}  # fmt: skip
"""The same while doing something else, per mille (fitted)."""
QUICK_MEDIAN: Final = 50 * SECOND
"""Until the glance; reading and writing come on top. Mode of mail replies: 2 min (Kooti et al. 2015)."""
QUICK_SPREAD: Final = 0.9
LATER_FACTOR: Final = 0.8
"""The later log-normal's median, in medians of the habit; glances and sittings pull the whole back to it (fitted)."""
LONGEST: Final = 2400 * MINUTE
"""Working time after which nobody takes anything up any more: a week (no measurement known)."""
LATER_SPREAD: Final = 1.05
PASSES: Final[Mapping[str, int]] = {
    "social": 90 * MINUTE,
    "thanks": 60 * MINUTE,
    "acknowledge": 60 * MINUTE,
    "answer": 240 * MINUTE,
    "pointer": 240 * MINUTE,
    "refusal": 240 * MINUTE,
    "promise": 240 * MINUTE,
    "decline": 240 * MINUTE,
    "inform": 480 * MINUTE,
}
"""Working time after which nobody reacts any more to what asks for nothing (no measurement known)."""

COPY: Final = 20
"""Of those in copy, one in so many reacts as somebody addressed would (no measurement known)."""
LOAD_STEPS: Final = (3, 8, 16)
"""Things waiting at which load becomes noticeable, high and very high."""
NEVER_BY_LOAD: Final = (850, 1000, 1350, 1900)
"""The never-answered share by load, per mille of the habit's (direction and size: Kooti et al. 2015)."""
CHASED: Final = 350
"""Each chase leaves this share of the chance of never being answered, per mille (no measurement known)."""
URGENT: Final = 600
"""The same for what is urgent or mentions the reader (no measurement known)."""
FROM_MANAGER: Final = 500
"""The same for the reader's manager, who is answered more surely, though not sooner (Karagiannis and Vojnović 2009)."""

# What a message asks of its reader, by what its sender's mind says it does: share that gets any reaction, per mille.
REACTS: Final[Mapping[str, int]] = {
    "request": 1000,
    "chase": 1000,
    "clarify": 1000,
    "escalate": 1000,
    "invite": 1000,
    "promise": 250,
    "answer": 560,
    "pointer": 560,
    "refusal": 400,
    "inform": 340,
    "social": 480,
    "decline": 150,
    "thanks": 90,
    "acknowledge": 60,
}

_URGENT = re.compile(
    r"\b(urgent|urgently|asap|right away|immediately|by noon|as soon as you can|emergency)\b", re.IGNORECASE
)
_ASKS = re.compile(
    r"\?|\b(please|could you|can you|would you|let me know|need|send me|tell me|remind)\b", re.IGNORECASE
)


class Latency:
    """Draws when people take things up."""

    def __init__(self, setup: Setup, core: Core, queues: Queues, availability: Availability) -> None:
        self._setup = setup
        self._core = core
        self._queues = queues
        self._availability = availability

    def load(self, person: str) -> Band:
        """How much waits for the person, in four steps."""
        waiting = sum(1 for item in self._queues.waiting.get(person, {}).values() if item.ready != NEVER)
        few, many, most = LOAD_STEPS
        return 0 if waiting < few else 1 if waiting < many else 2 if waiting < most else 3

    def invitation(self, person: Person, meeting: str, at: int) -> int:
        """When the person would answer an invitation, or `NEVER`."""
        assert person.persona is not None
        draw = self._core.streams.stream("invitation", person.id, meeting, at)
        habit = person.persona.responses.meeting
        if draw.chance(habit.never_answered):
            return NEVER
        wait = max(1, int(draw.lognormal(habit.median_minutes * MINUTE, LATER_SPREAD)))
        return self._availability.free(person.id, self._setup.calendar_of(person.id).add_work(at, wait))

    def urgency(self, said: MessageSent, step: Step) -> int:
        urgency = 1 if any(act.kind in ("chase", "escalate") for act in said.acts) else 0
        if _URGENT.search(said.subject) or (not said.acts and _URGENT.search(step.blobs.text(said.body))):
            urgency += 1
        return urgency

    def when(
        self,
        step: Step,
        person: Person,
        said: MessageSent,
        urgency: int,
        chases: int,
        about: str,
        *,
        direct: bool,
        pierces: bool = False,
    ) -> int:
        """When the person would take it up, or `NEVER`; drawn once, when it arrives."""
        draw = self._core.streams.stream("latency", person.id, said.message, about)
        habit = self._habit(person, said.app)
        if draw.chance(self._never(person, said, step, habit, urgency, chases, direct=direct)):
            return NEVER
        calendar = self._setup.calendar_of(person.id)
        at = step.at
        open_now = calendar.is_open(at)
        idle = at - self._queues.busy.get(person.id, -ACTIVE) >= ACTIVE
        quick = QUICK_IDLE[said.app] if idle else QUICK_ACTIVE
        if pierces or (open_now and draw.chance(min(900, quick + 150 * urgency))):
            ready = at + int(draw.lognormal(QUICK_MEDIAN, QUICK_SPREAD))
        else:
            median = habit.median_minutes * LATER_FACTOR * MINUTE
            later = draw.lognormal(median, LATER_SPREAD) * (0.6**urgency)
            if later > max((PASSES.get(act.kind, LONGEST) for act in said.acts), default=LONGEST):
                return NEVER
            ready = calendar.add_work(at, max(1, int(later)))
            session = self._availability.session_between(person.id, at, ready)
            if session is not None and draw.chance(500):
                ready = int(draw.uniform(*session))
        return self._availability.free(person.id, ready, pierces=pierces)

    def _never(
        self,
        person: Person,
        said: MessageSent,
        step: Step,
        habit: Habit,
        urgency: int,
        chases: int,
        *,
        direct: bool,
    ) -> int:
        """Chance that it gets no reaction, per mille."""
        never = habit.never_answered * NEVER_BY_LOAD[self.load(person.id)] // 1000
        if said.acts:
            reacts = max(REACTS.get(act.kind, 600) for act in said.acts)
        else:
            reacts = 1000 if said.expects_reply or _ASKS.search(step.blobs.text(said.body)) else 500
        mentioned = person.id in said.mentions
        if not mentioned:
            if not direct:
                reacts //= COPY
            elif said.app == "chat" and said.thread.startswith("#"):
                reacts = reacts * 2 // (2 + len(said.to))
            elif len(said.to) > 1:
                reacts = reacts * 3 // (2 + len(said.to))
        for _ in range(min(chases, 4)):
            never = never * CHASED // 1000
        if urgency:
            never = never * URGENT // 1000
        if person.manager == said.sender:
            never = never * FROM_MANAGER // 1000
        return 1000 - reacts * (1000 - min(950, never)) // 1000

    def _habit(self, person: Person, app: Channel) -> Habit:
        assert person.persona is not None
        responses = person.persona.responses
        if app == "chat":
            return responses.chat
        return responses.phone if app == "phone" else responses.mail

    def pierces(self, person: Person, said: MessageSent, urgency: int) -> bool:
        assert person.persona is not None
        mentioned = person.id in said.mentions
        if said.thread.startswith("#") and not mentioned:
            return False
        return any(
            self._matches(rule, person, said.app, said.sender, urgency, mentioned=mentioned)
            for rule in person.persona.attention.interrupts
        )

    def breaks_in(self, person: Person, app: Channel, sender: str) -> bool:
        """Whether something of that app from that sender gets through, urgent or not."""
        assert person.persona is not None
        return any(
            self._matches(rule, person, app, sender, 0, mentioned=False)
            for rule in person.persona.attention.interrupts
        )

    def _matches(
        self, rule: Interrupt, person: Person, app: Channel, by: str, urgency: int, *, mentioned: bool
    ) -> bool:
        if rule.urgent_only and not urgency:
            return False
        if rule.kind == "mention":
            if not mentioned:
                return False
        elif rule.kind not in ("any", app):
            return False
        if rule.sender == "anyone":
            return True
        sender = self._setup.people.get(by)
        if sender is None:
            return False
        if rule.sender == "manager":
            return person.manager == sender.id
        if rule.sender == "report":
            return sender.manager == person.id
        if rule.sender == "outsider":
            return sender.outside
        return bool(person.department) and sender.department == person.department
