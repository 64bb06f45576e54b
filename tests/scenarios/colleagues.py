"""A small office at its apps: telephones, a document that several people edit at once, tickets, and a slow mind."""

from __future__ import annotations

from pathlib import Path

from tenure.engine.agents.policies.script import Script
from tenure.engine.agents.session import Session
from tenure.engine.kernel.run import Run
from tenure.scenarios.play import new_run, open_run, play
from tenure.scenarios.source import PackSource
from tests.agents.lamps import SEAT, lamps

SLOW = b'''
import asyncio
from tenure.engine.minds.scripted import ScriptedMind

class Slow(ScriptedMind):
    """Decides as scripted people do, some turns of the event loop later."""

    name = "slow"
    instant = False
    recorded = False

    async def decide(self, percept, calls=None):
        for _ in range(len(percept.said) % 5):
            await asyncio.sleep(0)
        return self.decision(percept)
'''
TICKETS = b"""
workflows:
  request:
    start: new
    states: {new: {}, working: {}, closed: {done: true}}
    moves:
      - {name: take, from: [new], to: working}
      - {name: close, from: [working], to: closed}
queues:
  BUY: {title: Purchases, workflow: request, team: [ines, annelies, sam]}
tickets:
  - {key: BUY-1, title: Shades, reporter: annelies, assignee: ines, created: "2026-02-26T10:00"}
"""
NOTES = b"# Lamps\n\n## Prices\n\nTo be filled in.\n\n## Suppliers\n\nTo be filled in.\n"
WORK = """
work:
  - title: Keep the notes on lamps
    about: lamps
    minutes: 240
    start: "Mon 08:30"
    due: "Wed 17:00"
    use:
      - {{tool: docs.insert, arguments: {{path: /Lamps/notes.docx, text: "{one}"}}, at: "Mon 09:30"}}
      - {{tool: drive.append, arguments: {{path: /Lamps/log.md, text: "Checked by {name}."}}}}
      - {{tool: tickets.comment, arguments: {{ticket: BUY-1, text: "@ines which price per lamp applies?"}}, done: 90}}
"""
STORY = b"""
beats:
  - id: rings
    when: {at: "Mon 13:30"}
    do:
      - phone: {from: annelies, to: sam, says: "Sam, did you hear from the supplier?"}
  - id: talk
    when: {at: "Mon 14:10"}
    do:
      - phone: {from: annelies, to: ines, says: "Ines, the shades are late again."}
  - id: moved
    when: {at: "Tue 09:00"}
    do:
      - use: {person: ines, tool: tickets.move, arguments: {ticket: BUY-1, to: take}}
      - use: {person: annelies, tool: drive.trash, arguments: {path: /Lamps/none.md}}
"""


def source(*, slow: bool = False) -> PackSource:
    """The pack; the same bytes in every process."""
    files = dict(lamps().files)
    lines = [
        "canary: tenure-canary-0123456789abcdef" if line.startswith("canary:") else line
        for line in files["scenario.yaml"].decode().splitlines()
    ]
    scenario = "\n".join(lines).replace("notes, drive]", "notes, drive, docs, tickets, phone]")
    files["scenario.yaml"] = scenario.encode()
    files["world/tickets.yaml"] = TICKETS
    files["world/drive/Lamps/notes.docx.md"] = NOTES
    files["storyline.yaml"] = STORY
    if slow:
        files["minds/slow.py"] = SLOW
    for name, one in (
        ("ines", "A lamp has two shades."),
        ("annelies", "The supplier in Gent is slow to answer."),
    ):
        more = WORK.format(one=one, name=name) + ("mind: slow\n" if slow else "")
        files[f"cast/{name}.yaml"] += more.encode()
    return PackSource(files, lamps().personas)


async def solve(session: Session) -> None:
    """Talk, comment, send files round, and edit what others edit."""
    await session.wait(until="Mon 09:31")
    for _ in range(5):
        read = await session.call("docs.outline", path="/Lamps/notes.docx")
        asked = await session.call(
            "docs.comment",
            path="/Lamps/notes.docx",
            version=read.data["version"],
            passage="Prices",
            text="@ines what is the lamp price?",
        )
        if asked.ok:
            break
    await session.call("drive.append", path="/Lamps/log.md", text="Begun.")
    rung = await session.call("phone.call", person="annelies")
    if rung.data["answered"]:
        await session.call("phone.say", text="Good morning, whom do I ask about the lamp price?")
        await session.call("phone.say", text="Thank you. Bye!")
    else:
        await session.call("phone.voicemail", text="Sam here. Whom do I ask about the lamp price?")
    await session.call("tickets.create", queue="BUY", title="Bulbs", assignee="ines")
    await session.call("chat.send", to="ines", text="Could you have a look at /Lamps/log.md?")
    for _ in range(30):
        seen = await session.wait(until="Tue 15:00", notification=True)
        if any(note.get("what") == "rings" for note in seen.notifications):
            await session.call("phone.answer")
            await session.call("phone.say", text="I am still waiting. What price did we agree for the lamps?")
            await session.call("phone.hang_up")
        if seen.now >= "2026-03-03T15:00":
            break
    await session.finish()


def begin(path: Path | None = None, *, slow: bool = False, seed: int = 5, speculate: bool = True) -> Run:
    """A new run of it."""
    return new_run(source(slow=slow), seed=seed, path=path, speculate=speculate)


async def play_on(run: Run, until: int | None = None) -> Run:
    """The run, played on."""
    await play(run, {SEAT: Script("mine", solve)}, until=until)
    return run


async def play_file(path: Path) -> str:
    """The run of that file, begun or resumed, played to its end: its digest."""
    run = open_run(path, writable=True) if path.exists() else begin(path)
    print("ready", flush=True)
    await play_on(run)
    run.close()
    return run.digest
