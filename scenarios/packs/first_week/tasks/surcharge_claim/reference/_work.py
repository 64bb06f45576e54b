"""What is common to the ways of solving it: putting together what is known, and handing it over."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from tenure.engine.agents.careful import Careful, Heard

from ._asking import first, read_turned
from ._claim import (
    AGREEMENT,
    INVOICE,
    LETTER,
    MEMO,
    NOTICE,
    SHEET,
    YARD_LOG,
    Known,
    Result,
    doubtful,
    rows,
    scans,
    sheet,
    turned_from_log,
    work_out,
)
from ._writing import interim, letter, memo, to_client, to_finance, to_manager


async def tickets(desk: Careful, invoice: str) -> Mapping[str, int]:
    """The turned-away boxes with their days: from the export of the yard log, or from what the depot wrote."""
    boxes = {row["container"] for row in rows(invoice)}
    log = await desk.read_drive(YARD_LOG)
    if log:
        return {one: days for one, days in turned_from_log(log[YARD_LOG]).items() if one in boxes}
    for said in reversed(desk.heard):
        named = [one for one in re.findall(r"[A-Z]{4}\d{7}", said.text) if one in boxes]
        if said.sender == "hessel" and named and (days := read_turned(said.text)):
            return dict.fromkeys(named, days)
    return {}


def known_so_far(desk: Careful, files: Mapping[str, str], closed: int, turned: Mapping[str, int]) -> Known:
    """What was said, with what the documents say where nobody answered."""
    said = desk.known
    doubt = doubtful(files)
    held = said.get("box", doubt["register"])
    wrong = "tracker" if held == doubt["register"] else "register"
    scanned, hold_days = scans(files, held)
    return Known(
        free=said.get("free", (6, 7)),
        rates=said.get("rates", (60, 40)),
        closed=closed,
        scanned=scanned,
        hold_days=hold_days,
        extra=said.get("extra", 0),
        turned=turned,
        paid=said.get("paid", 0),
        rebate=said.get("rebate", 0),
        client_rate=first(r"EUR (\d+)\.00 per container for every day")(files[AGREEMENT]) or 0,
        kept_bl=said.get("kept", ""),
        dispute_day=said.get("limit", 6),
        held_box=held,
        free_box=doubt[wrong],
        wrong_list=wrong,
    )


OPEN = {
    "free": "the signed free days",
    "rates": "the contract rates",
    "rebate": "the side letter",
    "extra": "the free days for the rollover",
    "turned": "the turned-away empties",
    "paid": "the payment on account",
    "limit": "the day of receipt",
    "box": "which box was scanned",
    "kept": "the boxes that the client kept",
}


async def send_interim(desk: Careful, files: Mapping[str, str]) -> None:
    """Tell Marek on Wednesday what there is and what is open."""
    missing = [text for name, text in OPEN.items() if name not in desk.known]
    result = None
    if {"free", "rates"} <= desk.known.keys():
        result = work_out(
            files[INVOICE], known_so_far(desk, files, notice_days(files), await tickets(desk, files[INVOICE]))
        )
    if result is not None:
        await desk.call("drive.write", path=MEMO, text=memo(result))
    await desk.write("marek", interim(result, missing), "CVL-26-0417: interim figures")


def notice_days(files: Mapping[str, str]) -> int:
    """The closure as the first notice has it."""
    return first(r"lasted (\d+) days")(files[NOTICE]) or 0


async def deliver(
    desk: Careful, files: Mapping[str, str], write_memo: Callable[[Result], str] = memo
) -> Result:
    """Work it out with what is known by now, and hand everything over."""
    closed = desk.known.get("closed", notice_days(files))
    result = work_out(files[INVOICE], known_so_far(desk, files, closed, await tickets(desk, files[INVOICE])))
    await desk.call("drive.write", path=SHEET, text=sheet(result))
    await desk.call("drive.write", path=MEMO, text=write_memo(result))
    await desk.call("drive.write", path=LETTER, text=letter(result))
    await desk.write("farid", to_finance(result), "CVL-26-0417: amount left to pay")
    await desk.write("marek", to_manager(result), "CVL-26-0417: final figures")
    return result


class Client:
    """Answers the client once, with a date and without our terms."""

    def __init__(self, desk: Careful, text: str = "") -> None:
        self._desk = desk
        self._text = text or to_client("Friday noon")
        self.answered = False

    async def __call__(self, mail: Heard) -> None:
        if not self.answered and "pay Corvane" in mail.text:
            self.answered = True
            await self._desk.write("tobias", self._text, "Re: The Corvane charges")
