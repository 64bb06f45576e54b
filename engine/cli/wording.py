"""One line for an event, for people who watch or read a run."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..kernel.events import Payload
    from ..office import events

Name = Callable[[str], str]


def headline(payload: Payload, name: Name) -> str | None:
    """What happened, in a line; None for what only the machinery cares about.

    Args:
        payload: What the event says.
        name: Turns a person id into how the person is called.
    """
    from ..kernel import seats
    from ..office import events

    match payload:
        case events.MessageSent(past=True):
            return None
        case events.MessageSent(app=app):
            return f"{name(payload.sender)} → {addressed(payload, name)}, {app}{_subject(payload)}"
        case events.MeetingStarted() | events.MeetingEnded():
            return f"meeting {payload.meeting} {'begins' if payload.kind.endswith('started') else 'ends'}"
        case events.Missed():
            return f"{name(payload.person)} misses meeting {payload.meeting}"
        case events.BeatFired():
            return f"beat {payload.beat}"
        case events.Away():
            return f"{name(payload.person)} is away ({payload.why})"
        case events.PromiseMade():
            return f"{name(payload.by)} promises {name(payload.to)}: {payload.what}"
        case events.PromiseBroken():
            return f"promise {payload.promise} is broken"
        case events.FileWritten(past=False):
            return f"{name(payload.by)} writes {payload.path}"
        case seats.Called():
            return f"{payload.seat} calls {payload.tool}{_arguments(payload.arguments)}"
        case seats.Ended():
            return f"{payload.seat}: {payload.how}, {payload.why}"
        case _:
            return None


def addressed(sent: events.MessageSent, name: Name) -> str:
    """Whom a message is to, in words."""
    if sent.thread.startswith("#"):
        return sent.thread
    people = [name(person) for person in sent.to]
    if len(people) > 3:
        return f"{', '.join(people[:2])} and {len(people) - 2} more"
    return ", ".join(people) or "nobody"


def _subject(sent: events.MessageSent) -> str:
    return f": {sent.subject}" if sent.subject else ""


def _arguments(text: str) -> str:
    try:
        given: Any = json.loads(text)
    except ValueError:
        return ""
    if not isinstance(given, dict) or not given:
        return ""
    parts = [f"{key}={shortened(str(value), 40)}" for key, value in list(given.items())[:2]]  # pyright: ignore[reportUnknownVariableType,reportUnknownArgumentType]
    return f" ({', '.join(parts)})"


def shortened(text: str, length: int) -> str:
    """A text on one line, cut with … if it is longer than ``length`` characters."""
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 1].rstrip() + "…"
