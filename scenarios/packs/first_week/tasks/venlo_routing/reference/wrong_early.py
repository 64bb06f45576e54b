"""Quotes on Wednesday with the announced surcharge and does not come back to it on Thursday."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tenure.engine.agents.careful import Careful
from tenure.engine.agents.session import Session

from . import _route as route

EXPECTED = ("0.15", "0.75")


async def solve(session: Session, params: Mapping[str, Any]) -> None:
    """All as it should be, two days too soon."""
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
    result = await route.deliver(desk, files)
    await session.finish(summary=f"Quoted {result.best.port} at EUR {result.price} on Wednesday.")
