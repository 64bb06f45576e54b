"""What a person does about a thread in which somebody wants something of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ....personas.schema import Persona
from ...kernel.streams import Stream
from ...office.percept import Decision, Defer, Escalate, Ignore, Intent, Percept, Refusal, Reply, Said
from ..understanding import Deadline
from . import cues
from .composing import Composer
from .effects import Effects, Mood, Piece
from .grammar import called
from .letter import Letter, audience
from .looking import looked, speaks_of_files
from .matters import ASKS, Matter, Reading
from .pieces import Worder
from .reader import Reader
from .speaker import Speaker

_DEFERS, _BRUSHES_OFF = 450, 150
"""Per mille of unhurried requests that wait, or are put off in words, when load is very high (no measurement known)."""


_BARE: Final = 5
"""Words: more of them than these, without a question, are news."""


class Conversation:
    """Reads one thread and decides on it, for one person."""

    def __init__(self, persona: Persona, letter: Letter, percept: Percept, draw: Stream) -> None:
        self.persona = persona
        self.percept = percept
        self.draw = draw
        self.new = [one for one in percept.said if one.new and one.sender != percept.me]
        other = percept.other
        if other is not None:
            self.new = [one for one in self.new if one.sender == other.person] or self.new
        asker = (
            other.first if other is not None else (self.new[-1].sender_name.split()[0] if self.new else "")
        )
        self.speaker = Speaker(
            persona,
            draw,
            percept.used,
            asker,
            up=audience(other) != "colleague",
            names=(
                *percept.present,
                *(name for _, name, _ in percept.colleagues),
                percept.first,
                *(one.who_name for one in percept.pointers),
                *(one.approver_name for one in percept.facts),
            ),
            app=percept.app,
        )
        self.composer = Composer(persona, letter, percept, self.speaker, draw)
        self.effects = self.composer.effects

    # Reading ------------------------------------------------------------------------------------------

    def reading(self) -> Reading:
        """What the new messages want."""
        return Reader(self.percept, self.composer.things).read(self.new, self._missed())

    def _missed(self) -> list[Said]:
        """What the same person wrote since the reader's last message, before what is new."""
        found: list[Said] = []
        sender = self.new[-1].sender if self.new else ""
        for said in reversed(self.percept.said):
            if said.sender == self.percept.me:
                break
            if said.sender == sender and said not in self.new:
                found.append(said)
        return found[::-1]

    def _addressed(self, reading: Reading) -> bool:
        if self.percept.app in ("meeting",) or self.percept.thread.startswith("#"):
            pattern = rf"\b{re.escape(self.percept.first)}\b"
            named = re.search(pattern, reading.text, re.IGNORECASE) is not None
            many = len(self.percept.present) > 0
            return named or (not many and any(one.addressed for one in self.new))
        return any(one.addressed for one in self.new)

    # Deciding -----------------------------------------------------------------------------------------

    def decide(self) -> Decision:
        """The decision, with its reason in one line."""
        reading = self.reading()
        intents = self._intents(reading)
        return Decision(intents=intents, why=why(reading, self.effects, intents))

    def _intents(self, reading: Reading) -> tuple[Intent, ...]:
        asks = [one for one in reading.matters if one.kind in ASKS]
        addressed = self._addressed(reading)
        if not addressed and not self._answers_unasked(asks):
            return (Ignore(reason="not addressed to them"),)
        if not addressed and self._answered_by_others(asks):
            return (Ignore(reason="somebody has answered"),)
        mood = self._mood()
        if mood == "ignores" and not self._worth_it(asks):
            self.effects.rules.append("patience is used up: ignores")
            return (self._silence(asks),)
        if reading.rude:
            return self._rude(mood)
        if mood == "escalates" and not self._worth_it(asks):
            return self._escalate(reading)
        busy = self._busy(reading, asks)
        if busy is not None:
            return busy
        if speaks_of_files(self.percept, asks):
            worder = self.composer.worder(terse=False, many=False)
            return (self.composer.finish(looked(self.percept, worder), asks, terse=False),)
        if not asks:
            return self._small_talk(reading, addressed)
        return self._answer(reading, asks, terse=self._terse(mood))

    def _mood(self) -> Mood:
        other = self.percept.other
        if other is None or other.patience > 0:
            return "normal"
        return self.persona.patience.at_threshold

    def _worth_it(self, asks: Sequence[Matter]) -> bool:
        """Whether somebody out of patience still answers: something new that they can answer, or their own promise."""
        for one in asks:
            if one.fact is not None and not one.fact.asked_before and one.fact.verdict == "may_tell":
                return True
            if one.kind in ("approval", "request", "chase") and not (one.approval and one.approval.given):
                return True
        return False

    def _silence(self, asks: Sequence[Matter]) -> Intent:
        """No answer, out of patience: what was asked and wears them out is noted all the same."""
        effects = self.effects
        for one in asks:
            if one.fact is not None or one.pointer is not None:
                effects.asked.append(one.id)
                effects.refused.append(Refusal(fact=one.id, reason="patience"))
                if one.fact is not None and one.fact.asked_before:
                    effects.rapport.append("asked_again")
            elif one.approval is not None:
                effects.approval_asked.append(one.id)
            elif one.kind == "own_work":
                effects.rapport.append("do_my_work")
        if not asks:
            return Ignore(reason="out of patience")
        return Reply(
            text="",
            asked=tuple(dict.fromkeys(effects.asked)),
            refused=tuple(dict.fromkeys(effects.refused)),
            approval_asked=tuple(dict.fromkeys(effects.approval_asked)),
            rapport=tuple(dict.fromkeys(effects.rapport)),
        )

    def _answered_by_others(self, asks: Sequence[Matter]) -> bool:
        """Whether all that was asked in a round is answered there already, and the reader holds nothing else."""
        asker = self.percept.other.person if self.percept.other is not None else ""
        told = {(one.fact, one.version) for said in self.percept.said for one in said.told}
        answered = any(
            said.sender not in (asker, self.percept.me) and any(act.kind == "answer" for act in said.acts)
            for said in self.percept.said
        )
        facts = [one.fact for one in asks if one.fact is not None]
        if not facts:
            return answered
        return all((one.fact, one.version) in told for one in facts)

    def _terse(self, mood: Mood) -> bool:
        other = self.percept.other
        short = other is not None and other.patience <= 1
        flood = len(self.new) >= 5
        return mood != "normal" or short or flood or self.percept.load == 3

    def _answers_unasked(self, asks: Sequence[Matter]) -> bool:
        """In a round or in copy, people speak up if they surely hold what is asked."""
        held = [
            one.fact
            for one in asks
            if one.fact is not None and one.fact.verdict == "may_tell" and one.fact.sure >= 600
        ]
        if not held or not self.percept.audience_allows:
            return False
        if any(one.told_before and not one.asked_before for one in held):
            return False
        return self.draw.chance(
            600 + self.persona.help.volunteers
            if self.percept.app != "mail"
            else self.persona.help.volunteers // 2
        )

    def _busy(self, reading: Reading, asks: Sequence[Matter]) -> tuple[Intent, ...] | None:
        percept = self.percept
        if percept.load < 3 or reading.urgent or not asks or percept.app == "meeting":
            return None
        if any(one.overdue or one.kind in ("chase", "approval", "deadline") for one in asks):
            return None
        other = percept.other
        if other is not None and ("managed_by" in other.ties or other.company):
            return None
        if any(
            said.sender == percept.me and any(act.kind == "defer" for act in said.acts)
            for said in percept.said
        ):
            return None
        roll = self.draw.integer(0, 999)
        if roll < _DEFERS:
            self.effects.rules.append("very high load: later")
            return (Defer(minutes=5 * self.draw.integer(8, 30), reason="overloaded"),)
        if roll >= _DEFERS + _BRUSHES_OFF or percept.app not in ("chat", "phone"):
            return None
        self.effects.rules.append("very high load: puts it off")
        for one in asks:
            if one.fact is not None:
                self.effects.asked.append(one.fact.fact)
                self.effects.refused.append(Refusal(fact=one.fact.fact, reason="busy"))
        self.effects.act("defer")
        text = self.speaker.bank("busy", fits=lambda one: "{when}" not in one)
        return (self.composer.reply(text, serious=True),)

    def _rude(self, mood: Mood) -> tuple[Intent, ...]:
        self.effects.rules.append("rude")
        self.effects.rapport.append("rude")
        self.effects.act("refusal")
        text = self.speaker.plain("rude_back")
        return (
            self.composer.reply(text, serious=True),
            *self._to_manager("the tone of the last messages", mood),
        )

    def _escalate(self, reading: Reading) -> tuple[Intent, ...]:
        self.effects.rules.append("patience is used up: escalates")
        topics = [one.topic for one in reading.matters if one.topic]
        topic = (
            topics[0]
            if topics
            else "work that is not mine"
            if reading.of("own_work")
            else "the same thing again"
        )
        up = self._to_manager(topic, "escalates")
        manager = self._manager_name()
        for one in reading.matters:
            if one.fact is not None:
                self.effects.asked.append(one.fact.fact)
                self.effects.refused.append(Refusal(fact=one.fact.fact, reason="patience"))
                self.effects.rapport.append("asked_again")
            if one.kind == "own_work":
                self.effects.rapport.append("do_my_work")
        self.effects.act("refusal")
        text = self.speaker.bank("escalations", who=manager) if up and manager else self.speaker.bank("terse")
        return (self.composer.reply(text, serious=True), *up)

    def _manager_name(self) -> str:
        return next(
            (
                called(person, name)
                for person, name, _ in self.percept.colleagues
                if person == self.percept.manager
            ),
            "",
        )

    def _to_manager(self, topic: str, mood: Mood) -> tuple[Intent, ...]:
        percept = self.percept
        other = percept.other
        if mood != "escalates" or other is None or percept.manager in ("", other.person):
            return ()
        text = self.speaker.plain("escalate_text", who=other.first, topic=topic)
        return (Escalate(to=percept.manager, text=text, about=other.person),)

    # Small talk and news ------------------------------------------------------------------------------

    def _small_talk(self, reading: Reading, addressed: bool) -> tuple[Intent, ...]:
        kinds = [one.kind for one in reading.matters]
        say = self.speaker
        effects = self.effects
        agreeable = self.persona.big_five.agreeableness
        if not addressed:
            return (Ignore(reason="only copied"),)
        told = [one for said in self.new for one in said.told]
        if "correction" in kinds:
            effects.act("acknowledge")
            return (self.composer.reply(say.plain("thanks_correction")),)
        if "complaint" in kinds:
            effects.act("clarify")
            return (self.composer.reply(say.plain("complaint_back"), serious=True),)
        if "deadline" in kinds:
            return self._deadline()
        if "bye" in kinds:
            return (Ignore(reason="took leave"),)
        if "ping" in kinds:
            effects.act("clarify")
            return (self.composer.reply(say.plain("ping_back")),)
        if "thanks" in kinds and ("inform" in kinds or "refuse" in kinds) and self._had_asked():
            effects.act("acknowledge")
            return (self.composer.reply(say.plain("answered_back")),)
        if "thanks" in kinds:
            effects.rapport.append("thanked")
            if self.draw.chance(300 + 5 * agreeable) or len(kinds) > 1:
                effects.act("acknowledge")
                return (self.composer.reply(say.bank("thanks_replies")),)
            return (Ignore(reason="thanked: nothing to add"),)
        if "greeting" in kinds:
            effects.act("social")
            return (
                self.composer.reply(say.plain("greet_mail" if self.percept.app == "mail" else "greet_back")),
            )
        if "social" in kinds:
            if self._spoke_last("social"):
                return (Ignore(reason="small talk that is over"),)
            effects.act("social")
            return (self.composer.reply(say.plain("social_back")),)
        if "apology" in kinds:
            effects.act("acknowledge")
            return (self.composer.reply(say.plain("apology_back")),)
        if cues.ILL.search(reading.text):
            effects.act("acknowledge")
            return (self.composer.reply(say.plain("get_well")),)
        if "inform" in kinds or told:
            return self._informed(reading, [one.fact for one in told])
        if "bidding" in kinds:
            effects.act("acknowledge")
            return (self.composer.reply(say.plain("understood")),)
        if "agree" in kinds or "refuse" in kinds:
            if self.draw.chance(250):
                effects.act("acknowledge")
                return (
                    self.composer.reply(say.bank("acknowledgements", fits=lambda one: "{topic}" not in one)),
                )
            return (Ignore(reason="nothing to answer"),)
        if "?" not in reading.text and len(reading.text.split()) > _BARE:
            return self._informed(reading, ())
        matter = reading.matters[0] if reading.matters else Matter("other", reading.text)
        worder = self.composer.worder(terse=True, many=False)
        return (self.composer.finish([worder.unmatched(matter, reading, rest=False)], [matter], terse=True),)

    def _spoke_last(self, kind: str) -> bool:
        """Whether the reader's own last message in the thread did that."""
        mine = next((one for one in reversed(self.percept.said) if one.sender == self.percept.me), None)
        return mine is not None and any(act.kind == kind for act in mine.acts)

    def _had_asked(self) -> bool:
        """Whether the thread holds a question or demand of the reader's that this may answer."""
        return any(
            one.sender == self.percept.me
            and ("?" in one.text or any(act.kind in ("request", "chase", "clarify") for act in one.acts))
            for one in self.percept.said
        )

    def _asked_last(self) -> bool:
        """Whether the reader's own last message in the thread asked something."""
        mine = next((one for one in reversed(self.percept.said) if one.sender == self.percept.me), None)
        return mine is not None and "?" in mine.text

    def _deadline(self) -> tuple[Intent, ...]:
        mine = [one for one in self.percept.promises if one.mine]
        self.effects.act("acknowledge")
        if not mine:
            text = self.speaker.bank("acknowledgements", fits=lambda one: "{topic}" not in one)
            return (self.composer.reply(text),)
        promise = mine[0]
        self.effects.reminded.append(promise.promise)
        text = self.speaker.plain("status_due", when=promise.due_words)
        return (self.composer.reply(text),)

    def _informed(self, reading: Reading, told: Sequence[str]) -> tuple[Intent, ...]:
        """News is acknowledged if it bears on something, or by those who do so anyhow."""
        inform = next((one for one in reading.matters if one.kind == "inform"), None)
        bears = bool(told) or (inform is not None and inform.topic != "")
        waiting = inform is not None and inform.fact is not None and inform.fact.verdict == "needs_approval"
        if waiting and inform is not None and inform.fact is not None and inform.fact.asked_before:
            worder = self.composer.worder(terse=False, many=False)
            return (self.composer.finish([worder.fact(inform)], [inform], terse=False),)
        answers = self._asked_last()
        if (
            not bears
            and not answers
            and not self.draw.chance(200 + 4 * self.persona.big_five.conscientiousness)
        ):
            return (Ignore(reason="news that needs no answer"),)
        self.effects.act("acknowledge")
        if answers:
            return (self.composer.reply(self.speaker.plain("answered_back")),)
        if told and self.draw.chance(800):
            return (self.composer.reply(self.speaker.plain("took_in")),)
        topic = inform.topic if inform is not None and inform.pointer is None else ""
        if self.draw.chance(500):
            return (self.composer.reply(self.speaker.plain("informed")),)
        text = self.speaker.bank(
            "acknowledgements",
            topic=topic if topic and inform is not None and inform.fact is not None else "",
        )
        return (self.composer.reply(text),)

    # Answers ------------------------------------------------------------------------------------------

    def _answer(self, reading: Reading, asks: Sequence[Matter], *, terse: bool) -> tuple[Intent, ...]:
        deadlines = [one.when for one in reading.of("deadline") if one.when is not None]
        worder = self.composer.worder(terse=terse, many=len(asks) > 1)
        pieces: list[Piece] = []
        answered = any(one.kind not in ("unmatched", "choice") for one in asks)
        vague_done = False
        for matter in asks:
            if matter.kind == "unmatched":
                if vague_done or (answered and "?" not in matter.text):
                    self.effects.not_understood.append(matter.text)
                    continue
                vague_done = True
            pieces.append(self._piece(worder, matter, reading, deadlines, rest=answered))
        own_work = any(one.kind == "own_work" for one in asks)
        reply = self.composer.finish(pieces, asks, terse=terse)
        extra: list[Intent] = list(self.effects.writes)
        if own_work and self._own_work_before():
            extra += self._to_manager("work that is not mine", "escalates")
        if worder.private and self.percept.other is not None and self.percept.app != "mail":
            extra.append(self.composer.private(worder, asks))
        return (reply, *extra)

    def _own_work_before(self) -> int:
        return (
            sum(
                said.sender == self.percept.me and any(act.topic == "own_work" for act in said.acts)
                for said in self.percept.said
            )
            >= 2
        )

    def _piece(
        self, worder: Worder, matter: Matter, reading: Reading, deadlines: Sequence[Deadline], *, rest: bool
    ) -> Piece:
        kind = matter.kind
        if kind == "fact":
            return worder.fact(matter)
        if kind == "pointer":
            return worder.pointer(matter)
        if kind == "approval":
            return worder.approval(matter)
        if kind == "request":
            return worder.request(matter, deadlines[0] if deadlines else None)
        if kind == "choice":
            return worder.choice(matter)
        if kind == "everything":
            return worder.everything(matter)
        if kind == "own_work":
            return worder.own_work(matter)
        if kind == "doubt":
            return worder.doubt(matter)
        if kind == "conflict":
            return worder.conflict(matter)
        if kind == "counsel":
            return worder.counsel(matter)
        if kind in ("ready", "anything_else"):
            self.effects.act("answer")
            return Piece(self.speaker.plain(kind))
        if kind == "presence":
            self.effects.act("answer")
            third = cues.IS_IN.match(matter.text)
            if third is not None:
                return Piece(self.speaker.plain("presence_other", who=third[1]))
            return Piece(self.speaker.plain("presence"))
        if kind == "meeting":
            self.effects.act("answer")
            if cues.BY_PHONE.search(matter.text) or cues.CALL.match(matter.text):
                return Piece(self.speaker.plain("call_yes"))
            return Piece(self.speaker.plain("meeting_no" if self.percept.load >= 2 else "meeting_yes"))
        if kind == "chase":
            if matter.promise is not None:
                return worder.status(matter)
            self.effects.act("clarify")
            self.effects.not_understood.append(matter.text)
            return Piece(self.speaker.plain("nothing_open"))
        return worder.unmatched(matter, reading, rest=rest)


def why(reading: Reading, effects: Effects, intents: Sequence[Intent]) -> str:
    """One line: what was matched, how well, what else came near, and which rule decided."""
    parts: list[str] = []
    asks = [one for one in reading.matters if one.kind in ASKS]
    parts += [f"{one.kind} {one.id} ({one.score})" if one.id else one.kind for one in asks]
    if not asks and reading.matters:
        parts.append(", ".join(dict.fromkeys(one.kind for one in reading.matters)))
    matched = {one.id for one in asks}
    rest = [
        f"{match.fact_id[2:]} {match.score}" for match in reading.matches if match.fact_id[2:] not in matched
    ]
    line = "; ".join(parts) or "nothing asked"
    if rest:
        line += f"; also near: {', '.join(rest[:3])}"
    if effects.rules:
        line += f"; {'; '.join(effects.rules)}"
    else:
        line += "; " + ", ".join(getattr(one, "reason", "") or one.kind for one in intents)
    return line
