"""Tickets: queues with workflows, service levels in business hours, approvals, comments, links and reports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ..kernel.state import Component
from ..kernel.step import Step
from . import effort
from .base import Acting, App, ToolError, tool
from .pages import page_of
from .people import did_you_mean
from .premises import Premises
from .readings import content
from .search import Document, Index
from .ticketscalls import (
    CommentArguments,
    CreateArguments,
    DecideArguments,
    GetArguments,
    History,
    HistoryArguments,
    LinkArguments,
    MoveArguments,
    QueueRow,
    Queues,
    QueuesArguments,
    Report,
    ReportArguments,
    SearchArguments,
    TicketCard,
    TicketDone,
    TicketRows,
    UpdateArguments,
    WatchArguments,
    deciding,
    filling,
)
from .ticketsclocks import BREACH, Clocks
from .ticketsconfig import TicketsConfig
from .ticketsdesk import TicketDesk, missing
from .ticketsnotices import TicketNotices
from .ticketsreports import report_rows, table_rows
from .ticketsstate import (
    INVERSE,
    FieldChange,
    Ticket,
    TicketChanged,
    TicketCommented,
    TicketDecided,
    TicketLinked,
    TicketMoved,
    TicketOpened,
    Tickets,
    TicketWatched,
)
from .ticketswork import find_move, lay_out, matches, read_fields


class TicketsApp(App):
    """The organisation's tickets."""

    name = "tickets"
    config = TicketsConfig

    def __init__(self, premises: Premises) -> None:
        self._premises = premises
        self._config = premises.config(self.name, TicketsConfig)
        self._tickets = Tickets()
        setup = premises.setup
        self._clocks = Clocks(self._config, setup.calendars, setup.zone_calendar)
        self._desk = TicketDesk(premises, self._config, self._tickets, self._clocks)
        self._notices = TicketNotices(self._desk)
        self._indices: dict[str, Index] = {}

    def components(self) -> Iterable[Component]:
        return (self._tickets,)

    def handlers(self) -> Mapping[str, Callable[[Step, Any], None]]:
        return {BREACH: self._notices.breach}

    def start(self, step: Step) -> None:
        lay_out(step, self._config, self._tickets, self._clocks, self._premises.instant)

    def newest(self, arguments: Mapping[str, Any]) -> int | None:
        ticket = self._tickets.get(str(arguments.get("ticket", "")).strip().upper())
        return None if ticket is None else ticket.version

    def rows(self, table: str = "") -> Iterable[Mapping[str, Any]]:
        return table_rows(table, self._config, self._tickets, self._desk)

    # Reading ---------------------------------------------------------------------------------------------------------

    @tool("read", effort=effort.listing, cause="searching")
    async def queues(self, acting: Acting, args: QueuesArguments) -> Queues:
        """List the queues, or show one's workflow, fields, priorities and service levels."""
        me, desk = acting.person, self._desk
        visible = desk.visible(me)

        def row(key: str) -> QueueRow:
            queue = self._config.queues[key]
            left = sum(one.queue == key and not self._is_done(one) for one in visible)
            return QueueRow(queue=key, title=queue.title, about=queue.about, open=left)

        if args.queue is None:
            return Queues(queues=[row(key) for key in desk.queues(me)])
        key, queue = desk.find_queue(me, args.queue)
        workflow = self._config.workflows[queue.workflow]
        fields = [
            f"{spec.named(name)}: {spec.wording()}{'; required' if name in queue.required else ''}"
            for name, spec in queue.fields.items()
        ]
        levels = [
            f"{level.title or name}: {level.within if isinstance(level.within, str) else _listed(level.within)}"
            for name, level in queue.service_levels.items()
        ]
        moves = [desk.move_words(one, by=True, start=f": {', '.join(one.from_)}") for one in workflow.moves]
        return Queues(
            queues=[row(key)],
            workflow=[f"starts in {workflow.start}", *moves],
            fields=fields,
            service_levels=levels,
            priorities=[*queue.priorities],
        )

    @tool("read", effort=effort.opening, cause="reading")
    async def get(self, acting: Acting, args: GetArguments) -> TicketCard:
        """Open a ticket: fields, clocks, what you may do next, description and comments, in parts."""
        return self._desk.card(acting, self._desk.find(acting.person, args.ticket), args.part)

    @tool("read", effort=effort.listing, cause="searching")
    async def search(self, acting: Acting, args: SearchArguments) -> TicketRows:
        """List or search tickets."""
        me, desk = acting.person, self._desk
        known = {one.key: one for one in desk.visible(me)}
        fits = matches(args, me, desk)
        if args.query.strip():
            index = self._indices.setdefault(me, Index())
            index.sync({key: self._edition(me, one) for key, one in known.items()}, self._reader(me, known))
            hits = [(known[hit.id], hit.snippet) for hit in index.find(args.query)]
        else:
            hits = [(one, "") for one in sorted(known.values(), key=lambda one: -desk.updated(me, one))]
        hits = [(one, snippet) for one, snippet in hits if fits(one)]
        rows, more = page_of(hits, args.page)
        return TicketRows(
            tickets=[desk.row(me, one, snippet) for one, snippet in rows], found=len(hits), more=more
        )

    @tool("read", effort=effort.listing, cause="searching")
    async def history(self, acting: Acting, args: HistoryArguments) -> History:
        """See who did what to a ticket, the newest first."""
        me = acting.person
        ticket = self._desk.find(me, args.ticket)
        entries, more = page_of(self._desk.entries(me, ticket)[::-1], args.page)
        rows = [self._desk.history_row(me, ticket, one) for one in entries]
        return History(ticket=ticket.key, history=rows, more=more)

    @tool("read", effort=effort.listing, cause="searching")
    async def report(self, acting: Acting, args: ReportArguments) -> Report:
        """Count open, done and late tickets."""
        queue = None if args.queue is None else self._desk.find_queue(acting.person, args.queue)[0]
        return report_rows(args.by, queue, acting.person, self._desk, self._is_done)

    # Writing ---------------------------------------------------------------------------------------------------------

    @tool("write", effort=filling, cause="writing")
    async def create(self, acting: Acting, args: CreateArguments) -> TicketDone:
        """Open a ticket."""
        me, desk = acting.person, self._desk
        key, queue = desk.find_queue(me, args.queue)
        fields = read_fields(desk, queue, args.fields, acting)
        fields = {name: value for name, value in fields.items() if value}
        assignee = self._assignee(me, queue.team, args.assignee or "")
        if lacking := missing(queue.required, fields, assignee):
            raise ToolError(
                "invalid", f"{key} wants {', '.join(lacking)}", f"See tickets.queues queue={key}."
            )
        priority = self._priority(queue.priorities, args.priority or queue.priority)
        opened = TicketOpened(
            ticket=self._tickets.next_key(key),
            by=me,
            queue=key,
            title=args.title,
            text=self._keep(acting, args.text),
            state=self._config.workflows[queue.workflow].start,
            priority=priority,
            assignee=assignee,
            fields=fields,
        )
        acting.step.emit(opened, me)
        ticket = self._tickets.get(opened.ticket)
        assert ticket is not None
        self._clocks.sync(acting.step, ticket)
        self._notices.tell(
            acting, ticket, [assignee], "assigned to you", acting.step.blobs.put_text(args.text)
        )
        self._notices.ask(acting, ticket)
        return self._done(ticket)

    @tool("write", effort=filling, cause="writing")
    async def update(self, acting: Acting, args: UpdateArguments) -> TicketDone:
        """Change a ticket's title, description, priority, assignee or fields."""
        me, desk = acting.person, self._desk
        ticket = self._own(acting, args.ticket, args.version)
        queue = desk.queue(ticket)
        new: dict[str, str] = {}
        if args.title is not None:
            new["title"] = args.title
        if args.text is not None:
            new["text"] = acting.step.blobs.put_text(args.text)
        if args.priority is not None:
            new["priority"] = self._priority(queue.priorities, args.priority)
        if args.assignee is not None:
            new["assignee"] = self._assignee(me, queue.team, args.assignee)
        old = {name: getattr(ticket, name) for name in new}
        fields = read_fields(desk, queue, args.fields, acting)
        if emptied := [name for name in queue.required if fields.get(name) == ""]:
            raise ToolError("invalid", f"{ticket.queue} wants {', '.join(emptied)}", "Give another value.")
        old |= {name: ticket.fields.get(name, "") for name in fields}
        changes = tuple(
            FieldChange(name=name, old=old[name], new=value)
            for name, value in {**new, **fields}.items()
            if old[name] != value
        )
        if not changes:
            raise ToolError("invalid", f"{ticket.key} stands so already", "Give what is to be changed.")
        names = {change.name for change in changes}
        voids = bool(ticket.decisions) and not names <= {"priority", "assignee"}
        if "text" in new:
            self._premises.readings.read(acting, [content(new["text"])])
        acting.step.emit(TicketChanged(ticket=ticket.key, by=me, changes=changes, voids=voids), me)
        self._clocks.sync(acting.step, ticket)
        if "assignee" in names:
            self._notices.tell(acting, ticket, [ticket.assignee], "assigned to you")
        if voids:
            self._notices.ask(acting, ticket)
        return self._done(ticket, "What was decided on it before no longer counts." if voids else "")

    @tool("write", effort=effort.handling)
    async def move(self, acting: Acting, args: MoveArguments) -> TicketDone:
        """Move a ticket to another state."""
        me, desk = acting.person, self._desk
        ticket = desk.current(acting, args.ticket, args.version)
        move = find_move(desk, me, ticket, args.to)
        answers = not ticket.answered and me != ticket.reporter and desk.works(me, ticket)
        moved = TicketMoved(
            ticket=ticket.key, by=me, move=move.name, was=ticket.state, to=move.to, answers=answers
        )
        acting.step.emit(moved, me)
        self._clocks.sync(acting.step, ticket)
        concerned = [ticket.reporter, ticket.assignee, *ticket.watchers]
        self._notices.tell(acting, ticket, concerned, f"moved from {moved.was} to {move.to}")
        self._notices.ask(acting, ticket)
        return self._done(ticket)

    @tool("write", effort=effort.wording, cause="writing")
    async def comment(self, acting: Acting, args: CommentArguments) -> TicketDone:
        """Comment on a ticket; @name mentions somebody."""
        me, desk = acting.person, self._desk
        ticket = desk.find(me, args.ticket)
        works = desk.works(me, ticket)
        if args.internal and not works:
            raise ToolError("forbidden", "only the team writes internal comments", "Comment without it.")
        text = self._keep(acting, args.text)
        mentions = self._notices.mentions(args.text, ticket, internal=args.internal)
        commented = TicketCommented(
            ticket=ticket.key,
            by=me,
            comment=self._tickets.next_comment(me),
            text=text,
            internal=args.internal,
            mentions=mentions,
            answers=not ticket.answered and works and not args.internal and me != ticket.reporter,
        )
        acting.step.emit(commented, me)
        self._clocks.sync(acting.step, ticket)
        self._notices.tell(acting, ticket, mentions, "you were mentioned in a comment", text)
        others = [one for one in (ticket.assignee, ticket.reporter, *ticket.watchers) if one not in mentions]
        self._notices.tell(acting, ticket, others, "commented", text, internal=args.internal)
        return self._done(ticket)

    @tool("write", effort=effort.handling)
    async def link(self, acting: Acting, args: LinkArguments) -> TicketDone:
        """Link two tickets, or remove a link."""
        me, desk = acting.person, self._desk
        ticket, other = desk.find(me, args.ticket), desk.find(me, args.other)
        if not (desk.works(me, ticket) and desk.works(me, other)):
            raise ToolError("forbidden", "only the teams of both tickets link them", "Ask one of them.")
        if ticket is other:
            raise ToolError("invalid", "a ticket can't be linked with itself", "Name another.")
        if ((args.link, other.key) in ticket.links) != args.remove:
            what = "no such link" if args.remove else "that link already"
            raise ToolError("invalid", f"{ticket.key} has {what}", "See tickets.get.")
        if not args.remove and args.link != "relates to" and (INVERSE[args.link], other.key) in ticket.links:
            what = f"{ticket.key} is linked the other way: {INVERSE[args.link]} {other.key}"
            raise ToolError("conflict", what, "Remove that one first.")
        acting.step.emit(
            TicketLinked(ticket=ticket.key, by=me, link=args.link, other=other.key, removed=args.remove), me
        )
        return self._done(ticket)

    @tool("write", effort=deciding, cause="writing")
    async def decide(self, acting: Acting, args: DecideArguments) -> TicketDone:
        """Approve or refuse what a ticket's next move needs."""
        me, desk = acting.person, self._desk
        ticket = desk.current(acting, args.ticket, args.version)
        waiting, mine = desk.waiting(ticket), desk.decides(me, ticket)
        names = [args.approval] if args.approval is not None else mine
        if not mine or any(name not in mine for name in names):
            known = [name for name in waiting if name in mine or desk.works(me, ticket)]
            who = "; ".join(f"{name}: {desk.circles.wording(waiting[name].by)}" for name in known)
            what = f"{ticket.key} waits for no such decision of yours"
            raise ToolError("forbidden" if known else "invalid", what, f"Decided by: {who}." if who else "")
        if len(names) > 1:
            raise ToolError("invalid", f"several approvals wait: {', '.join(names)}", "Give approval.")
        if me == ticket.assignee and not waiting[names[0]].own:
            raise ToolError("forbidden", f"{ticket.key} is assigned to you", "Somebody else must decide.")
        if ticket.decisions.get((names[0], me), (None, 0))[0] is args.approve:
            raise ToolError("invalid", "that is what you decided already", "See tickets.get.")
        decided = TicketDecided(
            ticket=ticket.key, by=me, approval=names[0], granted=args.approve, note=args.note
        )
        acting.step.emit(decided, me)
        note = acting.step.blobs.put_text(args.note) if args.note else None
        concerned = [ticket.assignee, *(one for one in ticket.watchers if desk.works(one, ticket))]
        what = f"{names[0]} {'approved' if args.approve else 'refused'}"
        self._notices.tell(acting, ticket, concerned, what, note)
        return self._done(ticket)

    @tool("write", effort=effort.handling)
    async def watch(self, acting: Acting, args: WatchArguments) -> TicketDone:
        """Watch a ticket or stop; the team may add others."""
        me, desk = acting.person, self._desk
        ticket = desk.find(me, args.ticket)
        person = me if args.person is None else self._premises.people.resolve(args.person).id
        if person != me and not desk.works(me, ticket):
            raise ToolError("forbidden", "only the team adds and removes others", "")
        if ticket.restricted and not desk.sees(person, ticket):
            raise ToolError("forbidden", f"{ticket.key} is not for {self._premises.people.name(person)}", "")
        if (person in ticket.watchers) != args.watching:
            watched = TicketWatched(ticket=ticket.key, by=me, person=person, watching=args.watching)
            acting.step.emit(watched, me)
            if args.watching:
                self._notices.tell(acting, ticket, [person], "you were added as a watcher")
        return self._done(ticket)

    # Shared ----------------------------------------------------------------------------------------------------------

    def _own(self, acting: Acting, text: str, version: int) -> Ticket:
        ticket = self._desk.current(acting, text, version)
        if not self._desk.works(acting.person, ticket):
            raise ToolError(
                "forbidden", f"only its team changes {ticket.key}", "Say it with tickets.comment."
            )
        return ticket

    def _done(self, ticket: Ticket, note: str = "") -> TicketDone:
        return TicketDone(ticket=ticket.key, version=ticket.version, state=ticket.state, note=note)

    def _is_done(self, ticket: Ticket) -> bool:
        return self._desk.workflow(ticket).states[ticket.state].done

    def _priority(self, known: Sequence[str], text: str) -> str:
        if text.casefold() not in known:
            hint = did_you_mean(text, known) or f"There are: {', '.join(known)}."
            raise ToolError("invalid", f"there is no priority {text!r}", hint)
        return text.casefold()

    def _assignee(self, me: str, team: Sequence[str], text: str) -> str:
        if not text.strip():
            return ""
        person = me if text.strip().casefold() == "me" else self._premises.people.resolve(text).id
        if not self._desk.circles.holds(team, person):
            who = self._desk.circles.wording(team)
            raise ToolError(
                "invalid", f"{self._premises.people.name(person)} is not of the team", f"It is: {who}."
            )
        return person

    def _keep(self, acting: Acting, text: str) -> str:
        """Store a text; its writer knows it. For a call that nothing refuses any more."""
        blob = acting.step.blobs.put_text(text)
        self._premises.readings.read(acting, [content(blob)])
        return blob

    def _edition(self, person: str, ticket: Ticket) -> str:
        return f"{ticket.version} {len(ticket.comments)} {self._desk.works(person, ticket)}"

    def _reader(self, person: str, known: Mapping[str, Ticket]) -> Callable[[str], Document]:
        def document(key: str) -> Document:
            ticket = known[key]
            texts = [text for _, text, _ in self._desk.pieces(person, ticket)]
            return Document(f"{key} {ticket.title}", "\n".join((*ticket.fields.values(), *texts)))

        return document


def _listed(within: Mapping[str, str]) -> str:
    return ", ".join(f"{priority} {target}" for priority, target in within.items())
