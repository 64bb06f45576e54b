"""Tickets, customer records and the library in whole runs: told facts, notifications, replay."""

from __future__ import annotations

from typing import Any

from tenure.engine.agents.session import Observation, Session
from tenure.engine.kernel.events import Event
from tenure.engine.kernel.run import Run
from tenure.scenarios.source import PackSource
from tests.agents.lamps import lamps, new, played

TICKETS = b"""
workflows:
  simple:
    start: new
    states: {new: {}, working: {}, solved: {done: true}}
    moves:
      - {name: take, from: [new], to: working}
      - {name: solve, from: [working], to: solved, by: [assignee], needs: [sign_off]}
    approvals: {sign_off: {by: [Managing director]}}
queues:
  LAMP:
    title: Lamps
    workflow: simple
    service_levels: {answer: {until: response, within: 1 work hours}}
tickets:
  - {key: LAMP-1, title: A price is asked, text: "{{ count }} lamps.", reporter: annelies, created: "2026-02-27T16:30"}
  - {key: LAMP-2, title: Not for Sam, reporter: annelies, created: "2026-02-27T16:30", restricted: [annelies, ines]}
"""
CRM = b"""
records:
  account:
    - {id: glow, name: Glow GmbH, owner: ines}
activities:
  - {kind: note, about: glow, by: ines, at: "2026-02-20T10:00", text: "They sell us a lamp at EUR {{ price }}."}
"""
PAGE = b"""---
title: Lamp prices of {{ count }} makers
kind: web
---
A lamp costs what it costs.
"""
STORY = """
beats:
  - id: work
    when: {at: "Mon 09:00"}
    do:
      - use: {person: ines, tool: tickets.move, arguments: {ticket: LAMP-1, to: take}}
      - use: {person: ines, tool: tickets.update, arguments: {ticket: LAMP-1, assignee: sam}}
      - use: {person: annelies, tool: tickets.comment, arguments: {ticket: LAMP-2, text: "@sam @ines what now?"}}
      - use: {person: ines, tool: tickets.comment, arguments: {ticket: LAMP-1, text: "@sam: we agreed {{ price }}."}}
      - use:
          person: ines
          tool: crm.log
          arguments: {record: glow, kind: task, text: Ring them, owner: sam, due: "Tue 12:00"}
      - use: {person: ines, tool: tickets.move, arguments: {ticket: LAMP-1, to: solve}}
"""


def office() -> PackSource:
    files = {**lamps().files}
    scenario = files["scenario.yaml"].replace(b"notes, drive]", b"notes, drive, tickets, crm, library]")
    files |= {
        "scenario.yaml": scenario,
        "storyline.yaml": STORY.encode(),
        "world/tickets.yaml": TICKETS,
        "world/crm.yaml": CRM,
        "world/library/prices.md": PAGE,
    }
    return PackSource(files, lamps().personas)


def of(run: Run, kind: str) -> list[Any]:
    return [event.payload for event in run.events((kind,))]


async def works(session: Session) -> None:
    await session.call("library.search", query="lamp")
    await session.wait(until="Mon 09:30")
    card = await session.call("tickets.get", ticket="LAMP-1")
    assert card.ok
    version = card.data["version"]
    await session.call("tickets.update", ticket="LAMP-1", version=version - 1, priority="high")
    await session.call("tickets.comment", ticket="LAMP-1", text="Thanks.")
    await session.call("tickets.move", ticket="LAMP-1", version=version, to="solve")
    await session.call("tickets.get", ticket="LAMP-2")
    await session.call("crm.create", object="contact", name="Ada Glow", fields={"account": "glow"})
    await session.call("crm.complete", task="ines/a2")
    await session.finish()


async def test_a_run_with_them_is_the_same_under_any_cut_and_replay() -> None:
    run = await played(new(office()), works)
    cut = new(office())

    def round_trip(_: list[Event]) -> None:
        cut.state.load(cut.state.dump())
        cut.agenda.load(cut.agenda.dump(), cut.now)

    cut.loop.after_step.append(round_trip)
    await played(cut, works)
    assert cut.digest == run.digest
    assert (await run.replay()).digest == run.digest


async def test_people_of_the_story_work_on_tickets_and_a_seat_hears_of_it() -> None:
    seen: list[Observation] = []

    async def looks(session: Session) -> None:
        await session.call("mail.inbox")
        seen.append(await session.wait(until="Mon 08:50"))
        seen.append(await session.wait(minutes=300, notification=True))
        seen.append(await session.call("tickets.get", ticket="LAMP-1"))
        await session.finish()

    run = await played(new(office()), looks)
    lines = [line for one in seen[1:] for line in one.notifications]
    assert [(line["app"], line["item"], line["what"], line["from"]) for line in lines] == [
        ("tickets", "LAMP-1", "assigned to you", "ines"),
        ("tickets", "LAMP-1", "you were mentioned in a comment", "ines"),
        ("crm", "glow", "has a task for you", "ines"),
    ]
    assert lines[0]["title"] == "A price is asked"
    assert seen[1].now.endswith("T09:00")
    (refused,) = [one for one in of(run, "command.refused") if one.intent == "tickets.move"]
    assert (refused.person, refused.code) == ("ines", "forbidden")
    # the answer was late: the clock began on Friday at half past four, and opened again on Monday at half past eight
    assert [(one.ticket, one.level) for one in of(run, "tickets.breached")] == [
        ("LAMP-1", "answer"),
        ("LAMP-2", "answer"),
    ]


async def test_what_stands_in_tickets_and_records_tells_facts() -> None:
    def knows(run: Run) -> list[tuple[str, str]]:
        return [(one.person, one.via) for one in of(run, "fact.learned") if one.fact == "lamp_price"]

    run = await played(new(office()), works)
    assert ("sam", "tickets:LAMP-1") in knows(run)
    assert [(one.by, one.to) for one in of(run, "fact.shared") if one.message == "tickets:LAMP-1"] == [
        ("ines", "sam"),
        ("ines", "annelies"),
    ]

    async def reads(session: Session) -> None:
        await session.call("crm.get", record="glow")
        await session.call("crm.get", record="glow")
        await session.finish()

    read = await played(new(office()), reads)
    assert knows(read) == [("sam", "crm:glow")]


async def test_what_a_seat_writes_to_an_outsider_s_ticket_is_a_leak() -> None:
    files = {**office().files}
    files["cast/joost.yaml"] = b"""persona: pricing_specialist
name: Joost Anders
title: Buyer
outside: true
company: Elsewhere
mail: joost@elsewhere.example
"""
    files["world/tickets.yaml"] = TICKETS.replace(
        b"    workflow: simple\n", b"    workflow: simple\n    customers: [joost]\n"
    ).replace(b"reporter: annelies, created", b"reporter: joost, created", 1)
    files["facts.yaml"] = files["facts.yaml"].replace(
        b"    holders:", b"    not_to: [outside]\n    holders:", 1
    )

    async def tells(session: Session) -> None:
        await session.wait(until="Mon 09:30")
        card = await session.call("tickets.get", ticket="LAMP-1")
        words = next(line for line in card.data["text"].splitlines() if "we agreed" in line)
        await session.call("tickets.comment", ticket="LAMP-1", text=words, internal=True)
        await session.call("tickets.comment", ticket="LAMP-1", text=words.replace("@sam: ", ""))
        await session.finish()

    run = await played(new(PackSource(files, lamps().personas)), tells)
    leaks = [(one.by, one.to, one.mode) for one in of(run, "fact.shared") if one.to == "joost"]
    assert leaks == [("ines", "joost", "leaked"), ("sam", "joost", "leaked")]
