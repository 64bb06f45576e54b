"""A policy for `harbor_spill` that uses every app of its office, and looks in now and then until the second week.

It is no solution: it makes every kind of event that a longer stay would make, for tests of exactness.
"""

from __future__ import annotations

import base64
from typing import Any

from tenure.engine.agents.session import Session

WORK = "/Orrin/13 Work product"
NOTE = f"{WORK}/working note.docx"
TABLE = f"{WORK}/working figures.xlsx"
DECK = f"{WORK}/working deck.pptx"


async def solve(session: Session) -> None:
    """Documents on Monday, records and telephones on Tuesday, and a look every half day after that."""
    await documents(session)
    await figures(session)
    await deck(session)
    await session.wait(until="Tue 10:00")
    await records(session)
    await people(session)
    await drive(session)
    for day in ("Wed", "Thu", "Mon"):
        for clock in ("09:30", "14:30"):
            await until(session, f"{day} {clock}")
            await session.call("mail.inbox", unread_only=True)
    await session.finish(summary="Nothing but notes.")


async def until(session: Session, moment: str) -> None:
    """Let time pass; whoever rings meanwhile is answered."""
    before = ""
    while session.now != before:
        before = session.now
        seen = await session.wait(until=moment, notification=True)
        if any(note.get("what") == "rings" for note in seen.notifications):
            await session.call("phone.answer")
            await session.call("phone.hang_up")
        if not seen.notifications:
            return


async def version(session: Session, tool: str, path: str) -> int:
    """A file's newest version, by that app's way to look at it."""
    return int((await session.call(tool, path=path))["version"])


async def documents(session: Session) -> None:
    """A document of one's own, revised and remarked upon; and one of the file."""
    text = "# Working note\n\nThe limit turns on the tonnage.\n\n## Open\n\nWhich survey is right?\n"
    await session.call("docs.create", path=NOTE, text=text)
    at = await version(session, "docs.outline", NOTE)
    await session.call("docs.replace", path=NOTE, version=at, passage="the tonnage", text="hull and tonnage")
    at = await version(session, "docs.outline", NOTE)
    more: dict[str, Any] = {"text": "Ask the yard.", "after": "Open", "suggest": True}
    await session.call("docs.insert", path=NOTE, version=at, **more)
    at = await version(session, "docs.outline", NOTE)
    await session.call(
        "docs.comment", path=NOTE, version=at, passage="hull and tonnage", text="Both to be proved."
    )
    await session.call("docs.read", path=f"{WORK}/chronology.docx")
    await session.call("library.search", query="limit of liability tonnage")
    found = await session.call("library.list", kind="statute")
    await session.call("library.read", document=found["documents"][0]["document"])


async def figures(session: Session) -> None:
    """A workbook with a live formula."""
    rows = [["gross_tonnage", 51230], ["rate", 1900], ["limit", "=B1*B2"]]
    await session.call("sheets.create", path=TABLE, sheet="Limit", rows=rows)
    at = await version(session, "sheets.list", TABLE)
    await session.call("sheets.write", path=TABLE, version=at, at="Limit!B1", rows=[[54000]])
    at = await version(session, "sheets.list", TABLE)
    await session.call("sheets.name", path=TABLE, version=at, name="limit", range="Limit!B3")
    await session.call("sheets.read", path=TABLE, range="Limit!A1:B3")


async def deck(session: Session) -> None:
    """Two slides, with notes."""
    await session.call("slides.create", path=DECK, text="# Where we stand\n\n- Two surveys\n- One limit\n")
    at = await version(session, "slides.outline", DECK)
    await session.call("slides.add", path=DECK, version=at, text="# Next\n\n- Ask the captain\n")
    at = await version(session, "slides.outline", DECK)
    await session.call("slides.edit", path=DECK, version=at, slide=1, notes="Begin with the answer.")


async def records(session: Session) -> None:
    """Tickets and the firm's register of parties."""
    seen = await session.call("tickets.get", ticket="DISC-1")
    await session.call(
        "tickets.update", ticket="DISC-1", version=seen["version"], text="Read once, to be decided."
    )
    seen = await session.call("tickets.get", ticket="DISC-1")
    await session.call("tickets.move", ticket="DISC-1", version=seen["version"], to="take")
    await session.call("tickets.comment", ticket="DISC-1", text="@maren is the log of the day privileged?")
    await session.call("crm.search", query="Ostrander")
    await session.call("crm.log", record="brackwater", kind="note", text="Spoke to nobody yet.")
    await session.call(
        "crm.log", record="brackwater", kind="task", text="Ask for the deck log.", due="Thu 12:00"
    )


async def people(session: Session) -> None:
    """A telephone call, a mail, a chat, a meeting and a note."""
    for person in ("joss", "maren"):
        rung = await session.call("phone.call", person=person)
        if rung.ok and rung["answered"]:
            await session.call("phone.say", text="Good morning, where is the index of the data room?")
            await session.call("phone.hang_up")
        elif rung.ok:
            await session.call(
                "phone.voicemail", text="Rowan here, I am looking for the index of the data room."
            )
    await session.call("mail.send", to=["beatrix"], subject="A start", body="I have begun with the surveys.")
    await session.call("chat.send", to="joss", text="Which tonnage certificate is in force, do you know?")
    await session.call(
        "calendar.invite", title="Surveys", start="Wed 11:00", minutes=30, people=["joss", "maren"]
    )
    await session.call("notes.write", name="plan", text="Surveys, tonnage, captain.")


async def drive(session: Session) -> None:
    """Files put up, shared, remarked upon, thrown away and fetched back."""
    path = f"{WORK}/heads of claim.csv"
    content = base64.b64encode(b"head,amount\nremoval,1\n").decode()
    await session.call("drive.upload", path=path, content=content)
    await session.call("drive.share", path=path, people=["odile"])
    await session.call("drive.comment", path=path, text="@ewan are these all the heads?")
    await session.call("drive.append", path=path, text="nature,2\n")
    await session.call("drive.trash", path=path)
    await session.call("drive.restore", path=path)
    await session.call("drive.search", query="pour point")
    await session.call("drive.download", path=DECK)
