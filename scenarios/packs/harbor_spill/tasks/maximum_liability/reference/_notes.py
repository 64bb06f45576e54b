"""Interview notes of the same day, the deposition note, and rows for the chronology."""

from __future__ import annotations

from collections.abc import Sequence

from tenure.engine.agents.careful import Careful, Heard

from ._memo import HEADING
from ._reading import CHRONOLOGY, NOTES


def spoken_day(desk: Careful) -> str:
    """Today as a memorandum gives it: 16 September 2026."""
    return f"{desk.now.day} {desk.now:%B %Y}"


def quoted(heard: Sequence[Heard]) -> str:
    """What somebody said, in the order in which it was said, as reported speech of an interview note."""
    lines = [line.strip() for one in heard for line in one.text.splitlines() if line.strip()]
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
    matters = ("isolat", "alarm", "telephon", "in order", "spare", "wind", "tugs", "limit", "candles", "command")
    lines: list[str] = []
    for before, one in zip(said, said[1:], strict=False):
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
    await desk.call("docs.create", path=f"{NOTES}{desk.now:%Y-%m-%d} Deposition of Drozd, note (RI).docx", text=text)
