"""A policy: asks whoever plans docks, books, and checks its booking."""

from __future__ import annotations

import re

from tenure.engine.agents.session import Session


class Planner:
    name = "planner"

    async def play(self, session: Session) -> None:
        docks = await session.call("drive.read", path="/Yard/docks.csv")
        dock = next(re.finditer(r"(\w+),Lyon", docks["text"]))[1]
        await session.call(
            "chat.send", to="milan", text="Good morning, do you know when the truck gets here?"
        )
        await session.call("chat.send", to="lotte", text="What time is the Lyon truck at the gate?")
        hour = None
        while hour is None:
            await session.wait(minutes=240, notification=True)
            said = (await session.call("chat.read", with_="lotte")).data["messages"]
            hours = [found[1] for one in said if (found := re.search(r"(\d+):00", one["text"]))]
            hour = int(hours[-1]) if hours else None
        made = await session.call("bookings.book", dock=dock, hour=hour)
        listed = await session.call("bookings.list")
        assert made.ok
        assert listed["bookings"]
        await session.finish(summary=f"{dock} at {hour}:00")
