"""Tickets counted for people, and as rows for criteria."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .recordfields import row_values
from .ticketscalls import Report, ReportRow
from .ticketsconfig import TicketsConfig
from .ticketsdesk import TicketDesk
from .ticketsstate import Ticket, Tickets


def report_rows(
    by: str, queue: str | None, person: str, desk: TicketDesk, is_done: Callable[[Ticket], bool]
) -> Report:
    """Counts of the tickets that the person sees, by what is asked for; the most open first."""
    counts: dict[str, list[int]] = {}
    for ticket in desk.visible(person):
        if queue is not None and ticket.queue != queue:
            continue
        missed = desk.missed(ticket) if desk.works(person, ticket) else []
        names = missed if by == "missed" else [getattr(ticket, by) or "nobody"]
        for name in names:
            row = counts.setdefault(name, [0, 0, 0])
            row[int(is_done(ticket))] += 1
            row[2] += bool(missed)
    order = sorted(counts, key=lambda name: (-counts[name][0], -counts[name][1], name))
    shown = [
        ReportRow(name=name, open=counts[name][0], done=counts[name][1], missed=counts[name][2])
        for name in order[:_ROWS]
    ]
    more = f"and {len(order) - _ROWS} more; ask for one queue" if len(order) > _ROWS else ""
    return Report(rows=shown, more=more)


_ROWS = 40


def table_rows(table: str, config: TicketsConfig, tickets: Tickets, desk: TicketDesk) -> list[dict[str, Any]]:
    """All tickets, comments, decisions or lines of history as flat rows.

    Raises:
        KeyError: There is no such table.
    """
    if table in ("", "tickets"):
        return [_row(ticket, config, desk) for ticket in tickets]
    if table == "comments":
        text = desk.premises.blobs.text
        return [
            {
                "ticket": ticket.key,
                "comment": one.id,
                "by": one.by,
                "internal": one.internal,
                "text": text(one.text),
                "at": one.at,
            }
            for ticket in tickets
            for one in ticket.comments
        ]
    if table == "decisions":
        return [
            {
                "ticket": ticket.key,
                "approval": one.detail[0],
                "by": one.by,
                "granted": one.what == "approved",
                "at": one.at,
            }
            for ticket in tickets
            for one in ticket.history
            if one.what in ("approved", "refused")
        ]
    if table == "history":
        return [
            {"ticket": ticket.key, "by": one.by, "what": desk.words(ticket, one), "at": one.at}
            for ticket in tickets
            for one in ticket.history
        ]
    raise KeyError(table)


def _row(ticket: Ticket, config: TicketsConfig, desk: TicketDesk) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for queue in config.queues.values():
        fields |= row_values(queue.fields, {})
    return {
        **fields,
        **row_values(config.queues[ticket.queue].fields, ticket.fields),
        "ticket": ticket.key,
        "queue": ticket.queue,
        "title": ticket.title,
        "text": desk.premises.blobs.text(ticket.text),
        "state": ticket.state,
        "done": desk.workflow(ticket).states[ticket.state].done,
        "priority": ticket.priority,
        "reporter": ticket.reporter,
        "assignee": ticket.assignee,
        "version": ticket.version,
        "comments": len(ticket.comments),
        "missed": desk.missed(ticket),
        "links": [f"{kind} {other}" for kind, other in ticket.links],
        "watchers": list(ticket.watchers),
        "created": ticket.created,
        "updated": ticket.updated,
    }
