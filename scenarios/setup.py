"""From a loaded pack to the office that the engine runs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Final

from ..engine.kernel.clock import DAY, MINUTE
from ..engine.minds.registry import SCRIPTED
from ..engine.office.conditions.timewords import Span, read_span
from ..engine.office.model import (
    Absence,
    Approval,
    Fact,
    Gift,
    Holding,
    KnowsWho,
    Line,
    Meeting,
    Mistake,
    OwnWork,
    Person,
    Request,
    Rule,
    Setup,
    Tie,
    ToolStep,
    WorkStep,
)
from .pack import Pack
from .pack import Person as PackPerson
from .schema import facts as written
from .schema.common import MeetingPlan, ToolUse

REPEATS: Final = {"no": 1, "daily": 20, "weekly": 12}
"""How often a repeated meeting is put into calendars."""


def setup_of(
    pack: Pack,
    *,
    ambient: bool = True,
    minds: Mapping[str, str] | None = None,
    thinkers: Iterable[str] = (),
) -> Setup:
    """The office of a pack's run.

    Args:
        pack: The pack, rendered for it.
        ambient: People also write to each other about their own work.
        minds: Person to the mind that they begin with; who is not named is scripted.
        thinkers: Who else may get another mind than the scripted one.
    """
    begin = minds or {}
    seats = {seat.person: name for name, seat in pack.seats.items()}
    people = {
        id_: _person(pack, person, seats.get(id_), begin.get(id_, SCRIPTED))
        for id_, person in pack.people.items()
    }
    knowledge = pack.knowledge
    inside = tuple(id_ for id_, person in people.items() if not person.outside)
    return Setup(
        people=people,
        calendars=pack.clock.calendars,
        zone_calendar=pack.clock.default,
        domain=pack.scenario.organisation.mail_domain,
        facts={id_: _fact(id_, fact) for id_, fact in knowledge.facts.items()},
        approvals={id_: _approval(id_, approval) for id_, approval in knowledge.approvals.items()},
        requests={id_: _request(pack, id_, request) for id_, request in knowledge.requests.items()},
        meetings=(*(meeting_of(pack, plan) for plan in pack.storyline.meetings), *_own_meetings(pack)),
        channels={
            channel.name: tuple(
                dict.fromkeys(
                    person
                    for name in channel.members
                    for person in (inside if name == "all" else pack.named(name))
                )
            )
            for channel in pack.scenario.channels
        },
        channel_topics={channel.name: channel.topic for channel in pack.scenario.channels},
        files=pack.files,
        ambient=ambient,
        thinkers=frozenset((*begin, *thinkers)),
    )


def meeting_of(pack: Pack, plan: MeetingPlan) -> Meeting:
    """A meeting of the storyline, placed in time."""
    start = pack.clock.at(plan.at)
    return Meeting(
        id=plan.id,
        title=plan.title,
        start=start,
        end=start + plan.minutes * MINUTE,
        organiser=plan.organiser,
        people=tuple(dict.fromkeys((plan.organiser, *plan.with_))),
        agenda=plan.agenda,
        place=plan.room,
        lines=tuple(
            Line(line.person, line.says, (line.shares,) if line.shares else ()) for line in plan.lines
        ),
    )


def tool_step(person: str, use: ToolUse) -> ToolStep:
    """What somebody does with a tool."""
    return ToolStep(person, use.tool, json.dumps(dict(use.arguments), ensure_ascii=False))


def _own_meetings(pack: Pack) -> list[Meeting]:
    found: list[Meeting] = []
    for id_, person in pack.people.items():
        for number, own in enumerate(person.member.meetings, start=1):
            first = pack.clock.at(own.at)
            step = 7 * DAY if own.repeats == "weekly" else DAY
            for turn in range(REPEATS[own.repeats]):
                start = first + turn * step
                if own.repeats == "daily" and not pack.clock.calendar(person.calendar).is_open(start):
                    continue
                suffix = f"_{turn + 1}" if own.repeats != "no" else ""
                people = tuple(dict.fromkeys((id_, *own.with_)))
                end = start + own.minutes * MINUTE
                found.append(Meeting(f"{id_}_meeting_{number}{suffix}", own.title, start, end, id_, people))
    return found


def _person(pack: Pack, person: PackPerson, seat: str | None, mind: str) -> Person:
    member, clock = person.member, pack.clock
    calendar = clock.calendar(person.calendar)
    work: list[OwnWork] = []
    for number, own in enumerate(member.work, start=1):
        start = clock.at(own.start)
        due = clock.at(own.due) if own.due else calendar.add_work(start, 3 * own.minutes * MINUTE)
        steps = tuple(
            WorkStep(
                one.tool,
                tool_step(person.id, one).arguments,
                one.done or 100 * place // len(own.use),
                None if one.at is None else clock.at(one.at),
            )
            for place, one in enumerate(own.use, start=1)
        )
        name = f"{person.id}_work_{number}"
        work.append(OwnWork(name, own.title, own.about, own.minutes, start, due, own.with_, steps))
    return Person(
        id=person.id,
        name=person.name,
        first=person.first_name,
        title=member.title,
        persona=person.persona,
        calendar=person.calendar,
        address=person.mail,
        department=member.department,
        company=member.company,
        outside=member.outside,
        seat=seat,
        phone=member.phone,
        manager=member.manager,
        ties=tuple(Tie(tie.to, tie.kind, tie.trust) for tie in member.ties),
        mind=mind,
        knows_who=tuple(KnowsWho(one.about, one.person) for one in member.knows_who),
        work=tuple(work),
        leave=tuple(Absence(clock.at(one.from_), clock.at(one.to), one.kind) for one in member.leave),
    )


def _fact(id_: str, fact: written.Fact) -> Fact:
    return Fact(
        id=id_,
        statement=fact.statement,
        topic=fact.topic,
        asks=fact.asks,
        reveals=fact.reveals,
        not_to=tuple(
            one if isinstance(one, str) else "everyone_but:" + ",".join(one.everyone_but)
            for one in fact.not_to
        ),
        holders=tuple(_holding(holder) for holder in fact.holders),
        refusal=dict(fact.refusal),
    )


def _holding(holder: written.Holder) -> Holding:
    version = holder.version
    return Holding(
        person=holder.person,
        rule=_rule(holder.rule),
        says=holder.says or (),
        sure=holder.sure,
        mistake=Mistake(version.statement, version.says or (), version.reveals) if version else None,
        corrected_by=holder.corrected_by,
        tells_again=holder.tells_again,
    )


def _rule(rule: written.Rule) -> Rule:
    if not isinstance(rule, written.RuleWhen):
        return Rule(rule)
    return Rule("restricted", rule.to or (), rule.after)


def _approval(id_: str, approval: written.Approval) -> Approval:
    grants = approval.grants
    return Approval(
        id=id_,
        decides=approval.decides,
        topic=approval.topic,
        asks=approval.asks,
        says=approval.says,
        refuses=approval.refuses or (),
        grants=grants == "always" if isinstance(grants, str) else grants,
        tells=approval.tells,
    )


def _request(pack: Pack, id_: str, request: written.Request) -> Request:
    calendar = pack.people[request.person].calendar
    gives = request.gives
    return Request(
        id=id_,
        person=request.person,
        topic=request.topic,
        asks=request.asks,
        takes=_work(pack, read_span(request.takes), calendar),
        due_work=_work(pack, read_span(request.promise.due), calendar),
        forgets=request.promise.forgets,
        gives=Gift(
            gives.file or "",
            gives.to,
            gives.fact or "",
            gives.says,
            tuple(tool_step(request.person, one) for one in gives.use),
        ),
        after=request.after,
    )


def working_time(pack: Pack, span: str, person: str) -> int:
    """A span in milliseconds of somebody's working time."""
    return _work(pack, read_span(span), pack.people[person].calendar)


def _work(pack: Pack, span: Span, calendar: str) -> int:
    """A span as working time: a work day, or a day round the clock, is the calendar's usual day."""
    if span.unit == "work":
        return span.amount
    hours = pack.clock.calendar(calendar)
    monday = hours.next_open(0)
    day = hours.work_between(monday, monday + DAY)
    if span.unit == "elapsed":
        return span.amount if span.amount < DAY else span.amount // DAY * day
    return span.amount * day
