"""One person's words in one message, from their own phrases; no sentence used lately if it can be helped."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from ....personas.schema import Persona
from ....personas.voice import SLOTS, Bank, fill
from ...kernel.streams import Stream
from ...office.events import Channel
from ...office.sentences import sentence_hashes
from .grammar import is_clause, small, spin, tidy
from .phrasebook import Register, patterns

_TRIES: Final = 7
_CLAUSES_FIT: Final = frozenset({"refusals", "dont_know", "corrections"})
"""Banks whose phrases take a clause as a topic: *I can't share which box it was*."""
_REGRETS: Final = frozenset({"refusals", "dont_know", "busy", "deferrals", "late", "needs_approval"})
_ELSEWHERE: Final[Mapping[Channel, re.Pattern[str]]] = {
    "mail": re.compile(r"\bchat(?:ted)?\b"),
    "chat": re.compile(r"\b(?:e-?mail|inbox|in writing|copied|copying)\b"),
    "meeting": re.compile(r"\b(?:e-?mail|chat|inbox|in writing|message|type|copied|copying)\b"),
    "phone": re.compile(r"\b(?:e-?mail|chat|inbox|in writing|message|type|copied|copying)\b"),
}
_EXPANDED: Final = (
    ("I'm", "I am"),
    ("I've", "I have"),
    ("I'll", "I will"),
    ("I'd", "I would"),
    ("can't", "cannot"),
    ("won't", "will not"),
    ("don't", "do not"),
    ("doesn't", "does not"),
    ("didn't", "did not"),
    ("isn't", "is not"),
    ("aren't", "are not"),
    ("wasn't", "was not"),
    ("hasn't", "has not"),
    ("haven't", "have not"),
    ("couldn't", "could not"),
    ("it's", "it is"),
    ("It's", "It is"),
    ("that's", "that is"),
    ("That's", "That is"),
    ("there's", "there is"),
    ("There's", "There is"),
    ("what's", "what is"),
    ("What's", "What is"),
    ("you'll", "you will"),
    ("You'll", "You will"),
    ("you're", "you are"),
    ("You're", "You are"),
    ("you've", "you have"),
    ("we're", "we are"),
    ("We're", "We are"),
    ("we've", "we have"),
    ("they're", "they are"),
    ("They're", "They are"),
    ("let's", "let us"),
    ("Let's", "Let us"),
    ("nothing's", "nothing is"),
    ("Nothing's", "Nothing is"),
)


_LONG: Final = dict(_EXPANDED)
_SHORT: Final = re.compile("|".join(rf"\b{re.escape(short)}\b" for short, _ in _EXPANDED))


def register(persona: Persona, *, up: bool = False) -> Register:
    """How formal the person's plain words are; a step higher to people above them and outsiders."""
    formality = persona.style.formality + (15 if up else 0)
    return "low" if formality < 32 else "mid" if formality < 62 else "high"


class Speaker:
    """Chooses words for one message.

    Args:
        persona: Whose words.
        draw: Where choices come from.
        used: Hashes of sentences the person said lately.
        asker: First name of the person addressed.
        up: The message goes to somebody above them or outside.
        names: Words that keep their capital.
        app: Where the message goes: phrases that name another channel are left out.
    """

    def __init__(
        self,
        persona: Persona,
        draw: Stream,
        used: Sequence[str],
        asker: str = "",
        *,
        up: bool = False,
        names: Sequence[str] = (),
        app: Channel = "chat",
    ) -> None:
        self.persona = persona
        self.draw = draw
        self.asker = asker
        self.register: Register = register(persona, up=up)
        self.formality = persona.style.formality + (15 if up else 0)
        self.names = frozenset(part for name in (*names, asker) if name for part in name.split())
        self._used = set(used)
        self._elsewhere = _ELSEWHERE[app]
        self._greeted = app == "mail"

    # Freshness ----------------------------------------------------------------------------------------

    def fresh(self, text: str) -> bool:
        """Whether no longer sentence of the text was used lately."""
        return all(one not in self._used for one in sentence_hashes(text))

    def keep(self, text: str) -> str:
        """Remembers the text as used, and returns it."""
        self._used.update(sentence_hashes(text))
        return text

    def first_fresh(self, candidates: Iterable[str]) -> str | None:
        """The first of the texts that was not used lately, from now on used."""
        for text in candidates:
            if self.fresh(text):
                return self.keep(text)
        return None

    # The person's own phrases -------------------------------------------------------------------------

    def bank(
        self, bank: Bank, *, must: bool = True, fits: Callable[[str], bool] | None = None, **slots: str
    ) -> str:
        """A phrase of theirs with its slots filled; empty if none is unused and it need not be.

        Args:
            bank: What they are doing with it.
            must: Say it even if it has to be said in nearly the same words again.
            fits: Which phrases (not yet filled) may be used.
            slots: What is known.
        """
        phrases, known = self._possible(bank, slots, fits, must=must)
        topic = slots.get("topic", "")
        phrases = self.draw.shuffled(phrases)
        found = self.first_fresh([fill(one, **known) for one in phrases[:_TRIES]])
        if found is not None or not must:
            return found or ""
        if not phrases:
            return ""
        filled = [fill(one, **known) for one in phrases]
        varied = [self._varied(text, topic if "topic" in SLOTS[bank] else "", bank) for text in filled]
        return self.first_fresh([text for texts in zip(*varied, strict=True) for text in texts]) or self.keep(
            min(filled, key=len)
        )

    def _possible(
        self, bank: Bank, slots: Mapping[str, str], fits: Callable[[str], bool] | None, *, must: bool
    ) -> tuple[Sequence[str], dict[str, str]]:
        """The phrases of a bank that can be said here, and what fills their slots."""
        known = {name: value for name, value in slots.items() if value}
        if self.asker:
            known["asker"] = self.asker
        topic = known.get("topic", "")
        phrases = self.persona.voice.usable(bank, known)
        if topic and is_clause(topic) and bank not in _CLAUSES_FIT:
            phrases = tuple(one for one in phrases if "{topic}" not in one) or phrases
            known["topic"] = f"the question of {topic}"
        if fits is not None:
            phrases = tuple(one for one in phrases if fits(one)) or (phrases if must else ())
        return tuple(one for one in phrases if not self._elsewhere.search(one)) or phrases, known

    def phrases(self, bank: Bank, **slots: str) -> list[str]:
        """All their phrases of a bank that can be said here, filled, in random order."""
        found, known = self._possible(bank, slots, None, must=True)
        return [fill(one, **known) for one in self.draw.shuffled(found)]

    def _varied(self, text: str, topic: str, bank: Bank | None) -> list[str]:
        """The phrase with something before or after it; always as many ways."""
        body, mark = (text[:-1], text[-1]) if text[-1:] in ".!?:" else (text, "")
        after_comma = small(text, self.names)
        named = self.asker != "" and not self._greeted  # a mail greets them by name
        ways = [f"{self.asker}, {after_comma}"] if named else [text]
        ways.append(f"{body}, {self.asker}{mark}" if named and mark in (".", "!") else text)
        ways.append(f"On {topic}: {after_comma}" if topic and not is_clause(topic) else text)
        if bank in _REGRETS and mark == "." and "sorry" not in body.lower():
            tail = "I'm afraid" if self.register != "low" else "sorry"
            ways.append(self._spelt(f"{body}, {tail}."))
        else:
            ways.append(text)
        return [tidy(way) for way in self.draw.shuffled(ways)]

    # Plain words --------------------------------------------------------------------------------------

    def plain(self, name: str, *, must: bool = True, **slots: str) -> str:
        """A plain wording of the phrasebook in their register, spelt as they spell."""
        known = {slot: value for slot, value in slots.items() if value}
        if self.asker:
            known["asker"] = self.asker
        found = patterns(name, self.register, frozenset(known))
        said: list[str] = []
        for _ in range(_TRIES):
            pattern = self.draw.choice(found)
            text = self._spelt(tidy(fill(spin(pattern, self.draw), **known)))
            if self.fresh(text):
                return self.keep(text)
            said.append(text)
        if not must:
            return ""
        varied = (way for text in said for way in self._varied(text, "", None))
        return self.first_fresh(varied) or said[-1]

    def _spelt(self, text: str) -> str:
        if self.persona.style.habits.contractions:
            return text
        return _SHORT.sub(lambda found: _LONG[found.group()], text) if "'" in text else text

    def choose(self, texts: Sequence[str]) -> str:
        """One of an author's sentences, an unused one if there is one."""
        shuffled = self.draw.shuffled(texts)
        return self.first_fresh(shuffled) or shuffled[0]
