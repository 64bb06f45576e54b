"""Plain answers to colleagues about their own work, and small talk.

The keys are ``back_…`` with the head word of what was wanted, and ``social_…``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

BACK: Final[Mapping[str, Mapping[Literal["low", "mid", "high"], Sequence[str]]]] = {
    "back_clarify": {
        "low": ("Just {topic}, nothing more.", "What you have on {topic}, (roughly|short is fine)."),
        "mid": (
            "Just what you have on {topic}(|, a line will do|, roughly is fine).",
            "Anything on {topic} that (changed|moved) (since last week|lately)(| will do).",
        ),
        "high": ("A short word on {topic} will suffice(|, as far as you have it).",),
    },
    # Answers to colleagues about their own work --------------------------------------------------------
    "back_status": {
        "low": (
            "On track(|, no surprises|, nothing stuck).",
            "{topic}: (moving|going fine|slow but moving)(|, no surprises so far).",
        ),
        "mid": (
            "We're (on track|moving along|going as planned) (with|on) {topic}(|, no surprises so far|, a few loose ends left"
            "|, the last bits are open).",
            "(Nothing|No surprises|Nothing unusual) to report on {topic}(|, it's going as planned|, a few loose ends remain).",
            "About halfway through {topic}(, I'd say|, and nothing is blocking it|, the rest should be quicker).",
        ),
        "high": (
            "We are proceeding as planned with {topic}(|, and I foresee no obstacles|; a few points remain open).",
            "There is nothing unusual to report on {topic}(|; it follows its course).",
        ),
    },
    "back_figures": {
        "low": (
            "Same as (last time|before)(|, nothing new in it).",
            "No new numbers on {topic}(| yet|, the last ones hold).",
        ),
        "mid": (
            "The (last|latest) numbers (I have |)(on|for) {topic} still (hold|stand)(|, nothing newer has come in|, I checked just now).",
            "Nothing newer than (my last overview|what you have|the last round) (on|for) {topic}(|, those numbers still hold).",
        ),
        "high": (
            "The most recent figures on {topic} remain valid(|; nothing newer has been recorded).",
            "I have no newer figures on {topic} than those you hold(|, and they remain valid).",
        ),
    },
    "back_date": {
        "low": ("Not before next week(|, I think|, with {topic}).", "End of the week, with luck."),
        "mid": (
            "I (don't have|can't give you) a firm date for {topic} (yet|today)(|, next week is realistic|, not before next week in any case).",
            "Realistically (next week|the end of the week) for {topic}(|, sooner if nothing comes in between|, I'll say if it slips).",
        ),
        "high": (
            "A firm date for {topic} (cannot be given yet|is not yet set)(|; next week appears realistic).",
            "I expect to conclude {topic} in the course of next week(|, barring surprises).",
        ),
    },
    "back_eyes": {
        "low": (
            "Looked at it, (fine|looks okay|no remarks).",
            "{topic}: (fine by me|two small things, rest is okay).",
        ),
        "mid": (
            "I've (looked|gone|read) (over|through) {topic}, (only small remarks|looks fine to me|nothing that should stop you|I'd send it like that).",
            "(Had a look at|Read) {topic}(|, twice), (all fine from my side|only details, we can talk them through|no objections).",
        ),
        "high": (
            "I have reviewed {topic} (and have no objections|and have only minor remarks|and find it in order).",
        ),
    },
    "back_contact": {
        "low": ("Ask {who}.", "{who}, (still|I think|same as before)."),
        "mid": (
            "{who} is your (best bet|person) for {topic}.",
            "(Try|Ask|Talk to) {who} about {topic}(|, that's still the right address).",
        ),
        "high": ("{who} is the right contact for {topic}.", "For {topic}, please turn to {who}."),
    },
    "back_detail": {
        "low": ("Filled it in.", "Let me look at {topic}, (then I'll add it|I'll put it in)."),
        "mid": (
            "I've (added|filled in) what was missing on {topic}(|, please check that it's what you need|, that should be all of it).",
            "What's missing on {topic} is (with me|in my notes), I'll (add it|put it in)(| today| later today).",
        ),
        "high": ("I have supplied what was lacking on {topic}(|; please verify that it is complete).",),
    },
    "back_decision": {
        "low": (
            "Yes, do it.",
            "OK from my side with {topic}.",
            "Not yet on {topic}, (let me think|want to look first).",
        ),
        "mid": (
            "(Fine by me|Yes from me|Agreed), (go ahead with|let's go with|let's do) {topic}(| as you proposed| the way you have it).",
            "I'd go ahead with {topic}(| as it is|, I see no reason to wait).",
            "I'm not there yet on {topic}, (give me a day|let me sleep on it|I want to see the numbers first).",
        ),
        "high": (
            "I agree to proceed with {topic}(| as proposed|, on the terms you set out).",
            "I cannot decide on {topic} yet(, as I wish to see the figures first|; please allow me a day).",
        ),
    },
    "back_version": {
        "low": (
            "The last one (I sent|in the folder).",
            "Newest by date, (that's the one|use that) for {topic}.",
        ),
        "mid": (
            "The most recent one (by date |)is the one to use for {topic}(|, everything older can go).",
            "Please use the latest version of {topic}(, the earlier ones are out of date|, nothing has changed since).",
        ),
        "high": ("The most recent version of {topic} applies(|; earlier ones are to be disregarded).",),
    },
    "back_any": {
        "low": ("{topic}: (sorted|done my bit|nothing open here).", "Yep, (on it|did it)."),
        "mid": (
            "(Nothing is|There's nothing) open on {topic} (on|from) my side(|, as far as I can see|, so go ahead).",
            "(Done|Sorted) from my side (on|with) {topic}(|, tell me if something's missing).",
            "I've done (my part|my bit) on {topic}(|, the rest is with you|, let me know what else you need).",
        ),
        "high": (
            "From my side nothing is open on {topic}(|; you may proceed).",
            "My part of {topic} is concluded(|, please let me know if anything is lacking).",
        ),
    },
    "back_later": {
        "low": ("Later today(|, promise|, bit full now).", "Not now, (after lunch|later|tomorrow)."),
        "mid": (
            "I'll look at {topic} (later today|this afternoon|tomorrow|when I'm through with this)(|, remind me if I'm quiet).",
            "(Give me|I need) (a little|some) time (for|with) {topic}(|, I'm in the middle of something|, today is full).",
        ),
        "high": ("I shall turn to {topic} (later today|tomorrow|as soon as my desk permits).",),
    },
    "back_no": {
        "low": ("Can't help with {topic}(|, sorry).", "Not mine, (sorry|ask around)."),
        "mid": (
            "I can't help you with {topic}, (sorry|I'm afraid|that's not with me any more).",
            "That's not (with me|on my desk), I'm out of {topic}(| since last month| these days).",
        ),
        "high": ("I regret that I cannot assist with {topic}(|, which is no longer with me).",),
    },
    "back_news": {
        "low": ("OK, thanks.", "Noted.", "Good to know about {topic}."),
        "mid": (
            "Thanks for the (update|heads-up|note) on {topic}(|, I'll plan with that|, that helps|, no impact here).",
            "Noted, thanks.",
            "Good to know(|, thank you).",
        ),
        "high": ("Thank you for the information on {topic}(|, which I have noted).", "Noted with thanks."),
    },
    # Social --------------------------------------------------------------------------------------------
    "social_lunch": {
        "low": (
            "(Lunch|Food) (today|in a bit|at half twelve)?",
            "Going for lunch(|, you too|, coming along)?",
        ),
        "mid": (
            "Are you (joining|coming) for lunch(| today| in a bit| later)?",
            "Lunch (together |)(today|later|tomorrow)?",
        ),
        "high": ("Would you care to join me for lunch(| today| this week)?",),
    },
    "social_weekend": {
        "low": ("Good weekend?", "(How was the|Did you have a good) weekend?"),
        "mid": (
            "How was your weekend(|, anything nice|, did you get out)?",
            "Any (nice |)plans for the weekend?",
        ),
        "high": ("I hope you had a pleasant weekend.", "Did you have a pleasant weekend?"),
    },
    "social_coffee": {
        "low": ("Coffee?", "Coffee machine in (five|ten)?"),
        "mid": (
            "(Time for|Fancy) a coffee(| in ten minutes| later| after this)?",
            "I'm getting coffee, (do you want one|want to join)?",
        ),
        "high": ("Would you have time for a coffee(| today| this week)?",),
    },
    "social_any": {
        "low": ("(Seen|Noticed) {topic} today?", "What about {topic}, eh?"),
        "mid": (
            "Did you hear about {topic}(| yet)?",
            "What do you make of {topic}(| these days)?",
            "A word about {topic} (over coffee|later)?",
        ),
        "high": ("We should speak about {topic} some time.",),
    },
    "social_lunch_back": {
        "low": ("Yep, (coming|five minutes).", "Can't today."),
        "mid": (
            "Yes, (gladly|five more minutes|see you downstairs).",
            "Not today, sorry, (tomorrow|next time)?",
        ),
        "high": ("With pleasure.", "Unfortunately not today."),
    },
    "social_weekend_back": {
        "low": ("Quiet. You?", "Too short."),
        "mid": ("Lovely, thanks, (and yours|much too short).", "Quiet, (just what I needed|and yours)?"),
        "high": ("Very pleasant, thank you.",),
    },
    "social_any_back": {
        "low": ("Ha, yes.", "Sure.", "Tell me later."),
        "mid": (
            "Ha, yes(|, tell me more later).",
            "Sure, (in ten minutes|later|why not).",
            "Let's talk about it (over coffee|later).",
        ),
        "high": ("Gladly.", "Yes, let us speak later."),
    },
}
