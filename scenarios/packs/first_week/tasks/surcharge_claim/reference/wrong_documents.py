"""Writes from the drive alone on the first day: the draft's days and rates, the first notice, one list, nobody asked, no meeting."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tenure.engine.agents.careful import Careful
from tenure.engine.agents.session import Session

from . import _claim as claim
from . import _work as work

EXPECTED = ("0.0", "0.20")

DRAFT = "/Corvane/amendment_3_DRAFT.md"


async def solve(session: Session, params: Mapping[str, Any]) -> None:
    """Reads everything and believes it."""
    desk = Careful(session)
    await desk.unread()
    files = await desk.read_drive(*claim.DOCUMENTS)
    draft = [(int(days), int(rate)) for days, rate in re.findall(r"\[(\d+)\] \| \[(\d+)\.00\]", files[DRAFT])]
    desk.known |= {
        "free": (draft[0][0], draft[1][0]),
        "rates": (draft[0][1], draft[1][1]),
        "kept": "CVSIN607-21",
        "closed": work.notice_days(files),
    }
    result = await work.deliver(desk, files)
    await session.finish(summary=f"Done from the files: {claim.eur(result.owed)}.")
