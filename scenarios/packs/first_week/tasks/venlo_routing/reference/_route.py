"""What every solution of this task shares: where things are, how people are asked, the arithmetic, and the texts."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

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
        if row["from"] == "Singapore"
        and row["equipment"] == "40HC"
        and PORTS.get(row["to"], ("",))[0] == row["carrier"]
    }


def work_out(files: Mapping[str, str], known: Known) -> Result:
    """The three routings from the sheets and what is known."""
    prices = {
        (row["element"], row["port"], row["mode"], row["unit"]): row["eur"] for row in rows(files[ELEMENTS])
    }
    times = rows(files[TRANSIT])
    options: list[Option] = []
    for port, (carrier, mode) in PORTS.items():
        sea = next(
            int(r["days"])
            for r in times
            if r["from"] == "Singapore" and r["to"] == port and r["carrier"] == carrier
        )
        dwell = next(int(r["days"]) for r in times if r["from"] == port and r["carrier"] == "terminal")
        inland = next(
            int(r["days"])
            for r in times
            if r["from"] == port and r["to"] == "Venlo" and r["via_or_mode"] == mode
        )
        elements = {
            "ocean freight": known.ocean[port],
            "fuel surcharge": known.fuel if port == "Rotterdam" else 0,
            "terminal handling": int(float(prices["terminal handling", port, "", "40HC"])),
            "inland transport": int(float(prices["inland transport", port, f"{mode} to Venlo", "40HC"])),
            "transit document": 0 if port == "Rotterdam" else known.t1,
            "Saturday unloading": known.saturday if port == "Antwerp" else 0,
        }
        options.append(
            Option(
                port, elements, sea + dwell + inland + (known.wait if port == "Koper" else 0), known.day_cost
            )
        )
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
        out += [
            f"{one.port},{name},{amount},{SOURCES[name].replace(',', ';')}"
            for name, amount in one.elements.items()
        ]
        out.append(f"{one.port},our cost,{one.cost},sum of the lines above")
        out.append(
            f"{one.port},days door to door,{one.days},transit_times_published.csv{'; waiting at Port Klang from Li Wen' if one.port == 'Koper' else ''}"
        )
        out.append(f"{one.port},stock cost,{one.stock},{one.days} days at EUR {one.day_cost} from Naomi")
        out.append(f"{one.port},landed cost,{one.landed},our cost plus stock cost")
    return "\n".join(out) + "\n"


def eur(amount: int) -> str:
    """`EUR 1,250.00`."""
    return f"EUR {amount:,}.00"
