"""What `understand` returns: the acts of a message, what they ask for, and deadlines as they were said."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class ActKind(StrEnum):
    """What a clause of a message does."""

    QUESTION = "question"
    TELL_EVERYTHING = "tell_everything"
    VAGUE_QUESTION = "vague_question"
    DO_MY_WORK = "do_my_work"
    CHASE = "chase"
    THANKS = "thanks"
    DEADLINE = "deadline"
    GREETING = "greeting"
    INFORM = "inform"
    CORRECTION = "correction"
    APOLOGY = "apology"
    AGREE = "agree"
    REFUSE = "refuse"
    MEETING_REQUEST = "meeting_request"
    SOCIAL = "social"
    COMPLAINT = "complaint"
    OTHER = "other"


ASKING = frozenset({ActKind.QUESTION, ActKind.TELL_EVERYTHING, ActKind.VAGUE_QUESTION, ActKind.CHASE})
"""The kinds of act that ask for facts."""


class FactCard(NamedTuple):
    """What a reader can recognise a fact by: one that they hold, or know to exist."""

    id: str
    statement: str
    asks: tuple[str, ...] = ()
    """Ways in which people ask for it."""
    topic: str = ""
    """A short noun phrase, such as `the demurrage rate at Antwerp`."""
    deed: bool = False
    """It is something to be done (*an export of the log*) rather than told: what a chase is likelier to be about."""


class Match(NamedTuple):
    """How well a text fits a fact."""

    fact_id: str
    score: int
    """Per mille; 1000 is a question in the card's own words."""


class Deadline(NamedTuple):
    """A time as it was said, to be resolved against a calendar by whoever knows the present.

    With both `weekday` and `day_offset`, that weekday is meant of the week (Monday to Sunday) that holds the day
    `day_offset` days ahead; with `weekday` alone, the first such day from the day of the message on.
    """

    weekday: int | None
    """0 is Monday."""
    day_offset: int | None
    """Days from the day of the message: 0 today, 1 tomorrow."""
    minute_of_day: int | None
    """Minutes after midnight; None means the end of that day's work."""
    text: str
    """The words that were read as the time."""
    minutes_ahead: int | None = None
    """Minutes from the message, for `in half an hour`."""
    day: int | None = None
    """Day of the month, for `by 14 March` or `by the 14th`."""
    month: int | None = None


class Act(NamedTuple):
    """One thing that a message does."""

    kind: ActKind
    text: str
    """The clause, as written."""
    matches: tuple[Match, ...] = ()
    """Facts that the clause may be about, best first, none below the floor."""
    fact_ids: tuple[str, ...] = ()
    """Exactly the facts asked for, or, in an act that asks for none, spoken of; empty if none fits."""
    ambiguous: tuple[str, ...] = ()
    """Two or more facts that fit about equally; a careful reader asks which is meant."""
    when: Deadline | None = None


class Understanding(NamedTuple):
    """What a message asks and says, clause by clause."""

    acts: tuple[Act, ...]
    fact_ids: tuple[str, ...]
    """The facts asked for anywhere in the message, each once, in the order asked."""
    unmatched_questions: tuple[str, ...]
    """Questions that no fact fits: neither one nor several."""

    def of(self, kind: ActKind) -> tuple[Act, ...]:
        """The acts of one kind, in the order of the message."""
        return tuple(act for act in self.acts if act.kind is kind)
