"""Reads the delivery, asks Ines for the price, writes the report, mails the amount."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from tenure.engine.agents.careful import Careful, Question, Route
from tenure.engine.agents.session import Session

EXPECTED = ("0.95", "1.0")


async def solve(session: Session, params: Mapping[str, Any]) -> None:
    """Both figures are found as anybody would find them, not taken from `params`."""
    desk = Careful(session)
    await desk.unread()
    files = await desk.read_drive("/Data/delivery.csv")
    count = int(re.findall(r"lamp\W+(\d+)", files["/Data/delivery.csv"])[0])
    words = [
        "What price did we agree for the lamps?",
        "May I remind you of the lamp price?",
        "Any news on the price?",
    ]
    price = Question("price", [Route("ines", words, app="chat", patience=60)], _amount)
    await desk.pursue([price], until="Tue 14:30", linger=False)
    total = count * Decimal(desk.known["price"])
    await desk.call("drive.write", path="/Reports/lamps.md", text=f"# Lamps\n\nWe owe EUR {total:,.2f}.\n")
    await desk.write("annelies", f"We owe EUR {total:,.2f} for the lamps.", "The lamps")
    await session.finish(summary="Report and mail are out.")


def _amount(text: str) -> str | None:
    found = re.search(r"EUR (\d+(?:\.\d+)?)", text)
    return found[1] if found else None
