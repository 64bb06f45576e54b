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
            "(Getting there|Nearly there|Halfway) with {topic}(|, nothing stuck|, slow week).",
            "On track(|, no surprises|, nothing stuck).",
            "{topic}: (moving|going fine|slow but moving)(|, no surprises so far).",
        ),
        "mid": (
            "(On|With) {topic}: (in progress|under way|slow but steady|good progress)(|, the last bits are open|, nothing is stuck|, I'll shout if that changes).",
            "{topic}: (so far so good|we're getting there|moving along)(|, a few loose ends left|, nothing to worry about).",
            "We're (on track|moving along|going as planned) (with|on) {topic}(|, no surprises so far|, a few loose ends left"
            "|, the last bits are open).",
            "(Nothing|No surprises|Nothing unusual) to report on {topic}(|, it's going as planned|, a few loose ends remain).",
            "About halfway through {topic}(, I'd say|, and nothing is blocking it|, the rest should be quicker).",
        ),
        "high": (
            "(On|Concerning|As to) {topic}: (in progress|under way|proceeding), (without surprises|with a few points still open|and so far in order).",
            "Work on {topic} (proceeds|continues) (steadily|as intended|without delay)(|, with some points still to be settled|, and I shall report any change).",
            "We are proceeding as planned with {topic}(|, and I foresee no obstacles|; a few points remain open).",
            "There is nothing unusual to report on {topic}(|; it follows its course).",
        ),
    },
    "back_figures": {
        "low": (
            "{topic}: (same numbers|no change|what I sent last time)(|, still good|, use those).",
            "Same as (last time|before)(|, nothing new in it).",
            "No new numbers on {topic}(| yet|, the last ones hold).",
        ),
        "mid": (
            "I'd (keep|stay with|use) the (last|same) numbers (on|for) {topic}(|, nothing has come in since|, I'd know if they had moved|, they still hold).",
            "The (last|latest) numbers (I have |)(on|for) {topic} still (hold|stand)(|, nothing newer has come in|, I checked just now).",
            "Nothing newer than (my last overview|what you have|the last round) (on|for) {topic}(|, those numbers still hold).",
        ),
        "high": (
            "(The figures|My figures) on {topic} (have not changed|are as before|stand as reported)(| since my last overview| since we last spoke|, to the best of my knowledge).",
            "For {topic} please (continue with|rely on) the (last|most recent) figures(|, which still hold|; I have nothing newer).",
            "The most recent figures on {topic} remain valid(|; nothing newer has been recorded).",
            "I have no newer figures on {topic} than those you hold(|, and they remain valid).",
        ),
    },
    "back_date": {
        "low": (
            "{topic}: (next week, probably|end of the week, I hope|can't say yet)(|, I'll tell you|, don't hold me to it).",
            "Not before next week(|, I think|, with {topic}).",
            "End of the week, with luck.",
        ),
        "mid": (
            "{topic}: (next week, I'd say|hopefully by the end of the week|early next week is my best guess)(|, I'll confirm|, no promises yet).",
            "I (don't have|can't give you) a firm date for {topic} (yet|today)(|, next week is realistic|, not before next week in any case).",
            "Realistically (next week|the end of the week) for {topic}(|, sooner if nothing comes in between|, I'll say if it slips).",
        ),
        "high": (
            "(For|Concerning) {topic} I (would assume|foresee|expect) (next week|the end of this week|the first days of next week)(|, subject to what comes in between|, and I shall confirm it).",
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
            "{topic}: (read it, no complaints|fine by me|just a few small things)(|, send it|, good work|, well done).",
            "I've (looked|gone|read) (over|through) {topic}, (only small remarks|looks fine to me|nothing that should stop you|I'd send it like that).",
            "(Had a look at|Read) {topic}(|, twice), (all fine from my side|only details, we can talk them through|no objections).",
        ),
        "high": (
            "I have (read|gone through|examined) {topic} (with care|twice|today)(, and it is in order|, and have nothing to add|; only minor points remain|, and my remarks are few).",
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
        "low": (
            "(On it|Will check), {topic} (next|today).",
            "{topic}: (added it|it's in now|put it in)(|, have a look|, say if it's wrong).",
            "Filled it in.",
            "Let me look at {topic}, (then I'll add it|I'll put it in).",
        ),
        "mid": (
            "I've (added|filled in) what was missing on {topic}(|, please check that it's what you need|, that should be all of it).",
            "What's missing on {topic} is (with me|in my notes), I'll (add it|put it in)(| today| later today).",
        ),
        "high": (
            "The (missing|outstanding) (detail|particular) on {topic} is (now in place|entered|supplied)(|, and I believe it is now complete|; do let me know if more is needed).",
            "I shall (look up|retrieve) what is missing on {topic} (and add it|and enter it)(| today| tomorrow| in the course of the day).",
            "I have supplied what was lacking on {topic}(|; please verify that it is complete).",
        ),
    },
    "back_decision": {
        "low": (
            "{topic}: (yes|go|do it|fine with me)(|, no need to wait|, if the others agree).",
            "Yes, do it.",
            "OK from my side with {topic}.",
            "Not yet on {topic}, (let me think|want to look first).",
        ),
        "mid": (
            "{topic}: (yes from me|go for it|fine as it is|let's do it)(|, if nobody objects|, no need to wait).",
            "(Fine by me|Yes from me|Agreed), (go ahead with|let's go with|let's do) {topic}(| as you proposed| the way you have it).",
            "I'd go ahead with {topic}(| as it is|, I see no reason to wait).",
            "I'm not there yet on {topic}, (give me a day|let me sleep on it|I want to see the numbers first).",
        ),
        "high": (
            "(My answer on|As to) {topic}: (you may proceed|agreed|yes, as proposed)(|, with my thanks|, under the usual conditions).",
            "For {topic} I (need|would like) (one more day|to see the figures once more|to hear one more opinion)(| before I decide| first).",
            "I agree to proceed with {topic}(| as proposed|, on the terms you set out).",
            "I cannot decide on {topic} yet(, as I wish to see the figures first|; please allow me a day).",
        ),
    },
    "back_version": {
        "low": (
            "{topic}: (newest one by date|the last one I sent|the top one in the folder)(|, bin the rest|, always).",
            "The last one (I sent|in the folder).",
            "Newest by date, (that's the one|use that) for {topic}.",
        ),
        "mid": (
            "(Go by the date on it|Take the newest one) for {topic}(|, the older ones are history|, that's what I use too).",
            "The most recent one (by date |)is the one to use for {topic}(|, everything older can go).",
            "Please use the latest version of {topic}(, the earlier ones are out of date|, nothing has changed since).",
        ),
        "high": (
            "For {topic}, (kindly|please) (use|work from) the (most recent|latest) version(| by date|, which is complete|, as earlier ones have lapsed).",
            "The most recent version of {topic} applies(|; earlier ones are to be disregarded).",
        ),
    },
    "back_any": {
        "low": (
            "Nothing open on {topic}(| here| with me|, I think|, go ahead).",
            "{topic}: (sorted|done my bit|nothing open here).",
            "Yep, (on it|did it).",
        ),
        "mid": (
            "{topic}: (all done here|nothing left with me|my bit is finished)(|, over to you|, shout if something's missing).",
            "(Nothing is|There's nothing) open on {topic} (on|from) my side(|, as far as I can see|, so go ahead).",
            "(Done|Sorted) from my side (on|with) {topic}(|, tell me if something's missing).",
            "I've done (my part|my bit) on {topic}(|, the rest is with you|, let me know what else you need).",
        ),
        "high": (
            "(Concerning|As to) {topic}: (my part is done|nothing is open with me|all is settled on my side)(|, so you may proceed|; please tell me if something is lacking).",
            "From my side nothing is open on {topic}(|; you may proceed).",
            "My part of {topic} is concluded(|, please let me know if anything is lacking).",
        ),
    },
    "back_later": {
        "low": ("Later today(|, promise|, bit full now).", "Not now, (after lunch|later|tomorrow)."),
        "mid": (
            "{topic} (is next on my list|comes after this)(|, bear with me|, I haven't forgotten).",
            "I'll look at {topic} (later today|this afternoon|tomorrow|when I'm through with this)(|, remind me if I'm quiet).",
            "(Give me|I need) (a little|some) time (for|with) {topic}(|, I'm in the middle of something|, today is full).",
        ),
        "high": (
            "{topic} (is on my list for|will have my attention) (today|tomorrow|this afternoon).",
            "I (ask for|need) (a little|some) (time|patience) (for|with) {topic}(|, as another matter comes first|, as my day is full).",
            "I shall turn to {topic} (later today|tomorrow|as soon as my desk permits).",
        ),
    },
    "back_no": {
        "low": ("Can't help with {topic}(|, sorry).", "Not mine, (sorry|ask around)."),
        "mid": (
            "I can't help you with {topic}, (sorry|I'm afraid|that's not with me any more).",
            "That's not (with me|on my desk), I'm out of {topic}(| since last month| these days).",
        ),
        "high": (
            "{topic} (lies|is) outside my remit(|, I am afraid|; another desk handles it).",
            "I regret that I cannot assist with {topic}(|, which is no longer with me).",
        ),
    },
    "back_news": {
        "low": ("OK, thanks.", "Noted.", "Good to know about {topic}."),
        "mid": (
            "Thanks for the (update|heads-up|note) on {topic}(|, I'll plan with that|, that helps|, no impact here).",
            "Noted, thanks.",
            "Good to know(|, thank you).",
        ),
        "high": (
            "(Thank you for|I appreciate) the (note|message|word) on {topic}(|, which I have taken into account|; it does not affect my part|, this is helpful).",
            "Duly noted.",
            "Noted, thank you.",
            "Thank you for the information on {topic}(|, which I have noted).",
            "Noted with thanks.",
        ),
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
        "high": (
            "Would you join me for lunch?",
            "Shall we have lunch (today|tomorrow)?",
            "Lunch (today|tomorrow), perhaps?",
        ),
    },
    "social_weekend": {
        "low": ("Good weekend?", "(How was the|Did you have a good) weekend?"),
        "mid": (
            "How was your weekend(|, anything nice|, did you get out)?",
            "Any (nice |)plans for the weekend?",
        ),
        "high": (
            "I hope your weekend was pleasant.",
            "Did you have a good weekend?",
            "A pleasant weekend, I hope?",
        ),
    },
    "social_coffee": {
        "low": ("Coffee?", "Coffee machine in (five|ten)?"),
        "mid": (
            "(Time for|Fancy) a coffee(| in ten minutes| later| after this)?",
            "I'm getting coffee, (do you want one|want to join)?",
        ),
        "high": (
            "Would you have a coffee?",
            "Coffee (this afternoon|later), perhaps?",
            "May I invite you for coffee?",
        ),
    },
    "social_weather": {
        "low": ("(Rain|Wind) again, eh?", "Some weather, this."),
        "mid": ("What do you say to this weather?", "Did you get wet this morning?", "What weather!"),
        "high": ("What weather we are having.", "Did you get here dry?"),
    },
    "social_office": {
        "low": ("In the office (today|tomorrow)?", "Busy over there?"),
        "mid": ("Are you in (today|tomorrow|this week)?", "Busy in the office today?"),
        "high": ("Are you in the office (today|tomorrow)?", "Will I see you (today|tomorrow)?"),
    },
    "social_holidays": {
        "low": ("Holidays booked?", "When are you off?"),
        "mid": ("Any holiday plans yet?", "When are you off next?", "Booked anything for the holidays?"),
        "high": ("Have you planned your holidays?", "When is your next leave?"),
    },
    "social_any": {
        "low": ("What about {topic}, eh?",),
        "mid": ("What do you make of {topic}?", "A word about {topic} (over coffee|later)?"),
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
    "social_weather_back": {
        "low": ("Tell me about it.", "Dry in here at least."),
        "mid": ("Soaked, don't ask.", "I stay inside today."),
        "high": ("Indeed.", "One gets used to it."),
    },
    "social_office_back": {
        "low": ("Yep, all day.", "Till four or so."),
        "mid": ("Yes, all day.", "In until four, come by."),
        "high": ("Yes, the whole day.", "I am, do come by."),
    },
    "social_holidays_back": {
        "low": ("Not yet.", "Somewhere with sun."),
        "mid": ("Not yet, you?", "Nothing booked yet."),
        "high": ("Nothing is planned yet.", "Not before the summer."),
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
