"""Reads what is new in a thread: its matters in order, each once, and politeness where nothing else is said."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from ...office.percept import Said
from ..understanding import DECIDE, Act, ActKind, understand
from ..understanding.answers import answers_wanted
from ..understanding.index import content
from . import cues
from .matters import ASKS, Matter, Reading, index_of
from .senses import CHOICE_FLOOR, SHORT_ANSWER, Senses

_FRAGMENT: Final = 6
"""Words: a shorter sentence without a question mark may be a heading."""
_LETTER: Final = 25
"""Words: a longer message without a question mark asks only where it says so."""
_LITTLE: Final = 1
"""Words of substance: a question with more and without *it* or *that* says something of its own."""
_READ_INTO: Final = ("fact", "pointer", "unmatched", "choice")
_UNCLAIMED: Final = ("inform", "other", "unmatched", "choice", "bidding", "deadline")
"""Kinds of matters that may after all ask for what is outstanding."""
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s|\n")
_ENDED: Final = re.compile(r"[.!?](?:\s|$)|\n")
_VOCATIVE: Final = re.compile(r"^\W*(?:and |so |also |but )?([A-Z][\w'’-]+)\s*[,:]")
"""A name with which a sentence turns to somebody."""


class Reader(Senses):
    """Reads what is new in a thread for one person."""

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
        self._outstanding(reading)
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
            index_of(self._things.cards()),
            thread_facts=self._talked_of(reading),
            asker_name=said.sender_name,
            me=self._percept.first,
        )
        told = {one.fact for one in said.told}
        if cues.BYE.match(said.text):
            reading.matters.append(Matter("bye", said.text))
            return
        short = len(said.text.split()) < SHORT_ANSWER
        if short and cues.THANKING.match(said.text) and not any(act.fact_ids for act in found.acts):
            reading.matters.append(Matter("thanks", said.text))
            return
        if cues.PING.match(said.text.strip()) and not any(act.fact_ids for act in found.acts):
            reading.matters.append(Matter("ping", said.text))
            return
        before = ""
        for act in self._joined_up(found.acts):
            if self._for_another(act.text):
                continue
            aside = is_aside(said.text, act.text)
            if not reading.matches and act.matches:
                reading.matches = act.matches
            for matter in self.of_act(act, reading):
                if matter.kind in ("unmatched", "choice") and not (
                    "?" in act.text
                    or (matter.kind == "choice" and len(act.text.split()) < _FRAGMENT)
                    or cues.WANTS.search(act.text)
                    or ("?" not in said.text and len(said.text.split()) < SHORT_ANSWER)
                ):
                    matter.kind = "inform"
                if matter.kind == "unmatched" and not act.matches and cues.WELFARE.match(act.text):
                    matter.kind = "social"
                if matter.kind in _READ_INTO and (aside or self._states(said.text, act)):
                    matter.kind = "inform"
                if (
                    matter.kind in ("unmatched", "choice")
                    and cues.BIDS.match(act.text)
                    and "?" not in act.text
                ):
                    matter.kind = "bidding"
                matter = self._of_news(matter, told, said.text, act.text)
                matter.asks = cues.REASON.match(act.text) is None
                if matter.kind == "doubt" and before and "?" not in before:
                    matter = self._said_so(matter, before)
                if matter.kind == "unmatched":
                    matter = self._by_context(matter, before)
                if matter.kind == "unmatched" and self._in_one_breath(reading, said.text, matter.text):
                    continue
                if matter.kind != "unmatched" or not self._goes_on(reading, matter):
                    reading.matters.append(matter)
            before = act.text

    def _of_news(self, matter: Matter, told: Collection[str], whole: str, text: str) -> Matter:
        """What is said of a fact that the message itself tells: news, or a question about it, but not for it."""
        about = matter.fact or matter.pointer
        if about is None or about.fact not in told or matter.kind not in ("fact", "pointer", "inform"):
            return matter
        if "?" not in text if matter.fact is not None and matter.fact.from_other else "?" not in whole:
            matter.kind = "inform"
        elif matter.fact is not None and matter.fact.from_other:
            matter.kind = "counsel"
        return matter

    def _said_so(self, matter: Matter, before: str) -> Matter:
        """A doubt about what its writer stated just before (*You spoke to nobody. Is that right?*): what is so then?"""
        for near in index_of(self._things.cards()).rank(before):
            if near.score < CHOICE_FLOOR:
                break
            if near.fact_id in self._things.facts:
                return self._things.matter(near.fact_id, before, score=near.score)
        if matter.fact is not None:
            return Matter("fact", before, fact=matter.fact)
        return matter

    def _outstanding(self, reading: Reading) -> None:
        """Words that name what the reader owes, or does for people, ask for it however they are put."""
        for number, matter in enumerate(reading.matters):
            if matter.kind not in _UNCLAIMED:
                continue
            asks = matter.kind in ("unmatched", "choice", "bidding")
            if cues.ARRIVED.search(matter.text) and not (
                cues.MISSING.search(matter.text) or "?" in matter.text
            ):
                continue
            owed = next(
                (one for one in self._percept.promises if one.mine and _named(one.what, matter.text, 1, 2)),
                None,
            )
            if owed is not None and (asks or cues.PRESSES.search(matter.text)):
                reading.matters[number] = self.promise_matter(owed, matter.text)
                continue
            for request in self._things.requests.values():
                if _named(request.topic, matter.text) and (
                    cues.ASKS_FOR.search(matter.text)
                    or (request.status == "done" and (asks or cues.MISSING.search(matter.text)))
                ):
                    reading.matters[number] = Matter(
                        "request", matter.text, request=request, when=matter.when
                    )
                    break

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
                found = index_of(self._things.cards()).rank(f"{head.text} {act.text}")
                if found and found[0].fact_id in head.ambiguous:
                    whole = f"{head.text} {act.text}"
                    done[-1] = act._replace(
                        text=whole, matches=tuple(found[:3]), fact_ids=(found[0].fact_id,), ambiguous=()
                    )
                    continue
            done.append(act)
        return done

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
        if "?" in text:
            return False
        if cues.STATED.match(text) and len(text.split()) > _FRAGMENT:
            return True
        if len(whole.split()) > _LETTER and "?" not in whole and not cues.ASKS_WORD.search(text):
            return True
        if cues.WANTS.search(text):
            return False
        if cues.REPORTS.match(text):
            return True
        return len(cues.FIGURE.findall(text)) > 0 and "?" not in whole and act.kind is not ActKind.CHASE

    def _by_context(self, matter: Matter, before: str) -> Matter:
        """A question that only points back (*do you know what it was?*) with what was stated just before it."""
        if not before or not cues.BACK.search(matter.text):
            return matter
        found = index_of(self._things.cards()).rank(f"{before} {matter.text}")
        if not found or found[0].score < DECIDE:
            return matter
        if len(found) > 1 and found[1].score * 10 > found[0].score * 9:
            return matter
        return self._things.matter(found[0].fact_id, matter.text, matter.when, found[0].score)

    def _in_one_breath(self, reading: Reading, whole: str, text: str) -> bool:
        """Whether a sentence asks for a known thing and goes on about it (*when did it go, and how do you know?*)."""
        before = reading.matters[-1] if reading.matters else None
        if before is None or before.kind not in ("fact", "approval", "request"):
            return False
        start, end = whole.find(before.text[:24]), whole.find(text[:24])
        return 0 <= start < end and not _ENDED.search(whole[start:end])

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
        index = index_of(self._things.cards())
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
        if before is None or before.sender != self._percept.me or len(said.text.split()) > SHORT_ANSWER:
            return ()
        offered = [self._things.key(act.item) for act in before.acts if act.kind == "clarify" and act.item]
        options = [key for key in offered if key]
        if len(options) < 2:
            return ()
        if cues.BOTH.search(said.text):
            return tuple(options)
        cards = tuple(card for card in self._things.cards() if card.id in options)
        ranked = index_of(cards).rank(said.text)
        if (
            ranked
            and ranked[0].score >= CHOICE_FLOOR
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
        if len(reading.of(*ASKS)) > len(reading.of("conflict")):
            # The question itself is answered; what somebody else says is why it is asked.
            reading.matters = [one for one in reading.matters if one.kind != "conflict"]
        reading.matters = _once_each(reading.matters)
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
        if any(one.kind in ("choice", "everything", "own_work") for one in kept):
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


def _once_each(matters: Sequence[Matter]) -> list[Matter]:
    """The matters without a second one about the same promise, asked for by name and chased in one message."""
    kept: list[Matter] = []
    for matter in matters:
        if matter.kind in ("chase", "request"):
            owed = {one.id for one in kept if one.kind in ("chase", "request")}
            owed |= {one.promise.item for one in kept if one.kind == "chase" and one.promise is not None}
            item = matter.promise.item if matter.promise is not None else ""
            if matter.id in owed or (item and item in owed):
                continue
        kept.append(matter)
    return kept


def _named(topic: str, text: str, least: int = 3, of: int = 4) -> bool:
    """Whether a text names a thing: so large a share of the words of its topic, two at least or a compound.

    Compounds (*side letter*) are one word to the index, and name a thing by themselves.
    """
    words = {token.stem for token in content(topic)}
    both = words & {token.stem for token in content(text)}
    if len(both) < 2 and not any("_" in stem for stem in both):
        return False
    return len(both) * of >= len(words) * least


def is_aside(whole: str, clause: str) -> bool:
    """Whether a clause that begins like a question is a mere aside (*the log, which I have read, is signed*).

    It goes on with a sentence that isn't a question and asks for nothing before it.
    """
    start = whole.find(clause[:24])
    if start <= 0 or "?" in clause or not cues.RELATIVE.match(clause):
        return False
    before = _SENTENCE.split(whole[:start])[-1]
    if not before.rstrip().endswith(",") or cues.ASKING.search(before):
        return False
    rest = _SENTENCE.split(whole[start:], maxsplit=1)[0]
    return (
        "?" not in rest and "?" not in whole[start : start + len(rest) + 1] and not cues.WANTS.search(before)
    )


def _withheld(matter: Matter) -> bool:
    """Whether a fact is asked for that waits for an approval."""
    return matter.fact is not None and matter.fact.verdict == "needs_approval"
