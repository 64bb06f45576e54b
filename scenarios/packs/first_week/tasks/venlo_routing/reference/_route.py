"""What every solution of this task shares: where things are, how people are asked, the arithmetic, and the texts."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from tenure.engine.agents.careful import Careful, Heard, Question, Route

ELEMENTS = "/Pricing/cost_elements_2026.csv"
TRANSIT = "/Pricing/transit_times_published.csv"
INDICATIVE = "/Pricing/indicative_ocean_rates_Q4.csv"
ANNOUNCEMENT = "/Corvane/announcement_fuel_surcharge.md"
OLD_LABOUR = "/Warehouse/venlo_labour_2025.md"
RECORD = "/Pricing/koper_sailings.csv"
MEMO = "/Reports/venlo_routing.md"
SHEET = "/Reports/venlo_routing_costs.csv"

DOCUMENTS = (
    "/Company/start_here.md",
    "/Pricing/how_we_build_a_quote.md",
    "/Clients/Lumenfjord/rfq_weekly_venlo.md",
    ELEMENTS,
    TRANSIT,
    "/Operations/handover_jorrit.md",
    "/Company/confidential_rates.md",
    "/Pricing/quote_template.md",
    "/Pricing/example_landed_cost_vennmeer.md",
    INDICATIVE,
    ANNOUNCEMENT,
    OLD_LABOUR,
    "/Warehouse/labour_agreement_notice.md",
    "/Clients/Lumenfjord/service_agreement.md",
    "/Clients/Lumenfjord/account_plan_2026.md",
    "/Company/working_with_singapore.md",
    "/Company/glossary.md",
    "/Company/minutes_claims_february.md",
    "/Finance/note_february_close.md",
    "/Customs/note_on_holds.md",
)

PORTS = {"Rotterdam": ("Corvane", "truck"), "Antwerp": ("Pelorus", "barge"), "Koper": ("Istra", "rail")}


def first(pattern: str, *, needs: str = "") -> Callable[[str], int | None]:
    """A reader that finds the first number of a pattern in a text that also holds `needs`."""

    def read(text: str) -> int | None:
        found = re.search(pattern, text, re.IGNORECASE | re.DOTALL)
        if found is None or (needs and not re.search(needs, text, re.IGNORECASE)):
            return None
        return int(found[1].replace(",", "").split(".")[0])

    return read


def buy_rates(text: str) -> tuple[int, int, int] | None:
    """The three ocean rates, in the order Rotterdam, Antwerp, Koper."""
    found = [int(one.replace(",", "")) for one in re.findall(r"EUR (\d,?\d{3})\b", text)]
    return (found[0], found[1], found[2]) if len(found) >= 3 else None


def agreement(text: str) -> bool | None:
    """Whether Marek agreed."""
    return True if re.search(r"Ines (may|can)", text) else None


read_margin = first(r"(\d+) ?(?:%|per ?cent)")
read_wait = first(r"(?:on average |average is |add |wait |see )(\d+) days")
read_t1 = first(r"EUR (\d+)", needs="T1|transit document")
read_saturday = first(r"EUR (\d+)", needs="Saturday")
read_day_cost = first(r"(\d+) euros|EUR (\d+)", needs="day")
read_fuel = first(r"surcharge (?:is|per 40' box|ex Singapore)?[^.]*?EUR (\d+)|EUR (\d+) fuel")


def read_euros_a_day(text: str) -> int | None:
    """What a day of stock costs the client."""
    found = re.search(r"(\d+) euros (?:per box|a day)|EUR (\d+) (?:per box|a day)", text)
    return int(found[1] or found[2]) if found else None


def read_corrected_fuel(text: str) -> int | None:
    """The surcharge after the correction: Corvane names the new figure first, the old one after it."""
    found = re.search(r"surcharge is EUR (\d+)|will be EUR (\d+) fuel", text)
    return int(found[1] or found[2]) if found else None


@dataclass(frozen=True)
class Known:
    """All that people and documents said."""

    ocean: Mapping[str, int]
    fuel: int
    t1: int
    saturday: int
    wait: int
    day_cost: int
    margin: int


@dataclass(frozen=True)
class Option:
    """One routing, per 40-foot high cube."""

    port: str
    elements: Mapping[str, int]
    days: int
    day_cost: int

    @property
    def cost(self) -> int:
        return sum(self.elements.values())

    @property
    def stock(self) -> int:
        return self.days * self.day_cost

    @property
    def landed(self) -> int:
        return self.cost + self.stock


@dataclass(frozen=True)
class Result:
    """The comparison, worked out."""

    options: Sequence[Option]
    known: Known
    sources: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def ranked(self) -> list[Option]:
        return sorted(self.options, key=lambda one: one.landed)

    @property
    def best(self) -> Option:
        return self.ranked[0]

    @property
    def price(self) -> int:
        """Our cost plus margin, up to the next five euros."""
        return -(-self.best.cost * (100 + self.known.margin) // 500) * 5

    def option(self, port: str) -> Option:
        return next(one for one in self.options if one.port == port)


def rows(text: str) -> list[dict[str, str]]:
    """A csv text as mappings."""
    return list(csv.DictReader(io.StringIO(text)))


def indicative(files: Mapping[str, str]) -> dict[str, int]:
    """Last autumn's ocean rates."""
    return {
        row["to"]: int(row["eur_per_container"])
        for row in rows(files[INDICATIVE])
        if row["from"] == "Singapore" and row["equipment"] == "40HC" and PORTS.get(row["to"], ("",))[0] == row["carrier"]
    }


def work_out(files: Mapping[str, str], known: Known) -> Result:
    """The three routings from the sheets and what is known."""
    prices = {(row["element"], row["port"], row["mode"], row["unit"]): row["eur"] for row in rows(files[ELEMENTS])}
    times = rows(files[TRANSIT])
    options: list[Option] = []
    for port, (carrier, mode) in PORTS.items():
        sea = next(int(r["days"]) for r in times if r["from"] == "Singapore" and r["to"] == port and r["carrier"] == carrier)
        dwell = next(int(r["days"]) for r in times if r["from"] == port and r["carrier"] == "terminal")
        inland = next(int(r["days"]) for r in times if r["from"] == port and r["to"] == "Venlo" and r["via_or_mode"] == mode)
        elements = {
            "ocean freight": known.ocean[port],
            "fuel surcharge": known.fuel if port == "Rotterdam" else 0,
            "terminal handling": int(float(prices["terminal handling", port, "", "40HC"])),
            "inland transport": int(float(prices["inland transport", port, f"{mode} to Venlo", "40HC"])),
            "transit document": 0 if port == "Rotterdam" else known.t1,
            "Saturday unloading": known.saturday if port == "Antwerp" else 0,
        }
        options.append(Option(port, elements, sea + dwell + inland + (known.wait if port == "Koper" else 0), known.day_cost))
    return Result(options, known)


SOURCES = {
    "ocean freight": "Ines, buy rates of this week, with Marek's agreement",
    "fuel surcharge": "Corvane's correction of 5 March; included by Pelorus and Istra",
    "terminal handling": "cost_elements_2026.csv",
    "inland transport": "cost_elements_2026.csv",
    "transit document": "Hendrik; none through Rotterdam",
    "Saturday unloading": "Farid, labour agreement since 1 March; barge only",
}


def sheet(result: Result) -> str:
    """Ten lines a routing."""
    out = ["routing,element,eur,source"]
    for one in result.options:
        out += [f"{one.port},{name},{amount},{SOURCES[name].replace(',', ';')}" for name, amount in one.elements.items()]
        out.append(f"{one.port},our cost,{one.cost},sum of the lines above")
        out.append(f"{one.port},days door to door,{one.days},transit_times_published.csv{'; waiting at Port Klang from Li Wen' if one.port == 'Koper' else ''}")
        out.append(f"{one.port},stock cost,{one.stock},{one.days} days at EUR {one.day_cost} from Naomi")
        out.append(f"{one.port},landed cost,{one.landed},our cost plus stock cost")
    return "\n".join(out) + "\n"


def eur(amount: int) -> str:
    """`EUR 1,250.00`."""
    return f"EUR {amount:,}.00"


# What is asked, in this desk's own words -------------------------------------------------------------------------------


def mail(name: str, text: str) -> str:
    """A short mail."""
    return f"Hi {name},\n\n{text}\n\nThanks, Noor"


def ask_agreement() -> Question:
    words = [
        mail("Marek", "for the Venlo price I need the ocean buy rates. Is it OK if Ines gives me the buy rates? The policy says that it needs your agreement."),
        mail("Marek", "I still need your approval to get the confidential buy rates from Ines. Do you agree?"),
    ]
    chat = ["Marek, is it OK if Ines gives me the buy rates for the Venlo quote?", "Marek, Ines needs your word before she shares the rates with me. Do you agree?"]
    return Question("agreed", [Route("marek", words, subject="Buy rates: your agreement"), Route("marek", chat, app="chat"), Route("marek", words, subject="Buy rates")], agreement)


def ask_buy_rates() -> Question:
    words = [
        mail("Ines", "Marek agreed that I get them from you: what are our ocean buy rates from Singapore to Rotterdam, Antwerp and Koper, per 40-foot high cube?"),
        mail("Ines", "a reminder: can you give me the current buy rates with Corvane, Pelorus and Istra for the Venlo quote? Marek has agreed."),
    ]
    chat = ["Ines, Marek agreed: what are our ocean buy rates from Singapore to Rotterdam, Antwerp and Koper?", "Ines, which freight rates do we pay Corvane, Pelorus and Istra per box, please?"]
    return Question("ocean", [Route("ines", words, subject="Ocean buy rates"), Route("ines", chat, app="chat"), Route("ines", words, subject="Buy rates Singapore")], buy_rates, after="agreed")


def ask_wait() -> Question:
    chat = ["Hi Li Wen, how long do boxes for Koper really wait at Port Klang? The published transit of Istra looks very good.", "Li Wen, how many days does the transhipment to Koper add in reality?"]
    words = [mail("Li Wen", "is the published transit time of Istra to Koper realistic? I need the days that boxes really wait at Port Klang."), mail("Li Wen", "what waiting do you see at the hub on the Istra service to Koper?")]
    return Question("wait", [Route("liwen", chat, app="chat", mornings=True, patience=90), Route("liwen", words, subject="Koper: waiting at Port Klang", mornings=True), Route("liwen", chat, app="chat", mornings=True)], read_wait)


def ask_t1() -> Question:
    words = [mail("Hendrik", "what does the T1 cost per box if we go through Antwerp or Koper, and do we need one through Rotterdam?"), mail("Hendrik", "a reminder, please: how much is the customs transit fee, the T1, per box?")]
    chat = ["Hendrik, what does the T1 cost per box through Antwerp or Koper?", "Hendrik, how much is the transit document on the Koper routing?"]
    return Question("t1", [Route("hendrik", words, subject="T1 through Antwerp and Koper"), Route("hendrik", chat, app="chat"), Route("hendrik", words, subject="Transit document")], read_t1)


def ask_saturday() -> Question:
    words = [mail("Farid", "reference LFJ-RFQ-26-03: what does Saturday unloading at Venlo cost per box under the new labour agreement?"), mail("Farid", "a reminder, reference LFJ-RFQ-26-03: how much is the Saturday rate in Venlo since March?")]
    chat = ["Farid, what does Saturday unloading at Venlo cost per box since March?", "Farid, how much is the weekend handling fee in Venlo since 1 March?"]
    return Question("saturday", [Route("farid", words, subject="Saturday unloading Venlo", mornings=True), Route("farid", chat, app="chat", mornings=True, patience=90), Route("farid", words, subject="Saturday fee", mornings=True)], read_saturday)


def ask_day_cost(client_first: bool = False) -> Question:
    chat = ["Naomi, what does a day of transit cost Lumenfjord per box? For the landed cost.", "Naomi, which stock cost per day should I use in the landed cost for Lumenfjord?"]
    words = [mail("Naomi", "how much does Lumenfjord count for a day of stock on the water, per box?")]
    client = ["Dear Tobias,\n\nfor a fair comparison of the routings: what carrying cost per box and day in transit do you use?\n\nKind regards\nNoor Hadley"] * 2
    routes = [Route("naomi", chat, app="chat"), Route("naomi", words, subject="Stock cost of Lumenfjord"), Route("tobias", client, subject="LFJ-RFQ-26-03: cost of a day in transit")]
    return Question("day_cost", routes[::-1] if client_first else routes, read_euros_a_day)


def ask_margin() -> Question:
    chat = ["Annelies, what was the lowest margin you named in the meeting for the Venlo quote?", "Annelies, which margin should the Venlo quote carry? You said it in the round."]
    words = [mail("Annelies", "what was the lowest margin for the Venlo quote that you named in the claims round?")]
    return Question("margin", [Route("annelies", chat, app="chat"), Route("annelies", words, subject="Your number from the round"), Route("annelies", chat, app="chat")], read_margin)


def ask_fuel() -> Question:
    words = [mail("Graziela", "which fuel surcharge applies ex Singapore from 1 April, per 40-foot box? Is your announcement of February still right?")]
    return Question("fuel", [Route("graziela", words, subject="Fuel surcharge from April", patience=120)] * 3, read_corrected_fuel)


# What is written -------------------------------------------------------------------------------------------------------

OPEN = {
    "ocean": "the buy rates",
    "wait": "the real waiting time at Port Klang",
    "t1": "the transit document",
    "saturday": "the new Saturday fee",
    "day_cost": "the client's stock cost",
    "margin": "the margin",
}


def interim(desk: Careful) -> str:
    """The interim mail to Marek."""
    missing = ", ".join(text for name, text in OPEN.items() if name not in desk.known) or "the carrier's last word on the fuel surcharge"
    have = f"The waiting at Port Klang adds {desk.known['wait']} days to Koper. " if "wait" in desk.known else ""
    t1 = f"A T1 is EUR {desk.known['t1']} per box. " if "t1" in desk.known else "Terminal and inland costs in EUR are collected. "
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
    return (
        "Dear Tobias,\n\nthank you for your mail. You will have the quotation for the weekly shipment by Friday noon, and Naomi will give you the date for the January charges.\n\nPlease understand that we don't share our terms with carriers.\n\nKind regards\nNoor Hadley"
    )


def memo(result: Result) -> str:
    """The memo, in the shape of Pricing's example."""
    known, best, second = result.known, result.best, result.ranked[1]
    table = "\n".join(
        f"| {name} | " + " | ".join(f"{one.elements[name]:,}" for one in result.options) + f" | {SOURCES[name]} |" for name in result.options[0].elements
    )
    totals = "\n".join(
        f"| **{label}** | " + " | ".join(f"{value(one):,}" for one in result.options) + f" | {source} |"
        for label, value, source in (
            ("Our cost", lambda one: one.cost, "sum"),
            ("Days door to door", lambda one: one.days, "published times, plus what Singapore sees at Port Klang"),
            ("Stock cost", lambda one: one.stock, f"EUR {known.day_cost} a day, Naomi"),
            ("Landed cost", lambda one: one.landed, "our cost plus stock cost"),
        )
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


# What is common to the ways of solving it --------------------------------------------------------------------------------


def known_so_far(desk: Careful, files: Mapping[str, str]) -> Known:
    """What was said, with what the documents say where nobody answered."""
    said = desk.known
    ocean = dict(zip(PORTS, said["ocean"], strict=True)) if "ocean" in said else indicative(files)
    announced = first(r"40' and 40' high cube \| (\d+)")(files[ANNOUNCEMENT]) or 0
    old_saturday = first(r"Saturday\*\* \| 40HC \| \*\*(\d+)")(files[OLD_LABOUR]) or 0
    return Known(
        ocean=ocean,
        fuel=said.get("fuel", announced),
        t1=said.get("t1", 0),
        saturday=said.get("saturday", old_saturday),
        wait=said.get("wait", 0),
        day_cost=said.get("day_cost", 20),
        margin=said.get("margin", 8),
    )


async def deliver(desk: Careful, files: Mapping[str, str], write_memo: Callable[[Result], str] = memo) -> Result:
    """Work it out with what is known by now, and hand everything over."""
    result = work_out(files, known_so_far(desk, files))
    await desk.call("drive.write", path=SHEET, text=sheet(result))
    await desk.call("drive.write", path=MEMO, text=write_memo(result))
    await desk.write("tobias", to_client(result), "Quotation LFJ-RFQ-26-03, Singapore to Venlo")
    await desk.write("marek", to_manager(result), "Venlo: the quote is out")
    return result


class Client:
    """Answers the client's question about our rates once, without them."""

    def __init__(self, desk: Careful) -> None:
        self._desk = desk
        self.answered = False

    async def __call__(self, heard: Heard) -> None:
        if not self.answered and "pay Corvane" in heard.text:
            self.answered = True
            await self._desk.write("tobias", holding(), "Re: The Corvane charges")
