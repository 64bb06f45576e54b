"""The storyline: what happens by itself, each time its condition becomes true.

What a beat does needs apps, which are built above the office; they are reached through a `Stage`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol, TypeAlias

from ..kernel.events import Event
from ..kernel.step import Step
from .conditions.model import Condition
from .conditions.tracker import ConditionTracker
from .events import AbsenceKind, BeatFired
from .model import Meeting, ToolStep


@dataclass(frozen=True)
class SendMail:
    """A mail arrives; the facts it shares are told truthfully."""

    sender: str
    to: tuple[str, ...]
    cc: tuple[str, ...]
    subject: str
    body: str
    attach: tuple[str, ...] = ()
    """Keys of the pack's content."""
    shares: tuple[str, ...] = ()


@dataclass(frozen=True)
class SendChat:
    """Somebody writes to a person or in a channel; exactly one of the two is set."""

    sender: str
    body: str
    to: str | None = None
    channel: str | None = None
    shares: tuple[str, ...] = ()


@dataclass(frozen=True)
class PutFile:
    """A file is written on the drive."""

    path: str
    content: str
    """Key of the pack's content."""
    by: str


@dataclass(frozen=True)
class Learn:
    """Somebody comes to hold the truth of a fact."""

    person: str
    fact: str


@dataclass(frozen=True)
class GoAway:
    """Somebody is away for a while."""

    person: str
    start: int | None
    """None: from the instant of the beat."""
    end: int
    why: AbsenceKind


@dataclass(frozen=True)
class Ring:
    """Somebody rings a person; what they say first tells the facts it shares."""

    caller: str
    callee: str
    says: str
    shares: tuple[str, ...] = ()


@dataclass(frozen=True)
class CallMeeting:
    """A meeting is put into calendars."""

    meeting: Meeting


Action: TypeAlias = SendMail | SendChat | PutFile | Learn | GoAway | CallMeeting | Ring | ToolStep


@dataclass(frozen=True)
class Beat:
    """Something that happens by itself, once unless it repeats."""

    id: str
    when: Condition
    do: tuple[Action, ...]
    repeats: bool = False


class Stage(Protocol):
    """Carries out what beats say, in the step they fire in."""

    def perform(self, step: Step, action: Action, beat: Event) -> None:
        """Do it now; `beat` is the event that caused it.

        A sender who is away still sends: the storyline is what the author wants to happen.
        """
        ...


class Storyline:
    """Lets beats fire.

    Args:
        beats: In the author's order, which is the order of those that fire together.
        conditions: Tells when a beat's condition has become true.
        stage: Carries out its actions.
    """

    def __init__(self, beats: Sequence[Beat], conditions: ConditionTracker, stage: Stage) -> None:
        self._stage = stage
        for beat in beats:
            fire = partial(self.fire, beat=beat)
            if beat.repeats:
                conditions.repeat(beat.id, beat.when, fire)
            else:
                conditions.watch(beat.when, fire)

    def fire(self, step: Step, beat: Beat) -> None:
        """Record that the beat fired and carry out what it says."""
        event = step.emit(BeatFired(beat=beat.id))
        for action in beat.do:
            self._stage.perform(step, action, event)
