"""Reads first, gets the agreement before the rates, asks Singapore in the mornings, waits for the correction, and quotes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tenure.engine.agents.careful import Careful
from tenure.engine.agents.session import Session

from . import _asking as asking
from . import _route as route
from . import _work as work

EXPECTED = ("0.95", "1.0")


async def solve(session: Session, params: Mapping[str, Any]) -> None:
    """A careful analyst's week."""
    desk = Careful(session)
    desk.react = {"tobias": work.Client(desk)}
    await desk.unread()
    files = await desk.read_drive(*route.DOCUMENTS[:6])
    questions = [
        asking.ask_agreement(),
        asking.ask_buy_rates(),
        asking.ask_wait(),
        asking.ask_t1(),
        asking.ask_saturday(),
        asking.ask_day_cost(),
    ]
    await desk.pursue(questions, until="Mon 09:55")
    await desk.attend("first morning")
    files |= await desk.read_drive(*route.DOCUMENTS[6:])
    for until, meeting in (
        ("Mon 13:10", "Induction: systems"),
        ("Mon 14:55", "Induction: customs"),
        ("Tue 09:25", "Claims and quotes round"),
    ):
        await desk.pursue(questions, until=until)
        await desk.attend(meeting)
    questions.append(asking.ask_margin())
    for until, meeting in (("Wed 08:40", "Singapore weekly"), ("Wed 10:55", "Call with Corvane")):
        await desk.pursue(questions, until=until)
        await desk.attend(meeting)
    await desk.pursue(questions, until="Wed 14:30")
    await work.send_interim(desk, files)
    if "saturday" in desk.known:
        await desk.write(
            "yusuf",
            f"Yusuf, Saturday unloading at Venlo is EUR {desk.known['saturday']} per box since 1 March, Farid has the letter. The sheet on the drive is old.",
            app="chat",
        )
    await desk.pursue(questions, until="Thu 10:15")
    questions.append(asking.ask_fuel())
    await desk.pursue(questions, until="Thu 13:25")
    await desk.attend("Marek and Noor")
    await desk.pursue(questions, until="Fri 09:30", linger=False)
    result = await work.deliver(desk, files)
    await session.finish(summary=f"Quoted {result.best.port} at EUR {result.price}.")
