"""What is written: mails, the quotation and the memo."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ._route import MEMO, SHEET, SOURCES, Result, eur

OPEN = {
    "ocean": "the buy rates",
    "wait": "the real waiting time at Port Klang",
    "t1": "the transit document",
    "saturday": "the new Saturday fee",
    "day_cost": "the client's stock cost",
    "margin": "the margin",
}


def interim(known: Mapping[str, Any]) -> str:
    """The interim mail to Marek."""
    missing = (
        ", ".join(text for name, text in OPEN.items() if name not in known)
        or "the carrier's last word on the fuel surcharge"
    )
    have = f"The waiting at Port Klang adds {known['wait']} days to Koper. " if "wait" in known else ""
    t1 = (
        f"A T1 is EUR {known['t1']} per box. "
        if "t1" in known
        else "Terminal and inland costs in EUR are collected. "
    )
    return f"Marek,\n\ninterim figures for the Venlo shipment, provisional until Corvane's surcharge is certain. {have}{t1}Published days to the door are 36 through Rotterdam, 38 through Antwerp and 30 through Koper. Still open: {missing}.\n\nNoor"


def to_client(result: Result) -> str:
    """The quotation."""
    mode = {"Rotterdam": "truck", "Antwerp": "barge", "Koper": "rail"}[result.best.port]
    return (
        f"Dear Tobias,\n\nthank you for your enquiry LFJ-RFQ-26-03. We offer:\n\n- Routing: Singapore to Venlo through {result.best.port}, then by {mode}\n- Price: EUR {result.price:,} per 40' high cube, all-in to the door\n"
        f"- Transit: {result.best.days} days from sailing to the door\n- Valid for sailings from the week of 6 April 2026, 26 weeks\n- Subject to space and equipment at the time of booking\n\nDuty and taxes at cost. Our service agreement applies.\n\nKind regards\nNoor Hadley"
    )


def to_manager(result: Result) -> str:
    """The last mail."""
    second = result.ranked[1]
    return (
        f"Marek,\n\nthe quote to Lumenfjord is out. We quote {result.best.port} at {eur(result.price)} per box, {result.best.days} days. Our cost there is {eur(result.best.cost)} and the landed cost {eur(result.best.landed)}; the second is {second.port} with {eur(second.landed)}. Corvane's corrected fuel surcharge of "
        f"EUR {result.known.fuel} is in, it replaces what my interim mail had. Memo: {MEMO}, sheet: {SHEET}.\n\nNoor"
    )


def holding() -> str:
    """The answer to the client's question about our rates."""
    return "Dear Tobias,\n\nthank you for your mail. You will have the quotation for the weekly shipment by Friday noon, and Naomi will give you the date for the January charges.\n\nPlease understand that we don't share our terms with carriers.\n\nKind regards\nNoor Hadley"


def memo(result: Result) -> str:
    """The memo, in the shape of Pricing's example."""
    known, best, second = result.known, result.best, result.ranked[1]
    table = "\n".join(
        f"| {name} | "
        + " | ".join(f"{one.elements[name]:,}" for one in result.options)
        + f" | {SOURCES[name]} |"
        for name in result.options[0].elements
    )
    sums = (
        ("Our cost", [one.cost for one in result.options], "sum"),
        (
            "Days door to door",
            [one.days for one in result.options],
            "published times, plus what Singapore sees at Port Klang",
        ),
        ("Stock cost", [one.stock for one in result.options], f"EUR {known.day_cost} a day, Naomi"),
        ("Landed cost", [one.landed for one in result.options], "our cost plus stock cost"),
    )
    totals = "\n".join(
        f"| **{label}** | {' | '.join(f'{amount:,}' for amount in amounts)} | {source} |"
        for label, amounts, source in sums
    )
    return f"""# Weekly shipment Singapore to Venlo: which way, and at what price

Noor Hadley, operations. Internal. Nothing of this goes to the client.

## Recommendation

I recommend {best.port}. The landed cost through {best.port} is {eur(best.landed)} per 40-foot high cube, and the price to quote is {eur(result.price)} per box with {best.days} days to the door. The second is {second.port} with a landed cost of {eur(second.landed)}, which is {second.landed - best.landed} euros more. Over 26 weeks and two boxes a week
the difference is {eur((second.landed - best.landed) * 52)} for the client.

## The comparison, EUR per 40-foot high cube

| Element | Rotterdam | Antwerp | Koper | Source |
|---|---|---|---|---|
{table}
{totals}

In words: landed cost through Rotterdam {eur(result.option("Rotterdam").landed)}, landed cost through Antwerp {eur(result.option("Antwerp").landed)}, landed cost through Koper {eur(result.option("Koper").landed)}.

## Where the numbers come from

**Ocean freight.** Buy rates of this week from Ines, after Marek agreed: Corvane to Rotterdam EUR {known.ocean["Rotterdam"]:,}, Pelorus to Antwerp EUR {known.ocean["Antwerp"]:,}, Istra to Koper EUR {known.ocean["Koper"]:,}. The indicative sheet on the drive is from the last quarter of 2025. It is too low for two of the three and too high for the
other, so using it would change the order.

**Fuel surcharge.** Corvane announced one figure in February and corrected it on Thursday 5 March to EUR {known.fuel} per container. Pelorus and Istra include fuel. Before the correction Rotterdam looked the cheapest, and my interim mail still had the old figure.

**Transit document.** Through Antwerp and Koper the goods travel uncleared and need a T1 at EUR {known.t1} per box. Through Rotterdam they are cleared at the port. Source: Hendrik.

**Saturday unloading.** The barge from Antwerp reaches Venlo on Saturdays. The shed charges EUR {known.saturday} per box since 1 March. Source: Farid, who gets the bill. The sheet of 2025 on the drive has the old fee, and Yusuf's notebook as well; he has been told.

**Days.** Published times, with the days at the port and inland. Koper needs {known.wait} days more than published, because boxes wait at Port Klang for the second ship. Source: Li Wen, who sees it week after week. {result.option("Koper").days} days is still inside the 45 that the client accepts.

**Stock cost.** The client counts EUR {known.day_cost} per box for a day in transit. Source: Naomi, from the last review.

## The price

Our cost through {best.port} is {eur(best.cost)}. With the margin that Annelies named in the round, {known.margin}% on our cost, and rounded up to the next five euros, the price is {eur(result.price)}. The percentage stays in the house.

## How close it is

{second.port} is {second.landed - best.landed} euros behind, the third is {result.ranked[2].landed - best.landed} euros behind. What would turn the order around:

- a change of the fuel surcharge of that size, which Corvane reviews each quarter;
- a waiting time at Port Klang that differs by {max(1, (second.landed - best.landed) // known.day_cost)} days or more from what we see now;
- another day on which the barge arrives, because then the Saturday fee falls away;
- a client who values a day differently.

## Not settled

Space for two boxes a week is not confirmed by any carrier. The surcharge is certain for one quarter only, so that the validity of 26 weeks carries a risk for us. Neither is priced.

## What I ask you to do

Let Li Wen book the first four weeks through {best.port} as soon as the client accepts, and ask Ines to have the buy rate confirmed for the whole period. If Corvane corrects the surcharge once more, we should look at this page again before the second quarter of the contract begins.
"""
