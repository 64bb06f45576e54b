"""The advice to the board, in sections, written from what was found out."""

from __future__ import annotations

from collections.abc import Mapping

from ._learned import Learned
from ._memolaw import claims, contribution, hull, section_11, tonnage
from ._sums import Answer, dollars, millions

HEADING = "PRIVILEGED AND CONFIDENTIAL – LAWYER-CLIENT COMMUNICATION"


def subject(status: str) -> str:
    """What the memorandum is about."""
    return f"MT Sound of Orrin, Berth 3, 19 May 2026: the most that the company can be made to pay ({status})"


def front(status: str, day: str) -> str:
    """The memorandum's head."""
    return f"""---
style: memo
to: Odile Vancourt, General Counsel, Brackwater Tankers Ltd, for the board of 16 October 2026
from: Rowan Ibarra, for Beatrix Halloran
date: {day}
re: "{subject(status)}"
header: {HEADING}
---
"""


def scenario(known: Learned) -> str:
    """Which scenario applies, in half a sentence."""
    if known.rung is None:
        return "the limit holds, because nothing shows that anybody whose knowledge is the company's was told of the alarm before she sailed"
    who = (
        f"{known.rung}, the company's designated person"
        if known.told_owner
        else f"{known.rung}, the charterers' port captain"
    )
    if known.told_owner:
        return f"section 11 takes the limit away, because on the evening of 17 May the master told {who}, that the alarm was isolated"
    return f"the limit holds, because the person whom the master told on the evening of 17 May was {who}, whose knowledge is not the owner's"


def table(known: Learned, answer: Answer) -> str:
    """Both scenarios side by side."""
    held, gone = answer.held, answer.gone

    def row(label: str, ours: int, theirs: int) -> str:
        return f"| {label} | {dollars(ours)} | {dollars(theirs)} |"

    lines = [
        "| | Limit holds | Limit falls away |",
        "|---|---|---|",
        row("Removal costs, section 7", answer.it.removal, answer.it.removal),
        row("Third-party claims payable, section 8", held.third, gone.third),
        row("Civil penalty, section 23", held.penalty, gone.penalty),
        row("**Gross exposure**", held.gross, gone.gross),
        row("Contribution of Ostrander Shipping, after the cap", -held.charterer, -gone.charterer),
        row("Contribution of Ostrander Refining", -held.cargo, -gone.cargo),
        row("**Net exposure**", held.net, gone.net),
    ]
    return "\n".join(lines)


def answer_section(known: Learned, answer: Answer) -> str:
    """Page one."""
    ours, other = answer.ours, answer.other
    applies, not_applies = ("falls away", "holds") if answer.it.lost else ("holds", "falls away")
    return f"""**Gross.** The maximum liability, that is the most that claimants, Coast Guard and court can take from Brackwater, is **{dollars(ours.gross)}** ({millions(ours.gross)}).

**Net.** After contribution of the charterer and the cargo owner, **{dollars(ours.net)}** ({millions(ours.net)}) stays with Brackwater.

**The scenario.** We say that the limit {applies}: {scenario(known)}. If a court took the other view and found that the limit {not_applies}, the gross exposure would be {dollars(other.gross)}.
In that other case {dollars(other.net)} net would remain. The limit itself is {dollars(ours.limit)}.

**Insurance.** Of the gross exposure, {dollars(ours.penalty)} is civil penalty, which is neither shared with anybody nor insurable (section 24). The rest is under Skerry's reservation of rights of 17 September 2026.

{table(known, answer)}"""


def question() -> str:
    """What was asked."""
    return """The board asks what the most is that the company can be made to pay for the discharge from the *Sound of Orrin* at Berth 3, Port Averil, on 19 and 20 May 2026. We answer twice. Gross is what claimants, the Coast Guard and the Coasts Restoration Account can take from the registered owner, who under sections 5 and 14(1) of the Marine Oil Spill Liability Act 2012 ("the Act") is the only one whom they can sue. Net is what is left once the charterer and the cargo owner have paid what sections 14 and 15 make them pay. Each is given for either answer to the question whether the limit of section 6 holds, because that will be decided by the court after the bar date (section 13) and not by us. The memorandum gives no view on settlement, as you asked."""


def standard() -> str:
    """How sure we are of what."""
    return """Where papers disagree we say so and follow one, with the reason. The statutory sums are arithmetic and can be checked in the model. The tonnage, the barrels, the certified removal costs, the claims as filed and the shares in the Record rest on documents that the Act itself makes decisive, and we regard them as certain. The hull, the hour of the certificate's mail and the side letter rest on evidence that we have tested and think strong. Section 11 rests on one man's account of one telephone call with such support as there is; it is a judgment, and the board should treat it as one.

What was said to us in interviews was said after our written warning and is privileged; the privilege is the company's and so is the decision to give it up. Nothing in this memorandum comes from any paper of the other side that reached us otherwise than in the proceedings."""


def facts(known: Learned) -> str:
    """Short facts, each with its source."""
    call = (
        f"""At about 21:40 the master, on the bridge satellite telephone, told {known.rung} that the independent alarm on No. 4 starboard was isolated and that the spare card was not on board; he was told to sail as planned and have it fixed at the next port. He logged nothing (Captain Varga, interview of {known.days.get("varga", "")}; the account of the satellite telephone has a call at 21:38 of eleven minutes to the common night switchboard of Harbourside Answering, 2026-06-01 Satellite telephone account May)."""
        if known.rung
        else "The satellite account has a call at 21:38 on 17 May of eleven minutes to Harbourside Answering, a night switchboard with forty-one customers (2026-06-01 Satellite telephone account May; 2026-07-07 Harbourside Answering, reply to enquiry). We have not been able to establish who was at the other end."
    )
    pour = "and, as later tests showed, a pour point far above it (2026-06-08 Tolland report on retained samples)"
    return f"""The *Sound of Orrin*, official number 734118, is registered in the name of Brackwater Tankers Ltd (2021-06-14 Certificate of registry). She was lengthened and had tank work done at Stavholm Yard from 6 October to 19 December 2024 and was re-measured (2025-01-10 Stavholm completion report). Since 30 October 2025 she has been on time charter to Ostrander Shipping Ltd (2025-10-30 Time charter Sound of Orrin).

From 16 May 2026, 06:10, to 17 May, 19:25, she loaded 82,400 tonnes of heavy fuel oil belonging to Ostrander Refining Ltd at Berth 3, with a declared pour point of 9 °C {pour}. On the morning of 17 May the independent high-level and overpressure alarm of No. 4 starboard gave alarm after alarm with the tank at half; the event printer's last line is of 09:34 and its paper was not renewed. The channel was isolated that morning (2026-10-06 Corrected statement of Mr Drozd). {call}

Sailing was put off twice for wind. At 21:15 on 18 May Ostrander Shipping ordered the ship to clear the berth by 04:00 and kept to it when the master objected (2026-05-18 Charterers' order to clear the berth; 2026-05-18 Charterers insist). At 03:52 on 19 May, in a wind of 31 to 34 knots against the terminal's limit of 28, she touched the North Dolphin; her shell was opened at frames 58 to 61, in way of No. 4 starboard. No alarm sounded. The loss was noticed from a sheen at 06:02, two hours and ten minutes later. An internal transfer failed because the cargo had set. The discharge ended at 14:30 on 20 May. All of these times agree in every paper we have."""


def both(known: Learned, answer: Answer) -> str:
    """How the two columns come about."""
    held, gone = answer.held, answer.gone
    return f"""The table on page one follows from the findings above. If the limit holds, the claims of section 8 abate to {dollars(held.third)} and the penalty is {answer.it.barrels:,} barrels at ${answer.law.rate:,}. If it falls away, section 12 makes all admissible claims payable in full, {dollars(gone.third)}, and section 23(2) trebles the penalty to {dollars(gone.penalty)}. Removal costs of {dollars(answer.it.removal)} are outside the limit in either case (sections 6(3) and 7).

The contributions differ between the columns because the base does. If the limit holds, the base of section 15 is {dollars(held.base)}, the charterer's share of it {dollars(held.full)} before the cap, and {"the cap binds" if held.capped else "the cap does not bind"}. If it falls away, the base is {dollars(gone.base)}, the charterer's share {dollars(gone.full)}, and {"the cap binds" if gone.capped else "the cap does not bind"}. The more has to be paid, the more of it stays with Brackwater, since the charterer's part stops at the cap and the penalty has no contributor at all.

We say which column applies, in section 6, and why. We show the other because the board is entitled to see what the question is worth, and because a court may differ. We do not average them: nobody will ever be ordered to pay the mean.

The difference between the two columns is {dollars(gone.gross - held.gross)} gross and {dollars(gone.net - held.net)} net. That is what one telephone call is worth."""


def may_move(known: Learned, answer: Answer) -> str:
    """What may still change, in which direction and how far."""
    ours, it, law = answer.ours, answer.it, answer.law
    point_sc = answer.but(charterer=it.charterer + 1)
    point_sk = answer.but(cargo=it.cargo + 1)
    knew = answer.but(knew=not it.knew)
    old_cap = answer.but(cap=known.charter_cap)
    rate = law.rate_lost if it.lost else law.rate
    per_claim = (
        "each $1,000,000 of claims moves the gross by $1,000,000"
        if it.lost
        else "while the limit holds no further claim moves the figures, since the fund is already exceeded and claims abate"
    )

    def by(change: int) -> str:
        if not change:
            return "does not change the net, since the cap already binds"
        return f"{'raises' if change > 0 else 'lowers'} the net by {dollars(abs(change))}"

    return f"""| What | By when | Effect |
|---|---|---|
| The court's decision on section 11 | after the bar date, section 13 | gross {dollars(answer.other.gross)} instead of {dollars(ours.gross)}, net {dollars(answer.other.net)} instead of {dollars(ours.net)} |
| The Record is set aside | application by 5 December 2026 | one point more for the charterer {by(point_sc.net - ours.net)}; one point more for the cargo owner {by(point_sk.net - ours.net)} |
| The other answer on section 14(4) | trial of the contribution | {by(knew.net - ours.net)} |
| The side letter is not proved | trial of the contribution | the cap would be {dollars(known.charter_cap)}, which {by(old_cap.net - ours.net)} |
| Barrels | section 23(3), recognised expert | Tidewrack's own range is a quarter of one per cent; each 100 barrels moves gross and net by {dollars(100 * rate)} |
| Late claims | only with leave | {per_claim} |
| Interest | from the order on the fund, section 19 | none before that order; not in the figures |
| A contributor does not pay | when judgment is enforced | the loss lies with the owner (section 16), up to {dollars(ours.charterer + ours.cargo)} |

Can it get worse after today? Beyond the rows above, no. The claims closed on 9 October, the removal ledger is certified, and the barrels have been gauged by the court's expert. The gross figure of the worse column is a ceiling on the figures as filed."""


def unknown(known: Learned) -> str:
    """What we do not know."""
    rows: list[str] = []
    if known.rung is None:
        rows.append("Whom the master rang at 21:38 on 17 May. He has not been heard by us.")
    else:
        rows.append(
            f"What {known.rung} says of the call. {'She has a lawyer of her own, who says nothing about 17 May, and we have not asked her' if known.told_owner else 'He is a servant of a represented party, whom we may not approach; we have not'}."
        )
        rows.append(
            "What was said word for word. No voice was recorded, the operators' pads are pulped, and the ship's recorder begins on the evening of 18 May."
        )
    rows.append(
        "Whether the alarm, had it been live, would have been seen in the first minutes. That it would have sounded at some point before 06:02 follows from the maker's description and the test of 21 May; how much less would have escaped we cannot say."
    )
    if known.mail_went is None:
        rows.append(
            "When the laboratory's mail with the revised certificate went. Nobody who saw it has been heard by us."
        )
    else:
        rows.append(
            "The mail itself with the revised certificate. Neither side has it; the laboratory's journal is gone (2026-06-19 Tolland, letter on outgoing mail)."
        )
    if known.letter_cap is None:
        rows.append("The side letter itself. We hold no copy of it.")
    if not known.certified:
        rows.append("The certified removal costs. The figure used is that of the interim ledger.")
    if not known.register_is_final:
        rows.append("The final register of claims. The figures used are provisional.")
    return "\n".join(f"{number}. {row}" for number, row in enumerate(rows, 1))


def recommendations(known: Learned, answer: Answer) -> str:
    """What to do next."""
    first = (
        "Plan on the figures without the limit. Constitute no fund beyond the undertaking until section 11 has been decided; payment in is without prejudice to it (section 13) but is gone."
        if answer.it.lost
        else "Constitute the fund in the amount of the limit, or keep the letter of undertaking at it, without prejudice to section 11 (section 13), and prepare to prove the call from the captain's side."
    )
    told = (
        "The claimants know since 7 October that a call was made and not to whom. They will ask the captain."
        if answer.it.lost
        else "The other side will say that the call went to Brackwater's own night desk. The captain is the answer to that, and his evidence should be secured."
    )
    return f"""1. {first} {told}
2. Decide, as a board and on advice, whether and by whom Skerry is told of the captain's account. Until you have decided, nobody tells them: they have reserved their rights on precisely this point.
3. Have a written proof of the captain taken while his memory is fresh, with a lawyer of his own if he wants one. His interests and the company's may part.
4. Keep the original of the side letter safe and list it in the second tranche of disclosure.
5. Do not apply to set the Record aside without comparing what a new apportionment could bring with the table above; the time limit is 5 December 2026.
6. File objections to the Port's item for LT-2206 and to the Whitsand claims now.
7. Disclosure duties to the exchange: a provision has to be measured by somebody, and it will be measured on these figures. Take advice from the company's securities counsel before the board meets and not after, and give them this memorandum under privilege.
8. Preserve what there is: mobile telephone accounts of the night desk for 17 May, the superintendent's drawings that came off the ship on 20 May, the printer's roll. Each of them may yet decide a point above.
9. Captain Varga and Mr Drozd were both, in different ways, left to a form. Whatever the board decides on the case, somebody should tell them that the company does not hold the truth against them; a witness who is afraid of his employer is of no use to it.
10. Treat this memorandum, the model and the deck as privileged. Nothing of them goes to the exchange, to Skerry or to the press."""


def rests_on(known: Learned) -> str:
    """The sources."""
    talks = [
        f"{name}, {known.days[key]}"
        for key, name in (
            ("varga", "Captain A. Varga (telephone)"),
            ("tanabe", "H. Tanabe"),
            ("stellan", "S. Brandvold"),
            ("witness", known.witness or ""),
            ("whitlock", "F. Whitlock"),
        )
        if key in known.days and name
    ]
    papers = [
        "2025-01-17 International tonnage certificate",
        "2025-02-03 Norlund class renewal survey",
        "2025-11-20 Haldane Pryce vetting inspection",
        "2024-12-18 Stavholm final work list",
        "2024-12-20 Pump-room piping plan, revision list",
        "2026-05 Oil record book part II, extract",
        "2026-09-25 Tidewrack report on quantity",
        "2026-10-06 Apportionment Record",
        "Certified removal ledger",
        "2026-10-13 Final register of claims",
        "Port of Averil reconciliation",
        "2025-11-14 side letter (scan)",
        "2026-05-23 Declaration of affected zone",
    ]
    there = [one for one in papers if any(f"/{one}." in path for path in known.files)]
    return f"""**Law.** Marine Oil Spill Liability Act 2012 as amended to 1 January 2026; Limits Revision Regulations 2021; *The Aldous Finch* [2015] AdC 14; *Port of Averil v. The Brigid Moran* [2016] AdC 77; *The Maren Elise* [2017] AdC 211; *Sallow Point Hoteliers v. Drummond Shipping* [2018] AdC 140; *The Kestrel Bay* [2019] AdC 88; *The Pell Harbour* [2020] AdC 303; *The Lantern Reach* [2021] AdC 260; *Ostrom v. Gault Carriers* [2022] AdC 19.

**People.** {"; ".join(talks) or "nobody yet"}.

**Papers.** {"; ".join(there)}. The computation is in liability_model.xlsx beside this memorandum, to the dollar."""


def sections(known: Learned) -> Mapping[str, str]:
    """Headings with their text, in order."""
    answer = known.answer()
    return {
        "1. Answer": answer_section(known, answer),
        "2. Question, and how sure we are": question() + "\n\n" + standard(),
        "3. Facts": facts(known),
        "4. The limit: tonnage": tonnage(known, answer),
        "5. The limit: hull": hull(known, answer),
        "6. Does the limit hold? Section 11": section_11(known, answer),
        "7. What is payable: claims, removal costs, penalty": claims(known, answer),
        "8. Contribution": contribution(known, answer),
        "9. Both scenarios": both(known, answer),
        "10. What may still change, and by how much": may_move(known, answer),
        "11. What we do not know": unknown(known),
        "12. Recommendations": recommendations(known, answer),
        "13. What this memorandum rests on": rests_on(known),
    }


def whole(known: Learned, status: str, day: str) -> str:
    """The document as it is written first."""
    parts = [f"# {heading}\n\n{text}" for heading, text in sections(known).items()]
    return front(status, day) + "\n" + "\n\n".join(parts) + "\n"
