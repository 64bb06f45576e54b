"""Plain wordings for what a persona's own phrases don't cover, by register; `grammar` says how a pattern is written.

They say nothing about the world that might not be so: whoever words an answer to a colleague's own work knows no details.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

from .phrasebook_back import BACK
from .phrasebook_work import WORK

Register: TypeAlias = Literal["low", "mid", "high"]
Wordings: TypeAlias = Mapping[Register, Sequence[str]]

ANSWERING: Final[Mapping[str, Wordings]] = {
    "greet_back": {
        "low": ("Hey(, what's up| {asker}, what do you need|, what can I do)?", "Hi(|, all good here)."),
        "mid": (
            "Hi {asker}, what can I do for you?",
            "Hello(| {asker}), how can I help?",
            "Hi, what's on your mind?",
        ),
        "high": ("Good day(| {asker}), how may I help you?", "Hello {asker}, what can I do for you?"),
    },
    "greet_mail": {
        "low": ("What's up?", "What do you need?"),
        "mid": ("What can I do for you?", "How can I help?"),
        "high": ("How may I help you?", "What can I do for you?"),
    },
    "social_back": {
        "low": ("All good(, you|, busy as ever|, thanks)?", "Can't complain.", "Same as always."),
        "mid": (
            "All well here, thanks.",
            "Fine, thanks, (busy as ever|a lot going on).",
            "Good, thanks for asking.",
        ),
        "high": ("Very well, thank you.", "Thank you for asking, all is well here."),
    },
    "private_move": {
        "low": (
            "I'll message you (directly|on the side).",
            "Not in here, I'll write to you.",
            "Sending you a message.",
        ),
        "mid": (
            "I'll (write to|message) you directly about this.",
            "Not for this round, I'll send it to you (directly|separately).",
            "Let me send you that (separately|in a direct message).",
        ),
        "high": (
            "I shall write to you about this separately.",
            "I prefer to answer this in a direct message, which (follows|you will have in a moment).",
        ),
    },
    "private_later": {
        "low": ("Not in front of everybody. Ask me directly.", "Not in here, message me."),
        "mid": (
            "I'd rather not (go into that|discuss that) in this round, (write to me directly|please ask me directly).",
            "That's not for everybody here, (please message me|ask me on my own).",
        ),
        "high": (
            "I would rather not discuss that in this circle, (kindly|please) write to me directly.",
            "That is not for everyone present, and I ask you to approach me separately.",
        ),
    },
    "sorry_unanswered": {
        "low": (
            "Sorry, (missed|overlooked) this(| one).",
            "Sorry, (this|your message) slid down the list.",
            "Ah, never answered you, sorry.",
        ),
        "mid": (
            "Sorry for the (wait|delay|silence).",
            "Sorry(, this is late|, I'm late with this).",
            "Sorry (for not getting back sooner|I hadn't answered yet).",
            "Apologies, your (question|message) (had slipped past me|got buried|was still in my pile).",
            "You're right, I still owed you an answer, sorry.",
        ),
        "high": (
            "My apologies for the (delay|silence).",
            "I am late with this, my apologies.",
            "(Forgive|Please excuse) the (wait|delay).",
            "I apologise that your (message|question) was left (unanswered|waiting) until now.",
            "Please excuse (the delay|my silence) on this.",
        ),
    },
    "counter_topic": {
        "low": ("Is this about {options}, or something else?", "You mean {options}?"),
        "mid": (
            "Are you asking about {options}, or (about |)something else?",
            "Is it {options} you're after(, or something else|)?",
        ),
        "high": ("Does your question concern {options}, or another matter?", "Do you refer to {options}?"),
    },
    "counter": {
        "low": (
            "What (exactly |)do you need (to know|from me)?",
            "Which (one|thing|job) are we talking about?",
        ),
        "mid": (
            "Which (shipment, client or document|piece of work|case) is this about?",
            "What (exactly|precisely) do you need, and (what for|for which piece of work)?",
        ),
        "high": (
            "Which (document|matter|case) does your question concern?",
            "Could you tell me which (document|figure|decision) you need, and for what purpose?",
        ),
    },
    "rest_unclear": {
        "low": ("Didn't get the other bit, what do you mean?", "The rest I didn't get."),
        "mid": (
            "I didn't follow (the other part|your other question), what do you need there?",
            "On (the other point|your other question) I'm not sure what you need(, could you say more|)?",
        ),
        "high": (
            "Your other question is not clear to me; could you (restate it|be more specific)?",
            "As to your other question, I do not yet understand what you require.",
        ),
    },
    "offer_topics": {
        "low": ("I can (help|tell you something) on {options}.", "{options}, that I can do."),
        "mid": ("I can (help you with|tell you about) {options}.", "If it helps, I know about {options}."),
        "high": (
            "I can be of help with {options}.",
            "I am able to inform you about {options}, if that is what you need.",
        ),
    },
    "scope": {
        "low": ("What I can do: {thing}.", "I can {thing}, that's (it|about it|all)."),
        "mid": (
            "What I can do is {thing}.",
            "I'm happy to {thing}, (though|but) no more than that.",
            "If it helps, I can {thing}.",
        ),
        "high": ("What I can offer is to {thing}.", "I am willing to {thing}, should that be useful."),
    },
    "closing": {
        "low": ("Shout if (anything's unclear|you need more|that doesn't help).", "Anything else, just ask."),
        "mid": (
            "Let me know if (that's not what you need|you need anything else|anything is unclear|it doesn't add up).",
            "Happy to (explain|go through it) if (needed|that helps|anything is unclear).",
            "Just ask if (something|anything) is (missing|unclear).",
        ),
        "high": (
            "Please let me know (should you need anything further|if anything remains unclear|if this does not suffice).",
            "I remain available (for questions|should anything be unclear|for any further question).",
            "Do not hesitate to (ask|write) if (something|anything) is unclear.",
        ),
    },
    "next_step_approval": {
        "low": (
            "Ask {who} and (come back|tell me).",
            "Get a yes from {who}, then (it's yours|I'll tell you).",
        ),
        "mid": (
            "Could you ask {who} (yourself|directly) and (let me know|come back to me)?",
            "Once {who} has said yes, just ask me again.",
            "If you (get|have) {who}'s OK, ask me again and you'll have it.",
        ),
        "high": (
            "Kindly (obtain|ask for) {who}'s agreement and (revert|come back) to me.",
            "As soon as {who} agrees, you may ask me again.",
        ),
    },
    "still_approval": {
        "low": ("Still need {who}'s yes(| for that).", "Nothing from {who} yet."),
        "mid": (
            "I still haven't heard (from {who}|{who}'s yes), so it has to wait.",
            "I'm still waiting for {who}('s word|'s OK| to agree) on that.",
        ),
        "high": (
            "I have not yet received {who}'s consent.",
            "Without {who}'s consent my answer (remains the same|cannot change).",
        ),
    },
    "approve": {
        "low": ("Yes, (fine|go ahead|fine by me).", "OK from me."),
        "mid": ("Yes, that's fine (by me|with me).", "Agreed, go ahead.", "You have my OK."),
        "high": ("Yes, you have my approval.", "I agree to this."),
    },
    "disapprove": {
        "low": ("No, not this time.", "No, leave that."),
        "mid": ("No, I'd rather not do that.", "I can't agree to that, sorry.", "No, not as things are now."),
        "high": ("I cannot give my consent to this.", "I regret that I do not agree to this."),
    },
    "approved_before": {
        "low": ("Yes, I said so already.", "Already said yes."),
        "mid": ("Yes, (I've already agreed|that's agreed already|my OK stands).", "As I said, that's fine."),
        "high": ("My approval stands.", "I have already given my consent to this."),
    },
    "disapproved_before": {
        "low": ("Still no.", "Same answer: no."),
        "mid": ("My answer is still no.", "No, that hasn't changed."),
        "high": ("My answer remains no.", "I have not changed my decision on this."),
    },
    "status_due": {
        "low": ("You'll have it {when}.", "{when}, as I said.", "Still {when}."),
        "mid": (
            "You'll have it by {when}(, as agreed|).",
            "{when} still (stands|holds)(| from my side).",
            "I'm (still|) aiming for {when}.",
        ),
        "high": ("You will have it by {when}.", "The term I gave, {when}, (still holds|remains valid)."),
    },
    "status_late": {
        "low": ("Doing it now.", "It's next, (promise|really)."),
        "mid": (
            "I'll (get to|finish) it (next|right after this).",
            "It's (the next thing|first) on my list now.",
        ),
        "high": ("I shall (attend to|finish) it (without further delay|as the next thing).",),
    },
    "too_tight": {
        "low": ("{asked} won't work.", "Not {asked}, too tight."),
        "mid": ("{asked} is too tight(, I'm afraid| for me).", "I (can't make|won't manage) {asked}."),
        "high": ("{asked} is not feasible for me.", "I regret that I cannot meet {asked}."),
    },
    "blocked": {
        "low": ("Can't start on {topic} yet.", "{topic}: not possible yet, I'm missing something for it."),
        "mid": (
            "I can't start on {topic} yet, (something else has to happen first|I'm waiting for something myself).",
            "That's not possible yet, I'm (still waiting for something|missing a piece) for it.",
        ),
        "high": ("I cannot begin with {topic} yet, as a condition for it is not (met|fulfilled).",),
    },
    "already_done": {
        "low": ("That's done already.", "You've got that already."),
        "mid": ("That's (been done|finished) already, (you should have it|please check your messages).",),
        "high": ("This has already been (completed|delivered), as you will find in our correspondence.",),
    },
    "nothing_open": {
        "low": ("What are you waiting for from me?", "Which one do you mean? Nothing open here."),
        "mid": (
            "What was it you were waiting for? I don't have anything open (for you|on my list).",
            "Which (request|point) do you mean? I can't see what's (still |)open.",
        ),
        "high": (
            "Could you remind me what is outstanding? I have no open point (noted|on my list).",
            "I am not aware of an open point; which matter do you refer to?",
        ),
    },
    "meeting_yes": {
        "low": ("Sure, put it in my calendar.", "OK, send me an invite."),
        "mid": (
            "Happy to, (please send|send) me an invite.",
            "Sure, (find a slot|pick a time) in my calendar and send an invite.",
        ),
        "high": ("Gladly. Please send me an invitation for a time that suits you.",),
    },
    "meeting_no": {
        "low": ("No time for a call, write it down.", "Can we do this by message?"),
        "mid": (
            "My days are full, could you put it in writing?",
            "Could we do this in writing? I can't find a slot.",
        ),
        "high": ("My calendar does not permit it at present; kindly put your question in writing.",),
    },
    "thanks_correction": {
        "low": ("Right, thanks, (fixed|changed|noted).", "OK, my mistake."),
        "mid": (
            "Thanks for (the correction|putting me right), I've (changed|noted) it.",
            "You're right, thank you, I'll use (that|this) from now on.",
            "Good that you (say so|caught that), I'll work with (that|this).",
        ),
        "high": (
            "Thank you for the correction, (which I have noted|I have amended my notes).",
            "I stand corrected, thank you.",
        ),
    },
    "informed": {
        "low": ("OK, (thanks|noted).", "Got it.", "Good to know."),
        "mid": (
            "Thanks for (letting me know|the update|telling me).",
            "Good to know, thanks.",
            "Noted, thank you.",
        ),
        "high": ("Thank you for informing me.", "Thank you, I have taken note."),
    },
    "apology_back": {
        "low": ("No worries.", "It's fine."),
        "mid": ("No problem(| at all).", "Don't worry about it."),
        "high": ("That is quite all right.", "No harm done."),
    },
    "complaint_back": {
        "low": ("I hear you. What do you still need?", "Fair. What's missing?"),
        "mid": (
            "I understand that's annoying. What (exactly |)is still missing?",
            "Fair point, sorry. (What|Tell me what) do you still need(| from me)?",
        ),
        "high": (
            "I regret the inconvenience. What precisely is still outstanding?",
            "I understand your displeasure; please tell me what you still require.",
        ),
    },
    "rude_back": {
        "low": ("Not in that tone.", "Calm down first, then ask again."),
        "mid": ("Please not in that tone.", "Let's keep this civil, please."),
        "high": ("I would ask you to moderate your tone.", "I do not respond to this tone."),
    },
    "verify": {
        "low": ("Check it before you use it.", "Don't pin me on it."),
        "mid": ("Please check it before you rely on it.", "Best to verify that before it goes anywhere."),
        "high": ("Please verify this before you rely on it.", "Kindly verify it against the source."),
    },
    "maybe_person": {
        "low": ("Try {who}(| maybe).", "{who} maybe?"),
        "mid": ("Perhaps {who} (can help|knows)?", "You could (try|ask) {who}."),
        "high": ("Perhaps {who} is able to assist you.", "You might address yourself to {who}."),
    },
    "no_need": {
        "low": ("You should have that yourself.",),
        "mid": ("I thought you had that yourself.", "I'd have asked you that."),
        "high": ("I had understood that you hold this yourself.",),
    },
    "escalate_text": {
        "low": (
            "{who} keeps coming to me about {topic}. Can you (sort that out|have a word|take it)?",
            "I've told {who} where I stand on {topic} and it goes on. Over to you.",
        ),
        "mid": (
            "{who} has come to me several times about {topic}. Could you take it up (with them|from here)?",
            "I don't get any further with {who} about {topic}. Could you (step in|have a word with them)?",
        ),
        "high": (
            "{who} has approached me repeatedly about {topic}. I would appreciate your (intervention|guidance).",
            "I refer the matter of {topic} to you, as I come no further with {who}.",
        ),
    },
    "accept": {
        "low": ("I'll be there.", "Works."),
        "mid": ("(That works|Fine) for me.", "I'll be there.", "See you there."),
        "high": ("I shall attend.", "I am pleased to accept."),
    },
    "decline_clash": {
        "low": ("Clash, can't.", "Got something else then."),
        "mid": (
            "I have another appointment then, sorry.",
            "That clashes with something(|, could we find another slot?)",
        ),
        "high": ("I regret that I have another engagement at that time.",),
    },
    "decline_load": {
        "low": ("No room this week.", "Too much on, skip me."),
        "mid": (
            "Too full at the moment, please go ahead without me.",
            "I can't fit it in, send me the notes?",
        ),
        "high": ("My workload does not allow it, please send me the minutes.",),
    },
    "tentative": {
        "low": ("Might be late, let's see.", "Maybe."),
        "mid": ("I'll try to make it.", "Not sure yet, I have something right (before|next to) it."),
        "high": ("I shall attend if another appointment permits.",),
    },
}
"""Answers to what people ask and say."""

PLAIN: Final[Mapping[str, Wordings]] = {**ANSWERING, **WORK, **BACK}
