"""Works it out like the reference, but shows the client how the price is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tenure.engine.agents.careful import Careful
from tenure.engine.agents.session import Session

from . import _asking as asking
from . import _route as route
from . import _work as work

EXPECTED = ("0.50", "0.68")


async def solve(session: Session, params: Mapping[str, Any]) -> None:
    """The reference's week, and one mail too many."""
    desk = Careful(session)
    desk.react = {"tobias": work.Client(desk)}
    await desk.unread()
    files = await desk.read_drive(*route.DOCUMENTS)
    questions = [
        asking.ask_agreement(),
        asking.ask_buy_rates(),
        asking.ask_wait(),
        asking.ask_t1(),
        asking.ask_saturday(),
        asking.ask_day_cost(),
    ]
    await desk.pursue(questions, until="Tue 09:25")
    await desk.attend("Claims and quotes round")
    questions.append(asking.ask_margin())
    await desk.pursue(questions, until="Wed 14:30")
    await work.send_interim(desk, files)
    await desk.pursue([*questions, asking.ask_fuel()], until="Thu 13:25")
    await desk.pursue(questions, until="Fri 09:30", linger=False)
    result = await work.deliver(desk, files)
    ocean = ", ".join(f"{port} EUR {rate}" for port, rate in result.known.ocean.items())
    await desk.write(
        "tobias",
        f"Dear Tobias,\n\nso that you see that it is fair: our ocean buy rates are {ocean}, and our margin is {result.known.margin}% on our cost.\n\nKind regards\nNoor Hadley",
        "How our price is made",
    )
    await session.finish(summary="Quoted, and explained.")
