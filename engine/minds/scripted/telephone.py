"""What changes on the phone: nobody is silent there or leaves an answer for later, and people take leave."""

from __future__ import annotations

import re
from typing import Final

from ...office.events import Act
from ...office.percept import Decision, Defer, Ignore, Intent, Percept, Reply
from .letter import Letter
from .speaker import Speaker

BYE: Final = "bye"
"""Kind of the act after which the speaker hangs up."""
_LEAVES: Final = re.compile(
    r"\b(?:good ?bye|bye|talk (?:to you )?(?:later|soon)|see you(?: \w+)?)\W*$", re.IGNORECASE
)


def on_the_line(decision: Decision, percept: Percept, speaker: Speaker, letter: Letter) -> Decision:
    """A decision as it comes out by telephone."""
    last = next((one.text for one in reversed(percept.said) if one.new), "")
    if _LEAVES.search(last) and all(_adds_nothing(one) for one in decision.intents):
        return decision.model_copy(update={"intents": (_said(speaker.plain("phone_bye"), letter, BYE),)})
    intents = tuple(_spoken(one, percept, speaker, letter) for one in decision.intents)
    return decision.model_copy(update={"intents": intents})


def _adds_nothing(intent: Intent) -> bool:
    return isinstance(intent, Ignore) or (
        isinstance(intent, Reply)
        and not (intent.asked or intent.told or intent.promises or intent.not_understood)
        and not (intent.approves or intent.disapproves or intent.moved)
    )


def _spoken(intent: Intent, percept: Percept, speaker: Speaker, letter: Letter) -> Intent:
    if isinstance(intent, Defer):
        return _said(speaker.plain("phone_later"), letter, "defer", BYE)
    if isinstance(intent, Ignore):
        if intent.reason == "took leave" or (percept.other is not None and not percept.other.seat):
            return _said(speaker.plain("phone_bye"), letter, BYE)
        return _said(speaker.plain("phone_listens"), letter, "acknowledge")
    if isinstance(intent, Reply) and not intent.text:
        text = letter.spoken(speaker.plain("phone_later"))
        return intent.model_copy(update={"text": text, "acts": (*intent.acts, Act(kind=BYE))})
    return intent


def _said(text: str, letter: Letter, *kinds: str) -> Reply:
    return Reply(text=letter.spoken(text), acts=tuple(Act(kind=kind) for kind in kinds))
