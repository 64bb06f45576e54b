"""What somebody chose to do about a message, in one word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from ...engine.office.percept import Decision, Defer, Escalate, Reply, Write

Choice: TypeAlias = Literal[
    "tells",
    "promises",
    "hands_off",
    "refuses",
    "does_not_know",
    "puts_off",
    "out_of_patience",
    "asks_back",
    "escalates",
    "replies",
    "silent",
    "never_looks",
]


def texted(decision: Decision) -> Sequence[Reply | Write]:
    """The intents of a decision that write something."""
    return [one for one in decision.intents if isinstance(one, Reply | Write)]


def choice_of(decision: Decision, text: str) -> Choice:
    """What somebody chose to do about a message; of several things, the one that tells most about them."""
    replies = [one for one in decision.intents if isinstance(one, Reply)]
    kinds = {act.kind for one in texted(decision) for act in one.acts}
    reasons = [refusal.reason for one in replies for refusal in one.refused]
    if any(isinstance(one, Escalate) for one in decision.intents) or "escalate" in kinds:
        return "escalates"
    if any(one.told for one in texted(decision)):
        return "tells"
    if any(one.promises for one in replies) or "promise" in kinds:
        return "promises"
    if any(one.referred for one in replies) or "pointer" in kinds:
        return "hands_off"
    if "patience" in reasons:
        return "out_of_patience"
    if any(reason in ("rule", "needs_approval") for reason in reasons):
        return "refuses"
    if "unknown" in reasons:
        return "does_not_know"
    if "busy" in reasons or any(isinstance(one, Defer) for one in decision.intents):
        return "puts_off"
    if any(one.not_understood for one in replies) or "clarify" in kinds:
        return "asks_back"
    if "refusal" in kinds or "decline" in kinds:
        return "refuses"
    return "replies" if text else "silent"
