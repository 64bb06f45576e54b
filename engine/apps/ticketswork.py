"""What the tools of tickets do behind their doors: find a move, read fields, filter, and lay out what a pack holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..kernel.step import Step
from .base import Acting, ToolError
from .people import did_you_mean
from .recordfields import field_named, plain_value
from .ticketscalls import SearchArguments
from .ticketsclocks import Clocks
from .ticketsconfig import Move, PastTicket, Queue, TicketsConfig
from .ticketsdesk import TicketDesk, missing
from .ticketsstate import (
    Ticket,
    TicketCommented,
    TicketDecided,
    TicketLinked,
    TicketMoved,
    TicketOpened,
    TicketPayload,
    Tickets,
)


def read_fields(desk: TicketDesk, queue: Queue, given: Mapping[str, Any], acting: Acting) -> dict[str, str]:
    """The fields of a call, each value in its one spelling; ``""`` clears.

    Raises:
        ToolError: There is no such field, or the value does not fit.
    """
    found: dict[str, str] = {}
    for word, value in given.items():
        name = field_named(queue.fields, word)
        found[name] = desk.values.read(name, queue.fields[name], value, acting.person, acting.at)
    return found


def find_move(desk: TicketDesk, person: str, ticket: Ticket, text: str) -> Move:
    """The move that is meant, if it may be made now.

    Raises:
        ToolError: It leads nowhere from here, is for others, lacks fields or approvals; says what may be done by whom.
    """
    workflow = desk.workflow(ticket)
    leaving = workflow.leaving(ticket.state)
    fold = text.strip().casefold()
    titles = {state: one.title.casefold() for state, one in workflow.states.items()}
    move = next((one for one in leaving if fold in (one.name, one.to, titles[one.to] or one.to)), None)
    if move is None:
        known = [*workflow.states, *(one.name for one in workflow.moves)]
        ways = "; ".join(desk.move_words(one, by=True) for one in leaving)
        what = f"{ticket.key} can't go from {ticket.state} to {text!r}"
        if fold not in known:
            what = f"there is no state or move {text!r}"
        raise ToolError("invalid", what, f"From {ticket.state}: {ways or 'it stays there'}.")
    if not desk.may_make(person, ticket, move):
        roles = {"assignee": ticket.assignee, "reporter": ticket.reporter}
        who = [
            f"{word} ({desk.premises.people.name(roles[word]) if roles[word] else 'nobody'})"
            if word in roles
            else desk.circles.wording((word,))
            for word in move.by
        ]
        mine = [one for one in leaving if desk.may_make(person, ticket, one)]
        hint = f"You may: {'; '.join(desk.move_words(one) for one in mine)}." if mine else ""
        raise ToolError("forbidden", f"{move.name} ({move.to}) is for {', '.join(who)}", hint)
    if lacking := missing(move.requires, ticket.fields, ticket.assignee):
        hint = f"Fill it with tickets.update version={ticket.version}."
        raise ToolError("invalid", f"{move.name} requires {', '.join(lacking)}", hint)
    for name in move.needs:
        if not desk.granted(ticket, name):
            one = workflow.approvals[name]
            refused = [
                who for (which, who), (vote, _) in ticket.decisions.items() if which == name and not vote
            ]
            how = f"refused by {desk.circles.wording(refused)}" if refused else "not given"
            hint = f"Decided with tickets.decide by {desk.circles.wording(one.by)}."
            raise ToolError("unavailable", f"{move.name} needs the approval {name}, which is {how}", hint)
    return move


def matches(args: SearchArguments, person: str, desk: TicketDesk) -> Callable[[Ticket], bool]:
    """Whether a ticket fits the filters of a search.

    Raises:
        ToolError: A filter names what is not there.
    """
    queue = None if args.queue is None else desk.find_queue(person, args.queue)[0]
    wanted: dict[str, str] = {}
    for name, text in (("assignee", args.assignee), ("reporter", args.reporter)):
        if text is not None:
            fold = text.strip().casefold()
            own = {"me": person, "nobody": ""}
            wanted[name] = own[fold] if fold in own else desk.premises.people.resolve(text).id
    if args.priority is not None:
        wanted["priority"] = args.priority.casefold()
    state = None if args.state is None else args.state.casefold()
    queues = [one for key, one in desk.config.queues.items() if key in desk.queues(person)]
    if state is not None:
        workflows = [desk.config.workflows[one.workflow] for one in queues]
        states = [name for one in workflows for name in one.states]
        titles = [one.title.casefold() for workflow in workflows for one in workflow.states.values()]
        if state not in ("open", "done", *states, *titles):
            hint = did_you_mean(state, states) or f"There are: {', '.join(dict.fromkeys(states))}."
            raise ToolError("invalid", f"there is no state {args.state!r}", hint)
    specs = {name: spec for one in queues for name, spec in one.fields.items()}
    filters = {field_named(specs, word): value for word, value in args.fields.items()}

    def stands(ticket: Ticket) -> bool:
        states = desk.workflow(ticket).states
        if state is None or state == ticket.state or states[ticket.state].title.casefold() == state:
            return True
        return (
            state in ("open", "done")
            and state not in states
            and states[ticket.state].done is (state == "done")
        )

    def holds(ticket: Ticket, word: str, value: Any) -> bool:
        spec = desk.queue(ticket).fields.get(word)
        if spec is None:
            return False
        text = str(value).casefold()
        kept = ticket.fields.get(word, "")
        return text in (kept.casefold(), desk.values.show(spec, kept).casefold() if kept else "")

    def fits(ticket: Ticket) -> bool:
        return (
            (queue is None or ticket.queue == queue)
            and stands(ticket)
            and all(getattr(ticket, name) == value for name, value in wanted.items())
            and (
                args.missed is None
                or (desk.works(person, ticket) and bool(desk.missed(ticket)) is args.missed)
            )
            and all(holds(ticket, name, value) for name, value in filters.items())
        )

    return fits


def lay_out(
    step: Step, config: TicketsConfig, tickets: Tickets, clocks: Clocks, instant: Callable[[str], int]
) -> None:
    """Put the tickets of a pack into the first step, with all that happened to them before it."""
    for one in config.tickets:
        _open(step, one, config, tickets, clocks, instant)
    for one in config.tickets:
        ticket = _of(tickets, one.key)
        for link in one.links:
            if (link.kind, link.to) not in ticket.links:
                linked = TicketLinked(
                    ticket=one.key, by=one.reporter, link=link.kind, other=link.to, at=ticket.created
                )
                step.emit(linked, one.reporter)
        clocks.open(step, ticket)


def _open(
    step: Step,
    one: PastTicket,
    config: TicketsConfig,
    tickets: Tickets,
    clocks: Clocks,
    instant: Callable[[str], int],
) -> None:
    queue = config.queues[one.queue]
    workflow = config.workflows[queue.workflow]
    created = min(instant(one.created), step.at)
    fields = {
        name: plain_value(queue.fields[name], value) or "" for name, value in one.fields.items() if value
    }
    opened = TicketOpened(
        ticket=one.key,
        by=one.reporter,
        queue=one.queue,
        title=one.title,
        text=step.blobs.put_text(one.text.strip()),
        state=workflow.start,
        priority=one.priority or queue.priority,
        assignee=one.assignee or "",
        fields=fields,
        watchers=one.watchers,
        restricted=one.restricted,
        at=created,
    )
    step.emit(opened, one.reporter)
    ticket = _of(tickets, one.key)
    clocks.sync(step, ticket, created)
    past: list[tuple[int, int, Any]] = [(instant(move.at), 0, move) for move in one.moves]
    past += [(instant(comment.at), 1, comment) for comment in one.comments]
    past += [(instant(decision.at), 2, decision) for decision in one.decisions]
    when = created
    for at, kind, item in sorted(past, key=lambda row: row[:2]):
        when = min(max(at, when), step.at)  # nothing happens before what led to it, nor after the start
        payload = _past(step, ticket, tickets, config, kind, item, when)
        step.emit(payload, payload.by)
        clocks.sync(step, ticket, when)


def _past(
    step: Step, ticket: Ticket, tickets: Tickets, config: TicketsConfig, kind: int, item: Any, at: int
) -> TicketPayload:
    common: dict[str, Any] = {"ticket": ticket.key, "at": at}
    if kind == 0:
        workflow = config.workflows[config.queues[ticket.queue].workflow]
        move = next(one for one in workflow.leaving(ticket.state) if one.to == item.to)
        answers = not ticket.answered and item.by != ticket.reporter
        return TicketMoved(
            **common, by=item.by, move=move.name, was=ticket.state, to=move.to, answers=answers
        )
    if kind == 1:
        return TicketCommented(
            **common,
            by=item.from_,
            comment=tickets.next_comment(item.from_),
            text=step.blobs.put_text(item.text.strip()),
            internal=item.internal,
            answers=not ticket.answered and not item.internal and item.from_ != ticket.reporter,
        )
    return TicketDecided(**common, by=item.by, approval=item.approval, granted=item.granted)


def _of(tickets: Tickets, key: str) -> Ticket:
    ticket = tickets.get(key)
    assert ticket is not None
    return ticket
