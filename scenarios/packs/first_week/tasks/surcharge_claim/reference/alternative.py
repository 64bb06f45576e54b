"""Another way: chat before mail, the depot before Robin, Sales before Finance, and a memo built round a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tenure.engine.agents.careful import Careful, Question
from tenure.engine.agents.session import Session

from . import _asking as asking
from . import _claim as claim
from . import _work as work

EXPECTED = ("0.9", "1.0")


def memo(result: claim.Result) -> str:
    """The same content, result last, in tables."""
    known = result.known
    reasons = "\n".join(
        f"| {one} | {two} | {three} |"
        for one, two, three in (
            (
                "Free time and rates of the signed contract",
                f"{known.free[0]} free days demurrage, {known.free[1]} free days detention, EUR {known.rates[0]} and EUR {known.rates[1]} a day",
                "Ines, signed amendment 3",
            ),
            (
                "Closure of Maasbank Terminal, Petrel boxes",
                f"{known.closed} days from 17 January",
                "Graziela's corrected notice of 5 March",
            ),
            (
                "Official scans",
                f"{known.hold_days} days each on {', '.join(sorted(known.scanned))}",
                "Hendrik's release messages",
            ),
            (
                "Rollover, six boxes of CVSIN608-31",
                f"{known.extra} additional free days of demurrage",
                "Li Wen, Corvane Singapore",
            ),
            (
                "Empties turned away at Waalzicht",
                ", ".join(f"{box}: {days} days" for box, days in sorted(known.turned.items())),
                "Hessel's tickets",
            ),
            ("Detention charged twice", result.twice, "the invoice itself"),
        )
    )
    return f"""# Corvane, invoice CVL-26-0417

Author: Noor Hadley. Reader: Marek. Confidential inside the company, because it uses the side letter.

## Why most of this invoice is wrong

Corvane's billing did not know our contract. It took the public tariff, counted through a terminal that was closed, through customs scans, through a concession of its own Singapore office and through days on which its own depot would not take the empties back. The reasons, what each
of them does, and who told me:

| Reason | What it takes off | Source |
|---|---|---|
{reasons}

The deductions are made for each container and separately for demurrage and detention, in the order of the procedure, and never below zero. Two holds marked DOC are our own entry's fault and stay charged. What an older colleague remembers of the rates is from 2025, and the draft on the drive was
changed before it was signed, so I used neither.

The twelve Petrel boxes are the only ones that the closure touches, since the Tern's had left the terminal before 17 January and the Skua's were discharged on 24 January. Corvane's first notice was shorter. Whoever still has my interim figures of Wednesday has them with that first notice; they are replaced by the ones below.

## Our own lists

The register of the customs desk and the import tracker agree on three of the four scanned boxes. For the fourth, Hendrik looked up the messages of the administration. The container that was held for the scan is {known.held_box}. {known.free_box} was released the same day. So the {known.wrong_list} has a mistake, which I
have not touched, because its owner should correct it.

## The figures

After all deductions {result.dem_days} days of demurrage and {result.det_days} days of detention are chargeable.

| What | Amount |
|---|---|
| Invoiced | {claim.eur(result.invoiced)} |
| Owed to Corvane | {claim.eur(result.owed)} |
| Disputed | {claim.eur(result.disputed)} |
| Paid on account on 27 February | {claim.eur(known.paid)} |
| Balance left to pay | {claim.eur(result.balance)} |
| To recharge to Lumenfjord, B/L {known.kept_bl} | {claim.eur(result.recharge)} |
| Credit of the side letter, {known.rebate}% of the accepted amount | {claim.eur(result.credit)} |
| Net cost that stays with us | {claim.eur(result.net)} |

The recharge rests on clause 2c of the service agreement, EUR {known.client_rate}.00 per container for every detention day that is still chargeable on boxes that the client asked to keep. Naomi said in the round of Tuesday which these are. Nobody else's waiting is the client's affair. The
net cost is what we owe, less the credit, less the recharge. The credit will be given at settlement, so it is not taken off the balance.

## By when

The fourteen days run from the day on which the invoice came in, and end on {known.dispute_day} March 2026. The invoice's own date would make it 6 March, and that would be wrong.

## Not settled

Whether Corvane's Rotterdam office accepts the concession of its Singapore office without a copy. Li Wen has the mail, so it can be attached. Whether pictures of depot tickets are enough.

## What I propose

1. Sign the letter {claim.LETTER} and send it with the sheet {claim.SHEET}, both well before {known.dispute_day} March.
2. Release {claim.eur(result.balance)} in Friday's run, and not a cent of the rest.
3. Invoice {claim.eur(result.recharge)} to Lumenfjord and tell Tobias why, with the clause and without our rates.
4. Have the amendment linked to the bills of lading of February before they are invoiced as well.
5. Write down here, for the next one, what Singapore agrees: it is a pity that a concession was nearly lost with a yellow note.
"""


async def solve(session: Session, params: Mapping[str, Any]) -> None:
    """The same week, other people first."""
    desk = Careful(session)
    desk.react = {"tobias": work.Client(desk)}
    await desk.unread()
    files = await desk.read_drive(*claim.DOCUMENTS)
    doubt = claim.doubtful(files)
    questions: list[Question] = [
        asking.ask_turned(depot_first=True),
        asking.ask_box(doubt["register"], doubt["tracker"]),
        asking.ask_agreement(app="chat"),
        asking.ask_rebate(),
        asking.ask_rates(),
        asking.ask_free_days(),
        asking.ask_receipt(("naomi", "farid")),
        asking.ask_paid(),
        asking.ask_extra(),
    ]
    for one in questions:
        one.routes = sorted(one.routes, key=lambda route: route.app != "chat")
    for until, meeting in (
        ("Mon 13:10", "Induction: systems"),
        ("Mon 14:55", "Induction: customs"),
        ("Tue 09:25", "Claims and quotes round"),
    ):
        await desk.pursue(questions, until=until)
        await desk.attend(meeting)
    questions.append(asking.ask_kept())
    for until, meeting in (("Wed 08:40", "Singapore weekly"), ("Wed 10:55", "Call with Corvane")):
        await desk.pursue(questions, until=until)
        await desk.attend(meeting)
    await desk.pursue(questions, until="Wed 15:30")
    await work.send_interim(desk, files)
    await desk.pursue([*questions, asking.ask_closure()], until="Thu 13:25")
    await desk.attend("Marek and Noor")
    await desk.pursue(questions, until="Fri 08:31", linger=False)
    result = await work.deliver(desk, files, memo)
    await session.finish(summary=f"{claim.eur(result.owed)} owed, {claim.eur(result.disputed)} disputed.")
