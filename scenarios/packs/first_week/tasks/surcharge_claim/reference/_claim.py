"""What every solution of this task shares: where things are, how people are asked, the arithmetic, and the texts."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

INVOICE = "/Corvane/invoice_CVL-26-0417_lines.csv"
REGISTER = "/Customs/hold_register_2026.csv"
TRACKER = "/Operations/import_tracker_2026.csv"
YARD_LOG = "/Operations/yard_log_waalzicht.csv"
AGREEMENT = "/Clients/Lumenfjord/service_agreement.md"
NOTICE = "/Corvane/notice_closure_january.md"
MEMO = "/Reports/corvane_claim.md"
SHEET = "/Reports/corvane_claim_lines.csv"
LETTER = "/Reports/corvane_dispute.md"

DOCUMENTS = (
    "/Company/start_here.md",
    "/Company/claims_procedure.md",
    "/Operations/handover_jorrit.md",
    "/Company/confidential_rates.md",
    "/Corvane/invoice_CVL-26-0417.md",
    INVOICE,
    "/Corvane/merchant_terms_extract.md",
    NOTICE,
    "/Corvane/amendment_3_DRAFT.md",
    "/Corvane/service_contract_2025.md",
    "/Corvane/tariff_public_2026.md",
    "/Customs/note_on_holds.md",
    REGISTER,
    TRACKER,
    "/Operations/tracker_readme.md",
    AGREEMENT,
    "/Company/example_claim_oakhurst.md",
    "/Company/minutes_claims_february.md",
    "/Company/working_with_singapore.md",
    "/Finance/invoice_book_rules.md",
    "/Finance/note_february_close.md",
    "/Operations/waalzicht_depot_info.md",
    "/IT/yard_system_migration.md",
    "/Company/glossary.md",
    "/Clients/Lumenfjord/account_plan_2026.md",
)


@dataclass(frozen=True)
class Known:
    """All that people and documents said."""

    free: tuple[int, int]
    rates: tuple[int, int]
    closed: int
    scanned: frozenset[str]
    hold_days: int
    extra: int
    turned: Mapping[str, int]
    paid: int
    rebate: int
    client_rate: int
    kept_bl: str
    dispute_day: int
    held_box: str = ""
    free_box: str = ""
    wrong_list: str = ""


@dataclass(frozen=True)
class Line:
    """One container."""

    container: str
    bl: str
    dem_days: int
    dem_eur: int
    det_days: int
    det_eur: int
    reason: str

    @property
    def owed(self) -> int:
        return self.dem_eur + self.det_eur


@dataclass(frozen=True)
class Result:
    """The claim, worked out."""

    lines: Sequence[Line]
    invoiced: Decimal
    twice: str
    known: Known

    @property
    def owed(self) -> int:
        return sum(line.owed for line in self.lines)

    @property
    def disputed(self) -> Decimal:
        return self.invoiced - self.owed

    @property
    def dem_days(self) -> int:
        return sum(line.dem_days for line in self.lines)

    @property
    def det_days(self) -> int:
        return sum(line.det_days for line in self.lines)

    @property
    def recharge(self) -> int:
        return self.known.client_rate * sum(
            line.det_days for line in self.lines if line.bl == self.known.kept_bl
        )

    @property
    def credit(self) -> Decimal:
        return Decimal(self.owed) * self.known.rebate / 100

    @property
    def net(self) -> Decimal:
        return self.owed - self.credit - self.recharge

    @property
    def balance(self) -> int:
        return self.owed - self.known.paid


def rows(text: str) -> list[dict[str, str]]:
    """A csv text as mappings."""
    return list(csv.DictReader(io.StringIO(text)))


def scans(files: Mapping[str, str], held_box: str) -> tuple[frozenset[str], int]:
    """The scanned boxes of the client, with the one that is certain in place of the doubtful one, and their days."""
    register = [
        r for r in rows(files[REGISTER]) if r["client"].startswith("Lumenfjord") and r["code"] == "SCN"
    ]
    tracker = [
        r for r in rows(files[TRACKER]) if r["client"].startswith("Lumenfjord") and r["remarks"] == "scan"
    ]
    sure = {r["container"] for r in register} & {r["container"] for r in tracker}
    return frozenset({*sure, held_box}), int(register[0]["days_held"])


def doubtful(files: Mapping[str, str]) -> dict[str, str]:
    """The boxes that only one of the two lists names as scanned: list to box."""
    register = {
        r["container"]
        for r in rows(files[REGISTER])
        if r["client"].startswith("Lumenfjord") and r["code"] == "SCN"
    }
    tracker = {
        r["container"]
        for r in rows(files[TRACKER])
        if r["client"].startswith("Lumenfjord") and r["remarks"] == "scan"
    }
    return {"register": min(register - tracker), "tracker": min(tracker - register)}


def turned_from_log(text: str) -> dict[str, int]:
    """Days between the first ticket and the acceptance, by container."""
    refused: dict[str, date] = {}
    found: dict[str, int] = {}
    for row in sorted(rows(text), key=lambda r: (r["date"], r["time"])):
        day = date.fromisoformat(row["date"])
        if row["result"] == "TURNED AWAY":
            refused.setdefault(row["container"], day)
        elif row["container"] in refused:
            found[row["container"]] = (day - refused[row["container"]]).days
    return found


def work_out(invoice: str, known: Known) -> Result:
    """The claim from the invoice's lines and what is known."""
    boxes: dict[str, dict[str, Any]] = {}
    invoiced = Decimal(0)
    seen: set[tuple[str, str]] = set()
    twice = ""
    for row in rows(invoice):
        invoiced += Decimal(row["amount_eur"])
        if (row["container"], row["charge"]) in seen:
            twice = row["container"]
            continue
        seen.add((row["container"], row["charge"]))
        entry = boxes.setdefault(row["container"], {"bl": row["bl"], "vessel": row["vessel_voyage"]})
        entry[row["charge"]] = int(row["days"])
    lines: list[Line] = []
    for container, entry in boxes.items():
        reasons = ["contract free time and rates"]
        dem = entry["DEM"] - known.free[0]
        det = entry["DET"] - known.free[1]
        if "Petrel" in entry["vessel"]:
            dem -= known.closed
            reasons.append(f"closure {known.closed} days")
        if container in known.scanned:
            dem -= known.hold_days
            reasons.append(f"scan {known.hold_days} days")
        if entry["bl"] == "CVSIN608-31":
            dem -= known.extra
            reasons.append(f"rolled {known.extra} days")
        if container in known.turned:
            det -= known.turned[container]
            reasons.append(f"turned away {known.turned[container]} days")
        if container == twice:
            reasons.append("detention charged twice")
        if entry["bl"] == known.kept_bl:
            reasons.append("kept by client")
        dem, det = max(0, dem), max(0, det)
        lines.append(
            Line(
                container,
                entry["bl"],
                dem,
                dem * known.rates[0],
                det,
                det * known.rates[1],
                "; ".join(reasons),
            )
        )
    return Result(lines, invoiced, twice, known)


def sheet(result: Result) -> str:
    """The csv that Corvane's claims desk reads."""
    out = ["container,bl,dem_days,dem_eur,det_days,det_eur,owed_eur,reason"]
    out += [
        f"{one.container},{one.bl},{one.dem_days},{one.dem_eur},{one.det_days},{one.det_eur},{one.owed},{one.reason}"
        for one in result.lines
    ]
    return "\n".join(out) + "\n"


def eur(amount: Decimal | int) -> str:
    """`EUR 1,250.00`."""
    return f"EUR {Decimal(amount):,.2f}"
