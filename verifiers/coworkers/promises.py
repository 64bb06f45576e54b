"""What became of each coworker's promises, beside how far their author says their word holds."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from .chance import binomial_tail
from .record import Record


@dataclass
class Word:
    """One person's promises."""

    made: int = 0
    became: dict[str, int] = field(default_factory=dict[str, int])
    """kept (in time), late, forgotten, broken (remembered, and not done), open."""
    moved: int = 0
    """Renegotiated at least once."""
    reminded: int = 0
    declared: int = 0
    """Share kept on time that the persona declares, per mille."""
    chance: float | None = None
    """How likely a record at least as bad is if the persona's share holds; None with nothing settled."""
    events: list[int] = field(default_factory=list[int])
    """Where those that were not kept in time were made."""

    @property
    def settled(self) -> int:
        """Promises of which the outcome is known."""
        return self.made - self.became.get("open", 0)


def words_kept(record: Record) -> dict[str, Word]:
    """The promise record of each coworker who promised something."""
    found: dict[str, Word] = {}
    for person in record.coworkers:
        mine = [one for one in record.pledges.values() if one.by == person]
        persona = record.setup.people[person].persona
        if not mine or persona is None:
            continue
        became = Counter(one.became for one in mine)
        word = Word(
            made=len(mine),
            became=dict(sorted(became.items())),
            moved=sum(1 for one in mine if one.moved),
            reminded=sum(1 for one in mine if one.reminded),
            declared=persona.reliability.keeps_promises,
            events=[one.seq for one in mine if one.became in ("late", "forgotten", "broken")],
        )
        if word.settled:
            word.chance = binomial_tail(became.get("kept", 0), word.settled, word.declared / 1000)
        found[person] = word
    return found
