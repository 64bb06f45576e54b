"""What one part of a message asks for: a fact, a decision, work, word of a promise, or nothing known."""

from __future__ import annotations

from typing import Final

from ...office.percept import OpenPromise, Percept
from ..understanding import DECIDE, Act, ActKind, Deadline, Match
from ..understanding.index import content
from . import cues
from .matters import Kind, Matter, Reading, Things, index_of

SHORT_ANSWER: Final = 14
"""Words: a longer message is no mere choice between what was offered."""
CHOICE_FLOOR: Final = 330
_PLAINLY: Final = 750
"""Score, per mille, from which *everything about X* is a question about X."""
_NEARLY: Final = 480
"""A question that fits a fact worse than this, per mille, by its own words fits it by what was talked of before."""
_LITTLE: Final = 2
"""Words of substance: a question with no more says little by itself."""
_PLAIN_KINDS: Final[dict[ActKind, Kind]] = {
    ActKind.DO_MY_WORK: "own_work",
    ActKind.THANKS: "thanks",
    ActKind.GREETING: "greeting",
    ActKind.APOLOGY: "apology",
    ActKind.AGREE: "agree",
    ActKind.REFUSE: "refuse",
    ActKind.MEETING_REQUEST: "meeting",
    ActKind.SOCIAL: "social",
    ActKind.COMPLAINT: "complaint",
}


class Senses:
    """Makes sense of the parts of messages for one reader.

    Args:
        percept: What they see.
        things: Everything in it that a message can be about.
    """

    def __init__(self, percept: Percept, things: Things) -> None:
        self._percept = percept
        self._things = things
        self._thread = tuple(key for key in map(things.key, percept.thread_facts) if key)

    def _talked_of(self, reading: Reading) -> tuple[str, ...]:
        """What the thread was about, newest first, with what the messages before this one ask for."""
        just = [self._things.key(one.id) for one in reversed(reading.matters) if one.fact or one.pointer]
        return tuple(dict.fromkeys((*just, *self._thread)))

    def of_act(self, act: Act, reading: Reading) -> list[Matter]:
        things = self._things
        score = act.matches[0].score if act.matches else 0
        owed = self._owed(act)
        if owed is not None:
            return [owed]
        if cues.AGREES.match(act.text):
            return [Matter("agree", act.text)]
        if not act.fact_ids and cues.THANKING.match(act.text):
            return [Matter("thanks", act.text)]
        if cues.CALL.match(act.text):
            return [Matter("meeting", act.text, when=act.when)]
        promised = self._just_promised()
        if promised is not None and cues.OF_PROMISE.match(act.text):
            return [self.promise_matter(promised, act.text, act.when)]
        if act.kind is ActKind.TELL_EVERYTHING:
            if 0 < len(act.fact_ids) <= 2 and score >= _PLAINLY:
                return [things.matter(key, act.text, act.when, score) for key in act.fact_ids]
            return [Matter("everything", act.text)]
        if act.kind is ActKind.CHASE:
            return self._chase(act, score)
        if act.kind in (ActKind.QUESTION, ActKind.VAGUE_QUESTION):
            permission = self._permission(act)
            if permission:
                return [things.matter(permission, act.text, act.when, score)]
            if cues.PRESENCE.match(act.text) or cues.IS_IN.match(act.text):
                return [Matter("presence", act.text)]
            if cues.READY.match(act.text) and score < _NEARLY:
                return [Matter("ready", act.text)]
            if cues.ANYTHING_ELSE.match(act.text):
                return [Matter("anything_else", act.text)]
            if self._thread and cues.DOUBT.match(act.text):
                return [Matter("doubt", act.text, fact=things.facts.get(self._thread[0]))]
            if self._thread and cues.WHY.match(act.text):
                return [things.matter(self._thread[0], act.text, act.when, 1000)]
            if (told := self._told_again(act, reading.text)) is not None:
                return [things.matter(told.fact_id, act.text, act.when, told.score)]
            if (going_on := self._going_on(act, reading)) is not None:
                return [things.matter(going_on.fact_id, act.text, act.when, going_on.score)]
            if act.kind is ActKind.QUESTION and (alone := self._alone(act, score)):
                return [things.matter(alone.fact_id, act.text, act.when, alone.score)]
            if act.kind is ActKind.QUESTION and (told := self._told_just_now(act)) is not None:
                return [things.matter(told.fact_id, act.text, act.when, told.score)]
            if act.kind is ActKind.QUESTION and self._only_by_context(act):
                return [Matter("unmatched", act.text, when=act.when, score=score)]
            if act.fact_ids:
                return [things.matter(key, act.text, act.when, score) for key in act.fact_ids]
            if act.ambiguous:
                return [self._ambiguous(act, score)]
            if len(act.text.split()) < 5 and cues.NEWS.search(act.text):
                return self._chase(act, score)
            if cues.TASK.search(act.text):
                return [Matter("own_work", act.text)]
            return [Matter("unmatched", act.text, when=act.when, score=score)]
        if act.kind is ActKind.DO_MY_WORK:
            asked = [
                match.fact_id
                for match in act.matches[:1]
                if match.score >= DECIDE and match.fact_id[:2] == "r:"
            ]
            if asked:
                return [things.matter(asked[0], act.text, act.when, score)]
            return [Matter("own_work", act.text)]
        if act.kind is ActKind.CORRECTION and cues.OWN_SLIP.search(act.text):
            return [Matter("apology", act.text)]
        if self._thread and "?" not in act.text and cues.CONTRADICTS.search(act.text):
            return [Matter("conflict", act.text, fact=things.facts.get(self._thread[0]))]
        if act.kind in (ActKind.INFORM, ActKind.CORRECTION):
            kind: Kind = "correction" if act.kind is ActKind.CORRECTION else "inform"
            matter = Matter(kind, act.text, score=score)
            if act.fact_ids:
                about = things.matter(act.fact_ids[0])
                matter.fact, matter.pointer = about.fact, about.pointer
                matter.approval, matter.request = about.approval, about.request
            return [matter]
        if act.kind is ActKind.DEADLINE:
            return [Matter("deadline", act.text, when=act.when)]
        return [Matter(_PLAIN_KINDS.get(act.kind, "other"), act.text)]

    def _permission(self, act: Act) -> str:
        """The approval that a question is about, where its words ask to be allowed something."""
        best = act.matches[0].score if act.matches else 0
        plain = cues.PLAIN_PERMISSION.search(act.text) is not None
        share = 667 if plain else 750
        near = [one for one in act.matches if one.fact_id[:2] == "a:" and one.score * 1000 >= best * share]
        if not near or near[0].score < (CHOICE_FLOOR if plain and best < _PLAINLY else DECIDE):
            return ""
        held = [self._things.facts.get(key) for key in act.fact_ids]
        loose = cues.LOOSE_PERMISSION.search(act.text) and not any(
            one is not None and one.verdict == "may_tell" for one in held
        )
        return near[0].fact_id if loose or plain else ""

    def _going_on(self, act: Act, reading: Reading) -> Match | None:
        """The newest fact talked of, where a question points back and fits it too (*and when was it paid?*)."""
        newest = next(iter(self._talked_of(reading)), "")
        if not newest or newest in act.fact_ids:
            return None
        if cues.ELLIPTIC.match(act.text) and not act.fact_ids and newest.startswith("f:"):
            return Match(newest, DECIDE)
        if not cues.BACK.search(act.text) or len(act.text.split()) > SHORT_ANSWER:
            return None
        fits = next((one for one in act.matches if one.fact_id == newest), None)
        best = act.matches[0].score if act.matches else 0
        return fits if fits is not None and fits.score >= 500 and fits.score * 10 >= best * 8 else None

    def _told_again(self, act: Act, whole: str) -> Match | None:
        """What was told before and is asked for again, where its own words say which it is."""
        if not cues.AGAIN.search(whole):
            return None
        cards = tuple(
            card
            for card in self._things.cards()
            if card.id in self._things.facts and self._things.facts[card.id].told_before
        )
        found = index_of(cards).rank(act.text) if cards else ()
        if not found or found[0].score < CHOICE_FLOOR or found[0].fact_id in act.fact_ids:
            return None
        return found[0] if len(found) < 2 or found[1].score * 10 < found[0].score * 9 else None

    def _told_just_now(self, act: Act) -> Match | None:
        """The fact told last, where a short question says little by itself and fits it as said before."""
        if not self._thread or not act.matches or len(act.text.split()) > SHORT_ANSWER:
            return None
        first = act.matches[0]
        fact = self._things.facts.get(first.fact_id)
        if fact is None or not fact.told_before or first.fact_id != self._thread[0]:
            return None
        return first if first.score >= _PLAINLY and len(content(act.text)) <= _LITTLE else None

    def _only_by_context(self, act: Act) -> bool:
        """Whether a question with words of its own fits a fact by nothing but what was talked of before."""
        if len(act.fact_ids) != 1 or act.fact_ids[0] not in self._thread or len(act.text.split()) < 5:
            return False
        if not content(act.text) or cues.BACK.search(act.text):
            return False
        found = index_of(self._things.cards()).rank(act.text)
        return all(one.fact_id != act.fact_ids[0] or one.score < _NEARLY for one in found)

    def _alone(self, act: Act, score: int) -> Match | None:
        """What a question that fits only by what was said before it asks for in its own words, if that is plain."""
        if len(act.fact_ids) != 1 or len(act.text.split()) < 4:
            return None
        found = index_of(self._things.cards()).rank(act.text)
        chosen = next((one.score for one in found if one.fact_id == act.fact_ids[0]), 0)
        if not found or found[0].fact_id in act.fact_ids or chosen * 10 > found[0].score * 8:
            return None
        plainly = _PLAINLY if score < _PLAINLY or act.fact_ids[0] in self._thread else 1000
        if found[0].score < plainly and (chosen >= _NEARLY or found[0].score < DECIDE):
            return None
        return found[0] if len(found) < 2 or found[1].score * 10 < found[0].score * 8 else None

    def _ambiguous(self, act: Act, score: int) -> Matter:
        """A question between things of different kinds is often settled by how it is put."""
        if cues.AGAIN.search(act.text):
            told = [
                key
                for key in act.ambiguous
                if key in self._things.facts and self._things.facts[key].told_before
            ]
            if len(told) == 1:
                return self._things.matter(told[0], act.text, act.when, score)
        for prefix, pattern in (("a:", cues.PERMISSION), ("r:", cues.DOING)):
            of_kind = [key for key in act.ambiguous if key.startswith(prefix)]
            if len(of_kind) == 1 and pattern.search(act.text):
                return self._things.matter(of_kind[0], act.text, act.when, score)
        facts = tuple(key for key in act.ambiguous if key[:2] in ("f:", "p:"))
        if len(facts) == 1:
            return self._things.matter(facts[0], act.text, act.when, score)
        return Matter("choice", act.text, options=facts or act.ambiguous, when=act.when, score=score)

    def _owed(self, act: Act) -> Matter | None:
        """A message that asks after something which the reader promised, by its words."""
        if not cues.WAITING.search(act.text) or act.kind is ActKind.THANKS:
            return None
        enough = 2 if act.fact_ids else 1
        found = [
            (count, one)
            for one in self._percept.promises
            if one.mine and (count := _overlap(one.what, act.text)) >= enough
        ]
        if not found:
            return None
        return self.promise_matter(max(found, key=lambda pair: pair[0])[1], act.text, act.when)

    def _just_promised(self) -> OpenPromise | None:
        """The reader's open promise that their last message in the thread made or confirmed."""
        mine = next((one for one in reversed(self._percept.said) if one.sender == self._percept.me), None)
        if mine is None or not any(act.kind == "promise" for act in mine.acts):
            return None
        items = {act.item for act in mine.acts} | {act.topic for act in mine.acts}
        return next(
            (one for one in self._percept.promises if one.mine and (one.item in items or one.what in items)),
            None,
        )

    def promise_matter(self, promise: OpenPromise, text: str, when: Deadline | None = None) -> Matter:
        """A chase for a promise."""
        matter = Matter("chase", text, promise=promise, when=when)
        key = self._things.key(promise.item) if promise.item else ""
        if key.startswith("r:"):
            matter.request = self._things.requests[key]
        return matter

    def _chase(self, act: Act, score: int) -> list[Matter]:
        things = self._things
        mine = [one for one in self._percept.promises if one.mine]
        for key in act.fact_ids:
            found = [one for one in mine if one.item and things.key(one.item) == key]
            matter = things.matter(key, act.text, act.when, score)
            matter.overdue = True
            if found:
                matter.promise = found[0]
            return [matter]
        if mine:
            best = max(mine, key=lambda one: (_overlap(one.what, act.text), one.late))
            return [self.promise_matter(best, act.text, act.when)]
        return [Matter("chase", act.text, when=act.when)]


def _overlap(what: str, text: str) -> int:
    """Words of substance that two texts share."""
    stems = {token.stem for token in content(what)}
    return sum(token.stem in stems for token in content(text))
