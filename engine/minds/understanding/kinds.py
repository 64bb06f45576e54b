"""Tells what a clause does: ask, chase, thank, inform, correct, agree, refuse …."""

from __future__ import annotations

from .acts import ActKind
from .deadlines import names_bound, parse_deadline
from .openings import mend_openings
from .phrases import phrase, says

_SHORT = 120
"""Letters; a longer sentence that names a time is more than a deadline."""


def _plain_ask(text: str) -> bool:
    return says("plain_question", text) or says("wants_to_know", text)


def kind_of(text: str, *, asks: bool) -> ActKind:
    """What a clause does, from its wording alone.

    Args:
        text: the clause, without greeting and politeness.
        asks: whether its sentence ends with a question mark.

    Returns:
        The kind; `OTHER` for a mere noun phrase, which may turn out to ask for a fact.
    """
    text = mend_openings(text)
    if says("clarify", text):
        return ActKind.OTHER
    if says("everything", text):
        return ActKind.TELL_EVERYTHING
    if says("vague", text):
        return ActKind.VAGUE_QUESTION
    if says("social", text):
        return ActKind.SOCIAL
    if says("meeting", text):
        return ActKind.MEETING_REQUEST
    if says("do_my_work", text):
        return ActKind.DO_MY_WORK
    if not asks and not _plain_ask(text) and not says("bidding", text) and says("correction", text):
        return ActKind.CORRECTION
    if says("chase", text):
        return ActKind.CHASE
    if not asks and says("stating", text) and not _plain_ask(text):
        return ActKind.INFORM
    if not asks:
        spoken = _spoken(text)
        if spoken is not None:
            return spoken
    rest = phrase("sorry_only").sub("", text)
    if asks or says("question", rest) or says("wants_to_know", rest):
        return ActKind.QUESTION
    if says("apology", text):
        return ActKind.APOLOGY
    if parse_deadline(text) and names_bound(text) and len(text) < _SHORT and says("wanted_by", text):
        return ActKind.DEADLINE
    return ActKind.INFORM if says("finite", text) else ActKind.OTHER


def _spoken(text: str) -> ActKind | None:
    """Thanks, refusal, agreement or complaint, if the clause is plainly one."""
    if says("thanks", text) and not says("embedded_question", text) and not says("wants_to_know", text):
        return ActKind.THANKS
    if _plain_ask(text):
        return None
    if says("complaint", text):
        return ActKind.COMPLAINT
    if says("refuse", text) and not says("not_refuse", text):
        return ActKind.REFUSE
    if says("agree", text):
        return ActKind.AGREE
    return None
