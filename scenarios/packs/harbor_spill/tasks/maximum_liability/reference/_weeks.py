"""The six weeks, in order; solutions leave out or replace parts of them."""

from __future__ import annotations

from . import _asking as asking
from . import _besides, _disclosure, _notes, _working
from . import _conduct as conduct
from . import _reading as reading
from ._days import Matter
from ._release import deliver, interim, tell_interim
from ._witnesses import (
    captain,
    commercial,
    neutrals,
    superintendent,
    superintendent_asked,
    tell_lennart,
    warn_when_agreed,
    with_the_plan,
)


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
    wings = asking.wings()
    await superintendent_asked(matter, wings)
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
    await superintendent_asked(matter, wings)
    await matter.until("Thu week 1 17:00")
    matter.later = wings


async def second_week(matter: Matter) -> None:
    """The commercial director, the captain, the preparation."""
    desk = matter.desk
    await matter.until("Mon week 2 09:45")
    await warn_when_agreed(matter, "tanabe", "Mr Tanabe")
    if matter.later is not None:
        await superintendent_asked(matter, matter.later)
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
    await _working.for_the_deposition(desk)
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
    await matter.until("Mon week 3 14:57")
    said = await desk.attend("disclosure timetable")
    await _working.meeting(
        desk,
        "Call with Mowbray Finch",
        said,
        (
            "work as if the list were due on 30 September",
            "one name of a neutral, jointly, open questions",
            "the piping plan when class returns it",
        ),
    )
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
    await _working.after_the_deposition(desk)
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
    await _working.on_quantity(desk, matter.known)
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
    await _working.versions(desk, matter.known)
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
    await matter.until("Wed week 5 14:27")
    said = await desk.attend("where it leaves us")
    await _working.meeting(
        desk,
        "After Mr Drozd's correction",
        said,
        (
            "who was at the other end is the whole of section 11",
            "weak points before strong ones",
            "nothing to Skerry that Odile has not allowed",
            "proportion first, then the cap",
        ),
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
    await _working.rehearsed(desk, await desk.attend("Rehearsal"))
