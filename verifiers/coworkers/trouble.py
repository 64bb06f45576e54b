"""What went wrong with the minds themselves."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, cast

from .record import Choice, Record

_KIND: Final = 32
"""Characters of a kind at most: a longer beginning is a sentence that happens to have a colon."""
_STUCK: Final = 5
"""Refusals of one intent for one reason from which somebody counts as stuck."""


@dataclass
class Trouble:
    """One person's mind."""

    decisions: int = 0
    by_rule: int = 0
    """Decided by the scripted mind from the start."""
    failures: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    """Why the mind failed, so that the scripted one stood in, with the looks."""
    mended: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    """What went wrong with a model's answer and was mended, by kind, with the looks."""
    refused: int = 0
    """Intents that the world refused."""
    stuck: list[tuple[str, int, int]] = field(default_factory=list[tuple[str, int, int]])
    """(what was tried and why it was refused, how often, the first event)."""

    @property
    def failed(self) -> int:
        """Decisions in which the mind failed."""
        return sum(len(found) for found in self.failures.values())


def troubles(record: Record) -> dict[str, Trouble]:
    """Each coworker's mind."""
    found = {person: Trouble() for person in record.coworkers}
    for choice in record.choices:
        mine = found.get(choice.actor)
        if mine is None:
            continue
        mine.decisions += 1
        mine.by_rule += choice.scripted
        if choice.failure:
            mine.failures.setdefault(choice.failure, []).append(choice.seq)
        for text in trouble_in(choice):
            mine.mended.setdefault(kind_of(text), []).append(choice.seq)
    counts: dict[tuple[str, str], list[int]] = {}
    for one in record.stopped:
        if one.person in found:
            found[one.person].refused += 1
            counts.setdefault((one.person, f"{one.intent} {one.code}"), []).append(one.seq)
    for (person, what), seqs in counts.items():
        if len(seqs) >= _STUCK:
            found[person].stuck.append((what, len(seqs), seqs[0]))
    return {person: mine for person, mine in found.items() if mine.decisions or mine.refused}


def trouble_in(choice: Choice) -> tuple[str, ...]:
    """What a decision says went wrong with its model and was mended."""
    if "trouble" not in choice.outcome:
        return ()
    try:
        decision: Any = json.loads(choice.outcome)
    except ValueError:
        return ()
    told: Any = (
        cast("Mapping[str, Any]", decision).get("trouble", ()) if isinstance(decision, Mapping) else ()
    )
    return tuple(str(one) for one in told)


def kind_of(text: str) -> str:
    """The kind of a trouble: what stands before its colon; else it is about an entry of a ledger, named by its verb."""
    kind, colon, _ = text.partition(":")
    return kind.strip() if colon and len(kind) <= _KIND else f"{text.split(' ', 1)[0]} amiss"


def kinds_of(troubles: Mapping[str, Trouble]) -> tuple[Counter[str], Counter[str]]:
    """Failures and mended troubles of all together, by kind."""
    failures, mended = Counter[str](), Counter[str]()
    for one in troubles.values():
        failures.update({kind: len(seqs) for kind, seqs in one.failures.items()})
        mended.update({kind: len(seqs) for kind, seqs in one.mended.items()})
    return failures, mended
