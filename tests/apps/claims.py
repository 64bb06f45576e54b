"""An office with a queue of claims, for the tests of tickets."""

from __future__ import annotations

from typing import Any

from tenure.engine.apps.ticketsconfig import TicketsConfig

from .conftest import Office
from .desk import furnished

QUEUES = """
workflows:
  request:
    start: new
    states: {new: {}, working: {}, waiting: {}, review: {}, closed: {title: All done, done: true}}
    moves:
      - {name: take, from: [new], to: working}
      - {name: ask, from: [working], to: waiting, by: [assignee]}
      - {name: resume, from: [waiting], to: working, by: [assignee, reporter]}
      - {name: submit, from: [working], to: review, by: [assignee], requires: [amount]}
      - {name: back, from: [review], to: working, by: [approver]}
      - {name: pay, from: [review], to: closed, by: [assignee, approver], needs: [payment]}
      - {name: drop, from: [new, working], to: closed, by: [reporter, Controller]}
      - {name: reopen, from: [closed], to: working}
    approvals:
      payment: {title: Payment, by: [dewi, Controller]}
queues:
  CLAIM:
    title: Claims
    workflow: request
    team: [Operations, Pricing]
    customers: [joost, Finance]
    required: [carrier]
    fields:
      carrier: {type: choice, choices: [Northway, Calder]}
      amount: {title: Contested amount, type: money, currency: EUR}
      cutoff: {type: date}
      boxes: {type: number}
      checked_by: {type: person}
      disputed: {type: bool}
      story: {}
    service_levels:
      first_answer: {until: response, within: {urgent: 1 work hours, high: 2 work hours, normal: 8 work hours}}
      solved: {title: Solved, until: done, within: 12 work hours, pauses_in: [waiting]}
"""
PAST = """
tickets:
  - key: CLAIM-7
    title: Demurrage at Antwerp
    text: They charge twice.
    reporter: joost
    assignee: ines
    priority: high
    created: "2026-02-26T10:00"
    fields: {carrier: Northway, amount: "1,250.50", cutoff: "2026-03-12", checked_by: pieter}
    moves: [{at: "2026-02-26T11:00", by: ines, to: working}]
    comments:
      - {at: "2026-02-26T11:20", from: ines, text: We look into it.}
      - {at: "2026-02-27T09:10", from: noor, text: The secret sheet was wrong., internal: true}
    links: [{kind: blocks, to: CLAIM-9}]
    watchers: [dewi]
  - key: CLAIM-9
    title: Hidden matter
    reporter: dewi
    created: "2026-02-27T15:00"
    fields: {carrier: Calder}
    restricted: [dewi, ines]
"""


def tickets(text: str = QUEUES + PAST) -> Office:
    return furnished(tickets=(TicketsConfig, text))


def opened(office: Office, who: str = "noor", **more: Any) -> str:
    given: dict[str, Any] = {"queue": "CLAIM", "title": "A claim", "fields": {"carrier": "calder"}, **more}
    return office.use(who, "tickets.create", **given).ticket


def version(office: Office, key: str) -> int:
    return office.use("dewi", "tickets.get", ticket=key).version


def move(office: Office, who: str, key: str, to: str) -> None:
    office.use(who, "tickets.move", ticket=key, to=to, version=version(office, key))


def row(office: Office, key: str) -> dict[str, Any]:
    return next(dict(one) for one in office.world.apps["tickets"].rows() if one["ticket"] == key)


def notices(office: Office) -> list[tuple[tuple[str, ...], str, str]]:
    return [
        (event.payload.people, event.payload.item, event.payload.what)  # type: ignore[attr-defined]
        for event in office.events("app.notice")
    ]
