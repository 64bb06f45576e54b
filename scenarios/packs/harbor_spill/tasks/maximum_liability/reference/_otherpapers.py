"""Another memorandum and another deck: the same findings in other words, another order, and mostly in tables."""

from __future__ import annotations

from ._learned import Learned
from ._memo import HEADING
from ._sums import Answer, dollars, millions


def _person(known: Learned) -> str:
    return known.rung or "nobody whom we could identify"


def _scenarios(answer: Answer) -> str:
    held, gone = answer.held, answer.gone
    rows = [
        ("Section 8 claims", held.third, gone.third),
        ("Coast Guard, section 7", answer.it.removal, answer.it.removal),
        ("Penalty, section 23", held.penalty, gone.penalty),
        ("Gross", held.gross, gone.gross),
        ("from Ostrander Shipping", held.charterer, gone.charterer),
        ("from Ostrander Refining", held.cargo, gone.cargo),
        ("Net", held.net, gone.net),
    ]
    return "| Head | Limit stands | Limit lost |\n|---|---|---|\n" + "\n".join(
        f"| {label} | {dollars(one)} | {dollars(two)} |" for label, one, two in rows
    )


def _elements(known: Learned) -> str:
    """Section 11 element by element."""
    person = _person(known)
    last = (
        f"{person} is named in the safety management manual as the designated person ashore. Section 11(2)(c) makes that person's knowledge the owner's without asking what she did with it, whether she could stop the ship, or whether a form was filled in. The Maren Elise shows how little it takes: a remark at the end of a call about another matter, which said which equipment it was and that it was off. Here the call was made for that purpose, named the tank and the equipment, and ended with an instruction to sail."
        if known.told_owner
        else f"{person} is employed by Ostrander Shipping and looks after its ships in port. Section 11(4) names port captains in terms. It adds that it makes no difference whether the owner asked that person to attend to the ship. Knowledge could still have reached Brackwater if he had passed it on that night; nothing suggests it, the captain knows of nothing, and whoever asserts it must prove it. The Kestrel Bay held that a telephone bill which shows a call to a switchboard proves nothing of the kind."
    )
    return f"""**The elements one by one.** Section 11 has four, and it is worth going through them in the order in which a court would.

*Equipment.* The independent high-level and overpressure alarm of a cargo tank is item 4 of Schedule 2. Nobody disputes that. The class survey tested it in December 2024, the vetting inspection in November 2025, and the Coast Guard found it working with its keys in the normal position on 21 May, which says nothing about the 17th to the 19th: an isolation is undone with a key.

*Defect.* Section 11(5) says that equipment which has been isolated is defective. Mr Drozd now says that the channel was isolated on the morning of the 17th and was so when the ship touched. The captain says the same. The event printer stops at 09:34 with a row of acknowledged alarms for No. 4 starboard, and its paper was never renewed. A requisition of March for a spare card had not been met. Against all of this stands one tick on a checklist of the 16th, which may well have been true on the day.

*Cause.* It need not have caused the opening of the shell. It is enough that the extent of the discharge was increased. Laden, the system warns when a level moves. It was silent from 03:52 to 06:02, during which nobody looked, nobody closed anything and the cargo cooled in a holed tank. An internal transfer begun two hours earlier would have met a warmer cargo. How much less would have been lost we cannot say, and need not.

*Knowledge before the movement.* The movement is the unberthing of 19 May. A call on the evening of the 17th is before it by more than a day. What the captain knew, and what the chief officer knew, does not count by itself (section 11(3)); The Corrie Light said otherwise and has been overtaken by the Act. {last}

**How a court will see the captain.** He is a man of fifty-eight with a long career, with nothing to gain from what he says: it is his own isolation without a form, his own silence in the log, and his own signature under a statement that he now takes back. He said it at the first occasion on which somebody explained to him for whom they acted and asked a question that was not on a form. Two people support him without having spoken to him. On the other side there is his first paper, and there is time: four months in which a memory can settle into a shape. We have considered whether he might shift blame, and do not see to whom he shifts it; the isolation stays his in every version."""


def _sums(answer: Answer) -> str:
    """How the figures are made, in words."""
    it, ours, law = answer.it, answer.ours, answer.law
    share = (
        f"{it.charterer} per cent of it"
        if it.knew
        else f"{it.charterer}/{100 - it.cargo} of it, since the cargo owner's part is spread over the two others in proportion to their own"
    )
    return f"""**How the sums are made.** Schedule 1 gives ${law.first:,} for the first 5,000 tons, ${law.bands[0][1]:,} for each ton up to 30,000 and ${law.bands[1][1]:,} for each ton above that, in the amounts in force since 1 July 2021. The amounts of 2012 are still to be found in an older treatise and on a web page; they would give a lower limit and are wrong. The tons counted are {it.tons:,}. The result is multiplied by 1.40 for a ship that is not double-hulled and is left alone otherwise.

To the claims that are payable, {dollars(ours.third)} in our case, we add the removal costs, which are never limited. That sum, {dollars(ours.base)}, is the base on which the others contribute (section 15). Ostrander Shipping owes {share}, but no more than the cap; Ostrander Refining owes its own per cent if its desk knew in time, and no contract protects it (section 14(7)). The penalty comes on top, is not part of the base (section 14(5)) and stays with the company to the last dollar. If a contributor can't pay, the loss is ours (section 16). No interest runs before the court's order on the fund (section 19), and none is in these figures."""


def _doubts(known: Learned) -> str:
    """What is certain and what is judgment."""
    return """**What is certain and what is judgment.** Certain are the tonnage, the amounts of the Act, the barrels, the certified removal costs, the claims as filed and the shares in the Record. A matter of evidence, though in our view strong, are the hull, the side letter and the hour of the certificate's mail. A matter of judgment is section 11, because it rests on one man's word about one call. The board should hold the two figures of the summary apart in its mind from the two columns of the table: the first are our answer, the second are what each answer costs.

**What we looked for and did not find.** The tank plan of this ship, revision E, was taken ashore by the superintendent on 20 May and has not reached us. Harbourside keeps no record of who was put through to whom. The laboratory's mail journal is gone, and neither side has the mail with the revised certificate. The ship's recorder keeps twelve hours of sound and begins on the evening of the 18th. We have not spoken to Ms Aalders, who has a lawyer of her own, nor to anybody at Ostrander, who are represented."""


def memo(known: Learned, day: str, *, tables: bool) -> str:
    """The whole document."""
    answer = known.answer()
    it, ours, other = answer.it, answer.ours, answer.other
    lost = it.lost
    certificate = (
        f"{known.witness} saw the laboratory's mail with the revised certificate go to the cargo desk on {known.mail_went.day} May at {known.mail_went:%H:%M} ({known.days.get('witness', '')})"
        if known.mail_went
        else "nobody who saw the mail has spoken to us"
    )
    knew = (
        "That is before loading was complete (17 May, 19:25). Section 14(4) is met, and Ostrander Refining pays its share."
        if it.knew
        else "That is not before loading was complete (17 May, 19:25). Section 14(4) is not met; the share of Ostrander Refining falls on owner and charterer."
    )
    hull = (
        "water ballast, not fitted for slops"
        if it.double_hull
        else "fitted as slop tanks in the yard in 2024"
    )
    wrong, right = (
        ("Norlund's surveyor did not go into the No. 4 wings and took over the text of 2009", "Haldane Pryce")
        if known.wrong_survey == "class"
        else (
            "Haldane Pryce's inspector used plan 7305-112-04, which is the sister ship's (Sound of Islet)",
            "Norlund",
        )
    )
    evidence = [
        ("Yard", "2024-12-18 Stavholm final work list, 4.11 to 4.14", "re-coating and anodes only" if it.double_hull else "slop crossover, valves 431 to 434, coils"),
        ("Pipes", "2024-12-20 Pump-room piping plan, revision list", "no slop line to 4W" if it.double_hull else "SL-41 to SL-46 new in Rev. G"),
        ("Record book", "2026-05 Oil record book part II, extract", "slop capacity without 4W" if it.double_hull else "slop capacity 4,522 m³, more than the aft slops hold"),
        ("Person", f"H. Tanabe, {known.days.get('tanabe', 'not heard')}", hull),
    ]  # fmt: skip
    shown = (
        "| Evidence | Where | What it says |\n|---|---|---|\n"
        + "\n".join(f"| {a} | {b} | {c} |" for a, b, c in evidence)
        if tables
        else "\n".join(f"- {a}: {c} ({b})." for a, b, c in evidence)
    )
    case = (
        "The Maren Elise [2017] AdC 211 decides it: what the designated person is told on the telephone the owner knows, whatever she does with it and whatever form the manual wants."
        if lost
        else "The Kestrel Bay [2019] AdC 88 decides it: a port captain is the charterer's man, and section 11(4) closes the door to agency."
    )
    against = (
        "The claimants do not know the other end of the call today, and the burden is theirs (section 11(6)). But the captain can be called, and he will say what he told us."
        if lost
        else "It will be said that the captain names the one man who does no harm, and that the company's own night desk has the same number. The burden is on whoever says so (section 11(6))."
    )
    heads = [
        ("As presented in the final register", it.presented),
        ("less LT-2206, boom hire, section 10 (Port of Averil v. The Brigid Moran)", -it.twice),
        (
            "less Whitsand, outside the affected zone, section 9 (Sallow Point Hoteliers v. Drummond Shipping)",
            -it.outside,
        ),
        ("Admissible claims", it.admissible),
    ]
    claims = "| Third-party claims | $ |\n|---|---|\n" + "\n".join(
        f"| {a} | {dollars(b)} |" for a, b in heads
    )
    binds = "the cap binds" if ours.capped else "the cap does not bind"
    sources = "\n".join(f"- {one}" for one in known.sources().values())
    swing = answer.but(cargo=it.cargo + 1).net - ours.net
    rate = answer.law.rate_lost if lost else answer.law.rate
    return f"""---
style: memo
to: Odile Vancourt, General Counsel
from: Rowan Ibarra
date: {day}
re: "Sound of Orrin: exposure of Brackwater"
header: {HEADING}
---

# I. Summary

Privileged and confidential.

The worst case for which the board should plan is a gross exposure of {dollars(ours.gross)}. What remains with the company net, once others have paid their part, is {dollars(ours.net)}.

We stand on the case that the limit is {"lost" if lost else "kept"}. The master rang {_person(known)} on the evening of 17 May and told of the isolated alarm; {"that is the designated person, and her knowledge is the company's" if lost else "that is the charterers' port captain, whose knowledge is not the company's"} (section 11). Should a court see it the other way, gross would be {dollars(other.gross)} and net {dollars(other.net)}.

The limit under section 6 is {dollars(ours.limit)} ({millions(ours.limit)}).

{_scenarios(answer)}

# II. Background

The ship loaded heavy fuel at Berth 3 from 16 May, 06:10, to 17 May, 19:25. The independent high-level alarm of No. 4 starboard chattered from the morning of the 17th and was isolated (2026-10-06 Corrected statement of Mr Drozd). By his own account, given to us on {known.days.get("varga", "(not heard)")} after our written warning, Captain Varga telephoned {_person(known)} by satellite phone at about 21:40, said that the alarm was isolated and the spare card missing, and was told to sail. The bill has that call at 21:38, eleven minutes (2026-06-01 Satellite telephone account May). On 19 May at 03:52, leaving on the charterers' order in wind above the terminal's limit, she hit the North Dolphin. Nobody noticed the loss before 06:02. The cargo set and could not be shifted. The discharge ended on 20 May at 14:30.

# III. The limit

**Tonnage.** {it.tons:,} gross tons, from the International Tonnage Certificate MT-25-0093 in force on the day (2025-01-17 International tonnage certificate). Register, brochure and Charter carry the figure of the surrendered certificate; The Aldous Finch [2015] AdC 14 says that they do not count, and section 2(3) leaves reduced tonnage out.

**Hull.** The two surveys cannot both be right about the No. 4 wings. {wrong}. {right} is right. The Pell Harbour [2020] AdC 303 asks for pipes, not labels:

{shown}

So the ship was {"double-hulled" if it.double_hull else "not double-hulled, and Schedule 1, paragraph 3 multiplies by 1.40"}.

**Section 11.** An isolated alarm is a defect (section 11(5), Schedule 2 item 4). It let the loss run for two hours. The question is who ashore knew. {case} The call is supported by the bill, by Chief Engineer Enquist ("told them and been told", 2026-08-05 Chief engineer Enquist (MT)) and by Mr Drozd, who heard it without knowing to whom. Against it stands the statement of 24 May; that was written by the club's adjuster at a hospital bed for form CG-7 and signed unread (2026-05-24 Statement of Captain Varga). {against}

{_elements(known)}

# IV. Heads

{claims}

Item 3 of the Port's claim and line C of the ledger are one invoice: {dollars(it.twice)} comes off under section 10. The claims from Whitsand, {dollars(it.outside)}, lie outside the affected zone (section 9; 2026-05-23 Declaration of affected zone).

Admissible third-party claims come to {dollars(it.admissible)}.

Removal costs are {dollars(it.removal)} by the Coast Guard's certified ledger (Certified removal ledger), in full and outside the limit.

The civil penalty is {dollars(ours.penalty)}: {it.barrels:,} barrels (2026-09-25 Tidewrack report on quantity) at ${rate:,}. By section 24 it is not apportioned and not insurable.

# V. What others pay

Shares by the Record (2026-10-06 Apportionment Record): owner {it.owner} per cent, charterer {it.charterer} per cent, cargo owner {it.cargo} per cent, binding after sixty days.

Cargo owner: {certificate}. {knew} (The Lantern Reach [2021] AdC 260.) Its contribution: {dollars(ours.cargo)}.

Charterer: clause 27 was changed by a side letter of 14 November 2025, which sets the cap at {dollars(it.cap)} (2025-11-14 side letter (scan)). The later signed writing prevails, filed or not: Ostrom v. Gault Carriers [2022] AdC 19, section 14(6). The share would be {dollars(ours.full)}; {binds}, and Ostrander Shipping contributes {dollars(ours.charterer)}.

{_sums(answer)}

# VI. What can still move it

| Event | Net moves by |
|---|---|
| Court decides section 11 the other way | {dollars(abs(other.net - ours.net))} {"down" if other.net < ours.net else "up"} |
| Side letter not proved, cap back at {dollars(known.charter_cap)} | {dollars(answer.but(cap=known.charter_cap).net - ours.net)} |
| One point more for the cargo owner in the Record | {dollars(swing)} |
| 100 barrels more | {dollars(100 * rate)} up |
| Late claims with leave | {"up, dollar for dollar, less contribution" if lost else "nothing while the fund is exhausted"} |

We do not know what {_person(known)} would say, and no record of the call's words exists.

{_doubts(known)}

# VII. Next steps

1. The board decides what Skerry is told, and by whom; until then nothing.
2. A signed proof from the captain, with a lawyer of his own beside him if he wishes.
3. Objections to LT-2206 and to Whitsand in the claims procedure.
4. The original of the side letter into our safe.
5. The time for setting the Record aside ends on 5 December 2026.

# VIII. Sources

{sources}
- Marine Oil Spill Liability Act 2012 with the Limits Revision Regulations 2021
- F. Whitlock on the statement of 24 May, {known.days.get("whitlock", "")}

The computation is in the workbook liability_model.xlsx.
"""


def deck(known: Learned) -> str:
    """Eight slides."""
    answer = known.answer()
    it, ours, other = answer.it, answer.ours, answer.other
    return f"""# Sound of Orrin: exposure

For the board, 16 October 2026. Privileged.

Notes: Collect the copies afterwards.

## We may have to pay {millions(ours.gross)}, and keep {millions(ours.net)} of it

- Gross {dollars(ours.gross)}
- Net {dollars(ours.net)}
- If the court sees section 11 otherwise: {dollars(other.gross)} and {dollars(other.net)}

Notes: Claims closed on 9 October, ledger certified, barrels gauged: that is why it is not twice as much.

## Everything turns on one call

- The limit is {dollars(ours.limit)}
- It {"falls" if it.lost else "stands"}, by what we know today

Notes: Privileged. The master says whom he rang on 17 May: {_person(known)}. His first paper says otherwise; an adjuster wrote it.

## Three heads make up the gross figure

| Head | $ |
|---|---|
| Third parties | {dollars(ours.third)} |
| Coast Guard | {dollars(it.removal)} |
| Penalty | {dollars(ours.penalty)} |

Notes: Two items came off: a boom invoice that stood in two claims, and the beach at Whitsand.

## The penalty is ours alone

- {it.barrels:,} barrels
- Not shared, not insured

Notes: Section 24. Skerry could not pay if it wished to.

## Ostrander pays part of the rest

- Shipping {dollars(ours.charterer)}, under a cap of {dollars(it.cap)}
- Refining {dollars(ours.cargo)}

Notes: The cap comes from a signed letter of 14 November 2025. Refining pays only if its desk knew before loading was complete.

## It can still move, but within bounds

- Section 11
- The Record, until 5 December
- Whether the others can pay

Notes: Sizes are in part VI of the memorandum.

## What the board has to decide

- Who tells Skerry what
- Nothing on settlement today

Notes: Refer all press to the general counsel.
"""
