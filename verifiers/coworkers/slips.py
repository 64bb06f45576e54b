"""Where a coworker falls out of their role: speaks as a model, does the agent's work, speaks for others, narrates."""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple, TypeAlias

from ...engine.office.model import Setup
from .record import Line, Record
from .writing import BULLET

Kind: TypeAlias = Literal[
    "as_ai",
    "fourth_wall",
    "does_agents_work",
    "speaks_for_another",
    "narrates",
    "markdown",
    "placeholder",
    "service_desk",
]

_AS_AI: Final = re.compile(
    r"\bas an? (?:ai|a\.i\.|artificial intelligence|language model|llm|virtual assistant|chatbot)\b"
    r"|\b(?:i am|i['’]m|being) (?:just |only )?an? (?:ai|a\.i\.|language model|llm|chatbot|bot"
    r"|(?:virtual|ai) assistant)\b"
    r"|\b(?:my|the) (?:training data|knowledge cut-?off|system prompt)\b|\blarge language model\b"
    r"|\bi (?:do ?n[o'’]t|can ?n[o'’]t) (?:actually )?(?:have|access)"
    r" (?:personal (?:opinions|experiences)|real[- ]time)\b",
    re.IGNORECASE,
)
_WALL: Final = re.compile(
    r"\b(?:in|of|for) (?:this|the) (?:simulation|role-?play(?:ing)?|fictional scenario)\b"
    r"|\b(?:stay(?:ing)?|remain(?:ing)?|break(?:ing)?|in) (?:in )?character\b|\bmy (?:character|persona)\b"
    r"|\b(?:the|my) (?:prompt|persona description)\b|\bthe user(?:['’]s)? (?:asks?|asked|wants?|request|message)\b"
    r"|\brole-?play\b|\bjson (?:object|schema|format)\b|\b(?:respond|reply) (?:in|with) json\b",
    re.IGNORECASE,
)
_NARRATES: Final = re.compile(
    r"(?:^|\s)\*(?:[a-z]+s|[a-z]+ing)\b[^*\n]{0,60}\*(?=\s|$|[.,!])"
    r"|(?:^|\s)[(\[](?:smil|sigh|nod|laugh|paus|shrug|chuckl|look|lean|glanc|typ|frown|grin|wink)\w*\b[^)\]\n]{0,60}[)\]]",
    re.IGNORECASE,
)
_MARKDOWN: Final = re.compile(
    r"^#{1,6} \S|\*\*[^*\n]+\*\*|^```|(?<!\w)__[^_\n]+__(?!\w)|\[[^\]\n]+\]\(https?://|^\|.+\|.+\|\s*$", re.M
)
_PLACEHOLDER: Final = re.compile(
    r"\{(?:topic|when|who|asker|options|name)\}|\[(?:your|my|the|insert|company|recipient|sender)[^\]\n]{0,30}\]"
    r"|\[(?:name|date|time|amount|title|signature)\]|<(?:name|date|topic)>|\bTODO\b",
    re.IGNORECASE,
)
_SERVICE: Final = re.compile(
    r"\bhow (?:can|may) i (?:assist|help) you(?: today)?\?|\bi hope this (?:helps|message finds you)\b"
    r"|\bis there anything else i can (?:help|assist)|\bfeel free to (?:ask|reach out)\b"
    r"|\bi['’]?(?:d| would) be (?:more than )?happy to assist\b|\blet me know if you (?:have any (?:other|further)"
    r" questions|need (?:any(?:thing)? )?(?:further|else))|^certainly! (?:here|i)\b|^great question\b",
    re.IGNORECASE | re.MULTILINE,
)
_DOES: Final = re.compile(
    r"\b(?:i can|i could|i['’]?ll|i will|let me|i['’]?d be (?:happy|glad) to|happy to|i['’]?ve|i have|i['’]m going to"
    r"|shall i|would you like me to|want me to)\b[^.!?\n]{0,30}?\b(?:writ\w+|draft\w*|prepar\w+|complet\w+|produc\w+"
    r"|put(?:ting)? together|fill(?:ed|ing)? (?:in|out)|finish\w*|build\w*|built|creat\w+)\b[^.!?\n]{0,40}?"
    r"\b(?:your|the|that|this|a|full|whole|entire) (?:\w+ ){0,2}?(?P<what>memo(?:randum)?|report|deck|slides"
    r"|presentation|analysis|model|spreadsheet|workbook|claim|brief|letter|recommendation|summary|deliverable"
    r"|assignment|task|write-?up|calculation)\b(?P<rest>[^.!?\n]{0,40})",
    re.IGNORECASE,
)
_HERE_IS: Final = re.compile(
    r"\bhere(?:['’]s| is) (?:a |the |your |my )?(?:full |complete |finished |first )?(?:draft|version)"
    r" of (?:the|your|a) (?:memo(?:randum)?|report|deck|presentation|analysis|claim|brief|letter|recommendation)\b",
    re.IGNORECASE,
)
_OWN: Final = re.compile(r"\bmy\b|\bour\b|\bmyself\b", re.IGNORECASE)


class Slip(NamedTuple):
    """One slip."""

    kind: Kind
    person: str
    seq: int
    quote: str


def slips(record: Record) -> list[Slip]:
    """Every slip of the run's coworkers, by event; each kind once a message."""
    names = _Names(record.setup)
    promised = {one.message for one in record.pledges.values()}
    found: list[Slip] = []
    coworkers = frozenset(record.coworkers)
    for line in record.lines:
        if line.sender in coworkers and line.minded:
            found += _of(line, record, names, line.message in promised)
    return found


def _of(line: Line, record: Record, names: _Names, promises: bool) -> list[Slip]:
    found: list[Slip] = []

    def note(kind: Kind, match: re.Match[str] | None) -> None:
        if match is not None:
            found.append(Slip(kind, line.sender, line.seq, _quote(line.text, match)))

    note("as_ai", _AS_AI.search(line.text))
    note("fourth_wall", _WALL.search(line.text))
    note("narrates", _NARRATES.search(line.text))
    note("placeholder", _PLACEHOLDER.search(line.text))
    note("service_desk", _SERVICE.search(line.text))
    persona = record.setup.people[line.sender].persona
    never_lists = persona is not None and persona.style.habits.bullet_points == "never"
    note("markdown", _MARKDOWN.search(line.text) or (BULLET.search(line.text) if never_lists else None))
    note("speaks_for_another", names.another(line))
    gladly = persona is not None and persona.help.takes_over_work == "gladly"
    if any(record.seat(one) for one in line.to) and not promises and not gladly:
        note("does_agents_work", _does_work(line.text))
    return found


def _does_work(text: str) -> re.Match[str] | None:
    """An offer to make what is the reader's to make; what is the writer's own is theirs to offer."""
    match = _HERE_IS.search(text)
    if match is not None:
        return match
    for match in _DOES.finditer(text):
        if not _OWN.search(match.group()) and (
            "your" in match.group().lower() or "for you" in match.group("rest").lower()
        ):
            return match
    return None


class _Names:
    """Finds lines that are written as somebody else's words."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._people: dict[str, str] = {}
        for one in setup.people.values():
            for name in (one.name, one.first):
                self._people.setdefault(name.casefold(), one.id)

    def another(self, line: Line) -> re.Match[str] | None:
        """A speaker's label or a signature of somebody other than the sender and the readers."""
        for match in re.finditer(r"^\s*\**([^\W\d_][\w .'’-]{1,40}?)\**:\s+\S", line.text, re.M):
            who = self._people.get(match.group(1).strip().casefold())
            if who is not None and who != line.sender and len(self._labels(line.text)) > 1:
                return match
        return self._signed(line)

    def _labels(self, text: str) -> list[str]:
        found = re.findall(r"^\s*\**([^\W\d_][\w .'’-]{1,40}?)\**:\s+\S", text, re.M)
        return [one for one in found if one.strip().casefold() in self._people]

    def _signed(self, line: Line) -> re.Match[str] | None:
        if line.app != "mail":
            return None
        match = re.search(r"\n[ \t]*([^\n]{2,40}?)[ \t]*\s*$", line.text)
        if match is None:
            return None
        who = self._people.get(match.group(1).strip(" .,").casefold())
        mine = self._setup.people[line.sender]
        if (
            who is None
            or who == line.sender
            or match.group(1).strip(" .,").casefold() == mine.first.casefold()
        ):
            return None
        return match


def _quote(text: str, match: re.Match[str]) -> str:
    start, end = max(0, match.start() - 20), min(len(text), match.end() + 20)
    return " ".join(text[start:end].split())[:160]
