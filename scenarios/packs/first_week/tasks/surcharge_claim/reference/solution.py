"""Reads first, asks each thing of the person who has it, reminds, attends, corrects after Thursday's notice, and writes it up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tenure.engine.agents.careful import Careful
from tenure.engine.agents.session import Session

from . import _asking as asking
from . import _claim as claim
from . import _work as work
from . import _writing as writing

EXPECTED = ("0.95", "1.0")


async def solve(session: Session, params: Mapping[str, Any]) -> None:
    """A careful analyst's week."""
    desk = Careful(session)
    desk.react = {"tobias": work.Client(desk)}
    await desk.unread()
    files = await desk.read_drive(*claim.DOCUMENTS[:6])
    questions = [
        asking.ask_free_days(),
        asking.ask_rates(),
        asking.ask_agreement(),
        asking.ask_rebate(),
        asking.ask_extra(),
        asking.ask_turned(),
        asking.ask_paid(),
        asking.ask_receipt(),
    ]
    await desk.pursue(questions, until="Mon 09:55")
    await desk.attend("first morning")
    files |= await desk.read_drive(*claim.DOCUMENTS[6:])
    doubt = claim.doubtful(files)
    questions.append(asking.ask_box(doubt["register"], doubt["tracker"]))
    for until, meeting in (
        ("Mon 13:10", "Induction: systems"),
        ("Mon 14:55", "Induction: customs"),
        ("Tue 09:25", "Claims and quotes round"),
    ):
        await desk.pursue(questions, until=until)
        await desk.attend(meeting)
    questions.append(asking.ask_kept())
    for until, meeting in (("Wed 08:40", "Singapore weekly"), ("Wed 10:55", "Call with Corvane")):
        await desk.pursue(questions, until=until)
        await desk.attend(meeting)
    await desk.pursue(questions, until="Wed 14:30")
    await work.send_interim(desk, files)

    await desk.pursue(questions, until="Thu 10:15")
    questions.append(asking.ask_closure())
    await desk.pursue(questions, until="Thu 13:25")
    await desk.attend("Marek and Noor")
    await desk.pursue(questions, until="Fri 08:31", linger=False)
    result = await work.deliver(desk, files)
    await desk.write(
        "tobias", writing.to_client_final(result), "What comes to Lumenfjord from the Corvane invoice"
    )
    await session.finish(summary=f"Memo, sheet, letter and mails are out: {claim.eur(result.owed)} owed.")
