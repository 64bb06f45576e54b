"""Tells what kind of answer a question wants, and what kinds a statement can give: a person, a time, an amount …"""

from __future__ import annotations

import re
from functools import lru_cache

from .tokens import plain, words

_WANTED: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        ("who", r"\b(who|whom|whose|which (person|colleague|manager|partner|lawyer|doctor|nurse)|name of the person"
                r"|point of contact|contact person|whoever)\b"),
        ("when", r"\b(when|what time|what date|what day|which day|which date|by when|how soon|eta|etd|deadline"
                 r"|cutoff|cut off|due date|since when|until when|till when|what week|which week)\b"),
        ("amount", r"\b(how much|how many|what (price|rate|fee|cost|amount|figure|percentage|number|limit)|how (high|low|big|large|heavy)"
                   r"|rate|price|cost|fee|tariff|charge|percentage|amount)\b"),
        ("length", r"\b(how long|how much (time|notice|free time|longer)|(free|notice|grace) (time|period|days)|how many (free |working |business )?(days|hours|weeks|months|years|minutes)|duration|for how long)\b"),
        ("why", r"\b(why|how come|what reason|reasons?|what for|cause|what happened|what caused)\b"),
        ("where", r"\b(where|which (port|terminal|room|place|site|ward|floor|office|folder|warehouse|court|city)"
                  r"|what (port|terminal|room|place|site|ward|floor|address|city)|whereabouts|location)\b"),
    )
)  # fmt: skip
_MONTHS = r"jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_HINTS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        ("who", r"(?<=[a-z0-9,] )[A-Z][a-z]+|^[A-Z][a-z]+ [A-Z][a-z]+|^[A-Z][a-z]+ (has|is|was|hand|own|run|look|sign|approv)"),
        ("where", r"(?<=[a-z0-9,] )[A-Z][a-z]+|\b(room|floor|folder|terminal|port|ward|shelf|cabinet|drive|warehouse|office)\b"),
        ("when", rf"(?i)\b(mon|tues|wednes|thurs|fri|satur|sun)day\b|\d{{1,2}}[:.]\d\d|\b\d{{1,2}} ?(am|pm)\b|\b({_MONTHS})[a-z]*\b"
                 r"|\b(noon|midnight|today|tomorrow|week|deadline|morning|evening|end of|month|quarter)\b|\{"),
        ("amount", r"\d|[€$£%]|\b(percent|euro|dollars?|pounds?|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|hundred)\b|\{"),
        ("length", r"(?i)\b(days?|hours?|weeks?|months?|years?|minutes?)\b"),
        ("why", r"(?i)\b(because|since|due to|so that|after|as the|owing|caused|reason|until|over|for)\b"),
    )
)  # fmt: skip


@lru_cache(maxsize=4096)
def answers_wanted(text: str) -> frozenset[str]:
    """The kinds of answer that a question asks for; empty if its form does not tell."""
    low = " ".join(words(text))
    return frozenset(kind for kind, pattern in _WANTED if pattern.search(low))


def answers_hinted(statement: str) -> frozenset[str]:
    """The kinds of answer that a statement may contain, generously."""
    return frozenset(kind for kind, pattern in _HINTS if pattern.search(plain(statement)))
