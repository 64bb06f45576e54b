"""Words for all else that is wanted: approvals, work, promises, and questions that can't be answered as they are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ...kernel.streams import Streams
from ...office.percept import Doable, NewPromise, OpenPromise
from ..understanding import Deadline, Match
from ..understanding.index import content
from . import cues
from .effects import Piece
from .grammar import alternatives, called, capital, closed, is_clause, label, small, small_if_plain
from .letter import seen_by
from .matters import Matter, Reading
from .telling import Teller
from .timing import by_when, sooner, spoken_time

_SURE: Final = 850
"""From this sureness on, per mille, people stand by what they said."""
_STANDS_BY: Final = 930
"""From this sureness on, per mille, people hold to it also against others."""
_TELLING: Final = 2
"""Words of substance of a question that is clear, whatever it is about."""
_NEAR: Final = 480
"""From this score on, per mille, a question that fits nothing may be about something."""
_QUOTED: Final = (3, 12)
"""Words: a part of a message that is named by its own words has so many at least and at most."""
_WHITE: Final = re.compile(r"\s+")
_THIRD_PERSON: Final = frozenset("she her hers herself he him his himself they them their themselves".split())
_TITLES: Final = frozenset(
    "manager specialist officer senior junior coordinator director analyst support assistant head chief leader owner"
    " expert".split()
)
"""Words of a title that name no field."""


class Worder(Teller):
    """Finds the piece for each matter of one percept."""

    # Approvals and requests ---------------------------------------------------------------------------

    def approval(self, matter: Matter) -> Piece:
        """Grants or refuses what they may decide."""
        one = matter.approval
        assert one is not None
        say = self.say
        effects = self.effects
        effects.approval_asked.append(one.approval)
        effects.act("answer", one.topic, one.approval)
        effects.rules.append(f"decides {one.approval}: {'yes' if one.grants else 'no'}")
        if one.given:
            text = say.plain("approved_before" if one.grants else "disapproved_before")
            effects.rapport.append("asked_again")
            return Piece(text, topic=one.topic, serious=not one.grants)
        if one.grants:
            effects.approves.append(one.approval)
            text = capital(closed(say.choose(one.says))) if one.says else say.plain("approve")
            return Piece(text, topic=one.topic, labelled=bool(one.says))
        effects.disapproves.append(one.approval)
        text = capital(closed(say.choose(one.refuses))) if one.refuses else say.plain("disapprove")
        return Piece(text, topic=one.topic, labelled=bool(one.refuses), serious=True)

    def request(self, matter: Matter, deadline: Deadline | None) -> Piece:
        """Promises it by a time, tells how it stands, or says why not yet."""
        one = matter.request
        assert one is not None
        if one.status == "blocked":
            self.effects.rules.append(f"{one.request} is blocked")
            self.effects.act("refusal", one.topic)
            return Piece(self.say.plain("blocked", topic=one.topic), topic=one.topic, labelled=True)
        if one.status == "done":
            self.effects.rules.append(f"{one.request} is done")
            self.effects.act("acknowledge", one.topic)
            if one.place and cues.MISSING.search(matter.text):
                self.effects.rules.append("says where it was put")
                return Piece(self.say.plain("put_there", place=one.place), topic=one.topic, labelled=True)
            text = self.say.plain("already_done")
            if one.place:
                text = f"{text} {self.say.plain('put_at', place=one.place)}"
            elif one.says:
                text = f"{text} {capital(closed(self.say.choose(one.says)))}"
            return Piece(text, topic=one.topic)
        if one.status == "promised":
            return self.status(matter, one)
        return self._promise(one, deadline or matter.when)

    def _promise(self, one: Doable, wanted: Deadline | None) -> Piece:
        say = self.say
        effects = self.effects
        effects.rules.append(f"promises {one.request} by {one.due_words}")
        effects.act("promise", one.topic, one.request)
        effects.promises.append(NewPromise(what=one.topic, item=one.request, due=one.due))
        when = by_when(one.due_words)
        text = say.bank("promises", topic=one.topic, when=when, fits=lambda phrase: "{when}" in phrase)
        if wanted is not None and sooner(wanted, one.due_words, self.percept.day):
            effects.rules.append(f"{wanted.text} is too soon")
            asked = spoken_time(wanted.text)
            return Piece(f"{say.plain('too_tight', asked=asked)} {text}", topic=one.topic)
        return Piece(text, topic=one.topic)

    def status(self, matter: Matter, one: Doable | None = None) -> Piece:
        """How a promise of theirs stands."""
        say = self.say
        effects = self.effects
        one = one or matter.request
        promise = matter.promise or next(
            (
                open_one
                for open_one in self.percept.promises
                if open_one.mine and one is not None and open_one.item == one.request
            ),
            None,
        )
        topic = promise.what if promise is not None else one.topic if one is not None else ""
        late = promise is not None and promise.late
        when = by_when(promise.due_words if promise is not None else one.due_words if one is not None else "")
        if promise is not None and not promise.late and when and cues.OF_PROMISE.match(matter.text):
            # Just promised: what is asked is the time.
            effects.act("promise", topic, promise.item)
            if matter.when is not None and sooner(matter.when, promise.due_words, self.percept.day):
                asked = spoken_time(matter.when.text)
                text = f"{say.plain('too_tight', asked=asked)} {say.plain('status_due', when=when)}"
                return Piece(text, topic=topic)
            if cues.BY_WHEN.search(matter.text):
                return Piece(say.plain("status_due", when=when), topic=topic)
        effects.rules.append(f"reminded of {topic}")
        if promise is not None:
            effects.reminded.append(promise.promise)
        elif one is not None and one.promise:
            effects.reminded.append(one.promise)
        effects.rapport.append("chased")
        if promise is not None and self._calls_it_done(promise):
            effects.rules.append(f"says that {topic} is done, though it is not")
            effects.act("acknowledge", topic)
            return Piece(say.plain("says_done"), topic=topic)
        effects.act("promise", topic)
        plain_topic = "" if is_clause(topic) else topic
        if late:
            text = say.bank("late", topic=plain_topic, fits=lambda phrase: "{when}" not in phrase)
            if promise is not None and promise.later:
                effects.moved.append((promise.promise, promise.later))
                effects.rules.append(f"late: promises {promise.later_words} instead")
                now = say.plain("status_moved", when=by_when(promise.later_words))
                return Piece(f"{text} {now}", topic=topic, serious=True)
            return Piece(f"{text} {say.plain('status_late')}", topic=topic, serious=True)
        text = say.bank("chased", topic=plain_topic, fits=lambda phrase: "{when}" not in phrase)
        return Piece(f"{text} {say.plain('status_due', when=when)}" if when else text, topic=topic)

    def _calls_it_done(self, promise: OpenPromise) -> bool:
        """Whether somebody who is asked about it says that it is done while it is not; moves no other draw."""
        draw = Streams(self.percept.salt).stream("says done", self.percept.me, promise.promise)
        return promise.mine and draw.chance(self.say.persona.reliability.says_done_when_not)

    # Questions that can't be answered as they are -----------------------------------------------------

    def choice(self, matter: Matter) -> Piece:
        """Asks which of several things is meant, naming only what may be named."""
        say = self.say
        open_keys = [key for key in matter.options if self._may_name(key)]
        hidden = len(open_keys) < len(matter.options)
        topics = list(dict.fromkeys(self.things.topic(key) for key in open_keys))[:3]
        self.effects.not_understood.append(matter.text)
        self.effects.candidates += [key[2:] for key in matter.options]
        for key in open_keys[:3]:
            self.effects.act("clarify", self.things.topic(key), key[2:])
        self.effects.rules.append(
            "the question fits several: " + ", ".join(key[2:] for key in matter.options)
        )
        if len(topics) < 2 or hidden:
            if not topics:
                self.effects.act("clarify")
                return Piece(say.bank("not_understood"))
            return Piece(say.plain("counter_topic", options=alternatives(topics)))
        text = say.bank("clarifications", options=alternatives(topics), fits=lambda one: "{options}" in one)
        return Piece(text)

    def _may_name(self, key: str) -> bool:
        fact = self.things.facts.get(key)
        return (
            fact is None
            or fact.verdict in ("may_tell", "needs_approval")
            or fact.rule in ("open", "on_request")
        )

    def unmatched(self, matter: Matter, reading: Reading, *, rest: bool) -> Piece:
        """Says that they don't know, or that the question isn't clear, asking for what would settle it."""
        say = self.say
        self.effects.not_understood.append(matter.text)
        self.effects.act("clarify")
        self.effects.rules.append("nothing fits the question")
        if rest and not cues.PLAIN_PERMISSION.search(matter.text):
            return self._left_over(matter)
        manages = self.percept.other is not None and "manages" in self.percept.other.ties
        if manages and (
            cues.PLAIN_PERMISSION.search(matter.text) or cues.LOOSE_PERMISSION.search(matter.text)
        ):
            return Piece(say.plain("show_first"))
        outside = self.percept.other is not None and self.percept.other.company != ""
        person = "" if outside else self._known_for(matter.text)
        if person:
            unsure = say.bank("dont_know", fits=lambda one: "{" not in one)
            return Piece(f"{unsure} {say.plain('maybe_person', who=person)}", serious=True)
        close = [
            match for match in reading.matches[:2] if match.score >= _NEAR and self._may_name(match.fact_id)
        ]
        plain = _is_plain(matter.text) or _is_plain(reading.text)
        if "?" in matter.text and self._about_told(matter, close):
            self.effects.rules.append("knows no more of it")
            return Piece(say.plain("no_more"), serious=True)
        if cues.WANTS_THING.search(matter.text) and not close:
            self.effects.rules.append("has no such thing to give")
            return Piece(say.plain("no_such_thing"), serious=True)
        if plain and not close:
            self.effects.rules.append("nothing comes near it")
            return Piece(say.plain("no_idea_outside" if outside else "no_idea"), serious=True)
        if close and not self.terse:
            unsure = say.bank("not_understood", must=False)
            options = alternatives([self.things.topic(match.fact_id) for match in close])
            return Piece(f"{unsure} {say.plain('counter_topic', options=options)}".strip())
        text = say.bank("not_understood")
        if not self.terse and not text.endswith("?"):
            text = f"{text} {say.plain('counter')}"
        return Piece(text)

    def _left_over(self, matter: Matter) -> Piece:
        """Says which part of a message stays without an answer."""
        outside = self.percept.other is not None and self.percept.other.company != ""
        part = _WHITE.sub(" ", matter.text).strip(" ?.,;:!-")
        written = self.percept.app in ("mail", "chat")
        if written and _QUOTED[0] <= len(part.split()) <= _QUOTED[1] and '"' not in part:
            return Piece(self.say.plain("rest_quoted", part=small(part, self.say.names)), labelled=True)
        return Piece(self.say.plain("rest_outside" if outside else "rest_unclear"), labelled=True)

    def _about_told(self, matter: Matter, close: Sequence[Match]) -> bool:
        """Whether a question goes on about what they told before."""
        thread = (self.things.key(one) for one in self.percept.thread_facts[:1])
        keys = [match.fact_id for match in close[:1]]
        if not keys and len(content(matter.text)) <= _TELLING:
            keys = list(thread)
        held = [self.things.facts[key] for key in keys if key in self.things.facts]
        return any(one.told_before for one in held)

    def counsel(self, matter: Matter) -> Piece:
        """Takes in what the asker has just told, and leaves open what they ask about it."""
        self.effects.rules.append(f"has {matter.id} from the asker")
        self.effects.act("acknowledge")
        return Piece(f"{self.say.plain('took_in')} {self.say.plain('counsel')}", serious=True)

    def doubt(self, matter: Matter) -> Piece:
        """Stands by what was told, as far as the person is sure of it."""
        fact = matter.fact
        self.effects.act("answer")
        if fact is None or not fact.told_before:
            self.effects.not_understood.append(matter.text)
            return Piece(self.say.bank("not_understood"))
        sure = fact.sure >= _SURE and not fact.faded
        return Piece(self.say.plain("sure_yes" if sure else "sure_no"))

    def conflict(self, matter: Matter) -> Piece:
        """Somebody else says otherwise: stands by it, or doubts it, as sure as the person is."""
        fact = matter.fact
        names = {called(person, name): name for person, name, _ in self.percept.colleagues}
        who = next((first for first in names if first in matter.text), "")
        self.effects.act("acknowledge")
        sure = fact is not None and fact.sure >= _STANDS_BY and not fact.faded
        return Piece(self.say.plain("conflict_sure" if sure else "conflict_unsure", who=who), serious=True)

    def _known_for(self, text: str) -> str:
        """A colleague whose title the question names the field of."""
        low = text.lower()
        for person, name, title in self.percept.colleagues:
            if person == self.percept.manager:
                continue
            for word in title.lower().replace("-", " ").split():
                if len(word) > 4 and word not in _TITLES and word[:6] in low:
                    return called(person, name)
        return ""

    def everything(self, matter: Matter) -> Piece:
        """Declines to tell all, and says at most what is open anyhow."""
        say = self.say
        self.effects.rules.append("asked for everything")
        self.effects.act("clarify")
        text = say.bank("too_broad")
        topics = [
            one.topic
            for one in self.percept.facts
            if one.rule == "open" and one.verdict == "may_tell" and not is_clause(one.topic)
        ][:3]
        if topics and not self.terse and self.percept.audience_allows:
            return Piece(f"{text} {say.plain('offer_topics', options=alternatives(topics, 'and'))}")
        return Piece(text)

    def own_work(self, matter: Matter) -> Piece:
        """Leaves the asker's own job with them, and says what they would do; whoever helps goes over their draft."""
        say = self.say
        self.effects.rules.append(f"the asker's own work (takes over: {say.persona.help.takes_over_work})")
        if self._lends_a_hand():
            self.effects.act("acknowledge", "own_work")
            return Piece(say.plain("lend_a_hand"))
        self.effects.act("refusal", "own_work")
        self.effects.rapport.append("do_my_work")
        text = say.bank("own_work")
        offers = [one for one in say.persona.help.will if not _THIRD_PERSON & set(one.split())]
        offers = [one for one in offers if one.split()[0] not in text.lower()]
        if offers and not self.terse:
            thing = say.draw.choice(offers)
            text = f"{text} {say.plain('scope', thing=thing)}"
        return Piece(text)

    def _lends_a_hand(self) -> bool:
        """Whether they take on a small part of a colleague's own work; once a conversation, and not when overloaded."""
        percept, other = self.percept, self.percept.other
        if other is None or other.company or self.terse or percept.load == 3:
            return False
        if any(
            one.sender == percept.me and any(a.topic == "own_work" for a in one.acts) for one in percept.said
        ):
            return False
        takes = self.say.persona.help.takes_over_work
        if takes == "small_pieces":
            return other.trust == 3
        return takes == "gladly" or (takes == "if_manager_asks" and "managed_by" in other.ties)

    def labelled(self, piece: Piece) -> str:
        """The piece with its topic before it, where several things are answered at once and it doesn't name its own."""
        topic = seen_by(piece.topic, self.percept.other)
        if piece.labelled or not topic or (piece.quoted and is_clause(topic)) or _names(piece.text, topic):
            return piece.text
        text = small_if_plain(piece.text, piece.low) if piece.quoted else small(piece.text, self.say.names)
        if ": " in text.split(". ", 1)[0]:
            head = "As to" if is_clause(topic) else "As for"
            return f"{head} {topic}, {text}"
        return f"{label(topic, self.say.formality, self.say.draw)} {text}"


def _is_plain(text: str) -> bool:
    """Whether a question is clear in itself, so that whoever can't answer it says so."""
    return "?" in text and len(content(text)) >= _TELLING


def _names(text: str, topic: str) -> bool:
    """Whether a text already says what it is about: most of the topic's words of substance stand in it."""
    words = {token.stem for token in content(topic)}
    said = {token.stem for token in content(text)}
    return bool(words) and len(words & said) * 3 >= len(words) * 2
