"""What is written: mails, the memo and the letter to the carrier."""

from __future__ import annotations

from collections.abc import Sequence

from ._claim import MEMO, SHEET, Result, eur


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
