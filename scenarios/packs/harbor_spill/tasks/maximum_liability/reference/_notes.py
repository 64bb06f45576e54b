"""Interview notes of the same day, the deposition note, and rows for the chronology."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

from tenure.engine.agents.careful import Careful, Heard

from ._memo import HEADING
from ._reading import CHRONOLOGY, NOTES

FROM_PAPERS: Final = (
    (
        "2024-12-18",
        "",
        "Yard's final work list signed, items 4.11 to 4.14 for the No. 4 wings",
        "03 Ship, Stavholm final work list",
    ),
    (
        "2025-11-17",
        "",
        "Expenses claim of Mr Brandvold for November names a hotel bar and clause 27",
        "02 Charter, expenses claim",
    ),
    (
        "2026-03-11",
        "",
        "Requisition R-26-031 for a spare interface card; not delivered by May",
        "06, Purchasing, interface card",
    ),
    (
        "2026-05-17",
        "09:34",
        "Last line of the event printer, No. 4 starboard high level acknowledged; paper out",
        "07, Register of evidence",
    ),
    ("2026-05-18", "05:30", "Sailing postponed for wind, first time", "06, Deck log extract"),
    ("2026-05-18", "17:10", "Sailing postponed again, to 04:00 on the 19th", "06, Deck log extract"),
    ("2026-05-19", "03:31", "Last line gone; wind WNW above 28 knots", "06, Bell book; 05, Weather"),
    (
        "2026-05-19",
        "06:40",
        "Internal transfer from No. 4 starboard tried; stopped 07:25",
        "06, Deck log extract",
    ),
    (
        "2026-05-21",
        "13:10",
        "Coast Guard tests the alarm panel: works, keys normal",
        "07, Test of alarm panel",
    ),
    (
        "2026-05-23",
        "",
        "Affected zone declared, Cape Wrannoch to Sallow Point",
        "07, Declaration of affected zone",
    ),
    (
        "2026-05-24",
        "11:00",
        "Statement of the master taken by the adjuster in St Brannoc's",
        "10, Statement of Captain Varga",
    ),
    (
        "2026-06-09",
        "",
        "Lodestar invoice LT-2206, boom hire: stands in the ledger and in the Port's claim",
        "07, Interim ledger; 08, Claim 1",
    ),
    ("2026-07-30", "", "Draft Apportionment Record, for comment", "07, Draft Record"),
    ("2026-08-18", "", "Provisional register of claims", "08, Provisional register"),
)
"""What the papers say and the chronology has not got."""


def spoken_day(desk: Careful) -> str:
    """Today as a memorandum gives it: 16 September 2026."""
    return f"{desk.now.day} {desk.now:%B %Y}"


def quoted(heard: Sequence[Heard]) -> str:
    """What somebody said, in the order in which it was said, as reported speech of an interview note."""
    lines = [line.strip() for one in heard for line in one.text.splitlines() if len(line.split()) > 6]
    empty = ("not sure what you need", "what you are looking for", "What can I do for you")
    lines = [line for line in lines if not any(words in line for words in empty)]
    return "\n\n".join(f'"{line}"' for line in lines)


async def interview(
    desk: Careful,
    *,
    person: str,
    name: str,
    means: str,
    warned: str,
    heard: Sequence[Heard],
    questions: Sequence[str],
    papers: Sequence[str],
    follow: Sequence[str],
) -> None:
    """Write the note into the witnesses' folder."""
    asked = "\n".join(f"- {one}" for one in questions)
    shown = "\n".join(f"- {one}" for one in papers)
    todo = "\n".join(f"- {one}" for one in follow)
    text = f"""---
title: Interview note
style: memo
from: Rowan Ibarra
date: {spoken_day(desk)}
re: {name}
header: {HEADING}
---

| | |
|---|---|
| Matter | Sound of Orrin, AD-2026-0417 |
| Person | {name} |
| Date, time, means | {spoken_day(desk)}, {desk.now:%H:%M}, {means} |
| Present | RI alone |
| Warning given | in writing on {warned}: we act for Brackwater and not for the witness; the company alone may waive privilege |

# What was asked

{asked}

# What was said

In the order in which it was said, in the witness's own words where they matter.

{quoted(heard)}

# Documents mentioned

{shown}

# To follow up

{todo}
"""
    await desk.call(
        "docs.create", path=f"{NOTES}{desk.now:%Y-%m-%d} {name.split(',')[0]} (RI).docx", text=text
    )


async def rows(desk: Careful, new: Sequence[Sequence[str]]) -> None:
    """Add rows to the chronology, which Joss edits as well: read it, write against that version, again if it moved."""
    for _ in range(4):
        seen = await desk.call("docs.read", path=CHRONOLOGY)
        text = str(seen.data.get("text", ""))
        missing = [list(row) for row in new if row[2] not in text]
        if not missing:
            return
        done = await desk.call(
            "docs.add_rows", path=CHRONOLOGY, version=int(seen["version"]), table=1, rows=missing
        )
        if done.ok:
            return


async def deposition_note(desk: Careful, said: Sequence[Heard]) -> None:
    """The note that Maren asked for: his words where it matters."""
    matters = (
        "isolat", "alarm", "telephon", "in order", "spare", "wind", "tugs", "limit", "candles", "command", "printer", "paper",
        "fourteen", "chatter", "level", "register", "panel", "bridge", "berth", "pump", "sheen", "watch", "order", "wrote",
        "control room", "card", "statement", "contact", "pour", "loading", "tank", "change", "master",
    )  # fmt: skip
    lines: list[str] = []
    for before, one in itertools.pairwise(said):
        if one.sender == "drozd" and any(word in one.text.casefold() for word in matters):
            lines.append(f"- GL: {before.text} – MD: {one.text}")
    text = f"""---
title: "Note of the deposition of Mr Drozd"
style: memo
from: Rowan Ibarra
date: {spoken_day(desk)}
re: AD-2026-0417, hearing room, 10:02 to 12:41
header: {HEADING}
---

Appearances: G. Lasker for both Ostrander companies; L. Quist, M. Tolliver and R. Ibarra for the owners; Mrs Karras for the witness. Objections to form by MT and LQ only.

# What he said, where it matters

{chr(10).join(lines)}

# Impressions

He answered the question whether a channel was isolated three times, and each time answered another one. He did not say no. He names charterers' order and the wind without being asked. He will not change his statement of 24 May "today".
"""
    await desk.call(
        "docs.create", path=f"{NOTES}{desk.now:%Y-%m-%d} Deposition of Drozd, note (RI).docx", text=text
    )
