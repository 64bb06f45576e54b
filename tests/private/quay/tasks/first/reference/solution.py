"""Asks Lotte and books what she says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tenure.engine.agents.session import Session

EXPECTED = ("0.95", "1.0")


async def solve(session: Session) -> None:
    docks = await session.call("drive.read", path="/Yard/docks.csv")
    dock = next(re.finditer(r"(\w+),Lyon", docks["text"]))[1]
    await session.call("chat.send", to="lotte", text="When does the truck from Lyon arrive?")
    hour = None
    while hour is None:
        await session.wait(minutes=240, notification=True)
        for one in (await session.call("chat.read", with_="lotte")).data["messages"]:
            found = re.search(r"(\d+):00", one["text"])
            hour = int(found[1]) if found else hour
    await session.call("bookings.book", dock=dock, hour=hour)
    await session.finish(summary="Booked.")
