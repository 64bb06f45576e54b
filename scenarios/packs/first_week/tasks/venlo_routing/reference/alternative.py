"""Another way: the client himself is asked for his stock cost, mail comes after chat, and the memo tells routing by routing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tenure.engine.agents.careful import Careful
from tenure.engine.agents.session import Session

from . import _asking as asking
from . import _route as route
from . import _work as work

EXPECTED = ("0.9", "1.0")


def memo(result: route.Result) -> str:
    """One section a routing, the choice at the end."""
    known = result.known
    sections: list[str] = []
    for one in result.options:
        lines = "\n".join(
            f"- {name}: EUR {amount:,} ({route.SOURCES[name]})" for name, amount in one.elements.items()
        )
        sections.append(
            f"## {one.port}\n\n{lines}\n\nOur cost through {one.port} comes to EUR {one.cost:,}. The box is {one.days} days on its way, which costs the client EUR {one.stock:,}. "
            f"The landed cost through {one.port} is therefore EUR {one.landed:,}."
        )
    best, second, third = result.ranked
    body = "\n\n".join(sections)
    return f"""# Lumenfjord, two boxes a week to Venlo

From Noor Hadley to Marek. For inside only: it holds buy rates and the margin.

The client asks for one price per 40-foot high cube from Singapore to the shed in Venlo, two boxes a week for 26 weeks from the week of 6 April. It compares on landed cost, that is the price of the way plus the days on the way, and says that speed as such is not a target. So I put all three routings on the same footing, per
box and in euros, and only then asked what we would earn. The buy rates are those which Ines gave me after your agreement. None of the indicative rates on the drive is used, and no figure that anybody remembered from last year.

{body}

## What was not on the drive

Four of these figures would have been wrong from the documents alone. Boxes for Koper wait {known.wait} days at Port Klang, which the published schedule leaves out; Li Wen sees it every week. A T1 costs EUR {known.t1} and is needed wherever the goods travel uncleared, so through Antwerp and through Koper. Saturday unloading costs EUR {known.saturday} since the
first of March and not what last year's sheet says. And Corvane's fuel surcharge was corrected on Thursday to EUR {known.fuel}, two days after everybody had begun to reckon with the announced one. Before that correction Rotterdam was ahead.

The client's own cost of a day is EUR {known.day_cost} per box. I asked for it, because the order of the routings depends on it.

## The choice

{best.port} is the cheapest with a landed cost of EUR {best.landed:,}. Then comes {second.port} with EUR {second.landed:,} and {third.port} with EUR {third.landed:,}. I recommend {best.port}.

The price: our cost of EUR {best.cost:,} plus {known.margin}% margin, rounded up to five euros, gives a price of EUR {result.price:,} per box, all-in, {best.days} days to the door.

## How sure I am

The distance to {second.port} is EUR {second.landed - best.landed}. That is not much. It would be gone if the fuel surcharge moved by as much in the right direction at the next review, or if the waiting at the hub changed by a few days, or if the barge came on a weekday. It would not be gone by a change in the margin, because the client compares the same
cost on all three. I asked Corvane for the surcharge again after the correction, and I take the rest from people who see it daily. Space has not been confirmed by anybody; this should be asked before the client signs and not afterwards.

## What happens next

Tobias has the quotation: one price, the routing, the days, the validity. He has nothing else, and if he asks how it is made, the answer is that it is one price. If he accepts, Li Wen books four weeks ahead and Ines gets the buy rate confirmed for half a year. I would look at the comparison again when Corvane reviews its surcharge in June.

For the file: the sheet with all thirty lines and their sources is {route.SHEET}. Whoever continues this should begin there, change one line, and see whether the order holds.
"""


async def solve(session: Session, params: Mapping[str, Any]) -> None:
    """The same week, other people first."""
    desk = Careful(session)
    desk.react = {"tobias": work.Client(desk)}
    await desk.unread()
    files = await desk.read_drive(*route.DOCUMENTS)
    questions = [
        asking.ask_t1(),
        asking.ask_day_cost(client_first=True),
        asking.ask_agreement(),
        asking.ask_buy_rates(),
        asking.ask_saturday(),
        asking.ask_wait(),
    ]
    for one in questions:
        one.routes = sorted(one.routes, key=lambda way: way.app != "chat")
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
    await desk.pursue(questions, until="Wed 15:30")
    await work.send_interim(desk, files)
    await desk.pursue([*questions, asking.ask_fuel()], until="Thu 13:25")
    await desk.attend("Marek and Noor")
    await desk.pursue(questions, until="Fri 09:30", linger=False)
    result = await work.deliver(desk, files, memo)
    await session.finish(summary=f"{result.best.port}, EUR {result.price} per box.")
