"""A person's own phrases, by what they are doing with them.

A generator that words answers draws from these banks, so two people sound like two people and one person
doesn't repeat themselves. Phrases may hold slots: `{topic}` is a noun phrase that fits the middle of a
sentence ("the free time at origin"), `{when}` a time without a preposition ("Thursday 14:00", "tomorrow"),
`{who}` another person's name, `{asker}` the name of whoever is being answered, `{options}` alternatives
joined by "or".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Literal, cast, get_args

from pydantic import Field, ValidationInfo, field_validator

from .base import Model
from .problems import Misfit, did_you_mean

Bank = Literal[
    "openings",
    "acknowledgements",
    "lead_ins",
    "uncertain",
    "deferrals",
    "promises",
    "refusals",
    "needs_approval",
    "dont_know",
    "redirects",
    "clarifications",
    "not_understood",
    "too_broad",
    "own_work",
    "repeats",
    "chased",
    "busy",
    "terse",
    "escalations",
    "thanks_replies",
    "done",
    "late",
    "corrections",
    "reminders",
    "asks",
]
BANKS: tuple[Bank, ...] = get_args(Bank)

SLOTS: dict[Bank, frozenset[str]] = {
    "openings": frozenset({"asker"}),
    "acknowledgements": frozenset({"asker", "topic"}),
    "lead_ins": frozenset({"asker", "topic"}),
    "uncertain": frozenset({"topic"}),
    "deferrals": frozenset({"asker", "topic", "when"}),
    "promises": frozenset({"asker", "topic", "when"}),
    "refusals": frozenset({"asker", "topic"}),
    "needs_approval": frozenset({"topic", "who"}),
    "dont_know": frozenset({"asker", "topic"}),
    "redirects": frozenset({"topic", "who"}),
    "clarifications": frozenset({"options", "topic"}),
    "not_understood": frozenset({"asker"}),
    "too_broad": frozenset({"asker", "topic"}),
    "own_work": frozenset({"asker", "topic"}),
    "repeats": frozenset({"asker", "topic", "when"}),
    "chased": frozenset({"asker", "topic", "when"}),
    "busy": frozenset({"asker", "when"}),
    "terse": frozenset({"topic"}),
    "escalations": frozenset({"topic", "who"}),
    "thanks_replies": frozenset({"asker"}),
    "done": frozenset({"asker", "topic"}),
    "late": frozenset({"topic", "when"}),
    "corrections": frozenset({"topic"}),
    "reminders": frozenset({"topic", "when", "who"}),
    "asks": frozenset({"topic", "when", "who"}),
}
"""The slots each bank's phrases may hold."""

ALWAYS: dict[Bank, frozenset[str]] = {
    "promises": frozenset({"asker", "topic", "when"}),
    "needs_approval": frozenset({"topic", "who"}),
    "redirects": frozenset({"topic", "who"}),
    "escalations": frozenset({"topic", "who"}),
    "done": frozenset({"asker", "topic"}),
    "late": frozenset({"topic"}),
    "corrections": frozenset({"topic"}),
    "reminders": frozenset({"topic", "who"}),
    "asks": frozenset({"topic", "who"}),
}
"""The slots that can always be filled where a bank is used; elsewhere only `{asker}`."""

_SLOT = re.compile(r"\{([^{}]*)\}")

Phrase = Annotated[str, Field(min_length=1, max_length=240)]


def slots(phrase: str) -> frozenset[str]:
    """The names of the slots in a phrase."""
    return frozenset(_SLOT.findall(phrase))


def fill(phrase: str, **values: str) -> str:
    """The phrase with its slots filled; a slot at its start, or after a full stop, is capitalised.

    Raises:
        KeyError: A slot of the phrase has no value.
    """
    pieces: list[str] = []
    end = 0
    for match in _SLOT.finditer(phrase):
        before = phrase[end : match.start()]
        pieces.append(before)
        value = values[match.group(1)]
        sofar = "".join(pieces).rstrip()
        starts_sentence = not sofar or sofar[-1] in ".!?"
        pieces.append(value[:1].upper() + value[1:] if starts_sentence else value)
        end = match.end()
    pieces.append(phrase[end:])
    return "".join(pieces)


def _bank(description: str, *plain: str) -> tuple[str, ...]:
    field: tuple[str, ...] = Field(plain, min_length=4, description=f"{description} At least 4 phrases.")
    return field


class Voice(Model):
    """Phrase banks in the person's own words; a bank left out is worded plainly."""

    openings: tuple[Phrase, ...] = _bank(
        "How a reply starts after the greeting.",
        "Thanks for your message.",
        "Good question.",
        "Happy to help with this.",
        "Let me see.",
    )
    acknowledgements: tuple[Phrase, ...] = _bank(
        "Having read or accepted something.", "Understood.", "Got it, thanks.", "Noted.", "That works for me."
    )
    lead_ins: tuple[Phrase, ...] = _bank(
        "Just before the answer itself.",
        "Here is what I have on {topic}:",
        "This is what I know:",
        "To answer your question:",
        "As it stands:",
    )
    uncertain: tuple[Phrase, ...] = _bank(
        "Just before an answer they aren't sure of.",
        "From memory, so please check:",
        "I am not fully sure, but:",
        "Not confirmed:",
        "If I remember correctly:",
    )
    deferrals: tuple[Phrase, ...] = _bank(
        "Putting an answer off.",
        "I can't answer right now, I will come back to you.",
        "Let me check and come back to you.",
        "I need some time for this one.",
        "I can look at {topic} {when}.",
    )
    promises: tuple[Phrase, ...] = _bank(
        "Undertaking to do something by a time.",
        "I will send you {topic} by {when}.",
        "You will have it by {when}.",
        "I can do that by {when}.",
        "Leave it with me until {when}.",
    )
    refusals: tuple[Phrase, ...] = _bank(
        "Declining to tell or to do something.",
        "I am not able to share that.",
        "That is not something I can pass on.",
        "I have to say no to this one.",
        "I can't share {topic}.",
    )
    needs_approval: tuple[Phrase, ...] = _bank(
        "Willing, but only once somebody agrees.",
        "I need an OK from {who} first.",
        "Please ask {who}; if they agree I can share it.",
        "I can tell you once {who} has agreed.",
        "{who} has to say yes before I can talk about {topic}.",
    )
    dont_know: tuple[Phrase, ...] = _bank(
        "Not knowing.",
        "I don't know, sorry.",
        "I have no information on that.",
        "I don't have an answer to this.",
        "I don't know about {topic}.",
    )
    redirects: tuple[Phrase, ...] = _bank(
        "Naming who might know.",
        "{who} may know.",
        "I would ask {who} about {topic}.",
        "Please try {who}.",
        "That is a question for {who}.",
    )
    clarifications: tuple[Phrase, ...] = _bank(
        "Asking which of two things is meant.",
        "Which one do you mean, {options}?",
        "Do you mean {options}?",
        "Could you be more specific?",
        "Which one are you asking about?",
    )
    not_understood: tuple[Phrase, ...] = _bank(
        "Not understanding what is wanted.",
        "I am not sure what you need.",
        "Could you explain what you are looking for?",
        "I don't follow, sorry.",
        "What exactly do you need from me?",
    )
    too_broad: tuple[Phrase, ...] = _bank(
        "Asked for everything at once.",
        "That is too broad for me to answer.",
        "Please ask me something specific.",
        "Where should I start?",
        "Can you narrow it down?",
    )
    own_work: tuple[Phrase, ...] = _bank(
        "Asked to do the asker's own job.",
        "I think this one is yours to do.",
        "I can answer questions, but I can't do it for you.",
        "I have to leave that with you.",
        "That is your part.",
    )
    repeats: tuple[Phrase, ...] = _bank(
        "Asked for something already answered.",
        "I answered this before.",
        "As I said earlier:",
        "Same answer as last time:",
        "I told you {when}.",
    )
    chased: tuple[Phrase, ...] = _bank(
        "Reminded of something they promised.",
        "It is still on my list.",
        "Thanks for the reminder.",
        "I have not forgotten.",
        "I am still working on it.",
    )
    busy: tuple[Phrase, ...] = _bank(
        "Overloaded.",
        "I am very busy at the moment.",
        "I can't look at this now.",
        "My day is full.",
        "It has to wait a little.",
    )
    terse: tuple[Phrase, ...] = _bank(
        "Out of patience.", "Already answered.", "See above.", "No change.", "Not now."
    )
    escalations: tuple[Phrase, ...] = _bank(
        "Bringing somebody else in.",
        "I am adding {who} here.",
        "I will raise this with {who}.",
        "{who} should decide on this.",
        "Let us take {topic} to {who}.",
    )
    thanks_replies: tuple[Phrase, ...] = _bank(
        "Thanked.", "You are welcome.", "No problem.", "Glad to help.", "Any time."
    )
    done: tuple[Phrase, ...] = _bank(
        "Delivering what was promised.",
        "Here is {topic}, as promised.",
        "Done.",
        "This is finished now.",
        "As promised:",
    )
    late: tuple[Phrase, ...] = _bank(
        "Not having kept a promise.",
        "Sorry, I am late with this.",
        "I did not manage it in time.",
        "This took longer than I thought.",
        "I need more time for {topic}.",
    )
    corrections: tuple[Phrase, ...] = _bank(
        "Taking back something they told wrongly.",
        "I have to correct what I told you about {topic}.",
        "I was wrong earlier.",
        "Please disregard my last answer.",
        "A correction from me:",
    )
    reminders: tuple[Phrase, ...] = _bank(
        "Chasing somebody else.",
        "Any news on {topic}?",
        "A reminder about {topic}.",
        "Could you let me know about {topic}?",
        "I am still waiting for {topic}.",
    )
    asks: tuple[Phrase, ...] = _bank(
        "Asking somebody for something.",
        "Could you send me {topic}?",
        "Do you have {topic}?",
        "I need {topic}, can you help?",
        "Can you tell me about {topic}?",
    )

    @field_validator(*BANKS)
    @classmethod
    def _slots_fit(cls, phrases: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        bank = cast("Bank", info.field_name)
        for index, phrase in enumerate(phrases):
            _check_phrase(bank, index, phrase)
        sure = ALWAYS.get(bank, frozenset({"asker"}))
        if sum(slots(phrase) <= sure for phrase in phrases) < 2:
            names = ", ".join(f"{{{slot}}}" for slot in sorted(sure))
            message = "too few phrases can be used when nothing more is known"
            raise Misfit(message, f"Write at least 2 that hold no slots other than {names}.")
        return phrases

    def bank(self, bank: Bank) -> tuple[str, ...]:
        """All phrases of a bank."""
        phrases: tuple[str, ...] = getattr(self, bank)
        return phrases

    def usable(self, bank: Bank, known: Iterable[str]) -> tuple[str, ...]:
        """The phrases of a bank whose slots are all in `known`; at least 2 if those of `ALWAYS` are."""
        have = frozenset(known)
        return tuple(phrase for phrase in self.bank(bank) if slots(phrase) <= have)


def _check_phrase(bank: Bank, index: int, phrase: str) -> None:
    names = ", ".join(f"{{{slot}}}" for slot in sorted(SLOTS[bank]))
    for slot in sorted(slots(phrase) - SLOTS[bank]):
        hint = did_you_mean(slot, sorted(SLOTS[bank]))
        raise Misfit(
            f"`{{{slot}}}` is not a slot of {bank}", f"{hint} Allowed here: {names}.".strip(), (index,)
        )
    if re.search(r"[{}]", _SLOT.sub("", phrase)):
        raise Misfit("a brace stands alone", f"Slots are written {{topic}}; allowed here: {names}.", (index,))
    if phrase != phrase.strip():
        raise Misfit("the phrase begins or ends with a space", "Remove it.", (index,))
