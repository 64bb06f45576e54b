"""Gets the agreement, then the rate, hears the fee in the meeting, and writes up the claim."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from tenure.engine.agents.careful import Careful, Question, Route
from tenure.engine.agents.session import Session

EXPECTED = ("0.95", "1.0")


async def solve(session: Session, params: Mapping[str, Any]) -> None:
    """The rate is read from what colleagues write, never from `params`."""
    desk = Careful(session)
    await desk.unread()
    boxes = int(re.findall(r"for (\d+) boxes", desk.heard[-1].text)[0])
    may = "is it OK if I get the demurrage rate at Antwerp from Ines or Tomas?"
    agreement = Question("agreed", [Route("dewi", [f"Hi Dewi,\n\n{may}", may])], _yes)
    await desk.pursue([agreement], until="Mon 09:55")
    await desk.attend("Kick-off")
    await desk.pursue([agreement], until="Tue 09:00")
    ask = "which day rate applies to boxes standing in Antwerp?"
    fee = Question("fee", [Route("dewi", ["what does a delivery order cost?"] * 3)], _amount)
    order = [str(params["holder"]), "ines" if params["holder"] == "tomas" else "tomas"]
    rate = Question("rate", [Route(order[0], [ask, f"a reminder: {ask}", f"sorry to chase: {ask}"])], _amount)
    await desk.pursue([fee, rate], until="Thu 12:00", linger=False)
    total = Decimal(desk.known["rate"]) * boxes + Decimal(desk.known["fee"])
    claim = f"# Antwerp claim\n\nWe owe Northgate a total of EUR {total:,.2f} for {boxes} boxes.\n"
    await desk.call("drive.write", path="/Reports/claim.md", text=claim)
    await desk.write("dewi", f"The claim is on the drive. The total is EUR {total:,.2f}.", "Antwerp claim")
    await session.finish(summary="The claim is written.")


def _yes(text: str) -> bool | None:
    return True if re.search(r"\b(fine|yes|sure|ok)\b", text, re.IGNORECASE) else None


def _amount(text: str) -> str | None:
    found = re.search(r"EUR ([\d,]+(?:\.\d+)?)", text)
    return found[1].replace(",", "") if found else None
