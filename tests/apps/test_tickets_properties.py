"""What holds for tickets whatever people do: allowed moves only, clocks as counted by hand, nothing hidden shown."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from tenure.engine.apps.base import ToolError
from tenure.engine.apps.tickets import TicketsApp
from tenure.engine.apps.ticketsconfig import TicketsConfig
from tenure.engine.apps.ticketsstate import (
    Ticket,
    TicketChanged,
    TicketCommented,
    TicketMoved,
    TicketOpened,
    TicketPayload,
    Tickets,
)
from tenure.engine.kernel.clock import MINUTE
from tenure.engine.kernel.events import Event
from tenure.personas.source import parse

from .claims import QUEUES
from .conftest import Office
from .desk import CLOCK, furnished

HIDDEN = """
tickets:
  - key: CLAIM-1
    title: qxhidden
    text: qxhidden words
    reporter: dewi
    assignee: ines
    created: "2026-02-27T15:00"
    fields: {carrier: Calder}
    restricted: [dewi, ines]
"""
CONFIG = parse(TicketsConfig, QUEUES, "tickets.yaml")
PEOPLE = ("noor", "dewi", "ines", "pieter", "mei", "joost")
PRIORITIES = ("urgent", "high", "normal", "low")
STEP = 30 * MINUTE
STATES = tuple(CONFIG.workflows["request"].states)
MOVES = CONFIG.workflows["request"].moves
LEVELS = CONFIG.queues["CLAIM"].service_levels


def by_hand(events: list[Event], level: str, now: int) -> tuple[int, int | None]:
    """What a clock counted, half hour by half hour, and the instant at which the promise was missed."""
    calendar, spec = CLOCK.calendar(), LEVELS[level]
    opened = next(event for event in events if isinstance(event.payload, TicketOpened))
    changes: list[tuple[int, Any]] = []
    for event in events:
        assert isinstance(event.payload, TicketPayload)
        changes.append((event.at if event.payload.at is None else event.payload.at, event.payload))
    start = opened.payload.at if opened.payload.at is not None else opened.at  # type: ignore[attr-defined]
    state = priority = ""
    answered, used, missed, index = False, 0, None, 0
    target, runs = None, False
    for at in range(start, now + 1, STEP):
        # a promise is missed when its clock has run so long, or when it shrinks below what has run
        if missed is None and runs and target is not None and used >= target.amount:
            missed = at
        while index < len(changes) and changes[index][0] <= at:
            payload = changes[index][1]
            index += 1
            if isinstance(payload, TicketOpened):
                state, priority = payload.state, payload.priority
            elif isinstance(payload, TicketMoved):
                state, answered = payload.to, answered or payload.answers
            elif isinstance(payload, TicketCommented):
                answered = answered or payload.answers
            elif isinstance(payload, TicketChanged):
                priority = {one.name: one.new for one in payload.changes}.get("priority", priority)
            target = spec.target(priority)
            if missed is None and runs and target is not None and used >= target.amount:
                missed = at
            met = answered if spec.until == "response" else state == "closed"
            runs = target is not None and not met and state not in spec.pauses_in
            if missed is None and runs and target is not None and used >= target.amount:
                missed = at
        if at < now and runs and calendar.is_open(at):
            used += STEP
    return used, missed


class Desks(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.office: Office = furnished(tickets=(TicketsConfig, QUEUES + HIDDEN))

    def attempt(self, who: str, tool: str, **arguments: Any) -> None:
        refused = self.answer(who, tool, **arguments)
        if isinstance(refused, ToolError) and who not in ("dewi", "ines"):
            assert "qxhidden" not in f"{refused.message} {refused.hint}"
            assert arguments.get("ticket") != "CLAIM-1" or refused.code == "not_found"

    def answer(self, who: str, tool: str, **arguments: Any) -> Any:
        try:
            return self.office.use(who, tool, **arguments)
        except ToolError as error:
            return error

    @property
    def app(self) -> TicketsApp:
        app = self.office.world.apps["tickets"]
        assert isinstance(app, TicketsApp)
        return app

    @property
    def state(self) -> Tickets:
        (component,) = self.app.components()
        assert isinstance(component, Tickets)
        return component

    def pick(self, number: int) -> Ticket:
        tickets = list(self.state)
        return tickets[number % len(tickets)]

    @precondition(lambda self: len(list(self.state)) < 5)
    @rule(
        who=st.sampled_from(PEOPLE),
        priority=st.sampled_from(PRIORITIES),
        mine=st.booleans(),
        amount=st.booleans(),
    )
    def create(self, who: str, priority: str, mine: bool, amount: bool) -> None:
        fields = {"carrier": "calder"} | ({"amount": 7} if amount else {})
        assignee = "me" if mine else None
        given = {
            "queue": "CLAIM",
            "title": "A claim",
            "priority": priority,
            "assignee": assignee,
            "fields": fields,
        }
        self.attempt(who, "tickets.create", **given)

    @rule(
        who=st.sampled_from(PEOPLE),
        number=st.integers(0, 4),
        to=st.sampled_from(STATES),
        back=st.sampled_from((0, 0, 0, 1)),
    )
    def move(self, who: str, number: int, to: str, back: int) -> None:
        ticket = self.pick(number)
        before = (ticket.state, ticket.version)
        self.attempt(who, "tickets.move", ticket=ticket.key, to=to, version=ticket.version - back)
        assert not back or (ticket.state, ticket.version) == before

    @rule(who=st.sampled_from(PEOPLE), number=st.integers(0, 4), internal=st.booleans())
    def comment(self, who: str, number: int, internal: bool) -> None:
        self.attempt(
            who, "tickets.comment", ticket=self.pick(number).key, text="@dewi look", internal=internal
        )

    @rule(
        who=st.sampled_from(PEOPLE),
        number=st.integers(0, 4),
        priority=st.sampled_from((None, *PRIORITIES)),
        assignee=st.sampled_from((None, "", "noor", "dewi", "mei")),
        amount=st.sampled_from((None, "", 5)),
    )
    def update(self, who: str, number: int, priority: str | None, assignee: str | None, amount: Any) -> None:
        ticket = self.pick(number)
        fields = {} if amount is None else {"amount": amount}
        given = {"ticket": ticket.key, "version": ticket.version, "priority": priority, "assignee": assignee}
        self.attempt(who, "tickets.update", **given, fields=fields)

    @rule(who=st.sampled_from(PEOPLE), number=st.integers(0, 4), approve=st.booleans())
    def decide(self, who: str, number: int, approve: bool) -> None:
        ticket = self.pick(number)
        self.attempt(who, "tickets.decide", ticket=ticket.key, version=ticket.version, approve=approve)

    @rule(who=st.sampled_from(PEOPLE), number=st.integers(0, 4), other=st.integers(0, 4))
    def link(self, who: str, number: int, other: int) -> None:
        pair = {"ticket": self.pick(number).key, "other": self.pick(other).key}
        self.attempt(who, "tickets.link", **pair, link="blocks")

    @rule(who=st.sampled_from(PEOPLE), number=st.integers(0, 4), person=st.sampled_from(PEOPLE))
    def watch(self, who: str, number: int, person: str) -> None:
        self.attempt(who, "tickets.watch", ticket=self.pick(number).key, person=person)

    @rule(minutes=st.sampled_from((30, 60, 90, 240, 600, 1_440, 3_000)))
    def wait(self, minutes: int) -> None:
        self.office.advance(self.office.at + minutes * MINUTE)

    @rule()
    def reload(self) -> None:
        self.office.check_dump()

    @invariant()
    def only_allowed_moves(self) -> None:
        state: dict[str, str] = {}
        reachable = CONFIG.workflows["request"].reachable()
        for event in self.office.events("tickets.opened", "tickets.moved"):
            payload = event.payload
            if isinstance(payload, TicketOpened):
                state[payload.ticket] = payload.state
            elif isinstance(payload, TicketMoved):
                assert any(
                    one.name == payload.move and payload.was in one.from_ and one.to == payload.to
                    for one in MOVES
                )
                assert state[payload.ticket] == payload.was
                state[payload.ticket] = payload.to
        assert {ticket.key: ticket.state for ticket in self.state} == state
        assert set(state.values()) <= reachable

    def teardown(self) -> None:
        try:
            self.clocks_agree_with_a_count_by_hand()
            self.nothing_hidden_is_shown()
            self.events_fold_to_the_same_state()
        finally:
            self.office.run.close()

    def clocks_agree_with_a_count_by_hand(self) -> None:
        kinds = ("tickets.opened", "tickets.moved", "tickets.commented", "tickets.changed")
        events = self.office.events(*kinds)
        breaches = self.office.events("tickets.breached")
        for ticket in self.state:
            own = [event for event in events if event.payload.ticket == ticket.key]  # type: ignore[attr-defined]
            for level in LEVELS:
                used, missed = by_hand(own, level, self.office.at)
                found = [
                    event.at if event.payload.at is None else event.payload.at  # type: ignore[attr-defined]
                    for event in breaches
                    if (event.payload.ticket, event.payload.level) == (ticket.key, level)  # type: ignore[attr-defined]
                ]
                assert self.app._clocks.used(ticket, level, self.office.at) == used
                assert found == ([] if missed is None else [missed]), (ticket.key, level)

    def nothing_hidden_is_shown(self) -> None:
        numbers = [ticket.key for ticket in self.state if ticket.key != "CLAIM-1"]
        for person in PEOPLE:
            answers = [
                self.office.use(person, "tickets.search"),
                self.office.use(person, "tickets.search", query="qxhidden"),
                self.office.use(person, "tickets.queues"),
                *(self.office.use(person, "tickets.report", by=by) for by in ("state", "assignee", "missed")),
            ]
            for key in numbers:
                for tool in ("tickets.get", "tickets.history"):
                    found = self.answer(person, tool, ticket=key)
                    answers += [] if isinstance(found, ToolError) else [found]
            text = json.dumps([answer.record() for answer in answers])
            sees = person in ("dewi", "ines")
            assert ('"CLAIM-1"' in text or " CLAIM-1" in text or "qxhidden" in text) is sees

    def events_fold_to_the_same_state(self) -> None:
        fresh = Tickets()
        routes = fresh.listens()
        for event in self.office.run.events(tuple(routes)):
            routes[event.payload.kind](event)
        assert json.loads(json.dumps(fresh.dump())) == json.loads(json.dumps(self.state.dump()))


WAYS = {
    "new": ("working", "closed"),
    "working": ("waiting", "review", "closed"),
    "waiting": ("working",),
    "review": ("working", "closed"),
    "closed": ("working",),
}


@settings(max_examples=40, deadline=None)
@given(
    priority=st.sampled_from(PRIORITIES),
    steps=st.lists(st.tuples(st.integers(0, 80), st.integers(0, 2), st.booleans()), max_size=8),
)
def test_clocks_of_the_past_agree_with_a_count_by_hand(
    priority: str, steps: list[tuple[int, int, bool]]
) -> None:
    start = datetime(2026, 2, 20, 9, 0)
    moves: list[str] = []
    state, slots = "new", 0
    for wait, way, by_reporter in steps:
        slots += wait
        state = WAYS[state][way % len(WAYS[state])]
        at = (start + timedelta(minutes=30 * slots)).isoformat(timespec="minutes")
        moves.append(f"      - {{at: '{at}', by: {'noor' if by_reporter else 'ines'}, to: {state}}}")
    listed = "\n    moves:\n" + "\n".join(moves) if moves else ""
    past = f"""
tickets:
  - key: CLAIM-1
    title: Old
    reporter: noor
    priority: {priority}
    created: "{start.isoformat(timespec="minutes")}"{listed}
"""
    office = furnished(tickets=(TicketsConfig, QUEUES + past))
    app = office.world.apps["tickets"]
    assert isinstance(app, TicketsApp)
    (ticket,) = next(iter(app.components()))  # type: ignore[misc]
    kinds = ("tickets.opened", "tickets.moved", "tickets.commented", "tickets.changed")
    office.advance(50 * STEP)
    for level in LEVELS:
        used, missed = by_hand(office.events(*kinds), level, office.at)
        assert app._clocks.used(ticket, level, office.at) == used
        clock = ticket.clocks.get(level)
        assert (clock.breached if clock else None) == missed
    office.run.close()


TestDesks = Desks.TestCase
TestDesks.settings = settings(
    max_examples=25, stateful_step_count=25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
