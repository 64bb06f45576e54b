"""Words for a fact that was asked for: told, told again, refused, or pointed to somebody else."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from ....personas.voice import Bank
from ...office.events import Act, Told
from ...office.percept import KnownFact, Percept, Refusal, Write
from .effects import Effects, Piece
from .grammar import called, capital, closed, is_clause, sentences, small_if_plain
from .matters import Matter, Things
from .speaker import Speaker
from .timing import DAY_NAMES

_UNSURE: Final = 700
"""Below this sureness, per mille, people say so."""
_WARNS: Final = re.compile(r"\b(?:check|verify|confirm|look it up|before you (?:use|rely))\b", re.IGNORECASE)
"""Words that already tell the asker to make sure."""
_ASKS_SELF: Final = ("let me run", "let me ask", "i'll ask", "i'll check with", "i will ask")
"""Wordings by which somebody undertakes to ask for an approval themselves."""
_SAYS_WHAT_TO_DO: Final = (
    "ask", "talk to", "take it to", "bring me", "obtain", "approach", "get a", "could you",
    "once "
)  # fmt: skip
"""Wordings that tell the asker what to do about a missing approval."""


class Teller:
    """Finds the words for facts."""

    def __init__(
        self, percept: Percept, things: Things, speaker: Speaker, effects: Effects, *, terse: bool, many: bool
    ) -> None:
        self.percept = percept
        self.things = things
        self.say = speaker
        self.effects = effects
        self.terse = terse
        self.many = many
        self.private = False
        """Facts told go into a message of their own."""

    # Facts --------------------------------------------------------------------------------------------

    def fact(self, matter: Matter) -> Piece:
        """Tells it, refers to the earlier answer, or says why not."""
        fact = matter.fact
        assert fact is not None
        effects = self.effects
        if fact.from_other and fact.verdict == "may_tell" and not matter.overdue:
            effects.rules.append(f"has {fact.fact} from the asker")
            effects.act("answer", fact.topic)
            return Piece(self.say.plain("had_from_you"), topic=fact.topic)
        effects.asked.append(fact.fact)
        if fact.asked_before and not matter.overdue and (fact.told_before or fact.verdict != "may_tell"):
            effects.rapport.append("asked_again")
        if fact.verdict == "does_not_know":
            return self._unknown(fact.fact, fact.topic)
        if fact.verdict == "may_not":
            return self._refuse(fact, matter)
        if fact.verdict == "needs_approval":
            return self._needs_approval(fact, matter)
        return self._again(fact) if fact.told_before and not matter.overdue else self._tell(fact)

    def _content(self, fact: KnownFact, intros: Bank | None = None) -> str:
        """The fact in the person's own words; introduced where they must be, or where the words alone were used."""
        say = self.say
        says = say.draw.shuffled([capital(closed(one.strip())) for one in fact.says or (fact.statement,)])
        leads = say.phrases(intros or "lead_ins", topic=fact.topic)
        low = _lower_words(fact)
        joint = [joined(lead, one, low) for lead in leads for one in says]
        return say.first_fresh(joint if intros else [*says, *joint]) or (joint if intros else says)[0]

    def told(self, fact: KnownFact) -> None:
        """Records the telling."""
        self.effects.told.append(Told(fact=fact.fact, version=fact.version))
        self.effects.act("answer", fact.topic, fact.fact)

    def content(self, fact: KnownFact) -> Piece:
        """The fact in the person's words, with their doubts."""
        say = self.say
        if fact.sure < _UNSURE or fact.faded:
            text = self._content(fact, "uncertain")
            warned = _WARNS.search(text) is not None
            if not warned and (fact.faded or fact.sure < 550 or say.draw.chance(400)):
                text = f"{text} {say.plain('verify')}"
            return Piece(text, topic=fact.topic)
        text = self._content(fact)
        habits = say.persona.style.habits
        if (
            habits.hedges
            and text.endswith(".")
            and len(sentences(text)) == 1
            and say.draw.chance(habits.hedging * (1000 - fact.sure) // 250)
        ):
            text = f"{text[:-1]}, {say.draw.choice(habits.hedges)}."
        return Piece(text, topic=fact.topic, quoted=True, low=_lower_words(fact))

    def _tell(self, fact: KnownFact) -> Piece:
        piece = self.content(fact)
        self.effects.rules.append(f"may tell {fact.fact}")
        if not self.percept.audience_allows:
            self.private = True
            if self.percept.app != "mail":
                piece.private = True
                return piece
        self.told(fact)
        doubtful = fact.sure < _UNSURE or fact.faded
        if not doubtful and not self.terse and ": " not in piece.text:
            piece.lead = self.say.bank("lead_ins", must=False, topic=fact.topic)
        return piece

    def _again(self, fact: KnownFact) -> Piece:
        """What was told before: said so, and once more in short unless patience is short."""
        say = self.say
        self.effects.rules.append(f"{fact.fact} was told before")
        when = self._told_when(fact.fact)
        if not self.percept.audience_allows:
            self.effects.refused.append(Refusal(fact=fact.fact, reason="rule"))
            self.effects.act("refusal", fact.topic, fact.fact)
            return Piece(say.plain("private_later"), topic=fact.topic, labelled=True, serious=True)
        intro = say.bank("repeats", topic=fact.topic, when=when)
        if self.terse and self._worn_out():
            short = say.bank("repeats", topic=fact.topic, when=when, fits=_says_no_more)
            if not _says_no_more(short):
                short = say.bank("terse", topic=fact.topic)
            if fact.told_before > 1:
                self.effects.act("refusal", fact.topic, fact.fact)
                self.effects.refused.append(Refusal(fact=fact.fact, reason="patience"))
                return Piece(short, topic=fact.topic)
        self.told(fact)
        return Piece(joined(intro, self._content(fact), _lower_words(fact)), topic=fact.topic)

    def _worn_out(self) -> bool:
        """Whether they say no more of what they told before: the curt soon, others once their patience is used up."""
        curt = self.say.persona.patience.at_threshold == "terse"
        return self.percept.other is None or self.percept.other.patience <= (1 if curt else 0)

    def _told_when(self, fact: str) -> str:
        """When the thread shows that it was told."""
        today = self.percept.day[:3]
        for said in reversed(self.percept.said):
            if said.sender == self.percept.me and any(one.fact == fact for one in said.told):
                day = said.day.split(" ")[0]
                if day != today:
                    return DAY_NAMES.get(day.lower(), "")
                return "earlier today"
        return ""

    def _refuse(self, fact: KnownFact, matter: Matter) -> Piece:
        say = self.say
        effects = self.effects
        effects.rules.append(f"the rule forbids telling {fact.fact}")
        effects.refused.append(Refusal(fact=fact.fact, reason="rule"))
        effects.act("refusal", "", fact.fact)
        if not self.percept.audience_allows:
            return Piece(say.plain("private_later"), topic=fact.topic, serious=True)
        if fact.refusal and not (self.terse and fact.asked_before > 1):
            return Piece(
                capital(closed(say.choose(fact.refusal))),
                topic=fact.topic,
                labelled=not self.many,
                serious=True,
            )
        if self.terse and fact.asked_before > 1:
            return Piece(say.bank("terse", topic=self._named(fact, matter)), topic=fact.topic, serious=True)
        topic = self._named(fact, matter)
        fits = with_topic if self.many and topic else None
        text = say.bank("refusals", topic=topic, fits=fits)
        return Piece(text, topic=topic or fact.topic, labelled=topic != "" and topic in text, serious=True)

    def _named(self, fact: KnownFact, matter: Matter) -> str:
        """The topic, if the asker named it themselves."""
        said = matter.text.lower()
        words = [word for word in fact.topic.lower().split() if len(word) > 3]
        hits = sum(word[:5] in said for word in words)
        return fact.topic if words and hits * 2 >= len(words) and not is_clause(fact.topic) else ""

    def _needs_approval(self, fact: KnownFact, matter: Matter) -> Piece:
        say = self.say
        effects = self.effects
        who = called(fact.approver, fact.approver_name)
        effects.rules.append(
            f"{fact.fact} needs {fact.approval or 'an approval'} by {fact.approver or 'somebody'}"
        )
        effects.refused.append(Refusal(fact=fact.fact, reason="needs_approval", approval=fact.approval))
        effects.act("refusal", fact.topic, fact.fact)
        if not who:
            return Piece(say.bank("refusals"), topic=fact.topic, serious=True)
        if fact.asked_before:
            return Piece(say.plain("still_approval", who=who), topic=fact.topic, serious=True)
        own = [one for one in fact.refusal if who in one]
        text = (
            capital(closed(say.choose(own)))
            if own
            else say.bank("needs_approval", topic="" if is_clause(fact.topic) else fact.topic, who=who)
        )
        low = text.lower()
        asks_self = any(one in low for one in _ASKS_SELF)
        if asks_self and self.percept.other is not None:
            asker = self.percept.other.first
            effects.writes.append(
                Write(
                    app="chat",
                    to=(fact.approver,),
                    text=say.plain("ask_approval", who=asker, topic=fact.topic),
                    acts=(Act(kind="request", topic=fact.topic, item=fact.approval),),
                    expects_reply=True,
                )
            )
        elif not own and not any(word in low for word in _SAYS_WHAT_TO_DO):
            text = f"{text} {say.plain('next_step_approval', who=who)}"
        return Piece(text, topic=fact.topic, serious=True)

    def pointer(self, matter: Matter) -> Piece:
        """Names who might know, or says that they don't."""
        pointer = matter.pointer
        assert pointer is not None
        self.effects.asked.append(pointer.fact)
        return self._unknown(pointer.fact, pointer.topic, pointer.who, pointer.who_name)

    def _unknown(self, fact: str, topic: str, who: str = "", who_name: str = "") -> Piece:
        say = self.say
        effects = self.effects
        other = self.percept.other
        if who and other is not None and who == other.person:
            effects.refused.append(Refusal(fact=fact, reason="unknown"))
            effects.act("refusal", topic, fact)
            return Piece(say.plain("no_need"), topic=topic)
        if not who:
            effects.rules.append(f"does not know {fact}")
            effects.refused.append(Refusal(fact=fact, reason="unknown"))
            effects.act("refusal", topic, fact)
            text = say.bank("dont_know", topic=topic, fits=with_topic if self.many else None)
            return Piece(text, topic=topic, labelled=topic in text)
        effects.rules.append(f"does not know {fact}, names {who}")
        effects.referred.append((fact, who))
        effects.act("pointer", topic, fact)
        first = called(who, who_name)
        fits = with_topic if self.many and not is_clause(topic) else None
        text = say.bank("redirects", topic=topic, who=first, fits=fits)
        if not self.terse and not self.many and say.draw.chance(450):
            text = f"{say.bank('dont_know', must=False, fits=lambda one: '{' not in one)} {text}".strip()
        return Piece(text, topic=topic, labelled=topic in text)


def _says_no_more(phrase: str) -> bool:
    """Whether a phrase refers to an earlier answer without giving it again."""
    return not phrase.endswith(":") and not re.search(r"\b(?:repeat|once more|again)\b", phrase)


def with_topic(phrase: str) -> bool:
    return "{topic}" in phrase


def joined(intro: str, text: str, low: Collection[str] = ()) -> str:
    """An introduction and what it introduces; words in ``low`` are known not to be names."""
    if not intro:
        return text
    if intro.endswith(" but:"):
        intro = intro[:-1]
        return f"{intro} {small_if_plain(text, low)}"
    return f"{intro} {small_if_plain(text, low)}" if intro.endswith(":") else f"{intro} {text}"


def _lower_words(fact: KnownFact) -> frozenset[str]:
    return frozenset(" ".join((fact.topic, fact.statement, *fact.asks)).split())
