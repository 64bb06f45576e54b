"""Puts the words for several matters into one message, and looks over it before it leaves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

from ....personas.schema import Persona
from ...kernel.streams import Stream
from ...office.events import Act, Told
from ...office.percept import Percept, Reply, Write
from .effects import Effects, Piece
from .grammar import capital, count_words, sentences, tidy
from .guard import closed as closed_facts
from .guard import leaks
from .letter import Letter, length_of
from .matters import Matter, Things
from .pieces import Worder
from .speaker import Speaker
from .telling import joined

T = TypeVar("T")

_SPACE: Final = 140
"""Per cent of the typical length up to which a message may grow by what is not needed."""
_INNER_NAME: Final = re.compile(r"(?<=[a-z,\d] )[A-Z][\w-]*")


class Composer:
    """Composes one person's messages in one thread.

    Args:
        persona: Who writes.
        letter: How they put it on paper.
        percept: What they see.
        speaker: Their words.
        draw: Where choices come from.
    """

    def __init__(
        self, persona: Persona, letter: Letter, percept: Percept, speaker: Speaker, draw: Stream
    ) -> None:
        self.persona = persona
        self.letter = letter
        self.percept = percept
        self.speaker = speaker
        self.draw = draw
        self.things = Things(percept)
        self.effects = Effects()

    def worder(self, *, terse: bool, many: bool) -> Worder:
        """Who finds the words for each matter."""
        return Worder(self.percept, self.things, self.speaker, self.effects, terse=terse, many=many)

    def finish(self, pieces: Sequence[Piece], asks: Sequence[Matter], *, terse: bool) -> Reply:
        """Puts the pieces together, with as much around them as the person usually writes."""
        say = self.speaker
        percept = self.percept
        shown = [one for one in pieces if not one.private]
        if any(one.private for one in pieces):
            shown.append(Piece(say.plain("private_move"), labelled=True))
        worder = self.worder(terse=terse, many=len(shown) > 1)
        serious = any(one.serious for one in shown)
        texts = [worder.labelled(one) if len(shown) > 1 else one.text for one in shown]
        overdue = any(one.overdue and one.kind != "chase" and one.promise is None for one in asks)
        length = length_of(self.persona, percept.app)
        goal = length.typical * self.draw.integer(60, _SPACE) // 100
        size = sum(count_words(one) for one in texts)
        if percept.app == "mail":
            goal -= 3
        if len(shown) == 1 and shown[0].lead and size + count_words(shown[0].lead) <= max(goal, 12):
            texts[0] = joined(shown[0].lead, texts[0], shown[0].low)
            size = count_words(texts[0])
        told = bool(self.effects.told) and not serious and not terse
        before = after = ""
        if overdue:
            before = say.plain("sorry_unanswered")
        elif told and size + 6 <= goal and percept.app != "meeting" and self.draw.chance(450):
            before = say.bank("openings", must=False)
        if (
            told
            and percept.app == "mail"
            and size + count_words(before) + 10 <= goal
            and self.draw.chance(500)
        ):
            after = say.plain("closing", must=False)
        bullets = self._bullets(texts)
        if bullets:
            body = "\n".join(one for one in (before, *(f"- {text}" for text in texts), after) if one)
        elif percept.app == "mail" and len(texts) > 1 and size > 30:
            body = "\n\n".join(one for one in (before, *texts, after) if one)
        else:
            body = " ".join(one for one in (before, *texts, after) if one)
        return self.reply(body, serious=serious, alone=percept.app == "mail" and not percept.audience_allows)

    def _bullets(self, texts: Sequence[str]) -> bool:
        habit = self.persona.style.habits.bullet_points
        if self.percept.app != "mail" or len(texts) < 3 or habit == "never":
            return False
        return habit == "often" or self.draw.chance(500)

    def private(self, worder: Worder, asks: Sequence[Matter]) -> Write:
        """What not everybody in the round may hear, written to the asker alone."""
        other = self.percept.other
        assert other is not None
        facts = [one.fact for one in asks if one.fact is not None and one.fact.verdict == "may_tell"]
        told = tuple(Told(fact=one.fact, version=one.version) for one in facts)
        text = " ".join(worder.content(one).text for one in facts)
        return Write(
            app="chat",
            to=(other.person,),
            text=self.letter.chat(text, self._proper(), self.draw),
            acts=tuple(Act(kind="answer", topic=one.topic, item=one.fact) for one in facts),
            told=told,
        )

    def reply(self, body: str, *, serious: bool = False, alone: bool = False) -> Reply:
        """The reply, framed for its channel and looked over once more."""
        body = capital(tidy(body)) if "\n" not in body else body
        effects = self.effects
        body = self._guarded(body)
        percept = self.percept
        if percept.app == "mail":
            later = any(one.sender == percept.me for one in percept.said)
            text = self.letter.mail(
                body, percept.other, self.speaker.asker, self.draw, later=later, plain=serious
            )
        elif percept.app == "chat":
            text = self.letter.chat(body, self._proper(), self.draw, plain=serious)
        else:
            text = self.letter.spoken(body)
        to = (percept.other.person,) if alone and percept.other is not None else ()
        return Reply(
            text=text,
            to=to,
            acts=tuple(effects.acts),
            asked=_unique(effects.asked),
            told=tuple(dict.fromkeys(effects.told)),
            refused=tuple(dict.fromkeys(effects.refused)),
            referred=_unique(effects.referred),
            not_understood=_unique(effects.not_understood),
            candidates=_unique(effects.candidates),
            approval_asked=_unique(effects.approval_asked),
            approves=_unique(effects.approves),
            disapproves=_unique(effects.disapproves),
            promises=tuple(effects.promises),
            reminded=_unique(effects.reminded),
            moved=tuple(effects.moved),
            rapport=_unique(effects.rapport),
        )

    def _proper(self) -> tuple[str, ...]:
        """Words that people keep large who write small: names, and what authors write large inside sentences."""
        if not self.persona.style.habits.lowercase_chat:
            return ()
        told = {one.fact for one in self.effects.told} | {
            one.fact for one in self.percept.facts if self.effects.asked
        }
        texts = [
            text
            for one in self.percept.facts
            if one.fact in told
            for text in (one.statement, one.topic, *one.says, *one.asks)
        ]
        return (*self.speaker.names, *(word for text in texts for word in _INNER_NAME.findall(text)))

    def _guarded(self, body: str) -> str:
        """The words without any that give away what may not be told."""
        if not closed_facts(self.percept):
            return body
        told = {one.fact for one in self.effects.told}
        open_texts = [one.topic for one in (*self.percept.facts, *self.percept.pointers)]
        for one in self.percept.facts:
            if one.fact in told:
                open_texts += [one.statement, *one.says]
        found = leaks(body, self.percept, open_texts)
        if not found:
            return body
        self.effects.rules.append("kept back words that would give away " + ", ".join(found))
        kept = [one for one in sentences(body) if not leaks(one, self.percept, open_texts)]
        return capital(" ".join(kept)) if kept else "I can't go into that."


def _unique(items: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(items))
