"""Reads a message: cuts it into clauses, tells what each does, and finds the facts that it asks for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .acts import ASKING, Act, ActKind, Deadline, Match, Understanding
from .answers import answers_wanted
from .clauses import Clause, split
from .deadlines import names_bound, parse_deadline
from .index import FactIndex, content
from .kinds import kind_of
from .lexicon import lexicon
from .openings import mend_openings
from .phrases import phrase, says

FLOOR = 330
"""Below this score, per mille, a fact is not worth naming as a runner-up."""
DECIDE = 560
"""From this score on, a fact counts as asked for."""
_ALONE, _FAR = 500, 800
"""So does one from the first score on, if no other has the second share of its score, per mille."""
_CLOSE = 900
"""A runner-up with this share of the best score, per mille, fits about as well."""
_JOINED = 780
"""A runner-up with this share, per mille, may be asked for beside the best, if a clause joins the two."""
_PLAIN = 850
"""From this score on, per mille, a question is not searched for a second fact."""
_ENOUGH = ((400, 900), (350, 800))
"""A whole message asks for the fact that fits it best from such a score on, if the next has such a share of it."""
_SEVERAL, _FAIRLY, _WEIGHTY_ENOUGH, _WEIGHTY = 3, 390, 1300, 2000
"""It must have so many words of substance in common with the fact; one less if the fact fits with the second figure and
they weigh the third, or the fourth if the message names something that no fact has (per mille)."""
_STRONG, _SHARE = 700, 600
"""A clause asks for a fact beside that of the whole message if it fits it this well, or the whole so far."""
_LEAD, _EVIDENCE, _STRANGELY, _COMMON = 2000, 3000, 2000, 2
"""A message whose clauses leave it open asks for the fact that is likeliest by the wordings of all, if it has such a
lead, such evidence (less the third figure for each word that no fact has), and so many words in common with it."""
_SURE, _LEAST, _OTHER = 900, 800, 600
"""A lone fact that fits below the first score is doubted if the likeliest by the wordings of all has less evidence than
the second figure, or is another and leads by the third."""
_MOST_MATCHES = 5
_MOST_CHOICES = 4


_SPEAKING = frozenset(
    {
        ActKind.DO_MY_WORK,
        ActKind.AGREE,
        ActKind.REFUSE,
        ActKind.MEETING_REQUEST,
        ActKind.THANKS,
        ActKind.COMPLAINT,
        ActKind.APOLOGY,
        ActKind.DEADLINE,
        ActKind.SOCIAL,
    }
)
"""Kinds that ask for no fact, but may name one."""


def _stands_out(matches: Sequence[Match]) -> bool:
    """Whether the first fact fits fairly and no other nearly as well."""
    if not matches or matches[0].score < _ALONE:
        return False
    return len(matches) == 1 or matches[1].score * 1000 < matches[0].score * _FAR


class _Reader:
    """Reads the clauses of one message in turn, remembering what was said before."""

    def __init__(self, index: FactIndex, thread_facts: Sequence[str], names: Sequence[str]) -> None:
        self.index = index
        self.thread = tuple(dict.fromkeys(fact for fact in thread_facts if fact in index.by_id))
        self.names = frozenset(part.lower() for name in names for part in name.split())
        self.before = ""
        self.stated = False
        self.asked: tuple[str, ...] = ()
        """What the clauses so far asked for last."""

    def core(self, text: str) -> tuple[str, str]:
        """The part of a question that says what it is about, and what stands around it."""
        around = ""
        without_time = phrase("time_words").sub(" ", text)
        if content(without_time):
            text = without_time
        for pattern, keep_after in ((phrase("reported"), True), (phrase("tail"), False)):
            found = pattern.search(text)
            if found is None:
                continue
            rest = text[found.end() :] if keep_after else text[: found.start()]
            if content(rest):
                around += " " + found.group()
                text = rest
        return text, around.strip()

    def thread_topic(self) -> str:
        cards = [self.index.by_id[fact] for fact in self.thread[:3]]
        return " ".join(card.topic or card.statement for card in cards)

    def matches(self, text: str) -> tuple[Match, ...]:
        core, around = self.core(text)
        context = " ".join(part for part in (around, self.before or self.thread_topic()) if part)
        lean = phrase("elliptic").match(text) is not None or (bool(self.before) and _points_back(core))
        if not lean and not says("worded", core) and not content(core):
            return ()
        ranked = self.index.rank(core, context, ignore=self.names, lean=lean)
        return tuple(match for match in ranked if match.score >= FLOOR)[:_MOST_MATCHES]

    def _both(self, text: str, close: tuple[str, ...]) -> tuple[str, ...]:
        """The facts that fit alike because a clause joins them (*the rates at Antwerp and Rotterdam*), else none."""
        if len(close) < 2 or not _AND.search(text):
            return ()
        held = self.index.covering(self.core(text)[0], close, _HELD)
        if held.missing or not all(held.alone.get(fact) for fact in close):
            return ()
        return close

    def _each(self, text: str) -> tuple[str, ...]:
        """The facts asked for by the parts of an enumeration (*the rate, the code and the date*), if two at least."""
        parts = [part for part in _PARTS.split(self.core(text)[0]) if len(_plain(part)) > 1]
        if not 1 < len(parts) <= _MOST_PARTS:
            return ()
        found: list[str] = []
        for part in parts:
            ranked = self.index.rank(part, ignore=self.names)
            if (
                ranked
                and ranked[0].score >= _EACH
                and (len(ranked) == 1 or ranked[1].score * 1000 < ranked[0].score * _CLOSE)
            ):
                found.append(ranked[0].fact_id)
        different = tuple(dict.fromkeys(found))
        return different if len(different) > 1 else ()

    def settle(self, acts: Sequence[Act], subject: str) -> list[Act]:
        """The acts with the fact that the message as a whole asks for, where its clauses leave that open.

        Colleagues often ask one thing in several sentences: what they are at, what they have heard, and a question
        that means little by itself (*how many are there, and since when?*).
        """
        done = list(acts)
        asking = [
            number
            for number, act in enumerate(acts)
            if act.kind is ActKind.QUESTION or (act.kind is ActKind.VAGUE_QUESTION and not self.thread)
        ]
        if not asking:
            return done
        if len(acts) == 1 and acts[0].fact_ids:
            return self._doubted(done, asking, f"{acts[0].text} . {subject}")
        heads = [self.core(acts[number].text)[0] for number in asking]
        around = [act.text for number, act in enumerate(acts) if number not in asking]
        ranked = self.index.rank(
            " . ".join(heads), " . ".join([*around, subject]), ignore=self.names, lean=True
        )
        whole = [match for match in ranked if match.score >= FLOOR][:_MOST_MATCHES]
        if not ranked:
            return done
        fits = {match.fact_id: match.score for match in ranked}
        best = ranked[0]
        plain = bool(whole) and self._settled(whole, " . ".join([*heads, *around, subject]))
        known = False
        for number in asking:
            act = acts[number]
            if not act.fact_ids:
                continue
            asked, *others = act.fact_ids
            if others or asked == best.fact_id:
                known = True
                continue
            share = fits.get(asked, 0) * 1000 // best.score
            if not _points_back(self.core(act.text)[0]) and (
                _best(act.matches) >= _STRONG or share >= _SHARE
            ):
                known = True
                continue
            done[number] = act._replace(fact_ids=())
        if known:
            done = self._doubted(done, asking, " . ".join([*heads, *around, subject]))
            return [
                self._by_itself(act) if number in asking and not act.fact_ids else act
                for number, act in enumerate(done)
            ]
        if not plain:
            likeliest = self._likeliest(" . ".join([*heads, *around, subject]), " . ".join(heads))
            if not likeliest:
                return done
            best = Match(likeliest, fits.get(likeliest, FLOOR))
            whole = [best, *(match for match in whole if match.fact_id != likeliest)][:_MOST_MATCHES]
        last = asking[-1]
        done[last] = acts[last]._replace(
            kind=ActKind.QUESTION, fact_ids=(best.fact_id,), ambiguous=(), matches=tuple(whole)
        )
        return [
            act._replace(ambiguous=()) if number in asking and number != last else act
            for number, act in enumerate(done)
        ]

    def _deed(self, matches: Sequence[Match]) -> str:
        """What a chase is about, if it is a thing to be done that fits about as well as any fact."""
        for match in matches:
            if match.score * 1000 < matches[0].score * _FAR or match.score < _ALONE:
                break
            if self.index.by_id[match.fact_id].deed:
                return match.fact_id
        return ""

    def _by_chance(self, kind: ActKind, text: str, matches: Sequence[Match]) -> bool:
        """Whether a clause that names several things fits only by one of them."""
        if kind is not ActKind.QUESTION or matches[0].score >= _STRONG:
            return False
        core = self.core(text)[0]
        return (
            len(_plain(core)) > 1
            and self.index.sharing(core, matches[0].fact_id, ignore=self.names).common < 2
        )

    def _by_itself(self, act: Act) -> Act:
        """A question beside others that are settled, with the fact that its own words ask for, if they do."""
        text = self.core(act.text)[0]
        if _points_back(text) or not (
            act.text.endswith("?") or says("plain_question", mend_openings(act.text))
        ):
            return act
        found = [match for match in self.index.rank(text, ignore=self.names) if match.score >= FLOOR]
        if not found or not self._settled(found, text):
            return act
        return act._replace(fact_ids=(found[0].fact_id,), ambiguous=(), matches=tuple(found[:_MOST_MATCHES]))

    def _settled(self, whole: Sequence[Match], text: str) -> bool:
        """Whether a message asks for the fact that fits it best: no other nearly as well, and on several words."""
        first = whole[0]
        share = whole[1].score * 1000 // first.score if len(whole) > 1 else 0
        if not any(first.score >= least and share <= most for least, most in _ENOUGH):
            return False
        count, weight, strange = self.index.sharing(text, first.fact_id, ignore=self.names)
        return count >= _SEVERAL or (
            count == _SEVERAL - 1
            and first.score >= _FAIRLY
            and weight >= (_WEIGHTY if strange else _WEIGHTY_ENOUGH)
        )

    def _doubted(self, acts: list[Act], asking: Sequence[int], text: str) -> list[Act]:
        """The acts, without a lone fact if the wordings of all speak for none or for another.

        Where they speak for another, which of the two is meant is left open.
        """
        decided = [number for number in asking if acts[number].fact_ids]
        if len(decided) != 1 or len(acts[decided[0]].fact_ids) != 1:
            return acts
        act = acts[decided[0]]
        (asked,) = act.fact_ids
        found = self.index.likeliest(text, self.names)
        settled = asked in self.thread or self.index.by_id[asked].deed or _best(act.matches) >= _SURE
        if settled or found is None:
            return acts
        same = found.fact_id == asked
        if found.evidence - found.strange * _STRANGELY >= _LEAST and (same or found.lead < _OTHER):
            return acts
        choice = () if same or found.lead <= 0 else (asked, found.fact_id)
        done = list(acts)
        done[decided[0]] = act._replace(fact_ids=(), ambiguous=choice)
        return done

    def _likeliest(self, text: str, heads: str) -> str:
        """The fact that a message asks for by the wordings of all facts together, if it is plainly one."""
        for said in dict.fromkeys((text, heads)):
            found = self.index.likeliest(said, self.names)
            if (
                found is not None
                and found.lead >= _LEAD
                and found.evidence - found.strange * _STRANGELY >= _EVIDENCE
                and self.index.sharing(said, found.fact_id, ignore=self.names).common >= _COMMON
            ):
                return found.fact_id
        return ""

    def thread_choice(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What a vague question is about: the thread's fact, or a choice between its facts."""
        if len(self.thread) == 1:
            return self.thread, ()
        return (), self.thread[:_MOST_CHOICES]

    def read(self, clause: Clause, following: str) -> Act:
        kind = kind_of(clause.text, asks=clause.asks)
        if kind is ActKind.OTHER and clause.joined and not clause.asks and self.stated:
            kind = ActKind.INFORM
        when = _when(clause.text, kind)
        if kind is ActKind.QUESTION and when and not clause.asks and _names_only_time(clause.text):
            kind = ActKind.DEADLINE
        act = (
            self._spoken_of(kind, clause.text, when)
            if kind in _SPEAKING
            else self._about(kind, clause.text, when)
        )
        if act.kind is ActKind.QUESTION and not act.fact_ids and following and not act.ambiguous:
            kept, self.before = self.before, f"{self.before} {following}"
            again = self._about(kind, clause.text, when)
            self.before = kept
            if again.fact_ids:
                act = again
        self.stated = act.kind is ActKind.INFORM
        if act.kind in ASKING and act.fact_ids:
            self.asked = act.fact_ids
        self._remember(act)
        return act

    def _remember(self, act: Act) -> None:
        """Keeps what a clause was about for the clauses after it, unless it says as little as *and who?*."""
        if len(content(act.text)) >= 2 or not self.before:
            self.before = act.text
        elif act.kind in (ActKind.QUESTION, ActKind.INFORM):
            self.before = f"{act.text} {self.before}"[:400]

    def _spoken_of(self, kind: ActKind, text: str, when: Deadline | None) -> Act:
        """An act that asks nothing, with the fact that it names in its own words, if it is one."""
        ranked = self.index.rank(self.core(text)[0], ignore=self.names)
        matches = tuple(match for match in ranked if match.score >= FLOOR)[:_MOST_MATCHES]
        if not matches or (matches[0].score < DECIDE and not _stands_out(matches)):
            return Act(kind, text, matches, when=when)
        close = tuple(match.fact_id for match in matches if match.score * 1000 >= matches[0].score * _CLOSE)
        if len(close) == 1:
            return Act(kind, text, matches, close, when=when)
        return Act(kind, text, matches, (), close[:_MOST_CHOICES], when)

    def _about(self, kind: ActKind, text: str, when: Deadline | None) -> Act:
        matches = self.matches(text) if kind is not ActKind.VAGUE_QUESTION or self.before else ()
        best = _best(matches)
        if kind is ActKind.OTHER and says("clarify", text):
            return Act(kind, text, when=when)
        if kind is ActKind.CHASE and self.asked and (says("pointing", text) or not _has_subject(text)):
            return Act(kind, text, matches, self.asked, when=when)
        if kind is ActKind.CHASE and (deed := self._deed(matches)):
            return Act(kind, text, matches, (deed,), when=when)
        if kind is ActKind.TELL_EVERYTHING:
            asked = tuple(match.fact_id for match in matches if match.score >= DECIDE)
            return Act(kind, text, matches, asked, when=when)
        if (best >= DECIDE or _stands_out(matches)) and not self._by_chance(kind, text, matches):
            close = tuple(match.fact_id for match in matches if match.score * 1000 >= best * _CLOSE)
            kind = ActKind.QUESTION if kind in (ActKind.OTHER, ActKind.VAGUE_QUESTION) else kind
            if kind is ActKind.QUESTION and answers_wanted(text):
                close = tuple(fact for fact in close if not self.index.by_id[fact].deed) or close
            if (
                kind is ActKind.QUESTION
                and best < _PLAIN
                and (each := self._each(text))
                and set(close) <= set(each)
            ):
                return Act(kind, text, matches, each, when=when)
            joined = tuple(match.fact_id for match in matches if match.score * 1000 >= best * _JOINED)
            if both := self._both(text, joined) or self._both(text, close):
                return Act(kind, text, matches, both, when=when)
            if len(close) == 1:
                return Act(kind, text, matches, close, when=when)
            thread = tuple(fact for fact in close if fact in self.thread)
            if len(thread) == 1 and kind is not ActKind.INFORM:
                return Act(kind, text, matches, thread, when=when)
            return Act(kind, text, matches, (), close[:_MOST_CHOICES], when)
        if kind in (ActKind.QUESTION, ActKind.CHASE) and (each := self._each(text)):
            return Act(kind, text, matches, each, when=when)
        if kind is ActKind.CHASE and matches and self._settled(matches, text):
            return Act(kind, text, matches, (matches[0].fact_id,), when=when)
        if kind in (ActKind.VAGUE_QUESTION, ActKind.CHASE) and not _has_subject(text):
            asked, choice = self.thread_choice()
            return Act(kind, text, matches, asked, choice, when)
        return Act(kind, text, matches, when=when)


_AND = re.compile(r"\b(?:and|both|as well as)\b|&|, ", re.IGNORECASE)
_PARTS = re.compile(r",\s+(?:and\s+)?|\s+(?:and|plus|as well as)\s+(?:also\s+)?|\s+&\s+", re.IGNORECASE)
_MOST_PARTS = 8
_EACH = 680
"""A part of an enumeration must fit a fact this well, per mille."""
_HELD = 500


def _plain(text: str) -> list[str]:
    """The stems of the words of substance in a text, fillers left out."""
    return [token.stem for token in content(text) if token.stem not in lexicon().filler]


def _best(matches: Sequence[Match]) -> int:
    return matches[0].score if matches else 0


def _points_back(text: str) -> bool:
    """Whether a clause says so little of its own that it goes on about what was said before."""
    own = [token for token in content(text) if token.stem not in lexicon().filler]
    if len(own) < 2:
        return True
    if len(own) > 3 or (any(token.proper for token in own) and not says("pointing_plainly", text)):
        return False
    return says("pointing", text) or (len(own) < 3 and not _is_sentence(text))


def _is_sentence(text: str) -> bool:
    """Whether a clause asks or states something, rather than naming it."""
    return text.rstrip().endswith("?") or says("plain_question", mend_openings(text)) or says("finite", text)


def _names_only_time(text: str) -> bool:
    """Whether a request says nothing but by when (*I need it by noon*)."""
    return not _plain(phrase("time_words").sub(" ", text))


def _has_subject(text: str) -> bool:
    """Whether a chase names something of its own."""
    stripped = re.sub(
        r"\b(?:follow(?:ing)?|chas(?:e|ing)|circling|nudge|reminder|gentle|friendly|polite|bump(?:ing)?|ping|wait(?:ing)?|awaiting|progress|movement|joy|luck|reply|answer|response"
        r"|heard|opportunity|managed|promised|feedback|development)\b",
        " ",
        text,
        flags=re.IGNORECASE,
    )
    return bool(_plain(stripped))


def _when(text: str, kind: ActKind) -> Deadline | None:
    if kind in (ActKind.INFORM, ActKind.CORRECTION, ActKind.SOCIAL, ActKind.THANKS) or not names_bound(text):
        return parse_deadline(text) if kind is ActKind.MEETING_REQUEST else None
    return parse_deadline(text)


def understand(
    text: str,
    index: FactIndex,
    *,
    thread_facts: Sequence[str] = (),
    asker_name: str = "",
    me: str = "",
) -> Understanding:
    """Says what a colleague's message asks for and does.

    Args:
        text: the message as received; quoted history, greeting and signature may be included and are ignored.
        index: the facts that the reader holds or knows to exist.
        thread_facts: ids of facts that the conversation was about so far, newest first; they settle *any news on that?*
        asker_name: the writer's name, as it may stand in the text.
        me: the reader's name.

    Returns:
        The acts in the order of the message. A message without any has one act, a greeting or `other`.
    """
    message = split(text, me)
    reader = _Reader(index, thread_facts, (asker_name, me))
    if message.subject:
        reader.before = message.subject
    acts: list[Act] = []
    for number, clause in enumerate(message.clauses):
        following = message.clauses[number + 1].text if number + 1 < len(message.clauses) else ""
        acts.append(reader.read(clause, following))
    if acts:
        acts = reader.settle(acts, message.subject)
    if not acts and message.subject:
        acts.append(reader.read(Clause(message.subject, False, False), ""))
    if not acts:
        whole = message.own[:200]
        acts.append(Act(ActKind.GREETING if message.greeted else kind_of(whole, asks=False), whole))
    asking = [act for act in acts if act.kind in ASKING]
    facts = tuple(dict.fromkeys(fact for act in asking for fact in act.fact_ids))
    unmatched = tuple(
        act.text for act in asking if act.kind is ActKind.QUESTION and not act.fact_ids and not act.ambiguous
    )
    return Understanding(tuple(acts), facts, unmatched)
