"""The six weeks, in order; solutions leave out or replace parts of them."""

from __future__ import annotations

from . import _asking as asking
from . import _besides, _disclosure, _notes, _working
from . import _conduct as conduct
from . import _reading as reading
from ._days import Matter
from ._release import deliver, interim, tell_interim


async def six_weeks(matter: Matter) -> None:
    """All of them."""
    await first_week(matter)
    await second_week(matter)
    await third_week(matter)
    await fourth_week(matter)
    await fifth_week(matter)
    await last_week(matter)


async def first_week(matter: Matter) -> None:
    """The brief, the parties, the requests that take long, most of the reading."""
    desk = matter.desk
    await desk.unread()
    await matter.catch_up()
    await matter.study("/Firm")
    matter.known.files |= await desk.read_drive(
        "/Orrin/13 Work product/2026-08-21 Issues list.docx", reading.CHRONOLOGY
    )
    await matter.until("Mon week 1 09:55")
    said = await desk.attend("kickoff")
    await _working.meeting(
        desk,
        "Kickoff",
        said,
        (
            "Odile: consent by name",
            "Crake: certified ledger, and remind",
            "Lasker: joint access",
            "Ewan: reconciliation",
            "parties against the client system",
        ),
    )
    await conduct.check_parties(desk)
    matter.ask(asking.interviews(), asking.certified_ledger(), asking.joint_access(), asking.reconciliation())
    await matter.until("Mon week 1 11:40")
    await matter.study("/Orrin/01 Correspondence", "/Orrin/02 Charter")
    matter.ask(asking.double_invoice(), asking.first_statement(), asking.treasury())
    await matter.until("Mon week 1 16:30")
    await matter.until("Tue week 1 09:00")
    await matter.library("statute", "case")
    await _working.law_note(desk)
    await matter.until("Tue week 1 11:30")
    await warn_when_agreed(matter, "tanabe", "Mr Tanabe")
    await matter.study("/Orrin/03 Ship", "/Orrin/04 Surveys")
    await matter.until("Tue week 1 16:30")
    await matter.until("Wed week 1 09:00")
    await matter.study("/Orrin/05 Voyage and cargo", "/Orrin/10 Witnesses")
    await _working.evidence_note(desk, matter.known)
    await _working.people_note(desk)
    await _besides.outlines(desk)
    matter.ask(asking.shift(), asking.boundary())
    if matter.habits.asks_tanabe:
        matter.ask(asking.wings())
    await matter.until("Wed week 1 16:45")
    await matter.until("Thu week 1 09:00")
    await matter.study("/Orrin/07 Coast Guard")
    await matter.until("Thu week 1 10:55")
    said = await desk.attend("where we stand")
    await _working.meeting(
        desk,
        "Client call",
        said,
        (
            "page one: one gross, one net, two scenarios",
            "nothing on settlement",
            "Tanabe with the plan",
            "nothing to Skerry",
            "Hallam for Ms Aalders",
        ),
    )
    await matter.study("/Orrin/06 Incident")
    await _notes.rows(desk, _notes.FROM_PAPERS)
    await _working.report(
        desk,
        "beatrix",
        matter.known,
        1,
        "Read so far: everything in 01 to 07 and the law. The parties are checked; what came of it is with Philippa.",
    )
    await matter.until("Thu week 1 17:00")


async def warn_when_agreed(matter: Matter, person: str, name: str) -> None:
    """The warning goes out once Odile has agreed."""
    if matter.desk.known.get("interviews") and person not in matter.warned:
        await matter.warn(person, name)


async def second_week(matter: Matter) -> None:
    """The commercial director, the captain, the preparation."""
    desk = matter.desk
    await matter.until("Mon week 2 09:45")
    await warn_when_agreed(matter, "tanabe", "Mr Tanabe")
    await warn_when_agreed(matter, "stellan", "Stellan")
    await matter.study("/Orrin/08 Claims", "/Orrin/09 Insurance")
    await matter.disclose(_disclosure.EASY)
    await matter.until("Mon week 2 13:55")
    await _working.meeting(desk, "Team", await desk.attend("Orrin team"), _working.team(matter.known))
    matter.ask(asking.clause_27(), asking.side_letter())
    await matter.until("Mon week 2 17:00")
    await matter.until("Tue week 2 12:05")
    await warn_when_agreed(matter, "varga", "Captain Varga")
    await matter.library("treatise", "manual", "web")
    await matter.until("Tue week 2 17:00")
    await matter.until("Wed week 2 10:15")
    await matter.study("/Orrin/12 Court", "/Orrin/14 Board", "/Orrin/13 Work product", "/Orrin/11 Disclosure")
    await captain(matter, "Wed week 2 14:30")
    await matter.until("Wed week 2 14:55")
    await desk.attend("Prep: deposition")
    await matter.until("Wed week 2 17:00")
    await matter.until("Thu week 2 10:10")
    await captain(matter, "Thu week 2 16:30")
    await with_the_plan(matter)
    await superintendent(matter)
    await commercial(matter)
    await _working.report(
        desk,
        "beatrix",
        matter.known,
        2,
        "Seven tickets are with Maren; the rest follow next week, the hard ones with a reason each. Odile asked for a rough figure and got a date.",
    )
    await matter.until("Thu week 2 17:00")


async def captain(matter: Matter, until: str) -> None:
    """Ring him, write the note, tell the partner in charge."""
    if matter.known.rung is not None or "varga" not in matter.warned or not matter.habits.rings:
        return
    if not await matter.ring_varga(until):
        return
    desk, known = matter.desk, matter.known
    await _notes.interview(
        desk,
        person="varga",
        name="Captain Anselm Varga, master",
        means="by telephone",
        warned=matter.warned["varga"],
        heard=matter.words_of("varga", "phone"),
        questions=(
            "Whom he rang at 21:38 on 17 May, and what was said",
            "Since when the alarm on No. 4 starboard was isolated",
            "How the statement of 24 May came about",
        ),
        papers=(
            "Satellite telephone account May 2026",
            "Statement of 24 May 2026",
            "Ship's log of 17 May (no entry)",
        ),
        follow=(
            f"Whether {known.rung} is within section 11(2): advise",
            "A lawyer of his own for the captain, if he wants one: Beatrix to raise with Ms Vancourt",
            "Nothing of this to Skerry unless Ms Vancourt agrees",
        ),
    )
    words = next((one.text for one in reversed(matter.words_of("varga")) if asking.rung(one.text)), "")
    await desk.write(
        "beatrix",
        f'Beatrix,\n\nthe captain was warned in writing on {matter.warned["varga"]} and rang true today. In his words: "{words}"\n\n'
        "The note is in 10 Witnesses/Notes. I have told nobody else; not Skerry.\n\nRowan",
        "Captain Varga: what he says of the evening of 17 May (privileged)",
    )
    await _notes.rows(
        desk,
        [
            [
                "2026-05-17",
                "21:40",
                f"Master, by satellite telephone, tells {known.rung} that the alarm on No. 4 starboard is isolated",
                f"10, interview note Varga, {_notes.spoken_day(desk)} (privileged)",
            ],
            [
                "2025-01-17",
                "",
                "Gross tonnage by certificate MT-25-0093 replaces that of MT-09-0412",
                "03 Ship, International Tonnage Certificate",
            ],
        ],
    )


async def with_the_plan(matter: Matter) -> None:
    """Half an hour with Mr Tanabe and his drawing."""
    if not matter.habits.asks_tanabe or "tanabe" not in matter.warned:
        return
    said = await matter.talk(
        "tanabe",
        "No. 4 wing spaces, with the plan",
        "Thu week 2 14:30",
        35,
        (
            "Thank you for coming, Haruki. You have my letter: I act for Brackwater and not for you, and the company decides on privilege. Could you show me on the plan what is in No. 4 port and starboard wing?",
            "Haruki, what did items 4.11 to 4.14 do to the wing spaces?",
            "Haruki, how did the mistake get into one of the two surveys?",
            "Haruki, which tonnage certificate was in force on the day?",
        ),
    )
    await _working.meeting(
        matter.desk,
        "Mr Tanabe, with the plan",
        said,
        (
            "compare with yard list, piping plan, oil record book",
            "plan 7304-112-04 Rev. E: ask again where it is",
        ),
    )


async def superintendent(matter: Matter) -> None:
    """The note on Mr Tanabe."""
    if matter.known.double_hull is None or "tanabe" in matter.conduct.refused:
        return
    matter.conduct.refused.add("tanabe")
    await _notes.interview(
        matter.desk,
        person="tanabe",
        name="Haruki Tanabe, technical superintendent",
        means="in writing, and in the call of 10 September",
        warned=matter.warned.get("tanabe", ""),
        heard=[
            one
            for one in matter.words_of("tanabe")
            if asking.hull(one.text) is not None or "certificate" in one.text
        ],
        questions=(
            "What the No. 4 wing spaces were fitted for on the day, slops or ballast",
            "Which of the two surveys is right, and how the mistake got into the other",
        ),
        papers=(
            "Norlund class renewal survey",
            "Haldane Pryce vetting inspection",
            "Tank plan 7304-112-04",
            "Stavholm final work list, 4.11 to 4.14",
        ),
        follow=(
            "Tank plan 7304-112-04 Rev. E: not received by the firm",
            "Compare with piping plan and oil record book",
        ),
    )


async def commercial(matter: Matter) -> None:
    """The note on Mr Brandvold."""
    if matter.known.story_cap is None or "stellan" in matter.conduct.refused:
        return
    matter.conduct.refused.add("stellan")
    await _notes.interview(
        matter.desk,
        person="stellan",
        name="Stellan Brandvold, commercial director",
        means="in writing",
        warned=matter.warned.get("stellan", ""),
        heard=[one for one in matter.words_of("stellan") if asking.cap(one.text) is not None],
        questions=("Whether anything was signed with Ostrander after the Charter on clause 27",),
        papers=("Time charter, clause 27", "Expenses claim November 2025"),
        follow=(
            "The paper itself, with both signatures",
            "Ostrom v. Gault Carriers: the later signed writing prevails",
        ),
    )


async def third_week(matter: Matter) -> None:
    """The order, the deposition, the handover, the hard tickets."""
    desk = matter.desk
    await matter.until("Mon week 3 10:10")
    await captain(matter, "Mon week 3 13:30")
    await superintendent(matter)
    await commercial(matter)
    await matter.disclose(_disclosure.REST[:7])
    await matter.until("Mon week 3 13:55")
    await _working.meeting(desk, "Team", await desk.attend("Orrin team"), _working.team(matter.known))
    await neutrals(matter)
    await matter.until("Mon week 3 17:00")
    await matter.until("Tue week 3 13:00")
    await matter.disclose(_disclosure.REST[7:])
    await _working.reasons(desk)
    await matter.talk(
        "maren",
        "Tickets that I lose sleep over",
        "Tue week 3 15:00",
        25,
        (
            "Maren, four of them I would like to go through with you. DISC-6: two purposes of equal weight, so I produce, although the notes hurt.",
            "Maren, in DISC-14 I cover 4(b) alone, and in DISC-17 I go mail by mail. Does litigation privilege start on 21 May for all of them, and is the label ever decisive?",
        ),
    )
    await captain(matter, "Tue week 3 16:30")
    await matter.until("Wed week 3 09:55")
    await neutrals(matter)
    said = await desk.attend("Deposition")
    await _notes.deposition_note(desk, said)
    await matter.until("Wed week 3 15:55")
    said = await desk.attend("Handover")
    await _working.meeting(
        desk,
        "Handover",
        said,
        (
            "bad or good: Lennart the same hour",
            "Maren first reads what is borderline",
            "Philippa for stray papers and conflicts, Odile for journalists",
        ),
    )
    await _working.handover(desk, matter.known)
    await matter.until("Thu week 3 10:30")
    await captain(matter, "Thu week 3 13:00")
    await neutrals(matter)
    await tell_lennart(matter)
    await superintendent(matter)
    await commercial(matter)
    await _disclosure.settle(desk)
    await _besides.cross_examination(desk, matter.known)
    await _working.proof(desk, matter.known, matter.words_of("varga", "phone"))
    await _working.report(
        desk,
        "lennart",
        matter.known,
        3,
        "The deposition note is in 10 Witnesses/Notes. He answered another question three times. All eighteen tickets are with Maren or settled.",
    )
    await matter.until("Thu week 3 17:00")


async def tell_lennart(matter: Matter) -> None:
    """Who deputises hears it as well."""
    known = matter.known
    if known.rung is None or "lennart" in matter.conduct.refused:
        return
    matter.conduct.refused.add("lennart")
    cap = (
        f" And Stellan signed a side letter on 14 November 2025 that puts {known.story_cap:,} in the place of the fifteen million; I am after the paper."
        if known.story_cap
        else ""
    )
    await matter.desk.write(
        "lennart",
        f"Lennart,\n\nyou asked for it the same hour. Captain Varga, warned and interviewed on {known.days['varga']}: at about 21:40 on 17 May he rang {known.rung} by satellite phone and said that the alarm on No. 4 starboard was isolated and the spare card not on board; "
        f"the answer was to sail as planned. The note is in 10 Witnesses/Notes. Beatrix knows; Skerry does not.{cap}\n\nRowan",
        "Captain Varga, and clause 27 (privileged)",
    )


async def neutrals(matter: Matter) -> None:
    """Once it is known who was on shift, ask that one."""
    who = matter.desk.known.get("shift")
    if who and matter.known.witness is None:
        matter.known.witness = {"pereira": "Ottoline Pereira", "fenn": "Ludo Fenn"}[who]
        matter.ask(asking.certificate(who))


async def fourth_week(matter: Matter) -> None:
    """The new survey, a stray mail, the deadline, the conference."""
    desk = matter.desk
    await matter.until("Mon week 4 10:30")
    await matter.refresh()
    await _disclosure.settle(desk)
    await matter.until("Mon week 4 13:55")
    await _working.meeting(desk, "Team", await desk.attend("Orrin team"), _working.team(matter.known))
    await neutrals(matter)
    await _disclosure.log(desk)
    await _besides.redacted(desk)
    await _besides.listed(desk)
    await matter.until("Mon week 4 17:00")
    await matter.until("Tue week 4 10:30")
    await _disclosure.settle(desk)
    await matter.until("Tue week 4 17:00")
    await matter.until("Wed week 4 10:00")
    await _disclosure.settle(desk)
    await _notes.rows(
        desk,
        [
            [
                "2026-09-25",
                "",
                "Tidewrack report: final quantity discharged",
                "06, Tidewrack report on quantity",
            ]
        ],
    )
    await matter.until("Wed week 4 15:30")
    await _disclosure.settle(desk)
    await matter.until("Wed week 4 17:00")
    await matter.until("Thu week 4 09:55")
    said = await desk.attend("Quantity")
    await _working.meeting(
        desk,
        "Expert conference",
        said,
        (
            "barrels: Tidewrack, first estimate only as history",
            "boom hire to Whitlock in writing: done",
            "penalty: not covered",
        ),
    )
    await _working.report(
        desk,
        "lennart",
        matter.known,
        4,
        "The list went out with all eighteen past second review; the log of what is covered is in 11 Disclosure. The stray mail is with you and Philippa.",
    )
    await captain(matter, "Thu week 4 15:00")
    await tell_lennart(matter)
    await matter.until("Thu week 4 17:00")


async def fifth_week(matter: Matter) -> None:
    """The Record, the witness who moved, the first version of everything, the numbers meeting."""
    desk = matter.desk
    await matter.until("Mon week 5 09:30")
    await _working.objections(desk, matter.known)
    await matter.talk(
        "ewan",
        "Claims, line by line",
        "Mon week 5 11:00",
        25,
        (
            "Ewan, where does Whitsand lie, in the zone or beyond it? I want the line apart when the final register comes.",
            "Ewan, which names does treasury link to, and as decimals?",
            "Ewan, what do the third-party claims add up to today, and what still moves?",
        ),
    )
    answers = [
        one.text for one in desk.heard if asking.mail_went(one.text) and one.sender in ("pereira", "fenn")
    ]
    await _besides.neutral_note(desk, matter.known, answers[-1] if answers else "")
    await _besides.club_note(desk)
    await matter.until("Mon week 5 13:55")
    await _working.meeting(desk, "Team", await desk.attend("Orrin team"), _working.team(matter.known))
    await neutrals(matter)
    await matter.until("Mon week 5 17:00")
    await matter.until("Tue week 5 11:00")
    await matter.refresh()
    await interim(matter)
    await matter.until("Tue week 5 17:00")
    await matter.until("Wed week 5 10:45")
    await matter.refresh()
    await captain(matter, "Wed week 5 14:00")
    await tell_lennart(matter)
    await _notes.rows(
        desk,
        [
            [
                "2026-10-06",
                "10:30",
                "Apportionment Record issued; replaces the draft of 30 July",
                "07, Apportionment Record",
            ],
            [
                "2026-10-07",
                "09:50",
                "Mr Drozd corrects his evidence: alarm isolated since the morning of 17 May, master rang somebody ashore",
                "10, Corrected statement",
            ],
        ],
    )
    await matter.until("Wed week 5 17:00")
    await matter.until("Thu week 5 10:30")
    await tell_interim(matter)
    await matter.until("Thu week 5 13:55")
    said = await desk.attend("The numbers")
    await _working.meeting(
        desk,
        "The numbers",
        said,
        (
            "one line on the scenario, and who says so",
            "share points against barrels: in the notes of a slide",
            "both figures by Wednesday at three",
        ),
    )
    await _working.report(
        desk,
        "lennart",
        matter.known,
        5,
        "Model and draft memorandum stand on the drive on provisional claims. On Tuesday I put the final register in and ask Beatrix for the release.",
    )
    await matter.until("Thu week 5 17:00")


async def last_week(matter: Matter) -> None:
    """The final register, release, delivery, rehearsal."""
    desk = matter.desk
    await matter.until("Mon week 6 13:55")
    await _working.meeting(desk, "Team", await desk.attend("Orrin team"), _working.team(matter.known))
    await matter.until("Mon week 6 17:00")
    await matter.until("Tue week 6 10:20")
    await matter.refresh()
    await _besides.claims_review(desk, matter.known)
    await _besides.directors(desk, matter.known)
    await deliver(matter)
    await matter.until("Thu week 6 09:55")
    await desk.attend("Rehearsal")
    await matter.until("Thu week 6 17:00")
