"""Witnesses: warned, heard, written down the same day, and told on to whom it must be told."""

from __future__ import annotations

from tenure.engine.agents.careful import Question

from . import _asking as asking
from . import _notes, _working
from ._days import Matter


async def warn_when_agreed(matter: Matter, person: str, name: str) -> None:
    """The warning goes out once Odile has agreed."""
    if matter.desk.known.get("interviews") and person not in matter.warned:
        await matter.warn(person, name)


async def superintendent_asked(matter: Matter, question: Question) -> None:
    """The superintendent is asked about the wings once he has the warning, not before."""
    await warn_when_agreed(matter, "tanabe", "Mr Tanabe")
    if "tanabe" in matter.warned and matter.habits.asks_tanabe and question not in matter.questions:
        matter.ask(question)


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


async def share_answer(matter: Matter) -> None:
    """What a neutral says goes to both sides."""
    if "shared" in matter.conduct.refused:
        return
    for one in reversed(matter.desk.heard):
        if one.sender in ("pereira", "fenn") and one.app == "mail" and asking.mail_went(one.text):
            matter.conduct.refused.add("shared")
            await matter.desk.call(
                "mail.forward",
                message=one.message,
                to=["lasker"],
                body="Dear Mr Lasker,\n\non the footing on which joint access was agreed I send you, whole and unchanged, the answer that I had today from the neutral witness to the one question that I put: when the revised certificate was sent, and to whom. I have had no other conversation with either of the two. "
                "If you put questions of your own I should be grateful for the answers in the same way.\n\nYours sincerely\nRowan Ibarra\nPenhallow Strake LLP",
            )
            return


async def neutrals(matter: Matter) -> None:
    """Once it is known who was on shift, ask that one."""
    await share_answer(matter)
    who = matter.desk.known.get("shift")
    if who and matter.known.witness is None:
        matter.known.witness = {"pereira": "Ottoline Pereira", "fenn": "Ludo Fenn"}[who]
        matter.ask(asking.certificate(who))
