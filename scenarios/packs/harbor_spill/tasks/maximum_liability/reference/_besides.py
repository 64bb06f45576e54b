"""Papers that a review and a board pack need besides: redacted copies, the list, a review of every claim, questions of directors."""

from __future__ import annotations

from typing import Final

from tenure.engine.agents.careful import Careful

from ._disclosure import DECISIONS, SET
from ._learned import Learned
from ._model import HEADS
from ._sums import dollars
from ._working import ROOM, document

REDACTED: Final = "/Orrin/11 Disclosure/Redacted/"
COVER: Final = "**[Redacted: privileged]**"

COPIES: Final = {
    "RS-08 2026-05-26 Vancourt to Brandvold (redacted)": f"""From: Odile Vancourt. To: Stellan Brandvold. Tuesday 26 May 2026, 09:30. Subject: Charterers: where we stand, and what to say

Stellan,

1. {COVER}

2. For your dinner tonight: be civil. We hope to go on working together. Hire is being paid. The crew did well. If Roland asks about insurance, it is in hand. For the Courier: "we are cooperating with the Coast Guard and are sorry for the trouble to our neighbours". Nothing else, and not from you.

Odile""",
    "RS-14 2026-06-05 board minutes extract (redacted)": f"""Brackwater Tankers Ltd, minutes of the board, extract, 5 June 2026

1. Fleet. The managing director reported on employment. Noted.
2. Crew. The board wished Captain Varga a good recovery.
3. Dry-dock. Expenditure on Sound of Islet approved.
4. Sound of Orrin. (a) Mr Brandvold reported on off-hire and loss of charter income to date; charterers had paid hire to the 19th.

(b) {COVER}

(c) The board resolved to suspend the dividend declared in February.

5. There being no other business the meeting closed at 11:40.""",
    "RS-17 2026-06-24 chain (redacted)": f"""Odile Vancourt to Stellan Brandvold, 24 June 2026, 08:51

{COVER}

Separately: the invoice for 1 to 19 May is to be paid to us by the 30th, please tell accounts to look out for it.

Stellan Brandvold to Odile Vancourt, 23 June 2026, 19:20

{COVER}

Calla Nyberg to Stellan Brandvold, 22 June 2026, 16:02. Hire invoices May and June: produced whole, from the mail itself.""",
    "RS-05 2026-05-25 crew list (redacted)": """Crew list of the Sound of Orrin for shore authorities, 25 May 2026: names, ranks and dates of joining as in the original.

Column "next of kin, address": **[Redacted: private]** in every line.

Column "sick bay remarks": **[Redacted: health]** in every line.""",
    "RS-13 2026-06-15 gauging tables (redacted)": f"""Ullages, before and after (20 May), with who took them, as in the original: 4S, 4P, 3S, 5S.

Column "MT comments": {COVER} in every line. The readings stay.""",
}
"""Copies with the covers, as the protocol's point 5 asks; the tables are covered column by column."""


async def redacted(desk: Careful) -> None:
    """The covered copies."""
    for name, text in COPIES.items():
        await desk.call("docs.create", path=f"{REDACTED}{name}.docx", text=text)


async def listed(desk: Careful) -> None:
    """Our part of the list: what is produced, whole or covered, and what is not."""
    rows = [["No.", "Document", "How", "Ground", "Bates"]]
    paths = sorted(await desk.files(SET))
    for number, path in enumerate(paths, 1):
        decided = DECISIONS[number]
        name = path.rsplit("/", 1)[1].rsplit(".", 1)[0]
        rows.append(
            [
                f"DISC-{number}",
                name,
                decided.what,
                decided.ground.split(":")[0],
                "" if decided.what == "withhold" else "Joss",
            ]
        )
    await desk.call("sheets.create", path=f"{REDACTED}List, review set.xlsx", sheet="List", rows=rows)


REVIEW: Final = {
    "1": "Own labour, quay walls, dredging and lock gates are costs of its own, behind the lock and in the basin, where the Coast Guard did not direct. Item 3 is the contractor's invoice that the Coast Guard ordered and has in its ledger. Half paid, which does not matter.",
    "2": "Earnings from the Inner Sound grounds, a resource that was harmed and closed, within the zone. Vessel by vessel; one claims for a boat that was on the slip. Quantum, not admissibility.",
    "3": "Stock and seasons on Tern Sand, oiled. Property and earnings; no overlap with 2, since the growers are not members of the co-operative.",
    "4": "Yachts and moorings fouled. Property. Receipts seen.",
    "5": "Seawater intake shut, filters replaced. Property and loss of its use. Receipts seen.",
    "6": "Restoration, at the suit of the Department alone. The autumn survey has gone into the amended form. A plan and a cost are shown; reasonableness will be argued, which is not our question.",
    "7": "Net cost of services. Overtime and traffic; what volunteers did is not in it.",
    "8": "As 7, smaller. No cost of removal in it that the ledger has too.",
    "9": "To be divided by place of loss. What lies at Whitsand is outside the zone and comes off.",
    "9a": "Premises and berths on oiled shoreline, so the business depends on what was harmed (section 9(2)). The boats are placed by the berth from which they sail.",
    "9b": "Whitsand, beyond Sallow Point, no oil seen there by the shoreline survey of 22 May. Section 9(1).",
}


async def claims_review(desk: Careful, known: Learned) -> None:
    """Every head under sections 8 to 10, as issue 10 of the list asks."""
    it = known.inputs()
    rows: list[str] = ["| No. | Claimant, head | Presented | Counts | Why |", "|---|---|---|---|---|"]
    for key, amount in it.claims.items():
        name, head = HEADS.get(key, (key, ""))
        off = it.twice if key == "1" else it.outside if key == "9b" else 0
        rows.append(
            f"| {key} | {name}, {head} | {dollars(amount)} | {dollars(amount - off)} | {REVIEW.get(key, '')} |"
        )
    table = "\n".join(rows)
    body = f"""# What was asked

Whether each claim in the register is admissible: within section 8(1), not excluded by section 9 or 10, filed by the bar date (section 8(2)). Not whether it will be proved in that amount; the board asks for the most.

# Claim by claim

{table}

# What this comes to

Presented {dollars(it.presented)}; off {dollars(it.twice)} under section 10 and {dollars(it.outside)} under section 9; admissible {dollars(it.admissible)}. LT-2257 (standby tugs) was withdrawn on 11 August and is in neither list.
"""
    await document(
        desk,
        f"{ROOM}2026-10-13 Review of claims.docx",
        "Review of claims",
        "Sections 8 to 10",
        body,
        to="Beatrix Halloran",
    )


async def cross_examination(desk: Careful, known: Learned) -> None:
    """The captain's account, attacked as the other side would."""
    if known.rung is None:
        return
    mine = "designated person" if known.told_owner else "port captain"
    body = f"""# Against the captain

1. You signed on 24 May that all alarms were tested and in order. Was that true of the 17th? He will say: of the 16th.
2. You signed that you spoke to nobody ashore but the agent. He will say that he did not write it, did not read it, and had been given something for the pain. Expect: "You read it over?" The paper says that it was read over to him. By whom, and in what state, the adjuster's notes of the day before show: drowsy, long silence, the nurse comes in.
3. You had four months and said nothing. He was not asked by anybody who told him for whom they acted.
4. No log entry, no form SM-17, no line in the register of isolations. True, and his own fault in every version.
5. Eleven minutes for two sentences? He was put through, and there was a launch to talk of. Ask him what else was said.
6. The number is a switchboard of forty-one customers. How do you know who answered? By voice, by name, by years of calls. This is the question on which most hangs; it must be put to him before anybody else does.
7. You name the {mine}. Why should you be believed on that? {"He names the one whose knowledge takes the limit from his own employer." if known.told_owner else "It will be said that he spares his employer. He did not spare himself, and he could not know what section 11(4) says."}

# For him

The bill, to the minute. Enquist at breakfast. Drozd, who heard "number four starboard" and "the spare" and has no reason to help. The event printer. The requisition of March. That he wanted to tell it since May, as his wife said in July.

# What would change our view

A pad, a mobile bill or a note at the other end that shows another person, or that the call was put through to nobody. Neither side has one; subpoenas for mobile bills are open to both.
"""
    await document(
        desk,
        f"{ROOM}Captain, both sides.docx",
        "The captain's account, both sides",
        "Section 11",
        body,
        to="Lennart Quist",
    )


async def club_note(desk: Careful) -> None:
    """What may be told to the insurer, and what must be decided."""
    await document(
        desk,
        f"{ROOM}Telling the club.docx",
        "What the club is told",
        "Skerry Mutual, reservation of 17 September 2026",
        """# The question

Whether Brackwater must, may or should tell Skerry what its own witnesses say of the evening of 17 May.

# What binds us

The rules of the Association ask a member for prompt notice and for information that bears on a claim. The letter of 17 September reminds us of Rule 3 and Rule 9(1) in the same breath in which it reserves under Rule 27 as to what was known ashore of the safety equipment. The common-interest agreement of 28 May keeps privileged what is shared for the defence of third-party claims; it does not cover a dispute on cover, in which the two are opponents. Mr Whitlock has said himself that he keeps two files.

# What follows

Nothing that bears on cover goes from us to Skerry unless Ms Vancourt has agreed in writing (Policies, 4). A false or evasive answer is not open to us either: the answer is that such questions go to her. The duty to inform is the member's, its time and extent are a matter for separate advice on the rules, and that advice must be had before the board decides, because silence after the board knows is a different thing from silence while the facts were being found.

# For the board

Three ways: tell all, by letter from the partner, seen by Ms Vancourt; tell that there is a statement and that it is privileged; or wait for advice. We recommend that the board takes the advice first and decides at the same meeting who speaks.
""",
        to="Odile Vancourt; Beatrix Halloran",
    )


async def neutral_note(desk: Careful, known: Learned, words: str) -> None:
    """What the neutral said, for both sides' files."""
    if known.witness is None or known.mail_went is None:
        return
    await document(
        desk,
        f"/Orrin/10 Witnesses/{desk.now:%Y-%m-%d} {known.witness}, neutral (joint).docx",
        f"Note: {known.witness}",
        "Revised certificate of quality, section 14(4)",
        f"""Neutral witness; asked with the agreement of Mowbray Finch of which both firms hold the letter. Every answer goes to both.

# What was asked

When the laboratory sent the revised certificate of quality, and to whom.

# What was answered

"{words.strip()}"

# Compared with

The duty sheets of terminal and inspectors (05): who was at the laboratory's desk at that hour. Statement of facts and loading log: loading complete 17 May, 19:25. Laboratory's letter of 19 June: its journal of outgoing mail is gone.

# What follows

The mail went {"before" if known.knew else "after"} loading was complete. Section 14(4) is {"met" if known.knew else "not met"}. A copy of the answer has gone to Mr Lasker with ours.
""",
    )


async def outlines(desk: Careful) -> None:
    """What to ask the captain and the superintendent, and in which order."""
    await document(
        desk,
        "/Orrin/10 Witnesses/Outline Captain Varga and Mr Tanabe.docx",
        "Interview outlines",
        "Captain Varga; Mr Tanabe",
        """# Before either

Odile's consent by name. Warning in writing, with time to read it. Not before ten for the captain; his wife says so. One subject at a time, open questions first, papers only when memory is exhausted. Nothing of what the one said goes to the other.

# Captain Varga, by telephone

1. How he is, and whether he wants somebody with him.
2. That he has the letter, and what he understands by it.
3. The evening of 17 May in his own words, from the end of loading to bed. Do not name anybody.
4. Only then: the bill has a call at 21:38, eleven minutes. Whom, how connected, what said, what answered, who stood by.
5. Since when the alarm, on whose order, with which key, and why no form.
6. What Mr Drozd knew. Not what Mr Drozd says.
7. The statement: who wrote, who read, in what state.
8. Wind and the order to clear; short, the papers have it.
9. Whether he told anybody since.

# Mr Tanabe, with the plan on the table

1. That he has the letter; that nobody looks for somebody to blame.
2. The No. 4 wings on the day he left the yard: show on the drawing what leads into them and what does not.
3. Items 4.11 to 4.14, one by one, with the shop orders.
4. Which surveyor was where, and when; was he with them?
5. How the mistake got into the one report.
6. Whether anything was changed between December 2024 and May 2026.
7. Tonnage certificates: how many, which on board.
8. Where plan 7304-112-04 Rev. E is now.
""",
    )


async def directors(desk: Careful, known: Learned) -> None:
    """Questions that directors will put, with short answers, for Odile."""
    answer = known.answer()
    it, ours, other = answer.it, answer.ours, answer.other
    holds = "does not hold" if it.lost else "holds"
    await document(
        desk,
        "/Orrin/14 Board/Questions of directors.docx",
        "Questions that directors may put",
        "Board of 16 October 2026",
        f"""1. **Why not twice that?** The claims closed on 9 October, the ledger is certified, the barrels are gauged, and the rate of the penalty has two steps and no third. {dollars(max(ours.gross, other.gross))} is the higher of the two columns and there is no third column.

2. **Can it get worse after today?** If the court takes the other view of section 11 it becomes {dollars(other.gross)} gross. If the Record were set aside the net moves, the gross does not. If a contributor fails, the net moves towards the gross. Nothing else.

3. **Why is the penalty so high?** It is a price for each barrel, and three times that where the owner knew. The Act wants the warned owner never to be cheaper off than the unwarned.

4. **Can Skerry pay it for us?** No. Section 24 makes any such contract unenforceable, and their Rule 24 says so too.

5. **Who knew, and when?** Privileged. The master and the chief officer since the morning of the 17th; {known.rung or "nobody ashore that we can show"} at about 21:40. That is why the limit {holds}.

6. **Do you believe the captain?** Yes, for the reasons in section 6, and we have set out what speaks against him.

7. **Why did he sign the other thing?** He was in a hospital bed and an adjuster wrote it for a form.

8. **Which survey is wrong, and can we sue the surveyor?** The one that does not fit the pipes. Whether anything follows against its author is another question, on which we have not advised.

9. **Why does the tonnage differ from our own web page?** The page has the figure of 2009. It stays as it is until a picture of it is on file.

10. **What does Ostrander pay?** Shipping {dollars(ours.charterer)}, Refining {dollars(ours.cargo)}. {"The cap limits the first." if ours.capped else "The cap is not reached."}

11. **Is a letter from a hotel bar worth anything?** Yes, if both signed it. The Court of Appeal has held exactly that.

12. **Should we settle?** We were asked not to advise on that here, and do not.
""",
        to="Odile Vancourt",
    )
