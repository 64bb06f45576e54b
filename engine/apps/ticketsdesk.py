"""Who may see and do what with a ticket, and how tickets are put into words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from ..office.events import RecordRead
from .base import Acting, ToolError
from .circles import Circles
from .conflicts import stale
from .pages import bounded, shorten
from .people import did_you_mean
from .pieces import read_pieces
from .premises import Premises
from .recordfields import FieldSpec, Values
from .ticketscalls import HistoryRow, TicketCard, TicketRow
from .ticketsclocks import Clocks
from .ticketsconfig import Approval, Move, Queue, TicketsConfig, Workflow
from .ticketsstate import Entry, Ticket, Tickets

_LONG: Final = 200
"""A field longer than that stands with the text."""
_LISTED: Final = 12
_PERSON: Final = FieldSpec.model_validate({"type": "person"})
_TEXT: Final = FieldSpec.model_validate({})
_INSIDE: Final = ("approved", "refused", "breached", "watched", "unwatched")
"""Lines of history that are the team's."""


class TicketDesk:
    """Reads the tickets as one person may see them."""

    def __init__(self, premises: Premises, config: TicketsConfig, tickets: Tickets, clocks: Clocks) -> None:
        self.premises = premises
        self.config = config
        self.tickets = tickets
        self.clocks = clocks
        self.circles = Circles(premises.setup.people)
        self.values = Values(premises.people, premises.calendar)

    # Rights ----------------------------------------------------------------------------------------------------------

    def queue(self, ticket: Ticket) -> Queue:
        return self.config.queues[ticket.queue]

    def workflow(self, ticket: Ticket) -> Workflow:
        return self.config.workflows[self.queue(ticket).workflow]

    def sees(self, person: str, ticket: Ticket) -> bool:
        """Whether there is such a ticket for that person."""
        if ticket.restricted:
            return self.circles.holds(ticket.restricted, person)
        mine = person in (ticket.assignee, ticket.reporter) or person in ticket.watchers
        return (
            mine or self.circles.holds(self.queue(ticket).team, person) or self.decides(person, ticket) != []
        )

    def works(self, person: str, ticket: Ticket) -> bool:
        """Whether the person may change it and sees what is internal."""
        team = self.circles.holds(self.queue(ticket).team, person)
        return self.sees(person, ticket) and (team or person == ticket.assignee)

    def waiting(self, ticket: Ticket) -> dict[str, Approval]:
        """The approvals that moves need which lead away from where it stands."""
        workflow = self.workflow(ticket)
        names = dict.fromkeys(name for move in workflow.leaving(ticket.state) for name in move.needs)
        return {name: workflow.approvals[name] for name in names}

    def decides(self, person: str, ticket: Ticket) -> list[str]:
        """The approvals that the person may give or refuse now."""
        waiting = self.waiting(ticket)
        return [name for name, one in waiting.items() if self.circles.holds(one.by, person)]

    def granted(self, ticket: Ticket, name: str) -> bool:
        """Whether enough of those who decide agree, and none of them refuses."""
        votes = [vote for (approval, _), (vote, _) in ticket.decisions.items() if approval == name]
        return all(votes) and len(votes) >= self.workflow(ticket).approvals[name].count

    def may_make(self, person: str, ticket: Ticket, move: Move) -> bool:
        """Whether a move is the person's to make."""
        return any(self._is(person, ticket, word) for word in move.by)

    def _is(self, person: str, ticket: Ticket, word: str) -> bool:
        if word == "team":
            return self.works(person, ticket)
        if word in ("assignee", "reporter"):
            return person == getattr(ticket, word)
        if word == "approver":
            return self.decides(person, ticket) != []
        return self.circles.holds((word,), person)

    def visible(self, person: str) -> list[Ticket]:
        """All tickets that the person sees."""
        return [ticket for ticket in self.tickets if self.sees(person, ticket)]

    def queues(self, person: str) -> dict[str, Queue]:
        """The queues in which the person may open tickets."""
        return {
            key: queue
            for key, queue in self.config.queues.items()
            if self.circles.holds((*queue.team, *queue.customers), person)
        }

    # Finding ---------------------------------------------------------------------------------------------------------

    def find(self, person: str, text: str) -> Ticket:
        """The ticket that is meant.

        Raises:
            ToolError: For that person there is none.
        """
        ticket = self.tickets.get(text.strip().upper())
        if ticket is None or not self.sees(person, ticket):
            hint = did_you_mean(text, [one.key for one in self.visible(person)]) or "See tickets.search."
            raise ToolError("not_found", f"there is no ticket {text!r}", hint)
        return ticket

    def find_queue(self, person: str, text: str) -> tuple[str, Queue]:
        """The queue that is meant.

        Raises:
            ToolError: For that person there is none.
        """
        known = self.queues(person)
        key = text.strip().upper()
        if key not in known:
            hint = did_you_mean(text, known) or f"There are: {', '.join(known) or 'none'}."
            raise ToolError("not_found", f"there is no queue {text!r}", hint)
        return key, known[key]

    def current(self, acting: Acting, text: str, version: int) -> Ticket:
        """The ticket that is meant, if it is still as the caller knows it and theirs to change.

        Raises:
            ToolError: ``conflict``: it was changed; says by whom and what.
        """
        ticket = self.find(acting.person, text)
        if version != ticket.version:
            changes = self._changes(acting.person, ticket, version)
            raise stale(ticket.key, version, ticket.version, changes, "tickets.get")
        return ticket

    def _changes(self, person: str, ticket: Ticket, version: int) -> list[str]:
        """Who changed what after a version, as far as the person may know."""
        return [
            f"{self.premises.people.name(one.by)} {self.words(ticket, one)} ({self.premises.stamp(person, one.at)})"
            for one in self.entries(person, ticket)
            if one.version > version and one.by and one.what in ("changed", "moved", "approved", "refused")
        ]

    # Words -----------------------------------------------------------------------------------------------------------

    def entries(self, person: str, ticket: Ticket) -> list[Entry]:
        """The lines of a ticket's history that the person may see."""
        internal = {one.id for one in ticket.comments if one.internal}
        works = self.works(person, ticket)

        def shown(one: Entry) -> bool:
            if one.what in ("linked", "unlinked"):
                other = self.tickets.get(one.detail[1])
                return other is not None and self.sees(person, other)
            return works or (one.what not in _INSIDE and not internal.intersection(one.detail))

        return sorted((one for one in ticket.history if shown(one)), key=lambda one: one.at)

    def words(self, ticket: Ticket, one: Entry) -> str:
        """A line of history."""
        detail = one.detail
        if one.what == "changed":
            name, old, new = detail
            if name == "text":
                return "rewrote the description"
            spec = self._spec(ticket, name)
            before, after = (self.values.show(spec, value) if value else "nothing" for value in (old, new))
            return f"changed {name} from {shorten(before, 80)} to {shorten(after, 80)}"
        if one.what == "moved":
            return f"moved it from {detail[0]} to {detail[1]}"
        if one.what in ("approved", "refused"):
            note = f": {shorten(detail[1], 120)}" if detail[1] else ""
            return f"{one.what} {detail[0]}{note}"
        if one.what in ("watched", "unwatched"):
            did = "added" if one.what == "watched" else "removed"
            return f"{did} {self.premises.people.name(detail[0])} as watcher"
        if one.what == "breached":
            return f"{self.level_title(ticket, detail[0])} missed"
        return " ".join((one.what, *detail))

    def _spec(self, ticket: Ticket, name: str) -> FieldSpec:
        if name == "assignee":
            return _PERSON
        return self.queue(ticket).fields.get(name) or _TEXT

    def level_title(self, ticket: Ticket, name: str) -> str:
        return self.queue(ticket).service_levels[name].title or name.replace("_", " ").capitalize()

    def history_row(self, person: str, ticket: Ticket, one: Entry) -> HistoryRow:
        return HistoryRow(
            at=self.premises.stamp(person, one.at),
            by=self.premises.card(one.by),
            what=self.words(ticket, one),
            version=one.version,
        )

    def row(self, person: str, ticket: Ticket, snippet: str = "") -> TicketRow:
        """A ticket as a line of a list."""
        return TicketRow(
            ticket=ticket.key,
            title=shorten(ticket.title, 100),
            state=ticket.state,
            priority=ticket.priority,
            assignee=ticket.assignee,
            updated=self.premises.stamp(person, self.updated(person, ticket)),
            missed=self.missed(ticket) if self.works(person, ticket) else [],
            text=snippet,
        )

    def updated(self, person: str, ticket: Ticket) -> int:
        """When something last happened to it that the person may know of."""
        return max((one.at for one in self.entries(person, ticket) if one.by), default=ticket.created)

    def missed(self, ticket: Ticket) -> list[str]:
        """The service levels that were missed."""
        return [name for name, clock in ticket.clocks.items() if clock.breached is not None]

    def card(self, acting: Acting, ticket: Ticket, part: int) -> TicketCard:
        """A ticket with all that the acting person may see of it; what they read is noted."""
        me, premises = acting.person, self.premises
        shown, words, more = self._discussion(acting, ticket, part)
        specs = self.queue(ticket).fields
        fields = {
            spec.title or name: self.values.show(spec, ticket.fields[name])
            for name, spec in specs.items()
            if name in ticket.fields and len(ticket.fields[name]) <= _LONG
        }
        links = [f"{kind} {other}" for kind, other in ticket.links if self._other(me, other)]
        works, mine = self.works(me, ticket), self.decides(me, ticket)
        return TicketCard(
            ticket=ticket.key,
            version=ticket.version,
            title=ticket.title,
            state=ticket.state,
            priority=ticket.priority,
            reporter=premises.card(ticket.reporter),
            assignee=premises.card(ticket.assignee),
            created=premises.stamp(me, ticket.created),
            updated=premises.stamp(me, self.updated(me, ticket)),
            fields=fields,
            service_levels=[self._level(ticket, me, name, acting.at) for name in ticket.clocks if works],
            approvals=[
                self._approval(ticket, name) for name in self.waiting(ticket) if works or name in mine
            ],
            moves=[self.move_words(one) for one in self._own_moves(me, ticket)],
            links=bounded(links, _LISTED),
            watchers=bounded(premises.cards(ticket.watchers if works else ()), _LISTED),
            text=shown,
            more=more,
            words=words,
        )

    def _other(self, person: str, key: str) -> Ticket | None:
        other = self.tickets.get(key)
        return other if other is not None and self.sees(person, other) else None

    def _own_moves(self, person: str, ticket: Ticket) -> list[Move]:
        return [
            one for one in self.workflow(ticket).leaving(ticket.state) if self.may_make(person, ticket, one)
        ]

    def move_words(self, move: Move, *, by: bool = False, start: str = "") -> str:
        """A move: ``submit → review (requires amount; needs approval payment)``."""
        conditions = [f"by {self.circles.wording(move.by)}"] if by else []
        conditions += [f"requires {', '.join(move.requires)}"] if move.requires else []
        conditions += [f"needs approval {', '.join(move.needs)}"] if move.needs else []
        what = f"{move.name}{start} → {move.to}"
        return f"{what} ({'; '.join(conditions)})" if conditions else what

    def _level(self, ticket: Ticket, person: str, name: str, at: int) -> str:
        standing, left = self.clocks.words(ticket, name, at)
        title = self.level_title(ticket, name)
        if not standing.endswith(("running", "paused")):
            return f"{title}: {standing}"
        due = self.clocks.due(ticket, name)
        by = f", due {self.premises.stamp(person, due)}" if due is not None else ""
        return f"{title}: {standing}, {left} left{by}"

    def _approval(self, ticket: Ticket, name: str) -> str:
        one = self.workflow(ticket).approvals[name]
        votes = [
            f"{'approved' if vote else 'refused'} by {self.premises.people.name(person)}"
            for (approval, person), (vote, _) in ticket.decisions.items()
            if approval == name
        ]
        need = f"{one.count} of " if one.count > 1 else ""
        title = f"{name}{f' ({one.title})' if one.title else ''}"
        return f"{title}: {'; '.join(votes) or 'waiting'}; decided by {need}{self.circles.wording(one.by)}"

    def pieces(self, person: str, ticket: Ticket) -> list[tuple[str, str, str]]:
        """The texts of a ticket that the person may see: heading, text, who wrote it.

        Description, long fields, and comments, the newest first.
        """
        blobs = self.premises.blobs
        found = [("", blobs.text(ticket.text), ticket.reporter)] if ticket.text else []
        for name, spec in self.queue(ticket).fields.items():
            if len(ticket.fields.get(name, "")) > _LONG:
                found.append((f"[{spec.title or name}]", ticket.fields[name], ""))
        works = self.works(person, ticket)
        for one in reversed(ticket.comments):
            if works or not one.internal:
                head = f"[{self.premises.card(one.by)}, {self.premises.stamp(person, one.at)}"
                head += f"{', internal' if one.internal else ''}, {one.id}]"
                found.append((head, blobs.text(one.text), one.by))
        return found

    def _discussion(self, acting: Acting, ticket: Ticket, part: int) -> tuple[str, int, str]:
        shown, words, more, finished = read_pieces(
            acting, self.premises, self.pieces(acting.person, ticket), part
        )
        if finished:
            read = RecordRead(person=acting.person, app="tickets", item=ticket.key, texts=finished)
            acting.step.emit(read, acting.person)
        return shown, words, more


def missing(names: Iterable[str], fields: Mapping[str, str], assignee: str) -> list[str]:
    """Those of ``names`` that are empty."""
    return [name for name in names if not (assignee if name == "assignee" else fields.get(name))]
