"""Works it out like the reference, but shows the client how the price is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tenure.engine.agents.careful import Careful
from tenure.engine.agents.session import Session

from . import _route as route

EXPECTED = ("0.50", "0.68")


async def solve(session: Session, params: Mapping[str, Any]) -> None:
    """The reference's week, and one mail too many."""
    desk = Careful(session)
    desk.react = {"tobias": route.Client(desk)}
    await desk.unread()
    files = await desk.read_drive(*route.DOCUMENTS)
    questions = [
        route.ask_agreement(),
        route.ask_buy_rates(),
        route.ask_wait(),
        route.ask_t1(),
        route.ask_saturday(),
        route.ask_day_cost(),
    ]
    await desk.pursue(questions, until="Tue 09:25")
    await desk.attend("Claims and quotes round")
    questions.append(route.ask_margin())
    await desk.pursue(questions, until="Wed 14:30")
    await desk.write("marek", route.interim(desk), "Venlo shipment: interim figures")
    await desk.pursue([*questions, route.ask_fuel()], until="Thu 13:25")
    await desk.pursue(questions, until="Fri 09:30", linger=False)
    result = await route.deliver(desk, files)
    ocean = ", ".join(f"{port} EUR {rate}" for port, rate in result.known.ocean.items())
    await desk.write(
        "tobias",
        f"Dear Tobias,\n\nso that you see that it is fair: our ocean buy rates are {ocean}, and our margin is {result.known.margin}% on our cost.\n\nKind regards\nNoor Hadley",
        "How our price is made",
    )
    await session.finish(summary="Quoted, and explained.")
