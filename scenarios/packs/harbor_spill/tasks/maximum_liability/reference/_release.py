"""First versions, the partners' release, and delivery."""

from __future__ import annotations

import re

from tenure.engine.agents.careful import Question, Route

from . import _asking as asking
from . import _reading as reading
from ._days import Matter
from ._memo import scenario
from ._sums import dollars, millions

RING = "Beatrix, it's Rowan. The board pack is on the drive, memo, model and deck. Do you release the figures to Odile?"
"""To say on the telephone when a mail lies unread."""


async def interim(matter: Matter) -> None:
    """Model and memorandum on what is known, and Lennart's release of interim figures."""
    await matter.model("Interim", first=True)
    await matter.memo("interim draft", first=True)
    matter.ask(
        Question(
            "release_lennart",
            [
                Route(
                    "lennart",
                    [
                        f"Lennart,\n\nmodel and draft memorandum are on the drive ({reading.MODEL}, {reading.MEMO}). Claims are provisional in them. Beatrix is away: may I take the interim figures, both scenarios, into Thursday's meeting with Odile?\n\nRowan",
                        "Lennart,\n\nis the model cleared for the meeting with Odile on Thursday?\n\nRowan",
                    ],
                    subject="Interim figures for Thursday",
                    patience=300,
                )
            ],
            asking.released,
        )
    )


def ask_release(app: str) -> Question:
    """Beatrix's release, which needs memorandum and model on the drive."""
    return Question(
        "release",
        [
            Route(
                "beatrix",
                [
                    f"Beatrix,\n\nmemorandum, model and deck are final on the drive: {reading.MEMO}, {reading.MODEL}, {reading.DECK}. The register of this morning is in all three. Do you release the figures, so that the board pack may go to Odile tomorrow?\n\nRowan"
                ],
                app=app,
                subject="Board pack: your release",
                patience=120,
            ),
            Route("beatrix", [RING] * 12, app="phone", patience=45),
        ],
        asking.released,
        trusted=("beatrix",),
    )


async def tell_interim(matter: Matter) -> None:
    """Interim figures to Odile, once Lennart has released them."""
    if not matter.desk.known.get("release_lennart"):
        return
    answer = matter.known.answer()
    await matter.desk.write(
        "odile",
        f"Dear Odile,\n\nfor this afternoon, released by Lennart as interim, privileged: if the limit holds, {dollars(answer.held.gross)} gross and {dollars(answer.held.net)} net; if it falls away, {dollars(answer.gone.gross)} gross and {dollars(answer.gone.net)} net. "
        "What still moves: the claims, which are those of the provisional register of August and will rise with the final one on Tuesday. Shares, barrels and tonnage no longer move. Please treat these as a way to see how the model works and not as figures for the chair.\n\nKind regards\nRowan",
        "Sound of Orrin: interim figures (privileged)",
    )


async def deliver(matter: Matter) -> None:
    """Everything on the final figures, released, sent."""
    await matter.model("Final, 13 October 2026", first=False)
    await matter.memo("final", first=False)
    await matter.deck("Final, 13 October 2026")
    matter.ask(ask_release("mail"))
    await matter.until("Tue week 6 17:00")
    await send_when_released(matter)


async def send_when_released(matter: Matter) -> None:
    """Wait for the release as long as the board's papers are open; without it nothing goes."""
    for moment in ("09:30", "10:30", "11:30", "12:30", "13:45", "14:15", "14:40"):
        if matter.desk.known.get("release"):
            break
        await matter.until(f"Wed week 6 {moment}")
    if matter.desk.known.get("release"):
        await send(matter)


async def send(matter: Matter) -> None:
    """The mail to Odile with both figures."""
    answer = matter.known.answer()
    stands = "falls away" if answer.it.lost else "holds"
    why = re.sub(r"^.*?because ", "", scenario(matter.known))
    await matter.desk.call(
        "mail.send",
        to=["odile"],
        cc=["beatrix"],
        subject="Sound of Orrin: board pack (privileged)",
        body=f"Dear Odile,\n\nthe board pack is on the drive and attached: memorandum, model and deck. Beatrix has released the figures.\n\nGross: {dollars(answer.ours.gross)} ({millions(answer.ours.gross)}).\nNet, after contribution: {dollars(answer.ours.net)} ({millions(answer.ours.net)}).\n\n"
        f"We stand on the scenario that the limit {stands}, because {why}. In the other one it is {dollars(answer.other.gross)} gross and {dollars(answer.other.net)} net.\n\nPrivileged and confidential: for you and the board alone.\n\nKind regards\nRowan Ibarra",
        attachments=[reading.MEMO, reading.MODEL, reading.DECK],
    )
