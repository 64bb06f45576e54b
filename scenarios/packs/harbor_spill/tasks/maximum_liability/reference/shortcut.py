"""Knows where everything is and does only what the criteria force: how short the matter can be made.

No person could work like this: it opens the papers that hold the answers and no others, asks the one who has it at the first
moment at which they may speak, decides the review unread, and sleeps until the registry publishes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tenure.engine.agents.session import Session

from . import _asking as asking
from . import _conduct as conduct
from . import _disclosure, _notes, _onesheet, _otherpapers
from . import _reading as reading
from ._days import Matter
from ._release import ask_release, send_when_released
from ._witnesses import captain, commercial, neutrals, superintendent, superintendent_asked

EXPECTED = ("0.9", "1.0")

PAPERS: Final = (
    reading.CERTIFICATE,
    reading.OLD_CERTIFICATE,
    reading.WORK_LIST,
    reading.CHARTER,
    reading.PORT_CLAIM,
    reading.FIRST_ESTIMATE,
    "/Orrin/11 Disclosure/Review set/RS-17 2026-06-24 chain Nyberg Brandvold Vancourt.eml",
)
LATER: Final = (
    reading.SIDE_LETTER,
    reading.TIDEWRACK,
    reading.RECORD,
    reading.LEDGER,
    reading.REGISTER,
    reading.RECONCILIATION,
    reading.DROZD_CORRECTED,
)
CITED: Final = (
    "/Orrin/04 Surveys/2025-02-03 Norlund class renewal survey.pdf",
    "/Orrin/07 Coast Guard/2026-05-23 Declaration of affected zone.pdf",
)


async def solve(session: Session, params: Mapping[str, Any]) -> None:
    """As little as will do."""
    matter = Matter(session)
    desk = matter.desk
    matter.known.files |= await desk.read_drive(*PAPERS)
    await matter.consult(reading.ACT)
    await conduct.check_parties(desk)
    await unread_review(matter)
    matter.ask(asking.interviews(), asking.certified_ledger(), asking.joint_access(), asking.shift())
    await matter.until("Mon week 1 11:00")
    wings = asking.wings()
    await superintendent_asked(matter, wings)
    await matter.until("Tue week 1 11:00")
    await superintendent_asked(matter, wings)
    await matter.until("Wed week 1 11:00")
    await superintendent_asked(matter, wings)
    await matter.until("Wed week 1 16:45")
    await neutrals(matter)
    await matter.until("Mon week 2 09:30")
    await neutrals(matter)
    await superintendent(matter)
    await matter.warn("stellan", "Stellan")
    matter.ask(asking.clause_27(), asking.side_letter())
    await matter.until("Tue week 2 12:00")
    await matter.warn("varga", "Captain Varga")
    await matter.until("Wed week 2 10:15")
    await captain(matter, "Thu week 2 16:00")
    await commercial(matter)
    await matter.until("Mon week 3 10:00")
    await captain(matter, "Tue week 3 16:00")
    await neutrals(matter)
    await _disclosure.settle(desk)
    await matter.until("Wed week 3 09:58")
    await desk.attend("Deposition")
    await commercial(matter)
    await matter.until("Wed week 4 15:00")
    await captain(matter, "Wed week 4 16:00")
    await neutrals(matter)
    await _disclosure.settle(desk)
    await matter.until("Tue week 6 10:05")
    matter.known.files |= await desk.read_drive(*LATER, *CITED)
    await write(matter)
    await session.finish(summary="Delivered.")


async def unread_review(matter: Matter) -> None:
    """Decide the eighteen tickets without opening the papers."""
    for number, decided in _disclosure.DECISIONS.items():
        ticket = f"DISC-{number}"
        seen = await matter.desk.call(
            "tickets.update",
            ticket=ticket,
            version=1,
            fields={"decision": decided.what, "ground": decided.ground.split(":")[0]},
        )
        await matter.desk.call("tickets.move", ticket=ticket, version=seen["version"], to="submit")


async def write(matter: Matter) -> None:
    """The three files, the release, the mail, and the rows of the chronology."""
    desk = matter.desk
    await _notes.rows(
        desk,
        [
            ["2026-09-25", "", "Tidewrack", "06"],
            ["2026-10-06", "", "Apportionment Record", "07"],
        ],
    )
    await _onesheet.build(desk, matter.known, reading.MODEL)
    day = _notes.spoken_day(desk)
    await desk.call("docs.create", path=reading.MEMO, text=_otherpapers.memo(matter.known, day, tables=True))
    await desk.call("slides.create", path=reading.DECK, text=_otherpapers.deck(matter.known))
    matter.ask(ask_release("chat"))
    await matter.until("Tue week 6 17:00")
    await send_when_released(matter)
