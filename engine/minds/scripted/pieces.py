"""What one matter gets said about it, and what saying it does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from ...office.events import Act, Told
from ...office.percept import Doable, KnownFact, NewPromise, Percept, Refusal, Write
from ..understanding import Deadline, parse_deadline
from .grammar import alternatives, capital, closed, is_clause, label, small_if_plain
from .matters import Matter, Reading, Things
from .speaker import Speaker

_DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_UNSURE: Final = 700
"""Below this sureness, per mille, people say so."""
_ASKS_SELF: Final = ("let me run", "let me ask", "i'll ask", "i'll check with", "i will ask")
"""Wordings by which somebody undertakes to ask for an approval themselves."""


@dataclass(slots=True)
class Effects:
    """What a reply does, gathered beside its words."""

    acts: list[Act] = field(default_factory=list[Act])
    asked: list[str] = field(default_factory=list[str])
    told: list[Told] = field(default_factory=list[Told])
    refused: list[Refusal] = field(default_factory=list[Refusal])
    referred: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    not_understood: list[str] = field(default_factory=list[str])
    candidates: list[str] = field(default_factory=list[str])
    approval_asked: list[str] = field(default_factory=list[str])
    approves: list[str] = field(default_factory=list[str])
    disapproves: list[str] = field(default_factory=list[str])
    promises: list[NewPromise] = field(default_factory=list[NewPromise])
    reminded: list[str] = field(default_factory=list[str])
    moved: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])
    rapport: list[str] = field(default_factory=list[str])
    writes: list[Write] = field(default_factory=list[Write])
    rules: list[str] = field(default_factory=list[str])
    """Which rule decided, for the explanation."""

    def act(self, kind: str, topic: str = "", item: str = "") -> None:
        self.acts.append(Act(kind=kind, topic=topic, item=item))


@dataclass(slots=True)
class Piece:
    """The words for one matter."""

    text: str
    lead: str = ""
    """May stand before it if there is room."""
    topic: str = ""
    labelled: bool = False
    """The text says by itself what it is about."""
    serious: bool = False
    private: bool = False
    """Not for everybody who reads the thread."""


class Worder:
    """Finds the piece for each matter of one percept."""

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

    # Facts ---------------------------------------------------------------------------------------------------------------

    def fact(self, matter: Matter) -> Piece:
        """Tells it, refers to the earlier answer, or says why not."""
        fact = matter.fact
        assert fact is not None
        effects = self.effects
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

    def _content(self, fact: KnownFact) -> str:
        said = self.say.choose(fact.says) if fact.says else closed(fact.statement)
        return capital(closed(said.strip()))

    def told(self, fact: KnownFact) -> None:
        """Records the telling."""
        self.effects.told.append(Told(fact=fact.fact, version=fact.version))
        self.effects.act("answer", fact.topic, fact.fact)

    def content(self, fact: KnownFact) -> Piece:
        """The fact in the person's words, with their doubts."""
        say = self.say
        text = self._content(fact)
        doubtful = fact.sure < _UNSURE or fact.faded
        if doubtful:
            intro = say.bank("uncertain", topic=fact.topic)
            text = _join(intro, text)
            if fact.faded or fact.sure < 550 or say.draw.chance(400):
                text = f"{text} {say.plain('verify')}"
            return Piece(text, topic=fact.topic)
        habits = say.persona.style.habits
        if (
            habits.hedges
            and text.endswith(".")
            and say.draw.chance(habits.hedging * (1000 - fact.sure) // 250)
        ):
            text = f"{text[:-1]}, {say.draw.choice(habits.hedges)}."
        return Piece(text, topic=fact.topic)

    def _tell(self, fact: KnownFact) -> Piece:
        piece = self.content(fact)
        self.effects.rules.append(f"may tell {fact.fact}")
        if not self.percept.audience_allows:
            self.private = True
            piece.private = True
            return piece
        self.told(fact)
        doubtful = fact.sure < _UNSURE or fact.faded
        if not doubtful and not self.terse:
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
        if self.terse and (self.percept.other is None or self.percept.other.patience <= 1):
            short = say.bank("repeats", topic=fact.topic, when=when, fits=lambda one: not one.endswith(":"))
            if fact.told_before > 1:
                self.effects.act("refusal", fact.topic, fact.fact)
                self.effects.refused.append(Refusal(fact=fact.fact, reason="patience"))
                return Piece(short, topic=fact.topic)
        self.told(fact)
        return Piece(_join(intro, self._content(fact)), topic=fact.topic)

    def _told_when(self, fact: str) -> str:
        """When the thread shows that it was told."""
        today = self.percept.day[:3]
        for said in reversed(self.percept.said):
            if said.sender == self.percept.me and any(one.fact == fact for one in said.told):
                day, _, clock = said.day.partition(" ")
                if day != today:
                    return _DAY_NAMES.get(day.lower(), "")
                morning = clock[:2].isdigit() and int(clock[:2]) < 12
                part = "morning" if morning else "afternoon"
                return f"this {part}" if self.percept.day.endswith(part) or morning else "earlier today"
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
        fits = (lambda one: "{topic}" in one) if self.many and topic else None
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
        who = fact.approver_name.split()[0] if fact.approver_name else ""
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
        elif not own and not any(
            word in low
            for word in (
                "ask",
                "talk to",
                "take it to",
                "bring me",
                "obtain",
                "approach",
                "get a",
                "could you",
            )
        ):
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
            text = say.bank(
                "dont_know", topic=topic, fits=(lambda one: "{topic}" in one) if self.many else None
            )
            return Piece(text, topic=topic, labelled=topic in text)
        effects.rules.append(f"does not know {fact}, names {who}")
        effects.referred.append((fact, who))
        effects.act("pointer", topic, fact)
        first = who_name.split()[0] if who_name else who
        fits = (lambda one: "{topic}" in one) if self.many and not is_clause(topic) else None
        text = say.bank("redirects", topic=topic, who=first, fits=fits)
        if not self.terse and not self.many and say.draw.chance(450):
            text = f"{say.bank('dont_know', must=False, fits=lambda one: '{' not in one)} {text}".strip()
        return Piece(text, topic=topic, labelled=topic in text)

    # Approvals and requests ----------------------------------------------------------------------------------------------

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
            if one.grants and one.says and say.draw.chance(500):
                text = f"{text} {capital(closed(say.choose(one.says)))}"
            effects.rapport.append("asked_again")
            return Piece(text, topic=one.topic, serious=not one.grants)
        if one.grants:
            effects.approves.append(one.approval)
            text = capital(closed(say.choose(one.says))) if one.says else say.plain("approve")
            return Piece(text, topic=one.topic)
        effects.disapproves.append(one.approval)
        text = capital(closed(say.choose(one.refuses))) if one.refuses else say.bank("refusals", topic="")
        return Piece(text, topic=one.topic, serious=True)

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
            text = self.say.plain("already_done")
            if one.says:
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
        when = one.due_words
        text = say.bank("promises", topic=one.topic, when=when, fits=lambda phrase: "{when}" in phrase)
        if wanted is not None and _sooner(wanted, when, self.percept.day):
            effects.rules.append(f"{wanted.text} is too soon")
            asked = _spoken_time(wanted.text)
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
        when = promise.due_words if promise is not None else one.due_words if one is not None else ""
        effects.rules.append(f"reminded of {topic}")
        if promise is not None:
            effects.reminded.append(promise.promise)
        elif one is not None and one.promise:
            effects.reminded.append(one.promise)
        effects.rapport.append("chased")
        effects.act("promise", topic)
        forgotten = one is not None and one.forgotten
        plain_topic = "" if is_clause(topic) else topic
        if late or forgotten:
            text = say.bank("late", topic=plain_topic, fits=lambda phrase: "{when}" not in phrase)
            if late:
                return Piece(f"{text} {say.plain('status_late')}", topic=topic, serious=True)
        else:
            text = say.bank("chased", topic=plain_topic, fits=lambda phrase: "{when}" not in phrase)
        return Piece(f"{text} {say.plain('status_due', when=when)}" if when else text, topic=topic)

    # Questions that can't be answered as they are ----------------------------------------------------------------------------

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
        """Says that the question isn't clear, asking for what would settle it."""
        say = self.say
        self.effects.not_understood.append(matter.text)
        self.effects.act("clarify")
        self.effects.rules.append("nothing fits the question")
        if rest:
            return Piece(say.plain("rest_unclear"), labelled=True)
        person = self._known_for(matter.text)
        if person:
            unsure = say.bank("dont_know", fits=lambda one: "{" not in one)
            return Piece(f"{unsure} {say.plain('maybe_person', who=person)}", serious=True)
        near = [
            self.things.topic(match.fact_id) for match in reading.matches[:2] if self._may_name(match.fact_id)
        ]
        if near and not self.terse:
            return Piece(
                f"{say.bank('not_understood', must=False)} {say.plain('counter_topic', options=alternatives(near))}".strip()
            )
        text = say.bank("not_understood")
        if not self.terse and not text.endswith("?"):
            text = f"{text} {say.plain('counter')}"
        return Piece(text)

    def _known_for(self, text: str) -> str:
        """A colleague whose title the question names the field of."""
        low = text.lower()
        for person, name, title in self.percept.colleagues:
            if person == self.percept.manager:
                continue
            for word in title.lower().replace("-", " ").split():
                if len(word) > 4 and word not in _TITLES and word[:6] in low:
                    return name.split()[0]
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
        """Leaves the asker's own job with them, and says what they would do."""
        say = self.say
        self.effects.rules.append(f"the asker's own work (takes over: {say.persona.help.takes_over_work})")
        self.effects.act("refusal", "own_work")
        self.effects.rapport.append("do_my_work")
        text = say.bank("own_work")
        offers = [one for one in say.persona.help.will if not _THIRD_PERSON & set(one.split())]
        if offers and not self.terse:
            thing = say.draw.choice(offers)
            text = f"{text} {say.plain('scope', thing=thing)}"
        return Piece(text)

    def labelled(self, piece: Piece) -> str:
        """The piece with its topic before it, where several things are answered at once."""
        if piece.labelled or not piece.topic:
            return piece.text
        return f"{label(piece.topic, self.say.formality, self.say.draw)} {small_if_plain(piece.text)}"


_THIRD_PERSON: Final = frozenset("she her hers herself he him his himself they them their themselves".split())
_TITLES: Final = frozenset(
    "manager specialist officer senior junior coordinator director analyst support assistant head chief leader owner expert".split()
)
_DAY_NAMES: Final = {
    "mon": "Monday",
    "tue": "Tuesday",
    "wed": "Wednesday",
    "thu": "Thursday",
    "fri": "Friday",
    "sat": "Saturday",
    "sun": "Sunday",
}


def _join(intro: str, text: str) -> str:
    """An introduction and what it introduces."""
    if not intro:
        return text
    return f"{intro} {small_if_plain(text)}" if intro.endswith(":") else f"{intro} {text}"


def join_lead(lead: str, text: str) -> str:
    """A lead-in and the answer."""
    return _join(lead, text)


def _ahead(when: Deadline, today: int) -> int | None:
    """Days ahead of a time as it was said; None if it can't be told without a calendar."""
    if when.minutes_ahead is not None:
        return 0
    if when.weekday is not None:
        days = (when.weekday - today) % 7
        return days + (when.day_offset or 0) if (when.day_offset or 0) >= 7 and days == 0 else days
    if when.day is not None:
        return None
    return when.day_offset


def _sooner(wanted: Deadline, due_words: str, day: str) -> bool:
    """Whether what was asked for comes before what can be promised."""
    due = parse_deadline(due_words)
    today = next((number for number, name in enumerate(_DAYS) if day.lower().startswith(name)), None)
    if due is None or today is None:
        return False
    asked, given = _ahead(wanted, today), _ahead(due, today)
    if asked is None or given is None:
        return False
    if asked != given:
        return asked < given
    end = 17 * 60
    return wanted.minutes_ahead is None and (wanted.minute_of_day or end) < (due.minute_of_day or end)


def _spoken_time(text: str) -> str:
    """A time as it was asked for, as one repeats it: *Thursday noon*."""
    words = text.strip(" .,!?").split()
    while words and words[0].lower() in (
        "by",
        "before",
        "until",
        "till",
        "at",
        "on",
        "no",
        "later",
        "than",
        "the",
        "latest",
    ):
        words = words[1:]
    names = set(_DAY_NAMES.values())
    fixed = [word.capitalize() if word.capitalize() in names else word for word in words]
    return capital(" ".join(fixed)) or "That"


def topics_of(pieces: Sequence[Piece]) -> tuple[str, ...]:
    """What pieces are about."""
    return tuple(piece.topic for piece in pieces if piece.topic)


Mood = Literal["normal", "terse", "escalates", "ignores"]
