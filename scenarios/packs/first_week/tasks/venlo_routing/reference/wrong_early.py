"""Quotes on Wednesday with the announced surcharge and does not come back to it on Thursday."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tenure.engine.agents.careful import Careful
from tenure.engine.agents.session import Session

from . import _asking as asking
from . import _route as route
from . import _work as work

EXPECTED = ("0.10", "0.40")


async def solve(session: Session, params: Mapping[str, Any]) -> None:
    """All as it should be, two days too soon."""
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
    result = await work.deliver(desk, files)
    await session.finish(summary=f"Quoted {result.best.port} at EUR {result.price} on Wednesday.")
