"""What a thread asks of its reader: each thing that wants an answer, as a matter, in the order of the message."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from ...office.percept import Approvable, Doable, KnownFact, OpenPromise, Percept, Pointer, Said
from ..understanding import DECIDE, Act, ActKind, Deadline, FactCard, FactIndex, Match, understand
from ..understanding.answers import answers_wanted
from ..understanding.index import content
from . import cues

Kind: TypeAlias = Literal[
    "fact",
    "pointer",
    "approval",
    "request",
    "choice",
    "unmatched",
    "everything",
    "own_work",
    "chase",
    "deadline",
    "thanks",
    "greeting",
    "inform",
    "correction",
    "apology",
    "agree",
    "refuse",
    "meeting",
    "social",
    "ping",
    "bye",
    "presence",
    "doubt",
    "conflict",
    "complaint",
    "other",
]

ASKS: Final = frozenset(
    {
        "fact",
        "pointer",
        "approval",
        "request",
        "choice",
        "unmatched",
        "everything",
        "own_work",
        "chase",
        "meeting",
        "presence",
        "doubt",
        "conflict",
    }
)
"""Matters that want an answer."""

_SHORT_ANSWER: Final = 14
"""Words: a longer message is no mere choice between what was offered."""
_PLAINLY: Final = 750
"""Score, per mille, from which *everything about X* is a question about X."""
_CHOICE_FLOOR: Final = 330
_FRAGMENT: Final = 6
"""Words: a shorter sentence without a question mark may be a heading."""
_NEARLY: Final = 480
"""A question that fits a fact worse than this, per mille, by its own words fits it by what was talked of before."""
_LITTLE: Final = 1
"""Words of substance: a question with more and without *it* or *that* says something of its own."""
_READ_INTO: Final = ("fact", "pointer", "unmatched", "choice")
_VOCATIVE: Final = re.compile(r"^\W*(?:and |so |also |but )?([A-Z][\w'’-]+)\s*[,:]")
"""A name with which a sentence turns to somebody."""


@dataclass(slots=True)
class Matter:
    """One thing to react to."""

    kind: Kind
    text: str = ""
    fact: KnownFact | None = None
    pointer: Pointer | None = None
    approval: Approvable | None = None
    request: Doable | None = None
    promise: OpenPromise | None = None
    options: tuple[str, ...] = ()
    """Prefixed ids between which the question doesn't decide."""
    when: Deadline | None = None
    score: int = 0
    asks: bool = True
    """It is put as a question, not as a reason (*I need the tickets*)."""
    overdue: bool = False
    """It was asked before the newest message and never answered."""

    @property
    def id(self) -> str:
        """What it is about."""
        one = self.fact or self.pointer
        if one is not None:
            return one.fact
        if self.approval is not None:
            return self.approval.approval
        if self.request is not None:
            return self.request.request
        return self.promise.promise if self.promise is not None else ""

    @property
    def topic(self) -> str:
        """The noun phrase for it."""
        for one in (self.fact, self.pointer, self.approval, self.request):
            if one is not None:
                return one.topic
        return self.promise.what if self.promise is not None else ""


@dataclass(slots=True)
class Reading:
    """A thread as its reader takes it."""

    matters: list[Matter] = field(default_factory=list[Matter])
    matches: tuple[Match, ...] = ()
    """The best candidates for the first question, for explanations."""
    rude: bool = False
    urgent: bool = False
    thanked: bool = False
    text: str = ""

    def of(self, *kinds: str) -> list[Matter]:
        """The matters of these kinds."""
        return [one for one in self.matters if one.kind in kinds]


class Things:
    """Everything in a percept that a message can be about, by prefixed id."""

    def __init__(self, percept: Percept) -> None:
        self.facts = {f"f:{one.fact}": one for one in percept.facts}
        self.pointers = {
            f"p:{one.fact}": one for one in percept.pointers if f"f:{one.fact}" not in self.facts
        }
        self.approvals = {f"a:{one.approval}": one for one in percept.approvals}
        self.requests = {f"r:{one.request}": one for one in percept.requests}

    def cards(self) -> tuple[FactCard, ...]:
        """What each can be recognised by, in an order that doesn't depend on the message."""
        found = [FactCard(key, one.statement, one.asks, one.topic) for key, one in self.facts.items()]
        found += [
            FactCard(key, one.statement_words, one.asks, one.topic) for key, one in self.pointers.items()
        ]
        found += [FactCard(key, one.topic, one.asks, one.topic) for key, one in self.approvals.items()]
        found += [FactCard(key, one.topic, one.asks, one.topic) for key, one in self.requests.items()]
        return tuple(sorted(found))

    def key(self, item: str) -> str:
        """The prefixed id of an item that a colleague's message names, or nothing."""
        for prefix, group in (
            ("f:", self.facts),
            ("p:", self.pointers),
            ("a:", self.approvals),
            ("r:", self.requests),
        ):
            if prefix + item in group:
                return prefix + item
        return ""

    def matter(self, key: str, text: str = "", when: Deadline | None = None, score: int = 0) -> Matter:
        """The matter of asking for that thing."""
        if key in self.facts:
            return Matter("fact", text, fact=self.facts[key], when=when, score=score)
        if key in self.pointers:
            return Matter("pointer", text, pointer=self.pointers[key], when=when, score=score)
        if key in self.approvals:
            return Matter("approval", text, approval=self.approvals[key], when=when, score=score)
        return Matter("request", text, request=self.requests[key], when=when, score=score)

    def topic(self, key: str) -> str:
        """The noun phrase for a thing."""
        return self.matter(key).topic


@lru_cache(maxsize=512)
def _index(cards: tuple[FactCard, ...]) -> FactIndex:
    return FactIndex(cards)


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


class Reader:
    """Reads what is new in a thread for one person."""

    def __init__(self, percept: Percept, things: Things) -> None:
        self._percept = percept
        self._things = things
        self._thread = tuple(key for key in map(things.key, percept.thread_facts) if key)

    def read(self, messages: Sequence[Said], missed: Sequence[Said] = ()) -> Reading:
        """What these messages want.

        Args:
            messages: What is new, oldest first.
            missed: Older messages of the same person that were never answered, read if the new ones only chase.
        """
        reading = Reading(text="\n".join(one.text for one in messages))
        reading.rude = cues.RUDE.search(reading.text) is not None
        reading.urgent = cues.URGENT.search(f"{self._percept.subject} {reading.text}") is not None
        for said in messages:
            self._into(reading, said)
        for matter in reading.of("chase"):
            if matter.fact is None and matter.promise is None and matter.request is None and missed:
                self._recall(reading, missed)
                break
        self._reduce(reading)
        return reading

    def _into(self, reading: Reading, said: Said) -> None:
        chosen = self._chosen(said)
        if chosen:
            reading.matters += [self._things.matter(key, said.text) for key in chosen]
            return
        if said.acts and any(act.kind for act in said.acts):
            self._from_acts(reading, said)
            return
        found = understand(
            said.text,
            _index(self._things.cards()),
            thread_facts=self._talked_of(reading),
            asker_name=said.sender_name,
            me=self._percept.first,
        )
        told = {one.fact for one in said.told}
        if cues.BYE.match(said.text):
            reading.matters.append(Matter("bye", said.text))
            return
        if cues.PING.match(said.text.strip()) and not any(act.fact_ids for act in found.acts):
            reading.matters.append(Matter("ping", said.text))
            return
        before = ""
        for act in self._joined_up(found.acts):
            if self._for_another(act.text):
                continue
            if not reading.matches and act.matches:
                reading.matches = act.matches
            for matter in self._of_act(act, reading):
                if matter.kind in ("unmatched", "choice") and not (
                    "?" in act.text
                    or (matter.kind == "choice" and len(act.text.split()) < _FRAGMENT)
                    or cues.WANTS.search(act.text)
                    or ("?" not in said.text and len(said.text.split()) < _SHORT_ANSWER)
                ):
                    matter.kind = "inform"
                if matter.kind in _READ_INTO and self._states(said.text, act):
                    matter.kind = "inform"
                if matter.fact is not None and matter.fact.fact in told and "?" not in said.text:
                    matter.kind = "inform"
                matter.asks = cues.REASON.match(act.text) is None
                if matter.kind == "unmatched":
                    matter = self._by_context(matter, before)
                if matter.kind != "unmatched" or not self._goes_on(reading, matter):
                    reading.matters.append(matter)
            before = act.text

    def _joined_up(self, acts: Sequence[Act]) -> list[Act]:
        """The acts, with a heading (*the free days.*) and the question after it as one where that settles them."""
        done: list[Act] = []
        for act in acts:
            head = done[-1] if done else None
            if (
                head is not None
                and act.kind is ActKind.QUESTION
                and head.ambiguous
                and "?" not in head.text
                and len(head.text.split()) < _FRAGMENT
            ):
                found = _index(self._things.cards()).rank(f"{head.text} {act.text}")
                if found and found[0].fact_id in head.ambiguous:
                    whole = f"{head.text} {act.text}"
                    done[-1] = act._replace(
                        text=whole, matches=tuple(found[:3]), fact_ids=(found[0].fact_id,), ambiguous=()
                    )
                    continue
            done.append(act)
        return done

    def _talked_of(self, reading: Reading) -> tuple[str, ...]:
        """What the thread was about, newest first, with what the messages before this one ask for."""
        just = [self._things.key(one.id) for one in reversed(reading.matters) if one.fact or one.pointer]
        return tuple(dict.fromkeys((*just, *self._thread)))

    def _for_another(self, text: str) -> bool:
        """Whether somebody else in the round is addressed by name."""
        firsts = {name.split()[0] for name in self._percept.present} - {self._percept.first}
        if not firsts:
            return False
        found = _VOCATIVE.match(text)
        return found is not None and found[1] in firsts

    def _states(self, whole: str, act: Act) -> bool:
        """Whether words that could ask for something only report it: a figure, or what somebody has or will do."""
        text = act.text
        if "?" in text or cues.WANTS.search(text):
            return False
        if cues.REPORTS.match(text):
            return True
        return len(cues.FIGURE.findall(text)) > 0 and "?" not in whole and act.kind is not ActKind.CHASE

    def _by_context(self, matter: Matter, before: str) -> Matter:
        """A question that only points back (*do you know what it was?*) with what was stated just before it."""
        if not before or not cues.BACK.search(matter.text):
            return matter
        found = _index(self._things.cards()).rank(f"{before} {matter.text}")
        if not found or found[0].score < DECIDE:
            return matter
        if len(found) > 1 and found[1].score * 10 > found[0].score * 9:
            return matter
        return self._things.matter(found[0].fact_id, matter.text, matter.when, found[0].score)

    def _goes_on(self, reading: Reading, matter: Matter) -> bool:
        """Whether a question that fits nothing by itself goes on about what was asked just before."""
        before = next((one for one in reversed(reading.matters) if one.kind in ASKS), None)
        if (
            before is None
            or before.kind not in ("fact", "pointer", "request")
            or not cues.BACK.search(matter.text)
        ):
            return False
        if len(content(matter.text)) > _LITTLE and not cues.IT.search(matter.text):
            return False
        wanted = answers_wanted(matter.text)
        index = _index(self._things.cards())
        for near in index.rank(f"{matter.text} {before.text}"):
            asks = index.by_id[near.fact_id].asks
            if near.fact_id[2:] == before.id:
                break
            if near.score >= DECIDE and any(wanted & answers_wanted(one) for one in asks):
                reading.matters.append(
                    self._things.matter(near.fact_id, matter.text, matter.when, near.score)
                )
                break
        return True

    def _from_acts(self, reading: Reading, said: Said) -> None:
        """What a colleague's mind says that its message does."""
        for act in said.acts:
            key = self._things.key(act.item) if act.item else ""
            if key and act.kind in ("request", "clarify"):
                reading.matters.append(self._things.matter(key, said.text, score=1000))
            elif act.kind == "chase":
                matter = (
                    self._things.matter(key, said.text, score=1000) if key else Matter("chase", said.text)
                )
                matter.overdue = True
                reading.matters.append(matter)
            elif act.kind == "thanks":
                reading.matters.append(Matter("thanks", said.text))
            else:
                reading.matters.append(Matter("inform", said.text))

    def _of_act(self, act: Act, reading: Reading) -> list[Matter]:
        things = self._things
        score = act.matches[0].score if act.matches else 0
        owed = self._owed(act)
        if owed is not None:
            return [owed]
        promised = self._just_promised()
        if promised is not None and cues.OF_PROMISE.match(act.text):
            return [self._promise_matter(promised, act)]
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
                match.fact_id for match in act.matches if match.score >= 700 and match.fact_id[:2] == "r:"
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
        near = [one for one in act.matches if one.fact_id.startswith("a:") and one.score * 4 >= best * 3]
        if not near or near[0].score < DECIDE:
            return ""
        held = [self._things.facts.get(key) for key in act.fact_ids]
        loose = cues.LOOSE_PERMISSION.search(act.text) and not any(
            one is not None and one.verdict == "may_tell" for one in held
        )
        return near[0].fact_id if loose or cues.PLAIN_PERMISSION.search(act.text) else ""

    def _going_on(self, act: Act, reading: Reading) -> Match | None:
        """The newest fact talked of, where a question points back and fits it too (*and when was it paid?*)."""
        newest = next(iter(self._talked_of(reading)), "")
        if not newest or newest in act.fact_ids:
            return None
        if cues.ELLIPTIC.match(act.text) and not act.fact_ids and newest.startswith("f:"):
            return Match(newest, DECIDE)
        if not cues.BACK.search(act.text) or len(act.text.split()) > _SHORT_ANSWER:
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
        found = _index(cards).rank(act.text) if cards else ()
        if not found or found[0].score < _CHOICE_FLOOR or found[0].fact_id in act.fact_ids:
            return None
        return found[0] if len(found) < 2 or found[1].score * 10 < found[0].score * 9 else None

    def _only_by_context(self, act: Act) -> bool:
        """Whether a question with words of its own fits a fact by nothing but what was talked of before."""
        if len(act.fact_ids) != 1 or act.fact_ids[0] not in self._thread or len(act.text.split()) < 5:
            return False
        if not content(act.text) or cues.BACK.search(act.text):
            return False
        found = _index(self._things.cards()).rank(act.text)
        return all(one.fact_id != act.fact_ids[0] or one.score < _NEARLY for one in found)

    def _alone(self, act: Act, score: int) -> Match | None:
        """What a question that fits only by what was said before it asks for in its own words, if that is plain."""
        if len(act.fact_ids) != 1 or len(act.text.split()) < 4:
            return None
        found = _index(self._things.cards()).rank(act.text)
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
        return self._promise_matter(max(found, key=lambda pair: pair[0])[1], act)

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

    def _promise_matter(self, promise: OpenPromise, act: Act) -> Matter:
        matter = Matter("chase", act.text, promise=promise, when=act.when)
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
            return [self._promise_matter(best, act)]
        return [Matter("chase", act.text, when=act.when)]

    def _recall(self, reading: Reading, missed: Sequence[Said]) -> None:
        """What was asked earlier and never answered takes the place of a bare chase."""
        earlier = Reading()
        for said in missed:
            self._into(earlier, said)
        found = [one for one in earlier.matters if one.kind in ASKS and one.kind != "chase"]
        if not found:
            return
        for matter in found:
            matter.overdue = True
        reading.matters = [*(one for one in reading.matters if one.kind != "chase"), *found]
        reading.matches = reading.matches or earlier.matches

    def _chosen(self, said: Said) -> tuple[str, ...]:
        """What was picked from the reader's own *which do you mean*, asked just before."""
        before: Said | None = None
        for one in self._percept.said:
            if one.message == said.message:
                break
            before = one
        if before is None or before.sender != self._percept.me or len(said.text.split()) > _SHORT_ANSWER:
            return ()
        offered = [self._things.key(act.item) for act in before.acts if act.kind == "clarify" and act.item]
        options = [key for key in offered if key]
        if len(options) < 2:
            return ()
        if cues.BOTH.search(said.text):
            return tuple(options)
        cards = tuple(card for card in self._things.cards() if card.id in options)
        ranked = _index(cards).rank(said.text)
        if (
            ranked
            and ranked[0].score >= _CHOICE_FLOOR
            and (len(ranked) < 2 or ranked[1].score < ranked[0].score * 0.9)
        ):
            return (ranked[0].fact_id,)
        for number, pattern in enumerate(cues.ORDINALS):
            if pattern.search(said.text) and number < len(options):
                return (options[number],)
        return ()

    def _reduce(self, reading: Reading) -> None:
        """Each thing once; politeness only where nothing else is said."""
        reading.thanked = bool(reading.of("thanks")) and not reading.of(*ASKS)
        bare = [one for one in reading.of("chase") if not one.id]
        if bare and (reading.of("thanks", "presence") or len(reading.of(*ASKS)) > len(bare)):
            # Whoever thanks, or asks for something by name, isn't waiting for an unnamed thing any more.
            reading.matters = [one for one in reading.matters if one not in bare]
        seen: set[tuple[str, str]] = set()
        kept: list[Matter] = []
        asked = {one.id for one in reading.matters if one.kind in ASKS and one.id}
        for matter in reading.matters:
            if matter.kind == "choice" and any(key[2:] in asked for key in matter.options):
                continue
            if matter.kind == "unmatched" and asked and cues.LOST.search(matter.text):
                continue
            if matter.kind == "choice":
                about = ("choice", " ".join(sorted(matter.options)))
            elif matter.id or matter.kind == "unmatched":
                about = (matter.kind, matter.id or matter.text)
            else:
                about = (matter.kind, "")
            if about not in seen:
                seen.add(about)
                kept.append(matter)
        if sum(one.kind in ASKS for one in kept) > 1:
            kept = [one for one in kept if one.kind != "unmatched" or len(one.text.split()) > 2]
        if any(one.kind == "approval" for one in kept):
            kept = [one for one in kept if one.kind != "pointer" and not _withheld(one)]
        if any(one.kind in ("request", "chase") for one in kept):
            kept = [one for one in kept if one.kind not in ("fact", "pointer") or one.asks]
        if any(one.kind in ASKS for one in kept):
            kept = [
                one
                for one in kept
                if one.kind in ASKS or one.kind in ("deadline", "correction", "inform", "agree")
            ]
        if any(one.kind == "choice" for one in kept):
            kept = [one for one in kept if one.kind != "unmatched"]
        kept = self._agreement(reading, kept)
        # What can be answered comes first, and what isn't clear at the end.
        reading.matters = sorted(kept, key=lambda one: one.kind in ("unmatched", "choice"))

    def _agreement(self, reading: Reading, matters: list[Matter]) -> list[Matter]:
        """News that the missing approval was given asks for the fact again."""
        if any(one.kind in ("fact", "approval", "request", "pointer") for one in matters):
            return matters
        if not (cues.AGREED.search(reading.text) or any(one.kind == "agree" for one in matters)):
            return matters
        named = [one.fact for one in matters if one.fact is not None]
        open_here = [self._things.facts[key] for key in self._thread if key in self._things.facts]
        for fact in (*named, *open_here):
            if fact.asked_before and not fact.told_before and (fact.approval or fact.verdict == "may_tell"):
                return [Matter("fact", reading.text, fact=fact)]
        return matters


def _withheld(matter: Matter) -> bool:
    """Whether a fact is asked for that waits for an approval."""
    return matter.fact is not None and matter.fact.verdict == "needs_approval"


def _overlap(what: str, text: str) -> int:
    """Words of substance that two texts share."""
    stems = {token.stem for token in content(what)}
    return sum(token.stem in stems for token in content(text))
