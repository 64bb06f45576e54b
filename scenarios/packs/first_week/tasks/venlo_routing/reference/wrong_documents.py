"""Compares from the drive alone on the first day: indicative rates, published transit, last year's Saturday fee, nobody asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tenure.engine.agents.careful import Careful
from tenure.engine.agents.session import Session

from . import _route as route
from . import _work as work

EXPECTED = ("0.0", "0.20")


async def solve(session: Session, params: Mapping[str, Any]) -> None:
    """Reads everything and believes it."""
    desk = Careful(session)
    await desk.unread()
    files = await desk.read_drive(*route.DOCUMENTS)
    result = await work.deliver(desk, files)
    await session.finish(summary=f"From the files: {result.best.port}.")
