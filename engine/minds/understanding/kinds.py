"""Tells what a clause does: ask, chase, thank, inform, correct, agree, refuse …"""

from __future__ import annotations

import re

from .acts import ActKind
from .deadlines import BOUND, parse_deadline


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns), re.IGNORECASE)


_WH = r"(?:who|whom|whose|what|whats|which|when|where|why|how|whether)"
_OPENING = r"^(?:(?:so|and|also|but|ok|okay|well|oh|plus|then|now|first|second|secondly|finally|lastly|sorry|please|pls|hm+|btw|by the way|one more(?: thing)?|another (?:question|thing)|quick (?:question|q)|question|q\d?|in (?:that|which) case|if so|anyway|just|actually)\b[\s,:.-]*)*"
_SUBJECT = r"(?:we|you|i|they|he|she|it|the|there|that|this|these|those|our|any|your|my|his|her|their|anyone|anybody|someone|somebody|a|an|all|both|every)"
_INVERTED = (
    rf"(?:(?:is|are|was|were|am|do|does|did|can|could|has|have|had|will|would|should|shall|may|might|isn't|aren't|doesn't|didn't|hasn't|haven't|won't|can't)"
    rf" (?:{_SUBJECT}|(?!not\b)[a-z]\w+)\b|don't {_SUBJECT}\b)"
)

QUESTION = _any(
    rf"{_OPENING}(?:(?:by|until|till|since|from|to|at|in|on|for|with|of|after|before|under|within|over|against|through|about|around|as of) )?{_WH}\b(?! (?:it's worth|we (?:do|can) is))",
    rf"{_OPENING}{_INVERTED}",
    r"\b(?:wonder(?:ing|ed)?|curious|unsure|not (?:sure|certain|clear)|unclear|no (?:idea|clue)|not know|don'?t (?:know|remember|recall|understand|see|have)|do not (?:know|have)|can'?t (?:find|remember|recall|see|tell|figure)|cannot (?:find|see|recall)|couldn'?t find|forgot(?:ten)?|lost track of|struggling to find|unable to find)\b",
    r"\b(?:i|we)(?:'d| would)?(?: just| also| still| really| only| urgently)? (?:need|require|want|like|love|am after|are after|seek)(?: to (?:know|find out|confirm|understand|check|have|get|see|verify|establish|clarify|learn))?\b(?! you to| to (?:tell|inform|let|say|apologi|thank|leave|go|run|point|add|mention|note|do|be))",
    r"\b(?:looking|searching|hunting) for\b|\bafter the\b.*\bplease\b|\btrying to (?:find|figure|work|understand|get|establish|determine|pin|confirm|recall|remember|see)\b|\bneed(?:ing)? to (?:know|find out|confirm|understand|check|see|have|get)\b",
    r"\b(?:tell|remind|give|send|show|get|shoot|drop|email|forward|pass|point|enlighten|update|brief|fill) (?:me|us)\b",
    r"\b(?:let|lemme) (?:me|us)? ?know (?:who|whom|what|which|when|where|why|how|whether|if|the)\b",
    rf"\b(?:know|asking|ask|asks|asked|tell|check|confirm|clarify|explain|sure|remember|recall|understand|idea|see|say|find out|figure out|work out|advise|specify|verify|clear|share|hear|is|about|on|of|out|question is) (?:(?:me|us|again|exactly|please|just|for me|about|on) )?(?:{_WH})\b(?! (?:i|we) (?:asked|said|told|need))",
    r"\b(?:know|asking|ask|asks|check|confirm|clarify|sure|see|find out|wonder|wondering|verify|question is) (?:if|whether)\b",
    r"^(?:please |pls |kindly |just )?(?:confirm|advise|clarify|specify|state|explain|share|provide|remind|tell|send|list|name|forward|give|check)\b",
    r"\bany (?:idea|clue|chance|info|information|word|thoughts|insight|knowledge)\b|\bdo you (?:have|know|happen|remember|recall)\b|\byou (?:have|got|know) .*\b(?:handy|to hand)\b|\bappreciate (?:a|the|your) (?:steer|pointer|answer|info|details?|confirmation)\b|\bwould (?:be )?(?:good|great|helpful|useful|nice|help) to (?:know|have|get|see|confirm|hear)\b|\bis (?:still )?missing for me\b|\bneed(?:ed)?(?: asap| urgently| please| pls)?[.!]?$|\b(?:pls|please|plz)[.!?]*$|\bplease (?:confirm|advise|tell|send|share|let|provide|clarify|remind|specify|check)\b",
    r"^(?:what|how) about\b|^and (?:for|the|what|how)\b|^same (?:for|question)\b",
)  # fmt: skip
_EVERYTHING = _any(
    r"\b(?:everything|all|anything and everything|whatever) (?:that )?(?:you|we|u)(?:'ve| have|'ve got| have got)? ?(?:know|have|got|can tell|can share|remember|hold)\b",
    r"\b(?:tell|give|send|share|show|brief|fill)(?: me| us| with me)?(?: in)?(?: on)? (?:everything|all (?:the |your )?(?:facts|details|info|information|knowledge|background)|the (?:full|whole|complete|entire) (?:picture|story|background|rundown|lowdown|run-down|context))\b",
    r"\bbrain ?dump\b|\b(?:full|complete) (?:rundown|briefing|brain dump|download)\b|\beverything (?:about|on|regarding|there is)\b|\b(?:all|every) (?:the )?facts?\b.*\b(?:know|have|about)\b",
    r"\bwhat (?:all )?do you know(?: about| on|\b[?.]*$)|\bwhat can you tell (?:me|us)(?: about| on|\b[?.]*$)|\bfill me in\b|\bbring me up to speed\b|\bget me up to speed\b",
)
_WORK_VERB = r"(?:write|draft|prepare|put together|compile|finish|build|create|produce|assemble|complete|do|make|calculate|work out|draw up|type up|handle|take over|take care of|redo|fill in|fill out|finali[sz]e|run|pull together|prep|crunch|reconcile|analy[sz]e|summari[sz]e|proofread|design)"
_WORK = r"(?:report|analysis|memo|deck|presentation|slides|summary|spreadsheet|sheet|workbook|quote|quotation|calculations?|reconciliation|write-?up|document|letter|brief|briefing|proposal|plan|table|draft|paper|overview|assignment|task|work|job|whole thing|whole lot|thing|it all|comparison|forecast|budget|form|application|minutes|email|reply|response|numbers|figures|this|that|it|review|note|submission|checklist|chart|model)"
_DO_MY_WORK = _any(
    rf"\b(?:can|could|would|will|might) (?:you|u|someone)(?: please| pls| maybe| perhaps| just| possibly| kindly)?(?: be able to| be willing to| mind)? {_WORK_VERB}(?:ing)?\b(?! sure\b)[^?.]*\b{_WORK}\b",
    rf"\b(?:please|pls|kindly|need you to|want you to|like you to|rather you|expect you to|mind|could use you to) (?:just )?{_WORK_VERB}(?:ing)? (?!sure\b)[^?.]*\b{_WORK}\b",
    rf"^{_WORK_VERB} (?:up )?(?:me |us )?(?:the|a|an|my|this|that|our|all) (?:\w+ ){{0,3}}{_WORK}\b[^?.]*(?:for me|please|pls|$)",
    rf"\b{_WORK_VERB}(?:ing)? (?:up )?(?:my|the|a|this|that|our) (?:\w+ ){{0,4}}{_WORK}\b[^?.]* (?:for me|on my behalf|instead of me|in my place)\b",
    r"\b(?:do|does|doing) (?:my|this|that|it)(?: \w+)? for me\b|\bdo my (?:job|work|task|part)\b|\btake (?:this|it|that) off my (?:hands|plate)\b|\btake (?:this|it) over(?: for me| from me)?\b",
)
_MEETING = _any(
    r"\b(?:can|could|shall|should|may|might) (?:we|i) (?:please |just |maybe |quickly )?(?:meet|have a (?:quick |short |brief )?(?:call|chat|meeting|word|catch[- ]?up)|talk|speak|jump on|hop on|get together|catch up|sit down|grab|set up|schedule|book|find (?:a|some) time|do a (?:quick )?call|get \d+ min)",
    r"\b(?:let'?s|let us) (?:meet|talk|catch up|have a (?:call|chat|meeting)|set up|schedule|book|sit down|jump on|hop on|get together|find (?:a )?time|discuss (?:this|it) (?:in|on|over|tomorrow|at))",
    r"\b(?:schedule|set up|arrange|book|organi[sz]e|put in|find) (?:a |an |some |another |us a )?(?:\w+ ){0,2}(?:meeting|call|catch[- ]?up|slot|chat|session|time to (?:meet|talk|chat|speak|discuss))\b",
    r"\b(?:do you have|have you got|got|you have|can you spare|could you spare|would you have) (?:a |an |some )?(?:\d+|five|ten|fifteen|twenty|thirty|few|half an hour|quick|free|slot|spare)? ?(?:mins?|minutes|hour|half an hour|moment|time|slot)?(?: free)? ?(?:for a (?:quick |short )?(?:call|chat|meeting|word)|to (?:meet|talk|chat|speak|discuss|catch up|go (?:over|through))|today|tomorrow|this (?:week|afternoon|morning))",
    r"\bare you (?:free|available|around)(?: for| on| at| to| tomorrow| today| this| next|\?)|\bwhen (?:are you|would you be|is good|suits|works?)(?: for)? ?(?:free|available|you|to (?:meet|talk|chat))|\b(?:quick|short) (?:call|meeting|catch[- ]?up)\?",
)
_CHASE = _any(
    r"\b(?:just |i am |i'm |i was )?(?:following|follow) up\b|\bfollow-up on\b|\bchasing\b|\bcircling back\b|\bchecking in (?:on|about|again)\b|\bbumping this\b|\b(?:gentle|friendly|quick|little|polite|small) (?:reminder|nudge|bump|chaser|ping)\b|^\s*reminder\b|^bump[.!]*$|^ping[.!]*$",
    r"\bdid you (?:get|have) (?:a |any )?(?:chance|time|opportunity|round|around)\b|\bhave you (?:had|got|gotten|found) (?:a |any |the )?(?:chance|time|opportunity|moment|round)\b|\bhave you (?:been able|managed) to\b|\bwere you able to\b|\bdid you manage\b",
    r"\bany (?:updates?|progress|movement|joy|luck|development|answer|reply|response|feedback)\b|\b(?:still|am|are|been) (?:waiting|awaiting)\b|\bhaven'?t (?:heard|received|had|seen) (?:back|anything|from you|a reply|an answer|your)\b|\bhave not (?:heard|received)\b|\bnot heard back\b|\b(?:see|saw|get|got|read|receive|received|seen) my (?:last|earlier|previous|message|email|mail|note|question)\b|\bwhen can i expect\b|\bas (?:promised|you promised|agreed yesterday)\b|\byou (?:said|promised|mentioned) you(?:'d| would|'ll| will)\b|\b(?:second|third|fourth) time (?:i|of|that)\b|\basked (?:you )?(?:already|before|twice|yesterday|last week|earlier)\b|\b(?:any word) (?:yet|back)\b",
)
_VAGUE = _any(
    r"^(?:(?:so|and|ok|hey|well|also)[, ]+)?(?:is there |have you |do you have |got )?any (?:news|word|info|thoughts|idea|ideas|details|developments)(?: yet)?(?: (?:on|about|for|from|regarding) (?:that|this|it|these|those|the (?:matter|topic|subject|thing|issue|above|other thing)|our (?:thing|topic)|your side))?(?: (?:yet|so far|at all|today|by now))?\s*[?.!]*$",
    r"^(?:(?:so|and|ok|well)[, ]+)?(?:what(?:'s| is|s)|how(?:'s| is|s)) (?:the )?(?:latest|status|situation|story|deal|word|news|state of play|update|going on|happening|up|that going|it going|it looking|it coming along|that looking|this looking|this going)(?: (?:on|with|about|there|here|regarding)(?: (?:that|this|it|things|everything|the above))?)?\s*(?:\?|$|\.)",
    r"^(?:(?:so|and|ok|well)[, ]+)?(?:what|how) about (?:that|this|it|the (?:other|thing|matter)(?: thing| one)?)\s*[?.!]*$|^(?:thoughts|news|status|anything|anything new|and|well|so|hello|update)\s*\?+$",
    r"^(?:can|could|would|do) you (?:please )?(?:help|assist)(?: me)?(?: out)?(?: (?:with|on) (?:that|this|it|something|a thing))?\s*[?.!]*$|^(?:where|how) (?:are|do) (?:we|you|things) (?:stand|standing|at)?(?: (?:on|with) (?:that|this|it))?\s*\?*$|^(?:i )?need (?:the |some |your )?(?:info|information|details|input|help|data)(?: (?:on|about|for|with) (?:that|this|it))?[.!?]*$|^(?:i have|i've got|got|have)? ?(?:a |one |another )?(?:quick )?question(?:s)?(?: for you)?[.!?]*$",
    r"^(?:what|so what) (?:do you think|is it|was it|about it|now|next|was that|happened)(?: (?:of|about) (?:that|this|it))?\s*\?*$|^(?:who|when|where|why|how much|how many|how long|which|what|how|which one|by when|how so|why not|says who|since when|until when)\s*\?*$",
)
_CORRECTION = _any(
    r"^(?:actually|correction|scratch that|my mistake|oops|i was wrong|i made a mistake|i misspoke|small correction|to correct)\b(?!.*\?$)",
    r"\b(?:now|changed|moved|really|today|instead)\b[^?]{0,40}, (?:and )?not [^?]{1,40}$|, not (?:on |at |in )?(?:mon|tues|wednes|thurs|fri|satur|sun)day[.!]*$",
    r"\b(?:it|that|this|he|she|they|which|the \w+(?: \w+)?)(?:'s| is| was| were| are)(?: actually| in fact| really)? [^?,]{1,60}, not [^?]{1,60}$|\bnot [\w€$£%.,-]+(?: \w+)? but [\w€$£%.]+|\binstead of (?:the )?\d",
    r"\b(?:should (?:be|read|have (?:been|read|said))|was wrong|were wrong|is wrong|are wrong|isn'?t right|is not right|not correct|incorrect|is outdated|out of date|no longer (?:true|valid|correct|applies)|turns out|has (?:since )?changed to|(?:i|we) (?:gave|told|sent) you (?:the )?wrong|i got (?:that|it) wrong|disregard (?:my|the|what)|ignore (?:my (?:last|previous|earlier)|what i)|stand corrected|in fact (?:it|the|that))\b(?!.*\?$)",
)
_THANKS = _any(
    r"^(?:(?:ok(?:ay)?|great|perfect|super|brilliant|excellent|good|lovely|noted|got it|understood|wonderful|fantastic|awesome|yes|ah|oh)[,!. ]*)*(?:many |so many )?(?:thanks|thank you|thx|thanx|ty|cheers|ta|much appreciated|appreciated|appreciate (?:it|that|this|your)|i appreciate|you(?:'re| are) (?:a star|a lifesaver|the best|a legend))\b",
    r"\b(?:thanks|thank you) (?:so much|very much|a lot|again|for)\b|\bthat(?:'s| is| was) (?:really |very |so |super |extremely )?(?:helpful|kind|useful)\b|\bgrateful\b|\breally helped?\b|^(?:great|perfect|brilliant|excellent|super|wonderful|fantastic|awesome)(?: (?:help|work|stuff|answer))?[.!]*$",
)  # fmt: skip
_APOLOGY = _any(
    r"\b(?:sorry|apologies|apologi[sz]e|my (?:bad|apologies|fault)|forgive me|pardon me)\b",
)
_AGREE = _any(
    r"^(?:ok(?:ay)?|yes|yep|yeah|yup|sure(?: thing)?|agreed|approved|confirmed|fine|absolutely|definitely|certainly|of course|go ahead|go for it|granted|done|deal|right|correct|exactly|indeed|will do|makes sense|no problem|no objections?|understood|noted|got it|roger|ack|perfect)\b(?!.*\?$)(?! (?:to know|if|time|price))",
    r"\b(?:go ahead|you(?:'re| are)? (?:can|may|free to|welcome to|allowed to|cleared to) (?:tell|share|send|go|use|pass|disclose|release|proceed|let|inform|give|show|quote|say|mention)|you have my (?:ok|okay|approval|permission|blessing|go|consent)|(?:fine|good|ok|okay|works|happy) (?:by|with|for) (?:me|us|that|this)|(?:i|we)(?:'m| am|'re| are) (?:fine|ok|okay|happy|good) (?:with|for|to)|i (?:approve|agree|confirm|consent|accept|authori[sz]e|am happy for)|sounds (?:good|fine|great|right)|that works|works for me|green light|thumbs up|you got it|let'?s do (?:it|that)|please (?:do|proceed|go ahead)|no objection|feel free)\b(?!.*\?$)",
)
_REFUSE = _any(
    r"^(?:no|nope|nah|never|absolutely not|definitely not|certainly not|not yet|not now|not approved|denied|rejected|declined|negative|sorry,? no|no way|out of the question)\b(?! (?:idea|clue|problem|worries|rush|hurry|later|objection|need|one|doubt|news|answer|reply|longer|update|stress|sign|response))(?!.*\?$)",
    r"\b(?:hold off|hold on that|(?:please |pls )?(?:do not|don'?t) (?:tell|share|send|do|pass|disclose|release|proceed|give|show|quote|go|say|use|mention|approve|forward|let)|i (?:can'?t|cannot|won'?t|will not|am not able to|'m not able to|do not|don'?t|would rather not|'d rather not|refuse to|must decline) ?(?:approve|agree|allow|authori[sz]e|accept|share|tell|sign|support|do that|disclose|help|say|give)?|not (?:approved|allowed|authori[sz]ed|happy with|comfortable|permitted)|let'?s not|i(?:'m| am) afraid (?:not|i can'?t|we can'?t)|rather not|i decline|i (?:have to|must) (?:decline|refuse|say no)|we shouldn'?t|keep (?:it|this|that) (?:to yourself|between us|quiet|confidential))\b(?!.*\?$)",
)
_NOT_REFUSE = _any(r"\b(?:i|we) (?:do not|don'?t|can'?t|cannot) (?:know|find|see|remember|recall|understand|have|think|get|tell who|figure)\b")
_COMPLAINT = _any(
    r"\b(?:unacceptable|frustrat\w+|disappoint\w+|annoy\w+|ridiculous|fed up|not (?:good|helpful) (?:enough|at all)|complain\w*|unhappy|sick of|waste of (?:my )?time|unprofessional|nobody (?:answers|replies|tells)|no one (?:answers|replies|tells)|never (?:answer|reply|get an answer)|how many times|let me down|not impressed|outrageous|really (?:not|isn'?t) ok|useless|appalling|terrible|upset)\b",
)
_SOCIAL = _any(
    r"\bhow (?:are you|are things|was your|is your (?:day|week|family)|'s your (?:day|week)|'re you|is it going|'s it going|have you been|did your|was the (?:weekend|holiday|party|trip))\b|\bhow(?:'s| is) (?:life|everything|the family|things)\b|\bhappy (?:birthday|new year|friday|monday|holidays|easter)\b|\bmerry christmas\b|\b(?:nice|good|great|lovely|enjoy (?:your|the)) (?:weekend|evening|holiday|day|lunch|vacation|trip)\b[.!]*$|\bcongrat\w*|\bget well\b|\bwelcome (?:back|aboard|to the team)\b|\b(?:fancy|grab|join (?:me|us) for|up for|going for) (?:a |some )?(?:coffee|lunch|drink|beer|tea|pint)\b|\b(?:coffee|lunch|beer|drinks?) (?:later|today|tomorrow|after work)\b|\bnice to (?:meet|e-meet) you\b|\blooking forward to (?:working|meeting)\b|\bhow('s| is) the weather\b|\bdid you (?:see|watch|catch) the (?:game|match|show|film)\b",
)
_SORRY_ONLY = re.compile(r"^\W*(?:i'?m |i am |so |very |really )*(?:sorry|apologies|my apologies|my bad)\b[,.!]?\s*(?:but )?", re.IGNORECASE)
_FINITE = re.compile(
    r"\b(?:is|are|was|were|am|has|have|had|will|would|says?|said|told|tells|thinks?|left|went|came|arrived|got|gets|did|does|can|could|should|must|may|'s|'re|'ve|'ll|'d"
    r"|\w{3,}ed|wants?|needs?|makes?|means?|confirms?|expects?|knows?|runs?|goes|holds?|sits?|works?|applies|costs?|pays?|heard|sent|found|saw|paid|put|took|gave|made|thought|believes?|seems?)\b",
    re.IGNORECASE,
)


def _plain_ask(text: str) -> bool:
    return re.search(rf"{_OPENING}(?:{_WH}\b|{_INVERTED})", text, re.IGNORECASE) is not None


def kind_of(text: str, *, asks: bool) -> ActKind:
    """What a clause does, from its wording alone.

    Args:
        text: the clause, without greeting and politeness.
        asks: whether its sentence ends with a question mark.

    Returns:
        The kind; `OTHER` for a mere noun phrase, which may turn out to ask for a fact.
    """
    if _EVERYTHING.search(text):
        return ActKind.TELL_EVERYTHING
    if _VAGUE.search(text):
        return ActKind.VAGUE_QUESTION
    if _SOCIAL.search(text):
        return ActKind.SOCIAL
    if _MEETING.search(text):
        return ActKind.MEETING_REQUEST
    if _DO_MY_WORK.search(text):
        return ActKind.DO_MY_WORK
    if not asks and not _plain_ask(text) and _CORRECTION.search(text):
        return ActKind.CORRECTION
    if _CHASE.search(text):
        return ActKind.CHASE
    if not asks:
        spoken = _spoken(text)
        if spoken is not None:
            return spoken
    rest = _SORRY_ONLY.sub("", text)
    if asks or QUESTION.search(rest):
        return ActKind.QUESTION
    if _APOLOGY.search(text):
        return ActKind.APOLOGY
    if parse_deadline(text) and BOUND.search(text) and re.search(r"\b(?:need|deadline|due|by|before|asap|latest|expect|want|must|has to|have to)\b", text, re.IGNORECASE) and len(text) < 120:
        return ActKind.DEADLINE
    return ActKind.INFORM if _FINITE.search(text) else ActKind.OTHER


def _spoken(text: str) -> ActKind | None:
    """Thanks, refusal, agreement or complaint, if the clause is plainly one."""
    if _THANKS.search(text) and not re.search(rf"\b(?:know|tell|confirm)\b.*\b{_WH}\b", text, re.IGNORECASE):
        return ActKind.THANKS
    if _plain_ask(text):
        return None
    if _COMPLAINT.search(text):
        return ActKind.COMPLAINT
    if _REFUSE.search(text) and not _NOT_REFUSE.search(text):
        return ActKind.REFUSE
    if _AGREE.search(text):
        return ActKind.AGREE
    return None
