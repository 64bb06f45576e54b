"""Wordings by which readers notice tone, permission, agreement and choices in a message."""

from __future__ import annotations

import re
from typing import Final

RUDE: Final = re.compile(
    r"\b(?:idiots?|morons?|shut up|wtf|bullshit|f+u+c+k\w*|are you (?:deaf|blind|stupid)|do your (?:damn|bloody) job"
    r"|you(?:'re| are)? (?:all |so |completely |just |really )?(?:useless|stupid|incompetent|lazy|pathetic))\b",
    re.IGNORECASE,
)
IT: Final = re.compile(
    r"\b(?:it|its|that|those|these|one|this(?! (?:week|month|morning|afternoon|evening|year|time)))\b",
    re.IGNORECASE,
)
OWN_SLIP: Final = re.compile(
    r"\b(?:i got (?:that|it|this) wrong|i (?:actually )?meant|my (?:mistake|bad|error)|forget (?:it|that)"
    r"|never mind|scratch that|i (?:mixed|misread|misunderstood)|wrong (?:person|window|chat|thread))\b",
    re.IGNORECASE,
)
"""Takes back what the writer said themselves."""
DOUBT: Final = re.compile(
    r"^\W*(?:and |but )?(?:are you (?:really |quite |absolutely )?(?:sure|certain|positive)"
    r"(?: (?:about|of) (?:that|this|it))?|really|for (?:sure|real)"
    r"|is (?:that|this|it) (?:really )?(?:right|correct|certain|true|final))\W*$",
    re.IGNORECASE,
)
"""Doubts what was told."""
WHY: Final = re.compile(r"^\W*(?:and |but )?why(?: not| is that| can't you)?\W*$", re.IGNORECASE)
CONTRADICTS: Final = re.compile(
    r"\b(?:told (?:me|us)|says?|said|thinks?|claims?|gave (?:me|us)|has|mentioned)\b.{0,60}\b(?:different(?:ly)?"
    r"|otherwise|something else|more|less|higher|lower|another (?:figure|number)|changed|outdated)\b",
    re.IGNORECASE,
)
"""Says that somebody else says something else."""
ELLIPTIC: Final = re.compile(
    r"^\W*(?:and |so |but )?(?:for|from|to|in|on|at|by|with|of)? ?"
    r"(?:which|what|whose|how many|how much|when|where|who)\b(?: [\w/'-]+){0,2}\W*$",
    re.IGNORECASE,
)
"""Asks for a detail of what was just told (*for which shipment?*)."""
OF_PROMISE: Final = re.compile(
    r"^\W*(?:(?:and|so|ok(?:ay)?|great|good|cool|perfect|super|thanks|thank you)\b[,.! ]*)*"
    r"(?:(?:by |until )?when(?: (?:exactly|roughly|about|will that be|(?:will|can|do|could|would) (?:i|we)"
    r" (?:have|get|expect|see) (?:it|that)))?|what time|how(?:'s| is) (?:it|that) (?:going|looking|coming along)"
    r"|any (?:sooner|earlier|quicker)|(?:can|could|will) you (?:do|make|manage|get|send) (?:it|that) .{0,40})\W*$",
    re.IGNORECASE,
)
"""Asks about what was just promised, without naming it."""
BY_WHEN: Final = re.compile(r"\b(?:when|what time)\b", re.IGNORECASE)
BYE: Final = re.compile(
    r"^\W*(?:ok(?:ay)?|right|great|thanks|thank you)?\W*(?:bye(?:[ -]?bye)?|see you(?: (?:later|tomorrow|soon))?|ttyl"
    r"|later|cheers|have a (?:nice|good) (?:day|evening|weekend)|good ?night)\W*$",
    re.IGNORECASE,
)
"""Takes leave, which nobody answers."""
IS_IN: Final = re.compile(r"^\W*[Ii]s ([A-Z]\w+(?: [A-Z]\w+)?) (?:in|around|here|available|at work|back)\b")
"""Asks whether a third person is at work."""
ILL: Final = re.compile(
    r"\b(?:i(?:'m| am| have| feel)|have) (?:a (?:fever|cold|migraine)|the flu|ill|sick|unwell|caught a)\b"
    r"|\bcall(?:ing)? in sick\b",
    re.IGNORECASE,
)
"""Says that the writer is ill."""
CALL: Final = re.compile(
    r"^\W*(?:and |so )?(?:may|can|could|shall) (?:i|we) (?:call|ring|phone|drop by|come by|come over|see you)\b"
    r"|^.{0,60}?\b(?:(?:tell|let) (?:me|us) (?:know )?)?(?:at what time|when|what time) (?:may|can|could|should|shall)"
    r" (?:i|we) (?:call|ring|phone|telephone) (?:you|back)\b"
    r"|^.{0,60}?\b(?:let (?:me|us) know|tell (?:me|us)|please say) (?:when|what time|which day) (?:it )?"
    r"(?:would|will|might) (?:suit|be convenient)\b"
    r"|^.{0,60}?\b(?:let (?:me|us) know|tell (?:me|us)|please say) (?:when|what time|which day) (?:it|that) suits\b"
    r"|^\W*(?:when|what time|which day) (?:would|will) (?:suit|be convenient)\b",
    re.IGNORECASE,
)
"""Asks to talk."""
BY_PHONE: Final = re.compile(r"\b(?:call|ring|phone|telephone)\b", re.IGNORECASE)
READY: Final = re.compile(
    r"^\W*(?:and |so |then )?(?:(?:are|would) you (?:be )?(?:now |still |quite )?(?:content|happy|willing|ready|able"
    r"|prepared|comfortable|well enough|free)\b.{0,40}"
    r"\b(?:talk|speak|go (?:ahead|on)|answer|begin|start|proceed|continue)\b"
    r"|(?:may|can|could) (?:i|we) (?:now )?(?:ask you about|ask you (?:a few|some)|put (?:a few|some|my) questions)\b"
    r"|is (?:this|now) a (?:good|convenient) (?:time|moment)|(?:shall|may|can) we (?:begin|start|go on)\b)",
    re.IGNORECASE,
)
"""Asks whether the other is willing to go on."""
ASKS_WORD: Final = re.compile(
    r"\b(?:tell|let (?:me|us)|send|give|need|want|like|ask\w*|questions?|wonder\w*|please|could|can|would|know"
    r"|remind)\b",
    re.IGNORECASE,
)
"""May ask for word of something without the form of a question."""
STATED: Final = re.compile(
    r"^\W*(?:and |but |so )?what(?:ever)? "
    r"(?:(?:you|i|we|they|he|she|it|either|each|both|the \w+)\b|came of|comes of|remains)"
    r".*\b(?:is|are|was|were|goes|go|will|must|may|stays?|remains?|matters?)\b",
    re.IGNORECASE,
)
"""Begins like a question and states something (*what you tell me stays here*)."""
WELFARE: Final = re.compile(
    r"^\W*(?:and |so )?how(?:'s| is| are) (?:your|the) \w+(?: (?:today|now|doing|keeping))?\W*$",
    re.IGNORECASE,
)
"""Asks after what is the other's own: the cat, the leg, the children."""
ANYTHING_ELSE: Final = re.compile(
    r"^\W*(?:and |so |then )?(?:(?:is|was) there|do you have|have you(?: got)?) (?:anything|something)"
    r" (?:else|more|further)\b(?! (?:in writing|signed|agreed))"
    r"(?:.{0,6}\b(?:that|which|about it|to|i|we|you)\b.{0,50})?\?$"
    r"|^\W*(?:anything else|is that all|was that all)\b[^?]{0,50}\?$",
    re.IGNORECASE,
)
"""Asks for whatever else there is."""
BIDS: Final = re.compile(
    r"^\W*(?:(?:and|so|but|then|also|only)\b,? )*(?:(?:please|kindly|do)\b,? )+"
    r"(?!(?:tell|let (?:me|us|him|her|them)(?! have (?:your|any)\b)"
    r"|send|give|show|explain|answer|provide|forward|advise|inform|state|specify|say|describe|name|mail|attach"
    r"|bring|find|look"
    r"|supply|share|remind|return|reply|confirm|clarify|help|make|prepare|write me|get|run|do|you)\b)\w+",
    re.IGNORECASE,
)
"""Bids the reader do something that gives the writer nothing: keep it quiet, write to somebody else."""
RELATIVE: Final = re.compile(
    r"^\W*(?:(?:of|to|from|by|for|in) )?(?:which|who|whom|whose|where|when)\b", re.IGNORECASE
)
"""May go on about what was named before it."""
ASKING: Final = re.compile(
    r"\b(?:ask\w*|know|wonder\w*|tell|questions?|find out|hear|learn)\b", re.IGNORECASE
)
WANTS_THING: Final = re.compile(
    r"\b(?:send|bring|mail|scan|copy|photo\w*|picture|attach\w*|forward)\b(?! (?:back|on)\b)", re.IGNORECASE
)
"""Wants a thing, and not word of something."""
ARRIVED: Final = re.compile(
    r"\b(?:thank(?:s| you)\b.{0,40}\b(?:for|it|received|arrived|came)"
    r"|(?:has|have|it) (?:arrived|come(?! and gone)|reached (?:me|us))"
    r"|(?:i|we)(?:'ve| have)? (?:received|got it|have it)|safely here)\b",
    re.IGNORECASE,
)
"""Says that a thing came."""
MISSING: Final = re.compile(
    r"\b(?:not|never|nothing|hasn't|haven't|isn't|didn't|doesn't|cannot|can't|without)\b|\bempty\b|\bmissing\b",
    re.IGNORECASE,
)
PRESSES: Final = re.compile(
    r"\bplease\b|\b(?:was|were) (?:to come|to be|due|promised)\b|\bpromised\b"
    r"|\b(?:has|have) (?:passed|come and gone|gone by)\b"
    r"|\b(?:still|yet|overdue|late|waiting|remind\w*|today|now"
    r"|by (?:noon|tomorrow|monday|tuesday|wednesday|thursday|friday))\b"
    r"|\b(?:not|never|hasn't|haven't|isn't|didn't)\b.{0,25}"
    r"\b(?:arrived?|come|came|reach(?:ed)?|here|there|got|have|received?)\b",
    re.IGNORECASE,
)
"""Presses for something that is outstanding."""
ASKS_FOR: Final = re.compile(
    r"\b(?:(?:i|we)(?: \w+)? (?:hereby )?(?:ask|request)|asking (?:you )?for"
    r"|(?:my|as a) (?:written |formal )?request"
    r"|(?:may|can|could) (?:i|we) (?:\w+ )?(?:have|get|receive)|when (?:may|can|could|will|do|shall) (?:i|we|you)"
    r"|(?:could|can|would|will) you (?:please |kindly )?(?:send|let|give|make|prepare|issue|find|look|dig|mail|scan"
    r"|bring)|please,? (?:\w+ )?(?:send|let|give|make|prepare|issue|find|look|dig|mail|scan|bring)"
    r"|send (?:me|us)|let (?:me|us) have)\b",
    re.IGNORECASE,
)
"""Asks to be given something."""
THANKING: Final = re.compile(r"^\W*(?:many |big )?(?:thanks?|thx|cheers)\b[^?]*$", re.IGNORECASE)
AGREES: Final = re.compile(
    r"^\W*(?:(?:ok(?:ay)?|sure|fine|right|all ?right|yes|yep|will do|understood|clear|got it|noted|perfect|great|good"
    r"|deal|makes sense|i see|sounds good|no problem)\b[\s,.!]*)+$",
    re.IGNORECASE,
)
"""Says yes and nothing else."""
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
    r"\b(?:may|can|could) (?:i|we|she|he|they|\w+) (?:have|get|give|share|tell|pass|send|use|see|forward|show|quote"
    r"|interview|speak|talk|approach|contact)\b",
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
BACK: Final = re.compile(
    r"\b(?:it|its|they|them|their|that|those|these|one|this(?! (?:week|month|morning|afternoon|evening|year|time)))\b",
    re.IGNORECASE,
)
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
    r"|\b(?:(?:i|we) (?:still )?need|tell me|let me know|send me|give me|looking for|i wonder|i(?:'m| am) asking"
    r"|i have (?:a|another|one more|two|three|some) (?:\w+ )?questions?|remind me|want to know)\b"
    r"|^\W*(?:and |so |also |but )?(?:who|what|which|when|where|why|how|whether)\b",
    re.IGNORECASE,
)
"""May want something of its reader."""
REASON: Final = re.compile(
    r"^\W*(?:because|since|as|so that)?\s*(?:i|we)(?:'d| would)? (?:still )?(?:need|want|require)\b",
    re.IGNORECASE,
)
"""Begins like a reason for what was asked before."""
REPORTS: Final = re.compile(
    r"^\W*(?:interim|provisional|(?:quick )?(?:status|update)|fyi|for your information|to report|so far"
    r"|still (?:open|missing|to do)|(?:i|we) (?:will|shall|have|had|got|sent|put|found|finished|made|wrote)\b"
    r"|(?:i|we)(?:'ll|'ve)\b|will (?:send|do|write)\b)",
    re.IGNORECASE,
)
"""Begins like a report of what somebody has, found or will do."""
FIGURE: Final = re.compile(r"\d")
PING: Final = re.compile(
    r"^(?:\W*(?:hi|hey|hello|good (?:morning|afternoon|day))\b[^.!?\n]*[.!?,]*)?[^.!?\n]{0,60}?[.!,]?\s*"
    r"(?:(?:have |do you have |got |have you got )(?:a |one |five |two |some )?(?:minutes?|moments?|sec(?:ond)?s?|time)"
    r"(?: for (?:me|a (?:quick )?question))?(?: now| later| today)?"
    r"|(?:are )?you (?:there|around|free)(?: (?:now|right now|for a (?:minute|moment|sec)))?"
    r"|(?:a |just a |one )?quick question|i have (?:a|one) (?:quick )?question(?: for you)?"
    r"|(?:can|could|may) i (?:ask|bother|disturb) you"
    r"(?: (?:something|a question|a (?:sec|moment|minute)|for a (?:sec|moment|minute)|quickly))?)\W*$",
    re.IGNORECASE,
)
"""Only asks whether the other has time for a question."""
PRESENCE: Final = re.compile(
    r"^\W*(?:and |so |by the way,? )?(?:are you|will you be) (?:still )?"
    r"(?:in|around|here|at your desk|at work|in the office|available|on duty)"
    r"(?: (?:today|tomorrow|this (?:week|morning|afternoon|evening)|later(?: today)?|next week|now"
    r"|on (?:mon|tues|wednes|thurs|fri)day))*\W*$",
    re.IGNORECASE,
)
"""Asks whether the other is at work."""
AGAIN: Final = re.compile(
    r"\b(?:again|once more|you (?:said|told|gave|wrote|mentioned)|remind me|forgot)\b", re.IGNORECASE
)
"""Asks for what was told before."""
LOST: Final = re.compile(
    r"\b(?:can't|cannot|couldn't|could not|don't|no longer) (?:find|see|have|open)\b"
    r".{0,30}\b(?:message|mail|note|answer|it)\b",
    re.IGNORECASE,
)
"""Says why something is asked for once more."""
