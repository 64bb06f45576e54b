"""What people said before, as hashes of their sentences, so that nobody repeats themselves word by word."""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, Final

from ..kernel.blobs import Blobs
from ..kernel.events import Event
from ..kernel.state import Apply, Component
from .events import MessageSent
from .links import Links
from .model import Setup

SHORTEST: Final = 6
"""Words: shorter sentences may repeat."""
KEPT: Final = 200
"""Sentences remembered for each person."""

_END: Final = re.compile(r"[.!?…]+(?=\s|$)|\n+")
_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")


def sentence_hashes(text: str) -> list[str]:
    """A short hash of every sentence of six words or more, blind to case, spacing and punctuation."""
    found: list[str] = []
    for sentence in _END.split(text):
        words = _WORD.findall(sentence.lower())
        if len(words) >= SHORTEST:
            found.append(blake2b(" ".join(words).encode(), digest_size=5).hexdigest())
    return found


class Sentences(Component):
    """The last sentences of every coworker who words by rule (a model sees its own messages instead).

    Args:
        setup: The office; whoever begins with the scripted mind is followed.
        blobs: Where texts are.
        links: Who thinks otherwise just now: nothing is held against them.
    """

    name = "sentences"

    def __init__(self, setup: Setup, blobs: Blobs, links: Links) -> None:
        self._blobs = blobs
        self._links = links
        self._wording = frozenset(
            one.id for one in setup.people.values() if one.is_coworker and one.mind == "scripted"
        )
        self._used: dict[str, dict[str, None]] = {}

    def listens(self) -> Mapping[str, Apply]:
        return {MessageSent.kind: self._sent}

    def used(self, person: str) -> tuple[str, ...]:
        """Hashes of the person's last sentences, oldest first."""
        return () if self._links.thinks(person) else tuple(self._used.get(person, ()))

    def _sent(self, event: Event) -> None:
        sent = event.payload
        assert isinstance(sent, MessageSent)
        if sent.sender not in self._wording or sent.words < SHORTEST:
            return
        used = self._used.setdefault(sent.sender, {})
        for sentence in sentence_hashes(self._blobs.text(sent.body)):
            used.pop(sentence, None)
            used[sentence] = None
        while len(used) > KEPT:
            del used[next(iter(used))]

    def dump(self) -> Any:
        return {person: list(used) for person, used in self._used.items()}

    def load(self, data: Any) -> None:
        self._used = {person: dict.fromkeys(used) for person, used in data.items()}
