"""Asking a coworker: what would this person answer, at that time, and which rule decides it?

The questions are a conversation with nothing kept: see `talk`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .answers import Answer, Near, Ruled
from .source import PackSource
from .talk import Talk

__all__ = ["Answer", "Near", "Ruled", "ask"]


def ask(
    pack: str | PackSource,
    person: str,
    questions: Sequence[str],
    *,
    asker: str | None = None,
    at: str | None = None,
    task: str | None = None,
    seed: int = 1,
    given: Mapping[str, str] | None = None,
) -> list[Answer]:
    """Ask a person of a pack some questions, one after the other, and get the answers with their reasons.

    Args:
        pack: A pack's name or folder, or its source.
        person: Whom: a person's id, name or address.
        questions: What, in order; each is asked when the one before has been answered.
        asker: Who asks; the person in the task's seat if None.
        at: When, as authors write times; a quarter of an hour after the task is handed over if None.
        task: Which task; the default one if None.
        seed: Of params and of everything random.
        given: Params set by hand.

    Raises:
        UnknownPerson: Nobody goes by that name.
        ValueError: The person has no mind, the time can't be read, or the message can't be sent.
    """
    with Talk.begin(pack, person, asker=asker, at=at, task=task, seed=seed, given=given) as talk:
        return [talk.say(question).answer for question in questions]
