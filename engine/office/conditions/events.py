"""The event that records a condition becoming true where time or several causes are involved."""

from __future__ import annotations

from typing import ClassVar

from ...kernel.events import Payload


class ConditionMet(Payload):
    """A condition that time decides, or that somebody watches, became true."""

    kind: ClassVar[str] = "condition.met"

    condition: str
    """The condition's key, see `key_of`."""
    what: str
    """Its first word (``no``, ``after``, ``all`` …), for readers."""
    watched: bool = False
    """Whoever watches it is told now."""
    scope: str = ""
    """The repeating watch it is tracked for; empty for conditions that become true once."""
