"""Six weeks in another order: people first, papers after them, the review in one go, everything written at the end."""

from __future__ import annotations

from . import _asking as asking
from . import _conduct as conduct
from . import _disclosure, _notes, _onesheet, _otherpapers, _otherwords
from . import _reading as reading
from ._days import FOLDERS, Matter
from ._release import ask_release, send_when_released
from ._witnesses import captain, commercial, neutrals, superintendent, superintendent_asked, tell_lennart


async def six_weeks(matter: Matter, *, spoken: bool) -> None:
    """From the first mail to the rehearsal.

    Args:
        matter: The work.
        spoken: By chat and telephone rather than mail, and tables rather than prose.
    """
    desk = matter.desk
    await desk.unread()
    requests = _otherwords.requests()
    matter.ask(*requests, *_otherwords.outside(), asking.treasury())
    if spoken:
        _otherwords.by_chat(matter.questions[-1])
    await matter.study("/Firm")
    await conduct.check_parties(desk)
    await matter.until("Mon week 1 09:58")
    await desk.attend("kickoff")
    await matter.until("Mon week 1 14:00")
    await matter.study(*FOLDERS[1:4])
    await matter.until("Tue week 1 10:00")
    for person, name in (("tanabe", "Mr Tanabe"),):
        if desk.known.get("interviews"):
            await matter.warn(person, name)
    people = _otherwords.client_people("phone" if spoken else "mail")
    await matter.study(*FOLDERS[4:6])
    await matter.until("Tue week 1 15:00")
    await superintendent_asked(matter, people[0])
    matter.ask(asking.shift())
    await matter.library("statute", "case")
    await matter.until("Wed week 1 16:45")
    await matter.study(*FOLDERS[6:9])
    await matter.until("Thu week 1 10:55")
    await desk.attend("where we stand")
    await neutrals(matter)
    await matter.until("Thu week 1 16:45")
    await second(matter, people)
    await third(matter)
    await later(matter, spoken=spoken)


async def second(matter: Matter, people: list[asking.Question]) -> None:
    """Warnings, the captain, the neutrals."""
    desk = matter.desk
    await matter.until("Mon week 2 10:00")
    for person, name in (("tanabe", "Mr Tanabe"), ("stellan", "Mr Brandvold")):
        if person not in matter.warned and desk.known.get("interviews"):
            await matter.warn(person, name)
    await superintendent_asked(matter, people[0])
    await matter.study(*FOLDERS[9:])
    await neutrals(matter)
    await matter.until("Mon week 2 13:58")
    await desk.attend("Orrin team")
    matter.ask(*people[1:])
    await matter.until("Tue week 2 13:00")
    if desk.known.get("interviews"):
        await matter.warn("varga", "Captain Varga")
    await matter.until("Wed week 2 10:30")
    await captain(matter, "Wed week 2 14:00")
    await superintendent(matter)
    await commercial(matter)
    await matter.until("Wed week 2 14:58")
    await desk.attend("Prep: deposition")
    await matter.until("Thu week 2 10:30")
    await captain(matter, "Thu week 2 16:00")
    await neutrals(matter)
    await matter.library("treatise", "manual")
    await matter.until("Thu week 2 16:45")


async def third(matter: Matter) -> None:
    """The review, the hard ones first; deposition and handover."""
    desk = matter.desk
    await matter.until("Mon week 3 10:00")
    await captain(matter, "Mon week 3 12:00")
    await commercial(matter)
    await matter.disclose(tuple(reversed(_disclosure.REST)))
    await matter.until("Mon week 3 13:58")
    await desk.attend("Orrin team")
    await matter.until("Tue week 3 13:00")
    await matter.disclose(_disclosure.EASY)
    await neutrals(matter)
    await matter.until("Wed week 3 09:58")
    said = await desk.attend("Deposition")
    await _notes.deposition_note(desk, said)
    await matter.until("Wed week 3 15:58")
    await desk.attend("Handover")
    await matter.until("Thu week 3 11:00")
    await captain(matter, "Thu week 3 15:00")
    await tell_lennart(matter)
    await neutrals(matter)
    await superintendent(matter)
    await commercial(matter)
    await matter.until("Thu week 3 16:45")


async def later(matter: Matter, *, spoken: bool) -> None:
    """From the new survey to the rehearsal."""
    desk = matter.desk
    await matter.until("Mon week 4 13:58")
    await desk.attend("Orrin team")
    await neutrals(matter)
    await _disclosure.settle(desk)
    await matter.until("Tue week 4 16:45")
    await matter.until("Wed week 4 11:30")
    await _disclosure.settle(desk)
    await _disclosure.log(desk)
    await matter.until("Wed week 4 16:00")
    await _disclosure.settle(desk)
    await matter.until("Thu week 4 09:58")
    await desk.attend("Quantity")
    await captain(matter, "Thu week 4 15:00")
    await tell_lennart(matter)
    await matter.until("Mon week 5 13:58")
    await desk.attend("Orrin team")
    await matter.until("Tue week 5 12:00")
    await matter.refresh()
    await matter.until("Wed week 5 15:00")
    await matter.refresh()
    await _notes.rows(
        desk,
        [
            ["2026-09-25", "", "Tidewrack reports the final quantity", "06, Tidewrack report"],
            ["2026-10-06", "10:30", "Final Apportionment Record", "07, Apportionment Record"],
            ["2026-10-07", "09:50", "Mr Drozd corrects his evidence", "10, Corrected statement"],
        ],
    )
    await matter.until("Thu week 5 13:58")
    await desk.attend("The numbers")
    await matter.until("Mon week 6 13:58")
    await desk.attend("Orrin team")
    await matter.until("Tue week 6 10:40")
    await matter.refresh()
    await _onesheet.build(desk, matter.known, reading.MODEL)
    day = _notes.spoken_day(desk)
    await desk.call(
        "docs.create", path=reading.MEMO, text=_otherpapers.memo(matter.known, day, tables=spoken)
    )
    await desk.call("slides.create", path=reading.DECK, text=_otherpapers.deck(matter.known))
    matter.ask(ask_release("chat" if spoken else "mail"))
    await matter.until("Tue week 6 17:00")
    await send_when_released(matter)
    await matter.until("Thu week 6 09:58")
    await desk.attend("Rehearsal")
    await matter.until("Thu week 6 12:00")
