"""A person's prompt: what never changes first, the situation last, and never longer than its bound.

A model's server keeps what prompts begin with in common, so the order is the cost: the rules of the game are the same
for everybody, who somebody is and their job stay the same for a whole run, and only memories and the situation are new.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ....personas.schema import Persona
from ...office.model import Person
from ...office.percept import Percept
from .facts import WorldFacts
from .game import GAME
from .portrait import place, portrait
from .situation import MOST_LOOK_UPS, Block, cut, remembered, situation

_LEAST: Final = 1_200
"""Characters that a situation has in any case, however small the bound."""


class Prompt(NamedTuple):
    """What a model is asked."""

    stable: str
    """Rules, persona and job: the same at every look of the person."""
    changing: str
    """Memories and the situation."""

    @property
    def messages(self) -> tuple[dict[str, Any], ...]:
        """As a chat."""
        return ({"role": "system", "content": self.stable}, {"role": "user", "content": self.changing})

    @property
    def characters(self) -> int:
        return len(self.stable) + len(self.changing)


def stable_part(persona: Persona, person: Person, facts: WorldFacts) -> str:
    """What begins every prompt of a person."""
    return "\n\n".join((GAME.rstrip(), portrait(persona, person), place(facts)))


def prompt_for(
    stable: str, percept: Percept, *, most_facts: int, characters: int, secrets: bool = False, tools: bool = True
) -> Prompt:  # fmt: skip
    """The prompt for one look.

    Args:
        stable: From `stable_part`.
        percept: What the person sees.
        most_facts: Facts at most.
        characters: Length at most; `stable` is never cut.
        secrets: Show facts that may not be told too.
        tools: The person can look things up.
    """
    blocks = [*remembered(percept), *situation(percept, most_facts=most_facts, secrets=secrets)]
    ending = _ending(percept, tools=tools)
    room = max(_LEAST, characters - len(stable) - len(ending) - 2)
    return Prompt(stable, f"{_fitted(blocks, room)}\n\n{ending}")


def _fitted(blocks: list[Block], room: int) -> str:
    """The blocks without the least important ones, as many as must go, and without headings that head nothing."""
    kept = list(blocks)
    while (size := sum(len(one.text) + 1 for one in kept)) > room:
        least = max(range(len(kept)), key=lambda at: kept[at].rank)
        if kept[least].rank <= 2:
            over = size - room
            longest = max(range(len(kept)), key=lambda at: len(kept[at].text))
            text = kept[longest].text
            kept[longest] = Block(0, cut(text, max(200, len(text) - over)))
            if len(kept[longest].text) >= len(text):
                break
            continue
        del kept[least]
    lines = [
        one.text
        for at, one in enumerate(kept)
        if not (
            one.text.endswith(":")
            and "\n" not in one.text
            and one.rank == 0
            and (at + 1 == len(kept) or kept[at + 1].rank == 0)
        )
    ]
    return "\n".join(lines)


def _ending(percept: Percept, *, tools: bool) -> str:
    """What holds for this answer alone."""
    lines: list[str] = []
    if percept.errand is not None:
        lines.append(f"Write as {percept.first}; do is answer, or ignore if it has settled itself.")
    else:
        lines.append(f"What do you do, {percept.first}?")
    if percept.app == "phone":
        lines.append("You are on the phone: say something, in words that are spoken.")
    left = MOST_LOOK_UPS - len(percept.findings)
    if tools and left <= 0:
        lines.append("You have looked up enough: answer with what you have.")
    lines.append("One JSON object.")
    return " ".join(lines)
