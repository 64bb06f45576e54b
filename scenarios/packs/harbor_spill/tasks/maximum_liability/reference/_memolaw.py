"""The reasoned parts of the advice: tonnage, hull, section 11, claims, contribution."""

from __future__ import annotations

from ._learned import Learned
from ._sums import Answer, dollars, millions


def tonnage(known: Learned, answer: Answer) -> str:
    """Which tonnage counts."""
    limit = answer.ours.limit
    if known.trusts_register:
        return f"""The gross tonnage is {known.tons:,} by the register, the club's entry, clause 1 of the Charter and the company's own particulars, which all agree. On it Schedule 1 in the amounts of 2021 gives {dollars(answer.law.limit(known.tons, double_hull=True))}, times 1.40 if the ship is not double-hulled. The limit of liability under section 6 is **{dollars(limit)}** ({millions(limit)})."""
    return f"""Section 2(2) takes the gross tonnage from the International Tonnage Certificate in force on the day on which the discharge began. That is certificate MT-25-0093 of 17 January 2025, with a gross tonnage of {known.tons:,} (2025-01-17 International tonnage certificate; confirmed by Mr Tanabe in the call of 10 September).

Other papers say {known.old_tons:,}: the register, the web brochure, the club's entry, the first Coast Guard form, and clause 1 of the Charter. They all copy the certificate of 2009, which was surrendered when the new one was issued. *The Aldous Finch* [2015] AdC 14 decides the point: a surrendered certificate is not in force, and what a register or a brochure says has no part in it. The same case and section 2(3) dispose of the reduced gross tonnage on page 2 of the certificate, which is for dues.

Schedule 1 in the amounts of the Limits Revision Regulations 2021 applies to incidents from 1 July 2021 on. The amounts of 2012 still stand on a web page and in Hesketh; they are superseded. On {known.tons:,} tons paragraphs 1 and 2 give {dollars(answer.law.limit(known.tons, double_hull=True))}. Paragraph 3 multiplies that by 1.40 if the ship is not double-hulled, which is the next question. With our answer to it the limit of liability under section 6 is **{dollars(limit)}** ({millions(limit)})."""


def hull(known: Learned, answer: Answer) -> str:
    """Which survey is right."""
    double = known.is_double
    if known.trusts_label:
        kind = "double-hulled" if double else "not double-hulled"
        return f"""The two surveys of the ship differ on the No. 4 wing spaces (2025-02-03 Norlund class renewal survey; 2025-11-20 Haldane Pryce vetting inspection). We follow the one that calls the ship {kind}: it is a formal report by an experienced surveyor who was on board, and nothing in it suggests an error. The limit of liability is therefore {dollars(answer.ours.limit)}."""
    wrong_class = known.wrong_survey == "class"
    yard = (
        "Items 4.11 to 4.14 of the final work list are re-coating and anodes of 4W port and starboard, and nothing that carries oil (2024-12-18 Stavholm final work list)."
        if double
        else "Items 4.11 to 4.14 of the final work list are a slop crossover at frame 60 with its branch to the slop line, valves 431 to 434, heating coils and a lining as in the slop tanks, all in 4W port and starboard (2024-12-18 Stavholm final work list)."
    )
    plan = (
        "The list of revisions of the pump-room piping plan shows no line to the No. 4 wings but ballast (2024-12-20 Pump-room piping plan, revision list)."
        if double
        else "Revision G of the pump-room piping plan brings in lines SL-41 to SL-46 and blanks the ballast line short of the space (2024-12-20 Pump-room piping plan, revision list)."
    )
    record = (
        "The oil record book carries a slop capacity that leaves no room for the No. 4 wings (2026-05 Oil record book part II, extract)."
        if double
        else "The oil record book carries a slop capacity of 4,522 m³. The slop tanks aft hold 2,150 m³; the difference is the capacity of the two No. 4 wings (2026-05 Oil record book part II, extract)."
    )
    how = (
        "Mr Mekkelholt did not enter the No. 4 wings. His own table marks how each space was surveyed, and his chapter 13 warns that where he did not enter he went by drawings on file; the text on No. 4 is that of 2009. A report that repeats an earlier report adds nothing to it."
        if wrong_class
        else "Mr Calder did not enter any wing space; his paragraph 1.4 says so. He names the plan he used as 7305-112-04 Rev. B. Hull 7305 is the sister ship, *Sound of Islet*; this ship is hull 7304, and her plan is 7304-112-04 Rev. E (2023-06-12 Sound of Islet tank plan 7305-112-04). A report made from another ship's plans is no evidence of this one's."
    )
    right, wrong = (
        ("the vetting inspection of Haldane Pryce", "the Norlund class survey")
        if wrong_class
        else ("the Norlund class survey", "the vetting inspection of Haldane Pryce")
    )
    witness = (
        f"Mr Tanabe, who attended the yard for seventy-four days, told us on {known.days['tanabe']}, after our warning, that the wings {'hold water ballast and were never fitted for oil' if double else 'were fitted for slops by the yard in 2024, though never used for them'}, and that {'Mr Mekkelholt never entered them' if wrong_class else 'Mr Calder had the drawing of the sister ship on his table'}. He has an interest in not being blamed for the yard stay; {'his account agrees with papers that he did not write' if 'tanabe' in known.days else ''}."
        if "tanabe" in known.days
        else "Nobody who was in the tanks has been heard on the point."
    )
    conclusion = (
        "The ship was double-hulled on the day, and paragraph 3 does not apply."
        if double
        else "A space fitted for slops is enough, used or not (section 2(4); *The Pell Harbour*). The ship was not double-hulled on the day, and the factor of 1.40 applies."
    )
    return f"""The two surveys contradict each other on the No. 4 wing spaces. {"Norlund" if not wrong_class else "Haldane Pryce"} and {"Haldane Pryce" if not wrong_class else "Norlund"} cannot both be right: one says that they are water ballast, the other that they are fitted as slop tanks (2025-02-03 Norlund class renewal survey, 5.1; 2025-11-20 Haldane Pryce vetting inspection, 7.2). By section 2(5) a survey is evidence and no more, and *The Pell Harbour* [2020] AdC 303 tells us how to weigh two: by what each surveyor saw, and by the pipes.

We follow {right} and not {wrong}, for these reasons.

1. What the surveyor saw. {how}
2. The yard. {yard}
3. The pipes. {plan}
4. The record book. {record} The stores list of December 2025 fits the same way (2025-12-08 Stores list, deck and engine).
5. The witness. {witness}

Each of the papers taken alone could be explained away; together they fit only one of the two surveys. {conclusion} With the other answer the limit would be {dollars(answer.but(double_hull=not double).limit)}."""


def section_11(known: Learned, answer: Answer) -> str:
    """Whether the limit falls away."""
    rule = """**The rule.** The owner may not rely on the limit if the discharge was caused, or its extent increased, by a defect in equipment listed in Schedule 2, and the defect was known to the owner before the movement in the course of which the discharge occurred (section 11(1)). The independent high-level and overpressure alarm is item 4. Equipment that has been isolated is defective (section 11(5)). The owner's knowledge is that of its directors, of those ashore to whom the management of the ship or of her safety is entrusted, and of its designated person (section 11(2)). It is not that of the master or crew alone (section 11(3)), nor that of a charterer, its servants or a port captain (section 11(4)). *The Corrie Light*, which treated the master's knowledge as the owner's, is no longer law. The burden is on whoever says that the limit is gone (section 11(6)).

**Defect, cause and movement.** The channel of No. 4 starboard was isolated from the morning of 17 May until after the contact. In laden condition it warns of a level that moves. It gave no warning for two hours and ten minutes, while the tank ran out and the cargo set. We do not think that the first element can be resisted on extent, whatever is said on cause. The movement is the unberthing of 19 May (*The Maren Elise*, holding 4), so knowledge on the evening of the 17th is early enough."""
    if known.rung is None:
        return f"""{rule}

**Knowledge.** The alarm's isolation was known on board. Whether anybody ashore was told before the ship moved has not been shown to us. The account of the satellite telephone has one unexplained call at 21:38 on 17 May; the number is a switchboard, and a telephone bill alone does not discharge the burden (*The Kestrel Bay* [2019] AdC 88). The master's written statement of 24 May says that he spoke to nobody ashore but the agent.

**Conclusion.** On this evidence the burden of section 11(6) is not discharged and the limit holds."""
    who = (
        f"{known.rung}, Brackwater's designated person ashore"
        if known.told_owner
        else f"{known.rung}, Ostrander Shipping's port captain"
    )
    drafter = (
        f"Mr Whitlock confirms that the club's adjuster drafted it at the bedside from the Coast Guard's form ({known.days.get('whitlock', '')})"
        if known.drafter
        else "The adjuster's own file shows that he drafted it"
    )
    call = f"""**The call.** Captain Varga was interviewed on {known.days.get("varga", "")}, by telephone, after our warning in writing. He says that at about 21:40 on 17 May he rang {who}, from the bridge, and said that the alarm on No. 4 starboard was isolated and that the spare card was not on board. The answer was to sail as planned and to have it seen to at the next port. To nobody else did he speak of it.

**What supports him.** The satellite account shows a call of eleven minutes at 21:38 to Harbourside, the night number through which {"Brackwater's night desk and its designated person" if known.told_owner else "the charterers' port captains' rota"} can be reached. {"The duty sheet has Ms Aalders as designated person that week, extension 23" if known.told_owner else "The rota of Dunmore Tait has Captain Sarkis on duty from 15 to 21 May, extension 31"}. The chief engineer heard him say at breakfast on the 18th that he had "told them and been told" (2026-08-05 Chief engineer Enquist (MT)). Mr Drozd, correcting his evidence, heard him say "number four starboard" and "the spare" into the telephone at about 21:40 and "we sail as planned" when he put it down; he does not know who was at the other end (2026-10-06 Corrected statement of Mr Drozd).

**What speaks against him.** His statement of 24 May says that all alarms were in order and that he spoke to nobody ashore but the agent (2026-05-24 Statement of Captain Varga). {drafter}; the captain was in hospital, under medication, and signed with his left hand without reading. It was made for form CG-7, not for him. The interview with us was the first at which he was told where he stood and asked an open question, and he contradicted it against his own interest, for an isolation without a form was his own breach. In *The Maren Elise* [2017] AdC 211 the court preferred just such an account, given at the first opportunity after advice, to an inability to remember. There is no log entry, and Harbourside's pads are pulped. Against him, too, is that he has had four months to think. We have put both versions to ourselves as a cross-examiner would, and think that a court will believe him."""
    if known.told_owner:
        end = f"""**Application.** Ms Aalders is the designated person, and section 11(2)(c) names that person without qualification. It is enough that she was told; no form is required, a remark on the telephone will do if it conveys which equipment is affected and that it is out of action; what the safety manual requires is beside the point (*The Maren Elise*, holdings 1 to 3). The captain's account satisfies each of these. Section 11(4) and *The Kestrel Bay* would help only if the person rung had been the charterers'.

**What the company can still say.** That the captain is not to be believed; that the alarm, live, would have changed nothing; that the burden is on the claimants (section 11(6)), who know of a call but not of its other end, since what the captain told us is privileged. They may examine him, though, and he will answer truthfully. We do not advise the board to plan on his not being asked.

**How it will be decided.** The court may take the question at any time after the bar date (section 13). The claimants have every reason to ask for it soon, since the fund would otherwise pay them a part only. They need one witness, and he is ours. If he is called he will say what he told us, under cross-examination that will turn on his first statement; we have put the questions to ourselves and think that he stands. Ms Aalders has a lawyer of her own and may decline to help anybody. An adverse inference from her silence is possible and cannot be stopped by us.

**Conclusion.** Section 11 applies. The limit of {dollars(answer.ours.limit)} falls away, third-party claims are payable in full (section 12) and the penalty is at the higher rate (section 23(2))."""
    else:
        end = f"""**Application.** Captain Sarkis is the charterers' port captain. Section 11(4) says that the knowledge of a port captain is not the owner's, "even where the owner has asked that person to attend to the ship", and *The Kestrel Bay* [2019] AdC 88 leaves no room for an argument from agency. The position would differ if he had passed it on to anybody in the owner's office before the movement; there is no evidence that he did, and it would be for the claimants to prove it (section 11(6)). Nobody within section 11(2) was told: Ms Aalders's designation would matter under *The Maren Elise* [2017] AdC 211 only if she had been rung, and the captain says that he spoke to nobody else. His own knowledge and the chief officer's do not count (section 11(3)).

**What the other side will say.** That the captain names the one person whose knowledge does not hurt his owners; that Brackwater's own night desk answers on the same number; that a telephone bill proves nothing either way. Mr Lasker has already said that any such suggestion will be resisted and is in any event irrelevant. The first point has some force and is the reason why we give the other column. The answer to it is that the captain volunteered his own breach in the same breath, and that the burden is not on us.

**How it will be decided.** The court may take the question at any time after the bar date (section 13). The claimants carry the burden and have, today, a telephone bill and Mr Drozd, who does not know who was at the other end. Ostrander has no interest in helping them: the call to its own port captain is, if anything, a further fault of the charterer's. The captain will be the only witness to the call unless Captain Sarkis gives evidence, and he would hardly volunteer that he told a master to sail with a dead alarm. We have put the cross-examiner's questions to ourselves and think that our captain stands.

**Conclusion.** Section 11 does not apply. The limit of {dollars(answer.ours.limit)} holds, and the penalty is at the lower rate (section 23(1))."""
    return f"{rule}\n\n{call}\n\n{end}"


def claims(known: Learned, answer: Answer) -> str:
    """Heads with their amounts and sources."""
    it = answer.it
    register = "final register" if known.register_is_final else "provisional register"
    rows = ["| Claim | Presented | Comes off | Admissible |", "|---|---|---|---|"]
    labels = {
        "1": "1 Port of Averil Authority",
        "2": "2 Fisheries Co-operative",
        "3": "3 Oyster growers",
        "4": "4 Yacht Haven and owners",
        "5": "5 Cannery",
        "6": "6 Department of Coasts",
        "7": "7 Municipality of Port Averil",
        "8": "8 Municipality of Sallow",
        "9": "9 Hotels and boats",
        "9a": "9a Hotels and boats in the zone",
        "9b": "9b Hotels and boats at Whitsand",
    }
    for key, amount in it.claims.items():
        off = it.twice if key == "1" else it.outside if key == "9b" else 0
        rows.append(
            f"| {labels.get(key, key)} | {dollars(amount)} | {dollars(off)} | {dollars(amount - off)} |"
        )
    rows.append(
        f"| **Total** | {dollars(it.presented)} | {dollars(it.presented - it.admissible)} | **{dollars(it.admissible)}** |"
    )
    removal = (
        f"Removal costs under section 7 are {dollars(it.removal)}, by the certified ledger RL-26-014 (Certified removal ledger). The interim ledger of July has no evidential force beside it (section 7(2)) and is not used."
        if known.certified
        else f"Removal costs under section 7 are carried at {dollars(it.removal)} from the interim ledger. A certified ledger has been asked for and has not come."
    )
    barrels = (
        f"The penalty is charged on {it.barrels:,} barrels, the figure of Tidewrack, the recognised expert, after gauging (2026-09-25 Tidewrack report on quantity); the Coast Guard's first estimate served only until then (section 23(3))."
        if it.barrels != known.first_barrels
        else f"The penalty is charged on {it.barrels:,} barrels, the first estimate."
    )
    whitsand = (
        f"Claim 9b, {dollars(it.outside)}, is for cancelled bookings and boats at Whitsand. The zone declared on 23 May runs from Cape Wrannoch to Sallow Point (2026-05-23 Declaration of affected zone); Whitsand lies beyond it. Section 9(1) and *Sallow Point Hoteliers v. Drummond Shipping* [2018] AdC 140 exclude loss outside the affected zone however directly news of the spill caused it."
        if it.outside
        else "Part of claim 9 is for Whitsand, outside the affected zone, and will come off under section 9(1) once the register divides the claim."
    )
    rate = answer.law.rate_lost if it.lost else answer.law.rate
    return f"""**Third-party claims, section 8.** The {register} gives the claims as presented. Entry is no finding that a claim is admissible. Two items come off.

{chr(10).join(rows)}

The boom hire. Item 3 of the Port's claim, a "protective barrier", is Lodestar's invoice LT-2206 of 9 June 2026 for {dollars(it.twice)}. The same number, date and amount stand as boom hire in the removal ledger, since the Coast Guard ordered the booms by order 11. Section 10(2) takes the whole invoice off the claim under section 8, whoever paid it first (*Port of Averil v. The Brigid Moran* [2016] AdC 77). It is taken out once. Lodestar's LT-2257 for standby tugs was withdrawn on 11 August and counts nowhere.

Whitsand. {whitsand}

Nothing else comes off. The fisheries and the growers claim earnings from grounds inside the zone that were closed or oiled, and differ in membership; the yacht haven and the cannery claim damage to property and the loss of its use; the Department of Coasts claims restoration, which it alone may claim; the two municipalities claim the net cost of services. The hotels and boats inside the zone depend on shoreline that was oiled, so section 9(2) is satisfied. Several of these claims will be proved in smaller amounts than they are filed in. That is no help here: the question is the most that can be claimed, and a reduction on proof is an improvement and not a forecast.

The admissible third-party claims are therefore **{dollars(it.admissible)}**.

**Removal costs, section 7.** {removal}

**Civil penalty, section 23.** {barrels} At ${rate:,} a barrel the civil penalty under section 23 is **{dollars(answer.ours.penalty)}**. By section 24 it is not apportioned, not subject to contribution and not insurable; Skerry's Rule 24 says the same, and Mr Whitlock confirmed at the conference of 1 October that the club does not cover it."""


def contribution(known: Learned, answer: Answer) -> str:
    """Who pays towards it, and how much."""
    it, ours = answer.it, answer.ours
    final = known.final_shares is not None
    sc, sk = it.charterer, it.cargo
    record = (
        f"By the Apportionment Record of 6 October 2026 the owner bears {it.owner} per cent, the charterer {sc} per cent and the cargo owner {sk} per cent (2026-10-06 Apportionment Record). It is conclusive between them unless set aside within sixty days (section 14(3)). The draft of 30 July had other figures and is no Record."
        if final
        else f"The draft of 30 July gives the owner {it.owner}, the charterer {sc} and the cargo owner {sk} per cent. It is a draft and binds nobody (section 14(3))."
    )
    if known.mail_went is None:
        cargo = f"Whether the cargo owner must contribute depends on section 14(4), and the burden is on us (*The Lantern Reach* [2021] AdC 260). We have no evidence of when its desk had the revised certificate, and therefore count on nothing. Its share is then borne by owner and charterer in proportion to their own, which makes the charterer's {sc}/{100 - sk}."
    else:
        when = f"{known.mail_went.day} May 2026 at {known.mail_went:%H:%M}"
        desk = f"{known.witness}, a neutral who was on shift and was asked with the agreement of both sides, says that the laboratory sent the revised certificate to the cargo desk of Ostrander Refining on {when} ({known.days.get('witness', '')}; the roster agrees)."
        if known.knew:
            cargo = f"{desk} Loading was complete on 17 May at 19:25. The desk's knowledge is the cargo owner's, and it had it hours before the hoses were off (section 14(4); *The Lantern Reach* [2021] AdC 260). The Record makes no finding on the point; the burden is ours and we can discharge it. Ostrander Refining therefore contributes its {sk} per cent, {dollars(ours.cargo)}, which no contract caps (section 14(7))."
        else:
            cargo = f'{desk} Loading had been complete since 17 May at 19:25. The cargo owner did not know before loading was complete, and section 14(4) says "knew"; what it ought to have known does not count (*The Lantern Reach* [2021] AdC 260). Ostrander Refining contributes nothing. Its share of {sk} per cent is borne by owner and charterer in proportion to their own shares, so that the charterer\'s becomes {sc}/{100 - sk} of the base.'
    if known.letter_cap is not None:
        cap = f"Clause 27(c) of the Charter has a cap of {dollars(known.charter_cap)}. A side letter of 14 November 2025, signed by Mr Brandvold and Mr Achenbach on hotel paper, replaced it. We hold the scan with both signatures (2025-11-14 side letter (scan)). Under section 14(6) the later of two signed writings prevails, filed or not: *Ostrom v. Gault Carriers* [2022] AdC 19, on very similar facts. The side letter's cap is {dollars(it.cap)}."
        cap += " Three objections are to be expected. That clause 34 of the Charter is an entire agreement: *Ostrom* holds that an earlier writing cannot forbid a later one, and the words that would have bound the parties to numbered addenda were struck out in negotiation. That the managers had no authority: the same two signed the Charter, for the same principals, two weeks before. That nobody acted on it: section 14(6) asks for a writing and two signatures and for nothing else. We expect the point to be conceded once the paper is produced; it should go out with the second tranche and not be held back for effect."
    elif known.story_cap is not None:
        cap = f"Clause 27(c) of the Charter has a cap of {dollars(known.charter_cap)}. Mr Brandvold says that a side letter of 14 November 2025 raised the cap to {dollars(it.cap)}. We do not hold the paper. Under *Ostrom v. Gault Carriers* [2022] AdC 19 his recollection will do only where a search has been made."
    else:
        cap = f"Clause 27(c) of the Charter caps the charterer's contribution at {dollars(it.cap)} (section 14(6))."
    binds = (
        f"The charterer's share of {dollars(ours.base)} would be {dollars(ours.full)}; the cap binds, and the charterer's contribution is **{dollars(ours.charterer)}**."
        if ours.capped
        else f"The charterer's share of {dollars(ours.base)} comes to {dollars(ours.full)}, which is below the cap; the charterer's contribution is **{dollars(ours.charterer)}**."
    )
    return f"""**The base.** Contribution is computed on removal costs and the claims payable after any limitation (section 15), here {dollars(ours.base)}. The penalty is outside it (section 14(5)).

**Shares.** {record}

**The cargo owner.** {cargo}

**The cap.** {cap} {binds}

**Net.** {dollars(ours.gross)} gross, less {dollars(ours.charterer)} from the charterer and {dollars(ours.cargo)} from the cargo owner, leaves {dollars(ours.net)} net."""
