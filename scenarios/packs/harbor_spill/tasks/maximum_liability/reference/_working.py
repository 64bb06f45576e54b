"""The work between asking and advising: working notes, reports to the partner, meeting notes, drafts for others to sign."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tenure.engine.agents.careful import Careful, Heard

from ._learned import Learned
from ._memo import HEADING
from ._notes import spoken_day
from ._sums import dollars

ROOM = "/Orrin/13 Work product/"


async def document(desk: Careful, path: str, title: str, re_: str, body: str, *, to: str = "file") -> None:
    """A short paper of the house."""
    text = f"""---
title: "{title}"
style: memo
to: {to}
from: Rowan Ibarra
date: {spoken_day(desk)}
re: "{re_}"
header: {HEADING}
---

{body}
"""
    await desk.call("docs.create", path=path, text=text)


def _sentences(said: Sequence[Heard], words: Sequence[str], most: int) -> list[str]:
    """What was said that matters, by speaker."""
    found: list[str] = []
    for one in said:
        found += [
            f"- {one.sender.capitalize()}: {sentence}"
            for sentence in re.split(r"(?<=[.!?])\s+", one.text)
            if len(sentence.split()) > 5 and any(word in sentence.casefold() for word in words)
        ]
    return found[:most]


MATTERS = (
    "figure", "register", "ledger", "disclos", "odile", "interview", "warning", "lasker", "skerry", "fergus", "club",
    "tonnage", "survey", "limit", "barrels", "record", "claims", "cap", "model", "page one", "deadline", "three", "varga",
    "captain", "release", "draft", "booms", "penalt", "board",
)  # fmt: skip


async def meeting(desk: Careful, name: str, said: Sequence[Heard], to_do: Sequence[str]) -> None:
    """One's own note of a meeting: what was decided, and what follows for oneself."""
    lines = "\n".join(_sentences(said, MATTERS, 16))
    tasks = "\n".join(f"- {one}" for one in to_do)
    await desk.call(
        "notes.write",
        name=f"{desk.now:%Y-%m-%d} {name}",
        text=f"{name}, {spoken_day(desk)}. Privileged.\n\nSaid:\n{lines}\n\nFor me:\n{tasks}",
    )


def team(known: Learned) -> list[str]:
    """What is open after a team meeting."""
    still = {
        "the captain: ring again": known.rung is None,
        "the paper of 14 November: remind Stellan": known.letter_cap is None,
        "the certified ledger: remind Records": not known.certified,
        "the neutral on shift": known.mail_went is None,
        "the Record: nobody quotes the draft after it": known.final_shares is None,
        "the register: provisional until 13 October": not known.register_is_final,
    }
    return [what for what, is_open in still.items() if is_open] or [
        "write, and check every figure in three files"
    ]


async def law_note(desk: Careful) -> None:
    """What the cases decide, so as not to read them twice."""
    await desk.call(
        "notes.write",
        name="Orrin, law",
        text="""Act 2012, consolidated to 1 January 2026. Amounts of Schedule 1 are those of the 2021 Regulations; the text as enacted and Hesketh have the old ones.

Tonnage. s.2(2) certificate in force on the day; s.2(3) reduced tonnage, registers, brochures out. The Aldous Finch: surrendered certificate is not in force even if it hangs in the cabin.
Hull. s.2(4) "neither used nor fitted"; s.2(5) surveys are evidence only. The Pell Harbour: question of pipes, not of intention; a space is fitted when slops can be led into it by valves on board; coating, anodes or a coil alone do not do it; ask what each surveyor saw; a repeated report adds nothing, a report from another ship's plans is none.
Section 11. Four elements: listed item (alarms are item 4), defect (isolated = defective, subs. 5), cause or increased extent, knowledge of owner before the movement. Whose: directors, those ashore entrusted with ship or safety, designated person (subs. 2). Not master and crew alone (3), not charterers' people (4). Burden on the one who says it falls away (6). The Maren Elise: a remark by telephone is enough, manual irrelevant; shifting berth is its own movement; court preferred the witness who spoke after advice. The Kestrel Bay: port captain is not the owner, no agency; a bill that shows a call to a switchboard does not prove it. The Corrie Light is overtaken.
Claims. s.8 heads; s.9(1) outside the zone nothing, however direct: Sallow Point Hoteliers. s.10(2) same invoice under s.7 comes off whole: The Brigid Moran, compare number, date, amount.
Removal. s.7(2) certified ledger proves; interim has no force beside it.
Contribution. Base is s.7 plus s.8 after limitation (s.15). Record conclusive unless set aside in 60 days, drafts are nothing (s.14(3)). Cargo owner only if it knew before loading was complete (s.14(4)): The Lantern Reach, knowledge of the desk, minutes count, burden on us. Cap by writing signed by both, later prevails (s.14(6)): Ostrom, hotel paper from a drawer, must be produced. No cap for cargo (s.14(7)).
Penalty. s.23: 1,100 or 3,300 a barrel, on the last gauging by a recognised expert. s.24: not apportioned, not insurable. s.19 no interest before the order.
Not to be used: Northmoor (another country), the limit calculator on the web (old amounts).""",
    )


async def evidence_note(desk: Careful, known: Learned) -> None:
    """Which paper speaks for what on the hull, before the superintendent is asked."""
    slops = known.slops_by_papers
    await desk.call(
        "notes.write",
        name="Orrin, hull and tonnage from the papers",
        text=f"""Tonnage. Certificate MT-25-0093 of 17 January 2025: {known.tons:,}. Certificate MT-09-0412 of 2009, stamped surrendered: {known.old_tons:,}. The second figure stands in the register, the brochure, clause 1 of the Charter, the club's entry, the first pollution form. The first stands in both surveys. Page 2 of the new certificate has a reduced tonnage, not for us. Conclusion: {known.tons:,}; nothing to ask except to be told that no later certificate exists.

Hull, No. 4 wings. Norlund (Mekkelholt, 3 February 2025) and Haldane Pryce (Calder, 20 November 2025) contradict each other in terms.
What each saw: Norlund's table gives a code for every space, I for entered, E for not; look at the line for 4W and at chapter 13. Calder says at 1.4 that he entered no wing space, and at 7.2 that he was shown plan 7305-112-04 Rev. B. Our hull is 7304, the sister is 7305.
Yard list 4.11 to 4.14: {"slop crossover, valves 431 to 434, coils, lining" if slops else "re-coating and anodes, no pipe"}.
Piping plan, revision list: {"Rev. G, SL-41 to SL-46 new" if slops else "no slop line to the wings in any revision in force"}.
Oil record book, page 4: capacity of slops against the capacity tables ({"does not fit without the wings" if slops else "fits the two aft slops alone"}).
Stores December 2025: {"gaskets for 431 to 434, coil clamps for the wings" if slops else "paint and anodes for the wings, nothing for slop valves"}.
Plan 7304-112-04 Rev. E has not reached us (Tanabe took it ashore on 20 May).
So the papers say: {"fitted for slops, factor 1.40" if slops else "water ballast, no factor"}. Each has an innocent explanation; together not. To ask Tanabe, after Odile agrees and with the warning: which survey, and how the mistake came about.""",
    )


async def people_note(desk: Careful) -> None:
    """Who may be spoken to, how."""
    await desk.call(
        "notes.write",
        name="Orrin, who may be spoken to",
        text="""Odile agrees first, by name; then the warning in writing; then questions.
Varga: from 15 September, telephone, not before ten. Tanabe: with the plan on the table. Brandvold: back 14 September; clause 27.
Aalders: own lawyer (Hallam), left alone. Drozd: union's lawyer (Karras), deposition 23 September; only through her.
Sarkis, Nyberg: represented. One line at most, through Lasker.
Pereira, Fenn: neutral, only with Lasker's agreement, every answer to both. The rosters of terminal and inspectors say who was on: compare 17 and 18 May, lab desk.
Whitlock: claims and quantity yes, evening of the 17th no. He has not reserved yet; he may.
Hale, Roe: nothing, kindly.
Press: Odile. Odd papers: stop, sender, partner, Philippa.""",
    )


async def report(matter_desk: Careful, to: str, known: Learned, week: int, more: str) -> None:
    """What a partner wants to know on a Thursday evening."""
    ledger = "is in" if known.certified else "has been asked for and not come"
    letter = (
        "in the folder"
        if known.letter_cap
        else ("told, paper outstanding" if known.story_cap else "not yet told")
    )
    call = f"heard on {known.days['varga']}" if "varga" in known.days else "not yet heard"
    wings = (
        f"answered by Tanabe on {known.days['tanabe']}"
        if "tanabe" in known.days
        else "papers read, Tanabe not yet heard"
    )
    neutral = f"heard on {known.days['witness']}" if "witness" in known.days else "not yet heard"
    await matter_desk.write(
        to,
        f"""{to.capitalize()},

where Orrin stands at the end of week {week}. No figures in this, as agreed.

Captain: {call}. Wings: {wings}. Side letter: {letter}. Neutral witness: {neutral}. Certified ledger: {ledger}. Barrels: {"Tidewrack" if known.barrels != known.first_barrels else "first estimate"}. Shares: {"final Record" if known.final_shares else "draft only"}. Register: {"final" if known.register_is_final else "provisional"}.

{more}

Rowan""",
        f"Orrin: week {week}",
    )


async def handover(desk: Careful, known: Learned) -> None:
    """For the partner who takes over: each issue, what is proved, what is missing, who has it."""
    call = (
        f"Captain Varga was heard on {known.days['varga']} by telephone after the warning. He rang {known.rung}. Note in 10 Witnesses/Notes. Not to go to Skerry."
        if known.rung
        else "The captain has the warning and has not picked up yet; I go on ringing."
    )
    cap = (
        f"Brandvold tells of a side letter of 14 November 2025 with another cap. {'The scan is in 02 Charter.' if known.letter_cap else 'The paper is outstanding; without it Ostrom helps only after a search.'}"
        if known.story_cap
        else "Brandvold has been asked, no answer yet."
    )
    body = f"""# Closed

Tonnage. Certificate MT-25-0093, {known.tons:,} tons. Everything else copies the old one.

# Proved, to be written up

Hull. The papers fit one survey only (yard list, piping plan, oil record book), and {"Mr Tanabe says the same and explains the mistake" if known.double_hull is not None else "Mr Tanabe has been asked"}. Note in 10 Witnesses/Notes.

# Open

| issue | where it stands | next step |
|---|---|---|
| Section 11 | {call} | advise once Drozd's transcript is signed |
| Clause 27 | {cap} | paper into our safe |
| Section 14(4) | {"Lasker agreed to joint access" if known.witness or known.mail_went else "joint access asked for"}; {"the witness has been heard" if known.mail_went else "the one on shift is being asked"} | compare with loading complete, 17 May 19:25 |
| Removal costs | {"certified ledger in" if known.certified else "certified ledger asked for and chased"} | replace the interim figure |
| Claims | provisional; LT-2206 and Whitsand to come off | final register 13 October |
| Barrels | first estimate | Tidewrack, end of September |
| Shares | draft | Record, date unknown |

# Disclosure

All eighteen tickets are decided and with Maren, or settled. List due 30 September, 17:00. Borderline: DISC-6, 10, 14, 17; my reasons stand in the tickets.

# What nobody outside knows

What the captain said. The side letter. Settlement authority I do not know and do not need.
"""
    await document(
        desk,
        f"{ROOM}2026-09-23 Handover note.docx",
        "Handover note",
        "Sound of Orrin",
        body,
        to="Lennart Quist; Beatrix Halloran",
    )


async def proof(desk: Careful, known: Learned, words: Sequence[Heard]) -> None:
    """A draft proof of the captain's evidence, for a partner to settle with him."""
    if known.rung is None:
        return
    quotes = "\n\n".join(f"{number}. {one.text}" for number, one in enumerate(words[-6:], 6))
    body = f"""DRAFT, not shown to the witness. To be settled by a partner, with a lawyer of his own beside him if he wishes.

1. I am the master of the Sound of Orrin and hold a master's certificate for twenty-six years. I joined her in January 2026.

2. I make this statement from my own memory. I have seen the account of the satellite telephone for May 2026. I have not seen what Mr Drozd says.

3. I signed a statement on 24 May 2026 in St Brannoc's. I did not write it and did not read it. I had been given something for the pain shortly before. Where it differs from this one, this one is right.

4. On the morning of 17 May, while we loaded, the independent alarm of No. 4 starboard gave alarm again and again with the tank at about half. The channel was isolated at the panel. I made no entry and no form was filled in.

5. In the evening of 17 May, at about 21:40 by ship's time, I rang {known.rung} by the bridge satellite telephone.

In my own words, as I told Ms/Mr Ibarra on {known.days["varga"]}:

{quotes}

Open, to be asked of him: the extension he dialled, or whether an operator came on; whether he named the tank by number; whether anybody stood by; whether he spoke of it to anybody later.
"""
    await document(
        desk,
        f"/Orrin/10 Witnesses/{desk.now:%Y-%m-%d} Draft proof Captain Varga.docx",
        "Draft proof of evidence",
        "Captain A. Varga",
        body,
    )


async def objections(desk: Careful, known: Learned) -> None:
    """Objections to two items of the register, for a partner to sign."""
    body = f"""DRAFT for signature by a partner. AD-2026-0417, claims procedure.

1. Brackwater Tankers Ltd objects to the following items entered in the register.

2. Claim 1, Port of Averil Authority, item 3, "protective barrier, lock and quays, hire", Lodestar Towage invoice LT-2206 of 9 June 2026, {dollars(known.twice)}. The same invoice, of the same number, date and amount, stands in the ledger RL-26-014 of the Merrow Coast Guard, which ordered the booms by order 11 of 19 May. By section 10(2) of the Act the claim under section 8 is reduced by the amount of the invoice, whoever first paid it. Port of Averil v. The Brigid Moran [2016] AdC 77 was decided between the same Authority and another owner on the same point. The Authority's own form says that the contractor has been paid by somebody else.

3. Claim 9, Sound Coast Hotels and Boats Association, as to members at Whitsand{", " + dollars(known.outside) if known.outside else " (to be divided)"}. The affected zone declared on 23 May 2026 runs from Cape Wrannoch to Sallow Point. Whitsand lies beyond it; the Association accepts that. Section 9(1) excludes loss of earnings outside the zone, however directly it was brought about by news of the discharge (Sallow Point Hoteliers v. Drummond Shipping [2018] AdC 140). The submission that the law has moved on is not one that this court can accept.

4. No admission is made as to any other claim, item or amount.
"""
    await document(
        desk,
        f"/Orrin/08 Claims/{desk.now:%Y-%m-%d} Draft objections.docx",
        "Objections to the register",
        "AD-2026-0417",
        body,
        to="Lennart Quist",
    )


REASONS = {
    6: "The adjuster's own instruction names two purposes, form CG-7 and claims, in the same breath. Neither dominates, so P3 is not met. That the notes hurt is no ground.",
    10: "I read past the heading. The letter asks for log books and complains of dates; nothing is offered and nothing conceded. P10.",
    14: "4(a) is income, 4(c) is a dividend. Only 4(b) reports advice, and that includes what the board asked to be found because of it.",
    17: "Bottom: the other side's mail, open. Middle: a request for advice. Top: advice in three lines, then one line on payment, which is business.",
    2: "The form is filled in after every accident whoever reads it. Counsel in copy is counsel in copy.",
}


async def reasons(desk: Careful) -> None:
    """The reasons that Maren asked for, on the tickets."""
    for number, words in REASONS.items():
        await desk.call("tickets.comment", ticket=f"DISC-{number}", text=words, internal=True)


async def for_the_deposition(desk: Careful) -> None:
    """What the papers give for the examination of Mr Drozd, for Maren."""
    await document(
        desk,
        "/Orrin/10 Witnesses/Points for the deposition of Mr Drozd.docx",
        "Points from the papers",
        "Deposition of 23 September",
        """Read for this: his statement of 24 May, the checklist of 16 May, the event printer's print, the requisition and its history, the oil record book, the bell book and the recorder's transcript, the statements of pumpman, second and third officer.

1. He signed the checklist on the 16th. A tick says nothing of the 17th; ask for nothing more than the tick.
2. The printer stops at 09:34 on the 17th after a row of acknowledged alarms for No. 4 starboard, with the tank at half. Somebody pressed the button each time. The watch sheet says who stood there.
3. Form SM-17 and the register of isolations have no entry for May. Either nothing was isolated, or somebody did it without the form; the keys are on his ring and in the master's safe.
4. The requisition R-26-031 of March and the mails of April: the card was known to be missing by office and ship alike.
5. His statement says that no one telephoned about equipment. The bill has 21:38. He had been on the bridge that evening, by the master's night orders.
6. Ullages at five in the morning: a few centimetres less, put down to trim. Ask nobody about it on our side.
7. The failed transfer helps us on the cargo and hurts us on the time that was lost.

What not to show him: the outline, the gauging table with remarks, anything of June that was made for us. What to expect: Lasker wants wind for nobody and alarm for himself.
""",
        to="Maren Tolliver",
    )


async def after_the_deposition(desk: Careful) -> None:
    """To both partners, the same evening."""
    await desk.write(
        "lennart",
        "Lennart,\n\nfor the file, before the transcript comes. He was asked three times whether a channel was isolated between the 16th and the 19th and answered each time that all were tested and in order before departure. He did not say no; Lasker marked the exchange. Fourteen alarms on No. 4 starboard before 09:34, "
        "reported to him as chatter by the pumpman. The spare card was known to be missing. He denies having seen or heard anybody telephone about equipment. On wind and on charterers' order he is good for us, on the set cargo very good. Mrs Karras said nothing and wrote a great deal. He has thirty days to correct. I would not be surprised.\n\nRowan",
        "Drozd, tonight's summary (privileged)",
        cc=["maren"],
    )


async def versions(desk: Careful, known: Learned) -> None:
    """Who has said what about the alarm and the call, and when."""
    captain = (
        f"Rang {known.rung} at about 21:40; isolated since the morning; told to sail; no log entry."
        if known.rung
        else "Not heard."
    )
    await document(
        desk,
        f"{ROOM}Alarm and call, versions.docx",
        "Alarm and call: who said what, and when",
        "Section 11",
        f"""| Who | When | On the alarm | On the call |
|---|---|---|---|
| Ship-shore checklist | 16 May | tested on arrival, all tanks | nothing |
| Event printer | 17 May, to 09:34 | fourteen alarms of No. 4 starboard, acknowledged; paper out | nothing |
| Adjuster's notes, master | 23 May | "tested on arrival"; the words "and in order" are the adjuster's | long silence, then: the agent, about the launch |
| Master, statement drafted by the adjuster | 24 May | all tested on arrival and in order | nobody ashore but the agent |
| Mr Drozd, statement | 24 May | panel working | knows of nobody telephoning about equipment |
| Coast Guard's test | 21 May | works, keys normal | nothing |
| Satellite account | 1 June | nothing | 21:38, eleven minutes, to Harbourside |
| Harbourside | 7 July | nothing | no record of onward connection |
| Mr Enquist | 5 August | card on order since March | "told them and been told", at breakfast on the 18th |
| Captain Varga to us, after the warning | {known.days.get("varga", "–")} | isolated, chattered all day, spare card missing | {captain} |
| Mr Drozd, deposition | 23 September | tested and in order, three times, to another question | saw and heard nothing |
| Mr Drozd, correction | 6 October | isolated since the morning of 17 May | master rang somebody at about 21:40; "number four starboard", "the spare", "we sail as planned" |

# What agrees

From 24 May on every change has gone one way. The two who have corrected themselves did so separately, the captain in September and the mate in October, without having spoken to each other as far as either says, and agree on the morning, the hour, the tank and the card. The two papers that say the opposite were typed by one adjuster on one day.

# What only one person says

To whom the call went. The captain alone.
""",
        to="Lennart Quist",
    )


async def on_quantity(desk: Careful, known: Learned) -> None:
    """What the new survey does."""
    await desk.call(
        "notes.write",
        name="Orrin, quantity",
        text=f"""Tidewrack, 25 September: {known.barrels:,} barrels, against {known.first_barrels:,} of 21 May. Section 23(3): last gauging by an expert whom the court recognises; order of 8 June, paragraph 6, recognises them jointly. So the first estimate is history.
Why the old one was low: ullages at anchor with a heel, a crust over water in No. 4, slick thickness by colour.
Check: loaded into 4S less pumped, less cut out, less clingage gives the figure; the sheet adds. Range a quarter of one per cent.
Effect: penalty at 1,100 or 3,300 a barrel, nobody shares it, so gross and net move alike. No effect on limit, claims or contribution.""",
    )


async def rehearsed(desk: Careful, said: Sequence[Heard]) -> None:
    """What the rehearsal changes."""
    await meeting(
        desk,
        "Rehearsal",
        said,
        (
            'slide 2: the answer to "why not twice that" first in the notes',
            "slide 5: who knew and when in one sentence, privileged first",
            "nothing on settlement; change the slide",
            "compare every figure on every slide with the memorandum once more",
        ),
    )
