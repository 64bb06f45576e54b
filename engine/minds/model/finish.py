"""From a model's answer to a decision with true ledgers.

What the model says it did is held against its own words and against the percept: ids that aren't there are dropped,
facts that stand in the text are told whether it says so or not, and those that don't aren't; what was asked is what
the scripted reader takes it to be. What can be mended by asking once more is handed back as a problem.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from ....personas.schema import Persona
from ...kernel.streams import Streams
from ...office.events import Told
from ...office.model import Person
from ...office.percept import (
    AnswerInvitation,
    Decision,
    Defer,
    Escalate,
    Ignore,
    Intent,
    KnownFact,
    Note,
    Percept,
    Refusal,
    Reply,
    UseTool,
    Write,
)
from ..scripted.letter import Letter, audience
from ..scripted.mind import ScriptedMind
from ..scripted.speaker import Speaker
from ..scripted.telephone import on_the_line
from .entries import Entries, enter
from .evidence import gives
from .facts import WorldFacts
from .lookup import arguments_of, may_look_up
from .shape import Reaction
from .understood import Understood, understood
from .wording import cleaned, other_language, shortened, slips

_NOTE: Final = 300
_LEAST_LATER: Final = 30
"""Minutes: whoever leaves a thing for later does not look at it again before."""
_MUST_WRITE: Final = ("deliver", "answer", "correct")
"""Errands that are owed: they are not dropped."""


class Finished(NamedTuple):
    """A decision, and what is wrong with it that the model could mend."""

    decision: Decision
    problems: tuple[str, ...] = ()
    """To be told to the model, in its terms."""


class Finisher:
    """Makes decisions of one person's answers.

    Args:
        persona: Who they are.
        person: Who they are here.
        facts: Their place in the world.
    """

    def __init__(self, persona: Persona, person: Person, facts: WorldFacts) -> None:
        self._persona = persona
        self._person = person
        self._facts = facts
        self._letter = Letter(persona, person.name, person.first)
        self.scripted = ScriptedMind(persona, person)
        """Whose words stand in where the model's can't be used."""

    def finish(self, percept: Percept, reaction: Reaction) -> Finished:
        """The decision that an answer means."""
        trouble: list[str] = []
        problems: list[str] = []
        if percept.errand is not None:
            intents = self._errand(percept, reaction, trouble, problems)
        elif percept.invitation is not None and not any(one.new for one in percept.said):
            intents = self._invitation(percept, reaction, trouble)
        else:
            intents = self._thread(percept, reaction, trouble, problems)
        decision = Decision(
            intents=intents,
            why=_why(reaction, intents),
            notes=tuple(self._notes(percept, reaction)),
            trouble=tuple(dict.fromkeys(trouble)),
        )
        if percept.app == "phone" and not problems:
            decision = self._spoken(decision, percept)
        return Finished(decision, tuple(dict.fromkeys(problems)))

    # Threads ---------------------------------------------------------------------------------------------------------

    def _thread(
        self, percept: Percept, reaction: Reaction, trouble: list[str], problems: list[str]
    ) -> tuple[Intent, ...]:
        do = reaction.do
        if do == "look_up":
            found = self._look_up(percept, reaction, problems)
            if found is not None:
                return (found,)
        heard = understood(self._persona, self._person, self._letter, percept)
        if do == "later":
            return (self._later(percept, reaction, heard),)
        if do == "ignore":
            return (_silence(percept, heard),)
        text = self._text(percept, reaction, trouble, problems)
        if do == "escalate":
            up = self._to_manager(percept, text, heard, trouble)
            if up:
                return up
        if not text:
            return (_silence(percept, heard),)
        entries = enter(percept, self._facts, reaction, text, heard)
        trouble += entries.trouble
        problems += entries.problems
        return (self._reply(percept, text, entries, heard),)

    def _text(self, percept: Percept, reaction: Reaction, trouble: list[str], problems: list[str]) -> str:
        """The words that go out, mended where that is safe."""
        text = cleaned(reaction.text, percept, self._person.name)
        if not text:
            problems.append('"do" says that you answer, and "text" is empty')
            return ""
        slip = slips(text)
        if slip:
            trouble.append(f"role: spoke of itself ({slip.casefold()})")
            problems.append(f'you are a person at work: "{slip}" is nothing that they would say')
        if other_language(text, percept):
            trouble.append("language: answered in another one")
            problems.append("answer in the language of the thread")
        text, cut = shortened(text, self._persona, percept)
        if cut:
            trouble.append("too long: cut to what they write at most")
        return text

    def _reply(self, percept: Percept, text: str, entries: Entries, heard: Understood) -> Reply:
        other = percept.other
        alone = percept.app == "mail" and not percept.audience_allows and other is not None
        return Reply(
            text=self._framed(percept, text),
            to=(other.person,) if alone and other is not None else (),
            acts=tuple(entries.acts),
            asked=tuple(heard.asked),
            told=tuple(entries.told),
            refused=tuple(entries.refused),
            referred=tuple(entries.referred),
            not_understood=tuple(entries.not_understood),
            candidates=tuple(dict.fromkeys(heard.candidates)) if entries.not_understood else (),
            approval_asked=tuple(heard.approvals),
            approves=tuple(entries.approves),
            disapproves=tuple(entries.disapproves),
            promises=tuple(entries.promises),
            reminded=tuple(heard.reminded),
            moved=tuple(entries.moved),
            rapport=tuple(heard.rapport),
        )

    def _framed(self, percept: Percept, text: str, *, app: str = "") -> str:
        """A body with the greeting and signature that the person puts around it."""
        if (app or percept.app) != "mail":
            return text
        other = percept.other
        first = other.first if other is not None else ""
        later = any(one.sender == percept.me for one in percept.said)
        draw = Streams(percept.salt).stream("framed", self._person.id)
        return self._letter.mail(text, other, first, draw, later=later, plain=True)

    def _look_up(self, percept: Percept, reaction: Reaction, problems: list[str]) -> UseTool | None:
        sought = reaction.look_up
        why = may_look_up(percept, self._facts)
        if why or sought is None:
            problems.append(why or '"do" says that you look something up, and "look_up" is missing')
            return None
        tool = next((one for one in self._facts.tools if one.tool == sought.tool.strip()), None)
        if tool is None:
            known = ", ".join(one.tool for one in self._facts.tools)
            problems.append(f"there is no {sought.tool or 'such tool'} to look things up with, only {known}")
            return None
        arguments = arguments_of(tool, sought.argument, percept)
        if arguments is None:
            problems.append(f"{tool.tool} needs an argument: {', '.join(tool.arguments)}")
            return None
        return UseTool(tool=tool.tool, arguments=arguments)

    def _later(self, percept: Percept, reaction: Reaction, heard: Understood) -> Intent:
        """Left for later, once a day: what has lain since yesterday is answered or is not."""
        if percept.app == "meeting":
            return Ignore(reason="says nothing in the meeting")
        oldest = next((one for one in percept.said if one.new and one.sender != percept.me), None)
        if oldest is not None and oldest.day[:3] != percept.day[:3] and percept.app != "phone":
            return _silence(percept, heard)
        return Defer(minutes=max(_LEAST_LATER, reaction.later_minutes or 90), reason=_line(reaction.thinking))

    def _to_manager(
        self, percept: Percept, text: str, heard: Understood, trouble: list[str]
    ) -> tuple[Intent, ...]:
        other, manager = percept.other, percept.manager
        if other is None or not text or manager in ("", other.person) or percept.app in ("phone", "meeting"):
            trouble.append("nobody to take it to")
            return ()
        silence = _silence(percept, heard, reason="patience")
        kept = (silence,) if isinstance(silence, Reply) else ()
        return (*kept, Escalate(to=manager, text=text, about=other.person))

    # Errands and invitations -----------------------------------------------------------------------------------------

    def _errand(
        self, percept: Percept, reaction: Reaction, trouble: list[str], problems: list[str]
    ) -> tuple[Intent, ...]:
        """The scripted mind's frame (to whom, where, what it does) around the model's words."""
        frame = self.scripted.decision(percept).intents
        write = next((one for one in frame if isinstance(one, Write)), None)
        errand = percept.errand
        if write is None or errand is None:
            return frame
        if reaction.do == "ignore" and errand.kind not in _MUST_WRITE:
            return (Ignore(reason=_line(reaction.thinking) or "has settled itself"),)
        if reaction.do == "later" and errand.kind not in _MUST_WRITE:
            return (Defer(minutes=max(_LEAST_LATER, reaction.later_minutes or 120)),)
        text = self._text(percept.model_copy(update={"app": write.app}), reaction, trouble, problems)
        problems += self._owed(percept, write, text)
        if problems or not text:
            return frame
        told = {one.fact: one for one in write.told}
        for fact in _given(text, percept.facts):
            told.setdefault(fact.fact, fact.telling)
        framed = self._framed(percept, text, app=write.app)
        return (write.model_copy(update={"text": framed, "told": tuple(told.values())}),)

    def _owed(self, percept: Percept, write: Write, text: str) -> Iterable[str]:
        """What the message is for and doesn't say."""
        for told in write.told:
            fact = next((one for one in percept.facts if one.fact == told.fact), None)
            if fact is not None and text and not gives(text, fact, claimed=True):
                yield f"the message has to give [{fact.fact}] {fact.topic}, with its figures"
        place = percept.errand.detail if percept.errand is not None else ""
        if place.startswith("/") and text and place not in text:
            yield f"the message has to say where it lies: {place}"

    def _invitation(self, percept: Percept, reaction: Reaction, trouble: list[str]) -> tuple[Intent, ...]:
        invitation = percept.invitation
        assert invitation is not None
        if reaction.invitation is None:
            trouble.append("left the invitation without an answer")
            return self.scripted.decision(percept).intents
        text = cleaned(reaction.text, percept.model_copy(update={"app": "chat"}), self._person.name)
        if slips(text):
            trouble.append("role: spoke of itself")
            text = ""
        text, _ = shortened(text, self._persona, percept.model_copy(update={"app": "chat"}))
        return (AnswerInvitation(meeting=invitation.meeting, answer=reaction.invitation, text=text),)

    # Besides ---------------------------------------------------------------------------------------------------------

    def _notes(self, percept: Percept, reaction: Reaction) -> Iterable[Note]:
        other = percept.other
        if reaction.note_self:
            yield Note(kind="self", text=reaction.note_self[:_NOTE])
        if reaction.note_person and other is not None:
            yield Note(kind="person", text=reaction.note_person[:_NOTE], about=other.person)
        if reaction.reflection and percept.reflect:
            yield Note(kind="reflection", text=reaction.reflection)

    def _spoken(self, decision: Decision, percept: Percept) -> Decision:
        other = percept.other
        draw = Streams(percept.salt).stream("scripted", self._person.id)
        speaker = Speaker(
            self._persona,
            draw,
            percept.used,
            other.first if other is not None else "",
            up=audience(other) != "colleague",
            app="phone",
        )
        return on_the_line(decision, percept, speaker, self._letter)


class _Given(NamedTuple):
    fact: str
    telling: Told


def _given(text: str, facts: Sequence[KnownFact]) -> Iterable[_Given]:
    for one in facts:
        if one.verdict == "may_tell" and gives(text, one):
            yield _Given(one.fact, Told(fact=one.fact, version=one.version))


def _silence(percept: Percept, heard: Understood, reason: str = "") -> Intent:
    """No answer; what was asked by it, of somebody who was meant, is entered all the same."""
    meant = any(one.new and one.addressed and one.sender != percept.me for one in percept.said)
    if not meant or not (heard.asked or heard.approvals or heard.reminded or heard.rapport):
        return Ignore(reason="doesn't react")
    other = percept.other
    worn = other is not None and other.patience <= 1
    return Reply(
        text="",
        asked=tuple(heard.asked),
        refused=tuple(
            Refusal(fact=fact, reason="patience" if worn or reason == "patience" else "busy")
            for fact in heard.asked
        ),
        approval_asked=tuple(heard.approvals),
        reminded=tuple(heard.reminded),
        rapport=tuple(heard.rapport),
    )


def _line(text: str) -> str:
    return " ".join(text.split())[:200]


def _why(reaction: Reaction, intents: Sequence[Intent]) -> str:
    """One line for people who read the run: what the model thought, or what it does."""
    return _line(reaction.thinking) or ", ".join(one.kind for one in intents)
