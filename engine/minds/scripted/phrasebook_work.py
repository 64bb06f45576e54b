"""Plain wordings of the talk about everybody's own work: asking, telling, chasing, passing on.

The keys are ``ask_…`` and ``news_…`` with the head word of what is wanted or told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

_WHEN = (
    "(| today| this week| when you have a minute| before the end of the day| when you get to it| by tomorrow)"
)
_WHY = "(|, I need it for my part|, I can't close mine without it|, people are asking|, it's the last thing I'm missing|, then I can finish)"
_WHEN_HIGH = "(| today| this week| at your convenience| before the close of business| by tomorrow)"
_WHY_HIGH = (
    "(|, as I require it for my own part|, since I cannot conclude without it|, as others depend on it)"
)

WORK: Final[Mapping[str, Mapping[Literal["low", "mid", "high"], Sequence[str]]]] = {
    # Asking --------------------------------------------------------------------------------------------
    "ask_status": {
        "low": (
            "Where are (we|you) (with|on) {topic}(| now| today)?",
            "How's it going with {topic}(|, still on track|, anything stuck)?",
            "(Any news|Anything new|Any movement) on {topic}(|, or all quiet)?",
        ),
        "mid": (
            "(Where do we|How do we|Where do things) stand (with|on) {topic}(| at the moment| today| now)?",
            "(Could you|Can you) give me (a quick|a short|the current) status on {topic}"
            + _WHEN
            + _WHY
            + "?",
            "How (far|far along) (are you|are we) with {topic}(|, roughly| by now)?",
            "Is {topic} (still |)(on track|on schedule|going as planned)(|, or do I need to plan around it|, as far as you can see)?",
        ),
        "high": (
            "(Could|Would) you inform me (where we stand|how matters stand) with {topic}" + _WHEN_HIGH + "?",
            "I would (like|appreciate) a (short|brief) status on {topic}" + _WHEN_HIGH + _WHY_HIGH + ".",
        ),
    },
    "ask_figures": {
        "low": (
            "(Got|Have you got) the (latest|newest|current) (figures|numbers) (on|for) {topic}" + _WHY + "?",
            "(Send|Ping|Shoot) me the (latest|current) numbers (on|for) {topic}" + _WHEN + "?",
        ),
        "mid": (
            "(Could|Can) you (send|give|pass) me the (latest|current|most recent) (figures|numbers) (on|for) {topic}"
            + _WHEN
            + _WHY
            + "?",
            "Do you have (newer|more recent|up-to-date) (figures|numbers) (on|for) {topic}" + _WHY + "?",
        ),
        "high": (
            "(Could|Would) you (kindly |)(provide|send) the (latest|most recent) figures on {topic}"
            + _WHEN_HIGH
            + _WHY_HIGH
            + "?",
        ),
    },
    "ask_date": {
        "low": (
            "When (do I get|can I have|will I see) {topic}(, roughly|)?",
            "(Got|Is there) a date for {topic}(| yet| already)" + _WHY + "?",
        ),
        "mid": (
            "(Is there|Do we have|Do you have) a date for {topic}(| yet| by now)" + _WHY + "?",
            "When do you (expect|plan) to be (done|ready|through) with {topic}(|, roughly)?",
            "By when (could|can) I (count on|expect) {topic}(|, even roughly)?",
        ),
        "high": (
            "(Could|Would) you give me a date for {topic}(|, even a provisional one)" + _WHY_HIGH + "?",
            "By which date may I (expect|count on) {topic}?",
        ),
    },
    "ask_eyes": {
        "low": (
            "(Got|Have you got) (five minutes|a minute|a moment) to look at {topic}(| with me| before it goes out)?",
            "Need (a second pair of eyes|someone else's eyes) on {topic}(|, five minutes|, you're good at that).",
        ),
        "mid": (
            "(Could|Would) you (look over|cast an eye over|read through) {topic}"
            "(| before I send it on| before it goes out| when you have ten minutes)?",
            "I'd like a second pair of eyes on {topic}(|, ten minutes should do|, whenever it suits you|, before I let it go).",
            "(Could|Can) I (borrow|have) (ten|five) minutes of yours for {topic}(| today| this week|, I've stared at it too long)?",
        ),
        "high": (
            "(Could|Would) you be so kind as to review {topic}(| before it is released| at your convenience)?",
            "I would value your view on {topic}(| before I conclude it| before it leaves my desk).",
        ),
    },
    "ask_contact": {
        "low": (
            "Who do I (talk to|call|ask) (about|for) {topic}(| these days|, still the same as before)?",
            "Who's (dealing with|handling|on) {topic} (now|these days|at the moment)?",
        ),
        "mid": (
            "Who is the right (person|contact) for {topic}(| these days| on your side)" + _WHY + "?",
            "Whom (should|do) I (contact|approach|speak to) about {topic}(| nowadays| on your side)?",
        ),
        "high": (
            "(Could|Would) you name me the (right|competent) (person|contact) for {topic}(| at present)?",
            "To whom should I turn (about|regarding) {topic}(| at present)?",
        ),
    },
    "ask_detail": {
        "low": (
            "One (bit|thing|detail) missing on {topic}, (got a sec|have you got it|can you look)?",
            "Something's missing (in|on|for) {topic}(, do you know it|, can you check|, can you fill it in)?",
        ),
        "mid": (
            "I'm (still |)missing (a|one) detail on {topic}, (do you have it|could you check|can you help)"
            + _WHEN
            + "?",
            "There's (one gap|one thing open|one blank) left in my notes on {topic}, "
            "(could you fill it|can you help me with it|do you know)(| today| this week)?",
        ),
        "high": (
            "One (detail|particular) on {topic} is still lacking (in my file|in my notes), could you (supply|provide) it?",
            "(Could|Would) you help me with a detail on {topic} that I cannot find(| in the file| in my records)?",
        ),
    },
    "ask_decision": {
        "low": (
            "(Can|Could) we (settle|decide) {topic}(| today| this week| now)?",
            "Yes or no on {topic}(|, I need to move|, people are waiting)?",
        ),
        "mid": (
            "(Could|Can) we (settle|decide|close) {topic}"
            + _WHEN
            + "(|, I'm stuck otherwise|, the others are waiting)?",
            "I need (a decision|your yes or no|your call) on {topic}" + _WHEN + ".",
        ),
        "high": (
            "I would (need|appreciate) your decision on {topic}" + _WHEN_HIGH + _WHY_HIGH + ".",
            "(Could|May) we come to a decision on {topic}" + _WHEN_HIGH + "?",
        ),
    },
    "ask_version": {
        "low": (
            "Which (version|one) of {topic} is the (latest|current one|right one)(| now)?",
            "(Send|Ping) me the last version of {topic}" + _WHEN + "?",
        ),
        "mid": (
            "Which version of {topic} (is current|counts|should I use)(| now| by now| these days)?",
            "(Could|Can) you (send|point) me (to |)the (last|latest|current) version of {topic}"
            + _WHEN
            + _WHY
            + "?",
        ),
        "high": (
            "Which version of {topic} (is to be used|applies|is in force)(| at present)?",
            "(Could|Would) you (forward|send) me the (latest|valid) version of {topic}"
            + _WHEN_HIGH
            + _WHY_HIGH
            + "?",
        ),
    },
    "ask_any": {
        "low": ("(Got|Have you got) {topic} for me" + _WHEN + "?", "I need {topic}" + _WHEN + _WHY + "."),
        "mid": (
            "(Could|Can) you help me with {topic}" + _WHEN + _WHY + "?",
            "I'd need {topic} from you" + _WHEN + _WHY + ".",
        ),
        "high": (
            "(Could|Would) you assist me with {topic}" + _WHEN_HIGH + _WHY_HIGH + "?",
            "I would need {topic} from you" + _WHEN_HIGH + _WHY_HIGH + ".",
        ),
    },
    # Telling -------------------------------------------------------------------------------------------
    "news_plan": {
        "low": (
            "(Heads-up|Just so you know), (change of plan|plans changed) on {topic}(|, more when I know it|, nothing for you to do).",
        ),
        "mid": (
            "Plans have (changed|shifted) a bit (on|for) {topic}(|, more soon|, I'll fill you in|, you needn't do anything).",
            "There's a change of plan (on|with) {topic}, (I'll tell you more when it's settled|nothing you need to do yet"
            "|I'll keep you posted|it shouldn't touch your part).",
            "We're (doing|planning) {topic} a little differently now, (details follow|more when we talk|I'll send the details).",
        ),
        "high": (
            "The plan for {topic} has (changed|been amended)(|, and the details will follow|; I shall inform you once it is settled|, without consequence for your part).",
            "Please note a change of plan concerning {topic}(; details will follow|, of which I shall keep you informed|).",
        ),
    },
    "news_delay": {
        "low": ("Bit of a delay on {topic}(, not much|, don't wait for it|, sorry|, nothing dramatic).",),
        "mid": (
            "{topic} will take (a little|slightly|somewhat) longer(| than planned| than I said)(|, sorry about that|, nothing to worry about).",
            "There's a (small|slight|short) delay (on|with) {topic}(, nothing dramatic|, I'll tell you when it's through"
            "|, we'll catch up|, in case you were waiting for it).",
            "We're running a little behind (on|with) {topic}(, but not by much|, just so you can plan|, I'll let you know when we're through).",
        ),
        "high": (
            "(Matters are|Work is) somewhat delayed with {topic}(|, for which I ask your understanding|, though not by much|; I shall report when it is resolved).",
            "I have to report a (slight|minor) delay (concerning|with) {topic}(|, which should not affect you|, for your planning).",
        ),
    },
    "news_moving": {
        "low": (
            "Things move again with {topic}(|, about time|, so relax|, you can go on).",
            "We're moving again (on|with) {topic}(|, finally|, in case you wondered|, so no more waiting).",
        ),
        "mid": (
            "Good news, we're moving again (on|with) {topic}(|, in case you were waiting|, so you can plan with it).",
            "Things are moving again (on|with) {topic}(, at last|, so no need to chase anyone|, for your information).",
        ),
        "high": (
            "Work on {topic} has (resumed|been taken up again)(|, so that no reminder is needed|; you may plan accordingly|, to my relief).",
            "I can report that matters are proceeding again (concerning|with) {topic}(|, for your information).",
        ),
    },
    "news_version": {
        "low": (
            "{topic}: (new version|made some changes)(|, use the new one|, old one is dead|, shout if it's off).",
            "(There's a|Made a) new version of {topic}(|, use that one|, forget the old one|, small changes only).",
        ),
        "mid": (
            "{topic} has a new version(|, please switch to it|, the changes are small|, have a look).",
            "There's a new version of {topic}(, only small changes|, please use that from now on|, in case you still work with the old one).",
            "I've (updated|revised) {topic}(, mostly small things|, have a look when you get to it|, so the old one can go).",
        ),
        "high": (
            "I have (revised|updated) {topic}(|, mainly in small points|; kindly use the new version|, so that the former version lapses).",
            "Please note that there is a new version of {topic}(|, which replaces the earlier one|, to be used from now on).",
        ),
    },
    "news_mind": {
        "low": (
            "Careful with {topic}(|, old notes are wrong|, it takes longer than you'd think|, check twice).",
            "(One thing|Something) to (watch|keep in mind) with {topic}: (it takes longer than it looks|ask before you start|check twice).",
        ),
        "mid": (
            "With {topic}, (please double-check before it goes out|leave more time than you think|mind that the old notes are out of date)(|, I learnt that the hard way|, just a tip).",
            "Something to keep in mind (on|with) {topic}: (it needs more time than people think|please check with me before it goes out"
            "|the old notes aren't reliable|the others start from last month's numbers).",
        ),
        "high": (
            "A (word|remark) on {topic}: (it requires more time than foreseen|please consult me before it is released|earlier notes are no longer reliable).",
            "(May I draw your attention to|I would draw your attention to) {topic}, (where some care is needed|as it requires more time than foreseen).",
        ),
    },
    "news_question": {
        "low": (
            "Got asked about {topic} by (a client|someone outside)(|, sorted|, all fine|, just so you know).",
            "Somebody from outside asked about {topic}(|, I dealt with it|, might come your way too|, I said we'd get back).",
        ),
        "mid": (
            "Someone (outside|from outside) (was asking|asked) about {topic}(|, you may hear from them|, it's dealt with|, all quiet now).",
            "I had a question from outside about {topic}(, I've answered it|, just so you know|, it may come your way too|, nothing urgent).",
        ),
        "high": (
            "Someone outside has enquired about {topic}(|; I have replied|, and may turn to you as well|; nothing urgent).",
            "I have received an enquiry from outside about {topic}(|, which I have answered|, of which I wish you to be aware).",
        ),
    },
    "news_any": {
        "low": (
            "(Just so you know|Heads-up), (there's news|something moved) on {topic}(|, more later|, tell you when we talk).",
        ),
        "mid": (
            "(For your information|Just so you know), there's (some news|some movement) on {topic}(|, more when we talk|, details follow).",
        ),
        "high": ("For your information, there is news concerning {topic}(|; details will follow).",),
    },
    # Chasing and passing on ----------------------------------------------------------------------------
    "chase": {
        "low": (
            "(Any luck|Anything) (on|with) {topic}(| yet)?",
            "Still (waiting for|need) {topic}(|, could you look|, no rush but soon).",
        ),
        "mid": (
            "(Have you had|Did you have) a chance to look at {topic}(| yet| already)?",
            "I'm still (waiting for|missing) {topic}, (could you have a look|can you say when|any idea when)(| today)?",
            "(Coming back to|Following up on) {topic}, (where are we|any news|is there anything new)?",
        ),
        "high": (
            "May I (come back|return) to {topic}, (on which I have not heard from you|which is still open on my side)?",
            "I would be (glad|grateful) for (word|an answer) on {topic}(| today| this week).",
        ),
    },
    "approved": {
        "low": ("I've said yes to {topic}(| for {who})(, go ahead|).",),
        "mid": (
            "I've agreed to {topic}(|, so please go ahead|, you can go ahead from your side).",
            "You have my OK for {topic}(|, please go ahead|, so you don't need to wait for me).",
        ),
        "high": (
            "I have given my consent to {topic}(|, you may proceed accordingly|, and ask you to proceed).",
        ),
    },
    "approved_who": {
        "low": ("{who} asked me.", "{who} will come to you."),
        "mid": ("{who} will come to you about it.", "{who} asked me (about it|today)."),
        "high": ("{who} will approach you in this matter.",),
    },
    "where": {
        "low": ("It's (here|on the drive): {place}", "See {place}"),
        "mid": (
            "You'll find it (on the drive |)at {place}",
            "It's (saved|stored) (on the drive |)under {place}",
        ),
        "high": ("You will find it on the drive under {place}", "The document is filed under {place}"),
    },
    "was_wrong": {
        "low": ("What I told you (before|the other day) was wrong.", "Please bin what I said before."),
        "mid": (
            "What I (gave|told) you (before|earlier) was not right.",
            "My earlier answer on this was wrong, sorry.",
        ),
        "high": ("What I stated earlier was not correct.", "My earlier statement should be disregarded."),
    },
    "promised_answer": {
        "low": ("You asked about {topic}.", "About {topic}:"),
        "mid": ("You were asking about {topic}.", "You wanted to know about {topic}, here it is:"),
        "high": ("I revert to your question about {topic}.", "You enquired about {topic}."),
    },
    "let_know": {
        "low": (
            "Thought you'd want to know about {topic}.",
            "About {topic}, (just so you know|in case it helps):",
        ),
        "mid": (
            "Something you (should|may want to) know about {topic}:",
            "In case it (matters|helps) for you, on {topic}:",
        ),
        "high": ("I wish to inform you about {topic}.", "For your information, regarding {topic}:"),
    },
    "invite": {
        "low": ("Shall we sit down about {topic}" + _WHEN + "?", "Can we meet on {topic}" + _WHEN + "?"),
        "mid": (
            "Could we sit together on {topic}" + _WHEN + "?",
            "Let's find half an hour for {topic}(| this week| soon).",
        ),
        "high": ("I would like to meet with you about {topic}" + _WHEN_HIGH + ".",),
    },
    "ask_approval": {
        "low": ("{who} asked me for {topic}. OK if I (share|pass it on)?",),
        "mid": (
            "{who} has asked me for {topic}. Is it all right with you if I (share it|pass it on)?",
            "Are you fine with me giving {who} {topic}? (I was asked for it|They asked) today.",
        ),
        "high": ("{who} has requested {topic}. May I have your consent to (provide|share) it?",),
    },
}
