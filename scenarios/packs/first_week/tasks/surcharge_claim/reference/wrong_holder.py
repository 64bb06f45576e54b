"""Believes the rates that Naomi wrote on Monday and never asks Ines for the signed ones: every amount is off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tenure.engine.agents.careful import Careful, Question
from tenure.engine.agents.session import Session

from . import _asking as asking
from . import _claim as claim
from . import _work as work

EXPECTED = ("0.10", "0.40")


async def solve(session: Session, params: Mapping[str, Any]) -> None:
    """All as it should be, but for whose rates are taken."""
    desk = Careful(session)
    desk.react = {"tobias": work.Client(desk)}
    await desk.unread()
    files = await desk.read_drive(*claim.DOCUMENTS)
    doubt = claim.doubtful(files)
    naomis = asking.pair(r"(\d\d) (?:euro )?demurrage and (\d\d)")
    questions = [
        Question("rates", [], naomis, trusted=("naomi",)),
        asking.ask_free_days(),
        asking.ask_agreement(),
        asking.ask_rebate(),
        asking.ask_extra(),
        asking.ask_turned(),
        asking.ask_paid(),
        asking.ask_receipt(),
        asking.ask_box(doubt["register"], doubt["tracker"]),
    ]
    await desk.pursue(questions, until="Tue 09:25")
    await desk.attend("Claims and quotes round")
    questions.append(asking.ask_kept())
    await desk.pursue(questions, until="Wed 10:55")
    await desk.attend("Call with Corvane")
    await desk.pursue(questions, until="Wed 14:30")
    await work.send_interim(desk, files)
    await desk.pursue([*questions, asking.ask_closure()], until="Thu 13:00")
    await desk.pursue(questions, until="Fri 08:31", linger=False)
    await work.deliver(desk, files)
    await session.finish(summary="The claim is worked out with the rates that Naomi gave.")
