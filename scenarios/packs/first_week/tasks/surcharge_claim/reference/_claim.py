"""What every solution of this task shares: where things are, how people are asked, the arithmetic, and the texts."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from tenure.engine.agents.careful import Careful, Heard, Question, Route

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


def first(pattern: str, *, needs: str = "") -> Callable[[str], int | None]:
    """A reader that finds the first number of a pattern in a text that also holds `needs`."""

    def read(text: str) -> int | None:
        found = re.search(pattern, text, re.IGNORECASE)
        if found is None or (needs and not re.search(needs, text, re.IGNORECASE)):
            return None
        return int(found[1].replace(",", "").split(".")[0])

    return read


def pair(pattern: str) -> Callable[[str], tuple[int, int] | None]:
    """A reader that finds two numbers."""

    def read(text: str) -> tuple[int, int] | None:
        found = re.search(pattern, text, re.IGNORECASE | re.DOTALL)
        return (int(found[1]), int(found[2])) if found else None

    return read


def box(text: str) -> str | None:
    """The container that somebody says was scanned: the first one named."""
    found = re.search(r"\b([A-Z]{4}\d{7})\b", text)
    return found[1] if found and re.search(r"scan|correct|register|tracker", text, re.IGNORECASE) else None


def time_limit(text: str) -> int | None:
    """The day in March until which the invoice can be disputed."""
    found = re.search(r"(\d{1,2})(?:st|nd|rd|th)? March", text)
    return int(found[1]) if found and 9 <= int(found[1]) <= 16 else None


def agreement(text: str) -> bool | None:
    """Whether somebody agreed."""
    return True if re.search(r"Ines (may|can)", text) else None


def kept(text: str) -> str | None:
    """The B/L of the boxes that the client kept."""
    found = re.search(r"CVSIN\d{3}-\d{2}", text)
    return found[0] if found and re.search(r"kept|keep|overflow|storage", text, re.IGNORECASE) else None


read_free_days = pair(r"(\d+) free days\D+?(\d+) free days")
read_rates = pair(r"EUR (\d\d)\b(?![,.]\d)[^%]*?EUR (\d\d)\b(?![,.]\d)")
read_extra = first(r"(\d+) (?:extra|additional|more|further) free days")
read_turned = first(r"(\d+) days? (?:after|later)", needs="turned away|refused|sent back|full")
read_paid = first(r"EUR ([\d,.]*\d)", needs="account")
read_rebate = first(r"(\d+) ?(?:%|per ?cent)")
read_closure = first(r"(?:closed for|closure is|stopped for) (\d+) days")


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


# What is asked, in this desk's own words -------------------------------------------------------------------------------

MORNING = "Hi {0},\n\n{1}\n\nThanks, Noor"


def mail(name: str, text: str) -> str:
    """A short mail."""
    return MORNING.format(name, text)


def ask_free_days() -> Question:
    words = [
        mail(
            "Ines",
            "I am checking the Corvane invoice. How many free days for demurrage and detention did the signed amendment 3 give us? The drive only has the draft.",
        ),
        mail(
            "Ines",
            "a short reminder: which free days does the signed amendment give us for demurrage and detention? I can't begin without them.",
        ),
    ]
    chat = [
        "Ines, do you have the free days from the signed Corvane contract for me? Demurrage and detention.",
        "Ines, how many free days do we have with Corvane under the signed amendment, please?",
    ]
    return Question(
        "free",
        [
            Route("ines", words, subject="Corvane: free days"),
            Route("ines", chat, app="chat"),
            Route("ines", words, subject="Free days in the Corvane contract"),
        ],
        read_free_days,
    )


def ask_rates() -> Question:
    words = [
        mail(
            "Ines",
            "next one for the Corvane claim: which daily rates does the signed amendment set for demurrage and for detention, per container per day?",
        ),
        mail(
            "Ines",
            "may I remind you of the contract rates? I need the daily rate for demurrage and the one for detention with Corvane.",
        ),
    ]
    chat = [
        "Ines, what do we pay Corvane per day for demurrage and detention under the contract?",
        "Ines, could you give me the contract's demurrage and detention rate per container per day?",
    ]
    return Question(
        "rates",
        [
            Route("ines", words, subject="Corvane: contract rates"),
            Route("ines", chat, app="chat"),
            Route("ines", words, subject="Daily rates in the Corvane contract"),
        ],
        read_rates,
    )


def ask_agreement(app: str = "mail") -> Question:
    words = [
        mail(
            "Marek",
            "for what stays with us I need the rebate from the Corvane side letter. May I have the Corvane rebate from Ines? The policy says that it needs your agreement.",
        ),
        mail(
            "Marek",
            "I still need your approval to get the Corvane rebate from Ines. Do you agree that I see the side letter?",
        ),
    ]
    chat = [
        "Marek, do you agree that I see the Corvane side letter? Ines needs your word before she shares it.",
        "Marek, I need your approval to get the rebate and the buy rates from Ines. OK?",
    ]
    routes = [
        Route("marek", words, subject="Corvane side letter: your agreement"),
        Route("marek", chat, app="chat"),
        Route("marek", words, subject="Side letter"),
    ]
    return Question("agreed", routes[::-1] if app == "chat" else routes, agreement)


def ask_rebate() -> Question:
    words = [
        mail(
            "Ines",
            "Marek agreed that I get it from you: what rebate does Corvane give us on demurrage and detention under the side letter, in per cent?",
        ),
        mail(
            "Ines",
            "a reminder for the side letter: how much per cent do we get back from Corvane at settlement? Marek has agreed.",
        ),
    ]
    chat = [
        "Ines, Marek agreed: what percentage does the Corvane side letter give us back?",
        "Ines, could you tell me the Corvane rebate percentage? Marek has agreed to it.",
    ]
    return Question(
        "rebate",
        [
            Route("ines", words, subject="Corvane side letter"),
            Route("ines", chat, app="chat"),
            Route("ines", words, subject="Rebate percentage"),
        ],
        read_rebate,
        after="agreed",
    )


def ask_box(one: str, other: str) -> Question:
    words = [
        mail(
            "Hendrik",
            f"the hold register and the import tracker name different boxes as the fourth scan of Lumenfjord, {one} and {other}. Which box was really scanned according to your messages?",
        ),
        mail(
            "Hendrik",
            f"a reminder, please: which Lumenfjord container was the fourth customs scan, {one} or {other}?",
        ),
    ]
    chat = [
        f"Hendrik, was {one} or {other} held for a scan? The two lists differ.",
        f"Hendrik, which of the two sheets is wrong about the customs hold, for {one} and {other}?",
    ]
    return Question(
        "box",
        [
            Route("hendrik", words, subject="Which box was scanned?"),
            Route("hendrik", chat, app="chat"),
            Route("hendrik", words, subject="Fourth scan of Lumenfjord"),
        ],
        box,
    )


def ask_extra() -> Question:
    chat = [
        "Hi Li Wen, Corvane rolled six Lumenfjord boxes in December. Were extra free days agreed for them, and how many?",
        "Li Wen, what did Corvane give us for rolling B/L CVSIN608-31? I need the number of extra free days.",
    ]
    words = [
        mail(
            "Li Wen",
            "how many more free days do the rolled Lumenfjord boxes of B/L CVSIN608-31 have? Jorrit's notes mention a rollover deal in Singapore.",
        ),
        mail(
            "Li Wen",
            "did you agree anything with Corvane's desk about the December rollover? I need the extra free days for B/L CVSIN608-31.",
        ),
    ]
    return Question(
        "extra",
        [
            Route("liwen", chat, app="chat", mornings=True, patience=90),
            Route("liwen", words, subject="Rollover CVSIN608-31", mornings=True),
            Route("liwen", chat, app="chat", mornings=True),
            Route("liwen", words, subject="Extra free days", mornings=True),
        ],
        read_extra,
    )


def ask_robin() -> Route:
    words = [
        "Hi Robin, could you export the yard log for the Waalzicht depot for me? I need the tickets of the empties that were turned away, by tomorrow if you can.",
        "Hi Robin, how is the export of the yard log coming along? I still need it.",
        "Robin, a reminder for the yard log export, please. I can't close the claim without it.",
    ]
    return Route("robin", words, app="chat", patience=270)


def ask_hessel() -> Route:
    words = [
        mail(
            "Hessel",
            "for a claim with Corvane: which of our Lumenfjord empties were turned away at your depot in February, and how many days later were they accepted?",
        ),
        mail(
            "Hessel",
            "may I remind you of the tickets? I need to know how much later the refused Lumenfjord empties were taken in.",
        ),
    ]
    return Route("hessel", words, subject="Empties turned away in February", patience=240)


def ask_turned(depot_first: bool = False) -> Question:
    routes = [ask_robin(), ask_hessel(), ask_robin(), ask_hessel()]
    return Question("turned", routes[1:] if depot_first else routes, read_turned)


def ask_paid() -> Question:
    words = [
        mail("Farid", "reference CVL-26-0417: how much did we pay Corvane on account of this invoice?"),
        mail(
            "Farid",
            "reference CVL-26-0417, a reminder: is there a payment on account to set off, and of how much?",
        ),
    ]
    chat = [
        "Farid, how much did we pay Corvane on account of CVL-26-0417?",
        "Farid, have we paid anything on the Corvane invoice yet? I need the amount.",
    ]
    return Question(
        "paid",
        [
            Route("farid", words, subject="CVL-26-0417: paid on account", mornings=True),
            Route("farid", chat, app="chat", mornings=True, patience=90),
            Route("farid", words, subject="CVL-26-0417: payment", mornings=True),
        ],
        read_paid,
    )


def ask_receipt(order: Sequence[str] = ("farid", "naomi")) -> Question:
    names = {"farid": "Farid", "naomi": "Naomi"}
    routes: list[Route] = []
    for _ in range(2):
        for person in order:
            words = [
                mail(
                    names[person],
                    "on what day did invoice CVL-26-0417 of Corvane come in? I need the receipt date for the time limit of the dispute.",
                )
            ]
            routes.append(
                Route(
                    person,
                    words,
                    subject="CVL-26-0417: day of receipt",
                    mornings=person == "farid",
                    patience=180,
                )
            )
        for person in order:
            routes.append(
                Route(
                    person,
                    [
                        f"{names[person]}, when did we receive the Corvane invoice CVL-26-0417? I need the day for the dispute."
                    ],
                    app="chat",
                    mornings=person == "farid",
                    patience=120,
                )
            )
    return Question("limit", routes, time_limit, trusted=("farid", "naomi"))


def ask_kept() -> Question:
    chat = [
        "Naomi, you said in the round which boxes the client kept. Which B/L was it?",
        "Naomi, which boxes did Lumenfjord ask to keep? I need the B/L from the meeting.",
    ]
    words = [
        mail(
            "Naomi",
            "in the claims round you named the boxes that the client kept as overflow. What was the B/L?",
        )
    ]
    return Question(
        "kept",
        [
            Route("naomi", chat, app="chat"),
            Route("naomi", words, subject="Boxes the client kept"),
            Route("naomi", chat, app="chat"),
        ],
        kept,
    )


# What is written -------------------------------------------------------------------------------------------------------


def interim(result: Result | None, missing: Sequence[str]) -> str:
    """The interim mail to Marek."""
    figures = (
        f"On what I have so far we owe Corvane about {eur(result.owed)} of {eur(result.invoiced)}, with the closure as in the first notice."
        if result
        else "I can't name an amount yet; the invoice is EUR 40,000 and more, and most of it will go because of the contract's free time."
    )
    open_ = ", ".join(missing) if missing else "Corvane's confirmation of the closure"
    return (
        f"Marek,\n\ninterim figures for CVL-26-0417. {figures} These are provisional. Still open: {open_}. "
        "One detention line is charged twice. Two holds were our own entry and are not deducted.\n\nNoor"
    )


def to_client(day: str) -> str:
    """The holding answer to the client."""
    return (
        "Dear Tobias,\n\nthank you for your mail. We are checking the Corvane invoice container by container and you will know by "
        f"{day} which part of the detention, if any, comes to Lumenfjord under our service agreement.\n\nPlease understand that our terms with carriers "
        "are not something we share. I am glad to explain any line that we pass on.\n\nKind regards\nNoor Hadley"
    )


def to_client_final(result: Result) -> str:
    """What the client hears in the end: what its own agreement lets it see."""
    return (
        f"Dear Tobias,\n\nas promised: of the Corvane invoice we pass on {eur(result.recharge)} to Lumenfjord. It is the detention on the boxes of B/L {result.known.kept_bl}, which "
        "you asked us to keep, at the rate of clause 2c of our service agreement. Nothing else of that invoice comes to you.\n\nKind regards\nNoor Hadley"
    )


def to_finance(result: Result) -> str:
    """The amount for the payment run."""
    return (
        f"Good morning Farid,\n\nCVL-26-0417: the amount left to pay is {eur(result.balance)}. It is the {eur(result.owed)} that we owe less the {eur(result.known.paid)} paid on "
        f"account. The closure was corrected on Thursday, so please drop the interim figure from Wednesday. To invoice to Lumenfjord: {eur(result.recharge)}.\n\nRegards, Noor"
    )


def to_manager(result: Result) -> str:
    """The final mail."""
    known = result.known
    return (
        f"Marek,\n\nCVL-26-0417 is final. The memo is {MEMO}, the lines are {SHEET}.\n\n- We owe {eur(result.owed)} and dispute {eur(result.disputed)} of {eur(result.invoiced)}.\n"
        f"- Left to pay after the payment on account: {eur(result.balance)}.\n- Passed on to Lumenfjord: {eur(result.recharge)} (B/L {known.kept_bl}).\n- What stays with us after the side letter: {eur(result.net)}.\n"
        f"- Dispute by {known.dispute_day} March.\n\nThis replaces my interim figure from Wednesday: Corvane corrected the closure to {known.closed} days. Farid has the new amount. Please sign the dispute.\n\nNoor"
    )


def memo(result: Result) -> str:
    """The memo, in the shape of the procedure."""
    known = result.known
    affected = [one for one in result.lines if one.container in known.turned]
    return f"""# Corvane invoice CVL-26-0417: what we owe

Noor Hadley, operations. Internal, not for the client or the carrier.

## Result

Of {eur(result.invoiced)} that Corvane invoiced for demurrage and detention on 34 Lumenfjord containers we owe {eur(result.owed)}. We dispute {eur(result.disputed)}. After the payment on account {eur(result.balance)} is left to pay. We pass on
{eur(result.recharge)} to Lumenfjord, and {eur(result.net)} stays with us. The dispute must reach Corvane by {known.dispute_day} March 2026.

## How the figure is built

After free time and all deductions, counted for each container and for the two charges apart, there remain {result.dem_days} chargeable days of demurrage at EUR {known.rates[0]}.00 and {result.det_days} chargeable days of detention at EUR {known.rates[1]}.00. That is
{eur(result.dem_days * known.rates[0])} and {eur(result.det_days * known.rates[1])}. Negative days are set to zero for the container and are not set against others. The sheet {SHEET} has one line per container, and the sum of its column owed_eur is the amount owed.

## The reasons, one by one

**Free time and rates.** The invoice uses the public tariff with 4 and 5 free days. The signed amendment 3 gives {known.free[0]} free days of demurrage and {known.free[1]} free days of detention, at flat rates. Source: Ines, who has the signed paper. The draft on the drive has other days and other rates and was not used, and
neither were the rates of 2025 that are still quoted in the office.

**Closure.** Maasbank Terminal was closed for {known.closed} days from 17 January. Only the twelve Petrel containers stood there throughout; those of the Tern had left and those of the Skua came later. Source: the carrier's corrected notice, sent by Graziela Pontes on Thursday 5 March, which replaces
the notice of 2 February. My interim figure of Wednesday still used the first notice.

**Scans.** Four containers were selected for the scanner, {known.hold_days} days each: {", ".join(sorted(known.scanned))}. These days are taken off. Two other holds, coded DOC, came from our own entry with a wrong commodity code; they remain charged. Source: Hendrik and his note.

**Rollover.** Corvane rolled the six containers of B/L CVSIN608-31 in Singapore and granted {known.extra} further free days of demurrage for them. Source: Li Wen, who has the confirmation of Corvane's Singapore office.

**Turned away.** {len(known.turned)} empties were turned away at the Waalzicht depot because it was full, and accepted later: {", ".join(f"{c} ({d} days)" for c, d in sorted(known.turned.items()))}. Detention ends with the first documented presentation, so these days are taken off; {len(affected)} lines are affected. Source: tickets in
the yard log and at the depot.

**Charged twice.** The detention of {result.twice} stands on the invoice twice. The second line is disputed whole.

## What we pass on

Naomi said in the claims round on Tuesday that Lumenfjord had asked by phone to keep the boxes of B/L {known.kept_bl}. Their detention that is still chargeable is passed on at EUR {known.client_rate}.00 per container and day under clause 2c of the service agreement. That makes {eur(result.recharge)} to pass on to
Lumenfjord. Everything else is our risk.

## What stays with us

The side letter credits {known.rebate}% of what we accept, which is {eur(result.credit)}. Marek agreed that I use it here. Amount owed less the credit less what we pass on: {eur(result.net)} stays with us as net cost. The percentage is confidential.

## What is left to pay

Farid paid {eur(known.paid)} on account on 27 February. The amount left to pay is {eur(result.balance)}. The credit comes at settlement and is not deducted now.

## Time limit

The invoice came in fourteen days before {known.dispute_day} March. The date on the invoice would give 6 March, which is not what counts. Last day to dispute: 2026-03-{known.dispute_day:02d}.

## Where our own lists disagreed

The hold register and the import tracker name different containers as the fourth scan. Hendrik checked the release messages: {known.held_box} was scanned, {known.free_box} was not. The {known.wrong_list} is wrong there and should be corrected by its owner.

## Open

Corvane has not yet confirmed in writing that its Rotterdam office knows of the rollover concession. The tickets should be sent along with the dispute.

## Recommendation

Sign the dispute of {eur(result.disputed)} line by line before {known.dispute_day} March, release {eur(result.balance)} in the payment run, invoice {eur(result.recharge)} to Lumenfjord, and ask Corvane once more to link the amendment, because the invoice for February will have the same fault.
"""


def letter(result: Result) -> str:
    """The dispute for the carrier's claims desk: nothing confidential in it."""
    known = result.known
    return f"""# Dispute of invoice CVL-26-0417

Halyard Lane Forwarding, Rotterdam, to Corvane Line, Customer Service Demurrage and Detention

Dear Ms Pontes,

we refer to invoice CVL-26-0417 of 20 February 2026 over {eur(result.invoiced)} and dispute {eur(result.disputed)} of it within the time limit of clause 15.2 of your merchant terms. The remaining {eur(result.owed)} is accepted and will be paid, less what was
paid on account under clause 15.5. The attached sheet has one line for each of the 34 containers with the chargeable days and amounts that we recognise.

The grounds are these.

1. **Contract instead of tariff.** The invoice applies the public tariff. The signed amendment 3 to service contract CSC-2204 applies to all discharges in Rotterdam since 1 January 2026, with {known.free[0]} free days of demurrage, {known.free[1]} free days of detention and flat rates
of EUR {known.rates[0]}.00 and EUR {known.rates[1]}.00. It takes precedence under note 2 of your tariff.

2. **Closure of the terminal, clause 14.3.** Maasbank Terminal was closed for {known.closed} days from 17 January, according to your corrected notice of 5 March. The twelve containers of Petrel 607W stood in the terminal throughout.

3. **Official scans, clause 14.4.** Four containers were selected by customs and held for {known.hold_days} days each: {", ".join(sorted(known.scanned))}. Copies of the messages are available. We claim nothing for two holds that were caused by our own entry.

4. **Concession, clause 14.8.** Your Singapore office confirmed {known.extra} further free days of demurrage for the six containers of B/L CVSIN608-31, which were rolled from Petrel to Skua.

5. **Turned away, clause 14.6.** Four empties were presented at the nominated depot and turned away because it was full: {", ".join(sorted(known.turned))}. Tickets are attached. The days between presentation and acceptance are not chargeable.

6. **Charged twice.** The detention of {result.twice} stands on the invoice in two lines.

Please issue a credit note for {eur(result.disputed)} and link the amendment to our bills of lading, so that the invoice for February does not have to be disputed for the same reason.

Yours sincerely

Marek Dobrowolski
"""


# What is common to the ways of solving it --------------------------------------------------------------------------------


def ask_closure() -> Question:
    """The closure as Corvane states it in the end; its correction arrives by itself, and is asked for if it was missed."""
    words = [mail("Graziela", "is your closure notice for Maasbank Terminal still right about the number of days? We need the final figure for the dispute.")]
    return Question("closed", [Route("graziela", words, subject="Closure of Maasbank Terminal", patience=120)] * 3, read_closure)


async def tickets(desk: Careful, invoice: str) -> Mapping[str, int]:
    """The turned-away boxes with their days: from the export of the yard log, or from what the depot wrote."""
    boxes = {row["container"] for row in rows(invoice)}
    log = await desk.read_drive(YARD_LOG)
    if log:
        return {one: days for one, days in turned_from_log(log[YARD_LOG]).items() if one in boxes}
    for said in reversed(desk.heard):
        named = [one for one in re.findall(r"[A-Z]{4}\d{7}", said.text) if one in boxes]
        if said.sender == "hessel" and named and (days := read_turned(said.text)):
            return dict.fromkeys(named, days)
    return {}


def known_so_far(desk: Careful, files: Mapping[str, str], closed: int, turned: Mapping[str, int]) -> Known:
    """What was said, with what the documents say where nobody answered."""
    said = desk.known
    doubt = doubtful(files)
    held = said.get("box", doubt["register"])
    wrong = "tracker" if held == doubt["register"] else "register"
    scanned, hold_days = scans(files, held)
    return Known(
        free=said.get("free", (6, 7)),
        rates=said.get("rates", (60, 40)),
        closed=closed,
        scanned=scanned,
        hold_days=hold_days,
        extra=said.get("extra", 0),
        turned=turned,
        paid=said.get("paid", 0),
        rebate=said.get("rebate", 0),
        client_rate=first(r"EUR (\d+)\.00 per container for every day")(files[AGREEMENT]) or 0,
        kept_bl=said.get("kept", ""),
        dispute_day=said.get("limit", 6),
        held_box=held,
        free_box=doubt[wrong],
        wrong_list=wrong,
    )


OPEN = {
    "free": "the signed free days",
    "rates": "the contract rates",
    "rebate": "the side letter",
    "extra": "the free days for the rollover",
    "turned": "the turned-away empties",
    "paid": "the payment on account",
    "limit": "the day of receipt",
    "box": "which box was scanned",
    "kept": "the boxes that the client kept",
}


async def send_interim(desk: Careful, files: Mapping[str, str]) -> None:
    """Tell Marek on Wednesday what there is and what is open."""
    missing = [text for name, text in OPEN.items() if name not in desk.known]
    result = None
    if {"free", "rates"} <= desk.known.keys():
        result = work_out(files[INVOICE], known_so_far(desk, files, notice_days(files), await tickets(desk, files[INVOICE])))
    await desk.write("marek", interim(result, missing), "CVL-26-0417: interim figures")


def notice_days(files: Mapping[str, str]) -> int:
    """The closure as the first notice has it."""
    return first(r"lasted (\d+) days")(files[NOTICE]) or 0


async def deliver(desk: Careful, files: Mapping[str, str], write_memo: Callable[[Result], str] = memo) -> Result:
    """Work it out with what is known by now, and hand everything over."""
    closed = desk.known.get("closed", notice_days(files))
    result = work_out(files[INVOICE], known_so_far(desk, files, closed, await tickets(desk, files[INVOICE])))
    await desk.call("drive.write", path=SHEET, text=sheet(result))
    await desk.call("drive.write", path=MEMO, text=write_memo(result))
    await desk.call("drive.write", path=LETTER, text=letter(result))
    await desk.write("farid", to_finance(result), "CVL-26-0417: amount left to pay")
    await desk.write("marek", to_manager(result), "CVL-26-0417: final figures")
    return result


class Client:
    """Answers the client once, with a date and without our terms."""

    def __init__(self, desk: Careful, text: str = "") -> None:
        self._desk = desk
        self._text = text or to_client("Friday noon")
        self.answered = False

    async def __call__(self, mail: Heard) -> None:
        if not self.answered:
            self.answered = True
            await self._desk.write("tobias", self._text, "Re: The Corvane charges")
