"""What is common to the ways of solving it: putting together what is known, and handing it over."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tenure.engine.agents.careful import Careful, Heard

from ._asking import first
from ._route import ANNOUNCEMENT, MEMO, OLD_LABOUR, PORTS, SHEET, Known, Result, indicative, sheet, work_out
from ._writing import holding, interim, memo, to_client, to_manager


def known_so_far(desk: Careful, files: Mapping[str, str]) -> Known:
    """What was said, with what the documents say where nobody answered."""
    said = desk.known
    ocean = dict(zip(PORTS, said["ocean"], strict=True)) if "ocean" in said else indicative(files)
    announced = first(r"40' and 40' high cube \| (\d+)")(files[ANNOUNCEMENT]) or 0
    old_saturday = first(r"Saturday\*\* \| 40HC \| \*\*(\d+)")(files[OLD_LABOUR]) or 0
    return Known(
        ocean=ocean,
        fuel=said.get("fuel", announced),
        t1=said.get("t1", 0),
        saturday=said.get("saturday", old_saturday),
        wait=said.get("wait", 0),
        day_cost=said.get("day_cost", 20),
        margin=said.get("margin", 8),
    )


async def send_interim(desk: Careful, files: Mapping[str, str]) -> None:
    """Tell Marek on Wednesday what there is and what is open, with a first version."""
    await desk.call("drive.write", path=MEMO, text=memo(work_out(files, known_so_far(desk, files))))
    await desk.write("marek", interim(desk.known), "Venlo shipment: interim figures")


async def deliver(
    desk: Careful, files: Mapping[str, str], write_memo: Callable[[Result], str] = memo
) -> Result:
    """Work it out with what is known by now, and hand everything over."""
    result = work_out(files, known_so_far(desk, files))
    await desk.call("drive.write", path=SHEET, text=sheet(result))
    await desk.call("drive.write", path=MEMO, text=write_memo(result))
    await desk.write("tobias", to_client(result), "Quotation LFJ-RFQ-26-03, Singapore to Venlo")
    await desk.write("marek", to_manager(result), "Venlo: the quote is out")
    return result


class Client:
    """Answers the client's question about our rates once, without them."""

    def __init__(self, desk: Careful) -> None:
        self._desk = desk
        self.answered = False

    async def __call__(self, heard: Heard) -> None:
        if not self.answered and "pay Corvane" in heard.text:
            self.answered = True
            await self._desk.write("tobias", holding(), "Re: The Corvane charges")
