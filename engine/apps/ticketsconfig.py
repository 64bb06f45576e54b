"""What a pack says of its ticket queues: workflows, fields, service levels, and the tickets that are there already."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, Field, model_validator

from ...personas.problems import Misfit, Path, did_you_mean
from ..office.conditions.model import Ref, Written
from ..office.conditions.timewords import Span, TimeText, read_span
from .circles import ALL, Member
from .recordfields import FieldName, FieldSpec, plain_value

Word = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_ -]{0,39}$", description="Lower-case, a letter first.")]
PersonRef = Annotated[str, Field(min_length=1), Ref("person")]
Mover = Annotated[str, Field(min_length=1), Ref("worker")]
"""A member, or what somebody is to the ticket: ``assignee``, ``reporter``, ``approver``, ``team``."""
ROLES: Final = ("assignee", "reporter", "approver", "team")
LinkKind = Literal["blocks", "relates to", "duplicates"]


def _target(text: str) -> str:
    if read_span(text).unit == "work days":
        raise Misfit(
            f"`{text}` is no length for a clock that can stop",
            'Write "8 work hours", or "24h" round the clock.',
        )
    return text


Target = Annotated[
    str,
    AfterValidator(_target),
    Field(
        description='Business time of the queue\'s calendar: "4 work hours"; "24h" counts round the clock.'
    ),
]


class State(Written):
    """A state of a workflow."""

    title: str = ""
    done: bool = Field(False, description="Nothing is left to do: clocks stop.")


class Approval(Written):
    """A decision that a move needs."""

    title: str = ""
    by: tuple[Member, ...] = Field(min_length=1, description="Who may decide: people, titles, departments.")
    count: int = Field(1, ge=1, le=10, description="How many of them must agree.")
    own: bool = Field(False, description="Whether the assignee may approve a ticket of their own.")


class Move(Written):
    """An allowed way from some states to another."""

    name: Word
    from_: tuple[Word, ...] = Field(alias="from", min_length=1)
    to: Word
    by: tuple[Mover, ...] = Field(("team",), min_length=1, description="Who may make it.")
    needs: tuple[Word, ...] = Field((), description="Approvals that must be given before.")
    requires: tuple[FieldName, ...] = Field((), description="Fields that must be filled; `assignee` too.")


class Workflow(Written):
    """States, and how a ticket gets from one to another."""

    start: Word
    states: Mapping[Word, State] = Field(min_length=1)
    moves: tuple[Move, ...] = ()
    approvals: Mapping[Word, Approval] = {}

    @model_validator(mode="after")
    def _known(self) -> Workflow:
        _check(self.start, self.states, "state", ("start",))
        seen: dict[tuple[str, str], str] = {}
        for index, move in enumerate(self.moves):
            for number, state in enumerate(move.from_):
                _check(state, self.states, "state", ("moves", index, "from", number))
                if (state, move.to) in seen or (state, move.name) in seen:
                    fix = "Make it one move with several `by:`, or rename one."
                    raise Misfit(
                        f"two moves lead from {state} to {move.to} or are named alike", fix, ("moves", index)
                    )
                seen[state, move.to] = seen[state, move.name] = move.name
            _check(move.to, self.states, "state", ("moves", index, "to"))
            for number, approval in enumerate(move.needs):
                _check(approval, self.approvals, "approval", ("moves", index, "needs", number))
        for state in self.states:
            if state not in self.reachable():
                fix = "Add a move that leads to it, or remove it."
                raise Misfit(f"no moves lead from {self.start} to {state}", fix, ("states", state))
        return self

    def reachable(self) -> set[str]:
        """The states that a ticket can come to."""
        found, grown = {self.start}, True
        while grown:
            more = {move.to for move in self.moves if found.intersection(move.from_)} - found
            found |= more
            grown = bool(more)
        return found

    def leaving(self, state: str) -> list[Move]:
        """The moves that lead away from a state."""
        return [move for move in self.moves if state in move.from_]


class ServiceLevel(Written):
    """A time within which something must happen, as a clock that runs in business hours."""

    title: str = ""
    until: Literal["response", "done"] = Field(
        description="`response`: a public comment or a move by somebody of the team; `done`: a state that is done."
    )
    within: Target | Mapping[Word, Target] = Field(description="One time for all, or by priority.")
    pauses_in: tuple[Word, ...] = Field((), description="States in which the clock stands still.")

    @model_validator(mode="after")
    def _one_unit(self) -> ServiceLevel:
        if len({span.unit for span in self._spans()}) > 1:
            fix = 'Write all as "4 work hours", or all as "24h" round the clock.'
            raise Misfit("a clock counts either business hours or round the clock", fix, ("within",))
        return self

    def _spans(self) -> list[Span]:
        texts = [self.within] if isinstance(self.within, str) else self.within.values()
        return [read_span(text) for text in texts]

    @property
    def unit(self) -> str:
        """``work`` or ``elapsed``: what its clock counts."""
        return next((span.unit for span in self._spans()), "work")

    def target(self, priority: str) -> Span | None:
        """How long it may take; ``None``: there is no such promise for that priority."""
        text = self.within if isinstance(self.within, str) else self.within.get(priority)
        return None if text is None else read_span(text)


class Queue(Written):
    """A queue of tickets."""

    title: str
    about: str = ""
    workflow: Word
    calendar: Annotated[str, Ref("calendar")] | None = Field(
        None, description="Whose hours its clocks run in."
    )
    team: tuple[Member, ...] = Field((ALL,), description="Who sees and works all of it.")
    customers: tuple[Member, ...] = Field(
        (), description="Who may open tickets besides and sees only their own, without what is internal."
    )
    priorities: tuple[Word, ...] = Field(("urgent", "high", "normal", "low"), min_length=1)
    priority: Word = Field("normal", description="Of a new ticket.")
    fields: Mapping[FieldName, FieldSpec] = {}
    required: tuple[FieldName, ...] = Field((), description="Fields that a new ticket must have.")
    service_levels: Mapping[Word, ServiceLevel] = {}


class PastComment(Written):
    """What was said on a ticket before the run."""

    at: TimeText
    from_: PersonRef = Field(alias="from")
    text: Annotated[str, Field(min_length=1, max_length=4_000)]
    internal: bool = False


class PastMove(Written):
    """A step that a ticket took before the run."""

    at: TimeText
    by: PersonRef
    to: Word


class PastDecision(Written):
    """An approval given or refused before the run."""

    approval: Word
    by: PersonRef
    at: TimeText
    granted: bool = True


class PastLink(Written):
    """How a ticket hangs together with another."""

    kind: LinkKind
    to: str = Field(description="The key of another ticket of this file.")


class PastTicket(Written):
    """A ticket that is there when the run starts."""

    key: Annotated[
        str, Field(pattern=r"^[A-Z][A-Z0-9]{0,9}-[1-9][0-9]{0,5}$", description="Such as DISC-12.")
    ]
    title: Annotated[str, Field(min_length=1, max_length=200)]
    text: str = Field("", max_length=20_000)
    reporter: PersonRef
    assignee: PersonRef | None = None
    priority: Word | None = None
    created: TimeText
    fields: Mapping[FieldName, str] = {}
    moves: tuple[PastMove, ...] = Field((), description="How it came to be in its state, in order.")
    comments: tuple[PastComment, ...] = ()
    decisions: tuple[PastDecision, ...] = Field(
        (), description="Approvals given or refused since its last move."
    )
    links: tuple[PastLink, ...] = ()
    watchers: tuple[PersonRef, ...] = ()
    restricted: tuple[Member, ...] = Field((), description="Nobody else sees that there is such a ticket.")

    @property
    def queue(self) -> str:
        return self.key.rpartition("-")[0]


class TicketsConfig(Written):
    """`world/tickets.yaml`."""

    workflows: Mapping[Word, Workflow] = {}
    queues: Mapping[
        Annotated[str, Field(pattern=r"^[A-Z][A-Z0-9]{0,9}$", description="Capital letters: DISC.")], Queue
    ] = {}
    tickets: tuple[PastTicket, ...] = ()

    @model_validator(mode="after")
    def _whole(self) -> TicketsConfig:
        for key, queue in self.queues.items():
            at: Path = ("queues", key)
            _check(queue.workflow, self.workflows, "workflow", (*at, "workflow"))
            _check(queue.priority, queue.priorities, "priority", (*at, "priority"))
            workflow = self.workflows[queue.workflow]
            for index, name in enumerate(queue.required):
                _check(name, queue.fields, "field", (*at, "required", index))
            for name, level in queue.service_levels.items():
                here = (*at, "service_levels", name)
                for index, state in enumerate(level.pauses_in):
                    _check(state, workflow.states, "state", (*here, "pauses_in", index))
                if not isinstance(level.within, str):
                    for priority in level.within:
                        _check(priority, queue.priorities, "priority", (*here, "within", priority))
            for move in workflow.moves:
                for name in move.requires:
                    if name not in (*queue.fields, "assignee"):
                        fix = f"Add it to `fields:` of {key}, or take it out of the move."
                        raise Misfit(f"the move {move.name} requires `{name}`, which {key} has not", fix, at)
        keys = [ticket.key for ticket in self.tickets]
        for index, ticket in enumerate(self.tickets):
            self._ticket(ticket, ("tickets", index), keys, index)
        return self

    def _ticket(self, ticket: PastTicket, at: Path, keys: list[str], index: int) -> None:
        if ticket.key in keys[:index]:
            raise Misfit(f"there are two tickets {ticket.key}", "Number one anew.", (*at, "key"))
        _check(ticket.queue, self.queues, "queue", (*at, "key"))
        queue = self.queues[ticket.queue]
        workflow = self.workflows[queue.workflow]
        if ticket.priority is not None:
            _check(ticket.priority, queue.priorities, "priority", (*at, "priority"))
        for name, value in ticket.fields.items():
            _check(name, queue.fields, "field", (*at, "fields", name))
            if plain_value(queue.fields[name], value) is None:
                raise Misfit(f"`{value}` is not {queue.fields[name].wording()}", "", (*at, "fields", name))
        state = workflow.start
        for number, move in enumerate(ticket.moves):
            ways = {one.to: one for one in workflow.leaving(state)}
            if move.to not in ways:
                fix = f"From {state} it goes to {', '.join(ways) or 'nowhere'}."
                raise Misfit(f"no move leads from {state} to {move.to}", fix, (*at, "moves", number, "to"))
            state = move.to
        for number, link in enumerate(ticket.links):
            _check(link.to, keys, "ticket", (*at, "links", number, "to"))
        for number, decision in enumerate(ticket.decisions):
            _check(decision.approval, workflow.approvals, "approval", (*at, "decisions", number, "approval"))

    def people(self) -> Iterator[tuple[Path, str]]:
        """Where fields of tickets name people."""
        for index, ticket in enumerate(self.tickets):
            specs = self.queues[ticket.queue].fields
            for name, value in ticket.fields.items():
                if specs[name].type == "person" and value:
                    yield ("tickets", index, "fields", name), value


def _check(name: str, known: Collection[str], noun: str, at: Path) -> None:
    if name not in known:
        fix = did_you_mean(name, known) or f"There are: {', '.join(known) or 'none'}."
        raise Misfit(f"there is no {noun} `{name}`", fix, at)
