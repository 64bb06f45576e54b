"""Finishes a message as its writer would: greeting, sign-off, small letters, marks, an emoji."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ....personas.schema import Persona
from ....personas.style import Audience, Length
from ....personas.voice import fill
from ...kernel.streams import Stream
from ...office.events import Channel
from ...office.percept import Other
from .grammar import SENTENCE, count_words, small_if_plain

_SENIOR: Final = re.compile(
    r"\b(?:chief|director|head of|president|partner|owner|ceo|cfo|coo|cto)\b", re.IGNORECASE
)
_THANKS: Final = re.compile(r"\b(?:thanks|thank you|thx|cheers)\b", re.IGNORECASE)
_LONE_I: Final = re.compile(r"\bI(?=\b|')")
_CALENDAR: Final = frozenset(
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May"
    " June July August September October November December".split()
)
_STOP_BETWEEN: Final = re.compile(r"(?<=[a-z)\d])\. (?=\S)")
_SOBER: Final = re.compile(
    r"\b(?:sorry|afraid|apolog|can't|cannot|won't|no\b|not\b|wrong|mistake|late)", re.IGNORECASE
)


def audience(other: Other | None) -> Audience:
    """Who reads, seen from the writer."""
    if other is None:
        return "colleague"
    if other.company:
        return "outsider"
    if "managed_by" in other.ties or (_SENIOR.search(other.title) and "manages" not in other.ties):
        return "senior"
    return "colleague"


def seen_by(topic: str, other: Other | None) -> str:
    """A topic as one says it to that reader: somebody is *you*, not *the analyst*, in words to themselves."""
    if other is None or not other.title:
        return topic
    role = re.escape(other.title.split()[-1])
    return re.sub(rf"\bthe (?:\w+ )?{role}\b", "you", topic, flags=re.IGNORECASE)


def length_of(persona: Persona, app: Channel) -> Length:
    """How many words the person writes there."""
    words = persona.style.words
    return {"mail": words.mail, "chat": words.chat, "phone": words.phone, "meeting": words.meeting}[app]


class Letter:
    """One person's way of putting a message on paper.

    Args:
        persona: Whose.
        name: The writer's full name here, which may differ from the persona's.
        first: What they are called here.
    """

    def __init__(self, persona: Persona, name: str, first: str) -> None:
        self._persona = persona
        self._name = name
        self._first = first
        self._sign_offs = {
            who: tuple(self._own(text) for text in persona.style.sign_offs.mail.to(who))
            for who in ("colleague", "senior", "outsider")
        }
        self._greetings = {
            who: persona.style.greetings.mail.to(who) for who in ("colleague", "senior", "outsider")
        }

    def _own(self, sign_off: str) -> str:
        """A sign-off with the writer's name as it is here, on its own line where it follows a closing."""
        persona = self._persona
        if sign_off.endswith(","):
            return f"{sign_off}\n{self._first}"
        closing, comma, rest = sign_off.partition(", ")
        if persona.name != self._name:
            renamed = sign_off.replace(persona.name, self._name)
            if renamed == sign_off:
                short = re.compile(rf"\b{re.escape(persona.short_name)}\b")
                renamed = short.sub(self._first, sign_off)
            if renamed == sign_off:
                return f"{closing},\n{self._first}" if comma else self._first
            sign_off = renamed
            closing, comma, rest = sign_off.partition(", ")
        signed = comma and (self._first in rest or self._name.split()[-1] in rest)
        return f"{closing},\n{rest}" if signed else sign_off

    def mail(
        self,
        body: str,
        other: Other | None,
        asker: str,
        draw: Stream,
        *,
        later: bool = False,
        plain: bool = False,
    ) -> str:
        """The body as a mail.

        Args:
            body: Paragraphs or sentences.
            other: The reader.
            asker: Their first name.
            draw: Where choices come from.
            later: The thread has a mail of the writer already: casual people then leave the frame out at times.
            plain: Too serious for an exclamation mark.
        """
        who = audience(other)
        casual = self._persona.style.formality < 40 and who == "colleague"
        frame = not (later and casual and draw.chance(550))
        greetings = self._greetings[who]
        lines: list[str] = []
        if frame and greetings and asker:
            lines.append(fill(draw.choice(greetings), asker=asker))
        lines.append(body if plain else self._marked(body, draw))
        signs = self._sign_offs[who]
        if _THANKS.search(body):  # thanks are said once
            signs = tuple(one for one in signs if not _THANKS.search(one)) or (self._first,)
        if signs and (frame or draw.chance(500)):
            lines.append(draw.choice(signs))
        separator = "\n\n" if count_words(body) > 8 or self._persona.style.formality > 40 else "\n"
        return separator.join(lines)

    def chat(self, body: str, names: Sequence[str], draw: Stream, *, plain: bool = False) -> str:
        """The body as a chat message.

        Args:
            body: Sentences.
            names: Words that keep their capital.
            draw: Where choices come from.
            plain: Too serious for an emoji.
        """
        habits = self._persona.style.habits
        text = body.replace("\n\n", "\n")
        text = text if plain else self._marked(text, draw)
        if habits.lowercase_chat:
            text = _lowered(text, names)
        if habits.punctuation == "ellipses" and draw.chance(350):
            text = _STOP_BETWEEN.sub("... ", text, count=1)
        elif habits.punctuation == "dashes" and draw.chance(350):
            text = _dashed(text)
        if habits.splits_messages and "\n" not in text and draw.chance(habits.splits_messages):
            text = SENTENCE.sub("\n", text, count=1)
        if habits.punctuation == "light" and text.endswith(".") and not text.endswith(".."):
            text = text[:-1]
        if habits.emoji and not plain and draw.chance(habits.emoji_use) and not _SOBER.search(text):
            text = f"{text} {draw.choice(habits.emoji)}"
        return text

    def spoken(self, body: str) -> str:
        """The body as words in a meeting."""
        return " ".join(body.split())

    def _marked(self, body: str, draw: Stream) -> str:
        """With an exclamation mark at times, where nothing is declined or regretted."""
        share = self._persona.style.habits.exclamation
        if not share or _SOBER.search(body):
            return body
        stops = [found.start() for found in re.finditer(r"(?<=[a-z])\.(?=\s|$)", body)]
        if stops and draw.chance(min(950, share * len(stops))):
            at = draw.choice(stops)
            body = f"{body[:at]}!{body[at + 1 :]}"
        return body


def _dashed(text: str) -> str:
    """The first two sentences as one, with a dash between them."""
    found = _STOP_BETWEEN.search(text)
    if found is None:
        return text
    return f"{text[: found.start()]} - {small_if_plain(text[found.end() :])}"


def _lowered(text: str, names: Sequence[str]) -> str:
    """Without capitals at the start of sentences; names and an author's first words keep theirs."""
    keep = frozenset(part for name in names for part in name.split()) | _CALENDAR
    pieces: list[str] = []
    end = 0
    for found in re.finditer(r"(?:^|(?<=[.!?:…] )|(?<=\n))[A-Z][^\s,.!?:;]*", text):
        word = found.group()
        pieces.append(text[end : found.start()])
        bare = word.split("'")[0]
        proper = word in keep or bare in keep or (len(bare) > 1 and not bare[1:].islower())
        pieces.append(word if proper else word[0].lower() + word[1:] if bare != "I" else word)
        end = found.end()
    pieces.append(text[end:])
    return _LONE_I.sub("i", "".join(pieces))
