"""How a scripted coworker understands a message: what was asked, chased, told, corrected, agreed or refused.

Pure functions of text and fact cards: no model, no clock, no randomness. English only.
"""

from .acts import ASKING, Act, ActKind, Deadline, FactCard, Match, Understanding
from .deadlines import parse_deadline
from .index import FactIndex
from .reading import DECIDE, FLOOR, understand

__all__ = [
    "ASKING",
    "DECIDE",
    "FLOOR",
    "Act",
    "ActKind",
    "Deadline",
    "FactCard",
    "FactIndex",
    "Match",
    "Understanding",
    "parse_deadline",
    "understand",
]
