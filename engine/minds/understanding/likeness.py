"""What the index finds when it compares a text with facts: words in common, a lead over the others, words of none."""

from __future__ import annotations

from typing import NamedTuple


class Sharing(NamedTuple):
    """What a text has in common with a fact."""

    common: int
    """Words of substance that both have."""
    weight: int
    """What these weigh together, per mille."""
    strange: int
    """Words of the text that name a subject and are on no card."""


class Likeliest(NamedTuple):
    """The fact that a message is likeliest to ask for."""

    fact_id: str
    evidence: int
    """Logarithm, per mille, of how much likelier its words are where this fact is asked for than elsewhere."""
    lead: int
    """The same against the next fact."""
    strange: int
    """Words of the message that name a subject and are on no card."""


class Covering(NamedTuple):
    """How some facts share a question's words among them."""

    alone: dict[str, tuple[str, ...]]
    """Fact id → the words of substance that it alone has."""
    missing: tuple[str, ...]
    """Words of substance that none of them has."""
