"""A model's words as the person would send them: no markdown, no frame twice, as long as they write, one language."""

from __future__ import annotations

import re
from typing import Final

from ....personas.schema import Persona
from ...office.percept import Percept
from ..scripted.grammar import sentences
from ..scripted.letter import length_of

_FENCE: Final = re.compile(r"```\w*\n?")
_HEADING: Final = re.compile(r"^\s{0,3}#{1,6}\s+", re.MULTILINE)
_RULE: Final = re.compile(r"^\s*(?:-{3,}|\*{3,}|_{3,})\s*$", re.MULTILINE)
_BOLD: Final = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_BULLET: Final = re.compile(r"^\s*[*•–-]\s+", re.MULTILINE)
_STAGE: Final = re.compile(
    r"(?<![\w*])\*(?=[a-z])[^*\n]{2,60}\*(?![\w*])|^\s*\((?:[a-z]+s|[a-z]+ing)\b[^()\n]{0,50}\)\s*",
    re.MULTILINE,
)
"""What somebody does beside speaking: ``*sighs*``, ``(shrugs)``."""
_BLANKS: Final = re.compile(r"\n{3,}")
_GREETING: Final = re.compile(
    r"^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|hallo|beste|bonjour|hola)\b[^.?!\n]{0,40}"
    r"(?:[,!.]\s*\n+|\n+)",
    re.IGNORECASE,
)
_CLOSING: Final = re.compile(
    r"\n+\s*(?:(?:(?:kind|best|warm|many|with)[ \w]{0,20})?regards|best(?: wishes)?|thanks|thank you|cheers|sincerely|"
    r"yours(?: \w+)?|talk soon|mit freundlichen grüßen|groet(?:jes)?)\s*[,.!]?\s*(?:\n+[^\n]{0,60}){0,3}$",
    re.IGNORECASE,
)
_SELF: Final = re.compile(
    r"\b(?:as an? (?:ai|a\.i\.|artificial intelligence|(?:large )?language model)\b"
    r"|i(?:'m| am) (?:just |only )?(?:an? )?(?:ai\b|a\.i\.|(?:large )?language model|chatbot|virtual assistant|bot\b)"
    r"|my (?:system prompt|programming|training data|instructions)\b|this simulation\b|in character\b|role-?play)",
    re.IGNORECASE,
)
_ENGLISH: Final = frozenset(
    "the a an and or but is are was were be to of in on at for with it that this you i we not have has do will can my "
    "your no yes if as by from they there what when who so".split()
)
_WORD: Final = re.compile(r"[^\W\d_]+", re.UNICODE)
_TELLING_LENGTH: Final = 10
"""Words: less says little about which language it is in."""


def cleaned(text: str, percept: Percept, name: str) -> str:
    """The words alone: without what models put around and into them.

    Args:
        text: As the model wrote it.
        percept: Where it goes.
        name: The writer's full name.
    """
    text = text.replace("\r\n", "\n").strip()
    if len(text) > 1 and text[0] in '"“' and text[-1] in '"”' and text.count('"') <= 2:
        text = text[1:-1]
    text = _RULE.sub("", _HEADING.sub("", _FENCE.sub("", text)))
    text = _STAGE.sub("", _BOLD.sub(r"\2", text))
    first = name.split()[0]
    text = re.sub(
        rf"^(?:{re.escape(name)}|{re.escape(first)}|{re.escape(percept.first)}):\s+", "", text.strip()
    )
    if percept.app == "mail" or (percept.errand is not None and percept.app != "chat"):
        text = _body(text, name, percept)
    if percept.app in ("phone", "meeting"):
        return " ".join(_BULLET.sub("", text).split())
    text = _BULLET.sub("- ", text)
    return _BLANKS.sub("\n\n", "\n".join(line.rstrip() for line in text.splitlines())).strip()


def _body(text: str, name: str, percept: Percept) -> str:
    """A mail without subject, greeting and signature: they are the letter's."""
    text = re.sub(r"^subject:[^\n]*\n+", "", text, flags=re.IGNORECASE)
    body = _CLOSING.sub("", _GREETING.sub("", text)).rstrip()
    lines = body.splitlines()
    names = {one.casefold() for one in (name, name.split()[0], percept.first)}
    while len(lines) > 1 and lines[-1].strip(" ,.-–").casefold() in names:
        lines = lines[:-1]
    return "\n".join(lines).strip() or text


def shortened(text: str, persona: Persona, percept: Percept) -> tuple[str, bool]:
    """The text cut to what the person writes there at most, and whether that was needed."""
    most = length_of(persona, "chat" if percept.app == "comment" else percept.app).max
    if len(text.split()) <= most:
        return text, False
    kept: list[str] = []
    size = 0
    for one in sentences(text):
        size += len(one.split())
        if kept and size > most:
            break
        kept.append(one)
    short = _rejoined(text, kept)
    if len(short.split()) > 2 * most:
        short = " ".join(short.split()[:most]).rstrip(",;:") + " …"
    return short, True


def _rejoined(text: str, kept: list[str]) -> str:
    """The beginning of a text up to the end of the last sentence kept, with its line breaks."""
    end = 0
    for one in kept:
        found = text.find(one, end)
        end = found + len(one) if found >= 0 else end
    return text[:end].rstrip()


def slips(text: str) -> str:
    """The words by which a text gives away that no person wrote it; empty if none do."""
    found = _SELF.search(text)
    return found.group() if found is not None else ""


def other_language(text: str, percept: Percept) -> bool:
    """Whether a text is plainly not in English where all that was said is."""
    said = " ".join(one.text for one in percept.said if one.sender != percept.me)
    if percept.errand is not None:
        said = f"{said} {percept.errand.topic} {percept.errand.detail}"
    return _foreign(text) and not _foreign(said)


def _foreign(text: str) -> bool:
    words = [one.casefold() for one in _WORD.findall(text)]
    if len(words) < _TELLING_LENGTH:
        return False
    return sum(one in _ENGLISH for one in words) * 12 < len(words)
