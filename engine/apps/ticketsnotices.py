"""Whom tickets tell of what: assignments, moves, comments, decisions that are wanted, clocks that ran out."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final

from ..kernel.blobs import BlobRef
from ..kernel.events import Entry
from ..kernel.step import Step
from ..office.events import Notice
from .base import Acting
from .mentions import mentioned_of
from .ticketsdesk import TicketDesk
from .ticketsstate import Ticket

APP: Final = "tickets"


class TicketNotices:
    """Tells those who may see a ticket, and never who did it themselves."""

    def __init__(self, desk: TicketDesk) -> None:
        self._desk = desk
        desk.clocks.tell = self._missed

    def mentions(self, text: str, ticket: Ticket, *, internal: bool) -> tuple[str, ...]:
        """The people whom a comment names with ``@`` and who may read it."""
        may = self._desk.works if internal else self._desk.sees
        people = self._desk.premises.people
        return tuple(mentioned_of(text, people, [one for one in people.people if may(one, ticket)]))

    def tell(
        self,
        acting: Acting,
        ticket: Ticket,
        people: Iterable[str],
        what: str,
        text: BlobRef | None = None,
        *,
        internal: bool = False,
    ) -> None:
        """Tell people what happened to a ticket.

        Args:
            acting: Who did it.
            ticket: After it.
            people: Whom it concerns; those who may not see it are left out.
            what: In a few words.
            text: What goes along with it.
            internal: Only for the team.
        """
        may = self._desk.works if internal else self._desk.sees
        told = [one for one in dict.fromkeys(people) if one and one != acting.person and may(one, ticket)]
        if told:
            self._emit(acting.step, ticket, told, what, text, acting.person)

    def ask(self, acting: Acting, ticket: Ticket) -> None:
        """Tell those whose decision the next move needs."""
        for name, one in self._desk.waiting(ticket).items():
            if not self._desk.granted(ticket, name):
                deciders = self._desk.circles.members(one.by)
                wanted = [person for person in deciders if one.own or person != ticket.assignee]
                self.tell(acting, ticket, wanted, f"waits for your approval: {one.title or name}")

    def breach(self, step: Step, entry: Entry) -> None:
        """A service level's time is up."""
        ticket = self._desk.tickets.get(entry.target)
        if ticket is not None:
            self._desk.clocks.check(step, ticket, json.loads(entry.payload), step.at)

    def _missed(self, step: Step, ticket: Ticket, name: str) -> None:
        """The one whose ticket it is hears of it, and who watches it."""
        people = dict.fromkeys(one for one in (ticket.assignee, *ticket.watchers) if one)
        told = [one for one in people if self._desk.works(one, ticket)]
        if told:
            self._emit(step, ticket, told, f"{self._desk.level_title(ticket, name)} missed", None, "")

    def _emit(
        self, step: Step, ticket: Ticket, people: list[str], what: str, text: BlobRef | None, actor: str
    ) -> None:
        notice = Notice(
            people=tuple(people), app=APP, item=ticket.key, title=ticket.title, what=what, text=text
        )
        step.emit(notice, actor)
