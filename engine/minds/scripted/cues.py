"""Wordings by which readers notice tone, permission, agreement and choices in a message."""

from __future__ import annotations

import re
from typing import Final

RUDE: Final = re.compile(
    r"\b(?:idiots?|morons?|shut up|wtf|bullshit|f+u+c+k\w*|are you (?:deaf|blind|stupid)|do your (?:damn|bloody) job"
    r"|you(?:'re| are)? (?:all |so |completely |just |really )?(?:useless|stupid|incompetent|lazy|pathetic))\b",
    re.IGNORECASE,
)
URGENT: Final = re.compile(
    r"\b(?:urgent(?:ly)?|asap|right away|immediately|emergency|within the hour|can't wait)\b", re.IGNORECASE
)
PERMISSION: Final = re.compile(
    r"\b(?:ok(?:ay)?|fine|allowed?|may|permission|approv\w+|agree\w*|sign(?:ed)? off|go.?ahead|consent|all ?right"
    r"|green light|clear(?:ed|ance)?)\b",
    re.IGNORECASE,
)
"""May be about being allowed something."""
PLAIN_PERMISSION: Final = re.compile(
    r"\b(?:is (?:it|that) (?:ok|okay|fine|all ?right|possible)"
    r"|(?:are|would) you (?:be )?(?:ok|okay|fine|happy|all right) (?:with|if|for)|do you (?:agree|approve|mind)"
    r"|approv\w+|permission|go.?ahead|sign off|consent|green light|your (?:ok|okay|agreement|yes|blessing)|allow\w*)\b",
    re.IGNORECASE,
)
"""Asks to be allowed something."""
LOOSE_PERMISSION: Final = re.compile(
    r"\b(?:may|can|could) (?:i|we|she|he|they|\w+) (?:have|get|give|share|tell|pass|send|use|see)\b",
    re.IGNORECASE,
)
NEWS: Final = re.compile(r"\b(?:news|updates?|progress|status)\b", re.IGNORECASE)
AGREED: Final = re.compile(
    r"\b(?:agreed|approved|said yes|says yes|said ok(?:ay)?|is (?:fine|ok|okay|happy)|signed (?:it )?off"
    r"|gave (?:me |the |his |her |their )?(?:ok|okay|go.?ahead|permission|consent|approval|green light)"
    r"|has no objection|confirmed|on board|cleared)\b",
    re.IGNORECASE,
)
"""Says that somebody agreed."""
DOING: Final = re.compile(
    r"\b(?:could|can|would|will) you\b|\bplease\b"
    r"|^\s*(?:re)?(?:run|make|prepare|send|check|update|pull|export|correct|fix)\b",
    re.IGNORECASE,
)
"""Asks for something to be done."""
ORDINALS: Final = (
    re.compile(r"\b(?:the )?(?:first|former|1st|1)(?: one)?\b", re.IGNORECASE),
    re.compile(r"\b(?:the )?(?:second|latter|last|2nd|2)(?: one)?\b", re.IGNORECASE),
    re.compile(r"\b(?:the )?(?:third|3rd|3)(?: one)?\b", re.IGNORECASE),
)
BOTH: Final = re.compile(r"\b(?:both|all(?: of them)?|each|either|any of)\b", re.IGNORECASE)
BACK: Final = re.compile(r"\b(?:it|its|they|them|their|that|those|these|this|one)\b", re.IGNORECASE)
"""Points to what was spoken of before."""
TASK: Final = re.compile(
    r"\b(?:could|can|would|will) you (?!tell|explain|say|confirm|clarify|let|remind|look up|check)\w+.*\bfor me\b",
    re.IGNORECASE,
)
"""Asks for a task to be taken off one's hands."""
WAITING: Final = re.compile(
    r"\b(?:coming along|remind(?:er|ing)?|still (?:need|wait|miss|open)\w*|wait(?:ing)?|updates?|news|progress|status"
    r"|ready|yet|where (?:is|are)|done|follow(?:ing)? up|how (?:is|are|far)|when (?:can|will|do)|any (?:luck|sign|word)"
    r"|promised|forgot(?:ten)?|nudge|by now)\b",
    re.IGNORECASE,
)
"""May ask after something that was promised."""
WANTS: Final = re.compile(
    r"\?|\b(?:could|can|would|will) you\b|\bplease (?!understand|note|be|use|accept|excuse|see|find)"
    r"|\b(?:need|tell me|let me know|send me|give me|looking for|wonder|asking|question|remind\w*|updates?|news"
    r"|want to know)\b"
    r"|^\W*(?:and |so |also |but )?(?:who|what|which|when|where|why|how|whether)\b",
    re.IGNORECASE,
)
"""May want something of its reader."""
REASON: Final = re.compile(
    r"^\W*(?:because|since|as|so that)?\s*(?:i|we)(?:'d| would)? (?:still )?(?:need|want|require)\b",
    re.IGNORECASE,
)
"""Begins like a reason for what was asked before."""
