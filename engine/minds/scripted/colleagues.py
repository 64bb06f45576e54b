"""Talk among colleagues about their own work: what they write on their own account, and short answers to it.

The messages carry acts, so that nobody needs to understand a text: this is most of an office's traffic, and cheap.
"""

from __future__ import annotations

import re
from typing import Final, Literal

from ....personas.schema import Persona
from ...kernel.streams import Stream
from ...office.events import Act, RapportReason, Told
from ...office.percept import (
    AnswerInvitation,
    Decision,
    Errand,
    Ignore,
    Intent,
    KnownFact,
    Percept,
    Reply,
    Said,
    Write,
)
from .grammar import capital, closed, is_clause, small, small_if_plain, tidy
from .letter import Letter, audience
from .speaker import Speaker

_WANTED: Final[tuple[tuple[str, str, str], ...]] = (
    ("current status", "status", "the status of {}"),
    ("latest figures", "figures", "the latest figures on {}"),
    ("a date", "date", "a date for {}"),
    ("second pair of eyes", "eyes", "a second look at {}"),
    ("ten minutes", "talk", "ten minutes on {}"),
    ("missing detail", "detail", "a missing detail on {}"),
    ("a decision", "decision", "a decision on {}"),
    ("last version", "version", "the last version of {}"),
)
"""What somebody wants of a colleague: how an errand says it, its key, and the noun phrase for it."""
_NEWS: Final[tuple[tuple[str, str], ...]] = (
    ("open on this side", "abroad"),
    ("it is done", "done"),
    ("later than planned", "late"),
    ("change of plan", "plan"),
    ("delay", "delay"),
    ("moving again", "moving"),
    ("new version", "version"),
    ("keep in mind", "mind"),
    ("from outside", "question"),
)
_SHORT_TOPIC: Final = 7
"""Words: thanks for news name no longer topic."""
_SAID_BARE: Final = frozenset({"status", "eyes", "detail", "decision", "talk"})
"""What is chased by its subject alone: *any news on the tender*, not *on a decision on the tender*."""
_NESTED: Final = re.compile(
    r"^(?:the (?:current )?status of|the latest figures on|a date for|a second look at|ten minutes on"
    r"|a missing detail on|a decision on|the last version of) ",
    re.IGNORECASE,
)
_OWNS_UP: Final = re.compile(
    r"wrong|correct|mistake|mistaken|upside down|disregard|take back|rectify|roll|scratch|forget|replace|different",
    re.IGNORECASE,
)
"""Corrections that already say that the earlier answer doesn't hold."""
_TALK: Final = ("lunch", "weekend ahead", "weekend", "coffee", "weather", "office", "holidays")
_LATE_IN_WEEK: Final = ("Thu", "Fri")
"""Days on which the weekend that people speak of is the next one."""
_MAIL_SHARE: Final = {"low": 350, "mid": 500, "high": 700}
"""Per mille of what people begin in mail and not in chat, by how formal they are (no measurement known)."""


def bare(topic: str) -> str:
    """What a wanted thing is about: *surcharges* in *the latest figures on surcharges*."""
    while (found := _NESTED.match(topic)) is not None:
        topic = topic[found.end() :]
    return topic


def wanted(topic: str) -> str:
    """The key of what a topic asks for."""
    low = topic.lower()
    for _, key, phrase in _WANTED:
        if low.startswith(phrase[:-3].rstrip()):
            return key
    return "any"


class Colleague:
    """What one person writes to colleagues about their own work."""

    def __init__(self, persona: Persona, letter: Letter, percept: Percept, draw: Stream) -> None:
        self.persona = persona
        self.letter = letter
        self.percept = percept
        self.draw = draw
        other = percept.other
        errand = percept.errand
        asker = other.first if other is not None else errand.to_name.split()[0] if errand is not None else ""
        self.speaker = Speaker(
            persona,
            draw,
            percept.used,
            asker,
            up=other is not None and audience(other) != "colleague",
            names=tuple(name for _, name, _ in percept.colleagues),
            app=percept.app,
        )

    # Errands ------------------------------------------------------------------------------------------

    def errand(self, errand: Errand) -> Decision:
        """Writes to a colleague on the person's own account."""
        if errand.kind == "chase" and self._answered(errand):
            return _ignored("answered meanwhile")
        body, acts, told, subject = self._worded(errand)
        body = capital(tidy(body))
        app = self._app(errand)
        other = self.percept.other
        if app == "mail":
            text = self.letter.mail(body, other, self.speaker.asker, self.draw)
        else:
            text = self.letter.chat(
                body, tuple(self.speaker.names), self.draw, plain=errand.kind == "correct"
            )
        write = Write(
            app=app,
            to=(errand.to,),
            cc=errand.cc,
            subject=capital(subject) if app == "mail" else "",
            text=text,
            acts=acts,
            told=told,
            expects_reply=errand.kind in ("request", "chase", "invite"),
            errand=errand.errand,
        )
        return Decision(
            intents=(write,), why=f"errand: {errand.kind} {errand.item or errand.fact or errand.topic}"
        )

    def _answered(self, errand: Errand) -> bool:
        """Whether the other has written in the thread since the person's own last message."""
        return bool(self.percept.said) and self.percept.said[-1].sender == errand.to

    def _app(self, errand: Errand) -> Literal["mail", "chat"]:
        other = self.percept.other
        if self.percept.thread and self.percept.said:
            return "mail" if self.percept.app == "mail" else "chat"
        if (other is not None and other.company) or errand.cc or len(errand.detail) > 160:
            return "mail"
        if errand.kind in ("social", "invite"):
            return "chat"
        return "mail" if self.draw.chance(_MAIL_SHARE[self.speaker.register]) else "chat"

    def _worded(self, errand: Errand) -> tuple[str, tuple[Act, ...], tuple[Told, ...], str]:
        kind = errand.kind
        topic = errand.topic
        fact = next((one for one in self.percept.facts if one.fact == errand.fact), None)
        item = errand.item or errand.fact
        if kind == "request":
            return self._request(errand)
        if kind == "chase":
            body = self._chase(topic)
            return body, (Act(kind="chase", topic=topic, item=item),), (), f"Re: {bare(topic)}"
        if kind == "social":
            if "weekend" in topic and self.percept.day[:3] in _LATE_IN_WEEK:
                topic = "the weekend ahead"
            key = next((one for one in _TALK if one in topic), "any").replace(" ", "_")
            return (
                self.speaker.plain(f"social_{key}", topic=topic),
                (Act(kind="social", topic=topic),),
                (),
                topic,
            )
        if kind == "invite":
            return (
                self.speaker.plain("invite", topic=topic),
                (Act(kind="request", topic=topic, item=item),),
                (),
                topic,
            )
        if kind == "correct":
            return self._correct(errand, fact)
        if kind == "deliver":
            return self._deliver(errand, fact)
        if kind == "answer":
            intro = self.speaker.plain("promised_answer", topic=topic)
            body = (
                _joined(intro, self._fact_text(fact))
                if fact
                else self.speaker.bank("done", topic=_slot(topic))
            )
            return body, (Act(kind="answer", topic=topic, item=item),), _told(fact), topic
        return self._inform(errand, fact)

    def _request(self, errand: Errand) -> tuple[str, tuple[Act, ...], tuple[Told, ...], str]:
        topic = bare(errand.topic)
        key, phrase = next(
            ((key, phrase) for words, key, phrase in _WANTED if words in errand.detail), ("any", "{}")
        )
        item = errand.item or errand.fact
        if errand.fact or item in {one.approval for one in self.percept.approvals}:
            key, phrase = "any", "{}"
        full = phrase.format(topic)
        nominal = key in ("status", "figures", "date", "version", "any") and not is_clause(full)
        if nominal and self.draw.chance(350):
            body = self.speaker.bank(
                "asks", topic=full, who=self.speaker.asker, must=False, fits=_names_nobody
            )
            body = body or self.speaker.plain(f"ask_{key}", topic=topic)
        else:
            body = self.speaker.plain(f"ask_{key}", topic=topic)
        return body, (Act(kind="request", topic=full, item=item),), (), topic

    def _chase(self, topic: str) -> str:
        topic = bare(topic) if wanted(topic) in _SAID_BARE else topic
        if self.draw.chance(500) and not is_clause(topic):
            body = self.speaker.bank(
                "reminders",
                topic=topic,
                who=self.speaker.asker,
                must=False,
                fits=lambda one: "{when}" not in one,
            )
            if body:
                return body
        return self.speaker.plain("chase", topic=topic)

    def _correct(
        self, errand: Errand, fact: KnownFact | None
    ) -> tuple[str, tuple[Act, ...], tuple[Told, ...], str]:
        topic = errand.topic
        intro = self.speaker.bank("corrections", topic=topic)
        text = (
            self._fact_text(fact)
            if fact is not None
            else capital(closed(errand.detail))
            if errand.detail
            else ""
        )
        if topic not in intro and not intro.endswith(":"):
            head = "As to" if is_clause(topic) else "About"
            intro = f"{head} {topic}: {small(intro, self.speaker.names)}"
        if not intro.endswith(":") and _OWNS_UP.search(intro) is None:
            intro = f"{intro} {self.speaker.plain('was_wrong', must=False)}"
        body = _joined(intro, text)
        item = errand.fact or errand.item
        return body, (Act(kind="inform", topic=topic, item=item),), _told(fact), f"Correction: {topic}"

    def _deliver(
        self, errand: Errand, fact: KnownFact | None
    ) -> tuple[str, tuple[Act, ...], tuple[Told, ...], str]:
        topic = errand.topic
        done = next((one for one in self.percept.requests if one.request == errand.item), None)
        body = self.speaker.bank("done", topic=_slot(topic))
        if done is not None and done.says:
            body = _joined(body, capital(closed(self.speaker.choose(done.says))))
        elif fact is not None:
            body = _joined(body, self._fact_text(fact))
        if "/" in errand.detail and "." in errand.detail.rsplit("/", 1)[-1] and errand.detail not in body:
            body = capital(topic) + "." if body.endswith(":") else body
            body = f"{body} {self.speaker.plain('where', place=errand.detail)}"
        elif body.endswith(":"):
            body = f"{body[:-1]}."
        act = Act(kind="deliver", topic=topic, item=errand.item or errand.fact)
        return body, (act,), _told(fact), topic

    def _inform(
        self, errand: Errand, fact: KnownFact | None
    ) -> tuple[str, tuple[Act, ...], tuple[Told, ...], str]:
        topic = errand.topic
        item = errand.item or errand.fact
        if fact is not None:
            body = _joined(self.speaker.plain("let_know", topic=topic), self._fact_text(fact))
            return body, (Act(kind="inform", topic=topic, item=item),), _told(fact), topic
        approval = next((one for one in self.percept.approvals if one.approval == errand.item), None)
        if approval is not None:
            who = errand.detail.split()[0] if errand.detail else ""
            topic = _named(topic, who) if who else topic
            body = self.speaker.plain("approved", topic=topic, who=who)
            if who and who not in body:
                body = f"{body} {self.speaker.plain('approved_who', who=who)}"
            return body, (Act(kind="approval", topic=topic, item=item),), (), topic
        words, _, state = errand.detail.partition("|")
        part, _, day = state.partition("|")
        key = next((key for name, key in _NEWS if name in words), "any")
        topic = bare(topic)
        are, its = _number(topic)
        return (
            self.speaker.plain(
                f"work_{key}" if part else f"news_{key}", topic=topic, part=part, day=day, are=are, its=its
            ),
            (Act(kind="inform", topic=topic, item=item),),
            (),
            topic,
        )

    def _fact_text(self, fact: KnownFact) -> str:
        text = self.speaker.choose(fact.says) if fact.says else fact.statement
        return capital(closed(text.strip()))

    # Answers to colleagues ----------------------------------------------------------------------------

    def back(self, new: tuple[Said, ...]) -> Decision:
        """Answers a colleague's message by what it does."""
        acts = [act for said in new for act in said.acts]
        if not any(one.addressed for one in new):
            return _ignored("not addressed to them")
        if self.percept.app == "meeting" and not any(
            one.kind in ("request", "chase", "clarify") for one in acts
        ):
            return _ignored("nothing to answer in a meeting")
        act = next((one for one in acts if one.kind in ("request", "chase", "clarify")), acts[-1])
        if act.kind == "answer" and self.percept.said[-1].sender == self.percept.me:
            return _ignored("has gone on already")
        body, kind = self._back(act)
        if not body:
            return _ignored(f"{act.kind}: nothing to add")
        topic = act.topic
        percept = self.percept
        if percept.app == "mail":
            later = any(one.sender == percept.me for one in percept.said)
            text = self.letter.mail(capital(body), percept.other, self.speaker.asker, self.draw, later=later)
        elif percept.app == "chat":
            text = self.letter.chat(capital(body), tuple(self.speaker.names), self.draw)
        else:
            text = self.letter.spoken(capital(body))
        item = act.item if kind in ("answer", "acknowledge") and act.kind != "request" else ""
        reply = Reply(text=text, acts=(Act(kind=kind, topic=topic, item=item),), rapport=_rapport(act.kind))
        return Decision(intents=(reply,), why=f"colleague's {act.kind} about {topic or 'nothing'}: {kind}")

    def _back(self, act: Act) -> tuple[str, str]:
        """The words and what they do; empty for nothing."""
        say = self.speaker
        topic = bare(act.topic) or "that"
        kind = act.kind
        if kind == "request":
            return self._requested(act, topic)
        if kind == "chase":
            body, does = self._requested(act, topic)
            sorry = say.plain("sorry_unanswered", must=False)
            return f"{sorry} {body}".strip(), does
        if kind == "clarify":
            return say.plain("back_clarify", topic=topic), "answer"
        if kind in ("inform", "deliver", "approval", "promise"):
            if kind == "promise" and not self.draw.chance(200):
                return "", ""
            topic = topic if len(topic.split()) <= _SHORT_TOPIC else ""
            if not topic:
                return say.plain("informed"), "acknowledge"
            if self.draw.chance(550):
                return say.plain("back_news", topic=topic), "acknowledge"
            return say.bank("acknowledgements", topic=_slot(topic)), "acknowledge"
        if kind in ("answer", "pointer"):
            return say.plain("informed"), "thanks"
        if kind == "social":
            key = next((one for one in _TALK if one in topic), "any").replace(" ", "_")
            return say.plain(f"social_{key}_back"), "acknowledge"
        if kind == "escalate":
            return say.bank("deferrals", fits=lambda one: "{" not in one), "acknowledge"
        return "", ""  # thanks, a no and an acknowledgement need no answer

    def _requested(self, act: Act, topic: str) -> tuple[str, str]:
        say = self.speaker
        key = wanted(act.topic)
        roll = self.draw.integer(0, 999)
        busy = self.percept.load >= 2
        if roll < (220 if busy else 110) and act.kind != "chase":
            if self.draw.chance(500) and not is_clause(topic):
                text = say.bank("deferrals", topic=topic, must=False, fits=lambda one: "{when}" not in one)
                if text:
                    return text, "promise"
            return say.plain("back_later", topic=topic), "promise"
        if roll > 965:
            return say.plain("back_no", topic=topic), "decline"
        return say.plain(f"back_{key}", topic=topic), "answer"

    # Invitations --------------------------------------------------------------------------------------

    def invitation(self) -> Intent:
        """Accepts, declines or leaves open, by what else is on and how reliably they come."""
        invitation = self.percept.invitation
        assert invitation is not None
        senior = audience(self.percept.other) == "senior"
        answer, words = self._attends(invitation.clash, senior=senior)
        silent = answer == "accepted" and self.draw.chance(650)
        text = (
            ""
            if silent
            else self.letter.chat(self.speaker.plain(words), tuple(self.speaker.names), self.draw)
        )
        return AnswerInvitation(meeting=invitation.meeting, answer=answer, text=text)

    def _attends(
        self, clash: bool, *, senior: bool
    ) -> tuple[Literal["accepted", "declined", "tentative"], str]:
        """The answer and the wording for it."""
        draw = self.draw
        if clash and not (senior and draw.chance(600)):
            return ("declined", "decline_clash") if draw.chance(650) else ("tentative", "tentative")
        if self.percept.load == 3 and not senior and draw.chance(350):
            return ("declined", "decline_load") if draw.chance(500) else ("tentative", "tentative")
        if draw.chance(self.persona.reliability.misses_meetings):
            return "tentative", "tentative"
        return "accepted", "accept"


_HEAD: Final = re.compile(r"\s+(?:of|for|on|in|at|with|from|to|and)\s")


def _number(topic: str) -> tuple[str, str]:
    """What agrees with a topic: *the bills of lading are*, *the rate sheet is*."""
    head = _HEAD.split(topic, maxsplit=1)[0]
    many = head.endswith("s") and not head.endswith(("ss", "us", "is", "'s"))
    return ("are", "they're") if many else ("is", "it's")


def _named(topic: str, who: str) -> str:
    """A topic with the name of who asked where an author wrote their role (*giving the analyst the rates*)."""
    return re.sub(r"\b(giving|letting|sending|telling) the \w+\b", rf"\1 {who}", topic)


def _ignored(reason: str) -> Decision:
    return Decision(intents=(Ignore(reason=reason),), why=reason)


def _rapport(kind: str) -> tuple[RapportReason, ...]:
    return ("thanked",) if kind == "thanks" else ("chased",) if kind == "chase" else ()


def _told(fact: KnownFact | None) -> tuple[Told, ...]:
    return (Told(fact=fact.fact, version=fact.version),) if fact is not None else ()


def _names_nobody(phrase: str) -> bool:
    """Whether a phrase goes well after a greeting, and needs no time."""
    return "{who}" not in phrase and "{when}" not in phrase


def _slot(topic: str) -> str:
    return "" if is_clause(topic) else topic


def _joined(intro: str, text: str) -> str:
    if not text:
        return intro
    return f"{intro} {small_if_plain(text)}" if intro.endswith(":") else f"{intro} {text}"
