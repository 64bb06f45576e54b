"""A pack read back in plain sentences: who knows what, who may be told, and what hangs on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..engine.office.conditions import model
from ..engine.office.conditions.model import Condition
from ..personas.problems import did_you_mean
from ..verifiers.criterion import Criterion
from .conditions import Words
from .mindwords import MindWords
from .pack import Pack, Person
from .reach import Reach, Way
from .schema.facts import Approval, EveryoneBut, Fact, Holder, Request, RuleWhen
from .schema.storyline import DoChat, DoFile, DoLearn, DoLeave, DoMail, DoMeeting, DoPhone, DoUse
from .uses import Uses


class UnknownPartError(LookupError):
    """The pack has no such person, fact or criterion; the message names the nearest."""


class Explanation:
    """Explains one task of a pack as drawn for one run.

    Args:
        pack: The loaded pack.
        drive: Drive path to content, if it is at hand; else the pack's files are made.
    """

    def __init__(self, pack: Pack, drive: Mapping[str, bytes] | None = None) -> None:
        self._pack = pack
        self._words = Words(pack)
        self._reach = Reach(pack, drive)
        self._uses = Uses(pack)
        self._minds = MindWords(pack, self._words)
        self._me = self._reach.me

    def whole(self) -> list[str]:
        """The task, everybody with what they know, decide and do, what happens by itself, and who has which mind."""
        pack = self._pack
        header = pack.task.header
        sender = pack.people[header.from_].name
        lines = [
            f"{pack.scenario.title}. {pack.scenario.summary}",
            f"{sender} hands “{header.title}” to {pack.people[self._me].name} on {header.at}.",
            f"The work hours, {header.limits.work_hours}, are used up on {self._when(self._reach.deadline)}.",
        ]
        for person in pack.people:
            lines += ["", *self.person(person)]
        for part in (list(self._story()), list(self._minds.sentences())):
            lines += ["", *part] if part else []
        return lines

    def person(self, person: str) -> list[str]:
        """Who somebody is, what they know, and under which rule they tell it.

        Raises:
            UnknownPartError: Nobody has that id.
        """
        pack = self._pack
        one = pack.people.get(person) or pack.people.get(pack.person(person))
        if one is None:
            raise _unknown("person", person, pack.people)
        where = f" at {one.member.company}" if one.member.outside else ""
        lines = [f"{one.name}, {one.member.title}{where}{self._relation(one)}."]
        knowledge = pack.knowledge
        lines += [
            f"{self._holding(one, fact, holder)} {self._rests(name) if holder.version is None else ''}".rstrip()
            for name, fact in knowledge.facts.items()
            for holder in fact.holders
            if holder.person == one.id
        ]
        lines += [
            self._approval(one, item) for item in knowledge.approvals.values() if item.decides == one.id
        ]
        lines += [self._request(one, item) for item in knowledge.requests.values() if item.person == one.id]
        lines += [
            f"Asked about {knows.about}, {one.first_name} points to {self._first(knows.person)}."
            for knows in one.member.knows_who
        ]
        lines += [
            f"{one.first_name} is away from {leave.from_} to {leave.to} ({leave.kind})."
            for leave in one.member.leave
        ]
        mind = self._minds.of(one.id)
        if one.id == self._me:
            lines.append(f"{one.first_name} is the one being played.")
        elif len(lines) == 1:
            lines.append(f"{one.first_name} holds nothing that this task asks about.")
        return [*lines, mind] if mind else lines

    def fact(self, name: str) -> list[str]:
        """Who holds a fact, every way to it, and what rests on it.

        Raises:
            UnknownPartError: There is no such fact.
        """
        pack = self._pack
        fact = pack.knowledge.facts.get(name)
        if fact is None:
            raise _unknown("fact", name, pack.knowledge.facts)
        me = pack.people[self._me].first_name
        lines = [f"{name}: {fact.statement}"]
        lines += [self._holding(pack.people[holder.person], fact, holder) for holder in fact.holders]
        if fact.not_to:
            lines.append(f"{self._forbidden(fact)} must never be told.")
        ways = self._reach.ways(name)
        open_ways = [way for way in ways if not way.barred]
        if open_ways:
            lines.append(f"{me} can learn it {_joined([self._way(way) for way in open_ways], 'or')}.")
        else:
            lines.append(f"{me} can't come to know it.")
        lines += [f"Not from {self._source(way)}: {way.barred}." for way in ways if way.barred]
        lines.append(self._rests(name) or "No criterion checks what it says.")
        return lines

    def criterion(self, criterion: str) -> list[str]:
        """What a criterion asks for, and which facts it can't be met without.

        Raises:
            UnknownPartError: The rubric has no such criterion.
        """
        criteria = self._criteria
        ids = [one.id for one in criteria]
        if criterion not in ids:
            raise _unknown("criterion", criterion, ids)
        one = criteria[ids.index(criterion)]
        total = sum(each.weight for each in criteria)
        share = f"{one.weight / total:.0%}" if total else "none"
        lines = [f"{ids.index(criterion) + 1}. {one.title} ({criterion}): {share} of the score."]
        lines += [f"It asks whether {self._words.clause(condition)}." for condition in one.conditions()]
        for name in self._pack.knowledge.facts:
            topic = self._words.topic(name)
            if criterion in self._cannot_without(name):
                ways = [self._way(way) for way in self._reach.ways(name) if not way.barred]
                how = f", to be had {_joined(ways, 'or')}" if ways else ", which nobody may tell"
                lines.append(f"It can't be met without {topic}{how}.")
            elif criterion in self._uses.resting_on(name):
                lines.append(f"What {topic} says goes into it.")
        gates = (gate for gate in self._pack.task.rubric.gates if gate.criterion == criterion)
        return [*lines, *(f"If it is not met, the score is at most {gate.cap}." for gate in gates)]

    def resting_on(self, fact: str) -> tuple[str, ...]:
        """The criteria that a fact goes into."""
        return tuple(dict.fromkeys((*self._cannot_without(fact), *self._uses.resting_on(fact))))

    @property
    def _criteria(self) -> tuple[Criterion, ...]:
        return self._pack.task.rubric.criteria

    def _holding(self, person: Person, fact: Fact, holder: Holder) -> str:
        name, topic = person.first_name, fact.topic
        if person.id == self._me:
            return f"{name} knows {topic} from the start."
        if holder.version is not None:
            sentence = f"{name} has {topic} wrong: “{holder.version.statement}”"
            if holder.corrected_by is not None:
                sentence += f" {name} holds the truth once {self._words.clause(holder.corrected_by)}"
                sentence += ", and then tells those who heard the wrong one." if holder.tells_again else "."
            else:
                sentence += " Nothing corrects it."
            return f"{sentence} {self._rule(person, fact, holder)}"
        return f"{name} knows {topic}. {self._rule(person, fact, holder)}"

    def _rule(self, person: Person, fact: Fact, holder: Holder) -> str:
        subject = _subject(person)
        rule = holder.rule
        if rule == "never":
            return f"{subject} never tell{_s(person)} it."
        if rule == "open":
            text = f"{subject} mention{_s(person)} it unasked where it fits"
        elif isinstance(rule, RuleWhen):
            whom = _joined([self._listener(word) for word in rule.to], "and") if rule.to else "anybody"
            text = f"{subject} tell{_s(person)} {whom} if asked"
            if rule.after is not None:
                text += f", and only after {self._condition(rule.after)}"
        else:
            text = f"{subject} tell{_s(person)} it if asked"
        return f"{text}, {self._forbidden(fact).lower()} never." if fact.not_to else f"{text}."

    def _approval(self, person: Person, approval: Approval) -> str:
        subject = f"{person.first_name} decides about {approval.topic}"
        if approval.grants == "always":
            told = [self._first(one) for one in approval.tells]
            then = f" and lets {_joined(told, 'and')} know" if told else ""
            return f"{subject}: whoever asks gets a yes{then}."
        if approval.grants == "never":
            return f"{subject}: the answer is always no."
        assert not isinstance(approval.grants, str)
        return f"{subject}: a yes only if {self._words.clause(approval.grants)}."

    def _request(self, person: Person, request: Request) -> str:
        text = f"Asked for {request.topic}, {person.first_name} promises it within {request.promise.due}"
        if request.promise.forgets:
            text += f", and {self._odds(request.promise.forgets)} forgets it unless reminded"
        if request.gives.to:
            text += f"; it then lies at {request.gives.to}"
        if request.after is not None:
            text += f". Only after {self._condition(request.after)}"
        return f"{text}."

    @staticmethod
    def _odds(per_mille: int) -> str:
        return f"in {per_mille // 10} of 100 runs" if per_mille < 1000 else "always"

    def _cannot_without(self, fact: str) -> tuple[str, ...]:
        found = [one.id for one in self._criteria if fact in one.needed_facts()]
        return tuple(dict.fromkeys((*found, *self._uses.only_from(fact))))

    def _rests(self, fact: str) -> str:
        without = self._cannot_without(fact)
        if without:
            return f"Without it {self._numbered(without)} cannot be met."
        resting = self._uses.resting_on(fact)
        return f"It goes into {self._numbered(resting)}, but stands elsewhere too." if resting else ""

    def _numbered(self, ids: Iterable[str]) -> str:
        order = [one.id for one in self._criteria]
        shown = [f"{order.index(one) + 1} ({one})" if one in order else one for one in ids]
        return f"criteri{'on' if len(shown) == 1 else 'a'} {_joined(shown, 'and')}"

    def _condition(self, condition: Condition) -> str:
        """A condition after `after`: an approval in the fewest words."""
        if isinstance(condition, model.Agreed):
            approval = self._pack.knowledge.approvals[condition.agreed.approval]
            return f"{self._first(approval.decides)} has agreed"
        return self._words.clause(condition)

    def _way(self, way: Way) -> str:
        after = f" after {self._condition(way.needs)}" if way.needs is not None else ""
        match way.kind:
            case "person":
                return f"from {self._first(way.by)}{after}"
            case "document":
                return f"from {way.by}"
            case "mail":
                return (
                    f"from the brief ({way.by})"
                    if way.by.startswith("tasks/")
                    else f"from an old mail ({way.by})"
                )
            case "chat":
                return f"from the chat `{way.by}`"
            case "beat":
                return f"when the beat `{way.by}` comes"
            case "meeting":
                return f"in the meeting `{way.by}`"
            case "request":
                return f"by asking for {self._words.topic(way.by)}{after}"

    def _source(self, way: Way) -> str:
        if way.kind == "person":
            return self._first(way.by)
        return f"the {way.kind} {way.by}"

    def _story(self) -> Iterator[str]:
        for meeting in self._pack.storyline.meetings:
            people = _joined([self._first(one) for one in (meeting.organiser, *meeting.with_)], "and")
            yield f"{meeting.at}: the meeting `{meeting.title}` of {people}, {meeting.minutes} minutes."
        for beat in self._pack.storyline.beats:
            what = _joined([self._action(action) for action in beat.do], "and")
            often = "Each time" if beat.repeats else "Once"
            start = (
                beat.when.at
                if isinstance(beat.when, model.At)
                else f"{often} {self._words.clause(beat.when)}"
            )
            yield f"{start}: {what}."

    def _action(self, action: Any) -> str:
        first = self._first
        match action:
            case DoMail(mail=one):
                return (
                    f"{first(one.from_)} mails {_joined([first(p) for p in one.to], 'and')} “{one.subject}”"
                )
            case DoChat(chat=one):
                place = first(one.to) if one.to else f"#{one.channel}"
                return f"{first(one.from_)} writes to {place} in the chat"
            case DoFile(file=one):
                return f"{first(one.by)} puts {one.path} on the drive"
            case DoLearn(learn=one):
                return f"{first(one.person)} learns the truth about {self._words.topic(one.fact)}"
            case DoLeave(leave=one):
                start = "" if one.from_ == "now" else f" from {one.from_}"
                return f"{first(one.person)} is away{start} until {one.to}"
            case DoMeeting(meeting=one):
                return f"{first(one.organiser)} calls the meeting `{one.title}` for {one.at}"
            case DoPhone(phone=one):
                return f"{first(one.from_)} rings {first(one.to)}"
            case DoUse(use=one):
                place = one.arguments.get("path") or one.arguments.get("ticket") or ""
                return f"{first(one.person)} uses {one.tool} {place}".rstrip()
            case _:
                raise TypeError(f"{type(action).__name__} is no action of a beat")

    def _relation(self, person: Person) -> str:
        if person.member.manager:
            return f", reports to {self._first(person.member.manager)}"
        return ""

    def _forbidden(self, fact: Fact) -> str:
        names: list[str] = []
        for audience in fact.not_to:
            if isinstance(audience, EveryoneBut):
                names.append(
                    f"everybody but {_joined([self._first(p) for p in audience.everyone_but], 'and')}"
                )
            else:
                names.append(
                    {"clients": "clients", "outside": "outsiders"}.get(audience) or self._first(audience)
                )
        text = _joined(names, "and")
        return text[0].upper() + text[1:]

    def _listener(self, word: str) -> str:
        groups = {"clients": "clients", "outside": "outsiders", "inside": "colleagues", "anyone": "anybody"}
        ties = {
            "manages": "the people they manage",
            "works_with": "those they work with",
            "requests_from": "those they ask for work",
            "client_of": "their suppliers",
            "supplier_of": "their clients",
            "mentors": "those they mentor",
        }
        return (
            groups.get(word) or ties.get(word) or (self._first(word) if word in self._pack.people else word)
        )

    def _first(self, person: str) -> str:
        one = self._pack.people.get(person)
        return one.first_name if one else person

    def _when(self, at: int) -> str:
        wall = self._pack.clock.calendar().local(at)
        return f"{wall:%A} {wall.day} {wall:%B} {wall:%H:%M}"


def _unknown(noun: str, name: str, known: Iterable[str]) -> UnknownPartError:
    names = list(known)
    hint = did_you_mean(name, names) or f"There are: {', '.join(names) or 'none'}."
    return UnknownPartError(f"there is no {noun} `{name}`. {hint}")


def _subject(person: Person) -> str:
    word = person.persona.pronoun_forms[0] if person.persona else person.first_name
    return word[0].upper() + word[1:]


def _s(person: Person) -> str:
    """The ending of a verb after a person's pronoun."""
    return "" if person.persona and person.persona.pronoun_forms[0] == "they" else "s"


def _joined(parts: list[str], word: str) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"
